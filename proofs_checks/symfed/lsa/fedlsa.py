"""Federated linear stochastic approximation as it must read: the algorithm, a round's expansion, and what the clients' solutions average to."""

import sympy as sp

from proofs_checks.symfed.lsa.classes import REGULAR
from proofs_checks.symfed.lsa.runs import linear_runs
from symfed.checks import CounterexampleSearch
from symfed.checks.free_algebra import FreeIdentity
from symfed.claims import Claim, Domain, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h
from symfed.models.arrays import identity, solve
from symfed.strategies.sampled import by_rule
from symfed.theorems import Apply, Assumed, Define
from symfed.theorems.norms import mean_of
from symfed.theorems.sequences import combination, equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import AnyVector, Mean, Stated, Vector, sequence

SCOPE, SIZES = "exact runs of our rule, draw by draw, d <= 2", ((1, 1), (1, 2), (2, 1), (2, 2))


def two_rounds(d, N):
    return linear_runs(d, N, rounds=(1, 2))


def deviation(i):
    """theta - theta* after the run, by our rule."""
    return by_rule("fedlsa", i) - i.problem.optimum


def pseudo_code(i, share=0, sign=1, first=0, stale=False):
    """Line by line, with the client's superscript everywhere; the other parameters only serve wrong variants."""
    theta = i.start
    for t in range(len(i.draws)):
        ends = []
        for c in range(i.N):
            theta_c = theta
            for k in range(first, i.H):
                Z = i.draws[t, c, k]
                theta_c = theta_c - i.gamma * (i.matrices[c, Z] @ (theta if stale else theta_c) - sign * i.vectors[c, Z])
            ends.append(theta_c)
        theta = sum(ends) / (share or i.N)
    return theta


algorithm = Claim(
    id="symfed-fedlsa-algo",
    kind="algorithm",
    says="FedLSA: every client takes H steps along A_c(Z) theta - b_c(Z) from the common point; the server averages. Our rule, which every "
    "derivation and reference reads, against the slide.",
    printed=printed_at(
        "ARGO slide 'FedLSA Algorithm', every local iterate with its client",
        r"\theta_{t,0}^c=\theta_t;\ \theta_{t,h}^c=\theta_{t,h-1}^c-\eta(A^c(Z_{t,h}^c)\theta_{t,h-1}^c-b^c(Z_{t,h}^c)),\ h=1..H;\ "
        r"\theta_{t+1}=\frac1N\sum_{c=1}^N\theta_{t,H}^c",
    ),
    statement=pseudo_code,
    checks=CounterexampleSearch(two_rounds, lambda i: by_rule("fedlsa", i), scope=SCOPE, sizes=SIZES, examples=15),
    wrong={
        "sum for mean": lambda i: pseudo_code(i, share=1),
        "H - 1 local steps": lambda i: pseudo_code(i, first=1),
        "plus b": lambda i: pseudo_code(i, sign=-1),
        "A(Z) times the round's start": lambda i: pseudo_code(i, stale=True),
    },
    expect=Tier.SUPPORTED,
)


def Gamma(i, c, first):
    """Gamma^c_{first:H} of the last round; the identity for first = H + 1."""
    out = identity(len(i.start), i.matrices)
    for Z in i.draws[-1, c, first - 1 :]:
        out = i.factors[c, Z] @ out
    return out


def expansion_of_round(i, b=-1, back=-1, late=1, towards=1, at_optimum=False):
    """The error after one round by the slide's three sums; b is the sign of b(Z) - bbar in the noise, `back` that before eta."""
    theta, total = i.problem.optimum, 0 * i.start
    one = identity(len(theta), i.matrices)
    for c, own in enumerate(i.problem.client_optima):
        G = Gamma(i, c, 1)
        total = total + G @ (i.start - theta) + towards * (one - G) @ (own - theta)
        for k in range(1, i.H + 1):
            total = total + back * i.gamma * Gamma(i, c, k + late) @ i.noise(c, i.draws[-1, c, k - 1], theta if at_optimum else own, b)
    return total / i.N


def one_client(back=-1, towards=1):
    """G = Gamma^c_{1:H}, x = theta*, y = theta_c*, e the error before the round, s = sum_h Gamma^c_{h+1:H} eps^c."""

    def sides(G, x, y, e, s):
        return y + G * (e + x - y) - gamma * s - x, G * e + towards * (y - x - G * (y - x)) + back * gamma * s

    return sides


