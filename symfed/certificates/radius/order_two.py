"""The terms of the equations of order two that moments bound: the right-hand sides of symfed/formulas/enclosures/second_order.py.

Names are as there: e, d, D, n, w, nu, xi with an exponent bound L^k norms, N and W sums over the steps before. What they are made of is
somebody else's: the checker has exact tables that round up, and who looks for a radius has floats. A table has a row for each client and a
column for each step; it has + and * with tables and numbers, whole powers, / by a number, and the methods of `BoundTable`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

#: Every pass takes true bounds to true bounds.
PASSES = 6


@dataclass(frozen=True)
class Residuals:
    """The residuals of the equations of m, S and M, and |B - gamma² V|, |B| for B = S0 - P S0 P."""

    m: Any
    S: Any
    M: Any
    rest: Any
    B: Any


class OrderTwo:
    """The right-hand sides. `up` rounds a number up; `of` holds tables of what each client has, by the names of `Constants`.

    e, d, nu, xi and xi_step by exponents, the last of one step; drift, k, kappa; C and V; steps and left: how many are before each and
    after it; g is gamma, gap <= 1 - |P|, pull >= |k|; `count` clients make H steps.
    """

    H: int
    count: int
    g: Any
    gap: Any
    pull: Any
    V: Any
    third_mean: Any
    fourth_mean: Any
    steps: Any
    left: Any
    drift: Any
    k: Any
    kappa: Any
    C: Any
    e: dict[int, Any]
    d: dict[int, Any]
    nu: dict[int, Any]
    xi: dict[int, Any]
    xi_step: dict[int, Any]
    of: dict[str, Any]

    def up(self, value: Any) -> Any:
        """At least this number, whatever its rounding."""
        raise NotImplementedError

    def sums_of_moments(self) -> None:
        """The quantities that follow from d and from each client's numbers."""
        of, d = self.of, self.d
        self.D = {k: x.mean() for k, x in d.items()}
        self.n = {k: (of["tau"] / 2 * d[2 * k] ** 2).smaller(of["bending"] * d[max(k + k % 2, 2)]) for k in (1, 2, 3, 4, 6)}
        self.w = {k: x.mean() for k, x in self.n.items()}
        self.N = {k: x.before() for k, x in self.n.items()}
        self.W = {k: x.mean() for k, x in self.N.items()}
        # one sample's noise: its random part, or twice that, may be bounded everywhere
        self.s = {
            k: (of[f"sigma{k}"] + of[f"ell{k}"] * d[k] * times).smaller(of[f"cap{k}"] * times) for k, times in ((2, 1), (4, 2), (6, 2))
        }
        top = of["stiff"] * self.g
        self.early, self.late = (self.steps * top).smaller(1), (self.left * top).smaller(1)  # by (h)
        self.slope, self.square = of["sigma2"] * of["ell2"] * 2, of["ell2"] ** 2
        self.curved = of["sigma2"] * of["bent_noise"] * 2 + self.square
        self.third, self.fourth, self.sigma4, self.ell4 = of["third"], of["fourth"], of["sigma4"], of["ell4"]
        self.noise1, self.noise2, self.noise3 = of["noise1"], of["noise2"], of["noise3"]

    def within(self, r: Any, R: Any, sizes: tuple[Any, Any, Any], off: Residuals, moved: tuple[Any, Any]) -> tuple[Any, Any]:
        """Bounds of |E e - m| and |E e e' - S|, from some. sizes: |m|, |S0|, |M|; moved: |m - m0|, |S - S0|."""
        e, up, (m, self.S, self.M), (moved_m, moved_S) = self.e, self.up, sizes, moved
        less = {j: self.gap * sum((1 - self.gap) ** i for i in range(j)) for j in (2, 3, 4, 5)}  # 1 - (1 - gap)^j without cancellation
        self.off, mu3 = off, up(e[2] * e[4] ** 2)
        for _ in range(PASSES):
            self.r, self.R = up(r + moved_m), up(R + moved_S)
            self.mean, self.spread = min(up(m + r), e[2]), min(up(self.S + self.R), up(e[2] ** 2))
            self._shared(mu3)
            mu5 = up(self._fifth_increment() / less[5])
            self.five = self._joint_fifth(min(mu5, up(e[4] ** 2 * e[6] ** 3)))
            rho4 = up(self._fourth_increment() / less[4])
            self.four, self.four_own = self._joint_fourth(rho4, mu3)
            rho3 = up((off.M + self._third_increment()) / less[3])
            mu3 = min(mu3, up(self.M + rho3))
            R = min(R, up((off.S + self._second(rho3)) / less[2]))
            r = min(r, up((off.m + self._first(rho3, up(R + moved_S))) / self.gap))
        return r, R

    def _shared(self, mu3: Any) -> None:
        """Joint third moments by (e), what is left of the second moments, and the slope of the noise's covariance."""
        g, e, d, N, W, nu, xi = self.g, self.e, self.d, self.N, self.W, self.nu, self.xi
        drift, kappa, mean, spread, steps, clients = self.drift, self.kappa, self.mean, self.spread, self.steps, self.count
        with_e = (self.slope * d[2] * e[2] + self.square * d[4] ** 2 * e[4]).before()  # sums of |E e (C_c(d) - C_c)|
        noise = self.C * steps * mean + with_e  # |E e (sum P nu)(sum P nu)'|
        averaged = noise.mean() / clients  # the same of xi
        squares = (drift**2 * mean + noise + drift * N[2] * (2 * e[2]) + nu[4] * N[2] * (2 * e[4]) + N[3] ** 2 * e[4]) * g**2  # |E e x x|
        crossed = (  # |E e x y|
            kappa * drift * mean + kappa * N[2] * e[2] + W[2] * drift * e[2] + noise / clients
            + (W[3] * N[3] + nu[4] * W[2] + xi[4] * N[2]) * e[4]
        ) * g**2  # fmt: skip
        cubes = (drift + N[3] + nu[3]) ** 3 * g**3
        self.mixed = (
            drift * (2 * g * self.R) + kappa * (g * spread) + (W[2] + N[2] * 2) * (g * e[4] ** 2) + squares + crossed * 2
            + (kappa + W[3] + xi[3]) * (drift + N[3] + nu[3]) ** 2 * g**3
        )  # fmt: skip
        self.own = (drift * self.R + N[2] * e[4] ** 2) * (3 * g) + squares * 3 + cubes
        # any of D and d in three places: the larger of both bounds everywhere
        self.far, most = drift.larger(kappa), {k: N[k].larger(W[k]) for k in (2, 3, 4, 6)}
        loud = {k: nu[k].larger(xi[k]) for k in (3, 4, 6)}
        self.most, self.noise, self.loud = most, noise.larger(averaged), loud
        self.x = {k: (self.far + most[k] + loud[k]) * g for k in (4, 6)}
        both = (self.far**2 * mean + self.noise + self.far * most[2] * (2 * e[2]) + (loud[4] * most[2] * 2 + most[3] ** 2) * e[4]) * g**2
        self.three = (self.far * spread + most[2] * e[4] ** 2) * (3 * g) + both * 3 + (self.far + most[3] + loud[3]) ** 3 * g**3 + mu3
        # |E D_h D_h' - P S0 P|, |E D_h d' - P S0|, |S_{c,h} - P^h S0 P^h|
        self.DD = (kappa * mean + W[2] * e[2]) * (2 * g) + (kappa + W[2] + xi[2]) ** 2 * g**2 + self.R
        self.Dd = (
            self.early * self.S + ((drift + kappa) * mean + (N[2] + W[2]) * e[2]) * g
            + (kappa + W[2] + xi[2]) * (drift + N[2] + nu[2]) * g**2 + self.R
        )  # fmt: skip
        self.shift = drift * (2 * g * (mean + self.r)) + (drift**2 + self.C * steps) * g**2
        self.means = (drift + N[1]) * g + mean  # |E d|
        covariance = (self.slope * self.means + self.curved * d[2] ** 2).before()
        with_start = (self.third * self.three / 2 + self.of["kappa"] * d[4] ** 3 * e[4] / 6).before()
        # |E d d' - S_{c,h}| beside that of E e e' - S
        self.dd_less = (
            with_start * (2 * g) + drift * N[1] * (2 * g**2) + (covariance + nu[2] * N[2] * 2 + N[2] ** 2) * g**2 + drift * (2 * g * self.r)
        )

    def _joint_fifth(self, mu5: Any) -> Any:
        """Joint fifth moments."""
        e, x = self.e, self.x
        once = (self.far * e[4] ** 4 + self.most[3] * e[6] ** 4) * (5 * self.g)
        return once + x[4] ** 2 * (10 * e[6] ** 3) + x[6] ** 3 * (10 * e[4] ** 2) + x[6] ** 4 * (5 * e[4]) + x[6] ** 5 + mu5

    def _joint_fourth(self, rho4: Any, mu3: Any) -> tuple[Any, Any]:
        """Joint fourth moments with D less those of a normal law with P S0 P, P S0 P^h and S_{c,h}; and those of d alone.

        With two places of x: E e e x x - (P^h S0 P^h) (the drift twice and gamma² sum P C P), which is in S_{c,h}. With three: the noise
        alone has E e nu_i nu_j nu_j = E e nu_i (C_c(d_j) - C_c) for i < j, and E e nu_j nu_j nu_j; none for j < i.
        """
        g, e, d, x, N, W = self.g, self.e, self.d, self.x, self.N, self.W
        drift, kappa, spread, nu, xi = self.drift, self.kappa, self.spread, self.nu, self.xi
        changed = (self.noise1 * self.three + self.curved * d[4] ** 2 * e[4] ** 2).before()  # sums of |E ee (C_c(d) - C_c)|
        twice = (
            (drift**2 + self.C * self.steps) * self.R + changed + drift * N[2] * (2 * e[4] ** 2)
            + (N[3] * nu[3] * 2 + N[3] ** 2) * e[6] ** 2
        ) * g**2  # fmt: skip
        noise = (self.C * self.steps * spread + changed) / self.count
        crossed = (
            kappa * drift * spread + noise + (kappa * N[2] + W[2] * drift) * e[4] ** 2
            + (W[3] * N[3] + nu[3] * W[3] + xi[3] * N[3]) * e[6] ** 2
        ) * g**2  # fmt: skip
        server = (kappa**2 * spread + noise.mean() + kappa * W[2] * (2 * e[4] ** 2) + (W[3] * xi[3] * 2 + W[3] ** 2) * e[6] ** 2) * g**2
        alone = (
            self.sigma4**3 * self.mean + self.ell4 * d[4] * self.s[4] ** 2 * (6 * e[4])
            + self.loud[4] * (self.slope * d[2] + self.square * d[4] ** 2) * (3 * e[4])
        ).before()  # fmt: skip
        all_three = self.far**3 * self.mean + self.far * self.noise * 3 + alone.larger(alone.mean())
        cube = (all_three + self.most[4] * (self.far + self.most[4] + self.loud[4]) ** 2 * (3 * e[4])) * g**3
        rest = (self.far * mu3 + self.most[2] * e[6] ** 3) * (4 * g) + cube * 4 + x[4] ** 4 + rho4
        off = drift * (12 * self.S * g * (self.mean + self.r)) + self.shift**2 * 3
        return rest + twice * 3 + crossed * 4 + server + off, rest + twice * 6 + off

    def _fifth_increment(self) -> Any:
        """The increment of a round to E eeeee."""
        g, D, d, k, w, xi, N = self.g, self.D, self.d, self.k, self.w, self.xi_step, self.count
        third = self.three.most()
        noise = (
            third * self.V + (self.slope * D[4] ** 3 * d[4] + self.square * D[6] ** 3 * d[4] ** 2).mean() / N + D[6] ** 3 * (k + w[4]) ** 2
        )
        cube = D[4] ** 2 * (self.s[6] ** 3).mean() / N**2 + D[6] ** 2 * (k + w[3]) * xi[6] ** 2 * 3 + D[4] ** 2 * (k + w[6]) ** 3
        u = k + w[6] + xi[6]
        parts = (k * D[4] ** 4 + D[6] ** 4 * w[3]) * (5 * g) + noise * (10 * g**2) + cube * (10 * g**3) + D[4] * u**4 * (5 * g**4)
        return (parts + u**5 * g**5).total()

    def _fourth_increment(self) -> Any:
        """The increment of a round to E eeee - 3 sym S S: by (g), and Taylor's formula for what is linear in n and in C_c(d) - C_c."""
        g, D, d, k, w, xi, N = self.g, self.D, self.d, self.k, self.w, self.xi_step, self.count
        bent = (self.third * self.five / 2 + self.of["kappa"] * D[6] ** 3 * d[6] ** 3 / 6).mean()
        noise = self.DD * self.V + (self.noise1 * self.three + self.curved * D[4] ** 2 * d[4] ** 2).mean() / N
        noise = noise + k**2 * D[2] ** 2 + k * D[4] ** 2 * w[2] * 2 + D[4] ** 2 * w[4] ** 2
        start = (self.kappa + self.W[1]) * g + self.mean
        cube = (start * self.sigma4**3 + self.ell4 * D[4] * d[4] * self.s[4] ** 2 * 6).mean() / N**2
        cube = cube + D[6] * w[2] * xi[6] ** 2 * 3 + k * D[4] * xi[4] ** 2 * 3 + D[4] * (k + w[4]) ** 3
        u = k + w[4] + xi[4]
        parts = (k * self.three.most() + bent) * (4 * g) + noise * (6 * g**2) + cube * (4 * g**3) + u**4 * g**4
        return parts.total() + 6 * self.S * self.off.rest + 3 * self.off.B**2

    def _third_increment(self) -> Any:
        """The increment of a round to E eee - M."""
        g, D, d, k, w, xi, N = self.g, self.D, self.d, self.k, self.w, self.xi_step, self.count
        bent = self.third * self.four / 2 + self.fourth * self.five / 6 + self.of["kappa5"] * D[6] ** 2 * d[6] ** 4 / 24
        bent = bent + self.third * (self.early * 2 + self.late) * self.S**2  # Z by the mean tensor
        noise = self._taylor(D[4] * d[4] ** 3, D[6] * d[6] ** 4, 3) / 6 + self.noise2 * self.three / 2
        noise = noise + self.noise1 * (self.Dd + self.late * (2 * self.S))
        moved = (self.kappa + self.W[1]) * g
        rest = (moved + self.r) * self.V + (moved + self.mean) * k**2 + k * D[2] * w[2] * 2 + D[4] * w[3] ** 2
        twice = self.s[4] ** 2 * self.of["bent_noise"] * 6 + self.s[2] * self.ell4**2 * 24
        cube = self.sigma4**2 * self.of["ell2"] * self.means * 3 + twice * d[4] ** 2 / 2 + self.sigma4**3 * self.late * 3
        cubes = cube.mean() / N**2 + k * xi[2] ** 2 * 3 + w[2] * xi[4] ** 2 * 3 + (k + w[3]) ** 3
        parts = (k * self.DD + bent.mean()) * (3 * g) + (noise.mean() / N + rest) * (3 * g**2) + cubes * g**3
        return parts.total()

    def _taylor(self, power: Any, above: Any, order: int) -> Any:
        """Bounds of E|D|^i |d|^j |C_c^(order)| between 0 and d, for power >= E|D|^i |d|^j and above, the same with j + 1."""
        s1, s2 = self.of["ell2"], self.of["bent_noise"] * 2
        s3, s4 = self.of["slopes3"], self.of["slopes4"]
        size = (self.of["cap2"] * power).smaller(self.of["sigma2"] * power + s1 * above)
        if order == 3:
            return size * s3 * 2 + s1 * s2 * power * 6
        return size * s4 * 2 + (s1 * s3 * 8 + s2**2 * 6) * power

    def _second(self, rho3: Any) -> Any:
        """The increment of a round to E ee' - S."""
        g, D, d, k, w, N = self.g, self.D, self.d, self.k, self.w, self.count
        with_D = self.third * (self.mixed + (self.early * 2 + self.late) * self.M) / 2 + self.fourth * self.four / 6
        with_D = with_D + self.of["fifth"] * self.five / 24 + self.of["kappa6"] * D[6] * d[6] ** 5 / 120
        moved_mean = self.N[1] * g + self.r  # |E d - m_{c,h}|
        noise = self.noise1 * moved_mean + self.noise2 * (self.dd_less + self.R) / 2 + self.noise3 * self.three / 6
        noise = noise + self._taylor(d[4] ** 4, d[6] ** 5, 4) / 24
        pulled = 2 * g * self.pull * self.r + 2 * g**2 * (k * (self.W[1] + w[1])).total()
        tensor = self._tensor(self.third, self.third_mean, 2)
        return pulled + 2 * g * (with_D.total() + tensor / 2 * rho3) + g**2 * (noise.total() / N + (w[2] ** 2).total())

    def _tensor(self, each: Any, mean: Any, power: int) -> Any:
        """|X -> mean_c sum_h P_c^(H-1-h) F_c[P_c^h X, ..]| for T_c or Q_c: client by client, or with the mean tensor and (h)."""
        moved = (each * (self.late + self.early * power)).total()
        return min(self.up(each.total()), self.up(self.H * mean + moved))

    def _first(self, rho3: Any, R: Any) -> Any:
        """The increment of a round to E e - m."""
        g, d = self.g, self.d
        parts = self.third * self.dd_less / 2
        parts = parts + self.fourth * (self.own + self.drift * self.shift * (3 * g) + (self.early * 3 + self.late) * self.M) / 6
        parts = parts + self.of["fifth"] * self.four_own / 24 + self.of["sixth"] * self.five / 120
        parts = parts + self.of["kappa7"] * d[6] ** 6 / 720
        third, fourth = self._tensor(self.third, self.third_mean, 2), self._tensor(self.fourth, self.fourth_mean, 3)
        return g * (parts.total() + third / 2 * R + fourth / 6 * rho3)
