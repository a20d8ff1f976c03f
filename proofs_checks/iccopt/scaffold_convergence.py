"""The slides on Scaffold's convergence: to a law, and how fast."""

from dataclasses import replace

import sympy as sp

from proofs_checks.iccopt.contraction import SMOOTH_CONVEX, squared_ratio
from proofs_checks.symfed.scaffold.wasserstein import ONE_SUM, STRONGLY_CONVEX_SAMPLES, one_round
from symfed.checks import SignCheck, inequality_search
from symfed.checks.classes import MEAN_CURVED, less_curved
from symfed.claims import RESULT, Claim, Class, Domain, Erratum, InWords, Lemma, Printed, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, mu
from symfed.reference.exact import round_matrix
from symfed.strategies import instances, members
from symfed.strategies.control_variates import runs_of_any_sum
from symfed.strategies.rates import RateCase, rate_cases

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
    SignCheck("a round contracts by at most one step's factor, which is below one"),
    {"two steps": ((1 - gamma * mu) ** H, (1 - gamma * mu) ** 2)},
    given=Domain((sp.Le(mu, L),)),
)
ONE_ROUND = crosscheck(
    "one round by the rule",
    one_round,
    inequality_search(runs_of_any_sum, scope="two exact runs on the same draws", sizes=((1, 1), (1, 2), (2, 2)), examples=12),
    {
        "a faster rate": lambda i: one_round(i, rate=3),
        "control variates not weighted": lambda i: one_round(i, weight=1 / (i.run.gamma * i.run.H) ** 2),
    },
)
stationary_law = Claim(
    id="symfed-scaffold-stationary-law",
    kind="limit",
    says="If gamma H L <= 1 and all sample losses are L-smooth and mu-strongly convex, Scaffold converges to one stationary law of (x, xi_1 .. xi_N) for "
    "each sum of the control variates. No bound on third derivatives is needed.",
    printed=printed_at(
        "the slides on Scaffold's convergence, with their missing conditions",
        r"\gamma HL\le1:\ \psi_{(x^{(t)},\xi_{1:N}^{(t)})}\to\pi^{(\gamma,H)}",
    ),
    under=Domain((SHORT,), (STRONGLY_CONVEX_SAMPLES, ONE_SUM)),
    statement=one_round,
    lemmas=(FACTOR, ONE_ROUND),
    follows=InWords(
        "rounds on the same draws contract by (1 - gamma mu)^H on control variates of one sum (symfed-scaffold-wasserstein), which `factor` keeps "
        "below one; the gradients of the sample losses have a mean. Banach's theorem in the Wasserstein distance of order one gives one "
        "stationary law for each value of the conserved sum; zero is the usual one"
    ),
    uses=("symfed-scaffold-wasserstein",),
    expect=Tier.PROVED_GIVEN,
)

#: Which functions are meant by "L-smooth, mu-strongly convex functions" the slides do not say, nor how control variates start.
READ = Domain((), (STRONGLY_CONVEX_SAMPLES, ONE_SUM))
AS_READ = (FACTOR, replace(ONE_ROUND, given=READ))


def towards_a_law(claim_id, place, tex, steps, says, see):
    """What a slide says of Scaffold's convergence, the sample losses being the functions that it speaks of."""
    return replace(
        stationary_law,
        id=claim_id,
        says=says,
        printed=printed_at(place, tex),
        under=FUNCTIONS & Domain((steps,), lines={str(steps): place}),
        lemmas=AS_READ,
        see=see,
    )


converges = towards_a_law(
    "iccopt-scaffold-converges",
    PLACE,
    r"\text{(For }L\text{-smooth, }\mu\text{-strongly convex functions with }\nabla^3f(x)\text{ bounded by }Q)\text{ Scaffold converges if }"
    r"\gamma HL\le1\text{, towards a distribution }\pi^{(\gamma,H)}",
    SHORT,
    "Scaffold converges if gamma H L <= 1, for each sum of the control variates to one stationary law of (x, xi_1 .. xi_N). Which functions are smooth and "
    "strongly convex is not said: read as the sample losses. Read as in iccopt-scaffold-w2-rate, f_c strongly convex and samples convex and smooth, it holds too where "
    "the noise has a second moment (symfed-scaffold-wasserstein-convex-samples).",
    ("symfed-scaffold-stationary-law", "symfed-scaffold-wasserstein-convex-samples"),
)
LATER = "slides on Scaffold's variance and bias"
converges_strictly = towards_a_law(
    "iccopt-scaffold-converges-2",
    LATER,
    r"\text{Scaffold converges if }\gamma HL<1\text{, towards a distribution }\pi^{(\gamma,H)}",
    STRICT,
    "Scaffold converges if gamma H L < 1, for each sum of the control variates to one stationary law of (x, xi_1 .. xi_N); the slide before, and the proof, "
    "allow gamma H L = 1.",
    ("iccopt-scaffold-converges", "symfed-scaffold-step-sizes"),
)


