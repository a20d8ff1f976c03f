"""How fast Scaffold contracts on quadratic clients, exactly: one round, the weighted norm, its factor, and the problems that attain it."""

import numpy as np
import sympy as sp

from symfed.checks import Certificate, CounterexampleSearch, Induction, Part, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.checks.instances.controlled_rounds import by_rule, decrease, eigenvalues_outside, root, round_cases, spectral_parts
from symfed.checks.instances.coordinates import coordinates, on_coordinates
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, a, g, gamma, h, lam, mu, theta
from symfed.core.verdict import Tier
from symfed.models.algorithms import get_algorithm

ZERO_SUM = "the control variates have mean zero when they start, and so for ever"
STEPS = Domain((gamma * L <= 1, sp.Le(mu, L)), ZERO_SUM)
CURVATURE = Domain((gamma * L <= 1, sp.Le(mu, lam), sp.Le(lam, L)))
SCOPE, SIZES = "exact rounds of heterogeneous clients that do not commute, d <= 3", ((1, 1), (1, 2), (2, 2), (2, 3), (3, 2))
w = 1 - gamma * lam  # what one local step multiplies by, on curvature lambda


def q(gamma, H, a):
    """What a round of local steps multiplies the common point by."""
    return (1 - gamma * a) ** H


def r(gamma, H, a):
    """What it multiplies a client's own deviation by."""
    return 1 - (1 - q(gamma, H, a)) / (gamma * a * H)


def of_matrix(f, case, A):
    """f(gamma, H, A) by the spectrum of A."""
    return sum(f(case.gamma, case.H, value) * projection for value, projection in spectral_parts(A))


def round_of(case, q=q, r=r, centred=True):
    """x_c = q(A_c) e + r(A_c) y_c; then e is their mean, and y_c what is left."""
    e, y = case.deviations(case.state)
    x = np.stack([of_matrix(q, case, A) @ e + of_matrix(r, case, A) @ y_c for A, y_c in zip(case.problem.hessian_matrices, y, strict=True)])
    mean = x.sum(axis=0) / case.N
    return np.vstack([mean, x - mean * centred])


def round_run(case):
    """The same by the rule."""
    return np.vstack([*case.deviations(by_rule("scaffold", case))])


def local_path(h, push=1):
    """theta_h - theta* of a client after h steps from theta* + x, its control variate delta away from minus its gradient at theta*."""
    x, delta = theta, g
    return (1 - gamma * a) ** h * x - push * (1 - (1 - gamma * a) ** h) / a * delta


def follows_the_rule(path):
    """Zero if the path starts at x and every next point is the rule's local step, whose gradient is a (theta - theta*)."""
    after = get_algorithm("scaffold").step(x=path(h), g=a * path(h), xi=g, gamma=gamma, H=H)
    return sp.expand(path(0) - theta) + path(h + 1) - after


one_round = Claim(
    id="symfed-scaffold-round",
    kind="identity",
    says="One round in the coordinates e = theta - theta*, y_c = gamma H (xi_c + grad f_c(theta*)): each client's own q(A_c) and r(A_c), then the mean.",
    printed=Printed(
        "symfed",
        "Scaffold on quadratics, one round",
        r"x_c^+=q(A_c)e+r(A_c)y_c,\quad e^+=\frac1N\sum_cx_c^+,\quad y_c^+=x_c^+-e^+;\quad q(a)=(1-\gamma a)^H,\ r(a)=1-\frac{1-q(a)}{\gamma aH}",
    ),
    statement={"local steps": local_path, "rounds": round_of},
    under=Domain((), ZERO_SUM),
    checks=(
        Part("local steps", SymbolicIdentity(lambda: sp.S.Zero, follows_the_rule, scope="one curvature; from h to h + 1 steps")),
        Part("rounds", CounterexampleSearch(round_cases, round_run, scope=SCOPE, sizes=SIZES, examples=15)),
    ),
    controls={
        "H-1 for H": {
            "local steps": lambda h: local_path(h - 1),
            "rounds": lambda i: round_of(i, q=lambda gamma, H, a: q(gamma, H - 1, a)),
        },
        "sign of the control variate": {
            "local steps": lambda h: local_path(h, push=-1),
            "rounds": lambda i: round_of(i, r=lambda gamma, H, a: 2 - r(gamma, H, a)),
        },
        "not centred": {"local steps": lambda h: 2 * local_path(h), "rounds": lambda i: round_of(i, centred=False)},
    },
    reduction="functions of one A_c commute, so that one curvature at a time decides the local steps; a round then adds y_c and averages",
    expect=Tier.PROVED,
)

