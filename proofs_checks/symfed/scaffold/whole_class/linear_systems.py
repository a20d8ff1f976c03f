"""Matrices without symmetry whose symmetric part bounds them, E<u, A u> >= mu |u|^2 and E|A u|^2 <= L E<u, A u>: what is left there of the whole class.

Symmetric such matrices have spectra in [mu, L]; others turn, at most by |Im z|^2 = (L - Re z) Re z. A step of length gamma: 1 - gamma mu (2 - gamma L), which turns
attain. Of a round of SCAFFLSA: with D_h = u_h + h delta, delta = y/H, and M = E A, a step leaves of E|D|^2 at most (1 - gamma mu/2) |D|^2 + 3 gamma L h^2 |delta|^2 for
2 gamma L <= 1, lemma `a step`, by <s, M u> alone, whose square is at most |s|^2 L <u, M u>. From D_0 = e to D_H = u_H + y.
"""

from dataclasses import replace
from typing import Any

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.lsa.classes import BALANCED, INDEPENDENT
from proofs_checks.symfed.lsa.controls import ControlledLinearRound, after_a_round, controlled_linear_rounds, mean_square, unbalanced
from proofs_checks.symfed.lsa.scafflsa_contraction import contraction
from symfed.checks import Certificate, Induction, complete_identity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, gram_gg, gram_xg, gram_xx, mu
from symfed.strategies import Strategy, gershgorin

ONE = flint.fmpq(1)


class Coercive(ControlledLinearRound):
    """A round of which mu and L are said, `claimed` times the former; both are the best for scaled rotations."""

    @property
    def mu(self) -> Any:
        """Some mu with E<u, A u> >= mu |u|^2 for all clients, times `claimed`, by Gershgorin."""
        means = self.matrices.sum(axis=1) / self.matrices.shape[1]
        return self.claimed * min(gershgorin((A + A.T) / 2)[0] for A in means)

    @property
    def L(self) -> Any:
        """Some L with E|A u|^2 <= L E<u, A u>, from the length and the coercivity of each client."""
        squares = (self.matrices.transpose(0, 1, 3, 2) @ self.matrices).sum(axis=1) / self.matrices.shape[1]
        means = self.matrices.sum(axis=1) / self.matrices.shape[1]
        return max(gershgorin(square)[1] / gershgorin((A + A.T) / 2)[0] for square, A in zip(squares, means, strict=True))

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "H": self.H, "N": len(self.matrices), "mu": self.mu, "L": self.L}


def coercive(i: ControlledLinearRound, times: Any) -> Coercive:
    """The clients of a round, with gamma = times/(2 H L)."""
    found = Coercive(i.matrices, i.start, i.shifts, i.gamma, i.H)
    return replace(found, gamma=times / (2 * i.H * found.L))


def rounds(d: int, N: int) -> Strategy:
    """Rounds without noise, gamma up to a few times what the claim allows."""
    return st.builds(coercive, controlled_linear_rounds(d, N), st.sampled_from([ONE / 2, ONE, ONE, 4 * ONE, 16 * ONE]))


def noisy_rounds(d: int, N: int) -> Strategy:
    """Rounds with two samples a client and at most two steps."""
    return st.builds(coercive, controlled_linear_rounds(d, N, samples=2, most_steps=2), st.sampled_from([ONE / 2, ONE, 4 * ONE]))


def turning() -> list[Coercive]:
    """Two equal clients that turn, a mild one along the line, and control variates apart, in long rounds of long steps."""
    turn = np.array([[[[ONE, -3 * ONE], [3 * ONE, ONE]]]] * 2, dtype=object)
    flat = np.array([[[[ONE]]]] * 2, dtype=object)
    zero = 0 * ONE
    starts = ((turn, (ONE, zero), (zero, zero)), (turn, (zero, zero), (ONE, zero)), (flat, (ONE,), (zero,)), (flat, (zero,), (ONE,)))
    cases = [
        ControlledLinearRound(m, np.array(e, dtype=object), np.array([y, [-v for v in y]], dtype=object), ONE, steps)
        for m, e, y in starts
        for steps in (1, 3)
    ]
    return [coercive(i, times) for i in cases for times in (ONE, 16 * ONE)]


