"""Proof of Theorem 3, the second moment of a round: whose distribution is that of its start, and the four terms of its square."""

import numpy as np
import sympy as sp

from proofs_checks.aistats.proofs.section_b5 import PLACE, SHORT, SMALL, given
from proofs_checks.aistats.proofs.section_b5_moment import fresh, resting, short_runs
from proofs_checks.aistats.proofs.section_b5_recursion import START
from proofs_checks.aistats.quadratic_mean_path import Gamma_c
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.shrinking import always_zero
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw, theta_w
from proofs_checks.aistats.theorem_3 import NOISE
from proofs_checks.symfed.remainders.moments import shared_moments
from proofs_checks.symfed.remainders.setting import level
from proofs_checks.symfed.remainders.sums import SIGMA, A_c, G, e
from symfed.checks import CounterexampleSearch
from symfed.checks.classes import EQUAL_CLIENTS, REGULAR
from symfed.claims import TYPO, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h
from symfed.models.arrays import identity
from symfed.reference.exact import stationary_exact
from symfed.theorems import Apply, Define
from symfed.theorems.moments import same_second_moment
from symfed.theorems.noise import noise
from symfed.theorems.norms import mean_of, zero_norm
from symfed.theorems.outer import outer_of_equals
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import instance, linear_combination
from symfed.theorems.vocabulary import E, Mean, Outer, grad, sequence

T_w = SINGLE.T_w
FROM_STAR, NOW = x - theta_star, S_cw(h, x)
rest_c = sequence("second_rest_c", "what Taylor's formula to the first order about theta* leaves of a client's gradient at a point")
carried_cw = sequence("carried_second_cw", "a path's rests and noise so far, each multiplied by Id - gamma A_c once for every later step")
KEPT, ADDED = Mean(Gamma_c(H, e)), Mean(carried_cw(H, theta_w))
FOUR = E(Outer(KEPT, KEPT)) - gamma * E(Outer(KEPT, ADDED)) - gamma * E(Outer(ADDED, KEPT)) + gamma**2 * E(Outer(ADDED, ADDED))
SQUARED = sp.Eq(SIGMA, FOUR, evaluate=False)


def second_moments(i, clients):
    """The stationary second moment about theta*, and that after H steps if the noise of so many clients is averaged; equal clients."""
    law, A, C = stationary_exact("fedavg", i.problem, i.gamma, i.H).second_moment, i.problem.hessian, i.problem.noise[0]
    step, now = identity(i.problem.dim, A) - i.gamma * A, law
    for _ in range(i.H):
        now = step @ now @ step + i.gamma**2 * C / clients
    return np.array(law), np.array(now)


def of_a_client(i):
    return second_moments(i, 1)


def of_a_round(i):
    return second_moments(i, i.N)


SEARCH = CounterexampleSearch(
    short_runs, scope="exact quadratics with additive noise, equal clients", sizes=((1, 1), (1, 2), (2, 2)), examples=8
)
SENTENCE = r"\text{using the fact that }\tilde T_c^{(\gamma,h+1)}(\theta;Z_c^{1:h+1})\text{ follows the same distribution as }\theta"
printed = Claim(
    id="aistats-B5-second-moment",
    kind="identity",
    says="A local iterate, averaged over no other clients, need not have the stationary distribution from which it starts: here its second moment is larger. "
    "What has it is the end of a round, which is what the display squares.",
    printed=printed_at(f"{PLACE}, before the second moment is taken", SENTENCE),
    statement=of_a_client,
    under=given(SMALL, SHORT, REGULAR, NOISE, EQUAL_CLIENTS),
    checks=SEARCH,
    corrected="symfed-B5-second-moment",
    see=("aistats-eq51-local-second-moment",),
    erratum=Erratum(
        TYPO, "a local iterate for the end of a round, which the next display squares and whose distribution is that of its start"
    ),
    expect=Tier.REFUTED,
)
second_moment = Claim(
    id="symfed-B5-second-moment",
    kind="identity",
    says="The end of a round from the stationary distribution has it, so that the second moment about theta* is the sum of the four terms that squaring gives: "
    "what is kept of the start, what rests and noise add, and their products. The expectation is over samples, too.",
    printed=printed_at(
        "the second moment of a round, Appendix B.5",
        r"\int(\theta-\theta^\star)^{\otimes2}\pi=\int\mathbb E\Big(\Gamma^{\star,H}(\theta-\theta^\star)-\frac\gamma N\sum_c\sum_{h=0}^{H-1}\Gamma^{\star,H-h-1}"
        r"\{\mathcal R_{2,h}^c(\tilde T_c^{(\gamma,h)})+\varepsilon_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})\}\Big)^{\otimes2}\pi",
    ),
    statement=SQUARED,
    under=fresh(given(SMALL, REGULAR, NOISE, EQUAL_CLIENTS)),
    lemmas=crosscheck("a round", of_a_round, SEARCH, {"a client alone": of_a_client}, assumes=Domain()),
    follows=resting(
        *START,
        Apply(zero_norm, "no pull", v=G, by=("longest",)),
        Define("rest", sp.Eq(rest_c(x), grad(x) - G - A_c * FROM_STAR)),
        Define("no factor", sp.Eq(Gamma_c(0, x), x)),
        Define("factor", sp.Eq(Gamma_c(h + 1, x), Gamma_c(h, x) - gamma * A_c * Gamma_c(h, x))),
        Define("nothing carried", sp.Eq(carried_cw(0, x), 0 * x)),
        Define("carried on", sp.Eq(carried_cw(h + 1, x), carried_cw(h, x) - gamma * A_c * carried_cw(h, x) + rest_c(NOW) + noise(h, NOW))),
        Apply(instance, "no factor there", relation="no factor", at={x: FROM_STAR}),
        Apply(instance, "factor there", relation="factor", at={x: FROM_STAR}),
        Apply(instance, "rest there", relation="rest", at={x: NOW}),
        *always_zero(
            "path",
            NOW - theta_star - Gamma_c(h, FROM_STAR) + gamma * carried_cw(h, x),
            A_c,
            (("sampled: start", "no factor there", "nothing carried"), (1, -1, gamma)),
            (("sampled: local step", "factor there", "carried on", "rest there", "no pull"), (1, -1, gamma, gamma, -gamma)),
        ),
        Apply(instance, "after H steps", relation="path", at={h: H, x: theta_w}),
        Apply(mean_of, "of all", relation="after H steps"),
        Apply(instance, "round there", relation="sampled: round", at={x: theta_w}),
        linear_combination("arrives", T_w(theta_w) - theta_star, KEPT - gamma * ADDED, ("of all", "round there")),
        Apply(outer_of_equals, "squared", one="arrives/1", other="arrives/1"),
        Apply(expectation_of, "squared in the mean", relation="squared"),
        Apply(same_second_moment, "stationary", by=("e before",), mapping=T_w, law=theta_w, about=theta_star, bound=level**2),
        linear_combination("four terms", SIGMA, FOUR, {"squared in the mean": 1, "stationary": -1}),
    ),
    uses=(shared_moments.id,),
    see=("aistats-B5-variance-recursion",),
    expect=Tier.PROVED_GIVEN,
)
