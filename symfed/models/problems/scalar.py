"""Problems in dimension one from the user's own losses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import pairwise
from math import factorial
from typing import Any

import flint
import mpmath
import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, NotConverged
from symfed.core.grammar import expression
from symfed.models.arrays import Array, one_for_each, to_float
from symfed.models.jets import Jets, SampleJets, parts_for_order
from symfed.models.problems.noise_jets import ClientTaylor, finite_jets
from symfed.models.problems.problem import FiniteProblem, checked_order, client_probabilities
from symfed.models.rings import BALLS, BIG_FLOATS, FLOATS, Ring, derivatives_at, evaluate

_SLACK = 1e-10  # width of the certified bounds of curvature, relative to its largest value
Curve = Callable[[flint.arb], flint.arb]
_REACH = 2.0**40  # minimisers of the losses are searched for up to this distance from 0


class ScalarProblem(FiniteProblem):
    """f_c = sum_z w_cz F_c^z in dimension one, F_c^z SymPy expressions in one common symbol.

    samples: per client a list of expressions, or strings such as "0.5*theta**2", built from rationals, + - * / and the
    functions exp, log, sin, cos, tanh, sinh, cosh, atan, sqrt. weights: per client their probabilities (default uniform), each
    client's summing to one.

    The iterates of a method with gamma <= 1/L cannot leave `interval`, the hull of the sample losses' minimisers; convexity of every
    sample loss, `mu` and `L` are decided there (by ball arithmetic, to a relative 1e-9), not on all of R.
    Raises InvalidInput naming the argument, its value and the rule it breaks.

    >>> clients = ScalarProblem([["theta**2/2", "log(1 + exp(theta)) + theta**2/2"], ["(theta - 1)**2"]])
    >>> clients.num_clients, clients.gradients.shape, float(clients.optimum[0]).__round__(6)
    (2, (2, 1), 0.560569)
    """

    def __init__(self, samples: Sequence[Sequence[Any]], weights: Sequence[ArrayLike] | None = None) -> None:
        samples = one_for_each("samples", samples)
        if len(samples) == 0:
            raise InvalidInput("samples", samples, "must hold at least one client")
        self.samples: list[list[sp.Expr]] = []
        for c, client in enumerate(samples):
            if not isinstance(client, Sequence) or isinstance(client, str):
                raise InvalidInput(f"samples[{c}]", client, "must be a list of losses", "for one loss write [loss]")
            if len(client) == 0:
                raise InvalidInput(f"samples[{c}]", client, "is an empty client: every client needs at least one loss")
            self.samples.append([expression(loss, argument=f"samples[{c}][{z}]") for z, loss in enumerate(client)])
        names = sorted(set().union(*[loss.free_symbols for client in self.samples for loss in client]), key=str)
        if len(names) != 1:
            raise InvalidInput("samples", [str(s) for s in names], "the losses must share exactly one free symbol")
        self.symbol = names[0]
        self._weights = client_probabilities(weights, list(map(len, self.samples)), "samples")
        self._derivatives: dict[tuple[int, int, int], sp.Expr] = {}
        self._optima: dict[int, Any] = {}
        self._long_jets: dict[tuple[int, int], Jets] = {}
        self.interval = self._confine()
        self._curvature = self._check_convexity()

    def derivative(self, client: int, sample: int, order: int) -> sp.Expr:
        """The sample loss's derivative as an expression."""
        key = (client, sample, order)
        if key not in self._derivatives:
            below = self.samples[client][sample] if order == 0 else self.derivative(client, sample, order - 1)
            self._derivatives[key] = below if order == 0 else sp.diff(below, self.symbol)
        return self._derivatives[key]

    def _at(self, client: int, sample: int, order: int, x: Any, ring: Ring) -> Any:
        return evaluate(self.derivative(client, sample, order), {self.symbol: x}, ring)

    def _confine(self) -> tuple[float, float]:
        def slopes(x: float) -> list[float]:
            return [float(self._at(c, z, 1, x, FLOATS)) for c, client in enumerate(self.samples) for z in range(len(client))]

        with np.errstate(over="ignore", invalid="ignore"):
            return self._edge(lambda x: -max(slopes(-x)), -1), self._edge(lambda x: min(slopes(x)), 1)

    def _edge(self, slope: Callable[[float], float], side: int) -> float:
        """side * (a point just outside the root of the increasing function `slope`)."""
        low, high = 0.0, 1.0
        while not slope(high) >= 0:
            high *= 2
            if high > _REACH:
                raise InvalidInput("samples", [list(map(str, c)) for c in self.samples], "some loss keeps falling: it has no minimiser")
        if slope(low) >= 0:
            low = -high
            while slope(low) >= 0 and low > -_REACH:
                low *= 2
        for _ in range(200):
            middle = (low + high) / 2
            if middle in (low, high):  # adjacent floats
                break
            low, high = (low, middle) if slope(middle) >= 0 else (middle, high)
        return side * (high + 1e-9 * (1 + abs(high)))

    def _bounds(self, function: Curve, slope: Curve) -> tuple[float, float]:
        """Certified lower and upper bounds of a function on the interval, by subdivision: to 1e-10 of its largest value, or 4000 pieces.

        Each piece is enclosed by the mean value form f(m) + f'(X)(X - m): its overestimation is quadratic in the width.
        """
        low, high = self.interval
        edges = [low + (high - low) * k / 64 for k in range(65)]

        def piece(left: float, right: float) -> tuple[float, float, float, float]:
            middle, half = (left + right) / 2, (right - left) / 2 * (1 + 1e-15)
            ball = function(flint.arb(middle)) + slope(flint.arb(middle, half)) * flint.arb(0, half)
            if not ball.is_finite():
                return -np.inf, np.inf, left, right
            return float(ball.lower()), float(ball.upper()), left, right

        pieces = [piece(left, right) for left, right in pairwise(edges)]
        samples = [float(function(flint.arb(e)).mid()) for e in edges]
        seen_low, seen_high = min(samples), max(samples)
        for _ in range(60):  # each pass halves the pieces that may still contain an extremum
            slack = _SLACK * max(1e-300, abs(seen_low), abs(seen_high))
            open_ones = [p for p in pieces if p[0] < seen_low - slack or p[1] > seen_high + slack]
            if not open_ones or len(pieces) > 4000:
                break
            settled = [p for p in pieces if not (p[0] < seen_low - slack or p[1] > seen_high + slack)]
            middles = [(left + right) / 2 for _, _, left, right in open_ones]
            values = [float(function(flint.arb(middle)).mid()) for middle in middles]
            seen_low, seen_high = min(seen_low, *values), max(seen_high, *values)
            halves = [piece(*half) for (_, _, left, right), m in zip(open_ones, middles, strict=True) for half in ((left, m), (m, right))]
            pieces = settled + halves
        return min(p[0] for p in pieces), max(p[1] for p in pieces)

    def _check_convexity(self) -> tuple[float, float]:
        uppers, lowers = [], []
        for c, client in enumerate(self.samples):
            for z in range(len(client)):
                lower, upper = self._bounds(*[partial(self._at, c, z, order, ring=BALLS) for order in (2, 3)])
                if lower < -2 * _SLACK * max(1.0, upper):
                    rule = f"must be convex; its second derivative reaches {lower:.4g} on {self.interval}"
                    raise InvalidInput(f"samples[{c}][{z}]", str(client[z]), rule)
                uppers.append(upper)
            mean = self._bounds(*[partial(self.client_derivative, c, order, ring=BALLS) for order in (2, 3)])
            if mean[0] <= 0:
                raise InvalidInput(f"samples[{c}]", list(map(str, client)), "must have a strongly convex mean loss")
            lowers.append(mean[0])
        return min(lowers), max(uppers)

    def client_derivative(self, client: int, order: int, x: Any, ring: Ring) -> Any:
        """A derivative of one client's mean loss, on any ring."""
        parts = (ring(w) * self._at(client, z, order, x, ring) for z, w in enumerate(self._weights[client]))
        return sum(parts, ring(0))

    @property
    def num_clients(self) -> int:
        return len(self.samples)

    @property
    def dim(self) -> int:
        return 1

    @property
    def mu(self) -> float:
        return self._curvature[0]

    @property
    def L(self) -> float:
        return self._curvature[1]

    @property
    def weights(self) -> list[Array]:
        return self._weights

    def _mean_derivative(self, order: int, x: Any, ring: Ring) -> Any:
        parts = [self.client_derivative(c, order, x, ring) for c in range(self.num_clients)]
        return sum(parts[1:], parts[0]) * ring(flint.fmpq(1, len(parts)))

    def optimum_to(self, digits: int) -> list[Any]:
        if digits not in self._optima:
            self._optima[digits] = self._find_optimum(digits)
        return [self._optima[digits]]

    def _find_optimum(self, digits: int) -> Any:
        with mpmath.workdps(digits + 15):
            low, high = (mpmath.mpf(edge) for edge in self.interval)
            for _ in range(40):  # bisection into Newton's basin
                middle = (low + high) / 2
                low, high = (low, middle) if self._mean_derivative(1, middle, BIG_FLOATS) > 0 else (middle, high)
            x = (low + high) / 2
            for _ in range(60):
                step = self._mean_derivative(1, x, BIG_FLOATS) / self._mean_derivative(2, x, BIG_FLOATS)
                x -= step
                if abs(step) <= mpmath.mpf(10) ** (-digits - 5) * (1 + abs(x)):
                    return mpmath.mpf(0) if abs(x) < mpmath.mpf(10) ** (-digits - 5) else x
        raise NotConverged(f"optimum of {self!r} to {digits} digits: Newton did not settle")

    @cached_property
    def optimum(self) -> Array:
        return np.array([float(v) for v in self.optimum_to(20)])

    def jets_to(self, digits: int, order: int = 2) -> Jets:
        """`jets_to_order` with mpmath entries accurate to about that many digits (inside `mpmath.workdps` of at least as many)."""
        parts = parts_for_order(checked_order(order, self.num_clients, 1))
        if (digits, order) not in self._long_jets:
            with mpmath.workdps(digits + 15):
                self._long_jets[digits, order] = finite_jets(self._taylor(parts[0], digits + 15), *parts)
        return self._long_jets[digits, order]

    def _taylor(self, highest: int, digits: int) -> Iterator[ClientTaylor]:
        x = self.optimum_to(digits)[0]
        for client, weights in zip(self.samples, self._weights, strict=True):
            derivatives = [derivatives_at(loss, self.symbol, x, highest, digits)[1:] for loss in client]
            columns = zip(*derivatives, strict=True)
            blocks = [np.array(column, dtype=object).reshape(-1, 1, 1) / factorial(j) for j, column in enumerate(columns)]
            shares = np.array([BIG_FLOATS(w) for w in weights], dtype=object)
            yield ClientTaylor([np.tensordot(shares, block, 1) for block in blocks], blocks, shares)

    @cached_property
    def jets(self) -> Jets:
        return self.jets_to_order(2)

    def _jets(self, derivatives: int, cumulants: tuple[int, ...]) -> Jets:
        precise = self.jets_to(20, len(cumulants))
        return precise.converted(to_float)

    def _slope(self, client: int, sample: int, x: Array) -> Array:
        # a constant slope is returned as a scalar
        return np.broadcast_to(self._at(client, sample, 1, x, FLOATS), np.shape(x))

    def mean_gradients(self, x: Array) -> Array:
        out = np.empty_like(x)
        for c in range(self.num_clients):
            out[:, c, 0] = sum(float(w) * self._slope(c, z, x[:, c, 0]) for z, w in enumerate(self._weights[c]))
        return out

    def sample_gradients(self, x: Array, z: Array) -> Array:
        out = np.empty_like(x)
        for c, client in enumerate(self.samples):
            for k in range(len(client)):
                rows = np.flatnonzero(z[:, c] == k)
                out[rows, c, 0] = self._slope(c, k, x[rows, c, 0])
        return out

    def sample_gradient(self, client: int, sample: int, x: list[Any], ring: Ring) -> list[Any]:
        return [self._at(client, sample, 1, x[0], ring)]

    @cached_property
    def sample_jets(self) -> SampleJets:
        x, most = self.optimum[0], max(len(client) for client in self.samples)
        slopes, curvatures, thirds = tables = np.zeros((3, self.num_clients, most))
        for c, client in enumerate(self.samples):
            for z in range(len(client)):
                for order, table in enumerate(tables, start=1):
                    table[c, z] = self._at(c, z, order, x, FLOATS)
        return SampleJets(np.ones((*slopes.shape, 1)), slopes, curvatures, thirds, 0.0, self.optimum)

    def __repr__(self) -> str:
        sizes = sum(len(c) for c in self.samples)
        return f"ScalarProblem({self.num_clients} clients, {sizes} losses in {self.symbol}, mu = {self.mu:.4g}, L = {self.L:.4g})"
