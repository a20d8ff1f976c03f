"""Exact clients with piecewise linear gradients: convex, of any smoothness and strong convexity, and rational all along their path."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.quantities import y_c
from symfed.core.domain import Class
from symfed.models.arrays import Array
from symfed.strategies import Strategy
from symfed.strategies.instance import step_counts, step_shares
from symfed.theorems.interpolation import SMOOTH_CONVEX
from symfed.theorems.vocabulary import Mean, Stated

ZERO, ONE = flint.fmpq(0), flint.fmpq(1)


@dataclass(frozen=True)
class ClientCase:
    """One client from its minimiser: f' = mu x + sum_j w_j a_j (max(<a_j, x> - b_j, 0) - max(-b_j, 0)) with weights w_j >= 0.

    `e` is where the client starts and `y` is gamma H times its control variate, both from where they rest; shape (d,). A piece is
    (w_j |a_j|^2, a_j, b_j). f is convex and f'(0) = 0; it is mu-strongly convex, and (mu + the sum of the first numbers)-smooth.
    `share` of the largest c that the inequality admits is the c of the case.
    """

    gamma: Any
    mu: Any
    L: Any
    H: int
    e: tuple[Any, ...]
    y: tuple[Any, ...]
    pieces: tuple[tuple[Any, tuple[Any, ...], Any], ...]
    share: Any

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "mu": self.mu, "L": self.L, "H": self.H, "c_share": self.c}

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        vectors = {"e": self.e, "y": self.y}
        told = {name: ", ".join(map(str, v)) for name, v in vectors.items()}
        pieces = "; ".join(f"{weight} along ({', '.join(map(str, a))}) from {b}" for weight, a, b in self.pieces)
        numbers = {name: str(value) for name, value in self.parameters().items() if name != "c_share"}
        return numbers | told | {"pieces": pieces, "share": str(self.share)}

    @property
    def c(self) -> Any:
        """A share of min(1, H r/q), at the curvature mu."""
        end, Hr = q(self.gamma, self.H, self.mu), self.H * r(self.gamma, self.H, self.mu)
        return self.share * (min(ONE, Hr / end) if end else ONE)

    def gradient(self, x: Array) -> Array:
        """f'(x), shape (d,)."""
        out = self.mu * x
        for weight, a, b in self.pieces:
            direction = np.array(a, dtype=object)
            out = out + weight / (direction @ direction) * (max(direction @ x - b, ZERO) - max(-b, ZERO)) * direction
        return out

    def after(self) -> Array:
        """u_H + y: the end of H local steps u -> u - gamma f'(u) - y/H from e, and y; shape (d,)."""
        u, y = (np.array(v, dtype=object) for v in (self.e, self.y))
        for _ in range(self.H):
            u = u - self.gamma * self.gradient(u) - y / self.H
        return u + y


#: Of a client: its pieces add up to no more than L - mu.
SMOOTH = Class(
    SMOOTH_CONVEX.says,
    lambda i: sum((weight for weight, _, _ in i.pieces), ZERO) <= i.L - i.mu,
    spoil=lambda i: replace(i, pieces=tuple((weight + 3 * i.L, a, b) for weight, a, b in i.pieces)) if i.pieces else None,
)


def _drawn(d: int) -> Strategy:
    """Cases with up to two pieces, L/mu up to 400, H up to 4."""
    shares = st.sampled_from([ONE, ONE / 2, ONE / 4, ZERO])
    directions = st.lists(st.integers(-2, 2), min_size=d, max_size=d).filter(any)
    offsets = st.sampled_from([flint.fmpq(b) for b in (-20, -1, 0, 1, 2)])
    vectors = st.lists(st.integers(-3, 3).map(flint.fmpq), min_size=d, max_size=d)

    def built(step: Any, ratio: int, H: int, e: Any, y: Any, pieces: Any, share: Any) -> ClientCase:
        L, parts = ratio * ONE, max(len(pieces), 1)
        bent = tuple((part * (L - 1) / parts, tuple(map(flint.fmpq, a)), b) for part, a, b in pieces)
        return ClientCase(step / L, ONE, L, H, tuple(e), tuple(y), bent, share)

    return st.builds(
        built,
        step_shares(1, 2, 3),
        st.sampled_from((1, 2, 3, 10, 30, 100, 400)),
        step_counts(1, 4),
        vectors,
        vectors,
        st.lists(st.tuples(shares, directions, offsets), max_size=2),
        shares,
    )


