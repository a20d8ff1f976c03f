"""Polynomials that are not negative because they are sums of products of such; and the effect of a rule on a round, as identities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from symfed.certificates.certificate import Malformed, NotProved
from symfed.certificates.statement import Run, mapping, number, parse

_LONG = ("alpha", "beta", "gamma", "mu", "rho", "re", "im")
LETTERS = (*"EHLPQRTUWXZadehjmpqrstuvwy", *_LONG)
_RING = fmpq_mpoly_ctx.get(LETTERS, Ordering.lex)
_LETTERS = dict(zip(LETTERS, _RING.gens(), strict=True))
_SQUARE = "square "


@dataclass(frozen=True)
class PolynomialLemma:
    """Wherever no polynomial of `given` is negative and every one of `zero` vanishes, `show` is not negative; or vanishes (`exactly`)."""

    name: str
    show: str
    given: tuple[str, ...] = ()
    zero: tuple[str, ...] = ()
    exactly: bool = False

    def check(self, proof: Any, constants: dict[str, fmpq]) -> None:
        """Raises NotProved unless the proof's terms add up to `show`.

        A term is a list: a multiplier, then factors. Factors are texts of `given` and `zero`, or "square " and a polynomial; the multiplier
        is a number >= 0, or any polynomial where a factor is one of `zero`.
        """
        total = polynomial("0", constants)
        for term in _rows(self.name, proof):
            multiplier, factors = term[0], term[1:]
            vanishes = any(factor in self.zero for factor in factors)
            if self.exactly and not vanishes:
                raise NotProved(f"{self.name}: {term} does not vanish")
            if not vanishes and number(multiplier) < 0:
                raise NotProved(f"{self.name}: the multiplier {multiplier} is negative")
            product = polynomial(multiplier, constants)
            for factor in factors:
                product *= self._factor(factor, constants)
            total += product
        left = polynomial(self.show, constants) - total
        if left != 0:
            raise NotProved(f"{self.name}: the proof leaves {left!s:.200} of what is to be shown")

    def _factor(self, factor: str, constants: dict[str, fmpq]) -> Any:
        if factor.startswith(_SQUARE):
            return polynomial(factor.removeprefix(_SQUARE), constants) ** 2
        if factor not in self.given + self.zero:
            raise NotProved(f"{self.name}: {factor[:60]!r} is not among what is given")
        return polynomial(factor, constants)


def polynomial(text: str, constants: dict[str, fmpq]) -> Any:
    """A polynomial in LETTERS with rational coefficients. Raises Malformed for a text that is none."""
    run = parse(text, {*LETTERS, *constants})
    try:
        return _RING.constant(0) + run({**_LETTERS, **constants})
    except (ArithmeticError, ValueError, TypeError) as error:
        raise Malformed(f"{text[:60]!r} is not a polynomial: {error}") from None


def _rows(name: str, proof: Any) -> list[list[str]]:
    if not isinstance(proof, list) or not all(
        isinstance(term, list) and len(term) > 0 and all(isinstance(part, str) for part in term) for term in proof
    ):
        raise Malformed(f"proofs {name}: must be a list of terms, each a list of texts: a multiplier, then factors")
    return proof


ARGUMENTS = {
    "local_step": ("x", "g", "xi", "x_start", "gamma", "H"),
    "control_update": ("xi", "x_end", "x_start", "x_next", "gamma", "H"),
    "server_step": ("x_mean", "x_start", "gamma", "H"),
}


@dataclass(frozen=True)
class Rules:
    """An algorithm's three rules, to be run on any numbers."""

    local_step: Run
    control_update: Run
    server_step: Run

    def call(self, role: str, **values: Any) -> Any:
        """One rule. Raises NotProved where it cannot be run on these numbers."""
        try:
            return getattr(self, role)(values)
        except (TypeError, ValueError, ArithmeticError) as error:
            raise NotProved(f"{role} cannot be run: {error}") from None

    def one_round(
        self, gradients: Sequence[Callable[[Any], Any]], start: Any, controls: Sequence[Any], gamma: fmpq, H: int
    ) -> tuple[list[Any], Any, list[Any]]:
        """Where the clients end that follow these gradients, the next point, and the control variates after a round of H local steps."""
        ends, known = [], {"x_start": start, "gamma": gamma, "H": fmpq(H)}
        for gradient, xi in zip(gradients, controls, strict=True):
            x = start
            for _ in range(H):
                x = self.call("local_step", x=x, g=gradient(x), xi=xi, **known)
            ends.append(x)
        following = self.call("server_step", x_mean=sum(ends[1:], ends[0]) / fmpq(len(ends)), **known)
        after = [self.call("control_update", xi=xi, x_end=x, x_next=following, **known) for xi, x in zip(controls, ends, strict=True)]
        return ends, following, after


