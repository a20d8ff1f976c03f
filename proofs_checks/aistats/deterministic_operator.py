"""Section 4: the maps T of FedAvg with exact gradients, and the pseudo-gradient."""

import sympy as sp

from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.algorithm_1 import SCOPE, SIZES
from proofs_checks.aistats.shrinking import moved_by_gradients
from symfed.checks import CounterexampleSearch
from symfed.claims import Claim, Tier, crosscheck, printed_at
from symfed.core.symbols import gamma
from symfed.strategies.sampled import by_rule, sampled_runs
from symfed.theorems.sequences import linear_combination


def T_c(i, c, h, x, sign=1):
    """T_c^(gamma, h)(x) by the printed recursion."""
    if h == 0:
        return x
    y = T_c(i, c, h - 1, x, sign)
    return y - sign * i.gamma * i.mean_gradient(c, y)


def T(i, H=None, share=0, sign=1):
    """The mean over clients after H steps."""
    return sum(T_c(i, c, i.H if H is None else H, i.start, sign) for c in range(i.N)) / (share or i.N)


CHECKS = (CounterexampleSearch(sampled_runs, lambda i: by_rule("fedavg_deterministic", i), scope=SCOPE, sizes=SIZES, examples=20),)

operator = Claim(
    id="aistats-sec4-operator-T",
    kind="definition",
    says="One round of FedAvg-D is the mean over clients of H gradient steps, each written as the map Id - gamma grad f^(c), where f^(c) is f_c.",
    printed=printed_at(
        "Section 4, first two displays",
        r"T_c^{(\gamma,h+1)}(\theta)=(Id-\gamma\nabla f^{(c)})(T_c^{(\gamma,h)}(\theta)),\ T_c^{(\gamma,0)}(\theta)=\theta,\quad "
        r"T^{(\gamma,H)}=\frac1N\sum_cT_c^{(\gamma,H)}",
    ),
    statement=T,
    checks=CHECKS,
    wrong={
        "sum for mean": lambda i: T(i, share=1),
        "H-1 steps": lambda i: T(i, H=i.H - 1),
        "sign flipped": lambda i: T(i, sign=-1),
    },
    expect=Tier.DEFINED,
)


def pseudo_gradient(i, first=0, share=0, stale=False):
    """g^(gamma, H): client gradients along the local paths, summed over steps and averaged over clients."""
    steps = [(c, h) for c in range(i.N) for h in range(first, first + i.H)]
    return sum(i.mean_gradient(c, T_c(i, c, 0 if stale else h, i.start)) for c, h in steps) / (share or i.N)


ONE_STEP = sp.Eq(q.T(q.x), q.x - gamma * q.pseudo_gradient(q.x), evaluate=False)

pseudogradient = Claim(
    id="aistats-sec4-pseudogradient",
    kind="identity",
    says="A round of FedAvg-D is one gradient step along the sum of the local gradients, for any losses and from any point.",
    printed=printed_at(
        "Section 4, third display",
        r"T^{(\gamma,H)}(\theta)=\theta-\gamma g^{(\gamma,H)}(\theta),\quad "
        r"g^{(\gamma,H)}(\theta)=\frac1N\sum_{c=1}^N\sum_{h=0}^{H-1}\nabla f_c(T_c^{(\gamma,h)}(\theta))",
    ),
    statement=ONE_STEP,
    see=("aistats-sec4-operator-T",),
    lemmas=crosscheck(
        "runs",
        lambda i: i.start - i.gamma * pseudo_gradient(i),
        CHECKS,
        wrong={
            "h = 1 .. H": lambda i: i.start - i.gamma * pseudo_gradient(i, first=1),
            "1/N dropped": lambda i: i.start - i.gamma * pseudo_gradient(i, share=1),
            "1/(N H) for 1/N": lambda i: i.start - i.gamma * pseudo_gradient(i, share=i.N * i.H),
            "gradients at the round's start": lambda i: i.start - i.gamma * pseudo_gradient(i, stale=True),
        },
    ),
    follows=(
        q.start,
        q.local_step,
        q.a_round,
        q.no_gradient,
        q.one_more,
        q.mean_gradient,
        *moved_by_gradients(q.T_c, q.G_c),
        linear_combination("one step", ONE_STEP.lhs, ONE_STEP.rhs, {"round": 1, "mean path": 1, "pseudo-gradient": gamma}),
    ),
    expect=Tier.PROVED,
)
