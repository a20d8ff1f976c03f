"""Words, TeX and pictures of diagrams: a word can be read back, and the printed forms hold what the diagrams hold."""

from __future__ import annotations

import re
from itertools import count
from xml.etree import ElementTree

import pytest

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.tensors.diagrams.diagram import DERIVATIVE, INVERSE, Diagram, Node, canonical_form
from symfed.tensors.diagrams.form import RANKS, TensorForm, tensor_form
from symfed.tensors.diagrams.latex import SHORT, Crossing, Layer, Product, Word, grouped_latex, is_symmetric, latex, tensor_latex, word
from symfed.tensors.diagrams.picture import picture

FORMS = {quantity: tensor_form("fedavg", quantity, 2) for quantity in RANKS}
TERMS = [term for form in FORMS.values() for term in form]


def read(items: Word, top: int) -> Diagram:
    """The diagram that a word stands for, from the shapes and the order of its parts alone."""
    fresh, nodes = count(top), []

    def below(rest: Word, row: list[int]) -> None:
        for item in rest:
            if isinstance(item, Product):
                for factor, strands in item.factors:
                    below(factor, row[:strands])
                    row = row[strands:]
            elif isinstance(item, Crossing):
                k = item.left
                row = [*row[:k], row[k + 1], row[k], *row[k + 2 :]]
            else:
                own = row[item.left : len(row) - item.right]
                taken = [next(fresh) for _ in range(item.taken)]
                assert len(own) == item.made
                nodes.append(Node(item.node.kind, (*own, *taken), item.node.block))
                row = [*row[: item.left], *taken, *row[len(row) - item.right :]]
        assert rest

    below(items, list(range(top)))
    return canonical_form(Diagram(tuple(nodes), out=tuple(range(top))))


@pytest.mark.parametrize("quantity", FORMS)
def test_words_can_be_read_back(quantity: str) -> None:
    for term in FORMS[quantity]:
        assert read(word(term.diagram), len(term.diagram.out)) == term.diagram


def test_words_cross_strands_only_where_they_must() -> None:
    def crossings(items: Word) -> int:
        inner = [crossings(factor) for item in items if isinstance(item, Product) for factor, _ in item.factors]
        return sum(isinstance(item, Crossing) for item in items) + sum(inner)

    assert sorted(crossings(word(term.diagram)) for term in TERMS)[-3:] == [0, 1, 1]


def test_first_order_is_printed_as_the_sources_do() -> None:
    at, hessian = r"(\theta^\star)", r"\nabla^2 f(\theta^\star)^{-1}"
    drift, noise = tensor_form("fedavg", "bias", 1)
    (covariance,) = tensor_form("fedavg", "second_moment", 1)
    assert tensor_latex(drift.diagram) == rf"{hessian} \frac{{1}}{{N}} \sum_{{c=1}}^{{N}} \nabla^2 f_c{at} \nabla f_c{at}"
    assert tensor_latex(noise.diagram) == rf"{hessian} \nabla^3 f{at} \left[\mathbf{{A}}\mathcal{{C}}{at}\right]"
    assert tensor_latex(covariance.diagram) == rf"\mathbf{{A}}\mathcal{{C}}{at}"


@pytest.mark.parametrize("term", TERMS, ids=lambda term: tensor_latex(term.diagram, ""))
def test_every_tensor_is_printed_with_all_its_nodes(term: object) -> None:
    text, nodes = tensor_latex(term.diagram, "@"), term.diagram.nodes
    squared = text.count(r"^{\otimes 2}")
    tensors = [node for node in nodes if node.kind != INVERSE or len(node.legs) == 2]
    printed = text.count("@")
    assert printed == len(tensors) if not squared else printed < len(tensors)
    assert text.count(r"\left") == text.count(r"\right")
    assert text.count("{") == text.count("}")
    shared = sum(len(members) > 1 for members in term.diagram.blocks.values())
    assert text.count(r"\sum") == shared if not squared else text.count(r"\sum") <= shared
    assert (r"\operatorname{sym}" in text) != is_symmetric(term.diagram)


def test_a_sum_within_a_sum_has_another_index() -> None:
    inner = r"\left(\nabla^2 f^{-1} \frac{1}{N} \sum_{c'=1}^{N} \nabla^2 f_{c'} \nabla f_{c'}\right)"
    assert rf"\sum_{{c=1}}^{{N}} \nabla^3 f_c \left[\nabla f_c \otimes {inner}\right]" in latex(FORMS["bias"], "")


def test_texts_are_distinct() -> None:
    texts = [tensor_latex(term.diagram) for form in FORMS.values() for term in form]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("quantity", FORMS)
def test_forms_are_printed_whole_and_by_groups(quantity: str) -> None:
    form = FORMS[quantity]
    assert latex(form).count(r"\,") == len(form)
    grouped = grouped_latex(form)
    assert grouped.count(r"\,") == len(form)
    assert grouped.count(":}") == sum(len(form.at_power(power).groups()) for power in (1, 2))
    assert latex(TensorForm("bias", 1, ())) == "0"


