"""Where a round of Scaffold rests on quadratic clients, and what happens when the control variates do not start with mean zero."""

from dataclasses import replace
from functools import partial

import flint
import numpy as np
import sympy as sp

from proofs_checks.symfed.scaffold.contraction import (
    QUADRATIC,
    SIZES,
    within,
)
from proofs_checks.symfed.scaffold.quantities import RESTING, RESTS
from symfed.checks import CounterexampleSearch, complete_identity
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import ClientMean, H, L, a, b, g, gamma, theta
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import solve
from symfed.strategies.control_variates import by_rule, outsiders, round_cases


def rule_at_rest(theta, A, b, sign=-1, step="scaffold"):
    """A local step from theta* of the client (A, b), whose control variate is minus its gradient there."""
    gradient = A * theta - b
    return get_algorithm(step).step(x=theta, g=gradient, xi=sign * gradient, x_start=theta, gamma=gamma, H=H), theta


def control_at_rest(theta, A, b, sign=-1):
    """The control variate after a round in which nobody moved."""
    xi = sign * (A * theta - b)
    return get_algorithm("scaffold").control(xi, theta, theta, theta, gamma, H), -(A * theta - b)


def at_rest(i, sign=-1, share=1):
    """theta* with control variates sign * grad f_c(theta*), shape (N + 1, d)."""
    return np.vstack([i.problem.optimum, sign * share * i.gradients])


def round_from(i, state):
    """The state after a round from there, and that state itself."""
    return by_rule("scaffold", replace(i, start=state[0], control_variates=state[1:])), state


def rested(i):
    """Where a round from the resting state ends, and that state."""
    return round_from(i, at_rest(i))


SIZE_FREE = "matrices of any size that do not commute"
STANDS_STILL = Lemma(
    "a local step from theta*",
    rule_at_rest,
    FreeIdentity("theta A b", scope=SIZE_FREE),
    wrong={
        "the gradient itself": lambda *x: rule_at_rest(*x, sign=1),
        "0.95 of it": lambda *x: rule_at_rest(*x, sign=-sp.Rational(19, 20)),
        "FedAvg": lambda *x: rule_at_rest(*x, step="fedavg"),
    },
)
rests = Claim(
    id="symfed-scaffold-rests",
    kind="identity",
    says="Scaffold rests at theta* with xi_c = -grad f_c(theta*), for every gamma and H; these control variates have mean zero.",
    printed=printed_at("where Scaffold rests", r"\theta_*=\arg\min f,\quad\xi_*^c=-\nabla f_c(\theta_*)=b_c-A_c\theta_*"),
    under=Domain((), (QUADRATIC,)),
    statement=RESTING,
    lemmas=(
        STANDS_STILL,
        Lemma(
            "the control variate of a client that did not move",
            control_at_rest,
            FreeIdentity("theta A b", scope=SIZE_FREE),
            wrong={
                "the gradient itself": lambda *x: control_at_rest(*x, sign=1),
                "0.95 of it": lambda *x: control_at_rest(*x, sign=-sp.Rational(19, 20)),
            },
        ),
        crosscheck(
            "rounds by the rule",
            rested,
            CounterexampleSearch(round_cases, scope="exact rounds from there", sizes=SIZES, examples=8),
            wrong={
                "the gradient itself": lambda i: round_from(i, at_rest(i, 1)),
                "0.95 of it": lambda i: round_from(i, at_rest(i, share=flint.fmpq(19, 20))),
            },
        ),
    ),
    follows=RESTS,
    expect=Tier.PROVED,
)


def mean_control(i):
    """The control variates' mean after a round."""
    return by_rule("scaffold", i)[1:].sum(axis=0) / i.N


def mean_by_rule():
    """The control variates' mean after a round, for any number of clients: each has a control variate b and ends its steps at a."""
    return ClientMean(get_algorithm("scaffold").control(b, a, theta, ClientMean(a), gamma, H))


def step_on(gradient, control):
    """A local step, from theta."""
    return get_algorithm("scaffold").step(x=theta, g=gradient, xi=control, x_start=theta, gamma=gamma, H=H)


