"""What moments leave of the equations of order two, from claimed bounds alone: the theorem of symfed/formulas/enclosures/second_order.py.

Names are as there: e, d, D, n, w, nu, xi with an exponent bound L^k norms, N and W sums over the steps before; a table has a row for each
client and a column for each step. Its centres are the certificate's m, S, M, also where the theorem has m0 and S0; residuals add up.
"""

from __future__ import annotations

from flint import arb, arb_mat

from symfed.certificates.balls import bound
from symfed.certificates.certificate import NotProved
from symfed.certificates.radius.balls import ONE, ZERO, identity, least, norm, root
from symfed.certificates.radius.data import ClientBalls, Known
from symfed.certificates.radius.grid import BoundTable
from symfed.certificates.radius.moments import CheckedMoments, RoundBounds, grows, single, spread_of_noise
from symfed.certificates.radius.second_data import DerivativeBalls, Residuals

PASSES = 6


def enough(sums: list[arb], k: int) -> arb:
    """A number y with sum_i binom(k, i) y^(k - i) s_i <= y^k, i = 2 .. k: guessed in floats, and then seen to be enough."""
    roots = [float(s) ** (1 / i) for i, s in enumerate(sums, 2)]
    if not any(roots):
        return ZERO
    low, high = 0.0, 4.0 * k * sum(roots)
    for _ in range(45):
        middle = (low + high) / 2
        fits = sum(_BINOMIALS[k][i] * (r / middle) ** i for i, r in enumerate(roots, 2)) <= 1
        low, high = (low, middle) if fits else (middle, high)
    guess = arb(high * (1 + 1e-9))
    if not grows(ZERO, sums, guess, k):
        raise NotProved("a sum of noise has no seen bound")
    return guess


_BINOMIALS = {4: [1, 4, 6, 4, 1], 6: [1, 6, 15, 20, 15, 6, 1]}


