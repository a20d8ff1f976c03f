"""Federated linear stochastic approximation: the systems, the algorithm, a round's expansion and the bias."""

from dataclasses import replace

import sympy as sp

from proofs_checks.argo import lsa_convergence
from proofs_checks.argo.lsa_convergence import STABILITY_TEX
from proofs_checks.symfed.lsa import fedlsa
from proofs_checks.symfed.lsa.classes import INDEPENDENT, SETTLES
from proofs_checks.symfed.lsa.fedlsa import PATH, SCOPE, SIZES, A_c, after, deviation, expansion_of_round, local, renewed, through, x, y
from proofs_checks.symfed.lsa.readings import on_systems, on_the_first
from proofs_checks.symfed.lsa.runs import linear_runs
from proofs_checks.symfed.lsa.single_agent import one_factor_more
from symfed.checks import CounterexampleSearch
from symfed.checks.every_dimension import (
    IdentityInEveryDimension,
    linear_bias_of,
    mean_round_of,
    on_linear_tensors,
    settling_point_of,
)
from symfed.checks.free_algebra import FreeIdentity
from symfed.claims import LOCAL_SLIP, RESULT, Claim, Domain, Erratum, Lemma, Printed, Tier, again, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h
from symfed.models.arrays import identity, solve
from symfed.models.problems import LinearProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies.sampled import by_rule
from symfed.theorems import Apply
from symfed.theorems.norms import mean_of
from symfed.theorems.sequences import equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import Mean

SLIDE = "slide 'Federated LSA'"
LAWS = "exact stationary laws"
ASSUMPTIONS = "slide 'Federated LSA', Assumptions"
STABLE = Domain(
    (),
    (SETTLES, INDEPENDENT),
    {
        str(SETTLES): f"{ASSUMPTIONS}: exponential stability, of one factor on a vector, as it is then used (argo-exp-stability)",
        str(INDEPENDENT): f"{ASSUMPTIONS}: Oracle",
    },
)


def local_solutions(p, gamma, H, sign=1):
    """theta_c* of every client."""
    return sign * p.solve_each(p.hessians, p.vectors)


def frozen(i):
    """Where runs settle in the mean if every client keeps the sample that it draws first."""
    systems = [(i.matrices[range(i.N), Z[0, :, 0]], i.vectors[range(i.N), Z[0, :, 0]]) for Z in i.states()]
    return sum(solve(A.sum(axis=0), b.sum(axis=0)) for A, b in systems) / len(systems)


def settles_alone(i):
    """The stationary mean of LSA run by the first client alone."""
    if i.repeating:
        return frozen(replace(i, matrices=i.matrices[:1], vectors=i.vectors[:1], draws=i.draws[:, :1]))
    alone = LinearProblem(i.problem.matrices[:1], i.problem.vectors[:1])
    return stationary_exact("lsa", alone, i.gamma, 1).mean


ALONE = IdentityInEveryDimension(settling_point_of("lsa", alone=True), on_linear_tensors, scope="a client's mean steps, all d, N and H")
local_systems = Claim(
    id="argo-fedlsa-local-systems",
    kind="definition",
    says="theta_c* solves client c's own system: the mean about which that client settles when it runs LSA alone.",
    printed=printed_at(SLIDE, r"\bar A^c\theta_\star^c=\bar b^c\text{ for }c=1..N"),
    statement=local_solutions,
    under=STABLE,
    checks=(
        ALONE,
        CounterexampleSearch(
            linear_runs, settles_alone, on_the_first, scope=f"{LAWS}, one client alone", sizes=((1, 1), (2, 1), (2, 2)), examples=15
        ),
    ),
    wrong={
        "transposed": lambda p, gamma, H: p.solve_each(p.transpose(p.hessians), p.vectors),
        "minus b": lambda p, gamma, H: local_solutions(p, gamma, H, sign=-1),
        "of the mean matrix": lambda p, gamma, H: p.solve_each(p.hessian + 0 * p.hessians, p.vectors),
    },
    expect=Tier.DEFINED,
)


def settles_without_drift(i):
    """The stationary mean of FedLSA with one local step."""
    if i.repeating:
        return frozen(i)
    return stationary_exact("fedlsa", i.problem, i.gamma, 1).mean


