"""Check that claimed moments obey the inequalities of the theorems of moments: symfed/formulas/enclosures/moments.py, with their proofs.

e = theta - theta* under the stationary law, |x|_k = E(|x|^k)^(1/k), d_{c,h} client c's error before step h. What is claimed, in this order:
still[k] >= |d_{c,h}|_k when e = 0; a chain of bounds x >= |e|_k, each from those before it; steps[k] >= |d_{c,h}|_k; and the fourth
moments of sums of noise. Every inequality is evaluated at the claimed numbers: nothing is searched for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

from flint import arb

from symfed.certificates.balls import bound
from symfed.certificates.certificate import Malformed, NotProved
from symfed.certificates.radius.balls import ONE, ZERO, partial_sums, smallest_bound
from symfed.certificates.radius.certificate import exponents_of, require_empty, upper
from symfed.certificates.radius.data import ClientBalls, Known
from symfed.certificates.statement import mapping, rows

Table = list[list[arb]]
_ROUTES = ("linear", "convex", "curved", "near")


@dataclass
class CheckedMoments:
    """start[k] >= |e|_k; steps[k] (N, H + 1); noise4 (N, H + 1) >= the L^4 norms of sums of noise before a step, all_noise4 >= that of
    the clients' mean of a round's."""

    start: dict[int, arb]
    steps: dict[int, Table]
    noise4: Table
    all_noise4: arb


@dataclass
class RoundBounds:
    """gamma, H, drifts (N, H + 1) >= |sum_{j<h} (1 - gamma A_c)^j g_c|, gap <= 1 - |P|, pull >= |k|."""

    gamma: arb
    H: int
    drifts: Table
    gap: arb
    pull: arb


def spread_of_noise(client: ClientBalls, at: arb, k: int, bend: arb = ZERO) -> arb:
    """(trace + (k - 2) top)/(k - 1) of the noise where |d|_k <= at; `bend`: how far a map is from a contraction that is linear."""
    trace = client.sigma[2] + client.ell[2] * at
    if 2 in client.cap:
        trace = smallest_bound(bound(trace), client.cap[2])
    top = smallest_bound(bound(trace), bound(client.top + client.ell[2] * at + bend * trace))
    return bound((trace**2 + (k - 2) * top**2) / (k - 1))


def single_noise(client: ClientBalls, at: arb, i: int) -> arb:
    """sigma + 2 ell |d| in L^i, or what bounds the random part."""
    value = bound(client.sigma[i] + 2 * client.ell[i] * at)
    return smallest_bound(value, client.cap[i]) if i in client.cap else value


def increments(client: ClientBalls, now: RoundBounds, at: arb, k: int) -> list[arb]:
    """The increments of sums of |D|^i, i = 2 .. k, in one step: the lemma on one sample's effect."""
    out = [bound(now.gamma**2 * spread_of_noise(client, at, k, now.gamma * now.H * client.bending))]
    for i in range(3, k + 1):
        out.append(bound((2 * now.gamma * single_noise(client, at, i + i % 2)) ** i))
    return out


def growth_holds(y0: arb, sums: list[arb], y: arb, k: int) -> bool:
    """y0^k + sum_i binom(k, i) y^(k - i) s_i <= y^k, i = 2 .. k."""
    left = y0**k + sum((comb(k, i) * y ** (k - i) * s for i, s in enumerate(sums, 2)), ZERO)
    return bool(left <= y**k)


def check_moments(known: Known, now: RoundBounds, claimed: Mapping[str, Any]) -> CheckedMoments:
    """Raises NotProved for the first inequality that is not seen to hold, Malformed for tables of another shape."""
    mapping("moments", claimed, ("chain", "still", "steps", "noise", "all noise"))
    exponents = exponents_of(claimed, known.linear)
    still, steps = (_tables(name, claimed[name], exponents, known, now.H) for name in ("still", "steps"))
    means = _mean_bounds(known, now, still[2])
    for k in exponents:
        _check_columns(known, now, "still", k, still[k], means, ZERO)
    start = _chain(known, now, claimed["chain"], still, means, exponents)
    for k in exponents:
        _check_columns(known, now, "steps", k, steps[k], means, start[k])
    if known.linear:
        require_empty("noise", claimed["noise"], [])
        require_empty("all noise", claimed["all noise"], "0")
        return CheckedMoments(start, steps, [], ZERO)
    noise = _table("noise", claimed["noise"], known, now.H)
    return CheckedMoments(start, steps, noise, _check_noise(known, now.H, steps[4], noise, upper("all noise", claimed["all noise"])))


