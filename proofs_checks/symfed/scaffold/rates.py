"""How many rounds Scaffold needs on quadratic clients: the best number of local steps, its rate, and what no choice can beat."""

import sympy as sp

from proofs_checks.symfed.scaffold.contraction import STEPS, ZERO_SUM, q, r
from proofs_checks.symfed.scaffold.printed_bound import SHARE, exponential
from symfed.checks import Certificate, CounterexampleSearch, Induction, Part, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.checks.instances.coordinates import coordinates
from symfed.checks.instances.scaffold.steps import step_cases
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, kappa, mu
from symfed.core.verdict import Tier
from symfed.derive.memory.balance import best_factor, best_steps
from symfed.formulas import optimal_local_steps

NUMBERS = "exact numbers, L/mu <= 400, gamma L <= 1"
q_mu, q_L, r_L = q(gamma, H, mu), q(gamma, H, L), r(gamma, H, L)


def gap(i, H=None):
    """1 - rho of a case, at its own number of local steps or another."""
    return 1 - max(q(i.gamma, H or i.H, i.mu), r(i.gamma, H or i.H, i.L))


FLOOR = {
    "q": lambda h: h * gamma * mu - 1,
    "r": (1 - r_L, 1 / (gamma * L * H)),
    "product": mu / L,
    "cases": lambda i: (gap(i) ** 2, i.mu / i.L),
}
floor = Claim(
    id="symfed-scaffold-rate-floor",
    kind="inequality",
    says="No number of local steps and no step size up to 1/L makes the worst case better than 1 - sqrt(mu/L) a round.",
    printed=Printed(
        "symfed",
        "Scaffold, the best rate, lower bound",
        r"1-\rho\le\min\Big\{\gamma\mu H,\ \frac1{\gamma LH}\Big\}\le\sqrt{\mu/L}\quad\text{for all }H\ge1,\ \gamma\le1/L",
    ),
    statement=FLOOR,
    under=STEPS,
    uses=("symfed-scaffold-contraction", "symfed-scaffold-attained"),
    checks=(
        Part("q", Induction(lambda n: -exponential(n), 1 - gamma * mu, scope="1 - q(mu) <= gamma mu H")),
        Part("r", Certificate(((1 / (gamma * L * H), q_L),), scope="q(L) >= 0")),
        Part("product", SymbolicIdentity(lambda: (gamma * mu * H) * (1 / (gamma * L * H)), as_printed, scope="the two bounds multiplied")),
        Part("cases", CounterexampleSearch(step_cases, relation="<=", scope=NUMBERS, sizes=((1, 1),), examples=100)),
    ),
    controls={
        "mu/L": FLOOR | {"product": mu**2 / L**2, "cases": lambda i: (gap(i), i.mu / i.L)},
        "half": {
            "q": lambda h: h * gamma * mu / 2 - 1,
            "r": (1 - r_L, 1 / (2 * gamma * L * H)),
            "product": mu / (4 * L),
            "cases": lambda i: (4 * gap(i) ** 2, i.mu / i.L),
        },
    },
    reduction="the smaller of two positive numbers is at most the root of their product",
    expect=Tier.PROVED,
)

eps, u = coordinates("epsilon u")  # sqrt(mu/L), and gamma H sqrt(mu L), which lies between 1 and 1 + gamma sqrt(mu L) <= 2


def enough(i, constant=3, multiple=1):
    """Squares of sqrt(mu/L) and of constant times the gap, at the smallest H with gamma H sqrt(mu L) >= 1."""
    steps = next(n for n in range(1, 10**4) if (i.gamma * n) ** 2 * i.mu * i.L >= 1)
    return i.mu / i.L, (constant * gap(i, H=multiple * steps)) ** 2


