"""Certificates of enclosures: proved by a checker that shares nothing with what made them, and refused with any number bent."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb, arb_mat

import symfed as sf
from symfed.certificates import EnclosureCertificate, Malformed
from symfed.certificates.__main__ import NOT_PROVED, PROVED, UNREADABLE, main
from symfed.certificates.balls import working
from symfed.certificates.radius.balls import is_positive, largest_ratio, norm
from symfed.certificates.radius.check import BITS, proven
from symfed.certificates.radius.second_data import cyclic_shift, on_all, on_last, product, sum_over_places
from symfed.core.errors import InvalidInput
from symfed.formulas import fedavg_bias, fedavg_second_moment, scaffold_bias, sgd_bias
from symfed.formulas.enclosures.enclosure import Enclosure


def logistic(rng: np.random.Generator, d: int, N: int, n: int, l2: float) -> sf.LogisticProblem:
    return sf.LogisticProblem([rng.normal(size=(n, d)) for _ in range(N)], [rng.choice([-1, 1], n) for _ in range(N)], l2)


def squares(rng: np.random.Generator, d: int = 2) -> sf.LeastSquaresProblem:
    rows = [rng.normal(size=(6, d)) for _ in range(3)]
    return sf.LeastSquaresProblem(rows, [x.sum(axis=1) + rng.normal(size=6) for x in rows], 0.1)


QUADRATIC = sf.QuadraticProblem([[[1, 0], [0, 2]], [[3, 1], [1, 2]]], [[1, 0], [0, 1]], [[1, 0], [0, 1]])
TURNING = sf.LinearProblem(
    [[[[1.0, 0.5], [-0.5, 1.0]], [[2.0, 0.0], [0.0, 1.0]]], [[[1.0, 0.0], [0.2, 3.0]]]], [[[1, 0], [0, 1]], [[2, 1]]]
)


@pytest.fixture(scope="module")
def sound() -> dict[str, Any]:
    """A certificate as data."""
    problem = logistic(np.random.default_rng(4), 2, 3, 5, 0.3)
    return dict(json.loads(fedavg_bias.enclose(problem, 0.01 / problem.L, 4).certificate().to_json()))


def again(data: dict[str, Any]) -> EnclosureCertificate:
    return EnclosureCertificate.from_json(json.dumps(data))


def test_random_problems_are_proved_and_nearly_tight() -> None:
    rng = np.random.default_rng(1)
    for d, N, n, H in ((1, 2, 1, 2), (1, 3, 2, 10), (2, 1, 4, 1), (3, 4, 5, 5)):
        problem = logistic(rng, d, N, n, float(np.exp(rng.uniform(-3, 1))))
        for formula in (fedavg_bias, fedavg_second_moment):
            found = formula.enclose(problem, float(np.exp(rng.uniform(-6, -1))) / problem.L, H)
            written = found.certificate()
            assert EnclosureCertificate.from_json(written.to_json()).check().proved
            with working(BITS, 1):  # the roads differ by rounding, and by an iteration that one stops early
                assert found.norm * (1 - 1e-4) - 1e-13 < float(proven(written)) <= found.norm


@pytest.mark.parametrize("formula", [fedavg_bias, fedavg_second_moment])
def test_linear_gradients(formula: Any) -> None:
    for problem, gamma in ((QUADRATIC, Fraction(1, 50)), (squares(np.random.default_rng(3)), 0.003), (TURNING, 0.1)):
        if problem is not TURNING or formula is fedavg_bias:
            found = formula.enclose(problem, gamma, 7)
            assert found.certificate().check().proved
            assert "within" in found.certificate().says()


def test_exact_data_and_one_step() -> None:
    features: Any = [[[Fraction(1, 3)], [2]], [[1], [-1]]]
    problem = sf.LogisticProblem(features, [[1, -1], [1, 1]], Fraction(1, 7))
    certificate = sgd_bias.enclose(problem, Fraction(1, 30)).certificate()
    assert certificate.gamma == "1/30"
    assert certificate.problem["features"][0][0] == ["1/3"]
    assert certificate.check().proved


def changed(data: dict[str, Any], path: tuple[Any, ...], change: Callable[[Any], Any]) -> dict[str, Any]:
    out = copy.deepcopy(data)
    place = out
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = change(place[path[-1]])
    return out


def times(factor: str) -> Callable[[Any], str]:
    return lambda value: str(Fraction(str(value)) * Fraction(factor))


#: What is bent, and what the checker must say of it.
BENT: dict[str, tuple[tuple[Any, ...], Callable[[Any], Any], str]] = {
    "a smaller radius": (("radius",), times("0.99"), "radius"),
    "a moment halved": (("moments", "chain", 0, 1), times("1/2"), "chain"),
    "the last moment a hundredth less": (("moments", "chain", -1, 1), times("0.99"), "chain"),
    "a step's moment": (("moments", "steps", "4", 1, 3), times("0.999"), "steps"),
    "a step's moment without start": (("moments", "still", "6", 0, 2), times("0.999"), "still"),
    "the noise": (("moments", "noise", 0, 2), times("0.99"), "noise"),
    "all noise": (("moments", "all noise",), times("0.99"), "all noise"),
    "another step size": (("gamma",), times("1.01"), ""),
    "another number of steps": (("moments", "still", "2", 0, 1), times("0.9"), "still"),
    "a label": (("problem", "labels", 0, 0), lambda y: -y, ""),
    "a feature": (("problem", "features", 1, 1, 0), times("1.001"), ""),
    "another l2": (("problem", "l2",), times("1.0001"), ""),
    "the center": (("mean", 0), times("1.5"), "radius"),
    "the center's second moment": (("second", 0, 0), times("1.1"), "radius"),
    "a point away from the optimum": (("optimum", 0), times("1.001"), ""),
    "the mean round": (("bounds", "gap"), times("1.001"), "gap"),
    "the third derivative": (("bounds", "third", 0), times("0.999"), "third"),
    "the third derivative's mean": (("bounds", "third_mean",), times("0.999"), "third_mean"),
    "the fourth derivative": (("bounds", "fourth", 2), times("0.999"), "fourth"),
    "the fourth derivative's mean": (("bounds", "fourth_mean",), times("0.99"), "fourth_mean"),
    "the noise's slope": (("bounds", "slope", 1), times("0.999"), "slope"),
    "the noise's top": (("bounds", "top", 1), times("0.999"), "top"),
    "the rows": (("bounds", "spread", 0), times("0.999"), "spread"),
    "their fourth powers": (("bounds", "quartic", 0), times("0.5"), "quartic"),
    "the largest curvature": (("bounds", "stiff", 0), times("0.999"), "stiff"),
    "the smallest curvature": (("bounds", "lowest",), times("1.001"), "lowest"),
}  # fmt: skip


@pytest.mark.parametrize("name", BENT)
def test_what_is_bent_is_refused(sound: dict[str, Any], name: str) -> None:
    path, change, said = BENT[name]
    finding = again(changed(sound, path, change)).check()
    assert not finding.proved
    assert finding.reason.startswith(said)


def test_the_order_of_the_chain_counts(sound: dict[str, Any]) -> None:
    # a bound that rests on one that comes later proves nothing
    backwards = changed(sound, ("moments", "chain"), lambda chain: chain[::-1])
    assert again(backwards).check().reason.startswith("chain")
    missing = changed(sound, ("moments", "chain"), lambda chain: [link for link in chain if link[0] != 12])
    assert not again(missing).check().proved


MALFORMED: dict[str, tuple[tuple[Any, ...], Callable[[Any], Any]]] = {
    "gamma": (("gamma",), lambda _: "-1"),
    "H": (("H",), lambda _: 0),
    "quantity": (("quantity",), lambda _: "variance"),
    "kind": (("problem", "kind"), lambda _: "softmax"),
    "label": (("problem", "labels", 0, 0), lambda _: 2),
    "ragged": (("problem", "features", 0, 0), lambda row: row[:1]),
    "steps": (("moments", "steps", "4", 1), lambda row: row[:-1]),
    "exponents": (("moments", "steps"), lambda tables: {"2": tables["2"]}),
    "route": (("moments", "chain", 0, 2), lambda _: "faith"),
    "negative": (("bounds", "third", 0), lambda _: "-1"),
    "bounds": (("bounds",), lambda bounds: {"gap": bounds["gap"]}),
    "moments": (("moments",), lambda _: {"chain": []}),
    "not symmetric": (("second", 0, 1), lambda _: "7"),
    "text": (("mean", 0), lambda _: "nan"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_read(sound: dict[str, Any], name: str) -> None:
    with pytest.raises(Malformed):
        again(changed(sound, *MALFORMED[name])).check()


def nodes(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of nested data."""
    if path:
        yield path
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in parts:
        yield from nodes(part, (*path, key))


