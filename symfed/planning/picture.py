"""Plot a plan: each method's error over the rounds, and its stationary error for each step size."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.core.files import in_one_stroke
from symfed.planning.words import number

if TYPE_CHECKING:
    from symfed.planning.plan import ClientsPlan

_COLOURS = ("#0072b2", "#e69f00", "#009e73")  # distinguishable without colour vision
_POINTS = 60


def draw(plan: ClientsPlan, path: str | Path | None) -> Any:
    """The figure, written to `path` if given. Raises InvalidInput if Matplotlib is missing or the file's suffix is unknown."""
    try:
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise InvalidInput("plot", None, "needs Matplotlib, which is not installed", "pip install matplotlib") from missing
    figure = Figure(figsize=(10.5, 4.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    _over_rounds(left, plan)
    _over_steps(right, plan)
    left.legend(loc="lower left", frameon=False)
    if path is not None:
        try:
            with in_one_stroke(Path(path)) as draft:
                figure.savefig(draft, dpi=150)
        except ValueError as unknown:
            raise InvalidInput("path", str(path), f"cannot be written: {unknown}") from None
    return figure


def _over_rounds(axes: Any, plan: ClientsPlan) -> None:
    setting, goal = plan.study.setting, plan.goal
    finite = [one.rounds for one in plan.best.values() if math.isfinite(one.rounds)]
    end = 2 * max(finite) if finite else 1e4
    rounds = np.unique(np.round(np.geomspace(1, end, _POINTS)))
    for colour, (name, one) in zip(_COLOURS, plan.best.items(), strict=False):
        reading = plan.study.reading(one)
        halved = one.last > 1
        curve = np.array(
            [reading.predicted(setting, t, max(t // 2, 1) if halved else 1).measured(goal.measure, setting.scale) for t in rounds]
        )
        bold = one is plan.recommended
        mean = ", averaged" if halved else ""
        axes.plot(rounds, curve[:, 0], color=colour, lw=2.4 if bold else 1.4, label=f"{name}, H = {one.H}, γ = {number(one.gamma)}{mean}")
        axes.fill_between(rounds, curve[:, 1], curve[:, 2], color=colour, alpha=0.18, lw=0)
        if math.isfinite(one.rounds):
            middle = one.measured(goal.measure, setting.scale)[0]
            axes.plot(one.rounds, middle, "o", color=colour, ms=9 if bold else 6, mec="black" if bold else colour)
    if plan.check is not None:
        seen = plan.check
        axes.errorbar(seen.rounds, seen.measured, 2 * seen.error, fmt="x", color="black", ms=8, label="simulated", zorder=5)
    if goal.accuracy is not None:
        axes.axhline(goal.accuracy, color="0.4", lw=1, ls=":")
        axes.annotate("asked for", (rounds[0], goal.accuracy), (2, 3), textcoords="offset points", color="0.3", fontsize=9)
    axes.set(xscale="log", yscale="log", xlabel="rounds", ylabel=_label(plan), title="the best of each method")


def _over_steps(axes: Any, plan: ClientsPlan) -> None:
    """The stationary error over gamma at each method's best H, the last iterate."""
    setting, goal = plan.study.setting, plan.goal
    for colour, (name, one) in zip(_COLOURS, plan.best.items(), strict=False):
        own = sorted((p for p in plan.grid if p.method == name and p.H == one.H), key=lambda p: p.gamma)
        curve = np.array([p.measured(goal.measure, setting.scale) for p in own])
        steps = [p.gamma for p in own]
        axes.plot(steps, curve[:, 0], color=colour, lw=2.4 if one is plan.recommended else 1.4)
        axes.fill_between(steps, curve[:, 1], curve[:, 2], color=colour, alpha=0.18, lw=0)
        chosen = next(p for p in own if p.gamma == one.gamma)
        edge = "black" if one is plan.recommended else colour
        axes.plot(one.gamma, chosen.measured(goal.measure, setting.scale)[0], "o", color=colour, mec=edge)
    axes.set(xscale="log", yscale="log", xlabel="step size γ", ylabel=_label(plan), title="where a single iterate stays, after many rounds")


def _label(plan: ClientsPlan) -> str:
    return {"distance": "root of E|θ − θ*|²", "relative": "root of E|θ − θ*|² over |θ*|", "loss": "E f(θ) − f(θ*)"}[plan.goal.measure]
