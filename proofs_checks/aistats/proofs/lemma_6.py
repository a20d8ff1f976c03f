"""Lemma 6: sixth moments of FedAvg's iterates where no client is pulled away from theta*, after rounds and under the stationary law."""

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_path import (
    A_ROUND,
    BETA,
    PATH,
    PLACE,
    RATE,
    T_w,
    at_steps,
    cubic_root,
    lower,
    rooted,
    two_steps,
)
from proofs_checks.aistats.proofs.lemma_6_step import CLASSES, SMALL, exact, le, moment, read
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import S_cw, in_the_long_run, theta_w
from proofs_checks.symfed.remainders.setting import LAW
from symfed.claims import Claim, Domain, Tier, printed_at
from symfed.core.symbols import H, gamma, h, mu, t, tau
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.conditional import at_drawn_start
from symfed.theorems.moments import at_random_start, hoelder, raised
from symfed.theorems.norms import jensen, mean_of
from symfed.theorems.randomness import expectation_of, own_rounds
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import E, Norm, Quantity, Vector, distance, sequence

SHORT = sp.Le(gamma * mu * H, 1)
ROUNDS = Domain((SMALL, SHORT), lines={str(SMALL): "Lemma 6", str(SHORT): "Lemma 6"}) & CLASSES
#: What stays of the noise in the end, with the universal constant of (27).
FLOOR = 3 * BETA * gamma * tau**2 / mu
FAR = Norm(x - theta_star)
floor = Quantity("sixth_floor", "87 gamma tau^2/mu")
share, rest = distance("sixth_share", "(1 - gamma mu/3)^h"), distance("sixth_rest", "1 - (1 - gamma mu/3)^h")
kept, fresh = share(H), rest(H)
ROUND = T_w(x) - theta_star


def power_means(i, share=1):
    """The third power of the mean of |x_1|^4, and the second of that of |x_1|^6, for what a local step from a point leaves."""
    gap, here, _, _ = read(i)
    after = [gap - i.gamma * g for g in here]
    return moment(after, 4) ** 3, share * moment(after, 6) ** 2


def mixed(steps):
    """What so many local steps leave of |x - theta*|^2 and of the floor: the cube of it bounds the sixth moment."""
    return share(steps) * FAR**2 + rest(steps) * floor


def letters(steps, tag):
    """Powers of the rate as letters; they add up to one."""
    return (
        Arithmetic(f"{tag}: a power", sp.And(le(0, RATE**steps), le(RATE**steps, 1)), ("mu <= L",)),
        Define(f"{tag}: kept", sp.Eq(share(steps), RATE**steps)),
        Define(f"{tag}: fresh", sp.Eq(rest(steps), 1 - RATE**steps)),
        Arithmetic(f"{tag}: together", sp.Eq(share(steps) + rest(steps), 1, evaluate=False), (f"{tag}: kept", f"{tag}: fresh")),
    )


def from_a_point(premise):
    """After h steps, and after a round, from any point, by (27), a fact called `premise`."""
    return (
        *rooted("h steps", RATE**h * FAR**2 + (1 - RATE**h) * FLOOR, premise),
        Define("floor is", sp.Eq(floor, FLOOR)),
        *letters(h, "paths"),
        Arithmetic(
            "in letters",
            le(cubic_root(PATH), mixed(h)),
            {"h steps": 1, "paths: kept": -(FAR**2), "paths: fresh": -floor, "floor is": -(1 - RATE**h)},
        ),
        Apply(raised, "paths", relation="in letters", power=3),
        *[Apply(instance, f"rounds: {fact}", relation=f"paths: {fact}", at={h: H}) for fact in ("kept", "fresh", "together")],
        Apply(instance, "H steps", relation="paths", at={h: H}),
        Apply(mean_of, "of all clients", relation="H steps"),
        Apply(jensen, "convexity", v=at_steps(PATH, H), power=6),
        Apply(expectation_of, "convexity in the mean", relation="convexity"),
        *A_ROUND,
        Arithmetic(
            "a round shrinks",
            le(E(Norm(ROUND) ** 6), sp.expand(mixed(H) ** 3)),
            {"a round in the mean": 1, "convexity in the mean": 1, "of all clients": 1},
        ),
    )


Q_w = sequence("sixth_round_w", "what a round does to a point, with draws of its own")
X_w = sequence("sixth_iterate_w", "the iterate after so many rounds, from a random start")
START_w = Vector("sixth_start_w", "where the rounds start, drawn before all else")


