"""A bound of what one client does in a round, for every smooth, strongly convex function: multipliers and what they leave, in rationals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from symfed.certificates.balls import is_positive
from symfed.certificates.certificate import Malformed, NotProved, OwnCertificate
from symfed.certificates.contraction.proof import read_rules
from symfed.certificates.one_client.interpolation import STAR, ClientPath, Point, check_decoupled, read_path, shown
from symfed.certificates.statement import mapping, number

BOUND = ("ee", "yy", "ey")


@dataclass(frozen=True)
class OneClientInequality(OwnCertificate):
    """|u_H + y|² <= ee |e|² + yy |y|² + 2 ey <e, y> for all functions with curvatures from mu to L, in every dimension.

    In e = theta - theta* and y = gamma H (xi - xi*), u_H is where a client that starts from e is after H local steps, seen from theta*. So
    V = |theta - theta*|² + (gamma H)² mean |xi_c - xi_c*|² is multiplied by at most max(ee, yy) in a round of any number of such clients,
    control variates summing to zero.

    algorithm: the three rules as text. bound: {"ee", "yy", "ey"}. multipliers: rows [i, j, m], that the interpolation inequality of
    f_i over f_j counts m times; i and j are numbers of local steps from 0 to H - 1, or "*" for the optimum. Numbers are integers or text
    such as "-3/4" or "1.5e-20", and mean exactly that.
    """

    FORMAT = "symfed one client inequality 1"
    algorithm: Mapping[str, str]
    gamma: str
    H: int
    mu: str
    L: str
    bound: Mapping[str, str]
    multipliers: list[list[Any]]

    def prove(self) -> None:
        """Add up the inequalities and see what is left.

        Function values have to cancel, and the quadratic form that is left over must be positive semidefinite: then it is not negative on
        vectors of any dimension.
        """
        rules, path, bound = read_rules(self.algorithm), self._path(), self._bound()
        multipliers = read_multipliers(self.multipliers, path)
        check_decoupled(rules)
        left = path.spare(*bound)
        for (i, j), value in multipliers.items():
            if value < 0:
                raise NotProved(f"the multiplier of {i} over {j} is negative")
            left += value * path.gap(i, j)
        for node in range(path.H):
            if sum((value * ((i == node) - (j == node)) for (i, j), value in multipliers.items()), fmpq(0)) != 0:
                raise NotProved(f"the function's value at point {node} does not cancel")
        if not is_positive(left, strictly=False):
            raise NotProved("what the multipliers leave is not a sum of squares")

    def says(self) -> str:
        """The claim that is proved, in words."""
        path, (ee, yy, _), gamma = self._path(), self._bound(), number(self.gamma)
        (q, _), (_, r) = path.factors(path.mu), path.factors(path.L)
        tight = max(ee, yy) == max(q**2, r**2)
        where = f"curvatures in [{shown(path.mu / gamma)}, {shown(path.L / gamma)}], gamma = {shown(gamma)} and H = {self.H}"
        attained = ", and equal quadratic clients attain it" if tight else ""
        return f"for any clients with {where}, a round multiplies V by at most {shown(max(ee, yy))}{attained}"

    def _path(self) -> ClientPath:
        return read_path(self.H, *(number(value) for value in (self.gamma, self.mu, self.L)))

    def _bound(self) -> tuple[fmpq, fmpq, fmpq]:
        bound = mapping("bound", self.bound, BOUND)
        ee, yy, ey = (number(bound[name]) for name in BOUND)
        return ee, yy, ey


def read_multipliers(rows: Any, path: ClientPath) -> dict[tuple[Point, Point], fmpq]:
    """Raises Malformed unless each pair of different points is there at most once."""
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 3 for row in rows):
        raise Malformed("multipliers: must be a list of rows [i, j, number]")
    found: dict[tuple[Point, Point], fmpq] = {}
    for i, j, value in rows:
        if not all(node == STAR or (type(node) is int and 0 <= node < path.H) for node in (i, j)) or i == j or (i, j) in found:
            raise Malformed(f'multipliers: the points {i!r:.20} and {j!r:.20} must be two of 0 to {path.H - 1} and "*", and come once')
        found[i, j] = number(value)
    return found
