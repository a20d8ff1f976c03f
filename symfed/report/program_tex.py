"""A printer of statements that are Python functions: the code that the checks run, line by line, with the functions that it calls.

Parameters that serve only wrong variants are replaced by their defaults, so that a factor `share=1` is not printed.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import FunctionType

from symfed.report.expression_tex import NotSpelt, name_tex, text
from symfed.report.function_tex import FunctionTex, called_tex, names_in
from symfed.report.instance_words import ATTRIBUTES, GROWS, POINTS, SUBJECTS


@dataclass(frozen=True)
class TexLine:
    """A line of TeX, indented `depth` times; `sides` are the two that it returns to be compared, if it returns a pair."""

    tex: str
    depth: int = 0
    sides: tuple[str, str] | None = None


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
            described = inside.scope[of.__qualname__.split(".")[0]] if of.__name__ == "__init__" else inside.of
            says = " ".join((inspect.getdoc(described) or "").split())
            self.parts.insert(place, TexPart(inside.heading() if named else "", says, lines))
            self.names = {**inside.names, **self.names}


class _Function(FunctionTex):
    """The printer of the lines of one function."""

    def heading(self) -> str:
        """The function's name and the arguments that vary between calls."""
        free = [name_tex(name) for name in self.parameters if name not in self.given and name not in SUBJECTS]
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
            elif isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and getattr(s.value.func, "attr", "") in GROWS:
                held = self.tex(s.value.func.value)  # type: ignore[attr-defined]  # just asked
                yield TexLine(rf"{held} \leftarrow \left({held},\; {self.tex(s.value.args[0])}\right)", depth)
            elif isinstance(s, ast.With) or (isinstance(s, ast.Try) and all(isinstance(h.body[-1], ast.Raise) for h in s.handlers)):
                yield from self.block(s.body, depth)
            elif isinstance(s, ast.Expr) and isinstance(s.value, ast.Yield) and s.value.value is not None:
                yield TexLine(rf"{text('one of them: ')} {self.tex(s.value.value)}", depth)
            elif isinstance(s, ast.Expr) and ast.unparse(s.value).startswith("super().__init__("):
                parent = self.scope[self.of.__qualname__.split(".")[0]].__mro__[1].__init__
                yield from _Function(self.program, parent).lines()
            elif not isinstance(s, (ast.Assert, ast.Pass)) and not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)):
                raise NotSpelt(f"{type(s).__name__} in {self.of.__qualname__}")

    def assigned(self, target: ast.expr, value: ast.expr, depth: int) -> Iterator[TexLine]:
        """A line for each assigned name; mere containers, and other names of points of the instance, have none."""
        pairs = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)
        if pairs and not self.again & names_in(target):
            for one, held in zip(target.elts, value.elts, strict=True):  # type: ignore[attr-defined]  # just asked
                yield from self.assigned(one, held, depth)
        elif (alias := self.alias(target, value)) is not None:
            self.bound[alias] = value, self
        elif not (isinstance(target, ast.Name) and target.id in SUBJECTS):
            if isinstance(value, ast.Call) and (made := self.claims_function(value.func)) is not None and made.__name__ == "__init__":
                self.objects.add(getattr(target, "id", ""))
            left, right = self.tex(target), self.tex(value)
            if left != right:
                yield TexLine(left + (r" \leftarrow " if self.again & names_in(target) else " = ") + right, depth)

    def alias(self, target: ast.expr, value: ast.expr) -> str | None:
        """The name, if this is one that only stands for a point of the instance, as `centre` for the optimum."""
        match target, value:
            case ast.Name(name) | ast.Tuple([ast.Name(name)]), ast.Attribute(attr=of):  # a tuple: of a vector in dimension one
                return name if name in self.once and of in POINTS and self.spelt(value)[0] == ATTRIBUTES[of][0] else None
        return None

    def returned(self, value: ast.expr, depth: int) -> Iterator[TexLine]:
        """The lines of a returned value. A lambda that only calls another function with numbers is replaced by that function."""
        if (pairs := self.transposed(value)) is not None:
            yield from self.related(pairs, depth)
            return
        if isinstance(value, ast.Call) and (other := self.claims_function(value.func)) is not None:
            inside, inner = self.in_line(other, value) or (self.stated(other, value), None)
            if inside is not None:
                yield from inside.lines() if inner is None else inside.returned(inner, depth)
                self.names |= inside.names
                return
        yield self.line(value, depth)

    def stated(self, other: FunctionType, call: ast.Call) -> _Function | None:
        """The printer of a function with the arguments of a call, if the statement is a lambda which does no more than call it."""
        if not isinstance(self.node, ast.Lambda) or self.of is not self.program.of or other in self.program.met:
            return None
        if (given := self.arguments(other, call)) is None:
            return None
        fixed = {name: c.value for name, (a, _) in given.items() if (c := self.constant(a)) is not None}
        inside = _Function(self.program, other, fixed, {name: a for name, a in given.items() if name not in fixed})
        if inside.stored & inside.bound.keys():
            return None
        self.program.met.add(other)
        self.of = other  # whose docstring is shown
        return inside

    def line(self, x: ast.expr, depth: int, ranges: str = "") -> TexLine:
        """A line with what is returned, and its sides, if these are two."""
        pair = isinstance(x, ast.Tuple) and len(x.elts) == 2
        return TexLine(self.tex(x) + ranges, depth, (self.tex(x.elts[0]), self.tex(x.elts[1]) + ranges) if pair else None)  # type: ignore[attr-defined]

    def transposed(self, x: ast.expr) -> ast.expr | None:
        """The pairs of which a call makes two arrays, its own or that of a function which does nothing else; else None."""
        if isinstance(x, ast.Call) and (of := self.claims_function(x.func)) is not None:
            inside = _Function(self.program, of)
            only = inside.only_returned()
            makes = only is not None and inspect.getfullargspec(of).varargs and inside.transposed(only) is not None
            return ast.Tuple(x.args, ast.Load()) if makes else None
        match x:
            case ast.Call(
                ast.Name("tuple"),
                [ast.GeneratorExp(side, [ast.comprehension(ast.Name(name), ast.Call(ast.Name("zip"), [ast.Starred(pairs)]))])],
            ):
                return pairs if self.tex(side) == name_tex(name) else None
        return None

    def related(self, pairs: ast.expr, depth: int) -> Iterator[TexLine]:
        """A line for each pair, or for all pairs of a list."""
        if isinstance(pairs, ast.Tuple):
            for one in pairs.elts:
                yield from self.related(one.value, depth) if isinstance(one, ast.Starred) else [self.line(one, depth)]
        elif isinstance(pairs, ast.ListComp):
            ranges = rf" \quad {text('for ')} {self.ranges(pairs)}"
            yield self.line(pairs.elt, depth, ranges)
        else:
            spelt = self.tex(pairs)
            yield TexLine(spelt, depth, (rf"{text('for each ')} \left(u,\; v\right) \in {spelt} {text(': ')} u", "v"))
