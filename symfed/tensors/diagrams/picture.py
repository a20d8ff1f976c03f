"""Diagrams as pictures: the value on top, gradients and noise at the bottom, clients shaded, inverse Kronecker sums as bars."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape

import sympy as sp

from symfed.tensors.diagrams.diagram import DERIVATIVE, INVERSE, Node
from symfed.tensors.diagrams.form import DiagramTerm, TensorForm
from symfed.tensors.diagrams.latex import Crossing, Layer, Product, Word, word

_GAP, _ROW, _MARGIN, _CAPTION, _RADIUS = 36.0, 46.0, 26.0, 34.0, 11.0
_PER_LINE = 6
_SHADES = ("#4477aa", "#cc6677", "#228833", "#aa3377", "#ccbb44", "#66ccee")
_INK, _NOISE, _PAPER = "#222222", "#ee7733", "#ffffff"
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

Place = tuple[float, float]


def picture(what: TensorForm | DiagramTerm) -> str:
    """An SVG text of one term, or of all terms of a form with their coefficients.

    A disc is a derivative of a client's loss, a diamond a cumulant of its gradient noise (derivatives of it enter from below), a bar across
    k strands the inverse Kronecker sum on k legs. Tensors of one client are joined by a shade and averaged together; a tensor without
    shade is averaged by itself.
    """
    terms = [what] if isinstance(what, DiagramTerm) else list(what)
    cells = [_term_cell(term) for term in terms]
    rows = [cells[k : k + _PER_LINE] for k in range(0, len(cells), _PER_LINE)]
    parts, top, right = [], 0.0, 0.0
    for row in rows:
        left, height = 0.0, max(cell.height for cell in row)
        for cell in row:
            parts.append(f'<g transform="translate({left:g} {top:g})">{cell.svg(height)}</g>')
            left += cell.width
        top, right = top + height, max(right, left)
    style = 'font-family="serif" font-size="12" text-anchor="middle"'
    size = f'width="{right:g}" height="{top:g}" viewBox="0 0 {right:g} {top:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{"".join(parts)}</svg>'


@dataclass
class _Cell:
    """One drawn diagram with its caption."""

    caption: str
    width: float = 0.0
    height: float = 0.0
    strands: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    members: dict[int, list[Place]] = field(default_factory=dict)

    def svg(self, height: float) -> str:
        shared = [points for points in self.members.values() if len(points) > 1]
        shades = [_client_shade(points, _SHADES[k % len(_SHADES)]) for k, points in enumerate(shared)]
        text = f'<text x="{self.width / 2:g}" y="{height - 12:g}" fill="{_INK}">{escape(self.caption)}</text>'
        return "".join([*shades, *self.strands, *self.marks, text])

    def draw(self, items: Word, ends: list[Place], centre: float) -> None:
        """A word below the given ends of strands; rows go down, strands of a row are spread about the centre."""
        if not items:
            return
        item, level = items[0], max(y for _, y in ends) + _ROW
        self.height = max(self.height, level + _MARGIN + _CAPTION)
        if isinstance(item, Product):
            left = centre - _word_width(items) / 2
            for factor, strands in item.factors:
                self.draw(factor, ends[:strands], left + _word_width(factor) / 2)
                ends, left = ends[strands:], left + _word_width(factor)
        elif isinstance(item, Crossing):
            places = [(x, level) for x in _spread_positions(len(ends), centre)]
            k = item.left
            places[k], places[k + 1] = places[k + 1], places[k]
            self._strands(ends, places)
            places[k], places[k + 1] = places[k + 1], places[k]
            self.draw(items[1:], places, centre)
        else:
            self._layer(item, items[1:], ends, level, centre)

    def _layer(self, layer: Layer, rest: Word, ends: list[Place], level: float, centre: float) -> None:
        wide = max(layer.made, layer.taken)
        places = [(x, level) for x in _spread_positions(layer.left + wide + layer.right, centre)]
        left, own, right = places[: layer.left], places[layer.left : layer.left + wide], places[layer.left + wide :]
        at = sum(x for x, _ in own) / wide, level
        if layer.node.kind == INVERSE:
            self._strands(ends, places)
            self._bar(own)
            below = own
        else:
            self._strands(ends, [*left, *[at] * layer.made, *right])
            self._tensor(layer.node, at)
            below = [at] * layer.taken
        self.draw(rest, [*left, *below, *right], centre)

    def _strands(self, tops: list[Place], bottoms: list[Place]) -> None:
        for (x, y), (u, v) in zip(tops, bottoms, strict=True):
            middle = (y + v) / 2
            path = f"M{x:g} {y:g} C{x:g} {middle:g} {u:g} {middle:g} {u:g} {v:g}"
            self.strands.append(f'<path d="{path}" fill="none" stroke="{_INK}" stroke-width="1.3"/>')

    def _bar(self, places: list[Place]) -> None:
        left, right, level = min(x for x, _ in places) - 9, max(x for x, _ in places) + 9, places[0][1]
        box = f'x="{left:g}" y="{level - 3.5:g}" width="{right - left:g}" height="7" rx="2"'
        self.marks.append(f'<rect class="inverse" {box} fill="{_INK}"/>')

    def _tensor(self, node: Node, at: Place) -> None:
        x, y = at
        self.members.setdefault(node.block, []).append(at)
        if node.kind == DERIVATIVE:
            shape = f'<circle class="derivative" cx="{x:g}" cy="{y:g}" r="{_RADIUS:g}" fill="{_PAPER}" stroke="{_INK}"/>'
            label = "∇" + _superscript(len(node.legs))
        else:
            r = _RADIUS + 4
            corners = f"{x:g},{y - r:g} {x + r:g},{y:g} {x:g},{y + r:g} {x - r:g},{y:g}"
            shape = f'<polygon class="noise" points="{corners}" fill="{_NOISE}" stroke="{_INK}"/>'
            label = "C" if node.kind == 2 else "K" + str(node.kind).translate(_SUBSCRIPTS)
        self.marks.append(f'{shape}<text x="{x:g}" y="{y + 4:g}" font-size="11" fill="{_INK}">{label}</text>')


def _term_cell(term: DiagramTerm) -> _Cell:
    items = word(term.diagram)
    caption = _plain_coefficient(term)
    cell = _Cell(caption, width=max(_word_width(items) + 2 * _MARGIN, 7.0 * len(caption)))
    tops = [(x, _MARGIN / 2) for x in _spread_positions(len(term.diagram.out), cell.width / 2)]
    cell.marks = [f'<circle class="value" cx="{x:g}" cy="{y:g}" r="3" fill="{_PAPER}" stroke="{_INK}"/>' for x, y in tops]
    cell.draw(items, tops, cell.width / 2)
    return cell


def _plain_coefficient(term: DiagramTerm) -> str:
    """gamma^power times the coefficient in plain text."""
    number, per = sp.fraction(term.coefficient)
    text = str(number) if per == 1 else f"{number}/{per if per.is_Atom else f'({per})'}" if number.is_Number else str(term.coefficient)
    return f"{re.sub(r'[*][*]([0-9])', lambda m: _superscript(int(m[1])), text).replace('*', ' ')} γ{_superscript(term.power)}"


def _superscript(k: int) -> str:
    return str(k).translate(_POWERS) if k > 1 else ""


def _spread_positions(count: int, centre: float) -> list[float]:
    return [centre + (k - (count - 1) / 2) * _GAP for k in range(count)]


def _word_width(items: Word) -> float:
    """The width that a word needs."""
    rows = [_GAP]
    for item in items:
        if isinstance(item, Product):
            rows.append(sum(_word_width(factor) for factor, _ in item.factors))
        elif isinstance(item, Layer):
            rows.append(_GAP * (item.left + max(item.made, item.taken) + item.right))
        else:
            rows.append(_GAP * (item.left + 2 + item.right))
    return max(rows)


def _client_shade(points: list[Place], colour: str) -> str:
    """One rounded shape over tensors of one client, drawn through them from the top down."""
    path = "M" + " L".join(f"{x:g} {y:g}" for x, y in sorted(points, key=lambda point: point[::-1]))
    line = 'fill="none" stroke-width="34" stroke-linecap="round" stroke-linejoin="round" opacity="0.35"'
    return f'<path class="client" d="{path}" stroke="{colour}" {line}/>'
