"""What a reference answers."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from dataclasses import dataclass

from symfed.models.arrays import Array


class ControlVariateMoments(ABC):
    """Stationary second moments of the control variates xi_c about xi_c*, the client axis first.

    With xi_c* a step along the client's full gradient leaves theta* alone: -grad f_c(theta*) for a rule that adds xi to the
    gradient, its negative for one that takes it off.

    cross_error and own_error: the estimated error of an entry of `cross`, and of `own` and `between`; zero for rationals.
    """

    cross_error: float
    own_error: float

    @property
    @abstractmethod
    def cross(self) -> Array:
        """E[(theta - theta*)(xi_c - xi_c*)'], (N, d, d)."""

    @property
    @abstractmethod
    def own(self) -> Array:
        """E[(xi_c - xi_c*)(xi_c - xi_c*)'], (N, d, d)."""

    @abstractmethod
    def between(self, client: int, other: int) -> Array:
        """E[(xi_c - xi_c*)(xi_c' - xi_c'*)'] of two clients, (d, d)."""


@dataclass(frozen=True)
class Stationary:
    """The first two moments of a stationary law, and how far to trust them.

    mean (d,): E[theta]. second_moment (d, d): E[(theta - theta*)(theta - theta*)'], about theta* and not about the mean.
    error (d,): the estimated error of the mean; for method "exact" zero on rationals and at rounding level on floats, the difference
    between two resolutions for "quadrature", one standard error for "montecarlo". second_moment_error (d, d): that of the second
    moment.
    rigorous: whether the numbers are exact; an estimated error, however small, is not a proof.
    variance_reduction: "second" where a Monte Carlo average was taken relative to chains whose moments are known exactly.
    control_mean (N, d): E[xi_c], and `controls` their second moments, for rules with control variates where the method follows these.
    """

    mean: Array
    second_moment: Array
    error: Array
    method: str
    rigorous: bool
    second_moment_error: Array | None = None
    variance_reduction: str | None = None
    control_mean: Array | None = None
    controls: ControlVariateMoments | None = None

    @property
    def variates(self) -> str | None:
        """Deprecated: the old name of `variance_reduction`."""
        warnings.warn("Stationary.variates is now called variance_reduction", DeprecationWarning, stacklevel=2)
        return self.variance_reduction


@dataclass(frozen=True)
class Simulation:
    """Averages over replicas and over all rounds after the burn-in.

    mean (d,) of theta; mean_error (d,): its standard error, from the spread of the replicas or, for a single one, of consecutive
    batches (NaN when there are fewer than two); second_moment (d, d) about theta* and second_moment_error likewise.
    trajectory (K, replicas, d): the start and every `record`-th round, or None. client_steps: N * H * rounds * replicas.
    control_variates (N, d): the clients' mean control variates, None for an algorithm without memory.
    rounds: how many were run; interrupted: whether they are fewer than were asked for.
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
