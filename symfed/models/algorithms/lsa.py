"""Linear stochastic approximation by one agent, or by several that communicate after every step. Source: argo, "Algorithm for LSA"."""

from symfed.models.algorithm import Algorithm


def lsa_step(x, g, gamma):  # runs on any number type; g = A(Z) x - b(Z)
    return x - gamma * g


lsa = Algorithm("lsa", local_step=lsa_step, one_step=True, source="argo, slide 'Algorithm for LSA'")
