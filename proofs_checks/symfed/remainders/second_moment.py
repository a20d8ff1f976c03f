"""The second moment of FedAvg about theta* to first order in gamma, and a bound of what is left, for general losses with noise."""

from math import isqrt

import flint
import sympy as sp

from proofs_checks.aistats.fixed_point_remainder import M
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw, theta_w
from proofs_checks.aistats.theorem_2 import variance
from proofs_checks.symfed.remainders.moments import (
    CLASSES,
    LAW,
    SMALL,
    at,
    known,
    le,
    level,
    moments,
    nu,
    part,
    pull,
    shared_moments,
    sigma,
    size,
    size_of,
)
from symfed.checks import CounterexampleSearch
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, N, gamma, h, lam, mu
from symfed.core.verdict import Tier
from symfed.reference.exact import stationary_exact
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic, Define, resting_on
from symfed.theorems.moments import (
    fresh_noise,
    fresh_outer,
    hoelder,
    independent_clients,
    lipschitz_gradient,
    minkowski_moment,
    minkowski_sum,
    noise,
    noise_changes,
    noise_covariance,
    norm_of_expectation,
    outer_norm,
    outer_of_equal,
    outer_of_mean,
    outer_of_product,
    raised,
    same_second_moment,
    transposed,
    triangle_sum,
)
from symfed.theorems.norms import jensen, mean_of, zero_norm
from symfed.theorems.operators import curvature_at, curvature_near, lyapunov, lyapunov_coercive, mean_curvature, spectral, taylor_at
from symfed.theorems.randomness import expectation_of, polarisation
from symfed.theorems.sequences import combination, equal_by_induction, induction, instance, substitution
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT, SHARED, THRICE, E, Mean, Norm, Outer, Vector, grad, hess, sequence

F_cw = sequence("F_cw", "the sum, over the steps so far from a point, of client c's gradient there less that at theta*")
Q_cw = sequence("Q_cw", "the sum of the noise over the steps so far of client c's local path from a point")
C_c = Vector("C_star_c", "the covariance of a client's noise at theta*")
Lambda = Vector("Lambda", "the solution of A X + X A = mean of C_c, A the Hessian of f at theta*")
A_c = hess(theta_star)
A = Mean(A_c)
T_w = SINGLE.T_w
e = theta_w - theta_star
S, F, Q = S_cw(h, theta_w), F_cw(h, theta_w), Q_cw(h, theta_w)
G = grad(theta_star)
d = S - theta_star
R = F - h * A_c * e
REST = grad(S) - G - A_c * e
BENT = grad(S) - G - A_c * d
NU, NU_STAR = noise(h, S), noise(h, theta_star)
CHANGE = NU - NU_STAR
F_mean, Q_mean = Mean(at(H, F)), Mean(at(H, Q))
R_mean = Mean(at(H, R))
SIGMA = E(Outer(e, e))


def moment(v, power, size):
    """E|v|^p <= s^p."""
    return le(E(Norm(v) ** power), size**power)


def moved(name, v, w, s, relation, factor, power=2):
    """E|v|^p <= (k s)^p from |v| <= k |w|, a fact, and E|w|^p <= s^p, a fact called `{name} before`."""
    return (
        Apply(raised, f"{name} raised", relation=relation, power=power),
        Apply(expectation_of, f"{name} raised, in the mean", relation=f"{name} raised"),
        Arithmetic(name, moment(v, power, factor * s), (f"{name} raised, in the mean", f"{name} before"), (1, factor**power)),
    )


def unrolled():
    """S = theta - gamma (h G + F + Q), the sums of what gradients have beyond theta*'s, and of noise."""
    path = S - theta_w + gamma * (h * G + F + Q)
    return (
        Define("no gradients", sp.Eq(F_cw(0, x), 0 * x)),
        Define("one gradient more", sp.Eq(F_cw(h + 1, x), F_cw(h, x) + grad(S_cw(h, x)) - G)),
        Define("no noise", sp.Eq(Q_cw(0, x), 0 * x)),
        Define("more noise", sp.Eq(Q_cw(h + 1, x), Q_cw(h, x) + noise(h, S_cw(h, x)))),
        *[
            Apply(instance, f"there: {name}", relation=name, at={x: theta_w})
            for name in ("no gradients", "one gradient more", "no noise", "more noise")
        ],
        *[Apply(instance, f"there: {name}", relation=f"sampled: {name}", at={x: theta_w}) for name in ("start", "local step", "round")],
        Apply(
            combination,
            "path begins",
            u=at(0, path),
            v=0 * x,
            equations=("there: start", "there: no gradients", "there: no noise"),
            factors=(1, gamma, gamma),
        ),
        Apply(
            combination,
            "path goes on",
            u=at(h + 1, path),
            v=path,
            equations=("there: local step", "there: one gradient more", "there: more noise"),
            factors=(1, gamma, gamma),
        ),
        Apply(equal_by_induction, "path", u=path, v=sp.S.Zero, index=h, factor=sp.S.One),
    )


