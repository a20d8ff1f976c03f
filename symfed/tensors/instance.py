"""Tensors at an exact instance in dimension one, or in the plane: a nonzero value there proves that a tensor is not zero."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, ClassVar

import flint
import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.tensors.diagrams.diagram import DERIVATIVE, DIRECTED, NO_BLOCK, Diagram, Node
from symfed.tensors.normal import Normal
from symfed.tensors.ratio import Ratio
from symfed.tensors.tensor import (
    LEG,
    MARKS,
    OF_CLIENT,
    OF_MEAN,
    OF_POWERS,
    OTHER,
    OWN,
    STRANDS,
    VECTOR,
    base_kind,
    is_monomial,
    is_unknown,
    power_of,
)


@dataclass(frozen=True)
class ScalarInstance:
    """Clients in dimension one: derivatives by order from the first on, cumulants by (cumulant, derivative), one value a client each."""

    dim: ClassVar[int] = 1
    gamma: Fraction
    H: int
    derivatives: tuple[tuple[int, ...], ...]
    noise: int

    @property
    def N(self) -> int:
        return len(self.derivatives[0])

    def parameters(self) -> dict[str, Any]:
        """The parameters of conditions by name; mu and L are the extreme curvatures of the clients."""
        curvatures = self.derivatives[1]
        gamma = sp.Rational(self.gamma.numerator, self.gamma.denominator)
        return {"gamma": gamma, "H": self.H, "N": self.N, "mu": min(curvatures), "L": max(curvatures)}

    def describe(self, form: Normal) -> dict[str, str]:
        """Text from which the instance can be written down again: tensors that do not occur in the form are zero."""
        kinds = {(node.kind, len(node.legs)) for diagram in form for node in diagram.nodes}
        used = [m for m in range(1, len(self.derivatives) + 1) if m <= 2 or (DERIVATIVE, m) in kinds]
        vectors = {"vectors": f"{self.noise} + 1 + 3 c"} if (VECTOR, 1) in kinds else {}
        listed = {f"derivatives of order {m} at theta*": ", ".join(map(str, self.derivatives[m - 1])) for m in used}
        noise = {
            f"cumulant k = {k}, derivative j = {n - k}": f"{self.noise} + k + j + 3 c" for k, n in sorted(kinds) if VECTOR > k > DERIVATIVE
        }
        named = {"d": "1", "N": str(self.N), "gamma": str(self.gamma), "H": str(self.H)}
        return named | listed | vectors | noise | {"all other derivatives and cumulants": "0"}

    def holds(self, node: Node) -> bool:
        """True unless a tensor of this kind and order has no value here."""
        return not is_unknown(node.kind) and (node.kind != DERIVATIVE or len(node.legs) <= len(self.derivatives))

    def entry(self, node: Node, c: int, index: tuple[int, ...]) -> flint.fmpq:
        """The entry of a derivative, cumulant, vector or monomial of client c, counted from zero."""
        if is_monomial(node.kind):
            i, j = power_of(node.kind)
            return flint.fmpq(self.derivatives[1][c]) ** i * self._power(c) ** j
        return flint.fmpq(self.derivatives[len(node.legs) - 1][c] if node.kind == DERIVATIVE else self.noise + len(node.legs) + 3 * c)

    def _power(self, c: int) -> flint.fmpq:
        """(1 - gamma a_c)^H."""
        return (1 - flint.fmpq(self.gamma.numerator, self.gamma.denominator) * self.derivatives[1][c]) ** self.H

    def modes(self, node: Node, c: int) -> list[tuple[flint.fmpq, list[list[flint.fmpq]]]]:
        """The one eigenvalue of a strand's matrix, and the projection onto its eigenvector."""
        one, kind, clients = flint.fmpq(1), base_kind(node.kind), range(self.N)
        own = [flint.fmpq(a) for a in self.derivatives[1]] if kind != OF_POWERS else [self._power(c) for c in clients]
        return [(own[c] if kind == OF_CLIENT else sum(own, start=0 * one) / self.N, [[one]])]


#: The mean gradients vanish, no two clients are alike, 1 - gamma a is neither zero nor one.
_LARGE = (
    ScalarInstance(Fraction(1, 10), 2, ((1, -1), (1, 3), (2, 5), (1, 4), (3, 7)), 1),
    ScalarInstance(Fraction(1, 16), 3, ((2, 1, -3), (1, 4, 2), (3, 1, 7), (2, 9, 4), (5, 1, 3)), 2),
)
#: And the same at smaller steps, for claims that require them.
TRIED = (*_LARGE, *(replace(one, gamma=one.gamma / 100) for one in _LARGE))


