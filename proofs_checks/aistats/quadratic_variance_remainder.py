"""Second moments on quadratics: gamma/N A C, and what is left of them with a smooth noise covariance, and with any that A1 and A3 allow."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats.assumption_3 import A3 as NOISE_MOMENTS
from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.aistats.quadratic_bias_remainder import A1, A5, BOTH, NOT_FAR
from proofs_checks.aistats.quadratic_mean_path import BIAS, FROM_STAR, MEAN_PATH
from proofs_checks.aistats.quadratic_parts import PARTS
from proofs_checks.aistats.quadratic_second_moment import (
    APART,
    CHANGE,
    CHANGES,
    EQUATION,
    GAP,
    ROUND,
    SIZE,
    SIZES,
    UNSEEN,
    WITH_START,
    C_c,
    V,
    X,
)
from proofs_checks.aistats.quadratic_spread import (
    AT_STAR,
    BOUNDED_PATHS,
    FROM,
    GRADIENT2,
    MEAN_PATH_NEAR,
    NOISE2,
    NOISE_THERE,
    NOISES,
    SPREAD,
    SPREADS,
    S,
    T_w,
    at,
    le,
    pull,
    sigma,
)
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.second_order_path import HETEROGENEITY_BIAS, A, g
from proofs_checks.aistats.stochastic_round import theta_w
from symfed.checks import inequality_search
from symfed.claims import Claim, Class, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, N, gamma, h, mu
from symfed.models.arrays import rational
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import Instance, instances
from symfed.theorems import Apply, Arithmetic, facts_of
from symfed.theorems.moments import norm_of_expectation
from symfed.theorems.noise import covariance_near, fresh_covariance, fresh_outer, noise, noise_changes
from symfed.theorems.norms import mean_of, triangle, triangle_sum
from symfed.theorems.outer import outer_norm, outer_of_equals
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import (
    CLIENTS_INDEPENDENT,
    FOURTH_MOMENT,
    FRESH,
    SMOOTH_COVARIANCE,
    E,
    Mean,
    Norm,
    Outer,
    Quantity,
    sequence,
)

A3 = Class(NOISE_MOMENTS.says, NOISE_MOMENTS.contains, None, (FOURTH_MOMENT,))
CONDITIONS = (A1, A3, A5, FRESH, CLIENTS_INDEPENDENT)
WHERE_DRAWS = {str(FRESH): "Algorithm 1", str(CLIENTS_INDEPENDENT): "Section 2: the states are independent"}
LINES = {str(c): "Theorem 2" for c in (SMALL, A1, A3, A5)} | WHERE_DRAWS

B1 = BOTH / mu
_SUMMED = (
    gamma / (N * H) * CHANGES
    + gamma * L**2 * (3 * H - 1) * SIZE
    + gamma * L * (H - 1) * pull * Norm(BIAS)
    + gamma**2 * H**2 * L * (2 * NOISE2 + GRADIENT2)
    + 2 * gamma**3 * H**3 * L**2 * GRADIENT2
)
#: The constants of gamma^2 H, gamma^2 H^2 and gamma^3 H^3, whatever the covariance of the noise does.
STEPS = 3 * L**2 * SPREAD / mu
ROUNDS = L * (pull * B1 + 2 * NOISE2 + GRADIENT2) / (2 * mu)
CUBES = L**2 * (3 * B1**2 + GRADIENT2) / mu
OTHERS = STEPS * gamma**2 * H + ROUNDS * gamma**2 * H**2 + CUBES * gamma**3 * H**3
COVARIANCE = sp.Eq(E(Outer(AT_STAR, AT_STAR)), C_c, evaluate=False)
EQUATION_LEFT = le(Norm(GAP), gamma / (2 * mu * N * H) * CHANGES + OTHERS)
PATHS = le(E(Norm(FROM) ** 2), 2 * gamma * SPREAD + 2 * Norm(FROM_STAR) ** 2)
MEAN_PATHS = le(Norm(FROM_STAR), gamma * (H * B1 + h * pull)), le(Norm(FROM_STAR), pull / mu)
NOISE = le(E(Norm(AT_STAR) ** 2), sigma**2)
#: What X is, which gamma/N X is printed by.
PRINTED = sp.Eq(A * X + X * A, Mean(C_c), evaluate=False)
#: That a round keeps the second moment.
KEPT = sp.Eq(E(Outer(T_w(theta_w) - theta_star, T_w(theta_w) - theta_star)), V, evaluate=False)

REACHED = (
    *MEAN_PATH,
    *HETEROGENEITY_BIAS,
    *NOT_FAR,
    *MEAN_PATH_NEAR,
    *NOISE_THERE,
    *SPREADS,
    *BOUNDED_PATHS,
    *SIZES,
    *WITH_START,
    *UNSEEN,
    *APART,
    *ROUND,
    *EQUATION,
    *PARTS,
    Arithmetic(
        "summed",
        le(2 * mu * Norm(GAP), _SUMMED),
        ("nine norms", "first part", "second part", "third part", "fifth part", "seventh part", "ninth part"),
        tuple(factor / (gamma * H) for factor in (1, gamma**2, gamma**2 * H**2, 2, 2 * gamma * H, 2 * gamma, 1)),
    ),
    Arithmetic("bias", le(Norm(BIAS), gamma * H * B1), {"divided": 1}),
    Arithmetic("mean paths", MEAN_PATHS[0], {"mean path rises": 1, "bias": 1}),
    Arithmetic(
        "size in short", le(SIZE, 2 * gamma * SPREAD + 2 * (gamma * H * B1) ** 2), {"size": 1, "bias": 2 * (Norm(BIAS) + gamma * H * B1)}
    ),
    Arithmetic(
        "left",
        EQUATION_LEFT,
        ("summed", "bias", "size in short"),
        tuple(factor / (2 * mu) for factor in (1, gamma * L * (H - 1) * pull, gamma * L**2 * (3 * H - 1))),
    ),
)


def left_over(share=1):
    """|second moment - gamma/N A C| and what bounds it, on a quadratic with additive noise in dimension one, where all is rational.

    There noise has its covariance at theta* everywhere, so that the fourth moment is not asked for. `share`: of the bound.
    """

    def sides(i):
        p = i.problem.jets
        gap = stationary_exact("fedavg", i.problem, i.gamma, i.H).second_moment - i.gamma / i.N * p.lyapunov(p.hessian, p.noise)
        gradients, hessians = p.gradients[:, 0], p.hessians[:, 0, 0]
        values = {pull: max(abs(gradients)), sigma**2: max(p.noise_covariance[:, 0, 0]), mu: i.mu, L: i.L, gamma: i.gamma, H: i.H}
        both = (abs(hessians - p.hessian[0, 0]) * abs(gradients)).sum() / i.N
        said = OTHERS
        for step in reversed(NOISE_THERE):
            said = said.xreplace({step.equation.lhs: step.equation.rhs}) if hasattr(step, "equation") else said
        exact = {letter: sp.Rational(str(value)) for letter, value in (values | {BOTH: both}).items()}
        return abs(gap[0, 0]), rational(said.xreplace(exact)) * share

    return sides


def alone():
    """One client of curvature one and unit noise: there the bound is nearest, a two-thousandth of it."""
    one, zero = flint.fmpq(1), flint.fmpq(0)
    problem = QuadraticProblem(np.array([[[one]]], dtype=object), np.array([[zero]], dtype=object), np.array([[[one]]], dtype=object))
    return (Instance(problem, one / 10, 1, one, one),)


ADDITIVE = crosscheck(
    "additive noise",
    left_over(),
    inequality_search(
        instances, scope="exact quadratics, additive noise, d = 1", sizes=((1, 1), (1, 2), (1, 3)), examples=3, extremes=alone
    ),
    wrong={"a three-thousandth of it": left_over(flint.fmpq(1, 3000))},
)

second_moment = Claim(
    id="symfed-fedavg-quadratic-second-moment",
    kind="inequality",
    says="On quadratics the second moment about theta* misses gamma/N A C by what the covariance of the noise changes along the local paths, and "
    "by constants times gamma^2 H, gamma^2 H^2 and gamma^3 H^3, for every H; the paths stay within so much of theta*. A is the inverse of "
    "V -> A V + V A; the constants are made of mu, L, the longest gradient and the noise's fourth moment at theta*, as the steps define them.",
    printed=printed_at(
        "the equation behind Theorem 2, last display",
        r"\Big\|\bar\Sigma_{sto}-\frac\gamma N\mathbf A\mathcal C\Big\|\le\frac\gamma{2\mu NH}\frac1N\sum_c\Big\|\sum_{h<H}"
        r"(\mathcal C_c(\theta_c^h)-\mathcal C_c)\Big\|+K_1\gamma^2H+K_2\gamma^2H^2+K_3\gamma^3H^3",
    ),
    statement=sp.And(
        sp.Eq(Mean(g), 0, evaluate=False), COVARIANCE, NOISE, PATHS, *MEAN_PATHS, EQUATION_LEFT, PRINTED, KEPT, evaluate=False
    ),
    under=Domain((SMALL,), CONDITIONS, LINES),
    lemmas=ADDITIVE,
    follows=REACHED,
    expect=Tier.PROVED,
)
#: The parts of its statement, by the name under which another proof finds them.
_PART = {part: name for name, part in facts_of(second_moment, {second_moment.id: second_moment}).items() if "/" in name}
_STEPS = {step.name: step for step in (*MEAN_PATH, *BOUNDED_PATHS)}
#: What other proofs speak of again: the mean path, and the sum of the noise.
AGAIN = tuple(
    _STEPS[name] for name in ("start", "local step", "mean path", "no noise", "one noise more", "no noise there", "one noise more there")
)

D_c = sequence("slope_c", "the derivative of the covariance of a client's noise at theta*, from a vector to a matrix")
K = Quantity("K_star", "a number with |C_c(x) - C_c - D_c (x - theta*)| <= K |x - theta*|^2 and |D_c x| <= K |x| for all x and all clients")
OWN = E(Outer(noise(h, S), noise(h, S)))


def summed(increment, bound, final):
    """From the fact "change", |E noise noise' - C| <= increment(h), to a bound of the second moment's gap."""
    return (
        Apply(outer_of_equals, "noises squared", one="one noise more there", other="one noise more there"),
        Apply(expectation_of, "noises squared in the mean", relation="noises squared"),
        Apply(fresh_outer, "noises apart", u=NOISES, y=S, step=h),
        linear_combination(
            "sum by one", at(h + 1, CHANGE), CHANGE + OWN - C_c, ("noises squared in the mean", "noises apart/1", "noises apart/2")
        ),
        Apply(outer_of_equals, "none squared", one="no noise there", other="no noise there"),
        Apply(expectation_of, "none squared in the mean", relation="none squared"),
        linear_combination("sum of none", at(0, CHANGE), 0 * x, ("none squared in the mean",)),
        Apply(triangle, "sum in two", u=CHANGE, v=OWN - C_c),
        Arithmetic("sum in short", le(Norm(at(h + 1, CHANGE)), Norm(CHANGE) + Norm(OWN - C_c)), ("sum by one/2", "sum in two")),
        Arithmetic("sum at most", le(Norm(at(h + 1, CHANGE)), Norm(CHANGE) + increment), {"sum in short": 1, "change": 1}),
        bounded_by_induction("sums", Norm(CHANGE), h, bound, increment=increment, by=("sum at most", "sum of none/2")),
        Apply(instance, "sums at H", relation="sums", at={h: H}),
        Apply(mean_of, "changes", relation="sums at H"),
        Arithmetic("remainder", final, {_PART[EQUATION_LEFT]: 1, "changes": gamma / (2 * mu * N * H)}),
    )


_FARTHER = K * (1 + 2 * pull / mu)
_CHANGE = _FARTHER * gamma * (H * B1 + h * pull) + 2 * gamma * K * SPREAD
#: The constants of gamma^2 and gamma^2 H that a smooth covariance adds.
ONCE = K * SPREAD / (mu * N)
TIMES = _FARTHER * (B1 + pull / 2) / (2 * mu * N)
SMOOTH = le(Norm(GAP), ONCE * gamma**2 + TIMES * gamma**2 * H + OTHERS)

smooth_remainder = Claim(
    id="symfed-fedavg-quadratic-variance-remainder",
    kind="inequality",
    says="The remainder of Theorem 2's second moment, with its constants and for every H, where noise covariances are twice differentiable "
    "at theta*: gamma^2, gamma^2 H, gamma^2 H^2 and gamma^3 H^3. |C_c(x) - C_c - D_c (x - theta*)| <= K |x - theta*|^2, |D_c x| <= K |x|.",
    printed=printed_at(
        "the remainder of Theorem 2, last display, with its missing condition",
        r"\Big\|\bar\Sigma_{sto}-\frac\gamma N\mathbf A\mathcal C\Big\|\le K_0\gamma^2+K_1\gamma^2H+K_2\gamma^2H^2+K_3\gamma^3H^3",
    ),
    statement=SMOOTH,
    under=Domain((SMALL,), (*CONDITIONS, SMOOTH_COVARIANCE), LINES),
    lemmas=ADDITIVE,
    follows=(
        *AGAIN,
        Apply(covariance_near, "C near", point=theta_star, covariance=C_c, slope=D_c, bound=K, u=x),
        Apply(fresh_covariance, "C there", point=theta_star, covariance=C_c, slope=D_c, bound=K, u=x, y=S),
        Apply(instance, "slope there", relation="C near/2", at={x: E(S) - theta_star}),
        linear_combination("as far", E(S) - theta_star, FROM_STAR, {"mean path": -1}),
        Apply(triangle, "changes in two", u=OWN - C_c - D_c(E(S) - theta_star), v=D_c(E(S) - theta_star)),
        Arithmetic(
            "change in short",
            le(Norm(OWN - C_c), K * (E(Norm(FROM) ** 2) + Norm(FROM_STAR))),
            ("changes in two", "C there", "slope there", "as far/2"),
        ),
        Arithmetic(
            "path squares",
            le(E(Norm(FROM) ** 2), 2 * gamma * SPREAD + 2 * pull / mu * Norm(FROM_STAR)),
            {_PART[PATHS]: 1, _PART[MEAN_PATHS[1]]: 2 * Norm(FROM_STAR)},
        ),
        Arithmetic("change", le(Norm(OWN - C_c), _CHANGE), {"change in short": 1, "path squares": K, _PART[MEAN_PATHS[0]]: _FARTHER}),
        *summed(
            _CHANGE,
            h * (_FARTHER * gamma * (H * B1 + (h - 1) / 2 * pull) + 2 * gamma * K * SPREAD),
            SMOOTH,
        ),
    ),
    uses=(second_moment.id,),
    expect=Tier.PROVED_GIVEN,
)

#: gamma L to the power 1/2 balances noise at theta* against what it changes.
_ROOT = sp.sqrt(gamma * L)
_OFF = noise(h, S) - AT_STAR
_PLACES = gamma**2 * (H * B1 + h * pull) ** 2
_ROUGH_CHANGE = _ROOT * sigma**2 + 4 * L**2 * (1 + 1 / _ROOT) * (2 * gamma * SPREAD + 4 * gamma**2 * (H**2 * B1**2 + h**2 * pull**2))
_ROUGH_SUM = h * (_ROOT * sigma**2 + 4 * L**2 * (1 + 1 / _ROOT) * (2 * gamma * SPREAD + 4 * gamma**2 * (H**2 * B1**2 + h**2 * pull**2 / 3)))
ROUGH = le(Norm(GAP), sp.expand(gamma / (2 * mu * N * H) * _ROUGH_SUM.xreplace({h: H})) + OTHERS)

rough_remainder = Claim(
    id="symfed-fedavg-quadratic-variance-rough-remainder",
    kind="inequality",
    says="The remainder of Theorem 2's second moment with any noise that A1 and A3 allow, with its constants and for every H: besides those of a "
    "smooth covariance gamma^(3/2), and gamma^(5/2) H^2, since noise changes by at most 2 L |x - theta*| from theta* to x.",
    printed=printed_at(
        "the remainder of Theorem 2, last display, without a further condition",
        r"\Big\|\bar\Sigma_{sto}-\frac\gamma N\mathbf A\mathcal C\Big\|\le K_0\gamma^{3/2}+K_1\gamma^2H+K_2\gamma^2H^2+K_3\gamma^{5/2}H^2"
        r"+K_4\gamma^3H^3",
    ),
    statement=ROUGH,
    under=Domain((SMALL,), CONDITIONS, LINES),
    lemmas=ADDITIVE,
    follows=(
        *AGAIN,
        Apply(noise_changes, "noise changes there", x=S, y=theta_star, step=h),
        Apply(norm_of_expectation, "change and size", v=Outer(noise(h, S), noise(h, S)) - Outer(AT_STAR, AT_STAR)),
        Apply(triangle_sum, "three changes", vectors=(Outer(AT_STAR, _OFF), Outer(_OFF, AT_STAR), Outer(_OFF, _OFF))),
        Apply(outer_norm, "size, one way", u=AT_STAR, v=_OFF),
        Apply(outer_norm, "size, other way", u=_OFF, v=AT_STAR),
        Apply(outer_norm, "size of both", u=_OFF, v=_OFF),
        Arithmetic(
            "sizes",
            le(Norm(Outer(noise(h, S), noise(h, S)) - Outer(AT_STAR, AT_STAR)), 2 * Norm(AT_STAR) * Norm(_OFF) + Norm(_OFF) ** 2),
            ("three changes", "size, one way", "size, other way", "size of both"),
        ),
        Arithmetic(
            "off squared", le(Norm(_OFF) ** 2, 4 * L**2 * Norm(FROM) ** 2), {"noise changes there": Norm(_OFF) + 2 * L * Norm(FROM)}
        ),
        Arithmetic("gap of sizes", le(0, (_ROOT * Norm(AT_STAR) - Norm(_OFF)) ** 2)),
        Arithmetic(
            "balanced",
            le(2 * Norm(AT_STAR) * Norm(_OFF), _ROOT * Norm(AT_STAR) ** 2 + Norm(_OFF) ** 2 / _ROOT),
            {"gap of sizes": 1 / _ROOT},
        ),
        Arithmetic(
            "sizes in short",
            le(
                Norm(Outer(noise(h, S), noise(h, S)) - Outer(AT_STAR, AT_STAR)),
                _ROOT * Norm(AT_STAR) ** 2 + 4 * L**2 * (1 + 1 / _ROOT) * Norm(FROM) ** 2,
            ),
            {"sizes": 1, "balanced": 1, "off squared": 1 + 1 / _ROOT},
        ),
        Apply(expectation_of, "sizes in the mean", relation="sizes in short"),
        linear_combination("change of C", OWN - C_c, OWN - E(Outer(AT_STAR, AT_STAR)), (_PART[COVARIANCE],)),
        Arithmetic("places", le(Norm(FROM_STAR) ** 2, _PLACES), {_PART[MEAN_PATHS[0]]: Norm(FROM_STAR) + gamma * (H * B1 + h * pull)}),
        Arithmetic("gap of places", le(0, (H * B1 - h * pull) ** 2)),
        Arithmetic(
            "places in two",
            le(Norm(FROM_STAR) ** 2, 2 * gamma**2 * (H**2 * B1**2 + h**2 * pull**2)),
            {"places": 1, "gap of places": gamma**2},
        ),
        Arithmetic(
            "change, its size",
            le(Norm(OWN - C_c), E(Norm(Outer(noise(h, S), noise(h, S)) - Outer(AT_STAR, AT_STAR)))),
            ("change of C/2", "change and size"),
        ),
        Arithmetic(
            "change",
            le(Norm(OWN - C_c), _ROUGH_CHANGE),
            {
                "change, its size": 1,
                "sizes in the mean": 1,
                _PART[NOISE]: _ROOT,
                _PART[PATHS]: 4 * L**2 * (1 + 1 / _ROOT),
                "places in two": 8 * L**2 * (1 + 1 / _ROOT),
            },
        ),
        *summed(_ROUGH_CHANGE, _ROUGH_SUM, ROUGH),
    ),
    uses=(second_moment.id,),
    expect=Tier.PROVED_GIVEN,
)
