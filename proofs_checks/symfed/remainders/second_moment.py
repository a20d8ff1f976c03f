"""The second moment of FedAvg about theta* to first order in gamma, and a bound of what is left, for general losses with noise."""

from math import isqrt

import flint
import sympy as sp

from proofs_checks.aistats.fixed_point_remainder import M
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import S_cw, theta_w
from proofs_checks.aistats.theorem_2 import variance
from proofs_checks.symfed.remainders.means import far_of, means
from proofs_checks.symfed.remainders.moments import moments, shared_moments
from proofs_checks.symfed.remainders.setting import (
    CLASSES,
    LAW,
    SMALL,
    at,
    exact,
    known,
    le,
    level,
    nu,
    part,
    pull,
    sigma,
    size,
    size_of,
)
from proofs_checks.symfed.remainders.sums import (
    SIGMA,
    A,
    C_c,
    F,
    F_mean,
    Lambda,
    Q,
    Q_cw,
    Q_mean,
    R,
    R_mean,
    T_w,
    apart,
    crossing,
    e,
    grows,
    moment,
    rest_of,
    rests,
    rising,
    sizes,
    spread,
    unrolled,
)
from symfed.claims import Claim, Domain, Tier, printed_at
from symfed.core.symbols import H, L, N, gamma, h, mu
from symfed.reference.exact import stationary_exact
from symfed.theorems import Apply, Arithmetic, Define, resting_on
from symfed.theorems.moments import same_second_moment
from symfed.theorems.noise import independent_clients
from symfed.theorems.norms import jensen, mean_of, triangle_sum, zero_norm
from symfed.theorems.operators import lyapunov, lyapunov_coercive
from symfed.theorems.outer import outer_of_equal, outer_of_mean, outer_of_product, transposed
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import instance, linear_combination, substitution
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT, SHARED, THRICE, E, Mean, Norm, Outer


def remainder(pull, s):
    """What bounds |E (theta-theta*)(theta-theta*)' - gamma/N Lambda|, s at least the fourth moment's root at every step."""
    n = sigma + 2 * L * s
    cross = gamma * H * L * (pull * far_of(pull, s) + L * s**2) + M / 2 * s**3
    mixed = sp.sqrt(H) * n * at(H, rest_of(pull, s, n))
    return (2 * cross + gamma * H * L**2 * s**2 + 2 * gamma * mixed + gamma * 2 * L * s * (2 * sigma + 2 * L * s)) / (2 * mu)


#: The factors with which a round's equations add up to the balance of the second moment.
INTO_BALANCE = {
    "arrives, once in the mean": 1 / gamma,
    "arrives, twice in the mean": 1 / gamma,
    "stationary": -1 / gamma,
    "noise of all, behind": -1,
    "noise of all, before/1": -1,
    "curved before": -H,
    "curved behind": -H,
    "no turned noise/1": gamma * H,
    "no turned noise behind": gamma * H,
    "independent at H": gamma,
}
#: The multipliers with which the bounds of its six parts add up to its own.
BOUNDED_PARTS = {
    "balance/2": 1,
    "six parts": 1,
    "one": 1,
    "other": 1,
    "square": gamma,
    "mixed": 2 * gamma,
    "mixed other way": -gamma,
    "spread of all": gamma / N,
}


