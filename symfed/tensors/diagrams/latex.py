"""Diagrams as products of operators that act on strands, from the value down to gradients and noise, and their TeX.

Several tensors of one client have a common sum over clients. Bold A is the sources' inverse of A⊗Id + Id⊗A, bold A_k that on k legs, A
the mean Hessian; script C the noise covariance, its derivatives taking directions in brackets; K^(k) a higher noise cumulant. P exchanges
two legs, sym averages over the orders of the legs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import sympy as sp

from symfed.core import symbols as table
from symfed.core.letters import cumulant_tex, nabla, signed_terms
from symfed.tensors.diagrams.diagram import DERIVATIVE, INVERSE, Diagram, Node, canonical_form
from symfed.tensors.diagrams.form import TensorForm

Row = tuple[int, ...]


@dataclass(frozen=True)
class Layer:
    """One tensor between `left` and `right` strands that pass by; it has `made` strands above and `taken` strands below."""

    node: Node
    left: int
    right: int
    made: int
    taken: int


@dataclass(frozen=True)
class Crossing:
    """Two neighbouring strands that are exchanged, with `left` and `right` strands beside them."""

    left: int
    right: int


@dataclass(frozen=True)
class Product:
    """A tensor product of words, each with its number of strands at the top."""

    factors: tuple[tuple[Word, int], ...]


#: Read from left to right, the value comes first; a product can only come last.
Word = tuple[Layer | Crossing | Product, ...]


def word(diagram: Diagram) -> Word:
    """The word with fewest crossings, then fewest passing strands, over all orders that the symmetries of the tensors allow."""
    made_of = _producers(diagram)

    @cache
    def below(edge: int) -> frozenset[int]:
        own, _, inputs = made_of[edge]
        return frozenset({own}).union(*map(below, inputs))

    def best(row: Row, crossings: int) -> tuple[int, Word] | None:
        if not row:
            return 0, ()
        groups = _independent_groups(row, below)
        if groups is None:
            return swapped(row, crossings)
        if len(groups) > 1:
            parts = [part for group in groups if (part := best_of(group, crossings)) is not None]
            factors = tuple((part[1], len(group)) for part, group in zip(parts, groups, strict=False))
            return (sum(part[0] for part in parts), (Product(factors),)) if len(parts) == len(groups) else None
        found = [done for place in range(len(row)) for done in layers(row, place, crossings)]
        return min(found, key=lambda pair: pair[0], default=None) or swapped(row, crossings)

    best_of = cache(best)

    def layers(row: Row, place: int, crossings: int) -> list[tuple[int, Word]]:
        own, outputs, _ = made_of[row[place]]
        taken = row[place : place + len(outputs)]
        if set(taken) != set(outputs):
            return []
        node, right = diagram.nodes[own], len(row) - place - len(taken)
        inputs = [made_of[edge][2] for edge in taken] if node.kind == INVERSE else [made_of[row[place]][2]]
        orders = [tuple(edge for (edge,) in inputs)] if node.kind == INVERSE else list(permutations(inputs[0]))
        found = []
        for order in orders:
            rest = best_of(row[:place] + order + row[place + len(taken) :], crossings)
            if rest is not None:
                layer = Layer(node, place, right, len(taken), len(order))
                found.append((rest[0] + place + right, (layer, *rest[1])))
        return found

    def swapped(row: Row, crossings: int) -> tuple[int, Word] | None:
        found = []
        for place in range(len(row) - 1 if crossings else 0):
            rest = best_of((*row[:place], row[place + 1], row[place], *row[place + 2 :]), crossings - 1)
            if rest is not None:
                found.append((rest[0], (Crossing(place, len(row) - place - 2), *rest[1])))
        return min(found, key=lambda pair: pair[0], default=None)

    crossings = 0
    while True:
        for row in permutations(diagram.out):
            done = best_of(row, crossings)
            if done is not None:
                return done[1]
        crossings += 1


def _producers(diagram: Diagram) -> dict[int, tuple[int, Row, Row]]:
    """For every edge the node that produces it, seen from the value: (place of the node, edges it produces, edges it consumes).

    A strand of an inverse consumes its lower end only.
    """
    made: dict[int, tuple[int, Row, Row]] = {}
    users = {edge: [k for k, node in enumerate(diagram.nodes) if edge in node.legs] for node in diagram.nodes for edge in node.legs}
    upper: dict[int, list[int]] = {}
    waiting = [(edge, -1) for edge in diagram.out]
    while waiting:
        edge, above = waiting.pop()
        own = next(k for k in users[edge] if k != above)
        node = diagram.nodes[own]
        if node.kind == INVERSE:
            lower = next(v if edge == u else u for u, v in node.strands if edge in (u, v))
            upper.setdefault(own, []).append(edge)
            made[edge] = own, (), (lower,)
            waiting.append((lower, own))
        elif edge not in made:
            outputs = (edge,) if node.kind == DERIVATIVE else node.legs[: node.kind]
            inputs = tuple(x for x in node.legs if x not in outputs)
            made |= dict.fromkeys(outputs, (own, outputs, inputs))
            waiting += [(x, own) for x in inputs]
    return {edge: (own, outputs or tuple(upper[own]), inputs) for edge, (own, outputs, inputs) in made.items()}


def _independent_groups(row: Row, below: Callable[[int], frozenset[int]]) -> list[Row] | None:
    """The row split into groups without common nodes below; None where such groups interleave."""
    pieces: list[tuple[frozenset[int], list[int]]] = []
    for place, edge in enumerate(row):
        nodes, places = below(edge), [place]
        for piece in [piece for piece in pieces if piece[0] & nodes]:
            pieces.remove(piece)
            nodes, places = nodes | piece[0], piece[1] + places
        pieces.append((nodes, sorted(places)))
    if any(places != list(range(places[0], places[-1] + 1)) for _, places in pieces):
        return None
    return [tuple(row[place] for place in places) for _, places in sorted(pieces, key=lambda piece: piece[1])]


AT_OPTIMUM = r"(\theta^\star)"
_SUM = r"\frac{1}{N} \sum_{%s=1}^{N}"


def latex(form: TensorForm, point: str = AT_OPTIMUM) -> str:
    """The form as one sum; `point` is appended to every derivative and cumulant, "" omits it."""
    return " ".join(signed_terms(rf"{sp.latex(c * table.gamma**power)} \, {tensor_latex(diagram, point)}" for power, c, diagram in form))


#: Abbreviations for first order, which recur in second order: client drift, covariance, and the drift that it causes.
SHORT = {
    "u": r"\nabla^2 f^{-1} \frac{1}{N} \sum_{c=1}^{N} \nabla^2 f_c \nabla f_c",
    "V": r"\mathbf{A}\mathcal{C}",
    "w": r"\nabla^2 f^{-1} \nabla^3 f \left[V\right]",
}
_TERMS_PER_LINE = 4


def grouped_latex(form: TensorForm) -> str:
    """An aligned block for reading: a part for every power of gamma and cause (see `TensorForm.groups`), abbreviated as SHORT says."""
    lines = [r", \quad ".join(f"{letter} = {text}" for letter, text in SHORT.items())]
    for power in range(1, form.order + 1):
        for name, group in form.at_power(power).groups().items():
            lines.append(rf"\gamma^{{{power}}}, \text{{ {re.sub(r'1/N(?:.2)?', lambda m: f'${m[0]}$', name)}:}}")
            terms = [rf"{sp.latex(c)} \, {_abbreviate(tensor_latex(diagram, ''))}" for _, c, diagram in group]
            for k in range(0, len(terms), _TERMS_PER_LINE):
                text = " ".join(signed_terms(terms[k : k + _TERMS_PER_LINE]))
                lines.append(r"\qquad " + (f"+ {text}" if k and not text.startswith("-") else text))
    return "\\begin{aligned}\n& " + " \\\\\n& ".join(lines) + "\n\\end{aligned}"


def _abbreviate(text: str) -> str:
    for letter, long in SHORT.items():
        for inner in (long, re.sub(r"_c\b", "_{c'}", long.replace("{c=1}", "{c'=1}"))):
            # a client's own covariance has an index, the average has none
            text = re.sub(rf"\\left\({re.escape(inner)}\\right\)|{re.escape(inner)}(?!_)", letter, text)
    return text


def tensor_latex(diagram: Diagram, point: str = AT_OPTIMUM) -> str:
    """The tensor of one diagram; `sym` averages over its legs where they are not equal already."""
    shared = {block for block, members in diagram.blocks.items() if len(members) > 1}
    text = _Printer(diagram, shared, point).word(word(diagram), {}).replace(r"\mathbf{A} \mathcal", r"\mathbf{A}\mathcal")
    return text if is_symmetric(diagram) else rf"\operatorname{{sym}}\left[{text}\right]"


def is_symmetric(diagram: Diagram) -> bool:
    """Return whether the tensor is symmetric in its one or two open legs without symmetrisation."""
    out = diagram.out
    # a marked leg distinguishes the two legs
    marked = {canonical_form(diagram._replace(out=out[:k] + out[k + 1 :], start=(out[k],))) for k in range(len(out))}
    return len(marked) == 1


class _Printer:
    def __init__(self, diagram: Diagram, shared: set[int], point: str) -> None:
        self.sizes = {block: len(diagram.blocks[block]) for block in shared}
        self.point = point

    def word(self, items: Word, indices: dict[int, str]) -> str:
        """Print a word; `indices` are the summation indices of blocks by the sums around it."""
        parts: list[str] = []
        for place, item in enumerate(items):
            for block in self._sums_beginning(item, indices):
                name = "c" + "'" * len(indices)
                indices = indices | {block: name}
                parts.append(_SUM % name)
            if isinstance(item, Product):
                parts.append(self._product(item, indices, bool(parts)))
            elif isinstance(item, Layer) and item.made == item.taken == 1 and item.left + item.right:
                return " ".join([*parts, self._row(items[place:], indices)])
            elif isinstance(item, Layer):
                parts.append(_with_identities(item.left, self._tensor(item.node, indices), item.right))
                if item.taken and item.node.kind != INVERSE and len(item.node.legs) > 2 and not item.left + item.right:
                    return " ".join([*parts, rf"\left[{self.word(items[place + 1 :], indices)}\right]"])
            else:
                parts.append(_with_identities(item.left, r"\mathrm{P}", item.right))
        return " ".join(parts)

    def _row(self, items: Word, indices: dict[int, str]) -> str:
        """Print a word that begins with matrices on single strands: consecutive ones share one row."""
        columns: list[list[str]] = []
        for place, item in enumerate(items):
            if not isinstance(item, Layer) or item.made != 1 or item.taken != 1 or (place and self._sums_beginning(item, indices)):
                break
            columns = columns or [[] for _ in range(item.left + 1 + item.right)]
            columns[item.left].append(self._tensor(item.node, indices))
        row = r" \otimes ".join(" ".join(column) or r"\mathrm{Id}" for column in columns)
        rest = items[sum(map(len, columns)) :]
        following = self._product(rest[0], indices, True) if isinstance(rest[0], Product) else self.word(rest, indices)
        return rf"\left({row}\right) {following}"

    def _sums_beginning(self, item: Layer | Crossing | Product, indices: dict[int, str]) -> list[int]:
        """Shared blocks whose sum begins before this item: those in it that no single factor of a product contains entirely."""
        if isinstance(item, Layer):
            here = {item.node.block}
        elif isinstance(item, Product):
            counts = [_block_counts(factor) for factor, _ in item.factors]
            here = {b for count in counts for b in count if b in self.sizes and count[b] < self.sizes[b]}
        else:
            here = set()
        return sorted(b for b in here if b in self.sizes and b not in indices)

    def _product(self, item: Product, indices: dict[int, str], inside: bool) -> str:
        """Print a tensor product; `inside`: an operator acts on it from the left, so that it needs brackets."""
        texts = [self.word(factor, indices) for factor, _ in item.factors]
        if len(set(texts)) == 1:
            return rf"\left({texts[0]}\right)^{{\otimes {len(texts)}}}"
        row = r" \otimes ".join(rf"\left({text}\right)" if r"\sum" in text else text for text in texts)
        return rf"\left({row}\right)" if inside else row

    def _tensor(self, node: Node, indices: dict[int, str]) -> str:
        if node.kind == INVERSE:
            strands = len(node.strands)
            return rf"\nabla^2 f{self.point}^{{-1}}" if strands == 1 else r"\mathbf{A}" if strands == 2 else rf"\mathbf{{A}}_{{{strands}}}"
        client = indices.get(node.block, "")
        client = f"_{{{client}}}" if len(client) > 1 else f"_{client}" if client else ""
        times = len(node.legs) if node.kind == DERIVATIVE else len(node.legs) - node.kind
        letter = "f" if node.kind == DERIVATIVE else cumulant_tex(node.kind)
        return f"{nabla(times)}{letter}{client}{self.point}"


def _with_identities(left: int, text: str, right: int) -> str:
    if not left + right:
        return text
    row = r" \otimes ".join([r"\mathrm{Id}"] * left + [text] + [r"\mathrm{Id}"] * right)
    return rf"\left({row}\right)"


def _block_counts(items: Word) -> Counter[int]:
    """The number of nodes of every block in a word."""
    found: Counter[int] = Counter()
    for item in items:
        if isinstance(item, Layer):
            found[item.node.block] += 1
        elif isinstance(item, Product):
            for factor, _ in item.factors:
                found += _block_counts(factor)
    return found
