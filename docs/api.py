"""Pages of the API: one for the names of `symfed`, one for each room that says in `__all__` what it offers."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections import defaultdict
from types import ModuleType

import symfed
from symfed.formulas import all_functions

#: What formulas are called with: plain numbers, or a problem.
KINDS = ("ScalarFormula", "ProblemFormula")
#: What the names of `symfed` are for, by the room in which they live; the order is that of the page.
PURPOSES = {
    "models": "Problems, environments and rules",
    "formulas": "Expansions",
    "planning": "Data and plans",
    "checks": "Is my formula right?",
    "reference": "Truth without formulas",
    "core": "Claims",
}


def directive(module: str, name: str) -> str:
    """How autodoc is asked for one name."""
    value = getattr(importlib.import_module(module), name)
    if inspect.isclass(value):
        return f".. autoclass:: {module}.{name}\n   :members:\n"
    kind = "autofunction" if callable(value) else "autodata"
    return f".. {kind}:: {module}.{name}\n"


def page(title: str, intro: str, sections: dict[str, list[tuple[str, str]]]) -> str:
    """A page of Markdown: for every heading the names that stand under it, as (module, name)."""
    parts = [f"# {title}", intro]
    for heading, names in sections.items():
        parts += [f"## {heading}"] if heading else []
        parts += ["```{eval-rst}\n" + "\n".join(directive(*name) for name in names) + "```"]
    return "\n\n".join(parts) + "\n"


def first_paragraph(thing: object) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def rooms() -> list[ModuleType]:
    """The rooms of the package that list what they offer."""
    modules = [importlib.import_module(f"symfed.{found.name}") for found in pkgutil.iter_modules(symfed.__path__) if found.ispkg]
    return [module for module in modules if "__all__" in vars(module) and module.__name__ != "symfed.cli"]


def pages() -> dict[str, str]:
    """Every page of the API by its file name."""
    by_room: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, home in sorted(vars(symfed)["_LAZY"].items()):
        by_room[home.split(".")[1]].append(("symfed", name))
    order = [*PURPOSES, *sorted(set(by_room) - set(PURPOSES))]
    face = {PURPOSES.get(room, room): by_room[room] for room in order if by_room[room]}
    found = {
        "symfed.md": page("symfed", "The stable names: `import symfed as sf`. Nothing is imported before it is first used.", face),
        "symfed.formulas.md": page(
            "symfed.formulas",
            "Formulas are objects that are called, printed, compiled and exported: each has a page in the [gallery](../gallery/index.md). "
            "Here stand the functions beside them, and what all formulas can do.",
            {
                "Functions": [("symfed.formulas", name) for name in (*all_functions(), "all_formulas", "all_functions", "get_formula")],
                "What a formula can do": [("symfed.core.formula", "Formula"), *(("symfed.formulas.kinds", name) for name in KINDS)],
            },
        ),
    }
    for room in rooms():
        offered = sorted(room.__all__, key=lambda name: (inspect.isclass(getattr(room, name)), name))  # functions first
        names = [(room.__name__, name) for name in offered if not inspect.ismodule(getattr(room, name))]
        found[f"{room.__name__}.md"] = page(room.__name__, first_paragraph(room), {"": names})
    listed = "\n".join(name.removesuffix(".md") for name in found)
    found["index.md"] = (
        "# API\n\nEvery example runs: the tests run it where it stands. What is not listed here is the inside of the package, "
        "and may change.\n\n"
        f"```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    )
    return found