def _quadratic(curvature: Any, L: Any, H: int, share: Any, gamma: Any = ONE) -> ClientCase:
    """f'' = curvature, between mu = 1/10 and L, with an e and y for which the inequality is an equality: where gamma L = 1."""
    case = ClientCase(gamma, flint.fmpq(1, 10), L, H, (ZERO,), (ONE,), ((curvature - flint.fmpq(1, 10), (ONE,), flint.fmpq(-100)),), share)
    if curvature != case.mu:
        return replace(case, e=(-case.c / H,))
    n, Hr = H - 1, H * r(gamma, H, case.mu)
    g = Hr - case.c * q(gamma, H, case.mu)
    return replace(case, e=(ONE,), y=(H * q(gamma, H, case.mu) * g / (n**2 - Hr * g),), pieces=())


def long_steps() -> list[ClientCase]:
    """Quadratics and steps longer than 1/L."""
    return [_quadratic(L, L, 2, ONE) for L in (flint.fmpq(3, 2), flint.fmpq(19, 10))]


def two_slopes() -> ClientCase:
    """f' = mu x for x > 0 and L x for x < 0, in the second regime at gamma L = 1/2: worse than every quadratic."""
    tenth, half = flint.fmpq(1, 10), ONE / 2
    return ClientCase(ONE, tenth, half, 2, (ONE,), (flint.fmpq(32, 5),), ((half - tenth, (-ONE,), ZERO),), ONE)


def tight_clients() -> list[ClientCase]:
    """Both quadratics that attain the inequality at gamma L = 1, for a few H and c."""
    return [_quadratic(a, ONE, H, flint.fmpq(k, 2)) for a in (flint.fmpq(1, 10), ONE) for H in (2, 3, 5) for k in range(3)]


def tight_short_steps() -> list[ClientCase]:
    """Both quadratics that attain the inequality at gamma L = 9/10, for a few H."""
    mild = ClientCase(ONE, flint.fmpq(1, 10), flint.fmpq(9, 10), 2, (ONE,), (ZERO,), (), ONE)
    out = [replace(mild, H=H) for H in (2, 3, 4)]
    for case in tuple(out):
        at, r_mu, q_L, r_L = (f(case.gamma, case.H, a) for a in (case.mu, case.L) for f in (q, r))
        tilt = (at * r_mu - q_L * r_L) / (at**2 - q_L**2)
        out.append(replace(case, e=(tilt,), y=(-ONE,), pieces=((case.L - case.mu, (ONE,), flint.fmpq(-100)),)))
    return out


def client_cases(d: int, N: int) -> Strategy:
    """Drawn cases, and `long_steps` among them; one client, `N` is not read."""
    return st.one_of(_drawn(d), _drawn(d), st.sampled_from(long_steps()))


def short_step_cases(d: int, N: int) -> Strategy:
    """Drawn cases, and `two_slopes` and `long_steps` among them; one client, `N` is not read."""
    return st.one_of(_drawn(d), _drawn(d), st.sampled_from([two_slopes(), *long_steps()]))


@dataclass(frozen=True)
class RoundOfClients:
    """A round of Scaffold from one point: clients that share gamma, mu, L, H and e, each with its loss and its y."""

    clients: tuple[ClientCase, ...]

    @property
    def first(self) -> ClientCase:
        """The client of which the shared numbers are read."""
        return self.clients[0]

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return self.first.parameters() | {"N": len(self.clients)}

    def describe(self) -> dict[str, str]:
        """Text from which the round can be written down again."""
        own = {f"client {k}": f"y = {c.describe()['y']}; {c.describe()['pieces']}" for k, c in enumerate(self.clients, start=1)}
        numbers = {name: self.first.describe()[name] for name in ("gamma", "mu", "L", "H")} | {"N": str(len(self.clients))}
        return numbers | {"e": self.first.describe()["e"]} | own

    def shifted(self) -> RoundOfClients:
        """The round with 1/10 added to every y, so that they do not sum to zero."""
        return RoundOfClients(tuple(replace(c, y=tuple(v + ONE / 10 for v in c.y)) for c in self.clients))

    def before(self) -> Any:
        """V = |e|^2 + mean |y_c|^2."""
        squares = [sum((v**2 for v in (*c.e, *c.y)), ZERO) for c in self.clients]
        return sum(squares, ZERO) / len(squares)

    def after(self) -> Any:
        """V after the round: |e+|^2 + mean |y_c+|^2 with e+ the mean of all u_H + y_c and y_c+ = u_H + y_c - e+."""
        ends = [c.after() for c in self.clients]
        mean: Any = sum(ends[1:], ends[0]) / len(ends)
        return mean @ mean + sum(((x - mean) @ (x - mean) for x in ends), ZERO) / len(ends)