x, y = AnyVector("x"), AnyVector("y")
A_c, b_c, eps_c = (
    sequence(name, f"{what} of a client's step, on a path of draws")
    for name, what in (("A_step_c", "A(Z)"), ("b_step_c", "b(Z)"), ("eps_step_c", "eps(Z)"))
)
solution, own = (
    Vector("theta_fedlsa", "the solution of the clients' mean system"),
    Vector("theta_lsa_c", "the solution of a client's own mean system"),
)
local = sequence("fedlsa_c", "a client's local path from a point, after so many steps on a path of draws")
after = sequence("fedlsa_round", "the server's point after a round from a point")
through = sequence("Gamma_fedlsa_c", "a vector taken through so many of a client's factors Id - eta A(Z), from the first")
noises = sequence("noises_c", "the sum of so many of a client's noises, each taken through all later steps")
PULL = own - solution
#: A client's path, the server's point, and what a client's factors make of a vector.
PATH = (
    Define("start", sp.Eq(local(0, x), x)),
    Define("step", sp.Eq(local(h + 1, x), local(h, x) - gamma * (A_c(h) * local(h, x) - b_c(h)))),
    Define("round", sp.Eq(after(x), Mean(local(H, x)))),
    Define("no step", sp.Eq(through(0, y), y)),
    Define("through one step more", sp.Eq(through(h + 1, y), through(h, y) - gamma * A_c(h) * through(h, y))),
)
#: Both sides of a client's error, and of what its factors make of a difference.
END, UNROLLED = local(h, x) - own, through(h, x - own) - gamma * noises(h)
APART, TOGETHER = through(h, x - own), through(h, x - solution) - through(h, PULL)
EXPANSION = sp.Eq(
    after(x) - solution, Mean(through(H, x - solution)) + Mean(PULL - through(H, PULL)) - gamma * Mean(noises(H)), evaluate=False
)


def renewed(name, u, v, equations, factors):
    """A step more multiplies u - v by Id - eta A(Z)."""
    gap = u - v
    return Apply(combination, name, u=gap.subs(h, h + 1), v=gap - gamma * A_c(h) * gap, equations=equations, factors=factors)


expansion = Claim(
    id="symfed-fedlsa-expansion",
    kind="identity",
    says="The error after a round: the old one through all local steps, the pull towards the clients' own solutions, less eta times each "
    "noise, taken at the client's solution, through the later steps; theta_c* solves the client's mean system, and Gamma_{t,H+1:H}^c = Id.",
    printed=printed_at(
        "ARGO slide 'Analysis of FedLSA', with signs and indices",
        r"\theta_{t+1}-\theta_\star=\frac1N\sum_c\Gamma_{t,1:H}^c(\theta_t-\theta_\star)+\frac1N\sum_c(\mathrm{Id}-\Gamma_{t,1:H}^c)"
        r"(\theta_\star^c-\theta_\star)-\frac\eta N\sum_c\sum_h\Gamma_{t,h+1:H}^c\varepsilon^c(Z_{t,h}^c),\quad"
        r"\varepsilon^c(Z)=A^c(Z)\theta_\star^c-b^c(Z)",
    ),
    statement=EXPANSION,
    lemmas=(
        Lemma(
            "one client",
            one_client(),
            FreeIdentity("G x y e s", "one client's end less theta*, all sizes"),
            {"plus eta": one_client(back=1), "pull away": one_client(towards=-1), "no noise": one_client(back=0)},
        ),
        crosscheck(
            "rounds",
            expansion_of_round,
            CounterexampleSearch(linear_runs, deviation, scope=SCOPE, sizes=SIZES, examples=15),
            {
                "plus eta": lambda i: expansion_of_round(i, back=1),
                "plus b in the noise": lambda i: expansion_of_round(i, b=1),
                "pull away": lambda i: expansion_of_round(i, towards=-1),
                "Gamma_{h:H} before the noise": lambda i: expansion_of_round(i, late=0),
                "noise at theta*": lambda i: expansion_of_round(i, at_optimum=True),
            },
        ),
    ),
    follows=(
        *PATH,
        Define("noise", sp.Eq(eps_c(h), A_c(h) * own - b_c(h)), "symfed-lsa-noise: where Abar^c theta_c* = bbar^c"),
        Define("no noise", sp.Eq(noises(0), 0 * x)),
        Define("one noise more", sp.Eq(noises(h + 1), noises(h) - gamma * A_c(h) * noises(h) + eps_c(h))),
        *(
            Apply(instance, f"{fact}, {name}", relation=fact, at={y: of})
            for name, of in (("own", x - own), ("common", x - solution), ("pull", PULL))
            for fact in ("no step", "through one step more")
        ),
        renewed(
            "an error renewed", END, UNROLLED, ("step", "through one step more, own", "one noise more", "noise"), (1, -1, gamma, gamma)
        ),
        linear_combination("an error at first", END.subs(h, 0), UNROLLED.subs(h, 0), {"start": 1, "no step, own": -1, "no noise": gamma}),
        Apply(equal_by_induction, "one client's steps", u=END, v=UNROLLED, index=h, factor=1 - gamma * A_c(h)),
        renewed(
            "a difference renewed",
            APART,
            TOGETHER,
            ("through one step more, own", "through one step more, common", "through one step more, pull"),
            (1, -1, 1),
        ),
        linear_combination(
            "a difference at first", APART.subs(h, 0), TOGETHER.subs(h, 0), {"no step, own": 1, "no step, common": -1, "no step, pull": 1}
        ),
        Apply(equal_by_induction, "linear", u=APART, v=TOGETHER, index=h, factor=1 - gamma * A_c(h)),
        Apply(instance, "its end", relation="one client's steps", at={h: H}),
        Apply(instance, "its parts", relation="linear", at={h: H}),
        Apply(mean_of, "their ends", relation="its end"),
        Apply(mean_of, "their parts", relation="its parts"),
        linear_combination("expansion", EXPANSION.lhs, EXPANSION.rhs, ("round", "their ends", "their parts")),
    ),
    see=("symfed-fedlsa-algo", "symfed-lsa-unrolled", "symfed-lsa-noise"),
    expect=Tier.PROVED,
)


