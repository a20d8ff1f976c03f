"""What of FedAvg's bias does not vanish as the number of clients grows, d = 1."""

from functools import cache

import sympy as sp

from proofs_checks.symfed.mean_round import mean_round_fixed_point
from symfed.checks import SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim
from symfed.core.domain import Class, Domain
from symfed.core.scope import ONE_DIMENSION
from symfed.core.source import Printed
from symfed.core.symbols import C, ClientMean, H, N, a, b, g, gamma
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand

FIXED = Domain((), (Class("the averages over clients stay as they are while N grows"),))


@cache
def without_end(quantity, order):
    """The limit of an expansion as N grows."""
    return sp.Add(*[sp.limit(term, N, sp.oo) for term in sp.expand(expand("fedavg", quantity, order)).args])


@cache
def mean_round(order):
    """The fixed point of the mean round, found from the local steps one after another."""
    return sp.Add(*[y * gamma**j for j, y in enumerate(mean_round_fixed_point(order), start=1)])


y1 = (H - 1) * ClientMean(a * g) / (2 * ClientMean(a))
y2 = (
    (H - 1) * ClientMean(a**2 + b * g) * y1 / 2
    - (H - 1) * (H - 2) * ClientMean(a**2 * g) / 6
    - (H - 1) * (2 * H - 1) * ClientMean(b * g**2) / 12
    - (H - 1) * ClientMean(b * C) / 4
    - ClientMean(b) * y1**2 / 2
) / ClientMean(a)
LIMIT = gamma * y1 + gamma**2 * y2

second_order = Claim(
    id="symfed-fedavg-many-clients-second-order",
    kind="limit",
    says="As N grows the bias tends to the fixed point of the mean round. It is not free of noise: -gamma^2 (H-1) <bC>/(4<a>) remains.",
    printed=Printed(
        "symfed",
        "second order, many clients",
        r"\lim_{N\to\infty}\bar\theta_{sto}-\theta^\star=\gamma y_1+\frac{\gamma^2}{\langle a\rangle}\Big("
        r"\tfrac{H-1}2\langle a^2+bg\rangle y_1-\tfrac{(H-1)(H-2)}6\langle a^2g\rangle-\tfrac{(H-1)(2H-1)}{12}\langle bg^2\rangle"
        r"-\tfrac{H-1}4\langle bC\rangle-\tfrac12\langle b\rangle y_1^2\Big)+O(\gamma^3),\quad "
        r"y_1=\frac{(H-1)\langle ag\rangle}{2\langle a\rangle}",
    ),
    statement=LIMIT,
    under=FIXED,
    uses=("symfed-fedavg-second-order-bias",),
    checks=(
        SymbolicIdentity(lambda: without_end("bias", 2), as_printed, scope="d = 1: the derived expansion as N grows, symbolic H"),
        SymbolicIdentity(lambda: mean_round(2), as_printed, scope="d = 1: the fixed point of the mean round, symbolic H"),
    ),
    wrong={
        "clients without noise": LIMIT.subs(ClientMean(b * C), 0),
        "first order alone": gamma * y1,
        "nothing remains": sp.S.Zero,
        "noise doubled": LIMIT.subs(ClientMean(b * C), 2 * ClientMean(b * C)),
        "H for H - 1": LIMIT.subs(H, H + 1),
    },
    ranges=ONE_DIMENSION,
    expect=Tier.SUPPORTED,
)

third_order = Claim(
    id="symfed-fedavg-many-clients-third-order",
    kind="limit",
    says="Also at order gamma^3 what remains of the bias as N grows is the fixed point of the mean round; skewness of the noise is in it.",
    printed=Printed(
        "symfed",
        "third order, many clients",
        r"\lim_{N\to\infty}\bar\theta_{sto}=\theta^\star+x+O(\gamma^4),\quad \big\langle\mathbb E[\theta_H^c-\theta_0\mid\theta_0=\theta^\star+x]\big\rangle=0",
    ),
    statement=3,
    under=FIXED,
    uses=("symfed-fedavg-many-clients-second-order",),
    checks=(SymbolicIdentity(lambda: without_end("bias", 3), mean_round, scope="d = 1: the derived expansion as N grows, symbolic H"),),
    wrong={"first order alone": 1, "second order alone": 2},
    ranges=ONE_DIMENSION,
    expect=Tier.SUPPORTED,
)

second_moment = Claim(
    id="symfed-fedavg-many-clients-second-moment",
    kind="limit",
    says="As N grows the second moment about theta* tends to the squared bias, to order gamma^3: the variance vanishes, the bias does not.",
    printed=Printed(
        "symfed",
        "third order, second moment, many clients",
        r"\lim_{N\to\infty}\bar\Sigma_{sto}=\gamma^2y_1^2+2\gamma^3y_1y_2+O(\gamma^4)=\big(\lim_{N\to\infty}\bar\theta_{sto}-\theta^\star\big)^2+O(\gamma^4)",
    ),
    statement=gamma**2 * y1**2 + 2 * gamma**3 * y1 * y2,
    under=FIXED,
    uses=("symfed-fedavg-many-clients-second-order",),
    checks=(
        SymbolicIdentity(lambda: without_end("second_moment", 3), as_printed, scope="d = 1: the derived expansion as N grows, symbolic H"),
    ),
    wrong={
        "clients without noise": (gamma**2 * y1**2 + 2 * gamma**3 * y1 * y2).subs(ClientMean(b * C), 0),
        "first order of the bias alone": gamma**2 * y1**2,
        "cross term once": gamma**2 * y1**2 + gamma**3 * y1 * y2,
        "nothing remains": sp.S.Zero,
    },
    ranges=ONE_DIMENSION,
    expect=Tier.SUPPORTED,
)
