"""The theorem on the exact worst case of a round with control variates, and the check of its proof.

Let A_1 .. A_N be symmetric with spectra in [mu, L], not necessarily commuting, gamma > 0 and H >= 1. In e = theta - theta* and
y_c = gamma H (xi_c - xi_c*), whose mean is zero and stays so, a round is x_c = q(A_c) e + r(A_c) y_c, then e = mean x_c and
y_c = x_c - e (`check_round`). Let rho be at least |q(a)| and |r(a)| for every a in [mu, L].

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
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from symfed.certificates.certificate import load, written
from symfed.certificates.checker import Verdict
from symfed.certificates.contraction.lemmas import LEMMAS
from symfed.certificates.contraction.rules import check_origin, check_round, positive, read_rules
from symfed.certificates.errors import Malformed, NotProved
from symfed.certificates.expression import parse
from symfed.certificates.statement import number

FORMAT = "symfed contraction theorem 1"
_VALUES = ("P", "gamma", "a", "H")


@dataclass(frozen=True)
class ContractionTheorem:
    """algorithm: the three rules as text. claims: {"q", "r": formulas in P = (1 - gamma a)^H, gamma, a, H, "largest_gamma_L": where the
    largest r is at L}. proofs: for every lemma of `lemmas.py` its terms, see `Lemma.check`.
    """

    algorithm: Mapping[str, str]
    claims: Mapping[str, str]
    proofs: Mapping[str, list[list[str]]]

    def to_json(self) -> str:
        """Text that `from_json` reads back."""
        return written(FORMAT, asdict(self))

    @classmethod
    def from_json(cls, text: str) -> ContractionTheorem:
        """Raises Malformed for text that is not JSON, has another format, or other keys than these."""
        return load(cls, FORMAT, text)

    def check(self) -> Verdict:
        """Prove the theorem from scratch. Raises Malformed for a certificate that cannot be read."""
        rules, claims = read_rules(self.algorithm), self.claims
        if not isinstance(claims, Mapping) or set(claims) != {"q", "r", "largest_gamma_L"}:
            raise Malformed("claims: must have the keys q, r, largest_gamma_L and no others")
        if not isinstance(self.proofs, Mapping) or set(self.proofs) != {lemma.name for lemma in LEMMAS}:
            raise Malformed("proofs: must be those of the lemmas and no others")
        q, r = (parse(claims[name], _VALUES) for name in ("q", "r"))
        constants = {"c": positive("largest_gamma_L - 1", number(claims["largest_gamma_L"]) - 1)}
        try:
            check_origin(rules)
            check_round(rules, q, r)
            for lemma in LEMMAS:
                lemma.check(self.proofs[lemma.name], constants)
        except NotProved as reason:
            return Verdict(False, str(reason))
        return Verdict(True)

    def says(self) -> str:
        """What is proved, in words."""
        return (
            "for all clients with curvatures in [mu, L], V contracts by rho² = max(|q|, |r|)² over [mu, L] every round, and equal clients "
            f"attain it; rho = max(q(mu), r(L)) for gamma L <= {self.claims['largest_gamma_L']}, gamma (mu + L) <= 2"
        )
