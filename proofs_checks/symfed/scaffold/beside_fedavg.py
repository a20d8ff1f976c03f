"""Whose bias is larger, Scaffold's or FedAvg's, d = 1."""

import sympy as sp

from proofs_checks.symfed.scaffold.bias import SEVEN
from symfed.checks import SignCheck, SymbolicIdentity
from symfed.checks.classes import EQUAL_CLIENTS, ZERO_SUM
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim, Lemma
from symfed.core.coordinates import coordinates
from symfed.core.domain import Class, Domain
from symfed.core.scope import ONE_DIMENSION
from symfed.core.source import Printed
from symfed.core.symbols import C, ClientMean, H, N, a, b, g, gamma
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.derive.symbolic_jets import equal_clients

A, AG = ClientMean(a), ClientMean(a * g)
NOISE = ClientMean(b) * ClientMean(C) / (N * A)
SMOOTH = Class("smooth losses")
CLIENTS = Domain((), (SMOOTH, ZERO_SUM))


def first_orders(quantity, order=1):
    """FedAvg's expansion and Scaffold's."""
    return expand("fedavg", quantity, order), expand("scaffold", quantity, order)


def square_difference():
    """FedAvg's squared first-order bias minus Scaffold's."""
    fedavg, scaffold = first_orders("bias")
    return sp.expand(fedavg**2 - scaffold**2)


DIFFERENCE = gamma * (H - 1) * AG / (2 * A)
steps_, noise_ = coordinates("steps noise")
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
    under=CLIENTS,
    ranges=ONE_DIMENSION,
    lemmas=(
        Lemma(
            "difference",
            DIFFERENCE,
            (SymbolicIdentity(lambda: sp.expand(first_orders("bias")[0] - first_orders("bias")[1]), as_printed),),
            {"sign turned": -DIFFERENCE, "H for H - 1": DIFFERENCE.subs(H, H + 1), "no difference": sp.S.Zero},
        ),
        Lemma(
            "squares",
            SQUARES,
            (SymbolicIdentity(square_difference, as_printed),),
            {
                "sign of the noise": SQUARES.subs(ClientMean(b), -ClientMean(b)),
                "H for H - 1": SQUARES.subs(H, H + 1),
                "FedAvg always the larger": gamma**2 * (H - 1) ** 2 * AG**2 / (4 * A**2),
            },
        ),
        Lemma(
            "between",
            (steps_ * (steps_ - noise_), sp.S.Zero),
            (SignCheck("Scaffold's is the larger"),),
            {"half of the way": (steps_ * (steps_ - noise_ / 2), sp.S.Zero)},
            says="steps: (H-1)<ag>, noise: <b><C>/(N <a>)",
            given=Domain((steps_ >= sp.Min(0, noise_), steps_ <= sp.Max(0, noise_))),
        ),
        Lemma(
            "above",
            (sp.S.Zero, steps_ * (steps_ - noise_)),
            (SignCheck("FedAvg's is the larger"),),
            {"twice the noise": (sp.S.Zero, steps_ * (steps_ - 2 * noise_))},
            given=Domain((steps_ >= sp.Max(0, noise_),)),
        ),
        Lemma(
            "below",
            (sp.S.Zero, steps_ * (steps_ - noise_)),
            (SignCheck("FedAvg's is the larger"),),
            {"twice the noise": (sp.S.Zero, steps_ * (steps_ - 2 * noise_))},
            given=Domain((steps_ <= sp.Min(0, noise_),)),
        ),
    ),
    expect=Tier.PROVED,
)


def equal_difference():
    fedavg, scaffold = (equal_clients(x) for x in first_orders("bias", 2))
    return sp.expand(scaffold - fedavg)


EQUAL = -(gamma**2) * (H - 1) * (2 * H - 1) * (1 - 1 / N) * b * C / (12 * H * a)

FIRST = -gamma * b * C / (4 * N * a**2)

equal = Claim(
    id="symfed-scaffold-against-fedavg-equal-clients",
    kind="expansion",
    says="For equal clients, small gamma and H, N > 1 Scaffold's bias is larger than FedAvg's: equal at order gamma, further out at gamma^2.",
    printed=Printed(
        "symfed",
        "equal clients",
        r"\beta_S-\beta_F=-\gamma^2\frac{(H-1)(2H-1)}{12H}\Big(1-\frac1N\Big)\frac{bC}a+O(\gamma^3),\quad\beta_F=-\frac{\gamma bC}{4Na^2}+O(\gamma^2)",
    ),
    under=Domain((), (EQUAL_CLIENTS, SEVEN, ZERO_SUM)),
    ranges=ONE_DIMENSION,
    lemmas=(
        Lemma(
            "difference",
            EQUAL,
            (SymbolicIdentity(equal_difference, as_printed, scope="d = 1, equal clients, symbolic gamma, H, N"),),
            {"sign turned": -EQUAL, "1 - 1/N dropped": EQUAL / (1 - 1 / N), "H for H - 1": EQUAL.subs(H, H + 1), "nothing": sp.S.Zero},
        ),
        Lemma(
            "first order",
            FIRST,
            tuple(
                SymbolicIdentity(lambda k=k: equal_clients(first_orders("bias")[k]), as_printed, scope=f"{name}'s, d = 1, equal clients")
                for k, name in enumerate(("FedAvg", "Scaffold"))
            ),
            {"sign turned": -FIRST, "H times": H * FIRST},
        ),
        Lemma(
            "outwards",
            (sp.S.Zero, EQUAL * FIRST),
            (SignCheck("the difference has the sign of the first order"),),
            {"inwards": (sp.S.Zero, -EQUAL * FIRST)},
        ),
    ),
    uses=("symfed-scaffold-second-order-bias", "symfed-fedavg-equal-clients-bias"),
    expect=Tier.SUPPORTED,
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
    under=Domain((H >= 2,), (SEVEN, ZERO_SUM, Class("the averages over clients stay as they are while N grows"))),
    ranges=ONE_DIMENSION,
    lemmas=(
        Lemma(
            "limit",
            LIMIT,
            (
                SymbolicIdentity(
                    lambda: sp.Add(*[sp.limit(term, N, sp.oo) for term in sp.expand(expand("scaffold", "bias", 2)).args]),
                    as_printed,
                    scope="d = 1: all that is left of Scaffold's expansion",
                ),
            ),
            {"FedAvg's": LIMIT / RATIO, "nothing remains": sp.S.Zero, "5 H for 5 H - 1": LIMIT * 5 * H / (5 * H - 1)},
        ),
        Lemma(
            "ratio",
            LIMIT / RATIO,
            (SymbolicIdentity(lambda: without_end("fedavg"), as_printed, scope="d = 1: what noise leaves of FedAvg's expansion"),),
            {"Scaffold's": LIMIT, "5/3 of it": LIMIT * 3 / 5},
        ),
        Lemma("least", (sp.Rational(3, 2), RATIO), (SignCheck("the ratio at H = 2"),), {"8/5": (sp.Rational(8, 5), RATIO)}),
        Lemma("most", (RATIO, sp.Rational(5, 3)), (SignCheck("the ratio as H grows"),), {"8/5": (RATIO, sp.Rational(8, 5))}),
    ),
    uses=("symfed-scaffold-second-order-bias",),
    see=("symfed-fedavg-many-clients-second-order",),
    expect=Tier.SUPPORTED,
)
