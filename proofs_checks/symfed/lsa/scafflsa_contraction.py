"""How fast SCAFFLSA forgets its start, for matrices that need not be symmetric: what is enough.

With x_c = theta_end - theta* + y_c, where y_c is the control variate's distance from its value at the optimum in units of length:

1. A round is x_c = Gamma_c e + r_c y_c plus noise of mean zero, r_c = (1/H) sum over j of (I - Gamma_c^{j+1:H}), lemma `the rule`;
   then e = mean x_c, y_c = x_c - e.
2. Under E|(I - gamma A) u|² <= (1 - gamma decay)|u|² and E|A u|² <= L²|u|², in mean square, Gamma_c has norm at most
   (1 - gamma decay)^(H/2), in words.
3. A step takes I - Gamma into (I - gamma A)(I - Gamma) + gamma A, lemma `a step more`, so that after n steps it has norm at most
   gamma L n; hence r_c has at most their mean, lemma `their mean`.
4. Cauchy-Schwarz for every client, lemma `split`, and mean y_c = 0 give the factor of |e|² + mean |y_c|² = mean |x_c|², the slides' psi.
"""

import sympy as sp

from proofs_checks.argo.printed import scafflsa_as_printed
from proofs_checks.symfed.lsa.classes import BALANCED, INDEPENDENT, ROUNDS_BOUNDED, ROUNDS_SHRINK
from proofs_checks.symfed.lsa.controls import after_a_round, controlled_linear_rounds, mean_square, noisy_linear_rounds
from symfed.checks import Certificate, Induction, SignCheck, SymbolicIdentity, inequality_search
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma, stands
from symfed.core.symbols import H, L, decay, gamma, gram_gg, gram_xg, gram_xx
from symfed.derive.lift import SHIFTED, control_steps
from symfed.formulas.lsa import drift as mean_of_steps_left

B = gamma * decay
LINEAR = Domain((), (ROUNDS_SHRINK, ROUNDS_BOUNDED, BALANCED, INDEPENDENT))


def one_round(i, rate=1, drift=1):
    """The mean of |e|² + mean |y_c|² over all draws of a round, and its bound."""
    before = mean_square(i.start, i.shifts)
    drifts = i.gamma**2 * i.squared_length * (i.H - 1) ** 2 / 4
    return after_a_round("scafflsa", i), ((1 - i.gamma * i.decay) ** (rate * i.H) + drift * drifts) * before


SIZES = ((1, 2), (2, 2))


def a_step_more(A, G, old=1):
    """I - Gamma after one step more, and what it is made of: the old one, taken through the step, and gamma A."""
    return 1 - (1 - gamma * A) * G, (1 - gamma * A) * (old - G) + gamma * A


DIFFERENCE = Lemma(
    "a step more",
    a_step_more,
    FreeIdentity("A G", scope="random matrices that do not commute"),
    {"twice the old one": lambda A, G: a_step_more(A, G, old=2)},
    says="I - Gamma becomes (I - eta A)(I - Gamma) + eta A, so that after n steps it has norm at most eta L n",
)
DRIFT = Lemma(
    "their mean",
    gamma * L * (H - 1) / 2,
    SymbolicIdentity(mean_of_steps_left, as_printed, scope="symbolic H"),
    {"twice": gamma * L * (H - 1), "none": sp.S.Zero, "H for H - 1": gamma * L * H / 2},
    says="the mean over the steps of eta L times the steps that are left bounds |r|",
)
#: Squared norms and the product of norms of a pair, q and r written a and L: (q |e| + r |y|)².
BOTH = decay**2 * gram_xx + 2 * decay * L * gram_xg + L**2 * gram_gg
LOOSE = {"three times the rate": lambda i: one_round(i, rate=3), "clients that do not drift": lambda i: one_round(i, drift=0)}
contraction = Claim(
    id="symfed-scafflsa-contraction",
    kind="rate",
    says="A round of SCAFFLSA multiplies |e|² + mean |y_c|², the slides' psi, in the mean by at most (1-gamma a)^H + (gamma L (H-1)/2)².",
    printed=printed_at(
        "the rate of the slides on SCAFFLSA, its condition on H left open",
        r"\mathbb E\,\psi_{t+1}\le\big[(1-\eta a)^H+\tfrac{\eta^2L^2(H-1)^2}4\big]\psi_t,\quad "
        r"\psi=\|\theta-\theta_\star\|^2+\tfrac{\eta^2H^2}N\textstyle\sum_c\|\xi_c-\xi_c^\star\|^2,\ \text{for two runs on the same draws}",
    ),
    statement=one_round,
    under=LINEAR,
    lemmas=(
        Lemma(
            "the rule",
            lambda *letters: control_steps("scafflsa", *letters),
            FreeIdentity(" ".join(SHIFTED), scope="a local step, random matrices that do not commute"),
            {"as printed": lambda *letters: control_steps(scafflsa_as_printed, *letters)},
            says="after a step more, a control variate's shift has added -(1/H) of (I - eta A) T + I",
        ),
        DIFFERENCE,
        DRIFT,
        Lemma(
            "split",
            (BOTH, (decay**2 + L**2) * (gram_xx + gram_gg)),
            Certificate(((sp.S.One, decay**2 * gram_gg - 2 * decay * L * gram_xg + L**2 * gram_xx),)),
            {"the first alone": (BOTH, decay**2 * (gram_xx + gram_gg))},
            says="Cauchy-Schwarz, with the two norms written a and L; what is left, q² |y|² - 2 q r |e||y| + r² |e|², is a square",
        ),
        crosscheck(
            "one round",
            one_round,
            inequality_search(controlled_linear_rounds, scope="exact rounds without noise", sizes=SIZES, examples=14),
            LOOSE,
        ),
        crosscheck(
            "with noise",
            one_round,
            inequality_search(noisy_linear_rounds, scope="exact rounds, every draw", sizes=SIZES, examples=8),
            LOOSE,
        ),
    ),
    follows=(
        InWords(
            "by `the rule` a round is x_c = Gamma_c e + r_c y_c, r_c the mean of I - Gamma_c over the steps that are left; draws are independent, so that "
            "in mean square |Gamma_c| <= (1 - eta a)^(H/2), and by the triangle inequality, `a step more` and `their mean` |r_c| <= eta L (H-1)/2"
        ),
        InWords("`split` for every client, and |e|² + mean |y_c|² = mean |x_c|² before and after, y having mean zero"),
    ),
    expect=Tier.PROVED_GIVEN,
)

