"""One round as an operator on polynomials with proven errors: local steps, their powers, the mean, and the server's step.

In the variable y = (theta - centre)/half a step on sample z is a map S_z of [-1, 1]. Everything is proven on pieces [c - w, c + w] by
Taylor's theorem: S_z(c + t) = sum_(k<q) s_k t^k + s_q(xi) t^q, where power series arithmetic on the point c gives s_0 .. s_(q-1), and on
the whole piece a ball that holds s_q(xi) for every xi in it.

K h(y) = sum_z w_z h(S_z(y)) is one step of a client. Because |T_j| <= 1 on [-1, 1] and K averages, no power of K enlarges a sup norm:
errors of repeated steps add up, and never grow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from flint import arb, arb_mat, arb_poly, arb_series, fmpq, fmpq_mpoly_ctx

from symfed.certificates.balls import UNIT, bound, interpolant, node, node_values, power, product, taylor, total
from symfed.certificates.certificate import NotProved
from symfed.certificates.statement import Sample, Statement

Step = Callable[[Any], Any]


@dataclass(frozen=True)
class SampleStep:
    """|S_z - p| <= error on [-1, 1], p by its exact Chebyshev coefficients; `weight` is the sample's probability."""

    weight: fmpq
    polynomial: list[arb]
    error: arb


@dataclass(frozen=True)
class LocalSteps:
    """A client's step maps; `slope` bounds the mean of |S_z'| over its samples."""

    maps: list[SampleStep]
    slope: arb


def local_steps(statement: Statement, client: list[Sample]) -> LocalSteps:
    """Raises NotProved unless every step is seen to keep the interval."""
    pieces = statement.pieces
    slopes = [arb(0)] * pieces
    maps = []
    for weight, step in _client_steps(statement, client):
        ends = [step(_theta_of(statement, fmpq(2 * k, pieces) - 1)) for k in range(pieces + 1)]
        polynomial = _interpolate(statement, step)
        powers = monomial_balls(polynomial)
        errors = []
        for k in range(pieces):
            point, piece = (expand(statement, step, k, whole) for whole in (False, True))
            _check_confined(statement, point[0], piece[1], ends[k : k + 2])
            errors.append(distance(statement, point, piece[-1], powers(arb_poly([piece_centre(statement, k), 1]))))
            slopes[k] += weight * abs(piece[1]) / statement.half
        maps.append(SampleStep(weight, polynomial, max(errors)))
    return LocalSteps(maps, max(bound(slope) for slope in slopes))


def expand(statement: Statement, function: Step, k: int, whole: bool) -> list[arb]:
    """Taylor coefficients in t of function(theta), theta = centre + half (c_k + t), at c_k or enclosed over the whole piece."""
    c = arb(piece_centre(statement, k)) + (UNIT / statement.pieces if whole else 0)
    return taylor(function(arb_series([_theta_of(statement, c), statement.half], statement.order + 1)), statement.order)


def piece_centre(statement: Statement, k: int) -> fmpq:
    """The centre of the k-th piece of [-1, 1]."""
    return fmpq(2 * k + 1, statement.pieces) - 1


def _theta_of(statement: Statement, y: Any) -> arb:
    return arb(statement.centre + statement.half * y)


def _client_steps(statement: Statement, client: list[Sample]) -> list[tuple[fmpq, Step]]:
    """The steps that a client may take, each with its probability."""

    def along(gradient: Step) -> Step:
        return lambda x: statement.local_step(x, gradient(x))

    if statement.exact_gradient:
        return [(fmpq(1), along(lambda x: sum((s.weight * s.gradient(x) for s in client), fmpq(0))))]
    return [(s.weight, along(s.gradient)) for s in client]


def _interpolate(statement: Statement, step: Step) -> list[arb]:
    count = statement.degree + 1
    images = [arb(step(_theta_of(statement, node(k, count)))) for k in range(count)]
    return interpolant([(image - statement.centre) / statement.half for image in images])


def monomial_balls(chebyshev: list[arb]) -> arb_poly:
    """Clenshaw's recursion on polynomials."""
    y, after, now = arb_poly([0, 1]), arb_poly([]), arb_poly([])
    for coefficient in chebyshev[:0:-1]:
        after, now = now, 2 * y * now - after + coefficient
    return y * now - after + chebyshev[0]


def _check_confined(statement: Statement, value: arb, slope: arb, ends: list[Any]) -> None:
    """A piece is mapped into the interval if the step is monotone there and both ends stay, or by the mean value theorem."""
    low, high = statement.interval
    images = ends if slope >= 0 or slope <= 0 else [value + slope * UNIT / statement.pieces]
    # ball comparisons hold only where they are certain, and never for a NaN
    if not all(image >= low and image <= high for image in images):
        raise NotProved(f"a local step is not seen to keep the interval [{low}, {high}]")


