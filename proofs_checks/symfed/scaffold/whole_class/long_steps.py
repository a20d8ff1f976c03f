"""Steps longer than 1/L: one local step, where two gradients' lengths decide; two, where the first regime goes on as far as quadratics let it; three, where it does not.

Scale: s = 1 - gamma mu, t = 1 - gamma L <= 0, l = s - t, S = s + t, delta = y/2; k and v of an x as in `shorter_steps`, of which this is H = 2 with t of the other sign:
two quadratics are tight, of curvature mu at (e, delta) = (1, 0) and of curvature L at (c, -1). The weights are tau_0 = 2 s^3 of (v_0, 0), alpha of (0, 1),
tau_1 = 2 s + alpha/s of (v_1, 0) together with alpha. With t < 0 the products of different V_h have no one sign, and the determinant decides.
"""

import flint
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.whole_class.cases import ADD_UP, SMOOTH_CLIENTS, ClientCase, RoundOfClients
from proofs_checks.symfed.scaffold.whole_class.rounds import rate
from proofs_checks.symfed.scaffold.whole_class.shorter_steps import coefficient, interpolated, numbers, shifted, tilt
from symfed.checks import Certificate, SignCheck, complete_identity, inequality_search
from symfed.checks.broken_round import BrokenRound
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates, on_coordinates
from symfed.core.symbols import H, L, gamma, mu
from symfed.strategies import Strategy
from symfed.worst_case.bounds import break_round_of_two

ONE = flint.fmpq(1)
s_mu, t_L = 1 - gamma * mu, 1 - gamma * L
s, t, e, delta, k, u, k0, k1, m0, m1, A, B = coordinates("s t e delta k u k0 k1 m0 m1 A B")
tau0, tau1, alpha, first, half, last, p, w = coordinates("tau0 tau1 alpha first half last p w")
l, S = s - t, s + t  # noqa: E741 -- the letter of the proof
IN_LETTERS = on_coordinates("f_i f_j g_i g_j x_i x_j s t")
ONE_COORDINATE = "one coordinate of vectors in any dimension"


def curved(d: int, N: int, steps, points) -> Strategy:
    """Rounds of N clients with one bend each at given (gamma mu, gamma L); one's y makes them add up to zero."""
    vectors = st.lists(st.integers(-4, 4).map(flint.fmpq), min_size=d, max_size=d)
    bends = st.lists(st.integers(-2, 2), min_size=d, max_size=d).filter(any)
    client = st.tuples(vectors, st.sampled_from([ONE, ONE / 2, 0 * ONE]), bends, st.sampled_from([flint.fmpq(b) for b in (-20, 0, 1)]))

    def built(point, scale, H, start, clients):
        least, most = (flint.fmpq(*x) * scale for x in point)
        closed = [[-sum((c[0][j] for c in clients[1:]), 0 * ONE) for j in range(d)], *(c[0] for c in clients[1:])]
        return RoundOfClients(
            tuple(
                ClientCase(
                    ONE / scale, least, most, H, tuple(start), tuple(y), ((part * (most - least), tuple(map(flint.fmpq, a)), b),), ONE
                )
                for y, (_, part, a, b) in zip(closed, clients, strict=True)
            )
        )

    drawn = st.lists(client, min_size=N, max_size=N)
    return st.builds(built, st.sampled_from(points), st.sampled_from((1, 2)), st.sampled_from(steps), vectors, drawn)


def quadratics(steps, points):
    """One quadratic client with y = 0 for each (gamma mu, gamma L) and each end of the spectrum."""
    out = []
    for least, most in ((flint.fmpq(*a), flint.fmpq(*b)) for a, b in points):
        for a in (least, most):
            pieces = ((a - least, (ONE,), flint.fmpq(-100)),) if a != least else ()
            out.append(RoundOfClients((ClientCase(ONE, least, most, steps, (ONE,), (0 * ONE,), pieces, ONE),)))
    return out


