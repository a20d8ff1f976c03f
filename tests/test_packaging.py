"""What a newcomer meets first: pinned dependencies, the two commands, the examples of the README."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[0-9][A-Za-z0-9.]*")


def pins(root: Path, file: str = "constraints.txt") -> dict[str, str]:
    lines = (root / file).read_text().splitlines()
    return {canonicalize_name(line.split("==")[0]): line.split("==")[1] for line in lines}


@pytest.mark.parametrize("file", ["constraints.txt", "constraints-flower.txt"])
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


def test_mpmath_is_one_that_sympy_accepts(root: Path) -> None:
    assert tuple(int(part) for part in pins(root)["mpmath"].split(".")[:2]) < (1, 4)


def test_version_is_stated_alike(root: Path) -> None:
    import symfed

    assert f"version: {symfed.__version__}\n" in (root / "CITATION.cff").read_text()
    assert f"## {symfed.__version__}\n" in (root / "CHANGELOG.md").read_text()


def pretend_python(folder: Path, name: str, version: str) -> None:
    """An executable that answers the Makefile's two questions (which version, is it new enough) as an old interpreter would."""
    path = folder / name
    path.write_text(f'#!/bin/sh\ncase "$2" in *print*) echo {version};; *) exit 1;; esac\n' if version else "#!/bin/sh\nexit 127\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    ("versions", "said"),
    [
        ({"python3": "3.8.18"}, "python3 is 3.8.18"),
        ({"python3.13": "", "python3": "3.10.2"}, "python3 is 3.10.2"),
        ({}, "no Python at all"),
    ],
)
def test_an_older_python_gets_one_clear_line(root: Path, tmp_path: Path, versions: dict[str, str], said: str) -> None:
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
    assert "needs Python 3.11 or newer" in complaint[0]
    assert said in complaint[0]
    assert not (tmp_path / ".venv").exists()


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
