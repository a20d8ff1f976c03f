"""How the page is written: the books and the sorts that its texts name again and again, and the reader of these texts.

a citation
    a name |- the sentence of this name, for which the line above is cited,
        going on where it is indented further
"""

from __future__ import annotations

import re
from typing import Final

from symfed.kernel.terms import KernelRefusal

FIELD: Final = "Vec -> Vec"
SAMPLES: Final = "Client -> Index -> Outcome -> Vec -> Vec"

DURRETT: Final = "Durrett, Probability: Theory and Examples, 5th ed. (2019)"
HORN: Final = "Horn, Johnson, Matrix Analysis, 2nd ed. (2013)"
HORN_TOPICS: Final = "Horn, Johnson, Topics in Matrix Analysis (1991)"
MEYN: Final = "Meyn, Tweedie, Markov Chains and Stochastic Stability, 2nd ed. (2009)"
NESTEROV: Final = "Nesterov, Lectures on Convex Optimization, 2nd ed. (2018)"
RUDIN: Final = "Rudin, Principles of Mathematical Analysis, 3rd ed. (1976)"
RUDIN_COMPLEX: Final = "Rudin, Real and Complex Analysis, 3rd ed. (1987)"
VILLANI: Final = "Villani, Optimal Transport (2009)"


def by_name(text: str) -> dict[str, tuple[str, str]]:
    """The sentences of a text by name, each with its citation. Raises KernelRefusal for a name that stands twice, or without a sentence."""
    found, citation = dict[str, tuple[str, str]](), ""
    for line in re.sub(r"\n {8}", " ", text).strip().splitlines():
        name, _, sentence = line.strip().partition(" |- ")
        if not line.startswith("    "):
            citation = line
        elif not sentence or name in found:
            raise KernelRefusal(f"{name} stands twice on the page, or without a sentence")
        else:
            found[name] = sentence, citation
    return found
