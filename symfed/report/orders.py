"""Plot the orders of an expansion beside the reference: the accuracy of each order, and the power at which its error decreases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, OutsideDomain, UnknownName
from symfed.formulas.arguments import local_steps, step_sizes
from symfed.formulas.expansion import RANKS, USUAL, check_order, expand
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.problems.problem import Problem, check_problem
from symfed.reference.pictures import canvas_or_refuse
from symfed.reference.simulation.progress import Progress
from symfed.reference.sweep import Sweep, sweep

#: For each quantity, its norm in mathtext, and its unit.
_DRAWN = {
    "bias": (r"$\|\,\mathbb{E}_\pi[\theta] - \theta^\star\|$", r"unit of $\theta$"),
    "second_moment": (r"$\|\,\mathbb{E}_\pi[(\theta - \theta^\star)(\theta - \theta^\star)^\top]\|_F$", r"squared unit of $\theta$"),
}
_POINTS = 6
_LOCAL_STEPS = (1, 2, 4, 8, 16, 32, 64)
#: A remainder is used for the slope if the reference is this many times more accurate.
_CLEAR = 10
_ROUNDING = 1e-13  # of the largest norm: a thousand roundings of a double

#: (order, gamma, H) -> a proven bound on the norm of the remainder of that order
Proven = Callable[[int, float, int], float]


def _proven_bounds(formulas: Mapping[int, Any], problem: Problem) -> Proven:
    """The proven bounds of the formulas' remainders; NaN where nothing is proved. Raises InvalidInput for a formula without any bound."""
    for formula in formulas.values():
        if not formula.proven_bound:
            formula.remainder(problem, 1.0, 1)  # raises, and says which have one

    def bound(order: int, gamma: float, H: int) -> float:
        try:
            return float(formulas[order].remainder(problem, gamma, None if formulas[order].one_step else H))
        except OutsideDomain:
            return float("nan")

    return bound


@dataclass(frozen=True)
class _Grid:
    """The points of the plot: either gamma or H varies. `values` (K,) are those of the varying one."""

    over: str
    gammas: Array
    hs: Array

    @property
    def values(self) -> Array:
        return self.gammas if self.over == "gamma" else self.hs

    @property
    def label(self) -> str:
        return r"step size $\gamma$   (unit of 1 / curvature)" if self.over == "gamma" else "local steps $H$"

    @property
    def sign(self) -> str:
        return r"\gamma" if self.over == "gamma" else "H"

    @property
    def fixed(self) -> str:
        return f"$H = {self.hs[0]}$" if self.over == "gamma" else rf"$\gamma = {self.gammas[0]:.4g}$"


