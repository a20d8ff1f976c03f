"""The check in every dimension holds what is right, and rejects by its laws what is wrong."""

import pytest
import sympy as sp

from proofs_checks.aistats import equation_9, proposition_2, table_1, theorem_1, theorem_2, theorem_3, theorem_4
from proofs_checks.argo import fedlsa
from proofs_checks.symfed import any_dimension
from proofs_checks.symfed.lsa import fedlsa_moments
from symfed.checks.every_dimension import (
    IdentityInEveryDimension,
    expansion_of,
    linear_bias_of,
    linear_expansion_of,
    on_equal_tensors,
    on_linear_tensors,
    settling_point_of,
    stationary_mean_of,
)
from symfed.checks.expansion import Expansion
from symfed.core import symbols
from symfed.core.check import Comparison
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import gamma
from symfed.core.verdict import Outcome, Tier
from symfed.tensors.jets import LINEAR, TensorJets
from symfed.tensors.normal import is_zero
from symfed.tensors.tensor import OTHER, OWN, averaged, contracted, marked
from symfed.tensors.truths import (
    affine_round,
    derived_form,
    for_equal_gradients,
    for_equal_hessians,
)
from tests.pieces import pieces

ANYWHERE = Domain()


def bias(algorithm="fedavg", order=1, **classes):
    return IdentityInEveryDimension(expansion_of(algorithm, "bias", order, **classes))


def second_moment(algorithm="fedavg", order=1, **classes):
    return IdentityInEveryDimension(expansion_of(algorithm, "second_moment", order, **classes))


EQUAL = IdentityInEveryDimension(expansion_of("fedavg", "bias", homogeneous=True), on_equal_tensors)
MEAN, MEAN_WITHOUT_NOISE = (IdentityInEveryDimension(stationary_mean_of(name)) for name in ("fedavg", "fedavg_deterministic"))
PROVED = {
    "Theorem 1": (bias("fedavg_deterministic"), theorem_1.printed, theorem_1.WRONG),
    "Theorem 2, mean": (MEAN, theorem_2.corrected, theorem_2.quadratic_bias.lemmas[0].wrong),
    "Theorem 2, first order": (bias(quadratic=True), theorem_1.printed, theorem_1.WRONG),
    "Theorem 2, second moment": (second_moment(quadratic=True), theorem_2.variance, theorem_2.VARIANCE_WRONG),
    "Proposition 2 on quadratics": (
        MEAN_WITHOUT_NOISE,
        proposition_2.corrected,
        {"round too short": proposition_2.short_round, "sign": lambda p, gamma, H: proposition_2.corrected(p, gamma, H, sign=1)},
    ),
    "Theorem 3": (EQUAL, theorem_3.printed, theorem_3.WRONG),
    "Theorem 4, second moment": (second_moment(), theorem_2.variance, theorem_2.VARIANCE_WRONG),
    "Table 1": (bias(), table_1.total, table_1.WRONG),
    "Table 1, noise": (bias(), lambda p, gamma, H: table_1.stochastic(p, gamma, H) + theorem_1.printed(p, gamma, H), {}),
    "equation (9)": (second_moment(), equation_9.corrected, equation_9.noise_matrix.wrong),
    "SGD": (bias("sgd"), theorem_3.printed, theorem_3.WRONG),
    "second order, exact gradients": (bias("fedavg_deterministic", 2), any_dimension.deterministic, any_dimension.exact_gradients.wrong),
    "second order, quadratics": (bias("fedavg", 2, quadratic=True), any_dimension.quadratic, any_dimension.quadratics.wrong),
}


@pytest.mark.parametrize("name", PROVED)
def test_right_statement_is_proved_in_every_dimension(name):
    check, statement, _ = PROVED[name]
    found = check.examine(statement, ANYWHERE)
    covered = "quadratic clients with additive noise" if check in (MEAN, MEAN_WITHOUT_NOISE) else "all d, N and H"
    assert (found.outcome, found.strength, str(found.covers)) == (Outcome.HOLDS, Tier.PROVED, covered)
    assert found.instances == 0  # no instance is in the argument


