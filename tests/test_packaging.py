"""What a newcomer meets first: pinned dependencies, the two commands, the examples of the README."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[0-9][A-Za-z0-9.]*")


def pins(root: Path, file: str = "constraints.txt") -> dict[str, str]:
    lines = (root / file).read_text().splitlines()
    return {canonicalize_name(line.split("==")[0]): line.split("==")[1] for line in lines}


@pytest.mark.parametrize("file", ["constraints.txt", "constraints-oldest.txt", "constraints-flower.txt"])
def test_constraints_hold_nothing_but_pins(root: Path, file: str) -> None:
    # tools that write such files slip in index options, local paths and addresses
    lines = (root / file).read_text().splitlines()
    assert [line for line in lines if "://" in line or "@ " in line or line.startswith("-") or not PIN.fullmatch(line)] == []
    assert len(lines) == len(pins(root, file)), "a package is pinned twice"


def test_every_dependency_is_pinned_and_allowed(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    pinned = pins(root) | {"flwr": pins(root, "constraints-flower.txt")["flwr"]}  # whose pins clash: it has an environment of its own
    for text in [*project["dependencies"], *[t for extra in project["optional-dependencies"].values() for t in extra]]:
        requirement = Requirement(text)
        name = canonicalize_name(requirement.name)
        assert name in pinned, f"{text} is not pinned in constraints.txt"
        assert requirement.specifier.contains(pinned[name]), f"{text} excludes the pinned {pinned[name]}"


def test_lower_bounds_are_the_versions_that_are_tried(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    names = ("judge", "report", "plan", "fast", "scale", "plots", "data", "pep")
    tried = [*project["dependencies"], *[text for name in names for text in extras[name]]]
    oldest = pins(root, "constraints-oldest.txt")
    for requirement in map(Requirement, [*project["dependencies"], *[text for texts in extras.values() for text in texts]]):
        lower = [Version(bound.version) for bound in requirement.specifier if bound.operator == ">="]
        if pinned := oldest.get(canonicalize_name(requirement.name)):
            assert lower == [Version(pinned)], f"{requirement} is not tried: constraints-oldest.txt has {pinned}"
    # Dask's scheduler has the version of Dask
    assert set(oldest) == {canonicalize_name(Requirement(text).name) for text in tried} | {"distributed"}


def test_the_promised_pythons_are_stated_alike(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    bounds = {
        bound.operator: int(bound.version.removeprefix("3.")) for bound in Requirement(f"python{project['requires-python']}").specifier
    }
    promised = [f"3.{minor}" for minor in range(bounds[">="], bounds["<"])]
    makefile = (root / "Makefile").read_text()
    assert [line.split(" :: ")[-1] for line in project["classifiers"] if "Python :: 3." in line] == promised
    assert f"MINORS := {' '.join(version.removeprefix('3.') for version in reversed(promised))}\n" in makefile
    assert f"PROMISED := (3, {bounds['>=']}) <= sys.version_info < (3, {bounds['<']})\n" in makefile
    assert f"Python {', '.join(promised[:-1])} or {promised[-1]}" in (root / "README.md").read_text()


def test_mpmath_is_one_that_sympy_accepts(root: Path) -> None:
    assert tuple(int(part) for part in pins(root)["mpmath"].split(".")[:2]) < (1, 4)


def test_version_is_stated_alike(root: Path) -> None:
    import symfed

    assert f"version: {symfed.__version__}\n" in (root / "CITATION.cff").read_text()
    assert f"## {symfed.__version__}\n" in (root / "CHANGELOG.md").read_text()


def pretend_python(folder: Path, name: str, version: str) -> None:
    """An executable that answers the Makefile's two questions (which version, is it a promised one) as another interpreter would."""
    path = folder / name
    path.write_text(f'#!/bin/sh\ncase "$2" in *print*) echo {version};; *) exit 1;; esac\n' if version else "#!/bin/sh\nexit 127\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    ("versions", "said"),
    [
        ({"python3": "3.8.18"}, "python3 is 3.8.18"),
        ({"python3.13": "", "python3": "3.10.2"}, "python3 is 3.10.2"),
        ({"python3": "3.14.0"}, "python3 is 3.14.0"),
        ({}, "no Python at all"),
    ],
)
def test_a_python_that_is_not_promised_gets_one_clear_line(root: Path, tmp_path: Path, versions: dict[str, str], said: str) -> None:
    for file in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(root / file, tmp_path)
    tools = tmp_path / "bin"
    tools.mkdir()
    for name, version in versions.items():
        pretend_python(tools, name, version)
    make, shell = shutil.which("make"), shutil.which("sh")
    assert make
    assert shell
    (tools / "sh").symlink_to(shell)
    result = subprocess.run([make, "setup", "SHELL=" + shell], cwd=tmp_path, env={"PATH": str(tools)}, capture_output=True, text=True)
    complaint = [line for line in result.stderr.splitlines() if line.startswith("symfed")]
    assert result.returncode != 0
    assert len(complaint) == 1
    assert "needs Python 3.11, 3.12 or 3.13" in complaint[0]
    assert said in complaint[0]
    assert not (tmp_path / ".venv").exists()


def test_a_name_that_leads_nowhere_is_passed_over_for_what_pyenv_keeps(root: Path, tmp_path: Path) -> None:
    kept = tmp_path / "versions/3.13.0/bin"
    kept.mkdir(parents=True)
    pretend_python(tmp_path, "python3.13", "")
    (kept / "python").symlink_to(sys.executable)
    make, shell = shutil.which("make"), shutil.which("sh")
    environment = {"PATH": str(tmp_path), "PYENV_ROOT": str(tmp_path)}
    asked = [str(make), "--silent", "newest-python", "SHELL=" + str(shell)]
    assert subprocess.run(asked, cwd=root, env=environment, capture_output=True, text=True).stdout.strip() == str(kept / "python")
    (kept / "python").unlink()
    assert subprocess.run(asked, cwd=root, env=environment, capture_output=True, text=True).stdout.strip() == ""


def test_continuous_integration_runs_the_two_commands(root: Path) -> None:
    script = root / ".ci/run"
    text = script.read_text()
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in text
    assert 0 < text.index("make test") < text.index("make verify")


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_examples_run(root: Path, document: str) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", (root / document).read_text(), re.S | re.M)
    assert blocks
    namespace: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, document, "exec"), namespace)


def test_the_page_on_verdicts_names_every_tier_and_every_check(root: Path) -> None:
    from symfed import checks
    from symfed.core.verdict import Tier

    page, readme = (root / "docs/verdicts.md").read_text(), (root / "README.md").read_text()
    assert [str(tier) for tier in Tier if f"| {tier} |" not in page] == []
    assert [str(tier) for tier in Tier if str(tier) not in readme] == []
    assert [name for name in checks.__all__ if name[0].isupper() and f"`{name}`" not in page] == []
