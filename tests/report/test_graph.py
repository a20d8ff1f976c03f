"""The dependency graph: every claim once, edges from left to right, no overlap."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from symfed.core.verdict import Tier
from symfed.ledger.row import Row
from symfed.report.graph import dependency_graph
from symfed.report.layers import layered

SVG = "{http://www.w3.org/2000/svg}"
NAMES = st.sampled_from([f"n{k}" for k in range(12)])


def test_every_row_is_a_linked_titled_node_of_its_status(rows: list[Row]) -> None:
    svg = ET.fromstring(dependency_graph(rows, fully={"aistats-eq1"}))
    links = {link.get("href"): link for link in svg.iter(f"{SVG}a")}
    assert set(links) == {f"claims/{row.id}.html" for row in rows}
    node = links["claims/aistats-thm4.html"].find(f"{SVG}g")
    assert node is not None
    assert node.get("class") == "node s-CORRECTED"
    assert node.findtext(f"{SVG}title") == "aistats-thm4: ✘ refuted, ✎ corrected"
    assert len(list(links["claims/aistats-eq1.html"].iter(f"{SVG}rect"))) == 2
    assert len(list(links["claims/aistats-thm4.html"].iter(f"{SVG}rect"))) == 1


def test_edges_lead_from_what_is_used_and_from_the_corrected_statement(rows: list[Row]) -> None:
    svg = ET.fromstring(dependency_graph(rows))
    named = {link.get("data-id") for link in svg.iter(f"{SVG}a")}
    for path in svg.iter(f"{SVG}path"):
        assert {path.get("data-from"), path.get("data-to")} <= named
        assert path.findtext(f"{SVG}title") == f"{path.get('data-from')} → {path.get('data-to')}"
    edges = {(path.findtext(f"{SVG}title"), path.get("class")) for path in svg.iter(f"{SVG}path")}
    assert edges == {
        ("aistats-eq1 → aistats-thm1", "edge uses"),
        ("aistats-thm1 → aistats-thm4", "edge uses"),
        ("aistats-thm1 → symfed-thm4", "edge uses"),
        ("symfed-thm4 → aistats-thm4", "edge corrects"),
    }


def test_what_is_related_is_joined_by_a_dotted_line_once_and_moves_no_node(row: Callable[..., Row]) -> None:
    plain = [row("a"), row("b", uses=("a",)), row("c"), row("d")]
    related = [row("a", see=("b", "d")), row("b", uses=("a",), see=("gone",)), row("c", see=("d",)), row("d", see=("c", "d", "a"))]
    bare, joined = (ET.fromstring(dependency_graph(rows)) for rows in (plain, related))

    def lines(svg: ET.Element, kind: str) -> list[str | None]:
        return [path.findtext(f"{SVG}title") for path in svg.iter(f"{SVG}path") if path.get("class") == f"edge {kind}"]

    assert lines(joined, "see") == ["a – d", "c – d"]
    assert lines(joined, "uses") == lines(bare, "uses") == ["a → b"]
    assert [r.attrib for r in joined.iter(f"{SVG}rect")] == [r.attrib for r in bare.iter(f"{SVG}rect")]


def test_no_rows_no_graph_and_one_row_one_node(row: Callable[..., Row]) -> None:
    assert dependency_graph([]) == ""
    assert dependency_graph([row("only", Tier.OPEN)]).count("<a ") == 1


def test_a_name_is_escaped(row: Callable[..., Row]) -> None:
    svg = dependency_graph([row('a"><script>')])
    assert "<script>" not in svg
    ET.fromstring(svg)


@given(nodes=st.sets(NAMES), edges=st.sets(st.tuples(NAMES, NAMES)))
def test_layout_of_any_graph(nodes: set[str], edges: set[tuple[str, str]]) -> None:
    edges = {(a, b) for a, b in edges if a != b and a in nodes and b in nodes}
    layout = layered(nodes, edges)
    assert set(layout.place) == nodes
    assert len(set(layout.place.values())) == len(nodes), "two nodes in one place"
    assert set(layout.path) <= edges
    for (used, user), way in layout.path.items():
        assert [column for column, _ in way] == list(range(layout.place[used][0], layout.place[user][0] + 1))
        assert (way[0], way[-1]) == (layout.place[used], layout.place[user])
    assert layout == layered(sorted(nodes, reverse=True), sorted(edges, reverse=True))


def test_a_circle_is_drawn_without_the_edge_that_closes_it() -> None:
    layout = layered("ab", [("a", "b"), ("b", "a")])
    assert len(layout.path) == 1
