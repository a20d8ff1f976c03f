"""A function f(problem, gamma, H) of one's own: its coefficients, read off its values at small gamma, beside those that are derived.

A function has no symbols, so that nothing is proved: it is tried on exact quadratics in dimensions one to three, smallest first, and on
losses that are not quadratic. Its values at gamma = 1/64, 1/128, ... are rationals if it is made of arithmetic and the problem is
exact: then the polynomial through them is the function, if two values more than its degree lie on it, and the comparison is exact.
Otherwise its coefficients are those of the polynomial through all values, with the error that `symfed.reference.extraction` states:
what the other powers do, and what a rounded value's last digits become. The formula is wrong where a coefficient is off by more than
that; where the error leaves no three digits the step sizes do not tell, and nothing was shown.
"""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import flint
import mpmath
import numpy as np
from hypothesis import strategies as st

from symfed.checks.counterexample import CounterexampleSearch
from symfed.checks.formula_witness import FormulaWitness
from symfed.core.domain import ANYWHERE
from symfed.core.errors import InvalidInput, NotConverged, RoadsDisagree
from symfed.core.verdict import Tier
from symfed.derive.expansion import coefficients, jets_order
from symfed.formulas.arguments import jets_for
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import all_algorithms
from symfed.models.arrays import Array, Exact, rational, solve
from symfed.models.problems import Problem, QuadraticProblem
from symfed.models.rings import BIG_FLOATS
from symfed.reference.extraction import extract, size
from symfed.reference.result import Stationary
from symfed.reference.stationary import stationary
from symfed.strategies import Instance, standard
from symfed.strategies.instance import instances

_FIRST, _SPARE = 64, 6  # the largest gamma is 1/64; six nodes more than coefficients: what is beyond them must show itself
_DIGITS = 1e-3  # an error above a thousandth of the coefficient (of the value at the largest gamma, if it is zero) says nothing about it
_ROUNDING = 2.0**-44  # of a value in double precision: some hundreds of operations, each off by 2**-53
_EXAMPLES = 4  # of each size
_FEWEST = 3  # instances on which not both sides vanish
_STEPS = (1, 2, 5)
_WORKING = 60  # digits: the extraction's own roundings are below anything that is compared
_LOOKED_AT = (100, 1000, 10_000, 100_000)  # 1/gamma: where the law is asked, until the formula is off by what its coefficient is
_LAST = 10**40  # 1/gamma times what a coefficient is off by: where an exact law is asked last
_FAR = 4


@dataclass(frozen=True)
class Judged:
    """The finding on a function, and where it was tried."""

    verdict: Tier
    why: str
    instances: int = 0
    witness: FormulaWitness | None = None


class _Unread(Exception):
    """Raised if the values do not determine a coefficient."""


def judge_function(
    function: Callable[..., Any], algorithm: Algorithm, quantity: str, order: int, classes: tuple[str, ...], H: int | None
) -> Judged:
    """Tried on quadratics first, whose smallest instance against it is the witness, then on what is not quadratic."""
    _check_arguments(function)
    judge = _Judge(function, algorithm, quantity, order)
    steps = (H, H) if H else (1, 1) if algorithm.one_step else (1, 4)
    search = CounterexampleSearch(
        _drawn_cases(steps, "noiseless" not in classes, "homogeneous" in classes), judge.truth, judge.reading, examples=_EXAMPLES
    )
    try:
        evidence = search.examine(function, ANYWHERE)
        if evidence.fails and evidence.witness is not None:
            return judge.refuted(Instance.written({k: v for k, v in evidence.witness.items() if k not in ("printed", "true")}))
    except _Unread as unread:
        return Judged(Tier.UNDECIDED, str(unread))
    count, stuck, bent = evidence.instances, "", 0
    for problem, written in () if "quadratic" in classes else _nonquadratic_problems(classes):
        for number in (H,) if H else (1,) if algorithm.one_step else _STEPS:
            case = _Case(problem, number)
            truth = judge.truth(case)
            try:
                if not np.array_equal(judge.reading(function, case), truth):
                    return judge.refuted(case, written)
                bent += bool(np.any(truth != 0))
            except _Unread as unread:  # it speaks for nothing
                stuck = str(unread)
    if count + bent < _FEWEST or (stuck and not bent):
        zeros = f"only {count + bent} instances say anything: on all others both sides are zero"
        return Judged(Tier.UNDECIDED, stuck or zeros, count + bent)
    where = "" if not bent else f", and on {bent} that are not quadratic"
    return Judged(Tier.SUPPORTED, f"its coefficients are those derived, on {count} different quadratic instances{where}", count + bent)


