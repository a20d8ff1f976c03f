"""Theorem 6: the averaged estimator converges in mean square, and the remarks on its bias and on its rate."""

from dataclasses import replace

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats.assumption_3 import A3
from proofs_checks.aistats.averages import averaged
from proofs_checks.aistats.estimators import joint, on_means
from proofs_checks.aistats.quantities import A2
from proofs_checks.aistats.stochastic_round import SINGLE, sampled
from proofs_checks.aistats.theorem_5 import SHORT, SMALL
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.checks.classes import REGULAR
from symfed.checks.growth import Counterexample, CounterexampleCheck, Step, above, at_least, equal
from symfed.checks.measured import measured
from symfed.claims import LOCAL_SLIP, TYPO, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, mu, t
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import Instance, instances
from symfed.theorems import Apply
from symfed.theorems.norms import squared_triangle
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import squeeze
from symfed.theorems.vocabulary import FRESH, E, Norm, Quantity

LIMIT_TEX = r"\lim_{T\to\infty}\mathbb E\|\bar\vartheta_T^{(\gamma,H)}-\bar\vartheta_{sto}^{(\gamma,H)}\|^2=0"
PRINTED = (SMALL, SHORT, REGULAR, A2, A3)
ALGORITHM = Domain((), (FRESH,), {str(FRESH): "Algorithm 1"})
STEPS = Domain((SMALL, SHORT), (REGULAR, A2, A3), {str(c): "Theorem 6" for c in PRINTED}) & ALGORITHM


def within(i):
    """At a step size of Theorem 5; those that run four rounds start from theta*, so that only noise and bias move them."""
    at_optimum = {"start": i.problem.optimum} if i.extra.get("t") == 4 else {}
    return replace(i, gamma=i.gamma / 90, extra=i.extra | at_optimum)


def small_steps(d, N):
    """With a start and up to nine rounds."""
    return instances(d, N, start=True, extra={"t": st.sampled_from([9, 1, 4])}).map(within)


def laws(d, N):
    """Without a start: what is compared is the limit."""
    return instances(d, N, steps=(2, 4), noise=False).map(within)


def law(i, gamma):
    """Squared distance of the start from the stationary mean, and the stationary variance."""
    stationary = stationary_exact("fedavg", i.problem, gamma, i.H)
    bias = stationary.mean - i.problem.optimum
    return ((i.extra["start"] - stationary.mean) ** 2).sum(), np.trace(stationary.second_moment) - (bias**2).sum()


def error_of_average(i):
    """E|extrapolated average of T iterates - its limit|^2, run exactly with independent runs."""
    runs = joint(i.problem, i.gamma, i.H, shared=False)
    average = runs.averaged(i.extra["t"], i.extra["start"])
    return ((average.bias - runs.stationary().bias) ** 2).sum() + np.trace(average.covariance)


EXACT = Quantity("error of the average", "E|extrapolated average of t iterates - its limit|^2 on quadratics")
GAP, GAP_AT_DOUBLE = (Quantity(f"squared distance of the start from the mean{at}") for at in ("", " at 2 gamma"))
SPREAD, SPREAD_AT_DOUBLE = (Quantity(f"stationary variance{at}") for at in ("", " at 2 gamma"))
MEASURES = {
    EXACT: error_of_average,
    GAP: lambda i: law(i, i.gamma)[0],
    GAP_AT_DOUBLE: lambda i: law(i, 2 * i.gamma)[0],
    SPREAD: lambda i: law(i, i.gamma)[1],
    SPREAD_AT_DOUBLE: lambda i: law(i, 2 * i.gamma)[1],
}


def averages(noise=1, start=1, power=1):
    """A bound of order 1/T on quadratics: the noise of a round is less than the stationary variance. Parameters serve wrong variants."""

    def about_mean(step, gap, variance):
        return (start * gap / t + noise * variance) / (1 - (1 - step * mu) ** H) ** 2

    single, double = about_mean(gamma, GAP, SPREAD), about_mean(2 * gamma, GAP_AT_DOUBLE, SPREAD_AT_DOUBLE)
    return sp.Le(EXACT, 2 * (4 * single + double) / t**power, evaluate=False)


