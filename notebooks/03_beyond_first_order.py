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
# # Beyond the first order
#
# The sources stop at the first power of $\gamma$. The engine does not: from the update rule it derives the bias and the second moment
# of FedAvg's stationary law to any order, with $H$, $N$ and the averages over clients as symbols. This notebook shows the second order,
# where the first one misleads, what two and three extrapolated runs leave over, and what gradient field a round really follows.

# %%
import time
from fractions import Fraction

import matplotlib.pyplot as plt
import mpmath
import numpy as np
import sympy as sp
from IPython.display import SVG, Markdown, Math
from scipy.integrate import solve_ivp

import symfed as sf
from symfed.derive.extrapolation import plain, three_point, two_point
from symfed.tensors.diagrams.form import tensor_form
from symfed.tensors.diagrams.latex import grouped_latex
from symfed.tensors.diagrams.picture import picture

# %% [markdown]
# ## 1. The second order
#
# In dimension one, $\langle x\rangle$ is the average over clients of what stands in it: $g$, $a$, $b$, $q$ are a client's first four
# derivatives at $\theta^\star$, $C$ its noise variance, $C_1$ the derivative of that.

# %%
sf.expand("fedavg", "bias", order=2)

# %% [markdown]
# In dimension $d$ products do not commute and every $1/\langle a\rangle$ is the inverse of some operator. The derivation runs on
# pictures: a circle is a derivative of the loss, a diamond a cumulant of the noise; a coloured patch holds what belongs to one and the same
# client and is averaged over; a bar across legs is the inverse Kronecker sum of the mean Hessian on them.

# %%
form = tensor_form("fedavg", "bias", order=2)
Math(grouped_latex(form))

# %%
SVG(picture(form))

# %% [markdown]
# ## 2. Is it right?
#
# The truth is the stationary law to 40 digits, by quadrature of the transition operator: no formula enters. What an expansion to order
# $K$ leaves over must shrink like $\gamma^{K+1}$. Four logistic clients of two kinds, each with its own noise:

# %%
KINDS = [
    ([[1], [Fraction(1, 2)]], [1, 1]),
    ([[Fraction(3, 2)], [Fraction(-1, 2)]], [-1, 1]),
]


def clients(number, kinds=KINDS):
    """Clients of the given kinds in turn."""
    chosen = [kinds[c % len(kinds)] for c in range(number)]
    return sf.LogisticProblem(features=[f for f, _ in chosen], labels=[y for _, y in chosen], l2=Fraction(1, 5))


four, H = clients(4), 5
gammas = [Fraction(1, 2 ** (k + 2)) for k in range(6)]
laws = [sf.reference.stationary("fedavg", four, gamma, H, method="quadrature", digits=40) for gamma in gammas]
with mpmath.workdps(40):
    star = four.optimum_to(40)[0]
    truth = [law.mean[0] - star for law in laws]

figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
slopes = {}
for K in (1, 2, 3, 4):
    formula = sf.expand("fedavg", "bias", order=K)
    with mpmath.workdps(40):
        errors = [abs(formula(four, gamma, H, backend="mpmath", digits=30)[0] - bias) for gamma, bias in zip(gammas, truth, strict=True)]
        slopes[K] = float(mpmath.log(errors[-2] / errors[-1], 2))
    axis.loglog([float(g) for g in gammas], [float(e) for e in errors], "o-", label=f"order {K}: last slope {slopes[K]:.2f}")
# a slope tends to K + 1; halfway to a neighbour it would say another order
assert all(abs(slope - (K + 1)) < 0.5 for K, slope in slopes.items())
axis.set(xlabel="γ", ylabel="|bias − expansion|", title="What each order leaves over, N = 4, H = 5")
axis.legend()
axis.grid(alpha=0.3)
plt.show()

# %% [markdown]
# Deriving is not what takes time, nor is printing:

# %%
rows = ["| order | terms in the last coefficient | CPU seconds of `.expr` | of `.latex()` after that |", "|---|---|---|---|"]
for K in (1, 2, 3, 4):
    begin = time.process_time()
    formula = sf.expand("fedavg", "bias", order=K)
    last = sp.Add.make_args(formula.expr)[-1]  # a power of gamma times a sum
    derived = time.process_time()
    formula.latex()
    rows.append(f"| {K} | {max(len(f.args) for f in last.args)} | {derived - begin:.2g} | {time.process_time() - derived:.2g} |")
Markdown("\n".join(rows))

# %% [markdown]
# ## 3. Where the first order misleads
#
# Equal clients have no heterogeneity bias, and the first order says that what is left falls like $1/N$. It does not: at second order
# stands a term without $1/N$. Here is the error of both orders, relative to the true bias, over $\gamma H\mu$ and $N$.


# %%
def relative_errors(kinds, order, gamma, steps, numbers):
    """|expansion / bias - 1| for each number of clients (rows) and each number of local steps (columns)."""
    formula, table = sf.expand("fedavg", "bias", order=order), np.empty((len(numbers), len(steps)))
    for row, number in enumerate(numbers):
        problem = clients(number, kinds)
        for column, local in enumerate(steps):
            law = sf.reference.stationary("fedavg", problem, gamma, local, method="quadrature", digits=15)
            bias = float(law.mean[0] - problem.optimum_to(20)[0])
            table[row, column] = abs(formula(problem, float(gamma), local, check=False)[0] / bias - 1)
    return table


gamma, steps, numbers = Fraction(1, 20), (1, 2, 3, 5, 8, 12, 20, 30, 50), (1, 2, 4, 8, 16, 32)
cases = {"equal clients": KINDS[:1], "two kinds of clients": KINDS}
tables = {
    (name, order): relative_errors(kinds, order, gamma, steps, numbers[1:] if len(kinds) > 1 else numbers)
    for name, kinds in cases.items()
    for order in (1, 2)
}

