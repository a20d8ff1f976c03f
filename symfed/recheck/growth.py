"""Refutations by a lower bound on an instance: the algebra of each step, and that the bound outgrows the claimed order.

A step has parts that are checked here (identities, inequalities, numbers in balls, sums, limits), or it rests on a
definition or a textbook inequality that it names, or it stands in words. What is trusted: that the parts of a step are the algebra of its
words, and that the steps lead to the bound. A step that stands in words, or is the run of a rule, leaves the refutation in part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import flint

from symfed.recheck.expressions import MalformedPart, NotDefined, Tree, parsed, related
from symfed.recheck.identities import identity
from symfed.recheck.inequalities import inequality, slack_and_kind
from symfed.recheck.powers import Monomial, PowerRatio, Powers, PowerSum, substituted_tree
from symfed.recheck.ratios import LetterSigns, names_in

#: The only grounds for a step without algebra: textbook inequalities on all numbers or all laws, and definitions.
NAMED = frozenset({
    "Bernoulli's inequality", "Jensen's inequality", "Jordan's inequality", "log y <= y - 1",
    "the definition of a natural number", "the definition of a norm", "the definition of a stationary law",
    "the definition of the norm of a matrix", "the definition of a mean given a sigma-algebra",
})  # fmt: skip


def steps(part: Mapping[str, Any]) -> str:
    """Check the steps of a proof: return "" if each part of each is right, else the first error."""
    if not part["steps"]:
        raise MalformedPart("has no steps")
    for step in part["steps"]:
        if "trusts" in step and step["trusts"] not in NAMED:
            return f"{step['says']}: {step['trusts']!r:.60} is neither a definition nor a textbook inequality"
        for shown in step.get("shown", ()):
            try:
                wrong = SHOWN[shown["kind"]](shown)
            except NotDefined as error:
                wrong = str(error)
            if wrong:
                return f"{step['says']}: {wrong}"
    return ""


def in_words(part: Mapping[str, Any]) -> str:
    """The numbers of steps in words, and of steps that were run and are not replayed, as text; "" if there are none."""
    open_ = [step for step in part["steps"] if not step.get("shown") and "trusts" not in step]
    ran, all_ = sum(bool(step.get("run")) for step in open_), len(part["steps"])
    told = [f"{len(open_) - ran} of {all_} steps in words"] * (len(open_) > ran) + [f"{ran} of {all_} steps run"] * (ran > 0)
    return ", ".join(told)


def growth(part: Mapping[str, Any]) -> str:
    """Check a refutation by growth: return "" if the steps are right and bound/order tends to infinity, else the error.

    `order` is the printed one, whose symbols `at` gives the values that they have on the instance; `variable` tends to `towards`, 0 from
    above or "oo". Other symbols stand for positive numbers. With `attains` it must tend to a positive number instead.
    """
    if wrong := steps(part):
        return wrong
    name, at = part["variable"], {letter: parsed(text) for letter, text in part["at"].items()}
    if name in at or any(names_in(tree) & set(at) for tree in at.values()):
        raise MalformedPart("has values that speak of one another")
    order = substituted_tree(parsed(part["order"]), at)
    above, below, powers = _leading_quotient(("product", (parsed(part["bound"]), ("power", order, flint.fmpq(-1)))), name, part["towards"])
    if above is None or powers.sign(above[1]) * powers.sign(below[1]) <= 0:
        return "the ratio is not seen to be positive"
    grows = _compare_growth(powers, above[0], below[0])
    if part.get("attains"):
        return "" if grows == 0 else "the ratio does not tend to a positive number"
    return "" if grows > 0 else "the ratio does not tend to infinity"


def limit(part: Mapping[str, Any]) -> str:
    """Check that `of` tends to `value` as the variable tends to 0 from above, or to infinity: return "" or the error."""
    if (wrong := _exponential_limit(part)) is not None:
        return wrong
    gap = ("sum", (parsed(part["of"]), ("product", (flint.fmpq(-1), parsed(part["value"])))))
    above, below, powers = _leading_quotient(gap, part["variable"], part["towards"])
    if part["variable"] in names_in(parsed(part["value"])):
        raise MalformedPart("has a limit that moves")
    if above is not None and _compare_growth(powers, above[0], below[0]) >= 0:
        return "the limit is another"
    return "" if powers.sign(below[1]) else "the limit is not seen"


def _exponential_limit(part: Mapping[str, Any]) -> str | None:
    """The limit of (1 + c x)^(d/x) as x tends to 0, which is e^(c d) by definition; None for an expression of another form."""
    tree, name = parsed(part["of"]), part["variable"]
    if part["towards"] != "0" or not isinstance(tree, tuple) or tree[0] != "power" or name not in names_in(tree[2]):
        return None
    powers, x = Powers({name}), parsed(name)
    slope, times = (powers(tree[1]) - 1) * powers(x) ** -1, powers(tree[2]) * powers(x)
    if slope.constant is None or times.constant is None:
        raise MalformedPart("has letters in the exponent of letters")
    return "" if powers(parsed(part["value"])) == powers.power(powers(parsed("E")), slope * times) else "the limit is another"


def total(part: Mapping[str, Any]) -> str:
    """Check a sum of `term` over `index` from `first` on, whose value up to the symbol `last` is `partial`: return "" or the error.

    With `value` the sum goes on for ever, and the partial sums tend to it.
    """
    term, partial, last = (parsed(part[key]) for key in ("term", "partial", "last"))
    if not isinstance(last, str) or last in names_in(term):
        raise MalformedPart("has no letter for the last index")
    first, later = parsed(part["first"]), ("sum", (last, flint.fmpq(1)))
    before = ("sum", (substituted_tree(partial, {last: later}), ("product", (flint.fmpq(-1), partial))))
    for grown, added in ((substituted_tree(partial, {last: first}), first), (before, later)):
        if not _equal_trees(grown, substituted_tree(term, {part["index"]: added})):
            return "the partial sums are others"
    if "value" not in part:
        return ""
    return limit({"of": part["partial"], "value": part["value"], "variable": last, "towards": "oo"})


def _equal_trees(left: Tree, right: Tree) -> bool:
    """Return whether two trees are one function, by either normal form."""
    try:
        powers = Powers(set())
        return powers(left) == powers(right)
    except MalformedPart:
        letters = LetterSigns([left, right])
        return letters(left) == letters(right)


def _check_equation(part: Mapping[str, Any]) -> str:
    powers = Powers(set(part["positive"]))
    return "" if powers(parsed(part["left"])) == powers(parsed(part["right"])) else "the sides are not equal"


def _check_numbers(part: Mapping[str, Any]) -> str:
    """Numbers, by balls; equal ones are at most one another where their normal forms agree."""
    slack, kind = slack_and_kind(related(part["says"]))
    if kind == "=":
        raise MalformedPart("= is not decided by balls")
    powers = Powers(set())
    gap = powers(slack)
    if names := names_in(slack) - {"pi", "E"}:
        raise MalformedPart(f"{min(names)} is no number")
    if not gap.above.terms:
        return "" if kind == ">=" else "the sides are equal"
    return "" if powers.sign(gap.above) * powers.sign(gap.below) > 0 else f"{part['says']} is not seen to hold"


#: By kind, the checker of a part of a step: it returns "" or the error.
SHOWN: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "identity": identity,
    "inequality": inequality,
    "equal": _check_equation,
    "numbers": _check_numbers,
    "limit": limit,
    "sum": total,
}


#: The growth of a term: rates (primes and e, to their powers, to the variable's), the variable's power, its logarithm's.
_Growth = tuple[dict[str, flint.fmpq], flint.fmpq, flint.fmpq]
#: The growth of a sum, and the other factors of its fastest terms.
_Leading = tuple[_Growth, PowerSum]


def _leading_quotient(tree: Tree, name: str, towards: str) -> tuple[_Leading | None, _Leading, Powers]:
    """The leading terms of a quotient above and below, its symbol tending to infinity, after 1/symbol is put for one that tends to 0."""
    if towards not in ("0", "oo"):
        raise MalformedPart(f"{towards!r:.20} is neither 0 nor oo")
    powers = Powers({*names_in(tree), name, f"log({name})", f"sin({name}^(-1))"})
    ratio = powers(substituted_tree(tree, {name: ("power", name, flint.fmpq(-1))} if towards == "0" else {}))
    above, below = (_leading_terms(powers, side, name) for side in (ratio.above, ratio.below))
    if below is None:
        raise NotDefined("divides by zero")
    return above, below, powers


def _leading_terms(powers: Powers, x: PowerSum, name: str) -> _Leading | None:
    """The growth of the fastest terms of a sum, and their other factors; None for zero."""
    fastest: _Growth | None = None
    for at, c in x.terms.items():
        grows, other = _monomial_growth(powers, at, name)
        by = 1 if fastest is None else _compare_growth(powers, grows, fastest)
        if by > 0:
            fastest, left = grows, PowerSum({other: c})
        elif by == 0:
            left = left + PowerSum({other: c})
    return None if fastest is None else (fastest, left)


def _monomial_growth(powers: Powers, at: Monomial, name: str) -> tuple[_Growth, Monomial]:
    """The growth of a product, and its other factors."""
    rates, power, log, other = dict[str, flint.fmpq](), flint.fmpq(0), flint.fmpq(0), []
    for letter, e in at:
        if letter == name:
            power += e
        elif letter == f"log({name})":
            log += e
        elif letter.endswith(f"^({name})"):
            rates[letter.split("^")[0]] = e
        elif letter in powers.arguments and name in _symbols_inside(powers, letter):
            power += e * _small(powers.arguments[letter], name) * letter.startswith("sin(")  # sin x is x and cos x is 1 to first order
        elif re.search(rf"\b{re.escape(name)}\b", letter):
            raise MalformedPart(f"grows in an unknown way: {letter}")
        else:
            other.append((letter, e))
    return (rates, power, log), tuple(other)


def _symbols_inside(powers: Powers, called: str) -> set[str]:
    x = powers.arguments[called]
    inside = {name for part in (x.above, x.below) for at in part.terms for name, _ in at}
    return inside.union(*(_symbols_inside(powers, name) for name in inside & set(powers.arguments)))


def _small(x: PowerRatio, name: str) -> flint.fmpq:
    """The power of the variable that an argument is, which tends to 0. Raises MalformedPart where it is something else."""
    ((at, c), *more) = x.above.terms.items()
    if more or not x.whole or c != 1 or len(at) != 1 or at[0][0] != name or at[0][1] >= 0:
        raise MalformedPart("has a sine or logarithm of what is no small power")
    return at[0][1]


def _compare_growth(powers: Powers, one: _Growth, other: _Growth) -> int:
    """1, 0 or -1 as one grows faster than the other, as fast, or more slowly."""
    rates = {p: one[0].get(p, flint.fmpq(0)) - other[0].get(p, flint.fmpq(0)) for p in {*one[0], *other[0]}}
    if any(e != 0 for e in rates.values()):  # the logarithms of primes, and 1, are linearly independent: the sum is not zero
        logs = (powers(("call", "log", (flint.fmpq(int(p)),)) if p.isdecimal() else flint.fmpq(1)) * e for p, e in rates.items())
        if not (found := powers.sign(sum(logs, powers(flint.fmpq(0))).above)):
            raise MalformedPart("has rates that are too near each other")
        return found
    return next((1 if mine > its else -1 for mine, its in zip(one[1:], other[1:], strict=True) if mine != its), 0)
