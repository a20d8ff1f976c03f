"""What real arithmetic sees to follow, as a lemma of Coq about letters, with a certificate written out.

`inference` is what is asked for: a goal and the facts that it may rest on, relations between rational expressions, whole powers, square
roots, and quantities (norms, means, expectations) that are letters here. Its theorem says of all reals, and natural numbers where a symbol
is a count: signs of the letters, then those facts that are needed, in the order given, imply the goal. A proof in which the letters
are other things applies it to them:

    assert (name : <goal>). { apply (<theorem.name> <one term for each of .letters>); first [assumption | ...signs...]. }
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from symfed.coq import printer
from symfed.coq.arithmetic.proofs import ArithmeticProof
from symfed.coq.printer import is_count, relation
from symfed.coq.theorem import CoqTheorem
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import users_own
from symfed.derive.arithmetic.proof import proved
from symfed.theorems.vocabulary import Quantity, letters


@dataclass(frozen=True)
class Inference:
    """A theorem about letters. `letters`: what its variables stand for, in order; `facts`: the names of those that it needs, in order.

    Its conditions are the signs of letters (`signs`, as SymPy's relations: of letters that have one, in order), then the facts.
    """

    theorem: CoqTheorem
    letters: tuple[sp.Expr, ...]
    signs: tuple[sp.Expr, ...]
    facts: tuple[str, ...]


def inference(
    title: str, goal: Relational, given: Mapping[str, Relational], multipliers: Mapping[str, sp.Expr] | None = None, says: str = ""
) -> Inference:
    """A theorem of Coq that the goal follows from the given facts, by name; `multipliers` of some of them say how, as in `Arithmetic`.

    Raises InvalidInput for what has no text in Coq, or for which no proof is found: this says nothing about whether it is true.
    """
    short = _Short()
    wanted = short(goal)
    known = {name: short(fact) for name, fact in given.items() if isinstance(fact, Relational)}
    own = {name: short.expression(m) for name, m in (multipliers or {}).items()}
    for kept, proof in _attempts(wanted, known, short.names.values(), bool(own)):
        spoken = printer.symbols_of(wanted, *kept.values())
        signed = tuple(s for s in spoken if (is_count(s) and s.is_positive) or (s.is_nonnegative and not is_count(s)))
        given_ = {f"given_{k}": fact for k, fact in enumerate(kept.values(), 1)}
        hypotheses = [*(f"sign_{printer.name(s.name)}" for s in signed), *given_]
        left = proof.lay_out(wanted, given_, {name: own[fact] for name, fact in zip(given_, kept, strict=True) if fact in own})
        ending = proof.closing(left)
        if ending is None:
            continue
        counts = [
            f"assert (more_{n} := slack _ _ (at_least_one _ sign_{n}))." for n in (printer.name(s.name) for s in signed if is_count(s))
        ]
        script = (f"intros {' '.join([*(printer.name(s.name) for s in spoken), *hypotheses])}.", *counts, *proof.lines, *ending)
        variables = tuple(f"{printer.name(s.name)} : {'nat' if is_count(s) else 'R'}" for s in spoken)
        conditions = (*map(_sign, signed), *map(relation, kept.values()))
        theorem = CoqTheorem(printer.name(title), says or title, variables, conditions, relation(wanted), script, requires=("Arithmetic",))
        return Inference(theorem, tuple(map(short.meant, spoken)), tuple(map(short.meant, signed)), tuple(kept))
    raise InvalidInput("goal", goal, "no certificate is found that it follows", "state it in smaller steps")


def _attempts(
    goal: Relational, known: Mapping[str, Relational], quantities: Collection[sp.Symbol], told: bool
) -> Iterator[tuple[Mapping[str, Relational], ArithmeticProof]]:
    """Which facts to try with, and what else to look for: least first. `told`: multipliers say how it follows."""
    if told:
        yield known, ArithmeticProof()
    answer = proved(goal, tuple(known.values()))
    if answer is None or answer.kind != "implied":
        yield known, ArithmeticProof()
        yield known, ArithmeticProof(further=True)
        return
    needed = {name: fact for name, fact in known.items() if str(fact) in answer.needed}
    # what is known of bases and denominators the solvers may have taken for granted
    plain = {name: fact for name, fact in known.items() if name in needed or not fact.free_symbols & set(quantities)}
    powers = any("**" in name and " is not " not in name for name in answer.core)
    yield needed, ArithmeticProof()
    yield plain, ArithmeticProof(further=powers)
    yield plain, ArithmeticProof(further=powers, shifted=True)
    if not powers:
        yield plain, ArithmeticProof(further=True)
    if plain != known:
        yield known, ArithmeticProof(further=True)


def _sign(s: sp.Symbol) -> str:
    written = printer.name(s.name)
    return f"(1 <= {written})%nat" if is_count(s) else f"0 < {written}" if s.is_positive else f"0 <= {written}"


class _Short:
    """Quantities as letters with short names."""

    def __init__(self) -> None:
        self.names: dict[sp.Symbol, sp.Symbol] = {}

    def __call__(self, fact: Relational) -> Relational:
        plain = letters(fact)
        return type(plain)(*(self.expression(side) for side in plain.args), evaluate=False)

    def expression(self, x: sp.Expr) -> sp.Expr:
        plain = letters(as_expression(x))
        for symbol in sorted(plain.free_symbols, key=lambda s: str(s.name)):
            if isinstance(symbol, Quantity) or not symbol.name.isidentifier():
                signs = {"nonnegative": True} if symbol.is_nonnegative else {"real": True}
                self.names.setdefault(symbol, users_own(f"a{len(self.names) + 1}", **signs))
        return _spread(plain.xreplace(self.names))

    def meant(self, letter: sp.Symbol) -> sp.Expr:
        return next((quantity for quantity, short in self.names.items() if short == letter), letter)


def _spread(x: sp.Expr) -> sp.Expr:
    """Exponents as sums of products, which is what Coq counts with."""
    return x.replace(lambda p: p.is_Pow and p.exp.is_Add | p.exp.is_Mul, lambda p: p.base ** sp.expand(p.exp))
