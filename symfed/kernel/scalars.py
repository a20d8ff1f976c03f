"""Lemmas about real numbers: what is stated, made from its transcription, and a script that proves it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

import sympy as sp

from symfed.checks import Certificate, Induction, SignCheck, SymbolicIdentity
from symfed.checks.spelt import exactly, spelling, spelt_out
from symfed.core import symbols
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import PER_CLIENT, ClientMean
from symfed.derive.arithmetic import decide
from symfed.kernel.printer import is_count, name, of_clients, relation, symbols_of, term
from symfed.kernel.theorem import Theorem

_POSITIVE = "(forall f : client -> R, (forall c, 0 < f c) -> 0 < mean f)"


def theorem(title: str, statement: Any, check: Check, under: Domain, says: str = "") -> Theorem:
    """What a check decides of a statement under these conditions; such a check uses relations alone, so that classes of problems are left
    out and more is proved. Raises InvalidInput for what cannot be said in Coq, or whose check is not exported."""
    if isinstance(check, Induction):
        return _by_induction(title, statement, check, under, says)
    conclusion = stated(statement, check)
    variables, conditions = _conditions(under, conclusion)
    return Theorem(name(title), says or title, variables, conditions, relation(conclusion), tuple(_script(conclusion, check, under)))


def refutation(title: str, statement: Any, check: Check, under: Domain, point: Mapping[str, Any], says: str = "") -> Theorem:
    """The negation of a statement, by a rational point: values by the names of the symbols. What cancels may be anything.

    `point["clients"]` has the values of what each client owns, of at most three clients; the mean is theirs. Raises InvalidInput as
    `theorem` does, and where the point has no value for a symbol of which the difference of the sides speaks.
    """
    conclusion = stated(statement, check)
    variables, conditions = _conditions(under, conclusion)
    clients, owned = point.get("clients", []), of_clients(conclusion, *under.relations)
    gap = sp.cancel(_averaged(conclusion.rhs - conclusion.lhs, clients))
    if missing := [letter.name for letter in gap.free_symbols if letter.name not in point]:
        raise InvalidInput("point", dict(point), f"has no value for {missing[0]}")
    letters = symbols_of(conclusion, *under.relations)
    values = {letter: sp.Rational(point.get(letter.name, 1)) for letter in letters}
    arguments = [f"{value}%nat" if is_count(letter) else f"({term(value)})" for letter, value in values.items()]
    if owned:
        everyone = " + ".join(f"f {k}%nat" for k in range(len(clients)))
        own = [[term(sp.Rational(client.get(letter.name, 0))) for client in clients] for letter in owned]
        arguments = ["nat", f"(fun f => ({everyone}) / {len(clients)})", *map(_by_client, own), *arguments]
    script = (
        f"intros printed. pose proof (printed {' '.join(arguments)}) as point.",
        f"inside point. contradiction_at point ({term(gap.subs(values))}).",
    )
    return Theorem(f"{name(title)}_is_false", says or title, variables, conditions, relation(conclusion), script, refuted=True)


def _averaged(x: sp.Expr, clients: Sequence[Mapping[str, str]]) -> sp.Expr:
    """An expression at these clients: each mean is a number."""

    def mean(inside: sp.Expr) -> sp.Expr:
        each = [inside.subs({s: sp.Rational(client.get(s.name, 0)) for s in inside.free_symbols & PER_CLIENT}) for client in clients]
        return sum(each, sp.S.Zero) / len(clients)

    return x.xreplace({average: mean(average.args[0]) for average in x.atoms(ClientMean)})


def _by_client(values: Sequence[str]) -> str:
    """A function of a client's number; the last value is that of all further numbers, over which no mean goes."""
    *first, last = values
    cases = "".join(f"{k} => {value} | " for k, value in enumerate(first))
    return f"(fun c : nat => match c with {cases}_ => {last} end)"


def stated(statement: Any, check: Check) -> sp.core.relational.Relational:
    """The relation that a check decides, as it is transcribed. Raises InvalidInput for checks that are not exported."""
    if isinstance(check, SymbolicIdentity):
        return sp.Eq(exactly(check.reading(spelling(statement))), spelt_out(check.truth()), evaluate=False)
    if isinstance(check, Certificate | SignCheck):
        return sp.Le(*map(spelt_out, statement), evaluate=False)
    raise InvalidInput("check", check.method, "is not exported", "identities, certificates, signs and inductions are")


