"""Proofs of more than one certificate: true ones are found and accepted, and each of them altered is refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma, h, mu
from symfed.evidence.arguments import inequality_proof
from symfed.recheck import KINDS, MalformedPart, NotDefined, Part
from symfed.theorems.vocabulary import Quantity

#: What has no sign, and what has one.
x, y = Quantity("any_x", nonnegative=False), Quantity("any_y", nonnegative=False)
u, v, w = Quantity("some_u"), Quantity("some_v"), Quantity("some_w")


def le(left: Any, right: Any) -> sp.Le:
    return sp.Le(left, right, evaluate=False)


def wrong(part: Part) -> str:
    """What the checker says of a part, a malformed one included."""
    try:
        return KINDS[part["kind"]](part)
    except (MalformedPart, NotDefined, KeyError) as error:
        return str(error) or type(error).__name__


#: Goals, what they follow from, and multipliers.
TRUE: dict[str, tuple[sp.Basic, dict[str, Any], dict[str, Any]]] = {
    "third and second roots": (le(u ** sp.Rational(1, 3) * sp.sqrt(u), u**sp.Rational(5, 6)), {}, {}),
    "of roots": (le(2 * sp.sqrt(u) * sp.sqrt(v), u + v), {}, {}),
    "roots taken": (le(-x, u * v), {"in two": sp.Eq(x, y + w), "size": le(y**2, u**2 * v**2)}, {}),
    "told": (le(u, H * (H - 1) * v + w), {"rate": le(gamma * u, gamma * w), "more": le(0, v)}, {"rate": 1 / gamma, "more": H * (H - 1)}),
    "told, with a root": (le(u, sp.sqrt(H) * v), {"square": le(sp.sqrt(H) * u, H * v)}, {"square": 1 / sp.sqrt(H)}),
    "a chain": (le(u, 2 * w / h**2), {"last": le(v, w), "first": le(u, 2 * v / h**2)}, {}),
    "between": (le(u * v + (1 - u) * w, 3 * mu), {"one": le(v, 3 * mu), "two": le(w, 3 * mu), "less": le(u, 1), "sign": le(0, u)}, {}),
}  # fmt: skip


@pytest.fixture(scope="module")
def found() -> dict[str, Part]:
    return {name: inequality_proof(*parts) for name, parts in TRUE.items()}


@pytest.mark.parametrize("name", TRUE)
def test_a_proof_is_found_and_is_refused_without_what_it_rests_on(name: str, found: dict[str, Part]) -> None:
    part = found[name]
    assert wrong(part) == ""
    for fact in part["given"]:
        assert wrong({**part, "given": {key: said for key, said in part["given"].items() if key != fact}})
    if "first" in part:
        assert wrong({name: held for name, held in part.items() if name != "first"})
    left, _, right = part["goal"].partition("<=" if "<=" in part["goal"] else "=")
    assert wrong({**part, "goal": f"{left} + 1 <= {right}"})


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (sp.Eq(x, y, evaluate=False), {"same": sp.Eq(x, y, evaluate=False)}),  # an equation is no inequality: identities are checked
        (le(2 * u, 2 * w / h**2), {"last": le(v, w), "first": le(u, 2 * v / h**2)}),
        (le(-x, u), {"size": le(x**2, 4 * u**2)}),
    ],
)
def test_what_is_false_is_not_found(goal: Any, given: Any) -> None:
    with pytest.raises(InvalidInput, match="no certificate"):
        inequality_proof(goal, given)


def altered(part: Part, change: Any) -> str:
    part = copy.deepcopy(part)
    change(part)
    return wrong(part)


def test_what_is_proved_first_cannot_be_altered(found: dict[str, Part]) -> None:
    part = found["roots taken"]
    assert [one["given"] for one in part["first"]] == [["size"]]
    assert altered(part, lambda p: p["first"][0].update(says="any_y <= 0"))
    assert altered(part, lambda p: p["first"][0].update(given=[]))
    assert "said twice" in altered(part, lambda p: p["first"][0].update(name="size"))
    assert altered(part, lambda p: p["first"][0]["proof"]["parts"][0].update(terms=[]))

    def deeper(p: Part) -> None:
        for _ in range(12):
            p["first"] = [{**copy.deepcopy(p), "name": "again", "says": p["goal"], "given": list(p["given"])}]

    assert "nests too deeply" in altered(part, deeper)


@pytest.mark.parametrize("how", ["equal", "both", "zero", "cubes", "abs", "one of", "below"])
def test_there_are_two_ways_to_end(how: str, found: dict[str, Part]) -> None:
    part = found["told"]
    for goal in (part["goal"], part["goal"].replace("<=", "=")):
        ended = {"how": how, "parts": [part["proof"], part["proof"]], "which": 0}
        assert "does not end in a relation" in wrong({**part, "goal": goal, "proof": ended})


def summed(goal: str, signs: dict[str, str], *terms: Any) -> str:
    proof = {"how": "sum", "factor": [["1", []]], "terms": list(terms)}
    return wrong({"kind": "inequality", "signs": signs, "given": {}, "goal": goal, "put": [], "known": [], "proof": proof})


@pytest.mark.parametrize(
    ("goal", "sign", "holds"),
    [
        ("0 <= k^2 - k", ">= 1", True),
        ("0 < k^2 - k", ">= 1", False),
        ("0 < k^2 - k + 1", ">= 1", True),
        ("0 <= k - 2", ">= 1", False),
        ("0 <= k^2 - k", "natural", False),
        ("0 <= k^2 - k", "> 0", False),
        ("0 <= k^2 - k", "at least 1", False),  # which no file may say of a letter
    ],
)
def test_a_count_is_one_and_more(goal: str, sign: str, holds: bool) -> None:
    assert (summed(goal, {"k": sign}, [goal.split("<")[1].removeprefix("="), []]) == "") is holds


def test_a_claim_is_read_where_it_divides_by_nothing_that_is_zero(found: dict[str, Part]) -> None:
    assert summed("0 <= 1/k^2", {"k": "natural"}, ["1/k^2", []]) == ""
    assert summed("0 < k", {"k": "natural"}, ["k", []])
    # what is proved on the way is no claim: it may be asked for where it does not exist
    first = {"name": "one", "says": "0 < 1/k", "given": [], "put": [], "known": []}
    first["proof"] = {"how": "sum", "factor": [["1", []]], "terms": [["1/k", []]]}
    last = {"how": "sum", "factor": [["1", []]], "terms": [["k^2", ["one"]]]}
    part = {
        "kind": "inequality",
        "signs": {"k": "natural"},
        "given": {},
        "goal": "0 < k",
        "put": [],
        "known": [],
        "first": [first],
        "proof": last,
    }
    assert "0 < 1/k" in wrong(part)


def test_a_root_is_that_of_a_letter_that_is_not_negative(found: dict[str, Part]) -> None:
    part = found["of roots"]
    assert [(name, says.split("**")[1], why) for name, says, why in part["put"]] == [("some_u", "2", "root"), ("some_v", "2", "root")]
    root = part["put"][0][1].split("**")[0]
    assert "no power" in altered(part, lambda p: p["signs"].pop("some_u"))
    assert "no power" in altered(part, lambda p: p["put"][0].__setitem__(1, f"{root}**(1/2)"))
    assert "no power" in altered(part, lambda p: p["put"][0].__setitem__(2, "an equation"))
    assert altered(part, lambda p: p["put"][0].__setitem__(1, f"{root}**3"))
    assert altered(part, lambda p: p["proof"].update(how="squares"))
