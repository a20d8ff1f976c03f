"""What named theorems show to exist: the lines for "there is such a thing", in functions of whatever it depends on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import sympy as sp

from symfed.coq.glue.curvature import PROBLEM
from symfed.core.errors import InvalidInput
from symfed.theorems.sorts import free_of, mark
from symfed.theorems.vocabulary import Low, Norm, owned

if TYPE_CHECKING:
    from symfed.coq.glue.facts import Facts
    from symfed.coq.glue.parts import Followed


def existence(proof: Facts, s: Followed) -> list[str]:
    """Lines for "there is such a thing", of a theorem that introduces a letter."""
    theorem = s.step.theorem.name
    if theorem not in EXISTENCE:
        raise InvalidInput("theorem", theorem, "is not exported yet")
    return EXISTENCE[theorem](proof, s, proof.arguments(s.step, s.known))


def _letters(proof: Facts, new: Any) -> str:
    """The lambda of a letter: whose it is, and what it is called with."""
    args = getattr(new, "args", ())
    head = new.name if isinstance(new, sp.Symbol) else type(new).__name__
    found = [*mark(head), *(proof.write.variable(x) for x in args)]
    return f"fun {' '.join(found)} => " if found else ""


def _mean_value_hessian(proof: Facts, s: Followed, a: dict[str, Any]) -> list[str]:
    x, y = (f"({proof.write.vector(a[v])})%vec" for v in "xy")
    lines = [
        f"destruct (the_mean_value_hessian {PROBLEM}) as [found each].",
        f"exists ({_letters(proof, a['hessian'])}found c {x} {y}).",
    ]
    relations = list(s.concludes.values())
    for k, relation in enumerate(relations):
        names = proof.write.names(free_of(relation))
        end = "as_vectors equal." if k == 0 else "exact low." if k == 1 else "exact high."
        inner = f"intros {names}. cbv beta. destruct (each c inside {x} {y}) as (equal & low & high). {end}"
        lines.append(f"split. {{ {inner} }}" if k < 2 else inner)
    return lines


def _minimiser(proof: Facts, s: Followed, a: dict[str, Any]) -> list[str]:
    return [f"destruct (the_minimiser {PROBLEM}) as [found known].", "exists found. exact known."]


def _own_minimiser(proof: Facts, s: Followed, a: dict[str, Any]) -> list[str]:
    return [f"destruct (the_own_minimiser {PROBLEM}) as [found known].", "exists found. intros c inside. exact (known c inside)."]


def _banach(proof: Facts, s: Followed, a: dict[str, Any]) -> list[str]:
    mapping, factor, x, y = a["mapping"], a["factor"], a["x"], a["y"]
    head, q = proof.write.call(mapping(x)).split(" ")[0], proof.write.number(a["factor"], 0)
    facts = proof.by(s.step, s.known)
    contracts = sp.Le(Norm(mapping(x) - mapping(y)), factor * Norm(x - y), evaluate=False)
    point = a["point"]
    near = list(s.concludes.values())[1]
    proof.scope = frozenset((x, y))
    xs, ys = proof.write.variable(x), proof.write.variable(y)
    signs = (("positive", sp.Ge(factor, 0, evaluate=False)), ("below", sp.Lt(factor, 1, evaluate=False)))
    lines = [
        f"assert ({title} : {proof.write.relation(goal)}). {{ {' '.join(proof.sure(s, title, goal.doit(), facts))} }}"
        for title, goal in signs
    ]
    lines += [
        f"assert (contracts : forall {xs} {ys}, norm ({head} {xs} - {head} {ys}) <= {q} * norm ({xs} - {ys})).",
        f"{{ intros {xs} {ys}.",
        *proof.sized("left", "{0}", (mapping(x) - mapping(y),), Norm(mapping(x) - mapping(y))),
        *proof.sized("right", f"{q} * {{0}}", (x - y,), factor * Norm(x - y)),
        "apply (between _ _ _ _ (eq_sym left) (eq_sym right)).",
        f"fits {proof.use(proof.known(contracts))}. }}",
        f"destruct (the_banach {head} {q} ltac:(lra) below contracts) as (found & fixed & near).",
        "exists found. split; [exact fixed | ].",
        f"intros {xs}. cbv beta.",
    ]
    writer = proof.write.placed({point: "found"})
    shown = writer.number(near.lts)
    lines += [
        f"assert (left : norm ({xs} - found) = {shown}) by lengths.",
        f"assert (size : norm ({xs} - {head} {xs}) = {writer.number(Norm(x - mapping(x)))}) by lengths.",
        f"assert (right : norm ({xs} - {head} {xs}) / (1 - {q}) = {writer.number(near.gts)}) by (try rewrite size; reflexivity).",
        f"exact (between _ _ _ _ left right (near {xs})).",
    ]
    proof.scope = frozenset()
    return lines


def _solvable(proof: Facts, s: Followed, a: dict[str, Any]) -> list[str]:
    matrix, low = a["matrix"], a["low"]
    if owned(matrix, "c") or free_of(sp.Eq(Low(matrix), 0, evaluate=False)):
        raise InvalidInput("matrix", matrix, "is not the same for all", "not exported yet")
    (relation,) = s.concludes.values()
    A, m = f"({proof.write.matrix(matrix)})%mat", proof.write.number(low, 0)
    lines = [
        f"assert (bounded : at_least {A} {m}). {{ {proof.bounded(matrix, low)} }}",
        f"assert (positive : 0 < {m}). {{ {' '.join(proof.sure(s, 'positive', sp.Gt(low, 0), proof.by(s.step, s.known)))} }}",
        f"destruct (the_solvable {A} {m} bounded positive) as [found known].",
        f"exists ({_letters(proof, a['solution'])}found ({proof.write.vector(a['right'])})%vec).",
    ]
    names = proof.write.names(free_of(relation))
    opening = f"intros {names}. cbv beta. " if names else ""
    return [*lines, f"{opening}as_vectors (known ({proof.write.vector(a['right'])})%vec)."]


def _curvature_near(proof: Facts, s: Followed, a: dict[str, Any]) -> list[str]:
    point, bound, u = a["point"], a["bound"], a["u"]
    (relation,) = s.concludes.values()
    x, p = proof.write.variable(u), f"({proof.write.vector(point)})%vec"
    value = proof.write.placed({bound: "found"}).number(relation.gts)
    return [
        f"destruct (the_curvature_near {PROBLEM} three_times operator_norm the_norm {p}) as (found & positive & near).",
        f"exists found. split; [exact positive | intros c inside {x}].",
        f"assert (size : norm ({x} - {p}) = {proof.write.number(Norm(u - point))}) by lengths.",
        f"assert (right : found * norm ({x} - {p}) = {value}) by (try rewrite size; reals).",
        f"exact (between _ _ _ _ eq_refl right (near c inside {x})).",
    ]


EXISTENCE: dict[str, Callable[..., list[str]]] = {
    "mean_value_hessian": _mean_value_hessian,
    "minimiser": _minimiser,
    "own_minimiser": _own_minimiser,
    "banach": _banach,
    "solvable": _solvable,
    "curvature_near": _curvature_near,
}
