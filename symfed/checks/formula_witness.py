"""The smallest exact instance on which a coefficient of a formula is wrong, and lines of Python that show it by the law itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.core.errors import InvalidInput, RoadsDisagree, SymfedError
from symfed.core.symbols import NOISE, PER_CLIENT, C, H, N, a, b, cumulant, derivative, g, gamma, theta
from symfed.decide.points import Point
from symfed.decide.signs import decide_zero
from symfed.derive.expansion import coefficients, jets_order
from symfed.derive.lift import hyper_values
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import all_algorithms
from symfed.models.arrays import Array, rational
from symfed.models.jets import Jets
from symfed.models.problems import QuadraticProblem, ScalarProblem
from symfed.reference.stationary import stationary
from symfed.tensors.diagrams.evaluate import evaluate
from symfed.tensors.diagrams.form import has_tensor_form, tensor_form

#: Instances are looked for among quadratics first, then among polynomial losses with a noise that does not move, then anywhere.
_KINDS = (frozenset({g, a, C}), PER_CLIENT - frozenset(NOISE[1:]), PER_CLIENT)
_BUDGET = 5.0  # seconds for each
_STEPS = (1000, 100_000)  # 1/gamma: where the law is evaluated, until it is much nearer to one side than to the other
_FAR = 4
#: 1/gamma over the difference of the sides: where an exact law is evaluated last, the terms of the next power being far below it.
_LAST = 10**30
#: Diagrams to this order take less than a second.
_HIGHEST_DRAWN = 2


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
            return _with_zeros(point, nothing)
    return None


def _with_zeros(point: Point, nothing: Mapping[sp.Symbol, sp.Expr]) -> Point:
    """The point with the symbols that were left out as zeros."""
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
            {s: client.get(s, (noisy if m else blank)[s]) for s in sorted(blank, key=lambda s: s.name)}
            for client, m in zip(given_clients, moving, strict=True)
        ]
        self.H = int(point.values.get(H, local_steps or 1))
        # a symbol that cancels in the difference is none of the point's, but may stand on both sides
        values = {symbol.name: value for symbol, value in point.values.items()}
        own = {name: str(values.get(name, 1)) for name in algorithm.hyper if name not in algorithm.values}
        letters = {symbol: values.get(name, sp.S.One) for name, symbol in hyper_values(algorithm).items() if name in own}
        self.algorithm = algorithm.bind(**own) if own else algorithm
        bound = f".bind({', '.join(f'{name}={value!r}' for name, value in own.items())})" if own else ""
        known = all_algorithms().get(algorithm.name) is algorithm
        called = f'"{algorithm.name}"'
        self.named = "algorithm" + bound if not known else f"sf.models.algorithms.get_algorithm({called})" + bound if own else called
        self.needed = "" if known else f"  # algorithm: your {algorithm.name}"
        shared = {s: v for s, v in point.values.items() if s not in PER_CLIENT}
        self.point = Point({**shared, **letters, N: sp.Integer(size), H: sp.Integer(self.H)}, tuple(self.clients))

    def evaluate(self, expression: sp.Expr) -> sp.Expr:
        """An expression at the point."""
        return self.point.evaluate(expression)

    def described(self) -> dict[str, str]:
        """The instance as text, without the symbols that are zero."""
        shown = tuple({s: v for s, v in client.items() if v != 0} for client in self.clients)
        shared = {s: v for s, v in self.point.values.items() if not (s == H and self.rule.one_step)}
        return Point(shared, shown).describe()

    def clients_as_text(self) -> list[dict[str, str]]:
        """The symbols of each client, without those that are zero."""
        return [{s.name: str(v) for s, v in client.items() if v != 0} for client in self.clients]

    def shared_as_text(self) -> dict[str, str]:
        """H and the algorithm's own parameters."""
        return {s.name: str(v) for s, v in self.point.values.items() if s != N}

    def jets(self, order: int) -> Jets:
        """The clients' derivatives and noise cumulants, as far as an expansion to this order reads them."""

        def column(symbol: sp.Symbol, axes: int) -> Array:
            out = np.empty(len(self.clients), dtype=object)
            out[:] = [rational(client[symbol]) for client in self.clients]
            return out.reshape((len(out),) + (1,) * axes)

        derivatives = [column(derivative(m), m) for m in range(1, 2 * order + 2)]
        cumulants = [tuple(column(cumulant(k, j), k + j) for j in range(2 * order + 3 - 2 * k)) for k in range(2, order + 2)]
        return Jets(tuple(derivatives), tuple(cumulants))

    def problems(self, power: sp.Rational) -> Iterator[tuple[Any, str]]:
        """The problem with these derivatives, and how it is written: a quadratic one, else one with polynomial losses."""
        quadratic = all(client[s] == 0 for client in self.clients for s in PER_CLIENT - {g, a, C})
        if quadratic:
            parts = ([[[c[a]]] for c in self.clients], [[-c[g] / c[a]] for c in self.clients], [[[c[C]]] for c in self.clients])
            yield QuadraticProblem(*parts), f"sf.QuadraticProblem({', '.join(map(_python_text, parts))})"
        elif all(client[s] == 0 for client in self.clients for s in NOISE[1:]):
            # the derivative just beyond those that the coefficient reads is free, and makes the losses convex
            free = 2 * max(1, int(sp.ceiling(power))) + 2
            for size in (1, 10, 100):
                samples, weights = zip(*[_noisy_losses(client, free, size) for client in self.clients], strict=True)
                try:
                    yield ScalarProblem(samples, weights), f"sf.ScalarProblem({_python_text(samples)}, {_python_text(weights)})"
                except InvalidInput:  # not convex yet
                    continue


