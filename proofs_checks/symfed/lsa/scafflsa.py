"""SCAFFLSA as it must read, and what the printed signs do."""

from proofs_checks.argo.scafflsa import LEARNS, STABLE, STEP_TEX
from proofs_checks.symfed.scaffold.contraction import of_matrix, r
from symfed.checks import CounterexampleSearch, Induction, Part, SymbolicIdentity
from symfed.checks.instances.controlled_rounds import by_rule, round_cases
from symfed.checks.instances.coordinates import coordinates
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, gamma, lam
from symfed.core.verdict import Tier
from symfed.models.algorithms import get_algorithm
from symfed.models.printed import scafflsa_as_printed

x, g, xi, end, following = coordinates("x g xi x_end x_next")


def as_scaffold(rule, start=0, turned=-1):
    """The rule's step and control update with -xi for xi, in one polynomial: the update's mark is a factor H + 1, which no step has."""
    step = rule.step(x=x, g=g, xi=turned * xi, x_start=start, gamma=gamma, H=H)
    return step + (H + 1) * turned * rule.control(turned * xi, end, start, following, gamma, H)


def scaffold():
    return as_scaffold(get_algorithm("scaffold"), turned=1)


mended = get_algorithm("scafflsa")
algorithm = Claim(
    id="symfed-scafflsa-algorithm",
    kind="algorithm",
    says="With the control update's sign turned SCAFFLSA is Scaffold on the drifts A x - b, its control variates xi being Scaffold's -xi: it converges, "
    "and one step teaches a control variate the client's own drift. Turning the sign in the local step instead gives Scaffold itself.",
    printed=Printed(
        "symfed",
        "SCAFFLSA, as it must read",
        STEP_TEX.replace(r"\xi_t", r"\xi_t^c") + r";\quad\xi_{t+1}^c=\xi_t^c+\frac1{\eta H}(\theta_{t+1}-\theta_{t,H}^c),\quad\xi_0^c=0",
    ),
    statement={"Scaffold": mended, "learns": mended, "stable": mended},
    under=Domain((), "control variates of sum zero; symmetric matrices and gamma L <= 1 for the eigenvalues"),
    uses=("symfed-scaffold-contraction",),
    checks=(
        Part("Scaffold", SymbolicIdentity(scaffold, as_scaffold, scope="both rules, any drift")),
        Part("learns", LEARNS),
        Part("stable", STABLE),
    ),
    controls={"as printed": dict.fromkeys(("Scaffold", "learns", "stable"), scafflsa_as_printed)},
    reduction="symmetric matrices contract for every H (symfed-scaffold-contraction, through this identity)",
    expect=Tier.PROVED,
)


def doubled(i, factor=lambda gamma, H, a: 2 - r(gamma, H, a)):
    """y_c after a round of equal clients, from e = 0: every control variate's distance from its own ideal, times the factor of A."""
    _, y = i.deviations(i.state)
    return sum_free(y) @ of_matrix(factor, i, i.problem.hessian_matrices[0]).T


def sum_free(y):
    return y - y.sum(axis=0) / len(y)


def as_printed_round(i):
    """The same by the printed rule, whose control variates are Scaffold's with the other sign."""
    turned = type(i)(i.problem, i.gamma, i.H, i.mu, i.L, i.start, -i.controls)
    after = by_rule(scafflsa_as_printed, turned)
    after[1:] = -after[1:]
    return i.deviations(after)[1]


printed_signs = Claim(
    id="symfed-scafflsa-as-printed",
    kind="identity",
    says="The printed signs on equal clients: a round multiplies a control variate's distance from its ideal by 1 + (1-(1-eta a)^H)/(eta a H), which is "
    "above one for every curvature, step size and H, and two for H = 1.",
    printed=Printed(
        "symfed",
        "SCAFFLSA with the printed signs",
        r"\xi_{t+1}^c-\xi_\star^c=\Big(1+\frac{1-(1-\eta a)^H}{\eta aH}\Big)(\xi_t^c-\xi_\star^c)\qquad(A^c=A,\ a\text{ an eigenvalue of }A)",
    ),
    statement={"rounds": doubled, "above one": lambda h: h / h},
    under=Domain((gamma * lam <= 1,), "clients with the same symmetric matrix; control variates of sum zero"),
    checks=(
        Part(
            "rounds",
            CounterexampleSearch(
                lambda d, N: round_cases(d, N, homogeneous=True), as_printed_round, scope="exact rounds", sizes=((1, 2), (2, 2), (2, 3))
            ),
        ),
        Part("above one", Induction(lambda n: (1 - gamma * lam) ** n, 1 - gamma * lam, scope="1 - (1 - eta a)^H >= 0")),
    ),
    controls={
        "Scaffold's factor": {"rounds": lambda i: doubled(i, r), "above one": lambda h: 0 * h},
        "a factor of two": {"rounds": lambda i: doubled(i, lambda gamma, H, a: 2 * a / a), "above one": lambda h: 1 - h * gamma * lam},
    },
    reduction="the factor is 2 - r, r that of Scaffold; (1 - eta a)^H < 1 wherever a > 0",
    expect=Tier.PROVED,
)
