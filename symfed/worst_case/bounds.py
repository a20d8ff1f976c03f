"""Bounds of a round for every smooth, strongly convex client, as certificates in rationals; and counterexamples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain as chained
from itertools import pairwise
from typing import Any

import numpy as np
from flint import fmpq

from symfed.certificates.one_client.counterexample import RoundCounterexample
from symfed.certificates.one_client.inequality import OneClientInequality
from symfed.certificates.one_client.interpolation import ClientPath
from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.algorithm import Algorithm
from symfed.worst_case.multipliers import NOTHING, Multipliers, candidate_multipliers, chain_pairs, identity, neighbour_pairs, wide_pairs
from symfed.worst_case.question import Bound, ClientQuestion, as_float, exact
from symfed.worst_case.semidefinite import minimise

Points = list[tuple[fmpq, fmpq]]

_DENOMINATORS = (12, 100, 1000, 10**4, 10**6, 10**8)  # of a counterexample: the smallest that suffices
_HALVINGS = 256  # of a start: enough for (1 - gamma L)^(H - 1) = 1e-70
_FINE = 40  # bits of a computed bound
_EASY = 100  # a factor that every bound of interest is below
_MOST_STEPS = 30  # beyond, the programs are no longer small


def quadratic_bound(path: ClientPath) -> Bound:
    """(rho², rho², lambda): the only bound with ee = yy = rho² = max(q(mu), r(L))² that quadratics of the extremal curvature allow."""
    (q, _), (_, r) = path.factors(path.mu), path.factors(path.L)
    a = path.mu if q >= r else path.L
    extremal = path.factors(a)
    return max(q, r) ** 2, max(q, r) ** 2, extremal[0] * extremal[1]


def certify_round(algorithm: str | Algorithm, gamma: Any, H: int, mu: Any, L: Any, bound: Any = None) -> OneClientInequality:
    """A certificate that |u_H + y|² <= ee |e|² + yy |y|² + 2 ey <e, y> for all clients with curvatures from mu to L.

    bound: (ee, yy, ey); without it that of `quadratic_bound`, the least that can be true with ee = yy. Numbers are exact; a float means its
    binary value. The certificate is checked before it is returned. Raises NotConverged where none is found: the bound may be false
    (`break_round`), or true by too small a margin for double precision.
    """
    question = _read_arguments(algorithm, gamma, H, mu, L)
    path = question.path
    values = quadratic_bound(path) if bound is None else _read_bound(bound)
    for pairs in (chain_pairs(path), neighbour_pairs(path), wide_pairs(path)):
        for multipliers in candidate_multipliers(path, pairs, values):
            found = question.certificate(values, dict(zip(pairs, multipliers, strict=True)))
            if found.check().proved:
                return found
    said = f"gamma = {question.gamma}, H = {H} and the bound {', '.join(map(str, values))}"
    raise NotConverged(f"no multipliers are found for {said}: it may be false, and break_round looks for a function that breaks it")


def certify_smallest(algorithm: str | Algorithm, gamma: Any, H: int, mu: Any, L: Any, slack: float = 1e-6) -> OneClientInequality:
    """The certificate of a bound with ee = yy whose factor is at most `slack` above the least for which any ey will do.

    Raises NotConverged where double precision does not make a proof out of the slack.
    """
    if not 1e-9 <= slack < 1:
        raise InvalidInput("slack", slack, "must be between 1e-9 and 1")
    path = _read_arguments(algorithm, gamma, H, mu, L).path
    zero, one = fmpq(0), fmpq(1)
    nothing, factor, product = (path.spare(*bound) for bound in ((zero, zero, zero), (one, one, zero), (zero, zero, one)))
    multipliers = Multipliers(path, wide_pairs(path), None)
    inside = multipliers.search(nothing + _EASY * (factor - nothing))
    if inside is None:
        raise NotConverged(f"no bound is found below the factor {_EASY}: gamma = {gamma} may be too large")
    program = multipliers.program(nothing, [factor - nothing, product - nothing])
    x = minimise(program, np.array([float(_EASY), 0.0, *inside]), lambda centre: centre.gap < slack / 8).x
    ee, ey = fmpq(int(np.ceil((x[0] + slack / 2) * 2**_FINE)), 2**_FINE), fmpq(round(x[1] * 2**_FINE), 2**_FINE)
    return certify_round(algorithm, gamma, H, mu, L, (ee, ee, ey))


def break_round(algorithm: str | Algorithm, gamma: Any, H: int, mu: Any, L: Any, bound: Any = None) -> RoundCounterexample:
    """One client on the line, with a piecewise linear gradient, that does more than |u_H + y|² <= ee (|e|² + |y|²) + 2 ey <e, y>.

    bound: (ee, ee, ey), or that of `quadratic_bound`. The example is run in rationals before it is returned. Raises NotConverged where none
    is found: the bound may be true (`certify_round`).
    """
    question = _read_arguments(algorithm, gamma, H, mu, L)
    path = question.path
    ee, yy, ey = quadratic_bound(path) if bound is None else _read_bound(bound)
    if ee != yy:
        raise InvalidInput("bound", bound, "must have ee = yy, which are the factor of V")
    for e, y, points in chained(_worst_cases(path, (ee, yy, ey)), _near_the_kink(path)):
        found = _counterexample(question, ee, str(ey), e, [(y, points)])
        if found.check().proved:
            return found
    said = f"{', '.join(map(str, (ee, yy, ey)))} for gamma = {question.gamma}, H = {H}"
    raise NotConverged(f"no function is found that breaks the bound {said}: it may be true, and certify_round looks for a proof")


def break_round_of_two(algorithm: str | Algorithm, gamma: Any, H: int, mu: Any, L: Any, factor: Any = None) -> RoundCounterexample:
    """Two clients on the line of which a round multiplies V by more than the factor; without one, by more than max(q(mu), r(L))².

    They have opposite control variates. One is the quadratic of curvature L; the other has the curvature L on one side of the optimum,
    where its steps go, and mu on the other, where they begin. The first step then moves the end by more than the quadratic's does, to first
    order in e = start - optimum, unless gamma L = 1; and V loses only a multiple of e². Raises NotConverged where this does not suffice.
    """
    question = _read_arguments(algorithm, gamma, H, mu, L)
    path = question.path
    most = quadratic_bound(path)[0] if factor is None else exact("factor", factor)
    straight = [(fmpq(0), fmpq(0)), (fmpq(1), path.L)]
    for e, y, points in _near_the_kink(path):
        found = _counterexample(question, most, "", e, [(y, points), (-y, straight)])
        if found.check().proved:
            return found
    raise NotConverged(f"no two such clients are found for the factor {most}, gamma = {question.gamma}, H = {H}")


def _worst_cases(path: ClientPath, bound: Bound) -> Iterator[tuple[fmpq, fmpq, Points]]:
    """Candidates for the worst case from the dual program, rounded to larger and larger denominators."""
    multipliers = Multipliers(path, wide_pairs(path), None)
    program = multipliers.program(path.spare(*bound), [identity(path.H + 2)])
    start = np.array([0.0, *np.ones(len(multipliers.free))])
    start[0] = 1 - np.linalg.eigvalsh(program.form(start)).min()
    try:
        centre = minimise(program, start, lambda centre: centre.gap < centre.x[0] / 20 or centre.x[0] < NOTHING)
    except NotConverged:
        return
    if centre.x[0] >= NOTHING:
        worst = np.linalg.eigh(centre.dual)[1][:, -1]  # the matrix has rank one unless there are several worst functions
        yield from (_nearby_function(path, worst, denominator) for denominator in _DENOMINATORS)


def _near_the_kink(path: ClientPath) -> Iterator[tuple[fmpq, fmpq, Points]]:
    """Starts nearer and nearer to the optimum, on the flat side of a function; the control variate points to its steep side."""
    kink = [(fmpq(-1), -path.L), (fmpq(0), fmpq(0)), (fmpq(1), path.mu)]
    return ((fmpq(1, 2**k), fmpq(1), kink) for k in range(_HALVINGS))


def _counterexample(question: ClientQuestion, factor: fmpq, ey: str, e: fmpq, clients: list[tuple[fmpq, Points]]) -> RoundCounterexample:
    lines: list[Mapping[str, Any]] = [
        {"y": str(y), "gradient": [[str(x), str(g / question.gamma)] for x, g in points]} for y, points in clients
    ]
    return RoundCounterexample(**question.texts, factor=str(factor), ey=ey, start=str(e), clients=lines)


def _nearby_function(path: ClientPath, worst: Any, denominator: int) -> tuple[fmpq, fmpq, Points]:
    """e, y and a piecewise linear gradient near a vector of coordinates, inside the class."""
    scale = worst[np.argmax(np.abs(worst[:2]))]
    e, y, *gradients = (_nearby_rational(value / scale, denominator) for value in worst)
    u, seen = e, {fmpq(0): fmpq(0)}
    for g in gradients:
        if all(abs(x - u) > fmpq(1, 50 * denominator) for x in seen):
            seen[u] = g
        u -= g + y / path.H
    right, left = sorted(x for x in seen if x >= 0), sorted((x for x in seen if x <= 0), reverse=True)
    points = {fmpq(0): fmpq(0)}
    for side in (right, left):
        for x, following in pairwise(side):
            slope = (seen[following] - seen[x]) / (following - x)
            part = min(1.0, max(0.0, as_float((slope - path.mu) / (path.L - path.mu))))  # of the way from mu to L
            slope = path.mu + _nearby_rational(part, denominator) * (path.L - path.mu)
            points[following] = points[x] + slope * (following - x)
    if len(points) == 1:
        points[fmpq(1)] = path.L
    return e, y, sorted(points.items())


def _read_arguments(algorithm: str | Algorithm, gamma: Any, H: int, mu: Any, L: Any) -> ClientQuestion:
    question = ClientQuestion.read(algorithm, gamma, H, mu, L)
    if H > _MOST_STEPS:
        raise InvalidInput("H", H, f"must be at most {_MOST_STEPS}")
    return question


def _read_bound(values: Any) -> Bound:
    entries = tuple(values)
    if len(entries) != 3:
        raise InvalidInput("bound", values, "must be three numbers: ee, yy, ey")
    ee, yy, ey = (exact("bound", value) for value in entries)
    return ee, yy, ey


def _nearby_rational(value: float, denominator: int) -> fmpq:
    found = Fraction(float(value)).limit_denominator(denominator)
    return fmpq(found.numerator, found.denominator)
