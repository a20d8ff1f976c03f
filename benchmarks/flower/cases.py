"""Three real data sets, dealt out to clients unevenly, and what is predicted for two methods on them; nothing here has run anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits

import symfed as sf
from symfed import formulas
from symfed.models.problems import LeastSquaresProblem, SoftmaxProblem
from symfed.planning.partition import dirichlet_partition

Array = NDArray[np.float64]
METHODS = ("fedavg", "scaffold")


@dataclass(frozen=True)
class Predicted:
    """The stationary mean (d,) and E|theta - theta*|², with an estimate of what is missing in each: `mean_doubt` of any coordinate."""

    mean: Array
    mean_doubt: float
    squared: float
    squared_doubt: float
    by: str


@dataclass(frozen=True)
class Case:
    """One data set: `deal()` gives features (n, p), targets (n,) and the labels (n,) by which rows are dealt out to clients."""

    name: str
    loss: str
    clients: int
    l2: float
    gamma: float
    H: int
    batch: int
    deal: Callable[[], tuple[Array, Array, Array]]

    @cached_property
    def shares(self) -> list[tuple[Array, Array]]:
        """Features and targets of each client."""
        features, targets, labels = self.deal()
        owner = dirichlet_partition(labels, self.clients, alpha=0.3, seed=0)
        return [(features[owner == c], targets[owner == c]) for c in range(self.clients)]

    @cached_property
    def problem(self) -> sf.models.problems.Problem:
        """The problem as symfed knows it; a local step takes the mean of `batch` samples."""
        features, targets = ([part[k] for part in self.shares] for k in (0, 1))
        whole = {
            "logistic": lambda: sf.LogisticProblem(features, targets, self.l2),
            "least_squares": lambda: LeastSquaresProblem(features, targets, self.l2),
            "softmax": lambda: SoftmaxProblem(features, targets, l2=self.l2),
        }[self.loss]()
        return whole.minibatch(self.batch)

    @property
    def memory(self) -> float:
        """The rounds in which a deviation falls to 1/e, in the slowest direction."""
        slowest = np.linalg.eigvalsh(np.asarray(self.problem.hessian, dtype=float))[0]
        return float(-1 / (self.H * np.log1p(-self.gamma * slowest)))

    def predicted(self, method: str) -> Predicted:
        """By the exact law where there is one, else by the expansion in gamma, whose last known term says what is missing.

        Consecutive terms fall by about the ratio r of those that are known, so that all unknown ones together are about |last| r/(1 - r).
        r is that of the bias that heterogeneity leaves: other methods' first terms can be small by accident.
        """
        if self.loss == "least_squares":
            law = sf.reference.stationary(method, self.problem, self.gamma, self.H, method="exact")
            return Predicted(law.mean.astype(float), 0.0, float(np.trace(law.second_moment)), 0.0, "exact law")
        order = 2 if self.loss == "logistic" else 1  # softmax jets reach to first order
        bias, moment = (self._terms(method, quantity, order) for quantity in ("bias", "second_moment"))
        ratio = self._ratio(order)
        size, squared = float(np.linalg.norm(sum(bias))), float(np.trace(sum(moment)))
        doubt, unsure = (ratio / (1 - ratio) * float(abs(np.linalg.eigvalsh(part)).sum() if part.ndim == 2 else np.linalg.norm(part))
                         for part in (bias[-1], moment[-1]))  # fmt: skip
        if order == 1:  # the square of the bias is of second order, and large where H is
            squared, unsure = squared + size**2, unsure + 2 * size * doubt
        return Predicted(np.asarray(self.problem.optimum, dtype=float) + sum(bias), doubt, squared, unsure, f"expansion to order {order}")

    def _terms(self, method: str, quantity: str, order: int) -> list[Array]:
        sums = [
            np.asarray(sf.expand(method, quantity, k)(self.problem, self.gamma, self.H, check=False), dtype=float)
            for k in range(1, order + 1)
        ]
        return [sums[0], *(later - earlier for earlier, later in pairwise(sums))]

    def _ratio(self, order: int) -> float:
        if order > 1:
            first, second = self._terms("fedavg", "bias", 2)
            return float(np.linalg.norm(second) / np.linalg.norm(first))
        # of the clients' quadratic models, whose bias is known to all orders
        first = formulas.fedavg_bias_heterogeneity(self.problem, self.gamma, self.H, check=False)
        whole = formulas.fedavg_fixed_point(self.problem, self.gamma, self.H, check=False)
        return float(np.linalg.norm(whole - first) / np.linalg.norm(first))


def _standardised(columns: Array) -> Array:
    return (columns - columns.mean(axis=0)) / columns.std(axis=0)


def _cancer() -> tuple[Array, Array, Array]:
    data = load_breast_cancer()
    wanted = [list(data.feature_names).index(name) for name in ("worst radius", "worst texture", "worst smoothness")]
    columns = _standardised(np.log(data.data[:, wanted]))
    labels = 2.0 * data.target - 1
    return np.column_stack([columns, np.ones(len(columns))]), labels, labels


def _diabetes() -> tuple[Array, Array, Array]:
    data = load_diabetes()
    target = _standardised(data.target)
    return _standardised(data.data), target, np.digitize(target, np.quantile(target, (0.25, 0.5, 0.75))).astype(float)


def _digits() -> tuple[Array, Array, Array]:
    data = load_digits(n_class=4)
    centred = data.data - data.data.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    return _standardised(centred @ directions[:5].T), data.target.astype(float), data.target.astype(float)


CASES = (
    Case("breast cancer", "logistic", clients=10, l2=0.05, gamma=0.05, H=20, batch=16, deal=_cancer),
    Case("diabetes", "least_squares", clients=5, l2=0.1, gamma=0.04, H=20, batch=16, deal=_diabetes),
    Case("digits", "softmax", clients=5, l2=0.05, gamma=0.08, H=20, batch=16, deal=_digits),
)
