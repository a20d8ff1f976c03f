"""Lemmas 1 and 2, the proofs of Propositions 1 and 2 and of Theorem 1, in both versions, made false: constants, powers, products."""

from __future__ import annotations

from tests.alterations.altered import Altered

ONE_CLIENT = "one client with f = theta^2/2"
UNITS = "the two sides have not one unit"
FIXED_POINT = "the first order of the fixed point"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "statement": [
            ("symfed-sum-of-steps", "statement", "H*(H - 1)/2", "H*(H + 1)/2", "the printed range"),
            ("aistats-eq19-remainder", "statement", "third * gamma * H", "third * gamma", "a power of H is lost"),
            ("aistats-eq19-remainder", "statement", "(H - h - 1) * X * B", "(H - h) * X * B", "the number of factors"),
            ("symfed-local-step-about-optimum", "", "gamma*grad_c(T_c(h, theta_det))", "2*gamma*grad_c(T_c(h, theta_det))", "twice"),
        ],
        "bound": [
            ("aistats-lem1-contraction", "", "<= (-gamma*mu + 1)*", "<= (-gamma*mu + 1)**3*", ONE_CLIENT),
            ("hal-lemma1", "", "<= (-gamma*mu + 1)*", "<= (-L*gamma + 1)*", "the curvature mu keeps more"),
            ("aistats-prop2-2gammaHL", "", "2*L*gamma*h", "L*gamma*h/2", "a client of curvature L among many of curvature mu"),
            ("aistats-prop2-2gammaHL", "", "2*L*gamma*h", "2*L*gamma", "every factor differs"),
            ("symfed-fedavg-fixed-point-distance", "", "(H - 1)", "(H - 2)", "something is left at H = 2"),
            ("aistats-eq14-chain1", "", "H*L*gamma**2*(H - 1)", "L*gamma**2*(H - 1)", FIXED_POINT),
            ("symfed-eq14-second-step", "", "<= 2*L", "<= 6*L/5", "1.58 at gamma mu H = 1"),
            ("symfed-eq14-second-step", "", "<= 2*L", "<= L", "the printed constant"),
            ("aistats-eq14-chain3", "", "<= zeta1", "<= zeta1/2", "two clients that pull apart"),
            ("aistats-eq15-triangle", "", "<= gamma*", "<= gamma/2*", "a client that has not moved"),
            ("symfed-product-first-order", "", "h*(h - 1)*Norm(x)/2", "h*Norm(x)/2", "a third step"),
            ("symfed-product-first-order", "", "h*(h - 1)*Norm(x)/2", "h*(h - 1)*Norm(x)/4", ONE_CLIENT),
            ("symfed-inverse-first-order", "", "<= L**2*", "<= L*", UNITS),
            ("aistats-cor1-split", "", "<= 2*Norm(theta_det", "<= Norm(theta_det", "two equal parts"),
            ("aistats-cor1-split", "", "+ 2*Norm(", "+ Norm(", "two equal parts"),
        ],
        "rate": [
            ("hal-cor2", "", "**(H*t)", "**(4*H*t)", "nothing contracts so fast"),
            ("hal-cor2", "", "2*L**2*gamma**2", "2*mu**2*gamma**2", "the bias of curved clients"),
        ],
        "domain": [
            ("aistats-lem1-contraction", "", "L*gamma <= 1", "", "long steps diverge"),
            ("hal-lemma2", "", "L*gamma <= 1", "", "long steps diverge"),
            ("symfed-local-iterates", "", "L*gamma <= 1", "", "long steps diverge"),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
