"""Whose bias is larger, Scaffold's or FedAvg's, d = 1."""

import sympy as sp

from symfed.checks import Part, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import C, ClientMean, H, N, a, b, g, gamma
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.derive.symbolic_jets import equal_clients

A, AG = ClientMean(a), ClientMean(a * g)
NOISE = ClientMean(b) * ClientMean(C) / (N * A)
CLIENTS = Domain((), "smooth losses; f'(theta*) = 0; control variates that add up to zero")


def first_orders(quantity, order=1):
    """FedAvg's expansion and Scaffold's."""
    return expand("fedavg", quantity, order), expand("scaffold", quantity, order)


def square_difference():
    """FedAvg's squared first-order bias minus Scaffold's."""
    fedavg, scaffold = first_orders("bias")
    return sp.expand(fedavg**2 - scaffold**2)


SQUARES = gamma**2 * (H - 1) * AG * ((H - 1) * AG - NOISE) / (4 * A**2)

first_order = Claim(
    id="symfed-scaffold-against-fedavg-first-order",
    kind="expansion",
    says="At order gamma Scaffold's bias is the noise's part of FedAvg's. It is the larger one exactly where heterogeneity takes away some of it.",
    printed=Printed(
        "symfed",
        "whose bias is larger",
        r"\beta_F^2-\beta_S^2=\frac{\gamma^2}{4\langle a\rangle^2}(H-1)\langle ag\rangle\Big((H-1)\langle ag\rangle-\frac{\langle b\rangle\langle C\rangle}"
        r"{N\langle a\rangle}\Big),\quad\text{so }|\beta_S|>|\beta_F|\text{ iff }(H-1)\langle ag\rangle\text{ lies between }0\text{ and }"
        r"\tfrac{\langle b\rangle\langle C\rangle}{N\langle a\rangle}",
    ),
    statement={"difference": gamma * (H - 1) * AG / (2 * A), "squares": SQUARES},
    under=CLIENTS,
    checks=(
        Part("difference", SymbolicIdentity(lambda: sp.expand(first_orders("bias")[0] - first_orders("bias")[1]), as_printed)),
        Part("squares", SymbolicIdentity(square_difference, as_printed)),
    ),
    controls={
        "sign of the noise": {"difference": -gamma * (H - 1) * AG / (2 * A), "squares": SQUARES.subs(ClientMean(b), -ClientMean(b))},
        "H for H - 1": {"difference": gamma * H * AG / (2 * A), "squares": SQUARES.subs(H, H + 1)},
        "FedAvg always the larger": {"difference": sp.S.Zero, "squares": gamma**2 * (H - 1) ** 2 * AG**2 / (4 * A**2)},
    },
    reduction="a product of two reals is negative exactly where one factor lies between zero and what the other subtracts",
    expect=Tier.PROVED,
)


def equal_difference():
    fedavg, scaffold = (equal_clients(x) for x in first_orders("bias", 2))
    return sp.expand(scaffold - fedavg)


EQUAL = -(gamma**2) * (H - 1) * (2 * H - 1) * (1 - 1 / N) * b * C / (12 * H * a)

equal = Claim(
    id="symfed-scaffold-against-fedavg-equal-clients",
    kind="expansion",
    says="For equal clients, small gamma and H, N > 1 Scaffold's bias is larger than FedAvg's: equal at order gamma, further out at gamma^2.",
    printed=Printed(
        "symfed",
        "equal clients",
        r"\beta_S-\beta_F=-\gamma^2\frac{(H-1)(2H-1)}{12H}\Big(1-\frac1N\Big)\frac{bC}a+O(\gamma^3),\quad\beta_F=-\frac{\gamma bC}{4Na^2}+O(\gamma^2)",
    ),
    statement={"difference": EQUAL, "outwards": (sp.S.Zero, EQUAL * (-gamma * b * C / (4 * N * a**2)))},
    under=Domain((), "equal clients; smooth losses"),
    uses=("symfed-scaffold-second-order-bias", "symfed-fedavg-equal-clients-bias"),
    checks=(
        Part("difference", SymbolicIdentity(equal_difference, as_printed, scope="d = 1, equal clients, symbolic gamma, H, N")),
        Part("outwards", SignCheck("the difference has the sign of the first order")),
    ),
    controls={
        "sign turned": {"difference": -EQUAL, "outwards": (sp.S.Zero, EQUAL * gamma * b * C / (4 * N * a**2))},
        "1 - 1/N dropped": {"difference": EQUAL / (1 - 1 / N), "outwards": (EQUAL * (-gamma * b * C / (4 * N * a**2)), sp.S.Zero)},
        "H for H - 1": {"difference": EQUAL.subs(H, H + 1), "outwards": (sp.S.One, sp.S.Zero)},
        "no difference": {"difference": sp.S.Zero, "outwards": (sp.S.One, sp.S.Zero)},
    },
    expect=Tier.PROVED,
)

