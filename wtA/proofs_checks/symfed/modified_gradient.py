"""The gradient field that a round of FedAvg with exact gradients follows."""

import sympy as sp

from proofs_checks.symfed.flows import at_a_point, flow_to_second_order, round_to_second_order
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.core.claim import Claim
from symfed.core.domain import Class, Domain
from symfed.core.source import Printed
from symfed.core.symbols import H
from symfed.core.verdict import Tier
from symfed.derive.trees import in_client_means, modified_gradient
from symfed.strategies import jet_cases


def regularisers(whole, own):
    """Half of whole(H) grad²f grad f - own(H) <grad²f_c grad f_c>, the gradient of (whole/4) |grad f|² - (own/4) <|grad f_c|²>."""

    def field(p, H):
        together, apart = p.apply(p.hessian, p.mean(p.gradients)), p.mean(p.apply(p.hessians, p.gradients))
        return (whole(H) * together - own(H) * apart) / 2

    return field


def derived():
    """The field of gamma^1, read off the trees."""
    return sp.Add(*[coefficient * in_client_means(tree) for tree, coefficient in modified_gradient("fedavg", 2)[1].items()])


modified_loss = Claim(
    id="symfed-fedavg-modified-loss",
    kind="expansion",
    says="A round of FedAvg with exact gradients is, to second order, the flow for time gamma H of -grad of a loss with two regularisers.",
    printed=Printed(
        "symfed",
        "modified loss of second order",
        r"\tilde f=f+\frac{\gamma H}4|\nabla f|^2-\frac{\gamma(H-1)}4\,\frac1N\sum_{c=1}^N|\nabla f_c|^2,\qquad "
        r"\theta_{t+1}=\theta(\gamma H)+O(\gamma^3),\quad \theta'=-\nabla\tilde f(\theta),\ \theta(0)=\theta_t",
    ),
    statement=regularisers(lambda H: H, lambda H: H - 1),
    under=Domain((), (Class("every client three times continuously differentiable"),)),
    checks=(
        SymbolicIdentity(derived, at_a_point(H), scope="d = 1: the field of gamma, at any point, symbolic H"),
        CounterexampleSearch(jet_cases, round_to_second_order, flow_to_second_order, scope="a round's local steps one by one, d <= 3"),
    ),
    wrong={
        "no regulariser": regularisers(lambda H: 0, lambda H: 0),
        "gradient descent's alone": regularisers(lambda H: 1, lambda H: 0),
        "clients' alone": regularisers(lambda H: 0, lambda H: H - 1),
        "H for H - 1": regularisers(lambda H: H, lambda H: H),
        "H - 1 for H": regularisers(lambda H: H - 1, lambda H: H - 1),
        "sign of the clients' part": regularisers(lambda H: H, lambda H: 1 - H),
        "factor 2": regularisers(lambda H: 2 * H, lambda H: 2 * (H - 1)),
    },
    expect=Tier.SUPPORTED,
)
