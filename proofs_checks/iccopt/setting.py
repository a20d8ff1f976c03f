"""The problem, the algorithm and the step from two points, as the slides' first part prints them."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import algorithm_1, equation_1
from proofs_checks.aistats.quantities import T_c, local_step, start, x, y
from symfed.checks import CounterexampleSearch
from symfed.claims import Claim, Printed, Tier, again, crosscheck, printed_at
from symfed.core.symbols import gamma, h
from symfed.strategies.sampled import by_rule, sampled_runs
from symfed.theorems import Apply
from symfed.theorems.sequences import instance, linear_combination
from symfed.theorems.vocabulary import grad

problem = again(
    equation_1.eq1,
    id="iccopt-problem",
    printed=printed_at(
        "slide 'Federated Learning'", r"\min_{x\in\mathbb R^d}\frac1N\sum_{c=1}^Nf_c(x),\quad f_c(x)=\mathbb E_{Z\sim D_c}[F_c(x;Z)]"
    ),
)
argmin = again(
    equation_1.eq1,
    id="iccopt-fedavg-argmin",
    printed=printed_at(
        "slide 'Federated Averaging'", r"x^*\in\operatorname{arg\,min}_{x\in\mathbb R^d}\frac1N\sum_{c=1}^N\mathbb E_Z[F_c(x;Z)]"
    ),
)
fedavg = again(
    algorithm_1.alg1,
    id="iccopt-fedavg-algo",
    printed=Printed(
        "iccopt",
        "slide 'Federated Averaging'",
        r"\text{For }c=1\text{ à }N:\ x_c^{(t,0)}=x^{(t)};\ h=0..H-1:\ x_c^{(t,h+1)}=x_c^{(t,h)}-\gamma\nabla F_c(x_c^{(t,h)};Z_c^{(t,h+1)});\ "
        r"x^{(t+1)}=\frac1N\sum_{c=1}^Nx_c^{(t,H)}",
        extraction="'h = 0 to H 1' is read as H - 1",
    ),
)


def one_client(i, start):
    """Where one client ends that starts from `start`, by our rule with full gradients."""
    return by_rule("fedavg_deterministic", replace(i, start=start))


def difference(i, sign=1, at=lambda x, y: (x, y)):
    """x - y after the run's local steps, by the printed recursion; `at` says where the gradients are taken."""
    x, y = i.start, i.point
    gap = x - y
    for _ in range(i.H):
        u, v = at(x, y)
        gap = gap - sign * i.gamma * (i.mean_gradient(0, u) - i.mean_gradient(0, v))
        x, y = (z - i.gamma * i.mean_gradient(0, z) for z in (x, y))
    return gap


GAP = T_c(h, x) - T_c(h, y)

fixed_point_difference = Claim(
    id="iccopt-fixed-point-difference",
    kind="identity",
    says="Two local runs of one client with exact gradients: their difference moves by the difference of the gradients.",
    printed=printed_at(
        "slide 'Federated Averaging as Fixed Point Iteration', first display",
        r"x_c^{(t,h+1)}-y_c^{(t,h+1)}=x_c^{(t,h)}-y_c^{(t,h)}-\gamma(\nabla f_c(x_c^{(t,h)})-\nabla f_c(y_c^{(t,h)}))",
    ),
    statement=sp.Eq(GAP.subs(h, h + 1), GAP - gamma * (grad(T_c(h, x)) - grad(T_c(h, y))), evaluate=False),
    see=("iccopt-fedavg-algo",),
    lemmas=crosscheck(
        "by the rule",
        difference,
        CounterexampleSearch(
            sampled_runs,
            lambda i: one_client(i, i.start) - one_client(i, i.point),
            scope="two runs of our rule with exact gradients, one client, d <= 2",
            sizes=((1, 1), (2, 1)),
            examples=20,
        ),
        wrong={
            "plus for minus": lambda i: difference(i, sign=-1),
            "gradients at the other point": lambda i: difference(i, at=lambda x, y: (y, x)),
            "gradients at the start": lambda i: difference(i, at=lambda x, y: (i.start, i.point)),
        },
    ),
    follows=(
        start,
        local_step,
        Apply(instance, "local step from y", relation="local step", at={x: y}),
        linear_combination(
            "difference", GAP.subs(h, h + 1), GAP - gamma * (grad(T_c(h, x)) - grad(T_c(h, y))), {"local step": 1, "local step from y": -1}
        ),
    ),
    expect=Tier.PROVED,
)
