"""How far FedLSA spreads about its limit, how far that limit lies from theta*, and what an accuracy costs."""

import flint
import numpy as np

from proofs_checks.symfed.lsa.fedlsa import SIZES
from symfed.checks import CounterexampleSearch
from symfed.checks.instances.lsa.classes import INDEPENDENT, SHRINKS
from symfed.checks.instances.lsa.runs import linear_runs
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.reference.exact import expected_squared_distance, stationary_exact

STABLE = Domain(classes=(SHRINKS, INDEPENDENT))
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


def floor(i, share=1, **variant):
    return share * i.gamma * path_noise(i, **variant) / (i.N * i.rate)


variance = Claim(
    id="symfed-fedlsa-variance",
    kind="inequality",
    says="In stationarity FedLSA spreads by at most eta sigma~²/(N a), where sigma~² is the clients' noise along their mean paths from the limit: "
    "linear speed-up, with the noise at points the iterates visit and not at the clients' own solutions. theta_inf is the limit of E theta_t.",
    printed=Printed(
        "symfed",
        "ARGO 'Analysis of FedLSA: convergence rate', t to infinity, with the noise that is seen",
        r"\mathbb E\|\theta-\theta_\infty\|^2\le\frac{\eta\tilde\sigma^2}{Na},\quad " + PATH_TEX,
    ),
    statement=lambda i: (spread(i), floor(i)),
    under=STABLE,
    see=("symfed-fedlsa-expansion", "symfed-exponential-stability"),
    checks=(CounterexampleSearch(linear_runs, relation="<=", scope=LAWS, sizes=SIZES, examples=25),),
    wrong={
        "noise at the clients' solutions": lambda i: (spread(i), floor(i, at_own=True)),
        "half": lambda i: (spread(i), floor(i, flint.fmpq(1, 2))),
        "1/N²": lambda i: (spread(i), floor(i) / i.N),
    },
    expect=Tier.SUPPORTED,
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
    says="FedLSA forgets its start, measured from its limit, at the rate of a client's steps, down to eta sigma~²/(N a).",
    printed=Printed(
        "symfed",
        "ARGO 'Analysis of FedLSA: convergence rate', with its constants",
        r"\mathbb E\|\theta_t-\theta_\infty\|^2\le\Big((1-\eta a)^{Ht/2}\|\theta_0-\theta_\infty\|+\tilde\sigma\sqrt{\tfrac\eta{Na}}\Big)^2,\quad "
        r"\theta_\infty=\theta_\star+\theta_\infty^{\mathrm{bias}}",
    ),
    statement=after_rounds,
    under=STABLE,
    see=("symfed-fedlsa-variance", "argo-fedlsa-bias"),
    checks=(CounterexampleSearch(linear_runs, relation="<=", scope=f"{LAWS}, two rounds", sizes=SIZES, examples=25),),
    wrong={
        "a round more": lambda i: after_rounds(i, later=1),
        "a tenth of the noise": lambda i: after_rounds(i, share=flint.fmpq(1, 10)),
    },
    expect=Tier.SUPPORTED,
)
