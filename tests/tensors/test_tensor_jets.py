"""A transcription on tensors without numbers says what it says on numbers."""

import numpy as np
import pytest
import sympy as sp

from proofs_checks.aistats import proposition_2, theorem_1, theorem_2, theorem_3
from proofs_checks.symfed import any_dimension
from proofs_checks.symfed.scaffold import covariance, second_moments
from symfed.checks.control_readings import ClientPart
from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.models.jets import Jets
from symfed.tensors.jets import EqualTensorJets, TensorJets, two_clients
from symfed.tensors.normal import apply_laws, is_zero, normal, rebuilt
from symfed.tensors.tensor import FreeTensor, contracted
from symfed.tensors.truths import derived_form, mean_residual
from tests.tensors.numbers import evaluate

GAMMA, STEPS, ROUNDING = 0.05, 3, 1e-10  # numbers near one, a few hundred operations each


def numbers(N=2, d=2, seed=5):
    """Float jets with mean gradient zero."""
    rng = np.random.default_rng(seed)
    gradients = rng.normal(size=(N, d))
    roots, noise, thirds = rng.normal(size=(N, d, d)), rng.normal(size=(N, d, d)), rng.normal(size=(N, d, d, d))
    thirds = sum(
        thirds.transpose(0, *[1 + k for k in order]) for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    )
    return Jets.of(
        gradients - gradients.mean(axis=0), roots @ roots.transpose(0, 2, 1) + np.eye(d), thirds, noise @ noise.transpose(0, 2, 1)
    )


TRANSCRIPTIONS = {
    "Theorem 1": theorem_1.printed,
    "Theorem 2": theorem_2.corrected,
    "Theorem 2, second moment": theorem_2.variance,
    "Theorem 3": theorem_3.printed,
    "a wrong contraction": theorem_3.wrong_contraction,
    "Proposition 2": proposition_2.corrected,
    "Proposition 2, a round too short": proposition_2.short_round,
    "second order": any_dimension.quadratic,
    "Scaffold's second moment": second_moments.second_moment,
}


@pytest.mark.parametrize("name", [name for name in TRANSCRIPTIONS if "too short" not in name])
def test_transcription_has_the_value_that_it_has_on_numbers(name):
    jets, statement = numbers(), TRANSCRIPTIONS[name]
    said = statement(TensorJets(), symbols.gamma, symbols.H)
    assert np.abs(evaluate(said, jets, GAMMA, STEPS) - statement(jets, GAMMA, STEPS)).max() < ROUNDING


@pytest.mark.parametrize("statement", [covariance.state_control, covariance.own, second_moments.own_next, second_moments.cross])
def test_transcription_of_one_client_is_that_client_s(statement):
    jets, said = numbers(), statement(TensorJets(), symbols.gamma, symbols.H)
    for c in (0, 1):
        assert np.abs(evaluate(said, jets, GAMMA, STEPS, own=c) - statement(jets, GAMMA, STEPS)[c]).max() < ROUNDING


def test_transcription_of_two_clients_is_theirs():
    jets = numbers(N=3)
    said = second_moments.between_next(*two_clients(), TensorJets(), symbols.gamma, symbols.H)
    pair = [ClientPart(jets.hessians[c], jets.noise_covariance[c]) for c in (2, 1)]
    there = second_moments.between_next(*pair, jets, GAMMA, STEPS)
    assert np.abs(evaluate(said, jets, GAMMA, STEPS, own=2, other=1) - there).max() < ROUNDING


def test_normal_form_keeps_the_value():
    """Laws 1 to 4 one after the other, on numbers: the networks before and after."""
    jets, p = numbers(), TensorJets()
    for statement in TRANSCRIPTIONS.values():
        said = statement(p, symbols.gamma, symbols.H)
        assert is_zero(said - said)
        assert bool(normal(said))
    for name in ("Theorem 1", "Theorem 2", "Theorem 3", "Proposition 2"):
        said = TRANSCRIPTIONS[name](p, symbols.gamma, symbols.H)
        after = FreeTensor(said.rank, apply_laws(said, monomials=False))
        assert np.abs(evaluate(after, jets, GAMMA, STEPS) - evaluate(said, jets, GAMMA, STEPS)).max() < ROUNDING


def test_equal_clients_are_at_their_optimum():
    p = EqualTensorJets()
    assert is_zero(theorem_1.printed(p, symbols.gamma, symbols.H))
    assert is_zero(p.hessians - p.hessian)
    assert not is_zero(theorem_3.printed(p, symbols.gamma, symbols.H))


def test_operations_obey_their_definitions():
    p, gamma, H = TensorJets(), symbols.gamma, symbols.H
    A, M, C = p.hessian, p.identity() - gamma * p.hessians, p.noise
    X, Y = p.lyapunov(A, C), p.stein(p.mean(p.power(M, H)), C)
    G = p.mean(p.power(M, H))
    for zero in (
        p.product(A, X) + p.product(X, A) - C,
        Y - p.product(p.product(G, Y), G) - C,
        p.apply(A, p.solve(A, p.contract(p.third_derivative, C))) - p.contract(p.third_derivative, C),
        p.power(M, H + 2) - p.product(p.power(M, H), p.power(M, 2)),
        p.geometric(M, H + 1) - p.geometric(M, H) - p.power(M, H),
        p.geometric(M, 3) - p.identity() - M - p.product(M, M),
        p.mean(p.gradients),
        p.transpose(p.product(A, C)) - p.product(C, A),
    ):
        assert is_zero(zero)


