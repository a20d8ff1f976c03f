"""Proposition 3: FedAvg as a Markov chain has one stationary law and approaches it linearly."""

import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_4
from proofs_checks.aistats.rough import heavy_tail
from proofs_checks.aistats.stochastic_round import SINGLE, theta_w
from symfed.checks import GrowthCheck, SignCheck, inequality_search
from symfed.checks.classes import REGULAR
from symfed.checks.readings import first_order
from symfed.claims import Claim, Class, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, gram_gg, gram_xg, gram_xx, mu, t
from symfed.strategies import jet_cases
from symfed.theorems import Arithmetic, vocabulary
from symfed.theorems.vocabulary import FRESH, Law, Norm

UNDER = Domain((gamma * L <= 1,), (REGULAR,), lines={str(gamma * L <= 1): "Proposition 3", str(REGULAR): "Proposition 3 (A1)"})
SECOND_MOMENT = Class("E|grad F_c^Z(theta*)|^2 is finite, and the initial law has a second moment", implies=(vocabulary.SECOND_MOMENT,))
W2 = SINGLE.W2
#: |x - gamma g|^2 against (1 - gamma mu) |x|^2, from co-coercivity and strong convexity
ONE_STEP = (gram_xx - 2 * gamma * gram_xg + gamma**2 * gram_gg, (1 - gamma * mu) * gram_xx)
IN_THE_MEAN = Domain((sp.Le(gram_gg, L * gram_xg), sp.Le(mu * gram_xx, gram_xg)))
TEX = r"\mathbf W_2^2(\rho\kappa^t,\pi^{(\gamma,H)})\le(1-\gamma\mu)^{Ht}\,\mathbf W_2^2(\rho,\pi^{(\gamma,H)})"
ALL_TEX = (
    r"\text{the iterates converge to a unique stationary distribution }\pi^{(\gamma,H)}\text{ with a finite second moment; for any }\rho,\ "
    + TEX
)
MOMENT = "a second moment of the stochastic gradient at one point, as A3 gives (and an initial law with a second moment)"

prop3 = Claim(
    id="aistats-prop3-stationary",
    kind="limit",
    says="Said of A1 alone: one stationary law, with a finite second moment, approached at rate (1 - gamma mu)^(H t) in squared W2. A1 allows noise without a second "
    "moment, and the law has none then.",
    printed=printed_at("Proposition 3", r"\text{Assume A1 and }\gamma\le1/L:\ " + ALL_TEX),
    statement=sp.S.One,
    under=UNDER,
    checks=GrowthCheck(heavy_tail, "noise without a second moment, which A1 allows; the claim is that the moment is bounded"),
    corrected="symfed-fedavg-stationary-law",
    missing=MOMENT,
    expect=Tier.IMPRECISE,
)

RATE_OF_LAWS = sp.Le(W2(t) ** 2, (1 - gamma * mu) ** (H * t) * W2(0) ** 2)

stationary_law = Claim(
    id="symfed-fedavg-stationary-law",
    kind="limit",
    says="Proposition 3 (AISTATS, with A1 and A3 of that paper) where the stochastic gradient has a second moment: one stationary law, approached "
    "from every law with a second moment; rho kappa^t is what t rounds make of the law rho.",
    printed=printed_at(
        "Proposition 3 with its missing condition",
        r"\text{Assume A1, A3 and }\gamma\le1/L:\ \text{there is a unique stationary distribution }\pi^{(\gamma,H)}\text{ with a finite second "
        r"moment; for any }\rho\text{ with one, }" + TEX,
    ),
    statement=sp.And(sp.Eq(Law(SINGLE.T_w(theta_w)), Law(theta_w), evaluate=False), RATE_OF_LAWS, evaluate=False),
    under=Domain(UNDER.relations, (*UNDER.classes, SECOND_MOMENT, FRESH), {str(FRESH): "Algorithm 1"}),
    lemmas=crosscheck(
        "one local step",
        ONE_STEP,
        SignCheck("Gram scalars in the mean over the sample, in any dimension"),
        says="x is the difference of two points, g that of their stochastic gradients on one sample; |g|^2 and <x, g> in the mean over it",
        given=IN_THE_MEAN,
        wrong={
            "L for mu": (ONE_STEP[0], (1 - gamma * L) * gram_xx),
            "ascent": (gram_xx + 2 * gamma * gram_xg + gamma**2 * gram_gg, ONE_STEP[1]),
        },
    ),
    follows=SINGLE.stationary,
    expect=Tier.PROVED_GIVEN,
)


def total_bias(case, more=0):
    """First-order bias of the general case, squared, with H + more local steps."""
    p, H = case.jets, case.H + more
    return (theorem_4.printed(p, p.hessian[0, 0] / p.hessian[0, 0], H) ** 2).sum()


rate_remark = Claim(
    id="aistats-prop3-rate-remark",
    kind="rate",
    says="More local steps converge faster, and are said to add bias: where its two parts point in opposite directions they may take some away "
    "(what is compared is the square of the first order over gamma).",
    printed=printed_at(
        "remark after Proposition 3",
        r"\text{a larger number of local steps }H\text{ speeds up the convergence, but leads to additional bias}",
    ),
    statement=lambda case: (total_bias(case), total_bias(case, more=1)),
    see=("symfed-fedavg-bias",),
    checks=inequality_search(jet_cases, scope="first-order bias on exact jets", sizes=((1, 2),), examples=600),
    corrected="symfed-heterogeneity-bias-grows",
    missing="heterogeneity bias: where the two parts point in opposite directions, more local steps may reduce the total",
    expect=Tier.IMPRECISE,
)


def heterogeneity_part(case, more=0):
    """The part of the first-order bias that noise does not cause, squared."""
    return (first_order(lambda p, gamma, H: theorem_1.printed(p, gamma, H + more), case) ** 2).sum()


def long_rounds(d, N):
    """Jets and up to forty local steps: the next one then adds a twentieth."""
    return jet_cases(d, N, max_steps=40)


GROWS = sp.Le(gamma * (H - 1) / 2 * Norm(theorem_1.b_het), gamma * H / 2 * Norm(theorem_1.b_het), evaluate=False)

grows = Claim(
    id="symfed-heterogeneity-bias-grows",
    kind="rate",
    says="The heterogeneity part of the first-order bias never shrinks when H grows.",
    printed=printed_at(
        "remark after Proposition 3, made precise", r"\tfrac{\gamma(H-1)}2\|b_h\|\le\tfrac{\gamma H}2\|b_h\|,\quad " + theorem_1.B_H_TEX
    ),
    statement=GROWS,
    lemmas=crosscheck(
        "exact jets",
        lambda case: (heterogeneity_part(case), heterogeneity_part(case, more=1)),
        inequality_search(long_rounds, scope="first-order bias on exact jets, H to 40", examples=20),
        wrong={
            "a step fewer": lambda case: (
                heterogeneity_part(case),
                heterogeneity_part(case, more=-1) if case.H > 1 else 0 * case.jets.hessian[0, 0],
            ),
            "reversed": lambda case: (heterogeneity_part(case, more=1), heterogeneity_part(case)),
        },
    ),
    follows=Arithmetic("grows", GROWS),
    expect=Tier.PROVED,
)
