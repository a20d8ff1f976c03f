"""Laws that the checker solves from a round, against the exact reference, which shares no code with it."""

from __future__ import annotations

import flint
import numpy as np
import pytest

from symfed.models.algorithms import get_algorithm
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.recheck.expressions import MalformedPart
from symfed.recheck.rounds import quadratic_law, sampled_law
from symfed.reference.exact import stationary_exact

RULES = {
    "fedavg": {"local_step": "x - gamma*g"},
    "scaffold": {"local_step": "x - gamma*(g + xi)", "control_update": "xi + (x_end - x_next)/(gamma*H)"},
}


def said(name: str, problem: QuadraticProblem, H: int) -> dict[str, object]:
    """A law of this rule on a problem, every number in it as text."""
    (N, d), keeps = problem.optima.shape, "control_update" in RULES[name]
    n = (N + 1) * d if keeps else d
    return {
        "rule": RULES[name], "gamma": "1/5", "H": H, "control_mean": "0", "mean": [f"x{i}" for i in range(d)],
        "controls": [[f"y{c}_{i}" for i in range(d)] for c in range(N)] if keeps else [],
        "moments": [[f"v{min(i, j)}_{max(i, j)}" for j in range(n)] for i in range(n)],
        "clients": [
            {"hessian": [list(map(str, row)) for row in A], "optimum": list(map(str, own)), "noise": [list(map(str, row)) for row in C]}
            for A, own, C in zip(problem.hessian_matrices, problem.optima, problem.noise, strict=True)
        ],
    }  # fmt: skip


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize(("d", "H"), [(1, 1), (1, 3), (2, 2)])
def test_quadratic_laws_are_those_of_the_reference(name: str, d: int, H: int) -> None:
    one = np.array([[2, 1], [1, 3]])[:d, :d]
    problem = QuadraticProblem(
        [one.tolist(), (2 * np.eye(d, dtype=int)).tolist()], [[0, 1][:d], [2, -1][:d]], noise=[one.tolist(), one.tolist()]
    )
    found = quadratic_law(said(name, problem, H), {})
    exact = stationary_exact(get_algorithm(name), problem, flint.fmpq(1, 5), H)
    mean = np.array([found[f"x{i}"] for i in range(d)], dtype=object)
    assert (mean == exact.mean).all()
    spread = np.array([[found[f"v{min(i, j)}_{max(i, j)}"] for j in range(d)] for i in range(d)], dtype=object)
    bias = mean - problem.optimum
    assert (spread + np.outer(bias, bias) == exact.second_moment).all()


@pytest.mark.parametrize(("name", "reference"), [("fedavg", "fedlsa"), ("scaffold", "scaffold")])
def test_sampled_laws_are_those_of_the_reference(name: str, reference: str) -> None:
    problem = LinearProblem([[[[1]], [[3]]], [[[2]], [[1]]]], [[[0], [1]], [[1], [-1]]])
    keeps, size = "control_update" in RULES[name], 4

    def entry(i: int, j: int) -> str:
        i, j = min(i, j), max(i, j)
        return "1" if j == 0 else f"m{i}{j}" if keeps or j == 1 else "0"

    clients = [
        [["1/2", str(A[0, 0]), str(b[0])] for A, b in zip(*own, strict=True)] for own in zip(problem.matrices, problem.vectors, strict=True)
    ]
    law = {"rule": RULES[name], "gamma": "1/5", "H": 2, "keeps": keeps, "clients": clients}
    found = sampled_law({**law, "moments": [[entry(i, j) for j in range(size)] for i in range(size)]}, {})
    exact = stationary_exact(get_algorithm(reference), problem, flint.fmpq(1, 5), 2)
    assert found["m01"] == exact.mean[0]
    centre = problem.optimum[0]
    assert found["m11"] - 2 * centre * found["m01"] + centre**2 == exact.second_moment[0, 0]


def test_a_rule_that_is_not_affine_and_a_law_that_does_not_exist_are_refused() -> None:
    problem = QuadraticProblem([[[1]]], [[0]], noise=[[[1]]])
    law = said("fedavg", problem, 1)
    with pytest.raises(MalformedPart, match="affine"):
        quadratic_law({**law, "rule": {"local_step": "x - gamma*g*x"}}, {})
    with pytest.raises(MalformedPart, match="no stationary law"):
        quadratic_law({**law, "rule": {"local_step": "x"}}, {})
    with pytest.raises(MalformedPart, match="no letter"):
        quadratic_law({**law, "rule": {"local_step": "x - gamma*h"}}, {})


def test_a_law_of_another_state_than_the_rounds_is_refused() -> None:
    problem = QuadraticProblem([[[1]], [[2]]], [[0], [1]], noise=[[[1]], [[1]]])
    law = said("scaffold", problem, 1)
    with pytest.raises(MalformedPart, match="another state"):
        quadratic_law({**law, "moments": [["v0_0"]]}, {})
    with pytest.raises(MalformedPart, match="leaves out the control variates that its rule renews"):
        quadratic_law({**law, "controls": [], "moments": []}, {})
    with pytest.raises(MalformedPart, match="keeps control variates, and its rule renews none"):
        quadratic_law({**law, "rule": RULES["fedavg"]}, {})
    sampled = {"rule": RULES["scaffold"], "gamma": "1/5", "H": 1, "keeps": True, "clients": [[["1", "1", "0"]], [["1", "2", "1"]]]}
    with pytest.raises(MalformedPart, match="another state"):
        sampled_law({**sampled, "moments": [["1", "m01"], ["m01", "m11"]]}, {})
    with pytest.raises(MalformedPart, match="leaves out the control variates"):
        sampled_law({**sampled, "keeps": False, "moments": [["1", "m01"], ["m01", "m11"]]}, {})


@pytest.mark.parametrize(
    "noise", [[["-1", "0"], ["0", "1"]], [["1", "2"], ["2", "1"]], [["1", "1"], ["0", "1"]], [["-1", "0"], ["0", "-1"]]]
)
def test_noise_of_negative_variance_is_refused(noise: list[list[str]]) -> None:
    law = said("fedavg", QuadraticProblem([[[1, 0], [0, 2]]], [[0, 1]], noise=[[[1, 1], [1, 1]]]), 1)
    assert quadratic_law(law, {})["v0_0"] > 0  # a variance may vanish in one direction
    (client,) = law["clients"]
    with pytest.raises(MalformedPart, match="covariance"):
        quadratic_law({**law, "clients": [{**client, "noise": noise}]}, {})


def test_probabilities_below_zero_are_refused() -> None:
    law = {"rule": RULES["fedavg"], "gamma": "1/5", "H": 1, "keeps": False, "clients": [[["2", "1", "0"], ["-1", "2", "1"]]]}
    with pytest.raises(MalformedPart, match="negative"):
        sampled_law({**law, "moments": [["1", "m", "0"], ["m", "v", "0"], ["0", "0", "0"]]}, {})
