"""The words of instances in the Python of statements: what they are in the notation of the papers, and which are not printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Attributes of instances and jets, in the notation of the papers.
ATTRIBUTES: Final[Mapping[str, tuple[str, str]]] = {
    "gradients": (r"\nabla f_c(\theta^\star)", "each client's gradient at the optimum"),
    "hessians": (r"\nabla^2 f_c(\theta^\star)", "each client's Hessian at the optimum"),
    "hessian": (r"\nabla^2 f(\theta^\star)", "the clients' mean Hessian at the optimum"),
    "third_derivatives": (r"\nabla^3 f_c(\theta^\star)", "each client's third derivative at the optimum"),
    "third_derivative": (r"\nabla^3 f(\theta^\star)", "the clients' mean third derivative at the optimum"),
    "noise_covariance": (r"\mathcal{C}_c(\theta^\star)", "each client's gradient noise covariance at the optimum"),
    "noise": (r"\mathcal{C}(\theta^\star)", "the gradient noise covariance at the optimum: the clients' mean, or with an index a client's"),
    "optimum": (r"\theta^\star", "the minimiser of the mean loss"),
    "optima": (r"\theta_c^\star", "each client's own minimiser"),
    "client_optima": (r"\theta_c^\star", "each client's own solution"),
    "hessian_matrices": ("A_c", "each client's Hessian"),
    "mean_matrices": (r"\bar{A}_c", "each client's mean matrix"),
    "vectors": (r"\bar{b}_c", "each client's mean vector"),
    "matrices": ("M", "the matrices that are drawn"),
    "dim": ("d", "the dimension"),
    "num_clients": ("N", "number of clients"),
    "point": ("x", "the point that is drawn"),
    "start": (r"\theta_0", "where the run starts"),
    "draws": ("Z", "all samples that are drawn, by round, client and local step"),
    "samples": (r"\mathcal{Z}", "the samples that a client may draw"),
    "control_variates": (r"\xi", "the control variates, one a client"),
    "limit": (r"\theta_\infty", "where the mean of the run tends to"),
    "second_moment": (r"\Sigma", "the second moment about the optimum"),
}
#: Calls that change the kind of number or the shape and no value; of two numbers `fmpq` is the quotient.
SAME: Final = frozenset([
    "array", "fmpq", "fmpq_mat", "arb", "int", "float", "list", "tuple", "asarray", "Matrix", "Rational", "sympify", "reshape", "copy",
    "stack", "vstack",
])  # fmt: skip
#: Names of the instance of a statement, and of mere containers: neither is printed.
SUBJECTS: Final = frozenset({"i", "p", "case", "self"})
HOLDERS: Final = frozenset({"first", "run", "problem", "jets", "quadratic"})
POINTS: Final = frozenset({"optimum", "point", "start", "limit"})
GROWS: Final = frozenset({"append", "add", "extend"})
