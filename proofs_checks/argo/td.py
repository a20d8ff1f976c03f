"""Temporal-difference learning: the environments, the value functions, their shared estimate, and the linear system behind it."""

import flint
import numpy as np

from proofs_checks.argo.decisions import decision_cases, kernel_means, representable, sample_means, undiscounted
from proofs_checks.argo.fedlsa import ASSUMPTIONS, frozen
from proofs_checks.symfed.lsa.classes import EQUAL_AGENTS, EQUAL_AGENTS_SETTLE, INDEPENDENT
from proofs_checks.symfed.lsa.runs import equal_agents
from symfed.checks import CounterexampleCheck, CounterexampleSearch, inequality_search
from symfed.claims import LOCAL_SLIP, Claim, Class, Domain, Erratum, Lemma, Tier, printed_at
from symfed.models.arrays import matrix_power, solve
from symfed.models.problems import LinearProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies.markov import td_problems

SIZES = ((1, 1), (2, 1))
TITLE = "slide 'Some problems do not fit this framework...'"
PLACE, SHARED = (f"{TITLE}, Example: TD Learning with linear approximation ({n})" for n in ("I", "II"))
VALUE_TEX = r"V^{c,\pi}(s)=\mathbb E\left[\sum_{k=0}^\infty\gamma^kr^c(S_k^c,A_k^c)\right]"
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
    printed=printed_at(PLACE, r"S_0^c=s,\ A_k^c\sim\pi(\cdot|S_k^c),\text{ and }S_{k+1}^c\sim P_{\mathrm{MDP}}^c(\cdot|S_k^c,A_k^c)"),
    statement=law_of_last_state,
    checks=CounterexampleSearch(decision_cases, lambda i: matrix_power(i.process.transition, i.steps)[i.first], scope=PATHS, sizes=SIZES),
    wrong={
        "always the first action": lambda i: law_of_last_state(i.acting("first")),
        "actions uniform": lambda i: law_of_last_state(i.acting("uniform")),
    },
    expect=Tier.DEFINED,
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
    says="The value of a state as the expected sum of discounted rewards. What gamma may be is not said; at gamma = 1 there need be no such sum.",
    printed=printed_at(PLACE, VALUE_TEX),
    statement="the printed sum exists in every environment, for every discount gamma",
    checks=CounterexampleCheck(undiscounted, "one state, gamma = 1"),
    corrected="symfed-td-value",
    missing="0 <= gamma < 1 (for bounded rewards)",
    expect=Tier.IMPRECISE,
    erratum=Erratum(LOCAL_SLIP, "that the discount is smaller than one is left unsaid"),
)
DISCOUNT = Class("a discount 0 <= gamma < 1")
discounted = Claim(
    id="symfed-td-value",
    kind="definition",
    says="The value of a state is the expected sum of discounted rewards from there on: our model's value function. It equals the first k terms plus gamma^k "
    "times the mean value of the state S_k, for k = 1, 2, 3 and every first state. There are finitely many states and actions, so that rewards are bounded.",
    printed=printed_at("ARGO, value of a state, with its discount", VALUE_TEX + r",\quad0\le\gamma<1"),
    statement=value,
    under=Domain(classes=(DISCOUNT,)),
    checks=CounterexampleSearch(decision_cases, lambda i: i.process.value_function[i.first], scope=PATHS, sizes=SIZES),
    wrong={
        "gamma^(k+1)": lambda i: value(i, late=1),
        "no discount": lambda i: value(i, discount=0),
        "rewards end": lambda i: value(i, tail=0),
    },
    see=("argo-td-environments",),
    expect=Tier.SUPPORTED,
)
shared = Claim(
    id="argo-td-shared-estimate",
    kind="definition",
    says="One theta for all agents. Where some theta represents every agent's values, it is theta*, in unlike environments too. ('Approximately' has no size "
    "on the slide: judged where equality is possible.)",
    printed=printed_at(
        SHARED,
        r"V^{c,\pi}(s)\approx\theta^\top\varphi(s)\quad\text{using }\theta\in\mathbb R^d\text{ and embedding }\varphi:\mathcal S\to\mathbb R^d",
    ),
    statement=lambda i: i.problem.approximation(i.problem.optimum),
    checks=CounterexampleSearch(
        representable, lambda i: i.problem.value_functions[-1], scope="TD problems with V^c = Phi theta", sizes=((1, 1), (1, 2), (2, 2))
    ),
    wrong={
        "twice theta": lambda i: i.problem.approximation(2 * i.problem.optimum),
        "zero": lambda i: 0 * i.problem.approximation(i.problem.optimum),
        "features in another order": lambda i: i.problem.approximation(i.problem.optimum)[::-1],
    },
    expect=Tier.DEFINED,
)


def spread(problem, i):
    law = stationary_exact("fedlsa", problem, i.gamma, i.H)
    return np.trace(law.second_moment), law.mean


def together_and_alone(i, power=1):
    """N^power times the mean squared error of N equal agents about theta*, and that of one."""
    one = LinearProblem(list(i.matrices[:1]), list(i.vectors[:1]))
    return i.N**power * spread(i.problem, i)[0], spread(one, i)[0]


