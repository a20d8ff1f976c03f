"""The page's sentences on matrices u v', their norms, expectations and third derivatives, and on distributions; with the books it cites.

Of distributions: random maps that depend on the draws only, equal laws, and invariant laws of a random map. Besides all draws an outcome
carries a start independent of them, which contains a uniform number: random vectors of every law exist.
"""

from __future__ import annotations

from typing import Final

FIELD: Final = "Vec -> Vec"
SAMPLES: Final = "Client -> Index -> Outcome -> Vec -> Vec"

DURRETT: Final = "Durrett, Probability: Theory and Examples, 5th ed. (2019)"
HORN: Final = "Horn, Johnson, Matrix Analysis, 2nd ed. (2013)"
HORN_TOPICS: Final = "Horn, Johnson, Topics in Matrix Analysis (1991)"
MEYN: Final = "Meyn, Tweedie, Markov Chains and Stochastic Stability, 2nd ed. (2009)"
NESTEROV: Final = "Nesterov, Lectures on Convex Optimization, 2nd ed. (2018)"
RUDIN: Final = "Rudin, Principles of Mathematical Analysis, 3rd ed. (1976)"
RUDIN_COMPLEX: Final = "Rudin, Real and Complex Analysis, 3rd ed. (1987)"
VILLANI: Final = "Villani, Optimal Transport (2009)"

SYMBOLS: Final[dict[str, str]] = {
    "frobenius": "Map -> Num",  # the norm of a map as one of a vector of its entries
    "LipschitzThird": "(Vec -> Vec) -> Vec -> Prop",  # the gradient has a second derivative that is Lipschitz near a point
    "Thrice": "(Vec -> Vec) -> Prop",  # the gradient is twice differentiable
    "TwiceAt": "(Vec -> Map) -> Vec -> Prop",  # twice differentiable at a point
    "integrable_map": "(Outcome -> Map) -> Prop",
    "drawn": f"({SAMPLES}) -> Index -> (Outcome -> Vec -> Vec) -> Prop",  # a function of the draws before a step, and of no others
    "same_law": "(Outcome -> Vec) -> (Outcome -> Vec) -> Prop",  # equal distributions
    "transport": "(Outcome -> Vec) -> (Outcome -> Vec) -> Num",  # W2 of two distributions, squared: the least mean square of couplings
}