def read_rules(texts: Any) -> Rules:
    """Raises Malformed unless there is a text for each role."""
    return Rules(**{role: parse(text, ARGUMENTS[role]) for role, text in mapping("algorithm", texts, ARGUMENTS).items()})


class Quotient:
    """A quotient of two polynomials; equal ones may be written differently."""

    def __init__(self, over: Any, under: Any = None) -> None:
        self.over, self.under = over, polynomial("1", {}) if under is None else under

    def _with(self, other: Any) -> Quotient:
        return other if isinstance(other, Quotient) else Quotient(other)

    def __add__(self, other: Any) -> Quotient:
        other = self._with(other)
        return Quotient(self.over * other.under + other.over * self.under, self.under * other.under)

    def __mul__(self, other: Any) -> Quotient:
        other = self._with(other)
        return Quotient(self.over * other.over, self.under * other.under)

    def __truediv__(self, other: Any) -> Quotient:
        other = self._with(other)
        if other.over == 0:
            raise ZeroDivisionError("divides by zero")
        return Quotient(self.over * other.under, self.under * other.over)

    def __pow__(self, k: int) -> Quotient:
        out = Quotient(self.over ** abs(k), self.under ** abs(k))
        return out if k >= 0 else Quotient(polynomial("1", {})) / out

    def __neg__(self) -> Quotient:
        return Quotient(-self.over, self.under)

    def __sub__(self, other: Any) -> Quotient:
        return self + -self._with(other)

    def __rsub__(self, other: Any) -> Quotient:
        return self._with(other) - self

    def __rtruediv__(self, other: Any) -> Quotient:
        return self._with(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def vanishes(self) -> bool:
        return bool(self.over == 0)


def letters(*texts: str) -> list[Quotient]:
    return [Quotient(polynomial(text, {})) for text in texts]


def check_origin(rules: Rules) -> None:
    """Raises NotProved unless the round may be seen from theta* and xi_c* = -(the gradient of f_c there)."""
    x, g, xi, start, k, t, gamma, H = letters("u", "v", "w", "e", "m", "t", "gamma", "H")
    others: dict[str, Any] = {"gamma": gamma, "H": H}
    moved = (
        ("local_step", {"x": x, "g": g, "xi": xi, "x_start": start}, {"x": t, "g": k, "xi": -k, "x_start": t}, t),
        ("control_update", {"xi": xi, "x_end": x, "x_start": start, "x_next": g}, {"xi": -k, "x_end": t, "x_start": t, "x_next": t}, -k),
        ("server_step", {"x_mean": x, "x_start": start}, {"x_mean": t, "x_start": t}, t),
    )  # fmt: skip
    for role, at, by, result in moved:
        there = rules.call(role, **{name: value + by[name] for name, value in at.items()}, **others)
        if not (there - rules.call(role, **at, **others) - result).vanishes():
            raise NotProved(f"{role} depends on where the origin is: it cannot be seen from the optimum")


def check_factors(q: Run, r: Run) -> None:
    """Raises NotProved unless a client that starts at e ends with x_c = q e + r y_c on a curvature a, y_c = gamma H (xi_c - xi_c*).

    Of gradient steps corrected by xi (`check_decoupled`): after h of them the client is at P e - gamma T d, d = xi_c - xi_c*, P the h-th
    power of s = 1 - gamma a and T the sum of the first h powers: true for h = 0, and one more step takes (P, T) to (s P, s T + 1). Then
    P = 1 - gamma a T gives q and r.
    """
    P, T, a, gamma, H = letters("P", "T", "a", "gamma", "H")
    if not (_value(q, P, gamma, a, H) - P).vanishes():
        raise NotProved("q is not the H-th power of 1 - gamma a")
    if not (_value(r, 1 - gamma * a * T, gamma, a, H) - (1 - T / H)).vanishes():
        raise NotProved("r is not 1 - T/H")


def _value(run: Run, P: Quotient, gamma: Quotient, a: Quotient, H: Quotient) -> Quotient:
    try:
        return Quotient(polynomial("0", {})) + run({"P": P, "gamma": gamma, "a": a, "H": H})
    except ArithmeticError as error:
        raise NotProved(f"q or r cannot be evaluated: {error}") from None
