"""Sums of gradients and of noise along a local path from the stationary law, and their moments: powers of the number of steps."""

import sympy as sp

from proofs_checks.aistats.fixed_point_remainder import M
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw, theta_w
from proofs_checks.symfed.remainders.setting import (
    at,
    le,
    sigma,
)
from symfed.core.symbols import H, L, gamma, h, lam
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.moments import hoelder, minkowski_moment, minkowski_sum, norm_of_expectation, raised
from symfed.theorems.noise import fresh_noise, fresh_outer, noise, noise_changes, noise_covariance
from symfed.theorems.norms import triangle, triangle_sum
from symfed.theorems.operators import curvature_at, curvature_near, lipschitz_gradient, spectral, taylor_at
from symfed.theorems.outer import outer_norm, outer_of_equal, outer_of_expectation, outer_of_product
from symfed.theorems.randomness import expectation_of, polarisation
from symfed.theorems.sequences import bounded_by_induction, equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import E, Mean, Norm, Outer, Vector, grad, hess, sequence

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


def moved(name, v, s, relation, factor, power=2):
    """E|v|^p <= (k s)^p from |v| <= k |w|, a fact called `relation`, and E|w|^p <= s^p, a fact called `{name} before`."""
    return (
        Apply(raised, f"{name} raised", relation=relation, power=power),
        Apply(expectation_of, f"{name} raised, in the mean", relation=f"{name} raised"),
        Arithmetic(name, moment(v, power, factor * s), {f"{name} raised, in the mean": 1, f"{name} before": factor**power}),
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
        linear_combination("path begins", at(0, path), 0 * x, {"there: start": 1, "there: no gradients": gamma, "there: no noise": gamma}),
        linear_combination(
            "path goes on", at(h + 1, path), path, {"there: local step": 1, "there: one gradient more": gamma, "there: more noise": gamma}
        ),
        Apply(equal_by_induction, "path", u=path, v=sp.S.Zero, index=h, factor=sp.S.One),
    )


def grows(size):
    """The size of paths rises with the number of steps; that of their start, at no step."""
    if size.has(h):
        each = [Apply(instance, f"size at {k}", relation="size is", at={h: k}) for k in (h + 1, sp.S.Zero)]
        by = (("size is", f"size at {h + 1}"), (1, -1)), (("size is", "size at 0"), (-1, 1))
    else:
        each, by = [], ((), ())
    begins = at(0, d)
    return (
        *each,
        Arithmetic("rises", le(size, at(h + 1, size)), *by[0]),
        Arithmetic("from zero", le(at(0, size), size), *by[1]),
        Apply(instance, "paths at once", relation="paths", at={h: sp.S.Zero}),
        linear_combination("at once", begins, e, ("there: start",)),
        Arithmetic("at once to the fourth", sp.Eq(Norm(begins) ** 4, Norm(e) ** 4, evaluate=False), ("at once/2",)),
        Apply(expectation_of, "at once to the fourth, in the mean", relation="at once to the fourth"),
        Arithmetic("start", moment(e, 4, at(0, size)), {"paths at once": 1, "at once to the fourth, in the mean": -1}),
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
        Arithmetic("gradients before", moment(d, 2, s), {"path squared": 1}),
        *moved("gradients", grad(S) - G, s, "smooth", L),
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
        Arithmetic("change before", moment(d, 4, s), {"paths": 1}),
        *moved("change", CHANGE, s, "noise changes", 2 * L, power=4),
        Apply(minkowski_moment, "noise", u=NU_STAR, v=CHANGE, sizes=(sigma, 2 * L * s), power=4),
        Apply(hoelder, "noise squared", vectors=(NU, NU), sizes=(n, n), power=4),
        Apply(polarisation, "noise added", u=Q, v=NU, factor=-1),
        Apply(expectation_of, "noise added in the mean", relation="noise added"),
        Apply(fresh_noise, "new noise", u=Q, y=S, step=h),
        linear_combination("noise goes on", at(h + 1, Q), Q + NU, ("there: more noise",)),
        Arithmetic("its square", sp.Eq(Norm(at(h + 1, Q)) ** 2, Norm(Q + NU) ** 2, evaluate=False), ("noise goes on/2",)),
        Apply(expectation_of, "its mean square", relation="its square"),
        Arithmetic(
            "noise, a step",
            le(E(Norm(at(h + 1, Q)) ** 2), E(Norm(Q) ** 2) + n**2),
            {"its mean square": 1, "noise added in the mean": 1, "new noise": 2, "noise squared": 1},
        ),
        linear_combination("no noise yet", at(0, Q), 0 * x, ("there: no noise",)),
        Arithmetic("none", le(Norm(at(0, Q)) ** 2, 0), ("no noise yet/2",)),
        Apply(expectation_of, "none in the mean", relation="none"),
        bounded_by_induction("sum of noise", E(Norm(Q) ** 2), h, h * n**2, increment=n**2, by=("none in the mean", "rises")),
        # how far the path comes
        Arithmetic("pulled", le(Norm(h * G), h * pull), {"longest": h}),
        Apply(raised, "pulled, squared", relation="pulled", power=2),
        Apply(minkowski_moment, "pull and gradients", u=h * G, v=F, sizes=(h * pull, h * L * s), power=2),
        Apply(minkowski_moment, "pull, gradients, noise", u=h * G + F, v=Q, sizes=(h * (pull + L * s), sp.sqrt(h) * n), power=2),
        linear_combination("way", S - theta_w, -gamma * (h * G + F + Q), ("path",)),
        Arithmetic("way squared", sp.Eq(Norm(S - theta_w) ** 2, gamma**2 * Norm(h * G + F + Q) ** 2, evaluate=False), ("way/2",)),
        Apply(expectation_of, "way in the mean", relation="way squared"),
        Arithmetic("turned before", moment(S - theta_w, 2, along), {"way in the mean": 1, "pull, gradients, noise": gamma**2}),
        Apply(curvature_at, "curvature", point=theta_star),
        Apply(spectral, "turn", by=("curvature/1",), matrix=A_c, function=lam, bound=L, v=S - theta_w),
        *moved("turned", A_c * (S - theta_w), along, "turn", L),
        # what is not linear
        Apply(curvature_near, "M", point=theta_star, bound=M, u=x),
        Apply(taylor_at, "taylor", x=S, point=theta_star, bound=M, u=x),
        Apply(raised, "taylor squared", relation="taylor", power=2),
        Apply(expectation_of, "taylor in the mean", relation="taylor squared"),
        Arithmetic("bent", moment(BENT, 2, bent), {"taylor in the mean": 1, "paths": M**2 / 4}),
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
            name, le(Norm(E(Outer(u, v))), su * sv), {f"{name}: outside": 1, f"{name}: product in the mean": 1, f"{name}: hoelder": 1}
        ),
    )