def solution(p, gamma, H):
    """theta*."""
    return p.solve(p.hessian, p.mean(p.vectors))


TOGETHER = IdentityInEveryDimension(settling_point_of("lsa"), on_linear_tensors, scope="mean steps of all clients, all d and N, H = 1")
system = Claim(
    id="argo-fedlsa-system",
    kind="definition",
    says="theta* solves the mean of the systems: the mean about which FedLSA settles when clients communicate after every step.",
    printed=printed_at(SLIDE, r"\Big(\frac1N\sum_{c=1}^N\bar A^c\Big)\theta_\star=\frac1N\sum_{c=1}^N\bar b^c"),
    statement=solution,
    under=STABLE,
    checks=(
        TOGETHER,
        CounterexampleSearch(linear_runs, settles_without_drift, on_systems, scope=f"{LAWS}, one local step", sizes=SIZES, examples=12),
    ),
    wrong={
        "mean of the clients' solutions": lambda p, gamma, H: p.mean(p.solve_each(p.hessians, p.vectors)),
        "sum of matrices, mean of vectors": lambda p, gamma, H: p.solve(p.N * p.hessian, p.mean(p.vectors)),
        "transposed": lambda p, gamma, H: p.solve(p.transpose(p.hessian), p.mean(p.vectors)),
    },
    expect=Tier.DEFINED,
)

stability = again(
    lsa_convergence.stability,
    "argo-fedlsa-exp-stability",
    printed_at(ASSUMPTIONS, STABILITY_TEX.replace("A(Z_t)", "A^c(Z_t^c)").replace("some ", "")),
)
noise = Claim(
    id="argo-fedlsa-noise",
    kind="definition",
    says="A client's noise at its own solution, A_c(Z) theta_c* - b_c(Z), printed with the wrong sign of b, as for one agent: its variance "
    "can vanish where the iterates keep moving.",
    printed=printed_at(
        ASSUMPTIONS, r"\varepsilon^c(Z)=(A^c(Z)-\bar A^c)\theta_\star^c+(b^c(Z)-\bar b^c)\text{ has variance bounded by }\sigma_\star^2"
    ),
    statement=lambda i: i.noise(0, i.draws[0, 0, 0], i.problem.client_optima[0], b=1),
    checks=CounterexampleSearch(
        linear_runs,
        lambda i: i.gradient(0, i.draws[0, 0, 0], i.problem.client_optima[0]),
        scope="A^c(Z) theta_c* - b^c(Z), draw by draw",
        sizes=SIZES,
    ),
    corrected="symfed-lsa-noise",
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the sign of b: as printed the variance can be zero where iterates move on, and the rate stated with it fails"),
)


algorithm = replace(
    fedlsa.algorithm,
    id="argo-fedlsa-algo",
    says="FedLSA: every client takes H steps along A_c(Z) theta - b_c(Z) from the common point; the server averages.",
    printed=Printed(
        "argo",
        "slide 'FedLSA Algorithm'",
        r"\text{Initialize }\theta_{t,0}=\theta_t;\ \theta_{t,h}=\theta_{t,h-1}^c-\eta(A^c(Z_{t,h}^c)\theta_{t,h-1}^c-b^c(Z_{t,h}^c));\ "
        r"\theta_{t+1}=\frac1N\sum_{c=1}^N\theta_{t,H}^c",
        extraction="the index c of theta_{t,0} and theta_{t,h} is missing; they are a client's own, as theta_{t,h-1}^c and theta_{t,H}^c show",
    ),
    see=("symfed-fedlsa-algo",),
    expect=Tier.DEFINED,
)
expansion = Claim(
    id="argo-fedlsa-expansion",
    kind="identity",
    says="The error after a round, with the printed sign of eta and the printed noise, both of them wrong. (The noise's index h is left out, and theta_t stands for theta_{t+1}: the "
    "algorithm's round t starts from theta_t. Both are read as meant.)",
    printed=printed_at(
        "slide 'Analysis of FedLSA', Stochastic Expansion",
        r"\theta_t-\theta_\star=\frac1N\sum_{c=1}^N\Gamma_{t,1:H}^c(\theta_{t-1}-\theta_\star)+\frac1N\sum_{c=1}^N(\mathrm{Id}-\Gamma_{t,1:H}^c)"
        r"(\theta_\star^c-\theta_\star)+\frac\eta N\sum_{c=1}^N\sum_{h=1}^H\Gamma_{t,h+1:H}^c\varepsilon^c(Z_t^c)",
    ),
    statement=lambda i: expansion_of_round(i, b=1, back=1),
    checks=CounterexampleSearch(linear_runs, deviation, scope=SCOPE, sizes=SIZES),
    corrected="symfed-fedlsa-expansion",
    expect=Tier.REFUTED,
    erratum=Erratum(
        LOCAL_SLIP,
        "+eta for -eta before the noise, the sign of b in it, Z_t^c for Z_{t,h}^c, and, as the algorithm numbers its rounds, theta_t and theta_{t-1} for "
        "theta_{t+1} and theta_t; with these mended it holds",
    ),
)


