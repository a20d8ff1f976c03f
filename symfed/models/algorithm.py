"""Algorithm: one set of update rules for every number type; a rule that some number type cannot run is refused when it is defined."""

from __future__ import annotations

import ast
import hashlib
import inspect
import operator
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import Any, NoReturn

from symfed.core.errors import InvalidInput, RuleError
from symfed.core.grammar import has_entries, number

ARGUMENTS = {
    "local_step": ("x", "g", "xi", "x_start", "gamma", "H"),
    "control_update": ("xi", "x_end", "x_start", "x_next", "gamma", "H"),
    "server_step": ("x_mean", "x_start", "gamma", "H"),
}


class Refused(Exception):
    """Raised inside a rule while it is traced; `trace` adds the place."""


def _refuse(what: str, instead: str) -> NoReturn:
    raise Refused(f"{what}; {instead}")


class Traced:
    """A tracing number: records the operations applied to it as text."""

    __slots__ = ("level", "text")

    def __init__(self, text: str, level: int = 3) -> None:
        self.text, self.level = text, level  # level: 1 sum, 2 product, 3 atom

    def at(self, level: int) -> str:
        return self.text if self.level >= level else f"({self.text})"

    def __add__(self, other: Any) -> Traced:
        return Traced(f"{self.at(1)} + {traced(other).at(1)}", 1)

    def __radd__(self, other: Any) -> Traced:
        return traced(other) + self

    def __sub__(self, other: Any) -> Traced:
        return Traced(f"{self.at(1)} - {traced(other).at(2)}", 1)

    def __rsub__(self, other: Any) -> Traced:
        return traced(other) - self

    def __mul__(self, other: Any) -> Traced:
        return Traced(f"{self.at(2)}*{traced(other).at(3)}", 2)

    def __rmul__(self, other: Any) -> Traced:
        return traced(other) * self

    def __truediv__(self, other: Any) -> Traced:
        return Traced(f"{self.at(2)}/{traced(other).at(3)}", 2)

    def __rtruediv__(self, other: Any) -> Traced:
        return traced(other) / self

    def __neg__(self) -> Traced:
        return Traced(f"-{self.at(3)}", 2)

    def __pos__(self) -> Traced:
        return self

    def __pow__(self, exponent: Any) -> Traced:
        if isinstance(exponent, bool) or not isinstance(exponent, int) or exponent < 1:
            _refuse(f"the power {exponent!r}", "powers must be positive integer constants")
        out = self
        for _ in range(exponent - 1):
            out = out * self
        return out

    def _branch(self, *_: Any) -> NoReturn:
        _refuse("a comparison or a branch on data", "a rule is one formula in + - * /; it has no if, min or max")

    __bool__ = __lt__ = __le__ = __gt__ = __ge__ = _branch
    __eq__ = __ne__ = _branch  # type: ignore[assignment]  # object's signature returns bool; here nothing returns
    __hash__ = None  # type: ignore[assignment]  # follows from refusing ==

    def __abs__(self) -> NoReturn:
        _refuse("abs", "a rule must be smooth: write it with + - * /")

    def __getitem__(self, _: Any) -> NoReturn:
        _refuse("indexing", "a rule acts on one coordinate at a time and sees no array")

    def __float__(self, *_: Any, **__: Any) -> NoReturn:
        _refuse("a conversion to float (math.exp, numpy, round ...)", "a rule is made of + - * / with integer constants")

    def _operator(self, *_: Any) -> NoReturn:
        _refuse("an operator other than + - * / and integer powers", "a rule is made of + - * / with integer constants")

    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __matmul__ = __rmatmul__ = __rpow__ = _operator
    __int__ = __index__ = __complex__ = __round__ = __array__ = __float__  # type: ignore[assignment]

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        _refuse(f"the attribute .{name}", "a rule is made of + - * / with integer constants")


def traced(value: Any) -> Traced:
    if isinstance(value, Traced):
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse(f"the constant {value!r}", "constants must be integers: for one half write x/2")
    return Traced(str(value), 3 if value >= 0 else 2)


