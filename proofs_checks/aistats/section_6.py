"""Section 6: the Richardson-Romberg iterates, their average, and what they cost."""

from dataclasses import replace

import numpy as np

from proofs_checks.aistats import theorem_3
from proofs_checks.aistats.estimators import THETA_STAR, on_draws, on_expansions
from symfed.checks import CounterexampleSearch
from symfed.checks.every_dimension import IdentityInEveryDimension
from symfed.claims import ANYWHERE, Claim, Domain, Tier, printed_at
from symfed.derive.extrapolation import two_point
from symfed.strategies.sampled import by_rule, sampled_runs

STEPS = ANYWHERE  # the definitions are printed without a condition
TEX = r"\vartheta_t^{(\gamma,H)}=2\theta_t^{(\gamma,H)}-\theta_t^{(2\gamma,H)}"


def iterate(theta, gamma, H):
    return 2 * theta(gamma, H) - theta(2 * gamma, H)


def rule_on_draws(run):
    """The rule on runs at gamma and 2 gamma whose weights are solved for: they sum to one and cancel what is linear in gamma."""
    ends = [int(r.weight) * by_rule("fedavg", replace(run, gamma=int(r.step) * run.gamma)) for r in two_point().runs]
    return np.sum(ends, axis=0)


def runs(d, N):
    """Two rounds draw by draw, at step sizes whose double is allowed too."""
    return sampled_runs(d, N, rounds=2).map(lambda run: replace(run, gamma=run.gamma / 2))


WRONG = {
    "weights 1 and 1": lambda theta, gamma, H: theta(gamma, H) + theta(2 * gamma, H),
    "weights 2 and 1": lambda theta, gamma, H: 2 * theta(gamma, H) + theta(2 * gamma, H),
    "weights exchanged": lambda theta, gamma, H: 2 * theta(2 * gamma, H) - theta(gamma, H),
    "half the step": lambda theta, gamma, H: 2 * theta(gamma, H) - theta(gamma / 2, H),
    "weights 3 and -2": lambda theta, gamma, H: 3 * theta(gamma, H) - 2 * theta(2 * gamma, H),
    "one run": lambda theta, gamma, H: theta(gamma, H),
}

definition = Claim(
    id="aistats-rr-definition",
    kind="algorithm",
    says="The Richardson-Romberg iterate 2 theta^(gamma,H) - theta^(2 gamma,H): weights that keep theta* and cancel what is linear in gamma.",
    printed=printed_at("Section 6, first display", TEX),
    statement=iterate,
    under=Domain((), theorem_3.DRAWS, theorem_3.WHERE_DRAWS),
    checks=(
        IdentityInEveryDimension(
            lambda said: said - THETA_STAR, on_expansions, scope="theta* plus FedAvg's first-order bias, tensors of any dimension"
        ),
        CounterexampleSearch(
            runs, rule_on_draws, on_draws, scope="exact runs, draw by draw, d <= 2", sizes=((1, 1), (1, 2), (2, 2)), examples=15
        ),
    ),
    wrong=WRONG,
    expect=Tier.DEFINED,
)


def averaged(run, first=0, divisor=0):
    """(1/T) times the sum over t = 0 .. T-1 of the iterates, T one more than the rounds that are drawn."""
    T = len(run.draws) + 1
    paths = {g: [by_rule("fedavg", replace(run, gamma=g, draws=run.draws[:t])) for t in range(T)] for g in (run.gamma, 2 * run.gamma)}
    iterates = [iterate(lambda g, H, t=t: paths[g][t], run.gamma, run.H) for t in range(first, T)]
    return np.sum(iterates, axis=0) / (divisor or T)


def of_the_averages(run):
    """The weights 2 and -1 on the two runs' own averages, which the server can keep up to date: m <- m + (theta - m)/(t + 1)."""
    means = []
    for r in two_point().runs:
        x = mean = run.start
        for t in range(len(run.draws)):
            x = by_rule("fedavg", replace(run, gamma=int(r.step) * run.gamma, draws=run.draws[t : t + 1], start=x))
            mean = mean + (x - mean) / (t + 2)
        means.append(int(r.weight) * mean)
    return np.sum(means, axis=0)


average = Claim(
    id="aistats-rr-averaged-def",
    kind="algorithm",
    says="The averaged estimator: the mean of the first T iterates, the start included. It is the extrapolation of the two runs' averages.",
    printed=printed_at(
        "Section 6, display before Theorem 6", r"\bar\vartheta_T^{(\gamma,H)}=\frac1T\sum_{t=0}^{T-1}\vartheta_t^{(\gamma,H)}"
    ),
    statement=averaged,
    see=("aistats-rr-definition",),
    checks=CounterexampleSearch(
        runs, of_the_averages, scope="exact runs, draw by draw, d <= 2", sizes=((1, 1), (1, 2), (2, 2)), examples=15
    ),
    wrong={
        "t = 1 .. T-1": lambda run: averaged(run, first=1),
        "1/(T-1)": lambda run: averaged(run, divisor=len(run.draws)),
        "1/(T+1)": lambda run: averaged(run, divisor=len(run.draws) + 2),
        "the last iterate": lambda run: averaged(run, first=len(run.draws), divisor=1),
    },
    expect=Tier.DEFINED,
)

cost = Claim(
    id="aistats-rr-communication-cost",
    kind="rate",
    says="Extrapolation runs FedAvg twice, which doubles the communications, and needs no further memory of the clients.",
    printed=printed_at(
        "Section 6, after the first display",
        r"\text{does not induce additional memory overhead for the clients; requires running FedAvg twice, multiplying communications by two}",
    ),
    reason="a count of what Algorithm 1 sends: two runs of T rounds send 2T vectors a client by definition",
    expect=Tier.NOT_CHECKED,
)
