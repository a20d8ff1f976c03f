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
# # Federated linear stochastic approximation and TD learning
#
# Agents in different environments follow one policy and want one estimate of its value. Temporal difference learning with linear features
# is then a linear system known through samples; FedLSA solves it with local steps and is biased, SCAFFLSA adds control variates. The ARGO
# slides state what to expect. Here their pictures are drawn from exact laws: not one of the curves below needs a simulation.

# %%
import time

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown

import symfed as sf
from proofs_checks.argo.printed import scafflsa_as_printed
from symfed.core.errors import UnstableStep
from symfed.formulas import fedlsa_bias
from symfed.reference import stationary
from symfed.reference.exact import expected_squared_distance

generator = np.random.default_rng(7)

# %% [markdown]
# ## 1. A hundred agents: FedLSA's error and the predicted bias
#
# Garnet environments with 30 states, 2 actions and 2 successors each, with probabilities and rewards of their own; 8 features. An agent
# sees a state from the stationary law, an action and the next state. The problem is built from the kernels, so its matrices, its noise and
# its solution are known exactly.

# %%
environments = sf.garnet(generator, 30, 2, 2, 0.9, num_environments=100, heterogeneity=1.0)
features = sf.random_features(generator, 30, 8)
hundred = sf.td_problem(environments, features)
limit = float(np.min(hundred.largest_steps))
gamma = 0.02 * limit
Markdown(
    f"{hundred.num_clients} agents, θ in dimension {hundred.dim}; single agents are stable in mean square up to γ = {limit:.2f}. "
    f"Here γ = {gamma:.3f}."
)

# %%
start, horizon = np.zeros(hundred.dim), 12_000
figure, axes = plt.subplots(1, 3, figsize=(13, 4), layout="constrained", sharey=True)
begin = time.process_time()
for axis, H in zip(axes, (10, 100, 1000), strict=True):
    rounds = horizon // H
    for name, colour in (("fedlsa", "tab:blue"), ("scafflsa", "tab:orange")):
        curve = np.asarray(expected_squared_distance(name, hundred, gamma, H, rounds, start), dtype=float)
        axis.semilogy(H * np.arange(rounds + 1), curve, color=colour, label=name)
    floor = float(np.sum(fedlsa_bias(hundred, gamma, H, check=False).astype(float) ** 2))
    axis.axhline(floor, color="tab:green", linestyle="--", label="FedLSA's bias, predicted")
    axis.set(xlabel="local steps, H × rounds", title=f"H = {H}: {rounds} rounds")
axes[0].set_ylabel("E |θ − θ*|²")
axes[0].legend()
plt.show()
Markdown(f"Six exact curves: {time.process_time() - begin:.1f} CPU seconds.")

# %% [markdown]
# With few local steps noise hides the bias. With a thousand the bias is all that is left of FedLSA's error, while SCAFFLSA is as accurate
# as before, with a hundredth of the communication.
#
# ## 2. Speed-up in the number of agents
#
# The spread of the stationary law, $\operatorname{tr} \mathrm{Cov}(\theta)$, and the mean squared error. The spread of both falls as 1/N;
# FedLSA's error stays where the bias holds it.

# %%
numbers, H = (5, 10, 20, 50, 100), 1000
figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
for name, colour in (("fedlsa", "tab:blue"), ("scafflsa", "tab:orange")):
    spread, error = [], []
    for number in numbers:
        some = sf.td_problem(environments[:number], features)
        law = stationary(name, some, gamma, H, method="exact")
        bias = law.mean - some.optimum.astype(float)
        error.append(np.trace(law.second_moment))
        spread.append(error[-1] - bias @ bias)
    axis.loglog(numbers, error, "o-", color=colour, label=f"{name}: mean squared error")
    axis.loglog(numbers, spread, "x:", color=colour, label=f"{name}: variance")
axis.loglog(numbers, spread[0] * numbers[0] / np.array(numbers), "k--", linewidth=0.8, label="1/N")
axis.set(xlabel="agents N", ylabel="stationary law", title=f"H = {H}")
axis.legend(fontsize=8)
plt.show()

# %% [markdown]
# ## 3. Four grid worlds, one value function
#
# A walk on a 4 × 4 grid with a reward at the goal and a wind that blows differently in each of four environments. Each agent's true
# value, and what they estimate together with features that are products of low cosines: the solution of the common system, and where
# FedLSA settles after many local steps.

# %%
rewards = np.zeros((4, 4))
rewards[3, 3], rewards[1, 2] = 1.0, -0.5
winds = ("north", "east", "south", "west")
worlds = [sf.grid_world(rewards, 0.9, wind=wind, strength=0.3) for wind in winds]
rows, columns = np.indices((4, 4))
smooth = np.stack(
    [np.cos(np.pi * i * (rows + 0.5) / 4) * np.cos(np.pi * j * (columns + 0.5) / 4) for i in range(3) for j in range(3)], axis=-1
).reshape(16, 9)
grid = sf.td_problem(worlds, smooth)
step = 0.2 * float(np.min(grid.largest_steps))
settled = stationary("fedlsa", grid, step, 200, method="exact").mean
pictures = [*grid.value_functions, grid.approximation(grid.optimum), grid.approximation(settled)]
titles = [*(f"value, wind {wind}" for wind in winds), "shared estimate Φθ*", "FedLSA, H = 200"]
figure, axes = plt.subplots(1, 6, figsize=(13, 2.6), layout="constrained")
low, high = min(np.min(p.astype(float)) for p in pictures), max(np.max(p.astype(float)) for p in pictures)
for axis, picture, title in zip(axes, pictures, titles, strict=True):
    drawn = axis.imshow(np.asarray(picture, dtype=float).reshape(4, 4), vmin=low, vmax=high, cmap="viridis")
    axis.set(xticks=[], yticks=[], title=title)
figure.colorbar(drawn, ax=axes)
plt.show()

# %% [markdown]
# ## 4. The algorithm as it is printed
#
# On the slides SCAFFLSA's local step subtracts the control variate and its update adds what it should take away. The fixed point is right
# and repels:

# %%
line = sf.LinearProblem([[[[1]]], [[[3]]]], [[[0]], [[4]]])
try:
    stationary(scafflsa_as_printed, line, 0.1, 2, method="exact")
except UnstableStep as error:
    print("as printed:", error)
print("as it must read: mean", stationary("scafflsa", line, 0.1, 2, method="exact").mean, "solution", line.optimum)