def distance(statement: Statement, point: list[arb], remainder: arb, polynomial: arb_poly) -> arb:
    """A bound of |S - p| on a piece. The polynomial has no remainder: all of its terms count."""
    order, width = statement.order, arb(1) / statement.pieces
    wanted = polynomial.coeffs()
    wanted += [arb(0)] * (order - len(wanted))
    given = [(c - (statement.centre if k == 0 else 0)) / statement.half for k, c in enumerate(point[:order])]
    differences = [a - b for a, b in zip(given, wanted[:order], strict=True)] + [bound(remainder / statement.half)]
    tail = [arb(0)] * order + wanted[order:]
    return bound(_absolute_value_at(differences, width) + _absolute_value_at(tail, width))


def _absolute_value_at(coefficients: list[arb], width: arb) -> arb:
    """sum |c_k| width^k."""
    return arb_poly([bound(c) for c in coefficients])(width) if coefficients else arb(0)


@dataclass(frozen=True)
class ClientOperator:
    """|Q T_j - sum_i matrix[i, j] T_i| <= errors[j] on [-1, 1], for an averaging operator Q; the matrix is exact."""

    matrix: arb_mat
    errors: list[arb]

    def after(self, first: ClientOperator) -> ClientOperator:
        """Q_self Q_first. Its errors: Q_s Q_f T_j - A_s A_f T_j = Q_s (Q_f - A_f) T_j + (Q_s - A_s) A_f T_j."""
        n = len(self.errors)
        sizes = arb_mat(n, n, [abs(entry) for entry in first.matrix.entries()])
        inherited = (arb_mat(1, n, self.errors) * sizes).entries()
        return as_operator((self.matrix * first.matrix).tolist(), [a + b for a, b in zip(first.errors, inherited, strict=True)])

    def __pow__(self, H: int) -> ClientOperator:
        result, base = None, self
        while True:
            if H & 1:
                result = base if result is None else result.after(base)
            H >>= 1
            if not H:
                assert result is not None  # H >= 1 has a highest bit
                return result
            base = base.after(base)

    def moments(self, highest: int) -> tuple[arb_mat, list[arb]]:
        """Columns k = 0 .. highest: Q y^k in Chebyshev coefficients, and its errors, which average those of T_0 .. T_k."""
        n = len(self.errors)
        weights = [power(k) + [0] * (n - k - 1) for k in range(highest + 1)]
        basis = arb_mat(n, highest + 1, [weights[k][j] for j in range(n) for k in range(highest + 1)])
        return self.matrix * basis, [bound(e) for e in (arb_mat(1, n, self.errors) * basis).entries()]


def as_operator(rows: Sequence[Sequence[arb]], errors: Sequence[arb]) -> ClientOperator:
    """An operator with exact entries: radii join the errors. A column known no better than to 1 becomes 0, since |Q T_j| <= 1."""
    columns, bounds = [], []
    for column, error in zip(zip(*rows, strict=True), errors, strict=True):
        size = bound(error + total(entry.rad() for entry in column))
        hopeless = not size < 1
        columns.append([arb(0) if hopeless else entry.mid() for entry in column])
        bounds.append(arb(1) if hopeless else size)
    n = len(columns)
    return ClientOperator(arb_mat(n, n, [columns[j][i] for i in range(n) for j in range(n)]), bounds)


def one_step(maps: Sequence[SampleStep], degree: int) -> ClientOperator:
    """K of a client, with polynomials of at most that degree."""
    n = degree + 1
    sums, errors = [[arb(0)] * n for _ in range(n)], [arb(0)] * n
    for step in maps:
        for j, (column, error) in enumerate(_compositions(step, n)):
            errors[j] += step.weight * error
            for i, entry in enumerate(column):
                sums[j][i] += step.weight * entry
    return as_operator(list(zip(*sums, strict=True)), errors)


