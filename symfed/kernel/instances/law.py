"""Stationary laws that are spoken of and not solved: variables, and conditions in terms of a round that Coq runs itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import flint
import numpy as np

from symfed.core.errors import InvalidInput
from symfed.kernel.instances.numbers import Number, Record, literal, spelt, value_of, values
from symfed.kernel.printer import name
from symfed.models.algorithm import ARGUMENTS, Algorithm
from symfed.models.arrays import Array
from symfed.models.rounds import run_rounds
from symfed.reference.exact import stationary_exact


@dataclass(eq=False)
class KeptLaw:
    """The stationary law of a rule on clients in dimension one: variables for its mean and its second moments, and what they must meet.

    Values come from the exact solution, so that comparisons have an answer; Coq finds them again from the conditions alone.
    """

    problem: Any
    rule: Algorithm
    gamma: Number
    H: int
    mean_control: Any
    number: int

    def __post_init__(self) -> None:
        if self.problem.dim != 1:
            raise InvalidInput("instance", self.problem.dim, "has a law in more than one dimension, which is not exported")
        if self.rule.server_step is not None or self.rule.hyper:
            raise InvalidInput("instance", self.rule.name, "has a rule with a server's step or constants of its own, which is not exported")
        control = None if self.mean_control is None else values(np.asarray(self.mean_control, dtype=object))
        solved = stationary_exact(self.rule, self.problem.plain, value_of(self.gamma), self.H, control)
        self.mean = self._variable("x", solved.mean[0])
        self.controls = [self._variable(f"y{c + 1}_", value[0]) for c, value in enumerate(self._control_means(solved))]
        self.asked_for_moments = False
        bias = solved.mean[0] - self.problem.plain.optimum[0]
        self._spread_value = flint.fmpq(solved.second_moment[0, 0] - bias**2)
        self._solved = solved

    def same(self, problem: Any, rule: Algorithm, gamma: Any, H: int, mean_control: Any) -> bool:
        own, other = (0 if mean is None else value_of(np.asarray(mean).flat[0]) for mean in (self.mean_control, mean_control))
        return self.problem is problem and self.rule == rule and value_of(self.gamma) == value_of(gamma) and self.H == H and own == other

    def _variable(self, called: str, value: Any) -> Number:
        return Number(self.problem.record, flint.fmpq(value), f"{called}{self.number}")

    def _control_means(self, solved: Any) -> Array:
        return np.asarray(solved.control_mean) if self.rule.keeps_memory else np.zeros((0, 1), dtype=object)

    @cached_property
    def moments(self) -> list[list[Number]]:
        """Second moments of the deviation from the mean: of theta, and of the control variates where the rule keeps them; by rows."""
        self.asked_for_moments = True
        if not self.rule.keeps_memory:
            return [[self._variable("v", self._spread_value)]]
        N, held = self.problem.num_clients, self._solved.controls
        assert held is not None  # rules with memory have them
        table = {(0, 0): self._spread_value}
        for c in range(N):
            table[0, c + 1] = held.cross[c, 0, 0]
            for other in range(c, N):
                table[c + 1, other + 1] = (held.own[c] if c == other else held.between(c, other))[0, 0]
        made = {at: self._variable(f"v{at[0]}{at[1]}_", value) for at, value in table.items()}
        return [[made[min(i, j), max(i, j)] for j in range(N + 1)] for i in range(N + 1)]

    @property
    def answer(self) -> SpokenLaw:
        """What a transcription reads of it."""
        return SpokenLaw(self, np.array([self.mean], dtype=object), self.problem.optimum)

    @property
    def variables(self) -> list[Number]:
        spread = [entry for i, row in enumerate(self.moments) for entry in row[i:]] if self.asked_for_moments else []
        return [self.mean, *self.controls, *spread]

    @cached_property
    def _terms(self) -> tuple[str, list[str], list[str], list[str]]:
        """The texts of gamma, and of every client's curvature, centre and noise."""
        p = self.problem
        A, centres, C = ([in_line(one) for one in held.flat] for held in (p.hessian_matrices, p.optima, p.noise))
        return in_line(self.gamma), A, centres, C

    @cached_property
    def _called(self) -> str:
        """The rule with its gamma and H, and H: what all conditions begin with."""
        return f"({name(self.rule.name)} {closed(self._terms[0])} {self.H}) {self.H}"

    def conditions(self) -> dict[str, str]:
        """The conditions in Coq, by names for them."""
        N, keeps = self.problem.num_clients, self.rule.keeps_memory
        _, A, centres, C = self._terms
        clients = listed(f"quadratic {closed(a)} {closed(own)}" for a, own in zip(A, centres, strict=True))
        held = listed([control.text for control in self.controls] if keeps else ["0"] * N)
        said = {f"kept{self.number}": f"kept {self._called} {clients} ({self.mean.text}, {held})"}
        if keeps:
            sum_there = 0 if self.mean_control is None else N * np.asarray(self.mean_control).flat[0]
            said[f"sum{self.number}"] = f"sum {held} = {in_line(sum_there)}"
        if self.asked_for_moments:
            zero = ["0"] * N
            rows = [[entry.text for entry in row] for row in self.moments]
            table = listed(listed(row) for row in (rows if keeps else [[*rows[0], *zero], *[["0", *zero]] * N]))
            noise = zero if self.rule.exact_gradient else C
            said[self._moments] = f"stationary_moments {self._called} {listed(A)} {listed(noise)} {table}"
        return said

    @property
    def _moments(self) -> str:
        return f"moments{self.number}"

    def shown_in_numbers(self) -> list[str]:
        """Lines of a script: what a round makes of each coordinate, and of each draw, in numbers, which Coq shows to be these."""
        if not self.asked_for_moments:
            return []
        N, A = self.problem.num_clients, listed(self._terms[1])
        columns = listed(self._after(k, None) for k in range(N + 1))
        kicks = listed(listed(self._after(None, (c, h)) for h in range(self.H)) for c in range(N))
        return [
            f"assert (columns_of {self._called} {A} = {columns}) as columns{self.number} by at_instance.",
            f"assert (kicks_of {self._called} {A} = {kicks}) as kicks{self.number} by at_instance.",
        ]

    def in_numbers(self, where: str = "") -> list[str]:
        """A line that puts these numbers in their places: in the goal, or in the condition on second moments."""
        at = f" in {self._moments}" if where else ""
        line = f"unfold stationary_moments{at}; rewrite columns{self.number}, kicks{self.number}{at}."
        return [line] if self.asked_for_moments else []

    def _after(self, coordinate: int | None, drawn: tuple[int, int] | None) -> str:
        """The coordinates after a round from one in a coordinate, or from zero with one unit drawn by a client in a step."""
        N, zero = self.problem.num_clients, flint.fmpq(0)
        curvatures = values(self.problem.hessian_matrices)[:, 0]
        start = np.array([zero + int(k == coordinate) for k in range(N + 1)], dtype=object)

        def gradients(local: Array, t: int, h: int) -> Array:
            pulse = np.array([[zero + int((c, h) == drawn)] for c in range(N)], dtype=object)
            return curvatures * local + pulse

        x, xi = run_rounds(self.rule, gradients, start[:1], value_of(self.gamma), self.H, N, xi=start[1:, None])[-1]
        return listed(literal(value) for value in (*x, *xi[:, 0]))


@dataclass(frozen=True)
class SpokenLaw:
    """What the exact reference answers, as far as a transcription reads it: mean, bias (1,), second moment about theta* (1, 1)."""

    law: KeptLaw
    mean: Array
    optimum: Array

    @property
    def bias(self) -> Array:
        out: Array = self.mean - self.optimum
        return out

    @property
    def second_moment(self) -> Array:
        bias = self.bias[0]
        return np.array([[self.law.moments[0][0] + bias * bias]], dtype=object)


def in_line(number: Any) -> str:
    """The text of a number in which nothing stands twice. Raises InvalidInput for another."""
    if not isinstance(number, Number):
        return literal(flint.fmpq(0) + number)
    found = spelt([number])
    if found.lets:
        raise InvalidInput("instance", str(number), "has a law at a number that is computed at length")
    return found.terms[0]


def closed(text: str) -> str:
    """A term as an argument."""
    return text if text.isidentifier() or text.isdigit() else f"({text})"


def listed(items: Iterable[str]) -> str:
    """A list of Coq."""
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
