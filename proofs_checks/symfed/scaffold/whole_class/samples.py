"""A new sample in every local step, and steps longer than those of `symfed-scaffold-wasserstein`: what two runs on the same samples lose in a round, path by path.

Scale: s = 1 - gamma mu, t = 1 - gamma L, l = s - t, delta = y/H; u_h is the difference of both runs of a client, and k_h that of gamma grad - (1-s) id, of a function
of its own in each step. With D_h = u_h + b_h delta, b_{h+1} = s b_h + 1 and b_H = H a step is D_{h+1} = s D_h - k_h, from D_0 = e + (r/q) y to
D_H = u_H + y. Of each function only the co-coercivity between two points is used, so steps need not have anything in common, and gamma L may exceed 1.
With c_h = s^(H-h) b_h: |u_H + y|^2 <= |q e + r y|^2 + l/(s + t) sum_h (c_h/H)^2 |y|^2.
"""

from dataclasses import dataclass, replace
from math import tan
from typing import Any

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.two_starts import long_rounds_of_opposites, opposite_variates
from proofs_checks.symfed.scaffold.wasserstein import ONE_SUM, STRONGLY_CONVEX_SAMPLES
from proofs_checks.symfed.scaffold.whole_class.rounds import FOUR_NINTHS, rate
from proofs_checks.symfed.scaffold.whole_class.shorter_steps import interpolated, shifted
from symfed.checks import Certificate, complete_identity, inequality_search
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates, on_coordinates
from symfed.core.symbols import H, L, gamma, h, mu
from symfed.models.algorithms import get_algorithm
from symfed.models.rounds import run_rounds
from symfed.strategies import Strategy
from symfed.strategies.control_variates import rounds_with_memory, runs_of_any_sum, weighted_norm


def drawn(steps, gamma, sample, apart):
    """Two clients with quadratic samples of the curvatures 1/10 and 1 that draw the one asked for in all steps; control variates apart, or the starts."""
    i, (mild, stiff) = opposite_variates(steps, gamma), (flint.fmpq(1, 10), flint.fmpq(1))
    both = np.array([[[[mild]], [[stiff]]]] * 2, dtype=object)
    more = {name: np.concatenate([getattr(i.run, name)] * 2, axis=1) for name in ("vectors", "cubes")}
    run = replace(i.run, matrices=both, draws=0 * i.run.draws + sample, **more)
    return replace(i, run=run, other=i.other if apart else (i.run.start + 1, i.control_variates))


def extremes():
    """The mild sample alone, which attains the first part; and the stiff one alone, in many steps."""
    one = flint.fmpq(1)
    mild = [drawn(steps, one, 0, apart=False) for steps in (2, 3)]
    stiff = [drawn(steps, one, 1, apart=True) for steps in (4, 8)]
    return (*long_rounds_of_opposites(), *mild, *stiff)


def runs(d: int, N: int) -> Strategy:
    """Two runs on the same draws, gamma up to a few times 1/(H L); and one long step."""

    def stepped(i, times):
        return replace(i, run=replace(i.run, gamma=times * i.run.gamma))

    one_long_step = st.just(drawn(1, flint.fmpq(19, 10), 1, apart=False))
    return st.one_of(st.builds(stepped, runs_of_any_sum(d, N), st.sampled_from((1, 2, 3, 6))), one_long_step)


def spread(gamma, H, mu, L):
    """r^2 + l/(s + t) sum_h (c_h/H)^2, c_h = h + sum_{j < H-h} (1 - s^j)."""
    s, t = 1 - gamma * mu, 1 - gamma * L
    c = [h + sum((1 - s**j for j in range(H - h)), 0 * gamma) for h in range(H)]
    return r(gamma, H, mu) ** 2 + (s - t) / (s + t) * sum((x**2 for x in c), 0 * gamma) / H**2


