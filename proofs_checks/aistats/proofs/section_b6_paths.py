"""Proof of Theorem 4: equation (56), the second moment along local paths from the stationary law, and what third derivatives leave there."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats import theorem_3, theorem_4
from proofs_checks.aistats.proofs.proposition_5 import upto
from proofs_checks.aistats.proofs.section_b6_mean import all_rounds, bent_rounds
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.symfed.remainders.bias import CUBIC, PATH, D_c, K, beyond, spread_of, way_of
from proofs_checks.symfed.remainders.means import far_of, means
from proofs_checks.symfed.remainders.moments import moments
from proofs_checks.symfed.remainders.second_moment import rounded_root
from proofs_checks.symfed.remainders.setting import CLASSES, LAW, SMALL, at, exact, known, le, nu, part, pull, sigma, size, size_of
from proofs_checks.symfed.remainders.sums import SIGMA, S, crossing, d, grows, rising, sizes, unrolled
from symfed.checks import GrowthCheck, inequality_search
from symfed.checks.expansion import Expansion
from symfed.checks.growth import LowerBound, Step, above, equal
from symfed.checks.proven_remainder import ProvenRemainder
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, mu, t, theta
from symfed.models.arrays import identity
from symfed.reference.exact import stationary_exact
from symfed.theorems import Apply, Arithmetic, Define, resting_on
from symfed.theorems.moments import hoelder, norm_of_expectation, raised
from symfed.theorems.operators import third_near
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import instance, substitution
from symfed.theorems.vocabulary import FRESH, LIPSCHITZ_THIRD, THRICE, E, Norm, Outer

MOMENTS = "symfed-fedavg-moments"
#: How far a path has come after h steps, and at the end of a round: the letters, and what they stand for.
HERE, END = size(h), size(H)
SIZES = tuple(sp.Eq(s, at(s.args[0], size_of(pull, nu)), evaluate=False) for s in (HERE, END))
AT_H = SIZES[1].rhs
WITHIN = Domain((h <= H,), lines={str(h <= H): "the sums over h"})
UNDER = theorem_4.UNDER & Domain((), (FRESH,), {str(FRESH): "Algorithm 1"}) & WITHIN
_KNOWN = ("optimum", "sampled: stationary/1", "size is", "longest", "sigma", "paths")
_PARTS = {name: part(moments, known(pull, nu, HERE)[k]) for k, name in enumerate(_KNOWN)}
SIZE_AT_THE_END = Apply(instance, "size at the end", relation="size is", at={h: H})


def from_moments(*steps):
    """Steps that rest on FedAvg's moments, and on what a round is."""
    return resting_on((*[step for step in LAW if isinstance(step, Define)], *steps), _PARTS)


def within(premise, bound, *steps):
    """Steps that rest on a premise which states a bound at h, and what the two sizes are."""
    names = {"bound": bound, "here is": SIZES[0], "end is": SIZES[1]}
    return resting_on(steps, {name: part(premise, relation) for name, relation in names.items()})


FARTHEST = Arithmetic("farthest", le(HERE, END), {"here is": 1, "end is": -1})


# equation (56)


def along_the_path(pull, s, s0):
    """|E d d' - E e e'| <= 2 gamma h (g delta + L s²) + w² at every step."""
    of_paths = {"way to the start", "way turned over", "parts of the path", "path and start"}
    return (
        *unrolled(),
        *grows(s),
        *sizes(pull, s, s0),
        *rising(s),
        *means(pull, s, s0),
        *upto(crossing(pull, s, s0, far_of(pull, at(H, s))), "bend and start: outside"),
        *[step for step in beyond(pull, s, s0, sp.S.Zero) if step.name in of_paths or step.name.startswith("way squared, outer")],
    )


