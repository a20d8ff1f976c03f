"""The terms of the equations of mean and second moment that moments bound: the right-hand sides of the theorem of order one.

The theorem and its reasons (a) to (d) stand in symfed/formulas/enclosures/first_order.py; W_n and W_nu are the parts of W from n and nu.
Tables as in `order_two`, with a column for h = 0 .. H: sums over the steps before, the last over all of them. `at_end` of one is the mean
over clients of the last column.
"""

from __future__ import annotations

from typing import Any

#: Rounds in which bounds of |E e| and |E e e'| are improved by the radii that they gave.
ROUNDS = 4


class OrderOne:
    """The right-hand sides. `up` rounds a number up, `root` does to its root; `of` holds tables of what each client has.

    d, by exponents, drift >= |K_{c,h} g_c|, steps, how many are before; e by exponents; nu4 >= |sum P nu|_4, all_noise4 >= |W_nu|_4;
    V >= |V|, pull >= |k|, gap <= 1 - |P|, g is gamma; `count` clients make H steps; linear: whether gradients are, so that n vanishes.
    """

    H: int
    count: int
    linear: bool
    g: Any
    gap: Any
    pull: Any
    V: Any
    third_mean: Any
    fourth_mean: Any
    all_noise4: Any
    drift: Any
    steps: Any
    nu4: Any
    e: dict[int, Any]
    d: dict[int, Any]
    of: dict[str, Any]

    def up(self, value: Any) -> Any:
        """At least this number, whatever its rounding."""
        raise NotImplementedError

    def root(self, value: Any, k: int = 2) -> Any:
        raise NotImplementedError

    def sums_of_moments(self) -> None:
        """Sums that do not depend on how large |E e| and |E e e'| are: of E|n|, |n|_2, |n|_3, of |E e (C_c(d) - C_c)|, and |sum P nu|_k."""
        of, d, e = self.of, self.d, self.e
        tau, sigma, ell = of["tau"] / 2, of["sigma2"], of["ell2"]
        self.n1, self.nu2 = (tau * d[2] ** 2).before(), ((sigma + ell * d[2]) ** 2).before().root(2)
        self.cross = sigma * ell * 2
        self.by_squares = ((sigma * of["bent_noise"] * 2 + ell**2) * d[2] ** 2).before()
        if not self.linear:
            self.n2, self.n3 = (tau * d[4] ** 2).before(), (tau * d[6] ** 2).before()
            self.nu3 = (self.nu2 * self.nu4**2).root(3)  # log-convexity of norms
            self.with_e = (self.cross * d[2] * e[2] + ell**2 * d[4] ** 2 * e[4]).before()  # E|e||d|² <= |e|_4 |d|_4², as |.|_3 <= |.|_4

    def radii(self, sizes: tuple[Any, Any], off: tuple[Any, Any], moved: Any) -> tuple[Any, Any]:
        """Bounds of |E e - m| and |E e e' - S|. sizes: |m|, |S|; off: how far these are from solving their equations; moved: |m - m0|."""
        (centre, spread_of_centre), up, e = sizes, self.up, self.e
        # by the moments alone, which say more where the step is large
        mean, spread = min(e[2], up(self.g * (self.pull + self.n1.at_end()) / self.gap)), up(e[2] ** 2)
        r, R = up(centre + mean), up(spread_of_centre + spread)
        for _ in range(ROUNDS):
            found = self._closed(mean, spread, off, moved)
            if found is None:
                break
            mean, spread = min(mean, up(centre + found[0])), min(spread, up(spread_of_centre + found[1]))
            r, R = min(r, found[0], up(centre + mean)), min(R, found[1], up(spread_of_centre + spread))
        return r, R

    def _closed(self, mean: Any, spread: Any, off: tuple[Any, Any], moved: Any) -> tuple[Any, Any] | None:
        """r and R where |E e| <= mean, |E e e'| <= spread: both inequalities are linear in them. None where they do not close."""
        g, gap, k, N, d, of = self.g, self.gap, self.pull, self.count, self.d, self.of
        off_m, off_S = off
        # sums of |E C_c(d) - C_c| by (c): noise adds nothing to |E d_{c,h}|, which P^h, the drift and n do
        covariance = (self.cross * ((self.drift + self.n1) * g + mean)).before() + self.by_squares
        contraction = gap * (2 - gap)
        if self.linear:
            r = off_m / gap
            return self.up(r), self.up((off_S + 2 * g * k * (r + moved) + g**2 * covariance.at_end() / N) / contraction)
        third, with_start, others = self._third(mean, spread)
        # (a): nu and n of the same client only, once for W_nu W_n' and once for its transpose
        noise = (covariance + self.nu2 * self.n2 * 2).at_end() / N + self.n2.at_end() ** 2
        right = off_S + 2 * g * k * moved + 2 * g * with_start.at_end() + 2 * g**2 * k * self.n1.at_end() + g**2 * noise
        fixed_R, slope_R = right / contraction, 2 * g * k / contraction
        # |S_{c,h}'s error| beside P_c^h (error of S) P_c^h, and its part that is linear in r
        local = with_start * (2 * g) + self.drift * self.n1 * (2 * g**2) + self.drift * (2 * g * moved)
        local = local + (covariance + self.nu2 * self.n2 * 2 + self.n2**2) * g**2
        parts = (of["third"] * local / 2 + of["fourth"] * others / 6 + of["kappa5"] * d[4] ** 4 / 24).before().at_end()
        fourths, thirds = self._of_a_round(of["fourth"], self.fourth_mean, 3), self._of_a_round(of["third"], self.third_mean, 2)
        fixed_r = (off_m + g * parts + g * fourths * third / 6) / gap
        r_to_r, R_to_r = g**2 * (of["third"] * self.drift).before().at_end() / gap, g * thirds / 2 / gap
        closes = 1 - self.up(r_to_r) - self.up(R_to_r * slope_R)
        if not 10 * closes > 1:
            return None
        r = self.up((fixed_r + R_to_r * fixed_R) / closes)
        return r, self.up(fixed_R + slope_R * r)

    def _of_a_round(self, each: Any, mean: Any, power: int) -> Any:
        """|X -> mean_c sum_h P_c^(H-1-h) F_c[P_c^h X ..]|, F_c on `power` indices: client by client, or with the mean of all F_c, as
        |1 - P_c^j| <= min(1, j gamma |A_c|); sum_h (H-1-h) + power h = H (H - 1) (1 + power)/2."""
        H, half = self.H, self.up(self.g * (self.H * (self.H - 1) * (1 + power)) / 2)
        moved = (self.of["stiff"] * half).smaller((1 + power) * H)
        return min(self.up(H * each.at_end()), self.up(H * mean + (each * moved).at_end()))

    def _third(self, mean: Any, spread: Any) -> tuple[Any, Any, Any]:
        """Bounds of |E e e e|; of sums of |E e n_c(d_{c,h})'|, by (d); of |E d d d - (P_c^h e)(P_c^h e)(P_c^h e)|."""
        g, N, e, k, gap, of, d, drift = self.g, self.count, self.e, self.pull, self.gap, self.of, self.d, self.drift
        W1, W3 = self.n2.at_end(), self.n3.at_end()
        W_nu2 = self.root((self.nu2**2).at_end() / N)
        W_nu3 = self.root(W_nu2 * self.all_noise4**2, 3)
        # one round for E e e e: three times each mixed term; E W_nu³ is a sum over clients, which are independent given e
        own = (self.with_e + self.nu4 * self.n2 * (2 * e[4])).at_end()
        pair = mean * (k**2 + self.V) + own / N + 2 * k * e[2] * W1 + e[6] * W3**2
        triple = (k + W3) ** 3 + 3 * (k + W3) ** 2 * W_nu3 + 3 * (k + W3) * W_nu3**2 + (self.nu3**3).at_end() / N**2
        sources = 3 * g * (k * spread + e[4] ** 2 * W1) + 3 * g**2 * pair + g**3 * triple
        third = min(self.up(sources / (gap * (3 - 3 * gap + gap**2))), self.up(e[2] * e[4] ** 2))
        # d_{c,h} = P^h e + X, X = -gamma (K g + sum P n + sum P nu). E e X X: by (a) the drift meets no noise
        squares = (drift**2 + of["C"] * self.steps) * mean + self.with_e + drift * self.n2 * (2 * e[2])
        squares = (squares + self.nu4 * self.n2 * (2 * e[4]) + self.n3**2 * e[6]) * g**2
        crossed = (drift * spread + self.n2 * e[4] ** 2) * (2 * g)  # 2 E e e X, without noise by (a)
        with_start = of["third"] * (crossed + squares + third) / 2 + of["kappa"] * d[4] ** 3 * e[4] / 6
        others = crossed * 3 / 2 + squares * 3 + (drift + self.n3 + self.nu3) ** 3 * g**3
        return third, with_start.before(), others
