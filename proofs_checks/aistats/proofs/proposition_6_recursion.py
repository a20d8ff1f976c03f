"""Proposition 6, its second moment: a round's noise in the mean over clients, as it is carried on to the end of the round, and its covariance."""

import numpy as np
import sympy as sp

from proofs_checks.aistats.proofs.proposition_5_paths import CARRIED_NOISE, UNROLL, eq49_corrected, noise_cw, powers, times, unrolled
from proofs_checks.aistats.proofs.proposition_6 import ONE_ROUND, where
from proofs_checks.aistats.proofs.proposition_6_optima import FACTORS, D, G
from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.aistats.quadratic_mean_path import A_c, Gamma_c
from proofs_checks.aistats.quadratic_second_moment import V
from proofs_checks.aistats.quadratic_spread import AT_STAR, FROM, FROM_STAR, SPREAD, S, T_w, at, e_0, le, pull, sigma
from proofs_checks.aistats.quadratic_variance_remainder import CONDITIONS as WITH_MOMENTS
from proofs_checks.aistats.quadratic_variance_remainder import KEPT, MEAN_PATHS, NOISE, PATHS, second_moment
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.shrinking import always_zero
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw, theta_w
from proofs_checks.aistats.theorem_2 import OF_JETS, PRINTED
from symfed.checks import CounterexampleSearch
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, N, gamma, h, lam, mu
from symfed.reference.exact import stationary_exact
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic, facts_of
from symfed.theorems.noise import fresh_outer, independent_clients, noise, noise_changes
from symfed.theorems.norms import mean_of, squared_triangle, zero_norm
from symfed.theorems.operators import curvature_at, ordered_curvatures, spectral
from symfed.theorems.outer import outer_of_equal, outer_of_equals, outer_of_expectation, outer_of_mean, outer_of_product, transposed
from symfed.theorems.randomness import expectation_of, fresh_mean
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT, E, Mean, Norm, Outer


def averaged(i, sign, before):
    """Equation (49) in the mean over clients, its sum over them put back, with `sign` at the noise, drawn `before` steps earlier."""
    left, right = unrolled(i, sign, before)
    return left.sum(axis=0) / i.N, right.sum(axis=0) / i.N


ROUND_TEX = r"\tilde T_c^{(\gamma,H)}(\theta;Z_{1:N}^{1:H})-\theta^\star=\Gamma^\star(\theta-\theta^\star)+\frac1N\sum_c(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)"
a_round = Claim(
    id="aistats-prop6-round",
    kind="identity",
    says="Equation (49) summed over clients. The noise has 1/N and lacks the sum over clients c; with it put back, (49)'s plus and the noise at the point "
    "where a step ends are left. On the left stands one client's T_c for the round.",
    printed=printed_at(
        "proof of Proposition 6, the variance, first display",
        ROUND_TEX + r"+\frac\gamma N\sum_{h=1}^H\Gamma_c^{\star,h+1:H}\varepsilon_c^{Z_c^{1:h}}\tilde T^{(\gamma,h)}(\theta;Z_c^{1:h})",
    ),
    statement=lambda i: averaged(i, 1, 0),
    under=where(SMALL, ONE_ROUND, classes=OF_JETS),
    checks=UNROLL,
    see=("aistats-eq49-unrolled",),
    corrected="symfed-prop6-round",
    erratum=Erratum(LOCAL_SLIP, "In the second moment the sign has no part, and the next display has the sum over clients."),
    expect=Tier.REFUTED,
)
A_ROUND = sp.Eq(Mean(S_cw(H, x)) - theta_star, Mean(eq49_corrected.statement.rhs), evaluate=False)
round_corrected = Claim(
    id="symfed-prop6-round",
    kind="identity",
    says="A round on quadratics: the mean over clients of what each client's is, with all their noise.",
    printed=printed_at(
        "the first display of the variance with minus, the sum over clients and the point before",
        ROUND_TEX.replace("_c^", "^", 1)
        + r"-\frac\gamma N\sum_{c=1}^N\sum_{h=1}^H\Gamma_c^{\star,h+1:H}\varepsilon_c^{Z_c^h}\big(\tilde T_c^{(\gamma,h-1)}"
        r"(\theta;Z_c^{1:h-1})\big)",
    ),
    statement=A_ROUND,
    under=eq49_corrected.under,
    lemmas=crosscheck(
        "steps",
        lambda i: averaged(i, -1, 1),
        UNROLL,
        wrong={"plus, as printed": lambda i: averaged(i, 1, 1), "where the step ends, as printed": lambda i: averaged(i, -1, 0)},
        assumes=Domain(),
    ),
    follows=(
        Apply(mean_of, "of all clients", relation=eq49_corrected.id),
        linear_combination("a round", A_ROUND.lhs, A_ROUND.rhs, ("of all clients",)),
    ),
    uses=(eq49_corrected.id,),
    expect=Tier.PROVED,
)


