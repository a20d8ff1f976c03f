"""The pictures show what they are made of: orders beside the reference, powers that theory tells, a law and a run."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput, UnknownName
from symfed.models.problems import QuadraticProblem, ScalarProblem
from symfed.reference import stationary
from symfed.report.orders import plot_expansion

PLANE = QuadraticProblem([[[1, 0], [0, 2]], [[3, 1], [1, 2]]], [[1, 0], [0, 1]], noise=[[1, 0], [0, 1]])
LINE = sf.LogisticProblem([[[1.0], [2.0]], [[1.0], [-0.5]]], [[1, -1], [1, 1]], 0.5)
CURVED = ScalarProblem([["theta**2/2", "log(1 + exp(theta)) + theta**2/2"], ["log(1 + exp(-2*theta)) + theta**2/4"]])


def lines(axis: Any) -> dict[str, Any]:
    return {line.get_label(): line for line in axis.get_lines() if not line.get_label().startswith("_")}


@pytest.mark.parametrize(("problem", "quantity"), [(PLANE, "bias"), (CURVED, "bias"), (CURVED, "second_moment")], ids=str)
def test_each_order_falls_with_the_power_after_its_own(problem: Any, quantity: str) -> None:
    left, right = plot_expansion(problem, quantity=quantity, H=3).axes
    assert [label for label in lines(left) if label.startswith("order")] == ["order 1", "order 2", "order 3"]
    for label in lines(right):
        if named := re.fullmatch(r"order (\d): falls as \$\\gamma\^\{(.*)\}\$", label):
            # half of the points, gamma from a fiftieth of the largest on: the next order bends the power by less than a tenth
            assert float(named[2]) == pytest.approx(int(named[1]) + 1, abs=0.1)
    assert sum(label.startswith("order") for label in lines(right)) == 3
    assert {axis.get_xscale() for axis in (left, right)} == {axis.get_yscale() for axis in (left, right)} == {"log"}
    for axis in (left, right):
        assert "unit" in axis.get_xlabel()
        assert "unit" in axis.get_ylabel()


def test_what_is_drawn_is_the_formula_and_the_law() -> None:
    gammas = np.array([0.01, 0.02])
    left, right = plot_expansion(PLANE, orders=[2], gamma=gammas, H=4).axes
    law = [stationary("fedavg", PLANE, float(gamma), 4).bias for gamma in gammas]
    order = sf.expand("fedavg", "bias", 2)(PLANE, gammas, 4)
    assert np.allclose(lines(left)["order 2"].get_ydata(), np.linalg.norm(order, axis=1), rtol=1e-12)
    (container,) = left.containers
    assert np.allclose(container.lines[0].get_ydata(), np.linalg.norm(law, axis=1), rtol=1e-12)
    (drawn,) = [line for label, line in lines(right).items() if label.startswith("order")]
    assert np.allclose(drawn.get_ydata(), np.linalg.norm(order - law, axis=1), rtol=1e-9)  # a difference loses three digits


def test_over_local_steps_and_where_the_bias_is_zero() -> None:
    left, right = plot_expansion(PLANE, orders=(1, 2), over="H", H=[1, 2, 4], gamma="1/100").axes
    assert any("zero at $H = 1$" in label for label in [container.get_label() for container in left.containers])
    assert [text.get_text() for text in left.get_xticklabels()] == ["1", "2", "4"]
    assert sum("grows as $H^" in label for label in lines(right)) == 2


def test_a_proven_band_is_drawn_from_the_bound_down() -> None:
    asked: set[tuple[int, int]] = set()

    def proven(order: int, gamma: float, H: int) -> float:
        asked.add((order, H))
        return gamma**order

    _, right = plot_expansion(PLANE, orders=(1, 3), proven=proven).axes
    assert asked == {(1, 10), (3, 10)}
    assert len(right.collections) == 2
    assert "order 3: proven to be less" in lines(right)


def test_what_is_proved_is_drawn_and_is_above_the_error() -> None:
    _, right = plot_expansion(LINE, orders=(1, 2), gamma=[0.02, 0.1], H=3, proven=True).axes
    drawn = {line.get_label(): np.asarray(line.get_ydata()) for line in right.get_lines()}
    for order in (1, 2):
        bounds = next(ys for label, ys in drawn.items() if label == f"order {order}: proven to be less")
        left_out = next(ys for label, ys in drawn.items() if label.startswith(f"order {order}") and "proven" not in label)
        assert (left_out <= bounds).all()
    with pytest.raises(InvalidInput, match="enclosures are of fedavg_bias"):
        plot_expansion(LINE, "fedavg_deterministic", proven=True)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"over": "N"}, "over = 'N': must be 'gamma' or 'H'"),
        ({"H": [1, 2]}, "H = .*must be one number where gamma moves"),
        ({"over": "H", "gamma": [0.1, 0.2]}, "gamma = .*must be one number where H moves"),
        ({"gamma": [0.1]}, "must hold at least two values"),
        ({"gamma": [0.1, -1]}, "gamma = -1.0: must be positive"),
        ({"orders": ()}, "must hold at least one order"),
        ({"orders": (0,)}, "order = 0: must be a positive integer"),
        ({"algorithm": "sgd", "H": 2}, "H must be 1"),
        ({"method": "guess"}, "method"),
    ],
)
def test_bad_arguments_are_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        plot_expansion(PLANE, **options)
    with pytest.raises(UnknownName, match="write 'bias' or 'second_moment'"):
        plot_expansion(PLANE, quantity="modified_gradient")


@pytest.mark.parametrize("d", [1, 2, 5])
def test_a_law_and_a_run_are_drawn(d: int, tmp_path: Path) -> None:
    generator = np.random.default_rng(d)
    problem = QuadraticProblem([np.diag(1.0 + np.arange(d)), 2 * np.eye(d)], generator.normal(size=(2, d)), noise=np.eye(d))
    law, run = stationary("fedavg", problem, 0.05, 4), sf.simulate("fedavg", problem, 0.05, 4, 40, replicas=3, record=7)
    drawn = law.plot()
    assert drawn._repr_png_()[:4] == b"\x89PNG"
    trajectory, biases = run.plot(law).axes
    shown = lines(trajectory)["coordinate 1"]
    assert list(shown.get_xdata()) == [0, 7, 14, 21, 28, 35]
    assert run.trajectory is not None
    assert np.allclose(shown.get_ydata(), (run.trajectory[:, :, 0] - problem.optimum[0]).mean(axis=1))
    assert [container.get_label() for container in biases.containers] == ["simulation", "law (exact)"]
    for container, answer in zip(biases.containers, (run, law), strict=True):
        assert np.allclose(container.lines[0].get_ydata(), answer.bias)
    with pytest.raises(InvalidInput, match=r"^law = array.*must be an answer of symfed\.reference\.stationary"):
        run.plot(law.mean)  # type: ignore[arg-type]
    alone = sf.simulate("fedavg", problem, 0.05, 4, 40).plot()
    assert len(alone.axes) == 1
    alone.savefig(tmp_path / "run.png")


def test_exact_laws_are_drawn_and_a_figure_is_drawn_on() -> None:
    from matplotlib.figure import Figure

    figure = Figure()
    assert stationary("fedavg", PLANE, Fraction(1, 20), 3).plot(figure) is figure
    assert len(figure.axes) == 1


def test_what_to_install_is_said() -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import symfed as sf\n"
        "problem = sf.QuadraticProblem([[[1]]], [[0]])\n"
        "for draw in (lambda: sf.plot_expansion(problem), sf.stationary('sgd', problem, 0.1, 1).plot):\n"
        "    try: draw()\n"
        "    except sf.core.errors.InvalidInput as refused: print(refused)\n"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    said = "plot = None: needs matplotlib, which is not installed; pip install 'symfed[plots]'"
    assert told.stdout.splitlines() == [said, said], told.stderr
