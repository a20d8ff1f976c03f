"""Communication cost of an accuracy: the optimal exponents under printed bounds, with a proof of optimality."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import combinations

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.grammar import rational_number


@dataclass(frozen=True)
class Bound:
    """gamma^gamma H^H T^T <= epsilon^accuracy, up to constants and logarithms.

    >>> str(Bound(gamma=4, H=4, accuracy=2))
    'gamma^4 H^4 <= epsilon^2'
    """

    gamma: int | sp.Rational = 0
    H: int | sp.Rational = 0
    T: int | sp.Rational = 0
    accuracy: int | sp.Rational = 0

    def __post_init__(self) -> None:
        for part in fields(self):
            rational_number(getattr(self, part.name), part.name)

    def __str__(self) -> str:
        powers = [f"{name}^{value}" for name in ("gamma", "H", "T") if (value := getattr(self, name)) != 0]
        return f"{' '.join(powers) or '1'} <= epsilon^{self.accuracy}"

    @property
    def row(self) -> tuple[sp.Rational, sp.Rational, sp.Rational]:
        """With gamma = eps^p, H = eps^-h, T = eps^-t the bound says row . (p, h, t) >= accuracy, for eps -> 0."""
        return rational_number(self.gamma), -rational_number(self.H), -rational_number(self.T)

    def slack(self, gamma: sp.Rational, H: sp.Rational, T: sp.Rational) -> sp.Rational:
        """row . (p, h, t) - accuracy: negative where the bound fails."""
        return sum((a * x for a, x in zip(self.row, (gamma, H, T), strict=True)), -rational_number(self.accuracy))


#: The initial error has decayed: T >= 1/(gamma mu H), without the logarithm.
FORGOTTEN = Bound(gamma=-1, H=-1, T=-1)
#: At least one step in a round, and at least one round.
AT_LEAST_ONE = (Bound(H=-1), Bound(T=-1))


@dataclass(frozen=True)
class Exponents:
    """gamma = eps^gamma, H = eps^-H, T = eps^-T: as few rounds as the bounds allow, and of those choices the fewest gradients T*H.

    certificate: a nonnegative multiplier for each of `bounds`. The sum of the bounds with these multipliers is T >= eps^-T, so
    that no choice takes fewer rounds.
    """

    gamma: sp.Rational
    H: sp.Rational
    T: sp.Rational
    bounds: tuple[Bound, ...]
    certificate: tuple[sp.Rational, ...]

    @property
    def is_proved(self) -> bool:
        """Return whether the choice meets every bound, and the certificate proves that none takes fewer rounds; checked from scratch."""
        choice = (self.gamma, self.H, self.T)
        sums = [sp.Add(*[y * bound.row[k] for y, bound in zip(self.certificate, self.bounds, strict=True)]) for k in range(3)]
        reached = sp.Add(*[y * bound.accuracy for y, bound in zip(self.certificate, self.bounds, strict=True)])
        feasible = all(bound.slack(*choice) >= 0 for bound in self.bounds)
        # row . (p, h, t) is -T-power * t and so on: the multipliers must add up to t alone
        return bool(feasible and all(y >= 0 for y in self.certificate) and sums == [0, 0, 1] and reached == self.T)


def communication_exponents(conditions: Sequence[Bound]) -> Exponents:
    """The fewest rounds, as a power of 1/eps, for which some gamma and H meet the conditions, T >= 1/(gamma H), H >= 1 and T >= 1.

    An exact linear program in three exponents, solved at its vertices; its dual solution is the certificate. Raises InvalidInput where
    no exponents meet the conditions.

    >>> iterates = [Bound(gamma=1, accuracy=2), Bound(gamma=2, H=2, accuracy=2)]
    >>> found = communication_exponents(iterates)
    >>> (found.gamma, found.H, found.T, found.is_proved)
    (2, 1, 1, True)
    """
    bounds = (*conditions, FORGOTTEN, *AT_LEAST_ONE)
    vertices = [tuple(matrix.LUsolve(sp.Matrix([bounds[k].accuracy for k in three]))) for three, matrix in _bases(bounds)]
    choices = [vertex for vertex in vertices if all(bound.slack(*vertex) >= 0 for bound in bounds)]
    if not choices:
        raise InvalidInput("conditions", [str(bound) for bound in conditions], "are met by no powers of epsilon")
    gamma, H, T = min(choices, key=lambda choice: (choice[2], choice[2] + choice[1]))
    return Exponents(gamma, H, T, bounds, _certificate(bounds, T))


def _bases(bounds: Sequence[Bound]) -> Iterator[tuple[tuple[int, ...], sp.Matrix]]:
    """The numbers of every three bounds whose rows are independent, and the matrix of these rows."""
    for three in combinations(range(len(bounds)), 3):
        matrix = sp.Matrix([bounds[k].row for k in three])
        if matrix.det() != 0:
            yield three, matrix


def _certificate(bounds: Sequence[Bound], value: sp.Rational) -> tuple[sp.Rational, ...]:
    """Multipliers of at most three bounds that add up to t >= value; they exist by duality."""
    for three, matrix in _bases(bounds):
        multipliers = dict(zip(three, matrix.T.LUsolve(sp.Matrix([0, 0, 1])), strict=True))
        reached = sp.Add(*[y * bounds[k].accuracy for k, y in multipliers.items()])
        if all(y >= 0 for y in multipliers.values()) and reached == value:
            return tuple(multipliers.get(k, sp.S.Zero) for k in range(len(bounds)))
    raise AssertionError("a bounded linear program has a dual vertex of the same value")
