"""Algorithms whose clients only follow their gradients and whose server takes the mean: one rule with different options.

Source: aistats and hal, Algorithm 1; argo, "FedLSA Algorithm", where g = A(Z) x - b(Z) need not be a gradient.
"""

from symfed.models.algorithm import Algorithm


def gradient_step(x, g, gamma):  # runs on any number type
    return x - gamma * g


# several local steps, then the mean: with stochastic gradients, with each client's full gradient (FedAvg-D), and along no gradient
fedavg = Algorithm("fedavg", local_step=gradient_step, source="aistats, Algorithm 1")
fedavg_deterministic = Algorithm("fedavg_deterministic", local_step=gradient_step, exact_gradient=True, source="aistats, section 4")
fedlsa = Algorithm("fedlsa", local_step=gradient_step, source="argo, slide 'FedLSA Algorithm'")

# a mean after every step: of stochastic gradients, and linear stochastic approximation by one agent or several
sgd = Algorithm("sgd", local_step=gradient_step, one_step=True, source="aistats, remark after Theorem 3")
lsa = Algorithm("lsa", local_step=gradient_step, one_step=True, source="argo, slide 'Algorithm for LSA'")
