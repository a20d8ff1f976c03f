"""The figure of FedAvg with exact gradients: does its bias grow with the number of local steps?"""

from dataclasses import replace

from symfed.checks import CounterexampleSearch
from symfed.checks.readings import exact_bias
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Tier
from symfed.strategies import instances

STEPS = Domain((gamma * L <= 1,))


def sizes(i, more=1):
    """|bias|^2 with H and with H + more local steps, by exact linear algebra."""
    now, later = (exact_bias("fedavg_deterministic")(j) for j in (i, replace(i, H=i.H + more)))
    return (now**2).sum(), (later**2).sum()


def quiet(d, N):
    return instances(d, N, noise=False, steps=(1, 8))


increases = Claim(
    id="iccopt-bias-increases-with-h",
    kind="rate",
    says="More local steps, more bias; with three clients it may shrink again, and even change its sign.",
    printed=Printed("iccopt", "slide with three trajectories", r"\text{When the number of local iterations increases, bias incrases}"),
    statement=sizes,
    under=STEPS,
    checks=(CounterexampleSearch(quiet, relation="<=", scope="exact quadratics", sizes=((1, 3), (2, 2)), examples=400),),
    corrected="symfed-heterogeneity-bias-grows",
    missing="to first order in gamma H: beyond it slow and fast clients may pull to opposite sides, one after the other",
    expect=Tier.IMPRECISE,
)

two_clients = Claim(
    id="symfed-fedavg-two-clients-bias-grows",
    kind="inequality",
    says="Two quadratic clients in dimension one: the bias never shrinks when H grows.",
    printed=Printed(
        "symfed",
        "the slides' figure, where it is right",
        r"|\bar\theta_{det}^{(\gamma,H)}-\theta^\star|\le|\bar\theta_{det}^{(\gamma,H+1)}-\theta^\star|,\quad N=2,\ d=1,\ f_c\text{ quadratic},\ \gamma L\le1",
    ),
    statement=sizes,
    under=STEPS,
    checks=(CounterexampleSearch(quiet, relation="<=", scope="exact quadratics, two clients, d = 1", sizes=((1, 2),), examples=200),),
    controls={
        "reversed": lambda i: sizes(i)[::-1],
        "a third more": lambda i: (4 * sizes(i)[0], 3 * sizes(i)[1]),
    },
    reduction=(
        "with g_1 = -g_2 the bias is proportional to (1/a_1 - s/a_2)/(1 + s), s = a_2 sum_h (1-gamma a_2)^h/(a_1 sum_h (1-gamma a_1)^h), which "
        "moves from a_2/a_1 to 1; searched here on exact instances"
    ),
    expect=Tier.SUPPORTED,
)