def _compositions(step: SampleStep, n: int) -> list[tuple[list[arb], arb]]:
    """(coefficients, error) of T_j(S), j < n, by T_(j+1)(S) = 2 S T_j(S) - T_(j-1)(S).

    What is computed obeys the same recursion up to a residual r_j in every step: what is dropped, and 2 |S - p| |T_j~|. A residual made at
    step i reaches step j times U_(j-i)(S), at most j - i + 1 on [-1, 1]: error_j = sum_(i<=j) (j - i + 1) r_i, a sum of partial sums.
    """
    blank = [arb(0)] * n
    out = [([arb(1), *blank[1:]], arb(0)), (step.polynomial, step.error)][:n]
    residuals = error = step.error
    while len(out) < n:
        (before, _), (now, _) = out[-2:]
        if not error < 1:  # the rest is no better
            return out + [(blank, arb(1))] * (n - len(out))
        full = product(step.polynomial, now)
        following = [2 * a - b for a, b in zip(full, before, strict=False)]
        dropped = 2 * total(full[n:]) + total(entry.rad() for entry in following)
        residuals = bound(residuals + dropped + 2 * step.error * total(now))
        error = bound(error + residuals)
        if not error.is_finite():
            raise NotProved("the errors of one step overflow")
        out.append(([entry.mid() for entry in following], error))
    return out


@dataclass(frozen=True)
class Round:
    """P y^k for k = 0 .. highest, up to errors[k] on [-1, 1]; `degree` of the polynomials in y that stand for it.

    shrinks: whether a round is seen to be a contraction, so that there is one stationary law.
    """

    clients: list[arb_mat]
    errors: list[arb]
    degree: int
    server: tuple[fmpq, fmpq, fmpq]
    shrinks: bool

    def at_nodes(self, count: int) -> arb_mat:
        """The polynomials' values at `count` Chebyshev nodes: row for the node, column k for P y^k."""
        N, highest = len(self.clients), len(self.errors) - 1
        on_mean, on_start, constant = self.server
        factorials = [arb(1)]
        for k in range(1, highest + 1):
            factorials.append(factorials[-1] * k)
        size = self.clients[0].nrows()
        values = [(node_values(size - 1, count) * matrix).tolist() for matrix in self.clients]
        rows = []
        for j in range(count):
            # exponential generating functions: those of independent summands multiply
            parts = [
                arb_poly([m * (on_mean / N) ** k / f for k, (m, f) in enumerate(zip(client[j], factorials, strict=True))])
                for client in values
            ]
            shift = on_start * node(j, count) + constant
            if on_start != 0 or constant != 0:
                parts.append(arb_poly([shift**k / f for k, f in enumerate(factorials)]))
            series = reduce(lambda p, q: (p * q).truncate(highest + 1), parts)
            rows += [series[k] * f for k, f in enumerate(factorials)]
        return arb_mat(count, highest + 1, rows)


#: What one step is to each client, and the bound of its mean slope.
ClientSteps = Sequence[tuple[ClientOperator, arb]]


def client_steps(statement: Statement) -> ClientSteps:
    """Operators and slopes, the same for rounds of any length unless the rule reads H. Raises NotProved unless the interval is kept."""
    local = [local_steps(statement, client) for client in statement.clients]
    return [(one_step(steps.maps, statement.degree), steps.slope) for steps in local]


def one_round(statement: Statement, highest: int, steps: ClientSteps | None = None) -> Round:
    """Raises NotProved unless local and server steps are seen to keep the interval. `steps`: the statement's, where they are known."""
    server = _server(statement)
    steps = client_steps(statement) if steps is None else steps
    moments = [(step**statement.H).moments(highest) for step, _ in steps]
    N = len(moments)
    # A product of N numbers at most 1, each known to e, is known to (1 + e)^N - 1. The moments of a mean weigh such products with
    # weights that sum to one, and those after the server's step with weights that sum to at most one.
    worst, errors = arb(0), []
    for k in range(highest + 1):
        worst = max(worst, *[e[k] for _, e in moments])
        errors.append(bound((1 + worst) ** N - 1))
    slopes = [slope**statement.H for _, slope in steps]
    shrinks = bool(abs(server[0]) * sum(slopes, arb(0)) / N + abs(server[1]) < 1)
    degree = N * statement.degree + (highest if server[1] != 0 else 0)
    return Round([matrix for matrix, _ in moments], errors, degree, server, shrinks)


def _server(statement: Statement) -> tuple[fmpq, fmpq, fmpq]:
    """y_next = on_mean y_mean + on_start y_start + constant, exactly. Raises NotProved unless the step is affine and keeps [-1, 1]."""
    x_mean, x_start = fmpq_mpoly_ctx.get(("x_mean", "x_start"), "lex").gens()
    value = statement.server_step(x_mean, x_start) + 0 * x_mean
    if value.total_degree() > 1:
        raise NotProved("the server's step is not affine")
    on_mean, on_start, constant = value[(1, 0)], value[(0, 1)], value[(0, 0)]
    constant = (constant + (on_mean + on_start - 1) * statement.centre) / statement.half
    if abs(on_mean) + abs(on_start) + abs(constant) > 1:
        raise NotProved("the server's step is not seen to keep the interval")
    return on_mean, on_start, constant
