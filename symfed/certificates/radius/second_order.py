"""The terms of the equations of order two that moments bound, from claimed bounds alone, in exact numbers that are rounded up.

A table has a row for each client and a column for each step. The centres are the certificate's m, S, M, also where the theorem has m0 and
S0; residuals add up.
"""

from __future__ import annotations

from collections.abc import Iterable

from flint import arb, arb_mat

from symfed.certificates.balls import bound
from symfed.certificates.certificate import NotProved
from symfed.certificates.radius.balls import ONE, ZERO, identity, norm
from symfed.certificates.radius.data import Known
from symfed.certificates.radius.grid import BoundTable
from symfed.certificates.radius.moments import CheckedMoments, RoundBounds, growth_holds, spread_of_noise
from symfed.certificates.radius.order_two import OrderTwo
from symfed.certificates.radius.second_data import DerivativeBalls


def sufficient_bound(sums: list[arb], k: int) -> arb:
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
    if not growth_holds(ZERO, sums, guess, k):
        raise NotProved("a sum of noise has no seen bound")
    return guess


_BINOMIALS = {4: [1, 4, 6, 4, 1], 6: [1, 6, 15, 20, 15, 6, 1]}


#: What each client has, by the names that the right-hand sides use; of the first for each exponent.
_OF_MOMENTS = ("sigma", "ell", "cap")
_OWN = ("tau", "bending", "stiff", "bent_noise", "kappa", "kappa5", "third", "fourth")
_OF_HIGHER = ("fifth", "sixth", "noise1", "noise2", "noise3", "kappa6", "kappa7", "slopes3", "slopes4")


class SecondOrder(OrderTwo):
    """The right-hand sides in balls, from claimed moments."""

    def __init__(self, what: Known, higher: list[DerivativeBalls], now: RoundBounds, moments: CheckedMoments) -> None:
        self.what, self.H, self.count, self.g, self.gap, self.pull = what, now.H, len(what.clients), now.gamma, now.gap, now.pull
        self.third_mean, self.fourth_mean = what.third_mean, what.fourth_mean
        self.e, H = moments.start, now.H
        self.d = {k: BoundTable([row[:H] for row in moments.steps[k]]) for k in (2, 4, 6, 8, 10, 12)}
        self.of = {f"{name}{k}": self._each(getattr(c, name)[k] for c in what.clients) for name in _OF_MOMENTS for k in (2, 4, 6)}
        self.of |= {name: self._each(getattr(c, name) for c in what.clients) for name in _OWN}
        self.of |= {name: self._each(getattr(one, name) for one in higher) for name in _OF_HIGHER}
        self.steps, self.left = (BoundTable.of_steps([arb(h) for h in hs], self.count) for hs in (range(H), range(H - 1, -1, -1)))
        self.drift = BoundTable([row[:H] for row in now.drifts])
        self.k, self.kappa = self._pulls()
        self.C = self._each(norm(c.C) for c in what.clients)
        self.V = bound(self.C.total() / H / self.count)  # |V_h|
        self.sums_of_moments()
        self._noise()

    def up(self, value: arb) -> arb:
        return bound(value)

    def _each(self, values: Iterable[arb]) -> BoundTable:
        """A number of each client."""
        return BoundTable.of_clients([bound(value) for value in values], self.H)

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
        """Sums of one step's noise s[k]: nu[k], of the mean over clients xi[k], and one step of that, xi_step[k]."""
        clients, H, N = self.what.clients, self.H, self.count
        d, table = self.d, {}
        for k in (4, 6):
            rows = zip(clients, d[k].rows, self.s[k].rows, strict=True)
            table[k] = [
                [[spread_of_noise(c, at, k), *(s**i for i in range(3, k + 1))] for at, s in zip(ats, ss, strict=True)]
                for c, ats, ss in rows
            ]
        square = self.s[2] ** 2
        self.nu = {2: square.before().root(2)}
        self.xi = {2: (square.before().mean() / N).root(2)}
        self.xi_step = {2: (square.mean() / N).root(2)}
        for k in (4, 6):
            zero = [ZERO] * (k - 1)
            own = []
            for row in table[k]:
                sums, out = zero, []
                for one in row:
                    out.append(sufficient_bound(sums, k))
                    sums = [bound(a + b) for a, b in zip(sums, one, strict=True)]
                own.append(out)
            together = [[bound(sum((row[h][i] for row in table[k]), ZERO) / arb(N) ** (i + 2)) for i in range(k - 1)] for h in range(H)]
            sums, before = zero, []
            for one in together:
                before.append(sufficient_bound(sums, k))
                sums = [bound(a + b) for a, b in zip(sums, one, strict=True)]
            self.nu[k], self.xi[k] = BoundTable(own), BoundTable.of_steps(before, N)
            self.xi_step[k] = BoundTable.of_steps([sufficient_bound(one, k) for one in together], N)
        for noise in (self.nu, self.xi):
            noise[3] = (noise[2] * noise[4] ** 2).root(3)  # log-convexity of norms