def test_affine_samples_by_residuals_alone() -> None:
    problem = squares(np.random.default_rng(3))
    for asked, gamma, order in ((problem, 0.003, 2), (problem, 0.6 / problem.L, 2), (TURNING, 0.1, 1)):
        for formula in (fedavg_bias, fedavg_second_moment):
            found = formula.enclose(asked, gamma, 5, order=order)
            certificate = found.certificate()
            assert not certificate.moments
            assert certificate.check().proved
            data = json.loads(certificate.to_json())
            for path, change in (
                (("radius",), lambda _: "1e-40"),
                (("bounds", "rate", 0), times("1.01")),
                (("bounds", "gap"), times("1.01")),
                (("gamma",), times("1.01")),
                (("mean", 0), times("1.01")),
                (
                    ("problem", "targets" if asked is problem else "vectors", 0, 0),
                    lambda old: json.loads(json.dumps(old).replace("1", "2")),
                ),
            ):
                assert not again(changed(data, path, change)).check().proved
    found = fedavg_second_moment.enclose(problem, 0.003, 5, order=2)
    law = sf.reference.stationary("fedavg", problem, 0.003, 5, method="exact")
    assert found.contains(law.second_moment)


@pytest.fixture(scope="module")
def sharp() -> dict[str, Any]:
    """A certificate of order two as data."""
    problem = logistic(np.random.default_rng(4), 2, 3, 4, 0.3)
    found = fedavg_bias.enclose(problem, 0.005 / problem.L, 3, order=2)
    return dict(json.loads(found.certificate().to_json()))


