"""Proof of Proposition 5, its first half: local paths on quadratics, their products and their noise, and the equation of the bias."""

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats.equation_4 import epsilon
from proofs_checks.aistats.equation_8 import contraction, gamma_matrices
from proofs_checks.aistats.proofs.proposition_5 import SMALL, where
from proofs_checks.aistats.quadratic_mean_path import BIAS, MEAN_PATH, OWN, UNROLLED, A_c, Gamma_c, theta_c
from proofs_checks.aistats.quantities import on_quadratics, theta_star, x
from proofs_checks.aistats.shrinking import always_zero
from proofs_checks.aistats.stochastic_round import A1, A3, MEASURES, SINGLE, S_cw, theta_sto
from proofs_checks.aistats.theorem_2 import A5, OF_JETS, noisy_runs
from symfed.checks import CounterexampleSearch, complete_identity
from symfed.checks.identity import as_printed
from symfed.claims import LOCAL_SLIP, TYPO, Claim, Domain, Erratum, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h, lam
from symfed.models.arrays import identity
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import iterates
from symfed.strategies import instances
from symfed.strategies.sampled import sampled_runs
from symfed.theorems import Apply, Define
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import minimiser, own_minimiser, quadratic_gradient
from symfed.theorems.randomness import expectation_of, fresh_mean
from symfed.theorems.sequences import instance, linear_combination
from symfed.theorems.vocabulary import FRESH, E, Mean, grad, sample_grad, sequence

FROM_OWN = x - theta_c


def powers(i, n):
    """The clients' (Id - gamma A_c)^n, (N, d, d)."""
    one = identity(i.problem.dim, i.problem.hessian)
    total = np.stack([one] * i.N)
    for _ in range(n):
        total = (one - i.gamma * i.problem.hessian_matrices) @ total
    return total


def times(matrices, v):
    """Each client's matrix times its own vector, or times the vector of all, (N, d)."""
    return np.stack([M @ u for M, u in zip(matrices, np.broadcast_to(v, matrices.shape[:2]), strict=True)])


def ends(i, steps):
    """Each client's mean path from the start after so many steps, (N, d): as its noise has mean zero, its path without noise."""
    return np.stack(
        [
            iterates("fedavg_deterministic", QuadraticProblem(A[None], centre[None]), i.gamma, steps, 1, i.extra["start"])[1]
            if steps
            else i.extra["start"]
            for A, centre in zip(i.problem.hessian_matrices, i.problem.optima, strict=True)
        ]
    )


def on_the_way(d, N):
    """Runs with a step h that is no later than H."""
    return instances(d, N, noise=False, start=True, extra={"h": st.integers(0, 2)})


def after_H_steps(i):
    return ends(i, i.H) - i.problem.optima


def as_printed_at_h(i):
    return times(powers(i, i.extra.get("h", 1)), i.extra["start"] - i.problem.optima)


SIZES = ((1, 1), (1, 2), (2, 1), (2, 2))
ON_THE_WAY = where(classes=(A1, A5, FRESH)) & Domain((h <= H,), lines={str(h <= H): "the sentence"})
GRADIENT = sp.Eq(grad(x), A_c * FROM_OWN, evaluate=False)
MEAN_STEPS = sp.Eq(E(S_cw(h, x)) - theta_c, Gamma_c(h, FROM_OWN), evaluate=False)
PATH_MEASURES = {
    x: lambda i: i.extra["start"],
    theta_c: lambda i: i.problem.optima,
    E(S_cw(h, x)): lambda i: ends(i, i.extra.get("h", 1)),
    **{
        Gamma_c(h + more, FROM_OWN): lambda i, more=more: times(powers(i, i.extra.get("h", 1) + more), i.extra["start"] - i.problem.optima)
        for more in (0, 1)
    },
}

