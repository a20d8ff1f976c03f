"""Tests of membership of an instance in a class of problems, from its exact data; None where the data do not determine it.

An instance is an exact quadratic with noise of its own law (`Instance`, `RoundCase`), a run with finitely many samples (`SampledRun`), jets
at the optimum (`JetCase`), or constants with samples of their own making (`RateCase`). A statement that speaks of jets alone is about
every loss that has them: near the optimum a smooth one, far from it quadratic, if the Hessians are positive definite. An instance of
another kind has `curvatures`, pairs that bound each client's at every point, or is `of_any_problem`, for it holds numbers that any has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from symfed.models.arrays import Array, identity, is_positive_definite, is_positive_semidefinite
from symfed.models.problems import QuadraticProblem
from symfed.strategies import Instance, JetCase, gershgorin
from symfed.strategies.control_variates import BentRound, RoundCase
from symfed.strategies.rates import RateCase
from symfed.strategies.sampled import SampledRun

Membership = Callable[[Any], bool | None]

_QUADRATICS = (Instance, RoundCase)
_DRAWN = (*_QUADRATICS, JetCase, RateCase)


def _of_problems(test: Membership) -> Membership:
    """A test of problems, which instances pass that hold no problem but numbers that any has."""

    @wraps(test)
    def contains(instance: Any) -> bool | None:
        return getattr(instance, "of_any_problem", False) or test(instance)

    return contains


def both(*tests: Membership) -> Membership:
    """The conjunction of membership tests: False where an instance fails one, None where one does not tell."""

    def contains(instance: Any) -> bool | None:
        found = [test(instance) for test in tests]
        return False if False in found else None if None in found else True

    return contains


@_of_problems
def curved(instance: Any) -> bool | None:
    """Return whether every f_c is twice differentiable with its Hessians between mu and L, mu > 0; of jets, positive definite."""
    if isinstance(instance, RateCase):
        return bool(0 < instance.mu <= instance.L)
    if isinstance(instance, JetCase):
        return all(map(is_positive_definite, instance.jets.hessians))
    if (curvatures := getattr(instance, "curvatures", None)) is not None:
        said = instance.parameters()
        return all(bool(0 < said["mu"] <= low and high <= said["L"]) for low, high in curvatures)
    matrices = _mean_hessians(instance)
    if matrices is None or not instance.mu > 0:  # a lower end of Gershgorin's discs that is not positive says nothing
        return None
    return all(between(A, instance.mu, instance.L) for A in matrices)


@_of_problems
def smooth_samples(instance: Any) -> bool | None:
    """Return whether every sample loss is convex and L-smooth. Additive noise leaves the Hessians of samples as the client's are."""
    if not isinstance(instance, SampledRun):
        return curved(instance)
    if instance.cubes.any():
        return None  # smooth on bounded sets, with another constant
    samples = instance.matrices.reshape(-1, *instance.matrices.shape[2:])
    return all(_symmetric(A) and between(A, 0, instance.L) for A in samples)


#: A1 in every print: f_c curved between mu and L, sample losses convex and L-smooth, third derivatives bounded (by zero, of quadratics).
regular = both(curved, smooth_samples)


@_of_problems
def drawn_anew(instance: Any) -> bool | None:
    """Return whether every step draws its sample anew, independently of other clients and steps, with the client's gradient as its mean."""
    if isinstance(instance, SampledRun):
        return not instance.repeating
    return isinstance(instance, _DRAWN) or hasattr(instance, "curvatures") or None


@_of_problems
def all_moments(instance: Any) -> bool | None:
    """Return whether the gradients' noise has all moments, growing at most as a power of the distance from theta*, as finite samples do.

    Of instances that give a covariance alone the noise may be chosen among the laws that have it.
    """
    return isinstance(instance, (*_DRAWN, SampledRun)) or hasattr(instance, "curvatures") or None


@_of_problems
def additive(instance: Any) -> bool | None:
    """Return whether the noise has one law at every point."""
    if isinstance(instance, SampledRun):
        return bool((instance.matrices == instance.matrices[:, :1]).all() and (instance.cubes == instance.cubes[:, :1]).all())
    if isinstance(instance, RateCase):
        return bool(instance.mu == instance.L) or None  # samples of one curvature
    return (isinstance(instance, _QUADRATICS) and isinstance(instance.problem, QuadraticProblem)) or None


@_of_problems
def some_spread(instance: Any) -> bool | None:
    """Return whether gradients and Hessians at theta* have some mean square distance from their means, as those of finitely many
    clients."""
    return isinstance(instance, (*_DRAWN, SampledRun)) or None


@_of_problems
def lipschitz_third(instance: Any) -> bool | None:
    """Return whether every f_c has Lipschitz third derivatives near theta*: polynomials, and rational functions without a pole there."""
    if (gradients := getattr(instance, "rational_gradients", None)) is not None:
        return all(
            gradient.is_rational_function() and gradient.subs(dict.fromkeys(gradient.free_symbols, 0)).is_finite for gradient in gradients
        )
    return isinstance(instance, (*_DRAWN, SampledRun)) or None


@_of_problems
def one_optimum(instance: Any) -> bool | None:
    """Return whether every client's gradient is zero at theta*."""
    if isinstance(instance, SampledRun) and not instance.cubes.any():
        optima = instance.quadratic().optima
    elif isinstance(instance, _QUADRATICS) and isinstance(instance.problem, QuadraticProblem):
        optima = instance.problem.optima
    else:
        return None
    return bool((optima == optima[0]).all())


def between(A: Array, low: Any, high: Any) -> bool:
    """Return whether a symmetric matrix has its eigenvalues in [low, high]: by Gershgorin's discs where these tell, else exactly."""
    least, most = gershgorin(A)
    one = identity(len(A), A)
    return bool((low <= least or is_positive_semidefinite(A - low * one)) and (most <= high or is_positive_semidefinite(high * one - A)))


def _mean_hessians(instance: Any) -> Array | None:
    """The clients' Hessians where they are the same at every point."""
    if isinstance(instance, BentRound):
        return None
    if isinstance(instance, _QUADRATICS) and isinstance(instance.problem, QuadraticProblem):
        return instance.problem.hessian_matrices
    if isinstance(instance, SampledRun) and not instance.cubes.any():
        means: Array = instance.matrices.sum(axis=1) / len(instance.samples)
        return means if all(map(_symmetric, means)) else None
    return None


def _symmetric(A: Array) -> bool:
    return bool((A == A.T).all())
