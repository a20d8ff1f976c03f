"""The page, the axioms of every proof: symbols with their sorts, and named sentences with a citation each.

A sentence is quantified over all its objects, the gradients of a problem included; a class (curved losses, fresh samples) is a predicate
of its objects, and is used by instantiating one of its clauses. Nothing here names an algorithm. It is written as

a citation
    a name |- the sentence of this name, for which the line above is cited,
        going on where it is indented further
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from symfed.kernel import page_of_maps
from symfed.kernel.facts import Kernel
from symfed.kernel.page_of_maps import DURRETT, FIELD, HORN, LAWS, MAPS, NESTEROV, RUDIN, RUDIN_COMPLEX, SAMPLES
from symfed.kernel.terms import KernelRefusal, Term, const
from symfed.kernel.text import read, read_sort

SYMBOLS: Final[dict[str, str]] = {
    **page_of_maps.SYMBOLS,
    "norm": "Vec -> Num",
    "sqrt": "Num -> Num",
    "root": "Index -> Num -> Num",  # of an order that is not zero
    "symmetric": "Map -> Prop",
    "low": "Map -> Num",  # the smallest eigenvalue of a symmetric map
    "high": "Map -> Num",
    "opnorm": "Map -> Num",
    "Curved": f"({FIELD}) -> Num -> Num -> Prop",  # the gradient of a loss, twice differentiable, with curvatures between two numbers
    "of_map": "(Num -> Num) -> Map -> Map",  # a function of a symmetric map
    "Hessian": f"({FIELD}) -> (Vec -> Map) -> Prop",
    "Quadratic": f"({FIELD}) -> Prop",
    "Shared": f"(Client -> {FIELD}) -> Prop",  # all clients have one gradient
    "Loss": f"(Vec -> Num) -> ({FIELD}) -> Num -> Num -> Prop",  # a loss and its gradient: f - m/2 |x|^2, l/2 |x|^2 - f are convex
    "Smooth": f"({FIELD}) -> Num -> Prop",  # the gradient of a convex loss with a Lipschitz constant
    "Fresh": f"({SAMPLES}) -> (Client -> {FIELD}) -> Prop",  # draws independent of all earlier ones, with the gradient as mean
    "Moments": f"({SAMPLES}) -> Prop",  # one Lipschitz constant for all draws, and a second moment at a point
    "Independent": f"({SAMPLES}) -> Num -> Prop",  # so many clients, of one weight each, that draw independently of each other
    "before": f"({SAMPLES}) -> Index -> (Outcome -> Vec) -> Prop",  # built by steps that look at earlier draws alone
    "integrable": "(Outcome -> Num) -> Prop",
    "integrable_vector": "(Outcome -> Vec) -> Prop",
    "tends": "(Index -> Num) -> Num -> Prop",
    "series": "(Index -> Num) -> Num",  # the sum of all terms, some number where there is none
}

_OWN: Final = f"""
logic
    both |- all p q: Prop. p -> q -> p and q
    the first of both |- all p q: Prop. p and q -> p
    the second of both |- all p q: Prop. p and q -> q
    the first |- all p q: Prop. p -> p or q
    the second |- all p q: Prop. q -> p or q
    cases |- all p q r: Prop. (p -> r) -> (q -> r) -> p or q -> r
    absurd |- all p: Prop. False -> p
    a number with it |- all P: Num -> Prop, a: Num. P(a) -> some b: Num. P(b)
    a vector with it |- all P: Vec -> Prop, x: Vec. P(x) -> some y: Vec. P(y)
the order of the reals
    one is at most the other |- all a b: Num. a <= b or b < a
    less is not equal |- all a: Num. a < a -> False
    less is at most |- all a b: Num. a < b -> a <= b
    between equal |- all a b: Num. a <= b -> b <= a -> a = b
    positive is not zero |- all a: Num. 0 < a -> a /= 0
the field of the reals
    quotient |- all a: Num. a /= 0 -> a * (1 / a) = 1
    inverse of a product |- all a b: Num. a /= 0 -> b /= 0 -> 1 / (a * b) = (1 / a) * (1 / b)
