"""Named classes of problems, noises and starts: the assumptions that are no relation between numbers.

Each class reads its membership off an instance where instances of that kind tell, and draws non-members where a strategy knows any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.domain import Class
from symfed.core.supposed import CLIENTS_INDEPENDENT, DRAWN_ANEW
from symfed.models.jets import Jets
from symfed.models.problems import QuadraticProblem
from symfed.strategies import JetCase, Strategy, instances, jet_cases, members
from symfed.strategies.control_variates import round_cases
from symfed.strategies.instance import reaching
from symfed.theorems.vocabulary import CURVED, SHARED, SMOOTH_SAMPLES, THRICE, Mean, Stated, Vector
from symfed.theorems.vocabulary import FOURTH_MOMENT as FOURTH_MOMENT
from symfed.theorems.vocabulary import LIPSCHITZ_THIRD as LIPSCHITZ_THIRD


def _control_variates(instance: Any) -> Any:
    return getattr(instance, "control_variates", None)


def _sum_to_zero(instance: Any) -> bool | None:
    xi = _control_variates(instance)
    return None if xi is None else all(value == 0 for value in np.asarray(xi).sum(axis=0))


def _quadratic(instance: Any) -> bool | None:
    cubes = getattr(instance, "cubes", None)
    if cubes is not None:
        return not np.any(cubes)
    problem = getattr(instance, "problem", None)
    if problem is not None:
        return isinstance(problem, QuadraticProblem)
    return None if not isinstance(instance, JetCase) else not np.any(instance.jets.third_derivatives)


def _stacks(instance: Any) -> tuple[Any, ...] | None:
    p = getattr(instance, "jets", None)
    if p is not None:
        return (p.gradients, p.hessians, p.third_derivatives, p.noise_covariance)
    problem = getattr(instance, "problem", None)
    if isinstance(problem, QuadraticProblem):
        return (problem.optima, problem.hessian_matrices, problem.noise)
    return None


def _equal_clients(instance: Any) -> bool | None:
    stacks = _stacks(instance)
    return None if stacks is None else all((stack == stack[0]).all() for stack in stacks if len(stack))


def _equal_hessians(instance: Any) -> bool | None:
    stacks = _stacks(instance)
    return None if stacks is None else bool((stacks[1] == stacks[1][0]).all())


def _any_start(d: int, N: int) -> Strategy:
    return round_cases(d, N, zero_sum=False)


def _unequal_jets(d: int, N: int) -> Strategy:
    return jet_cases(d, N)


def _unequal_hessians(d: int, N: int) -> Strategy:
    return instances(d, N)


def _with(case: JetCase, **parts: Any) -> JetCase:
    """A case with some of its jets exchanged."""
    names = ("gradients", "hessians", "third_derivatives", "noise_covariance")
    return replace(case, jets=Jets.of(**{name: getattr(case.jets, name) for name in names} | parts))


def less_curved(instance: Any) -> Any:
    """An instance that is not mu-strongly convex: jets without curvature in the last direction; of others mu is said to be L."""
    if isinstance(instance, JetCase):
        hessians = instance.jets.hessians.copy()
        hessians[:, -1, :] = hessians[:, :, -1] = 0 * hessians[:, -1, :]
        return _with(instance, hessians=hessians)
    said = {field.name for field in fields(instance)} if is_dataclass(instance) else set()
    return replace(instance, mu=instance.L) if {"mu", "L"} <= said and instance.mu != instance.L else None


def jets_or_flat(cases: Callable[[int, int], Strategy], d: int, N: int) -> Strategy:
    """Jets, and beyond the usual conditions jets without curvature in the last direction."""
    return reaching(cases(d, N), cases(d, N).map(less_curved))


def bent(instance: Any) -> Any:
    """Jets whose clients have the third derivative 1 in every coordinate: no quadratics."""
    if not isinstance(instance, JetCase):
        return None
    third, each = 0 * instance.jets.third_derivatives, range(instance.jets.hessians.shape[-1])
    for k in each:
        third[:, k, k, k] += 1
    return _with(instance, third_derivatives=third)


#: Highest orders of bounded derivatives, in words: an expansion at a fixed number of local steps needs 2 r + 1 for a remainder gamma^r.
SMOOTH_TO = ("three", "five", "seven", "nine", "eleven", "thirteen", "fifteen")


def smooth_samples(order: str) -> Class:
    """Losses and noise as expansions to whole powers of gamma need them; noise with heavy tails leaves other powers, however smooth."""
    lower = SMOOTH_TO[: SMOOTH_TO.index(order)][-1:]
    says = f"sample losses whose gradients have all moments, with bounded derivatives of the orders two to {order}"
    return Class(says, implies=tuple(smooth_samples(less) for less in lower))


def smooth_clients(order: int) -> Class:
    """Mean losses as expansions of fixed points need them: no sample is drawn."""
    says = f"every f_c has a Lipschitz gradient and {order} continuous derivatives near theta*"
    return Class(says, implies=(smooth_clients(order - 1),) if order > 3 else ())


MEAN_CURVED = Class("the mean loss is strongly convex")
AVERAGES_STAY = Class("the averages over clients stay as they are while N grows")
BOUNDED_THIRD = Class("every f_c has bounded third derivatives")
xi_c = Vector("xi_c", "client c's control variate at the start of a round")
ZERO_SUM = Stated(
    "the control variates have mean zero when they start, and so for ever",
    _sum_to_zero,
    _any_start,
    (Class("both laws with the same sum of the control variates"),),
    relations=(sp.Eq(Mean(xi_c), 0, evaluate=False),),
)
QUADRATIC = Class("quadratic clients", _quadratic, implies=(CURVED,), spoil=bent)
#: What every derivation of a second moment supposes of a rule that draws samples.
DRAWS = (DRAWN_ANEW, CLIENTS_INDEPENDENT)
ADDITIVE_NOISE = Class("additive noise, independent over clients and steps", implies=DRAWS)
QUADRATIC_ADDITIVE = Class(
    "quadratic clients with additive noise", members.both(_quadratic, members.additive), implies=(QUADRATIC, ADDITIVE_NOISE)
)
EQUAL_CLIENTS = Class("equal clients", _equal_clients, _unequal_jets, (SHARED,))
EQUAL_HESSIANS = Class("clients that share the Hessian", _equal_hessians, _unequal_hessians)
REGULAR = Class(
    "A1: every f_c is mu-strongly convex with a bounded third derivative, every sample loss convex and L-smooth",
    members.regular,
    implies=(CURVED, THRICE, SMOOTH_SAMPLES),
    spoil=less_curved,
)
