"""Proofs in words about products and rounds, and paths through decision processes: every machine step checks, and can fail."""

import pytest

from proofs_checks.argo import lsa_convergence as unstable_products
from proofs_checks.argo.decisions import decision_cases, kernel_means, representable, sample_means
from proofs_checks.argo.fedlsa_complexity import logarithm_of_the_root
from symfed.checks.growth import Counterexample
from symfed.models.problems.td import td_problem
from symfed.strategies import draw

COUNTEREXAMPLES = [unstable_products.unvisited_state, unstable_products.nilpotent_step, logarithm_of_the_root]


@pytest.mark.parametrize("counterexample", COUNTEREXAMPLES)
def test_every_step_checks(counterexample):
    shown: Counterexample = counterexample()
    assert not shown.broken()
    assert sum(step.holds is not None for step in shown.steps) >= 2


def test_features_that_overlap_visit_all_states_and_prove_nothing(monkeypatch):
    overlapping = [[1, 1, 1], [0, 1, 1], [1, 0, 1]]
    monkeypatch.setattr(unstable_products, "td_problem", lambda walk: td_problem(walk, overlapping))
    assert unstable_products.unvisited_state().broken().startswith("in every product of two factors")


def test_paths_carry_all_the_probability():
    for i in draw(decision_cases(2, 1), 4):
        found = list(i.paths())
        assert sum(weight for _, weight in found) == 1
        assert all(path[0] == i.first and len(path) == 2 * i.steps + 1 for path, _ in found)
        assert i.process.num_states == 3


def test_agents_share_their_values_and_not_their_environments():
    unlike = 0
    for i in draw(representable(2, 2), 5):
        first, second = i.problem.environments
        assert (i.problem.value_functions[0] == i.problem.value_functions[1]).all()
        unlike += int((first.transition != second.transition).any())
    assert unlike


def test_kernel_and_samples_agree_on_the_means():
    for i in draw(decision_cases(1, 1), 3):
        problem = td_problem(i.process)
        for kernel, samples in zip(kernel_means(problem), sample_means(problem), strict=True):
            assert (kernel == samples).all()
        A, _ = kernel_means(problem)
        assert A.sum() == 1 - i.discount  # the table's features sum to one, and so does the stationary law
