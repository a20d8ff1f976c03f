"""Expansions with a remainder, replayed: an exponent, a weight, a condition or a letter that is altered is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import flint
import pytest

from symfed import ledger
from symfed.evidence import as_text, written
from symfed.recheck import KINDS, MalformedPart, entry, parts_checked, proof_in
from symfed.recheck.remainders import bound, powers, remainder, resting

Part = dict[str, Any]
OF_A_THEOREM, AT_FIXED_H, OF_NAMED_TERMS = "symfed-scaffold-variance", "symfed-fedavg-equal-clients-bias", "symfed-fedavg-third-order"
WITH_A_CERTIFICATE, OF_A_BOUND, OF_TWO_RUNS = "symfed-fedavg-integer-powers", "aistats-thm1-bias", "symfed-rr-bias"
OF_A_PROOF = "aistats-prop6-bias"  # the proof of its bound is one that the kernel reads


@cache
def _written(claim_id: str) -> Part:
    claims, rows = ledger.Claims(), {row["id"]: row for row in ledger.load()}
    part: Part = written(claims[claim_id], rows[claim_id], claims)["parts"][0]
    return part


def part_of(claim_id: str) -> Part:
    return copy.deepcopy(_written(claim_id))


@pytest.mark.parametrize("claim_id", [OF_A_THEOREM, AT_FIXED_H, OF_NAMED_TERMS, WITH_A_CERTIFICATE, OF_A_BOUND, OF_TWO_RUNS])
def test_rows_are_replayed(claim_id: str) -> None:
    part = part_of(claim_id)
    assert part["kind"] == ("bound" if claim_id in (OF_A_BOUND, OF_TWO_RUNS) else "remainder")
    assert KINDS[part["kind"]](part) == ""
    assert "short" not in part


def put(*place: Any, to: Any) -> Callable[[Part], None]:
    def change(part: Part) -> None:
        inner = part
        for key in place[:-1]:
            inner = inner[key]
        assert inner[place[-1]] != to
        inner[place[-1]] = to

    return change


def without(*place: Any) -> Callable[[Part], None]:
    def change(part: Part) -> None:
        inner = part
        for key in place[:-1]:
            inner = inner[key]
        del inner[place[-1]]

    return change


def swapped(key: str, old: str, new: str) -> Callable[[Part], None]:
    def change(part: Part) -> None:
        assert old in part[key]
        part[key] = part[key].replace(old, new, 1)

    return change


ALTERED = [
    # smaller remainders, and one that is said to hold uniformly in H
    (OF_A_THEOREM, put("remainder", to="H*gamma**2")),
    (OF_A_THEOREM, put("remainder", to="gamma**2 + gamma**(3/2)")),
    (OF_A_THEOREM, put("remainder", to="H*gamma**2 + gamma**2")),
    (AT_FIXED_H, put("remainder", to="gamma**4")),
    (AT_FIXED_H, put("fixed", to=False)),
    (OF_A_BOUND, put("remainder", to="H*gamma**2")),
    (OF_A_BOUND, put("remainder", to="H**2*gamma**3")),
    (OF_TWO_RUNS, put("remainder", to="H*gamma**2 + gamma**(3/2)")),
    (OF_TWO_RUNS, put("exponent", to="1/2")),
    # a theorem that says more than its terms allow
    (AT_FIXED_H, put("to", to="1")),
    (AT_FIXED_H, put("leaves", to="gamma**4")),
    (OF_NAMED_TERMS, put("to", to="1")),
    # other terms than the derived ones, or than the bound's
    (OF_A_THEOREM, put("terms", "left", 0, 0, to="gamma/(N*x1)")),
    (AT_FIXED_H, put("terms", "left", to="0")),
    (OF_A_BOUND, swapped("printed", "gamma/2", "gamma/3")),
    (OF_A_BOUND, swapped("printed", "*theta_det", "*theta_star")),
    (OF_TWO_RUNS, swapped("bound", "gamma*b_s/(2*N)", "gamma*b_s/N")),
    (OF_A_BOUND, swapped("bound", "M_star", "H*gamma*M_star/gamma**2")),
    (OF_TWO_RUNS, put("solved", "b_s", to="b_h")),
    (OF_TWO_RUNS, without("solved", "b_h")),
    (OF_A_BOUND, lambda part: part["terms"]["left"].pop(0)),
    # conditions that are not stated
    (OF_A_THEOREM, lambda part: part["classes"].remove("every f_c has bounded third derivatives")),
    (OF_A_THEOREM, put("conditions", to={})),
    (OF_A_BOUND, put("conditions", to={})),
    (WITH_A_CERTIFICATE, put("conditions", "condition 1", to="gamma*L <= 2")),
    (OF_NAMED_TERMS, put("classes", to=[])),
    # a constant that is none
    (OF_A_BOUND, put("made_of", "mu", to=["gamma"])),
    (OF_A_BOUND, put("made_of", "theta_star", to=["H"])),
    (OF_A_BOUND, without("made_of", "grad_c")),
    (OF_A_BOUND, swapped("bound", "/mu", "/nu")),
    # runs: other weights, other steps, other terms
    (OF_TWO_RUNS, put("runs", 0, "weight", to="1")),
    (OF_TWO_RUNS, put("runs", 0, "weight", to="1/gamma")),
    (OF_TWO_RUNS, put("runs", 0, "gamma", to="-gamma")),
    (OF_TWO_RUNS, put("runs", 0, "H", to="H**2")),
    (OF_TWO_RUNS, put("runs", 0, "terms", to="0")),
    (OF_TWO_RUNS, put("rest", to="gamma*theta_star")),
]


@pytest.mark.parametrize(("claim_id", "change"), ALTERED)
def test_what_is_altered_is_refused(claim_id: str, change: Callable[[Part], None]) -> None:
    part = part_of(claim_id)
    change(part)
    assert KINDS[part["kind"]](part)


def test_a_larger_remainder_is_accepted() -> None:
    part = part_of(OF_A_THEOREM)
    for larger in ("H**2*gamma**2 + gamma**(3/2)", "gamma**(3/2)*H", "gamma", "H*gamma**2 + sqrt(gamma)**3"):
        assert remainder({**part, "remainder": larger}) == ""
    assert bound({**part_of(OF_A_BOUND), "remainder": "gamma*H"}) == ""


def test_a_certificate_must_be_of_what_is_needed_and_from_what_is_stated() -> None:
    part = part_of(WITH_A_CERTIFICATE)
    need = next(need for need in part["needs"] if "shown" in need)
    for place, to in ((("goal",), "L*gamma <= 2"), (("given",), {"condition 1": "L*gamma <= 1/90"}), (("signs", "L"), "> 1")):
        altered = copy.deepcopy(part)
        put(*place, to=to)(next(one for one in altered["needs"] if one["says"] == need["says"])["shown"])
        assert remainder(altered)


def row_of(claim_id: str) -> dict[str, Any]:
    return next(row for row in ledger.load() if row["id"] == claim_id)


def file_of(claim_id: str) -> str:
    claims, rows = ledger.Claims(), {row["id"]: row for row in ledger.load()}
    return as_text(written(claims[claim_id], rows[claim_id], claims))


def test_a_bound_must_be_what_its_own_file_proves_under_no_more_conditions() -> None:
    part = part_of(OF_A_PROOF)
    text, row = file_of(part["claim"]), row_of(part["claim"])
    assert proof_in(text, row, None) is None
    proof = proof_in(text, row, entry(json.loads(text), row["tier"]))
    assert proof is not None
    assert resting(part, proof) == ""
    assert "not replayed whole" in resting(part, None)
    assert "something else" in resting(part, {**proof, "statement": ["0 <= 1"]})
    assert "needs" in resting(part, {**proof, "conditions": ["2*L*gamma <= 1"]})
    assert "needs" in resting(part, {**proof, "classes": [*proof["classes"], "every f_c is quadratic"]})
    assert resting(part, {**proof, "conditions": ["2*gamma*L <= 2"]}) != ""  # the same, said otherwise, is not looked for
    twice = {**part, "runs": [{"gamma": "2*gamma", "H": "H"}]}
    assert "2*gamma" in resting(twice, proof)
    assert resting({**twice, "needs": [*twice["needs"], {"says": "2*gamma*L <= 1"}]}, proof) == ""


def test_a_row_is_whole_only_if_its_bound_is() -> None:
    held = json.loads(file_of(OF_A_PROOF))
    assert parts_checked(held).extent == "whole"
    assert parts_checked(held, lambda _: None).extent == "in part"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", []),
        ("3*mu", [("0", "0")]),
        ("gamma*(H - 1)/mu", [("1", "1")]),
        ("gamma*H + gamma", [("1", "1")]),
        ("(gamma*H + sqrt(gamma))**3", [("3", "3"), ("3/2", "0")]),
        ("gamma**2/H", [("2", "-1")]),
        ("gamma**(5/2)*H + gamma**3*H**2", [("5/2", "1"), ("3", "2")]),
    ],
)
def test_powers(text: str, expected: list[tuple[str, str]]) -> None:
    def number(of: str) -> flint.fmpq:
        above, _, below = of.partition("/")
        return flint.fmpq(int(above), int(below or 1))

    assert powers(text) == {(number(k), number(m)) for k, m in expected}


@pytest.mark.parametrize("text", ["1/(1 - gamma)", "(1 - gamma)**H", "exp(gamma)", "gamma**mu", "1/(H*(gamma + 1))"])
def test_what_has_no_powers_is_malformed(text: str) -> None:
    with pytest.raises(MalformedPart):
        powers(text)
