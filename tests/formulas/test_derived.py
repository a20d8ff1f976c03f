"""Kept expressions are what the engine derives today, and are read only as long as they are."""

from __future__ import annotations

import subprocess
import sys

import pytest
import sympy as sp

import symfed as sf
from symfed.core.symbols import ClientMean, H, a, gamma, lam
from symfed.formulas import derived
from symfed.formulas.derived import Kept, KeptSeries
from symfed.formulas.derived.__main__ import all_kept, main
from symfed.formulas.derived.printer import module_text


def built_from(text: str) -> sp.Expr:
    names: dict[str, object] = {}
    exec(text, names)
    return names["expression"]()


def test_every_kept_module_is_what_is_derived_today(capsys):
    assert main(["--check"]) == 0, capsys.readouterr().out
    assert len(all_kept()) > 10


def test_a_module_builds_the_same_expression_symbol_for_symbol():
    # a sum with a factor, a half, a symbol whose name Python keeps for itself, a symbolic exponent
    for expression in (3 * (H - 1) * gamma / ClientMean(a), gamma / 2 - sp.S.Half, lam * gamma, (1 - gamma * lam) ** H, sp.sqrt(lam)):
        assert built_from(module_text("name", "mark", expression)) == expression


def test_a_kept_expression_is_read_without_the_engine():
    code = (
        "import sys; from symfed.formulas import fedavg_bias as f; f.expr; f.at_order(2); print('symfed.derive.expansion' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "False"


@pytest.fixture
def counted():
    """A kept expression, read so far never, and the list of its derivations."""
    calls = []

    def derive() -> sp.Expr:
        calls.append(1)
        return gamma

    return Kept("fedavg_bias_1", "fedavg", derive), calls


def test_it_is_read_while_the_fingerprint_is_right(counted):
    kept, calls = counted
    assert kept() == sf.expand("fedavg", "bias", 1).expr
    assert not calls


def test_another_engine_derives_anew(counted, monkeypatch):
    kept, calls = counted
    monkeypatch.setattr(derived, "engine_fingerprint", lambda: "another")
    assert kept() == gamma
    assert calls


def test_another_rule_of_the_same_name_derives_anew():
    slow = sf.Algorithm("fedavg", local_step=lambda x, g, gamma: x - gamma * g / 2)
    halved = sf.expand(slow, "bias", 1).expr
    assert sp.simplify(halved - sf.expand("fedavg", "bias", 1).expr.subs(gamma, gamma / 2)) == 0


def test_an_order_that_is_not_kept_is_derived():
    series = KeptSeries("fedavg_bias", "fedavg", lambda order: gamma**order)
    assert series(7) == gamma**7
    assert series(1) != gamma


def test_every_order_is_built_once():
    calls = []
    series = KeptSeries("fedavg_bias", "fedavg", lambda order: calls.append(order) or gamma**order)
    assert series(5) is series(5)
    assert series(1) is series(1)
    assert calls == [5]


def test_the_check_sees_a_tampered_module(monkeypatch, tmp_path, capsys):
    kept = next(one for one in all_kept() if one.name == "fedavg_contraction")
    text = module_text(kept.name, kept.fingerprint, kept.derive())
    monkeypatch.setattr(derived, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr("symfed.formulas.derived.__main__.all_kept", lambda: [kept])
    (tmp_path / f"{kept.name}.py").write_text(text.replace("-1", "-2"))
    assert main(["--check"]) == 1
    (tmp_path / f"{kept.name}.py").write_text(text)
    assert main(["--check"]) == 0
    assert "fedavg_contraction" in capsys.readouterr().out
