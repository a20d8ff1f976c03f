"""The constants of SCAFFLSA's bound, and numbers of rounds, against what they bound."""

from __future__ import annotations

import math

import flint
import numpy as np
import pytest

from proofs_checks.symfed.lsa.scafflsa_complexity import RoundCount
from proofs_checks.symfed.lsa.scafflsa_laws import LawCase, as_many_as_printed, bounded_laws, few_rounds, law_cases, without_own_noise
from symfed.models.problems import LinearProblem
from symfed.strategies import draw

q = flint.fmpq
#: A = 1/2 or 3/2 and b = A at the first client, solution 1; A = 1 and b = -1 at the second, solution -1; so theta* = 0
TWO = LawCase(LinearProblem([[[[q(1, 2)]], [[q(3, 2)]]], [[[1]]]], [[[q(1, 2)], [q(3, 2)]], [[-1]]]), q(1, 2), 1)


def test_noise_is_at_the_optimum_or_at_each_clients_own() -> None:
    assert TWO.noise() == q(1, 8)  # the first client's b varies by 1/2, the second's not
    assert TWO.noise(own=True) == q(1, 2)  # with the printed sign both samples of its first client add up: 1, and nothing for the second


def test_constants_by_hand() -> None:
    assert TWO.squared_length == q(5, 4)
    assert TWO.squared_mean_length == 1
    assert 1 - TWO.gamma * TWO.decay == q(5, 16)  # E(1 - A/2)², the larger of (9/16 + 1/16)/2 and 1/4


@pytest.mark.parametrize(("matrix", "bound"), [([[1, 2], [-2, 1]], 5), ([[2, 1], [0, 5]], 28)])
def test_lengths_of_matrices_without_symmetry_by_hand(matrix: list[list[int]], bound: int) -> None:
    """A'A is 5 times the identity, and [[4, 2], [2, 26]]; A A would give 1 and 25, A A' 5 and 30."""
    one = LawCase(LinearProblem([[matrix]], [[[1, 0]]]), q(1, 100), 1)
    assert one.squared_length == one.squared_mean_length == bound


def test_one_step_law_by_hand() -> None:
    """e+ = e - eta (mean A e - mean b) has E e² = E(1 - eta mean A)² E e² + eta² E(mean b)², at mean zero."""
    factors, pushes = [1 - q(a, 2) / 4 - q(1, 4) for a in (1, 3)], [q(1, 2) * (q(a, 2) - 1) / 2 for a in (1, 3)]
    kept, added = (sum(value * value for value in values) / 2 for values in (factors, pushes))
    assert TWO.error == added / (1 - kept)


def test_drawn_cases_are_what_they_say() -> None:
    for i in draw(law_cases(2, 2), 10):
        assert i.decay > 0
        assert (i.H - 1) * i.gamma * (i.squared_length + 2 * i.decay**2) <= 2 * i.decay
    for i in draw(without_own_noise(1, 2), 10):
        assert i.noise(own=True) == 0
    for i in draw(as_many_as_printed(1, 1), 5):
        assert i.H * i.gamma * i.squared_mean_length <= i.decay < (i.H + 1) * i.gamma * i.squared_mean_length


def test_bounded_laws_go_beyond_few_steps() -> None:
    beyond = 0
    for i in draw(bounded_laws(1, 2), 60):
        assert (1 - i.gamma * i.decay) ** i.H + i.gamma**2 * i.squared_length * (i.H - 1) ** 2 / 4 < 1
        beyond += (i.H - 1) * i.gamma * (i.squared_length + 2 * i.decay**2) > 2 * i.decay
    assert beyond > 5


def test_decay_holds_for_every_direction() -> None:
    # bounds by Gershgorin lie above the spectral ones by their definition; 1e-12 is for the rounding of a 2 x 2 norm
    for i in draw(law_cases(2, 2), 10):
        for weights, A in zip(i.problem.weights, i.problem.matrices, strict=True):
            steps = np.eye(2) - float(i.gamma) * A.astype(float)
            mean = np.einsum("z,zki,zkj->ij", np.array([float(w) for w in weights]), steps, steps)
            assert np.linalg.eigvalsh(mean)[-1] <= 1 - float(i.gamma * i.decay) + 1e-12


def test_one_clients_control_variate_has_nothing_to_learn() -> None:
    one = next(i for i in draw(few_rounds(1, 1), 20) if i.noise() != 0)
    assert one.psi0 == ((one.run.start - one.run.problem.optimum) ** 2).sum()
    assert one.expected_error >= 0


@pytest.mark.parametrize("ratio", [1, 2, 4, 1000])
def test_rounds_are_the_smallest_integer_above_the_logarithm(ratio: int) -> None:
    count = RoundCount(q(1, 2), q(1), q(1), q(1, 4)).rounds(q(ratio))
    assert count == math.ceil(8 * math.log(ratio))  # no multiple of these logarithms is within 1e-3 of an integer but zero
    assert RoundCount(q(1), q(1), q(3), q(1)).left(2) == q(3, 4)
