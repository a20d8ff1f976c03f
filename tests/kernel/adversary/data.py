"""Proofs as data: lines that refer to later ones, values of other types, variables by known names, last lines that say another thing."""

from collections.abc import Mapping
from typing import Any

from symfed.kernel.facts import Fact
from symfed.kernel.page import kernel
from symfed.kernel.script import replay
from symfed.kernel.terms import KernelRefusal
from symfed.kernel.text import read
from tests.kernel.adversary.attempt import Attempt, attempts

_EARLIER, _PLACE, _TEXT, _LIST = "IndexError", "is no place", "is no text", "is no list"


def _data(lines: Any, terms: Any = ("1 <= 0", "0 <= 1"), variables: Any = None, letters: Mapping[str, str] | None = None) -> Fact:
    terms = list(terms) if isinstance(terms, tuple) else terms
    return replay(kernel(dict(letters or {"s": "Num"})), {"variables": variables or {}, "terms": terms, "lines": lines})


class _Text(str):
    """A text of its own kind."""


class _Place(int):
    """A place of its own kind."""


_ONE = ["arithmetic", 1, [["1", [], [], None, None]]]
#: name: lines, terms, variables, refusal
_SHAPES: dict[str, tuple[Any, Any, Any, str]] = {
    "a line that refers to itself": ([["general", 0, []]], ("1 <= 0",), {}, _EARLIER),
    "a line that refers to a later one": ([["general", 1, []], _ONE], ("1 <= 0", "0 <= 1"), {}, _EARLIER),
    "a line that refers to the last": ([["general", -1, []]], ("1 <= 0",), {}, _PLACE),
    "two lines that prove each other": ([["by", 1, [1]], ["by", 0, [0]]], ("1 <= 0",), {}, _EARLIER),
    "a term that is not there": ([["assume", 7]], ("1 <= 0",), {}, _EARLIER),
    "a term from the end": ([["assume", -1]], ("1 <= 0",), {}, _PLACE),
    "a term that stands on itself": ([["assume", 0]], ("#0",), {}, "#0 is not there yet"),
    "a term that stands on a later one": ([["assume", 0]], ("#1", "1 <= 0"), {}, "#1 is not there yet"),
    "a place that is true": ([_ONE, ["general", True, []]], ("1 <= 0", "0 <= 1"), {}, _PLACE),
    "a place that is false": ([["assume", False]], ("1 <= 0",), {}, _PLACE),
    "a place that is a float": ([["assume", 0.0]], ("1 <= 0",), {}, _PLACE),
    "a place that is a text": ([["assume", "0"]], ("1 <= 0",), {}, _PLACE),
    "a place that is nothing": ([["assume", None]], ("1 <= 0",), {}, _PLACE),
    "a place of its own kind": ([["assume", _Place(0)]], ("1 <= 0",), {}, _PLACE),
    "a place beyond all": ([["assume", 10**40]], ("1 <= 0",), {}, _EARLIER),
    "a fact of a part that is false": ([["assume", 0], ["arithmetic", 0, [["1", [False], [], None, None]]]], ("1 <= 0",), {}, _PLACE),
    "a rule of its own kind": ([[_Text("assume"), 0]], ("1 <= 0",), {}, _TEXT),
    "a rule that is none": ([["fiat", 0]], ("1 <= 0",), {}, "KeyError"),
    "a rule that is a method": ([["_fact", 0]], ("1 <= 0",), {}, "KeyError"),
    "a rule that is a method of every object": ([["__init__", 0]], ("1 <= 0",), {}, "KeyError"),
    "a rule that is a place": ([[0, 0]], ("1 <= 0",), {}, _TEXT),
    "a line that is a text": (["assume"], ("1 <= 0",), {}, "KeyError"),
    "a line that is empty": ([[]], ("1 <= 0",), {}, "ValueError"),
    "a line that is a number": ([0], ("1 <= 0",), {}, "TypeError"),
    "no lines": ([], ("1 <= 0",), {}, "it has no lines"),
    "lines that are a text": ("assume", ("1 <= 0",), {}, "KeyError"),
    "lines that are a table": ({"0": ["assume", 0]}, ("1 <= 0",), {}, "KeyError"),
    "lines that are nothing": (None, ("1 <= 0",), {}, "TypeError"),
    "too few arguments": ([["rewrite", 0]], ("1 <= 0",), {}, "rewrite takes 3 arguments and not 1"),
    "too many arguments": ([["assume", 0, 0]], ("1 <= 0",), {}, "assume takes 1 argument and not 2"),
    "a text of its own kind": ([["assume", 0]], (_Text("1 <= 0"),), {}, _TEXT),
    "a text that is a number": ([["assume", 0]], (1,), {}, _TEXT),
    "a text that is bytes": ([["assume", 0]], (b"1 <= 0",), {}, _TEXT),
    "a text that is a list": ([["assume", 0]], (["1 <= 0"],), {}, _TEXT),
    "terms that are a text": ([["assume", 0]], "1", {}, "is a Num and no proposition"),
    "a sentence of its own kind": ([["sentence", _Text("roots")]], (), {}, _TEXT),
    "a sentence that is a list": ([["sentence", ["roots"]]], (), {}, _TEXT),
    "a sentence that is a place": ([["sentence", 0]], (), {}, _TEXT),
    "a list that is a tuple": ([["sentence", "roots"], ["at", 0, (0,)]], ("1",), {}, _LIST),
    "a list that is a text": ([["sentence", "roots"], ["at", 0, "0"]], ("1",), {}, _LIST),
    "a list that is a table": ([["sentence", "roots"], ["at", 0, {"0": 0}]], ("1",), {}, _LIST),
    "a coefficient that is a number": ([["arithmetic", 0, [[1, [], [], None, None]]]], ("0 <= 1",), {}, _TEXT),
    "a coefficient by zero": ([["arithmetic", 0, [["1/0", [], [], None, None]]]], ("0 <= 1",), {}, "is no fraction"),
    "a coefficient in decimals": ([["arithmetic", 0, [["1.0", [], [], None, None]]]], ("0 <= 1",), {}, "is no fraction"),
    "a coefficient in powers of ten": ([["arithmetic", 0, [["1e9", [], [], None, None]]]], ("0 <= 1",), {}, "is no fraction"),
    "a coefficient that is infinite": ([["arithmetic", 0, [["inf", [], [], None, None]]]], ("0 <= 1",), {}, "is no fraction"),
    "a coefficient that is no number": ([["arithmetic", 0, [["nan", [], [], None, None]]]], ("0 <= 1",), {}, "is no fraction"),
    "a coefficient in Arabic digits": ([["arithmetic", 0, [["\u0661", [], [], None, None]]]], ("0 <= 1",), {}, "is no fraction"),
    "a coefficient with a line's end": ([["arithmetic", 0, [["1\n", [], [], None, None]]]], ("0 <= 1",), {}, "is no fraction"),
    "a coefficient with a line below": ([["arithmetic", 0, [["1_0", [], [], None, None]]]], ("0 <= 1",), {}, "is no fraction"),
    "a coefficient with two signs": ([["arithmetic", 0, [["--1", [], [], None, None]]]], ("1 <= 0",), {}, "is no fraction"),
    "a coefficient with a sign below": ([["arithmetic", 0, [["1/-1", [], [], None, None]]]], ("1 <= 0",), {}, "is no fraction"),
    "a part that is too short": ([["arithmetic", 0, [["1", []]]]], ("0 <= 1",), {}, "ValueError"),
    "a part that is too long": ([["arithmetic", 0, [["1", [], [], None, None, None]]]], ("0 <= 1",), {}, "ValueError"),
    "a part whose fact is a later line": ([["arithmetic", 0, [["1", [0], [], None, None]]]], ("1 <= 0",), {}, _EARLIER),
    "a variable that is a letter": ([["assume", 0], ["general", 0, [1]]], ("s <= 0", "s"), {"s": "Num"}, "is a variable and a constant"),
    "a variable that is a symbol": ([["sentence", "roots"], ["at", 0, [0]]], ("norm",), {"norm": "Num"}, "is a variable and a constant"),
    "a variable that becomes a constant": ([["reflexive", 0], ["define", "x", [], 1], ["reflexive", 2]], ("x", "0", "x + 0"), {"x": "Num"},
                                           "is a variable and a constant"),
    "a variable of no sort": ([["reflexive", 0]], ("x",), {"x": "Real"}, "Real is no sort"),
    "a variable of half a sort": ([["reflexive", 0]], ("x",), {"x": "Num ->"}, "missing"),
    "a variable of a sort and more": ([["reflexive", 0]], ("x",), {"x": "Num Num"}, "'Num' is left over in 'Num Num'"),
    "a variable whose sort is a place": ([["reflexive", 0]], ("x",), {"x": 0}, _TEXT),
    "variables that are a list": ([["reflexive", 0]], ("x",), [["x", "Num"]], "AttributeError"),
    "a variable that a later line is general over": (
        [["assume", 0], ["general", 0, [1]], ["discharge", 1, [0]]], ("x <= 1", "x"), {"x": "Num"},
                                                        "a hypothesis speaks of x"),
    "a name that the proof introduces, before it does": ([["reflexive", 0], ["define", "d", [], 1]], ("d", "0"), {}, "d is not known"),
    "a name that is defined twice": ([["define", "d", [], 0], ["define", "d", [], 1]], ("0", "1"), {}, "is no new name"),
    "a name of its own kind": ([["define", _Text("d"), [], 0]], ("0",), {}, _TEXT),
    "a name that is a place": ([["define", 0, [], 0]], ("0",), {}, _TEXT),
    "a definition before its parts": ([["define", "d", [], 0], ["define", "e", [], 1]], ("e", "0"), {}, "e is not known"),
}  # fmt: skip
ATTEMPTS = [
    Attempt(
        name,
        "1 <= 0",
        "the data are no proof",
        refusal,
        lambda lines=lines, terms=terms, variables=variables: _data(lines, terms, variables),
    )
    for name, (lines, terms, variables, refusal) in _SHAPES.items()
]


