"""Temporal-difference learning: the environments, the value functions, their shared estimate, and the linear system behind it."""

import flint
import numpy as np

from symfed.checks import CounterexampleSearch, Part
from symfed.checks.instances.lsa.decisions import decision_cases
from symfed.checks.instances.lsa.runs import equal_agents
from symfed.checks.instances.lsa.shared_values import kernel_means, representable, sample_means
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.models.arrays import matrix_power, solve
from symfed.models.problems import LinearProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies.markov import td_problems

SIZES = ((1, 1), (2, 1))
PATHS = "every path of states and actions, up to three steps"


def law_of_last_state(i):
    """The law of S_k from s, by the printed recursion."""
    law = [flint.fmpq(0)] * len(i.policy)
    for path, weight in i.paths():
        law[path[-1]] += weight
    return np.array(law, dtype=object)


environments = Claim(
    id="argo-td-environments",
    kind="definition",
    says="An agent draws its action from the shared policy and its next state from its environment: the states are the Markov chain of our model.",
    printed=Printed(
        "argo",
        "slide 'Example: TD Learning with linear approximation (I)'",
        r"S_0^c=s,\ A_k^c\sim\pi(\cdot|S_k^c),\text{ and }S_{k+1}^c\sim P_{\mathrm{MDP}}^c(\cdot|S_k^c,A_k^c)",
    ),
    statement=law_of_last_state,
    checks=(
        CounterexampleSearch(decision_cases, lambda i: matrix_power(i.process.transition, i.steps)[i.first], scope=PATHS, sizes=SIZES),
    ),
    controls={
        "always the first action": lambda i: law_of_last_state(i.acting("first")),
        "actions uniform": lambda i: law_of_last_state(i.acting("uniform")),
    },
    expect=Tier.SUPPORTED,
)


def value(i, late=0, tail=1, discount=1):
    """E of the printed sum's first terms, plus what the model says of the rest, discounted."""
    total, rest = flint.fmpq(0), i.process.value_function
    for path, weight in i.paths():
        earned = sum(i.discount ** (discount * (k + late)) * i.rewards[path[2 * k], path[2 * k + 1]] for k in range(i.steps))
        total += weight * (earned + tail * i.discount**i.steps * rest[path[-1]])
    return total


values = Claim(
    id="argo-td-value",
    kind="definition",
    says="The value of a state is the expected sum of discounted rewards from there on: our model's value function.",
    printed=Printed(
        "argo",
        "slide 'Example: TD Learning with linear approximation (I)'",
        r"V^{c,\pi}(s)=\mathbb E\left[\sum_{k=0}^\infty\gamma^kr^c(S_k^c,A_k^c)\right]",
    ),
    statement=value,
    under=Domain((), "0 <= gamma < 1, which the slide does not print: the sum need not exist at gamma = 1"),
    uses=("argo-td-environments",),
    checks=(CounterexampleSearch(decision_cases, lambda i: i.process.value_function[i.first], scope=PATHS, sizes=SIZES),),
    controls={
        "gamma^(k+1)": lambda i: value(i, late=1),
        "no discount": lambda i: value(i, discount=0),
        "rewards end": lambda i: value(i, tail=0),
    },
    reduction="a function V that equals the first k terms plus gamma^k E V(S_k) for k = 1, 2, 3 and every first state is the whole sum",
    expect=Tier.SUPPORTED,
)
shared = Claim(
    id="argo-td-shared-estimate",
    kind="definition",
    says="One theta for all agents. Where some theta represents every agent's values, it is theta*, in unlike environments too.",
    printed=Printed(
        "argo",
        "slide 'Example: TD Learning with linear approximation (II)'",
        r"V^{c,\pi}(s)\approx\theta^\top\varphi(s)\quad\text{using }\theta\in\mathbb R^d\text{ and embedding }\varphi:\mathcal S\to\mathbb R^d",
    ),
    statement=lambda i: i.problem.approximation(i.problem.optimum),
    under=Domain((), "'approximately' has no size on the slide; judged where equality is possible"),
    checks=(
        CounterexampleSearch(
            representable, lambda i: i.problem.value_functions[-1], scope="TD problems with V^c = Phi theta", sizes=((1, 1), (1, 2), (2, 2))
        ),
    ),
    controls={
        "twice theta": lambda i: i.problem.approximation(2 * i.problem.optimum),
        "zero": lambda i: 0 * i.problem.approximation(i.problem.optimum),
        "features in another order": lambda i: i.problem.approximation(i.problem.optimum)[::-1],
    },
    expect=Tier.SUPPORTED,
)


def spread(problem, i):
    law = stationary_exact("fedlsa", problem, i.gamma, i.H)
    return np.trace(law.second_moment), law.mean - problem.optimum


def together_and_alone(i, power=1):
    """N^power times the mean squared error of N equal agents, and that of one."""
    one = LinearProblem(list(i.matrices[:1]), list(i.vectors[:1]))
    return i.N**power * spread(i.problem, i)[0], spread(one, i)[0]


