"""Steps of Theorem 3's proof made false: constants, signs, powers of gamma and H, factors, conditions."""

from __future__ import annotations

from tests.alterations.altered import Altered

TWO_STEPS = "at H = 2 the power is 1 - 2 gamma A + gamma^2 A^2"
CUBE = "a quartic loss attains it"
NOISE = "without its clients' mean, the noise of h steps adds gamma^2 h C"
LIPSCHITZ = "every f_c has Lipschitz third derivatives near theta*"
ROUGH = "a 1/2-Hoelder third derivative leaves gamma^(5/4)"
APART = "clients draw independently of each other"

ROWS = [
    Altered(claim, lemma, kind, old, new, why)
    for kind, rows in {
        "bound": [
            ("aistats-B5-Gamma-linear", "", "(H - 1)", "(H - 2)", TWO_STEPS),
            ("aistats-B5-Gamma-linear", "", "/2", "/3", TWO_STEPS),
            ("symfed-B5-taylor", "", "**3/6", "**3/7", CUBE),
            ("symfed-B5-local-second-moment", "", "<= 32*sigma_star**2*L**2*gamma**2*h/mu**2 + gamma**2*h", "<= gamma**3*h**2", NOISE),
            ("aistats-eq51-local-second-moment", "", "gamma**2*h", "gamma**3*h", NOISE),
            ("hal-eq29", "", "gamma**2*h", "gamma**3*h", NOISE),
            ("symfed-B5-noise-on-path", "", "sqrt(gamma)*(4", "gamma*(4", "kinked noise leaves gamma^(1/2)"),
            ("symfed-B5-mean-eq-of-order", "", "H*L*gamma**2", "L*gamma**2/H", "both sides are of order gamma^2 H"),
        ],
        "statement": [
            ("aistats-B5-Gamma-h", "statement", "**h*", "**(h + 1)*", "H + 1 factors"),
            ("aistats-B5-unrolled", "quartic losses", "half * 3", "half * 6", "half of the third derivative"),
            ("aistats-B5-unrolled", "quartic losses", "i.H - k - later", "i.H - k", "H - h - 1 factors"),
            ("aistats-B5-lem9-use", "matrices", "-left / 2", "left / 2", "one side is negative"),
            ("symfed-B5-second-moment", "a round", "second_moments(i, i.N)", "second_moments(i, 2 * i.N)", "the mean over N clients"),
        ],
        "domain": [
            ("aistats-B5-Gamma-linear", "", "9*L*gamma <= 1", "", "gamma L = 5 and H = 4: 275 > 150"),
            ("symfed-B5-eq52", "", LIPSCHITZ, "", ROUGH),
            ("symfed-B5-balance", "", LIPSCHITZ, "", ROUGH),
            ("symfed-B5-variance-recursion", "", APART, "", "the noise of clients that draw alike is not averaged"),
            ("symfed-B5-variance-balance", "", APART, "", "the noise of clients that draw alike is not averaged"),
            ("aistats-eq51-local-second-moment", "", "equal clients", "", "clients without noise that pull apart"),
        ],
    }.items()
    for claim, lemma, old, new, why in rows
]  # fmt: skip