def _whole(data: Any) -> Fact:
    return replay(kernel({}), data)


ATTEMPTS += [
    Attempt("a proof that is nothing", "1 <= 0", "it says nothing", "TypeError", lambda: _whole(None)),
    Attempt("a proof that is a text", "1 <= 0", "it is no table", "a proof has", lambda: _whole("proof")),
    Attempt("a proof that is a list", "1 <= 0", "it is no table", "a proof has", lambda: _whole([])),
    Attempt("a proof without variables", "1 <= 0", "a key is missing", "a proof has", lambda: _whole({"terms": [], "lines": []})),
    Attempt(
        "a proof with a key too many",
        "1 <= 0",
        "trusted says nothing",
        "a proof has",
        lambda: _whole({"variables": {}, "terms": [], "lines": [], "trusted": True}),
    ),
    Attempt(
        "variables that are an empty list",
        "1 <= 0",
        "they are no table",
        "AttributeError",
        lambda: _whole({"variables": [], "terms": ["1 <= 0"], "lines": [["assume", 0]]}),
    ),
    Attempt("a proof of too many lines", "1 <= 0", "they are bounded", "more than 20000 lines", lambda: _data([["assume", 0]] * 20_001)),
    Attempt(
        "a proof of too many terms",
        "1 <= 0",
        "they are bounded",
        "more than 20000 lines",
        lambda: _data([["assume", 0]], ("1 <= 0",) * 20_001),
    ),
]
ATTEMPTS += attempts("""
the last line is another | 0 <= 1 is said last | another statement was proved
    1 <= 0
    arithmetic 0 <= 1 <- 1
the wanted line is not the last | it is proved before, and the last one says another thing | another statement was proved
    0 <= 2
    arithmetic it <- 2
    arithmetic 0 <= 1 <- 1
the wanted line is a hypothesis | it is assumed | a condition is left
    1 <= 0
    assume 1 <= 0
the last line is of a variable | it is said of one x, under a condition | another statement was proved
    all x: Num. x <= 1
    for x: Num
    assume x <= 1
the last of a recursion's two facts is the wanted one | x(1) is one | another statement was proved
    all n: Index. x(n) = 0
    recursion x = 0; fun n: Index. fun a: Num. a + 1
a variable by the name False | it is a variable | no text spells
    False
    for False: Prop
    arithmetic 0 <= 1 <- 1
    assume False
    discharge 0: False
False, where it is a variable | not all is true | no text spells
    all p: Prop. p
    for False: Prop
    assume False
    general 0: False
""")

