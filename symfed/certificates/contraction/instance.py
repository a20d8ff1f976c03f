"""One problem, one gamma, one H, in rational numbers: a quadratic form that every round decreases."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import fmpq, fmpq_mat

from symfed.certificates.balls import is_positive
from symfed.certificates.certificate import Malformed, NotProved, OwnCertificate
from symfed.certificates.contraction.proof import Rules, check_origin, read_rules
from symfed.certificates.statement import integer, number, positive, rows

_MOST_CLIENTS, _LARGEST, _MOST_STEPS = 30, 10, 10_000


@dataclass(frozen=True)
class ContractionInstance(OwnCertificate):
    """V = mean <x_c, P_c x_c> with x_c = (theta - theta*) + gamma H (xi_c - xi_c*), control variates summing to zero, shrinks by rho².

    algorithm: the three rules as text. hessians, weights: A_c and P_c, per client a list of rows. Numbers are integers or text such as
    "-3/4" or "1.5e-20", and mean exactly that.
    """

    FORMAT = "symfed contraction instance 1"
    algorithm: Mapping[str, str]
    hessians: list[list[list[Any]]]
    weights: list[list[list[Any]]]
    gamma: str
    H: int
    rho: str

    def prove(self) -> None:
        """Run the rule on a basis of all states, and compare V before and after."""
        rules, hessians, weights = read_rules(self.algorithm), _matrices("hessians", self.hessians), _matrices("weights", self.weights)
        if len(hessians) != len(weights) or hessians[0].nrows() != weights[0].nrows():
            raise Malformed("weights: must be one matrix a client, of the size of its Hessian")
        H, gamma, rho = integer("H", self.H, 1, _MOST_STEPS), positive("gamma", number(self.gamma)), positive("rho", number(self.rho))
        check_origin(rules)
        if not all(is_positive(weight, strictly=True) for weight in weights):
            raise NotProved("a weight is not positive definite: V is not the square of a norm")
        states = _zero_sum_basis(len(hessians), hessians[0].nrows())
        after = _one_round(rules, states, hessians, gamma, H)
        before, behind = (_form_matrix(points, weights, gamma * H) for points in (states, after))
        if not is_positive(rho**2 * before - behind, strictly=False):
            raise NotProved("some state loses less of V than is claimed")

    def says(self) -> str:
        """The claim that is proved, in words."""
        return f"with {len(self.hessians)} clients, gamma = {self.gamma} and H = {self.H}, V contracts by ({self.rho})² every round"


@dataclass(frozen=True)
class States:
    """theta - theta* and every xi_c - xi_c*, d rows, one column for each vector of a basis."""

    error: Any
    controls: list[Any]


def _zero_sum_basis(N: int, d: int) -> States:
    size = N * d
    blocks = [fmpq_mat(d, size, [int(j == c * d + i) for i in range(d) for j in range(size)]) for c in range(N)]
    error, own = blocks[0], blocks[1:]
    return States(error, [*own, -sum(own, fmpq_mat(d, size))])


def _one_round(rules: Rules, states: States, hessians: list[Any], gamma: fmpq, H: int) -> States:
    _, following, controls = rules.one_round([partial(operator.mul, A) for A in hessians], states.error, states.controls, gamma, H)
    if any(entry != 0 for entry in sum(controls[1:], controls[0]).entries()):
        raise NotProved("the control variates do not keep their sum")
    return States(following, controls)


def _form_matrix(states: States, weights: list[Any], unit: fmpq) -> Any:
    """N V as a quadratic form in the coordinates of the basis."""
    points = [states.error + unit * xi for xi in states.controls]
    parts = [x.transpose() * P * x for x, P in zip(points, weights, strict=True)]
    return sum(parts[1:], parts[0])


def _matrices(name: str, value: Any) -> list[Any]:
    found = [_matrix(name, table) for table in rows(name, value, most=_MOST_CLIENTS)]
    if len({matrix.nrows() for matrix in found}) != 1:
        raise Malformed(f"{name}: all matrices must be of one size")
    return found


def _matrix(name: str, value: Any) -> Any:
    table = rows(name, value, most=_LARGEST)
    matrix = fmpq_mat([[number(entry) for entry in rows(name, row, len(table))] for row in table])
    if matrix != matrix.transpose():
        raise Malformed(f"{name}: a matrix must be symmetric")
    return matrix