def _tables(name: str, value: Any, exponents: tuple[int, ...], known: Known, H: int) -> dict[int, Table]:
    tables = mapping(name, value, [str(k) for k in exponents])
    return {k: _table(name, tables[str(k)], known, H) for k in exponents}


def _table(name: str, value: Any, known: Known, H: int) -> Table:
    return [[upper(name, entry) for entry in rows(name, row, H + 1)] for row in rows(name, value, len(known.clients))]


def _noise_mean(client: ClientBalls, at: arb) -> arb:
    """E|n_c(d)| for |d|_2 <= at."""
    return smallest_bound(bound(client.tau / 2 * at**2), bound(client.bending * at))


def _mean_bounds(known: Known, now: RoundBounds, still: Table) -> Table:
    """Bounds of |E d_{c,h}| when e = 0."""
    out = []
    for client, drifts, sizes in zip(known.clients, now.drifts, still, strict=True):
        bent = partial_sums([_noise_mean(client, at) for at in sizes[:-1]])
        out.append([bound(now.gamma * (a + b)) for a, b in zip(drifts, bent, strict=True)])
    return out


def _check_columns(known: Known, now: RoundBounds, name: str, k: int, table: Table, means: Table, start: arb) -> None:
    """Each entry from the one at the start and the increments before it, by the lemma on centred increments."""
    for c, (client, column, drift) in enumerate(zip(known.clients, table, means, strict=True)):
        sums = [ZERO] * (k - 1)
        for h, at in enumerate(column):
            if not growth_holds(start + drift[h], sums, at, k) and not (h == 0 and bool(start <= at)):
                raise NotProved(f"{name}: the moment of order {k} of client {c} before step {h} does not follow")
            sums = [bound(a + b) for a, b in zip(sums, increments(client, now, at, k), strict=True)]


def _chain(known: Known, now: RoundBounds, chain: Any, still: dict[int, Table], means: Table, exponents: tuple[int, ...]) -> dict[int, arb]:
    """Every link from the ones before it."""
    found: dict[int, arb] = {}
    at_rest = {k: [increments(client, now, ZERO, k) for client in known.clients] for k in exponents}
    bent = sum((_noise_mean(c, at) for c, column in zip(known.clients, still[2], strict=True) for at in column[:-1]), ZERO)
    drift = Drift(known, now, found, means, still[2], bound(now.gamma * (now.pull + bent / len(known.clients))))
    for link in rows("chain", chain):
        if not isinstance(link, list) or len(link) != 3 or type(link[0]) is not int or link[0] not in exponents or link[2] not in _ROUTES:
            raise Malformed(f"chain: a link is [k, x, by], by one of {', '.join(_ROUTES)}")
        k, x, by = link[0], upper("chain", link[1]), link[2]
        if not x > 0 or (by == "linear") != known.linear:
            raise Malformed(f"chain: {link!r:.60} does not fit the problem")
        if by in ("curved", "near") and not {k, k + 2} <= set(found):
            raise NotProved(f"chain: the moment of order {k} rests on one that was not shown")
        moved = getattr(drift, by)(k, x)
        if not moved + _noise_of_a_round(known, now, k, x, found, still[k], at_rest[k]) <= 1:
            raise NotProved(f"chain: E|theta - theta*|^{k} <= ({link[1]})^{k} does not follow by {by!r}")
        found[k] = smallest_bound(x, found[k]) if k in found else x
    if set(found) != set(exponents):
        raise NotProved("chain: a moment is missing")
    return found