def second_moments(i, clients=2, own=True, more=0):
    """V, and what it is made of: the start's share, and gamma^2/N^clients times the sum over clients and steps of Gamma C Gamma.

    C is a client's own covariance, or the mean of all; Gamma has H - h factors, or `more`.
    """
    p, law = i.problem.jets, stationary_exact("fedavg", i.problem, i.gamma, i.H)
    gaps, whole = i.problem.optima - i.problem.optimum, powers(i, i.H)
    Gamma, apart = whole.sum(axis=0) / i.N, (gaps - times(whole, gaps)).sum(axis=0) / i.N
    cross = np.outer(Gamma @ (law.mean - i.problem.optimum), apart)
    start = Gamma @ law.second_moment @ Gamma + cross + cross.T + np.outer(apart, apart)
    C = p.noise_covariance if own else np.stack([p.noise] * i.N)
    noise_share = sum((M @ C @ M).sum(axis=0) for M in (powers(i, i.H - k + more) for k in range(1, i.H + 1)))
    return law.second_moment, start + i.gamma**2 * noise_share / i.N**clients


ADDITIVE = CounterexampleSearch(instances, scope="exact quadratics, additive noise", sizes=((1, 2), (1, 3), (2, 2)), examples=8)
START_TEX = r"\int(\theta-\theta^\star)^{\otimes2}\pi=\int\Big(\Gamma^\star(\theta-\theta^\star)+\frac1N\sum_c(\Gamma_c^\star-Id)(\theta^\star-\theta_c^\star)\Big)^{\otimes2}\pi"
recursion = Claim(
    id="aistats-prop6-variance-recursion",
    kind="identity",
    says="The second moment before and after a round. The noise's sum over clients has 1/N where the square of a mean has 1/N^2: N times too much. Besides, C, the mean "
    "of the clients' covariances, stands for each client's own, and is taken at a random point, and at a step's end, without its expectation.",
    printed=printed_at(
        "proof of Proposition 6, the variance, second display",
        START_TEX
        + r"+\frac{\gamma^2}N\sum_{c=1}^N\sum_{h=1}^H\Gamma_c^{\star,h+1:H}\mathcal C(\tilde T^{(\gamma,h)}(\theta;Z_c^{1:h}))\Gamma_c^{\star,h+1:H}",
    ),
    statement=lambda i: second_moments(i, clients=1, own=False),
    under=where(SMALL, ONE_ROUND, classes=(*PRINTED, CLIENTS_INDEPENDENT)),
    checks=ADDITIVE,
    see=(a_round.id, "aistats-prop6-variance-onestep"),
    corrected="symfed-prop6-variance-recursion",
    erratum=Erratum(LOCAL_SLIP, "The equation drawn from it has gamma^2 H/N C(theta*), as it should be."),
    expect=Tier.REFUTED,
)

#: The parts of the premise's statement, by the name under which the steps find them.
_PART = {part: name for name, part in facts_of(second_moment, {second_moment.id: second_moment}).items() if "/" in name}
#: The noise that a client's steps have added, carried on; its mean over clients; a step's own.
q, OWN = noise_cw(h, theta_w), noise(h, S)
Q = Mean(at(H, q))
K = E(Outer(q, q))
BOUND2 = 2 * sigma**2 + 8 * L**2 * (2 * gamma * SPREAD + 2 * pull**2 / mu**2)
SPLIT = sp.Eq(V, E(Outer(G + D, G + D)) + gamma**2 / N * Mean(at(H, K)), evaluate=False)
CARRIED = sp.Eq(at(h + 1, K), K - gamma * (A_c * K + K * A_c) + gamma**2 * A_c * K * A_c + E(Outer(OWN, OWN)), evaluate=False)
NONE = sp.Eq(at(0, q), 0 * x, evaluate=False)

