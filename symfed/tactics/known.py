"""Facts about the roots, norms, powers, quotients and means that occur in a claim's arithmetic, and signs of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symfed.kernel.forms import count, number
from symfed.kernel.symbols import for_all, numeral
from symfed.kernel.terms import Index, Num, Term, abstract, app, const, normal, spine, to
from symfed.kernel.terms import variables as free_variables
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.tactics.arithmetic import NotFound, prove
from symfed.tactics.proof import ProductOfFacts, ProofLine, ProofWriter, closed_subterms


class FactsOfTerms:
    """Facts derived by arithmetic from a claim's conditions."""

    proof: ProofWriter
    conditions: list[ProofLine]

    def __init__(self) -> None:
        self.conditions = []
        self.facts: dict[str, ProofLine] = {}
        self.signs: dict[Term, ProofLine | None] = {}
        self.never_negative: dict[Term, ProofLine] = {}  # number-valued functions, with the fact for all values

    def declare(self, *variables: Term) -> None:
        for v in variables:
            self.proof.variable(v.one, v.sort)

    def declare_all(self, term: Term) -> None:
        self.declare(*free_variables(term))

    def declared(self, term: Term) -> Term:
        """Declare the free variables of a term to the proof, and return the term."""
        self.declare_all(term)
        return term

    def assume_open(self, prop: Term) -> ProofLine:
        """Assume the universal closure of a condition, and return the condition itself as a fact."""
        of = sorted(free_variables(prop), key=lambda v: str(v.one))
        self.declare(*of)
        step = self.proof.assume(self.universal_closure(prop))
        return self.proof.at(step, *of) if of else step

    def universal_closure(self, prop: Term) -> Term:
        """The universal closure of a proposition."""
        closed = normal(prop)
        for v in sorted(free_variables(prop), key=lambda v: str(v.one), reverse=True):
            closed = for_all(abstract(closed, v))
        return normal(closed)

    def try_prove(self, goal: Term, facts: Sequence[ProofLine], effort: int) -> ProofLine | None:
        """A relation as a fact if a short search proves it, else None."""
        try:
            return prove(self.proof, goal, facts, effort=effort)
        except NotFound:
            return None

    def arithmetic(self, goal: Term, facts: Sequence[ProofLine] = (), names: bool = True) -> ProofLine:
        """Real arithmetic; see `Reasoning`."""
        raise NotImplementedError

    def facts_about(self, props: Sequence[Term]) -> list[ProofLine]:
        """The facts that sentences of the page give about the quotients, norms, roots and powers in these propositions."""
        found: dict[Term, list[ProofLine]] = {}
        for prop in props:
            for x in closed_subterms(prop):
                head, of = spine(x)
                if x in found or head.kind != "const":
                    continue
                if head in self.never_negative and x.sort is Num:
                    found[x] = [self.proof.at(self.never_negative[head], *of)]
                elif head.one == "/" and len(of) == 2 and not (of[1].kind == "const" and of[1].one.isdigit()):
                    found[x] = self.inverse_facts(of[1])
                elif head.one == "norm" and len(of) == 1:
                    found[x] = [self.proof.use("norms", of[0]), self.proof.use("norm", of[0])]
                elif head.one == "opnorm" and len(of) == 1:
                    found[x] = [self.proof.use("operator norms", of[0])]
                elif head.one == "frobenius" and len(of) == 1:
                    found[x] = [self.proof.use("Frobenius norms", of[0])]
                elif head.one == "sqrt" and len(of) == 1:
                    found[x] = self._root_facts("root", "roots", of[0])
                elif head.one == "root" and len(of) == 2 and of[0].kind == "const":
                    found[x] = self._root_facts("root of an order", "roots of an order", *of)
                elif head.one == "^" and len(of) == 2 and of[0].sort is Num and not (of[1].kind == "const" and of[1].one.isdigit()):
                    found[x] = self._power_facts(*of)
                elif head.one == "num" and len(of) == 1:
                    found[x] = self._facts_of_count(of[0])
                elif head.one in ("mean", "E") and x.sort is Num and len(of) == 1:
                    found[x] = self._average_facts(x)
                elif head.one == "*" and len(of) == 2 and x.sort is Num:
                    for factor in of:
                        if spine(factor)[0].one in ("+", "-") and factor not in found:
                            found[factor] = self._unit_bounds(factor)
        return [step for several in found.values() for step in several]

    def _average_facts(self, average: Term) -> list[ProofLine]:
        """The fact that a mean or an expectation is nonnegative, if its argument is; else none."""
        if average not in self.signs:
            self.signs[average] = None
            head, (function,) = spine(average)
            assert function.sort.source is not None
            variable = self.proof.variable(f"of_{head.one}", function.sort.source)
            if variable in function.leaves:  # an average within another
                variable = self.proof.variable(f"within_{head.one}", function.sort.source)
            goal = join("<=", numeral(0), normal(app(function, variable)))
            sign = self.try_prove(goal, self.facts_about([goal]), effort=1 if head.one == "mean" else 2)
            self.signs[average] = None if sign is None else self.average_sign(average, self.proof.general(sign, variable))
        step = self.signs[average]
        return [] if step is None else [step]

    def average_sign(self, average: Term, everywhere: ProofLine) -> ProofLine | None:
        """0 <= average, from 0 <= its argument at every client or outcome."""
        raise NotImplementedError

    def _count_facts(self, props: Sequence[Term]) -> list[ProofLine]:
        """Counts in the conditions are nonnegative; those in the propositions are covered elsewhere."""
        own = {x for prop in props for x in closed_subterms(prop)}
        others = {x for c in self.conditions for x in closed_subterms(c.prop) if spine(x)[0].one == "num" and spine(x)[1]} - own
        return [step for x in sorted(others, key=str) for step in self._facts_of_count(spine(x)[1][0])]

    def _facts_of_count(self, index: Term) -> list[ProofLine]:
        """A count and the counts in it are nonnegative; a successor is positive."""
        form = count(index)
        own = dict.fromkeys(u.term for product in form for u, _ in product)
        letters = [self.proof.use("counts", x) for x in own if x is not index]
        if () not in form:
            return [self.proof.use("counts", index), *letters]
        parts = [
            ProductOfFacts((self.proof.use("counts", written({p: 1}, Index)),), Fraction(k)) if p else ProductOfFacts((), Fraction(k))
            for p, k in form.items()
        ]
        return [self.proof.arithmetic(join("<", numeral(0), app(const("num", to(Index, Num)), index)), *parts), *letters]

    def _unit_bounds(self, factor: Term) -> list[ProofLine]:
        """A factor that is a sum is nonnegative, or at most one, where the conditions show it."""
        signs = (self._sign_by_conditions(join("<=", x, y)) for x, y in ((numeral(0), factor), (factor, numeral(1))))
        return [step for step in signs if step is not None]

    def _root_facts(self, value: str, sign: str, *of: Term) -> list[ProofLine]:
        """A root is nonnegative, and its power is the radicand where that is nonnegative."""
        root, inside = [self.proof.use(sign, *of)], of[-1]
        goal = join("<=", numeral(0), inside)
        positive = self._sign_by_conditions(goal) or self.try_prove(goal, [*self.conditions, *self.facts_about([goal])], effort=3)
        less = [numeral(int(order.one) - 1, Index) for order in of[:-1]]
        return root if positive is None else [*root, self.proof.use(value, *less, inside, positive)]

    def inverse_facts(self, bottom: Term) -> list[ProofLine]:
        """1/b is positive and b (1/b) = 1, where b is known to be positive; else no facts."""
        bottom = self.declared(normal(bottom))
        positive = self._sign_by_conditions(join("<", numeral(0), bottom))
        if positive is None:
            return []
        found = [
            self.proof.use("quotient", bottom, self.proof.use("positive is not zero", bottom, positive)),
            self.proof.use("inverses are positive", bottom, positive),
        ]
        return found + self._inverse_of_product(bottom) + ([positive] if len(number(bottom)) > 1 else [])

    def _inverse_of_product(self, bottom: Term) -> list[ProofLine]:
        """1/(a b) = 1/a 1/b, for a product of positive numbers, or a sum of such with common factors."""
        factors, form = _factors_of(bottom), number(bottom)
        if len(factors) < 2 and len(form) == 1:
            ((product, coefficient),) = form.items()
            factors = [u.term for u, k in product for _ in range(k)]
            factors = ([written({(): coefficient}, Num)] if coefficient != 1 else []) + factors
        if len(factors) < 2 and len(form) > 1:
            powers = [dict(product) for product in form]
            common = {u: k for u in powers[0] if (k := min(own.get(u, 0) for own in powers))}
            rest = {tuple((u, k - common.get(u, 0)) for u, k in product if k > common.get(u, 0)): value for product, value in form.items()}
            factors = [written(rest, Num), *(u.term for u, k in common.items() for _ in range(k))]
        if len(factors) < 2:
            return []
        found, whole = [], factors[0]
        signs = [sign for f in factors if (sign := self._sign_by_conditions(join("<", numeral(0), f))) is not None]
        if len(signs) < len(factors):
            return []
        sign = signs[0]
        for factor, own in zip(factors[1:], signs[1:], strict=True):
            apart = (self.proof.use("positive is not zero", x, s) for x, s in ((whole, sign), (factor, own)))
            found.append(self.proof.use("inverse of a product", whole, factor, *apart))
            sign = self.proof.arithmetic(join("<", numeral(0), join("*", whole, factor)), ProductOfFacts((sign, own)))
            whole = join("*", whole, factor)
        return found

    def _power_facts(self, base: Term, exponent: Term) -> list[ProofLine]:
        """A power of a positive number is positive, of a number up to one at most one; also for each count in the exponent."""
        plain = [u.term for product in count(exponent) for u, _ in product if len(product) == 1]
        exponents = [exponent, *(e for e in plain if e is not exponent)]
        found = [step for e in exponents for step in self._sign_of_power(base, e)]
        not_negative, up_to_one = (self._sign_by_conditions(join("<=", x, y)) for x, y in ((numeral(0), base), (base, numeral(1))))
        if not_negative is None or up_to_one is None:
            return found
        strict = self._sign_by_conditions(join("<", base, numeral(1)))
        if strict is not None and count(exponent).get((), 0) > 0:
            less = {product: k - (product == ()) for product, k in count(exponent).items()}
            before = written({product: k for product, k in less.items() if k}, Index)
            found.append(self.proof.use("powers below one", base, before, not_negative, strict))
        bounds = [not_negative, up_to_one] + ([] if strict is None else [strict])
        below = [self.proof.use("factors up to one", base, e, not_negative, up_to_one) for e in exponents]
        later = [(join("<=", join("*", base, join("^", base, e)), base), step) for e, step in zip(exponents, below, strict=True)]
        return found + bounds + below + [self.proof.arithmetic(goal, ProductOfFacts((not_negative, step))) for goal, step in later]

    def _sign_of_power(self, base: Term, exponent: Term) -> list[ProofLine]:
        for sign, sentence in (("<", "powers are positive"), ("<=", "powers are not negative")):
            positive = self._sign_by_conditions(join(sign, numeral(0), base))
            if positive is not None:
                return [self.proof.use(sentence, base, exponent, positive)]
        signs = [] if spine(base)[0].one == "^" else self.facts_about([base])  # for a norm or a root no condition states it
        wanted = join("<=", numeral(0), base)
        return [self.proof.use("powers are not negative", base, exponent, line) for line in signs if line.prop is wanted][:1]

    def _sign_by_conditions(self, goal: Term) -> ProofLine | None:
        """A relation as a fact if the conditions prove it, else None; cached."""
        goal = self.declared(normal(goal))
        if goal not in self.signs:
            spoken = (x for prop in (goal, *(c.prop for c in self.conditions)) for x in closed_subterms(prop))
            numbers = {x for x in spoken if spine(x)[0].one == "num" and spine(x)[1]}
            beside = [step for x in sorted(numbers, key=str) for step in self._facts_of_count(spine(x)[1][0])]
            self.signs[goal] = None  # powers in it may refer to it
            powers = [
                of for x in closed_subterms(goal) for head, of in [spine(x)] if head.one == "^" and len(of) == 2 and of[0].sort is Num
            ]
            beside += [step for of in powers if not (of[1].kind == "const" and of[1].one.isdigit()) for step in self._power_facts(*of)]
            self.signs[goal] = self.try_prove(goal, [*self.conditions, *beside], effort=3)
        return self.signs[goal]


def _factors_of(x: Term) -> list[Term]:
    """The factors of a product as written; a power with exponent 2, 3 or 4 counts as several."""
    head, of = spine(x)
    if head.one == "*" and len(of) == 2:
        return [*_factors_of(of[0]), *_factors_of(of[1])]
    if head.one == "^" and of[1].kind == "const" and of[1].one in ("2", "3", "4"):
        return _factors_of(of[0]) * int(of[1].one)
    return [x]
