"""The page's sentences on matrices u v', their Frobenius norms, their expectations, and third derivatives."""

from __future__ import annotations

from typing import Final

from symfed.kernel.cited import DURRETT, HORN, HORN_TOPICS, NESTEROV, RUDIN, RUDIN_COMPLEX, SAMPLES

SYMBOLS: Final[dict[str, str]] = {
    "frobenius": "Map -> Num",  # the norm of a map as one of a vector of its entries
    "LipschitzThird": "(Vec -> Vec) -> Vec -> Prop",  # the gradient has a second derivative that is Lipschitz near a point
    "Thrice": "(Vec -> Vec) -> Prop",  # the gradient is twice differentiable
    "TwiceAt": "(Vec -> Map) -> Vec -> Prop",  # twice differentiable at a point
    "integrable_map": "(Outcome -> Map) -> Prop",
}

SENTENCES: Final = f"""
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
