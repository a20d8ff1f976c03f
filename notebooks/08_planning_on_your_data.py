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
# # Planning on your own data
#
# Somebody has clients with data, a number of rounds that they can afford, and three methods to choose from. `sf.plan` says which one to
# run, with which step size and how many local steps, what error to expect, and how sure it is of that. Here it plans for the breast-cancer
# data that ship with scikit-learn; then the plan is run and the promise is checked.

# %%
import warnings

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown, display
from sklearn.datasets import load_breast_cancer

import symfed as sf
from symfed.core.errors import LongStep

warnings.simplefilter("ignore", LongStep)  # steps above 1/L of the worst record are meant here: the plan says so, and why they work

# %% [markdown]
# ## 1. The clients
#
# All thirty features, standardised, and an intercept; labels 0 and 1. Ten clients, whose mix of labels is drawn from a Dirichlet law with
# $\alpha=0.3$: most clients hold mostly one kind. What `sf.plan` is given are three arrays, with a client's name in each row; a table in
# a CSV or Parquet file with a client column does as well.

# %%
data = load_breast_cancer()
features = (data.data - data.data.mean(axis=0)) / data.data.std(axis=0)
features, labels = np.column_stack([features, np.ones(len(features))]), data.target
client = sf.dirichlet_partition(labels, num_clients=10, alpha=0.3, seed=0)

names, sizes = np.unique(client, return_counts=True)
benign = np.array([labels[client == name].sum() for name in names])
figure, axis = plt.subplots(figsize=(8, 2.8), layout="constrained")
axis.bar(range(10), sizes - benign, color="tab:purple", label="malignant")
axis.bar(range(10), benign, bottom=sizes - benign, color="tab:olive", label="benign")
axis.set(xticks=range(10), xticklabels=names, xlabel="client", ylabel="cases", title="Who holds what")
axis.legend()
plt.show()

# %% [markdown]
# ## 2. The plan
#
# The budget: 200 rounds, and 20,000 gradients of single samples a client. The question: ridge-regularised logistic regression, how near
# to its optimum can we come?

# %%
plan = sf.plan((features, labels, client), l2=0.01, rounds=200, gradients=20_000)
display(plan)

# %% [markdown]
# In full, with what the theory sees of the clients:

# %%
print(plan.table())

# %% [markdown]
# and as a picture: left, how each method at its best comes down, over the rounds; right, where a single iterate stays in the end, over the
# step size. Bands are the prediction's own doubt.

# %%
plan.plot()
plt.show()

# %% [markdown]
# ## 3. Does it keep its promise?
#
# `plan.simulate` runs what was planned, from the same start, and holds the root mean squared distance from the optimum against the
# predicted interval.

# %%
rows = ["| method | γ | H | predicted | interval | measured, 200 runs | in the interval |", "|---|---|---|---|---|---|---|"]
for name, best in plan.best.items():
    found = plan.simulate(replicas=200, method=name)
    assert found.inside  # within three standard errors of the interval
    interval, measured = f"{best.low:.4f} to {best.high:.4f}", f"{found.measured:.4f} ± {found.error:.4f}"
    rows.append(
        f"| {name} | {best.gamma:.4f} | {best.H} | {best.error:.4f} | {interval} | {measured} | {'yes' if found.inside else 'no'} |"
    )
display(Markdown("\n".join(rows)))

# %% [markdown]
# ## 4. The same for settings of your own
#
# `plan.predict` answers for any method, step size and number of local steps. Below, an equal effort of 20,000 gradients a client is spent
# in many short rounds or few long ones, at $\gamma=0.02$; dots are simulations.

# %%
GAMMA, EFFORT, STEPS, CHECKED = 0.02, 20_000, (10, 20, 50, 100, 200, 500), (20, 100, 500)
split = [(features[client == name], 2 * labels[client == name] - 1) for name in names]
problem = sf.LogisticProblem([X for X, _ in split], [y for _, y in split], l2=0.01)
figure, axis = plt.subplots(figsize=(7.5, 4), layout="constrained")
for method, colour in (("fedavg", "tab:blue"), ("scaffold", "tab:orange")):
    foretold = [plan.predict(method, GAMMA, H, rounds=EFFORT // H) for H in STEPS]
    axis.plot(STEPS, [one.error for one in foretold], color=colour, label=f"{method}, predicted")
    axis.fill_between(STEPS, [one.low for one in foretold], [one.high for one in foretold], color=colour, alpha=0.2, linewidth=0)
    for H in CHECKED:
        options = {"replicas": 100, "start": np.zeros(problem.dim), "record": EFFORT // H}
        last = sf.simulate(method, problem, GAMMA, H, EFFORT // H, **options).trajectory[-1]
        squared = ((last - problem.optimum) ** 2).sum(axis=1)
        error = np.sqrt(squared.mean())
        axis.errorbar(H, error, squared.std() / 10 / error, fmt="o", color=colour, capsize=3)  # 2 se: half of 2 sd/sqrt(100), over the root
axis.set(xscale="log", yscale="log", xlabel="local steps H in a round, 20,000 gradients in all", ylabel="root mean squared distance")
axis.set_xticks(STEPS, [str(H) for H in STEPS])
axis.set_yticks([0.05, 0.1, 0.2], ["0.05", "0.1", "0.2"])
axis.minorticks_off()
axis.grid(alpha=0.3)
axis.legend()
plt.show()

# %% [markdown]
# Up to some twenty local steps the two are worth the same: what is left is noise, of which both have as much. Beyond, FedAvg's bias by
# heterogeneity takes over, and a tenth of the rounds is to be had with Scaffold only. That is the sentence at the top of the plan, before
# anything was run.
#
# On a command line the same is `symfed plan DATA --client COLUMN --target COLUMN --rounds 200 --gradients 20000`.
