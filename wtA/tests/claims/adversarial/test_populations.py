"""The fast road to Scaffold's variance against the exact one, and the families of populations that are searched."""

from __future__ import annotations

import numpy as np
import pytest

from proofs_checks.symfed.scaffold.adversarial.populations import KINDS, Family, Population, rotations, variance_ratio
from proofs_checks.symfed.scaffold.adversarial.search import exact_ratio, families, rational_neighbour
from proofs_checks.symfed.scaffold.noise import copies, covariance, noisy
from symfed.models.arrays import to_float
from symfed.reference.streams import stream
from symfed.strategies import draw

ROUNDING = 1e-9  # condition numbers of these small instances are below 10^5, roundings 10^-15


def cube(family: Family, count: int) -> np.ndarray:
    return stream(0, f"test {family.name}").random((count, family.size))


@pytest.mark.parametrize(("d", "N"), [(1, 2), (1, 5), (2, 2), (2, 3), (3, 2)])
def test_the_fast_road_agrees_with_exact_solves(d: int, N: int) -> None:
    noisy_ones = [i for i in draw(noisy(d, N), 25) if i.problem.noise.any()]
    assert len(noisy_ones) > 5
    for i in noisy_ones:
        A, gamma = to_float(i.problem.hessian_matrices), float(i.gamma)
        population = Population(gamma * A[None], to_float(i.problem.noise)[None], np.array([i.H]), np.full((1, N), 1 / N))
        mu, sigma2 = np.linalg.eigvalsh(A).min(), np.trace(to_float(i.problem.noise), axis1=1, axis2=2).mean()
        expected = N * mu * (2 - gamma * mu) * float(np.trace(covariance(i))) / (gamma * sigma2)
        assert variance_ratio(population)[0] == pytest.approx(expected, rel=ROUNDING)


def test_only_shares_of_clients_matter() -> None:
    family = Family("single", 2, 2)
    p = family.population(cube(family, 50))
    twice = Population(p.hessians[:, [0, 1, 1]], p.noise[:, [0, 1, 1]], p.H, np.broadcast_to([0.5, 0.2, 0.3], (50, 3)))
    assert variance_ratio(twice) == pytest.approx(variance_ratio(p), rel=1e-6)  # r is known to ten digits where gamma a H is 1e-6
    for i in draw(noisy(2, 2), 6):
        assert (3 * covariance(copies(i, 3)) == covariance(i)).all()


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_family_stays_in_its_domain(family: Family) -> None:
    p = family.population(cube(family, 40))
    a = np.linalg.eigvalsh(p.hessians)
    assert (a > 0).all()
    assert (a <= 1 + 1e-12).all()
    assert (p.H >= 1).all()
    assert np.allclose(p.hessians, np.swapaxes(p.hessians, -1, -2))
    quiet = ~p.noise.any(axis=(2, 3))
    assert (quiet.sum(axis=1) == (family.N - 1 if family.noise == "single" else 0)).all()
    if family.noise != "single":
        assert np.allclose(p.noise, p.noise[:, :1])
    if family.apart:
        mu, L = a.min(axis=(1, 2)), a.max(axis=(1, 2))
        assert (L >= 2 * mu * (1 - 1e-9)).all()
        assert np.allclose(a[:, 0], L[:, None])
        assert np.allclose(a[:, -1].min(axis=1), mu)


def test_ends_of_the_cube_are_met_exactly() -> None:
    family = Family("isotropic", 1, 2)
    low, high = (family.population(np.full((1, family.size), share)) for share in (0.0, 1.0))
    assert (low.H[0], high.H[0]) == (1, 1000)
    assert low.hessians.ravel() == pytest.approx([0.01, 0.01])
    assert high.hessians.ravel() == pytest.approx([1, 1])


def test_rotations_are_rotations() -> None:
    turned = rotations(3, stream(0, "angles").random((20, 3)) * 7)
    assert np.allclose(turned @ turned.transpose(0, 2, 1), np.eye(3))
    assert np.linalg.det(turned) == pytest.approx(np.ones(20))


@pytest.mark.parametrize("noise", KINDS)
def test_the_rational_neighbour_is_near(noise: str) -> None:
    family = Family(noise, 2, 2)
    for point in cube(family, 12):
        p = family.population(point[None])
        if p.H[0] > 16 or np.linalg.eigvalsh(p.hessians).min() < 1e-3:
            continue
        i = rational_neighbour(family, point)
        assert i.gamma * i.L <= 1
        # the direction of the noise is kept to 1/1024, curvatures to 2^-24 of at least 1/1000
        assert float(exact_ratio(i)) == pytest.approx(variance_ratio(p)[0], rel=2e-2)


def test_unknown_kinds_of_noise_are_refused() -> None:
    with pytest.raises(ValueError, match="isotropic, common, single"):
        Family("white", 1, 2)
