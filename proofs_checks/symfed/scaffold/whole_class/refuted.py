"""Where max(q, r)² is not what a round of Scaffold multiplies the plain V by at most: two clients with a kink, and twenty quadratics."""

import flint
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.whole_class.cases import ADD_UP, SMOOTH_CLIENTS, ClientCase, RoundOfClients
from symfed.certificates import RoundCounterexample
from symfed.checks import CounterexampleSearch, complete_identity
from symfed.checks.broken_round import BrokenRound
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, mu
from symfed.strategies import Strategy
from symfed.strategies.instance import step_counts, step_shares
from symfed.worst_case.bounds import break_round_of_two

ONE = flint.fmpq(1)
V_TEX = r"V=|\theta-\theta_\star|^2+\frac{(\gamma H)^2}N\sum_c|\xi_c+\nabla f_c(\theta_\star)|^2"
BOUND_TEX = r"V^+\le\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-(1-\gamma L)^H}{\gamma LH}\Big\}^2V,\quad " + V_TEX


def larger(gamma, H, mu, L):
    """max(q(mu), r(L))²: what V shrinks by if nothing is worse than equal quadratic clients."""
    return max(q(gamma, H, mu), r(gamma, H, L)) ** 2


def two_with_a_kink():
    """By hand: H = 2, gamma mu = 1/2, gamma L = 3/4, where q = 1/4 < r = 3/8; and others, to H = 5 and gamma L = 99/100."""
    half, three_quarters = flint.fmpq(1, 2), flint.fmpq(3, 4)
    kink = {"y": "6", "gradient": [["-1", "-3/4"], ["0", "0"], ["1", "1/2"]]}
    straight = {"y": "-6", "gradient": [["0", "0"], ["1", "3/4"]]}
    first = RoundCounterexample({}, "1", 2, str(half), str(three_quarters), "", "", "1", [kink, straight])
    points = ((3, flint.fmpq(1, 2), flint.fmpq(9, 10)), (5, flint.fmpq(49, 100), flint.fmpq(99, 100)))
    return (first, *(break_round_of_two("scaffold", 1, H, least, most) for H, least, most in points))


def twenty_quadratics():
    """19 clients of curvature 3/10 and one of curvature 1: q = 49/100 < r = 1/2 are near each other."""
    mild = {"y": "8/25", "gradient": [["0", "0"], ["1", "3/10"]]}
    steep = {"y": "-152/25", "gradient": [["0", "0"], ["1", "1"]]}
    return (RoundCounterexample({}, "1", 2, "3/10", "1", "", "", "1", [mild] * 19 + [steep]),)


conjecture = Claim(
    id="symfed-scaffold-whole-class-conjecture",
    kind="inequality",
    says="Conjecture: over all smooth, strongly convex clients, V is multiplied by no more than equal quadratic clients do, with any H. False with two "
    "clients on the line, one with a kink in its gradient at the optimum, wherever the second part is the larger and gamma L < 1.",
    printed=printed_at("conjecture", r"\gamma L\le1:\quad " + BOUND_TEX),
    under=Domain((gamma * L <= 1, mu < L), (SMOOTH_CLIENTS, ADD_UP)),
    statement=larger,
    checks=BrokenRound("scaffold", two_with_a_kink, "two clients, one with a kink"),
    corrected="symfed-scaffold-whole-class",
    see=("symfed-scaffold-kink",),
    expect=Tier.REFUTED,
)

QUADRATIC = Class("every client is quadratic")
plain = Claim(
    id="symfed-scaffold-plain-distance",
    kind="inequality",
    says="For quadratic clients the plain V, without weights p(A_c), loses max(q, r)² a round. (With the weights it does. Two or three clients do not tell; "
    "one stiff client among many does, near the crossing of both parts.)",
    printed=printed_at("strengthening that fails", r"\gamma L\le1,\ f_c\text{ quadratic}:\quad " + BOUND_TEX),
    under=Domain((gamma * L <= 1, mu < L), (QUADRATIC, ADD_UP)),
    statement=larger,
    checks=BrokenRound("scaffold", twenty_quadratics, "nineteen quadratics and another"),
    corrected="symfed-scaffold-contraction",
    expect=Tier.REFUTED,
)


# For every H: two clients with a kink, opposite control variates.


def kinked(step, least, most, H, e, Y) -> RoundOfClients:
    """The first has curvature L where x < 0 and mu where x > 0 and the control variate Y, the second is the quadratic of curvature L with -Y."""
    first = ClientCase(step, least, most, H, (e,), (Y,), ((most - least, (-ONE,), 0 * ONE),), ONE)
    return RoundOfClients((first, ClientCase(step, least, most, H, (e,), (-Y,), ((most - least, (ONE,), flint.fmpq(-10000)),), ONE)))


def kinks(d: int, N: int) -> Strategy:
    """Such rounds with H (1 - gamma mu) e <= Y, H from 2 to 5; on the line, and two clients: `d` and `N` are not read."""

    def built(share, ratio, H, part):
        least, most = ONE / ratio, ONE
        step = share / most
        return kinked(step, least, most, H, part / (H * (1 - step * least)), ONE)

    parts = st.sampled_from([flint.fmpq(1, k) for k in (1, 2, 5, 10, 100, 1000)])
    return st.builds(built, step_shares(1, 2, 3), st.sampled_from((2, 3, 10, 100)), step_counts(2, 5), parts)


