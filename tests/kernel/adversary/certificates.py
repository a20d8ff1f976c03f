"""Certificates of arithmetic that must not pass: multipliers of the wrong sign, strictness from nothing, squares of vectors."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from symfed.kernel.arithmetic import CertificatePart
from symfed.kernel.facts import Fact
from symfed.kernel.page import kernel
from symfed.kernel.symbols import FALSE
from symfed.kernel.terms import Num, free
from symfed.kernel.text import read
from tests.kernel.adversary.attempt import Attempt, attempts

_LETTERS = {
    "s": "Num", "t": "Num", "r": "Num", "u": "Vec", "v": "Vec", "M": "Map", "K": "Map", "n": "Index", "m": "Index", "k": "Index",
    "a": "Client -> Num", "b": "Client -> Num", "c": "Client", "p": "Prop", "q": "Prop", "X": "Outcome -> Num", "f": "Num -> Num",
}  # fmt: skip


def _sum(name: str, statement: str, why: str, refusal: str, given: list[str], *parts: tuple[Any, ...]) -> Attempt:
    lines = [*(["assume", text] for text in given), ["arithmetic", statement, list(parts)]]
    return Attempt(name, statement, why, refusal, lines, letters=_LETTERS, given=given)


ADDS, SIGN, WEAK = "does not add up", "a factor that is not known to be positive", "nothing in the sum is known to be positive"
ATTEMPTS = [
    _sum("a negative coefficient", "t <= s", "the relation is turned", SIGN, ["s <= t"], ("-1", [0])),
    _sum("a negative coefficient of a square", "s * s <= 0", "squares are not negative", SIGN, [], ("-1", [], ["s"])),
    _sum("a negative coefficient of nothing", "1 <= 0", "one is positive", SIGN, [], ("-1", [])),
    _sum("a negative coefficient of a strict relation", "t < s", "the relation is turned", SIGN, ["s < t"], ("-1", [0])),
    _sum("a coefficient of zero makes it strict", "s < s", "a number is not less than itself", SIGN, ["s < t"], ("0", [0])),
    _sum("strictness from an empty certificate", "0 < 0", "zero is not positive", WEAK, []),
    _sum("strictness from a weak relation", "s < t", "they may be equal", WEAK, ["s <= t"], ("1", [0])),
    _sum("strictness from a square", "0 < s * s", "s may be zero", WEAK, [], ("1", [], ["s"])),
    _sum("strictness from a strict relation times a square", "0 < s * r ^ 2", "r may be zero", WEAK, ["0 < s"], ("1", [0], ["r"])),
    _sum("strictness from a strict and a weak relation", "0 < s * t", "t may be zero", WEAK, ["0 < s", "0 <= t"], ("1", [0, 1])),
    _sum("strictness of an equation", "s < t", "they are equal", WEAK, ["s = t"], ("1", [0])),
    _sum("a strict part whose square is of zero", "s < s", "a number is not less than itself", WEAK, ["0 < t"], ("1", [0], ["s - s"])),
    _sum("a strict part that is zero by itself", "0 < 0", "zero is not positive", WEAK, ["0 < t"], ("1", [0], ["0"])),
    _sum("a relation turned around", "s <= t", "s may be more", ADDS, ["t <= s"], ("1", [0])),
    _sum("one of two relations as a relation", "s <= t", "it may be the other", "no relation", ["s <= t or t <= s"], ("1", [0])),
    _sum("an equation of vectors under two maps", "M * u = K * v", "maps differ", ADDS, ["u = v"], ("1", [0], [], "M")),
    _sum("an equation from a relation", "s = t", "one may be less", "equation", ["s <= t"], ("1", [0])),
    _sum("an equation from a square", "s * s = 0", "s need not be zero", "equation", [], ("1", [], ["s"])),
    _sum("an equation from a number", "0 = 1", "one is not zero", "equation", [], ("-1", [])),
    _sum("a relation times a letter", "s * r <= t * r", "r may be negative", SIGN, ["s <= t"], ("1", [0], [], "r")),
    _sum("a relation times a letter from the right", "s * r <= t * r", "r may be negative", SIGN, ["s <= t"], ("1", [0], [], None, "r")),
    _sum("a relation times an equation's side", "s * r <= t * r", "r may be negative", ADDS, ["s <= t", "r = r"], ("1", [0, 1], [], "r")),
    _sum("a letter alone", "0 <= r", "r may be negative", SIGN, [], ("1", [], [], "r")),
    _sum("a square and a letter", "0 <= r * s ^ 2", "r may be negative", SIGN, [], ("1", [], ["s"], "r")),
    _sum("the product of two relations, both turned", "s * r <= t * r", "r may be negative", ADDS, ["s <= t", "r <= 0"], ("1", [0, 1])),
    _sum("products of sides", "s * r <= t * m", "minus two times minus two is four", ADDS, ["s <= t", "r <= m"], ("1", [0, 1])),
    _sum("a square of a function", "0 <= s", "a function has no square", "between a (Num -> Num) and a", [], ("1", [], ["f"])),
    _sum("a map equation divided", "M = K", "r may be zero", ADDS, ["r * M = r * K"], ("1", [0], [], "1 / r")),
    _sum("an equation of vectors divided", "u = v", "r may be zero", ADDS, ["r * u = r * v"], ("1", [0], [], "1 / r")),
    _sum("an equation divided", "s = t", "r may be zero", ADDS, ["r * s = r * t"], ("1", [0], [], "1 / r")),
    _sum("a map cancelled", "u = v", "M may be zero", ADDS, ["M * u = M * v"], ("1", [0], [], "id")),
    _sum("counts from numbers", "n * k = m * k -> n = m", "k may be zero", "no relation", ["num(n) = num(m)"], ("1", [0])),
    _sum("counts divided", "n = m", "k may be zero", "counts are equal if", ["n * k = m * k"], ("1", [0])),
    _sum("counts halved", "n = 0", "n may be one", "counts are equal if", ["n + n = 1"], ("1/2", [0])),
    _sum("counts below zero", "num(n) <= num(m) - 1", "m may be zero", ADDS, ["num(n) <= num(m)"], ("1", [0])),
    _sum("a proposition as a relation", "0 <= s", "it is not said", "no relation", ["p"], ("1", [0])),
    _sum("an implication as a relation", "0 <= s", "p may be false", "no relation", ["p -> 0 <= s"], ("1", [0])),
    _sum("a quantified relation as one", "0 <= s", "it has not been instantiated", "no relation", ["all x: Num. 0 <= x * x"], ("1", [0])),
    _sum("an inequality that is not equal", "s < t", "it may be more", "no relation", ["s /= t"], ("1", [0])),
    _sum("an equation of propositions", "0 <= s", "p is no number", "between a Prop and a Prop", ["p = q"], ("1", [0])),
    _sum("a goal that is a proposition", "p", "p may be false", "no relation", [], ("1", [])),
    _sum("a goal that is False", "False", "it is false", "no relation", [], ("1", [])),
    _sum("a goal that is an implication", "0 <= s -> s <= 0", "s may be one", "no relation", ["0 <= s"], ("1", [0])),
    _sum("a goal of functions", "a = b", "they may differ", "no arithmetic of", []),
    _sum("a goal of propositions", "p = q", "one may be false", "no arithmetic of", []),
    _sum("an equation of clients", "c = c -> False", "a client is itself", "no relation", []),
    _sum("numbers that are equal at one place", "f(s) = f(t)", "s and t differ", ADDS, ["a(c) = b(c)"], ("1", [0])),
    _sum("an equation inside a function", "f(s) = f(t)", "true, but by rewriting", ADDS, ["s = t"], ("1", [0])),
    _sum("a mean of a relation", "mean(a) <= mean(b)", "it is known of one client", ADDS, ["a(c) <= b(c)"], ("1", [0])),
    _sum("quarters of a rounding", "1 / 3 + 1 / 3 + 1 / 3 < 1", "they are equal", SIGN, [], ("0", [])),
    _sum("a third in decimals", "3 * (333333333333333333 / 1000000000000000000) = 1", "a digit is missing", ADDS, []),
    _sum("a numeral beyond floats", "9007199254740993 = 9007199254740992", "beyond 2 ^ 53 floats are equal", ADDS, []),
    _sum("a quotient of large numerals", "9007199254740993 / 9007199254740992 = 1", "beyond 2 ^ 53 floats are equal", ADDS, []),
    _sum("a goal that is strict by a tiny part", "1 < 1", "a number is not less than itself", ADDS, ["0 < r"], ("1/1" + "0" * 300, [0])),
]
ATTEMPTS += attempts(
    """
