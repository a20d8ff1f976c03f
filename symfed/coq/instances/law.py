"""Stationary laws that are stated and not solved for: variables, and conditions in terms of a round that Coq runs itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

import flint
import numpy as np

from symfed.coq.instances.numbers import Number, Record, literal, spelt, value_of, values
from symfed.coq.printer import name
from symfed.core.errors import InvalidInput
from symfed.models.algorithm import ARGUMENTS, Algorithm
from symfed.models.arrays import Array
from symfed.models.rounds import run_rounds
from symfed.reference.exact import stationary_exact


@dataclass(eq=False)
class StatedLaw:
    """The stationary law of a rule on clients, by variables and by conditions on them. `number` tells it from others of its record."""

    problem: Any
    rule: Algorithm
    gamma: Any
    H: int
    number: int
    mean_control: Any = None

    def __post_init__(self) -> None:
        if self.rule.server_step is not None or self.rule.hyper:
            raise InvalidInput("instance", self.rule.name, "has a rule with a server's step or constants of its own, which is not exported")

    def same(self, problem: Any, rule: Algorithm, gamma: Any, H: int, mean_control: Any) -> bool:
        """Return whether it is the law of this rule on this problem."""
        own, other = (None if mean is None else list(values(np.asarray(mean)).flat) for mean in (self.mean_control, mean_control))
        same_rule = self.problem is problem and self.rule == rule and self.H == H
        return same_rule and value_of(self.gamma) == value_of(gamma) and (own or None) == (other or None)

    def _require_one_dimension(self) -> None:
        if self.problem.dim != 1:
            raise InvalidInput("instance", self.problem.dim, "has a law in more than one dimension, which is not exported")


@dataclass(frozen=True)
class SpokenLaw:
    """The part of the exact reference's answer that a transcription reads: mean, bias (d,), second moment about theta* (d, d)."""

    mean: Array
    optimum: Array
    second_about: Callable[[Array], Array]  # of the bias, and asked for only where it is read
    control_mean: Any = None

    @property
    def bias(self) -> Array:
        out: Array = self.mean - self.optimum
        return out

    @property
    def second_moment(self) -> Array:
        return self.second_about(self.bias)


