"""Figure 1, whose data are described in words: what theory decides for every data set, and a set of that description on which it fails.

Notebook `09_the_published_figures` makes data to the description and runs all panels beside what is predicted.
"""

from fractions import Fraction
from functools import cache

from proofs_checks.aistats import section_6
from proofs_checks.argo import general_case
from proofs_checks.symfed.any_dimension import bending, cubic_truth, curvature, first, second_order
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.growth import Counterexample, Step
from symfed.claims import Lemma
from symfed.core.symbols import gamma
from symfed.derive.extrapolation import extrapolated_terms, two_point
from symfed.models.problems import LogisticProblem
from symfed.reference.enclosure import certify
from symfed.strategies import jet_cases

# Records (x, y): blobs about 1 and -1, of standard deviation 2; every client holds them all, so that clients are homogeneous to the letter.
FEATURES, LABELS, CLIENTS = [[3], [-1], [-3], [1]], [1, 1, -1, -1], 10
STEP, LOCAL_STEPS = Fraction(1, 100), 10


@cache
def noisy():
    """The synthetic noisy set at its smallest, with l2 strength 1."""
    return LogisticProblem([FEATURES] * CLIENTS, [LABELS] * CLIENTS, l2=1)


@cache
def law(times):
    """Certified bounds at `times` the step size: (low, high) of the bias, and of the second moment about theta*."""
    claims = certify("fedavg", noisy(), times * STEP, LOCAL_STEPS, digits=10).claims
    bounds = []
    for name in ("bias", "second_moment"):
        value, radius = map(Fraction, claims[name])
        bounds.append((value - radius, value + radius))
    return bounds


def extrapolated_bias():
    """(low, high) of 2 E theta^(gamma) - E theta^(2 gamma) - theta*."""
    (one, _), (two, _) = law(1), law(2)
    return 2 * one[0] - two[1], 2 * one[1] - two[0]


def farther():
    """Whether the extrapolated mean is surely farther from theta*, on the other side."""
    (own, _), (_, high) = law(1), extrapolated_bias()
    return 0 < own[0] and high < 0 and -high > own[1]


def six_times():
    """Whether independent runs surely give an extrapolated iterate more than five times FedAvg's mean squared error."""
    (_, one), (_, two) = law(1), law(2)
    # 4 Var + Var + bias^2, with Var = E|theta - theta*|^2 - bias^2 and biases below 3e-4
    small = Fraction(3, 10**4) ** 2
    return 4 * (one[0] - small) + two[0] - small > 5 * one[1] and all(abs(end) ** 2 < small for k in (1, 2) for end in law(k)[0])


def noisy_set_without_gain():
    """Ten homogeneous noisy clients on which extrapolation moves the stationary mean away from theta*."""
    return Counterexample(
        instance={
            "clients": f"N = {CLIENTS}, each with the records (x, y) = (3, 1), (-1, 1), (-3, -1), (1, -1): blobs about 1 and -1, variance 4",
            "loss": "log(1 + exp(-y x theta)) + theta^2/2, without the 1 in the printed exponent; batch size one",
            "steps": f"gamma = {STEP}, H = {LOCAL_STEPS}",
        },
        steps=(
            Step(
                "certified: FedAvg's bias is between 8.817e-5 and 8.818e-5",
                lambda: Fraction(8817, 10**8) < law(1)[0][0] and law(1)[0][1] < Fraction(8818, 10**8),
            ),
            Step(
                "certified: at 2 gamma it is between 2.689e-4 and 2.690e-4",
                lambda: Fraction(2689, 10**7) < law(2)[0][0] and law(2)[0][1] < Fraction(2690, 10**7),
            ),
            Step("certified: runs without common samples give an iterate more than five times FedAvg's mean squared error", six_times),
            Step(
                "the extrapolated mean, the limit of its averages, is at least 9.2e-5 from theta* on the other side: farther than FedAvg's",
                lambda: farther() and extrapolated_bias()[1] < -Fraction(92, 10**6),
            ),
        ),
    )


def left_over(p, gamma, H):
    """What 2 theta(gamma) - theta(2 gamma) keeps of the bias by heterogeneity: minus twice its second order."""
    return -2 * gamma**2 * p.solve(p.hessian, curvature(p, first(p, H), H) + bending(p, first(p, H), H))


def kept():
    """What 2 theta(gamma) - theta(2 gamma) keeps of the bias by heterogeneity in dimension one, from the update rule."""
    return sum(term * gamma**k for k, term in enumerate(extrapolated_terms(two_point(), "fedavg_deterministic", 2), start=1))


only_partly = Lemma(
    "extrapolation keeps its second order",
    left_over,
    (
        SymbolicIdentity(kept, scope="d = 1, exact gradients, all symbolic"),
        CounterexampleSearch(
            jet_cases,
            lambda case: -2 * cubic_truth("fedavg_deterministic", "bias")(case),
            second_order,
            scope="exact jets to third order, d <= 3, exact gradients",
            sizes=((1, 2), (2, 2), (2, 3), (3, 2)),
            examples=8,
        ),
    ),
    {
        "nothing": lambda p, gamma, H: 0 * left_over(p, gamma, H),
        "FedAvg's own second order": lambda p, gamma, H: -left_over(p, gamma, H) / 2,
        "the other sign": lambda p, gamma, H: -left_over(p, gamma, H),
        "quadratic clients": lambda p, gamma, H: -2 * gamma**2 * p.solve(p.hessian, curvature(p, first(p, H), H)),
        "H for H - 1": lambda p, gamma, H: left_over(p, gamma, H + 1),
    },
)


def on_instances(name, claim):
    """What a claim says of first orders, on its exact instances alone: that it is proved of a first order proves nothing of a figure."""
    first = claim.proof[0]
    return Lemma(name, first.statement, tuple(c for c in first.checks if isinstance(c, CounterexampleSearch)), first.wrong)


no_first_order = on_instances("extrapolation cancels the first order", section_6.definition)
noise_alone = on_instances("Scaffold has the noise's part alone", general_case.scaffold)
