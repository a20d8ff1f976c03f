"""Proof of Corollary 1: the squared distance in two parts."""

import sympy as sp

from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.aistats.quantities import A1, theta, theta_det, theta_star
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import t
from symfed.theorems import Apply
from symfed.theorems.norms import squared_triangle
from symfed.theorems.vocabulary import Norm

#: So that there is a fixed point.
UNDER = Domain((SMALL,), (A1,), {str(c): "Corollary 1" for c in (SMALL, A1)})
WHOLE = Norm(theta(t) - theta_star) ** 2
TO_FIXED_POINT, BIAS = Norm(theta(t) - theta_det) ** 2, Norm(theta_det - theta_star) ** 2
SPLIT = sp.Le(WHOLE, 2 * TO_FIXED_POINT + 2 * BIAS, evaluate=False)

split = Claim(
    id="aistats-cor1-split",
    kind="inequality",
    says="The squared distance to theta* is at most twice that to the fixed point and twice the squared bias.",
    printed=printed_at(
        "proof of Corollary 1", r"\|\theta_t-\theta^\star\|^2\le2\|\theta_t-\bar\theta_{det}\|^2+2\|\bar\theta_{det}-\theta^\star\|^2"
    ),
    statement=SPLIT,
    under=UNDER,
    lemmas=crosscheck(
        "quadratics",
        SPLIT,
        q.on_quadratics(extremes=q.at_rest, examples=2),
        wrong={
            "once for twice": sp.Le(WHOLE, TO_FIXED_POINT + BIAS, evaluate=False),
            "without the bias": sp.Le(WHOLE, 2 * TO_FIXED_POINT, evaluate=False),
        },
    ),
    follows=Apply(squared_triangle, "split", u=theta(t) - theta_det, v=theta_det - theta_star),
    see=("symfed-squared-triangle",),
    expect=Tier.PROVED,
)
