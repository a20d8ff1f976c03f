"""Statements over the whole class of smooth, strongly convex clients, made false: constants, exponents, signs and conditions."""

from __future__ import annotations

from tests.alterations.altered import Altered

ONE, ROUND, FACTOR = "symfed-scaffold-one-client", "symfed-scaffold-whole-class", "symfed-scaffold-whole-class-factor"
ANY, PROX, SLIDE = "symfed-scaffold-whole-class-any-steps", "symfed-scaffold-whole-class-proxskip", "symfed-scaffold-whole-class-slide-rate"
PRINTED, SHORTER = "symfed-scaffold-whole-class-printed-bound", "symfed-scaffold-one-client-shorter-steps"
TWO, LONG, MEAN = (f"symfed-scaffold-whole-class-{name}" for name in ("two-steps", "two-long-steps", "mean-samples"))
SAMPLES, SHORT_ROUNDS = "symfed-scaffold-whole-class-samples", "symfed-scaffold-whole-class-samples-contract"
LSA, SCAFFLSA = "symfed-lsa-coercive-step", "symfed-scafflsa-coercive"
AT_REST, CONTRACTS = "symfed-fedavg-whole-class-distance", "symfed-fedavg-class-contraction"
SHARP = "an end quadratic is tight"
GROWS = "a client of curvature L grows"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "bound": [
            (ONE, "", "(1 - 1/H)**2", "(1 - 2/H)**2", SHARP),
            (ONE, "", "share*y_c/H", "share*y_c/(2*H)", SHARP),
            (ONE, "", "(-gamma*mu + 1)**(2*H)", "(-gamma*mu + 1)**(3*H)", SHARP),
            (ONE, "weights grow", "_P*_s", "_P*_s/2", "as fast as the sum of powers"),
            (ONE, "no denominator vanishes", "-_Hr*_g", "-2*_Hr*_g", "H r may be H - 1"),
            (ROUND, "", "(-gamma*mu + 1)**(2*H)", "(-gamma*mu + 1)**(2*H + 1)", SHARP),
            (ROUND, "the other coefficient", "_q**2", "_q**3", "q may be 1 - 1/H nearly"),
            (FACTOR, "c <= 1 in the corner", "2*_q*_r", "_q*_r", "c = H k is up to 1 there"),
            (FACTOR, "at c = 0 the second regime", "_r1**2", "_r1**2/2", "the triangle may be right"),
            (ANY, "few steps", "(H + 1)", "(H + 2)", "H = 2 and q = 1/2"),
            (ANY, "many steps", "(H + 1)", "(H + 2)", "H r may be (H-1)(1 - q)"),
            (PROX, "(H-1)/(H+1) <= 1 - H gamma lambda", "-H*gamma", "-2*H*gamma", "H = 2, lambda = 1/(4 gamma)"),
            (SLIDE, "many steps", "gamma*mu/4", "gamma*mu/3", "gamma mu H (H+1) = 8"),
            (PRINTED, "(H-1)/(H+1)", "2/(3*H*L*gamma)", "1/(H*L*gamma)", "gamma L = 1/2, H = 2"),
            (SHORTER, "the L-path ends below", "_q*_rL", "_q*_rL/2", "both curvatures may be nearly alike"),
            (AT_REST, "they reach no more", "4*_z**2", "3*_z**2", "equal at z^2 = 1/2 nearly"),
            (CONTRACTS, "a short step", "(-gamma*mu + 1)**2", "(-gamma*mu + 1)**3", SHARP),
        ],
        "domain": [
            (SAMPLES, "no step is too long", "gamma*(L + mu) < 2", "gamma*(L + mu) < 3", "s + t may be -1"),
            (SHORT_ROUNDS, "few enough steps", "H*L*gamma <= 2", "H*L*gamma <= 3", "gamma L may be 3/H"),
            (SHORT_ROUNDS, "the second part is the smaller", "_w >= 0", "_w >= -1", "H^2 gamma mu may be 2"),
            (TWO, "s <= 2/3", "3*gamma*mu >= 1", "4*gamma*mu >= 1", "s may be 3/4"),
            (TWO, "t >= 0", "L*gamma < 1", "L*gamma < 2", "t may be -1 nearly"),
            (LONG, "1 - t <= 2 s^2", "2*(-gamma*mu + 1)**2 >= L*gamma", "3*(-gamma*mu + 1)**2 >= L*gamma", "gamma L may be 3 s^2"),
            (LONG, "s + t >= 0", "gamma*(L + mu) < 2", "gamma*(L + mu) < 3", "s + t may be -1 nearly"),
            (MEAN, "q from below", "H**2*gamma*mu <= 1", "H**2*gamma*mu <= 4", "4/9 stands for 1/2 less what follows"),
            (MEAN, "the other coefficient", "_m*H**2 <= 1", "_m*H**2 <= 2", "q may be below 1 - 1/H"),
            (LSA, "a step", "L*gamma <= 2", "", "a long step turns the sign"),
            (LSA, "a step", "gram_gg <= L*gram_xg", "gram_gg <= 2*L*gram_xg", "the second moment may be twice as large"),
            (SCAFFLSA, "at least 3/4 is left", "2*H*L*gamma <= 1", "H*L*gamma <= 1", "a half may be lost"),
            (ONE, "", "L*gamma <= 1", "L*gamma <= 2", GROWS),
            (ONE, "", "c_share <= 1", "", "tau_0 c is the weight of (v_0, v_1)"),
            (ROUND, "", "H**2*gamma*mu <= 1", "H*gamma*mu <= 1", "r(L) is more than q(mu)"),
            (
                ROUND,
                "",
                "the control variates add up to zero, as they do from the start on if they start at zero",
                "",
                "their mean moves on",
            ),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]
