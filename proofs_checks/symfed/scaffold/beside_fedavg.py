"""Whose bias is larger, Scaffold's or FedAvg's, d = 1."""

import sympy as sp

from proofs_checks.symfed.scaffold.bias import SEVEN, THEOREM, cubed
from proofs_checks.symfed.scaffold.many_clients import LEAVING_CUBES
from symfed.checks import SignCheck, SymbolicIdentity
from symfed.checks.classes import AVERAGES_STAY, DRAWS, EQUAL_CLIENTS, MEAN_CURVED, ZERO_SUM
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.identity import as_printed
from symfed.claims import ONE_DIMENSION, Claim, Class, Domain, Lemma, Tier, printed_at, stands
from symfed.core.coordinates import coordinates
from symfed.core.symbols import C, ClientMean, H, N, a, b, g, gamma
from symfed.derive.expansion import expand
from symfed.derive.symbolic_jets import equal_clients

A, AG = ClientMean(a), ClientMean(a * g)
NOISE = ClientMean(b) * ClientMean(C) / (N * A)
SMOOTH = Class("smooth losses")
CLIENTS = Domain((), (SMOOTH, *DRAWS, ZERO_SUM))


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
    printed=printed_at(
        "whose bias is larger, d = 1",
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
            SymbolicIdentity(lambda: sp.expand(first_orders("bias")[0] - first_orders("bias")[1]), as_printed),
            {"sign turned": -DIFFERENCE, "H for H - 1": DIFFERENCE.subs(H, H + 1), "no difference": sp.S.Zero},
        ),
        Lemma(
            "squares",
            SQUARES,
            SymbolicIdentity(square_difference, as_printed),
            {
                "sign of the noise": SQUARES.subs(ClientMean(b), -ClientMean(b)),
                "H for H - 1": SQUARES.subs(H, H + 1),
                "FedAvg always the larger": gamma**2 * (H - 1) ** 2 * AG**2 / (4 * A**2),
            },
        ),
        Lemma(
            "between",
            (steps_ * (steps_ - noise_), sp.S.Zero),
            SignCheck("Scaffold's is the larger"),
            {"half of the way": (steps_ * (steps_ - noise_ / 2), sp.S.Zero)},
            says="steps: (H-1)<ag>, noise: <b><C>/(N <a>)",
            given=stands("lies between", steps_ >= sp.Min(0, noise_), steps_ <= sp.Max(0, noise_)),
        ),
        Lemma(
            "above",
            (sp.S.Zero, steps_ * (steps_ - noise_)),
            SignCheck("FedAvg's is the larger"),
            {"twice the noise": (sp.S.Zero, steps_ * (steps_ - 2 * noise_))},
            given=stands("iff it lies between", steps_ >= sp.Max(0, noise_)),
        ),
        Lemma(
            "below",
            (sp.S.Zero, steps_ * (steps_ - noise_)),
            SignCheck("FedAvg's is the larger"),
            {"twice the noise": (sp.S.Zero, steps_ * (steps_ - 2 * noise_))},
            given=stands("iff it lies between", steps_ <= sp.Min(0, noise_)),
        ),
    ),
    expect=Tier.PROVED,
)


def equal_difference():
    fedavg, scaffold = (equal_clients(x) for x in first_orders("bias", 2))
    return sp.expand(scaffold - fedavg)


def of_equal_differences(algorithm, quantity, order):
    """The check of what the two biases of equal clients differ by."""
    return SymbolicIdentity(equal_difference, as_printed, scope="d = 1, equal clients, symbolic gamma, H, N")


def of_equal_clients(algorithm, quantity, order):
    """The check of an expansion for equal clients."""
    return SymbolicIdentity(lambda: equal_clients(expand(algorithm, quantity, order)), as_printed, scope="d = 1, equal clients")


def squared(terms):
    """Terms to order gamma, and what they leave at a fixed number of local steps."""
    return Expansion(terms, gamma**2, fixed=(H,))


ALONE = "symfed-expansion-remainder"
EQUAL = -(gamma**2) * (H - 1) * (2 * H - 1) * (1 - 1 / N) * b * C / (12 * H * a)

