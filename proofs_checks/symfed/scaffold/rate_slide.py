"""The rate of the slide 'New Convergence Rate for Scaffold' with its step size, on quadratics: constants that do, and the best one seen."""

import sympy as sp

from proofs_checks.symfed.scaffold.contraction import ZERO_SUM, contraction, what_is_lost
from symfed.checks import Certificate, CounterexampleSearch, Induction, Part, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.checks.instances.coordinates import coordinates
from symfed.checks.instances.scaffold import short_rounds as short
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, lam, mu
from symfed.core.verdict import Tier

SHORT = Domain((gamma * H * L <= 1, sp.Le(mu, L)), "quadratics with additive noise, independent over clients and steps")
SCOPE, SIZES = "exact quadratics that do not commute, gamma H L <= 1", ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2))

variance = Claim(
    id="symfed-scaffold-short-rounds-variance",
    kind="inequality",
    says="Where gamma H L <= 1, Scaffold's variance is at most 6 gamma sigma^2/(N mu), sigma^2 the mean of the clients' noise: any N, d and H.",
    printed=Printed(
        "symfed",
        "the rate of the slides, stationary part",
        r"\mathbb E_\pi\|x-x^\star\|^2\le\frac{6\gamma}{N\mu}\sigma_\star^2,\quad\sigma_\star^2=\frac1N\sum_c\mathrm{tr}\,C_c\qquad(\gamma HL\le1)",
    ),
    statement={"circle": short.bounded_below(), "laws": lambda i: short.variance(i, 6)},
    under=SHORT & short.short_curvatures(),
    uses=("symfed-scaffold-contraction", "symfed-scaffold-regimes", "symfed-scaffold-factors"),
    checks=(
        Part("circle", Certificate(short.terms(), scope="all curvatures and all frequencies")),
        Part("laws", CounterexampleSearch(short.short, relation="<=", scope=SCOPE, sizes=SIZES, examples=8)),
    ),
    controls={
        "constant 1/4": {"circle": short.bounded_below(constant=1), "laws": lambda i: short.variance(i, i.mu / i.mu / 4)},
        "1/N^2": {"circle": short.bounded_below(zero=-1), "laws": lambda i: short.variance(i, 1, power=2)},
    },
    reduction=(
        "noise v of client c in step k enters as Z_c (I-gamma A_c)^k v, so E|x-x*|^2 = N^-2 sum_c circle mean of |K^-1 Z_c (I-gamma A_c)^k v|^2. "
        "With Re(conj(w) h_a) >= 1 (checked; K is a mean of h(A_c)) |K^-1 v|^2 <= Re<v, w K^-1 v>, analytic outside the disk, of circle mean "
        "w(infinity)|v|^2 = 11/5 |v|^2/(gamma mu H); Z_c = sum of r(A_c)^k z^-(k+1) costs (1-3/8)^-2, H steps gamma^2 H: 11/5 (8/5)^2 < 6. "
        "r(a) <= r(1/(gamma H)) = (1-1/H)^H <= 1/e < 3/8, and q >= r where gamma a H <= 1"
    ),
    expect=Tier.PROVED,
)

best = Claim(
    id="symfed-scaffold-short-rounds-constant",
    kind="inequality",
    says="Where gamma H L <= 1 the best constant seen is 1: it is reached by equal clients with H = 1 and gamma mu = gamma L = 1.",
    printed=Printed(
        "symfed", "the rate of the slides, constant", r"\mathbb E_\pi\|x-x^\star\|^2\le\frac\gamma{N\mu}\sigma_\star^2\qquad(\gamma HL\le1)"
    ),
    statement=short.variance,
    under=SHORT,
    uses=("symfed-scaffold-short-rounds-variance",),
    checks=(CounterexampleSearch(short.short, relation="<=", scope=SCOPE, sizes=SIZES, examples=50),),
    controls={
        "99/100": lambda i: short.variance(i, 99 * i.mu / i.mu / 100),
        "1/N^2": lambda i: short.variance(i, power=2),
    },
    expect=Tier.OPEN,
)

q_, r_, rho_ = coordinates("q r rho")
STAYS = {
    "loss": what_is_lost,
    "root": (rho_ * (q_ - r_)) ** 2,
    "ratio": (2 * rho_, 4 * (rho_ - sp.Rational(3, 8))),
    "rho": lambda n: gamma * lam * n / 4 - 1,
    "q": ((1 - gamma * mu) ** 2, 1 - gamma * mu / 4),
    "rounds": short.transient,
}