def trace(algorithm: str, role: str, rule: Callable[..., Any], hyper: tuple[str, ...] = ()) -> str:
    """The rule's formula as text. Raises RuleError if some number type could not run the rule."""
    allowed = ARGUMENTS[role] + hyper
    code = getattr(rule, "__code__", None)
    if code is None:
        raise RuleError(f"{algorithm}.{role}: {rule!r} is not a plain function; write it with def or lambda")
    parameters = tuple(inspect.signature(rule).parameters)
    unknown = [p for p in parameters if p not in allowed]
    if unknown:
        place = f"{algorithm}.{role}, line {code.co_firstlineno} of {code.co_filename.rsplit('/', 1)[-1]}"
        declared = ", ".join(f"{name!r}" for name in (*hyper, *unknown))
        write = f"a constant of your own, one for all clients and rounds, is declared: Algorithm(..., hyper=({declared},))"
        raise RuleError(f"{place}: unknown parameter {unknown[0]!r}; a {role} may name {', '.join(allowed)}; {write}")
    try:
        result = rule(*[Traced(p) for p in parameters])
        if result is None:
            _refuse("the rule returns nothing", "end it with return and the new value")
        return traced(result).text
    except Exception as error:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == code.co_filename]
        line = frames[-1].lineno if frames else code.co_firstlineno
        place = f"{algorithm}.{role}, line {line} of {code.co_filename.rsplit('/', 1)[-1]}"
        raise RuleError(f"{place}: {error}") from (None if isinstance(error, Refused) else error)


Rule = Callable[..., Any]


