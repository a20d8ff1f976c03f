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
# # The stacked state: why moments of Scaffold are linear algebra
#
# FedAvg forgets everything between rounds but the server's point. Scaffold does not: every client keeps a control variate, so that its law
# is one of the *stacked* state $z=(\theta-\theta^\star,\xi_1-\xi_1^\star,\dots,\xi_N-\xi_N^\star)$. On quadratic losses a round is an
# affine map of $z$ with noise, $z'=Mz+\varepsilon$. First moments then obey a linear equation, and so do second moments, one size up:
#
# $$\mathbb E[zz^\top]=M\,\mathbb E[zz^\top]M^\top+\mathbb E[\varepsilon\varepsilon^\top],\qquad
# \mathrm{vec}\,V=(\mathrm{Id}-M\otimes M)^{-1}\,\mathrm{vec}\,Q .$$
#
# That is the *lift*: what is quadratic in $z$ is linear in $z\otimes z$. This notebook builds $M$ and $Q$ for Scaffold with two clients by
# hand, in fractions, and lands on the law that the package computes. Two exercises, with solutions, are at the end.

# %%
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import sympy as sp
from IPython.display import display

import symfed as sf
from symfed.models.algorithms import get_algorithm

print(get_algorithm("scaffold").text)

# %% [markdown]
# ## 1. A round as a matrix
#
# Two clients on the line with curvatures $a_c$; noise of variance $C_c$ in every gradient. Relative to the fixed point a local step is
# $x\mapsto(1-\gamma a_c)x-\gamma\xi_c-\gamma\cdot$noise. Run the rule on unit vectors, and the columns of $M$ come out. Noise enters
# linearly, too: one column for every draw.

# %%
curvatures, variances = [Fraction(1), Fraction(3)], [Fraction(1), Fraction(2)]


def round_of_scaffold(state, noise, gamma, H):
    """One round on (theta, xi_1, xi_2); `noise[c][h]` is added to the gradient of client c in step h."""
    theta, *controls = state
    ends = []
    for a, control, draws in zip(curvatures, controls, noise, strict=True):
        x = theta
        for draw in draws:
            x = x - gamma * (a * x + draw + control)
        ends.append(x)
    mean = sum(ends) / len(ends)
    return [mean, *(control + (end - mean) / (gamma * H) for control, end in zip(controls, ends, strict=True))]


def stacked(gamma, H):
    """M (3, 3) and Q (3, 3), in fractions."""
    quiet, rest = [[0] * H, [0] * H], [0, 0, 0]
    M = sp.Matrix([round_of_scaffold([int(i == j) for i in range(3)], quiet, gamma, H) for j in range(3)]).T
    Q = sp.zeros(3)
    for c, variance in enumerate(variances):
        for h in range(H):
            noise = [[int((c, h) == (k, j)) for j in range(H)] for k in range(2)]
            column = sp.Matrix(round_of_scaffold(rest, noise, gamma, H))
            Q += sp.Rational(variance) * column * column.T
    return M, Q


M, Q = stacked(Fraction(1, 10), 2)
display(M)

# %% [markdown]
# ## 2. Where does it contract?
#
# The eigenvalues of $M$ say. One of them is exactly 1: the sum $\xi_1+\xi_2$ never changes, because every update adds differences from a
# mean. A law is stationary *given* that sum; controls that start at zero keep it zero, and there the map does contract.

# %%
total = sp.Matrix([[0, 1, 1]])
assert total * M == total
print([round(float(value), 6) for value in sorted(np.linalg.eigvals(np.array(M, dtype=float)).real)])

# %% [markdown]
# So we write the state in $(\theta,\xi_1)$ with $\xi_2=-\xi_1$ (columns) and forget the last row:

# %%
embed = sp.Matrix([[1, 0], [0, 1], [0, -1]])
M_small, Q_small = (M * embed)[:2, :], Q[:2, :2]

# %% [markdown]
# ## 3. The lift, solved
#
# $V$ has four entries. The Kronecker product $M\otimes M$ is a matrix of fractions, so that the answer is one, too.

