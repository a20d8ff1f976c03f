"""How fast Scaffold approaches its stationary law, for losses that need not be quadratic."""

from dataclasses import replace

from symfed.checks import CounterexampleSearch, Induction, Part, SignCheck
from symfed.checks.instances.controlled import averaged_square, balanced_runs, flat_samples, rounds_with_memory, weighted_norm
from symfed.checks.instances.scaffold import drift_norm
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, lam, mu
from symfed.core.verdict import Tier

#: lambda is any curvature met on the way; the last two conditions follow from the others
STEPS = Domain((gamma * H * L <= 1, mu <= lam, lam <= L, gamma * L <= 1, gamma * mu <= 1))
POWER = 1 - gamma * mu


def one_round(i, rate=2, weight=1):
    """The squared norm of the difference of two runs on the same draws, after a round, and its bound from before."""
    run, (start, controls) = i.run, i.other
    x, xi = rounds_with_memory("scaffold", run, i.controls)
    y, eta = rounds_with_memory("scaffold", replace(run, start=start), controls)
    before = weighted_norm(run.start - start, i.controls - controls, run.gamma, run.H, weight)
    return weighted_norm(x - y, xi - eta, run.gamma, run.H, weight), (1 - run.gamma * i.mu) ** (rate * run.H) * before


mean_of_powers = Claim(
    id="symfed-mean-of-powers",
    kind="inequality",
    says="The mean of (1-b)^j over j < H lies between 1 - b H/2 and 1 - b H/4 if H >= 2 and b H <= 1; above, to second order in b.",
    printed=Printed(
        "symfed",
        "a step behind the rate of Scaffold",
        r"1-\tfrac{bH}2\le\frac1H\sum_{j<H}(1-jb),\qquad\frac1H\sum_{j<H}\big(1-jb+\tfrac{j(j-1)}2b^2\big)\le1-\tfrac{bH}4,\quad b=\gamma\mu",
    ),
    statement={"below": (1 - gamma * mu * H / 2, drift_norm.mean_to_first_order()), "above": drift_norm.mean_power()},
    under=Domain((gamma * mu * H <= 1, H >= 2)),
    checks=(Part("below", SignCheck()), Part("above", SignCheck())),
    controls={
        "1 - b H/3 above": {
            "below": (1 - gamma * mu * H / 3, drift_norm.mean_to_first_order()),
            "above": drift_norm.mean_power(gamma * mu * H / 3),
        },
    },
    expect=Tier.PROVED,
)

SEARCH = CounterexampleSearch(
    balanced_runs,
    relation="<=",
    scope="two exact runs on the same draws, samples with different Hessians",
    sizes=((1, 1), (1, 2), (2, 2), (1, 3)),
    examples=12,
)
ARGUMENT = {
    "one step": drift_norm.one_step(),
    "sum of squares": drift_norm.sum_of_squares(),
    "margin below": drift_norm.margin()[0],
    "margin above": drift_norm.margin()[1],
    "powers below": lambda H: -(1 - H * gamma * mu),
    "powers above": lambda H: 1 - H * gamma * mu + H * (H - 1) / 2 * (gamma * mu) ** 2,
}
CHECKS = (
    Part("one step", drift_norm.one_step_certificate()),
    Part("sum of squares", SignCheck()),
    Part("margin below", SignCheck()),
    Part("margin above", SignCheck()),
    Part("powers below", Induction(lambda H: -(POWER**H), POWER)),
    Part("powers above", Induction(lambda H: POWER**H, POWER)),
)
WRONG = {
    "every constant too small": {
        "one step": drift_norm.one_step(penalty=0 * gamma),
        "sum of squares": drift_norm.sum_of_squares(drift_norm.ENOUGH / 3),
        "margin below": drift_norm.margin(2 * drift_norm.MARGIN)[0],
        "margin above": drift_norm.margin(2 * drift_norm.MARGIN)[1],
        "powers below": lambda H: -(1 - H * gamma * mu / 2),
        "powers above": lambda H: 1 - H * gamma * mu,
    }
}


def with_round(argument, **changed):
    """The parts of the argument and the statement about one round."""
    return argument | {"one round": lambda i: one_round(i, **changed)}


