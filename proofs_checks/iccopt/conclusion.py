"""The slide 'Conclusion'."""

from functools import partial

from proofs_checks.aistats import theorem_1, theorem_3, theorem_4
from proofs_checks.aistats.theorem_2 import VARIANCE_WRONG, variance
from proofs_checks.iccopt.contraction import DRAWN
from proofs_checks.iccopt.scaffold_moments import STEPS
from proofs_checks.iccopt.scaffold_moments import still_biased as stochasticity_bias_remains
from symfed.checks import CounterexampleSearch
from symfed.checks.classes import jets_or_flat
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of, leading_moment_of_controls
from symfed.checks.readings import first_order, first_order_truth
from symfed.claims import Claim, Lemma, Tier, again, printed_at
from symfed.core.symbols import N
from symfed.strategies import jet_cases

SLIDE = "slide 'Conclusion'"


def on_jets(algorithm, quantity):
    """A first order on exact jets in dimensions one to three."""
    return CounterexampleSearch(jet_cases, first_order_truth(algorithm, quantity), first_order, scope="exact jets, d <= 3", examples=15)


exact_expression = Claim(
    id="iccopt-conclusion-first-order-bias",
    kind="expansion",
    says="The first orders of both biases are known exactly: of FedAvg's the two parts of the slides before, of Scaffold's, from control variates of mean zero, the noise's part, and nothing else.",
    printed=printed_at(SLIDE, r"\text{new analyses for these problems, with exact first-order expression for bias}"),
    under=DRAWN,
    lemmas=(
        Lemma(
            "FedAvg's",
            theorem_4.printed,
            (IdentityInEveryDimension(expansion_of("fedavg", "bias")), on_jets("fedavg", "bias")),
            {
                "noise alone": theorem_3.printed,
                "heterogeneity alone": theorem_1.printed,
                "noise with the preprint's sign": lambda p, gamma, H: theorem_1.printed(p, gamma, H) - theorem_3.printed(p, gamma, H),
                "H for H - 1": lambda p, gamma, H: theorem_3.printed(p, gamma, H) + theorem_1.printed(p, gamma, H + 1),
            },
        ),
        Lemma(
            "Scaffold's",
            theorem_3.printed,
            (IdentityInEveryDimension(leading_moment_of_controls("scaffold", "bias")), on_jets("scaffold", "bias")),
            {"FedAvg's": theorem_4.printed, **theorem_3.WRONG},
        ),
    ),
    see=("symfed-fedavg-bias", "iccopt-scaffold-bias"),
    expect=Tier.PROVED,
)


def times_clients(p, gamma, H):
    """N times the first order of the second moment, in which no number of clients is left."""
    return gamma * p.lyapunov(p.hessian, p.noise)


scaffold = Claim(
    id="iccopt-conclusion-scaffold",
    kind="rate",
    says="Scaffold's variance and FedAvg's have one first order, gamma/N A C, which falls like 1/N, and differ by O(gamma^(3/2)) at a fixed number of "
    "local steps, the noise having the fourth moment that the slides leave to their papers: so 'similar' is read.",
    printed=printed_at(
        SLIDE, r"\text{we proved that Scaffold has: variance similar to FedAvg's variance; linear speed-up in the number of clients!!}"
    ),
    lemmas=(
        Lemma(
            "Scaffold's",
            variance,
            (IdentityInEveryDimension(leading_moment_of_controls("scaffold", "second_moment")), on_jets("scaffold", "second_moment")),
            VARIANCE_WRONG,
        ),
        Lemma(
            "FedAvg's",
            variance,
            (IdentityInEveryDimension(expansion_of("fedavg", "second_moment")), on_jets("fedavg", "second_moment")),
            VARIANCE_WRONG,
        ),
        Lemma(
            "times N",
            times_clients,
            (
                IdentityInEveryDimension(leading_moment_of_controls("scaffold", "second_moment").times(N)),
                CounterexampleSearch(
                    partial(jets_or_flat, jet_cases),  # without a class that keeps clients curved, flat ones too
                    lambda case: case.jets.N * first_order_truth("scaffold", "second_moment")(case),
                    first_order,
                    scope="exact jets, N times the first order, d <= 3",
                    examples=12,
                ),
            ),
            {
                "1/N^2": lambda p, gamma, H: times_clients(p, gamma, H) / p.N,
                "no speed-up": lambda p, gamma, H: times_clients(p, gamma, H) * p.N,
            },
        ),
    ),
    under=STEPS & DRAWN,
    uses=("iccopt-scaffold-variance-close-to-fedavg",),
    see=("symfed-scaffold-rate", "iccopt-scaffold-variance"),
    expect=Tier.SUPPORTED,
)

still_biased = again(
    stochasticity_bias_remains,
    id="iccopt-conclusion-still-biased",
    printed=printed_at(SLIDE, r"\text{But: Scaffold is still biased}"),
)