regimes = Claim(
    id="symfed-scaffold-regimes",
    kind="identity",
    says="r - q has the sign of gamma a H - 1, for every H: the two regimes meet exactly at gamma a H = 1, where both factors are equal.",
    printed=Printed("symfed", "the two factors", r"r(a)-q(a)=(1-q(a))\Big(1-\frac1{\gamma aH}\Big)"),
    statement=(1 - q(gamma, H, lam)) * (1 - 1 / (gamma * lam * H)),
    checks=(SymbolicIdentity(lambda: r(gamma, H, lam) - q(gamma, H, lam), as_printed, scope="symbolic gamma, H and curvature"),),
    controls={
        "sign": -(1 - q(gamma, H, lam)) * (1 - 1 / (gamma * lam * H)),
        "H-1 for H": (1 - q(gamma, H, lam)) * (1 - 1 / (gamma * lam * (H - 1))),
        "q for 1-q": q(gamma, H, lam) * (1 - 1 / (gamma * lam * H)),
        "factor 2": (1 - q(gamma, H, lam)) * (2 - 2 / (gamma * lam * H)),
    },
    expect=Tier.PROVED,
)


def powers(n, first=0):
    """Sum of (1 - gamma lambda)^j over j < n."""
    return sum((w**j for j in range(first, int(n))), sp.S.Zero)


FACTORS = {
    "mean of powers": lambda h: (1 - w**h) / (gamma * lam),
    "r below 1 - 1/H": lambda h: -sp.S.One,
    "r not negative": lambda h: h,
    "q below 1 - gamma lambda": lambda h: w,
}

factors = Claim(
    id="symfed-scaffold-factors",
    kind="inequality",
    says="For gamma a <= 1: 0 <= q <= 1 - gamma a and 0 <= r <= 1 - 1/H; q falls and r grows with the curvature, since r is 1 less a mean of powers.",
    printed=Printed(
        "symfed",
        "the two factors, bounds",
        r"r(a)=1-\frac1H\sum_{h=0}^{H-1}(1-\gamma a)^h,\quad 0\le r(a)\le1-\frac1H,\quad0\le q(a)\le1-\gamma a",
    ),
    statement=FACTORS,
    under=CURVATURE,
    checks=(
        Part(
            "mean of powers",
            SymbolicIdentity(
                lambda: sp.S.Zero, lambda f: f(1) - 1 + f(h + 1) - f(h) - w**h, scope="the sum's first term, and every next one"
            ),
        ),
        Part("r below 1 - 1/H", Induction(lambda n: -powers(n), w, -sp.S.One, scope="-sum; its next is (1 - gamma a) times it, less 1")),
        Part("r not negative", Induction(powers, w, sp.S.One, scope="sum; its next is (1 - gamma a) times it, plus 1")),
        Part("q below 1 - gamma lambda", Induction(lambda n: w**n, w, scope="q")),
    ),
    controls={
        "one power more": {
            "mean of powers": lambda h: (1 - w ** (h + 1)) / (gamma * lam),
            "r below 1 - 1/H": lambda h: sp.Integer(-2),
            "r not negative": lambda h: h - 1,
            "q below 1 - gamma lambda": lambda h: w**2,
        },
        "sign": {
            "mean of powers": lambda h: -(1 - w**h) / (gamma * lam),
            "r below 1 - 1/H": lambda h: -h,
            "r not negative": lambda h: -h,
            "q below 1 - gamma lambda": lambda h: -w,
        },
    },
    reduction="every power of 1 - gamma a, hence q and 1 - r, falls as a grows, where gamma a <= 1",
    expect=Tier.PROVED,
)


def weight(q, r, rho, root=sp.sqrt):
    """p, of the square that the norm weighs a curvature with."""
    return 1 / (rho**2 - q * r + root(rho**2 - q**2) * root(rho**2 - r**2))


def what_is_lost(e, y, q, r, rho, multiplier=2, weight=weight, power=2):
    """rho^2 V - V^+ of one client along one eigenvector, less 2 e y, whose mean over clients is zero, and less a square."""
    p = weight(q, r, rho)
    square = (sp.sqrt(rho**2 - q**2) * e - sp.sqrt(rho**2 - r**2) * y) ** 2
    return rho**power * p * (e + y) ** 2 - p * (q * e + r * y) ** 2 - multiplier * e * y - p * square


def determinant(q, r, rho, multiplier=2, weight=weight):
    """Of rho^2 V - V^+ as a form in (e, y), with the free multiple of e y: zero, so that the form is a square."""
    p = weight(q, r, rho)
    return p**2 * (rho**2 - q**2) * (rho**2 - r**2) - (p * (rho**2 - q * r) - sp.Rational(multiplier) / 2) ** 2


def worst(case, curvatures):
    """max over curvatures of max(|q|, |r|)."""
    return max(max(abs(f(case.gamma, case.H, curvature)) for f in (q, r)) for curvature in curvatures)


