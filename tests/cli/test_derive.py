"""`expand` and `formula` answer what was asked or refuse before the work, by default the same on the command line as in Python."""

from __future__ import annotations

import inspect

import pytest

import symfed as sf
from symfed.cli import main
from symfed.formulas import expand, fedavg_bias
from tests.cli.made_ledger import Invoke
from tests.pieces import pieces


def test_defaults_are_the_same_in_python_and_on_the_command_line() -> None:
    python = {name: p.default for name, p in inspect.signature(expand).parameters.items() if p.default is not p.empty}
    options = {option.name: option.default for option in main.commands["expand"].params if option.name in python}
    assert python == options == {"order": 1, "dim": 1}


def test_both_print_the_same(invoke: Invoke) -> None:
    for order, dim in ((1, 1), (2, 1), (2, 2)):
        formula = sf.expand("fedavg", "bias", order, dim)
        told = invoke("expand", "fedavg", "bias", "--order", order, "--dim", dim, "--latex").stdout
        assert told.startswith(f"{formula.latex()}\n% ")
        assert invoke("expand", "fedavg", "bias", "--order", order, "--dim", 1, "--code", "c").stdout == sf.expand(
            "fedavg", "bias", order
        ).code("c") + "\n"  # fmt: skip


def test_every_printed_expansion_has_its_legend(invoke: Invoke) -> None:
    assert "    b = client third derivative at theta*: derivative 3 of f_c\n" in invoke("expand", "fedavg", "bias").stdout
    assert "    <x> = average of x over the N clients\n" in invoke("formula", "fedavg_bias").stdout
    latex = invoke("expand", "fedavg", "bias", "--dim", "2").stdout.splitlines()
    assert r"% \nabla^k f_c: the $k$-th derivatives of client $c$'s loss, a symmetric $k$-tensor" in latex
    assert "// a: client Hessian at theta*: derivative 2 of f_c" in invoke("formula", "fedavg_bias", "--code", "C").stdout
    assert "# D1: client derivative 1 at theta" in invoke("expand", "fedavg", "modified_gradient", "--code", "numpy").stdout


def test_the_papers_letters(invoke: Invoke) -> None:
    paper = invoke("expand", "fedavg", "second_moment", "--latex", "--letters", "paper").stdout.splitlines()
    assert paper[0] == r"\frac{\gamma \mathcal{C}(\theta^\star)}{2 N \nabla^2 f(\theta^\star)}"
    assert "% N: number of clients" in paper
    assert invoke("formula", "fedavg_bias", "--latex", "--letters", "paper").stdout.startswith(fedavg_bias.latex("paper") + "\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("expand fedavg bias --dim 3 --order 3", "tensors are written to order 2, and not to order 3"),
        ("expand scaffold bias --dim 2 --order 2", "the rule of scaffold has no tensor form to order 2; leave it out"),
        ("expand fedavg bias --dim 2 --code c", "--code is of dimension one"),
        ("expand fedavg bias --letters paper", "add --latex"),
        ("expand fedavg bias --latex --letters greek", "must be 'short' or 'paper'"),
        ("expand fedavg bias --order 6", "use numbers: call the formula on a problem"),
        ("expand fedavg bias --order 60", "use numbers: call the formula on a problem"),
        ("expand fedavg modified_gradient --order 7", "ask for fewer powers of gamma"),
        ("formula rounds_saved --letters paper", "is a function and no single expression"),
    ],
)
def test_what_is_not_there_is_refused_at_once(invoke: Invoke, arguments: str, words: str) -> None:
    results = []
    # order 6 would take minutes, and what is refused at once takes milliseconds
    assert pieces(lambda: results.append(invoke(*arguments.split()))) < 20
    result = results[0]
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert result.stdout == ""
