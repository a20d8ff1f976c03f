"""Theorem 1 of the preprint: the published one under gamma <= 1/(2L) and gamma <= 1/H."""

from dataclasses import replace

from proofs_checks.aistats import theorem_1
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma

thm1 = replace(
    theorem_1.thm1_bias,
    id="hal-thm1",
    printed=Printed("hal", "Theorem 1", theorem_1.thm1_bias.printed.tex),
    under=Domain((2 * gamma * L <= 1, gamma * H <= 1)),
    uses=("hal-prop1",),
    reduction=(
        "the first order is an identity in the clients' jets; the remainder's order is measured against references. The preprint does not "
        "bound third derivatives: their existence at theta* suffices for a remainder as gamma H tends to 0"
    ),
)
