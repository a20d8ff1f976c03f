"""Second moments of Scaffold's iterates and control variates: the slides' expansions put right."""

from dataclasses import replace

from proofs_checks.symfed.scaffold import uniform
from symfed.checks import CoefficientMatch, CounterexampleSearch, RemainderOrder
from symfed.checks.classes import DRAWS, MEAN_CURVED, ZERO_SUM, smooth_samples
from symfed.checks.control_readings import ControlReading, PerStep, on_pairs, on_pairs_alone, times_gamma
from symfed.checks.every_dimension import IdentityInEveryDimension, leading_moment_of_controls, on_tensors, on_tensors_of_two
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.readings import first_order, first_order_truth
from symfed.claims import Claim, Domain, Lemma, Tier, printed_at
from symfed.core.symbols import H, gamma
from symfed.models.problems import QuadraticProblem
from symfed.strategies import jet_cases
from symfed.strategies.standard import heterogeneous_quadratics

QUADRATICS = "exact rational laws, d <= 3"


def state_control(p, gamma, H, sign=-1, turned=False, noise=1):
    """E[(x - x*)(xi_c - xi_c*)'] to first order, for every client; the other parameters only serve the slide and wrong variants."""
    spread, gap = p.lyapunov(p.hessian, p.noise), p.hessians - p.hessian
    product = p.product(gap, spread) if turned else p.product(spread, gap)
    return gamma / p.N * (sign * product + noise * (p.noise_covariance - p.noise))


def own(p, gamma, H, share=2, mean=1, steps=None):
    """E[(xi_c - xi_c*)(xi_c - xi_c*)'] at gamma = 0."""
    return ((p.N - share) * p.noise_covariance + mean * p.noise) / (p.N * (steps or H))


def between(one, other, p, gamma, H, sign=1, steps=None):
    """E[(xi_c - xi_c*)(xi_c' - xi_c'*)'] at gamma = 0, for two clients."""
    return sign * (p.noise - one.noise - other.noise) / (p.N * (steps or H))


def crossed(**changes):
    """The covariance of x and xi_c, or with something changed, and what it leaves out."""
    terms = (lambda p, gamma, H: state_control(p, gamma, H, **changes)) if changes else state_control
    return Expansion(terms, gamma**2 * H)


CROSS_SEARCH = CounterexampleSearch(
    jet_cases, first_order_truth("scaffold", "state_control_moment"), first_order, scope="exact jets, d <= 3", examples=15
)


cross = Claim(
    id="symfed-scaffold-state-control-covariance",
    kind="expansion",
    says="x and a client's control variate have the covariance -gamma/N AC (A_c - A) + gamma/N (C_c - C): both signs matter, and the order of factors. For sample "
    "losses with bounded derivatives of the orders two to five and all moments, gamma H L <= 1 and control variates of mean zero.",
    printed=printed_at(
        "slide 'Expansion of Covariance', second line, corrected",
        r"\bar\Sigma^{x,\xi}_{(c)}=-\frac\gamma N\mathbf A\mathcal C(x_\star)\,(\nabla^2f_c(x_\star)-\nabla^2f(x_\star))"
        r"+\frac\gamma N(\mathcal C_c(x_\star)-\mathcal C(x_\star))+O(\gamma^2H)\quad\text{for smooth samples with all moments, }\gamma HL\le1",
    ),
    under=uniform.SHORT & uniform.FIVE,
    uses=(uniform.THEOREM,),
    statement=crossed(),
    checks=(
        uniform.state_control_leaves(),
        CROSS_SEARCH,
        CoefficientMatch(heterogeneous_quadratics, ControlReading("scaffold", "cross"), 1, scope=QUADRATICS),
        RemainderOrder(heterogeneous_quadratics, ControlReading("scaffold", "cross"), scope=QUADRATICS, rounds=(8, 16, 32, 64)),
    ),
    wrong={
        "first sign as on the slide": crossed(sign=1),
        "second sign turned": crossed(noise=-1),
        "factors exchanged": crossed(turned=True),
        "factor 2 on the noise": crossed(noise=2),
        "no noise term": crossed(noise=0),
        "times N": replace(crossed(), terms=lambda p, gamma, H: p.N * state_control(p, gamma, H)),
        "times H": replace(crossed(), terms=lambda p, gamma, H: H * state_control(p, gamma, H)),
    },
    see=("symfed-scaffold-covariances-second-order",),
    expect=Tier.PROVED_GIVEN,
)


