"""How fast SCAFFLSA forgets its start, for matrices that need not be symmetric: what is enough, and what is needed."""

import sympy as sp

from proofs_checks.argo.printed import scafflsa_as_printed
from proofs_checks.symfed.lsa.classes import BALANCED, INDEPENDENT, ROUNDS_BOUNDED, ROUNDS_SHRINK
from proofs_checks.symfed.lsa.controls import after_a_round, controlled_linear_rounds, mean_square, noisy_linear_rounds
from symfed.checks import Certificate, CounterexampleSearch, Induction, SignCheck, SymbolicIdentity
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, decay, gamma
from symfed.core.verdict import Tier
from symfed.derive.linear_rounds import control_steps
from symfed.derive.memory import mean_square as argument
from symfed.derive.memory.rotations import turning

B = gamma * decay
LINEAR = Domain((), (ROUNDS_SHRINK, ROUNDS_BOUNDED, BALANCED, INDEPENDENT))


def one_round(i, rate=1, drift=1):
    """The mean of |e|² + mean |y_c|² over all draws of a round, and its bound."""
    before = mean_square(i.start, i.shifts)
    drifts = i.gamma**2 * i.squared_length * (i.H - 1) ** 2 / 4
    return after_a_round("scafflsa", i), ((1 - i.gamma * i.decay) ** (rate * i.H) + drift * drifts) * before


