"""The texts of every formula, as the report shows them for copying. Deriving all takes seconds, so they are stored in formulas.json.

`python -m symfed.report.formula_texts` writes that file again; with `--check` it only says whether the file is up to date.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

_LANGUAGES = {"Python": "python", "C": "c", "Julia": "julia"}


def path() -> Path:
    """The path of formulas.json."""
    return Path(str(files("symfed.report").joinpath("formulas.json")))


def load() -> list[dict[str, Any]]:
    """The texts of every formula, by name: nothing is derived.

    Each has name, says, call, shown (TeX for display), remark, domain, remainder, source, texts (by language), and ids of claims: `prints`
    are those that list it as printed there, `claims` these and those that state the same expression. For a formula as a source prints
    it, `instead` is the correct one.
    """
    formulas: list[dict[str, Any]] = json.loads(path().read_text(encoding="utf-8"))
    return formulas


def derive() -> list[dict[str, Any]]:
    """The texts of every formula in the format of `load`, derived now."""
    from symfed.formulas import all_formulas, all_functions
    from symfed.ledger import discover

    claims = discover()
    stated, known = _stated_values(claims), {**all_formulas(), **all_functions()}
    prints = {name: [claim_id for claim_id, claim in claims.items() if name in claim.formulas] for name in known}
    formulas: dict[str, Any] = dict(sorted(all_formulas().items()))
    return [
        {
            "name": name,
            "says": formula.says,
            "call": formula.call(),
            "shown": formula.shown(),
            "remark": formula.remark(),
            "domain": str(formula.domain),
            "remainder": str(formula.remainder),
            "source": formula.source,
            "texts": {"LaTeX": formula.latex()} | {title: formula.code(language).strip() for title, language in _LANGUAGES.items()},
            "prints": prints[name],
            "claims": sorted({*prints[name], *stated.get(_value(formula.expr), [])}),
            "instead": derived if (derived := name.removesuffix("_printed")) != name and derived in known else "",
        }
        for name, formula in formulas.items()
    ]


def _stated_values(claims: Mapping[str, Any]) -> dict[str, list[str]]:
    """The claims by the exact values of their and their lemmas' statements: averages, functions of a problem, sides of inequalities."""
    from symfed.checks.expansion import Expansion

    found: dict[str, list[str]] = {}
    for claim_id, claim in claims.items():
        stated = [claim.statement, *(lemma.statement for lemma in claim.proof)]
        parts = [part for one in stated for part in (one if isinstance(one, tuple) else (one,))]
        values = {_value(part.terms if isinstance(part, Expansion) else part) for part in parts}
        for value in sorted(values - {""}):
            found.setdefault(value, []).append(claim_id)
    return found


def _value(statement: Any) -> str:
    """The exact value on three generic clients, as text; "" if there is none, or for a single symbol or number."""
    import flint
    import numpy as np
    import sympy as sp

    from symfed.core.errors import SymfedError
    from symfed.core.symbols import L, mu
    from symfed.formulas.evaluation import on_clients
    from symfed.mutants.of_formulas import generic_clients

    clients, gamma, H = generic_clients(), flint.fmpq(1, 31), 7
    try:
        if isinstance(statement, sp.Expr):
            if statement.is_Atom:
                return ""
            value = on_clients(statement.xreplace({mu: sp.Integer(3), L: sp.Integer(11)}), clients, "exact")(gamma, H)
        elif callable(statement) and _required_arguments(statement) == ["p", "gamma", "H"]:
            value = statement(clients, gamma, H)
        else:
            return ""
        entries = np.asarray(value, dtype=object).ravel()
    except (SymfedError, TypeError, ValueError, ZeroDivisionError, AttributeError, KeyError):
        return ""
    return str(entries[0]) if entries.size == 1 and abs(entries[0]) not in (0, 1) else ""


def _required_arguments(function: Callable[..., Any]) -> list[str]:
    """The names of the required arguments."""
    parameters = inspect.signature(function).parameters.values()
    return [parameter.name for parameter in parameters if parameter.default is parameter.empty]


def text() -> str:
    """The up-to-date content of formulas.json."""
    return json.dumps(derive(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if "--check" not in sys.argv:
        path().write_text(text(), encoding="utf-8")
    elif path().read_text(encoding="utf-8") != text():
        sys.exit("formulas.json is not up to date: python -m symfed.report.formula_texts")
