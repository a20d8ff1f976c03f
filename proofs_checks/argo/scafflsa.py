"""The slides on SCAFFLSA: the algorithm, its condition on H, and its rate."""

import numpy as np

from proofs_checks.argo.fedlsa import local_solutions, solution
from proofs_checks.argo.printed import scafflsa_as_printed
from proofs_checks.symfed.lsa.classes import INDEPENDENT
from proofs_checks.symfed.lsa.classes import LAWS_SHRINK as STABLE_STEPS
from proofs_checks.symfed.lsa.readings import on_systems
from proofs_checks.symfed.lsa.scafflsa_laws import as_many_as_printed, law_cases, without_own_noise
from proofs_checks.symfed.scaffold.eigenvalues import eigenvalues_outside
from symfed.checks import CounterexampleSearch, SymbolicIdentity, inequality_search
from symfed.checks.every_dimension import IdentityInEveryDimension, on_linear_tensors
from symfed.checks.gaps import AtRest
from symfed.claims import RESULT, Claim, Domain, Erratum, Lemma, Printed, Tier, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, decay, gamma
from symfed.models.algorithms import get_algorithm
from symfed.strategies.control_variates import controlled_runs, round_cases, rounds_with_memory

ALGORITHM, ANALYSIS = "slide 'Solution: Control variates (SCAFFLSA)'", "slide 'Theoretical analysis'"
INDEX = "the index c of xi_t and of theta_{t,h} is missing; both are a client's own, as the loop over agents and theta_{t,H}^c show"
STEP_TEX = r"\theta_{t,h}=\theta_{t,h-1}^c-\eta(A^c(Z_{t,h}^c)\theta_{t,h-1}^c-b^c(Z_{t,h}^c)-\xi_t)"
UPDATE_TEX = r"\xi_{t+1}=\xi_t-\frac1{\eta H}(\theta_{t+1}-\theta_{t,H}^c)"
CONDITION_TEX = r"H\le\frac a{\eta\max_c\|\bar A^c\|^2}"
EIGENVALUES = "eigenvalues of a round on symmetric clients, control variates of sum zero"


def stable(rule, i):
    """How many eigenvalues of a round on control variates of sum zero do not lie outside the unit circle."""
    return every(i) - eigenvalues_outside(i, 1, rule)


def every(i):
    """All of them."""
    return i.problem.optima.size


STABLE = CounterexampleSearch(round_cases, every, stable, scope=EIGENVALUES, sizes=((1, 1), (1, 2), (2, 2), (2, 3)), examples=15)

SHORT = Domain((gamma * L <= 1,))
PRINTED_CONDITION = gamma * H * L**2 <= decay
#: What the slides assume of clients and of H; for L² >= E|A_c u|²/|u|² the condition is as strong as the printed one, or stronger.
ASSUMED = Domain(
    (PRINTED_CONDITION,),
    (STABLE_STEPS, INDEPENDENT),
    {
        str(PRINTED_CONDITION): ANALYSIS,
        str(
            STABLE_STEPS
        ): "slide 'Federated LSA', Assumptions: exponential stability, of one factor on a vector, as it is then used (argo-exp-stability)",
        str(INDEPENDENT): "slide 'Federated LSA', Assumptions: Oracle",
    },
)


def one_step(d, N):
    """Runs of one local step from control variates of sum zero."""
    return controlled_runs(d, N, steps=(1, 1), balanced=True)


def updated(rule, i):
    """The control variates after a round."""
    return rounds_with_memory(rule, i.run, i.control_variates)[1]


def own_drift(i):
    """Each client's sampled drift at theta less the mean of all: what a control variate has to learn from one step."""
    drawn = np.stack([i.run.gradient(c, i.run.draws[0, c, 0], i.run.start) for c in range(i.run.N)])
    return drawn - drawn.sum(axis=0) / i.run.N