def _check_arguments(function: Callable[..., Any]) -> None:
    """Refuse a function with other arguments, or with these in another order."""
    try:
        signature = inspect.signature(function)
    except ValueError:  # a builtin that tells none
        return
    named, wanted = list(signature.parameters), ["problem", "gamma", "H"]
    try:
        signature.bind(*wanted)
        fits = all(name == place or name not in wanted for name, place in zip(named, wanted, strict=False))
    except TypeError:
        fits = False
    if not fits:
        raise InvalidInput("formula", f"({', '.join(named)})", "must be a function of (problem, gamma, H), in this order")


@dataclass(frozen=True)
class _Case:
    problem: Problem
    H: int


@lru_cache(maxsize=16)
def _drawn_cases(steps: tuple[int, int], noise: bool, homogeneous: bool) -> Callable[[int, int], Any]:
    # one object for equal arguments, by which the search keeps what was drawn
    # coefficients know no gamma; all instances have one, so that they count as different by what matters
    def strategy(d: int, N: int) -> Any:
        drawn = instances(d, N, noise=noise, homogeneous=homogeneous)
        return st.builds(lambda one, number: replace(one, gamma=flint.fmpq(1), H=number), drawn, st.integers(*steps))

    return strategy


def _nonquadratic_problems(classes: tuple[str, ...]) -> Iterator[tuple[Problem, str]]:
    """Problems that are not quadratic, and how they are written."""
    names = ["homogeneous_scalars" if "homogeneous" in classes else "heterogeneous_scalars", "logistic_planes"]
    if "noiseless" in classes:
        names = ["deterministic_scalars"]
    if "homogeneous" in classes:
        names = [] if "noiseless" in classes else names[:1]
    for name in names:
        for k, problem in enumerate(getattr(standard, name)()):
            yield problem, f"sf.strategies.standard.{name}()[{k}]"


