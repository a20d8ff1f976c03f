"""The figure of FedAvg with exact gradients: does its bias grow with the number of local steps?"""

from dataclasses import replace

import flint
import sympy as sp

from symfed.checks import inequality_search
from symfed.checks.readings import exact_bias
from symfed.claims import RESULT, Claim, Domain, Erratum, Scope, Tier, printed_at
from symfed.core.symbols import L, N, gamma
from symfed.models.problems import QuadraticProblem
from symfed.strategies import Instance, instances


def sizes(i, more=1):
    """|bias|^2 with H and with H + more local steps, by exact linear algebra."""
    now, later = (exact_bias("fedavg_deterministic")(j) for j in (i, replace(i, H=i.H + more)))
    return (now**2).sum(), (later**2).sum()


def quiet(d, N):
    return instances(d, N, noise=False, steps=(1, 8))


#: N = 2, left as a relation that instances are asked about
TWO = sp.Eq(N, 2)


def far_apart():
    """Two clients whose curvatures differ by up to four orders, and rounds of up to a hundred steps."""
    one, found = flint.fmpq(1), []
    for stiff in (10, 10000):
        for step, steps in ((1, 1), (1, 2), (2, 20), (4, 100)):
            problem = QuadraticProblem([[[1]], [[stiff]]], [[1], [0]])
            found.append(Instance(problem, one / (step * stiff), steps, one, stiff * one))
    return tuple(found)


increases = Claim(
    id="iccopt-bias-increases-with-h",
    kind="rate",
    says="More local steps, more bias; with three clients it may shrink again, and even change its sign.",
    printed=printed_at(
        "slide before 'Federated Averaging as Fixed Point Iteration'",
        r"\text{When the number of local iterations increases, bias incrases}",
    ),
    statement=sizes,
    checks=inequality_search(quiet, scope="exact quadratics", sizes=((1, 3), (2, 2)), examples=400),
    corrected="symfed-heterogeneity-bias-grows",
    missing="to first order in gamma H: beyond it slow and fast clients may pull to opposite sides, one after the other",
    expect=Tier.IMPRECISE,
    erratum=Erratum(RESULT, "true to first order in gamma H; beyond it the bias may shrink again", power=2),
)

two_clients = Claim(
    id="symfed-fedavg-two-clients-bias-grows",
    kind="inequality",
    says="Two quadratic clients in dimension one: the bias never shrinks when H grows.",
    printed=printed_at(
        "the slides' figure, where it is right",
        r"|\bar\theta_{det}^{(\gamma,H)}-\theta^\star|\le|\bar\theta_{det}^{(\gamma,H+1)}-\theta^\star|,\quad N=2,\ d=1,\ f_c\text{ quadratic},\ \gamma L\le1",
    ),
    under=Domain((gamma * L <= 1, TWO)),
    statement=sizes,
    ranges=Scope(d="1"),
    checks=inequality_search(quiet, scope="exact quadratics, two clients, d = 1", sizes=((1, 2), (1, 3)), examples=150, extremes=far_apart),
    wrong={
        "reversed": lambda i: sizes(i)[::-1],
        "a twentieth more": lambda i: (21 * sizes(i)[0], 20 * sizes(i)[1]),
    },
    see=("iccopt-bias-increases-with-h",),
    expect=Tier.SUPPORTED,
)
