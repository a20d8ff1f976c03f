"""Lemma 7: second moments of FedAvg's iterates with heterogeneous clients, after rounds and under the stationary law."""

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_step import le
from proofs_checks.aistats.proofs.lemma_7_one_step import eq36
from proofs_checks.aistats.proofs.lemma_7_step import (
    A1,
    CLASSES,
    LINES,
    NEXT,
    PATH,
    SLOW,
    SMALL,
    STEEP,
    STEP_ON,
    Read,
    exact,
    extremes,
    g,
    row,
    small_runs,
    square,
)
from proofs_checks.aistats.proposition_2 import OPTIMUM, SPREAD_GRADIENTS
from proofs_checks.aistats.quantities import A2 as SPREADS
from proofs_checks.aistats.quantities import at, theta_star, x
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw
from symfed.checks import inequality_search
from symfed.claims import TYPO, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, mu, t, tau, zeta1
from symfed.strategies import members
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.conditional import at_drawn_point, at_drawn_start
from symfed.theorems.norms import jensen, mean_of
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.randomness import expectation_of, own_rounds
from symfed.theorems.sequences import bounded_by_induction, combination, equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import E, Mean, Norm, Stated, Vector, grad, sample_grad, sequence

T_w = SINGLE.T_w
SHORT = sp.Le(gamma * mu * H, 1)
#: A2 without a way to draw problems outside it: the proofs say where it is used.
A2 = Stated(SPREADS.says, members.some_spread, relations=SPREADS.relations)
HETEROGENEOUS = Domain((), (A2,), {str(A2): "Lemma 7 (A2)"})
ROUNDS = Domain((SMALL, SHORT), lines={str(SMALL): "Lemma 7", str(SHORT): "Lemma 7"}) & CLASSES & HETEROGENEOUS
FAR, ROUND = Norm(x - theta_star), T_w(x) - theta_star
NOISE_FLOOR = 8 * gamma * tau**2 / mu
FLOOR = H * (H - 1) / mu * (4 * gamma**3 * L**2 + 2 * gamma**2 * L**2 / mu) * zeta1**2 + NOISE_FLOOR


def squares(name, u, v, equations, factors):
    """From u = v, a combination, to E|u|^2 = E|v|^2, a fact called `name`."""
    return (
        Apply(combination, f"{name}: equal", u=u, v=v, equations=equations, factors=factors),
        Arithmetic(f"{name}: squared", sp.Eq(Norm(u) ** 2, Norm(v) ** 2, evaluate=False), (f"{name}: equal/2",)),
        Apply(expectation_of, name, relation=f"{name}: squared"),
    )


# ---- equations (29) and (31)

TEX_SUM = r"\theta_t-\gamma\sum_{h=0}^{H-1}\{\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})-\nabla f_c(\theta^\star)\}"


def rounds_by_clients(i, star=0):
    """|theta_(t+1) - theta*|^2 after a round of one step, and the mean of |theta_t - star theta* - centred gradients|^2, all draws."""
    centre, rows = i.quadratic().optimum, []
    for draws in i.states():
        steps = [i.gamma * i.gradient(c, draws[0, c, 0], i.point) for c in range(i.N)]
        pulls = [i.gamma * i.mean_gradient(c, centre) for c in range(i.N)]
        after = i.point - sum(steps) / i.N - centre
        apart = [i.point - star * centre - step + pull for step, pull in zip(steps, pulls, strict=True)]
        rows.append(((after**2).sum(), sum((v**2).sum() for v in apart) / i.N))
    return row(*rows)


def one_local_step(d, N):
    """Runs with one local step a round."""
    return small_runs(d, N).map(lambda i: i if i.H == 1 else type(i)(**{**vars(i), "draws": i.draws[:, :, :1]}))


JENSEN = inequality_search(
    one_local_step,
    scope="exact least squares, one round of one step, all draws",
    sizes=((1, 1), (1, 2), (2, 2)),
    examples=15,
    extremes=extremes,
)
eq29 = Claim(
    id="aistats-eq29-jensen",
    kind="inequality",
    says="Jensen's inequality, printed without - theta* on the right: false unless theta* is the origin. A slip of the pen: (31), to which it is rewritten, has theta*.",
    printed=printed_at("Equation (29)", r"\|\theta_{t+1}-\theta^\star\|^2\le\frac1N\sum_c\|" + TEX_SUM + r"\|^2"),
    under=CLASSES,
    statement=rounds_by_clients,
    checks=JENSEN,
    corrected="symfed-lem7-jensen",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "theta* is missing on the right; (31), to which it is rewritten, has it"),
)

