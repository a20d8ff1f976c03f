"""What the one-client inequality says of Scaffold's rounds for any number of local steps: how fast, how many rounds, beside the printed rates.

V falls by max{(1 - gamma mu)^(2H), (H-1)/(H+1)} a round. In the letters of `symfed-scaffold-one-client`: if q >= 1 - 1/H, its c = H r/q is at
most 1 and gives q^2 and r^2 + (1 - 1/H)^2; if q <= 1 - 1/H, its c = 0 gives q^2 (H-1)^2/((H-1)^2 - (H r)^2) and (1 - 1/H)^2. All that
is known of r is that H r <= (H-1)(1 - q).
"""

import sympy as sp

from proofs_checks.symfed.scaffold.contraction import q
from proofs_checks.symfed.scaffold.whole_class.cases import ADD_UP, SMOOTH_CLIENTS, rounds, tight_rounds
from proofs_checks.symfed.scaffold.whole_class.factor import DRIFT, SIDE, q_, r_, whole_class_factor
from proofs_checks.symfed.scaffold.whole_class.rounds import FEW
from symfed.checks import Certificate, Induction, SignCheck, inequality_search
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, lam, mu

STEPS = Domain((gamma * L <= 1, mu < L, H >= 2), (SMOOTH_CLIENTS, ADD_UP))
n = H - 1
#: What many local steps leave.
MANY = n / (H + 1)
LEFT, BOTH = n * (1 - q_) - H * r_, n * (1 - q_) + H * r_


def many(case):
    """(H-1)/(H+1) in the numbers of a case."""
    return (case.gamma * (case.H - 1)) / (case.gamma * (case.H + 1))


def loses(i, share=1, many=many, power=2):
    """V after a round and what it must not exceed."""
    return i.after(), share * max(q(i.first.gamma, i.first.H, i.first.mu) ** power, many(i.first)) * i.before()


def searched(statement, wrong):
    """The statement on rounds of exact clients that are not quadratic."""
    kind = inequality_search(
        rounds, scope="piecewise linear gradients, d <= 2", sizes=((1, 1), (1, 2), (1, 3), (2, 2)), examples=10, extremes=tight_rounds
    )
    return crosscheck("rounds of exact clients", statement, kind, wrong=wrong)


any_steps = Claim(
    id="symfed-scaffold-whole-class-any-steps",
    kind="inequality",
    says="Scaffold converges for every smooth, strongly convex client, quadratic or not, whatever the number of local steps, at any step up to 1/L: the "
    "talks have it on quadratics, or for gamma H L <= 1. (For H = 1 it is a gradient step.)",
    printed=printed_at(
        "Scaffold beyond quadratics, any number of local steps",
        r"\gamma L\le1:\quad V^+\le\max\Big\{(1-\gamma\mu)^{2H},\ \frac{H-1}{H+1}\Big\}V",
    ),
    under=STEPS,
    statement=loses,
    lemmas=(
        whole_class_factor.lemma("H r <= (H-1)(1 - q)"),
        whole_class_factor.lemma("H r <= q if q >= r_1"),
        standalone_lemma(
            "few steps",
            (r_**2 + SIDE**2, MANY),
            Certificate(
                (((n / H**2 + r_) / H, LEFT), ((n / H**2 + r_) * n / H, q_ - SIDE), (n / (H**4 * (H + 1)), sp.S.One)),
                scope="the coefficient of mean |y_c|^2 at c = H r/q; that of |e|^2 is q^2",
            ),
            wrong={"(H-1)/(H+2)": (r_**2 + SIDE**2, n / (H + 2)), "2 r^2": (2 * r_**2 + SIDE**2, MANY)},
            given=Domain((H >= 2, DRIFT, r_ >= 0, q_ >= SIDE)),
        ),
        standalone_lemma(
            "many steps",
            ((H + 1) * n * q_**2, n**2 - H**2 * r_**2),
            Certificate(((1, LEFT * BOTH), (2 * H * n * q_, SIDE - q_)), scope="the coefficient of |e|^2 at c = 0"),
            wrong={"H + 2": ((H + 2) * n * q_**2, n**2 - H**2 * r_**2), "q": ((H + 1) * n * q_, n**2 - H**2 * r_**2)},
            given=Domain((H >= 2, DRIFT, r_ >= 0, q_ >= 0, q_ <= SIDE, BOTH >= 0)),
        ),
        standalone_lemma(
            "its other coefficient",
            (SIDE**2, MANY),
            Certificate(((n / (H**2 * (H + 1)), sp.S.One),), scope="of mean |y_c|^2 at c = 0"),
            wrong={"1 - 1/H": (SIDE, MANY)},
            given=Domain((H >= 2,)),
        ),
        searched(
            loses,
            {
                "0.99 of it": lambda i: loses(i, share=type(i.first.gamma)(99) / 100),
                "(1 - 1/H)^2": lambda i: loses(i, many=lambda case: (case.gamma * (case.H - 1)) ** 2 / (case.gamma * case.H) ** 2),
                "twice as fast": lambda i: loses(i, power=4),
            },
        ),
    ),
    follows=(
        InWords(
            "V^+ = mean |u_{c,H} + y_c|^2, at most C |e|^2 + (C c^2/H^2 + (1 - 1/H)^2) mean |y_c|^2 for every c in [0, min(1, H r/q)] "
            "(symfed-scaffold-one-client; the y_c have mean zero): with c = H r/q, where C = q^2, if q >= 1 - 1/H, and with c = 0 otherwise"
        ),
        InWords("a factor below 1 every round: V tends to zero, for each H and each gamma <= 1/L"),
    ),
    uses=("symfed-scaffold-one-client", "symfed-scaffold-factors"),
    see=("symfed-scaffold-whole-class", "symfed-scaffold-whole-class-factor", "symfed-scaffold-contraction"),
    expect=Tier.PROVED_GIVEN,
)

