"""Stationary laws of clients that draw one of finitely many affine gradients in every step: variables, and conditions that Coq averages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import flint
import numpy as np

from symfed.coq.instances.law import SpokenLaw, StatedLaw, as_argument, inline_text, listed
from symfed.coq.instances.numbers import Number, literal, value_of, values
from symfed.coq.printer import name
from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.models.rounds import run_rounds

_ZERO, _ONE = flint.fmpq(0), flint.fmpq(1)


@dataclass(eq=False)
class SampledLaw(StatedLaw):
    """The law of a rule on linear clients in dimension one, control variates starting with the sum zero; by moments in (1, theta, xi_1 ..).

    Values solve the conditions once, so that comparisons have an answer; Coq finds them again from the conditions alone.
    """

    def __post_init__(self) -> None:
        self._require_one_dimension()
        super().__post_init__()
        self._tables = self._drawn_tables()
        size = self.problem.num_clients + 2
        kept = size if self.rule.keeps_memory else 2
        self._places = [(i, j) for i in range(kept) for j in range(i, kept) if j]
        solved = self._solved(size)
        self._by_place = {at: Number(self.problem.record, value, f"m{at[0]}{at[1]}_{self.number}") for at, value in solved.items()}

    def _drawn_tables(self) -> list[tuple[flint.fmpq, Array]]:
        """The possible draws of a round, as (probability, columns): the columns as Instance.v has them and in its order."""
        p, N = self.problem, self.problem.num_clients
        A, b, w = ([values(own) for own in held] for held in (p.matrices, p.vectors, p.weights))
        # as the library spells them out: of the first client first, and the last step's draw turns slowest
        own = [[tuple(reversed(steps)) for steps in product(range(len(w[c])), repeat=self.H)] for c in range(N)]
        tables = []
        for backwards in product(*reversed(own)):
            drawn = backwards[::-1]
            chance = _ONE
            for c in range(N):
                for z in drawn[c]:
                    chance = chance * w[c][z]
            tables.append((chance, self._round_columns([[(A[c][z, 0, 0], b[c][z, 0]) for z in drawn[c]] for c in range(N)])))
        return tables

    def _round_columns(self, drawn: list[list[tuple[Any, Any]]]) -> Array:
        N = self.problem.num_clients

        def after(state: Array) -> Array:
            def gradients(local: Array, t: int, h: int) -> Array:
                return np.array([[drawn[c][h][0] * local[c, 0] - drawn[c][h][1]] for c in range(N)], dtype=object)

            x, xi = run_rounds(self.rule, gradients, state[:1], value_of(self.gamma), self.H, N, xi=state[1:, None])[-1]
            return np.array([*x, *xi[:, 0]], dtype=object)

        units = np.array([[_ZERO + int(i == k) for i in range(N + 1)] for k in range(N + 1)], dtype=object)
        zero = after(0 * units[0])
        return np.array([[_ONE, *zero], *[[_ZERO, *(after(unit) - zero)] for unit in units]], dtype=object)

    def _moment_residuals(self, moments: Array) -> list[Any]:
        """The expressions that vanish at the stationary moments: a round's change of them, and the sums over control variates."""
        after = sum(chance * (columns.T @ moments @ columns) for chance, columns in self._tables)
        return [*(after - moments).ravel(), *moments[:, 2:].sum(axis=1)]

    def _solved(self, size: int) -> dict[tuple[int, int], flint.fmpq]:
        def table(at: tuple[int, int] | None) -> Array:
            out = np.array([[_ZERO] * size for _ in range(size)], dtype=object)
            i, j = at or (0, 0)
            out[i, j] = out[j, i] = _ONE
            return out

        constant = self._moment_residuals(table(None))
        rows = [list(column) for column in zip(*[self._moment_residuals(table(at)) for at in self._places], strict=True)]
        system = [[*row, -value] for row, value in zip(rows, constant, strict=True)]
        reduced, rank = flint.fmpq_mat(len(system), len(system[0]), [_ZERO + entry for row in system for entry in row]).rref()
        if rank != len(self._places):
            raise InvalidInput("instance", self.rule.name, "has no law, or more than one")
        return {at: reduced[k, len(self._places)] for k, at in enumerate(self._places)}

    @property
    def variables(self) -> list[Number]:
        return list(self._by_place.values())

    @cached_property
    def _rule_call(self) -> str:
        p = self.problem
        clients = [
            listed(f"({inline_text(w)}, ({inline_text(A.flat[0])}, {inline_text(b.flat[0])}))" for w, A, b in zip(*own, strict=True))
            for own in zip(p.weights, p.matrices, p.vectors, strict=True)
        ]
        return f"({name(self.rule.name)} {as_argument(inline_text(self.gamma))} {self.H}) {self.H} {listed(clients)}"

    def table(self, size: int) -> list[list[str]]:
        """The moments in (1, theta, xi_1, ..) by rows: 1, the names of variables, 0 for what is not kept."""

        def text(i: int, j: int) -> str:
            at = min(i, j), max(i, j)
            return "1" if at == (0, 0) else self._by_place[at].text if at in self._by_place else "0"

        return [[text(i, j) for j in range(size)] for i in range(size)]

    def conditions(self) -> dict[str, str]:
        """The conditions in Coq, by names for them."""
        return {f"law{self.number}": f"stationary_law {self._rule_call} {listed(map(listed, self.table(self.problem.num_clients + 2)))}"}

    def shown_in_numbers(self) -> list[str]:
        """Lines of a script: what a round does for everything that may be drawn, in numbers, which Coq shows to be these."""
        tables = listed(
            f"({literal(chance)}, {listed(listed(literal(value) for value in row) for row in columns)})" for chance, columns in self._tables
        )
        return [f"assert (drawn_columns {self._rule_call} = {tables}) as drawn{self.number} by at_instance."]

    def in_numbers(self, where: str = "") -> list[str]:
        """A line that puts these numbers in their places: in the goal, or in the condition."""
        at = f" in law{self.number}" if where else ""
        return [f"unfold stationary_law{at}; rewrite drawn{self.number}{at}."]

    @property
    def answer(self) -> SpokenLaw:
        """The moments as a transcription reads them."""
        N, mean, centre = self.problem.num_clients, self._by_place[0, 1], self.problem.optimum[0]
        controls = [[self._by_place[0, c + 2]] for c in range(N)] if self.rule.keeps_memory else None

        def second_about(_: Array) -> Array:
            return np.array([[self._by_place[1, 1] - 2 * centre * mean + centre * centre]], dtype=object)

        return SpokenLaw(np.array([mean], dtype=object), self.problem.optimum, second_about, np.array(controls, dtype=object))
