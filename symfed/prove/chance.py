"""Integrability, dependence on earlier draws only, and expectations of sums, derived from how a random quantity is built."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from symfed.kernel.forms import count
from symfed.kernel.symbols import NEXT, equal, numeral
from symfed.kernel.terms import Index, Map, Num, Outcome, Tensor, Term, Vec, abstract, app, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.prove.bounded import bounded_power, moment_facts, of_several, power_of_norm, power_with_mean, square_of_draw
from symfed.prove.indices import latest_index, steps_ahead
from symfed.prove.named import NoProof
from symfed.prove.pieces import INNER, OUTER, body_of, function_of, pieces
from symfed.prove.products import open_power, power_of_sum, with_mean
from symfed.tactics.proof import ProductOfFacts, ProofLine, closed_subterms
from symfed.theorems.notation import CLIENT, DRAW

if TYPE_CHECKING:
    from symfed.prove.of_rounds import Rounds
    from symfed.prove.words import Words

_E = {sort: const("E", to(Outcome >> sort, sort)) for sort in (Num, Vec)}


class Chance:
    """Facts about random quantities in one claim's proof, for one family of draws: the problem's own, or those of rounds."""

    def __init__(self, t: Words, rounds: Rounds | None = None) -> None:
        self.t, self.rounds, self.draws = t, rounds, rounds.draws if rounds else t.problem("G")
        self._known: dict[Term, ProofLine] = {}
        self.noted: dict[Term, ProofLine] = {}  # integrable by a theorem

    def moments_fact(self) -> ProofLine:
        return self.rounds.moments if self.rounds else self.t.class_fact("Moments")

    # integrable

    def integrable(self, function: Term) -> ProofLine:
        """The fact that a random number or vector is integrable. Raises NoProof."""
        function = normal(function)
        if function not in self._known:
            self._known[function] = self._derive_integrable(function)
        return self._known[function]

    def note_integrable(self, line: ProofLine) -> None:
        """Note a fact that a function is integrable."""
        self._known[spine(line.prop)[1][0]] = self.noted[spine(line.prop)[1][0]] = line

    def _derive_integrable(self, function: Term) -> ProofLine:
        t, body = self.t, body_of(function)
        vectors = body.sort is Vec
        if DRAW not in body.leaves:
            return t.proof.use("constant vectors are integrable" if vectors else "constants are integrable", body)
        if not vectors and (made := power_of_sum(t, body)):
            return made
        parts = [(coefficient, function_of(piece)) for coefficient, piece in pieces(body)]
        whole, step = self.combine_integrable([(coefficient, own, self._integrable_piece(own)) for coefficient, own in parts], vectors)
        return self._as_written(step, whole, function, t.symbol("integrable_vector" if vectors else "integrable"))

    def combine_integrable(self, parts: Sequence[tuple[Term, Term, ProofLine]], vectors: bool = False) -> tuple[Term, ProofLine]:
        """A linear combination of integrable functions, with the fact that it is integrable."""
        combine = "combinations of vectors are integrable" if vectors else "combinations are integrable"
        return summed(parts, lambda a, b, *of: self.t.proof.use(combine, a, b, *of))

    def _integrable_piece(self, function: Term) -> ProofLine:
        if function not in self._known:
            others = [rounds.chance for rounds in self.t.rounds.values() if self.rounds is None and rounds.occur_in(function)]
            self._known[function] = of_several(self.t, function) if others[1:] else (others or [self])[0]._integrable_single(function)
        return self._known[function]

    def _integrable_single(self, function: Term) -> ProofLine:
        t, body = self.t, body_of(function)
        head, of = spine(body)
        if DRAW not in body.leaves:
            return t.proof.use("constant vectors are integrable" if body.sort is Vec else "constants are integrable", body)
        if head.one == "mean":
            inside = function_of(normal(app(of[0], CLIENT)))
            means = "means of vectors are integrable" if body.sort is Vec else "means are integrable"
            return t.proof.use(means, normal(abstract(inside, CLIENT)), t.proof.general(self.integrable(inside), CLIENT))
        if body.sort is Vec:
            if head.one == "*" and of[0].sort is Map and DRAW in of[0].leaves and DRAW not in of[1].leaves:
                return t.value_of_random_map(*of)[0]
            if head.one == "*" and of[0].sort is Tensor:
                return self.t.value_of_tensor("values of a tensor are integrable", of[0], function_of(of[1]))
            at = latest_index(body, t)
            if not t.assumes("Moments") and head is t.problem("G") and DRAW not in of[3].leaves:
                return t.proof.use("draws at a point", t.problem("G"), t.problem("grad"), *of[:2], of[3], t.class_fact("Fresh"))
            if t.assumes("Moments") or not t.assumes("Smooth"):
                return t.proof.use("vectors with moments", self.draws, at, function, self.moments_fact(), self.is_before(at, function))
            known = t.class_fact("Fresh"), t.class_fact("Smooth"), self.is_before(at, function)
            return t.proof.use("means of what is built", t.problem("G"), t.problem("grad"), at, function, t.problem("L"), *known)
        if head.one == "inner" and not t.assumes("Moments"):
            return self._integrable_product(function, *of)
        if head.one == "inner":
            at = latest_index(body, t)
            pair = [function_of(side) for side in of]
            early = [self.is_before(at, side) for side in pair]
            return t.proof.use("moments", self.draws, at, *pair, self.moments_fact(), *early)
        if head.one == "*" and [spine(side)[0].one for side in of] == ["norm", "norm"]:
            pair = [spine(side)[1][0] for side in of]
            outer = OUTER(*pair)
            same = t.proof.use("Frobenius norm of an outer product", *pair)
            return self.as_number(t.frobenius_has_mean(function_of(outer)), t.symbol("frobenius")(outer), body, [same])
        if head.one == "frobenius":
            return t.frobenius_has_mean(function_of(of[0]))
        if head.one == "norm" and t.assumes("Moments"):
            at, inside = latest_index(body, t), function_of(of[0])
            if any(x.sort is Tensor for x in closed_subterms(of[0])):
                return t.proof.use("norms of integrable vectors", inside, self.integrable(inside))
            return t.proof.use("norms have a mean", self.draws, at, inside, self.moments_fact(), self.is_before(at, inside))
        by_products, power = t.assumes("Moments") or not t.assumes("Smooth"), power_of_norm(body)
        if power and power[1] > 1 and not t.assumes("Moments") and by_products and (power[1] != 2 or moment_facts(t)):
            return self.as_number(open_power(t, *power), join("^", t.symbol("norm")(power[0]), numeral(power[1], Index)), body, [])
        if head.one == "^" and spine(of[0])[0].one == "norm" and count(of[1]) == {(): 2} and by_products:
            v = spine(of[0])[1][0]
            search = self._integrable_piece if t.assumes("Moments") else self.integrable
            return self.as_number(search(function_of(INNER(v, v))), INNER(v, v), body, [t.proof.use("norm", v)])
        if head.one in ("norm", "^") and spine(of[0] if head.one == "^" else body)[0].one == "norm":
            base, exponent = (of[0], of[1]) if head.one == "^" else (body, numeral(1, Index))
            v, order = spine(base)[1][0], count(exponent).get((), 0)
            for moment in moment_facts(t):
                if self.rounds:
                    from symfed.prove.chains import power_in_rounds

                    return self.as_number(power_in_rounds(self.rounds, moment, v, order), join("^", base, numeral(order, Index)), body, [])
                return self.as_number(power_with_mean(t, moment, v, order), join("^", base, numeral(order, Index)), body, [])
            return self.as_number(bounded_power(t, latest_index(body, t), v, exponent), join("^", base, exponent), body, [])
        return with_mean(t, body)

    def _integrable_product(self, function: Term, one: Term, other: Term) -> ProofLine:
        """The fact that an inner product with a deterministic vector, or the square of a draw, is integrable."""
        if one is other and (known := square_of_draw(self.t, one)) is not None:
            return known
        body, still, drawn = body_of(function), *((one, other) if DRAW not in one.leaves else (other, one))
        if DRAW in still.leaves:
            raise NoProof(f"{body} is not known to be integrable")
        step = self.t.proof.use("products with what is not drawn", still, function_of(drawn), self.integrable(function_of(drawn)))
        return self.as_number(step, INNER(still, drawn), body, [])

    def as_number(self, step: ProofLine, known: Term, body: Term, by: list[ProofLine]) -> ProofLine:
        """Transfer an integrability fact to a number that is equal for every draw."""
        return self.transfer(step, self.t.arithmetic(equal(known, body), by))

    def transfer(self, step: ProofLine, same: ProofLine) -> ProofLine:
        """Transfer an integrability fact from the left side of an equation to the right side."""
        hole = free("hole", Outcome >> Num)
        return self.t.proof.rewrite(step, self.t.proof.general(same, DRAW), abstract(self.t.symbol("integrable")(hole), hole))

    # before

    def is_before(self, at: Term, function: Term) -> ProofLine:
        """The fact that a random vector is built by the steps before an index. Raises NoProof."""
        key = normal(self.t.symbol("before")(self.draws, at, normal(function)))
        if key not in self._known:
            made = self._derive_before(at, normal(function))
            if made.prop is not key:
                raise NoProof(f"{made.prop} where {key} is meant")
            self._known[key] = made
        return self._known[key]

    def _derive_before(self, at: Term, function: Term) -> ProofLine:
        t, body = self.t, body_of(function)
        if DRAW not in body.leaves:
            return t.proof.use("before: what is not drawn", self.draws, at, body)
        parts = [(coefficient, function_of(piece), self._piece_before(at, piece)) for coefficient, piece in pieces(body)]
        whole, step = summed(parts, lambda a, b, *of: t.proof.use("before: combinations", self.draws, a, b, at, *of))
        return self._as_written(step, whole, function, t.symbol("before")(self.draws, at))

    def _as_written(self, step: ProofLine, whole: Term, function: Term, says: Term) -> ProofLine:
        """Transfer a fact about a function to the same function in another form; `says` is the predicate."""
        if whole is function:
            return step
        same = self.t.proof.general(self.t.arithmetic(equal(body_of(whole), body_of(function))), DRAW)
        hole = free("hole", function.sort)
        return self.t.proof.rewrite(step, same, abstract(says(hole), hole))

    def _piece_before(self, at: Term, piece: Term) -> ProofLine:
        t = self.t
        head, of = spine(piece)
        if DRAW not in piece.leaves:
            return t.proof.use("before: what is not drawn", self.draws, at, piece)
        if head.one == "mean":
            inside = function_of(normal(app(of[0], CLIENT)))
            own = t.proof.general(self.is_before(at, inside), CLIENT)
            return t.proof.use("before: means", self.draws, at, normal(abstract(inside, CLIENT)), own)
        if head.one == "*" and of[0].sort is Map:
            inside = function_of(of[1])
            return t.proof.use("before: maps", self.draws, at, of[0], inside, self.is_before(at, inside))
        if head is self.draws:
            client, step, _, point = of
            return self._result_before(at, step, lambda: self._draw_before(client, step, point))
        if head is t.problem("grad"):
            client, inside = of[0], function_of(of[1])
            problem = t.problem("G"), t.problem("grad")
            return t.proof.use("before: a gradient", *problem, client, at, inside, t.class_fact("Fresh"), self.is_before(at, inside))
        if head in t.random_maps.starts and of == (DRAW,):
            return self._start_before(at, head, t.random_maps.starts[head])
        if head in t.values:
            return self._defined_before(at, t.proof.at(t.values[head], *of))
        if head in t.sequences:
            return self._value_before(at, head, of)
        if t.letters.get(head.one) is head and (of in ((DRAW,), (CLIENT, DRAW)) or latest_index(piece, t) is numeral(1, Index)):
            # a random vector without an index is drawn before all steps, a random map at the first: that is how they are read
            first = t.symbol("before")(t.problem("G"), latest_index(piece, t), function_of(piece))
            return self._start_before(at, function_of(piece), t.assume_open(first))
        raise NoProof(f"{piece} is not built by the steps before {at}")

    def _start_before(self, at: Term, function: Term, first: ProofLine) -> ProofLine:
        """A vector built before the problem's draws is built before those of rounds."""
        first = self.t.proof.by(self.t.proof.at(self.rounds.starts, function), first) if self.rounds else first
        return self.extend_to_index(at, spine(first.prop)[1][1], first)

    def _draw_before(self, client: Term, step: Term, point: Term) -> tuple[Term, ProofLine]:
        f = function_of(point)
        return join("+", step, numeral(1, Index)), self.t.proof.use("before: a draw", self.draws, client, step, f, self.is_before(step, f))

    def _result_before(self, at: Term, step: Term, make: Any) -> ProofLine:
        """A vector built before the end of a step is built before any later index."""
        reached, made = make()
        return self.extend_to_index(at, reached, made)

    def extend_to_index(self, at: Term, reached: Term, made: ProofLine, later: str = "before: later") -> ProofLine:
        """A vector built before an index is built before a later one. Raises NoProof for an index that is not later."""
        t = self.t
        gap = steps_ahead(at, reached)
        if gap is None:
            raise NoProof(f"{reached} is not known to be up to {at}")
        _, (_, reached, function) = spine(made.prop)  # the index as it is written there
        if set(gap) <= {()}:
            for _ in range(gap.get((), 0)):
                made, reached = t.proof.use(later, self.draws, reached, function, made), NEXT(reached)
            return t.at_index(made, reached, at)
        if later != "before: later":
            raise NoProof(f"{reached} is not known to be up to {at}")
        ahead_by, zero = t.proof.variable("later", Index), numeral(0, Index)

        def on(k: Term) -> Term:
            return k if reached is zero else join("+", reached, k)

        statement = abstract(normal(t.symbol("before")(self.draws, on(ahead_by), function)), ahead_by)
        base = t.at_index(made, reached, on(zero))
        now = t.proof.assume(normal(app(statement, ahead_by)))
        after = t.proof.use(later, self.draws, on(ahead_by), function, now)
        after = t.at_index(after, NEXT(on(ahead_by)), on(NEXT(ahead_by)))
        step = t.proof.general(t.proof.discharge(after, now.prop), ahead_by)
        steps = written(gap, Index)
        return t.at_index(t.proof.at(t.proof.induction(statement, base, step), steps), on(steps), at)

    def _defined_before(self, at: Term, equation: ProofLine) -> ProofLine:
        """A defined name is built before an index if its definition is."""
        t = self.t
        same = t.proof.general(t.proof.swap_sides(equation), DRAW)
        built, hole = function_of(_equation_sides(equation)[1]), free("hole", Outcome >> Vec)
        return t.proof.rewrite(self.is_before(at, built), same, abstract(t.symbol("before")(self.draws, at, hole), hole))

    def _value_before(self, at: Term, head: Term, of: tuple[Term, ...]) -> ProofLine:
        """A value of a sequence, possibly at a random point, is built before an index: by induction along its definition."""
        t, place = self.t, next(k for k, x in enumerate(of) if x.sort is Index)
        values, index, draws = of[:place], of[place], of[place + 1 :]
        here = normal(t.symbol("before")(self.draws, index, function_of(head(*of))))
        if here in self._known:
            return self.extend_to_index(at, index, self._known[here])
        return self.extend_to_index(at, index, t.proof.at(self._sequence_before(head, values, draws), index))

    def _sequence_before(self, head: Term, values: tuple[Term, ...], draws: tuple[Term, ...]) -> ProofLine:
        """Every value of a sequence from these starts is built by the steps before its index."""
        t, key = self.t, head(*values)
        if key not in t.inductions:
            sequence, index, zero = t.sequences[head], t.proof.variable("step", Index), numeral(0, Index)
            t.declare(*sequence.parameters)

            def built(k: Term) -> Term:
                return normal(t.symbol("before")(self.draws, k, function_of(head(*values, k, *draws))))

            def from_right(equation: ProofLine, k: Term) -> ProofLine:
                equation = t.pointwise(equation, draws)
                step, hole = self.is_before(k, function_of(_equation_sides(equation)[1])), free("hole", Outcome >> Vec)
                turned = t.proof.swap_sides(t.proof.general(equation, DRAW))
                return t.proof.rewrite(step, turned, abstract(t.symbol("before")(self.draws, k, hole), hole))

            base = from_right(t.proof.at(sequence.start, *values) if values else sequence.start, zero)
            now = t.proof.assume(built(index))
            self._known[now.prop] = now
            later = from_right(t.proof.at(sequence.step, *values, index), NEXT(index))
            del self._known[now.prop]
            self._known = {k: s for k, s in self._known.items() if now.prop not in s.fact.hypotheses}
            step = t.proof.general(t.proof.discharge(later, now.prop), index)
            t.inductions[key] = t.proof.induction(normal(abstract(built(index), index)), base, step)
        return t.inductions[key]

    # expectations

    def expanded(self, function: Term) -> list[ProofLine]:
        """Equations for E of a sum as the sum of expectations, and for E of a mean over clients as the mean of expectations."""
        t, body = self.t, body_of(function)
        vectors = body.sort is Vec
        linear = "E of vectors is linear" if vectors else "E is linear"
        if DRAW not in body.leaves:
            return [t.proof.use("E of a constant vector" if vectors else "E of a constant", body)]
        combine = "combinations of vectors are integrable" if vectors else "combinations are integrable"
        found, parts, result = list[ProofLine](), list[tuple[Term, Term, ProofLine]](), const("zero", Vec) if vectors else numeral(0)
        for coefficient, piece in pieces(body):
            own = function_of(piece)
            parts.append((coefficient, own, self._integrable_piece(own)))
            averages = self._expected_piece(own)
            found += [self._scaled_equation(coefficient, equation) for equation in averages]
            result = join("+", result, join("*", coefficient, _equation_sides(averages[0])[1] if averages else _E[body.sort](own)))

        def added(*of: Any) -> ProofLine:
            found.append(t.proof.use(linear, *of))
            return t.proof.use(combine, *of)

        summed(parts, added)
        return [t.proof.arithmetic(equal(_E[body.sort](function), result), *(ProductOfFacts((step,)) for step in found))]

    def _scaled_equation(self, coefficient: Term, equation: ProofLine) -> ProofLine:
        left, right = _equation_sides(equation)
        if coefficient is numeral(1):
            return equation
        return self.t.proof.arithmetic(
            equal(join("*", coefficient, left), join("*", coefficient, right)), ProductOfFacts((equation,), left=coefficient)
        )

    def _expected_piece(self, own: Term) -> list[ProofLine]:
        """The expectation of one piece: a constant, or a mean over clients."""
        t, body = self.t, body_of(own)
        head, of = spine(body)
        if DRAW not in body.leaves:
            return [t.proof.use("E of a constant vector" if body.sort is Vec else "E of a constant", body)]
        if head.one == "mean":
            inside = function_of(normal(app(of[0], CLIENT)))
            each = t.proof.general(self.integrable(inside), CLIENT)
            sentence = "E of a mean of vectors" if body.sort is Vec else "E of a mean"
            return [t.proof.use(sentence, normal(abstract(inside, CLIENT)), each)]
        if head.one == "*" and of[0].sort is Map and DRAW in of[0].leaves:
            return [t.value_of_random_map(*of)[1]]
        if head.one == "*" and of[0].sort is Tensor:
            return [self.t.value_of_tensor("E of a tensor's value", of[0], function_of(of[1]))]
        if body.sort is Vec and head.one == "*" and of[0].sort is not Num and DRAW not in of[0].leaves:
            inside = function_of(of[1])
            return [t.proof.use("E of a map's value", of[0], inside, self.integrable(inside))]
        return []


def summed(parts: Sequence[tuple[Term, Term, ProofLine]], add: Callable[..., ProofLine]) -> tuple[Term, ProofLine]:
    """A linear combination of functions with the fact about it that is known of each: `add(a, b, f, g, ...)` gives it for a f + b g."""
    (first, f, step), *others = parts
    made, total = add(first, numeral(0), f, f, step, step), _linear_combination(first, f, numeral(0), f)
    for coefficient, g, own in others:
        made = add(numeral(1), coefficient, total, g, made, own)
        total = _linear_combination(numeral(1), total, coefficient, g)
    return total, made


def _linear_combination(a: Term, f: Term, b: Term, g: Term) -> Term:
    return function_of(join("+", join("*", a, body_of(f)), join("*", b, body_of(g))))


def _equation_sides(step: ProofLine) -> tuple[Term, Term]:
    from symfed.prove.named import equation_sides

    return equation_sides(step.prop)
