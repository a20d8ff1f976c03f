"""Assumption A1: strong convexity, smoothness, and the two remarks that it carries."""

import itertools
from types import SimpleNamespace

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats.algorithm_1 import SIZES
from proofs_checks.aistats.matrices import determinant, matrix_of
from proofs_checks.aistats.notation import otimes
from proofs_checks.aistats.quantities import theta_star, x, y
from symfed.checks import SignCheck, complete_identity, inequality_search
from symfed.checks.measured import measured
from symfed.claims import TYPO, Claim, Class, Domain, Erratum, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import L, h, lam, mu
from symfed.models.jets import Jets
from symfed.strategies import instances, text
from symfed.strategies.sampled import SampledRun, sampled_runs
from symfed.theorems import Apply, Arithmetic, vocabulary
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import coercive, curvature_at, lyapunov, lyapunov_coercive, mean_curvature, mean_value_hessian, minimiser
from symfed.theorems.randomness import cocoercive
from symfed.theorems.sequences import instance, linear_combination
from symfed.theorems.vocabulary import CURVED, AnyVector, Inner, Low, Mean, Norm, grad, hess, sample_grad, sequence


def _minors(A):
    """The principal minors of A: none is negative if and only if a symmetric matrix is positive semi-definite."""
    rows = range(len(A))
    return [determinant(A[np.ix_(k, k)]) for size in range(1, len(A) + 1) for k in itertools.combinations(rows, size)]


def _convex(run):
    if not isinstance(run, SampledRun):
        return None
    return all(minor >= 0 for client in run.matrices for A in client for minor in _minors(A)) and all(k >= 0 for k in run.cubes.flat)


def _smooth(run):
    return all(k == 0 for k in run.cubes.flat) if isinstance(run, SampledRun) else None


def _strongly_convex(instance):
    if isinstance(instance, SampledRun):
        return (
            all(minor > 0 for client in instance.matrices for minor in _minors(client.sum(axis=0))) and not instance.cubes.any()
        ) or None
    matrices = getattr(getattr(instance, "problem", None), "hessian_matrices", None)
    return None if matrices is None else all(minor > 0 for A in matrices for minor in _minors(A))


def mean_hessians(d, N):
    return instances(d, N, noise=False)


def flat_somewhere(d, N):
    """Instances whose clients do not curve at all in the first direction, mu being as it was."""

    def flattened(i):
        A = i.problem.hessian_matrices.copy()
        A[:, 0, :] = A[:, :, 0] = flint.fmpq(0)
        p = i.problem.jets
        jets = Jets.of(p.gradients, A, p.third_derivatives, p.noise_covariance)
        problem = SimpleNamespace(dim=d, hessian_matrices=A, hessian=A.sum(axis=0) / N, jets=jets, third=0)
        texts = {"mu": str(i.mu), "hessians": text(A)}
        return SimpleNamespace(problem=problem, mu=i.mu, gamma=i.gamma, H=i.H, parameters=i.parameters, describe=lambda: texts)

    return mean_hessians(d, N).map(flattened)


def quadratics(d, N):
    """Two convex sample losses a client."""
    return sampled_runs(d, N, cubic=False)


def spread_samples(d, N):
    """Strongly convex clients whose sample losses need not be convex."""
    return sampled_runs(d, N, cubic=False, indefinite=True)


def any_samples(d, N):
    """Convex, spread, or with quartic terms: the claim's conditions sort out."""
    return st.one_of(quadratics(d, N), spread_samples(d, N), sampled_runs(d, N))


def any_hessians(d, N):
    """Positive definite, or flat somewhere."""
    return st.one_of(mean_hessians(d, N), flat_somewhere(d, N))


#: The smoothness constant of a run is read off its matrices, so that a quartic term would break it.
CONVEX_SAMPLES = Class("every sample loss F_c^z is convex", _convex, spread_samples, (vocabulary.CONVEX_SAMPLES,))
SMOOTH_SAMPLES = Class("every sample loss F_c^z is L-smooth", _smooth, sampled_runs, (vocabulary.LIPSCHITZ_SAMPLES,))
STRONGLY_CONVEX = Class("every f_c is mu-strongly convex, mu > 0", _strongly_convex, flat_somewhere)
LINES = {str(CONVEX_SAMPLES): "A1(a)", str(SMOOTH_SAMPLES): "A1(b)"}


def both_sides(i, states):
    """|grad F^Z(x) - grad F^Z(y)|^2 and L <x - y, grad F^z(x) - grad F^z(y)> for every client and every pair (Z, z) of `states`."""

    def change(c, z):
        return i.gradient(c, z, i.start) - i.gradient(c, z, i.point)

    pairs = [(c, Z, z) for c in range(i.N) for Z, z in states]
    left = [(change(c, Z) ** 2).sum() for c, Z, _ in pairs]
    right = [i.L * ((i.start - i.point) @ change(c, z)) for c, _, z in pairs]
    return np.array(left, dtype=object), np.array(right, dtype=object)


