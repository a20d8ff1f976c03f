"""Catalogues with a name and a sentence per entry: formulas and functions, algorithms, sources."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

from symfed import formulas
from symfed.core.source import sources

if TYPE_CHECKING:
    from symfed.models.algorithm import Algorithm


def formula_sentences() -> dict[str, str]:
    """Every public formula and function with the first sentence of its description; nothing is derived."""
    functions = {name: (inspect.getdoc(function) or "").split("\n\n")[0] for name, function in formulas.all_functions().items()}
    said = {name: formula.says for name, formula in formulas.all_formulas().items()} | functions
    return {name: re.split(r"(?<=\.) (?=[A-Z])", " ".join(text.split()))[0] for name, text in sorted(said.items())}


def algorithm_sentences() -> dict[str, str]:
    """Every algorithm with its rule in a sentence."""
    from symfed.models.algorithms import all_algorithms

    return {name: rule_in_words(algorithm) for name, algorithm in all_algorithms().items()}


def rule_in_words(algorithm: Algorithm) -> str:
    """The rule of an algorithm in a sentence: its steps, its options, its source.

    >>> from symfed.models.algorithm import Algorithm
    >>> rule_in_words(Algorithm("sgd", local_step=lambda x, g, gamma: x - gamma*g, one_step=True, source="everybody"))
    'A step is x - gamma*g; one step a round. Source: everybody.'
    """
    text = algorithm.text
    parts = [
        f"A step is {text['local_step']}",
        f"then xi is {text['control_update']}" if "control_update" in text else "",
        f"the server's step is {text['server_step']}" if "server_step" in text else "",
        "g is the full gradient" if algorithm.exact_gradient else "",
        "one step a round" if algorithm.one_step else "",
        f"{', '.join(algorithm.hyper)} to be given by `bind`" if algorithm.hyper else "",
    ]
    return "; ".join(part for part in parts if part) + "." + (f" Source: {algorithm.source}." if algorithm.source else "")


def source_sentences() -> dict[str, str]:
    """Every document: its authors, title and venue."""
    return {key: f"{source.authors}: {source.title}. {source.venue}." for key, source in sources().items()}


def function_page(name: str) -> str:
    """The help text of a function of `symfed.formulas`: its call, without the types, and its docstring."""
    function = formulas.all_functions()[name]
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in inspect.signature(function).parameters.values()]
    return f"{name}{inspect.Signature(bare)}\n\n{inspect.getdoc(function)}"
