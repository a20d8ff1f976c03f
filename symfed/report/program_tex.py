"""A printer of statements that are Python functions: the code that the checks run, line by line, with the functions that it calls.

Parameters that serve only wrong variants are replaced by their defaults, so that a factor `share=1` is not printed.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, Final

from symfed.core.definition import definition
from symfed.core.symbols import PARAMETERS
from symfed.report.expression_tex import ATOM, PRODUCT, NotSpelt, Speller, Tex, name_tex, text, upright

#: Attributes of instances and jets, in the notation of the papers.
ATTRIBUTES: Final[Mapping[str, tuple[str, str]]] = {
    "gradients": (r"\nabla f_c(\theta^\star)", "each client's gradient at the optimum"),
    "hessians": (r"\nabla^2 f_c(\theta^\star)", "each client's Hessian at the optimum"),
    "hessian": (r"\nabla^2 f(\theta^\star)", "the clients' mean Hessian at the optimum"),
    "third_derivatives": (r"\nabla^3 f_c(\theta^\star)", "each client's third derivative at the optimum"),
    "third_derivative": (r"\nabla^3 f(\theta^\star)", "the clients' mean third derivative at the optimum"),
    "noise_covariance": (r"\mathcal{C}_c(\theta^\star)", "each client's gradient noise covariance at the optimum"),
    "noise": (r"\mathcal{C}(\theta^\star)", "the gradient noise covariance at the optimum: the clients' mean, or with an index a client's"),
    "optimum": (r"\theta^\star", "the minimiser of the mean loss"),
    "optima": (r"\theta_c^\star", "each client's own minimiser"),
    "client_optima": (r"\theta_c^\star", "each client's own solution"),
    "hessian_matrices": ("A_c", "each client's Hessian"),
    "mean_matrices": (r"\bar{A}_c", "each client's mean matrix"),
    "vectors": (r"\bar{b}_c", "each client's mean vector"),
    "matrices": ("M", "the matrices that are drawn"),
    "dim": ("d", "the dimension"),
    "num_clients": ("N", "number of clients"),
    "point": ("x", "the point that is drawn"),
    "start": (r"\theta_0", "where the run starts"),
    "draws": ("Z", "all samples that are drawn, by round, client and local step"),
    "samples": (r"\mathcal{Z}", "the samples that a client may draw"),
    "control_variates": (r"\xi", "the control variates, one a client"),
    "limit": (r"\theta_\infty", "where the mean of the run tends to"),
    "second_moment": (r"\Sigma", "the second moment about the optimum"),
}
#: Calls that change the kind of number or the shape and no value; of two numbers `fmpq` is the quotient.
_SAME: Final = frozenset([
    "array", "fmpq", "fmpq_mat", "arb", "int", "float", "list", "tuple", "asarray", "Matrix", "Rational", "sympify", "reshape", "copy",
    "stack", "vstack",
])  # fmt: skip
#: Parameters whose symbols have the same meaning in every function.
_LETTERS: Final = frozenset(symbol.name for symbol in PARAMETERS)
#: Names of the instance of a statement, and of mere containers: neither is printed.
_SUBJECTS: Final = frozenset({"i", "p", "case", "self"})
_HOLDERS: Final = frozenset({"first", "run", "problem", "jets", "quadratic"})
_GROWS: Final = frozenset({"append", "add", "extend"})


@dataclass(frozen=True)
class TexLine:
    """A line of TeX, indented `depth` times."""

    tex: str
    depth: int = 0


@dataclass(frozen=True)
class TexPart:
    """One function: its name in TeX, its docstring, and its lines. The statement itself has no name."""

    name: str
    says: str
    lines: tuple[TexLine, ...]


@dataclass
class TexProgram:
    """A statement, the functions of its package that it calls, in order, and the meanings of their symbols. Raises NotSpelt."""

    of: FunctionType
    parts: list[TexPart] = field(default_factory=list)
    meanings: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    passed: dict[FunctionType, set[str]] = field(default_factory=dict)
    met: set[FunctionType] = field(default_factory=set)
    argued: set[FunctionType] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.package = (self.of.__module__ or "").split(".")[0]
        for _ in range(2):  # the first pass collects the arguments of every function
            self.parts, self.met, self.names = [], set(), {}
            self.add(self.of, named=False)

    def add(self, of: FunctionType, named: bool = True) -> None:
        """Add a function, unless it is there."""
        if of not in self.met:
            self.met.add(of)
            place, inside = len(self.parts), _Function(self, of)
            lines = tuple(inside.lines())
            says = " ".join((inspect.getdoc(inside.of) or "").split())
            self.parts.insert(place, TexPart(inside.heading() if named else "", says, lines))
            self.names = {**inside.names, **self.names}


class _Function(Speller):
    """The printer of one function, with its defaults in place of arguments that no caller gives."""

    def __init__(self, program: TexProgram, of: FunctionType, given: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.program, self.of, self.node = program, of, definition(of)
        if self.node is None:
            raise NotSpelt(f"{of.__qualname__} has no text")
        defaults = {p.name: p.default for p in inspect.signature(of).parameters.values() if p.default is not p.empty}
        varied = program.passed.get(of, set())
        closed = (
            {} if of.__closure__ is None else dict(zip(of.__code__.co_freevars, (c.cell_contents for c in of.__closure__), strict=True))
        )
        self.given = {name: value for name, value in defaults.items() if name not in varied} | dict(given or {})
        self.scope: dict[str, Any] = {**of.__globals__, **closed, **self.given}
        stored = [n.id for n in ast.walk(self.node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        self.again = {name for name in stored if stored.count(name) > 1}
        inner = [n for n in ast.walk(self.node) if isinstance(n, ast.FunctionDef) and n is not self.node]
        self.local = {
            *stored,
            *(n.name for n in inner),
            *(a.arg for n in ast.walk(self.node) if isinstance(n, ast.arguments) for a in (*n.args, *n.kwonlyargs)),
        }
        self.local -= set(self.given)

    @property
    def parameters(self) -> list[str]:
        return [a.arg for a in self.node.args.args]  # type: ignore[union-attr]  # a function has a text

    def heading(self) -> str:
        """The function's name and the arguments that vary between calls."""
        free = [name_tex(name) for name in self.parameters if name not in self.given and name not in _SUBJECTS]
        return called_tex(self.of) + (rf"\left({', '.join(free)}\right)" if self.of in self.program.argued else "")

    def lines(self) -> Iterator[TexLine]:
        body = self.node.body  # type: ignore[union-attr]
        return self.returned(body, 0) if isinstance(body, ast.expr) else self.block(body, 0)

    def block(self, body: Sequence[ast.stmt], depth: int) -> Iterator[TexLine]:
        for s in body:
            if isinstance(s, ast.Return) and s.value is not None:
                yield from self.returned(s.value, depth)
                return
            if isinstance(s, (ast.Assign, ast.AnnAssign)) and s.value is not None:
                for target in s.targets if isinstance(s, ast.Assign) else [s.target]:
                    yield from self.assigned(target, s.value, depth)
            elif isinstance(s, ast.AugAssign):
                yield TexLine(rf"{self.tex(s.target)} \leftarrow {self.tex(ast.BinOp(s.target, s.op, s.value))}", depth)
            elif isinstance(s, ast.For):
                yield TexLine(rf"{text('for ')} {self.over(s.target, s.iter)} {text(':')}", depth)
                yield from self.block(s.body, depth + 1)
            elif isinstance(s, ast.While):
                yield TexLine(rf"{text('while ')} {self.tex(s.test)} {text(':')}", depth)
                yield from self.block(s.body, depth + 1)
            elif isinstance(s, ast.If):
                test = self.constant(s.test)
                if test is not None:
                    chosen = s.body if test.value else s.orelse
                    yield from self.block(chosen, depth)
                    if chosen and isinstance(chosen[-1], ast.Return):
                        return
                elif not isinstance(s.body[0], ast.Raise):
                    yield TexLine(rf"{text('if ')} {self.tex(s.test)} {text(':')}", depth)
                    yield from self.block(s.body, depth + 1)
                    if s.orelse:
                        yield TexLine(text("otherwise:"), depth)
                        yield from self.block(s.orelse, depth + 1)
            elif isinstance(s, ast.FunctionDef):
                yield TexLine(rf"{name_tex(s.name)}\left({', '.join(name_tex(a.arg) for a in s.args.args)}\right) {text(' is:')}", depth)
                yield from self.block(s.body, depth + 1)
            elif isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and getattr(s.value.func, "attr", "") in _GROWS:
                held = self.tex(s.value.func.value)  # type: ignore[attr-defined]  # just asked
                yield TexLine(rf"{held} \leftarrow \left({held},\; {self.tex(s.value.args[0])}\right)", depth)
            elif isinstance(s, ast.With) or (isinstance(s, ast.Try) and all(isinstance(h.body[-1], ast.Raise) for h in s.handlers)):
                yield from self.block(s.body, depth)
            elif isinstance(s, ast.Expr) and isinstance(s.value, ast.Yield) and s.value.value is not None:
                yield TexLine(rf"{text('one of them: ')} {self.tex(s.value.value)}", depth)
            elif not isinstance(s, (ast.Assert, ast.Pass)) and not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)):
                raise NotSpelt(f"{type(s).__name__} in {self.of.__qualname__}")

    def assigned(self, target: ast.expr, value: ast.expr, depth: int) -> Iterator[TexLine]:
        """A line for each assigned name; mere containers have none."""
        pairs = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)
        if pairs and not any(isinstance(n, ast.Name) and n.id in self.again for n in ast.walk(target)):
            for one, held in zip(target.elts, value.elts, strict=True):  # type: ignore[attr-defined]  # just asked
                yield from self.assigned(one, held, depth)
        elif not (isinstance(target, ast.Name) and target.id in _SUBJECTS):
            moved = any(isinstance(n, ast.Name) and n.id in self.again for n in ast.walk(target))
            left, right = self.tex(target), self.tex(value)
            if left != right:
                yield TexLine(left + (r" \leftarrow " if moved else " = ") + right, depth)

    def returned(self, value: ast.expr, depth: int) -> Iterator[TexLine]:
        """The lines of a returned value. A lambda that only calls another function with numbers is replaced by that function."""
        other = self.claims_function(value.func) if isinstance(value, ast.Call) else None
        if other is not None and isinstance(self.node, ast.Lambda) and self.of is self.program.of and other not in self.program.met:
            given = dict(zip(inspect.signature(other).parameters, value.args, strict=False)) | {k.arg: k.value for k in value.keywords}  # type: ignore[attr-defined]
            fixed = {str(name): c.value for name, a in given.items() if (c := self.constant(a)) is not None}
            if all(name in fixed or (isinstance(a, ast.Name) and a.id in self.parameters) for name, a in given.items()):
                inside = _Function(self.program, other, fixed)
                self.program.met.add(other)
                self.of = other  # whose docstring is shown
                yield from inside.lines()
                self.names |= inside.names
                return
        yield TexLine(self.tex(value), depth)

    def constant(self, x: ast.expr) -> ast.Constant | None:
        if (
            isinstance(x, ast.Name)
            and x.id not in self.local
            and isinstance(value := self.scope.get(x.id, self), (int, float, str, type(None)))
        ):
            return ast.Constant(value)
        if isinstance(x, ast.Compare) and len(x.ops) == 1 and isinstance(x.ops[0], (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)):
            left, right = self.constant(x.left), self.constant(x.comparators[0])
            return ast.Constant((left.value == right.value) is isinstance(x.ops[0], (ast.Eq, ast.Is))) if left and right else None
        return super().constant(x)

    def _boolop(self, x: ast.BoolOp) -> Tex:
        """`share or N` is N if `share` is None."""
        values = list(x.values)
        while len(values) > 1 and (known := self.constant(values[0])) is not None and bool(known.value) is isinstance(x.op, ast.And):
            values.pop(0)
        return self.spelt(values[0]) if len(values) == 1 or self.constant(values[0]) else super()._boolop(ast.BoolOp(x.op, values))

    def _name(self, x: ast.Name) -> Tex:
        if (called := self.claims_function(x)) is not None:
            self.program.add(called)
            return called_tex(called), ATOM
        if x.id in self.local and x.id not in _LETTERS:  # defined by its own line
            return name_tex(x.id), ATOM
        return super()._name(x)

    def _attribute(self, x: ast.Attribute) -> Tex:
        if (called := self.claims_function(x)) is not None:
            self.program.add(called)
            return called_tex(called), ATOM
        if isinstance(x.value, ast.Name) and inspect.ismodule(self.scope.get(x.value.id)):
            return upright(x.attr), ATOM
        if x.attr == "T":
            return rf"{self.tex(x.value, ATOM)}^{{\top}}", ATOM
        if x.attr in ("Zero", "One"):
            return str(int(x.attr == "One")), ATOM
        if x.attr in ATTRIBUTES:
            spelt, meaning = ATTRIBUTES[x.attr]
            self.program.meanings[spelt] = meaning
        else:
            spelt = name_tex(x.attr)
            self.names.setdefault(spelt, x.attr)
        owner: Any = x.value
        while getattr(owner, "attr", getattr(getattr(owner, "func", None), "attr", "")) in _HOLDERS:
            owner = owner.value if isinstance(owner, ast.Attribute) else owner.func.value
        hidden = isinstance(owner, ast.Name) and (owner.id in _SUBJECTS | _HOLDERS or owner.id == next(iter(self.parameters), ""))
        return spelt if hidden else rf"{spelt}\left({self.tex(owner)}\right)", ATOM

    def claims_function(self, x: ast.expr) -> FunctionType | None:
        """The function of the claims' package that an expression names, else None."""
        found: Any = None
        if isinstance(x, ast.Name) and x.id not in self.local:
            found = self.scope.get(x.id)
        elif isinstance(x, ast.Attribute) and isinstance(x.value, ast.Name) and inspect.ismodule(holder := self.scope.get(x.value.id)):
            found = getattr(holder, x.attr, None)
        ours = isinstance(found, FunctionType) and (found.__module__ or "").split(".")[0] == self.program.package
        return found if ours and definition(found) is not None else None

    def _call(self, x: ast.Call) -> Tex:
        if (called := self.claims_function(x.func)) is not None:
            names = list(inspect.signature(called).parameters)
            self.program.passed.setdefault(called, set()).update({*names[: len(x.args)], *(k.arg for k in x.keywords if k.arg)})
            own = [
                a
                for name, a in zip(names, x.args, strict=False)
                if not (isinstance(a, ast.Name) and (a.id in _SUBJECTS or a.id == name in self.parameters))
            ]
            shown = [self.tex(a) for a in own] + [f"{name_tex(k.arg)} = {self.tex(k.value)}" for k in x.keywords if k.arg]
            self.program.argued |= {called} if shown else set()
            return self.tex(x.func) + (rf"\left({', '.join(shown)}\right)" if shown else ""), ATOM
        if not isinstance(x.func, ast.Attribute):
            name = x.func.id if isinstance(x.func, ast.Name) else ""
            return self.same(name, x.args) or super()._call(x)
        owner, name = x.func.value, x.func.attr
        if isinstance(owner, ast.Name) and owner.id not in self.local and inspect.ismodule(self.scope.get(owner.id)):
            return self.same(name, x.args) or super()._call(
                ast.Call(ast.Name(name, ast.Load()), x.args, [k for k in x.keywords if k.arg not in ("axis", "dtype")])
            )
        jets = getattr(owner, "id", "") == "p" or getattr(owner, "attr", "") == "jets"
        found = (
            (self.called(f"p.{name}", x.args) if jets else None) or self.same(name, [owner]) or self.called(f".{name}", [owner, *x.args])
        )
        if found:
            return found
        if name == "subs" and len(x.args) == 1 and isinstance(x.args[0], ast.Dict):
            return rf"\left. {self.tex(owner)} \right|_{{{self.pairs(x.args[0])}}}", ATOM
        shown = [self.tex(a) for a in x.args]
        return self.tex(x.func) + (rf"\left({', '.join(shown)}\right)" if shown else ""), ATOM

    def same(self, name: str, arguments: Sequence[ast.expr]) -> Tex | None:
        """TeX of a call that only converts the type of its arguments; None for other calls."""
        if name == "identity":
            return r"\mathrm{Id}", ATOM
        if name in ("fmpq", "Rational") and len(arguments) == 2:
            return self.spelt(ast.BinOp(arguments[0], ast.Div(), arguments[1]))
        return self.spelt(arguments[0]) if name in _SAME and arguments else None

    def over(self, target: ast.expr, of: ast.expr) -> str:
        if isinstance(target, ast.Name) and target.id == "_" and isinstance(of, ast.Call):  # a range whose variable is unused
            return rf"{self.tex(of.args[-1], PRODUCT)} {text(' times')}"
        return super().over(target, of)


def called_tex(function: FunctionType) -> str:
    """A function's name in TeX; a function called `printed` is named after its module."""
    name = function.__name__
    return upright((function.__module__ or "").rpartition(".")[2].replace("_", " ")) if name == "printed" else name_tex(name)
