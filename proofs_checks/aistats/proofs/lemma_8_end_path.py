"""Lemma 8's proof, its last displays: the root of a local step's bound, H local steps, and the mean over clients."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_path import cubic_root, lower
from proofs_checks.aistats.proofs.lemma_6_step import le
from proofs_checks.aistats.proofs.lemma_7 import A2, adding_up
from proofs_checks.aistats.proofs.lemma_7_step import NEXT, PATH, STEP_ON, STEPPED, TEX_V, g, row
from proofs_checks.aistats.proofs.lemma_8_end_step import CLASSES, FRESH_NOISE, LONGER, PULL, SLOW, one_step
from proofs_checks.aistats.proofs.lemma_8_end_step import step as a_step
from proofs_checks.aistats.proofs.lemma_8_terms import PLACE, SHORT, STEP, exact, small_runs
from proofs_checks.aistats.proposition_2 import OPTIMUM, SPREAD_GRADIENTS
from proofs_checks.aistats.quantities import at, theta_star, x
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw
from proofs_checks.hal.proofs.lemma_6 import constant
from symfed.checks import GrowthCheck, inequality_search
from symfed.checks.growth import LowerBound, Step, equal, number
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, ProofStep, Tier, printed_at
from symfed.core.symbols import H, gamma, h, mu, tau, zeta1
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.conditional import at_drawn_point, minkowski_mean
from symfed.theorems.moments import raised
from symfed.theorems.norms import mean_of, power_mean
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import bounded_by_induction, combination, instance, substitution
from symfed.theorems.vocabulary import E, Mean, Norm, distance

HETEROGENEOUS = Domain((), (A2,), {str(A2): "Lemma 8 (A2)"})
T_w = SINGLE.T_w
FAR, ROUND = Norm(x - theta_star), T_w(x) - theta_star
NOISE_FLOOR = 180 * gamma * tau**2 / mu
ADDED = PULL * h**2 * g**2 + FRESH_NOISE
ROOT, ROOT_NEXT = cubic_root(PATH), cubic_root(NEXT)


def sixths(name, u, v, equations, factors):
    """From u = v, a combination, to E|u|^6 = E|v|^6, a fact called `name`."""
    return (
        Apply(combination, f"{name}: equal", u=u, v=v, equations=equations, factors=factors),
        Arithmetic(f"{name}: to the sixth", sp.Eq(Norm(u) ** 6, Norm(v) ** 6, evaluate=False), (f"{name}: equal/2",)),
        Apply(expectation_of, name, relation=f"{name}: to the sixth"),
    )


LEVEL_c = distance("lemma8_level_c", "(1 - gamma mu/6) E^(1/3)|V - theta*|^6 + what is added, after so many steps from a point")
LEVEL, RIGHT = LEVEL_c(h, x), SLOW * ROOT + ADDED
SIXTH, FOURTH, SECOND = (E(Norm(PATH) ** k) for k in (6, 4, 2))


def on_paths(one_step):
    """The root of a step along a client's path, from a fact called `one_step`; mu <= L is one already."""
    return (
        *STEP_ON,
        Arithmetic("a step on, to the sixth", sp.Eq(Norm(NEXT) ** 6, Norm(STEPPED) ** 6, evaluate=False), ("a step on/2",)),
        Apply(expectation_of, "a step on in the mean", relation="a step on, to the sixth"),
        Apply(at_drawn_point, "at the path", relation=one_step, x=x, step=h, at=S_cw(h, x)),
        *lower("moment", PATH),
        Arithmetic("slow", sp.Ge(SLOW, 0, evaluate=False), ("mu <= L",)),
        Arithmetic("moment 2, slowed", le(SLOW * SECOND, SLOW * ROOT), ("slow", "moment 2")),
        Arithmetic(
            "cubed",
            le(E(Norm(NEXT) ** 6), sp.expand(RIGHT**3)),
            {"a step on in the mean": 1, "at the path": 1, "moment 4": 3 * SLOW**2 * ADDED, "moment 2, slowed": 3 * ADDED**2},
        ),
        Arithmetic("level not negative", sp.Ge(RIGHT, 0, evaluate=False), {"slow": ROOT}),
        Define("level is", sp.Eq(LEVEL, RIGHT)),
        Arithmetic("level cubed", le(E(Norm(NEXT) ** 6), LEVEL**3), {"cubed": 1, "level is": -(LEVEL**2) - LEVEL * RIGHT - RIGHT**2}),
        Arithmetic("root of it", le(ROOT_NEXT, LEVEL), ("level cubed",)),
        Apply(substitution, "root", relation="root of it", equation="level is"),
    )