def test_order_two_is_proved_and_nearly_tight() -> None:
    rng = np.random.default_rng(2)
    for d, N, n, H in ((1, 2, 3, 2), (2, 1, 4, 1), (3, 3, 3, 4)):
        problem = logistic(rng, d, N, n, 0.3)
        for formula in (fedavg_bias, fedavg_second_moment):
            first, found = (formula.enclose(problem, 0.004 / problem.L, H, order=order) for order in (1, 2))
            written = found.certificate()
            assert written.third
            assert EnclosureCertificate.from_json(written.to_json()).check().proved
            with working(BITS, 1):
                assert found.norm * 0.99 - 1e-13 < float(proven(written)) <= found.norm * 1.01
            assert float(written.radius) < 0.5 * first.norm


#: Of an order two: what is bent beside what order one has, and what the checker must say of it.
BENT_TWICE: dict[str, tuple[tuple[Any, ...], Callable[[Any], Any], str]] = {
    "a smaller radius": (("radius",), times("0.97"), "radius"),
    "the bias": (("mean", 0), times("1.01"), "radius"),
    "the second moment": (("second", 0, 0), times("1.01"), "radius"),
    "the third moment": (("third", 0, 0), times("1.5"), "radius"),
    "the third moment's sign": (("third",), lambda rows: [[str(-Fraction(x)) for x in row] for row in rows], "radius"),
    "no third moment": (("third",), lambda rows: [["0" for _ in row] for row in rows], "radius"),
    "the fifth derivative": (("bounds", "fifth", 0), times("0.99"), "fifth"),
    "the sixth derivative": (("bounds", "sixth", 1), times("0.99"), "sixth"),
    "the slope of the noise": (("bounds", "noise_slope", 2), times("0.99"), "noise_slope"),
    "a moment": (("moments", "chain", -1, 1), times("0.99"), "chain"),
    "a label": (("problem", "labels", 0, 0), lambda y: -y, ""),
    "another step size": (("gamma",), times("1.01"), ""),
}


@pytest.mark.parametrize("name", BENT_TWICE)
def test_order_two_bent_is_refused(sharp: dict[str, Any], name: str) -> None:
    path, change, said = BENT_TWICE[name]
    finding = again(changed(sharp, path, change)).check()
    assert not finding.proved
    assert finding.reason.startswith(said)


def test_order_two_cannot_be_claimed_of_order_one(sharp: dict[str, Any]) -> None:
    first = {name: value for name, value in sharp["bounds"].items() if name not in ("fifth", "sixth", "noise_slope")}
    assert not again({**sharp, "third": [], "bounds": first}).check().proved
    with pytest.raises(Malformed):
        again({**sharp, "third": []}).check()
    with pytest.raises(Malformed):
        again({**sharp, "third": sharp["third"][:1]}).check()


def test_indices_turn() -> None:
    X = arb_mat(2, 4, list(range(8)))  # X_ijk = 4 i + 2 j + k
    back = X
    for _ in range(3):
        back = cyclic_shift(back)
    assert back == X
    assert cyclic_shift(X)[1, 2] == 4 * 0 + 2 * 1 + 1  # [1, 1, 0] of the answer is [0, 1, 1] of X
    v = arb_mat(2, 1, [1, 10])
    sums = on_last(X, arb_mat([[1, 10], [0, 1]]))
    assert sums[1, 2] == 6 * 1 + 7 * 10
    P = arb_mat([[2, 0], [0, 3]])
    assert on_all(P, X)[1, 1] == 3 * 2 * 3 * 5
    assert sum_over_places(product(P, v))[0, 1] == 2 * 10 + 0 + 0


