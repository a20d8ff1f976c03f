"""What of the convergence of linear stochastic approximation holds, with which constants."""

import flint
import sympy as sp

from proofs_checks.symfed.lsa.single_agent import ONE, optimum
from symfed.checks import CounterexampleSearch, Part, SignCheck
from symfed.checks.instances.lsa.runs import independent_noise, lsa_runs
from symfed.checks.instances.sampled import by_rule
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import kappa
from symfed.core.verdict import Tier

stable = "E|(Id - eta A(Z)) u|² <= (1 - eta a)|u|² for all u, the Z_t i.i.d."
STABLE = Domain((), stable)
MEANS = "mean over all draws, exact second moments"


def square(x):
    return (x**2).sum()


def shrunk(i, factors=None, scale=1):
    """E|Gamma_{1:T} u|² and (1 - eta a)^factors |u|²."""
    u = i.start
    left = i.expected(lambda run: square(by_rule("lsa", run.without_vectors().starting(u))))
    return left, (1 - scale * i.gamma * i.rate) ** (len(i.draws) if factors is None else factors(len(i.draws))) * square(u)


stability = Claim(
    id="symfed-exponential-stability",
    kind="inequality",
    says="Products of independent factors, applied to a vector, shrink at every factor if one does; no norm of matrices is needed.",
    printed=Printed(
        "symfed",
        "ARGO, exponential stability with the norm of a vector",
        r"\mathbb E\|(\mathrm{Id}-\eta A(Z))u\|^2\le(1-\eta a)\|u\|^2\ \forall u\ \Rightarrow\ "
        r"\mathbb E\|\Gamma_{t:t'}u\|^2\le(1-\eta a)^{t'-t+1}\|u\|^2",
    ),
    statement=shrunk,
    under=STABLE,
    uses=("argo-gamma-def",),
    checks=(CounterexampleSearch(lsa_runs, relation="<=", scope=MEANS, sizes=ONE, examples=60),),
    controls={
        "one factor more": lambda i: shrunk(i, lambda T: T + 1),
        "twice the rate": lambda i: shrunk(i, scale=2),
    },
    reduction="condition on all factors but the last, which is independent of them, and repeat",
    expect=Tier.SUPPORTED,
)


def squared_error(i):
    """E|theta_T - theta*|²."""
    return i.expected(lambda run: square(by_rule("lsa", run) - optimum(run)))


def parts(i, later=0):
    """(1 - eta a)^T |theta_0 - theta*|² and eta sigma²/a."""
    start = (1 - i.gamma * i.rate) ** (len(i.draws) + later) * square(i.start - optimum(i))
    return start, i.gamma * i.variance(0, optimum(i)) / i.rate


def bound(i, constant, **variant):
    return constant * sum(parts(i, **variant))


def by_minkowski(i, later=0, share=1):
    """excess² <= 4 start noise wherever the error exceeds start + noise: that is, error <= (sqrt(start) + sqrt(noise))²."""
    start, noise = parts(i, later)
    excess = squared_error(i) - start - share * noise
    return max(excess, 0 * excess) ** 2, 4 * start * share * noise


