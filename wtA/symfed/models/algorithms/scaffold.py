"""Scaffold: control variates that learn each client's gradient at the optimum. Source: flta, "Scaffold updates"; initialised at zero."""

from symfed.models.algorithm import Algorithm


def scaffold_step(x, g, xi, gamma):  # runs on any number type
    return x - gamma * (g + xi)


def scaffold_control(xi, x_end, x_next, gamma, H):  # the drift of the client's last iterate, per step
    return xi + (x_end - x_next) / (gamma * H)


scaffold = Algorithm("scaffold", local_step=scaffold_step, control_update=scaffold_control, source="flta, slide 'Scaffold updates'")
