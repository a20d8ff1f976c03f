"""Scaffold's variance falls like 1/N for every number of local steps: the first conjecture of the FLTA slides, where it is a theorem."""

import flint
import sympy as sp

from symfed.checks import Certificate, CounterexampleSearch, Part, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.checks.instances.scaffold import speedup_proof as proof
from symfed.checks.instances.scaffold.noise import (
    covariance,
    equal_hessians,
    largest_noise,
    multiple_of_identity,
    noisy,
    order,
    sgd_covariance,
)
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import C, H, L, N, a, gamma, mu
from symfed.core.verdict import Tier

ANY_STEPS = Domain((gamma * L <= 1,), "noise of covariance C_c <= s I, independent over clients and steps")
u = proof.unknowns()
ONE = sp.S.One
OWN, OWN_MU = 1 + u.y, 1 + u.y_mu  # 2 - gamma a, 2 - gamma mu


def homogeneous(quotient):
    """E e^2 = (q e)^2 + S/N of a round, S = gamma^2 C sum of (1 - gamma a)^(2k) over k < H; solved for E e^2."""
    q = (1 - gamma * a) ** H
    return gamma**2 * C * (1 - q**2) / (1 - (1 - gamma * a) ** 2) / N / (1 - quotient * q**2)


def within(i, bound, clients=1):
    """Sigma <= bound s I as matrices."""
    return order(i, covariance(i), multiple_of_identity(i, bound * largest_noise(i) / i.N**clients))


def any_steps(i, share=1, clients=1):
    return within(i, share * i.gamma / (i.mu * (2 - i.gamma * i.L)), clients)


speedup = Claim(
    id="symfed-scaffold-linear-speedup",
    kind="inequality",
    says="Heterogeneous quadratics, any H, d and N: Scaffold's variance is at most gamma s/(N mu (2 - gamma L)) in every direction.",
    printed=Printed(
        "symfed",
        "linear speed-up of Scaffold",
        r"\Sigma_\theta\preccurlyeq\frac{\gamma s}{N\mu(2-\gamma L)}I,\quad\mathrm{tr}\,\Sigma_\theta\le\frac{\gamma\,d\,s}{N\mu}"
        r"\qquad(C_c\preccurlyeq sI,\ \mu I\preccurlyeq A_c\preccurlyeq LI,\ \gamma L\le1)",
    ),
    statement={"circle": proof.circle_inequality(ONE, ONE), "laws": any_steps},
    under=proof.curvatures() & ANY_STEPS,
    uses=("symfed-scaffold-contraction",),
    checks=(
        Part("circle", SignCheck("all H, all curvatures and all frequencies")),
        Part("laws", CounterexampleSearch(noisy, relation="<=", scope="exact stationary laws, non-commuting Hessians", examples=8)),
    ),
    controls={
        "half of it": {
            "circle": tuple(side * k for side, k in zip(proof.circle_inequality(ONE, ONE), (2, 1), strict=True)),
            "laws": lambda i: any_steps(i, flint.fmpq(1, 2)),
        },
        "1/N^2; multiplier without its zero": {
            "circle": proof.circle_inequality(ONE, ONE, zero=0),
            "laws": lambda i: any_steps(i, clients=2),
        },
        "zero at +q": {"circle": proof.circle_inequality(ONE, ONE, zero=-1), "laws": any_steps},
    },
    reduction=(
        "stationarity in frequency: with h_a = (z-q_a)/(z-r_a) and K = mean_c h(A_c), Sigma is 1/N times the circle mean of K^-1 G K^-*, where "
        "G <= s mean_c g(A_c), g_a = gamma(1-q_a^2)/(a(2-gamma a)|z-r_a|^2). The multiplier w = gamma/(mu(2-gamma L)) (z+q_mu)/(z-r_mu) has "
        "Re(conj(w) h_a) >= g_a for every a (checked; 2-gamma a >= 2-gamma L), so G <= s Re(conj(w) K) and K^-1 G K^-* <= s Re(w K^-1), "
        "analytic outside the disk, with circle mean w(infinity) I. q falls and r grows with a because r = 1 - mean_{h<H} (1-gamma a)^h"
    ),
    expect=Tier.PROVED,
)


