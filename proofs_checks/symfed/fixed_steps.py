"""What expansions at a fixed number of local steps leave: one theorem for stochastic gradients, with its cases; the proofs stand in
docs/remainders_any_order.md."""

import flint
import sympy as sp

from proofs_checks.symfed.formal_residual import FormalResidual
from symfed.checks.classes import (
    DRAWS,
    FOURTH_MOMENT,
    LIPSCHITZ_THIRD,
    MEAN_CURVED,
    QUADRATIC,
    QUADRATIC_ADDITIVE,
    SMOOTH_TO,
    ZERO_SUM,
    smooth_clients,
    smooth_samples,
)
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import AsDerived, RemainderAtFixedH
from symfed.checks.series import Derived
from symfed.claims import ANYWHERE, Claim, Domain, InWords, Lemma, Tier, printed_at
from symfed.core.supposed import DRAWN_ANEW
from symfed.core.symbols import H, gamma
from symfed.theorems.vocabulary import LIPSCHITZ_SAMPLES


def leaving(algorithm, quantity, order, factor=1):
    """The derived expansion to gamma^order, its last coefficient multiplied by a factor, and what it leaves at fixed H."""
    return Expansion(Derived(algorithm, quantity, order, ((order, flint.fmpq(factor)),)), gamma ** (order + 1), fixed=(H,))


def orders(algorithm, *wanted, smooth=None, quadratic=False):
    """For every (quantity, order) that the terms are the formal solution; `smooth(r)` is what a remainder gamma^r asks for."""
    return tuple(
        Lemma(
            f"{quantity.replace('_', ' ')} to gamma^{order}",
            leaving(algorithm, quantity, order),
            (RemainderAtFixedH(algorithm, quantity, order, terms=AsDerived, quadratic=quadratic), FormalResidual()),
            {
                "last coefficient left out": leaving(algorithm, quantity, order, 0),
                "last coefficient with the other sign": leaving(algorithm, quantity, order, -1),
                "last coefficient off by one in a million": leaving(algorithm, quantity, order, 1 + flint.fmpq(1, 10**6)),
            },
            given=Domain((), (smooth(order + 1),)) if smooth else ANYWHERE,
        )
        for quantity, order in wanted
    )


def samples(r):
    return smooth_samples(SMOOTH_TO[r - 1])


BOTH = tuple((quantity, order) for quantity in ("bias", "second_moment") for order in (1, 2, 3))
LINEAR = (
    "by Taylor's formula the moments m of degree at most 2r-1 satisfy M(gamma) m = v(gamma) + O(gamma^r) with polynomials M and v; M(0) is "
    "triangular by degrees with H times the Kronecker sums of the mean Hessian on its diagonal, so that m = M^-1 v + O(gamma^r), which is "
    "analytic at zero and has the coefficients that solve the equations order by order, as derived"
)

stochastic = Claim(
    id="symfed-expansion-remainder",
    kind="expansion",
    says="FedAvg and SGD at fixed H and d, for every N, or uniformly in N where averages over clients are held: derived terms below gamma^r leave O(gamma^r) "
    "for sample losses with 2r+1 bounded derivatives and gradients with all moments, if the mean loss is strongly convex. No client need be convex.",
    printed=printed_at(
        "expansions at fixed H: what they leave",
        r"\mathbb E_\pi(\theta-\theta^\star)^{\otimes k}=\sum_{j<r}\gamma^jm_k^{(j)}+O(\gamma^r)\quad(\gamma\to0,\;H,d\text{ fixed}),\qquad"
        r"\nabla^2f\ge\mu,\;|\nabla^mF_c^z|\le K\ (2\le m\le2r+1)",
    ),
    under=Domain((), (MEAN_CURVED, smooth_samples("three"), *DRAWS)),
    lemmas=orders("fedavg", *BOTH, smooth=samples),
    follows=(
        InWords(
            "for small gamma there is one stationary law, and E|e|^k <= K gamma^(k/2) for every k, since a round is e+ = Psi(e) + Z with "
            "|Psi(e)| <= (1 - c gamma)|e| + K gamma^2, E[Z | e] = 0 and E[|Z|^i | e] <= K gamma^i (1 + |e|^i), where c and K know clients by averages only"
        ),
        InWords(LINEAR),
    ),
    see=("symfed-fedavg-lipschitz-third-derivative", "symfed-fedavg-expansion-needs"),
    expect=Tier.PROVED_GIVEN,
)

