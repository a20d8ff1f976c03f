"""Problems of finitely many samples: checked features and labels, uniform weights, Newton's method for the optimum."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import flint
import mpmath
import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.arrays import Array, as_array, exact_or_float, one_for_each, to_float
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import BIG_FLOATS

#: Up to this dimension jets hold every tensor; beyond, third derivatives are contracted along the data and never stored.
LARGEST_STORED = 64


def checked_features(features: Sequence[ArrayLike], other: str, others: Sequence[ArrayLike]) -> list[Array]:
    """Per client an (n_c, d) array with the same d. `others`, named `other`, must be as long. Raises InvalidInput."""
    features, others = one_for_each("features", features), one_for_each(other, others)
    if len(features) == 0:
        raise InvalidInput("features", features, "must hold at least one client")
    if len(features) != len(others):
        raise InvalidInput(other, len(others), f"must hold one entry per client, as features does ({len(features)})")
    checked = [client_table(f"features[{c}]", f) for c, f in enumerate(features)]
    dims = {f.shape[1] for f in checked}
    if len(dims) != 1:
        raise InvalidInput("features", sorted(dims), "every client must have the same number of columns d")
    return checked


def client_table(name: str, value: ArrayLike, shape: tuple[str, ...] = ("n_c", "d")) -> Array:
    """A checked array of one client's samples, at least one. Raises InvalidInput."""
    if hasattr(value, "toarray"):
        raise InvalidInput(
            name, type(value).__name__, "is sparse, and problems hold dense arrays", "write features.toarray(), or use read_clients"
        )
    if (value if isinstance(value, np.ndarray) else np.asarray(value, dtype=object)).size == 0:
        raise InvalidInput(name, value, "is an empty client: every client needs at least one sample")
    return as_array(name, value, shape)


def checked_labels(
    labels: Sequence[ArrayLike], features: Sequence[Array], allowed: Callable[[Array], Array], all_of: str, one: str, remedy: str = ""
) -> list[Array]:
    """Per client its (n_c,) labels as integers; `allowed` maps an array to a mask of valid labels.

    Raises InvalidInput with the rule `all_of` for a wrong array, or with the rule `one` for the first invalid label.
    """
    out = []
    for c, (value, rows) in enumerate(zip(labels, features, strict=True)):
        try:
            numbers = np.asarray(value, dtype=float)
        except (TypeError, ValueError):
            raise InvalidInput(f"labels[{c}]", value, all_of) from None
        if numbers.shape != (len(rows),):
            raise InvalidInput(f"labels[{c}]", numbers.shape, f"must have shape (n_c,) = ({len(rows)},)")
        wrong = np.flatnonzero(~allowed(numbers))
        if wrong.size:
            raise InvalidInput(f"labels[{c}][{wrong[0]}]", float(numbers[wrong[0]]), one, remedy)
        out.append(numbers.astype(int))
    return out


def checked_l2(l2: Any, least: str) -> Any:
    """The ridge, exact or float. least: "positive", or "zero" if that is allowed."""
    value = exact_or_float("l2", l2)
    if least == "zero" and value < 0:
        raise InvalidInput("l2", l2, "must not be negative")
    if least == "positive" and not value > 0:
        raise InvalidInput("l2", l2, "must be positive, or the problem is not strongly convex")
    return value


def uniform_weights(sizes: Sequence[int]) -> list[Array]:
    """Per client 1/n_c for each of its samples, exact."""
    return [np.full(size, flint.fmpq(1, size)) for size in sizes]


def padded(tables: Sequence[Array]) -> tuple[Array, Array]:
    """Tables (n_c, ...) in one float64 array (N, n, ...), those shorter than the longest padded with zeros; and the n_c."""
    counts = np.array([len(table) for table in tables])
    out = np.zeros((len(tables), counts.max(), *tables[0].shape[1:]))
    for c, table in enumerate(tables):
        out[c, : len(table)] = to_float(table)
    return out, counts


def gram(rows: Array, weights: Array) -> Array:
    """The sum of weights (n,) >= 0 times a a' over rows (n, d), float64: half the work of a product of two different matrices."""
    scaled = rows * np.sqrt(weights)[:, None]
    out: Array = scaled.T @ scaled
    return out


def minimise(
    loss_and_gradient: Callable[[Array], tuple[float, Array]], hessian: Callable[[Array], Array], dim: int, L: float, said: str
) -> Array:
    """The minimiser (dim,) of a strongly convex function by Newton with step halving, to rounding level, from zero.

    L bounds the Hessian and `said` names the problem. Raises NotConverged with the gradient reached.
    """
    x = np.zeros(dim)
    value, gradient = loss_and_gradient(x)
    for _ in range(200):
        step = np.linalg.solve(hessian(x), gradient)
        scale = 1.0
        while True:
            new_value, new_gradient = loss_and_gradient(x - scale * step)
            # near the end the values differ by rounding only, and must not hold up a good step
            flat = 8 * np.finfo(float).eps * abs(value)
            if new_value <= value + flat or scale < 1e-10:
                break
            scale /= 2
        # Newton is quadratic near the end: stop once a step lowers neither the gradient nor the value
        if np.linalg.norm(new_gradient) >= np.linalg.norm(gradient) and (scale < 1e-3 or new_value >= value - flat):
            break
        moved, x, value, gradient = np.linalg.norm(scale * step), x - scale * step, new_value, new_gradient
        if moved <= 1e-16 * (1 + np.linalg.norm(x)):
            break
    if np.linalg.norm(gradient) > 1e-10 * (L + 1):
        raise NotConverged(f"optimum of {said}: Newton stopped at gradient norm {np.linalg.norm(gradient):.3g}")
    return x


class LabelledProblem(FiniteProblem):
    """Losses of features and labels, one of a client's samples drawn uniformly in a step, and l2 |x|²/2 with l2 > 0."""

    features: list[Array]
    labels: list[Array]
    l2: Any

    @property
    def num_clients(self) -> int:
        return len(self.features)

    @property
    def mu(self) -> float:
        return float(self.l2)

    @property
    def far_curvature(self) -> float:
        return float(self.l2)

    @property
    def weights(self) -> list[Array]:
        return uniform_weights([len(f) for f in self.features])

    @abstractmethod
    def _long_derivatives(self, a: list[Any], label: int, x: Any) -> tuple[Any, Any]:
        """Gradient and Hessian of one sample's loss without its ridge, as mpmath matrices."""

    def optimum_to(self, digits: int) -> list[Any]:
        with mpmath.workdps(digits + 15):
            x, l2 = mpmath.matrix([mpmath.mpf(float(v)) for v in self.optimum]), BIG_FLOATS(self.l2)
            for _ in range(12):
                gradient, hessian = x * l2, mpmath.eye(self.dim) * l2
                for f, y in zip(self.features, self.labels, strict=True):
                    share = BIG_FLOATS(flint.fmpq(1, self.num_clients * len(f)))
                    for row, label in zip(f, y, strict=True):
                        slope, bend = self._long_derivatives([BIG_FLOATS(v) for v in row], int(label), x)
                        gradient, hessian = gradient + share * slope, hessian + share * bend
                step = mpmath.lu_solve(hessian, gradient)
                x -= step
                if mpmath.norm(step) <= mpmath.mpf(10) ** (-digits - 5) * (1 + mpmath.norm(x)):
                    return list(x)
        raise NotConverged(f"optimum of {self!r} to {digits} digits: Newton did not settle")