regularity = Claim(
    id="aistats-A1-regularity",
    kind="assumption",
    says="For convex L-smooth sample losses gradient differences are said to be cocoercive, with a state Z_c on the left and z on the right.",
    printed=printed_at(
        "A1",
        r"f_c\text{ three times differentiable};\ (a)\ \nabla^2f_c\succcurlyeq\mu Id,\ F_c^z\text{ convex};\ "
        r"(b)\ F_c^z\ L\text{-smooth; in particular }\|\nabla F_c^{Z_c}(\theta)-\nabla F_c^{Z_c}(\vartheta)\|^2\le "
        r"L\langle\theta-\vartheta,\nabla F_c^z(\theta)-\nabla F_c^z(\vartheta)\rangle;\ "
        r"(c)\ \nabla^2f_c\preccurlyeq L\,Id;\ (d)\ \text{third derivative of }f_c\text{ uniformly bounded}",
    ),
    under=Domain((), (CONVEX_SAMPLES, SMOOTH_SAMPLES), lines=LINES),
    statement=lambda i: both_sides(i, [(0, 1), (1, 0)]),
    checks=inequality_search(quadratics, scope="exact convex quadratics, two samples a client", sizes=SIZES),
    corrected="symfed-cocoercivity",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "(b) has the state Z_c on the left and z on the right; the proofs use it with one state on both sides"),
)


def with_one_state(i):
    """Both sides with one state, for every client and every state."""
    return both_sides(i, [(z, z) for z in i.samples])


CHANGE = sample_grad(h, x) - sample_grad(h, y)
SQUARE, PRODUCT = Norm(CHANGE) ** 2, Inner(x - y, CHANGE)
on_runs = measured({SQUARE: lambda i: with_one_state(i)[0], PRODUCT: lambda i: with_one_state(i)[1] / i.L})
cocoercivity = Claim(
    id="symfed-cocoercivity",
    kind="inequality",
    says="A convex L-smooth loss has |grad F(x) - grad F(y)|^2 <= L <x - y, grad F(x) - grad F(y)>, one and the same F on both sides.",
    printed=printed_at(
        "A1(b) with one state",
        r"\|\nabla F_c^z(\theta)-\nabla F_c^z(\vartheta)\|^2\le L\langle\theta-\vartheta,\nabla F_c^z(\theta)-\nabla F_c^z(\vartheta)\rangle",
    ),
    under=Domain((), (CONVEX_SAMPLES, SMOOTH_SAMPLES), lines=LINES),
    statement=sp.Le(SQUARE, L * PRODUCT, evaluate=False),
    lemmas=(
        Lemma(
            "each eigenvalue",
            (lam**2, L * lam),
            SignCheck("every eigenvalue lambda in [0, L] of a mean Hessian"),
            wrong={"not convex": (lam**2, -L * lam), "L/2 for L": (lam**2, L * lam / 2), "95 hundredths of L": (20 * lam**2, 19 * L * lam)},
            given=Domain((lam <= L,)),
        ),
        crosscheck(
            "on runs",
            (SQUARE, L * PRODUCT),
            inequality_search(
                any_samples, reading=on_runs, scope="exact quadratics, two samples a client", sizes=SIZES, extremes=lambda: (steepest(),)
            ),
            wrong={
                "L/2 for L": (2 * SQUARE, L * PRODUCT),
                "mu for L": (SQUARE, mu * PRODUCT),
            },
        ),
    ),
    follows=Apply(cocoercive, "cocoercive", x=x, y=y, step=h),
    expect=Tier.PROVED,
)


def steepest():
    """One sample loss whose curvature is L itself."""
    unit = np.array([flint.fmpq(1)], dtype=object)
    matrices = np.array([2 * unit, unit], dtype=object).reshape(1, 2, 1, 1)
    return SampledRun(matrices, 0 * matrices[..., 0], 0 * matrices[..., 0, 0], unit[0], np.zeros((1, 1, 1), dtype=int), 0 * unit, unit)


def kronecker_sum(A, sign=1):
    """The map Id (x) A + A (x) Id of matrices, in the source's notation."""
    Id = np.eye(len(A), dtype=int).astype(object)
    return lambda M: otimes(Id, A)(M) + sign * otimes(A, Id)(M)


one, other, entry = coordinates("lambda_i lambda_j M_ij")


