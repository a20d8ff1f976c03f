"""Lines for sequences: inductions over steps or rounds, and powers that vanish."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.theorems.vocabulary import INDICES, Norm

if TYPE_CHECKING:
    from symfed.coq.glue.facts import Facts
    from symfed.coq.glue.parts import Followed


def induction(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    index, u, bound, factor, increment = a["index"], a["u"], a["bound"], a["factor"], as_expression(a.get("increment", 0))
    if index not in INDICES:
        raise InvalidInput("index", index, "is no index of a step or a round", "not exported yet")
    facts = proof.by(s.step, s.known)
    n = index.name
    functions = " ".join(f"(fun {n} => {proof.write.number(x)})" for x in (u, bound, factor, increment))
    start, after = {index: sp.S.Zero}, {index: index + 1}
    goals = (
        ("at_first", sp.Le(u.xreplace(start), bound.xreplace(start), evaluate=False)),
        ("positive", sp.Ge(factor, 0)),
        ("step", sp.Le(u.xreplace(after), factor * u + increment, evaluate=False)),
        ("closes", sp.Le(factor * bound + increment, bound.xreplace(after), evaluate=False)),
    )
    whole = proof.scope
    lines = [f"revert {n}. apply (induction {functions})."]
    for title, goal in goals:
        proof.scope = whole - {index} if title == "at_first" else whole
        said = proof.write.relation(goal if isinstance(goal, sp.core.relational.Relational) else sp.Ge(factor, 0, evaluate=False))
        opening = "" if title == "at_first" else f"intros {n}. "
        inner = proof.sure(s, title, goal, facts)
        if isinstance(goal, sp.Ge) and goal.rhs == 0:
            said = f"0 <= {proof.write.number(goal.lhs)}"
            inner = [f"assert (other : {proof.write.relation(goal)}). {{ {' '.join(inner)} }} lra."]
        lines.append(f"- {opening}cbv beta. assert (proved : {said}). {{ {' '.join(inner)} }}")
        for at, written in (({index: sp.S.Zero}, "0%nat"), ({index: index + 1}, f"(S {n})")):
            lines += ["  " + line for line in _rewritten(proof, (u, bound, increment), at, proof.write.placed({index: written}))]
        lines.append("  fits proved.")
    proof.scope = whole
    return lines


def _rewritten(proof: Facts, sides: tuple[Any, ...], at: dict[Any, Any], placed: Any) -> list[str]:
    """Norms at another index, in their normal form."""
    lines = []
    for i, y in enumerate(sorted(set().union(*(as_expression(side).atoms(Norm) for side in sides)), key=str)):
        raw, value = placed.number(y), proof.write.number(Norm(y.args[0].xreplace(at)))
        if raw != value and raw != proof.write.number(y):
            lines.append(f"try (assert (size_{i} : {raw} = {value}) by lengths; rewrite ?size_{i}; clear size_{i}).")
    return lines


def equal_by_induction(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    index, u, v, factor = a["index"], a["u"], a["v"], as_expression(a["factor"])
    if index not in INDICES or (u - v).is_commutative:
        raise InvalidInput("index", index, "is no index of a step or a round", "not exported yet")
    n = index.name
    start, after = {index: sp.S.Zero}, {index: index + 1}
    first = sp.Eq(u.xreplace(start), as_expression(v).xreplace(start), evaluate=False)
    step = sp.Eq((u - v).xreplace(after), sp.expand(factor * (u - v)), evaluate=False)
    whole = proof.scope
    proof.scope = whole - {index}
    one = proof.literal(first)
    first_lines = f"as_vectors {proof.use(one)}." if one else "vectors."
    proof.scope = whole
    other = proof.literal(step)
    step_lines = f"as_vectors {proof.use(other)}." if other else "vectors."
    functions = " ".join(f"(fun {n} => ({proof.write.vector(x)})%vec)" for x in (u, v))
    return [
        f"revert {n}. apply (equal_by_induction {functions} (fun {n} => ({proof.write.matrix(factor)})%mat)).",
        f"- cbv beta. {first_lines}",
        f"- intros {n}. cbv beta. {step_lines}",
    ]


def vanishing_powers(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    ratio, times, scale = a["ratio"], as_expression(a.get("times", 1)), as_expression(a.get("scale", 1))
    facts = proof.by(s.step, s.known)
    signs = (("positive", sp.Ge(ratio, 0, evaluate=False)), ("below", sp.Lt(ratio, 1, evaluate=False)))
    q, c, n = proof.write.number(ratio, 0), proof.write.number(scale, 0), proof.write.count(times)
    lines = [
        f"assert ({title} : {proof.write.relation(goal)}). {{ {' '.join(proof.sure(s, title, goal.doit(), facts))} }}"
        for title, goal in signs
    ]
    return [
        *lines,
        f"apply (vanishing_powers {q} {c} {n}); [lra | exact below | first [assumption | lia] | ].",
        "intros n. cbv beta. try rewrite (Nat.mul_comm n). reals.",
    ]


def valley(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    """The conditions hold of every index, of which the claim has one under a letter: what is shown of the letter is shown of all."""
    falling, rising, index, beyond = a["falling"], a["rising"], a["index"], a["beyond"]
    if any(index in fact.free_symbols for fact in proof.domain.values()) or index in INDICES:
        raise InvalidInput("index", index, "has conditions, or is an index", "not exported yet")
    after = {index: index + 1}
    n, far = proof.write.count(index), proof.write.count(index + beyond)
    f, g = (f"(fun {n} => {proof.write.number(x)})" for x in (falling, rising))
    lines = []
    for title, one, other, goal in (
        ("falls", f"{f} (S m)", f"{f} m", sp.Le(falling.xreplace(after), falling, evaluate=False)),
        ("rises", f"{g} m", f"{g} (S m)", sp.Le(rising, rising.xreplace(after), evaluate=False)),
    ):
        inner = proof.inferred(f"{s.step.name}_{title}", goal, {}, {}, at={index: "m"})
        lines.append(f"assert ({title} : forall m, (1 <= m)%nat -> {one} <= {other}). {{ intros m least. cbv beta. {' '.join(inner)} }}")
    middle = f"({n} + 1)" if k == 0 else far
    return [
        *lines,
        f"destruct (valley {f} {g} {n} {middle}%nat ({far} + 1)%nat falls rises ltac:(lia) ltac:(lia)) as [low high].",
        "cbv beta in low, high. repeat rewrite plus_INR in low. repeat rewrite plus_INR in high. cbn [INR] in low, high.",
        "apply Rmax_lub; first [at_most_one low | at_most_one high].",
    ]
