"""The first half of Theorem 4's proof made false: factors, signs, powers, terms left out, remainders, conditions."""

from __future__ import annotations

from tests.alterations.altered import Altered

SHORT = "a path goes farther than that in H steps"
APART = "two clients pulled apart, gamma H = 1, end 1/2 away"
BENT = "two clients with sines, gamma H = 1, end 3/10 away"
LATER = "gamma (H L/mu + h) grows with h"
SMOOTH = "every f_c has Lipschitz third derivatives near theta*"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "bound": [
            ("symfed-B6-taylor", "", "/6", "/7", "a cube's fourth derivative is K"),
            ("symfed-B6-taylor", "cubes", "half * about", "2 * half * about", "the third derivative has its half"),
            ("symfed-fedavg-path-second-moment-in-a-round", "", "**2", "**3", SHORT),
            ("symfed-bent-bias-first-order", "", "K_third*gamma*", "K_third*gamma**2*", "the second order of a round is of order gamma H"),
            ("symfed-fedavg-path-third-order-in-a-round", "", "K_third", "K_third/64", "noise alone has more"),
        ],
        "statement": [
            ("aistats-eq53-unrolled", "", "-gamma*carried", "gamma*carried", "a step takes its gradient off"),
            ("aistats-eq53-unrolled", "steps", "half * about", "2 * half * about", "the third derivative has its half"),
            ("aistats-eq53-unrolled", "steps", "noisy * epsilon", "0 * epsilon", "the noise is there"),
            ("symfed-B6-global-sum", "", "Mean(carried_third_cw(H, x))", "carried_third_cw(H, x)", "a client's own"),
            ("symfed-eq54", "", "-gamma*Mean", "gamma*Mean", "pulls are taken off"),
            ("symfed-eq54", "fixed points", "inside=False", "inside=True", "as printed"),
            ("symfed-eq54", "fixed points", "half=1", "half=2", "the third derivative has its half"),
            ("symfed-eq55pre-geometric", "", "gamma*geometric", "-gamma*geometric", "as printed"),
            ("symfed-eq55", "", "- Mean(inverse_star_c(grad", "+ Mean(inverse_star_c(grad", "as printed"),
            ("symfed-eq55", "fixed points", "closed=True", "closed=True, sign=1", "as printed"),
            ("aistats-eq56-local-second-moment", "statement", "SIGMA", "2 * SIGMA", "the start's, once"),
            ("symfed-B6-global-update", "statement", "+ bent_bias", "- bent_bias", "what third derivatives add is taken off"),
        ],
        "remainder": [
            ("aistats-eq56-local-second-moment", "statement", "O(H**2*gamma**2 + H*gamma**(3/2))", "O(H*gamma**(3/2))", APART),
            ("symfed-B6-R3-order", "statement", "O(H**3*gamma**3 + gamma**(3/2))", "O(gamma**(3/2))", BENT),
        ],
        "domain": [
            ("symfed-B6-taylor", "", SMOOTH, "", "third derivatives that are only Hoelder leave |u|^(5/2)"),
            ("symfed-fedavg-path-second-moment-in-a-round", "", "h <= H", "", LATER),
            ("symfed-fedavg-path-third-order-in-a-round", "", "h <= H", "", LATER),
            ("symfed-eq54", "", "L*gamma <= 1", "", "beyond 2/L there is no stationary law"),
            ("symfed-bent-bias-first-order", "", "H*gamma*mu <= 1", "", "then Id - Gamma^H is bounded, and gamma H is not"),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
