"""The end of Theorem 4's proof made false: factors, exponents, numbers of steps, remainders, conditions."""

from __future__ import annotations

from tests.alterations.altered import Altered

KINK = "noise with a kink at theta* leaves gamma^(1/2) more"
HALF = "the second moment holds its own 1/N: N clients halve nothing"
SMOOTH = "noise covariances that are twice differentiable at theta*"
ROUND = "every step of a round brings noise"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "bound": [
            ("symfed-turned-gradients", "", "/6", "/12", "the second order of 1 + (1 - u) + (1 - u)^2 is u^2"),
            ("symfed-turned-gradients", "", "H**2*gamma*Mean", "2*H**2*gamma*Mean", "the exponents add up to H (H-1)/2"),
            ("aistats-B6-gamma-grad-order", "", "H**2*L*gamma*Mean", "H*L*gamma*Mean", "each of H powers has a first order"),
            ("aistats-B6-gamma-grad-order", "", "H**4*L**2", "H**2*L**2", "and the square has its square"),
            ("aistats-B6-first-term-order", "", "(2*mu)", "(200*mu)", "curvatures 1 and 2, gamma mu H = 1"),
            ("aistats-B6-first-term-order", "", "(H - 1)", "(H - 2)", "there is a bias at H = 2"),
            ("symfed-noise-along-paths", "", "K_star*(", "K_star*gamma*(", "the covariance changes as far as the path goes"),
        ],
        "statement": [
            ("symfed-eq57", "remainder", "SIGMA) / 2", "SIGMA) / (2 * p.N)", HALF),
            ("symfed-eq57", "remainder", "return theorem_1", "return -theorem_1", "the preprint's sign"),
            ("aistats-B6-variance-recursion", "statement", "gamma ** 2 * H", "gamma ** 2", ROUND),
            ("aistats-B6-variance-simplify", "developed", "gamma ** 2 * H", "gamma ** 2", ROUND),
            ("aistats-B6-variance-simplify", "solved", "gamma / p.N", "gamma", HALF),
        ],
        "remainder": [
            ("symfed-eq57", "remainder", "O(H**2*gamma**2 + H*gamma**(3/2))", "O(H**3*gamma**3)", "the next term is not zero"),
            ("aistats-B6-variance-recursion", "statement", "O(H**3*gamma**3 + H**2*gamma**(5/2))", "O(H**3*gamma**3)", KINK),
            ("aistats-B6-variance-simplify", "developed", "O(H**3*gamma**3 + H**2*gamma**(5/2))", "O(H**3*gamma**3)", KINK),
        ],
        "domain": [
            ("aistats-B6-first-term-order", "", "H*gamma*mu <= 1", "", "then Id - Gamma^H is bounded, and the sum is not"),
            ("symfed-noise-along-paths", "", SMOOTH, "", KINK),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