@dataclass(frozen=True)
class PlaneInstance:
    """Clients in the plane with matrices [[a, b], [0, c]]: no matrix is its transpose, and all eigenvalues are rational."""

    dim: ClassVar[int] = 2
    gamma: Fraction
    H: int
    triangles: tuple[tuple[int, int, int], ...]
    gradients: tuple[tuple[int, int], ...]

    @property
    def N(self) -> int:
        return len(self.triangles)

    def describe(self) -> dict[str, str]:
        """Text from which the instance can be written down again."""
        return {
            "d": "2",
            "N": str(self.N),
            "gamma": str(self.gamma),
            "H": str(self.H),
            "matrices": ", ".join(f"[[{a}, {b}], [0, {c}]]" for a, b, c in self.triangles),
            "gradients": ", ".join(f"[{u}, {v}]" for u, v in self.gradients),
            "vectors": "entry i of client c is 1 + 2 c + 3 i + c i, all counted from zero",
            "cumulant k, derivative j": "k + (1 + s) (1 + c) + t (2 + s), s and t the sums of the noise indices and of the directions",
        }

    def holds(self, node: Node) -> bool:
        """True unless a tensor of this kind and order has no value here."""
        return not is_unknown(node.kind) and (node.kind != DERIVATIVE or len(node.legs) == 1)

    def entry(self, node: Node, c: int, index: tuple[int, ...]) -> flint.fmpq:
        """An entry of a client's tensor."""
        if is_monomial(node.kind):
            return self.matrices(node, c)[index[0]][index[1]]
        s, t = sum(index[: node.group]), sum(index[node.group :])
        if node.kind == VECTOR:
            return flint.fmpq(1 + 2 * c + 3 * s + c * s)
        return flint.fmpq(self.gradients[c][s] if node.kind == DERIVATIVE else node.kind + (1 + s) * (1 + c) + t * (2 + s))

    def matrices(self, node: Node, c: int) -> list[list[flint.fmpq]]:
        """A_c^i (1 - gamma A_c)^(j H)."""
        i, j = power_of(node.kind)
        total = flint.fmpq_mat(2, 2, [1, 0, 0, 1])
        for matrix, times in ((self.matrix(c), i), (self.power(c), j)):
            total = total * (matrix**times if times >= 0 else matrix.inv() ** -times)
        return [[total[0, 0], total[0, 1]], [total[1, 0], total[1, 1]]]

    def matrix(self, c: int) -> flint.fmpq_mat:
        a, b, d = self.triangles[c]
        return flint.fmpq_mat(2, 2, [a, b, 0, d])

    def power(self, c: int) -> flint.fmpq_mat:
        """(1 - gamma A_c)^H."""
        gamma = flint.fmpq(self.gamma.numerator, self.gamma.denominator)
        return (flint.fmpq_mat(2, 2, [1, 0, 0, 1]) - self.matrix(c) * gamma) ** self.H

    def mean(self, of: Callable[[int], flint.fmpq_mat]) -> flint.fmpq_mat:
        """The mean over clients."""
        return sum([of(c) for c in range(1, self.N)], start=of(0)) * flint.fmpq(1, self.N)

    def modes(self, node: Node, c: int) -> list[tuple[flint.fmpq, list[list[flint.fmpq]]]]:
        """The eigenvalues of a strand's matrix, each with the projection onto its eigenvector along the other's."""
        kind = base_kind(node.kind)
        M = self.matrix(c) if kind == OF_CLIENT else self.mean(self.matrix if kind == OF_MEAN else self.power)
        zero, one, tilt = flint.fmpq(0), flint.fmpq(1), M[0, 1] / (M[0, 0] - M[1, 1])
        return [(M[0, 0], [[one, tilt], [zero, zero]]), (M[1, 1], [[zero, -tilt], [zero, one]])]


Instance = ScalarInstance | PlaneInstance
PLANE = PlaneInstance(Fraction(1, 8), 2, ((1, 1, 2), (3, 2, 5)), ((1, -2), (-1, 2)))


