"""A call of everything public that takes values, every argument by its name, and every kind of container that text can come in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

import symfed as sf
from symfed import formulas, numeric, reference, strategies
from symfed.checks import Certificate, HomogeneityCheck, Induction, SignCheck, SymbolicIdentity
from symfed.checks.communication import Bound, CommunicationExponents
from symfed.checks.expansion import Expansion
from symfed.checks.identity import as_printed
from symfed.checks.variants import variants
from symfed.core.domain import ANYWHERE
from symfed.core.symbols import H, L, gamma, mu
from symfed.decide.signs import decide_zero
from symfed.derive.extrapolation import extrapolation

Call = tuple[Callable[..., Any], Mapping[str, Any]]
WALK = {"transition": [["1/2", "1/2"], ["1/2", "1/2"]], "rewards": [0, 1], "discount": "1/2"}
ROWS, LABELS = [[[1, 2], [3, 1]], [[0, -1]]], [[1, -1], [1]]
TABLE = pd.DataFrame({"who": list("aabb"), "x": [1.0, 2.0, 3.0, 5.0], "y": [1.0, 0.0, 2.0, 1.0]})


def quadratic() -> sf.QuadraticProblem:
    return sf.QuadraticProblem([[[1]], [[3]]], [[0], [4]], [[1]])


def own(**more: Any) -> sf.Algorithm:
    return sf.Algorithm("own", local_step=lambda x, g, gamma, rho: x - gamma * rho * g, hyper=("rho",), **more)


def _expanded(rho: Any) -> Any:
    return sf.expand(own().bind(rho=rho), "bias").expr


def _bound(rho: Any) -> Any:
    return reference.stationary(own().bind(rho=rho), quadratic(), "1/10", 2)


#: All of `symfed` that takes values, by name.
PACKAGE: dict[str, Call] = {
    "QuadraticProblem": (sf.QuadraticProblem, {"hessians": [[[1]], [[3]]], "optima": [[0], [4]], "noise": [[1]]}),
    "LinearProblem": (sf.LinearProblem, {"matrices": [[[[1]]]], "vectors": [[[1]]], "weights": [[1]]}),
    "LogisticProblem": (sf.LogisticProblem, {"features": ROWS, "labels": LABELS, "l2": 1}),
    "LeastSquaresProblem": (sf.LeastSquaresProblem, {"features": ROWS, "targets": LABELS, "l2": 1}),
    "SoftmaxProblem": (sf.SoftmaxProblem, {"features": ROWS, "labels": [[0, 1], [1]], "num_classes": 2, "l2": 1}),
    "ScalarProblem": (sf.ScalarProblem, {"samples": [["theta**2"]], "weights": [[1]]}),
    "TDProblem": (sf.TDProblem, {"environments": [sf.MarkovRewardProcess(**WALK)], "features": [[1, 0], [0, 1]]}),
    "td_problem": (sf.td_problem, {"environments": [sf.MarkovRewardProcess(**WALK)], "features": [[1, 0], [0, 1]]}),
    "MarkovRewardProcess": (sf.MarkovRewardProcess, WALK),
    "garnet": (sf.garnet, {"generator": np.random.default_rng(0), "num_states": 3, "num_actions": 1, "branching": 2, "discount": 0.5,
                           "num_environments": 2, "heterogeneity": 0, "policy": None, "exact": False}),
    "grid_world": (sf.grid_world, {"rewards": [[0, 1], [0, 0]], "discount": "1/2", "wind": "east", "strength": 0, "start": (0, 0),
                                   "goal": (-1, -1), "policy": None}),
    "random_features": (sf.random_features, {"generator": np.random.default_rng(0), "num_states": 3, "dim": 2}),
    "Algorithm": (own, {"values": {"rho": 1}}),
    "expand": (sf.expand, {"algorithm": "fedavg", "quantity": "bias", "order": 1, "dim": 1}),
    "check": (sf.check, {"formula": "gamma", "algorithm": "sgd", "quantity": "bias", "order": 1, "problems": "all", "H": 1}),
    "simulate": (sf.simulate, {"algorithm": "fedavg", "problem": quadratic(), "gamma": 0.1, "H": 2, "rounds": 2, "replicas": 1,
                               "burn_in": 0, "seed": 0, "record": None, "start": [0], "progress": None, "engine": "numpy", "threads": 1,
                               "variance_reduction": None, "control_variate": None}),
    "stationary": (sf.stationary, {"algorithm": "fedavg", "problem": quadratic(), "gamma": 0.1, "H": 2, "method": "exact", "digits": None,
                                   "seed": 0, "budget": 1000, "progress": None}),
    "read_clients": (sf.read_clients, {"data": TABLE, "l2": 1.0, "client": "who", "target": "y", "features": ["x"], "loss": "least_squares",
                                       "weights": "uniform", "batch": 1, "intercept": False}),
    "dirichlet_partition": (sf.dirichlet_partition, {"labels": [0, 1, 0, 1], "num_clients": 2, "alpha": 1.0, "seed": 0}),
    "plan": (sf.plan, {"data": quadratic(), "rounds": 10, "gradients": None, "accuracy": None, "methods": ["fedavg"], "start": [0],
                       "local_steps": [1], "participation": 1}),
    "Domain": (sf.Domain, {"relations": (gamma <= 1,), "classes": (), "lines": {}}),
}  # fmt: skip

#: What takes values on what these give, and in the rooms below.
BELOW: dict[str, Call] = {
    "Domain.contains": (sf.Domain((gamma * L <= 1,)).contains, {"gamma": "1/20", "L": 1}),
    "Domain.require": (sf.Domain((gamma * L <= 1,)).require, {"gamma": "1/20", "L": 1}),
    "Domain.without": (sf.Domain((gamma <= 1, H > 1)).without, {"condition": gamma <= 1}),
    "Algorithm.bind, expanded": (_expanded, {"rho": 1}),
    "Algorithm.bind, run": (_bound, {"rho": 1}),
    "CheckedFormula.at": (sf.check("gamma*mean(a*g)", "fedavg", "bias", problems="quadratic").at,
                          {"clients": [{"a": 1, "g": -1}, {"a": 2, "g": 1}], "H": 2}),
    "a formula of numbers": (formulas.scaffold_contraction, {"gamma": "1/20", "H": 2, "mu": 1, "L": 2}),
    "a formula of numbers, with digits": (lambda **v: formulas.scaffold_contraction(**v, backend="mpmath", digits=20),
                                          {"gamma": "1/20", "H": 2, "mu": 1, "L": 2}),
    "a formula of numbers, in balls": (lambda **v: formulas.scaffold_contraction(**v, backend="ball", digits=20),
                                       {"gamma": "1/20", "H": 2, "mu": 1, "L": 2}),
    "a formula of a problem": (formulas.fedavg_bias, {"problem": quadratic(), "gamma": "1/20", "H": 2, "order": 1}),
    "a formula's remainder": (formulas.fedavg_bias.remainder, {"problem": quadratic(), "gamma": "1/20", "H": 2}),
    "Formula.subs": (formulas.fedavg_bias.subs, {"gamma": "1/20", "H": 2}),
    "Formula.enclose": (formulas.fedavg_bias.enclose, {"problem": quadratic(), "gamma": "1/20", "H": 2, "order": 1}),
    "best_extrapolation": (formulas.best_extrapolation, {"problem": quadratic(), "rounds": 100, "evaluations": 1000, "start": [0],
                                                         "local_steps": [1], "order": 2, "burn_in": 0.1}),
    "Problem.check_step": (quadratic().check_step, {"gamma": "1/20"}),
    "Problem.third_derivative_contracted": (quadratic().third_derivative_contracted, {"S": [[1]]}),
    "sweep": (reference.sweep, {"algorithm": "fedavg", "problems": quadratic(), "gammas": [0.1], "hs": [1], "method": "exact"}),
    "iterates": (reference.iterates, {"algorithm": "fedavg", "problem": quadratic(), "gamma": "1/20", "H": 1, "rounds": 1, "start": [0],
                                      "controls": None}),
    "expected_squared_distance": (reference.expected_squared_distance, {"algorithm": "fedavg", "problem": quadratic(), "gamma": "1/20",
                                                                        "H": 1, "rounds": 1, "start": [0], "point": None}),
    "worst_round": (reference.worst_round, {"algorithm": "fedavg", "gamma": "1/20", "H": 1, "mu": 1, "L": 2, "N": 1}),
    "worst_client": (reference.worst_client, {"algorithm": "scaffold", "gamma": "1/20", "H": 1, "mu": 1, "L": 2, "ey": None}),
    "worst_fixed_point": (reference.worst_fixed_point, {"algorithm": "fedavg", "gamma": "1/20", "H": 1, "mu": 1, "L": 2, "N": 1}),
    "a compiled expression": (numeric.compile_expression, {"expression": gamma, "arguments": (gamma,)}),
    "a compiled expression's values": (lambda **values: numeric.compile_expression(gamma * mu, (gamma, mu), "exact")(*values.values()),
                                       {"gamma": "1", "mu": 2}),
    "extrapolation": (extrapolation, {"points": [(1, 1), (2, 1)], "removed": [gamma]}),
    "domain_points": (lambda **fixed: strategies.domain_points(sf.Domain((gamma * L <= 1,)), "gamma", **fixed), {"L": 1}),
    "rationals": (strategies.rationals, {"low": 0, "high": 1, "denominators": (1, 2)}),
    "quadratic_problems": (strategies.quadratic_problems, {"d": 1, "N": 1, "spectrum": (1, 2), "heterogeneity": 2, "noise_size": 2}),
    "linear_problems": (strategies.linear_problems, {"d": 1, "N": 1, "samples": 1, "spread": 1, "heterogeneity": None}),
    "logistic_problems": (strategies.logistic_problems, {"d": 1, "N": 1, "samples": 1, "l2": 1, "spread": 1, "heterogeneity": None}),
    "scalar_problems": (strategies.scalar_problems, {"N": 1, "samples": 1, "bends": 1, "spread": 1, "heterogeneity": 2}),
    "td_problems": (strategies.td_problems, {"d": 1, "N": 1, "states": 2, "discount": "1/2", "spread": 1, "heterogeneity": None}),
    "markov_processes": (strategies.markov_processes, {"states": 2, "discount": "1/2", "spread": 1}),
    "gershgorin": (strategies.gershgorin, {"A": np.array([[1]], dtype=object)}),
    "exponents": (lambda statement, power: CommunicationExponents((Bound(gamma=power, accuracy=2),)).examine(statement, ANYWHERE),
                  {"statement": (2, 1, 1), "power": 1}),
    "matrices_between": (strategies.matrices_between, {"d": 1, "low": 1, "high": 2}),
    "an identity": (lambda statement: SymbolicIdentity(lambda: gamma, reading=as_printed).examine(statement, ANYWHERE),
                    {"statement": gamma}),
    "a transcription": (lambda answer: SymbolicIdentity(lambda: gamma).examine(lambda p, gamma, H: answer, ANYWHERE), {"answer": gamma}),
    "a bound": (lambda statement: SignCheck().examine(statement, ANYWHERE), {"statement": (gamma, 2 * gamma)}),
    "a change of scale": (lambda statement: HomogeneityCheck().examine(statement, ANYWHERE), {"statement": (gamma, 2 * gamma)}),
    "variants": (lambda statement: list(variants(statement)), {"statement": (gamma, 2 * gamma)}),
    "a certificate": (lambda terms, statement: Certificate(terms).examine(statement, ANYWHERE),
                      {"terms": ((gamma, gamma),), "statement": (0, gamma**2)}),
    "an induction": (lambda factor, bound: Induction(lambda n: gamma**n, factor).examine(lambda n: bound, ANYWHERE),
                     {"factor": gamma, "bound": gamma}),
    "an expansion": (Expansion, {"terms": gamma, "remainder": gamma**2}),
    "decide_zero": (decide_zero, {"expression": gamma - gamma}),
}  # fmt: skip


#: Doors of expressions: what they do not read they refuse with an error of the package's own.
EXPRESSIONS = {
    "Domain.contains", "Domain.require", "Formula.subs", "check", "CheckedFormula.at", "Algorithm.bind, expanded",
    "QuadraticProblem", "LinearProblem", "LogisticProblem", "LeastSquaresProblem", "SoftmaxProblem", "ScalarProblem",
    "a formula of numbers", "a formula of a problem", "Problem.check_step", "an identity", "a transcription", "decide_zero",
}  # fmt: skip


def nested(value: Any, leaf: Any) -> Any:
    """The value with another first number."""
    if isinstance(value, list | tuple) and value:
        return type(value)([nested(value[0], leaf), *value[1:]])
    if isinstance(value, dict) and value:
        first = next(iter(value))
        return {**value, first: nested(value[first], leaf)}
    return leaf


class Iterated:
    """Only `__iter__`."""

    def __init__(self, *entries: Any) -> None:
        self.entries = entries

    def __iter__(self) -> Iterator[Any]:
        return iter(self.entries)


class Indexed:
    """Only `__getitem__` and `__len__`."""

    def __init__(self, *entries: Any) -> None:
        self.entries = entries

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, place: int) -> Any:
        return self.entries[place]


class Endless:
    """An iterator that never stops, and says so to whoever goes on asking."""

    def __init__(self, value: Any) -> None:
        self.value, self.asked = value, 0

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        self.asked += 1
        if self.asked > 10_000:
            raise AssertionError("an endless iterator was asked for more than ten thousand entries")
        return self.value


class Sympified:
    """Says itself what it is in SymPy: the text, or whatever holds it."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def _sympy_(self) -> Any:
        return self.value


