"""FedLSA with control variates, as it must read: the printed update of the control variates has the wrong sign (see `printed`).

A step subtracts the control variate from the drift where Scaffold adds it: the two rules are one, with xi for -xi.
Source: argo, "Control variates (SCAFFLSA)".
"""

from symfed.models.algorithm import Algorithm


def scafflsa_step(x, g, xi, gamma):  # runs on any number type; g = A_c(Z) x - b_c(Z)
    return x - gamma * (g - xi)


def scafflsa_control(xi, x_end, x_next, gamma, H):  # the drift that is left of the client's own, per step
    return xi + (x_next - x_end) / (gamma * H)


scafflsa = Algorithm(
    "scafflsa",
    local_step=scafflsa_step,
    control_update=scafflsa_control,
    source="argo, slide 'SCAFFLSA', sign of the control update mended",
)
