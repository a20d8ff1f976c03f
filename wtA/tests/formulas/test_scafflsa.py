"""The bound on a round of SCAFFLSA, against rounds of clients that turn and of clients drawn at random, in floats."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import OutsideDomain
from symfed.formulas import scafflsa_contraction, scafflsa_error_bound, scafflsa_local_steps
from symfed.models.arrays import Array


def round_matrix(A: Array, H: int) -> Array:
    """The round on (x_1, .., x_N), x_c = e + y_c, for step size one: q on the mean, r on what differs from it; (N d, N d)."""
    N, d = A.shape[:2]
    steps = [np.stack([np.linalg.matrix_power(np.eye(d) - A_c, h) for h in range(H + 1)]) for A_c in A]
    out = np.zeros((N, d, N, d))
    for c, powers in enumerate(steps):
        q, r = powers[H], np.eye(d) - powers[:H].mean(axis=0)
        for other in range(N):
            out[c, :, other] = q / N + r * ((c == other) - 1 / N)
    return out.reshape(N * d, N * d)


def constants(A: Array) -> tuple[float, float]:
    """The largest decay and the smallest L, for step size one."""
    decay = 1 - max(np.linalg.norm(np.eye(A.shape[1]) - A_c, 2) ** 2 for A_c in A)
    return decay, max(np.linalg.norm(A_c, 2) for A_c in A)


def turns(*curvatures: complex) -> Array:
    return np.array([[[z.real, -z.imag], [z.imag, z.real]] for z in curvatures])


def test_by_hand() -> None:
    # (1 - 1/10)^3 + (2/10)^2 = 0.729 + (1/10 * 2 * 2/2)^2
    assert scafflsa_contraction(Fraction(1, 10), 3, 1, 2, backend="exact") == flint.fmpq(769, 1000)
    # 1 + 2/((1/10)(4 + 2))
    assert scafflsa_local_steps(Fraction(1, 10), 1, 2, backend="exact") == flint.fmpq(13, 3)


def test_error_bound_by_hand() -> None:
    # decay gamma = 1/10, drift = 1/10 * 2 * (3-1)/2 = 1/5: 4/(10 * 1) * (6/4)^2 * (1 - 729/1000)/(1 - 729/1000 - 1/25)
    expected = flint.fmpq(4, 100) * flint.fmpq(9, 4) * flint.fmpq(271, 231)
    assert scafflsa_error_bound(Fraction(1, 10), 3, 10, 1, 2, 2, backend="exact") == expected
    with pytest.raises(OutsideDomain, match=r"gamma = 0\.5: must satisfy"):
        scafflsa_error_bound(0.5, 9, 10, 0.1, 1.0, 1.0)


def test_a_bound_is_printed_as_one() -> None:
    for bound in (scafflsa_contraction, scafflsa_error_bound):
        assert bound.equation().startswith(bound.left + r" \le ")
        assert str(bound.remainder) == "none: the formula is a bound"
    assert scafflsa_local_steps.equation().startswith(r"H_{\max} = ")


@pytest.mark.parametrize("H", [1, 3])
def test_error_bound_of_td_learning(H: int) -> None:
    """Garnet environments: the constants are norms of mean squares, the error that of the exact law."""
    generator = np.random.default_rng(5)
    problem = sf.td_problem(
        sf.garnet(generator, 12, 2, 3, 0.8, num_environments=6, heterogeneity=0.5), sf.random_features(generator, 12, 3)
    )
    step, constants = 0.02, []
    for A, weights in zip(problem.matrices, problem.weights, strict=True):
        A, weights = A.astype(float), np.asarray(weights, dtype=float)
        factors = np.eye(3) - step * A
        constants.append([np.linalg.norm(np.einsum("z,zki,zkj->ij", weights, M, M), 2) for M in (factors, A)])
    kept, square = np.max(constants, axis=0)
    decay, noise = (1 - kept) / step, 0.0
    for A, b, weights in zip(problem.matrices, problem.vectors, problem.weights, strict=True):
        drifts = A.astype(float) @ problem.optimum.astype(float) - b.astype(float)
        w = np.asarray(weights, dtype=float)
        noise += w @ (drifts**2).sum(axis=1) - ((w @ drifts) ** 2).sum()
    bound = scafflsa_error_bound(step, H, 6, decay, square**0.5, (noise / 6) ** 0.5, check=False)
    error = np.trace(sf.reference.stationary("scafflsa", problem, step, H, method="exact").second_moment)
    assert (1 - step * decay) ** H + (step * square**0.5 * (H - 1) / 2) ** 2 < 1
    assert bound / 100 < error <= bound


@pytest.mark.parametrize("H", [1, 2, 7, 30])
def test_a_round_stays_below(H: int) -> None:
    source = np.random.default_rng(H)
    for _ in range(200):
        scales, centre, step = source.uniform(0, 1, (3, 1, 1)), source.uniform(1, 3), source.choice([0.02, 0.1, 0.3])
        A = step * (source.normal(size=(3, 3, 3)) * scales + centre * np.eye(3))
        decay, L = constants(A)
        if decay > 0:
            # twenty products of matrices of norm one
            assert np.linalg.norm(round_matrix(A, H), 2) ** 2 <= scafflsa_contraction(1, H, decay, L) + 1e-12


def test_nothing_smaller_would_do_for_small_steps() -> None:
    """Opposite turns with gamma H L² = k decay and gamma decay H = s: a round takes (1 - k/4) s off, as the bound says, up to s²."""
    H, s = 400, 1e-3
    for k in (1.0, 2.0, 3.0):
        squared, b = k * s / H**2, s / H
        x = (b + squared) / 2
        z = complex(x, (squared - x**2) ** 0.5)
        found = np.linalg.norm(round_matrix(turns(z, z.conjugate()), H), 2) ** 2
        assert 1 - found == pytest.approx((1 - k / 4) * s, rel=0.05)  # of k s/4, 2/H is missing, and s² beside it: 2 percent
        assert 1 - scafflsa_contraction(1, H, b, squared**0.5) == pytest.approx(1 - found, rel=0.05)


def test_the_number_of_steps_is_what_the_rate_needs() -> None:
    for step in (0.001, 0.01, 0.1):
        for L in (1.0, 2.0, 10.0):
            for decay in (0.05, 0.5, 1.0):
                H = int(scafflsa_local_steps(step, decay, L))
                assert scafflsa_contraction(step, H, decay, L) <= 1 - step * decay * H / 2 + 1e-15  # one rounding


#: Both clients' curvatures, times the step size, and the number of local steps.
DIVERGING = {"opposite": ((0.8 + 0.96j, 0.8 - 0.96j), 2), "equal": ((0.6 + 0.8j,) * 2, 4), "closer": ((0.0275 + 0.0875j,) * 2, 40)}


@pytest.mark.parametrize("name", DIVERGING)
def test_clients_that_turn_diverge(name: str) -> None:
    curvatures, H = DIVERGING[name]
    A = turns(*curvatures)
    values = np.linalg.eigvals(round_matrix(A, H))
    assert constants(A)[0] > 0
    assert abs(values).max() > 1.001
    assert abs(np.linalg.eigvals(round_matrix((A + A.transpose(0, 2, 1)) / 2, H))).max() < 1, "without the turn they converge"


def test_outside_its_domain_it_says_so() -> None:
    with pytest.raises(OutsideDomain, match=r"decay\*gamma <= 1"):
        scafflsa_contraction(0.5, 3, 3.0, 4.0)
