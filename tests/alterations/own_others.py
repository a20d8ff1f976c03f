"""Assumptions, best powers and simulated quantities: few claims are of these kinds, and each is altered in several ways."""

from __future__ import annotations

from tests.alterations.altered import Altered

BIAS = "theorem_3.printed(p, gamma, H) + theorem_1.printed(p, gamma, H)"
GAIN = "no more: Scaffold's rounds over FedAvg's"

ROWS = [
    Altered(claim, "statement", "assumption", old, new, why)
    for claim, old, new, why in [
        ("aistats-A2-heterogeneity", "centred * p.hessian", "0 * p.hessian", "the Hessians' mean is not zero"),
        ("aistats-A2-heterogeneity", "(share or p.N)", "(share or p.N + 1)", "a mean over N clients"),
        ("aistats-A2-heterogeneity", "squares(gap).sum()", "squares(gap).max() * p.N", "the mean is not the largest"),
        ("aistats-A3-variance", "bound ** p if power else bound", "bound", "the p-th moment has the p-th power"),
        ("aistats-A3-variance", "(1 + ", "(0 + ", "at the optimum the noise does not vanish"),
        ("aistats-A4-bounded-variance", "part * np.array(at[1], dtype=object)", "np.array(at[1], dtype=object) / 2",
         "the noise is the same everywhere"),
        ("aistats-A5-quadratic", "centre - i.vector", "centre - 2 * i.vector", "a quadratic is even about its optimum"),
        ("hal-a1a", "i, i.mu", "i, i.L", "a curvature below L"),
        ("hal-a1c", "i, i.L", "i, i.mu", "a curvature above mu"),
        ("symfed-noise-at-optimum", "noise.tau ** 2", "noise.tau ** 2 / 2", "the bound is attained"),
    ]
] + [
    Altered("aistats-A2-holds-remark", "the largest serves", "assumption", "over=max", "over=min", "the mean is not below the smallest"),
    Altered("symfed-gradient-heterogeneity", "without samples", "assumption", "sampled=False", "sampled=True", "noise is no heterogeneity"),
] + [
    Altered("symfed-fedavg-bias-simulated", "statement", "statistical", BIAS, new, why)
    for new, why in [
        (f"({BIAS}) * 9 / 10", "too small"),
        (f"({BIAS}) * 5 / 4", "too large"),
        ("theorem_3.printed(p, gamma, H)", "heterogeneity left out"),
        ("theorem_3.printed(p, gamma, H) - theorem_1.printed(p, gamma, H)", "heterogeneity the other way"),
        ("theorem_3.printed(p, gamma, H) + theorem_1.printed(p, gamma, H - 1)", "H - 2 for H - 1"),
    ]
] + [
    Altered(claim, lemma, "growth", old, new, why)
    for claim, lemma, old, news, why in [
        ("symfed-fedavg-lipschitz-third-derivative", "statement", "gamma**(3/2)",
         ("gamma**2", "gamma**(7/4)", "gamma**(8/5)", "gamma**(7/5)", "gamma", "gamma**(3/2)*log(1/gamma)"), "gamma^(3/2) is attained"),
        ("symfed-scaffold-communication", "power of the accuracy", "log(1/_epsilon)",
         ("sqrt(log(1/_epsilon))", "log(1/_epsilon)**(3/2)", "1/_epsilon", "1", "log(log(1/_epsilon))"), "convergence is linear"),
        ("symfed-scaffold-communication", "power of the condition number", "sqrt(kappa)",
         ("kappa**(1/4)", "kappa**(2/5)", "kappa**(3/5)", "kappa**2", "1", "log(kappa)"), "sqrt(kappa) is attained"),
        ("symfed-scaffold-gain-on-fedavg", "no less", "sqrt(kappa)",
         ("kappa**(1/4)", "kappa**(2/5)", "kappa**(3/5)", "kappa", "1", "log(kappa)"), "sqrt(kappa) is gained"),
        ("symfed-scaffold-gain-on-fedavg", GAIN, "1/sqrt(kappa)",
         ("kappa**(-1/4)", "kappa**(-2/5)", "kappa**(-3/5)", "1/kappa", "1/kappa**2", "1/log(kappa)"), "sqrt(kappa) is gained"),
    ]
    for new in news
]  # fmt: skip