class Shown:
    """A number of nobody's, whose text is the given one."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __str__(self) -> str:
        return str(self.value)


class Floated(Shown):
    """A number of one's own that turns out to be text."""

    def __float__(self) -> Any:
        return self.value


def _array(value: Any) -> Any:
    out = np.empty((1,) if isinstance(value, list) else (), dtype=object)
    out[...] = value
    return out


#: Every kind of container, by name: of whatever it is given.
CONTAINERS: dict[str, Callable[[Any], Any]] = {
    "list": lambda x: [x],
    "tuple": lambda x: (x,),
    "set": lambda x: {x},
    "frozenset": lambda x: frozenset([x]),
    "dict": lambda x: {x: x},
    "dict keys": lambda x: {x: 1}.keys(),
    "dict values": lambda x: {1: x}.values(),
    "dict items": lambda x: {1: x}.items(),
    "deque": lambda x: deque([x]),
    "generator": lambda x: (y for y in [x]),
    "map": lambda x: map(lambda y: y, [x]),
    "iterator": lambda x: iter([x]),
    "endless": Endless,
    "array": lambda x: _array([x]),
    "array without axes": lambda x: _array(x),
    "structured": lambda x: np.array([(x,)], dtype=[("x", object)])[0],
    "Series": lambda x: pd.Series([x], dtype=object),
    "__iter__": Iterated,
    "__getitem__": Indexed,
    "a list of one's own": lambda x: type("Own", (list,), {})([x]),
    "a tuple of one's own": lambda x: type("Own", (tuple,), {})((x,)),
    "_sympy_": Sympified,
    "__str__": Shown,
    "__float__": Floated,
}
