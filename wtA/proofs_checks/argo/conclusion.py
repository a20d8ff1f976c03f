"""The slide 'Conclusion and Perspectives': its summary. What it asks for the future states nothing."""

from proofs_checks.argo import general_case
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.readings import first_order, first_order_truth
from symfed.core.claim import Claim, Lemma, again
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.strategies import jet_cases

PLACE = "slide 'Conclusion and Perspectives'"


def variance(p, gamma, H):
    """gamma/N A C."""
    return gamma / p.N * p.lyapunov(p.hessian, p.mean(p.noise_covariance))


def first(name, algorithm):
    """The first order of the second moment about theta*, in dimension one and on exact jets."""
    return Lemma(
        name,
        variance,
        (
            SymbolicIdentity(lambda: expand(algorithm, "second_moment", 1), scope=f"d = 1, {algorithm}'s rule, all symbolic"),
            CounterexampleSearch(
                jet_cases,
                first_order_truth(algorithm, "second_moment"),
                first_order,
                scope=f"{algorithm}'s rule, exact jets, d <= 3",
                examples=8,
            ),
        ),
        {
            "no speed-up": lambda p, gamma, H: p.N * variance(p, gamma, H),
            "1/N²": lambda p, gamma, H: variance(p, gamma, H) / p.N,
            "H times": lambda p, gamma, H: H * variance(p, gamma, H),
        },
    )


speedup = Claim(
    id="argo-summary-linear-speedup",
    kind="rate",
    says="Linear speed-up, up to bias: to first order in the step size, at fixed H, both methods have the second moment gamma/N A C about theta*, SCAFFLSA "
    "being Scaffold (symfed-scafflsa-algorithm); FedLSA's squared bias is of second order. For symmetric matrices; bounds at a finite step size are "
    "symfed-fedlsa-variance and symfed-scafflsa-mean-square-error.",
    printed=Printed("argo", PLACE, r"\text{We showed that both methods have linear speed-up (up to bias)}"),
    lemmas=(first("FedLSA", "fedlsa"), first("SCAFFLSA", "scaffold")),
    see=("symfed-fedlsa-variance", "symfed-scafflsa-mean-square-error", "symfed-scafflsa-algorithm", "symfed-scaffold-linear-speedup"),
    expect=Tier.SUPPORTED,
)

bias = again(
    general_case.bias,
    "argo-summary-first-order-bias",
    Printed("argo", PLACE, r"\text{We proved first-order expansion of FedAvg's bias}"),
    says="What the talk states as the first order of FedAvg's bias, on the slide 'In the General Case': one part is zero as printed, the other has the wrong "
    "sign. That there is such an expansion is symfed-fedavg-bias.",
)
