"""Is a hypothesis met by what is known? By literal equality with a fact, by real arithmetic, or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.claim import Claim, Lemma, as_relation
from symfed.core.domain import Class, Domain
from symfed.core.symbols import PARAMETERS
from symfed.derive.arithmetic import decide
from symfed.derive.decide import differs, is_identically_zero
from symfed.theorems.theorem import ForAll, Hypothesis, New
from symfed.theorems.vocabulary import GIVEN, INDICES, AnyVector, Quantity, Vector, drawn, letters, sample_grad, variables

#: Goals that were shown to follow, each with the assumptions that were enough: a proof is followed again without each of its conditions.
_CORES: dict[sp.Basic, list[frozenset[str]]] = {}

Facts = Mapping[str, sp.Basic]


def fact_of(lemma: Lemma) -> sp.Basic | None:
    """What a lemma that holds lets one use: its conclusion, under the hypotheses of its own; None where it is no relation."""
    relation = as_relation(lemma.concludes)
    if relation is None or not lemma.given.relations:
        return relation if relation is None or not lemma.given.classes else None
    return None if lemma.given.classes else sp.Implies(sp.And(*lemma.given.relations), relation, evaluate=False)


def facts_of(claim: Claim, premises: Mapping[str, Claim]) -> dict[str, sp.Basic]:
    """What a proof may start from: lemmas by name, premises by id. A cross-check is no lemma of the proof."""
    found = {lemma.name: fact_of(lemma) for lemma in claim.proof if not lemma.crosscheck}
    # an expression is an equation only to the check that compares it
    found |= {name: _lent(premise) for name, premise in premises.items() if not isinstance(premise.statement, sp.Expr)}
    facts = {name: fact for name, fact in found.items() if fact is not None}
    parts = {name: _printed_parts(claim, fact) for name, claim in premises.items() if isinstance(fact := facts.get(name), sp.And)}
    return facts | {f"{name}/{k}": part for name, several in parts.items() for k, part in enumerate(several, 1)}


def _lent(premise: Claim) -> sp.Basic | None:
    """What a premise says, under those of its conditions that are on other letters than parameters: nobody else asks for these."""
    relation = as_relation(premise.statement)
    own = [r for r in premise.under.relations if not r.free_symbols <= PARAMETERS]
    return relation if relation is None or not own else sp.Implies(sp.And(*own), relation, evaluate=False)


def _printed_parts(claim: Claim, fact: sp.And) -> tuple[sp.Basic, ...]:
    """Equations first, then inequalities, each kind in SymPy's order: a conjunction keeps none of its own."""
    return tuple(sorted(fact.args, key=lambda part: (not isinstance(part, sp.Eq), sp.default_sort_key(part))))


def conjuncts(fact: sp.Basic) -> tuple[sp.Basic, ...]:
    return fact.args if isinstance(fact, sp.And) else (fact,)


def conditional(fact: sp.Basic) -> tuple[tuple[sp.Basic, ...], tuple[sp.Basic, ...]]:
    """(conditions, relations) of a fact."""
    if isinstance(fact, sp.Implies):
        return conjuncts(fact.args[0]), conjuncts(fact.args[1])
    return (), conjuncts(fact)


def same(one: sp.Basic, other: sp.Basic) -> bool:
    """Whether two relations are one, side by side, in normal form: nothing is multiplied, squared or weakened."""
    if one == other:
        return True
    if shape(one) != shape(other):
        return False
    return all(_zero(a - b) for a, b in zip(_sides(one), _sides(other), strict=True))


@lru_cache(maxsize=20_000)
def shape(relation: sp.Basic) -> tuple[type, frozenset[sp.Symbol]]:
    """The kind of a relation, and its letters, norms and means among them: what relations that are `same` share."""
    kind = type(relation) if isinstance(relation, (sp.Eq, sp.Ne)) else sp.Lt if isinstance(relation, (sp.Lt, sp.Gt)) else sp.Le
    return kind, frozenset(letters(relation).free_symbols)


def _sides(relation: sp.Basic) -> tuple[sp.Expr, sp.Expr]:
    """Smaller side first."""
    return (relation.args[0], relation.args[1]) if isinstance(relation, (sp.Eq, sp.Ne)) else (relation.lts, relation.gts)


def _zero(difference: sp.Expr) -> bool:
    if not difference.is_commutative:
        return bool(sp.expand(difference) == 0)
    plain = letters(difference)
    halves = {p.base for p in plain.atoms(sp.Pow) if p.base.is_Symbol and p.base.is_nonnegative and p.exp.is_Rational and p.exp.q == 2}
    plain = plain.xreplace({s: s**2 for s in halves})  # so that all roots are rational
    # a point where it is not zero is found sooner than a normal form
    return not differs(plain, sp.S.Zero) and is_identically_zero(plain)


def implied(goal: sp.Basic, assumptions: Sequence[sp.Basic]) -> str:
    """What is wrong, or nothing: two solvers see that the goal follows from the assumptions."""
    if goal in (sp.true, True):
        return ""
    if goal in (sp.false, False) or not _numbers(goal):
        return f"{goal} is {'false' if goal in (sp.false, False) else 'none of the facts'}"
    plain = [a for a in assumptions if a not in (sp.true, True) and _numbers(a)]
    if divided := divides_by_zero(plain, goal, plain):
        return divided
    wanted, given = letters(goal), [letters(a) for a in plain]
    names = {str(relation) for relation in given}
    cores = _CORES.setdefault(wanted, [])
    if any(core <= names for core in cores):
        return ""
    answer = decide(wanted, given)
    if answer.kind == "implied":
        cores.append(frozenset(answer.needed))
        return ""
    where = f"is false at {dict(answer.witness)}, where all that it may rest on holds" if answer.witness else "does not follow"
    return f"{goal} {where}"


