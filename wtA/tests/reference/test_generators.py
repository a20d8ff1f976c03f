"""The random numbers of simulations: known answers, uniformity, and the same numbers in lanes."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from numba import njit
from scipy.stats import chi2

from symfed.reference.simulation.generators import alias_tables, covariance_roots, draw_normals, draw_samples, initial_states, next_bits
from symfed.reference.simulation.kernels.lane_math import LANE, normal_pair, scaled
from symfed.reference.simulation.kernels.lane_math import next_bits as next_bits_in_lane

#: Each test below compares one statistic; the seeds are fixed, so that this is the chance of a false alarm when somebody changes them.
FALSE_ALARM = 1e-9

#: The first outputs from the state 1, 2, 3, 4 of the authors' own program xoshiro256plus.c, as several libraries' tests print them.
PUBLISHED = [
    5, 211106232532999, 211106635186183, 9223759065350669058, 9250833439874351877, 13862484359527728515, 2346507365006083650,
    1168864526675804870, 34095955243042024, 3466914240207415127,
]  # fmt: skip


@njit(**LANE)
def bits_in_lanes(state, width, out):
    for k in range(out.shape[0]):
        for lane in range(width):
            out[k, lane] = next_bits_in_lane(state, lane, width)


@njit(**LANE)
def samples_in_lanes(words, count, out):
    for lane in range(len(out)):
        out[lane] = scaled(words[lane], count) >> np.uint64(32)


@njit(**LANE)
def normals_in_lanes(first, second, out):
    for lane in range(len(first)):
        out[0, lane], out[1, lane] = normal_pair(first[lane], second[lane])


def test_the_generator_gives_the_published_numbers():
    state = np.array([1, 2, 3, 4], dtype=np.uint64)
    assert [int(next_bits(state)) for _ in PUBLISHED] == PUBLISHED


def test_lanes_give_the_same_words():
    states = initial_states(3, "test", 8, 1)[:, 0]
    out = np.empty((5, 8), dtype=np.uint64)
    bits_in_lanes(np.ascontiguousarray(states.T).ravel(), 8, out)
    assert out.tolist() == [next_bits(states).tolist() for _ in range(5)]


def test_words_depend_on_seed_and_name_but_not_on_the_number_of_replicas():
    few, many = initial_states(0, "a", 2, 3), initial_states(0, "a", 5, 3)
    assert (many[:2] == few).all()
    assert len({int(word) for word in many.ravel()}) == many.size
    assert (initial_states(1, "a", 2, 3) != few).all()
    assert (initial_states(0, "b", 2, 3) != few).all()


def drawn(weights: list[float], size: int = 400_000, clients: int = 3) -> np.ndarray:
    """How often the samples of the last of several clients were drawn."""
    tables = alias_tables([[0.5, 0.5]] * (clients - 1) + [weights])
    return np.bincount(draw_samples(initial_states(7, "indices", size, clients), tables)[:, -1], minlength=len(weights))


WEIGHTS = [[1 / 7] * 7, [1 / 100] * 100, [0.5, 0.25, 0.125, 0.125], [0.01, 0.29, 0.3, 0.4]]


@pytest.mark.parametrize("weights", WEIGHTS, ids=lambda w: f"{len(w)} samples")
def test_samples_have_their_probabilities(weights):
    seen, expected = drawn(weights), 400_000 * np.array(weights)
    assert ((seen - expected) ** 2 / expected).sum() <= chi2.isf(FALSE_ALARM, len(weights) - 1)


def test_wrong_probabilities_would_be_noticed():
    seen, expected = drawn([0.01, 0.29, 0.3, 0.4]), 400_000 * np.array([0.012, 0.288, 0.3, 0.4])
    assert ((seen - expected) ** 2 / expected).sum() > chi2.isf(FALSE_ALARM, 3)


def test_tables_hold_the_exact_probabilities():
    weights = [0.01, 0.29, 0.3, 0.4]
    tables = alias_tables([[1.0], weights])
    reached = np.zeros(4)
    for k in range(4):
        stay = float(tables.limits[1 + k]) / 2**32
        reached[k] += stay / 4
        reached[int(tables.others[1 + k])] += (1 - stay) / 4
    np.testing.assert_allclose(reached, weights, rtol=0, atol=2.0**-32)  # each of four limits is rounded to a multiple of 2^-32, over 4


@pytest.mark.parametrize("count", [1, 3, 100, 2**31 + 1])
def test_the_whole_word_counts(count):
    # the ends of the range, and both sides of where one sample follows another: all 64 bits decide
    borders = [-(-(k << 64) // count) for k in range(1, min(count, 50))]
    words = [0, 1, 2**32 - 1, 2**63, 2**64 - 1, *borders, *[b - 1 for b in borders]]
    truth = [w * count >> 64 for w in words]
    out = np.empty(len(words), dtype=np.uint64)
    samples_in_lanes(np.array(words, dtype=np.uint64), np.uint64(count), out)
    assert out.tolist() == truth
    if count <= 100:
        state = np.zeros((len(words), 1, 4), dtype=np.uint64)
        state[:, 0, 0] = words  # the generator's first output is the sum of two words of its state
        assert draw_samples(state, alias_tables([[1 / count] * count]))[:, 0].tolist() == truth


def test_neighbours_are_uncorrelated():
    words = initial_states(5, "neighbours", 1000, 2)
    uniform = np.stack([(next_bits(words) >> np.uint64(11)) * 2.0**-53 - 0.5 for _ in range(100)])  # (time, replica, client)
    pairs = [uniform[1:] * uniform[:-1], uniform[:, 1:] * uniform[:, :-1], uniform[:, :, 1] * uniform[:, :, 0]]
    for product in pairs:
        # products of independent numbers of variance 1/12; normal: P(|z| > 6.2) = 6e-10
        assert abs(product.mean()) * 12 * np.sqrt(product.size) < 6.2


def test_normal_numbers_are_normal():
    x = draw_normals(initial_states(11, "normal", 200_000, 1), 3)
    assert x.shape == (200_000, 1, 3)
    n = x.size
    # mean, variance 2/n of the second, 6/n of the third moment and 96/n of the fourth: P(|z| > 6.2) = 6e-10 each
    for power, value, variance in ((1, 0, 1), (2, 1, 2), (3, 0, 15), (4, 3, 96)):
        assert abs((x**power).mean() - value) < 6.2 * np.sqrt(variance / n)
    assert abs((x[..., 0] * x[..., 1]).mean()) < 6.2 / np.sqrt(n / 3)


def test_normal_numbers_in_lanes_are_the_same():
    words = initial_states(2, "normal lanes", 2, 4096)[:, :, 0]
    words[:, :4] = np.array([[0, 2**64 - 1, 0, 2**63], [0, 2**64 - 1, 2**62, 2**64 - 1]], dtype=np.uint64)
    out = np.empty(words.shape)
    normals_in_lanes(words[0], words[1], out)
    fraction = (words >> np.uint64(11)) * 2.0**-53
    radius = np.sqrt(-2 * np.log(fraction[0] + 2.0**-53))
    expected = radius * np.stack([np.cos(2 * np.pi * fraction[1]), np.sin(2 * np.pi * fraction[1])])
    # numpy rounds the angle (up to 2 pi) before it takes sine and cosine: 2^-51 of the radius; a few ulp besides
    assert (abs(out - expected) <= 8 * 2.0**-52 * (radius + 1)).all()


def test_radius_and_angle_to_two_units_in_the_last_place():
    grid = (np.arange(1, 4001, dtype=np.uint64) * np.uint64(2**64 // 4001)) >> np.uint64(11) << np.uint64(11)
    with mpmath.workdps(40):
        fractions = [mpmath.mpf(int(word)) / 2**64 for word in grid]
        radii = [mpmath.sqrt(-2 * mpmath.log(f + mpmath.mpf(2) ** -53)) for f in fractions]
        angles = [(mpmath.cos(2 * mpmath.pi * f), mpmath.sin(2 * mpmath.pi * f)) for f in fractions]
        out = np.empty((2, len(grid)))
        normals_in_lanes(grid, np.zeros_like(grid), out)  # no turn: the radius itself
        assert max(abs(mpmath.mpf(y) / r - 1) for y, r in zip(out[0].tolist(), radii, strict=True)) <= 2 * 2.0**-52
        one = np.full_like(grid, grid[1000])
        length = float(radii[1000])
        normals_in_lanes(one, grid, out)
        apart = [
            abs(mpmath.mpf(y) / length - t)
            for row, k in zip(out.tolist(), (0, 1), strict=True)
            for y, t in zip(row, [a[k] for a in angles], strict=True)
        ]
    assert max(apart) <= 2 * 2.0**-52


def test_roots_give_back_their_covariances():
    covariance = np.array([[[2.0, 1.0], [1.0, 3.0]], [[1.0, 1.0], [1.0, 1.0]]])
    roots = covariance_roots(covariance)
    np.testing.assert_allclose(roots @ roots.transpose(0, 2, 1), covariance, rtol=0, atol=1e-14)  # a dozen operations on numbers below 4
