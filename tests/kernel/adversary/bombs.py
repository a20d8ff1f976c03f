"""What is too large or too deep: each is to be refused at once, without a crash."""

from symfed.kernel.facts import Fact
from symfed.kernel.page import kernel
from symfed.kernel.terms import Term
from symfed.kernel.text import read
from tests.kernel.adversary.attempt import Attempt

_LETTERS = {
    "s": "Num", "t": "Num", "r": "Num", "q": "Num", "M": "Map", "K": "Map", "L": "Map", "n": "Index", "f": "Num -> Num", "u": "Vec",
    "c": "Client", "a": "Client -> Num", "next": "Client -> Client", "F": "(Client -> Num) -> Client -> Num", "P": "Prop -> Prop",
    "p": "Prop", "h": "Prop -> Num",
}  # fmt: skip
_LARGE, _POWER, _LONG, _DEEP = "a term of more than", "a power above", "a sum of more than", "nested too deeply|a term of more than"


def _goal(name: str, text: str, refusal: str) -> Attempt:
    return Attempt(name, f"{text} = s", "it is too large to be looked at", refusal, [["arithmetic", f"{text} = s", []]], letters=_LETTERS)


def _grown(name: str, start: str, step: str, times: int, refusal: str, goal: str = "{} = s") -> Attempt:
    """Terms of which each stands twice on the one before."""
    lines = [["reflexive", start], *(["reflexive", step.format(k)] for k in range(times)), ["arithmetic", goal.format(f"#{times}"), []]]
    return Attempt(name, "s = s + 1", "it doubles at every line", refusal, lines, letters=_LETTERS)


def _nested(word: str, inside: str, times: int) -> str:
    return f"{word}(" * times + inside + ")" * times


_TWO = "fun g: {0} -> {0}. fun x: {0}. g(g(x))"
_SORTS = ["Num"]
for _ in range(5):
    _SORTS.append(f"({_SORTS[-1]} -> {_SORTS[-1]})")