#: What so many local steps add: all of their noise, and their pulls, whose squared numbers add up to h^2 (h-1)/3 at most.
ADDED_UP = PULL * h**2 * (h - 1) / 3 * g**2
AFTER_STEPS = SLOW**h * FAR**2 + ADDED_UP + (1 - SLOW**h) * NOISE_FLOOR
BEGINS: tuple[ProofStep, ...] = (
    *sixths("begins", at(0, PATH), x - theta_star, ("start",), (1,)),
    Arithmetic("root at the start", le(at(0, ROOT), FAR**2), ("begins",)),
)
RECURSION: tuple[ProofStep, ...] = (Apply(ordered_curvatures, "mu <= L"), *on_paths(a_step.id))
#: From theta*, the minimiser, on: what a premise speaks of could not be introduced any more.
H_STEPS: tuple[ProofStep, ...] = (
    OPTIMUM,
    *a_step.follows,
    *on_paths("one step"),
    *BEGINS,
    *adding_up(gamma * mu / 6),
    bounded_by_induction("h steps", ROOT, h, AFTER_STEPS, factor=SLOW, increment=ADDED, by=("slow", "root at the start", "squares add up")),
    Apply(instance, "H steps", relation="h steps", at={h: H}),
)
ONE_ROUND = le(cubic_root(ROUND), at(H, AFTER_STEPS).xreplace({g: zeta1}))
#: A round: the pulls cancel in the mean over clients, and Minkowski's inequality for it.
OF_CLIENTS: tuple[ProofStep, ...] = (
    *H_STEPS,
    *sixths("a round", ROUND, Mean(at(H, PATH)), ("round", "optimum"), (1, -gamma * H)),
    Apply(minkowski_mean, "in L6", v=at(H, PATH), size=sp.sqrt(at(H, ROOT)), power=6),
    Apply(power_mean, "squares", x=sp.sqrt(at(H, ROOT)), power=2),
    Apply(raised, "squares cubed", relation="squares", power=3),
    Apply(mean_of, "of all clients", relation="H steps"),
    *SPREAD_GRADIENTS,
    Arithmetic("gradients", le(Mean(g**2), zeta1**2), ("A2/1", "mean square")),
    Arithmetic("of the clients", le(cubic_root(ROUND), Mean(at(H, ROOT))), ("a round", "in L6", "squares cubed")),
    Arithmetic("one round", ONE_ROUND, {"of the clients": 1, "of all clients": 1, "gradients": PULL * H**2 * (H - 1) / 3}),
)
# ---- what is printed


def first_steps(d, N):
    """Runs with gamma L at most 1/45, every client with one sample twice: no noise."""
    return small_runs(d, N).map(lambda i: replace(i, matrices=i.matrices[:, [0, 0]], vectors=i.vectors[:, [0, 0]]))


FIRST_STEPS = inequality_search(first_steps, scope="exact least squares without noise, the first local step", sizes=((1, 2),), examples=15)


def first_step(i, rate=18):
    """|T_1 - theta*|^6 and the printed bounds where h = 0 and tau = 0: whatever beta, nothing is added to what contracts."""
    centre, u = i.quadratic().optimum, i.gamma * i.mu
    after = (i.point - i.gamma * i.gradient(0, 0, i.point) - centre)[0] ** 6
    product, sixth, root = ((q * (i.point - centre)[0] ** 2) ** 3 for q in ((1 + u / 6) * (1 - u / 3), 1 - u / 6, 1 - u / rate))
    return row((after, product), (product, sixth), (after, root))