transient = Claim(
    id="symfed-scaffold-short-rounds-transient",
    kind="rate",
    says="Where gamma H L <= 1 and control variates start at zero, exact gradients forget the start at the slides' rate, with the constant 4.",
    printed=Printed(
        "symfed",
        "the rate of the slides, transient part",
        r"\|x^{(T)}-x^\star\|^2\le4\Big(1-\frac{\gamma\mu}4\Big)^{HT}\{\|x^{(0)}-x^\star\|^2+\gamma^2H^2\zeta^2\},\quad"
        r"\zeta^2=\frac1N\sum_c\|\nabla f_c(x^\star)\|^2\qquad(\gamma HL\le1,\ \xi_c^{(0)}=0)",
    ),
    statement=STAYS,
    under=Domain((*SHORT.relations, gamma * lam <= 1), ZERO_SUM),
    uses=("symfed-scaffold-contraction", "symfed-scaffold-regimes"),
    checks=(
        contraction.checks[0],
        Part(
            "root",
            SymbolicIdentity(
                lambda: (rho_**2 - q_ * r_) ** 2 - (rho_**2 - q_**2) * (rho_**2 - r_**2),
                as_printed,
                scope="1/p lies between rho^2 - q r and twice that",
            ),
        ),
        Part("ratio", Certificate(((sp.S.Half, 4 * rho_ - 3),), scope="2 rho^2 <= 4 (rho^2 - 3/8 rho), for rho >= 3/4")),
        Part(
            "rho", Induction(lambda n: -((1 - gamma * lam / 4) ** n), 1 - gamma * lam / 4, scope="(1 - gamma mu/4)^H >= 1 - gamma mu H/4")
        ),
        Part("q", SignCheck("q(mu)^2 <= (1 - gamma mu/4)^H, a step at a time")),
        Part("rounds", CounterexampleSearch(short.from_zero, relation="<=", scope=SCOPE + ", three rounds", sizes=SIZES, examples=12)),
    ),
    controls={
        "constant 1/20; 2 for 3/8": STAYS
        | {
            "root": (rho_ * (q_ + r_)) ** 2,
            "ratio": (2 * rho_, 4 * (rho_ - 2)),
            "rounds": lambda i: short.transient(i, constant=i.mu / 20),
        },
        "another norm; heterogeneity left out": STAYS
        | {
            "loss": lambda *x: what_is_lost(*x, power=3),
            "rounds": lambda i: short.transient(i, heterogeneity=0),
        },
        "a faster rate": STAYS
        | {
            "rho": lambda n: gamma * lam * n / 8 - 1,
            "q": ((1 - gamma * mu) ** 2, 1 - 3 * gamma * mu),
            "rounds": lambda i: short.transient(i, rate=12),
        },
    },
    reduction=(
        "V of symfed-scaffold-contraction with rho^2 = (1 - gamma mu/4)^H, at least q(mu)^2 and at least 3/4, since gamma mu H <= 1. Its weights p "
        "differ by a factor of at most 2 rho^2/(rho^2 - 3/8 rho) <= 4, as r <= 3/8; |e|^2 <= mean |x_c|^2; and mean |x_c|^2 is "
        "|x0 - x*|^2 + gamma^2 H^2 zeta^2 at the start"
    ),
    expect=Tier.PROVED,
)

rate = Claim(
    id="symfed-scaffold-rate",
    kind="rate",
    says="The slides' rate on quadratics with additive noise, gamma H L <= 1 and control variates from zero: it holds with the constant 6, and needs "
    "neither sigma^2/(L mu) in its start nor the terms with Q.",
    printed=Printed(
        "symfed",
        "the rate of the slides with its conditions, on quadratics",
        r"\mathbb E\|x^{(T)}-x^\star\|^2\le4\Big(1-\frac{\gamma\mu}4\Big)^{HT}\{\|x^{(0)}-x^\star\|^2+\gamma^2H^2\zeta^2\}+\frac{6\gamma}{N\mu}\sigma_\star^2"
        r"\qquad(\gamma HL\le1,\ \xi_c^{(0)}=0)",
    ),
    statement={"circle": short.bounded_below(), "loss": what_is_lost, "runs": short.whole_rate},
    under=variance.under & Domain((), ZERO_SUM),
    uses=("symfed-scaffold-short-rounds-variance", "symfed-scaffold-short-rounds-transient"),
    checks=(
        variance.checks[0],
        contraction.checks[0],
        Part("runs", CounterexampleSearch(short.noisy_runs, relation="<=", scope=SCOPE + ", all rounds", sizes=SIZES, examples=8)),
    ),
    controls={
        "no noise; another multiplier and norm": {
            "circle": variance.controls["1/N^2"]["circle"],
            "loss": lambda *x: what_is_lost(*x, power=3),
            "runs": lambda i: short.whole_rate(i, noise=0),
        },
        "no start; constants 1": {
            "circle": variance.controls["constant 1/4"]["circle"],
            "loss": lambda *x: what_is_lost(*x, multiplier=1),
            "runs": lambda i: short.whole_rate(i, start=0, noise=1),
        },
    },
    reduction="the square of the mean is the transient; what noise adds to it grows with T towards the stationary variance",
    expect=Tier.PROVED,
)
