"""Inequalities with a certificate: a positive multiple of what is claimed is a sum of products of what is known, with coefficients >= 0.

What is trusted: that each letter has the sign that the file gives it (a letter in brackets stands for a norm, a mean, an expectation), and
the facts about powers and roots which `_RULES` spells out. Relations are read where all of their denominators are not zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from symfed.recheck.expressions import MalformedPart, Tree, constant, parsed, related
from symfed.recheck.ratios import LetterSigns, PolynomialRatio, names_in

#: The sides of a relation, turned so that it says 0 <= right - left, and how: not negative, positive, or zero.
_KINDS = {"<=": (">=", 1), ">=": (">=", -1), "<": (">", 1), ">": (">", -1), "=": ("=", 1)}
_SIGNS = {"> 0": 1, ">= 0": 0, ">= 1": 1, "natural": 0}


#: A relation, as text or as left side, sign and right side.
Relation = str | tuple[Tree, str, Tree]


def _slack(relation: Relation) -> tuple[Tree, str]:
    """right - left of a relation as a tree, and what it is: ">=", ">" or "="."""
    left, sign, right = related(relation) if isinstance(relation, str) else relation
    if sign not in _KINDS:
        raise MalformedPart(f"{sign} is no sign of a fact that can be used")
    kind, turn = _KINDS[sign]
    high, low = (right, left) if turn == 1 else (left, right)
    return ("sum", (high, ("product", (parsed("-1"), low)))), kind


class KnownFacts:
    """What is known of some letters: facts by name, and the signs of polynomials that follow from them."""

    def __init__(self, signs: Mapping[str, str], trees: Iterable[Tree]) -> None:
        self.letters = LetterSigns([*trees, *signs])
        self.facts: dict[str, tuple[PolynomialRatio, str]] = {}
        self.signs: dict[str, tuple[int, bool]] = {}
        self.counts = {name for name, sign in signs.items() if sign in (">= 1", "natural")}
        self.positive = {name for name, sign in signs.items() if _SIGNS[sign]}
        self._generators: dict[int, bool] = {}
        self._factors: dict[tuple[str, str], tuple[int, list[tuple[Any, int, bool]]]] = {}
        for name in signs:
            self._letter(self.letters.of[name], name in self.positive)
        for name in self.counts & self.positive:
            self.learn(f"more_{name}", self.letters.of[name] - 1, ">=")

    def _letter(self, letter: PolynomialRatio, positive: bool) -> None:
        """A letter, or what stands for a power, that is not negative."""
        at = next(iter(letter.above.to_dict())).index(1)
        self._generators[at] = positive or self._generators.get(at, False)

    def learn(self, name: str, fact: PolynomialRatio, kind: str) -> None:
        """A fact: this is not negative, positive, or zero. Where the signs of all its factors but one are known, so is that one's."""
        if name in self.facts:
            raise MalformedPart(f"{name} is said twice")
        self.facts[name] = fact, kind
        if kind == "=" or fact == 0:
            return
        (total, factors), open_ = self._split(fact), []
        for factor, times, _ in factors:
            sign, strict = self._sign(factor)
            if sign and (strict or kind == ">"):
                total *= sign if times % 2 else 1
            elif times % 2 or kind == ">=":  # where an even power vanishes, a fact says nothing of the other factors
                open_.append((factor, times))
        if len(open_) == 1 and open_[0][1] % 2:
            factor = open_[0][0]
            self.signs[str(factor)] = total, kind == ">"
            (monomial,) = list(factor.to_dict()) if len(factor) == 1 else [()]
            if sum(monomial) == 1 and total > 0:
                at = monomial.index(1)
                self._generators[at] = kind == ">" or self._generators.get(at, False)

    def _split(self, x: PolynomialRatio) -> tuple[int, list[tuple[Any, int, bool]]]:
        """The sign of a quotient's constant, and its irreducible factors: (factor, multiplicity, whether it stands below)."""
        if x.key not in self._factors:
            (c, above), (d, below) = x.above.factor(), x.below.factor()
            self._factors[x.key] = 1 if c * d > 0 else -1, [(f, n, False) for f, n in above] + [(f, n, True) for f, n in below]
        return self._factors[x.key]

    def _sign(self, polynomial: Any) -> tuple[int, bool]:
        """1 or -1 where an irreducible polynomial is known not to have the other sign, else 0; and whether it is known not to vanish."""
        if polynomial.is_constant():
            return (1 if polynomial.leading_coefficient() > 0 else -1), True
        if (found := self.signs.get(str(polynomial))) and found[1]:
            return found
        terms = polynomial.to_dict()
        signs = {1 if c > 0 else -1 for c in terms.values()}
        if len(signs) == 1 and all(e % 2 == 0 or k in self._generators for at in terms for k, e in enumerate(at) if e):
            strict = any(all(self._generators.get(k, False) for k, e in enumerate(at) if e) for at in terms)
            return signs.pop(), strict
        return found or (0, False)

    def sign(self, x: PolynomialRatio, strict: bool = False) -> bool:
        """Whether it is known that x >= 0, or x > 0, by its factors."""
        if x == 0:
            return not strict
        above, below = self._sign(x.above), self._sign(x.below)
        if above[0] * below[0] > 0 and below[1] and (above[1] or not strict):
            return True
        (total, factors), sure = self._split(x), True
        for factor, times, is_below in factors:
            sign, nonzero = self._sign(factor)
            if times % 2:
                total *= sign
            sure = sure and (nonzero or (not strict and not is_below))
        return total > 0 and sure

    def adds_up(self, goal: PolynomialRatio, strict: bool, factor: Sequence[Any], terms: Sequence[Any]) -> str:
        """What is wrong with a certificate; nothing where factor * goal is the sum of the terms, with signs as they must be.

        Factor and terms are lists of (coefficient, names of facts): each is the product of these.
        """
        by, positive = self.letters.one * 0, False
        for coefficient, names in factor:
            c = self.letters(parsed(coefficient))
            kinds = [self.facts[name][1] for name in names]
            sure = self.sign(c, strict=True) and all(
                kind == ">" or self.sign(self.facts[name][0], strict=True) for kind, name in zip(kinds, names, strict=True)
            )
            if not self.sign(c) or "=" in kinds:
                return f"a multiplier of the claim may be negative: {coefficient}"
            positive = positive or sure
            by = by + self._product(c, names)
        if not positive:
            return "no multiple of the claim is taken"
        total, above = self.letters.one * 0, False
        for coefficient, names in terms:
            c = self.letters(parsed(coefficient))
            kinds = [self.facts[name][1] for name in names]
            if "=" not in kinds:
                if not self.sign(c):
                    return f"a multiplier may be negative: {coefficient}"
                above = above or (self.sign(c, strict=True) and all(kind == ">" for kind in kinds))
            elif not self._defined(c):
                return f"a multiplier may be undefined: {coefficient}"
            total = total + self._product(c, names)
        if strict and not above:
            return "no term is positive, and the claim is strict"
        return "" if by * goal == total else "the terms do not add up to the claim"

    def _defined(self, c: PolynomialRatio) -> bool:
        return all(self._sign(factor)[1] for factor, _, below in self._split(c)[1] if below)

    def _product(self, c: PolynomialRatio, names: Sequence[str]) -> PolynomialRatio:
        for name in names:
            c = c * self.facts[name][0]
        return c

    def rule(self, name: str, base: PolynomialRatio, exponent: PolynomialRatio) -> tuple[PolynomialRatio, str]:
        """The fact that a rule gives about base^exponent. Raises MalformedPart where what it asks for is not known."""
        needs, says = _RULES[name]
        power, one = self.letters.power(base, exponent), self.letters.one
        if name in _ROOTS:
            natural = least = exponent == one * _ROOTS[name]
        else:
            at = [a for a in exponent.above.to_dict() if any(a)]
            used = {str(exponent.above.context().gen(k)) for a in at for k, e in enumerate(a) if e}
            natural = used <= self.counts and len(at) == 1 and len(exponent.above) == 1 and exponent.above.leading_coefficient() == 1
            least = natural and used <= self.positive
        met = {
            "base > 0": lambda: self.sign(base, strict=True),
            "base >= 0": lambda: self.sign(base),
            "base < 1": lambda: self.sign(one - base, strict=True),
            "base <= 1": lambda: self.sign(one - base),
            "exponent >= 1": lambda: least,
        }
        if missing := [need for need in needs if not met[need]()] or ([] if natural else ["a natural exponent"]):
            raise MalformedPart(f"{name} asks for {missing[0]}")
        return says(power, base, exponent, one)


