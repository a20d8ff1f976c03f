"""Multipliers of interpolation inequalities: the pairs of points, linear constraints, and positivity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from symfed.certificates.one_client.interpolation import STAR, ClientPath
from symfed.core.errors import NotConverged
from symfed.worst_case.question import Bound, Pair, as_float
from symfed.worst_case.semidefinite import SemidefiniteProgram, minimise

NOTHING = 1e-10  # below it, double precision does not distinguish a margin from zero (forms have entries of order one)
_BITS = (8, 16, 24, 32, 48)  # of free multipliers: the smallest that suffices


def chain_pairs(path: ClientPath) -> list[Pair]:
    """Pairs (optimum, point), (point, next point), (first or last point, optimum): these mostly suffice."""
    last = path.H - 1
    found: list[Pair] = [(0, STAR), (STAR, 0)]
    found += [(STAR, h) for h in range(1, path.H)] + [(h, h + 1) for h in range(1, last)]
    return found + [(last, STAR)] * (last > 0)


def neighbour_pairs(path: ClientPath) -> list[Pair]:
    """Pairs of each point with the optimum, in both orders, and of each point with the next."""
    steps = range(path.H)
    return [*((h, STAR) for h in steps), *((STAR, h) for h in steps), *((h, h + 1) for h in steps[:-1])]


def wide_pairs(path: ClientPath) -> list[Pair]:
    """Pairs of each point with the optimum, the first point and its neighbours, in both orders."""
    ways: set[Pair] = set()
    for h in range(path.H):
        ways |= {(h, other) for other in (STAR, 0, h + 1) if other != h and other in path.nodes}
    return sorted({*ways, *((j, i) for i, j in ways)}, key=str)


class Multipliers:
    """Multipliers of these pairs for which function values cancel and, with a form, the rest vanishes on the kernel.

    They are offset + basis' @ (the free ones), offset (P), basis (K, P); `free` numbers K of the P pairs. Raises NotConverged
    if there are none.
    """

    def __init__(self, path: ClientPath, pairs: list[Pair], form: fmpq_mat | None) -> None:
        self.path, self.pairs, self.gaps = path, pairs, [path.gap(*pair) for pair in pairs]
        self.kernel = [] if form is None else kernel_of(path, form)
        rows = [[fmpq(int(i == h) - int(j == h)) for i, j in pairs] + [fmpq(0)] for h in range(path.H)]
        for v in self.kernel:
            assert form is not None
            columns = [gap * v for gap in self.gaps] + [-(form * v)]
            rows += [[column[k, 0] for column in columns] for k in range(path.H + 2)]
        reduced, rank = fmpq_mat(rows).rref()
        width = len(pairs)
        pivots = [next(j for j in range(width + 1) if reduced[i, j] != 0) for i in range(rank)]
        if width in pivots:
            raise NotConverged("no multipliers leave what they must")
        self.free = [j for j in range(width) if j not in pivots]
        self.offset = [fmpq(0)] * width
        self.basis = [[fmpq(int(j == k)) for j in range(width)] for k in self.free]
        for i, pivot in enumerate(pivots):
            self.offset[pivot] = reduced[i, width]
            for k, row in zip(self.free, self.basis, strict=True):
                row[pivot] = -reduced[i, k]

    def left(self, values: list[fmpq], start: fmpq_mat) -> fmpq_mat:
        """start + the sum of these multiples of the inequalities."""
        return sum((value * gap for value, gap in zip(values, self.gaps, strict=True) if value != 0), start)

    def program(self, form: fmpq_mat, extras: list[fmpq_mat]) -> SemidefiniteProgram:
        """The least of the first unknown such that form + extras + inequalities is positive outside of the kernel, and so are multipliers.

        Unknowns: the coefficients of the extras, then the free multipliers.
        """
        size = self.path.H + 2
        across = np.eye(size)
        if self.kernel:
            across = np.linalg.svd(np.array([as_floats(v).ravel() for v in self.kernel]))[2][len(self.kernel) :].T
        nothing = fmpq_mat(size, size)
        constant, slopes = self.left(self.offset, form), extras + [self.left(row, nothing) for row in self.basis]
        sides = [[0.0] * len(extras) + [as_float(row[p]) for row in self.basis] for p in range(len(self.pairs))]
        return SemidefiniteProgram(
            cost=np.eye(len(slopes))[0],
            constant=across.T @ as_floats(constant) @ across,
            slopes=np.array([across.T @ as_floats(slope) @ across for slope in slopes]),
            sides=np.array(sides),
            offsets=np.array([as_float(value) for value in self.offset]),
        )

    def search(self, form: fmpq_mat) -> Any:
        """Free multipliers, as floats, that make all positive by a good margin; None where there seem to be none."""
        size = self.path.H + 2
        program = self.program(form, [identity(size)])
        program.sides[:, 0] = 1.0
        start = np.zeros(len(program.cost))
        start[0] = 1 - min(np.linalg.eigvalsh(program.constant).min(), program.offsets.min())
        found = minimise(program, start, lambda centre: centre.gap < abs(centre.x[0]) / 2 or centre.gap < NOTHING)
        return found.x[1:] if found.x[0] < 0 else None


def candidate_multipliers(path: ClientPath, pairs: list[Pair], bound: Bound) -> Iterator[list[fmpq]]:
    """Candidates, in rationals, with the shortest numbers first."""
    form = path.spare(*bound)
    try:
        found = Multipliers(path, pairs, form)
        values = found.search(form) if found.free else []
    except NotConverged:
        return
    if values is None:
        return
    for bits in _BITS if found.free else _BITS[:1]:
        free = [fmpq(round(value * 2**bits), 2**bits) for value in values]
        yield [found.offset[p] + sum((t * row[p] for t, row in zip(free, found.basis, strict=True)), fmpq(0)) for p in range(len(pairs))]


def kernel_of(path: ClientPath, form: fmpq_mat) -> list[fmpq_mat]:
    """The rounds on quadratics of the least and the largest curvature for which the inequality is tight."""
    found = []
    for a in (path.mu, path.L):
        e, y = _quadratic(path, a, fmpq(1), fmpq(0)), _quadratic(path, a, fmpq(0), fmpq(1))
        ee, ey, yy = ((s.transpose() * form * t)[0, 0] for s, t in ((e, e), (e, y), (y, y)))
        if ee * yy == ey**2:
            found += [e, y] if ee == yy == 0 else [yy * e - ey * y if yy != 0 else ee * y - ey * e]
    return found


def _quadratic(path: ClientPath, a: fmpq, e: fmpq, y: fmpq) -> fmpq_mat:
    """The column of coordinates of a round on the quadratic of curvature a, from e with y."""
    column, u = [e, y], e
    for _ in range(path.H):
        column.append(a * u)
        u -= a * u + y / path.H
    return fmpq_mat(path.H + 2, 1, column)


def as_floats(matrix: fmpq_mat) -> Any:
    """An array of the nearest doubles."""
    return np.array([[as_float(entry) for entry in row] for row in matrix.table()])


def identity(size: int) -> fmpq_mat:
    """The identity, in rationals."""
    return fmpq_mat(size, size, [int(i == j) for i in range(size) for j in range(size)])
