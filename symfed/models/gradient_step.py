"""The step of every algorithm here that does nothing but follow its clients' gradients: what else they do, or not, is said beside it.

Source: aistats and hal, Algorithm 1; argo, "FedLSA Algorithm", where g = A(Z) x - b(Z) need not be a gradient.
"""


def gradient_step(x, g, gamma):  # runs on any number type
    return x - gamma * g
