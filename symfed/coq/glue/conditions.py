"""What a claim's theorem quantifies over and supposes before its definitions: letters, signs, named theorems, classes, conditions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import sympy as sp

from symfed.coq.glue.names import called
from symfed.coq.printer import is_count
from symfed.theorems.vocabulary import CONVEX_SAMPLES, CURVED, INDICES, LIPSCHITZ_SAMPLES, QUADRATIC, THRICE, AnyVector

if TYPE_CHECKING:
    from symfed.coq.glue.proof import Proof

#: Named theorems that stay assumed, and what their hypotheses are called.
ASSUMED = (
    "mean_value_hessian", "minimiser", "own_minimiser", "quadratic_gradient", "lipschitz_gradient", "curvature_near", "taylor_at",
    "spectral", "solvable", "banach", "cocoercive",
)  # fmt: skip
#: Classes of problems that have a definition in Named.v: the hypothesis, its text, and the letters that it needs.
CLASSES = (
    (CURVED, "curvature", "curved N grad_c hess_c mu L"),
    (QUADRATIC, "constant_hessian", "quadratic N hess_c"),
    (THRICE, "three_times", "thrice N hess_c"),
    (CONVEX_SAMPLES, "convex_samples", "(forall c (inside : (c < N)%nat) w h, gradient_of_convex (grad_cw c w h))"),
    (LIPSCHITZ_SAMPLES, "lipschitz_samples", "(forall c (inside : (c < N)%nat) w h, lipschitz (grad_cw c w h) L)"),
)
_TYPES = {"grad_c": "nat -> vec V -> vec V", "hess_c": "nat -> vec V -> mat V", "grad_cw": "nat -> draw -> nat -> vec V -> vec V"}


def conditions(proof: Proof, text: str) -> tuple[list[str], list[tuple[str, str]], tuple[str, ...]]:
    """Variables with their types; hypotheses with their texts; the named theorems among them. `text`: all that is said and proved."""
    known = frozenset().union(*(member.closure() for member in proof.claim.under.classes)) if proof.claim.under.classes else frozenset()
    classes = [(label, written) for member, label, written in CLASSES if member.says in known and re.search(rf"\b{label}\b", text)]
    assumes = tuple(theorem for theorem in ASSUMED if re.search(rf"\bthe_{theorem}\b", text))
    whole = "\n".join([text, *(written for _, written in classes)])

    def spoken(word: str) -> bool:
        return re.search(rf"\b{re.escape(word)}\b", whole) is not None

    letters = {
        head: letter
        for head, letter in sorted(proof.sorts.letters.items())
        if head not in proof.bound
        and not isinstance(letter, AnyVector)
        and letter not in INDICES
        and head not in _TYPES
        and spoken(called(head))
    }
    for symbol in sorted({s for r in (CURVED_LETTERS if classes else ()) for s in r.free_symbols}, key=str):
        if spoken(called(symbol.name)):
            letters.setdefault(symbol.name, symbol)
    variables = ["(V : Euclidean)", *(["(draw : Type)"] if spoken("draw") else []), "(N : nat)"]
    variables += [f"({head} : {typed})" for head, typed in _TYPES.items() if spoken(head)]
    hypotheses = [("some", "(1 <= N)%nat")]
    for head, letter in letters.items():
        if head == "N":
            continue
        typed = proof.write.type_of(head) if head in proof.sorts.letters else "R"
        variables.append(f"({called(head)} : {typed})")
        if isinstance(letter, sp.Symbol) and letter.is_commutative:
            if is_count(letter):
                hypotheses += [(f"{called(head)}_positive", f"(1 <= {called(head)})%nat")] if letter.is_positive else []
            elif letter.is_positive:
                hypotheses.append((f"{called(head)}_positive", f"0 < {called(head)}"))
            elif letter.is_nonnegative:
                hypotheses.append((f"{called(head)}_nonnegative", f"0 <= {called(head)}"))
    if spoken("operator_norm"):
        variables.append("(operator_norm : mat V -> R)")
        hypotheses.append(("the_norm", "is_operator_norm operator_norm"))
    hypotheses += [(f"the_{theorem}", f"{theorem} V") for theorem in assumes]
    hypotheses += classes
    hypotheses += [(label, proof.write.relation(relation)) for label, relation in proof.domain.items()]
    return variables, hypotheses, assumes


def _letters() -> tuple[sp.Basic, ...]:
    from symfed.core.symbols import L, mu

    return (sp.Tuple(L, mu),)


CURVED_LETTERS = _letters()
