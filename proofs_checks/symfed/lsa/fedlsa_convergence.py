"""How far FedLSA spreads about its limit, how far that limit lies from theta*, and what an accuracy costs."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.symfed.lsa.classes import INDEPENDENT, SHRINKS
from proofs_checks.symfed.lsa.fedlsa import SIZES
from proofs_checks.symfed.lsa.runs import linear_runs
from symfed.checks import SignCheck, SymbolicIdentity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, decay, gamma
from symfed.reference.exact import expected_squared_distance, stationary_exact

B = gamma * decay
STABLE = Domain((B <= 1,), (SHRINKS, INDEPENDENT))
LAWS = "exact laws, multiplicative noise"
PATH_TEX = (
    r"\tilde\sigma^2=\frac1N\sum_c\max_{h<H}\mathbb E\|A^c(Z)m_h^c-b^c(Z)-\bar A^cm_h^c+\bar b^c\|^2,\quad "
    r"m_h^c=\theta_\star^c+(\mathrm{Id}-\eta\bar A^c)^h(\theta_\infty-\theta_\star^c)"
)


def path_noise(i, at_own=False):
    """sigma~²: the clients' noise where their mean paths from theta_inf lead, the worst step of each; or at their own solutions."""
    total = 0 * i.gamma
    for c, (A, own) in enumerate(zip(i.problem.mean_matrices, i.problem.client_optima, strict=True)):
        point, found = i.limit, []
        for _ in range(i.H):
            found.append(i.variance(c, own if at_own else point))
            point = point - i.gamma * A @ (point - own)
        total = total + max(found)
    return total / i.N


def spread(i):
    """tr Cov theta in stationarity: E|theta - theta_inf|²."""
    law, gap = stationary_exact("fedlsa", i.problem, i.gamma, i.H), i.limit - i.problem.optimum
    return np.trace(law.second_moment) - gap @ gap


def stationary(i):
    return spread(i), floor(i)


def floor(i, share=1, **variant):
    return share * i.gamma * path_noise(i, **variant) / (i.N * i.rate)


def noises(steps):
    """What the noises of so many local steps add up to, the noise level taken as one; none at the start."""
    return gamma / decay * (1 - (1 - B) ** steps)


#: A mean square, what it is to stay below, and what a round leaves of it.
V, F, q = coordinates("V F q")
variance = Claim(
    id="symfed-fedlsa-variance",
    kind="inequality",
    says="In stationarity FedLSA spreads by at most eta sigma~²/(N a), where sigma~² is the clients' noise along their mean paths from the limit: "
    "linear speed-up, with the noise at points the iterates visit and not at the clients' own solutions. theta_inf is the limit of E theta_t.",
    printed=printed_at(
        "ARGO 'Analysis of FedLSA: convergence rate', t to infinity, with the noise that is seen",
        r"\mathbb E\|\theta-\theta_\infty\|^2\le\frac{\eta\tilde\sigma^2}{Na},\quad " + PATH_TEX,
    ),
    statement=stationary,
    under=STABLE,
    lemmas=(
        Lemma(
            "a client's noises",
            noises(H + 1),
            SymbolicIdentity(lambda: (1 - B) * noises(H) + gamma**2, as_printed, scope="a step more"),
            {"a little less": sp.Rational(19, 20) * noises(H + 1), "eta for eta²": noises(H + 1) / gamma},
            says="v_{h+1} <= (1 - eta a) v_h + eta² from zero is at most eta/a (1 - (1 - eta a)^H) after H steps",
        ),
        Lemma(
            "rounds",
            (V, F),
            SignCheck("three numbers"),
            {"a little less": (V, sp.Rational(19, 20) * F)},
            says="V <= q V + (1 - q) F makes V <= F where q < 1",
            given=Domain((V <= q * V + (1 - q) * F, q < 1)),
        ),
        crosscheck(
            "laws",
            stationary,
            inequality_search(linear_runs, scope=LAWS, sizes=SIZES, examples=25),
            {
                "noise at the clients' solutions": lambda i: (spread(i), floor(i, at_own=True)),
                "half": lambda i: (spread(i), floor(i, flint.fmpq(1, 2))),
                "1/N²": lambda i: (spread(i), floor(i) / i.N),
            },
        ),
    ),
    follows=(
        InWords(
            "a client's distance from its mean path is taken through Id - eta A(Z) in every step, less eta times the noise on that path. It has mean zero and is "
            "independent of the draw, so that the cross term vanishes: `a client's noises` times sigma~² bounds what a round adds to its mean square"
        ),
        InWords(
            "clients are independent, so that their mean has 1/N of that; theta - theta_inf has mean zero and is independent of the round, which takes at most "
            "q = (1 - eta a)^H of its mean square: `rounds` with F = eta sigma~²/(N a)"
        ),
    ),
    see=("symfed-fedlsa-expansion", "symfed-exponential-stability"),
    expect=Tier.PROVED_GIVEN,
)


def after_rounds(i, rounds=2, later=0, share=1):
    """excess² <= 4 start noise, or zero where the error is below start + noise: error <= (sqrt(start) + sqrt(noise))²."""
    error = expected_squared_distance("fedlsa", i.problem, i.gamma, i.H, rounds, i.start, i.limit)[-1]
    start = (1 - i.gamma * i.rate) ** (i.H * (rounds + later)) * ((i.start - i.limit) ** 2).sum()
    excess = error - start - floor(i, share)
    return max(excess, 0 * excess) ** 2, 4 * start * floor(i, share)


rate = Claim(
    id="symfed-fedlsa-rate",
    kind="rate",
    says="FedLSA forgets its start, measured from its limit, at the rate of a client's steps, down to eta*sigma~²/(N*a).",
    printed=printed_at(
        "ARGO 'Analysis of FedLSA: convergence rate', with its constants",
        r"\mathbb E\|\theta_t-\theta_\infty\|^2\le\Big((1-\eta a)^{Ht/2}\|\theta_0-\theta_\infty\|+\tilde\sigma\sqrt{\tfrac\eta{Na}}\Big)^2,\quad "
        r"\theta_\infty=\theta_\star+\theta_\infty^{\mathrm{bias}},\quad " + PATH_TEX,
    ),
    statement=after_rounds,
    under=STABLE,
    lemmas=(
        Lemma(
            "a round more",
            (q * V + (1 - q) * F, F),
            SignCheck("three numbers"),
            {"a little less": (q * V + (1 - q) * F, sp.Rational(19, 20) * F)},
            says="the noises of all rounds stay below F = eta sigma~²/(N a) if they were, V <= F",
            given=Domain((V <= F, q >= 0)),
        ),
        crosscheck(
            "runs",
            after_rounds,
            inequality_search(linear_runs, scope=f"{LAWS}, two rounds", sizes=SIZES, examples=25),
            {
                "a round more": lambda i: after_rounds(i, later=1),
                "a tenth of the noise": lambda i: after_rounds(i, share=flint.fmpq(1, 10)),
            },
        ),
    ),
    follows=(
        InWords(
            "a run from theta_0 is one from theta_inf on the same draws, to whose mean square a round adds (1 - q) F as for symfed-fedlsa-variance, so that `a "
            "round more` is an induction; plus what the rounds make of theta_0 - theta_inf, which symfed-exponential-stability bounds"
        ),
        InWords("Minkowski's inequality for the two"),
    ),
    uses=("symfed-fedlsa-variance", "symfed-exponential-stability"),
    see=("argo-fedlsa-bias",),
    expect=Tier.PROVED_GIVEN,
)