def distances(i):
    """The squared norms of the difference of two runs on the same draws, after a round and before it."""
    run, (start, controls) = i.run, i.other
    x, xi = rounds_with_memory("scaffold", run, i.control_variates)
    y, eta = rounds_with_memory("scaffold", replace(run, start=start), controls)
    return weighted_norm(x - y, xi - eta, run.gamma, run.H), weighted_norm(
        run.start - start, i.control_variates - controls, run.gamma, run.H
    )


def loses(i, share=1, spread=spread):
    """V after a round and what it must not exceed."""
    after, before = distances(i)
    return after, share * max(q(i.run.gamma, i.run.H, i.mu) ** 2, spread(i.run.gamma, i.run.H, i.mu, i.run.L)) * before


def loses_as_one(i, share=1, power=2):
    """V after a round and what it must not exceed where steps are short."""
    after, before = distances(i)
    return after, share * q(i.run.gamma, i.run.H, i.mu) ** power * before


s, t, k, u, b, delta, D, at, m_, x_ = coordinates("s t k u b delta D h m x")
l = s - t  # noqa: E741 -- the letter of the proof
s_mu = 1 - gamma * mu
IN_LETTERS = on_coordinates("f_i f_j g_i g_j x_i x_j s t")
ONE_COORDINATE = "one coordinate of vectors in any dimension"


def drift(at):
    """b_h = c_h/s^(H-h)."""
    return (H - (1 - s_mu ** (H - at)) / (1 - s_mu)) / s_mu ** (H - at)


def goes(drift):
    """Zero if b_{h+1} = s b_h + 1, b_H = H and q b_0 = H r."""
    step = drift(at + 1) - s_mu * drift(at) - 1
    return step + k * (drift(H) - H) + k**2 * (q(gamma, H, mu) * drift(0) - H * r(gamma, H, mu))


LONG = Domain((gamma * (mu + L) < 2, mu < L), (STRONGLY_CONVEX_SAMPLES, ONE_SUM))

