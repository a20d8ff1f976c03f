"""The steps to one client's inequality: interpolation between neighbours, a potential that falls from step to step, and its two ends.

The letters are those of `one_client`: gamma times the loss is 1-smooth, s = 1 - gamma mu, delta = y/H, n = H - 1; v_h is the point after a
gradient step from u_h, times 1/s; k_h = s (u_h - v_h) and m_h >= 0 are subgradient and value at v_h of a convex function with minimum 0 at 0.
"""

import sympy as sp

from proofs_checks.aistats.quantities import theta_star
from proofs_checks.symfed.scaffold.quantities import ROUND, e, path, y_c
from symfed.core.symbols import H, gamma, h, mu
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.interpolation import falling, interpolation, interpolation_slack, loss, quotient, same_form, telescoped
from symfed.theorems.norms import zero_norm
from symfed.theorems.sequences import equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import Inner, Norm, Quantity, Vector, grad, numbers, sequence
from symfed.theorems.within import Within

s, m, n = 1 - gamma * mu, gamma * mu, H - 1
q = s**H
drift = H - (1 - q) / m
c = Quantity("c_share", "the share of y/H that is added to where a client starts")

Hr = Quantity("Hr_drift", "H r, r as in Scaffold's one-client inequality", nonnegative=False)
g = Quantity("g_drift", "H r - c q", nonnegative=False)
D = Quantity("D_drift", "(H-1)^2 - H r g", nonnegative=False)
d = Quantity("d_drift", "what the extremal quadratic's path loses a step, beside its contraction", nonnegative=False)
w = Quantity("s_inverse", "1/(1 - gamma mu)", nonnegative=False)
o = Quantity("o_end", "where the extremal quadratic's path ends, H d added", nonnegative=False)
X = numbers("s_power", "the powers of 1 - gamma mu, from the zeroth")
P = numbers("s_power_left", "(1 - gamma mu)^(H-1), over a power of 1 - gamma mu")
G = numbers("s_powers_left", "their sum, from a share of (1 - gamma mu)^H")
p = numbers("extremal_path", "the path of curvature mu from 1, losing d a step beside its contraction")
v = sequence("prox_c", "client c's point after a gradient step, over 1 - gamma mu")
value = numbers("value_c", "the value there of the convex function that is left of gamma times the loss")
a, b = Vector("extremal_part_c", "the part of e and y_c/H along the extremal path"), Vector("other_part_c", "what is left of them")

u = path(h) - theta_star
turned = gamma * (grad(path(h)) - grad(theta_star))
alpha = 2 * o * G(h) / (s * p(h))
tau_0 = 2 * q * w * o


def relation(kind):
    return lambda left, right=sp.S.Zero: kind(left, right, evaluate=False)


le, ge, gt, eq = (relation(kind) for kind in (sp.Le, sp.Ge, sp.Gt, sp.Eq))


def at(x, count):
    """A sequence's value, or an expression, after so many steps."""
    return x.xreplace({h: count})


#: m_h, k_0 and k_{h+1}; Q_h, Q_h + alpha_h m_h and the square by which it falls.
own = gamma * (loss(path(h)) - loss(theta_star) - Inner(grad(theta_star), u)) - m / 2 * Norm(u) ** 2 - s / 2 * Norm(u - v(h)) ** 2
k_0, k_next = s * (e - v(0)), s * (s * v(h) - y_c / H - v(h + 1))
off = v(h) - p(h) * a
Q = s * (P(h) * o - d * alpha / 2) / p(h) * Norm(off) ** 2 + 2 * o * s * P(h) * Inner(a, off) - s * alpha * Inner(b, off)
Q = Q - 2 * o * G(h) * Inner(a, b)
energy = alpha * value(h) + Q
later = h + 1
spread = Norm(p(h) * v(later) - p(later) * v(h)) ** 2
square = s * (alpha + s * at(alpha, later)) / (2 * p(h) * p(later)) * spread

BY_NAME = {step.name: step for step in ROUND}
SETTING = tuple(BY_NAME[name] for name in ("start", "local step", "e", "y"))


def pair(name, x, y, left, equations):
    """The interpolation inequality of two points, times gamma, in m, k and v: `left` is not negative."""
    slack = gamma * interpolation_slack(x, y, 1 / gamma)
    return (
        Apply(interpolation, f"{name}: points", x=x, y=y, smooth=1 / gamma),
        Apply(same_form, f"{name}: shifted", left=left, right=slack, equations=equations),
        Arithmetic(name, ge(left), {f"{name}: points": gamma, f"{name}: shifted": -1}),
    )