@dataclass(frozen=True)
class _Judge:
    function: Callable[..., Any]
    algorithm: Algorithm
    quantity: str
    order: int

    def truth(self, case: Any) -> Array:
        """The derived coefficients of gamma^0, ..., gamma^order, the first axis."""
        problem = case.problem
        reach = jets_order(self.algorithm, self.order, problem.dim, self.quantity)
        jets = jets_for(problem, "exact" if isinstance(problem, QuadraticProblem) else "float64", 0, reach)
        found = np.stack(coefficients(self.algorithm, jets, self.quantity, self.order, case.H))
        return np.concatenate([0 * found[:1], found])

    def reading(self, function: Callable[..., Any], case: Any) -> Array:
        """The function's coefficients of gamma^0, ..., gamma^order: the derived ones themselves where the values cannot tell them apart."""
        truth = self.truth(case)
        nodes = [flint.fmpq(1, _FIRST * 2**k) for k in range(self.order + _SPARE)]
        values = [self._value(function, case, node, truth.shape[1:]) for node in nodes]
        exact = [rational(entry) for value in values for entry in value.flat]
        exactly = all(entry is not None for entry in exact)
        if exactly:
            powers = np.array([[node**j for j in range(len(nodes))] for node in nodes], dtype=object)
            found = solve(powers, np.array(exact, dtype=object).reshape(len(nodes), -1))  # the polynomials through all points
            if not found[-2:].any():
                return found[: self.order + 1].reshape(truth.shape)
        return _by_rounding(nodes, values, truth, 0.0 if exactly else _term_size(case, truth.ndim - 1))

    def _value(self, function: Callable[..., Any], case: Any, gamma: flint.fmpq, shape: tuple[int, ...]) -> Array:
        problem, exact = case.problem, isinstance(case.problem, QuadraticProblem)
        try:
            try:
                value = np.asarray(function(problem, Exact(gamma) if exact else float(gamma), case.H))
            except TypeError:  # what NumPy's linear algebra says of rationals
                if not exact:
                    raise
                value = np.asarray(function(_rounded_problem(problem), float(gamma), case.H))
        except Exception as error:
            error.add_note(f"formula: raised on {problem!r} with gamma = {gamma}, H = {case.H}")
            raise
        if value.size == 1 and shape in ((1,), (1, 1)):
            value = value.reshape(shape)
        if value.shape != shape:
            raise InvalidInput("formula", value.shape, f"must return shape {shape} for the {self.quantity} in dimension {case.problem.dim}")
        return value

    def refuted(self, case: Any, written: str = "") -> Judged:
        """With the lowest power that is off, and lines that show the law to move away, which were run; UNDECIDED where no law tells.

        Raises RoadsDisagree where an exact law denies what is derived.
        """
        stated, derived = self.reading(self.function, case), self.truth(case)
        power = next(j for j in range(self.order + 1) if not np.array_equal(stated[j], derived[j]))
        sides = [_short_text(side[power]) for side in (stated, derived)]
        why = f"the coefficient of gamma^{power} is {sides[0]} and not {sides[1]} on an instance"
        with mpmath.workdps(_WORKING):
            off = float(size(_mpf_array(stated[power]) - _mpf_array(derived[power])))
        python = self._run_lines(case, written, power, off, self._is_exact(case, derived.shape[1:]))
        if not python:
            self._ask_law(case, power, derived, sides)
            return Judged(Tier.UNDECIDED, f"{why}, which no law of the references confirms")
        told = {"problem": written} if written else {name: value for name, value in case.describe().items() if name != "gamma"}
        witness = FormulaWitness({"H": str(case.H), **told}, str(power), sides[0], sides[1], python)
        return Judged(Tier.REFUTED, why, witness=witness)

    def _is_exact(self, case: Any, shape: tuple[int, ...]) -> bool:
        """Return whether the function's values on the problem are rationals."""
        value = self._value(self.function, case, flint.fmpq(1, _FIRST), shape)
        return isinstance(case.problem, QuadraticProblem) and all(rational(x) is not None for x in value.flat)

    def _run_lines(self, case: Any, written: str, power: int, off: float, exact: bool) -> str:
        """Lines whose assertion was found to hold: at a small step size the formula is off by this times gamma^power; "" if it is not."""
        problem = case.problem if exact or written else _rounded_problem(case.problem)
        for inverse in (*_LOOKED_AT, *((int(_LAST / min(off, 1)),) if exact else ())):
            step = Exact(1, inverse) if exact else 1 / inverse
            law = self._law(problem, step, case.H)
            if law is None:
                continue
            gap = np.asarray(1 * self.function(problem, step, case.H) - getattr(law, self.quantity))
            if abs(float(abs(gap).max() / step**power) - off) < off / _FAR:
                return self._lines(case, written, power, off, f"sf.models.arrays.Exact(1, {inverse})" if exact else repr(step))
        return ""

    def _law(self, problem: Problem, step: Any, H: int) -> Stationary | None:
        """None where there is none, or where it would be simulated."""
        try:
            return stationary(self.algorithm, problem, step, H, method="exact" if isinstance(problem, QuadraticProblem) else "quadrature")
        except (InvalidInput, NotConverged):
            return None

    def _ask_law(self, case: Any, power: int, derived: Array, sides: list[str]) -> None:
        """Raise RoadsDisagree unless an exact law, where there is one, has the coefficient that is derived."""
        step = flint.fmpq(1, _LAST)
        if not isinstance(case.problem, QuadraticProblem) or (law := self._law(case.problem, step, case.H)) is None:
            return
        value = np.asarray(getattr(law, self.quantity))
        seen = (value - sum(derived[j] * step**j for j in range(power))) / step**power
        # the next coefficient times the step size is far below the root of the step size
        if any(abs(x) > flint.fmpq(1, math.isqrt(_LAST)) for x in (seen - derived[power]).flat):
            question = (
                f"the coefficient of gamma^{power} in the {self.quantity.replace('_', ' ')} of {self.algorithm.name} on {case.describe()}"
            )
            raise RoadsDisagree(question, f"{sides[1]} as it is derived", f"{_short_text(seen)} by the exact law at gamma = 1/{_LAST}")

    def _lines(self, case: Any, written: str, power: int, off: float, step: str) -> str:
        known = all_algorithms().get(self.algorithm.name) is self.algorithm
        if not written:
            parts = [part.astype(str if step.startswith("sf.") else float).tolist() for part in _problem_arrays(case.problem)]
            written = f"sf.QuadraticProblem({', '.join(map(str, parts))})"
        needed = "formula: your function" + ("" if known else f"; algorithm: your {self.algorithm.name}")
        return "\n".join(
            (
                f"import symfed as sf  # {needed}",
                f"problem, step = {written}, {step}",
                f"law = sf.reference.stationary({f'{self.algorithm.name!r}' if known else 'algorithm'}, problem, step, {case.H})",
                f"off = abs(1 * formula(problem, step, {case.H}) - law.{self.quantity}).max() / step**{power}",
                f"assert abs(float(off) - {off!r}) < {off / _FAR!r}, off  # of the order of step where the formula is right",
            )
        )


