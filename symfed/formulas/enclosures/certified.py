"""The certificate of an enclosure, for an independent checker: the problem, the center, and every bound that the radius uses."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np

from symfed.certificates.radius.certificate import EnclosureCertificate
from symfed.core.errors import InvalidInput
from symfed.formulas.enclosures import second_order
from symfed.formulas.enclosures.constants import Constants, constants
from symfed.formulas.enclosures.enclosure import Enclosure, enclose
from symfed.formulas.enclosures.first_order import Enclosed, LinearPart, enclose_moments
from symfed.formulas.enclosures.higher import Higher, higher
from symfed.formulas.enclosures.linear import affine, powers
from symfed.formulas.enclosures.moments import fourth_moments
from symfed.formulas.enclosures.second_order import enclose_second_order
from symfed.models.arrays import Array, as_rational, exact_or_float, to_float
from symfed.models.problems import LeastSquaresProblem, LinearProblem, LogisticProblem, QuadraticProblem
from symfed.models.problems.problem import Problem
from symfed.numeric.ball_arrays import BallArray, eigenvalue_range, up

#: Bits of the point near theta* that a certificate contains.
_BITS = 192
#: For centres to second order: further iterations, and the factor by which the radius may exceed the one found.
_MORE_PASSES, ITERATED = 4, 1.01


def certificate(found: Enclosure) -> EnclosureCertificate:
    """The certificate of an enclosure that a formula's `enclose` gave.

    To second order its center is iterated further, and its radius is larger by a factor of ITERATED. Raises InvalidInput for
    an enclosure obtained otherwise, or of another kind of problem.
    """
    if found.asked is None:
        why = "has no certificate: those of single runs of FedAvg and SGD have"
        raise InvalidInput("enclosure", found, why, "ask fedavg_bias.enclose(problem, gamma, H).certificate()")
    problem, gamma, H, order = found.asked
    data, radius = problem_data(problem), float(found.norm)
    step = exact_or_float("gamma", gamma)
    size = BallArray.of(np.array(step, dtype=object if not isinstance(step, float) else float))
    said: dict[str, Any] = {"optimum": [], "mean": numbers(found.center), "second": [], "third": [], "moments": {}}
    if isinstance(problem, LinearProblem) and (order == 2 or not isinstance(problem, LeastSquaresProblem)):
        said["bounds"] = _contraction_rates(problem, size, H)
        if found.quantity == "second_moment":
            mean = enclose(problem, gamma, H, "bias", order).center
            said |= {"mean": numbers(mean), "second": numbers((found.center + found.center.T) / 2)}
    else:
        known = constants(problem)
        linear = LinearPart.of(known, size, H)
        said["bounds"] = {"gap": number(linear.gap)}
        if found.quantity == "second_moment" or not known.linear:
            both, more = enclose_moments(known, size, H, order=order), False
            m, S = both.mean.mid, both.second.mid
            if order == 2 and isinstance(problem, LogisticProblem):
                sharp, which = enclose_second_order(known, size, both), "mean_radius" if found.quantity == "bias" else "second_radius"
                more = getattr(sharp, which) < getattr(both, which)
                if more:
                    further = higher(known)
                    m, S, M = _fixed_centres(known, further, size, linear, sharp)
                    said["third"] = numbers(M.reshape(problem.dim, -1))
                    said["bounds"] |= {name: number(getattr(further, name)) for name in ("fifth", "sixth", "noise_slope")}
                    radius *= ITERATED
            said |= {"mean": numbers(m), "second": numbers((S + S.T) / 2)}
            if not isinstance(problem, QuadraticProblem):
                said["bounds"] |= _spectral_bounds(problem, known)
                said["moments"] = _moment_chain(known, both)
    if isinstance(problem, LogisticProblem):
        said["optimum"] = _point_near_optimum(problem)
    return EnclosureCertificate(problem=data, gamma=exact(step), H=int(H), quantity=found.quantity, radius=number(radius), **said)


def problem_data(problem: Problem) -> dict[str, Any]:
    """The data of a problem for a certificate. Raises InvalidInput for a kind that has no certificate."""
    if isinstance(problem, QuadraticProblem):
        noise = np.broadcast_to(np.asarray(problem.noise), problem.hessian_matrices.shape)
        return {"kind": "quadratic", "hessians": exact(problem.hessian_matrices), "optima": exact(problem.optima), "noise": exact(noise)}
    if isinstance(problem, LogisticProblem):
        labels = [[int(y) for y in own] for own in problem.labels]
        return {"kind": "logistic", "features": [exact(table) for table in problem.features], "labels": labels, "l2": exact(problem.l2)}
    if isinstance(problem, LeastSquaresProblem):
        tables, targets = ([exact(part) for part in parts] for parts in (problem.features, problem.targets))
        return {"kind": "least squares", "features": tables, "targets": targets, "l2": exact(problem.l2)}
    if isinstance(problem, LinearProblem):
        parts = {name: [exact(part) for part in getattr(problem, name)] for name in ("matrices", "vectors", "weights")}
        return {"kind": "linear", **parts}
    raise InvalidInput("problem", problem, "has no certificate", "quadratic, least-squares, linear and logistic problems have")


def exact(values: Any) -> Any:
    """Numbers as text that represents them exactly, in lists of the array's shape.

    >>> exact(np.array([0.5, 2.0]))
    ['1/2', '2']
    """
    if isinstance(values, np.ndarray | list | tuple):
        return [exact(value) for value in values]
    return str(as_rational(values).item())


def number(value: Any) -> Any:
    """A bound as text, to the last place of a double; bounds in lists of the array's shape."""
    if np.ndim(value):
        return [number(one) for one in value]
    return repr(float(value)).replace("e+", "e")


