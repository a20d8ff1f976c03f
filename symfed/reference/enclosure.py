"""Rigorous stationary moments in dimension one: a value, a radius, and a certificate that others can check."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Any

import flint
import mpmath
import numpy as np
from mpmath.libmp import to_rational

from symfed.certificates import LawCertificate, NotProved, check
from symfed.certificates.balls import bound, monomials, node_values, working
from symfed.certificates.checker import enclosures, residuals
from symfed.certificates.rounds import ClientSteps, Round, client_steps, one_round
from symfed.certificates.statement import FUNCTIONS, number, read
from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.algorithm import Algorithm, Traced
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import LogisticProblem
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import RATIONALS, Ring
from symfed.reference.quadrature.projection import invariant_interval
from symfed.reference.result import Stationary
from symfed.reference.setting import Setting, prepare

#: formulas as text, in the checker's functions and the one that LogisticProblem uses
_TEXT = Ring(
    "certificates",
    lambda q: Traced(str(q), 3 if q >= 0 and q.q == 1 else 2),
    {name: lambda x, name=name: Traced(f"{name}({x.text})") for name in FUNCTIONS}
    | {"sigmoid": lambda x: 1 / (1 + Traced(f"exp(-({x.text}))"))},
)
_MARGIN = flint.fmpq(1, 32)  # share of the hull's length added at each end, so that invariance holds with a margin
_FINEST = 240  # degree: one round then costs some twenty seconds
_PLACES = 100  # the most decimals of a claim


def stationary_enclosed(algorithm: str | Algorithm, problem: FiniteProblem, gamma: Any, H: int, digits: int = 15) -> Stationary:
    """Stationary mean and second moment about theta*, with errors that are proven bounds.

    Numbers are mpmath's. The error of the mean is about 10^-digits of the length of an interval that the iterates cannot leave, or less,
    that of the second moment the same fraction of its square. For d = 1, finitely many samples, affine server steps, and local steps that
    do not read x_start. They are what the checker's own functions enclose; `certify` writes them down and has them checked once more.
    Raises InvalidInput for other problems or rules and for gamma > 1/L, NotConverged if fewer digits were reached.
    """
    claims = _found(algorithm, problem, gamma, H, digits).claims
    (mean, mean_error), (moment, moment_error) = (_as_mpf(claims[name], digits) for name in ("mean", "second_moment"))
    return Stationary(
        np.array([mean], dtype=object),
        np.array([[moment]], dtype=object),
        np.array([mean_error], dtype=object),
        "enclosure",
        rigorous=True,
        second_moment_error=np.array([[moment_error]], dtype=object),
    )


def certify(algorithm: str | Algorithm, problem: FiniteProblem, gamma: Any, H: int, digits: int = 15) -> LawCertificate:
    """A certificate for the mean, the bias and the second moment, as accurate as `stationary_enclosed`, accepted by the checker.

    Save `.to_json()`; `python -m symfed.certificates FILE` needs nothing else of symfed. Raises as `stationary_enclosed` does.
    """
    certificate = _found(algorithm, problem, gamma, H, digits)
    verdict = check(certificate)
    if not verdict.proved:
        raise NotConverged(f"the checker rejects the certificate: {verdict.reason}")
    return certificate


def _found(algorithm: str | Algorithm, problem: FiniteProblem, gamma: Any, H: int, digits: int) -> LawCertificate:
    """A certificate whose claims are enclosures, and as narrow as they are wanted."""
    if not isinstance(problem, FiniteProblem) or problem.dim != 1:
        raise InvalidInput("problem", problem, "must have d = 1 and finitely many samples", 'use method="montecarlo"')
    if isinstance(digits, bool) or int(digits) != digits or not 1 <= digits <= 40:
        raise InvalidInput("digits", digits, "must be an integer between 1 and 40")
    problem.check_step(gamma)
    draft = _unproven_certificate(prepare(get_algorithm(algorithm), gamma, H, RATIONALS), problem, digits)
    wanted, best, reason = 10.0**-digits, math.inf, ""
    size, degree = digits + 8, 8 * (digits + 8) // 5
    while degree <= _FINEST:
        try:
            certificate, left, missed = _attempt_certificate(replace(draft, effort=_effort(degree, digits)), size, digits)
        except NotProved as obstacle:
            left, missed, reason = 0.0, math.inf, f" ({obstacle})"
        if left + missed <= wanted:
            return certificate
        best = min(best, left + missed)
        size, degree = (_next_degree(n, error, wanted) for n, error in ((size, left), (degree, missed)))
        degree = max(degree, 3 * size // 2)
    raise NotConverged(f"enclosure for {problem!r}: {best:.2g} of the interval was reached, {wanted:.2g} was asked for{reason}")


def _effort(degree: int, digits: int) -> dict[str, int]:
    # monomials of degree n on [-1, 1] cost a factor (1 + sqrt 2)^n = 2^(1.27 n)
    return {"degree": degree, "pieces": 64, "order": 12 + degree // 5, "bits": 120 + 4 * digits + 4 * degree // 3}


def _next_degree(n: int, error: float, wanted: float) -> int:
    """The degree at which an error that decreases geometrically in n should be a tenth of the wanted one; at most 1.6 n."""
    if error <= wanted / 4:
        return n
    factor = math.log(wanted / 10) / math.log(error) if error < 0.1 else math.inf
    return math.ceil(n * min(1.6, max(1.1, factor)))


def _attempt_certificate(draft: LawCertificate, size: int, digits: int) -> tuple[LawCertificate, float, float]:
    """A certificate with h of that degree, and the two parts of its residual as shares of the interval. Raises NotProved."""
    statement = read(draft)
    unit = 24 + 7 * digits // 2
    with working(statement.bits, statement.order):
        one = one_round(statement, size, _steps(replace(draft, H=draft.H if "H" in draft.algorithm["local_step"] else 1).to_json()))
        numerators = _solve_poisson(one, size, unit)
        complete = replace(draft, poisson={"bits": unit, **{name: [str(n) for n in row] for name, row in numerators.items()}})
        statement = read(complete)
        radii = residuals(one, statement.corrections)
        left, missed = (max(map(float, parts)) / 2 for parts in zip(*radii.values(), strict=True))
        claims = {name: _decimal_ball(ball) for name, ball in enclosures(statement, one, radii).items()}
    return replace(complete, claims=claims), left, missed


@lru_cache(maxsize=32)
def _steps(draft: str) -> ClientSteps:
    """The clients' steps of a draft, which rounds of other lengths repeat."""
    statement = read(LawCertificate.from_json(draft))
    with working(statement.bits, statement.order):
        return client_steps(statement)


