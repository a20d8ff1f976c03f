"""Proposition 3 of the preprint, and the remark on its rate."""

from dataclasses import replace

from proofs_checks.aistats import proposition_1, proposition_3
from symfed.checks import Certificate
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma, gram_xx, mu

prop3 = replace(
    proposition_3.prop3,
    id="hal-prop3",
    printed=Printed("hal", "Proposition 3", r"\text{Assume A1 and }\gamma<1/(2L):\ " + proposition_3.TEX),
    under=Domain((2 * gamma * L < 1, mu <= L)),
)

AT_HALF = {gamma: 1 / (2 * L)}

comment = replace(
    proposition_1.contraction,
    id="hal-prop3-comment",
    kind="rate",
    says="At gamma = 1/(2L) the law of the iterates converges at rate 1 - mu/(2L) for every local step, in squared W2.",
    printed=Printed(
        "hal",
        "remark after Proposition 3",
        r"\text{linear rate }(1-\mu/(2L))\text{, for a step size of }1/(2L)\text{, with the exponent given by }H\times t",
    ),
    statement=(proposition_1.AFTER_STEP.subs(AT_HALF), (1 - mu / (2 * L)) * gram_xx),
    under=Domain((mu <= L,)),
    uses=("symfed-fedavg-stationary-law",),
    checks=(Certificate(tuple((m.subs(AT_HALF), a) for m, a in proposition_1.ONE_STEP.terms)),),
    controls={
        "1 - mu/L": (proposition_1.AFTER_STEP.subs(AT_HALF), (1 - mu / L) * gram_xx),
        "ascent": (proposition_1.AFTER_STEP.subs(gamma, -1 / (2 * L)), (1 - mu / (2 * L)) * gram_xx),
    },
    reduction="synchronous coupling, as for Proposition 3; the step size 1/(2L) itself lies outside its printed range gamma < 1/(2L)",
)
