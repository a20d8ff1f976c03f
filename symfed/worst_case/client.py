"""The one-client program to which a round with control variates reduces, and its dual as a certificate in rationals."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from symfed.certificates.one_client.inequality import OneClientInequality
from symfed.certificates.one_client.interpolation import STAR
from symfed.core.errors import NotConverged
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.worst_case.program import WorstCase, WorstCaseProgram, run_linear_rule
from symfed.worst_case.question import ClientQuestion, Pair, as_float, exact

_BITS = 48  # of multipliers and bounds in a certificate: finer than the solver's accuracy
_FINEST, _COARSEST = 44, 10  # powers of one half that are tried as the excess of the bound


@dataclass(frozen=True, repr=False)
class WorstClient(WorstCase):
    """The largest |u_H + y|² - 2 ey <e, y> of one client with |e|² + |y|² = 1, in the class of gamma mu and gamma L with gamma = 1.

    So |u_H + y|² <= value (|e|² + |y|²) + 2 ey <e, y> for every client of the class, and a round of any number of them multiplies V by at
    most `value`. ey: the given one, or the one with the least value. gram: of e, y and the gradients at the points 0 to H - 1.
    """

    ey: float
    exact_ey: fmpq
    question: ClientQuestion

    def certificate(self) -> OneClientInequality:
        """A proof in rationals that slightly more than the value bounds every client; it is checked before it is returned.

        The multipliers are rounded, those of the optimum are corrected so that function values cancel, and the bound is the value plus
        the least power of 1/2, up to twice as much, for which the remaining form is positive: usually much less than `error`.
        A given ey is not changed.
        Raises NotConverged if 1/1024 is not enough.
        """
        multipliers = _cancelling_multipliers(self.multipliers[0])
        tried = range(-_FINEST, 1 - _COARSEST)
        found = bisect_left(tried, True, key=lambda power: self._with(power, multipliers).check().proved)
        if found == len(tried):
            raise NotConverged(
                f"the solver's multipliers prove no bound up to {self.value} + 1/{2**_COARSEST}: its error is {self.error:.1e}"
            )
        return self._with(tried[found], multipliers)

    def _with(self, power: int, multipliers: Mapping[Pair, fmpq]) -> OneClientInequality:
        bound = _rounded(self.value) + fmpq(2) ** power
        return self.question.certificate((bound, bound, self.exact_ey), multipliers)


def worst_client(algorithm: str | Algorithm, gamma: Any, H: int, mu: Any, L: Any, ey: Any = None) -> WorstClient:
    """The least factor with which |u_H + y|² <= factor (|e|² + |y|²) + 2 ey <e, y> for one client with curvatures from mu to L.

    Without ey, that of the best ey: the program then has <e, y> = 0 instead, and ey is its multiplier. That is the least factor of V for
    all numbers of clients at once: two of them, mirror images of each other across the line of e, attain it. Numbers are exact; a float
    has its binary value. Raises InvalidInput for a rule that does not reduce to one client (`check_decoupled`), and if the
    extra `pep` is not installed; NotConverged if the solver fails.

    >>> worst = worst_client("scaffold", gamma=1, H=2, mu="1/2", L="3/4")
    >>> round(worst.value, 6), worst.dimension, worst.certificate().check().proved
    (0.141667, 2, True)
    """
    rule, question = get_algorithm(algorithm), ClientQuestion.read(algorithm, gamma, H, mu, L, "ask worst_round", "worst_fixed_point")
    H, path = question.H, question.path
    program = WorstCaseProgram(as_float(path.mu), as_float(path.L), 1.0, 1, H + 1)
    e, y = program.vector(), program.vector()
    program.see(STAR, program.column([program.nothing()]), program.column([program.nothing()]))
    end = run_linear_rule(rule.name, lambda: _local_iterate(program, rule, H, e, y))
    gained, turned = (end + y) ** 2, e * y
    if ey is None:
        found = program.largest(gained, e**2 + y**2, turned)
        best = _rounded(float(program.problem.list_of_constraints[-1].eval_dual()) / 2)
    else:
        best = exact("ey", ey)
        found = program.largest(gained - 2 * as_float(best) * turned, e**2 + y**2)
    return WorstClient(**vars(found), ey=as_float(best), exact_ey=best, question=question)


def _local_iterate(program: WorstCaseProgram, rule: Algorithm, H: int, e: Any, y: Any) -> Any:
    """The client's iterate after its local steps from e, in units of gamma."""
    u = e
    for h in range(H):
        ((g,),) = program.see(h, program.column([u]))
        u = rule.step(x=u, g=g, xi=y / H, x_start=e, gamma=1.0, H=float(H))
    return u


def _cancelling_multipliers(multipliers: Mapping[Pair, float]) -> dict[Pair, fmpq]:
    """Non-negative rational multipliers for which the function values at all points cancel."""
    found = {pair: max(fmpq(0), _rounded(value)) for pair, value in multipliers.items()}
    for node in {i for i, _ in multipliers} - {STAR}:
        missing = sum((value * ((i == node) - (j == node)) for (i, j), value in found.items()), fmpq(0))
        found[(STAR, node) if missing > 0 else (node, STAR)] += abs(missing)
    return found


def _rounded(value: float) -> fmpq:
    return fmpq(round(value * 2**_BITS), 2**_BITS)