samples = Claim(
    id="symfed-scaffold-whole-class-samples",
    kind="inequality",
    says="Stochastic gradients with a new sample in every local step, each sample's loss smooth and strongly convex: what a round leaves of V between two runs on the "
    "same samples, path by path and hence in mean square, for any H, N and d, and steps up to 2/(L + mu). It is the first part as long as rounds are not too long "
    "(symfed-scaffold-whole-class-samples-contract); with longer ones V may grow (symfed-scaffold-whole-class-samples-any-steps). The sharper bounds on exact gradients "
    "speak of one run and the optimum, not of two runs: between runs that both move even one sample has another mean Hessian in each step.",
    printed=printed_at(
        "Scaffold beyond quadratics, a sample a step",
        r"V^+\le\max\Big\{q^2,\ r^2+\frac{\gamma(L-\mu)}{2-\gamma(L+\mu)}\sum_{h<H}\frac{c_h^2}{H^2}\Big\}V,\quad c_h=h+\sum_{j<H-h}\big(1-(1-\gamma\mu)^j\big),\quad "
        r"V=|\theta-\theta'|^2+\frac{(\gamma H)^2}N\sum_c|\xi_c-\xi_c'|^2",
    ),
    under=LONG,
    statement=loses,
    lemmas=(
        rate.lemma("by the rule"),
        standalone_lemma(
            "interpolation, shifted",
            shifted,
            complete_identity(lambda: IN_LETTERS(interpolated), IN_LETTERS, scope=f"{ONE_COORDINATE}; inner products"),
            wrong={"no half": lambda *x: shifted(*x, half=1)},
        ),
        standalone_lemma(
            "both ways between two points",
            (k**2, l * k * u),
            Certificate(((l, k * (u - k / l)),), scope="(k_1 - k_2)(v_1 - v_2) >= 0, v = u - k/l; k and u stand for differences"),
            wrong={"half of l": (2 * k**2, l * k * u)},
            given=Domain((k * (u - k / l) >= 0, l > 0)),
        ),
        standalone_lemma(
            "a step",
            (l * (s + t) * (s * D - k) ** 2, l * (s + t) * s**2 * D**2 + l**2 * s**2 * b**2 * delta**2),
            Certificate(
                ((2 * s * (s + t), l * k * (D - b * delta) - k**2), (1, ((s + t) * k + l * s * b * delta) ** 2)),
                scope="s D - k from D = u + b delta, times l (s + t)",
            ),
            wrong={
                "without the drift": (l * (s + t) * (s * D - k) ** 2, l * (s + t) * s**2 * D**2),
                "t for s": (l * (s + t) * (s * D - k) ** 2, l * (s + t) * t**2 * D**2 + l**2 * s**2 * b**2 * delta**2),
            },
            given=Domain((k**2 <= l * k * (D - b * delta), s >= 0, s + t >= 0)),
        ),
        Lemma(
            "no step is too long",
            (sp.S.Zero, 2 - gamma * (mu + L)),
            Certificate(((1, 2 - gamma * (mu + L)),), scope="s + t > 0, and s > t makes s > 0"),
            wrong={"two fewer": (sp.S.Zero, -gamma * (mu + L))},
            assumes=Domain((gamma * (mu + L) < 2,)),
        ),
        standalone_lemma(
            "the drift",
            drift,
            complete_identity(lambda: sp.S.Zero, goes, scope="symbolic H and h"),
            wrong={"a step late": lambda at: drift(at - 1), "from zero": lambda at: (1 - s_mu**at) / (1 - s_mu)},
        ),
        crosscheck(
            "two exact runs",
            loses,
            inequality_search(
                runs,
                scope="on the same draws, samples with different Hessians",
                sizes=((1, 1), (1, 2), (2, 2)),
                examples=12,
                extremes=extremes,
            ),
            wrong={
                "0.99 of it": lambda i: loses(i, share=flint.fmpq(99, 100)),
                "q^2 alone": lambda i: loses(i, spread=lambda *x: 0 * x[0]),
            },
        ),
    ),
    follows=(
        InWords(
            "for gamma f of each sample the interpolation inequality holds between both runs' points, both ways (Taylor, Hendrickx and Glineur 2017, theorem 4): added up, "
            "<k_h, u_h> >= |k_h|^2/l in every step"
        ),
        InWords(
            "the steps added up: |D_H|^2 <= s^(2H) |D_0|^2 + l/(s + t) sum_h s^(2(H-h)) b_h^2 |delta|^2, where D_0 = e + (r/q) y, D_H = u_H + y, s^(H-h) b_h = c_h"
        ),
        InWords(
            "V^+ = mean |u_{c,H} + y_c|^2 of the differences (step and update are linear: 'by the rule'); the y_c have mean zero, so 2 q r <e, mean y_c> vanishes"
        ),
    ),
    uses=("symfed-scaffold-factors",),
    see=("symfed-scaffold-wasserstein", "symfed-scaffold-whole-class", "symfed-scaffold-whole-class-samples-any-steps"),
    expect=Tier.PROVED_GIVEN,
)


# Rounds for which the first part is the larger.

SHORT = Domain((gamma * H * L <= 2, H**2 * gamma * mu <= 1, mu < L, H >= 2), (STRONGLY_CONVEX_SAMPLES, ONE_SUM))


def all_drifts(m, second=sp.S.Half):
    """sum_h c_h^2 with c_h <= h + m (H-h)(H-h-1)/2, as 1 - s^j <= j m."""
    return sp.factor(sp.summation(sp.expand((h + second * m * (H - h) * (H - h - 1)) ** 2), (h, 0, H - 1)))


#: q from below, r from above, and gamma L <= 2/H.
LEAST_Q, MOST_R, SHORTEST = 1 - H * m_ + FOUR_NINTHS * H * (H - 1) * m_**2, (H - 1) * m_ / 2, 2 / H
z_, w_ = coordinates("z w")


def room(of=1):
    """What q^2 - r^2 must be at least, and is, times H^10 (s + t): gamma L = 2/H, gamma mu = (1 - w)/H^2 and H = 2 + z."""
    left = of * (SHORTEST - m_) * all_drifts(m_) + MOST_R**2 * H**2 * (2 - SHORTEST - m_)
    right = LEAST_Q**2 * H**2 * (2 - SHORTEST - m_)
    return tuple(side.subs(m_, (1 - w_) / H**2).subs(H, 2 + z_) * (2 + z_) ** 8 for side in (left, right))


