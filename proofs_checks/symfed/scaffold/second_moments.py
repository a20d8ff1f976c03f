"""Second moments of Scaffold's law one order further: where local steps and heterogeneity enter, and where they do not."""

from dataclasses import replace

import sympy as sp

from proofs_checks.symfed.scaffold import uniform
from proofs_checks.symfed.scaffold.covariance import QUADRATICS, between, own, state_control
from symfed.checks import CoefficientMatch, CounterexampleSearch, RemainderOrder, complete_identity
from symfed.checks.classes import MEAN_CURVED, QUADRATIC_ADDITIVE, ZERO_SUM
from symfed.checks.control_readings import ControlReading, PerStep, on_pairs, on_pairs_alone, times_gamma
from symfed.checks.every_dimension import IdentityInEveryDimension, on_tensors, on_tensors_of_two, second_moment_of_controls
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.identity import as_printed
from symfed.checks.readings import fine_second_moment, on_jets
from symfed.claims import EVERYTHING, Claim, Domain, Lemma, Tier, printed_at
from symfed.core.supposed import remembered
from symfed.core.symbols import C, ClientMean, H, L, N, a, gamma
from symfed.derive.expansion import coefficients, expansion_terms
from symfed.strategies import instances
from symfed.strategies.standard import heterogeneous_quadratics

STEPS = Domain((gamma * H * L <= 1,), (QUADRATIC_ADDITIVE,))


def spread(p):
    """The first coefficient of Sigma^x, A C/N."""
    return p.lyapunov(p.hessian, p.noise) / p.N


def second_moment(p, gamma, H, square=1, steps=1):
    """Sigma^x to gamma^2: the second coefficient solves A X + X A = A Sigma_1 A. `square` and `steps` only serve wrong variants."""
    bent = p.product(p.product(p.hessian, spread(p)), p.hessian)
    return gamma * spread(p) + square * gamma**2 * steps * p.lyapunov(p.hessian, bent)


def of_quadratics(quantity, order, reading=on_tensors):
    """The check of a moment's terms on quadratic clients with additive noise, which are all that the claims here speak of."""
    return IdentityInEveryDimension(second_moment_of_controls("scaffold", quantity, order), reading, covers=EVERYTHING)


@remembered
def squared_steps():
    """The coefficient of gamma^3 H^2 in Sigma^x, whatever the losses."""
    return sp.expand(expansion_terms("scaffold", "second_moment", 3)[2]).coeff(H, 2)


THIRD = (6 * ClientMean(C) * ClientMean(a) ** 2 + 5 * ClientMean(C) * ClientMean(a**2) - 12 * ClientMean(a) * ClientMean(C * a)) / (
    24 * N * ClientMean(a)
) + ClientMean(C * a**2) / (24 * N * ClientMean(a))


def settled():
    """Problems whose remainder keeps its sign as H grows: that of the first changes it, so that no order is seen of it."""
    return heterogeneous_quadratics()[1:]


def squared(**changes):
    """Sigma^x to gamma^2, or with something changed, and what it leaves out."""
    terms = (lambda p, gamma, H: second_moment(p, gamma, H, **changes)) if changes else second_moment
    return Expansion(terms, gamma**3 * H**2)


