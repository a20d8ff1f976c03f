"""Federated linear stochastic approximation: how fast it converges, and to within which distance of its limit."""

import flint

from proofs_checks.argo.fedlsa import ASSUMPTIONS
from proofs_checks.symfed.lsa.classes import INDEPENDENT, SHRINKS
from proofs_checks.symfed.lsa.controls import root_below
from proofs_checks.symfed.lsa.fedlsa import SIZES
from proofs_checks.symfed.lsa.fedlsa_convergence import spread
from proofs_checks.symfed.lsa.runs import cancelling_solutions, exact_solutions, linear_runs, opposed_solutions
from symfed.checks import inequality_search
from symfed.claims import Claim, Domain, Lemma, Tier, printed_at
from symfed.reference.exact import expected_squared_distance

STABLE = Domain(
    (),
    (SHRINKS, INDEPENDENT),
    {
        str(SHRINKS): f"{ASSUMPTIONS}: exponential stability, of one factor on a vector, as it is then used (argo-exp-stability)",
        str(INDEPENDENT): f"{ASSUMPTIONS}: Oracle",
    },
)
LARGE = 10**9  # stands for the constant of O: any number would do, since both terms it multiplies are zero


def after(i, rounds, start):
    """E|theta_t - theta_inf|² and the printed bound, times a large constant."""
    error = expected_squared_distance("fedlsa", i.problem, i.gamma, i.H, rounds, start, i.limit)[-1]
    forgotten = (1 - i.gamma * i.rate) ** (i.H * rounds) * ((start - i.problem.optimum) ** 2).sum()
    return error, LARGE * (forgotten + printed_floor(i))


def printed_floor(i):
    """eta sigma_*²/(N a) with sigma_*² the largest variance of a client's noise at its own solution, with the printed sign of b."""
    return i.gamma * max(i.variance(c, own, b=1) for c, own in enumerate(i.problem.client_optima)) / (i.N * i.rate)


def quiet_at_home(scope):
    """Clients with eps^c = 0 at theta_c* for every Z, as it is printed and with the other sign of b, so that sigma_* = 0."""
    return inequality_search(exact_solutions, scope=scope, sizes=((1, 1), (1, 2), (2, 2)))


rate = Claim(
    id="argo-fedlsa-rate",
    kind="rate",
    says="FedLSA converges to its limit at the rate of a client's steps, down to eta*sigma²/(N*a). Two things are wrong: the noise sigma_* at the "
    "clients' own solutions can be zero where the iterates keep moving, and at t = 0, from theta*, the distance to the limit is not that to theta*.",
    printed=printed_at(
        "slide 'Analysis of FedLSA', convergence rate",
        r"\mathbb E\left[\|\theta_t-\theta_\infty^{\mathrm{bias}}-\theta_\star\|^2\right]="
        r"O\left((1-\eta a)^{Ht}\|\theta_0-\theta_\star\|^2+\frac{\eta\sigma_\star^2}{Na}\right)",
    ),
    under=STABLE,
    lemmas=(
        Lemma("noise", lambda i: (spread(i), LARGE * printed_floor(i)), quiet_at_home("stationary spread, sigma_* = 0")),
        Lemma("start", lambda i: after(i, 0, i.problem.optimum), quiet_at_home("distance of theta* from the limit, sigma_* = 0")),
    ),
    corrected="symfed-fedlsa-rate",
    expect=Tier.REFUTED,
)
numerics = Claim(
    id="argo-fedlsa-numerics",
    kind="statistical",
    says="Mean squared error of FedLSA for 100 agents, and the bias that theory predicts.",
    printed=printed_at(
        "slide 'Numerical Illustration (N = 100 agents)'",
        r"\text{Blue line: FedLSA's mean squared error; green line: FedLSA's bias as predicted by our theory}",
    ),
    reason="a picture: neither the problem nor the step size nor a value of the error is given; that the formula is the bias is argo-fedlsa-bias",
    expect=Tier.NOT_CHECKED,
)


def drift(i, share=1, signed=False, steps=1):
    """a² |bias|² and the square of (1 + eta a H/2) eta Lambda² (H - 1) Delta_het, Delta_het from below by less than 2^-20 a client."""
    gaps = i.problem.client_optima - i.problem.optimum
    delta = root_below((gaps.sum(axis=0) ** 2).sum()) / i.N if signed else sum(root_below((gap**2).sum()) for gap in gaps) / i.N
    scale = share * (2 + i.gamma * i.rate * i.H) / 2 * i.gamma * i.squared_length * (i.H - steps)
    return i.rate**2 * ((i.limit - i.problem.optimum) ** 2).sum(), (scale * delta) ** 2


heterogeneity = Claim(
    id="argo-def-delta-het",
    kind="definition",
    says="The mean distance of the clients' solutions from theta*: with the norms inside the mean, and not with the norm of the mean, it bounds the bias "
    "of exact problems, by (1 + eta*a*H/2) eta*(H - 1) L² Delta_het/a where E|A_c u|² <= L²|u|². The theorem is symfed-fedlsa-drift-bound.",
    printed=printed_at(
        "slide 'Problem: heterogeneity requires lots of communications'",
        r"\Delta_{\mathrm{het}}=\frac1N\sum_{c=1}^N\|\theta_\star-\theta_\star^c\|",
    ),
    under=STABLE,
    statement=drift,
    checks=(
        inequality_search(linear_runs, scope="exact bias", sizes=SIZES, examples=15, extremes=opposed_solutions),
        inequality_search(cancelling_solutions, scope="solutions of mean zero, d = 1", sizes=((1, 3),)),
    ),
    wrong={
        "norm of the mean": lambda i: drift(i, signed=True),
        "H - 2": lambda i: drift(i, steps=2),
        "a tenth": lambda i: drift(i, share=flint.fmpq(1, 10)),
    },
    see=("symfed-fedlsa-drift-bound",),
    expect=Tier.DEFINED,
)
