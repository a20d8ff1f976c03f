"""Proof of Proposition 5: how a client's product of factors differs from that of the mean Hessian."""

import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats.proofs.proposition_5 import where
from proofs_checks.aistats.proofs.proposition_5_paths import powers
from proofs_checks.aistats.quadratic_mean_path import A_c, Gamma_c
from proofs_checks.aistats.quantities import x
from proofs_checks.aistats.shrinking import always_zero
from proofs_checks.aistats.stochastic_round import A1
from proofs_checks.aistats.theorem_2 import A5
from symfed.checks import CounterexampleSearch
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h
from symfed.models.arrays import identity
from symfed.strategies import instances
from symfed.theorems import Define
from symfed.theorems.sequences import linear_combination
from symfed.theorems.vocabulary import Mean, sequence

SIZES = ((1, 1), (1, 2), (2, 1), (2, 2))
A = Mean(A_c)
Gamma_avg = sequence("Gamma_avg", "so many factors Id - gamma A applied to a vector, A the mean Hessian")
swap_c = sequence(
    "swap_c", "the sum over products of so many factors, of which one is gamma (A_c - A): earlier ones by A, later ones by A_c"
)
TURN = gamma * (A_c - A)


def mean_powers(i, n):
    """(Id - gamma A)^n, (d, d)."""
    step = identity(i.problem.dim, i.problem.hessian) - i.gamma * i.problem.hessian
    total = identity(i.problem.dim, i.problem.hessian)
    for _ in range(n):
        total = step @ total
    return total


def telescoped(i, sign=1, swapped=False):
    """The clients' Gamma_c^(h+1:H) - Gamma_avg^(h+1:H), and the printed sum for every client, (N, d, d)."""
    n, turn = i.H - i.extra["h"], i.gamma * (i.problem.hessian_matrices - i.problem.hessian)

    def term(before, after):
        own, mean = powers(i, before), mean_powers(i, after)
        return mean @ turn @ own if swapped else own @ turn @ mean

    return powers(i, n) - mean_powers(i, n), sign * sum((term(k, n - 1 - k) for k in range(n)), 0 * turn)


def at_a_step(d, N):
    return instances(d, N, noise=False, extra={"h": st.just(0)}) | instances(d, N, noise=False, extra={"h": st.just(1)})


ON_THE_WAY = where(classes=(A1, A5)) & Domain((h <= H,), lines={str(h <= H): "the sum over h"})
TELESCOPING = r"\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H}="
SUM = r"\sum_{\ell=h+1}^H\Gamma_c^{\star,h+1:\ell-1}(\gamma\bar A_c-\gamma\bar A)\Gamma_{avg}^{\star,\ell+1:H}"
TELESCOPE = CounterexampleSearch(at_a_step, scope="exact Hessians, products written out", sizes=SIZES)
SWAPPED = sp.Eq(Gamma_c(h, x) - Gamma_avg(h, x), -swap_c(h, x), evaluate=False)

telescoping = Claim(
    id="aistats-prop5-telescoping",
    kind="identity",
    says="A client's product of H - h factors less that of the mean Hessian, as a telescoping sum. The factors are Id - gamma A_c and Id - gamma A: "
    "their difference is minus the printed one. (As all factors of a product are equal, either order of Lemma 9 does.)",
    printed=printed_at("proof of Proposition 5, before equation (50)", TELESCOPING + SUM),
    statement=telescoped,
    under=ON_THE_WAY,
    checks=TELESCOPE,
    see=("aistats-lem9-telescoping",),
    corrected="symfed-prop5-telescoping",
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "the sign of the difference; what is drawn from it takes norms"),
)


def swapping(v, own, mean, swapped, begins, steps):
    """What telescopes: with factors of the mean Hessian, and of which one is the difference, for a client's products of a vector v."""
    return (
        Define("no mean factor", sp.Eq(mean(0), v)),
        Define("mean factor", sp.Eq(mean(h + 1), mean(h) - gamma * A * mean(h))),
        Define("none swapped", sp.Eq(swapped(0), 0 * v)),
        Define("one swapped", sp.Eq(swapped(h + 1), swapped(h) - gamma * A_c * swapped(h) + TURN * mean(h))),
        *always_zero(
            "all swapped",
            own(h) - mean(h) + swapped(h),
            A_c,
            ((begins, "no mean factor", "none swapped"), (1, -1, 1)),
            ((steps, "mean factor", "one swapped"), (1, -1, 1)),
        ),
    )


FACTORS = (
    Define("no factor", sp.Eq(Gamma_c(0, x), x)),
    Define("factor", sp.Eq(Gamma_c(h + 1, x), Gamma_c(h, x) - gamma * A_c * Gamma_c(h, x))),
)
telescoping_corrected = Claim(
    id="symfed-prop5-telescoping",
    kind="identity",
    says="The telescoping sum in the proof of Theorem 2's bound with the sign of its factors' difference, for every number H - h of factors.",
    printed=printed_at("the display before equation (50), with its sign", TELESCOPING + "-" + SUM),
    statement=SWAPPED,
    lemmas=crosscheck(
        "products", lambda i: telescoped(i, -1), TELESCOPE, wrong={"as printed": telescoped, "twice the sum": lambda i: telescoped(i, -2)}
    ),
    follows=(
        *FACTORS,
        *swapping(x, lambda n: Gamma_c(n, x), lambda n: Gamma_avg(n, x), lambda n: swap_c(n, x), begins="no factor", steps="factor"),
        linear_combination("telescoping", SWAPPED.lhs, SWAPPED.rhs, ("all swapped",)),
    ),
    see=("symfed-telescoping",),
    expect=Tier.PROVED,
)
