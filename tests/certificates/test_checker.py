"""The checker proves what is true and nothing else: every part of a certificate, changed, is noticed."""

from __future__ import annotations

import json
import subprocess
import sys
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flint import ctx, fmpq

from symfed.certificates import LawCertificate, Malformed, check
from symfed.certificates.__main__ import NOT_PROVED, PROVED, UNREADABLE, main
from symfed.certificates.statement import number
from symfed.models.problems import LogisticProblem
from symfed.reference.enclosure import certify


@pytest.fixture(scope="module")
def genuine() -> LawCertificate:
    problem = LogisticProblem([[[1], [2], [-1]], [[3], [fmpq(1, 2)]]], [[1, -1, 1], [-1, 1]], fmpq(1, 2))
    return certify("fedavg", problem, fmpq(1, 8), 3, digits=10)


def changed(certificate: LawCertificate, path: str, value: Any) -> LawCertificate:
    """The certificate with one entry replaced; `value` may be a function of the old one. The path is written a/b/0."""
    data = json.loads(certificate.to_json())
    *way, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    place = data
    for key in way:
        place = place[key]
    place[last] = value(place[last]) if callable(value) else value
    return LawCertificate.from_json(json.dumps(data))


def plus(amount: str | int) -> Any:
    return lambda old: str(number(old) + number(amount))


def test_the_genuine_one_is_proved(genuine: LawCertificate) -> None:
    verdict = check(genuine)
    assert verdict.proved
    assert verdict.unique
    assert not verdict.reason
    assert all(number(radius) < number("1e-9") for _, radius in genuine.claims.values())


def test_it_survives_being_written_down(genuine: LawCertificate) -> None:
    assert LawCertificate.from_json(genuine.to_json()) == replace(genuine)