the ordered field of the reals
    positive factors cancel |- all k a b: Num. 0 < k -> k * a <= k * b -> a <= b
    smaller powers |- all a b: Num, n: Index. 0 <= b -> a ^ S(n) <= b ^ S(n) -> a <= b
    a square is zero |- all a: Num. a * a <= 0 -> a = 0
    inverses are positive |- all a: Num. 0 < a -> 0 < 1 / a
    factors up to one |- all a: Num, n: Index. 0 <= a -> a <= 1 -> a ^ n <= 1
    powers below one |- all a: Num, n: Index. 0 <= a -> a < 1 -> a ^ S(n) < 1
    powers are positive |- all a: Num, n: Index. 0 < a -> 0 < a ^ n
    powers of smaller numbers |- all a b: Num, n: Index. 0 <= a -> a <= b -> a ^ n <= b ^ n
    powers are not negative |- all a: Num, n: Index. 0 <= a -> 0 <= a ^ n
the inequality of arithmetic and geometric means, with weights
    weighted powers |- all a b: Num, m n: Index. 0 <= a -> 0 <= b -> num(m + n) * (a ^ m * b ^ n) <= num(m) * a ^ (m + n) +
        num(n) * b ^ (m + n)
the natural numbers
    counts |- all n: Index. 0 <= num(n)
    steps between |- all m n: Index. num(m) <= num(n) -> some k: Index. n = m + k
the reals are complete
    root |- all a: Num. 0 <= a -> sqrt(a) * sqrt(a) = a
    roots |- all a: Num. 0 <= sqrt(a)
    root of an order |- all n: Index, a: Num. 0 <= a -> root(S(n), a) ^ S(n) = a
    roots of an order |- all n: Index, a: Num. 0 <= root(n, a)
Mitrinovic, Analytic Inequalities (1970), part 2
    bernoulli |- all a: Num, n: Index. 0 - 1 <= a -> 1 + num(n) * a <= (1 + a) ^ n
{RUDIN_COMPLEX}, chapter 4
    squares of vectors |- all x: Vec. 0 <= inner(x, x)
    zero vector |- all x: Vec. inner(x, x) <= 0 -> x = zero(Vec)
    norm |- all x: Vec. norm(x) * norm(x) = inner(x, x)
    norms |- all x: Vec. 0 <= norm(x)
    norm of a multiple |- all a: Num, x: Vec. 0 <= a -> norm(a * x) = a * norm(x)
    norm of the opposite |- all x: Vec. norm((0 - 1) * x) = norm(x)
    triangle |- all x y: Vec. norm(x + y) <= norm(x) + norm(y)
    norms by squares |- all x: Vec, a: Num. 0 <= a -> inner(x, x) <= a * a -> norm(x) <= a
    Schwarz |- all x y: Vec. inner(x, y) <= norm(x) * norm(y)
    norm of zero |- norm(zero(Vec)) = 0
    Schwarz squared |- all x y: Vec. inner(x, y) ^ 2 <= inner(x, x) * inner(y, y)
{RUDIN_COMPLEX}, chapter 4, and the inequality of arithmetic and geometric means
    Young |- all x y: Vec, a: Num. 0 < a -> inner(x + y, x + y) <= (1 + a) * inner(x, x) + (1 + 1 / a) * inner(y, y)
{HORN}, chapter 5
    operator norm |- all A: Map, x: Vec. norm(A * x) <= opnorm(A) * norm(x)
    operator norms |- all A: Map. 0 <= opnorm(A)
