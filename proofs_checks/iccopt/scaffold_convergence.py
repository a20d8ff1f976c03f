"""The slides on Scaffold's convergence: to a law, and how fast."""

import sympy as sp

from proofs_checks.iccopt.contraction import SMOOTH_CONVEX
from proofs_checks.iccopt.heavy_noise import growing_noise
from proofs_checks.symfed.scaffold.wasserstein import ONE_SUM, STRONGLY_CONVEX_SAMPLES, one_round
from symfed.checks import CounterexampleCheck, CounterexampleSearch, SignCheck
from symfed.checks.classes import MEAN_CURVED, less_curved
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Class, Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Tier
from symfed.reference.exact import round_matrix
from symfed.strategies import instances, members
from symfed.strategies.control_variates import runs_of_any_sum

SMOOTH_CONVEX_BENT = Class(
    "L-smooth, mu-strongly convex functions with third derivatives bounded by Q",
    members.curved,
    implies=(SMOOTH_CONVEX, MEAN_CURVED),
    spoil=less_curved,
)
PLACE = "slides on Scaffold's convergence"
SHORT = gamma * H * L <= 1
STRICT = gamma * H * L < 1
FUNCTIONS = Domain((), (SMOOTH_CONVEX_BENT,), lines={str(SMOOTH_CONVEX_BENT): PLACE})

FACTOR = Lemma(
    "factor",
    ((1 - gamma * mu) ** H, 1 - gamma * mu),
    (SignCheck("a round contracts by at most one step's factor, which is below one"),),
    {"two steps": ((1 - gamma * mu) ** H, (1 - gamma * mu) ** 2)},
    given=Domain((sp.Le(mu, L),)),
)
ONE_ROUND = Lemma(
    "one round by the rule",
    one_round,
    (
        CounterexampleSearch(
            runs_of_any_sum,
            relation="<=",
            scope="two exact runs on the same draws",
            sizes=((1, 1), (1, 2), (2, 2)),
            examples=12,
        ),
    ),
    {
        "a faster rate": lambda i: one_round(i, rate=3),
        "control variates not weighted": lambda i: one_round(i, weight=1 / (i.run.gamma * i.run.H) ** 2),
    },
    crosscheck=True,
)
SAMPLES_AND_SUM = (
    "of the sample losses, L-smooth and mu-strongly convex each, not of the f_c alone; to one law for each sum of the control variates"
)
RUNS_AWAY = CounterexampleCheck(growing_noise, "quadratic f, noise that grows with theta; N = H = 1, where Scaffold is SGD")

converges = Claim(
    id="iccopt-scaffold-converges",
    kind="limit",
    says="Scaffold converges to a stationary law of (x, xi_1 .. xi_N) if gamma H L <= 1. Not if the functions are the f_c, and their noise grows with x.",
    printed=Printed(
        "iccopt",
        PLACE,
        r"\text{(For }L\text{-smooth, }\mu\text{-strongly convex functions with }\nabla^3f(x)\text{ bounded by }Q)\text{ Scaffold converges if }"
        r"\gamma HL\le1\text{, towards a distribution }\pi^{(\gamma,H)}",
    ),
    under=FUNCTIONS & Domain((SHORT,), lines={str(SHORT): PLACE}),
    statement="the laws of the iterates tend to a distribution",
    checks=(RUNS_AWAY,),
    see=("symfed-scaffold-wasserstein-convex-samples", "iccopt-fedavg-stationary-exists"),
    corrected="symfed-scaffold-stationary-law",
    missing=SAMPLES_AND_SUM,
    expect=Tier.IMPRECISE,
)

stationary_law = Claim(
    id="symfed-scaffold-stationary-law",
    kind="limit",
    says="If gamma H L <= 1 and all sample losses are L-smooth and mu-strongly convex, Scaffold converges to one stationary law of (x, xi_1 .. xi_N) for "
    "each sum of the control variates. No bound on third derivatives is needed.",
    printed=Printed(
        "symfed",
        "the slides on Scaffold's convergence, with their missing conditions",
        r"\gamma HL\le1:\ \psi_{(x^{(t)},\xi_{1:N}^{(t)})}\to\pi^{(\gamma,H)}",
    ),
    under=Domain((SHORT,), (STRONGLY_CONVEX_SAMPLES, ONE_SUM)),
    statement=one_round,
    lemmas=(FACTOR, ONE_ROUND),
    follows=(
        InWords(
            "rounds on the same draws contract by (1 - gamma mu)^H on control variates of one sum (symfed-scaffold-wasserstein), which `factor` keeps "
            "below one; the gradients of the sample losses have a mean. Banach's theorem in the Wasserstein distance of order one gives one "
            "stationary law for each value of the conserved sum; zero is the usual one"
        ),
    ),
    uses=("symfed-scaffold-wasserstein",),
    expect=Tier.PROVED_GIVEN,
)

converges_strictly = Claim(
    id="iccopt-scaffold-converges-2",
    kind="limit",
    says="The later slides ask for gamma H L < 1, and for no more of the samples either.",
    printed=Printed(
        "iccopt",
        "slides on Scaffold's variance and bias",
        r"\text{Scaffold converges if }\gamma HL<1\text{, towards a distribution }\pi^{(\gamma,H)}",
    ),
    under=FUNCTIONS & Domain((STRICT,), lines={str(STRICT): "slides on Scaffold's variance and bias"}),
    statement=converges.statement,
    checks=(RUNS_AWAY,),
    see=("iccopt-scaffold-converges", "symfed-scaffold-step-sizes"),
    corrected="symfed-scaffold-stationary-law",
    missing=SAMPLES_AND_SUM,
    expect=Tier.IMPRECISE,
)


def plain_distance(i):
    """Squared Euclidean distance to the limit after a round from (start, 0), and its printed bound; exact gradients, so W2 is a distance."""
    p = i.problem.jets
    gap = i.extra["start"] - i.problem.optimum
    before = [*gap, *p.gradients.ravel()]  # xi_c - xi_c* = grad f_c(x*) where xi_c = 0
    after = round_matrix("scaffold", i.problem, i.gamma, i.H) @ before
    return (after**2).sum(), (1 - i.gamma * i.mu) ** (2 * i.H) * sum(entry**2 for entry in before)


def exact_gradients(d, N):
    return instances(d, N, noise=False, start=True)


w2_rate = Claim(
    id="iccopt-scaffold-w2-rate",
    kind="rate",
    says="The law of (x, xi_1 .. xi_N) approaches pi at rate (1 - gamma mu)^(H t) in W2: false, one round may lead away, for the Euclidean norm depends "
    "on the unit of the loss. The rate holds in another norm, that of |x|² + (gamma H)² mean_c |xi_c|², on control variates of sum zero, for sample "
    "losses that are themselves strongly convex.",
    printed=Printed(
        "iccopt",
        "slide on Scaffold's convergence",
        r"\mathcal W_2(\psi_{(x^{(t)},\xi_{1:N}^{(t)})};\pi^{(\gamma,H)})\le(1-\gamma\mu)^{Ht}\,\mathcal W_2(\psi_{(x^{(t)},\xi_{1:N}^{(t)})};\pi^{(\gamma,H)})",
        extraction="the right side bears the law at t, which would make every psi_t stationary; read with the law at 0, as FedAvg's slide prints it",
    ),
    under=converges.under,
    statement=plain_distance,
    checks=(
        CounterexampleSearch(
            exact_gradients, relation="<=", scope="exact gradients, one round from xi = 0, Euclidean distance", examples=60
        ),
    ),
    corrected="symfed-scaffold-wasserstein",
    expect=Tier.REFUTED,
)
