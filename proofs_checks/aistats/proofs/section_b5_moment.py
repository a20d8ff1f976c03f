"""Proof of Theorem 3, equation (51): what local steps change of the second moment about theta*."""

from dataclasses import replace
from itertools import takewhile

import flint
import sympy as sp

from proofs_checks.aistats.proofs.section_b5 import SHORT, SMALL, given, le
from proofs_checks.aistats.stochastic_round import theta_w
from proofs_checks.aistats.theorem_3 import NOISE, WHERE_DRAWS
from proofs_checks.symfed.remainders.moments import shared_moments
from proofs_checks.symfed.remainders.second_moment import rounded_root
from proofs_checks.symfed.remainders.setting import LAW, exact, known, level, part, sigma, size_of
from proofs_checks.symfed.remainders.setting import SMALL as HALF_STEP
from proofs_checks.symfed.remainders.sums import SIGMA, F, G, S, apart, crossing, d, e, grows, sizes, unrolled
from symfed.checks import inequality_search
from symfed.checks.classes import EQUAL_CLIENTS, REGULAR
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, mu
from symfed.models.arrays import identity
from symfed.reference.exact import stationary_exact
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic, Define, resting_on
from symfed.theorems.moments import raised
from symfed.theorems.norms import triangle_sum, zero_norm
from symfed.theorems.outer import outer_of_equal, transposed
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import linear_combination, substitution
from symfed.theorems.vocabulary import CURVED, FOURTH_MOMENT, FRESH, SHARED, SMOOTH_SAMPLES, E, Norm, Outer

WAY = S - theta_w
PATH = E(Outer(d, d)) - SIGMA
ONE, OTHER = E(Outer(WAY, e)), E(Outer(e, WAY))
#: How far local paths come from theta*, in the root of the fourth moment.
FAR = size_of(sp.S.Zero, sigma)


def until(steps, name):
    """The steps before the one of that name."""
    return tuple(takewhile(lambda step: step.name != name, steps))


def moved_by(s):
    """What the second moment of a path moves by in h steps, at most."""
    return 2 * gamma * h * L * s**2 + gamma**2 * h * (sigma + (2 + sp.sqrt(h)) * L * s) ** 2


def resting(*steps):
    """Steps from the moments of equal clients: the optimum, the stationary law, the noise there, the fourth moment of local paths."""
    names = {"optimum": 0, "sampled: stationary/1": 1, "size is": 2, "longest": 3, "sigma": 4, "paths": 5}
    parts = {name: part(shared_moments, known(sp.S.Zero, sigma, level)[k]) for name, k in names.items()}
    return resting_on((*[step for step in LAW if isinstance(step, Define)], *steps), parts)


LONG = gamma * (h * L * level + sp.sqrt(h) * (sigma + 2 * L * level))
SECOND_MOMENT = (
    *unrolled(),
    *grows(level),
    *until(sizes(sp.S.Zero, level, level), "curvature"),
    *until(crossing(sp.S.Zero, level, level, sp.S.Zero), "turned and start"),
    Apply(zero_norm, "no pull", v=G, by=("longest",)),
    Apply(outer_of_equal, "no pull and start", equation="no pull", v=e),
    Apply(expectation_of, "no pull and start in the mean", relation="no pull and start/1"),
    Apply(outer_of_equal, "way and start", equation="way/1", v=e),
    Apply(expectation_of, "way and start in the mean", relation="way and start/1"),
    linear_combination(
        "way to the start",
        ONE,
        -gamma * E(Outer(F, e)),
        {"way and start in the mean": 1, "noise apart": -gamma, "no pull and start in the mean": -gamma * h},
    ),
    *apart("gradients and start", F, e, h * L * level, level, 2),
    *apart("way squared, outer", WAY, WAY, LONG, LONG, 2),
    Apply(transposed, "way turned over", u=WAY, v=e),
    Apply(triangle_sum, "parts of the path", vectors=(ONE, OTHER, E(Outer(WAY, WAY)))),
    Arithmetic(
        "path and start",
        le(Norm(PATH), moved_by(level)),
        {"parts of the path": 1, "way turned over": -1, "way to the start/2": 2, "gradients and start": 2 * gamma, "way squared, outer": 1},
    ),
    Apply(substitution, "spelt out", relation="path and start", equation="size is"),
)


def changed(i):
    """|E d d' - E e e'|² after H steps of equal quadratic clients with additive noise."""
    law, A, C = stationary_exact("fedavg", i.problem, i.gamma, i.H).second_moment, i.problem.hessian, i.problem.noise[0]
    step, now = identity(i.problem.dim, A) - i.gamma * A, law
    for _ in range(i.H):
        now = step @ now @ step + i.gamma**2 * C
    return ((now - law) ** 2).sum()


def local_moments(i, share=1):
    """What H steps change, squared, and `share` times the squared bound."""
    loud, root = rounded_root(i.problem.noise[0].trace()), rounded_root(flint.fmpq(i.H))
    far = 4 * rounded_root(i.gamma * i.L) * loud / i.mu
    bound = 2 * i.gamma * i.H * i.L * far**2 + i.gamma**2 * i.H * (loud + (2 + root) * i.L * far) ** 2
    return changed(i), share * bound**2


