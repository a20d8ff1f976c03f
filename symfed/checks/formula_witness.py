"""The smallest exact instance on which a coefficient of a formula is wrong, and lines of Python that show it by the law itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput, SymfedError
from symfed.core.symbols import NOISE, PER_CLIENT, C, H, N, a, b, derivative, g, gamma, theta
from symfed.derive.decide import decide_zero
from symfed.derive.points import Point
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import all_algorithms
from symfed.models.problems import QuadraticProblem, ScalarProblem
from symfed.reference.stationary import stationary

#: Instances are looked for among quadratics first, then among polynomial losses with a noise that does not move, then anywhere.
_KINDS = (frozenset({g, a, C}), PER_CLIENT - frozenset(NOISE[1:]), PER_CLIENT)
_BUDGET = 5.0  # seconds for each
_STEPS = (1000, 100_000)  # 1/gamma: where the law is looked at, until it is nearer to one side than to the other by far
_FAR = 4


@dataclass(frozen=True)
class FormulaWitness:
    """An exact instance, what the coefficient of a power of gamma is there for the formula and as derived, and lines that show it.

    `law` is what the algorithm's own law says of that coefficient there, at a small step size and without the derivation; "" where it
    was not asked. `python` runs as it stands, but for an algorithm or a function of the user's own, which a comment then asks for.
    """

    instance: Mapping[str, str]
    power: str
    stated: str
    derived: str
    python: str
    law: str = ""

    def __str__(self) -> str:
        where = ", ".join(f"{name} = {value}" for name, value in self.instance.items())
        seen = f"; the law says {self.law}" if self.law else ""
        return f"the coefficient of gamma^{self.power} at {where}: the formula says {self.stated}, derived {self.derived}{seen}"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**vars(self), "instance": dict(self.instance)}


def smallest_point(stated: sp.Expr, derived: sp.Expr) -> Point | None:
    """The smallest exact point at which two coefficients differ, among quadratics if there is one; None where none was found."""
    for kept in _KINDS:
        nothing = dict.fromkeys(PER_CLIENT - kept, sp.S.Zero)
        sides = [side.xreplace(nothing) for side in (stated, derived)]
        if any(side.has(sp.zoo, sp.nan, sp.oo) for side in sides):
            continue  # the formula divides by what is zero here
        point = decide_zero(sides[0] - sides[1], budget_seconds=_BUDGET).point
        if point is not None and all(side.is_finite is not False for side in map(point.evaluate, sides)):
            return _completed(point, nothing)
    return None


def _completed(point: Point, nothing: Mapping[sp.Symbol, sp.Expr]) -> Point:
    """The point with the letters that were left out as zeros."""
    if not point.clients:
        return Point({**nothing, **point.values})
    return Point(point.values, tuple({**nothing, **client} for client in point.clients))


class PointInstance:
    """A point as a problem that the references can solve, clients having their optimum at zero."""

    def __init__(self, point: Point, algorithm: Algorithm, local_steps: int | None) -> None:
        self.rule = algorithm
        size = int(point.values.get(N, len(point.clients) or 1))
        blank = dict.fromkeys(PER_CLIENT, sp.S.Zero) | {a: sp.S.One}
        # noise without variance has no slope and no higher cumulants either: such a client does not exist
        noisy = blank | {C: sp.S.One}
        given_clients = point.clients or (point.values,) * size
        moving = [any(client.get(s, 0) != 0 for s in NOISE[1:]) for client in given_clients]
        self.clients = [
            {s: client.get(s, (noisy if m else blank)[s]) for s in blank} for client, m in zip(given_clients, moving, strict=True)
        ]
        self.H = int(point.values.get(H, local_steps or 1))
        given = {symbol.name: str(value) for symbol, value in point.values.items()}
        own = {name: given.get(name, "1") for name in algorithm.hyper if name not in algorithm.values}
        self.algorithm = algorithm.bind(**own) if own else algorithm
        bound = f".bind({', '.join(f'{name}={value!r}' for name, value in own.items())})"
        known = all_algorithms().get(algorithm.name) is algorithm
        name = (
            f'sf.models.algorithms.get_algorithm("{algorithm.name}")' if known and own else f'"{algorithm.name}"' if known else "algorithm"
        )
        self.named = name + bound * bool(own)
        self.point = Point({**{s: v for s, v in point.values.items() if s not in PER_CLIENT}, N: sp.Integer(size), H: sp.Integer(self.H)},
                           tuple(self.clients))  # fmt: skip

    def evaluate(self, expression: sp.Expr) -> sp.Expr:
        """An expression at the point."""
        return self.point.evaluate(expression)

    def described(self) -> dict[str, str]:
        """The instance as text, without the letters that are zero."""
        shown = tuple({s: v for s, v in sorted(c.items(), key=lambda item: item[0].name) if v != 0} for c in self.clients)
        shared = {s: v for s, v in self.point.values.items() if not (s == H and self.rule.one_step)}
        return Point(shared, shown).describe()

    def clients_as_text(self) -> list[dict[str, str]]:
        """The letters of each client, without those that are zero."""
        return [{s.name: str(v) for s, v in sorted(c.items(), key=lambda item: item[0].name) if v != 0} for c in self.clients]

    def shared_as_text(self) -> dict[str, str]:
        """H and the algorithm's own parameters."""
        return {s.name: str(v) for s, v in self.point.values.items() if s != N}

    def problems(self, power: sp.Rational) -> Iterator[tuple[Any, str]]:
        """The problem with these derivatives, and how it is written: a quadratic one, else one with polynomial losses."""
        quadratic = all(client[s] == 0 for client in self.clients for s in PER_CLIENT - {g, a, C})
        if quadratic:
            parts = ([[[c[a]]] for c in self.clients], [[-c[g] / c[a]] for c in self.clients], [[[c[C]]] for c in self.clients])
            yield QuadraticProblem(*parts), f"sf.QuadraticProblem({', '.join(map(_written, parts))})"
        elif all(client[s] == 0 for client in self.clients for s in NOISE[1:]):
            # the derivative just beyond those that the coefficient reads is free, and makes the losses convex
            free = 2 * max(1, int(sp.ceiling(power))) + 2
            for size in (1, 10, 100):
                samples, weights = zip(*[_samples(client, free, size) for client in self.clients], strict=True)
                try:
                    yield ScalarProblem(samples, weights), f"sf.ScalarProblem({_written(samples)}, {_written(weights)})"
                except InvalidInput:  # not convex yet
                    continue


