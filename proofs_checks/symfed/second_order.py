"""FedAvg's bias and second moment to order gamma^2, d = 1."""

from fractions import Fraction

from symfed.checks import RemainderOrder
from symfed.checks.classes import DRAWS, MEAN_CURVED, smooth_samples
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.readings import fine_bias, fine_second_moment
from symfed.checks.series import typed
from symfed.claims import ONE_DIMENSION, Claim, Domain, Tier, printed_at
from symfed.core.symbols import C1, C2, K3, C, ClientMean, H, N, a, b, g, gamma, q, r
from symfed.strategies.standard import heterogeneous_scalars

SMOOTH = smooth_samples("seven")
STEPS = Domain((), (MEAN_CURVED, SMOOTH, *DRAWS))
THEOREM = "symfed-expansion-remainder"

# By hand, from three stationary moments of one round. With e = theta - theta* and u_c what client c adds to it in the round,
#     E[u_c | e]   = -gamma H (f_c' - gamma (H-1)/2 f_c'' f_c' + gamma^2 ((H-1)(H-2)/6 f_c''^2 f_c' + (H-1)(2H-1)/12 f_c''' f_c'^2
#                    + (H-1)/4 f_c''' C_c)),                       E f_c' at e, since sum_h h = H(H-1)/2 and so on,
#     Var[u_c | e] = gamma^2 H (C_c - gamma (H-1)/2 (f_c' C_c' + 2 f_c'' C_c)),   third cumulant -gamma^3 H K_c,
# and E e'^k = E e^k for k = 1, 2, 3 gives x1 and x2 (of E e), v1 and v2 (of E e^2) and t2 (of E e^3); E e^4 = 3 v1^2 gamma^2.
A = ClientMean(a)
v1 = ClientMean(C) / (2 * N * A)
x1 = ((H - 1) * ClientMean(a * g) - ClientMean(b) * v1) / (2 * A)
t2 = (
    3 * (H - 1) * ClientMean(a * g) * v1 / 2
    - 9 * ClientMean(b) * v1**2 / 2
    + 3 * (ClientMean(C) * x1 + ClientMean(C1) * v1) / N
    - ClientMean(K3) / N**2
) / (3 * A)
v2 = (
    (H - 1) * (ClientMean(a * g) * x1 + (ClientMean(a**2) + ClientMean(b * g)) * v1)
    + H * A**2 * v1
    - ClientMean(b) * t2
    - ClientMean(q) * v1**2
    + (ClientMean(C1) * x1 + ClientMean(C2) * v1 / 2 - (H - 1) * (ClientMean(C1 * g) / 2 + ClientMean(a * C))) / N
) / (2 * A)
x2 = (
    (H - 1) * ((ClientMean(a**2) + ClientMean(b * g)) * x1 + (3 * ClientMean(a * b) + ClientMean(q * g)) * v1 / 2) / 2
    - (H - 1) * (H - 2) * ClientMean(a**2 * g) / 6
    - (H - 1) * (2 * H - 1) * ClientMean(b * g**2) / 12
    - (H - 1) * ClientMean(b * C) / 4
    - ClientMean(b) * v2 / 2
    - ClientMean(q) * t2 / 6
    - ClientMean(r) * v1**2 / 8
) / A

FIRST_TEX = (
    r"v_1=\frac{\langle C\rangle}{2N\langle a\rangle},\quad "
    r"x_1=\frac{(H-1)\langle ag\rangle-\langle b\rangle v_1}{2\langle a\rangle},\quad "
    r"t_2=\frac1{3\langle a\rangle}\Big(\tfrac32(H-1)\langle ag\rangle v_1-\tfrac92\langle b\rangle v_1^2"
    r"+\tfrac3N(\langle C\rangle x_1+\langle C'\rangle v_1)-\tfrac1{N^2}\langle K_3\rangle\Big),"
)
SECOND_TEX = (
    r"v_2=\frac1{2\langle a\rangle}\Big((H-1)\big(\langle ag\rangle x_1+\langle a^2+bg\rangle v_1\big)+H\langle a\rangle^2v_1"
    r"-\langle b\rangle t_2-\langle q\rangle v_1^2+\tfrac1N\big(\langle C'\rangle x_1+\tfrac12\langle C''\rangle v_1"
    r"-(H-1)\langle aC+\tfrac12C'g\rangle\big)\Big)"
)
BIAS_TEX = (
    r"\bar\theta_{sto}-\theta^\star=\gamma x_1+\gamma^2x_2+O(\gamma^3),\quad " + FIRST_TEX + SECOND_TEX + r",\quad "
    r"x_2=\frac1{\langle a\rangle}\Big(\tfrac{H-1}2\big(\langle a^2+bg\rangle x_1+\tfrac12\langle 3ab+qg\rangle v_1\big)"
    r"-\tfrac{(H-1)(H-2)}6\langle a^2g\rangle-\tfrac{(H-1)(2H-1)}{12}\langle bg^2\rangle-\tfrac{H-1}4\langle bC\rangle"
    r"-\tfrac12\langle b\rangle v_2-\tfrac16\langle q\rangle t_2-\tfrac18\langle r\rangle v_1^2\Big)"
)


