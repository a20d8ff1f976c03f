"""What can be asked of the stationary law: moments of theta and, where clients keep control variates, of these."""

from __future__ import annotations

from dataclasses import dataclass

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm


@dataclass(frozen=True)
class Quantity:
    """E[(theta - theta*)^state (xi_1 - xi_1*)^controls[0] (xi_2 - xi_2*)^controls[1]], clients 1 and 2 being different ones."""

    state: int
    controls: tuple[int, ...] = ()

    @property
    def first_power(self) -> int:
        """The lowest power of gamma: xi spreads by as much as a gradient does, theta by sqrt(gamma), and means are O(gamma)."""
        return 0 if not self.state and sum(self.controls) > 1 else 1

    def engine_order(self, order: int) -> int:
        """The order in gamma of theta's moments that takes as many terms of a round as this quantity to `order`."""
        return order + max(sum(self.controls) - 1, 0)


NAMED = {
    "bias": Quantity(1),
    "second_moment": Quantity(2),
    "control_mean": Quantity(0, (1,)),
    "control_second_moment": Quantity(0, (2,)),
    "state_control_moment": Quantity(1, (1,)),
    "control_cross_moment": Quantity(0, (1, 1)),
}


def read_quantity(quantity: str | int, algorithm: Algorithm) -> Quantity:
    """By name, or k for the k-th moment of theta. Raises InvalidInput for what is unknown, or asks for control variates nobody keeps."""
    if isinstance(quantity, int) and not isinstance(quantity, bool) and quantity > 0:
        return Quantity(quantity)
    if quantity not in NAMED:
        raise InvalidInput("quantity", quantity, f"must be one of {', '.join(NAMED)}, or a positive integer for that moment of theta")
    found = NAMED[str(quantity)]
    if found.controls and not algorithm.keeps_memory:
        raise InvalidInput("quantity", quantity, f"{algorithm.name} keeps no control variates")
    return found
