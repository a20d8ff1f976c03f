"""Proof of Proposition 5, its end: Cauchy and Schwarz over clients, the geometric series over rounds, and what constant they give."""

import flint
import sympy as sp

from proofs_checks.aistats.proofs.proposition_5 import RATE, SHORT, SMALL, two_clients, where
from proofs_checks.aistats.proofs.proposition_5_paths import powers
from proofs_checks.aistats.proofs.proposition_5_telescoping import mean_powers
from proofs_checks.aistats.stochastic_round import A1
from symfed.checks import SymbolicIdentity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import RESULT, TYPO, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h, mu, t, zeta1, zeta2
from symfed.reference.exact import stationary_exact
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import cauchy_schwarz, jensen, mean_of, operator_norm
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.sequences import bounded_by_induction, geometric_series, instance
from symfed.theorems.vocabulary import Mean, Norm, OpNorm, Vector


def far_apart():
    """Curvatures 1 and 2 with the gradients 100 and -100 at theta*, two steps of length 1/2."""
    i = two_clients((flint.fmpq(1), flint.fmpq(2)), flint.fmpq(1, 2), 2)
    problem = type(i.problem)(i.problem.hessian_matrices, 100 * i.problem.optima, i.problem.noise)
    return (type(i)(problem, i.gamma, i.H, i.mu, i.L),)


def without_the_square(i, squared=False):
    """The square of the bias in dimension one, and what is at least the square of the printed bound: the largest product of all for each root.

    The mean over clients of a square is at most the square of the largest. `squared`: the second root as it should be.
    """
    turn = i.problem.hessian_matrices - i.problem.hessian
    pulls = abs(i.problem.gradients)
    products = [
        max(abs(own * apart * mean_powers(i, i.H - last)).max() for own, apart in zip(powers(i, last - k - 1), turn, strict=True))
        for k in range(i.H + 1)
        for last in range(k + 1, i.H + 1)
    ]
    rounds = 1 / (1 - (1 - i.gamma * i.mu) ** i.H)
    pull = ((pulls**2) if squared else pulls).sum() / i.N
    bias = stationary_exact("fedavg_deterministic", i.problem, i.gamma, i.H).mean - i.problem.optimum
    return (bias**2).sum(), (rounds * i.gamma**2 * sum(products)) ** 2 * pull


def lines(d, N):
    """Instances in dimension one, where operator norms are absolute values."""
    return instances(1, N, noise=False)


cauchy = Claim(
    id="aistats-prop5-cauchy-schwarz",
    kind="inequality",
    says="The sums over clients by Cauchy and Schwarz. The second root has the mean of norms where the mean of their squares is meant: as printed the "
    "bound grows like the root of a distance and is exceeded by clients that are far apart. (The sum over h begins at 0, where 1 would do.)",
    printed=printed_at(
        "proof of Proposition 5, Cauchy-Schwarz",
        r"\|\bar\theta_{sto}-\theta^\star\|\le\sum_t(1-\gamma\mu)^{Ht}\gamma^2\sum_{h=0}^H\sum_{\ell=h+1}^H"
        r"\Big(\frac1N\sum_c\|\Gamma_c^{\star,h+1:\ell-1}(\bar A_c-\bar A)\Gamma_{avg}^{\star,\ell+1:H}\|^2\Big)^{1/2}"
        r"\Big(\frac1N\sum_c\|\bar A_c(\theta^\star-\theta_c^\star)\|\Big)^{1/2}",
    ),
    statement=without_the_square,
    under=where(SMALL, SHORT),
    checks=inequality_search(
        lines, scope="exact quadratics in dimension one, roots bounded from above", sizes=((1, 2),), extremes=far_apart
    ),
    corrected="symfed-prop5-cauchy-schwarz",
    expect=Tier.REFUTED,
    erratum=Erratum(
        TYPO, "norms for their squares under the second root; the next line has zeta_{*,1}, for their root mean square", power=2
    ),
)
M_c, v_c = Vector("any_matrix_c", "a matrix of each client's"), Vector("any_vector_c", "a vector of each client's")
HOELDER = sp.Le(Norm(Mean(M_c * v_c)) ** 2, Mean(OpNorm(M_c) ** 2) * Mean(Norm(v_c) ** 2), evaluate=False)


def turned_gradients(i, power=2, scale=1):
    """(mean of M v)^2 and mean M^2 mean v^2 for M = A_c - A and v = grad f_c(theta*), in dimension one."""
    M, v = (i.problem.hessian_matrices - i.problem.hessian).reshape(i.N), i.problem.gradients.reshape(i.N)
    return (M * v).sum() ** 2 / i.N**2, (M**2).sum() * (abs(v) ** power).sum() / i.N**2 / scale