controls = Claim(
    id="symfed-expansion-remainder-controls",
    kind="expansion",
    says="Scaffold at fixed H and d, for every N, or uniformly in N where averages over clients are held, control variates with mean zero: derived terms "
    "below gamma^r of the moments of theta and xi leave O(gamma^r) under the conditions that FedAvg's need.",
    printed=printed_at(
        "expansions at fixed H with control variates: what they leave",
        r"\mathbb E_\pi(\theta-\theta^\star)^{\otimes k}\otimes(\xi-\xi^\star)^{\otimes l}=\sum_{j<r}\gamma^jm_{k,l}^{(j)}+O(\gamma^r)\quad"
        r"(\gamma\to0,\;H,d\text{ fixed}),\qquad\nabla^2f\ge\mu,\;|\nabla^mF_c^z|\le K\ (2\le m\le2r+1),\;\textstyle\sum_c\xi_c=0",
    ),
    under=Domain((), (MEAN_CURVED, smooth_samples("three"), *DRAWS, ZERO_SUM)),
    lemmas=orders("scaffold", *BOTH, ("state_control_moment", 1), ("state_control_moment", 2), smooth=samples),
    follows=(
        InWords(
            "for small gamma there is one stationary law, and E|e|^k |delta|^l <= K gamma^(k/2), since delta+ is a fresh mean of gradients in which "
            "delta stands with gamma, and |e|^k + gamma^(k/2+1) |delta|^k decreases in the mean as |e|^k does without delta"
        ),
        InWords(
            LINEAR.replace("the moments m of degree at most 2r-1", "the moments m of degree at most 2r-1 in e")
            + "; those with delta add a block that is the identity at gamma = 0"
        ),
    ),
    expect=Tier.PROVED_GIVEN,
)

exact = Claim(
    id="symfed-expansion-remainder-exact-gradients",
    kind="expansion",
    says="FedAvg with exact gradients: the fixed point has the derived terms below gamma^r up to O(gamma^r) for clients with r+1 continuous derivatives "
    "near theta*, r whole, and Lipschitz gradients, if the mean loss is strongly convex.",
    printed=printed_at(
        "fixed points at fixed H: what expansions leave",
        r"\bar\theta_{det}-\theta^\star=\sum_{j<r}\gamma^jx_j+O(\gamma^r)\quad(\gamma\to0,\;H\text{ fixed}),\qquad f_c\in C^{r+1},\;\nabla^2f\ge\mu",
    ),
    under=Domain((), (MEAN_CURVED, smooth_clients(3))),
    lemmas=orders("fedavg_deterministic", ("bias", 1), ("bias", 2), ("bias", 3), smooth=lambda r: smooth_clients(r + 1)),
    follows=InWords(
        "(e - Psi(e))/(gamma H) is r times continuously differentiable in (gamma, e) near (0, 0), as steps are and their gradients have theta* + e for "
        "their argument at gamma = 0, where it is grad f(theta* + e): by the implicit function theorem its zero, the one fixed point of a "
        "contraction for small gamma, is too, and Taylor's formula has the coefficients that are derived"
    ),
    expect=Tier.PROVED_GIVEN,
)

BIAS = Derived("scaffold", "bias", 1)


def three_halves(changed=BIAS):
    """The derived bias to first order, or another, and a remainder of one half power more."""
    return Expansion(changed, gamma ** sp.Rational(3, 2), fixed=(H,))


