"""The noise of a step: fresh samples, moments and covariance at the optimum, and how these change with the point."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.core.symbols import L, N, h
from symfed.theorems.norms import NESTEROV
from symfed.theorems.operators import _optimum
from symfed.theorems.randomness import DURRETT, TOWER, _before
from symfed.theorems.theorem import New, Parts, theorem
from symfed.theorems.vocabulary import (
    CLIENTS_INDEPENDENT,
    CURVED,
    FOURTH_MOMENT,
    FRESH,
    LIPSCHITZ_SAMPLES,
    SECOND_MOMENT,
    SMOOTH_COVARIANCE,
    AnyVector,
    E,
    Inner,
    Mean,
    Norm,
    Outer,
    Quantity,
    drawn,
    grad,
    owned,
    sample_grad,
    variables,
)

CALCULUS = "Rudin, Principles of Mathematical Analysis, 3rd ed. (1976), chapter 9 (derivatives of higher order)"


def noise(step: sp.Expr, x: sp.Expr) -> sp.Expr:
    """The gradient noise of a step at a point: the sample gradient minus the gradient."""
    return sample_grad(step, x) - grad(x)


@theorem(f"{NESTEROV}, chapter 1 (Lipschitz gradients): the differences of gradients of a sample loss, and of their mean")
def noise_changes(x: sp.Expr, y: sp.Expr, step: sp.Expr) -> Parts:
    """Where samples' gradients and their mean are L-Lipschitz, noise at x differs from noise at y by 2 L |x - y| at most."""
    change = Norm(noise(step, x) - noise(step, y))
    return (CURVED, LIPSCHITZ_SAMPLES), sp.Le(change, 2 * L * Norm(x - y), evaluate=False)


@theorem("of finitely many numbers one is the largest; at every step a sample has the same distribution", introduces="bound")
def noise_at(point: sp.Expr, bound: Quantity) -> Parts:
    """There is a sigma with E|noise at the optimum|⁴ <= sigma⁴ for every client and step, if fourth moments are finite."""
    return (FRESH, FOURTH_MOMENT, *_optimum(point), New(bound, ())), sp.Le(E(Norm(noise(h, point)) ** 4), bound**4, evaluate=False)


@theorem("a definition: at every step a sample has the same distribution", introduces="covariance")
def noise_covariance(point: sp.Expr, covariance: sp.Expr) -> Parts:
    """A client's noise at the optimum has a covariance, the same at every step."""
    own = sp.true if variables(covariance) == {"c"} and not covariance.args else sp.false
    second = sp.Eq(E(Outer(noise(h, point), noise(h, point))), covariance, evaluate=False)
    return (FRESH, FOURTH_MOMENT, *_optimum(point), own, New(covariance, (grad(point),))), second


@theorem(TOWER)
def fresh_noise(u: sp.Expr, y: sp.Expr, step: sp.Expr, power: int = 0) -> Parts:
    """E |u|^p <u, noise at y> = 0 for a step's own draw, p = 0 or 2, where u and y depend on earlier draws alone."""
    own = E(Norm(u) ** power * Inner(u, noise(step, y)))
    return (FRESH, FOURTH_MOMENT, sp.true if power in (0, 2) else sp.false, _before(step, u, y)), sp.Eq(own, 0, evaluate=False)


@theorem(TOWER)
def fresh_gradient(u: sp.Expr, x: sp.Expr, y: sp.Expr, step: sp.Expr) -> Parts:
    """E |u|² <u, G(x) - G(y)> = E |u|² <u, grad f(x) - grad f(y)> for a step's own draw, where u, x, y depend on earlier draws alone."""
    left, right = sample_grad(step, x) - sample_grad(step, y), grad(x) - grad(y)
    equal = sp.Eq(E(Norm(u) ** 2 * Inner(u, left)), E(Norm(u) ** 2 * Inner(u, right)), evaluate=False)
    return (FRESH, FOURTH_MOMENT, _before(step, u, x, y)), equal


@theorem(TOWER)
def fresh_outer(u: sp.Expr, y: sp.Expr, step: sp.Expr) -> Parts:
    """E u (noise at y)' = 0 and E (noise at y) u' = 0 for a step's own draw, where u and y depend on earlier draws alone."""
    own = noise(step, y)
    nothing = sp.Eq(E(Outer(u, own)), 0, evaluate=False), sp.Eq(E(Outer(own, u)), 0, evaluate=False)
    return (FRESH, _before(step, u, y)), nothing