error = Claim(
    id="symfed-lsa-mse",
    kind="inequality",
    says="The root mean squared error is at most (1 - eta a)^(T/2) |theta_0 - theta*| + sigma (eta/a)^(1/2): a factor 2 on both squares.",
    printed=Printed(
        "symfed",
        "ARGO 'analysis of TD (III)', with the cross term",
        r"\mathbb E\|\theta_T-\theta_\star\|^2\le\Big((1-\eta a)^{T/2}\|\theta_0-\theta_\star\|+\sigma_\star\sqrt{\eta/a}\Big)^2"
        r"\le2(1-\eta a)^T\|\theta_0-\theta_\star\|^2+\frac{2\eta\sigma_\star^2}a",
    ),
    statement={"roots": by_minkowski, "squares": lambda i: (squared_error(i), bound(i, 2))},
    under=STABLE,
    uses=("symfed-lsa-unrolled", "symfed-exponential-stability", "symfed-lsa-noise"),
    checks=(
        Part("roots", CounterexampleSearch(lsa_runs, relation="<=", scope=MEANS, sizes=ONE, examples=60)),
        Part("squares", CounterexampleSearch(lsa_runs, relation="<=", scope=MEANS, sizes=ONE, examples=60)),
    ),
    controls={
        "one step more, three in the second": {
            "roots": lambda i: by_minkowski(i, later=1),
            "squares": lambda i: (squared_error(i), bound(i, 2, later=3)),
        },
        "a quarter": {
            "roots": lambda i: by_minkowski(i, share=flint.fmpq(1, 4)),
            "squares": lambda i: (squared_error(i), bound(i, flint.fmpq(1, 2))),
        },
    },
    reduction="Minkowski's inequality for the two parts of the expansion. In the second part eps(Z_s) has mean zero and is independent of all "
    "other factors, so that products with another eps(Z_t) vanish in the mean: eta² sigma² sum_k (1 - eta a)^k <= eta sigma²/a",
    expect=Tier.SUPPORTED,
)
uncorrelated = Claim(
    id="symfed-lsa-mse-uncorrelated",
    kind="inequality",
    says="Where A(Z)' eps(Z) has mean zero, the printed bound holds as it stands.",
    printed=Printed(
        "symfed",
        "ARGO 'analysis of TD (III)', without correlation",
        r"\mathbb E[A(Z)^\top\varepsilon(Z)]=0\ \Rightarrow\ "
        r"\mathbb E\|\theta_T-\theta_\star\|^2\le(1-\eta a)^T\|\theta_0-\theta_\star\|^2+\frac{\eta\sigma_\star^2}a",
    ),
    statement=lambda i: (squared_error(i), bound(i, 1)),
    under=STABLE,
    uses=("symfed-lsa-unrolled", "symfed-exponential-stability"),
    checks=(CounterexampleSearch(independent_noise, relation="<=", scope=MEANS + ", b(Z) independent of A(Z), theta* = 0", sizes=ONE),),
    controls={
        "half the constant": lambda i: (squared_error(i), bound(i, 1) / 2),
        "one step more": lambda i: (squared_error(i), bound(i, 1, later=1)),
    },
    reduction="E|(Id - eta A) e - eta eps|² has the cross term 2 eta² E[e' A' eps], e being independent of Z",
    expect=Tier.SUPPORTED,
)


def correlation(i, centred=True, transposed=True):
    """E[(A(Z) - Abar)' eps(Z)]; without `centred`, of A(Z) itself, which is the mean gradient of |A(Z) theta - b(Z)|²/2 at theta*."""
    total = 0 * i.start
    for z in i.samples:
        A = i.matrices[0, z] - i.problem.mean_matrices[0] if centred else i.matrices[0, z]
        total = total + (A.T if transposed else A) @ i.gradient(0, z, optimum(i))
    return total / len(i.samples)


GAIN = (kappa - 1) / (kappa + 1)
least_squares = Claim(
    id="symfed-lsa-least-squares",
    kind="rate",
    says="The gradient of |A(Z) theta - b(Z)|²/2 does not vanish in the mean at theta*, but is the covariance of A(Z) and eps(Z): two "
    "independent samples a step are needed. And for symmetric Abar the condition number is squared.",
    printed=Printed(
        "symfed",
        "ARGO, note on least squares, with its reasons",
        r"\mathbb E[A(Z)^\top(A(Z)\theta_\star-b(Z))]=\mathbb E[(A(Z)-\bar A)^\top\varepsilon(Z)];\quad "
        r"\frac{\kappa-1}{\kappa+1}\le\frac{\kappa^2-1}{\kappa^2+1}",
    ),
    statement={"one sample": correlation, "symmetric": (GAIN, GAIN.subs(kappa, kappa**2))},
    under=Domain((kappa >= 1,), "kappa: condition number of a symmetric Abar"),
    checks=(
        Part(
            "one sample",
            CounterexampleSearch(lsa_runs, lambda i: correlation(i, centred=False), scope="mean of A(Z)'(A(Z) theta* - b(Z))", sizes=ONE),
        ),
        Part("symmetric", SignCheck("best factor of a step: LSA's against gradient descent's on the squares")),
    ),
    controls={
        "not transposed, quarter power": {
            "one sample": lambda i: correlation(i, transposed=False),
            "symmetric": (GAIN, GAIN.subs(kappa, sp.sqrt(kappa))),
        },
        "no bias, no loss": {"one sample": lambda i: 0 * i.start, "symmetric": (GAIN.subs(kappa, kappa**2), GAIN)},
    },
    reduction="gradient steps on a quadratic with condition number kappa shrink by (kappa - 1)/(kappa + 1) at best",
    expect=Tier.PROVED,
)
