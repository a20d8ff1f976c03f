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
# # How far to trust it
#
# An expansion says that FedAvg's bias is $\gamma c_1$ "up to $O(\gamma^2)$". For your data, your step size and your number of local
# steps: up to *what*? Here the formulas answer with a number that is proved, and the number is held against truths that were found
# without it. Then come losses that are not smooth enough, where what is printed as $O(\gamma^2)$ is $\gamma^{3/2}$, and a certificate
# that anybody can check.

# %%
import json

import matplotlib.pyplot as plt
import numpy as np

import symfed as sf
from symfed.certificates import EnclosureCertificate
from symfed.formulas import fedavg_bias, fedavg_second_moment

# %% [markdown]
# ## 1. A set that holds the answer
#
# Ten clients with a hundred samples each, logistic regression in dimension ten. `enclose` gives a center and a radius: the true
# stationary bias lies no further from the center than that, with every constant computed from the data and every rounding inside.

# %%
generator = np.random.default_rng(1)
model = generator.normal(size=10) / np.sqrt(10)
features = generator.normal(size=(10, 100, 10))
labels = np.where(generator.random((10, 100)) < 1 / (1 + np.exp(-features @ model)), 1, -1)
clients = sf.LogisticProblem(features, labels, l2=0.1)

gamma, H = 0.01 / clients.L, 10
for order in (1, 2):
    found = fedavg_bias.enclose(clients, gamma, H, order=order)
    size = np.linalg.norm(found.center)
    print(f"order {order}: |center| = {size:.3e}, radius {100 * found.norm / size:.2g} % of it")

# %% [markdown]
# The same as an error bar on a formula: `remainder` of a formula says what it leaves out as $\gamma\to 0$, and, called, how much that is
# at most.

# %%
print(fedavg_bias.remainder)
for order in (1, 2):
    bound = fedavg_bias.remainder(clients, gamma, H, order=order)
    print(f"order {order} of the expansion is off by at most {bound:.2e}, of {size:.2e}")

# %% [markdown]
# ## 2. Radius against true error, over $(\gamma, H)$
#
# In dimension one the truth is at hand: quadrature of the transition operator, which sees no formula. On the left the proven radius over
# the size of the bias: below one the enclosure knows the sign of the bias, below a tenth its first digit. On the right how much of the
# radius the true error uses. It never uses all of it; a ratio above one would be a miss.

# %%
few = np.random.default_rng(3)
small = sf.LogisticProblem([few.normal(size=(6, 1)) for _ in range(4)], [few.choice([-1, 1], 6) for _ in range(4)], 0.3)
steps, rounds = np.array([0.001, 0.003, 0.01, 0.03, 0.1]) / small.L, np.array([1, 4, 16, 64])
wide, used = np.empty((2, len(rounds), len(steps)))
for i, n in enumerate(rounds):
    for j, step in enumerate(steps):
        found = fedavg_bias.enclose(small, step, int(n), order=2)
        truth = np.asarray(sf.reference.stationary("fedavg", small, step, int(n), method="quadrature").bias, dtype=float)
        wide[i, j], used[i, j] = found.norm / np.linalg.norm(truth), np.linalg.norm(truth - found.center) / found.norm

figure, axes = plt.subplots(1, 2, figsize=(11, 3.4), layout="constrained")
for axis, values, title in zip(axes, (wide, used), ("proven radius / |bias|", "true error / proven radius"), strict=True):
    shown = axis.imshow(np.log10(values), cmap="viridis", aspect="auto", origin="lower")
    for i, j in np.ndindex(values.shape):
        ink = "black" if shown.norm(np.log10(values[i, j])) > 0.6 else "white"
        axis.text(j, i, f"{values[i, j]:.1g}", ha="center", va="center", color=ink, fontsize=9)
    axis.set(xticks=range(len(steps)), xticklabels=[f"{s * small.L:g}" for s in steps], yticks=range(len(rounds)), yticklabels=rounds)
    axis.set(xlabel=r"$\gamma L$", ylabel="local steps $H$", title=title)
plt.show()
print("largest share of a radius that the truth used:", f"{used.max():.2g}")

# %% [markdown]
# The bands of `plot_expansion` are the same bounds: what an order leaves out stays below its band.

# %%
sf.plot_expansion(small, orders=(1, 2), gamma=steps[:4], H=4, proven=True, progress=None)

# %% [markdown]
# ## 3. How sharp
#
# With noise, norms stand in for directions, and much is given away. Without noise, one sample a client, less is: half of the radius would
# not hold the truth.

# %%
calm = sf.LogisticProblem([[[1.0]], [[0.5]]], [[1], [-1]], 2.0)
step = 0.1 / calm.L
x = np.asarray(calm.optimum, dtype=float)
for _ in range(2000):  # full gradients: FedAvg comes to rest, and where it rests is the whole law
    local = np.broadcast_to(x, (1, 2, 1))
    for _ in range(2):
        local = local - step * calm.mean_gradients(local)
    x = local[0].mean(axis=0)