# what must no longer follow, and a word of the reason
TAMPERED = {
    "another mean": ("claims/mean/0", plus("1e-8"), "mean: seen"),
    "another bias": ("claims/bias/0", plus("-1e-8"), "bias: seen"),
    "another second moment": ("claims/second_moment/0", plus("1e-8"), "second_moment: seen"),
    "smaller radius of the mean": ("claims/mean/1", lambda old: str(number(old) * fmpq(9, 10)), "mean: seen"),
    "smaller radius of the bias": ("claims/bias/1", "0", "bias: seen"),
    "smaller radius of the second moment": ("claims/second_moment/1", lambda old: str(number(old) * fmpq(9, 10)), "second_moment: seen"),
    "c of the mean": ("poisson/mean/0", plus(2**30), "mean: seen"),
    "c of the square": ("poisson/square/0", plus(2**30), "second_moment: seen"),
    "a coefficient of h": ("poisson/mean/3", plus(2**30), "mean: seen"),
    "a coefficient of the other h": ("poisson/square/2", plus(2**30), "second_moment: seen"),
    "truncated h": ("poisson/mean", lambda old: old[:8], "mean: seen"),
    "no h": ("poisson/square", lambda old: old[:1], "second_moment: seen"),
    "h exchanged": ("poisson/mean", lambda old: [*old[:2], old[3], old[2], *old[4:]], "mean: seen"),
    "units of h": ("poisson/bits", lambda old: old + 1, "seen"),
    "gamma": ("gamma", "1/9", "seen"),
    "gamma by a millionth": ("gamma", plus("1e-7"), "seen"),
    "H": ("H", 4, "seen"),
    "flipped label": ("problem/labels/0/0", -1, ""),
    "feature": ("problem/features/1/1", "2/3", ""),
    "l2": ("problem/l2", "3/5", ""),
    "N": ("problem", lambda old: {**old, "features": old["features"] * 2, "labels": old["labels"] * 2}, "seen"),
    "client dropped": ("problem", lambda old: {**old, "features": old["features"][:1], "labels": old["labels"][:1]}, ""),
    "full gradients": ("algorithm/exact_gradient", True, "seen"),
    "another local step": ("algorithm/local_step", "x - gamma*g/2", "seen"),
    "another server step": ("algorithm/server_step", "(x_mean + x_start)/2", "seen"),
    "a server that leaps": ("algorithm/server_step", "2*x_mean - x_start", "server's step is not seen to keep"),
    "a server that bends": ("algorithm/server_step", "x_mean*x_mean", "not affine"),
    "a server that divides": ("algorithm/server_step", "x_mean/x_start", "cannot be evaluated"),
    "interval too short": ("interval/1", "1/4", "not seen to keep the interval"),
    "interval elsewhere": ("interval", ["2", "3"], "not seen to keep the interval"),
    "another interval": ("interval/0", plus("-1/1000"), "seen"),
    "theta* missed": ("optimum", ["-3/10", "-1/5"], "not seen to vanish"),
    "theta* loosely known": ("optimum/0", plus("-1/1000"), "bias: seen"),
    "theta* loosely known above": ("optimum/1", plus("1/1000"), "bias: seen"),
    "too low a degree": ("effort/degree", 25, "seen"),
    "too low an order": ("effort/order", 2, "seen"),
    "too few pieces": ("effort/pieces", 1, ""),
    "too few bits": ("effort/bits", 40, ""),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_noticed(genuine: LawCertificate, name: str) -> None:
    path, value, reason = TAMPERED[name]
    verdict = check(changed(genuine, path, value))
    assert not verdict.proved
    assert not verdict.unique
    assert reason in verdict.reason


MALFORMED = {
    "NaN as text": ("claims/mean/0", "nan"),
    "infinite radius": ("claims/mean/1", "inf"),
    "NaN of JSON": ("gamma", float("nan")),
    "infinity of JSON": ("claims/mean/1", float("inf")),
    "a float": ("gamma", 0.125),
    "a ball": ("gamma", "0.1 +/- 0.1"),
    "an underscore": ("gamma", "1_0"),
    "division by zero": ("gamma", "1/0"),
    "a negative radius": ("claims/mean/1", "-1"),
    "a huge exponent": ("claims/mean/1", "1e999999999"),
    "H = 0": ("H", 0),
    "H a truth value": ("H", True),
    "label 0": ("problem/labels/0/0", 0),
    "label 2": ("problem/labels/0/0", 2),
    "label missing": ("problem/labels/0", [1, -1]),
    "client empty": ("problem/features/0", []),
    "unknown kind": ("problem/kind", "quadratic"),
    "interval upside down": ("interval", ["1", "-1"]),
    "interval of one": ("interval", ["1"]),
    "unknown name in a rule": ("algorithm/local_step", "x - gamma*g + xi"),
    "start in a rule": ("algorithm/local_step", "x - gamma*(g + x - x_start)"),
    "call in a rule": ("algorithm/local_step", "exp(x)"),
    "import in a rule": ("algorithm/local_step", "__import__('os')"),
    "attribute in a rule": ("algorithm/local_step", "x.real"),
    "float in a rule": ("algorithm/local_step", "x - 0.1*g"),
    "no rule": ("algorithm/local_step", ""),
    "rule of many brackets": ("algorithm/local_step", "(" * 5000 + "x" + ")" * 5000),
    "truth as text": ("algorithm/exact_gradient", "false"),
    "claims incomplete": ("claims", {"mean": ["0", "1"]}),
    "claim without radius": ("claims/mean", ["0"]),
    "no coefficients": ("poisson/mean", []),
    "longer than the degree": ("effort/degree", 5),
    "effort beyond reason": ("effort/pieces", 10**9),
    "effort unknown": ("effort", {"degree": 10}),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_read_is_refused(genuine: LawCertificate, name: str) -> None:
    path, value = MALFORMED[name]
    with pytest.raises(Malformed):
        check(changed(genuine, path, value))


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "null", '{"format": "another"}', "[" * 100_000, '{"format": "symfed stationary enclosure 1"}']
)
def test_what_is_no_certificate_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        LawCertificate.from_json(text)


def test_weights_must_be_probabilities(genuine: LawCertificate) -> None:
    scalar = {"kind": "scalar", "gradients": [["x", "x - 1"]], "weights": [["1/2", "1/2"]]}
    for weights in (["1/2", "1/3"], ["3/2", "-1/2"], ["1", "0"]):
        with pytest.raises(Malformed, match="sum to one"):
            check(replace(genuine, problem={**scalar, "weights": [weights]}))


@pytest.mark.parametrize("gradient", ["x + 1/x", "x - 1 + log(x)", "x + sqrt(x)/9"])
def test_a_gradient_that_is_not_defined_everywhere_proves_nothing(genuine: LawCertificate, gradient: str) -> None:
    problem = {"kind": "scalar", "gradients": [[gradient]], "weights": [["1"]]}
    verdict = check(replace(genuine, problem=problem))
    assert not verdict.proved