def long_runs():
    """One client, one dimension, four hundred rounds: what falls like 1/T is told from what falls like 1/T^2."""
    one = flint.fmpq(1)
    problem = QuadraticProblem(*[np.array(value, dtype=object) for value in ([[[one]]], [[0 * one]], [[[one]]])])
    starts = [{"start": np.array([start * one], dtype=object), "t": 400} for start in (0, 3)]
    return tuple(Instance(problem, one / 90, 1, one, one, extra) for extra in starts)


DOUBLE = sampled(2 * gamma, "2")
AVERAGE, AVERAGE_AT_DOUBLE = averaged(SINGLE), averaged(DOUBLE, "2")
ESTIMATE = 2 * AVERAGE.sum(t) / t - AVERAGE_AT_DOUBLE.sum(t) / t
ERROR = E(Norm(ESTIMATE - (2 * SINGLE.theta_sto - DOUBLE.theta_sto)) ** 2)

limit = Claim(
    id="aistats-thm6-averaged",
    kind="limit",
    says="The average of the extrapolated iterates tends in mean square to the extrapolated stationary mean; on quadratics like 1/T. "
    "A2 and gamma mu H <= 1 are not needed, and gamma L <= 1/2 is enough.",
    printed=printed_at("Theorem 6", LIMIT_TEX),
    statement=sp.Eq(sp.Limit(ERROR, t, sp.oo), 0, evaluate=False),
    under=STEPS,
    lemmas=crosscheck(
        "averages",
        averages(),
        inequality_search(
            small_steps,
            reading=measured(MEASURES),
            scope="exact quadratics, all rounds",
            sizes=((1, 1), (1, 2), (2, 2)),
            examples=8,
            extremes=long_runs,
        ),
        wrong={
            "no noise": averages(noise=0),
            "start forgotten": averages(start=0),
            "rate 1/T^2": averages(power=2),
        },
    ),
    follows=(
        *SINGLE.stationary,
        SINGLE.mean,
        *AVERAGE.steps,
        *DOUBLE.stationary,
        DOUBLE.mean,
        *AVERAGE_AT_DOUBLE.steps,
        Apply(
            squared_triangle,
            "both errors",
            u=2 * (AVERAGE.sum(t + 1) / (t + 1) - SINGLE.theta_sto),
            v=DOUBLE.theta_sto - AVERAGE_AT_DOUBLE.sum(t + 1) / (t + 1),
        ),
        Apply(expectation_of, "both in the mean", relation="both errors"),
        Apply(
            squeeze,
            "limit",
            by=("both in the mean",),
            u=ERROR,
            bound=8 * AVERAGE.error + 2 * AVERAGE_AT_DOUBLE.error,
            index=t,
            vanishing=(AVERAGE.error, AVERAGE_AT_DOUBLE.error),
        ),
    ),
    see=("aistats-rr-averaged-def", "symfed-fedavg-stationary-law"),
    expect=Tier.PROVED,
)

proof = Claim(
    id="aistats-thm6-proof",
    kind="limit",
    says="The averages are said to converge by a theorem of Durmus et al. (2024), whose assumptions hold by Lemma 6 and Proposition 3. Lemma 6 supposes that no "
    "client is pulled at theta*, zeta_1 = 0; Lemma 8 is meant. That they converge is true, and proved without either.",
    printed=printed_at(
        "Appendix C.2, proof of Theorem 6",
        r"\bar\theta_T^{(\gamma,H)}\to\bar\theta_{sto}^{(\gamma,H)}\text{ in }L^2\text{: a consequence of (Durmus et al., 2024, Theorem 8), whose "
        r"assumptions are satisfied by Lemma 6 and Proposition 3}",
    ),
    statement=lambda i: ((i.problem.gradients**2).sum() / i.N, 0 * i.gamma),
    under=STEPS,
    checks=inequality_search(laws, scope="the clients' pulls at theta*, which Lemma 6 asks to be zero"),
    corrected=limit.id,
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "Lemma 8 is meant, as Lemma 6 is about clients without a pull at theta*; Theorem 6 holds", power=2),
)

