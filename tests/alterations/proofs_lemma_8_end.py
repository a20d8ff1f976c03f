"""Lemma 8 with its true units, and the later lines of its proof, made false: constants, powers, step sizes."""

from __future__ import annotations

from tests.alterations.altered import Altered

NO_NOISE = "noise of this size is left for ever"
PULLED = "pulls of this size are left for ever"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "bound": [
            ("symfed-lem8-gamma-k", "", "+ 48*gamma**2*tau**2", "+ 3*gamma**2*tau**2", "noise alone has 4 tau^2"),
            ("symfed-lem8-gamma-k", "", "300*L**2*gamma**3*h**2", "300*L**2*gamma**5*h**4", "the printed slip"),
            ("symfed-lem8-poly-bound", "", "180*L*gamma**2", "20*L*gamma**2", "15 times 2 already at gamma^2"),
            ("symfed-lem8-max-Xi", "", "Max(", "Min(", "the printed slip"),
            ("symfed-lem8-short-step", "", "33*gamma**2*tau**2/5", "24*gamma**2*tau**2/5", "49/10 is not enough"),
            ("symfed-lem8-third-root", "", "30*gamma**2*tau**2", "4*gamma**2*tau**2", "15 tau^2/3 where the noise is small"),
            ("symfed-lem8-third-root", "", "7*L**2*gamma**3", "7*gamma**3", "the printed slip: another unit"),
            ("symfed-lem8-H-iterations", "", "180*gamma*tau**2", "180*gamma**2*tau**2", "the printed slip: the noise of one step"),
            ("symfed-lem8-H-iterations", "", "zeta1**2", "zeta1", "the printed slip: another unit"),
            ("symfed-lem8-moment6", "", "16*H*L**2*gamma**2*zeta1**2", "16*H*gamma**2*zeta1", "the printed slip: another unit"),
            ("symfed-lem8-moment6", "", "180*gamma*tau**2/mu", "180*gamma**2*tau**2", NO_NOISE),
            ("symfed-lem8-moment6", "", "**(H*t)", "**(9*H*t)", "nothing contracts so fast"),
            ("symfed-lem8-orders", "", "180*gamma*tau**2/mu", "180*gamma**2*tau**2", NO_NOISE),
            ("symfed-lem8-orders", "", "16*H*L**2*gamma**2", "16*H*L**2*gamma**3", PULLED),
        ],
        "domain": [
            ("aistats-lem8-const-45L", "inequality", "45*L*gamma <= 1", "25*L*gamma <= 1", "it ends at 1/43.3..."),
            ("symfed-lem8-step", "", "8*L*gamma <= 1", "", "long steps diverge"),
            ("symfed-lem8-moment6", "", "8*L*gamma <= 1", "", "long steps diverge"),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
