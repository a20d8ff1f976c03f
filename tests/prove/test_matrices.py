"""Theorems on matrices u v' and third derivatives in the kernel, each as a claim of its own; and false statements on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import L, gamma, h
from symfed.prove.accepted import accepted
from symfed.prove.named import NoProof
from symfed.theorems.moments import norm_of_expectation
from symfed.theorems.operators import curvature_at, lyapunov_bounded
from symfed.theorems.outer import (
    outer_norm,
    outer_of_equal,
    outer_of_equals,
    outer_of_expectation,
    outer_of_mean,
    outer_of_product,
    transposed,
)
from symfed.theorems.randomness import expectation_of
from symfed.theorems.relations import conjuncts
from symfed.theorems.sequences import instance
from symfed.theorems.steps import Apply, Define
from symfed.theorems.vocabulary import (
    CURVED,
    FOURTH_MOMENT,
    FRESH,
    SMOOTH_SAMPLES,
    AnyVector,
    E,
    Mean,
    Norm,
    Outer,
    Vector,
    grad,
    hess,
    sample_grad,
    sequence,
)
from tests.prove.test_claims import claims
from tests.theorems.reading import concluded

UNDER = Domain((), (CURVED, SMOOTH_SAMPLES, FRESH, FOURTH_MOMENT))
x, y = AnyVector("x"), AnyVector("y")
S = sequence("S_cw")
path = S(h, x)
STEPS = (
    Define("start", sp.Eq(S(0, x), x, evaluate=False)),
    Define("step", sp.Eq(S(h + 1, x), S(h, x) - gamma * sample_grad(h, S(h, x)), evaluate=False)),
)


def proved(statement: sp.Basic, *steps: Any) -> bool:
    """Whether the kernel accepts a statement from these steps after the definition of a path, and nothing else."""
    claim = replace(
        claims()["symfed-B5-taylor"], under=UNDER, statement=statement, follows=(*STEPS, *steps), uses=(), lemmas=(), reason="tried"
    )
    found = accepted(claim, {})
    return not found.open and not found.lent


CASES = {
    "norm": (outer_norm, {"u": path - x, "v": y}),
    "turned": (transposed, {"u": path, "v": path - y}),
    "of an expectation": (outer_of_expectation, {"u": x - y, "v": path}),
    "of an expectation of a mean": (outer_of_expectation, {"u": y, "v": Mean(path) - x}),
    "of a mean": (outer_of_mean, {"u": path, "v": y}),
    "size": (norm_of_expectation, {"v": Outer(path - x, path)}),
    "equal": (outer_of_equal, {"equation": "start", "v": y}),
    "both equal": (outer_of_equals, {"one": "start", "other": "step"}),
}


@pytest.mark.parametrize("name", CASES)
def test_a_theorem_has_lines(name: str) -> None:
    theorem, arguments = CASES[name]
    told = {"start": STEPS[0].equation, "step": STEPS[1].equation}
    assert proved(sp.And(*concluded(theorem, arguments, told), evaluate=False), Apply(theorem, name, **arguments))


def test_a_tensor_leaves_an_expectation() -> None:
    third, value = Vector("third_star_c"), sequence("value_of_tensor_c")
    steps = (
        Define("value", sp.Eq(value(x), third * Outer(x, x) - grad(x), evaluate=False)),
        Apply(instance, "there", relation="value", at={x: path}),
        Apply(expectation_of, "mean", relation="there"),
    )
    assert proved(sp.Eq(E(value(path)), third * E(Outer(path, path)) - E(grad(path)), evaluate=False), *steps)
    with pytest.raises(NoProof):
        proved(sp.Eq(E(value(path)), third * Outer(E(path), E(path)) - E(grad(path)), evaluate=False), *steps)


def test_equal_matrices_have_equal_expectations() -> None:
    steps = (
        Apply(outer_of_equal, "pair", equation="step", v=path - y),
        Apply(expectation_of, "mean", relation="pair/1"),
    )
    later, moved = S(h + 1, x), path - gamma * sample_grad(h, path)
    assert proved(sp.Eq(E(Outer(later, path - y)), E(Outer(moved, path - y)), evaluate=False), *steps)


@pytest.mark.parametrize(
    ("theorem", "more"), [(outer_of_product, {"u": x, "v": y}), (lyapunov_bounded, {"high": L, "v": Outer(x, y)})], ids=str
)
def test_a_theorem_on_a_hessian_has_lines(theorem: Any, more: dict[str, Any]) -> None:
    made = theorem.apply(matrix=hess(x), **more)[1]
    steps = Apply(curvature_at, "curvature", point=x), Apply(theorem, "it", ("curvature/1", "curvature/2"), matrix=hess(x), **more)
    assert proved(made[1] if isinstance(made, tuple) else made, *steps)


@pytest.mark.parametrize(
    "statement",
    [
        sp.Eq(Outer(x, y), Outer(y, x), evaluate=False),
        sp.Le(Norm(E(Outer(path, path))), Norm(Outer(E(path), E(path))), evaluate=False),
        sp.Eq(E(Outer(path, path)), Outer(E(path), E(path)), evaluate=False),
        sp.Eq(Outer(x, hess(x) * y), hess(x) * Outer(x, y), evaluate=False),
        sp.Eq(Norm(Outer(x, y)), Norm(x), evaluate=False),
    ],
    ids=str,
)
def test_a_false_statement_is_not_accepted(statement: sp.Basic) -> None:
    steps = Apply(norm_of_expectation, "size", v=Outer(path, path)), Apply(outer_norm, "norm", u=x, v=y)
    with pytest.raises(NoProof):
        proved(statement, *steps)


@pytest.mark.parametrize("name", ["symfed-B5-taylor", "symfed-B6-taylor", "aistats-eq53-unrolled", "aistats-B6-gamma-grad-order"])
def test_a_claim_on_matrices_is_accepted(name: str) -> None:
    assert not accepted(claims()[name], {}).lent


def test_a_third_derivative_needs_its_class() -> None:
    claim = claims()["symfed-B6-taylor"]
    with pytest.raises(NoProof, match="third derivatives"):
        accepted(replace(claim, under=Domain(claim.under.relations, (CURVED,))), {})
    assert conjuncts(claim.statement)