def plot_expansion(
    problem: Problem,
    algorithm: str | Algorithm = USUAL,
    quantity: str = "bias",
    orders: Sequence[int] = (1, 2, 3),
    over: str = "gamma",
    *,
    gamma: ArrayLike | None = None,
    H: int | Sequence[int] | None = None,
    method: str = "auto",
    proven: Proven | bool | None = None,
    figure: Any = None,
    progress: Progress | bool | None = True,
    **options: Any,
) -> Any:
    """Plot the orders of an expansion beside the reference: on the left their norms, on the right the remainder of each order.

    The reference is `symfed.reference.stationary`, which uses no formula: by its `method`, with error bars if it is an estimate, and
    with `options` of `symfed.reference.sweep` (seed, jobs, budget, digits). The norm of a vector is Euclid's, that of a matrix Frobenius'.
    Both axes are logarithmic. The legend on the right shows the power at which the remainder decreases, fitted where the reference is
    ten times more accurate than the remainder; for order k over gamma it is k + 1 in theory. Where a norm is zero, as a bias at H = 1 may
    be, a logarithmic axis cannot show it: the legend lists these points. A quadrature in two dimensions takes seconds a point; a bar on
    standard error shows the progress.

    over "gamma": `gamma` are the step sizes (default: six, up to a third of the largest in the domain), `H` is one number (10, or
    1 for an algorithm that communicates after every step). over "H": `H` are the numbers of local steps (1, 2, 4, ..., 64, within the
    domain), `gamma` is one number (default 1/(20 L)).
    proven: True for the proven bounds of the formulas' `remainder`, or a function (order, gamma, H) that bounds the norm of the
    remainder; drawn as a band from zero to the bound. Where nothing can be proved, as at long steps, the band ends.

    Returns a matplotlib figure, new or the given one (`figure=plt.figure()`): `.savefig(path)`, or the last line of a notebook cell.
    Raises InvalidInput for a bad argument, if no reference exists, or if matplotlib is not installed (extra `plots`).

    Source: symfed.

    >>> from symfed.models.problems import QuadraticProblem
    >>> clients = QuadraticProblem([[[1]], [[3]]], [[0], [4]], noise=[[1]])
    >>> plot_expansion(clients, orders=(1, 2)).savefig("orders.png")  # doctest: +SKIP
    """
    canvas = canvas_or_refuse()
    check_problem(problem)
    rule = get_algorithm(algorithm)
    if quantity not in RANKS:
        raise UnknownName(f"quantity {quantity!r} has no stationary law to be drawn beside; write {' or '.join(map(repr, RANKS))}")
    if not isinstance(orders, Iterable):
        raise InvalidInput("orders", orders, "must hold the orders to draw", "write orders=(1, 2)")
    wanted = [check_order(order) for order in orders]
    if not wanted:
        raise InvalidInput("orders", orders, "must hold at least one order")
    grid = _grid(problem, rule, over, gamma, H)
    formulas = {order: expand(rule, quantity, order) for order in wanted}
    bound = _proven_bounds(formulas, problem) if proven is True else (proven if callable(proven) else None)
    values = {order: np.asarray(formula(problem, grid.gammas, grid.hs)) for order, formula in formulas.items()}
    truth, error = _reference(sweep(rule, problem, grid.gammas.tolist(), grid.hs.tolist(), method, progress=progress, **options), quantity)
    with canvas.axes_on(figure, 2, 5.4, 4.4) as (drawn, (left, right)):
        for axis in (left, right):
            axis.set(xscale="log", yscale="log", xlabel=grid.label)
        bands: list[tuple[list[float], str]] = []
        seen, where = _visible_norms(_norms(truth), error, grid)
        left.errorbar(grid.values, seen, error, fmt="o", color="black", capsize=3, markersize=5, label=f"reference{where}", zorder=3)
        for k, order in enumerate(wanted):
            look = canvas.style(k)
            left.plot(grid.values, np.where(np.isnan(seen), np.nan, _norms(values[order])), label=f"order {order}", **look)
            _remainder(right, grid, order, _norms(values[order] - truth), error, {"marker": "o", "markersize": 4, **look})
            if bound:
                bounds = [bound(order, float(step), int(steps)) for step, steps in np.broadcast(grid.gammas, grid.hs)]
                right.plot(grid.values, bounds, color=look["color"], linewidth=0.7, label=f"order {order}: proven to be less")
                bands.append((bounds, look["color"]))
        if error.any():
            right.plot(grid.values, error, color="grey", linewidth=1, label="error of the reference")
        lowest = right.get_ylim()[0]
        for bounds, colour in bands:
            right.fill_between(grid.values, lowest, bounds, color=colour, alpha=0.1, linewidth=0)
        right.set_ylim(bottom=lowest)
        name, unit = _DRAWN[quantity]
        left.set(ylabel=f"{name}   ({unit})", title=f"{rule.name}, {quantity.replace('_', ' ')}, {grid.fixed}")
        right.set(ylabel=f"what the order leaves out   ({unit})", title="Distance from the reference")
        for axis in (left, right):
            axis.legend(loc="best", fontsize="small")
            if over == "H":
                axis.set_xticks(grid.values, [str(steps) for steps in grid.values])
                axis.tick_params(axis="x", which="minor", length=0)
    return drawn


