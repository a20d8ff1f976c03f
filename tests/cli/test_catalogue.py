"""What the command line says there is: lists, pages of functions, names that a shell completes; and that every way in is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import symfed
from symfed import formulas
from symfed.cli import main
from symfed.core.source import sources
from symfed.models.algorithms import all_algorithms
from tests.cli.made_ledger import Invoke


@pytest.mark.parametrize("way_in", ["symfed", "symfed.cli"])
def test_python_m_is_the_command_line(way_in: str) -> None:
    result = subprocess.run([sys.executable, "-m", way_in, "--version"], capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (0, f"symfed, version {symfed.__version__}\n")


def test_a_folder_of_claims_does_not_stand_in_for_the_installed_ones(tmp_path: Path, root: Path) -> None:
    """python -m looks for modules in the folder that it is started from, and the command does not."""
    (tmp_path / "proofs_checks").mkdir()
    (tmp_path / "proofs_checks" / "__init__.py").touch()
    shown = [sys.executable, "-m", "symfed", "show", "hal-lemma3"]
    result = subprocess.run(shown, capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(root)})
    assert (result.returncode, result.stderr) == (0, "")
    assert "Lemma 3" in result.stdout


def test_formulas_algorithms_and_sources_are_listed_with_a_sentence_each(invoke: Invoke) -> None:
    known = {
        "formulas": {*formulas.all_formulas(), *formulas.all_functions()},
        "algorithms": all_algorithms(),
        "sources": sources(),
    }
    for command, names in known.items():
        result = invoke(command)
        assert result.exit_code == 0
        lines = [line.split(maxsplit=1) for line in result.stdout.splitlines()]
        assert [name for name, _ in lines] == sorted(names)
        assert all(sentence.strip().endswith(".") for _, sentence in lines)
    assert "scaffold" in invoke("algorithms").stdout
    assert "A step is x - gamma*(g + xi); then xi is" in invoke("algorithms").stdout


def test_every_listed_name_has_a_page(invoke: Invoke) -> None:
    for name in formulas.all_functions():
        result = invoke("formula", name)
        assert result.exit_code == 0
        assert result.stdout.startswith(f"{name}(")
    page = invoke("formula", "optimal_local_steps").stdout
    assert page.startswith("optimal_local_steps(gamma, mu, L, *, check=True)\n\nThe integer H >= 1 that minimises")
    assert "what symfed derives: `scaffold_contraction`\n" in invoke("formula", "scaffold_contraction_printed").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["formula", "optimal_local_step"], "did you mean optimal_local_steps, "),
        (["formula", "zzzzzz"], "see `symfed formulas`"),
        (["formula", "rounds_saved", "--latex"], "is a function and no single expression"),
    ],
)
def test_refusals_say_what_to_write_instead(invoke: Invoke, arguments: list[str], words: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert "_printed" not in result.stderr


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("symfed show aistats", {"aistats-eq1", "aistats-thm4"}),
        ("symfed verify hal", {"hal-A3"}),
        ("symfed formula optimal", {"optimal_local_steps", "optimal_local_steps_printed"}),
        ("symfed expand scaf", {"scaffold", "scafflsa"}),
        ("symfed expand fedavg b", {"bias"}),
        ("symfed list --verdict REF", {"REFUTED"}),
        ("symfed list --source fl", {"flta"}),
    ],
)
@pytest.mark.usefixtures("fake")
def test_a_shell_completes_names(typed: str, offered: set[str]) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1), "_SYMFED_COMPLETE": "bash_complete"}
    result = CliRunner().invoke(main, prog_name="symfed", env=words)
    assert {line.split(",", 1)[1] for line in result.stdout.splitlines()} == offered