ROOT_TEX = (
    r"\mathbb E\|\tilde T^{h+1}-\theta^\star\|^6\le\big((1+\gamma\mu/6)(1-\gamma\mu/3)\mathbb E[\|\tilde T^h-\theta^\star\|^6]^{1/3}+\beta\Xi^2/2\big)^3"
    r"\le\big((1-\gamma\mu/6)\mathbb E[\|\tilde T^h-\theta^\star\|^6]^{1/3}+\beta\Xi^2/2\big)^3;\quad"
    r"\mathbb E[\|\tilde T^{h+1}-\theta^\star\|^6]^{1/3}\le(1-\gamma\mu/%s)"
    r"\mathbb E[\|\tilde T^h-\theta^\star\|^6]^{1/3}+\beta\frac{\gamma^3h^2}\mu\|\nabla f_c(\theta^\star)\|^2+12\beta\gamma^2\tau^2"
)
third_root = Claim(
    id="aistats-lem8-third-root",
    kind="inequality",
    says="Printed for the local path itself: false for every beta, as a step from theta* goes gamma |grad f_c(theta*)| far, and for h = 0 nothing "
    "stands for that on the right. For the recentred path it is true with L^2 beside gamma^3, without which the two sides do not have the same unit.",
    printed=printed_at(f"{PLACE}, before and after 'Taking the third root'", ROOT_TEX % 18),
    under=STEP,
    statement=first_step,
    checks=FIRST_STEPS,
    corrected="symfed-lem8-third-root",
    see=("aistats-lem8-min-Xi",),
    erratum=Erratum(
        LOCAL_SLIP, "T for V, no L^2 beside gamma^3: the conclusion holds for the recentred path, which the mean over clients needs"
    ),
    expect=Tier.REFUTED,
)


def two_clients_far_apart(longest) -> LowerBound:
    """Two clients of different curvature, pulled apart by zeta: after two steps their mean is gamma^2 zeta/2 away, from theta*."""
    one, other, start = (lambda y: y - zeta1), (lambda y: 2 * y + zeta1), number(0)

    def after(gradient):
        return -gamma * gradient(sp.S.Zero) - gamma * gradient(-gamma * gradient(sp.S.Zero))

    return LowerBound(
        instance={
            "losses": "f_1(theta) = theta^2/2 - zeta theta, f_2(theta) = theta^2 + zeta theta, no noise",
            "constants": f"N = H = 2, d = 1, mu = 1, L = 2, gamma = {longest}, theta_0 = theta* = 0, zeta_1 = zeta",
        },
        bound=zeta1**2 * longest**4 / 4,
        variable=zeta1,
        towards=sp.oo,
        steps=(
            Step(
                "the gradients at 0 are -zeta and zeta: their mean is 0, their mean square zeta^2",
                (equal((one(start) + other(start)) / 2, 0), equal((one(start) ** 2 + other(start) ** 2) / 2, zeta1**2)),
            ),
            Step(
                "after two local steps of each the mean of both is gamma^2 zeta/2",
                equal((after(one) + after(other)) / 2, gamma**2 * zeta1 / 2),
            ),
            Step(
                "so the left side is gamma^4 zeta^2/4, and the right side is linear in zeta",
                equal((gamma**2 * zeta1 / 2) ** 2, gamma**4 * zeta1**2 / 4),
            ),
        ),
    )


def steps_with_noise() -> LowerBound:
    """One client with noise, gamma H = 1: what H steps leave of it is H times what one adds."""
    q, k = 1 - gamma, sp.Dummy("k", integer=True, positive=True)
    second = gamma**2 * tau**2 * (1 - q ** (2 * k)) / (1 - q**2)
    return LowerBound(
        instance={
            "losses": "f(theta) = theta^2/2, samples' gradients theta + tau and theta - tau",
            "constants": "N = 1, d = 1, mu = L = 1, gamma = 1/H, H >= 45, theta_0 = theta* = 0, zeta_1 = 0",
        },
        bound=3 * tau**2 / (8 * H),
        variable=H,
        towards=sp.oo,
        steps=(
            Step(
                "the second moment r_k after k steps, r_(k+1) = (1 - gamma)^2 r_k + gamma^2 tau^2, is gamma^2 tau^2 (1 - q^(2k))/(1 - q^2), q = 1 - gamma",
                (equal(second.subs(k, k + 1), q**2 * second + gamma**2 * tau**2), equal(second.subs(k, 0), 0)),
            ),
            Step("by Jensen's inequality the left side is at least r_H, and q^(2H) <= exp(-2) <= 1/4 for gamma = 1/H"),
            Step(
                "so it is at least (3/4) gamma tau^2/(2 - gamma) >= 3 tau^2/(8 H)",
                equal(second.subs(q ** (2 * k), sp.Rational(1, 4)), 3 * gamma * tau**2 / (4 * (2 - gamma))),
            ),
        ),
    )


