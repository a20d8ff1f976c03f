"""The exact instance that texts describe, as a check draws them: read back from the texts that `describe` gives."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.strategies import Instance, JetCase, draw, exact_array
from symfed.strategies.control_variates import ControlledRun, RoundCase

if TYPE_CHECKING:
    from symfed.checks.counterexample import CounterexampleSearch

#: Instances of one size that are looked through for one that cannot be built from its text.
_DRAWN = 500


def written_instance(check: CounterexampleSearch, inputs: Mapping[str, str]) -> Any:
    """The instance that `describe` wrote down in these texts; None where they make none that the check draws."""
    if (found := built(check, inputs)) is not None:
        return found
    if set(_description_texts(_sample(check))) != set(inputs):
        return None
    # some of what the texts say is no part of its own, so that only an instance which is drawn alike will do
    drawn = (one for d, N in check.sizes for one in draw(check.strategy(d, N), _DRAWN))
    return next((one for one in drawn if _description_texts(one) == inputs), None)


def built(check: CounterexampleSearch, inputs: Mapping[str, str]) -> Any:
    """The instance that these texts describe, made from them alone; None where they do not say all of what the check draws."""
    try:
        found = _built_instance(_sample(check), inputs)
    except (ValueError, TypeError, AttributeError, IndexError, KeyError):
        return None
    return found if found is not None and _description_texts(found) == inputs else None


def _sample(check: CounterexampleSearch) -> Any:
    return next(iter(draw(check.strategy(*check.sizes[0]), 1)), None)


def _description_texts(instance: Any) -> dict[str, str]:
    return {key: str(value) for key, value in instance.describe().items()} if hasattr(instance, "describe") else {}


def _built_instance(sample: Any, inputs: Mapping[str, str]) -> Any:
    if isinstance(sample, Instance):
        return Instance.written(inputs)
    if isinstance(sample, JetCase):
        return JetCase.written(inputs)
    if isinstance(sample, RoundCase):
        problem = QuadraticProblem(exact_array(inputs["clients"]), exact_array(inputs["centres"]))
        numbers = {key: exact_array(inputs[key]).item() for key in ("gamma", "mu", "L")}
        ends = {"start": exact_array(inputs["start"]), "control_variates": exact_array(inputs["control variates"])}
        return replace(sample, problem=problem, H=int(inputs["H"]), **numbers, **ends)
    if isinstance(sample, ControlledRun):
        variates = exact_array(inputs["control variates"])
        other = exact_array(inputs["other start"]), exact_array(inputs["other control variates"])
        return replace(sample, run=_built_instance(sample.run, inputs), control_variates=variates, other=other)
    if isinstance(getattr(sample, "problem", None), LinearProblem) and "client 1" in inputs:
        tables = [re.fullmatch(r"A: (.*), b: (.*), weights: (.*)", value) for key, value in inputs.items() if key.startswith("client ")]
        parts = zip(*[[exact_array(part) for part in found.groups()] for found in tables if found], strict=True)
        return replace(sample, problem=LinearProblem(*map(list, parts)), gamma=exact_array(inputs["gamma"]).item(), H=int(inputs["H"]))
    if not is_dataclass(sample) or isinstance(sample, type):
        return None
    own = {field.name for field in fields(sample)} & set(inputs)
    return replace(sample, **{key: _parsed_like(getattr(sample, key), inputs[key]) for key in own})


def _parsed_like(sample: Any, written: str) -> Any:
    """A text parsed as the type of the sample."""
    if isinstance(sample, (int, str)):
        return type(sample)(written)
    value = exact_array(written)
    if isinstance(sample, np.ndarray):
        return np.vectorize(int, otypes=[object])(value) if isinstance(sample.flat[0], (int, np.integer)) else value
    return type(sample)(value) if isinstance(sample, (list, tuple)) else value.item()