def grows(size):
    """The size of paths rises with the number of steps; that of their start, at no step."""
    if size.has(h):
        each = [Apply(instance, f"size at {k}", relation="size is", at={h: k}) for k in (h + 1, sp.S.Zero)]
        by = ("size is", f"size at {h + 1}"), ("size is", "size at 0")
    else:
        each, by = [], ((), ())
    begins = at(0, d)
    return (
        *each,
        Arithmetic("rises", le(size, at(h + 1, size)), by[0]),
        Arithmetic("from zero", le(at(0, size), size), by[1]),
        Apply(instance, "paths at once", relation="paths", at={h: sp.S.Zero}),
        Apply(combination, "at once", u=begins, v=e, equations=("there: start",), factors=(1,)),
        Arithmetic("at once to the fourth", sp.Eq(Norm(begins) ** 4, Norm(e) ** 4, evaluate=False), ("at once/2",)),
        Apply(expectation_of, "at once to the fourth, in the mean", relation="at once to the fourth"),
        Arithmetic("start", moment(e, 4, at(0, size)), ("paths at once", "at once to the fourth, in the mean"), (1, -1)),
    )


def sizes(pull, s, s0):
    """Second moments of the sums: E|F|² <= (h L s)², E|Q|² <= h n², E|F - h A_c e|² <= (h r)², n = sigma + 2 L s, r as below."""
    n = sigma + 2 * L * s
    bent = M / 2 * s**2
    along = gamma * (h * pull + h * L * s + sp.sqrt(h) * n)
    return (
        Apply(hoelder, "start squared", vectors=(e, e), sizes=(s0, s0), power=4),
        Apply(hoelder, "path squared", vectors=(d, d), sizes=(s, s), power=4),
        # the gradients along the path
        Apply(lipschitz_gradient, "smooth", x=S, y=theta_star),
        Arithmetic("gradients before", moment(d, 2, s), ("path squared",), (1,)),
        *moved("gradients", grad(S) - G, d, s, "smooth", L),
        Apply(
            minkowski_sum,
            "sum of gradients",
            by=("rises",),
            total=F,
            term=grad(S) - G,
            size=L * s,
            power=2,
        ),
        # the noise along the path
        Apply(noise_changes, "noise changes", x=S, y=theta_star, step=h),
        Arithmetic("change before", moment(d, 4, s), ("paths",), (1,)),
        *moved("change", CHANGE, d, s, "noise changes", 2 * L, power=4),
        Apply(minkowski_moment, "noise", u=NU_STAR, v=CHANGE, sizes=(sigma, 2 * L * s), power=4),
        Apply(hoelder, "noise squared", vectors=(NU, NU), sizes=(n, n), power=4),
        Apply(polarisation, "noise added", u=Q, v=NU, factor=-1),
        Apply(expectation_of, "noise added in the mean", relation="noise added"),
        Apply(fresh_noise, "new noise", u=Q, y=S, step=h),
        Apply(combination, "noise goes on", u=at(h + 1, Q), v=Q + NU, equations=("there: more noise",), factors=(1,)),
        Arithmetic("its square", sp.Eq(Norm(at(h + 1, Q)) ** 2, Norm(Q + NU) ** 2, evaluate=False), ("noise goes on/2",)),
        Apply(expectation_of, "its mean square", relation="its square"),
        Arithmetic(
            "noise, a step",
            le(E(Norm(at(h + 1, Q)) ** 2), E(Norm(Q) ** 2) + n**2),
            ("its mean square", "noise added in the mean", "new noise", "noise squared"),
        ),
        Apply(combination, "no noise yet", u=at(0, Q), v=0 * x, equations=("there: no noise",), factors=(1,)),
        Arithmetic("none", le(Norm(at(0, Q)) ** 2, 0), ("no noise yet/2",)),
        Apply(expectation_of, "none in the mean", relation="none"),
        Apply(
            induction,
            "sum of noise",
            by=("none in the mean", "rises"),
            u=E(Norm(Q) ** 2),
            index=h,
            factor=sp.S.One,
            increment=n**2,
            bound=h * n**2,
        ),
        # how far the path comes
        Arithmetic("pulled", le(Norm(h * G), h * pull), ("longest",), (h,)),
        Apply(raised, "pulled, squared", relation="pulled", power=2),
        Apply(minkowski_moment, "pull and gradients", u=h * G, v=F, sizes=(h * pull, h * L * s), power=2),
        Apply(minkowski_moment, "pull, gradients, noise", u=h * G + F, v=Q, sizes=(h * (pull + L * s), sp.sqrt(h) * n), power=2),
        Apply(combination, "way", u=S - theta_w, v=-gamma * (h * G + F + Q), equations=("path",), factors=(1,)),
        Arithmetic("way squared", sp.Eq(Norm(S - theta_w) ** 2, gamma**2 * Norm(h * G + F + Q) ** 2, evaluate=False), ("way/2",)),
        Apply(expectation_of, "way in the mean", relation="way squared"),
        Arithmetic(
            "turned before",
            moment(S - theta_w, 2, along),
            ("way in the mean", "pull, gradients, noise"),
        ),
        Apply(curvature_at, "curvature", point=theta_star),
        Apply(spectral, "turn", by=("curvature/1",), matrix=A_c, function=lam, bound=L, v=S - theta_w),
        *moved("turned", A_c * (S - theta_w), S - theta_w, along, "turn", L),
        # what is not linear
        Apply(curvature_near, "M", point=theta_star, bound=M, u=x),
        Apply(taylor_at, "taylor", x=S, point=theta_star, bound=M, u=x),
        Apply(raised, "taylor squared", relation="taylor", power=2),
        Apply(expectation_of, "taylor in the mean", relation="taylor squared"),
        Arithmetic("bent", moment(BENT, 2, bent), ("taylor in the mean", "paths"), (1, M**2 / 4)),
        Apply(minkowski_moment, "rest in two parts", u=A_c * (S - theta_w), v=BENT, sizes=(L * along, bent), power=2),
    )