def at_the_ends(case):
    """For gamma L <= 1 no curvature of [mu, L] is worse than both ends."""
    return worst(case, (case.mu, case.L))


def excess(case, worst=at_the_ends, power=2, weight=weight, algorithm="scaffold"):
    """Sign of V^+ - rho^power V, and what it must not exceed. Where q = r = rho, so that p has no value, any other does: there V is rho^2 V."""
    rho = worst(case)

    def p(curvature):
        q_c, r_c = (f(case.gamma, case.H, curvature) for f in (q, r))
        return weight(q_c, r_c, rho, root) if rho**2 != q_c * r_c else 1

    return decrease(case, rho**power, p, algorithm), 0


V_TEX = r"V=\frac1N\sum_c\langle x_c,p(A_c)x_c\rangle,\quad x_c=e+y_c,\quad p=\frac1{(\rho^2-qr)+\sqrt{(\rho^2-q^2)(\rho^2-r^2)}},\quad "
e_, y_, q_, r_, rho_ = coordinates("e y q r rho")
INSIDE = Certificate(
    ((sp.S.Half, (rho_ - q_) * (rho_ + r_)), (sp.S.Half, (rho_ + q_) * (rho_ - r_))), scope="|q| <= rho and |r| <= rho, multiplied"
)


def outside(i, worst=at_the_ends, share=1):
    """Eigenvalues of a round that are certainly larger than rho, and their permitted number."""
    return eigenvalues_outside(i, share * worst(i)), 0


LOSS = {"loss": what_is_lost, "determinant": determinant, "weight": (q_ * r_, rho_**2), "rounds": excess, "eigenvalues": outside}

contraction = Claim(
    id="symfed-scaffold-contraction",
    kind="inequality",
    says="Scaffold contracts a weighted squared norm by rho^2 every round, for heterogeneous clients that do not commute, any N, d and H: "
    "rho^2 V - V^+ is a mean of squares. So the spectral radius of a round is at most rho.",
    printed=Printed(
        "symfed",
        "Scaffold on quadratics, exact worst case",
        V_TEX + r"\rho^2V-V^+=\frac1N\sum_c\big\langle z_c,p(A_c)z_c\big\rangle,\ z_c=\sqrt{\rho^2-q^2}\,e-\sqrt{\rho^2-r^2}\,y_c;\quad "
        r"\rho=\max_{a\in[\mu,L]}\max(|q|,|r|)=\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-(1-\gamma L)^H}{\gamma LH}\Big\}",
    ),
    statement=LOSS,
    under=STEPS,
    uses=("symfed-scaffold-round", "symfed-scaffold-factors"),
    checks=(
        Part(
            "loss",
            SymbolicIdentity(lambda: sp.S.Zero, on_coordinates("e y q r rho"), scope="one client, one eigenvector; any |q|, |r| <= rho"),
        ),
        Part(
            "determinant", SymbolicIdentity(lambda: sp.S.Zero, on_coordinates("q r rho"), scope="the form in (e, y); any |q|, |r| <= rho")
        ),
        Part("weight", INSIDE),
        Part("rounds", CounterexampleSearch(round_cases, relation="<=", scope=SCOPE, sizes=SIZES, examples=10)),
        Part(
            "eigenvalues",
            CounterexampleSearch(round_cases, relation="<=", scope="spectra of exact rounds, d <= 3", sizes=SIZES, examples=8),
        ),
    ),
    controls={
        "rho^3 for rho^2": {
            "loss": lambda *x: what_is_lost(*x, power=3),
            "determinant": lambda q, r, rho: determinant(q, r, 2 * rho, weight=lambda *_: weight(q, r, rho)),
            "weight": (2 * q_ * r_, rho_**2),
            "rounds": lambda i: excess(i, power=3),
            "eigenvalues": lambda i: outside(i, share=at_the_ends(i)),
        },
        "mu and L exchanged": LOSS
        | {"loss": lambda e, y, q, r, rho: what_is_lost(e, y, r, q, rho), "rounds": lambda i: excess(i, lambda i: worst(i, (i.L,)))},
        "multiplier 1": LOSS | {"loss": lambda *x: what_is_lost(*x, multiplier=1), "determinant": lambda *x: determinant(*x, multiplier=1)},
        "weight without its root": LOSS
        | {
            "loss": lambda *x: what_is_lost(*x, weight=lambda q, r, rho: 1 / (rho**2 - q * r)),
            "rounds": lambda i: excess(i, algorithm="fedavg"),
        },
    },
    reduction="<e, y_c> has mean zero whatever the A_c are, and each client's form splits along the eigenvectors of its own A_c alone; "
    "V = 0 only at e = 0, y = 0; p has no value only where q = r = rho, which needs mu = L = 1/(gamma H), and then p = 1 gives V^+ = rho^2 V",
    expect=Tier.PROVED,
)
