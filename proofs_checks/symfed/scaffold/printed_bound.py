"""The slides' bound on Scaffold's contraction against the exact factors: with the words it lacks, a theorem about norms, not squares only."""

from dataclasses import replace

import flint
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.contraction import ALONG, CURVATURE, LOSS, SCOPE, SIZES, STEPS, at_the_ends, loses, q, r, w
from proofs_checks.symfed.scaffold.steps import StepCase, ceiling_of_root, one_less_inverse_e, step_cases
from symfed.checks import Certificate, Induction, SignCheck, inequality_search
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at, stands
from symfed.core.symbols import H, L, gamma, lam, mu
from symfed.strategies.control_variates import outsiders, rounds_of_any_sum


def exponential(h):
    """The slides' first branch, with h for H."""
    return (1 - gamma * mu) ** h


SHARE = 1 - sp.exp(-1)


def algebraic(c=SHARE, steepest=L, H=H):
    """Their second branch; the parameters only serve wrong variants."""
    return 1 - c / (gamma * steepest * H)


q_at, r_at = q(gamma, H, lam), r(gamma, H, lam)
#: Many steps: q is at most 1/e, which the slides' constant comes from.
MANY = stands("Interpretation of the Contraction Rate: gamma a H > 1", gamma * lam * H >= 1)
FEW = stands("Interpretation of the Contraction Rate: gamma a H <= 1", gamma * lam * H <= 1)
#: q <= 1, any curvature.
BELOW_ONE = Lemma(
    "q <= 1",
    lambda h: sp.S.One,
    Induction(lambda n: w**n, w, scope="any curvature"),
    wrong={"99/100 to the power": lambda h: sp.Rational(99, 100) ** h},
    given=Domain((sp.Le(lam, L),)),
)
#: Every curvature's q and r lie below one of the slides' branches, regime by regime.
REGIMES = (
    Lemma(
        "q(a) <= q(mu)",
        exponential,
        Induction(lambda n: w**n, w, scope="all H >= 1"),
        wrong={"L for mu": lambda h: (1 - gamma * L) ** h, "H+1 for H": lambda h: exponential(h + 1)},
        given=CURVATURE,
    ),
    Lemma(
        "r(a) <= q(a) if gamma a H <= 1",
        (r_at, q_at),
        Certificate(((1 / (gamma * lam * H), (1 - q_at) * (1 - gamma * lam * H)),), scope="0 <= q <= 1"),
        wrong={"another step": (r_at, q_at * w), "the second branch alone": (r_at, algebraic(steepest=lam))},
        given=CURVATURE & FEW,
    ),
    Lemma(
        "r(a) <= 1 - (1-1/e)/(gamma L H) if gamma a H > 1",
        (r_at, algebraic()),
        SignCheck("(1 - x)^n <= exp(-n x) is known to the solvers"),
        wrong={
            "1 for 1 - 1/e": (r_at, algebraic(c=1)),
            "mu for L": (r_at, algebraic(steepest=mu)),
            "H-1 for H": (r_at, algebraic(H=H - 1)),
        },
        given=CURVATURE & MANY,
    ),
)
LOW, HIGH = one_less_inverse_e()


def printed_bound(i, H, share):
    """rho_{gamma,H}, or an end of it with a rational just below or above 1 - 1/e for `share`."""
    return max(q(i.gamma, H, i.mu), 1 - share / (i.gamma * i.L * H))


def at_the_bound(i):
    """An upper end of rho_{gamma,H}."""
    return printed_bound(i, i.H, LOW)


def loses_the_bound(i):
    """Sign of V^+ - rho_{gamma,H}^2 V, and what it must not exceed."""
    return loses(i, least=at_the_bound)


