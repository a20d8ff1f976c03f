"""Sentences of the page on draws without a second moment: at deterministic points, and of bounded vectors."""

from __future__ import annotations

from typing import Final

_FIELD = "Vec -> Vec"
_SAMPLES = "Client -> Index -> Outcome -> Vec -> Vec"
_DURRETT = "Durrett, Probability: Theory and Examples, 5th ed. (2019)"

#: name: (sentence, citation)
DRAWS: Final[dict[str, tuple[str, str]]] = {
    "draws at a point": (
        f"all G: {_SAMPLES}, g: Client -> {_FIELD}, c: Client, h: Index, x: Vec. "
        "Fresh(G, g) -> integrable_vector(fun w: Outcome. G(c, h, w, x))",
        "a definition: draws that have a mean",
    ),
    "the mean of a draw": (
        f"all G: {_SAMPLES}, g: Client -> {_FIELD}, c: Client, h: Index, x: Vec. Fresh(G, g) -> E(fun w: Outcome. G(c, h, w, x)) = g(c, x)",
        "a definition: draws with the gradient as mean",
    ),
    "products with what is not drawn": (
        "all x: Vec, f: Outcome -> Vec. integrable_vector(f) -> integrable(fun w: Outcome. inner(x, f(w)))",
        f"{_DURRETT}, chapter 1",
    ),
    "bounded vectors": (
        f"all G: {_SAMPLES}, h n: Index, X: Outcome -> Vec, a: Num. before(G, h, X) -> (all w: Outcome. norm(X(w)) <= a) -> "
        "integrable(fun w: Outcome. norm(X(w)) ^ n)",
        f"{_DURRETT}, chapter 1 (bounded random variables have a mean)",
    ),
    "means of what is built": (
        f"all G: {_SAMPLES}, g: Client -> {_FIELD}, h: Index, X: Outcome -> Vec, l: Num. Fresh(G, g) -> "
        "(all c: Client, k: Index, w: Outcome. Smooth(G(c, k, w), l)) -> before(G, h, X) -> integrable_vector(X)",
        f"{_DURRETT}, chapter 1: what is Lipschitz has a mean at what has one",
    ),
    "fresh gradients without moments": (
        f"all G: {_SAMPLES}, g: Client -> {_FIELD}, c: Client, h: Index, X: Outcome -> Vec, l: Num. Fresh(G, g) -> "
        "(all c: Client, k: Index, w: Outcome. Smooth(G(c, k, w), l)) -> before(G, h, X) -> "
        "E(fun w: Outcome. G(c, h, w, X(w))) = E(fun w: Outcome. g(c, X(w)))",
        f"{_DURRETT}, chapter 4 (the tower property)",
    ),
    "a bound on the noise": (
        f"all G: {_SAMPLES}, g: Client -> {_FIELD}, c: Client, h: Index, X: Outcome -> Vec, a: Num. "
        "Fresh(G, g) -> Moments(G) -> before(G, h, X) -> "
        "(all x: Vec. E(fun w: Outcome. inner(G(c, h, w, x) - g(c, x), G(c, h, w, x) - g(c, x))) <= a) -> "
        "E(fun w: Outcome. inner(G(c, h, w, X(w)) - g(c, X(w)), G(c, h, w, X(w)) - g(c, X(w)))) <= a",
        f"{_DURRETT}, chapter 4 (the tower property: independent draws)",
    ),
}
