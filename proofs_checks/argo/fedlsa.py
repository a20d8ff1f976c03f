"""Federated linear stochastic approximation: the systems, the algorithm, a round's expansion and the bias."""

from dataclasses import replace

from proofs_checks.argo import lsa_convergence
from proofs_checks.argo.lsa_convergence import STABILITY_TEX
from proofs_checks.symfed.lsa.classes import INDEPENDENT, SETTLES
from proofs_checks.symfed.lsa.fedlsa import SCOPE, SIZES, deviation, expansion_of_round
from proofs_checks.symfed.lsa.runs import linear_runs
from proofs_checks.symfed.lsa.single_agent import reads
from symfed.checks import CounterexampleSearch
from symfed.checks.free_algebra import FreeIdentity
from symfed.core.claim import Claim, InWords, Lemma, again
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import gamma
from symfed.core.verdict import Tier
from symfed.derive.lift import step
from symfed.models.arrays import identity, matrix_power, solve
from symfed.models.problems import LinearProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies.sampled import by_rule

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


def local_solutions(i, turned=False, sign=1):
    A, b = i.problem.mean_matrices, i.problem.mean_vectors
    return sign * solve(A[0].T if turned else A[0], b[0])


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


local_systems = Claim(
    id="argo-fedlsa-local-systems",
    kind="definition",
    says="theta_c* solves client c's own system: the mean about which that client settles when it runs LSA alone.",
    printed=Printed("argo", SLIDE, r"\bar A^c\theta_\star^c=\bar b^c\text{ for }c=1..N"),
    statement=local_solutions,
    under=STABLE,
    checks=(
        CounterexampleSearch(linear_runs, settles_alone, scope=f"{LAWS}, one client alone", sizes=((1, 1), (2, 1), (2, 2)), examples=15),
    ),
    wrong={
        "transposed": lambda i: local_solutions(i, turned=True),
        "minus b": lambda i: local_solutions(i, sign=-1),
    },
    expect=Tier.SUPPORTED,
)


def settles_without_drift(i):
    """The stationary mean of FedLSA with one local step."""
    if i.repeating:
        return frozen(i)
    return stationary_exact("fedlsa", i.problem, i.gamma, 1).mean


def solution(i, clients=slice(None), share=0):
    A, b = i.problem.mean_matrices[clients], i.problem.mean_vectors[clients]
    return solve(A.sum(axis=0) / (share or len(A)), b.sum(axis=0) / len(b))


system = Claim(
    id="argo-fedlsa-system",
    kind="definition",
    says="theta* solves the mean of the systems: the mean about which FedLSA settles when clients communicate after every step.",
    printed=Printed(
        "argo",
        SLIDE,
        r"\Big(\frac1N\sum_{c=1}^N\bar A^c\Big)\theta_\star=\frac1N\sum_{c=1}^N\bar b^c",
    ),
    statement=solution,
    under=STABLE,
    checks=(CounterexampleSearch(linear_runs, settles_without_drift, scope=f"{LAWS}, one local step", sizes=SIZES, examples=12),),
    wrong={
        "mean of the clients' solutions": lambda i: i.problem.client_optima.sum(axis=0) / i.N,
        "sum of matrices, mean of vectors": lambda i: solution(i, share=1),
        "the first client's": lambda i: solution(i, slice(1)),
    },
    expect=Tier.SUPPORTED,
)

stability = again(
    lsa_convergence.stability,
    "argo-fedlsa-exp-stability",
    Printed("argo", ASSUMPTIONS, STABILITY_TEX.replace("A(Z_t)", "A^c(Z_t^c)")),
)
noise = Claim(
    id="argo-fedlsa-noise",
    kind="definition",
    says="A client's noise at its own solution, A^c(Z) theta_c* - b^c(Z), printed with the wrong sign of b, as for one agent.",
    printed=Printed(
        "argo",
        ASSUMPTIONS,
        r"\varepsilon^c(Z)=(A^c(Z)-\bar A^c)\theta_\star^c+(b^c(Z)-\bar b^c)\text{ has variance bounded by }\sigma_\star^2",
    ),
    statement=lambda i: i.noise(0, i.draws[0, 0, 0], i.problem.client_optima[0], b=1),
    checks=(
        CounterexampleSearch(
            linear_runs,
            lambda i: i.gradient(0, i.draws[0, 0, 0], i.problem.client_optima[0]),
            scope="A^c(Z) theta_c* - b^c(Z), draw by draw",
            sizes=SIZES,
        ),
    ),
    corrected="symfed-lsa-noise",
    expect=Tier.REFUTED,
)


