"""Scaffold's variance when clients differ in noise: what holds with the mean noise, what does not, and what is still open."""

from dataclasses import replace

import flint
import sympy as sp

from proofs_checks.symfed.scaffold.speedup import ANY_STEPS
from symfed.checks import CounterexampleSearch, GrowthCheck, Part, SignCheck
from symfed.checks.adversarial import AdversarialSearch
from symfed.checks.adversarial.exact import exact_ratio
from symfed.checks.instances.scaffold import speedup_proof as proof
from symfed.checks.instances.scaffold.noise import (
    any_outlier,
    common_noise,
    covariance,
    mean_curvature,
    mean_noise_level,
    multiple_of_identity,
    noisy,
    one_noisy,
    order,
)
from symfed.checks.instances.scaffold.noisy_clients import one_noisy_client, one_noisy_direction
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Tier

RECORD = "scaffold_noise"
RATIO_TEX = r"R=\frac{N\mu(2-\gamma\mu)}{\gamma\sigma^2}\,\mathrm{tr}\,\Sigma_\theta,\quad\sigma^2=\frac1N\sum_c\mathrm{tr}\,C_c"
COMMON = Domain((gamma * L <= 1,), "quadratic clients, one noise covariance for all, d <= 3")


def mean_level(i, factor=8, clients=1):
    share = sum(((1 - i.gamma * i.L) ** h for h in range(i.H)), flint.fmpq(0)) / i.H  # 1 - r_L
    bound = factor * i.gamma * mean_noise_level(i) / (share * i.mu * (2 - i.gamma * i.L) * i.N**clients)
    return order(i, covariance(i), multiple_of_identity(i, bound))


mean_noise = Claim(
    id="symfed-scaffold-mean-noise",
    kind="inequality",
    says="Clients of different noise: linear speed-up with the mean noise, at a price of order max(1, gamma L H).",
    printed=Printed(
        "symfed",
        "linear speed-up of Scaffold, any noise",
        r"\Sigma_\theta\preccurlyeq\frac8{1-r_L}\cdot\frac{\gamma\bar s}{N\mu(2-\gamma L)}I,\quad C_c\preccurlyeq s_cI,\ \bar s=\frac1N\sum_cs_c,\quad"
        r"1-r_L=\frac1H\sum_{h<H}(1-\gamma L)^h\ge\frac{1-1/e}{\max(1,\gamma LH)}\qquad(\gamma L\le1)",
    ),
    statement={"circle": proof.peak_inequality(8), "laws": mean_level},
    under=proof.any_two() & ANY_STEPS,
    uses=("symfed-scaffold-linear-speedup",),
    checks=(
        Part("circle", SignCheck("any two curvatures, all frequencies")),
        Part("laws", CounterexampleSearch(noisy, relation="<=", scope="exact stationary laws, every client's own noise", examples=10)),
    ),
    controls={
        "4 for 8; 1/10 for 8": {"circle": proof.peak_inequality(4), "laws": lambda i: mean_level(i, flint.fmpq(1, 10))},
        "1 for 8; 1/N^3": {"circle": proof.peak_inequality(1), "laws": lambda i: mean_level(i, clients=3)},
    },
    reduction=(
        "the multiplier w of symfed-scaffold-linear-speedup has Re(conj(w) h_b) >= g_b for every b, and g_a <= 8/(1-r_L) g_b for every two a, b "
        "(checked, with 1/(gamma a H) = (1-r_a)/(1-q_a)). So 8/(1-r_L) w has Re(conj(w) K) >= max_a g_a, and mean_c s_c g(A_c) <= s max_a g_a "
        "with the mean s"
    ),
    expect=Tier.PROVED,
)

conjecture = Claim(
    id="symfed-scaffold-common-noise",
    kind="inequality",
    says="Conjecture: under one noise covariance for all, in any direction, no population is noisier than equal clients of curvature mu.",
    printed=Printed(
        "symfed", "conjecture", RATIO_TEX + r",\quad C_c=C\ \Rightarrow\ R\le1\text{ for every }H,\ d,\ N\text{ and }\gamma\le1/L"
    ),
    statement=flint.fmpq(1),
    under=COMMON,
    uses=("symfed-scaffold-linear-speedup-sharp",),
    checks=(AdversarialSearch(RECORD, ("isotropic", "common")),),
    controls={"0.99": flint.fmpq(99, 100), "half": flint.fmpq(1, 2)},
    reduction="a theorem for C_c <= s I with d s for sigma^2 while (1-gamma mu)^(H-1)(3-gamma mu) >= 1, and with 2 - gamma L for 2 - gamma mu always",
    expect=Tier.OPEN,
)


def noisy_own(d, N):
    """Where there is noise."""
    return noisy(d, N).filter(lambda i: i.problem.noise.any())


def ratio_below_one(i):
    return exact_ratio(i), 1


constant_one = Claim(
    id="symfed-scaffold-unequal-noise-constant",
    says="The same with the clients' mean noise, when they differ in noise.",
    printed=Printed("symfed", "strengthening that fails", RATIO_TEX + r",\quad R\le1\text{ for any }C_c"),
    kind="inequality",
    statement=ratio_below_one,
    under=Domain((gamma * L <= 1,), "quadratic clients with noise of their own"),
    checks=(CounterexampleSearch(one_noisy, relation="<=", scope="exact laws, one noisy client", sizes=((1, 2), (1, 3)), examples=60),),
    corrected="symfed-scaffold-mean-noise",
    expect=Tier.REFUTED,
)


