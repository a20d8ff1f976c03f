"""Named theorems on moments of random vectors: the sentences of the page from which arithmetic reaches what they conclude."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Index, Num, Outcome, Term, const, spine, to
from symfed.kernel.text import join
from symfed.prove.chance import function_of
from symfed.prove.named import Application, NotSaid, norm_without_factor
from symfed.prove.of_matrices import conjunction_parts
from symfed.prove.proof import ProofLine
from symfed.theorems.notation import DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words

_E: Final = const("E", to(Outcome >> Num, Num))


def _hoelder(t: Words, a: Application) -> list[ProofLine]:
    """E|v|^m <= s^m from E|v|^n <= s^n, m <= n."""
    if len({*a["vectors"]}) > 1 or len({*a["sizes"]}) > 1:
        raise NotSaid("a product of several vectors")
    m, n = len(a["vectors"]), int(a["power"])
    t.declare(DRAW)
    norm, size = t.symbol("norm")(t.said(norm_without_factor(a["vectors"][0]).args[0])), t.said(a["sizes"][0])
    less, more = (numeral(k, Index) for k in (m, n - m))
    high = function_of(join("^", norm, join("+", less, more)))
    positive = t.proof.general(t.proof.use("norms", spine(norm)[1][0]), DRAW)
    sign = t.arithmetic(join("<=", numeral(0), size), a.met)
    bound = t.arithmetic(join("<=", _E(high), join("^", size, join("+", less, more))), a.met)
    made = t.proof.use("lower moments", function_of(norm), size, less, more, positive, sign, t.integrable(high), bound)
    return list(conjunction_parts(t, made))


LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "hoelder": _hoelder,
}
