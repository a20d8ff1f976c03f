"""The page's sentences on limits and infinite sums of numbers."""

from __future__ import annotations

from typing import Final

_RUDIN: Final = "Rudin, Principles of Mathematical Analysis, 3rd ed. (1976), chapter 3"

SYMBOLS: Final[dict[str, str]] = {
    "tends": "(Index -> Num) -> Num -> Prop",
    "series": "(Index -> Num) -> Num",  # the sum of all terms, some number where there is none
}

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "vanishing powers": ("all a q: Num. 0 <= q -> q < 1 -> tends(fun n: Index. a * q ^ n, 0)", f"{_RUDIN} (special sequences)"),
    "inverse counts vanish": ("all a: Num. tends(fun n: Index. a * (1 / num(n)), 0)", f"{_RUDIN} (special sequences)"),
    "sums of what vanishes": (
        "all a b: Num, f g: Index -> Num. tends(f, 0) -> tends(g, 0) -> tends(fun n: Index. a * f(n) + b * g(n), 0)",
        f"{_RUDIN} (limits of sums)",
    ),
    "what is below vanishes": (
        "all f g: Index -> Num. (all n: Index. 0 <= f(S(n))) -> (all n: Index. f(S(n)) <= g(S(n))) -> tends(g, 0) -> tends(f, 0)",
        f"{_RUDIN} (comparison)",
    ),
    "geometric series": ("all q: Num. 0 <= q -> q < 1 -> series(fun n: Index. q ^ n) = 1 / (1 - q)", f"{_RUDIN} (the geometric series)"),
}