iterates = Claim(
    id="symfed-scaffold-quadratic-second-moment",
    kind="expansion",
    says="On quadratics of any dimension the second moment to gamma^2 is that of one step a round: no H, no heterogeneity. H enters with gamma^3 H^2.",
    printed=printed_at(
        "second moment of Scaffold's iterates",
        r"\bar\Sigma^x=\gamma\Sigma_1+\gamma^2\Sigma_2+O(\gamma^3H^2),\quad A\Sigma_1+\Sigma_1A=\tfrac1NC,\ A\Sigma_2+\Sigma_2A=A\Sigma_1A"
        r";\qquad d=1:\ [\gamma^3H^2]\bar\Sigma^x="
        r"\frac{6\langle C\rangle\langle a\rangle^2+5\langle C\rangle\langle a^2\rangle-12\langle a\rangle\langle Ca\rangle+\langle Ca^2\rangle}{24N\langle a\rangle}",
    ),
    under=uniform.SHORT & uniform.ADDITIVE,
    uses=(uniform.THEOREM,),
    lemmas=(
        Lemma(
            "quadratics",
            squared(),
            (
                uniform.quadratics_leave(),
                CounterexampleSearch(
                    instances,
                    lambda i: coefficients("scaffold", i.problem.jets, "second_moment", 2, i.H)[1] * i.gamma**2,
                    lambda statement, i: on_jets(statement, i) - i.gamma * spread(i.problem.jets),
                    scope="the derived coefficient of gamma^2, d <= 3",
                    examples=6,
                ),
                CoefficientMatch(heterogeneous_quadratics, fine_second_moment("scaffold"), 2, scope=QUADRATICS),
                RemainderOrder(settled, fine_second_moment("scaffold"), scope=QUADRATICS, rounds=(8, 16, 32, 64)),
            ),
            {
                "H times": replace(squared(), terms=lambda p, gamma, H: second_moment(p, gamma, H, steps=H)),
                "a factor 2": squared(square=2),
                "first order alone": squared(square=0),
            },
        ),
        Lemma(
            "third order",
            THIRD,
            complete_identity(squared_steps, as_printed, scope="d = 1, as it is printed, symbolic N and client jets"),
            {"twice": 2 * THIRD, "no H^2": sp.S.Zero, "<C><a> for <Ca>": THIRD.subs(ClientMean(C * a), ClientMean(C) * ClientMean(a))},
        ),
    ),
    see=("iccopt-cov-x", "symfed-scaffold-second-order-second-moment"),
    expect=Tier.PROVED_GIVEN,
)


def cross(p, gamma, H, push=1, noise=1, turned=False):
    """E[(x - x*)(xi_c - xi_c*)'] to gamma^2; the other parameters only serve wrong variants."""
    gap, noises = p.hessians - p.hessian, p.product(p.hessians, p.noise_covariance)
    bent = p.product(p.hessian, spread(p))
    square = p.lyapunov(p.hessian, p.product(bent, p.hessian))
    pushed = p.product(gap, bent) if turned else p.product(bent, gap)
    second = push * (H + 1) * pushed / 2 - p.product(square, gap) - noise * (H - 1) * (noises - p.mean(noises)) / (2 * p.N)
    return state_control(p, gamma, H) + gamma**2 * second


def anticommutator(p):
    return p.product(p.hessians, p.noise_covariance) + p.product(p.noise_covariance, p.hessians)


def own_next(p, gamma, H, sign=1, steps=1):
    """E[(xi_c - xi_c*)(xi_c - xi_c*)'] to gamma; the other parameters only serve wrong variants."""
    gap, M = p.hessians - p.hessian, anticommutator(p)
    lost = (p.N - 2) * M / p.N + p.mean(M) / p.N
    return own(p, gamma, H) + gamma * (sign * p.product(p.product(gap, spread(p)), gap) - steps * (H - 1) * lost / (2 * H))


def between_next(one, other, p, gamma, H, sign=1, steps=1):
    """E[(xi_c - xi_c*)(xi_k - xi_k*)'] of two clients to gamma; the other parameters only serve wrong variants."""
    M, their = p.mean(anticommutator(p)), [p.product(c.hessian, c.noise) + p.product(c.noise, c.hessian) for c in (one, other)]
    lost = (M - their[0] - their[1]) / p.N
    bent = p.product(p.product(one.hessian - p.hessian, spread(p)), other.hessian - p.hessian)
    return between(one, other, p, gamma, H) + gamma * (sign * bent - steps * (H - 1) * lost / (2 * H))


def squares(terms):
    """The covariance of x and xi_c to gamma^2, and what it leaves out at a fixed number of local steps."""
    return Expansion(terms, gamma**3, fixed=(H,))


def to_gamma(terms):
    """A second moment of control variates to gamma, and what it leaves out at a fixed number of local steps."""
    return Expansion(terms, gamma**2, fixed=(H,))