def _noisy_losses(client: Mapping[sp.Symbol, sp.Expr], free: int, size: int) -> tuple[list[str], list[sp.Expr]]:
    """Losses with these derivatives at zero, and their probabilities: the noise is a slope up or down, or none."""
    loss = sp.Add(*[client[derivative(m)] * theta**m / sp.factorial(m) for m in range(1, free)])
    loss += size * (1 + client[b] ** 2) * theta**free / sp.factorial(free)
    if client[C] == 0:
        return [str(loss)], [sp.S.One]
    slope = sp.ceiling(sp.sqrt(client[C]))
    share = client[C] / (2 * slope**2)
    moved, weights = [str(loss + slope * theta), str(loss - slope * theta)], [share, share]
    return ([*moved, str(loss)], [*weights, 1 - 2 * share]) if share < sp.Rational(1, 2) else (moved, weights)


def _python_text(value: Any) -> str:
    """Nested lists of numbers and losses as Python."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_python_text, value))}]"
    return str(value) if isinstance(value, sp.Integer) else json.dumps(str(value))


@dataclass(frozen=True)
class CoefficientSides:
    """The stated and the derived coefficient of a power of gamma at an instance, and the derived terms of lower powers, in gamma."""

    power: sp.Rational
    stated: sp.Expr
    derived: sp.Expr
    lower: sp.Expr

    def seen(self, value: Any, step: sp.Rational) -> sp.Expr:
        """The coefficient that a law with this value has at this step size, up to the step size."""
        exact = rational(value)
        number = sp.Float(float(value)) if exact is None else sp.Rational(int(exact.p), int(exact.q))
        return (number - self.lower.xreplace({gamma: step})) / step**self.power

    def confirmed(self, seen: sp.Expr) -> bool:
        """Return whether the law is nearer to the derived side than to the stated one, by a wide margin."""
        return bool(_FAR * abs(seen - self.derived) < abs(seen - self.stated))

    def steps(self, exact: bool) -> Iterator[int]:
        yield from _STEPS
        if exact:
            yield int(sp.ceiling(_LAST / min(sp.S.One, abs(self.stated - self.derived))))


def lines_by_law(instance: PointInstance, quantity: str, sides: CoefficientSides) -> tuple[str, str]:
    """Python that looks at the law at a small gamma, and what it sees there of the coefficient; "" twice where no law tells.

    Raises RoadsDisagree where an exact law denies what is derived.
    """
    entry = "bias[0]" if quantity == "bias" else "second_moment[0, 0]"
    for problem, written in instance.problems(sides.power):
        method, seen = "exact" if isinstance(problem, QuadraticProblem) else "quadrature", sp.nan
        for inverse in sides.steps(method == "exact"):
            step = sp.Rational(1, inverse)
            try:
                law = stationary(instance.algorithm, problem, step, instance.H, method=method)
            except SymfedError:  # no such law: the rule is not of the kind that a method follows, or it does not settle
                return "", ""
            seen = sides.seen(law.bias[0] if quantity == "bias" else law.second_moment[0, 0], step)
            if sides.confirmed(seen):
                return _lines(instance, written, entry, inverse, sides), f"{float(seen):.6g} (gamma = 1/{inverse}, {law.method})"
        if method == "exact":
            raise _disagreement(instance, quantity, sides, f"{float(seen):.12g} by the exact law at gamma = 1/{inverse}")
    return "", ""


def _lines(instance: PointInstance, written: str, entry: str, inverse: int, sides: CoefficientSides) -> str:
    """Python that looks at the law: in rationals where the sides differ by less than floats can tell."""
    less = "" if sides.lower == 0 else f" - ({str(sides.lower).replace('gamma', 'step')})"
    exact = inverse > max(_STEPS)
    derived, stated = (f'sp.Rational("{x}")' if exact and x.is_Rational else repr(float(x)) for x in (sides.derived, sides.stated))
    step, at = (f"sp.Rational(1, {inverse})", "step") if exact else (repr(1 / inverse), f'"1/{inverse}"')
    value, shown = (f"sp.Rational(str(law.{entry}))", "float(seen)") if exact else (f"float(law.{entry})", "seen")
    return "\n".join(
        (
            f"import symfed as sf{', sympy as sp' if exact else ''}{instance.needed}",
            f"problem, step = {written}, {step}",
            f"law = sf.reference.stationary({instance.named}, problem, {at}, {instance.H})",
            f"seen = ({value}{less}) / step**{_power_text(sides.power)}",
            f"assert abs(seen - ({derived})) < abs(seen - ({stated})), {shown}",
        )
    )


def confirm_by_numbers(instance: PointInstance, quantity: str, sides: CoefficientSides) -> None:
    """Derive the coefficient anew, on the clients' own numbers. Raises RoadsDisagree where that gives another one.

    Without a law this is what is left: by diagrams for affine rules, which share nothing with the symbolic engine but the rule, and by the
    numeric engine for others, which calculates with other numbers.
    """
    power = int(sides.power) if sides.power.is_Integer and sides.power >= 1 else 0
    value = flint.fmpq(0)
    if power:
        jets = instance.jets(jets_order(instance.algorithm, power, 1, quantity))
        if power <= _HIGHEST_DRAWN and has_tensor_form(instance.algorithm):
            found = evaluate(tensor_form(instance.algorithm, quantity, power), jets, instance.H)
        else:
            found = coefficients(instance.algorithm, jets, quantity, power, instance.H)
        value = found[-1].item()
    if value != rational(sides.derived):
        raise _disagreement(instance, quantity, sides, f"{value} when it is derived anew on these numbers")


def _disagreement(instance: PointInstance, quantity: str, sides: CoefficientSides, other: str) -> RoadsDisagree:
    where = ", ".join(f"{name} = {value}" for name, value in instance.described().items())
    question = f"the coefficient of gamma^{sides.power} in the {quantity.replace('_', ' ')} of {instance.rule.name} at {where}"
    return RoadsDisagree(question, f"{sides.derived} as it is derived", other)


def _power_text(power: sp.Rational) -> str:
    return str(power) if power.is_Integer and power >= 0 else f"({power})"
