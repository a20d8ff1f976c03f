"""The slides on the variance and the bias of Scaffold's stationary law."""

import sympy as sp

from proofs_checks.aistats import theorem_3
from proofs_checks.aistats.rough import rough_loss, symmetric_loss
from proofs_checks.aistats.theorem_2 import VARIANCE_WRONG, variance
from proofs_checks.iccopt.contraction import DRAWN
from proofs_checks.iccopt.expansions import BOX, SECOND_ALONE
from proofs_checks.iccopt.laws import long_rounds
from proofs_checks.iccopt.scaffold_convergence import SMOOTH_CONVEX_BENT, STRICT
from symfed.checks import CounterexampleCheck, CounterexampleSearch, GrowthCheck, RemainderOrder
from symfed.checks.classes import DRAWS, FOURTH_MOMENT, LIPSCHITZ_THIRD, MEAN_CURVED, ZERO_SUM
from symfed.checks.control_readings import quadrature_moment
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of, leading_moment_of_controls
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.readings import first_order, first_order_truth, reference_second_moment
from symfed.claims import Claim, Class, Domain, Lemma, Printed, Tier, printed_at
from symfed.core.symbols import H, gamma
from symfed.strategies import jet_cases
from symfed.strategies.standard import heterogeneous_quadratics, heterogeneous_scalars
from symfed.theorems.vocabulary import LIPSCHITZ_SAMPLES

SLIDES = "slides on Scaffold's variance and bias"
FOURTH = "a fourth moment of the noise at x*, which the slides leave to their paper: " + SECOND_ALONE
STEPS = Domain((STRICT,), (SMOOTH_CONVEX_BENT,), lines={str(STRICT): SLIDES, str(SMOOTH_CONVEX_BENT): SLIDES})
REMAINDER = gamma ** sp.Rational(3, 2)
VARIANCE_TEX = r"\int(x-x^\star)(x-x^\star)^\top\pi^{(\gamma,H)}(dx,d\Xi)=\frac\gamma N\mathbf AC(x^\star)+O(\gamma^{3/2})"
BIAS_TEX = r"\int x\,\pi^{(\gamma,H)}(dx,d\Xi)=x^*-\frac\gamma{2N}\nabla^2f(x^*)^{-1}\nabla^3f(x^*)\mathbf AC(x^*)+O(\gamma^{3/2})"

scaffold_variance = Claim(
    id="iccopt-scaffold-variance",
    kind="expansion",
    says="The second moment of x about x* is gamma/N A C, said to be up to O(gamma^(3/2)) for gamma H L < 1: gamma^2 H is left as well.",
    printed=printed_at(SLIDES, VARIANCE_TEX),
    under=STEPS,
    statement=Expansion(variance, REMAINDER),
    checks=GrowthCheck(long_rounds, "gamma H L = 1/2 as gamma falls, two quadratic clients"),
    corrected="symfed-scaffold-variance",
    missing=FOURTH
    + "; and gamma^2 H in the remainder, as the slide 'Expansion of Covariance' prints, or a number of local steps that does not grow as gamma falls",
    expect=Tier.IMPRECISE,
)

close = Claim(
    id="iccopt-scaffold-variance-close-to-fedavg",
    kind="expansion",
    says="Scaffold's and FedAvg's second moments about x* have one first order, with the same 1/N, and differ by O(gamma^(3/2)) at a fixed number of "
    "local steps, the sample losses being convex and smooth, and their noise having the fourth moment that the slides leave to their papers: so 'close' is read. More derivatives and moments make it O(gamma^2): "
    "symfed-scaffold-second-moment-close-to-fedavg.",
    printed=printed_at(SLIDES, r"\text{Scaffold's variance is close to FedAvg's variance (Linear speed-up!)}"),
    under=STEPS & DRAWN,
    lemmas=tuple(
        Lemma(
            f"{name}'s",
            Expansion(variance, REMAINDER, fixed=(H,)),
            (
                IdentityInEveryDimension(of(algorithm, "second_moment")),
                RemainderOrder(heterogeneous_quadratics, reference_second_moment(algorithm), scope="exact rational, d <= 3"),
            ),
            {wrong: Expansion(changed, REMAINDER, fixed=(H,)) for wrong, changed in VARIANCE_WRONG.items()},
        )
        for name, algorithm, of in (("FedAvg", "fedavg", expansion_of), ("Scaffold", "scaffold", leading_moment_of_controls))
    ),
    see=("iccopt-cov-x", "symfed-scaffold-second-order-second-moment", "symfed-scaffold-second-moment-close-to-fedavg"),
    expect=Tier.SUPPORTED,
)

