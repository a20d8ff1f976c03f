"""Lines for inequalities between norms, and between means over clients."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.theorems.vocabulary import Inner, Mean, Norm

if TYPE_CHECKING:
    from symfed.coq.glue.facts import Facts
    from symfed.coq.glue.parts import Followed


def triangle(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    u, v = (f"({proof.write.vector(a[x])})%vec" for x in "uv")
    whole = f"norm ({u} + {v})"
    lines = [
        f"assert (left : {whole} = {proof.write.number(relation.lts)}) by lengths.",
        *proof.sized("right", "{0} + {1}", (a["u"], a["v"]), relation.gts),
    ]
    return [*lines, f"exact (between _ _ _ _ left right (triangle {u} {v}))."]


def squared_triangle(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    u, v = (f"({proof.write.vector(a[x])})%vec" for x in "uv")
    weight = as_expression(a.get("weight", 1))
    w = proof.write.number(weight, 0)
    lines = [
        f"assert (size : norm ({u} + {v}) = {proof.write.number(Norm(a['u'] + a['v']))}) by lengths.",
        f"assert (left : norm ({u} + {v}) ^ 2 = {proof.write.number(relation.lts)}) by (try rewrite size; reals).",
        f"assert (positive : 0 < {w}).",
        "{ "
        + " ".join(
            ["lra."]
            if weight.is_number
            else proof.discharged(f"{s.step.name}_weight", sp.Gt(weight, 0, evaluate=False), proof.by(s.step, s.known))
        )
        + " }",
        *proof.sized("right", f"(1 + {w}) * {{0}} ^ 2 + (1 + 1 / {w}) * {{1}} ^ 2", (a["u"], a["v"]), relation.gts),
    ]
    return [*lines, f"exact (between _ _ _ _ left right (squared_triangle {u} {v} {w} positive))."]


def _listed(proof: Facts, vectors: Any) -> str:
    return "[" + "; ".join(f"({proof.write.vector(v)})%vec" for v in vectors) + "]"


def several(lemma: str, power: int) -> Callable[..., list[str]]:
    def lines(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
        vectors = a["vectors"]
        texts = [f"({proof.write.vector(v)})%vec" for v in vectors]
        whole = f"norm (vsum {_listed(proof, vectors)})"
        raised = " ^ 2" if power == 2 else ""
        total = " + ".join(f"({{{i}}}{raised}" for i in range(len(vectors))) + " + 0" + ")" * len(vectors)
        right = f"INR {len(vectors)} * {total}" if power == 2 else total
        out = [
            f"assert (size : {whole} = {proof.write.number(Norm(sp.Add(*vectors)))}).",
            f"{{ change (vsum {_listed(proof, vectors)}) with ({' + ('.join(texts)} + 0{')' * len(texts)}%vec. lengths. }}",
            f"assert (left : {whole}{raised} = {proof.write.number(relation.lts)}) by (try rewrite size; reals).",
            *proof.sized("right", right, vectors, relation.gts),
        ]
        return [*out, f"exact (between _ _ _ _ left right ({lemma} {_listed(proof, vectors)}))."]

    return lines


def jensen(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    power = int(a.get("power", 1))
    if power not in (1, 2):
        raise InvalidInput("power", power, "is not exported yet", "one and two are")
    v = sp.expand(a["v"])
    one = f"(fun c => ({proof.write.vector(v)})%vec)"
    raised = " ^ 2" if power == 2 else ""
    inside = Norm(v) ** power
    lines = [
        f"assert (size : norm (@vmean V N {one}) = {proof.write.number(Norm(Mean(v)))}) by lengths.",
        f"assert (left : norm (@vmean V N {one}){raised} = {proof.write.number(relation.lts)}) by (try rewrite size; reals).",
        *proof.mean_of_numbers("whole", inside, relation.gts),
        f"assert (right : mean N (fun c => norm ({one} c){raised}) = {proof.write.number(relation.gts)}).",
        f"{{ transitivity (mean N (fun c => {proof.write.number(inside)})); [apply mean_equal; intros c inside; cbv beta | exact whole].",
        f"  assert (own : norm ({proof.write.vector(v)}) = {proof.write.number(Norm(v))}) by lengths. try rewrite own. reals. }}",
    ]
    return [*lines, f"exact (between _ _ _ _ left right (jensen_{power} N {one}{' some' if power == 2 else ''}))."]


def power_mean(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    if int(a.get("power", 2)) != 2:
        raise InvalidInput("power", a["power"], "is not exported yet", "two is")
    x = a["x"]
    own = f"(fun c => {proof.write.number(x)})"
    lines = [
        *proof.mean_of_numbers("one", x, Mean(x)),
        f"assert (left : mean N {own} ^ 2 = {proof.write.number(relation.lts)}) by (try rewrite one; reals).",
        *proof.mean_of_numbers("whole", x**2, relation.gts),
        f"assert (right : mean N (fun c => {own} c ^ 2) = {proof.write.number(relation.gts)}).",
        f"{{ transitivity (mean N (fun c => {proof.write.number(x**2)})); [ | exact whole].",
        "  apply mean_equal; intros c inside; cbv beta; reals. }",
    ]
    return [*lines, f"exact (between _ _ _ _ left right (power_mean_2 N {own} some))."]


def cauchy_schwarz(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    x, y = a["x"], a["y"]
    one, other = (f"(fun c => {proof.write.number(z)})" for z in (x, y))
    lines = []
    for ident, inside, written in (
        ("product", x * y, f"{one} c * {other} c"),
        ("first_square", x**2, f"{one} c ^ 2"),
        ("second_square", y**2, f"{other} c ^ 2"),
    ):
        lines += [
            *proof.mean_of_numbers(f"{ident}_", inside, Mean(inside)),
            f"assert ({ident} : mean N (fun c => {written}) = {proof.write.number(Mean(inside))}).",
            f"{{ transitivity (mean N (fun c => {proof.write.number(inside)})); [ | exact {ident}_].",
            "  apply mean_equal; intros c inside; cbv beta; reals. }",
        ]
    return [
        *lines,
        f"assert (known := cauchy_schwarz N {one} {other} some).",
        "cbv beta in known, product, first_square, second_square. rewrite ?product, ?first_square, ?second_square in known. fits known.",
    ]


def polarisation(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    u, v = (f"({proof.write.vector(a[x])})%vec" for x in "uv")
    factor = proof.write.number(a["factor"], 0)
    lines = [
        f"assert (size : norm ({u} - {factor} *: {v}) = {proof.write.number(Norm(a['u'] - a['factor'] * a['v']))}) by lengths.",
        f"assert (left : norm ({u} - {factor} *: {v}) ^ 2 = {proof.write.number(relation.lhs)}) by (try rewrite size; reals).",
        *_angle(proof, "angle", f"inner {u} {v}", a["u"], a["v"]),
        *proof.sized("one", "{0}", (a["u"],), Norm(a["u"])),
        *proof.sized("other", "{0}", (a["v"],), Norm(a["v"])),
        f"assert (right : norm {u} ^ 2 - 2 * {factor} * inner {u} {v} + {factor} ^ 2 * norm {v} ^ 2 = {proof.write.number(relation.rhs)})",
        "  by (rewrite ?angle, ?one, ?other; reals).",
    ]
    return [*lines, f"exact (eq_trans (eq_sym left) (eq_trans (polarisation {u} {v} {factor}) right))."]


def _angle(proof: Facts, ident: str, raw: str, u: Any, v: Any) -> list[str]:
    """The inner product of two vectors as they are said is that of them as they are written."""
    return [f"assert ({ident} : {raw} = {proof.write.number(Inner(u, v))}) by (apply f_equal2; vectors)."]


def inner_of_sum(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    """<u, v + w> or <u + v, w>, by the theorem's name."""
    u, v, w = (f"({proof.write.vector(a[x])})%vec" for x in "uvw")
    if s.step.theorem.name == "inner_adds":
        pairs, term = ((a["u"], a["v"] + a["w"]), (a["u"], a["v"]), (a["u"], a["w"])), f"inner_add V {u} {v} {w}"
        said = (f"inner {u} ({v} + {w})", f"inner {u} {v}", f"inner {u} {w}")
    else:
        pairs, term = ((a["u"] + a["v"], a["w"]), (a["u"], a["w"]), (a["v"], a["w"])), f"inner_add_left {u} {v} {w}"
        said = (f"inner ({u} + {v}) {w}", f"inner {u} {w}", f"inner {v} {w}")
    lines = [line for i, (raw, pair) in enumerate(zip(said, pairs, strict=True)) for line in _angle(proof, f"part_{i}", raw, *pair)]
    return [*lines, f"assert (known := {term}). rewrite ?part_0, ?part_1, ?part_2 in known. fits known."]


