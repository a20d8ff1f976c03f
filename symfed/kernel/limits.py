"""The page's sentences on limits and infinite sums of numbers."""

from __future__ import annotations

from typing import Final

from symfed.kernel.cited import RUDIN

SYMBOLS: Final[dict[str, str]] = {
    "tends": "(Index -> Num) -> Num -> Prop",
    "series": "(Index -> Num) -> Num",  # the sum of all terms, some number where there is none
}

SENTENCES: Final = f"""
{RUDIN}, chapter 3 (special sequences)
    vanishing powers |- all a q: Num. 0 <= q -> q < 1 -> tends(fun n: Index. a * q ^ n, 0)
    inverse counts vanish |- all a: Num. tends(fun n: Index. a * (1 / num(n)), 0)
{RUDIN}, chapter 3 (limits of sums)
    sums of what vanishes |- all a b: Num, f g: Index -> Num. tends(f, 0) -> tends(g, 0) -> tends(fun n: Index. a * f(n) + b * g(n), 0)
{RUDIN}, chapter 3 (comparison)
    what is below vanishes |- all f g: Index -> Num. (all n: Index. 0 <= f(S(n))) -> (all n: Index. f(S(n)) <= g(S(n))) -> tends(g, 0) ->
        tends(f, 0)
{RUDIN}, chapter 3 (the geometric series)
    geometric series |- all q: Num. 0 <= q -> q < 1 -> series(fun n: Index. q ^ n) = 1 / (1 - q)
"""
