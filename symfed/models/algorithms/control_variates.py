"""Algorithms with control variates, initialised at zero: clients estimate how their drift differs from the mean, and correct for it.

Scaffold's control variates learn each client's gradient at the optimum. Source: flta, "Scaffold updates".
SCAFFLSA is FedLSA with control variates, as it must read: the printed update has the wrong sign. A step subtracts the control variate from
the drift where Scaffold adds it: the two rules are one, with xi for -xi. Source: argo, "Control variates (SCAFFLSA)".
"""

from __future__ import annotations

from symfed.models.algorithm import Algorithm


def scaffold_step(x, g, xi, gamma):  # runs on any number type
    return x - gamma * (g + xi)


def scaffold_control(xi, x_end, x_next, gamma, H):  # the drift of the client's last iterate, per step
    return xi + (x_end - x_next) / (gamma * H)


scaffold = Algorithm("scaffold", local_step=scaffold_step, control_update=scaffold_control, source="flta, slide 'Scaffold updates'")


def scafflsa_step(x, g, xi, gamma):  # runs on any number type; g = A_c(Z) x - b_c(Z)
    return x - gamma * (g - xi)


def scafflsa_control(xi, x_end, x_next, gamma, H):  # the remaining drift of the client, per step
    return xi + (x_next - x_end) / (gamma * H)


scafflsa = Algorithm(
    "scafflsa",
    local_step=scafflsa_step,
    control_update=scafflsa_control,
    source="argo, slide 'SCAFFLSA', sign of the control update mended",
)