def on_quadratics(i, share=1, first=None):
    """|E d d' - E e e'|² of every client, and `share` times the squared bound after H steps, where M is zero; roots rounded up.

    After a round's H steps, or after all numbers of steps from the `first` on.
    """
    law, one = stationary_exact("fedavg", i.problem, i.gamma, i.H), identity(i.problem.dim, i.problem.hessian)
    left = []
    for A, g, C in zip(i.problem.hessian_matrices, i.problem.jets.gradients, i.problem.noise, strict=True):
        m, second, keep = law.mean - i.problem.optimum, law.second_moment, one - i.gamma * A
        for steps in range(1, i.H + 1):
            cross = np.outer(keep @ m, g)
            second = keep @ second @ keep - i.gamma * (cross + cross.T) + i.gamma**2 * (np.outer(g, g) + C)
            m = keep @ m - i.gamma * g
            if steps >= (first or i.H):
                left.append(((second - law.second_moment) ** 2).sum())
    noise, longest = (
        rounded_root(max(q)) for q in ([C.trace() for C in i.problem.noise], [(g**2).sum() for g in i.problem.jets.gradients])
    )
    s = 4 * rounded_root(i.gamma * i.L) * (noise + 2 * i.L / i.mu * longest) / i.mu + i.gamma * i.H * (i.L / i.mu + 1) * longest
    far = i.L * i.gamma * i.H * (longest + i.L * s) / i.mu
    way = i.gamma * (i.H * (longest + i.L * s) + rounded_root(flint.fmpq(i.H)) * (noise + 2 * i.L * s))
    right = 2 * i.gamma * i.H * (longest * far + i.L * s**2) + way**2
    return np.array(left), np.array([share * right**2] * len(left))


SPREAD_TEX = (
    r"\Big\|\int\mathbb E(\tilde T_c^{(\gamma,h)}-\theta^\star)^{\otimes2}\pi-\int(\theta-\theta^\star)^{\otimes2}\pi\Big\|\le2\gamma h(g\delta+Ls_h^2)"
    r"+\gamma^2\big(h(g+Ls_h)+\sqrt h(\sigma+2Ls_h)\big)^2,\ s_h=\tfrac{4\sqrt{\gamma L}\,\nu}\mu+\gamma\big(\tfrac{HL}\mu+h\big)g"
)
SPREAD = le(Norm(PATH), spread_of(pull, HERE))
path_moment = Claim(
    id="symfed-fedavg-path-second-moment",
    kind="inequality",
    says="How far the second moment about theta* of a local path from the stationary law is from that of its start, after h steps, in the Frobenius norm: "
    "twice gamma h times the pull g at the mean start, no farther from theta* than delta, and gradients at the start; and the square of the path's own "
    "way. s_h bounds how far the path comes from theta*, delta = (L gamma H (g + L s_H) + M/2 s_H^2)/mu.",
    printed=printed_at("equation (56) with constants", SPREAD_TEX),
    statement=sp.And(SPREAD, *SIZES, evaluate=False),
    under=Domain((SMALL,), (*CLASSES, THRICE)),
    lemmas=exact(on_quadratics, {"a millionth of it, squared": lambda i: on_quadratics(i, share=flint.fmpq(1, 10**12))}),
    follows=from_moments(*along_the_path(pull, HERE, at(0, HERE)), SIZE_AT_THE_END),
    uses=(MOMENTS,),
    expect=Tier.PROVED_GIVEN,
)

AT_THE_END = at(H, spread_of(pull, END))
path_moment_in_a_round = Claim(
    id="symfed-fedavg-path-second-moment-in-a-round",
    kind="inequality",
    says="The bound of symfed-fedavg-path-second-moment at the end of a round holds at every step of it: powers of gamma and H with constants, all of them "
    "below gamma^2 H^2.",
    printed=printed_at(
        "equation (56) with constants, uniformly in h", SPREAD_TEX.replace("_h", "_H") + r"\ \text{with }H\text{ for }h,\ h\le H"
    ),
    statement=le(Norm(PATH), AT_THE_END.xreplace({END: AT_H})),
    under=Domain((SMALL, *WITHIN.relations), (*CLASSES, THRICE)),
    lemmas=exact(
        lambda i: on_quadratics(i, first=1),
        {"a millionth of it, squared": lambda i: on_quadratics(i, share=flint.fmpq(1, 10**12), first=1)},
    ),
    follows=within(
        path_moment,
        SPREAD,
        FARTHEST,
        Arithmetic("root", le(sp.sqrt(h), sp.sqrt(H))),
        Arithmetic("product", le(h * HERE, H * END), {"farthest": h}),
        Arithmetic("product with the root", le(sp.sqrt(h) * HERE, sp.sqrt(H) * END), {"root": END, "farthest": sp.sqrt(h)}),
        Apply(raised, "square", relation="farthest", power=2),
        Arithmetic("product with the square", le(h * HERE**2, H * END**2), {"square": h}),
        Arithmetic(
            "way",
            le(way_of(pull, HERE), at(H, way_of(pull, END))),
            {"product": gamma * L, "root": gamma * sigma, "product with the root": 2 * gamma * L},
        ),
        Apply(raised, "way squared", relation="way", power=2),
        Arithmetic("in letters", le(Norm(PATH), AT_THE_END), {"bound": 1, "product with the square": 2 * gamma * L, "way squared": 1}),
        Apply(substitution, "at the end", relation="in letters", equation="end is"),
    ),
    uses=("symfed-fedavg-path-second-moment", MOMENTS),
    expect=Tier.PROVED_GIVEN,
)