ATTEMPTS = [
    _goal("a power of two with a large exponent", "2 ^ 1000000000", _POWER),
    _goal("a power of a letter with a large exponent", "s ^ 1000000000", _POWER),
    _goal("a power of a power", "((2 ^ 1000) ^ 1000) ^ 1000", "a coefficient of more than"),
    _goal("a power of a map with a large exponent", "inner(u, M ^ 1000000000 * u)", _POWER),
    _goal("a large multiple of a count in an exponent", "s ^ (1000000000 * n)", _POWER),
    _goal("an exponent that is a power of counts", "s ^ (n * 1000000 * 1000000)", _POWER),
    _goal("a large numeral", "9" * 90_000, "is no numeral"),
    _goal("a numeral of 4300 digits", "9" * 4300, "is no numeral"),
    _goal("a numeral of 201 digits", "9" * 201, "is no numeral"),
    _goal("a large power of a large numeral", f"({'9' * 200}) ^ 1000", "a coefficient of more than"),
    _goal("a power of a sum of two", "(s + t) ^ 1000", "a power of a sum that is too long"),
    _goal("a power of a sum of three", "(s + t + r) ^ 1000", "a power of a sum that is too long"),
    _goal("a power of a sum of maps", "inner(u, (M + K) ^ 1000 * u)", "a power of a sum that is too long"),
    _goal("clients of clients", f"a({_nested('next', 'c', 60)})", "does not add up"),
    _goal("functions of functions", f"mean({_nested('F', 'a', 60)})", "does not add up"),
    _goal("propositions of propositions", f"h({_nested('P', 'p', 60)})", "does not add up"),
    _goal("means of means", "mean(fun c: Client. " * 60 + "a(c)" + ")" * 60, "does not add up|a term of more than"),
    _goal("many brackets", "(" * 40_000 + "s" + ")" * 40_000, _DEEP),
    _goal("many signs", "-" * 40_000 + "s", _DEEP),
    _goal("a long sum", "+".join(["s"] * 30_000), _LARGE),
    _goal("a long sum to the right", "s" + "+(s" * 15_000 + ")" * 15_000, _DEEP),
    _goal("a deep application", _nested("f", "s", 20_000), _DEEP),
    _goal("quotients in quotients", "1 / (s + " * 60 + "t" + ")" * 60, "does not add up"),
    _goal("a text without end", "s + " * 30_000 + "s", "a text of more than"),
    _goal("a name without end", "s" * 99_000, "is not known"),
    Attempt(
        "a binder of many names",
        "s = s",
        "it is too long",
        "a term of more than",
        [["assume", "all " + " ".join(f"x{i}" for i in range(15_000)) + ": Num. s = s"]],
        letters=_LETTERS,
    ),
    Attempt("implications without end", "p", "it is too deep", _DEEP, [["assume", "p -> " * 15_000 + "p"]], letters=_LETTERS),
    Attempt(
        "a sort without end",
        "s = s",
        "it is too deep",
        _DEEP,
        [["reflexive", "s"]],
        letters=_LETTERS,
        variables={"x": "Num -> " * 5000 + "Num"},
    ),
    Attempt(
        "a sort in brackets without end",
        "s = s",
        "it is too deep",
        _DEEP,
        [["reflexive", "s"]],
        letters=_LETTERS,
        variables={"x": "(" * 5000 + "Num" + ")" * 5000},
    ),
    _grown("sums that double", "s + t", "#{0} + #{0}", 60, _LARGE),
    _grown("squares of squares", "s + t", "#{0} * #{0}", 60, _LARGE),
    _grown("powers of powers", "s + t", "#{0} ^ 2", 60, "a power above|a power of a sum that is too long"),
    _grown("propositions that double", "p", "#{0} and #{0}", 60, _LARGE, "h({}) = s"),
    _grown(
        "functions that double", "fun g: Num -> Num. fun x: Num. g(g(x))", "fun g: Num -> Num. #{0}(#{0}(g))", 60, _LARGE, "{}(f)(s) = s"
    ),
    Attempt(
        "numbers of Church",
        "f(s) = s",
        "two to the two to the two to the two",
        _LARGE,
        [*(["reflexive", _TWO.format(sort)] for sort in _SORTS[:5]), ["reflexive", "#4(#3)(#2)(#1)(#0)(f)(s)"]],
        letters=_LETTERS,
    ),
    Attempt(
        "numbers of Church that come to nothing",
        "0 = 1",
        "two to the two to the two to the two",
        _LARGE,
        [*(["reflexive", _TWO.format(sort)] for sort in _SORTS[:5]), ["reflexive", "#4(#3)(#2)(#1)(#0)(fun x: Num. 0)(s)"]],
        letters=_LETTERS,
    ),
]


def _read(text: str) -> Fact:
    k = kernel(_LETTERS)
    return k.reflexive(read(text, k.names))


def _deep() -> Term:
    k = kernel(_LETTERS)
    made = k.names["s"]
    for _ in range(10_000):
        made = k.names["f"](made)
    return made


def _shared() -> Fact:
    """A DAG of a hundred nodes that is a tree without end."""
    k = kernel(_LETTERS)
    made = k.names["s"]
    for _ in range(100):
        made = read("x + x", {"x": made})
    return k.reflexive(made)


ATTEMPTS += [
    Attempt("many brackets, read alone", "s = s", "it is too deep", "levels|too deep", lambda: _read("(" * 40_000 + "s" + ")" * 40_000)),
    Attempt("a large numeral, read alone", "s = s", "it is too long", "numeral", lambda: _read("9" * 90_000)),
    Attempt("a place that is no numeral, read alone", "s = s", "a place is a numeral", "is not there yet", lambda: _read("#s")),
    Attempt("a term too deep", "s = s", "it is too deep", _LARGE, lambda: kernel(_LETTERS).reflexive(_deep())),
    Attempt("a tree of shared parts", "s = s", "it is too large", _LARGE, _shared),
]
