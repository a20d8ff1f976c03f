"""`symfed check`: what it prints, and exit codes 0 right, 1 wrong, 2 bad usage."""

from __future__ import annotations

import json

import pytest

from tests.cli.made_ledger import Invoke

RIGHT = "gamma*(H-1)/2 * mean(a*g)/mean(a)"


def test_a_right_formula_exits_0(invoke: Invoke) -> None:
    result = invoke("check", RIGHT, "fedavg", "bias", "--problems", "quadratic")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == [
        f"SUPPORTED: {RIGHT} as the bias of fedavg, up to gamma^1",
        "scope: d = 1, quadratic losses with additive noise, the coefficient of gamma^1, not the remainder",
    ]
    assert result.stderr == ""


def test_a_wrong_formula_exits_1_with_lines_that_run(invoke: Invoke) -> None:
    result = invoke("check", RIGHT.replace("(H-1)", "H"), "fedavg", "bias", "--problems", "quadratic", "--problems", "noiseless")
    assert result.exit_code == 1
    assert "difference: gamma*mean(a*g)/(2*mean(a))" in result.stdout
    lines = result.stdout.split("in Python:\n")[1]
    exec("\n".join(line.removeprefix("    ") for line in lines.splitlines()), {})  # lines that symfed wrote


def test_json_is_what_python_gives(invoke: Invoke) -> None:
    result = invoke("check", "gamma*mean(C)/(2*mean(a))", "sgd", "second_moment", "--json", "--order", "1")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["verdict"], told["order"]) == (1, "REFUTED", 1)
    assert told["witness"]["stated"] != told["witness"]["derived"]
    fixed = json.loads(invoke("check", told["derived"], "sgd", "second_moment", "--json").stdout)
    assert (fixed["verdict"], fixed["difference"]) == ("SUPPORTED", "0")
    assert (
        json.loads(invoke("check", "0", "fedavg", "bias", "--problems", "quadratic", "--local-steps", "1", "--json").stdout)["witness"]
        is None
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("gamma*zeta", "fedavg", "bias"), "unknown name zeta"),
        (("gamma", "fedavgg", "bias"), "did you mean fedavg"),
        (("gamma", "fedavg", "variance"), "known are bias, second_moment"),
        (("gamma", "fedavg", "bias", "--problems", "cubic"), "must be all, or one or several of quadratic"),
        (("gamma", "fedavg", "bias", "--order", "0"), "--order"),
        (("gamma", "fedavg"), "Missing argument"),
        (("__import__('os').system('true')", "fedavg", "bias"), "not of the grammar"),
    ],
)
def test_bad_usage_exits_2(invoke: Invoke, arguments: tuple[str, ...], said: str) -> None:
    result = invoke("check", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
