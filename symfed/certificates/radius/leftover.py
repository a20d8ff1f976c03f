"""What moments leave of the equations of the mean and the second moment: the right-hand sides of the theorem, from claimed bounds alone.

The theorem and its reasons (a) to (d) stand in symfed/formulas/enclosures/first_order.py. W_n and W_nu are the parts of W from n and nu.
Sums over the steps before h = 0 .. H are lists of H + 1 entries, one list a client.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb

from symfed.certificates.balls import bound
from symfed.certificates.radius.balls import ONE, ZERO, before, least, norm, root
from symfed.certificates.radius.data import ClientBalls, Known
from symfed.certificates.radius.moments import CheckedMoments, RoundBounds


class OneClient:
    """A client's sums that do not depend on how large |E e| and |E e e'| are."""

    def __init__(self, client: ClientBalls, moments: CheckedMoments, c: int, H: int, linear: bool) -> None:
        self.client = client
        d2 = moments.steps[2][c][:H]
        tau, sigma, ell = client.tau / 2, client.sigma[2], client.ell[2]
        self.n1 = before([tau * x**2 for x in d2])
        self.nu2 = [root(x) for x in before([(sigma + ell * x) ** 2 for x in d2])]
        self.with_mean = 2 * sigma * ell
        self.by_squares = before([(2 * sigma * client.bent_noise + ell**2) * x**2 for x in d2])
        if linear:
            self.n2 = self.n3 = self.nu4 = self.nu3 = self.with_e = [ZERO] * (H + 1)
            return
        self.d4 = moments.steps[4][c][:H]
        self.n2, self.n3 = before([tau * x**2 for x in self.d4]), before([tau * x**2 for x in moments.steps[6][c][:H]])
        self.nu4 = moments.noise4[c]
        self.nu3 = [root(a * b**2, 3) for a, b in zip(self.nu2, self.nu4, strict=True)]  # log-convexity of norms
        e2, e4 = moments.start[2], moments.start[4]
        self.with_e = before([2 * sigma * ell * e2 * x + ell**2 * e4 * y**2 for x, y in zip(d2, self.d4, strict=True)])

    def covariance(self, gamma: arb, drifts: list[arb], mean: arb) -> list[arb]:
        """Sums of |E C_c(d) - C_c| by (c): noise adds nothing to E d."""
        H = len(drifts) - 1
        means = before([self.with_mean * (mean + gamma * (drifts[h] + self.n1[h])) for h in range(H)])
        return [bound(a + b) for a, b in zip(means, self.by_squares, strict=True)]


@dataclass
class Leftover:
    """The theorem's inequalities for claimed moments; V >= |V| in the Frobenius norm."""

    known: Known
    now: RoundBounds
    moments: CheckedMoments
    V: arb

    def __post_init__(self) -> None:
        clients = enumerate(self.known.clients)
        self.each = [OneClient(client, self.moments, c, self.now.H, self.known.linear) for c, client in clients]

    def first_guess(self) -> tuple[arb, arb]:
        """Bounds of |E e| and |E e e'| by the moments alone."""
        e2, now = self.moments.start[2], self.now
        by_rounds = bound(now.gamma * (now.pull + self.mean([one.n1[-1] for one in self.each])) / now.gap)
        return least(e2, by_rounds), bound(e2**2)

    def mean(self, values: list[arb]) -> arb:
        return sum(values, ZERO) / len(values)

    def radii(self, mean: arb, spread: arb, residual_m: arb, residual_S: arb) -> tuple[arb, arb] | None:
        """r and R where |E e| <= mean, |E e e'| <= spread; None where the two inequalities do not close."""
        g, gap, k, N, H = self.now.gamma, self.now.gap, self.now.pull, len(self.each), self.now.H
        covariances = [one.covariance(g, drifts, mean) for one, drifts in zip(self.each, self.now.drifts, strict=True)]
        # (a): nu and n of the same client only, once for W_nu W_n' and once for its transpose
        own = sum((c[-1] + 2 * one.nu2[-1] * one.n2[-1] for c, one in zip(covariances, self.each, strict=True)), ZERO)
        noise = own / N**2 + self.mean([one.n2[-1] for one in self.each]) ** 2
        contraction = gap * (2 - gap)
        if self.known.linear:
            right = residual_S + 2 * g * k * residual_m / gap + g**2 * noise
            return bound(residual_m / gap), bound(right / contraction)
        third, with_start, others = self._third(mean, spread)
        total_with_start = sum((sum(row, ZERO) for row in with_start), ZERO)
        right = residual_S + 2 * g * total_with_start / N + 2 * g**2 * k * self.mean([one.n1[-1] for one in self.each]) + g**2 * noise
        fixed_R, slope_R = right / contraction, 2 * g * k / contraction
        parts, with_r = ZERO, ZERO
        for one, drifts, covariance, starts, other in zip(self.each, self.now.drifts, covariances, with_start, others, strict=True):
            sums, c = before(starts), one.client
            for h in range(H):
                local = 2 * g * sums[h] + 2 * g**2 * drifts[h] * one.n1[h]
                local += g**2 * (covariance[h] + 2 * one.nu2[h] * one.n2[h] + one.n2[h] ** 2)
                parts += c.third * local / 2 + c.fourth * other[h] / 6 + c.kappa5 * one.d4[h] ** 4 / 24
                with_r += c.third * g * drifts[h]
        thirds, fourths = ([getattr(one.client, name) for one in self.each] for name in ("third", "fourth"))
        fixed_r = (residual_m + g * parts / N + g * self._round_of(fourths, self.known.fourth_mean, 3) * third / 6) / gap
        R_to_r = g * self._round_of(thirds, self.known.third_mean, 2) / 2 / gap
        closes = 1 - g * with_r / N / gap - R_to_r * slope_R
        if not closes > 0:
            return None
        r = bound((fixed_r + R_to_r * fixed_R) / closes)
        return r, bound(fixed_R + slope_R * r)

    def _round_of(self, each: list[arb], mean: arb, power: int) -> arb:
        """|X -> mean_c sum_h P_c^(H-1-h) F_c[P_c^h X ..]|, F_c on `power` indices: client by client, or with the mean of all F_c, as
        |1 - P_c^j| <= min(1, j gamma |A_c|); sum_h (H-1-h) + power h = H (H - 1) (1 + power)/2."""
        H, g = self.now.H, self.now.gamma
        moved = [
            least(bound(g * one.client.stiff * H * (H - 1) * (1 + power) / 2), ONE * (1 + power) * H * (ONE + arb(10) ** -10))
            for one in self.each
        ]
        by_mean = H * mean + self.mean([a * b for a, b in zip(each, moved, strict=True)])
        return least(bound(H * self.mean(each)), bound(by_mean))

    def _third(self, mean: arb, spread: arb) -> tuple[arb, list[list[arb]], list[list[arb]]]:
        """Bounds of |E e e e|; of |E e n_c(d_{c,h})'|, H a client, by (d); of |E d d d - (P_c^h e)(P_c^h e)(P_c^h e)|."""
        g, N, H, start = self.now.gamma, len(self.each), self.now.H, self.moments.start
        e2, e4, e6, k, gap = start[2], start[4], start[6], self.now.pull, self.now.gap
        W1, W3 = self.mean([one.n2[-1] for one in self.each]), self.mean([one.n3[-1] for one in self.each])
        W_nu2 = root(sum((one.nu2[-1] ** 2 for one in self.each), ZERO)) / N
        W_nu3 = root(W_nu2 * self.moments.all_noise4**2, 3)
        # one round for E e e e: three times each mixed term; E W_nu³ is a sum over clients, which are independent given e
        own = sum((one.with_e[-1] + 2 * e4 * one.nu4[-1] * one.n2[-1] for one in self.each), ZERO)
        pair = mean * (k**2 + self.V) + own / N**2 + 2 * k * e2 * W1 + e6 * W3**2
        cubes = sum((one.nu3[-1] ** 3 for one in self.each), ZERO) / N**3
        triple = (k + W3) ** 3 + 3 * (k + W3) ** 2 * W_nu3 + 3 * (k + W3) * W_nu3**2 + cubes
        sources = 3 * g * (k * spread + e4**2 * W1) + 3 * g**2 * pair + g**3 * triple
        third = least(bound(sources / (gap * (3 - 3 * gap + gap**2))), bound(e2 * e4**2))
        with_start, others = [], []
        for one, drifts in zip(self.each, self.now.drifts, strict=True):
            c, C = one.client, norm(one.client.C)
            starts, other = [], []
            for h in range(H):
                # d_{c,h} = P^h e + X, X = -gamma (K g + sum P n + sum P nu). E e X X: by (a) the drift meets no noise
                squares = mean * (drifts[h] ** 2 + C * h) + one.with_e[h] + 2 * drifts[h] * e2 * one.n2[h]
                squares = g**2 * (squares + 2 * e4 * one.nu4[h] * one.n2[h] + e6 * one.n3[h] ** 2)
                crossed = 2 * g * (drifts[h] * spread + e4**2 * one.n2[h])  # 2 E e e X, without noise by (a)
                starts.append(bound(c.third * (third + crossed + squares) / 2 + c.kappa / 6 * e4 * one.d4[h] ** 3))
                other.append(bound(3 * crossed / 2 + 3 * squares + g**3 * (drifts[h] + one.n3[h] + one.nu3[h]) ** 3))
            with_start.append(starts)
            others.append(other)
        return third, with_start, others