def price(i, half=2):
    """(2 R - 1)^2 against kappa = L/mu: R <= (1 + sqrt(kappa))/2 where 2 R >= 1."""
    return max(half * exact_ratio(i) - 1, 0) ** 2, i.L / i.mu


outliers = Claim(
    id="symfed-scaffold-unequal-noise-price",
    kind="inequality",
    says="Conjecture: with the clients' mean noise the price is (1 + sqrt(kappa))/2 at most. One noisy, stiff client among many quiet, flat ones "
    "comes near it at H = sqrt(kappa), gamma L = 1.",
    printed=Printed("symfed", "conjecture", RATIO_TEX + r",\quad R\le\frac{1+\sqrt\kappa}2\text{ for any }C_c,\ N,\ H,\ \gamma\le1/L"),
    statement=price,
    under=constant_one.under,
    uses=("symfed-scaffold-mean-noise",),
    see=("symfed-scaffold-unequal-noise-universal",),
    checks=(
        CounterexampleSearch(any_outlier, relation="<=", scope="exact laws, one noisy client", sizes=((1, 2), (1, 3), (1, 6)), examples=40),
        CounterexampleSearch(
            noisy_own, relation="<=", scope="exact laws, d <= 3, noise of their own", sizes=((1, 3), (2, 2), (3, 2)), examples=12
        ),
    ),
    controls={"(1 + sqrt(kappa))/4": lambda i: price(i, 4), "(1 + sqrt(kappa))/3": lambda i: price(i, 3)},
    expect=Tier.OPEN,
)
universal = Claim(
    id="symfed-scaffold-unequal-noise-universal",
    kind="inequality",
    says="Linear speed-up with the clients' mean noise and any universal constant over mu.",
    printed=Printed("symfed", "strengthening that fails", RATIO_TEX + r",\quad R\le K\text{ for any }C_c,\ N,\ H,\ \kappa"),
    statement=sp.S.One,
    under=constant_one.under,
    checks=(GrowthCheck(one_noisy_client, "one noisy, stiff client among many"),),
    corrected="symfed-scaffold-mean-noise",
    expect=Tier.REFUTED,
)
dimension_free = replace(
    universal,
    id="symfed-scaffold-equal-total-noise",
    says="Linear speed-up with a universal constant when all clients have the same total noise tr C_c, in any dimension.",
    printed=Printed(
        "symfed",
        "strengthening that fails",
        RATIO_TEX + r",\quad R\le K\text{ if }\mathrm{tr}\,C_c=\sigma^2\text{ for every client, any }d",
    ),
    checks=(GrowthCheck(one_noisy_direction, "every client noisy in a direction of its own"),),
    corrected="symfed-scaffold-linear-speedup",
)


def at_mean_curvature(i):
    """N a (2 - gamma a) Sigma against gamma C with the mean curvature a, d = 1."""
    a = mean_curvature(i)
    return i.N * a * (2 - i.gamma * a) * covariance(i)[0, 0], i.gamma * i.problem.noise[0, 0, 0]


curvature = Claim(
    id="symfed-scaffold-mean-curvature",
    kind="inequality",
    says="The same with the mean curvature in place of the smallest, d = 1 and equal noise.",
    printed=Printed(
        "symfed",
        "strengthening that fails",
        r"\Sigma_\theta\le\frac{\gamma C}{N\bar a(2-\gamma\bar a)},\quad\bar a=\tfrac1N\textstyle\sum_ca_c",
    ),
    statement=at_mean_curvature,
    under=COMMON,
    checks=(CounterexampleSearch(common_noise, relation="<=", scope="exact laws, d = 1", sizes=((1, 2), (1, 3))),),
    corrected="symfed-scaffold-linear-speedup-sharp",
    expect=Tier.REFUTED,
)


def as_matrices(i):
    """Sigma against gamma C/(N mu (2 - gamma mu))."""
    return order(i, covariance(i), i.gamma * i.problem.noise[0] / (i.N * i.mu * (2 - i.gamma * i.mu)))


matrices = replace(
    curvature,
    id="symfed-scaffold-common-noise-matrix",
    says="The same as an inequality of matrices, with the common C on the right.",
    printed=Printed("symfed", "strengthening that fails", r"\Sigma_\theta\preccurlyeq\frac{\gamma C}{N\mu(2-\gamma\mu)}\text{ if }C_c=C"),
    statement=as_matrices,
    checks=(CounterexampleSearch(common_noise, relation="<=", scope="exact laws", sizes=((1, 2), (2, 1), (2, 2))),),
)


def more_steps(i, turn=1):
    """Variances with H and with H + 1 local steps, d = 1."""
    few, many = (covariance(replace(i, H=steps))[0, 0] for steps in (i.H, i.H + 1))
    return (few, many) if turn == 1 else (many, few)


growing = replace(
    curvature,
    id="symfed-scaffold-variance-grows-with-steps",
    says="More local steps never lower the variance of heterogeneous clients with equal noise.",
    printed=Printed("symfed", "strengthening that fails", r"\Sigma_\theta^{(\gamma,H)}\le\Sigma_\theta^{(\gamma,H+1)}"),
    statement=more_steps,
    corrected="",
)
falling = replace(
    growing,
    id="symfed-scaffold-variance-falls-with-steps",
    says="More local steps never raise the variance of heterogeneous clients with equal noise.",
    printed=Printed("symfed", "strengthening that fails", r"\Sigma_\theta^{(\gamma,H+1)}\le\Sigma_\theta^{(\gamma,H)}"),
    statement=lambda i: more_steps(i, -1),
)
