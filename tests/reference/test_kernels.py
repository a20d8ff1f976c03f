"""Generated kernels against the same rules on NumPy arrays, and what the cache of kernels may never do."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import symfed as sf
import symfed.generated as generated
from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import LinearProblem
from symfed.reference import simulate, stream
from symfed.reference.simulation.kernels import lanes
from symfed.reference.simulation.kernels.emitter import rule_source
from symfed.reference.simulation.kernels.gradients import gradient_of
from symfed.reference.simulation.vectorised import Vectorised
from tests.reference import engines
from tests.reference.engines import MINE, ROUNDING, assert_close, compiled, same_bits
from tests.reference.helpers import label

draw = stream(0, "test of kernels")
LOGISTIC = sf.LogisticProblem([draw.normal(size=(n, 2)) for n in (5, 8, 1)], [draw.choice([-1, 1], n) for n in (5, 8, 1)], 0.1)
WIDE = sf.LogisticProblem([draw.normal(size=(9, 20)) / 5 for _ in range(2)], [draw.choice([-1, 1], 9) for _ in range(2)], 0.1)
PLANE = sf.QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 4]]], [[1, 0], [0, 1]], [[[1, 1], [1, 1]], [[2, 0], [0, 1]]])
# odd: a normal number is left over; and eleven columns are two blocks of four with a rest
SPACE = sf.QuadraticProblem([np.diag([1, 2, 3.0, 1, 2]) + 0.1, np.eye(5)], draw.normal(size=(2, 5)), np.eye(5) / 5 + 0.01)
LINEAR = LinearProblem(
    [np.eye(2) + draw.uniform(-0.4, 0.4, (n, 2, 2)) for n in (3, 6)], [draw.normal(size=(n, 2)) for n in (3, 6)],
    [[0.5, 0.25, 0.25], [1 / 6] * 6],
)  # fmt: skip
PROBLEMS = {"logistic": LOGISTIC, "d20": WIDE, "quadratic": PLANE, "d5": SPACE, "linear": LINEAR}
ALGORITHMS = ["fedavg", "fedavg_deterministic", get_algorithm("fedprox").bind(rho=0.5), "scaffold", MINE]


def plan(algorithm="fedavg", problem=LOGISTIC, **numbers):
    return engines.plan(algorithm, problem, **numbers)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without kernels for a test that looks at what is compiled anew. Others find theirs by rule, arithmetic and versions."""
    monkeypatch.setenv(generated.FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


# dimension and rule are independent in the emitter: one rule suffices for other dimensions
PAIRS = [(a, p) for a in ALGORITHMS for p in ("logistic", "quadratic", "linear")] + [(MINE, "d20"), (MINE, "d5")]


@pytest.mark.parametrize(("algorithm", "problem"), PAIRS, ids=lambda value: value if isinstance(value, str) else value.name)
def test_the_kernel_does_what_the_rule_does(algorithm, problem):
    chosen = plan(algorithm, PROBLEMS[problem])
    numpy = Vectorised(chosen)
    numpy.advance(10)
    assert_close(compiled(chosen), numpy)


@pytest.mark.parametrize("replicas", [1, 7, 63, 64])
def test_any_number_of_replicas(replicas):
    chosen = plan(replicas=replicas)
    numpy = Vectorised(chosen)
    numpy.advance(10)
    engine = compiled(chosen)
    assert_close(engine, numpy)
    assert engine.states().shape == (replicas, 1, 2)


@pytest.mark.parametrize("algorithm", ["fedavg", MINE], ids=label)
def test_threads_and_chunks_change_no_bit(algorithm):
    chosen = plan(algorithm, replicas=200, H=500)  # milliseconds of work, so that threads do meet
    one = compiled(chosen)
    assert same_bits(one, compiled(chosen, threads=2))
    assert same_bits(one, compiled(chosen, threads=3))
    assert same_bits(one, compiled(chosen, until=(1, 2, 5, 10)))
    assert same_bits(one, compiled(chosen, until=(10, 10)))
    assert not same_bits(one, compiled(plan("fedavg", replicas=200, H=2)))


def test_numpy_in_chunks_changes_no_bit():
    one, two = Vectorised(plan(MINE)), Vectorised(plan(MINE))
    one.advance(10)
    for stop in (3, 4, 10):
        two.advance(stop)
    assert same_bits(one, two)


def test_lanes_and_further_replicas_change_nothing():
    assert_close(compiled(plan(), lanes=8), compiled(plan(), lanes=64))
    few, many = compiled(plan(replicas=5)), compiled(plan(replicas=65))
    np.testing.assert_allclose(few.states(), many.states()[:5], rtol=0, atol=ROUNDING)


def test_the_loop_over_lanes_is_vector_code(own_cache):
    (text,) = compiled(plan()).kernel.inspect_asm().values()
    packed = re.findall(r"\bv?(?:fmadd\d+|mul|add)pd\b|\bfm(?:ul|la)\b.*\.2d", text)
    assert len(packed) >= 15  # the polynomial of exp alone has eleven


def files(folder: Path) -> set[str]:
    return {path.name for path in (folder / "kernels").glob("*.py")}


def test_another_rule_is_another_kernel(own_cache):
    mutant = Algorithm("fedavg", local_step=lambda x, g, gamma: x - gamma * g / 2)
    before = compiled(plan())
    known = files(own_cache)
    assert not same_bits(before, compiled(plan(mutant)))
    assert len(files(own_cache) - known) == 1
    # another step size, hyper-parameter, number of clients or of samples is not
    known = files(own_cache)
    fewer = sf.LogisticProblem(LOGISTIC.features[:1], LOGISTIC.labels[:1], 0.2)
    compiled(plan(problem=fewer, H=5))
    assert files(own_cache) == known


def test_other_arithmetic_is_another_kernel(own_cache, monkeypatch):
    compiled(plan())
    known = files(own_cache)
    monkeypatch.setattr(lanes, "_arithmetic", lambda: "changed")
    lanes.compiled_kernel(get_algorithm("fedavg"), gradient_of(LOGISTIC, False, 1), 2, 64)
    assert len(files(own_cache) - known) == 1


def test_a_tampered_file_is_written_again(own_cache):
    before = compiled(plan())
    (path,) = [p for p in (own_cache / "kernels").glob("*.py") if p.stem == before.kernel.__module__]
    path.write_text(path.read_text().replace("v_x - v_gamma * v_g", "v_x + v_gamma * v_g"))
    generated.generated_module.cache_clear()
    assert same_bits(before, compiled(plan()))


def test_without_a_place_to_write_it_still_runs(tmp_path, monkeypatch):
    (tmp_path / "blocked").write_text("a file, where a folder is needed")
    for place in (str(tmp_path / "blocked"), ""):
        monkeypatch.setenv(generated.FOLDER_VARIABLE, place)
        assert generated.cache_folder("kernels") is None
    numpy = Vectorised(plan())
    numpy.advance(10)
    assert_close(compiled(plan()), numpy)


def test_a_rule_text_may_hold_nothing_but_arithmetic():
    assert rule_source("-x*(g - 2)/H") == "-v_x * (v_g - 2.0) / v_H"
    for text in ("x**2", "x[0]", "exit()", "x if g else x", "x + 1.5", "x < g"):
        with pytest.raises(ValueError, match="a traced rule holds"):
            rule_source(text)


def test_numba_is_loaded_only_for_what_is_worth_it():
    code = """
import sys, symfed as sf
problem = sf.QuadraticProblem([[[1]]], [[0]], [[1]])
sf.simulate("fedavg", problem, 0.1, 1, 50)
assert not any(name in sys.modules for name in ("numba", "rich"))
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_has_no_kernel_says_so(monkeypatch):
    scalar = sf.ScalarProblem([["(x - 1)**2"]])
    with pytest.raises(InvalidInput, match="engine = 'compiled': no kernel is written for ScalarProblem; use engine='numpy'"):
        simulate("fedavg", scalar, 0.1, 1, 5, engine="compiled")
    with pytest.raises(InvalidInput, match="engine = 'fortran': must be one of auto, compiled, numpy"):
        simulate("fedavg", LOGISTIC, 0.1, 1, 5, engine="fortran")
    with pytest.raises(InvalidInput, match="threads = 0"):
        simulate("fedavg", LOGISTIC, 0.1, 1, 5, threads=0)
    monkeypatch.setattr("symfed.reference.simulation.run.find_spec", lambda name: None)
    with pytest.raises(InvalidInput, match="needs numba"):
        simulate("fedavg", LOGISTIC, 0.1, 1, 5, engine="compiled")