cauchy_corrected = Claim(
    id="symfed-prop5-cauchy-schwarz",
    kind="inequality",
    says="The mean over clients of a matrix times a vector is at most the root mean square of the matrices' norms times that of the vectors'.",
    printed=printed_at(
        "the step by Cauchy-Schwarz in Proposition 5's proof, with its square",
        r"\Big\|\frac1N\sum_cM_cv_c\Big\|\le\Big(\frac1N\sum_c\|M_c\|^2\Big)^{1/2}\Big(\frac1N\sum_c\|v_c\|^2\Big)^{1/2}",
    ),
    statement=HOELDER,
    lemmas=crosscheck(
        "in dimension one",
        turned_gradients,
        inequality_search(lines, scope="exact gradients and Hessians, d = 1", sizes=((1, 2), (1, 3)), extremes=far_apart),
        wrong={"no square, as printed": lambda i: turned_gradients(i, 1), "half of it": lambda i: turned_gradients(i, scale=2)},
    ),
    follows=(
        Apply(operator_norm, "each", matrix=M_c, v=v_c),
        Apply(mean_of, "each in the mean", relation="each"),
        Apply(jensen, "convexity", v=M_c * v_c),
        Apply(cauchy_schwarz, "sums", x=OpNorm(M_c), y=Norm(v_c)),
        Arithmetic("all", HOELDER, ("each in the mean", "convexity", "sums")),
    ),
    expect=Tier.PROVED,
)

TERMS = gamma**2 * H * (H - 1) / 2 * zeta2 * zeta1
PRINTED = gamma * (H - 1) * zeta2 * zeta1 / (2 * mu)
SERIES = sp.Sum(RATE ** (H * t), (t, 0, sp.oo))
LE_THEOREM_2 = sp.Le(SERIES * TERMS, gamma * (H - 1) * zeta2 * zeta1 / mu, evaluate=False)
CONTRACTS = sp.Le(gamma * mu, 1)
TEX = r"\sum_{t=0}^\infty(1-\gamma\mu)^{Ht}\gamma^2\frac{H(H-1)}2\zeta_{\star,2}\zeta_{\star,1}"
geometric = Claim(
    id="aistats-prop5-geometric",
    kind="identity",
    says="The geometric series over rounds is 1/(1 - (1 - gamma mu)^H), which is more than the 1/(gamma mu H) that the equality puts for it as soon as "
    "H > 1. With this the proof's bound is Theorem 2's, and not Proposition 5's. (H (H-1)/2 counts pairs with h from 1; from 0 they are H (H+1)/2.)",
    printed=printed_at("proof of Proposition 5, last display", TEX + r"=\frac{\gamma(H-1)\zeta_{\star,2}\zeta_{\star,1}}{2\mu}"),
    statement=PRINTED,
    under=Domain((CONTRACTS, SHORT), lines={str(CONTRACTS): "Proposition 5 (gamma <= 1/L, and A1)", str(SHORT): "Proposition 5"}),
    checks=SymbolicIdentity(lambda: TERMS / (1 - RATE**H), as_printed, scope="the geometric series summed"),
    see=("aistats-prop5-cauchy-schwarz", "aistats-thm2-bound"),
    corrected="symfed-prop5-geometric",
    expect=Tier.REFUTED,
    erratum=Erratum(
        RESULT,
        "1/(gamma mu H) for the larger 1/(1 - (1 - gamma mu)^H): with it the display gives Theorem 2's bound, not its half, which is false",
    ),
)


def summed(i, factor=1):
    """The series over rounds times the pairs of steps, and `factor` times gamma (H-1)/mu, both without the zetas."""
    u = i.gamma * i.mu
    return i.gamma**2 * i.H * (i.H - 1) / 2 / (1 - (1 - u) ** i.H), factor * i.gamma * (i.H - 1) / i.mu


def few_steps(d, N):
    return instances(d, N, noise=False)


geometric_corrected = Claim(
    id="symfed-prop5-geometric",
    kind="inequality",
    says="What the proof of Theorem 2's bound ends with is at most gamma (H-1) zeta_2 zeta_1/mu if gamma mu H <= 1: what the theorem prints. It uses the "
    "condition, which the theorem itself does not need.",
    printed=printed_at(
        "the last display of Proposition 5's proof, corrected", TEX + r"\le\frac{\gamma(H-1)\zeta_{\star,2}\zeta_{\star,1}}\mu"
    ),
    statement=LE_THEOREM_2,
    under=where(SMALL, SHORT, classes=(A1,)),
    lemmas=crosscheck(
        "summed",
        summed,
        inequality_search(few_steps, scope="exact step sizes and curvatures", sizes=((1, 1), (1, 2)), extremes=far_apart),
        wrong={"half, as printed": lambda i: summed(i, i.gamma / i.gamma / 2)},
    ),
    follows=(
        Apply(ordered_curvatures, "mu <= L"),
        Apply(geometric_series, "series", by=("mu <= L",), ratio=RATE**H, index=t),
        bounded_by_induction("powers", RATE**h, h, 1 / (1 + h * gamma * mu), factor=RATE, by=("mu <= L",)),
        Apply(instance, "H steps", relation="powers", at={h: H}),
        Arithmetic("half of it", sp.Ge(2 * (1 - RATE**H), gamma * mu * H), ("H steps",)),
        Arithmetic("rounds", sp.Le(gamma * mu * H * SERIES, 2, evaluate=False), ("series", "half of it")),
        Arithmetic("bound", LE_THEOREM_2, {"rounds": gamma * (H - 1) * zeta2 * zeta1 / (2 * mu)}),
    ),
    see=("aistats-thm2-bound", "symfed-prop5-bound"),
    expect=Tier.PROVED,
)
