"""Named random streams: the only source of randomness in the package."""

from __future__ import annotations

import hashlib

import numpy as np

from symfed.core.errors import InvalidInput


def stream(seed: int, name: str, *indices: int) -> np.random.Generator:
    """A random generator that depends only on its arguments.

    `name` is the purpose of the numbers and `indices` a part of it, so that two uses never share numbers and neither changes when
    the other draws more. Raises InvalidInput for a negative or non-integer seed or index.

    >>> stream(0, "noise", 3).random() == stream(0, "noise", 3).random()
    True
    """
    for argument, value in [("seed", seed), *(("indices", index) for index in indices)]:
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
            raise InvalidInput(argument, value, "must be a non-negative integer")
    digest = hashlib.sha256(name.encode()).digest()
    words = tuple(int.from_bytes(digest[k : k + 4], "little") for k in range(0, 16, 4))
    sequence = np.random.SeedSequence(int(seed), spawn_key=words + tuple(int(index) for index in indices))
    return np.random.Generator(np.random.Philox(sequence))
