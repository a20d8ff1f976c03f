"""Numbers of rounds solved from a rate, in exact numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flint
from hypothesis import strategies as st

from symfed.strategies import Strategy

_BITS = 256  # logarithms of small rationals: a rational multiple of one is no integer but zero


@dataclass(frozen=True)
class RoundCount:
    """What stands between a start psi0 and a squared accuracy: a round multiplies by 1 - decay²/(2 L²); all rational."""

    decay: Any
    L: Any
    psi0: Any
    epsilon: Any

    def rounds(self, ratio: Any) -> int:
        """The smallest integer T >= 2 L²/decay² log(ratio), at least 0."""
        if ratio <= 1:
            return 0
        with flint.ctx.workprec(_BITS):
            whole = (flint.arb(2 * self.L**2 / self.decay**2) * flint.arb(ratio).log()).ceil().unique_fmpz()
            assert whole is not None  # see _BITS
            return int(whole)

    def left(self, rounds: int) -> Any:
        """What stays of psi0."""
        return (1 - self.decay**2 / (2 * self.L**2)) ** rounds * self.psi0

    def parameters(self) -> Mapping[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"decay": self.decay, "L": self.L, "psi0": self.psi0, "epsilon": self.epsilon}

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return {name: str(value) for name, value in self.parameters().items()}


def round_counts(d: int, N: int) -> Strategy:
    """Cases with decay <= L = 1 and accuracies from 1 down to 1/64; d and N are not used."""
    decay = st.sampled_from([flint.fmpq(p, q) for p, q in ((1, 1), (1, 2), (2, 3), (1, 3))])
    start = st.sampled_from([flint.fmpq(k) for k in (1, 2, 4, 100)])
    accuracy = st.sampled_from([flint.fmpq(1, k) for k in (1, 2, 4, 8, 64)])
    return st.builds(RoundCount, decay, st.just(flint.fmpq(1)), start, accuracy)
