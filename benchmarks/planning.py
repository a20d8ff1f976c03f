"""Plans for three real data sets, held against simulation: the table of docs/plan.md.

`python -m benchmarks.planning` prints it: breast cancer (logistic), diabetes (least squares) and digits (softmax), as scikit-learn
ships them, standardised and dealt out to ten clients by label with Dirichlet(0.3).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import symfed as sf

Case = tuple[str, Any, dict[str, Any]]


def cases() -> Iterator[Case]:
    """Name, data and arguments of each plan."""
    from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits  # type: ignore[import-untyped]

    X, y = load_breast_cancer(return_X_y=True)
    yield "breast cancer, logistic", dealt(standard(X), y, y), {"l2": 0.05}
    X, y = load_diabetes(return_X_y=True)
    yield "diabetes, least squares", dealt(standard(X), standard(y), y > np.median(y)), {"l2": 0.1}
    X, y = load_digits(return_X_y=True)
    yield "digits, softmax", dealt(X / 16, y, y), {"l2": 0.01}


def standard(values: Any) -> Any:
    """Mean zero and variance one, column by column."""
    return (values - values.mean(axis=0)) / values.std(axis=0)


def dealt(X: Any, y: Any, labels: Any) -> Any:
    """Features, targets and clients."""
    return X, y, sf.dirichlet_partition(labels.astype(int), 10, 0.3, seed=0)


def main() -> None:
    print("| data | method | γ | H | rounds | estimate | predicted | simulated | in | CPU seconds of the plan |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, data, asked in cases():
        began = time.process_time()
        plan = sf.plan(data, rounds=200, gradients=4000, **asked)
        seconds = time.process_time() - began
        for method, one in plan.best.items():
            seen = plan.simulate(replicas=50, method=method)
            estimate = "last" if one.last == 1 else f"mean of {one.last:.0f}"
            cells = [name, method, f"{one.gamma:.3g}", str(one.H), f"{one.rounds:.0f}", estimate]
            cells += [f"{seen.predicted:.4g} ({seen.low:.4g} to {seen.high:.4g})", f"{seen.measured:.4g} ± {seen.error:.1g}"]
            print("| " + " | ".join([*cells, "yes" if seen.inside else "no", f"{seconds:.0f}"]) + " |", flush=True)


if __name__ == "__main__":
    main()
