"""Rounds of a rule that is given as text, on clients with affine gradients, and what a stationary law of it must be: linear algebra over Q.

A rule is `local_step` in the symbols x g xi x_start gamma H, `control_update` in xi x_end x_start x_next gamma H, and `server_step` in
x_mean x_start gamma H; a rule without the last takes the mean. One round from (theta, xi_1, .., xi_N): every client starts at theta, takes
H local steps along its own gradients, the server's next point is the mean of where they end, and the control variates are renewed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Any

import flint

from symfed.recheck.expressions import MalformedPart, number, parsed, value

Vector = list[Any]
Matrix = list[Vector]
_ZERO, _ONE = flint.fmpq(0), flint.fmpq(1)
#: Draws of a round that are spelt out at most.
_MOST_DRAWS = 20_000


def round_of(
    rule: Mapping[str, str], gradient: Callable[[int, int, Vector], Vector], x: Vector, xi: Matrix, gamma: Any, H: int
) -> tuple[Vector, Matrix]:
    """(theta, control variates) after one round; `gradient(client, step, point)` is what a client follows, steps counted from zero."""
    clients, d = len(xi), len(x)

    def run(role: str, **letters: Vector) -> Vector:
        tree = parsed(rule[role])
        return [
            value(tree, _symbol_lookup({**{name: entries[i] for name, entries in letters.items()}, "gamma": gamma, "H": flint.fmpq(H)}))
            for i in range(d)
        ]

    ends = []
    for c in range(clients):
        y = x
        for h in range(H):
            y = run("local_step", x=y, g=gradient(c, h, y), xi=xi[c], x_start=x)
        ends.append(y)
    mean = [sum(end[i] for end in ends) / clients for i in range(d)]
    after = run("server_step", x_mean=mean, x_start=x) if "server_step" in rule else mean
    if "control_update" not in rule:
        return after, xi
    return after, [run("control_update", xi=xi[c], x_end=ends[c], x_start=x, x_next=after) for c in range(clients)]


def _symbol_lookup(letters: Mapping[str, Any]) -> Callable[[Any], Any]:
    def other(node: Any) -> Any:
        if isinstance(node, str) and node in letters:
            return letters[node]
        raise MalformedPart(f"a rule has no letter {node!r:.40}")

    return other


def _check_rule(rule: Mapping[str, str], gamma: Any, H: int, keeps: bool) -> None:
    """Raises MalformedPart unless each part of the rule has degree one at most in all that moves, and variates are kept where they do."""
    if keeps != ("control_update" in rule):
        says = "keeps control variates, and its rule renews none" if keeps else "leaves out the control variates that its rule renews"
        raise MalformedPart(says)
    moving = ("x", "g", "xi", "x_start", "x_end", "x_next", "x_mean")
    context = flint.fmpq_mpoly_ctx.get(moving, "lex")
    letters = {**dict(zip(moving, context.gens(), strict=True)), "gamma": gamma, "H": flint.fmpq(H)}
    for role, text in rule.items():
        found = value(parsed(text), _symbol_lookup(letters))
        if isinstance(found, flint.fmpq_mpoly) and found.total_degree() > 1:
            raise MalformedPart(f"{role} is not affine, so that its moments do not close")


def _linear_round(rule: Mapping[str, str], slopes: Any, shifts: Any, gamma: Any, H: int, N: int, d: int) -> Callable[[Vector], Vector]:
    """A round on states (theta, xi_1, .., xi_N) as one list, for gradients slopes(c, h) y + shifts(c, h)."""

    def gradient(c: int, h: int, y: Vector) -> Vector:
        A, b = slopes(c, h), shifts(c, h)
        return [sum((A[i][j] * y[j] for j in range(d)), _ZERO) + b[i] for i in range(d)]

    def after(state: Vector) -> Vector:
        x, xi = round_of(rule, gradient, state[:d], [state[(c + 1) * d : (c + 2) * d] for c in range(N)], gamma, H)
        return [*x, *(entry for own in xi for entry in own)]

    return after


def solve_linear(rows: Sequence[Vector], unknowns: int) -> Vector:
    """The one solution of linear equations, each a row of coefficients and the right side. Raises MalformedPart where it is not one."""
    table = flint.fmpq_mat(len(rows), unknowns + 1, [entry for row in rows for entry in row])
    reduced, rank = table.rref()
    if rank != unknowns or any(reduced[k, k] != 1 for k in range(unknowns)):
        raise MalformedPart("a round has no stationary law, or more than one")
    return [reduced[k, unknowns] for k in range(unknowns)]


def quadratic_law(law: Mapping[str, Any], letters: Mapping[str, flint.fmpq]) -> dict[str, flint.fmpq]:
    """Mean, and central second moments, of the stationary law of a rule on quadratic clients with additive noise, by their names in `law`.

    Any stationary law with second moments has these: a round is affine in the state and in the noise, which each client draws anew in
    each step with mean zero and its own covariance. Where control variates are kept, their mean is the given one.
    """
    gamma, H, clients = number(parsed(law["gamma"]), letters), int(law["H"]), law["clients"]
    N, rule, keeps = len(clients), law["rule"], bool(law["controls"])
    _check_rule(rule, gamma, H, keeps)
    A = [[[number(parsed(entry), letters) for entry in row] for row in client["hessian"]] for client in clients]
    centres = [[number(parsed(entry), letters) for entry in client["optimum"]] for client in clients]
    C = [[[number(parsed(entry), letters) for entry in row] for row in client["noise"]] for client in clients]
    d = len(centres[0])
    if not all(map(_is_covariance, C)):
        raise MalformedPart("has noise whose covariance is none")
    n = (N + 1) * d if keeps else d
    shift = [[-sum((A[c][i][j] * centres[c][j] for j in range(d)), _ZERO) for i in range(d)] for c in range(N)]

    def after(state: Vector, moved: bool, kick: tuple[int, int, int] | None = None) -> Vector:
        def own(c: int, h: int) -> Vector:
            base = shift[c] if moved else [_ZERO] * d
            return [b + (_ONE if kick == (c, h, i) else _ZERO) for i, b in enumerate(base)]

        run = _linear_round(rule, lambda c, h: A[c], own, gamma, H, N, d)
        return run([*state, *[_ZERO] * ((N + 1) * d - n)])[:n]

    zero = [_ZERO] * n
    units = [[_ONE if k == j else _ZERO for j in range(n)] for k in range(n)]
    columns = [after(unit, False) for unit in units]
    constant = after(zero, True)
    rows = [[*((_ONE if i == k else _ZERO) - columns[k][i] for k in range(n)), constant[i]] for i in range(n)]
    total = number(parsed(law["control_mean"]), letters) * N if keeps else _ZERO
    for i in range(d if keeps else 0):
        rows.append([*[_ONE if k >= d and k % d == i else _ZERO for k in range(n)], total])
    mean = solve_linear(rows, n)
    names = [*law["mean"], *(entry for own in law["controls"] for entry in own)]
    found = dict(zip(names, mean, strict=True))
    if law["moments"]:
        noise = [[_ZERO] * n for _ in range(n)]
        for c, h, i, j in product(range(N), range(H), range(d), range(d)):
            if C[c][i][j] != 0:
                one, other = after(zero, False, (c, h, i)), after(zero, False, (c, h, j))
                noise = [[entry + C[c][i][j] * one[k] * other[m] for m, entry in enumerate(row)] for k, row in enumerate(noise)]
        sums = [range(d + i, n, d) for i in range(d if keeps else 0)]
        found |= _second_moments(law["moments"], [(_ONE, columns)], sums, noise)
    return found


def _is_covariance(C: Matrix) -> bool:
    """Return whether a matrix is symmetric and positive semidefinite: the signs of its characteristic polynomial alternate, or vanish."""
    d = len(C)
    if any(len(row) != d for row in C) or any(C[i][j] != C[j][i] for i in range(d) for j in range(i)):
        return False
    coefficients = flint.fmpq_mat(d, d, [entry for row in C for entry in row]).charpoly().coeffs()
    return all((-1) ** (d - k) * c >= 0 for k, c in enumerate(coefficients))


def _second_moments(
    names: Sequence[Sequence[str]], rounds: Sequence[tuple[flint.fmpq, Matrix]], sums: Sequence[Sequence[int]], noise: Matrix | None = None
) -> dict[str, flint.fmpq]:
    """The moments M by their names, "0" and "1" being numbers: M is the mean of P M P' over `rounds`, and what `noise` adds.

    A round is its probability and its columns P; the entries of each of the `sums` add up to zero. Raises MalformedPart.
    """
    n = len(names)
    if any(len(columns) != n for _, columns in rounds):
        raise MalformedPart("names the moments of another state than the one that a round moves")
    known = {(i, j): names[i][j] for i in range(n) for j in range(i, n)}
    free = list(dict.fromkeys(name for name in known.values() if name not in ("0", "1")))
    place = {name: k for k, name in enumerate(free)}
    rows = {(i, j): [*[_ZERO] * len(free), -noise[i][j] if noise else _ZERO] for i, j in known}

    def add(row: Vector, i: int, j: int, amount: flint.fmpq) -> None:
        name = known[min(i, j), max(i, j)]
        if name in place:
            row[place[name]] += amount
        elif name == "1":
            row[-1] -= amount

    for at, row in rows.items():
        add(row, *at, -_ONE)
    for chance, columns in rounds:
        for (i, j), row in rows.items():
            for k, m in product(range(n), repeat=2):
                if (amount := columns[k][i] * columns[m][j]) != 0:
                    add(row, k, m, chance * amount)
    equations = list(rows.values())
    for several, k in product(sums, range(n)):
        equations.append([_ZERO] * (len(free) + 1))
        for j in several:
            add(equations[-1], j, k, _ONE)
    return dict(zip(free, solve_linear(equations, len(free)), strict=True))


def _drawn_slope(drawn: Any, c: int, h: int) -> Matrix:
    return [[drawn[c][h][1]]]


def _drawn_shift(drawn: Any, c: int, h: int) -> Vector:
    return [-drawn[c][h][2]]


def sampled_law(law: Mapping[str, Any], letters: Mapping[str, flint.fmpq]) -> dict[str, flint.fmpq]:
    """First and second moments of (1, theta, xi_1, ..) for clients in dimension one that draw (A, b) from finitely many in each step.

    A step follows A theta - b, drawn anew; control variates, where they are kept, have the sum zero. All draws of a round are spelt out.
    """
    gamma, H, clients = number(parsed(law["gamma"]), letters), int(law["H"]), law["clients"]
    N, rule = len(clients), law["rule"]
    _check_rule(rule, gamma, H, law["keeps"])
    own = [[tuple(number(parsed(entry), letters) for entry in sample) for sample in client] for client in clients]
    if any(sum((w for w, _, _ in samples), _ZERO) != 1 or any(w < 0 for w, _, _ in samples) for samples in own):
        raise MalformedPart("the probabilities of a client are negative, or do not sum to one")
    draws = prod(len(samples) ** H for samples in own)
    if draws > _MOST_DRAWS:
        raise MalformedPart(f"{draws} draws in a round are too many")
    rounds = []
    for drawn in product(*[product(samples, repeat=H) for samples in own]):
        after = _linear_round(rule, partial(_drawn_slope, drawn), partial(_drawn_shift, drawn), gamma, H, N, 1)
        still = after([_ZERO] * (N + 1))
        units = [[_ONE if i == k else _ZERO for i in range(N + 1)] for k in range(N + 1)]
        # the columns of a round on (1, theta, xi_1, ..)
        columns = [[_ONE, *still], *[[_ZERO, *(a - b for a, b in zip(after(unit), still, strict=True))] for unit in units]]
        rounds.append((prod((w for steps in drawn for w, _, _ in steps), start=_ONE), columns))
    size = len(law["moments"])
    return _second_moments(law["moments"], rounds, [range(2, size)] if law["keeps"] else [])
