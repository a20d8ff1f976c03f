"""Changes of samples' gradients between points that are not drawn: bounded where each is Lipschitz, so that all moments are finite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symfed.kernel.forms import plus, vector
from symfed.kernel.terms import Num, Term, Vec, abstract, normal, spine
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.prove.named import NotSaid
from symfed.prove.proof import ProductOfFacts, ProofLine
from symfed.theorems.notation import DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words


def bounded_power(t: Words, at: Term, v: Term, power: Term) -> ProofLine:
    """|v|^n has a mean, for a vector that is built by the steps before an index and bounded. Raises NotSaid for one that is not."""
    limit, step = _bound(t, v)
    t.declare(DRAW)
    function = normal(abstract(v, DRAW))
    return t.proof.use("bounded vectors", t.problem("G"), at, power, function, limit, t.before(at, function), t.proof.general(step, DRAW))


def _bound(t: Words, v: Term) -> tuple[Term, ProofLine]:
    """A number that is not drawn, and that |v| is at most that number for every draw."""
    norm, total, changes = t.symbol("norm"), *_changes(t, v)
    limit, parts = norm(total), []
    for coefficient, one, other in changes:
        if len(coefficient) != 1:
            raise NotSaid(f"{v} is not known to be bounded")
        ((product, value),) = coefficient.items()
        size, (client, step, _, x), y = written({product: abs(value)}, Num), spine(one)[1], spine(other)[1][3]
        smooth = t.proof.at(t.class_fact("Smooth"), client, step, DRAW)
        lipschitz = t.proof.use("smooth: Lipschitz", t.problem("G")(client, step, DRAW), t.problem("L"), smooth, x, y)
        change = join("*", written(coefficient, Num), join("-", one, other))
        most = join("*", size, join("*", t.problem("L"), norm(join("-", x, y))))
        parts += [t.arithmetic(join("<=", norm(change), most), [lipschitz]), t.proof.use("triangle", total, change)]
        total, limit = join("+", total, change), join("+", limit, most)
    return limit, t.proof.arithmetic(join("<=", norm(v), limit), *(ProductOfFacts((part,)) for part in parts))


def _changes(t: Words, v: Term) -> tuple[Term, list[tuple[Any, Term, Term]]]:
    """A vector as what is not drawn, and multiples of changes G(x) - G(y) of one client's draw at one step."""
    still: dict[Any, Any] = {}
    drawn: dict[tuple[Term, ...], list[tuple[Term, Any]]] = {}
    for image, coefficient in vector(v).items():
        own = written({image: {(): 1}}, Vec)
        head, of = spine(own)
        if DRAW not in own.leaves:
            still[image] = coefficient
        elif head is not t.problem("G") or DRAW in of[3].leaves:
            raise NotSaid(f"{v} is not known to be bounded")
        else:
            drawn.setdefault(of[:3], []).append((own, coefficient))
    found = []
    for (first, total), *others in drawn.values():
        for own, coefficient in others:
            found.append((coefficient, own, first))
            total = plus(total, coefficient)
        if total:
            raise NotSaid(f"{v} is not known to be bounded")
    return written(still, Vec), found