a definition
    symmetric maps |- all A: Map. symmetric(A) -> all x y: Vec. inner(A * x, y) = inner(x, A * y)
    mean of symmetric maps |- all f: Client -> Map. (all c: Client. symmetric(f(c))) -> symmetric(mean(f))
    one gradient for all |- all g: Client -> {FIELD}. Shared(g) -> all c: Client, x: Vec. g(c, x) = mean(fun d: Client. g(d, x))
    before: what is not drawn |- all G: {SAMPLES}, h: Index, x: Vec. before(G, h, fun w: Outcome. x)
    before: later |- all G: {SAMPLES}, h: Index, X: Outcome -> Vec. before(G, h, X) -> before(G, S(h), X)
    before: a draw |- all G: {SAMPLES}, c: Client, h: Index, X: Outcome -> Vec. before(G, h, X) ->
        before(G, S(h), fun w: Outcome. G(c, h, w, X(w)))
    before: a gradient |- all G: {SAMPLES}, g: Client -> {FIELD}, c: Client, h: Index, X: Outcome -> Vec. Fresh(G, g) -> before(G, h, X) ->
        before(G, h, fun w: Outcome. g(c, X(w)))
    before: combinations |- all G: {SAMPLES}, a b: Num, h: Index, X Y: Outcome -> Vec. before(G, h, X) -> before(G, h, Y) ->
        before(G, h, fun w: Outcome. a * X(w) + b * Y(w))
    before: means |- all G: {SAMPLES}, h: Index, f: Client -> Outcome -> Vec. (all c: Client. before(G, h, f(c))) ->
        before(G, h, fun w: Outcome. mean(fun c: Client. f(c, w)))
    before: maps |- all G: {SAMPLES}, h: Index, A: Map, X: Outcome -> Vec. before(G, h, X) -> before(G, h, fun w: Outcome. A * X(w))
{HORN}, chapter 4
    Rayleigh, from below |- all A: Map. symmetric(A) -> all x: Vec. low(A) * inner(x, x) <= inner(x, A * x)
    Rayleigh, from above |- all A: Map. symmetric(A) -> all x: Vec. inner(x, A * x) <= high(A) * inner(x, x)
    solvable |- all A: Map, a: Num. symmetric(A) -> 0 < a -> a <= low(A) -> all y: Vec. some x: Vec. A * x = y
    functions of a map: constants |- all A: Map, a: Num. symmetric(A) -> of_map(fun l: Num. a, A) = a * id
    functions of a map: itself |- all A: Map. symmetric(A) -> of_map(fun l: Num. l, A) = A
    functions of a map: sums |- all A: Map, f g: Num -> Num. symmetric(A) -> of_map(fun l: Num. f(l) + g(l), A) = of_map(f, A) +
        of_map(g, A)
    functions of a map: products |- all A: Map, f g: Num -> Num. symmetric(A) -> of_map(fun l: Num. f(l) * g(l), A) =
        of_map(f, A) * of_map(g, A)
{HORN}, chapter 4; the dimension is not zero
    the smallest eigenvalue |- all A: Map, a: Num. symmetric(A) -> (all x: Vec. a * inner(x, x) <= inner(x, A * x)) -> a <= low(A)
    the largest eigenvalue |- all A: Map, a: Num. symmetric(A) -> (all x: Vec. inner(x, A * x) <= a * inner(x, x)) -> high(A) <= a
linearity
    inner product with a mean of maps |- all f: Client -> Map, x y: Vec. inner(x, mean(f) * y) = mean(fun c: Client. inner(x, f(c) * y))
    inner product of a mean |- all f: Client -> Vec, x: Vec. inner(mean(f), x) = mean(fun c: Client. inner(f(c), x))
{HORN}, chapter 4, and Cauchy-Schwarz
    coercive |- all A: Map, a: Num. symmetric(A) -> a <= low(A) -> all x: Vec. a * norm(x) <= norm(A * x)
{HORN}, chapter 4 (the spectral theorem)
    spectral bound |- all A: Map, f: Num -> Num, a b q: Num. symmetric(A) -> a <= low(A) -> high(A) <= b ->
        (all l: Num. a <= l -> l <= b -> f(l) <= q and (0 - 1) * q <= f(l)) -> all x: Vec. norm(of_map(f, A) * x) <= q * norm(x)
a sum with positive weights
    mean of relations |- all f g: Client -> Num. (all c: Client. f(c) <= g(c)) -> mean(f) <= mean(g)
    mean of strict relations |- all f g: Client -> Num. (all c: Client. f(c) < g(c)) -> mean(f) < mean(g)
