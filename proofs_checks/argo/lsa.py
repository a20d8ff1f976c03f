"""Linear stochastic approximation by one agent: the algorithm, the noise, and the error unrolled over the steps."""

import sympy as sp

from proofs_checks.symfed.lsa.runs import lsa_runs
from proofs_checks.symfed.lsa.single_agent import (
    FACTORS,
    A,
    Gamma,
    b,
    by_lsa,
    deviation,
    noise,
    one_factor_more,
    optimum,
    reads,
    through,
    x,
)
from symfed.checks import CounterexampleSearch
from symfed.checks.free_algebra import FreeIdentity
from symfed.claims import LOCAL_SLIP, RESULT, TYPO, Claim, Erratum, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import gamma, t
from symfed.theorems import Apply, Define
from symfed.theorems.sequences import equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import AnyVector, sequence

SCOPE, ONE = "exact runs of our rule, draw by draw, d <= 2", ((1, 1), (2, 1))
ASSUMPTIONS = "slide 'Context, analysis of TD (I)', Assumptions"


def loop(i, first=0):
    """The iterates that `for t = first .. first + T - 1: theta_t = theta_(t-1) - ..` reads before they are written, theta_0 being given."""
    return reads([(("theta", t), [("theta", t - 1)]) for t in range(first, first + len(i.draws))], given=[("theta", 0)])


algorithm = Claim(
    id="argo-lsa-algo",
    kind="algorithm",
    says="LSA steps along A(Z) theta - b(Z). As numbered, the first update writes theta_0, which was initialised, and reads theta_{-1}; the expansions of "
    "the next slides number the updates 1 .. T. (The next slide, which prints it again, observes Z_{t,h}^c.)",
    printed=printed_at(
        "slide 'Algorithm for LSA'",
        r"\text{Initialize }\theta_0;\ \text{for }t=0\text{ to }T-1:\text{ observe }Z_t,\ "
        r"\theta_t=\theta_{t-1}-\eta(A(Z_t)\theta_{t-1}-b(Z_t))",
    ),
    statement=loop,
    checks=CounterexampleSearch(lsa_runs, lambda i: reads([]), scope="iterates read before they are written", sizes=ONE),
    corrected="symfed-lsa-algo",
    expect=Tier.REFUTED,
    erratum=Erratum(
        TYPO,
        "t = 0 to T-1 for t = 1 to T, which the expansions of the next slides have; and, on the next slide, Z_{t,h}^c for Z_t, which the update uses",
    ),
)


def one_step(i, b=1, back=-1):
    """The printed right side for the first step; b is the sign before b(Z) - bbar in the noise and `back` that before eta."""
    Z = i.draws[0, 0, 0]
    return i.factors[0, Z] @ (i.start - optimum(i)) + back * i.gamma * noise(i, Z, b)


expansion = Claim(
    id="argo-lsa-one-step",
    kind="identity",
    says="The error after a step, with the noise of the same slide, eps(Z) = (A(Z) - Abar) theta* + (b(Z) - bbar), whose b(Z) has the wrong sign.",
    printed=printed_at(
        "slide 'Context, analysis of TD (I)', Stochastic Expansion",
        r"\theta_t-\theta_\star=(\mathrm{Id}-\eta A(Z_t))(\theta_{t-1}-\theta_\star)-\eta\,\varepsilon(Z_t)",
    ),
    statement=lambda i: one_step(i),
    checks=CounterexampleSearch(lsa_runs, lambda i: deviation(i, 1), scope=SCOPE, sizes=ONE),
    corrected="symfed-lsa-one-step",
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "the sign of b in the noise; with A(Z) theta* - b(Z) the expansion holds"),
)
unrolled = Claim(
    id="argo-lsa-unrolled",
    kind="identity",
    says="The error after T steps, with +eta where the one-step expansion has -eta. With the printed noise this one is right where A(Z) theta* "
    "is constant, that one where b(Z) is, and both are wrong where both vary. Gamma_{T+1:T} = Id.",
    printed=printed_at(
        "slide 'Context, analysis of TD (II)', Stochastic Expansion",
        r"\theta_T-\theta_\star=\Gamma_{1:T}(\theta_0-\theta_\star)+\eta\sum_{t=1}^T\Gamma_{t+1:T}\,\varepsilon(Z_t)",
    ),
    statement=lambda i: (
        Gamma(i, 1) @ (i.start - optimum(i))
        + i.gamma * sum(Gamma(i, t + 1) @ noise(i, i.draws[t - 1, 0, 0], 1) for t in range(1, len(i.draws) + 1))
    ),
    checks=CounterexampleSearch(lsa_runs, lambda i: deviation(i, len(i.draws)), scope=SCOPE, sizes=ONE),
    corrected="symfed-lsa-unrolled",
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "+eta for -eta, which the expansion of one step has; and the sign of b in the noise"),
)
noise_definition = Claim(
    id="argo-noise-def",
    kind="definition",
    says="The noise is what the update of theta* has beyond its mean, A(Z) theta* - b(Z); printed with the wrong sign of b, so that its "
    "variance can vanish where the iterates keep moving.",
    printed=printed_at(ASSUMPTIONS, r"\varepsilon(Z)=(A(Z)-\bar A)\theta_\star+(b(Z)-\bar b)\text{ has finite variance }\sigma_\star^2"),
    statement=lambda i: noise(i, i.draws[0, 0, 0], 1),
    checks=CounterexampleSearch(
        lsa_runs, lambda i: i.gradient(0, i.draws[0, 0, 0], optimum(i)), scope="A(Z) theta* - b(Z), draw by draw", sizes=ONE
    ),
    corrected="symfed-lsa-noise",
    expect=Tier.REFUTED,
    erratum=Erratum(
        RESULT, "the sign of b: as printed the variance can be zero where iterates keep moving, and the bounds that are stated with it fail"
    ),
)