def covariance_of_clients(i, sign=1, transposed=False, share=0):
    """theta* less the mean of the theta_c*, by the covariance of Abar^c and theta_c* over the clients."""
    A, own = i.problem.mean_matrices, i.problem.client_optima
    mean_A, mean_own = A.sum(axis=0) / i.N, own.sum(axis=0) / i.N
    total = sum((A[c] - mean_A).T @ (own[c] - mean_own) if transposed else (A[c] - mean_A) @ (own[c] - mean_own) for c in range(i.N))
    return sign * solve(mean_A, total / (share or i.N))


def summand(sign=-1):
    """A client's part of the covariance: A = Abar^c, M their mean, x = theta_c*, m their mean."""
    return lambda A, M, x, m: ((A - M) * (x + sign * m), A * x - A * m - M * x + M * m)


bbar_c = Vector("bbar_c", "the mean vector of a client")
Abar_c, Abar_inverse = Vector("Abar_c", "the mean matrix of a client"), Vector("Abar_inverse", "the inverse of the clients' mean matrix")
MEAN_OWN = Mean(own)
COVARIANCE = Mean((Abar_c - Mean(Abar_c)) * (own - MEAN_OWN))
#: That theta* is unique says that the mean matrix has an inverse from the left.
SOLVABLE = Stated(REGULAR.says, relations=(sp.Eq(Abar_inverse * Mean(Abar_c) * x, x, evaluate=False),))
average = Claim(
    id="symfed-average-of-solutions",
    kind="identity",
    says="theta* exceeds the mean of the clients' solutions by Abar^-1 times the covariance of Abar^c and theta_c* over clients.",
    printed=printed_at(
        "ARGO slide 'Best Scenario', without equal data",
        r"\theta_\star-\frac1N\sum_c\theta_\star^c=\bar A^{-1}\,\frac1N\sum_c(\bar A^c-\bar A)"
        r"\Big(\theta_\star^c-\frac1N\sum_{c'}\theta_\star^{c'}\Big)",
    ),
    statement=sp.Eq(solution - MEAN_OWN, Abar_inverse * COVARIANCE, evaluate=False),
    under=Domain(classes=(SOLVABLE,)),
    lemmas=(
        Lemma("one client", summand(), FreeIdentity("A M x m", "all sizes"), {"plus the mean": summand(1)}),
        crosscheck(
            "systems",
            covariance_of_clients,
            CounterexampleSearch(
                linear_runs,
                lambda i: i.problem.optimum - i.problem.client_optima.sum(axis=0) / i.N,
                scope="exact linear systems",
                sizes=((1, 2), (2, 2), (1, 3)),
                examples=15,
            ),
            {
                "always equal": lambda i: 0 * i.start,
                "sign flipped": lambda i: covariance_of_clients(i, sign=-1),
                "transposed": lambda i: covariance_of_clients(i, transposed=True),
                "sum over clients": lambda i: covariance_of_clients(i, share=1),
            },
        ),
    ),
    follows=(
        Define("own system", sp.Eq(bbar_c, Abar_c * own), "theta_c* solves the client's mean system"),
        Define("mean system", sp.Eq(solution, Abar_inverse * Mean(bbar_c)), "theta* solves the clients' mean system"),
        Apply(mean_of, "in the mean", relation="own system"),
        Assumed("unique", SOLVABLE),
        Apply(instance, "of the mean solution", relation="unique", at={x: MEAN_OWN}),
        linear_combination(
            "average",
            solution - MEAN_OWN,
            Abar_inverse * COVARIANCE,
            {"mean system": 1, "in the mean": Abar_inverse, "of the mean solution": 1},
        ),
    ),
    expect=Tier.PROVED,
)