benefit = Claim(
    id="argo-td-shared-benefit",
    kind="rate",
    says="N equal agents reach at most 1/N of the stationary mean squared error of one, at the same step size and number of local steps. That sharing "
    "'may' reduce bias with unlike agents states nothing that could fail.",
    printed=Printed(
        "argo",
        "slide 'Example: TD Learning with linear approximation (II)'",
        r"\text{If agents are homogeneous, it reduces sample complexity. If agents are heterogeneous, it may reduce bias of local data}",
    ),
    statement={"error": together_and_alone, "bias": lambda i: spread(i.problem, i)[1]},
    checks=(
        Part(
            "error",
            CounterexampleSearch(
                equal_agents, relation="<=", scope="exact laws of equal agents", sizes=((1, 2), (1, 3), (2, 2)), examples=15
            ),
        ),
        Part(
            "bias",
            CounterexampleSearch(
                equal_agents, lambda i: 0 * i.start, scope="exact means of equal agents", sizes=((1, 2), (2, 2)), examples=10
            ),
        ),
    ),
    controls={
        "1/N²": {"error": lambda i: together_and_alone(i, 2), "bias": lambda i: spread(i.problem, i)[1] + 1},
    },
    reduction="the first sentence alone is judged. The noise of a round grows with the spread of its start, so that less than 1/N may be left",
    expect=Tier.SUPPORTED,
)
system = Claim(
    id="argo-lsa-system",
    kind="definition",
    says="TD with linear features solves Abar theta* = bbar with Abar = Phi' D (1 - gamma P) Phi and bbar = Phi' D r, built here from the kernel.",
    printed=Printed(
        "argo",
        "slide 'Linear Stochastic Approximation'",
        r"\bar A\theta_\star=\bar b\quad\text{where }\bar A\text{ and }\bar b\text{ are known through stochastic estimates }A(Z),b(Z)\ldots"
        r"\text{ and }\bar A\text{ is not symmetric}",
    ),
    statement=lambda i: solve(*kernel_means(i)),
    checks=(CounterexampleSearch(td_problems, lambda i: i.optimum, scope="exact TD problems, one agent", sizes=SIZES),),
    controls={
        "transposed": lambda i: solve(kernel_means(i)[0].T, kernel_means(i)[1]),
        "no discount": lambda i: solve(*kernel_means(i, discount=0)),
        "minus b": lambda i: solve(kernel_means(i)[0], -kernel_means(i)[1]),
    },
    reduction="that variances are typically very large is no statement for a machine; the transposed system is another one, so Abar is not symmetric",
    expect=Tier.SUPPORTED,
)


def stacked(means):
    """Abar and bbar side by side, (d, d + 1)."""
    A, b = means
    return np.hstack([A, b[:, None]])


ORACLE = (CounterexampleSearch(td_problems, lambda i: stacked(sample_means(i)), scope="exact TD problems, all samples", sizes=SIZES),)
oracle = Claim(
    id="argo-lsa-oracle",
    kind="assumption",
    says="The samples are unbiased: TD's are, if its states are drawn independently from the stationary law (along one path they are not i.i.d.).",
    printed=Printed(
        "argo",
        "slide 'Context, analysis of TD (I)', Assumptions",
        r"\text{Oracle: i.i.d. sequence }Z_t\text{'s such that }\mathbb E[A(Z_t)]=\bar A,\text{ and }\mathbb E[b(Z_t)]=\bar b",
    ),
    statement=lambda i: stacked(kernel_means(i)),
    checks=ORACLE,
    controls={
        "states uniform": lambda i: stacked(kernel_means(i, uniform=True)),
        "no discount": lambda i: stacked(kernel_means(i, discount=0)),
    },
    expect=Tier.SUPPORTED,
)


def all_agents(of):
    return lambda i, **variant: np.stack([stacked(of(i, c, **variant)) for c in range(i.num_clients)])


federated_oracle = Claim(
    id="argo-fedlsa-assumptions",
    kind="assumption",
    says="Every agent's samples are unbiased for its own system. That theta* and all theta_c* are unique are N + 1 assumptions: none follows from "
    "the others.",
    printed=Printed(
        "argo",
        "slide 'Federated LSA', Assumptions",
        r"\theta_\star\text{ and }\theta_\star^c\text{ are unique, and }\bar A^c\text{ and }\bar b^c\text{ are split among N agents; Oracle: i.i.d. "
        r"sequence }Z_t^c\text{'s such that }\mathbb E[A(Z_t^c)]=\bar A^c,\text{ and }\mathbb E[b(Z_t^c)]=\bar b^c",
    ),
    statement=all_agents(kernel_means),
    checks=(
        CounterexampleSearch(
            td_problems, all_agents(sample_means), scope="exact TD problems, all samples of all agents", sizes=((1, 2), (2, 2)), examples=15
        ),
    ),
    controls={
        "states uniform": lambda i: all_agents(kernel_means)(i, uniform=True),
        "the first agent's for all": lambda i: np.stack([stacked(kernel_means(i, 0))] * i.num_clients),
    },
    expect=Tier.SUPPORTED,
)
