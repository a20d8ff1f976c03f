"""Appendix B.6: the covariance of the noise along local paths from the stationary law."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import theorem_4
from proofs_checks.aistats.quadratic_variance_remainder import D_c as SLOPE_c
from proofs_checks.aistats.quadratic_variance_remainder import K
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.rough import kinked_noise
from proofs_checks.symfed.remainders.means import WAY, far_of, means
from proofs_checks.symfed.remainders.moments import moments
from proofs_checks.symfed.remainders.setting import CLASSES, LAW, SMALL, at, known, le, nu, part, pull, size, size_of
from proofs_checks.symfed.remainders.sums import NU, C_c, S, d, e, grows, rising, sizes, unrolled
from symfed.checks import GrowthCheck, inequality_search
from symfed.checks.growth import LowerBound, Step, equal
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h
from symfed.strategies.sampled import by_rule, sampled_runs
from symfed.theorems import Apply, Arithmetic, Define, resting_on
from symfed.theorems.noise import covariance_near, fresh_covariance, noise_covariance
from symfed.theorems.norms import jensen, mean_of, triangle
from symfed.theorems.sequences import instance, substitution
from symfed.theorems.vocabulary import SMOOTH_COVARIANCE, THRICE, E, Mean, Norm, Outer

#: How far the mean of a local path comes from theta*; the covariance there, less that at theta*.
OWN = E(Outer(NU, NU)) - C_c


def astray(s, longest):
    """What bounds |E d| along a local path, `longest` its size after a round."""
    return far_of(pull, longest) + gamma * h * (pull + L * s)


def bound(s, longest):
    return K * (s**2 + astray(s, longest))


def along_paths():
    """|mean E noise noise' - mean C_c| <= K (E|d|^2 + |E d|), the noise that of a step of the local paths."""
    s, longest = size(h), at(H, size(h))
    names = {"optimum": 0, "sampled: stationary/1": 1, "size is": 2, "longest": 3, "sigma": 4, "paths": 5}
    slope = SLOPE_c(E(d))
    steps = (
        *[step for step in LAW if isinstance(step, Define)],
        *unrolled(),
        *grows(s),
        *sizes(pull, s, at(0, s)),
        *rising(s),
        *means(pull, s, at(0, s)),
        Apply(noise_covariance, "covariance", point=theta_star, covariance=C_c),
        Apply(covariance_near, "C near", point=theta_star, covariance=C_c, slope=SLOPE_c, bound=K, u=x),
        Apply(fresh_covariance, "C there", point=theta_star, covariance=C_c, slope=SLOPE_c, bound=K, u=x, y=S),
        Apply(instance, "slope there", relation="C near/2", at={x: E(d)}),
        Apply(triangle, "two changes", u=OWN - slope, v=slope),
        Apply(triangle, "mean path in two parts", u=E(e), v=E(WAY)),
        Arithmetic(
            "one client",
            le(Norm(OWN), bound(s, longest)),
            {
                "two changes": 1,
                "C there": 1,
                "slope there": 1,
                "path squared": K,
                "mean path in two parts": K,
                "far": K,
                "mean way is short": K,
            },
        ),
        Apply(mean_of, "all clients", relation="one client"),
        Apply(jensen, "convexity of all", v=OWN),
        Arithmetic("all", le(Norm(Mean(OWN)), bound(s, longest)), {"convexity of all": 1, "all clients": 1}),
        Apply(instance, "size at H", relation="size is", at={h: H}),
        Apply(substitution, "spelt out at H", relation="all", equation="size at H"),
        Apply(substitution, "spelt out", relation="spelt out at H", equation="size is"),
    )
    return resting_on(steps, {name: part(moments, known(pull, nu, s)[k]) for name, k in names.items()})


def stationary(i):
    """Mean and mean square of theta - theta* under the stationary law of least squares in dimension one, from all draws of a round."""
    centre = i.quadratic().optimum
    ends = [[by_rule("fedavg", replace(i, draws=draws, start=centre + u))[0] - centre[0] for u in (0, 1)] for draws in i.states()]
    share, moved = [one - none for none, one in ends], [none for none, _ in ends]
    n = len(ends)
    mean = sum(moved) / (n - sum(share))
    square = sum(2 * a * b * mean + b**2 for a, b in zip(share, moved, strict=True)) / (n - sum(a**2 for a in share))
    return mean, square


