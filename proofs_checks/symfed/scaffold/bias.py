"""Scaffold's bias and second moment beyond the first order, d = 1, any number of clients that differ."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

import flint
import sympy as sp

from proofs_checks.aistats.quantities import x
from proofs_checks.symfed.second_order import t2, v1, v2
from symfed.checks import RemainderOrder, SymbolicIdentity
from symfed.checks.classes import DRAWS, MEAN_CURVED, ZERO_SUM, smooth_samples, xi_c
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import AsDerived, RemainderAtFixedH
from symfed.checks.identity import as_printed
from symfed.checks.readings import LawReading
from symfed.checks.series import Derived, derived, typed
from symfed.claims import ONE_DIMENSION, Claim, Domain, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import C2, K3, C, ClientMean, H, N, a, b, gamma, q, r
from symfed.derive.expansion import expand
from symfed.models.problems import ScalarProblem
from symfed.reference.quadrature import stationary_quadrature
from symfed.strategies.standard import bent_scalars
from symfed.theorems import Assumed, Define
from symfed.theorems.sequences import linear_combination
from symfed.theorems.vocabulary import Mean, sample_grad, sequence

#: What the expansions to second order assume.
SEVEN = smooth_samples("seven")
SMOOTH = Domain((), (MEAN_CURVED, SEVEN, *DRAWS, ZERO_SUM))
THEOREM = "symfed-expansion-remainder-controls"
TWO = "quadrature in (theta, xi), d = 1, N = 2"
THREE = "quadrature in (theta, xi_1, xi_2), d = 1, N = 3"

# By hand. theta and every control variate have a stationary mean, so the mean gradients of a client's round average to -E xi_c, and these
# to zero over clients. With e = theta - theta*, d_c = xi_c - xi_c* and u_h what client c adds to e in h steps, to the orders that count,
#     E d_c^2 = ((1 - 2/N) C_c + <C>/N)/H,    E e d_c = gamma (C_c - <C>/2 - a_c <C>/(2<a>))/N,    E u_h = O(gamma^3),
#     E u_h^2 = gamma^2 (h C_c + h^2 E d_c^2),    E e u_h = -gamma h (a_c E e^2 + E e d_c) = -gamma^2 h (C_c - <C>/2)/N,
# and the mean over clients and steps of f_c'(theta* + e + u_h) is zero: what u_h adds there is `within` below, half f_c''' times
# 2 E e u_h + E u_h^2; all else is as it is for SGD, which is one local step.
mean_h, mean_h2 = (H - 1) / 2, (H - 1) * (2 * H - 1) / 6
remembered = ((1 - 2 / N) * ClientMean(b * C) + ClientMean(b) * ClientMean(C) / N) / H
crossed = (ClientMean(b * C) - ClientMean(b) * ClientMean(C) / 2) / N
within = (mean_h * ClientMean(b * C) + mean_h2 * remembered - 2 * mean_h * crossed) / 2
w1, w2, s2 = v1, v2.subs(H, 1), t2.subs(H, 1)  # what SGD's second and third moments are to the order that counts
x1 = -ClientMean(b) * w1 / (2 * ClientMean(a))
x2 = -(within + ClientMean(b) * w2 / 2 + ClientMean(q) * s2 / 6 + ClientMean(r) * w1**2 / 8) / ClientMean(a)
BIAS, SECOND_MOMENT = gamma * x1 + gamma**2 * x2, gamma * w1 + gamma**2 * w2
NOISE_WITHIN = (H - 1) * (5 * H - 1) / (12 * H) * ((1 - 2 / N) * ClientMean(b * C) + ClientMean(b) * ClientMean(C) / N)


def cubed(terms):
    """Terms to order gamma^2, and what they leave out at a fixed number of local steps."""
    return Expansion(terms, gamma**3, fixed=(H,))


@lru_cache(maxsize=256)
def _law(digits, problem, gamma, H):
    """One law, kept: checks look at it for both moments, for the claim and for every wrong variant."""
    return stationary_quadrature("scaffold", problem, gamma, H, digits=digits)


@dataclass(frozen=True)
class _Solver:
    """A law to so many digits of its spread: about a second for two clients, some seconds for three."""

    digits: int

    def __call__(self, algorithm, problem, gamma, H):
        return _law(self.digits, problem, gamma, H)


def scaffold_law(quantity, digits):
    """The "bias" or the "second_moment" of Scaffold, and the difference of two resolutions as its error."""
    return LawReading("scaffold", quantity, _Solver(digits))


@cache
def two_clients():
    """The first two of `bent_scalars`: there products average to products, and the coefficient 1 - 2/N vanishes."""
    (all_of_them,) = bent_scalars()
    return (ScalarProblem(all_of_them.samples[:2], all_of_them.weights[:2]),)


def against_two(quantity, reading, steps, digits):
    """The order of what is left, for two clients."""
    return RemainderOrder(two_clients, scaffold_law(quantity, digits), reading=reading, steps=steps, first=Fraction(1, 4096), scope=TWO)


def against_three(quantity, first, digits):
    """The order of what is left of a second order, for three clients and with smaller steps."""
    return RemainderOrder(bent_scalars, scaffold_law(quantity, digits), reading=typed, steps=(5,), first=first, halvings=3, scope=THREE)


# digits of the spread: a thousandth of gamma^3 at 2^-16, or at 2^-21 for three clients, is 4e-18 or 1e-22, and a spread is below 1/100 or
# 1/1000; a thousandth of gamma^4 at 2^-16 is 5e-23
def second(quantity):
    """Both orders of what a second order leaves."""
    return against_two(quantity, typed, (2, 5), 19), against_three(quantity, Fraction(1, 2**18), 18)


second_order = Claim(
    id="symfed-scaffold-second-order-bias",
    kind="expansion",
    says="Scaffold's bias to order gamma^2 is SGD's and one term more, in which H stands: noise that clients see by themselves. Clients' gradients and "
    "Hessians enter by their means alone; <bC> tells whether noisy clients are the bent ones.",
    printed=printed_at(
        "second order, bias of Scaffold, d = 1",
        r"\bar\theta_{sto}-\theta^\star=\Big[\text{the bias of SGD to order }\gamma^2\Big]-\frac{\gamma^2}{\langle a\rangle}"
        r"\frac{(H-1)(5H-1)}{12H}\Big(\big(1-\tfrac2N\big)\langle bC\rangle+\tfrac1N\langle b\rangle\langle C\rangle\Big)+O(\gamma^3)",
    ),
    under=SMOOTH,
    uses=(THEOREM,),
    statement=cubed(BIAS),
    ranges=ONE_DIMENSION,
    checks=(
        RemainderAtFixedH("scaffold", "bias", 2, THEOREM),
        SymbolicIdentity(
            lambda: expand("sgd", "bias", 2) - gamma**2 * NOISE_WITHIN / ClientMean(a),
            as_printed,
            scope="SGD's expansion and one term more",
        ),
        *second("bias"),
    ),
    wrong={
        "sign of gamma^2 turned": cubed(BIAS.subs(gamma, -gamma)),
        "first order alone": cubed(gamma * x1),
        "H + 1 for H": cubed(BIAS.subs(H, H + 1)),
        "1/N dropped": cubed(BIAS.subs(N, 1)),
        "FedAvg's noise within a round": cubed(gamma * x1 + gamma**2 * (x2 + (within - mean_h * ClientMean(b * C) / 2) / ClientMean(a))),
        "control variates without noise": cubed(gamma * x1 + gamma**2 * (x2 + mean_h2 * remembered / (2 * ClientMean(a)))),
        "SGD's": cubed(BIAS.subs(H, 1)),
        "mean noise and mean curvature": cubed(BIAS.subs(ClientMean(b * C), ClientMean(b) * ClientMean(C))),
        "third cumulant left out": cubed(BIAS.subs(ClientMean(K3), 0)),
    },
    expect=Tier.PROVED_GIVEN,
)

second_moment = Claim(
    id="symfed-scaffold-second-order-second-moment",
    kind="expansion",
    says="To order gamma^2 Scaffold's second moment about theta* is that of SGD on N clients: neither H nor heterogeneity enters.",
    printed=printed_at(
        "second order, second moment of Scaffold, d = 1",
        r"\bar\Sigma_{sto}=\big[\text{the second moment of SGD}\big]+O(\gamma^3),\quad\text{any }H",
    ),
    under=SMOOTH,
    uses=(THEOREM,),
    statement=cubed(SECOND_MOMENT),
    ranges=ONE_DIMENSION,
    checks=(
        RemainderAtFixedH("scaffold", "second_moment", 2, THEOREM),
        SymbolicIdentity(lambda: expand("sgd", "second_moment", 2), as_printed, scope="the same in SGD's expansion"),
        *second("second_moment"),
    ),
    wrong={
        "first order alone": cubed(gamma * w1),
        "FedAvg's": cubed(gamma * v1 + gamma**2 * v2),
        "growing with H": cubed(SECOND_MOMENT + gamma**2 * (H - 1) * ClientMean(a) * w1 / 2),
        "1/N dropped": cubed(SECOND_MOMENT.subs(N, 1)),
        "noise of constant covariance": cubed(SECOND_MOMENT.subs(ClientMean(C2), 0)),
        "third cumulant left out": cubed(SECOND_MOMENT.subs(ClientMean(K3), 0)),
    },
    expect=Tier.PROVED_GIVEN,
)


def third(quantity, **changes):
    """A moment to third order as it is derived, or with one thing changed, and what that leaves out."""
    return Expansion(Derived("scaffold", quantity, 3, **changes), gamma**4, fixed=(H,))


def moment(name, quantity):
    """That the derived terms of a moment leave O(gamma^4)."""
    return Lemma(
        name,
        third(quantity),
        (RemainderAtFixedH("scaffold", quantity, 3, THEOREM, AsDerived), against_two(quantity, derived, (2,), 21)),
        {
            "third order left out": third(quantity, changed=((3, flint.fmpq(0)),)),
            "third order off by a hundredth": third(quantity, changed=((3, flint.fmpq(101, 100)),)),
            "third order with the other sign": third(quantity, changed=((3, flint.fmpq(-1)),)),
            "second order off by a millionth": third(quantity, changed=((2, 1 + flint.fmpq(1, 10**6)),)),
            "H + 1 for H": third(quantity, more_steps=1),
            "N + 1 for N": third(quantity, more_clients=1),
        },
    )


third_order = Claim(
    id="symfed-scaffold-third-order",
    kind="expansion",
    says="Scaffold's bias and second moment to order gamma^3, as derived, leave O(gamma^4) at fixed H; here H enters the second moment too.",
    printed=printed_at(
        "third order, Scaffold",
        r"\bar\theta_{sto}-\theta^\star=\sum_{j\le3}\gamma^jx_j+O(\gamma^4),\quad\bar\Sigma_{sto}=\sum_{j\le3}\gamma^jv_j+O(\gamma^4)",
    ),
    under=Domain((), (MEAN_CURVED, smooth_samples("nine"), *DRAWS, ZERO_SUM)),
    uses=(THEOREM,),
    lemmas=(moment("bias", "bias"), moment("second moment", "second_moment")),
    see=("symfed-scaffold-second-order-bias", "symfed-scaffold-second-order-second-moment"),
    expect=Tier.PROVED_GIVEN,
)


def with_one_step(quantity):
    """That Scaffold's expansion at this number of local steps is SGD's."""
    return crosscheck(
        quantity.replace("_", " "),
        1,
        SymbolicIdentity(
            lambda: expand("sgd", quantity, 3),
            lambda steps: expand("scaffold", quantity, 3).subs(H, steps),
            scope=f"d = 1, {quantity.replace('_', ' ')} to order gamma^3",
        ),
        {"two local steps": 2, "three local steps": 3},
    )


one_step_w = sequence("one_step_w", "a round of one local step of Scaffold with samples, from a point")
SGD_STEP = sp.Eq(one_step_w(x), x - gamma * Mean(sample_grad(0, x)), evaluate=False)

one_step = Claim(
    id="symfed-scaffold-one-local-step",
    kind="limit",
    says="With one local step theta follows SGD: the control variates cancel in the mean.",
    printed=printed_at("one local step", r"H=1:\quad\theta^{t+1}=\theta^t-\tfrac\gamma N\sum_c\nabla F_c^{z_c}(\theta^t)"),
    under=Domain((), (ZERO_SUM, *DRAWS)),
    statement=SGD_STEP,
    lemmas=(with_one_step("bias"), with_one_step("second_moment")),
    follows=(
        Assumed("zero sum", ZERO_SUM),
        Define("one step", sp.Eq(one_step_w(x), Mean(x - gamma * (sample_grad(0, x) + xi_c))), "the mean of the clients' ends"),
        linear_combination("SGD", one_step_w(x), SGD_STEP.rhs, {"one step": 1, "zero sum": -gamma}),
    ),
    expect=Tier.PROVED,
)
