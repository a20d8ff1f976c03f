"""Reading the report: search, filters, links, addresses, copies, the graph; by mouse and by keyboard."""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from symfed.ledger import load
from symfed.report.search import find
from symfed.report.snippet import snippet
from tests.browser.reader import Reader

ROWS = load()
BY_ID = {row["id"]: row for row in ROWS}
REFUTED = next(row for row in ROWS if row["verdict"] == "REFUTED" and "evaluate" in snippet(row))
#: A claim with a premise.
RESTING = next(row for row in ROWS if row["uses"] and row["uses"][0] in BY_ID)


@pytest.mark.parametrize("typed", ["Theorem 2", "thm2", "table 1", "hal eq. (9)", "scaffold VARIANCE", "refuted theorem", "no such words"])
def test_the_page_finds_what_the_command_line_finds(reader: Reader, typed: str) -> None:
    reader.open("index.html")
    reader.one("input[type=search]").send_keys(typed)
    found = [row["id"] for row in find(ROWS, typed)]
    assert sorted(reader.shown) == sorted(found)
    assert reader.one("output").text == f"{len(found)} of {len(ROWS)} claims shown"
    assert [heading.text != "" for heading in reader.all("section:not([hidden]) > h2")] == [True] * len({BY_ID[x]["source"] for x in found})


def test_filters_go_together_and_the_address_keeps_them_on_the_way_back(reader: Reader) -> None:
    reader.open("index.html")
    reader.one("input[type=search]").send_keys("theorem 4")
    Select(reader.one("[name=verdict]")).select_by_value("IMPRECISE")
    Select(reader.one("[name=source]")).select_by_visible_text("aistats")
    shown = reader.shown
    assert shown == [row["id"] for row in find(ROWS, "theorem 4") if row["verdict"] == "IMPRECISE" and row["source"] == "aistats"]
    reader.one(f"[id='{shown[0]}'] a").click()
    assert reader.page == f"claims/{shown[0]}.html"
    reader.driver.back()
    assert reader.one("input[type=search]").get_attribute("value") == "theorem 4"
    assert reader.shown == shown
    reader.one("button[type=reset]").click()
    WebDriverWait(reader.driver, 10).until(lambda _: len(reader.shown) == len(ROWS))
    assert reader.page == "index.html"


def test_a_count_shows_the_claims_that_it_counts(reader: Reader) -> None:
    reader.open("index.html")
    reader.one(".counts .s-REFUTED a").click()
    assert set(reader.shown) == {row["id"] for row in ROWS if row["verdict"] == "REFUTED"}


def test_both_addresses_of_a_claim_lead_to_it_and_to_each_other(reader: Reader) -> None:
    reader.open(f"index.html#{RESTING['id']}")
    WebDriverWait(reader.driver, 10).until(lambda _: reader.focus.text == RESTING["id"])
    assert reader.focus.is_displayed()
    top = reader.run("return document.activeElement.getBoundingClientRect().top / innerHeight")
    assert 0 <= top < 1, "the claim is in sight"
    reader.focus.click()
    assert reader.one("h1").text == RESTING["id"]
    reader.one(f"a[href='../index.html#{RESTING['id']}']").click()
    assert reader.page == f"index.html#{RESTING['id']}"
    reader.open(f"index.html?text=no+such+words#{RESTING['id']}")
    # a link to a claim that is filtered away shows it
    WebDriverWait(reader.driver, 10).until(lambda _: RESTING["id"] in reader.shown)


def test_premises_and_users_are_walked_from_page_to_page(reader: Reader) -> None:
    reader.open(f"claims/{RESTING['id']}.html")
    premise = RESTING["uses"][0]
    reader.one(f".around a[href$='/{premise}.html']").click()
    assert reader.one("h1").text == premise
    reader.one(f".around a[href$='/{RESTING['id']}.html']").click()
    assert reader.one("h1").text == RESTING["id"]


def test_the_lines_of_python_are_copied_whole(reader: Reader) -> None:
    reader.open(f"claims/{REFUTED['id']}.html")
    button = reader.one(".witness .copy")
    assert button.accessible_name == "Copy lines of Python"
    button.click()
    WebDriverWait(reader.driver, 10).until(lambda _: button.text == "Copied")
    assert reader.one("[role=status].unseen").get_attribute("textContent") == "Copied lines of Python."
    reader.run("document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' }))")
    reader.one("#paste").send_keys(Keys.CONTROL + "v")
    assert reader.one("#paste").get_attribute("value") == snippet(REFUTED)


def test_a_formula_is_found_and_copied(reader: Reader) -> None:
    reader.open("formulas.html")
    reader.driver.find_element(By.LINK_TEXT, "fedavg_bias").click()
    assert reader.all("math")
    assert [button.accessible_name for button in reader.all(".copy")] == [
        "Copy lines of Python",
        "Copy LaTeX",
        "Copy Python",
        "Copy C",
        "Copy Julia",
    ]
    reader.one("a[href='../claims/aistats-thm4-bias.html']").click()
    reader.one("a[href='../formulas/fedavg_bias.html']").click()
    assert reader.page == "formulas/fedavg_bias.html"