ITERATED = gamma**3 * (H - 1) * H**2 / mu * zeta1 + 12 * gamma**2 * tau**2
AT_45 = sp.Rational(1, 90)
H_iterations = Claim(
    id="aistats-lem8-H-iterations",
    kind="inequality",
    says="The noise of H steps is printed as that of one, and zeta for zeta^2, without L^2: false for every beta, for either of two reasons. On the "
    "left h + 1 steps of a client are printed; it is read as the round, H steps in the mean over clients, as a single client is pulled by |grad f_c(theta*)|, which zeta does not bound.",
    printed=printed_at(
        f"{PLACE}, 'After H iterations'",
        r"\mathbb E[\|\tilde T_c^{(\gamma,h+1)}-\theta^\star\|^6]^{1/3}\le(1-\gamma\mu/18)^H\mathbb E[\|\theta-\theta^\star\|^6]^{1/3}"
        r"+\beta\frac{\gamma^3(H-1)H^2}\mu\zeta_{\star,1}+12\beta\gamma^2\tau^2",
    ),
    under=Domain((SHORT,), lines={str(SHORT): "Lemma 8"}) & STEP & HETEROGENEOUS,
    statement=ITERATED,
    checks=(
        GrowthCheck(
            lambda: two_clients_far_apart(AT_45),
            "two clients far apart, what multiplies beta",
            at=((gamma, AT_45), (mu, 1), (H, 2), (tau, 0)),
        ),
        GrowthCheck(steps_with_noise, "one client with noise, what multiplies beta", at=((gamma, 1 / H), (mu, 1), (zeta1, 0))),
    ),
    corrected="symfed-lem8-H-iterations",
    erratum=Erratum(LOCAL_SLIP, "with H before the noise and L^2 zeta^2 it holds, and gives Lemma 8 with L^2 zeta^2"),
    expect=Tier.REFUTED,
)

# ---- with V, L^2, zeta^2 and all of the noise

third_root_corrected = Claim(
    id="symfed-lem8-third-root",
    kind="inequality",
    says="The root of a local step, along a client's path: for V with a plus, with L^2; 7 and 30 for gamma <= 1/(8L) and the preprint's rate gamma mu/6.",
    printed=printed_at(
        "last displays of Lemma 8's proof, a local step",
        r"\mathbb E[\|\tilde V^{h+1}-\theta^\star\|^6]^{1/3}\le(1-\frac{\gamma\mu}6)\mathbb E[\|\tilde V^h-\theta^\star\|^6]^{1/3}"
        r"+\frac{7\gamma^3L^2h^2}\mu\|\nabla f_c(\theta^\star)\|^2+30\gamma^2\tau^2,\ " + TEX_V % "+",
    ),
    under=LONGER & CLASSES,
    statement=le(ROOT_NEXT, RIGHT),
    lemmas=exact(one_step, {"no noise": lambda i: one_step(i, noise=0), "no pull": lambda i: one_step(i, pull=0)}),
    follows=RECURSION,
    uses=(a_step.id,),
    expect=Tier.PROVED,
)
H_corrected = Claim(
    id="symfed-lem8-H-iterations",
    kind="inequality",
    says="H local steps of a client, recentred with a plus, and a round: with |grad f_c(theta*)|^2 for the one, zeta^2 for the other, L^2, and the noise of all steps.",
    printed=printed_at(
        "last displays of Lemma 8's proof, H local steps",
        r"\mathbb E[\|\tilde V_c^{(\gamma,H)}-\theta^\star\|^6]^{1/3}\le q^H\|\theta-\theta^\star\|^2"
        r"+\frac{7\gamma^3L^2(H-1)H^2}{3\mu}\|\nabla f_c(\theta^\star)\|^2+(1-q^H)\frac{180\gamma}\mu\tau^2,\ q=1-\frac{\gamma\mu}6;\quad"
        r"\mathbb E[\|\tilde T^{(\gamma,H)}-\theta^\star\|^6]^{1/3}\le q^H\|\theta-\theta^\star\|^2"
        r"+\frac{7\gamma^3L^2(H-1)H^2}{3\mu}\zeta_{\star,1}^2+(1-q^H)\frac{180\gamma}\mu\tau^2,\quad " + TEX_V % "+",
    ),
    under=LONGER & CLASSES & HETEROGENEOUS,
    statement=sp.And(le(at(H, ROOT), at(H, AFTER_STEPS)), ONE_ROUND, evaluate=False),
    lemmas=exact(one_step, {"no noise": lambda i: one_step(i, noise=0), "no pull": lambda i: one_step(i, pull=0)}),
    follows=OF_CLIENTS,
    uses=(constant.id,),
    see=("symfed-lem8-third-root",),
    expect=Tier.PROVED,
)