def _conditions(under: Domain, *stated: sp.Basic) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Variables with their types, and all conditions in order."""
    letters = symbols_of(*stated, *under.relations)
    if symbols.gram_xg in letters:
        letters = symbols_of(*stated, *under.relations, symbols.gram_xx, symbols.gram_gg)
    variables = tuple(f"{name(letter.name)} : {'nat' if is_count(letter) else 'R'}" for letter in letters)
    signs = [sign for letter in letters if (sign := _sign(letter))]
    if owned := of_clients(*stated, *under.relations):
        # whatever the mean is over, and however it weighs: it is a number, positive for positive ones
        clients = (f"{name(letter.name)} : client -> R" for letter in owned)
        variables = ("client : Type", "mean : (client -> R) -> R", *clients, *variables)
        signs = [_POSITIVE, *(f"(forall c, {sign} c)" for letter in owned if (sign := _sign(letter))), *signs]
    return variables, (*signs, *_gram(letters), *map(relation, under.relations), *_defined(under, *stated))


def _gram(letters: Sequence[sp.Symbol]) -> Iterator[str]:
    """What two vectors' squared norms and inner product are in every dimension: Cauchy-Schwarz."""
    if symbols.gram_xg in letters:
        xg, both = term(symbols.gram_xg**2), symbols.gram_xx * symbols.gram_gg
        yield f"{xg} <= {term(both)}"


def _sign(letter: sp.Symbol) -> str:
    if is_count(letter):
        return f"(1 <= {name(letter.name)})%nat" if letter.is_positive else ""
    return f"0 < {name(letter.name)}" if letter.is_positive else f"0 <= {name(letter.name)}" if letter.is_nonnegative else ""


def _defined(under: Domain, *stated: sp.Basic) -> Iterator[str]:
    """Denominators that neither the symbols nor the conditions keep from zero: Coq gives 1/0 a value, and a source means none."""
    powers = set().union(*(relation.atoms(sp.Pow) for relation in (*stated, *under.relations)))
    below = {power.base for power in powers if power.exp.could_extract_minus_sign() and not power.base.is_nonzero}
    for base in sorted(below, key=sp.default_sort_key):
        if not any(decide(sign(base, 0), under.relations).kind == "implied" for sign in (sp.Gt, sp.Lt)):
            yield f"{term(base)} <> 0"


def _script(conclusion: sp.core.relational.Relational, check: Check, under: Domain) -> Iterator[str]:
    yield from _opening(*_conditions(under, conclusion))
    yield from _chains(under)
    if isinstance(conclusion, sp.Eq):
        yield "identity."
        return
    yield from _powers(conclusion)
    gap = conclusion.rhs - conclusion.lhs
    pairs = check.terms if isinstance(check, Certificate) else ((sp.S.One, _product(gap, under)),)
    yield from _certified(conclusion.lhs, conclusion.rhs, [(spelt_out(m), spelt_out(a)) for m, a in pairs])


def _opening(variables: Sequence[str], conditions: Sequence[str]) -> Iterator[str]:
    """Everything gets a name, and every count is at least one as a real, too."""
    named = [*(variable.split(" : ")[0] for variable in variables), *(f"given_{k}" for k in range(1, len(conditions) + 1))]
    if named:
        yield f"intros {' '.join(named)}."
    for k, condition in enumerate(conditions, 1):
        if condition.endswith("%nat"):
            yield f"assert (real_{k} := at_least_one _ given_{k})."


def _chains(under: Domain) -> Iterator[str]:
    """What conditions say together where one letter is at most another: from a <= b and b c <= 1 that 0 <= c (b - a), and so on down."""
    slacks = [condition.gts - condition.lts for condition in under.relations if isinstance(condition, sp.Ge | sp.Le)]
    ordered = [(low, high) for slack in slacks for low, high in permutations(symbols_of(slack), 2) if slack == high - low]
    todo = [part.as_coeff_Mul()[1] for slack in slacks for part in sp.Add.make_args(sp.expand(slack))]
    seen: list[sp.Expr] = []
    while todo:
        monomial = todo.pop(0)
        for low, high in ordered:
            rest = monomial / high
            if rest != 1 and high not in rest.free_symbols and rest.is_nonnegative and rest * (high - low) not in seen:
                seen.append(rest * (high - low))
                todo.append(rest * low)
                yield f"assert (chain_{len(seen)} : 0 <= {term(seen[-1])}) by sign."


def _certified(left: sp.Expr, right: sp.Expr, pairs: Sequence[tuple[sp.Expr, sp.Expr]]) -> Iterator[str]:
    """left <= right, whose gap is the sum of the products of these pairs, none negative."""
    products = []
    for k, (multiplier, assumed) in enumerate(pairs, 1):
        yield f"assert (m{k} : 0 <= {term(multiplier)}) by sign."
        yield f"assert (a{k} : 0 <= {term(assumed)}){_square(assumed) or ' by sign.'}"
        yield f"assert (p{k} := Rmult_le_pos _ _ m{k} a{k})."
        products.append(f"({term(multiplier)}) * ({term(assumed)})")
    yield f"apply (by_certificate _ _ ({' + '.join(products)}))."
    yield "- identity."
    yield f"- {' '.join(f'apply Rplus_le_le_0_compat; [| exact p{k}].' for k in range(len(pairs), 1, -1))} exact p1.".replace("-  ", "- ")


