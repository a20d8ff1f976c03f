"""A tensor at an exact instance in dimension one: where it is not zero there, it is not zero."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import flint

from symfed.derive.diagrams.diagram import DERIVATIVE, NO_BLOCK, Diagram, Node
from symfed.derive.tensors.normal import Normal
from symfed.derive.tensors.ratio import Ratio
from symfed.derive.tensors.tensor import (
    LEG,
    MARKS,
    OF_CLIENT,
    OF_MEAN,
    OTHER,
    OWN,
    STRANDS,
    VECTOR,
    is_monomial,
    is_unknown,
    plain,
    power_of,
)


@dataclass(frozen=True)
class ScalarInstance:
    """Clients in dimension one: derivatives by order from the first on, cumulants by (cumulant, derivative), one value a client each."""

    gamma: Fraction
    H: int
    derivatives: tuple[tuple[int, ...], ...]
    noise: int

    @property
    def N(self) -> int:
        return len(self.derivatives[0])

    def describe(self, form: Normal) -> dict[str, str]:
        """Text from which the instance can be written down again: what does not occur in a form may as well be zero."""
        kinds = {(node.kind, len(node.legs)) for diagram in form for node in diagram.nodes}
        used = [m for m in range(1, len(self.derivatives) + 1) if m <= 2 or (DERIVATIVE, m) in kinds]
        vectors = {"vectors": f"{self.noise} + 1 + 3 c"} if (VECTOR, 1) in kinds else {}
        listed = {f"derivative {m}": ", ".join(map(str, self.derivatives[m - 1])) for m in used}
        noise = {
            f"cumulant k = {k}, derivative j = {n - k}": f"{self.noise} + k + j + 3 c" for k, n in sorted(kinds) if VECTOR > k > DERIVATIVE
        }
        named = {"d": "1", "N": str(self.N), "gamma": str(self.gamma), "H": str(self.H)}
        return named | listed | vectors | noise | {"all other derivatives and cumulants": "0"}

    def value(self, node: Node, c: int) -> int:
        """A derivative or cumulant of client c, counted from zero."""
        if node.kind == DERIVATIVE:
            return self.derivatives[len(node.legs) - 1][c]
        return self.noise + node.kind + (len(node.legs) - node.kind) + 3 * c

    def power(self, c: int) -> flint.fmpq:
        """(1 - gamma a_c)^H."""
        step = 1 - flint.fmpq(self.gamma.numerator, self.gamma.denominator) * self.derivatives[1][c]
        return step**self.H


#: The mean gradients vanish, no two clients are alike, 1 - gamma a is neither zero nor one.
TRIED = (
    ScalarInstance(Fraction(1, 10), 2, ((1, -1), (1, 3), (2, 5), (1, 4), (3, 7)), 1),
    ScalarInstance(Fraction(1, 16), 3, ((2, 1, -3), (1, 4, 2), (3, 1, 7), (2, 9, 4), (5, 1, 3)), 2),
)


def witness(form: Normal) -> dict[str, str] | None:
    """An instance at which a tensor is not zero, and its value there; None where it is zero at all that are tried, or cannot be read."""
    for instance in TRIED:
        values = [_value(diagram, ratio, instance) for diagram, ratio in form.items()]
        known = [value for value in values if value is not None]
        if len(known) == len(values) and (total := sum(known)) != 0:
            return instance.describe(form) | {"left minus right": str(total)}
    return None


def _value(diagram: Diagram, ratio: Ratio, at: ScalarInstance) -> flint.fmpq | None:
    nodes = [node for node in diagram.nodes if node.kind > LEG]
    if any(is_unknown(node.kind) or (node.kind == DERIVATIVE and len(node.legs) > len(at.derivatives)) for node in nodes):
        return None
    fixed = {node.block: {OWN: 0, OTHER: 1}[node.kind] for node in nodes if node.kind in MARKS}
    blocks = sorted({node.block for node in nodes if node.block != NO_BLOCK})
    mean, gamma = flint.fmpq(sum(at.derivatives[1]), at.N), flint.fmpq(at.gamma.numerator, at.gamma.denominator)
    of_powers = sum([at.power(c) for c in range(at.N)], start=flint.fmpq(0)) / at.N
    total = flint.fmpq(0)
    for clients in product(*[[fixed[b]] if b in fixed else range(at.N) for b in blocks]):
        client = dict(zip(blocks, clients, strict=True))
        value, x, y = flint.fmpq(1), list[flint.fmpq](), list[flint.fmpq]()
        for node in nodes:
            c = client.get(node.block, 0)
            if node.kind in STRANDS:
                x.append({OF_CLIENT: flint.fmpq(at.derivatives[1][c]), OF_MEAN: mean}.get(plain(node.kind), of_powers))
                y.append((1 - gamma * x[-1]) ** at.H)
            elif is_monomial(node.kind):
                i, j = power_of(node.kind)
                value = value * flint.fmpq(at.derivatives[1][c]) ** i * at.power(c) ** j
            elif node.kind not in MARKS:
                value *= at.value(node, c)
        total += value * ratio.value(at.gamma, at.H, at.N, x, y)
    return total / at.N ** (len(blocks) - len(fixed))
