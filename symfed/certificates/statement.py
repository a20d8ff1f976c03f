"""The statement of a certificate, and formulas as text: read once, then run on rationals, balls or power series of balls."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq, fmpz

from symfed.certificates.certificate import LawCertificate, Malformed

Run = Callable[[Mapping[str, Any]], Any]

_LONGEST_FORMULA = 20_000  # characters; Python's own parser gives up on deep nesting, which is reported like any other fault


def _ball(value: Any) -> Any:
    return arb(value) if isinstance(value, fmpq) else value


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "exp": lambda x: _ball(x).exp(),
    "log": lambda x: _ball(x).log(),
    "sin": lambda x: _ball(x).sin(),
    "cos": lambda x: _ball(x).cos(),
    "sqrt": lambda x: _ball(x).sqrt(),
    "atan": lambda x: _ball(x).atan(),
    "tanh": lambda x: 1 - 2 / ((2 * _ball(x)).exp() + 1),
    "sinh": lambda x: (_ball(x).exp() - (-_ball(x)).exp()) / 2,
    "cosh": lambda x: (_ball(x).exp() + (-_ball(x)).exp()) / 2,
}

_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}


def parse(text: Any, names: Collection[str], functions: bool = False) -> Run:
    """A formula in + - * /, integer powers, integers, the given names and, if asked for, FUNCTIONS of one argument.

    Integers enter as rationals, so that 1/3 is a third. Raises Malformed for anything else.

    >>> parse("x - gamma*x**2/3", ("x", "gamma"))({"x": fmpq(3), "gamma": fmpq(1, 2)})
    3/2
    """
    if not isinstance(text, str) or len(text) > _LONGEST_FORMULA:
        raise Malformed(f"a formula must be text of at most {_LONGEST_FORMULA} characters, not {text!r:.60}")
    try:
        return _build(ast.parse(text, mode="eval").body, frozenset(names), functions)
    except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
        raise Malformed(f"the formula {text[:60]!r} cannot be read: {error}") from None


def _build(node: ast.expr, names: frozenset[str], functions: bool) -> Run:
    if isinstance(node, ast.Name) and node.id in names:
        name = node.id
        return lambda values: values[name]
    if isinstance(node, ast.Constant) and type(node.value) is int:
        constant = fmpq(node.value)
        return lambda values: constant
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _build(node.operand, names, functions)
        return lambda values: -inner(values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, exponent = _build(node.left, names, functions), _exponent(node.right)
        return lambda values: base(values) ** exponent
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        left, right, combine = _build(node.left, names, functions), _build(node.right, names, functions), _OPERATIONS[type(node.op)]
        return lambda values: combine(left(values), right(values))
    if functions and isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1 and not node.keywords:
        if node.func.id not in FUNCTIONS:
            raise Malformed(f"the function {node.func.id[:60]!r} is not one of {', '.join(FUNCTIONS)}")
        argument, function = _build(node.args[0], names, functions), FUNCTIONS[node.func.id]
        return lambda values: function(argument(values))
    raise Malformed(f"{ast.unparse(node)[:60]!r} is no part of a formula here")


def _exponent(node: ast.expr) -> int:
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node, sign = node.operand, -1
    if isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) <= 64:
        return sign * node.value
    raise Malformed(f"the power {ast.unparse(node)[:60]!r} must be an integer up to 64")


_NUMBER = re.compile(r"(-?\d+)(?:/(\d+)|(?:\.(\d+))?(?:e(-?\d+))?)", re.ASCII)
_LONGEST, _MOST_ROWS = 10_000, 10**6
#: effort, smallest and largest value
_EFFORT = {"degree": (1, 1000), "pieces": (1, 10_000), "order": (1, 200), "bits": (32, 10_000)}
_MOST_CLIENTS, _MOST_STEPS = 100, 10**9


@dataclass(frozen=True)
class Sample:
    """A probability and the gradient of one sample loss, as a function on balls and series."""

    weight: fmpq
    gradient: Callable[[Any], Any]


@dataclass(frozen=True)
class Statement:
    """The certificate, read. `local_step(x, g)`, `server_step(x_mean, x_start)`; centre and half: the interval's."""

    clients: list[list[Sample]]
    local_step: Callable[[Any, Any], Any]
    server_step: Callable[[Any, Any], Any]
    exact_gradient: bool
    H: int
    interval: tuple[fmpq, fmpq]
    optimum: tuple[fmpq, fmpq]
    corrections: Mapping[str, list[fmpq]]
    claims: Mapping[str, tuple[fmpq, fmpq]]
    degree: int
    pieces: int
    order: int
    bits: int

    @property
    def centre(self) -> fmpq:
        return (self.interval[0] + self.interval[1]) / 2

    @property
    def half(self) -> fmpq:
        return (self.interval[1] - self.interval[0]) / 2