@pytest.mark.parametrize(("name", "wrong"), [(name, wrong) for name, (_, _, variants) in PROVED.items() for wrong in variants])
def test_wrong_variant_is_rejected_by_the_normal_form(name, wrong):
    check, statement, variants = PROVED[name]
    assert check.rejects(variants[wrong], ANYWHERE)
    assert check.compare(variants[wrong], statement, ANYWHERE) is Comparison.FAILS


def misread(p, gamma, H):
    """A_c^-1 where the mean Hessian's inverse belongs."""
    return gamma * (H - 1) / 2 * p.mean(p.solve_each(p.hessians, p.apply(p.hessians - p.hessian, p.gradients)))


def product_of_means(p, gamma, H):
    return gamma * (H - 1) / 2 * p.solve(p.hessian, p.apply(p.mean(p.hessians), p.mean(p.gradients)))


def commutator_forgotten(p, gamma, H):
    """1/2 A^-1 C, which solves A X + X A = C where A and C commute."""
    return gamma / (2 * p.N) * p.product(p.power(p.hessian, -1), p.noise)


def symmetrised(p, gamma, H):
    return (commutator_forgotten(p, gamma, H) + p.transpose(commutator_forgotten(p, gamma, H))) / 2


@pytest.mark.parametrize(
    ("check", "statement"),
    [
        (bias("fedavg_deterministic"), misread),
        (bias("fedavg_deterministic"), product_of_means),
        (second_moment(), commutator_forgotten),
        (second_moment(), symmetrised),
        (bias("sgd"), theorem_3.wrong_contraction),
    ],
)
def test_what_dimension_one_cannot_see_is_rejected(check, statement):
    assert check.examine(statement, ANYWHERE).fails


def test_commutator_forgotten_is_right_in_dimension_one():
    """The variant above is a trap: on symbols of dimension one it is the truth."""
    from symfed.checks.identity import on_symbols
    from symfed.derive.symbolic_jets import SymbolicJets

    class OneDimension(SymbolicJets):
        def transpose(self, A):
            return A

    p = OneDimension()
    said = symmetrised(p, gamma, symbols.H)
    assert sp.simplify(said - on_symbols(theorem_2.variance)) == 0


def test_what_the_normal_form_decides_refutes_and_the_rest_is_doubted():
    refuted = bias().examine(table_1.WRONG["transposed third-derivative contraction"], ANYWHERE)
    assert refuted.fails
    assert refuted.refutes
    assert "D3" in refuted.witness["left over 1"]
    assert bias().replay(table_1.WRONG["transposed third-derivative contraction"], refuted.witness, ANYWHERE) == ""
    sign = MEAN.examine(theorem_2.printed, ANYWHERE)
    assert sign.refutes
    assert sign.witness["d"] == "1"
    # powers with H, and nothing to see in dimension one: the laws are not shown to suffice
    doubted = MEAN.examine(lambda p, gamma, H: theorem_2.corrected(p, gamma, H) + commuted(p, gamma, H), ANYWHERE)
    assert doubted.fails
    assert not doubted.refutes


def commuted(p, gamma, H):
    """Zero in dimension one only: the mean Hessian and the mean of powers do not commute."""
    G, v = p.mean(p.power(p.identity() - gamma * p.hessians, H)), p.mean(p.apply(p.hessians, p.gradients))
    return p.apply(G, p.apply(p.hessian, v)) - p.apply(p.hessian, p.apply(G, v))


def test_expansion_is_proved_without_its_remainder():
    found = bias().examine(Expansion(theorem_4.printed, theorem_4.REMAINDER), ANYWHERE)
    assert found.holds
    assert "without the remainder" in found.covers.remainder


def test_what_cannot_be_read_is_no_answer():
    found = bias().examine(equation_9.corrected, ANYWHERE)  # a matrix where a vector is derived
    assert found.outcome is Outcome.UNKNOWN
    assert bias().compare(equation_9.corrected, table_1.total, ANYWHERE) is Comparison.UNKNOWN