def rest_of(pull, s, n):
    """The root mean square of a gradient's departure from its linear part at the start of a round."""
    return L * gamma * (h * pull + h * L * s + sp.sqrt(h) * n) + M / 2 * s**2


def apart(name, u, v, su, sv, power):
    """|E u v'| <= s r from E|u|^p <= s^p and E|v|^p <= r^p."""
    return (
        Apply(norm_of_expectation, f"{name}: outside", v=Outer(u, v)),
        Apply(outer_norm, f"{name}: product", u=u, v=v),
        Apply(expectation_of, f"{name}: product in the mean", relation=f"{name}: product"),
        Apply(hoelder, f"{name}: hoelder", vectors=(u, v), sizes=(su, sv), power=power),
        Arithmetic(
            name, le(Norm(E(Outer(u, v))), su * sv), (f"{name}: outside", f"{name}: product in the mean", f"{name}: hoelder"), (1, 1, 1)
        ),
    )


def rising(s):
    """What rises with h: h s, the roots, powers of s."""
    s1 = at(h + 1, s)
    return (
        Arithmetic("root rises", le(sp.sqrt(h), sp.sqrt(h + 1))),
        Arithmetic("product rises", le(h * s, (h + 1) * s1), ("rises",), (h,)),
        Arithmetic("product with the root rises", le(sp.sqrt(h) * s, sp.sqrt(h + 1) * s1), ("root rises", "rises"), (s1, sp.sqrt(h))),
        Apply(raised, "square rises", relation="rises", power=2),
        Apply(raised, "cube rises", relation="rises", power=3),
        Arithmetic("product with the square rises", le(h * s**2, (h + 1) * s1**2), ("square rises",), (h,)),
    )


