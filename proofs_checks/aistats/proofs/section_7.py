"""Section 7: the loss of the experiments, which is said to be that of regularized logistic regression."""

import sympy as sp

from symfed.checks import complete_identity
from symfed.checks.identity import as_printed
from symfed.claims import LOCAL_SLIP, Claim, Erratum, Lemma, Tier, printed_at
from symfed.core.symbols import theta

#: y x' theta; a loss depends on theta through it alone, but for the regularization, on which nothing differs.
MARGIN = theta


def probability(margin):
    """Of a label, where logistic regression says that the odds of y are exp(y x' theta)."""
    return 1 / (1 + sp.exp(-margin))


def loss(margin, shift=0):
    return sp.log(1 + sp.exp(shift - margin))


LIKELIHOOD = complete_identity(
    lambda: -sp.log(probability(MARGIN)), as_printed, scope="minus the logarithm of a label's probability, for a margin y x' theta"
)
logistic = Claim(
    id="aistats-logistic-loss",
    kind="definition",
    says="The loss of the regularized logistic regression of the experiments. With 1 - y x' theta for - y x' theta it is no longer minus the logarithm of "
    "a label's probability, and has another minimiser. A1 holds of it with the same constants: nothing in the theory depends on it.",
    printed=printed_at("Section 7", r"f_c(\theta)=\mathbb E\big[\log(1+\exp(1-y_cx_c^\top\theta))+\lambda/2\|\theta\|^2\big]"),
    statement=loss(MARGIN, 1),
    checks=LIKELIHOOD,
    corrected="symfed-logistic-loss",
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "1 - y x'theta for -y x'theta; nothing in the theory depends on it"),
)
corrected = Claim(
    id="symfed-logistic-loss",
    kind="definition",
    says="Minus the logarithm of a label's probability under logistic regression is log(1 + exp(- y x' theta)), and the probabilities of both labels add up "
    "to one.",
    printed=printed_at(
        "the loss of Section 7 without its 1", r"f_c(\theta)=\mathbb E\big[\log(1+\exp(-y_cx_c^\top\theta))+\lambda/2\|\theta\|^2\big]"
    ),
    lemmas=(
        Lemma(
            "loss",
            loss(MARGIN),
            LIKELIHOOD,
            wrong={"as printed": loss(MARGIN, 1), "another sign": loss(-MARGIN), "half": loss(MARGIN) / 2},
        ),
        Lemma(
            "both labels",
            probability(MARGIN) + probability(-MARGIN),
            complete_identity(lambda: sp.S.One, as_printed, scope="one, for every margin"),
            wrong={"as printed": sp.exp(-loss(MARGIN, 1)) + sp.exp(-loss(-MARGIN, 1))},
        ),
    ),
    expect=Tier.PROVED,
)
