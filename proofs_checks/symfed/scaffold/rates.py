"""How many rounds Scaffold needs on quadratic clients: what no choice of local steps can beat, and what is reached."""

import flint
import sympy as sp

from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.printed_bound import exponential
from proofs_checks.symfed.scaffold.steps import step_cases
from symfed.checks import Certificate, Induction, inequality_search
from symfed.claims import Claim, Domain, Lemma, Tier, crosscheck, printed_at, stands
from symfed.core.symbols import H, L, gamma, mu

STEP_SIZE = Domain((gamma * L <= 1,))
#: What mu and L mean.
ORDER = Domain((sp.Le(mu, L),))
NUMBERS = "exact numbers, L/mu <= 400, gamma L <= 1"
q_mu, q_L, r_L = q(gamma, H, mu), q(gamma, H, L), r(gamma, H, L)


def gap(i, H=None):
    """1 - rho of a case, at its own number of local steps or another."""
    return 1 - max(q(i.gamma, H or i.H, i.mu), r(i.gamma, H or i.H, i.L))


GAP_Q, GAP_R = 1 - q_mu, 1 - r_L
FEW, MANY = gamma * mu * H, 1 / (gamma * L * H)  # what the two gaps are at most
FIRST_TWO = (
    Lemma(
        "1 - q(mu) <= gamma mu H",
        lambda h: h * gamma * mu - 1,
        Induction(lambda n: -exponential(n), 1 - gamma * mu, scope="all H >= 1"),
        wrong={"half of it": lambda h: h * gamma * mu / 2 - 1, "H-1 for H": lambda h: (h - 1) * gamma * mu - 1},
        given=ORDER,
    ),
    Lemma(
        "1 - r(L) <= 1/(gamma L H)",
        (GAP_R, MANY),
        Certificate(((MANY, q_L),), scope="q(L) >= 0"),
        wrong={"H+1 for H": (GAP_R, 1 / (gamma * L * (H + 1)))},
    ),
)
floor = Claim(
    id="symfed-scaffold-rate-floor",
    kind="inequality",
    says="No number of local steps and no step size up to 1/L makes rho = max(q(mu), r(L)), the worst case, better than 1 - sqrt(mu/L) a round.",
    printed=printed_at(
        "Scaffold, the best rate, lower bound",
        r"1-\rho\le\min\Big\{\gamma\mu H,\ \frac1{\gamma LH}\Big\}\le\sqrt{\mu/L}\quad\text{for all }H\ge1,\ \gamma\le1/L",
    ),
    under=STEP_SIZE,
    lemmas=(
        *FIRST_TWO,
        Lemma(
            "(1 - rho)^2 <= mu/L where rho = q(mu)",
            (GAP_Q**2, mu / L),
            Certificate(((MANY, FEW - GAP_Q), (GAP_Q, MANY - GAP_R), (GAP_Q, GAP_R - GAP_Q))),
            wrong={"gap for its square": (GAP_Q, mu / L)},
            by=FIRST_TWO,
            given=ORDER & stands("rho is the larger of the two", sp.Ge(q_mu, r_L)),
        ),
        Lemma(
            "(1 - rho)^2 <= mu/L where rho = r(L)",
            (GAP_R**2, mu / L),
            Certificate(((MANY, FEW - GAP_Q), (GAP_Q, MANY - GAP_R), (GAP_R, GAP_Q - GAP_R))),
            wrong={"gap for its square": (GAP_R, mu / L)},
            by=FIRST_TWO,
            given=ORDER & stands("rho is the larger of the two", sp.Ge(r_L, q_mu)),
        ),
        crosscheck(
            "cases",
            lambda i: (gap(i) ** 2, i.mu / i.L),
            inequality_search(step_cases, scope=NUMBERS, sizes=((1, 1),), examples=100),
            wrong={"0.9 of it": lambda i: (gap(i) ** 2, flint.fmpq(81, 100) * i.mu / i.L), "mu/L": lambda i: (gap(i), i.mu / i.L)},
        ),
    ),
    see=("symfed-scaffold-contraction", "symfed-scaffold-attained"),
    expect=Tier.PROVED,
)

ROOT = sp.sqrt(mu / L)
REACHED = ROOT / (1 + 2 * ROOT)
#: What the smallest H with gamma H sqrt(mu L) >= 1 is: enough, and no more than that.
CEILING = "H = ceil(1/(gamma sqrt(mu L)))"
ENOUGH, NO_MORE = stands(CEILING, gamma * H * sp.sqrt(mu * L) >= 1), stands(CEILING, gamma * (H - 1) * sp.sqrt(mu * L) <= 1)


