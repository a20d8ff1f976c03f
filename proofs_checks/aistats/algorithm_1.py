"""Algorithm 1, the local update displayed before equation (2), and equation (2)."""

from dataclasses import replace

from symfed.checks import CounterexampleSearch
from symfed.claims import Claim, Class, Domain, Tier, printed_at
from symfed.strategies.sampled import by_rule, image, law_by_rule, rows, sampled_runs

SCOPE, SIZES = "exact runs of our rule, draw by draw, d <= 2", ((1, 1), (1, 2), (2, 2))


def two_rounds(d, N):
    return sampled_runs(d, N, rounds=2)


def pseudo_code(i, H=0, share=0, sign=1, stale=False, same_state=False):
    """Line by line. `draws[t, c, h]` is the state Z_{c,t}^{h+1} received in step h; the other parameters only serve wrong variants."""
    theta = i.start
    for t in range(len(i.draws)):
        total = 0 * theta
        for c in range(i.N):
            theta_c = theta
            for h in range(H or i.H):
                Z = i.draws[t, c, 0 if same_state else h]
                theta_c = theta_c - sign * i.gamma * i.gradient(c, Z, theta if stale else theta_c)
            total = total + theta_c
        theta = total / (share or i.N)
    return theta


WRONG = {
    "sum for mean": lambda i: pseudo_code(i, share=1),
    "H-1 local steps": lambda i: pseudo_code(i, H=i.H - 1) if i.H > 1 else i.start,
    "sign flipped": lambda i: pseudo_code(i, sign=-1),
    "gradient at the round's start": lambda i: pseudo_code(i, stale=True),
    "one state for a whole round": lambda i: pseudo_code(i, same_state=True),
    "clients start from where they ended": lambda i: pseudo_code(replace(i, draws=i.draws.swapaxes(0, 1).reshape(1, i.N, -1))),
}

alg1 = Claim(
    id="aistats-alg1-fedavg",
    kind="algorithm",
    says="FedAvg: every client takes H stochastic gradient steps from the common point, each with a fresh state; the server averages.",
    printed=printed_at(
        "Algorithm 1",
        r"\theta_{c,t}^0=\theta_t;\ \theta_{c,t}^{h+1}=\theta_{c,t}^h-\gamma\nabla F_c^{Z_{c,t}^{h+1}}(\theta_{c,t}^h),\ h=0..H-1;\ "
        r"\theta_{t+1}=\frac1N\sum_{c=1}^N\theta_{c,t}^H;\ \text{return }\theta_T",
    ),
    statement=pseudo_code,
    checks=CounterexampleSearch(two_rounds, lambda i: by_rule("fedavg", i), scope=SCOPE, sizes=SIZES, examples=20),
    wrong=WRONG,
    expect=Tier.DEFINED,
)


def few_draws(d, N):
    return sampled_runs(d, N, steps=(1, 2))


#: In words: the law that is compared is made of independent draws, whatever an instance says of its own.
INDEPENDENT = Class("the states are independent, and those of client c have the distribution xi_c")


def law_with(i, number, shared=False):
    """Law of theta_1 when step h of client c uses the state Z_c^number(h), the states Z^0 .. Z^H being drawn independently."""
    family = replace(i, draws=i.draws.repeat(2, axis=2)[:, :, : i.H + 1]).states()
    used = [number(h) for h in range(i.H)]
    return rows(image(pseudo_code(replace(i, draws=Z[:, :1].repeat(i.N, axis=1)[:, :, used] if shared else Z[:, :, used])) for Z in family))


local_update_index = Claim(
    id="aistats-sec2-local-update-index",
    kind="algorithm",
    says="The text numbers the state of step h by h, Algorithm 1 by h+1: the law of a round from any start is the same, so that of all rounds is.",
    printed=printed_at(
        "Section 2, display before equation (2)",
        r"\theta_{c,t}^{h+1}=\theta_{c,t}^h-\gamma\nabla F_c^{Z_{c,t}^h}(\theta_{c,t}^h),\ h\in\{0,\dots,H-1\}",
    ),
    statement=lambda i: law_with(i, lambda h: h),
    under=Domain((), (INDEPENDENT,), lines={str(INDEPENDENT): "Section 2, after the display"}),
    checks=CounterexampleSearch(
        few_draws,
        lambda i: law_by_rule("fedavg", i),
        scope="laws of one round, every sequence of draws enumerated",
        sizes=((1, 1), (1, 2), (2, 1)),
        examples=8,
    ),
    wrong={
        "one state for a whole round": lambda i: law_with(i, lambda h: 0),
        "one state for all clients": lambda i: law_with(i, lambda h: h, shared=True),
    },
    expect=Tier.DEFINED,
)


def average(i, share=0):
    """Equation (2) on the last local iterates, which one client alone would reach."""
    alone = [
        by_rule("fedavg", replace(i, matrices=i.matrices[[c]], vectors=i.vectors[[c]], cubes=i.cubes[[c]], draws=i.draws[:, [c]]))
        for c in range(i.N)
    ]
    return sum(alone) / (share or i.N)


eq2 = Claim(
    id="aistats-eq2-global-update",
    kind="definition",
    says="The server's new point is the plain average of the clients' last iterates.",
    printed=printed_at("equation (2)", r"\theta_{t+1}=\frac1N\sum_{c=1}^N\theta_{c,t}^H"),
    statement=average,
    checks=CounterexampleSearch(sampled_runs, lambda i: by_rule("fedavg", i), scope=SCOPE, sizes=SIZES, examples=20),
    wrong={
        "sum for mean": lambda i: average(i, share=1),
        "N+1 for N": lambda i: average(i, share=i.N + 1),
        "the first client alone": lambda i: average(replace(i, matrices=i.matrices[:1], vectors=i.vectors[:1], cubes=i.cubes[:1])),
    },
    expect=Tier.DEFINED,
)
