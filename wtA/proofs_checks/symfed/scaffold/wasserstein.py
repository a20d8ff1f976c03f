"""How fast Scaffold approaches its stationary law, for losses that need not be quadratic."""

from dataclasses import replace

import flint
import sympy as sp

from proofs_checks.symfed.scaffold import drift_norm
from symfed.checks import CounterexampleSearch, Induction, SignCheck
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Class, Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, lam, mu
from symfed.core.verdict import Tier
from symfed.strategies.controlled import (
    averaged_square,
    controlled_runs,
    flat_samples_of_any_sum,
    long_rounds_of_opposites,
    one_sum,
    rounds_with_memory,
    runs_of_any_sum,
    weighted_norm,
)

ONE_SUM = Class("both laws with the same sum of the control variates", one_sum, controlled_runs)
CONVEX_SAMPLES = Class("sample losses convex and L-smooth, f_c mu-strongly convex")
STRONGLY_CONVEX_SAMPLES = Class("sample losses L-smooth and mu-strongly convex", implies=(CONVEX_SAMPLES,))
SHORT = Domain((gamma * H * L <= 1,))
#: gamma mu <= gamma mu H <= gamma H L <= 1
SMALL = Domain((gamma * mu <= 1,))
POWER = 1 - gamma * mu
NORM_TEX = r"\|(x,\xi)\|^2=|x|^2+\tfrac{(\gamma H)^2}N\textstyle\sum_c|\xi_c|^2\ \text{on}\ \sum_c\xi_c=0,\quad\gamma HL\le1"


def one_round(i, rate=2, weight=1, share=1):
    """The squared norm of the difference of two runs on the same draws, after a round, and its bound from before."""
    run, (start, controls) = i.run, i.other
    x, xi = rounds_with_memory("scaffold", run, i.controls)
    y, eta = rounds_with_memory("scaffold", replace(run, start=start), controls)
    before = weighted_norm(run.start - start, i.controls - controls, run.gamma, run.H, weight)
    return weighted_norm(x - y, xi - eta, run.gamma, run.H, weight), share * (1 - run.gamma * i.mu) ** (rate * run.H) * before


mean_of_powers = Claim(
    id="symfed-mean-of-powers",
    kind="inequality",
    says="The mean of (1-b)^j over j < H lies between 1 - b H/2 and 1 - b H/4 if H >= 2 and b H <= 1; above, to second order in b.",
    printed=Printed(
        "symfed",
        "a step behind the rate of Scaffold",
        r"1-\tfrac{bH}2\le\frac1H\sum_{j<H}(1-jb),\qquad\frac1H\sum_{j<H}\big(1-jb+\tfrac{j(j-1)}2b^2\big)\le1-\tfrac{bH}4"
        r"\qquad(b=\gamma\mu,\ bH\le1,\ H\ge2)",
    ),
    lemmas=(
        Lemma(
            "below",
            (1 - gamma * mu * H / 2, drift_norm.mean_to_first_order()),
            (SignCheck(),),
            wrong={"1 - b H/3": (1 - gamma * mu * H / 3, drift_norm.mean_to_first_order())},
            given=Domain((gamma * mu * H <= 1, H >= 2)),
        ),
        Lemma(
            "above",
            drift_norm.mean_power(),
            (SignCheck(),),
            wrong={"1 - b H/3": drift_norm.mean_power(gamma * mu * H / 3)},
            given=Domain((gamma * mu * H <= 1, H >= 2)),
        ),
    ),
    expect=Tier.PROVED,
)

argument = Claim(
    id="symfed-scaffold-drift-norm",
    kind="inequality",
    says="The inequalities behind Scaffold's rate where gamma H L <= 1, one by one: what a local step costs beside one with curvature mu, powers of "
    "1 - b between their first and second order, the sum of the squares of what is added up, and what is left of the margin.",
    printed=Printed(
        "symfed",
        "steps behind the rate of Scaffold",
        r"|s+(1-\gamma\lambda)v|^2\le|s+(1-\gamma\mu)v|^2+\tfrac{\gamma(L-\mu)}{2-\gamma(L+\mu)}|s|^2,\quad 1-Hb\le(1-b)^H\le1-Hb+\tfrac{H(H-1)}2b^2,\quad"
        r"\sum_{h<H}\Big(\tfrac hH+\tfrac{(H-h)(H-h-1)}{2H^2}\Big)^2\le\tfrac34(H-1),\quad\tfrac38\le S(2-(1+b)S)\text{ at }S=1-\tfrac b2,1-\tfrac b4"
        r"\qquad(b=\gamma\mu\le1,\ \gamma L\le1,\ H\ge2)",
    ),
    lemmas=(
        Lemma(
            "one step",
            drift_norm.one_step(),
            (drift_norm.one_step_certificate(),),
            wrong={"0.9 of the price": drift_norm.one_step(sp.Rational(9, 10) * gamma * (L - mu))},
            given=Domain((gamma * L <= 1, sp.Le(mu, lam), sp.Le(lam, L))),
        ),
        Lemma(
            "sum of squares",
            drift_norm.sum_of_squares(),
            (SignCheck(),),
            wrong={"1/4 for 3/4": drift_norm.sum_of_squares(drift_norm.ENOUGH / 3)},
            given=Domain((H >= 2,)),
        ),
        Lemma(
            "margin below",
            drift_norm.margin()[0],
            (SignCheck(),),
            wrong={"0.6 for 3/8": drift_norm.margin(sp.Rational(3, 5))[0]},
            given=SMALL,
        ),
        Lemma(
            "margin above",
            drift_norm.margin()[1],
            (SignCheck(),),
            wrong={"0.4 for 3/8": drift_norm.margin(sp.Rational(2, 5))[1]},
            given=SMALL,
        ),
        Lemma(
            "powers below",
            lambda H: -(1 - H * gamma * mu),
            (Induction(lambda H: -(POWER**H), POWER),),
            wrong={"0.9 of the slope": lambda H: -(1 - sp.Rational(9, 10) * H * gamma * mu)},
            given=SMALL,
        ),
        Lemma(
            "powers above",
            lambda H: 1 - H * gamma * mu + H * (H - 1) / 2 * (gamma * mu) ** 2,
            (Induction(lambda H: POWER**H, POWER),),
            wrong={"to first order": lambda H: 1 - H * gamma * mu},
            given=SMALL,
        ),
    ),
    expect=Tier.PROVED,
)
COUPLED = InWords(
    "the difference of two runs on the same draws moves by mean Hessians between mu and L (mean value theorem), and an optimal coupling of "
    "the starts is one of the laws after a round, so that W_p contracts as the norm does"
)
PUT_TOGETHER = InWords(
    "an eigenvalue of a step's mean Hessian at a time (spectral theorem), and back through the round with the lemmas, as `drift_norm` "
    "spells out at its head"
)

