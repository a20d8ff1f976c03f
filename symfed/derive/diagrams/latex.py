"""The tensor form in TeX: operators applied one after another, with a sum over clients where a client meets itself.

Bold A is the sources' inverse of A⊗Id + Id⊗A, bold A_k that on k legs, A the mean Hessian; script C the noise covariance, its derivatives
taking directions in brackets; K^(k) a higher noise cumulant. P exchanges two legs, sym averages over the orders of the legs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import sympy as sp

from symfed.core import symbols as table
from symfed.derive.diagrams.diagram import DERIVATIVE, INVERSE, Diagram, Node, canonical
from symfed.derive.diagrams.form import TensorForm
from symfed.derive.diagrams.word import Crossing, Layer, Product, Word, word

AT_OPTIMUM = r"(\theta^\star)"
_SUM = r"\frac{1}{N} \sum_{%s=1}^{N}"


def latex(form: TensorForm, point: str = AT_OPTIMUM) -> str:
    """The form as one sum; `point` is written behind every derivative and cumulant, "" leaves it out."""
    return joined_sum([rf"{sp.latex(c * table.gamma**power)} \, {tensor_latex(diagram, point)}" for power, c, diagram in form])


#: What first order is made of, and second order again and again: the drift of the clients, the spread, and the drift that it causes.
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
            terms = [rf"{sp.latex(c)} \, {_shortened(tensor_latex(diagram, ''))}" for _, c, diagram in group]
            for k in range(0, len(terms), _TERMS_PER_LINE):
                text = joined_sum(terms[k : k + _TERMS_PER_LINE])
                lines.append(r"\qquad " + (f"+ {text}" if k and not text.startswith("-") else text))
    return "\\begin{aligned}\n& " + " \\\\\n& ".join(lines) + "\n\\end{aligned}"


def _shortened(text: str) -> str:
    for letter, long in SHORT.items():
        for inner in (long, re.sub(r"_c\b", "_{c'}", long.replace("{c=1}", "{c'=1}"))):
            # a client's own covariance has an index, the average has none
            text = re.sub(rf"\\left\({re.escape(inner)}\\right\)|{re.escape(inner)}(?!_)", letter, text)
    return text


def joined_sum(terms: Sequence[str]) -> str:
    """A sum in TeX of terms that may begin with a minus sign."""
    text = " ".join(f"- {term[1:].lstrip()}" if term.startswith("-") else f"+ {term}" for term in terms)
    return text.removeprefix("+ ") or "0"


def tensor_latex(diagram: Diagram, point: str = AT_OPTIMUM) -> str:
    """The tensor of one diagram; `sym` averages over its legs where they are not equal already."""
    shared = {block for block, members in diagram.blocks.items() if len(members) > 1}
    text = _Printer(diagram, shared, point).word(word(diagram), {}).replace(r"\mathbf{A} \mathcal", r"\mathbf{A}\mathcal")
    return text if is_symmetric(diagram) else rf"\operatorname{{sym}}\left[{text}\right]"


def is_symmetric(diagram: Diagram) -> bool:
    """Whether the tensor is symmetric in its one or two open legs without symmetrisation."""
    out = diagram.out
    # a marked leg tells the two legs apart
    marked = {canonical(diagram._replace(out=out[:k] + out[k + 1 :], start=(out[k],))) for k in range(len(out))}
    return len(marked) == 1


class _Printer:
    def __init__(self, diagram: Diagram, shared: set[int], point: str) -> None:
        self.sizes = {block: len(diagram.blocks[block]) for block in shared}
        self.point = point

    def word(self, items: Word, indices: dict[int, str]) -> str:
        """`indices` names the clients of the sums that the word stands in."""
        parts: list[str] = []
        for place, item in enumerate(items):
            for block in self._begun(item, indices):
                name = "c" + "'" * len(indices)
                indices = indices | {block: name}
                parts.append(_SUM % name)
            if isinstance(item, Product):
                parts.append(self._product(item, indices, bool(parts)))
            elif isinstance(item, Layer) and item.made == item.taken == 1 and item.left + item.right:
                return " ".join([*parts, self._row(items[place:], indices)])
            elif isinstance(item, Layer):
                parts.append(_between(item.left, self._tensor(item.node, indices), item.right))
                if item.taken and item.node.kind != INVERSE and len(item.node.legs) > 2 and not item.left + item.right:
                    return " ".join([*parts, rf"\left[{self.word(items[place + 1 :], indices)}\right]"])
            else:
                parts.append(_between(item.left, r"\mathrm{P}", item.right))
        return " ".join(parts)

    def _row(self, items: Word, indices: dict[int, str]) -> str:
        """A word that begins with matrices on single strands: those that follow one another share one row."""
        columns: list[list[str]] = []
        for place, item in enumerate(items):
            if not isinstance(item, Layer) or item.made != 1 or item.taken != 1 or (place and self._begun(item, indices)):
                break
            columns = columns or [[] for _ in range(item.left + 1 + item.right)]
            columns[item.left].append(self._tensor(item.node, indices))
        row = r" \otimes ".join(" ".join(column) or r"\mathrm{Id}" for column in columns)
        rest = items[sum(map(len, columns)) :]
        following = self._product(rest[0], indices, True) if isinstance(rest[0], Product) else self.word(rest, indices)
        return rf"\left({row}\right) {following}"

    def _begun(self, item: Layer | Crossing | Product, indices: dict[int, str]) -> list[int]:
        """Shared blocks whose sum begins before this item: those in it that no single factor of a product holds whole."""
        if isinstance(item, Layer):
            here = {item.node.block}
        elif isinstance(item, Product):
            counts = [_blocks(factor) for factor, _ in item.factors]
            here = {b for count in counts for b in count if b in self.sizes and count[b] < self.sizes[b]}
        else:
            here = set()
        return sorted(b for b in here if b in self.sizes and b not in indices)

    def _product(self, item: Product, indices: dict[int, str], inside: bool) -> str:
        """`inside`: something acts on it from the left, so that it needs brackets."""
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
        nabla = rf"\nabla^{times} " if times > 1 else r"\nabla " if times else ""
        letter = "f" if node.kind == DERIVATIVE else r"\mathcal{C}" if node.kind == 2 else rf"\mathcal{{K}}^{{({node.kind})}}"
        return f"{nabla}{letter}{client}{self.point}"


def _between(left: int, text: str, right: int) -> str:
    if not left + right:
        return text
    row = r" \otimes ".join([r"\mathrm{Id}"] * left + [text] + [r"\mathrm{Id}"] * right)
    return rf"\left({row}\right)"


def _blocks(items: Word) -> Counter[int]:
    """How many nodes of every block a word holds."""
    found: Counter[int] = Counter()
    for item in items:
        if isinstance(item, Layer):
            found[item.node.block] += 1
        elif isinstance(item, Product):
            for factor, _ in item.factors:
                found += _blocks(factor)
    return found