def assembled(pull, s):
    """The balance of second moments over a round, and what solves it without the small terms."""
    start, s = s, at(H, s)
    n = sigma + 2 * L * s
    r = at(H, rest_of(pull, s, n))
    k = gamma * L * H * (pull * far_of(pull, s) + L * s**2) + M / 2 * s**3
    c = 2 * L * s * (2 * sigma + 2 * L * s)
    QH, FH, RH = at(H, Q), at(H, F), at(H, R)
    YH = E(Outer(QH, QH)) - H * C_c
    X = SIGMA - gamma / N * Lambda
    U = F_mean + Q_mean
    arrived, s0 = T_w(theta_w) - theta_star, at(0, start)
    one, other = E(Outer(R_mean, e)), E(Outer(e, R_mean))
    square, mixed, mixed_too = E(Outer(F_mean, F_mean)), E(Outer(R_mean, Q_mean)), E(Outer(Q_mean, R_mean))
    left = H * sp.expand(A * X + X * A)
    parts = (-one, -other, gamma * square, gamma * mixed, gamma * mixed_too, gamma / N * Mean(YH))
    return (
        *[
            Apply(instance, f"{name} at H", relation=name, at={h: H})
            for name in ("sum of gradients", "sum of noise", "sum of rests", "cross", "spread", "noise apart")
        ],
        # sizes of the means over clients
        *[
            step
            for name, v, size in (("gradients", FH, H * L * s), ("noise", QH, sp.sqrt(H) * n), ("rests", RH, H * r))
            for step in (
                Apply(mean_of, f"mean of {name}", relation=f"sum of {name} at H"),
                Apply(jensen, f"convexity of {name}", v=v, power=2),
                Apply(expectation_of, f"convexity of {name} in the mean", relation=f"convexity of {name}"),
                Arithmetic(f"all {name}", moment(Mean(v), 2, size), {f"mean of {name}": 1, f"convexity of {name} in the mean": 1}),
            )
        ],
        # a round and the start
        Apply(outer_of_mean, "noise of all and start", u=QH, v=e),
        Apply(expectation_of, "noise before", relation="noise of all and start/1"),
        Apply(expectation_of, "noise behind", relation="noise of all and start/2"),
        Apply(mean_of, "noise of all apart", relation="noise apart at H"),
        linear_combination("noise of all, before", E(Outer(Q_mean, e)), sp.S.Zero, ("noise before", "noise of all apart")),
        Apply(transposed, "turned over", u=Q_mean, v=e),
        Arithmetic("nothing behind", le(Norm(E(Outer(e, Q_mean))), 0), ("turned over", "noise of all, before/2")),
        Apply(zero_norm, "noise of all, behind", v=E(Outer(e, Q_mean)), by=("nothing behind",)),
        Apply(outer_of_mean, "rest of all and start", u=RH, v=e),
        Apply(expectation_of, "rest before", relation="rest of all and start/1"),
        Apply(mean_of, "mean of cross", relation="cross at H"),
        Apply(jensen, "convexity of cross", v=E(Outer(RH, e))),
        linear_combination("rest of all", one, Mean(E(Outer(RH, e))), ("rest before",)),
        Arithmetic("one", le(Norm(one), H * k), {"rest of all/2": 1, "convexity of cross": 1, "mean of cross": 1}),
        Apply(transposed, "other way", u=R_mean, v=e),
        Arithmetic("other", le(Norm(other), H * k), {"other way": -1, "one": 1}),
        *apart("square", F_mean, F_mean, H * L * s, H * L * s, 2),
        *apart("mixed", R_mean, Q_mean, H * r, sp.sqrt(H) * n, 2),
        Apply(transposed, "mixed other way", u=R_mean, v=Q_mean),
        # noise of all clients
        Apply(
            independent_clients,
            "independent",
            path=S_cw,
            total=Q_cw,
            rate=gamma,
            x=x,
            start=theta_w,
            bound=h * (sigma + 2 * L * start) ** 2,
        ),
        Apply(instance, "independent at H", relation="independent", at={h: H}),
        Apply(mean_of, "mean of spread", relation="spread at H"),
        Apply(jensen, "convexity of spread", v=YH),
        Arithmetic("spread of all", le(Norm(Mean(YH)), H * c), {"convexity of spread": 1, "mean of spread": 1}),
        # the balance
        linear_combination("arrives", arrived, e - gamma * U, ("round/1",)),
        Apply(outer_of_equal, "arrives, once", equation="arrives/1", v=arrived),
        Apply(outer_of_equal, "arrives, twice", equation="arrives/1", v=e - gamma * U),
        Apply(expectation_of, "arrives, once in the mean", relation="arrives, once/1"),
        Apply(expectation_of, "arrives, twice in the mean", relation="arrives, twice/2"),
        Apply(same_second_moment, "stationary", by=("start squared",), mapping=T_w, law=theta_w, about=theta_star, bound=s0**2),
        Apply(outer_of_product, "curved", by=("mean curvature/1",), matrix=A, u=e, v=e),
        Apply(expectation_of, "curved before", relation="curved/1"),
        Apply(expectation_of, "curved behind", relation="curved/2"),
        Apply(outer_of_product, "turned noise", by=("mean curvature/1",), matrix=A, u=e, v=Q_mean),
        Apply(expectation_of, "turned noise in the mean", relation="turned noise/1"),
        linear_combination(
            "no turned noise", E(Outer(A * e, Q_mean)), sp.S.Zero, {"turned noise in the mean": 1, "noise of all, behind": A}
        ),
        Apply(transposed, "turned noise, over", u=A * e, v=Q_mean),
        Arithmetic("none behind", le(Norm(E(Outer(Q_mean, A * e))), 0), ("turned noise, over", "no turned noise/2")),
        Apply(zero_norm, "no turned noise behind", v=E(Outer(Q_mean, A * e)), by=("none behind",)),
        Apply(lyapunov, "Lambda", matrix=A, low=mu, right=Mean(C_c), solution=Lambda),
        linear_combination(
            "balance",
            left,
            sp.Add(*parts),
            INTO_BALANCE | {"Lambda/1": -gamma * H / N},
        ),
        Apply(triangle_sum, "six parts", vectors=parts),
        Apply(lyapunov_coercive, "solved", by=("mean curvature/1",), matrix=A, low=mu, v=X),
        Arithmetic(
            "bounded",
            le(2 * mu * H * Norm(X), 2 * mu * H * remainder(pull, s)),
            {"solved": H} | BOUNDED_PARTS,
        ),
        Arithmetic("remainder", le(Norm(X), remainder(pull, s)), {"bounded": 1 / (2 * mu * H)}),
    )


