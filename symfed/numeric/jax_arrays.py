"""Arrays compiled by JAX, in double precision."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.generated import generated_module
from symfed.numeric.arithmetic import array_text, program

BACKEND = "jax"
TOGETHER = True  # a Tuple of expressions shares its common subexpressions


def compile(expression: sp.Expr, arguments: Sequence[sp.Expr]) -> Callable[..., Any]:
    """A jitted function of scalars and arrays that broadcast; NumPy arrays in and out.

    Double precision is enabled inside the call only: JAX's global setting is unchanged. A SymPy Tuple of n expressions gives one more axis
    of length n, the last. Raises InvalidInput where JAX is not installed.
    """
    try:
        # as objects of any type: JAX is an extra, and the location of its switch has changed between versions
        jax: Any = importlib.import_module("jax")
        experimental: Any = importlib.import_module("jax.experimental")
    except ImportError:
        raise InvalidInput("backend", BACKEND, "needs JAX, which is not installed", "install symfed[jax], or use 'float64'") from None
    in_double = jax.enable_x64 if hasattr(jax, "enable_x64") else experimental.enable_x64
    function = jax.jit(generated_module("jax", array_text(program(expression, arguments), "jax.numpy"), None).evaluate)
    single = not isinstance(expression, sp.Tuple)

    def evaluate(*values: Any) -> Any:
        with in_double(True):
            floats = [np.asarray(value, dtype=float) for value in values]
            results = [np.asarray(result) for result in function(*floats)]
        shape = np.broadcast_shapes(*[v.shape for v in floats])
        wide = [np.broadcast_to(result, shape) for result in results]
        return np.array(wide[0])[()] if single else np.stack(wide, axis=-1)

    return evaluate
