"""Steps of the proofs of Propositions 4 and 5 made false: constants, signs, powers, numbers of steps, conditions."""

from __future__ import annotations

from tests.alterations.altered import Altered

NOISE = "one client's stationary variance is gamma tau~^2/(mu (2 - gamma mu))"
SHORT = "the series over rounds grows by no more than 1/(gamma mu) with H"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "bound": [
            ("symfed-prop5-bound", "", "(-gamma*mu + 2)", "2", "curvatures 1 and 2, gamma = 1/2 and H = 2"),
            ("symfed-prop5-bound", "", "(H - 1)", "(H - 2)", "there is a bias at H = 2"),
            ("symfed-prop5-geometric", "", "gamma*zeta1*zeta2*(H - 1)/mu", "gamma*zeta1*zeta2*(H - 1)/(2*mu)", "4/3 > 1 at H = 2"),
            ("aistats-eq40-split", "three points", "+ ((b - c) ** 2).sum()", "+ 0 * ((b - c) ** 2).sum()", "b half-way"),
            ("aistats-eq46-round-var", "", "2*H*gamma**2", "2*gamma**2", "noise of every step"),
            ("aistats-eq47-stationary-var", "", "2*gamma*tau_uniform**2/mu", "gamma*tau_uniform**2/(3*mu)", NOISE),
            ("aistats-prop4-8L-check", "if", "<= -gamma", "<= -3*gamma/2", "equal at gamma = 1/(8 L)"),
            ("symfed-prop5-cauchy-schwarz", "in dimension one", "power=2", "power=1", "vectors longer than one"),
        ],
        "statement": [
            ("symfed-eq43", "every sample", "i.gamma ** 2 * noise", "i.gamma * noise", "the noise is squared with its factor"),
            ("symfed-eq49", "", "== -gamma*", "== gamma*", "a step takes its noise off"),
            ("symfed-prop5-telescoping", "products", "telescoped(i, -1)", "telescoped(i)", "as printed"),
            ("symfed-prop5-telescoping", "products", "telescoped(i, -1)", "telescoped(i, -2)", "once"),
            ("symfed-prop5-neumann", "summed", "H + more", "H + more + 1", "H steps"),
            ("symfed-logistic-loss", "loss", "1 + exp(-theta)", "1 + exp(1 - theta)", "as printed"),
        ],
        "domain": [
            ("symfed-prop5-geometric", "summed", "H*gamma*mu <= 1", "", SHORT),
            ("aistats-prop4-8L-check", "if", "8*L*gamma <= 1", "7*L*gamma <= 1", "gamma = 1/(7 L)"),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