local_second_moment = Claim(
    id="symfed-B5-local-second-moment",
    kind="inequality",
    says="The second moment about theta* of a local path from the stationary distribution of equal clients, h steps from it: of order gamma^2 h where gamma h "
    "is bounded, for general losses with noise, in the Frobenius norm. Noise is of no avail to the start, and a gradient is no longer than L |d|.",
    printed=printed_at(
        "the remainder of equation (51)",
        r"\Big\|\int\mathbb E(\tilde T_c^{(\gamma,h)}-\theta^\star)^{\otimes2}\pi-\int(\theta-\theta^\star)^{\otimes2}\pi\Big\|\le2\gamma hLs^2+\gamma^2h"
        r"\big(\sigma+(2+\sqrt h)Ls\big)^2,\ s=\frac{4\sqrt{\gamma L}\,\sigma}\mu",
    ),
    statement=le(Norm(PATH), moved_by(FAR)),
    under=Domain((HALF_STEP,), (CURVED, SMOOTH_SAMPLES, FRESH, FOURTH_MOMENT, SHARED)),
    lemmas=exact(
        local_moments,
        {"a ten-thousandth of it": lambda i: local_moments(i, share=flint.fmpq(1, 10**8))},
        homogeneous=True,
    ),
    follows=resting(*SECOND_MOMENT),
    uses=("symfed-fedavg-homogeneous-moments",),
    expect=Tier.PROVED_GIVEN,
)


def fresh(under):
    """The conditions and that every step draws anew."""
    return under & Domain((), (FRESH,), {str(FRESH): WHERE_DRAWS[str(FRESH)]})


def up_to_H(under):
    return fresh(under) & Domain((h <= H,), lines={str(h <= H): "h = 0 to H, where Gamma^h is defined"})


def whole(root, longest):
    """What (sigma + (2 + h^(1/2)) L s)/sigma is at most, where (gamma L)^(1/2) <= `root` and (gamma h)^(1/2) <= `longest`."""
    return 1 + 4 * L / mu * (2 * root + sp.sqrt(L) * longest)


def of_order(root, longest):
    """What moved_by is at most, over gamma² h."""
    return sigma**2 * (32 * L**2 / mu**2 + whole(root, longest) ** 2)


def noise_and_way(root, longest, steps=h):
    """The noise and the way of so many steps, squared, are bounded."""
    return (
        Arithmetic("small step", le(sp.sqrt(gamma * L), root)),
        Arithmetic("short way", le(sp.sqrt(gamma) * sp.sqrt(steps), longest)),
        Arithmetic(
            "noise and way",
            le(sigma + (2 + sp.sqrt(steps)) * L * FAR, sigma * whole(root, longest)),
            {"small step": 8 * L * sigma / mu, "short way": 4 * L * sp.sqrt(L) * sigma / mu},
        ),
        Apply(raised, "noise and way, squared", relation="noise and way", power=2),
    )


def ordered(root, longest):
    """From the bound for every h to the order that is printed."""
    return (
        *noise_and_way(root, longest),
        Arithmetic(
            "of the order",
            le(Norm(PATH), gamma**2 * h * of_order(root, longest)),
            {local_second_moment.id: 1, "noise and way, squared": gamma**2 * h},
        ),
    )


ROOT, LONGEST = sp.Rational(1, 3), 1 / sp.sqrt(mu)


def short_runs(d, N):
    """Equal clients, whose step is at most 1/(9 L) and 1/H."""
    runs = instances(d, N, homogeneous=True)
    return runs.map(lambda i: replace(i, gamma=min(i.gamma, 1 / (9 * i.L), 1 / flint.fmpq(i.H), 1 / (i.mu * i.H))))


def in_order(i, root, longest=None, share=1):
    """What H steps change, squared, and `share` times the square of gamma^2 H times the constant."""
    most = rounded_root(1 / i.mu) if longest is None else longest
    whole = 1 + 4 * i.L / i.mu * (2 * root + rounded_root(i.L) * most)
    bound = i.gamma**2 * i.H * i.problem.noise[0].trace() * (32 * (i.L / i.mu) ** 2 + whole**2)
    return changed(i), share * bound**2


def orders(root, longest):
    """The order on quadratics, beside its proof."""
    search = inequality_search(short_runs, scope="exact quadratics with additive noise", sizes=((1, 1), (1, 2), (2, 2)), examples=8)
    wrong = {"a ten-thousandth of it": lambda i: in_order(i, root, longest, flint.fmpq(1, 10**8))}
    return crosscheck("quadratics", lambda i: in_order(i, root, longest), search, wrong, assumes=Domain())


EQ51_TEX = (
    r"\int\mathbb E(\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h})-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)=\int(\theta-\theta^\star)^{\otimes2}"
    r"\pi^{(\gamma,H)}(d\theta)+O(\gamma^2h)"
)
eq51 = Claim(
    id="aistats-eq51-local-second-moment",
    kind="expansion",
    says="Equation (51), with a constant: local steps change the second moment by no more than the order gamma^2 h, for all h <= H.",
    printed=printed_at("equation (51)", EQ51_TEX),
    statement=le(Norm(PATH), gamma**2 * h * of_order(ROOT, LONGEST)),
    under=up_to_H(given(SMALL, SHORT, REGULAR, NOISE, EQUAL_CLIENTS)),
    lemmas=orders(flint.fmpq(1, 3), None),
    follows=ordered(ROOT, LONGEST),
    uses=(local_second_moment.id,),
    see=("aistats-lem6-orders",),
    expect=Tier.PROVED_GIVEN,
)