#: A coefficient and a monomial each of right - left, in which the powers of 2 + z cancel.
ABOVE, BELOW = (sp.Poly(part, z_, w_) for part in sp.fraction(sp.together(room()[1] - room()[0])))
PARTS = tuple((part, z_**i * w_**j) for (i, j), part in ABOVE.exquo(BELOW).terms())

samples_contract = Claim(
    id="symfed-scaffold-whole-class-samples-contract",
    kind="inequality",
    says="With a new sample in every local step V loses (1 - gamma mu)^(2H) a round between two runs on the same samples if gamma H L <= 2 and H^2 gamma mu <= 1, twice as "
    "long a step as symfed-scaffold-wasserstein has: path by path, hence in mean square and in Wasserstein distances of every order.",
    printed=printed_at(
        "Scaffold beyond quadratics, a sample a step, short rounds",
        r"\gamma HL\le2,\ H^2\gamma\mu\le1,\ H\ge2:\quad V^+\le(1-\gamma\mu)^{2H}V,\quad \mathcal W_p(\psi_t;\pi)\le(1-\gamma\mu)^{Ht}\,\mathcal W_p(\psi_0;\pi)",
    ),
    under=SHORT,
    statement=loses_as_one,
    lemmas=(
        rate.lemma("q from below"),
        rate.lemma("r <= (H-1) gamma mu/2"),
        standalone_lemma(
            "shorter steps lose less to the drift",
            ((x_ - m_) * (2 - SHORTEST - m_), (SHORTEST - m_) * (2 - x_ - m_)),
            Certificate(((2 * (1 - m_), SHORTEST - x_),), scope="l/(s + t) grows with x = gamma L, m = gamma mu"),
            wrong={"half of it": (2 * (x_ - m_) * (2 - SHORTEST - m_), (SHORTEST - m_) * (2 - x_ - m_))},
            given=Domain((x_ <= SHORTEST, m_ <= 1, m_ >= 0, x_ >= m_)),
        ),
        Lemma(
            "few enough steps",
            (gamma * L, 2 / H),
            Certificate(((1 / H, 2 - gamma * H * L),)),
            wrong={"1/H": (gamma * L, 1 / H)},
            assumes=Domain((gamma * H * L <= 2,)),
        ),
        standalone_lemma(
            "the second part is the smaller",
            room(),
            Certificate(PARTS, scope="w = 1 - H^2 gamma mu, z = H - 2: no coefficient is negative"),
            wrong={"three times the drift": room(3)},
            given=Domain((z_ >= 0, w_ >= 0, w_ <= 1)),
        ),
        crosscheck(
            "two exact runs",
            loses_as_one,
            inequality_search(
                runs,
                scope="on the same draws, samples with different Hessians",
                sizes=((1, 1), (1, 2), (2, 2)),
                examples=12,
                extremes=extremes,
            ),
            wrong={
                "0.99 of it": lambda i: loses_as_one(i, share=flint.fmpq(99, 100)),
                "a faster rate": lambda i: loses_as_one(i, power=4),
            },
        ),
    ),
    follows=(
        InWords(
            "gamma (L + mu) < 2, as gamma L <= 1 and mu < L; c_h <= h + gamma mu (H-h)(H-h-1)/2 by 1 - (1 - b)^j <= j b; so the second part of "
            "symfed-scaffold-whole-class-samples is at most q^2"
        ),
        InWords("an optimal coupling of the starts is one of the laws after a round, so that W_p contracts as the norm does"),
    ),
    uses=("symfed-scaffold-whole-class-samples", "symfed-scaffold-factors"),
    see=("symfed-scaffold-wasserstein",),
    expect=Tier.PROVED_GIVEN,
)


# Many long steps: V may grow.


