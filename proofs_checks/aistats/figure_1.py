"""Figure 1, whose data are described in words: what theory decides for every data set.

Notebook `09_the_published_figures` makes data to the description and runs all panels beside what is predicted.
"""

from proofs_checks.aistats import section_6
from proofs_checks.argo import general_case
from proofs_checks.symfed.any_dimension import bending, cubic_truth, curvature, first, second_order
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.claims import Lemma
from symfed.core.symbols import gamma
from symfed.derive.extrapolation import extrapolated_terms, two_point
from symfed.strategies import jet_cases


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
