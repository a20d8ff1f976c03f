"""How fast Scaffold contracts on quadratic clients, exactly: one round, the weighted norm, its factor, and the problems that attain it."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.symfed.scaffold import quantities
from proofs_checks.symfed.scaffold.eigenvalues import decrease, eigenvalues_outside, root, spectral_parts
from symfed.checks import Certificate, CounterexampleSearch, Induction, SymbolicIdentity, complete_identity, inequality_search
from symfed.checks.classes import ZERO_SUM
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates, on_coordinates
from symfed.core.symbols import H, L, a, g, gamma, h, lam, mu, theta
from symfed.models.algorithms import get_algorithm
from symfed.strategies.control_variates import BentRound, bent_rounds, by_rule, outsiders, rounds_of_any_sum
from symfed.theorems.vocabulary import CURVED

#: The shared class of that name, with non-members among exact rounds; mu and L bound the clients' Hessians.
QUADRATIC = Class("quadratic clients", lambda i: not isinstance(i, BentRound), bent_rounds, (CURVED,))
ROUND = Domain((), (QUADRATIC, ZERO_SUM))
STEPS = Domain((gamma * L <= 1,), (QUADRATIC, ZERO_SUM))
#: A curvature of one of the clients.
CURVATURE = Domain((sp.Le(mu, lam), sp.Le(lam, L)))
SCOPE, SIZES = "exact rounds of heterogeneous clients that do not commute, d <= 3", ((1, 1), (1, 2), (2, 2), (2, 3), (3, 2))
w = 1 - gamma * lam  # what one local step multiplies by, on curvature lambda


def q(gamma, H, a):
    """What a round of local steps multiplies the common point by."""
    return (1 - gamma * a) ** H


def r(gamma, H, a):
    """What it multiplies a client's own deviation by."""
    return 1 - (1 - q(gamma, H, a)) / (gamma * a * H)


def of_matrix(f, case, A):
    """f(gamma, H, A) by the spectrum of A."""
    return sum(f(case.gamma, case.H, value) * projection for value, projection in spectral_parts(A))


def round_of(case, q=q, r=r, centred=True):
    """x_c = q(A_c) e + r(A_c) y_c; then e is their mean, and y_c what is left."""
    e, y = case.deviations(case.state)
    x = np.stack([of_matrix(q, case, A) @ e + of_matrix(r, case, A) @ y_c for A, y_c in zip(case.problem.hessian_matrices, y, strict=True)])
    mean = x.sum(axis=0) / case.N
    return np.vstack([mean, x - mean * centred])


def round_run(case):
    """e and y_c after a round of the rule."""
    return np.vstack([*case.deviations(by_rule("scaffold", case))])


def local_path(h, push=1):
    """theta_h - theta* of a client after h steps from theta* + x, its control variate delta away from minus its gradient at theta*."""
    x, delta = theta, g
    return (1 - gamma * a) ** h * x - push * (1 - (1 - gamma * a) ** h) / a * delta


def follows_the_rule(path):
    """Zero if the path starts at x and every next point is the rule's local step, whose gradient is a (theta - theta*)."""
    after = get_algorithm("scaffold").step(x=path(h), g=a * path(h), xi=g, gamma=gamma, H=H)
    return sp.expand(path(0) - theta) + path(h + 1) - after