#: The carried noise has a second moment.
FINITE = (
    Apply(noise_changes, "noise changes there", x=S, y=theta_star, step=h),
    Apply(squared_triangle, "noise in two", u=AT_STAR, v=OWN - AT_STAR),
    Arithmetic(
        "noise there",
        le(Norm(OWN) ** 2, 2 * Norm(AT_STAR) ** 2 + 8 * L**2 * Norm(FROM) ** 2),
        {"noise in two": 1, "noise changes there": 2 * (Norm(OWN - AT_STAR) + 2 * L * Norm(FROM))},
    ),
    Apply(expectation_of, "noise there in the mean", relation="noise there"),
    Arithmetic("mean path squared", le(Norm(FROM_STAR) ** 2, pull**2 / mu**2), {_PART[MEAN_PATHS[1]]: Norm(FROM_STAR) + pull / mu}),
    Arithmetic(
        "noise bounded",
        le(E(Norm(OWN) ** 2), BOUND2),
        {"noise there in the mean": 1, _PART[NOISE]: 2, _PART[PATHS]: 8 * L**2, "mean path squared": 16 * L**2},
    ),
    Apply(spectral, "turns back", by=("mu <= L",), matrix=A_c, function=1 - gamma * lam, bound=sp.S.One, v=q),
    Apply(squared_triangle, "carried in two", u=q - gamma * A_c * q, v=OWN, weight=1 / (h + 1)),
    linear_combination("carried", at(h + 1, q), q - gamma * A_c * q + OWN, ("one more noise there",)),
    Arithmetic("turned squared", le(Norm(q - gamma * A_c * q) ** 2, Norm(q) ** 2), {"turns back": Norm(q - gamma * A_c * q) + Norm(q)}),
    Arithmetic(
        "carried by one",
        le(Norm(at(h + 1, q)) ** 2, (h + 2) / (h + 1) * Norm(q) ** 2 + (h + 2) * Norm(OWN) ** 2),
        {"carried/2": Norm(at(h + 1, q)) + Norm(q - gamma * A_c * q + OWN), "carried in two": 1, "turned squared": (h + 2) / (h + 1)},
    ),
    Apply(expectation_of, "carried by one in the mean", relation="carried by one"),
    linear_combination("carried begins", at(0, q), 0 * x, ("no noise there",)),
    Arithmetic("nothing at first", le(Norm(at(0, q)) ** 2, 0), ("carried begins/2",)),
    Apply(expectation_of, "nothing at first in the mean", relation="nothing at first"),
    bounded_by_induction(
        "finite",
        E(Norm(q) ** 2),
        h,
        2 * h**2 * BOUND2,
        factor=(h + 2) / (h + 1),
        increment=(h + 2) * BOUND2,
        by=("mu <= L", "carried by one in the mean", "noise bounded", "nothing at first in the mean"),
    ),
)

#: Its covariance, from step to step.
COVARIANCE = (
    Apply(outer_of_equals, "carried squared", one="one more noise there", other="one more noise there"),
    Apply(expectation_of, "carried squared in the mean", relation="carried squared"),
    Apply(fresh_outer, "noise with q", u=q, y=S, step=h),
    Apply(fresh_outer, "noise with q turned", u=A_c * q, y=S, step=h),
    Apply(outer_of_product, "turned", matrix=A_c, u=q, v=q, by=("mu <= L", "curvature/1")),
    Apply(outer_of_product, "turned twice", matrix=A_c, u=q, v=A_c * q, by=("mu <= L", "curvature/1")),
    linear_combination("on both sides", Outer(A_c * q, A_c * q), A_c * Outer(q, q) * A_c, {"turned twice/1": 1, "turned/2": A_c}),
    *[Apply(expectation_of, f"{fact} in the mean", relation=fact) for fact in ("turned/1", "turned/2", "on both sides/1")],
    linear_combination(
        "covariance",
        CARRIED.lhs,
        CARRIED.rhs,
        {
            "carried squared in the mean": 1,
            "noise with q/1": 1,
            "noise with q/2": 1,
            "noise with q turned/1": -gamma,
            "noise with q turned/2": -gamma,
            "turned/1 in the mean": -gamma,
            "turned/2 in the mean": -gamma,
            "on both sides/1 in the mean": gamma**2,
        },
    ),
)