A_ROUND = (
    *squares("a round", ROUND, Mean(at(H, PATH)), ("round", "optimum"), (1, -gamma * H)),
    Apply(jensen, "convexity", v=at(H, PATH), power=2),
    Apply(expectation_of, "convexity in the mean", relation="convexity"),
)
BY_CLIENTS = le(Norm(ROUND) ** 2, Mean(Norm(at(H, PATH)) ** 2))
#: V as (30) prints it, less theta*.
MINUS = S_cw(h, x) - gamma * h * grad(theta_star) - theta_star
AS_PRINTED = le(Norm(ROUND) ** 2, Mean(Norm(at(H, MINUS)) ** 2))
eq31 = Claim(
    id="aistats-eq31-V-jensen",
    kind="inequality",
    says="(31), by Jensen's inequality, with the sign that (30) prints and with the other: the pulls cancel in the mean over clients.",
    printed=printed_at("Equation (31)", r"\|\theta_{t+1}-\theta^\star\|^2\le\frac1N\sum_c\|\tilde V_c^{(\gamma,H)}-\theta^\star\|^2"),
    under=Domain((), (A1,), {str(A1): LINES[str(A1)]}),
    statement=sp.And(AS_PRINTED, BY_CLIENTS, evaluate=False),
    lemmas=crosscheck("one step", lambda i: rounds_by_clients(i, 1), JENSEN, wrong={"without theta*, as (29) prints": rounds_by_clients}),
    follows=(
        OPTIMUM,
        *SINGLE.definitions,
        *squares("as printed", ROUND, Mean(at(H, MINUS)), ("round", "optimum"), (1, gamma * H)),
        Apply(jensen, "convexity as printed", v=at(H, MINUS), power=2),
        Arithmetic("(31) as printed", AS_PRINTED, {"as printed: squared": 1, "convexity as printed": 1}),
        *A_ROUND,
        Arithmetic("(31)", BY_CLIENTS, {"a round: squared": 1, "convexity": 1}),
    ),
    see=("aistats-eq29-jensen", "aistats-eq30-V-def"),
    expect=Tier.PROVED,
)
CENTRED_cw = sequence("centred_cw", "a point less gamma times the centred gradients of so many steps of client c's local path")
AFTER_SUM = CENTRED_cw(h, x)
CENTRED_STEP = AFTER_SUM - gamma * (sample_grad(h, S_cw(h, x)) - grad(theta_star))
BY_SUMS = le(Norm(ROUND) ** 2, Mean(Norm(at(H, AFTER_SUM) - theta_star) ** 2))
jensen_corrected = Claim(
    id="symfed-lem7-jensen",
    kind="inequality",
    says="Jensen's inequality for a round, with theta* on the right, and the mean over clients outside the norm.",
    printed=printed_at("equation (29), with theta*", r"\|\theta_{t+1}-\theta^\star\|^2\le\frac1N\sum_c\|" + TEX_SUM + r"-\theta^\star\|^2"),
    under=Domain((), (A1,), {str(A1): LINES[str(A1)]}),
    statement=BY_SUMS,
    lemmas=crosscheck("one step", lambda i: rounds_by_clients(i, 1), JENSEN, wrong={"without theta*": rounds_by_clients}),
    follows=(
        OPTIMUM,
        *SINGLE.definitions,
        Define("sum starts", sp.Eq(CENTRED_cw(0, x), x)),
        Define("sum goes on", sp.Eq(CENTRED_cw(h + 1, x), CENTRED_STEP)),
        linear_combination("at first", CENTRED_cw(0, x), S_cw(0, x), {"sum starts": 1, "start": -1}),
        linear_combination(
            "alike",
            (AFTER_SUM - PATH - theta_star).xreplace({h: h + 1}),
            AFTER_SUM - PATH - theta_star,
            {"sum goes on": 1, "local step": -1},
        ),
        Apply(equal_by_induction, "all along", u=AFTER_SUM, v=PATH + theta_star, index=h, factor=sp.S.One),
        Apply(instance, "after H steps", relation="all along", at={h: H}),
        *A_ROUND,
        linear_combination("same", at(H, PATH), at(H, AFTER_SUM) - theta_star, {"after H steps": -1}),
        Arithmetic("same squared", sp.Eq(Norm(at(H, PATH)) ** 2, Norm(at(H, AFTER_SUM) - theta_star) ** 2, evaluate=False), ("same/2",)),
        Apply(mean_of, "same in the mean", relation="same squared"),
        Arithmetic("(29)", BY_SUMS, ("a round: squared", "convexity", "same in the mean")),
    ),
    expect=Tier.PROVED,
)

