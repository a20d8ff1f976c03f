"""The steps from one client's inequality to a whole round with H^2 gamma mu <= 1, where c = H r/q leaves C = q^2."""

import sympy as sp

from proofs_checks.aistats.quantities import x
from proofs_checks.symfed.scaffold.quantities import e, e_after, x_after_c, y_after_c, y_c
from proofs_checks.symfed.scaffold.whole_class.cases import ADD_UP
from proofs_checks.symfed.scaffold.whole_class.steps import BY_NAME, END, Hr, bound, c, drift, eq, g, ge, gt, le, m, n, one_client, q
from symfed.core.symbols import H
from symfed.theorems import Apply, Arithmetic, Assumed
from symfed.theorems.interpolation import inner_of_mean, quotient, same_form
from symfed.theorems.norms import mean_of
from symfed.theorems.sequences import bernoulli, linear_combination
from symfed.theorems.vocabulary import Inner, Mean, Norm
from symfed.theorems.within import Within

#: c = H r/q, at most 1 by the bounds of q.
SHARE = (
    Apply(bernoulli, "q >= 1 - H m", x=-m, n=H),
    Arithmetic("H r >= 0", ge(drift), {"q >= 1 - H m": 1 / m}),
    Arithmetic("H r/q >= 0", ge(drift / q), ("H r >= 0", "q > 0")),
    Apply(quotient, "c", by=("q > 0", "H r/q >= 0"), top=drift, bottom=q, value=c),
    Arithmetic("c q = H r", eq(c * q, drift), ("c", "q > 0")),
    Arithmetic("c q <= H r", le(c * q, drift), ("c q = H r",)),
    Arithmetic("few", le(H**2 * m, 1)),
    Arithmetic("r <= n m/2", le(drift, H * n * m / 2), {"q from above": 1 / m}),
    Arithmetic("n m/2 H <= q", le(H * n * m / 2, q), {"q from below": 1, "few": (H + 1) / (2 * H)}),
    Arithmetic("H r <= q by these", le(drift, q), {"r <= n m/2": 1, "n m/2 H <= q": 1}),
    Arithmetic("c <= 1", le(c, 1), ("c q = H r", "H r <= q by these", "q > 0")),
)
INNER, PUSHED = 2 * q * Hr / H, (Hr**2 + n**2) / H**2
PARTS = q**2 * Norm(e) ** 2 + INNER * Inner(e, y_c) + PUSHED * Norm(y_c) ** 2
PARTED = le(Norm(END) ** 2, PARTS)
#: What is left of a client is at most q^2 |e|^2, a product whose mean is zero, and q^2 |y|^2.
CLIENT = (
    Arithmetic("Hr = c q", eq(Hr, c * q), ("Hr", "c q = H r")),
    Arithmetic("g = 0", eq(g, 0), ("g", "Hr = c q")),
    Apply(same_form, "without g", left=bound(g), right=bound(sp.S.Zero), equations=("g = 0",)),
    Apply(
        same_form,
        "written out",
        left=bound(sp.S.Zero),
        right=PARTS,
        equations=("Hr = c q",),
    ),
    Arithmetic("a client", le(Norm(END) ** 2, bound(g)), ("less the bound",)),
    Arithmetic("0 <= Hr", ge(Hr), ("Hr", "H r >= 0")),
    Arithmetic("Hr <= H n m/2", le(Hr, H * n * m / 2), ("Hr", "r <= n m/2")),
    Arithmetic("its square", le(Hr**2, H**2 * n**2 * m**2 / 4), ("0 <= Hr", "Hr <= H n m/2")),
    Arithmetic("q >= n/H", ge(q - n / H), {"q from below": 1, "few": 1 / H}),
    Arithmetic("m > 0", gt(m)),
    Arithmetic(
        "of y",
        le(PUSHED, q**2),
        {
            "q from below": 2 * n / H,
            "few": 2 * n / H**2,
            "its square": 1 / H**2,
            "q >= n/H": q - n / H,
            "m > 0": sp.Rational(23, 36) * n**2 * m,
        },
    ),
)
#: |e+|^2 + mean |y+|^2 is the mean of all |e+ + y+|^2 = |u_H + y|^2.
MEANS = (
    *(BY_NAME[name] for name in ("e after", "y after", "x after")),
    linear_combination("ends", x_after_c, END, {"x after": 1, "e after": 1, "y after": 1, "y": -1}),
    Assumed("zero sum", ADD_UP),
    Apply(mean_of, "mean of y", relation="y"),
    Apply(mean_of, "mean of y after", relation="y after"),
    linear_combination("still zero", Mean(y_after_c), 0 * x, {"mean of y after": 1, "mean of y": -1, "zero sum": 1}),
    Apply(
        same_form,
        "in two parts",
        left=Norm(END) ** 2,
        right=Norm(e_after) ** 2 + 2 * Inner(e_after, y_after_c) + Norm(y_after_c) ** 2,
        equations=("e after", "y after", "y"),
    ),
    Apply(mean_of, "all parts", relation="in two parts"),
    Apply(inner_of_mean, "product after", u=e_after, v=y_after_c),
    Apply(same_form, "none after", left=Inner(e_after, Mean(y_after_c)), right=sp.S.Zero, equations=("still zero/1",)),
    Apply(inner_of_mean, "product", u=e, v=y_c),
    Apply(same_form, "none", left=Inner(e, Mean(y_c)), right=sp.S.Zero, equations=("zero sum",)),
)
BEFORE, AFTER = Norm(e) ** 2 + Mean(Norm(y_c) ** 2), Norm(e_after) ** 2 + Mean(Norm(y_after_c) ** 2)
#: V+ <= q^2 V.
SHRINKS = le(AFTER, q**2 * BEFORE)
A_ROUND = (
    *one_client(SHARE),
    *CLIENT,
    *MEANS,
    Within(
        (sp.Ge(H, 2),),
        (Arithmetic("a client in parts", PARTED, {"a client": 1, "without g": 1, "written out": 1}),),
        known=("n^2 - g^2 > 0",),
    ),
    Arithmetic("a client by parts", PARTED, ("a client in parts",)),
    Apply(mean_of, "all clients", relation="a client by parts"),
    Arithmetic(
        "a round",
        SHRINKS,
        {
            "all clients": 1,
            "all parts": -1,
            "product after": -2,
            "none after": -2,
            "product": INNER,
            "none": INNER,
            "of y": Mean(Norm(y_c) ** 2),
        },
    ),
)