def on_an_entry(operator):
    """What the operator makes of the entry (i, j) of a matrix in an eigenbasis of the Hessian."""
    return sp.expand(operator(np.array([[one, 0], [0, other]], dtype=object))(np.array([[0, entry], [0, 0]], dtype=object))[0, 1])


def above(operator, i):
    """(2 mu)^(d^2), positive, and the determinant at the mean Hessian."""
    d = i.problem.dim
    return (2 * i.mu) ** (d**2), determinant(matrix_of(operator(i.problem.hessian), d))


#: What A1(a) and (c) say of Hessians, with a reading and non-members for exact instances.
BETWEEN = Class(CURVED.says, _strongly_convex, flat_somewhere)
M = AnyVector("M")
D_c = sequence("D_between_c", "the mean Hessian of client c's loss between a point and theta*")
undone = sequence("lyapunov_undone", "the matrix of which the Lyapunov operator at theta* makes a given one")
CURVATURE = Mean(hess(theta_star))
#: The Lyapunov operator at theta* reaches every matrix, and has no kernel.
INVERTIBLE = (
    sp.Eq(CURVATURE * undone(M) + undone(M) * CURVATURE, M, evaluate=False),
    sp.Le(2 * mu * Norm(M), Norm(CURVATURE * M + M * CURVATURE), evaluate=False),
)
UNIQUE = sp.And(
    sp.Le(mu, Low(Mean(hess(x))), evaluate=False),
    sp.Eq(Mean(grad(theta_star)), 0, evaluate=False),
    sp.Le(mu * Norm(x - theta_star), Norm(Mean(grad(x))), evaluate=False),
    *INVERTIBLE,
)
uniqueness = Claim(
    id="aistats-A1-uniqueness-lyapunov",
    kind="identity",
    says="A1 makes f strongly convex, so theta* is unique, and the Lyapunov operator there is invertible: it reaches every matrix M, and makes it no "
    "smaller than 2 mu |M|, for its eigenvalues are sums of two of the Hessian's.",
    printed=printed_at(
        "remark after A1",
        r"f\ \mu\text{-strongly convex},\ \theta^\star\text{ unique},\ "
        r"Id\otimes\nabla^2f(\theta^\star)+\nabla^2f(\theta^\star)\otimes Id\text{ invertible}",
    ),
    under=Domain((), (BETWEEN,), lines={str(BETWEEN): "A1(a) and (c)"}),
    statement=UNIQUE,
    lemmas=(
        Lemma(
            "eigenvalues",
            kronecker_sum,
            complete_identity(lambda: (one + other) * entry, on_an_entry, scope="one entry in an eigenbasis"),
            wrong={
                "Kronecker difference": lambda A: kronecker_sum(A, sign=-1),
                "one of the two terms": lambda A: lambda M: M @ A,
                "A M A": lambda A: otimes(A, A),
            },
        ),
        Lemma(
            "away from zero",
            (2 * mu, one + other),
            SignCheck("two eigenvalues of the mean Hessian"),
            given=Domain((mu <= one, mu <= other)),
            wrong={"their difference": (2 * mu, one - other), "their product": (2 * mu, one * other)},
        ),
        crosscheck(
            "determinant",
            kronecker_sum,
            inequality_search(any_hessians, None, above, scope="determinant at least (2 mu)^(d^2), d <= 3", examples=15),
            wrong={"Kronecker difference": lambda A: kronecker_sum(A, sign=-1), "one of the two terms": lambda A: lambda M: M @ A},
        ),
    ),
    follows=(
        Apply(curvature_at, "curvature", point=x),
        Apply(mean_curvature, "strongly convex", matrix=hess(x)),
        Apply(minimiser, "theta*", point=theta_star),
        Apply(mean_value_hessian, "between", x=x, y=theta_star, hessian=D_c(x)),
        Apply(mean_of, "of all clients", relation="between/1"),
        Apply(mean_curvature, "its curvature", matrix=D_c(x)),
        Apply(coercive, "away from theta*", matrix=Mean(D_c(x)), low=mu, v=x - theta_star),
        linear_combination("the gradient there", Mean(grad(x)), Mean(D_c(x)) * (x - theta_star), ("of all clients", "theta*")),
        Arithmetic(
            "unique", sp.Le(mu * Norm(x - theta_star), Norm(Mean(grad(x))), evaluate=False), ("away from theta*", "the gradient there/2")
        ),
        Apply(instance, "at theta*", relation="strongly convex/1", at={x: theta_star}),
        Apply(lyapunov, "onto", matrix=CURVATURE, low=mu, right=M, solution=undone(M)),
        Apply(lyapunov_coercive, "no kernel", matrix=CURVATURE, low=mu, v=M),
    ),
    expect=Tier.PROVED,
)
