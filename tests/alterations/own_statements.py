"""Identities with a product commuted, a matrix transposed or a term changed: in dimension one most of them would be true."""

from __future__ import annotations

from tests.alterations.altered import Altered

COMMUTED = "matrices do not commute"
TURNED = "matrices are not symmetric"

ROWS = [
    Altered(claim, lemma, "statement", old, new, why)
    for claim, lemma, old, new, why in [
        ("argo-fedlsa-bias", "statement", "p.solve(p.identity() - powers(p, gamma, H), p.mean(pulls))",
         "p.mean(p.solve_each(p.identity() - q, pulls))", "each client's own inverse"),
        ("argo-fedlsa-bias", "statement", "p.apply(p.identity() - q,", "p.apply(p.identity() - p.transpose(q),", TURNED),
        ("argo-quadratic-bias-same", "FedAvg", "p.solve(p.identity() - p.mean(q), p.mean(pulls))",
         "p.mean(p.solve_each(p.identity() - q, pulls))", "each client's own inverse"),
        ("argo-quadratic-bias-same", "FedLSA", "p.solve_each(p.hessians, p.gradients)", "p.solve(p.hessian, p.gradients)",
         "A_c^-1 is not the mean Hessian's"),
        ("aistats-eq8-gamma-matrices", "statement", "p.mean(p.power(p.identity() - gamma * p.hessians, H))",
         "p.power(p.mean(p.identity() - gamma * p.hessians), H)", "the power of a mean"),
        ("aistats-rr-definition", "statement", "2 * theta(gamma, H) - theta(2 * gamma, H)", "3 * theta(gamma, H) - 2 * theta(2 * gamma, H)",
         "the first order does not cancel"),
        ("aistats-sec4-pseudogradient", "", "-gamma*pseudo_gradient(x) + x", "gamma*pseudo_gradient(x) + x", "the sign"),
        ("aistats-eq5-stoch-operator", "", "-gamma*G_w(x) + x", "-gamma*G_w(x)/H + x", "a sum, no mean"),
        ("argo-homogeneous-average", "", "Mean(solution_c)", "2*Mean(solution_c)", "twice"),
        ("flta-bias-correction", "a local step from theta*", "xi=sign * gradient", "xi=sign * (theta * A - b)", COMMUTED),
        ("symfed-average-of-solutions", "one client", "- A * m - M", "- m * A - M", COMMUTED),
        ("symfed-average-of-solutions", "one client", "+ M * m", "+ m * M", COMMUTED),
        ("symfed-average-of-solutions", "systems", "solve(mean_A, total", "solve(mean_A.T, total", TURNED),
        ("symfed-fedlsa-expansion", "one client", "G * e + towards", "e * G + towards", COMMUTED),
        ("symfed-fedlsa-expansion", "one client", "y - x - G * (y - x)", "y - x - (y - x) * G", COMMUTED),
        ("symfed-fedlsa-expansion", "rounds", "(one - G) @ (own - theta)", "(one - G.T) @ (own - theta)", TURNED),
        ("symfed-lsa-least-squares", "one draw", "share * M * eps", "share * eps * M", COMMUTED),
        ("symfed-lsa-noise", "statement", "b - M * x", "b - x * M", COMMUTED),
        ("symfed-lsa-one-step", "statement", "gamma * A_Z * e", "gamma * e * A_Z", COMMUTED),
        ("symfed-lsa-unrolled", "one step more", "(G - gamma * A * G)", "(G - gamma * G * A)", COMMUTED),
        ("symfed-lsa-unrolled", "one step more", "back * gamma * renewed", "back * gamma * S", "the last noise is lost"),
        ("symfed-mean-hessian", "affine step", "D * (x - centre)", "(x - centre) * D", COMMUTED),
        ("symfed-quadratic-optimum", "one client", "A * (x - centre)", "(x - centre) * A", COMMUTED),
        ("symfed-quadratic-optimum", "one client", "(A - mean_A) * (centre - mean_x)", "(centre - mean_x) * (A - mean_A)", COMMUTED),
        ("symfed-scaffold-rests", "the control variate of a client that did not move", "-(A * theta - b)", "-(theta * A - b)", COMMUTED),
        ("symfed-scaffold-two-chains", "a round of both", "M * (X - Y)", "(X - Y) * M", COMMUTED),
        ("symfed-telescoping", "one more factor", "(M - primed) * P", "P * (M - primed)", COMMUTED),
        ("symfed-telescoping", "one more factor", "primed * (P - primed_P)", "(P - primed_P) * primed", COMMUTED),
        ("symfed-telescoping", "up to three factors", "after @ difference @ before", "before @ difference @ after", COMMUTED),
        ("aistats-notation-otimes", "matrices", "tensor(A, B)(tensor(C, D)(M))", "tensor(C, D)(tensor(A, B)(M))", COMMUTED),
        ("aistats-notation-product", "statement", "M @ total", "total @ M", COMMUTED),
        ("argo-fedlsa-gamma-def", "runs", "i.factors[c, Z] @ out", "i.factors[c, Z].T @ out", TURNED),
        ("argo-fedlsa-gamma-def", "one factor more", "P - gamma * A * P", "P - gamma * P * A", COMMUTED),
        ("argo-gamma-def", "runs", "i.factors[0, Z] @ out", "i.factors[0, Z].T @ out", TURNED),
        ("argo-fedlsa-local-systems", "statement", "p.solve_each(p.hessians", "p.solve_each(p.transpose(p.hessians)", TURNED),
        ("argo-fedlsa-gammabar", "statement", "p.mean(p.power(p.identity() - gamma * p.hessians, H))",
         "p.transpose(p.mean(p.power(p.identity() - gamma * p.hessians, H)))", TURNED),
        ("aistats-thm4-variance", "statement", "p.lyapunov(p.hessian, p.noise)", "p.solve(p.hessian, p.noise) / 2",
         "A and C do not commute"),
        ("symfed-fedavg-quadratic-variance", "statement", "p.lyapunov(p.hessian, p.noise)", "p.solve(p.hessian, p.noise) / 2",
         "A and C do not commute"),
        ("symfed-fedavg-modified-loss", "field", "p.mean(p.apply(p.hessians, p.gradients))",
         "p.apply(p.hessian, p.mean(p.gradients))", "the mean of products is no product of means"),
        ("aistats-table1-deterministic", "statement", "p.mean(p.apply(p.hessians - p.hessian, p.gradients))",
         "p.apply(p.mean(p.hessians - p.hessian), p.mean(p.gradients))", "the mean of products is no product of means"),
        ("argo-general-two-parts", "by heterogeneity", "p.apply(p.hessians - p.hessian, p.gradients)",
         "p.apply(p.hessians - p.hessian, p.solve(p.hessian, p.apply(p.hessians, p.gradients)))", "A^-1 A_c is no identity"),
        ("symfed-scaffold-state-control-covariance", "statement", "p.product(gap, spread) if turned else p.product(spread, gap)",
         "(p.product(gap, spread) + p.product(spread, gap)) / 2", COMMUTED),
        ("symfed-scaffold-covariances-second-order", "x and one client", "p.product(square, gap)", "p.product(gap, square)", COMMUTED),
        ("symfed-scaffold-covariances-second-order", "one client", "p.product(p.product(gap, spread(p)), gap)",
         "p.product(p.product(gap, gap), spread(p))", COMMUTED),
        ("symfed-scaffold-quadratic-second-moment", "quadratics", "p.product(p.product(p.hessian, spread(p)), p.hessian)",
         "p.product(p.product(p.hessian, p.hessian), spread(p))", COMMUTED),
        ("argo-scafflsa-psi0", "statement", "if turned else p.hessians", "if turned else p.transpose(p.hessians)", TURNED),
    ]
]  # fmt: skip