def rests(pull, s):
    """E|F - h A_c e|² <= (h r)²."""
    r = rest_of(pull, s, sigma + 2 * L * s)
    return (
        Arithmetic(
            "rest rises",
            le(r, at(h + 1, r)),
            ("product rises", "root rises", "product with the root rises", "square rises"),
            (L**2 * gamma, L * gamma * sigma, 2 * L**2 * gamma, M / 2),
        ),
        Apply(combination, "no rest", u=at(0, R), v=0 * x, equations=("there: no gradients",), factors=(1,)),
        Apply(combination, "more rest", u=at(h + 1, R), v=R + REST, equations=("there: one gradient more",), factors=(1,)),
        Apply(minkowski_sum, "sum of rests", by=("rest rises",), total=R, term=REST, size=r, power=2),
    )


def crossing(pull, s, s0):
    """|E (F - h A_c e) e'| <= h k, k = gamma h L (pull + L s) s + M/2 s³: noise is of no avail to what was there before."""
    drift, bent = h * (pull + L * s), M / 2 * s**2
    k = gamma * L * drift * s + bent * s
    X, K = E(Outer(R, e)), E(Outer(h * G + F, e))
    return (
        Apply(outer_of_equal, "noise and start", equation="there: more noise", v=e),
        Apply(expectation_of, "noise and start in the mean", relation="noise and start/1"),
        Apply(fresh_outer, "new noise and start", u=e, y=S, step=h),
        Apply(
            combination,
            "noise stays apart",
            u=E(Outer(at(h + 1, Q), e)),
            v=E(Outer(Q, e)),
            equations=("noise and start in the mean", "new noise and start/2"),
            factors=(1, 1),
        ),
        Apply(outer_of_equal, "no noise and start", equation="there: no noise", v=e),
        Apply(expectation_of, "no noise and start in the mean", relation="no noise and start/1"),
        Apply(equal_by_induction, "noise apart", u=E(Outer(Q, e)), v=sp.S.Zero, index=h, factor=sp.S.One),
        Apply(outer_of_product, "turned and start", by=("curvature/1",), matrix=A_c, u=S - theta_w, v=e),
        Apply(expectation_of, "turned and start in the mean", relation="turned and start/1"),
        Apply(outer_of_equal, "way and start", equation="way/1", v=e),
        Apply(expectation_of, "way and start in the mean", relation="way and start/1"),
        *apart("drift and start", h * G + F, e, drift, s0, 2),
        *apart("bend and start", BENT, e, bent, s0, 2),
        Apply(spectral, "drift, turned", by=("curvature/1",), matrix=A_c, function=lam, bound=L, v=K),
        Apply(outer_of_equal, "rest and start", equation="more rest/1", v=e),
        Apply(expectation_of, "rest and start in the mean", relation="rest and start/1"),
        Apply(
            combination,
            "rest and start, a step",
            u=at(h + 1, X),
            v=X - gamma * A_c * K + E(Outer(BENT, e)),
            equations=("rest and start in the mean", "turned and start in the mean", "way and start in the mean", "noise apart"),
            factors=(1, 1, A_c, -gamma * A_c),
        ),
        Apply(triangle_sum, "three parts", vectors=(X, -gamma * sp.expand(A_c * K), E(Outer(BENT, e)))),
        Arithmetic("drift and start, smaller", le(gamma * L * drift * s0, gamma * L * drift * s), ("from zero",), (gamma * L * drift,)),
        Arithmetic("bend and start, smaller", le(bent * s0, bent * s), ("from zero",), (bent,)),
        Arithmetic(
            "rest and start, one step",
            le(Norm(at(h + 1, X)), Norm(X) + k),
            (
                "rest and start, a step/2",
                "three parts",
                "drift, turned",
                "drift and start",
                "bend and start",
                "drift and start, smaller",
                "bend and start, smaller",
            ),
            (1, 1, gamma, gamma * L, 1, 1, 1),
        ),
        Arithmetic(
            "k rises",
            le(k, at(h + 1, k)),
            ("product rises", "product with the square rises", "cube rises"),
            (gamma * L * pull, gamma * L**2, M / 2),
        ),
        Arithmetic("sum rises", le(h * k + k, (h + 1) * at(h + 1, k)), ("k rises",), (h + 1,)),
        Apply(outer_of_equal, "no rest and start", equation="no rest/1", v=e),
        Apply(expectation_of, "no rest and start in the mean", relation="no rest and start/1"),
        Apply(combination, "no cross", u=at(0, X), v=0 * x, equations=("no rest and start in the mean",), factors=(1,)),
        Apply(
            induction,
            "cross",
            by=("no cross/2", "sum rises"),
            u=Norm(X),
            index=h,
            factor=sp.S.One,
            increment=k,
            bound=h * k,
        ),
    )


