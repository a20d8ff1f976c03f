"""A fingerprint changes with every part of a claim that bears on its verdict, and with nothing else."""

from __future__ import annotations

import copy
import functools
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symfed.checks import CounterexampleSearch, SignCheck
from symfed.checks.variants import variants
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Class, Domain
from symfed.core.scope import ONE_DIMENSION
from symfed.core.symbols import L, gamma, mu
from symfed.core.verdict import Tier
from symfed.ledger import discover, load
from symfed.ledger.fingerprint import _behind, fingerprint
from symfed.ledger.judging import judge
from symfed.strategies import instances
from tests.ledger.helpers import Says, claim

#: All claims, in CPU time on a busy machine.
PIECES = 100


def twice(i: Any) -> Any:
    return 2 * i.gamma * i.L, 1


SEARCH = CounterexampleSearch(instances, sizes=((1, 1),), examples=7)
LEMMAS = (
    Lemma("sign", (gamma * L, sp.Integer(3)), (SignCheck(),), {"twice": (2 * gamma * L, sp.S.One)}, given=Domain((mu <= L,))),
    Lemma("runs", twice, (SEARCH,), {"half": lambda i: (i.gamma * i.L / 2, 1)}),
)
WHOLE = claim(
    "whole", None, lemmas=LEMMAS, under=Domain((gamma * L <= 1,), (Class("convex losses"),), {"L*gamma <= 1": "Theorem 1"}),
    follows=(InWords("as is seen"),), uses=("premise",), missing="convexity", corrected="right",
)  # fmt: skip


def first(**changes: Any) -> Any:
    return replace(WHOLE, lemmas=(replace(LEMMAS[0], **changes), LEMMAS[1]))


def second(**changes: Any) -> Any:
    return replace(WHOLE, lemmas=(LEMMAS[0], replace(LEMMAS[1], **changes)))


CHANGED = {
    "a constant of a lemma": lambda: first(statement=(gamma * L, sp.Integer(4))),
    "a letter of a lemma": lambda: first(statement=(gamma * mu, sp.Integer(3))),
    "a lemma's name": lambda: first(name="other"),
    "a lemma's hypothesis": lambda: first(given=Domain((mu <= 2 * L,))),
    "the conditions a lemma cites": lambda: first(assumes=Domain((gamma * L <= 1,))),
    "a lemma becomes a cross-check": lambda: first(crosscheck=True),
    "a wrong variant": lambda: first(wrong={"twice": (3 * gamma * L, sp.S.One)}),
    "the name of a wrong variant": lambda: first(wrong={"thrice": (2 * gamma * L, sp.S.One)}),
    "a wrong variant less": lambda: first(wrong={}),
    "a check less": lambda: first(checks=()),
    "a check more": lambda: first(checks=(SignCheck(), SignCheck())),
    "a check's number": lambda: second(checks=(replace(SEARCH, examples=8),)),
    "a check's sizes": lambda: second(checks=(replace(SEARCH, sizes=((1, 2),)),)),
    "a check's relation": lambda: second(checks=(replace(SEARCH, relation="<="),)),
    "a check's strategy": lambda: second(checks=(replace(SEARCH, strategy=lambda d, N: instances(d, N)),)),
    "a check's truth": lambda: second(checks=(replace(SEARCH, truth=lambda i: i.gamma),)),
    "another function": lambda: second(statement=lambda i: (3 * i.gamma * i.L, 1)),
    "the lemmas' order": lambda: replace(WHOLE, lemmas=LEMMAS[::-1]),
    "a condition's constant": lambda: replace(WHOLE, under=Domain((gamma * L <= 2,), WHOLE.under.classes)),
    "a condition dropped": lambda: replace(WHOLE, under=WHOLE.under.without(gamma * L <= 1)),
    "a class dropped": lambda: replace(WHOLE, under=WHOLE.under.without(Class("convex losses"))),
    "what a class says": lambda: replace(WHOLE, under=Domain((gamma * L <= 1,), (Class("strongly convex losses"),))),
    "how a class is recognised": lambda: replace(WHOLE, under=Domain((gamma * L <= 1,), (Class("convex losses", lambda i: True),))),
    "where a condition is printed": lambda: replace(WHOLE, under=replace(WHOLE.under, lines={"L*gamma <= 1": "Theorem 2"})),
    "a step": lambda: replace(WHOLE, follows=(InWords("as is proved"),)),
    "a premise": lambda: replace(WHOLE, uses=()),
    "the range": lambda: replace(WHOLE, ranges=ONE_DIMENSION),
    "missing words": lambda: replace(WHOLE, missing="smoothness"),
    "the corrected statement": lambda: replace(WHOLE, corrected="wrong"),
    "the expected tier": lambda: replace(WHOLE, expect=Tier.OPEN),
    "the printed text": lambda: replace(WHOLE, printed=replace(WHOLE.printed, tex="x")),
}


@pytest.mark.parametrize("what", CHANGED)
def test_it_changes_with(what: str) -> None:
    assert fingerprint(CHANGED[what]()) != fingerprint(WHOLE)