# texts

_NAMES = {"s": "Num", "t": "Num", "r": "Num", "p": "Prop", "q": "Prop", "n": "Index", "u": "Vec", "a": "Client -> Num", "f": "Num -> Num"}
#: text: why it is no term, and what is said
_UNREADABLE = {
    "s <= t <= r": ("a relation of a relation", "between a Prop and a Num"),
    "s = t = r": ("a relation of a relation", "between a Prop and a Num"),
    "s < t < r": ("a relation of a relation", "between a Prop and a Num"),
    "s ^ t": ("an exponent is a count", "between a Num and a Num"),
    "s ^ -1 = s": ("an exponent is a count", "between a Num and a Num"),
    "s ^ 2 ^ n = s": ("a power of counts is a number", "between a Num and a Num"),
    "n - 1 = n -> n - n": ("a number is no proposition", "between a Prop and a Num"),
    "1.5 = s": ("numerals are whole", "left over"),
    "1e5 = s": ("numerals are whole", "left over"),
    "01 = 1": ("a numeral has no zero before it", "01 is no numeral"),
    "1_000 = s": ("a numeral has no line in it", "left over"),
    "\u0661 = 1": ("it is no digit here", "no term"),
    "\u00b2 = 2": ("it is no digit here", "no term"),
    "s\u2032 = s": ("it is no name here", "no term"),
    "\u0455 = s": ("a letter of another alphabet", "no term"),
    "s\u00a0= t": ("a space of another kind", "no term"),
    "s == t": ("there is one sign for equal", "= is not known"),
    "s != t": ("there is another sign for it", "no term"),
    "not s = t": ("there is no such word", "not is not known"),
    "s = t; t = r": ("one term at a time", "no term"),
    "s = t #0": ("an earlier term behind it", "left over"),
    "#0 = s": ("nothing is earlier", "#0 is not there yet"),
    "#s = s": ("a place is a numeral", "is not there yet"),
    "# = s": ("a place is a numeral", "is not there yet"),
    "all x. x = x": ("a variable has a sort", "missing"),
    "all x: Real. x = x": ("Real is no sort", "Real is no sort"),
    "all all: Num. all = all": ("a word is no name", "is no name of a variable"),
    "all fun: Num. fun = fun": ("a word is no name", "is no name of a variable"),
    "all 0: Num. 0 <= 0": ("a numeral is no name", "is no name of a variable"),
    "all x y. x = y": ("a variable has a sort", "missing"),
    "all x: Num. x": ("a number is no proposition", "which is no proposition"),
    "some x: Num. x + 1": ("a number is no proposition", "which is no proposition"),
    "all x: Num. (all y: Num. y <= x) and y = y": ("y is bound inside the brackets alone", "y is not known"),
    "(fun x: Num. x)(u) = s": ("a vector for a number", "stands where a Num is asked for"),
    "mean(fun c: Client. c) = s": ("a client is no number", "is not said of"),
    "mean(s) = s": ("a number is no function", "is not said of"),
    "mean = mean": ("which mean", "stands without arguments"),
    "zero = u": ("which zero", "stands without arguments"),
    "zero(Num) = s": ("0 is the zero of numbers", "is not known"),
    "zero(Client) = u": ("clients have no zero", "between"),
    "u * u = s": ("vectors have no product", "between a Vec and a Vec"),
    "u * s = s * u": ("numbers stand on the left", "between a Vec and a Num"),
    "u + s = s": ("vectors and numbers", "between a Vec and a Num"),
    "u / s = u": ("vectors have no quotient", "between a Vec and a Num"),
    "p + q = p": ("propositions have no sum", "between a Prop and a Prop"),
    "u <= u": ("vectors have no order", "between a Vec and a Vec"),
    "p <= q": ("propositions have no order", "between a Prop and a Prop"),
    "s -> t": ("numbers imply nothing", "between a Num and a Num"),
    "s(t) = s": ("a number is no function", "is asked for"),
    "(s = t": ("a bracket is left open", "is missing"),
    "s <= t) -> (s <= t": ("a bracket is closed that was not opened", "left over"),
    "__import__('os')": ("it is Python's", "no term"),
    "s = t)": ("a bracket too many", "left over"),
    "": ("nothing is said", "is missing"),
    "f() = s": ("nothing in the brackets", "not known"),
    "f(s t) = s": ("a comma is missing", "is missing"),
    "f(s,) = s": ("a comma too many", "not known"),
}  # fmt: skip
ATTEMPTS += [
    Attempt(f"the text {text!r}", "1 <= 0", why, refusal, lambda text=text: _data([["assume", 0]], (text,), {}, _NAMES))
    for text, (why, refusal) in _UNREADABLE.items()
]