#: The root of kappa, between H and H + 1.
root = coordinates("rootkappa")[0]
FLOOR = Domain((root >= H, root <= H + 1))

rounds_to_accuracy = Claim(
    id="symfed-scaffold-whole-class-rounds",
    kind="rate",
    says="How many rounds an accuracy of V takes over the whole class: with gamma = 1/L and H = floor(sqrt(kappa)) local steps at most (sqrt(kappa)/2 + 1) "
    "log(1/epsilon), rounded up, and in all as many gradients, kappa/2 log(1/epsilon), as gradient descent. No H and no shorter step does with "
    "fewer than (sqrt(kappa) - 1)/2 log(1/epsilon), not even on quadratics.",
    printed=printed_at(
        "Scaffold beyond quadratics, rounds to an accuracy",
        r"\gamma=\tfrac1L,\ H=\lfloor\sqrt\kappa\rfloor,\ T\ge\frac\kappa{2H}\log\frac1\varepsilon:\quad V_T\le\varepsilon V_0,\qquad"
        r"\frac\kappa{2H}\le\frac{\sqrt\kappa}2+1",
    ),
    under=FEW,
    lemmas=(
        standalone_lemma(
            "few enough rounds",
            (root**2 / (2 * H), root / 2 + 1),
            Certificate((((root + 1) / (2 * H), H + 1 - root), (1 / (2 * H), H - 1)), scope="H <= sqrt(kappa) <= H + 1"),
            wrong={"1/2 for 1": (root**2 / (2 * H), root / 2 + sp.S.Half)},
            given=FLOOR,
        ),
        standalone_lemma(
            "few enough steps",
            (H**2 * gamma * mu, sp.S.One),
            Certificate(((gamma * mu * (root + H), root - H), (1, 1 - gamma * mu * root**2)), scope="gamma mu kappa = 1"),
            wrong={"twice as many": ((2 * H) ** 2 * gamma * mu, sp.S.One)},
            given=FLOOR & Domain((gamma * mu * root**2 <= 1,)),
        ),
    ),
    follows=(
        InWords(
            "with H^2 gamma mu <= 1, V_T <= (1 - gamma mu)^(2HT) V_0 <= exp(-2 gamma mu H T) V_0 (symfed-scaffold-whole-class; H = 1 is a gradient step), which is at "
            "most epsilon V_0 for T >= log(1/epsilon)/(2 gamma mu H)"
        ),
        InWords(
            "from below: equal quadratic clients lose no more than rho^2 a round, rho >= 1 - kappa^(-1/2) for every H and gamma <= 1/L "
            "(symfed-scaffold-attained, symfed-scaffold-rate-floor), and -log(1 - x) <= x/(1 - x)"
        ),
    ),
    uses=("symfed-scaffold-whole-class", "symfed-scaffold-attained", "symfed-scaffold-rate-floor"),
    see=("flta-comm-complexity", "symfed-scaffold-communication"),
    expect=Tier.PROVED_GIVEN,
)