SEARCH = {"relation": "<=", "sizes": ((1, 2), (2, 2))}
LOOSE = {"three times the rate": lambda i: one_round(i, rate=3), "clients that do not drift": lambda i: one_round(i, drift=0)}
contraction = Claim(
    id="symfed-scafflsa-contraction",
    kind="rate",
    says="A round of SCAFFLSA multiplies |e|² + mean |y_c|², the slides' psi, in the mean by at most (1-gamma a)^H + (gamma L (H-1)/2)².",
    printed=Printed(
        "symfed",
        "the rate of the slides on SCAFFLSA, its condition on H left open",
        r"\mathbb E\,\psi_{t+1}\le\big[(1-\eta a)^H+\tfrac{\eta^2L^2(H-1)^2}4\big]\psi_t,\quad "
        r"\psi=\|\theta-\theta_\star\|^2+\tfrac{\eta^2H^2}N\textstyle\sum_c\|\xi_c-\xi_c^\star\|^2,\ \text{for two runs on the same draws}",
    ),
    statement=one_round,
    under=LINEAR,
    lemmas=(
        Lemma(
            "the rule",
            lambda: control_steps("scafflsa"),
            (FreeIdentity("", scope="a local step, random matrices that do not commute"),),
            {"as printed": lambda: control_steps(scafflsa_as_printed)},
            says="after a step more, a control variate's shift has added -(1/H) of (I - eta A) T + I",
        ),
        Lemma(
            "a step more",
            lambda: argument.difference_step(),
            (FreeIdentity("", scope="random matrices that do not commute"),),
            {"twice the old one": lambda: argument.difference_step(old=2)},
            says="I - Gamma becomes (I - eta A)(I - Gamma) + eta A",
        ),
        Lemma(
            "their mean",
            argument.drift(),
            (SymbolicIdentity(lambda: gamma * L * (H - 1) / 2, as_printed, scope="symbolic H"),),
            {"twice": argument.drift(2 * gamma * L), "none": sp.S.Zero},
            says="the mean over the steps of eta L times the steps that are left",
        ),
        Lemma(
            "split",
            argument.split(),
            (Certificate(((sp.S.One, argument.SPLIT_SQUARE),)),),
            {"the first alone": argument.split(decay**2)},
            says="Cauchy-Schwarz, with the two norms written a and L",
        ),
        Lemma(
            "one round",
            one_round,
            (CounterexampleSearch(controlled_linear_rounds, scope="exact rounds without noise", examples=14, **SEARCH),),
            LOOSE,
            crosscheck=True,
        ),
        Lemma(
            "with noise",
            one_round,
            (CounterexampleSearch(noisy_linear_rounds, scope="exact rounds, every draw", examples=8, **SEARCH),),
            LOOSE,
            crosscheck=True,
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


#: What `powers` says; what is left of a round's gain over 1 - eta a H/2, H/4 and more times the condition on H.
MARGIN = (
    (sp.S.One, SECOND_ORDER - (1 - B) ** H),
    (gamma * H / 4, 2 * decay - (H - 1) * gamma * (L**2 + 2 * decay**2)),
    ((gamma * L / 2) ** 2, H - 1),
)
rate = Claim(
    id="symfed-scafflsa-rate",
    kind="rate",
    says="What symfed-scafflsa-contraction leaves of psi is at most the slides' 1 - gamma a H/2 for (H-1)(L² + 2a²) gamma <= 2a: hence under their "
    "condition on H if 2a² <= L².",
    printed=Printed(
        "symfed",
        "the rate of the slides on SCAFFLSA with all that it needs",
        r"(1-\eta a)^H+\tfrac{\eta^2L^2(H-1)^2}4\le1-\tfrac{\eta aH}2\ \text{ if }\ (H-1)\,\eta\,(L^2+2a^2)\le2a;\qquad "
        r"\tfrac a{\eta L^2}\le\tfrac{2a}{\eta(L^2+2a^2)}\ \text{ if }\ 2a^2\le L^2",
    ),
    under=Domain((B <= 1, FEW)),
    lemmas=(
        Lemma(
            "powers",
            lambda H: 1 - H * B + H * (H - 1) / 2 * B**2,
            (Induction(lambda H: (1 - B) ** H, 1 - B),),
            {"to first order": lambda H: 1 - H * B},
        ),
        Lemma(
            "margin",
            margin(),
            (Certificate(MARGIN, scope="one condition on H", given=(sp.Le((1 - B) ** H, SECOND_ORDER),)),),
            {"a little more": margin(sp.Rational(11, 20))},
            says="by `powers`",
        ),
        Lemma(
            "slides",
            (PRINTED_STEPS, MOST_STEPS),
            (SignCheck("the slides' bound on H against the one that is needed"),),
            {"a tenth more": (sp.Rational(11, 10) * PRINTED_STEPS, MOST_STEPS)},
            given=Domain((2 * decay**2 <= L**2,)),
            assumes=Domain(),
        ),
    ),
    see=("symfed-scafflsa-contraction",),
    expect=Tier.PROVED,
)

R = sp.Rational
#: x, y, gamma, H of two clients that turn: A = [[x, -y], [y, x]], and for one of them -y where they turn against each other
TWO_STEPS, ORTHOGONAL, NEAR = (R(4, 5), R(24, 25), R(1), 2), (R(3, 5), R(4, 5), R(1), 4), (R(11, 400), R(35, 400), R(1), 40)
BOUND, TWICE = R(29, 4), R(2101, 1000)
JUST_ABOVE_TWICE = (R(1042, 10**6), R(9106, 10**6), R(1), 50)


def above_zero(statement):
    """1 where an exact rational, computed when asked, is positive."""
    return sp.sign(statement())


def positive(name, statement, wrong, says):
    """An exact rational, from the rule run on symbols, is positive."""
    check = SymbolicIdentity(lambda: sp.S.One, above_zero, scope="sign of an exact rational, from the rule")
    return Lemma(name, statement, (check,), {"clients that turn less": wrong}, says=says)


def against(case):
    """How far an eigenvalue is below -1, for clients that turn against each other."""
    return -turning("scafflsa", *case).at_minus_one


def alike(case):
    """How far the square of an eigenvalue is above one, for clients that turn alike."""
    return turning("scafflsa", *case).if_equal - 1


def room(case, load):
    """How far gamma H L²/a is below a load."""
    return load - turning("scafflsa", *case).load


def alone(*cases):
    """How far the largest |I - gamma A|² of the cases is below one."""
    return 1 - max((1 - step * x) ** 2 + (step * y) ** 2 for x, y, step, _ in cases)


TURNED = (R(4, 5), R(19, 20), R(1), 2), (R(3, 5), R(3, 5), R(1), 4), (R(11, 400), R(30, 400), R(1), 40)
needed = Claim(
    id="symfed-scafflsa-needs-few-steps",
    kind="rate",
    says="Without symmetry a condition on H is needed: without noise SCAFFLSA diverges on two clients in the plane, each of which contracts alone, at H = 2, "
    "and at 7.25 times a/(eta L²).",
    printed=Printed(
        "symfed",
        "whether the condition of the slides on SCAFFLSA is needed",
        r"\eta\bar A^{1,2}=\tfrac1{25}\begin{pmatrix}20&\mp24\\\pm24&20\end{pmatrix},\ H=2:\ \rho>1;\qquad "
        r"\eta\bar A^{1}=\eta\bar A^{2}=\tfrac15\begin{pmatrix}3&-4\\4&3\end{pmatrix},\ H=4:\ \rho>1;\qquad "
        r"\eta\bar A^{1}=\eta\bar A^{2}=\tfrac1{400}\begin{pmatrix}11&-35\\35&11\end{pmatrix},\ H=40\le7.25\,\tfrac a{\eta L^2}:\ \rho>1",
    ),
    lemmas=(
        positive("against each other", lambda: against(TWO_STEPS), lambda: against(TURNED[0]), "the characteristic polynomial at -1"),
        positive("alike", lambda: alike(ORTHOGONAL), lambda: alike(TURNED[1]), "an eigenvalue's square less one"),
        positive("near", lambda: alike(NEAR), lambda: alike(TURNED[2]), "an eigenvalue's square less one"),
        positive("load", lambda: room(NEAR, BOUND), lambda: room(NEAR, R(7)), "7.25 less gamma H L²/a"),
        positive("each alone", lambda: alone(TWO_STEPS, ORTHOGONAL, NEAR), lambda: alone((R(4, 5), R(1), R(1), 2)), "1 - |I - eta A|²"),
    ),
    follows=(
        InWords("a characteristic polynomial, which grows to infinity on the left, has a root below -1 where it is negative at -1"),
        InWords("equal clients multiply the difference of their control variates by r, so that rho >= |r|"),
    ),
    see=("symfed-scafflsa-contraction",),
    expect=Tier.PROVED_GIVEN,
)


def growth(case):
    """How far det((1 - eta a H/2) I - M' M) is below zero, M the round."""
    found = turning("scafflsa", *case)
    return -found.room(1 - found.shrinking / 2)


LESS_TURNED = (R(1042, 10**6), R(8000, 10**6), R(1), 50)
sharp = Claim(
    id="symfed-scafflsa-rate-sharp",
    kind="rate",
    says="In the slides' norm the 2 of H - 1 <= 2a/(eta (L² + 2a²)) is sharp: at 2.101 a/(eta L²) a round without noise, of two clients each of which contracts "
    "alone, misses 1 - eta a H/2.",
    printed=Printed(
        "symfed",
        "sharpness of the rate of the slides on SCAFFLSA",
        r"\eta\bar A^{1,2}=10^{-6}\begin{pmatrix}1042&\mp9106\\\pm9106&1042\end{pmatrix},\ H=50\le2.101\,\tfrac a{\eta L^2}:\ "
        r"\psi_{1}>\big(1-\tfrac{\eta aH}2\big)\psi_0\ \text{ for some start}",
    ),
    lemmas=(
        positive("grows", lambda: growth(JUST_ABOVE_TWICE), lambda: growth(LESS_TURNED), "what a round may do in the slides' norm"),
        positive("load", lambda: room(JUST_ABOVE_TWICE, TWICE), lambda: room(JUST_ABOVE_TWICE, R(21, 10)), "2.101 less gamma H L²/a"),
        positive("each alone", lambda: alone(JUST_ABOVE_TWICE), lambda: alone((R(4, 5), R(1), R(1), 2)), "1 - |I - eta A|²"),
    ),
    follows=(InWords("a symmetric matrix with a negative determinant has a negative eigenvalue: some start grows by more"),),
    see=("symfed-scafflsa-rate",),
    expect=Tier.PROVED_GIVEN,
)