def mean_product(i, order=1, first=0):
    """The mean over clients of Gamma^c_{1:H} on the difference of two starts."""
    total = 0 * i.start
    for c in range(i.N):
        out = i.start - i.point
        for Z in i.draws[0, c, first:][::order]:
            out = i.factors[c, Z] @ out
        total = total + out
    return total / i.N


DIFFERENCE = local(h, x) - local(h, y)
gamma_definition = Claim(
    id="argo-fedlsa-gamma-def",
    kind="definition",
    says="Gamma^c accumulates a client's updates within a round, the last one leftmost: the mean over clients takes the difference of two runs on the same draws through a round. (The "
    "expansion needs Gamma_{t,H+1:H}^c = Id, an empty product.)",
    printed=printed_at(
        "slide 'Analysis of FedLSA'",
        r"\Gamma_{t,h:h'}^c=(\mathrm{Id}-\eta A^c(Z_{t,h'}^c))(\mathrm{Id}-\eta A^c(Z_{t,h'-1}^c))\cdots(\mathrm{Id}-\eta A^c(Z_{t,h}^c))",
    ),
    statement=sp.Eq(after(x) - after(y), Mean(through(H, x - y)), evaluate=False),
    lemmas=(
        Lemma(
            "one factor more",
            one_factor_more(),
            FreeIdentity("A P d", "from h to h + 1 factors, all sizes"),
            {"first update leftmost": one_factor_more(first=True)},
        ),
        crosscheck(
            "runs",
            mean_product,
            CounterexampleSearch(
                linear_runs,
                lambda i: by_rule("fedlsa", i) - by_rule("fedlsa", i.starting(i.point)),
                scope="two rounds of our rule on the same draws",
                sizes=SIZES,
                examples=15,
            ),
            {
                "first update leftmost": lambda i: mean_product(i, order=-1),
                "H - 1 factors": lambda i: mean_product(i, first=1),
            },
        ),
    ),
    follows=(
        *PATH,
        *(Apply(instance, f"the other's {fact}", relation=fact, at={x: y}) for fact in ("start", "step", "round")),
        *(Apply(instance, f"{fact}, difference", relation=fact, at={y: x - y}) for fact in ("no step", "through one step more")),
        renewed("renewed", DIFFERENCE, through(h, x - y), ("step", "the other's step", "through one step more, difference"), (1, -1, -1)),
        linear_combination(
            "at first", DIFFERENCE.subs(h, 0), through(0, x - y), {"start": 1, "the other's start": -1, "no step, difference": -1}
        ),
        Apply(equal_by_induction, "one client's steps", u=DIFFERENCE, v=through(h, x - y), index=h, factor=1 - gamma * A_c(h)),
        Apply(instance, "its end", relation="one client's steps", at={h: H}),
        Apply(mean_of, "their ends", relation="its end"),
        linear_combination(
            "definition", after(x) - after(y), Mean(through(H, x - y)), {"round": 1, "the other's round": -1, "their ends": 1}
        ),
    ),
    expect=Tier.DEFINED,
)


def powers(p, gamma, H):
    """The mean over clients of (Id - eta Abar^c)^H."""
    return p.mean(p.power(p.identity() - gamma * p.hessians, H))


