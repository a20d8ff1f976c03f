"""Random facts of the kernel are true in small models, and a false sentence or rule among true ones would be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from symfed.kernel.facts import Fact, Kernel
from symfed.kernel.page import SENTENCES, constants, kernel, sentences
from symfed.kernel.script import replay
from symfed.kernel.symbols import for_all
from symfed.kernel.terms import Term, abstract
from symfed.kernel.text import read
from symfed.tactics.proof import ProofLine
from tests.kernel import values as v
from tests.kernel.random_facts import LETTERS, RandomProof, world
from tests.kernel.test_script import replayed_elsewhere, said

PROOFS: Final = 40
LINES: Final = 400
WORLDS: Final = 4


def judged(proof: RandomProof, seed: object, sentence: str = "") -> Iterator[tuple[ProofLine, list[bool | None]]]:
    """Each fact, or each that rests on a sentence, and its truth in the models that have all its hypotheses."""
    models = [world(f"{seed} {number}", proof) for number in range(WORLDS)]
    for step in proof.facts:
        if sentence and sentence not in step.fact.rests_on:
            continue
        fitting = [model for model in models if v.every(map(model.value, step.fact.hypotheses)) is True]
        yield step, [model.value(step.prop) for model in fitting]


def test_random_facts_are_true() -> None:
    count: Counter[str] = Counter()
    for seed in range(PROOFS):
        proof = RandomProof(Random(f"facts {seed}"))
        proof.grow(LINES)
        count.update(line[0] for line in proof.proof.lines)
        for step, truths in judged(proof, seed):
            assert False not in truths, step.fact
            count["facts"] += 1
            count["tried"] += bool(truths)
            count["tried with hypotheses"] += bool(truths and step.fact.hypotheses)
    assert count["facts"] > 10_000
    assert count["tried"] > 8_000
    assert count["tried with hypotheses"] > 2_000
    assert (
        min(count[rule] for rule in ("general", "discharge", "rewrite", "arithmetic", "induction", "define", "recursion", "by", "at")) > 100
    )


def a_false_fact_is_found(change: Callable[[RandomProof], None], sentence: str = "") -> bool:
    for seed in range(150):
        proof = RandomProof(Random(f"planted {seed}"))
        change(proof)
        proof.grow(LINES)
        if any(False in truths for _, truths in judged(proof, seed, sentence)):
            return True
    return False


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("norm of a multiple", "0 <= a -> ", ""),
        ("quotient", "a /= 0 -> ", ""),
        ("symmetric maps", "symmetric(A) -> ", ""),
        ("before: a draw", "S(h)", "h"),
        ("Jensen", "<=", "="),
        ("smooth: Lipschitz", "<= l *", "<= l / 2 *"),
    ],
)
def test_a_false_sentence_is_found(name: str, old: str, new: str) -> None:
    page = {**sentences(), name: read(SENTENCES[name][0].replace(old, new), constants())}

    def change(proof: RandomProof) -> None:
        proof.proof.kernel = Kernel(constants(), page, {one: proof.proof.kernel.names[one] for one in LETTERS})

    assert a_false_fact_is_found(change, name)


class Careless(Kernel):
    """A kernel that generalises over what its hypotheses speak of."""

    def general(self, fact: Fact, *names: Term) -> Fact:
        prop = fact.prop
        for name in reversed(names):
            prop = for_all(abstract(prop, name))
        return self._fact(fact.hypotheses, prop, fact.rests_on)


class Forgetful(Kernel):
    """A kernel that loses a hypothesis where it does arithmetic."""

    def arithmetic(self, goal: Term, parts: list[tuple[object, list[Fact]]]) -> Fact:  # type: ignore[override]
        fact = super().arithmetic(goal, parts)  # type: ignore[arg-type]
        return self._fact(frozenset(), fact.prop, fact.rests_on)


@pytest.mark.parametrize("careless", [Careless, Forgetful])
def test_a_false_rule_is_found(careless: type[Kernel]) -> None:
    def change(proof: RandomProof) -> None:
        proof.proof.kernel = careless(constants(), sentences(), {one: proof.proof.kernel.names[one] for one in LETTERS})

    assert a_false_fact_is_found(change)


def test_random_proofs_are_replayed_in_a_fresh_process(root: Path) -> None:
    proofs = []
    for seed in range(6):
        proof = RandomProof(Random(f"replayed {seed}"))
        proof.grow(150)
        proofs.append(proof)
    found = replayed_elsewhere(root, [(LETTERS, proof.proof.data()) for proof in proofs])
    assert found == [said(replay(kernel(LETTERS), proof.proof.data())) for proof in proofs]


def test_a_proof_in_fewer_lines_says_and_rests_on_the_same() -> None:
    for seed in range(12):
        proof = RandomProof(Random(f"joined {seed}"))
        proof.grow(150)
        whole, short = proof.proof.data(), proof.proof.data(short=True)
        assert said(replay(kernel(LETTERS), short)) == said(replay(kernel(LETTERS), whole))
        assert len(short["lines"]) <= len(whole["lines"])