one_round = Claim(
    id="symfed-scaffold-round",
    kind="identity",
    says="One round in the coordinates e = theta - theta*, y_c = gamma H (xi_c + grad f_c(theta*)): each client's own q(A_c) and r(A_c), then the mean. "
    "H (1 - r(A_c)) is the sum of the first H powers of I - gamma A_c, of which gamma A_c makes 1 - q(A_c).",
    printed=printed_at(
        "Scaffold on quadratics, one round",
        r"x_c^+=q(A_c)e+r(A_c)y_c,\quad e^+=\frac1N\sum_cx_c^+,\quad y_c^+=x_c^+-e^+;\quad q(a)=(1-\gamma a)^H,\ r(a)=1-\frac{1-q(a)}{\gamma aH}",
    ),
    under=ROUND,
    statement=quantities.ONE_ROUND,
    lemmas=(
        Lemma(
            "local steps",
            local_path,
            complete_identity(lambda: sp.S.Zero, follows_the_rule, scope="one eigenvalue a of A_c; from h to h + 1 steps"),
            wrong={
                "a step late": lambda h: local_path(h - 1),
                "sign of the control variate": lambda h: local_path(h, push=-1),
                "half of the control variate": lambda h: local_path(h, push=sp.S.Half),
            },
        ),
        crosscheck(
            "rounds by the rule",
            round_of,
            CounterexampleSearch(rounds_of_any_sum, round_run, scope=SCOPE, sizes=SIZES, examples=15, extremes=outsiders),
            wrong={
                "H-1 for H in q": lambda i: round_of(i, q=lambda gamma, H, a: q(gamma, H - 1, a)),
                "2 - r for r": lambda i: round_of(i, r=lambda gamma, H, a: 2 - r(gamma, H, a)),
                "not centred": lambda i: round_of(i, centred=False),
            },
        ),
    ),
    follows=quantities.ROUND,
    expect=Tier.PROVED,
)

regimes = Claim(
    id="symfed-scaffold-regimes",
    kind="identity",
    says="r - q is 1 - q times 1 - 1/(gamma a H): both factors are equal at gamma a H = 1, for every H. (Only where q < 1, as for gamma a < 2, has "
    "r - q the sign of gamma a H - 1: at gamma a = 3, H = 2 it is -5/2.)",
    printed=printed_at("the two factors", r"r(a)-q(a)=(1-q(a))\Big(1-\frac1{\gamma aH}\Big)"),
    statement=(1 - q(gamma, H, lam)) * (1 - 1 / (gamma * lam * H)),
    checks=SymbolicIdentity(lambda: r(gamma, H, lam) - q(gamma, H, lam), as_printed, scope="symbolic gamma, H and curvature"),
    wrong={
        "sign": -(1 - q(gamma, H, lam)) * (1 - 1 / (gamma * lam * H)),
        "H-1 for H": (1 - q(gamma, H, lam)) * (1 - 1 / (gamma * lam * (H - 1))),
        "q for 1-q": q(gamma, H, lam) * (1 - 1 / (gamma * lam * H)),
    },
    expect=Tier.PROVED,
)


def powers(n, w=w):
    """Sum of the first n powers of w = 1 - gamma a, added up; `symfed-scaffold-factors` proves that this is what they add up to."""
    return (1 - w**n) / (1 - w)


def adds_the_next(total):
    """Zero if the sum starts with its first power, and each next one adds the next power."""
    return total(1) - 1 + total(h + 1) - total(h) - w**h


w_mu = 1 - gamma * mu
#: 0 <= r <= 1 - 1/H and 0 <= q <= 1 - gamma a, with H (1 - r) for the sum of powers.
WITHIN = (
    Lemma(
        "sum of powers",
        powers,
        SymbolicIdentity(lambda: sp.S.Zero, adds_the_next, scope="the sum's first term, and every next one"),
        wrong={"one power more": lambda n: powers(n + 1), "sign": lambda n: -powers(n), "from the first power on": lambda n: w * powers(n)},
    ),
    Lemma(
        "H (r - 1) <= -1",
        lambda h: -sp.S.One,
        Induction(lambda n: n * (r(gamma, n, lam) - 1), w, -sp.S.One, scope="r <= 1 - 1/H, any curvature"),
        wrong={"2/H": lambda h: sp.Integer(-2), "1 in all": lambda h: -h},
    ),
    Lemma(
        "H (1 - r) <= H",
        lambda h: h,
        Induction(lambda n: n * (1 - r(gamma, n, lam)), w, sp.S.One, scope="r >= 0, any curvature"),
        wrong={"1/H": lambda h: h - 1},
    ),
    Lemma(
        "q <= 1 - gamma a",
        lambda h: w,
        Induction(lambda n: w**n, w, scope="any curvature"),
        wrong={"two steps": lambda h: w**2},
    ),
    Lemma(
        "q >= 0",
        lambda h: sp.S.Zero,
        Induction(lambda n: -(w**n), w, scope="any curvature"),
        wrong={"at least 1/100": lambda h: -sp.Rational(1, 100)},
    ),
)
factors = Claim(
    id="symfed-scaffold-factors",
    kind="inequality",
    says="For gamma a <= 1: 0 <= q <= 1 - gamma a and 0 <= r <= 1 - 1/H, where 1 - r is a mean of powers; q falls and r grows with the curvature.",
    printed=printed_at(
        "the two factors, bounds",
        r"r(a)=1-\frac1H\sum_{h=0}^{H-1}(1-\gamma a)^h,\quad 0\le r(a)\le1-\frac1H,\quad0\le q(a)\le1-\gamma a,\quad"
        r" q(a)\le q(\mu),\ r(a)\ge r(\mu)\text{ if }\mu\le a\qquad(\gamma a\le1)",
    ),
    under=Domain((gamma * lam <= 1,)),
    lemmas=(
        *WITHIN,
        Lemma(
            "q(a) <= q(mu)",
            lambda h: w_mu**h,
            Induction(lambda n: w**n, w, scope="mu stands for any smaller curvature"),
            wrong={"another step": lambda h: w_mu ** (h + 1)},
            given=Domain((sp.Le(mu, lam),)),
        ),
        Lemma(
            "H (1 - r(a)) <= H (1 - r(mu))",
            lambda h: powers(h, w_mu),
            Induction(powers, w, sp.S.One, scope="sums of powers; mu stands for any smaller curvature"),
            wrong={"one power less": lambda h: powers(h, w_mu) - w_mu ** (h - 1)},
            given=Domain((sp.Le(mu, lam),)),
        ),
    ),
    expect=Tier.PROVED,
)