def searched(statement, steps, points, extremes, wrong):
    """The statement on rounds of exact clients that are not quadratic, and what must be rejected there."""
    kind = inequality_search(
        lambda d, N: curved(d, N, steps, points),
        scope="piecewise linear gradients, d <= 2",
        sizes=((1, 1), (1, 2), (2, 2)),
        examples=12,
        extremes=extremes,
    )
    return crosscheck("rounds of exact clients", statement, kind, wrong=wrong)


INTERPOLATION = standalone_lemma(
    "interpolation, shifted",
    shifted,
    complete_identity(lambda: IN_LETTERS(interpolated), IN_LETTERS, scope=f"{ONE_COORDINATE}; inner products"),
    wrong={"no half": lambda *x: shifted(*x, half=1)},
)


# One local step.

AT_ONE = (((1, 10), (1, 1)), ((1, 10), (3, 2)), ((1, 10), (19, 10)), ((1, 2), (3, 1)), ((1, 3), (1, 3)))


def loses_in_one(i, share=1, ends=(0, 1)):
    """V after a round and what it must not exceed: the larger of (1 - gamma mu)^2 and (1 - gamma L)^2, or the one of `ends` alone."""
    both = (1 - i.first.gamma * i.first.mu) ** 2, (1 - i.first.gamma * i.first.L) ** 2
    return i.after(), share * max(both[end] for end in ends) * i.before()


one_step = Claim(
    id="symfed-scaffold-whole-class-one-step",
    kind="inequality",
    says="With one local step the control variates cancel, and Scaffold loses what a gradient step loses over the class, for every step size, beyond 1/L and beyond 2/L too: "
    "quadratics attain it. (The step's factor is classical.)",
    printed=printed_at(
        "Scaffold beyond quadratics, one local step",
        r"H=1:\quad V^+\le\max\{(1-\gamma\mu)^2,\,(1-\gamma L)^2\}\,|\theta-\theta_\star|^2\le\max\{\cdot\}V",
    ),
    under=Domain((mu < L, H <= 1), (SMOOTH_CLIENTS, ADD_UP)),
    statement=loses_in_one,
    lemmas=(
        rate.lemma("by the rule"),
        INTERPOLATION,
        standalone_lemma(
            "a short step",
            (l * (s * u - k) ** 2, l * s**2 * u**2),
            Certificate(((2 * s, l * k * u - k**2), (S, k**2)), scope="s + t >= 0; s u - k is the point after the step"),
            wrong={"t for s": (l * (s * u - k) ** 2, l * t**2 * u**2)},
            given=Domain((k**2 <= l * k * u, s >= 0, S >= 0)),
        ),
        standalone_lemma(
            "a long step",
            (l * (s * u - k) ** 2, l * t**2 * u**2),
            Certificate(((-2 * t, l * k * u - k**2), (-S, (l * u - k) ** 2)), scope="s + t <= 0"),
            wrong={"s for t": (l * (s * u - k) ** 2, l * s**2 * u**2)},
            given=Domain((k**2 <= l * k * u, t <= 0, S <= 0)),
        ),
        searched(
            loses_in_one,
            (1, 1, 2),
            AT_ONE,
            lambda: quadratics(1, AT_ONE[:4]),
            {
                "0.99 of it": lambda i: loses_in_one(i, share=flint.fmpq(99, 100)),
                "mu alone": lambda i: loses_in_one(i, ends=(0,)),
                "L alone": lambda i: loses_in_one(i, ends=(1,)),
            },
        ),
    ),
    follows=(
        InWords(
            "the interpolation inequalities of (x, 0) and (0, x), added up, are <k, u> >= |k|^2/l (Taylor, Hendrickx and Glineur 2017, theorem 4); of s + t >= 0 and s + t <= 0 one "
            "holds, with s >= 0 or t <= 0 in turn, as s > t"
        ),
        InWords("u_1 + y = e - gamma grad f(e), without y, and V^+ is the mean of its squares over clients"),
    ),
    see=("symfed-scaffold-whole-class",),
    expect=Tier.PROVED_GIVEN,
)


