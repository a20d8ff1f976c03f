"""Coq's kernel accepts identities in client means, roots, powers of the accuracy and units, and refuses or refutes what is wrong."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
import sympy as sp

from symfed.checks import SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.coq.coq import OF_THE_REALS
from symfed.coq.reals import exponents, units
from symfed.coq.reals.refutations import refutation
from symfed.coq.reals.statements import theorem
from symfed.coq.theorem import CoqTheorem
from symfed.core.claim import Claim
from symfed.core.domain import ANYWHERE
from symfed.core.symbols import ClientMean, a
from symfed.ledger import load
from symfed.ledger.discovery import discover
from tests.coq.compiled import judge, write

#: A claim, a lemma of it, and a wrong variant that dimension one can see.
IDENTITIES = (
    ("aistats-table1-heterogeneous-het", "statement", 0),
    ("aistats-exp-rr-partial-het", "extrapolation keeps its second order", 1),  # a mean in a mean
    ("symfed-fedavg-fixed-point-identity", "quadratics", 0),  # powers under a mean
    ("symfed-quadratic-optimum", "random quadratics", 0),  # the mean gradient is zero
    ("symfed-fedavg-many-clients-second-order", "statement", 0),  # an expansion's terms
    ("symfed-scaffold-contraction", "what a client's eigenvector loses", 0),  # roots
    ("symfed-scaffold-linear-speedup-sharp", "slope of phi", 0),  # H - 1
)
REFUTED = ("iccopt-cov-x-xi", "hal-thm4-bias", "hal-table1-heterogeneous-het", "aistats-prop4-remark-het", "aistats-eq61-by-prop4")


@lru_cache(maxsize=1)
def claims() -> dict[str, Claim]:
    return discover()


def witness(claim: str) -> dict[str, object]:
    return {row["id"]: row for row in load()}[claim]["witness"]


def exported(claim: str, lemma: str, wrong: int | None = None) -> CoqTheorem:
    part = claims()[claim].lemma(lemma)
    statement = part.statement if wrong is None else list(part.wrong.values())[wrong]
    check = next(check for check in part.checks if isinstance(check, SymbolicIdentity))
    return theorem(f"{claim} {lemma}", statement, check, part.under(claims()[claim].under))


def test_identities_are_accepted(folder: Path) -> None:
    judgement = judge(write(folder, "identities", [exported(claim, lemma) for claim, lemma, _ in IDENTITIES]))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS


@pytest.mark.parametrize(("claim", "lemma", "wrong"), IDENTITIES)
def test_a_wrong_variant_is_refused(claim: str, lemma: str, wrong: int, folder: Path) -> None:
    judgement = judge(write(folder, "wrong", [exported(claim, lemma, wrong)]))
    assert not judgement.accepted
    assert "Error" in judgement.messages


def test_the_mean_gradient_has_to_be_zero(folder: Path) -> None:
    told = exported("symfed-quadratic-optimum", "random quadratics")
    bent = tuple("mean N g = 1" if condition == "mean N g = 0" else condition for condition in told.conditions)
    assert bent != told.conditions
    assert not judge(write(folder, "bent", [replace(told, conditions=bent)])).accepted


def test_the_mean_of_a_product_is_no_product_of_means(folder: Path) -> None:
    check = SymbolicIdentity(lambda: ClientMean(a) ** 2)
    told = theorem("product", lambda p, gamma, H: p.mean(p.apply(p.hessians, p.hessians)), check, ANYWHERE)
    assert not judge(write(folder, "product", [told])).accepted


def test_of_one_client(folder: Path) -> None:
    its_own = SymbolicIdentity(lambda: 2 * (a - ClientMean(a)), as_printed)
    assert judge(write(folder, "one", [theorem("its own", sp.Mul(2, a) - ClientMean(2 * a), its_own, ANYWHERE)])).accepted
    assert not judge(write(folder, "other", [theorem("its own", a - ClientMean(a), its_own, ANYWHERE)])).accepted


@pytest.mark.parametrize("claim", REFUTED)
def test_a_witness_refutes(claim: str, folder: Path) -> None:
    part = claims()[claim].proof[0]
    told = refutation(claim, part.statement, part.checks[0], part.under(claims()[claim].under), witness(claim))
    judgement = judge(write(folder, "refuted", [told]))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS


def test_an_instance_of_other_numbers_refutes_nothing(folder: Path) -> None:
    claim = claims()["hal-table1-heterogeneous-het"]
    part = claim.proof[0]
    told = refutation(claim.id, part.statement, part.checks[0], claim.under, witness(claim.id))
    for before, after in (
        ("printed 2%nat", "printed 3%nat"),
        ("| _ => - 1 end", "| _ => - 2 end"),
        ("| _ => - 1 end", "| _ => - 1 end) ("),
    ):
        changed = (told.script[0].replace(before, after), *told.script[1:])
        assert changed != told.script
        assert not judge(write(folder, "tampered", [replace(told, script=changed)])).accepted


def test_exponents_and_units(folder: Path) -> None:
    rr, step, condition = (claims()[name] for name in ("symfed-rr-exponents", "symfed-step-condition", "hal-thm3-condition"))
    best, alike = rr.proof[0], step.proof[0]
    judgement = judge(
        write(
            folder,
            "others",
            [
                exponents.theorem(rr.id, best.statement, best.checks[0], ANYWHERE),
                *(exponents.refutation(f"wrong {k}", wrong, best.checks[0], ANYWHERE, {}) for k, wrong in enumerate(best.wrong.values())),
                units.theorem(step.id, alike.statement, alike.checks[0], ANYWHERE),
                units.refutation(condition.id, condition.proof[0].statement, condition.proof[0].checks[0], ANYWHERE, {}),
            ],
        )
    )
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS


def test_units_that_differ_are_refused(folder: Path) -> None:
    step = claims()["symfed-step-condition"].proof[0]
    for wrong in step.wrong.values():
        assert not judge(write(folder, "units", [units.theorem("units", wrong, step.checks[0], ANYWHERE)])).accepted
