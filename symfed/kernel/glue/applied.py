"""How each named theorem is applied: the lines that prove its conclusion from the facts that are its hypotheses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.kernel.glue.text import INDICES, free_of
from symfed.theorems.vocabulary import High, Inner, Low, Mean, Norm, OpNorm, grad, hess

if TYPE_CHECKING:
    from symfed.kernel.glue.proof import Fact, Proof, Step

#: What a problem is, as the named theorems in Named.v are said of it.
PROBLEM = "N grad_c hess_c mu L some mu_positive curvature"


def apply(proof: Proof, s: Step) -> None:
    """Adds the facts that a step concludes. Raises InvalidInput for a theorem that has no lines here."""
    theorem = s.step.theorem.name
    if theorem not in LINES:
        raise InvalidInput("theorem", theorem, "is not exported yet")
    arguments = proof.arguments(s.step, s.known)
    for k, (title, relation) in enumerate(s.concludes.items()):
        if not proof.literal(relation):
            proof.asserted(title, relation, partial(LINES[theorem], proof, s, arguments, k, relation))


# norms and means


def _both(proof: Proof, relation: Any, left: tuple[str, Any], right: tuple[str, Any], term: str) -> list[str]:
    """A relation from the theorem's own: each side as it is said, with its vectors, is the side as it is written."""
    return [
        *proof.sized("left", *left, relation.lts),
        *proof.sized("right", *right, relation.gts),
        f"exact (between _ _ _ _ left right {term}).",
    ]