def number(value: Any) -> fmpq:
    """An integer, a fraction "3/4" or a decimal "-1.5e-20", exactly. Raises Malformed.

    >>> number("-1.5e-1")
    -3/20
    """
    if type(value) is int:
        return fmpq(value)
    match = _NUMBER.fullmatch(value) if isinstance(value, str) and len(value) <= _LONGEST else None
    if match is None:
        raise Malformed(f"{value!r:.60} is not an exact number such as 3, -3/4 or 1.5e-20")
    whole, below, decimals, exponent = match.groups()
    # fmpz and not int: Python limits the length of what it converts
    if below is not None:
        if not fmpz(below):
            raise Malformed(f"{value!r:.60} divides by zero")
        return fmpq(fmpz(whole), fmpz(below))
    power = int(exponent or 0) - len(decimals or "")
    if abs(power) > _LONGEST:
        raise Malformed(f"{value!r:.60} has an exponent beyond {_LONGEST}")
    digits = fmpq(fmpz(whole + (decimals or "")))
    return digits * fmpq(fmpz(10) ** power) if power >= 0 else digits / fmpq(fmpz(10) ** -power)


def read(certificate: LawCertificate) -> Statement:
    """Raises Malformed where a part has the wrong shape."""
    low, high = _numbers("interval", certificate.interval, 2)
    if not low < high:
        raise Malformed("interval: must be two numbers [a, b] with a < b")
    lower, upper = _numbers("optimum", certificate.optimum, 2)
    H = integer("H", certificate.H, 1, _MOST_STEPS)
    rules = mapping("algorithm", certificate.algorithm, {"local_step", "server_step", "exact_gradient", "values"})
    if not isinstance(rules["exact_gradient"], bool) or not isinstance(rules["values"], Mapping):
        raise Malformed("algorithm: exact_gradient must be true or false, values a mapping")
    constants = {name: number(value) for name, value in rules["values"].items()}
    constants |= {"gamma": number(certificate.gamma), "H": fmpq(H)}
    local, server = (
        parse(rules[role], {*constants, *names}) for role, names in (("local_step", ("x", "g")), ("server_step", ("x_mean", "x_start")))
    )
    effort = mapping("effort", certificate.effort, set(_EFFORT))
    claims = mapping("claims", certificate.claims, {"mean", "bias", "second_moment"})
    return Statement(
        clients=_clients(certificate.problem),
        local_step=lambda x, g: local({**constants, "x": x, "g": g}),
        server_step=lambda x_mean, x_start: server({**constants, "x_mean": x_mean, "x_start": x_start}),
        exact_gradient=rules["exact_gradient"],
        H=H,
        interval=(low, high),
        optimum=(lower, upper),
        corrections=_corrections(certificate.poisson),
        claims={name: _claim(name, value) for name, value in claims.items()},
        **{name: integer(name, effort[name], *bounds) for name, bounds in _EFFORT.items()},
    )


