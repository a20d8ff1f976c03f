"""Remark 1: extrapolation in the number of local steps."""

from dataclasses import replace
from fractions import Fraction

from proofs_checks.aistats import theorem_3, theorem_5
from symfed.checks import CounterexampleSearch, GrowthCheck, RemainderOrder, SymbolicIdentity
from symfed.checks.estimators import Limit, on_expansions, on_first_orders, on_laws, on_means
from symfed.checks.identity import on_symbols
from symfed.checks.instances.rough_extrapolation import shifted_square
from symfed.checks.readings import first_order
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import gamma, theta
from symfed.core.verdict import Tier
from symfed.strategies import instances, jet_cases

DEFINITION_TEX = r"\omega_t^{(\gamma,H)}=\frac{2H-1}{H-1}\theta_t^{(\gamma,H)}-\theta_t^{(2\gamma,H)}"
LIMIT_TEX = (
    r"\bar\omega_T\to\frac{2H-1}{H-1}\bar\theta_{sto}^{(\gamma,H)}-\bar\theta_{sto}^{(\gamma,2H)}"
    r"=\frac{\gamma b_s}{2N}+O(\gamma^2H^2+\gamma^{3/2}H^{1/2})"
)


def defined(theta, gamma, H):
    return (2 * H - 1) * theta(gamma, H) / (H - 1) - theta(2 * gamma, H)


def in_the_limit(theta, gamma, H):
    return (2 * H - 1) * theta(gamma, H) / (H - 1) - theta(gamma, 2 * H)


def normalised(theta, gamma, H):
    """The weights of the limit times (H-1)/H, so that they sum to one."""
    return ((2 * H - 1) * theta(gamma, H) - (H - 1) * theta(gamma, 2 * H)) / H


def several_steps(d, N):
    """Instances with at least two local steps, at step sizes of Theorem 5."""
    return instances(d, N, steps=(2, 4), noise=False).map(lambda i: replace(i, gamma=i.gamma / 90))


definition = Claim(
    id="aistats-rem1-definition",
    kind="algorithm",
    says="An estimator 'by varying the number of local steps', defined with runs at gamma and 2 gamma; the limit given has H and 2H.",
    printed=Printed("aistats", "Remark 1, definition", DEFINITION_TEX),
    statement=defined,
    under=theorem_5.STEPS,
    checks=(
        CounterexampleSearch(
            several_steps,
            lambda i: on_means(in_the_limit, i),
            on_means,
            scope="limit of the averages as defined against the limit as printed, exact quadratics",
        ),
    ),
    corrected="symfed-rr-local-steps",
    expect=Tier.REFUTED,
)

limit = Claim(
    id="aistats-rem1-limit",
    kind="limit",
    says="Weights (2H-1)/(H-1) and -1 leave the bias gamma b_s/(2N); in fact, as they sum to H/(H-1), they move theta* and enlarge b_s.",
    printed=Printed("aistats", "Remark 1, limit", LIMIT_TEX),
    statement=gamma ** Fraction(3, 2),
    under=theorem_5.STEPS,
    checks=(GrowthCheck(shifted_square, "the printed weights on a quadratic, H = 2; the limit read as a bias, with theta* subtracted"),),
    corrected="symfed-rr-local-steps",
    expect=Tier.REFUTED,
)

WRONG = {
    "the weights of the limit": in_the_limit,
    "as defined": defined,
    "the weights of the limit, normalised, at gamma and 2 gamma": lambda theta, gamma, H: (
        ((2 * H - 1) * theta(gamma, H) - (H - 1) * theta(2 * gamma, H)) / H
    ),
    "2 and -1": lambda theta, gamma, H: 2 * theta(gamma, H) - theta(gamma, 2 * H),
    "2H+1 and -(H+1)": lambda theta, gamma, H: ((2 * H + 1) * theta(gamma, H) - (H + 1) * theta(gamma, 2 * H)) / H,
}

local_steps = Claim(
    id="symfed-rr-local-steps",
    kind="expansion",
    says="((2H-1) theta^(gamma,H) - (H-1) theta^(gamma,2H))/H has bias gamma b_s/(2N): heterogeneity's part goes, the noise's stays.",
    printed=Printed(
        "symfed",
        "Remark 1, corrected",
        r"\frac{(2H-1)\bar\theta_{sto}^{(\gamma,H)}-(H-1)\bar\theta_{sto}^{(\gamma,2H)}}H-\theta^\star"
        r"=\frac\gamma{2N}b_s+O(\gamma^2H^2+\gamma^{3/2}H)",
    ),
    statement=normalised,
    under=Domain(theorem_5.DOUBLED.relations, "every f_c has Lipschitz third derivatives near theta*"),
    uses=("symfed-fedavg-bias",),
    checks=(
        SymbolicIdentity(
            lambda: theta + on_symbols(theorem_3.printed), on_expansions, scope="d = 1, theta* plus FedAvg's first-order bias, all symbolic"
        ),
        CounterexampleSearch(
            jet_cases,
            lambda case: first_order(theorem_3.printed, case),
            on_first_orders,
            scope="exact jets, first order, d <= 3",
            sizes=((1, 2), (2, 2), (3, 2)),
            examples=8,
        ),
        RemainderOrder(
            theorem_5.two_clients,
            Limit(largest=(1, 2), rest=theorem_3.printed),
            Fraction(3, 2),
            on_laws,
            steps=(2,),
            scope="certified laws at H and 2H, d = 1",
        ),
    ),
    controls=WRONG,
    reduction="the first order is an identity in the clients' jets; the remainder's order is measured against references",
    expect=Tier.PROVED,
)