LONGEST = Domain((270 * gamma <= 1,))


def no_first_order() -> Counterexample:
    """Three quadratic clients whose biases of the first order cancel, and those of the second do not."""
    clients = ((1, 1), (2, -2), (3, 1))  # curvature, and gradient at theta* = 0

    def bias(step):
        turned = sum(g * (1 - (1 - step * a) ** 3) / sp.Integer(a) for a, g in clients)
        return -turned / sum(1 - (1 - step * a) ** 3 for a, _ in clients)

    def below(step):
        return 9 - 21 * step + 18 * step**2

    return Counterexample(
        instance={
            "losses": "f_c = a_c theta^2/2 + g_c theta, a = 1, 2, 3 and g = 1, -2, 1, no noise",
            "constants": "N = H = 3, mu = 1, L = 3, gamma <= 1/270, theta* = 0",
        },
        steps=(
            Step(
                "the gradients at 0 add up to nothing, and so do those times a_c: theta* = 0 and b_h = b_s = 0",
                (equal(sum(g for _, g in clients), 0), equal(sum(a * g for a, g in clients), 0)),
            ),
            Step("FedAvg's bias is b(gamma) = -gamma^2/(9 - 21 gamma + 18 gamma^2)", equal(bias(gamma), -(gamma**2) / below(gamma))),
            Step(
                "9 - 42 gamma + 72 gamma^2, which stands there at 2 gamma, is less, and positive",
                (at_least(below(gamma), below(2 * gamma)), above(below(2 * gamma), 0)),
                LONGEST,
            ),
            Step(
                "so 2 b(gamma) - b(2 gamma) is at least -2 b(gamma) > 0: twice as far from theta* as FedAvg's, for every such gamma",
                equal(2 * bias(gamma) - bias(2 * gamma), 2 * bias(gamma) + 4 * gamma**2 / below(2 * gamma)),
            ),
        ),
    )


bias_remark = Claim(
    id="aistats-thm6-remark-bias",
    kind="limit",
    says="For small gamma H the extrapolated averages are said to have a smaller bias than FedAvg. They do at fixed H where "
    "FedAvg's is of first order; symfed-rr-bias says what is left. But extrapolation turns the second order round and doubles it: where the "
    "first vanishes, or b_h does and H outgrows gamma^(-1/2), the bias may grow.",
    printed=printed_at(
        "remark after Theorem 6",
        r"\text{when }\gamma H\text{ is small, the averaged iterates of FedAvg with extrapolation have a smaller bias than vanilla FedAvg}",
    ),
    statement="for small gamma H the extrapolated stationary mean is nearer to theta* than FedAvg's",
    under=STEPS,
    checks=CounterexampleCheck(no_first_order, "quadratic clients without a bias of first order"),
    see=("aistats-thm6-averaged", "aistats-exp-rr-vs-fedavg"),
    corrected="symfed-rr-bias",
    missing="at fixed H, where FedAvg's bias of first order, gamma/(2N) b_s + gamma (H-1)/2 b_h, is not zero",
    expect=Tier.IMPRECISE,
)

rate_remark = Claim(
    id="aistats-thm6-remark-rate",
    kind="limit",
    says="The extrapolated average is said to tend to FedAvg's own stationary mean (a bar theta where Theorem 6 has a bar vartheta).",
    printed=printed_at(
        "remark after Theorem 6",
        r"\text{the rate of convergence to }0\text{ of }\mathbb E\|\bar\vartheta_T^{(\gamma,H)}-\bar\theta_{sto}^{(\gamma,H)}\|^2",
    ),
    statement=lambda theta, gamma, H: theta(gamma, H),
    under=STEPS,
    see=("aistats-thm6-averaged",),
    checks=CounterexampleSearch(
        laws,
        lambda i: joint(i.problem, i.gamma, i.H, shared=True).stationary().bias + i.problem.optimum,
        on_means,
        scope="limits of averages, exact quadratics",
    ),
    corrected="aistats-thm6-averaged",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "bar theta_sto for bar vartheta_sto, which Theorem 6 has"),
)