of finitely many numbers one is the largest
    numbers of clients are bounded |- all f: Client -> Num. some b: Num. all c: Client. f(c) <= b
{RUDIN_COMPLEX}, chapter 3
    Jensen for norms |- all f: Client -> Vec, p: Index. norm(mean(f)) ^ S(p) <= mean(fun c: Client. norm(f(c)) ^ S(p))
    Jensen for numbers |- all f: Client -> Num, p: Index. (all c: Client. 0 <= f(c)) -> mean(f) ^ S(p) <= mean(fun c: Client. f(c) ^ S(p))
    Cauchy-Schwarz for means |- all f g: Client -> Num. mean(fun c: Client. f(c) * g(c)) ^ 2 <=
        mean(fun c: Client. f(c) ^ 2) * mean(fun c: Client. g(c) ^ 2)
    Jensen |- all f: Client -> Vec. inner(mean(f), mean(f)) <= mean(fun c: Client. inner(f(c), f(c)))
{DURRETT}, chapter 1
    E is monotone |- all f g: Outcome -> Num. integrable(f) -> integrable(g) -> (all w: Outcome. f(w) <= g(w)) -> E(f) <= E(g)
    E is linear |- all a b: Num, f g: Outcome -> Num. integrable(f) -> integrable(g) -> E(fun w: Outcome. a * f(w) + b * g(w)) = a * E(f) +
        b * E(g)
    E of a constant |- all a: Num. E(fun w: Outcome. a) = a
    constants are integrable |- all a: Num. integrable(fun w: Outcome. a)
    combinations are integrable |- all a b: Num, f g: Outcome -> Num. integrable(f) -> integrable(g) ->
        integrable(fun w: Outcome. a * f(w) + b * g(w))
    means are integrable |- all f: Client -> Outcome -> Num. (all c: Client. integrable(f(c))) ->
        integrable(fun w: Outcome. mean(fun c: Client. f(c, w)))
    E of a mean |- all f: Client -> Outcome -> Num. (all c: Client. integrable(f(c))) -> E(fun w: Outcome. mean(fun c: Client. f(c, w))) =
        mean(fun c: Client. E(f(c)))
    E of vectors is linear |- all a b: Num, f g: Outcome -> Vec. integrable_vector(f) -> integrable_vector(g) ->
        E(fun w: Outcome. a * f(w) + b * g(w)) = a * E(f) + b * E(g)
    combinations of vectors are integrable |- all a b: Num, f g: Outcome -> Vec. integrable_vector(f) -> integrable_vector(g) ->
        integrable_vector(fun w: Outcome. a * f(w) + b * g(w))
    E of a constant vector |- all x: Vec. E(fun w: Outcome. x) = x
    constant vectors are integrable |- all x: Vec. integrable_vector(fun w: Outcome. x)
    E of a map's value |- all A: Map, f: Outcome -> Vec. integrable_vector(f) -> E(fun w: Outcome. A * f(w)) = A * E(f)
    E of a mean of vectors |- all f: Client -> Outcome -> Vec. (all c: Client. integrable_vector(f(c))) ->
        E(fun w: Outcome. mean(fun c: Client. f(c, w))) = mean(fun c: Client. E(f(c)))
    E of an inner product |- all x: Vec, f: Outcome -> Vec. integrable_vector(f) -> E(fun w: Outcome. inner(x, f(w))) = inner(x, E(f))
    vectors with moments |- all G: {SAMPLES}, h: Index, X: Outcome -> Vec. Moments(G) -> before(G, h, X) -> integrable_vector(X)
    norms have a mean |- all G: {SAMPLES}, h: Index, X: Outcome -> Vec. Moments(G) -> before(G, h, X) ->
        integrable(fun w: Outcome. norm(X(w)))
    norms of integrable vectors |- all f: Outcome -> Vec. integrable_vector(f) -> integrable(fun w: Outcome. norm(f(w)))
    means of vectors are integrable |- all f: Client -> Outcome -> Vec. (all c: Client. integrable_vector(f(c))) ->
        integrable_vector(fun w: Outcome. mean(fun c: Client. f(c, w)))
    products with what is not drawn |- all x: Vec, f: Outcome -> Vec. integrable_vector(f) -> integrable(fun w: Outcome. inner(x, f(w)))
{NESTEROV}, chapter 2
    curved: monotone |- all g: {FIELD}, m l: Num. Curved(g, m, l) -> all x y: Vec. m * inner(x - y, x - y) <= inner(x - y, g(x) - g(y))
    curved: a minimiser |- all g: Client -> {FIELD}, m l: Num. (all c: Client. Curved(g(c), m, l)) -> 0 < m -> some x: Vec.
        mean(fun c: Client. g(c, x)) = zero(Vec)
    curved: a mean Hessian |- all g: {FIELD}, m l: Num. Curved(g, m, l) -> all x y: Vec. some A: Map. symmetric(A) and m <= low(A) and
        high(A) <= l and g(x) - g(y) = A * (x - y)
    curved: the Hessian |- all g: {FIELD}, A: Vec -> Map, m l: Num. Curved(g, m, l) -> Hessian(g, A) -> all x: Vec. symmetric(A(x)) and
        m <= low(A(x)) and high(A(x)) <= l
    curved: smooth |- all g: {FIELD}, m l: Num. Curved(g, m, l) -> 0 <= m -> Smooth(g, l)
    curved: a minimiser of its own |- all g: {FIELD}, m l: Num. Curved(g, m, l) -> 0 < m -> some x: Vec. g(x) = zero(Vec)
    smooth: monotone |- all g: {FIELD}, l: Num. Smooth(g, l) -> all x y: Vec. 0 <= inner(x - y, g(x) - g(y))
{NESTEROV}, chapter 2; the dimension is not zero
    curved: ordered |- all g: {FIELD}, m l: Num. Curved(g, m, l) -> m <= l