def numbers(values: Array) -> Any:
    """These doubles as text, exactly."""
    return exact(np.asarray(values, dtype=float))


def _contraction_rates(problem: LinearProblem, gamma: BallArray, H: int) -> dict[str, Any]:
    """The gap of the mean round, and the mean decrease of |u|² in a step of each client, divided by gamma."""
    known = affine(problem)
    rates = eigenvalue_range(known.means.symmetric() - known.squares * gamma)[0]
    P = powers(known, gamma, H)[0].mean(0)
    gap = min(1.0, float(eigenvalue_range(np.eye(problem.dim) - P.symmetric() * 0.5)[0]))
    most = (1 - 1e-12) / float(up(gamma.mid + gamma.rad))
    return {"gap": number(gap), "rate": number(np.minimum(rates, most))}


def _spectral_bounds(problem: Problem, known: Constants) -> dict[str, Any]:
    """The bounds of eigenvalues, by name."""
    slope = number(known.ell[2])
    if known.linear or known.rows is None:
        return {"slope": slope}
    assert isinstance(problem, LogisticProblem)
    counts = np.array([1.0 / len(table) for table in problem.features])
    share = BallArray(counts, 2.0**-52 * counts).reshape(-1, 1, 1)
    spread = eigenvalue_range(known.rows.T @ (known.rows * share))[1]
    stiff = np.maximum(eigenvalue_range(known.hessians)[1], 0)
    each = {"top": known.top, "spread": spread, "stiff": stiff, "third": known.third, "fourth": known.fourth, "quartic": 8 * known.kappa}
    once = {"lowest": known.lowest, "third_mean": known.third_mean, "fourth_mean": known.fourth_mean}
    return {"slope": slope, **{name: number(value) for name, value in (each | once).items()}}


def _fixed_centres(known: Constants, further: Higher, gamma: BallArray, linear: LinearPart, sharp: Enclosed) -> tuple[Array, Array, Array]:
    """The centres of order two, iterated to a fixed point: m (d,), S (d, d), M (d, d, d)."""
    assert sharp.grounds is not None
    H = linear.drifts.shape[1] - 1
    m, S = sharp.mean.mid, sharp.second.mid
    for _ in range(_MORE_PASSES):
        centres = second_order.centres(known, further, sharp.grounds, gamma, H, m, (S + S.T) / 2)
        m, S = centres.m.mid, centres.S.mid
    return m, S, centres.M.mid


def _moment_chain(known: Constants, both: Enclosed) -> dict[str, Any]:
    """The chain of bounds of moments and the bounds it uses."""
    assert both.grounds is not None
    found = both.grounds.found
    said: dict[str, Any] = {"chain": [[k, number(x), by] for k, x, by in found.chain], "noise": [], "all noise": "0"}
    for name, tables in (("still", found.still), ("steps", found.steps)):
        said[name] = {str(k): number(table) for k, table in tables.items()}
    if not known.linear:
        own, every = fourth_moments(known, found.steps[4])
        said |= {"noise": number(own), "all noise": number(every)}
    return said


def _point_near_optimum(problem: LogisticProblem) -> list[str]:
    """A point closer to theta* than doubles permit: Newton steps with the Hessian in doubles and the gradient in balls."""
    inverse = np.linalg.inv(to_float(problem.hessian))
    with flint.ctx.workprec(_BITS):
        l2 = flint.arb(as_rational(problem.l2).item())
        tables = [
            flint.arb_mat(
                len(own), problem.dim, [-int(y) * flint.arb(a) for y, row in zip(marks, as_rational(own), strict=True) for a in row]
            )
            for own, marks in zip(problem.features, problem.labels, strict=True)
        ]
        x = flint.arb_mat(problem.dim, 1, [flint.arb(value) for value in to_float(problem.optimum)])
        step = flint.arb_mat(problem.dim, problem.dim, [flint.arb(float(value)) for value in inverse.ravel()])
        for _ in range(3):
            gradient = x * l2
            for table in tables:
                slopes = flint.arb_mat(1, table.nrows(), [1 / (1 + (-s).exp()) for s in (table * x).entries()])
                gradient += (slopes * table).transpose() * (1 / flint.arb(table.nrows() * len(tables)))
            x = (x - step * gradient).mid()
        return [str(entry.fmpq()) for entry in x.entries()]
