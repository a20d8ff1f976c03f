"""`python -m symfed.formulas.derived`: derive every kept expression and write its module; `--check` only says which are out of date."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from symfed.formulas import all_formulas, derived
from symfed.formulas.derived import Kept, KeptSeries
from symfed.formulas.derived.printer import module_text


def all_kept() -> list[Kept]:
    """Every expression that some formula keeps."""
    found = [part for formula in all_formulas().values() for part in vars(formula).values() if isinstance(part, Kept | KeptSeries)]
    return [one for part in found for one in ([part] if isinstance(part, Kept) else map(part.at, part.orders))]


def main(arguments: list[str]) -> int:
    """Exit code: 0, or 1 where `--check` found a module that is not what would be written today."""
    folder, stale = Path(derived.__file__).parent, []
    for entry in all_kept():
        name, expression = entry.name, entry.derive()
        path, text = folder / f"{name}.py", module_text(name, entry.fingerprint, expression)
        if path.exists() and path.read_text() == text:
            continue
        stale.append(name)
        if "--check" not in arguments:
            path.write_text(text)
            importlib.invalidate_caches()
            if importlib.reload(importlib.import_module(f"symfed.formulas.derived.{name}")).expression() != expression:
                path.unlink()
                raise AssertionError(f"{name}: the written module builds another expression")
    sys.stdout.write("\n".join(stale or ["every kept expression is up to date"]) + "\n")
    return int(bool(stale) and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