def pulled_apart() -> LowerBound:
    """Two noiseless clients of one curvature, pulled apart as strongly, and rounds of H = 1/gamma steps: they end far from where they start."""
    return LowerBound(
        instance={"f_1', f_2'": "theta + 1, theta - 1", "constants": "N = 2, mu = L = 1, H = 1/gamma, theta* = 0, no noise"},
        bound=sp.Rational(1, 4),
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step("by symmetry theta* = 0 is the fixed point of a round, so that the stationary law sits there"),
            Step(
                "if 1 - x = (1 - gamma)^k before a step, x the distance of either client from 0, so it is after it with k + 1",
                equal(1 - (t - gamma * (t - 1)), (1 - gamma) * (1 - t)),
            ),
            Step("(1 - gamma)^(1/gamma) <= exp(-1) < 1/2: a client ends at least 1/2 away", above(sp.Rational(1, 2), sp.exp(-1))),
        ),
    )


APART = GrowthCheck(pulled_apart, "two noiseless clients, gamma H = 1", attains=True, at=((H, 1 / gamma),))


def of_the_start(p, gamma, H):
    """The second moment of the stationary law about theta*."""
    return SIGMA


EQ56_TEX = (
    r"\int\mathbb E(\tilde T_c^{(\gamma,h)}-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)=\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)"
    r"+O(\gamma^{3/2}H+\gamma^2H^2)"
)
eq56 = Claim(
    id="aistats-eq56-local-second-moment",
    kind="expansion",
    says="Along a local path from the stationary law the second moment about theta* stays what it is at the start, up to gamma^(3/2) H + gamma^2 H^2; and up "
    "to gamma^2 H^2 alone: the pull at theta* meets the mean start, which is of order gamma H from theta*, where Hölder's inequality as cited has "
    "gamma^(1/2).",
    printed=printed_at("equation (56)", EQ56_TEX),
    statement=Expansion(of_the_start, theorem_4.REMAINDER),
    under=UNDER,
    checks=(ProvenRemainder(path_moment_in_a_round, E(Outer(d, d)), theorem_3.OF_NOISE, (path_moment, moments)), APART),
    wrong={
        "twice the start's": Expansion(lambda p, gamma, H: 2 * SIGMA, theorem_4.REMAINDER),
        "nothing": Expansion(lambda p, gamma, H: 0 * x, theorem_4.REMAINDER),
        "O(gamma^2), uniformly in H": Expansion(of_the_start, gamma**2),
        "O(gamma^(5/2) H)": Expansion(of_the_start, gamma ** sp.Rational(5, 2) * H),
        "O(gamma^(3/2) H), without gamma^2 H^2": Expansion(of_the_start, gamma ** sp.Rational(3, 2) * H),
    },
    uses=("symfed-fedavg-path-second-moment-in-a-round",),
    see=("aistats-lem8-orders",),
    expect=Tier.PROVED_GIVEN,
)

# the rest of a gradient


def rest_at(gradient, point):
    """What a gradient, an expression in theta, has beyond its terms up to the third derivative at theta* = 0."""
    return gradient.subs(theta, point) - sum(gradient.diff(theta, k).subs(theta, 0) * point**k / sp.factorial(k) for k in range(3))


def rests(i):
    """|E R_3| of both clients at the stationary law itself, h = 0, and what is printed there, a multiple of gamma^(3/2) 0^(3/2)."""
    return np.array([abs(rest_at(gradient, i.limit)) for gradient in i.gradients]), np.array([sp.S.Zero, sp.S.Zero])


def cubes(i, share=1, end=False):
    """|R_3| of both clients at the first two points of their paths, and `share` K/6 times the cube of the pull's part of s, h steps on.

    K is six times what multiplies the curve, whose third derivative is at most 6; `end`: with h = H.
    """
    p, left, right = i.parameters(), [], []
    for gradient in i.gradients:
        bent = 6 * abs(gradient.diff(theta, 3 if i.odd else 2).subs(theta, 0)) / (6 if i.odd else 2)
        far = i.gamma * max(abs(g.subs(theta, 0)) for g in i.gradients)
        at = i.limit
        for step in range(2):
            left.append(abs(rest_at(gradient, at)))
            right.append(share * bent / 6 * ((2 * p["L"] / p["mu"] + (2 if end else step)) * far) ** 3)
            at = at - i.gamma * gradient.subs(theta, at)
    return np.array(left), np.array(right)