def literal_names(i):
    """One round as printed, with what each line writes and reads; a superscript c only where one is printed."""
    lines = [(("theta", "t, 0"), [("theta", "t")])]
    for c in range(1, i.N + 1):
        lines += [(("theta", f"t, {h}"), [("theta", f"t, {h - 1}", f"c = {c}")]) for h in range(1, i.H + 1)]
    return reads([*lines, (("theta", "t + 1"), [("theta", f"t, {i.H}", f"c = {c}") for c in range(1, i.N + 1)])], given=[("theta", "t")])


algorithm = Claim(
    id="argo-fedlsa-algo",
    kind="algorithm",
    says="FedLSA. The local iterates are written without the client's superscript and read with it.",
    printed=Printed(
        "argo",
        "slide 'FedLSA Algorithm'",
        r"\text{Initialize }\theta_{t,0}=\theta_t;\ \theta_{t,h}=\theta_{t,h-1}^c-\eta(A^c(Z_{t,h}^c)\theta_{t,h-1}^c-b^c(Z_{t,h}^c));\ "
        r"\theta_{t+1}=\frac1N\sum_{c=1}^N\theta_{t,H}^c",
    ),
    statement=literal_names,
    checks=(CounterexampleSearch(linear_runs, lambda i: reads([]), scope="iterates read before they are written", sizes=((1, 1),)),),
    corrected="symfed-fedlsa-algo",
    missing="the superscript c of theta_{t,0}^c and theta_{t,h}^c where they are written",
    expect=Tier.IMPRECISE,
)
expansion = Claim(
    id="argo-fedlsa-expansion",
    kind="identity",
    says="The error after a round, with the printed sign and the printed noise, eps^c(Z) = (A^c(Z) - Abar^c) theta_c* + (b^c(Z) - bbar^c). (The noise's index h is left out, and theta_t stands for theta_{t+1}: the "
    "algorithm's round t starts from theta_t. Both are read as meant.)",
    printed=Printed(
        "argo",
        "slide 'Analysis of FedLSA', Stochastic Expansion",
        r"\theta_t-\theta_\star=\frac1N\sum_{c=1}^N\Gamma_{t,1:H}^c(\theta_{t-1}-\theta_\star)+\frac1N\sum_{c=1}^N(\mathrm{Id}-\Gamma_{t,1:H}^c)"
        r"(\theta_\star^c-\theta_\star)+\frac\eta N\sum_{c=1}^N\sum_{h=1}^H\Gamma_{t,h+1:H}^c\varepsilon^c(Z_t^c)",
    ),
    statement=lambda i: expansion_of_round(i, b=1, back=1),
    checks=(CounterexampleSearch(linear_runs, deviation, scope=SCOPE, sizes=SIZES),),
    corrected="symfed-fedlsa-expansion",
    expect=Tier.REFUTED,
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


gamma_definition = Claim(
    id="argo-fedlsa-gamma-def",
    kind="definition",
    says="Gamma^c accumulates a client's updates within a round, the last one leftmost: the mean over clients moves the difference of two runs. (The "
    "expansion needs Gamma_{t,H+1:H}^c = Id, an empty product.)",
    printed=Printed(
        "argo",
        "slide 'Analysis of FedLSA'",
        r"\Gamma_{t,h:h'}^c=(\mathrm{Id}-\eta A^c(Z_{t,h'}^c))(\mathrm{Id}-\eta A^c(Z_{t,h'-1}^c))\cdots(\mathrm{Id}-\eta A^c(Z_{t,h}^c))",
    ),
    statement=mean_product,
    checks=(
        CounterexampleSearch(
            linear_runs,
            lambda i: by_rule("fedlsa", i) - by_rule("fedlsa", i.starting(i.point)),
            scope="two rounds of our rule on the same draws",
            sizes=SIZES,
            examples=30,
        ),
    ),
    wrong={
        "first update leftmost": lambda i: mean_product(i, order=-1),
        "H - 1 factors": lambda i: mean_product(i, first=1),
    },
    expect=Tier.SUPPORTED,
)


def powers(i, H=0, share=0, of_mean=False):
    """The mean over clients of (Id - eta Abar^c)^H."""
    A, one = i.problem.mean_matrices, identity(len(i.start), i.matrices)
    if of_mean:
        A = [A.sum(axis=0) / i.N] * i.N
    return sum(matrix_power(one - i.gamma * A_c, i.H + H) for A_c in A) / (share or i.N)


def mean_of_products(i):
    """E of the mean over clients of Gamma^c_{1:H}, over all draws, column by column, by our rule without vectors."""
    columns = [
        i.without_vectors().starting(unit).expected(lambda run: by_rule("fedlsa", run)) for unit in identity(len(i.start), i.matrices)
    ]
    return sum(unit[None, :] * column[:, None] for unit, column in zip(identity(len(i.start), i.matrices), columns, strict=True))


gamma_bar = Claim(
    id="argo-fedlsa-gammabar",
    kind="definition",
    says="The mean over clients and draws of what a round does to the error; it does not depend on t.",
    printed=Printed(
        "argo",
        "slide 'Analysis of FedLSA', bias",
        r"\bar\Gamma_{t,1:H}=\frac1N\sum_{c=1}^N(\mathrm{Id}-\eta\bar A^c)^H",
    ),
    statement=powers,
    under=Domain((), (INDEPENDENT,), {str(INDEPENDENT): f"{ASSUMPTIONS}: Oracle"}),
    see=("argo-fedlsa-gamma-def",),
    checks=(CounterexampleSearch(linear_runs, mean_of_products, scope="mean of our rule over all draws", sizes=SIZES, examples=10),),
    wrong={
        "H - 1": lambda i: powers(i, H=-1),
        "power of the mean matrix": lambda i: powers(i, of_mean=True),
        "sum for mean": lambda i: powers(i, share=1),
    },
    expect=Tier.SUPPORTED,
)


def bias(i, H=0, sign=1, own_inverse=False):
    """The printed bias; the inverse does not depend on c and may stand inside the sum."""
    one, total = identity(len(i.start), i.matrices), 0 * i.start
    for A, own in zip(i.problem.mean_matrices, i.problem.client_optima, strict=True):
        q = matrix_power(one - i.gamma * A, i.H + H)
        total = total + sign * solve(one - (q if own_inverse else powers(i, H)), (one - q) @ (own - i.problem.optimum))
    return total / i.N


def mean_step(name, algorithm):
    """A local step of a rule where the drift is A (x - own), on letters of any size."""

    def sides(back):
        return lambda A, x, own: (step(algorithm, x, A, 0, own), own + (1 + back * gamma * A) * (x - own))

    return Lemma(name, sides(-1), (FreeIdentity("A x own", f"a step of {algorithm}, all sizes"),), {"plus eta": sides(1)})


def one_end(pull=1):
    """theta_c* - theta* + q (theta - theta_c*), of a client: e the distance from theta*, own that of theta_c*."""
    return lambda q, e, own: (own + q * (e - own), q * e + pull * (1 - q) * own)


ONE_END = Lemma(
    "one client's end", one_end(), (FreeIdentity("q e own", "all sizes"),), {"pull away": one_end(-1)}, says="q = (Id - eta Abar^c)^H"
)
MEAN_ROUND = (
    InWords(
        "draws are independent, so that the mean of a client's iterates takes every step with Abar^c: after H of them it is theta_c* + (Id - eta Abar^c)^H "
        "(theta - theta_c*) in the mean"
    ),
    InWords(
        "a stationary mean is what the mean of `one client's end` leaves: (Id - Gammabar) bias is the mean of (Id - q_c)(theta_c* - theta*), and stable steps "
        "make Id - Gammabar regular"
    ),
)

fedlsa_bias = Claim(
    id="argo-fedlsa-bias",
    kind="identity",
    says="The stationary mean of FedLSA less theta*, exactly, for every H and matrices that need not commute.",
    printed=Printed(
        "argo",
        "slide 'Analysis of FedLSA', bias",
        r"\theta_\infty^{\mathrm{bias}}=\frac1N\sum_{c=1}^N(\mathrm{Id}-\bar\Gamma_{t,1:H})^{-1}(\mathrm{Id}-(\mathrm{Id}-\eta\bar A^c)^H)"
        r"\{\theta_\star^c-\theta_\star\}",
    ),
    statement=bias,
    under=STABLE,
    lemmas=(
        mean_step("a step", "fedlsa"),
        ONE_END,
        Lemma(
            "laws",
            bias,
            (
                CounterexampleSearch(
                    linear_runs,
                    lambda i: i.limit - i.problem.optimum,
                    scope=f"{LAWS}, multiplicative noise",
                    sizes=((1, 2), (2, 2), (1, 3)),
                    examples=25,
                ),
            ),
            {
                "no bias": lambda i: 0 * i.start,
                "H + 1": lambda i: bias(i, H=1),
                "sign flipped": lambda i: bias(i, sign=-1),
                "the client's own power in the inverse": lambda i: bias(i, own_inverse=True),
            },
            crosscheck=True,
        ),
    ),
    follows=MEAN_ROUND,
    see=("argo-fedlsa-gammabar", "symfed-fedlsa-expansion"),
    expect=Tier.PROVED_GIVEN,
)