def _grid(problem: Problem, rule: Algorithm, over: str, gamma: ArrayLike | None, H: Any) -> _Grid:
    if over == "gamma":
        steps = (1 if rule.one_step else 10) if H is None else H
        if np.ndim(steps):
            raise InvalidInput("H", steps, "must be one number where gamma moves", 'or write over="H"')
        top = min(1 / problem.L, 1 / (problem.mu * int(steps))) / 3
        gammas = np.geomspace(top / 50, top, _POINTS) if gamma is None else np.sort(np.atleast_1d(step_sizes(gamma)))
        hs = np.atleast_1d(local_steps(steps, rule.one_step, rule.name))
    elif over == "H":
        gammas = np.atleast_1d(step_sizes(1 / (20 * problem.L) if gamma is None else gamma))
        if len(gammas) > 1:
            raise InvalidInput("gamma", gamma, "must be one number where H moves", 'or write over="gamma"')
        known = [steps for steps in _LOCAL_STEPS if steps * problem.mu * gammas[0] <= 1]
        hs = np.array(known) if H is None else np.sort(np.atleast_1d(local_steps(H, rule.one_step, rule.name)))
    else:
        raise InvalidInput("over", over, "must be 'gamma' or 'H'")
    if len(gammas) * len(hs) < 2:
        raise InvalidInput(over, (gammas if over == "gamma" else hs).tolist(), "must hold at least two values to draw a line through")
    return _Grid(over, gammas, hs)


def _reference(found: Sweep, quantity: str) -> tuple[Array, Array]:
    """The law along the grid, (K, d) or (K, d, d), and a bound or estimate of the error of its norm, (K,)."""
    failed = next((cell for cell in found.cells if cell.law is None), None)
    if failed is not None:
        raise InvalidInput("problem", f"at gamma = {failed.gamma}, H = {failed.H}", f"has no reference: {failed.failure}")
    rank = RANKS[quantity]
    values, errors = (found.array(name) for name in (("bias", "error") if rank == 1 else ("second_moment", "second_moment_error")))
    shape = (-1, *values.shape[3:])
    return values.reshape(shape), _norms(np.nan_to_num(errors.reshape(shape)))


def _norms(values: Array) -> Array:
    return np.sqrt((values.reshape(len(values), -1) ** 2).sum(axis=1))


def _visible_norms(norms: Array, error: Array, grid: _Grid) -> tuple[Array, str]:
    """The norms that a logarithmic axis can show, and text with the points where they are zero up to error and rounding."""
    zero = norms <= np.maximum(error, _ROUNDING * norms.max(initial=0))
    places = "everywhere" if zero.all() else f"at ${grid.sign} = {', '.join(f'{value:.3g}' for value in grid.values[zero])}$"
    where = f" (zero {places})" if zero.any() else ""
    return np.where(zero, np.nan, norms), where


def _remainder(axis: Any, grid: _Grid, order: int, left_out: Array, error: Array, style: dict[str, Any]) -> None:
    clear = (left_out > _CLEAR * error) & (left_out > 0)
    name = f"order {order}"
    if clear.sum() >= 2:
        # over gamma the power is that of the smallest steps; half of the points, where the next order hardly shows
        used = np.flatnonzero(clear)[: max(2, (clear.sum() + 1) // 2)] if grid.over == "gamma" else np.flatnonzero(clear)[-2:]
        power = np.polyfit(np.log(grid.values[used]), np.log(left_out[used]), 1)[0]
        name += rf": {'falls' if grid.over == 'gamma' else 'grows'} as ${grid.sign}^{{{power:.2f}}}$"
    elif not left_out.any():
        name += ": nothing is left"
    axis.plot(grid.values, np.where(left_out > 0, left_out, np.nan), label=name, **style)