def mean_of_products(i):
    """E of the mean over clients of Gamma^c_{1:H}, over all draws, column by column, by our rule without vectors."""
    columns = [
        i.without_vectors().starting(unit).expected(lambda run: by_rule("fedlsa", run)) for unit in identity(len(i.start), i.matrices)
    ]
    return sum(unit[None, :] * column[:, None] for unit, column in zip(identity(len(i.start), i.matrices), columns, strict=True))


gamma_bar = Claim(
    id="argo-fedlsa-gammabar",
    kind="definition",
    says="The mean over clients and draws of Gamma_{t,1:H}^c; it does not depend on t.",
    printed=printed_at("slide 'Analysis of FedLSA', bias", r"\bar\Gamma_{t,1:H}=\frac1N\sum_{c=1}^N(\mathrm{Id}-\eta\bar A^c)^H"),
    statement=powers,
    under=Domain((), (INDEPENDENT,), {str(INDEPENDENT): f"{ASSUMPTIONS}: Oracle"}),
    see=("argo-fedlsa-gamma-def",),
    checks=(
        IdentityInEveryDimension(mean_round_of("fedlsa"), on_linear_tensors, scope="mean steps of our rule, all d, N and H"),
        CounterexampleSearch(linear_runs, mean_of_products, on_systems, scope="mean of our rule over all draws", sizes=SIZES, examples=10),
    ),
    wrong={
        "H - 1": lambda p, gamma, H: powers(p, gamma, H - 1),
        "power of the mean matrix": lambda p, gamma, H: p.mean(p.power(p.identity() - gamma * p.hessian + 0 * p.hessians, H)),
        "sum for mean": lambda p, gamma, H: p.N * powers(p, gamma, H),
        "transposed": lambda p, gamma, H: p.transpose(powers(p, gamma, H)),
    },
    expect=Tier.DEFINED,
)


def bias(p, gamma, H, steps=0, own_inverse=False):
    """As printed: the inverse does not depend on c and may stand outside the sum."""
    q = p.power(p.identity() - gamma * p.hessians, H + steps)
    pulls = p.apply(p.identity() - q, local_solutions(p, gamma, H) - solution(p, gamma, H))
    if own_inverse:
        return p.mean(p.solve_each(p.identity() - q, pulls))
    return p.solve(p.identity() - powers(p, gamma, H), p.mean(pulls))


fedlsa_bias = Claim(
    id="argo-fedlsa-bias",
    kind="identity",
    says="The stationary mean of FedLSA less theta*, exactly, for every H and matrices that need not commute.",
    printed=printed_at(
        "slide 'Analysis of FedLSA', bias",
        r"\theta_\infty^{\mathrm{bias}}=\frac1N\sum_{c=1}^N(\mathrm{Id}-\bar\Gamma_{t,1:H})^{-1}(\mathrm{Id}-(\mathrm{Id}-\eta\bar A^c)^H)"
        r"\{\theta_\star^c-\theta_\star\}",
    ),
    statement=bias,
    under=STABLE,
    checks=(
        IdentityInEveryDimension(linear_bias_of("fedlsa"), on_linear_tensors, scope="mean steps of our rule, all d, N and H"),
        CounterexampleSearch(
            linear_runs,
            lambda i: i.limit - i.problem.optimum,
            on_systems,
            scope=f"{LAWS}, multiplicative noise",
            sizes=((1, 2), (2, 2), (1, 3)),
            examples=25,
        ),
    ),
    wrong={
        "no bias": lambda p, gamma, H: 0 * bias(p, gamma, H),
        "H + 1": lambda p, gamma, H: bias(p, gamma, H, steps=1),
        "sign flipped": lambda p, gamma, H: -bias(p, gamma, H),
        "the client's own power in the inverse": lambda p, gamma, H: bias(p, gamma, H, own_inverse=True),
        "the mean transposed": lambda p, gamma, H: p.apply(p.transpose(powers(p, gamma, H)), bias(p, gamma, H)),
    },
    see=("argo-fedlsa-gammabar", "symfed-fedlsa-expansion"),
    expect=Tier.PROVED,
)
