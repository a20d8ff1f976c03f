"""Check a formula of one's own against the one derived from the update rule, with the ledger's verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from symfed.checks.formula_witness import CoefficientSides, FormulaWitness, PointInstance, confirm_by_numbers, lines_by_law, smallest_point
from symfed.checks.own_function import judge_function
from symfed.checks.written_formula import CLASSES, by_powers, class_names, on_classes, own_order, read
from symfed.core.errors import InvalidInput, UnknownName
from symfed.core.formula import Formula
from symfed.core.grammar import rational_number
from symfed.core.scope import Scope
from symfed.core.symbols import PER_CLIENT, N, gamma
from symfed.core.verdict import HOLDING, Tier
from symfed.decide.points import Point
from symfed.decide.signs import differs, is_identically_zero
from symfed.formulas.expansion import RANKS, check_order, expand
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import all_algorithms, get_algorithm

_FACTORED = 12  # terms: sums of more are left as they are
_LONGEST = 400  # characters of an expression that a repr shows


@dataclass(frozen=True, repr=False)
class CheckedFormula:
    """The result of checking a formula of one's own.

    `verdict` holds for `scope` and no further. `difference` is the formula minus what is derived, up to gamma^order and in the formula's
    symbols; None for a function. `derived` is what is right. `witness` is the smallest exact instance found on which they differ; `why`
    says how it was decided, and `holds_for` on which narrower classes of problems the formula is right all the same.
    """

    formula: str
    algorithm: str
    quantity: str
    order: int
    verdict: Tier
    scope: Scope
    why: str
    difference: sp.Expr | None = None
    derived: sp.Expr | None = None
    witness: FormulaWitness | None = None
    holds_for: tuple[str, ...] = ()
    instances: int = 0
    _powers: Mapping[sp.Rational, tuple[sp.Expr, sp.Expr]] = field(default_factory=dict, compare=False)

    @property
    def holds(self) -> bool:
        """True if the verdict is one that holds: unknown is never a pass."""
        return self.verdict in HOLDING

    def at(self, clients: Sequence[Mapping[str, Any]] = (), **values: Any) -> dict[str, tuple[str, str]]:
        """The stated and the derived coefficient of each power of gamma at exact numbers: by power, as text.

        clients: the symbols of each client, whose gradients g sum to zero; N is their number. values: H, and symbols of the algorithm's.

        >>> check("gamma*mean(a*g)", "fedavg", "bias", problems="quadratic").at([{"a": 1, "g": -1}, {"a": 2, "g": 1}], H=2)
        {'1': ('1/2', '1/6')}
        """
        if not self._powers:
            raise InvalidInput("formula", self.formula, "is a function, or says nothing of any power", "call the function itself")
        if not isinstance(clients, Sequence) or not all(isinstance(client, Mapping) for client in clients):
            raise InvalidInput("clients", clients, "must be a list with the letters of each client", "write [{'a': 1, 'g': -1}]")
        symbols = {s.name: s for sides in self._powers.values() for side in sides for s in side.atoms(sp.Symbol)}
        blank = dict.fromkeys(PER_CLIENT & set(symbols.values()), sp.S.Zero)
        own = [blank | {symbols[name]: _as_spelt(name, x) for name, x in client.items() if name in symbols} for client in clients]
        shared = {symbols[name]: _as_spelt(name, value) for name, value in values.items() if name in symbols}
        point = Point(shared | ({N: sp.Integer(len(own))} if own else {}), tuple(own))
        return {str(power): (str(point.evaluate(one)), str(point.evaluate(other))) for power, (one, other) in self._powers.items()}

    def as_dict(self) -> dict[str, Any]:
        """For JSON: expressions as strings that can be given to `check` again."""
        told = {name: value for name, value in vars(self).items() if name != "_powers"}
        return told | {
            "verdict": str(self.verdict),
            "scope": str(self.scope),
            "difference": None if self.difference is None else _typed_text(self.difference),
            "derived": None if self.derived is None else _typed_text(self.derived),
            "witness": None if self.witness is None else self.witness.as_dict(),
            "holds_for": list(self.holds_for),
        }

    def fields(self) -> list[tuple[str, str]]:
        """The lines shown to a person, as (name, text): the verdict first, then the parts that are not empty."""
        told = [
            (str(self.verdict), f"{self.formula} as the {self.quantity.replace('_', ' ')} of {self.algorithm}, up to gamma^{self.order}"),
            ("scope", str(self.scope)),
            ("why", self.why),
            ("difference", _typed_text(self.difference) if self.difference else ""),
            ("derived", _typed_text(self.derived) if self.difference and self.derived is not None else ""),
            ("witness", str(self.witness or "")),
            ("holds for", ", ".join(f"problems={name!r} ({CLASSES[name][0]})" for name in self.holds_for)),
        ]
        return [(name, _shortened(text)) for name, text in told if text]

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {text}" for name, text in self.fields())


def check(
    formula: str | sp.Expr | Formula | Callable[..., Any],
    algorithm: str | Algorithm,
    quantity: str,
    order: int | None = None,
    *,
    problems: str | Sequence[str] = "all",
    H: int | None = None,
) -> CheckedFormula:
    """Check whether a formula is the stationary "bias" or "second_moment" (about theta*) of an algorithm, up to a power of gamma.

    formula: an expression of dimension one in the package's symbols, or a string that spells one, with averages over clients as
    mean(a*g): see docs/check.md for the symbols. What is compared are the coefficients of all powers of gamma up to `order`, by
    default the highest that the formula has; its remainder, of higher order at fixed H, is not checked. They are equal as expressions, a
    proof of the coefficients in dimension one and so, as in the ledger, SUPPORTED and no more; or differ at an exact instance, REFUTED; or
    neither was shown, UNDECIDED.
    A function f(problem, gamma, H) -> (d,) or (d, d) is tried on exact quadratics in dimensions one to three and on losses that are not
    quadratic: its coefficients are read off its values at small gamma; REFUTED on an instance, or SUPPORTED.
    problems: "quadratic" (with additive noise), "homogeneous" (equal clients), "noiseless", or several of them, if the formula is meant
    for these alone. H: a fixed number of local steps.

    An instance refutes after the algorithm's own law has confirmed it, or where no law is known another derivation on its numbers.
    Raises InvalidInput for a bad argument, UnknownName for an algorithm or quantity that is not known, RoadsDisagree where the instance
    is not confirmed: then symfed is wrong.

    >>> check("gamma*(H-1)/2 * mean(a*g)/mean(a)", "fedavg", "bias", problems="quadratic").verdict
    <Tier.SUPPORTED: 'SUPPORTED'>
    >>> check("gamma*mean(C)/(2*mean(a))", "sgd", "second_moment").difference
    gamma*(N - 1)*ClientMean(C)/(2*N*ClientMean(a))
    """
    rule, classes = get_algorithm(algorithm), class_names(problems)
    if H is not None:
        rule.check_local_steps(H)
    if order is not None:
        check_order(order)
    if not isinstance(quantity, str) or quantity not in RANKS:
        about = (
            ", which is about theta*: less the bias times its transpose it is the covariance"
            if quantity in ("covariance", "variance")
            else ""
        )
        raise UnknownName(f"quantity {quantity!r} is not known; known are {', '.join(RANKS)}{about}")
    if callable(formula) and not isinstance(formula, sp.Basic | Formula):
        found = judge_function(formula, rule, quantity, order or 1, classes, H)
        name = getattr(formula, "__name__", type(formula).__name__)
        return CheckedFormula(name, rule.name, quantity, order or 1, found.verdict, _scope_of(order or 1, classes, H, "1, 2, 3"),
                              found.why, witness=found.witness, instances=found.instances)  # fmt: skip
    whole = read(formula, rule, classes)
    order = order or own_order(whole)
    text = formula.name if isinstance(formula, Formula) else " ".join(str(formula).split()).replace("ClientMean", "mean")
    return _judge_expression(text, whole, rule, quantity, order, classes, H)


def _judge_expression(
    text: str, whole: sp.Expr, rule: Algorithm, quantity: str, order: int, classes: tuple[str, ...], H: int | None
) -> CheckedFormula:
    stated = {power: on_classes(x, (), H) for power, x in by_powers(whole, order).items()}
    right = on_classes(expand(rule, quantity, order).expr, classes, H)
    derived = by_powers(right, order)
    powers = sorted({*stated, *derived, *map(sp.Integer, range(1, order + 1))})
    sides = {power: (stated.get(power, sp.S.Zero), derived.get(power, sp.S.Zero)) for power in powers}
    gaps = {power: gap for power, (one, other) in sides.items() if _is_nonzero(gap := sp.expand(one - other))}
    said = CheckedFormula(
        text, rule.name, quantity, order, Tier.SUPPORTED, _scope_of(order, classes, H, "1"), "", sp.S.Zero, right, _powers=sides
    )
    if not gaps:
        return replace(said, why="proved in dimension one: the coefficients are equal as expressions in averages over clients")
    difference = sp.Add(*[(sp.factor(gap) if len(gap.args) <= _FACTORED else gap) * gamma**power for power, gap in gaps.items()])
    said = replace(said, difference=difference, holds_for=_narrower_classes(sides, gaps, classes))
    for power in gaps:
        if (point := smallest_point(*sides[power])) is not None:
            lower = sp.Add(*[derived[k] * gamma**k for k in derived if k < power])
            witness = _build_witness(said, rule, power, point, lower, H, classes)
            why = f"the coefficient of gamma^{power} is {witness.stated} and not {witness.derived} at an exact instance"
            return replace(said, verdict=Tier.REFUTED, witness=witness, why=why)
    why = "the difference could neither be rewritten to zero nor be shown to differ from it at an exact instance"
    return replace(said, verdict=Tier.UNDECIDED, why=why)


def _is_nonzero(gap: sp.Expr) -> bool:
    # a generic point is asked before a normal form, which takes long for many terms
    return gap != 0 and (bool(differs(gap, sp.S.Zero)) or not is_identically_zero(gap))


def _build_witness(
    said: CheckedFormula, rule: Algorithm, power: sp.Rational, point: Point, lower: sp.Expr, H: int | None, classes: tuple[str, ...]
) -> FormulaWitness:
    instance = PointInstance(point, rule, H)
    stated, derived = (instance.evaluate(side) for side in said._powers[power])
    sides = CoefficientSides(power, stated, derived, instance.evaluate(lower))
    python, law = lines_by_law(instance, said.quantity, sides)
    if not python:
        confirm_by_numbers(instance, said.quantity, sides)
        python = _lines_by_formula(said, rule, instance, power, H, classes)
    return FormulaWitness(instance.described(), str(power), str(stated), str(derived), python, law)


def _lines_by_formula(
    said: CheckedFormula, rule: Algorithm, instance: PointInstance, power: sp.Rational, H: int | None, classes: tuple[str, ...]
) -> str:
    """Python that evaluates both sides, where no law could be asked."""
    known = all_algorithms().get(rule.name) is rule
    more = (f", problems={list(classes)!r}" if classes else "") + (f", H={H}" if H else "")
    asked = f'"{said.formula}", {f"{rule.name!r}" if known else "algorithm"}, {said.quantity!r}, {said.order}{more}'
    return "\n".join(
        (
            "import symfed as sf" + ("" if known else f"  # algorithm: your {rule.name}"),
            f"found = sf.check({asked})",
            f"clients = {instance.clients_as_text()}",
            f"stated, derived = found.at(clients, {', '.join(f'{n}={v!r}' for n, v in instance.shared_as_text().items())})[{str(power)!r}]",
            "assert stated != derived, (stated, derived)",
        )
    )


def _narrower_classes(
    sides: Mapping[sp.Rational, tuple[sp.Expr, sp.Expr]], gaps: Mapping[sp.Rational, sp.Expr], classes: tuple[str, ...]
) -> tuple[str, ...]:
    """The classes of problems, not asked for, on which nothing is left of the difference, and something of what is derived."""
    found = []
    for name in CLASSES:
        left = [sp.expand(on_classes(gap, (name,))) for gap in gaps.values()] if name not in classes else [sp.nan]
        speaks = any(on_classes(other, (name,)) != 0 for _, other in sides.values())
        if speaks and all(gap == 0 for gap in left):
            found.append(name)
    return tuple(found)


def _scope_of(order: int, classes: tuple[str, ...], H: int | None, dimensions: str) -> Scope:
    losses = ", ".join(CLASSES[name][0] for name in classes)
    compared = "the coefficient of gamma^1" if order == 1 else f"the coefficients of gamma^1 to gamma^{order}"
    held = {"H": str(H)} if H else {}
    return Scope(d=dimensions, remainder=f"{compared}, not the remainder", **({"losses": losses} if losses else {}), **held)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ... ({len(text)} characters in all)"


def _as_spelt(name: str, value: Any) -> sp.Rational:
    """A value that is compared exactly: of a float the decimal that it is written as."""
    return rational_number(str(value) if isinstance(value, float) else value, name)


def _typed_text(expression: sp.Expr) -> str:
    """As a person would type it."""
    return str(expression).replace("ClientMean", "mean")
