"""Rounds of a rule that is given as text, on clients with affine gradients, and what a stationary law of it must be: linear algebra over Q.

A rule is `local_step` in the symbols x g xi x_start gamma H, `control_update` in xi x_end x_start x_next gamma H, and `server_step` in
x_mean x_start gamma H; a rule without the last takes the mean. One round from (theta, xi_1, .., xi_N): every client starts at theta, takes
H local steps along its own gradients, the server's next point is the mean of where they end, and the control variates are renewed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, product
from math import prod
from typing import Any

import flint

from symfed.recheck.expressions import MalformedPart, number, parsed, value

Vector = list[Any]
Matrix = list[Vector]
#: The coefficients of an affine function, by what they belong to.
Row = dict[Any, flint.fmpq]
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


def _affine_round(rule: Mapping[str, str], gradients: Sequence[Sequence[tuple[Matrix, Vector]]], gamma: Any, noisy: bool) -> list[Row]:
    """The entries of (theta, xi_1, .., xi_N) after a round in which client c's gradient in step h is A y + b, (A, b) = gradients[c][h].

    Each by its coefficients: of the state's entry k at k, of what is added, if `noisy`, to entry i of a gradient at (c, h, i).
    """
    N, H, d = len(gradients), len(gradients[0]), len(gradients[0][0][1])
    size = (N + 1) * d
    places = [*range(size), *(product(range(N), range(H), range(d)) if noisy else ())]
    context = flint.fmpq_mpoly_ctx.get([f"s{k}" for k in range(len(places))], "lex")
    letters = dict(zip(places, context.gens(), strict=True))

    def gradient(c: int, h: int, y: Vector) -> Vector:
        rows = zip(*gradients[c][h], strict=True)
        return [_product_sum(row, y) + b + letters.get((c, h, i), _ZERO) for i, (row, b) in enumerate(rows)]

    state = [letters[k] for k in range(size)]
    x, xi = round_of(rule, gradient, state[:d], [state[k : k + d] for k in range(d, size, d)], gamma, H)
    whole = [context.constant(0) + entry for entry in (*x, *chain(*xi))]
    return [_coefficients(entry, places) for entry in whole]


def _coefficients(entry: Any, places: Sequence[Any]) -> Row:
    return {places[at.index(1)] if any(at) else (): c for at, c in entry.to_dict().items()}


def _product_sum(row: Sequence[Any], at: Sequence[Any]) -> Any:
    return sum((a * x for a, x in zip(row, at, strict=True)), _ZERO)


def solve_linear(zeros: Sequence[Row], unknowns: Sequence[Any]) -> Vector:
    """The one solution at which all of these affine functions vanish. Raises MalformedPart where it is not one."""
    table = flint.fmpq_mat([[*(row.get(k, _ZERO) for k in unknowns), -row.get((), _ZERO)] for row in zeros])
    reduced, rank = table.rref()
    if rank != len(unknowns) or any(reduced[k, k] != 1 for k in range(rank)):
        raise MalformedPart("a round has no stationary law, or more than one")
    return [reduced[k, rank] for k in range(rank)]


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
    gradients = [[(own, [-_product_sum(row, centre) for row in own])] * H for own, centre in zip(A, centres, strict=True)]
    after = _affine_round(rule, gradients, gamma, noisy=bool(law["moments"]))[:n]
    sums = [range(d + i, n, d) for i in range(d if keeps else 0)]
    total = number(parsed(law["control_mean"]), letters) * N if keeps else _ZERO
    kept = [{**row, i: row.get(i, _ZERO) - 1} for i, row in enumerate(after)]
    mean = solve_linear([*kept, *({(): -total, **dict.fromkeys(own, _ONE)} for own in sums)], range(n))
    names = [*law["mean"], *chain(*law["controls"])]
    found = dict(zip(names, mean, strict=True))
    if law["moments"]:
        noise = flint.fmpq_mat(n, n)
        for c, h in product(range(N), range(H)):
            kicked = flint.fmpq_mat([[row.get((c, h, i), _ZERO) for i in range(d)] for row in after])
            noise += kicked * flint.fmpq_mat(C[c]) * kicked.transpose()
        columns = [[row.get(k, _ZERO) for row in after] for k in range(n)]
        found |= _second_moments(law["moments"], [(_ONE, columns)], sums, noise.tolist())
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
    free = list(dict.fromkeys(name for i, row in enumerate(names) for name in row[i:n] if name not in ("0", "1")))
    context = flint.fmpq_mpoly_ctx.get([f"m{k}" for k in range(len(free))], "lex")
    of = {"0": context.constant(0), "1": context.constant(1), **dict(zip(free, context.gens(), strict=True))}
    M = [[of[names[min(i, j)][max(i, j)]] for j in range(n)] for i in range(n)]
    left = [[entry - (noise[i][j] if noise else 0) for j, entry in enumerate(row)] for i, row in enumerate(M)]
    for chance, columns in rounds:
        P = list(zip(*columns, strict=True))
        moved = [[_product_sum(row, column) for column in M] for row in P]  # M is symmetric
        for i, j in product(range(n), repeat=2):
            left[i][j] -= chance * _product_sum(moved[i], P[j])
    zeros = [*chain(*left), *(sum(M[j][k] for j in several) for several, k in product(sums, range(n)))]
    return dict(zip(free, solve_linear([_coefficients(entry, free) for entry in zeros], free), strict=True))


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
        after = _affine_round(rule, [[([[a]], [-b]) for _, a, b in steps] for steps in drawn], gamma, noisy=False)
        # the columns of a round on (1, theta, xi_1, ..)
        columns = [[_ONE if at == () else _ZERO, *(row.get(at, _ZERO) for row in after)] for at in ((), *range(N + 1))]
        rounds.append((prod((w for steps in drawn for w, _, _ in steps), start=_ONE), columns))
    size = len(law["moments"])
    return _second_moments(law["moments"], rounds, [range(2, size)] if law["keeps"] else [])