# ---- local steps from a point

ON_PATHS = (
    OPTIMUM,
    *eq36.follows,
    *STEP_ON,
    Apply(expectation_of, "a step on in the mean", relation="a step on, squared"),
    Apply(ordered_curvatures, "mu <= L"),
    Apply(at_drawn_point, "at the path", relation="(36)", x=x, step=h, at=S_cw(h, x)),
    Arithmetic(
        "one step",
        le(E(Norm(NEXT) ** 2), SLOW * E(Norm(PATH) ** 2) + STEEP * h**2 * g**2 + 4 * gamma**2 * tau**2),
        ("a step on in the mean", "at the path"),
    ),
    *squares("begins", at(0, PATH), x - theta_star, ("start",), (1,)),
)


def after_steps(name, bound, *by):
    """E|V_h - theta*|^2 is at most a bound, a fact called `name`."""
    return bounded_by_induction(
        name,
        E(Norm(PATH) ** 2),
        h,
        bound,
        factor=SLOW,
        increment=STEEP * h**2 * g**2 + 4 * gamma**2 * tau**2,
        by=(*by, "mu <= L", "begins"),
    )


def printed_bound(start, pull):
    """What the source has after H local steps, with the mean of the squared pulls for |grad f_c(theta*)|^2 after a round."""
    return SLOW**H * start + H**2 * (H - 1) / 2 * STEEP * pull + 4 * gamma**2 * H * tau**2


ALL_CLIENTS = (
    Apply(mean_of, "of all clients", relation="H steps"),
    *SPREAD_GRADIENTS,
    Arithmetic("gradients", le(Mean(g**2), zeta1**2), ("A2/1", "mean square")),
)


def two_steps(i, pull=1, tau2=8):
    """E|V_2 - theta*|^2 of the first client over the four pairs of samples, and the bound for H = 2."""
    r, ends, centre = Read(i, steps=0), [], i.quadratic().optimum
    for z in i.samples:
        first = i.point - i.gamma * i.gradient(0, z, i.point)
        ends += [(first - i.gamma * i.gradient(0, w, first) - centre)[0] + 2 * i.gamma * r.pull for w in i.samples]
    steep = 4 * i.gamma**4 * i.L**2 + 2 * i.gamma**3 * i.L**2 / i.mu
    slow = 1 - i.gamma * i.mu / 2
    return row((square(ends), slow**2 * r.gap**2 + pull * 2 * steep * r.pull**2 + tau2 * i.gamma**2 * square(r.noise)))


TEX_H = (
    r"\le(1-\frac{\gamma\mu}2)^H\|\theta-\theta^\star\|^2+\frac{H^2(H-1)}2\Big(4\gamma^4L^2+\frac{2\gamma^3L^2}\mu\Big)%s+4\gamma^2H\tau^2"
)
H_STEPS = le(E(Norm(at(H, PATH)) ** 2), printed_bound(FAR**2, g**2))
ONE_ROUND = le(E(Norm(ROUND) ** 2), printed_bound(FAR**2, zeta1**2))

# ---- rounds

u = gamma * mu / 2
#: The geometric sum of the local steps' noise, and of their pulls, whose squares add up to H^2 (H-1)/3 at most.
SHARPER = SLOW**h * FAR**2 + h**2 * (h - 1) / 3 * STEEP * g**2 + (1 - SLOW**h) * NOISE_FLOOR
ENOUGH = le(3 * H * gamma * mu / 8, 1 - SLOW**H)
LEFT = (
    bounded_by_induction("powers", SLOW**h, h, 1 - h * u + h**2 * u**2 / 2, factor=SLOW, by=("mu <= L",)),
    Apply(instance, "power at H", relation="powers", at={h: H}),
    Arithmetic("enough is forgotten", ENOUGH, ("power at H",)),
    Arithmetic("kept", le(0, SLOW**H), ("mu <= L",)),
)
DRIFT = le(E(Norm(ROUND) ** 2), SLOW**H * FAR**2 + (1 - SLOW**H) * FLOOR)