class SecondOrder:
    """The right-hand sides; see `radii`."""

    def __init__(self, what: Known, higher: list[DerivativeBalls], now: RoundBounds, moments: CheckedMoments) -> None:
        self.what, self.higher, self.now, self.H, self.count = what, higher, now, now.H, len(what.clients)
        self.e, self.g, H = moments.start, now.gamma, now.H
        self.d = {k: BoundTable([row[:H] for row in moments.steps[k]]) for k in (2, 4, 6, 8, 10, 12)}
        self.D = {k: x.mean() for k, x in self.d.items()}
        tau, bending = self.of(lambda c: c.tau / 2), self.of(lambda c: c.bending)
        self.n = {k: (tau * self.d[2 * k] ** 2).smaller(bending * self.d[max(k + k % 2, 2)]) for k in (1, 2, 3, 4, 6)}
        self.w = {k: x.mean() for k, x in self.n.items()}
        self.N = {k: x.before() for k, x in self.n.items()}
        self.W = {k: x.mean() for k, x in self.N.items()}
        self.drift = BoundTable([row[:H] for row in now.drifts])
        self.k, self.kappa = self._pulls()
        self._noise()
        self.C = self.of(lambda c: norm(c.C))
        self.V = bound(self.C.total() / H / self.count)  # |V_h|
        self.steps = BoundTable.of_steps([arb(h) for h in range(H)], self.count)
        top = self.of(lambda c: self.g * c.stiff)
        self.early = (self.steps * top).smaller(ONE)
        self.late = (BoundTable.of_steps([arb(H - 1 - h) for h in range(H)], self.count) * top).smaller(ONE)
        slope = self.of(lambda c: 2 * c.sigma[2] * c.ell[2])
        self.slope, self.square = slope, self.of(lambda c: c.ell[2] ** 2)
        self.curved = self.of(lambda c: 2 * c.sigma[2] * c.bent_noise + c.ell[2] ** 2)
        self.third, self.fourth = self.of(lambda c: c.third), self.of(lambda c: c.fourth)
        self.noise1, self.noise2, self.noise3 = (self.more(name) for name in ("noise1", "noise2", "noise3"))
        self.sigma4, self.ell4 = self.of(lambda c: c.sigma[4]), self.of(lambda c: c.ell[4])

    def of(self, value: object) -> BoundTable:
        """A number of each client."""
        return BoundTable.of_clients([bound(value(client)) for client in self.what.clients], self.H)  # type: ignore[operator]

    def more(self, name: str) -> BoundTable:
        return BoundTable.of_clients([getattr(one, name) for one in self.higher], self.H)

    def _pulls(self) -> tuple[BoundTable, BoundTable]:
        """|k_h| and |kappa_h|."""
        steps = [identity(self.what.dim) - c.A * self.g for c in self.what.clients]
        vectors, means = [c.g for c in self.what.clients], []
        for _ in range(self.H):
            means.append(sum(vectors[1:], vectors[0]) * (ONE / self.count))
            vectors = [step * v for step, v in zip(steps, vectors, strict=True)]
        sizes, sums, total = [], [], arb_mat(self.what.dim, 1)
        for mean in reversed(means):
            sizes.append(norm(mean))
            sums.append(norm(total))
            total += mean
        return BoundTable.of_steps(sizes, self.count), BoundTable.of_steps(sums, self.count)

    def _noise(self) -> None:
        """One step's noise s[k], sums of it nu[k], of the mean over clients xi[k], and one step of that, xi_step[k]."""
        clients, H, N = self.what.clients, self.H, self.count
        d, table = self.d, {}
        self.s = {2: BoundTable([[_random_part(c, at) for at in row] for c, row in zip(clients, d[2].rows, strict=True)])}
        for k in (4, 6):
            self.s[k] = BoundTable([[single(c, at, k) for at in row] for c, row in zip(clients, d[k].rows, strict=True)])
            rows = zip(clients, d[k].rows, self.s[k].rows, strict=True)
            table[k] = [
                [[spread_of_noise(c, at, k), *(s**i for i in range(3, k + 1))] for at, s in zip(ats, ss, strict=True)]
                for c, ats, ss in rows
            ]
        square = self.s[2] ** 2
        self.nu = {2: square.before().each(root)}
        self.xi = {2: (square.before().mean() / N).each(root)}
        self.xi_step = {2: (square.mean() / N).each(root)}
        for k in (4, 6):
            zero = [ZERO] * (k - 1)
            own = []
            for row in table[k]:
                sums, out = zero, []
                for one in row:
                    out.append(enough(sums, k))
                    sums = [bound(a + b) for a, b in zip(sums, one, strict=True)]
                own.append(out)
            together = [[bound(sum((row[h][i] for row in table[k]), ZERO) / arb(N) ** (i + 2)) for i in range(k - 1)] for h in range(H)]
            sums, before = zero, []
            for one in together:
                before.append(enough(sums, k))
                sums = [bound(a + b) for a, b in zip(sums, one, strict=True)]
            self.nu[k], self.xi[k] = BoundTable(own), BoundTable.of_steps(before, N)
            self.xi_step[k] = BoundTable.of_steps([enough(one, k) for one in together], N)
        for noise in (self.nu, self.xi):
            noise[3] = (noise[2] * noise[4] ** 2).each(lambda x: root(x, 3))  # log-convexity of norms

    def radii(self, r: arb, R: arb, sizes: tuple[arb, arb, arb], off: Residuals) -> tuple[arb, arb]:
        """Bounds of |E e - m| and |E e e' - S|, from some; sizes: |m|, |S|, |M|. Every pass takes true bounds to true bounds."""
        e, gap, (m, S, M) = self.e, self.now.gap, sizes
        self.M, self.S, self.off = M, S, off
        mu3 = bound(e[2] * e[4] ** 2)
        for _ in range(PASSES):
            self.r, self.R = r, R
            self.mean, self.spread = least(bound(m + r), e[2]), least(bound(S + R), bound(e[2] ** 2))
            self._shared(mu3)
            mu5 = bound(self._fifth() / (1 - (1 - gap) ** 5))
            self.five = self._five(least(mu5, bound(e[4] ** 2 * e[6] ** 3)))
            rho4 = bound(self._fourth() / (1 - (1 - gap) ** 4))
            self.four, self.four_own = self._four(rho4, mu3)
            rho3 = bound((off.M + self._third()) / (gap * (3 - 3 * gap + gap**2)))
            mu3 = least(mu3, bound(M + rho3))
            R = least(R, bound((off.S + self._second(rho3)) / (gap * (2 - gap))))
            r = least(r, bound((off.m + self._first(rho3, R)) / gap))
        return r, R

    def _shared(self, mu3: arb) -> None:
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
        self.DD = (kappa * mean + W[2] * e[2]) * (2 * g) + (kappa + W[2] + xi[2]) ** 2 * g**2 + self.R
        self.Dd = (
            self.early * self.S + ((drift + kappa) * mean + (N[2] + W[2]) * e[2]) * g
            + (kappa + W[2] + xi[2]) * (drift + N[2] + nu[2]) * g**2 + self.R
        )  # fmt: skip
        self.shift = drift * (2 * g * (mean + self.r)) + (drift**2 + self.C * steps) * g**2
        self.means = (drift + N[1]) * g + mean  # |E d|
        covariance = (self.slope * self.means + self.curved * d[2] ** 2).before()
        with_start = (self.third * self.three / 2 + self.of(lambda c: c.kappa) * d[4] ** 3 * e[4] / 6).before()
        # |E d d' - S_{c,h}| beside that of E e e' - S
        self.dd_less = (
            with_start * (2 * g) + drift * N[1] * (2 * g**2) + (covariance + nu[2] * N[2] * 2 + N[2] ** 2) * g**2 + drift * (2 * g * self.r)
        )

    def _five(self, mu5: arb) -> BoundTable:
        """Joint fifth moments."""
        e, x = self.e, self.x
        once = (self.far * e[4] ** 4 + self.most[3] * e[6] ** 4) * (5 * self.g)
        return once + x[4] ** 2 * (10 * e[6] ** 3) + x[6] ** 3 * (10 * e[4] ** 2) + x[6] ** 4 * (5 * e[4]) + x[6] ** 5 + mu5

    def _four(self, rho4: arb, mu3: arb) -> tuple[BoundTable, BoundTable]:
        """Joint fourth moments less those of a normal law: with D, and of d alone."""
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

    def _fifth(self) -> arb:
        """What a round adds to E eeeee."""
        g, D, d, k, w, xi, N = self.g, self.D, self.d, self.k, self.w, self.xi_step, self.count
        third = self.three.most()
        noise = (
            third * self.V + (self.slope * D[4] ** 3 * d[4] + self.square * D[6] ** 3 * d[4] ** 2).mean() / N + D[6] ** 3 * (k + w[4]) ** 2
        )
        cube = D[4] ** 2 * (self.s[6] ** 3).mean() / N**2 + D[6] ** 2 * (k + w[3]) * xi[6] ** 2 * 3 + D[4] ** 2 * (k + w[6]) ** 3
        u = k + w[6] + xi[6]
        parts = (k * D[4] ** 4 + D[6] ** 4 * w[3]) * (5 * g) + noise * (10 * g**2) + cube * (10 * g**3) + D[4] * u**4 * (5 * g**4)
        return (parts + u**5 * g**5).total()

    def _fourth(self) -> arb:
        """What a round adds to E eeee - 3 sym S S: by (g), and Taylor's formula for what is linear in n and in C_c(d) - C_c."""
        g, D, d, k, w, xi, N = self.g, self.D, self.d, self.k, self.w, self.xi_step, self.count
        bent = (self.third * self.five / 2 + self.of(lambda c: c.kappa) * D[6] ** 3 * d[6] ** 3 / 6).mean()
        noise = self.DD * self.V + (self.noise1 * self.three + self.curved * D[4] ** 2 * d[4] ** 2).mean() / N
        noise = noise + k**2 * D[2] ** 2 + k * D[4] ** 2 * w[2] * 2 + D[4] ** 2 * w[4] ** 2
        start = (self.kappa + self.W[1]) * g + self.mean
        cube = (start * self.sigma4**3 + self.ell4 * D[4] * d[4] * self.s[4] ** 2 * 6).mean() / N**2
        cube = cube + D[6] * w[2] * xi[6] ** 2 * 3 + k * D[4] * xi[4] ** 2 * 3 + D[4] * (k + w[4]) ** 3
        u = k + w[4] + xi[4]
        parts = (k * self.three.most() + bent) * (4 * g) + noise * (6 * g**2) + cube * (4 * g**3) + u**4 * g**4
        return bound(parts.total() + 6 * self.S * self.off.rest + 3 * self.off.B**2)

    def _third(self) -> arb:
        """What a round adds to E eee - M."""
        g, D, d, k, w, xi, N = self.g, self.D, self.d, self.k, self.w, self.xi_step, self.count
        bent = self.third * self.four / 2 + self.fourth * self.five / 6 + self.of(lambda c: c.kappa5) * D[6] ** 2 * d[6] ** 4 / 24
        bent = bent + self.third * (self.early * 2 + self.late) * self.S**2  # Z by the mean tensor
        noise = self._taylor(D[4] * d[4] ** 3, D[6] * d[6] ** 4, 3) / 6 + self.noise2 * self.three / 2
        noise = noise + self.noise1 * (self.Dd + self.late * (2 * self.S))
        moved = (self.kappa + self.W[1]) * g
        rest = (moved + self.r) * self.V + (moved + self.mean) * k**2 + k * D[2] * w[2] * 2 + D[4] * w[3] ** 2
        bent_noise, ell4 = self.of(lambda c: c.bent_noise), self.ell4
        twice = self.s[4] ** 2 * bent_noise * 6 + self.s[2] * ell4**2 * 24
        cube = self.sigma4**2 * self.of(lambda c: c.ell[2]) * self.means * 3 + twice * d[4] ** 2 / 2 + self.sigma4**3 * self.late * 3
        cubes = cube.mean() / N**2 + k * xi[2] ** 2 * 3 + w[2] * xi[4] ** 2 * 3 + (k + w[3]) ** 3
        parts = (k * self.DD + bent.mean()) * (3 * g) + (noise.mean() / N + rest) * (3 * g**2) + cubes * g**3
        return parts.total()

    def _taylor(self, power: BoundTable, above: BoundTable, order: int) -> BoundTable:
        """Bounds of E|D|^i |d|^j |C_c^(order)| between 0 and d, for power >= E|D|^i |d|^j and above, the same with j + 1."""
        s1, s2 = self.of(lambda c: c.ell[2]), self.of(lambda c: 2 * c.bent_noise)
        s3, s4 = self.more("slopes3"), self.more("slopes4")
        size = (self.of(lambda c: c.cap[2]) * power).smaller(self.of(lambda c: c.sigma[2]) * power + s1 * above)
        if order == 3:
            return size * s3 * 2 + s1 * s2 * power * 6
        return size * s4 * 2 + (s1 * s3 * 8 + s2**2 * 6) * power

    def _second(self, rho3: arb) -> arb:
        """What a round adds to E ee' - S."""
        g, D, d, k, w, N = self.g, self.D, self.d, self.k, self.w, self.count
        with_D = self.third * (self.mixed + (self.early * 2 + self.late) * self.M) / 2 + self.fourth * self.four / 6
        with_D = with_D + self.more("fifth") * self.five / 24 + self.more("kappa6") * D[6] * d[6] ** 5 / 120
        moved_mean = self.N[1] * g + self.r  # |E d - m_{c,h}|
        noise = self.noise1 * moved_mean + self.noise2 * (self.dd_less + self.R) / 2 + self.noise3 * self.three / 6
        noise = noise + self._taylor(d[4] ** 4, d[6] ** 5, 4) / 24
        pulled = 2 * g * self.now.pull * self.r + 2 * g**2 * (k * (self.W[1] + w[1])).total()
        tensor = self._tensor([c.third for c in self.what.clients], self.what.third_mean, 2)
        return bound(pulled + 2 * g * (with_D.total() + tensor / 2 * rho3) + g**2 * (noise.total() / N + (w[2] ** 2).total()))

    def _tensor(self, each: list[arb], mean: arb, power: int) -> arb:
        """|X -> mean_c sum_h P_c^(H-1-h) F_c[P_c^h X, ..]| for T_c or Q_c: client by client, or with the mean tensor and (h)."""
        moved = (BoundTable.of_clients(each, self.H) * (self.late + self.early * power)).total()
        return least(bound(self.H * sum(each, ZERO) / len(each)), bound(self.H * mean + moved))

    def _first(self, rho3: arb, R: arb) -> arb:
        """What a round adds to E e - m."""
        g, d, clients = self.g, self.d, self.what.clients
        parts = self.third * self.dd_less / 2
        parts = parts + self.fourth * (self.own + self.drift * self.shift * (3 * g) + (self.early * 3 + self.late) * self.M) / 6
        parts = parts + self.more("fifth") * self.four_own / 24 + self.more("sixth") * self.five / 120
        parts = parts + self.more("kappa7") * d[6] ** 6 / 720
        third = self._tensor([c.third for c in clients], self.what.third_mean, 2)
        fourth = self._tensor([c.fourth for c in clients], self.what.fourth_mean, 3)
        return bound(g * (parts.total() + third / 2 * R + fourth / 6 * rho3))


def _random_part(client: ClientBalls, at: arb) -> arb:
    """sigma + ell |d| in L^2, or the cap."""
    return least(bound(client.sigma[2] + client.ell[2] * at), client.cap[2])
