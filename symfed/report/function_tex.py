"""A printer of the expressions in a function of claims: calls in line, names of what an instance has, and which words are not printed."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, Self

from symfed.core.definition import definition
from symfed.core.symbols import PARAMETERS
from symfed.report.expression_tex import ATOM, FOLDS, PRODUCT, NotSpelt, Speller, Tex, name_tex, text, upright
from symfed.report.instance_words import ATTRIBUTES, HOLDERS, SAME, SUBJECTS

if TYPE_CHECKING:
    from symfed.report.program_tex import TexProgram

#: Parameters whose symbols have the same meaning in every function.
_LETTERS: Final = frozenset(symbol.name for symbol in PARAMETERS)


class PrintedTex(ast.expr):
    """An expression that is printed already."""

    def __init__(self, tex: Tex) -> None:
        super().__init__()
        self.tex = tex


class FunctionTex(Speller):
    """The printer of one function, with its defaults in place of arguments that no caller gives.

    `bound` names are not printed: an expression stands in their place, printed by the function that it is written in.
    """

    def __init__(
        self, program: TexProgram, of: FunctionType, given: Mapping[str, Any] | None = None, bound: Mapping[str, Bound] | None = None
    ) -> None:
        super().__init__()
        self.bound, self.around = dict(bound or {}), {of}
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
        arguments = [a.arg for n in ast.walk(self.node) if isinstance(n, ast.arguments) for a in (*n.args, *n.kwonlyargs)]
        self.stored = set(stored)
        self.once = set(stored) - self.again - set(arguments)
        self.objects = {"self"} if of.__name__ == "__init__" else set()
        self.local = {*stored, *(n.name for n in inner), *arguments} - set(self.given)

    @property
    def parameters(self) -> list[str]:
        return [a.arg for a in self.node.args.args]  # type: ignore[union-attr]  # a function has a text

    def only_returned(self) -> ast.expr | None:
        """The expression that a function returns, if it does nothing else."""
        body: Any = self.node.body  # type: ignore[union-attr]  # a function has a text
        if isinstance(body, ast.expr):
            return body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]
        return body[0].value if isinstance(body[0], ast.Return) else None

    def resolved(self, x: ast.expr) -> Bound:
        """What stands for an expression, and the function in which that is written."""
        return self.bound[x.id] if isinstance(x, ast.Name) and x.id in self.bound else (x, self)

    def arguments(self, of: FunctionType, x: ast.Call) -> dict[str, Bound] | None:
        """The arguments of a call by the names of the parameters; None where one name has several."""
        try:
            given = inspect.signature(of).bind(*x.args, **{str(k.arg): k.value for k in x.keywords}).arguments
        except TypeError:
            return None
        alone = all(isinstance(a, ast.expr) and not isinstance(a, ast.Starred) for a in given.values()) and of.__name__ != "__init__"
        return {name: self.resolved(a) for name, a in given.items()} if alone else None

    def in_line(self, of: FunctionType, x: ast.Call) -> tuple[Self, ast.expr] | None:
        """What a call returns, of a function that is one expression and has no words of its own, and the printer of that; else None."""
        given = None if inspect.getdoc(of) or of in self.around else self.arguments(of, x)
        inside = type(self)(self.program, of, bound=given)
        inside.around = {*self.around, of}
        value = inside.only_returned()
        return None if given is None or value is None else (inside, value)

    def constant(self, x: ast.expr) -> ast.Constant | None:
        held, owner = self.resolved(x)
        if owner is not self:
            return owner.constant(held)
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
        if x.id in self.bound:
            held, owner = self.bound[x.id]
            return owner.spelt(held)
        if (called := self.claims_function(x)) is not None:
            self.program.add(called)
            return called_tex(called), ATOM
        if x.id in self.local and x.id not in _LETTERS:  # defined by its own line
            return name_tex(x.id), ATOM
        if x.id not in self.local:
            self.explain(self.scope.get(x.id), name_tex(x.id))
        return super()._name(x)

    def explain(self, found: Any, spelt: str) -> None:
        """Take the first sentence of what the library says of one of its functions into the legend."""
        if isinstance(found, FunctionType) and found.__module__.startswith("symfed."):
            self.program.meanings[spelt] = " ".join((inspect.getdoc(found) or "").split("\n\n")[0].split()).split(". ")[0].rstrip(".")

    def _attribute(self, x: ast.Attribute) -> Tex:
        held, of = self.resolved(x.value)
        if held is not x.value:
            return of.spelt(ast.Attribute(held, x.attr, x.ctx))
        if (called := self.claims_function(x)) is not None:
            self.program.add(called)
            return called_tex(called), ATOM
        if isinstance(x.value, ast.Name) and inspect.ismodule(holder := self.scope.get(x.value.id)):
            self.explain(getattr(holder, x.attr, None), upright(x.attr))
            return upright(x.attr), ATOM
        if x.attr == "T":
            return rf"{self.tex(x.value, ATOM)}^{{\top}}", ATOM
        if (named := getattr(x.value, "id", "")) in self.objects and (x.attr not in self.local or named == "self"):
            return name_tex(x.attr), ATOM
        if x.attr in ("Zero", "One"):
            return str(int(x.attr == "One")), ATOM
        if x.attr in ATTRIBUTES:
            spelt, meaning = ATTRIBUTES[x.attr]
            self.program.meanings[spelt] = meaning
        else:
            spelt = name_tex(x.attr)
            self.names.setdefault(spelt, x.attr)
        owner: Any = x.value
        while getattr(owner, "attr", getattr(getattr(owner, "func", None), "attr", "")) in HOLDERS:
            owner = owner.value if isinstance(owner, ast.Attribute) else owner.func.value
        hidden = isinstance(owner, ast.Name) and (owner.id in SUBJECTS | HOLDERS or owner.id == next(iter(self.parameters), ""))
        return spelt if hidden else rf"{spelt}\left({self.tex(owner)}\right)", ATOM

    def claims_function(self, x: ast.expr) -> FunctionType | None:
        """The function of the claims' package that an expression names, else None."""
        held, owner = self.resolved(x)
        if owner is not self:
            return owner.claims_function(held)
        found: Any = None
        if isinstance(x, ast.Name) and x.id not in self.local:
            found = self.scope.get(x.id)
        elif isinstance(x, ast.Attribute) and isinstance(x.value, ast.Name) and inspect.ismodule(holder := self.scope.get(x.value.id)):
            found = getattr(holder, x.attr, None)
        if isinstance(found, type):
            found = vars(found).get("__init__")
        ours = isinstance(found, FunctionType) and (found.__module__ or "").split(".")[0] == self.program.package
        return found if ours and definition(found) is not None else None

    def _call(self, x: ast.Call) -> Tex:
        if (applied := self.applied(x)) is not None:
            return applied
        if (called := self.claims_function(x.func)) is not None:
            if (whole := self.in_line(called, x)) is not None:
                inside, value = whole
                spelt = inside.spelt(value)
                self.names |= inside.names
                return spelt
            parameters = {name: p.default for name, p in inspect.signature(called).parameters.items() if name != "self"}
            given = [*zip(parameters, x.args, strict=False), *((k.arg, k.value) for k in x.keywords if k.arg)]
            varied = self.program.passed.setdefault(called, set())
            varied |= {name for name, a in given if not self.understood(name, a, parameters.get(name))}
            told = [(name, a) for name, a in given if name in varied and not self.understood(name, a)]
            keywords = {k.arg for k in x.keywords}
            shown = [f"{name_tex(name)} = " * (name in keywords) + self.tex(a) for name, a in told]
            self.program.argued |= {called} if shown else set()
            return self.tex(x.func) + (rf"\left({', '.join(shown)}\right)" if shown else ""), ATOM
        if not isinstance(x.func, ast.Attribute):
            name = x.func.id if isinstance(x.func, ast.Name) else ""
            return self.same(name, x.args) or self.folded(name, x.args) or super()._call(x)
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

    def understood(self, name: str, x: ast.expr, default: Any = None) -> bool:
        """True for an argument that need not be printed: the instance, a parameter passed on, or the number that is the default."""
        if (known := self.constant(x)) is not None and isinstance(known.value, (int, float)):
            return bool(known.value == default)
        return isinstance(x, ast.Name) and (x.id in SUBJECTS or x.id == name in self.parameters)

    def applied(self, x: ast.Call) -> Tex | None:
        """The value of a lambda that was given as an argument; None for other calls."""
        held, owner = self.resolved(x.func)
        if held is x.func or not isinstance(held, ast.Lambda) or len(held.args.args) != len(x.args):
            return None
        before = owner.bound
        values: list[ast.expr] = [self.constant(a) or PrintedTex(self.spelt(a)) for a in x.args]
        owner.bound = before | {a.arg: (value, owner) for a, value in zip(held.args.args, values, strict=True)}
        spelt = owner.spelt(held.body)
        owner.bound = before
        return spelt

    def _printedtex(self, x: PrintedTex) -> Tex:
        return x.tex

    def same(self, name: str, arguments: Sequence[ast.expr]) -> Tex | None:
        """TeX of a call that only converts the type of its arguments; None for other calls."""
        if name == "identity":
            return r"\mathrm{Id}", ATOM
        if name in ("fmpq", "Rational") and len(arguments) == 2:
            return self.spelt(ast.BinOp(arguments[0], ast.Div(), arguments[1]))
        return self.spelt(arguments[0]) if name in SAME and arguments else None

    def folded(self, name: str, arguments: Sequence[ast.expr]) -> Tex | None:
        """A sum or a number of what a comprehension lists, where this is an argument's."""
        if len(arguments) != 1:
            return None
        held, owner = self.resolved(arguments[0])
        if held is arguments[0] or not isinstance(held, (ast.ListComp, ast.GeneratorExp)):
            return None
        match name, held.generators:
            case "len", [ast.comprehension(iter=ast.Call(ast.Name("zip"), [of, *_]), ifs=[])] | [ast.comprehension(iter=of, ifs=[])]:
                return owner.spelt(ast.Call(ast.Name("len"), [of], []))
        return owner.spelt(ast.Call(ast.Name(name), [held], [])) if name in FOLDS else None

    def over(self, target: ast.expr, of: ast.expr) -> str:
        """The range of a variable; one that runs over what another comprehension lists is replaced by what is listed."""
        held, owner = self.resolved(of)
        listed = isinstance(target, ast.Name) and isinstance(held, (ast.ListComp, ast.GeneratorExp))
        if listed and (owner is not self or target.id not in names_in(held.elt)):  # type: ignore[attr-defined]  # just asked
            ranges = owner.ranges(held)
            self.bound[target.id] = held.elt, owner  # type: ignore[attr-defined]
            return ranges
        for name in names_in(target):
            self.bound.pop(name, None)
        if isinstance(target, ast.Name) and target.id == "_" and isinstance(of, ast.Call):  # a range whose variable is unused
            return rf"{self.tex(of.args[-1], PRODUCT)} {text(' times')}"
        return super().over(target, of)


Bound = tuple[ast.expr, FunctionTex]


def names_in(x: ast.AST) -> set[str]:
    """The names in a piece of Python."""
    return {n.id for n in ast.walk(x) if isinstance(n, ast.Name)}


def called_tex(function: FunctionType) -> str:
    """A function's name in TeX; a function called `printed` is named after its module, what makes an object after its class."""
    name = function.__qualname__.removesuffix(".__init__").rpartition(".")[2]
    return upright((function.__module__ or "").rpartition(".")[2].replace("_", " ")) if name == "printed" else name_tex(name)