strictness from one of two parts of coefficient zero | r may be zero | a factor that is not known to be positive
    s < s + r
    given 0 < t
    given 0 <= r
    arithmetic it <- 0 #0; 1 #1
an equation from two relations | it is true, by another sentence | equation
    s = t
    given s <= t
    given t <= s
    arithmetic it <- 1 #0; -1 #1
three negative factors | each is positive | does not add up
    0 <= (0 - s) * (0 - t) * (0 - r)
    given 0 <= s
    given 0 <= t
    given 0 <= r
    arithmetic it <- 1 #0 #1 #2
a square of a vector for its inner product | vectors may point apart | between a Vec and a Vec
    0 <= inner(u, v)
    arithmetic it <- 1 square u
a square of a map | a turn by a quarter, squared, is -1 | is a Map and no Num
    0 <= inner(u, M * M * u)
    arithmetic it <- 1 square M
a square of a proposition | it is true, and a proposition has no square | between a Prop and a Prop
    0 <= 0
    arithmetic it <- 1 square p
a product of a vector's square and a letter's | s may be negative | between a Vec and a Vec
    0 <= s * inner(u, u)
    arithmetic it <- 1 square u
a vector equation as one of numbers | it would be true, but not so | is a Vec and no Num
    inner(u, u) <= inner(u, v)
    given u = v
    arithmetic it <- 1 #0
