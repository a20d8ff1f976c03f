"""Theorem 1: the first-order bias of FedAvg with exact gradients."""

import sympy as sp

from proofs_checks.aistats.fixed_point_remainder import fixed_point_remainder
from proofs_checks.aistats.proposition_2 import DEVIATION
from proofs_checks.aistats.quantities import A1, A2, theta_det, theta_star
from proofs_checks.aistats.second_order_path import HETEROGENEITY_BIAS, A, A_c, b_het
from symfed.checks import RemainderOrder, SignCheck, inequality_search
from symfed.checks.classes import REGULAR
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.checks.proven_remainder import InQuantities, ProvenRemainder
from symfed.checks.readings import reference_bias
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, lam, mu, zeta1
from symfed.strategies import hard_quadratics, instances
from symfed.strategies.standard import deterministic_scalars, heterogeneous_quadratics
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import jensen, mean_of
from symfed.theorems.operators import coercive, minimiser, ordered_curvatures, spectral
from symfed.theorems.sequences import linear_combination
from symfed.theorems.vocabulary import Mean, Norm, grad


def b_h(p):
    """The heterogeneity bias vector."""
    return p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))


def printed(p, gamma, H):
    return gamma * (H - 1) / 2 * b_h(p)


SMALL_STEPS = Domain((gamma * L <= 1, gamma * mu * H <= 1))

WRONG = {
    "sign flipped": lambda p, gamma, H: -printed(p, gamma, H),
    "factor 2": lambda p, gamma, H: 2 * printed(p, gamma, H),
    "H for H-1": lambda p, gamma, H: gamma * H / 2 * b_h(p),
    "1/N twice": lambda p, gamma, H: printed(p, gamma, H) / p.N,
    "mean Hessian not inverted": lambda p, gamma, H: gamma * (H - 1) / 2 * p.mean(p.apply(p.hessians, p.gradients)),
}

REMAINDER = gamma**2 * H**2


def two_clients():
    return deterministic_scalars()[:1]


B_H_TEX = r"b_h=\frac1N\sum_c\nabla^2f(\theta^\star)^{-1}(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)"
thm1_bias = Claim(
    id="aistats-thm1-bias",
    kind="expansion",
    says="The fixed point of FedAvg-D misses the optimum by gamma (H-1)/2 b_h, up to terms of order gamma^2 H^2.",
    printed=printed_at("Theorem 1", r"\bar\theta_{det}^{(\gamma,H)}-\theta^\star=\frac{\gamma(H-1)}2b_h+O(\gamma^2H^2),\quad " + B_H_TEX),
    statement=Expansion(printed, REMAINDER),
    under=Domain(
        SMALL_STEPS.relations, (REGULAR,), lines={str(c): "Theorem 1" for c in SMALL_STEPS.relations} | {str(REGULAR): "Theorem 1 (A1)"}
    ),
    uses=("symfed-fedavg-fixed-point-remainder",),
    checks=(
        ProvenRemainder(fixed_point_remainder, theta_det - theta_star, InQuantities(theta_star)),
        IdentityInEveryDimension(expansion_of("fedavg_deterministic", "bias")),
        RemainderOrder(two_clients, reference_bias("fedavg_deterministic"), steps=(5,), halvings=3, scope="certified law, d = 1"),
        RemainderOrder(heterogeneous_quadratics, reference_bias("fedavg_deterministic"), scope="exact rational, d <= 3"),
    ),
    wrong={name: Expansion(wrong, REMAINDER) for name, wrong in WRONG.items()}
    | {
        "O(gamma^2 H)": Expansion(printed, gamma**2 * H),
        "O(gamma^2) uniformly in H": Expansion(printed, gamma**2),
        "O(gamma^3 H^3)": Expansion(printed, gamma**3 * H**3),
    },
    expect=Tier.PROVED,
)


