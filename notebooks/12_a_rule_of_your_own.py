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
# # A rule of your own
#
# Three lines of Python state a federated algorithm. From then on everything in the package knows it: exact laws, simulation, expansions,
# `sf.check`. This notebook takes a rule that the package does not have, FedAvg with a server step size, and asks what that step size does.
# Two exercises, with solutions, are at the end.

# %%
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

import symfed as sf

# %% [markdown]
# ## 1. State it
#
# A client takes $H$ steps of size $\gamma$ from the server's point. The server does not jump to the mean of the clients but goes a share
# $\alpha$ of the way (more than all of it for $\alpha>1$). A parameter of the rule's own is named in `hyper`.


# %%
def local_step(x, g, gamma):
    return x - gamma * g


def server_step(x_mean, x_start, alpha):
    return x_start + alpha * (x_mean - x_start)


relaxed = sf.Algorithm("relaxed", local_step=local_step, server_step=server_step, hyper=("alpha",))
print(relaxed.text)

# %% [markdown]
# The text is a trace: the rule was run once on placeholders. That is why a rule must be one formula in `+ - * /` with integer constants.
# What some number system could not follow is refused when it is defined, and the message says what to write instead:

# %%
for rule in (lambda x, g, gamma: x - gamma * max(g, 0), lambda x, g, gamma: x - 0.5 * gamma * g):
    try:
        sf.Algorithm("refused", local_step=rule)
    except sf.core.errors.RuleError as error:
        print(str(error).split(": ", 1)[1])

# %% [markdown]
# ## 2. What does the server's step size do?
#
# Derived from these lines, to first order in $\gamma$:

# %%
for quantity in ("bias", "second_moment"):
    display(sf.expand(relaxed, quantity, order=1))

# %% [markdown]
# The variance is multiplied by $\alpha$, and so is the part of the bias that noise leaves. The part that heterogeneity leaves is not
# touched: a small server step does not cure client drift, since the fixed point of a round does not depend on how far one goes towards
# where the round leads. That argument is exact for every $\gamma$, and the exact law agrees, in fractions:

# %%
problem = sf.QuadraticProblem(hessians=[[[1]], [[3]]], optima=[[0], [4]], noise=[[[1]], [[2]]])
gamma, H = Fraction(1, 10), 4
for alpha in (Fraction(1, 4), Fraction(1), Fraction(3, 2)):
    law = sf.stationary(relaxed.bind(alpha=alpha), problem, gamma, H)
    print(f"alpha = {alpha}: bias {law.bias[0]}, variance {float(law.covariance[0, 0]):.5f}")

# %% [markdown]
# ## 3. Trust it by a third road
#
# Formula and exact law might share a misunderstanding of the rule. A simulation runs its lines and nothing else. Its error bars are
# standard errors over independent replicas; that one of six points is off by more than six of them happens once in $10^7$ runs.

# %%
shares = [Fraction(k, 4) for k in (1, 2, 3, 4, 5, 6)]
exact = [float(sf.stationary(relaxed.bind(alpha=alpha), problem, gamma, H).second_moment[0, 0]) for alpha in shares]
runs = [sf.simulate(relaxed.bind(alpha=float(alpha)), problem, 0.1, H, rounds=400, replicas=256, burn_in=100, seed=7) for alpha in shares]
measured = np.array([run.second_moment[0, 0] for run in runs])
error = np.array([run.second_moment_error[0, 0] for run in runs])
assert (abs(measured - exact) < 6 * error).all()

figure, axis = plt.subplots(figsize=(6, 3.6), layout="constrained")
axis.plot([float(alpha) for alpha in shares], exact, label="exact law")
axis.errorbar([float(alpha) for alpha in shares], measured, 6 * error, fmt="o", capsize=3, label="simulated, 6 standard errors")
axis.set(xlabel="server step α", ylabel="E(θ − θ*)²", title="The server's step size scales the noise alone")
axis.legend()
plt.show()

# %% [markdown]
# ## Exercise 1
#
# Half-way through a round a client might look ahead: take $x-\gamma g$ in each step, but let the server return to
# $\tfrac12(x_{\mathrm{start}}+\bar x)$. Without running anything, what are bias and variance compared with FedAvg's? Then define it without
# a parameter and check.
#
# ## Exercise 2
#
# Weight decay: $x\mapsto x-\gamma(g+\rho x)$. Try to expand it. The package refuses. Why is it right to, and which problem should be given
# to plain FedAvg instead?

# %% [markdown]
# ## Solutions
#
# **1.** It is the rule above with $\alpha=\tfrac12$: the same drift, half the variance, half of the noise's bias.

# %%
halfway = sf.Algorithm("halfway", local_step=local_step, server_step=lambda x_mean, x_start: (x_start + x_mean) / 2)
assert sf.check("gamma*mean(C)/(4*N*mean(a))", halfway, "second_moment").holds
assert sf.check("gamma*((H-1)*mean(a*g)/(2*mean(a)) - mean(C)*mean(b)/(8*N*mean(a)**2))", halfway, "bias").holds

# %% [markdown]
# **2.** The rule pulls towards the point zero, so that it depends on where the origin is, while every formula is about
# $\theta-\theta^\star$. The pull belongs to the loss: $f_c+\tfrac\rho2|\theta|^2$ has the gradient $g+\rho\theta$, a minimiser of
# its own and the curvature $a+\rho$, and plain FedAvg on it is the same algorithm.

# %%
decayed = sf.Algorithm("decayed", local_step=lambda x, g, gamma, rho: x - gamma * (g + rho * x), hyper=("rho",))
try:
    print(sf.expand(decayed, "bias", order=1).expr)
except sf.core.errors.InvalidInput as error:
    print(error)
