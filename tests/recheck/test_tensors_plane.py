"""What the laws of tensors leave of a sum is that sum: random networks are multiplied out in the plane, in rationals, before and after."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import flint
import pytest

from symfed.recheck.expressions import MalformedPart, number, parsed
from symfed.recheck.networks import TensorFactor
from symfed.recheck.ratios import names_in
from symfed.recheck.tensors import Laws, read

Q = flint.fmpq
GAMMA, H, N = Q(1, 16), 2, 3
Matrix = list[list[flint.fmpq]]
Side = Iterable[tuple[str, Sequence[TensorFactor]]]


class Plane:
    """Three clients with upper triangular matrices, or diagonal ones: their eigenvalues are rational, and no two are alike."""

    def __init__(self, symmetric: bool) -> None:
        corner = 0 if symmetric else 1
        self.A = [flint.fmpq_mat(2, 2, [a, corner * b, 0, c]) for a, b, c in ((1, 1, 2), (3, -2, 5), (2, 4, 7))]
        self.gradients = [(1, -2), (-3, 1), (2, 1)]
        one = flint.fmpq_mat(2, 2, [1, 0, 0, 1])
        self.P = sum(((one - A * GAMMA) ** H for A in self.A), flint.fmpq_mat(2, 2)) * Q(1, N)
        self.mean = sum(self.A, flint.fmpq_mat(2, 2)) * Q(1, N)

    def modes(self, kind: str, client: int) -> list[tuple[flint.fmpq, Matrix]]:
        """The eigenvalues of a strand's matrix, each with its projection along the other one."""
        M = {"A": self.mean, "P": self.P}[kind] if kind != "Ac" else self.A[client]
        tilt = M[0, 1] / (M[0, 0] - M[1, 1])
        return [(M[0, 0], [[Q(1), tilt], [Q(0), Q(0)]]), (M[1, 1], [[Q(0), -tilt], [Q(0), Q(1)]])]

    def entry(self, kind: str, client: int, index: tuple[int, ...]) -> flint.fmpq:
        """An entry of a client's tensor, symmetric where it must be."""
        if kind == "D1":
            return Q(self.gradients[client][index[0]])
        first = int(kind[1]) if kind[0] == "C" else len(index)
        s, t = sum(index[:first]), sum(index[first:])
        return Q(len(kind) + (1 + s) * (2 + client) ** 2 + t * (3 + s) + client * s * s)


IDENTITY: Matrix = [[Q(1), Q(0)], [Q(0), Q(1)]]


def entries(side: Side, at: Plane) -> dict[tuple[int, ...], flint.fmpq]:
    """The entries of a sum that are not zero."""
    total: dict[tuple[int, ...], flint.fmpq] = {}
    for coefficient, tensors in side:
        tree = parsed(coefficient)
        averages = sorted({t.client for t in tensors} - {"", "own", "other"})
        strands = [t for t in tensors if t.is_strand]
        used = {int(name[1:]) - 1 for name in names_in(tree) if name[0] in "xy"}
        for clients in product(range(N), repeat=len(averages)):
            who = dict(zip(averages, clients, strict=True)) | {"own": 0, "other": 1, "": 0}
            for modes in product(*[at.modes(t.kind, who[t.client]) if t.letter in used else [(Q(0), IDENTITY)] for t in strands]):
                letters = {"gamma": GAMMA, "H": Q(H), "N": Q(N)}
                for t, (x, _) in zip(strands, modes, strict=True):
                    letters |= {f"x{t.letter + 1}": x, f"y{t.letter + 1}": (1 - GAMMA * x) ** H}
                matrices = {t.letter: P for t, (_, P) in zip(strands, modes, strict=True)}
                scale = number(tree, letters) / N ** len(averages)
                for key, value in contracted(tensors, who, matrices, at).items():
                    total[key] = total.get(key, Q(0)) + scale * value
    return {key: value for key, value in total.items() if value != 0}