main = Claim(
    id="symfed-scaffold-main-contraction",
    kind="inequality",
    says="With the missing words the slides' main result is a theorem, and more: not squared norms only, norms already contract by their rho. "
    "(Where q = r = rho, so that the fraction has no value, p is any positive number.)",
    printed=printed_at(
        "Scaffold on quadratics, the slides' bound",
        r"\sum_c\xi_0^c=0:\quad\|X_{t+1}-X_*\|_\Lambda\le\rho\,\|X_t-X_*\|_\Lambda,\quad\rho\le\rho_{\gamma,H},\quad\|X-X_*\|_\Lambda^2=\frac1N\sum_c"
        r"\langle x_c,p(A_c)x_c\rangle,\quad x_c=\theta-\theta_*+\gamma H(\xi^c-\xi_*^c),\quad p=\frac1{\rho^2-qr+\sqrt{(\rho^2-q^2)(\rho^2-r^2)}},\quad "
        r"q(a)=(1-\gamma a)^H,\quad r(a)=1-\frac{1-q(a)}{\gamma aH},\quad\rho=\max_{a\in[\mu,L]}\max(q,r)",
    ),
    under=STEPS,
    statement=loses_the_bound,
    lemmas=(
        LOSS,
        *REGIMES,
        crosscheck(
            "rounds by the rule",
            loses_the_bound,
            inequality_search(rounds_of_any_sum, scope=SCOPE, sizes=SIZES, examples=10, extremes=outsiders),
            wrong={
                "L for mu": lambda i: loses(i, least=lambda i: printed_bound(replace(i, mu=i.L), i.H, LOW)),
                "0.95 of it": lambda i: loses(i, least=at_the_bound, share=flint.fmpq(19, 20)),
            },
        ),
    ),
    follows=(
        ALONG,
        InWords(
            "so V contracts by rho^2, rho the largest q or r of a curvature between mu and L, and each of these is below one of the two branches"
        ),
    ),
    uses=("symfed-scaffold-contraction",),
    see=("symfed-scaffold-regimes",),
    expect=Tier.PROVED_GIVEN,
)

ONE = flint.fmpq(1)


def printed_steps(i, factor=2):
    """H_gamma: the smallest integer whose square is at least 2 (1 - 1/e)/(gamma^2 L mu)."""
    return ceiling_of_root(*(factor * share / (i.gamma**2 * i.L * i.mu) for share in (LOW, HIGH)))


def small_cases():
    """gamma mu H about 1/8 or 1/80 at the printed H."""
    cases = [StepCase(step / ratio, ONE, ratio * ONE) for ratio in (10**2, 10**4) for step in (ONE, ONE / 2, ONE / 4)]
    return tuple(replace(i, H=printed_steps(i)) for i in cases)


def small_cases_and_one_beyond():
    """And a step of four times 1/L."""
    return (*small_cases(), StepCase(ONE / 4, ONE, 16 * ONE))


def small_products(d, N):
    """One of them; numbers alone, so that `d` and `N` are not read."""
    return st.sampled_from(small_cases())


def in_squares(i, factor=2, power=2):
    """(1 - rho_opt)^2, an upper end, against the squared gain of squared distances at the printed H_gamma, negative for a loss."""
    gain = 1 - at_the_ends(replace(i, H=printed_steps(i))) ** power
    return factor * HIGH * i.mu / i.L, gain * abs(gain)


squares = Claim(
    id="symfed-scaffold-printed-rate-squares",
    kind="inequality",
    says="Read as a bound on squared distances, rho_opt is kept at the printed H_gamma, if L >= 5 mu (not at L = 2 mu): there they shrink by "
    "1 - 1.78 kappa^(-1/2) or so a round.",
    printed=printed_at(
        "the slides' optimal rate, for squares", r"\rho(H_\gamma)^2\le1-\sqrt{\frac{2(1-1/e)\mu}L},\quad\rho\text{ the exact factor}"
    ),
    statement=in_squares,
    under=Domain((gamma * L <= 1, 5 * mu <= L)),
    see=("symfed-scaffold-contraction",),
    checks=inequality_search(
        step_cases, scope="exact numbers, 5 <= L/mu <= 10^4", sizes=((1, 1),), examples=60, extremes=small_cases_and_one_beyond
    ),
    wrong={
        "distances": lambda i: in_squares(i, power=1),
        "the gain times 1.1": lambda i: in_squares(i, factor=flint.fmpq(242, 100)),
    },
    expect=Tier.SUPPORTED,
)