bias = Claim(
    id="iccopt-scaffold-bias",
    kind="expansion",
    says="The bias of Scaffold is that of noise alone, as printed, said to be up to O(gamma^(3/2)): rough third derivatives "
    "leave gamma^(5/4).",
    printed=Printed("iccopt", SLIDES, r"\text{Scaffold removes heterogeneity bias: }" + BIAS_TEX, extraction=BOX),
    under=STEPS,
    statement=Expansion(theorem_3.printed, REMAINDER),
    checks=GrowthCheck(rough_loss, "bounded, 1/2-Hölder third derivative; N = H = 1, where Scaffold is SGD"),
    corrected="symfed-scaffold-first-order-bias",
    missing="third derivatives that are Lipschitz near x* (the slide allows them to be merely bounded, which leaves gamma^(5/4)); "
    + FOURTH
    + "; and a fixed H, or gamma^2 H in the remainder (symfed-scaffold-second-order-bias)",
    expect=Tier.IMPRECISE,
)

QUADRATURE = RemainderOrder(
    lambda: heterogeneous_scalars()[:1],
    quadrature_moment("scaffold", "bias"),
    steps=(1, 2, 4),
    scope="quadrature, d = 1, two clients",
    without=(theorem_3.NOT_LIPSCHITZ,),
)


def at_fixed_steps(terms):
    """A first order, and what it leaves out at a fixed number of local steps."""
    return Expansion(terms, REMAINDER, fixed=(H,))


#: Jets at theta* hold no control variates, so that none with another mean are drawn.
MEAN_ZERO = Class(ZERO_SUM.says)
THREE_HALVES = "symfed-expansion-remainder-three-halves"


def in_every_dimension(algorithm, quantity, order):
    """The check of a first term in every dimension."""
    return IdentityInEveryDimension(leading_moment_of_controls(algorithm, quantity))


smooth_bias = Claim(
    id="symfed-scaffold-first-order-bias",
    kind="expansion",
    says="Scaffold's bias for losses with Lipschitz third derivatives near theta*, noise with a fourth moment and control variates of mean zero, at fixed H: "
    "no client's own gradient or Hessian enters its first order.",
    printed=printed_at("slide on Scaffold's bias, with its missing condition", BIAS_TEX),
    under=Domain((), (MEAN_CURVED, LIPSCHITZ_SAMPLES, LIPSCHITZ_THIRD, FOURTH_MOMENT, *DRAWS, MEAN_ZERO)),
    uses=(THREE_HALVES,),
    statement=at_fixed_steps(theorem_3.printed),
    checks=(
        RemainderAtFixedH("scaffold", "bias", 1, THREE_HALVES, in_every_dimension),
        CounterexampleSearch(jet_cases, first_order_truth("scaffold", "bias"), first_order, scope="exact jets, d <= 3", examples=10),
        QUADRATURE,
    ),
    wrong={name: at_fixed_steps(wrong) for name, wrong in theorem_3.WRONG.items()},
    see=("symfed-scaffold-second-order-bias",),
    expect=Tier.PROVED_GIVEN,
)

still_biased = Claim(
    id="iccopt-scaffold-still-biased",
    kind="limit",
    says="Scaffold is said to be biased: it is not on quadratics, nor where loss and noise are symmetric, though such a loss need not be quadratic.",
    printed=printed_at(SLIDES, r"\Rightarrow\text{but it is still biased (Stochasticity bias remains)}"),
    under=STEPS,
    statement="the mean of x under pi is not x*",
    checks=CounterexampleCheck(symmetric_loss, "a symmetric loss with symmetric noise; N = H = 1, where Scaffold and FedAvg are SGD"),
    corrected="symfed-scaffold-first-order-bias",
    missing="to first order in gamma, and where the third derivative of f at x*, applied to A C, is not zero",
    expect=Tier.IMPRECISE,
)

right_point = Claim(
    id="iccopt-scaffold-right-point",
    kind="statistical",
    says="Scaffold's iterates gather about x*, and spread as FedAvg's do. They do spread so, but about a point that the noise moves, in the "
    "instance by -gamma/4 to first order.",
    printed=printed_at(
        "slides after Scaffold's bias", r"\text{Scaffold converges to the right point ... and its variance is similar to FedAvg!}"
    ),
    statement=lambda p, gamma, H: 0 * theorem_3.printed(p, gamma, H),
    checks=CounterexampleSearch(
        jet_cases,
        first_order_truth("scaffold", "bias"),
        first_order,
        scope="Scaffold's rule, first order, exact jets, d <= 3",
        examples=12,
    ),
    corrected="symfed-scaffold-first-order-bias",
    see=(
        "argo-scaffold-cannot-correct",
        "iccopt-scaffold-no-het-bias",
        "iccopt-scaffold-still-biased",
        "iccopt-scaffold-variance-close-to-fedavg",
    ),
    missing="up to the bias that noise makes, as an earlier slide says: with exact gradients, on quadratics, or beside a spread of order sqrt(gamma)",
    expect=Tier.IMPRECISE,
)
