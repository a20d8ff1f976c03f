"""The bias of FedAvg to first order in gamma, and a bound of what is left, for losses with noise and Lipschitz third derivatives."""

import flint
import sympy as sp

from proofs_checks.aistats import theorem_1
from proofs_checks.aistats.fixed_point_remainder import M
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.second_order_path import HETEROGENEITY_BIAS, b_het
from proofs_checks.symfed.remainders.means import WAY, far_of
from proofs_checks.symfed.remainders.moments import moments, shared_moments
from proofs_checks.symfed.remainders.second_moment import WITH_THIRD, reached, remainder, rounded_root
from proofs_checks.symfed.remainders.setting import SMALL, at, exact, le, level, nu, pull, sigma, size, size_of
from proofs_checks.symfed.remainders.sums import BENT, SIGMA, A, A_c, F, G, Lambda, S, apart, d, e
from symfed.claims import Claim, Domain, Tier, printed_at
from symfed.core.symbols import H, L, N, gamma, h, lam, mu
from symfed.reference.exact import stationary_exact
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.moments import hoelder, minkowski_sum, norm_of_expectation, raised
from symfed.theorems.norms import jensen, mean_of, scaled_norm, triangle, triangle_sum, zero_norm
from symfed.theorems.operators import coercive, ordered_curvatures, solvable, spectral, third_near
from symfed.theorems.outer import transposed
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import bounded_by_induction, combination, instance, linear_combination
from symfed.theorems.vocabulary import LIPSCHITZ_THIRD, SHARED, E, Mean, Norm, Outer, Quantity, Vector, grad

D_c = Vector("third_star_c", "the third derivative of client c's loss at theta*, linear from matrices to vectors")
K = Quantity("K_third", "bounds |D_c M| by K |M|, and what the third derivative leaves of a gradient at u by K/6 |u - theta*|^3")
b_noise = Vector("b_s", "the stochasticity bias vector: A b_s = -(mean D_c) Lambda")
BIAS = E(e)
PATH = E(Outer(d, d)) - SIGMA
CUBIC = grad(S) - G - A_c * d - D_c * Outer(d, d) / 2
X = SIGMA - gamma / N * Lambda
BY_NOISE = gamma / (2 * N) * b_noise
TERMS = gamma * (H - 1) / 2 * b_het + BY_NOISE
#: What the gradients along a path have in the mean, less what the first orders say of it.
Z = E(F) - h * A_c * BIAS + gamma * h * (h - 1) / 2 * A_c * G - h / 2 * D_c * SIGMA


def way_of(pull, s):
    """The root mean square of how far a path comes from its start."""
    return gamma * (h * pull + h * L * s + sp.sqrt(h) * (sigma + 2 * L * s))


def gradual(pull, s):
    """|E F| <= h f: a mean gradient is at most L (|E e| + |E w|) + M/2 s² from that at theta*."""
    f = slow_drift(pull, s)
    return (
        Apply(spectral, "mean gradient", by=("curvature/1", "curvature/2"), matrix=A_c, function=lam, bound=L, v=E(d)),
        Apply(triangle, "mean gradient in two parts", u=sp.expand(A_c * E(d)), v=E(BENT)),
        Apply(triangle, "mean path in two parts", u=BIAS, v=E(WAY)),
        Arithmetic(
            "gradient on the mean",
            le(E(Norm(E(grad(S) - G))), f),
            {
                "mean gradient in two parts": 1,
                "mean gradient": 1,
                "mean path in two parts": L,
                "far": L,
                "mean way is short": L,
                "bent mean": 1,
                "bent, once": 1,
            },
        ),
        Arithmetic("f rises", le(f, at(h + 1, f)), {"product rises": gamma * L**2, "square rises": M / 2}),
        Apply(minkowski_sum, "drift", by=("f rises",), total=E(F), term=E(grad(S) - G), size=f, power=1),
    )


def slow_drift(pull, s):
    """What bounds a mean gradient along a path, less that at theta*."""
    return L * (far_of(pull, s) + gamma * h * (pull + L * s)) + M / 2 * s**2


def smooth_drift(s):
    """What bounds a mean gradient along a path where no client pulls."""
    return L * M * s**2 / mu


