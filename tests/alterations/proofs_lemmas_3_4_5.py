"""Lemmas 3 to 5 and the proof of Proposition 3, in both versions, made false: constants, powers, step sizes."""

from __future__ import annotations

from tests.alterations.altered import Altered

WHOLE_STEP = "theta^2/2 and a step of length 1/L"
DIVERGES = "long steps diverge"
NO_NOISE = "noise of this size is left for ever"
TOO_FAST = "nothing contracts so fast"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "statement": [
            ("symfed-lem5-expansion", "", "gamma**2*Norm(grad_cw(h, x))**2", "Norm(grad_cw(h, x))**2", "the printed slip"),
        ],
        "bound": [
            ("aistats-lem3-contraction", "", "<= (-gamma*mu + 1)*", "<= (-gamma*mu + 1)**3*", TOO_FAST),
            ("aistats-lem3-cocoercivity-step", "", "<= L*gamma**2*", "<= L*gamma**2/2*", "one curvature L"),
            ("symfed-lem3-combined", "", "-gamma*(-L*gamma + 1)", "-2*gamma*(-L*gamma/2 + 1)", f"as printed: {WHOLE_STEP}"),
            ("hal-lemma3-proof-cocoercivity", "", "<= 2*L*gamma**2*", "<= L*gamma**2/2*", "one curvature L"),
            ("hal-lemma3-proof-combined", "", "-gamma*(-2*L*gamma + 1)", "-2*gamma*(-L*gamma/2 + 1)", WHOLE_STEP),
            ("aistats-eq20-onestep", "", "2*gamma**2*E(", "gamma**2/2*E(", "at theta* itself noise alone is left"),
            ("aistats-eq21-round", "", "2*H*gamma**2", "H*gamma**2/2", "one client with additive noise"),
            ("aistats-lem5-moment2", "", "<= gamma*tau**2/", "<= gamma*tau**2/4/", NO_NOISE),
            ("aistats-lem5-stationary-order", "", "gamma*tau**2/", "gamma**2*tau**2/", NO_NOISE),
            ("aistats-lem5-local-h", "", "<= 4*gamma*", "<= 4*gamma**2*", NO_NOISE),
            ("hal-lemma5-eq21", "", "4*H*gamma**2", "H*gamma**2/2", "one client with additive noise"),
        ],
        "rate": [
            ("symfed-lem4-contraction", "", "**H*E(Norm(lemma3_u_w", "**(3*H)*E(Norm(lemma3_u_w", TOO_FAST),
            ("aistats-lem5-moment2", "", "**(H*t)", "**(4*H*t)", TOO_FAST),
            ("hal-lemma5", "", "**(H*t)", "**(4*H*t)", TOO_FAST),
        ],
        "domain": [
            ("aistats-lem3-contraction", "", "L*gamma <= 1", "", DIVERGES),
            ("symfed-lem4-contraction", "", "L*gamma <= 1", "", DIVERGES),
            ("aistats-eq21-round", "", "2*L*gamma <= 1", "", DIVERGES),
            ("aistats-lem5-moment2", "", "2*L*gamma <= 1", "", DIVERGES),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
