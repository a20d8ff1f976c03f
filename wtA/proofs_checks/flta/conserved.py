"""A state that Scaffold never leaves although it is not the optimum's: what its conserved mean of control variates does."""

from __future__ import annotations

import flint

from symfed.checks.growth import Exhibit, Step
from symfed.models.algorithms import get_algorithm


def conserved_mean() -> Exhibit:
    """One client, f(theta) = theta^2/2, whose control variate starts at one."""
    rule, half = get_algorithm("scaffold"), flint.fmpq(1, 2)
    point, control = flint.fmpq(-1), flint.fmpq(1)
    end = rule.step(x=point, g=point, xi=control, x_start=point, gamma=half, H=1)
    return Exhibit(
        instance={
            "losses": "f(theta) = theta^2/2 for every client",
            "constants": "mu = L = 1, gamma = 1/2, H = 1, any N",
            "start": "theta = -1, every xi_c = 1",
        },
        steps=(
            Step("the clients' step is -1 - (1/2)(-1 + 1) = -1: nobody moves", lambda: bool(end == point)),
            Step(
                "so no control variate does: 1 + (-1 - (-1))/(1/2) = 1", lambda: bool(rule.control(control, end, point, end, half, 1) == 1)
            ),
            Step("X_* = (0, 0): the minimiser of f, and a control variate there which lets it rest"),
            Step("hence |X_1 - X_*|^2 = |X_0 - X_*|^2 > 0 in every norm, where rho < 1 was to multiply it"),
        ),
    )