def _solve_poisson(one: Round, size: int, unit: int) -> dict[str, list[flint.fmpz]]:
    """c and h with c + h - P h = y, and = y², at size + 1 Chebyshev nodes, rounded to multiples of 2^-unit. Not rigorous: checked later."""
    n = size + 1
    still = node_values(size, n)
    basis = [monomials([flint.fmpq(int(i == k)) for i in range(k + 1)]) for k in range(n)]
    moved = one.at_nodes(n) * flint.arb_mat(n, n, [basis[k][i] for i in range(n) for k in range(n)])
    rows = [flint.arb(1) if k == 0 else still[j, k] - moved[j, k] for j in range(n) for k in range(n)]
    right = [still[j, 1] ** power for j in range(n) for power in (1, 2)]
    try:
        found = flint.arb_mat(n, n, rows).mid().solve(flint.arb_mat(n, 2, right).mid())
    except ZeroDivisionError:
        raise NotProved("the Poisson equation is singular to working precision") from None
    scale = flint.fmpq(2) ** unit
    return {name: [(found[k, col].mid().fmpq() * scale).floor() for k in range(n)] for col, name in enumerate(("mean", "square"))}


def _unproven_certificate(setting: Setting, problem: FiniteProblem, digits: int) -> LawCertificate:
    """The certificate's statement, without a proof yet. Raises InvalidInput for a local step that reads x_start."""
    rule = setting.algorithm
    if setting.reads_start:
        raise InvalidInput(
            "algorithm", rule.name, "its local step reads x_start, which certificates do not cover", 'use method="quadrature"'
        )
    interval = _invariant_interval(problem)
    with mpmath.workdps(digits + 30):
        scaled = problem.optimum_to(digits + 20)[0] * mpmath.mpf(10) ** (digits + 8)
        below = int(mpmath.floor(scaled))
    return LawCertificate(
        problem=_problem_data(problem),
        algorithm={
            "local_step": rule.text["local_step"],
            "server_step": rule.text.get("server_step", "x_mean"),
            "exact_gradient": rule.exact_gradient,
            "values": {name: str(value) for name, value in rule.values.items()},
        },
        gamma=str(setting.gamma),
        H=setting.local_steps,
        interval=interval,
        optimum=[f"{below - 1}e-{digits + 8}", f"{below + 2}e-{digits + 8}"],
        poisson={"bits": 0, "mean": ["0"], "square": ["0"]},
        effort={},
        claims={name: ["0", "0"] for name in ("mean", "bias", "second_moment")},
    )