def test_abbreviations_stand_for_what_they_say() -> None:
    grouped = grouped_latex(FORMS["bias"])
    assert r"\frac{H - 1}{2} \, u" in grouped
    assert r"- \frac{1}{2 N} \, w" in grouped
    assert r"- \frac{\left(H - 1\right)^{2}}{8} \, \nabla^2 f^{-1} \nabla^3 f \left[u^{\otimes 2}\right]" in grouped
    assert r"\nabla^3 f_c \left[\nabla f_c \otimes u\right]" in grouped
    assert r"\nabla^3 f_c \left[\mathcal{C}_c\right]" in grouped
    body = grouped.split(r"\\", 1)[1]
    assert not any(text in body for text in SHORT.values())


def test_formulas_print_the_form_above_dimension_one_up_to_second_order() -> None:
    rows = sf.expand("fedavg", "bias", 2, dim=3).latex().splitlines()[1:-1]
    assert " ".join(re.sub(r"^& (\\quad )?| \\\\$", "", row) for row in rows) == latex(FORMS["bias"])
    assert "langle" in sf.expand("fedavg", "bias", 2).latex()
    with pytest.raises(InvalidInput, match=r"^dim = 2: tensors are written to order 2, and not to order 3"):
        sf.expand("fedavg", "bias", 3, dim=2)


@pytest.mark.parametrize("what", [*FORMS.values(), TERMS[3]], ids=["bias", "second moment", "one term"])
def test_pictures_draw_every_node_every_bar_and_every_shared_client(what: object) -> None:
    root = ElementTree.fromstring(picture(what))
    drawn = [element.get("class") for element in root.iter() if element.get("class")]
    terms = list(what) if isinstance(what, TensorForm) else [what]
    nodes = [node for term in terms for node in term.diagram.nodes]
    assert drawn.count("inverse") == sum(node.kind == INVERSE for node in nodes)
    assert drawn.count("derivative") == sum(node.kind == DERIVATIVE for node in nodes)
    assert drawn.count("noise") == sum(node.kind > DERIVATIVE for node in nodes)
    assert drawn.count("value") == sum(len(term.diagram.out) for term in terms)
    assert drawn.count("client") == sum(len(members) > 1 for term in terms for members in term.diagram.blocks.values())


def seen(svg: str) -> Diagram:
    """The diagram of one picture, by what touches what, every node in a block of its own."""
    root = ElementTree.fromstring(svg)

    def of(name: str) -> list[ElementTree.Element]:
        return [element for element in root.iter() if element.get("class") == name]

    def at(element: ElementTree.Element, *names: str) -> tuple[float, ...]:
        return tuple(float(element.get(name, "nan")) for name in names)

    paths = [e.get("d", "").replace("M", "").replace("C", "").split() for e in root.iter() if e.tag.endswith("path") and not e.get("class")]
    pieces = [((float(p[0]), float(p[1])), (float(p[-2]), float(p[-1]))) for p in paths]
    derivatives = {at(e, "cx", "cy") for e in of("derivative")}
    noises = {tuple(float(c) for c in (e.get("points", "").split()[k].split(",")[k] for k in (0, 1))): e for e in of("noise")}
    bars = [at(e, "x", "y", "width", "height") for e in of("inverse")]
    crossed = [[p for p in {low for _, low in pieces} if p[1] == y + h / 2 and x <= p[0] <= x + w] for x, y, w, h in bars]
    stops = derivatives | noises.keys() | {p for bar in crossed for p in bar}
    edge: dict[int, int] = {}
    for k, (high, _) in enumerate(pieces):  # pieces that meet where nothing stands are one edge
        above = [j for j, (_, low) in enumerate(pieces) if low == high and high not in stops]
        edge[k] = edge[above[0]] if above else k
    into = {p: [edge[k] for k, (_, low) in enumerate(pieces) if low == p] for p in stops}
    from_ = {p: [edge[k] for k, (high, _) in enumerate(pieces) if high == p] for p in stops}
    nodes = [Node(DERIVATIVE, (*into[p], *from_[p]), 0) for p in sorted(derivatives)]
    nodes += [Node(len(into[p]), (*into[p], *from_[p]), 0) for p in sorted(noises)]
    nodes += [Node(INVERSE, tuple(into[p][0] for p in bar) + tuple(from_[p][0] for p in bar)) for bar in crossed]
    top = {at(e, "cx", "cy") for e in of("value")}
    return apart(Diagram(tuple(nodes), out=tuple(edge[k] for k, (high, _) in enumerate(pieces) if high in top)))


def apart(diagram: Diagram) -> Diagram:
    nodes = [node if node.kind == INVERSE else node._replace(block=k) for k, node in enumerate(diagram.nodes)]
    return canonical_form(diagram._replace(nodes=tuple(nodes)))


@pytest.mark.parametrize("quantity", FORMS)
def test_a_picture_shows_its_diagram(quantity: str) -> None:
    for term in FORMS[quantity]:
        assert seen(picture(term)) == apart(term.diagram)


def test_pictures_keep_nodes_apart() -> None:
    for term in TERMS:
        root = ElementTree.fromstring(picture(term))
        circles = [e for e in root.iter() if e.get("class") == "derivative"]
        places = [(float(e.get("cx", "")), float(e.get("cy", ""))) for e in circles]
        for k, (x, y) in enumerate(places):
            assert all(abs(x - u) + abs(y - v) > 22 for u, v in places[:k])  # two radii


def test_layers_say_how_many_strands_they_make_and_take() -> None:
    for term in TERMS:
        for item in word(term.diagram):
            if isinstance(item, Layer):
                assert item.made + item.taken == len(item.node.legs)
