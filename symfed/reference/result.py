"""The results of references: stationary laws and simulations."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import flint
import mpmath
import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, exact_face


@dataclass(frozen=True)
class ControlVariateMoments(ABC):
    """Stationary second moments of the control variates xi_c about xi_c*, the client axis first.

    With xi_c* a step along the client's full gradient fixes theta*: -grad f_c(theta*) for a rule that adds xi to the
    gradient, its negative for one that subtracts it.

    cross (N, d, d): E[(theta - theta*)(xi_c - xi_c*)']. own (N, d, d): E[(xi_c - xi_c*)(xi_c - xi_c*)'].
    cross_error and own_error: the estimated error of an entry of `cross`, and of `own` and `between`; zero for rationals.
    """

    cross: Array
    own: Array
    cross_error: Any
    own_error: Any

    @abstractmethod
    def between(self, client: int, other: int) -> Array:
        """E[(xi_c - xi_c*)(xi_c' - xi_c'*)'] of two clients, (d, d)."""


@dataclass(frozen=True)
class StoredControlVariates(ControlVariateMoments):
    """All blocks of the second moment of (theta, xi_1, .., xi_N), shape (N + 1, N + 1, d, d)."""

    blocks: Array

    @classmethod
    def of(cls, blocks: Array, cross_error: Any, own_error: Any) -> StoredControlVariates:
        own = np.stack([blocks[c, c] for c in range(1, len(blocks))])
        return cls(blocks[0, 1:], own, cross_error, own_error, blocks)

    def between(self, client: int, other: int) -> Array:
        out: Array = self.blocks[client + 1, other + 1]
        return out


class TwoMoments:
    """The common base of results: mean, bias (d,), second_moment, covariance (d, d), each with an error; exact arrays mix with floats.

    bias: mean - theta*, `optimum`. second_moment is about theta*, covariance about the mean. The errors of bias and covariance follow
    from those of mean and second moment, as the largest possible when these add up; theta* itself is taken as exact.
    """

    mean: Array
    mean_error: Array
    second_moment: Array
    second_moment_error: Array | None
    optimum: Array | None

    @property
    def error(self) -> Array:
        """The error of the mean, (d,): another name of `mean_error`."""
        return self.mean_error

    @property
    def known_optimum(self) -> Array:
        """theta*, (d,). Raises InvalidInput for a result that was constructed without it."""
        if self.optimum is None:
            raise InvalidInput("optimum", None, "is not known to this answer", "ask symfed.reference.stationary or symfed.simulate")
        return self.optimum

    @property
    def bias(self) -> Array:
        """E[theta] - theta*, (d,). Raises InvalidInput for a result that was constructed without theta*."""
        with mpmath.workdps(_PLACES):
            return exact_face(self.mean - self.known_optimum)  # type: ignore[no-any-return]  # the array's own kind

    @property
    def bias_error(self) -> Array:
        """The error of the bias, (d,): that of the mean."""
        return self.mean_error

    @property
    def covariance(self) -> Array:
        """E[(theta - E theta)(theta - E theta)'], (d, d): the second moment without the square of the bias."""
        with mpmath.workdps(_PLACES):
            return exact_face(self.second_moment - np.multiply.outer(self.bias, self.bias))  # type: ignore[no-any-return]

    @property
    def covariance_error(self) -> Array | None:
        """The error of the covariance, (d, d); None if that of the second moment is unknown."""
        if self.second_moment_error is None:
            return None
        with mpmath.workdps(_PLACES):
            size, error = abs(self.bias), self.mean_error
            mixed = np.multiply.outer(size, error)
            return self.second_moment_error + mixed + mixed.T + np.multiply.outer(error, error)  # type: ignore[no-any-return]

    def as_dict(self) -> dict[str, Any]:
        """The moments and their errors for JSON: nested lists of floats; rationals such as "1/3" and mpmath numbers as strings."""
        names: tuple[str, ...] = ("mean", "mean_error", "second_moment", "second_moment_error")
        if self.optimum is not None:
            names += ("bias", "bias_error", "covariance", "covariance_error")
        return {name: _json_value(getattr(self, name)) for name in names}

    def _told(self, **more: object) -> str:
        """The repr, in a few lines however large d is."""
        known = [] if self.optimum is None else [("bias", self.bias)]
        parts = [f"{name}={_short_text(value)}" for name, value in (("mean", self.mean), ("mean_error", self.mean_error), *known)]
        return f"{type(self).__name__}({', '.join([*parts, *(f'{name}={value!r}' for name, value in more.items())])})"


_PLACES = 100  # digits, more than any result has: a difference of two mpmath numbers must not be rounded to the caller's precision


def _json_value(value: Array | None) -> Any:
    if value is None or value.dtype != object:
        return None if value is None else value.tolist()
    return np.vectorize(str, otypes=[object])(value).tolist()


def _short_text(value: Array) -> str:
    shown = value if len(value) <= 4 else value[:3]
    numbers = [f"{float(x):.6g}" if not isinstance(x, flint.fmpq) or len(str(x)) > 20 else str(x) for x in shown]
    return f"[{', '.join(numbers)}{'' if len(value) <= 4 else f', ... {len(value)} in all'}]"


@dataclass(frozen=True, repr=False)
class Stationary(TwoMoments):
    """The first two moments of a stationary law, with their errors; `bias` and `covariance` as in `TwoMoments`.

    mean (d,): E[theta]. second_moment (d, d): E[(theta - theta*)(theta - theta*)'], about theta* and not about the mean.
    mean_error (d,), or error: the estimated error of the mean; for method "exact" zero on rationals and at rounding level on floats, the
    difference between two resolutions for "quadrature", one standard error for "montecarlo", a proved bound for "enclosure".
    second_moment_error (d, d): that of the second moment.
    rigorous: True if the error is zero or proved; an estimated error, however small, is not a proof.
    variance_reduction: "second" if a Monte Carlo average was taken relative to chains whose moments are known exactly.
    control_mean (N, d): E[xi_c], and `controls` their second moments, for rules with control variates if the method computes them.
    """

    mean: Array
    second_moment: Array
    mean_error: Array
    method: str
    rigorous: bool
    second_moment_error: Array | None = None
    variance_reduction: str | None = None
    control_mean: Array | None = None
    controls: ControlVariateMoments | None = None
    optimum: Array | None = None

    def __post_init__(self) -> None:
        for name in ("mean", "second_moment", "mean_error", "second_moment_error", "optimum"):
            object.__setattr__(self, name, exact_face(getattr(self, name)))

    def plot(self, figure: Any = None) -> Any:
        """Plot the mean and the spread of the law about theta*: ellipses for d = 2, a bar for each coordinate otherwise.

        Returns a matplotlib figure, new or the given one. Raises InvalidInput if matplotlib is not installed (extra `plots`).
        """
        from symfed.reference.pictures import law_picture

        return law_picture(self, figure)

    def __repr__(self) -> str:
        return self._told(method=self.method, rigorous=self.rigorous)

    @property
    def variates(self) -> str | None:
        """Deprecated: the old name of `variance_reduction`."""
        warnings.warn("Stationary.variates is now called variance_reduction", DeprecationWarning, stacklevel=2)
        return self.variance_reduction


@dataclass(frozen=True, repr=False)
class Simulation(TwoMoments):
    """Averages over replicas and over all rounds after the burn-in; `bias` and `covariance` as in `TwoMoments`.

    mean (d,) of theta; mean_error (d,): its standard error, from the spread of the replicas or, for a single one, of consecutive
    batches (NaN when there are fewer than two); second_moment (d, d) about theta* and second_moment_error likewise.
    trajectory (K, replicas, d): the start and every `record`-th round, or None. client_steps: N * H * rounds * replicas.
    control_variates (N, d): the clients' mean control variates, None for an algorithm without memory.
    rounds: the number run; interrupted: True if they are fewer than requested. record: the interval between rounds of the trajectory.
    """

    mean: Array
    mean_error: Array
    second_moment: Array
    trajectory: Array | None
    client_steps: int
    second_moment_error: Array | None = None
    control_variates: Array | None = None
    rounds: int = 0
    interrupted: bool = False
    optimum: Array | None = None
    record: int | None = None

    def plot(self, law: Stationary | None = None, figure: Any = None) -> Any:
        """Plot the recorded trajectory, if there is one, and the bias with error bars; with a law, both against it.

        Returns a matplotlib figure, new or the given one. Raises InvalidInput if matplotlib is not installed (extra `plots`).
        """
        from symfed.reference.pictures import run_picture

        return run_picture(self, law, figure)

    def __repr__(self) -> str:
        return self._told(rounds=self.rounds, **({"interrupted": True} if self.interrupted else {}))
