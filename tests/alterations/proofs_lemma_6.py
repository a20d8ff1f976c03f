"""Lemma 6 and its proof, in both versions, made false: constants, powers, a step size, an assumption."""

from __future__ import annotations

from tests.alterations.altered import Altered

CUBED = "-8 b^3 grows without a bound"
NO_NOISE = "noise of this size is left for ever"
UNITS = "the two sides have not one unit"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "statement": [
            ("aistats-lem6-trinomial", "statement", "6*u_lemma6*v_lemma6*w_lemma6", "3*u_lemma6*v_lemma6*w_lemma6", "six orders of three"),
            ("aistats-lem6-cube-identity", "statement", "- 12*a_lemma6**2", "- 6*a_lemma6**2", "the preprint's six"),
        ],
        "bound": [
            ("aistats-lem6-b-le-ac", "", "(Inner(x - theta_star, grad_cw(h, x)) <= Norm(x - theta_star)*",
             "(Inner(x - theta_star, grad_cw(h, x)) <= ", UNITS),
            ("aistats-eq24-drift", "", "<= -6*gamma", "<= -7*gamma", "it is an equation"),
            ("symfed-lem6-smooth-powers", "", "**2)*Norm(x - theta_star)**4)", "**2)*Norm(x - theta_star)**3)", UNITS),
            ("aistats-lem6-coef20", "", "- 6*gamma", "- 7*gamma", "it falls by six at first order"),
            ("aistats-eq25-sixth", "", "- gamma*mu*", "- 7*gamma*mu*", "it falls by six at first order"),
            ("aistats-eq25-sixth", "", "640*gamma**6", "gamma**6/2", "the noise's own sixth power"),
            ("aistats-eq27-thirdpower", "", "29*gamma**2", "4*gamma**2", "fifteen squares of noise in three"),
            ("hal-lemma6-eq24", "", "29*gamma**2", "4*gamma**2", "fifteen squares of noise in three"),
            ("aistats-eq28-H-steps", "", "29*H*gamma**2", "29*gamma**2", "every step adds noise"),
            ("aistats-lem6-minkowski", "", "<= Mean(E(Norm(theta_star - S_cw(H, x))**6)**(1/3))",
             "<= Mean(E(Norm(theta_star - S_cw(H, x))**6))**(1/3)/2", "equal clients without noise"),
            ("aistats-lem6-moment6", "", "87*gamma*tau**2/mu", "gamma*tau**2/mu", "a normal law has a sixth moment of 15"),
            ("aistats-lem6-moment6", "", "**(H*t)", "**(7*H*t)", "nothing contracts so fast"),
            ("aistats-lem6-orders", "", "658503*gamma**3", "658503*gamma**4", NO_NOISE),
            ("aistats-lem6-holder", "", "**(2/3)", "**(1/2)", UNITS),
            ("hal-lemma6-sum-prefactor", "", "+ 30*L*gamma**2", "+ L*gamma**2", "the second order of (1 - gamma L)^6 is 15"),
            ("hal-lemma6", "", "87*gamma*tau**2/mu", "0*gamma*tau**2/mu", NO_NOISE),
            ("hal-lemma6-fourth-moment", "", "sqrt(E(Norm(theta_star - theta_w)**2))", "E(Norm(theta_star - theta_w)**2)", UNITS),
        ],
        "domain": [
            ("aistats-lem6-const-9L", "inequality", "9*L*gamma <= 1", "8*L*gamma <= 1", "it ends at 0.12036"),
            ("hal-lemma6-constant", "inequality", "8*L*gamma <= 1", "7*L*gamma <= 1", "it ends at 0.12729"),
            ("aistats-eq25-sixth", "", "9*L*gamma <= 1", "", "long steps diverge"),
            ("aistats-eq22-cubic", "inequality", "-a_lemma6*c_lemma6 <= b_lemma6", "", CUBED),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
