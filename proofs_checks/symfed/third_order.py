"""FedAvg's expansion beyond the second order, as the engine derives it, against references that never saw it."""

from fractions import Fraction

import flint

from symfed.checks import CoefficientMatch, RemainderOrder
from symfed.checks.classes import DRAWS, MEAN_CURVED, smooth_samples
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import AsDerived, RemainderAtFixedH
from symfed.checks.readings import fine_bias, fine_second_moment
from symfed.checks.series import Derived, derived
from symfed.claims import Claim, Domain, Lemma, Tier, printed_at
from symfed.core.symbols import H, gamma
from symfed.strategies.standard import heterogeneous_quadratics, heterogeneous_scalars

THEOREM = "symfed-expansion-remainder"


def to_third_order(quantity, **changes):
    """The derived expansion of one moment to order gamma^3 with one thing changed, up to O(gamma^4) at fixed H."""
    return Expansion(Derived("fedavg", quantity, 3, **changes), gamma**4, fixed=(H,))


def of_moment(name, quantity, reference):
    """The coefficients and the remainder of one moment."""
    return Lemma(
        name,
        to_third_order(quantity),
        (
            RemainderAtFixedH("fedavg", quantity, 3, THEOREM, AsDerived),
            CoefficientMatch(heterogeneous_quadratics, reference, 3, derived, scope="exact rational, d <= 3"),
            RemainderOrder(
                heterogeneous_scalars, reference, reading=derived, first=Fraction(1, 1024), scope="quadrature to 50 digits, d = 1"
            ),
        ),
        {
            "third order left out": to_third_order(quantity, changed=((3, flint.fmpq(0)),)),
            "third order with the other sign": to_third_order(quantity, changed=((3, flint.fmpq(-1)),)),
            "third order off by 1e-9": to_third_order(quantity, changed=((3, 1 + flint.fmpq(1, 10**9)),)),
            "H + 1 for H": to_third_order(quantity, more_steps=1),
            "N + 1 for N": to_third_order(quantity, more_clients=1),
            "the second order alone": Expansion(Derived("fedavg", quantity, 2), gamma**4, fixed=(H,)),
        },
    )


third_order = Claim(
    id="symfed-fedavg-third-order",
    kind="expansion",
    says="FedAvg's bias and second moment to order gamma^3, as derived; only integer powers of gamma occur.",
    printed=printed_at(
        "third order",
        r"\bar\theta_{sto}-\theta^\star=\gamma x_1+\gamma^2x_2+\gamma^3x_3+O(\gamma^4),\quad\bar\Sigma_{sto}=\gamma v_1+\gamma^2v_2+\gamma^3v_3+O(\gamma^4),"
        r"\quad x_j,\;v_j\text{ as }\texttt{symfed.expand}\text{ derives them}",
    ),
    under=Domain((), (MEAN_CURVED, smooth_samples("nine"), *DRAWS)),
    lemmas=(
        of_moment("bias", "bias", fine_bias("fedavg")),
        of_moment("second moment", "second_moment", fine_second_moment("fedavg")),
    ),
    uses=(THEOREM,),
    see=("symfed-fedavg-integer-powers",),
    expect=Tier.PROVED_GIVEN,
)

ORDERS = (1, 2, 3, 4, 5, 6)


def pair():
    """Two clients that differ."""
    return heterogeneous_scalars()[:1]


def to_order(k):
    """The derived expansion to order k, and the same with the last coefficient wrong."""

    def last_times(factor):
        return Expansion(Derived("fedavg", "bias", k, changed=((k, factor),)), gamma ** (k + 1), fixed=(H,))

    return Lemma(
        f"order {k}",
        last_times(flint.fmpq(1)),
        (
            RemainderAtFixedH("fedavg", "bias", k, THEOREM, AsDerived),
            RemainderOrder(
                pair, fine_bias("fedavg"), reading=derived, steps=(1, 3), first=Fraction(1, 1024), scope="quadrature to 50 digits, d = 1"
            ),
        ),
        {
            "last coefficient left out": last_times(flint.fmpq(0)),
            "last coefficient off by one in a hundred": last_times(flint.fmpq(101, 100)),
            "last coefficient with the other sign": last_times(flint.fmpq(-1)),
        },
    )


orders_to_six = Claim(
    id="symfed-fedavg-orders-to-six",
    kind="expansion",
    says="The derived expansion of FedAvg's bias to order K leaves O(gamma^(K+1)), for K = 1 to 6.",
    printed=printed_at("orders to six", r"\bar\theta_{sto}-\theta^\star=\sum_{j\le K}\gamma^jx_j+O(\gamma^{K+1}),\quad K=1,\dots,6"),
    under=Domain((), (MEAN_CURVED, smooth_samples("fifteen"), *DRAWS)),
    lemmas=tuple(to_order(k) for k in ORDERS),
    uses=(THEOREM,),
    see=("symfed-fedavg-third-order",),
    expect=Tier.PROVED_GIVEN,
)