COERCIVE = Class(
    "E<u, A^c(Z) u> >= mu |u|² and E|A^c(Z) u|² <= L E<u, A^c(Z) u> for all u and c, mu > 0",
    lambda i: i.claimed == 1 if isinstance(i, Coercive) else None,
    spoil=lambda i: replace(i, claimed=50 * ONE) if isinstance(i, Coercive) else None,
)
#: Control variates that add up to zero; without it, rounds of which mu and L are said.
ZERO_MEAN = replace(BALANCED, outside=lambda d, N: st.builds(coercive, unbalanced(d, N), st.just(ONE)))
SHORT = Domain((2 * gamma * H * L <= 1,), (COERCIVE, ZERO_MEAN, INDEPENDENT))


def one_round(i, rate=1, share=1):
    """The mean of |e|^2 + mean |y_c|^2 over all draws of a round, and its bound."""
    return after_a_round("scafflsa", i), share * (1 - i.gamma * i.mu / 2) ** (rate * i.H) * mean_square(i.start, i.shifts)


#: What is assumed of u and g = A u in the mean, in Gram scalars.
MEAN = Domain((gram_xg >= mu * gram_xx, gram_gg <= L * gram_xg))
STEP = gram_xx - 2 * gamma * gram_xg + gamma**2 * gram_gg

step = Claim(
    id="symfed-lsa-coercive-step",
    kind="inequality",
    says="A step on a matrix without symmetry: 1 - gamma mu (2 - gamma L) in mean square, if the symmetric part bounds lengths. Turns attain it, so that it is "
    "the square of 1 - gamma mu for no gamma > 0 and mu < L.",
    printed=printed_at(
        "one step on matrices without symmetry",
        r"\mathbb E\langle u,Au\rangle\ge\mu|u|^2,\ \mathbb E|Au|^2\le L\,\mathbb E\langle u,Au\rangle,\ \gamma L\le2:\quad \mathbb E|u-\gamma Au|^2\le(1-\gamma\mu(2-\gamma L))|u|^2",
    ),
    under=Domain((gamma * L <= 2, *MEAN.relations)),
    lemmas=(
        Lemma(
            "a step",
            (STEP, (1 - gamma * mu * (2 - gamma * L)) * gram_xx),
            Certificate(((gamma**2, L * gram_xg - gram_gg), (gamma * (2 - gamma * L), gram_xg - mu * gram_xx))),
            wrong={
                "(1 - gamma mu)^2": (STEP, (1 - gamma * mu) ** 2 * gram_xx),
                "4 for 2": (STEP, (1 - gamma * mu * (4 - gamma * L)) * gram_xx),
            },
        ),
        standalone_lemma(
            "turns attain it",
            1 - gamma * mu * (2 - gamma * L),
            complete_identity(
                lambda: (1 - gamma * mu) ** 2 + gamma**2 * (mu * L - mu**2),
                as_printed,
                scope="|1 - gamma z|^2 with Re z = mu and |z|^2 = mu L",
            ),
            wrong={"its square": (1 - gamma * mu) ** 2},
        ),
    ),
    see=("symfed-scafflsa-needs-few-steps",),
    expect=Tier.PROVED,
)

v, s, p, G = coordinates("v s p G")

