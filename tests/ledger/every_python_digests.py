"""Prints a digest of the syntax of each function of `every_python`; needs no package, so that any Python can run it."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def module(path: str) -> ModuleType:
    """A file of the checkout as a module by itself, without the packages around it and what they import."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


def digests() -> list[str]:
    """In the order of `ALL`: eight hexadecimal digits of each function's syntax, or nothing where its definition is not found."""
    definition, syntax = module("symfed/core/definition.py"), module("symfed/ledger/syntax.py")
    trees = [definition.definition(function) for function in module("tests/ledger/every_python.py").ALL]
    return [hashlib.sha256(syntax.syntax_text(tree).encode()).hexdigest()[:8] if tree else "" for tree in trees]


if __name__ == "__main__":
    print(json.dumps(digests()))