def test_it_does_not_change_with_what_no_verdict_rests_on() -> None:
    same = replace(WHOLE, id="other", says="Else.", see=("related",), printed=replace(WHOLE.printed, place="Section 5"))
    assert fingerprint(same) == fingerprint(WHOLE)
    assert len(fingerprint(WHOLE)) == 16


def test_no_two_of_these_changes_have_one_fingerprint() -> None:
    assert len({fingerprint(change()) for change in CHANGED.values()}) == len(CHANGED)


def test_every_variant_made_from_a_statement_has_its_own() -> None:
    made = [v.statement for statement in (twice, (gamma**2 * L, mu + 3)) for v in variants(statement)]
    assert len(made) > 10
    found = {fingerprint(claim("a", statement)) for statement in made}
    assert len(found) == len(made)


CLAIMS = """
from fractions import Fraction
from functools import lru_cache, partial

import claims_by_content.nearby as near
from claims_by_content.nearby import SHARED, deep
from symfed.core.verdict import Tier
from tests.ledger.helpers import Says, claim

FACTOR = 3
TABLE = {"one": Fraction(1, 2)}


def helper(i):
    return FACTOR * i.gamma


@lru_cache
def kept(i):
    return 4 * i


class Local:
    constant = 5


def closed(k):
    def inside(i):
        return k * i.gamma

    return inside


def statement(i, power=2):
    return helper(i), TABLE["one"] + deep(i) ** power + kept(1) + Local.constant + SHARED + near.beside(i)


def unused(i):
    return 13 * i


a = claim("a", statement, wrong={"sign": lambda i: -helper(i), "closed": closed(6), "partly": partial(closed, 7)})
"""
NEARBY = """
SHARED = 8


def deeper(i):
    return 9 * i


def deep(i):
    return deeper(i) + 10


def beside(i):
    return 11 * i


def unused(i):
    return 12 * i
"""

OfFiles = Callable[[str, str], str]


@pytest.fixture
def of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OfFiles:
    """The fingerprint of the claim of these two files, read anew."""

    def read(claims: str, nearby: str) -> str:
        folder = Path(tempfile.mkdtemp(dir=tmp_path))
        (folder / "claims_by_content").mkdir()
        for name, text in {"__init__": "", "claims": claims, "nearby": nearby}.items():
            (folder / "claims_by_content" / f"{name}.py").write_text(text)
        try:
            with monkeypatch.context() as patch:
                patch.syspath_prepend(str(folder))
                return fingerprint(discover("claims_by_content")["a"])
        finally:
            for module in [m for m in sys.modules if m.split(".")[0] == "claims_by_content"]:
                del sys.modules[module]
            _behind.cache_clear()

    return read


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("FACTOR = 3", "FACTOR = 2"),
        ("Fraction(1, 2)", "Fraction(1, 3)"),
        ("return FACTOR * i.gamma", "return FACTOR + i.gamma"),
        ("4 * i", "5 * i"),
        ("constant = 5", "constant = 6"),
        ("k * i.gamma", "k + i.gamma"),
        ("power=2", "power=3"),
        ("deep(i) **", "near.deeper(i) **"),
        ("lambda i: -helper(i)", "lambda i: helper(i)"),
        ("closed(6)", "closed(7)"),
        ("partial(closed, 7)", "partial(closed, 8)"),
        ("SHARED = 8", "SHARED = 9"),
        ("9 * i", "8 * i"),
        ("+ 10", "+ 11"),
        ("11 * i", "10 * i"),
    ],
)
def test_it_changes_with_the_text_of_what_is_called(of_files: OfFiles, old: str, new: str) -> None:
    assert of_files(CLAIMS.replace(old, new), NEARBY.replace(old, new)) != of_files(CLAIMS, NEARBY)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("12 * i", "1 * i"),
        ("13 * i", "1 * i"),
        ("\nFACTOR", "\n# a line more\n\n\nFACTOR"),
        ("SHARED, deep\n", "SHARED, deep, unused\n"),
        ("return 9 * i", "# said\n    return (9 * i)  # beside"),
        ("    return FACTOR", '    """Said\n       at length."""\n    return FACTOR'),
        ("constant = 5", '"""Said."""\n\n    constant = 0x5'),
        ('{"one": Fraction(1, 2)}', "{\n    'one': Fraction(\n        1,\n        2,\n    ),  # a half\n}"),
        ('wrong={"sign"', 'wrong={"sign" ""'),
        ("lambda i: -helper(i)", "(\n    lambda i: -helper(\n        i))"),
    ],
)
def test_it_does_not_change_with_what_is_not_called_nor_with_comments_and_layout(of_files: OfFiles, old: str, new: str) -> None:
    assert of_files(CLAIMS.replace(old, new), NEARBY.replace(old, new)) == of_files(CLAIMS, NEARBY)


def test_it_changes_with_a_lambda_and_not_with_the_other_one_in_its_line(of_files: OfFiles) -> None:
    beside = CLAIMS + "\npair = [lambda i: 1 * i, lambda i: 2 * i]\na = claim('a', pair[0])\n"
    beside = beside.replace('a = claim("a"', 'b = claim("b"')
    assert of_files(beside.replace("1 * i,", "3 * i,"), NEARBY) != of_files(beside, NEARBY)
    assert of_files(beside.replace("2 * i]", "3 * i]"), NEARBY) == of_files(beside, NEARBY)