# Two local steps.

AT = tuple(f.subs(H, 2) for f in numbers(gamma, H, mu, L))
SMALLER = (AT[0] * AT[1] - AT[2] * AT[3]) ** 2 <= (AT[0] ** 2 - AT[3] ** 2) * (AT[0] ** 2 - AT[2] ** 2)
TWO = Domain((H >= 2, H <= 2, gamma * L >= 1, gamma * (mu + L) < 2, 2 * s_mu**2 >= gamma * L, SMALLER), (SMOOTH_CLIENTS, ADD_UP))
AT_TWO = (
    ((1, 10), (1, 1)),
    ((1, 10), (5, 4)),
    ((1, 20), (3, 2)),
    ((1, 100), (8, 5)),
    ((1, 10), (7, 4)),
    ((1, 10), (1, 2)),
    ((3, 10), (1, 1)),
)


def loses(i, share=1, power=2):
    """V after a round and what it must not exceed."""
    return i.after(), share * q(i.first.gamma, i.first.H, i.first.mu) ** power * i.before()


def ends(s, t):
    """q, r at mu and at L for two steps."""
    return s**2, (1 - s) / 2, t**2, (1 - t) / 2


C_ = tilt(*ends(s, t), H=2)


def pair(s, t):
    """alpha, of the pair (0, 1)."""
    return 2 * s**2 * (s - s**2 - t) * (s + t) / (s**3 + t * (s + t))


def rest(V, W, alpha):
    """What is left, in V_0 and V_1."""
    return form(alpha)[0] * V**2 + 2 * form(alpha)[1] * V * W + form(alpha)[2] * W**2


def form(alpha):
    """The coefficients of V_0^2, of half of V_0 V_1, and of V_1^2."""
    ahead = 2 * s + alpha / s
    return l * (2 * s**3 + l * alpha - t**2 * l), -l * (l * ahead + alpha + 2 * t * l) / 2, l * (ahead - l)


def determinant(alpha):
    """first last - half^2 of the rest."""
    head, middle, tail = form(alpha)
    return head * tail - middle**2


def dual(pair):
    """Zero if the bound is |u_2 + y|^2, the weighed inequalities and the rest."""
    weight, (q_mu, r_mu, *_), share = pair(s, t), ends(s, t), e + delta * C_
    x = t * e + l * A - delta
    end = t * x + l * B + delta
    weighed = 2 * s**3 * l * (e - A) * A + l * (x - B) * ((2 * s + weight / s) * B - weight * A)
    bound = q_mu**2 * e**2 + 4 * q_mu * r_mu * e * delta + 4 * coefficient(*ends(s, t)) * delta**2
    return bound - end**2 - weighed - rest(A - share, B - s * share, weight)


FIRST_REGIME = Domain((t <= 0, S >= 0, s <= 1, 2 * s**2 >= 1 - t))

