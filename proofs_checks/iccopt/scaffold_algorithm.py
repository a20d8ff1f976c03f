"""The slide 'Scaffold': the algorithm, and what it says about heterogeneity."""

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from symfed.checks import CounterexampleSearch, complete_identity
from symfed.checks.classes import QUADRATIC
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Lemma, Printed, Tier, crosscheck, printed_at
from symfed.core.symbols import ClientMean, H, L, N, a, b, g, gamma, q, theta
from symfed.derive.lift import local_steps
from symfed.models.algorithms import get_algorithm
from symfed.reference.exact import stationary_exact
from symfed.strategies import instances, rationals
from symfed.strategies.control_variates import controlled_runs, stacked_end
from symfed.theorems.vocabulary import FRESH

SCOPE, SIZES = "exact runs of our rule, draw by draw, d <= 2", ((1, 1), (1, 2), (2, 1), (2, 2))


def two_rounds(d, N):
    return controlled_runs(d, N, rounds=2, cubic=True)


def pseudo_code(i, sign=1, H=0, divisor=0, towards=1, stale=False, drift_of_start=False):
    """Line by line; rows x^(T), xi_1^(T), .., xi_N^(T). `draws[t, c, h]` is Z_c^(t,h+1); the other parameters only serve wrong variants."""
    run, x, xi = i.run, i.run.start, list(i.control_variates)
    for t in range(len(run.draws)):
        ends = []
        for c in range(run.N):
            x_c = x
            for h in range(H or run.H):
                x_c = x_c - run.gamma * (run.gradient(c, run.draws[t, c, h], x if stale else x_c) + sign * xi[c])
            ends.append(x_c)
        x_next = sum(ends) / run.N
        centre = x if drift_of_start else x_next
        xi = [xi[c] + towards * (ends[c] - centre) / (run.gamma * (divisor or run.H)) for c in range(run.N)]
        x = x_next
    return np.vstack([x[None], *[row[None] for row in xi]])


MOVES = get_algorithm("scaffold")


def line(name, printed, rule, wrong):
    """That our rule is what a line prints, in letters for a coordinate: a where a client is, g its gradient, b its control variate."""
    return Lemma(name, printed, complete_identity(rule, as_printed, scope="our rule, a coordinate"), wrong)


algorithm = Claim(
    id="iccopt-scaffold-algo",
    kind="algorithm",
    says="Scaffold without a global step size: every local step adds the client's control variate, which then moves by the client's drift over gamma H.",
    printed=Printed(
        "iccopt",
        "slide 'Scaffold'",
        r"x_c^{(t,0)}=x^{(t)};\ x_c^{(t,h+1)}=x_c^{(t,h)}-\gamma\left(\nabla F_c(x_c^{(t,h)};Z_c^{(t,h+1)})+\xi_c^{(t)}\right),\ h=0..H-1;\ "
        r"x^{(t+1)}=\frac1N\sum_{c=1}^Nx_c^{(t,H)},\quad \xi_c^{(t+1)}=\xi_c^{(t)}+\frac1{\gamma H}(x_c^{t,H}-x^{(t+1)})",
        extraction="'h = 0 to H 1' is read as H - 1",
    ),
    lemmas=(
        line(
            "a local step",
            a - gamma * (g + b),
            lambda: MOVES.step(x=a, g=g, xi=b, x_start=theta, gamma=gamma, H=H),
            {"control variate subtracted": a - gamma * (g - b), "no control variate": a - gamma * g},
        ),
        line("how many of them", H, lambda: local_steps(MOVES), {"one fewer": H - 1, "one": sp.S.One}),
        line(
            "the server",
            ClientMean(a),
            lambda: MOVES.server(ClientMean(a), theta, gamma, H),
            {"it stays": theta, "the sum": N * ClientMean(a)},
        ),
        line(
            "a control variate",
            b + (a - ClientMean(a)) / (gamma * H),
            lambda: MOVES.control(b, a, theta, ClientMean(a), gamma, H),
            {
                "drift subtracted": b - (a - ClientMean(a)) / (gamma * H),
                "1/gamma for 1/(gamma H)": b + (a - ClientMean(a)) / gamma,
                "drift from the round's start": b + (a - theta) / (gamma * H),
            },
        ),
        crosscheck(
            "rounds, draw by draw",
            pseudo_code,
            CounterexampleSearch(two_rounds, stacked_end("scaffold"), scope=SCOPE, sizes=SIZES, examples=15),
            {
                "control variate subtracted": lambda i: pseudo_code(i, sign=-1),
                "drift subtracted": lambda i: pseudo_code(i, towards=-1),
                "1/gamma for 1/(gamma H)": lambda i: pseudo_code(i, divisor=1),
                "drift from the round's start": lambda i: pseudo_code(i, drift_of_start=True),
                "gradient at the round's start": lambda i: pseudo_code(i, stale=True),
                "H - 1 local steps": lambda i: (
                    pseudo_code(i, H=i.run.H - 1) if i.run.H > 1 else np.vstack([i.run.start[None], i.control_variates])
                ),
            },
        ),
    ),
    expect=Tier.DEFINED,
)