a vector equation with a vector beside, crosswise | one too many | between a Vec and a Vec
    inner(u, u) = inner(v, v) + 1
    given u = v
    arithmetic it <- 1 #0 left u
a map equation with factors on the other side | maps do not commute | does not add up
    K * M = K * K
    given M = K
    arithmetic it <- 1 #0 right K
an inner product cancelled | u and v may differ across s | between a Vec and a Num
    u = v
    given inner(u, u) = inner(u, v)
    arithmetic it <- 1 #0 left u
a mean of an equation times a mean | it is known of one client | does not add up
    mean(fun d: Client. a(d)) = mean(b)
    given a(c) = b(c)
    arithmetic it <- 1 #0
""",
    _LETTERS,
)


def _direct(coefficient: Any = Fraction(1), facts: Any = (), squares: Any = (), left: Any = None, right: Any = None, goal: str = "1 <= 0",
            beside: Any = ()) -> Fact:  # fmt: skip
    k = kernel({"s": "Num"})
    return k.arithmetic(read(goal, k.names), [(CertificatePart(coefficient, facts, squares, left, right), list(beside))])


ATTEMPTS += [
    Attempt(
        "a forged fact in the part",
        "1 <= 0",
        "the part's own facts are no facts",
        "does not add up",
        lambda: _direct(facts=(read("1 <= 0", {}),)),
    ),
    Attempt("False in the part", "1 <= 0", "the part's own facts are no facts", "does not add up", lambda: _direct(facts=(FALSE,))),
    Attempt("a coefficient that is a float", "1 <= 0", "nan is no coefficient", "fraction", lambda: _direct(float("nan"))),
    Attempt("a coefficient that is beyond all", "1 <= 0", "inf is no coefficient", "fraction", lambda: _direct(float("inf"))),
    Attempt("a coefficient that is a decimal", "1 <= 0", "it is rounded", "fraction", lambda: _direct(Decimal("-1"))),
    Attempt("a coefficient that is lost in the rounding", "0 < 0", "10 ^ -200 squared is no zero", "fraction", lambda: _lost()),
    Attempt(
        "a coefficient that is true",
        "0 <= 1",
        "it is true, but a truth is no coefficient",
        "fraction",
        lambda: _direct(True, goal="0 <= 1"),
    ),
    Attempt(
        "a term in the place of a fact",
        "1 <= 0",
        "a term is no fact",
        "a fact of another kernel",
        lambda: _direct(beside=(read("1 <= 0", {}),)),
    ),
    Attempt("a square that is a number of Python's", "1 <= 0", "2 is no term", "is no term", lambda: _direct(squares=(2,))),
    Attempt(
        "a factor that is a variable of the certificate",
        "1 <= 0",
        "it stands beside no equation",
        SIGN,
        lambda: _direct(left=free("z", Num)),
    ),
]


def _lost() -> Fact:
    """A strict relation times a float that is so small that the product is zero."""
    k = kernel({})
    tiny = k.arithmetic(read(f"0 < 1 / {10**199}", {}), [(CertificatePart(Fraction(1, 10**199)), [])])
    return k.arithmetic(read("0 < 0", {}), [(CertificatePart(1e-200), [tiny])])  # type: ignore[arg-type]


class _Wrong(Fraction):
    """A fraction that calls itself positive."""

    def __lt__(self, other: object) -> bool:
        return False

    def __le__(self, other: object) -> bool:
        return False

    def __gt__(self, other: object) -> bool:
        return True


ATTEMPTS.append(
    Attempt("a fraction of its own kind", "1 <= 0", "it is negative and says that it is not", "fraction", lambda: _direct(_Wrong(-1)))
)