def at_first(i, spread=1, shift=1):
    """At h = 0, squared: what the covariance changes by, and K (E|d|^2 + |E d|), each of the two with a share."""
    mean, square = stationary(i)
    slopes, curves = [], []
    for c in range(i.N):
        here = [i.gradient(c, z, i.quadratic().optimum)[0] for z in i.samples]
        off = [value - sum(here) / 2 for value in here]
        steep = [i.matrices[c, z, 0, 0] - i.matrices[c].sum() / 2 for z in i.samples]
        slopes.append(sum(a * b for a, b in zip(off, steep, strict=True)))
        curves.append(sum(b**2 for b in steep) / 2)
    k = max(*map(abs, slopes), *curves)
    change = sum(a * mean + b * square for a, b in zip(slopes, curves, strict=True)) / i.N
    return change**2, (k * (spread * square + shift * abs(mean))) ** 2


def least_squares(d, N):
    return sampled_runs(d, N, cubic=False, steps=(1, 2))


SPELT = size_of(pull, nu)
smooth = Claim(
    id="symfed-noise-along-paths",
    kind="inequality",
    says="Where noise covariances are twice differentiable at theta*, that of the noise along local paths from the stationary law is C(theta*) up to "
    "K times the mean square of their distance s from theta* and the distance of their mean: gamma + gamma H in order, as gamma H is "
    "bounded. |C_c(x) - C_c - D_c (x - theta*)| <= K |x - theta*|^2, |D_c x| <= K |x|.",
    printed=printed_at(
        "the noise along local paths",
        r"\Big\|\int\mathbb E\,\mathcal C(\tilde T_c^{(\gamma,h)})\pi-\mathcal C(\theta^\star)\Big\|\le K\big(s_h^2+\delta+\gamma h(g+Ls_h)\big),\ "
        r"\delta=\tfrac1\mu(L\gamma H(g+Ls_H)+\tfrac M2s_H^2)",
    ),
    statement=le(Norm(Mean(OWN)), bound(SPELT, at(H, SPELT))),
    under=Domain((SMALL,), (*CLASSES, THRICE, SMOOTH_COVARIANCE)),
    follows=along_paths(),
    lemmas=crosscheck(
        "least squares",
        at_first,
        inequality_search(least_squares, scope="exact laws of least squares, h = 0", sizes=((1, 1), (1, 2)), examples=8),
        wrong={"without the mean": lambda i: at_first(i, shift=0), "without the mean square": lambda i: at_first(i, spread=0)},
    ),
    uses=("symfed-fedavg-moments",),
    expect=Tier.PROVED_GIVEN,
)


def kinked_covariance() -> LowerBound:
    """Noise with a kink at theta*, z (1 + |theta|/2): its variance (1 + |theta|/2)^2 is 1 + E|theta| and more under the stationary law."""
    known = kinked_noise()
    u = sp.Dummy("u", nonnegative=True)  # stands for |theta|
    last = Step(
        "C(theta) - C(theta*) = (1 + |theta|/2)^2 - 1 >= |theta|, so that its mean is at least m",
        equal((1 + u / 2) ** 2 - 1 - u, u**2 / 4),
    )
    return replace(known, bound=sp.sqrt(gamma) / (2 * sp.sqrt(14)), steps=(*known.steps[:-1], last))


C_TEX = r"\int\mathcal C(\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h}))\pi^{(\gamma,H)}(d\theta)=\mathcal C(\theta^\star)+O(\gamma H)"
MISSING = (
    "noise covariances that are twice differentiable at theta* (A1 and A3 allow them to be merely Lipschitz, which leaves gamma^(1/2))"
)
along = Claim(
    id="aistats-B6-covariance-along-paths",
    kind="expansion",
    says="A3 bounds moments of the noise, not derivatives of its covariance: with a kink at theta* the left side is C(theta*) + E|theta| and more, of "
    "order gamma^(1/2). Times gamma^2 H/N that is still within O(gamma^(5/2) H^2), so that the identity drawn from it stands.",
    printed=printed_at("Appendix B.6, expansion of the variance", C_TEX),
    statement=gamma * H,
    under=theorem_4.UNDER,
    checks=GrowthCheck(kinked_covariance, "noise with a kink at theta*; N = H = 1, h = 0", at=((H, 1),)),
    corrected=smooth.id,
    missing=MISSING,
    see=("aistats-B6-variance-recursion", "aistats-thm4-variance"),
    erratum=Erratum(LOCAL_SLIP, "The rougher gamma^(1/2) + gamma H suffices for the expansion of the variance and for Theorem 4."),
    expect=Tier.IMPRECISE,
)
