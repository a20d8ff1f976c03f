"""Equation (6): FedAvg's rounds as a Markov chain, its kernel and the kernel's powers."""

from dataclasses import replace

import numpy as np
import sympy as sp

from proofs_checks.aistats.algorithm_1 import INDEPENDENT
from proofs_checks.aistats.equation_5 import global_operator
from proofs_checks.aistats.quantities import x
from proofs_checks.aistats.stochastic_round import SINGLE
from symfed.checks import CounterexampleSearch
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import t
from symfed.core.verdict import Tier
from symfed.strategies.sampled import image, law_by_rule, mixture, rows, sampled_runs
from symfed.theorems import Apply, Define
from symfed.theorems.randomness import kernel_of, own_rounds
from symfed.theorems.sequences import combination, equal_by_induction, substitution
from symfed.theorems.vocabulary import DRAWN_ANEW, Measure, Vector, sequence


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

STATES = replace(INDEPENDENT, implies=(DRAWN_ANEW,))
Q_w = sequence("Q_w", "what a round does to a point, the states of every round being its own")
chain_w = sequence("chain_w", "the iterate after so many of these rounds")
kappa = sequence("kappa", "the kernel's powers from the start: kappa^t(theta_0, .)")
K, begins = Vector("kernel", "what a round makes of a distribution"), Vector("theta_start")
LAW = Measure(chain_w(t))

#: theta_(t+1) is a round from theta_t with states of its own, so that its distribution is one more power of the kernel.
MARKOV = (
    *SINGLE.definitions,
    Apply(own_rounds, "a round each", mapping=SINGLE.T_w, copy=Q_w, x=x),
    Define("chain starts", sp.Eq(chain_w(0), begins)),
    Define("chain steps", sp.Eq(chain_w(t + 1), Q_w(t, chain_w(t)))),
    Apply(kernel_of, "kernel", mapping=SINGLE.T_w, copy=Q_w, x=x, u=chain_w(t), kernel=K),
    Define("no power", sp.Eq(kappa(0), Measure(begins))),
    Define("one more power", sp.Eq(kappa(t + 1), K * kappa(t))),
    Apply(substitution, "its start", relation="no power", equation="chain starts", backwards=True),
    Apply(substitution, "its step", relation="kernel/1", equation="chain steps", backwards=True),
    Apply(combination, "first", u=LAW.xreplace({t: sp.S.Zero}), v=kappa(0), equations=("its start",), factors=(-1,)),
    Apply(
        combination,
        "next",
        u=LAW.xreplace({t: t + 1}) - kappa(t + 1),
        v=K * LAW - K * kappa(t),
        equations=("its step", "one more power"),
        factors=(1, -1),
    ),
    Apply(equal_by_induction, "powers", u=LAW, v=kappa(t), index=t, factor=K),
)

eq6 = Claim(
    id="aistats-eq6-markov",
    kind="identity",
    says="Rounds form a Markov chain: the t-th power of the one-round kernel, whose value at a point is the law of a round from there, is the law of theta_t.",
    printed=Printed(
        "aistats",
        "equation (6) and the kernel's displays",
        r"\theta_{t+1}=\tilde T^{(\gamma,H)}(\theta_t;Z_{1:N,t}^{1:H}),\ "
        r"\kappa(\theta,B)=\mathbb E[1_B(\tilde T^{(\gamma,H)}(\theta,Z_{1:N}^{1:H}))],\ "
        r"\kappa^{t+1}(\theta,B)=\int\kappa^t(\theta,d\vartheta)\kappa(\vartheta,B)",
    ),
    under=Domain((), (STATES,), lines={str(STATES): "Section 2, after the local update"}),
    statement=sp.And(sp.Eq(LAW, kappa(t), evaluate=False), sp.Eq(Measure(SINGLE.T_w(x)), K * Measure(x), evaluate=False), evaluate=False),
    lemmas=(Lemma("two rounds", lambda i: rows(power(i, len(i.draws))), CHECKS, WRONG, crosscheck=True),),
    follows=MARKOV,
    see=("aistats-eq5-stoch-operator",),
    expect=Tier.PROVED_GIVEN,
)