def mean_of(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    given = a["relation"]
    fact = proof.known(given)
    proof.scope = proof.scope | {"c"}
    term = proof.use(fact)
    proof.scope = proof.scope - {"c"}
    if not all(side.is_commutative for side in given.args):
        one, other = (f"(@vmean V N (fun c => ({proof.write.vector(sp.expand(side))})%vec))" for side in given.args)
        return [
            f"transitivity {one}; [symmetry; vectors | transitivity {other}; [ | vectors]].",
            f"apply vmean_equal; intros c inside; as_vectors {term}.",
        ]
    if not isinstance(given, sp.Le | sp.Ge | sp.Eq):
        raise InvalidInput("relation", given, "is not exported yet")
    sides = given.args if isinstance(given, sp.Eq) else (given.lts, given.gts)
    values = relation.args if isinstance(relation, sp.Eq) else (relation.lts, relation.gts)
    lines = [*proof.mean_of_numbers("left", sides[0], values[0]), *proof.mean_of_numbers("right", sides[1], values[1])]
    if isinstance(given, sp.Eq):
        return [
            *lines,
            f"apply (eq_trans (eq_sym left)). apply (fun e => eq_trans e right). apply mean_equal. intros c inside. fits {term}.",
        ]
    return [*lines, "apply (between _ _ _ _ left right). apply mean_monotone; [exact some | intros c inside]. " + f"fits {term}."]


def zero_norm(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    goal = sp.Le(Norm(a["v"]), 0, evaluate=False)
    facts = proof.by(s.step, s.known)
    return [
        f"assert (none : {proof.write.number(Norm(a['v']))} <= 0).",
        "{ " + " ".join(proof.discharged(f"{s.step.name}_none", goal, facts)) + " }",
        f"assert (size : norm ({proof.write.vector(a['v'])}) = {proof.write.number(Norm(a['v']))}) by lengths.",
        "apply zero_norm. apply (Rle_trans _ _ _ (Req_le _ _ size) none).",
    ]
