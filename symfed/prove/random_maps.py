"""Random maps that depend on draws only, and random points independent of them, derived from how they are built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from symfed.kernel.symbols import equal, numeral
from symfed.kernel.terms import Index, Map, Term, Vec, abstract, app, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.prove.named import NoProof, Noted, equation_sides
from symfed.prove.pieces import pieces
from symfed.tactics.proof import ProofLine
from symfed.theorems.notation import CLIENT, DRAW

if TYPE_CHECKING:
    from symfed.prove.chance import Chance
    from symfed.prove.words import Words

POINT: Final = free("point", Vec)


def map_of(body: Term) -> Term:
    """A vector in terms of the draw and the point, as a random map."""
    return normal(abstract(abstract(body, POINT), DRAW))


class RandomMaps:
    """Facts about random maps that depend on a problem's draws only, or on those of rounds.

    `starts`: random points built before all draws, with the facts that they are.
    """

    def __init__(self, t: Words, chance: Chance) -> None:
        self.t, self.chance, self.draws = t, chance, chance.draws
        self.starts: dict[Term, ProofLine] = Noted("put before all draws")
        self._known: dict[Term, ProofLine] = {}
        self._sequences: dict[tuple[Term, int], ProofLine] = {}

    def drawn(self, at: Term, body: Term) -> ProofLine:
        """The fact that a random map depends on the draws before an index only. Raises NoProof."""
        t, total, key = self.t, None, self._drawn_statement(at, body)
        if key in self._known:
            return self._known[key]
        t.declare(POINT)
        for coefficient, piece in pieces(body):
            step = self._drawn_piece(at, piece)
            known, so_far = total or (step, piece)
            weights = (coefficient, numeral(0)) if total is None else (numeral(1), coefficient)
            added = t.proof.use("drawn: combinations", self.draws, *weights, at, map_of(so_far), map_of(piece), known, step)
            total = added, join("+", join("*", weights[0], so_far), join("*", weights[1], piece))
        if total is None:
            raise NoProof("a random map that is zero")
        self._known[key] = self._in_other_form(at, total[0], total[1], body)
        return self._known[key]

    def _drawn_statement(self, at: Term, body: Term) -> Term:
        return normal(self.t.symbol("drawn")(self.draws, at, map_of(body)))

    def _in_other_form(self, at: Term, step: ProofLine, written: Term, wanted: Term) -> ProofLine:
        """Transfer a fact about a random map to the same map in another form."""
        if map_of(written) is map_of(wanted):
            return step
        return self._rewrite_values(at, step, self.t.arithmetic(equal(written, wanted)))

    def _rewrite_values(self, at: Term, step: ProofLine, equation: ProofLine) -> ProofLine:
        """drawn(right) from drawn(left), for an equation of their values."""
        t = self.t
        everywhere = t.proof.general(equation, DRAW, POINT)
        hole = free("hole", map_of(equation_sides(equation.prop)[0]).sort)
        return t.proof.rewrite(step, everywhere, abstract(t.symbol("drawn")(self.draws, at, hole), hole))

    def _drawn_piece(self, at: Term, piece: Term) -> ProofLine:
        t = self.t
        head, of = spine(piece)
        key = self._drawn_statement(at, piece)
        if key in self._known:
            return self._known[key]
        if not piece.leaves & {DRAW, POINT}:
            return t.proof.use("drawn: what is not drawn", self.draws, at, piece)
        if head is POINT:
            return t.proof.use("drawn: the point itself", self.draws, at)
        if head.one == "mean":
            inside = normal(app(of[0], CLIENT))
            own = t.proof.general(self.drawn(at, inside), CLIENT)
            return t.proof.use("drawn: means", self.draws, at, normal(abstract(map_of(inside), CLIENT)), own)
        if head.one == "*" and of[0].sort is Map and not of[0].leaves & {DRAW, POINT}:
            return t.proof.use("drawn: maps", self.draws, at, of[0], map_of(of[1]), self.drawn(at, of[1]))
        if head is t.problem("grad") and self.draws is t.problem("G"):
            known = t.class_fact("Fresh"), self.drawn(at, of[1])
            return t.proof.use("drawn: a gradient", self.draws, head, of[0], at, map_of(of[1]), *known)
        if head is self.draws:
            client, step, _, point = of
            made = t.proof.use("drawn: a draw", self.draws, client, step, map_of(point), self.drawn(step, point))
            return self.chance.extend_to_index(at, join("+", step, numeral(1, Index)), made, "drawn: later")
        if t.letters.get(head.one) is head and of == (POINT, DRAW):  # no condition says which draws it depends on
            first = normal(t.symbol("drawn")(self.draws, numeral(1, Index), map_of(piece)))
            return self.chance.extend_to_index(at, numeral(1, Index), t.assume_open(first), "drawn: later")
        if head in t.values:
            value = t.proof.at(t.values[head], *of)
            return self._rewrite_values(at, self.drawn(at, equation_sides(value.prop)[1]), t.proof.swap_sides(value))
        if head in t.sequences:
            *values, index, _ = of
            place = values.index(POINT) if POINT in values else len(values)
            others = [v for k, v in enumerate(values) if k != place]
            early = normal(t.symbol("drawn")(self.draws, index, map_of(piece)))
            made = self._known[early] if early in self._known else t.proof.at(self._drawn_sequence(head, place), *others, index)
            return self.chance.extend_to_index(at, index, made, "drawn: later")
        raise NoProof(f"{piece} is not made of the draws before {at}")

    def _drawn_sequence(self, head: Term, place: int) -> ProofLine:
        """Every value of a sequence, as a map of one of its parameters, depends on the draws before its index only."""
        t = self.t
        if (head, place) in self._sequences:
            return self._sequences[head, place]
        sequence, index = t.sequences[head], t.proof.variable("step", Index)
        parameters = list(sequence.parameters)
        if place < len(parameters):  # else a map that does not depend on the point
            parameters[place] = POINT
        others = [v for v in parameters if v is not POINT]
        t.declare(*parameters)
        value = head(*parameters, index, DRAW)
        statement = abstract(t.symbol("drawn")(self.draws, index, map_of(value)), index)
        begins, goes_on = (
            t.pointwise(t.proof.at(fact, *parameters, *more), [DRAW]) for fact, more in ((sequence.start, ()), (sequence.step, (index,)))
        )
        zero, after = numeral(0, Index), const("S", to(Index, Index))(index)
        base = self._rewrite_values(zero, self.drawn(zero, equation_sides(begins.prop)[1]), t.proof.swap_sides(begins))
        now = t.proof.assume(normal(app(statement, index)))
        self._known[now.prop] = now
        later = self._rewrite_values(after, self.drawn(after, equation_sides(goes_on.prop)[1]), t.proof.swap_sides(goes_on))
        self._known = {k: s for k, s in self._known.items() if now.prop not in s.fact.hypotheses}
        step = t.proof.general(t.proof.discharge(later, now.prop), index)
        whole = t.proof.at(t.proof.induction(statement, base, step), index)
        self._sequences[head, place] = t.proof.general(whole, *others, index)
        return self._sequences[head, place]
