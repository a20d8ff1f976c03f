"""What local steps cost when all clients are equal, d = 1, to order gamma^2."""

from fractions import Fraction

import sympy as sp

from symfed.checks import RemainderOrder, SymbolicIdentity
from symfed.checks.classes import DRAWS, EQUAL_CLIENTS, MEAN_CURVED, smooth_samples
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.identity import as_printed
from symfed.checks.readings import fine_bias, fine_second_moment
from symfed.checks.series import typed
from symfed.claims import ONE_DIMENSION, Claim, Domain, Tier, printed_at
from symfed.core.symbols import C1, C2, K3, C, ClientMean, H, N, a, b, gamma, q, r
from symfed.derive.expansion import expand
from symfed.derive.symbolic_jets import equal_clients
from symfed.strategies.standard import homogeneous_scalars

EQUAL = Domain((), (EQUAL_CLIENTS, MEAN_CURVED, smooth_samples("seven"), *DRAWS))
THEOREM = "symfed-expansion-remainder"

v1 = C / (2 * N * a)
x1 = -b * v1 / (2 * a)
t2 = (C1 * v1 / N - 5 * b * v1**2 / 2 - K3 / (3 * N**2)) / a
v2 = (a**2 * v1 + (C2 * v1 / 2 + C1 * x1) / N - b * t2 - q * v1**2) / (2 * a)
x2 = -(b * v2 / 2 + q * t2 / 6 + r * v1**2 / 8) / a - (H - 1) * (N - 1) * b * v1 / 2
VARIANCE, BIAS = gamma * v1 + gamma**2 * v2, gamma * x1 + gamma**2 * x2


def averaged(statement):
    """A statement in one client's symbols, each now an average over clients that are equal."""
    own = (a, b, q, r, C, C1, C2, K3)
    return sp.sympify(statement).subs({s: ClientMean(s) for s in own})


def typed_for_one(statement, problem, gamma, H):
    """A statement in one client's symbols, read on a problem whose clients are equal."""
    return typed(averaged(statement), problem, gamma, H)


def to_second_order(terms):
    """The terms, up to O(gamma^3) at fixed H."""
    return Expansion(terms, gamma**3, fixed=(H,))


def for_equal_clients(algorithm, quantity, order):
    """The check of terms in one client's symbols."""
    return SymbolicIdentity(
        lambda: equal_clients(expand(algorithm, quantity, order)), as_printed, scope="d = 1, equal clients, symbolic gamma, H, N"
    )


def leaving_cubes(quantity, reference):
    """That O(gamma^3) is left, at fixed H: by the theorem, and seen."""
    scope = "quadrature to 50 digits, d = 1, N = 1, 2"
    return (
        RemainderAtFixedH("fedavg", quantity, 2, THEOREM, for_equal_clients, given=(EQUAL_CLIENTS,)),
        RemainderOrder(homogeneous_scalars, reference, reading=typed_for_one, first=Fraction(1, 1024), scope=scope),
    )


MOMENTS_TEX = (
    r"v_1=\frac{C}{2Na},\quad x_1=-\frac{bv_1}{2a},\quad t_2=\frac1a\Big(\tfrac1NC'v_1-\tfrac52bv_1^2-\tfrac{K_3}{3N^2}\Big),\quad "
    r"v_2=\frac1{2a}\Big(a^2v_1+\tfrac1N(\tfrac12C''v_1+C'x_1)-bt_2-qv_1^2\Big)"
)

second_moment = Claim(
    id="symfed-fedavg-equal-clients-second-moment",
    kind="expansion",
    says="With equal clients the second moment to order gamma^2 does not depend on the number of local steps.",
    printed=printed_at(
        "second order, second moment, equal clients, d = 1", r"\bar\Sigma_{sto}=\gamma v_1+\gamma^2v_2+O(\gamma^3),\quad " + MOMENTS_TEX
    ),
    statement=to_second_order(VARIANCE),
    under=EQUAL,
    see=("symfed-fedavg-second-order-second-moment",),
    uses=(THEOREM,),
    checks=leaving_cubes("second_moment", fine_second_moment("fedavg")),
    wrong={
        "growing with H": to_second_order(VARIANCE + gamma**2 * (H - 1) * a * v1),
        "1/N dropped": to_second_order(VARIANCE.subs(N, 1)),
        "third cumulant left out": to_second_order(VARIANCE.subs(K3, 0)),
        "noise of constant covariance": to_second_order(VARIANCE.subs({C1: 0, C2: 0})),
        "first order alone": to_second_order(gamma * v1),
    },
    ranges=ONE_DIMENSION,
    expect=Tier.PROVED_GIVEN,
)

bias = Claim(
    id="symfed-fedavg-equal-clients-bias",
    kind="expansion",
    says="With equal clients local steps add to the bias just -gamma^2 (H-1)(1-1/N) f''' C/(4 f''): nothing for N = 1, nothing at order gamma.",
    printed=printed_at(
        "second order, bias, equal clients, d = 1",
        r"\bar\theta_{sto}-\theta^\star=\gamma x_1-\frac{\gamma^2}a\Big(\tfrac12bv_2+\tfrac16qt_2+\tfrac18rv_1^2\Big)"
        r"-\gamma^2(H-1)\Big(1-\frac1N\Big)\frac{bC}{4a}+O(\gamma^3),\quad " + MOMENTS_TEX,
    ),
    statement=to_second_order(BIAS),
    under=EQUAL,
    see=("symfed-fedavg-second-order-bias", "symfed-fedavg-bias-floor"),
    uses=(THEOREM,),
    checks=leaving_cubes("bias", fine_bias("fedavg")),
    wrong={
        "local steps for nothing": to_second_order(BIAS.subs(H, 1)),
        "H for H - 1": to_second_order(BIAS.subs(H, H + 1)),
        "sign of the local steps' part turned": to_second_order(BIAS.subs(H, 2 - H)),
        "1 for 1 - 1/N": to_second_order(BIAS - gamma**2 * (H - 1) * b * v1 / 2),
        "fifth derivative left out": to_second_order(BIAS.subs(r, 0)),
        "nothing at order gamma^2": to_second_order(gamma * x1),
        "nothing": to_second_order(sp.S.Zero),
    },
    ranges=ONE_DIMENSION,
    expect=Tier.PROVED_GIVEN,
)