def test_theta_must_be_the_only_zero(genuine: LawCertificate) -> None:
    # 4 x³ - x vanishes at -1/2, 0 and 1/2; its steps keep [-1, 1]
    problem = {"kind": "scalar", "gradients": [["4*x*x*x - x"]], "weights": [["1"]]}
    verdict = check(replace(genuine, problem=problem, gamma="1/4", interval=["-1", "1"], optimum=["1/4", "3/4"]))
    assert "not seen to increase" in verdict.reason


def test_a_corner_between_nodes_is_seen() -> None:
    # x + 2 log(cosh(1000 x))/1000, nearly x + 2|x|: no polynomial of low degree is near, whatever its values at some nodes
    problem = {"kind": "scalar", "gradients": [["x + tanh(1000*x)"]], "weights": [["1"]]}
    rule = {"local_step": "x - gamma*g", "server_step": "x_mean", "exact_gradient": False, "values": {}}
    lazy = {"degree": 8, "pieces": 64, "order": 8, "bits": 100}
    claims = {name: ["0", "1e-3"] for name in ("mean", "bias", "second_moment")}
    poisson = {"bits": 0, "mean": ["0", "0"], "square": ["0", "0"]}
    verdict = check(LawCertificate(problem, rule, "1/4", 1, ["-1", "1"], ["-1e-9", "1e-9"], poisson, lazy, claims))
    assert not verdict.proved


def test_numbers_are_exact() -> None:
    assert [number(text) for text in ("0.1", "-1.50e-1", "3/6", 7, "12e2", "-0")] == [
        fmpq(1, 10), fmpq(-3, 20), fmpq(1, 2), fmpq(7), fmpq(1200), fmpq(0)]  # fmt: skip


def test_precision_is_left_as_it_was(genuine: LawCertificate) -> None:
    before = ctx.prec, ctx.cap
    ctx.cap = 17
    try:
        check(genuine)
        assert not check(changed(genuine, "interval/1", "1/4")).proved
        assert (ctx.prec, ctx.cap) == (before[0], 17)
    finally:
        ctx.cap = before[1]


def files(folder: Path, genuine: LawCertificate) -> tuple[str, str, str]:
    """A good certificate, one that does not prove its claims, and no certificate."""
    texts = {"good": genuine.to_json(), "false": changed(genuine, "H", 4).to_json(), "broken": genuine.to_json()[:-9]}
    for name, text in texts.items():
        (folder / f"{name}.json").write_text(text)
    good, false, broken = (str(folder / f"{name}.json") for name in texts)
    return good, false, broken


def test_exit_codes(genuine: LawCertificate, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, false, broken = files(tmp_path, genuine)
    assert main([good]) == PROVED
    line = capsys.readouterr().out
    assert line.startswith("proved")
    assert genuine.claims["mean"][0] in line
    assert line.count("\n") == 1
    assert main([good, false, good]) == NOT_PROVED
    assert [row.split("  ")[0] for row in capsys.readouterr().out.splitlines()] == ["proved", "not proved", "proved"]
    assert main([broken, false]) == UNREADABLE
    assert main([str(tmp_path / "absent.json")]) == UNREADABLE
    assert "unreadable" in capsys.readouterr().out
    assert main([]) == UNREADABLE
    assert main(["--help"]) == PROVED
    assert "usage" in capsys.readouterr().err


def test_it_stands_alone(genuine: LawCertificate, tmp_path: Path) -> None:
    good, false, _ = files(tmp_path, genuine)
    heavy = "sympy numpy mpmath scipy numba hypothesis symfed.models symfed.core symfed.reference"
    code = f"""
import runpy, sys
sys.argv = ["symfed.certificates", {good!r}]
try:
    runpy.run_module("symfed.certificates", run_name="__main__")
except SystemExit as end:
    print(end.code, [m for m in {heavy!r}.split() if m in sys.modules])
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.splitlines()[-1] == "0 []", result.stdout + result.stderr
    assert subprocess.run([sys.executable, "-m", "symfed.certificates", good, false], capture_output=True).returncode == NOT_PROVED


def test_the_certificate_is_not_changed(genuine: LawCertificate) -> None:
    before = deepcopy(genuine)
    check(genuine)
    assert genuine == before