def fine(s):
    """|E F| <= h L M s²/mu where no client pulls: |E d| <= M s²/(2 mu) along the whole path."""
    rate, bent = 1 - gamma * mu, M / 2 * s**2
    rest = bent / mu
    mean = E(d)
    return (
        Apply(zero_norm, "no pull", v=G, by=("longest",)),
        Apply(expectation_of, "step on the mean", relation="there: local step"),
        Apply(ordered_curvatures, "mu <= L"),
        Apply(
            spectral, "mean shrinks", by=("curvature/1", "curvature/2", "mu <= L"), matrix=A_c, function=1 - gamma * lam, bound=rate, v=mean
        ),
        linear_combination(
            "mean path",
            at(h + 1, mean),
            mean - gamma * A_c * mean - gamma * E(BENT),
            {"step on the mean": 1, "new sample": -gamma, "no pull": -gamma},
        ),
        Apply(triangle, "mean path in two parts", u=mean - gamma * A_c * mean, v=-gamma * E(BENT)),
        Arithmetic(
            "mean step",
            le(Norm(at(h + 1, mean)), rate * Norm(mean) + gamma * bent),
            {"mean path/2": 1, "mean path in two parts": 1, "mean shrinks": 1, "bent mean": gamma, "bent, once": gamma},
        ),
        Apply(expectation_of, "mean begins", relation="there: start"),
        linear_combination("mean at once", at(0, mean), BIAS, ("mean begins",)),
        bounded_by_induction(
            "means",
            Norm(mean),
            h,
            rate**h * Norm(BIAS) + (1 - rate**h) * rest,
            factor=rate,
            increment=gamma * bent,
            by=("mu <= L", "mean at once/2"),
        ),
        Apply(instance, "means at H", relation="means", at={h: H}),
        Apply(mean_of, "means of all", relation="means at H"),
        Apply(jensen, "convexity of means", v=at(H, mean)),
        Apply(expectation_of, "mean round", relation="there: round"),
        linear_combination("come back", BIAS, Mean(at(H, mean)), {"same mean": -1, "mean round": 1}),
        Arithmetic("rate below one", sp.Lt(rate**H, 1, evaluate=False), ("mu <= L",)),
        Arithmetic(
            "closed", le((1 - rate**H) * Norm(BIAS), (1 - rate**H) * rest), {"come back/2": 1, "convexity of means": 1, "means of all": 1}
        ),
        Arithmetic("bias at once", le(Norm(BIAS), rest), ("closed", "rate below one")),
        Arithmetic("power", le(rate**h, 1), ("mu <= L",)),
        Arithmetic("power not negative", sp.Ge(rate**h, 0, evaluate=False), ("mu <= L",)),
        Arithmetic("means, all", le(Norm(mean), rest), ("means", "bias at once", "power not negative")),
        Apply(spectral, "mean gradient", by=("curvature/1", "curvature/2"), matrix=A_c, function=lam, bound=L, v=mean),
        Apply(triangle, "mean gradient in two parts", u=sp.expand(A_c * mean), v=E(BENT)),
        Arithmetic(
            "gradient on the mean",
            le(E(Norm(E(grad(S) - G))), L * M * s**2 / mu),
            {
                "mean gradient in two parts": 1,
                "mean gradient": 1,
                "means, all": L,
                "bent mean": 1,
                "bent, once": 1,
                "mu <= L": M * s**2 / (2 * mu),
            },
        ),
        Arithmetic("f rises", le(smooth_drift(s), smooth_drift(s))),
        Apply(minkowski_sum, "drift", total=E(F), term=E(grad(S) - G), size=L * M * s**2 / mu, power=1),
    )


def spread_of(pull, s):
    """How far E d d' is from E e e'."""
    return 2 * gamma * h * (pull * far_of(pull, s) + L * s**2) + way_of(pull, s) ** 2


def error(pull, s, f):
    """What a step's mean gradient leaves."""
    return K / 6 * s**3 + gamma * L * h * f + K / 2 * spread_of(pull, s)


def beyond(pull, s, s0, f):
    """|Z| <= h z: the mean gradients, less the first orders."""
    z, way = error(pull, s, f), way_of(pull, s)
    one = E(Outer(WAY, e))
    other = E(Outer(e, WAY))
    three = (E(CUBIC), -gamma * sp.expand(A_c * E(F)), sp.expand(D_c * PATH) / 2)
    return (
        Apply(third_near, "third", point=theta_star, third=D_c, bound=K, u=x),
        Apply(instance, "third there", relation="third/1", at={x: S}),
        Apply(expectation_of, "third in the mean", relation="third there"),
        Apply(hoelder, "cube", vectors=(d, d, d), sizes=(s, s, s), power=4),
        Apply(norm_of_expectation, "cubic", v=CUBIC),
        # E d d' - E e e' = E w e' + E e w' + E w w'
        linear_combination(
            "way to the start", one, -gamma * E(Outer(h * G + F, e)), {"way and start in the mean": 1, "noise apart": -gamma}
        ),
        Apply(transposed, "way turned over", u=WAY, v=e),
        *apart("way squared, outer", WAY, WAY, way, way, 2),
        Apply(triangle_sum, "parts of the path", vectors=(one, other, E(Outer(WAY, WAY)))),
        Arithmetic(
            "path and start",
            le(Norm(PATH), spread_of(pull, s)),
            {"parts of the path": 1, "way turned over": -1, "way to the start/2": 2, "drift and start": 2 * gamma, "way squared, outer": 1},
        ),
        Apply(instance, "third of the path", relation="third/2", at={x: PATH}),
        Apply(spectral, "turned drift", by=("curvature/1", "curvature/2"), matrix=A_c, function=lam, bound=L, v=E(F)),
        linear_combination(
            "what is left, a step",
            at(h + 1, Z),
            Z + sp.Add(*three),
            {"gradients in the mean": 1, "way on the mean": A_c, "no mean noise": -gamma * A_c},
        ),
        Apply(triangle_sum, "four parts", vectors=(Z, *three)),
        Arithmetic(
            "left, one step",
            le(Norm(at(h + 1, Z)), Norm(Z) + z),
            {
                "what is left, a step/2": 1,
                "four parts": 1,
                "cubic": 1,
                "third in the mean": 1,
                "cube": K / 6,
                "turned drift": gamma,
                "drift": gamma * L,
                "third of the path": sp.Rational(1, 2),
                "path and start": K / 2,
            },
        ),
    )


