"""SCAFFLSA by orders in the step size, for matrices without symmetry and multiplicative noise: where it settles, how it spreads."""

from proofs_checks.argo.fedlsa import local_solutions, solution
from proofs_checks.symfed.lsa.classes import INDEPENDENT, STARTS_BALANCED, STATIONARY
from proofs_checks.symfed.lsa.fedlsa_moments import drawn_systems, drift, spread
from proofs_checks.symfed.lsa.readings import on_linear_problem
from symfed.checks import CoefficientMatch
from symfed.checks.every_dimension import (
    IdentityInEveryDimension,
    linear_expansion_of,
    on_linear_tensors,
    on_linear_tensors_of_two,
    settling_point_of,
)
from symfed.checks.gaps import AtRest
from symfed.checks.readings import fine_second_moment
from symfed.claims import Claim, Domain, Lemma, Tier, crosscheck, printed_at

SCOPE = "a round's moments, all d, N and H, multiplicative noise"


LAW = Domain((), (STATIONARY, INDEPENDENT, STARTS_BALANCED))


def resting(p, gamma, H, sign=1, turned=False):
    """xi_c* = Abar^c theta* - bbar^c."""
    A = p.transpose(p.hessians) if turned else p.hessians
    return p.apply(A, solution(p, gamma, H)) - sign * p.vectors


settles = Claim(
    id="symfed-scafflsa-settles",
    kind="identity",
    says="SCAFFLSA has no bias, for every eta and H: in the mean it settles at theta*, and a client's control variate at Abar^c theta* - bbar^c. Matrices "
    "need not be symmetric, noise may be multiplicative.",
    printed=printed_at("SCAFFLSA, where it settles", r"\mathbb E[\theta]=\theta_\star,\quad\mathbb E[\xi^c]=\bar A^c\theta_\star-\bar b^c"),
    under=LAW,
    lemmas=(
        Lemma(
            "theta",
            solution,
            IdentityInEveryDimension(settling_point_of("scafflsa"), on_linear_tensors, scope="mean steps of our rule, all d, N and H"),
            {
                "with FedLSA's bias": lambda p, gamma, H: solution(p, gamma, H) + drift(p, gamma, H),
                "mean of the clients' solutions": lambda p, gamma, H: p.mean(local_solutions(p, gamma, H)),
                "transposed": lambda p, gamma, H: p.solve(p.transpose(p.hessian), p.mean(p.vectors)),
            },
        ),
        Lemma(
            "control variates",
            resting,
            IdentityInEveryDimension(AtRest("scafflsa", lambda p, gamma, H, xi: xi), on_linear_tensors, scope="a step from theta*"),
            {
                "Scaffold's sign": lambda p, gamma, H: -resting(p, gamma, H),
                "plus b": lambda p, gamma, H: resting(p, gamma, H, sign=-1),
                "transposed": lambda p, gamma, H: resting(p, gamma, H, turned=True),
            },
        ),
    ),
    see=("argo-scafflsa-psi0", "argo-fedlsa-bias"),
    expect=Tier.PROVED,
)


def cross(p, gamma, H, sign=1, noise=-1, turned=False):
    """E (theta - theta*)(xi_c - xi_c*)', X solving A X + X A' = <C_c>."""
    gap, X = p.hessians - p.hessian, p.lyapunov(p.hessian, p.noise)
    return gamma / p.N * (sign * p.product(X, gap if turned else p.transpose(gap)) + noise * (p.noise_covariance - p.noise))


def own(p, gamma, H, share=2):
    """E (xi_c - xi_c*)(xi_c - xi_c*)' as gamma tends to zero."""
    return ((p.N - share) * p.noise_covariance + p.noise) / (p.N * H)


def between(one, other, p, gamma, H, sign=1):
    """E (xi_c - xi_c*)(xi_k - xi_k*)' of two clients as gamma tends to zero."""
    return sign * (p.noise - one.noise - other.noise) / (p.N * H)


def in_all_dimensions(quantity, reading=on_linear_tensors):
    return IdentityInEveryDimension(linear_expansion_of("scafflsa", quantity), reading, scope=SCOPE)


first_order = Claim(
    id="symfed-scafflsa-first-order",
    kind="expansion",
    says="The first coefficients in eta, at fixed H, of SCAFFLSA's second moments: of theta that of FedLSA; of theta and a control variate, where the order "
    "of the factors and the transpose are felt; of control variates, at eta^0.",
    printed=printed_at(
        "SCAFFLSA, first order",
        r"\mathbb E(\theta-\theta_\star)(\theta-\theta_\star)^\top=\frac\eta NX+\dots,\quad\bar AX+X\bar A^\top=C:=\frac1N\sum_cC_c,\quad"
        r"\mathbb E(\theta-\theta_\star)(\xi^c-\xi^c_\star)^\top=\frac\eta N\big(X(\bar A^c-\bar A)^\top-C_c+C\big)+\dots,\quad"
        r"\mathbb E(\xi^c-\xi^c_\star)(\xi^c-\xi^c_\star)^\top=\frac{(N-2)C_c+C}{NH}+\dots,\quad"
        r"\mathbb E(\xi^c-\xi^c_\star)(\xi^k-\xi^k_\star)^\top=\frac{C-C_c-C_k}{NH}+\dots",
    ),
    under=LAW,
    lemmas=(
        Lemma(
            "theta",
            spread,
            in_all_dimensions("second_moment"),
            {
                "A' X + X A": lambda p, gamma, H: gamma / p.N * p.lyapunov(p.transpose(p.hessian), p.noise),
                "times H": lambda p, gamma, H: H * spread(p, gamma, H),
            },
        ),
        Lemma(
            "theta and a control variate",
            cross,
            in_all_dimensions("state_control_moment"),
            {
                "not transposed": lambda p, gamma, H: cross(p, gamma, H, turned=True),
                "Scaffold's sign": lambda p, gamma, H: -cross(p, gamma, H),
                "plus C_c": lambda p, gamma, H: cross(p, gamma, H, noise=1),
            },
        ),
        Lemma(
            "a control variate",
            own,
            in_all_dimensions("control_second_moment"),
            {"N for N - 2": lambda p, gamma, H: own(p, gamma, H, share=0)},
        ),
        Lemma(
            "two clients' control variates",
            between,
            in_all_dimensions("control_cross_moment", on_linear_tensors_of_two),
            {"the other sign": lambda one, other, p, gamma, H: between(one, other, p, gamma, H, sign=-1)},
        ),
        crosscheck(
            "laws",
            spread,
            CoefficientMatch(
                drawn_systems,
                fine_second_moment("scafflsa"),
                1,
                on_linear_problem,
                steps=(2,),
                nodes=6,
                scope="exact laws of exact systems, d <= 2, multiplicative noise",
            ),
            {"A' X + X A": lambda p, gamma, H: gamma / p.N * p.lyapunov(p.transpose(p.hessian), p.noise)},
        ),
    ),
    see=("symfed-fedlsa-first-order", "symfed-scaffold-state-control-covariance"),
    expect=Tier.PROVED,
)