def test_what_is_not_so_is_not_zero():
    """A transpose, a commutator, a mean of products for a product of means, one client's inverse for the mean's."""
    p = TensorJets()
    A, C, each = p.hessian, p.noise, p.hessians
    for other in (
        p.product(A, C) - p.product(C, A),
        p.product(each, p.noise_covariance) - p.product(p.noise_covariance, each),
        p.mean(p.product(each, each)) - p.product(A, A),
        p.mean(p.apply(each, p.gradients)) - p.apply(A, p.mean(p.gradients)),
        p.mean(p.solve_each(each, p.gradients)) - p.solve(A, p.mean(p.gradients)),
        p.lyapunov(A, C) - C / 2,
        p.lyapunov(A, C) - p.mean(p.product(p.power(each, -1), p.noise_covariance)) / 2,
        p.contract(p.third_derivative, C) - p.contract_wrong(p.third_derivative, C),
        p.contract(p.third_derivative, p.product(A, C)) - p.contract_wrong(p.third_derivative, p.product(A, C)),
    ):
        assert not is_zero(other)


def test_what_cannot_be_read_is_refused():
    p, H = TensorJets(), symbols.H
    with pytest.raises(InvalidInput, match="function of one matrix"):
        p.power(p.product(p.hessian, p.noise), H)
    with pytest.raises(InvalidInput, match="1 - gamma x"):
        p.power(p.hessians, H)
    with pytest.raises(InvalidInput, match="symmetric"):
        p.solve(p.product(p.hessian, p.noise), p.mean(p.apply(p.hessians, p.gradients)))
    with pytest.raises(InvalidInput, match="its trace is the dimension"):
        contracted("ij,ij->", p.identity(), p.identity())
    with pytest.raises(InvalidInput, match="legs"):
        p.hessian + p.mean(p.gradients)
    with pytest.raises(InvalidInput, match="rational function of gamma, H and N"):
        p.hessian * symbols.gamma ** sp.Rational(1, 2)


STATEMENTS = {
    name: f for name, f in TRANSCRIPTIONS.items() if name not in ("Theorem 2", "Proposition 2", "Proposition 2, a round too short")
}
STATEMENTS |= {
    "one client": second_moments.own_next,
    "x and one client": second_moments.cross,
    "of one client, turned": lambda p, gamma, H: covariance.state_control(p, gamma, H, turned=True),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_written_anew_from_its_normal_form_a_tensor_has_its_value(name):
    """All laws together: names, symmetries, strands, monomials and means."""
    jets, said = numbers(N=3), STATEMENTS[name](TensorJets(), symbols.gamma, symbols.H)
    anew = rebuilt(said, 5)
    assert anew.terms != said.terms
    assert np.abs(evaluate(anew, jets, GAMMA, STEPS, own=1) - evaluate(said, jets, GAMMA, STEPS, own=1)).max() < ROUNDING


def test_different_normal_forms_have_different_values():
    """What the laws do not make equal is not equal on numbers: three clients, three dimensions."""
    jets, p = numbers(N=3, d=3), TensorJets()
    A, C, each, T = p.hessian, p.noise, p.hessians, p.third_derivative
    pairs = [
        (p.product(A, C), p.product(C, A)),
        (p.mean(p.product(each, each)), p.product(A, A)),
        (p.mean(p.product(each, p.noise_covariance)), p.product(A, C)),
        (p.lyapunov(A, C), p.mean(p.product(p.power(each, -1), p.noise_covariance)) / 2),
        (p.lyapunov(A, C), p.product(p.power(A, -1), C) / 2),
        (p.contract(T, p.product(A, C)), p.contract_wrong(T, p.product(A, C))),
        (p.contract(p.third_derivatives, p.noise_covariance), p.contract(T, p.noise_covariance)),
        (p.lyapunov(A, p.lyapunov(A, C)), p.lyapunov(p.product(A, A), C) / 2),
    ]
    for one, other in pairs:
        assert not is_zero(one - other)
        assert np.abs(evaluate(one - other, jets, GAMMA, STEPS)).max() > 1e-3  # thousands of roundings


def test_constants_between_strands_of_one_matrix():
    """A function of the mean Hessian between two factors A_c holds the identity, which makes A_c^2 of them."""
    p, gamma = TensorJets(), symbols.gamma
    A, each, M = p.hessian, p.hessians, p.identity() - symbols.gamma * p.hessian
    bent = p.product(p.product(each, p.power(M, 2)), each)
    parts = (
        p.power(each, 2) - 2 * gamma * p.product(p.product(each, A), each) + gamma**2 * p.product(p.product(each, p.product(A, A)), each)
    )
    for here, there in ((bent, parts), (p.mean(bent), p.mean(parts))):
        assert is_zero(here - there)
    G = p.mean(p.power(p.identity() - gamma * each, symbols.H))
    assert is_zero(p.product(p.product(G, M), G) - p.product(G, G) + gamma * p.product(p.product(G, A), G))
    inverse = p.power(p.identity() + A, -1)
    left = p.product(p.product(each, inverse), each) + p.product(p.product(each, p.product(A, inverse)), each)
    assert is_zero(left - p.power(each, 2))


def test_parameters_of_a_rule_are_letters_where_no_power_of_a_step_stands():
    pulled_back = normal(
        derived_form("fedprox", "second_moment", 2, quadratic=True) - derived_form("fedavg", "second_moment", 2, quadratic=True)
    )
    assert pulled_back
    assert all("rho" in str(ratio) for ratio in pulled_back.values())
    with pytest.raises(InvalidInput, match="must be of 1 - gamma x"):
        mean_residual("fedprox", theorem_2.corrected(TensorJets(), symbols.gamma, symbols.H))
    with pytest.raises(InvalidInput, match="a rule's own letters"):
        TensorJets().gradients * symbols.a