def test_written_otherwise_is_the_same_statement():
    assert bias().compare(theorem_4.printed, table_1.total, ANYWHERE) is Comparison.SAME


@pytest.mark.parametrize("quantity", ["bias", "second_moment"])
def test_orders_are_derived_while_one_waits(quantity):
    for order, most in ((1, 2), (2, 50)):
        derived_form.cache_clear()
        assert pieces(lambda order=order: derived_form("fedavg", quantity, order)) < most


def test_what_vanishes_when_clients_agree():
    """Table 1: heterogeneity's part goes where all gradients, or all Hessians, agree, and not otherwise."""
    p = TensorJets()
    part = theorem_1.printed(p, gamma, symbols.H)
    assert is_zero(for_equal_gradients(part))
    assert is_zero(for_equal_hessians(part))
    assert not is_zero(part)
    assert not is_zero(for_equal_hessians(theorem_3.printed(p, gamma, symbols.H)))


def test_what_noise_and_local_steps_do_not_do():
    """Table 1: noise adds no bias on quadratics, to two orders; with equal clients H steps have the first-order bias of one."""
    for order in (1, 2):
        assert is_zero(
            derived_form("fedavg", "bias", order, quadratic=True) - derived_form("fedavg_deterministic", "bias", order, quadratic=True)
        )
    assert is_zero(derived_form("fedavg", "bias", 1, homogeneous=True) - derived_form("sgd", "bias", 1, homogeneous=True))
    assert not is_zero(derived_form("fedavg", "bias", 2, homogeneous=True) - derived_form("sgd", "bias", 2, homogeneous=True))
    assert not is_zero(derived_form("fedavg", "bias", 1) - derived_form("sgd", "bias", 1))


def test_telescoping_of_a_client_s_powers():
    """Lemma 9 with one matrix: Id - M^H = gamma (Id + ... + M^(H-1)) A_c, the factors in either order."""
    p, H = TensorJets(), symbols.H
    M = p.identity() - gamma * p.hessians
    total, gap = gamma * p.geometric(M, H), p.identity() - p.power(M, H)
    assert is_zero(p.product(total, p.hessians) - gap)
    assert is_zero(p.product(p.hessians, total) - gap)
    assert not is_zero(p.product(total, p.hessian) - gap)  # the mean Hessian for the client's
    assert not is_zero(gamma * p.geometric(M, H + 1) - total)


def test_speed_up_with_many_clients():
    """N enters where it is printed: the first order of the second moment times N does not hold it."""
    check = IdentityInEveryDimension(lambda said: said - derived_form("fedavg", "second_moment") * symbols.N)
    assert check.examine(lambda p, gamma, H: p.N * theorem_2.variance(p, gamma, H), ANYWHERE).holds
    assert check.rejects(theorem_2.variance, ANYWHERE)


def test_a_round_multiplies_distances_by_the_mean_of_powers():
    """Equation (8), against the rule: for all d, N and H, where instances run it step by step."""
    check = IdentityInEveryDimension(lambda said: said - averaged(affine_round("fedavg_deterministic").slope))

    def powers(p, gamma, H):
        return p.mean(p.power(p.identity() - gamma * p.hessians, H))

    assert check.examine(powers, ANYWHERE).holds
    for wrong in (
        lambda p, gamma, H: p.mean(p.power(p.identity() - gamma * p.hessians, H - 1)),
        lambda p, gamma, H: p.power(p.identity() - gamma * p.hessian, H),
        lambda p, gamma, H: p.mean(p.power(p.identity() - gamma * p.hessians, H + 1)),
    ):
        assert check.rejects(wrong, ANYWHERE)


def apart(own, order):
    """The mean squared distance of two clients' gradients (order 1) or Hessians (order 2)."""
    names = "ij"[:order]
    gap = own - marked(own, OWN, OTHER)
    return averaged(marked(averaged(contracted(f"{names},{names}->", gap, gap)), OTHER, OWN))


