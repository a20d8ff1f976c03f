"""Lemma 8 with the constants that it needs: sixth moments of FedAvg's iterates after rounds and under the stationary law."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6 import after_rounds
from proofs_checks.aistats.proofs.lemma_6_path import cubic_root
from proofs_checks.aistats.proofs.lemma_6_step import le
from proofs_checks.aistats.proofs.lemma_7_step import PATH, Read, g, two_clients
from proofs_checks.aistats.proofs.lemma_8_end_path import (
    ADDED,
    BEGINS,
    FAR,
    HETEROGENEOUS,
    NOISE_FLOOR,
    ONE_ROUND,
    RECURSION,
    ROUND,
    SLOW,
    H_corrected,
)
from proofs_checks.aistats.proofs.lemma_8_end_step import CLASSES, LONGER, one_step
from proofs_checks.aistats.proofs.lemma_8_end_step import step as a_step
from proofs_checks.aistats.proofs.lemma_8_terms import SEARCH, SHORT, exact
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw, in_the_long_run, theta_w
from proofs_checks.symfed.remainders.setting import LAW, part
from symfed.claims import Claim, Domain, ProofStep, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, mu, t, zeta1
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.moments import at_random_start, hoelder, minkowski_moment, raised
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.sequences import bounded_by_induction, instance
from symfed.theorems.vocabulary import E, Norm, Quantity, Vector, distance, grad, sequence

ROUNDS = Domain((SHORT,), lines={str(SHORT): "Lemma 8"}) & LONGER & CLASSES & HETEROGENEOUS
u = gamma * mu / 6
FLOOR = 16 * gamma**2 * L**2 * H * (H - 1) / mu**2 * zeta1**2 + NOISE_FLOOR
floor = Quantity("lemma8_floor", "16 gamma^2 L^2 H (H-1) zeta_1^2/mu^2 + 180 gamma tau^2/mu")
kept_by, fresh_by = distance("lemma8_share", "(1 - gamma mu/6)^h"), distance("lemma8_rest", "1 - (1 - gamma mu/6)^h")
kept, fresh = kept_by(H), fresh_by(H)
MIXED = kept * FAR**2 + fresh * floor
A_ROUND_SHRINKS: tuple[ProofStep, ...] = (
    bounded_by_induction("powers", SLOW**h, h, 1 - h * u + h**2 * u**2 / 2, factor=SLOW, by=("mu <= L",)),
    Apply(instance, "power at H", relation="powers", at={h: H}),
    Arithmetic("enough is forgotten", le(11 * H * gamma * mu / 72, 1 - SLOW**H), ("power at H",)),
    Arithmetic("a power", sp.And(le(0, SLOW**H), le(SLOW**H, 1)), ("mu <= L",)),
    Arithmetic(
        "a round's root",
        le(cubic_root(ROUND), SLOW**H * FAR**2 + (1 - SLOW**H) * FLOOR),
        {part(H_corrected, ONE_ROUND): 1, "enough is forgotten": 16 * gamma**2 * L**2 * H * (H - 1) / mu**2 * zeta1**2},
    ),
    Define("floor is", sp.Eq(floor, FLOOR)),
    Define("kept by", sp.Eq(kept_by(h), SLOW**h)),
    Define("fresh by", sp.Eq(fresh_by(h), 1 - SLOW**h)),
    Apply(instance, "kept", relation="kept by", at={h: H}),
    Apply(instance, "fresh", relation="fresh by", at={h: H}),
    Arithmetic("together", sp.Eq(kept + fresh, 1, evaluate=False), ("kept", "fresh")),
    Arithmetic(
        "in letters", le(cubic_root(ROUND), MIXED), {"a round's root": 1, "kept": -(FAR**2), "fresh": -floor, "floor is": -(1 - SLOW**H)}
    ),
    Apply(raised, "a round shrinks", relation="in letters", power=3),
)
Q_w = sequence("lemma8_round_w", "what a round does to a point, with draws of its own")
X_w = sequence("lemma8_iterate_w", "the iterate after so many rounds, from a random start")
START_w = Vector("lemma8_start_w", "where the rounds start, drawn before all else")
ROOT = cubic_root(X_w(t) - theta_star)
START = ROOT.xreplace({t: sp.S.Zero})
AFTER_ROUNDS = after_rounds(Q_w, X_w, START_w, SLOW, (floor, FLOOR), (kept, fresh), ("kept", "fresh"), ("a power/1",))
FLOOR_TEX = r"\frac{16\gamma^2L^2(H-1)H}{\mu^2}\zeta_{\star,1}^2+\frac{180\gamma}\mu\tau^2"
WRONG = {"no noise": lambda i: one_step(i, noise=0), "no pull": lambda i: one_step(i, pull=0)}


def law_of_one_client(i, beta=15):
    """E|theta|^6 under the law of one client with gradients mu theta + tau and mu theta - tau, H = 1, and (12 beta gamma tau^2/mu)^3."""
    q, step = 1 - i.gamma * i.mu, i.gamma * Read(i).noise[0]
    second = step**2 / (1 - q**2)
    fourth = (6 * q**2 * step**2 * second + step**4) / (1 - q**4)
    sixth = (15 * q**4 * step**2 * fourth + 15 * q**2 * step**4 * second + step**6) / (1 - q**6)
    return sixth, (12 * beta * step**2 / (i.gamma * i.mu)) ** 3


def small_steps():
    """Noise alone, gamma mu = 1/10 000."""
    return (two_clients((1,) * 4, (1, -1, 1, -1), 0, (1, 10_000)),)


moment6 = Claim(
    id="symfed-lem8-moment6",
    kind="rate",
    says="Lemma 8 with L^2, zeta^2 and all rounds: at the preprint's rate gamma mu/6, with 15 for beta (16 where 6 beta is printed), for gamma <= 1/(8L). No "
    "beta up to 1/10 serves: one client with small steps shows it.",
    printed=printed_at(
        "Lemma 8, first display, with L^2 zeta^2 and H t",
        r"\mathbb E^{1/3}\|\theta_t-\theta^\star\|^6\le(1-\gamma\mu/6)^{Ht}\,\mathbb E^{1/3}\|\theta_0-\theta^\star\|^6+" + FLOOR_TEX,
    ),
    under=ROUNDS,
    statement=le(ROOT, SLOW ** (H * t) * START + FLOOR),
    lemmas=(
        exact(one_step, WRONG),
        crosscheck(
            "one client's law",
            law_of_one_client,
            replace(SEARCH, extremes=small_steps, scope="one client in dimension one, its law's moments solved exactly"),
            wrong={"beta = 1/10": lambda i: law_of_one_client(i, i.mu / i.mu / 10)},
        ),
    ),
    follows=(
        *SINGLE.definitions,
        Apply(ordered_curvatures, "mu <= L"),
        Arithmetic("slow", sp.Ge(SLOW, 0, evaluate=False), ("mu <= L",)),
        *A_ROUND_SHRINKS,
        *AFTER_ROUNDS,
    ),
    uses=(H_corrected.id,),
    expect=Tier.PROVED_GIVEN,
)

# ---- the stationary law

FAR_w, LOCAL, LOCAL_w = theta_w - theta_star, S_cw(h, x) - theta_star, S_cw(h, theta_w) - theta_star
PULLED = gamma * h * grad(theta_star)
#: What so many local steps add to the square of the distance: their number squared, as all of their pulls are at most the last.
ON_A_PATH = 42 * gamma**2 * L**2 * h**2 * g**2 / mu**2 + NOISE_FLOOR
AROUND = 2 * ON_A_PATH + 2 * gamma**2 * h**2 * g**2
AROUND_c = distance(
    "lemma8_around_c", "84 gamma^2 L^2 h^2 g^2/mu^2 + 360 gamma tau^2/mu + 2 gamma^2 h^2 g^2, g the client's gradient at theta*"
)
around = AROUND_c(h)
THIRD_POWER = sp.expand((2 * FAR**2 + around) ** 3)
CUBES = kept * FAR**6 + fresh * floor**3
STATIONARY: tuple[ProofStep, ...] = (
    Arithmetic("gap", le(0, (FAR**2 - floor) ** 2)),
    Arithmetic("two and one", le(3 * FAR**4 * floor, 2 * FAR**6 + floor**3), {"gap": 2 * FAR**2 + floor}),
    Arithmetic("one and two", le(3 * FAR**2 * floor**2, FAR**6 + 2 * floor**3), {"gap": FAR**2 + 2 * floor}),
    Arithmetic(
        "rounds apart",
        le(E(Norm(ROUND) ** 6), CUBES),
        {"a round shrinks": 1, "together": CUBES * (kept + fresh + 1), "two and one": kept**2 * fresh, "one and two": kept * fresh**2},
    ),
    Arithmetic("below one", sp.Lt(SLOW**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic("something is fresh", sp.Gt(fresh, 0, evaluate=False), ("below one", "fresh")),
    Arithmetic("falls", le(E(Norm(ROUND) ** 6), FAR**6 - fresh * FAR**6 + fresh * floor**3), {"rounds apart": 1, "together": FAR**6}),
    in_the_long_run(FAR**6, fresh, floor**3, ("something is fresh",)),
    Arithmetic("sixth", le(E(Norm(FAR_w) ** 6), floor**3), ("in the long run", "something is fresh")),
    Apply(hoelder, "fourth", vectors=(FAR_w,) * 4, sizes=(sp.sqrt(floor),) * 4, power=6),
    Apply(hoelder, "second", vectors=(FAR_w,) * 2, sizes=(sp.sqrt(floor),) * 2, power=6),
)
LOCAL_PATHS: tuple[ProofStep, ...] = (
    Arithmetic("kept so far", sp.And(le(0, SLOW**h), le(SLOW**h, 1)), ("mu <= L",)),
    bounded_by_induction(
        "any steps",
        cubic_root(PATH),
        h,
        SLOW**h * FAR**2 + (1 - SLOW**h) * ON_A_PATH,
        factor=SLOW,
        increment=ADDED,
        by=("slow", "root at the start", "mu <= L"),
    ),
    Arithmetic(
        "any steps at most", le(cubic_root(PATH), FAR**2 + ON_A_PATH), {"any steps": 1, "kept so far/1": ON_A_PATH, "kept so far/2": FAR**2}
    ),
    Apply(raised, "path, cubed", relation="any steps at most", power=3),
    Apply(minkowski_moment, "local path", u=PATH, v=-PULLED, sizes=(sp.sqrt(FAR**2 + ON_A_PATH), gamma * h * g), power=6),
    Define("around is", sp.Eq(around, AROUND)),
    Arithmetic("square of a gap between", le(0, (sp.sqrt(FAR**2 + ON_A_PATH) - gamma * h * g) ** 2)),
    Arithmetic(
        "sizes together",
        le((sp.sqrt(FAR**2 + ON_A_PATH) + gamma * h * g) ** 2, 2 * FAR**2 + around),
        {"square of a gap between": 1, "around is": -1},
    ),
    Apply(raised, "their cube", relation="sizes together", power=3),
    Arithmetic("local", le(E(Norm(LOCAL) ** 6), THIRD_POWER), {"local path": 1, "their cube": 1}),
    Arithmetic(
        "at the start",
        le(E(THIRD_POWER.xreplace({x: theta_w})), (2 * floor + around) ** 3),
        {"sixth": 8, "fourth": 12 * around, "second": 6 * around**2},
    ),
    Apply(at_random_start, "local paths", by=("at the start",), relation="local", x=x, start=theta_w, bound=(2 * floor + around) ** 3),
    Apply(hoelder, "local paths, fourth", vectors=(LOCAL_w,) * 4, sizes=(sp.sqrt(2 * floor + around),) * 4, power=6),
)
ORDERS = (
    le(E(Norm(FAR_w) ** 6), FLOOR**3),
    le(E(Norm(FAR_w) ** 4), FLOOR**2),
    le(E(Norm(LOCAL_w) ** 6), (2 * FLOOR + AROUND) ** 3),
    le(E(Norm(LOCAL_w) ** 4), (2 * FLOOR + AROUND) ** 2),
)
TOGETHER, WRITTEN = 2 * floor + around, 2 * FLOOR + AROUND
SPELT_OUT: tuple[ProofStep, ...] = (
    Arithmetic("sixth, written out", ORDERS[0], {"sixth": 1, "floor is": FLOOR**2 + FLOOR * floor + floor**2}),
    Arithmetic("fourth, written out", ORDERS[1], {"fourth": 1, "floor is": FLOOR + floor}),
    Arithmetic("together is", sp.Eq(TOGETHER, WRITTEN, evaluate=False), ("floor is", "around is")),
    Arithmetic("local paths, written out", ORDERS[2], {"local paths": 1, "together is": WRITTEN**2 + WRITTEN * TOGETHER + TOGETHER**2}),
    Arithmetic("fourth of local paths, written out", ORDERS[3], {"local paths, fourth": 1, "together is": WRITTEN + TOGETHER}),
)
ORDERS_TEX = (
    r"\int\|\theta-\theta^\star\|^{2p}\pi\le b^p,\ \int\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^{2p}\pi\le\Big(2b"
    r"+\gamma^2h^2(2+\tfrac{84L^2}{\mu^2})\|\nabla f_c(\theta^\star)\|^2+\tfrac{360\gamma}\mu\tau^2\Big)^p,\ p\in\{2,3\},\ b=" + FLOOR_TEX
)
orders = Claim(
    id="symfed-lem8-orders",
    kind="expansion",
    says="Lemma 8's second display with constants: (gamma + gamma^2 H^2)^p for the iterates, (gamma + gamma^2 (H^2 + h^2))^p for a client's path of any length h.",
    printed=printed_at("Lemma 8, second display, with constants", ORDERS_TEX),
    under=ROUNDS,
    statement=sp.And(*ORDERS, evaluate=False),
    lemmas=exact(one_step, WRONG),
    follows=(*LAW, *RECURSION, *BEGINS, *A_ROUND_SHRINKS, *STATIONARY, *LOCAL_PATHS, *SPELT_OUT),
    uses=(a_step.id, H_corrected.id),
    see=("symfed-lem8-moment6",),
    expect=Tier.PROVED,
)
