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
# # Scaffold beyond quadratics
#
# Notebook `04_scaffold_contraction` has the exact worst case of a round of Scaffold over *quadratic* clients. This one is about all
# clients that are $L$-smooth and $\mu$-strongly convex: which functions are the worst, what is proved for every $H$, and what is left
# open. Gradients are exact, the step has $\gamma L\le1$, and control variates sum to zero. What shrinks is
#
# $$V=|\theta-\theta_\star|^2+(\gamma H)^2\,\frac1N\sum_c|\xi_c-\xi_c^\star|^2,\qquad \xi_c^\star=-\nabla f_c(\theta_\star).$$

# %%
from fractions import Fraction
from math import isqrt

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown, display

import symfed as sf
from symfed.certificates.one_client.counterexample import read_clients
from symfed.formulas import scaffold_contraction, scaffold_contraction_of_the_class, scaffold_contraction_printed
from symfed.reference.exact import iterates
from symfed.worst_case.bounds import break_round_of_two, certify_round, certify_smallest

# %% [markdown]
# ## 1. What is proved for every $H$
#
# With $q=(1-\gamma\mu)^H$, $r=1-\frac{1-q}{\gamma\mu H}$ and $r_1=1-\frac1H$ a round multiplies $V$ by at most $\rho^2$. Where a triangle
# with the sides $q$, $r$, $r_1$ has an obtuse angle, $\rho$ is its longest side; otherwise it is the diameter of the circle around it,
# which is a little longer. At $\gamma L=1$ no smaller number does for every number of clients.

# %%
for formula in (scaffold_contraction, scaffold_contraction_of_the_class):
    display(Markdown(f"`{formula.name}`: {formula.says} *Domain*: {formula.domain}."))

# %% [markdown]
# Left: the three regimes over $\mu$, for $\gamma L=1$ and $H=2$. Right: what the circle adds to the longest side near $q=r_1$, for a few
# $H$. The dots are found in another way: for each, numbers in $\mathbb Q$ that prove a bound a millionth above the least one, checked by
# a program that knows of no formula (`docs/worst_cases.md`).

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
mu = np.linspace(0.02, 0.98, 400)
q, r = (1 - mu) ** 2, 1 - (1 - (1 - mu) ** 2) / (2 * mu)
left.plot(mu, q, ":", label="q")
left.plot(mu, r, ":", label="r")
left.axhline(1 / 2, color="tab:green", linestyle=":", label="1 − 1/H")
left.plot(mu, scaffold_contraction_of_the_class(1.0, 2, mu, 1.0), "k", label="factor of the class")
left.set(xlabel="μ/L", title="H = 2, γ = 1/L", ylim=(0, 1))
left.legend()
for H, colour in ((2, "tab:blue"), (3, "tab:orange"), (4, "tab:red")):
    crossing = 1 - (1 - 1 / H) ** (1 / H)  # where q = 1 - 1/H
    near = crossing * np.linspace(0.9, 1.1, 401)
    added = scaffold_contraction_of_the_class(1.0, H, near, 1.0) / scaffold_contraction(1.0, H, near, 1.0) - 1
    right.plot(near / crossing, 100 * added, color=colour, label=f"H = {H}, crossing at μ = {crossing:.4f} L")
    for share in (Fraction(round(1000 * crossing * (1 + k / 50)), 1000) for k in range(-4, 5)):
        least = certify_smallest("scaffold", gamma=1, H=H, mu=share, L=1)
        assert least.check().proved
        certified = float(Fraction(least.bound["ee"])) ** 0.5
        assert -1e-12 <= certified**2 - scaffold_contraction_of_the_class(1, H, share, 1) ** 2 <= 1e-6  # the slack that is asked for
        right.plot(float(share) / crossing, 100 * (certified / scaffold_contraction(1, H, share, 1) - 1), "o", color=colour, markersize=4)
right.set(xlabel="μ over that of the crossing", ylabel="per cent", title="What the circle adds to the longest side")
right.legend()
plt.show()