def spread(own, order):
    names = "ij"[:order]
    gap = own - averaged(own)
    return averaged(contracted(f"{names},{names}->", gap, gap))


def test_heterogeneity_is_half_the_mean_squared_distance():
    p = TensorJets()
    for order, own in ((1, p.gradients), (2, p.hessians)):
        assert is_zero(apart(own, order) - 2 * spread(own, order))
        assert not is_zero(apart(own, order) - spread(own, order))
    assert not is_zero(apart(p.hessians, 2) - 2 * averaged(contracted("ij,ij->", p.hessians, p.hessians)))  # not centred


def test_average_drift_is_the_speed_at_which_a_round_leaves_the_optimum():
    """On quadratics: H gradients along the local steps from theta*, client by client, add up to what a round moves by."""
    p, H = TensorJets(), symbols.H
    moved = averaged(p.apply(affine_round("fedavg_deterministic").pull, p.gradients))
    steps = p.mean(p.apply(p.geometric(p.identity() - gamma * p.hessians, H), p.gradients))
    assert is_zero(contracted("i,i->", moved, moved) - gamma**2 * contracted("i,i->", steps, steps))
    assert not is_zero(moved - gamma * steps)


SETTLES, BIASED = IdentityInEveryDimension(settling_point_of("fedlsa"), on_linear_tensors), linear_bias_of("fedlsa")


def test_what_fedlsa_settles_at_is_theta_star_and_its_bias():
    """A point and a distance: the mean solution alone is what FedLSA settles at only without a bias."""
    p, H = LINEAR, symbols.H
    assert SETTLES.examine(lambda p, gamma, H: fedlsa.solution(p, gamma, H) + fedlsa.bias(p, gamma, H), ANYWHERE).holds
    assert SETTLES.rejects(fedlsa.solution, ANYWHERE)
    assert is_zero(BIASED(fedlsa.bias(p, gamma, H)))
    assert not is_zero(BIASED(fedlsa.bias(p, gamma, H, own_inverse=True)))


def test_a_transpose_refutes_in_the_plane():
    check = IdentityInEveryDimension(linear_expansion_of("fedlsa", "second_moment"), on_linear_tensors)
    found = check.examine(lambda p, gamma, H: 2 * fedlsa_moments.spread(p, gamma, H), ANYWHERE)
    assert (found.refutes, found.witness["d"]) == (True, "1")

    def turned(p, gamma, H):
        return gamma / p.N * p.lyapunov(p.transpose(p.hessian), p.noise)

    found = check.examine(turned, ANYWHERE)
    assert (found.refutes, found.witness["d"]) == (True, "2")  # dimension one cannot tell
    assert check.rejects(turned, ANYWHERE)
    assert check.compare(turned, fedlsa_moments.spread, ANYWHERE) is Comparison.FAILS


def test_a_commutator_is_decided_without_an_instance():
    """A A_c for A_c A: equal in dimension one, so that the normal form alone refutes."""
    check = IdentityInEveryDimension(lambda said: said - LINEAR.product(LINEAR.hessian, LINEAR.hessians), on_linear_tensors)
    found = check.examine(lambda p, gamma, H: p.product(p.hessians, p.hessian), ANYWHERE)
    assert found.refutes
    assert "left minus right" not in found.witness


def test_a_client_alone_settles_at_its_own_solution():
    alone = IdentityInEveryDimension(settling_point_of("lsa", alone=True), on_linear_tensors)
    assert alone.examine(fedlsa.local_solutions, ANYWHERE).holds
    assert alone.rejects(lambda p, gamma, H: p.solve_each(p.transpose(p.hessians), p.vectors), ANYWHERE)
    assert alone.rejects(lambda p, gamma, H: fedlsa.solution(p, gamma, H) + 0 * fedlsa.local_solutions(p, gamma, H), ANYWHERE)


def test_control_variates_have_no_second_order_under_multiplicative_noise():
    with pytest.raises(InvalidInput, match="must be 1"):
        linear_expansion_of("scafflsa", "second_moment", 2)
