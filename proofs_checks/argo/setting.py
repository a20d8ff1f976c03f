"""The first slides: sub-problems with one shared solution, the average of the solutions, and federated averaging."""

import sympy as sp

from proofs_checks.aistats.equation_1 import excess, half_square, quadratics
from proofs_checks.symfed.lsa.classes import EQUAL_AGENTS
from proofs_checks.symfed.lsa.runs import equal_agents
from symfed.checks import CounterexampleSearch
from symfed.claims import Claim, Domain, Tier, again, crosscheck, printed_at
from symfed.strategies.sampled import by_rule, sampled_runs
from symfed.theorems import Apply, Assumed, Define
from symfed.theorems.norms import mean_of
from symfed.theorems.sequences import linear_combination, substitution
from symfed.theorems.vocabulary import Mean, Stated, Vector, sequence

SIZES = ((1, 1), (1, 2), (2, 2))

problem = Claim(
    id="argo-sum-problem",
    kind="definition",
    says="The sum of the clients' expected losses has one minimiser, theta*, that of their mean: on strictly convex quadratics N times the mean's excess "
    "is a positive definite form.",
    printed=printed_at(
        "slide 'Classical vs Federated Learning'",
        r"\min_{\theta\in\mathbb R^d}\sum_{c=1}^N\mathbb E_{x^c,y^c\sim\mathcal D^c}[\ell(\theta;x^c,y^c)]\ "
        r"\rightarrow\text{ but only one shared solution}",
    ),
    statement=lambda i: excess(i, share=1),
    checks=CounterexampleSearch(
        quadratics, lambda i: i.N * half_square(i), scope="exact quadratics, two samples a client", sizes=SIZES, examples=20
    ),
    wrong={
        "one sample for the expectation": lambda i: excess(i, share=1, samples=[0]),
        "mean of the clients' optima for theta*": lambda i: excess(i, i.quadratic().optima.sum(axis=0) / i.N, share=1),
        "maximum for minimum": lambda i: -excess(i, share=1),
    },
    see=("aistats-eq1-problem",),
    expect=Tier.DEFINED,
)
federated = again(
    problem,
    "argo-fed-optimization",
    printed_at(
        "slide 'Federated Optimization'",
        r"\theta_\star\in\arg\min_{\theta\in\mathbb R^d}\sum_{c=1}^Nf^c(\theta),\quad"
        r"\text{where }f^c(\theta)=\mathbb E_{x^c,y^c\sim\mathcal D^c}[\ell(\theta;x^c,y^c)]",
    ),
)


def average(i, share=0):
    return i.problem.client_optima.sum(axis=0) / (share or i.N)


data_c, data = Vector("data_c", "the distribution of a client's data"), Vector("data", "the distribution of everybody's data")
expected_loss = sequence("expected_loss", "the expected loss over a distribution, as a function of the parameter")
least = sequence("argmin", "the one point at which a function is least")
own_c = Vector("solution_c", "a client's own solution")
shared = Vector("solution", "the one that is shared")
SAME_DATA = Stated(EQUAL_AGENTS.says, EQUAL_AGENTS.contains, EQUAL_AGENTS.outside, relations=(sp.Eq(data_c, data, evaluate=False),))
OK = sp.Eq(shared, Mean(own_c), evaluate=False)

homogeneous = Claim(
    id="argo-homogeneous-average",
    kind="identity",
    says="theta* is the mean of the clients' solutions where their data agree, for any losses with one minimiser; the printed 'OK if' is not an 'only if' "
    "(for quadratics equal Hessians are enough).",
    printed=printed_at(
        "slide 'Best Scenario: Homogeneous Data'",
        r"\theta_\star=\frac1N\sum_{c=1}^N\theta_\star^c\quad\text{OK if }\mathcal D_1=\mathcal D_2=\dots=\mathcal D_N",
    ),
    statement=OK,
    under=Domain((), (SAME_DATA,), {str(SAME_DATA): "slide 'Best Scenario: Homogeneous Data'"}),
    lemmas=crosscheck(
        "systems",
        average,
        CounterexampleSearch(equal_agents, lambda i: i.problem.optimum, scope="equal clients, matrices without symmetry too", sizes=SIZES),
        wrong={"sum for mean": lambda i: average(i, share=1), "N + 1 for N": lambda i: average(i, share=i.N + 1)},
    ),
    follows=(
        Define("theta_c*", sp.Eq(own_c, least(expected_loss(data_c)))),
        Define("theta*", sp.Eq(shared, least(Mean(expected_loss(data_c))))),
        Assumed("same data", SAME_DATA),
        Apply(substitution, "a client's", relation="theta_c*", equation="same data"),
        Apply(substitution, "everybody's", relation="theta*", equation="same data"),
        Apply(mean_of, "in the mean", relation="a client's"),
        linear_combination("average", shared, Mean(own_c), {"everybody's": 1, "in the mean": -1}),
    ),
    see=("symfed-average-of-solutions",),
    expect=Tier.PROVED,
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
    printed=printed_at(
        "slide 'Federated Optimization', Federated Averaging (or local (S)GD)",
        r"\theta_{t,0}^c=\theta_t;\ \text{H updates }\theta_{t,h+1}^c=\theta_{t,h}^c-\eta\nabla f^c(\theta_{t,h}^c);\ "
        r"\theta_{t+1}=\frac1N\sum_{c=1}^N\theta_{t,H}^c",
    ),
    statement=exact_gradients,
    checks=CounterexampleSearch(
        two_rounds,
        lambda i: by_rule("fedavg_deterministic", i),
        scope="two rounds of our rule with exact gradients, d <= 2",
        sizes=SIZES,
        examples=10,
    ),
    wrong={
        "sum for mean": lambda i: exact_gradients(i, share=1),
        "H - 1 local steps": lambda i: exact_gradients(i, steps=-1),
        "sign flipped": lambda i: exact_gradients(i, sign=-1),
        "gradient at the round's start": lambda i: exact_gradients(i, stale=True),
    },
    expect=Tier.DEFINED,
)