Says = Callable[[PolynomialRatio, PolynomialRatio, PolynomialRatio, PolynomialRatio], tuple[PolynomialRatio, str]]
#: What is known of p = b^n for a natural number n, of p = sqrt(b): what it asks for, and what it says.
_RULES: dict[str, tuple[tuple[str, ...], Says]] = {
    "pow_lt": (("base > 0",), lambda p, b, n, one: (p, ">")),
    "pow_le": (("base >= 0",), lambda p, b, n, one: (p, ">=")),
    "pow_below_one": (("base >= 0", "base < 1", "exponent >= 1"), lambda p, b, n, one: (one - p, ">")),
    "pow_at_most_one": (("base >= 0", "base <= 1"), lambda p, b, n, one: (one - p, ">=")),
    "pow_at_most_base": (("base >= 0", "base <= 1", "exponent >= 1"), lambda p, b, n, one: (b - p, ">=")),
    "bernoulli": (("base >= 0",), lambda p, b, n, one: (p - one - n * (b - one), ">=")),
    "bernoulli_below": (("base >= 0",), lambda p, b, n, one: (one - p * (one + n * (one - b)), ">=")),
    "sqrt_lt_R0": (("base > 0",), lambda p, b, n, one: (p, ">")),
    "sqrt_pos": (("base >= 0",), lambda p, b, n, one: (p, ">=")),
    "root_squared": (("base >= 0",), lambda p, b, n, one: (b - p * p, "=")),
}
_ROOTS = dict.fromkeys(("sqrt_lt_R0", "sqrt_pos", "root_squared"), constant(parsed("1/2")))