two_long_steps = Claim(
    id="symfed-scaffold-whole-class-two-long-steps",
    kind="inequality",
    says="Two local steps longer than 1/L: the first regime goes on over the whole class, exactly as far as quadratics of the curvatures mu and L with one lambda let it "
    "(gamma L up to 1.44 for kappa = 10, 1.69 for kappa = 100): V shrinks by (1 - gamma mu)^4, which quadratics attain.",
    printed=printed_at(
        "Scaffold beyond quadratics, two long steps",
        r"H=2,\ 1\le\gamma L,\ \gamma(\mu+L)<2,\ r_L\le q,\ (qr-q_Lr_L)^2\le(q^2-r_L^2)(q^2-q_L^2):\quad V^+\le q^2V,\quad "
        r"q=(1-\gamma\mu)^2,\ r=\tfrac{\gamma\mu}2,\ q_L=(1-\gamma L)^2,\ r_L=\tfrac{\gamma L}2",
    ),
    under=TWO,
    statement=loses,
    lemmas=(
        INTERPOLATION,
        standalone_lemma(
            "what five inequalities give",
            (alpha * k1 * A, tau0 * k0 * A + tau1 * k1 * B),
            Certificate(
                ((tau0, k0 * A - m0), (alpha, m0 - m1 - k1 * (A - B)), (tau1 - alpha, k1 * B - m1), (tau0 - alpha, m0), (tau1, m1)),
                scope="of (v_0, 0), (0, 1), (v_1, 0) and the values, m >= 0",
            ),
            wrong={
                "twice alpha": (2 * alpha * k1 * A, tau0 * k0 * A + tau1 * k1 * B),
                "k_0": (alpha * k0 * A, tau0 * k0 * A + tau1 * k1 * B),
            },
            given=Domain((m0 >= 0, m1 >= 0, m0 <= k0 * A, m1 <= k1 * B, m1 + k1 * (A - B) <= m0, alpha >= 0, tau0 >= alpha, tau1 >= alpha)),
        ),
        standalone_lemma(
            "the dual",
            pair,
            complete_identity(lambda: sp.S.Zero, dual, scope=ONE_COORDINATE),
            wrong={"half of alpha": lambda s, t: pair(s, t) / 2, "none": lambda s, t: 0 * s},
        ),
        standalone_lemma(
            "the determinant",
            l**2 * s**3 * S**2 * (s**2 + t**2) * (2 * s**2 - s**3 - 2 * s * t + 2 * t) / (s**3 + t * S) ** 2,
            complete_identity(lambda: determinant(pair(s, t)), lambda f: f, scope="of the rest"),
            wrong={"s for s^3": l**2 * s * S**2 * (s**2 + t**2) * (2 * s**2 - s**3 - 2 * s * t + 2 * t) / (s**3 + t * S) ** 2},
        ),
        *(
            standalone_lemma(
                name, (sp.S.Zero, expression), SignCheck(scope), wrong={"less one": (sp.S.Zero, expression - 1)}, given=FIRST_REGIME
            )
            for name, expression, scope in (
                ("its sign", 2 * s**2 - s**3 - 2 * s * t + 2 * t, "so that the determinant is not negative"),
                ("alpha >= 0", s - s**2 - t, "its numerator"),
                ("its denominator", s**3 + t * S, "of alpha"),
                ("tau_0 >= alpha", s**4 + s * S**2 - l * S, "times 2 s^2/(s^3 + t S)"),
            )
        ),
        standalone_lemma(
            "tau_0 - alpha",
            2 * s**2 * (s**4 + s * S**2 - l * S) / (s**3 + t * S),
            complete_identity(lambda: 2 * s**3 - pair(s, t), lambda f: f, scope="tau_0 = 2 s^3; tau_1 - alpha = 2 s + alpha/s - alpha"),
            wrong={"s for s^2": 2 * s * (s**4 + s * S**2 - l * S) / (s**3 + t * S)},
        ),
        standalone_lemma(
            "the last coefficient",
            S + alpha / s,
            complete_identity(lambda: form(alpha)[2] / l, lambda f: f, scope="of V_1^2"),
            wrong={"l": l + alpha / s},
        ),
        standalone_lemma(
            "a form with both",
            (sp.S.Zero, last * (first * p**2 + 2 * half * p * w + last * w**2)),
            Certificate(((1, (last * w + half * p) ** 2), (p**2, first * last - half**2))),
            wrong={"three times the middle": (sp.S.Zero, last * (first * p**2 + 6 * half * p * w + last * w**2))},
            given=Domain((first * last >= half**2,)),
        ),
        Lemma(
            "B <= q^2",
            (AT[3] ** 2 * (AT[0] ** 2 - AT[2] ** 2) + (AT[0] * AT[1] - AT[2] * AT[3]) ** 2, AT[0] ** 2 * (AT[0] ** 2 - AT[2] ** 2)),
            Certificate(((1, SMALLER.rhs - SMALLER.lhs),), scope="times q^2 - q_L^2 > 0"),
            wrong={
                "twice r_L^2": (
                    2 * AT[3] ** 2 * (AT[0] ** 2 - AT[2] ** 2) + (AT[0] * AT[1] - AT[2] * AT[3]) ** 2,
                    AT[0] ** 2 * (AT[0] ** 2 - AT[2] ** 2),
                )
            },
            assumes=Domain((SMALLER,)),
        ),
        *(
            Lemma(name, sides, Certificate((part,)), wrong={"less a half": (sides[0] + sp.S.Half, sides[1])}, assumes=Domain((relation,)))
            for name, sides, part, relation in (
                ("t <= 0", (t_L, sp.S.Zero), (1, gamma * L - 1), gamma * L >= 1),
                ("s + t >= 0", (sp.S.Zero, s_mu + t_L), (1, 2 - gamma * (mu + L)), gamma * (mu + L) < 2),
                ("1 - t <= 2 s^2", (1 - t_L, 2 * s_mu**2), (1, 2 * s_mu**2 - gamma * L), 2 * s_mu**2 >= gamma * L),
            )
        ),
        searched(
            loses,
            (2, 2, 3),
            AT_TWO,
            lambda: quadratics(2, AT_TWO[:4]),
            {"0.99 of it": lambda i: loses(i, share=flint.fmpq(99, 100)), "a faster rate": lambda i: loses(i, power=4)},
        ),
    ),
    follows=(
        InWords(
            "gamma f, of which theta* = 0, grad f(0) = 0 and f(0) = 0 may be taken: the interpolation inequalities of the pairs of v_0, v_1 and 0 hold (Taylor, "
            "Hendrickx and Glineur 2017, theorem 4)"
        ),
        InWords(
            "so |u_2 + y|^2 <= q^2 |e|^2 + 2 q r <e, y> + B |y|^2, all weights and the rest being non-negative by the signs above (s > |t| makes q > q_L)"
        ),
        InWords(
            "V^+ = mean |u_{c,2} + y_c|^2 <= q^2 |e|^2 + B mean |y_c|^2, the y_c having mean zero; one quadratic of curvature mu, y = 0, attains it"
        ),
    ),
    see=("symfed-scaffold-whole-class-shorter-steps", "symfed-scaffold-whole-class"),
    expect=Tier.PROVED_GIVEN,
)


