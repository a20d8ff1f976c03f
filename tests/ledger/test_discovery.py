"""Claims are found by importing, and a ledger that contradicts itself is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from symfed.core.errors import SymfedError
from symfed.core.source import sources
from symfed.ledger import Claims, discover, load, whole
from tests.ledger.conftest import MakePackage


def test_claims_are_found_in_every_module_and_sorted(package: MakePackage) -> None:
    name = package(later='b = claim("b", uses=("a",))\n', earlier='c, a = claim("c"), claim("a")\nnothing = 3\n')
    assert list(discover(name)) == ["a", "b", "c"]


def test_claims_of_nested_packages_are_found(package: MakePackage, tmp_path: Path) -> None:
    name = package(top='a = claim("a")\n')
    inner = tmp_path / name / "inner"
    inner.mkdir()
    (inner / "__init__.py").write_text("")
    (inner / "deep.py").write_text('from tests.ledger.helpers import claim\n\nz = claim("z")\n')
    assert list(discover(name)) == ["a", "z"]


def test_a_claim_that_two_modules_name_is_one_claim(package: MakePackage) -> None:
    name = package(one='a = claim("a")\n')
    again = package(two=f'from {name}.one import a\nfrom {name} import one\nb = claim("b", uses=("a",))\n')
    assert list(discover(again)) == ["a", "b"]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ('a = claim("a")\nb = claim("a")\n', "claim id a is used twice"),
        ('a = claim("a", uses=("gone",))\n', "claim a refers to gone, which does not exist"),
        ('a = claim("a", corrected="gone")\n', "claim a refers to gone, which does not exist"),
        ('a = claim("a", see=("gone",))\n', "claim a refers to gone, which does not exist"),
        ('a = claim("a", restates="gone")\n', "claim a refers to gone, which does not exist"),
        ('a = claim("a", differs={"gone": ""})\n', "claim a refers to gone, which does not exist"),
        ('a = claim("a")\nb = claim("b", differs={"a": ""})\n', "claim b differs from a, but aistats is no other version of aistats"),
        ('a = claim("a")\nb = claim("b", restates="a")\nc = claim("c", restates="b")\n', "claim c restates b, which restates another one"),
        ('a = claim("a", uses=("b",))\nb = claim("b", uses=("c",))\nc = claim("c", uses=("a",))\n', "in a circle: .*a -> b"),
        ('a = claim("a", uses=("a",))\n', "in a circle: a"),
    ],
    ids=[
        "the same id twice",
        "a use that dangles",
        "a correction that dangles",
        "a relation that dangles",
        "a repetition that dangles",
        "a difference that dangles",
        "a difference from no version",
        "a repetition of one",
        "a circle",
        "a claim that uses itself",
    ],
)
def test_a_ledger_that_contradicts_itself_is_refused(package: MakePackage, body: str, complaint: str) -> None:
    with pytest.raises(SymfedError, match=complaint):
        discover(package(claims=body))


def test_the_second_place_of_an_id_is_named(package: MakePackage) -> None:
    name = package(first='a = claim("a")\n', second='a = claim("a")\n')
    with pytest.raises(SymfedError, match=rf"second time in {name}\.second"):
        discover(name)


def test_a_module_that_cannot_be_imported_is_not_passed_over(package: MakePackage) -> None:
    with pytest.raises(ZeroDivisionError):
        discover(package(good='a = claim("a")\n', bad="1 / 0\n"))


def test_one_claim_is_found_without_importing_the_others(package: MakePackage) -> None:
    name = package(
        first='a = claim("a", see=("b",))\n', second='b = claim("b")\n', third='c = claim("c", uses=("b",))\n', bad='"a b"; 1 / 0\n'
    )
    claims = Claims(name)
    assert "nowhere" not in claims
    assert name not in sys.modules
    assert claims["a"].see == ("b",)
    assert {module for module in sys.modules if module.startswith(name)} == {name, f"{name}.first"}
    assert claims["c"].uses == ("b",)
    assert f"{name}.bad" not in sys.modules
    with pytest.raises(KeyError):
        claims["nowhere"]


def test_a_claim_is_the_same_however_it_is_found(package: MakePackage) -> None:
    name = package(other='from symfed.core.claim import Claim\na = claim("a", see=("b",))\n', made='b = claim("b")\n')
    claims = Claims(name)
    assert claims["b"] is discover(name)["b"]
    assert list(claims) == ["a", "b"]
    assert len(claims) == 2


def test_an_id_that_is_computed_is_refused(package: MakePackage) -> None:
    with pytest.raises(SymfedError, match=r"claim id a-1 is computed: write it out"):
        discover(package(claims='a = claim("a-" + str(1))\n'))


def test_every_claim_of_the_ledger_is_found_by_its_id() -> None:
    claims, known = Claims(), discover()
    assert all(claims[claim_id] is claim for claim_id, claim in known.items())
    # the first module that is looked into makes the claim, save where a helper of a claim file makes it
    assert len(known.keys() - claims.names) <= len(known) // 50


def test_rows_are_shown_whole_where_a_helper_makes_their_claims() -> None:
    assert all("printed" in whole(row, proof=False)["page"] for row in load())


OWN = 'from symfed.core.source import Source\n\nSOURCE = Source("notes", "Notes on a method", "A. Author", "lecture", 2026)\n'
NOTED = 'a = claim("a", printed=Printed("notes", "p. 1", "x"))\n'


def test_a_folder_of_claims_declares_sources_of_its_own(package: MakePackage, tmp_path: Path) -> None:
    name = package(a=NOTED)
    (tmp_path / name / "notes").mkdir()
    (tmp_path / name / "notes" / "__init__.py").write_text(OWN)
    assert sources(name)["notes"].title == "Notes on a method"
    assert sources() == {key: source for key, source in sources(name).items() if key != "notes"}
    assert list(discover(name)) == ["a"]


def test_a_package_may_declare_its_source_itself(package: MakePackage, tmp_path: Path) -> None:
    name = package(a=NOTED)
    (tmp_path / name / "__init__.py").write_text(OWN)
    assert list(discover(name)) == ["a"]


def test_a_claim_of_a_source_that_nobody_declares_is_refused(package: MakePackage) -> None:
    with pytest.raises(SymfedError, match=r"claim a is printed in 'notes', which no folder declares \(there are aistats, "):
        discover(package(a=NOTED))


def test_a_key_that_two_sources_bear_is_refused(package: MakePackage, tmp_path: Path) -> None:
    name = package(a=NOTED)
    (tmp_path / name / "__init__.py").write_text(OWN.replace("notes", "aistats"))
    with pytest.raises(SymfedError, match=f"source aistats is declared twice .second time in {name}"):
        sources(name)
