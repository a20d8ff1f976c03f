"""Lemma 6's proof, equation (24): the first order in the step size, in the mean over the step's sample."""

from proofs_checks.aistats.proofs.lemma_6_step import ALONG, NO_PULL, PUSH, SIXTH, SPLIT, a, b, exact, le, read
from symfed.claims import Claim, Domain, Tier, printed_at
from symfed.core.symbols import gamma
from symfed.theorems import Arithmetic
from symfed.theorems.vocabulary import FRESH, E

DRIFT = le(E(-6 * gamma * a**4 * b), -6 * gamma * a**4 * PUSH)


def drift(i, factor=6):
    """E(-6 gamma a^4 b) and -6 gamma a^4 times the mean push."""
    gap, here, changes, _ = read(i)
    mean = sum(here) / len(here) * gap
    return -6 * i.gamma * gap**4 * mean, -factor * i.gamma * gap**4 * sum(changes) / len(changes) * gap


eq24 = Claim(
    id="aistats-eq24-drift",
    kind="inequality",
    says="(24): the first order in gamma, in the mean over the sample; it is an equation.",
    printed=printed_at(
        "Equation (24)",
        r"\mathbb E[-6\gamma a^4b]\le-6\gamma\|\tilde T-\theta^\star\|^4\langle\nabla f_c(\tilde T)-\nabla f_c(\theta^\star),\tilde T-\theta^\star\rangle",
    ),
    under=Domain(
        (),
        (SIXTH, NO_PULL, FRESH),
        {str(SIXTH): "Lemma 6 (A3 with its last sentence, read for each p)", str(NO_PULL): "Lemma 6", str(FRESH): "Algorithm 1"},
    ),
    statement=DRIFT,
    lemmas=exact(drift, {"seven for six": lambda i: drift(i, 7)}),
    follows=(
        *SPLIT,
        *ALONG,
        Arithmetic("drift", DRIFT, ("b in the mean", "a new sample", "no noise along it"), (-6 * gamma * a**4,) * 3),
    ),
    expect=Tier.PROVED,
)
