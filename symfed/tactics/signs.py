"""The sign of a number by those of its parts: a product, sum or quotient of nonnegative numbers is nonnegative."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import number, plus
from symfed.kernel.symbols import known, numeral, sides
from symfed.kernel.terms import Index, Num, Term, normal, spine
from symfed.kernel.text import join
from symfed.tactics.arithmetic import NotFound, prove
from symfed.tactics.proof import ProductOfFacts, ProofLine

if TYPE_CHECKING:
    from symfed.tactics.reasoning import Reasoning


class SignsOfNumbers:
    """Proves signs of numbers at one place of a proof, from its conditions, its facts, and facts `near`."""

    def __init__(self, t: Reasoning, near: Sequence[ProofLine]) -> None:
        self.t = t
        self.near = [*near, *t.facts.values(), *t.conditions]
        self.signs: dict[Term, ProofLine] = {}

    def sign_of(self, x: Term) -> ProofLine:
        """0 < x, or 0 <= x. Raises NotFound."""
        x = normal(x)
        if x not in self.signs:
            self.signs[x] = self._derive_sign(x)
        return self.signs[x]

    def positive_sign(self, x: Term) -> ProofLine:
        """0 < x. Raises NotFound."""
        found = self.sign_of(x)
        if relation(found.prop)[0] != "<":
            raise NotFound(f"{x} is not known to be positive")
        return found

    def _derive_sign(self, x: Term) -> ProofLine:
        if found := self._sign_by_facts(x):
            return found
        head, of = spine(x)
        proof = self.t.proof
        if head.kind == "const" and x.sort is Num:
            if head.one.isdigit() and not of:
                value = ProductOfFacts((), Fraction(int(head.one)))
                return proof.arithmetic(join("<", numeral(0), x), value) if head.one != "0" else proof.arithmetic(join("<=", x, x))
            if head.one == "*" and len(of) == 2:
                try:
                    return self._sign_of_product(x, *map(self.sign_of, of))
                except NotFound:
                    return self._sign_by_search(x)
            if head.one == "+":
                return self._sign_of_sum(x, of)
            if head.one == "/" and of[1].kind == "const" and of[1].one.isdigit():
                own = self.sign_of(of[0])
                kind = relation(own.prop)[0]
                return proof.arithmetic(join(kind, numeral(0), x), ProductOfFacts((own,), Fraction(1, int(of[1].one))))
            if head.one == "/":
                below = proof.use("inverses are positive", of[1], self.positive_sign(of[1]))
                return below if of[0] is numeral(1) else self._sign_of_product(x, self.sign_of(of[0]), below)
            if head.one == "^" and of[1].kind == "const":
                half, odd = divmod(int(of[1].one), 2)
                square = join("^", of[0], numeral(half, Index))
                try:
                    own = self.sign_of(of[0])
                except NotFound:
                    if odd:
                        raise
                    return proof.arithmetic(join("<=", numeral(0), x), ProductOfFacts((), squares=(square,)))
                if relation(own.prop)[0] == "<":
                    return proof.arithmetic(join("<", numeral(0), x), ProductOfFacts((own,) * (2 * half + odd)))
                return proof.arithmetic(join("<=", numeral(0), x), ProductOfFacts((own,) * odd, squares=(square,)))
        return self._sign_by_search(x)

    def _sign_by_facts(self, x: Term) -> ProofLine | None:
        wanted = number(x)
        for fact in self.near:
            for kind in ("<", "<="):
                ends = sides(fact.prop, kind)
                if ends and plus(number(ends[1]), number(ends[0]), Fraction(-1)) == wanted:
                    return self.t.proof.arithmetic(join(kind, numeral(0), x), ProductOfFacts((fact,)))
        return None

    def _sign_of_product(self, x: Term, *factors: ProofLine) -> ProofLine:
        strict = all(relation(factor.prop)[0] == "<" for factor in factors)
        return self.t.proof.arithmetic(join("<" if strict else "<=", numeral(0), x), ProductOfFacts(factors))

    def _sign_of_sum(self, x: Term, of: tuple[Term, ...]) -> ProofLine:
        try:
            signs = [self.sign_of(part) for part in of]
        except NotFound:
            return self._sign_by_search(x)
        strict = any(relation(sign.prop)[0] == "<" for sign in signs)
        return self.t.proof.arithmetic(join("<" if strict else "<=", numeral(0), x), *(ProductOfFacts((sign,)) for sign in signs))

    def _sign_by_search(self, x: Term) -> ProofLine:
        own = _symbols_in(x)
        alike = [f for f in self.near if (sides(f.prop, "<") or sides(f.prop, "<=")) and _symbols_in(f.prop) and _symbols_in(f.prop) <= own]
        beside = list({f.prop: f for f in (*alike, *self.t.conditions, *self.t.facts_about([x]))}.values())
        found = self.t.try_prove(join("<", numeral(0), x), beside, effort=3)
        return found or prove(self.t.proof, join("<=", numeral(0), x), beside, effort=3)


def _symbols_in(x: Term) -> set[Term]:
    return {leaf for leaf in x.leaves if not known(leaf)}
