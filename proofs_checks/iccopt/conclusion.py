"""The slide 'Conclusion'."""

from dataclasses import replace

from proofs_checks.aistats import theorem_2, theorem_3, theorem_4
from symfed.checks import CounterexampleSearch, Part, RemainderOrder, SymbolicIdentity
from symfed.checks.instances.cases import heterogeneous_quadratics
from symfed.checks.readings import first_order, first_order_truth, reference_second_moment
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, N, gamma
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.strategies import jet_cases

SLIDE = "slide 'Conclusion'"
SHORT = Domain((gamma * H * L <= 1,), "smooth losses; control variates start at zero")

exact_expression = replace(
    theorem_4.smooth_bias,
    id="iccopt-conclusion-first-order-bias",
    says="The first order of FedAvg's bias is known exactly: the two parts of the slides before, and nothing else.",
    printed=Printed("iccopt", SLIDE, r"\text{new analyses for these problems, with exact first-order expression for bias}"),
    uses=("symfed-fedavg-bias",),
    see=("iccopt-scaffold-bias",),
    checks=theorem_4.smooth_bias.checks[:2],  # the remainder is the subject of the claims used
    reduction="an identity in the clients' jets; the remainder is that of symfed-fedavg-bias. Scaffold's first order is iccopt-scaffold-bias",
)

VARIANCE = {"first order": theorem_2.variance, "times N": lambda p, gamma, H: gamma * p.lyapunov(p.hessian, p.noise)}

scaffold = Claim(
    id="iccopt-conclusion-scaffold",
    kind="rate",
    says="Scaffold's variance has FedAvg's first order, gamma/N A C; so it falls like 1/N.",
    printed=Printed(
        "iccopt",
        SLIDE,
        r"\text{we proved that Scaffold has: variance similar to FedAvg's variance; linear speed-up in the number of clients!!}",
    ),
    statement=VARIANCE,
    under=SHORT,
    uses=("symfed-scaffold-rate",),
    see=("iccopt-scaffold-variance",),
    checks=(
        Part("first order", SymbolicIdentity(lambda: expand("scaffold", "second_moment", 1))),
        Part("first order", SymbolicIdentity(lambda: expand("fedavg", "second_moment", 1), scope="FedAvg's, the same")),
        Part(
            "first order",
            RemainderOrder(heterogeneous_quadratics, reference_second_moment("scaffold"), 2, steps=(1, 3), scope="exact rational, d <= 3"),
        ),
        Part("times N", SymbolicIdentity(lambda: N * expand("scaffold", "second_moment", 1), scope="d = 1: N times it is free of N")),
    ),
    controls={
        name: {"first order": theorem_2.VARIANCE_WRONG[name], "times N": lambda p, gamma, H, k=k: p.N**k * VARIANCE["times N"](p, gamma, H)}
        for name, k in (("sign flipped", 1), ("factor 2", -1), ("extra factor H", 2), ("1/N dropped", 1))
    },
    reduction="first order in gamma at fixed H; with gamma H L <= 1 the whole variance of quadratics is below 6 gamma sigma^2/(N mu), whatever H",
    expect=Tier.PROVED,
)

still_biased = Claim(
    id="iccopt-conclusion-still-biased",
    kind="limit",
    says="Scaffold is biased where the third derivative, applied to A C, is not zero: to first order by the noise's part of FedAvg's bias.",
    printed=Printed("iccopt", SLIDE, r"\text{But: Scaffold is still biased}"),
    statement=theorem_3.printed,
    under=SHORT,
    uses=("iccopt-scaffold-still-biased",),
    checks=(
        SymbolicIdentity(lambda: expand("scaffold", "bias", 1)),
        CounterexampleSearch(jet_cases, first_order_truth("scaffold", "bias"), first_order, scope="exact jets, d <= 3", examples=10),
    ),
    controls={name: theorem_3.WRONG[name] for name in ("sign flipped (the preprint's)", "factor 2", "1/N dropped", "extra factor H")}
    | {"no bias": lambda p, gamma, H: 0 * theorem_3.printed(p, gamma, H), "FedAvg's": theorem_4.printed},
    reduction="that it is biased on some problem is meant: on quadratics, and where loss and noise are symmetric, it is not",
    expect=Tier.PROVED,
)
