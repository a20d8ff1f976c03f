"""Proposition 6 and its proof made false: constants, powers, numbers of steps and of clients, step sizes."""

from __future__ import annotations

from tests.alterations.altered import Altered

TWO = "two factors, or two steps, leave something"
LONG = "long steps grow"
NEXT = "the next term of the series is not zero"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "bound": [
            ("symfed-prop6-products", "", "h*(h - 1)", "h*(h - 2)", TWO),
            ("symfed-prop6-products", "", "gamma**2*h*(h - 1)", "gamma**3*h*(h - 1)", "gamma^2 A^2 is left"),
            ("aistats-prop6-drift-order", "", "(H - 1)", "(H - 2)", TWO),
            ("aistats-prop6-drift-order", "", "gamma**2", "gamma**3", "the second order is not zero"),
            ("aistats-prop6-drift-order", "exact", "gamma**2*zeta1", "gamma**2*zeta1/20", "Hessians that differ"),
            ("symfed-prop6-cross-term", "dimension one", "abs(total)", "50 * abs(total)", "a bias beside what the optima add"),
        ],
        "statement": [
            ("aistats-prop6-sumh0", "statement", "H*(H - 1)/2", "H*(H + 1)/2", "from 0 to H - 1"),
            ("aistats-prop6-sumh0", "statement", "(H - 1)", "(H - 3)", "as Theorem 7's proof has it"),
            ("symfed-prop6-equations", "the equation", "2 * a * second", "a * second", "A V + V A"),
            ("symfed-prop6-equations", "one round", "i.gamma * i.H * a", "i.gamma * a", "H steps"),
            ("symfed-prop6-equations", "one round", "i.gamma ** 2 * i.H * covariance", "i.gamma ** 2 * covariance", "noise of H steps"),
            ("symfed-prop6-round", "", "== -gamma*", "== gamma*", "steps take their noise off"),
            ("symfed-prop6-variance-recursion", "additive noise", "i.N ** clients", "i.N", "N independent clients"),
            ("symfed-prop6-variance-recursion", "additive noise", "cross + cross.T", "cross", "both cross terms"),
            ("symfed-prop6-variance-recursion", "additive noise", "i.H - k + more", "i.H - 1 + more", "later noise is turned less often"),
        ],
        "remainder": [("aistats-prop6-bias", "statement", "O(H**2*gamma**2)", "O(H**2*gamma**(5/2))", NEXT)],
        "remainder-H": [("aistats-prop6-bias", "statement", "O(H**2*gamma**2)", "O(H*gamma**2)", "it grows like H^2")],
        "domain": [
            ("symfed-prop6-products", "", "L*gamma <= 1", "", LONG),
            ("aistats-prop6-drift-order", "", "L*gamma <= 1", "", LONG),
            ("symfed-prop6-cross-term", "", "L*gamma <= 1", "", LONG),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