def first_order_constant(case_or_instance, constant=1):
    """|b_h|^2 mu^2 against constant (L - mu)^2 zeta_1^2: |b_h|/2 against (L - mu)/(2 mu) zeta_1, squared."""
    i, p = case_or_instance, case_or_instance.problem.jets
    return (b_h(p) ** 2).sum() * i.mu**2, constant * (i.L - i.mu) ** 2 * p.mean((p.gradients**2).sum(axis=1))


sharp = Claim(
    id="aistats-thm1-sharp-remark",
    kind="inequality",
    says="The bound gamma (H-1) L zeta_1/mu of Proposition 2 is said to be sharp for small gamma H: it is in its dependence on gamma, H and "
    "zeta_1, and twice too large at least.",
    printed=printed_at("remark after Proposition 2", r"\text{the convergence bound is sharp for small values of the product }\gamma H"),
    statement=(L / mu, (L - mu) / (2 * mu)),
    under=Domain((mu <= L,), lines={str(mu <= L): "A1: mu-strongly convex and L-smooth"}),
    see=("aistats-thm1-bias", "aistats-prop2-bound"),
    checks=SignCheck("the bound's constant against one that the first order does not exceed"),
    corrected="symfed-first-order-constant",
    missing="in its dependence on gamma, H and zeta_1: the first order is at most (L - mu)/(2L), less than half, of the bound",
    expect=Tier.IMPRECISE,
)

CENTRE, PULL = (L + mu) / 2, Norm(grad(theta_star))
CONSTANT = sp.Le(Norm(b_het) / 2, (L - mu) / (2 * mu) * zeta1)

constant = Claim(
    id="symfed-first-order-constant",
    kind="inequality",
    says="The first-order bias is at most gamma (H-1) (L - mu) zeta_1/(2 mu), and even half of that.",
    printed=printed_at("how sharp Proposition 2 is", r"\tfrac12\|b_h\|\le\frac{L-\mu}{2\mu}\zeta_{\star,1}"),
    statement=CONSTANT,
    under=Domain((), (A1, A2), lines={str(A1): "Theorem 1", str(A2): "Theorem 1"}),
    lemmas=crosscheck(
        "quadratics",
        first_order_constant,
        inequality_search(instances, scope="random exact quadratics, both sides squared", examples=60, extremes=hard_quadratics),
        wrong={
            "|b_h|/2 <= zeta_1, without kappa": lambda i: (
                (b_h(i.problem.jets) ** 2).sum(),
                4 * i.problem.jets.mean((i.problem.jets.gradients**2).sum(axis=1)),
            ),
            "a third of the constant": lambda i: first_order_constant(i, constant=i.mu / i.mu / 9),
            "zeta_1 the squared mean": lambda i: (
                first_order_constant(i)[0],
                (i.L - i.mu) ** 2 * (i.problem.jets.mean(i.problem.jets.gradients) ** 2).sum(),
            ),
        },
    ),
    follows=(
        Apply(minimiser, "optimum", point=theta_star),
        Apply(ordered_curvatures, "mu <= L"),
        *HETEROGENEITY_BIAS,
        Apply(spectral, "about the centre", by=("mu <= L",), matrix=A_c, function=lam - CENTRE, bound=(L - mu) / 2, v=grad(theta_star)),
        Apply(mean_of, "about the centre in the mean", relation="about the centre"),
        Apply(jensen, "convexity", v=A_c * grad(theta_star) - CENTRE * grad(theta_star)),
        # the gradients' mean is zero, so that every constant matrix drops out
        linear_combination(
            "centred", A * b_het, Mean(A_c * grad(theta_star) - CENTRE * grad(theta_star)), {"b_h": 1, "optimum": CENTRE - A}
        ),
        Apply(coercive, "solved", matrix=A, low=mu, v=b_het),
        *DEVIATION,
        Arithmetic(
            "bound",
            CONSTANT,
            ("mu <= L", "solved", "centred/2", "convexity", "about the centre in the mean", "heterogeneity"),
        ),
    ),
    expect=Tier.PROVED,
)