def to_second_order(terms):
    """The terms, up to O(gamma^3) at fixed H."""
    return Expansion(terms, gamma**3, fixed=(H,))


def wrong(right):
    """The statement with one thing changed; a, b, q, r: second to fifth derivatives of the f_c at theta*; K_3: third cumulant of the noise."""
    return {
        "sign of gamma^2 turned": to_second_order(right.subs(gamma, -gamma)),
        "second order left out": to_second_order(right.coeff(gamma, 1) * gamma),
        "second order doubled": to_second_order(right + right.coeff(gamma, 2) * gamma**2),
        "H + 1 for H": to_second_order(right.subs(H, H + 1)),
        "1/N dropped": to_second_order(right.subs(N, 1)),
        "third cumulant left out": to_second_order(right.subs(ClientMean(K3), 0)),
        "third cumulant with the other sign": to_second_order(right.subs(ClientMean(K3), -ClientMean(K3))),
        "noise of constant covariance": to_second_order(right.subs({ClientMean(C1): 0, ClientMean(C2): 0, ClientMean(C1 * g): 0})),
        "fourth derivative left out": to_second_order(right.subs(ClientMean(q), 0)),
    }


bias = Claim(
    id="symfed-fedavg-second-order-bias",
    kind="expansion",
    says="FedAvg's bias to order gamma^2 in dimension one, for any N and H and clients that differ.",
    printed=printed_at("second order, bias, d = 1", BIAS_TEX),
    statement=to_second_order(gamma * x1 + gamma**2 * x2),
    under=STEPS,
    ranges=ONE_DIMENSION,
    uses=(THEOREM,),
    see=("symfed-fedavg-bias",),
    checks=(
        RemainderAtFixedH("fedavg", "bias", 2, THEOREM),
        RemainderOrder(
            heterogeneous_scalars, fine_bias("fedavg"), reading=typed, first=Fraction(1, 1024), scope="quadrature to 50 digits, d = 1"
        ),
    ),
    wrong=wrong(gamma * x1 + gamma**2 * x2)
    | {
        "fifth derivative left out": to_second_order((gamma * x1 + gamma**2 * x2).subs(ClientMean(r), 0)),
        "drift of noise inside a round left out": to_second_order((gamma * x1 + gamma**2 * x2).subs(ClientMean(b * C), 0)),
    },
    expect=Tier.PROVED_GIVEN,
)

second_moment = Claim(
    id="symfed-fedavg-second-order-second-moment",
    kind="expansion",
    says="FedAvg's second moment about theta* to order gamma^2 in dimension one, for any N and H and clients that differ.",
    printed=printed_at(
        "second order, second moment, d = 1", r"\bar\Sigma_{sto}=\gamma v_1+\gamma^2v_2+O(\gamma^3),\quad " + FIRST_TEX + SECOND_TEX
    ),
    statement=to_second_order(gamma * v1 + gamma**2 * v2),
    under=STEPS,
    ranges=ONE_DIMENSION,
    uses=(THEOREM,),
    see=("aistats-thm4-variance",),
    checks=(
        RemainderAtFixedH("fedavg", "second_moment", 2, THEOREM),
        RemainderOrder(
            heterogeneous_scalars,
            fine_second_moment("fedavg"),
            reading=typed,
            first=Fraction(1, 1024),
            scope="quadrature to 50 digits, d = 1",
        ),
    ),
    wrong=wrong(gamma * v1 + gamma**2 * v2),
    expect=Tier.PROVED_GIVEN,
)
