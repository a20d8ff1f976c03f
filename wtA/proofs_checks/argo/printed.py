"""Algorithms as a source prints them where it cannot have meant them: evidence for claims, found by no name."""

from symfed.models.algorithm import Algorithm


def _step(x, g, xi, gamma):  # runs on any number type
    return x - gamma * (g - xi)


def _control(xi, x_end, x_next, gamma, H):  # adds to the drift that it should remove
    return xi - (x_next - x_end) / (gamma * H)


scafflsa_as_printed = Algorithm("scafflsa_as_printed", local_step=_step, control_update=_control, source="argo, slide 'SCAFFLSA'")