wasserstein = Claim(
    id="symfed-scaffold-wasserstein",
    kind="rate",
    says="If gamma H L <= 1, Scaffold contracts |x|² + (gamma H)² mean |xi_c|² by (1 - gamma mu)^(2H) each round, for any draws and any such losses, "
    "hence Wasserstein distances of every order p >= 1.",
    printed=Printed(
        "symfed",
        "the rate of the slides on Scaffold's convergence, with its norm",
        r"\mathcal W_p(\psi_t;\pi)\le(1-\gamma\mu)^{Ht}\,\mathcal W_p(\psi_0;\pi)\ \text{for}\ " + NORM_TEX,
    ),
    under=SHORT & Domain((), (STRONGLY_CONVEX_SAMPLES, ONE_SUM)),
    statement=one_round,
    lemmas=(
        *argument.lemmas[:1],
        Lemma(
            "one round by the rule",
            one_round,
            (
                CounterexampleSearch(
                    runs_of_any_sum,
                    relation="<=",
                    scope="two exact runs on the same draws, samples with different Hessians",
                    sizes=((1, 1), (1, 2), (2, 2), (1, 3)),
                    examples=12,
                    extremes=long_rounds_of_opposites,
                ),
            ),
            wrong={
                "a faster rate": lambda i: one_round(i, rate=3),
                "0.95 of it": lambda i: one_round(i, share=flint.fmpq(19, 20)),
                "control variates not weighted": lambda i: one_round(i, weight=1 / (i.run.gamma * i.run.H) ** 2),
            },
            crosscheck=True,
        ),
    ),
    follows=(PUT_TOGETHER, COUPLED),
    uses=("symfed-scaffold-drift-norm", "symfed-mean-of-powers"),
    expect=Tier.PROVED_GIVEN,
)


def in_the_mean(i, rate=1, share=1):
    """The same in the mean over all draws of a round; run.mu is that of the clients' mean losses."""
    before = weighted_norm(i.run.start - i.other[0], i.controls - i.other[1], i.run.gamma, i.run.H)
    return averaged_square("scaffold", i), share * (1 - i.run.gamma * i.run.mu) ** (rate * i.run.H) * before


convex_samples = Claim(
    id="symfed-scaffold-wasserstein-convex-samples",
    kind="rate",
    says="If only the f_c are strongly convex, and the samples convex and smooth, squared distances contract by (1 - gamma mu)^H a round in the mean.",
    printed=Printed(
        "symfed",
        "the rate of the slides on Scaffold's convergence, where single samples need not be strongly convex",
        r"\mathcal W_2^2(\psi_t;\pi)\le(1-\gamma\mu)^{Ht}\,\mathcal W_2^2(\psi_0;\pi)\ \text{for}\ " + NORM_TEX,
    ),
    under=SHORT & Domain((), (CONVEX_SAMPLES, ONE_SUM)),
    statement=in_the_mean,
    lemmas=(
        Lemma(
            "at L",
            drift_norm.at_largest(),
            (SignCheck("mu stands for m, 1 - gamma mu = (1 - gamma m)^2"),),
            wrong={"H for H - 1": drift_norm.at_largest(steps=H + 1)},
            given=Domain((sp.Le(mu, L),)),
        ),
        Lemma(
            "at mu",
            drift_norm.at_least(),
            (drift_norm.at_least_certificate(),),
            wrong={"twice": drift_norm.at_least(factor=4)},
            given=Domain((gamma * mu * H * (2 - gamma * mu) <= 1, gamma * mu <= 1)),
        ),
        Lemma(
            "one round by the rule",
            in_the_mean,
            (
                CounterexampleSearch(
                    flat_samples_of_any_sum,
                    relation="<=",
                    scope="every draw of a round, samples without curvature",
                    sizes=((1, 1), (1, 2), (2, 1), (2, 2)),
                    examples=10,
                    extremes=long_rounds_of_opposites,
                ),
            ),
            wrong={
                "the square of the rate": lambda i: in_the_mean(i, rate=2),
                "0.9 of it": lambda i: in_the_mean(i, share=flint.fmpq(9, 10)),
            },
            crosscheck=True,
        ),
    ),
    follows=(
        InWords(
            "for convex L-smooth samples E|g|² <= L <v, M v> (cocoercivity), and a step's loss is concave in the eigenvalue, so that its ends decide"
        ),
        PUT_TOGETHER,
        COUPLED,
    ),
    uses=("symfed-scaffold-drift-norm", "symfed-mean-of-powers"),
    see=("symfed-scaffold-wasserstein",),
    expect=Tier.PROVED_GIVEN,
)