_q_e, _start_Q = E(Outer(q, e_0)), E(Outer(Gamma_c(h, e_0), Q))
#: The noise of a round is uncorrelated with where it starts, and with what the round makes of that.
APART = (
    linear_combination("itself", e_0, e_0, ()),
    Apply(outer_of_equals, "one more with e", one="one more noise there", other="itself/1"),
    Apply(expectation_of, "one more with e in the mean", relation="one more with e"),
    Apply(fresh_outer, "noise with e", u=e_0, y=S, step=h),
    Apply(outer_of_product, "turned with e", matrix=A_c, u=q, v=e_0, by=("mu <= L", "curvature/1")),
    Apply(expectation_of, "turned with e in the mean", relation="turned with e/1"),
    Apply(outer_of_equals, "none with e", one="no noise there", other="itself/1"),
    Apply(expectation_of, "none with e in the mean", relation="none with e"),
    *always_zero(
        "q with e",
        _q_e,
        A_c,
        (("none with e in the mean",), (1,)),
        (("one more with e in the mean", "noise with e/2", "turned with e in the mean"), (1, 1, -gamma)),
    ),
    Apply(instance, "q with e at H", relation="q with e", at={h: H}),
    Apply(mean_of, "q with e, all clients", relation="q with e at H"),
    Apply(outer_of_mean, "Q by clients", u=at(H, q), v=e_0),
    Apply(expectation_of, "Q by clients in the mean", relation="Q by clients/1"),
    linear_combination("Q with e", E(Outer(Q, e_0)), 0 * x, ("Q by clients in the mean", "q with e, all clients")),
    Apply(transposed, "e and Q", u=e_0, v=Q),
    Arithmetic("e with Q, its size", le(Norm(E(Outer(e_0, Q))), 0), ("e and Q", "Q with e/2")),
    Apply(zero_norm, "e with Q", v=E(Outer(e_0, Q)), by=("e with Q, its size",)),
    # what a round makes of e
    Apply(instance, "no factor of e", relation="no factor", at={x: e_0}),
    Apply(instance, "factor of e", relation="factor", at={x: e_0}),
    Apply(outer_of_equal, "no factor with Q", equation="no factor of e", v=Q),
    Apply(expectation_of, "no factor with Q in the mean", relation="no factor with Q/1"),
    Apply(outer_of_equal, "factor with Q", equation="factor of e", v=Q),
    Apply(expectation_of, "factor with Q in the mean", relation="factor with Q/1"),
    Apply(outer_of_product, "factor turned", matrix=A_c, u=Gamma_c(h, e_0), v=Q, by=("mu <= L", "curvature/1")),
    Apply(expectation_of, "factor turned in the mean", relation="factor turned/1"),
    *always_zero(
        "path with Q",
        _start_Q,
        A_c,
        (("no factor with Q in the mean", "e with Q"), (1, 1)),
        (("factor with Q in the mean", "factor turned in the mean"), (1, -gamma)),
    ),
    Apply(instance, "path with Q at H", relation="path with Q", at={h: H}),
    Apply(mean_of, "path with Q, all clients", relation="path with Q at H"),
    Apply(outer_of_mean, "G by clients", u=Gamma_c(H, e_0), v=Q),
    Apply(expectation_of, "G by clients in the mean", relation="G by clients/1"),
    linear_combination("G with Q", E(Outer(G, Q)), 0 * x, ("G by clients in the mean", "path with Q, all clients")),
    Apply(transposed, "Q and G", u=Q, v=G),
    Arithmetic("Q with G, its size", le(Norm(E(Outer(Q, G))), 0), ("Q and G", "G with Q/2")),
    Apply(zero_norm, "Q with G", v=E(Outer(Q, G)), by=("Q with G, its size",)),
    # what is not drawn
    Apply(expectation_of, "none in the mean", relation="no noise there"),
    Apply(expectation_of, "one more in the mean", relation="one more noise there"),
    Apply(fresh_mean, "no mean", x=S, step=h),
    *always_zero("q in the mean", E(q), A_c, (("none in the mean",), (1,)), (("one more in the mean", "no mean"), (1, 1))),
    Apply(instance, "q in the mean at H", relation="q in the mean", at={h: H}),
    Apply(mean_of, "Q in the mean", relation="q in the mean at H"),
    Apply(outer_of_expectation, "D and Q", u=D, v=Q),
    Apply(outer_of_equal, "D and no Q", equation="Q in the mean", v=D),
    linear_combination("D with Q", E(Outer(D, Q)), 0 * x, ("D and Q", "D and no Q/2")),
    Apply(transposed, "Q and D", u=Q, v=D),
    Arithmetic("Q with D, its size", le(Norm(E(Outer(Q, D))), 0), ("Q and D", "D with Q/2")),
    Apply(zero_norm, "Q with D", v=E(Outer(Q, D)), by=("Q with D, its size",)),
)

