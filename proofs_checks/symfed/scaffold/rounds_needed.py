"""How many rounds an accuracy takes on quadratic clients, and how many fewer than FedAvg, which must be run without its bias."""

import sympy as sp

from proofs_checks.symfed.scaffold.contraction import QUADRATIC, ZERO_SUM
from symfed.checks import GrowthCheck
from symfed.checks.growth import LowerBound, Step, equal, number
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, a, g, gamma, kappa, mu, theta
from symfed.decide.signs import decide_zero
from symfed.derive.lift import local_map
from symfed.models.algorithms import get_algorithm

#: The accuracy that the iterates are to reach, as a part of their distance at the start.
ACCURACY = coordinates("epsilon")[0]

_EQUAL = {
    "losses": "two equal clients with Hessian diag(mu, L), any gamma <= 1/L and any H",
    "start": "along the eigenvector of the larger of q(mu), r(L)",
}
_FACTOR = Step("each round multiplies the distance by rho = max(q(mu), r(L)), by symfed-scaffold-attained")
_FLOOR = Step("rho >= 1 - sqrt(mu/L) for every H and gamma <= 1/L, by symfed-scaffold-rate-floor")


def rounds_by_accuracy() -> LowerBound:
    """Rounds at L/mu = 4 as the accuracy tends to 0."""
    return LowerBound(
        instance={"quantity": "rounds T after which the distance is at most epsilon times that at the start"}
        | _EQUAL
        | {"constants": "L/mu = 4"},
        bound=sp.log(1 / ACCURACY) / sp.log(2),
        variable=ACCURACY,
        towards=sp.S.Zero,
        steps=(
            _FACTOR,
            _FLOOR,
            Step("so rho >= 1/2", equal(1 - 1 / sp.sqrt(number(4)), sp.S.Half)),
            Step("and 2^(-T) <= epsilon needs T >= log(1/epsilon)/log 2 rounds"),
        ),
    )


def rounds_by_condition() -> LowerBound:
    """Rounds to accuracy 1/e as L/mu tends to infinity."""
    return LowerBound(
        instance=_EQUAL | {"constants": "accuracy 1/e"},
        bound=sp.sqrt(kappa) - 1,
        variable=kappa,
        towards=sp.oo,
        steps=(
            _FACTOR,
            _FLOOR,
            Step(
                "-log(1 - x) <= x/(1 - x), at x = 1/sqrt(kappa): 1/(sqrt(kappa) - 1)",
                equal(1 / sp.sqrt(kappa) / (1 - 1 / sp.sqrt(kappa)), 1 / (sp.sqrt(kappa) - 1)),
            ),
            Step("so T >= 1/(-log rho) >= sqrt(kappa) - 1"),
        ),
    )


def gained_on_fedavg() -> LowerBound:
    """FedAvg's rounds to theta* over Scaffold's, both at the best step size up to 1/L and the best number of local steps."""
    w_mu, w_L = (local_map("fedavg").state + local_map("fedavg").gradient * curvature for curvature in (mu, L))
    return LowerBound(
        instance={
            "losses": "two clients with Hessians diag(mu, mu) and diag(mu, L), whose optima are not the same",
            "constants": "FedAvg at any gamma <= 1/L and any H; accuracy far below its bias",
        },
        bound=(kappa - 1) / (3 * sp.sqrt(kappa)),
        variable=kappa,
        towards=sp.oo,
        steps=(
            Step("a local step multiplies distances by 1 - gamma a", (equal(w_mu, 1 - gamma * mu), equal(w_L, 1 - gamma * L))),
            Step(
                "along the second axis FedAvg rests where (1 - (1-gamma mu)^H)(x - x_1) + (1 - (1-gamma L)^H)(x - x_2) = 0, which is "
                "theta* if and only if both clients' sums of (1 - gamma a)^h, h < H, agree: at H = 1",
                lambda: (
                    decide_zero((1 - w_mu**H) / mu - (1 - w_L**H) / L).kind == "nonzero"
                    and decide_zero(((1 - w_mu**H) / mu - (1 - w_L**H) / L).subs(H, 1)).kind == "zero"
                ),
            ),
            Step("for H >= 2 the sums differ by at least gamma (L - mu): each power of 1 - gamma mu is the larger one"),
            Step(
                "at H = 1 the first axis shrinks by 1 - gamma mu >= 1 - 1/kappa: (kappa - 1) log(1/epsilon) rounds or more, "
                "as -log(1 - x) <= x/(1 - x)"
            ),
            Step("Scaffold takes at most 3 sqrt(kappa) log(1/epsilon) rounds on every problem, by symfed-scaffold-rate-reached"),
        ),
    )


def not_gained_on_fedavg() -> LowerBound:
    """Scaffold's rounds over FedAvg's at H = 1, gamma = 1/L, on the problem that is hardest for Scaffold."""
    return LowerBound(
        instance=_EQUAL,
        bound=(sp.sqrt(kappa) - 1) / kappa,
        variable=kappa,
        towards=sp.oo,
        steps=(
            *rounds_by_condition().steps,
            Step("FedAvg with H = 1 and gamma = 1/L shrinks by 1 - 1/kappa a round: at most kappa log(1/epsilon) rounds on every problem"),
        ),
    )