a constant derivative
    quadratic |- all g: {FIELD}, A: Vec -> Map. Quadratic(g) -> Hessian(g, A) -> all x y z: Vec. g(x) - g(y) = A(z) * (x - y)
Taylor, Hendrickx, Glineur, Mathematical Programming 161 (2017), theorem 4
    interpolation |- all f: Vec -> Num, g: {FIELD}, m l s: Num. Loss(f, g, m, l) -> l <= s -> m < s -> all x y: Vec.
        inner(g(x) - g(y) - m * (x - y), g(x) - g(y) - m * (x - y)) <=
        2 * (s - m) * (f(x) - f(y) - inner(g(y), x - y) - m / 2 * inner(x - y, x - y))
{NESTEROV}, chapter 1
    smooth: Lipschitz |- all g: {FIELD}, l: Num. Smooth(g, l) -> all x y: Vec. norm(g(x) - g(y)) <= l * norm(x - y)
Banach, Fundamenta Mathematicae 3 (1922)
    Banach |- all T: {FIELD}, q: Num. (all x y: Vec. norm(T(x) - T(y)) <= q * norm(x - y)) -> 0 <= q -> q < 1 -> some p: Vec. T(p) = p and
        (all x: Vec. norm(x - p) <= norm(x - T(x)) / (1 - q))
{NESTEROV}, Theorem 2.1.5
    smooth: cocoercive |- all g: {FIELD}, l: Num. Smooth(g, l) -> all x y: Vec. inner(g(x) - g(y), g(x) - g(y)) <=
        l * inner(x - y, g(x) - g(y))
{DURRETT}, chapter 1, and Cauchy-Schwarz
    moments |- all G: {SAMPLES}, h: Index, X Y: Outcome -> Vec. Moments(G) -> before(G, h, X) -> before(G, h, Y) ->
        integrable(fun w: Outcome. inner(X(w), Y(w)))
{DURRETT}, chapter 1 (Cauchy-Schwarz)
    products of vectors with second moments |- all f g: Outcome -> Vec. integrable_vector(f) -> integrable_vector(g) ->
        integrable(fun w: Outcome. inner(f(w), f(w))) -> integrable(fun w: Outcome. inner(g(w), g(w))) ->
        integrable(fun w: Outcome. inner(f(w), g(w)))
{DURRETT}, chapter 4 (the tower property)
    fresh gradients |- all G: {SAMPLES}, g: Client -> {FIELD}, c: Client, h: Index, X: Outcome -> Vec. Fresh(G, g) -> Moments(G) ->
        before(G, h, X) -> E(fun w: Outcome. G(c, h, w, X(w))) = E(fun w: Outcome. g(c, X(w)))
    fresh gradients without moments |- all G: {SAMPLES}, g: Client -> {FIELD}, c: Client, h: Index, X: Outcome -> Vec, l: Num.
        Fresh(G, g) -> (all c: Client, k: Index, w: Outcome. Smooth(G(c, k, w), l)) -> before(G, h, X) ->
        E(fun w: Outcome. G(c, h, w, X(w))) = E(fun w: Outcome. g(c, X(w)))
{DURRETT}, chapter 4 (the tower property, taking out what is known)
    fresh samples |- all G: {SAMPLES}, g: Client -> {FIELD}, c: Client, h: Index, X U: Outcome -> Vec. Fresh(G, g) -> Moments(G) ->
        before(G, h, X) -> before(G, h, U) -> E(fun w: Outcome. inner(U(w), G(c, h, w, X(w)))) = E(fun w: Outcome. inner(U(w), g(c, X(w))))