MAPS: Final = f"""
{HORN}, chapter 5
    Frobenius norms |- all A: Map. 0 <= frobenius(A)
    Frobenius norm of zero |- frobenius(zero(Map)) = 0
    zero map |- all A: Map. frobenius(A) <= 0 -> A = zero(Map)
    Frobenius norm of a multiple |- all a: Num, A: Map. 0 <= a -> frobenius(a * A) = a * frobenius(A)
    Frobenius norm of the opposite |- all A: Map. frobenius((0 - 1) * A) = frobenius(A)
    Frobenius norm of a sum |- all A B: Map. frobenius(A + B) <= frobenius(A) + frobenius(B)
    Frobenius norm of an outer product |- all x y: Vec. frobenius(outer(x, y)) = norm(x) * norm(y)
    Frobenius norm of a product |- all A: Map, a: Num. (all x: Vec. norm(A * x) <= a * norm(x)) -> all B: Map.
        frobenius(A * B) <= a * frobenius(B) and frobenius(B * A) <= a * frobenius(B)
{HORN_TOPICS}, chapter 4 (Lyapunov's equation)
    Lyapunov |- all A: Map, a: Num, B: Map. symmetric(A) -> 0 < a -> a <= low(A) -> some X: Map. A * X + X * A = B
    Lyapunov, from below |- all A: Map, a: Num. symmetric(A) -> a <= low(A) -> all B: Map. 2 * a * frobenius(B) <= frobenius(A * B + B * A)
{RUDIN_COMPLEX}, chapter 3
    Jensen for Frobenius norms |- all f: Client -> Map, p: Index. frobenius(mean(f)) ^ S(p) <= mean(fun c: Client. frobenius(f(c)) ^ S(p))
    norm of an expectation |- all f: Outcome -> Vec. integrable_vector(f) -> integrable(fun w: Outcome. norm(f(w))) ->
        norm(E(f)) <= E(fun w: Outcome. norm(f(w)))
    Frobenius norm of an expectation |- all f: Outcome -> Map. integrable_map(f) -> frobenius(E(f)) <= E(fun w: Outcome. frobenius(f(w)))
a definition
    outer products |- all x y z: Vec. outer(x, y) * z = inner(y, z) * x
{HORN}, chapter 0
    outer product with a symmetric map |- all A: Map. symmetric(A) -> all x y: Vec. outer(x, A * y) = outer(x, y) * A
linearity
    outer product of a mean |- all f: Client -> Vec, x: Vec. outer(mean(f), x) = mean(fun c: Client. outer(f(c), x))
    outer product with a mean |- all f: Client -> Vec, x: Vec. outer(x, mean(f)) = mean(fun c: Client. outer(x, f(c)))
{RUDIN}, chapter 9 (Taylor's theorem near p; farther away all of the left side is at most a multiple of |u - p|^3)
    curved: third derivatives |- all g: Client -> Vec -> Vec, A: Client -> Vec -> Map, p: Vec, m l: Num.
        (all c: Client. Curved(g(c), m, l)) -> (all c: Client. Hessian(g(c), A(c))) -> (all c: Client. LipschitzThird(g(c), p)) ->
        some T: Client -> Tensor, K: Num. 0 <= K and (all c: Client, u: Vec.
        norm(g(c, u) - g(c, p) - A(c, p) * (u - p) - 1 / 2 * (T(c) * outer(u - p, u - p))) <= K / 6 * norm(u - p) ^ 3) and
        (all c: Client, B: Map. norm(T(c) * B) <= K * frobenius(B))
{RUDIN}, chapter 9 (a derivative of the Hessian at p; farther away the left side is at most l - m)
    curved: a Hessian near a point |- all g: Client -> Vec -> Vec, A: Client -> Vec -> Map, p: Vec, m l: Num.
        (all c: Client. Curved(g(c), m, l)) -> (all c: Client. Hessian(g(c), A(c))) -> (all c: Client. Thrice(g(c))) -> some M: Num.
        0 <= M and (all c: Client, u: Vec. opnorm(A(c, u) - A(c, p)) <= M * norm(u - p))
{NESTEROV}, chapter 1 (Lipschitz Hessians)
    curved: Taylor at a point |- all g: Vec -> Vec, A: Vec -> Map, p: Vec, m l a: Num. Curved(g, m, l) -> Hessian(g, A) ->
        (all u: Vec. opnorm(A(u) - A(p)) <= a * norm(u - p)) -> all x: Vec. norm(g(x) - g(p) - A(p) * (x - p)) <= a / 2 * norm(x - p) ^ 2
{DURRETT}, chapter 1
    constant maps are integrable |- all A: Map. integrable_map(fun w: Outcome. A)
    combinations of maps are integrable |- all a b: Num, f g: Outcome -> Map. integrable_map(f) -> integrable_map(g) ->
        integrable_map(fun w: Outcome. a * f(w) + b * g(w))
    means of maps are integrable |- all f: Client -> Outcome -> Map. (all c: Client. integrable_map(f(c))) ->
        integrable_map(fun w: Outcome. mean(fun c: Client. f(c, w)))
    products of maps are integrable |- all A B: Map, f: Outcome -> Map. integrable_map(f) -> integrable_map(fun w: Outcome. A * f(w) * B)
    values of a tensor are integrable |- all T: Tensor, f: Outcome -> Map. integrable_map(f) -> integrable_vector(fun w: Outcome. T * f(w))
    outer products with a constant are integrable |- all x: Vec, f: Outcome -> Vec. integrable_vector(f) ->
        integrable_map(fun w: Outcome. outer(x, f(w))) and integrable_map(fun w: Outcome. outer(f(w), x))
    Frobenius norms have a mean |- all f: Outcome -> Map. integrable_map(f) -> integrable(fun w: Outcome. frobenius(f(w)))
    values of a random map |- all M: Outcome -> Map, x: Vec. integrable_map(M) -> integrable_vector(fun w: Outcome. M(w) * x) and
        E(fun w: Outcome. M(w) * x) = E(M) * x
    E of a constant map |- all A: Map. E(fun w: Outcome. A) = A
    E of maps is linear |- all a b: Num, f g: Outcome -> Map. integrable_map(f) -> integrable_map(g) ->
        E(fun w: Outcome. a * f(w) + b * g(w)) = a * E(f) + b * E(g)
    E of a mean of maps |- all f: Client -> Outcome -> Map. (all c: Client. integrable_map(f(c))) ->
        E(fun w: Outcome. mean(fun c: Client. f(c, w))) = mean(fun c: Client. E(f(c)))
    E of a product of maps |- all A B: Map, f: Outcome -> Map. integrable_map(f) -> E(fun w: Outcome. A * f(w) * B) = A * E(f) * B
    E of a tensor's value |- all T: Tensor, f: Outcome -> Map. integrable_map(f) -> E(fun w: Outcome. T * f(w)) = T * E(f)
    E of an outer product with a constant |- all x: Vec, f: Outcome -> Vec. integrable_vector(f) -> E(fun w: Outcome. outer(x, f(w))) =
        outer(x, E(f)) and E(fun w: Outcome. outer(f(w), x)) = outer(E(f), x)
{DURRETT}, chapter 1, and Cauchy-Schwarz
    outer products with moments |- all G: {SAMPLES}, h: Index, X Y: Outcome -> Vec. Moments(G) -> before(G, h, X) -> before(G, h, Y) ->
        integrable_map(fun w: Outcome. outer(X(w), Y(w)))
{DURRETT}, chapter 4 (the tower property, taking out what is known)
    fresh outer products |- all G: {SAMPLES}, g: Client -> Vec -> Vec, c: Client, h: Index, X U: Outcome -> Vec. Fresh(G, g) ->
        Moments(G) -> before(G, h, X) -> before(G, h, U) -> E(fun w: Outcome. outer(U(w), G(c, h, w, X(w)))) =
        E(fun w: Outcome. outer(U(w), g(c, X(w)))) and E(fun w: Outcome. outer(G(c, h, w, X(w)), U(w))) =
        E(fun w: Outcome. outer(g(c, X(w)), U(w)))
{RUDIN}, chapter 9 (Taylor's theorem near p; farther away the left side is at most a multiple of |u - p|^2, as draws are Lipschitz)
    a covariance near a point |- all G: {SAMPLES}, g: Client -> Vec -> Vec, h: Index, p: Vec. Fresh(G, g) -> Moments(G) ->
        (all c: Client. TwiceAt(fun x: Vec. E(fun w: Outcome. outer(G(c, h, w, x) - g(c, x), G(c, h, w, x) - g(c, x))), p)) ->
        some D: Client -> Vec -> Map, K: Num. 0 <= K and (all c: Client, a b: Num, x y: Vec. D(c, a * x + b * y) = a * D(c, x) +
        b * D(c, y)) and (all c: Client, u: Vec. frobenius(E(fun w: Outcome. outer(G(c, h, w, u) - g(c, u), G(c, h, w, u) - g(c, u))) -
        E(fun w: Outcome. outer(G(c, h, w, p) - g(c, p), G(c, h, w, p) - g(c, p))) - D(c, u - p)) <= K * norm(u - p) ^ 2) and
        (all c: Client, u: Vec. frobenius(D(c, u)) <= K * norm(u))
{DURRETT}, chapter 4 (the tower property), and Jensen's inequality
    a covariance at what is drawn |- all G: {SAMPLES}, g: Client -> Vec -> Vec, c: Client, h: Index, X: Outcome -> Vec, C: Map,
        D: Vec -> Map, p: Vec, K: Num. Fresh(G, g) -> Moments(G) -> before(G, h, X) ->
        (all a b: Num, x y: Vec. D(a * x + b * y) = a * D(x) + b * D(y)) ->
        (all u: Vec. frobenius(E(fun w: Outcome. outer(G(c, h, w, u) - g(c, u), G(c, h, w, u) - g(c, u))) - C - D(u - p)) <=
        K * norm(u - p) ^ 2) -> frobenius(E(fun w: Outcome. outer(G(c, h, w, X(w)) - g(c, X(w)), G(c, h, w, X(w)) - g(c, X(w)))) - C -
        D(E(X) - p)) <= K * E(fun w: Outcome. norm(X(w) - p) ^ 2)
{DURRETT}, chapters 2 and 4 (the variance of a sum, given what was drawn before)
    independent clients |- all G: {SAMPLES}, g: Client -> Vec -> Vec, n: Num, h: Index, A: Client -> Map, X: Client -> Outcome -> Vec.
        Fresh(G, g) -> Moments(G) -> Independent(G, n) -> (all c: Client. before(G, h, X(c))) ->
        E(fun w: Outcome. outer(mean(fun c: Client. A(c) * (G(c, h, w, X(c, w)) - g(c, X(c, w)))),
        mean(fun c: Client. A(c) * (G(c, h, w, X(c, w)) - g(c, X(c, w)))))) = 1 / n * mean(fun c: Client.
        E(fun w: Outcome. outer(A(c) * (G(c, h, w, X(c, w)) - g(c, X(c, w))), A(c) * (G(c, h, w, X(c, w)) - g(c, X(c, w))))))
{DURRETT}, chapter 1 (a change of variables)
    equal laws of matrices |- all X Y: Outcome -> Vec, f: Vec -> Map. same_law(X, Y) -> integrable_map(fun w: Outcome. f(Y(w))) ->
        E(fun w: Outcome. f(X(w))) = E(fun w: Outcome. f(Y(w)))
{HORN}, chapter 5: a matrix and its transpose have one norm
    Frobenius norm of an outer product turned |- all f g: Outcome -> Vec. integrable_map(fun w: Outcome. outer(f(w), g(w))) ->
        frobenius(E(fun w: Outcome. outer(f(w), g(w)))) = frobenius(E(fun w: Outcome. outer(g(w), f(w))))
"""

