"""What the first terms of Scaffold's second moments leave, uniformly in H where gamma H L <= 1; the proof stands in docs/remainders_any_order.md."""

import flint
import sympy as sp

from proofs_checks.symfed.scaffold.wasserstein import CONVEX_SAMPLES, ONE_SUM
from symfed.checks.classes import BOUNDED_THIRD, DRAWS, FOURTH_MOMENT, QUADRATIC_ADDITIVE, ZERO_SUM, smooth_samples
from symfed.checks.every_dimension import IdentityInEveryDimension, leading_moment_of_controls, second_moment_of_controls
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import AsDerived, UniformRemainder
from symfed.checks.series import Derived
from symfed.claims import EVERYTHING, Claim, Class, Domain, InWords, Lemma, Tier, printed_at
from symfed.core.symbols import H, L, gamma
from symfed.theorems.vocabulary import CURVED, SMOOTH_SAMPLES

THEOREM = "symfed-expansion-remainder-uniform-controls"
#: Jets and quadratic instances hold no control variates, so that none with another mean are drawn.
MEAN_ZERO = Class(ZERO_SUM.says, implies=(Class(ONE_SUM.says),))
CONVEX = Class(CONVEX_SAMPLES.says, implies=(CURVED, SMOOTH_SAMPLES))
SHORT = Domain((gamma * H * L <= 1,), (CONVEX, MEAN_ZERO, *DRAWS))
BENT, FIVE, ADDITIVE = (
    Domain((), classes) for classes in ((BOUNDED_THIRD, FOURTH_MOMENT), (smooth_samples("five"),), (QUADRATIC_ADDITIVE,))
)
HALF_POWER = gamma**2 * H + gamma ** sp.Rational(3, 2)


def leading(algorithm, quantity, order):
    """The check of a leading term in every dimension."""
    return IdentityInEveryDimension(leading_moment_of_controls(algorithm, quantity))


def of_quadratics(algorithm, quantity, order):
    """The check of terms in every dimension on quadratic clients with additive noise."""
    return IdentityInEveryDimension(second_moment_of_controls(algorithm, quantity, order), covers=EVERYTHING)


def second_moment_leaves(theorem=THEOREM, terms=leading):
    """That gamma/N A C leaves O(gamma^2 H + gamma^(3/2)) where third derivatives are bounded."""
    return UniformRemainder("scaffold", "second_moment", 1, theorem, terms, most=HALF_POWER, needs=(SHORT & BENT).conditions)


def state_control_leaves(theorem=THEOREM, terms=leading):
    """That the leading covariance of theta and xi leaves O(gamma^2 H) for sample losses with five derivatives."""
    return UniformRemainder("scaffold", "state_control_moment", 1, theorem, terms, most=gamma**2 * H, needs=(SHORT & FIVE).conditions)


def quadratics_leave(theorem=THEOREM, terms=of_quadratics):
    """That the second moment to gamma^2 leaves O(gamma^3 H^2) on quadratics."""
    return UniformRemainder("scaffold", "second_moment", 2, theorem, terms, most=gamma**3 * H**2, needs=(SHORT & ADDITIVE).conditions)


def stated(name, leaves, quantity, order, given):
    """A case of the theorem on the derived terms."""

    def off(factor):
        return Expansion(Derived("scaffold", quantity, order, ((order, flint.fmpq(factor)),)), leaves.most)

    return Lemma(name, off(1), leaves, {"left out": off(0), "the other sign": off(-1)}, given=given)


remainder = Claim(
    id=THEOREM,
    kind="expansion",
    says="Scaffold, uniformly for gamma H L <= 1: gamma/N A C leaves O(gamma^2 H + gamma^(3/2)) of the second moment, the leading covariance of theta and xi "
    "O(gamma^2 H) with more smoothness, and the second moment to gamma^2 O(gamma^3 H^2) on quadratics.",
    printed=printed_at(
        "Scaffold's second moments, uniformly in H: what first terms leave",
        r"\bar\Sigma^x=\gamma\Sigma_1+O(\gamma^2H+\gamma^{3/2}),\quad\bar\Sigma^{x,\xi}_{(c)}=\gamma\Sigma^{x,\xi}_1+O(\gamma^2H),\quad"
        r" f_c\text{ quadratic}:\ \bar\Sigma^x=\gamma\Sigma_1+\gamma^2\Sigma_2+O(\gamma^3H^2)\qquad(\gamma HL\le1)",
    ),
    under=SHORT,
    lemmas=(
        stated("second moment", second_moment_leaves("", AsDerived), "second_moment", 1, BENT),
        stated("theta and a control variate", state_control_leaves("", AsDerived), "state_control_moment", 1, FIVE),
        stated("quadratics", quadratics_leave("", AsDerived), "second_moment", 2, ADDITIVE),
    ),
    follows=(
        InWords(
            "the norm of (e, gamma H delta) contracts for common draws, in mean square (symfed-scaffold-wasserstein-convex-samples) and, as it never grows "
            "(symfed-scaffold-wasserstein, mu -> 0), in every mean, and a step's noise moves it by gamma: moments of e are at most K gamma^(k/2), of delta K H^(-k/2)"
        ),
        InWords(
            "in v = E e e'/gamma, y = E e delta'/gamma, w = H E delta delta' the balances of a round, that of v divided by gamma H, have coefficients that are "
            "analytic in tau = gamma H and polynomial in 1/H, an invertible matrix at tau = 0, and a rest from curvature and noise of O(gamma^(1/2)), with five "
            "derivatives O(tau), on quadratics none: so v and y have there the terms that are derived for fixed H, and elsewhere are bounded"
        ),
    ),
    uses=("symfed-scaffold-wasserstein", "symfed-scaffold-wasserstein-convex-samples"),
    expect=Tier.PROVED_GIVEN,
)