wasserstein = Claim(
    id="symfed-scaffold-wasserstein",
    kind="rate",
    says="If gamma H L <= 1, Scaffold contracts |x|² + (gamma H)² mean |xi_c|² by (1 - gamma mu)^(2H) each round, for any draws and any such losses.",
    printed=Printed(
        "symfed",
        "the rate of the slides on Scaffold's convergence, with its norm",
        r"\mathcal W_p(\psi_t;\pi)\le(1-\gamma\mu)^{Ht}\,\mathcal W_p(\psi_0;\pi)\ \text{for}\ "
        r"\|(x,\xi)\|^2=|x|^2+\tfrac{(\gamma H)^2}N\textstyle\sum_c|\xi_c|^2\ \text{on}\ \sum_c\xi_c=0,\quad\gamma HL\le1",
    ),
    statement=with_round(ARGUMENT),
    under=Domain(STEPS.relations, "sample losses L-smooth and mu-strongly convex; both laws with the same sum of control variates; p >= 1"),
    uses=("symfed-mean-of-powers",),
    checks=(*CHECKS, Part("one round", SEARCH)),
    controls={name: with_round(wrong) for name, wrong in WRONG.items()}
    | {
        "a faster rate": with_round(ARGUMENT, rate=3),
        "control variates not weighted": ARGUMENT | {"one round": lambda i: one_round(i, weight=1 / (i.run.gamma * i.run.H) ** 2)},
    },
    reduction=(
        "the difference of two runs on the same draws moves by mean Hessians between mu and L; `drift_norm` puts the parts together. In the "
        "Euclidean norm the same rate follows with the factor max(gamma H/sqrt(N), sqrt(N)/(gamma H))"
    ),
    expect=Tier.PROVED,
)


def in_the_mean(i, rate=1):
    """The same in the mean over all draws of a round; run.mu is that of the clients' mean losses."""
    before = weighted_norm(i.run.start - i.other[0], i.controls - i.other[1], i.run.gamma, i.run.H)
    return averaged_square("scaffold", i), (1 - i.run.gamma * i.run.mu) ** (rate * i.run.H) * before


convex_samples = Claim(
    id="symfed-scaffold-wasserstein-convex-samples",
    kind="rate",
    says="If only the f_c are strongly convex, and the samples convex and smooth, squared distances contract by (1 - gamma mu)^H a round in the mean.",
    printed=Printed(
        "symfed",
        "the rate of the slides on Scaffold's convergence, where single samples need not be strongly convex",
        r"\mathcal W_2^2(\psi_t;\pi)\le(1-\gamma\mu)^{Ht}\,\mathcal W_2^2(\psi_0;\pi)\ \text{for}\ "
        r"\|(x,\xi)\|^2=|x|^2+\tfrac{(\gamma H)^2}N\textstyle\sum_c|\xi_c|^2\ \text{on}\ \sum_c\xi_c=0,\quad\gamma HL\le1",
    ),
    statement={"at L": drift_norm.at_largest(), "at mu": drift_norm.at_least(), "one round": in_the_mean},
    under=Domain(
        (gamma * H * L <= 1, mu <= L, gamma * mu <= 1), "sample losses convex and L-smooth, f_c mu-strongly convex, second moments"
    ),
    uses=("symfed-scaffold-wasserstein",),
    checks=(
        Part("at L", SignCheck("mu stands for m, 1 - gamma mu = (1 - gamma m)^2")),
        Part("at mu", drift_norm.at_least_certificate()),
        Part(
            "one round",
            CounterexampleSearch(
                flat_samples,
                relation="<=",
                scope="every draw of a round, samples without curvature",
                sizes=((1, 1), (1, 2), (2, 1), (2, 2)),
                examples=10,
            ),
        ),
    ),
    controls={
        "the square of the rate; H + 1 for H; twice": {
            "at L": drift_norm.at_largest(steps=H + 1),
            "at mu": drift_norm.at_least(factor=4),
            "one round": lambda i: in_the_mean(i, rate=2),
        },
    },
    reduction="`drift_norm`, second part; the remaining steps are those of symfed-scaffold-wasserstein",
    expect=Tier.PROVED,
)
