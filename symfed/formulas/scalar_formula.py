"""A formula of plain parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.core.formula import Formula
from symfed.formulas.arguments import floats, local_steps, require
from symfed.numeric import compile_expression, has_digits
from symfed.numeric.source_code import source_code


@dataclass(frozen=True, eq=False, repr=False)
class ScalarFormula(Formula):
    """A formula of parameters such as gamma, H, mu, L, called by position or by keyword."""

    def __call__(self, *args: Any, backend: str = "float64", digits: int | None = None, check: bool = True, **kwargs: Any) -> Any:
        """The value, of the broadcast shape of the parameters.

        Raises InvalidInput for a missing, unknown or non-positive parameter, OutsideDomain where the formula is not stated to hold
        (`check=False` evaluates it all the same).
        """
        values = self._bind(args, kwargs)
        for symbol in self.variables:
            value = values[symbol.name]
            if symbol.is_integer:
                local_steps(value, False, self.name)
            elif symbol.is_positive and not (floats(symbol.name, value) > 0).all():
                raise InvalidInput(symbol.name, value, "must be positive")
        if check:
            require(self.domain, values)
        return self.compile(backend, digits)(*values.values())

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        names = [symbol.name for symbol in self.variables]
        call = f"write {self.name}({', '.join(names)})"
        if len(args) > len(names):
            raise InvalidInput("arguments", len(args), f"{self.name} takes {len(names)} parameters", call)
        values = dict(zip(names, args, strict=False))
        for name, value in kwargs.items():
            if name not in names or name in values:
                raise InvalidInput(name, value, f"{self.name} has no such parameter" if name not in names else "is given twice", call)
            values[name] = value
        missing = [name for name in names if name not in values]
        if missing:
            raise InvalidInput(missing[0], None, f"{self.name} needs a value for it", call)
        values = {name: values[name] for name in names}
        # an array of numbers stays one: a million objects would take longer than the formula
        return {
            name: v if isinstance(v, np.ndarray) and v.dtype.kind in "fiu" else np.asarray(v, dtype=object)[()]
            for name, v in values.items()
        }

    def compile(self, backend: str = "float64", digits: int | None = None) -> Any:
        """A plain callable of the variables, in their order, without any checks."""
        options = {"digits": digits} if has_digits(backend) else {}
        return compile_expression(self.expr, self.variables, backend, **options)

    def code(self, language: str) -> str:
        """The expression as a function in "c", "julia" or "python"."""
        notes = [f"{self.name}: {self.says}", f"domain: {self.domain}", f"remainder: {self.remainder}"]
        return source_code(self.name, self.expr, {symbol.name: symbol for symbol in self.variables}, language, notes)