def fedavg_without_bias() -> LowerBound:
    """Scaffold's rounds over FedAvg's on equal clients, where Scaffold is FedAvg, which has no bias there."""
    one, other = (get_algorithm(name).step(x=a, g=g, xi=sp.S.Zero, x_start=theta, gamma=gamma, H=H) for name in ("scaffold", "fedavg"))
    return LowerBound(
        instance={
            "quantity": "Scaffold's rounds over FedAvg's, kappa = L/mu",
            "losses": "two equal clients, any gamma <= 1/L and any H, the same for both",
            "start": "control variates 0, as is usual",
        },
        bound=sp.S.One,
        variable=kappa,
        towards=sp.oo,
        steps=(
            Step("a local step with the control variate 0 is FedAvg's", equal(one, other)),
            Step(
                "equal clients end at one point, so that the control variates stay 0",
                equal(get_algorithm("scaffold").control(sp.S.Zero, a, theta, a, gamma, H), sp.S.Zero),
            ),
            Step("so both make the same rounds and need as many, whatever L/mu and the accuracy"),
        ),
    )


QUADRATICS = Domain((gamma * L <= 1,), (QUADRATIC, ZERO_SUM))
FAR_BELOW_BIAS = Class("accuracies far below FedAvg's bias, so that FedAvg takes one local step a round")
FEWEST = GrowthCheck(gained_on_fedavg, "FedAvg's rounds over Scaffold's, L/mu to infinity", attains=True)

communication = Claim(
    id="symfed-scaffold-communication",
    kind="rate",
    says="Scaffold takes T of the order of sqrt(L/mu) log(1/epsilon) rounds, with H about 1/(gamma*sqrt(mu*L)) local steps: enough for all, and equal "
    "clients need as many, in either power.",
    printed=printed_at(
        "rounds that Scaffold needs",
        r"T\asymp\sqrt{\frac L\mu}\,\log\frac1\varepsilon\quad\text{in the norm in which a round contracts},\ \gamma\le1/L",
    ),
    under=QUADRATICS,
    lemmas=(
        Lemma(
            "power of the accuracy",
            sp.log(1 / ACCURACY),
            GrowthCheck(rounds_by_accuracy, "rounds that two equal clients need, epsilon to 0", attains=True),
            wrong={"its root": sp.sqrt(sp.log(1 / ACCURACY)), "its square": sp.log(1 / ACCURACY) ** 2, "none": sp.S.One},
        ),
        Lemma(
            "power of the condition number",
            sp.sqrt(kappa),
            GrowthCheck(rounds_by_condition, "rounds that two equal clients need, L/mu to infinity", attains=True),
            wrong={
                "fourth root": kappa ** sp.Rational(1, 4),
                "L/mu": kappa,
                "2/5": kappa ** sp.Rational(2, 5),
                "3/5": kappa ** sp.Rational(3, 5),
            },
        ),
    ),
    follows=InWords(
        "with x = sqrt(mu/L)/3 a round's gain at least, (1 - x)^T <= exp(-x T); the distance is that of the weighted norm, and all norms agree up to a constant"
    ),
    uses=("symfed-scaffold-contraction", "symfed-scaffold-rate-reached", "symfed-scaffold-rate-floor"),
    see=("symfed-scaffold-attained",),
    expect=Tier.SUPPORTED,
)

gain = Claim(
    id="symfed-scaffold-gain-on-fedavg",
    kind="rate",
    says="Scaffold needs fewer rounds than FedAvg by a factor of the order of sqrt(L/mu), no less and no more in the worst case over problems, where "
    "FedAvg is run so as to reach theta* on heterogeneous clients: with one local step.",
    printed=printed_at(
        "rounds that Scaffold needs, and FedAvg",
        r"\frac{T_{\mathrm{FedAvg}}}{T_{\mathrm{Scaffold}}}\asymp\sqrt{L/\mu}\quad\text{for accuracies far below FedAvg's bias}",
    ),
    under=QUADRATICS & Domain((), (FAR_BELOW_BIAS,)),
    lemmas=(
        Lemma(
            "no less",
            sp.sqrt(kappa),
            FEWEST,
            wrong={"fourth root": kappa ** sp.Rational(1, 4), "L/mu": kappa, "(L/mu)^2": kappa**2, "2/5": kappa ** sp.Rational(2, 5)},
        ),
        Lemma(
            "no more: Scaffold's rounds over FedAvg's",
            1 / sp.sqrt(kappa),
            GrowthCheck(not_gained_on_fedavg, "Scaffold's rounds over FedAvg's, L/mu to infinity", attains=True),
            wrong={"fourth root": kappa ** -sp.Rational(1, 4), "mu/L": 1 / kappa, "3/5": kappa ** -sp.Rational(3, 5)},
        ),
    ),
    follows=InWords("bounds on the number of rounds divided by each other, in the worst case over problems"),
    uses=("symfed-scaffold-communication",),
    expect=Tier.SUPPORTED,
)