def after_rounds(Q_w, X_w, START_w, rate, floors, parts, facts, powers):
    """From "a round shrinks" to so many rounds, in roots of sixth moments: rate^(H t) of the start's, and the floor.

    `floors` are the floor as a letter and written out, `parts` the letters for rate^H and 1 - rate^H, `facts` the names of what these
    are, `powers` the steps to 0 <= rate^H and its name.
    """
    (floor, written), (kept, fresh) = floors, parts
    now, moved = X_w(t) - theta_star, Q_w(t, X_w(t)) - theta_star
    after, root = now.xreplace({t: t + 1}), cubic_root(now)
    start = rate ** (H * t) * root.xreplace({t: sp.S.Zero})
    *positive, by = powers
    return (
        Apply(own_rounds, "rounds", mapping=T_w, copy=Q_w, x=x),
        Define("starts", sp.Eq(X_w(0), START_w)),
        Define("steps", sp.Eq(X_w(t + 1), Q_w(t, X_w(t)))),
        Apply(at_drawn_start, "from the iterate", relation="a round shrinks", x=x, mapping=T_w, copy=Q_w, at=X_w(t)),
        linear_combination("next iterate", after, moved, ("steps",)),
        Arithmetic("next to the sixth", sp.Eq(Norm(after) ** 6, Norm(moved) ** 6, evaluate=False), ("next iterate/2",)),
        Apply(expectation_of, "next in the mean", relation="next to the sixth"),
        *lower("iterate", now),
        Arithmetic(
            "next round",
            le(E(Norm(after) ** 6), (kept * root + fresh * floor) ** 3),
            {
                "next in the mean": 1,
                "from the iterate": 1,
                "iterate 4": 3 * kept**2 * fresh * floor,
                "iterate 2": 3 * kept * fresh**2 * floor**2,
            },
        ),
        Arithmetic("its root, in letters", le(cubic_root(after), kept * root + fresh * floor), ("next round",)),
        Arithmetic(
            "its root",
            le(cubic_root(after), rate**H * root + (1 - rate**H) * written),
            {"its root, in letters": 1, facts[0]: root, facts[1]: written, "floor is": fresh},
        ),
        *positive,
        bounded_by_induction(
            "rounds on",
            root,
            t,
            start + (1 - rate ** (H * t)) * written,
            factor=rate**H,
            increment=(1 - rate**H) * written,
            by=(by,),
        ),
        Arithmetic("not negative", le(0, rate ** (H * t)), ("mu <= L",)),
        Arithmetic("in the end", le(root, start + written), {"rounds on": 1, "not negative": written}),
    )


ROOT = cubic_root(X_w(t) - theta_star)
AFTER_ROUNDS = after_rounds(
    Q_w, X_w, START_w, RATE, (floor, FLOOR), (kept, fresh), ("rounds: kept", "rounds: fresh"),
    (Arithmetic("powers at H", le(0, RATE**H), ("mu <= L",)), "powers at H"),
)  # fmt: skip
MOMENT_TEX = r"\mathbb E^{1/3}\|\theta_t-\theta^\star\|^6\le(1-\gamma\mu/3)^{Ht}\,\mathbb E^{1/3}\|\theta_0-\theta^\star\|^6+\frac{3\beta\gamma}\mu\tau^2"
moment6 = Claim(
    id="aistats-lem6-moment6",
    kind="rate",
    says="Lemma 6 with 29 for beta, from any random start. Summed geometrically over local steps, (27) gives this "
    "constant for every H; (28) as printed gives at most 6/5 of it. A3 is read with its last sentence (by the display alone beta doubles for k = 0).",
    printed=printed_at("Lemma 6, first display", MOMENT_TEX + r",\ \gamma\le1/(9L),\ \gamma\mu H\le1,\ \beta\text{ universal}"),
    under=ROUNDS,
    statement=le(ROOT, RATE ** (H * t) * ROOT.xreplace({t: sp.S.Zero}) + FLOOR),
    lemmas=exact(two_steps, {"no noise": lambda i: two_steps(i, beta=0)}),
    follows=(*from_a_point("aistats-eq27-thirdpower"), *AFTER_ROUNDS),
    uses=("aistats-eq27-thirdpower",),
    see=("aistats-eq28-H-steps", "aistats-lem6-minkowski", "symfed-noise-at-optimum"),
    expect=Tier.PROVED_GIVEN,
)

FAR_w, PATH_w = theta_w - theta_star, S_cw(h, theta_w) - theta_star


def flat(tag, left, steps):
    """The cube of a mixture of |x - theta*|^2 and the floor, in a fact called by its tag, is at most the mixture of cubes."""
    one, other = share(steps), rest(steps)
    cubes = one * FAR**6 + other * floor**3
    given, less = "paths" if steps == h else "a round shrinks", (1, cubes * (one + other + 1), one**2 * other, one * other**2)
    return Arithmetic(f"{tag} apart", le(left, cubes), (given, f"{tag}: together", "two and one", "one and two"), less)