def distance(i, weight=1, rate=2):
    """Squared distance to X_*, with a weight on control variates, after a round from (start, 0), and a power of 1 - gamma mu times that before."""
    p, d = i.problem.jets, i.problem.dim
    gap = i.extra["start"] - i.problem.optimum
    before = [*gap, *p.gradients.ravel()]  # xi_c - xi_c* = grad f_c(x*) where xi_c = 0
    after = round_matrix("scaffold", i.problem, i.gamma, i.H) @ before
    squared = [sum(entry**2 for entry in state[:d]) + weight * sum(entry**2 for entry in state[d:]) for state in (after, before)]
    return squared[0], (1 - i.gamma * i.mu) ** (rate * i.H) * squared[1]


def weighted_distance(i, rate=2):
    """|x - x*|^2 + (gamma H)^2 mean |xi_c - xi_c*|^2."""
    return distance(i, (i.gamma * i.H) ** 2 / i.N, rate)


def exact_gradients(d, N):
    return instances(d, N, noise=False, start=True)


no_bias = Claim(
    id="iccopt-scaffold-no-het-bias",
    kind="limit",
    says="With exact gradients Scaffold tends to x*, however different the clients are: x* with the control variates -grad f_c(x*) is at rest, and rounds approach "
    "it if gamma H L <= 1, as the next slides ask, from control variates of mean zero. From another mean it tends to another point.",
    printed=printed_at("slide 'Scaffold'", r"\rightarrow\text{ No more heterogeneity bias!}"),
    under=FUNCTIONS & Domain((SHORT,), lines={str(SHORT): PLACE}),
    statement=weighted_distance,
    lemmas=(
        FACTOR,
        Lemma(
            "one round by the rule",
            weighted_distance,
            inequality_search(exact_gradients, scope="exact gradients, one round from xi = 0 towards X_*", sizes=((1, 1), (1, 2), (2, 2))),
            {"a faster rate": lambda i: weighted_distance(i, 3), "control variates not weighted": distance},
            given=Domain(
                (), tuple(replace(condition, contains=None, outside=None) for condition in READ.classes)
            ),  # of two runs, not of one
            crosscheck=True,
        ),
    ),
    follows=InWords(
        "at x* every client's gradient and control variate -grad f_c(x*) add up to zero, so that X_* is at rest; with exact gradients for samples, rounds "
        "contract towards it by symfed-scaffold-wasserstein, `factor` being below one"
    ),
    uses=("symfed-scaffold-wasserstein",),
    see=("symfed-scaffold-no-heterogeneity-bias", "flta-bias-correction"),
    expect=Tier.PROVED_GIVEN,
)


def for_one_client(case):
    """What FedAvg does with drawn samples: one client's control variate stays zero. Nothing is said of several, whose norm the slide leaves open."""
    return squared_ratio(case) if isinstance(case, RateCase) else (0, 0)


w2_rate = Claim(
    id="iccopt-scaffold-w2-rate",
    kind="rate",
    says="W2 itself, not squared, is said to contract by (1 - gamma mu)^(H t): false as it is of FedAvg, which Scaffold is for one client, whose control variate "
    "stays zero (the functions are read as in iccopt-fedavg-w2-rate). Of several clients the slide names no norm of (x, xi_1 .. xi_N): squared, the rate holds in one that weights control variates, on those of sum "
    "zero; not squared, where sample losses are themselves strongly convex (symfed-scaffold-wasserstein).",
    printed=Printed(
        "iccopt",
        "slide on Scaffold's convergence",
        r"\mathcal W_2(\psi_{(x^{(t)},\xi_{1:N}^{(t)})};\pi^{(\gamma,H)})\le(1-\gamma\mu)^{Ht}\,\mathcal W_2(\psi_{(x^{(t)},\xi_{1:N}^{(t)})};\pi^{(\gamma,H)})",
        extraction="the right side bears the law at t, which would make every psi_t stationary; read with the law at 0, as FedAvg's slide prints it",
    ),
    under=converges.under,
    statement=for_one_client,
    checks=inequality_search(rate_cases, scope="one client, sample curvatures 0 or L, every draw spelled out", sizes=((1, 1),)),
    corrected="symfed-scaffold-wasserstein-convex-samples",
    see=("iccopt-fedavg-w2-rate", "symfed-scaffold-wasserstein"),
    expect=Tier.REFUTED,
    erratum=Erratum(
        RESULT, "the same of one client, whose control variate stays zero; of several the norm has to weight control variates", power=2
    ),
)