ANALYTIC = "symfed-expansion-remainder-quadratics"


def leaving(quantity, order, reading=on_tensors):
    """The check that these terms leave O(gamma^(order + 1)) at a fixed number of local steps."""
    return RemainderAtFixedH("scaffold", quantity, order, ANALYTIC, lambda *_: of_quadratics(quantity, order, reading), quadratic=True)


control_variates = Claim(
    id="symfed-scaffold-covariances-second-order",
    kind="expansion",
    says="On quadratics the next orders: that of x and xi_c grows like H; the coefficients of gamma for the control variates are bounded in H.",
    printed=printed_at(
        "second order of the covariances that hold control variates",
        r"[\gamma^2]\bar\Sigma^{x,\xi}_{(c)}=\tfrac{H+1}2A\Sigma_1(A_c-A)-\Sigma_2(A_c-A)-\tfrac{H-1}{2N}\big(A_cC_c-\langle A_jC_j\rangle\big),\quad "
        r"[\gamma]\bar\Sigma^\xi_{(c,c')}=(A_c-A)\Sigma_1(A_{c'}-A)-\tfrac{H-1}{2H}\big(1_{c=c'}M_c-\tfrac1N(M_c+M_{c'}-\langle M\rangle)\big),\ "
        r"M_c=A_cC_c+C_cA_c",
    ),
    under=STEPS & Domain((), (MEAN_CURVED, ZERO_SUM)),
    lemmas=(
        Lemma(
            "x and one client",
            squares(cross),
            (
                leaving("state_control_moment", 2),
                CoefficientMatch(heterogeneous_quadratics, ControlReading("scaffold", "cross"), 2, scope=QUADRATICS),
                RemainderOrder(heterogeneous_quadratics, ControlReading("scaffold", "cross"), scope=QUADRATICS),
            ),
            {
                "sign turned": squares(lambda p, gamma, H: cross(p, gamma, H, push=-1)),
                "factors exchanged": squares(lambda p, gamma, H: cross(p, gamma, H, turned=True)),
                "noise left out": squares(lambda p, gamma, H: cross(p, gamma, H, noise=0)),
            },
        ),
        Lemma(
            "one client",
            to_gamma(own_next),
            (
                leaving("control_second_moment", 1),
                CoefficientMatch(heterogeneous_quadratics, ControlReading("scaffold", "own"), 2, times_gamma, scope=QUADRATICS),
                RemainderOrder(heterogeneous_quadratics, PerStep(ControlReading("scaffold", "own")), scope=QUADRATICS),
            ),
            {
                "sign turned": to_gamma(lambda p, gamma, H: own_next(p, gamma, H, sign=-1)),
                "H for H/(H - 1)": to_gamma(lambda p, gamma, H: own_next(p, gamma, H, steps=H)),
                "noise left out": to_gamma(lambda p, gamma, H: own_next(p, gamma, H, steps=0)),
            },
        ),
        Lemma(
            "two clients",
            to_gamma(between_next),
            (
                leaving("control_cross_moment", 1, on_tensors_of_two),
                CoefficientMatch(heterogeneous_quadratics, ControlReading("scaffold", "between"), 2, on_pairs, scope=QUADRATICS),
                RemainderOrder(
                    heterogeneous_quadratics, PerStep(ControlReading("scaffold", "between")), reading=on_pairs_alone, scope=QUADRATICS
                ),
            ),
            {
                "sign turned": to_gamma(lambda one, other, p, gamma, H: between_next(one, other, p, gamma, H, sign=-1)),
                "H for H/(H - 1)": to_gamma(lambda one, other, p, gamma, H: between_next(one, other, p, gamma, H, steps=H)),
                "noise left out": to_gamma(lambda one, other, p, gamma, H: between_next(one, other, p, gamma, H, steps=0)),
            },
        ),
    ),
    uses=(ANALYTIC,),
    see=("symfed-scaffold-state-control-covariance", "symfed-scaffold-control-covariance", "symfed-scaffold-quadratic-second-moment"),
    expect=Tier.PROVED_GIVEN,
)