#: What the convex function's values and subgradients at v_0, v_h, v_{h+1} satisfy, its minimum being 0 at 0.
CONVEX = (
    *SETTING,
    Define("v", sp.Eq(v(h), (u - turned) / s)),
    Define("m", sp.Eq(value(h), own)),
    *(
        Apply(instance, f"{name} {when}", relation=name, at={h: k})
        for name in ("v", "m")
        for when, k in (("0", sp.S.Zero), ("later", later))
    ),
    linear_combination("pushed", y_c, H * (path(h) - turned - path(later)), {"local step": H, "y": 1}),
    *pair("m >= 0", path(h), theta_star, value(h), ("m", "v")),
    *pair("0 and v_0", theta_star, path(0), Inner(k_0, v(0)) - value(0), ("m 0", "v 0", "e", "start")),
    *pair(
        "0 and the next v",
        theta_star,
        path(later),
        Inner(k_next, v(later)) - value(later),
        ("pushed/1", "m later", "v later", "v"),
    ),
    *pair(
        "neighbours",
        path(h),
        path(later),
        value(h) - value(later) - Inner(k_next, v(h)) + Inner(k_next, v(later)),
        ("pushed/1", "m", "m later", "v later", "v"),
    ),
)


def define(name, head, first, following):
    return (Define(name, sp.Eq(head(0), first)), Define(f"{name} goes on", sp.Eq(head(later), following)))


def last(name, relation):
    """A relation in h, for the last point."""
    return Apply(instance, name, relation=relation, at={h: n})


#: The numbers of the extremal path and of the weights, and their closed forms.
POWERS = (
    Arithmetic("s > 0", gt(s)),
    Apply(quotient, "1/s", by=("s > 0",), top=sp.S.One, bottom=s, value=w),
    *define("X", X, sp.S.One, s * X(h)),
    Apply(equal_by_induction, "powers", by=("X", "X goes on"), u=X(h), v=s**h, index=h, factor=s),
    last("the last power", "powers"),
    Arithmetic("X > 0", gt(X(h)), ("powers", "s > 0")),
    Arithmetic("X falls", le(X(later), X(h)), ("X > 0", "X goes on")),
    Apply(falling, "from the first on", u=X(h), index=h, at=sp.S.Zero, last=h),
    Arithmetic("X <= 1", le(X(h), 1), ("from the first on", "X")),
    last("last X <= 1", "X <= 1"),
    last("last X > 0", "X > 0"),
    Arithmetic("q = s X_n", eq(q, s * X(n)), ("the last power",)),
    # at least one step: X_n <= s
    Apply(falling, "from the second on", u=X(h), index=h, at=sp.S.One, last=n),
    Apply(instance, "the second X", relation="X goes on", at={h: sp.S.Zero}),
    Arithmetic("X_n <= s", le(X(n), s), ("from the second on", "the second X", "X")),
    Arithmetic("q > 0", gt(q), ("q = s X_n", "s > 0", "last X > 0")),
)
#: c as the claim leaves it free.
ANY_SHARE = (Arithmetic("c <= 1", le(c, 1)), Arithmetic("c q <= H r", le(c * q, drift)))
NUMBERS = (
    Define("Hr", sp.Eq(Hr, drift)),
    Define("g", sp.Eq(g, Hr - c * q)),
    Define("D", sp.Eq(D, n**2 - Hr * g)),
    Arithmetic("n - g > 0", gt(n - g), ("q = s X_n", "X_n <= s", "s > 0", "last X > 0", "g", "Hr")),
    Arithmetic("H r <= n", le(Hr, n), ("q = s X_n", "last X <= 1", "Hr")),
    Arithmetic("g >= 0", ge(g), ("g", "Hr", "c q <= H r")),
    Arithmetic("D from below", ge(D, n * (n - g)), ("H r <= n", "g >= 0", "D")),
    Arithmetic("n > 0", gt(n)),
    Arithmetic("n (n - g) > 0", gt(n * (n - g)), ("n - g > 0", "n > 0")),
    Arithmetic("D > 0", gt(D), ("D from below", "n (n - g) > 0")),
    Apply(quotient, "d", by=("D > 0",), top=q * g, bottom=D, value=d),
    Arithmetic("d >= 0", ge(d), ("d", "D > 0", "q > 0", "g >= 0")),
    *define("P", P, q * w, w * P(h)),
    *define("G", G, c * q, G(h) + P(h)),
    *define("p", p, sp.S.One, s * p(h) - d),
    Apply(
        equal_by_induction, "P X = q/s", by=("P", "P goes on", "X", "X goes on", "1/s"), u=P(h) * X(h), v=q * w, index=h, factor=sp.S.One
    ),
    Apply(
        equal_by_induction,
        "sum of P",
        by=("P", "P goes on", "G", "G goes on", "1/s"),
        u=m * G(h) - s * P(h),
        v=m * c * q - q,
        index=h,
        factor=sp.S.One,
    ),
    Apply(equal_by_induction, "closed p", by=("p", "p goes on", "X", "X goes on"), u=m * p(h) + d, v=(m + d) * X(h), index=h, factor=s),
)

