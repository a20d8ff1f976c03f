"""What is proved in every dimension, or with its remainder, made false: matrices turned or taken in another order, remainders too small."""

from __future__ import annotations

from tests.alterations.altered import Altered

TURNED = "the clients' matrices are not symmetric"
NOT_ALIKE = "client averages, inverses and powers do not commute"
ANOTHER = "another coefficient"
NEXT = "the next term of the series is not zero"
LONG = "the next term grows like H^2"
KINK = "kinked noise brings gamma^(3/2)"
SEVEN = "sample losses whose gradients have all moments, with bounded derivatives of the orders two to seven"
FOUR = "every f_c has a Lipschitz gradient and 4 continuous derivatives near theta*"
STAY = "the averages over clients stay as they are while N grows"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "statement": [
            ("argo-fedlsa-bias", "statement", "gamma * p.hessians, H + steps", "gamma * p.transpose(p.hessians), H + steps", TURNED),
            ("argo-fedlsa-gammabar", "statement", "p.mean(p.power(p.identity() - gamma * p.hessians, H))",
             "p.power(p.identity() - gamma * p.hessian, H)", "the mean of powers is no power of the mean"),
            ("argo-fedlsa-local-systems", "statement", "p.hessians", "p.transpose(p.hessians)", TURNED),
            ("argo-fedlsa-system", "statement", "p.solve(p.hessian, p.mean(p.vectors))",
             "p.mean(p.solve_each(p.hessians, p.vectors))", NOT_ALIKE),
            ("argo-general-two-parts", "by heterogeneity", "p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))",
             "p.mean(p.solve_each(p.hessians, p.apply(p.hessians - p.hessian, p.gradients)))", "A_c^-1 for A^-1"),
            ("iccopt-fedavg-linear-speedup", "statement", "p.lyapunov(p.hessian, p.noise)", "p.solve(p.hessian, p.noise) / 2",
             "A and C do not commute"),
            ("symfed-fedlsa-first-order", "bias", "p.hessians - p.hessian", "p.transpose(p.hessians) - p.hessian", TURNED),
            ("symfed-fedlsa-first-order", "bias", "(H - 1)", "H", "one step has no bias"),
            ("symfed-fedlsa-first-order", "second moment", "p.hessian,", "p.transpose(p.hessian),", TURNED),
            ("symfed-fedlsa-second-order", "bias", "gamma ** 2 *", "2 * gamma ** 2 *", ANOTHER),
            ("symfed-fedlsa-second-order", "second moment", "gamma ** 2 *", "-gamma ** 2 *", ANOTHER),
            ("symfed-fedlsa-extrapolated-bias", "statement", "-2 *", "-4 *", ANOTHER),
            ("symfed-scafflsa-first-order", "theta and a control variate", "gap if turned else p.transpose(gap)", "gap", TURNED),
            ("symfed-scafflsa-first-order", "theta and a control variate", "p.product(X, gap if turned else p.transpose(gap))",
             "p.product(p.transpose(gap), X)", "a commutator is left out"),
            ("symfed-scafflsa-first-order", "a control variate", "(p.N - share)", "(p.N - 1)", "a client is in the mean, too"),
            ("symfed-scafflsa-first-order", "two clients' control variates", "- other.noise", "+ other.noise", ANOTHER),
            ("symfed-scafflsa-settles", "control variates", "p.apply(A, solution(p, gamma, H))",
             "p.apply(p.hessian, solution(p, gamma, H))",
             "the mean matrix for a client's own"),
            ("symfed-scafflsa-as-printed", "factor", "sign * p.apply",
             "p.apply(p.hessian, sign * p.solve_each(p.hessians, y)) + 0 * p.apply",
             "A_c^-1 A is not the identity"),
            ("symfed-scaffold-short-rounds-constant", "far", "_r**2 + 1 <=", "_r**2 + 6/5 <=", "the hull is no farther than 1"),
            ("symfed-scaffold-short-rounds-constant", "near", "- (1 - _m)*(_cos", "- (1 + _m)*(_cos", "another direction"),
            ("symfed-scaffold-short-rounds-constant", "between sum", "(1 - _m)*(3 - _m)", "(1 - _m)*(1 - _m)", "another constant"),
            ("symfed-scaffold-short-rounds-constant", "constant", "_x*(1 - _r) + 4", "_x*(1 - _r) + 7", "more noise than there is"),
            ("symfed-scaffold-short-rounds-constant", "one local step", "<= 1", "<= 9/10", "reached at gamma mu = 1"),
            ("symfed-fedavg-equal-hessians-next-order", "statement", "(2*H - 1)", "(2*H - 2)", ANOTHER),
            ("symfed-scaffold-against-fedavg-equal-clients", "difference", "1 - 1/N", "1 - 2/N", "one client's methods are the same"),
        ],
        "bound": [
            ("symfed-fedavg-fixed-point-remainder", "", "<= H*gamma**2", "<= gamma**2", LONG),
            ("symfed-fedavg-fixed-point-remainder", "", "gamma*b_h/2 -", "gamma*b_h -", "the first order is another"),
            ("symfed-fedavg-quadratic-bias-remainder", "", "gamma**2*(H - 1)", "gamma**3*(H - 1)", NEXT),
            ("symfed-fedavg-quadratic-bias-remainder", "", "(H - 1)*(", "(H - 2)*(", "something is left at H = 2"),
            ("symfed-fedavg-bias-remainder", "", "+ gamma*b_s/(2*N)", "- gamma*b_s/(2*N)", "the preprint's sign"),
            ("symfed-fedavg-bias-remainder", "", "b_s/(2*N)", "b_s/2", "no speed-up"),
            ("aistats-eq62-prop4-gamma", "", "32*gamma*tau_uniform**2/mu", "3*gamma*tau_uniform**2/mu",
             "noise of this size is left for ever"),
        ],
        "remainder": [
            ("aistats-thm2-speedup-remark", "statement", "O(H**2*gamma**2 + H*gamma**(3/2))", "O(H**2*gamma**2)", KINK),
            ("symfed-fedavg-equal-hessians-next-order", "statement", "O(gamma**3)", "O(gamma**4)", NEXT),
            ("symfed-scaffold-against-fedavg-equal-clients", "difference", "O(gamma**3)", "O(gamma**4)", NEXT),
            ("symfed-scaffold-many-clients-bias", "bias", "O(gamma**3)", "O(gamma**(7/2))", NEXT),
        ],
        "domain": [
            ("symfed-fedavg-equal-hessians-next-order", "statement", FOUR, "", "a kinked third derivative"),
            ("symfed-scaffold-many-clients-bias", "bias", STAY, "", "the first order's 1/N may grow"),
            ("symfed-scaffold-many-clients-bias", "bias", SEVEN, "", "kinks bring half powers"),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
