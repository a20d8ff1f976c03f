"""Equation (5): the maps of FedAvg with stochastic gradients, as operators of the drawn states."""

import sympy as sp

from proofs_checks.aistats.algorithm_1 import SCOPE, SIZES
from proofs_checks.aistats.quantities import x
from proofs_checks.aistats.shrinking import moved_by_gradients
from proofs_checks.aistats.stochastic_round import SINGLE
from symfed.checks import CounterexampleSearch
from symfed.claims import Claim, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h
from symfed.strategies.sampled import by_rule, sampled_runs
from symfed.theorems import Define
from symfed.theorems.sequences import linear_combination
from symfed.theorems.vocabulary import Mean, sample_grad, sequence


def local_operator(i, c, h, x, Z):
    """T~_c^(gamma, h)(x; Z_c^{1:h}); Z[c, h] is the state Z_c^{h+1}."""
    if h == 0:
        return x
    y = local_operator(i, c, h - 1, x, Z)
    return y - i.gamma * i.gradient(c, Z[c, h - 1], y)


def global_operator(i, x, Z):
    """T~^(gamma, H)(x; Z_{1:N}^{1:H})."""
    return sum(local_operator(i, c, i.H, x, Z) for c in range(i.N)) / i.N


def G(i, x, Z, late=0, share=0, stale=False):
    """Sample gradients along the local paths, summed over steps and averaged over clients."""
    steps = [(c, h) for c in range(i.N) for h in range(i.H)]
    paths = [(c, h, local_operator(i, c, 0 if stale else h, x, Z)) for c, h in steps]
    return sum(i.gradient(c, Z[c, max(0, h - late)], y) for c, h, y in paths) / (share or i.N)


def printed(i, **variant):
    """theta - gamma G(theta; Z), built on the printed recursion for T~_c."""
    return i.start - i.gamma * G(i, i.start, i.draws[0], **variant)


S_cw, T_w = SINGLE.S_cw, SINGLE.T_w
G_cw = sequence("G_cw", "the sum of the sample gradients along client c's local path from a point, after so many steps")
G_w = sequence("G_w", "the mean over clients of these sums after H steps")
ONE_STEP = sp.Eq(T_w(x), x - gamma * G_w(x), evaluate=False)

eq5 = Claim(
    id="aistats-eq5-stoch-operator",
    kind="definition",
    says="A round of FedAvg, an operator of the point and of the drawn states, equals one step along the sample gradients, summed over its steps "
    "and averaged over clients: for any losses and draws.",
    printed=printed_at(
        "Section 5.1, equation (5) and the displays around it",
        r"\tilde T_c^{(\gamma,h+1)}(\theta;Z_c^{1:h+1})=(Id-\gamma\nabla F_c^{Z_c^{h+1}})(\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h})),\ "
        r"\tilde T^{(\gamma,H)}=\frac1N\sum_c\tilde T_c^{(\gamma,H)}=\theta-\gamma G^{(\gamma,H)},\ "
        r"G=\frac1N\sum_c\sum_{h=0}^{H-1}\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})",
    ),
    statement=ONE_STEP,
    lemmas=crosscheck(
        "runs",
        printed,
        CounterexampleSearch(sampled_runs, lambda i: by_rule("fedavg", i), scope=SCOPE, sizes=SIZES, examples=20),
        wrong={
            "state of the step before": lambda i: printed(i, late=1),
            "1/N dropped": lambda i: printed(i, share=1),
            "1/(N H) for 1/N": lambda i: printed(i, share=i.N * i.H),
            "gradients at the round's start": lambda i: printed(i, stale=True),
        },
    ),
    follows=(
        *SINGLE.definitions,
        Define("no gradient", sp.Eq(G_cw(0, x), 0 * x)),
        Define("one more gradient", sp.Eq(G_cw(h + 1, x), G_cw(h, x) + sample_grad(h, S_cw(h, x)))),
        Define("summed gradient", sp.Eq(G_w(x), Mean(G_cw(H, x)))),
        *moved_by_gradients(S_cw, G_cw),
        linear_combination("one step", ONE_STEP.lhs, ONE_STEP.rhs, {"round": 1, "mean path": 1, "summed gradient": gamma}),
    ),
    expect=Tier.DEFINED,
)
