"""Proven remainders of first orders against laws that no proof has seen; and what their last steps must not conclude."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import sympy as sp

from proofs_checks.aistats import fixed_point_remainder as exact
from proofs_checks.aistats import quadratic_bias_remainder as means
from proofs_checks.aistats import quadratic_spread as spread
from proofs_checks.aistats import quadratic_variance_remainder as second
from symfed.core.claim import Lemma
from symfed.core.symbols import H, L, N, gamma, mu
from symfed.prove.accepted import accepted
from symfed.prove.kept import lines_of
from symfed.prove.named import NoProof

CLAIMS = {
    claim.id: (claim, premises)
    for claim, premises in (
        (exact.fixed_point_remainder, (exact.fixed_point,)),
        (means.bias_remainder, ()),
        (second.smooth_remainder, (second.second_moment,)),
        (second.rough_remainder, (second.second_moment,)),
    )
}


def is_proved(claim, premises=(), lines=None) -> bool:
    try:
        return bool(accepted(claim, {premise.id: premise for premise in premises}, lines))
    except NoProof:
        return False


@pytest.mark.parametrize("name", CLAIMS)
def test_its_proof_is_read(name) -> None:
    claim, premises = CLAIMS[name]
    assert is_proved(claim, premises, lines_of(name))


@pytest.mark.parametrize("name", [exact.fixed_point_remainder.id, means.bias_remainder.id])
def test_a_smaller_bound_does_not_follow_from_the_same_facts(name) -> None:
    """The last step alone, from what the steps before it conclude: there the bound follows, and one with mu for L does not."""
    claim, _ = CLAIMS[name]
    *before, last = claim.follows
    known = tuple(Lemma(step.name, step.conclusion, ()) for step in before if step.name in last.by)

    def follows(bound: sp.Expr) -> bool:
        said = sp.Le(claim.statement.lhs, bound, evaluate=False)
        return is_proved(replace(claim, statement=said, lemmas=known, follows=(replace(last, conclusion=said),), uses=()))

    bound = claim.statement.rhs
    assert follows(bound)
    assert bound.subs(L, mu) != bound
    assert not follows(bound.subs(L, mu))


def _curved(slope: float, sharp: float, pulls: tuple[float, ...], step: float, steps: int) -> tuple[float, float]:
    """|theta_det - theta*| and its bound; gradients theta + pull + slope log(cosh(sharp theta))/sharp, whose Hessians at 0 are all one."""
    g, point = np.array(pulls), 0.0
    for _ in range(600):
        path = np.full(len(g), point)
        for _ in range(steps):
            path = path - step * (path + g + slope * (np.logaddexp(sharp * path, -sharp * path) - np.log(2)) / sharp)
        point = path.mean()
    values = {mu: 1 - abs(slope), L: 1 + abs(slope), gamma: step, H: steps, exact.M: abs(slope) * sharp}
    values |= {exact.S1: abs(g).mean(), exact.S2: (g**2).mean()}
    return abs(point), float(exact.REMAINDER.rhs.xreplace(values))


def test_losses_with_third_derivatives_stay_below_the_bound_and_come_near_it() -> None:
    shares = []
    for slope, sharp, pull, step, steps in product((0.08, -0.5), (0.6, 5.0), (1.0, 50.0), (0.003, 0.3), (2, 5)):
        found, bound = _curved(slope, sharp, (pull, -pull), step, steps)
        shares.append(found / bound)
    assert max(shares) < 1
    assert max(shares) > 1 / 20


def _multiplicative(a: tuple[Fraction, Fraction], b: Fraction, step: Fraction) -> tuple[Fraction, Fraction]:
    """|E theta^2 - gamma C/(2 a)| and its bound: one client and step, gradients a_z theta - b_z, b_z = b or -b, drawn apart from a_z."""
    mean, square = sum(a) / 2, sum(x * x for x in a) / 2
    law = step**2 * b**2 / (2 * step * mean - step**2 * square)
    values = {mu: mean, L: max(a), gamma: step, H: 1, N: 1, spread.pull: 0, spread.sigma: b, second.K: square - mean**2}
    bound = second.SMOOTH.rhs
    for name in reversed(spread.CONSTANTS):
        bound = bound.xreplace({name.equation.lhs: name.equation.rhs})
    bound = bound.xreplace({means.BOTH: sp.S.Zero}).xreplace({letter: sp.Rational(value) for letter, value in values.items()})
    return abs(law - step * b**2 / (2 * mean)), Fraction(int(bound.p), int(bound.q))


def test_noise_that_grows_with_the_distance_stays_below_the_bound() -> None:
    shares = []
    for low, b, step in product(
        (Fraction(1), Fraction(1, 2), Fraction(1, 10)), (Fraction(1), Fraction(7)), (Fraction(1), Fraction(1, 3), Fraction(1, 100))
    ):
        found, bound = _multiplicative((low, Fraction(1)), b, step)
        shares.append(found / bound)
    assert 0 < min(shares)
    assert max(shares) < 1
    assert max(shares) > Fraction(1, 3000)
