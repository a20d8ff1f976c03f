"""73 alterations made by hand and put to the claims of version 0.5.0, many of which held on.

All are here, none is left to those made by machine. Two altered two things at once and are two rows each. Where a claim has since come to
judge the printed formula and is refuted, the alteration is put to the claim that states it rightly: those of `flta-comm-complexity` to
`symfed-scaffold-communication`, that of `flta-improvement-over-fedavg` to `symfed-scaffold-gain-on-fedavg`.
"""

from __future__ import annotations

from tests.alterations.altered import Altered

ZERO_SUM = "the control variates have mean zero when they start, and so for ever"
FEW_STEPS = "gamma*(H - 1)*(L**2 + 2*decay**2) <= 2*decay"
NOT_ALIKE = "client averages and inverses do not commute"
SLOPE = "the next term of the series is not zero"
BEYOND_TWO = "no rest, or no stationary law, beyond gamma L = 2"
ROUNDS = "H*L*gamma <= 1"

ROWS = [
    Altered(*row)
    for row in [
        # statements
        ("aistats-thm2-bias-expansion", "statement", "statement", "b_h(p)",
         "p.mean(p.solve_each(p.hessians, p.apply(p.hessians - p.hessian, p.gradients)))", NOT_ALIKE),
        ("iccopt-het-bias", "statement", "statement", "b_h(p)",
         "p.solve(p.hessian, p.apply(p.mean(p.hessians - p.hessian), p.mean(p.gradients)))", "the mean of products is no product of means"),
        ("aistats-table1-homogeneous", "statement", "statement", "p.lyapunov(p.hessian, p.noise)", "p.solve(p.hessian, p.noise) / 2",
         "A and C do not commute"),
        ("aistats-thm2-speedup-remark", "statement", "statement", "p.lyapunov(p.hessian, p.noise)", "p.solve(p.hessian, p.noise) / 2",
         "A and C do not commute"),
        ("aistats-thm1-bias", "statement", "statement", "b_h(p)",
         "p.mean(p.apply(p.hessians - p.hessian, p.solve_each(0 * p.hessians + p.hessian, p.gradients)))", "A^-1 and A_c do not commute"),
        ("symfed-fedavg-quadratic-bias", "solved", "statement", "-printed(p, gamma, H)",
         "p.solve(p.identity() - p.mean(p.power(p.identity() - gamma * p.hessians, H)), -p.mean(p.apply(p.identity()"
         " - p.power(p.identity() - gamma * p.hessians, H - 1), p.solve_each(p.hessians, p.gradients))))", "H = 1 has no bias"),
        ("symfed-fedavg-fixed-point-identity", "quadratics", "statement", "p.mean(p.power(M, H))", "p.power(p.mean(M), H)",
         "the mean of powers is no power of the mean"),
        ("symfed-scaffold-first-order-variance", "second moment and variance", "statement", "ClientMean(C)/(2*N*ClientMean(a))",
         "ClientMean(C*a)/(2*N*ClientMean(a)**2)", "noise and curvature are correlated"),
        ("symfed-fedavg-many-clients-second-order", "statement", "statement", "ClientMean(C*b)", "ClientMean(C)*ClientMean(b)",
         "noise and third derivative are correlated"),
        ("symfed-scaffold-against-fedavg-many-clients", "limit", "statement", "5*H - 1", "5*H - 2", "another coefficient"),
        ("symfed-scaffold-optimal-steps", "steps", "statement", "1/4", "1/4 + 1/100", "another second term"),
        ("symfed-rr-local-steps", "statement", "statement", "(2 * H - 1) * theta(gamma, H) - (H - 1)", "2 * H * theta(gamma, H) - H",
         "the weights of H and 2 H leave gamma (H-1) b_h behind"),
        ("symfed-fedavg-long-rounds-noise", "statement", "statement", "- ClientMean(C*b)/4", "- ClientMean(C*b)/5", "another coefficient"),
        ("symfed-scaffold-rate-units", "third", "statement", "tau**4", "tau**3", "not the square of a length"),
        ("symfed-power-bound", "statement", "statement", "H * (H - 1) / 2", "19 * H * (H - 1) / 40", "(1 - x)^2 = 1 - 2x + x^2"),
        ("symfed-squared-triangle", "statement", "statement", "<= 2*gram_gg + 2*gram_xx", "<= 19*gram_gg/10 + 19*gram_xx/10", "x = g"),
        ("aistats-eq60-jensen3", "", "statement", "<= 3*Norm(mean_2gamma", "<= 29/10*Norm(mean_2gamma", "10/29 + 2/3 > 1"),
        ("flta-regime-2-bound", "its decay", "statement", "<= 1 - (1 - exp(-1))", "<= 1 - (1 - exp(-2))", "(1 - gamma a)^H may be 1/e"),
        ("symfed-rr-exponents", "statement", "statement", "3/2", "8/5", "more local steps than the bias allows"),
        ("symfed-scaffold-worst-case", "the theorem's lemmas", "statement", "3/2", "8/5", "r > q at gamma L = 8/5"),
        # bounds
        ("aistats-prop2-bound", "quadratics", "bound", "L*gamma*zeta1*(H - 1)/mu", "gamma*zeta1*(H - 1)", "101 clients, L/mu = 100"),
        ("aistats-prop2-bound", "", "bound", "(H - 1)", "(H - 2)", "there is a bias at H = 2"),
        ("aistats-thm2-bound", "exact", "bound", "zeta1*zeta2", "zeta1*zeta2/10", "half of the bound is reached"),
        ("symfed-first-order-constant", "quadratics", "bound", "(i.L - i.mu) ** 2", "4 * i.mu ** 2", "101 clients, L/mu = 100"),
        ("aistats-cor1-rate", "rounds", "bound", "-gamma*mu + 1", "-L*gamma + 1", "the slowest direction falls at the rate mu"),
        ("aistats-cor1-rate", "rounds", "bound", "2*L**2*gamma**2*zeta1**2*(H - 1)**2/mu**2 + ", "", "60 rounds: only the bias is left"),
        ("aistats-prop1-stationary", "rounds", "bound", "**(H*t)", "**(2*H*t + 1)",
         "the slowest direction falls like (1 - gamma mu)^(2Ht)"),
        ("aistats-prop4-neighborhood", "runs", "bound", "noise * i.gamma", "noise * i.gamma * 9 / 80", "0.45 of the noise level"),
        ("aistats-prop4-neighborhood", "runs", "bound", "noise * i.gamma", "noise * i.gamma / 16", "1/4 of the noise level"),
        ("symfed-scaffold-linear-speedup", "laws", "bound", "share * i.gamma", "share * i.gamma * 19 / 20", "the bound is attained"),
        ("symfed-scaffold-linear-speedup", "laws", "bound", "(2 - i.gamma * i.L)", "2", "the bound is attained"),
        ("symfed-scaffold-short-rounds-variance", "laws", "bound", "i, 6", "i, short.flint.fmpq(9, 10)", "equal clients nearly reach 1"),
        ("symfed-scaffold-rate", "runs", "bound", "noise=6", "noise=short.flint.fmpq(1, 4)", "equal clients nearly reach 1"),
        ("symfed-scaffold-rate", "runs", "bound", "start=4", "start=short.flint.fmpq(9, 10)", "noiseless equal clients nearly reach 1"),
        ("symfed-scaffold-short-rounds-transient", "rounds", "bound", "* size)", "* size * 9 / 40)", "equal clients, a small step size"),
        ("symfed-scafflsa-mean-square-error", "crowds", "bound", "steady=9", "steady=flint.fmpq(23, 10)", "2.34 is reached by N = 1000"),
        ("symfed-scafflsa-mean-square-error", "rounds", "bound", "noise=18", "noise=1", "2.34 is reached by N = 1000"),
        ("symfed-scafflsa-linear-speedup", "crowds", "bound", "share * bound", "share * bound * 9 / 10", "crowds nearly reach the bound"),
        ("symfed-lsa-mse-uncorrelated", "runs", "bound", "bound(i, 1)", "bound(i, 1) * 19 / 20", "the bound is attained"),
        ("symfed-fedlsa-variance", "laws", "bound", "floor(i)", "floor(i) * 9 / 10", "the bound is attained"),
        ("symfed-noise-at-optimum", "statement", "bound", "noise.tau ** 2", "noise.tau ** 2 * 19 / 20", "the bound is attained"),
        ("symfed-scaffold-common-noise", "statement", "bound", "1", "999999/1000000", "equal clients attain it"),
        # rates
        ("aistats-thm6-averaged", "averages", "rate", ")/t", ")/t**2", "400 rounds"),
        ("aistats-thm6-averaged", "averages", "rate", ")/t", ")/t**3", "few rounds"),
        ("symfed-scaffold-wasserstein", "one round by the rule", "rate", "(rate * run.H)", "(rate * run.H + 1)", "equal clients attain it"),
        # assumptions
        ("hal-a1a", "statement", "assumption", "i, i.mu", "i, i.mu * 21 / 20", "a curvature is mu"),
        ("hal-a1c", "statement", "assumption", "i, i.L", "i, i.L * 19 / 20", "a curvature is L, for samples that are all alike"),
        # statistics
        ("symfed-fedavg-bias-simulated", "statement", "statistical", "theorem_3.printed(p, gamma, H) + theorem_1.printed(p, gamma, H)",
         "(theorem_3.printed(p, gamma, H) + theorem_1.printed(p, gamma, H)) * 11 / 10", "another bias"),
        ("symfed-fedavg-bias-simulated", "statement", "statistical", "theorem_1.printed(p, gamma, H)", "theorem_1.printed(p, gamma, H + 1)",
         "another bias"),
        # best powers
        ("symfed-fedavg-lipschitz-third-derivative", "statement", "growth", "gamma**(3/2)", "gamma**(5/4)", "not attained: 3/2 holds"),
        ("symfed-scaffold-communication", "power of the condition number", "growth", "sqrt(kappa)", "kappa", "sqrt(kappa) rounds do"),
        ("symfed-scaffold-communication", "power of the accuracy", "growth", "log(1/_epsilon)", "log(1/_epsilon)**2", "linear convergence"),
        ("symfed-scaffold-gain-on-fedavg", "no less", "growth", "sqrt(kappa)", "kappa**2", "not gained"),
        ("symfed-scaffold-gain-on-fedavg", "no more: Scaffold's rounds over FedAvg's", "growth", "1/sqrt(kappa)", "1", "there is a gain"),
        # conditions
        ("symfed-local-contraction-exact-gradients", "statement", "domain", "gamma*(L + mu) <= 2", "gamma*(L + mu) <= 21/10",
         "curvature L"),
        ("symfed-mean-of-powers", "above", "domain", "H >= 2", "", "the mean of one power is 1"),
        ("aistats-cor1-rate", "", "domain", "L*gamma <= 1", "", BEYOND_TWO),
        ("aistats-thm2-bound", "", "domain", "L*gamma <= 1", "", BEYOND_TWO),
        ("aistats-prop2-bound", "", "domain", "L*gamma <= 1", "", BEYOND_TWO),
        ("aistats-prop4-neighborhood", "runs", "domain", "8*L*gamma <= 1", "L*gamma <= 16", BEYOND_TWO),
        ("symfed-fedavg-two-clients-bias-grows", "statement", "domain", "L*gamma <= 1", "L*gamma <= 2",
         "gamma L = 19/10, a = (3, 4), H = 4"),
        ("symfed-scaffold-linear-speedup", "laws", "domain", "L*gamma <= 1", "", BEYOND_TWO),
        ("symfed-scaffold-short-rounds-variance", "r below q", "domain", ROUNDS, "", "gamma a = 1, H = 2: 1/2 > 0"),
        ("symfed-scaffold-wasserstein", "one round by the rule", "domain", ROUNDS, "L*gamma <= 1", "gamma L = 1, H = 8, two clients alike"),
        ("symfed-scaffold-contraction", "rounds by the rule", "domain", "L*gamma <= 1", "", BEYOND_TWO),
        ("symfed-scaffold-contraction", "rounds by the rule", "domain", ZERO_SUM, "", "their sum is conserved"),
        ("symfed-scaffold-short-rounds-transient", "at least 3/4", "domain", ROUNDS, "", "gamma mu H = 2: 3/4 > 1/2"),
        ("symfed-scafflsa-mean-square-error", "rounds", "domain", FEW_STEPS, "", "symfed-scafflsa-needs-few-steps"),
        ("symfed-scaffold-printed-rate-squares", "statement", "domain", "5*mu <= L", "", "the printed number of steps is too small"),
        ("symfed-scaffold-main-contraction", "rounds by the rule", "domain", ZERO_SUM, "", "their sum is conserved"),
        # remainders
        ("aistats-thm1-bias", "statement", "remainder", "O(H**2*gamma**2)", "O(H**2*gamma**3)", SLOPE),
        ("aistats-thm3-variance", "statement", "remainder", "O(H*gamma**2 + gamma**(3/2))", "O(H*gamma**(5/2))", SLOPE),
        ("aistats-thm1-bias", "statement", "remainder-H", "O(H**2*gamma**2)", "O(H*gamma**2)", "the next term grows like H^2"),
        ("aistats-thm4-variance", "statement", "remainder-H", "O(H**2*gamma**2 + H*gamma**(3/2))", "O(gamma**2)", "the squared bias"),
    ]
]  # fmt: skip

#: Of the 73 the one that is true for all that is known: for equal clients nothing of the order of gamma^2 H is left.
MAY_BE_TRUE = Altered(
    "aistats-thm3-variance", "statement", "remainder-H", "O(H*gamma**2 + gamma**(3/2))", "O(gamma**2 + gamma**(3/2))", "may be true"
)