corrected = Claim(
    id="symfed-prop6-variance-recursion",
    kind="identity",
    says="The second moment before and after a round: the start's share, and 1/N times the mean of the clients' own noise covariances, each step's taken in the mean where "
    "it starts and turned by Id - gamma A_c on both sides at every later step. In our reading that sum is added up step by step, from zero.",
    printed=printed_at(
        "the second moment's recursion in Proposition 6's proof, with 1/N^2 and each client's own covariance",
        START_TEX + r"+\frac{\gamma^2}{N^2}\sum_{c=1}^N\sum_{h=1}^H\Gamma_c^{\star,h+1:H}"
        r"\mathbb E[\mathcal C_c(\tilde T_c^{(\gamma,h-1)}(\theta;Z_c^{1:h-1}))]\Gamma_c^{\star,h+1:H}",
    ),
    statement=sp.And(SPLIT, CARRIED, NONE, evaluate=False),
    under=where(SMALL, classes=WITH_MOMENTS),
    lemmas=crosscheck(
        "additive noise",
        second_moments,
        ADDITIVE,
        wrong={
            "as printed": lambda i: second_moments(i, clients=1, own=False),
            "the mean of the covariances": lambda i: second_moments(i, own=False),
            "1/N": lambda i: second_moments(i, clients=1),
            "a factor more": lambda i: second_moments(i, more=1),
        },
    ),
    follows=(
        *SINGLE.definitions,
        Apply(ordered_curvatures, "mu <= L"),
        Apply(curvature_at, "curvature", point=theta_star),
        *FACTORS,
        *CARRIED_NOISE,
        Apply(instance, "no noise there", relation="no noise", at={x: theta_w}),
        Apply(instance, "one more noise there", relation="one more noise", at={x: theta_w}),
        *FINITE,
        Apply(
            independent_clients,
            "clients apart",
            path=S_cw,
            total=noise_cw,
            rate=gamma,
            x=x,
            start=theta_w,
            bound=2 * h**2 * BOUND2,
            turn=gamma * A_c,
            by=("finite",),
        ),
        Apply(instance, "clients apart at H", relation="clients apart", at={h: H}),
        *COVARIANCE,
        *APART,
        # the round
        Apply(instance, "client's round", relation=eq49_corrected.id, at={x: theta_w}),
        Apply(mean_of, "clients' rounds", relation="client's round"),
        Apply(instance, "round there", relation="round", at={x: theta_w}),
        linear_combination("a round", T_w(theta_w) - theta_star, G + D - gamma * Q, ("round there", "clients' rounds")),
        Apply(outer_of_equals, "a round squared", one="a round/1", other="a round/1"),
        Apply(expectation_of, "a round squared in the mean", relation="a round squared"),
        linear_combination(
            "split",
            SPLIT.lhs,
            SPLIT.rhs,
            {
                _PART[KEPT]: -1,
                "a round squared in the mean": 1,
                "G with Q/1": -gamma,
                "Q with G": -gamma,
                "D with Q/1": -gamma,
                "Q with D": -gamma,
                "clients apart at H": gamma**2,
            },
        ),
    ),
    uses=(eq49_corrected.id, second_moment.id),
    expect=Tier.PROVED_GIVEN,
)
