"""Refute a bound of a round by clients in dimension one, run by the independent checker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from symfed.certificates import RoundCounterexample
from symfed.certificates.statement import number
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.verdict import Evidence
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


@dataclass(frozen=True)
class BrokenRound(Check):
    """The statement, factor(gamma, H, mu, L), is what every round is said to multiply V by at most; a round that does more refutes.

    V = |theta - theta*|² + (gamma H)² mean |xi_c - xi_c*|². Of `rounds` the factor, the rules and any `ey` are put aside for the
    statement's and those of the algorithm here. Their clients are smooth, strongly convex and exact, with control variates that add up to
    zero: the checker sees that. That none does more says nothing for the statement.
    """

    algorithm: str | Algorithm
    rounds: Callable[[], tuple[RoundCounterexample, ...]]
    scope: str

    @property
    def method(self) -> str:
        return f"rounds of clients on the line, in exact arithmetic ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        for k, case in enumerate(self._inside(under)):
            broken = self._put(case, statement)
            if broken.check().proved:
                return self.fails(broken.says(), self._witness(broken), instances=k)
        return self.unknown("no round at hand breaks it")

    def _inside(self, under: Domain) -> list[RoundCounterexample]:
        numbers = ("gamma", "mu", "L")
        return [
            case
            for case in self.rounds()
            if under.contains(H=case.H, N=len(case.clients), **{name: number(getattr(case, name)) for name in numbers})
        ]

    def _put(self, case: RoundCounterexample, statement: Callable[[fmpq, int, fmpq, fmpq], fmpq]) -> RoundCounterexample:
        rules = {"server_step": "x_mean", **get_algorithm(self.algorithm).text}
        factor = statement(number(case.gamma), case.H, number(case.mu), number(case.L))
        return replace(case, algorithm=rules, factor=str(factor), ey="")

    @staticmethod
    def _witness(broken: RoundCounterexample) -> dict[str, str]:
        told = {name: str(getattr(broken, name)) for name in ("gamma", "H", "mu", "L", "factor", "start")}
        alike: dict[str, list[str]] = {}
        for k, client in enumerate(broken.clients, start=1):
            points = ", ".join(f"({x}, {g})" for x, g in client["gradient"])
            alike.setdefault(f"y = {client['y']}; straight gradient through {points}", []).append(str(k))
        return told | {f"client {', '.join(which)}": what for what, which in alike.items()}
