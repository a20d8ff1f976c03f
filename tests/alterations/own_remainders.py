"""Remainders made too small: by a power of gamma, or by a power of H where they are uniform in H."""

from __future__ import annotations

from tests.alterations.altered import Altered

NEXT = "the next term of the series is not zero"
KINK = "a kinked loss or noise brings gamma^(3/2)"
LONG = "the next term grows like H^2"
SCALE = "where gamma H stays as it is, the next term is of the order of its square"

ROWS = [
    Altered(claim, lemma, "remainder", f"O({old})", f"O({new})", why)
    for claim, lemma, old, new, why in [
        ("aistats-table1-quadratic", "statement", "H**2*gamma**2", "H**2*gamma**3", NEXT),
        ("aistats-table1-quadratic", "statement", "H**2*gamma**2", "H**3*gamma**3", NEXT),
        ("aistats-thm1-bias", "statement", "H**2*gamma**2", "H**2*gamma**(5/2)", NEXT),
        ("aistats-thm2-bias-expansion", "statement", "H**2*gamma**2", "H**2*gamma**(5/2)", NEXT),
        ("aistats-thm3-variance", "statement", "H*gamma**2 + gamma**(3/2)", "H*gamma**2", KINK),
        ("aistats-thm3-variance", "statement", "H*gamma**2 + gamma**(3/2)", "H*gamma**2 + gamma**(7/4)", KINK),
        ("aistats-thm3-variance", "statement", "H*gamma**2 + gamma**(3/2)", "H*gamma**(5/2) + gamma**(5/2)", NEXT),
        ("aistats-thm4-variance", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H**2*gamma**2 + H*gamma**2", KINK),
        ("aistats-thm4-variance", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H**3*gamma**3", NEXT),
        ("hal-thm1", "statement", "H**2*gamma**2", "H**3*gamma**3", NEXT),
        ("hal-thm3-covariance", "statement", "H*gamma**2 + gamma**(3/2)", "H*gamma**2 + gamma**2", KINK),
        ("hal-thm4-covariance", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H**2*gamma**(5/2)", NEXT),
        ("symfed-scaffold-variance", "statement", "H*gamma**2 + gamma**(3/2)", "H*gamma**3 + gamma**3", NEXT),
        ("symfed-fedavg-bias", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H**2*gamma**2 + H*gamma**2", KINK),
        ("symfed-fedavg-bias", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H**3*gamma**3", NEXT),
        ("symfed-fedavg-homogeneous-bias", "statement", "H*gamma**2 + gamma**(3/2)", "H*gamma**2", KINK),
        ("symfed-fedavg-homogeneous-bias", "statement", "H*gamma**2 + gamma**(3/2)", "H*gamma**(5/2)", NEXT),
        ("symfed-fedavg-integer-powers", "bias", "H**2*gamma**2", "H**3*gamma**3", NEXT),
        ("symfed-fedavg-integer-powers", "second moment", "H**2*gamma**2", "H**2*gamma**(5/2)", NEXT),
        ("symfed-fedavg-quadratic-variance", "statement", "H**2*gamma**2 + H*gamma**2", "H**2*gamma**3 + H*gamma**3", NEXT),
        ("symfed-fedavg-equal-clients-bias", "statement", "gamma**3", "gamma**4", NEXT),
        ("symfed-fedavg-equal-clients-bias", "statement", "gamma**3", "gamma**(7/2)", NEXT),
        ("symfed-fedavg-equal-clients-second-moment", "statement", "gamma**3", "gamma**4", NEXT),
        ("symfed-fedavg-second-order-bias", "statement", "gamma**3", "gamma**(7/2)", NEXT),
        ("symfed-fedavg-second-order-second-moment", "statement", "gamma**3", "gamma**4", NEXT),
        ("symfed-fedavg-orders-to-six", "order 1", "gamma**2", "gamma**3", NEXT),
        ("symfed-fedavg-orders-to-six", "order 2", "gamma**3", "gamma**4", NEXT),
        ("symfed-fedavg-orders-to-six", "order 3", "gamma**4", "gamma**5", NEXT),
        ("symfed-fedavg-orders-to-six", "order 4", "gamma**5", "gamma**6", NEXT),
        ("symfed-rr-average-variance", "statement", "gamma", "gamma**2", "only the leading factor is stated"),
        ("symfed-rr-iterate-variance", "statement", "gamma**2", "gamma**3", NEXT),
        ("symfed-rr-iterate-variance-shared", "statement", "gamma**2", "gamma**3", NEXT),
        ("symfed-rr-bias", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H**3*gamma**3", NEXT),
        ("symfed-rr-local-steps", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H**3*gamma**3", NEXT),
        ("symfed-scaffold-control-covariance", "one client", "gamma", "gamma**2", NEXT),
        ("symfed-scaffold-control-covariance", "two clients", "gamma", "gamma**(3/2)", NEXT),
        ("symfed-scaffold-covariances-second-order", "x and one client", "gamma**3", "gamma**4", NEXT),
        ("symfed-scaffold-covariances-second-order", "one client", "gamma**2", "gamma**3", NEXT),
        ("symfed-scaffold-first-order-bias", "statement", "gamma**(3/2)", "gamma**(5/2)", NEXT),
        ("symfed-scaffold-first-order-variance", "second moment and variance", "gamma**2", "gamma**3", NEXT),
        ("symfed-scaffold-quadratic-second-moment", "quadratics", "H**2*gamma**3", "H**2*gamma**4", NEXT),
        ("symfed-scaffold-state-control-covariance", "statement", "H*gamma**2", "H*gamma**3", NEXT),
    ]
] + [
    Altered(claim, lemma, "remainder-H", f"O({old})", f"O({new})", why)
    for claim, lemma, old, new, why in [
        ("aistats-table1-quadratic", "statement", "H**2*gamma**2", "H*gamma**2", LONG),
        ("aistats-table1-quadratic", "statement", "H**2*gamma**2", "gamma**2", LONG),
        ("aistats-table1-quadratic", "statement", "H**2*gamma**2", "H*gamma**2 + gamma**2", LONG),
        ("aistats-thm1-bias", "statement", "H**2*gamma**2", "gamma**2", LONG),
        ("aistats-thm1-bias", "statement", "H**2*gamma**2", "H**(3/2)*gamma**2", LONG),
        ("aistats-thm1-bias", "statement", "H**2*gamma**2", "H*gamma**(3/2)/H", SCALE),
        ("aistats-thm2-bias-expansion", "statement", "H**2*gamma**2", "H*gamma**2", LONG),
        ("aistats-thm2-bias-expansion", "statement", "H**2*gamma**2", "gamma**2", LONG),
        ("aistats-thm2-bias-expansion", "statement", "H**2*gamma**2", "H**2*gamma**3 + H*gamma**2", LONG),
        ("aistats-thm4-variance", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H*gamma**2 + gamma**(3/2)", LONG),
        ("aistats-thm4-variance", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H*gamma**2", LONG),
        ("hal-thm1", "statement", "H**2*gamma**2", "H*gamma**2", LONG),
        ("hal-thm1", "statement", "H**2*gamma**2", "gamma**2", LONG),
        ("hal-thm1", "statement", "H**2*gamma**2", "gamma**2/H", LONG),
        ("hal-thm4-covariance", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H*gamma**2 + gamma**(3/2)", LONG),
        ("hal-thm4-covariance", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "gamma**(3/2)", LONG),
        ("symfed-fedavg-bias", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H*gamma**2 + gamma**(3/2)", LONG),
        ("symfed-fedavg-bias", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H*gamma**2 + H*gamma**3", LONG),
        ("symfed-fedavg-bias", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "gamma**(3/2)", LONG),
        ("symfed-fedavg-homogeneous-bias", "statement", "H*gamma**2 + gamma**(3/2)", "gamma**2 + gamma**(3/2)/H",
         "fewer rounds' noise, and the next term grows like H"),
        ("symfed-fedavg-integer-powers", "bias", "H**2*gamma**2", "H*gamma**2", LONG),
        ("symfed-fedavg-integer-powers", "bias", "H**2*gamma**2", "gamma**2", LONG),
        ("symfed-fedavg-integer-powers", "bias", "H**2*gamma**2", "H**(3/2)*gamma**2", LONG),
        ("symfed-fedavg-integer-powers", "second moment", "H**2*gamma**2", "H*gamma**2", "the squared bias is of the order of gamma^2 H^2"),
        ("symfed-fedavg-integer-powers", "second moment", "H**2*gamma**2", "gamma**2", "the squared bias is of the order of gamma^2 H^2"),
        ("symfed-fedavg-quadratic-variance", "statement", "H**2*gamma**2 + H*gamma**2", "H*gamma**2",
         "the squared bias is of the order of gamma^2 H^2"),
        ("symfed-fedavg-quadratic-variance", "statement", "H**2*gamma**2 + H*gamma**2", "gamma**2",
         "the squared bias is of the order of gamma^2 H^2"),
        ("symfed-rr-bias", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H*gamma**2 + gamma**(3/2)", LONG),
        ("symfed-rr-bias", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H*gamma**2", LONG),
        ("symfed-rr-local-steps", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "H*gamma**2 + gamma**(3/2)", LONG),
        ("symfed-rr-local-steps", "statement", "H**2*gamma**2 + H*gamma**(3/2)", "gamma**2", LONG),
        ("symfed-scaffold-quadratic-second-moment", "quadratics", "H**2*gamma**3", "H*gamma**3", LONG),
        ("symfed-scaffold-quadratic-second-moment", "quadratics", "H**2*gamma**3", "gamma**3", LONG),
        ("symfed-scaffold-state-control-covariance", "statement", "H*gamma**2", "gamma**2", "the next term grows like H"),
        ("symfed-scaffold-state-control-covariance", "statement", "H*gamma**2", "gamma**2/H", "the next term grows like H"),
        ("aistats-thm3-variance", "statement", "H*gamma**2 + gamma**(3/2)", "gamma**2/H + gamma**2", KINK),
    ]
]  # fmt: skip