gradients = Claim(
    id="aistats-quad-grad",
    kind="identity",
    says="On quadratics the mean local path shrinks by Id - gamma A_c a step, 'for all h <= H': the power is h, and the path is printed with H steps. "
    "That the gradients are A_c (theta - theta_c*) is right.",
    printed=printed_at(
        "Appendix B.4.1",
        r"\nabla f_c(\theta)=\bar A_c(\theta-\theta_c^\star),\quad\forall h\le H:\ "
        r"\mathbb E[\tilde T_c^{(\gamma,H)}(\theta;Z_c^{1:H})]-\theta_c^\star=(Id-\gamma\bar A_c)^h(\theta-\theta_c^\star)",
    ),
    statement=as_printed_at_h,
    under=ON_THE_WAY,
    checks=CounterexampleSearch(on_the_way, after_H_steps, sizes=SIZES, scope="exact quadratics, paths run step by step"),
    corrected="symfed-mean-local-path",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "the path of H steps for that of h steps, as the power beside it has it"),
)
mean_path = Claim(
    id="symfed-mean-local-path",
    kind="identity",
    says="A quadratic client's gradient is A_c (theta - theta_c*), and after h steps the mean of its path is (Id - gamma A_c)^h (theta - theta_c*) "
    "from its own optimum.",
    printed=printed_at(
        "Appendix B.4.1, with one index",
        r"\nabla f_c(\theta)=\bar A_c(\theta-\theta_c^\star),\quad"
        r"\mathbb E[\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h})]-\theta_c^\star=(Id-\gamma\bar A_c)^h(\theta-\theta_c^\star)",
    ),
    statement=sp.And(GRADIENT, MEAN_STEPS),
    under=where(classes=(A1, A5, FRESH)),
    lemmas=crosscheck(
        "steps",
        MEAN_STEPS,
        on_quadratics(on_the_way, measures=PATH_MEASURES, extremes=None),
        wrong={
            "one factor more": sp.Eq(E(S_cw(h, x)) - theta_c, Gamma_c(h + 1, FROM_OWN), evaluate=False),
            "twice the distance": sp.Eq(E(S_cw(h, x)) - theta_c, 2 * Gamma_c(h, FROM_OWN), evaluate=False),
        },
    ),
    follows=(
        *SINGLE.definitions,
        Apply(own_minimiser, "own optimum", point=theta_c),
        Apply(quadratic_gradient, "own linear", x=x, y=theta_c, anywhere=theta_star),
        linear_combination("gradient", grad(x), A_c * FROM_OWN, ("own linear/1", "own optimum")),
        Apply(expectation_of, "mean start", relation="start"),
        Apply(expectation_of, "mean step", relation="local step"),
        Apply(fresh_mean, "mean sample", x=S_cw(h, x), step=h),
        Apply(quadratic_gradient, "linear", x=S_cw(h, x), y=theta_c, anywhere=theta_star),
        Apply(expectation_of, "mean gradient", relation="linear/1"),
        Define("no factor", sp.Eq(Gamma_c(0, x), x)),
        Define("factor", sp.Eq(Gamma_c(h + 1, x), Gamma_c(h, x) - gamma * A_c * Gamma_c(h, x))),
        Apply(instance, "no factor there", relation="no factor", at={x: FROM_OWN}),
        Apply(instance, "factor there", relation="factor", at={x: FROM_OWN}),
        *always_zero(
            "path",
            E(S_cw(h, x)) - theta_c - Gamma_c(h, FROM_OWN),
            A_c,
            (("mean start", "no factor there"), (1, -1)),
            (("mean step", "mean sample", "mean gradient", "own optimum", "factor there"), (1, -gamma, -gamma, -gamma, -1)),
        ),
        linear_combination("steps", E(S_cw(h, x)) - theta_c, Gamma_c(h, FROM_OWN), ("path",)),
    ),
    expect=Tier.PROVED,
)


def later(n):
    """(1 - gamma lambda)^n, a product of n equal factors at an eigenvalue of A_c."""
    return (1 - gamma * lam) ** n


matrices = Claim(
    id="aistats-eq48-Gamma",
    kind="definition",
    says="Gamma_c^(h+1:H), of the H - h steps after the h-th, times that of the first h is Gamma_c, and Gamma* is what a round multiplies by.",
    printed=printed_at(
        "equation (48)",
        r"\Gamma_c^{\star,h+1:H}=(Id-\gamma\bar A_c)^{H-h},\ \Gamma_c^\star=(Id-\gamma\bar A_c)^H,\ \Gamma^\star=\frac1N\sum_c\Gamma_c^\star",
    ),
    lemmas=(
        Lemma(
            "the steps after h",
            later(H - h) * later(h),
            complete_identity(lambda: later(H), as_printed, scope="an eigenvalue of A_c, symbolic h and H"),
            wrong={"H - h + 1 steps": later(H - h + 1) * later(h), "H - h - 1 steps": later(H - h - 1) * later(h)},
        ),
        Lemma("a round", contraction, gamma_matrices.checks, wrong=gamma_matrices.wrong),
    ),
    see=("aistats-eq8-gamma-matrices",),
    expect=Tier.DEFINED,
)