# Three local steps.


def larger(gamma, H, mu, L):
    """max(q(mu), r(L))^2: what V shrinks by if nothing is worse than equal quadratic clients."""
    return max(q(gamma, H, mu), r(gamma, H, L)) ** 2


def three_steps():
    """gamma L = 6/5, kappa = 10 and 3: two clients, one with a kink in its gradient at the optimum."""
    return tuple(break_round_of_two("scaffold", 1, 3, flint.fmpq(*a), flint.fmpq(*b)) for a, b in (((3, 25), (6, 5)), ((2, 5), (6, 5))))


long_steps = Claim(
    id="symfed-scaffold-whole-class-long-steps",
    kind="inequality",
    says="Conjecture: what equal quadratics lose bounds V for steps a little longer than 1/L too. False for three local steps, by two clients of which one has a kink. (With kappa = 10 the first regime holds at gamma L = 1.05 and fails at 1.1.)",
    printed=printed_at(
        "conjecture on long steps",
        r"V^+\le\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-(1-\gamma L)^H}{\gamma LH}\Big\}^2V\quad(\gamma L\le\tfrac65)",
    ),
    under=Domain((gamma * L <= sp.Rational(6, 5), mu < L), (SMOOTH_CLIENTS, ADD_UP)),
    statement=larger,
    checks=BrokenRound("scaffold", three_steps, "three steps of 6/5, kappa = 10 and 3"),
    corrected="symfed-scaffold-whole-class-two-long-steps",
    see=("symfed-scaffold-whole-class-conjecture",),
    expect=Tier.REFUTED,
)
