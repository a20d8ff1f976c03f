"""FedAvg's second order in any dimension: exact gradients, quadratic clients, and logistic clients in the plane."""

import flint

from proofs_checks.aistats import theorem_1
from symfed.checks import CoefficientMatch, CounterexampleSearch, RemainderOrder
from symfed.checks.classes import DRAWS, MEAN_CURVED, QUADRATIC, smooth_clients, smooth_samples
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import AsDerived, RemainderAtFixedH
from symfed.checks.readings import fine_bias, reference_bias, reference_second_moment
from symfed.checks.series import Derived, derived
from symfed.claims import Claim, Domain, Lemma, Tier, printed_at
from symfed.core.supposed import DRAWN_ANEW
from symfed.core.symbols import H, gamma
from symfed.derive.expansion import coefficients
from symfed.models.arrays import zeros
from symfed.models.jets import Jets
from symfed.strategies import jet_cases
from symfed.strategies.standard import deterministic_scalars, heterogeneous_quadratics, logistic_planes


def second_order(statement, case):
    """The coefficient of gamma^2 in a transcription that is quadratic in gamma."""
    ahead, back = (statement(case.jets, flint.fmpq(sign), case.H) for sign in (1, -1))
    return (ahead + back) / 2


def cubic_truth(algorithm, quantity):
    """The derived coefficient of gamma^2 for exact gradients of losses without derivatives beyond the third."""

    def truth(case):
        p = case.jets
        higher = [zeros((p.N,) + (p.dim,) * m, p.hessians) for m in (4, 5)]
        return coefficients(algorithm, Jets((*p.derivatives, *higher)), quantity, 2, case.H)[1]

    return truth


def first(p, H):
    """The coefficient x of gamma."""
    return theorem_1.b_h(p) * (H - 1) / 2


def curvature(p, x, H):
    """What Hessians that differ make of x."""
    squares = p.power(p.hessians, 2)
    return p.apply(p.mean(squares), x) * (H - 1) / 2 - p.mean(p.apply(squares, p.gradients)) * ((H - 1) * (H - 2)) / 6


def bending(p, x, H):
    """What third derivatives add."""
    along = p.mean(p.contract(p.third_derivatives, p.outer(x, p.gradients)))
    squared = p.mean(p.contract(p.third_derivatives, p.outer(p.gradients, p.gradients)))
    return along * (H - 1) / 2 - squared * ((H - 1) * (2 * H - 1)) / 12 - p.contract(p.third_derivative, p.outer(x, x)) / 2


def series(p, gamma, H, second):
    """gamma x + gamma^2 A^-1 second."""
    return gamma * first(p, H) + gamma**2 * p.solve(p.hessian, second)


def quadratic(p, gamma, H):
    return series(p, gamma, H, curvature(p, first(p, H), H))


def deterministic(p, gamma, H):
    return series(p, gamma, H, curvature(p, first(p, H), H) + bending(p, first(p, H), H))


def cubed(terms):
    """The terms, up to O(gamma^3) at fixed H."""
    return Expansion(terms, gamma**3, fixed=(H,))


def wrong(right, **also_wrong):
    """What both statements have in common, changed, and what else is wrong in one of them."""
    changed = {
        "second order left out": lambda p, gamma, H: gamma * first(p, H),
        "second order with the other sign": lambda p, gamma, H: -right(p, -gamma, H),
        "H + 1 for H": lambda p, gamma, H: right(p, gamma, H + 1),
        "H - 1 for H - 2": lambda p, gamma, H: (
            right(p, gamma, H) - gamma**2 * p.solve(p.hessian, p.mean(p.apply(p.power(p.hessians, 2), p.gradients))) * (H - 1) / 6
        ),
        "first order doubled": lambda p, gamma, H: right(p, gamma, H) + gamma * first(p, H),
    }
    return {name: cubed(terms) for name, terms in (changed | also_wrong).items()}


def on_tensors(**classes):
    """The check of a transcription in every dimension."""
    return lambda algorithm, quantity, order: IdentityInEveryDimension(expansion_of(algorithm, quantity, order, **classes))


#: What expansions leave at fixed H: with stochastic gradients, with exact ones, and in the mean on quadratics.
STOCHASTIC = "symfed-expansion-remainder"
FIXED_POINTS, MEANS = (f"{STOCHASTIC}-{case}" for case in ("exact-gradients", "quadratic-means"))
X_TEX = r"x=\tfrac{H-1}2\bar A^{-1}\langle(A_c-\bar A)g_c\rangle,\quad A_c=\nabla^2f_c,\;T_c=\nabla^3f_c,\;g_c=\nabla f_c\text{ at }\theta^\star,\;\bar A=\langle A_c\rangle"
CURVATURE_TEX = r"\tfrac{H-1}2\langle A_c^2\rangle x-\tfrac{(H-1)(H-2)}6\langle A_c^2g_c\rangle"

