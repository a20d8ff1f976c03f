"""The two conjectures on linear speed-up, and what the numerical results say of it."""

from dataclasses import replace

import flint

from proofs_checks.flta.contraction import STEP_SIZE
from proofs_checks.flta.stochastic import SLIDE, STEPS
from proofs_checks.symfed.scaffold.adversarial.nonlinear import NonlinearSearch
from proofs_checks.symfed.scaffold.contraction import one_round
from proofs_checks.symfed.scaffold.noise import copies, covariance, noisy
from proofs_checks.symfed.scaffold.rest import conserved
from proofs_checks.symfed.scaffold.speedup import speedup
from symfed.checks import CounterexampleSearch
from symfed.checks.classes import ADDITIVE_NOISE, ZERO_SUM
from symfed.claims import Claim, Class, Domain, Tier, printed_at

heterogeneous = replace(
    speedup,
    id="flta-conjecture-heterogeneous",
    says="Linear speed-up for heterogeneous quadratics is a theorem for every H, sigma^2 being read as a bound of every client's noise: d times "
    "the largest variance in any direction. (With the clients' mean noise for it no constant serves all curvatures: symfed-scaffold-unequal-noise-universal.)",
    printed=printed_at(SLIDE, r"\text{Conjectures: 1. this result still holds in heterogeneous settings}"),
    under=STEPS,
    # control variates of another mean move the point about which the law lies, and nothing else: the second of the new lemmas
    lemmas=(
        *speedup.lemmas,
        replace(one_round.lemma("rounds by the rule"), given=Domain((), (ZERO_SUM,))),
        conserved.lemma("a gradient and a control variate that make the same step"),
    ),
    see=("flta-variance-homogeneous", "symfed-scaffold-mean-noise", "symfed-scaffold-unequal-noise-universal"),
)

STRONGLY_CONVEX = Class("strongly convex and smooth clients")
nonlinear = Claim(
    id="flta-conjecture-nonlinear",
    kind="rate",
    says="Linear speed-up for strongly convex clients: with equal additive noise no variance above that of equal quadratic clients of "
    "curvature mu was found in dimension one, for two and three clients and gamma L <= 4/5: "
    "N mu (2 - gamma mu) Var(theta)/(gamma sigma^2) <= 1. (Of the second moment about theta* it is false: "
    "symfed-scaffold-nonlinear-second-moment.)",
    printed=printed_at(SLIDE, r"\text{2. this result still holds in non-linear (strongly-convex) case}"),
    under=STEP_SIZE
    & Domain(
        (),
        (STRONGLY_CONVEX, ADDITIVE_NOISE),
        lines={
            str(STRONGLY_CONVEX): "second conjecture; smooth: gamma <= 1/L in Main Result",
            str(ADDITIVE_NOISE): '"this result" of "Scaffold with noise": neither B_{gamma,H} nor sigma^2 depends on where the iterate is',
        },
    ),
    statement=flint.fmpq(1),
    checks=NonlinearSearch("scaffold_nonlinear"),
    wrong={"0.9": flint.fmpq(9, 10), "0.8": flint.fmpq(4, 5)},
    see=("flta-conjecture-heterogeneous", "symfed-scaffold-first-order-variance"),
    expect=Tier.OPEN,
)


def divided(i, power=1):
    """The covariance of a population divided by a power of the number of its copies."""
    return covariance(i) / flint.fmpq(3) ** power


variance = Claim(
    id="flta-numerics-variance",
    kind="rate",
    says="Variance decreases like 1/N: exactly, when the population is copied, for any heterogeneity, noise and H. "
    "(What the slides simulated is not told.)",
    printed=printed_at("Numerical Results", r"\text{Variance decreases linearly with number of clients.}"),
    under=STEPS,
    statement=divided,
    checks=CounterexampleSearch(
        noisy,
        lambda i: covariance(copies(i, 3)),
        scope="exact laws, every client three times",
        sizes=((1, 1), (1, 2), (2, 2)),
        examples=8,
    ),
    wrong={"no less": lambda i: divided(i, 0), "1/k^2": lambda i: divided(i, 2), "1.05 times": lambda i: divided(i) * flint.fmpq(21, 20)},
    expect=Tier.SUPPORTED,
)
