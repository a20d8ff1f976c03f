"""Independent rounds at points made by earlier rounds: facts that hold of a round at every point, and moments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from symfed.core.symbols import t as round_index
from symfed.kernel.arithmetic import relation
from symfed.kernel.symbols import NEXT, numeral
from symfed.kernel.terms import Client, Index, Outcome, Term, Vec, abstract, app, free, lam, normal, spine
from symfed.kernel.text import join
from symfed.prove.bounded import power_of_norm
from symfed.prove.indices import latest_index
from symfed.prove.lower import lower_power
from symfed.prove.named import Application, NoProof, equation_sides
from symfed.prove.of_moments import move_to_random_point, relation_everywhere, replace_random_terms
from symfed.prove.of_rounds import Rounds, norm_congruence, rewrite_to_copy
from symfed.prove.pieces import body_of, function_of
from symfed.prove.random_maps import POINT, map_of
from symfed.tactics.proof import ProofLine, closed_subterms
from symfed.theorems.notation import CLIENT, DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words


def _own_rounds(t: Words, a: Application) -> list[ProofLine]:
    """Copies of a random map, one for each round, with the map's own law."""
    rounds = t.rounds[a["copy"].__name__] = Rounds(t, a)
    index = t.as_variable(round_index)
    t.declare(index)
    return [rewrite_to_copy(t, rounds, t.proof.at(rounds.alike, CLIENT, index, rounds.letter), index)]


def _at_drawn_start(t: Words, a: Application) -> list[ProofLine]:
    """E F(R(X)) = E E[F(R(x))] at x = X, where E F(R(x)) = E F(T(x)) <= r(x): R has the law of T, and is drawn after X."""
    fact, x, at, body = relation_everywhere(t, a, a["at"])
    rounds, (p, q, r, s) = t.rounds[a["copy"].__name__], (free(name, Vec) for name in ("p", "q", "r", "s"))
    index, point = next(y for y in spine(at)[1] if y.sort is Index), function_of(at)
    plain = replace_random_terms(body, {rounds.body: r, x: p})
    f = normal(abstract(abstract(abstract(abstract(plain, s), r), q), p))
    draw, early = rounds.draws(CLIENT, index, DRAW, at), rounds.chance.is_before(index, point)
    whole = t.integrable(function_of(normal(f(at, at, draw, draw))))
    made = t.proof.use("means over a draw", rounds.draws, rounds.mean, CLIENT, index, point, point, f, rounds.fresh, early, early, whole)
    value = normal(abstract(normal(f(x, x, r, r)), r))
    laws = t.proof.at(rounds.alike, CLIENT, index, x)
    same = t.proof.use("equal laws", *spine(laws.prop)[1], value, laws, t.integrable(function_of(body)))
    low = spine(same.prop)[1][0]
    below = t.arithmetic(join("<=", low, relation(fact.prop)[2]), [same, fact])
    lines = move_to_random_point(t, a, made, below, x, at)
    written = normal(app(abstract(normal(f(at, at, r, r)), r), rounds.copy(at, index, DRAW)))
    named = norm_congruence(t, [rounds.draw_equation(at, index)], written, normal(f(at, at, draw, draw)))
    return [named, *lines]


def power_in_rounds(rounds: Rounds, moment: ProofLine, v: Term, power: int) -> ProofLine:
    """|v|^n is integrable for the image of an earlier round's point, where noise has a moment of this order. Raises NoProof."""
    t = rounds.t
    _, order = power_of_norm(body_of(spine(moment.prop)[1][0])) or (v, 0)
    values = [x for x in closed_subterms(v) if spine(x)[0] in t.sequences and spine(x)[1][1:] == (DRAW,)]
    if order < power or not values:
        raise NoProof(f"no moment of order {power} of {v} is known")
    at, value = latest_index(v, t), values[0]
    norm = t.symbol("norm")(value)
    finite = t.proof.at(_moment_along(rounds, moment, spine(value)[0], order), spine(value)[1][0])
    if power < order:
        finite = lower_power(t, norm, t.proof.use("norms", value), finite, power, order - power)
    return _moved_on(rounds, moment, at, normal(app(abstract(v, value), POINT)), function_of(value), finite, power, order)


def _moved_on(rounds: Rounds, moment: ProofLine, at: Term, body: Term, given: Term, finite: ProofLine, power: int, order: int) -> ProofLine:
    """|T(X)|^n is integrable, for a map T made of rounds' draws, and an X for which |X|^n is integrable."""
    t, point = rounds.t, _moment_point(rounds.t, moment)
    drawn, early = rounds.maps.drawn(at, body), rounds.chance.is_before(at, given)
    of = point, lam(Client, point), at, numeral(power, Index), numeral(order - power, Index), map_of(body), given
    noise = _noise_moment(rounds, point, power, order)
    return t.proof.use("moments of what is drawn", rounds.draws, *of, rounds.moments, noise, drawn, early, finite)


def _moment_point(t: Words, moment: ProofLine) -> Term:
    """A point at which the noise of the problem has a moment."""
    noise = body_of(spine(moment.prop)[1][0])
    return next(spine(x)[1][3] for x in closed_subterms(noise) if spine(x)[0] is t.problem("G"))


def _noise_moment(rounds: Rounds, point: Term, power: int, order: int) -> ProofLine:
    """|p - R(p)|^(m + k) is integrable for every round: |p - T(p)|^(m + k) is, and the laws are equal."""
    t, index, y = rounds.t, rounds.t.proof.variable("round", Index), free("y", Vec)
    laws = t.proof.at(rounds.alike, CLIENT, index, point)
    one, other = spine(laws.prop)[1]
    size = join("^", t.symbol("norm")(join("-", point, y)), join("+", numeral(power, Index), numeral(order - power, Index)))
    f = normal(abstract(size, y))
    whole = t.integrable(function_of(normal(f(app(other, DRAW)))))
    return t.proof.general(t.proof.use("equal laws have means", one, other, f, laws, whole), CLIENT, index)


def _moment_along(rounds: Rounds, moment: ProofLine, chain: Term, order: int) -> ProofLine:
    """|X(n)|^m is integrable for every value of a chain of rounds, by induction; for a random start it is an open hypothesis."""
    t = rounds.t
    if chain not in rounds.norms:
        index, norm = t.proof.variable("round", Index), t.symbol("norm")
        power = numeral(order, Index)

        def norm_integrable(body: Term) -> Term:
            return t.symbol("integrable")(function_of(join("^", norm(body), power)))

        statement = abstract(normal(norm_integrable(chain(index, DRAW))), index)
        sequence, hole = t.sequences[chain], free("hole", Outcome >> Vec)
        where, first = normal(abstract(norm_integrable(app(hole, DRAW)), hole)), sequence.start
        base = t.proof.rewrite(t.assume_open(normal(app(where, equation_sides(first.prop)[1]))), t.proof.swap_sides(first), where)
        now = t.proof.assume(normal(app(statement, index)))
        later = _moved_on(rounds, moment, NEXT(index), rounds.draws(CLIENT, index, DRAW, POINT), normal(chain(index)), now, order, order)
        later = t.proof.rewrite(later, rounds.next_value(chain, index), where)
        step = t.proof.general(t.proof.discharge(later, now.prop), index)
        rounds.norms[chain] = t.proof.induction(statement, base, step)
    return rounds.norms[chain]


#: The lines of each theorem, by its name.
LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "own_rounds": _own_rounds,
    "at_drawn_start": _at_drawn_start,
}
