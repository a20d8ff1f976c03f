"""What is left of FedAvg-D's fixed point once gamma (H-1)/2 b_h is taken off: at most a constant times gamma^2 H (H-1), for every H."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats.proposition_1 import A_ROUND_CONTRACTS, RATE, ROUNDS_CONVERGE, SMALL
from proofs_checks.aistats.proposition_2 import AT_START, BOUNDED, DEVIATION, FROM_STAR, OPTIMUM, PATH, D_star
from proofs_checks.aistats.quantities import MEASURES, T, T_c, on_quadratics, theta_det, theta_star, x, y
from proofs_checks.aistats.second_order_path import HETEROGENEITY_BIAS, PULL, b_het, steps_to_second_order
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, mu, zeta1
from symfed.models.problems import QuadraticProblem
from symfed.strategies import Instance
from symfed.theorems import Apply, Arithmetic, resting_on
from symfed.theorems.operators import curvature_near, taylor_at
from symfed.theorems.vocabulary import CURVED, THRICE, Mean, Norm, Quantity, grad

M = Quantity("M_star", "a number with |hess f_c(u) - hess f_c(theta*)| <= M |u - theta*| for all u and all clients")
DISTANCE, S1, S2 = Norm(AT_START), Mean(PULL), Mean(PULL**2)
GAP = Norm(AT_START - gamma * (H - 1) / 2 * b_het)
STRAIGHT = (L**3 / (2 * mu) + L**2 / 6) / mu
BENT = (L**2 / mu**2 + L / mu + sp.Rational(1, 3)) * M / (2 * mu)
REMAINDER = sp.Le(GAP, (STRAIGHT * S1 + BENT * S2) * gamma**2 * H * (H - 1))

#: Proposition 2 before A2 bounds the gradients' mean norm: |theta_det - theta*| <= gamma (H-1) L/mu times that.
NOT_FAR = resting_on(
    tuple(step for step in BOUNDED if step not in DEVIATION and step.name != "bound"),
    {"aistats-prop1-stationary": "symfed-fedavg-fixed-point"},
)
_FACTOR = gamma * (H - 1) * L / mu
_LINEAR = gamma * L**2 * ((H - 1) / 2 * DISTANCE + gamma * (H - 1) * (H - 2) / 6 * S1)
_SQUARES = M / 2 * (DISTANCE**2 + gamma * (H - 1) * DISTANCE * S1 + gamma**2 * (H - 1) * (2 * H - 1) / 6 * S2)

REACHED = (
    OPTIMUM,
    *PATH,
    *NOT_FAR,
    *HETEROGENEITY_BIAS,
    Apply(curvature_near, "M", point=theta_star, bound=M, u=x),
    Apply(taylor_at, "taylor", x=T_c(h, theta_det), point=theta_star, bound=M, u=x),
    *steps_to_second_order(
        FROM_STAR,
        AT_START,
        grad(T_c(h, theta_det)),
        D_star(h),
        begins=(("start here",), (1,)),
        steps=(("local step here",), (1,)),
        mean_hessian=(("mean Hessian/1",), (-gamma,)),
        ends=(("round here", "symfed-fedavg-fixed-point/1"), (1, -1)),
        curved=M,
    ),
    Arithmetic("per step", sp.Le(mu * GAP, _LINEAR + _SQUARES), {"second order": 1 / (gamma * H)}),
    Arithmetic("straight", sp.Le(_LINEAR, mu * STRAIGHT * S1 * gamma**2 * H * (H - 1)), {"divided": gamma * L**2 * (H - 1) / 2}),
    Arithmetic("squared distance", sp.Le(DISTANCE**2, _FACTOR**2 * S2), {"divided": DISTANCE + _FACTOR * S1, "mean pull": _FACTOR**2}),
    Arithmetic("distance times pull", sp.Le(DISTANCE * S1, _FACTOR * S2), {"divided": S1, "mean pull": _FACTOR}),
    Arithmetic(
        "bent part",
        sp.Le(_SQUARES, mu * BENT * S2 * gamma**2 * H * (H - 1)),
        {"squared distance": M / 2, "distance times pull": M / 2 * gamma * (H - 1)},
    ),
    Arithmetic("remainder", REMAINDER, {"per step": 1 / mu, "straight": 1 / mu, "bent part": 1 / mu}),
)

fixed_point = Claim(
    id="symfed-fedavg-fixed-point",
    kind="identity",
    says="A round of FedAvg-D contracts and has a fixed point where clients have Hessians between mu and L: nothing else of A1 is needed.",
    printed=printed_at(
        "Proposition 1, for what rests on it", r"T(\bar\theta_{det})=\bar\theta_{det},\ \|T(x)-T(y)\|\le(1-\gamma\mu)^H\|x-y\|"
    ),
    statement=sp.And(sp.Eq(T(theta_det), theta_det), sp.Le(Norm(T(x) - T(y)), RATE**H * Norm(x - y)), evaluate=False),
    under=Domain((SMALL,), (CURVED,), {str(c): "Proposition 1" for c in (SMALL, CURVED)}),
    lemmas=crosscheck(
        "quadratics",
        sp.Eq(T(theta_det), theta_det, evaluate=False),
        on_quadratics(scope="exact quadratics"),
        wrong={"half of it": sp.Eq(T(theta_det), theta_det / 2, evaluate=False)},
    ),
    follows=(*A_ROUND_CONTRACTS, *[step for step in ROUNDS_CONVERGE if step.name == "fixed point"]),
    expect=Tier.PROVED,
)

#: On quadratics, where M is zero, with zeta_1 for the gradients' mean norm, which it is no smaller than.
ON_QUADRATICS = sp.Le(GAP, STRAIGHT * zeta1 * gamma**2 * H * (H - 1))


def heterogeneity_bias(i):
    p = i.problem.jets
    return p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))


def near_the_bound():
    """Quadratics that reach a fortieth of the bound, and ones whose steps are so short that b_h is all that counts."""
    third, one = flint.fmpq(1, 3), flint.fmpq(1)
    largest = QuadraticProblem(np.array([2 * third, one, 2 * third]).reshape(3, 1, 1), np.array([[3 * one], [-4 * one], [3 * one]]))
    short = QuadraticProblem(np.array([one, 2 * one]).reshape(2, 1, 1), np.array([[2 * one], [-one]]))
    return (
        Instance(largest, flint.fmpq(24, 25), 2, 2 * third, one, {"start": largest.optimum, "t": 1}),
        Instance(short, one / 1000, 2, one, 2 * one, {"start": short.optimum, "t": 1}),
    )


fixed_point_remainder = Claim(
    id="symfed-fedavg-fixed-point-remainder",
    kind="inequality",
    says="The remainder of Theorem 1, with its constant and for every H: at most gamma^2 H (H-1) times (L^3/(2 mu) + L^2/6)/mu times the mean "
    "norm of the clients' gradients at theta*, which is at most zeta_1, plus M/(2 mu) (L^2/mu^2 + L/mu + 1/3) times their mean square, "
    "at most zeta_1^2; |hess f_c(u) - hess f_c(theta*)| <= M |u - theta*|. gamma mu H <= 1 is not needed.",
    printed=printed_at(
        "the remainder of Theorem 1",
        r"\Big\|\bar\theta_{det}-\theta^\star-\frac{\gamma(H-1)}2b_h\Big\|\le\gamma^2H(H-1)\Big[\frac{L^2}\mu\Big(\frac L{2\mu}+\frac16\Big)"
        r"\frac1N\sum_c\|\nabla f_c(\theta^\star)\|"
        r"+\frac M{2\mu}\Big(\frac{L^2}{\mu^2}+\frac L\mu+\frac13\Big)\frac1N\sum_c\|\nabla f_c(\theta^\star)\|^2\Big]",
    ),
    statement=REMAINDER,
    under=Domain((SMALL,), (CURVED, THRICE), {str(c): "Theorem 1" for c in (SMALL, CURVED, THRICE)}),
    lemmas=crosscheck(
        "quadratics",
        ON_QUADRATICS,
        on_quadratics(scope="exact quadratics", extremes=near_the_bound, examples=3, measures=MEASURES | {b_het: heterogeneity_bias}),
        wrong={
            "a fiftieth of it": sp.Le(GAP, ON_QUADRATICS.rhs / 50),
            "b_h twice": sp.Le(Norm(AT_START - gamma * (H - 1) * b_het), ON_QUADRATICS.rhs),
            "H - 2 for H": sp.Le(GAP, STRAIGHT * zeta1 * gamma**2 * (H - 2) * (H - 1)),
        },
    ),
    follows=REACHED,
    uses=("symfed-fedavg-fixed-point",),
    expect=Tier.PROVED,
)
