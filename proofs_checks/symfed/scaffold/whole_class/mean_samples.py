"""Quadratic samples drawn anew in every local step, in mean square: as many steps as with exact gradients.

Scale: gamma = 1, s = 1 - mu; a client's Hessians A are independent with spectra in [mu, 1] and the mean M; u_h is the difference of both runs, m_h its mean, R_h the trace
of its covariance, delta = y/H, n = H - 1.

1. (1-A)^2 <= s (1-A), so that R_{h+1} <= s^2 R_h + <m_h, (1-M)(M-mu) m_h>, and m_{h+1} = (1-M) m_h - delta: one eigenvalue 1 - x of M at a time.
2. With b_{h+1} = s b_h + 1, b_H = H: what Z_h = s^(2(H-h)) (m_h + b_h delta)^2 loses in a step, less the covariance that is new, is kappa s f_h (m_h^2 + 2 b_h m_h delta),
   kappa = s - x, f_h = s^(2(n-h)): `a step`. Z_0 = (q e + r y)^2, Z_H = (m_H + y)^2.
3. theta = kappa/s, phi = 1 - theta (positive; zero by continuity), beta_h = s^(n-h) b_h, w_h = s^(n-h) (m_h/delta + b_h): w_{h+1} = phi w_h + theta beta_h, beta_n = n/s, and what is to be shown,
   n^2 + kappa s sum f_h (..) >= 0, is J = beta_n^2 - theta sum (beta_h^2 - w_h^2) >= 0: `in these letters`.
4. beta_{-1} = 0 may be put before: beta_0 = H r/s <= s^n, and its increments s^(n-1-h) grow from there. N = H steps now, w_{-1} = -p.
   J = J_0 - 2 p theta sum phi^m w_m + p^2 theta sum phi^(2m) (m = 1..N, w from p = 0); with D = beta - w, which grows,
   J_0 = phi beta_N D_N + phi sum (D_m - D_{m-1}) w_m, `a step of J`: at least phi beta_N D_N.
5. theta sum phi^m w_m <= phi E/(1 + phi), E = theta sum_{m<N} phi^m beta_m = sum_{j<N-1} (phi^(j+1) - phi^N) d_j, d the increments, and phi^(j+1) - phi^N <=
   phi^(j+1) (1 - phi^(N-1)): as the d_j grow, E is at most phi (1 - phi^(N-1)) times beta_N, and times D_N = sum phi^(N-1-j) d_j. `the discriminant`.
"""

import flint
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.two_starts import averaged_square
from proofs_checks.symfed.scaffold.wasserstein import ONE_SUM, STRONGLY_CONVEX_SAMPLES
from proofs_checks.symfed.scaffold.whole_class.rounds import rate
from proofs_checks.symfed.scaffold.whole_class.samples import distances, drawn, replace
from symfed.checks import Certificate, complete_identity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, mu
from symfed.strategies import Strategy
from symfed.strategies.control_variates import controlled_runs

QUADRATIC = Class("sample losses are quadratic")
ANEW = Class("samples are drawn independently in every local step, each client's from one law")
FEW = Domain((gamma * L <= 1, H**2 * gamma * mu <= 1, mu < L, H >= 2), (STRONGLY_CONVEX_SAMPLES, QUADRATIC, ANEW, ONE_SUM))


def in_the_mean(i, power=2, share=1):
    """The mean of V over all draws of a round, and its bound."""
    return averaged_square("scaffold", i), share * (1 - i.run.gamma * i.mu) ** (power * i.run.H) * distances(i)[1]


def runs(d: int, N: int) -> Strategy:
    """Runs of at most three steps with two samples a client, gamma up to a few times 1/(H L)."""

    def stepped(i, times):
        return replace(i, run=replace(i.run, gamma=times * i.run.gamma))

    short = controlled_runs(d, N, steps=(1, 3 if N == 1 else 2), balanced=True)
    return st.builds(stepped, st.one_of(short, controlled_runs(d, N, steps=(1, 2))), st.sampled_from((1, 2, 3, 5)))


def extremes():
    """Two samples, 1/10 and 1, of two clients: starts apart, or control variates."""
    return tuple(drawn(steps, flint.fmpq(1), 0, apart) for steps in (2, 3) for apart in (False, True))


s, x, m, b, delta, theta, power, D, w, d, beta, a, phi, E, N2 = coordinates("s x m b delta theta power D w d beta a phi E N2")
kappa = s - x


def kept(m, b):
    """What Z loses in a step, less the covariance that is new, over f_h."""
    return kappa * s * (m**2 + 2 * b * m * delta)


def next_J(w):
    """What J - phi beta D grows by from one index to the next, at w = beta - D of the next."""
    return phi * (phi * D + d - D) * w