quadratics = Claim(
    id="symfed-fedavg-second-order-quadratic-bias",
    kind="expansion",
    says="On quadratics the bias to order gamma^2 is free of noise, in any dimension.",
    printed=printed_at(
        "second order, quadratics",
        r"\bar\theta_{sto}-\theta^\star=\gamma x+\gamma^2\bar A^{-1}\Big(" + CURVATURE_TEX + r"\Big)+O(\gamma^3),\quad " + X_TEX,
    ),
    under=Domain((), (MEAN_CURVED, QUADRATIC, DRAWN_ANEW)),
    statement=cubed(quadratic),
    uses=(MEANS,),
    see=("symfed-fedavg-quadratic-bias",),
    checks=(
        RemainderAtFixedH("fedavg", "bias", 2, MEANS, on_tensors(quadratic=True), quadratic=True),
        CoefficientMatch(heterogeneous_quadratics, fine_bias("fedavg"), 2, steps=(1, 2, 3, 5), scope="exact rational, d <= 3"),
    ),
    wrong=wrong(
        quadratic,
        **{
            "square of the mean Hessian": lambda p, gamma, H: (
                quadratic(p, gamma, H)
                + gamma**2 * (p.apply(p.hessian, first(p, H)) - p.solve(p.hessian, p.apply(p.mean(p.power(p.hessians, 2)), first(p, H))))
            ),
        },
    ),
    expect=Tier.PROVED_GIVEN,
)

exact_gradients = Claim(
    id="symfed-fedavg-second-order-deterministic-bias",
    kind="expansion",
    says="The fixed point of FedAvg with exact gradients to order gamma^2, in any dimension.",
    printed=printed_at(
        "second order, exact gradients",
        r"\bar\theta_{det}-\theta^\star=\gamma x+\gamma^2\bar A^{-1}\Big(" + CURVATURE_TEX + r"+\tfrac{H-1}2\langle T_c[x,g_c]\rangle"
        r"-\tfrac{(H-1)(2H-1)}{12}\langle T_c[g_c,g_c]\rangle-\tfrac12\langle T_c\rangle[x,x]\Big)+O(\gamma^3),\quad " + X_TEX,
    ),
    under=Domain((), (MEAN_CURVED, smooth_clients(4))),
    statement=cubed(deterministic),
    uses=(FIXED_POINTS,),
    see=("aistats-thm1-bias",),
    checks=(
        RemainderAtFixedH("fedavg_deterministic", "bias", 2, FIXED_POINTS, on_tensors()),
        CounterexampleSearch(
            jet_cases,
            cubic_truth("fedavg_deterministic", "bias"),
            second_order,
            scope="exact jets to third order, d <= 3",
            sizes=((1, 2), (2, 2), (2, 3), (3, 2)),
            examples=8,
        ),
        CoefficientMatch(deterministic_scalars, fine_bias("fedavg_deterministic"), 2, steps=(2, 5), scope="quadrature to 50 digits, d = 1"),
    ),
    wrong=wrong(
        deterministic,
        **{
            "quadratic clients": quadratic,
            "transposed third derivative": lambda p, gamma, H: (
                deterministic(p, gamma, H)
                + gamma**2
                * p.solve(
                    p.hessian,
                    p.contract_wrong(p.third_derivative, p.outer(first(p, H), first(p, H)))
                    - p.contract(p.third_derivative, p.outer(first(p, H), first(p, H))),
                )
            ),
        },
    ),
    expect=Tier.PROVED_GIVEN,
)


def planes():
    """Logistic clients in the plane."""
    return logistic_planes()[:1]


def to_order(quantity, k, factor=1):
    """The derived expansion to order two, up to O(gamma^3) at fixed H, with the coefficient of gamma^k multiplied."""
    return Expansion(Derived("fedavg", quantity, 2, ((k, flint.fmpq(factor)),)), gamma**3, fixed=(H,))


def in_both_orders(name, quantity, reference):
    """That the derived expansion of a moment leaves O(gamma^3), and what does not."""
    return Lemma(
        name,
        to_order(quantity, 2),
        (
            RemainderAtFixedH("fedavg", quantity, 2, STOCHASTIC, AsDerived),
            RemainderOrder(planes, reference, reading=derived, steps=(1, 3), halvings=3, scope="quadrature, d = 2"),
        ),
        {
            "second order left out": to_order(quantity, 2, 0),
            "second order with the other sign": to_order(quantity, 2, -1),
            "second order doubled": to_order(quantity, 2, 2),
            "first order doubled": to_order(quantity, 1, 2),
        },
    )


in_the_plane = Claim(
    id="symfed-fedavg-second-order-plane",
    kind="expansion",
    says="The derived second order leaves O(gamma^3) in both moments and any dimension; it is seen on noisy logistic clients in the plane.",
    printed=printed_at(
        "second order, d = 2",
        r"\bar\theta_{sto}-\theta^\star=\gamma x_1+\gamma^2x_2+O(\gamma^3),\quad\bar\Sigma_{sto}=\gamma V_1+\gamma^2V_2+O(\gamma^3),\quad x_j,\;V_j\text{ as }\texttt{symfed.expand}\text{ derives them}",
    ),
    under=Domain((), (MEAN_CURVED, smooth_samples("seven"), *DRAWS)),
    uses=(STOCHASTIC,),
    lemmas=(
        in_both_orders("bias", "bias", reference_bias("fedavg")),
        in_both_orders("second moment", "second_moment", reference_second_moment("fedavg")),
    ),
    see=("symfed-fedavg-second-order-bias", "symfed-fedavg-second-order-second-moment"),
    expect=Tier.PROVED_GIVEN,
)
