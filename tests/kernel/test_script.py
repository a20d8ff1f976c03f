"""A proof as data is replayed to its fact in a process of its own, and what is no proof is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from symfed.kernel import script
from symfed.kernel.facts import Fact
from symfed.kernel.page import kernel
from symfed.kernel.script import replay
from symfed.kernel.terms import Index, KernelRefusal, Num, abstract, free
from symfed.kernel.text import show
from symfed.tactics.proof import ProductOfFacts, ProofWriter

LETTERS = {"gamma": "Num", "L": "Num", "F": "Vec -> Vec", "r": "Index -> Num"}
_FRESH = """
import json, sys
from symfed.kernel.page import kernel
from symfed.kernel.script import replay
from symfed.kernel.text import show
for letters, proof in json.load(sys.stdin):
    fact = replay(kernel(letters), proof)
    print(json.dumps([show(fact.prop), sorted(map(show, fact.hypotheses)), sorted(fact.rests_on)]))
"""


def said(fact: Fact) -> list[Any]:
    return [show(fact.prop), sorted(map(show, fact.hypotheses)), sorted(fact.rests_on)]


def replayed_elsewhere(root: Path, proofs: list[tuple[dict[str, str], dict[str, Any]]]) -> list[Any]:
    """What the last facts of proofs say in a fresh process."""
    command = [sys.executable, "-c", _FRESH]
    done = subprocess.run(command, cwd=root, input=json.dumps(proofs), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def a_step_contracts() -> tuple[ProofWriter, Fact]:
    """|x - y - gamma (F x - F y)|^2 <= |x - y|^2 - gamma (2 / L - gamma) |F x - F y|^2, nearly: without the division."""
    proof = ProofWriter(kernel(LETTERS))
    x, y = (proof.variable(name, proof.kernel.names["F"].sort.source) for name in "xy")  # type: ignore[arg-type]
    smooth, small = proof.assume(proof.say("Smooth(F, L)")), proof.assume(proof.say("0 <= gamma"))
    coco = proof.use("smooth: cocoercive", proof.say("F"), proof.say("L"), smooth, x, y)
    goal = proof.say(
        "2 * gamma * inner(F(x) - F(y), F(x) - F(y)) + L * inner(x - y - gamma * (F(x) - F(y)), x - y - gamma * (F(x) - F(y)))"
        " <= L * inner(x - y, x - y) + (L * gamma * gamma) * inner(F(x) - F(y), F(x) - F(y))"
    )
    step = proof.arithmetic(goal, ProductOfFacts((small, coco), coefficient=2))  # type: ignore[arg-type]
    last = proof.general(step, x, y)
    return proof, last.fact


def names_and_induction() -> tuple[ProofWriter, Fact]:
    proof = ProofWriter(kernel(LETTERS))
    k, u = proof.variable("k", Index), proof.variable("u", Num)
    start, step = proof.recursion("z", [u], u, proof.say("fun m: Index. fun d: Num. d * gamma"))
    proof.define("two", [], proof.say("1 + 1"))
    begins = proof.arithmetic(proof.say("z(u, 0) = u * gamma ^ 0"), ProductOfFacts((proof.at(start, u),)))
    now = proof.assume(proof.say("z(u, k) = u * gamma ^ k"))
    next_one = proof.arithmetic(
        proof.say("z(u, S(k)) = u * gamma ^ S(k)"),
        ProductOfFacts((proof.at(step, u, k),)),
        ProductOfFacts((now,), left=proof.say("gamma")),
    )
    whole = proof.general(proof.discharge(next_one, now.prop), k)
    last = proof.induction(abstract(proof.say("z(u, k) = u * gamma ^ k"), k), begins, whole)
    return proof, proof.general(last, u).fact


def test_a_proof_is_replayed_in_a_fresh_process(root: Path) -> None:
    made = [a_step_contracts(), names_and_induction()]
    assert replayed_elsewhere(root, [(LETTERS, proof.data()) for proof, _ in made]) == [said(fact) for _, fact in made]


def test_a_proof_says_nothing_twice() -> None:
    proof = ProofWriter(kernel(LETTERS))
    first, again = (proof.assume(proof.say("0 < gamma")) for _ in range(2))
    proof.define("spare", [], proof.say("L + 1"))
    square = proof.arithmetic(proof.say("0 < gamma * gamma"), ProductOfFacts((first, again)))
    last = proof.arithmetic(proof.say("0 < gamma * gamma * gamma"), ProductOfFacts((square, again)))
    data = proof.data()
    assert [line[0] for line in data["lines"]] == ["assume", "arithmetic", "arithmetic"]
    short = proof.data(short=True)
    assert short["lines"] == [["assume", 0], ["arithmetic", 1, [["1", [0, 0, 0], [], None, None]]]]
    assert said(replay(kernel(LETTERS), short)) == said(replay(kernel(LETTERS), data)) == said(last.fact)


def test_a_part_of_several_terms_has_a_text_of_its_own() -> None:
    proof = ProofWriter(kernel(LETTERS))
    part = "inner(F(x) - F(y), F(x) - F(y))"
    for name in "xy":
        proof.variable(name, proof.kernel.names["F"].sort.source)  # type: ignore[arg-type]
    left, right = (proof.assume(proof.say(f"{number} <= gamma * {part} * {number}")) for number in (1, 2))
    last = proof.arithmetic(proof.say(f"3 <= 3 * (gamma * {part})"), ProductOfFacts((left,)), ProductOfFacts((right,)))
    data = proof.data()
    assert sum("inner" in text for text in data["terms"]) == 1
    assert any("#" in text for text in data["terms"])
    assert said(replay(kernel(LETTERS), data)) == said(last.fact)


def test_a_recorded_proof_says_what_it_proved() -> None:
    _, contracts = a_step_contracts()
    assert sorted(map(show, contracts.hypotheses)) == ["0 <= gamma", "Smooth(F, L)"]
    assert contracts.rests_on == {"smooth: cocoercive"}
    _, powers = names_and_induction()
    assert not powers.hypotheses
    assert show(powers.prop).startswith("all")


def proof_of(**changed: Any) -> dict[str, Any]:
    return {"variables": {"u": "Num"}, "terms": ["u", "u <= gamma"], "lines": [["assume", 1]], **changed}


def test_a_small_proof_is_replayed() -> None:
    assert show(replay(kernel(LETTERS), proof_of()).prop) == "u <= gamma"


def test_a_name_is_read_once_it_is_made() -> None:
    terms = ["gamma + 1", "z = z"]
    made = {"variables": {}, "terms": terms, "lines": [["define", "z", [], 0], ["assume", 1]]}
    assert show(replay(kernel(LETTERS), made).prop) == "z = z"
    with pytest.raises(KernelRefusal):
        replay(kernel(LETTERS), {**made, "lines": [["assume", 1], ["define", "z", [], 0]]})


def test_variables_are_free() -> None:
    assert free("u", Num) is not kernel({"u": "Num"}).names["u"]


def test_a_proof_has_a_budget_of_work_over_all_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these lines is small beside what one line may ask for; twenty thousand of them would take hours."""
    letters = {f"x{k}": "Num" for k in range(12)}
    whole = " + ".join(letters)
    terms = [f"({whole}) ^ 4 + {k} <= ({whole}) * ({whole}) ^ 3 + {k}" for k in range(40)]
    proof = {"variables": {}, "terms": terms, "lines": [["arithmetic", k, []] for k in range(40)]}
    monkeypatch.setattr(script, "MOST_WORK", 200_000)
    with pytest.raises(KernelRefusal, match=r"line \d+, arithmetic: more work than a proof may ask for"):
        replay(kernel(letters), proof)
    few = {**proof, "terms": terms[:2], "lines": proof["lines"][:2]}
    assert replay(kernel(letters), few).hypotheses == frozenset()  # what was left of the first is not asked of the next
