"""How the report looks: on a phone, in the dark, on paper, to a screen reader, and with seven hundred claims."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from symfed.ledger import load
from symfed.report.folder import write_report
from symfed.report.recorded import recorded
from tests.browser.reader import PHONE, Reader

TOP = ["index.html", "errata.html", "graph.html", "claims_graph.html", "formulas.html", "variants.html"]


def some_pages(report: Path) -> list[str]:
    """The pages of the top, all formulas, and of the claims the longest and every twentieth."""
    claims = sorted((report / "claims").iterdir(), key=lambda page: -page.stat().st_size)
    chosen = [*claims[:15], *claims[15::20], *sorted((report / "formulas").iterdir())]
    return [*TOP, *(page.relative_to(report).as_posix() for page in chosen)]


def test_nothing_is_wider_than_a_phone(reader: Reader, report: Path) -> None:
    reader.size(PHONE, mobile=True)
    for page in some_pages(report):
        reader.open(page)
        reader.run("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        wide, screen = reader.run("return [document.documentElement.scrollWidth, innerWidth]")
        assert wide <= screen == PHONE[0], page


def brightness(colour: str) -> float:
    """From 0, black, to 1, white, of `rgb(1, 2, 3)`."""
    return sum(float(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(",")) / 765


@pytest.mark.parametrize("page", [*TOP, "formulas/fedavg_bias.html", "claims/aistats-thm4-bias.html"])
def test_dark_is_dark_and_light_is_light(reader: Reader, page: str) -> None:
    reader.open(page)
    for scheme, ground, text in (("light", (0.9, 1), (0, 0.3)), ("dark", (0, 0.2), (0.7, 1))):
        reader.media(prefers_color_scheme=scheme)
        assert ground[0] <= brightness(reader.style("body", "backgroundColor")) <= ground[1]
        assert text[0] <= brightness(reader.style("body", "color")) <= text[1]


def test_what_nobody_needs_on_paper_is_not_printed(reader: Reader) -> None:
    reader.open("claims/aistats-thm4-bias.html")
    reader.media("print")
    assert {reader.style(selector, "display") for selector in (".site", ".copy", ".skip")} == {"none"}
    reader.open("index.html")
    assert reader.style(".filter", "display") == "none"


def test_nothing_moves_for_those_who_ask_for_that(reader: Reader) -> None:
    reader.open("claims_graph.html")
    durations = []
    for wish in ("no-preference", "reduce"):
        reader.media(prefers_reduced_motion=wish)
        durations.append(reader.style(".graph a", "transitionDuration"))
    assert durations == ["0.15s", "0s"]


@pytest.mark.parametrize("page", [*TOP, "formulas/fedavg_bias.html", "claims/aistats-thm4-bias.html", "claims/argo-noise-def.html"])
def test_whatever_can_be_used_has_a_name_for_a_screen_reader(reader: Reader, page: str) -> None:
    reader.open(page)
    nodes = [node for node in reader.command("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    roles: dict[str, list[str]] = {}
    for node in nodes:
        roles.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
    for role in ("link", "button", "searchbox", "combobox", "navigation", "search", "region", "form", "table"):
        assert role in ("table",) or "" not in roles.get(role, []), f"a {role} without a name"
    assert len(roles["main"]) == 1
    assert roles["navigation"][0] == "The report"
    levels = [int(heading.tag_name[1]) for heading in reader.all("h1, h2, h3")]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), "no level of headings is left out"


#: One keystroke in the search field, and the layout after it, many times over; milliseconds.
KEYSTROKES = """
const field = document.querySelector("input[type=search]");
const words = ["t", "th", "theorem 2", "bias", ""];
const started = performance.now();
for (let k = 0; k < 20; k += 1) {
  field.value = words[k % words.length];
  field.dispatchEvent(new Event("input", { bubbles: true }));
  document.body.getBoundingClientRect();
}
return (performance.now() - started) / 20;
"""
LOAD = "const [page] = performance.getEntriesByType('navigation'); return page.domContentLoadedEventEnd;"


def test_seven_hundred_claims_are_read_like_seventy(reader: Reader, tmp_path: Path) -> None:
    committed = load()
    rows = [recorded({**row, "id": f"{row['id']}-{k}"}) for k in range(2) for row in committed][:700]
    figures = {}
    for number in (70, 700):
        reader.folder = write_report(rows[:number], tmp_path / str(number)).parent
        loads, keystrokes = [], []
        for _ in range(5):
            reader.open("index.html")
            loads.append(float(reader.run(LOAD)))
            keystrokes.append(float(reader.run(KEYSTROKES)))
        assert len(reader.all(".claims > .claim")) == number
        figures[number] = (min(loads), min(keystrokes))
    print({number: f"load {load:.0f} ms, keystroke {keystroke:.1f} ms" for number, (load, keystroke) in figures.items()})
    # linear in the number of claims at the worst, with three times as much for what a busy machine adds
    for few, many in zip(figures[70], figures[700], strict=True):
        assert many <= 30 * few


def test_without_scripts_all_can_still_be_read(reader: Reader) -> None:
    reader.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        reader.open("index.html")
        assert not reader.one(".filter").is_displayed()
        assert len(reader.all(".claims > .claim")) == len(load())
        reader.one(".claims > .claim a").click()
        assert not reader.all(".copy")
        assert reader.one(".copyable pre").is_displayed()
        reader.one(".around .here a").click()
        assert len(reader.all("svg a")) == len(load())
    finally:
        reader.command("Emulation.setScriptExecutionDisabled", value=False)
