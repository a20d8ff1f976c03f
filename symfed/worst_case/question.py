"""What is asked about a round: numbers as rationals, and a rule with control variates that comes down to one client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flint import fmpq

from symfed.certificates.certificate import Malformed, NotProved
from symfed.certificates.contraction.proof import read_rules
from symfed.certificates.one_client.inequality import BOUND, OneClientInequality
from symfed.certificates.one_client.interpolation import ClientPath, Point, check_decoupled
from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import rational

Pair = tuple[Point, Point]
Bound = tuple[fmpq, fmpq, fmpq]


class ClientQuestion(NamedTuple):
    """A round of one client: the rules as text, the step size, the number of local steps and the curvatures, in rationals."""

    rules: dict[str, str]
    gamma: fmpq
    H: int
    mu: fmpq
    L: fmpq

    @classmethod
    def read(cls, algorithm: str | Algorithm, gamma: Any, H: int, mu: Any, L: Any, *remedies: str) -> ClientQuestion:
        """The question from its arguments. Raises InvalidInput, with remedies for a rule that does not come down to one client."""
        algorithm = get_algorithm(algorithm)
        algorithm.check_local_steps(H)
        step, least, largest = exact_numbers(gamma, mu, L)
        rules = {"server_step": "x_mean", **algorithm.text}
        if "control_update" not in rules:
            raise InvalidInput("algorithm", algorithm.name, "keeps no control variates", " or ".join(remedies))
        try:
            check_decoupled(read_rules(rules))
        except (NotProved, Malformed) as reason:
            raise InvalidInput("algorithm", algorithm.name, f"must come down to one client: {reason}", *remedies[:1]) from None
        return cls(rules, step, int(H), least, largest)

    @property
    def path(self) -> ClientPath:
        """The client's local steps, in units of gamma."""
        return ClientPath(self.H, self.gamma * self.mu, self.gamma * self.L)

    @property
    def texts(self) -> dict[str, Any]:
        """The question as it stands in certificates."""
        return {"algorithm": self.rules, "gamma": str(self.gamma), "H": self.H, "mu": str(self.mu), "L": str(self.L)}

    def certificate(self, bound: Bound, multipliers: Mapping[Pair, fmpq]) -> OneClientInequality:
        """The certificate of a bound, which is not checked here."""
        rows = [[*pair, str(value)] for pair, value in multipliers.items() if value != 0]
        return OneClientInequality(**self.texts, bound=dict(zip(BOUND, map(str, bound), strict=True)), multipliers=rows)


def exact_numbers(gamma: Any, mu: Any, L: Any) -> tuple[fmpq, fmpq, fmpq]:
    """The step size, mu and L as rationals; a float has its binary value. Raises InvalidInput unless 0 < mu < L."""
    step, least, largest = (exact("gamma", gamma), exact("mu", mu), exact("L", L))
    if not step > 0:
        raise InvalidInput("gamma", gamma, "must be positive")
    if not 0 < least < largest:
        raise InvalidInput("mu, L", (mu, L), "must have 0 < mu < L")
    return step, least, largest


def exact(name: str, value: Any) -> fmpq:
    """A number as a rational. Raises InvalidInput for anything else."""
    try:
        found = rational(value)
        return fmpq(*float(value).as_integer_ratio()) if found is None else found
    except (TypeError, ValueError, OverflowError):
        raise InvalidInput(name, value, "must be a number") from None


def as_float(value: fmpq) -> float:
    """The nearest double."""
    return int(value.p) / int(value.q)