def _invariant_interval(problem: FiniteProblem) -> list[str]:
    """The hull of the sample losses' minimisers, slightly enlarged, with short binary fractions as endpoints."""
    low, high = (flint.fmpq(*float(end).as_integer_ratio()) for end in invariant_interval(problem))
    margin = (high - low) * _MARGIN
    unit = flint.fmpq(1)
    while unit > margin:
        unit /= 2
    return [str(((low - margin) / unit).floor() * unit), str(((high + margin) / unit).ceil() * unit)]


def _problem_data(problem: FiniteProblem) -> dict[str, Any]:
    """The problem as exact data: floats are converted exactly to binary fractions."""
    if isinstance(problem, LogisticProblem):
        return {
            "kind": "logistic",
            "features": [[str(RATIONALS(a)) for a in f[:, 0]] for f in problem.features],
            "labels": [[int(y) for y in labels] for labels in problem.labels],
            "l2": str(RATIONALS(problem.l2)),
        }
    weights = [[RATIONALS(w) for w in client] for client in problem.weights]
    for c, client in enumerate(weights):
        if sum(client, flint.fmpq(0)) != 1:
            raise InvalidInput(f"weights[{c}]", problem.weights[c].tolist(), "must sum to one exactly", "write fractions")
    gradients = [[problem.sample_gradient(c, z, [Traced("x")], _TEXT)[0] for z in range(len(w))] for c, w in enumerate(weights)]
    return {
        "kind": "scalar",
        "gradients": [[g.text for g in row] for row in gradients],
        "weights": [[str(w) for w in client] for client in weights],
    }


def _decimal_ball(ball: flint.arb) -> list[str]:
    """A decimal value and a radius of a few digits that enclose the ball."""
    places = 3
    while bound(ball - ball.mid()) * flint.arb(10) ** places < 100:
        places += 1
        if places == _PLACES:
            break
    scale = flint.fmpq(10) ** places
    value = (ball.mid().fmpq() * scale + flint.fmpq(1, 2)).floor()
    radius = (bound(ball - value / scale).fmpq() * scale).ceil()
    digits = str(abs(value)).zfill(places + 1)
    return [f"{'-' * (value < 0)}{digits[:-places]}.{digits[-places:]}", f"{radius}e-{places}"]


def _as_mpf(claim: list[str], digits: int) -> tuple[Any, Any]:
    """The nearest mpmath number, and a bound of its distance from every number in the claimed interval."""
    value, radius = map(number, claim)
    with mpmath.workdps(digits + 15):
        near = mpmath.mpf(int(value.p)) / int(value.q)
        error = radius + abs(value - flint.fmpq(*map(int, to_rational(near._mpf_))))
        return near, mpmath.fdiv(int(error.p), int(error.q), rounding="u")