mean_samples = Claim(
    id="symfed-scaffold-whole-class-mean-samples",
    kind="inequality",
    says="Stochastic gradients of quadratic samples, drawn anew in every local step: in mean square a round shrinks V between two runs by (1 - gamma mu)^(2H) for H^2 gamma mu <= 1 and any "
    "step up to 1/L, as with exact gradients, so that H = sqrt(kappa) local steps at gamma = 1/L cost one communication. Path by path it does not "
    "(symfed-scaffold-whole-class-samples-any-steps). For samples that are not quadratic it is false (symfed-scaffold-two-runs-rate).",
    printed=printed_at(
        "Scaffold with quadratic samples, in mean square",
        r"\gamma L\le1,\ H^2\gamma\mu\le1,\ H\ge2:\quad \mathbb E V^+\le(1-\gamma\mu)^{2H}V,\quad V=|\theta-\theta'|^2+\frac{(\gamma H)^2}N\sum_c|\xi_c-\xi_c'|^2",
    ),
    under=FEW,
    statement=in_the_mean,
    lemmas=(
        rate.lemma("by the rule"),
        rate.lemma("q from below"),
        rate.lemma("r <= (H-1) gamma mu/2"),
        rate.lemma("H r <= q"),
        rate.lemma("the other coefficient"),
        standalone_lemma(
            "a sample",
            (x**2, s * x),
            Certificate(((x, s - x),), scope="an eigenvalue x of 1 - gamma A"),
            wrong={"half": (2 * x**2, s * x)},
            given=Domain((x >= 0, x <= s)),
        ),
        Lemma(
            "no sample turns the sign",
            (sp.S.Zero, 1 - gamma * L),
            Certificate(((1, 1 - gamma * L),)),
            wrong={"half": (sp.S.Half, 1 - gamma * L)},
            assumes=Domain((gamma * L <= 1,)),
        ),
        standalone_lemma(
            "a step",
            kept,
            complete_identity(
                lambda: s**2 * (m + b * delta) ** 2 - (x * m - delta + (s * b + 1) * delta) ** 2 - x * kappa * m**2,
                lambda f: f(m, b),
                scope="an eigenvalue x of 1 - gamma M",
            ),
            wrong={"without the drift": lambda m, b: kappa * s * m**2, "half of it": lambda m, b: kept(m, b) / 2},
        ),
        standalone_lemma(
            "in these letters",
            lambda w: s**2 * theta * (w**2 - (power * b * delta) ** 2),
            complete_identity(
                lambda: (power**2 * kept(m, b)).subs(x, s * (1 - theta)), lambda f: f(power * (m + b * delta)), scope="power = s^(n-h)"
            ),
            wrong={"w without b": lambda w: s**2 * theta * ((w - power * b * delta) ** 2 - (power * b * delta) ** 2)},
        ),
        standalone_lemma(
            "the next w",
            (1 - theta) * power * (m + b * delta) + theta * power * b * delta,
            complete_identity(
                lambda: power / s * (s * (1 - theta) * m - delta + (s * b + 1) * delta), as_printed, scope="phi w + theta beta"
            ),
            wrong={"w alone": power * (m + b * delta)},
        ),
        standalone_lemma(
            "a step of J",
            next_J,
            complete_identity(
                lambda: (
                    (beta + d) ** 2
                    - beta**2
                    - (1 - phi) * ((beta + d) ** 2 - (beta + d - phi * D - d) ** 2)
                    - phi * (beta + d) * (phi * D + d)
                    + phi * beta * D
                ),
                lambda f: f(beta + d - phi * D - d),
                scope="beta and D go to beta + d and phi D + d; both are zero at the start",
            ),
            wrong={"without phi": lambda w: next_J(w) / phi, "the last w": lambda w: next_J(beta - D)},
        ),
        standalone_lemma(
            "the discriminant",
            (phi * (1 - a) ** 2, (1 + phi) * (1 - a**2 * phi**2)),
            Certificate(
                ((1, 1 - a**2 * phi**2), (2 * a * phi, 1 - a), (a**2 * phi * (1 + phi), 1 - phi)),
                scope="E^2 <= phi (1 + phi) (1 - phi^(2N)) beta_N D_N, a = phi^(N-1)",
            ),
            wrong={"three times": (3 * phi * (1 - a) ** 2, (1 + phi) * (1 - a**2 * phi**2))},
            given=Domain((phi >= 0, phi <= 1, a >= 0, a <= 1, a**2 * phi**2 <= 1)),
        ),
        crosscheck(
            "every draw of a round",
            in_the_mean,
            inequality_search(
                runs, scope="exact means, samples with different Hessians", sizes=((1, 1), (2, 1), (1, 2)), examples=8, extremes=extremes
            ),
            wrong={"a faster rate": lambda i: in_the_mean(i, power=5), "0.3 of it": lambda i: in_the_mean(i, share=flint.fmpq(3, 10))},
        ),
    ),
    follows=(
        InWords(
            "the difference u_h of both runs of a client goes u -> (1 - gamma A) u - delta with a new A, independent of u_h; 1 - gamma A has its spectrum in [0, s] and its mean commutes with "
            "itself: steps 1 and 2 of the file's head, one eigenvalue at a time, added up over the steps"
        ),
        InWords(
            "J >= 0 by steps 4 and 5: J_0 >= phi beta_N D_N as D grows and w >= 0; sum phi^m w_m by its recursion; sum theta phi^m beta_m by parts; a sum of growing d_j with "
            "falling weights is at most that with the weights reversed; theta sum phi^(2m) = phi^2 (1 - phi^(2N))/(1 + phi)"
        ),
        InWords(
            "so E|u_H + y|^2 <= |q e + r y|^2 + (1 - 1/H)^2 |y|^2 for every client; the y_c have mean zero, and r^2 + (1 - 1/H)^2 <= q^2: E V^+ = mean E|u_{c,H} + y_c|^2 <= q^2 V"
        ),
    ),
    uses=("symfed-scaffold-factors",),
    see=("symfed-scaffold-whole-class", "symfed-scaffold-whole-class-samples", "symfed-scaffold-wasserstein"),
    expect=Tier.PROVED_GIVEN,
)
