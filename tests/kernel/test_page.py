"""The page's sentences hold in small finite models, and sentences that are altered a little do not."""

from __future__ import annotations

from typing import Final

import pytest

from symfed.kernel.page import SENTENCES, by_name, constants, sentences
from symfed.kernel.terms import KernelRefusal
from symfed.kernel.text import read
from tests.kernel.altered_maps import ALTERED_MAPS
from tests.kernel.instances import tried

TIMES: Final = 300
LEAST: Final = 30  # instances at which all hypotheses hold, and the conclusion with them

#: sentence: why no instance has its hypotheses
VACUOUS: Final = {"absurd": "its hypothesis is False"}

_FINITE = "with finitely many outcomes every function is integrable"
#: sentence: why no altered version falls
NO_POWER: Final = {
    "constants are integrable": _FINITE,
    "combinations are integrable": _FINITE,
    "means are integrable": _FINITE,
    "combinations of vectors are integrable": _FINITE,
    "constant vectors are integrable": _FINITE,
    "vectors with moments": _FINITE,
    "norms have a mean": _FINITE,
    "norms of integrable vectors": _FINITE,
    "means of vectors are integrable": _FINITE,
    "moments": _FINITE,
    "draws at a point": _FINITE,
    "products with what is not drawn": _FINITE,
    "bounded vectors": _FINITE,
    "moments of what is drawn": _FINITE,
    "equal laws have means": _FINITE,
    "means of what is built": _FINITE,
    "constant maps are integrable": _FINITE,
    "combinations of maps are integrable": _FINITE,
    "means of maps are integrable": _FINITE,
    "products of maps are integrable": _FINITE,
    "outer products with moments": _FINITE,
    "products of vectors with second moments": _FINITE,
    "values of a tensor are integrable": _FINITE,
    "Frobenius norms have a mean": _FINITE,
    "outer products with a constant are integrable": _FINITE,
}