def phi(i, curvature):
    q = (1 - i.gamma * curvature) ** i.H
    return (1 + q) / ((1 - q) * (2 - i.gamma * curvature))


def sharp(i, share=1, clients=1):
    worse = max(phi(i, i.L) / phi(i, i.mu), 1)
    return within(i, share * worse * i.gamma / (i.mu * (2 - i.gamma * i.mu)), clients)


def largest_at_ends(turn=1):
    """phi = (1+y^H)/((1-y^H)(1+y)): its logarithmic derivative has the sign of an increasing function of y."""
    y = u.y
    phi = (1 + y**H) / ((1 - y**H) * (1 + y))
    return sp.diff(phi, y) * (1 - y**H) ** 2 * (1 + y) ** 2 - turn * (2 * H * y ** (H - 1) * (1 + y) - (1 - y ** (2 * H)))


def above_the_other_end(power=1):
    """phi(y_mu) >= phi(0) = 1 if and only if y_mu^(H-1) (2 + y_mu) >= 1."""
    y = u.y_mu
    return (1 + y**H) - (1 - y**H) * (1 + y) - y * (y ** (H - power) * (2 + y) - 1)


def growing_share(shift=0):
    """Increment from H to H + 1 of sum_{h<H} (2 (1+y) h y^(h-1) - 2 y^h), minus that of sum_{h<H-1} 4 h y^h + 2 (H-2) y^(H-1)."""
    y = u.y
    closed = 4 * (H - 1) * y ** (H - 1) + 2 * (H - 1 + shift) * y**H - 2 * (H - 2 + shift) * y ** (H - 1)
    return 2 * (1 + y) * H * y ** (H - 1) - 2 * y**H - closed


def nothing():
    return sp.S.Zero


LEFT, RIGHT = proof.circle_inequality(proof.price() * OWN, OWN_MU)
sharp_speedup = Claim(
    id="symfed-scaffold-linear-speedup-sharp",
    kind="inequality",
    says="No heterogeneous population is noisier than equal clients of curvature mu, as long as gamma mu H is moderate; never twice as noisy.",
    printed=Printed(
        "symfed",
        "linear speed-up of Scaffold, sharp constant",
        r"\Sigma_\theta\preccurlyeq\max\Big\{1,\frac{\varphi_L}{\varphi_\mu}\Big\}\frac{\gamma s}{N\mu(2-\gamma\mu)}I,\quad"
        r"\varphi_a=\frac{1+q_a}{(1-q_a)(2-\gamma a)}\qquad(C_c\preccurlyeq sI,\ \mu I\preccurlyeq A_c\preccurlyeq LI,\ \gamma L\le1);\quad"
        r"\varphi_L\le\varphi_\mu\text{ if }(1-\gamma\mu)^{H-1}(3-\gamma\mu)\ge1,\text{ for instance }\gamma\mu H\le1",
    ),
    statement={
        "circle": (LEFT, RIGHT),
        "U-shaped": largest_at_ends(),
        "threshold": above_the_other_end(),
        "z = -1": growing_share(),
        "laws": sharp,
    },
    under=proof.curvatures() & ANY_STEPS,
    uses=("symfed-scaffold-linear-speedup",),
    checks=(
        Part("circle", Certificate(proof.multipliers(proof.price() * OWN, OWN_MU), scope="the two ends of the circle decide")),
        Part("U-shaped", SymbolicIdentity(nothing, as_printed, scope="symbolic H")),
        Part("threshold", SymbolicIdentity(nothing, as_printed, scope="symbolic H")),
        Part("z = -1", SymbolicIdentity(nothing, as_printed, scope="symbolic H")),
        Part("laws", CounterexampleSearch(noisy, relation="<=", scope="exact stationary laws, non-commuting Hessians", examples=8)),
    ),
    controls={
        "half of it; turned; another threshold; H - 1 for H - 2": {
            "circle": (2 * LEFT, RIGHT),
            "U-shaped": largest_at_ends(-1),
            "threshold": above_the_other_end(power=0),
            "z = -1": growing_share(shift=1),
            "laws": lambda i: sharp(i, flint.fmpq(1, 2)),
        },
        "no account of 2 - gamma a; 1/N^2": {
            "circle": proof.circle_inequality(ONE, ONE),
            "U-shaped": largest_at_ends(2),
            "threshold": above_the_other_end(power=2),
            "z = -1": growing_share(shift=-1),
            "laws": lambda i: sharp(i, clients=2),
        },
    },
    reduction=(
        "as for the bound at any H, now with w = price gamma/(mu(2-gamma mu)) (z+q_mu)/(z-r_mu). Between its ends the inequality is concave in cos. "
        "At z = 1 it says phi(y) <= price phi(y_mu), y = 1-gamma a, phi = (1+y^H)/((1-y^H)(1+y)): phi falls, then grows (its slope has the sign "
        "of 2H y^(H-1)(1+y) - (1-y^(2H)), which grows), so its largest value is at L or mu, and phi(0) <= phi(y_mu) makes it the latter. At "
        "z = -1 it holds for price >= 1 if S/((2-S)(1+y)) grows with y, "
        "S = mean_{h<H} y^h: 2(1+y)S' - 2S + S^2 >= 0, as H(2(1+y)S' - 2S) = sum_{h<H-1} 4h y^h + 2(H-2) y^(H-1) for H >= 2. For H = 1, "
        "Sigma = gamma^2 sum_k (I-gamma A)^k C (I-gamma A)^k/N with the mean A and C. (1-1/H)^(H-1)(3-1/H) > 1 gives gamma mu H <= 1"
    ),
    expect=Tier.PROVED,
)