#: Of a round: every client's loss, and what the y_c add up to.
SMOOTH_CLIENTS = Class(
    "every client's loss is L-smooth and mu-strongly convex on R^d, quadratic or not",
    lambda i: all(SMOOTH.contains(c) for c in i.clients),
    implies=(SMOOTH,),
    spoil=lambda i: RoundOfClients(tuple(SMOOTH.spoil(c) or c for c in i.clients)) if any(c.pieces for c in i.clients) else None,
)
ADD_UP = Stated(
    "the control variates add up to zero, as they do from the start on if they start at zero",
    lambda i: all(sum(column, ZERO) == 0 for column in zip(*(c.y for c in i.clients), strict=True)),
    spoil=RoundOfClients.shifted,
    relations=(sp.Eq(Mean(y_c), 0, evaluate=False),),
)


def _mixed(many: int, y: Any) -> RoundOfClients:
    """Quadratic clients, `many` of curvature mu = 3/10 and one of curvature L = 1/gamma: H = 2, close to where q(mu) = r(L)."""
    mild = ClientCase(ONE, flint.fmpq(3, 10), ONE, 2, (ONE,), (y,), (), ONE)
    steep = replace(mild, y=(-many * y,), pieces=((flint.fmpq(7, 10), (ONE,), flint.fmpq(-100)),))
    return RoundOfClients((mild,) * many + (steep,))


def tight_rounds() -> list[RoundOfClients]:
    """What attains the first regime's factor."""
    alike = ClientCase(ONE, flint.fmpq(1, 10), ONE, 2, (ONE,), (ZERO,), (), ONE)
    return [RoundOfClients((replace(alike, H=H, e=e),)) for H in (1, 2, 3) for e in ((ONE,), (-2 * ONE,))]


def corner_rounds() -> list[RoundOfClients]:
    """And what exceeds both regimes' factors near their crossing: one client unlike the others."""
    return [*tight_rounds(), _mixed(19, flint.fmpq(1, 3)), _mixed(51, flint.fmpq(77, 340))]


def outside_rounds() -> list[RoundOfClients]:
    """One quadratic client of curvature L: steps longer than 1/L, and more of them than the first regime has."""
    steep = ClientCase(ONE, flint.fmpq(1, 10), ONE, 2, (ONE,), (ZERO,), ((flint.fmpq(9, 10), (ONE,), flint.fmpq(-100)),), ONE)
    far = [replace(steep, H=H, L=L, pieces=((L - steep.mu, *steep.pieces[0][1:]),)) for H in (2, 3) for L in (2 * ONE, flint.fmpq(5, 2))]
    return [*(RoundOfClients((c,)) for c in far), _mixed(19, flint.fmpq(1, 3))]


def rounds(d: int, N: int) -> Strategy:
    """Rounds of N such clients; one's y makes them add up to zero; `outside_rounds` among them."""

    def built(cases: list[ClientCase]) -> RoundOfClients:
        first, rest = cases[0], cases[1:]
        own = [replace(first, y=c.y, pieces=tuple((w * (first.L - 1) / max(c.L - 1, ONE), a, b) for w, a, b in c.pieces)) for c in rest]
        last = tuple(-sum(column, ZERO) for column in zip(*(c.y for c in own), strict=True)) if own else (ZERO,) * d
        return RoundOfClients((replace(first, y=last), *own))

    drawn = st.lists(_drawn(d), min_size=N, max_size=N).map(built)
    return st.one_of(drawn, drawn, st.sampled_from(outside_rounds()))