@dataclass(frozen=True)
class TwoOfASort:
    """Two runs of two clients in the plane, mirror images of each other, gamma = L = 1: e along the first axis, y_c = +-y along the second.

    Step h has the quadratic loss of curvature 1 along (1 - t_h^2, +-2 t_h) and mu across; the difference of both runs starts at e.
    """

    mu: Any
    e: Any
    y: Any
    halves: tuple[Any, ...]

    def parameters(self):
        """The numbers that a Domain speaks about."""
        return {"gamma": flint.fmpq(1), "mu": self.mu, "L": flint.fmpq(1), "H": len(self.halves), "N": 2}

    def describe(self):
        """Text from which the runs can be written down again."""
        return {"mu": str(self.mu), "e": str(self.e), "y": str(self.y), "tangents of half the angles": ", ".join(map(str, self.halves))}

    @property
    def hessians(self):
        """Those of both clients in each step, shape (2, H, 2, 2)."""
        out = []
        for side in (1, -1):
            along = [np.array([1 - tan**2, 2 * side * tan], dtype=object) / (1 + tan**2) for tan in self.halves]
            eye = np.array([[flint.fmpq(1), flint.fmpq(0)], [flint.fmpq(0), flint.fmpq(1)]], dtype=object)
            out.append([self.mu * eye + (1 - self.mu) * np.outer(a, a) for a in along])
        return np.array(out, dtype=object)

    @property
    def controls_apart(self):
        """The difference of both runs' control variates, shape (2, 2)."""
        zero = flint.fmpq(0)
        return np.array([[zero, self.y], [zero, -self.y]], dtype=object)

    def distances(self):
        """V between both runs after a round and before it."""
        zero, steps = flint.fmpq(0), len(self.halves)
        start, controls = np.array([self.e, zero], dtype=object), self.controls_apart

        def drawn(local, t, h):
            return (self.hessians[:, h] @ local[..., None])[..., 0]

        after, xi = run_rounds(get_algorithm("scaffold"), drawn, start, flint.fmpq(1), steps, 2, xi=controls / steps)[-1]
        return weighted_norm(after, xi, flint.fmpq(1), steps), weighted_norm(start, controls / steps, flint.fmpq(1), steps)


def growing() -> list[TwoOfASort]:
    """Ten steps and five that make V larger, with angles near the best that a search has found."""
    angles = (1.207, 0.844, 0.664, 0.615, 0.659, 0.782, 0.981, 1.26, 1.633, 2.116), (1.514, 1.458, 1.505, 1.653, 1.904)
    return [
        TwoOfASort(flint.fmpq(1, 1000), e, flint.fmpq(1), tuple(flint.fmpq(round(20 * tan(angle / 2)), 20) for angle in own))
        for own, e in zip(angles, (flint.fmpq(1, 2), flint.fmpq(19, 10)), strict=True)
    ]


def sorts(d: int, N: int) -> Strategy:
    """Rounds of `growing`; in the plane, two clients: `d` and `N` are not read."""
    return st.sampled_from(growing())


any_steps = Claim(
    id="symfed-scaffold-whole-class-samples-any-steps",
    kind="inequality",
    says="Conjecture: with a new strongly convex sample in every local step and gamma L <= 1 V does not grow, path by path, for any number of local steps. False at "
    "gamma L = 1 from five steps on; ten can make V two fifths larger. (So the factor is not that of exact gradients; in the mean over quadratic samples it is: symfed-scaffold-whole-class-mean-samples.)",
    printed=printed_at("conjecture on a sample a step", r"\gamma L\le1:\quad V^+\le V"),
    under=Domain((gamma * L <= 1, mu < L), (STRONGLY_CONVEX_SAMPLES, ONE_SUM)),
    statement=lambda i: i.distances(),
    checks=inequality_search(sorts, scope="two clients in the plane, mirror images", sizes=((2, 2),), examples=4),
    corrected="symfed-scaffold-whole-class-samples",
    see=("symfed-scaffold-whole-class-mean-samples",),
    expect=Tier.REFUTED,
)
