"""Finite Markov chains: their probabilities checked, their classes, their stationary law."""

from __future__ import annotations

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, identity, is_exact, solve


def check_distributions(name: str, table: Array) -> None:
    """Raise InvalidInput unless every vector along the last axis is non-negative and sums to one."""
    for where in np.ndindex(table.shape[:-1]):
        place, row = f"{name}[{', '.join(map(str, where))}]", table[where]
        for value in row:
            if value < 0:
                raise InvalidInput(place, row.tolist(), f"probabilities must not be negative, as {value} is")
        total = row.sum()
        # floats: as many additions of numbers below one as there are entries, each entry and each sum off by at most 2^-53
        if (total != 1) if is_exact(table) else abs(total - 1) > len(row) * 2.0**-52:
            raise InvalidInput(place, row.tolist(), f"probabilities must sum to one, not {total}")


def classes(transition: Array) -> list[tuple[tuple[int, ...], bool]]:
    """The communicating classes of a chain (S, S), each with whether it is closed: never left once entered.

    >>> classes(np.array([[0.5, 0.5], [0, 1]]))
    [((0,), False), ((1,), True)]
    """
    leads = (transition != 0) | np.eye(len(transition), dtype=bool)
    for _ in range(len(leads).bit_length()):  # paths of any length below S
        leads = leads.astype(np.int64) @ leads > 0
    found = dict.fromkeys(tuple(int(s) for s in np.flatnonzero(row)) for row in leads & leads.T)
    return [(members, bool(leads[members[0]].sum() == len(members))) for members in found]


def check_irreducible(name: str, transition: Array) -> None:
    """Raise InvalidInput, naming the classes, unless every state can be reached from every other."""
    found = classes(transition)
    if len(found) == 1:
        return
    shown = "; ".join(f"{_written(members)} {'closed' if closed else 'left for good'}" for members, closed in found)
    closed = sum(is_closed for _, is_closed in found)
    why = "its stationary law is not unique" if closed > 1 else "its stationary law never visits a state that is left for good"
    raise InvalidInput(name, f"a chain with the classes {shown}", f"must be irreducible, or {why}")


def _written(members: tuple[int, ...]) -> str:
    shown = [*map(str, members[:6]), *(["..."] if len(members) > 6 else [])]
    return "{" + ", ".join(shown) + "}"


def stationary_law(transition: Array) -> Array:
    """The law (S,) with law @ transition = law, of an irreducible chain; exact where the chain is.

    The system law (I - P + J/S) = 1/S with J all ones is regular exactly where the law is unique, and its solution then is the law.
    """
    S = len(transition)
    eye = identity(S, transition)
    share = eye[0, 0] / S
    return solve((eye - transition + share).T, eye[0] * 0 + share)