def rising(s):
    """What rises with h: h s, the roots, powers of s."""
    s1 = at(h + 1, s)
    return (
        Arithmetic("root rises", le(sp.sqrt(h), sp.sqrt(h + 1))),
        Arithmetic("product rises", le(h * s, (h + 1) * s1), {"rises": h}),
        Arithmetic("product with the root rises", le(sp.sqrt(h) * s, sp.sqrt(h + 1) * s1), {"root rises": s1, "rises": sp.sqrt(h)}),
        Apply(raised, "square rises", relation="rises", power=2),
        Apply(raised, "cube rises", relation="rises", power=3),
        Arithmetic("product with the square rises", le(h * s**2, (h + 1) * s1**2), {"square rises": h}),
    )


def rests(pull, s):
    """E|F - h A_c e|² <= (h r)²."""
    r = rest_of(pull, s, sigma + 2 * L * s)
    return (
        Arithmetic(
            "rest rises",
            le(r, at(h + 1, r)),
            {
                "product rises": L**2 * gamma,
                "root rises": L * gamma * sigma,
                "product with the root rises": 2 * L**2 * gamma,
                "square rises": M / 2,
            },
        ),
        linear_combination("no rest", at(0, R), 0 * x, ("there: no gradients",)),
        linear_combination("more rest", at(h + 1, R), R + REST, ("there: one gradient more",)),
        Apply(minkowski_sum, "sum of rests", by=("rest rises",), total=R, term=REST, size=r, power=2),
    )