#: two texts that must not be one term
_APART = {
    "s - t - r = 0": "s - (t - r) = 0",
    "s / t / r = 0": "s / (t / r) = 0",
    "s / t * r = 0": "s / (t * r) = 0",
    "-s ^ 2 = 0": "(0 - s) ^ 2 = 0",
    "s ^ n * 2 = 0": "s ^ (n * 2) = 0",
    "p -> q -> p": "(p -> q) -> p",
    "p or q and p": "(p or q) and p",
    "p and q -> p": "p and (q -> p)",
    "all x: Num. x <= s -> p": "(all x: Num. x <= s) -> p",
    "all s: Num. s <= 0": "all x: Num. s <= 0",
    "all x: Num. all x: Num. x <= 0": "all x: Num. all y: Num. x <= 0",
    "some x: Num. p and x = s": "p and some x: Num. x = s",
    "s /= t -> p": "s = t -> (False -> p)",
    "num(n + 1) * s = 0": "num(n) + 1 * s = 0",
    "mean(fun c: Client. a(c)) = s": "mean(fun c: Client. s) = s",
    "f(s + t) = 0": "f(s) + t = 0",
}


def _one_term(text: str, other: str) -> None:
    names = kernel(_NAMES).names
    if read(text, names) is not read(other, names):
        raise KernelRefusal("two terms")


ATTEMPTS += [
    Attempt(
        f"{text!r} and {other!r} are one",
        f"{text} says {other}",
        "they say different things",
        "two terms",
        lambda text=text, other=other: _one_term(text, other),
    )
    for text, other in _APART.items()
]