@dataclass(frozen=True)
class Slotted:
    value: Any


class Hidden:
    __slots__ = ()


def test_what_only_an_address_tells_is_refused() -> None:
    with pytest.raises(TypeError, match="hold it in a dataclass"):
        fingerprint(claim("a", Slotted(Hidden())))


def test_values_of_every_kind_are_told_apart() -> None:
    values = [1, 1.0, True, "1", b"1", None, Fraction(1, 2), (1,), [1], {1}, {1: 2}, {2: 1}, sp.Integer(1), sp.Float(1), sp.Matrix([[1]]),
              sp.Matrix([[1, 2]]), gamma, sp.Symbol("gamma"), -gamma, gamma + L, gamma * L, sp.Le(gamma, L), sp.Lt(gamma, L), len, max,
              slice(1), slice(2), functools.partial(twice, 1), twice, Says, Tier.OPEN, Slotted(1), Slotted(2)]  # fmt: skip
    assert len({fingerprint(claim("a", Slotted(value))) for value in values}) == len(values)


def test_sums_and_sets_have_one_text_whatever_the_order() -> None:
    assert fingerprint(claim("a", gamma + L + mu)) == fingerprint(claim("a", mu + L + gamma))
    assert fingerprint(claim("a", Slotted({"x", "y"}))) == fingerprint(claim("a", Slotted({"y", "x"})))
    assert fingerprint(claim("a", sp.Dummy("c") * gamma)) == fingerprint(claim("a", sp.Dummy("c") * gamma))


def test_a_function_that_calls_itself_comes_to_an_end() -> None:
    def again(k: int) -> int:
        return again(k - 1)

    assert fingerprint(claim("a", again)) != fingerprint(claim("a", Slotted(again)))


def altered(value: Any) -> Any:
    """Another value of the same kind, for a field of a check."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, (int, float, Fraction, sp.Expr)):
        return value + 1
    if isinstance(value, str):
        return value + " "
    if isinstance(value, tuple):
        return (*value, 1)
    return lambda *anything: value


def with_check(whole: Claim, check: Any, place: int) -> Claim:
    """A claim with another check in its first lemma, whatever the check's own rules say of it."""
    first, *others = whole.proof
    lemma, out = copy.copy(first), copy.copy(whole)
    object.__setattr__(lemma, "checks", (*lemma.checks[:place], check, *lemma.checks[place + 1 :]))
    object.__setattr__(out, "lemmas", (lemma, *others))
    object.__setattr__(out, "checks", ())
    return out


def test_every_field_of_every_check_of_a_dozen_claims_counts() -> None:
    judged = [c for c in discover().values() if c.lemmas or c.checks]
    tried = 0
    for whole in random.Random(5).sample(judged, 12):
        for place, check in enumerate(whole.proof[0].checks):
            before = fingerprint(with_check(whole, check, place))
            for f in fields(check):
                other = copy.copy(check)
                object.__setattr__(other, f.name, altered(getattr(check, f.name)))
                assert fingerprint(with_check(whole, other, place)) != before, (whole.id, check.method, f.name)
                tried += 1
    assert tried > 60


def test_every_lemma_variant_and_condition_of_a_dozen_claims_counts() -> None:
    judged = [c for c in discover().values() if c.lemmas or c.checks]
    for whole in random.Random(6).sample(judged, 12):
        before = fingerprint(whole)
        for _, wider in whole.under.dropped():
            assert fingerprint(replace(whole, under=wider)) != before, whole.id
        for lemma in whole.lemmas:
            others = tuple(one for one in whole.lemmas if one is not lemma)
            changed = [replace(lemma, statement=v.statement) for v in variants(lemma.statement)]
            changed += [replace(lemma, wrong={k: v for k, v in lemma.wrong.items() if k != name}) for name in lemma.wrong]
            for one in changed:
                assert fingerprint(replace(whole, lemmas=(one, *others))) != fingerprint(replace(whole, lemmas=(lemma, *others))), whole.id


ALL = """
from symfed.ledger import discover, fingerprint as room
from symfed.ledger.fingerprint import fingerprint
from tests.pieces import pieces
del room._code  # the byte code of a function, which differs between Pythons, is asked for where its source is not at hand
claims = discover()
cost = pieces(lambda: [print(claim.id, fingerprint(claim)) for claim in claims.values()])
print(cost)
"""


def test_processes_agree_and_nobody_waits() -> None:
    """The other process is the one that committed the ledger, its seed another one; and no claim counts by its byte code."""
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", ALL], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    shown = done.stdout.splitlines()
    found, cost = dict(line.split() for line in shown[:-1]), float(shown[-1])
    assert len(found) > 400
    assert found == {row["id"]: row["fingerprint"] for row in load()}
    assert cost < PIECES


def test_judging_leaves_it_as_it_was() -> None:
    # what checks remember must be no part of it
    before = fingerprint(WHOLE)
    judge(WHOLE)
    assert fingerprint(WHOLE) == before
