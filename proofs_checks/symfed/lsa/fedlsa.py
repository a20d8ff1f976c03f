"""Federated linear stochastic approximation as it must read: the algorithm, a round's expansion, and what the clients' solutions average to."""

from proofs_checks.symfed.lsa.classes import REGULAR
from proofs_checks.symfed.lsa.runs import linear_runs
from symfed.checks import CounterexampleSearch
from symfed.checks.free_algebra import FreeIdentity
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import gamma
from symfed.core.verdict import Tier
from symfed.models.arrays import identity, solve
from symfed.strategies.sampled import by_rule

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
            for h in range(first, i.H):
                Z = i.draws[t, c, h]
                theta_c = theta_c - i.gamma * (i.matrices[c, Z] @ (theta if stale else theta_c) - sign * i.vectors[c, Z])
            ends.append(theta_c)
        theta = sum(ends) / (share or i.N)
    return theta


algorithm = Claim(
    id="symfed-fedlsa-algo",
    kind="algorithm",
    says="FedLSA: every client takes H steps along A_c(Z) theta - b_c(Z) from the common point; the server averages. Our rule, which every "
    "derivation and reference reads, against the slide.",
    printed=Printed(
        "symfed",
        "ARGO slide 'FedLSA Algorithm', every local iterate with its client",
        r"\theta_{t,0}^c=\theta_t;\ \theta_{t,h}^c=\theta_{t,h-1}^c-\eta(A^c(Z_{t,h}^c)\theta_{t,h-1}^c-b^c(Z_{t,h}^c)),\ h=1..H;\ "
        r"\theta_{t+1}=\frac1N\sum_{c=1}^N\theta_{t,H}^c",
    ),
    statement=pseudo_code,
    checks=(CounterexampleSearch(two_rounds, lambda i: by_rule("fedlsa", i), scope=SCOPE, sizes=SIZES, examples=15),),
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
        for h in range(1, i.H + 1):
            total = total + back * i.gamma * Gamma(i, c, h + late) @ i.noise(c, i.draws[-1, c, h - 1], theta if at_optimum else own, b)
    return total / i.N


def one_client(back=-1, towards=1):
    """G = Gamma^c_{1:H}, x = theta*, y = theta_c*, e the error before the round, s = sum_h Gamma^c_{h+1:H} eps^c."""

    def sides(G, x, y, e, s):
        return y + G * (e + x - y) - gamma * s - x, G * e + towards * (y - x - G * (y - x)) + back * gamma * s

    return sides


expansion = Claim(
    id="symfed-fedlsa-expansion",
    kind="identity",
    says="The error after a round: the old one through all local steps, the pull towards the clients' own solutions, less eta times each "
    "noise, taken at the client's solution, through the later steps; Abar^c theta_c* = bbar^c, and Gamma_{t,H+1:H}^c = Id.",
    printed=Printed(
        "symfed",
        "ARGO slide 'Analysis of FedLSA', with signs and indices",
        r"\theta_{t+1}-\theta_\star=\frac1N\sum_c\Gamma_{t,1:H}^c(\theta_t-\theta_\star)+\frac1N\sum_c(\mathrm{Id}-\Gamma_{t,1:H}^c)"
        r"(\theta_\star^c-\theta_\star)-\frac\eta N\sum_c\sum_h\Gamma_{t,h+1:H}^c\varepsilon^c(Z_{t,h}^c),\quad"
        r"\varepsilon^c(Z)=A^c(Z)\theta_\star^c-b^c(Z)",
    ),
    statement=expansion_of_round,
    lemmas=(
        Lemma(
            "one client",
            one_client(),
            (FreeIdentity("G x y e s", "one client's end less theta*, all sizes"),),
            {"plus eta": one_client(back=1), "pull away": one_client(towards=-1), "no noise": one_client(back=0)},
        ),
        Lemma(
            "rounds",
            expansion_of_round,
            (CounterexampleSearch(linear_runs, deviation, scope=SCOPE, sizes=SIZES, examples=15),),
            {
                "plus eta": lambda i: expansion_of_round(i, back=1),
                "plus b in the noise": lambda i: expansion_of_round(i, b=1),
                "pull away": lambda i: expansion_of_round(i, towards=-1),
                "Gamma_{h:H} before the noise": lambda i: expansion_of_round(i, late=0),
                "noise at theta*": lambda i: expansion_of_round(i, at_optimum=True),
            },
            crosscheck=True,
        ),
    ),
    follows=(
        InWords(
            "a client's steps are those of one agent about theta_c*, whose end symfed-lsa-unrolled gives; the server's point is their mean"
        ),
    ),
    uses=("symfed-lsa-unrolled",),
    see=("symfed-fedlsa-algo",),
    expect=Tier.PROVED_GIVEN,
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


average = Claim(
    id="symfed-average-of-solutions",
    kind="identity",
    says="theta* exceeds the mean of the clients' solutions by Abar^-1 times the covariance of Abar^c and theta_c* over clients.",
    printed=Printed(
        "symfed",
        "ARGO slide 'Best Scenario', without equal data",
        r"\theta_\star-\frac1N\sum_c\theta_\star^c=\bar A^{-1}\,\frac1N\sum_c(\bar A^c-\bar A)"
        r"\Big(\theta_\star^c-\frac1N\sum_{c'}\theta_\star^{c'}\Big)",
    ),
    statement=covariance_of_clients,
    under=Domain(classes=(REGULAR,)),
    lemmas=(
        Lemma("one client", summand(), (FreeIdentity("A M x m", "all sizes"),), {"plus the mean": summand(1)}),
        Lemma(
            "systems",
            covariance_of_clients,
            (
                CounterexampleSearch(
                    linear_runs,
                    lambda i: i.problem.optimum - i.problem.client_optima.sum(axis=0) / i.N,
                    scope="exact linear systems",
                    sizes=((1, 2), (2, 2), (1, 3)),
                    examples=15,
                ),
            ),
            {
                "always equal": lambda i: 0 * i.start,
                "sign flipped": lambda i: covariance_of_clients(i, sign=-1),
                "transposed": lambda i: covariance_of_clients(i, transposed=True),
                "sum over clients": lambda i: covariance_of_clients(i, share=1),
            },
            crosscheck=True,
        ),
    ),
    follows=(
        InWords(
            "in the mean over clients A m and M x are M m, and A x is M theta*, for theta* solves the mean system: M (theta* - m) is left, M regular"
        ),
    ),
    expect=Tier.PROVED_GIVEN,
)