def spread(s):
    """|E Q Q' - h C_c| <= h c, c = 4 L s (sigma + L s): the noise at a point of the path is that at theta*, up to 2 L |d|."""
    c = 2 * L * s * (2 * sigma + 2 * L * s)
    Y = E(Outer(Q, Q)) - h * C_c
    return (
        Apply(noise_covariance, "covariance", point=theta_star, covariance=C_c),
        Apply(outer_of_equal, "noise, once", equation="there: more noise", v=at(h + 1, Q)),
        Apply(outer_of_equal, "noise, twice", equation="there: more noise", v=Q + NU),
        Apply(expectation_of, "noise, once in the mean", relation="noise, once/1"),
        Apply(expectation_of, "noise, twice in the mean", relation="noise, twice/2"),
        Apply(fresh_outer, "new noise and old", u=Q, y=S, step=h),
        *apart("change and noise", CHANGE, NU, 2 * L * s, sigma + 2 * L * s, 4),
        *apart("noise and change", NU_STAR, CHANGE, sigma, 2 * L * s, 4),
        Apply(
            combination,
            "spread, a step",
            u=at(h + 1, Y),
            v=Y + E(Outer(CHANGE, NU)) + E(Outer(NU_STAR, CHANGE)),
            equations=("noise, once in the mean", "noise, twice in the mean", "new noise and old/1", "new noise and old/2", "covariance"),
            factors=(1, 1, 1, 1, 1),
        ),
        Apply(triangle_sum, "three parts of the spread", vectors=(Y, E(Outer(CHANGE, NU)), E(Outer(NU_STAR, CHANGE)))),
        Arithmetic(
            "spread, one step",
            le(Norm(at(h + 1, Y)), Norm(Y) + c),
            ("spread, a step/2", "three parts of the spread", "change and noise", "noise and change"),
            (1, 1, 1, 1),
        ),
        Arithmetic(
            "c rises", le(h * c + c, (h + 1) * at(h + 1, c)), ("rises", "square rises"), ((h + 1) * 4 * L * sigma, (h + 1) * 4 * L**2)
        ),
        Apply(outer_of_equal, "no noise, squared", equation="there: no noise", v=at(0, Q)),
        Apply(expectation_of, "no noise, squared, in the mean", relation="no noise, squared/1"),
        Apply(combination, "no spread", u=at(0, Y), v=0 * x, equations=("no noise, squared, in the mean",), factors=(1,)),
        Apply(
            induction,
            "spread",
            by=("no spread/2", "c rises"),
            u=Norm(Y),
            index=h,
            factor=sp.S.One,
            increment=c,
            bound=h * c,
        ),
    )


def remainder(pull, s):
    """What bounds |E (theta-theta*)(theta-theta*)' - gamma/N Lambda|, s at least the fourth moment's root at every step."""
    n = sigma + 2 * L * s
    cross = gamma * H * L * (pull + L * s) * s + M / 2 * s**3
    mixed = sp.sqrt(H) * n * at(H, rest_of(pull, s, n))
    return (2 * cross + gamma * H * L**2 * s**2 + 2 * gamma * mixed + gamma * 2 * L * s * (2 * sigma + 2 * L * s)) / (2 * mu)