# %% [markdown]
# ## 2. At $\gamma L=1$ the worst clients are quadratics of two kinds
#
# A share $p$ of clients has curvature $\mu$ and the others have $L$. One number then decides over all of them, and in the corner no
# choice suits both kinds: the worst round over $e$ and the $y_c$ is worse than that of either kind alone, the most at one share $p$,
# where it is the circle's diameter. For twenty clients, nineteen of them with curvature $\mu=\frac3{10}$, that is a refutation in whole
# numbers (`symfed-scaffold-plain-distance`).


# %%
def worst_of_two_kinds(share, H, mu):
    """The factor of a round over e and the two y, which add up to zero: a generalised eigenvalue of order two."""
    (q, r), (q_L, r_L) = (((1 - a) ** H, 1 - (1 - (1 - a) ** H) / (H * a)) for a in (mu, 1.0))
    other = -share / (1 - share)
    steps = np.array([[q, r], [q_L, r_L * other]])  # rows: u_H + y of the two kinds from (e, y), y that of the first
    after = steps.T @ np.diag([share, 1 - share]) @ steps
    scale = np.diag([1, (share + (1 - share) * other**2) ** -0.5])
    return np.sqrt(np.linalg.eigvalsh(scale @ after @ scale)[-1])


figure, axis = plt.subplots(figsize=(7.5, 3.8), layout="constrained")
shares = np.linspace(0.7, 0.9995, 1500)
for curvature, colour in ((0.285, "tab:blue"), (0.293, "tab:orange"), (0.3, "tab:green")):
    found = np.array([worst_of_two_kinds(share, 2, curvature) for share in shares])
    limit = scaffold_contraction_of_the_class(1.0, 2, curvature, 1.0)
    axis.plot(shares, found, color=colour, label=f"μ = {curvature} L")
    axis.axhline(limit, color=colour, linestyle=":")
    assert limit * (1 - 1e-6) < found.max() <= limit * (1 + 1e-12)  # the maximum is flat: a grid of 1/5000 loses 1e-7
axis.set(
    xlabel="share of clients with curvature μ", ylabel="factor of a round", title="Quadratics of two kinds, H = 2, γ = 1/L; dotted: proved"
)
axis.legend()
plt.show()

# %% [markdown]
# ## 3. For $\gamma L<1$ two clients are enough, one of them with a kink
#
# One might hope that for shorter steps quadratics tell the whole story: $\rho=\max\{(1-\gamma\mu)^H,\ r(L)\}$, with the smaller $r(L)$ in
# place of $r_1$. They do not. Where $r(L)$ is the larger of the two, a client whose gradient bends at its minimiser, and one that is
# quadratic, multiply $V$ by more, for every $H\ge2$ and every $\gamma L<1$.

# %%
GAMMA, H, MU, L = 1, 2, Fraction(1, 2), Fraction(3, 4)
two = break_round_of_two("scaffold", gamma=GAMMA, H=H, mu=MU, L=L)
assert two.check().proved
print(two.says())


def local_points(client, start):
    """u_0, .., u_H and y of one client, from the start."""
    points = [start]
    for _ in range(H):
        points.append(points[-1] - GAMMA * client.gradient(points[-1]) - client.y / H)
    return points


def exact(x):
    """A rational number for certificates."""
    return type(pair[0].y)(x.numerator, x.denominator)


pair = read_clients(two.clients)
start = exact(Fraction(two.start))
size = max(abs(float(u)) for client in pair for u in local_points(client, start))
figure, axes = plt.subplots(1, 3, figsize=(12, 3.9), layout="constrained")
for axis, client, name in zip(axes, pair, ("the client with the kink", "the quadratic client"), strict=False):
    x = np.linspace(-1.1 * size, 1.1 * size, 201)
    axis.plot(x, [float(client.gradient(exact(Fraction(v)))) for v in x], color="0.5")
    path = local_points(client, start)
    axis.plot([float(u) for u in path], [float(client.gradient(u)) for u in path], ".-", color="tab:pink")
    for h, u in enumerate(path):
        axis.annotate(f"$u_{h}$", (float(u), float(client.gradient(u))), textcoords="offset points", xytext=(4, -12))
    axis.axhline(0, color="0.85", zorder=0)
    axis.axvline(0, color="0.85", zorder=0)
    axis.set(xlabel="x", title=f"Gradient of {name}")

