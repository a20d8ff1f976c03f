"""Appendix B.6: the order of the first term of equation (55), the one due to heterogeneity, and of what it adds to the bias."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats.proofs.section_b6_end_gradients import (
    PULL,
    SUM,
    TO_FIRST,
    UNDER,
    A_c,
    G,
    P,
    POWER_c,
    TURNED_c,
    V,
    at,
    le,
    small_steps,
)
from proofs_checks.aistats.quantities import SIZES, x, y
from proofs_checks.aistats.shrinking import RATE, bounded_by_start
from symfed.checks import inequality_search
from symfed.claims import Claim, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, mu
from symfed.models.arrays import solve
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.norms import jensen, mean_of, triangle, zero_norm
from symfed.theorems.operators import coercive, solvable
from symfed.theorems.sequences import banach, bounded_by_induction, equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import Mean, Norm, Vector, sequence

TERM_c = Vector("first_term_c", "(Id - Gamma_c^H) grad f_c(theta*), with the inverse of client c's Hessian at theta* applied")
SHARE = Vector("first_share", "what the first term of (55) adds to the bias: (Id - Gamma^H) of it is the mean of those terms")
MAP = sequence("first_term_map", "the mean over clients of Gamma_c^H applied to a vector, and the first term of (55) added")
APART = POWER_c(h, x) - POWER_c(h, y)
SUMMED = gamma * TURNED_c(H)

SIZE = le(Norm(Mean(TERM_c)), gamma * H * L / (2 * mu) * PULL)
ADDS = le(Norm(SHARE), gamma * (H - 1) * L / mu * PULL)
#: The first term is gamma times the sum of turned gradients.
AS_A_SUM = (
    Apply(solvable, "term", by=("curvature/1",), matrix=A_c, low=mu, right=G - POWER_c(H, G), solution=TERM_c),
    linear_combination(
        "geometric: begins", POWER_c(0, G) + gamma * A_c * TURNED_c(0), G, {"no power of it": 1, "none turned": gamma * A_c}
    ),
    linear_combination(
        "geometric: goes on",
        at(h + 1, POWER_c(h, G) + gamma * A_c * V - G),
        POWER_c(h, G) + gamma * A_c * V - G,
        {"one power more of it": 1, "one turned more": gamma * A_c},
    ),
    Apply(equal_by_induction, "geometric", u=POWER_c(h, G) + gamma * A_c * V, v=G, index=h, factor=sp.S.One),
    Apply(instance, "geometric at H", relation="geometric", at={h: H}),
    linear_combination("same image", sp.expand(A_c * (SUMMED - TERM_c)), 0 * x, {"geometric at H": 1, "term": -1}),
    Apply(coercive, "no kernel", by=("curvature/1",), matrix=A_c, low=mu, v=SUMMED - TERM_c),
    Arithmetic("no distance", le(Norm(SUMMED - TERM_c), 0), {"no kernel": 1 / mu, "same image/2": 1 / mu}),
    Apply(zero_norm, "one solution", v=SUMMED - TERM_c),
    Apply(mean_of, "one solution in the mean", relation="one solution"),
    linear_combination("a sum", Mean(TERM_c), gamma * SUM, {"one solution in the mean": -1}),
)
#: (Id - Gamma^H)^-1 exists, as powers shrink, and is no larger than 2/(gamma mu H).
INVERTED = (
    Apply(instance, "no power of the other", relation="no power", at={x: y}),
    Apply(instance, "one power more of the other", relation="one power more", at={x: y}),
    *bounded_by_start("powers", P, x, A_c, (("no power",), (1,)), (("one power more",), (1,))),
    *bounded_by_start(
        "apart",
        APART,
        x - y,
        A_c,
        (("no power", "no power of the other"), (1, -1)),
        (("one power more", "one power more of the other"), (1, -1)),
    ),
    Apply(instance, "apart at H", relation="apart", at={h: H}),
    Apply(mean_of, "apart in the mean", relation="apart at H"),
    Apply(jensen, "convexity of those apart", v=at(H, APART)),
    Define("map", sp.Eq(MAP(x), Mean(POWER_c(H, x)) + Mean(TERM_c))),
    Apply(instance, "map of the other", relation="map", at={x: y}),
    linear_combination("mapped", MAP(x) - MAP(y), Mean(at(H, APART)), {"map": 1, "map of the other": -1}),
    Arithmetic(
        "contracts",
        le(Norm(MAP(x) - MAP(y)), RATE**H * Norm(x - y)),
        {"mapped/2": 1, "convexity of those apart": 1, "apart in the mean": 1},
    ),
    bounded_by_induction("rate", RATE**h, h, 1 - h * gamma * mu + h**2 * gamma**2 * mu**2 / 2, factor=RATE, by=("mu <= L",)),
    Apply(instance, "rate at H", relation="rate", at={h: H}),
    Arithmetic("enough is lost", le(gamma * mu * H / 2, 1 - RATE**H), ("rate at H",)),
    Arithmetic("rate not negative", le(0, RATE**H), ("mu <= L",)),
    Arithmetic("rate below one", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
    Apply(banach, "share", by=("contracts", "rate not negative", "rate below one"), mapping=MAP, factor=RATE**H, x=x, y=y, point=SHARE),
    Apply(instance, "map of the share", relation="map", at={x: SHARE}),
    Apply(instance, "powers of the share", relation="powers", at={x: SHARE, h: H}),
    Apply(mean_of, "powers of the share in the mean", relation="powers of the share"),
    Apply(jensen, "their convexity", v=POWER_c(H, SHARE)),
    linear_combination("share in two", SHARE, Mean(POWER_c(H, SHARE)) + Mean(TERM_c), {"share/1": -1, "map of the share": 1}),
    Apply(triangle, "two parts", u=Mean(POWER_c(H, SHARE)), v=Mean(TERM_c)),
    Arithmetic(
        "closed",
        le((1 - RATE**H) * Norm(SHARE), gamma**2 * H * (H - 1) / 2 * L * PULL),
        {
            "share in two/2": 1,
            "two parts": 1,
            "their convexity": 1,
            "powers of the share in the mean": 1,
            "a sum/2": 1,
            "first order": gamma,
        },
    ),
    Arithmetic("adds", ADDS, {"closed": 2 / (gamma * mu * H), "enough is lost": 2 / (gamma * mu * H) * Norm(SHARE)}),
)


def both_terms(i):
    """The mean of (Id - Gamma_c^H) A_c^-1 g_c, and (Id - Gamma^H)^-1 of it, squared; the square of the longest gradient."""
    p = i.problem.jets
    powers = p.power(p.identity() - i.gamma * p.hessians, i.H)
    turned = np.array([solve(A, g - M @ g) for A, M, g in zip(p.hessians, powers, p.gradients, strict=True)], dtype=object)
    term = p.mean(turned)
    share = solve(p.identity() - p.mean(powers), term)
    return (term**2).sum(), (share**2).sum(), max((g**2).sum() for g in p.gradients)


def sides(of_term=1, of_share=1, steps=1):
    """Both bounds, squared, with a share of each, H - 1 with `steps` for 1."""

    def both(i):
        term, share, longest = both_terms(i)
        unit = (i.gamma * i.L / i.mu) ** 2 * longest
        right = (of_term * unit * i.H**2 / 4, of_share * unit * (i.H - steps) ** 2)
        return np.array([term, share], dtype=object), np.array(right, dtype=object)

    return both


first_order = Claim(
    id="aistats-B6-first-term-order",
    kind="expansion",
    says="The first term of (55) is O(gamma H), with the constant L/(2 mu) times the mean norm of the clients' gradients at theta*, and so is what it adds "
    "to the bias, (Id - Gamma^H)^-1 of it: at most gamma (H-1) L/mu times that mean. Either sign in (55) leaves the order as it is.",
    printed=printed_at(
        "Appendix B.6, after equation (55)",
        r"\frac1N\sum_{c=1}^N(Id-\Gamma_c^{\star,H})\nabla^2f_c(\theta^\star)^{-1}\nabla f_c(\theta^\star)\text{ is of order }O(\gamma H)",
    ),
    statement=sp.And(SIZE, ADDS, evaluate=False),
    under=UNDER,
    lemmas=crosscheck(
        "quadratics",
        sides(),
        inequality_search(small_steps, scope="exact quadratics, all powers taken", sizes=SIZES, examples=12),
        wrong={"no more than at one step less": sides(steps=2), "a hundredth": sides(flint.fmpq(1, 10**4), flint.fmpq(1, 10**4))},
    ),
    follows=(
        *TO_FIRST,
        *AS_A_SUM,
        Arithmetic("size", SIZE, {"a sum/2": 1, "first order": gamma}),
        *INVERTED,
    ),
    see=("aistats-B6-gamma-grad-order", "symfed-prop5-bound"),
    expect=Tier.PROVED,
)