def contracted(tensors: Sequence[TensorFactor], who: dict[str, int], matrices: dict[int, Matrix], at: Plane) -> dict[Any, flint.fmpq]:
    """Tensors multiplied out one after the other: values by the coordinates of edges of which one end is still to come."""
    values: dict[tuple[tuple[int, int], ...], flint.fmpq] = {(): Q(1)}
    seen: set[int] = set()
    inner = [t for t in tensors if not t.kind.isdecimal()]
    ends = [t.legs[0] for t in sorted((t for t in tensors if t.kind.isdecimal()), key=lambda t: int(t.kind))]
    for t in inner:
        new: dict[tuple[tuple[int, int], ...], flint.fmpq] = {}
        done = {edge for edge in t.legs if edge in seen or t.legs.count(edge) == 2} - set(ends)
        for known, value in values.items():
            where = dict(known)
            free = sorted({edge for edge in t.legs if edge not in where})
            for choice in product(range(2), repeat=len(free)):
                here = where | dict(zip(free, choice, strict=True))
                index = tuple(here[edge] for edge in t.legs)
                entry = matrices[t.letter][index[0]][index[1]] if t.is_strand else at.entry(t.kind, who[t.client], index)
                key = tuple(sorted((edge, x) for edge, x in here.items() if edge not in done))
                if entry != 0:
                    new[key] = new.get(key, Q(0)) + value * entry
        seen |= set(t.legs)
        values = new
    found: dict[Any, flint.fmpq] = {}
    for known, value in values.items():
        where = dict(known)
        for choice in product(range(2), repeat=len(loose := sorted(set(ends) - where.keys()))):
            whole = where | dict(zip(loose, choice, strict=True))
            found[tuple(whole[edge] for edge in ends)] = value
    return found


FACTORS = (("A", 2), ("Ac", 2), ("Ac", 2), ("P", 2), ("D1", 1), ("b", 1), ("C2", 2), ("C2'", 3), ("D3", 3))


def random_term(draw: random.Random) -> tuple[list[str], int]:
    """A connected or unconnected network with up to two open legs, and how many it has."""
    chosen = draw.choices(FACTORS, k=draw.randint(2, 4))
    ends: list[Any] = [(k, leg) for k, (_, legs) in enumerate(chosen) for leg in range(legs)]
    open_legs = 2 - len(ends) % 2 if len(ends) > 1 else 1
    ends += [str(k + 1) for k in range(open_legs)]
    draw.shuffle(ends)
    names: dict[Any, str] = {}
    for k in range(0, len(ends), 2):
        pair = ends[k : k + 2]
        named = next((end for end in pair if isinstance(end, str)), "abcdefgh"[k // 2])
        names |= dict.fromkeys(pair, named)
    factors, count = [], 0
    for k, (kind, legs) in enumerate(chosen):
        strand = kind in ("A", "Ac", "P")
        count += strand
        client = "" if kind in ("A", "P") else f" @{draw.choice(('1', '1', '2', 'own'))}"
        factors.append(f"{kind}{f':{count}' if strand else ''} {' '.join(names[k, leg] for leg in range(legs))}{client}")
    if names.get("1") == names.get("2") and open_legs == 2:  # two open legs that met
        factors.append("I 1 2")
    letters = [f"{letter}{k}" for k in range(1, count + 1) for letter in ("x", "y")] or ["gamma"]
    one, two, three = (draw.choice(letters) for _ in range(3))
    shape = draw.choice(("{0}", "1 + 2*{0} - {1}*{2}", "{0}/({1} + 2)", "({0} + gamma)/({1} + {2})", "{0}^2*{1} + N", "(1 - {0})/{1}", "3"))
    return [shape.format(one, two, three), *factors], open_legs


@pytest.mark.parametrize("symmetric", [False, True])
def test_the_laws_change_no_value(symmetric: bool) -> None:
    draw, at, seen, changed = random.Random(31), Plane(symmetric), 0, 0
    while seen < 150:
        term, open_legs = random_term(draw)
        powers = [text for text in term[1:] if text.startswith("P") and f"y{text[2]}" in term[0]]
        if powers:  # y is no letter of P
            continue
        try:
            before = read([term], [str(k + 1) for k in range(open_legs)])
            laws = Laws([coefficient for coefficient, _ in before], symmetric)
            left = laws.left([laws.network(*one) for one in before])
        except MalformedPart:
            continue
        after = [(f"({one.times.above})/({one.times.below})", one.tensors) for one in left]
        assert entries(before, at) == entries(after, at), term
        seen += 1
        changed += len(left) != 1
    assert changed > 30