first = fedavg_bias.enclose(calm, step, 2)
print(f"true error over the radius at order 1: {abs(x - calm.optimum - first.center)[0] / first.norm:.2f}")

# %% [markdown]
# ## 4. Where $\gamma^{3/2}$ bites
#
# All this needs derivatives: of the losses, and of how the noise depends on $\theta$. Two problems in dimension one that meet the usual
# assumptions (strong convexity, smooth samples, bounded noise) but lack one derivative:
#
# - **A kink in the noise.** $\nabla F^z=\theta+z\,(1+|\theta|/2)$, $z=\pm1$: each sample loss is convex and $3/2$-smooth, the mean is
# $\theta^2/2$. To first order $\mathbb{E}\theta^2=\gamma/2$; what is left is not $O(\gamma^2)$.
# - **A third derivative that is only Lipschitz.** $f'=\theta+|\sin\theta|^3/5$, noise $\pm1$: $f'''(0)=0$, so the first order of the bias
# is zero.
#
# Beside each stands a smooth twin. Stationarity gives the answers up to one moment, which a simulation finds: in the first
# $\mathbb{E}\theta^2\,(2-5\gamma/4)=\gamma\,(1+\mathbb{E}|\theta|)$, in the second $\mathbb{E}\theta=-\mathbb{E}|\sin\theta|^3/5$.

# %%
signs = np.random.default_rng(0)


def settled(gradient, gamma, chains=20_000):
    """Many chains after the start is forgotten."""
    theta = np.zeros(chains)
    for _ in range(int(6 / gamma)):
        theta = theta - gamma * gradient(theta, signs.choice([-1.0, 1.0], chains))
    return theta


def smooth(theta):
    return np.sqrt(1 + theta**2) - 1


sizes = 2.0 ** -np.arange(2, 8)
kink, round_, lipschitz, analytic = [], [], [], []
for g in sizes:
    theta = settled(lambda t, z: t + z * (1 + abs(t) / 2), g)
    kink.append(g * (1 + np.mean(abs(theta))) / (2 - 1.25 * g) - g / 2)
    theta = settled(lambda t, z: t + z * (1 + smooth(t) / 2), g)
    round_.append(g * np.mean((1 + smooth(theta) / 2) ** 2) / (2 - g) - g / 2)
    theta = settled(lambda t, z: t + abs(np.sin(t)) ** 3 / 5 + z, g)
    lipschitz.append(np.mean(abs(np.sin(theta)) ** 3) / 5)
    theta = settled(lambda t, z: t + np.sin(t) ** 4 / 5 + z, g)
    analytic.append(np.mean(np.sin(theta) ** 4) / 5)

figure, axes = plt.subplots(1, 2, figsize=(11, 3.6), layout="constrained")
for axis, rough_one, smooth_one, title in (
    (axes[0], kink, round_, r"$\mathbb{E}\theta^2-\gamma/2$: noise with a kink"),
    (axes[1], lipschitz, analytic, r"$|\mathbb{E}\theta|$: a Lipschitz third derivative"),
):
    for values, look, name in ((rough_one, "o-", "rough"), (smooth_one, "s-", "smooth twin")):
        power = np.polyfit(np.log(sizes[3:]), np.log(values[3:]), 1)[0]
        axis.loglog(sizes, values, look, label=rf"{name}: falls as $\gamma^{{{power:.2f}}}$")
        print(f"{title.split(': ')[1]}, {name}: power {power:.2f}")
    axis.loglog(sizes, rough_one[-1] * (sizes / sizes[-1]) ** 1.5, "k:", label=r"$\gamma^{3/2}$")
    axis.set(xlabel=r"$\gamma$", title=title)
    axis.legend()
plt.show()

# %% [markdown]
# The claims that say so, with proofs of both powers, are found by `symfed list remainder`. Logistic and least-squares clients are smooth,
# and so is their noise: for them $\gamma^{3/2}$ never occurs, whatever $H$ is. Enclosures use it: third moments are bounded by an
# equation of their own and not by the fourth ones.

# %% [markdown]
# ## 5. A certificate
#
# The radius is a theorem about these data. What it rests on can be written down, and checked by somebody who trusts none of the code
# above: a checker in ball arithmetic reads the data, tests every spectral bound by elimination, evaluates the inequality of every moment,
# and computes the residuals of the center. What is left to trust is the theorem's proof, and flint.

# %%
found = fedavg_second_moment.enclose(small, steps[2], 4, order=2)
certificate = found.certificate().to_json()
print(EnclosureCertificate.from_json(certificate).check().proved, f"{len(certificate) / 1000:.0f} kB")

bent = json.loads(certificate)
bent["problem"]["labels"][0][0] *= -1
print(EnclosureCertificate.from_json(json.dumps(bent)).check().reason)

bent = json.loads(certificate)
bent["radius"] = str(0.9 * found.norm)
print(EnclosureCertificate.from_json(json.dumps(bent)).check().reason)
