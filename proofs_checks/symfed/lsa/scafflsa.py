"""SCAFFLSA as it must read, and what the printed signs do."""

from dataclasses import replace

from proofs_checks.argo.printed import scafflsa_as_printed
from proofs_checks.argo.scafflsa import LEARNS, STABLE, STEP_TEX
from proofs_checks.symfed.scaffold.eigenvalues import spectral_parts
from symfed.checks import CounterexampleSearch, Induction, SymbolicIdentity
from symfed.checks.classes import EQUAL_HESSIANS, ZERO_SUM
from symfed.checks.every_dimension import ControlErrors, IdentityInEveryDimension, on_one_matrix
from symfed.claims import EVERYTHING, Claim, Class, Domain, Lemma, Tier, crosscheck, printed_at, stands
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, a, gamma
from symfed.models.algorithms import get_algorithm
from symfed.strategies.control_variates import by_rule, round_cases

x, g, xi, end, following, mean_g = coordinates("x g xi x_end x_next mean_g")


def as_scaffold(rule, start=0, turned=-1):
    """The rule's step and control update with -xi for xi, in one polynomial: the update's mark is a factor H + 1, which no step has."""
    step = rule.step(x=x, g=g, xi=turned * xi, x_start=start, gamma=gamma, H=H)
    return step + (H + 1) * turned * rule.control(turned * xi, end, start, following, gamma, H)


def scaffold():
    return as_scaffold(get_algorithm("scaffold"), turned=1)


def learned(rule):
    """A control variate after a round of one step, control variates being of mean zero: theta moves by -gamma times the mean drift."""
    after = rule.step(x=x, g=g, xi=xi, x_start=x, gamma=gamma, H=1)
    return rule.control(xi, after, x, x - gamma * mean_g, gamma, 1)


mended = get_algorithm("scafflsa")
algorithm = Claim(
    id="symfed-scafflsa-algorithm",
    kind="algorithm",
    says="With the control update's sign turned SCAFFLSA is Scaffold on the drifts A x - b, its control variates xi being Scaffold's -xi, and one step "
    "teaches a control variate the client's own drift less the mean of all.",
    printed=printed_at(
        "SCAFFLSA, as it must read",
        STEP_TEX.replace(r"\xi_t", r"\xi_t^c") + r";\quad\xi_{t+1}^c=\xi_t^c+\frac1{\eta H}(\theta_{t+1}-\theta_{t,H}^c),\quad\xi_0^c=0",
    ),
    under=Domain(classes=(replace(ZERO_SUM, contains=None, outside=None),)),
    lemmas=(
        Lemma(
            "Scaffold",
            mended,
            SymbolicIdentity(scaffold, as_scaffold, scope="both rules, any drift"),
            {"as printed": scafflsa_as_printed},
        ),
        Lemma(
            "learns",
            mended,
            SymbolicIdentity(lambda: g - mean_g, learned, scope="one local step, any drift"),
            {"as printed": scafflsa_as_printed},
        ),
        crosscheck("rounds", mended, LEARNS, {"as printed": scafflsa_as_printed}),
        crosscheck("stable", mended, STABLE, {"as printed": scafflsa_as_printed}, given=Domain((gamma * L <= 1,), (ZERO_SUM,))),
    ),
    see=("symfed-scaffold-contraction",),
    expect=Tier.PROVED,
)


def keeps(a, gamma, H):
    """What Scaffold keeps of a control variate's distance from its ideal, along an eigenvector."""
    return 1 - (1 - (1 - gamma * a) ** H) / (gamma * a * H)


def doubled(i, factor=lambda a, gamma, H: 2 - keeps(a, gamma, H)):
    """y_c after a round, from e = 0: every control variate's distance from its own ideal, times the factor of A."""
    _, y = i.deviations(i.state)
    of_A = sum(factor(value, i.gamma, i.H) * projection for value, projection in spectral_parts(i.problem.hessian_matrices[0]))
    return (y - y.sum(axis=0) / len(y)) @ of_A.T


def as_printed_round(i):
    """y_c after a round of the printed rule, whose control variates are Scaffold's with the other sign."""
    turned = type(i)(i.problem, i.gamma, i.H, i.mu, i.L, i.start, -i.control_variates)
    after = by_rule(scafflsa_as_printed, turned)
    after[1:] = -after[1:]
    return i.deviations(after)[1]


def turned(p, gamma, H, sign=1, two=False):
    """y_c after a round of the printed rule, y_c before being p.gradients: each of mean zero, all clients with one matrix."""
    q, y = p.power(p.identity() - gamma * p.hessians, H), p.gradients
    return 2 * y if two else y + sign * p.apply(p.identity() - q, p.solve_each(p.hessians, y)) / (gamma * H)


SAME_MATRIX = Class(EQUAL_HESSIANS.says, EQUAL_HESSIANS.contains, round_cases)
printed_signs = Claim(
    id="symfed-scafflsa-as-printed",
    kind="identity",
    says="The printed signs on clients with one symmetric matrix: a round multiplies a control variate's distance from its ideal, along an eigenvector of "
    "eigenvalue a <= 1/eta, by 1 + (1-(1-eta a)^H)/(eta a H), which is at least 1 + 1/H, and two for H = 1.",
    printed=printed_at(
        "SCAFFLSA with the printed signs",
        r"\xi_{t+1}^c-\xi_\star^c=\Big(1+\frac{1-(1-\eta a)^H}{\eta aH}\Big)(\xi_t^c-\xi_\star^c)\qquad(A^c=A,\ a\text{ an eigenvalue of }A)",
    ),
    under=Domain((gamma * L <= 1,), (SAME_MATRIX, ZERO_SUM)),
    lemmas=(
        Lemma(
            "factor",
            turned,
            IdentityInEveryDimension(
                ControlErrors(scafflsa_as_printed), on_one_matrix, scope="the printed rule, one matrix of any size", alike=True
            ),
            {
                "Scaffold's": lambda p, gamma, H: turned(p, gamma, H, sign=-1),
                "two": lambda p, gamma, H: turned(p, gamma, H, two=True),
                "transposed": lambda p, gamma, H: turned(p, gamma, H) + p.apply(p.hessian - p.transpose(p.hessian), p.gradients),
            },
            says="1 + (1-(1-eta a)^H)/(eta a H) as a function of the matrix: by that an eigenvector of eigenvalue a is multiplied",
        ),
        Lemma(
            "at least 1 + 1/H",
            lambda H: 1 - gamma * a,
            Induction(lambda H: (1 - gamma * a) ** H, 1 - gamma * a, scope="all H >= 1, one eigenvalue", covers=EVERYTHING),
            {"twice the eigenvalue": lambda H: 1 - 2 * gamma * a},
            says="(1 - eta a)^H <= 1 - eta a, a an eigenvalue",
            given=stands("a an eigenvalue of A, which is at most L", gamma * a <= 1),
        ),
        crosscheck(
            "rounds",
            doubled,
            CounterexampleSearch(
                lambda d, N: round_cases(d, N, homogeneous=True), as_printed_round, scope="exact rounds", sizes=((1, 2), (2, 2), (2, 3))
            ),
            {"Scaffold's factor": lambda i: doubled(i, keeps), "a factor of two": lambda i: doubled(i, lambda a, gamma, H: 2 * a / a)},
        ),
    ),
    expect=Tier.PROVED,
)
