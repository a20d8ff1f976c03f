"""Proposition 6, its second moment: what the clients' own optima add to a round, and the start's share in the moment after it.

With e = theta - theta*, G e the mean over clients of (Id - gamma A_c)^H e and D that of (Gamma_c - Id)(theta* - theta_c*), a round makes G e + D
of e, and adds noise.
"""

import flint
import sympy as sp

from proofs_checks.aistats.proofs.proposition_5_paths import BIAS_MEASURES, powers, times
from proofs_checks.aistats.proofs.proposition_6 import ONE_ROUND, where
from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.aistats.quadratic_mean_path import BIAS, OWN, UNROLLED, A_c, Gamma_c
from proofs_checks.aistats.quadratic_spread import at, e_0, le
from proofs_checks.aistats.quantities import on_quadratics, theta_star, x
from proofs_checks.aistats.second_order_path import PULL, g
from proofs_checks.aistats.shrinking import RATE, always_zero, bounded_by_start
from proofs_checks.aistats.stochastic_round import A1, A3, SINGLE
from proofs_checks.aistats.theorem_2 import A2, A5, OF_JETS, noisy_runs
from symfed.checks import GrowthCheck, inequality_search
from symfed.checks.growth import LowerBound, Step, equal, number
from symfed.claims import TYPO, Claim, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, lam, mu, zeta1, zeta2
from symfed.reference.exact import stationary_exact
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import jensen, mean_of, triangle, triangle_sum
from symfed.theorems.operators import curvature_at, minimiser, ordered_curvatures, spectral
from symfed.theorems.outer import outer_norm, outer_of_expectation, transposed
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import FRESH, E, Mean, Norm, Outer

#: The mean over clients of (Gamma_c - Id)(theta* - theta_c*).
D = Mean(OWN - Gamma_c(H, OWN))
PULLS = Mean(PULL)
DRIFT = le(Norm(D), gamma**2 * L * H * (H - 1) / 2 * PULLS)
_MOVED = Gamma_c(h, OWN) - OWN
_LEFT = _MOVED - gamma * h * g
FACTORS = tuple(step for step in UNROLLED if step.name in {"no factor", "factor"})
DRIFTS = (
    Apply(minimiser, "optimum", point=theta_star),
    Apply(ordered_curvatures, "mu <= L"),
    Apply(curvature_at, "curvature", point=theta_star),
    *UNROLLED[:2],
    *FACTORS,
    Apply(instance, "no factor of the own", relation="no factor", at={x: OWN}),
    Apply(instance, "factor of the own", relation="factor", at={x: OWN}),
    linear_combination(
        "moves",
        at(h + 1, _MOVED),
        _MOVED - gamma * A_c * _MOVED + gamma * g,
        {"factor of the own": 1, "own linear/1": gamma, "own optimum": -gamma},
    ),
    linear_combination("begins", at(0, _MOVED), 0 * x, ("no factor of the own",)),
    Apply(spectral, "turns back", by=("mu <= L",), matrix=A_c, function=1 - gamma * lam, bound=RATE, v=_MOVED),
    Apply(spectral, "turns", by=("mu <= L",), matrix=A_c, function=lam, bound=L, v=_MOVED),
    Apply(triangle, "and is pulled", u=_MOVED - gamma * A_c * _MOVED, v=gamma * g),
    Arithmetic(
        "one move", le(Norm(at(h + 1, _MOVED)), RATE * Norm(_MOVED) + gamma * PULL), {"moves/2": 1, "and is pulled": 1, "turns back": 1}
    ),
    bounded_by_induction("moved", Norm(_MOVED), h, gamma * h * PULL, factor=RATE, increment=gamma * PULL, by=("mu <= L", "begins/2")),
    linear_combination("next", at(h + 1, _LEFT), _LEFT - gamma * A_c * _MOVED, ("moves/1",)),
    Apply(triangle, "two parts", u=_LEFT, v=-gamma * A_c * _MOVED),
    Arithmetic(
        "one step",
        le(Norm(at(h + 1, _LEFT)), Norm(_LEFT) + gamma**2 * L * h * PULL),
        {"next/2": 1, "two parts": 1, "turns": gamma, "moved": gamma * L},
    ),
    linear_combination("nothing left", at(0, _LEFT), 0 * x, ("begins/1",)),
    bounded_by_induction(
        "left", Norm(_LEFT), h, gamma**2 * L * h * (h - 1) / 2 * PULL, increment=gamma**2 * L * h * PULL, by=("nothing left/2",)
    ),
    Apply(instance, "left at H", relation="left", at={h: H}),
    Apply(mean_of, "left in the mean", relation="left at H"),
    Apply(jensen, "convexity of what is left", v=at(H, _LEFT)),
    linear_combination("the pulls cancel", D, -Mean(at(H, _LEFT)), {"optimum": -gamma * H}),
    Arithmetic("drift", DRIFT, {"the pulls cancel/2": 1, "convexity of what is left": 1, "left in the mean": 1}),
)
DRIFT_TEX = r"\frac1N\sum_c(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)"