noise_cw = sequence("carried_noise_cw", "the noise of a client's steps so far, each multiplied by Id - gamma A_c once for every later step")
FROM_STAR = x - theta_star
PARTS = Gamma_c(h, FROM_STAR) + OWN - Gamma_c(h, OWN)
WITH_NOISE = sp.Eq(S_cw(H, x) - theta_star, PARTS.xreplace({h: H}) - gamma * noise_cw(H, x), evaluate=False)
NEW_NOISE = sample_grad(h, S_cw(h, x)) - grad(S_cw(h, x))
CARRIED_NOISE = (
    Define("no noise", sp.Eq(noise_cw(0, x), 0 * x)),
    Define("one more noise", sp.Eq(noise_cw(h + 1, x), noise_cw(h, x) - gamma * A_c * noise_cw(h, x) + NEW_NOISE)),
)
#: Products at theta - theta* and at theta_c* - theta*, and client c's gradient at its own optimum.
BEGIN = (
    *SINGLE.definitions,
    Apply(own_minimiser, "own optimum", point=theta_c),
    Apply(minimiser, "optimum", point=theta_star),
    Apply(quadratic_gradient, "linear", x=S_cw(h, x), y=theta_c, anywhere=theta_star),
    Define("no factor", sp.Eq(Gamma_c(0, x), x)),
    Define("factor", sp.Eq(Gamma_c(h + 1, x), Gamma_c(h, x) - gamma * A_c * Gamma_c(h, x))),
    Apply(instance, "no factor from theta*", relation="no factor", at={x: FROM_STAR}),
    Apply(instance, "factor from theta*", relation="factor", at={x: FROM_STAR}),
    Apply(instance, "no factor of the own", relation="no factor", at={x: OWN}),
    Apply(instance, "factor of the own", relation="factor", at={x: OWN}),
)


def unrolled(i, sign, before, anew=False):
    """(49) for every client: where it ends less theta*, and what is printed, with `sign` at the noise, drawn `before` steps earlier."""
    problem = i.quadratic()
    left, right = [], []
    for c, (A, centre) in enumerate(zip(problem.hessian_matrices, problem.optima, strict=True)):
        path = [i.start]
        for z in i.draws[0, c]:
            path.append(path[-1] - i.gamma * i.gradient(c, z, path[-1]))
        one = identity(len(A), A)
        step, noise = one - i.gamma * A, 0 * i.start
        for k, z in enumerate(i.draws[0, c], start=1):
            noise = (noise if anew else step @ noise) + epsilon(i, c, z, path[k - before])
        total = one
        for _ in range(i.H):
            total = step @ total
        left.append(path[-1] - problem.optimum)
        right.append(total @ (i.start - problem.optimum) + (total - one) @ (problem.optimum - centre) + sign * i.gamma * noise)
    return np.array(left), np.array(right)


def quadratic_runs(d, N):
    return sampled_runs(d, N, cubic=False)


UNROLL = CounterexampleSearch(quadratic_runs, scope="exact quadratics, two samples a client, every step run", sizes=SIZES, examples=20)
EQ49 = r"\tilde T_c^{(\gamma,H)}(\theta;Z_c^{1:H})-\theta^\star=\Gamma_c^\star(\theta-\theta^\star)+(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)"
eq49 = Claim(
    id="aistats-eq49-unrolled",
    kind="identity",
    says="A round on quadratics is its mean less the noise of its steps, multiplied by what follows. Printed with plus, and with the noise at step h "
    "taken where that step ends: both are slips. The mean of noise taken there need not be zero, so that only the right index gives the next display.",
    printed=printed_at(
        "equation (49)", EQ49 + r"+\gamma\sum_{h=1}^H\Gamma_c^{\star,h+1:H}\varepsilon_c^{Z_c^{1:h}}\tilde T^{(\gamma,h)}(\theta;Z_c^{1:h})"
    ),
    statement=lambda i: unrolled(i, 1, 0),
    under=where(SMALL, classes=OF_JETS),
    checks=UNROLL,
    see=("aistats-eq4-centered-noise",),
    corrected="symfed-eq49",
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "the sign of the noise, and the point where it is taken; the mean, which is taken next, is right"),
)
eq49_corrected = Claim(
    id="symfed-eq49",
    kind="identity",
    says="A client's round on quadratics: the noise of its steps is taken off, each step's at the point from which it starts.",
    printed=printed_at(
        "equation (49) with minus and the point before",
        EQ49 + r"-\gamma\sum_{h=1}^H\Gamma_c^{\star,h+1:H}\varepsilon_c^{Z_c^h}\big(\tilde T_c^{(\gamma,h-1)}(\theta;Z_c^{1:h-1})\big)",
    ),
    statement=WITH_NOISE,
    under=where(classes=(A1, A5)),
    lemmas=crosscheck(
        "steps",
        lambda i: unrolled(i, -1, 1),
        UNROLL,
        wrong={
            "plus, as printed": lambda i: unrolled(i, 1, 1),
            "where the step ends, as printed": lambda i: unrolled(i, -1, 0),
            "noise that later steps leave alone": lambda i: unrolled(i, -1, 1, anew=True),
        },
        assumes=Domain(),
    ),
    follows=(
        *BEGIN,
        *CARRIED_NOISE,
        *always_zero(
            "unrolled",
            S_cw(h, x) - theta_star - PARTS + gamma * noise_cw(h, x),
            A_c,
            (("start", "no factor from theta*", "no factor of the own", "no noise"), (1, -1, 1, gamma)),
            (
                ("local step", "linear/1", "own optimum", "factor from theta*", "factor of the own", "one more noise"),
                (1, -gamma, -gamma, -1, 1, gamma),
            ),
        ),
        Apply(instance, "after H steps", relation="unrolled", at={h: H}),
        linear_combination("a round", WITH_NOISE.lhs, WITH_NOISE.rhs, ("after H steps",)),
    ),
    expect=Tier.PROVED,
)