def inequality(part: Mapping[str, Any]) -> str:
    """What is wrong with a proof of `goal` from `given` and the `signs` of letters; nothing where it is one. Raises MalformedPart.

    `put` replaces letters, one after the other: by what an equation says, or by the square of a new one. `known` are facts that follow, in
    order, each by its factors, by a rule, as a square, as a product, or as a sum; `proof` is the certificate of the goal. What stands in
    `terms`, too, is not given, but proved from the others.
    """
    given, terms = part["given"], part.get("terms", {})
    conditions = {name: text for name, text in given.items() if name not in terms}
    wrong = ((name, prove(part["signs"], conditions, given[name], proof)) for name, proof in terms.items())
    return next((f"{name}: {found}" for name, found in wrong if found), "") or prove(part["signs"], given, part["goal"], part)


def prove(signs: Mapping[str, str], given: Mapping[str, Relation], goal: Relation, proof: Mapping[str, Any]) -> str:
    """What is wrong with a proof of a goal from given relations and signs; nothing where it is one. `proof` has the rest."""
    signs = dict(signs)
    if unknown := set(signs.values()) - set(_SIGNS):
        raise MalformedPart(f"{min(unknown)!r} is no sign of a letter")
    slacks = {name: _slack(text) for name, text in given.items()}
    before = set(signs)
    put, dropped = _put(signs, slacks, proof["put"])
    left, sign, right = related(goal) if isinstance(goal, str) else goal
    trees = [left, right, *(tree for tree, _ in slacks.values()), *put.values(), *map(parsed, _texts(proof))]
    known = KnownFacts({name: how for name, how in signs.items() if name not in put}, trees)
    known.letters.put = put
    spoken = names_in(left) | names_in(right) | set().union(*(names_in(tree) for tree, _ in slacks.values()))
    for root in set(signs) - before:
        if root in spoken:
            raise MalformedPart(f"{root} is a letter already")
        known.letters.rooted(known.letters.of[root])
    for name, (tree, kind) in slacks.items():
        if name not in dropped:
            known.learn(name, known.letters(tree), kind)
    for name in put:
        if name in signs and name in dropped.values():
            known.learn(f"sign_{name}", known.letters(name), ">" if _SIGNS[signs[name]] else ">=")
    for step in proof["known"]:
        if wrong := _follows(known, step):
            return wrong
    return _closed(known, left, sign, right, proof["proof"])


