"""Conditions that are dropped, widened or narrowed: another verdict, and of a true statement another row."""

from __future__ import annotations

from functools import partial

from tests.alterations.altered import Altered, in_place
from tests.noticed.change import Change, verified


def said(name: str, old: str, new: str) -> str:
    return verified(in_place(Altered(name, "", "domain", old, new, "")))


CONVEX = "every sample loss F_c^z is convex"
CHANGES = [
    Change("condition", f"{name}: {new or 'nothing'} for {old}", "verify", reason, partial(said, name, old, new))
    for name, old, new, reason in [
        # dropped
        ("symfed-local-step-contraction", "gram_xx*mu <= gram_xg", "", "now REFUTED"),
        ("symfed-rr-step-condition", "90*L*gamma <= 1", "", "now UNDECIDED"),
        ("symfed-local-step-contraction", "L*gamma <= 1", "", "now REFUTED"),
        ("aistats-eq22-cubic", "b_lemma6 <= a_lemma6*c_lemma6", "", "now UNDECIDED"),
        ("symfed-cocoercivity", CONVEX, "", "now REFUTED"),
        # widened
        ("aistats-prop4-8L-check", "8*L*gamma <= 1", "7*L*gamma <= 1", "now REFUTED"),
        ("symfed-rr-step-condition", "2*H*gamma*mu <= 1", "H*gamma*mu <= 1", "now UNDECIDED"),
        ("symfed-power-bound", "gamma*mu <= 1", "gamma*mu <= 3", "now UNDECIDED"),
        ("symfed-local-step-contraction", "gram_gg <= L*gram_xg", "gram_gg <= 3*L*gram_xg", "now REFUTED"),
        ("flta-rho-less-than-one", "L*gamma <= 1", "L*gamma <= 3", "now REFUTED"),
        # narrowed
        ("symfed-power-bound", "gamma*mu <= 1", "2*gamma*mu <= 1", "fingerprint was"),
        ("aistats-prop4-8L-check", "8*L*gamma <= 1", "9*L*gamma <= 1", "wrong variants survived every check"),
        ("symfed-rr-step-condition", "90*L*gamma <= 1", "91*L*gamma <= 1", "conditions was"),
    ]
]
UNCHANGED = [
    partial(verified, name)
    for name in ("aistats-prop4-8L-check", "symfed-rr-step-condition", "aistats-eq22-cubic", "flta-rho-less-than-one")
]