OF_A_ROUND = sp.Eq(E(Mean(S_cw(H, x))) - theta_star, Mean(PARTS.xreplace({h: H})), evaluate=False)
OF_THE_BIAS = sp.Eq(BIAS, Mean(Gamma_c(H, BIAS)) + Mean(OWN - Gamma_c(H, OWN)), evaluate=False)
BIAS_MEASURES = MEASURES | {
    x: lambda i: i.extra["start"],
    theta_c: lambda i: i.problem.optima,
    Mean(E(S_cw(H, x))): lambda i: ends(i, i.H).sum(axis=0) / i.N,
    **{
        Gamma_c(H + more, v): lambda i, more=more, of=of: times(powers(i, i.H + more), of(i) - i.problem.optimum)
        for more in (0, 1)
        for v, of in ((BIAS, MEASURES[theta_sto]), (OWN, lambda i: i.problem.optima), (FROM_STAR, lambda i: i.extra["start"]))
    },
}
equation = Claim(
    id="aistats-prop5-mean-eq",
    kind="identity",
    says="The mean of a round from any point, and of one from the stationary distribution, in which the bias is the same before and after.",
    printed=printed_at(
        "proof of Proposition 5, after equation (49)",
        r"\mathbb E[\tilde T^{(\gamma,H)}(\theta)]-\theta^\star=\frac1N\sum_c\Gamma_c^\star(\theta-\theta^\star)"
        r"+(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star),\quad \bar\theta_{sto}-\theta^\star=\Gamma^\star(\bar\theta_{sto}-\theta^\star)"
        r"+\frac1N\sum_c(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)",
    ),
    statement=sp.And(OF_A_ROUND, OF_THE_BIAS),
    under=where(SMALL, classes=(A1, A3, A5, FRESH)),
    lemmas=crosscheck(
        "exact",
        sp.And(OF_A_ROUND, OF_THE_BIAS),
        on_quadratics(noisy_runs, measures=BIAS_MEASURES, extremes=None),
        wrong={
            "plus for the clients' own": sp.Eq(BIAS, Mean(Gamma_c(H, BIAS)) - Mean(OWN - Gamma_c(H, OWN)), evaluate=False),
            "one factor more": sp.Eq(BIAS, Mean(Gamma_c(H + 1, BIAS)) + Mean(OWN - Gamma_c(H, OWN)), evaluate=False),
            "another sign in a round": sp.Eq(OF_A_ROUND.lhs, Mean(Gamma_c(H, FROM_STAR)) - Mean(OWN - Gamma_c(H, OWN)), evaluate=False),
        },
    ),
    follows=(
        *MEAN_PATH,
        *UNROLLED,
        linear_combination("of the bias", OF_THE_BIAS.lhs, OF_THE_BIAS.rhs, ("identity/1",)),
        Apply(instance, "no factor from theta*", relation="no factor", at={x: FROM_STAR}),
        Apply(instance, "factor from theta*", relation="factor", at={x: FROM_STAR}),
        Apply(expectation_of, "mean start from x", relation="start"),
        Apply(expectation_of, "mean step from x", relation="local step"),
        Apply(fresh_mean, "mean sample from x", x=S_cw(h, x), step=h),
        Apply(quadratic_gradient, "linear from x", x=S_cw(h, x), y=theta_c, anywhere=theta_star),
        Apply(expectation_of, "mean gradient from x", relation="linear from x/1"),
        *always_zero(
            "from x",
            E(S_cw(h, x)) - theta_star - PARTS,
            A_c,
            (("mean start from x", "no factor from theta*", "no factor of the own"), (1, -1, 1)),
            (
                (
                    "mean step from x",
                    "mean sample from x",
                    "mean gradient from x",
                    "own optimum",
                    "factor from theta*",
                    "factor of the own",
                ),
                (1, -gamma, -gamma, -gamma, -1, 1),
            ),
        ),
        Apply(instance, "from x after H steps", relation="from x", at={h: H}),
        Apply(mean_of, "from x in the mean", relation="from x after H steps"),
        linear_combination("of a round", OF_A_ROUND.lhs, OF_A_ROUND.rhs, ("from x in the mean",)),
    ),
    see=("symfed-fedavg-quadratic-bias",),
    expect=Tier.PROVED,
)