REACHED = {
    "q": lambda h: 1 / (1 + h * gamma * mu),
    "r": (r_L, 1 - 1 / (1 + gamma * L * H)),
    "choice, q": (1 + u * eps, 3 * u),
    "choice, r": (eps + u, sp.Integer(3)),
    "cases": enough,
}
reached = Claim(
    id="symfed-scaffold-rate-reached",
    kind="inequality",
    says="With H = ceil(1/(gamma sqrt(mu L))) local steps a round gains a third of that at least: rho <= 1 - sqrt(mu/L)/3, for every gamma <= 1/L.",
    printed=Printed(
        "symfed",
        "Scaffold, the best rate, upper bound",
        r"q(\mu)\le\frac1{1+\gamma\mu H},\quad r(L)\le1-\frac1{1+\gamma LH};\quad H=\Big\lceil\frac1{\gamma\sqrt{\mu L}}\Big\rceil:\ "
        r"\rho\le1-\frac13\sqrt{\mu/L}",
    ),
    statement=REACHED,
    under=STEPS,
    uses=("symfed-scaffold-contraction",),
    checks=(
        Part("q", Induction(exponential, 1 - gamma * mu, scope="all H >= 1")),
        Part("r", Certificate(((1 / (gamma * L * H), 1 / (1 + gamma * L * H) - q_L),), scope="q(L) <= 1/(1 + gamma L H), as for mu")),
        Part("choice, q", Certificate(((1, u * (1 - eps)), (2, u - 1), (1, sp.S.One)), scope="1 <= u <= 2, epsilon <= 1")),
        Part("choice, r", Certificate(((1, 1 - eps), (1, 2 - u)), scope="1 <= u <= 2, epsilon <= 1")),
        Part("cases", CounterexampleSearch(step_cases, relation="<=", scope=NUMBERS, sizes=((1, 1),), examples=100)),
    ),
    controls={
        "a half for a third": {
            "q": lambda h: 1 / (1 + 2 * h * gamma * mu),
            "r": (r_L, 1 - 2 / (1 + gamma * L * H)),
            "choice, q": (1 + u * eps, u),
            "choice, r": (eps + u, sp.Integer(2)),
            "cases": lambda i: enough(i, constant=1),
        },
        "nine times as many steps": REACHED | {"cases": lambda i: enough(i, multiple=9)},
    },
    expect=Tier.PROVED,
)


def first_orders(expression, order=2):
    """Its expansion in epsilon = kappa^(-1/2) through epsilon^order."""
    small = sp.Dummy("epsilon", positive=True)
    found = sp.series(expression.subs(kappa, small**-2), small, 0, order + 1).removeO()
    return sp.expand(found).subs(small, kappa**-sp.S.Half)


def imbalance(steps, share):
    """(1 - gamma mu)^H less 1 - share/(gamma L H), through kappa^-1; steps = gamma L H, and gamma stands for gamma L."""
    return first_orders(sp.exp(steps / gamma * sp.log(1 - gamma / kappa)) - 1 + share / steps)


def optimum(id, says, root, tex, uses, reduction, more=()):
    """The claim that (1 - gamma mu)^H meets 1 - root^2/(gamma L H) at these steps, and that the rate there is this one."""
    share, steps = root**2, root * sp.sqrt(kappa) + root**2 / 4
    rate = 1 - root / sp.sqrt(kappa) + root**2 / (4 * kappa)
    return Claim(
        id=id,
        kind="expansion",
        says=says,
        printed=Printed("symfed", "Scaffold, the best number of local steps", tex),
        statement={"steps": steps, "rate": rate},
        under=Domain((), f"kappa = L/mu tends to infinity, gamma L in (0, 1] held fixed; {ZERO_SUM}"),
        uses=uses,
        checks=(
            Part("steps", SymbolicIdentity(lambda: sp.S.Zero, lambda s: imbalance(s, share), scope="both branches, through kappa^-1")),
            Part(
                "rate", SymbolicIdentity(lambda: first_orders(1 - share / steps), as_printed, scope="the second branch, through kappa^-1")
            ),
            *more,
        ),
        controls={
            "leading order alone": {"steps": root * sp.sqrt(kappa), "rate": 1 - root / sp.sqrt(kappa)},
            "sqrt 2 times": {"steps": sp.sqrt(2) * steps, "rate": 1 - root * sp.sqrt(2 / kappa)},
            "second term turned": {"steps": 2 * root * sp.sqrt(kappa) - steps, "rate": 2 - 2 * root / sp.sqrt(kappa) - rate},
            "a half for the quarter": {"steps": steps + share / 4, "rate": rate + share / (4 * kappa)},
        },
        reduction=reduction,
        expect=Tier.PROVED,
    )


best = optimum(
    "symfed-scaffold-optimal-steps",
    "Scaffold's worst case is best at gamma L H = sqrt(kappa) + 1/4 local steps, to two orders, where rho = 1 - kappa^(-1/2) + kappa^(-1)/4.",
    sp.S.One,
    r"\gamma LH_{\mathrm{opt}}=\sqrt\kappa+\tfrac14+O(\kappa^{-1/2}),\quad\rho_{\mathrm{opt}}=1-\kappa^{-1/2}+\tfrac14\kappa^{-1}+O(\kappa^{-3/2}),"
    r"\quad\kappa=L/\mu",
    ("symfed-scaffold-contraction", "symfed-scaffold-attained"),
    "one branch falls with H and the other rises, so that they meet at the best H (an integer next to it); the term (1 - gamma L)^H left out of "
    "the second is at most exp(-gamma L H)",
    (
        Part(
            "steps", SymbolicIdentity(lambda: gamma * L * best_steps("scaffold"), as_printed, scope="solved order by order from the rule")
        ),
        Part("rate", SymbolicIdentity(lambda: best_factor("scaffold"), as_printed, scope="solved order by order from the rule")),
    ),
)
balance = optimum(
    "symfed-scaffold-printed-balance",
    "What balancing the slides' two branches gives: no factor 2 under the root. Their bound is best at gamma L H = sqrt((1-1/e) kappa) + (1-1/e)/4.",
    coordinates("root")[0],
    r"H=\sqrt{\frac{1-1/e}{\gamma^2L\mu}}+\frac{1-1/e}{4\gamma L}+O(\kappa^{-1/2}),\quad"
    r"\min_H\rho_{\gamma,H}=1-\sqrt{\frac{(1-1/e)\mu}L}+\frac{1-1/e}4\frac\mu L+O(\kappa^{-3/2})",
    (),
    "one branch falls with H and the other rises, so that their maximum is least where they meet; root stands for sqrt(1 - 1/e)",
)


