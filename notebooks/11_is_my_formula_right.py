# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Is my formula right?
#
# You have derived a bias or a variance by hand, and want to know whether it is right before it goes into a paper. `sf.check` compares it
# with what follows from the update rule. If it is wrong, you get the difference and the smallest problem on which it fails.
#
# You need to know what a stationary bias is ([the first notebook](01_from_algorithm_to_bias.ipynb) derives one). Two exercises, with
# solutions, are at the end.

# %%
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np

import symfed as sf

# %% [markdown]
# ## 1. A formula that is wrong, and what the answer tells
#
# Here is FedAvg's bias as one might derive it by following the drift of noiseless local steps. `g`, `a` are a client's gradient and
# curvature at $\theta^\star$, `mean(...)` is the average over clients.

# %%
found = sf.check("gamma*(H-1)/2 * mean(a*g)/mean(a)", "fedavg", "bias")
print(found)

# %% [markdown]
# Read it from the top. The verdict is REFUTED: the coefficient of $\gamma$ is not the derived one. `difference` is what our formula has
# too much: the noise of a loss that is not quadratic (its third derivative `b`) pushes the mean, too, and we forgot it. The `witness` is
# the smallest instance found on which both sides differ. It is run before it is shown, and you can run it yourself:

# %%
print(found.witness.python)
exec(found.witness.python)

# %% [markdown]
# `holds for` names narrower classes on which the formula is right as it stands. So it is no false formula, it is one with a missing
# assumption. Say what it is meant for, and it passes:

# %%
print(sf.check("gamma*(H-1)/2 * mean(a*g)/mean(a)", "fedavg", "bias", problems="quadratic"))

# %% [markdown]
# ## 2. What "supported" means here, and what it does not
#
# The last lines say `d = 1` and `not the remainder`. Both are meant. The coefficients are proved equal for all clients, all $N$ and $H$,
# but in dimension one, and nothing is said of how large the rest is at your step size. Look at the rest yourself: a right first order
# leaves $O(\gamma^2)$, so that halving $\gamma$ divides what is left by four.

# %%
problem = sf.QuadraticProblem(hessians=[[[1]], [[3]]], optima=[[0], [4]], noise=[[[1]], [[2]]])
steps = [Fraction(1, 2**k) for k in range(3, 10)]
a, g = problem.hessians[:, 0, 0], problem.gradients[:, 0]
left = {}
for H in (2, 8):
    formula = [step * Fraction(H - 1, 2) * (a * g).mean() / a.mean() for step in steps]
    exact = [sf.stationary("fedavg", problem, step, H).bias[0] for step in steps]
    left[H] = np.array([abs(float(f - e)) for f, e in zip(formula, exact, strict=True)])
    print(f"H = {H}: slope {np.log2(left[H][-2] / left[H][-1]):.3f}")

figure, axis = plt.subplots(figsize=(6, 3.6), layout="constrained")
for H, values in left.items():
    axis.loglog([float(step) for step in steps], values, "o-", label=f"H = {H}")
axis.set(xlabel="step size γ", ylabel="|bias − formula|", title="What the first order leaves out")
axis.legend()
plt.show()

# %% [markdown]
# ## 3. In the plane, as a function
#
# In dimension two matrices do not commute, and an expression in letters cannot say in which order they stand. A function can. It is tried
# on random exact problems, smallest first, and not proved:


# %%
def heterogeneity_bias(problem, gamma, H):
    mean_force = np.einsum("cij,cj->i", problem.hessians, problem.gradients) / problem.num_clients
    return gamma * (H - 1) / 2 * np.linalg.solve(problem.hessian, mean_force)


def in_the_wrong_order(problem, gamma, H):
    scaled = [np.linalg.solve(problem.hessian, gradient) for gradient in problem.gradients]
    return gamma * (H - 1) / 2 * np.einsum("cij,cj->i", problem.hessians, np.array(scaled)) / problem.num_clients


for formula in (heterogeneity_bias, in_the_wrong_order):
    answer = sf.check(formula, "fedavg", "bias", problems="quadratic")
    print(answer.verdict, "-", answer.why)

# %% [markdown]
# In dimension one the two are the same number; the second would have passed there.
#
# ## Exercise 1
#
# Somebody claims that Scaffold has twice FedAvg's variance, "because the control variates are noisy, too": that
# $\mathbb E(\theta-\theta^\star)^2\approx\gamma\langle C\rangle/(N\langle a\rangle)$. Is that right? If not, what is?
#
# ## Exercise 2
#
# FedAvg's bias on quadratic clients without noise vanishes for $H=1$. Does $\gamma H\langle ag\rangle/(2\langle a\rangle)$ do for large
# $H$? Check it, read `difference`, and find with `found.at` how far off it is for $H=2$ and for $H=20$ on two clients of your choice.

# %% [markdown]
# ## Solutions
#
# **1.** Not to this order: the factor is 1/2, as for FedAvg. (The difference between the two comes with the next power of $\gamma$.)

# %%
print(sf.check("gamma*mean(C)/(N*mean(a))", "scaffold", "second_moment"))
assert sf.check("gamma*mean(C)/(2*N*mean(a))", "scaffold", "second_moment").holds
assert sf.check("gamma*mean(C)/(2*N*mean(a))", "fedavg", "second_moment").holds

# %% [markdown]
# **2.** It is refuted, since a formula is judged for every $H$. The difference does not grow with $H$, so that its share falls like $1/H$:

# %%
rough = sf.check("gamma*H*mean(a*g)/(2*mean(a))", "fedavg", "bias", problems=["quadratic", "noiseless"])
print(rough.difference)
for H in (2, 20):
    print(H, rough.at(clients=[{"a": 1, "g": 1}, {"a": 3, "g": -1}], H=H))
