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
# # Ground truth
#
# A formula on trial needs a truth that was found without it. This notebook computes one and the same bias in four ways that share
# nothing but the update rule, lets a certificate be checked by a program that knows no algebra system, makes a simulation a thousand
# times sharper with control variates, and ends with a test that one may watch and stop at any time.

# %%
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import matplotlib.pyplot as plt
import mpmath
import numpy as np
from IPython.display import Markdown

import symfed as sf
from symfed.certificates import LawCertificate, check
from symfed.checks.confidence import BoundedMean
from symfed.formulas import fedavg_bias, fedavg_bias_stochastic
from symfed.reference.enclosure import certify
from symfed.reference.quadrature.projection import invariant_interval

# %% [markdown]
# ## 1. One bias, four ways
#
# Two clients with linear stochastic gradients $A(z)\,x-b(z)$: the noise multiplies the iterate, so the bias is not that of additive
# noise, and the mean of $\theta$ is still a rational number. FedAvg with $\gamma=1/4$ and $H=3$.

# %%
problem = sf.LinearProblem(
    matrices=[[[[1]], [[2]]], [[[1]], [[3]]]],
    vectors=[[[1], [-1]], [[0], [2]]],
)
gamma, H = Fraction(1, 4), 3
star = problem.optimum[0]

# %% [markdown]
# * **exact**: the operator of a round on $(\theta\theta^\top,\theta,1)$ in rational arithmetic;
# * **enclosure**: a Poisson equation solved up to a residual that ball arithmetic bounds: value ± radius, as a theorem;
# * **quadrature**: the Markov operator projected on polynomials, to 30 digits, with an estimated error;
# * **Monte Carlo**: 256 chains in compiled lanes, with a standard error.

# %%
exact = sf.reference.stationary("fedavg", problem, gamma, H, method="exact")
ways = {
    "enclosure": sf.reference.stationary("fedavg", problem, gamma, H, method="enclosure", digits=20),
    "quadrature": sf.reference.stationary("fedavg", problem, gamma, H, method="quadrature", digits=30),
    "Monte Carlo": sf.reference.stationary("fedavg", problem, gamma, H, method="montecarlo", budget=200_000_000),
}
truth = exact.mean[0] - star
table = ["| way | bias | stated error | distance from the exact value |", "|---|---|---|---|", f"| exact | {truth} | 0 | 0 |"]
distances, stated = {}, {}
with mpmath.workdps(40):
    reduced = mpmath.mpf(int(exact.mean[0].p)) / int(exact.mean[0].q)
    for way, law in ways.items():
        distances[way], stated[way] = abs(mpmath.mpf(law.mean[0]) - reduced), mpmath.mpf(law.error[0])
        bias = mpmath.mpf(law.mean[0]) - mpmath.mpf(int(star.p)) / int(star.q)
        table.append(
            f"| {way} | {mpmath.nstr(bias, 6 if way == 'Monte Carlo' else 22)} | {mpmath.nstr(stated[way], 2)} | "
            f"{mpmath.nstr(distances[way], 2)} |"
        )
# a proven radius, an estimate, and a standard error that is passed six times over once in 5e8 runs
assert distances["enclosure"] <= stated["enclosure"]
assert distances["quadrature"] <= stated["quadrature"]
assert distances["Monte Carlo"] <= 6 * stated["Monte Carlo"]
Markdown("\n".join(table))

# %%
figure, axis = plt.subplots(figsize=(7, 3), layout="constrained")
for row, way in enumerate(ways):
    # a distance of zero has no logarithm; nothing here is closer than one part in 1e40
    near, far = float(max(distances[way], mpmath.mpf("1e-40"))), float(stated[way])
    axis.plot([near, far], [row, row], color="0.8", zorder=0)
    axis.plot(near, row, "o", color="tab:blue", label="distance from the exact value" if row == 0 else None)
    axis.plot(far, row, "|", color="tab:red", markersize=16, markeredgewidth=2, label="stated error" if row == 0 else None)
axis.set(
    xscale="log", yticks=range(len(ways)), yticklabels=list(ways), xlabel="unit of θ", title="The same bias in four ways: how far apart"
)
axis.set_ylim(-0.6, len(ways) - 0.4)
axis.grid(axis="x", alpha=0.3)
axis.legend(loc="lower right", fontsize=9)
plt.show()

# %% [markdown]
# ## 2. A certificate that others can check
#
# On losses that are not quadratic no rational answer exists, but a theorem does. The certificate below is about two kilobytes of
# numbers. Its checker imports ball arithmetic and the standard library, no algebra system and none of the code that found it.

# %%
curved = sf.LogisticProblem(
    features=[[[Fraction(1)], [Fraction(1, 2)]], [[Fraction(3, 2)], [Fraction(-1, 2)]]],
    labels=[[1, 1], [-1, 1]],
    l2=Fraction(1, 5),
)
certificate = certify("fedavg", curved, Fraction(1, 4), 10)
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "bias.json"
    path.write_text(certificate.to_json())
    said = subprocess.run([sys.executable, "-m", "symfed.certificates", path.name], cwd=folder, capture_output=True, text=True)
print(said.stdout.strip(), f"(exit code {said.returncode}, {len(certificate.to_json())} bytes)", sep="\n")

# %% [markdown]
# The same certificate with another step size proves nothing:

# %%
forged = LawCertificate.from_json(certificate.to_json().replace('"1/4"', '"1/5"', 1))
verdict = check(forged)
assert not verdict.proved
print(verdict.reason)

