"""A client's path from a point, to second order in gamma h: what it is off by, and what that makes of a point that a round leaves alone.

The point is the fixed point of FedAvg-D, or the stationary mean on quadratics. With e(h) the path less theta*, delta = e(0), g and A_c gradient
and Hessian at theta*, the rest is e(h) - delta + gamma h (g + A_c delta) - gamma^2 h (h-1)/2 A_c g. In the mean over clients and after H steps
only gamma H A (delta - gamma (H-1)/2 b_h) is left of it, since e(H) is delta again and g is zero.
"""

import sympy as sp

from proofs_checks.aistats.quantities import theta_star, x
from symfed.core.symbols import H, L, gamma, h, lam, mu
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import jensen, mean_of, power_mean, triangle
from symfed.theorems.operators import coercive, curvature_at, mean_curvature, solvable, spectral
from symfed.theorems.sequences import bounded_by_induction, combination, instance
from symfed.theorems.vocabulary import Mean, Norm, Vector, grad, hess

b_het = Vector("b_h", "the heterogeneity bias vector of Theorem 1")
A_c, g = hess(theta_star), grad(theta_star)
A = Mean(A_c)
PULL = Norm(g)
#: b_h, and that the mean Hessian is invertible.
HETEROGENEITY_BIAS = (
    Apply(curvature_at, "curvature", point=theta_star),
    Apply(mean_curvature, "mean curvature", matrix=A_c),
    Apply(solvable, "b_h", matrix=A, low=mu, right=Mean((A_c - A) * g), solution=b_het),
)


def far(start, index):
    """How far a path comes that starts so far away."""
    return start + gamma * index * PULL


def turned(start, index):
    """How far it is from where the gradient at theta* alone would have brought it."""
    return gamma * L * (index * start + gamma * index * (index - 1) / 2 * PULL)


def second_order(start, index, pull, pull_squared, curved):
    """How large the rest is; `curved` bounds what a gradient is off from its first order, divided by half the squared distance."""
    steps = index * (index - 1)
    linear = steps / 2 * start + gamma * steps * (index - 2) / 6 * pull
    squares = index * start**2 + gamma * steps * start * pull + gamma**2 * steps * (2 * index - 1) / 6 * pull_squared
    return gamma**2 * L**2 * linear + gamma * curved / 2 * squares


