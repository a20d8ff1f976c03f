"""Identities between tensors of every dimension, replayed by the laws: true ones are accepted, and whatever is altered is refused."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

from symfed import ledger
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of, linear_expansion_of, on_linear_tensors
from symfed.checks.variants import variants
from symfed.evidence import written
from symfed.evidence.tensors import tensor_part
from symfed.recheck import KINDS, MalformedPart, parts_checked
from symfed.recheck.networks import factor
from symfed.recheck.tensors import tensors, unequal_tensors

Part = dict[str, Any]


def table_1(p: Any, gamma: Any, H: Any) -> Any:
    noise = p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise))
    drift = p.mean(p.apply(p.hessians - p.hessian, p.gradients))
    return p.solve(p.hessian, gamma * (H - 1) / 2 * drift - gamma / (2 * p.N) * noise)


def turned_contraction(p: Any, gamma: Any, H: Any) -> Any:
    noise = p.contract_wrong(p.third_derivative, p.lyapunov(p.hessian, p.noise))
    drift = p.mean(p.apply(p.hessians - p.hessian, p.gradients))
    return p.solve(p.hessian, gamma * (H - 1) / 2 * drift - gamma / (2 * p.N) * noise)


def own_inverse(p: Any, gamma: Any, H: Any) -> Any:
    noise = p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise))
    drift = p.mean(p.apply(p.hessians - p.hessian, p.gradients))
    return gamma * (H - 1) / 2 * p.mean(p.solve(p.hessians, drift)) - gamma / (2 * p.N) * p.solve(p.hessian, noise)


def spread(p: Any, gamma: Any, H: Any) -> Any:
    return gamma / p.N * p.lyapunov(p.hessian, p.noise)


def turned_spread(p: Any, gamma: Any, H: Any) -> Any:
    return gamma / p.N * p.lyapunov(p.transpose(p.hessian), p.noise)


BIAS = IdentityInEveryDimension(expansion_of("fedavg", "bias"))
SPREAD = IdentityInEveryDimension(linear_expansion_of("fedlsa", "second_moment"), on_linear_tensors)


@cache
def first_order_bias() -> Part:
    return tensor_part(table_1, BIAS)


def test_what_is_derived_is_accepted_and_what_is_not_is_refused() -> None:
    assert tensors(first_order_bias()) == ""
    assert "left" in tensors(tensor_part(turned_contraction, BIAS))
    assert "left" in tensors(tensor_part(own_inverse, BIAS))
    assert tensors(tensor_part(spread, SPREAD)) == ""
    assert "left" in tensors(tensor_part(turned_spread, SPREAD))


def replaced(side: str, term: int, place: int, old: str, new: str) -> Callable[[Part], None]:
    def change(part: Part) -> None:
        text = part[side][term][place]
        assert re.search(old, text), text
        part[side][term][place] = re.sub(old, new, text, count=1)

    return change


ALTERED = [
    # a coefficient, a sign, a power of H, an inverse Kronecker sum
    replaced("left", 0, 0, r"1/2", "1/3"),
    replaced("left", 0, 0, r"^", "-1*"),
    replaced("left", 0, 0, r"gamma", "gamma*H"),
    replaced("right", 1, 0, r"x1\*x3", "x1*x2"),
    # another client's Hessian and gradient: the mean of a product becomes a product of means
    replaced("left", 0, 2, "@1", "@2"),
    # a mean that is dropped: a client's own third derivative
    replaced("left", 2, 2, "@1", "@own"),
    # contracted otherwise
    lambda part: part["left"][2].__setitem__(slice(2, 4), ["D3 b b c @1", "A:2 a d"]),
    # the client's Hessian for the mean one
    lambda part: part["left"].pop(),
    lambda part: part["right"].pop(0),
    lambda part: part["right"].append(part["right"][0]),
]


def test_the_committed_shape_of_a_side() -> None:
    assert first_order_bias()["left"][0][1:] == ["A:1 1 a", "Ac:2 a b @1", "D1 b @1"]


@pytest.mark.parametrize("change", ALTERED)
def test_an_altered_identity_is_refused(change: Callable[[Part], None]) -> None:
    part = copy.deepcopy(first_order_bias())
    change(part)
    assert tensors(part)


def test_every_variant_is_told_as_the_check_tells_it() -> None:
    told = set()
    for statement, check in ((table_1, BIAS), (spread, SPREAD)):
        for variant in variants(statement):
            left = check.rejects(variant.statement, None)  # type: ignore[arg-type]
            assert bool(tensors(tensor_part(variant.statement, check))) == left, variant.name
            told.add(left)
    assert told == {True, False}


@pytest.mark.parametrize(
    "claim_id",
    [
        "argo-quadratic-bias-same",
        "argo-fedlsa-bias",
        "symfed-scafflsa-first-order",
        "symfed-fedlsa-second-order",
        "iccopt-het-second-order",
    ],
)
def test_rows_are_whole_with_identities_of_tensors(claim_id: str) -> None:
    claims, rows = ledger.Claims(), {row["id"]: row for row in ledger.load()}
    held = written(claims[claim_id], rows[claim_id], claims)
    assert "tensors" in {part["kind"] for part in held["parts"]}
    assert parts_checked(held).extent == "whole"


def identity(left: list[list[str]], right: list[list[str]], legs: str = "", matrices: str = "any") -> str:
    return tensors({"matrices": matrices, "legs": list(legs), "left": left, "right": right})


def test_the_laws_one_by_one() -> None:
    # names, and the symmetry of derivatives and of noise
    assert not identity([["1", "D3 i a b @1", "C2 a b @2"]], [["1", "D3 v i u @7", "C2 u v @3"]], "i")
    assert identity([["1", "D3 i a b @1", "C2 a b @2"]], [["1", "D3 v i u @7", "C2 u v @7"]], "i")
    assert identity([["1", "C2' a i a @1"]], [["1", "C2' a a i @1"]], "i")
    # a function times a function, and A' A is not A A'
    assert not identity([["x1*x2", "A:1 i a", "A:2 a j"]], [["x1^2", "A:1 i j"]], "ij")
    assert not identity([["x1/x2", "A:1 i a", "A:2 a j"]], [["1", "I i j"]], "ij")
    assert identity([["x1*x2", "A:1 i a", "A:2 j a"]], [["x1^2", "A:1 i j"]], "ij")
    assert identity([["x1*x2", "A:1 i a", "A:2 j a"]], [["x1*x2", "A:1 a i", "A:2 a j"]], "ij")
    assert not identity([["x1*x2", "A:1 i a", "A:2 j a"]], [["x1*x2", "A:1 a i", "A:2 a j"]], "ij", "symmetric")
    # matrices of different clients and of the mean do not commute
    assert identity([["x1*x2", "A:1 i a", "Ac:2 a j @own"]], [["x1*x2", "A:1 a j", "Ac:2 i a @own"]], "ij", "symmetric")
    # the mean is linear: of 1, A_c and its power, and of no square; whoever stands with it stays with it
    assert not identity([["1 + 2*x1 + gamma*y1", "Ac:1 i j @1"]], [["1 + 2*x1", "A:1 i j"], ["gamma*x1", "P:1 i j"]], "ij")
    assert identity([["x1^2", "Ac:1 i j @1"]], [["x1^2", "A:1 i j"]], "ij")
    assert identity([["x1", "Ac:1 i a @1", "b a @1"]], [["x1", "A:1 i a", "b a @1"]], "i")
    # the mean gradient is zero, and one client's is not
    assert not identity([["1", "D1 i @1", "D1 j @2"]], [], "ij")
    assert identity([["1", "D1 i @1", "D1 j @1"]], [], "ij")
    assert identity([["1", "D1 i @own"]], [], "i")
    # letters are independent
    assert identity([["H*x1", "A:1 i j"]], [["x1", "A:1 i j"]], "ij")
    assert identity([["y1", "A:1 i j"]], [["(1 - gamma*x1)", "A:1 i j"]], "ij")


def renumbered(numbers: dict[int, int], match: re.Match[str]) -> str:
    return f"{match[1]}{numbers[int(match[2])]}"


def shuffled(part: Part, seed: int) -> Part:
    """The same sums under other names, in another order, with each term in two unequal halves."""
    draw, new = random.Random(seed), copy.deepcopy(part)
    for side in ("left", "right"):
        terms = []
        for coefficient, *factors in part[side]:
            strands = [factor(text)[1] for text in factors if factor(text)[1]]
            numbers = dict(zip(strands, draw.sample(strands, len(strands)), strict=True))
            told = re.sub(r"([xy])(\d+)", partial(renumbered, numbers), coefficient)
            names = [re.sub(r"(:)(\d+)", partial(renumbered, numbers), text) for text in factors]
            names = [
                re.sub(r" ([a-z]+)", r" \1z", text.split("@")[0]) + (f"@{client}" if client else "")
                for text in names
                for client in [factor(text)[3]]
            ]
            for share in ("1/3", "2/3"):
                terms.append([f"{share}*({told})", *draw.sample(names, len(names))])
        new[side] = draw.sample(terms, len(terms))
    return new


def test_names_and_order_do_not_matter() -> None:
    for statement, check in ((table_1, BIAS), (spread, SPREAD)):
        part = tensor_part(statement, check)
        assert all(tensors(shuffled(part, seed)) == "" for seed in range(3))


REFUTATION: Part = {
    "matrices": "symmetric",
    "legs": ["i"],
    "left": [["gamma/x1", "A:1 i a", "Ac:2 a b @1", "D1 b @1"]],
    "right": [["gamma*x2/x1", "A:1 i a", "Ac:2 a b @1", "D1 b @1"]],
    "given": {"gamma": "1/10", "H": "2"},
    "clients": [{"A": "1", "D1": "1"}, {"A": "3", "D1": "-1"}],
}


def test_an_instance_where_the_sides_differ() -> None:
    assert unequal_tensors(REFUTATION) == ""  # 0 against gamma (1 - 3)/2 /2
    assert "holds there" in unequal_tensors({**REFUTATION, "left": REFUTATION["right"]})
    for wrong in (
        {"clients": [{"A": "1", "D1": "1"}, {"A": "3", "D1": "1"}]},
        {"clients": [{"A": "-1", "D1": "1"}, {"A": "3", "D1": "-1"}]},
        {"given": {"gamma": "1/2", "H": "2"}},
        {"given": {"gamma": "-1", "H": "2"}},
    ):
        assert "outside" in unequal_tensors({**REFUTATION, **wrong}) or "vanish" in unequal_tensors({**REFUTATION, **wrong})
    spoilt: tuple[Part, ...] = ({"clients": []}, {"given": {"gamma": "1/10", "H": "1/2"}}, {"given": {"gamma": "1/10", "H": "0"}})
    for malformed in spoilt:
        with pytest.raises(MalformedPart):
            unequal_tensors({**REFUTATION, **malformed})


@pytest.mark.parametrize("claim_id", ["aistats-prop6-leading", "hal-thm6-plug-in"])
def test_refuted_rows_name_their_instance(claim_id: str) -> None:
    claims, rows = ledger.Claims(), {row["id"]: row for row in ledger.load()}
    (part,) = written(claims[claim_id], rows[claim_id], claims)["parts"]
    assert part["kind"] == "unequal tensors"
    assert KINDS[part["kind"]](part) == ""


@pytest.mark.parametrize(
    "term",
    [
        ["1", "D2 1 a @1", "b a @1"],
        ["1", "D3 1 a @1", "b a @1"],
        ["1", "b 1"],
        ["1", "A:1 1 a @1", "b a @1"],
        ["1", "A:2 1 a", "b a @1"],
        ["x2", "A:1 1 a", "b a @1"],
        ["1", "b a @1"],
        ["(1 - gamma)^H", "b 1 @1"],
        ["1", "I a a", "b 1 @1"],
        ["1", "Q 1"],
        ["1", ""],
    ],
)
def test_what_is_no_network_is_malformed(term: list[str]) -> None:
    with pytest.raises(MalformedPart):
        tensors({"matrices": "symmetric", "legs": ["1"], "left": [term], "right": []})
    with pytest.raises(MalformedPart):
        tensors({"matrices": "square", "legs": ["1"], "left": [], "right": []})