@dataclass(frozen=True, repr=False)
class Algorithm:
    """An algorithm as pure scalar rules, applied to every coordinate, that run on any number type.

    `local_step(x, g, xi, x_start, gamma, H, ...)` is one step of a client, `g` a stochastic gradient at `x`; `control_update` updates
    a client's control variate; `server_step(x_mean, x_start, gamma, H)` is the server's (default: the mean). Each names only the
    parameters it needs. `hyper` names further constants; `bind` gives them values, and in an expansion the others remain symbols.
    `exact_gradient`: `g` is the client's full gradient. `one_step`: the algorithm communicates after every step, so H must be 1.

    Raises RuleError for a rule that some number type cannot run, InvalidInput for a bad `hyper` or value.

    >>> Algorithm("sgd", local_step=lambda x, g, gamma: x - gamma*g).text["local_step"]
    'x - gamma*g'
    """

    name: str
    local_step: Rule
    control_update: Rule | None = None
    server_step: Rule | None = None
    hyper: Sequence[str] = ()
    exact_gradient: bool = False
    one_step: bool = False
    source: str = ""
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
    text: Mapping[str, str] = field(init=False, repr=False, default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hyper", _hyper_names(self.hyper))
        rules = {"local_step": self.local_step, "control_update": self.control_update, "server_step": self.server_step}
        texts = {role: trace(self.name, role, rule, tuple(self.hyper)) for role, rule in rules.items() if rule is not None}
        object.__setattr__(self, "text", texts)
        object.__setattr__(self, "values", {name: _hyper_value(name, value) for name, value in self.values.items()})

    def __repr__(self) -> str:
        given = [f"{name}={self.values[name]}" if name in self.values else f"{name} to be given by bind" for name in self.hyper]
        return f"Algorithm({self.name!r}: {'; '.join([*(f'{role} = {text}' for role, text in self.text.items()), *given])})"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the rules: it changes when they do, and only then."""
        flags = f"exact_gradient={self.exact_gradient} one_step={self.one_step}"
        values = " ".join(f"{k}={v}" for k, v in sorted(self.values.items()))
        body = "\n".join([*(f"{k}: {v}" for k, v in sorted(self.text.items())), flags, values])
        return hashlib.sha256(body.encode()).hexdigest()[:16]

    @property
    def _identity(self) -> tuple[Any, ...]:
        # by the traced rules, not by the functions: an algorithm that was sent to another process and back is equal
        read = tuple((role, _parameter_names(getattr(self, role))) for role in self.text)
        return self.name, self.hyper, self.source, self.fingerprint, read

    def __eq__(self, other: object) -> bool:
        """True if name, rules, parameters and their values are equal."""
        return isinstance(other, Algorithm) and self._identity == other._identity and self.values == other.values

    def __hash__(self) -> int:
        return hash(self._identity)

    def __reduce__(self) -> tuple[Callable[..., Algorithm], tuple[dict[str, Any]]]:
        # by the traced texts: a rule typed into a notebook is in no module that another process could import
        rules = {role: (tuple(inspect.signature(getattr(self, role)).parameters), text) for role, text in self.text.items()}
        others = {item.name: getattr(self, item.name) for item in fields(self) if item.init and item.name not in ARGUMENTS}
        return _unpickled_algorithm, ({**others, **rules},)

    def bind(self, **values: Any) -> Algorithm:
        """The algorithm with values for some of its `hyper` parameters."""
        for name, value in values.items():
            if name not in self.hyper:
                raise InvalidInput(name, value, f"{self.name} has the parameters {self.hyper or 'none'}")
        return replace(self, values={**self.values, **values})

    def reads(self, role: str, name: str) -> bool:
        """True if the algorithm has this rule and the rule depends on the parameter."""
        rule = getattr(self, role)
        return rule is not None and name in _parameter_names(rule)

    @property
    def keeps_memory(self) -> bool:
        """True if clients keep a control variate from one round to the next."""
        return self.control_update is not None or self.reads("local_step", "xi")

    def step(self, **numbers: Any) -> Any:
        """One local step on numbers of any type; takes all names of `local_step` and passes on what the rule reads."""
        return self._call(self.local_step, numbers)

    def server(self, x_mean: Any, x_start: Any, gamma: Any, H: Any) -> Any:
        """The server's step; the mean itself unless the algorithm defines `server_step`."""
        if self.server_step is None:
            return x_mean
        return self._call(self.server_step, {"x_mean": x_mean, "x_start": x_start, "gamma": gamma, "H": H})

    def control(self, xi: Any, x_end: Any, x_start: Any, x_next: Any, gamma: Any, H: Any) -> Any:
        """The client's next control variate; unchanged unless the algorithm defines `control_update`."""
        if self.control_update is None:
            return xi
        return self._call(self.control_update, {"xi": xi, "x_end": x_end, "x_start": x_start, "x_next": x_next, "gamma": gamma, "H": H})

    def _call(self, rule: Rule, numbers: Mapping[str, Any]) -> Any:
        known = {**self.values, **numbers}
        names = _parameter_names(rule)
        missing = [n for n in names if n not in known]
        if missing:
            raise InvalidInput(missing[0], None, f"{self.name} needs a value for it", f"write {self.name}.bind({missing[0]}=...)")
        return rule(*[known[n] for n in names])

    def check_local_steps(self, H: Any) -> None:
        """Raise InvalidInput unless H is a positive integer that the algorithm can run."""
        try:
            whole = not isinstance(H, bool) and int(H) == H
        except (TypeError, ValueError, OverflowError):  # not a number, NaN, infinity
            whole = False
        if not whole or H < 1:
            raise InvalidInput("H", H, "must be a positive integer")
        if self.one_step and H != 1:
            raise InvalidInput("H", H, f"{self.name} communicates after every step: H must be 1", "leave out one_step for H > 1")


@lru_cache(maxsize=1024)
def _parameter_names(rule: Rule) -> tuple[str, ...]:
    """The parameter names of a rule; cached, since they are needed at every step and slow to inspect."""
    return tuple(inspect.signature(rule).parameters)


def _unpickled_algorithm(parts: dict[str, Any]) -> Algorithm:
    """Unpickle an algorithm from `__reduce__`: each rule as its parameters and its text."""
    return Algorithm(**{**parts, **{role: _rule_from_text(*parts[role]) for role in ARGUMENTS if role in parts}})


_ARITHMETIC = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def _rule_from_text(parameters: tuple[str, ...], text: str) -> Rule:
    """The function that a traced text defines; parsed by the grammar that `Traced` writes and never run as code."""
    try:
        formula = _evaluator_of(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:  # everything that Python's parser raises
        raise RuleError(f"{text[:100]!r} is no rule") from error

    def rule(*values: Any) -> Any:
        return formula(dict(zip(parameters, values, strict=True)))

    # a rule is inspected for the names of its parameters
    signature = inspect.Signature([inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in parameters])
    rule.__signature__ = signature  # type: ignore[attr-defined]  # functions may have one
    return rule


def _evaluator_of(node: ast.expr) -> Callable[[Mapping[str, Any]], Any]:
    match node:
        case ast.Name(id=name):
            return lambda numbers: numbers[name]
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return lambda numbers: value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _evaluator_of(operand)
            return lambda numbers: -inner(numbers)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            combine, one, other = _ARITHMETIC[type(op)], _evaluator_of(left), _evaluator_of(right)
            return lambda numbers: combine(one(numbers), other(numbers))
    raise RuleError(f"{ast.unparse(node)} is not of what a rule is made of: names and integers with + - * /")


def _hyper_names(hyper: Any) -> tuple[str, ...]:
    """The names of a rule's own constants as a tuple. Raises InvalidInput for an invalid name, or the name of a parameter of every rule."""
    names = (hyper,) if isinstance(hyper, str) else tuple(hyper)
    taken = {name for names in ARGUMENTS.values() for name in names}
    for name in names:
        if not isinstance(name, str) or not name.isidentifier():
            raise InvalidInput("hyper", name, "must hold names", 'write hyper=("rho",)')
        if name in taken:
            raise InvalidInput("hyper", name, "is what every rule is given by that name", "name the constant otherwise")
    return names


def _hyper_value(name: str, value: Any) -> Any:
    """The value of a constant unchanged; for a string the rational that it denotes, since SymPy would run it as code."""
    exact = number(value) if isinstance(value, str) else value
    if exact is None or (has_entries(exact) and getattr(getattr(exact, "dtype", None), "kind", "") not in tuple("iuf")):
        raise InvalidInput(name, value, "must be a number or a SymPy expression", 'a string may spell a number, as "0.05" or "1/20"')
    return exact