def steps_to_second_order(e, delta, gradient, matrix, begins, steps, mean_hessian, ends, curved=sp.S.Zero):
    """The steps from a path to |delta - gamma (H-1)/2 b_h|, in terms of |delta|.

    e: the path less theta*. gradient: what a step subtracts, gamma times; matrix: the symmetric matrix by which it differs from g.
    begins, steps, mean_hessian, ends: equations and their factors that say e(0) = delta, e(h+1) = e(h) - gamma gradient,
    -gamma gradient = -gamma (g + matrix e), and delta = Mean(e(H)). curved: M, where a fact "taylor" says
    |gradient - g - A_c e| <= M/2 |e|^2; 0 where both are one. Facts "mu <= L", "optimum", "b_h" and the eigenvalues of `matrix` in [mu, L] are known.
    """
    size, after = Norm(delta), {h: h + 1}
    bent = sp.expand(gradient - g - A_c * e)
    s = e + gamma * h * g - delta
    rest = s + gamma * h * A_c * delta - gamma**2 * h * (h - 1) / 2 * A_c * g
    at_end = rest.xreplace({h: H})
    gap = delta - gamma * (H - 1) / 2 * b_het
    both = (*steps[0], *mean_hessian[0]), (*steps[1], *mean_hessian[1])
    off_by = (
        (sp.Le(Norm(bent), curved / 2 * far(size, h) ** 2), ("taylor", "near"), (1, curved / 2 * (Norm(e) + far(size, h))))
        if curved
        else (sp.Le(Norm(bent), 0, evaluate=False), ())
    )
    return (
        # the path comes no farther than its gradients at theta* bring it
        Apply(spectral, "a step comes back", by=("mu <= L",), matrix=matrix, function=1 - gamma * lam, bound=sp.S.One, v=e),
        Apply(triangle, "back and pulled", u=e - gamma * matrix * e, v=-gamma * g),
        Apply(combination, "one step on", u=e.xreplace(after), v=e - gamma * matrix * e - gamma * g, equations=both[0], factors=both[1]),
        Apply(combination, "where it starts", u=e.xreplace({h: 0}), v=delta, equations=begins[0], factors=begins[1]),
        Arithmetic(
            "one step farther",
            sp.Le(Norm(e.xreplace(after)), Norm(e) + gamma * PULL),
            {"a step comes back": 1, "back and pulled": 1, "one step on/2": 1},
        ),
        bounded_by_induction("near", Norm(e), h, far(size, h), increment=gamma * PULL, by=("one step farther", "where it starts/2")),
        # less these it hardly moves
        Apply(spectral, "smooth there", by=("mu <= L",), matrix=matrix, function=lam, bound=L, v=e),
        Apply(triangle, "turned by one", u=s, v=-gamma * matrix * e),
        Apply(combination, "one turn", u=s.xreplace(after), v=s - gamma * matrix * e, equations=both[0], factors=both[1]),
        Apply(combination, "not turned", u=s.xreplace({h: 0}), v=0 * x, equations=begins[0], factors=begins[1]),
        Arithmetic(
            "turned farther",
            sp.Le(Norm(s.xreplace(after)), Norm(s) + gamma * L * far(size, h)),
            {"smooth there": gamma, "turned by one": 1, "one turn/2": 1, "near": gamma * L},
        ),
        bounded_by_induction(
            "turned away", Norm(s), h, turned(size, h), increment=gamma * L * far(size, h), by=("turned farther", "not turned/2")
        ),
        # and less its second order even less
        Apply(spectral, "smooth at theta*", by=("mu <= L",), matrix=A_c, function=lam, bound=L, v=s),
        Apply(triangle, "two of the rest", u=rest, v=-gamma * A_c * s - gamma * bent),
        Apply(triangle, "what is added", u=-gamma * A_c * s, v=-gamma * bent),
        Apply(
            combination, "one rest", u=rest.xreplace(after), v=rest - gamma * A_c * s - gamma * bent, equations=steps[0], factors=steps[1]
        ),
        Apply(combination, "no rest", u=rest.xreplace({h: 0}), v=0 * x, equations=begins[0], factors=begins[1]),
        Arithmetic("bent", *off_by),
        Arithmetic(
            "rest by one",
            sp.Le(Norm(rest.xreplace(after)), Norm(rest) + gamma * L * turned(size, h) + gamma * curved / 2 * far(size, h) ** 2),
            {"smooth at theta*": gamma, "two of the rest": 1, "what is added": 1, "one rest/2": 1, "bent": gamma, "turned away": gamma * L},
        ),
        bounded_by_induction(
            "rest",
            Norm(rest),
            h,
            second_order(size, h, PULL, PULL**2, curved),
            increment=gamma * L * turned(size, h) + gamma * curved / 2 * far(size, h) ** 2,
            by=("rest by one", "no rest/2"),
        ),
        # in the mean over clients nothing is left but the distance that is asked for
        Apply(instance, "rest of H", relation="rest", at={h: H}),
        Apply(mean_of, "mean rest of H", relation="rest of H"),
        Apply(jensen, "convexity of the rest of H", v=at_end),
        Apply(
            combination,
            "the rest is the distance",
            u=gamma * H * A * gap,
            v=Mean(at_end),
            equations=(*ends[0], "optimum", "b_h"),
            factors=(*ends[1], gamma**2 * H * (H - 1) / 2 * A - gamma * H, -(gamma**2) * H * (H - 1) / 2),
        ),
        Apply(coercive, "mean Hessian inverted", matrix=A, low=mu, v=gap),
        Apply(power_mean, "mean pull", x=PULL),
        Arithmetic(
            "second order",
            sp.Le(gamma * H * mu * Norm(gap), second_order(size, H, Mean(PULL), Mean(PULL**2), curved)),
            {"mean rest of H": 1, "convexity of the rest of H": 1, "the rest is the distance/2": 1, "mean Hessian inverted": gamma * H},
        ),
    )