# %%
lifted = sp.Matrix(sp.kronecker_product(M_small, M_small))
V = ((sp.eye(4) - lifted).LUsolve(Q_small.reshape(4, 1))).reshape(2, 2)
law = sf.stationary("scaffold", sf.QuadraticProblem([[[1]], [[3]]], [[0], [1]], [[[1]], [[2]]]), Fraction(1, 10), 2)
print(V[0, 0], law.second_moment[0, 0], sep="\n")
assert str(V[0, 0]) == str(law.second_moment[0, 0])
assert str(V[1, 1]) == str(law.controls.own[0, 0, 0])

# %% [markdown]
# The same number from two programs that share nothing but the rule. The package does not solve it this way for many clients: $N$ clients
# in dimension $d$ make $M\otimes M$ a matrix with $((N+1)d)^4$ entries. It uses that clients meet in $\theta$ alone.
#
# ## 4. What the controls cost
#
# $V_{11}$ and $V_{22}$ over the number of local steps, at one step size: the variance of the model hardly moves, that of the control
# variate falls like $1/H$, since it is an average over the round's $H$ noisy gradients.

# %%
lengths = [1, 2, 3, 4, 6, 8, 12, 16]
seen = []
for H in lengths:
    M, Q = (np.array(part, dtype=float) for part in stacked(Fraction(1, 20), H))
    small = (M @ np.array(embed, dtype=float))[:2]
    seen.append(np.linalg.solve(np.eye(4) - np.kron(small, small), Q[:2, :2].reshape(4)).reshape(2, 2))

figure, axis = plt.subplots(figsize=(6, 3.6), layout="constrained")
axis.loglog(lengths, [v[0, 0] for v in seen], "o-", label="E(θ − θ*)²")
axis.loglog(lengths, [v[1, 1] for v in seen], "s-", label="E(ξ₁ − ξ₁*)²")
axis.set(xlabel="local steps H", ylabel="second moment", title="Scaffold, two clients, γ = 1/20")
axis.legend()
plt.show()

# %% [markdown]
# ## Exercise 1
#
# FedAvg has no memory: its stacked state is $\theta$ alone. Write its $M$ and $Q$ for the same two clients, solve $V=M^2V+Q$, and compare
# with `sf.stationary("fedavg", ...)`. Mind what $V$ is about: FedAvg's fixed point is not $\theta^\star$.
#
# ## Exercise 2
#
# A *third* moment lifts, too: which power of $M$ decides whether $\mathbb E[z^{\otimes3}]$ exists, and for which step sizes is that a
# stronger demand than for the second moment?

# %% [markdown]
# ## Solutions
#
# **1.** $M$ is the mean of $(1-\gamma a_c)^H$. $V$ is the variance about the mean of the law, which is off by the bias.

# %%
gamma, H = Fraction(1, 10), 2
contraction = sum((1 - gamma * a) ** H for a in curvatures) / 2
noise = sum(C * gamma**2 * sum((1 - gamma * a) ** (2 * h) for h in range(H)) for a, C in zip(curvatures, variances, strict=True)) / 4
law = sf.stationary("fedavg", sf.QuadraticProblem([[[1]], [[3]]], [[0], [1]], [[[1]], [[2]]]), gamma, H)
assert str(noise / (1 - contraction**2)) == str(law.covariance[0, 0])
assert str(law.second_moment[0, 0]) == str(law.covariance[0, 0] + law.bias[0] ** 2)

# %% [markdown]
# **2.** $M\otimes M\otimes M$, whose eigenvalues are products of three of $M$. All moments of the noise given, each of them lifts to an
# equation with $M^{\otimes k}$, and the spectral radius of that is $\rho(M)^k<1$ as soon as $\rho(M)<1$. So with *additive* noise no moment
# asks for more than the first. With noise in the matrices (federated linear stochastic approximation) $M$ itself is random, the lift is
# $\mathbb E[M\otimes M]$ and not $\mathbb E[M]\otimes\mathbb E[M]$, and each further moment does ask for a smaller step.
