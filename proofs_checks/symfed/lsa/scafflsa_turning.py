"""Clients that turn as they shrink: SCAFFLSA needs few local steps without symmetry, and how few the slides' rate needs is sharp.

A = [[x, -y], [y, x]] is a curvature x + iy that is a complex number.
"""

from dataclasses import dataclass

import sympy as sp

from symfed.checks import SymbolicIdentity
from symfed.claims import Claim, InWords, Lemma, Tier, printed_at
from symfed.core.symbols import H, a, gamma
from symfed.derive.quadratic import memory_round


@dataclass(frozen=True)
class Turning:
    """A round of two clients in the plane, on control variates that add up to zero: real and imaginary parts of q and r.

    Both have the curvature x + iy, or the other one x - iy. `load` is gamma H L²/decay, which the slides want to be at most 1, with the
    largest decay that has |I - gamma A|² <= 1 - gamma decay, and L = |A|; `shrinking` is gamma decay H. All exact for rational input.
    """

    q: tuple[sp.Rational, sp.Rational]
    r: tuple[sp.Rational, sp.Rational]
    load: sp.Rational
    shrinking: sp.Rational

    @property
    def if_equal(self):
        """|r|²: a round multiplies the difference of the control variates of two equal clients by a number of this squared size."""
        return self.r[0] ** 2 + self.r[1] ** 2

    @property
    def at_minus_one(self):
        """Opposite turns: the characteristic polynomial at -1. Where it is negative an eigenvalue is below -1.

        On the complex line that both matrices share, (e, y) goes to (Re q e + i Im r y, i Im q e + Re r y).
        """
        (q, q_turn), (r, r_turn) = self.q, self.r
        return (1 + q) * (1 + r) + q_turn * r_turn

    def room(self, squared_factor):
        """Opposite turns: det(factor I - M* M), M the round. Where it is negative, some |e|² + mean |y_c|² is multiplied by more."""
        (q, q_turn), (r, r_turn) = self.q, self.r
        cross = q * r_turn - q_turn * r  # up to i and sign, and it enters squared
        return (squared_factor - q**2 - q_turn**2) * (squared_factor - r**2 - r_turn**2) - cross**2


def turning(algorithm, x, y, step, steps):
    """Two clients that turn, under the rule, with a step size and a number of local steps.

    >>> R = sp.Rational
    >>> turning("scafflsa", R(3, 5), R(4, 5), R(1), 4).if_equal > 1
    True
    """
    one = memory_round(algorithm)
    curvature = sp.sympify(x) + sp.I * sp.sympify(y)
    # divided out before there are complex numbers, which are slow to cancel
    q, r = (sp.expand(sp.cancel(part.subs(H, steps)).subs({a: curvature, gamma: step})) for part in (one.q, one.r))
    squared = sp.sympify(x) ** 2 + sp.sympify(y) ** 2
    decay = 2 * sp.sympify(x) - step * squared
    parts = [(sp.re(value), sp.im(value)) for value in (q, r)]
    return Turning(parts[0], parts[1], step * steps * squared / decay, step * decay * steps)


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
    return Lemma(name, statement, check, {"clients that turn less": wrong}, says=says)


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
    printed=printed_at(
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
    printed=printed_at(
        "sharpness of the rate of the slides on SCAFFLSA",
        r"\eta\bar A^{1,2}=10^{-6}\begin{pmatrix}1042&\mp9106\\\pm9106&1042\end{pmatrix},\ H=50\le2.101\,\tfrac a{\eta L^2}:\ "
        r"\psi_{1}>\big(1-\tfrac{\eta aH}2\big)\psi_0\ \text{ for some start}",
    ),
    lemmas=(
        positive("grows", lambda: growth(JUST_ABOVE_TWICE), lambda: growth(LESS_TURNED), "what a round may do in the slides' norm"),
        positive("load", lambda: room(JUST_ABOVE_TWICE, TWICE), lambda: room(JUST_ABOVE_TWICE, R(21, 10)), "2.101 less gamma H L²/a"),
        positive("each alone", lambda: alone(JUST_ABOVE_TWICE), lambda: alone((R(4, 5), R(1), R(1), 2)), "1 - |I - eta A|²"),
    ),
    follows=InWords("a symmetric matrix with a negative determinant has a negative eigenvalue: some start grows by more"),
    see=("symfed-scafflsa-rate",),
    expect=Tier.PROVED_GIVEN,
)