coercive_round = Claim(
    id="symfed-scafflsa-coercive",
    kind="rate",
    says="A round of SCAFFLSA where the symmetric part bounds lengths: H up to 1/(2 gamma L) steps lose (1 - gamma mu/2)^H of |e|² + mean |y_c|² in mean square, whatever "
    "the clients do against each other, and with a new draw in every step. (The general condition, H of the order of mu/(gamma L_2²) with L_2 a bound on lengths, "
    "is stricter by L/mu where L_2 and L are alike.)",
    printed=printed_at(
        "SCAFFLSA with a symmetric part",
        r"\mathbb E\langle u,Au\rangle\ge\mu|u|^2,\ \mathbb E|Au|^2\le L\,\mathbb E\langle u,Au\rangle,\ \eta HL\le\tfrac12:\quad"
        r"\mathbb E\,\psi_{t+1}\le\big(1-\tfrac{\eta\mu}2\big)^H\psi_t",
    ),
    statement=one_round,
    under=SHORT,
    lemmas=(
        contraction.lemma("the rule"),
        standalone_lemma(
            "a step",
            ((v + s) ** 2 - 2 * gamma * (v + s) * p + G, (1 - gamma * mu / 2) * (v + s) ** 2 + 3 * gamma * L * s**2),
            Certificate(
                (
                    (1, gamma**2 * L * v * p - G),
                    (gamma / (2 * L), (p + 2 * L * s) ** 2),
                    (gamma / (2 * L), L * v * p - p**2),
                    (gamma, v * p - mu * v**2),
                    (gamma * (1 - 2 * gamma * L) / 2, v * p),
                    (gamma * mu / 2, (v - s) ** 2),
                    (gamma * (L - mu), s**2),
                ),
                scope="v = u_h, s = h delta, p = M v, G the mean of |gamma A v|^2; products are inner products",
            ),
            wrong={
                "the drift left out": ((v + s) ** 2 - 2 * gamma * (v + s) * p + G, (1 - gamma * mu / 2) * (v + s) ** 2),
                "twice the rate": ((v + s) ** 2 - 2 * gamma * (v + s) * p + G, (1 - 3 * gamma * mu) * (v + s) ** 2 + 3 * gamma * L * s**2),
            },
            given=Domain((p**2 <= L * v * p, mu * v**2 <= v * p, v * p >= 0, G <= gamma**2 * L * v * p, 2 * gamma * L <= 1, sp.Le(mu, L))),
        ),
        Lemma(
            "what drifts add up to",
            (gamma * L * (H - 1) * (2 * H - 1), H),
            Certificate(
                ((H, 1 - 2 * gamma * H * L), (gamma * L * (3 * H - 1), sp.S.One)), scope="3 gamma L sum_{h<H} h^2/H^2 <= 1/2, times 2 H"
            ),
            wrong={"four times": (4 * gamma * L * (H - 1) * (2 * H - 1), H)},
        ),
        standalone_lemma(
            "1 - gamma mu H/2 <= (1 - gamma mu/2)^H",
            lambda h: gamma * mu * h / 2 - 1,
            Induction(lambda k: -((1 - gamma * mu / 2) ** k), 1 - gamma * mu / 2, scope="Bernoulli"),
            wrong={"a third of the slope": lambda h: gamma * mu * h / 6 - 1},
            given=Domain((gamma * mu <= 1,)),
        ),
        Lemma(
            "at least 3/4 is left",
            (sp.Rational(3, 4), 1 - gamma * mu * H / 2),
            Certificate(((sp.Rational(1, 4), 1 - 2 * gamma * H * L), (gamma * H / 2, L - mu))),
            wrong={"more than all": (sp.Rational(5, 4), 1 - gamma * mu * H / 2)},
            given=Domain((sp.Le(mu, L),)),
        ),
        *(
            crosscheck(
                name,
                one_round,
                inequality_search(strategy, scope=scope, sizes=((1, 2), (2, 2)), examples=examples, extremes=extremes),
                wrong={"six times the rate": lambda i: one_round(i, rate=6)},
            )
            for name, strategy, scope, examples, extremes in (
                ("one round", rounds, "exact rounds without noise", 14, turning),
                ("with noise", noisy_rounds, "exact rounds, every draw", 8, turning),
            )
        ),
    ),
    follows=(
        InWords(
            "given what came before, u_h is not random and E A its mean M: <u, M u> = E<u, A u>, and |M u|^2 <= E|A u|^2 <= L <u, M u>; both conditions at one u give "
            "mu <= L; so E|D_{h+1}|^2 <= (1 - gamma mu/2) E|D_h|^2 + 3 gamma L h^2 |delta|^2 by `a step`"
        ),
        InWords(
            "the steps added up: E|u_H + y|^2 <= (1 - gamma mu/2)^H |e|^2 + |y|^2/2, the second at most 3/4 of |y|^2 and so at most the first's factor; by `the rule` "
            "psi is mean |u_{c,H} + y_c|^2 after the round"
        ),
    ),
    uses=("symfed-lsa-coercive-step",),
    see=("symfed-scafflsa-contraction", "symfed-scafflsa-rate"),
    expect=Tier.PROVED_GIVEN,
)