def test_the_graph_tells_a_correction_from_a_premise(reader: Reader) -> None:
    refuted = next(row for row in ROWS if row["corrected"] in BY_ID and not row["uses"])
    reader.open(f"claims_graph.html#{refuted['id']}")
    assert f"Corrected by {refuted['corrected']}." in reader.one("output").text
    assert "Rests on" not in reader.one("output").text
    reader.open(f"claims_graph.html#{refuted['corrected']}")
    assert re.search(rf"Corrects [^.]*{refuted['id']}", reader.one("output").text)


def test_arrow_keys_walk_the_graph(reader: Reader) -> None:
    premises = set(RESTING["uses"])
    reader.open(f"claims_graph.html#{RESTING['id']}")

    def here() -> str:
        return str(reader.focus.get_attribute("data-id"))

    assert here() == RESTING["id"]
    assert all(premise in reader.one("output").text for premise in premises)
    reader.press(Keys.ARROW_LEFT)
    first = here()
    assert first in premises
    inside = (
        "const box = document.activeElement.getBoundingClientRect(), frame = document.querySelector('.framed').getBoundingClientRect();"
    )
    assert reader.run(f"{inside} return box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top")
    reader.press(Keys.ARROW_RIGHT)
    assert first in BY_ID[here()]["uses"]
    stood = here()
    reader.press(Keys.ARROW_DOWN, Keys.ARROW_UP)
    assert here() == stood
    assert len(reader.all("svg a[tabindex='0']")) == 1, "one stop of the Tab key, not hundreds"
    reader.press(Keys.ENTER)
    assert reader.one("h1").text == stood


def test_a_claim_is_found_in_the_graph_by_its_name(reader: Reader) -> None:
    reader.open("claims_graph.html")
    reader.one("[name=claim]").send_keys(RESTING["id"], Keys.ENTER)
    assert reader.focus.get_attribute("data-id") == RESTING["id"]
    reader.open("claims_graph.html")
    reader.one("[name=claim]").send_keys("THM4-bias", Keys.ENTER)
    assert "thm4-bias" in str(reader.focus.get_attribute("data-id"))
    reader.open("claims_graph.html")
    reader.one("[name=claim]").send_keys("no such claim", Keys.ENTER)
    assert reader.one("output").text == "No claim has such a name."


def test_the_whole_way_goes_without_a_mouse(reader: Reader) -> None:
    reader.open("index.html")
    reader.press(Keys.TAB)
    assert reader.focus.text == "Skip to the content"
    assert reader.focus.is_displayed()
    reader.press(Keys.ENTER)
    for _ in range(20):
        reader.press(Keys.TAB)
        if reader.focus.get_attribute("type") == "search":
            break
    assert reader.focus.accessible_name == "Search"
    reader.press(RESTING["id"], Keys.ENTER)
    assert reader.focus.text in {row["id"] for row in find(ROWS, RESTING["id"])}
    reader.press(Keys.ENTER)
    assert reader.page.startswith("claims/")
    seen = set()
    for _ in range(60):
        reader.press(Keys.TAB)
        ring = reader.run("const style = getComputedStyle(document.activeElement); return style.outlineStyle + style.outlineWidth")
        assert ring not in ("none0px", "none3px"), f"where the focus is, one sees: {reader.focus.get_attribute('outerHTML')}"
        seen.add(reader.focus.get_attribute("href") or "")
        if "claims_graph.html#" in (reader.focus.get_attribute("href") or ""):
            break
    reader.press(Keys.ENTER)
    assert reader.page.startswith("claims_graph.html#")
    assert reader.focus.get_attribute("data-id") == reader.page.split("#")[1]


def test_what_is_wrong_with_theorem_2_is_answered_in_three_clicks(reader: Reader) -> None:
    """What is wrong, is it serious, can I see it, how do I cite it."""
    reader.open("index.html")
    line = next(row for row in reader.all("table.found tbody tr") if row.text.startswith("Theorem 2"))
    assert "sign of the bias" in line.text
    next(link for link in line.find_elements(By.TAG_NAME, "a") if "exact-bias" in str(link.get_attribute("href"))).click()
    wrong = reader.all(".lead")[1].text
    assert wrong.startswith("What is wrong (result affected): The sign of the bias")
    assert "do not feel it" in wrong
    assert "assert sides.refute" in reader.one(".witness .copyable").text
    assert "symfed show" in reader.one("[aria-labelledby=cite] .copyable").text
    assert len(reader.all("[aria-labelledby=read] math")) > 3
    assert not reader.one("[aria-labelledby=read] pre").is_displayed()
    reader.one(".site a[href$='errata.html']").click()
    assert reader.all(".claims a")