#: sentence: text in it, and what is put in its place; the sentence becomes false
ALTERED: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    **ALTERED_MAPS,
    "both": (("p -> q", "p"),),
    "the first of both": (("and", "or"),),
    "the second of both": (("and", "or"),),
    "the first": (("p or q", "p and q"),),
    "the second": (("p or q", "p and q"),),
    "cases": (("(q -> r) -> ", ""), ("p or q -> r", "p or q -> p")),
    "absurd": (("False -> ", ""),),
    "a number with it": (("some b", "all b"),),
    "a vector with it": (("some y", "all y"),),
    "one is at most the other": (("b < a", "a = b"), ("a <= b", "a < b")),
    "less is not equal": (("a < a", "a <= a"),),
    "less is at most": (("-> a <= b", "-> b <= a"),),
    "between equal": (("b <= a -> ", ""), ("a <= b -> ", "")),
    "quotient": (("a /= 0 -> ", ""), ("= 1", "= 2")),
    "positive is not zero": (("0 < a", "0 <= a"),),
    "inverses are positive": (("0 < a ->", "a /= 0 ->"), ("0 < 1", "1 < 1")),
    "factors up to one": (("0 <= a -> ", ""), ("a <= 1 -> ", ""), ("a ^ n <= 1", "a ^ n < 1")),
    "inverse of a product": (("(1 / a) * (1 / b)", "(1 / a) + (1 / b)"), ("1 / (a * b)", "1 / (a + b)")),
    "positive factors cancel": (("0 < k -> ", ""), ("k * a <= k * b -> ", "")),
    "smaller powers": (("0 <= b -> ", ""), ("a ^ S(n) <= b ^ S(n) -> ", ""), ("S(n)", "n")),
    "weighted powers": (("0 <= a -> ", ""), ("num(n) * b", "b"), ("num(m + n) *", "num(m + S(n)) *")),
    "a square is zero": (("a * a <= 0 -> ", ""), ("a = 0", "a = 1")),
    "powers below one": (("0 <= a -> ", ""), ("a < 1 -> ", ""), ("S(n)", "n")),
    "powers are positive": (("0 < a ->", "0 <= a ->"), ("0 < a ->", "a /= 0 ->")),
    "powers of smaller numbers": (("0 <= a -> ", ""), ("a ^ n <= b ^ n", "b ^ n <= a ^ n")),
    "powers are not negative": (("0 <= a -> ", ""), ("0 <= a ^ n", "0 < a ^ n")),
    "counts": (("0 <=", "0 <"),),
    "steps between": (("num(m) <= num(n) -> ", ""), ("n = m + k", "m = n + k")),
    "root": (("0 <= a -> ", ""), ("= a", "= a * a")),
    "roots": (("0 <=", "0 <"),),
    "root of an order": (("0 <= a -> ", ""), ("^ S(n) = a", "^ n = a"), ("S(n)", "n")),
    "roots of an order": (("0 <=", "0 <"),),
    "bernoulli": (("0 - 1 <= a", "0 - 5 <= a"), ("(1 + a) ^ n", "(1 + a) ^ n - a * a")),
    "squares of vectors": (("0 <=", "0 <"),),
    "zero vector": (("inner(x, x) <= 0", "inner(x, x) <= 1"),),
    "norm": (("norm(x) * norm(x)", "norm(x)"),),
    "norms": (("0 <=", "0 <"),),
    "norm of a multiple": (("0 <= a -> ", ""),),
    "norm of the opposite": (("= norm(x)", "= (0 - 1) * norm(x)"),),
    "triangle": (("<=", "="), ("norm(x) + norm(y)", "norm(x)")),
    "norms by squares": (("0 <= a -> ", ""), ("inner(x, x) <= a * a -> ", "")),
    "Schwarz": (("<=", "="), ("norm(x) * norm(y)", "norm(x)")),
    "norm of zero": (("= 0", "= 1"),),
    "Schwarz squared": (("^ 2", "^ 1"), ("^ 2 <=", "^ 2 <")),
    "Young": (("(1 + a)", "a"), ("(1 + 1 / a)", "1"), ("0 < a -> ", "")),
    "operator norm": (("norm(A * x)", "2 * norm(A * x)"),),
    "operator norms": (("0 <=", "0 <"),),
    "symmetric maps": (("symmetric(A) -> ", ""),),
    "Rayleigh, from below": (("symmetric(A) -> ", ""), ("low", "high")),
    "Rayleigh, from above": (("symmetric(A) -> ", ""), ("high", "low")),
    "the smallest eigenvalue": (("(all x: Vec. a * inner(x, x) <= inner(x, A * x)) -> ", ""), ("a <= low", "a < low")),
    "the largest eigenvalue": (("(all x: Vec. inner(x, A * x) <= a * inner(x, x)) -> ", ""), ("high(A) <= a", "high(A) < a")),
    "mean of symmetric maps": (("(all c: Client. symmetric(f(c))) -> ", ""),),
    "inner product with a mean of maps": (("mean(f) * y", "mean(f) * x"),),
    "coercive": (("symmetric(A) -> ", ""), ("a <= low(A) -> ", ""), ("low", "high")),
    "solvable": (("0 < a -> ", "0 <= a -> "), ("a <= low(A) -> ", "")),
    "functions of a map: constants": (("= a * id", "= id"),),
    "functions of a map: itself": (("= A", "= 2 * A"), ("symmetric(A) -> ", "")),
    "functions of a map: sums": (("+ g(l)", "+ f(l)"),),
    "functions of a map: products": (("f(l) * g(l)", "f(l) + g(l)"),),
    "spectral bound": (
        ("f(l) <= q and ", ""),
        ("and (0 - 1) * q <= f(l)", ""), ("a <= low(A) -> ", ""), ("high(A) <= b -> ", ""), ("<= q * norm", "< q * norm"),
    ),
    "mean of relations": (("f(c) <= g(c)", "f(c) <= g(c) + 1"), ("mean(f) <= mean(g)", "mean(f) < mean(g)")),
    "inner product of a mean": (("mean(f), x", "mean(f), 2 * x"),),
    "numbers of clients are bounded": (("some b", "all b"), ("f(c) <= b", "f(c) = b")),
    "mean of strict relations": (("f(c) < g(c)", "f(c) <= g(c)"),),
    "Jensen for norms": (("<=", "="), ("^ S(p) <=", "^ p <=")),
    "Jensen for numbers": (("(all c: Client. 0 <= f(c)) -> ", ""), ("mean(f) ^ S(p) <=", "mean(f) ^ p <=")),
    "Cauchy-Schwarz for means": (("^ 2 <=", "^ 1 <="),),
    "Jensen": (("<=", "="),),
    "E is monotone": (("E(f) <= E(g)", "E(f) < E(g)"), ("(all w: Outcome. f(w) <= g(w)) -> ", "")),
    "E is linear": (("b * E(g)", "E(g)"),),
    "E of a constant": (("= a", "= a * a"),),
    "E of a mean": (("= mean(fun c: Client. E(f(c)))", "= 2 * mean(fun c: Client. E(f(c)))"),),
    "E of vectors is linear": (("b * E(g)", "E(g)"),),
    "E of a constant vector": (("= x", "= 2 * x"),),
    "E of a map's value": (("= A * E(f)", "= E(f)"),),
    "E of a mean of vectors": (("= mean(fun c: Client. E(f(c)))", "= 2 * mean(fun c: Client. E(f(c)))"),),
    "E of an inner product": (("= inner(x, E(f))", "= inner(x, x)"),),
    "curved: monotone": (("m * inner", "l * inner"), ("Curved(g, m, l) -> ", "")),
    "curved: ordered": (("m <= l", "m < l"),),
    "curved: a minimiser": (("0 < m -> ", "0 <= m -> "), ("g(c, x)", "(g(c, x) + g(c, x) - g(c, zero(Vec)))")),
    "curved: a mean Hessian": (("m <= low(A)", "l <= low(A)"), ("high(A) <= l", "high(A) <= m")),
    "curved: the Hessian": (("m <= low(A(x))", "l <= low(A(x))"), ("high(A(x)) <= l", "high(A(x)) <= m"), ("Hessian(g, A) -> ", "")),
    "quadratic": (("Quadratic(g) -> ", ""),),
    "one gradient for all": (("Shared(g) -> ", ""),),
    "curved: smooth": (("0 <= m -> ", ""), ("Smooth(g, l)", "Smooth(g, m)")),
    "curved: a minimiser of its own": (("0 < m -> ", "0 <= m -> "),),
    "interpolation": (
        ("Loss(f, g, m, l) -> ", ""), ("l <= s -> ", ""), ("<= 2 *", "<= "), ("m / 2 *", "l / 2 *"), ("- inner(g(y)", "- inner(g(x)"),
    ),
    "smooth: Lipschitz": (("<= l *", "<= l / 2 *"), ("Smooth(g, l) -> ", "")),
    "Banach": (("q < 1 -> ", ""), ("/ (1 - q)", "/ 2")),
    "smooth: monotone": (("0 <= inner", "inner(x - y, x - y) <= inner"), ("Smooth(g, l) -> ", "")),
    "smooth: cocoercive": (("<= l *", "<= l / 2 *"), ("Smooth(g, l) -> ", "")),
    "before: what is not drawn": (("x: Vec. before(G, h, fun w: Outcome. x)", "X: Outcome -> Vec. before(G, h, X)"),),
    "before: later": (("before(G, h, X) -> before(G, S(h), X)", "before(G, S(h), X) -> before(G, h, X)"), ("before(G, h, X) -> ", "")),
    "before: a draw": (("before(G, S(h)", "before(G, h"), ("before(G, h, X) -> ", "")),
    "before: a gradient": (("before(G, h, X) -> ", ""),),
    "before: combinations": (("before(G, h, Y) -> ", ""),),
    "before: means": (("(all c: Client. before(G, h, f(c))) -> ", ""),),
    "before: maps": (("before(G, h, X) -> ", ""),),
    "vanishing powers": (("0 <= q -> ", ""), ("q < 1 -> ", ""), (", 0)", ", a)")),
    "geometric series": (("q < 1 -> ", ""), ("q ^ n", "q ^ S(n)")),
    "drawn: the point itself": ((". drawn(G, h, fun w: Outcome, x: Vec. x)", ", T: Outcome -> Vec -> Vec. drawn(G, h, T)"),),
    "drawn: what is not drawn": ((
        "x: Vec. drawn(G, h, fun w: Outcome, y: Vec. x)",
        "x: Vec, c: Client. drawn(G, h, fun w: Outcome, y: Vec. G(c, h, w, x))",
    ),),
    "drawn: later": (("drawn(G, h, T) -> drawn(G, S(h), T)", "drawn(G, S(h), T) -> drawn(G, h, T)"), ("drawn(G, h, T) -> ", "")),
    "drawn: a draw": (("drawn(G, S(h)", "drawn(G, h"), ("drawn(G, h, T) -> ", "")),
    "drawn: a gradient": (("drawn(G, h, T) -> ", ""),),
    "drawn: maps": (("drawn(G, h, T) -> ", ""),),
    "drawn: combinations": (("drawn(G, h, R) -> ", ""),),
    "drawn: means": (("(all c: Client. drawn(G, h, f(c))) -> ", ""),),
    "equal laws": (("same_law(X, Y) -> ", ""), ("E(fun w: Outcome. f(Y(w)))", "f(E(Y))")),
    "equal laws: one's own": (("all X: Outcome -> Vec. same_law(X, X)", "all X Y: Outcome -> Vec. same_law(X, Y)"),),
    "equal laws: two in a row": (("same_law(X, Y) -> ", ""), ("same_law(Y, Z) -> ", "")),
    "transport is not negative": (("0 <=", "0 <"),),
    "transport to equal laws": (("same_law(X, Y) -> ", ""), ("= transport(Z, Y)", "= transport(X, Y)")),
    "transport after a draw": (
        ("before(G, n, X) -> ", ""), ("before(G, n, Y) -> ", ""), ("<= q * transport(X, Y)", "<= q / 2 * transport(X, Y)"),
        ("(all x y: Vec. E(fun w: Outcome. norm(G(c, n, w, x) - G(c, n, w, y)) ^ 2) <= q * norm(x - y) ^ 2) -> ", ""),
    ),
    "draws of one's own": (("E(fun w: Outcome. T(w, x))", "x"), ("= R(d, n, w, x)", "= x"), ("f(T(w, x), T(w, y)))) and", "f(x, y))) and")),
    "a law after a draw": (
        ("same_law(Y, X) -> ", ""), ("before(R, n, Y) -> ", ""), ("drawn(G, h, T) -> ", ""),
        ("(all x: Vec. same_law(fun w: Outcome. R(c, n, w, x), fun w: Outcome. T(w, x))) -> ", ""),
    ),
    "means over draws after a start": (("drawn(G, h, T) -> ", ""), ("before(G, 0, X) -> ", "before(G, S(0), X) -> ")),
    "means over a draw": (("Fresh(G, g) -> ", ""), ("before(G, h, X) -> ", ""), ("before(G, h, Y) -> ", "")),
    "a law that is kept": (
        ("q < 1 -> ", ""), ("drawn(G, h, T) -> ", ""), ("same_law(fun w: Outcome. T(w, X(w)), X)", "all w: Outcome. T(w, X(w)) = X(w)"),
        ("(all x y: Vec. E(fun w: Outcome. norm(T(w, x) - T(w, y)) ^ 2) <= q * norm(x - y) ^ 2) -> ", ""),
    ),
    "inverse counts vanish": (("1 / num(n)", "num(n)"),),
    "sums of what vanishes": (("tends(f, 0) -> ", ""), ("tends(g, 0) -> ", "")),
    "what is below vanishes": (
        ("tends(g, 0) -> ", ""), ("(all n: Index. 0 <= f(S(n))) -> ", ""), ("(all n: Index. f(S(n)) <= g(S(n))) -> ", ""),
    ),
    "sums along what forgets": (
        ("(all i: Index, x y: Vec. E(fun w: Outcome. norm(R(c, i, w, x) - R(c, i, w, y)) ^ 2) <= q * norm(x - y) ^ 2) -> ", ""),
        ("(all i: Index. same_law(Y(i), Y(0))) -> ", ""), ("(all i: Index, w: Outcome. R(c, i, w, Y(i, w)) = Y(S(i), w)) -> ", ""),
        ("(all w: Outcome. Z(0, w) = zero(Vec)) -> ", ""), ("4 * num(n)", "num(n) / 4"),
    ),
    "moments of a law that is kept": (
        ("drawn(G, h, T) -> ", ""), ("before(G, 0, X) -> ", "before(G, S(0), X) -> "), ("(1 - q) * E", "(2 - q) * E"),
        ("same_law(fun w: Outcome. T(w, X(w)), X) -> ", ""), ("- p) ^ n) <= E", "- p) ^ n) < E"),
        ("(all x: Vec. E(fun w: Outcome. norm(T(w, x) - p) ^ n) <= q * norm(x - p) ^ n + r(x)) -> ", ""),
    ),
    "lower moments": (
        ("(all w: Outcome. 0 <= f(w)) -> ", ""), ("0 <= a -> ", ""),
        ("<= a ^ (m + k) -> ", "<= 2 * a ^ (m + k) -> "), ("<= a ^ m", "<= a ^ k"),
        ("E(fun w: Outcome. f(w) ^ (m + k)) <= a ^ (m + k) -> ", ""),
    ),
    "Minkowski over clients": (
        ("(all c: Client. 0 <= s(c)) -> ", ""), ("<= mean(s) ^ S(n)", "<= mean(s) ^ n"),
        ("f(c, w)) ^ S(n)) <= mean", "f(c, w) + 1) ^ S(n)) <= mean"),
        ("(all c: Client. E(fun w: Outcome. f(c, w) ^ S(n)) <= s(c) ^ S(n)) -> ", ""),
    ),
    "Minkowski": (
        ("0 <= a -> ", ""), ("<= (a + b) ^ S(n)", "<= (a + b) ^ n"),
        ("E(fun w: Outcome. (f(w) + g(w))", "E(fun w: Outcome. (f(w) + 2 * g(w))"),
        ("E(fun w: Outcome. g(w) ^ S(n)) <= b ^ S(n) -> ", ""),
    ),
    "fresh gradients": (("before(G, h, X) -> ", ""),),
    "fresh gradients without moments": (("Fresh(G, g) -> ", ""), ("before(G, h, X) -> ", "")),
    "a bound on the noise": (
        ("before(G, h, X) -> ", ""), ("X(w)))) <= a", "X(w)))) <= a / 2"),
    ),
    "the mean of a draw": (("Fresh(G, g) -> ", ""), ("= g(c, x)", "= 2 * g(c, x)")),
    "fresh samples": (
        ("Fresh(G, g) -> ", ""), ("before(G, h, U) -> ", "before(G, S(h), U) -> "),
        ("before(G, h, X) -> ", "before(G, S(h), X) -> "), ("before(G, h, U) -> ", ""),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SENTENCES)