#: lambda = min(mu, 1/(gamma H^2)).
LEAST = Domain((gamma * L <= 1, mu < L, H >= 2, sp.Le(lam, mu), gamma * lam * H**2 <= 1), (SMOOTH_CLIENTS, ADD_UP))
w = 1 - gamma * lam


proxskip = Claim(
    id="symfed-scaffold-whole-class-proxskip",
    kind="inequality",
    says="With H = 1/p, a fixed number, a round of Scaffold shrinks V over the whole class at least as much as ProxSkip's bound (1 - min(gamma mu, p^2)) "
    "shrinks its own in the 1/p steps that lie between two communications in the mean; and for H^2 gamma mu <= 1 by the square of it, so that half the rounds do. "
    "ProxSkip: Mishchenko, Malinovsky, Stich and Richtarik, ICML 2022, whose abstract says of Scaffold's theory that it does no better than gradient "
    "descent; a bound of order p a step is in Hu and Huang, ICML 2023.",
    printed=printed_at("Scaffold beyond quadratics and ProxSkip", r"V^+\le\big(1-\min\{\gamma\mu,H^{-2}\}\big)^HV"),
    under=LEAST,
    lemmas=(
        standalone_lemma(
            "a local step",
            ((1 - gamma * mu) ** 2, w),
            SignCheck("q^2 <= (1 - gamma lambda)^H, a step at a time"),
            wrong={"three times the rate": ((1 - gamma * mu) ** 2, 1 - 3 * gamma * lam)},
            given=Domain((sp.Le(lam, mu), gamma * mu <= 1)),
        ),
        Lemma(
            "1 - H gamma lambda <= (1 - gamma lambda)^H",
            lambda h: h * gamma * lam - 1,
            Induction(lambda k: -(w**k), w, scope="any lambda up to mu"),
            wrong={"half of it": lambda h: h * gamma * lam / 2 - 1},
        ),
        Lemma(
            "(H-1)/(H+1) <= 1 - H gamma lambda",
            (MANY, 1 - H * gamma * lam),
            Certificate(((1 / H, 1 - gamma * lam * H**2), (n / (H * (H + 1)), sp.S.One)), scope="lambda <= 1/(gamma H^2)"),
            wrong={"3 H": (MANY, 1 - 3 * H * gamma * lam)},
        ),
    ),
    follows=InWords(
        "both parts of max{(1 - gamma mu)^(2H), (H-1)/(H+1)} (symfed-scaffold-whole-class-any-steps) are at most (1 - gamma lambda)^H"
    ),
    uses=("symfed-scaffold-whole-class-any-steps",),
    see=("flta-recovers-proxskip", "symfed-scaffold-whole-class"),
    expect=Tier.PROVED_GIVEN,
)

FROM_ZERO = Class("control variates that are zero at the start", implies=(ADD_UP,))
SLOW = 1 - gamma * mu / 4

