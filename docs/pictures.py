"""A picture for every formula and every algorithm, drawn when the site is built.

A formula of a problem is drawn on a small standard problem, as lines, beside the law by a road that never saw it, as dots; one of plain
numbers over the number of local steps. An algorithm is drawn as what it does: its exact mean squared error on quadratic clients.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

import flint
import matplotlib
import numpy as np

from symfed.checks.readings import LawReading
from symfed.core.errors import NotConverged, SymfedError
from symfed.core.formula import Formula
from symfed.core.symbols import H
from symfed.formulas.kinds import ProblemFormula, ScalarFormula
from symfed.models.algorithm import Algorithm
from symfed.models.problems import Problem
from symfed.mutants.references import REFERENCES, TRUTHS, curve, line
from symfed.reference import Stationary, expected_squared_distance, stationary
from symfed.strategies import Instance

matplotlib.use("svg")
from matplotlib import pyplot as plt  # after the backend is chosen

STYLE: Any = {
    "svg.hashsalt": "symfed", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9.5, "axes.spines.top": False,
    "axes.spines.right": False, "axes.grid": True, "grid.color": "#e3e6ea", "grid.linewidth": 0.6, "lines.linewidth": 1.6,
    "legend.frameon": False, "figure.figsize": (6.4, 3.3), "figure.constrained_layout.use": True,
}  # fmt: skip
COLOURS = ("#0a5fb8", "#c2571a", "#2f7d32", "#96308a")  # told apart by people who see few colours, and in grey
STEPS = (1, 4, 16)
#: Where formulas of plain numbers are drawn: curvatures between 1 and 10, ten clients, everything else of size one.
LETTERS = {"mu": 1.0, "L": 10.0, "decay": 1.0, "N": 10, "sigma": 1.0, "Delta_het": 1.0}


class Nothing(Exception):
    """There is nothing to draw."""


def of_formula(formula: Formula) -> tuple[str, str]:
    """The picture of a formula, as SVG, and what is to be seen. Raises Nothing."""
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots()
        seen = _on_numbers(formula, axes) if isinstance(formula, ScalarFormula) else _on_problem(formula, axes)
        return _svg(figure), seen


def of_algorithm(rule: Algorithm) -> tuple[str, str]:
    """E |theta_t - theta*|² over the gradients that a client has computed, on quadratic clients with additive noise; SVG and a caption."""
    problem, step = line()[0], flint.fmpq(1, 40)
    if rule.hyper:
        rule = rule.bind(**dict.fromkeys(rule.hyper, 1))
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots()
        for count, colour in zip((1,) if rule.one_step else STEPS, COLOURS, strict=False):
            rounds = 320 // count
            error = expected_squared_distance(rule, problem, float(step), count, rounds, problem.optimum.astype(float) + 3)
            axes.semilogy(count * np.arange(rounds + 1), error.astype(float), color=colour, label=f"H = {count}")
        axes.set_xlabel("gradients that each client has computed")
        axes.set_ylabel("E |θ − θ*|²")
        axes.legend()
        given = f", {' = '.join(rule.hyper)} = 1" if rule.hyper else ""
        return _svg(figure), f"Three quadratic clients, curvatures 1, 2 and 4, unequal noise; γ = 1/40{given}. Exact, not simulated."


def _svg(figure: Any) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    plt.close(figure)
    return text.getvalue()


def _size(value: Any) -> float:
    """The first entry of a vector or matrix, without its sign."""
    return abs(float(np.asarray(value, dtype=object).ravel()[0]))


@lru_cache(maxsize=512)
def _law(rule: str, problem: Problem, step: flint.fmpq, count: int) -> Stationary:
    return stationary(rule, problem, float(step), count, method="quadrature")


def _in_floats(reference: Any) -> Any:
    """A reference whose laws are solved to the digits of a float, which is enough for a picture."""
    if isinstance(reference, LawReading):
        return replace(reference, law=_law)
    return replace(
        reference, **{part.name: _in_floats(getattr(reference, part.name)) for part in fields(reference) if part.name != "weights"}
    )


def _truth(name: str, problem: Any) -> Callable[[flint.fmpq, int], float] | None:
    """The same quantity by a road that never saw the formula, if there is one."""
    if name in TRUTHS:
        mu, L = flint.fmpq(1), flint.fmpq(4)
        return lambda step, count: _size(TRUTHS[name](Instance(problem, step, count, mu, L, {})))
    if name not in REFERENCES:
        return None
    reference = _in_floats(REFERENCES[name])

    def size(step: flint.fmpq, count: int) -> float:
        try:
            return _size(reference(problem, step, count))
        except NotConverged:
            return math.nan

    return size


def _on_problem(formula: Formula, axes: Any) -> str:
    if not isinstance(formula, ProblemFormula):
        raise Nothing
    bent = formula.remainder.order is not None  # an expansion: of any clients; what is exact is of quadratic ones
    problem = curve()[0] if bent else line()[0]
    truth = _truth(formula.name, problem)
    uses = max((k for k in (2, 4) if f"{k}*L" in str(formula.domain)), default=1)  # a run at so many times gamma
    longest = 1 / (uses * float(problem.L))
    line_at = np.geomspace(longest / 300, longest, 60)
    dots_at = [flint.fmpq(1, math.ceil(1 / at)) for at in np.geomspace(longest / 200, longest / 2, 4)]
    drawn = False
    for count, colour in zip(STEPS if H in formula.variables else (1,), COLOURS, strict=False):
        values = np.array([_size(formula(problem, at, count, check=False)) for at in line_at])
        if not values.any():
            continue
        drawn = True
        axes.loglog(line_at, values, color=colour, label=f"H = {count}")
        if truth is not None:
            axes.loglog([float(at) for at in dots_at], [truth(at, count) for at in dots_at], "o", color=colour, markersize=4.5)
    if not drawn:
        raise Nothing
    axes.set_xlabel("step size γ")
    axes.set_ylabel("size")
    axes.legend()
    where = f"three clients in dimension one that are {'not ' if bent else ''}quadratic"
    return f"Lines: the formula on {where}, without its sign." + (
        " Dots: the truth, solved from the update rule without it." if truth else ""
    )


def _on_numbers(formula: ScalarFormula, axes: Any) -> str:
    names = [symbol.name for symbol in formula.variables]
    fixed = {name: LETTERS[name] for name in names if name in LETTERS}
    L = LETTERS["L"]
    if "H" in names:
        counts = np.unique(np.geomspace(1, 200, 60).astype(int))
        for part, colour in zip((0.01, 0.1, 1.0), COLOURS, strict=False):
            values = [_or_gap(formula, {**fixed, "gamma": part / L, "H": int(count)}) for count in counts]
            axes.plot(counts, values, color=colour, label=f"γL = {part:g}")
        axes.set_xscale("log")
        reach = [value for line in axes.lines for value in line.get_ydata() if value > 0]
        axes.set_yscale("log" if max(reach) > 50 * min(reach) and max(reach) > 2 else "linear")
        axes.set_xlabel("local steps H")
    else:
        at = np.geomspace(0.003, 1, 200) / L
        axes.loglog(at, [_or_gap(formula, {**fixed, "gamma": step}) for step in at], color=COLOURS[0])
        axes.set_xlabel("step size γ")
    axes.set_ylabel("value")
    if axes.get_legend_handles_labels()[0]:
        axes.legend()
    said = ", ".join(f"{name} = {value:g}" for name, value in fixed.items())
    return f"At {said}; no line where the formula is not stated to hold."


def _or_gap(formula: ScalarFormula, values: dict[str, Any]) -> float:
    try:
        return float(formula(**values))
    except SymfedError:
        return math.nan