def assembled(pull, s):
    """The balance of second moments over a round, and what solves it without the small terms."""
    start, s = s, at(H, s)
    n = sigma + 2 * L * s
    r = at(H, rest_of(pull, s, n))
    k = gamma * L * H * (pull + L * s) * s + M / 2 * s**3
    c = 2 * L * s * (2 * sigma + 2 * L * s)
    QH, FH, RH = at(H, Q), at(H, F), at(H, R)
    YH = E(Outer(QH, QH)) - H * C_c
    X = SIGMA - gamma / N * Lambda
    U = F_mean + Q_mean
    ends, arrived, s0 = T_w(theta_w) - theta_w, T_w(theta_w) - theta_star, at(0, start)
    one, other = E(Outer(R_mean, e)), E(Outer(e, R_mean))
    square, mixed, mixed_too = E(Outer(F_mean, F_mean)), E(Outer(R_mean, Q_mean)), E(Outer(Q_mean, R_mean))
    left = H * sp.expand(A * X + X * A)
    parts = (-one, -other, gamma * square, gamma * mixed, gamma * mixed_too, gamma / N * Mean(YH))
    return (
        *[
            Apply(instance, f"{name} at H", relation=name, at={h: H})
            for name in ("path", "sum of gradients", "sum of noise", "sum of rests", "cross", "spread", "noise apart")
        ],
        Apply(mean_of, "path in the mean", relation="path at H"),
        Apply(
            combination,
            "round",
            u=ends,
            v=-gamma * U,
            equations=("there: round", "path in the mean", "optimum"),
            factors=(1, 1, -gamma * H),
        ),
        # sizes of the means over clients
        *[
            step
            for name, v, size in (("gradients", FH, H * L * s), ("noise", QH, sp.sqrt(H) * n), ("rests", RH, H * r))
            for step in (
                Apply(mean_of, f"mean of {name}", relation=f"sum of {name} at H"),
                Apply(jensen, f"convexity of {name}", v=v, power=2),
                Apply(expectation_of, f"convexity of {name} in the mean", relation=f"convexity of {name}"),
                Arithmetic(f"all {name}", moment(Mean(v), 2, size), (f"mean of {name}", f"convexity of {name} in the mean"), (1, 1)),
            )
        ],
        # a round and the start
        Apply(outer_of_mean, "noise of all and start", u=QH, v=e),
        Apply(expectation_of, "noise before", relation="noise of all and start/1"),
        Apply(expectation_of, "noise behind", relation="noise of all and start/2"),
        Apply(mean_of, "noise of all apart", relation="noise apart at H"),
        Apply(
            combination,
            "noise of all, before",
            u=E(Outer(Q_mean, e)),
            v=sp.S.Zero,
            equations=("noise before", "noise of all apart"),
            factors=(1, 1),
        ),
        Apply(transposed, "turned over", u=Q_mean, v=e),
        Arithmetic("nothing behind", le(Norm(E(Outer(e, Q_mean))), 0), ("turned over", "noise of all, before/2")),
        Apply(zero_norm, "noise of all, behind", v=E(Outer(e, Q_mean)), by=("nothing behind",)),
        Apply(outer_of_mean, "rest of all and start", u=RH, v=e),
        Apply(expectation_of, "rest before", relation="rest of all and start/1"),
        Apply(mean_of, "mean of cross", relation="cross at H"),
        Apply(jensen, "convexity of cross", v=E(Outer(RH, e))),
        Apply(combination, "rest of all", u=one, v=Mean(E(Outer(RH, e))), equations=("rest before",), factors=(1,)),
        Arithmetic("one", le(Norm(one), H * k), ("rest of all/2", "convexity of cross", "mean of cross")),
        Apply(transposed, "other way", u=R_mean, v=e),
        Arithmetic("other", le(Norm(other), H * k), ("other way", "one")),
        *apart("square", F_mean, F_mean, H * L * s, H * L * s, 2),
        *apart("mixed", R_mean, Q_mean, H * r, sp.sqrt(H) * n, 2),
        Apply(transposed, "mixed other way", u=R_mean, v=Q_mean),
        # noise of all clients
        Apply(
            independent_clients,
            "independent",
            path=S_cw,
            total=Q_cw,
            rate=gamma,
            x=x,
            start=theta_w,
            bound=h * (sigma + 2 * L * start) ** 2,
        ),
        Apply(instance, "independent at H", relation="independent", at={h: H}),
        Apply(mean_of, "mean of spread", relation="spread at H"),
        Apply(jensen, "convexity of spread", v=YH),
        Arithmetic("spread of all", le(Norm(Mean(YH)), H * c), ("convexity of spread", "mean of spread"), (1, 1)),
        # the balance
        Apply(combination, "arrives", u=arrived, v=e - gamma * U, equations=("round/1",), factors=(1,)),
        Apply(outer_of_equal, "arrives, once", equation="arrives/1", v=arrived),
        Apply(outer_of_equal, "arrives, twice", equation="arrives/1", v=e - gamma * U),
        Apply(expectation_of, "arrives, once in the mean", relation="arrives, once/1"),
        Apply(expectation_of, "arrives, twice in the mean", relation="arrives, twice/2"),
        Apply(same_second_moment, "stationary", by=("start squared",), mapping=T_w, law=theta_w, about=theta_star, bound=s0**2),
        Apply(mean_curvature, "mean curvature", matrix=A_c),
        Apply(outer_of_product, "curved", by=("mean curvature/1",), matrix=A, u=e, v=e),
        Apply(expectation_of, "curved before", relation="curved/1"),
        Apply(expectation_of, "curved behind", relation="curved/2"),
        Apply(outer_of_product, "turned noise", by=("mean curvature/1",), matrix=A, u=e, v=Q_mean),
        Apply(expectation_of, "turned noise in the mean", relation="turned noise/1"),
        Apply(
            combination,
            "no turned noise",
            u=E(Outer(A * e, Q_mean)),
            v=sp.S.Zero,
            equations=("turned noise in the mean", "noise of all, behind"),
            factors=(1, A),
        ),
        Apply(transposed, "turned noise, over", u=A * e, v=Q_mean),
        Arithmetic("none behind", le(Norm(E(Outer(Q_mean, A * e))), 0), ("turned noise, over", "no turned noise/2")),
        Apply(zero_norm, "no turned noise behind", v=E(Outer(Q_mean, A * e)), by=("none behind",)),
        Apply(lyapunov, "Lambda", matrix=A, low=mu, right=Mean(C_c), solution=Lambda),
        Apply(
            combination,
            "balance",
            u=left,
            v=sp.Add(*parts),
            equations=(
                "arrives, once in the mean",
                "arrives, twice in the mean",
                "stationary",
                "noise of all, behind",
                "noise of all, before/1",
                "curved before",
                "curved behind",
                "no turned noise/1",
                "no turned noise behind",
                "independent at H",
                "Lambda/1",
            ),
            factors=(1 / gamma, 1 / gamma, -1 / gamma, -1, -1, -H, -H, gamma * H, gamma * H, gamma, -gamma * H / N),
        ),
        Apply(triangle_sum, "six parts", vectors=parts),
        Apply(lyapunov_coercive, "solved", by=("mean curvature/1",), matrix=A, low=mu, v=X),
        Arithmetic(
            "bounded",
            le(2 * mu * H * Norm(X), 2 * mu * H * remainder(pull, s)),
            ("solved", "balance/2", "six parts", "one", "other", "square", "mixed", "mixed other way", "spread of all"),
            (H, 1, 1, 1, 1, gamma, 2 * gamma, -gamma, gamma / N),
        ),
        Arithmetic("remainder", le(Norm(X), remainder(pull, s)), ("bounded",), (1 / (2 * mu * H),)),
    )


