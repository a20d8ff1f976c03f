"""The page's sentences on distributions: random maps that depend on the draws only, equal laws, and invariant laws of a random map.

Besides all draws an outcome carries a start independent of them, which contains a uniform number: random vectors of every law exist.
"""

from __future__ import annotations

from typing import Final

from symfed.kernel.cited import DURRETT, MEYN, RUDIN_COMPLEX, SAMPLES, VILLANI

SYMBOLS: Final[dict[str, str]] = {
    "drawn": f"({SAMPLES}) -> Index -> (Outcome -> Vec -> Vec) -> Prop",  # a function of the draws before a step, and of no others
    "same_law": "(Outcome -> Vec) -> (Outcome -> Vec) -> Prop",  # equal distributions
    "transport": "(Outcome -> Vec) -> (Outcome -> Vec) -> Num",  # W2 of two distributions, squared: the least mean square of couplings
}

SENTENCES: Final = f"""
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
