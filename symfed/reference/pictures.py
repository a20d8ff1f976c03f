"""Plots of a stationary law, and of a simulation against one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import to_float

if TYPE_CHECKING:
    from symfed.reference.result import Simulation, Stationary

#: Coordinates of a trajectory that are drawn: more lines would be indistinguishable.
MOST_LINES = 4
_ELLIPSES = (1.0, 2.0)  # standard deviations


def canvas_or_refuse() -> Any:
    """The module `symfed.reference.canvas`. Raises InvalidInput, which says what to install, if matplotlib is missing."""
    try:
        from symfed.reference import canvas
    except ImportError:
        raise InvalidInput("plot", None, "needs matplotlib, which is not installed", "pip install 'symfed[plots]'") from None
    return canvas


def law_picture(law: Stationary, figure: Any = None) -> Any:
    """Plot the mean and the spread of a law about theta*: ellipses in the plane, a bar for each coordinate otherwise."""
    canvas = canvas_or_refuse()
    with canvas.axes_on(figure, 1, 5.2, 4.2) as (drawn, (axis,)):
        if len(law.mean) == 2:
            _draw_ellipses(axis, law, canvas)
        else:
            _draw_bars(axis, law, canvas)
        axis.set_title(f"Stationary law ({law.method})")
    return drawn


def run_picture(run: Simulation, law: Stationary | None = None, figure: Any = None) -> Any:
    """Plot the recorded trajectory against the law, if the run has one, and its bias with error bars beside the law's."""
    canvas = canvas_or_refuse()
    if law is not None and not hasattr(law, "second_moment_error"):
        raise InvalidInput("law", law, "must be an answer of symfed.reference.stationary")
    with canvas.axes_on(figure, 1 if run.trajectory is None else 2, 5.2, 4.0) as (drawn, axes):
        if run.trajectory is not None:
            _draw_trajectory(axes[0], run, law, canvas)
        _draw_biases(axes[-1], run, law, canvas)
    return drawn


def _draw_ellipses(axis: Any, law: Stationary, canvas: Any) -> None:
    bias, (values, vectors) = to_float(law.bias), np.linalg.eigh(to_float(law.covariance))
    angle = np.linspace(0, 2 * np.pi, 200)
    for k, deviations in enumerate(_ELLIPSES):
        ring = bias[:, None] + deviations * vectors @ (np.sqrt(np.maximum(values, 0))[:, None] * np.array([np.cos(angle), np.sin(angle)]))
        axis.plot(*ring, label=f"{deviations:g} standard deviation{'s' if k else ''}", **{**canvas.style(k), "color": canvas.COLOURS[0]})
    axis.errorbar(*bias, *to_float(law.error)[::-1], fmt="o", color=canvas.COLOURS[0], label=r"mean $\mathbb{E}_\pi[\theta]$", zorder=3)
    axis.plot(0, 0, "k*", markersize=11, label=r"$\theta^\star$", zorder=3)
    axis.set(xlabel=r"$\theta_1 - \theta^\star_1$", ylabel=r"$\theta_2 - \theta^\star_2$", aspect="equal", adjustable="datalim")
    axis.legend(loc="best", fontsize="small")


def _draw_bars(axis: Any, law: Stationary, canvas: Any) -> None:
    place, bias = np.arange(1, len(law.mean) + 1), to_float(law.bias)
    spread = np.sqrt(np.maximum(np.diag(to_float(law.covariance)), 0))
    axis.errorbar(
        place, bias, spread, fmt="none", ecolor=canvas.COLOURS[5], elinewidth=5, label=r"$\pm$ one standard deviation of $\theta$"
    )
    axis.errorbar(place, bias, to_float(law.error), fmt="o", color=canvas.COLOURS[0], capsize=3, label=r"mean $\mathbb{E}_\pi[\theta]$")
    axis.axhline(0, color="black", linewidth=0.8)
    _name_coordinates(axis, len(place))
    axis.set_ylabel(r"$\theta_i - \theta^\star_i$")
    axis.legend(loc="best", fontsize="small")


def _draw_trajectory(axis: Any, run: Simulation, law: Stationary | None, canvas: Any) -> None:
    assert run.trajectory is not None
    away = run.trajectory - to_float(run.known_optimum)
    rounds = np.minimum(np.arange(len(away)) * (run.record or run.rounds // max(1, len(away) - 1)), run.rounds)
    shown, replicas = min(MOST_LINES, away.shape[2]), away.shape[1]
    for i in range(shown):
        colour, middle, spread = canvas.COLOURS[i], away[:, :, i].mean(axis=1), away[:, :, i].std(axis=1)
        if replicas > 1:
            axis.fill_between(rounds, middle - spread, middle + spread, color=colour, alpha=0.15, linewidth=0)
        axis.plot(rounds, middle, color=colour, linewidth=1.2, label=f"coordinate {i + 1}")
        if law is not None:
            expected, deviation = to_float(law.bias)[i], float(np.sqrt(max(float(law.covariance[i, i]), 0)))
            axis.axhline(expected, color=colour, linestyle="--", linewidth=1)
            for edge in (expected - deviation, expected + deviation):
                axis.axhline(edge, color=colour, linestyle=":", linewidth=1)
    of = "" if shown == away.shape[2] else f", coordinates 1 to {shown} of {away.shape[2]}"
    axis.set(xlabel="round", ylabel=r"$\theta_i - \theta^\star_i$")
    title = f"Mean and spread of {replicas} replicas{of}" if replicas > 1 else f"One run{of}"
    axis.set_title(title + ("" if law is None else "\ndashed: the law's mean; dotted: one standard deviation"))
    axis.legend(loc="best", fontsize="small")


def _draw_biases(axis: Any, run: Simulation, law: Stationary | None, canvas: Any) -> None:
    place, beside = np.arange(1, len(run.mean) + 1), 0.12 if law is not None else 0.0
    axis.axhline(0, color="black", linewidth=0.8)
    for k, (answer, name, shift) in enumerate([(run, "simulation", -beside), *([(law, f"law ({law.method})", beside)] if law else [])]):
        marker = {"fmt": "os"[k], "color": canvas.COLOURS[k], "capsize": 3, "label": name}
        axis.errorbar(place + shift, to_float(answer.bias), to_float(answer.bias_error), **marker)
    _name_coordinates(axis, len(place))
    axis.set(ylabel=r"bias $\mathbb{E}[\theta_i] - \theta^\star_i$")
    axis.set_title("Bias, with one standard error")
    axis.legend(loc="best", fontsize="small")


def _name_coordinates(axis: Any, d: int) -> None:
    axis.set(xlabel="coordinate $i$", xlim=(0.5, d + 0.5))
    if d <= 20:
        axis.set_xticks(range(1, d + 1))