#: What makes every weight and every square that is left nonnegative.
SIGNS = (
    Define("o", sp.Eq(o, q + Hr * d)),
    Arithmetic("over D", gt(1 / D), ("D > 0",)),
    Apply(same_form, "o by D", left=o, right=q * n**2 / D, equations=("o", "d", "D")),
    Arithmetic("o > 0", gt(o), ("o by D", "D > 0", "q > 0")),
    last("closed p_n", "closed p"),
    Arithmetic("p_n by X", eq(p(n), ((m + d) * X(n) - d) / m), ("closed p_n",)),
    Apply(
        same_form,
        "p_n by D",
        left=p(n),
        right=q * n * (n - g) / (D * s),
        equations=("p_n by X", "the last power", "d", "D", "g", "Hr"),
    ),
    Apply(same_form, "s p_n", left=s * p(n), right=q * n * (n - g) / D, equations=("p_n by D",)),
    Arithmetic("q n (n - g) > 0", gt(q * n * (n - g)), ("q > 0", "n (n - g) > 0")),
    Arithmetic("s p_n > 0", gt(s * p(n)), ("s p_n", "D > 0", "over D", "q n (n - g) > 0")),
    Arithmetic("last p", gt(p(n)), ("s p_n > 0", "s > 0")),
    Arithmetic("p falls", le(p(later), p(h)), ("closed p", "p goes on", "X falls", "d >= 0", "X > 0")),
    Apply(falling, "p before", u=p(h), index=h, at=h, last=n),
    Apply(falling, "p after", u=p(h), index=h, at=later, last=n),
    Arithmetic("P >= q/s", ge(P(h), q * w), ("P X = q/s", "X > 0", "X <= 1", "q > 0", "1/s", "s > 0")),
    Arithmetic("P > 0", gt(P(h)), ("P >= q/s", "q > 0", "1/s", "s > 0")),
    Arithmetic("G >= 0", ge(G(h)), ("sum of P", "P >= q/s", "1/s", "s > 0", "q > 0")),
)


def in_parts(name, x, parts):
    """x is what is said of it in a and b, by the square of the difference."""
    return (
        Apply(same_form, f"{name}: square", left=Norm(x - parts) ** 2, right=sp.S.Zero, equations=("a", "b")),
        Arithmetic(f"{name}: size", le(Norm(x - parts), 0), (f"{name}: square",)),
        Apply(zero_norm, f"{name}: difference", by=(f"{name}: size",), v=x - parts),
        linear_combination(f"{name}: both", x, parts, (f"{name}: difference",)),
    )


#: From one of the points v_0, ..., v_{n-1} to the next: the potential falls.
FALLS = (
    Define("a", sp.Eq(a, (e + c * y_c / H) / (1 + c * d)), "e + c y/H, over 1 + c d"),
    Define("b", sp.Eq(b, (d * e - y_c / H) / (1 + c * d)), "d e - y/H, over 1 + c d"),
    *in_parts("e in parts", e, a + c * b),
    *in_parts("y in parts", y_c, H * (d * a - b)),
    Apply(instance, "pushed last", relation="pushed/1", at={h: n}),
    last("v last", "v"),
    last("m_n >= 0", "m >= 0"),
    Apply(instance, "m_0 >= 0", relation="m >= 0", at={h: sp.S.Zero}),
)
#: Signs and squares, for the points before the last one.
BEFORE_THE_LAST = (sp.Le(h, H - 2),)
GROWTH = 2 * o * (P(h) * p(h) + m * G(h) * p(h) + d * G(h)) / (s * p(h) * p(later))
STEP = (
    Within(
        BEFORE_THE_LAST,
        (Arithmetic("p > 0", gt(p(h)), ("p before", "last p")), Arithmetic("next p > 0", gt(p(later)), ("p after", "last p"))),
    ),
    Within(
        BEFORE_THE_LAST,
        (
            Arithmetic("alpha >= 0", ge(alpha)),
            Apply(same_form, "growth", left=at(alpha, later) - alpha, right=GROWTH, equations=("G goes on", "p goes on")),
            Arithmetic("it is not negative", ge(GROWTH)),
            Arithmetic("alpha grows", ge(at(alpha, later) - alpha), {"growth": -1, "it is not negative": 1}),
        ),
        known=("p > 0", "next p > 0", "o > 0", "G >= 0", "P > 0", "s > 0", "d >= 0"),
    ),
    Within(
        BEFORE_THE_LAST,
        (
            Apply(
                same_form,
                "potential",
                left=at(Q, later) - Q,
                right=alpha * Inner(k_next, v(h)) - at(alpha, later) * Inner(k_next, v(later)) - square,
                equations=("P goes on", "1/s", "G goes on", "p goes on", "e in parts: both/1", "y in parts: both/1"),
            ),
            Arithmetic("square", ge(square)),
            Arithmetic(
                "a step",
                le(at(energy, later), energy),
                {"potential": 1, "0 and the next v": at(alpha, later) - alpha, "neighbours": alpha, "square": 1},
            ),
        ),
        known=("alpha >= 0", "alpha grows", "p > 0", "next p > 0", "s > 0"),
    ),
    Apply(telescoped, "all steps", by=("a step",), u=energy, index=h, last=n),
)
first_square = s * (tau_0 + d * c * tau_0) / 2 * Norm(v(0) - a) ** 2
END = path(H) - theta_star + y_c
#: |s v_n + n delta|^2
LAST_STEP = s**2 * Norm(v(n)) ** 2 + 2 * s * n / H * Inner(v(n), y_c) + n**2 / H**2 * Norm(y_c) ** 2


