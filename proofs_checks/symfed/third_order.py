"""FedAvg's expansion beyond the second order, as the engine derives it, against references that never saw it."""

from fractions import Fraction

import flint

from symfed.checks import CoefficientMatch, Part, RemainderOrder
from symfed.checks.instances.cases import drawn_scalars, heterogeneous_quadratics, heterogeneous_scalars
from symfed.checks.readings import fine_bias, fine_second_moment
from symfed.checks.series import Derived, derived
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.verdict import Tier

DRAWN = "quadrature to 50 digits, d = 1, drawn problems, N = 1, 2, 5"


def both(**changes):
    """The third-order statements on both moments with one thing changed."""
    return {name: Derived("fedavg", quantity, 3, **changes) for name, quantity in (("bias", "bias"), ("second moment", "second_moment"))}


def on_both(check):
    """One check a moment, made from its reference."""
    return Part("bias", check(fine_bias("fedavg"))), Part("second moment", check(fine_second_moment("fedavg")))


third_order = Claim(
    id="symfed-fedavg-third-order",
    kind="expansion",
    says="FedAvg's bias and second moment to order gamma^3, as derived; only integer powers of gamma occur.",
    printed=Printed(
        "symfed",
        "third order",
        r"\bar\theta_{sto}-\theta^\star=\gamma x_1+\gamma^2x_2+\gamma^3x_3+O(\gamma^4),\quad\bar\Sigma_{sto}=\gamma v_1+\gamma^2v_2+\gamma^3v_3+O(\gamma^4),"
        r"\quad x_j,\;v_j\text{ as }\texttt{symfed.expand}\text{ derives them}",
    ),
    statement=both(),
    under=Domain((), "sample losses with bounded derivatives to order nine"),
    uses=("symfed-fedavg-integer-powers",),
    checks=(
        *on_both(lambda reference: CoefficientMatch(drawn_scalars, reference, 3, derived, scope=DRAWN)),
        *on_both(lambda reference: CoefficientMatch(heterogeneous_quadratics, reference, 3, derived, scope="exact rational, d <= 3")),
        *on_both(
            lambda reference: RemainderOrder(
                heterogeneous_scalars, reference, 4, derived, first=Fraction(1, 1024), scope="quadrature to 50 digits, d = 1"
            )
        ),
    ),
    controls={
        "third order left out": both(changed=((3, flint.fmpq(0)),)),
        "third order with the other sign": both(changed=((3, flint.fmpq(-1)),)),
        "third order off by 1e-9": both(changed=((3, 1 + flint.fmpq(1, 10**9)),)),
        "H + 1 for H": both(more_steps=1),
        "N + 1 for N": both(more_clients=1),
        "one order for the other": {"bias": Derived("fedavg", "bias", 2), "second moment": Derived("fedavg", "second_moment", 2)},
    },
    reduction="the coefficients are confirmed on instances, to every digit that was read; they are not proved here",
    expect=Tier.SUPPORTED,
)

ORDERS = (1, 2, 3, 4, 5, 6)


def pair():
    """Two clients that differ."""
    return heterogeneous_scalars()[:1]


def off_by(factor):
    """The expansions to each order with the last coefficient multiplied."""
    return {f"order {k}": Derived("fedavg", "bias", k, changed=((k, factor),)) for k in ORDERS}


high_orders = Claim(
    id="symfed-fedavg-orders-to-six",
    kind="expansion",
    says="The derived expansion of FedAvg's bias to order K leaves O(gamma^(K+1)), for K = 1 to 6.",
    printed=Printed("symfed", "orders to six", r"\bar\theta_{sto}-\theta^\star=\sum_{j\le K}\gamma^jx_j+O(\gamma^{K+1}),\quad K=1,\dots,6"),
    statement=off_by(flint.fmpq(1)),
    under=Domain((), "sample losses with bounded derivatives to order fifteen"),
    uses=("symfed-fedavg-third-order",),
    checks=tuple(
        Part(
            f"order {k}",
            RemainderOrder(
                pair, fine_bias("fedavg"), k + 1, derived, steps=(1, 3), first=Fraction(1, 1024), scope="quadrature to 50 digits, d = 1"
            ),
        )
        for k in ORDERS
    ),
    controls={
        "last coefficient left out": off_by(flint.fmpq(0)),
        "last coefficient off by one in a hundred": off_by(flint.fmpq(101, 100)),
        "last coefficient with the other sign": off_by(flint.fmpq(-1)),
    },
    expect=Tier.SUPPORTED,
)