a definition: draws that have a mean
    draws at a point |- all G: {SAMPLES}, g: Client -> {FIELD}, c: Client, h: Index, x: Vec. Fresh(G, g) ->
        integrable_vector(fun w: Outcome. G(c, h, w, x))
a definition: draws with the gradient as mean
    the mean of a draw |- all G: {SAMPLES}, g: Client -> {FIELD}, c: Client, h: Index, x: Vec. Fresh(G, g) ->
        E(fun w: Outcome. G(c, h, w, x)) = g(c, x)
{DURRETT}, chapter 1 (bounded random variables have a mean)
    bounded vectors |- all G: {SAMPLES}, h n: Index, X: Outcome -> Vec, a: Num. before(G, h, X) -> (all w: Outcome. norm(X(w)) <= a) ->
        integrable(fun w: Outcome. norm(X(w)) ^ n)
{DURRETT}, chapter 1: what is Lipschitz has a mean at what has one
    means of what is built |- all G: {SAMPLES}, g: Client -> {FIELD}, h: Index, X: Outcome -> Vec, l: Num. Fresh(G, g) ->
        (all c: Client, k: Index, w: Outcome. Smooth(G(c, k, w), l)) -> before(G, h, X) -> integrable_vector(X)
{DURRETT}, chapter 4 (the tower property: independent draws)
    a bound on the noise |- all G: {SAMPLES}, g: Client -> {FIELD}, c: Client, h: Index, X: Outcome -> Vec, a: Num. Fresh(G, g) ->
        Moments(G) -> before(G, h, X) -> (all x: Vec. E(fun w: Outcome. inner(G(c, h, w, x) - g(c, x), G(c, h, w, x) - g(c, x))) <= a) ->
        E(fun w: Outcome. inner(G(c, h, w, X(w)) - g(c, X(w)), G(c, h, w, X(w)) - g(c, X(w)))) <= a
{RUDIN}, chapter 3 (special sequences)
    vanishing powers |- all a q: Num. 0 <= q -> q < 1 -> tends(fun n: Index. a * q ^ n, 0)
    inverse counts vanish |- all a: Num. tends(fun n: Index. a * (1 / num(n)), 0)
{RUDIN}, chapter 3 (limits of sums)
    sums of what vanishes |- all a b: Num, f g: Index -> Num. tends(f, 0) -> tends(g, 0) -> tends(fun n: Index. a * f(n) + b * g(n), 0)
{RUDIN}, chapter 3 (comparison)
    what is below vanishes |- all f g: Index -> Num. (all n: Index. 0 <= f(S(n))) -> (all n: Index. f(S(n)) <= g(S(n))) -> tends(g, 0) ->
        tends(f, 0)
{RUDIN}, chapter 3 (the geometric series)
    geometric series |- all q: Num. 0 <= q -> q < 1 -> series(fun n: Index. q ^ n) = 1 / (1 - q)
"""


def by_name(text: str) -> dict[str, tuple[str, str]]:
    """The sentences of a text by name, each with its citation. Raises KernelRefusal for a name that stands twice, or without a sentence."""
    found, citation = dict[str, tuple[str, str]](), ""
    for line in re.sub(r"\n {8}", " ", text).strip().splitlines():
        name, _, sentence = line.strip().partition(" |- ")
        if not line.startswith("    "):
            citation = line
        elif not sentence or name in found:
            raise KernelRefusal(f"{name} stands twice on the page, or without a sentence")
        else:
            found[name] = sentence, citation
    return found


#: name: (sentence, citation)
SENTENCES: Final = by_name(MAPS + _OWN + LAWS)


@cache
def problem() -> dict[str, str]:
    """The symbols of every claim, with their sorts: gradients and Hessians of the clients' losses, samples' gradients, two curvatures."""
    sorts = {"grad": f"Client -> {FIELD}", "hess": "Client -> Vec -> Map", "G": SAMPLES, "mu": "Num", "L": "Num"}
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