def on_fixed_points(end, wrong):
    """The rest at fixed points of noiseless clients, beside a proof."""
    return crosscheck(
        "fixed points", lambda i: cubes(i, end=end), NOISELESS, wrong={wrong: lambda i: cubes(i, share=sp.Rational(1, 10**7), end=end)}
    )


NOISELESS = inequality_search(
    bent_rounds, scope="fixed points of two noiseless clients, two steps", sizes=((1, 2),), examples=8, extremes=all_rounds
)


OF_THE_REST = Domain((), (LIPSCHITZ_THIRD,), {str(LIPSCHITZ_THIRD): "after the first display of the proof, as what R_3 satisfies"})
R3_TEX = r"\int\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)})\pi^{(\gamma,H)}(d\theta)=O("
rest_order = Claim(
    id="aistats-B6-R3-order",
    kind="expansion",
    says="The rest of a gradient is of the order of the third moment, gamma^(3/2) + gamma^3 H^3 by Lemma 8 with H, and not gamma^(3/2) h^(3/2): the sum that "
    "it stands in begins with h = 0, where this is zero and the rest at a biased stationary law is not; and at h = 1 it would not grow with H. With H for h "
    "it is true, as gamma H is bounded, but more than Theorem 4's order, which is not touched. It needs third derivatives that are Lipschitz near theta*.",
    printed=printed_at("Appendix B.6, 'Expression of the Global Update'", R3_TEX + r"\gamma^{3/2}h^{3/2})"),
    statement=rests,
    under=UNDER & OF_THE_REST,
    checks=NOISELESS,
    see=("aistats-lem8-orders", "aistats-B6-taylor-rest"),
    corrected="symfed-B6-R3-order",
    erratum=Erratum(LOCAL_SLIP, "Theorem 4's remainder holds gamma^(3/2) + gamma^3 H^3 as well."),
    expect=Tier.REFUTED,
)
CUBED = le(Norm(E(CUBIC)), K / 6 * HERE**3)
third_moment = Claim(
    id="symfed-fedavg-path-third-order",
    kind="inequality",
    says="What the third derivative at theta* leaves of a client's mean gradient along a local path from the stationary law, after h steps: at most K/6 times "
    "the cube of how far the path comes.",
    printed=printed_at(
        "the rest of the gradients in Appendix B.6, with constants",
        r"\Big\|\int\mathbb E\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)})\pi\Big\|\le\tfrac K6s_h^3,\ s_h=\tfrac{4\sqrt{\gamma L}\,\nu}\mu+\gamma\big(\tfrac{HL}\mu+h\big)g",
    ),
    statement=sp.And(CUBED, *SIZES, evaluate=False),
    under=Domain((SMALL,), (*CLASSES, LIPSCHITZ_THIRD)),
    lemmas=on_fixed_points(False, "a ten-millionth of it"),
    follows=from_moments(
        Apply(third_near, "third", point=theta_star, third=D_c, bound=K, u=x),
        Apply(instance, "third there", relation="third/1", at={x: S}),
        Apply(expectation_of, "third in the mean", relation="third there"),
        Apply(hoelder, "cube", vectors=(d, d, d), sizes=(HERE, HERE, HERE), power=4),
        Apply(norm_of_expectation, "cubic", v=CUBIC),
        Arithmetic("rest", CUBED, {"cubic": 1, "third in the mean": 1, "cube": K / 6}),
        SIZE_AT_THE_END,
    ),
    uses=(MOMENTS,),
    expect=Tier.PROVED_GIVEN,
)
NOISE_PART, PULL_PART = 4 * sp.sqrt(gamma * L) * nu / mu, gamma * H * (L / mu + 1) * pull
THIRD = sp.Rational(2, 3) * K * (NOISE_PART**3 + PULL_PART**3)
third_in_a_round = Claim(
    id="symfed-fedavg-path-third-order-in-a-round",
    kind="inequality",
    says="What the third derivative at theta* leaves of a mean gradient at any step of a round: a multiple of gamma^(3/2) and one of gamma^3 H^3.",
    printed=printed_at(
        "the rest of the gradients in Appendix B.6, uniformly in h",
        r"\Big\|\int\mathbb E\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)})\pi\Big\|\le\tfrac{2K}3\Big(\big(\tfrac{4\sqrt{\gamma L}\,\nu}\mu\big)^3"
        r"+\big(\gamma H(\tfrac L\mu+1)g\big)^3\Big),\ h\le H",
    ),
    statement=le(Norm(E(CUBIC)), THIRD),
    under=Domain((SMALL, *WITHIN.relations), (*CLASSES, LIPSCHITZ_THIRD)),
    lemmas=on_fixed_points(True, "a ten-millionth of it"),
    follows=within(
        third_moment,
        CUBED,
        FARTHEST,
        Apply(raised, "cubes", relation="farthest", power=3),
        Arithmetic("at the end, in letters", le(Norm(E(CUBIC)), K / 6 * END**3), {"bound": 1, "cubes": K / 6}),
        Apply(substitution, "at the end", relation="at the end, in letters", equation="end is"),
        Arithmetic("parts", le(0, AT_H)),
        Arithmetic("of two", le(AT_H**3, 4 * (NOISE_PART**3 + PULL_PART**3)), {"parts": 3 * (NOISE_PART - PULL_PART) ** 2}),
        Arithmetic("rest", le(Norm(E(CUBIC)), THIRD), {"at the end": 1, "of two": K / 6}),
    ),
    uses=("symfed-fedavg-path-third-order", MOMENTS),
    expect=Tier.PROVED_GIVEN,
)