def _term_size(case: Any, rank: int) -> float:
    """The size of the parts of a first-order term, over gamma: the term may cancel, and leave no more than the rounding of its parts."""
    jets, problem = case.problem.jets, case.problem
    forces = float(abs(jets.gradients).max()) + float(abs(jets.noise_covariance).max()) ** 0.5
    length = forces / float(problem.mu) + float(abs(problem.optimum).max())
    return float(problem.L * case.H * length**rank)


def _by_rounding(nodes: list[flint.fmpq], values: list[Array], truth: Array, unit: float) -> Array:
    """The coefficients read off the values, the true one where they are that near. Raises _Unread.

    unit: the values are rounded, and those of first order are this times gamma; zero if they are exact.
    """
    out = truth.copy()
    with mpmath.workdps(_WORKING):
        numbers = [_mpf_array(value) for value in values]
        steps, sizes = [BIG_FLOATS(node) for node in nodes], [size(value) for value in numbers]
        # times gamma, so that what does not vanish with gamma is the coefficient of a power, too
        raised = [step * value for step, value in zip(steps, numbers, strict=True)]
        doubts = [_ROUNDING * step * max(most, unit * step) if unit else 0 for step, most in zip(steps, sizes, strict=True)]
        read = extract(nodes, raised, doubts, len(truth))
        for j, (found, error) in enumerate(zip(read.coefficients, read.errors, strict=True)):
            known = _mpf_array(truth[j])
            if size(found - known) > error + _ROUNDING * size(known):
                out[j] = _fmpq_array(found)
                return out
            if error > _DIGITS * (size(known) or max(sizes[0], unit / _FIRST) * _FIRST**j):
                raise _Unread(
                    f"the coefficient of gamma^{j} is read off its values with an error of {mpmath.nstr(error, 2)}, which is too much"
                )
    return out


_mpf_array = np.vectorize(BIG_FLOATS, otypes=[object])
_fmpq_array = np.vectorize(lambda value: flint.fmpq(*float(value).as_integer_ratio()), otypes=[object])


def _short_text(value: Array) -> str:
    """Rationals as they are where they are short, else eight digits."""
    shown = [str(x) if rational(x) is not None and len(str(x)) < 12 else f"{float(x):.8g}" for x in value.flat]
    return json.dumps(np.array(shown, dtype=object).reshape(value.shape).tolist()).replace('"', "")


def _rounded_problem(problem: QuadraticProblem) -> QuadraticProblem:
    return QuadraticProblem(*[part.astype(float) for part in _problem_arrays(problem)])


def _problem_arrays(problem: QuadraticProblem) -> tuple[Array, Array, Array]:
    return problem.hessian_matrices, problem.optima, problem.noise
