"""Proofs of more than one certificate: true ones are found and accepted, and each of them altered is refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, gamma, h, mu
from symfed.evidence.arguments import argued
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


THIRD = sp.Rational(1, 3)
#: Goals, what they follow from, and multipliers.
TRUE: dict[str, tuple[sp.Basic, dict[str, Any], dict[str, Any]]] = {
    "a third root": (le(u**THIRD, v), {"cubes": le(u, v**3)}, {}),
    "third and second roots": (le(u**THIRD * sp.sqrt(u), u**sp.Rational(5, 6)), {}, {}),
    "of a vanishing norm": (sp.Eq(x, 0, evaluate=False), {"along": le(x**2, u**2 * v**2), "none": le(u, 0)}, {}),
    "a share is nothing": (sp.Eq(x, 0, evaluate=False), {"no gain": le(2 * x * y, u**2 * x**2), "in shares": sp.Eq(y, x * (u**2 + 1))}, {}),
    "along": (le(u, L * gamma * v), {"steep": le(u**2, L * x), "size": le(x**2, gamma**2 * v**2 * u**2)}, {}),
    "roots taken": (le(-x, u * v), {"in two": sp.Eq(x, y + w), "size": le(y**2, u**2 * v**2)}, {}),
    "told": (le(u, H * (H - 1) * v + w), {"rate": le(gamma * u, gamma * w), "more": le(0, v)}, {"rate": 1 / gamma, "more": H * (H - 1)}),
    "told, with a root": (le(u, sp.sqrt(H) * v), {"square": le(sp.sqrt(H) * u, H * v)}, {"square": 1 / sp.sqrt(H)}),
    "squares": (le((4 * u + 2 * v + 10 * w / sp.sqrt(mu)) ** 2, 48 * u**2 + 12 * v**2 + 300 * w**2 / mu), {}, {}),
    "one of two": (le(u, sp.Max(v, w)), {"of these": le(u, v)}, {}),
    "a chain": (le(u, 2 * w / h**2), {"last": le(v, w), "first": le(u, 2 * v / h**2)}, {}),
    "between": (le(u * v + (1 - u) * w, 3 * mu), {"one": le(v, 3 * mu), "two": le(w, 3 * mu), "less": le(u, 1), "sign": le(0, u)}, {}),
}  # fmt: skip


@pytest.fixture(scope="module")
def found() -> dict[str, Part]:
    return {name: argued(*parts) for name, parts in TRUE.items()}


@pytest.mark.parametrize("name", TRUE)
def test_a_proof_is_found_and_is_refused_without_what_it_rests_on(name: str, found: dict[str, Part]) -> None:
    part = found[name]
    assert wrong(part) == ""
    for fact in part["given"]:
        assert wrong({**part, "given": {key: said for key, said in part["given"].items() if key != fact}})
    for key in ("first", "yes", "no"):
        if key in part:
            assert wrong({name: held for name, held in part.items() if name != key})
    left, _, right = part["goal"].partition("<=" if "<=" in part["goal"] else "=")
    assert wrong({**part, "goal": f"{left} + 1 <= {right}"})


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (le(u**THIRD, v), {"squares": le(u, v**2)}),
        (sp.Eq(x, 0, evaluate=False), {"along": le(x**2, u**2 + v), "none": le(u, 0)}),
        (le(u, L * gamma * v), {"steep": le(u**2, L * x), "size": le(x**2, 4 * gamma**2 * v**2 * u**2)}),
        (le(-x, u), {"size": le(x**2, 4 * u**2)}),
    ],
)
def test_what_is_false_is_not_found(goal: Any, given: Any) -> None:
    with pytest.raises(InvalidInput, match="no certificate"):
        argued(goal, given)


def altered(part: Part, change: Any) -> str:
    part = copy.deepcopy(part)
    change(part)
    return wrong(part)


def test_what_is_proved_first_cannot_be_altered(found: dict[str, Part]) -> None:
    part = found["of a vanishing norm"]
    assert [one["says"] for one in part["first"]] == ["some_u = 0", "any_x = 0"]
    assert altered(part, lambda p: p["first"][0].update(says="some_v = 0"))
    assert altered(part, lambda p: p["first"][0].update(given=[]))
    assert altered(part, lambda p: p["first"].reverse())
    assert "said twice" in altered(part, lambda p: p["first"][0].update(name="along"))
    assert altered(part, lambda p: p["first"][1]["proof"]["parts"][0].update(terms=[]))

    def deeper(p: Part) -> None:
        for _ in range(12):
            p["first"] = [{**copy.deepcopy(p), "name": "again", "says": p["goal"], "given": list(p["given"])}]

    assert "nests too deeply" in altered(part, deeper)


def test_cases_are_all_there_are(found: dict[str, Part]) -> None:
    part = found["along"]
    assert part["case"] == "some_u <= 0"
    assert altered(part, lambda p: p.update(case="some_u <= 1"))
    assert altered(part, lambda p: p.update(no=p["yes"]))
    assert "cases" in altered(part, lambda p: p.update(case="some_u < 0"))
    # of 1/x neither need hold where x = 0
    assert "cases" in altered(part, lambda p: p.update(case="1/any_x <= 0"))
    assert altered(part, lambda p: p["no"]["first"][0]["proof"]["factor"][0].__setitem__(0, "any_x"))


def test_the_maximum_is_one_of_its_parts(found: dict[str, Part]) -> None:
    part = found["one of two"]
    assert altered(part, lambda p: p["proof"].update(which=1 - p["proof"]["which"]))
    assert altered(part, lambda p: p.update(goal="some_u <= Min(some_v, some_w)"))
    assert altered(part, lambda p: p.update(goal="some_u <= some_v*some_w"))


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
    part = found["a third root"]
    assert [[name, says.split("**")[1], why] for name, says, why in part["put"]] == [["some_u", "3", "root"]]
    assert "no power" in altered(part, lambda p: p["signs"].pop("some_u"))
    assert "no power" in altered(part, lambda p: p["put"][0].__setitem__(1, "root**(1/2)"))
    assert altered(part, lambda p: p["put"][0].__setitem__(1, "root**2"))
    assert altered(part, lambda p: p["proof"].update(how="squares"))
