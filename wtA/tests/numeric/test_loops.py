"""Shapes, fixed arguments, whole powers and chunks: what a backend for many points can get wrong without the formula being wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, gamma, mu
from symfed.numeric import compile_expression, get_backend
from symfed.numeric.float64 import CHUNK
from tests.numeric.helpers import COMPILED, FLOATING, available

BACKENDS = pytest.mark.parametrize("backend", [name for name in FLOATING if available(name)])
LOOPS = pytest.mark.parametrize("backend", ["c", "numba"])
EXPRESSION = 3 * gamma * L**2 * mu / 7 + (1 - gamma * mu) ** (2 * H) + (gamma + mu) ** 3 / (2 + L) + gamma + L
ARGUMENTS = (gamma, H, mu, L)
# at most 200 operations on numbers of order one, powers of numbers below one among them
NEAR = 200 * 2.0**-53


def by_hand(step: Any, count: Any, curvature: Any, smoothness: Any) -> Any:
    shrunk = (1 - step * curvature) ** (2 * count)
    return 3 * step * smoothness**2 * curvature / 7 + shrunk + (step + curvature) ** 3 / (2 + smoothness) + step + smoothness


def columns(count: int) -> list[np.ndarray]:
    k = np.arange(count)
    return [(1 + k % 89) / 100, 1 + k % 37, (1 + k % 53) / 60, (1 + k % 71) / 72]


@BACKENDS
@pytest.mark.parametrize("count", [1, 2, 7, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 5])
def test_every_point_is_computed_wherever_chunks_end(backend: str, count: int) -> None:
    values = columns(count)
    assert np.abs(compile_expression(EXPRESSION, ARGUMENTS, backend)(*values) - by_hand(*values)).max() <= NEAR


@BACKENDS
@pytest.mark.parametrize("count", [5, CHUNK // 2])
def test_shapes_broadcast(backend: str, count: int) -> None:
    step, counts, curvature, smoothness = columns(count)
    values = (step, counts[:3, None], 0.5, smoothness[:4, None, None])
    found = compile_expression(EXPRESSION, ARGUMENTS, backend)(*values)
    assert found.shape == (4, 3, count)
    assert np.abs(found - by_hand(*np.broadcast_arrays(*values))).max() <= NEAR
    del curvature


@BACKENDS
@pytest.mark.parametrize("shape", [(0,), (3, 0), (2, CHUNK, 0)])
def test_no_points_give_no_values(backend: str, shape: tuple[int, ...]) -> None:
    assert compile_expression(EXPRESSION, ARGUMENTS, backend)(np.ones(shape), 2, 1, 1).shape == shape


@BACKENDS
def test_any_layout_of_memory_is_read_rightly(backend: str) -> None:
    function, (step, counts, curvature, smoothness) = compile_expression(EXPRESSION, ARGUMENTS, backend), columns(CHUNK + 60)
    grid = [column[: CHUNK + 56].reshape(-1, 8) for column in (step, counts, curvature, smoothness)]
    truth = by_hand(*grid)
    turned = [np.asfortranarray(grid[0]), grid[1].T[::-1].T[:, ::-1], grid[2].astype(np.longdouble).astype(float), grid[3].copy()]
    turned[3].flags.writeable = False
    before = [array.copy() for array in turned]
    assert np.abs(function(*turned) - truth).max() <= NEAR
    assert all((array == old).all() for array, old in zip(turned, before, strict=True)), "arguments are left alone"


@BACKENDS
def test_a_number_gives_a_number(backend: str) -> None:
    value = compile_expression(EXPRESSION, ARGUMENTS, backend)(0.25, 3, 0.5, 1)
    assert np.ndim(value) == 0
    assert abs(value - by_hand(0.25, 3, 0.5, 1)) <= NEAR


@LOOPS
@pytest.mark.parametrize("fixed", [fixed for n in range(5) for fixed in combinations(range(4), n)])
def test_what_is_fixed_leaves_the_loop_and_nothing_else_does(backend: str, fixed: tuple[int, ...]) -> None:
    if not available(backend):
        return  # `available` has checked that its absence is said
    values: list[Any] = [column[5] if k in fixed else column for k, column in enumerate(columns(50))]
    found = compile_expression(EXPRESSION, ARGUMENTS, backend)(*values)
    assert np.abs(found - by_hand(*values)).max() <= NEAR
    # another number for a fixed argument: nothing is remembered of the last call
    moved: list[Any] = [column[7] if k in fixed else column for k, column in enumerate(columns(50))]
    assert np.abs(compile_expression(EXPRESSION, ARGUMENTS, backend)(*moved) - by_hand(*moved)).max() <= NEAR


@BACKENDS
def test_whole_powers_are_exact_on_powers_of_two(backend: str) -> None:
    exponent = sp.Dummy("exponent", integer=True)
    function = compile_expression(mu**exponent, (mu, exponent), backend)
    whole = np.array([0, 1, 2, 3, 7, 8, 15, 16, 31, 100, 255, 256, 1000, -1, -2, -5, -255, -1000])
    for base in (2.0, -2.0, 0.5, -1.0, 1.0):
        assert function(base, whole).tolist() == [base ** int(n) for n in whole]
        assert [function(base, n) for n in whole] == [base ** int(n) for n in whole]
    assert function(-1.0, np.array([2**31 + 1, 2**40, 2**52 + 1])).tolist() == [-1, 1, -1]


@LOOPS
@pytest.mark.parametrize(
    ("value", "message"), [(1.5, "must be an integer"), (np.nan, "must be an integer"), ([1, 2, np.inf], "must be an integer")]
)
def test_an_exponent_that_is_no_integer_is_refused_by_name(backend: str, value: Any, message: str) -> None:
    if not available(backend):
        return  # `available` has checked that its absence is said
    with pytest.raises(InvalidInput, match=f"H = .*{message}"):
        compile_expression(EXPRESSION, ARGUMENTS, backend)(0.1, value, 1, 1)


@BACKENDS
@pytest.mark.parametrize("count", [3, CHUNK + 3])
def test_columns_of_integers_are_computed_with_as_doubles(backend: str, count: int) -> None:
    whole = np.resize([3, 7, 2**40], count)
    # in 64-bit integers the product would wrap around, and the quotient be cut
    found = compile_expression(H**2 * gamma / L, (H, gamma, L), backend)(whole, np.full(count, 2), np.resize([4, 5], count))
    # four operations
    np.testing.assert_allclose(found, whole.astype(float) ** 2 * 2 / np.resize([4, 5], count), rtol=4 * 2.0**-53)
    narrow = whole.astype(np.float32)
    np.testing.assert_allclose(compile_expression(H / 3, (H,), backend)(narrow), narrow.astype(float) / 3, rtol=2 * 2.0**-53)


@BACKENDS
def test_several_expressions_stand_along_the_last_axis(backend: str) -> None:
    step, counts, curvature, smoothness = columns(CHUNK + 3)
    function = compile_expression(sp.Tuple(EXPRESSION, gamma * mu, sp.Integer(2)), ARGUMENTS, backend)
    found = function(step, counts, curvature, smoothness)
    assert found.shape == (CHUNK + 3, 3)
    truth = np.stack([by_hand(step, counts, curvature, smoothness), step * curvature, np.full(CHUNK + 3, 2.0)], axis=-1)
    assert np.abs(found - truth).max() <= NEAR
    assert function(0.1, 2, 0.5, 1).shape == (3,)


@BACKENDS
def test_functions_and_what_is_not_a_number(backend: str) -> None:
    x = np.array([0.3, -1.7, 2.0, np.nan])
    known: list[tuple[sp.Expr, Callable[[Any], Any]]] = [
        (sp.exp(mu), np.exp), (sp.sin(mu), np.sin), (sp.cos(mu), np.cos), (sp.tan(mu), np.tan), (sp.atan(mu), np.arctan),
        (sp.sinh(mu), np.sinh), (sp.cosh(mu), np.cosh), (sp.tanh(mu), np.tanh), (sp.Abs(mu - 1), lambda v: np.abs(v - 1)),
        (sp.floor(mu), np.floor), (sp.ceiling(mu), np.ceil), (sp.Max(mu, 1), lambda v: np.maximum(v, 1)),
        (sp.Min(mu, sp.Rational(1, 2), gamma), lambda v: np.minimum(v, 0.5)), (1 / mu, lambda v: 1 / v),
        (sp.sqrt(mu**2 + 1) ** 3, lambda v: (v * v + 1) ** 1.5), (mu**2 + sp.pi * sp.sqrt(2), lambda v: v * v + np.pi * np.sqrt(2)),
    ]  # fmt: skip
    for expression, truth in known:
        # the libraries promise an error of a few units in the last place; the argument's own rounding is the same for all
        np.testing.assert_allclose(
            compile_expression(expression, (mu, gamma), backend)(x, 9.0), truth(x), rtol=8 * 2.0**-53, equal_nan=True
        )


@BACKENDS
def test_the_larger_of_something_and_what_is_not_a_number_is_not_a_number(backend: str) -> None:
    x, y = np.array([np.nan, 1.0, 3.0, 2.0]), np.array([1.0, np.nan, 2.0, 5.0])
    function = compile_expression(sp.Tuple(sp.Max(mu, gamma), sp.Min(mu, gamma)), (mu, gamma), backend)
    np.testing.assert_array_equal(function(x, y), np.stack([np.maximum(x, y), np.minimum(x, y)], axis=-1))


@BACKENDS
def test_seventy_arguments_are_none_too_many(backend: str) -> None:
    # the third order of an expansion has 64 averages over clients, where NumPy's iterators stop
    arguments = [sp.Dummy(f"argument{k:03d}") for k in range(70)]
    values = [np.full(CHUNK + 3, float(k)) for k in range(70)]
    assert (compile_expression(sp.Add(*arguments), arguments, backend)(*values) == 2415.0).all()


@BACKENDS
def test_dividing_by_zero_is_infinite_and_stays_so(backend: str) -> None:
    with np.errstate(divide="ignore", invalid="ignore"):
        found = compile_expression(1 / mu - gamma, (mu, gamma), backend)(
            np.array([0.0, 0.0, 2.0, np.inf]), np.array([1.0, np.inf, 1.0, 1.0])
        )
    np.testing.assert_array_equal(found, [np.inf, np.nan, -0.5, -1.0])


@pytest.mark.parametrize("backend", COMPILED)
def test_a_backend_that_is_absent_says_what_to_install(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, backend, None)
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(InvalidInput, match=rf"backend = '{backend}': needs .*; install .*float64"):
        get_backend(backend).compile(gamma, (gamma,))


def test_a_function_without_a_C_name_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"zeta.*is not known"):
        compile_expression(sp.zeta(mu), (mu,))


def test_generated_text_is_the_same_in_every_process(root: Path) -> None:
    # else every process would compile anew
    program = """
from symfed.formulas import expand
from symfed.numeric.arithmetic import program
from symfed.numeric.c_loops import loop_text
formula = expand("fedavg", "bias", 2)
print(loop_text(program(formula.expr, tuple(formula.arguments().values())), (2,), 0))
"""
    texts = set()
    for seed in ("1", "2"):
        environment = {"PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", program], cwd=root, env=environment, capture_output=True, text=True, check=True)
        texts.add(done.stdout)
    assert len(texts) == 1


def test_jax_keeps_its_own_precision() -> None:
    if not available("jax"):
        return  # `available` has checked that its absence is said
    import jax.numpy

    before = jax.numpy.asarray(1.0).dtype
    assert compile_expression(gamma / 3, (gamma,), "jax")(1.0) == 1 / 3
    assert jax.numpy.asarray(1.0).dtype == before