def by_zeta(factor):
    """The bound with zeta_1 for the mean norm of the clients' gradients, times a factor."""
    return le(Norm(D), factor * gamma**2 * L * zeta1 / 2)


drift = Claim(
    id="aistats-prop6-drift-order",
    kind="expansion",
    says="What the clients' own optima add to a round is at most gamma^2 L H (H-1)/2 times the mean norm of the clients' gradients at theta*, which cancel in "
    "first order. (Equation (50), by which it is said to hold, lacks a vector; none of it is needed.)",
    printed=printed_at("proof of Proposition 6, the variance", DRIFT_TEX + r"=O(\gamma^2H^2)"),
    statement=DRIFT,
    under=where(SMALL, classes=(A1, A5)),
    lemmas=crosscheck(
        "exact",
        by_zeta(H * (H - 1)),
        on_quadratics(noisy_runs, measures=BIAS_MEASURES, extremes=None),
        wrong={
            "a tenth": by_zeta(H * (H - 1) / 10),
            "H - 2 for H": by_zeta((H - 2) * (H - 1)),
            "of order gamma^3": by_zeta(gamma * mu / 50),
        },
    ),
    follows=DRIFTS,
    see=("aistats-eq50",),
    expect=Tier.PROVED,
)

# ---- the start's share in the second moment after a round

CROSS_TEX = r"\int(\Gamma^\star(\theta-\theta^\star)+%s)^{\otimes2}\pi=\Gamma^\star\int(\theta-\theta^\star)^{\otimes2}\pi\,\Gamma^\star+%s"


def own_optima() -> LowerBound:
    """Two clients of curvature one with theta_c* = 1 and -1, without noise, H = 1: theta* = 0 is the stationary law."""
    Gamma, apart = 1 - gamma, number(1)
    return LowerBound(
        instance={"f_c": "(theta - theta_c*)^2/2, theta_c* = 1 and -1", "constants": "N = 2, mu = L = 1, H = 1, no noise"},
        bound=gamma**2,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "a round from 0 ends at the mean of gamma and -gamma, which is 0 = theta*",
                equal((gamma * number(1) + gamma * number(-1)) / 2, 0),
            ),
            Step(
                "the integrand is ((Gamma* - 1)(0 - theta_c*))^2 = gamma^2 for either client, and the second moment is 0",
                equal(((Gamma - 1) * (0 - apart)) ** 2, gamma**2),
            ),
        ),
    )


cross = Claim(
    id="aistats-prop6-cross-term",
    kind="expansion",
    says="The sum over clients is lost, and Gamma_c with it: (Gamma* - Id)(theta* - theta_c*), of one client c that the right side does not know, is of order "
    "gamma H, so that its square is of order gamma^2 H^2. With the mean of (Gamma_c - Id)(theta* - theta_c*), as two displays before, it is true.",
    printed=printed_at(
        "proof of Proposition 6, the variance", CROSS_TEX % (r"(\Gamma^\star-Id)(\theta^\star-\theta_c^\star)", r"O(\gamma^3H^3)")
    ),
    statement=gamma**3 * H**3,
    under=where(SMALL, ONE_ROUND, classes=OF_JETS),
    checks=GrowthCheck(own_optima, "two clients of one curvature, H = 1", at=((H, 1),)),
    see=("aistats-prop6-drift-order",),
    corrected="symfed-prop6-cross-term",
    erratum=Erratum(
        TYPO,
        "one client's (Gamma* - Id)(theta* - theta_c*) for the mean of (Gamma_c - Id)(theta* - theta_c*), which stands two displays before",
    ),
    expect=Tier.REFUTED,
)

#: What a round makes of e; and E (G + D)(G + D)' less E G G'.
G = Mean(Gamma_c(H, e_0))
_GD, _DG = E(Outer(G, D)), E(Outer(D, G))
CUBES = gamma**3 * H * (H - 1) ** 2 * L / mu * zeta1 * zeta2 * PULLS + (gamma**2 * L * H * (H - 1) / 2 * PULLS) ** 2
CROSS = le(Norm(E(Outer(G + D, G + D)) - E(Outer(G, G))), CUBES)
BIAS_BOUND = "symfed-prop5-bound"


def with_optima(both=1, square=1):
    """|2 Gamma b D + D^2| in dimension one, b the bias, and its bound with the mean of |A_c - A| |g_c| for zeta_1 zeta_2: shares of its terms."""

    def sides(i):
        p = i.problem.jets
        gaps = i.problem.optima - i.problem.optimum
        own = powers(i, i.H)
        left = (gaps - times(own, gaps)).sum(axis=0)[0] / i.N
        bias = stationary_exact("fedavg", i.problem, i.gamma, i.H).mean[0] - i.problem.optimum[0]
        pulls, turns = abs(p.gradients[:, 0]), abs(p.hessians[:, 0, 0] - p.hessian[0, 0])
        total = 2 * own.sum(axis=0)[0, 0] / i.N * bias * left + left**2
        mean, product = pulls.sum() / i.N, (turns * pulls).sum() / i.N
        first = i.gamma**3 * i.H * (i.H - 1) ** 2 * i.L / i.mu * product * mean
        return abs(total), both * first + square * (i.gamma**2 * i.L * i.H * (i.H - 1) / 2 * mean) ** 2

    return sides


