"""Second moments of Scaffold's iterates and control variates: the slides' expansions put right."""

from symfed.checks import CoefficientMatch, CounterexampleSearch, Part, RemainderOrder, SymbolicIdentity
from symfed.checks.control_readings import ControlReading, on_pairs, on_two_clients, times_gamma
from symfed.checks.instances.cases import heterogeneous_quadratics
from symfed.checks.readings import first_order, first_order_truth
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand, expansion_terms
from symfed.strategies import jet_cases

STEPS = Domain((gamma * H * L <= 1,), "sample losses smooth enough: bounded derivatives to order five")
QUADRATICS = "exact rational laws, d <= 3"
AT_FIXED_H = (
    "the leading coefficient is an identity in d = 1 and read off exact laws in d <= 3; the remainder is for gamma to zero at fixed H"
)


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


CROSS_CHECKS = (
    SymbolicIdentity(lambda: expand("scaffold", "state_control_moment", 1)),
    CounterexampleSearch(
        jet_cases, first_order_truth("scaffold", "state_control_moment"), first_order, scope="exact jets, d <= 3", examples=15
    ),
)
CROSS_REFERENCES = (
    CoefficientMatch(heterogeneous_quadratics, ControlReading("scaffold", "cross"), 1, scope=QUADRATICS),
    RemainderOrder(heterogeneous_quadratics, ControlReading("scaffold", "cross"), 2, scope=QUADRATICS),
)

cross = Claim(
    id="symfed-scaffold-state-control-covariance",
    kind="expansion",
    says="x and a client's control variate have the covariance -gamma/N AC (A_c - A) + gamma/N (C_c - C): both signs matter, and the order of factors.",
    printed=Printed(
        "symfed",
        "slide 'Expansion of Covariance', second line, corrected",
        r"\bar\Sigma^{x,\xi}_{(c)}=-\frac\gamma N\mathbf A\mathcal C(x_\star)\,(\nabla^2f_c(x_\star)-\nabla^2f(x_\star))"
        r"+\frac\gamma N(\mathcal C_c(x_\star)-\mathcal C(x_\star))+O(\gamma^2H)",
    ),
    statement=state_control,
    under=STEPS,
    checks=CROSS_CHECKS + CROSS_REFERENCES,
    controls={
        "first sign as on the slide": lambda p, gamma, H: state_control(p, gamma, H, sign=1),
        "both signs turned": lambda p, gamma, H: -state_control(p, gamma, H),
        "factors exchanged": lambda p, gamma, H: state_control(p, gamma, H, turned=True),
        "1/N dropped": lambda p, gamma, H: p.N * state_control(p, gamma, H),
        "factor 2 on the noise": lambda p, gamma, H: state_control(p, gamma, H, noise=2),
        "no noise term": lambda p, gamma, H: state_control(p, gamma, H, noise=0),
        "times H": lambda p, gamma, H: H * state_control(p, gamma, H),
    },
    reduction=AT_FIXED_H + "; the next coefficient is affine in H (symfed-scaffold-covariances-second-order)",
    expect=Tier.PROVED,
)

CONTROL_PARTS = {"one client": own, "two clients": between}


def leading(quantity):
    """The term without gamma that is derived from the rule."""
    return lambda: expansion_terms("scaffold", quantity, 1)[0]


CONTROL_CHECKS = (
    Part("one client", SymbolicIdentity(leading("control_second_moment"))),
    Part("two clients", SymbolicIdentity(leading("control_cross_moment"), on_two_clients, scope="d = 1, two clients, all symbolic")),
    Part("one client", CoefficientMatch(heterogeneous_quadratics, ControlReading("scaffold", "own"), 1, times_gamma, scope=QUADRATICS)),
    Part("two clients", CoefficientMatch(heterogeneous_quadratics, ControlReading("scaffold", "between"), 1, on_pairs, scope=QUADRATICS)),
    Part("one client", RemainderOrder(heterogeneous_quadratics, ControlReading("scaffold", "own"), 2, times_gamma, scope=QUADRATICS)),
    Part("two clients", RemainderOrder(heterogeneous_quadratics, ControlReading("scaffold", "between"), 2, on_pairs, scope=QUADRATICS)),
)

controls = Claim(
    id="symfed-scaffold-control-covariance",
    kind="expansion",
    says="The slides' covariances of the control variates, for noise that is smooth in x: they are of order 1/H and do not vanish with gamma.",
    printed=Printed(
        "symfed",
        "slide 'Expansion of Covariance', third and fourth line, with their missing condition",
        r"\bar\Sigma^\xi_{(c,c)}=\Big(1-\frac2N\Big)\frac1H\mathcal C_c+\frac1{NH}\mathcal C+O(\gamma),\qquad "
        r"\bar\Sigma^\xi_{(c,c')}=\frac1{NH}(\mathcal C-\mathcal C_c-\mathcal C_{c'})+O(\gamma)",
    ),
    statement=CONTROL_PARTS,
    under=STEPS,
    checks=CONTROL_CHECKS,
    controls={
        "1/H dropped": {
            "one client": lambda p, gamma, H: own(p, gamma, H, steps=1),
            "two clients": lambda one, other, p, gamma, H: between(one, other, p, gamma, H, steps=1),
        },
        "1 - 1/N for 1 - 2/N; sign turned": {
            "one client": lambda p, gamma, H: own(p, gamma, H, share=1),
            "two clients": lambda one, other, p, gamma, H: between(one, other, p, gamma, H, sign=-1),
        },
        "mean noise subtracted; H + 1 for H": {
            "one client": lambda p, gamma, H: own(p, gamma, H, mean=-1),
            "two clients": lambda one, other, p, gamma, H: between(one, other, p, gamma, H, steps=H + 1),
        },
        "independent clients": {
            "one client": lambda p, gamma, H: own(p, gamma, H, share=0, mean=0),
            "two clients": lambda one, other, p, gamma, H: 0 * between(one, other, p, gamma, H),
        },
    },
    reduction=AT_FIXED_H + ". Both sides are multiplied by gamma, so that an order of 2 is meant",
    expect=Tier.PROVED,
)