def explicit(pull, nu, size):
    """The remainder, with the size of paths at the end of a round spelt out."""
    return remainder(pull, at(H, size_of(pull, nu)))


def reached(premise, pull, nu, size, more=(), last="remainder"):
    """All steps from the moments to the remainder, and to what follows from `more` steps; the `last` fact is spelt out."""
    names = {"optimum": 0, "sampled: stationary/1": 1, "size is": 2, "longest": 3, "sigma": 4, "paths": 5}
    parts = {name: part(premise, known(pull, nu, size)[k]) for name, k in names.items()}
    steps = (
        *[step for step in LAW if isinstance(step, Define)],
        *unrolled(),
        *grows(size),
        *sizes(pull, size, at(0, size)),
        *rising(size),
        *rests(pull, size),
        *crossing(pull, size, at(0, size)),
        *spread(size),
        *assembled(pull, size),
        *more,
        Apply(instance, "size at H", relation="size is", at={h: H}) if size.has(h) else None,
        Apply(substitution, "spelt out", relation=last, equation="size at H" if size.has(h) else "size is"),
    )
    return resting_on(tuple(step for step in steps if step), parts)


def rounded_root(q):
    """The root of a rational, rounded up."""
    return flint.fmpq(isqrt(int(q * 10**12)) + 1, 10**6)