def _put(signs: dict[str, str], slacks: Mapping[str, Any], steps: Sequence[Sequence[str]]) -> tuple[dict[str, Tree], dict[str, str]]:
    """LetterSigns that are replaced, and the equations by which they are."""
    put: dict[str, Tree] = {}
    dropped: dict[str, str] = {}
    for name, text, why in steps:
        tree = parsed(text)
        if name in put or names_in(tree) & {name, *put}:
            raise MalformedPart(f"{name} is replaced by itself, or twice")
        if why == "root":
            root = names_in(tree).pop()
            if signs.get(name) not in ("> 0", ">= 0") or tree != ("power", root, parsed("2")) or root in signs:
                raise MalformedPart(f"{name} is no square of {text}")
            signs[root] = signs[name]
        else:
            slack, kind = slacks[why]
            letters = LetterSigns([slack, tree, name])
            letters.put = put
            gap, own = letters(slack), letters.of[name] - letters(tree)
            if kind != "=" or (gap != own and gap != own * -1) or signs.get(name) in (">= 1", "natural"):
                raise MalformedPart(f"{why} does not give {name}")
            dropped[why] = name
        put[name] = tree
    return put, dropped


def _texts(proof: Mapping[str, Any]) -> list[str]:
    """All expressions of a proof, for their letters."""
    found: list[str] = []

    def look(held: Any) -> None:
        if isinstance(held, Mapping):
            found.extend(held[key] for key in ("says", "base", "exponent", "times") if key in held)
            for key in ("factor", "terms"):
                found.extend(coefficient for coefficient, _ in held.get(key, ()))
            for key in ("sum", "parts", "known", "proof"):
                look(held.get(key))
        elif isinstance(held, list | tuple):
            for one in held:
                look(one)

    look(proof)
    return found


def _follows(known: KnownFacts, step: Mapping[str, Any]) -> str:
    """What is wrong with a fact that is said to follow; where nothing is, it is learnt."""
    name = step["name"]
    if "rule" in step:
        fact, kind = known.rule(step["rule"], *(known.letters(parsed(step[key])) for key in ("base", "exponent")))
        known.learn(name, fact, kind)
        return ""
    if "of" in step:
        m, (fact, kind) = known.letters(parsed(step["times"])), known.facts[step["of"]]
        if kind != "=" and not known.sign(m):
            return f"a multiplier may be negative: {step['times']}"
        if kind == "=" and not known._defined(m):
            return f"a multiplier may be undefined: {step['times']}"
        known.learn(name, m * fact, "=" if kind == "=" else ">=")
        return ""
    said = known.letters(parsed(step["says"]))
    if step.get("square"):
        known.learn(name, said * said, ">=")
        return ""
    strict = bool(step["strict"])
    wrong = (
        known.adds_up(said, strict, step["sum"]["factor"], step["sum"]["terms"])
        if "sum" in step
        else ""
        if known.sign(said, strict)
        else "unknown"
    )
    if not wrong:
        known.learn(name, said, ">" if strict else ">=")
    return wrong and f"{step['says']} {'>' if strict else '>='} 0: {wrong}"


def _closed(known: KnownFacts, left: Tree, sign: str, right: Tree, proof: Mapping[str, Any]) -> str:
    """What is wrong with the last step; nothing where it shows `left sign right`."""
    if sign in (">=", ">"):
        left, sign, right = right, {">=": "<=", ">": "<"}[sign], left
    how = proof["how"]
    if how == "equal":
        return "" if sign in ("=", "<=") and known.letters(left) == known.letters(right) else "the sides are not equal"
    if sign == "=" and how == "both":
        return _closed(known, left, "<=", right, proof["parts"][0]) or _closed(known, right, "<=", left, proof["parts"][1])
    if sign == "!=" and how in ("below", "above"):
        ends = (left, right) if how == "below" else (right, left)
        return _closed(known, ends[0], "<", ends[1], proof["parts"][0])
    if sign == "<=" and how == "abs" and left[:2] == ("call", "Abs"):
        inside, minus = left[2][0], ("product", (parsed("-1"), right))
        return _closed(known, minus, "<=", inside, proof["parts"][0]) or _closed(known, inside, "<=", right, proof["parts"][1])
    if sign == "<=" and how == "squares":
        squared = [("power", side, parsed("2")) for side in (left, right)]
        return _closed(known, parsed("0"), "<=", right, proof["parts"][0]) or _closed(
            known, squared[0], "<=", squared[1], proof["parts"][1]
        )
    if sign in ("<=", "<") and how == "sum":
        return known.adds_up(known.letters(right) - known.letters(left), sign == "<", proof["factor"], proof["terms"])
    raise MalformedPart(f"{how!r:.40} does not end in a relation by {sign}")


__all__ = ["KnownFacts", "inequality", "prove"]
