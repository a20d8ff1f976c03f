"""The semidefinite program over two runs of one pair of mirror-image clients: how far apart can a round of Scaffold leave them?

python -m proofs_checks.symfed.scaffold.whole_class.two_runs_search writes the rounded data anew; two_runs says what they mean.
"""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import permutations
from typing import Any

import numpy as np

from proofs_checks.symfed.scaffold.whole_class.two_runs import SEARCH

#: (H, mu, the slack of all inequalities, the least eigenvalue, the denominator): three steps, and six.
CASES = ((3, (1, 9), 5e-4, 3e-4, 5000), (6, (1, 1000), 1e-3, 5e-4, 10_000))


def worst(H: int, mu: float, L: float = 1.0, slack: float = 0.0, least: float = 0.0) -> tuple[float, Any, Any, Any]:
    """The largest V after a round for V = 1 before it, gamma = 1, and what attains it: products along and across the mirror, and values.

    It needs cvxpy, of the extra `pep`. With `slack` and `least` every inequality holds by so much, so that rounding breaks none.
    """
    import cvxpy as cp

    size, count = 2 * H + 1, 2 * H
    along, across, values = cp.Variable((size, size), PSD=True), cp.Variable((size, size), PSD=True), cp.Variable(count)
    unit = np.eye(size)
    points = []
    for run in (0, 1):
        for h in range(H):
            steps = unit[1 + run * H : 1 + run * H + h].sum(axis=0)
            points.append(((1 - run) * unit[0] - steps, -(1 - run) * h / H * unit[0] - steps))

    def product(one: Any, other: Any) -> Any:
        return cp.trace(np.outer(one[0], other[0]) @ along) + cp.trace(np.outer(one[1], other[1]) @ across)

    conditions = [along >> least * unit, across >> least * unit, along[0, 0] + across[0, 0] == 1]
    for k, m in permutations(range(count), 2):
        apart = points[k][0] - points[m][0], points[k][1] - points[m][1]
        bend, at = (unit[k + 1] - unit[m + 1],) * 2, (unit[m + 1],) * 2
        low = (product(bend, bend) / L + mu * product(apart, apart) - 2 * mu / L * product(bend, apart)) / (2 * (1 - mu / L))
        conditions.append(values[k] >= values[m] + product(at, apart) + low + slack)
    gradients = unit[1 + H :].sum(axis=0) - unit[1 : 1 + H].sum(axis=0)
    end = unit[0] + gradients, gradients
    problem = cp.Problem(cp.Maximize(product(end, end)), conditions)
    problem.solve(solver=cp.CLARABEL)
    return float(problem.value), along.value, across.value, values.value


def rounded() -> list[dict[str, Any]]:
    """The data of all cases, whole numbers over one denominator."""

    def whole(table: Any, denominator: int) -> list[list[int]]:
        return [[round((table[i, j] + table[j, i]) / 2 * denominator) for j in range(i + 1)] for i in range(len(table))]

    found = []
    for H, mu, slack, least, denominator in CASES:
        _, along, across, values = worst(H, mu[0] / mu[1], slack=slack, least=least)
        tables = {"along": whole(along, denominator), "across": whole(across, denominator)}
        found.append({"mu": list(mu), "denominator": denominator, **tables, "values": [round(v * denominator) for v in values]})
    return found


if __name__ == "__main__":
    records = ",\n".join(json.dumps(one, separators=(",", ":")) for one in rounded())
    files("proofs_checks").joinpath("searches", f"{SEARCH}.json").write_text(f"[\n{records}\n]\n", encoding="utf-8")  # type: ignore[attr-defined]
