"""Second moments of a law with control variates, in every dimension: the transcriptions, their wrong variants, and the other engine."""

from itertools import permutations

import numpy as np
import pytest

from proofs_checks.symfed.scaffold import covariance, second_moments
from symfed.checks.every_dimension import IdentityInEveryDimension, on_tensors, on_tensors_of_two, second_moment_of_controls
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.derive.expansion import coefficients
from symfed.models.jets import Jets
from symfed.tensors.memory import controls_form, leading_form, stationary_moments
from symfed.tensors.normal import is_zero
from tests.pieces import pieces
from tests.tensors.numbers import evaluate

ANYWHERE = Domain()
ROUNDING = 1e-10


PROVED = {
    "x, second order": ("second_moment", 2, on_tensors, second_moments.iterates.lemma("quadratics")),
    "x and xi": ("state_control_moment", 1, on_tensors, covariance.cross.lemma("statement")),
    "xi of one client": ("control_second_moment", 0, on_tensors, covariance.one_client),
    "xi of two clients": ("control_cross_moment", 0, on_tensors_of_two, covariance.two_clients),
    "x and xi, second order": ("state_control_moment", 2, on_tensors, second_moments.control_variates.lemma("x and one client")),
    "xi of one client, next": ("control_second_moment", 1, on_tensors, second_moments.control_variates.lemma("one client")),
    "xi of two clients, next": ("control_cross_moment", 1, on_tensors_of_two, second_moments.control_variates.lemma("two clients")),
}


@pytest.mark.parametrize("name", PROVED)
def test_transcription_is_proved_and_its_wrong_variants_are_rejected(name):
    quantity, order, reading, lemma = PROVED[name]
    check = IdentityInEveryDimension(second_moment_of_controls("scaffold", quantity, order), reading, scope="quadratics")
    assert check.examine(lemma.statement, ANYWHERE).holds
    survivors = [wrong for wrong, variant in lemma.wrong.items() if not check.rejects(variant, ANYWHERE)]
    assert not survivors


def test_order_of_factors_is_felt():
    """Dimension one cannot see it: A C (A_c - A) for (A_c - A) A C."""
    check = IdentityInEveryDimension(second_moment_of_controls("scaffold", "state_control_moment", 1))
    assert check.rejects(lambda p, gamma, H: covariance.state_control(p, gamma, H, turned=True), ANYWHERE)


@pytest.mark.parametrize(("quantity", "order"), [("second_moment", 2), ("state_control_moment", 1)])
def test_agrees_with_the_engine_in_coordinates(quantity, order):
    rng = np.random.default_rng(3)
    N, d, gamma, H = 3, 2, 0.1, 4
    gradients, roots, noise = rng.normal(size=(N, d)), rng.normal(size=(N, d, d)), rng.normal(size=(N, d, d))
    rest = [np.zeros((N,) + (d,) * m) for m in (3, 4, 5)]
    covariances = noise @ noise.transpose(0, 2, 1)
    dependent = [np.zeros((N,) + (d,) * m) for m in (3, 4)]
    hessians = roots @ roots.transpose(0, 2, 1) + np.eye(d)
    jets = Jets((gradients - gradients.mean(axis=0), hessians, *rest), ((covariances, *dependent), (np.zeros((N, d, d, d)),)))
    there = sum(c * gamma**k for k, c in enumerate(coefficients("scaffold", jets, quantity, order, H), start=1))
    form = controls_form("scaffold", quantity, order)
    here = evaluate(form, jets, gamma, H)
    assert np.abs(here - (there[0] if np.ndim(there) > np.ndim(here) else there)).max() < ROUNDING * np.abs(here).max() + ROUNDING


@pytest.mark.parametrize("quantity", ["bias", "second_moment", "state_control_moment"])
def test_leading_order_does_not_see_more_than_it_says(quantity):
    """On jets with third and higher derivatives and noise that changes: the other engine, which knows of no such lemma."""
    rng = np.random.default_rng(4)
    N, d, H = 2, 2, 3

    def symmetric(rank, within=0):
        array = rng.normal(size=(N,) + (d,) * rank)
        orders = [(*first, *second) for first in permutations(range(within)) for second in permutations(range(within, rank))]
        return sum(array.transpose(0, *[1 + k for k in order]) for order in orders)

    gradients, roots, noise = rng.normal(size=(N, d)), rng.normal(size=(N, d, d)), rng.normal(size=(N, d, d))
    derivatives = (
        gradients - gradients.mean(axis=0),
        roots @ roots.transpose(0, 2, 1) + np.eye(d),
        symmetric(3),
        symmetric(4),
        symmetric(5),
    )
    jets = Jets(derivatives, ((noise @ noise.transpose(0, 2, 1), symmetric(3, 2), symmetric(4, 2)), (symmetric(3),)))
    there = coefficients("scaffold", jets, quantity, 1, H)[0]
    here = evaluate(leading_form("scaffold", quantity), jets, 1.0, H)
    assert np.abs(here - (there[0] if np.ndim(there) > np.ndim(here) else there)).max() < ROUNDING * np.abs(here).max() + ROUNDING


def test_sign_of_the_control_variate_is_the_rule_s():
    """SCAFFLSA subtracts what Scaffold adds: its control variate is minus the other's."""
    turned = controls_form("scafflsa", "state_control_moment", 1) + controls_form("scaffold", "state_control_moment", 1)
    assert is_zero(turned)
    assert is_zero(controls_form("scafflsa", "second_moment", 1) - controls_form("scaffold", "second_moment", 1))


def test_second_order_is_derived_while_one_waits():
    stationary_moments.cache_clear()
    controls_form.cache_clear()
    assert pieces(lambda: controls_form("scaffold", "second_moment", 2)) < 50


def test_rules_without_control_variates_are_refused():
    with pytest.raises(InvalidInput, match="keeps no control variates"):
        controls_form("fedavg", "second_moment", 1)
    with pytest.raises(InvalidInput, match="must be one of"):
        controls_form("scaffold", "bias", 1)