def _square(form: sp.Expr) -> str:
    """How |p x + q g|^2 is seen not to be negative where it is spelt out in Gram scalars; empty for what is no such square."""
    xx, xg, gg = (sp.expand(form).coeff(scalar) for scalar in (symbols.gram_xx, symbols.gram_xg, symbols.gram_gg))
    if xg == 0:
        return ""
    p, q = (sp.sqrt(sp.factor(square)).replace(sp.Abs, lambda x: x) for square in (xx, gg))
    q = -q if sp.expand(2 * p * q + xg) == 0 else q
    if sp.expand(2 * p * q - xg) != 0:
        return ""
    scalars = "gram_xx gram_xg gram_gg"
    return f". {{ assert (square := square_of_sum ({term(p)}) ({term(q)}) {scalars} ltac:(lra) ltac:(lra) ltac:(lra)). lra. }}"


def _by_induction(title: str, statement: Any, check: Induction, under: Domain, says: str) -> Theorem:
    H, sequence, bound = symbols.H, spelling(check.sequence), spelling(statement)
    if any(H in condition.free_symbols for condition in under.relations):
        raise InvalidInput("under", str(under), "has a condition on H, which an induction would have to carry along", "not exported yet")
    at, then = sp.sympify(sequence(H)), sp.sympify(bound(H))
    factor, increment = spelt_out(check.factor), spelt_out(check.increment)
    variables, conditions = _conditions(under, sp.Le(at, then, evaluate=False), sp.Eq(factor, increment, evaluate=False))
    variables = tuple(variable for variable in variables if variable != "H : nat")
    conditions = tuple(condition for condition in conditions if condition != "(1 <= H)%nat")
    below, inside = (_product(gap, under) for gap in _gaps(sequence, bound, factor, increment))
    functions = " ".join(f"(fun H => {term(x)})" for x in (at, then, factor, increment))
    script = (
        *_opening(variables, conditions),
        *_chains(under),
        *(f"assert (base_{k} : 0 <= {term(base)}) by sign." for k, base in enumerate(_bases(at, then), 1)),
        f"apply (by_induction {functions}).",
        "- intros H one. assert (real := at_least_one _ one). identity.",
        "- intros H one. assert (real := at_least_one _ one). sign.",
        f"- apply (by_certificate _ _ ({term(below)})); [identity | sign].",
        "- intros H one. assert (real := at_least_one _ one).",
        *(f"  {line}" for line in _powers(at, then)),
        f"  apply (by_certificate _ _ ({term(inside)})); [identity | sign].",
    )
    conclusion = f"forall H : nat, (1 <= H)%nat -> {relation(sp.Le(at, then, evaluate=False))}"
    return Theorem(name(title), says or title, variables, conditions, conclusion, script)


def _gaps(sequence: Any, bound: Any, factor: sp.Expr, increment: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """What is to spare at H = 1, and in the step from H to H + 1."""
    H = symbols.H
    return bound(sp.S.One) - sequence(sp.S.One), bound(H + 1) - factor * bound(H) - increment


def _product(gap: sp.Expr, under: Domain) -> sp.Expr:
    """A gap in factors none of which is negative, as far as that is seen: Coq checks both the product and the signs."""
    spread = sp.expand_power_exp(gap)
    # `factor` would draw (-1)^H out of a power
    letters = {power: sp.Dummy() for power in spread.atoms(sp.Pow) if power.exp.free_symbols}
    sign, factors = sp.factor(spread.xreplace(letters)).as_coeff_Mul()
    meant = {letter: power for power, letter in letters.items()}
    kept = []
    for part in (factor.xreplace(meant) for factor in sp.Mul.make_args(factors)):
        if decide(sp.Le(part, 0, evaluate=False), under.relations).kind == "implied":
            base, exponent = part.as_base_exp()
            sign, part = -sign, sp.expand(-base) ** exponent
        kept.append(part)
    return sp.Mul(sign, *kept)


def _bases(*expressions: sp.Basic) -> tuple[sp.Expr, ...]:
    """What is raised to a power with a symbol in its exponent."""
    powers = set().union(*(x.atoms(sp.Pow) for x in expressions))
    return tuple(sorted({power.base for power in powers if power.exp.free_symbols}, key=sp.default_sort_key))


def _powers(*expressions: sp.Basic) -> Iterator[str]:
    """What is known of each base is known of its powers."""
    powers = set().union(*(x.atoms(sp.Pow) for x in expressions))
    found = {(power.base, count) for power in powers for count in power.exp.free_symbols if is_count(count)}
    for base, count in sorted(found, key=sp.default_sort_key):
        yield f"powers_between ({term(base)}) {name(count.name)}."
