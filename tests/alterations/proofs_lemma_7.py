"""Lemma 7 and its proof made false: constants, powers, step sizes."""

from __future__ import annotations

from tests.alterations.altered import Altered

NO_NOISE = "noise of this size is left for ever"
PULLED = "pulls of this size are left for ever"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "bound": [
            ("aistats-eq33-variance-split", "", "4*tau**2", "tau**2/2", "noise alone has tau^2"),
            ("symfed-lem7-one-step", "", "4*gamma**2*tau**2", "gamma**2*tau**2/2", "noise alone has gamma^2 tau^2"),
            ("aistats-lem7-moment2", "", "8*gamma*tau**2/mu", "8*gamma**2*tau**2", NO_NOISE),
            ("aistats-lem7-moment2", "", "**(H*t)", "**(9*H*t)", "nothing contracts so fast"),
            ("aistats-lem7-orders", "", "8*gamma*tau**2/mu", "8*gamma**2*tau**2", NO_NOISE),
            ("hal-lemma7", "", "8*gamma*tau**2/mu", "8*gamma**2*tau**2", NO_NOISE),
            ("hal-lemma7", "", "2*L**2*gamma**2/mu", "L**2*gamma**3/16", PULLED),
            ("symfed-lem7-unroll-t", "", "4*H*gamma**2*tau**2", "8*H*gamma**2*tau**2", "twice the noise"),
        ],
        "domain": [
            ("aistats-eq35-contraction", "", "2*L*gamma <= 1", "L*gamma <= 1", "it ends at 1/2"),
            ("symfed-lem7-one-step", "", "2*L*gamma <= 1", "", "long steps diverge"),
            ("aistats-lem7-moment2", "", "2*L*gamma <= 1", "", "long steps diverge"),
            ("hal-lemma7", "", "L*gamma <= 1", "", "long steps diverge"),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
