"""Lemma 8's proof up to the powers of c, its orders, and the preprint's first lines made false: constants, powers, step sizes."""

from __future__ import annotations

from tests.alterations.altered import Altered

UNITS = "the two sides have not one unit"
NO_NOISE = "noise of this size is left for ever"
YOUNG = "the product of Young's weights is too small"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "statement": [
            ("symfed-eq37-recentred", "", "- 2*gamma*Inner(gamma*h*grad_c(theta_star) - theta_star + S_cw(h, x), -grad_cw(",
             "- gamma*Inner(gamma*h*grad_c(theta_star) - theta_star + S_cw(h, x), -grad_cw(", "the cross term comes twice"),
            ("aistats-lem8-ck-subadd", "the two members are equal", "10*30**(t + 1)", "10*20**(t + 1)", "3^(k-1) 10^k"),
        ],
        "bound": [
            ("aistats-eq38-young", "", "<= 4*Norm(grad_c(theta_star) - grad_cw(h, theta_star))**2",
             "<= Norm(grad_c(theta_star) - grad_cw(h, theta_star))**2", "two vectors and twice as long a third one"),
            ("aistats-eq39-young", "", "/6 + 6*gamma*", "/6 + 5*gamma*", YOUNG),
            ("aistats-eq39-young", "", "gamma*mu*Norm", "gamma*mu/2*Norm", YOUNG),
            ("aistats-lem8-4gamma2", "", "<= 10*gamma/mu", "<= 5*gamma/mu", "6 gamma/mu alone is more"),
            ("symfed-lem8-mean-drift", "", "<= -gamma*mu*Norm(", "<= -3*gamma*mu*Norm(", "one curvature mu"),
            ("aistats-lem8-b-le-ac", "", "<= sqrt(gamma*mu/6 + 1)*", "<= sqrt(gamma*mu/6 + 1)/2*", "the change twice the noise"),
            ("aistats-lem8-ck-subadd", "", "<= 10**(t + 2)*3**(t + 1)*", "<= 3**(t + 1)*", "the shift alone has 10^(k/2)"),
            ("symfed-lem8-Eck", "", "300*L**2*gamma*h**2", "300*L**2*gamma**3*h**4", "the printed slip"),
            ("symfed-lem8-Eck", "", "+ 48*tau**2", "+ 3*tau**2", "noise alone has 4 tau^2"),
            ("symfed-lem8-Eck-second", "", "<= L*Inner(", "<= L/2*Inner(", "one curvature L"),
            ("symfed-lem8-one-plus-x", "statement", "67951*gamma*mu/135000", "gamma*mu/2", "as printed"),
            ("aistats-lem8-orders", "", "180*gamma*tau**2/mu", "180*gamma**2*tau**2", NO_NOISE),
            ("aistats-lem8-orders", "", "16*H*L**2*gamma**2*zeta1**2", "16*H*gamma**2*zeta1", UNITS),
        ],
        "domain": [
            ("aistats-lem8-4gamma2", "", "45*L*gamma <= 1", "L*gamma <= 4", "4 gamma^2 <= 4 gamma/L is gamma <= 1/L"),
            ("aistats-lem8-orders", "", "45*L*gamma <= 1", "", "long steps diverge"),
            ("symfed-lem8-one-plus-x", "statement", "25*L*gamma <= 1", "20*L*gamma <= 1", "the two are equal at gamma mu = 1/25"),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