# %%
figure, axes = plt.subplots(2, 2, figsize=(9, 6), layout="constrained")
for axis, ((name, order), table) in zip(axes.flat, tables.items(), strict=True):
    rows = numbers[-len(table) :]
    image = axis.imshow(np.log10(table), origin="lower", aspect="auto", cmap="RdYlGn_r", vmin=-4, vmax=1)
    mu = clients(rows[-1], cases[name]).mu
    axis.set(
        xticks=range(len(steps)),
        xticklabels=[f"{float(gamma) * s * mu:.2g}" for s in steps],
        yticks=range(len(rows)),
        yticklabels=rows,
        xlabel="γHμ",
        ylabel="N",
        title=f"{name}, order {order}",
    )
    for (i, j), value in np.ndenumerate(table):
        if value > 0.5:  # more than half of the bias is missed
            axis.text(j, i, "×", ha="center", va="center")
figure.colorbar(image, ax=axes, label="log₁₀ of the relative error")
plt.show()

# %% [markdown]
# × marks cells in which more than half of the bias is missed. With equal clients the first order goes wrong towards the upper right, at
# small $\gamma H\mu$ already when there are many clients: the part that it leaves out does not fall with $N$. The second order repairs
# that, until $\gamma H\mu$ is so large that no expansion at fixed $H$ helps.
#
# ## 4. Extrapolation: slopes two and three
#
# Two runs, at $\gamma$ and $2\gamma$, weighted $2$ and $-1$, cancel the first power of $\gamma$. Three runs, at $\gamma, 2\gamma,
# 4\gamma$, weighted $8/3, -2, 1/3$, cancel the second as well; the weights follow from what is to be cancelled.

# %%
figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
fine = [Fraction(1, 2 ** (k + 4)) for k in range(6)]
bias_at = {}
with mpmath.workdps(40):
    for gamma in {step * run for step in fine for run in (1, 2, 4)}:
        law = sf.reference.stationary("fedavg", four, gamma, H, method="quadrature", digits=40)
        bias_at[gamma] = law.mean[0] - star
    for name, rule, wanted in (("one run", plain(), 1), ("two runs", two_point(), 2), ("three runs", three_point(), 3)):
        weights = [(Fraction(int(run.step.p), int(run.step.q)), mpmath.mpf(int(run.weight.p)) / int(run.weight.q)) for run in rule.runs]
        left = [abs(sum(weight * bias_at[step * gamma] for step, weight in weights)) for gamma in fine]
        slope = float(mpmath.log(left[-2] / left[-1], 2))
        assert abs(slope - wanted) < 0.5, (name, slope)
        axis.loglog([float(g) for g in fine], [float(e) for e in left], "o-", label=f"{name}: slope {slope:.2f}")
axis.set(xlabel="γ", ylabel="|bias|", title="Richardson-Romberg extrapolation of FedAvg, N = 4, H = 5")
axis.legend()
axis.grid(alpha=0.3)
plt.show()

# %% [markdown]
# ## 5. The gradient that a round follows
#
# One round with exact gradients is the flow, for time $\gamma H$, of a slightly different field. Backward error analysis finds it in any
# dimension, on trees whose nodes belong to clients: nodes of one colour, joined by solid lines, to the same one. At second order it is
# the gradient of a loss, and there stand the implicit regularisers of the literature: gradient descent is drawn to small $|\nabla f|$,
# local steps push the clients away from small $|\nabla f_c|$.

# %%
sf.expand("fedavg", "modified_loss", order=2, dim=2)

# %%
modified = {K: sf.expand("fedavg", "modified_gradient", order=K, dim=2) for K in (1, 2, 3)}
SVG(modified[3].picture())

# %% [markdown]
# At third order there is no such loss in general: with different clients the field has a curl. Six rounds in the plane, from one start,
# and the flows of the three fields for as long:

# %%
rng = np.random.default_rng(3)
plane = sf.LogisticProblem(
    features=[rng.normal(size=(6, 2)) * (1.5, 0.8) for _ in range(3)], labels=[rng.choice([-1, 1], 6) for _ in range(3)], l2=0.1
)
gamma, H, rounds, start = 0.4 / plane.L, 8, 6, np.array([2.5, -2.0])


def one_round(theta):
    """FedAvg's round with exact gradients."""
    x = np.repeat(theta[None], plane.num_clients, axis=0)
    for _ in range(H):
        x = x - gamma * plane.mean_gradients(x[None])[0]
    return x.mean(axis=0)


points = [start]
for _ in range(rounds):
    points.append(one_round(points[-1]))
points = np.array(points)

figure, axis = plt.subplots(figsize=(7, 4.5), layout="constrained")
gaps = {}
for K, field in modified.items():
    flow = solve_ivp(
        lambda _, theta, field=field: -field(plane, theta, gamma, H),
        (0, rounds * gamma * H),
        start,
        rtol=1e-9,
        atol=1e-12,
        dense_output=True,
    )
    path = flow.sol(np.linspace(0, rounds * gamma * H, 200))
    gaps[K] = np.linalg.norm(flow.y[:, -1] - points[-1])
    axis.plot(*path, label=f"order {K}, ends {gaps[K]:.2g} away")
axis.plot(*points.T, "ko", label="rounds of FedAvg")
axis.plot(*plane.optimum, "r*", markersize=12, label="θ*")
axis.set(xlabel="θ₁", ylabel="θ₂", title="Six rounds of eight local steps, and the flows that should follow them")
axis.legend(fontsize=9)
axis.grid(alpha=0.3)
plt.show()