rough = Claim(
    id="symfed-expansion-remainder-three-halves",
    kind="expansion",
    says="Scaffold's first-order bias leaves O(gamma^(3/2)) at fixed H under the least smoothness that allows it: Lipschitz third derivatives of the f_c near "
    "theta*, Lipschitz sample gradients with a fourth moment. With N = H = 1 it is SGD, where that power is attained.",
    printed=printed_at(
        "first order at fixed H: what it leaves under Lipschitz third derivatives",
        r"\mathbb E_\pi\theta-\theta^\star=\gamma x_1+O(\gamma^{3/2})\quad(\gamma\to0,\;H,N,d\text{ fixed}),\qquad\nabla^2f\ge\mu,\;"
        r"\nabla^3f_c\text{ Lipschitz near }\theta^\star",
    ),
    under=Domain((), (MEAN_CURVED, LIPSCHITZ_SAMPLES, LIPSCHITZ_THIRD, FOURTH_MOMENT, *DRAWS, ZERO_SUM)),
    lemmas=Lemma(
        "bias",
        three_halves(),
        (RemainderAtFixedH("scaffold", "bias", 1, terms=AsDerived), FormalResidual()),
        {
            "left out": three_halves(Derived("scaffold", "bias", 1, ((1, flint.fmpq(0)),))),
            "the other sign": three_halves(Derived("scaffold", "bias", 1, ((1, flint.fmpq(-1)),))),
        },
    ),
    follows=(
        InWords("for small gamma there is one stationary law, with E|e|^k |delta|^l <= K gamma^(k/2) for k + l <= 4, as with more moments"),
        InWords(
            "in the balances of E e and of E e e', divided by gamma, third derivatives and noise change by at most K|e|^3 and K gamma |e|: they are "
            "linear equations for these two moments, up to O(gamma^(3/2)), with an invertible triangular matrix"
        ),
    ),
    see=("symfed-fedavg-lipschitz-third-derivative",),
    expect=Tier.PROVED_GIVEN,
)

CLOSED = (
    "the stationary {0} solve a linear system that closes, with coefficients polynomial in gamma and an invertible matrix at gamma = 0 after division of "
    "the balance of e by gamma: they are analytic there, with the coefficients that are derived"
)
quadratic_means = Claim(
    id="symfed-expansion-remainder-quadratic-means",
    kind="expansion",
    says="On quadratic clients FedAvg's bias is analytic in gamma at zero, whatever the noise with mean zero: derived terms below gamma^r leave O(gamma^r).",
    printed=printed_at(
        "means on quadratics at fixed H",
        r"\bar\theta_{sto}-\theta^\star=\sum_{j<r}\gamma^jx_j+O(\gamma^r)\quad(\gamma\to0,\;H\text{ fixed}),\qquad f_c\text{ quadratic},\;\bar A\ge\mu",
    ),
    under=Domain((), (MEAN_CURVED, QUADRATIC, DRAWN_ANEW)),
    lemmas=orders("fedavg", ("bias", 1), ("bias", 2), ("bias", 3), quadratic=True),
    follows=InWords(CLOSED.format("means")),
    expect=Tier.PROVED_GIVEN,
)
quadratic_moments = Claim(
    id="symfed-expansion-remainder-quadratics",
    kind="expansion",
    says="On quadratic clients with additive noise second moments of FedAvg's law, and of Scaffold's with control variates of mean zero, are analytic in gamma at "
    "zero: derived terms below gamma^r leave O(gamma^r).",
    printed=printed_at(
        "second moments on quadratics at fixed H",
        r"\mathbb E_\pi\,s\otimes s=\sum_{j<r}\gamma^jm^{(j)}+O(\gamma^r),\quad s=(\theta-\theta^\star,\xi-\xi^\star)\quad(\gamma\to0,\;H,N\text{ fixed}),\qquad"
        r"\,f_c\text{ quadratic},\;\bar A\ge\mu,\;\text{additive noise}",
    ),
    under=Domain((), (MEAN_CURVED, QUADRATIC_ADDITIVE)),
    lemmas=(
        *orders("fedavg", *(("second_moment", order) for order in (1, 2, 3)), quadratic=True),
        *orders("scaffold", *(("state_control_moment", order) for order in (1, 2)), smooth=lambda r: ZERO_SUM, quadratic=True),
    ),
    follows=InWords(CLOSED.format("first and second moments, those with control variates among them,")),
    expect=Tier.PROVED_GIVEN,
)