def bent_apart() -> LowerBound:
    """Two noiseless clients with 2 theta - sin theta + 1 and - 1 for gradients, and rounds of H = 1/gamma steps."""
    rest, far = t - sp.sin(t), sp.Rational(3, 10)
    return LowerBound(
        instance={
            "f_1', f_2'": "2 theta - sin(theta) + 1, 2 theta - sin(theta) - 1",
            "constants": "N = 2, mu = 1, L = 3, H = 1/gamma, theta* = 0, no noise; the third derivatives vanish at theta*",
        },
        bound=sp.Rational(1, 250),
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step("by symmetry theta* = 0 is the fixed point of a round, so that the stationary law sits there"),
            Step(
                "2 x - sin x <= 3 x for x >= 0: a step of either client adds gamma (1 - 2 x + sin x) >= gamma (1 - 3 x) to its distance x"
            ),
            Step(
                "so that x >= (1 - (1 - 3 gamma)^k)/3 stays true from one step to the next, for 3 gamma <= 1",
                equal((1 - (1 - 3 * gamma) * (1 - 3 * t)) / 3, t + gamma * (1 - 3 * t)),
            ),
            Step("and (1 - 3 gamma)^(1/gamma) <= exp(-3): a client ends 3/10 away", above((1 - sp.exp(-3)) / 3, far)),
            Step(
                "there the gradient less its linear part is x - sin x, which rises, and more than 1/250 at 3/10",
                (equal(sp.Derivative(rest, t), 1 - sp.cos(t)), above(rest.subs(t, far), sp.Rational(1, 250))),
            ),
        ),
    )


FAR_APART = GrowthCheck(bent_apart, "two noiseless clients, gamma H = 1", attains=True, at=((H, 1 / gamma),))


def nothing(p, gamma, H):
    """No terms: all of the rest is in the order."""
    return 0 * x


ORDER = gamma ** sp.Rational(3, 2) + gamma**3 * H**3
rest_corrected = Claim(
    id="symfed-B6-R3-order",
    kind="expansion",
    says="The rest of a mean gradient is gamma^(3/2) + gamma^3 H^3 at every step of a round, where third derivatives are Lipschitz near theta*.",
    printed=printed_at("the order of the rest in Appendix B.6", R3_TEX + r"\gamma^{3/2}+\gamma^3H^3)"),
    statement=Expansion(nothing, ORDER),
    under=UNDER & Domain((), (LIPSCHITZ_THIRD,)),
    checks=(ProvenRemainder(third_in_a_round, E(CUBIC), theorem_3.OF_NOISE, (third_moment, moments)), FAR_APART),
    wrong={
        "O(gamma^(3/2)), uniformly in H": Expansion(nothing, gamma ** sp.Rational(3, 2)),
        "O(gamma^2 H)": Expansion(nothing, gamma**2 * H),
        "with the third derivative at the start's second moment": Expansion(lambda p, gamma, H: -D_c * SIGMA / 2, ORDER),
    },
    uses=("symfed-fedavg-path-third-order-in-a-round",),
    expect=Tier.PROVED_GIVEN,
)
