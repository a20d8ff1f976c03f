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
from symfed.models.problems import LeastSquaresProblem, SoftmaxProblem
from symfed.planning.partition import dirichlet_partition

Array = NDArray[np.float64]
METHODS = ("fedavg", "scaffold")


@dataclass(frozen=True)
class Predicted:
    """The stationary mean (d,), where it is known as a vector, what may be missing in any coordinate, and what `sf.plan` says.

    `direction` (d,), of unit length: of the bias, to first order where the mean is not known. `by`: how the mean was found.
    """

    plan: sf.planning.reading.Prediction
    direction: Array
    mean: Array | None
    doubt: float
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

    @cached_property
    def _plan(self) -> sf.planning.plan.Plan:
        return sf.plan(self.problem, rounds=1000, local_steps=[self.H])

    def predicted(self, method: str) -> Predicted:
        """By `sf.plan`, and the mean by the exact law where there is one, or by the expansion to second order.

        Consecutive terms fall by about the ratio r of those that are known, so that all unknown ones together are about |last| r/(1 - r).
        r is that of FedAvg's bias: the first term of other methods can be small by accident.
        """
        planned, optimum = self._plan.predict(method, self.gamma, self.H), np.asarray(self.problem.optimum, dtype=float)
        if self.loss == "least_squares":
            law = sf.reference.stationary(method, self.problem, self.gamma, self.H, method="exact")
            bias, doubt, by = law.mean.astype(float) - optimum, 0.0, "exact law"
        elif self.loss == "softmax":  # whose jets reach to first order
            bias, doubt, by = self._terms(method, 1)[0], np.inf, "first order"
        else:
            first, second = self._terms("fedavg", 2)
            ratio = float(np.linalg.norm(second) / np.linalg.norm(first))
            terms = self._terms(method, 2)
            bias, doubt, by = sum(terms), float(np.linalg.norm(terms[1])) * ratio / (1 - ratio), "second order"
        known = optimum + bias if np.isfinite(doubt) else None
        return Predicted(planned, bias / np.linalg.norm(bias), known, doubt, by)

    def _terms(self, method: str, order: int) -> list[Array]:
        """The terms in gamma, gamma², ... of the bias."""
        formulas = [sf.expand(method, "bias", k) for k in range(1, order + 1)]
        sums = [np.asarray(formula(self.problem, self.gamma, self.H, check=False), dtype=float) for formula in formulas]
        return [sums[0], *(later - earlier for earlier, later in pairwise(sums))]


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