benefit = Claim(
    id="argo-td-shared-benefit",
    kind="rate",
    says="N equal agents reach at most 1/N of the stationary mean squared error of one, at the same step size and number of local steps: less may be left, "
    "as the noise of a round grows with the spread of its start. (That sharing 'may' reduce bias with unlike agents, as the slide goes on, states nothing "
    "that could fail.)",
    printed=printed_at(SHARED, r"\text{If agents are homogeneous, it reduces sample complexity}"),
    under=Domain(
        (),
        (EQUAL_AGENTS, EQUAL_AGENTS_SETTLE, INDEPENDENT),
        {
            str(EQUAL_AGENTS): SHARED,
            str(
                EQUAL_AGENTS_SETTLE
            ): f"{ASSUMPTIONS}: exponential stability, of one factor on a vector, as it is then used (argo-exp-stability)",
            str(INDEPENDENT): f"{ASSUMPTIONS}: Oracle",
        },
    ),
    lemmas=(
        Lemma(
            "error",
            together_and_alone,
            inequality_search(equal_agents, scope="exact laws of equal agents", sizes=((1, 2), (1, 3), (2, 2)), examples=15),
            {"1/N²": lambda i: together_and_alone(i, 2)},
        ),
        Lemma(
            "mean",
            lambda i: frozen(i) if i.repeating else spread(i.problem, i)[1],
            CounterexampleSearch(
                equal_agents, lambda i: i.problem.optimum, scope="exact means of equal agents", sizes=((1, 2), (2, 2)), examples=15
            ),
            {"the start": lambda i: i.start},
            says="and have no bias",
        ),
    ),
    expect=Tier.SUPPORTED,
)
system = Claim(
    id="argo-lsa-system",
    kind="definition",
    says="TD with linear features solves Abar theta* = bbar with Abar = Phi' D (1 - gamma P) Phi and bbar = Phi' D r, built here from the kernel (Phi the features, D the stationary law, P the transitions, r the mean rewards, gamma the discount); the "
    "transposed system is in general another one. (That variances are typically very large is no statement for a machine.)",
    printed=printed_at(
        "slide 'Linear Stochastic Approximation'",
        r"\bar A\theta_\star=\bar b\quad\text{where }\bar A\text{ and }\bar b\text{ are known through stochastic estimates }A(Z),b(Z)\ldots"
        r"\text{ and }\bar A\text{ is not symmetric}",
    ),
    statement=lambda i: solve(*kernel_means(i)),
    checks=CounterexampleSearch(td_problems, lambda i: i.optimum, scope="exact TD problems, one agent", sizes=SIZES),
    wrong={
        "transposed": lambda i: solve(kernel_means(i)[0].T, kernel_means(i)[1]),
        "no discount": lambda i: solve(*kernel_means(i, discount=0)),
        "minus b": lambda i: solve(kernel_means(i)[0], -kernel_means(i)[1]),
    },
    expect=Tier.DEFINED,
)


def stacked(means):
    """Abar and bbar side by side, (d, d + 1)."""
    A, b = means
    return np.hstack([A, b[:, None]])


ORACLE = (CounterexampleSearch(td_problems, lambda i: stacked(sample_means(i)), scope="exact TD problems, all samples", sizes=SIZES),)
oracle = Claim(
    id="argo-lsa-oracle",
    kind="assumption",
    says="The samples are unbiased: TD's are, if its states are drawn independently from the stationary law (along one path they are not independent).",
    printed=printed_at(
        "slide 'Context, analysis of TD (I)', Assumptions",
        r"\text{Oracle: i.i.d. sequence }Z_t\text{'s such that }\mathbb E[A(Z_t)]=\bar A,\text{ and }\mathbb E[b(Z_t)]=\bar b",
    ),
    statement=lambda i: stacked(kernel_means(i)),
    checks=ORACLE,
    wrong={
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
    says="Every agent's samples are unbiased for its own system. That theta* and all theta_c* are unique are N + 1 assumptions: for N > 1 none follows "
    "from the others.",
    printed=printed_at(
        "slide 'Federated LSA', Assumptions",
        r"\theta_\star\text{ and }\theta_\star^c\text{ are unique, and }\bar A^c\text{ and }\bar b^c\text{ are split among N agents; Oracle: i.i.d. "
        r"sequence }Z_t^c\text{'s such that }\mathbb E[A(Z_t^c)]=\bar A^c,\text{ and }\mathbb E[b(Z_t^c)]=\bar b^c",
    ),
    statement=all_agents(kernel_means),
    checks=CounterexampleSearch(
        td_problems, all_agents(sample_means), scope="exact TD problems, all samples of all agents", sizes=((1, 2), (2, 2)), examples=15
    ),
    wrong={
        "states uniform": lambda i: all_agents(kernel_means)(i, uniform=True),
        "the first agent's for all": lambda i: np.stack([stacked(kernel_means(i, 0))] * i.num_clients),
    },
    expect=Tier.SUPPORTED,
)