def weight(q, r, rho, root=sp.sqrt):
    """p, of the square that the norm weighs a curvature with."""
    return 1 / (rho**2 - q * r + root(rho**2 - q**2) * root(rho**2 - r**2))


def what_is_lost(e, y, q, r, rho, multiplier=2, weight=weight, power=2):
    """rho^2 V - V^+ of one client along one eigenvector, less 2 e y, whose mean over clients is zero, and less a square."""
    p = weight(q, r, rho)
    square = (sp.sqrt(rho**2 - q**2) * e - sp.sqrt(rho**2 - r**2) * y) ** 2
    return rho**power * p * (e + y) ** 2 - p * (q * e + r * y) ** 2 - multiplier * e * y - p * square


def determinant(q, r, rho, multiplier=2, weight=weight):
    """Of rho^2 V - V^+ as a form in (e, y), with the free multiple of e y: zero, so that the form is a square."""
    p = weight(q, r, rho)
    return p**2 * (rho**2 - q**2) * (rho**2 - r**2) - (p * (rho**2 - q * r) - sp.Rational(multiplier) / 2) ** 2


def worst(case, curvatures):
    """max over curvatures of max(|q|, |r|)."""
    return max(max(abs(f(case.gamma, case.H, curvature)) for f in (q, r)) for curvature in curvatures)


def at_the_ends(case):
    """rho as printed: the larger of q(mu) and r(L)."""
    return max(q(case.gamma, case.H, case.mu), r(case.gamma, case.H, case.L))


def beside_zero(sign):
    """A certain sign, and what it must not exceed."""
    return sign, 0


def loses(case, rho=at_the_ends, share=1, weight=weight, algorithm="scaffold", least=None):
    """Sign of V^+ - rho^2 V, and what it must not exceed; `least` is another factor than the rho of the weights.

    Where q = r = rho, so that p has no value, any other does: there V is rho^2 V. Curvatures whose q or r exceeds rho have no weight.
    """
    radius = rho(case)

    def p(curvature):
        q_c, r_c = (f(case.gamma, case.H, curvature) for f in (q, r))
        if max(abs(q_c), abs(r_c)) > radius:
            raise ZeroDivisionError("the weight of a curvature whose factor exceeds rho")
        return weight(q_c, r_c, radius, root) if radius**2 != q_c * r_c else 1

    return beside_zero(decrease(case, share * (least or rho)(case) ** 2, p, algorithm))


def within(case, rho=at_the_ends, share=1):
    """How many eigenvalues of a round on the zero-sum subspace are not certainly larger than rho, and how many there are."""
    number = case.N * case.problem.dim
    return number - eigenvalues_outside(case, share * rho(case)), number


