"""How close the spread of Scaffold's iterates is to that of FedAvg's, in every dimension."""

from proofs_checks.aistats.theorem_2 import VARIANCE_WRONG, variance
from symfed.checks import RemainderOrder
from symfed.checks.classes import DRAWS, MEAN_CURVED, ZERO_SUM, smooth_samples
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of, leading_moment_of_controls
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.readings import reference_second_moment
from symfed.claims import Claim, Domain, Lemma, Tier, printed_at
from symfed.core.symbols import H, gamma
from symfed.strategies.standard import heterogeneous_quadratics


def squared(terms):
    """A first order, and what it leaves out at a fixed number of local steps."""
    return Expansion(terms, gamma**2, fixed=(H,))


def of_fedavg(algorithm, quantity, order):
    """The check of terms against what is derived, on tensors."""
    return IdentityInEveryDimension(expansion_of(algorithm, quantity, order))


def of_scaffold(algorithm, quantity, order):
    """The check of a leading term against what is derived, on tensors."""
    return IdentityInEveryDimension(leading_moment_of_controls(algorithm, quantity))


def spread(name, algorithm, theorem, terms):
    """That gamma/N A C is the first order of an algorithm's second moment, and that it leaves O(gamma^2)."""
    return Lemma(
        name,
        squared(variance),
        (
            RemainderAtFixedH(algorithm, "second_moment", 1, theorem, terms),
            RemainderOrder(heterogeneous_quadratics, reference_second_moment(algorithm), scope="exact rational, d <= 3"),
        ),
        {wrong: squared(changed) for wrong, changed in VARIANCE_WRONG.items()},
    )


THEOREMS = ("symfed-expansion-remainder", "symfed-expansion-remainder-controls")

close = Claim(
    id="symfed-scaffold-second-moment-close-to-fedavg",
    kind="expansion",
    says="At a fixed number of local steps the second moments of Scaffold's and of FedAvg's iterates about theta* are gamma/N A C up to O(gamma^2): they "
    "differ by O(gamma^2), and both fall like 1/N.",
    printed=printed_at(
        "the slides' variances beside each other",
        r"\bar\Sigma_{\mathrm{Scaffold}}=\frac\gamma N\mathbf A\mathcal C+O(\gamma^2),\quad\bar\Sigma_{\mathrm{FedAvg}}=\frac\gamma N\mathbf A\mathcal C+O(\gamma^2)"
        r"\qquad(\gamma\to0,\;H\text{ fixed})",
    ),
    under=Domain((), (MEAN_CURVED, smooth_samples("five"), *DRAWS, ZERO_SUM)),
    lemmas=(
        spread("FedAvg's", "fedavg", THEOREMS[0], of_fedavg),
        spread("Scaffold's", "scaffold", THEOREMS[1], of_scaffold),
    ),
    uses=THEOREMS,
    expect=Tier.PROVED_GIVEN,
)