def is_kinked(i) -> bool:
    first, e, Y = i.first, i.first.e[0], i.first.y[0]
    same = kinked(first.gamma, first.mu, first.L, first.H, e, Y) == i
    return same and 0 < first.H * (1 - first.gamma * first.mu) * e <= Y


KINK = Class(
    "two clients on the line with the optimum 0, y_1 = Y = -y_2: f_1'' is L for x < 0 and mu for x > 0, f_2'' is L; and 0 < H (1 - gamma mu) e <= Y",
    is_kinked,
)


def gain(i, share=1):
    """V after the round, from r(L)² of what it was, and by the rule."""
    first, e, Y = i.first, i.first.e[0], i.first.y[0]
    s, t, r_L = 1 - first.gamma * first.mu, 1 - first.gamma * first.L, r(first.gamma, first.H, first.L)
    T = t ** (first.H - 1)
    return r_L**2 * i.before() + share * e * (r_L * Y * (s - t) * T - r_L**2 * e) + e**2 * T**2 * (s**2 + t**2) / 2, i.after()


e_, Y_, s_, t_, T_, r_, delta_ = coordinates("e Y s t T r delta")
w_L = 1 - gamma * L


def path(h):
    """u_h of the client with a kink, for h >= 1: it goes from s e - delta with the curvature L, delta = Y/H."""
    return w_L ** (h - 1) * (s_ * e_ - delta_) - delta_ * (1 - w_L ** (h - 1)) / (1 - w_L)


def goes(u):
    """Zero if the path starts after one step of curvature mu, and goes on with the curvature L."""
    h = T_
    return u(1) - s_ * e_ + delta_ + Y_ * (u(h + 1) - w_L * u(h) + delta_)


def end(slope):
    """Zero if u_H + y is slope e + r y with y = H delta."""
    return path(H) + H * delta_ - slope * e_ - r(gamma, H, L) * H * delta_


def after(first, second):
    """V after the round, less r² V."""
    return ((first * e_ + r_ * Y_) ** 2 + (second * e_ - r_ * Y_) ** 2) / 2 - r_**2 * (e_**2 + Y_**2)


kink = Claim(
    id="symfed-scaffold-kink",
    kind="identity",
    says="Two clients, one with a kink in its gradient at the optimum, make V more than r² of what it was, r = r(L), for every H >= 2, gamma L < 1 and "
    "mu < L: where 0 < r e <= (gamma L - gamma mu) (1 - gamma L)^(H-1) Y. So where r(L) >= q(mu), equal quadratics are not the worst of the class.",
    printed=printed_at(
        "Scaffold beyond quadratics, two clients",
        r"V^+=r^2V+re\big((\gamma L-\gamma\mu)TY-re\big)+\tfrac12e^2T^2\big((1-\gamma\mu)^2+(1-\gamma L)^2\big),\quad "
        r"T=(1-\gamma L)^{H-1},\ r=1-\frac{1-(1-\gamma L)^H}{\gamma LH},\ e=\theta-\theta_\star",
    ),
    under=Domain((gamma * L <= 1,), (KINK,)),
    statement=gain,
    lemmas=(
        Lemma(
            "the path",
            path,
            complete_identity(lambda: sp.S.Zero, goes, scope="symbolic H and h"),
            wrong={"a step late": lambda h: path(h - 1), "the curvature L at once": lambda h: path(h).subs(s_, w_L)},
        ),
        Lemma(
            "its end",
            s_ * w_L ** (H - 1),
            complete_identity(lambda: sp.S.Zero, end, scope="symbolic H; s = 1 - gamma L is the other client, with -y"),
            wrong={"s^2": s_**2 * w_L ** (H - 1), "a step more": s_ * w_L**H},
        ),
        Lemma(
            "V after the round",
            e_ * (r_ * Y_ * (s_ - t_) * T_ - r_**2 * e_) + e_**2 * T_**2 * (s_**2 + t_**2) / 2,
            complete_identity(lambda: after(s_ * T_, t_ * T_), sp.expand, scope="T = (1 - gamma L)^(H-1)"),
            wrong={"twice the gain": e_ * (2 * r_ * Y_ * (s_ - t_) * T_ - r_**2 * e_) + e_**2 * T_**2 * (s_**2 + t_**2) / 2},
        ),
        crosscheck(
            "exact rounds",
            gain,
            CounterexampleSearch(kinks, scope="exact clients, H <= 5", sizes=((1, 2),), examples=60),
            wrong={"a tenth more": lambda i: gain(i, flint.fmpq(11, 10)), "twice": lambda i: gain(i, 2)},
        ),
    ),
    follows=(
        InWords(
            "from e > 0 the first step has the curvature mu and ends at s e - Y/H <= 0; from there every step has the curvature L and stays there, as "
            "u <= 0 goes to (1 - gamma L) u - Y/H <= 0"
        ),
        InWords("V^+ = |e^+|^2 + mean |y_c^+|^2 = mean |u_{c,H} + y_c|^2 with the ends s T e + r Y and t T e - r Y"),
    ),
    see=("symfed-scaffold-whole-class-conjecture",),
    expect=Tier.PROVED_GIVEN,
)