def _triangle(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    u, v = (f"({proof.write.vector(a[x])})%vec" for x in "uv")
    whole = f"norm ({u} + {v})"
    lines = [
        f"assert (left : {whole} = {proof.write.number(relation.lts)}) by lengths.",
        *proof.sized("right", "{0} + {1}", (a["u"], a["v"]), relation.gts),
    ]
    return [*lines, f"exact (between _ _ _ _ left right (triangle {u} {v}))."]


def _squared_triangle(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    u, v = (f"({proof.write.vector(a[x])})%vec" for x in "uv")
    weight = sp.sympify(a.get("weight", 1))
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


def _listed(proof: Proof, vectors: Any) -> str:
    return "[" + "; ".join(f"({proof.write.vector(v)})%vec" for v in vectors) + "]"


def _several(lemma: str, power: int) -> Callable[..., list[str]]:
    def lines(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
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


def _jensen(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
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


def _power_mean(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
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


def _mean_of(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    given = a["relation"]
    fact = known(proof, given)
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


def _zero_norm(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    goal = sp.Le(Norm(a["v"]), 0, evaluate=False)
    facts = proof.by(s.step, s.known)
    return [
        f"assert (none : {proof.write.number(Norm(a['v']))} <= 0).",
        "{ " + " ".join(proof.discharged(f"{s.step.name}_none", goal, facts)) + " }",
        f"assert (size : norm ({proof.write.vector(a['v'])}) = {proof.write.number(Norm(a['v']))}) by lengths.",
        "apply zero_norm. apply (Rle_trans _ _ _ (Req_le _ _ size) none).",
    ]


def _coercive(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    v, low = proof.write.vector(a["v"]), proof.write.number(a["low"], 0)
    matrix = f"({proof.write.matrix(a['matrix'])})%mat"
    lines = [f"assert (bounded : at_least {matrix} {low}). {{ {bounded(proof, a['matrix'], a['low'])} }}"]
    lines += proof.sized("left", f"{low} * {{0}}", (a["v"],), relation.lts)
    lines.append(f"assert (right : norm ({matrix} @ ({v})%vec) = {proof.write.number(relation.gts)}) by lengths.")
    return [*lines, f"exact (between _ _ _ _ left right (coercive {matrix} {low} ({v})%vec bounded))."]


def bounded(proof: Proof, matrix: Any, low: Any = None, high: Any = None) -> str:
    goal = sp.Le(low, Low(matrix), evaluate=False) if low is not None else sp.Le(High(matrix), high, evaluate=False)
    fact = proof.literal(goal)
    if fact is None:
        raise InvalidInput("hypothesis", goal, "is none of the facts")
    return f"exact {proof.use(fact)}."


def _mean_curvature(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    from symfed.core.symbols import L, mu

    proof.scope = proof.scope | {"c"}
    sure_ = bounded(proof, a["matrix"], mu) if k == 0 else bounded(proof, a["matrix"], None, L)
    return [f"apply mean_at_{'least' if k == 0 else 'most'}; [exact some | intros c inside; {sure_.rstrip('.')}]."]


def _curvature_at(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    return [f"exact (proj{k + 1} (proj2 (curvature c inside ({proof.write.vector(a['point'])})%vec)))."]


def _ordered(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    return ["exact (ordered_curvatures N grad_c hess_c mu L some curvature)."]


def _quadratic_gradient(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    x, y, p = (f"({proof.write.vector(a[v])})%vec" for v in ("x", "y", "anywhere"))
    if k == 0:
        return [f"as_vectors (the_quadratic_gradient {PROBLEM} constant_hessian c inside {x} {y} {p})."]
    return [f"exact (proj{k} (proj2 (curvature c inside {p})))."]


def _lipschitz_gradient(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    x, y = (f"({proof.write.vector(a[v])})%vec" for v in ("x", "y"))
    lines = [
        *proof.sized("left", "{0}", (grad(a["x"]) - grad(a["y"]),), relation.lts),
        *proof.sized("right", "L * {0}", (a["x"] - a["y"],), relation.gts),
    ]
    return [*lines, f"exact (between _ _ _ _ left right (the_lipschitz_gradient {PROBLEM} c inside {x} {y}))."]


def _cocoercive(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    x, y = (f"({proof.write.vector(a[v])})%vec" for v in ("x", "y"))
    step = proof.write.count(a["step"])
    return [
        f"assert (own := convex_samples c inside w {step}). assert (smooth := lipschitz_samples c inside w {step}).",
        f"fits (the_cocoercive (grad_cw c w {step}) L L_positive own smooth {x} {y}).",
    ]


def _spectral(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    from symfed.core.symbols import L, lam, mu

    matrix, v, low, high = a["matrix"], a["v"], a.get("low", mu), a.get("high", L)
    polynomial = sp.Poly(a["function"], lam)
    coefficients = [polynomial.nth(k) for k in range(polynomial.degree() + 1)]
    listed = "[" + "; ".join(proof.write.number(c) for c in coefficients) + "]"
    A, bound = f"({proof.write.matrix(matrix)})%mat", proof.write.number(a["bound"], 0)
    vector = f"({proof.write.vector(v)})%vec"
    unfolded = "0%vec"
    for c in reversed(coefficients):
        unfolded = f"({proof.write.number(c, 0)} *: {vector} + {A} @ {unfolded})%vec"
    facts = proof.by(s.step, s.known)
    inside = {"above": (sp.Le(low, lam, evaluate=False), "above"), "below": (sp.Le(lam, high, evaluate=False), "below")}
    lines = [
        f"assert (everywhere : forall lambda, {proof.write.number(low)} <= lambda <= {proof.write.number(high)} ->",
        f"  Rabs (value {listed} lambda) <= {bound}).",
        "{ intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.",
    ]
    down = sp.Le(-a["bound"], a["function"], evaluate=False)
    up = sp.Le(a["function"], a["bound"], evaluate=False)
    for goal in (down, up):
        title = f"{s.step.name}_{'from_below' if goal is down else 'from_above'}"
        lines += [
            f"  - assert (sign_ : {proof.write.relation(goal)}). {{ {' '.join(proof.inferred(title, goal, facts, inside))} }} fits sign_.",
        ]
    lines.append("}")
    raw = f"norm {unfolded}"
    lines += [
        f"assert (left : {raw} = {proof.write.number(relation.lts)}) by lengths.",
        *proof.sized("right", f"{bound} * {{0}}", (v,), relation.gts),
        f"assert (low_ : at_least {A} {proof.write.number(low, 0)}). {{ {bounded(proof, matrix, low)} }}",
        f"assert (high_ : at_most {A} {proof.write.number(high, 0)}). {{ {bounded(proof, matrix, None, high)} }}",
        f"exact (between _ _ _ _ left right (the_spectral {A} _ _ {bound} {listed} low_ high_ everywhere {vector})).",
    ]
    return lines


# sequences


def _induction(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    index, u, bound, factor, increment = a["index"], a["u"], a["bound"], a["factor"], sp.sympify(a.get("increment", 0))
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
        inner = sure(proof, s, title, goal, facts)
        if isinstance(goal, sp.Ge) and goal.rhs == 0:
            said = f"0 <= {proof.write.number(goal.lhs)}"
            inner = [f"assert (other : {proof.write.relation(goal)}). {{ {' '.join(inner)} }} lra."]
        lines.append(f"- {opening}cbv beta. assert (proved : {said}). {{ {' '.join(inner)} }}")
        for at, written in (({index: sp.S.Zero}, "0%nat"), ({index: index + 1}, f"(S {n})")):
            lines += ["  " + line for line in _rewritten(proof, (u, bound, increment), at, proof.write.placed({index: written}))]
        lines.append("  fits proved.")
    proof.scope = whole
    return lines


def _rewritten(proof: Proof, sides: tuple[Any, ...], at: dict[Any, Any], placed: Any) -> list[str]:
    """Norms at another index, in their normal form."""
    lines = []
    for i, y in enumerate(sorted(set().union(*(sp.sympify(side).atoms(Norm) for side in sides)), key=str)):
        raw, value = placed.number(y), proof.write.number(Norm(y.args[0].xreplace(at)))
        if raw != value and raw != proof.write.number(y):
            lines.append(f"try (assert (size_{i} : {raw} = {value}) by lengths; rewrite ?size_{i}; clear size_{i}).")
    return lines


def _equal_by_induction(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    index, u, v, factor = a["index"], a["u"], a["v"], sp.sympify(a["factor"])
    if index not in INDICES or (u - v).is_commutative:
        raise InvalidInput("index", index, "is no index of a step or a round", "not exported yet")
    n = index.name
    start, after = {index: sp.S.Zero}, {index: index + 1}
    first = sp.Eq(u.xreplace(start), sp.sympify(v).xreplace(start), evaluate=False)
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


def _instance(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    given, values = a["relation"], dict(a["at"])
    fact = known(proof, given)
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


def _substitution(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    equation = known(proof, a["equation"])
    given = known(proof, a["relation"])
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


def _vanishing_powers(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    ratio, times, scale = a["ratio"], sp.sympify(a.get("times", 1)), sp.sympify(a.get("scale", 1))
    facts = proof.by(s.step, s.known)
    signs = (("positive", sp.Ge(ratio, 0, evaluate=False)), ("below", sp.Lt(ratio, 1, evaluate=False)))
    q, c, n = proof.write.number(ratio, 0), proof.write.number(scale, 0), proof.write.count(times)
    lines = [
        f"assert ({title} : {proof.write.relation(goal)}). {{ {' '.join(sure(proof, s, title, goal.doit(), facts))} }}"
        for title, goal in signs
    ]
    return [
        *lines,
        f"apply (vanishing_powers {q} {c} {n}); [lra | exact below | first [assumption | lia] | ].",
        "intros n. cbv beta. try rewrite (Nat.mul_comm n). reals.",
    ]


def _combination(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    u, v = a["u"], a["v"]
    if sp.sympify(u).is_commutative and sp.sympify(v).is_commutative:
        raise InvalidInput("combination", u, "of numbers is not exported yet")
    lines = []
    for equation, factor in zip(a["equations"], a["factors"], strict=True):
        term = proof.use(known(proof, equation))
        factor = sp.sympify(factor)
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


def sure(proof: Proof, s: Step, title: str, goal: Any, facts: Any) -> list[str]:
    return ["first [lra | not_negative]."] if goal in (sp.true, True) else proof.discharged(f"{s.step.name}_{title}", goal, facts)


def known(proof: Proof, relation: sp.Basic) -> Fact:
    fact = proof.literal(relation)
    if fact is None:
        raise InvalidInput("fact", relation, "is not known yet")
    return fact


def _taylor_at(proof: Proof, s: Step, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    x, point, bound, u = a["x"], a["point"], a["bound"], a["u"]
    near = known(proof, sp.Le(OpNorm(hess(u) - hess(point)), bound * Norm(u - point), evaluate=False))
    v, p, m = f"({proof.write.vector(x)})%vec", f"({proof.write.vector(point)})%vec", proof.write.number(bound, 0)
    before, name = proof.scope, proof.write.variable(u)
    rest = f"grad_c c {v} - grad_c c {p} - hess_c c {p} @ ({v} - {p})"
    proof.scope = proof.scope | {u}
    lines = [
        f"assert (near : forall {name}, operator_norm (hess_c c {name} - hess_c c {p})%mat <= {m} * norm ({name} - {p})).",
        f"{{ intros {name}. assert (size : norm ({name} - {p}) = {proof.write.number(Norm(u - point))}) by lengths.",
        f"  assert (right : {proof.write.number(near.relation.gts)} = {m} * norm ({name} - {p})) by (try rewrite size; reals).",
        f"  exact (between _ _ _ _ eq_refl right {proof.use(near)}). }}",
        f"assert (left : norm ({rest}) = {proof.write.number(relation.lts)}) by lengths.",
        *proof.sized("right", f"{m} / 2 * {{0}} ^ 2", (x - point,), relation.gts),
        f"exact (between _ _ _ _ left right (the_taylor_at {PROBLEM} operator_norm the_norm c inside {p} {m} near {v})).",
    ]
    proof.scope = before
    return lines


LINES: dict[str, Callable[..., list[str]]] = {
    "triangle": _triangle,
    "squared_triangle": _squared_triangle,
    "triangle_sum": _several("triangle_sum", 1),
    "jensen_sum": _several("jensen_sum", 2),
    "jensen": _jensen,
    "power_mean": _power_mean,
    "mean_of": _mean_of,
    "zero_norm": _zero_norm,
    "coercive": _coercive,
    "mean_curvature": _mean_curvature,
    "curvature_at": _curvature_at,
    "ordered_curvatures": _ordered,
    "quadratic_gradient": _quadratic_gradient,
    "lipschitz_gradient": _lipschitz_gradient,
    "cocoercive": _cocoercive,
    "taylor_at": _taylor_at,
    "spectral": _spectral,
    "induction": _induction,
    "equal_by_induction": _equal_by_induction,
    "instance": _instance,
    "substitution": _substitution,
    "combination": _combination,
    "vanishing_powers": _vanishing_powers,
}