own_share = gamma * C / (N * a * (2 - gamma * a))
equal = Claim(
    id="symfed-scaffold-homogeneous-variance",
    kind="identity",
    says="Clients with equal Hessians: for every H Scaffold has the covariance of SGD whose gradients have noise C/N.",
    printed=Printed(
        "symfed",
        "variance of Scaffold, equal Hessians",
        r"\mathrm{tr}\,\Sigma_\theta=\sum_i\frac{\gamma\,C_{ii}}{N a_i(2-\gamma a_i)}\le\frac{\gamma\sigma^2}{N\mu(2-\gamma\mu)}"
        r"\qquad(C=\tfrac1N\textstyle\sum_cC_c,\ \sigma^2=\mathrm{tr}\,C,\ \gamma L\le1)",
    ),
    statement={"an eigenvalue": own_share, "largest": (gamma / (a * (2 - gamma * a)), gamma / (mu * (2 - gamma * mu))), "laws": 1},
    under=Domain((mu <= a, a <= L, gamma * L <= 1), "A_c = A for all clients"),
    checks=(
        Part("an eigenvalue", SymbolicIdentity(lambda: homogeneous(1), as_printed, scope="symbolic gamma, a, H, N")),
        Part("largest", SignCheck()),
        Part(
            "laws",
            CounterexampleSearch(
                equal_hessians, covariance, lambda share, i: share * sgd_covariance(i), scope="exact laws against SGD's", examples=12
            ),
        ),
    ),
    controls={
        "1/N dropped; lower; one client's noise": {
            "an eigenvalue": own_share * N,
            "largest": (gamma / (a * (2 - gamma * a)), gamma / (2 * mu * (2 - gamma * mu))),
            "laws": 2,
        },
        "times H; 2 - gamma mu dropped": {
            "an eigenvalue": own_share * H,
            "largest": (gamma / (a * (2 - gamma * a)), gamma / (3 * mu)),
            "laws": flint.fmpq(1, 2),
        },
    },
    reduction="in A's eigenbasis the mean of a round is e+ = q(a_i) e + noise: with equal Hessians the controls, which sum to zero, drop out",
    expect=Tier.PROVED,
)