def added(pull, s, f):
    """|Z| <= h z at every step, as z rises."""
    z, way = error(pull, s, f), way_of(pull, s)
    return (
        Arithmetic(
            "way rises",
            le(way, at(h + 1, way)),
            {"product rises": gamma * L, "root rises": gamma * sigma, "product with the root rises": 2 * gamma * L},
        ),
        Apply(raised, "way squared rises", relation="way rises", power=2),
        Arithmetic("drift rises", le(h * f, (h + 1) * at(h + 1, f)), {"f rises": h}),
        Arithmetic(
            "z rises",
            le(z, at(h + 1, z)),
            {"cube rises": K / 6, "drift rises": gamma * L, "product with the square rises": K * gamma * L, "way squared rises": K / 2},
        ),
        Arithmetic("sum of z rises", le(h * z + z, (h + 1) * at(h + 1, z)), {"z rises": h + 1}),
        linear_combination("nothing left", at(0, Z), 0 * x, ("no gradients, mean",)),
        bounded_by_induction("left", Norm(Z), h, h * z, increment=z, by=("nothing left/2", "sum of z rises")),
    )


#: b_h, and what makes it of use: the heterogeneity that is left when means are taken.
BY_HETEROGENEITY = (HETEROGENEITY_BIAS[-1],), ("b_h", "optimum"), (-gamma * (H - 1) / 2, gamma * (H - 1) / 2 * A)
#: Where no client pulls there is none.
BY_NONE = (
    (
        linear_combination("nothing turned", A_c * G, 0 * x, {"no pull": A_c}),
        Apply(mean_of, "nothing turned in the mean", relation="nothing turned/1"),
    ),
    ("nothing turned in the mean",),
    (gamma * (H - 1) / 2,),
)


def solved(pull, s, f, terms, heterogeneity):
    """What is left of the bias once the terms are taken off."""
    z, rest, ZH = at(H, error(pull, s, f)), remainder(pull, at(H, s)), at(H, Z)
    delta = BIAS - terms
    of_mean = sp.expand(Mean(D_c) * X)
    steps, equations, factors = heterogeneity
    return (
        Apply(instance, "left at H", relation="left", at={h: H}),
        *steps,
        Apply(solvable, "b_s", matrix=A, low=mu, right=-Mean(D_c) * Lambda, solution=b_noise),
        Apply(
            combination,
            "two parts",
            u=sp.expand(A * delta),
            v=-Mean(ZH) / H - of_mean / 2,
            equations=("no mean gradient/1", "b_s", *equations),
            factors=(1 / H, -gamma / (2 * N), *factors),
        ),
        Apply(triangle, "both", u=-Mean(ZH) / H, v=-of_mean / 2),
        Apply(mean_of, "left in the mean", relation="left at H"),
        Apply(jensen, "convexity of what is left", v=ZH),
        Apply(instance, "third of the rest", relation="third/2", at={x: X}),
        Apply(mean_of, "thirds of the rest", relation="third of the rest"),
        Apply(jensen, "convexity of thirds", v=sp.expand(D_c * X)),
        Apply(scaled_norm, "per step", v=Mean(ZH), factor=-1 / H),
        Apply(scaled_norm, "half of it", v=of_mean, factor=-sp.Rational(1, 2)),
        Apply(coercive, "inverted", by=("mean curvature/1",), matrix=A, low=mu, v=delta),
        Arithmetic(
            "bias",
            le(Norm(delta), (z + K / 2 * rest) / mu),
            (
                "inverted",
                "two parts/2",
                "both",
                "per step",
                "half of it",
                "left in the mean",
                "convexity of what is left",
                "thirds of the rest",
                "convexity of thirds",
                "remainder",
            ),
            tuple(k / mu for k in (1, 1, 1, 1, 1, 1 / H, 1 / H, sp.Rational(1, 2), sp.Rational(1, 2), K / 2)),
        ),
    )


