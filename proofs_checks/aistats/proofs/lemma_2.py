"""Lemma 2 and equation (10): a round of FedAvg-D contracts."""

import sympy as sp

from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.proposition_1 import A_ROUND_CONTRACTS, RATE, SMALL
from proofs_checks.aistats.quantities import A1, T, T_c, x, y
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import jensen, mean_of
from symfed.theorems.vocabulary import Mean, Norm

UNDER = Domain((SMALL,), (A1,), {str(c): "Lemma 2" for c in (SMALL, A1)})
START, LOCAL, ROUND = Norm(x - y) ** 2, Norm(T_c(H, x) - T_c(H, y)) ** 2, Norm(T(x) - T(y)) ** 2
#: Equation (10), and the chain that the proof ends with.
LOCAL_STEP = sp.Le(Norm(T_c(h + 1, x) - T_c(h + 1, y)) ** 2, RATE * Norm(T_c(h, x) - T_c(h, y)) ** 2, evaluate=False)
CONVEXITY = sp.Le(ROUND, Mean(LOCAL), evaluate=False)
LOCAL_ROUNDS = sp.Le(Mean(LOCAL), RATE**H * START, evaluate=False)
CONTRACTED = sp.Le(ROUND, RATE**H * START, evaluate=False)


def a_round(i, x):
    """T(x) on a quadratic, step by step."""
    jets, local = i.problem.jets, x + 0 * i.problem.optima
    for _ in range(i.H):
        local = local - i.gamma * jets.apply(i.problem.hessian_matrices, local - i.problem.optima)
    return jets.mean(local)


lem2_contraction = Claim(
    id="aistats-lem2-contraction",
    kind="inequality",
    says="A round contracts squared distances by (1 - gamma mu)^H; equation (10) is its local step. (The square of that is true, too.)",
    printed=printed_at(
        "Lemma 2 with equation (10)",
        r"\|T_c^{(\gamma,h+1)}(\theta)-T_c^{(\gamma,h+1)}(\vartheta)\|^2\le(1-\gamma\mu)\|T_c^{(\gamma,h)}(\theta)-T_c^{(\gamma,h)}(\vartheta)\|^2,"
        r"\quad\|T^{(\gamma,H)}(\theta)-T^{(\gamma,H)}(\vartheta)\|^2\le\frac1N\sum_c\|T_c^{(\gamma,H)}(\theta)-T_c^{(\gamma,H)}(\vartheta)\|^2"
        r"\le(1-\gamma\mu)^H\|\theta-\vartheta\|^2",
    ),
    statement=sp.And(LOCAL_STEP, CONVEXITY, LOCAL_ROUNDS, CONTRACTED, evaluate=False),
    under=UNDER,
    lemmas=crosscheck(
        "quadratics",
        CONTRACTED,
        q.on_quadratics(
            scope="exact quadratics, a round from two points",
            examples=6,
            measures=q.MEASURES
            | {
                x: lambda i: i.extra["start"],
                y: lambda i: i.problem.optimum,
                T(x): lambda i: a_round(i, i.extra["start"]),
                T(y): lambda i: a_round(i, i.problem.optimum),
            },
        ),
        wrong={
            "three rounds": sp.Le(ROUND, RATE ** (3 * H) * START, evaluate=False),
            "L for mu": sp.Le(ROUND, (1 - gamma * L) ** H * START, evaluate=False),
        },
    ),
    follows=(
        *A_ROUND_CONTRACTS,
        Arithmetic("equation (10)", LOCAL_STEP, ("mu <= L", "one step")),
        Apply(jensen, "Jensen", v=T_c(H, x) - T_c(H, y), power=2),
        Apply(mean_of, "Jensen's right side", relation="H steps"),
        Arithmetic("squared", sp.Le(LOCAL, RATE**H * START, evaluate=False), ("mu <= L", "H steps")),
        Apply(mean_of, "squared in the mean", relation="squared"),
        Arithmetic("Jensen for a round", CONVEXITY, ("two rounds/2", "Jensen")),
        Arithmetic("Lemma 2", CONTRACTED, ("Jensen for a round", "squared in the mean")),
    ),
    see=("aistats-lem1-contraction", "aistats-prop1-stationary"),
    expect=Tier.PROVED,
)
