"""Smoothness and strong convexity at finitely many points, as quadratic forms; and the reduction of a round to one client."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq, fmpq_mat

from symfed.certificates.certificate import Malformed, NotProved
from symfed.certificates.contraction.proof import Rules, check_origin, letters
from symfed.certificates.statement import integer

STAR = "*"
Point = int | str  # the number of a local step, or STAR

_MOST_STEPS = 60
_LONGEST = 24  # characters of a number


@dataclass(frozen=True)
class ClientPath:
    """A client's H local steps on any function of the class, seen from its optimum: everything is linear in e, y and the gradients.

    mu, L: the curvatures times gamma, so that the step size is 1. In the H + 2 coordinates e, y, g_0 .. g_{H-1}, which are vectors of any
    dimension, u_0 = e and u_{h+1} = u_h - g_h - y/H with g_h the gradient at u_h; STAR is the optimum, with u = g = 0 and the value 0.
    """

    H: int
    mu: fmpq
    L: fmpq

    @property
    def nodes(self) -> tuple[Point, ...]:
        """The points at which gradients are taken."""
        return (*range(self.H), STAR)

    def unit(self, k: int) -> fmpq_mat:
        """A row of coefficients: e for 0, y for 1, then the gradients."""
        return fmpq_mat(1, self.H + 2, [int(j == k) for j in range(self.H + 2)])

    def gradient(self, node: Point) -> fmpq_mat:
        return self.unit(0) * fmpq(0) if isinstance(node, str) else self.unit(2 + node)

    def position(self, node: Point) -> fmpq_mat:
        """u_h, for h up to H."""
        at = self.unit(0) * fmpq(int(not isinstance(node, str)))
        for h in range(0 if isinstance(node, str) else node):
            at = at - self.gradient(h) - self.unit(1) / fmpq(self.H)
        return at

    def gap(self, i: Point, j: Point) -> fmpq_mat:
        """The form Q for which f_i - f_j >= Q at all functions of the class (with finitely many points: at those and no others).

        f_i >= f_j + <g_j, x_i - x_j> + (|g_i - g_j|²/L + mu |x_i - x_j|² - 2 (mu/L) <g_i - g_j, x_i - x_j>) / (2 (1 - mu/L)).

        Source: Taylor, Hendrickx and Glineur (2017), Smooth strongly convex interpolation and exact worst-case performance of first-order
        methods, Mathematical Programming 161, theorem 4.
        """
        x, g = self.position(i) - self.position(j), self.gradient(i) - self.gradient(j)
        curved = product(g, g) / self.L + self.mu * product(x, x) - 2 * self.mu / self.L * product(g, x)
        return product(self.gradient(j), x) + curved / (2 * (1 - self.mu / self.L))

    def spare(self, ee: fmpq, yy: fmpq, ey: fmpq) -> fmpq_mat:
        """The form ee |e|² + yy |y|² + 2 ey <e, y> - |u_H + y|²."""
        e, y = self.unit(0), self.unit(1)
        end = self.position(self.H) + y
        return ee * product(e, e) + yy * product(y, y) + 2 * ey * product(e, y) - product(end, end)

    def factors(self, a: fmpq) -> tuple[fmpq, fmpq]:
        """q and r on a quadratic of curvature a/gamma: u_H + y = q e + r y."""
        q = (1 - a) ** self.H
        return q, 1 - (1 - q) / (a * self.H)


def product(a: fmpq_mat, b: fmpq_mat) -> fmpq_mat:
    """The symmetric matrix of <a, b>, for rows of coefficients."""
    half = a.transpose() * b
    return (half + half.transpose()) / fmpq(2)


def read_path(H: Any, gamma: fmpq, mu: fmpq, L: fmpq) -> ClientPath:
    """Raises Malformed unless 1 <= H, gamma > 0 and 0 < mu < L."""
    integer("H", H, 1, _MOST_STEPS)
    if not (gamma > 0 and 0 < mu < L):
        raise Malformed("gamma, mu, L: must have gamma > 0 and 0 < mu < L")
    return ClientPath(H, gamma * mu, gamma * L)


def shown(value: fmpq) -> str:
    """A number for a line of text: as it is, or where that is long the nearest decimal."""
    text = str(value)
    return text if len(text) <= _LONGEST else f"about {arb(value).str(12, radius=False)}"


def check_decoupled(rules: Rules) -> None:
    """Raises NotProved unless a round is H steps u - gamma g - y_c/H of each client and then e = mean x_c, y_c = x_c - e, x_c = u_H + y_c.

    Here y_c = gamma H (xi_c - xi_c*), whose mean is zero and stays so. So V = |e|² + mean |y_c|² becomes mean |x_c|², and a bound
    |x_c|² <= ee |e|² + yy |y_c|² + 2 ey <e, y_c> of one client becomes V' <= max(ee, yy) V: the mean of the last term is <e, mean y_c>.
    """
    check_origin(rules)
    x, g, xi, e, end, following, gamma, H = letters("u", "v", "w", "e", "m", "t", "gamma", "H")
    step = rules.call("local_step", x=x, g=g, xi=xi, x_start=e, gamma=gamma, H=H)
    control = rules.call("control_update", xi=xi, x_end=end, x_start=e, x_next=following, gamma=gamma, H=H)
    checks = {
        "local_step is not a gradient step corrected by xi": step - (x - gamma * (g + xi)),
        "control_update does not add (x_end - x_next)/(gamma H)": control - (xi + (end - following) / (gamma * H)),
        "server_step is not the mean": rules.call("server_step", x_mean=x, x_start=e, gamma=gamma, H=H) - x,
    }
    for reason, difference in checks.items():
        if not difference.vanishes():
            raise NotProved(reason)