ratios = np.linspace(0, 0.4, 161)
for L_, colour in ((Fraction(6, 10), "tab:green"), (Fraction(3, 4), "tab:blue"), (Fraction(9, 10), "tab:orange")):
    r_L = float(scaffold_contraction(GAMMA, H, MU, L_))
    kink = (1 - float(MU)) * (1 - float(L_)) ** (H - 1) * ratios + r_L  # u_H + y for e = ratio, y = 1: the first step sees mu, the others L
    plain = (1 - float(L_)) ** H * ratios - r_L
    axes[2].plot(ratios, (kink**2 + plain**2) / 2 / (1 + ratios**2) / r_L**2 - 1, color=colour, label=f"γL = {float(L_):g}")
axes[2].axhline(0, color="0.85", zorder=0)
axes[2].set(xlabel="e/y", title="V⁺/V over that of quadratics, less one", ylim=(-0.01, 0.01))
axes[2].legend()
plt.show()

# %% [markdown]
# How much is lost? Below, $H=3$ and $\mu$ is fixed; the step times $L$ grows. What is certified to a millionth lies between what
# quadratics alone ask for and the formula, which does not look at $L$ and is exact at $\gamma L=1$. In the second regime a closed form of
# the curve between them is open.

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
for curvature, colour in ((Fraction(3, 20), "tab:blue"), (Fraction(6, 25), "tab:orange")):
    lengths = [Fraction(k, 50) for k in range(int(50 * curvature) + 3, 51)]
    bounds = np.array([float(Fraction(certify_smallest("scaffold", 1, 3, curvature, L).bound["ee"])) for L in lengths])
    quadratics = np.array([float(scaffold_contraction(1, 3, curvature, L)) for L in lengths]) ** 2
    proved = float(scaffold_contraction_of_the_class(1, 3, curvature, 1)) ** 2
    at = [float(L) for L in lengths]
    left.plot(at, bounds, ".", color=colour, label=f"certified, γμ = {float(curvature):g}")
    left.plot(at, quadratics, color=colour, linewidth=0.8, label="equal quadratics")
    left.axhline(proved, color=colour, linestyle=":", label="proved for every γL ≤ 1")
    right.semilogy(at, bounds - quadratics, ".-", color=colour, label=f"γμ = {float(curvature):g}")
    assert (quadratics <= bounds).all()
    assert bounds.max() <= proved + 1e-6  # the slack that is asked for
left.set(xlabel="γL", ylabel="factor of V a round", title="H = 3")
left.legend(fontsize=8)
right.axhline(1e-6, color="0.7", linestyle=":")
right.set(xlabel="γL", title="Certified less equal quadratics; dotted: 10⁻⁶, given away")
right.legend()
plt.show()

# %% [markdown]
# ## 4. Rates against $H$
#
# With $\kappa=100$ and $\gamma=1/L$. Up to $H=\sqrt\kappa$ a round shrinks $V$ as much as $H$ gradient steps on a single client would, by
# $(1-\gamma\mu)^{2H}$ (`symfed-scaffold-whole-class`); the most that can be had is about $1-2\kappa^{-1/2}$ of the squared norm, and that
# for clients of any shape. The printed bound of the FLTA slides is for quadratics; ProxSkip's (Mishchenko, Malinovsky, Stich and
# Richtárik 2022) is one in expectation for a round of a *random* number of steps, $H=1/p$ in the mean, its own $V$ and the same class.