JUNK: tuple[Any, ...] = (None, 2.0, "x", [], {}, [[]], {"2": []}, "-1", True)


def test_junk_is_never_taken_and_never_crashes() -> None:
    rng = np.random.default_rng(5)
    problems: tuple[Any, ...] = (logistic(rng, 1, 2, 2, 0.3), squares(rng, 1), QUADRATIC, TURNING, TURNING)
    formulas = (fedavg_bias, fedavg_second_moment, fedavg_second_moment, fedavg_bias, fedavg_second_moment)
    for problem, formula in zip(problems, formulas, strict=True):
        data = json.loads(formula.enclose(problem, 0.02, 2).certificate().to_json())
        for path in nodes(data):
            for junk in JUNK:
                bent = changed(data, path, lambda _, junk=junk: junk)  # type: ignore[misc]
                if bent != data and rng.random() < 0.25:
                    try:
                        finding = again(bent).check()
                    except Malformed:
                        continue
                    assert not finding.proved or junk == "-1", (path, junk)  # a number may be the better one


def test_linear_gradients_bent() -> None:
    data = json.loads(fedavg_second_moment.enclose(squares(np.random.default_rng(3)), 0.003, 7).certificate().to_json())
    for path, change in (
        (("radius",), times("0.99")),
        (("bounds", "slope", 0), times("0.99")),
        (("problem", "targets", 0, 0), times("1.5")),
        (("moments", "chain", 0, 1), times("0.99")),
    ):
        assert not again(changed(data, path, change)).check().proved
    bias = json.loads(fedavg_bias.enclose(TURNING, 0.1, 5).certificate().to_json())
    assert not again(changed(bias, ("problem", "weights", 0), lambda _: ["1/4", "3/4"])).check().proved
    assert not again(changed(bias, ("gamma",), lambda _: "3")).check().proved  # no step shrinks in mean square
    plain = json.loads(fedavg_second_moment.enclose(QUADRATIC, Fraction(1, 50), 10).certificate().to_json())
    assert not again(changed(plain, ("problem", "noise", 0, 0, 0), times("1.001"))).check().proved
    assert not again(changed(plain, ("gamma",), lambda _: "1")).check().proved


def test_who_has_none() -> None:
    scalar = sf.ScalarProblem([["theta**2/2", "log(1 + exp(theta)) + theta**2/2"], ["log(1 + exp(-2*theta)) + theta**2/4"]])
    for found in (
        Enclosure(np.zeros(1), np.zeros(1), 0.0),
        scaffold_bias.enclose(QUADRATIC, Fraction(1, 50), 3),
        fedavg_bias.enclose(scalar, 0.001, 2),
    ):
        with pytest.raises(InvalidInput, match="certificate"):
            found.certificate()


def test_on_the_command_line(sound: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / name for name in ("sound.json", "bent.json", "broken.json")]
    files[0].write_text(json.dumps(sound))
    files[1].write_text(json.dumps(changed(sound, *BENT["a smaller radius"][:2])))
    files[2].write_text(json.dumps({**sound, "radius": "wide"}))
    assert [main([str(file)]) for file in files] == [PROVED, NOT_PROVED, UNREADABLE]
    assert "proved" in capsys.readouterr().out


def test_it_stands_alone(sound: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "sound.json"
    file.write_text(json.dumps(sound))
    heavy = "sympy numpy mpmath scipy symfed.models symfed.core symfed.formulas symfed.numeric"
    code = f"""
import sys
from symfed.certificates.__main__ import main
print(main([{str(file)!r}]), [m for m in {heavy!r}.split() if m in sys.modules])
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.splitlines()[-1] == "0 []", result.stdout + result.stderr


def test_eigenvalues_by_elimination() -> None:
    with working(BITS, 1):
        A = arb_mat([[2, 1], [1, 2]])
        assert is_positive(A - arb_mat([[1, 0], [0, 1]]) * arb("0.999"))
        assert not is_positive(A - arb_mat([[1, 0], [0, 1]]))  # singular: not strictly
        assert not is_positive(arb_mat([[1, 2], [2, 1]]))
        assert 3 <= float(largest_ratio(A)) < 3 + 1e-9
        assert float(norm(arb_mat([[3], [4]]))) == pytest.approx(5, rel=1e-15)
