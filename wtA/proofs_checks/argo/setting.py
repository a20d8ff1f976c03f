"""The first slides: sub-problems with one shared solution, the average of the solutions, and federated averaging."""

from proofs_checks.aistats.equation_1 import excess, half_square, quadratics
from proofs_checks.symfed.lsa.classes import EQUAL_AGENTS
from proofs_checks.symfed.lsa.runs import equal_agents
from symfed.checks import CounterexampleSearch
from symfed.core.claim import Claim, again
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.strategies.sampled import by_rule, sampled_runs

SIZES = ((1, 1), (1, 2), (2, 2))

problem = Claim(
    id="argo-sum-problem",
    kind="definition",
    says="The sum of the clients' expected losses has one minimiser, theta*, that of their mean: on convex quadratics, N times the mean's excess is a "
    "positive definite form.",
    printed=Printed(
        "argo",
        "slide 'Classical vs Federated Learning'",
        r"\min_{\theta\in\mathbb R^d}\sum_{c=1}^N\mathbb E_{x^c,y^c\sim\mathcal D^c}[\ell(\theta;x^c,y^c)]\ "
        r"\rightarrow\text{ but only one shared solution}",
    ),
    statement=lambda i: excess(i, share=1),
    checks=(
        CounterexampleSearch(
            quadratics, lambda i: i.N * half_square(i), scope="exact quadratics, two samples a client", sizes=SIZES, examples=20
        ),
    ),
    wrong={
        "one sample for the expectation": lambda i: excess(i, share=1, samples=[0]),
        "mean of the clients' optima for theta*": lambda i: excess(i, i.quadratic().optima.sum(axis=0) / i.N, share=1),
        "maximum for minimum": lambda i: -excess(i, share=1),
    },
    see=("aistats-eq1-problem",),
    expect=Tier.SUPPORTED,
)
federated = again(
    problem,
    "argo-fed-optimization",
    Printed(
        "argo",
        "slide 'Federated Optimization'",
        r"\theta_\star\in\arg\min_{\theta\in\mathbb R^d}\sum_{c=1}^Nf^c(\theta),\quad"
        r"f^c(\theta)=\mathbb E_{x^c,y^c\sim\mathcal D^c}[\ell(\theta;x^c,y^c)]",
    ),
)


def average(i, share=0):
    return i.problem.client_optima.sum(axis=0) / (share or i.N)


homogeneous = Claim(
    id="argo-homogeneous-average",
    kind="identity",
    says="theta* is the mean of the clients' solutions where their data agree; the printed 'OK if' is not an 'only if' (equal Hessians are enough).",
    printed=Printed(
        "argo",
        "slide 'Best Scenario: Homogeneous Data'",
        r"\theta_\star=\frac1N\sum_{c=1}^N\theta_\star^c\quad\text{OK if }\mathcal D_1=\mathcal D_2=\dots=\mathcal D_N",
    ),
    statement=average,
    under=Domain((), (EQUAL_AGENTS,), {str(EQUAL_AGENTS): "slide 'Best Scenario: Homogeneous Data'"}),
    checks=(
        CounterexampleSearch(equal_agents, lambda i: i.problem.optimum, scope="equal clients, matrices without symmetry too", sizes=SIZES),
    ),
    wrong={"sum for mean": lambda i: average(i, share=1), "N + 1 for N": lambda i: average(i, share=i.N + 1)},
    see=("symfed-average-of-solutions",),
    expect=Tier.SUPPORTED,
)


def exact_gradients(i, steps=0, share=0, sign=1, stale=False):
    """Line by line with h = 0 .. H - 1; the other parameters only serve wrong variants."""
    theta = i.start
    for _ in i.draws:
        ends = []
        for c in range(i.N):
            theta_c = theta
            for _ in range(i.H + steps):
                theta_c = theta_c - sign * i.gamma * i.mean_gradient(c, theta if stale else theta_c)
            ends.append(theta_c)
        theta = sum(ends) / (share or i.N)
    return theta


def two_rounds(d, N):
    return sampled_runs(d, N, rounds=2)


fedavg = Claim(
    id="argo-fedavg-algo",
    kind="algorithm",
    says="FedAvg with exact gradients: H gradient steps of every agent from the common point, and the plain average. Our rule, which every derivation and "
    "reference reads, against the slide.",
    printed=Printed(
        "argo",
        "slide 'Federated Averaging (or local (S)GD)'",
        r"\theta_{t,0}^c=\theta_t;\ \text{H updates }\theta_{t,h+1}^c=\theta_{t,h}^c-\eta\nabla f^c(\theta_{t,h}^c);\ "
        r"\theta_{t+1}=\frac1N\sum_{c=1}^N\theta_{t,H}^c",
    ),
    statement=exact_gradients,
    checks=(
        CounterexampleSearch(
            two_rounds,
            lambda i: by_rule("fedavg_deterministic", i),
            scope="two rounds of our rule with exact gradients, d <= 2",
            sizes=SIZES,
            examples=10,
        ),
    ),
    wrong={
        "sum for mean": lambda i: exact_gradients(i, share=1),
        "H - 1 local steps": lambda i: exact_gradients(i, steps=-1),
        "sign flipped": lambda i: exact_gradients(i, sign=-1),
        "gradient at the round's start": lambda i: exact_gradients(i, stale=True),
    },
    expect=Tier.SUPPORTED,
)