# %%
kappa, fine = 100.0, np.unique(np.round(np.geomspace(2, 300, 200)).astype(int))
figure, axis = plt.subplots(figsize=(8, 4.4), layout="constrained")
axis.plot(
    fine, scaffold_contraction_of_the_class(1.0, fine, 1 / kappa, 1.0) ** 2, color="k", label="proved: every smooth, strongly convex client"
)
axis.plot(fine, scaffold_contraction(1.0, fine, 1 / kappa, 1.0) ** 2, "--", color="tab:blue", label="quadratic clients")
axis.plot(fine, scaffold_contraction_printed(1.0, fine, 1 / kappa, 1.0), ":", color="tab:red", label="printed for quadratics")
axis.plot(fine, (1 - np.minimum(1 / kappa, 1 / fine**2.0)) ** fine, "-.", color="tab:green", label="ProxSkip, 1/p = H, in the mean")
axis.axvline(isqrt(int(kappa)), color="0.7", linestyle=":")
axis.set(xscale="log", xlabel="local steps H", ylabel="factor a round, squared norm", title="κ = 100, γ = 1/L")
axis.legend()
plt.show()

# %% [markdown]
# For given numbers a certificate says it without any formula, here for $H=5$, $\kappa=25$:

# %%
found = certify_round("scaffold", gamma=1, H=5, mu=Fraction(1, 25), L=1)
assert found.check().proved
print(found.says())

# %% [markdown]
# ## 5. Logistic regression
#
# Eight clients with data of their own, exact gradients, $\gamma=1/L$, control variates from zero. As $|\theta_t-\theta_\star|^2\le
# V_t\le\rho^{2t}V_0$ with $V_0=|\theta_0-\theta_\star|^2+(\gamma H)^2\frac1N\sum_c|\nabla f_c(\theta_\star)|^2$, every run has to stay
# below its dotted line. Ten times as many local steps as $\sqrt\kappa$ cost ten times as much and are slower; FedAvg stays where its bias
# by heterogeneity puts it.

# %%
generator = np.random.default_rng(7)
features, labels = [], []
for _ in range(8):
    X = (generator.normal(size=(30, 3)) + generator.normal(size=3)) * np.array(
        [1, 0.2, 0.02]
    )  # hardly anything is known of the third direction
    X /= np.linalg.norm(X, axis=1, keepdims=True)  # every sample of length one: L = 1/4 + l2
    features.append(X)
    labels.append(np.where(X @ generator.normal(size=3) + 0.3 * generator.normal(size=30) > 0, 1, -1))
problem = sf.LogisticProblem(features, labels, l2=0.0025)
gamma, kappa = 1 / problem.L, problem.L / problem.mu
best = isqrt(int(kappa))
start = np.full(problem.dim, 3.0)

figure, axis = plt.subplots(figsize=(8, 4.6), layout="constrained")
for H, colour in ((2, "tab:green"), (best, "tab:blue"), (10 * best, "tab:orange")):
    rounds = 80
    path = iterates("scaffold", problem, gamma, H, rounds, start)
    squared = ((path - problem.optimum) ** 2).sum(axis=1)
    rho = scaffold_contraction_of_the_class(gamma, H, problem.mu, problem.L, check=False)  # gamma L = 1 but for a rounding
    V = squared[0] + (gamma * H) ** 2 * (problem.gradients**2).sum(axis=1).mean()
    promised = V * rho ** (2 * np.arange(rounds + 1))
    assert (squared <= promised * (1 + 1e-9)).all()
    axis.semilogy(np.maximum(squared, 1e-24), color=colour, label=f"H = {H}" + (" = ⌊√κ⌋" if H == best else ""))
    axis.semilogy(promised, ":", color=colour)
stays = ((iterates("fedavg", problem, gamma, best, 80, start) - problem.optimum) ** 2).sum(axis=1)
axis.semilogy(stays, "--", color="0.5", label=f"FedAvg, H = {best}")
axis.set(xlabel="round", ylabel="|θ − θ*|²", title=f"Logistic regression, κ = {kappa:.0f}; dotted: proved", ylim=(1e-10, None))
axis.legend()
plt.show()
