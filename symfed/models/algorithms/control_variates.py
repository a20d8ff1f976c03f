"""Algorithms with control variates, initialised at zero: clients estimate how their drift differs from the mean, and correct for it.

Scaffold's control variates learn each client's gradient at the optimum. Source: flta, "Scaffold updates".
SCAFFLSA is FedLSA with control variates, as it must read: the printed update has the wrong sign. A step subtracts the control variate from
the drift where Scaffold adds it: the two rules are one, with xi for -xi. Source: argo, "Control variates (SCAFFLSA)".
"""

from __future__ import annotations

from symfed.models.algorithm import Algorithm

scaffold = Algorithm(
    "scaffold",
    local_step=lambda x, g, xi, gamma: x - gamma * (g + xi),
    control_update=lambda xi, x_end, x_next, gamma, H: xi + (x_end - x_next) / (gamma * H),  # the drift of the last iterate, per step
    source="flta, slide 'Scaffold updates'",
)

scafflsa = Algorithm(
    "scafflsa",
    local_step=lambda x, g, xi, gamma: x - gamma * (g - xi),  # g = A_c(Z) x - b_c(Z)
    control_update=lambda xi, x_end, x_next, gamma, H: xi + (x_next - x_end) / (gamma * H),  # the drift that is left, per step
    source="argo, slide 'SCAFFLSA', sign of the control update mended",
)
