"""Lemma 9: the difference of two products as a telescoping sum, and what the proofs make of it."""

import numpy as np
from hypothesis import strategies as st

from symfed.checks import CounterexampleSearch, Part, SymbolicIdentity
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.identity import as_printed
from symfed.checks.instances.matrices import matrix_cases
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, a, gamma
from symfed.core.verdict import Tier
from symfed.models.arrays import identity, solve
from symfed.strategies import instances

SIZES, SCOPE = ((1, 2), (2, 2), (2, 1), (3, 2)), "random exact matrices, d <= 3, up to three factors"
TEX = (
    r"\prod_{k=1}^KM_k-\prod_{k=1}^KM_k'=\sum_{k=1}^K\Big\{\prod_{\ell=1}^{k-1}M_\ell\Big\}(M_k-M_k')"
    r"\Big\{\prod_{\ell=k+1}^MM_\ell'\Big\}"
)


def two_sequences(d, N):
    """K matrices M and K matrices M', K = N or N + 1."""
    return st.sampled_from((N, N + 1)).flatmap(lambda K: matrix_cases(d, 2 * K))


def product(matrices, like):
    """As Section 1 defines it: the last factor leftmost."""
    total = identity(len(like), like)
    for M in matrices:
        total = M @ total
    return total


def telescoped(i, order, times=product):
    """Both sides; `order(before, difference, after)` writes a summand from M_1..M_{k-1}, M_k - M_k' and M'_{k+1}..M'_K."""
    K, like = len(i.matrices) // 2, i.matrices[0]
    M, primed = i.matrices[:K], i.matrices[K:]
    terms = [order(times(M[:k], like), M[k] - primed[k], times(primed[k + 1 :], like)) for k in range(K)]
    return times(M, like) - times(primed, like), np.sum(terms, axis=0)


def printed(i):
    return telescoped(i, lambda before, difference, after: before @ difference @ after)


def corrected(i):
    return telescoped(i, lambda before, difference, after: after @ difference @ before)


lemma9 = Claim(
    id="aistats-lem9-telescoping",
    kind="identity",
    says="With products as Section 1 defines them (last factor leftmost) the telescoping sum is printed in the wrong order.",
    printed=Printed("aistats", "Lemma 9", TEX + r",\qquad\prod_{\ell=1}^kM_\ell=M_kM_{k-1}\cdots M_1\ \text{(Section 1)}"),
    statement=printed,
    under=Domain((), "the upper limit M of the last product read as K"),
    uses=("aistats-notation-product",),
    checks=(CounterexampleSearch(two_sequences, scope=SCOPE, sizes=SIZES),),
    corrected="symfed-telescoping",
    expect=Tier.REFUTED,
)


def in_the_order_of_section_1(M, primed, P, primed_P):
    """One factor more on the left: what holds of P - P' holds of M P - M' P', the sum's old terms getting M' in front."""
    return M * P - primed * primed_P, primed * (P - primed_P) + (M - primed) * P


def as_printed_one_more(M, primed, P, primed_P):
    return M * P - primed * primed_P, (P - primed_P) * primed + P * (M - primed)


telescoping = Claim(
    id="symfed-telescoping",
    kind="identity",
    says="Lemma 9 in Section 1's convention: later factors, the primed ones, stand on the left.",
    printed=Printed(
        "symfed",
        "Lemma 9 in the order of Section 1",
        r"\prod_{k=1}^KM_k-\prod_{k=1}^KM_k'=\sum_{k=1}^K\Big\{\prod_{\ell=k+1}^KM_\ell'\Big\}(M_k-M_k')\Big\{\prod_{\ell=1}^{k-1}M_\ell\Big\}",
    ),
    statement={"one more factor": in_the_order_of_section_1, "up to three factors": corrected},
    uses=("aistats-notation-product",),
    checks=(
        Part("one more factor", FreeIdentity("M M' P P'", scope="the step from K to K + 1 factors, all matrices of any size")),
        Part("up to three factors", CounterexampleSearch(two_sequences, scope=SCOPE, sizes=SIZES)),
    ),
    controls={
        "the printed order": {"one more factor": as_printed_one_more, "up to three factors": printed},
        "the new term not primed": {
            "one more factor": lambda M, primed, P, primed_P: (
                M * P - primed * primed_P,
                primed * (P - primed_P) + (M - primed) * primed_P,
            ),
            "up to three factors": lambda i: telescoped(i, lambda before, difference, after: difference @ before),
        },
        "sign flipped": {
            "one more factor": lambda M, primed, P, primed_P: (M * P - primed * primed_P, primed * (primed_P - P) + (primed - M) * P),
            "up to three factors": lambda i: telescoped(i, lambda before, difference, after: -(after @ difference @ before)),
        },
    },
    reduction="induction on K: the empty products are equal, and a factor more is the step that is checked",
    expect=Tier.PROVED,
)


def closed_form(H):
    """gamma (1 + G + ... + G^(H-1)) a in one dimension, G = 1 - gamma a, as the lemma's use has it."""
    return 1 - (1 - gamma * a) ** H


def recursion(closed):
    """What H = 1 gives, and what a further term adds: v(H+1) = G v(H) + gamma a."""
    return {"one term": closed(1), "one more": closed(H + 1) - (1 - gamma * a) * closed(H), "matrices": sum_and_inverse}


def sum_and_inverse(i, sign=1, steps=0):
    """gamma sum of (Id - gamma A)^(H-h-1) over h = 0 .. H-1 and (Id - Gamma^H) A^-1, for the mean Hessian A."""
    A, one = i.problem.hessian, identity(i.problem.dim, i.problem.hessian)
    powers = [one]
    for _ in range(i.H):
        powers.append(powers[-1] @ (one - i.gamma * A))
    return i.gamma * np.sum(powers[: i.H + steps], axis=0), sign * solve(A, one - powers[i.H])


def recursion_wrong(closed, matrices):
    return recursion(closed) | {"matrices": matrices}


usage = Claim(
    id="aistats-lem9-usage-inverse",
    kind="identity",
    says="With M_k = Id and M_k' = Id - gamma A the lemma gives gamma sum of Gamma^(H-h-1) = (Id - Gamma^H) A^(-1): everything commutes.",
    printed=Printed(
        "aistats",
        "Lemma 9 as used in the proofs of Theorems 2 to 4",
        r"Id-(Id-\gamma A)^H=\gamma\sum_{h=0}^{H-1}(Id-\gamma A)^{H-h-1}A,\quad\gamma\sum_{h=0}^{H-1}\Gamma^{H-h-1}=(Id-\Gamma^H)A^{-1}",
    ),
    statement=recursion(closed_form),
    under=Domain((gamma * L <= 1,)),
    uses=("symfed-telescoping",),
    checks=(
        Part("one term", SymbolicIdentity(lambda: gamma * a, as_printed, scope="H = 1")),
        Part("one more", SymbolicIdentity(lambda: gamma * a, as_printed, scope="H to H + 1")),
        Part("matrices", CounterexampleSearch(instances, scope="random exact Hessians, d <= 3", examples=20)),
    ),
    controls={
        "the minus sign of one of its uses in Theorem 4's proof": recursion_wrong(
            lambda H: (1 - gamma * a) ** H - 1, lambda i: sum_and_inverse(i, sign=-1)
        ),
        "H+1 terms": recursion_wrong(lambda H: 1 - (1 - gamma * a) ** (H + 1), lambda i: sum_and_inverse(i, steps=1)),
    },
    reduction="both sides are polynomials in the one matrix A (after multiplication by A), so that dimension one decides",
    expect=Tier.PROVED,
)
