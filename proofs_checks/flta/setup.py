"""Problem Setup: the problem, Scaffold's updates, what its control variates estimate, and what they correct."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats.quantities import theta_star
from proofs_checks.symfed.scaffold.contraction import QUADRATIC
from proofs_checks.symfed.scaffold.quantities import STILL, rest
from proofs_checks.symfed.scaffold.rest import STANDS_STILL, at_rest, round_from
from symfed.checks import CounterexampleSearch
from symfed.claims import Claim, Domain, Tier, printed_at
from symfed.core.symbols import h
from symfed.strategies.control_variates import by_rule, round_cases

SIZES = ((1, 1), (1, 2), (2, 2), (2, 3))
QUADRATICS = Domain((), (QUADRATIC,), lines={str(QUADRATIC): "Problem Setup: the quadratic FL objective"})


def any_controls(d, N):
    return round_cases(d, N, zero_sum=False)


def data(i):
    """A_c and b_c = A_c theta_c, whose minimiser is theta_c."""
    A = i.problem.hessian_matrices
    return A, (A @ i.problem.optima[..., None])[..., 0]


def f(i, x, share=0, sign=1):
    A, b = data(i)
    losses = [x @ A[c] @ x / 2 - sign * (b[c] @ x) for c in range(i.N)]
    return sum(losses) / (share or i.N)


def excess(i, **variant):
    """f at the drawn point minus f at the optimum that all derivations expand about."""
    return f(i, i.start, **variant) - f(i, i.problem.optimum, **variant)


def half_square(i):
    gap = i.start - i.problem.optimum
    return gap @ i.problem.hessian_matrices.sum(axis=0) @ gap / (2 * i.N)


problem = Claim(
    id="flta-problem",
    kind="definition",
    says="theta* minimises the plain average of the clients' quadratics: f exceeds f(theta*) by half the form of the mean Hessian.",
    printed=printed_at(
        "Problem Setup, first display",
        r"\min_{\theta\in\mathbb R^d}\frac1N\sum_{c=1}^N\Big(\frac12\theta^\top A_c\theta-b_c^\top\theta\Big),\quad A_c\succ0"
        r"\text{ and heterogeneous across clients}",
    ),
    under=QUADRATICS,
    statement=excess,
    checks=CounterexampleSearch(round_cases, half_square, scope="exact quadratics, d <= 2", sizes=SIZES, examples=12),
    wrong={
        "sum over clients for the mean": lambda i: excess(i, share=1),
        "sign of b": lambda i: excess(i, sign=-1),
        "0.95 b": lambda i: excess(i, sign=flint.fmpq(19, 20)),
    },
    expect=Tier.DEFINED,
)


def pseudo_code(i, H=0, sign=1, share=0, back=1, per_step=True, early=False):
    """Line by line, two rounds; the other parameters only serve wrong variants."""
    A, b = data(i)
    theta, xi, H = i.start, i.control_variates, H or i.H
    for _ in range(2):
        ends = []
        for c in range(i.N):
            theta_c = theta
            for _ in range(H):
                theta_c = theta_c - i.gamma * (A[c] @ theta_c - b[c] + sign * xi[c])
            ends.append(theta_c)
        after = sum(ends) / (share or i.N)
        drift = np.stack(ends) - (theta if early else after)
        theta, xi = after, xi + back * drift / (i.gamma * (i.H if per_step else 1))
    return np.vstack([theta, xi])


algorithm = Claim(
    id="flta-scaffold-algo",
    kind="algorithm",
    says="Scaffold: H local steps along gradient plus control variate, the mean of the ends, and each client's drift from it over gamma H. "
    "theta_{t,0}^c = theta_t, and any control variates to start with: the slides do not say which.",
    printed=printed_at(
        "Problem Setup, Scaffold updates",
        r"\theta_{t,h+1}^c=\theta_{t,h}^c-\gamma(A_c\theta_{t,h}^c-b_c+\xi_t^c),\quad\theta_{t+1}=\frac1N\sum_{c=1}^N\theta_{t,H}^c,\quad"
        r"\xi_{t+1}^c=\xi_t^c+\frac1{\gamma H}(\theta_{t,H}^c-\theta_{t+1})",
    ),
    under=QUADRATICS,
    statement=pseudo_code,
    checks=CounterexampleSearch(
        any_controls, lambda i: by_rule("scaffold", i, rounds=2), scope="two rounds of our rule, d <= 2", sizes=SIZES, examples=12
    ),
    wrong={
        "gradient minus control variate": lambda i: pseudo_code(i, sign=-1),
        "H-1 local steps": lambda i: pseudo_code(i, H=i.H - 1) if i.H > 1 else i.state,
        "sum for mean": lambda i: pseudo_code(i, share=1),
        "sign of the drift": lambda i: pseudo_code(i, back=-1),
        "1/gamma for 1/(gamma H)": lambda i: pseudo_code(i, per_step=False),
        "drift from the round's start": lambda i: pseudo_code(i, early=True),
    },
    expect=Tier.DEFINED,
)


meaning = Claim(
    id="flta-cv-meaning",
    kind="identity",
    says="The control variates estimate each client's gradient at the optimum: theta* with these control variates is where a round rests. (The instance's round starts from theta* with these gradients, not from the start and control variates listed; right is the state before it and left the state after it, theta and then each xi_c.)",
    printed=printed_at("Problem Setup, first remark", r"\text{Control variates }\xi_c\text{ estimate gradient at optimum}"),
    under=QUADRATICS,
    statement=lambda i: round_from(i, at_rest(i, 1)),
    checks=CounterexampleSearch(round_cases, scope="does a round rest there? exact quadratics", sizes=SIZES),
    corrected="symfed-scaffold-rests",
    missing="minus the gradient (the update adds xi_c to it), and control variates whose mean is zero to start with",
    expect=Tier.IMPRECISE,
)

correction = Claim(
    id="flta-bias-correction",
    kind="limit",
    says="The correction takes the client drift away at theta*: with the control variates of the optimum no client moves from there, whereas "
    "FedAvg's clients do, unless their gradients vanish there. (Without noise and on quadratics the drift is the whole of the bias.)",
    printed=printed_at("Problem Setup, second remark", r"\text{Bias correction mitigates client drift}"),
    under=QUADRATICS,
    statement=sp.Eq(rest(h), theta_star, evaluate=False),
    lemmas=STANDS_STILL,
    follows=STILL,
    see=("symfed-scaffold-rests",),
    expect=Tier.PROVED,
)

figure = Claim(
    id="flta-figure-local-steps",
    kind="limit",
    says="FedAvg and Scaffold in pictures, for 1, 10, 100, 1000 local steps.",
    printed=printed_at("Goal of This Work, figure", r"\text{Blue: FedAvg, Pink: Scaffold. Left to right: 1, 10, 100, 1000 local steps}"),
    reason="a picture: neither the problem nor the step size nor a value of what is drawn is given",
    expect=Tier.NOT_CHECKED,
)