def _samples(client: Mapping[sp.Symbol, sp.Expr], free: int, size: int) -> tuple[list[str], list[sp.Expr]]:
    """Losses with these derivatives at zero, and their probabilities: the noise is a slope up or down, or none."""
    loss = sp.Add(*[client[derivative(m)] * theta**m / sp.factorial(m) for m in range(1, free)])
    loss += size * (1 + client[b] ** 2) * theta**free / sp.factorial(free)
    if client[C] == 0:
        return [str(loss)], [sp.S.One]
    slope = sp.ceiling(sp.sqrt(client[C]))
    share = client[C] / (2 * slope**2)
    moved, weights = [str(loss + slope * theta), str(loss - slope * theta)], [share, share]
    return ([*moved, str(loss)], [*weights, 1 - 2 * share]) if share < sp.Rational(1, 2) else (moved, weights)


def _written(value: Any) -> str:
    """Nested lists of numbers and losses as Python."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    return str(value) if isinstance(value, sp.Integer) else json.dumps(str(value))


def lines_by_law(
    instance: PointInstance, quantity: str, power: sp.Rational, sides: tuple[sp.Expr, sp.Expr], lower: sp.Expr
) -> tuple[str, str]:
    """Python that looks at the law at a small gamma, and what it sees there of the coefficient; "" twice where no law tells.

    sides: what the formula says and what is derived, at the instance. lower: the derived terms of lower powers there, in gamma.
    """
    stated, derived = map(float, sides)
    entry = "bias[0]" if quantity == "bias" else "second_moment[0, 0]"
    try:
        for problem, written in instance.problems(power):
            for inverse in _STEPS:
                law = stationary(instance.algorithm, problem, sp.Rational(1, inverse), instance.H)
                value = law.bias[0] if quantity == "bias" else law.second_moment[0, 0]
                step = 1 / inverse
                seen = (float(value) - float(lower.xreplace({gamma: sp.Rational(1, inverse)}))) / step ** float(power)
                if _FAR * abs(seen - derived) < abs(seen - stated):
                    less = "" if lower == 0 else f" - ({str(lower).replace('gamma', 'step')})"
                    lines = (
                        "import symfed as sf" + ("" if instance.named != "algorithm" else f"  # algorithm: your {instance.rule.name}"),
                        f"problem, step = {written}, {step}",
                        f'law = sf.reference.stationary({instance.named}, problem, "1/{inverse}", {instance.H})',
                        f"seen = (float(law.{entry}){less}) / step**{_power(power)}",
                        f"assert abs(seen - ({derived!r})) < abs(seen - ({stated!r})), seen",
                    )
                    return "\n".join(lines), f"{seen:.6g} (gamma = 1/{inverse}, {law.method})"
    except SymfedError:  # no such law: the rule is not of the kind that a method follows, or it does not settle
        return "", ""
    return "", ""


def _power(power: sp.Rational) -> str:
    return str(power) if power.is_Integer and power >= 0 else f"({power})"
