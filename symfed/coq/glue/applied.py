"""How each named theorem is applied: the lines that prove its conclusion from the facts that are its hypotheses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from symfed.coq.glue import curvature, norms, sequences
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.theorems.sorts import free_of
from symfed.theorems.vocabulary import INDICES, Inner, Low, Mean, Norm

if TYPE_CHECKING:
    from symfed.coq.glue.facts import Facts
    from symfed.coq.glue.parts import Followed


def apply(proof: Facts, s: Followed) -> None:
    """Adds the facts that a step concludes. Raises InvalidInput for a theorem that has no lines here."""
    theorem = s.step.theorem.name
    if theorem not in LINES:
        raise InvalidInput("theorem", theorem, "is not exported yet")
    arguments = proof.arguments(s.step, s.known)
    for k, (title, relation) in enumerate(s.concludes.items()):
        if not proof.literal(relation):
            proof.asserted(title, relation, partial(LINES[theorem], proof, s, arguments, k, relation))


def _instance(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    given, values = a["relation"], dict(a["at"])
    fact = proof.known(given)
    at = {letter: proof.write.count(value) if letter in INDICES else proof.write.argument(value) for letter, value in values.items()}
    term = proof.use(fact, at)
    if not all(side.is_commutative for side in given.args):
        return [f"as_vectors {term}."]
    if any(isinstance(x, Low) for x in given.args):
        return [f"exact {term}."]
    placed = proof.write.placed(at)
    lines, rewriting = [f"assert (known := {term})."], []
    atoms = sorted((y for y in given.atoms(Norm, Mean, Inner)), key=str)
    for i, y in enumerate(atoms):
        new = y.func(*[arg.xreplace(values) for arg in y.args])
        raw, value = placed.number(y), proof.write.number(new)
        if raw != value and isinstance(y, Norm):
            lines.append(f"assert (size_{i} : {raw} = {value}) by lengths.")
            rewriting.append(f"rewrite ?size_{i} in known.")
    return [*lines, *rewriting, "fits known."]


def _substitution(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    equation = proof.known(a["equation"])
    given = proof.known(a["relation"])
    arrow = "" if not a.get("backwards") else "<- "
    if "c" in equation.free and "c" not in free_of(a["relation"]):
        left, right = reversed(a["equation"].args) if a.get("backwards") else a["equation"].args
        proof.scope = proof.scope | {"c"}
        term = proof.use(equation)
        proof.scope = proof.scope - {"c"}
        means = [m for m in a["relation"].atoms(Mean) if m.has(left)]
        lines = [f"assert (known := {proof.use(given)})."]
        for m in means:
            one, other = (f"(fun c => ({proof.write.vector(x)})%vec)" for x in (m.args[0], m.args[0].xreplace({left: right})))
            lines.append(f"rewrite (vmean_equal N {one} {other}) in known by (intros c inside; rewrite {arrow}{term}; reflexivity).")
            lines.append("rewrite ?(@vmean_constant V N) in known by exact some.")
        return [*lines, "as_vectors known."]
    return [
        f"assert (known := {proof.use(given)}). rewrite {arrow}{proof.use(equation)} in known.",
        "first [exact known | as_vectors known | fits known].",
    ]


def _combination(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    u, v = a["u"], a["v"]
    if as_expression(u).is_commutative and as_expression(v).is_commutative:
        raise InvalidInput("combination", u, "of numbers is not exported yet")
    lines = []
    for equation, factor in zip(a["equations"], a["factors"], strict=True):
        term = proof.use(proof.known(equation))
        factor = as_expression(factor)
        if factor == 0:
            continue
        text = f"({proof.write.number(factor)})%R" if factor.is_commutative else f"({proof.write.matrix(factor)})%mat"
        lines.append(f"less_in (linear V) {text} {term}.")
    if k == 0:
        return [*lines, "vectors."]
    one, other = (f"({proof.write.vector(x)})%vec" if x != 0 else "(@vzero V)" for x in (u, v))
    return [
        f"assert (whole : {one} = {other}). {{ {' '.join([*lines, 'vectors.'])} }}",
        f"assert (left : norm {one} = {proof.write.number(Norm(u))}) by lengths.",
        f"assert (right : norm {other} = {proof.write.number(Norm(v))}) by lengths.",
        "exact (eq_trans (eq_sym left) (eq_trans (f_equal norm whole) right)).",
    ]


LINES: dict[str, Callable[..., list[str]]] = {
    "triangle": norms.triangle,
    "squared_triangle": norms.squared_triangle,
    "triangle_sum": norms.several("triangle_sum", 1),
    "jensen_sum": norms.several("jensen_sum", 2),
    "jensen": norms.jensen,
    "power_mean": norms.power_mean,
    "cauchy_schwarz": norms.cauchy_schwarz,
    "polarisation": norms.polarisation,
    "inner_adds": norms.inner_of_sum,
    "sum_with": norms.inner_of_sum,
    "operator_norm": curvature.operator_norm,
    "mean_of": norms.mean_of,
    "zero_norm": norms.zero_norm,
    "coercive": curvature.coercive,
    "mean_curvature": curvature.mean_curvature,
    "curvature_at": curvature.curvature_at,
    "ordered_curvatures": curvature.ordered,
    "quadratic_gradient": curvature.quadratic_gradient,
    "lipschitz_gradient": curvature.lipschitz_gradient,
    "cocoercive": curvature.cocoercive,
    "taylor_at": curvature.taylor_at,
    "spectral": curvature.spectral,
    "induction": sequences.induction,
    "equal_by_induction": sequences.equal_by_induction,
    "instance": _instance,
    "substitution": _substitution,
    "combination": _combination,
    "vanishing_powers": sequences.vanishing_powers,
    "valley": sequences.valley,
}
