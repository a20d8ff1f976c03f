"""Clients on the line, and a round after which V is larger than was claimed: run in rationals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from flint import fmpq

from symfed.certificates.certificate import Malformed, NotProved, OwnCertificate
from symfed.certificates.contraction.proof import Rules, read_rules
from symfed.certificates.one_client.interpolation import check_decoupled, read_path, shown
from symfed.certificates.statement import mapping, number, rows

_MOST_CLIENTS, _MOST_POINTS = 100, 100


@dataclass(frozen=True)
class RoundCounterexample(OwnCertificate):
    """A round of these clients does not multiply V = |theta - theta*|² + (gamma H)² mean |xi_c - xi_c*|² by `factor` or less.

    algorithm: the three rules as text. Every client is a function on the line whose gradient is piecewise linear, has slopes in [mu, L] and
    vanishes at theta* = 0, so that xi_c* = 0. start: theta. clients: a list of {"y": gamma H xi_c, "gradient": rows [x, g] with
    growing x, straight between them and beyond, [0, 0] being one of them}. The y have the sum zero.

    ey: "" or, with any sum, a number: then it is that mean (u_H + y_c)² <= factor (e² + mean y_c²) + 2 ey e mean y_c is false, where
    e is the start and u_H where the client ends: for one client, the inequality of `OneClientInequality`.
    Numbers are integers or text such as "-3/4" or "1.5e-20", and mean exactly that.
    """

    FORMAT = "symfed round counterexample 1"
    algorithm: Mapping[str, str]
    gamma: str
    H: int
    mu: str
    L: str
    factor: str
    ey: str
    start: str
    clients: list[Mapping[str, Any]]

    def prove(self) -> None:
        """Run the round and compare."""
        gamma, mu, L, start = (number(value) for value in (self.gamma, self.mu, self.L, self.start))
        read_path(self.H, gamma, mu, L)
        rules, clients, factor = read_rules(self.algorithm), read_clients(self.clients), number(self.factor)
        for c, client in enumerate(clients):
            client.check(f"client {c}", mu, L)
        before, after = self._compare(rules, clients, gamma, start)
        if not after > factor * before:
            raise NotProved("V is multiplied by no more than the factor")

    def _compare(self, rules: Rules, clients: list[LineClient], gamma: fmpq, start: fmpq) -> tuple[fmpq, fmpq]:
        """V before and after; with `ey`, the bound over the factor and what it is to bound."""
        N, unit = fmpq(len(clients)), gamma * fmpq(self.H)
        controls = [client.y / unit for client in clients]
        ends, following, controls = rules.one_round([client.gradient for client in clients], start, controls, gamma, self.H)
        before = start**2 + _exact_mean([client.y**2 for client in clients])
        total = sum((client.y for client in clients), fmpq(0))
        if self.ey != "":
            check_decoupled(rules)
            after = _exact_mean([(end + client.y) ** 2 for end, client in zip(ends, clients, strict=True)])
            return before, after - 2 * number(self.ey) * start * total / N
        if total != 0:
            raise NotProved("the control variates do not have the sum zero")
        return before, following**2 + unit**2 * _exact_mean([xi**2 for xi in controls])

    def says(self) -> str:
        """The claim that is proved, in words."""
        gamma, mu, L, factor = (shown(number(value)) for value in (self.gamma, self.mu, self.L, self.factor))
        where = f"curvatures in [{mu}, {L}], gamma = {gamma} and H = {self.H}"
        if self.ey != "":
            return f"with {where}, {len(self.clients)} client(s) break the bound with ee = yy = {factor}, ey = {shown(number(self.ey))}"
        return f"with {where}, a round of {len(self.clients)} clients multiplies V by more than {factor}"


@dataclass(frozen=True)
class LineClient:
    """gamma H times a control variate, and points of a piecewise linear gradient."""

    y: fmpq
    points: list[tuple[fmpq, fmpq]]

    def check(self, name: str, mu: fmpq, L: fmpq) -> None:
        """Raises NotProved for a function outside the class."""
        if (fmpq(0), fmpq(0)) not in self.points:
            raise NotProved(f"{name}: its gradient is not seen to vanish at 0")
        for (x, g), (right, above) in pairwise(self.points):
            if not mu * (right - x) <= above - g <= L * (right - x):
                raise NotProved(f"{name}: between {x} and {right} its curvature is not in [mu, L]")

    def gradient(self, at: fmpq) -> fmpq:
        """Straight lines through neighbouring points, the outermost ones prolonged."""
        k = next((k for k, (x, _) in enumerate(self.points[1:-1]) if at <= x), len(self.points) - 2)
        (x, g), (right, above) = self.points[k : k + 2]
        return g + (at - x) * (above - g) / (right - x)


def _exact_mean(values: list[fmpq]) -> fmpq:
    return sum(values, fmpq(0)) / fmpq(len(values))


def read_clients(value: Any) -> list[LineClient]:
    """Raises Malformed for what is not a list of clients."""
    return [_read_client(one) for one in rows("clients", value, most=_MOST_CLIENTS)]


def _read_client(one: Any) -> LineClient:
    client = mapping("clients", one, ("y", "gradient"))
    points = [
        (number(x), number(g)) for x, g in (rows("gradient", row, 2) for row in rows("gradient", client["gradient"], most=_MOST_POINTS))
    ]
    if len(points) < 2 or not all(x < right for (x, _), (right, _) in pairwise(points)):
        raise Malformed("gradient: the x must grow, and be two at least")
    return LineClient(number(client["y"]), points)