def crossing(pull, s, s0, far):
    """|E (F - h A_c e) e'| <= h k, k = gamma h L (pull far + L s²) + M/2 s³, far >= |E e|: noise is of no avail to what was before."""
    drift, bent = h * (pull * far + L * s**2), M / 2 * s**2
    k = gamma * L * drift + bent * s
    X, K = E(Outer(R, e)), E(Outer(h * G + F, e))
    return (
        Apply(outer_of_equal, "noise and start", equation="there: more noise", v=e),
        Apply(expectation_of, "noise and start in the mean", relation="noise and start/1"),
        Apply(fresh_outer, "new noise and start", u=e, y=S, step=h),
        linear_combination(
            "noise stays apart", E(Outer(at(h + 1, Q), e)), E(Outer(Q, e)), ("noise and start in the mean", "new noise and start/2")
        ),
        Apply(outer_of_equal, "no noise and start", equation="there: no noise", v=e),
        Apply(expectation_of, "no noise and start in the mean", relation="no noise and start/1"),
        Apply(equal_by_induction, "noise apart", u=E(Outer(Q, e)), v=sp.S.Zero, index=h, factor=sp.S.One),
        Apply(outer_of_product, "turned and start", by=("curvature/1",), matrix=A_c, u=S - theta_w, v=e),
        Apply(expectation_of, "turned and start in the mean", relation="turned and start/1"),
        Apply(outer_of_equal, "way and start", equation="way/1", v=e),
        Apply(expectation_of, "way and start in the mean", relation="way and start/1"),
        Apply(outer_of_expectation, "pull and start", u=G, v=e),
        linear_combination("pull and mean start", E(Outer(G, e)), Outer(G, E(e)), ("pull and start",)),
        Apply(outer_norm, "pull and mean start, product", u=G, v=E(e)),
        *apart("gradients and start", F, e, h * L * s, s0, 2),
        Apply(triangle, "drift and start in two parts", u=h * E(Outer(G, e)), v=E(Outer(F, e))),
        Arithmetic(
            "drift and start",
            le(Norm(K), drift),
            {
                "drift and start in two parts": 1,
                "pull and mean start/2": h,
                "pull and mean start, product": h,
                "longest": h * Norm(E(e)),
                "far": h * pull,
                "gradients and start": 1,
                "from zero": h * L * s,
            },
        ),
        *apart("bend and start", BENT, e, bent, s0, 2),
        Apply(spectral, "drift, turned", by=("curvature/1",), matrix=A_c, function=lam, bound=L, v=K),
        Apply(outer_of_equal, "rest and start", equation="more rest/1", v=e),
        Apply(expectation_of, "rest and start in the mean", relation="rest and start/1"),
        linear_combination(
            "rest and start, a step",
            at(h + 1, X),
            X - gamma * A_c * K + E(Outer(BENT, e)),
            {
                "rest and start in the mean": 1,
                "turned and start in the mean": 1,
                "way and start in the mean": A_c,
                "noise apart": -gamma * A_c,
            },
        ),
        Apply(triangle_sum, "three parts", vectors=(X, -gamma * sp.expand(A_c * K), E(Outer(BENT, e)))),
        Arithmetic("bend and start, smaller", le(bent * s0, bent * s), {"from zero": bent}),
        Arithmetic(
            "rest and start, one step",
            le(Norm(at(h + 1, X)), Norm(X) + k),
            {
                "rest and start, a step/2": 1,
                "three parts": 1,
                "drift, turned": gamma,
                "drift and start": gamma * L,
                "bend and start": 1,
                "bend and start, smaller": 1,
            },
        ),
        Arithmetic("k rises", le(k, at(h + 1, k)), {"product with the square rises": gamma * L**2, "cube rises": M / 2}),
        Arithmetic("sum rises", le(h * k + k, (h + 1) * at(h + 1, k)), {"k rises": h + 1}),
        Apply(outer_of_equal, "no rest and start", equation="no rest/1", v=e),
        Apply(expectation_of, "no rest and start in the mean", relation="no rest and start/1"),
        linear_combination("no cross", at(0, X), 0 * x, ("no rest and start in the mean",)),
        bounded_by_induction("cross", Norm(X), h, h * k, increment=k, by=("no cross/2", "sum rises")),
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
        linear_combination(
            "spread, a step",
            at(h + 1, Y),
            Y + E(Outer(CHANGE, NU)) + E(Outer(NU_STAR, CHANGE)),
            ("noise, once in the mean", "noise, twice in the mean", "new noise and old/1", "new noise and old/2", "covariance"),
        ),
        Apply(triangle_sum, "three parts of the spread", vectors=(Y, E(Outer(CHANGE, NU)), E(Outer(NU_STAR, CHANGE)))),
        Arithmetic(
            "spread, one step",
            le(Norm(at(h + 1, Y)), Norm(Y) + c),
            {"spread, a step/2": 1, "three parts of the spread": 1, "change and noise": 1, "noise and change": 1},
        ),
        Arithmetic(
            "c rises", le(h * c + c, (h + 1) * at(h + 1, c)), {"rises": (h + 1) * 4 * L * sigma, "square rises": (h + 1) * 4 * L**2}
        ),
        Apply(outer_of_equal, "no noise, squared", equation="there: no noise", v=at(0, Q)),
        Apply(expectation_of, "no noise, squared, in the mean", relation="no noise, squared/1"),
        linear_combination("no spread", at(0, Y), 0 * x, ("no noise, squared, in the mean",)),
        bounded_by_induction("spread", Norm(Y), h, h * c, increment=c, by=("no spread/2", "c rises")),
    )