# %% [markdown]
# ## 3. Simulation with control variates
#
# Beside $\theta$ run two more chains on the same samples: FedAvg linearised at $\theta^\star$, and its second-order correction. Their
# stationary means are known exactly, so only the difference has to be averaged, and it is of third order. Ten clients, a hundred
# samples each, $d=2$, $H=10$:

# %%
random = np.random.default_rng(0)
features = [random.standard_normal((100, 2)) + random.standard_normal(2) / 2 for _ in range(10)]
labels = [np.sign(f @ np.ones(2) + random.logistic(size=100)) for f in features]
plane = sf.LogisticProblem(features, labels, 0.1)
STEPS = (0.01, 0.02, 0.05, 0.1)
errors: dict[str, list[float]] = {"plain": [], "linear": [], "second": []}
means: dict[str, list[np.ndarray]] = {name: [] for name in errors}
for step in STEPS:
    for name in errors:
        found = sf.simulate(
            "fedavg",
            plane,
            step,
            10,
            rounds=1200,
            replicas=256,
            burn_in="auto",
            engine="compiled",
            variance_reduction=None if name == "plain" else name,
        )
        errors[name].append(float(found.mean_error.max()))
        means[name].append(found.mean)

# %%
figure, axis = plt.subplots(figsize=(7, 4.2), layout="constrained")
for name, colour in (("plain", "tab:gray"), ("linear", "tab:orange"), ("second", "tab:blue")):
    label = {"plain": "plain average", "linear": "against the linearised chain", "second": "against the second-order chain"}[name]
    axis.loglog(STEPS, errors[name], "o-", color=colour, label=label)
first = [np.abs(fedavg_bias(plane, step, 10)).max() for step in STEPS]
axis.loglog(STEPS, first, "k:", label="the bias itself, first order")
axis.set(xlabel="step size γ", ylabel="standard error of E[θ]", title="Same samples, same number of rounds")
axis.set_xticks(STEPS, [str(step) for step in STEPS])
axis.minorticks_off()
axis.grid(alpha=0.3)
axis.legend(fontsize=9)
plt.show()

# %% [markdown]
# Unbiased they must be, too. The three estimates agree within their errors, and the sharpest agrees with the quadrature in two
# dimensions, which samples nothing:

# %%
for plain, linear, second, e_plain, e_linear in zip(*means.values(), errors["plain"], errors["linear"], strict=True):
    # 6.5 standard errors: a false alarm once in 1e10 comparisons, of which there are sixteen
    assert np.abs(plain - second).max() <= 6.5 * np.hypot(e_plain, e_plain / 100)
    assert np.abs(linear - second).max() <= 6.5 * np.hypot(e_linear, e_linear)
law = sf.reference.stationary("fedavg", plane, STEPS[-1], 10, method="quadrature")
gap = np.abs(means["second"][-1] - law.mean).max()
assert gap <= 6.5 * errors["second"][-1] + law.error.max()
print(f"gamma = {STEPS[-1]}: {gap:.1e} from the quadrature, standard error {errors['second'][-1]:.1e}")

# %% [markdown]
# ## 4. A test that may be stopped at any time
#
# When chance must decide, the interval should hold at *every* sample size at once; otherwise looking until it looks good is cheating.
# Below, the interval for the mean of FedAvg's $\theta$ closes in, with false-alarm probability $10^{-9}$ over all looks together. The
# published sign of the stochastic bias stays inside; the preprint's, plus where minus is right, is left outside.

# %%
narrow = sf.LogisticProblem(features=[[[1], [2], [3]], [[1], [1], [2]]], labels=[[1, 1, -1], [-1, 1, 1]], l2=Fraction(1, 4))
step, steps = Fraction(1, 4), 1  # one local step: the bias is the stochastic part alone
rounds, samples = 120, 400_000  # the start at theta* leaves (1 - 1/16)^120 < 0.05 % of the bias
low, high = invariant_interval(narrow)  # no iterate leaves it
run = sf.simulate("fedavg", narrow, step, steps, rounds, replicas=samples, record=rounds)
lows, highs = BoundedMean(low, high, alpha=1e-9).path(run.trajectory[-1, :, 0])
lows, highs = lows - narrow.optimum[0], highs - narrow.optimum[0]

published = float(fedavg_bias(narrow, step, steps, order=2)[0])
preprint = published - 2 * float(fedavg_bias_stochastic(narrow, step, steps)[0])
law = sf.reference.stationary("fedavg", narrow, step, steps, method="enclosure")
proved = float(law.mean[0] - narrow.optimum_to(20)[0])

# %%
shown = np.unique(np.geomspace(1000, samples, 400).astype(int)) - 1
figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
axis.fill_between(shown + 1, lows[shown], highs[shown], color="tab:blue", alpha=0.25, label="confidence sequence, 1 − 10⁻⁹")
axis.axhline(proved, color="black", linewidth=1, label="certified value")
axis.axhline(published, color="tab:green", linestyle="--", label="two orders, published sign")
axis.axhline(preprint, color="tab:red", linestyle="--", label="two orders, preprint's sign")
axis.set(xscale="log", xlabel="independent samples of θ", ylabel="E[θ] − θ*", title="The interval closes in", ylim=(-0.06, 0.08))
axis.legend(fontsize=9)
axis.grid(alpha=0.3)
plt.show()
assert lows[-1] <= proved <= highs[-1]
outside = np.flatnonzero((preprint < lows) | (preprint > highs))
print(f"the preprint's sign is left outside after {outside[0] + 1} samples, the published one is inside after {samples}")
assert lows[-1] <= published <= highs[-1]