def enough(i, constant=3, multiple=1):
    """Squares of sqrt(mu/L) and of constant times the gap, at the smallest H with gamma H sqrt(mu L) >= 1."""
    steps = next(n for n in range(1, 10**4) if (i.gamma * n) ** 2 * i.mu * i.L >= 1)
    return i.mu / i.L, (constant * gap(i, H=multiple * steps)) ** 2


def flat(curvature):
    """The powers of 1 - gamma a at one end lie below 1/(1 + H gamma a)."""
    return lambda h: 1 / (1 + h * gamma * curvature)


Q_BELOW = Lemma(
    "q(mu) <= 1/(1 + gamma mu H)",
    flat(mu),
    Induction(exponential, 1 - gamma * mu, scope="all H >= 1"),
    wrong={"1.1 gamma mu H": lambda h: 1 / (1 + sp.Rational(11, 10) * h * gamma * mu)},
    given=ORDER,
)
Q_BELOW_AT_L = Lemma(
    "q(L) <= 1/(1 + gamma L H)",
    flat(L),
    Induction(lambda n: (1 - gamma * L) ** n, 1 - gamma * L, scope="all H >= 1"),
    wrong={"1.1 gamma L H": lambda h: 1 / (1 + sp.Rational(11, 10) * h * gamma * L)},
)
R_BELOW = Lemma(
    "r(L) <= 1 - 1/(1 + gamma L H)",
    (r_L, 1 - 1 / (1 + gamma * L * H)),
    Certificate(
        ((1 / (gamma * L * H), 1 / (1 + gamma * L * H) - q_L),),
        scope="q(L) <= 1/(1 + gamma L H)",
    ),
    by=(Q_BELOW_AT_L,),
    wrong={"H for 1 + H": (r_L, 1 - 1 / (gamma * L * H)), "half of it": (r_L, 1 - 2 / (1 + gamma * L * H))},
)
reached = Claim(
    id="symfed-scaffold-rate-reached",
    kind="inequality",
    says="With H = ceil(1/(gamma sqrt(mu L))) local steps a round gains that up to a factor 1 + 2 sqrt(mu/L), which is at most 3, for every gamma <= 1/L.",
    printed=printed_at(
        "Scaffold, the best rate, upper bound",
        r"q(\mu)\le\frac1{1+\gamma\mu H},\quad r(L)\le1-\frac1{1+\gamma LH};\quad H=\Big\lceil\frac1{\gamma\sqrt{\mu L}}\Big\rceil:\ "
        r"\rho\le1-\frac{\sqrt{\mu/L}}{1+2\sqrt{\mu/L}}\le1-\frac13\sqrt{\mu/L}",
    ),
    under=STEP_SIZE,
    lemmas=(
        Q_BELOW,
        Q_BELOW_AT_L,
        R_BELOW,
        Lemma(
            "reached by 1 - q(mu)",
            (REACHED, GAP_Q),
            Certificate(
                (
                    (sp.S.One, 1 / (1 + FEW) - q_mu),
                    (ROOT / (1 + FEW) / (1 + 2 * ROOT), gamma * H * sp.sqrt(mu * L) - 1),
                    (ROOT / (1 + FEW) / (1 + 2 * ROOT), FEW),
                )
            ),
            by=(Q_BELOW,),
            wrong={"sqrt(mu/L) itself": (ROOT, GAP_Q)},
            given=ORDER & ENOUGH,
        ),
        Lemma(
            "reached by 1 - r(L)",
            (REACHED, GAP_R),
            Certificate(
                (
                    (sp.S.One, 1 - 1 / (1 + gamma * L * H) - r_L),
                    (1 / (1 + gamma * L * H) / (1 + 2 * ROOT), 1 - gamma * (H - 1) * sp.sqrt(mu * L)),
                    (ROOT / (1 + gamma * L * H) / (1 + 2 * ROOT), 1 - gamma * L),
                )
            ),
            by=(Q_BELOW_AT_L, R_BELOW),
            wrong={"sqrt(mu/L) itself": (ROOT, GAP_R)},
            given=ORDER & NO_MORE,
        ),
        crosscheck(
            "cases",
            enough,
            inequality_search(step_cases, scope=NUMBERS, sizes=((1, 1),), examples=100),
            wrong={"a half for a third": lambda i: enough(i, constant=1), "four times as many steps": lambda i: enough(i, multiple=4)},
        ),
    ),
    see=("symfed-scaffold-contraction",),
    expect=Tier.PROVED,
)