def _clients(problem: Any) -> list[list[Sample]]:
    kind = problem.get("kind") if isinstance(problem, Mapping) else None
    if kind == "logistic":
        parts = mapping("problem", problem, {"kind", "features", "labels", "l2"})
        features, labels = _table("features", parts["features"]), _table("labels", parts["labels"])
        l2 = number(parts["l2"])
        gradients = [
            [_logistic(number(a), _label(y), l2) for a, y in zip(row, marks, strict=True)] for row, marks in _pairs(features, labels)
        ]
        weights = [[fmpq(1, len(row))] * len(row) for row in gradients]
    elif kind == "scalar":
        parts = mapping("problem", problem, {"kind", "gradients", "weights"})
        gradients = [[_formula(text) for text in row] for row in _table("gradients", parts["gradients"])]
        weights = [[number(w) for w in row] for row in _table("weights", parts["weights"])]
    else:
        raise Malformed('problem: "kind" must be "logistic" or "scalar"')
    clients = [[Sample(w, g) for w, g in zip(ws, gs, strict=True)] for ws, gs in _pairs(weights, gradients)]
    for c, client in enumerate(clients):
        if not all(sample.weight > 0 for sample in client) or sum((s.weight for s in client), fmpq(0)) != 1:
            raise Malformed(f"problem: the weights of client {c} must be positive and sum to one")
    return clients


def _formula(text: Any) -> Callable[[Any], Any]:
    run = parse(text, ("x",), functions=True)
    return lambda x: run({"x": x})


def _logistic(a: fmpq, y: int, l2: fmpq) -> Callable[[Any], Any]:
    """The derivative of log(1 + exp(-y a x)) + l2 x²/2; x appears once in its first term, so that wide balls stay tight."""
    return lambda x: l2 * x - (y * a) / (1 + (y * a * x).exp())


def _label(value: Any) -> int:
    if type(value) is not int or abs(value) != 1:
        raise Malformed(f"problem: the label {value!r:.60} must be 1 or -1")
    return value


def _corrections(poisson: Any) -> dict[str, list[fmpq]]:
    parts = mapping("poisson", poisson, {"bits", "mean", "square"})
    unit = fmpq(1, fmpz(2) ** integer("poisson bits", parts["bits"], 0, _LONGEST))
    return {name: [number(value) * unit for value in rows(f"poisson {name}", parts[name], most=_LONGEST)] for name in ("mean", "square")}


def _claim(name: str, value: Any) -> tuple[fmpq, fmpq]:
    middle, radius = _numbers(f"claims {name}", value, 2)
    if radius < 0:
        raise Malformed(f"claims {name}: the radius must not be negative")
    return middle, radius


def rows(name: str, value: Any, count: int | None = None, most: int = _MOST_ROWS) -> list[Any]:
    """A list that is not empty, of `count` entries where that is given."""
    if not isinstance(value, list) or not 1 <= len(value) <= most or count not in (None, len(value)):
        raise Malformed(f"{name}: must be a list of {count or f'1 to {most}'} entries")
    return value


def _table(name: str, value: Any) -> list[list[Any]]:
    return [rows(f"problem {name}", row, most=_LONGEST) for row in rows(f"problem {name}", value, most=_MOST_CLIENTS)]


def _pairs(one: list[list[Any]], two: list[list[Any]]) -> list[tuple[list[Any], list[Any]]]:
    if [len(row) for row in one] != [len(row) for row in two]:
        raise Malformed("problem: its two tables must have the same shape")
    return list(zip(one, two, strict=True))


def _numbers(name: str, value: Any, count: int) -> list[fmpq]:
    return [number(entry) for entry in rows(name, value, count)]


def positive(name: str, value: fmpq) -> fmpq:
    """Raises Malformed unless the number is positive."""
    if not value > 0:
        raise Malformed(f"{name}: must be positive")
    return value


def integer(name: str, value: Any, low: int, high: int) -> int:
    """An integer within these bounds. Raises Malformed."""
    if type(value) is not int or not low <= value <= high:
        raise Malformed(f"{name} = {value!r:.60}: must be an integer between {low} and {high}")
    return value


def mapping(name: str, value: Any, keys: Collection[str]) -> Mapping[str, Any]:
    """A mapping with these keys. Raises Malformed."""
    if not isinstance(value, Mapping) or set(value) != set(keys):
        raise Malformed(f"{name}: must have the keys {', '.join(sorted(keys))} and no others")
    return value