def divides_by_zero(relations: Sequence[sp.Basic], goal: sp.Basic, assumptions: Sequence[sp.Basic]) -> str:
    """Where a relation divides by what the goal does not, and what may be zero: the engine takes for granted that nothing does."""
    own = [a for a in assumptions if not _denominators(a)]
    for relation in relations:
        for factor in _denominators(relation) - _denominators(goal):
            if not _never_zero(factor, tuple(letters(a) for a in own)):
                return f"{relation} divides by {factor}, which is not known to be other than zero"
    return ""


def undefined(relation: sp.Basic, given: Sequence[sp.Basic]) -> list[sp.Expr]:
    """What a relation divides by and what may be zero where all that is given holds."""
    plain = tuple(letters(r) for r in given if _numbers(r))
    return sorted((f for f in _denominators(relation) if not _never_zero(f, plain)), key=str) if _numbers(relation) else []


@lru_cache(maxsize=20_000)  # a proof is followed again without each of its conditions
def _never_zero(factor: sp.Expr, given: tuple[sp.Basic, ...]) -> bool:
    return decide(sp.Ne(factor, 0, evaluate=False), given).kind == "implied"


def _numbers(relation: sp.Basic) -> bool:
    return all(side.is_commutative for side in relation.args)


@lru_cache(maxsize=20_000)
def _denominators(relation: sp.Basic) -> frozenset[sp.Expr]:
    bottom = sp.Mul(*[sp.fraction(sp.together(letters(side)))[1] for side in relation.args])
    return frozenset(f for f in sp.Mul.make_args(bottom) if f.free_symbols and not f.is_positive)


def usable(facts: Facts, under: Domain, within: Sequence[sp.Basic] = ()) -> Iterator[tuple[str, sp.Basic]]:
    """Relations that hold on the domain, by the names of their facts; a lemma's own hypotheses must follow from it, or from `within`."""
    for name, fact in facts.items():
        conditions, relations = conditional(fact)
        if all(not implied(c, (*under.relations, *within)) for c in conditions):
            yield from ((name, relation) for relation in relations)


def missing(hypothesis: Hypothesis, facts: Facts, under: Domain, by: Sequence[str] = ()) -> str:
    """What a hypothesis lacks, or nothing. `by` names the facts that real arithmetic may use, besides the domain."""
    if isinstance(hypothesis, Class):
        known = frozenset().union(*[member.closure() for member in under.classes]) if under.classes else frozenset()
        return "" if hypothesis.says in known else f"not assumed: {hypothesis}"
    if isinstance(hypothesis, New):
        return (
            f"{hypothesis.name} is restricted by the conditions {under}"
            if hypothesis.name in under.symbols
            else _not_new(hypothesis, facts)
        )
    relation, within = (hypothesis.relation, hypothesis.range) if isinstance(hypothesis, ForAll) else (hypothesis, ())
    if isinstance(hypothesis, ForAll) and hypothesis.variable in under.symbols:
        return f"{hypothesis.variable} is restricted by the conditions {under}"
    if relation in (sp.true, True):
        return ""
    candidates = {n: f for n, f in facts.items() if not isinstance(f, sp.Implies)} | {n: facts[n] for n in by}
    wanted = shape(relation)  # most facts are of another one
    literal = any(shape(fact) == wanted and same(relation, fact) for _, fact in usable(candidates, under, within))
    if literal or any(same(relation, fact) for _, fact in usable(_conditional(facts, relation), under, within) if _alike(fact, relation)):
        return ""
    allowed = [fact for _, fact in usable({n: facts[n] for n in by}, under, within)]
    return implied(relation, (*under.relations, *within, *allowed))


def _alike(fact: sp.Basic, relation: sp.Basic) -> bool:
    return isinstance(fact, sp.core.relational.Relational) and fact.free_symbols == relation.free_symbols


def _conditional(facts: Facts, relation: sp.Basic) -> dict[str, sp.Basic]:
    """Facts under conditions of their own that may be the relation: whether the conditions hold is long to say."""
    found = {name: fact for name, fact in facts.items() if isinstance(fact, sp.Implies)}
    return {name: fact for name, fact in found.items() if any(_alike(part, relation) for part in conditional(fact)[1])}


def heads(x: sp.Basic) -> set[Any]:
    """The names that an expression speaks of: vectors, numbers and the heads of sequences."""
    return {a.func for a in x.atoms(AppliedUndef)} | set(x.atoms(Vector, Quantity))


def _not_new(hypothesis: New, facts: Facts) -> str:
    name = hypothesis.name
    if isinstance(name, AnyVector):
        return f"{name} is a letter for every vector"
    head = name.func if isinstance(name, AppliedUndef) else name
    if not isinstance(name, (Vector, Quantity, AppliedUndef)) or head in GIVEN:
        return f"{name} is no name that may be given: what it stands for is settled"
    spoken = [other for other, fact in facts.items() if head in heads(fact)]
    if spoken:
        return f"{name} is no new name: {spoken[0]} speaks of it"
    hidden = frozenset().union(*[variables(x) for x in hypothesis.depends_on]) - variables(name)
    if hidden:
        return f"{name} does not show that it depends on {', '.join(sorted(map(str, hidden)))}"
    # what is called with an index depends on the draws before it alone, and what is called with none on no draws
    shown = name.args[0] if isinstance(name, AppliedUndef) else None
    known = () if hypothesis.redrawn or not (shown is None or shown in INDICES) else hypothesis.depends_on
    late = [a for x in known for a in drawn(x) if a.args[0] != shown or a.func == sample_grad]
    return f"{name} does not show that it depends on the draws of {late[0]}" if late else ""
