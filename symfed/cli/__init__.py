"""The command line, a thin layer: it selects, calls the library and prints: results to standard output, progress to standard error.

Every module of this folder adds its commands to the group when it is imported, and every module of this folder is imported here.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

try:
    from symfed.cli.group import main

    for _found in pkgutil.iter_modules(__path__):
        if not _found.name.startswith("_"):
            importlib.import_module(f"{__name__}.{_found.name}")
except KeyboardInterrupt:  # before any command could handle it
    sys.stderr.write("interrupted\n")
    raise SystemExit(130) from None

__all__ = ["main"]