def any_sum(d, N, noise=False):
    """Quadratics and a drawn mean of the control variates, which Scaffold conserves."""
    vectors = st.lists(rationals(-3, 3, (1, 2)), min_size=d, max_size=d).map(lambda entries: np.array(entries, dtype=object))
    return instances(d, N, noise=noise, extra={"mean control": vectors})


def limit(i):
    """Where E[x^(t)] tends, less x*."""
    law = stationary_exact("scaffold", i.problem, i.gamma, i.H, mean_control=i.extra["mean control"])
    return law.mean - i.problem.optimum


def nothing(i):
    return 0 * i.problem.optimum


def tilted_minimiser(i):
    """Minimiser of f(x) + <m, x> less x*, m the mean control variate."""
    return -i.problem.jets.solve(i.problem.jets.hessian, i.extra["mean control"])


#: Averages over what is drawn, of a point, a gradient, a control variate, a client's end.
POINT, PUSH, CONTROL, END = (ClientMean(s) for s in (a, g, b, q))


def of_means(name, statement, moved, wrong):
    """That the rule makes of averages the average of what it makes."""
    check = complete_identity(lambda: ClientMean(moved), as_printed, scope="a coordinate, averaged over what is drawn")
    return Lemma(name, statement, check, wrong)


no_bias_corrected = Claim(
    id="symfed-scaffold-no-heterogeneity-bias",
    kind="limit",
    says="On quadratics Scaffold's stationary mean is the minimiser of f(x) + <mean_c xi_c, x>: x* if and only if the control variates sum to zero.",
    printed=printed_at(
        "slide 'Scaffold', with its missing condition",
        r"\lim_t\mathbb E[x^{(t)}]=\operatorname{arg\,min}_x\,f(x)+\big\langle\tfrac1N\textstyle\sum_c\xi_c^{(0)},x\big\rangle",
    ),
    under=Domain((gamma * L <= 1,), (QUADRATIC, FRESH)),
    statement=tilted_minimiser,
    lemmas=(
        of_means(
            "a local step",
            MOVES.step(x=POINT, g=PUSH, xi=CONTROL, x_start=theta, gamma=gamma, H=H),
            MOVES.step(x=a, g=g, xi=b, x_start=theta, gamma=gamma, H=H),
            {"no control variate": POINT - gamma * PUSH, "the other way": POINT + gamma * (PUSH + CONTROL)},
        ),
        of_means(
            "a control variate",
            MOVES.control(CONTROL, END, theta, POINT, gamma, H),
            MOVES.control(b, q, theta, a, gamma, H),
            {"it stays": CONTROL, "the other way": CONTROL - (END - POINT) / (gamma * H)},
        ),
        crosscheck(
            "the law's mean",
            tilted_minimiser,
            CounterexampleSearch(
                lambda d, N: any_sum(d, N, noise=True),
                limit,
                scope="exact noisy quadratics, control variates with a drawn mean",
                examples=15,
            ),
            wrong={
                "x* whatever the sum": nothing,
                "sign flipped": lambda i: -tilted_minimiser(i),
                "the sum for the mean": lambda i: i.N * tilted_minimiser(i),
                "one client's Hessian": lambda i: -i.problem.jets.solve(i.problem.hessian_matrices[0], i.extra["mean control"]),
            },
        ),
    ),
    follows=InWords(
        "a quadratic's gradient is affine, so that the mean of a new sample's gradient is the client's gradient at the mean of the point: means "
        "move as the algorithm does without noise, which tends to that minimiser"
    ),
    uses=("symfed-scaffold-conserved-mean",),
    expect=Tier.PROVED_GIVEN,
)