def witness(form: Normal, under: Domain = ANYWHERE) -> dict[str, str] | None:
    """An instance of the domain at which a tensor is not zero, with its value there; None where no instance that is tried is one.

    Nonsymmetric matrices are tried in the plane, too.
    """
    for instance in (one for one in TRIED if under.contains(**one.parameters())):
        if left := _nonzero_entries(form, instance):
            return instance.describe(form) | {"left minus right": str(next(iter(left.values())))}
    directed = any(LEG < node.kind <= DIRECTED for diagram in form for node in diagram.nodes)
    return in_the_plane(form) if directed else None


def in_the_plane(form: Normal) -> dict[str, str] | None:
    """The plane's instance and the nonzero entries there; None where there are none, or the form cannot be evaluated there."""
    left = _nonzero_entries(form, PLANE)
    return PLANE.describe() | {f"left minus right at {list(index)}": str(value) for index, value in sorted(left.items())} if left else None


def _nonzero_entries(form: Normal, at: Instance) -> dict[tuple[int, ...], flint.fmpq]:
    """The entries of a tensor that are not zero; none if the form cannot be evaluated at this instance."""
    if not all(at.holds(node) for diagram in form for node in diagram.nodes if node.kind > LEG):
        return {}
    total: dict[tuple[int, ...], flint.fmpq] = {}
    for diagram, ratio in form.items():
        for index, value in _term_entries(diagram, ratio, at):
            total[index] = total.get(index, flint.fmpq(0)) + value
    return {index: value for index, value in total.items() if value != 0}


def _term_entries(diagram: Diagram, ratio: Ratio, at: Instance) -> Iterator[tuple[tuple[int, ...], flint.fmpq]]:
    """Entries of a term, in parts to be added, one for each choice of clients and of an eigenvector on each strand."""
    nodes = [node for node in diagram.nodes if node.kind > LEG and node.kind not in MARKS]
    strands = [node for node in nodes if node.kind in STRANDS]
    fixed = {node.block: {OWN: 0, OTHER: 1}[node.kind] for node in diagram.nodes if node.kind in MARKS}
    blocks = sorted({node.block for node in nodes if node.block != NO_BLOCK})
    share = flint.fmpq(1, at.N ** len(set(blocks) - set(fixed)))
    ends = [edge for _, edge in sorted((LEG - node.kind, node.legs[0]) for node in diagram.nodes if node.kind <= LEG)]
    for clients in product(*[[fixed[b]] if b in fixed else range(at.N) for b in blocks]):
        client = dict(zip(blocks, clients, strict=True)) | {NO_BLOCK: 0}
        tensors = [(node.legs, partial(at.entry, node, client[node.block])) for node in nodes if node.kind not in STRANDS]
        for chosen in product(*[at.modes(node, client[node.block]) for node in strands]):
            x = [value for value, _ in chosen]
            y = [(1 - flint.fmpq(at.gamma.numerator, at.gamma.denominator) * value) ** at.H for value in x]
            scale = ratio.value(at.gamma, at.H, at.N, x, y) * share
            projections = [(node.legs, partial(_matrix_entry, P)) for node, (_, P) in zip(strands, chosen, strict=True)]
            yield from _sum_over_edges([*projections, *tensors], {}, scale, ends, at.dim)


def _matrix_entry(matrix: list[list[flint.fmpq]], index: tuple[int, ...]) -> flint.fmpq:
    return matrix[index[0]][index[1]]


_Tensor = tuple[tuple[int, ...], Callable[[tuple[int, ...]], flint.fmpq]]


def _sum_over_edges(
    tensors: list[_Tensor], known: dict[int, int], value: flint.fmpq, ends: list[int], dim: int
) -> Iterator[tuple[tuple[int, ...], flint.fmpq]]:
    """The products of entries over all coordinates of edges, one tensor after the other."""
    if value == 0:
        return
    if not tensors:
        free = [edge for edge in dict.fromkeys(ends) if edge not in known]  # an identity between open legs
        for choice in product(range(dim), repeat=len(free)):
            whole = known | dict(zip(free, choice, strict=True))
            yield tuple(whole[edge] for edge in ends), value
        return
    legs, entry = tensors[0]
    free = [edge for edge in dict.fromkeys(legs) if edge not in known]
    for choice in product(range(dim), repeat=len(free)):
        here = known | dict(zip(free, choice, strict=True))
        yield from _sum_over_edges(tensors[1:], here, value * entry(tuple(here[edge] for edge in legs)), ends, dim)
