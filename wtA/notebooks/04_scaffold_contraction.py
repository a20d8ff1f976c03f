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
# # How fast Scaffold contracts
#
# The FLTA slides bound the contraction of Scaffold on quadratics by
# $\max\{(1-\gamma\mu)^H,\ 1-\frac{1-1/e}{\gamma LH}\}$ and choose the number of local steps from it. The exact worst case is known
# now, over all clients with curvatures in $[\mu, L]$, commuting or not. This notebook shows both, what the exact one changes for the
# best number of local steps, and the iterates themselves.

# %%
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

import symfed as sf
from symfed.formulas import (
    optimal_local_steps,
    optimal_local_steps_printed,
    scaffold_contraction,
    scaffold_contraction_printed,
)
from symfed.reference.exact import iterates, round_matrix

# %% [markdown]
# ## 1. Two numbers a curvature
#
# With $e = \theta - \theta^\star$ and $y_c = \gamma H(\xi_c - \xi_c^\star)$, a round takes $x_c = e + y_c$ to
# $q(A_c)\,e + r(A_c)\,y_c$, where
#
# $$q(a) = (1-\gamma a)^H, \qquad r(a) = 1 - \frac{1 - q(a)}{\gamma aH}.$$
#
# $q$ is what $H$ gradient steps leave of the error; $r$ is what a round leaves of an error in a control variate. Their difference is
# $r - q = (1-q)\,(1 - 1/(\gamma aH))$: the two regimes of the slides meet at $\gamma aH = 1$, exactly and for every $H$.

# %%
gamma, H = 0.01, 40
curvatures = np.linspace(1e-3, 100, 2000)
q = (1 - gamma * curvatures) ** H
r = 1 - (1 - q) / (gamma * H * curvatures)
figure, axis = plt.subplots(figsize=(7, 3.6), layout="constrained")
axis.plot(gamma * H * curvatures, q, label="q: the error itself")
axis.plot(gamma * H * curvatures, r, label="r: errors of the control variates")
axis.axvline(1, color="0.6", linestyle=":")
axis.set(xscale="log", xlabel="γaH", ylabel="left after a round", title=f"One curvature a, γ = {gamma}, H = {H}")
axis.legend()
plt.show()

# %% [markdown]
# ## 2. The exact worst case
#
# The formula below is an upper bound for any number of clients in any dimension, and equal clients with the eigenvalues $\mu$ and $L$
# attain it. Each dot is the spectral radius of one round for random clients whose Hessians share no eigenvector, computed from the rule
# by running it; the crosses are equal clients.

# %%
display(scaffold_contraction)

# %%
mu, L = 1.0, 100.0
gamma = 1 / L
steps = np.unique(np.round(np.geomspace(1, 300, 60)).astype(int))
generator = np.random.default_rng(5)


def clients(number, dim, equal=False):
    """Random Hessians with eigenvalues in [mu, L], both of which occur."""
    out = []
    for _ in range(number):
        frame, _ = np.linalg.qr(generator.normal(size=(dim, dim)))
        spectrum = np.exp(generator.uniform(np.log(mu), np.log(L), dim))
        spectrum[:2] = mu, L
        out.append(frame * spectrum @ frame.T)
    if equal:
        out = [out[0]] * number
    return sf.QuadraticProblem(np.array([(A + A.T) / 2 for A in out]), generator.normal(size=(number, dim)))


def radius(problem, H):
    """The spectral radius of a round where control variates sum to zero: the d unit eigenvalues of their sum put aside."""
    sizes = np.sort(np.abs(np.linalg.eigvals(round_matrix("scaffold", problem, gamma, int(H)).astype(float))))
    return sizes[: -problem.dim][-1]


figure, axis = plt.subplots(figsize=(8, 4.6), layout="constrained")
fine = np.unique(np.round(np.geomspace(1, 300, 200)).astype(int))
exact, printed = scaffold_contraction(gamma, fine, mu, L), scaffold_contraction_printed(gamma, fine, mu, L)
axis.plot(fine, printed, "--", color="tab:red", label="printed, as a factor of the squared norm")
axis.plot(fine, exact**2, color="tab:blue", label="exact, squared norm")
for H in steps[::3]:
    worst = [radius(clients(number, dim), H) ** 2 for number, dim in ((2, 2), (3, 3), (8, 2))]
    axis.plot([H] * 3, worst, ".", color="0.4")
    assert max(worst) <= scaffold_contraction(gamma, int(H), mu, L) ** 2 * (1 + 1e-9)  # eigenvalues of a matrix of order 24
    alike = radius(clients(3, 2, equal=True), H) ** 2
    axis.plot(H, alike, "x", color="tab:blue")
    assert abs(alike / scaffold_contraction(gamma, int(H), mu, L) ** 2 - 1) < 1e-9
best, best_printed = optimal_local_steps(gamma, mu, L), optimal_local_steps_printed(gamma, mu, L)
axis.axvline(best, color="tab:blue", linestyle=":", label=f"best H = {best}")
axis.axvline(best_printed, color="tab:red", linestyle=":", label=f"printed H = {int(best_printed)}")
axis.set(xscale="log", xlabel="local steps H", ylabel="factor a round, squared norm", title="μ = 1, L = 100, γ = 1/L")
axis.legend()
plt.show()

