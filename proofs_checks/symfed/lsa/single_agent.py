"""Linear stochastic approximation by one agent, as it must read: numbering, the noise and its sign, the error unrolled."""

import numpy as np
import sympy as sp

from proofs_checks.symfed.lsa.runs import lsa_runs
from symfed.checks import CounterexampleSearch
from symfed.checks.free_algebra import FreeIdentity
from symfed.claims import Claim, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import gamma, t
from symfed.models.arrays import identity
from symfed.strategies.sampled import by_rule
from symfed.theorems import Apply, Define
from symfed.theorems.sequences import equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import AnyVector, Vector, sequence

SCOPE, ONE = "exact runs of our rule, draw by draw, d <= 2", ((1, 1), (2, 1))


def reads(lines, given=()):
    """Names that the lines (written, [read, ..]) of a program read before any line or the caller has written them."""
    known, lost = set(given), []
    for written, read in lines:
        lost += [str(name) for name in read if name not in known]
        known.add(written)
    return np.array(lost, dtype=object)


def by_lsa(i, start):
    """Where our rule ends from a start."""
    return by_rule("lsa", i.starting(start))


def optimum(i):
    return i.problem.optimum


def deviation(i, steps):
    """theta_steps - theta* by our rule."""
    return by_rule("lsa", i.cut(steps)) - optimum(i)


def noise(i, z, b=-1):
    """eps(z), with the sign of b(z) - bbar."""
    return i.noise(0, z, optimum(i), b)


def Gamma(i, t):
    """Gamma_{t:T}; the identity for t = T + 1."""
    out = identity(len(i.start), i.matrices)
    for Z in i.draws[t - 1 :, 0, 0]:
        out = i.factors[0, Z] @ out
    return out


def pseudo_code(i, sign=1, skip=0, stale=False):
    """theta_t = theta_{t-1} - eta (A(Z_t) theta_{t-1} - b(Z_t)), t = 1 .. T; the other parameters only serve wrong variants."""
    theta = i.start
    for Z in i.draws[skip:, 0, 0]:
        theta = theta - i.gamma * (i.matrices[0, Z] @ (i.start if stale else theta) - sign * i.vectors[0, Z])
    return theta


algorithm = Claim(
    id="symfed-lsa-algo",
    kind="algorithm",
    says="LSA: T steps along A(Z_t) theta - b(Z_t). Our rule, which every derivation and reference reads, against the slide's update.",
    printed=printed_at(
        "ARGO slide 'Algorithm for LSA', numbered from 1", r"\theta_t=\theta_{t-1}-\eta(A(Z_t)\theta_{t-1}-b(Z_t)),\ t=1..T"
    ),
    statement=pseudo_code,
    checks=CounterexampleSearch(lsa_runs, lambda i: by_rule("lsa", i), scope=SCOPE, sizes=ONE),
    wrong={
        "plus b": lambda i: pseudo_code(i, sign=-1),
        "T - 1 steps": lambda i: pseudo_code(i, skip=1),
        "A(Z) theta_0": lambda i: pseudo_code(i, stale=True),
    },
    expect=Tier.SUPPORTED,
)


def step_letters(A, b, back=-1):
    """One step from theta = e + x, in letters: A(Z), b(Z), their means M and M x, theta* = x, error e."""

    def sides(A_Z, b_Z, M, x, e):
        theta = e + x
        eps = A * (A_Z - M) * x + b * (b_Z - M * x)
        return theta - gamma * (A_Z * theta - b_Z) - x, e - gamma * A_Z * e + back * gamma * eps

    return sides


one_step = Claim(
    id="symfed-lsa-one-step",
    kind="identity",
    says="The error after a step is (Id - eta A(Z)) times the error before, less eta eps(Z), where Abar theta* = bbar.",
    printed=printed_at(
        "ARGO 'Context, analysis of TD (I)', with the noise's sign",
        r"\theta_t-\theta_\star=(\mathrm{Id}-\eta A(Z_t))(\theta_{t-1}-\theta_\star)-\eta\,\varepsilon(Z_t),\quad "
        r"\varepsilon(Z)=(A(Z)-\bar A)\theta_\star-(b(Z)-\bar b)",
    ),
    statement=step_letters(1, -1),
    see=("symfed-lsa-algo",),
    checks=FreeIdentity("A b M x e", "one step, all sizes"),
    wrong={
        "plus b in the noise": step_letters(1, 1),
        "plus eta": step_letters(1, -1, back=1),
        "b left out": step_letters(1, 0),
    },
    expect=Tier.PROVED,
)


def one_factor_more(first=False):
    """d is the difference of two starts, P the factors so far, A the next sample's: what a step makes of P d, the difference so far."""
    return lambda A, P, d: (P * d - gamma * A * (P * d), (P - gamma * P * A if first else P - gamma * A * P) * d)


def another_step(back=-1, grown=True):
    """From T to T + 1: A = A(Z_{T+1}), G = Gamma_{1:T}, e the first error, S = sum_t Gamma_{t+1:T} eps(Z_t), n = eps(Z_{T+1})."""

    def sides(A, G, e, S, n):
        after = (G * e - gamma * S) - gamma * A * (G * e - gamma * S) - gamma * n
        renewed = S - gamma * A * S + n if grown else S + n
        return after, (G - gamma * A * G) * e + back * gamma * renewed

    return sides


