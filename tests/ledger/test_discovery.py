"""Claims are found by importing, and a ledger that contradicts itself is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from symfed.core.errors import SymfedError
from symfed.core.source import sources
from symfed.ledger import discover
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
