"""What `pip install symfed` brings is enough for the engine, the references and the command line; what is missing is named in one line."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from symfed.core.extras import EXTRAS

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def closure(names: Iterable[str]) -> set[str]:
    """Installed packages with all that they pull in here."""
    found: set[str] = set()
    ahead = list(names)
    while ahead:
        if (name := ahead.pop()) not in found:
            found.add(name)
            needed = map(Requirement, distribution(name).requires or ())
            ahead += [one.name for one in needed if not one.marker or one.marker.evaluate({"extra": ""})]
    return found


def seen_alone(folder: Path, root: Path, names: Iterable[str]) -> Run:
    """A Python that sees the checkout's packages and, of what is installed, these packages alone; it runs in an empty folder."""
    packages, here = folder / "packages", folder / "here"
    packages.mkdir()
    here.mkdir()
    for name in closure(names):
        for file in distribution(name).files or ():
            top = file.parts[0]
            if top not in ("..", "__pycache__") and not (packages / top).exists():
                (packages / top).symlink_to(Path(str(distribution(name).locate_file(top))))
    for package in ("symfed", "proofs_checks"):
        (packages / package).symlink_to(root / package)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        # without `site` no folder of packages is searched but this one
        environment = {"PYTHONPATH": str(packages), "PATH": "", "OPENBLAS_NUM_THREADS": "1"}
        return subprocess.run([sys.executable, "-S", *arguments], cwd=here, env=environment, capture_output=True, text=True)

    return run


@pytest.fixture(scope="module")
def bare(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Without any extra."""
    dependencies = tomllib.loads((root / "pyproject.toml").read_text())["project"]["dependencies"]
    return seen_alone(tmp_path_factory.mktemp("bare"), root, [Requirement(text).name for text in dependencies])


ENGINE = """
from fractions import Fraction
import symfed as sf
problem = sf.QuadraticProblem(hessians=[[[1]], [[3]]], optima=[[0], [1]], noise=[[1]])
law = sf.stationary("fedavg", problem, Fraction(1, 10), 4)
run = sf.simulate("fedavg", problem, 0.1, 4, rounds=50, replicas=4, burn_in=10)
linear = sf.LinearProblem([[[[2, 1], [0, 2]]], [[[3, 0], [1, 3]]]], [[[1, 0]], [[0, 1]]])
print(law.mean, sf.stationary("scafflsa", linear, 0.05, 4).second_moment.shape, linear.L > 2)
print(sf.expand("fedavg", "bias", 2)(problem, 0.1, 4), sf.formulas.scaffold_contraction(0.1, 3, 0.1, 1.0))
"""


def test_the_engine_and_the_references_need_no_extra(bare: Run) -> None:
    result = bare("-c", ENGINE)
    assert result.returncode == 0, result.stderr
    modules = sorted(set().union(*EXTRAS.values()))
    seen = bare("-c", f"from importlib.util import find_spec; print([name for name in {modules} if find_spec(name)])")
    assert seen.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("verify symfed-rr-mse", "verify needs scipy, z3, cvc5, which are not installed: pip install 'symfed[judge]'"),
        ("mutants", "mutants needs scipy, z3, cvc5, which are not installed: pip install 'symfed[judge]'"),
        ("errata --source flta", "errata needs jinja2, markupsafe, latex2mathml, which are not installed: pip install 'symfed[report]'"),
        ("report pages", "report needs jinja2, markupsafe, latex2mathml, which are not installed: pip install 'symfed[report]'"),
        ("plan clients.npz", "planning needs scipy, which is not installed: pip install 'symfed[plan]'"),
    ],
)
def test_a_command_names_the_extra_in_one_line(bare: Run, arguments: str, words: str) -> None:
    result = bare("-m", "symfed", *arguments.split())
    assert result.returncode == 2, result.stderr
    assert result.stderr.strip() == f"Error: {words}"


@pytest.mark.parametrize("name", ["plan", "Clients", "read_clients", "dirichlet_partition"])
def test_a_public_name_names_the_extra(bare: Run, name: str) -> None:
    result = bare("-c", f"import symfed\ntry:\n    symfed.{name}\nexcept ImportError as missing:\n    print(missing)")
    assert result.stdout.strip() == "planning needs scipy, which is not installed: pip install 'symfed[plan]'", result.stderr


def test_what_is_committed_is_read_without_extras(bare: Run) -> None:
    for arguments in (["list", "--source", "flta"], ["show", "symfed-rr-mse"], ["formula", "fedavg_bias"], ["--help"]):
        result = bare("-m", "symfed", *arguments)
        assert result.returncode == 0, (arguments, result.stderr)


CHECKED = """
import sys
from symfed.ledger import evidence, load
from symfed.recheck import path_of, replayed
rows, folder = {row["id"]: row for row in load()}, evidence.committed_folder()
kept = evidence.load(folder)
for name in sys.argv[1:]:
    print(replayed(path_of(folder, name).read_text(encoding="utf-8"), rows[name], kept[name]).extent)
"""


def test_the_checker_needs_the_source_and_flint_alone(root: Path, tmp_path: Path) -> None:
    ids = ("aistats-thm2-exact-bias", "hal-bs-def", "symfed-telescoping")
    result = seen_alone(tmp_path, root, ["python-flint"])("-c", CHECKED, *ids)
    assert result.stdout.split() == ["whole"] * 3, result.stderr