THEOREM = "symfed-expansion-remainder-controls"


def leading(quantity, reading=on_tensors):
    """That a term without gamma is the derived one, in every dimension, and leaves O(gamma) at fixed H."""

    def terms(algorithm, quantity, order):
        return IdentityInEveryDimension(leading_moment_of_controls(algorithm, quantity), reading)

    return RemainderAtFixedH("scaffold", quantity, 0, THEOREM, terms)


def at_fixed_steps(terms):
    """Terms of a moment of control variates, and what they leave out at a fixed number of local steps."""
    return Expansion(terms, gamma, fixed=(H,))


def quadratics():
    """Also three clients with noises of their own: with two, a client's own noise drops out of its control variate's moment."""
    return (*heterogeneous_quadratics(), QuadraticProblem([[[1]], [[3]], [[2]]], [[0], [1], [-1]], [[[1]], [[2]], [[5]]]))


one_client = Lemma(
    "one client",
    at_fixed_steps(own),
    (
        leading("control_second_moment"),
        CoefficientMatch(quadratics, ControlReading("scaffold", "own"), 1, times_gamma, scope=QUADRATICS),
        RemainderOrder(heterogeneous_quadratics, PerStep(ControlReading("scaffold", "own")), scope=QUADRATICS),
    ),
    {
        "1/H dropped": at_fixed_steps(lambda p, gamma, H: own(p, gamma, H, steps=1)),
        "1 - 1/N for 1 - 2/N": at_fixed_steps(lambda p, gamma, H: own(p, gamma, H, share=1)),
        "mean noise subtracted": at_fixed_steps(lambda p, gamma, H: own(p, gamma, H, mean=-1)),
        "clients for themselves": at_fixed_steps(lambda p, gamma, H: own(p, gamma, H, share=0, mean=0)),
    },
)
two_clients = Lemma(
    "two clients",
    at_fixed_steps(between),
    (
        leading("control_cross_moment", on_tensors_of_two),
        CoefficientMatch(heterogeneous_quadratics, ControlReading("scaffold", "between"), 1, on_pairs, scope=QUADRATICS),
        RemainderOrder(heterogeneous_quadratics, PerStep(ControlReading("scaffold", "between")), reading=on_pairs_alone, scope=QUADRATICS),
    ),
    {
        "1/H dropped": at_fixed_steps(lambda one, other, p, gamma, H: between(one, other, p, gamma, H, steps=1)),
        "sign turned": at_fixed_steps(lambda one, other, p, gamma, H: between(one, other, p, gamma, H, sign=-1)),
        "H + 1 for H": at_fixed_steps(lambda one, other, p, gamma, H: between(one, other, p, gamma, H, steps=H + 1)),
        "independent clients": at_fixed_steps(lambda one, other, p, gamma, H: 0 * between(one, other, p, gamma, H)),
    },
)

controls = Claim(
    id="symfed-scaffold-control-covariance",
    kind="expansion",
    says="The slides' covariances of the control variates at fixed H, for noise that is smooth in x: they do not vanish with gamma, and fall like 1/H.",
    printed=printed_at(
        "slide 'Expansion of Covariance', third and fourth line, with their missing condition",
        r"\bar\Sigma^\xi_{(c,c)}=\Big(1-\frac2N\Big)\frac1H\mathcal C_c+\frac1{NH}\mathcal C+O(\gamma),\qquad "
        r"\bar\Sigma^\xi_{(c,c')}=\frac1{NH}(\mathcal C-\mathcal C_c-\mathcal C_{c'})+O(\gamma)",
    ),
    under=Domain((), (MEAN_CURVED, smooth_samples("three"), *DRAWS, ZERO_SUM)),
    uses=(THEOREM,),
    lemmas=(one_client, two_clients),
    expect=Tier.PROVED_GIVEN,
)
