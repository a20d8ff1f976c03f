"""What real arithmetic sees to follow, as a lemma of Coq about letters, with a certificate written out.

`inference` is what is asked for: a goal and the facts that it may rest on, relations between rational expressions, whole powers, square
roots, and quantities (norms, means, expectations) that are letters here. Its theorem says of all reals, and natural numbers where a symbol
is a count: signs of the letters, then those facts that are needed, in the order given, imply the goal. A proof in which the letters
are other things applies it to them:

    assert (name : <goal>). { apply (<theorem.name> <one term for each of .letters>); first [assumption | ...signs...]. }
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.core.errors import InvalidInput
from symfed.derive.arithmetic.proof import proved
from symfed.kernel import printer
from symfed.kernel.arithmetic_certificates import Fact, Letters, Polynomial, Sum, search
from symfed.kernel.printer import is_count, relation, term
from symfed.kernel.theorem import Theorem
from symfed.theorems.vocabulary import Quantity, letters


@dataclass(frozen=True)
class Inference:
    """A theorem about letters. `letters`: what its variables stand for, in order; `facts`: the names of those that it needs, in order.

    Its conditions are the signs of letters (`signs`, as SymPy's relations: of letters that have one, in order), then the facts.
    """

    theorem: Theorem
    letters: tuple[sp.Expr, ...]
    signs: tuple[sp.Expr, ...]
    facts: tuple[str, ...]
    way: str


def inference(
    title: str, goal: Relational, given: Mapping[str, Relational], multipliers: Mapping[str, sp.Expr] | None = None, says: str = ""
) -> Inference:
    """A theorem of Coq that the goal follows from the given facts, by name; `multipliers` of some of them say how, as in `Arithmetic`.

    Raises InvalidInput for what has no text in Coq, or for which no proof is found: this says nothing about whether it is true.
    """
    short = _Short()
    wanted = short(goal)
    known = {name: short(fact) for name, fact in given.items()}
    needed, hints = _needed(wanted, known) if multipliers is None else (known, ())
    for fewer in (needed, known) if needed != known else (needed,):
        proof = _Proof(title, wanted, fewer, hints)
        lines = proof.whole({name: short.expression(m) for name, m in (multipliers or {}).items()})
        if lines is not None:
            theorem = proof.theorem(says, lines)
            return Inference(
                theorem, tuple(map(short.meant, proof.letters)), tuple(map(short.meant, proof.signed)), tuple(fewer), proof.way
            )
    raise InvalidInput("goal", goal, "no certificate is found that it follows", "state it in smaller steps")


class _Short:
    """Quantities as letters with short names: a1, a2, ..."""

    def __init__(self) -> None:
        self.names: dict[sp.Symbol, sp.Symbol] = {}

    def __call__(self, fact: Relational) -> Relational:
        plain = letters(fact)
        return type(plain)(*(self.expression(side) for side in plain.args), evaluate=False)

    def expression(self, x: sp.Expr) -> sp.Expr:
        plain = letters(sp.sympify(x))
        for symbol in sorted(plain.free_symbols, key=lambda s: str(s.name)):
            if isinstance(symbol, Quantity) or not symbol.name.isidentifier():
                signs = {"nonnegative": True} if symbol.is_nonnegative else {"real": True}
                self.names.setdefault(symbol, sp.Symbol(f"a{len(self.names) + 1}", **signs))
        return _spread(plain.xreplace(self.names))

    def meant(self, letter: sp.Symbol) -> sp.Expr:
        return next((quantity for quantity, short in self.names.items() if short == letter), letter)


def _spread(x: sp.Expr) -> sp.Expr:
    """Exponents as sums of products, which is what Coq counts with."""
    return x.replace(lambda p: p.is_Pow and p.exp.is_Add | p.exp.is_Mul, lambda p: p.base ** sp.expand(p.exp))


def _needed(goal: Relational, known: Mapping[str, Relational]) -> tuple[dict[str, Relational], tuple[str, ...]]:
    """The facts that a solver needs, and what it needs to know of powers besides."""
    answer = proved(goal, tuple(known.values()))
    if answer is None or answer.kind != "implied":
        return dict(known), ()
    return {name: fact for name, fact in known.items() if str(fact) in answer.needed}, answer.core


@dataclass(frozen=True)
class _Known:
    """A fact that Coq has under a name: 0 <= value, 0 < value, or value = 0 as `left = right`."""

    name: str
    value: sp.Expr
    strict: bool = False
    equation: bool = False


@dataclass
class _Proof:
    title: str
    goal: Relational
    given: Mapping[str, Relational]
    hints: Sequence[str] = ()
    known: list[_Known] = field(default_factory=list)
    atoms: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    way: str = ""
    count: int = 0

    def __post_init__(self) -> None:
        self.letters = printer.symbols_of(self.goal, *self.given.values())
        self.signed = tuple(s for s in self.letters if (s.is_nonnegative and not is_count(s)) or (is_count(s) and s.is_positive))

    def theorem(self, says: str, lines: Sequence[str]) -> Theorem:
        variables = tuple(f"{printer.name(s.name)} : {'nat' if is_count(s) else 'R'}" for s in self.letters)
        conditions = (*map(self.sign, self.signed), *map(relation, self.given.values()))
        return Theorem(
            printer.name(self.title), says or self.title, variables, conditions, relation(self.goal), tuple(lines), False, ("Arithmetic",)
        )

    @staticmethod
    def sign(s: sp.Symbol) -> str:
        written = printer.name(s.name)
        return f"(1 <= {written})%nat" if is_count(s) else f"0 < {written}" if s.is_positive else f"0 <= {written}"

    # what Coq is told first

    def whole(self, multipliers: Mapping[str, sp.Expr]) -> list[str] | None:
        """The lines of the proof, or None where none is found."""
        names = [printer.name(s.name) for s in self.letters]
        signs = [f"sign_{printer.name(s.name)}" for s in self.signed]
        facts = [f"given_{k}" for k in range(1, len(self.given) + 1)]
        if names or facts:
            self.lines.append(f"intros {' '.join([*names, *signs, *facts])}.")
        for s in self.signed:
            if is_count(s):
                self.lines.append(f"assert (real_{s.name} := at_least_one _ sign_{printer.name(s.name)}).")
        relations = dict(zip(facts, self.given.values(), strict=True))
        goal, relations = self._substituted(self.goal, relations)
        for name, fact in relations.items():
            self._note(name, fact)
        for s in self.letters:
            if is_count(s) and s.is_positive:
                self.lines.append(f"assert (more_{s.name} := slack _ _ real_{s.name}).")
                self.known.append(_Known(f"more_{s.name}", s - 1))
        self._powers(goal, *relations.values())
        ending = self._closed(goal)
        if ending is None:
            return None
        return [*self.lines, *ending]

    def _substituted(self, goal: Relational, facts: dict[str, Relational]) -> tuple[Relational, dict[str, Relational]]:
        """Letters that an equation gives are replaced everywhere."""
        facts = dict(facts)
        while True:
            found = next(
                (
                    (name, letter, other, swap)
                    for name, fact in facts.items()
                    if isinstance(fact, sp.Eq)
                    for letter, other, swap in ((fact.lhs, fact.rhs, True), (fact.rhs, fact.lhs, False))
                    if letter.is_Symbol and not is_count(letter) and letter not in other.free_symbols
                ),
                None,
            )
            if found is None:
                return goal, facts
            name, letter, other, swap = found
            self.lines.append(f"symmetry in {name}. destruct {name}." if swap else f"destruct {name}.")
            del facts[name]

            def put(fact: Relational, letter: sp.Symbol = letter, other: sp.Expr = other) -> Relational:
                return type(fact)(*(side.xreplace({letter: other}) for side in fact.args), evaluate=False)

            goal, facts = put(goal), {key: put(fact) for key, fact in facts.items()}
            if letter.is_nonnegative:
                self.known = [k for k in self.known if letter not in k.value.free_symbols]
                self.known.append(_Known(f"sign_{printer.name(letter.name)}", other, bool(letter.is_positive)))

    def _note(self, name: str, fact: Relational) -> None:
        """A given fact as a number that is not negative."""
        if isinstance(fact, sp.Ne):
            return
        if isinstance(fact, sp.Eq):
            self.known.append(_Known(name, fact.rhs - fact.lhs, equation=True))
            return
        strict = isinstance(fact, sp.Lt | sp.Gt)
        turned = f"({'Rgt_lt' if strict else 'Rge_le'} _ _ {name})" if isinstance(fact, sp.Ge | sp.Gt) else name
        self.lines.append(f"assert (slack_{name} := slack{'_strict' * strict} _ _ {turned}).")
        self.known.append(_Known(f"slack_{name}", fact.gts - fact.lts, strict))

    def _powers(self, *relations: Relational) -> None:
        """What is known of a power, where it is known of its base."""
        for x in (side for fact in relations for side in fact.args):
            self._flat(x)
        for power, atom in sorted(self.atoms.items(), key=lambda pair: str(pair[0])):
            base = power.args[0]
            written, counted = term(base), printer.term(power).rsplit("^", 1)[1].strip()
            if self._asserted(base, True) is not None:
                self.lines.append(f"assert (above_{atom.name} := pow_positive ({written}) {counted} ltac:(positive)).")
                self.known.append(_Known(f"above_{atom.name}", atom, True))
            elif self._asserted(base, False) is not None:
                self.lines.append(f"assert (above_{atom.name} := pow_le ({written}) {counted} ltac:(positive)).")
                self.known.append(_Known(f"above_{atom.name}", atom))
            else:
                continue
            if self._asserted(1 - base, False) is not None:
                self.lines.append(
                    f"assert (below_{atom.name} := slack _ _ (pow_at_most_one ({written}) {counted} ltac:(positive) ltac:(lra)))."
                )
                self.known.append(_Known(f"below_{atom.name}", 1 - atom))

    def _asserted(self, value: sp.Expr, strict: bool) -> str | None:
        """Proves 0 <= value, or 0 < value, and notes it; the name of what it is, or None."""
        already = next((k for k in self.known if k.strict >= strict and not k.equation and sp.expand(k.value - value) == 0), None)
        text = f"0 {'<' if strict else '<='} {term(value)}"
        if value.is_Symbol and (value.is_positive if strict else value.is_nonnegative):
            return ""
        lines = self._certified(sp.S.Zero, value, strict, already)
        if lines is None:
            return None
        self.count += 1
        name = f"so_{self.count}"
        self.lines.append(f"assert ({name} : {text}). {{ {' '.join(lines)} }}")
        self.known.append(_Known(name, value, strict))
        return name

    # letters in place of powers

    def _flat(self, x: sp.Expr) -> sp.Expr:
        """A rational expression, in which powers with counts are letters."""
        if x.is_Rational or x.is_Symbol:
            return x
        if x.is_Add or x.is_Mul:
            return x.func(*map(self._flat, x.args))
        if x.is_Pow and x.exp.is_Integer:
            return self._flat(x.base) ** x.exp
        if x.is_Pow:
            out, base = sp.S.One, self._flat(x.base)
            for part in sp.Add.make_args(sp.expand(x.exp)):
                times, unit = part.as_coeff_Mul()
                if unit == 1 and times.is_Integer:
                    out *= base**times
                elif times.is_Integer and all(s.is_Symbol and is_count(s) for s in sp.Mul.make_args(unit)):
                    power = sp.Pow(x.base, unit, evaluate=False)
                    out *= self.atoms.setdefault(power, sp.Symbol(f"power_{len(self.atoms) + 1}", real=True)) ** times
                else:
                    raise InvalidInput("exponent", x, "is no sum of products of counts", "it is not exported")
            return out
        raise InvalidInput("expression", x, "is no rational expression, power or root", "it is not exported")

    def _text(self, x: sp.Expr) -> str:
        return term(x.xreplace({atom: power for power, atom in self.atoms.items()}))

    # certificates

    def _closed(self, goal: Relational) -> list[str] | None:
        if isinstance(goal, sp.Eq):
            if sp.cancel(self._flat(goal.rhs - goal.lhs)) == 0:
                self.way = self.way or "identity"
                return ["equal."]
            pair = [self._certified(goal.lhs, goal.rhs, False), self._certified(goal.rhs, goal.lhs, False)]
            return None if None in pair else ["apply Rle_antisym.", *[f"- {' '.join(lines or ())}" for lines in pair]]
        if isinstance(goal, sp.Ne):
            for low, high, turn in ((goal.lhs, goal.rhs, "Rlt_not_eq"), (goal.rhs, goal.lhs, "Rgt_not_eq")):
                if (lines := self._certified(low, high, True)) is not None:
                    return [f"apply {turn}.", *lines]
            return None
        return self._certified(goal.lts, goal.gts, isinstance(goal, sp.Lt | sp.Gt))

    def _certified(self, low: sp.Expr, high: sp.Expr, strict: bool, only: _Known | None = None) -> list[str] | None:
        """Lines that prove low <= high (low < high) from what is known, or None."""
        facts = [only] if only else list(self.known)
        fractions = [sp.fraction(sp.cancel(sp.together(self._flat(x)))) for x in (high - low, *(k.value for k in facts))]
        below = [self._denominator(bottom) for _, bottom in fractions]
        if below[0] is None:
            return None
        kept = [k for k, own in enumerate(below[1:]) if own is not None]
        tops = [sp.expand(top * (own[0])) for (top, _), own in zip(fractions, below, strict=True) if own is not None]
        gens = sorted(set().union(*(top.free_symbols for top in tops)), key=lambda s: s.name)
        signs = Letters(tuple(self._sign_of(s) for s in gens))
        polynomials = [_polynomial(top, gens) for top in tops]
        goal, rest = polynomials[0], polynomials[1:]
        found = search(goal, [Fact(p, facts[k].strict, facts[k].equation) for p, k in zip(rest, kept, strict=True)], signs, strict)
        if found is None:
            return None
        bottoms = [below[0], *[below[k + 1] for k in kept]]
        return self._written(found, [facts[k] for k in kept], gens, bottoms, strict)

    def _sign_of(self, s: sp.Symbol) -> int | None:
        if s in self.atoms.values():
            fact = next((k for k in self.known if k.value == s), None)
            return None if fact is None else int(fact.strict)
        return 1 if s.is_positive else 0 if s.is_nonnegative else None

    def _denominator(self, bottom: sp.Expr) -> tuple[sp.Expr, dict[sp.Expr, int]] | None:
        """(sign, positive factors with their powers), or None where a factor is not seen to be positive."""
        constant, factors = sp.factor_list(bottom)
        out = {}
        sign = sp.S.One / constant
        for factor, power in factors:
            if not self._seen_positive(factor):
                if self._seen_positive(-factor):
                    factor, sign = sp.expand(-factor), sign * (-1) ** power
                else:
                    return None
            out[factor] = power
        return sign, out

    def _seen_positive(self, factor: sp.Expr) -> bool:
        terms = sp.Add.make_args(factor)
        if all(t.is_nonnegative for t in terms) and any(t.is_positive for t in terms):
            return True
        return any(k.strict and sp.expand(k.value - factor) == 0 for k in self.known)

    def _written(self, found: Sum, facts: Sequence[_Known], gens: Sequence[sp.Symbol], bottoms: Sequence[Any], strict: bool) -> list[str]:
        lines, proofs = [], []
        for term_ in found.terms:
            monomial = sp.Mul(*[g**e for g, e in zip(gens, term_.monomial, strict=True)])
            powers: dict[sp.Expr, int] = {f: -p for f, p in bottoms[0][1].items()}
            for k in term_.facts:
                for f, p in bottoms[k + 1][1].items():
                    powers[f] = powers.get(f, 0) + p
            value = self._product(term_.coefficient, monomial, powers)
            self.count += 1
            equation = next((facts[k] for k in term_.facts if facts[k].equation), None)
            if equation is not None:
                proofs.append(f"(vanishing ({value}) _ _ {equation.name})")
                continue
            first = strict and not proofs
            lines.append(f"assert (m{self.count} : 0 {'<' if first else '<='} {value}) by positive.")
            proof = f"m{self.count}"
            for k in term_.facts:
                if first:
                    proof = f"(Rmult_lt_0_compat _ _ {proof} {facts[k].name})"
                else:
                    own = f"(Rlt_le _ _ {facts[k].name})" if facts[k].strict else facts[k].name
                    proof = f"(Rmult_le_pos _ _ {proof} {own})"
            proofs.append(proof)
        whole = proofs[-1] if proofs else "(Rle_refl 0)"
        for k, proof in reversed(list(enumerate(proofs[:-1]))):
            whole = f"({'Rplus_lt_le_0_compat' if strict and k == 0 else 'Rplus_le_le_0_compat'} _ _ {proof} {whole})"
        factor = " + ".join(self._product(a, sp.Mul(*[g**e for g, e in zip(gens, m, strict=True)]), {}) for m, a in found.factor.items())
        lines.append(f"certified ({factor}) {whole}.")
        return lines

    def _product(self, coefficient: Fraction, monomial: sp.Expr, powers: Mapping[sp.Expr, int]) -> str:
        """A product as text: its factors one after the other, so that each keeps the shape of which its sign is known."""
        above = [f"({self._text(f)}) ^ {p}" if p > 1 else f"({self._text(f)})" for f, p in powers.items() if p > 0]
        below = [f"({self._text(f)}) ^ {-p}" if p < -1 else f"({self._text(f)})" for f, p in powers.items() if p < 0]
        first = [] if coefficient == 1 and (monomial != 1 or above) else [term(sp.Rational(coefficient.numerator, coefficient.denominator))]
        text = " * ".join([f"({x})" for x in [*first, *([self._text(monomial)] if monomial != 1 else [])]] + above)
        return f"{text} / ({' * '.join(below)})" if below else text


def _polynomial(x: sp.Expr, gens: Sequence[sp.Symbol]) -> Polynomial:
    if not gens:
        return {(): Fraction(int(x.p), int(x.q))} if x != 0 else {}
    return {m: Fraction(int(c.p), int(c.q)) for m, c in sp.Poly(x, *gens).terms() if c != 0}
