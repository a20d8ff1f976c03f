"""Update rules as Taylor series in gamma; errors say why a rule has no expansion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.derive.lift import control_gain, hyper_values, local_steps, server_map
from symfed.derive.powers import series_coefficients
from symfed.models.algorithm import Algorithm

Terms = dict[tuple[int, int, int], sp.Expr]


@dataclass(frozen=True)
class Rule:
    """The series of one round of an algorithm, up to the weight of an order.

    `step` holds x_next - x by powers of (gamma, u, g), u = x - x_start, a coefficient being a constant in H and the algorithm's
    parameters; the server moves by sum_i server[i] gamma^i times the mean displacement of the clients.

    With control variates g stands for g + xi, and the next xi is xi + rate / gamma * (x_end - mean x_end): with delta = xi - xi*, xi*_c =
    -gradient of f_c at theta*, a client's steps are those of a rule without them for a gradient that is delta at theta*. `rate` is None
    for a rule that keeps none.
    """

    step: Mapping[tuple[int, int, int], sp.Expr]
    server: list[sp.Expr]
    steps: sp.Expr
    order: int
    rate: sp.Expr | None = None

    @property
    def constants(self) -> list[sp.Expr]:
        """The constants in the coefficients; for the rate its inverse, the scale of a control variate."""
        return [*self.step.values(), *self.server, *([] if self.rate is None else [1 / self.rate])]

    @property
    def slope(self) -> sp.Expr:
        """At first order, a round moves by -slope gamma times the gradient."""
        return -self.step[1, 0, 1] * self.server[0] * self.steps

    @cached_property
    def excess(self) -> int:
        """The excess of powers of g over powers of gamma in the moments of a step; zero unless the rule is nonlinear in g.

        Jets are needed to an order that is higher by this number.
        """
        most: dict[int, int] = {0: 0}
        for i in range(1, self.order + 2):
            most[i] = max((most[i - j] + q for j, _, q in self.step if j <= i and i - j in most), default=0)
        return max(q - i for i, q in most.items())


@lru_cache(maxsize=64)
def read_rule(algorithm: Algorithm, order: int) -> Rule:
    """The series of a rule, with or without control variates.

    Raises InvalidInput where theta* is not what the rule settles at for small gamma, or where it is not smooth; and, of a rule with
    control variates, unless the local step reads g + xi only, the update conserves the sum of the control variates, its rate is free of
    gamma but for the factor 1/gamma, and it puts the mean gradient of the round in the old control variate's place.
    """
    rule = Rule(_read_step(algorithm, order), series_coefficients(server_map(algorithm).state, table.gamma, order), local_steps(algorithm),
                order, _read_rate(algorithm) if algorithm.keeps_memory else None)  # fmt: skip
    if rule.server[0] == 0:
        raise InvalidInput(f"{algorithm.name}.server_step", algorithm.text.get("server_step"), "must move at gamma = 0")
    if rule.rate is not None and sp.cancel(rule.rate * rule.slope / rule.server[0]) != 1:
        text = "must put the round's mean gradient in the place of the old control variate, to leading order in gamma"
        raise InvalidInput(f"{algorithm.name}.control_update", algorithm.text["control_update"], text)
    return rule


def _read_step(algorithm: Algorithm, order: int) -> Terms:
    what, text = f"{algorithm.name}.local_step", algorithm.text["local_step"]
    u, g, xi, shift = sp.Dummy("u"), sp.Dummy("g"), sp.Dummy("xi"), sp.Dummy("shift")
    numbers = {"gamma": table.gamma, "H": local_steps(algorithm), **hyper_values(algorithm)}

    def run(x: sp.Expr, start: sp.Expr, gradient: sp.Expr = g, control: sp.Expr = sp.S.Zero) -> sp.Expr:
        return as_expression(algorithm.step(x=x, g=gradient, x_start=start, xi=control, **numbers))

    move = run(u, sp.S.Zero) - u
    if sp.cancel(run(u + shift, shift) - shift - u - move) != 0:
        raise InvalidInput(what, text, "must not depend on the origin: moving x and x_start by c must move the result by c")
    terms: Terms = {}
    for i, in_gamma in enumerate(series_coefficients(move, table.gamma, order + 1)):
        # u counts as much as gamma: it is the displacement of a few steps of size gamma
        for p, in_u in enumerate(series_coefficients(in_gamma, u, order + 1 - i)):
            if not in_u.is_polynomial(g):
                raise InvalidInput(what, text, "must have powers of gamma whose coefficients are polynomials in g")
            terms |= {(i, p, q): c for (q,), c in sp.Poly(in_u, g).terms() if c != 0}
    if any(i == 0 for i, _, _ in terms):
        write = "multiply what moves it by gamma, as in x - gamma*(g + rho*(x - x_start))"
        raise InvalidInput(what, text, "must stand still at gamma = 0, or there is nothing to expand in", write)
    if {(p, q) for i, p, q in terms if i == 1 and p == 0} != {(0, 1)} or terms[1, 0, 1].is_nonnegative:
        raise InvalidInput(what, text, "must be -c gamma g at order gamma, with c > 0 and linear in g: else it does not settle at theta*")
    if algorithm.keeps_memory and sp.cancel(run(u, shift, g, xi) - run(u, shift, g + xi)) != 0:
        write = "if it reads g - xi, turn the sign of xi here and in control_update: the law of theta is the same"
        raise InvalidInput(what, text, "must read g and xi through g + xi alone: else xi is no estimate of a client's gradient", write)
    return terms


def _read_rate(algorithm: Algorithm) -> sp.Expr:
    rate = sp.cancel(control_gain(algorithm) * table.gamma)
    if rate.has(table.gamma):
        text = "must have a rate that is a constant over gamma"
        raise InvalidInput(f"{algorithm.name}.control_update", algorithm.text["control_update"], text)
    return rate
