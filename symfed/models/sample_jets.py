"""Derivatives at the optimum of single sample losses that bend along one direction only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.models.arrays import Array


@dataclass(frozen=True)
class SampleJets:
    """Sample z of client c has the loss phi_cz(a_cz . theta) + l2 |theta|²/2; these are phi', phi'' and phi''' at theta*.

    directions (N, n, d): a_cz. slopes, curvatures, thirds (N, n): the three derivatives. n is the largest number of samples of a
    client; rows beyond a client's own number are never drawn. l2 is the same for all. float64 throughout.
    At theta*: gradient slope * a + l2 theta*, Hessian curvature * a a' + l2 Id, third derivative thirds * a ⊗ a ⊗ a.
    """

    directions: Array
    slopes: Array
    curvatures: Array
    thirds: Array
    l2: float
    optimum: Array

    @property
    def gradients(self) -> Array:
        """(N, n, d)."""
        return self.slopes[..., None] * self.directions + self.l2 * self.optimum

    @property
    def hessians(self) -> Array:
        """(N, n, d, d)."""
        outer = self.directions[..., :, None] * self.directions[..., None, :]
        return self.curvatures[..., None, None] * outer + self.l2 * np.eye(len(self.optimum))