@theorem(f"{DURRETT}, chapter 2 (independence: expectations of products)")
def fresh_product(x: sp.Expr, own: sp.Expr, step: sp.Expr) -> Parts:
    """E x y = E x E y for a number x that depends on earlier draws alone, and a y of the step's samples at points that are not drawn."""
    draws = drawn(own)
    at_points = all(a.func == sample_grad and a.args[0] == step and not owned(a.args[1], "w") for a in draws)
    marked = any(owned(s, "w") for s in own.free_symbols)
    alone = sp.true if draws and at_points and not marked and (x * own).is_commutative else sp.false
    return (FRESH, alone, sp.Ge(x, 0), sp.Ge(own, 0), _before(step, x)), sp.Eq(E(x * own), E(x) * E(own), evaluate=False)


def _near(point: sp.Expr, covariance: sp.Expr, slope: Any, bound: sp.Expr, u: sp.Expr) -> sp.Basic:
    """|C(u) - C - D(u - p)| <= K |u - p|², where C(u) is the covariance of the noise at u."""
    own = noise(h, u)
    return sp.Le(Norm(E(Outer(own, own)) - covariance - slope(u - point)), bound * Norm(u - point) ** 2, evaluate=False)


@theorem(f"{CALCULUS}, and L-Lipschitz gradients far from the point", introduces="bound")
def covariance_near(point: sp.Expr, covariance: sp.Expr, slope: Any, bound: sp.Expr, u: AnyVector) -> Parts:
    """C(x) is the noise's covariance at x: |C(x) - C(p) - D(x - p)| <= K |x - p|² and |D(x)| <= K |x| for all x and clients, D linear.

    By Taylor's formula near p; farther than r, where |C(x)| <= 2 E|noise at p|² + 8 L² |x - p|², each of these is at most K |x - p|².
    """
    here = sp.Eq(E(Outer(noise(h, point), noise(h, point))), covariance, evaluate=False)
    letters = sp.true if isinstance(u, AnyVector) and not variables(point) and not bound.args else sp.false
    smooth = (FRESH, SECOND_MOMENT, LIPSCHITZ_SAMPLES, SMOOTH_COVARIANCE, *_optimum(point), here, letters)
    return (*smooth, New(slope(u), (covariance,)), New(bound, (point,))), (
        _near(point, covariance, slope, bound, u),
        sp.Le(Norm(slope(u)), bound * Norm(u), evaluate=False),
    )


@theorem(TOWER)
def fresh_covariance(point: sp.Expr, covariance: sp.Expr, slope: Any, bound: sp.Expr, u: AnyVector, y: sp.Expr) -> Parts:
    """|C(x) - C - D(x - p)| <= K |x - p|² for all x gives |E C(Y) - C - D(E Y - p)| <= K E|Y - p|² for Y of earlier draws alone."""
    parts = sp.Tuple(covariance, slope(point), point, bound)
    known = sp.true if isinstance(u, AnyVector) and not owned(parts, "w") and not parts.has(u) else sp.false
    drawn = noise(h, y)
    mean = Norm(E(Outer(drawn, drawn)) - covariance - slope(E(y) - point))
    everywhere = _near(point, covariance, slope, bound, u)
    return (FRESH, everywhere, known, _before(h, y)), sp.Le(mean, bound * E(Norm(y - point) ** 2), evaluate=False)


@theorem(f"{DURRETT}, chapter 2 (independence: expectations of products), given where the round starts")
def independent_clients(path: Any, total: Any, rate: sp.Expr, x: AnyVector, start: sp.Expr, bound: sp.Expr, turn: Any = 0) -> Parts:
    """Noise along independent clients' paths from one start, summed, or carried on by Id - turn: E (mean Q)(mean Q)' = mean E Q Q' / N."""
    begins = sp.Eq(path(0, x), x, evaluate=False), sp.Eq(total(0, x), 0, evaluate=False)
    steps = sp.Eq(path(h + 1, x), path(h, x) - rate * sample_grad(h, path(h, x)), evaluate=False)
    adds = sp.Eq(total(h + 1, x), sp.expand(total(h, x) - turn * total(h, x)) + noise(h, path(h, x)), evaluate=False)
    fixed = not sp.Tuple(rate, turn).has(x, h) and not owned(sp.Tuple(rate, turn), "w")
    known = fixed and not drawn(start) and not owned(start, "c")
    q, earlier = total(h, start), sp.true if known else sp.false
    finite = sp.Le(E(Norm(q) ** 2), bound, evaluate=False)
    split = sp.Eq(E(Outer(Mean(q), Mean(q))), Mean(E(Outer(q, q))) / N, evaluate=False)
    return (FRESH, CLIENTS_INDEPENDENT, earlier, *begins, steps, adds, finite), split