def explicit(pull, nu, size):
    """The remainder, with the size of paths at the end of a round spelt out."""
    return remainder(pull, at(H, size_of(pull, nu)))


def reached(premise, pull, nu, size, more=(), last="remainder"):
    """All steps from the moments to the remainder, and to what follows from `more` steps; the `last` fact is spelt out."""
    names = {"optimum": 0, "sampled: stationary/1": 1, "size is": 2, "longest": 3, "sigma": 4, "paths": 5}
    parts = {name: part(premise, known(pull, nu, size)[k]) for name, k in names.items()}
    steps = (
        *[step for step in LAW if isinstance(step, Define)],
        *unrolled(),
        *grows(size),
        *sizes(pull, size, at(0, size)),
        *rising(size),
        *rests(pull, size),
        *means(pull, size, at(0, size)),
        *crossing(pull, size, at(0, size), far_of(pull, at(H, size))),
        *spread(size),
        *assembled(pull, size),
        *more,
        Apply(instance, "size at H", relation="size is", at={h: H}) if size.has(h) else None,
        Apply(substitution, "spelt out", relation=last, equation="size at H" if size.has(h) else "size is"),
    )
    return resting_on(tuple(step for step in steps if step), parts)


def rounded_root(q):
    """The root of a rational, rounded up."""
    return flint.fmpq(isqrt(int(q * 10**12)) + 1, 10**6)


def nothing_bent(i, share=1):
    """|second moment - gamma/N Lambda|² and `share` times the squared bound, on quadratics, where M is zero; roots are rounded up."""
    root = rounded_root
    p, law = i.problem.jets, stationary_exact("fedavg", i.problem, i.gamma, i.H)
    left = law.second_moment - variance(p, i.gamma, i.H)
    loudest = max(C.trace() for C in i.problem.noise)
    longest = max((g**2).sum() for g in p.gradients)
    values = {L: i.L, mu: i.mu, H: i.H, M: 0, sigma: root(loudest), pull: root(longest)}
    nu_here = values[sigma] + 2 * i.L / i.mu * values[pull]
    size_here = 4 * root(i.gamma * i.L) * nu_here / i.mu + i.gamma * i.H * (i.L / i.mu + 1) * values[pull]
    right = _bound(i.gamma, i.H, root(flint.fmpq(i.H)), i.L, i.mu, values[sigma], values[pull], size_here)
    return (left**2).sum(), share * right**2


