"""A proof needs two independent methods: a solver, and the other solver or a certificate by coefficients, on a minimal core."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import sympy as sp

from symfed.core.domain import Domain
from symfed.decide.orthant import prove_nonnegative
from symfed.decide.question import Answer, Constraint, Question, variables_of
from symfed.decide.solvers import SMALL_LIMIT, Asker, asker, coverings


def find_proof(goal: sp.Basic, assumptions: Sequence[sp.Basic], one_road: bool = False) -> Answer | None:
    """An answer where the goal's negation is contradictory, else None.

    With `one_road` one solver is trusted, and no core is computed.
    """
    everything = Question().constraints(goal, assumptions)
    for asked in _constraint_subsets(everything):
        for first, second in (("z3", "cvc5"), ("cvc5", "z3")):
            ask = asker(first, asked)
            status = ask(asked, None)
            if status == "unsat" and one_road:
                return Answer("implied", f"{first} says so")
            if status == "unsat":
                answer = _confirm_core(first, second, _minimal_core(ask, asked), asked)
                if answer is not None:
                    return answer
            if status != "unknown":
                break  # the other solver is asked first only where this one gives up
    return None


def _constraint_subsets(everything: list[Constraint]) -> Iterator[list[Constraint]]:
    """Subsets of the constraints to try in turn: first those in the goal's own variables, which can be a far smaller question."""
    seen: list[list[Constraint]] = []
    for level in sorted({constraint.level for constraint in everything}):
        asked = [constraint for constraint in everything if constraint.level <= level]
        own = variables_of(asked[0])
        for stage in ([constraint for constraint in asked if variables_of(constraint) <= own], asked):
            if stage not in seen:
                seen.append(stage)
                yield stage


def _confirm_core(first: str, second: str, core: list[Constraint], asked: list[Constraint]) -> Answer | None:
    """The answer for a core that the first solver found contradictory, if the second solver or a certificate agrees; else None."""
    names = tuple(constraint.name for constraint in core if constraint.kind != "goal")
    needed = tuple(constraint.name for constraint in core if constraint.kind == "assumption")
    if not core or core[0].kind != "goal":
        return Answer("unknown", f"the assumptions contradict one another: {', '.join(names)}", names, needed)
    if asker(second, core)(core, SMALL_LIMIT if second == "z3" else None) == "unsat":
        return Answer("implied", "z3 and cvc5 agree", names, needed)
    certificate = _coefficient_proof(core)
    if certificate:
        return Answer("implied", f"{first}, and a certificate: {certificate}", names, needed)
    wider = _certified_core(core, asked)
    if wider:
        # the certificate may need more than the solver did: name what either of them used
        names = tuple(constraint.name for constraint in wider[1:])
        needed = tuple(constraint.name for constraint in wider if constraint.kind == "assumption")
        return Answer("implied", f"{first}, and a certificate: {_coefficient_proof(wider)}", names, needed)
    if first == "z3" and coverings(core) == "unsat":
        return Answer("implied", "z3 and cvc5 agree", names, needed)
    return None


def _coefficient_proof(core: list[Constraint]) -> str:
    """A proof of the core by coefficients, without a solver, in words; empty where there is none."""
    literals = {c.name: c.clauses[0][0] for c in core if len(c.clauses) == len(c.clauses[0]) == 1}
    failing, op = literals.pop(core[0].name)
    if op not in ("<", ">"):
        return ""
    relations = tuple(sp.Rel(value, 0, sign, evaluate=False) for value, sign in literals.values() if sign in (">=", ">", "<=", "<"))
    return prove_nonnegative(failing if op == "<" else -failing, Domain(relations))


def _certified_core(core: list[Constraint], asked: list[Constraint]) -> list[Constraint]:
    """The core with the fewest further constraints that a certificate needs; empty where there is no certificate."""
    if not _coefficient_proof(asked):
        return []
    return _reduced(asked, [constraint for constraint in asked if constraint not in core], lambda fewer: bool(_coefficient_proof(fewer)))


def _minimal_core(ask: Asker, constraints: list[Constraint]) -> list[Constraint]:
    """A minimal contradictory subset: constraints are dropped in the order goal's negation, assumptions, facts, signs.

    The solvers' own cores are not used: z3 computes them by another method, without a limit on its work.
    """
    order = ("goal", "assumption", "defined", "fact", "sign")
    candidates = sorted(constraints, key=lambda c: (order.index(c.kind), -c.level))
    return _reduced(constraints, candidates, lambda fewer: ask(fewer, SMALL_LIMIT) == "unsat")


def _reduced(kept: list[Constraint], candidates: list[Constraint], suffices: Callable[[list[Constraint]], bool]) -> list[Constraint]:
    """The constraints without those candidates, asked in turn, without which the others suffice."""
    for candidate in candidates:
        fewer = [constraint for constraint in kept if constraint is not candidate]
        if suffices(fewer):
            kept = fewer
    return kept
