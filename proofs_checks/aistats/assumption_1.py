"""Assumption A1: strong convexity, smoothness, and the two remarks that it carries."""

import numpy as np

from proofs_checks.aistats.algorithm_1 import SIZES
from proofs_checks.aistats.notation import otimes
from symfed.checks import CounterexampleSearch, SignCheck, SymbolicIdentity
from symfed.checks.instances.matrices import determinant, matrix_of
from symfed.checks.instances.sampled import sampled_runs
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, lam
from symfed.core.verdict import Tier
from symfed.strategies import instances


def both_sides(i, states):
    """|grad F^Z(x) - grad F^Z(y)|^2 and L <x - y, grad F^z(x) - grad F^z(y)> for every client and every pair (Z, z) of `states`."""

    def change(c, z):
        return i.gradient(c, z, i.start) - i.gradient(c, z, i.point)

    pairs = [(c, Z, z) for c in range(i.N) for Z, z in states]
    left = [(change(c, Z) ** 2).sum() for c, Z, _ in pairs]
    right = [i.L * ((i.start - i.point) @ change(c, z)) for c, _, z in pairs]
    return np.array(left, dtype=object), np.array(right, dtype=object)


def convex_quadratics(d, N):
    return sampled_runs(d, N, cubic=False)


regularity = Claim(
    id="aistats-A1-regularity",
    kind="assumption",
    says="For convex L-smooth sample losses gradient differences are cocoercive, printed with a state Z_c on the left and z on the right.",
    printed=Printed(
        "aistats",
        "A1",
        r"f_c\text{ three times differentiable};\ (a)\ \nabla^2f_c\succcurlyeq\mu Id,\ F_c^z\text{ convex};\ "
        r"(b)\ F_c^z\ L\text{-smooth; in particular }\|\nabla F_c^{Z_c}(\theta)-\nabla F_c^{Z_c}(\vartheta)\|^2\le "
        r"L\langle\theta-\vartheta,\nabla F_c^z(\theta)-\nabla F_c^z(\vartheta)\rangle;\ "
        r"(c)\ \nabla^2f_c\preccurlyeq L\,Id;\ (d)\ \text{third derivative of }f_c\text{ uniformly bounded}",
    ),
    statement=lambda i: both_sides(i, [(0, 1), (1, 0)]),
    under=Domain((), "F_c^z convex and L-smooth"),
    checks=(CounterexampleSearch(convex_quadratics, relation="<=", scope="exact convex quadratics, two samples a client", sizes=SIZES),),
    corrected="symfed-cocoercivity",
    missing="the same state on both sides of (b): Z_c stands on the left and z on the right",
    expect=Tier.IMPRECISE,
)

cocoercivity = Claim(
    id="symfed-cocoercivity",
    kind="inequality",
    says="A convex L-smooth loss has |grad F(x) - grad F(y)|^2 <= L <x - y, grad F(x) - grad F(y)>, one and the same F on both sides.",
    printed=Printed("symfed", "A1(b) with one state", r"\lambda^2\le L\lambda\ \text{ for every eigenvalue }\lambda\in[0,L]"),
    statement=(lam**2, L * lam),
    under=Domain((lam <= L,)),
    checks=(SignCheck("every eigenvalue of a mean Hessian"),),
    controls={
        "not convex": (lam**2, -L * lam),
        "L/2 for L": (lam**2, L * lam / 2),
        "twice the left side": (2 * lam**2, L * lam),
    },
    reduction="the gradient difference is S (x - y) with S the mean Hessian on the segment, symmetric with spectrum in [0, L]",
    expect=Tier.PROVED,
)


def quadratics(d, N):
    return instances(d, N, noise=False)


def kronecker_sum(A, sign=1):
    """The matrix of Id (x) A + A (x) Id, in the source's notation."""
    Id = np.eye(len(A), dtype=int).astype(object)
    return matrix_of(lambda M: otimes(Id, A)(M) + sign * otimes(A, Id)(M), len(A))


def diagonal(operator):
    """The operator's determinant for the generic diagonal matrix with two eigenvalues."""
    return determinant(operator(np.array([[lam, 0], [0, L]], dtype=object)))


def above(operator, i):
    """(2 mu)^(d^2), positive, and the determinant at the mean Hessian."""
    return (2 * i.mu) ** (i.problem.dim**2), determinant(operator(i.problem.hessian))


uniqueness = Claim(
    id="aistats-A1-uniqueness-lyapunov",
    kind="identity",
    says="A1 makes f strongly convex, so theta* is unique, and the Lyapunov operator there is invertible: its eigenvalues are sums of two.",
    printed=Printed(
        "aistats",
        "remark after A1",
        r"f\ \mu\text{-strongly convex},\ \theta^\star\text{ unique},\ "
        r"Id\otimes\nabla^2f(\theta^\star)+\nabla^2f(\theta^\star)\otimes Id\text{ invertible}",
    ),
    statement=kronecker_sum,
    under=Domain((), "A1"),
    checks=(
        SymbolicIdentity(lambda: 4 * lam * L * (lam + L) ** 2, diagonal, scope="d = 2, both eigenvalues symbolic"),
        CounterexampleSearch(quadratics, None, above, relation="<=", scope="determinant at least (2 mu)^(d^2), d <= 3", examples=15),
    ),
    controls={
        "Kronecker difference": lambda A: kronecker_sum(A, sign=-1),
        "one of the two terms": lambda A: matrix_of(lambda M: M @ A, len(A)),
    },
    reduction="an orthogonal change of basis makes the Hessian diagonal; means of matrices >= mu Id are >= mu Id",
    expect=Tier.PROVED,
)
