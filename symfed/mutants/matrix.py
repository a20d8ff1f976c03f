"""Every wrong variant before every check that can see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial

from symfed.core.verdict import Outcome
from symfed.mutants.of_claims import claim_subjects
from symfed.mutants.of_formulas import formula_subjects
from symfed.mutants.subject import Judge, Subject, Variant
from symfed.workers import workers

SOUND = "the statement itself"


class Ending(StrEnum):
    """The result of a check on a variant; only the first is a kill."""

    KILLED = "killed"
    STOOD = "stood"
    UNDECIDED = "undecided"
    CRASHED = "crashed"


_FATES = {Outcome.FAILS: Ending.KILLED, Outcome.HOLDS: Ending.STOOD, Outcome.UNKNOWN: Ending.UNDECIDED}


@dataclass(frozen=True)
class Result:
    """One variant of one subject: its fate before each check by method, and why it is no variant at all, if it is none.

    The subject's own statement is a result of kind `SOUND`, on which a kill is a false alarm.
    """

    subject: str
    kind: str
    where: str
    fates: Mapping[str, Ending]
    same: str = ""

    @property
    def killed(self) -> bool:
        return Ending.KILLED in self.fates.values()


def subjects(package: str = "proofs_checks") -> dict[str, Subject]:
    """Formulas and claims by name; no variant is made yet."""
    return {subject.name: subject for subject in (*formula_subjects(), *claim_subjects(package))}


def judge_subject(subject: Subject) -> list[Result]:
    """The fates of the statement itself and of all its variants; a variant that no check can see is left out."""
    sound = Variant(SOUND, "", subject.statement)
    shown = [(sound, ""), *((variant, subject.same(variant)) for variant in subject.variants())]
    results = [_variant_result(subject, variant, same) for variant, same in shown]
    return [result for result in results if result.fates]


def _variant_result(subject: Subject, variant: Variant, same: str) -> Result:
    fates = {judge.check.method: _variant_fate(judge, variant, subject) for judge in subject.judges() if judge.sees(variant)}
    return Result(subject.name, variant.kind, variant.where, fates, same)


def _variant_fate(judge: Judge, variant: Variant, subject: Subject) -> Ending:
    try:
        return _FATES[judge.check.examine(variant.statement, subject.under).outcome]
    except Exception:  # whatever it is: a check that crashes has judged nothing, and the run must go on to count it
        return Ending.CRASHED


def judge_all(
    names: Sequence[str] = (),
    jobs: int = 1,
    on_subject: Callable[[str, int, int], None] | None = None,
    package: str = "proofs_checks",
    scheduler: str | None = None,
) -> list[Result]:
    """The results of the named subjects (default: all), sorted by subject, found in `jobs` processes or on the cluster at `scheduler`.

    `on_subject(name, done, total)` is called as each ends.
    """
    known = _subjects(package)
    # those with the most checks, whose references take longest, begin
    wanted = sorted(names or known, key=lambda name: (-len(known[name].judges()), name))
    found: dict[str, list[Result]] = {}
    with workers(jobs, scheduler) as pool:
        for number, results in pool.answers(partial(_judge_by_name, package=package), wanted):
            found[wanted[number]] = results
            if on_subject is not None:
                on_subject(wanted[number], len(found), len(wanted))
    return [result for name in sorted(found) for result in found[name]]


@lru_cache(maxsize=4)
def _subjects(package: str) -> dict[str, Subject]:
    """One discovery a process."""
    return subjects(package)


def _judge_by_name(name: str, package: str) -> list[Result]:
    return judge_subject(_subjects(package)[name])


def variants_of(results: Sequence[Result]) -> Iterator[Result]:
    """The results that are variants and not the same statement in other words."""
    return (result for result in results if result.kind != SOUND and not result.same)