def test_a_sentence_holds_in_small_models(name: str) -> None:
    tally = tried(name, sentences()[name], TIMES)
    assert not tally.failed
    assert name in VACUOUS or tally.held >= LEAST, tally


@pytest.mark.parametrize("name", SENTENCES)
def test_an_altered_sentence_falls(name: str) -> None:
    assert (name in ALTERED) is not (name in NO_POWER)
    text = SENTENCES[name][0]
    for old, new in ALTERED.get(name, ()):
        assert old in text
        tally = tried(name, read(text.replace(old, new), constants()), TIMES)
        assert tally.failed, f"{text.replace(old, new)}: {tally}"


def test_a_text_of_the_page_gives_each_sentence_its_citation() -> None:
    text = "a book,\n        chapter 1\n    one |- all a: Num.\n        a = a\n    two: more |- False\nlogic\n    three |- False -> False\n"
    book = "a book, chapter 1"
    assert by_name(text) == {"one": ("all a: Num. a = a", book), "two: more": ("False", book), "three": ("False -> False", "logic")}


@pytest.mark.parametrize("text", ["logic\n    one |- False\nproofs\n    one |- False -> False\n", "logic\n    one: False\n"])
def test_a_sentence_that_stands_twice_or_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(KernelRefusal, match="one"):
        by_name(text)