def bound(g, last_factor=n / H):
    """What |u_H + y|^2 must not exceed, by g = H r - c q."""
    return q**2 * n**2 / (n**2 - g**2) * Norm(e + c * y_c / H) ** 2 + last_factor**2 * Norm(y_c) ** 2


BOUND = bound(drift - c * q, 1 - 1 / H)
START = (
    Apply(
        same_form,
        "first",
        left=at(energy, 0),
        right=c * tau_0 * value(0) - tau_0 * Inner(k_0, v(0)) - first_square,
        equations=("P", "G", "p", "1/s", "e in parts: both/1", "y in parts: both/1"),
    ),
    Arithmetic("1/s > 0", gt(w), ("1/s", "s > 0")),
    Arithmetic("tau_0 >= 0", ge(tau_0), ("1/s > 0", "o > 0", "q > 0")),
    Arithmetic("first square", ge(first_square), ("tau_0 >= 0", "d >= 0", "s > 0")),
    Arithmetic("c tau_0 m_0", le(c * tau_0 * value(0), tau_0 * value(0)), ("tau_0 >= 0", "m_0 >= 0", "c <= 1")),
    Arithmetic("tau_0 m_0", le(tau_0 * value(0), tau_0 * Inner(k_0, v(0))), ("tau_0 >= 0", "0 and v_0")),
    Arithmetic("at first", le(at(energy, 0), 0), {"first": 1, "first square": 1, "c tau_0 m_0": 1, "tau_0 m_0": 1}),
)
LAST = (
    last("P X at n", "P X = q/s"),
    Arithmetic("P_n", eq(P(n), 1), ("P X at n", "q = s X_n", "1/s", "s > 0", "last X > 0")),
    last("sum of all P", "sum of P"),
    Arithmetic("G_n", eq(G(n), n - g), ("sum of all P", "P_n", "g", "Hr")),
    Arithmetic("Hr by g", eq(Hr, g + c * q), ("g",)),
    Apply(same_form, "end", left=Norm(END) ** 2, right=LAST_STEP, equations=("pushed last", "v last")),
    Apply(
        same_form,
        "last step",
        left=LAST_STEP,
        right=at(Q, n) + bound(g),
        equations=("e in parts: both/1", "y in parts: both/1", "G_n", "P_n", "p_n by D", "o", "d", "D", "Hr by g"),
    ),
    Apply(same_form, "g written out", left=bound(g), right=BOUND, equations=("g", "Hr")),
    last("last G", "G >= 0"),
    Arithmetic("alpha_n", ge(at(alpha, n)), ("last p", "last G", "o > 0", "s > 0")),
    Arithmetic("alpha_n m_n", ge(at(alpha, n) * value(n)), ("alpha_n", "m_n >= 0")),
    Arithmetic("first p", gt(p(0)), ("p",)),
    Arithmetic("n^2 - g^2 > 0", gt(n**2 - g**2), ("n - g > 0", "g >= 0", "n > 0")),
    Within(
        (sp.Ge(H, 2),),
        (
            Arithmetic(
                "less the bound", le(Norm(END) ** 2, bound(g)), {"end": 1, "last step": 1, "all steps": 1, "at first": 1, "alpha_n m_n": 1}
            ),
            Arithmetic("where it ends", le(Norm(END) ** 2, BOUND), {"less the bound": 1, "g written out": 1}),
        ),
        known=("last p", "first p", "n^2 - g^2 > 0", "s > 0"),
    ),
    Arithmetic("one client", le(Norm(END) ** 2, BOUND), ("where it ends",)),
)


def one_client(share):
    """The steps to one client's inequality, with those that say what c is and that c <= 1, c q <= H r."""
    return (*CONVEX, *POWERS, *share, *NUMBERS, *SIGNS, *FALLS, *STEP, *START, *LAST)


ONE_CLIENT = one_client(ANY_SHARE)
