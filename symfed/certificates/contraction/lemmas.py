"""What has to be shown for the theorem, in polynomials; `theorem.py` says how it follows.

Letters. s = 1 - gamma a is the slope of a local step on a curvature a, s_h its h-th power P, and T the sum of the first h powers; t, Q, U
the same for another curvature. On the negative side s = -v, t = -w. c = (the largest gamma L) - 1, a number of the certificate.
"""

from __future__ import annotations

from symfed.certificates.contraction.proof import Lemma

_HALF_PLANE = ("m + re", "m - re", "m - q - d", "m - r - d", "m + q - d", "m + r - d", "d")

#: One round: x = q e + r y on a curvature; both |q|, |r| <= rho; p = 1/[(rho² - q r) + alpha beta].
CONTRACTION = (
    Lemma("telescoping", "(1 - s)*(s*T + 1) - (1 - s*P)", zero=("(1 - s)*T - (1 - P)",), exactly=True),
    Lemma("next power is added", "s*T + 1 - (T + P)", zero=("(1 - s)*T - (1 - P)",), exactly=True),
    Lemma(
        "what is lost is a square, up to 2 e y",
        "rho**2*p*(e + y)**2 - p*(q*e + r*y)**2 - 2*e*y",
        given=("p",),
        zero=("alpha**2 - (rho**2 - q**2)", "beta**2 - (rho**2 - r**2)", "p*(rho**2 - q*r + alpha*beta) - 1"),
    ),
    Lemma("1/p is not negative", "rho**2 - q*r + alpha*beta", given=("rho - q", "rho + q", "rho - r", "rho + r", "alpha", "beta")),
    Lemma("where q = r = rho any p will do", "rho**2*(e + y)**2 - (q*e + r*y)**2", zero=("q - rho", "r - rho"), exactly=True),
    Lemma("equal clients: the mean moves by q", "((q*e + r*y) + (q*e - r*y))/2 - q*e", exactly=True),
    Lemma("equal clients: a difference moves by r", "((q*e + r*y) - (q*e - r*y))/2 - r*y", exactly=True),
)

#: The spectral radius once more, without p: (z - r) y = (q - z) e at an eigenvalue z = re + i im, m = |z| >= rho + d.
RESOLVENT = (
    Lemma("an eigenvector", "(re - r)*y + (re - q)*e - (re*(e + y) - (q*e + r*y))", exactly=True),
    Lemma("its real part", "(re - q)*(re - r) + im**2 - (m**2 - re*(q + r) + q*r)", zero=("re**2 + im**2 - m**2",), exactly=True),
    Lemma("the right half-plane", "2*m*(m**2 - re*(q + r) + q*r - d**2)", given=_HALF_PLANE),
)

#: |q|, |r| < 1 for 0 < gamma a < 2, and not beyond.
STABILITY = (
    Lemma("s >= 0: the sum is at least 1", "s*T + 1 - 1", given=("s", "T")),
    Lemma("s >= 0: the sum is at most h", "(h + 1) - (s*T + 1)", given=("h - T", "T", "1 - s")),
    Lemma("s < 0: the sum is positive", "(1 - v*T) - (1 - v)", given=("v", "1 - T")),
    Lemma("s < 0: the sum is at most 1", "1 - (1 - v*T)", given=("v", "T")),
    Lemma("gamma a >= 2: no power is small", "(s*P)**2 - 1", given=("-1 - s", "P**2 - 1")),
)

#: The largest |q| is at mu.
LARGEST_Q = (
    Lemma("no slope is above that at mu", "(1 - gamma*mu) - (1 - gamma*a)", given=("gamma", "a - mu")),
    Lemma("none is below its negative", "(1 - gamma*mu) + (1 - gamma*a)", given=("gamma", "L - a", "2 - gamma*(mu + L)")),
    Lemma("nor below -c", "c + (1 - gamma*a)", given=("gamma", "L - a", "1 + c - gamma*L")),
    Lemma("powers stay between", "u*Q - s*P", given=("u - s", "u + s", "Q - P", "Q + P")),
    Lemma("and above the negative", "u*Q + s*P", given=("u - s", "u + s", "Q - P", "Q + P")),
)

#: The largest r is at L: the sum of powers does not fall while s grows. For -c <= t <= s <= 0 powers go in pairs, of W = v^(2k-1)(1 - v).
LARGEST_R = (
    Lemma("0 <= t <= s: sums keep their order", "(s*T + 1) - (t*U + 1)", given=("s", "s - t", "T - U", "U")),
    Lemma("0 <= v <= w: powers keep their order", "w*Z - v*R", given=("w", "w - v", "Z - R", "R")),
    Lemma("a pair is not negative", "v*(1 - v)", given=("v", "c - v")),
    Lemma("the first pair grows with v", "w*(1 - w) - v*(1 - v)", given=("w - v", "c - w", "c - v")),
    Lemma("so does the next", "w**2*X - v**2*W", given=("v", "w", "w - v", "X - W", "W")),
    Lemma("an odd sum falls by a pair", "((T - R) + v*R) - (T - R*(1 - v))", exactly=True),
    Lemma("odd sums keep their order", "(T - W) - (U - X)", given=("T - U", "X - W")),
    Lemma("even sums keep their order", "(T - R) - (U - Z)", given=("T - U", "Z - R")),
    Lemma("c = 1/2 is the end", "12*(3/4 - (1 - (1 - v + v**2)/3)) - (1 - v/c)**2", exactly=True),
)

#: With H, q at mu falls and r at L does not: the best H is where they cross. r grows from h to h + 1 where h s^h <= T.
BEST_H = (
    Lemma("q falls", "P - s*P", given=("P", "1 - s")),
    Lemma("when r grows", "((h + 1)*T - h*(T + P)) - (T - h*P)", exactly=True),
    Lemma("s >= 0: powers are at most 1", "1 - s*P", given=("s", "1 - s", "1 - P")),
    Lemma("s >= 0: r grows", "(s*T + 1) - (h + 1)*s*P", given=("s", "1 - s", "T - h*P", "1 - P")),
    Lemma("s < 0: r grows after an odd number of steps", "T + h*R", given=("T", "h", "R")),
    Lemma("s < 0: r grows after two", "(1 - v) - 2*v**2", given=("v", "c - v")),
    Lemma(
        "s < 0: and after 2 j + 4, if after 2 j + 2", "(T + E - v*E) - (2*j + 4)*v**2*E", given=("v", "c - v", "E", "j", "T - (2*j + 2)*E")
    ),
)

LEMMAS = CONTRACTION + RESOLVENT + STABILITY + LARGEST_Q + LARGEST_R + BEST_H
