"""The theorem on the exact worst case of a round with control variates, and the check of its proof.

Let A_1 .. A_N be symmetric with spectra in [mu, L], not necessarily commuting, gamma > 0 and H >= 1. In e = theta - theta* and
y_c = gamma H (xi_c - xi_c*), whose mean is zero and stays so, a round is x_c = q(A_c) e + r(A_c) y_c, then e = mean x_c and
y_c = x_c - e (`check_decoupled`, `check_factors`). Let rho be at least |q(a)| and |r(a)| for every a in [mu, L].

Contraction. V = mean <x_c, p(A_c) x_c> with x_c = e + y_c. In an eigenbasis of A_c, rho² <x_c, p x_c> - <x_c', p x_c'> is a sum over
coordinates of what the lemma calls "lost": p times a square, plus 2 e y. The last terms add up to 2 <e, y_c>, in any basis, and their mean
over clients to 2 <e, mean y_c> = 0. So V' <= rho² V, and the spectral radius on zero-sum control variates is at most rho, if 1/p > 0.
It is, unless (rho - q)(rho + r) = (rho + q)(rho - r) = 0 at some a, that is q = r = rho (r >= 0). As r - q = (1 - q)(1 - 1/(gamma a H)),
q falls and r grows near a = 1/(gamma H), the largest of both is rho there only if mu = L = a: all A_c = a I, and x_c' = rho x_c for p = 1.
The spectral radius, without p. At an eigenvalue z with |z| > rho, y_c = -(z - r(A_c))^-1 (z - q(A_c)) e, and 0 = mean y_c. The Hermitian
part of mean (z - q(A_c))(z - r(A_c))^-1 is positive definite: Re (z - q)(z - r)^* >= (|z| - rho)² on every curvature. So e = 0, y_c = 0.
Attained. Clients with equal A have the eigenvalues q(a) and, if N >= 2, r(a) for every a of A's spectrum (y, -y, 0, ..).
Stable. For 0 < gamma a < 2: |q| < 1 and, as 0 < T <= H, 0 <= r < 1. At gamma L >= 2 equal clients with the curvature L have |q| >= 1.

The largest |q| is at mu if gamma (mu + L) <= 2, by induction over the powers. The largest r is at L if gamma L <= 1 + c, c = 1/2:
r = 1 - T/H, and T does not fall while s grows, first for 0 <= t <= s, then for -c <= t <= s <= 0: by induction, two powers at a time.
For H = 3 and a larger gamma L (gamma mu <= 3/2) it is not at L: r = 3/4 - (1 - 2 v)²/12 with v = gamma a - 1.
The best H. q(mu) falls with H, r(L) does not. So max(q(mu), r(L)) is least where they cross, at the H before or the H after.

The lemmas are polynomials. Notation. s = 1 - gamma a is the slope of a local step on a curvature a, s_h its h-th power P, and T the sum of
the first h powers; t, Q, U stand for these at another curvature. On the negative side s = -v, t = -w. c = (the largest gamma L) - 1, a
number of the certificate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symfed.certificates.certificate import OwnCertificate
from symfed.certificates.contraction.proof import PolynomialLemma, check_factors, read_rules
from symfed.certificates.one_client.interpolation import check_decoupled
from symfed.certificates.statement import mapping, number, parse, positive

_HALF_PLANE = ("m + re", "m - re", "m - q - d", "m - r - d", "m + q - d", "m + r - d", "d")

#: One round: x = q e + r y on a curvature; both |q|, |r| <= rho; p = 1/[(rho² - q r) + alpha beta].
CONTRACTION = (
    PolynomialLemma("telescoping", "(1 - s)*(s*T + 1) - (1 - s*P)", zero=("(1 - s)*T - (1 - P)",), exactly=True),
    PolynomialLemma("next power is added", "s*T + 1 - (T + P)", zero=("(1 - s)*T - (1 - P)",), exactly=True),
    PolynomialLemma(
        "what is lost is a square, up to 2 e y",
        "rho**2*p*(e + y)**2 - p*(q*e + r*y)**2 - 2*e*y",
        given=("p",),
        zero=("alpha**2 - (rho**2 - q**2)", "beta**2 - (rho**2 - r**2)", "p*(rho**2 - q*r + alpha*beta) - 1"),
    ),
    PolynomialLemma(
        "1/p is not negative", "rho**2 - q*r + alpha*beta", given=("rho - q", "rho + q", "rho - r", "rho + r", "alpha", "beta")
    ),
    PolynomialLemma("where q = r = rho any p will do", "rho**2*(e + y)**2 - (q*e + r*y)**2", zero=("q - rho", "r - rho"), exactly=True),
    PolynomialLemma("equal clients: the mean moves by q", "((q*e + r*y) + (q*e - r*y))/2 - q*e", exactly=True),
    PolynomialLemma("equal clients: a difference moves by r", "((q*e + r*y) - (q*e - r*y))/2 - r*y", exactly=True),
)

#: The spectral radius once more, without p: (z - r) y = (q - z) e at an eigenvalue z = re + i im, m = |z| >= rho + d.
RESOLVENT = (
    PolynomialLemma("an eigenvector", "(re - r)*y + (re - q)*e - (re*(e + y) - (q*e + r*y))", exactly=True),
    PolynomialLemma("its real part", "(re - q)*(re - r) + im**2 - (m**2 - re*(q + r) + q*r)", zero=("re**2 + im**2 - m**2",), exactly=True),
    PolynomialLemma("the right half-plane", "2*m*(m**2 - re*(q + r) + q*r - d**2)", given=_HALF_PLANE),
)

#: |q|, |r| < 1 for 0 < gamma a < 2, and not beyond.
STABILITY = (
    PolynomialLemma("s >= 0: the sum is at least 1", "s*T + 1 - 1", given=("s", "T")),
    PolynomialLemma("s >= 0: the sum is at most h", "(h + 1) - (s*T + 1)", given=("h - T", "T", "1 - s")),
    PolynomialLemma("s < 0: the sum is positive", "(1 - v*T) - (1 - v)", given=("v", "1 - T")),
    PolynomialLemma("s < 0: the sum is at most 1", "1 - (1 - v*T)", given=("v", "T")),
    PolynomialLemma("gamma a >= 2: no power is small", "(s*P)**2 - 1", given=("-1 - s", "P**2 - 1")),
)

#: The largest |q| is at mu.
LARGEST_Q = (
    PolynomialLemma("no slope is above that at mu", "(1 - gamma*mu) - (1 - gamma*a)", given=("gamma", "a - mu")),
    PolynomialLemma("none is below its negative", "(1 - gamma*mu) + (1 - gamma*a)", given=("gamma", "L - a", "2 - gamma*(mu + L)")),
    PolynomialLemma("nor below -c", "c + (1 - gamma*a)", given=("gamma", "L - a", "1 + c - gamma*L")),
    PolynomialLemma("powers stay between", "u*Q - s*P", given=("u - s", "u + s", "Q - P", "Q + P")),
    PolynomialLemma("and above the negative", "u*Q + s*P", given=("u - s", "u + s", "Q - P", "Q + P")),
)

#: The largest r is at L: the sum of powers does not fall while s grows. For -c <= t <= s <= 0 powers go in pairs, of W = v^(2k-1)(1 - v).
LARGEST_R = (
    PolynomialLemma("0 <= t <= s: sums keep their order", "(s*T + 1) - (t*U + 1)", given=("s", "s - t", "T - U", "U")),
    PolynomialLemma("0 <= v <= w: powers keep their order", "w*Z - v*R", given=("w", "w - v", "Z - R", "R")),
    PolynomialLemma("a pair is not negative", "v*(1 - v)", given=("v", "c - v")),
    PolynomialLemma("the first pair grows with v", "w*(1 - w) - v*(1 - v)", given=("w - v", "c - w", "c - v")),
    PolynomialLemma("so does the next", "w**2*X - v**2*W", given=("v", "w", "w - v", "X - W", "W")),
    PolynomialLemma("an odd sum falls by a pair", "((T - R) + v*R) - (T - R*(1 - v))", exactly=True),
    PolynomialLemma("odd sums keep their order", "(T - W) - (U - X)", given=("T - U", "X - W")),
    PolynomialLemma("even sums keep their order", "(T - R) - (U - Z)", given=("T - U", "Z - R")),
    PolynomialLemma("c = 1/2 is the end", "12*(3/4 - (1 - (1 - v + v**2)/3)) - (1 - v/c)**2", exactly=True),
)

#: With H, q at mu falls and r at L does not: the best H is where they cross. r grows from h to h + 1 where h s^h <= T.
BEST_H = (
    PolynomialLemma("q falls", "P - s*P", given=("P", "1 - s")),
    PolynomialLemma("when r grows", "((h + 1)*T - h*(T + P)) - (T - h*P)", exactly=True),
    PolynomialLemma("s >= 0: powers are at most 1", "1 - s*P", given=("s", "1 - s", "1 - P")),
    PolynomialLemma("s >= 0: r grows", "(s*T + 1) - (h + 1)*s*P", given=("s", "1 - s", "T - h*P", "1 - P")),
    PolynomialLemma("s < 0: r grows after an odd number of steps", "T + h*R", given=("T", "h", "R")),
    PolynomialLemma("s < 0: r grows after two", "(1 - v) - 2*v**2", given=("v", "c - v")),
    PolynomialLemma(
        "s < 0: and after 2 j + 4, if after 2 j + 2", "(T + E - v*E) - (2*j + 4)*v**2*E", given=("v", "c - v", "E", "j", "T - (2*j + 2)*E")
    ),
)

LEMMAS = CONTRACTION + RESOLVENT + STABILITY + LARGEST_Q + LARGEST_R + BEST_H


_VALUES = ("P", "gamma", "a", "H")


@dataclass(frozen=True)
class ContractionTheorem(OwnCertificate):
    """algorithm: the three rules as text. claims: {"q", "r": formulas in P = (1 - gamma a)^H, gamma, a, H, "largest_gamma_L": where the
    largest r is at L}. proofs: for every lemma its terms, see `PolynomialLemma.check`.
    """

    FORMAT = "symfed contraction theorem 1"
    algorithm: Mapping[str, str]
    claims: Mapping[str, str]
    proofs: Mapping[str, list[list[str]]]

    def prove(self) -> None:
        """Prove the theorem from scratch."""
        rules, claims = read_rules(self.algorithm), mapping("claims", self.claims, ("q", "r", "largest_gamma_L"))
        proofs = mapping("proofs", self.proofs, [lemma.name for lemma in LEMMAS])
        q, r = (parse(claims[name], _VALUES) for name in ("q", "r"))
        constants = {"c": positive("largest_gamma_L - 1", number(claims["largest_gamma_L"]) - 1)}
        check_decoupled(rules)
        check_factors(q, r)
        for lemma in LEMMAS:
            lemma.check(proofs[lemma.name], constants)

    def says(self) -> str:
        """The claim that is proved, in words."""
        return (
            "for all clients with curvatures in [mu, L], V contracts by rho² = max(|q|, |r|)² over [mu, L] every round, and equal clients "
            f"attain it; rho = max(q(mu), r(L)) for gamma L <= {self.claims['largest_gamma_L']}, gamma (mu + L) <= 2"
        )