cross_corrected = Claim(
    id="symfed-prop6-cross-term",
    kind="inequality",
    says="The second moment of what a round makes of the start, with and without the clients' own optima: up to constants of the "
    "problem they differ by at most gamma^3 H (H-1)^2, for twice the bias times what the optima add, and gamma^4 H^2 (H-1)^2, for what "
    "they add squared: the printed order, as gamma H is bounded.",
    printed=printed_at(
        "the cross term in Proposition 6's proof, with its mean over clients", CROSS_TEX % (DRIFT_TEX, r"O(\gamma^3H^3),\ \gamma H\le1")
    ),
    statement=CROSS,
    under=where(SMALL, classes=(A1, A2, A3, A5, FRESH)),
    lemmas=crosscheck(
        "dimension one",
        with_optima(),
        inequality_search(instances, scope="exact quadratics with noise, d = 1", sizes=((1, 2), (1, 3)), examples=12),
        wrong={"the square alone": with_optima(both=0), "a fiftieth": with_optima(flint.fmpq(1, 50), flint.fmpq(1, 50))},
    ),
    follows=(
        Apply(ordered_curvatures, "mu <= L"),
        Apply(curvature_at, "curvature", point=theta_star),
        SINGLE.mean,
        *FACTORS,
        Apply(instance, "no factor of e", relation="no factor", at={x: e_0}),
        Apply(instance, "factor of e", relation="factor", at={x: e_0}),
        Apply(expectation_of, "no factor of e in the mean", relation="no factor of e"),
        Apply(expectation_of, "factor of e in the mean", relation="factor of e"),
        Apply(instance, "no factor of the bias", relation="no factor", at={x: BIAS}),
        Apply(instance, "factor of the bias", relation="factor", at={x: BIAS}),
        *always_zero(
            "of the mean",
            E(Gamma_c(h, e_0)) - Gamma_c(h, BIAS),
            A_c,
            (("no factor of e in the mean", "no factor of the bias", "stationary mean"), (1, -1, -1)),
            (("factor of e in the mean", "factor of the bias"), (1, -1)),
        ),
        Apply(instance, "of the mean at H", relation="of the mean", at={h: H}),
        Apply(mean_of, "of the mean, by clients", relation="of the mean at H"),
        *bounded_by_start("factors", Gamma_c(h, BIAS), BIAS, A_c, (("no factor of the bias",), (1,)), (("factor of the bias",), (1,))),
        Apply(instance, "H factors", relation="factors", at={h: H}),
        Apply(mean_of, "mean factors", relation="H factors"),
        Apply(jensen, "convexity of factors", v=Gamma_c(H, BIAS)),
        linear_combination("mean of G", E(G), Mean(Gamma_c(H, BIAS)), ("of the mean, by clients",)),
        Arithmetic("powers", le(RATE**H, 1), ("mu <= L",)),
        Arithmetic(
            "G in the mean",
            le(Norm(E(G)), Norm(BIAS)),
            {"mean of G/2": 1, "convexity of factors": 1, "mean factors": 1, "powers": Norm(BIAS)},
        ),
        Arithmetic("bias", le(mu * Norm(BIAS), gamma * (H - 1) * zeta1 * zeta2), (BIAS_BOUND, "mu <= L")),
        Apply(outer_of_expectation, "D G", u=D, v=G),
        Apply(outer_norm, "size of D G", u=D, v=E(G)),
        Apply(outer_norm, "size of D D", u=D, v=D),
        Apply(transposed, "G D", u=G, v=D),
        linear_combination("D G in the mean", _DG, Outer(D, E(G)), ("D G",)),
        Apply(triangle_sum, "three parts", vectors=(_GD, _DG, Outer(D, D))),
        Arithmetic(
            "in norms",
            le(Norm(E(Outer(G + D, G + D)) - E(Outer(G, G))), 2 * Norm(D) * Norm(E(G)) + Norm(D) ** 2),
            ("three parts", "G D", "D G in the mean/2", "size of D G", "size of D D"),
        ),
        Arithmetic(
            "D",
            le(2 * mu * Norm(D) * Norm(E(G)), 2 * Norm(D) * gamma * (H - 1) * zeta1 * zeta2),
            {"G in the mean": 2 * mu * Norm(D), "bias": 2 * Norm(D)},
        ),
        Arithmetic(
            "first",
            le(2 * Norm(D) * Norm(E(G)), gamma**3 * H * (H - 1) ** 2 * L / mu * zeta1 * zeta2 * PULLS),
            {"D": 1 / mu, drift.id: 2 * gamma * (H - 1) * zeta1 * zeta2 / mu},
        ),
        Arithmetic("second", le(Norm(D) ** 2, (gamma**2 * L * H * (H - 1) / 2 * PULLS) ** 2), {drift.id: Norm(D) + DRIFT.gts}),
        Arithmetic("cubes", CROSS, {"in norms": 1, "first": 1, "second": 1}),
    ),
    uses=(drift.id, BIAS_BOUND),
    expect=Tier.PROVED_GIVEN,
)
