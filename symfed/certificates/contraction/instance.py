"""One problem, one gamma, one H, in rational numbers: a quadratic form that every round decreases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq, fmpq_mat

from symfed.certificates.certificate import Malformed, NotProved, OwnCertificate
from symfed.certificates.contraction.proof import Rules, check_origin, positive, read_rules
from symfed.certificates.statement import number

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
        if type(self.H) is not int or not 1 <= self.H <= _MOST_STEPS:
            raise Malformed(f"H = {self.H!r:.60}: must be an integer between 1 and {_MOST_STEPS}")
        gamma, rho = positive("gamma", number(self.gamma)), positive("rho", number(self.rho))
        check_origin(rules)
        if not all(is_positive(weight, strictly=True) for weight in weights):
            raise NotProved("a weight is not positive definite: V is not the square of a norm")
        states = _zero_sum_basis(len(hessians), hessians[0].nrows())
        after = _one_round(rules, states, hessians, gamma, fmpq(self.H))
        before, behind = (_form_matrix(points, weights, gamma * self.H) for points in (states, after))
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


def _one_round(rules: Rules, states: States, hessians: list[Any], gamma: fmpq, H: fmpq) -> States:
    ends = []
    for A, xi in zip(hessians, states.controls, strict=True):
        x = states.error
        for _ in range(int(H.p)):
            x = rules.call("local_step", x=x, g=A * x, xi=xi, x_start=states.error, gamma=gamma, H=H)
        ends.append(x)
    mean = sum(ends[1:], ends[0]) / fmpq(len(ends))
    following = rules.call("server_step", x_mean=mean, x_start=states.error, gamma=gamma, H=H)
    controls = [
        rules.call("control_update", xi=xi, x_end=end, x_start=states.error, x_next=following, gamma=gamma, H=H)
        for xi, end in zip(states.controls, ends, strict=True)
    ]
    if any(entry != 0 for entry in sum(controls[1:], controls[0]).entries()):
        raise NotProved("the control variates do not keep their sum")
    return States(following, controls)


def _form_matrix(states: States, weights: list[Any], unit: fmpq) -> Any:
    """N V as a quadratic form in the coordinates of the basis."""
    points = [states.error + unit * xi for xi in states.controls]
    parts = [x.transpose() * P * x for x, P in zip(points, weights, strict=True)]
    return sum(parts[1:], parts[0])


def is_positive(matrix: Any, strictly: bool) -> bool:
    """Return whether a symmetric rational matrix is positive definite, or else semidefinite: by elimination, exactly."""
    rows = [list(row) for row in matrix.table()]
    for k, row in enumerate(rows):
        pivot = row[k]
        if pivot < 0 or (pivot == 0 and (strictly or any(row[k:]))):
            return False
        for other in rows[k + 1 :] if pivot != 0 else ():
            factor = other[k] / pivot
            for j in range(k, len(rows)):
                other[j] -= factor * row[j]
    return True


def _matrices(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list) or not 1 <= len(value) <= _MOST_CLIENTS:
        raise Malformed(f"{name}: must be a list of 1 to {_MOST_CLIENTS} matrices")
    found = [_matrix(name, rows) for rows in value]
    if len({matrix.nrows() for matrix in found}) != 1:
        raise Malformed(f"{name}: all matrices must be of one size")
    return found


def _matrix(name: str, rows: Any) -> Any:
    if not isinstance(rows, list) or not 1 <= len(rows) <= _LARGEST or not all(isinstance(r, list) and len(r) == len(rows) for r in rows):
        raise Malformed(f"{name}: a matrix must be a list of 1 to {_LARGEST} rows, as many as columns")
    matrix = fmpq_mat(len(rows), len(rows), [number(entry) for row in rows for entry in row])
    if matrix != matrix.transpose():
        raise Malformed(f"{name}: a matrix must be symmetric")
    return matrix