LEARNS = CounterexampleSearch(
    one_step, own_drift, lambda rule, i: updated(rule, i), scope="one local step: sampled drift less the mean of all", examples=15
)
#: What the control variates learn, and whether rounds stay bounded.
AS_PRINTED = (Lemma("learns", scafflsa_as_printed, LEARNS), Lemma("stable", scafflsa_as_printed, STABLE, given=SHORT))
algorithm = Claim(
    id="argo-scafflsa-algo",
    kind="algorithm",
    says="SCAFFLSA as printed. Step and control update have signs that do not fit: a control variate moves away from its client's drift, and runs away, "
    "with theta if the matrices differ and H > 1, on symmetric matrices without noise and steps below 1/L too.",
    printed=Printed(
        "argo",
        ALGORITHM,
        r"\theta_{t,0}=\theta_t;\ " + STEP_TEX + r",\ h=1..H;\ \theta_{t+1}=\frac1N\sum_c\theta_{t,H}^c;\ " + UPDATE_TEX,
        extraction=INDEX,
    ),
    lemmas=AS_PRINTED,
    corrected="symfed-scafflsa-algorithm",
    expect=Tier.REFUTED,
    erratum=Erratum(
        RESULT,
        "as printed the control variates diverge, and theta with them if the matrices differ and H > 1; with a plus in the control update it is the method that the rate is about",
    ),
)

x, Ax, b, xi, z = coordinates("theta Atheta b xi shift")
by_rule = get_algorithm("scafflsa")


def step(sign=1, factor=gamma, control=xi):
    """The printed step from theta, whose sample is A theta - b."""
    return x - factor * (Ax - b - sign * control)


local_step = Claim(
    id="argo-scafflsa-local-step",
    kind="algorithm",
    says="A local step of SCAFFLSA: the control variate is subtracted from the sampled drift, so that without noise theta* rests at xi_c = Abar_c theta* - "
    "bbar_c. Our rule takes this step; with the other sign of the update it is the rule that converges.",
    printed=Printed("argo", ALGORITHM, STEP_TEX, extraction=INDEX),
    lemmas=(
        Lemma(
            "rule",
            step(),
            SymbolicIdentity(lambda: by_rule.step(x=x, g=Ax - b, xi=xi, x_start=z, gamma=gamma, H=1), lambda s: s, scope="our rule"),
            {"control variate added": step(sign=-1), "step gamma²": step(factor=gamma**2)},
        ),
        Lemma(
            "rests",
            Ax - b,
            SymbolicIdentity(lambda: x, lambda s: step(control=s), scope="the printed step from theta* with this control variate"),
            {"the other sign": b - Ax, "without b": Ax},
        ),
    ),
    expect=Tier.DEFINED,
)


update = Claim(
    id="argo-scafflsa-cv-update",
    kind="algorithm",
    says="The control variate moves by -(theta_{t+1} - theta_{t,H}^c)/(eta H), away from the client's drift, where the printed local step subtracts it: with "
    "one local step a round doubles its distance from what it has to learn, that drift less the mean of all.",
    printed=Printed("argo", ALGORITHM, UPDATE_TEX, extraction=INDEX),
    lemmas=AS_PRINTED,
    corrected="symfed-scafflsa-algorithm",
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the sign of the control update: minus for plus"),
)


def kept(i):
    """What the printed rate allows of psi after a round without noise, and what one client keeps."""
    left = (1 - i.gamma * i.decay * i.H / 2) * (i.problem.optimum**0).sum()
    return (1 - i.gamma * i.problem.mean_matrices[0, 0, 0]) ** (2 * i.H), left


condition = Claim(
    id="argo-scafflsa-condition",
    kind="assumption",
    says="The rate 1 - eta*a*H/2 is asserted for all H up to a/(eta*L²), L the largest norm of a client's mean matrix. It can then be negative: a may exceed "
    "sqrt(2) L.",
    printed=printed_at(ANALYSIS, r"\text{We prove, assuming }" + CONDITION_TEX),
    statement=kept,
    under=ASSUMED,
    checks=inequality_search(as_many_as_printed, scope="a round of one client without noise, d = 1", sizes=((1, 1),)),
    corrected="symfed-scafflsa-rate",
    missing="(H - 1) eta*(L² + 2*a²) <= 2*a, or 2*a² <= L² beside the printed condition; where matrices are random, L² is the largest mean square of A_c",
    expect=Tier.IMPRECISE,
    erratum=Erratum(RESULT, "the rate needs a smaller H, or 2*a² <= L² beside the printed condition"),
)


def printed_bound(i, constant=10**6):
    """What stays of E|theta_T - theta*|² and of the printed bound as T grows, a million times over: `<~` leaves constants out."""
    return i.error, constant * i.gamma * i.noise(own=True) / (i.N * i.decay)


