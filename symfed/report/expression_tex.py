"""A printer of Python expressions as LaTeX, in one notation for SymPy's output, the code of claims, and formulas in sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from symfed.core.letters import tex_of
from symfed.core.symbols import TABLE


class NotSpelt(ValueError):
    """A piece of Python that cannot be printed as mathematics."""


_GREEK: Final = frozenset(
    {
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma",
        "tau", "phi", "chi", "psi", "omega", "vartheta", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega",
    }
)  # fmt: skip
#: Names with an established notation in these papers, and suffixes.
_WRITTEN: Final = {
    "grad": r"\nabla f",
    "hess": r"\nabla^2 f",
    "third": r"\nabla^3 f",
    "lam": r"\lambda",
    "oo": r"\infty",
    "eps": r"\epsilon",
    "Id": r"\mathrm{Id}",
    "star": r"\star",
}
_ENDINGS: Final = {"star": r"\star", "primed": "'", "after": "+"}

FUNCTIONS: Final = frozenset({"sin", "cos", "exp", "log"})

#: Precedences of a piece of TeX; an argument of a template is printed as a factor (`:p`) or as a base (`:a`).
SUM, PRODUCT, POWER, ATOM = range(4)
Tex = tuple[str, int]
_LEVELS: Final = {"": SUM, "p": PRODUCT, "a": ATOM}
#: Calls that papers write without a name. `p.` stands before operations on jets, `.` before methods, whose owner comes first.
_CALLS: Final[Mapping[str, Tex]] = {
    "paren": (r"\left({0}\right)", ATOM),
    "Norm": (r"\left\| {0} \right\|", ATOM),
    "OpNorm": (r"\left\| {0} \right\|_{{\mathrm{{op}}}}", POWER),
    "Inner p.inner": (r"\left\langle {0}, {1} \right\rangle", ATOM),
    "Outer outer p.outer": (r"{0:p} \otimes {1:p}", PRODUCT),
    "Mean ClientMean p.mean": (r"\left\langle {0} \right\rangle", ATOM),
    "E": (r"\mathbb{{E}}\left[ {0} \right]", ATOM),
    "Law Measure": (r"\mathcal{{L}}\left({0}\right)", ATOM),
    "Low": (r"\lambda_{{\min}}\left({0}\right)", ATOM),
    "High": (r"\lambda_{{\max}}\left({0}\right)", ATOM),
    "Eq": (r"{0} = {1}", SUM),
    "Ne": (r"{0} \ne {1}", SUM),
    "Limit": (r"\lim_{{{1} \to {2}}} {0:p}", PRODUCT),
    "Sum": (r"\sum_{{{1}}} {0:p}", PRODUCT),
    "abs Abs len": (r"\left|{0}\right|", ATOM),
    "sqrt .sqrt": (r"\sqrt{{{0}}}", ATOM),
    "root": (r"\sqrt[{1}]{{{0}}}", ATOM),
    "isqrt": (r"\left\lfloor \sqrt{{{0}}} \right\rfloor", ATOM),
    "ceil": (r"\left\lceil {0} \right\rceil", ATOM),
    "factorial": (r"{0:a}!", POWER),
    "sum .sum": (r"\sum {0:p}", PRODUCT),
    "trace": (r"\operatorname{{tr}} {0:a}", PRODUCT),
    "solve p.solve p.solve_each": (r"{0:a}^{{-1}} {1:p}", PRODUCT),
    "inverse": (r"{0:a}^{{-1}}", POWER),
    "p.identity": (r"\mathrm{{Id}}", ATOM),
    "p.transpose": (r"{0:a}^{{\top}}", POWER),
    "p.apply p.product": (r"{0:p} \, {1:p}", PRODUCT),
    "p.contract": (r"{0:p} \left[ {1} \right]", PRODUCT),
    "p.power": (r"{0:a}^{{{1}}}", POWER),
    "p.geometric": (r"\sum_{{k=0}}^{{{1:p} - 1}} {0:a}^{{k}}", PRODUCT),
    "p.lyapunov": (r"\left({0:p} \otimes \mathrm{{Id}} + \mathrm{{Id}} \otimes {0:p}\right)^{{-1}} {1:p}", PRODUCT),
    ".det": (r"\det {0:a}", PRODUCT),
    ".subs": (r"\left. {0} \right|_{{{1} = {2}}}", ATOM),
    ".diff": (r"\partial_{{{1}}}^{{{2}}} {0:p}", PRODUCT),
    ".gradient": (r"\nabla F_{{{1}}}^{{{2}}}\left({3}\right)", ATOM),
    ".mean_gradient": (r"\nabla f_{{{1}}}\left({2}\right)", ATOM),
    ".loss": (r"F_{{{1}}}^{{{2}}}\left({3}\right)", ATOM),
}
TEMPLATES: Final[Mapping[str, Tex]] = {name: template for names, template in _CALLS.items() for name in names.split()}
FOLDS: Final = {"sum": r"\sum", "mean": r"\operatorname{mean}", "max": r"\max", "min": r"\min", "any": r"\exists", "all": r"\forall"}
_SIGNS: Final = {
    ast.Mult: r" \, ", ast.MatMult: r" \, ", ast.BitAnd: r" \;\land\; ", ast.BitOr: r" \;\lor\; ",
    ast.Lt: "<", ast.LtE: r"\le", ast.Gt: ">", ast.GtE: r"\ge", ast.Eq: "=", ast.NotEq: r"\ne",
    ast.In: r"\in", ast.NotIn: r"\notin", ast.Is: "=", ast.IsNot: r"\ne",
}  # fmt: skip


def upright(words: str) -> str:
    """Upright words that denote one quantity."""
    return r"\mathrm{" + r"\,".join(re.findall("[A-Za-z0-9]+", words)) + "}"


def text(words: str) -> str:
    """Words within a formula."""
    return r"\text{" + re.sub(r"[\\${}^_]", " ", words) + "}"


def name_tex(name: str) -> str:
    r"""A name in TeX: a word is upright, a suffix becomes an index: of client c, or a random draw (omega).

    >>> name_tex("theta_star"), name_tex("S_cw"), name_tex("path_size"), name_tex("q2")
    ('\\theta^{\\star}', 'S_{c}^{\\omega}', '\\mathrm{path\\,size}', 'q_{2}')
    """
    if name in TABLE or name in FUNCTIONS:
        return tex_of(name) if name in TABLE else rf"\{name}"
    if name.endswith("_tilde"):
        return rf"\tilde{{{name_tex(name.removesuffix('_tilde'))}}}"
    parts = [part for part in name.split("_") if part] or ["cdot"]
    low, high = [], []
    if len(parts) > 1 and parts[-1] in ("c", "w", "cw"):
        mark = parts.pop()
        low, high = ["c"] * ("c" in mark), [r"\omega"] * ("w" in mark)
    while len(parts) > 1 and parts[-1] in _ENDINGS:
        high.insert(0, _ENDINGS[parts.pop()])
    if parts == ["grad"] and high == [r"\omega"]:
        return r"\nabla F_{c}^{\omega}"
    letter, number = re.fullmatch(r"(.*?)(\d*)", parts[0], re.DOTALL).groups()  # type: ignore[union-attr]  # it fits every word
    base = _WRITTEN.get(letter) or (rf"\{letter}" if letter in _GREEK | {"cdot"} else letter)
    if len(letter) > 1 and base == letter:
        base = upright(" ".join(parts))
    else:
        low = [number] * bool(number) + [part if len(part) == 1 or part.isdigit() else name_tex(part) for part in parts[1:]] + low
    return base + (f"_{{{','.join(low)}}}" if low else "") + (f"^{{{','.join(high)}}}" if high else "")


def is_letter(name: str) -> bool:
    """True if a name is a mathematical symbol and no word: a Greek or a single letter, possibly with subscripts."""
    first, *others = name.split("_")
    letter = first.rstrip("0123456789")
    known = len(letter) == 1 or letter in _GREEK or first in FUNCTIONS | {"oo", "eps", "Id"}
    return known and all(len(part) < 6 for part in others)


class _Argument:
    """An argument of a template."""

    def __init__(self, speller: Speller, node: ast.expr) -> None:
        self.speller, self.node = speller, node

    def __format__(self, level: str) -> str:
        return self.speller.tex(self.node, _LEVELS[level])


class Speller:
    """Printer of expressions. `names` are the names met so far, in this order, by their TeX."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def tex(self, x: ast.expr, at_least: int = SUM) -> str:
        """TeX of an expression, in brackets if its precedence is below `at_least`. Raises NotSpelt."""
        spelt, strength = self.spelt(x)
        return rf"\left({spelt}\right)" if strength < at_least else spelt

    def spelt(self, x: ast.expr) -> Tex:
        """TeX of an expression, and its precedence. Raises NotSpelt."""
        known = self.constant(x)
        if known is not None:
            return self.value(known.value)
        method = getattr(self, f"_{type(x).__name__.lower()}", None)
        if method is None:
            raise NotSpelt(f"{type(x).__name__}: {ast.unparse(x)}")
        return method(x)  # type: ignore[no-any-return]  # found by its name

    def constant(self, x: ast.expr) -> ast.Constant | None:
        """The value of a constant expression, else None."""
        if isinstance(x, ast.UnaryOp) and isinstance(x.op, (ast.Not, ast.USub)) and (one := self.constant(x.operand)):
            value: Any = one.value
            return ast.Constant(not value if isinstance(x.op, ast.Not) else -value)
        return x if isinstance(x, ast.Constant) else None

    def value(self, value: Any) -> Tex:
        if value is None or isinstance(value, (bool, str)):
            return text(str(value)), ATOM
        return str(value), ATOM if value >= 0 else SUM

    def _name(self, x: ast.Name) -> Tex:
        spelt = name_tex(x.id)
        self.names.setdefault(spelt, x.id)
        return spelt, POWER if "^" in spelt else ATOM

    def _attribute(self, x: ast.Attribute) -> Tex:
        raise NotSpelt(f"what stands behind a dot: {ast.unparse(x)}")

    def called(self, name: str, arguments: Sequence[ast.expr]) -> Tex | None:
        """A call by the template of its name; None if there is none."""
        template, strength = TEMPLATES.get(name, ("", 0))
        if name.endswith("uter") and len(arguments) == 2 and ast.dump(arguments[0]) == ast.dump(arguments[1]):
            template, strength = r"{0:a}^{{\otimes 2}}", POWER
        try:
            return (template.format(*(_Argument(self, a) for a in arguments)), strength) if template else None
        except IndexError:
            return None

    def _call(self, x: ast.Call) -> Tex:
        name = x.func.id if isinstance(x.func, ast.Name) else ""
        if name in FOLDS and len(x.args) == 1 and isinstance(x.args[0], (ast.GeneratorExp, ast.ListComp)):
            return rf"{FOLDS[name]}_{{{self.ranges(x.args[0])}}} {self.tex(x.args[0].elt, PRODUCT)}", PRODUCT
        if found := self.called(name, x.args):
            return found
        shown = [self.tex(a) for a in x.args] + [f"{name_tex(k.arg)} = {self.tex(k.value)}" for k in x.keywords if k.arg]
        head = rf"\{name.lower()}" if name.lower() in FUNCTIONS | {"max", "min"} else self.tex(x.func, POWER)
        return rf"{head}\left({', '.join(shown)}\right)", ATOM

    def ranges(self, x: Any) -> str:
        """The ranges and conditions of a comprehension."""
        ranges = [self.over(part.target, part.iter) for part in x.generators]
        return r",\, ".join([*ranges, *(self.tex(test) for part in x.generators for test in part.ifs)])

    def over(self, target: ast.expr, of: ast.expr) -> str:
        """The range of one variable of a comprehension."""
        name, arguments = (of.func.id, of.args) if isinstance(of, ast.Call) and isinstance(of.func, ast.Name) else ("", [])
        if name == "range" and len(arguments) < 3:
            low, high = (ast.Constant(0), arguments[0]) if len(arguments) == 1 else arguments
            return rf"{self.tex(low)} \le {self.tex(target)} < {self.tex(high)}"
        if name == "zip" and isinstance(target, ast.Tuple):
            return r",\, ".join(
                rf"{self.tex(one)} \in {self.tex(all_, PRODUCT)}" for one, all_ in zip(target.elts, arguments, strict=False)
            )
        if name == "enumerate" and isinstance(target, ast.Tuple):
            return f"{self.tex(target.elts[1])} = {{{self.tex(arguments[0], ATOM)}}}_{{{self.tex(target.elts[0])}}}"
        return rf"{self.tex(target)} \in {self.tex(of, PRODUCT)}"

    def _listcomp(self, x: Any) -> Tex:
        ranges = self.ranges(x)  # first, as it may give a variable its meaning
        return rf"\left({self.tex(x.elt)}\right)_{{{ranges}}}", ATOM

    _generatorexp = _setcomp = _listcomp

    def _binop(self, x: ast.BinOp) -> Tex:
        left, right = (None if c is None or isinstance(c.value, str) else c.value for c in map(self.constant, (x.left, x.right)))
        if isinstance(x.op, ast.Mult) and 0 in (left, right):
            return "0", ATOM
        sums, products = isinstance(x.op, (ast.Add, ast.Sub)), isinstance(x.op, (ast.Mult, ast.Div, ast.Pow))
        if (sums and right == 0) or (products and right == 1):
            return self.spelt(x.left)
        if (isinstance(x.op, ast.Add) and left == 0) or (isinstance(x.op, ast.Mult) and left == 1):
            return self.spelt(x.right)
        if sums:
            return self.added(self.terms(x)), SUM
        negative, positive = self.sign(x)
        if negative:
            return f"-{self.tex(positive, PRODUCT)}", SUM
        if isinstance(x.op, ast.Pow):
            half = isinstance(x.right, ast.BinOp) and ast.unparse(x.right) == "1 / 2"
            return (
                (rf"\sqrt{{{self.tex(x.left)}}}", ATOM) if half else (f"{{{self.tex(x.left, ATOM)}}}^{{{self.exponent(x.right)}}}", POWER)
            )
        if isinstance(x.op, (ast.Div, ast.FloorDiv)):
            spelt = rf"\frac{{{self.tex(x.left)}}}{{{self.tex(x.right)}}}"
            return (spelt, PRODUCT) if isinstance(x.op, ast.Div) else (rf"\left\lfloor {spelt} \right\rfloor", ATOM)
        if isinstance(x.op, ast.Mod):
            return rf"{self.tex(x.left, PRODUCT)} \bmod {self.tex(x.right, PRODUCT)}", SUM
        if type(x.op) not in _SIGNS:
            raise NotSpelt(f"{type(x.op).__name__}: {ast.unparse(x)}")
        strength = SUM if isinstance(x.op, (ast.BitAnd, ast.BitOr)) else PRODUCT
        second = self.tex(x.right, strength)
        return self.tex(x.left, strength) + (r" \cdot " if second.lstrip("{")[0].isdigit() else _SIGNS[type(x.op)]) + second, strength

    def exponent(self, x: ast.expr) -> str:
        """An exponent, in which a fraction is printed in one line."""
        return (
            f"{self.tex(x.left, POWER)}/{self.tex(x.right, POWER)}"
            if isinstance(x, ast.BinOp) and isinstance(x.op, ast.Div)
            else self.tex(x)
        )

    def added(self, terms: Sequence[tuple[bool, ast.expr]]) -> str:
        """A sum of signed terms; not -b + a, but a - b."""
        terms = [term for term in terms if (c := self.constant(term[1])) is None or c.value != 0] or list(terms[:1])
        first = next((k for k, (negative, _) in enumerate(terms) if not negative), 0)
        terms = [terms[first], *terms[:first], *terms[first + 1 :]]
        spelt = [("-" if negative else "+", self.tex(term, PRODUCT)) for negative, term in terms]
        return " ".join(f"{sign} {term}" for sign, term in spelt).removeprefix("+ ")

    def sign(self, x: ast.expr) -> tuple[bool, ast.expr]:
        """(True if a product or a quotient begins with a minus sign, the expression without it)."""
        if isinstance(x, ast.UnaryOp) and isinstance(x.op, ast.USub):
            return True, x.operand
        known: Any = self.constant(x)
        if known is not None and isinstance(known.value, (int, float)) and known.value < 0:
            return True, ast.Constant(-known.value)
        if isinstance(x, ast.BinOp) and isinstance(x.op, (ast.Mult, ast.MatMult, ast.Div)):
            negative, left = self.sign(x.left)
            return negative, ast.BinOp(left, x.op, x.right) if negative else x
        return False, x

    def terms(self, x: ast.expr) -> list[tuple[bool, ast.expr]]:
        """The terms of a sum, each as (True if it is subtracted, term)."""
        if isinstance(x, ast.BinOp) and isinstance(x.op, (ast.Add, ast.Sub)):
            negative, right = self.sign(x.right)
            return [*self.terms(x.left), (negative != isinstance(x.op, ast.Sub), right)]
        return [self.sign(x)]

    def _unaryop(self, x: ast.UnaryOp) -> Tex:
        if isinstance(x.op, ast.Not):
            return rf"\lnot {self.tex(x.operand, ATOM)}", PRODUCT
        return f"-{self.tex(x.operand, PRODUCT)}", SUM

    def _boolop(self, x: ast.BoolOp) -> Tex:
        return (r" \land " if isinstance(x.op, ast.And) else r" \lor ").join(self.tex(value, PRODUCT) for value in x.values), SUM

    def _ifexp(self, x: ast.IfExp) -> Tex:
        if (test := self.constant(x.test)) is not None:
            return self.spelt(x.body if test.value else x.orelse)
        rows = rf"{self.tex(x.body)} & {text('if ')} {self.tex(x.test)} \\ {self.tex(x.orelse)} & {text('otherwise')}"
        return rf"\begin{{cases}}{rows}\end{{cases}}", ATOM

    def _compare(self, x: ast.Compare) -> Tex:
        signs = [_SIGNS[type(op)] for op in x.ops]
        return self.tex(x.left) + "".join(f" {s} {self.tex(y)}" for s, y in zip(signs, x.comparators, strict=True)), SUM

    def _tuple(self, x: Any) -> Tex:
        return r"\left(" + r",\; ".join(map(self.tex, x.elts)) + r"\right)", ATOM

    _list = _set = _tuple

    def pairs(self, x: ast.Dict) -> str:
        """The values of names, as in {gamma: 1/2, H: 3}."""
        return r",\; ".join(
            self.tex(value) if key is None else f"{self.tex(key)} = {self.tex(value)}" for key, value in zip(x.keys, x.values, strict=True)
        )

    def _dict(self, x: ast.Dict) -> Tex:
        return rf"\left({self.pairs(x)}\right)", ATOM

    def _dictcomp(self, x: ast.DictComp) -> Tex:
        return rf"\left({self.tex(x.key)} \mapsto {self.tex(x.value)}\right)_{{{self.ranges(x)}}}", ATOM

    def _starred(self, x: ast.Starred) -> Tex:
        return self.spelt(x.value)

    def _subscript(self, x: ast.Subscript) -> Tex:
        index: list[str] = []
        held: ast.expr = x
        while isinstance(held, ast.Subscript):  # a[k][h] has two indices
            if isinstance(held.slice, ast.Constant) and isinstance(held.slice.value, str):
                return upright(held.slice.value), ATOM
            parts = held.slice.elts if isinstance(held.slice, ast.Tuple) else [held.slice]
            index[:0] = [self.tex(p) for p in parts if not (isinstance(p, ast.Constant) and p.value in (None, ...))]
            held = held.value
        return (f"{{{self.tex(held, ATOM)}}}_{{{', '.join(index)}}}" if index else self.tex(held, ATOM)), ATOM

    def _slice(self, x: ast.Slice) -> Tex:
        ends = ["" if end is None else self.tex(end) for end in (x.lower, x.upper)]
        return ":".join(ends) if any(ends) else r"\cdot", SUM

    def _lambda(self, x: ast.Lambda) -> Tex:
        free = x.args.args[: len(x.args.args) - len(x.args.defaults)]
        return rf"\left({', '.join(name_tex(a.arg) for a in free)} \mapsto {self.tex(x.body)}\right)", ATOM

    def _joinedstr(self, x: ast.JoinedStr) -> Tex:
        return text("a text"), ATOM


def expression(written: str) -> ast.expr:
    """Parse an expression in which lambda is a symbol and ^ a power. Raises SyntaxError."""
    return ast.parse(re.sub(r"\blambda\b", "lam", written.replace("^", "**")), mode="eval").body