def _bound(gamma, H, root, L, mu, sigma, pull, s):
    """`remainder` in numbers, for M = 0."""
    n = sigma + 2 * L * s
    rest = L * gamma * (H * pull + H * L * s + root * n)
    far = (L * gamma * H * (pull + L * s)) / mu
    cross = gamma * H * L * (pull * far + L * s**2)
    return (2 * cross + gamma * H * L**2 * s**2 + 2 * gamma * root * n * rest + gamma * 2 * L * s * (2 * sigma + 2 * L * s)) / (2 * mu)


TOO_SMALL = {"a millionth of it, squared": lambda i: nothing_bent(i, share=flint.fmpq(1, 10**12))}


WITH_THIRD = (*CLASSES, THRICE, CLIENTS_INDEPENDENT)
LEFT = Norm(SIGMA - gamma / N * Lambda)
TEX = (
    r"\Big\|\bar\Sigma_{sto}-\frac\gamma N\mathbf A\mathcal C(\theta^\star)\Big\|\le\frac1{2\mu}\big(2\gamma HL(g\delta+Ls^2)+Ms^3+\gamma HL^2s^2"
    r"+2\gamma\sqrt H(\sigma+2Ls)r+4\gamma Ls(\sigma+Ls)\big),\ r=L\gamma(H(g+Ls)+\sqrt H(\sigma+2Ls))+\tfrac M2s^2,\ \delta=\tfrac1\mu(L\gamma H(g+Ls)+\tfrac M2s^2),\ s="
)
second_moment_remainder = Claim(
    id="symfed-fedavg-second-moment-remainder",
    kind="inequality",
    says="What is left of the second moment about theta* once gamma/N A C is taken off, for general losses with noise, in the Frobenius norm: "
    "a sum of powers of gamma and H with constants, all of them below gamma^2 H^2 + gamma^(3/2), without the factor H that is printed beside the "
    "half power: delta bounds how far the stationary mean is from theta*, which is of order gamma H + gamma. s bounds how far local paths come from "
    "theta*; |hess f_c(u) - hess f_c(theta*)| <= M |u - theta*|. The half power is the noise's covariance, which need only be Lipschitz, and M s^3.",
    printed=printed_at("the remainder of the second moment", TEX + r"\tfrac{4\sqrt{\gamma L}\,\nu}\mu+\gamma H\big(\tfrac L\mu+1\big)g"),
    statement=le(LEFT, explicit(pull, nu, size(h))),
    under=Domain((SMALL,), WITH_THIRD),
    lemmas=exact(nothing_bent, TOO_SMALL),
    follows=reached(moments, pull, nu, size(h)),
    uses=("symfed-fedavg-moments",),
    expect=Tier.PROVED_GIVEN,
)
shared_second_moment_remainder = Claim(
    id="symfed-fedavg-homogeneous-second-moment-remainder",
    kind="inequality",
    says="What is left of the second moment about theta* where all clients have one mean gradient: powers of gamma and H, all of them below "
    "gamma^2 H + gamma^(3/2), with constants.",
    printed=printed_at("the remainder of the second moment for equal clients", TEX + r"\tfrac{4\sqrt{\gamma L}\,\sigma}\mu,\ g=0"),
    statement=le(LEFT, explicit(sp.S.Zero, sigma, level)),
    under=Domain((SMALL,), (*WITH_THIRD, SHARED)),
    lemmas=exact(nothing_bent, TOO_SMALL, homogeneous=True),
    follows=reached(shared_moments, sp.S.Zero, sigma, level),
    uses=("symfed-fedavg-homogeneous-moments",),
    expect=Tier.PROVED_GIVEN,
)