rate = Claim(
    id="argo-scafflsa-rate",
    kind="rate",
    says="The bound on SCAFFLSA's error, up to constants, with the slides' noise level, the variance of the printed noise at each "
    "client's own solution theta_c*. A client can have no noise there, with either sign of b, and some at theta*, where SCAFFLSA settles.",
    printed=printed_at(
        ANALYSIS,
        CONDITION_TEX
        + r":\ \mathbb E[\|\theta_T-\theta_\star\|^2]\lesssim\left(1-\frac{\eta aH}2\right)^T\psi_0+\frac{\eta\sigma_\star^2}{Na}",
    ),
    statement=printed_bound,
    under=ASSUMED,
    checks=inequality_search(without_own_noise, scope="exact stationary laws", sizes=((1, 2), (2, 2)), examples=10),
    corrected="symfed-scafflsa-mean-square-error",
    see=("argo-fedlsa-noise", "argo-scafflsa-condition", "argo-scafflsa-cv-update"),
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the noise level is that at each client's own solution, and has to be that at theta*"),
)


def start(p, gamma, H, power=2, own=True, turned=False):
    """psi_0 less |theta_0 - theta*|²."""
    gaps = local_solutions(p, gamma, H) - solution(p, gamma, H) if own else local_solutions(p, gamma, H)
    pulls = p.apply(p.transpose(p.hessians) if turned else p.hessians, gaps)
    return (gamma * H) ** power * p.mean(p.inner(pulls, pulls))


def distance_of_controls(i):
    """(gamma H)² times the mean of |xi_0 - xi_c*|² for xi_0 = 0, the xi_c* those about which SCAFFLSA settles."""
    return (i.gamma * i.H) ** 2 * (i.ideal_controls**2).sum() / i.N


def resting(p, gamma, H, xi):
    """(gamma H)² times the mean of |xi_c*|², the xi_c* being those with which our rule rests at theta*."""
    return p.mean(p.inner(xi, xi)) * (gamma * H) ** 2


psi0 = Claim(
    id="argo-scafflsa-psi0",
    kind="definition",
    says="psi_0 is the squared distance from the resting state: |theta_0 - theta*|² plus (eta H)² times the mean |xi_c|² there, for xi_0 = 0, which the printed "
    "algorithm does not say and this formula supposes.",
    printed=printed_at(
        ANALYSIS, r"\psi_0=\|\theta_0-\theta_\star\|^2+\frac{\eta^2H^2}N\sum_{c=1}^N\|\bar A^c(\theta_\star^c-\theta_\star)\|^2"
    ),
    statement=start,
    under=ASSUMED,
    see=("symfed-scafflsa-algorithm",),
    checks=(
        IdentityInEveryDimension(AtRest("scafflsa", resting), on_linear_tensors, scope="where our rule rests, all d and N"),
        CounterexampleSearch(
            law_cases,
            distance_of_controls,
            on_systems,
            scope="the exact stationary mean of the control variates",
            sizes=((1, 1), (1, 2), (2, 2)),
            examples=12,
        ),
    ),
    wrong={
        "eta H for its square": lambda p, gamma, H: start(p, gamma, H, power=1),
        "sum for mean": lambda p, gamma, H: p.N * start(p, gamma, H),
        "theta_c* for theta_c* - theta*": lambda p, gamma, H: start(p, gamma, H, own=False),
        "transposed": lambda p, gamma, H: start(p, gamma, H, turned=True),
    },
    expect=Tier.DEFINED,
)

note = Claim(
    id="argo-scafflsa-lyapunov-note",
    kind="statistical",
    says="A note on the proof: a direct analysis fails, a Lyapunov function and the covariances of the control variates are needed.",
    printed=printed_at(
        ANALYSIS,
        r"\text{Direct analysis ``\`a la LSA'' does not work. We need a ``Lyapunov'' analysis, and to carefully study covariances of control "
        r"variates to obtain linear speed-up.}",
    ),
    reason="what a proof needs is not for a machine to check. psi is a Lyapunov function (symfed-scafflsa-contraction); but linear speed-up "
    "can do without these covariances: for symmetric matrices and additive noise symfed-scaffold-linear-speedup finds it in the frequency domain",
    expect=Tier.NOT_CHECKED,
)

numerics = Claim(
    id="argo-scafflsa-numerics",
    kind="statistical",
    says="A plot with 100 agents: FedLSA's mean squared error in blue, SCAFFLSA's in orange.",
    printed=printed_at("slide 'Numerical Illustration (N = 100 agents)'", r"\text{Orange line: SCAFFLSA's mean squared error}"),
    reason="a legend: the slide states no problem, no value of an error and no conclusion",
    expect=Tier.NOT_CHECKED,
)
