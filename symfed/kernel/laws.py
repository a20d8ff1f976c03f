"""The page's sentences on distributions: random maps that depend on the draws only, equal laws, and invariant laws of a random map.

Besides all draws an outcome carries a start independent of them, which contains a uniform number: random vectors of every law exist.
"""

from __future__ import annotations

from typing import Final

_SAMPLES: Final = "Client -> Index -> Outcome -> Vec -> Vec"
_DURRETT: Final = "Durrett, Probability: Theory and Examples, 5th ed. (2019)"

SYMBOLS: Final[dict[str, str]] = {
    "drawn": f"({_SAMPLES}) -> Index -> (Outcome -> Vec -> Vec) -> Prop",  # a function of the draws before a step, and of no others
    "same_law": "(Outcome -> Vec) -> (Outcome -> Vec) -> Prop",  # equal distributions
    "transport": "(Outcome -> Vec) -> (Outcome -> Vec) -> Num",  # W2 of two distributions, squared: the least mean square of couplings
}

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "drawn: the point itself": (f"all G: {_SAMPLES}, h: Index. drawn(G, h, fun w: Outcome, x: Vec. x)", "a definition"),
    "drawn: what is not drawn": (f"all G: {_SAMPLES}, h: Index, x: Vec. drawn(G, h, fun w: Outcome, y: Vec. x)", "a definition"),
    "drawn: later": (f"all G: {_SAMPLES}, h: Index, T: Outcome -> Vec -> Vec. drawn(G, h, T) -> drawn(G, S(h), T)", "a definition"),
    "drawn: a draw": (
        f"all G: {_SAMPLES}, c: Client, h: Index, T: Outcome -> Vec -> Vec. "
        "drawn(G, h, T) -> drawn(G, S(h), fun w: Outcome, x: Vec. G(c, h, w, T(w, x)))",
        "a definition",
    ),
    "drawn: a gradient": (
        f"all G: {_SAMPLES}, g: Client -> Vec -> Vec, c: Client, h: Index, T: Outcome -> Vec -> Vec. "
        "Fresh(G, g) -> drawn(G, h, T) -> drawn(G, h, fun w: Outcome, x: Vec. g(c, T(w, x)))",
        "a definition",
    ),
    "drawn: maps": (
        f"all G: {_SAMPLES}, h: Index, A: Map, T: Outcome -> Vec -> Vec. "
        "drawn(G, h, T) -> drawn(G, h, fun w: Outcome, x: Vec. A * T(w, x))",
        "a definition",
    ),
    "drawn: combinations": (
        f"all G: {_SAMPLES}, a b: Num, h: Index, T R: Outcome -> Vec -> Vec. "
        "drawn(G, h, T) -> drawn(G, h, R) -> drawn(G, h, fun w: Outcome, x: Vec. a * T(w, x) + b * R(w, x))",
        "a definition",
    ),
    "drawn: means": (
        f"all G: {_SAMPLES}, h: Index, f: Client -> Outcome -> Vec -> Vec. (all c: Client. drawn(G, h, f(c))) -> "
        "drawn(G, h, fun w: Outcome, x: Vec. mean(fun c: Client. f(c, w, x)))",
        "a definition",
    ),
    "equal laws": (
        "all X Y: Outcome -> Vec, f: Vec -> Num. same_law(X, Y) -> integrable(fun w: Outcome. f(Y(w))) -> "
        "E(fun w: Outcome. f(X(w))) = E(fun w: Outcome. f(Y(w)))",
        f"{_DURRETT}, chapter 1 (a change of variables)",
    ),
    "equal laws have means": (
        "all X Y: Outcome -> Vec, f: Vec -> Num. same_law(X, Y) -> integrable(fun w: Outcome. f(Y(w))) -> "
        "integrable(fun w: Outcome. f(X(w)))",
        f"{_DURRETT}, chapter 1 (a change of variables)",
    ),
    "moments of what is drawn": (
        f"all G: {_SAMPLES}, p: Vec, v: Client -> Vec, h m k: Index, T: Outcome -> Vec -> Vec, X: Outcome -> Vec. Moments(G) -> "
        "(all c: Client, i: Index. integrable(fun w: Outcome. norm(v(c) - G(c, i, w, p)) ^ (m + k))) -> drawn(G, h, T) -> "
        "before(G, h, X) -> integrable(fun w: Outcome. norm(X(w)) ^ m) -> integrable(fun w: Outcome. norm(T(w, X(w))) ^ m)",
        f"{_DURRETT}, chapter 1 (Minkowski's inequality), and draws that are Lipschitz",
    ),
    "lower moments": (
        "all f: Outcome -> Num, a: Num, m k: Index. (all w: Outcome. 0 <= f(w)) -> 0 <= a -> "
        "integrable(fun w: Outcome. f(w) ^ (m + k)) -> E(fun w: Outcome. f(w) ^ (m + k)) <= a ^ (m + k) -> "
        "integrable(fun w: Outcome. f(w) ^ m) and E(fun w: Outcome. f(w) ^ m) <= a ^ m",
        f"{_DURRETT}, chapter 1 (Jensen's inequality)",
    ),
    "Minkowski": (
        "all f g: Outcome -> Num, a b: Num, n: Index. (all w: Outcome. 0 <= f(w)) -> (all w: Outcome. 0 <= g(w)) -> 0 <= a -> 0 <= b -> "
        "integrable(fun w: Outcome. f(w) ^ S(n)) -> integrable(fun w: Outcome. g(w) ^ S(n)) -> "
        "E(fun w: Outcome. f(w) ^ S(n)) <= a ^ S(n) -> E(fun w: Outcome. g(w) ^ S(n)) <= b ^ S(n) -> "
        "integrable(fun w: Outcome. (f(w) + g(w)) ^ S(n)) and E(fun w: Outcome. (f(w) + g(w)) ^ S(n)) <= (a + b) ^ S(n)",
        "Rudin, Real and Complex Analysis, 3rd ed. (1987), chapter 3 (Minkowski's inequality)",
    ),
    "Minkowski over clients": (
        "all f: Client -> Outcome -> Num, s: Client -> Num, n: Index. (all c: Client, w: Outcome. 0 <= f(c, w)) -> "
        "(all c: Client. 0 <= s(c)) -> (all c: Client. integrable(fun w: Outcome. f(c, w) ^ S(n))) -> "
        "(all c: Client. E(fun w: Outcome. f(c, w) ^ S(n)) <= s(c) ^ S(n)) -> "
        "integrable(fun w: Outcome. mean(fun c: Client. f(c, w)) ^ S(n)) and "
        "E(fun w: Outcome. mean(fun c: Client. f(c, w)) ^ S(n)) <= mean(s) ^ S(n)",
        "Rudin, Real and Complex Analysis, 3rd ed. (1987), chapter 3 (Minkowski's inequality)",
    ),
    "a law that is kept": (
        f"all G: {_SAMPLES}, g: Client -> Vec -> Vec, h: Index, T: Outcome -> Vec -> Vec, q: Num. "
        "Fresh(G, g) -> Moments(G) -> drawn(G, h, T) -> 0 <= q -> q < 1 -> "
        "(all x y: Vec. E(fun w: Outcome. norm(T(w, x) - T(w, y)) ^ 2) <= q * norm(x - y) ^ 2) -> "
        "some X: Outcome -> Vec. before(G, 0, X) and same_law(fun w: Outcome. T(w, X(w)), X)",
        "Villani, Optimal Transport (2009), chapter 6 (W2 is complete), and Banach's fixed point theorem",
    ),
    "moments of a law that is kept": (
        f"all G: {_SAMPLES}, g: Client -> Vec -> Vec, h n: Index, T: Outcome -> Vec -> Vec, X: Outcome -> Vec, p: Vec, q: Num, "
        "r: Vec -> Num. Fresh(G, g) -> drawn(G, h, T) -> before(G, 0, X) -> same_law(fun w: Outcome. T(w, X(w)), X) -> q < 1 -> "
        "(all x: Vec. 0 <= r(x)) -> integrable(fun w: Outcome. r(X(w))) -> "
        "(all x: Vec. integrable(fun w: Outcome. norm(T(w, x) - p) ^ n)) -> "
        "(all x: Vec. E(fun w: Outcome. norm(T(w, x) - p) ^ n) <= q * norm(x - p) ^ n + r(x)) -> "
        "integrable(fun w: Outcome. norm(X(w) - p) ^ n) and "
        "(1 - q) * E(fun w: Outcome. norm(X(w) - p) ^ n) <= E(fun w: Outcome. r(X(w)))",
        "Meyn, Tweedie, Markov Chains and Stochastic Stability, 2nd ed. (2009), chapter 14 (drift, and moments of the invariant law)",
    ),
    "equal laws: one's own": ("all X: Outcome -> Vec. same_law(X, X)", "a definition"),
    "equal laws: two in a row": (
        "all X Y Z: Outcome -> Vec. same_law(X, Y) -> same_law(Y, Z) -> same_law(X, Z)",
        "a definition",
    ),
    "sums along what forgets": (
        f"all R: {_SAMPLES}, g: Client -> Vec -> Vec, c: Client, n: Index, q: Num, Y Z: Index -> Outcome -> Vec. "
        "Fresh(R, g) -> Moments(R) -> before(R, 0, Y(0)) -> 0 <= q -> q < 1 -> "
        "(all i: Index, x y: Vec. E(fun w: Outcome. norm(R(c, i, w, x) - R(c, i, w, y)) ^ 2) <= q * norm(x - y) ^ 2) -> "
        "(all i: Index. same_law(Y(i), Y(0))) -> (all i: Index, w: Outcome. R(c, i, w, Y(i, w)) = Y(S(i), w)) -> "
        "(all w: Outcome. Z(0, w) = zero(Vec)) -> (all i: Index, w: Outcome. Z(S(i), w) = Y(i, w) + Z(i, w)) -> "
        "(1 - q) * E(fun w: Outcome. norm(Z(n, w) - num(n) * E(Y(0))) ^ 2) <= "
        "4 * num(n) * E(fun w: Outcome. norm(Y(0, w) - E(Y(0))) ^ 2)",
        "Meyn, Tweedie, Markov Chains and Stochastic Stability, 2nd ed. (2009), chapter 17 (a stationary chain's average): as k"
        " more steps take what two starts differ by to q^k of its mean square, the covariances of what is k steps apart are at most"
        " q^(k/2) of the variance",
    ),
    "transport is not negative": ("all X Y: Outcome -> Vec. 0 <= transport(X, Y)", "a definition"),
    "transport to equal laws": ("all X Y Z: Outcome -> Vec. same_law(X, Y) -> transport(Z, X) = transport(Z, Y)", "a definition"),
    "transport after a draw": (
        f"all G: {_SAMPLES}, g: Client -> Vec -> Vec, c: Client, n: Index, q: Num, X Y: Outcome -> Vec. "
        "Fresh(G, g) -> Moments(G) -> before(G, n, X) -> before(G, n, Y) -> 0 <= q -> "
        "(all x y: Vec. E(fun w: Outcome. norm(G(c, n, w, x) - G(c, n, w, y)) ^ 2) <= q * norm(x - y) ^ 2) -> "
        "transport(fun w: Outcome. G(c, n, w, X(w)), fun w: Outcome. G(c, n, w, Y(w))) <= q * transport(X, Y)",
        "Villani, Optimal Transport (2009), chapter 6 (the best coupling of X and Y, and a draw that is independent of both)",
    ),
    "draws of one's own": (
        f"all G: {_SAMPLES}, g: Client -> Vec -> Vec, h: Index, T: Outcome -> Vec -> Vec. "
        f"Fresh(G, g) -> Moments(G) -> drawn(G, h, T) -> some R: {_SAMPLES}. "
        "Fresh(R, fun c: Client, x: Vec. E(fun w: Outcome. T(w, x))) and Moments(R) and "
        "(all X: Outcome -> Vec. before(G, 0, X) -> before(R, 0, X)) and "
        "(all c: Client, n: Index, x: Vec. same_law(fun w: Outcome. R(c, n, w, x), fun w: Outcome. T(w, x))) and "
        "(all c: Client, n: Index, x y: Vec, f: Vec -> Vec -> Num. integrable(fun w: Outcome. f(T(w, x), T(w, y))) -> "
        "E(fun w: Outcome. f(R(c, n, w, x), R(c, n, w, y))) = E(fun w: Outcome. f(T(w, x), T(w, y)))) and "
        "(all c d: Client, n: Index, w: Outcome, x: Vec. R(c, n, w, x) = R(d, n, w, x))",
        f"{_DURRETT}, chapter 2 (constructing independent random variables)",
    ),
    "a law after a draw": (
        f"all G R: {_SAMPLES}, g k: Client -> Vec -> Vec, c: Client, n h: Index, T: Outcome -> Vec -> Vec, X Y: Outcome -> Vec. "
        "Fresh(G, g) -> Fresh(R, k) -> drawn(G, h, T) -> before(G, 0, X) -> before(R, n, Y) -> same_law(Y, X) -> "
        "(all x: Vec. same_law(fun w: Outcome. R(c, n, w, x), fun w: Outcome. T(w, x))) -> "
        "same_law(fun w: Outcome. R(c, n, w, Y(w)), fun w: Outcome. T(w, X(w)))",
        f"{_DURRETT}, chapter 5 (the Markov property)",
    ),
    "means over a draw": (
        f"all G: {_SAMPLES}, g: Client -> Vec -> Vec, c: Client, h: Index, X Y: Outcome -> Vec, f: Vec -> Vec -> Vec -> Vec -> Num. "
        "Fresh(G, g) -> before(G, h, X) -> before(G, h, Y) -> "
        "integrable(fun w: Outcome. f(X(w), Y(w), G(c, h, w, X(w)), G(c, h, w, Y(w)))) -> "
        "integrable(fun w: Outcome. E(fun v: Outcome. f(X(w), Y(w), G(c, h, v, X(w)), G(c, h, v, Y(w))))) and "
        "E(fun w: Outcome. f(X(w), Y(w), G(c, h, w, X(w)), G(c, h, w, Y(w)))) = "
        "E(fun w: Outcome. E(fun v: Outcome. f(X(w), Y(w), G(c, h, v, X(w)), G(c, h, v, Y(w)))))",
        f"{_DURRETT}, chapter 1 (Fubini's theorem)",
    ),
    "means over draws after a start": (
        f"all G: {_SAMPLES}, g: Client -> Vec -> Vec, h: Index, T: Outcome -> Vec -> Vec, X: Outcome -> Vec, f: Vec -> Vec -> Num. "
        "Fresh(G, g) -> drawn(G, h, T) -> before(G, 0, X) -> integrable(fun w: Outcome. f(X(w), T(w, X(w)))) -> "
        "integrable(fun w: Outcome. E(fun v: Outcome. f(X(w), T(v, X(w))))) and "
        "E(fun w: Outcome. f(X(w), T(w, X(w)))) = E(fun w: Outcome. E(fun v: Outcome. f(X(w), T(v, X(w)))))",
        f"{_DURRETT}, chapter 1 (Fubini's theorem)",
    ),
}