V_TEX = r"V=\frac1N\sum_c\langle x_c,p(A_c)x_c\rangle,\quad x_c=e+y_c,\quad p=\frac1{(\rho^2-qr)+\sqrt{(\rho^2-q^2)(\rho^2-r^2)}},\quad "
q_, r_, rho_ = coordinates("q r rho")
LOSS = Lemma(
    "what a client's eigenvector loses",
    what_is_lost,
    SymbolicIdentity(lambda: sp.S.Zero, on_coordinates("e y q r rho"), scope="one client, one eigenvector; any |q|, |r| <= rho"),
    wrong={
        "rho^3 for rho^2": lambda *x: what_is_lost(*x, power=3),
        "multiplier 1": lambda *x: what_is_lost(*x, multiplier=1),
        "weight without its root": lambda *x: what_is_lost(*x, weight=lambda q, r, rho: 1 / (rho**2 - q * r)),
        "one weight for all eigenvalues": lambda *x: what_is_lost(*x, weight=lambda q, r, rho: 1 / rho**2),
    },
)
ALONG = InWords(
    "each client's part of rho^2 V - V^+ splits along the eigenvectors of its own A_c (spectral theorem); added up over clients, "
    "2 <e, y_c> vanishes, because the y_c have mean zero, and p times squares are left"
)

contraction = Claim(
    id="symfed-scaffold-contraction",
    kind="inequality",
    says="Scaffold contracts a weighted squared norm by rho^2 every round, for heterogeneous clients that do not commute, any N, d and H: "
    "rho^2 V - V^+ is a mean of squares. So the spectral radius of a round is at most rho.",
    printed=printed_at(
        "Scaffold on quadratics, exact worst case",
        V_TEX + r"\rho^2V-V^+=\frac1N\sum_c\big\langle z_c,p(A_c)z_c\big\rangle,\ z_c=\sqrt{\rho^2-q^2}\,e-\sqrt{\rho^2-r^2}\,y_c;\quad "
        r"\rho=\max_{a\in[\mu,L]}\max(|q|,|r|)=\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-(1-\gamma L)^H}{\gamma LH}\Big\}\quad(\gamma L\le1)",
    ),
    under=STEPS,
    statement=loses,
    lemmas=(
        LOSS,
        Lemma(
            "the weight is positive",
            (q_ * r_, rho_**2),
            Certificate(
                ((sp.S.Half, (rho_ - q_) * (rho_ + r_)), (sp.S.Half, (rho_ + q_) * (rho_ - r_))),
                scope="|q| <= rho and |r| <= rho, multiplied",
            ),
            wrong={"0.95 rho^2": (q_ * r_, sp.Rational(19, 20) * rho_**2)},
            given=Domain((q_ <= rho_, -rho_ <= q_, r_ <= rho_, -rho_ <= r_)),
        ),
        crosscheck(
            "rounds by the rule",
            loses,
            inequality_search(rounds_of_any_sum, scope=SCOPE, sizes=SIZES, examples=10, extremes=outsiders),
            wrong={
                "0.95 rho^2": lambda i: loses(i, share=flint.fmpq(19, 20)),
                "L alone": lambda i: loses(i, rho=lambda i: worst(i, (i.L,))),
                "FedAvg": lambda i: loses(i, algorithm="fedavg"),
            },
        ),
        crosscheck(
            "spectra of rounds",
            within,
            CounterexampleSearch(rounds_of_any_sum, scope="spectra of exact rounds, d <= 3", sizes=SIZES, examples=8),
            wrong={"0.95 rho": lambda i: within(i, share=flint.fmpq(19, 20))},
        ),
    ),
    follows=(
        ALONG,
        InWords(
            "of all curvatures in [mu, L] mu has the largest q and L the largest r, so that |q|, |r| <= rho for every one "
            "(symfed-scaffold-factors); p has no value only where q = r = rho, which needs mu = L = 1/(gamma H), and there p = 1 gives V^+ = rho^2 V"
        ),
    ),
    uses=("symfed-scaffold-round", "symfed-scaffold-factors"),
    expect=Tier.PROVED_GIVEN,
)
