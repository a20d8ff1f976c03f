"""Statements with a constant, an exponent, a sign, a norm or a relation changed: each has another verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import sympy as sp

from symfed.core.claim import Claim
from tests.alterations.altered import changed
from tests.noticed.change import Change, claims, verified


def equated(statement: Any) -> Any:
    return sp.Eq(*statement.args, evaluate=False)


def turned(statement: Any) -> Any:
    """A pair is at most: the first of the second."""
    return statement[::-1]


def edited(name: str, old: str, new: str | Callable[[Any], Any]) -> Claim:
    """A claim with one piece of its statement's text in place of another, or with another relation, and nothing else."""
    claim = claims()[name]
    return replace(claim, statement=changed(claim.statement, old, new) if isinstance(new, str) else new(claim.statement))


def said(name: str, old: str, new: str | Callable[[Any], Any]) -> str:
    return verified(edited(name, old, new))


REFUTED, UNREAD = "was PROVED, now REFUTED", "was PROVED, now UNDECIDED"
CHANGES = [
    Change("statement", f"{name}: {getattr(new, '__name__', new)} for {old}", "verify", reason, partial(said, name, old, new))
    for name, old, new, reason in [
        # constants
        ("symfed-power-bound", "(H - 1) / 2", "(H - 1) / 4", REFUTED),
        ("symfed-sum-of-steps", "H*(H - 1)/2", "H*(H - 1)/2 + 1", REFUTED),
        ("aistats-lem6-cube-identity", "12*a_lemma6**2*b_lemma6**2", "6*a_lemma6**2*b_lemma6**2", REFUTED),
        ("symfed-squared-triangle", "2*gram_gg + 2*gram_xx", "gram_gg + 2*gram_xx", UNREAD),
        # exponents
        ("symfed-rr-exponents", "1/2", "1/3", REFUTED),
        ("symfed-power-bound", "(gamma * mu) ** 2", "(gamma * mu) ** 3", REFUTED),
        ("symfed-local-step-contraction", "-gamma*mu + 1", "(-gamma*mu + 1)**2", REFUTED),
        ("aistats-lem6-cube-identity", "a_lemma6**6", "a_lemma6**5", REFUTED),
        # signs
        ("symfed-squared-triangle", "+ 2*gram_xg", "+ 5*gram_gg - 2*gram_xg", UNREAD),
        ("symfed-telescoping", "product_M(h, x) - product_M_primed", "product_M(h, x) + product_M_primed", UNREAD),
        ("symfed-cocoercivity", "Inner(x - y,", "Inner(x + y,", UNREAD),
        # norms
        ("symfed-cocoercivity", "Norm(grad_cw(h, x) - grad_cw(h, y))**2", "Norm(x - y)**2", UNREAD),
        ("symfed-cocoercivity", "Norm(grad_cw(h, x) - grad_cw(h, y))**2", "Norm(grad_cw(h, x) - grad_cw(h, y))", UNREAD),
        # relations
        ("symfed-squared-triangle", "<=", turned, UNREAD),
        ("symfed-cocoercivity", "<=", equated, UNREAD),
        ("symfed-local-step-contraction", "<=", turned, REFUTED),
    ]
]
UNCHANGED = [
    partial(verified, name) for name in ("symfed-power-bound", "symfed-squared-triangle", "symfed-cocoercivity", "symfed-telescoping")
]
