"""The page, the axioms of every proof: symbols with their sorts, and named sentences with a citation each.

A sentence is quantified over all its objects, the gradients of a problem included; a class (curved losses, fresh samples) is a predicate
of its objects, and is used by instantiating one of its clauses. Nothing here names an algorithm.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from symfed.kernel import laws, limits, page_of_maps
from symfed.kernel.draws import DRAWS
from symfed.kernel.facts import Kernel
from symfed.kernel.terms import Term, const
from symfed.kernel.text import read, read_sort

_FIELD = "Vec -> Vec"
_SAMPLES = "Client -> Index -> Outcome -> Vec -> Vec"

SYMBOLS: Final[dict[str, str]] = {
    **page_of_maps.SYMBOLS,
    "norm": "Vec -> Num",
    "sqrt": "Num -> Num",
    "root": "Index -> Num -> Num",  # of an order that is not zero
    "symmetric": "Map -> Prop",
    "low": "Map -> Num",  # the smallest eigenvalue of a symmetric map
    "high": "Map -> Num",
    "opnorm": "Map -> Num",
    "Curved": f"({_FIELD}) -> Num -> Num -> Prop",  # the gradient of a loss, twice differentiable, with curvatures between two numbers
    "of_map": "(Num -> Num) -> Map -> Map",  # a function of a symmetric map
    "Hessian": f"({_FIELD}) -> (Vec -> Map) -> Prop",
    "Quadratic": f"({_FIELD}) -> Prop",
    "Shared": f"(Client -> {_FIELD}) -> Prop",  # all clients have one gradient
    "Loss": f"(Vec -> Num) -> ({_FIELD}) -> Num -> Num -> Prop",  # a loss and its gradient: f - m/2 |x|^2, l/2 |x|^2 - f are convex
    "Smooth": f"({_FIELD}) -> Num -> Prop",  # the gradient of a convex loss with a Lipschitz constant
    "Fresh": f"({_SAMPLES}) -> (Client -> {_FIELD}) -> Prop",  # draws independent of all earlier ones, with the gradient as mean
    "Moments": f"({_SAMPLES}) -> Prop",  # one Lipschitz constant for all draws, and a second moment at a point
    "Independent": f"({_SAMPLES}) -> Num -> Prop",  # so many clients, of one weight each, that draw independently of each other
    "before": f"({_SAMPLES}) -> Index -> (Outcome -> Vec) -> Prop",  # built by steps that look at earlier draws alone
    "integrable": "(Outcome -> Num) -> Prop",
    "integrable_vector": "(Outcome -> Vec) -> Prop",
    **laws.SYMBOLS,
    **limits.SYMBOLS,
}

_RUDIN = "Rudin, Real and Complex Analysis, 3rd ed. (1987)"
_NESTEROV = "Nesterov, Lectures on Convex Optimization, 2nd ed. (2018)"
_HORN = "Horn, Johnson, Matrix Analysis, 2nd ed. (2013), chapter 4"
_DURRETT = "Durrett, Probability: Theory and Examples, 5th ed. (2019)"

#: name: (sentence, citation)
SENTENCES: Final[dict[str, tuple[str, str]]] = {
    **page_of_maps.SENTENCES,
    # logic
    "both": ("all p q: Prop. p -> q -> p and q", "logic"),
    "the first of both": ("all p q: Prop. p and q -> p", "logic"),
    "the second of both": ("all p q: Prop. p and q -> q", "logic"),
    "the first": ("all p q: Prop. p -> p or q", "logic"),
    "the second": ("all p q: Prop. q -> p or q", "logic"),
    "cases": ("all p q r: Prop. (p -> r) -> (q -> r) -> p or q -> r", "logic"),
    "absurd": ("all p: Prop. False -> p", "logic"),
    "a number with it": ("all P: Num -> Prop, a: Num. P(a) -> some b: Num. P(b)", "logic"),
    "a vector with it": ("all P: Vec -> Prop, x: Vec. P(x) -> some y: Vec. P(y)", "logic"),
    # numbers
    "one is at most the other": ("all a b: Num. a <= b or b < a", "the order of the reals"),
    "less is not equal": ("all a: Num. a < a -> False", "the order of the reals"),
    "less is at most": ("all a b: Num. a < b -> a <= b", "the order of the reals"),
    "between equal": ("all a b: Num. a <= b -> b <= a -> a = b", "the order of the reals"),
    "quotient": ("all a: Num. a /= 0 -> a * (1 / a) = 1", "the field of the reals"),
    "inverse of a product": ("all a b: Num. a /= 0 -> b /= 0 -> 1 / (a * b) = (1 / a) * (1 / b)", "the field of the reals"),
    "positive factors cancel": ("all k a b: Num. 0 < k -> k * a <= k * b -> a <= b", "the ordered field of the reals"),
    "smaller powers": ("all a b: Num, n: Index. 0 <= b -> a ^ S(n) <= b ^ S(n) -> a <= b", "the ordered field of the reals"),
    "a square is zero": ("all a: Num. a * a <= 0 -> a = 0", "the ordered field of the reals"),
    "positive is not zero": ("all a: Num. 0 < a -> a /= 0", "the order of the reals"),
    "inverses are positive": ("all a: Num. 0 < a -> 0 < 1 / a", "the ordered field of the reals"),
    "factors up to one": ("all a: Num, n: Index. 0 <= a -> a <= 1 -> a ^ n <= 1", "the ordered field of the reals"),
    "powers below one": ("all a: Num, n: Index. 0 <= a -> a < 1 -> a ^ S(n) < 1", "the ordered field of the reals"),
    "powers are positive": ("all a: Num, n: Index. 0 < a -> 0 < a ^ n", "the ordered field of the reals"),
    "powers of smaller numbers": ("all a b: Num, n: Index. 0 <= a -> a <= b -> a ^ n <= b ^ n", "the ordered field of the reals"),
    "powers are not negative": ("all a: Num, n: Index. 0 <= a -> 0 <= a ^ n", "the ordered field of the reals"),
    "weighted powers": (
        "all a b: Num, m n: Index. 0 <= a -> 0 <= b -> num(m + n) * (a ^ m * b ^ n) <= num(m) * a ^ (m + n) + num(n) * b ^ (m + n)",
        "the inequality of arithmetic and geometric means, with weights",
    ),
    "counts": ("all n: Index. 0 <= num(n)", "the natural numbers"),
    "steps between": ("all m n: Index. num(m) <= num(n) -> some k: Index. n = m + k", "the natural numbers"),
    "root": ("all a: Num. 0 <= a -> sqrt(a) * sqrt(a) = a", "the reals are complete"),
    "roots": ("all a: Num. 0 <= sqrt(a)", "the reals are complete"),
    "root of an order": ("all n: Index, a: Num. 0 <= a -> root(S(n), a) ^ S(n) = a", "the reals are complete"),
    "roots of an order": ("all n: Index, a: Num. 0 <= root(n, a)", "the reals are complete"),
    "bernoulli": ("all a: Num, n: Index. 0 - 1 <= a -> 1 + num(n) * a <= (1 + a) ^ n", "Mitrinovic, Analytic Inequalities (1970), part 2"),
    # vectors
    "squares of vectors": ("all x: Vec. 0 <= inner(x, x)", f"{_RUDIN}, chapter 4"),
    "zero vector": ("all x: Vec. inner(x, x) <= 0 -> x = zero(Vec)", f"{_RUDIN}, chapter 4"),
    "norm": ("all x: Vec. norm(x) * norm(x) = inner(x, x)", f"{_RUDIN}, chapter 4"),
    "norms": ("all x: Vec. 0 <= norm(x)", f"{_RUDIN}, chapter 4"),
    "norm of a multiple": ("all a: Num, x: Vec. 0 <= a -> norm(a * x) = a * norm(x)", f"{_RUDIN}, chapter 4"),
    "norm of the opposite": ("all x: Vec. norm((0 - 1) * x) = norm(x)", f"{_RUDIN}, chapter 4"),
    "triangle": ("all x y: Vec. norm(x + y) <= norm(x) + norm(y)", f"{_RUDIN}, chapter 4"),
    "norms by squares": ("all x: Vec, a: Num. 0 <= a -> inner(x, x) <= a * a -> norm(x) <= a", f"{_RUDIN}, chapter 4"),
    "Schwarz": ("all x y: Vec. inner(x, y) <= norm(x) * norm(y)", f"{_RUDIN}, chapter 4"),
    "norm of zero": ("norm(zero(Vec)) = 0", f"{_RUDIN}, chapter 4"),
    "Schwarz squared": ("all x y: Vec. inner(x, y) ^ 2 <= inner(x, x) * inner(y, y)", f"{_RUDIN}, chapter 4"),
    "Young": (
        "all x y: Vec, a: Num. 0 < a -> inner(x + y, x + y) <= (1 + a) * inner(x, x) + (1 + 1 / a) * inner(y, y)",
        f"{_RUDIN}, chapter 4, and the inequality of arithmetic and geometric means",
    ),
    "operator norm": (
        "all A: Map, x: Vec. norm(A * x) <= opnorm(A) * norm(x)",
        "Horn, Johnson, Matrix Analysis, 2nd ed. (2013), chapter 5",
    ),
    "operator norms": ("all A: Map. 0 <= opnorm(A)", "Horn, Johnson, Matrix Analysis, 2nd ed. (2013), chapter 5"),
    "symmetric maps": ("all A: Map. symmetric(A) -> all x y: Vec. inner(A * x, y) = inner(x, A * y)", "a definition"),
    "Rayleigh, from below": ("all A: Map. symmetric(A) -> all x: Vec. low(A) * inner(x, x) <= inner(x, A * x)", _HORN),
    "Rayleigh, from above": ("all A: Map. symmetric(A) -> all x: Vec. inner(x, A * x) <= high(A) * inner(x, x)", _HORN),
    "the smallest eigenvalue": (
        "all A: Map, a: Num. symmetric(A) -> (all x: Vec. a * inner(x, x) <= inner(x, A * x)) -> a <= low(A)",
        f"{_HORN}; the dimension is not zero",
    ),
    "the largest eigenvalue": (
        "all A: Map, a: Num. symmetric(A) -> (all x: Vec. inner(x, A * x) <= a * inner(x, x)) -> high(A) <= a",
        f"{_HORN}; the dimension is not zero",
    ),
    "mean of symmetric maps": ("all f: Client -> Map. (all c: Client. symmetric(f(c))) -> symmetric(mean(f))", "a definition"),
    "inner product with a mean of maps": (
        "all f: Client -> Map, x y: Vec. inner(x, mean(f) * y) = mean(fun c: Client. inner(x, f(c) * y))",
        "linearity",
    ),
    "coercive": (
        "all A: Map, a: Num. symmetric(A) -> a <= low(A) -> all x: Vec. a * norm(x) <= norm(A * x)",
        f"{_HORN}, and Cauchy-Schwarz",
    ),
    "solvable": (
        "all A: Map, a: Num. symmetric(A) -> 0 < a -> a <= low(A) -> all y: Vec. some x: Vec. A * x = y",
        _HORN,
    ),
    "functions of a map: constants": ("all A: Map, a: Num. symmetric(A) -> of_map(fun l: Num. a, A) = a * id", _HORN),
    "functions of a map: itself": ("all A: Map. symmetric(A) -> of_map(fun l: Num. l, A) = A", _HORN),
    "functions of a map: sums": (
        "all A: Map, f g: Num -> Num. symmetric(A) -> of_map(fun l: Num. f(l) + g(l), A) = of_map(f, A) + of_map(g, A)",
        _HORN,
    ),
    "functions of a map: products": (
        "all A: Map, f g: Num -> Num. symmetric(A) -> of_map(fun l: Num. f(l) * g(l), A) = of_map(f, A) * of_map(g, A)",
        _HORN,
    ),
    "spectral bound": (
        "all A: Map, f: Num -> Num, a b q: Num. symmetric(A) -> a <= low(A) -> high(A) <= b -> "
        "(all l: Num. a <= l -> l <= b -> f(l) <= q and (0 - 1) * q <= f(l)) -> all x: Vec. norm(of_map(f, A) * x) <= q * norm(x)",
        f"{_HORN} (the spectral theorem)",
    ),
    # means over clients
    "mean of relations": ("all f g: Client -> Num. (all c: Client. f(c) <= g(c)) -> mean(f) <= mean(g)", "a sum with positive weights"),
    "inner product of a mean": ("all f: Client -> Vec, x: Vec. inner(mean(f), x) = mean(fun c: Client. inner(f(c), x))", "linearity"),
    "numbers of clients are bounded": (
        "all f: Client -> Num. some b: Num. all c: Client. f(c) <= b",
        "of finitely many numbers one is the largest",
    ),
    "mean of strict relations": (
        "all f g: Client -> Num. (all c: Client. f(c) < g(c)) -> mean(f) < mean(g)",
        "a sum with positive weights",
    ),
    "Jensen for norms": (
        "all f: Client -> Vec, p: Index. norm(mean(f)) ^ S(p) <= mean(fun c: Client. norm(f(c)) ^ S(p))",
        f"{_RUDIN}, chapter 3",
    ),
    "Jensen for numbers": (
        "all f: Client -> Num, p: Index. (all c: Client. 0 <= f(c)) -> mean(f) ^ S(p) <= mean(fun c: Client. f(c) ^ S(p))",
        f"{_RUDIN}, chapter 3",
    ),
    "Cauchy-Schwarz for means": (
        "all f g: Client -> Num. mean(fun c: Client. f(c) * g(c)) ^ 2 <= mean(fun c: Client. f(c) ^ 2) * mean(fun c: Client. g(c) ^ 2)",
        f"{_RUDIN}, chapter 3",
    ),
    "Jensen": ("all f: Client -> Vec. inner(mean(f), mean(f)) <= mean(fun c: Client. inner(f(c), f(c)))", f"{_RUDIN}, chapter 3"),
    # expectations
    "E is monotone": (
        "all f g: Outcome -> Num. integrable(f) -> integrable(g) -> (all w: Outcome. f(w) <= g(w)) -> E(f) <= E(g)",
        f"{_DURRETT}, chapter 1",
    ),
    "E is linear": (
        "all a b: Num, f g: Outcome -> Num. integrable(f) -> integrable(g) -> E(fun w: Outcome. a * f(w) + b * g(w)) = a * E(f) + b * E(g)",
        f"{_DURRETT}, chapter 1",
    ),
    "E of a constant": ("all a: Num. E(fun w: Outcome. a) = a", f"{_DURRETT}, chapter 1"),
    "constants are integrable": ("all a: Num. integrable(fun w: Outcome. a)", f"{_DURRETT}, chapter 1"),
    "combinations are integrable": (
        "all a b: Num, f g: Outcome -> Num. integrable(f) -> integrable(g) -> integrable(fun w: Outcome. a * f(w) + b * g(w))",
        f"{_DURRETT}, chapter 1",
    ),
    "means are integrable": (
        "all f: Client -> Outcome -> Num. (all c: Client. integrable(f(c))) -> integrable(fun w: Outcome. mean(fun c: Client. f(c, w)))",
        f"{_DURRETT}, chapter 1",
    ),
    "E of a mean": (
        "all f: Client -> Outcome -> Num. (all c: Client. integrable(f(c))) -> "
        "E(fun w: Outcome. mean(fun c: Client. f(c, w))) = mean(fun c: Client. E(f(c)))",
        f"{_DURRETT}, chapter 1",
    ),
    "E of vectors is linear": (
        "all a b: Num, f g: Outcome -> Vec. integrable_vector(f) -> integrable_vector(g) -> "
        "E(fun w: Outcome. a * f(w) + b * g(w)) = a * E(f) + b * E(g)",
        f"{_DURRETT}, chapter 1",
    ),
    "combinations of vectors are integrable": (
        "all a b: Num, f g: Outcome -> Vec. integrable_vector(f) -> integrable_vector(g) -> "
        "integrable_vector(fun w: Outcome. a * f(w) + b * g(w))",
        f"{_DURRETT}, chapter 1",
    ),
    "E of a constant vector": ("all x: Vec. E(fun w: Outcome. x) = x", f"{_DURRETT}, chapter 1"),
    "constant vectors are integrable": ("all x: Vec. integrable_vector(fun w: Outcome. x)", f"{_DURRETT}, chapter 1"),
    "E of a map's value": (
        "all A: Map, f: Outcome -> Vec. integrable_vector(f) -> E(fun w: Outcome. A * f(w)) = A * E(f)",
        f"{_DURRETT}, chapter 1",
    ),
    "E of a mean of vectors": (
        "all f: Client -> Outcome -> Vec. (all c: Client. integrable_vector(f(c))) -> "
        "E(fun w: Outcome. mean(fun c: Client. f(c, w))) = mean(fun c: Client. E(f(c)))",
        f"{_DURRETT}, chapter 1",
    ),
    "E of an inner product": (
        "all x: Vec, f: Outcome -> Vec. integrable_vector(f) -> E(fun w: Outcome. inner(x, f(w))) = inner(x, E(f))",
        f"{_DURRETT}, chapter 1",
    ),
    # losses
    "curved: monotone": (
        f"all g: {_FIELD}, m l: Num. Curved(g, m, l) -> all x y: Vec. m * inner(x - y, x - y) <= inner(x - y, g(x) - g(y))",
        f"{_NESTEROV}, chapter 2",
    ),
    "curved: ordered": (f"all g: {_FIELD}, m l: Num. Curved(g, m, l) -> m <= l", f"{_NESTEROV}, chapter 2; the dimension is not zero"),
    "curved: a minimiser": (
        f"all g: Client -> {_FIELD}, m l: Num. (all c: Client. Curved(g(c), m, l)) -> 0 < m -> "
        "some x: Vec. mean(fun c: Client. g(c, x)) = zero(Vec)",
        f"{_NESTEROV}, chapter 2",
    ),
    "curved: a mean Hessian": (
        f"all g: {_FIELD}, m l: Num. Curved(g, m, l) -> all x y: Vec. some A: Map. "
        "symmetric(A) and m <= low(A) and high(A) <= l and g(x) - g(y) = A * (x - y)",
        f"{_NESTEROV}, chapter 2",
    ),
    "curved: the Hessian": (
        f"all g: {_FIELD}, A: Vec -> Map, m l: Num. Curved(g, m, l) -> Hessian(g, A) -> "
        "all x: Vec. symmetric(A(x)) and m <= low(A(x)) and high(A(x)) <= l",
        f"{_NESTEROV}, chapter 2",
    ),
    "quadratic": (
        f"all g: {_FIELD}, A: Vec -> Map. Quadratic(g) -> Hessian(g, A) -> all x y z: Vec. g(x) - g(y) = A(z) * (x - y)",
        "a constant derivative",
    ),
    "one gradient for all": (
        f"all g: Client -> {_FIELD}. Shared(g) -> all c: Client, x: Vec. g(c, x) = mean(fun d: Client. g(d, x))",
        "a definition",
    ),
    "curved: smooth": (f"all g: {_FIELD}, m l: Num. Curved(g, m, l) -> 0 <= m -> Smooth(g, l)", f"{_NESTEROV}, chapter 2"),
    "curved: a minimiser of its own": (
        f"all g: {_FIELD}, m l: Num. Curved(g, m, l) -> 0 < m -> some x: Vec. g(x) = zero(Vec)",
        f"{_NESTEROV}, chapter 2",
    ),
    "interpolation": (
        f"all f: Vec -> Num, g: {_FIELD}, m l s: Num. Loss(f, g, m, l) -> l <= s -> m < s -> all x y: Vec. "
        "inner(g(x) - g(y) - m * (x - y), g(x) - g(y) - m * (x - y)) "
        "<= 2 * (s - m) * (f(x) - f(y) - inner(g(y), x - y) - m / 2 * inner(x - y, x - y))",
        "Taylor, Hendrickx, Glineur, Mathematical Programming 161 (2017), theorem 4",
    ),
    "smooth: Lipschitz": (
        f"all g: {_FIELD}, l: Num. Smooth(g, l) -> all x y: Vec. norm(g(x) - g(y)) <= l * norm(x - y)",
        f"{_NESTEROV}, chapter 1",
    ),
    "Banach": (
        f"all T: {_FIELD}, q: Num. (all x y: Vec. norm(T(x) - T(y)) <= q * norm(x - y)) -> 0 <= q -> q < 1 -> "
        "some p: Vec. T(p) = p and (all x: Vec. norm(x - p) <= norm(x - T(x)) / (1 - q))",
        "Banach, Fundamenta Mathematicae 3 (1922)",
    ),
    "smooth: monotone": (
        f"all g: {_FIELD}, l: Num. Smooth(g, l) -> all x y: Vec. 0 <= inner(x - y, g(x) - g(y))",
        f"{_NESTEROV}, chapter 2",
    ),
    "smooth: cocoercive": (
        f"all g: {_FIELD}, l: Num. Smooth(g, l) -> all x y: Vec. inner(g(x) - g(y), g(x) - g(y)) <= l * inner(x - y, g(x) - g(y))",
        f"{_NESTEROV}, Theorem 2.1.5",
    ),
    # samples
    "before: what is not drawn": (f"all G: {_SAMPLES}, h: Index, x: Vec. before(G, h, fun w: Outcome. x)", "a definition"),
    "before: later": (f"all G: {_SAMPLES}, h: Index, X: Outcome -> Vec. before(G, h, X) -> before(G, S(h), X)", "a definition"),
    "before: a draw": (
        f"all G: {_SAMPLES}, c: Client, h: Index, X: Outcome -> Vec. before(G, h, X) -> before(G, S(h), fun w: Outcome. G(c, h, w, X(w)))",
        "a definition",
    ),
    "before: a gradient": (
        f"all G: {_SAMPLES}, g: Client -> {_FIELD}, c: Client, h: Index, X: Outcome -> Vec. "
        "Fresh(G, g) -> before(G, h, X) -> before(G, h, fun w: Outcome. g(c, X(w)))",
        "a definition",
    ),
    "before: combinations": (
        f"all G: {_SAMPLES}, a b: Num, h: Index, X Y: Outcome -> Vec. "
        "before(G, h, X) -> before(G, h, Y) -> before(G, h, fun w: Outcome. a * X(w) + b * Y(w))",
        "a definition",
    ),
    "before: means": (
        f"all G: {_SAMPLES}, h: Index, f: Client -> Outcome -> Vec. (all c: Client. before(G, h, f(c))) -> "
        "before(G, h, fun w: Outcome. mean(fun c: Client. f(c, w)))",
        "a definition",
    ),
    "before: maps": (
        f"all G: {_SAMPLES}, h: Index, A: Map, X: Outcome -> Vec. before(G, h, X) -> before(G, h, fun w: Outcome. A * X(w))",
        "a definition",
    ),
    "vectors with moments": (
        f"all G: {_SAMPLES}, h: Index, X: Outcome -> Vec. Moments(G) -> before(G, h, X) -> integrable_vector(X)",
        f"{_DURRETT}, chapter 1",
    ),
    "norms have a mean": (
        f"all G: {_SAMPLES}, h: Index, X: Outcome -> Vec. Moments(G) -> before(G, h, X) -> integrable(fun w: Outcome. norm(X(w)))",
        f"{_DURRETT}, chapter 1",
    ),
    "norms of integrable vectors": (
        "all f: Outcome -> Vec. integrable_vector(f) -> integrable(fun w: Outcome. norm(f(w)))",
        f"{_DURRETT}, chapter 1",
    ),
    "means of vectors are integrable": (
        "all f: Client -> Outcome -> Vec. (all c: Client. integrable_vector(f(c))) -> "
        "integrable_vector(fun w: Outcome. mean(fun c: Client. f(c, w)))",
        f"{_DURRETT}, chapter 1",
    ),
    "moments": (
        f"all G: {_SAMPLES}, h: Index, X Y: Outcome -> Vec. "
        "Moments(G) -> before(G, h, X) -> before(G, h, Y) -> integrable(fun w: Outcome. inner(X(w), Y(w)))",
        f"{_DURRETT}, chapter 1, and Cauchy-Schwarz",
    ),
    "products of vectors with second moments": (
        "all f g: Outcome -> Vec. integrable_vector(f) -> integrable_vector(g) -> integrable(fun w: Outcome. inner(f(w), f(w))) -> "
        "integrable(fun w: Outcome. inner(g(w), g(w))) -> integrable(fun w: Outcome. inner(f(w), g(w)))",
        f"{_DURRETT}, chapter 1 (Cauchy-Schwarz)",
    ),
    "fresh gradients": (
        f"all G: {_SAMPLES}, g: Client -> {_FIELD}, c: Client, h: Index, X: Outcome -> Vec. "
        "Fresh(G, g) -> Moments(G) -> before(G, h, X) -> E(fun w: Outcome. G(c, h, w, X(w))) = E(fun w: Outcome. g(c, X(w)))",
        f"{_DURRETT}, chapter 4 (the tower property)",
    ),
    "fresh samples": (
        f"all G: {_SAMPLES}, g: Client -> {_FIELD}, c: Client, h: Index, X U: Outcome -> Vec. "
        "Fresh(G, g) -> Moments(G) -> before(G, h, X) -> before(G, h, U) -> "
        "E(fun w: Outcome. inner(U(w), G(c, h, w, X(w)))) = E(fun w: Outcome. inner(U(w), g(c, X(w))))",
        f"{_DURRETT}, chapter 4 (the tower property, taking out what is known)",
    ),
    **DRAWS,
    **laws.SENTENCES,
    **limits.SENTENCES,
}


@cache
def problem() -> dict[str, str]:
    """The symbols of every claim, with their sorts: gradients and Hessians of the clients' losses, samples' gradients, two curvatures."""
    sorts = {"grad": f"Client -> {_FIELD}", "hess": "Client -> Vec -> Map", "G": _SAMPLES, "mu": "Num", "L": "Num"}
    return {name: str(read_sort(sort)) for name, sort in sorts.items()}


@cache
def constants() -> dict[str, Term]:
    """The page's constants by name."""
    return {name: const(name, read_sort(sort)) for name, sort in SYMBOLS.items()}


@cache
def sentences() -> dict[str, Term]:
    """The page's sentences by name."""
    return {name: read(text, constants()) for name, (text, _) in SENTENCES.items()}


def kernel(letters: dict[str, str]) -> Kernel:
    """A kernel for this page and a claim's symbols, given by their sorts."""
    return kernel_with({name: const(name, read_sort(sort)) for name, sort in letters.items()})


def kernel_with(letters: Mapping[str, Term]) -> Kernel:
    """A kernel for this page and a claim's symbols, given as constants."""
    return Kernel(constants(), sentences(), letters)