# %% [markdown]
# The printed bound is a theorem for $\gamma L \le 1$, and true even for the norm where the slides claim it for the square. At $H = 1$
# and wherever $\gamma LH$ is not large it is far from what happens.
#
# ## 3. A proof that a machine checks
#
# The norm is $V = \frac1N\sum_c \langle x_c, p(A_c)\,x_c\rangle$ with
# $p = 1/\big[(\rho^2-qr) + \sqrt{(\rho^2-q^2)(\rho^2-r^2)}\big]$. It contracts by $\rho^2$ a round because a two-by-two determinant
# vanishes identically. The certificate holds the identities and the sign arguments; its checker knows neither SymPy nor this library.

# %%
certificate = Path("..", "proofs_checks", "certificates", "scaffold_contraction.json")
answer = subprocess.run([sys.executable, "-m", "symfed.certificates", str(certificate)], capture_output=True, text=True, check=True)
print(answer.stdout.replace(str(certificate), certificate.name))

# %% [markdown]
# ## 4. The best number of local steps
#
# Balancing the printed terms gives $\sqrt{1-1/e}\,/(\gamma\sqrt{\mu L})$; the slides have a factor $\sqrt2$ more. The exact optimum is
# next to $(\sqrt\kappa + \tfrac14)/(\gamma L)$. Rounds to a given accuracy, relative to the exact optimum:

# %%
kappas = np.geomspace(2, 1e6, 60)
gamma_L = 1.0
best = np.array([optimal_local_steps(gamma_L, 1 / kappa, 1.0) for kappa in kappas])
printed_H = np.asarray(optimal_local_steps_printed(gamma_L, 1 / kappas, 1.0)).astype(int)
rate = -2 * np.log(scaffold_contraction(gamma_L, best, 1 / kappas, 1.0))  # of the squared norm, per round
at_printed_H = -2 * np.log(scaffold_contraction(gamma_L, printed_H, 1 / kappas, 1.0))
promised = -np.log(scaffold_contraction_printed(gamma_L, printed_H, 1 / kappas, 1.0))

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
left.loglog(kappas, best, label="exact optimum")
left.loglog(kappas, printed_H, "--", label="printed")
left.loglog(kappas, np.sqrt(kappas) + 0.25, ":", color="k", label="√κ + 1/4")
left.set(xlabel="κ = L/μ", ylabel="H", title="Best number of local steps, γ = 1/L")
left.legend()
right.semilogx(kappas, rate / promised, label="rounds the printed bound asks for at its own H")
right.semilogx(kappas, rate / at_printed_H, label="rounds really needed at the printed H")
right.axhline(1, color="0.6", linestyle=":")
right.set(xlabel="κ = L/μ", ylabel="rounds / rounds at the optimum", ylim=(0, None), title="Rounds saved")
right.legend()
plt.show()

# %% [markdown]
# ## 5. Iterates: FedAvg and Scaffold for 1, 10, 100, 1000 local steps
#
# Two clients in the plane, full gradients. FedAvg settles away from the minimiser, further away the more local steps it takes; Scaffold
# goes to the minimiser for any number of them, fastest at the optimum and slowly when far beyond.

# %%
plane = sf.QuadraticProblem(
    hessians=[[[Fraction(1), 0], [0, Fraction(1, 10)]], [[Fraction(3, 10), Fraction(1, 5)], [Fraction(1, 5), Fraction(4, 5)]]],
    optima=[[2, -1], [-1, 2]],
)
gamma = 0.1  # gamma L < 1/10
start = plane.optimum.astype(float) + np.array([2.5, 1.5])
figure, axes = plt.subplots(2, 4, figsize=(12, 5.6), layout="constrained")
for column, H in enumerate((1, 10, 100, 1000)):
    rounds = {1: 400, 10: 40, 100: 40, 1000: 40}[H]
    for name, colour in (("fedavg", "tab:blue"), ("scaffold", "tab:pink")):
        path = np.asarray(iterates(name, plane, gamma, H, rounds, start), dtype=float)
        axes[0, column].plot(*path.T, ".-", color=colour, markersize=3, linewidth=0.8, label=name)
        distance = np.linalg.norm(path - plane.optimum.astype(float), axis=1)
        axes[1, column].semilogy(np.maximum(distance, 1e-16), color=colour)
    axes[0, column].plot(*plane.optimum.astype(float), "k*", markersize=9)
    axes[0, column].set(title=f"H = {H}")
    axes[1, column].set(xlabel="round")
axes[0, 0].legend()
axes[1, 0].set_ylabel("distance to θ*")
plt.show()

# %% [markdown]
# ## 6. What the sum of the control variates decides
#
# A round leaves $\sum_c \xi_c$ as it is. Started at zero, Scaffold finds the minimiser of $f$; started with mean $\bar\xi$, it finds
# that of $f + \langle\bar\xi, \theta\rangle$. The slides do not print where the control variates start.

# %%
line = sf.QuadraticProblem([[[1]], [[3]]], [[0], [4]])
matrix = round_matrix("scaffold", line, Fraction(1, 4), 5)
left_vector = np.array([0, 1, 1])
assert ((left_vector @ matrix) == left_vector).all()  # the row (0, 1, 1) is an eigenvector with eigenvalue 1, exactly
display(matrix)