def nothing_bent(i, share=1):
    """|second moment - gamma/N Lambda|² and `share` times the squared bound, on quadratics, where M is zero; roots are rounded up."""
    root = rounded_root
    p, law = i.problem.jets, stationary_exact("fedavg", i.problem, i.gamma, i.H)
    left = law.second_moment - variance(p, i.gamma, i.H)
    loudest = max(C.trace() for C in i.problem.noise)
    longest = max((g**2).sum() for g in p.gradients)
    values = {L: i.L, mu: i.mu, H: i.H, M: 0, sigma: root(loudest), pull: root(longest)}
    nu_here = values[sigma] + 2 * i.L / i.mu * values[pull]
    size_here = 4 * root(i.gamma * i.L) * nu_here / i.mu + i.gamma * i.H * (i.L / i.mu + 1) * values[pull]
    right = _bound(i.gamma, i.H, root(flint.fmpq(i.H)), i.L, i.mu, values[sigma], values[pull], size_here)
    return (left**2).sum(), share * right**2


def _bound(gamma, H, root, L, mu, sigma, pull, s):
    """`remainder` in numbers, for M = 0."""
    n = sigma + 2 * L * s
    rest = L * gamma * (H * pull + H * L * s + root * n)
    cross = gamma * H * L * (pull + L * s) * s
    return (2 * cross + gamma * H * L**2 * s**2 + 2 * gamma * root * n * rest + gamma * 2 * L * s * (2 * sigma + 2 * L * s)) / (2 * mu)


def exact(homogeneous=False):
    """The bound on quadratics, solved exactly."""
    return Lemma(
        "quadratics",
        nothing_bent,
        (
            CounterexampleSearch(
                lambda d, N: instances(d, N, homogeneous=homogeneous),
                relation="<=",
                scope="exact quadratics with additive noise, d <= 3",
                examples=15,
            ),
        ),
        wrong={"a millionth of it, squared": lambda i: nothing_bent(i, share=flint.fmpq(1, 10**12))},
        crosscheck=True,
    )


WITH_THIRD = (*CLASSES, THRICE, CLIENTS_INDEPENDENT)
LEFT = Norm(SIGMA - gamma / N * Lambda)
TEX = (
    r"\Big\|\bar\Sigma_{sto}-\frac\gamma N\mathbf A\mathcal C(\theta^\star)\Big\|\le\frac1{2\mu}\big(2\gamma HL(g+Ls)s+Ms^3+\gamma HL^2s^2"
    r"+2\gamma\sqrt H(\sigma+2Ls)r+4\gamma Ls(\sigma+Ls)\big),\ r=L\gamma(H(g+Ls)+\sqrt H(\sigma+2Ls))+\tfrac M2s^2,\ s="
)
second_moment_remainder = Claim(
    id="symfed-fedavg-second-moment-remainder",
    kind="inequality",
    says="What is left of the second moment about theta* once gamma/N A C is taken off, for general losses with noise, in the Frobenius norm: "
    "a sum of powers of gamma and H with constants, all of them below gamma^2 H^2 + gamma^(3/2) H. s bounds how far local paths come from "
    "theta*; |hess f_c(u) - hess f_c(theta*)| <= M |u - theta*|. The half power is the noise's covariance, which need only be Lipschitz, and M s^3.",
    printed=Printed(
        "symfed", "the remainder of the second moment", TEX + r"\tfrac{4\sqrt{\gamma L}\,\nu}\mu+\gamma H\big(\tfrac L\mu+1\big)g"
    ),
    statement=le(LEFT, explicit(pull, nu, size(h))),
    under=Domain((SMALL,), WITH_THIRD),
    lemmas=(exact(),),
    follows=reached(moments, pull, nu, size(h)),
    uses=("symfed-fedavg-moments",),
    expect=Tier.PROVED,
)
shared_second_moment_remainder = Claim(
    id="symfed-fedavg-homogeneous-second-moment-remainder",
    kind="inequality",
    says="What is left of the second moment about theta* where all clients have one mean gradient: powers of gamma and H, all of them below "
    "gamma^2 H + gamma^(3/2), with constants.",
    printed=Printed("symfed", "the remainder of the second moment for equal clients", TEX + r"\tfrac{4\sqrt{\gamma L}\,\sigma}\mu,\ g=0"),
    statement=le(LEFT, explicit(sp.S.Zero, sigma, level)),
    under=Domain((SMALL,), (*WITH_THIRD, SHARED)),
    lemmas=(exact(homogeneous=True),),
    follows=reached(shared_moments, sp.S.Zero, sigma, level),
    uses=("symfed-fedavg-homogeneous-moments",),
    expect=Tier.PROVED,
)