FEW = (H - 1) * gamma * (L**2 + 2 * decay**2) <= 2 * decay
PRINTED_STEPS, MOST_STEPS = decay / (gamma * L**2), 2 * decay / (gamma * (L**2 + 2 * decay**2))
SECOND_ORDER = 1 - H * B + H * (H - 1) / 2 * B**2
FACTOR = (1 - B) ** H + (gamma * L * (H - 1) / 2) ** 2


def margin(share=sp.S.Half):
    """The factor of a round against 1 - share * eta a H."""
    return FACTOR, 1 - share * H * B


POWERS = Lemma(
    "powers",
    lambda H: 1 - H * B + H * (H - 1) / 2 * B**2,
    Induction(lambda H: (1 - B) ** H, 1 - B),
    {"to first order": lambda H: 1 - H * B},
)
#: What `powers` says; what is left of a round's gain over 1 - eta a H/2, H/4 and more times the condition on H.
MARGIN = (
    (sp.S.One, SECOND_ORDER - (1 - B) ** H),
    (gamma * H / 4, 2 * decay - (H - 1) * gamma * (L**2 + 2 * decay**2)),
    ((gamma * L / 2) ** 2, H - 1),
)
rate = Claim(
    id="symfed-scafflsa-rate",
    kind="rate",
    says="What symfed-scafflsa-contraction leaves of psi is at most the slides' 1 - eta*a*H/2 for (H - 1) eta*(L² + 2*a²) <= 2*a: hence under their "
    "condition on H if 2*a² <= L².",
    printed=printed_at(
        "the rate of the slides on SCAFFLSA with all that it needs",
        r"(1-\eta a)^H+\tfrac{\eta^2L^2(H-1)^2}4\le1-\tfrac{\eta aH}2\ \text{ if }\ (H-1)\,\eta\,(L^2+2a^2)\le2a;\qquad "
        r"\tfrac a{\eta L^2}\le\tfrac{2a}{\eta(L^2+2a^2)}\ \text{ if }\ 2a^2\le L^2",
    ),
    under=Domain((B <= 1, FEW)),
    lemmas=(
        POWERS,
        Lemma(
            "margin",
            margin(),
            Certificate(MARGIN, scope="one condition on H"),
            {"a little more": margin(sp.Rational(11, 20))},
            by=(POWERS,),
        ),
        standalone_lemma(
            "slides",
            (PRINTED_STEPS, MOST_STEPS),
            SignCheck("the slides' bound on H against the one that is needed"),
            {"a tenth more": (sp.Rational(11, 10) * PRINTED_STEPS, MOST_STEPS)},
            given=stands("if 2a^2 <= L^2", 2 * decay**2 <= L**2),
        ),
    ),
    see=("symfed-scafflsa-contraction",),
    expect=Tier.PROVED,
)