MEAN_KEPT = Lemma(
    "the mean after a round",
    ClientMean(b),
    complete_identity(mean_by_rule, as_printed, scope="any N; a coordinate of control variates and of the ends of the clients' steps"),
    wrong={"zero": sp.S.Zero, "0.95 of it": sp.Rational(19, 20) * ClientMean(b), "a client's own": b},
)


def rests_shifted(i, sign=-1, share=1):
    """Below m, the mean of the control variates: argmin f + <m, theta> with minus the clients' gradients there, (N + 2, d).

    Once after a round and with the mean of these gradients, and once before the round and with m.
    """
    m = i.control_variates.sum(axis=0) / i.N
    point = i.problem.optimum - share * solve(i.problem.hessian_matrices.sum(axis=0) / i.N, m)
    after, before = round_from(i, np.vstack([point, sign * i.gradient(np.stack([point] * i.N))]))
    return np.vstack([after, before[1:].sum(axis=0) / i.N]), np.vstack([before, m])


def outsiders_that_move():
    """The outsiders, and the bent one with the control variate one."""
    resting, bent = outsiders()
    return resting, bent, replace(bent, control_variates=resting.control_variates)


def kept(i, share=1):
    """The mean of the control variates after a round, and before."""
    return mean_control(i), share * i.control_variates.sum(axis=0) / i.N


def no_growth(i):
    return within(i, rho=lambda i: 1)


conserved = Claim(
    id="symfed-scaffold-conserved-mean",
    kind="identity",
    says="The mean of the control variates never changes. Where it is not zero Scaffold converges all the same, if gamma L < 2, to the minimiser of "
    "f + <mean xi, theta>.",
    printed=printed_at(
        "Scaffold off the zero-sum subspace",
        r"\bar\xi_{t+1}=\bar\xi_t,\quad\theta_t\to\arg\min_\theta f(\theta)+\langle\bar\xi_0,\theta\rangle\quad(\gamma L<2)",
    ),
    under=Domain((gamma * L < 2,), (QUADRATIC,)),
    statement=rests_shifted,
    lemmas=(
        MEAN_KEPT,
        Lemma(
            "a gradient and a control variate that make the same step",
            (g + theta, b - theta),
            complete_identity(lambda: step_on(g, b), lambda pair: step_on(*pair), scope="a coordinate of gradient and control variate"),
            wrong={"gradient alone": (g + theta, b), "both up": (g + theta, b + theta)},
        ),
        crosscheck(
            "the mean, by the rule",
            kept,
            CounterexampleSearch(
                partial(round_cases, zero_sum=False), scope="exact rounds from any control variates", sizes=SIZES, examples=8
            ),
            wrong={
                "0.95 of it": lambda i: kept(i, flint.fmpq(19, 20)),
                "the first client's": lambda i: (mean_control(i), i.control_variates[0]),
            },
        ),
        crosscheck(
            "the limit, by the rule",
            rests_shifted,
            CounterexampleSearch(
                partial(round_cases, zero_sum=False),
                scope="exact rounds from the limit",
                sizes=SIZES,
                examples=8,
                extremes=outsiders_that_move,
            ),
            wrong={
                "theta*": lambda i: rests_shifted(i, share=0),
                "0.95 of the way": lambda i: rests_shifted(i, share=flint.fmpq(19, 20)),
                "the gradient itself": lambda i: rests_shifted(i, sign=1),
            },
        ),
        crosscheck(
            "no eigenvalue beyond one",
            no_growth,
            CounterexampleSearch(round_cases, scope="spectra of exact rounds on control variates of mean zero", sizes=SIZES, examples=8),
            wrong={"1/2": lambda i: within(i, rho=lambda i: flint.fmpq(1, 2))},
        ),
    ),
    follows=InWords(
        "with m the mean, Scaffold on the losses f_c + <m, theta> with the control variates xi_c - m, whose mean is zero, takes the same steps; "
        "there it converges to the minimiser (symfed-scaffold-step-sizes), where it rests (symfed-scaffold-rests)"
    ),
    uses=("symfed-scaffold-rests", "symfed-scaffold-step-sizes"),
    expect=Tier.PROVED_GIVEN,
)
