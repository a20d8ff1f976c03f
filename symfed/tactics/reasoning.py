"""Arithmetic in a claim's proof: facts about the roots, norms, powers and quotients that occur, and the tactics tried on a goal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations

from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import number
from symfed.kernel.symbols import LESS, NEXT, equal, numeral, sides
from symfed.kernel.terms import Index, KernelRefusal, Num, Term, abstract, app, normal, spine
from symfed.kernel.text import join
from symfed.tactics.arithmetic import NotFound, no_factor_helps, prove, squares_in
from symfed.tactics.fractions import identity
from symfed.tactics.known import FactsOfTerms
from symfed.tactics.norms import norm_equations
from symfed.tactics.proof import ProductOfFacts, ProofLine, closed_subterms
from symfed.tactics.quotients import cancel_inverses, inverses_in
from symfed.tactics.seldom import rare_facts
from symfed.tactics.signs import SignsOfNumbers
from symfed.tactics.substitution import is_of_numbers, known_values, put_in, relation_to_zero, substitute_values

#: With more facts than this, the rarely needed searches take too long.
_FEW = 20
#: Equations for sums and products are not used for substitution.
_NO_NAMES = ("+", "-", "*", "/", "norm", "inner", "num", "mean", "E")


class Reasoning(FactsOfTerms):
    """Derives facts by arithmetic, from given facts and a claim's conditions."""

    def reach(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """A goal that is among facts, or that arithmetic proves from them. Raises NotFound."""
        goal = normal(goal)
        return next((fact for fact in known if fact.prop is goal), None) or self.arithmetic(goal, known)

    def arithmetic(self, goal: Term, facts: Sequence[ProofLine] = (), names: bool = True) -> ProofLine:
        """Real arithmetic from facts, the conditions, and facts about the roots, norms, powers and quotients that occur."""
        goal = self.declared(normal(goal))
        if found := self.try_prove(goal, facts, effort=2):
            return found
        beside = [s for s in self.conditions if s not in facts]
        props = [goal, *(f.prop for f in facts)]
        more = [*self.facts_about(props), *norm_equations(self, props), *self._count_facts(props)]
        if more and (found := self.try_prove(goal, [*facts, *more], effort=2)):
            return found
        everything = list({fact.prop: fact for fact in reversed([*facts, *more, *beside])}.values())[::-1]
        ways: list[Callable[[Term, Sequence[ProofLine]], ProofLine]]
        ways = [partial(self._by_values, facts), self._by_signs, self._identical, self._by_squares, self._of_any_product, self._cleared]
        ways += [self._put_in, self._by_powers, self._from_both_sides, self._without_factor, self._by_contradiction]
        for attempt in ways:
            try:
                return attempt(goal, everything)
            except (NotFound, KernelRefusal):  # an attempt may be too large
                continue
        known = [*everything, *rare_facts(self, props)]
        if not names:
            return prove(self.proof, goal, known)
        try:
            return self._without_names(goal, known)
        except NotFound:
            return self._with_multiples(goal, facts, everything)

    def _with_multiples(self, goal: Term, facts: Sequence[ProofLine], known: Sequence[ProofLine]) -> ProofLine:
        """Retry with the given inequalities multiplied by their denominators."""
        plain = [self._cleared_fact(fact, known) if sides(fact.prop, "<=") and inverses_in(fact.prop) else fact for fact in facts]
        if plain == list(facts) or inverses_in(goal):
            raise NotFound(f"{goal}: {len(known)} facts, products of three, factors of degree two")
        return self.arithmetic(goal, plain, names=False)

    def _cleared_fact(self, fact: ProofLine, known: Sequence[ProofLine]) -> ProofLine:
        """k a <= k b without denominators, from a <= b, where k > 0 is the product of all denominators."""
        _, *both = relation(fact.prop)
        factor, ones, over = numeral(1), list[ProofLine](), [fact]
        for bottom, power in inverses_in(fact.prop).items():
            over += [prove(self.proof, join("<", numeral(0), bottom), known, effort=3)] * power
            ones += self.inverse_facts(bottom)[:1]
            factor = join("*", factor, join("^", bottom, numeral(power, Index)))
        (low, less), (high, more) = (cancel_inverses(join("*", factor, side), ones) for side in both)
        turned = [replace(part, coefficient=-part.coefficient) for part in more]
        return self.proof.arithmetic(join("<=", low, high), ProductOfFacts(tuple(over)), *less, *turned)

    def _by_values(self, facts: Sequence[ProofLine], goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """Retry with the values from facts substituted into the goal."""
        kind, left, right = relation(goal)
        if kind == "=" or left.sort is not Num:
            raise NotFound("no relation of order")
        rest, parts = put_in(number(join("-", right, left)), known_values(facts, powers=True))
        if not parts:
            raise NotFound("no equation to put in")
        return self.proof.arithmetic(goal, ProductOfFacts((self.arithmetic(relation_to_zero(kind, rest), facts),)), *parts)

    def prove_positive(self, x: Term, near: Sequence[ProofLine] = ()) -> ProofLine:
        """0 < x. Raises NotFound."""
        return SignsOfNumbers(self, near).positive_sign(self.declared(normal(x)))

    def _by_signs(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """0 <= x, or 0 < x, by the signs of the parts of x."""
        kind, left, right = relation(goal)
        if kind == "=" or left is not numeral(0) or spine(right)[0].one not in ("*", "/", "^"):
            raise NotFound("no sign of a product")
        sign = SignsOfNumbers(self, known)
        return self.proof.arithmetic(goal, ProductOfFacts((sign.positive_sign(right) if kind == "<" else sign.sign_of(right),)))

    def _identical(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        return identity(self.proof, goal, lambda x: self.prove_positive(x, known), known)

    def _without_names(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """Retry with the names in goal and facts rewritten by their equations."""
        goals, used, plain = [goal], [], list(known)
        for k in range(len(plain)):
            left, right = sides(plain[k].prop, "=") or (goal, goal)
            if left is goal or spine(left)[0].one in _NO_NAMES or left in closed_subterms(right):
                continue
            used.append(plain[k])
            goals.append(normal(app(abstract(goals[-1], left), right)))
            plain = [self._rewrite_name(fact, plain[k], left) if fact is not plain[k] else fact for fact in plain]
        if not used:
            return prove(self.proof, goal, known)
        found = self.arithmetic(goals[-1], [fact for fact in plain if fact not in used], names=False)
        for before, equation in zip(reversed(goals[:-1]), reversed(used), strict=True):
            left, _ = sides(equation.prop, "=") or (goal, goal)
            found = self.proof.rewrite(found, self.proof.swap_sides(equation), abstract(before, left))
        return found

    def _rewrite_name(self, fact: ProofLine, equation: ProofLine, left: Term) -> ProofLine:
        if not left.leaves <= fact.prop.leaves or left not in closed_subterms(fact.prop):
            return fact
        return self.proof.rewrite(fact, equation, abstract(fact.prop, left))

    def restate_fact(self, goal: Term, fact: ProofLine) -> ProofLine:
        """A goal that equals a fact but for the form of its roots and quotients, or that a short search proves from it."""
        if found := self.try_prove(goal, [fact], effort=2):
            return found
        rest = join("-", *(join("-", *relation(prop)[:0:-1]) for prop in (goal, fact.prop)))
        none = identity(self.proof, equal(rest, numeral(0)), self.prove_positive, self.facts_about([goal, fact.prop]))
        return self.proof.arithmetic(goal, ProductOfFacts((fact,)), ProductOfFacts((none,)))

    def _by_squares(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """Retry with squares suggested by the squares and products of the goal."""
        squares = squares_in(goal, known)
        if not squares:
            raise NotFound("no squares")
        return prove(self.proof, goal, known, squares, effort=3)

    def _without_factor(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """A relation of a and b from that of k a and k b, for a positive number k, or one minus a power."""
        kind, left, right = relation(goal)
        if left.sort is not Num:
            raise NotFound("no relation of numbers")
        signs = [(positive, (sides(positive.prop, LESS) or (left, right))[1]) for positive in self._positive_factors(goal, known)]
        if not signs or no_factor_helps(self.proof, goal, [factor for _, factor in signs], known):
            raise NotFound("no factor")
        for positive, factor in signs:
            sides_ = [join("*", factor, side) for side in (left, right)]
            scaled = self.try_prove(join(kind, *sides_) if kind != "=" else equal(*sides_), known, effort=4)
            if scaled is None:
                continue
            if kind == "<=":
                return self.proof.use("positive factors cancel", factor, left, right, positive, scaled)
            one = self.proof.use("quotient", factor, self.proof.use("positive is not zero", factor, positive))
            gap = join("-", left, right)
            if kind == "=":
                share = ProductOfFacts((scaled,), left=join("/", numeral(1), factor))
                return self.proof.arithmetic(goal, share, ProductOfFacts((one,), Fraction(-1), left=gap))
            over = self.proof.use("inverses are positive", factor, positive)
            return self.proof.arithmetic(goal, ProductOfFacts((scaled, over)), ProductOfFacts((one,), left=gap))
        raise NotFound("no factor")

    def _positive_factors(self, goal: Term, known: Sequence[ProofLine]) -> list[ProofLine]:
        """0 < k for positive numbers k: single ones, one minus powers, products of two symbols."""
        found, letters = [], []
        for positive in known:
            low, high = sides(positive.prop, LESS) or (goal, goal)
            if low is numeral(0) and high.kind == "const":
                letters.append(positive)
            elif low is numeral(0):
                found.append(positive)
            elif spine(low)[0].one == "^":
                found.append(self.proof.arithmetic(join("<", numeral(0), join("-", high, low)), ProductOfFacts((positive,))))
        spoken = {leaf for fact in known for leaf in fact.prop.leaves if sides(fact.prop, "=")} | goal.leaves
        for one, other in combinations([one for one in letters if (sides(one.prop, LESS) or (goal, goal))[1] in spoken], 2):
            product = join("*", *((sides(x.prop, LESS) or (goal, goal))[1] for x in (one, other)))
            found.append(self.proof.arithmetic(join("<", numeral(0), product), ProductOfFacts((one, other))))
        return list({one.prop: one for one in (*found, *letters)}.values())

    def _cleared(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """An inequality from the one multiplied by all denominators, which are positive and cancel."""
        kind, left, right = relation(goal)
        bottoms = inverses_in(goal) if kind != "=" and left.sort is Num else {}
        if not bottoms:
            raise NotFound("no denominators")
        signs = {bottom: prove(self.proof, join("<", numeral(0), bottom), known, effort=3) for bottom in bottoms}
        ones, over, factor, scale = [], [], numeral(1), numeral(1)
        for bottom, power in bottoms.items():
            ones.append(self.proof.use("quotient", bottom, self.proof.use("positive is not zero", bottom, signs[bottom])))
            over += [self.proof.use("inverses are positive", bottom, signs[bottom])] * power
            factor = join("*", factor, join("^", bottom, numeral(power, Index)))
            scale = join("*", scale, join("^", join("/", numeral(1), bottom), numeral(power, Index)))
        (low, _), (high, _) = (cancel_inverses(join("*", factor, side), ones) for side in (left, right))
        below = self._by_polynomials(join(kind, low, high), known)
        same = equal(join("-", right, left), join("*", scale, join("-", high, low)))
        found = identity(self.proof, same, lambda x: signs[x])
        return self.proof.arithmetic(goal, ProductOfFacts((found,)), ProductOfFacts((below, *over)))

    def _by_polynomials(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        try:
            return prove(self.proof, goal, known, squares_in(goal), effort=3)
        except NotFound:
            return prove(self.proof, goal, known)

    def _by_powers(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """a <= b from a^n <= b^n and b >= 0, where n is two, or the order of a root that occurs."""
        kind, left, right = relation(goal)
        if kind != "<=" or left.sort is not Num:
            raise NotFound("no inequality")
        positive = prove(self.proof, join("<=", numeral(0), right), known, effort=3)
        orders = [int(of[0].one) for x in closed_subterms(goal) for head, of in [spine(x)] if head.one == "root" and len(of) == 2]
        less = numeral(max(orders, default=2) - 1, Index)
        smaller = join("<=", *(join("^", side, NEXT(less)) for side in (left, right)))
        powers = self.try_prove(smaller, known, effort=4) or self._put_in(smaller, known)
        return self.proof.use("smaller powers", left, right, less, positive, powers)

    def _from_both_sides(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """a = b from (a - b)² <= 0."""
        kind, left, right = relation(goal)
        if kind != "=" or left.sort is not Num:
            raise NotFound("no equation of numbers")
        gap = join("-", left, right)
        zero = self.proof.use("a square is zero", gap, prove(self.proof, join("<=", join("*", gap, gap), numeral(0)), known, effort=4))
        return self.proof.arithmetic(goal, ProductOfFacts((zero,)))

    def _of_any_product(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """Retry with inner products generalised to arbitrary numbers: sums inside them are not expanded."""
        products = [x for x in closed_subterms(goal) if spine(x)[0].one == "inner" and x.sort is Num and len(number(x)) > 1]
        letters = [self.proof.variable(f"product_{k}", Num) for k, _ in enumerate(products)]
        plain = goal
        for x, letter in zip(products, letters, strict=True):
            plain = normal(app(abstract(plain, x), letter))
        if plain is goal or relation(goal)[0] == "=":
            raise NotFound("no inner products")
        made = prove(self.proof, plain, known, squares_in(plain), effort=3)
        return self.proof.at(self.proof.general(made, *letters), *products)

    def _put_in(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """Retry with the values of unknowns substituted into the goal and the facts."""
        kind, left, right = relation(goal)
        values = known_values(known) if left.sort is Num else []
        rest, parts = put_in(number(join("-", left, right) if kind == "=" else join("-", right, left)), values) if values else ({}, [])
        if not parts:
            raise NotFound("nothing to put in")
        plain = self.arithmetic(relation_to_zero(kind, rest), [substitute_values(self.proof, f, values) for f in known if is_of_numbers(f)])
        return self.proof.arithmetic(goal, ProductOfFacts((plain,)), *parts)

    def _by_contradiction(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        """a <= b, where 0 <= b: from b < a it would follow that (a - b) a, (a^2 - b^2) a^2 or (a - b)^2 is not positive."""
        kind, left, right = relation(goal)
        if kind != "<=" or left.sort is not Num:
            raise NotFound("no inequality")
        positive = prove(self.proof, join("<=", numeral(0), right), known, effort=3)
        more = self.proof.assume(join("<", right, left))
        over = self.proof.arithmetic(join("<", numeral(0), left), ProductOfFacts((positive,)), ProductOfFacts((more,)))
        gap, zero = join("*", join("-", left, right), left), numeral(0)
        wide = join("*", gap, join("*", join("+", left, right), left))
        whole = join("*", join("-", left, right), join("-", left, right))
        ways = [
            (gap, known, 3, [ProductOfFacts((more, over))]),
            (wide, known, 5, [ProductOfFacts((more, over, over, over)), ProductOfFacts((more, over, over, positive))]),
            (whole, [more, *known], 5 if len(known) < _FEW else 0, [ProductOfFacts((more, more))]),
        ]
        for product, facts, effort, parts in ways:
            if below := self.try_prove(join("<=", product, zero), facts, effort):
                above = self.proof.arithmetic(join("<", zero, product), *parts)
                break
        else:
            raise NotFound(f"no contradiction from {more.prop}")
        never = self.proof.arithmetic(join("<", zero, zero), ProductOfFacts((above,)), ProductOfFacts((below,)))
        absurd = self.proof.use("absurd", goal, self.proof.use("less is not equal", zero, never))
        cases = self.proof.discharge(self.proof.assume(goal), goal), self.proof.discharge(absurd, more.prop)
        either = self.proof.use("one is at most the other", left, right)
        return self.proof.use("cases", goal, more.prop, goal, *cases, either)