def difference(i, draws=lambda Z: Z):
    """Gamma_{1:T} on the difference of two starts, the draws being applied in the order given."""
    out = i.start - i.point
    for Z in draws(i.draws[:, 0, 0]):
        out = i.factors[0, Z] @ out
    return out


#: LSA from any start, and the difference of two runs on the same draws.
y = AnyVector("y")
run = sequence("lsa_from", "the iterate from a point after so many steps on a path of draws")
DIFFERENCE = run(t, x) - run(t, y)
gamma_definition = Claim(
    id="argo-gamma-def",
    kind="definition",
    says="Gamma_{t:t'} accumulates the updates, the last one leftmost: it takes the difference of two runs on the same draws to the end. (The expansion "
    "needs Gamma_{T+1:T} = Id, an empty product.)",
    printed=printed_at(
        "slide 'Context, analysis of TD (II)'",
        r"\Gamma_{t:t'}=(\mathrm{Id}-\eta A(Z_{t'}))(\mathrm{Id}-\eta A(Z_{t'-1}))\cdots(\mathrm{Id}-\eta A(Z_t))",
    ),
    statement=sp.Eq(DIFFERENCE, through(t, x - y), evaluate=False),
    lemmas=(
        Lemma(
            "one factor more",
            one_factor_more(),
            FreeIdentity("A P d", "from t to t + 1 factors, all sizes"),
            {"first update leftmost": one_factor_more(first=True)},
        ),
        crosscheck(
            "runs",
            difference,
            CounterexampleSearch(
                lsa_runs,
                lambda i: by_lsa(i, i.start) - by_lsa(i, i.point),
                scope="two runs of our rule on the same draws",
                sizes=ONE,
                examples=50,
            ),
            {
                "first update leftmost": lambda i: difference(i, lambda Z: Z[::-1]),
                "t' - t factors": lambda i: difference(i, lambda Z: Z[1:]),
            },
        ),
    ),
    follows=(
        Define("start", sp.Eq(run(0, x), x)),
        Define("step", sp.Eq(run(t + 1, x), run(t, x) - gamma * (A(t) * run(t, x) - b(t)))),
        *FACTORS,
        *(Apply(instance, f"the other's {fact}", relation=fact, at={x: y}) for fact in ("start", "step")),
        *(Apply(instance, f"{fact}, difference", relation=fact, at={x: x - y}) for fact in ("no step", "through one step more")),
        linear_combination(
            "renewed",
            (DIFFERENCE - through(t, x - y)).subs(t, t + 1),
            DIFFERENCE - through(t, x - y) - gamma * A(t) * (DIFFERENCE - through(t, x - y)),
            {"step": 1, "the other's step": -1, "through one step more, difference": -1},
        ),
        linear_combination(
            "at first", DIFFERENCE.subs(t, 0), through(0, x - y), {"start": 1, "the other's start": -1, "no step, difference": -1}
        ),
        Apply(equal_by_induction, "definition", u=DIFFERENCE, v=through(t, x - y), index=t, factor=1 - gamma * A(t)),
    ),
    expect=Tier.DEFINED,
)
