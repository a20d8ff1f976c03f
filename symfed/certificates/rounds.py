"""One round: all clients' local steps, the mean, and the server's step, on powers of y at chosen points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from flint import arb, arb_mat, arb_poly, fmpq, fmpq_mpoly_ctx

from symfed.certificates.balls import bound
from symfed.certificates.chebyshev import node, node_values
from symfed.certificates.errors import NotProved
from symfed.certificates.operator import one_step
from symfed.certificates.statement import Statement
from symfed.certificates.steps import local_steps


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


def one_round(statement: Statement, highest: int) -> Round:
    """Raises NotProved unless local and server steps are seen to keep the interval."""
    server = _server(statement)
    local = [local_steps(statement, client) for client in statement.clients]
    moments = [(one_step(steps.maps, statement.degree) ** statement.H).moments(highest) for steps in local]
    N = len(moments)
    # A product of N numbers at most 1, each known to e, is known to (1 + e)^N - 1. The moments of a mean weigh such products with
    # weights that sum to one, and those after the server's step with weights that sum to at most one.
    worst, errors = arb(0), []
    for k in range(highest + 1):
        worst = max(worst, *[e[k] for _, e in moments])
        errors.append(bound((1 + worst) ** N - 1))
    slopes = [steps.slope**statement.H for steps in local]
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
