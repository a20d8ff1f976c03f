"""A TeX printer for long expansions: collected by powers of gamma, N and H, broken into lines.

SymPy prints one endless line, and takes longer for it than the derivation. Here every factor is printed once, however many terms
contain it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import sympy as sp

from symfed.core.letters import letters_named
from symfed.core.symbols import ClientMean, N, a, gamma

#: Sums of at most as many terms are left to SymPy, on one line.
LONGEST_ON_ONE_LINE = 5
#: Visible characters of a line, a fraction counted by the longer of its halves: at 5.5 pt each, an article's 345 pt.
LINE_WIDTH = 62
#: With more terms, averages get a symbol each and the powers of the mean Hessian are collected, too.
MOST_SPELLED_OUT = 500

_OPEN, _CLOSE = r"\Bigl(", r"\Bigr)"  # unlike \left and \right they may be on different lines


@dataclass(frozen=True)
class Summand:
    """A rational number times factors, separated by kind: powers of N and of averages with their exponents, and all others."""

    number: sp.Rational
    scale: tuple[sp.Expr, ...]
    clients: int
    averages: tuple[tuple[sp.Expr, int], ...]


@dataclass(frozen=True)
class Written:
    """A sum in TeX: its lines, the legend of its symbols, and the number of terms that the lines omit."""

    rows: list[str]
    legend: list[str]
    left_out: int = 0


def by_powers(expression: sp.Expr) -> list[tuple[int, list[Summand]]]:
    """The terms of every power of gamma, lowest first, of an expansion: a sum of powers of gamma times sums."""
    found: dict[int, list[Summand]] = {}
    for summand in sp.Add.make_args(expression):
        power, others = 0, []
        for factor in sp.Mul.make_args(summand):
            base, exponent = factor.as_base_exp()
            if base == gamma and exponent.is_Integer:
                power += int(exponent)
            else:
                others.append(factor)
        terms = others[0].args if len(others) == 1 and others[0].is_Add else [sp.Mul._from_args(others) if others else sp.S.One]
        found.setdefault(power, []).extend(map(_summand_of, terms))
    return sorted(found.items())


def _summand_of(term: sp.Expr) -> Summand:
    number, clients = sp.S.One, 0
    scale: list[sp.Expr] = []
    averages: list[tuple[sp.Expr, int]] = []
    for factor in sp.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        if factor.is_Rational:
            number *= factor
        elif base == N and exponent.is_Integer:
            clients += int(exponent)
        elif isinstance(base, ClientMean) and exponent.is_Integer:
            averages.append((base, int(exponent)))
        else:
            scale.append(factor)
    return Summand(number, tuple(scale), clients, tuple(averages))


def written(powers: Sequence[tuple[int, Sequence[Summand]]], most_terms: int | None = None, letters: str = "short") -> Written:
    """The result of `by_powers` in TeX, line by line, in "short" notation or the "paper"'s.

    With `most_terms`, powers of gamma that would make it longer are replaced by their number of terms; the lowest is always printed.
    """
    chosen: list[int] = []
    count = 0
    for power, terms in powers:
        if most_terms is None or not chosen or count + len(terms) <= most_terms:
            chosen.append(power)
            count += len(terms)
    means = [mean for power, terms in powers if power in chosen for term in terms for mean, _ in term.averages]
    names = letters_named(letters, sp.Tuple(*set(means)))
    writer = Writer(_average_symbols(means, names) if count > MOST_SPELLED_OUT else {}, names)
    rows: list[str] = []
    for power, terms in powers:
        head = _power_tex(r"\gamma", power) if power else ""
        if power in chosen:
            rows += writer.coefficient(head, terms, first=not rows)
        else:
            rows.append(rf"+ {head} \, (\text{{{len(terms)} terms}})")
    return Written(rows or ["0"], writer.legend(), sum(len(terms) for _, terms in powers) - count)


def aligned_rows(rows: Sequence[str], left: str = "") -> str:
    """Rows one below the other in TeX, all but the first slightly indented."""
    if len(rows) == 1:
        return left + rows[0]
    return "\\begin{aligned}\n" + " \\\\\n".join([f"{left}& {rows[0]}", *[rf"& \quad {row}" for row in rows[1:]]]) + "\n\\end{aligned}"


@dataclass(frozen=True)
class Writer:
    """Prints terms, with averages as the given symbols or, without one, by their names, or in angle brackets."""

    letters: dict[sp.Expr, str]
    names: Mapping[sp.Expr, str] = field(default_factory=dict)
    _known: dict[tuple[sp.Expr, int], str] = field(default_factory=dict)

    def coefficient(self, head: str, terms: Sequence[Summand], first: bool) -> list[str]:
        """Lines with head times the sum of the terms, collected by factors that depend on N and on H."""
        groups: dict[Summand, list[Summand]] = {}
        for term in terms:
            common, rest = self._collected_part(term)
            groups.setdefault(common, []).append(rest)
        pieces: list[str] = []
        for outside, own in sorted(groups.items(), key=_by_clients_and_steps):
            if len(own) == 1:
                pieces.append(self.term(Summand(own[0].number, outside.scale, outside.clients, outside.averages + own[0].averages)))
                continue
            factor, inside = self.term(outside), [self.term(term) for term in sorted(own, key=_simplest_first)]
            if factor != "+ 1":
                inside[0] = f"{factor} {_OPEN} {inside[0].removeprefix('+ ')}"
                inside[-1] += f" {_CLOSE}"
            pieces += inside
        lead = "" if first else "+ "
        if head and len(pieces) > 1:
            pieces[0] = rf"{lead}{head} \biggl[ {pieces[0].removeprefix('+ ')}"
            pieces[-1] += r" \biggr]"
        else:
            sign, body = pieces[0][:2], pieces[0][2:]
            body = body if not head else head if body == "1" else f"{head} {body}"
            pieces[0] = f"{lead if sign == '+ ' else sign}{body}"
        return broken_lines(pieces)

    def _collected_part(self, term: Summand) -> tuple[Summand, Summand]:
        """The factor by which the term is collected, and the rest."""
        out = [(mean, e) for mean, e in term.averages if self.letters and mean == _HESSIAN and e < 0]
        rest = [pair for pair in term.averages if pair not in out]
        return Summand(sp.S.One, term.scale, term.clients, tuple(out)), Summand(term.number, (), 0, tuple(rest))

    def term(self, term: Summand) -> str:
        """A signed term of a sum: "+ " or "- ", then one fraction."""
        above: list[str] = []
        below: list[str] = []
        if term.clients:
            (above if term.clients > 0 else below).append(_power_tex("N", abs(term.clients)))
        for factor in term.scale:
            base, exponent = factor.as_base_exp()
            negative = bool(exponent.is_Integer and exponent < 0)
            (below if negative else above).append(self._factor(*((base, -int(exponent)) if negative else (factor, 1))))
        for mean, power in term.averages:
            (above if power > 0 else below).append(self._factor(mean, abs(power)))
        number = abs(term.number)
        if number.p != 1 or not above:
            above.insert(0, str(number.p))
        if number.q != 1:
            below.insert(0, str(number.q))
        body = " ".join(above)
        if below and len(above) == 1 and re.fullmatch(r"\\left\([^()]*\\right\)", body):
            body = body[len(r"\left(") : -len(r"\right)")]
        return ("- " if term.number < 0 else "+ ") + (rf"\frac{{{body}}}{{{' '.join(below)}}}" if below else body)

    def _factor(self, base: sp.Expr, power: int) -> str:
        if (base, power) not in self._known:
            self._known[base, power] = self._new_factor(base, power)
        return self._known[base, power]

    def _new_factor(self, base: sp.Expr, power: int) -> str:
        if isinstance(base, ClientMean):
            tex = self.letters.get(base) or self._spelled_out(base)
            open_ended = power != 1 and "(" in tex and not tex.startswith(r"\left(")
            return _power_tex(rf"\left({tex}\right)" if open_ended else tex, power)
        root, exponent = base.as_base_exp()
        if root.is_Add and exponent.is_Integer and exponent > 0:
            return _power_tex(rf"\left({sp.latex(root)}\right)", int(exponent) * power)
        tex = str(sp.latex(base))
        return _power_tex(tex if power == 1 or base.is_Symbol else rf"\left({tex}\right)", power)

    def legend(self) -> list[str]:
        """Lines that define the symbols."""
        if not self.letters:
            return []
        products = [f"{letter} = {self._spelled_out(mean)}" for mean, letter in self.letters.items() if not mean.args[0].is_Symbol]
        bar = [] if self.names else [r"\text{A bar is an average over clients: } \bar{x} = \langle x \rangle"]
        entries = [*bar, *products]
        return broken_lines([rf"{entry}, \;" for entry in entries[:-1]] + entries[-1:])

    def _spelled_out(self, mean: sp.Expr) -> str:
        return self.names.get(mean) or rf"\langle {sp.latex(mean.args[0])} \rangle"


_HESSIAN = ClientMean(a)


def _average_symbols(means: Iterable[sp.Expr], names: Mapping[sp.Expr, str]) -> dict[sp.Expr, str]:
    """A symbol for every average: a barred symbol for a single one, and m with an index, the most frequent first, for products.

    A single derivative or cumulant with a name keeps it.
    """
    count = Counter(means)
    single = sorted((mean for mean in count if mean.args[0].is_Symbol), key=str)
    products = sorted((mean for mean in count if not mean.args[0].is_Symbol), key=lambda mean: (-count[mean], str(mean)))
    tex = {mean: sp.latex(mean.args[0]) for mean in single}
    bars = {mean: names.get(mean) or (rf"\overline{{{own}}}" if "^" in own else rf"\bar{{{own}}}") for mean, own in tex.items()}
    return bars | {mean: f"m_{{{k}}}" for k, mean in enumerate(products, start=1)}


def _by_clients_and_steps(group: tuple[Summand, list[Summand]]) -> tuple[int, int, int, str]:
    outside, own = group
    return -outside.clients, len(outside.scale), -len(own), str(outside)


def _simplest_first(term: Summand) -> tuple[int, str]:
    return sum(abs(exponent) for _, exponent in term.averages), " ".join(_average_name(mean) for mean, _ in term.averages)


_average_name = lru_cache(maxsize=10_000)(str)


def _power_tex(tex: str, power: int) -> str:
    return tex if power == 1 else f"{tex}^{{{power}}}"


def broken_lines(pieces: Sequence[str]) -> list[str]:
    """Join pieces to lines of at most LINE_WIDTH characters, if the pieces are no longer."""
    rows, width = [pieces[0]], _width(pieces[0])
    for piece in pieces[1:]:
        more = _width(piece)
        if width + more > LINE_WIDTH:
            rows.append(piece)
            width = more
        else:
            rows[-1] += f" {piece}"
            width += more
    return rows


def _width(tex: str) -> int:
    """The approximate number of visible characters side by side: one for every command, the longer half of a fraction."""
    plain, *fractions = tex.split(r"\frac{")
    width = _characters(plain)
    for text in fractions:
        above, _, rest = text.partition("}{")
        below, _, after = rest.partition("} ")  # a space follows a fraction, or nothing
        width += max(_characters(above), _characters(below)) + _characters(after)
    return width


def _characters(tex: str) -> int:
    return len(re.sub(r"[\^_{}\s]", "", re.sub(r"\\[a-zA-Z]+", "x", tex)))