def unrolled_run(i, back=-1, b=-1, late=1):
    """The right side of the expansion over the whole run."""
    noises = [Gamma(i, t + late) @ noise(i, i.draws[t - 1, 0, 0], b) for t in range(1, len(i.draws) + 1)]
    return Gamma(i, 1) @ (i.start - optimum(i)) + back * i.gamma * sum(noises)


x = AnyVector("x")
A, b, eps = (
    sequence(name, f"{what} of a step, on a path of draws")
    for name, what in (("A_step", "A(Z)"), ("b_step", "b(Z)"), ("eps_step", "eps(Z)"))
)
solution = Vector("theta_lsa", "the solution of the mean system")
iterate = sequence("lsa", "the iterate after so many steps on a path of draws")
through = sequence("Gamma", "a vector taken through so many steps' factors Id - eta A(Z), from the first")
noises = sequence("noises", "the sum of so many steps' noises, each taken through all later steps")
#: What the factors of so many steps make of a vector.
FACTORS = (
    Define("no step", sp.Eq(through(0, x), x)),
    Define("through one step more", sp.Eq(through(t + 1, x), through(t, x) - gamma * A(t) * through(t, x))),
)
ERROR, SPLIT = iterate(t) - solution, through(t, iterate(0) - solution) - gamma * noises(t)
unrolled = Claim(
    id="symfed-lsa-unrolled",
    kind="identity",
    says="The error after T steps: the first error through all of them, less eta times each noise A(Z) theta* - b(Z) through the later ones.",
    printed=printed_at(
        "ARGO 'Context, analysis of TD (II)', with both signs",
        r"\theta_T-\theta_\star=\Gamma_{1:T}(\theta_0-\theta_\star)-\eta\sum_{t=1}^T\Gamma_{t+1:T}\,\varepsilon(Z_t),\quad\Gamma_{T+1:T}=\mathrm{Id}",
    ),
    statement=sp.Eq(ERROR, SPLIT, evaluate=False),
    lemmas=(
        Lemma(
            "one step more",
            another_step(),
            FreeIdentity("A G e S n", "from T to T + 1, all sizes"),
            {"plus eta": another_step(back=1), "the old noises not taken through the step": another_step(grown=False)},
        ),
        crosscheck(
            "runs",
            unrolled_run,
            CounterexampleSearch(lsa_runs, lambda i: deviation(i, len(i.draws)), scope=SCOPE, sizes=ONE),
            {
                "plus eta": lambda i: unrolled_run(i, back=1),
                "plus b in the noise": lambda i: unrolled_run(i, b=1),
                "Gamma_{t:T} before the noise": lambda i: unrolled_run(i, late=0),
            },
        ),
    ),
    follows=(
        Define("step", sp.Eq(iterate(t + 1), iterate(t) - gamma * (A(t) * iterate(t) - b(t)))),
        Define("noise", sp.Eq(eps(t), A(t) * solution - b(t)), "symfed-lsa-noise: where Abar theta* = bbar"),
        Define("where it starts", sp.Eq(iterate(0), Vector("lsa_start", "where LSA starts"))),
        *FACTORS,
        Define("no noise", sp.Eq(noises(0), 0 * x)),
        Define("one noise more", sp.Eq(noises(t + 1), noises(t) - gamma * A(t) * noises(t) + eps(t))),
        Apply(instance, "the first error", relation="no step", at={x: iterate(0) - solution}),
        Apply(instance, "the first error's step", relation="through one step more", at={x: iterate(0) - solution}),
        linear_combination(
            "renewed",
            (ERROR - SPLIT).subs(t, t + 1),
            ERROR - SPLIT - gamma * A(t) * (ERROR - SPLIT),
            {"step": 1, "the first error's step": -1, "one noise more": gamma, "noise": gamma},
        ),
        linear_combination("at the start", ERROR.subs(t, 0), SPLIT.subs(t, 0), {"the first error": -1, "no noise": gamma}),
        Apply(equal_by_induction, "unrolled", u=ERROR, v=SPLIT, index=t, factor=1 - gamma * A(t)),
    ),
    see=("argo-gamma-def", "symfed-lsa-one-step", "symfed-lsa-noise"),
    expect=Tier.PROVED,
)
noise_sign = Claim(
    id="symfed-lsa-noise",
    kind="definition",
    says="eps(Z) = (A(Z) - Abar) theta* - (b(Z) - bbar) is A(Z) theta* - b(Z), where Abar theta* = bbar.",
    printed=printed_at("ARGO, the noise with its sign", r"\varepsilon(Z)=(A(Z)-\bar A)\theta_\star-(b(Z)-\bar b)=A(Z)\theta_\star-b(Z)"),
    statement=lambda A, b, M, x: ((A - M) * x - (b - M * x), A * x - b),
    checks=FreeIdentity("A b M x", "A(Z) and Abar of any size"),
    wrong={
        "plus b": lambda A, b, M, x: ((A - M) * x + (b - M * x), A * x - b),
        "b not centred": lambda A, b, M, x: ((A - M) * x - b, A * x - b),
    },
    expect=Tier.PROVED,
)
