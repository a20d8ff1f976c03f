"""Powers of the accuracy: each condition is met, and no choice takes fewer rounds. What is compared stands in library/Exponents.v."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symfed.checks.communication import CommunicationExponents
from symfed.coq.printer import name, term
from symfed.coq.theorem import CoqTheorem
from symfed.core.domain import Domain
from symfed.core.grammar import rational_number
from symfed.derive.communication import AT_LEAST_ONE, FORGOTTEN, Bound, communication_exponents


def theorem(title: str, statement: Any, check: CommunicationExponents, under: Domain, says: str = "") -> CoqTheorem:
    """gamma = eps^p, H = eps^-h, T = eps^-t meet every condition; and none that does has fewer rounds, where the check says so."""
    return CoqTheorem(
        name(title), says or title, (), (), _conclusion(statement, check), ("repeat split; intros; rewrite within_exponents in *; lra.",),
        requires=("Exponents",),
    )  # fmt: skip


def refutation(
    title: str, statement: Any, check: CommunicationExponents, under: Domain, witness: Mapping[str, Any], says: str = ""
) -> CoqTheorem:
    """They break a condition, or others take fewer rounds: those of the linear program."""
    best = communication_exponents(check.conditions)
    printed, better = rational_number(statement[2]), " ".join(f"({term(x)})" for x in (best.gamma, best.H, best.T))
    fewer = f"assert ({term(printed)} <= {term(best.T)}) by (apply (best {better}); rewrite within_exponents; lra); lra"
    script = (
        "intros printed. decompose [and] printed.",
        f"first [rewrite within_exponents in *; lra | match goal with best : forall p h t, _ |- _ => {fewer} end].",
    )
    return CoqTheorem(f"{name(title)}_is_false", says or title, (), (), _conclusion(statement, check), script, True, ("Exponents",))


def _conclusion(statement: Any, asked: CommunicationExponents) -> str:
    choice = " ".join(f"({term(rational_number(exponent))})" for exponent in statement)
    bounds = (*asked.conditions, FORGOTTEN, *AT_LEAST_ONE)
    met = [_bound_text(choice, bound) for bound in bounds]
    if asked.best:
        fewest = " -> ".join([*(_bound_text("p h t", bound) for bound in bounds), f"{term(rational_number(statement[2]))} <= t"])
        met.append(f"(forall p h t, {fewest})")
    return " /\\ ".join(met)


def _bound_text(choice: str, bound: Bound) -> str:
    powers = " ".join(f"({term(rational_number(x))})" for x in (bound.gamma, bound.H, bound.T, bound.accuracy))
    return f"within {choice} {powers}"
