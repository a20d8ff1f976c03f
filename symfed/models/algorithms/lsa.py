"""Linear stochastic approximation by one agent, or by several that communicate after every step. Source: argo, "Algorithm for LSA"."""

from symfed.models.algorithm import Algorithm
from symfed.models.gradient_step import gradient_step

lsa = Algorithm("lsa", local_step=gradient_step, one_step=True, source="argo, slide 'Algorithm for LSA'")
