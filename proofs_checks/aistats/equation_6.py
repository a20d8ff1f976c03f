"""Equation (6): FedAvg's rounds as a Markov chain, its kernel and the kernel's powers."""

from dataclasses import replace

import numpy as np

from proofs_checks.aistats.algorithm_1 import INDEPENDENT
from proofs_checks.aistats.equation_5 import global_operator
from symfed.checks import CounterexampleSearch
from symfed.claims import Claim, Domain, Tier, printed_at
from symfed.strategies.sampled import image, law_by_rule, mixture, rows, sampled_runs


def kernel(i, x, shared=False):
    """kappa(x, .): the law of T~(x; Z) under independent states."""
    return image(global_operator(i, x, Z[0, :1].repeat(i.N, axis=0) if shared else Z[0]) for Z in replace(i, draws=i.draws[:1]).states())


def power(i, t, **variant):
    """kappa^t(start, .), by kappa^1 = kappa and kappa^{t+1}(theta, B) = int kappa^t(theta, dy) kappa(y, B)."""
    if t == 1:
        return kernel(i, i.start, **variant)
    return mixture(power(i, t - 1, **variant), lambda y: kernel(i, y, **variant))


def two_rounds(d, N):
    return sampled_runs(d, N, rounds=2, steps=(1, 2))


CHECKS = (
    CounterexampleSearch(
        two_rounds,
        lambda i: law_by_rule("fedavg", i),
        scope="laws of two rounds, every sequence of draws enumerated",
        sizes=((1, 1), (1, 2)),
        examples=8,
    ),
)
WRONG = {
    "one round short": lambda i: rows(kernel(i, i.start)),
    "one state for all clients": lambda i: rows(power(i, 2, shared=True)),
    "the same states in both rounds": lambda i: rows(
        image(global_operator(i, global_operator(i, i.start, Z[0]), Z[0]) for Z in replace(i, draws=i.draws[:1]).states())
    ),
    "the mean in place of the law": lambda i: rows(
        mixture(kernel(i, sum(w * np.array(x, dtype=object) for x, w in kernel(i, i.start).items())), lambda y: image([y]))
    ),
}

eq6 = Claim(
    id="aistats-eq6-markov",
    kind="identity",
    says="Rounds form a Markov chain: the t-th power of the one-round kernel is the law of theta_t; looked at for t = 2 and two samples a client.",
    printed=printed_at(
        "equation (6) and the kernel's displays",
        r"\theta_{t+1}=\tilde T^{(\gamma,H)}(\theta_t;Z_{1:N,t}^{1:H}),\ "
        r"\kappa(\theta,B)=\mathbb E[1_B(\tilde T^{(\gamma,H)}(\theta,Z_{1:N}^{1:H}))],\ "
        r"\kappa^{t+1}(\theta,B)=\int\kappa^t(\theta,d\vartheta)\kappa(\vartheta,B);\ "
        r"\rho\kappa^t\text{ is the distribution of the iterates }\theta_t\text{ when started from }\theta_0\sim\rho",
    ),
    under=Domain((), (INDEPENDENT,), lines={str(INDEPENDENT): "Section 2, after the local update"}),
    statement=lambda i: rows(power(i, len(i.draws))),
    checks=CHECKS,
    wrong=WRONG,
    see=("aistats-eq5-stoch-operator",),
    expect=Tier.SUPPORTED,
)