def best_by_trial(i):
    """The first H with the smallest worst case. Beyond the crossing the second branch only grows."""
    crossing = next(n for n in range(1, 10**4) if r(i.gamma, n, i.L) >= q(i.gamma, n, i.mu))
    return min(range(1, crossing + 1), key=lambda n: (-gap(i, n), n))


integer = Claim(
    id="symfed-scaffold-optimal-integer",
    kind="identity",
    says="optimal_local_steps is the number of local steps that minimises the exact worst case, for every gamma, mu and L, not in the limit only.",
    printed=Printed("symfed", "Scaffold, the best number of local steps, exactly", r"\arg\min_{H\in\{1,2,\dots\}}\rho(\gamma,H,\mu,L)"),
    statement=lambda i: optimal_local_steps(i.gamma, i.mu, i.L),
    under=STEPS,
    uses=("symfed-scaffold-contraction",),
    checks=(CounterexampleSearch(step_cases, best_by_trial, scope=NUMBERS + ", every H tried", sizes=((1, 1),), examples=100),),
    controls={
        "one more": lambda i: optimal_local_steps(i.gamma, i.mu, i.L) + 1,
        "H for gamma H": lambda i: optimal_local_steps(1 / i.L, i.mu, i.L),
        "mu for L": lambda i: optimal_local_steps(i.gamma, i.mu, i.mu),
    },
    expect=Tier.SUPPORTED,
)


def gained(steps, share=1):
    """The leading power of kappa^(-1/2) in 1 - max of both branches, at gamma L H = steps * sqrt(kappa)."""
    return sp.Min(steps, share / steps)


SAVED = {"of their best H": sp.sqrt(SHARE), "of their H": sp.sqrt(SHARE / 2), "really lost by their H": sp.sqrt(2 * SHARE)}
saved = Claim(
    id="symfed-scaffold-rounds-saved",
    kind="limit",
    says="Rounds at the exact best H over those the printed bound promises: 0.795 at the bound's own best H, 0.562 at the printed H_gamma; "
    "whoever runs the printed H_gamma needs 1.124 times the best number of rounds.",
    printed=Printed(
        "symfed",
        "Scaffold, rounds saved",
        r"\lim_{\kappa\to\infty}\frac{\log\rho_{\gamma,H}}{\log\rho_{\mathrm{opt}}}=\sqrt{1-1/e}\text{ at best, }\sqrt{\tfrac{1-1/e}2}\text{ at }H_\gamma;"
        r"\quad\lim\frac{\log\rho_{\mathrm{opt}}}{\log\rho(H_\gamma)}=\sqrt{2(1-1/e)}",
    ),
    statement=SAVED,
    under=Domain((), "kappa = L/mu tends to infinity, gamma L in (0, 1] held fixed"),
    uses=("symfed-scaffold-optimal-steps", "symfed-scaffold-printed-balance"),
    checks=(
        Part(
            "of their best H",
            SymbolicIdentity(lambda: gained(sp.sqrt(SHARE), SHARE) / gained(sp.S.One), as_printed, scope="leading orders"),
        ),
        Part(
            "of their H", SymbolicIdentity(lambda: gained(sp.sqrt(2 * SHARE), SHARE) / gained(sp.S.One), as_printed, scope="leading orders")
        ),
        Part(
            "really lost by their H",
            SymbolicIdentity(lambda: gained(sp.S.One) / gained(sp.sqrt(2 * SHARE)), as_printed, scope="leading orders"),
        ),
    ),
    controls={
        "no factor 2": dict.fromkeys(SAVED, sp.sqrt(SHARE)) | {"of their best H": sp.sqrt(SHARE / 2)},
        "turned over": {name: 1 / value for name, value in SAVED.items()},
        "1/e for 1 - 1/e": {name: value.subs(sp.exp(-1), 1 - sp.exp(-1)) for name, value in SAVED.items()},
    },
    reduction="log rho is minus the gap to leading order, and the number of rounds is inverse to it",
    expect=Tier.PROVED,
)