def _noise_of_a_round(known: Known, now: RoundBounds, k: int, x: arb, found: dict[int, arb], still: Table, at_rest: list[list[arb]]) -> arb:
    """The increments of a round to x^k, over x^k."""
    lower = found.get(k - 2, x) / x
    lower = smallest_bound(ONE, bound(lower))
    fixed, grown = [ZERO] * (k - 1), [ZERO] * (k - 1)
    for client, column, rest in zip(known.clients, still, at_rest, strict=True):
        for at in column[:-1]:
            for i, value in enumerate(increments(client, now, bound(x + at), k)):
                grown[i] += value - rest[i]
                fixed[i] += rest[i]
    terms = enumerate(zip(fixed, grown, strict=True), 2)
    size_of_all = len(known.clients) * x
    return bound(sum((comb(k, i) * (a * lower ** (k - i) + abs(b)) / size_of_all**i for i, (a, b) in terms), ZERO))


@dataclass
class Drift:
    """|E[e+ | e]|^k over x^k, by each of the theorems."""

    known: Known
    now: RoundBounds
    found: dict[int, arb]
    means: Table
    still: Table
    pull_all: arb

    def linear(self, k: int, x: arb) -> arb:
        """Rounds that are affine on average."""
        return bound((1 - self.now.gap + self.now.gamma * self.now.pull / x) ** k)

    def convex(self, k: int, x: arb) -> arb:
        """By strong convexity everywhere."""
        factor = (1 - self.now.gamma * self.known.mu) ** self.now.H
        return bound((factor + self.pull_all / x) ** k)

    def curved(self, k: int, x: arb) -> arb:
        """By the curvature at theta*, which the logistic loss loses slowly."""
        slow = 1 + self.known.reach * (self.found[k + 2] ** (k + 2) / x**k).sqrt()
        left = 1 - (k - 1) * self._curve / 4
        factor = 1 - k * self._curve / 2 * (left if left > 0 else ZERO) / slow
        return bound((factor.root(k) + self.pull_all / x) ** k)

    def near(self, k: int, x: arb) -> arb:
        """By the linear part, and the next moment."""
        z = (x**k * self.found[k + 2] ** (k + 2)).root(2 * (k + 1))
        bent = self._bent(z)
        linear = (1 - self.now.gap + self.now.gamma * self.now.pull / x) ** k
        return bound(linear + k * ((z + self.pull_all) / x) ** (k - 1) * bent / x)

    def _bent(self, z: arb) -> arb:
        total, gamma = ZERO, self.now.gamma
        for client, means, still in zip(self.known.clients, self.means, self.still, strict=True):
            inner = partial_sums([(gamma * (client.sigma[2] + client.ell[2] * (z + at))) ** 2 for at in still[:-1]])
            total += client.tau / 2 * sum(((z + m) ** 2 + w for m, w in zip(means[:-1], inner[:-1], strict=True)), ZERO)
        return bound(gamma / len(self.known.clients) * total)

    @cached_property
    def _curve(self) -> arb:
        """A lower bound of B in [0, 1]."""
        gamma, H, N = self.now.gamma, self.now.H, len(self.known.clients)
        moved = sum((2 * c.stiff * (c.stiff + c.bending) for c in self.known.clients), ZERO) / N * gamma * H * (H - 1) / 2
        bent = sum((c.tau * at for c, column in zip(self.known.clients, self.still, strict=True) for at in column[:-1]), ZERO) / N
        rate = (gamma * (2 - gamma * self.known.L) * (H * self.known.lowest - moved - bent)).lower()
        return (rate if rate < 1 else ONE) if rate > 0 else ZERO


def _check_noise(known: Known, H: int, steps: Table, noise: Table, every: arb) -> arb:
    """The fourth moments of sums of noise: of each client before each step, and of all clients' over N in a round."""
    total, N = [ZERO] * 3, len(known.clients)
    for c, (client, column, claimed) in enumerate(zip(known.clients, steps, noise, strict=True)):
        sums = [ZERO] * 3
        for h, (at, y) in enumerate(zip(column, claimed, strict=True)):
            if not growth_holds(ZERO, sums, y, 4):
                raise NotProved(f"noise: its fourth moment of client {c} before step {h} does not follow")
            if h < H:
                one = bound(client.sigma[4] + 2 * client.ell[4] * at)
                sums = [bound(a + b) for a, b in zip(sums, (spread_of_noise(client, at, 4), one**3, one**4), strict=True)]
        total = [bound(a + b / arb(N) ** i) for i, (a, b) in enumerate(zip(total, sums, strict=True), 2)]
    if not growth_holds(ZERO, total, every, 4):
        raise NotProved("all noise: its fourth moment does not follow")
    return every