slide = Claim(
    id="symfed-scaffold-whole-class-slide-rate",
    kind="rate",
    says="The rate of the slide 'New Convergence Rate for Scaffold' without noise, over the whole class, with the constant 1 and half of its term of "
    "heterogeneity, as long as gamma mu H (H+1) <= 8: at gamma = 1/L that is up to sqrt(8 kappa) local steps. (The slide prints no condition; gamma H L <= 1 "
    "is what it was known under.)",
    printed=printed_at(
        "the rate of the slides without noise, beyond quadratics",
        r"\|x^{(T)}-x^\star\|^2\le\Big(1-\frac{\gamma\mu}4\Big)^{HT}\{\|x^{(0)}-x^\star\|^2+\gamma^2H^2\zeta^2\},\quad"
        r"\zeta^2=\frac1N\sum_c\|\nabla f_c(x^\star)\|^2\qquad(\gamma L\le1,\ \gamma\mu H(H+1)\le8,\ \xi_c^{(0)}=0)",
    ),
    under=Domain((gamma * L <= 1, mu < L, H >= 2, gamma * mu * H * (H + 1) <= 8), (SMOOTH_CLIENTS, FROM_ZERO)),
    lemmas=(
        Lemma(
            "a local step",
            ((1 - gamma * mu) ** 2, SLOW),
            SignCheck("q(mu)^2 <= (1 - gamma mu/4)^H, a step at a time"),
            wrong={"5 gamma mu/4": ((1 - gamma * mu) ** 2, 1 - 5 * gamma * mu / 4)},
        ),
        Lemma(
            "1 - gamma mu H/4 <= (1 - gamma mu/4)^H",
            lambda h: gamma * mu * h / 4 - 1,
            Induction(lambda k: -(SLOW**k), SLOW, scope="Bernoulli"),
            wrong={"gamma mu H/5": lambda h: gamma * mu * h / 5 - 1},
        ),
        Lemma(
            "many steps",
            (MANY, 1 - gamma * mu * H / 4),
            Certificate(((1 / (4 * (H + 1)), 8 - gamma * mu * H * (H + 1)),)),
            wrong={"gamma mu H/3": (MANY, 1 - gamma * mu * H / 3)},
        ),
    ),
    follows=InWords(
        "|x_t - x*|^2 <= V_t, and V_0 = |x_0 - x*|^2 + gamma^2 H^2 zeta^2 where xi_c = 0; V falls by max{(1 - gamma mu)^(2H), (H-1)/(H+1)} a round "
        "(symfed-scaffold-whole-class-any-steps), of which both are at most (1 - gamma mu/4)^H"
    ),
    uses=("symfed-scaffold-whole-class-any-steps",),
    see=("iccopt-scaffold-rate", "symfed-scaffold-rate", "symfed-scaffold-short-rounds-transient"),
    expect=Tier.PROVED_GIVEN,
)

E_ = 1 - sp.exp(-1)
printed_bound = Claim(
    id="symfed-scaffold-whole-class-printed-bound",
    kind="inequality",
    says="The bound of the FLTA slides, printed for quadratics, holds for V over the whole class if gamma L >= 1/2. (For shorter steps its second part is "
    "below what is proved here.)",
    printed=printed_at(
        "the bound of the FLTA slides, beyond quadratics",
        r"V^+\le\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-1/e}{\gamma LH}\Big\}V\qquad(\tfrac12\le\gamma L\le1)",
    ),
    under=Domain((gamma * L <= 1, gamma * L >= sp.S.Half, mu < L, H >= 2), (SMOOTH_CLIENTS, ADD_UP)),
    lemmas=(
        Lemma(
            "q^2 <= q",
            lambda h: (1 - gamma * mu) ** h,
            Induction(lambda k: (1 - gamma * mu) ** (2 * k), (1 - gamma * mu) ** 2, scope="gamma mu <= 1"),
            wrong={"q^3": lambda h: (1 - gamma * mu) ** (3 * h)},
        ),
        standalone_lemma("1 - 1/e <= 2/3", (E_, sp.Rational(2, 3)), SignCheck("e < 3"), wrong={"3/5": (E_, sp.Rational(3, 5))}),
        Lemma(
            "(H-1)/(H+1)",
            (MANY, 1 - sp.Rational(2, 3) / (gamma * L * H)),
            Certificate(
                ((sp.Rational(4, 3) / (gamma * L * H), gamma * L - sp.S.Half), (sp.Rational(2, 3) / (H * (H + 1)), H - 2)),
                scope="with 2/3 for 1 - 1/e",
            ),
            wrong={"1 for 2/3": (MANY, 1 - 1 / (gamma * L * H))},
        ),
    ),
    follows=InWords("both parts of max{(1 - gamma mu)^(2H), (H-1)/(H+1)} (symfed-scaffold-whole-class-any-steps), in turn"),
    uses=("symfed-scaffold-whole-class-any-steps",),
    see=("flta-main-contraction", "symfed-scaffold-contraction"),
    expect=Tier.PROVED_GIVEN,
)