FIRST = -gamma * b * C / (4 * N * a**2)

equal = Claim(
    id="symfed-scaffold-against-fedavg-equal-clients",
    kind="expansion",
    says="For equal clients, small gamma and H, N > 1 Scaffold's bias is larger than FedAvg's: equal at order gamma, further out at gamma^2.",
    printed=printed_at(
        "equal clients, d = 1",
        r"\beta_S-\beta_F=-\gamma^2\frac{(H-1)(2H-1)}{12H}\Big(1-\frac1N\Big)\frac{bC}a+O(\gamma^3),\quad\beta_F=-\frac{\gamma bC}{4Na^2}+O(\gamma^2)",
    ),
    under=Domain((), (EQUAL_CLIENTS, MEAN_CURVED, SEVEN, *DRAWS, ZERO_SUM)),
    ranges=ONE_DIMENSION,
    lemmas=(
        Lemma(
            "difference",
            cubed(EQUAL),
            RemainderAtFixedH("scaffold", "bias", 2, THEOREM, of_equal_differences, given=(EQUAL_CLIENTS,)),
            {
                "sign turned": cubed(-EQUAL),
                "1 - 1/N dropped": cubed(EQUAL / (1 - 1 / N)),
                "H for H - 1": cubed(EQUAL.subs(H, H + 1)),
                "nothing": cubed(sp.S.Zero),
            },
            says="the difference of two expansions leaves what they leave",
        ),
        Lemma(
            "first order",
            squared(FIRST),
            tuple(
                RemainderAtFixedH(algorithm, "bias", 1, theorem, of_equal_clients, given=(EQUAL_CLIENTS,))
                for algorithm, theorem in (("fedavg", ALONE), ("scaffold", THEOREM))
            ),
            {"sign turned": squared(-FIRST), "H times": squared(H * FIRST)},
        ),
        Lemma(
            "outwards",
            (sp.S.Zero, EQUAL * FIRST),
            SignCheck("the difference has the sign of the first order"),
            {"inwards": (sp.S.Zero, -EQUAL * FIRST)},
        ),
    ),
    uses=(ALONE, THEOREM, "symfed-scaffold-second-order-bias", "symfed-fedavg-equal-clients-bias"),
    expect=Tier.PROVED_GIVEN,
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
    printed=printed_at(
        "many clients, d = 1",
        r"\lim_{N\to\infty}\beta_S=-\gamma^2\frac{(H-1)(5H-1)}{12H}\frac{\langle bC\rangle}{\langle a\rangle}+O(\gamma^3),\quad"
        r"\text{of FedAvg's }\lim_{N\to\infty}\beta_F\text{ noise makes }-\gamma^2\frac{H-1}4\frac{\langle bC\rangle}{\langle a\rangle}",
    ),
    under=Domain((H >= 2,), (MEAN_CURVED, SEVEN, *DRAWS, ZERO_SUM, AVERAGES_STAY)),
    ranges=ONE_DIMENSION,
    lemmas=(
        Lemma(
            "limit",
            cubed(LIMIT),
            LEAVING_CUBES,
            {
                "FedAvg's": cubed(LIMIT / RATIO),
                "nothing remains": cubed(sp.S.Zero),
                "5 H for 5 H - 1": cubed(LIMIT * 5 * H / (5 * H - 1)),
            },
        ),
        Lemma(
            "ratio",
            LIMIT / RATIO,
            SymbolicIdentity(lambda: without_end("fedavg"), as_printed, scope="d = 1: what noise leaves of FedAvg's expansion"),
            {"Scaffold's": LIMIT, "5/3 of it": LIMIT * 3 / 5},
        ),
        Lemma("least", (sp.Rational(3, 2), RATIO), SignCheck("the ratio at H = 2"), {"8/5": (sp.Rational(8, 5), RATIO)}),
        Lemma("most", (RATIO, sp.Rational(5, 3)), SignCheck("the ratio as H grows"), {"8/5": (RATIO, sp.Rational(8, 5))}),
    ),
    uses=(THEOREM, "symfed-scaffold-second-order-bias"),
    see=("symfed-fedavg-many-clients-second-order",),
    expect=Tier.PROVED_GIVEN,
)