def on_quadratics(i, share=1):
    """|bias - gamma (H-1)/2 b_h|² and `share` times the squared bound where K and M are zero: gamma² L² H² (g + L s) (L/mu + 1)/mu."""
    law, longest = stationary_exact("fedavg", i.problem, i.gamma, i.H), max((g**2).sum() for g in i.problem.jets.gradients)
    left = law.mean - i.problem.optimum - theorem_1.printed(i.problem.jets, i.gamma, i.H)
    values = (rounded_root(i.gamma * i.L), *[rounded_root(q) for q in (max(C.trace() for C in i.problem.noise), longest)])
    step, noise, pull = values
    s = 4 * step * (noise + 2 * i.L / i.mu * pull) / i.mu + i.gamma * i.H * (i.L / i.mu + 1) * pull
    return (left**2).sum(), share * ((i.gamma * i.L * i.H) ** 2 * (pull + i.L * s) * (i.L / i.mu + 1) / i.mu) ** 2


EXACT = exact(on_quadratics, {"a millionth of it, squared": lambda i: on_quadratics(i, share=flint.fmpq(1, 10**12))})


def follows(premise, pull, nu, size, drift, f, *terms):
    """All steps from the moments to the bias."""
    more = (*drift, *beyond(pull, size, at(0, size), f), *added(pull, size, f), *solved(pull, size, f, *terms))
    return reached(premise, pull, nu, size, more, "bias")


def explicit(pull, nu, f):
    """The bound, with the size of paths at the end of a round spelt out; f(s) bounds the mean gradient."""
    s = at(H, size_of(pull, nu))
    return (at(H, error(pull, s, f(s))) + K / 2 * remainder(pull, s)) / mu


SMOOTH = (*WITH_THIRD, LIPSCHITZ_THIRD)
TEX = (
    r"\Big\|\bar\theta_{sto}-\theta^\star-\frac{\gamma(H-1)}2b_h-\frac\gamma{2N}b_s\Big\|\le\frac1\mu\Big(\frac K6s^3+\gamma LHf+\frac K2\big(2\gamma H"
    r"(g\delta+Ls^2)+w^2+R\big)\Big),\ w=\gamma\big(H(g+Ls)+\sqrt H(\sigma+2Ls)\big),"
)
bias_remainder = Claim(
    id="symfed-fedavg-bias-remainder",
    kind="inequality",
    says="What is left of the bias once gamma (H-1)/2 b_h + gamma/(2N) b_s is taken off, for losses with noise whose third derivatives are "
    "Lipschitz near theta*: a sum of powers of gamma and H with constants, all of them below gamma^2 H^2 + gamma^(3/2), without the factor H that is printed. R is what is left "
    "of the second moment, s how far local paths come from theta*, K bounds third derivatives and their change.",
    printed=printed_at(
        "the remainder of the bias", TEX + r"\ f=L(\delta+w_0)+\tfrac M2s^2,\ w_0=\gamma H(g+Ls),\ \delta=\tfrac1\mu(Lw_0+\tfrac M2s^2)"
    ),
    statement=le(Norm(BIAS - TERMS), explicit(pull, nu, lambda s: slow_drift(pull, s))),
    under=Domain((SMALL,), SMOOTH),
    lemmas=EXACT,
    follows=follows(moments, pull, nu, size(h), gradual(pull, size(h)), slow_drift(pull, size(h)), TERMS, BY_HETEROGENEITY),
    uses=("symfed-fedavg-moments",),
    expect=Tier.PROVED_GIVEN,
)
shared_bias_remainder = Claim(
    id="symfed-fedavg-homogeneous-bias-remainder",
    kind="inequality",
    says="What is left of the bias where all clients have one mean gradient: powers of gamma and H, all of them below gamma^2 H + "
    "gamma^(3/2), with constants. The mean of a local path comes no farther from theta* than M s^2/(2 mu), so that f is of order gamma.",
    printed=printed_at("the remainder of the bias for equal clients", TEX + r"\ f=\frac{LM}\mu s^2,\ g=0,\ b_h=0"),
    statement=le(Norm(BIAS - BY_NOISE), explicit(sp.S.Zero, sigma, smooth_drift)),
    under=Domain((SMALL,), (*SMOOTH, SHARED)),
    lemmas=EXACT,
    follows=follows(shared_moments, sp.S.Zero, sigma, level, fine(level), smooth_drift(level), BY_NOISE, BY_NONE),
    uses=("symfed-fedavg-homogeneous-moments",),
    expect=Tier.PROVED_GIVEN,
)