@dataclass(eq=False)
class KeptLaw(StatedLaw):
    """The stationary law of a rule on clients: variables for its mean and its second moments, and what they must meet.

    Values come from the exact solution, so that comparisons have an answer; Coq finds them again from the conditions alone, in dimension
    one, and `symfed.recheck` in any. `mean` (d,), `controls` (N, d), `moments` of theta and of all control variates, one after the other.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        control = None if self.mean_control is None else values(np.asarray(self.mean_control, dtype=object))
        solved = stationary_exact(self.rule, self.problem.plain, value_of(self.gamma), self.H, control)
        d = self.problem.dim
        self._at = [f"_{i + 1}_" * (d > 1) for i in range(d)]
        self.mean = [self._law_variable(f"x{at}", value) for at, value in zip(self._at, solved.mean, strict=True)]
        self.controls = [
            [self._law_variable(f"y{c + 1}_{at.lstrip('_')}", value) for at, value in zip(self._at, own, strict=True)]
            for c, own in enumerate(self._control_means(solved))
        ]
        self.asked_for_moments = False
        bias = solved.mean - self.problem.plain.optimum
        self._spread_value: Array = solved.second_moment - np.outer(bias, bias)
        self._solved: Any = solved

    def _law_variable(self, called: str, value: Any) -> Number:
        return Number(self.problem.record, flint.fmpq(value), f"{called}{self.number}")

    def _control_means(self, solved: Any) -> Array:
        return np.asarray(solved.control_mean) if self.rule.keeps_memory else np.zeros((0, self.problem.dim), dtype=object)

    @cached_property
    def moments(self) -> list[list[Number]]:
        """Second moments of the deviation from the mean: of theta, and of the control variates where the rule keeps them; by rows."""
        self.asked_for_moments = True
        d, N = self.problem.dim, self.problem.num_clients * self.rule.keeps_memory
        size, made = (N + 1) * d, dict[tuple[int, int], Number]()
        for i, j in combinations_with_replacement(range(size), 2):
            (b, k), (c, m) = divmod(i, d), divmod(j, d)
            made[i, j] = self._law_variable(f"v{i}{j}_" if size > 1 else "v", self._covariance_block(b, c)[k, m])
        return [[made[min(i, j), max(i, j)] for j in range(size)] for i in range(size)]

    def _covariance_block(self, b: int, c: int) -> Array:
        """The covariance of two parts of the state, b <= c: 0 for theta, and then the clients' control variates."""
        held = self._solved.controls
        if not c:
            return self._spread_value
        found: Array = held.cross[c - 1] if not b else held.own[c - 1] if b == c else held.between(b - 1, c - 1)
        return found

    @property
    def answer(self) -> SpokenLaw:
        """The moments as a transcription reads them."""
        return SpokenLaw(np.array(self.mean, dtype=object), self.problem.optimum, self._second_about)

    def _second_about(self, bias: Array) -> Array:
        return np.array([[self.moments[i][j] + a * b for j, b in enumerate(bias)] for i, a in enumerate(bias)], dtype=object)

    @property
    def variables(self) -> list[Number]:
        spread = [entry for i, row in enumerate(self.moments) for entry in row[i:]] if self.asked_for_moments else []
        return [*self.mean, *(one for own in self.controls for one in own), *spread]

    @cached_property
    def _terms(self) -> tuple[str, list[str], list[str], list[str]]:
        """The texts of gamma, and of every client's curvature, centre and noise."""
        p = self.problem
        A, centres, C = ([inline_text(one) for one in held.flat] for held in (p.hessian_matrices, p.optima, p.noise))
        return inline_text(self.gamma), A, centres, C

    @cached_property
    def _rule_call(self) -> str:
        """The rule with its gamma and H, and H: what all conditions begin with."""
        return f"({name(self.rule.name)} {as_argument(self._terms[0])} {self.H}) {self.H}"

    def conditions(self) -> dict[str, str]:
        """The conditions in Coq, by names for them. Raises InvalidInput in more than one dimension."""
        self._require_one_dimension()
        N, keeps = self.problem.num_clients, self.rule.keeps_memory
        _, A, centres, C = self._terms
        clients = listed(f"quadratic {as_argument(a)} {as_argument(own)}" for a, own in zip(A, centres, strict=True))
        held = listed([control.text for (control,) in self.controls] if keeps else ["0"] * N)
        said = {f"kept{self.number}": f"kept {self._rule_call} {clients} ({self.mean[0].text}, {held})"}
        if keeps:
            sum_there = 0 if self.mean_control is None else N * np.asarray(self.mean_control).flat[0]
            said[f"sum{self.number}"] = f"sum {held} = {inline_text(sum_there)}"
        if self.asked_for_moments:
            zero = ["0"] * N
            rows = [[entry.text for entry in row] for row in self.moments]
            table = listed(listed(row) for row in (rows if keeps else [[*rows[0], *zero], *[["0", *zero]] * N]))
            noise = zero if self.rule.exact_gradient else C
            said[f"moments{self.number}"] = f"stationary_moments {self._rule_call} {listed(A)} {listed(noise)} {table}"
        return said

    def shown_in_numbers(self) -> list[str]:
        """Lines of a script: what a round makes of each coordinate, and of each draw, in numbers, which Coq shows to be these."""
        if not self.asked_for_moments:
            return []
        N, A = self.problem.num_clients, listed(self._terms[1])
        columns = listed(self._after_round(k, None) for k in range(N + 1))
        kicks = listed(listed(self._after_round(None, (c, h)) for h in range(self.H)) for c in range(N))
        return [
            f"assert (columns_of {self._rule_call} {A} = {columns}) as columns{self.number} by at_instance.",
            f"assert (kicks_of {self._rule_call} {A} = {kicks}) as kicks{self.number} by at_instance.",
        ]

    def in_numbers(self, where: str = "") -> list[str]:
        """A line that puts these numbers in their places: in the goal, or in the condition on second moments."""
        at = f" in moments{self.number}" if where else ""
        line = f"unfold stationary_moments{at}; rewrite columns{self.number}, kicks{self.number}{at}."
        return [line] if self.asked_for_moments else []

    def _after_round(self, coordinate: int | None, drawn: tuple[int, int] | None) -> str:
        """The coordinates after a round from one in a coordinate, or from zero with one unit drawn by a client in a step."""
        N, zero = self.problem.num_clients, flint.fmpq(0)
        curvatures = values(self.problem.hessian_matrices)[:, 0]
        start = np.array([zero + int(k == coordinate) for k in range(N + 1)], dtype=object)

        def gradients(local: Array, t: int, h: int) -> Array:
            pulse = np.array([[zero + int((c, h) == drawn)] for c in range(N)], dtype=object)
            return curvatures * local + pulse

        x, xi = run_rounds(self.rule, gradients, start[:1], value_of(self.gamma), self.H, N, xi=start[1:, None])[-1]
        return listed(literal(value) for value in (*x, *xi[:, 0]))


def inline_text(number: Any) -> str:
    """The text of a number in which no subterm occurs twice. Raises InvalidInput for any other number."""
    if not isinstance(number, Number):
        return literal(flint.fmpq(0) + number)
    found = spelt([number])
    if found.lets:
        raise InvalidInput("instance", str(number), "has a law at a number that is computed at length")
    return found.terms[0]


def as_argument(text: str) -> str:
    """A term as an argument, in brackets where needed."""
    return text if text.isidentifier() or text.isdigit() else f"({text})"


def listed(items: Iterable[str]) -> str:
    """A list as a term of Coq."""
    return f"[{'; '.join(items)}]"


def rule_text(rule: Algorithm) -> str:
    """A rule as an algorithm of Coq, of gamma and of H as a real: its own lines, run on names."""
    record = Record()

    def named(role: str) -> dict[str, Number]:
        return {argument: Number(record, flint.fmpq(1), argument) for argument in ARGUMENTS[role]}

    step, control = named("local_step"), named("control_update")
    moved = rule.step(**step)
    renewed = rule.control(**control)
    terms = spelt([moved]).terms + spelt([renewed]).terms
    return (
        f"fun gamma H : R => {{| local_step := fun x g xi x_start => {terms[0]}; "
        f"control_update := fun xi x_end x_start x_next => {terms[1]} |}}"
    )