LIMIT = -(gamma**2) * (H - 1) * (5 * H - 1) * ClientMean(b * C) / (12 * H * A)
RATIO = (5 * H - 1) / (3 * H)


def without_end(algorithm):
    """What noise leaves of a bias to second order as N grows and clients stay as heterogeneous as they are."""
    terms = sp.expand(expand(algorithm, "bias", 2)).args
    limits = sp.Add(*[sp.limit(term, N, sp.oo) for term in terms])
    return sp.Add(*[term for term in sp.expand(limits).args or (limits,) if term.has(ClientMean(b * C))])


many_clients = Claim(
    id="symfed-scaffold-against-fedavg-many-clients",
    kind="limit",
    says="However many the clients, noise leaves a bias of order gamma^2; control variates make it (5H-1)/(3H) times FedAvg's: 3/2 to 5/3.",
    printed=Printed(
        "symfed",
        "many clients",
        r"\lim_{N\to\infty}\beta_S=-\gamma^2\frac{(H-1)(5H-1)}{12H}\frac{\langle bC\rangle}{\langle a\rangle}+O(\gamma^3),\quad"
        r"\text{of FedAvg's }\lim_{N\to\infty}\beta_F\text{ noise makes }-\gamma^2\frac{H-1}4\frac{\langle bC\rangle}{\langle a\rangle}",
    ),
    statement={"limit": LIMIT, "ratio": LIMIT / RATIO, "least": (sp.Rational(3, 2), RATIO), "most": (RATIO, sp.Rational(5, 3))},
    under=Domain((H >= 2,), "the averages over clients stay as they are while N grows"),
    uses=("symfed-scaffold-second-order-bias", "symfed-fedavg-many-clients-second-order"),
    checks=(
        Part(
            "limit",
            SymbolicIdentity(
                lambda: sp.Add(*[sp.limit(term, N, sp.oo) for term in sp.expand(expand("scaffold", "bias", 2)).args]),
                as_printed,
                scope="d = 1: all that is left of Scaffold's expansion",
            ),
        ),
        Part("ratio", SymbolicIdentity(lambda: without_end("fedavg"), as_printed, scope="d = 1: what noise leaves of FedAvg's expansion")),
        Part("least", SignCheck("the ratio at H = 2")),
        Part("most", SignCheck("the ratio as H grows")),
    ),
    controls={
        "FedAvg's, and twice": {
            "limit": LIMIT / RATIO,
            "ratio": LIMIT,
            "least": (sp.Rational(8, 5), RATIO),
            "most": (RATIO, sp.Rational(8, 5)),
        },
        "nothing remains": {"limit": sp.S.Zero, "ratio": sp.S.Zero, "least": (sp.S(2), RATIO), "most": (RATIO, sp.Rational(3, 2))},
        "5 for 5H - 1": {
            "limit": -(gamma**2) * (H - 1) * 5 * ClientMean(b * C) / (12 * A),
            "ratio": LIMIT * 3 / 5,
            "least": (sp.Rational(5, 3), RATIO),
            "most": (RATIO, sp.S.One),
        },
    },
    expect=Tier.PROVED,
)