def written_out(name, v):
    """E|v|^6 <= floor^3, a fact called `name`, and what follows for E|v|^4, with the floor written out."""
    return (
        Arithmetic(f"{name}, written out", le(E(Norm(v) ** 6), FLOOR**3), {name: 1, "floor is": FLOOR**2 + FLOOR * floor + floor**2}),
        Apply(hoelder, f"{name}, to the fourth", vectors=(v,) * 4, sizes=(sp.sqrt(FLOOR),) * 4, power=6),
    )


STATIONARY = (
    Arithmetic("gap", le(0, (FAR**2 - floor) ** 2)),
    Arithmetic("two and one", le(3 * FAR**4 * floor, 2 * FAR**6 + floor**3), {"gap": 2 * FAR**2 + floor}),
    Arithmetic("one and two", le(3 * FAR**2 * floor**2, FAR**6 + 2 * floor**3), {"gap": FAR**2 + 2 * floor}),
    flat("rounds", E(Norm(ROUND) ** 6), H),
    flat("paths", E(Norm(PATH) ** 6), h),
    Arithmetic("below one", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic("something is fresh", sp.Gt(fresh, 0, evaluate=False), ("below one", "rounds: fresh")),
    Arithmetic(
        "falls", le(E(Norm(ROUND) ** 6), FAR**6 - fresh * FAR**6 + fresh * floor**3), {"rounds apart": 1, "rounds: together": FAR**6}
    ),
    in_the_long_run(FAR**6, fresh, floor**3, ("something is fresh",)),
    Arithmetic("sixth", le(E(Norm(FAR_w) ** 6), floor**3), ("in the long run", "something is fresh")),
    Arithmetic(
        "in between", le(share(h) * E(Norm(FAR_w) ** 6) + rest(h) * floor**3, floor**3), {"sixth": share(h), "paths: together": floor**3}
    ),
    Apply(at_random_start, "path", by=("in between",), relation="paths apart", x=x, start=theta_w, bound=floor**3),
    *written_out("sixth", FAR_w),
    *written_out("path", PATH_w),
)
ORDERS = (
    le(E(Norm(FAR_w) ** 6), FLOOR**3),
    le(E(Norm(FAR_w) ** 4), FLOOR**2),
    le(E(Norm(PATH_w) ** 6), FLOOR**3),
    le(E(Norm(PATH_w) ** 4), FLOOR**2),
)
ORDERS_TEX = (
    r"\int\|\theta-\theta^\star\|^{2p}\pi=O(\gamma^p),\ \int\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^{2p}\pi=O(\gamma^p),\ p\in\{2,3\}"
)
orders = Claim(
    id="aistats-lem6-orders",
    kind="expansion",
    says="With constants: at most (87 gamma tau^2/mu)^p, p = 2, 3, for the iterates and for local paths of any length (in the mean over samples, read in as in Lemma 5).",
    printed=printed_at("Lemma 6, second display", ORDERS_TEX),
    under=ROUNDS,
    statement=sp.And(*ORDERS, evaluate=False),
    lemmas=exact(two_steps, {"no noise": lambda i: two_steps(i, beta=0)}),
    follows=(*LAW, *from_a_point("aistats-eq27-thirdpower"), *STATIONARY),
    uses=("aistats-eq27-thirdpower",),
    expect=Tier.PROVED,
)

SQUARED_ROOT = cubic_root(FAR_w) ** 2
hoelder_step = Claim(
    id="aistats-lem6-holder",
    kind="inequality",
    says="From the sixth moment to the fourth: by Hölder's inequality, as printed.",
    printed=printed_at(
        f"{PLACE}, last display", r"\int\|\theta-\theta^\star\|^4\pi\le\Big(\int\|\theta-\theta^\star\|^6\pi\Big)^{2/3}=O(\gamma^2)"
    ),
    under=ROUNDS,
    statement=sp.And(le(E(Norm(FAR_w) ** 4), SQUARED_ROOT), le(SQUARED_ROOT, FLOOR**2), evaluate=False),
    lemmas=exact(power_means, {"nine tenths": lambda i: power_means(i, i.mu / i.mu * 9 / 10)}),
    follows=(
        *orders.follows,
        Apply(hoelder, "as printed", vectors=(FAR_w,) * 4, sizes=(sp.sqrt(cubic_root(FAR_w)),) * 4, power=6),
        Arithmetic("its root", le(cubic_root(FAR_w), FLOOR), ("sixth, written out",)),
        Apply(raised, "order", relation="its root", power=2),
    ),
    uses=orders.uses,
    see=("aistats-lem6-orders",),
    expect=Tier.PROVED,
)