LAWS: Final = f"""
a definition
    drawn: the point itself |- all G: {SAMPLES}, h: Index. drawn(G, h, fun w: Outcome, x: Vec. x)
    drawn: what is not drawn |- all G: {SAMPLES}, h: Index, x: Vec. drawn(G, h, fun w: Outcome, y: Vec. x)
    drawn: later |- all G: {SAMPLES}, h: Index, T: Outcome -> Vec -> Vec. drawn(G, h, T) -> drawn(G, S(h), T)
    drawn: a draw |- all G: {SAMPLES}, c: Client, h: Index, T: Outcome -> Vec -> Vec. drawn(G, h, T) ->
        drawn(G, S(h), fun w: Outcome, x: Vec. G(c, h, w, T(w, x)))
    drawn: a gradient |- all G: {SAMPLES}, g: Client -> Vec -> Vec, c: Client, h: Index, T: Outcome -> Vec -> Vec. Fresh(G, g) ->
        drawn(G, h, T) -> drawn(G, h, fun w: Outcome, x: Vec. g(c, T(w, x)))
    drawn: maps |- all G: {SAMPLES}, h: Index, A: Map, T: Outcome -> Vec -> Vec. drawn(G, h, T) ->
        drawn(G, h, fun w: Outcome, x: Vec. A * T(w, x))
    drawn: combinations |- all G: {SAMPLES}, a b: Num, h: Index, T R: Outcome -> Vec -> Vec. drawn(G, h, T) -> drawn(G, h, R) ->
        drawn(G, h, fun w: Outcome, x: Vec. a * T(w, x) + b * R(w, x))
    drawn: means |- all G: {SAMPLES}, h: Index, f: Client -> Outcome -> Vec -> Vec. (all c: Client. drawn(G, h, f(c))) ->
        drawn(G, h, fun w: Outcome, x: Vec. mean(fun c: Client. f(c, w, x)))
    equal laws: one's own |- all X: Outcome -> Vec. same_law(X, X)
    equal laws: two in a row |- all X Y Z: Outcome -> Vec. same_law(X, Y) -> same_law(Y, Z) -> same_law(X, Z)
    transport is not negative |- all X Y: Outcome -> Vec. 0 <= transport(X, Y)
    transport to equal laws |- all X Y Z: Outcome -> Vec. same_law(X, Y) -> transport(Z, X) = transport(Z, Y)
{DURRETT}, chapter 1 (a change of variables)
    equal laws |- all X Y: Outcome -> Vec, f: Vec -> Num. same_law(X, Y) -> integrable(fun w: Outcome. f(Y(w))) ->
        E(fun w: Outcome. f(X(w))) = E(fun w: Outcome. f(Y(w)))
    equal laws have means |- all X Y: Outcome -> Vec, f: Vec -> Num. same_law(X, Y) -> integrable(fun w: Outcome. f(Y(w))) ->
        integrable(fun w: Outcome. f(X(w)))
{DURRETT}, chapter 1 (Minkowski's inequality), and draws that are Lipschitz
    moments of what is drawn |- all G: {SAMPLES}, p: Vec, v: Client -> Vec, h m k: Index, T: Outcome -> Vec -> Vec, X: Outcome -> Vec.
        Moments(G) -> (all c: Client, i: Index. integrable(fun w: Outcome. norm(v(c) - G(c, i, w, p)) ^ (m + k))) -> drawn(G, h, T) ->
        before(G, h, X) -> integrable(fun w: Outcome. norm(X(w)) ^ m) -> integrable(fun w: Outcome. norm(T(w, X(w))) ^ m)
{DURRETT}, chapter 1 (Jensen's inequality)
    lower moments |- all f: Outcome -> Num, a: Num, m k: Index. (all w: Outcome. 0 <= f(w)) -> 0 <= a ->
        integrable(fun w: Outcome. f(w) ^ (m + k)) -> E(fun w: Outcome. f(w) ^ (m + k)) <= a ^ (m + k) ->
        integrable(fun w: Outcome. f(w) ^ m) and E(fun w: Outcome. f(w) ^ m) <= a ^ m
{RUDIN_COMPLEX}, chapter 3 (Minkowski's inequality)
    Minkowski |- all f g: Outcome -> Num, a b: Num, n: Index. (all w: Outcome. 0 <= f(w)) -> (all w: Outcome. 0 <= g(w)) -> 0 <= a ->
        0 <= b -> integrable(fun w: Outcome. f(w) ^ S(n)) -> integrable(fun w: Outcome. g(w) ^ S(n)) -> E(fun w: Outcome. f(w) ^ S(n)) <=
        a ^ S(n) -> E(fun w: Outcome. g(w) ^ S(n)) <= b ^ S(n) -> integrable(fun w: Outcome. (f(w) + g(w)) ^ S(n)) and
        E(fun w: Outcome. (f(w) + g(w)) ^ S(n)) <= (a + b) ^ S(n)
    Minkowski over clients |- all f: Client -> Outcome -> Num, s: Client -> Num, n: Index. (all c: Client, w: Outcome. 0 <= f(c, w)) ->
        (all c: Client. 0 <= s(c)) -> (all c: Client. integrable(fun w: Outcome. f(c, w) ^ S(n))) ->
        (all c: Client. E(fun w: Outcome. f(c, w) ^ S(n)) <= s(c) ^ S(n)) ->
        integrable(fun w: Outcome. mean(fun c: Client. f(c, w)) ^ S(n)) and E(fun w: Outcome. mean(fun c: Client. f(c, w)) ^ S(n)) <=
        mean(s) ^ S(n)
{VILLANI}, chapter 6 (W2 is complete), and Banach's fixed point theorem
    a law that is kept |- all G: {SAMPLES}, g: Client -> Vec -> Vec, h: Index, T: Outcome -> Vec -> Vec, q: Num. Fresh(G, g) ->
        Moments(G) -> drawn(G, h, T) -> 0 <= q -> q < 1 -> (all x y: Vec. E(fun w: Outcome. norm(T(w, x) - T(w, y)) ^ 2) <=
        q * norm(x - y) ^ 2) -> some X: Outcome -> Vec. before(G, 0, X) and same_law(fun w: Outcome. T(w, X(w)), X)
{MEYN}, chapter 14 (drift, and moments of the invariant law)
    moments of a law that is kept |- all G: {SAMPLES}, g: Client -> Vec -> Vec, h n: Index, T: Outcome -> Vec -> Vec, X: Outcome -> Vec,
        p: Vec, q: Num, r: Vec -> Num. Fresh(G, g) -> drawn(G, h, T) -> before(G, 0, X) -> same_law(fun w: Outcome. T(w, X(w)), X) ->
        q < 1 -> (all x: Vec. 0 <= r(x)) -> integrable(fun w: Outcome. r(X(w))) ->
        (all x: Vec. integrable(fun w: Outcome. norm(T(w, x) - p) ^ n)) ->
        (all x: Vec. E(fun w: Outcome. norm(T(w, x) - p) ^ n) <= q * norm(x - p) ^ n + r(x)) ->
        integrable(fun w: Outcome. norm(X(w) - p) ^ n) and (1 - q) * E(fun w: Outcome. norm(X(w) - p) ^ n) <= E(fun w: Outcome. r(X(w)))
{MEYN}, chapter 17 (a stationary chain's average): as k more steps take what two starts differ by to q^k of its mean square,
        the covariances of what is k steps apart are at most q^(k/2) of the variance
    sums along what forgets |- all R: {SAMPLES}, g: Client -> Vec -> Vec, c: Client, n: Index, q: Num, Y Z: Index -> Outcome -> Vec.
        Fresh(R, g) -> Moments(R) -> before(R, 0, Y(0)) -> 0 <= q -> q < 1 ->
        (all i: Index, x y: Vec. E(fun w: Outcome. norm(R(c, i, w, x) - R(c, i, w, y)) ^ 2) <= q * norm(x - y) ^ 2) ->
        (all i: Index. same_law(Y(i), Y(0))) -> (all i: Index, w: Outcome. R(c, i, w, Y(i, w)) = Y(S(i), w)) ->
        (all w: Outcome. Z(0, w) = zero(Vec)) -> (all i: Index, w: Outcome. Z(S(i), w) = Y(i, w) + Z(i, w)) ->
        (1 - q) * E(fun w: Outcome. norm(Z(n, w) - num(n) * E(Y(0))) ^ 2) <= 4 * num(n) * E(fun w: Outcome. norm(Y(0, w) - E(Y(0))) ^ 2)
{VILLANI}, chapter 6 (the best coupling of X and Y, and a draw that is independent of both)
    transport after a draw |- all G: {SAMPLES}, g: Client -> Vec -> Vec, c: Client, n: Index, q: Num, X Y: Outcome -> Vec. Fresh(G, g) ->
        Moments(G) -> before(G, n, X) -> before(G, n, Y) -> 0 <= q ->
        (all x y: Vec. E(fun w: Outcome. norm(G(c, n, w, x) - G(c, n, w, y)) ^ 2) <= q * norm(x - y) ^ 2) ->
        transport(fun w: Outcome. G(c, n, w, X(w)), fun w: Outcome. G(c, n, w, Y(w))) <= q * transport(X, Y)
{DURRETT}, chapter 2 (constructing independent random variables)
    draws of one's own |- all G: {SAMPLES}, g: Client -> Vec -> Vec, h: Index, T: Outcome -> Vec -> Vec. Fresh(G, g) -> Moments(G) ->
        drawn(G, h, T) -> some R: {SAMPLES}. Fresh(R, fun c: Client, x: Vec. E(fun w: Outcome. T(w, x))) and Moments(R) and
        (all X: Outcome -> Vec. before(G, 0, X) -> before(R, 0, X)) and
        (all c: Client, n: Index, x: Vec. same_law(fun w: Outcome. R(c, n, w, x), fun w: Outcome. T(w, x))) and
        (all c: Client, n: Index, x y: Vec, f: Vec -> Vec -> Num. integrable(fun w: Outcome. f(T(w, x), T(w, y))) ->
        E(fun w: Outcome. f(R(c, n, w, x), R(c, n, w, y))) = E(fun w: Outcome. f(T(w, x), T(w, y)))) and
        (all c d: Client, n: Index, w: Outcome, x: Vec. R(c, n, w, x) = R(d, n, w, x))
{DURRETT}, chapter 5 (the Markov property)
    a law after a draw |- all G R: {SAMPLES}, g k: Client -> Vec -> Vec, c: Client, n h: Index, T: Outcome -> Vec -> Vec,
        X Y: Outcome -> Vec. Fresh(G, g) -> Fresh(R, k) -> drawn(G, h, T) -> before(G, 0, X) -> before(R, n, Y) -> same_law(Y, X) ->
        (all x: Vec. same_law(fun w: Outcome. R(c, n, w, x), fun w: Outcome. T(w, x))) ->
        same_law(fun w: Outcome. R(c, n, w, Y(w)), fun w: Outcome. T(w, X(w)))
{DURRETT}, chapter 1 (Fubini's theorem)
    means over a draw |- all G: {SAMPLES}, g: Client -> Vec -> Vec, c: Client, h: Index, X Y: Outcome -> Vec,
        f: Vec -> Vec -> Vec -> Vec -> Num. Fresh(G, g) -> before(G, h, X) -> before(G, h, Y) ->
        integrable(fun w: Outcome. f(X(w), Y(w), G(c, h, w, X(w)), G(c, h, w, Y(w)))) ->
        integrable(fun w: Outcome. E(fun v: Outcome. f(X(w), Y(w), G(c, h, v, X(w)), G(c, h, v, Y(w))))) and
        E(fun w: Outcome. f(X(w), Y(w), G(c, h, w, X(w)), G(c, h, w, Y(w)))) =
        E(fun w: Outcome. E(fun v: Outcome. f(X(w), Y(w), G(c, h, v, X(w)), G(c, h, v, Y(w)))))
    means over draws after a start |- all G: {SAMPLES}, g: Client -> Vec -> Vec, h: Index, T: Outcome -> Vec -> Vec, X: Outcome -> Vec,
        f: Vec -> Vec -> Num. Fresh(G, g) -> drawn(G, h, T) -> before(G, 0, X) -> integrable(fun w: Outcome. f(X(w), T(w, X(w)))) ->
        integrable(fun w: Outcome. E(fun v: Outcome. f(X(w), T(v, X(w))))) and E(fun w: Outcome. f(X(w), T(w, X(w)))) =
        E(fun w: Outcome. E(fun v: Outcome. f(X(w), T(v, X(w)))))
"""