def adding_up(u):
    """h + u h^2 (h-1) >= 0 for u <= 1: squares of step numbers add up to h^2 (h-1)/3 at most, though 1 - u stays of them in each step."""
    return (
        Arithmetic("short step", le(u, 1), ("mu <= L",)),
        Arithmetic("gap of numbers", le(0, (h - 1) ** 2)),
        Arithmetic("squares add up", le(0, h + u * h**2 * (h - 1)), {"gap of numbers": u * h, "short step": h}),
    )


A_ROUND_SHRINKS = (
    *ON_PATHS,
    *adding_up(u),
    after_steps("h steps", SHARPER, "squares add up"),
    Apply(instance, "H steps", relation="h steps", at={h: H}),
    *A_ROUND,
    *ALL_CLIENTS,
    *LEFT,
    Arithmetic(
        "a round shrinks",
        DRIFT,
        {
            "a round": 1,
            "convexity in the mean": 1,
            "of all clients": 1,
            "gradients": H**2 * (H - 1) / 3 * STEEP,
            "enough is forgotten": 8 * H * (H - 1) / (9 * gamma * mu) * STEEP * zeta1**2,
        },
    ),
)
Q_w = sequence("lemma7_round_w", "what a round does to a point, with draws of its own")
X_w = sequence("lemma7_iterate_w", "the iterate after so many rounds, from theta_0")
START = Vector("lemma7_start", "theta_0, where the rounds start")
NOW = X_w(t) - theta_star
SECOND = E(Norm(NOW) ** 2)
FIRST = SECOND.xreplace({t: sp.S.Zero})
AFTER_ROUNDS = (
    Apply(own_rounds, "rounds", mapping=T_w, copy=Q_w, x=x),
    Define("starts", sp.Eq(X_w(0), START)),
    Define("steps", sp.Eq(X_w(t + 1), Q_w(t, X_w(t)))),
    Apply(at_drawn_start, "from the iterate", relation="a round shrinks", x=x, mapping=T_w, copy=Q_w, at=X_w(t)),
    *squares("next", NOW.xreplace({t: t + 1}), Q_w(t, X_w(t)) - theta_star, ("steps",), (1,)),
    Arithmetic(
        "next round", le(E(Norm(NOW.xreplace({t: t + 1})) ** 2), SLOW**H * SECOND + (1 - SLOW**H) * FLOOR), ("next", "from the iterate")
    ),
    bounded_by_induction(
        "rounds on",
        SECOND,
        t,
        SLOW ** (H * t) * FIRST + (1 - SLOW ** (H * t)) * FLOOR,
        factor=SLOW**H,
        increment=(1 - SLOW**H) * FLOOR,
        by=("kept",),
    ),
    Arithmetic("not negative", le(0, SLOW ** (H * t)), ("mu <= L",)),
    Arithmetic("in the end", le(SECOND, SLOW ** (H * t) * FIRST + FLOOR), {"rounds on": 1, "not negative": FLOOR}),
)
TEX_FLOOR = r"\frac{H(H-1)}\mu\Big(4\gamma^3L^2+\frac{2\gamma^2L^2}\mu\Big)\zeta_{\star,1}^2+\frac{8\gamma}\mu\tau^2"
MOMENT_TEX = r"\mathbb E\|\theta_t-\theta^\star\|^2\le(1-\frac{\gamma\mu}2)^{Ht}\|\theta_0-\theta^\star\|^2+" + TEX_FLOOR
moment2 = Claim(
    id="aistats-lem7-moment2",
    kind="rate",
    says="Lemma 7 as printed. Its last step, which unrolls the bound of a round, does not give these constants; the noise summed over all local "
    "steps and the true sum of the squared step numbers do.",
    printed=printed_at("Lemma 7, first display", MOMENT_TEX + r",\ \gamma\le1/(2L),\ \gamma\mu H\le1"),
    under=ROUNDS,
    statement=le(SECOND, SLOW ** (H * t) * FIRST + FLOOR),
    lemmas=exact(two_steps, {"no noise, no pull": lambda i: two_steps(i, pull=0, tau2=0)}),
    follows=(*A_ROUND_SHRINKS, *AFTER_ROUNDS),
    see=("symfed-lem7-one-step", "aistats-lem7-unroll-t"),
    expect=Tier.PROVED,
)
