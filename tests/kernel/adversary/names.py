"""Names: known ones in another sort, one name in two kernels, letters named like operations, and what only looks like a name."""

import copy

from symfed.kernel.facts import Fact, Kernel
from symfed.kernel.page import constants, kernel
from symfed.kernel.symbols import FALSE
from symfed.kernel.terms import Client, Index, KernelRefusal, Num, Outcome, Vec, app, bound, const, free, lam
from symfed.kernel.text import read, read_sort
from tests.kernel.adversary.attempt import Attempt

_NEW = "is no new name"

# known names in another sort
ATTEMPTS = [
    Attempt(
        "num of numbers is defined",
        "1 = 0",
        "num is known",
        _NEW,
        [
            ["define", "num", ["z"], "0"],
            ["at", 0, ["1"]],
            ["arithmetic", "num(1) = 1", []],
            ["arithmetic", "1 = 0", [["1", [1]], ["-1", [2]]]],
        ],
        variables={"z": "Num"},
    ),
    Attempt(
        "mean of draws is defined",
        "1 = 0",
        "mean is known",
        _NEW,
        [
            ["define", "mean", ["X"], "0"],
            ["at", 0, ["fun w: Outcome. 1"]],
            ["arithmetic", "mean(fun w: Outcome. 1) = 1", []],
            ["arithmetic", "1 = 0", [["1", [1]], ["-1", [2]]]],
        ],
        variables={"X": "Outcome -> Num"},
    ),
    Attempt(
        "mean of a number is defined, and looked at",
        "mean(1) = 1",
        "it is defined to be zero, and a number is no function",
        _NEW,
        [["define", "mean", ["z"], "0"], ["arithmetic", "mean(1) = 1", []]],
        variables={"z": "Num"},
    ),
    Attempt(
        "S of numbers is defined",
        "1 = 0",
        "S is known",
        _NEW,
        [
            ["define", "start", ["n"], "n"],
            ["define", "S", ["z"], "start(0)"],
            ["at", 1, ["0"]],
            ["at", 0, ["0 * n"]],
            ["arithmetic", "1 = 0", [["1", [2]], ["1", [3]]]],
        ],
        variables={"z": "Num", "n": "Index"},
    ),
    Attempt(
        "inner of maps is defined",
        "1 = 0",
        "inner is known",
        _NEW,
        [["define", "inner", ["A", "B"], "1"], ["at", 0, ["id", "id"]], ["reflexive", "1"]],
        variables={"A": "Map", "B": "Map"},
    ),
    Attempt(
        "E of clients is defined",
        "1 = 0",
        "E is known",
        _NEW,
        [["define", "E", ["f"], "0"], ["reflexive", "1"]],
        variables={"f": "Client -> Num"},
    ),
    Attempt("id of vectors is defined", "1 = 0", "id is known", _NEW, [["define", "id", [], "zero(Vec)"], ["reflexive", "1"]]),
    Attempt("False of numbers is defined", "1 = 0", "False is known", _NEW, [["define", "False", [], "0"], ["reflexive", "1"]]),
    Attempt(
        "all of functions of numbers is defined",
        "1 = 0",
        "all is known",
        _NEW,
        [["define", "all", ["f"], "0 <= 0"], ["reflexive", "1"]],
        variables={"f": "Num -> Num"},
    ),
    Attempt(
        "some of functions of numbers is chosen from",
        "1 = 0",
        "some is known",
        _NEW,
        [["define", "some", ["f"], "0 <= 0"], ["reflexive", "1"]],
        variables={"f": "Num -> Num"},
    ),
    Attempt(
        "num is a sequence's name",
        "1 = 0",
        "num is known",
        _NEW,
        [["recursion", "num", ["z"], "0", "fun n: Index. fun a: Num. a"], ["reflexive", "1"]],
        variables={"z": "Num"},
    ),
    Attempt(
        "mean is a choice's name",
        "1 = 0",
        "mean is known",
        _NEW,
        [
            ["sentence", "a number with it"],
            ["at", 0, ["fun b: Num. 0 < b", "1"]],
            ["arithmetic", "0 < 1", [["1", []]]],
            ["by", 1, [2]],
            ["choose", "mean", 3],
        ],
    ),
    Attempt(
        "zero and Vec are defined, and read as the zero vector",
        "u = zero(Vec)",
        "u is any vector",
        _NEW,
        [
            ["define", "zero", ["a"], "u"],
            ["define", "Vec", [], "1"],
            ["at", 0, ["Vec"]],
            ["reflexive", "zero(Vec)"],
            ["rewrite", 3, 2, "fun x: Vec. x = zero(Vec)"],
        ],
        letters={"u": "Vec"},
        variables={"a": "Num"},
    ),
]


def _letter(name: str, sort: str, statement: str) -> Fact:
    """A fact of arithmetic, where a claim's letter has the name of an operation."""
    k = kernel({name: sort, "own_s": "Num", "own_t": "Num"})
    return k.arithmetic(read(statement, k.names), [])


def _letter_applied(name: str) -> Fact:
    """name(u, v) = name(v, u) for a claim's letter, which may be any function."""
    k = kernel({name: "Vec -> Vec -> Num", "own_u": "Vec", "own_v": "Vec"})
    f, u, v = (k.names[n] for n in (name, "own_u", "own_v"))
    return k.arithmetic(const("=", read_sort("Num -> Num -> Prop"))(f(u, v), f(v, u)), [])


def _left_behind() -> Fact:
    """A letter of one kernel has a number read as a count, and the next kernel finds what was made of it: a half is rounded to zero."""
    one = kernel({"num": "Num -> Num"})
    one.arithmetic(read("1 / 46 = 1 / 46", one.names), [])
    try:
        one.arithmetic(read("num(1 / 46 + 1 / 46) = 1", one.names), [])
    except KernelRefusal as refused:
        if "does not add up" not in str(refused):
            raise
    other = kernel({})
    return other.arithmetic(read("0 + (1 / 46 + 1 / 46) = 0", other.names), [])


ATTEMPTS += [
    Attempt("what one kernel read as a count, another finds as a number", "0 + (1 / 46 + 1 / 46) = 0", "it is 1/23", _NEW, _left_behind),
    Attempt(
        "a letter num",
        "num(own_s) = own_s",
        "num is any function of numbers",
        _NEW,
        lambda: _letter("num", "Num -> Num", "num(own_s) = own_s"),
    ),
    Attempt(
        "a letter mean",
        "mean(fun w: Outcome. 1) = 1",
        "mean is any function",
        _NEW,
        lambda: _letter("mean", "(Outcome -> Num) -> Num", "mean(fun w: Outcome. 1) = 1"),
    ),
    Attempt(
        "a letter inner",
        "inner(own_s, own_t) = inner(own_t, own_s)",
        "inner is any function",
        _NEW,
        lambda: _letter("inner", "Num -> Num -> Num", "inner(own_s, own_t) = inner(own_t, own_s)"),
    ),
    Attempt("a letter +", "u + v = v + u", "+ is any function of two vectors", _NEW, lambda: _letter_applied("+")),
    Attempt("a letter *", "u * v = v * u", "* is any function of two vectors", _NEW, lambda: _letter_applied("*")),
    Attempt("a letter norm", "norm(s) = s", "norm is of the page", _NEW, lambda: _letter("norm", "Num -> Num", "norm(own_s) = own_s")),
    Attempt("a letter 1", "1 = 0", "1 is a numeral", _NEW, lambda: _letter("1", "Num", "1 = 0")),
    Attempt("a letter 01", "01 = 1", "01 is no name", _NEW, lambda: _letter("01", "Num", "own_s = own_s")),
    Attempt("a letter of Arabic digits", "1 = 1", "it is one for Python", _NEW, lambda: _letter("\u0661", "Num", "own_s = own_s")),
    Attempt("a letter that is a relation", "s = t", "it looks like one", _NEW, lambda: _letter("s = t", "Prop", "own_s = own_s")),
    Attempt("a letter of no name", "s = s", "it has none", _NEW, lambda: _letter("", "Num", "own_s = own_s")),
]


def _two() -> tuple[Kernel, Kernel]:
    return kernel({"s": "Num"}), kernel({"s": "Num"})


def _defined_twice(how: str) -> Fact:
    """d is zero in one kernel and one in the other: 0 = 1 from both."""
    one, other = _two()
    zero, d = one.define("d", [], read("0", {})), other.define("d", [], read("1", {}))
    mine = read("d = d", other.names)
    if how == "by":
        implication = other.discharge(d, zero.prop)
        return other.by(implication, zero)
    if how == "rewrite":
        return other.rewrite(d, zero, read("fun r: Num. r = 1", {}))
    if how == "rewritten":
        return other.rewrite(zero, d, read("fun r: Num. r = 0", {}))
    if how == "at":
        return other.at(zero)
    if how == "general":
        return other.general(zero, free("x", Num))
    if how == "discharge":
        return other.discharge(zero, mine)
    if how == "induction":
        return other.induction(lam(Index, zero.prop), zero, zero)
    if how == "choose":
        return other.choose("e", zero)
    from symfed.kernel.arithmetic import CertificatePart

    return other.arithmetic(read("0 = 1", {}), [(CertificatePart(), [d]), (CertificatePart(), [zero])])


ATTEMPTS += [
    Attempt(
        f"a fact of another kernel: {how}",
        "0 = 1",
        "d is zero there and one here",
        "a fact of another kernel",
        lambda how=how: _defined_twice(how),
    )
    for how in ("by", "rewrite", "rewritten", "at", "general", "discharge", "induction", "choose", "arithmetic")
]


def _copied() -> Fact:
    """A kernel's copy defines d otherwise, and the fact is brought back."""
    one = kernel({})
    other = copy.copy(one)
    other.define("d", [], read("1", {}))
    return one.at(other.define("e", [], read("1", {})))


def _stranger() -> Fact:
    """A term with a constant of another kernel."""
    one, other = _two()
    one.define("d", [], read("0", {}))
    return other.reflexive(const("d", Num))


def _sentences() -> Fact:
    """A sentence that is written into the page's own table after a kernel was made."""
    k = kernel({})
    constants()  # the table is the page's own; a kernel has its own copy
    return k.sentence("one is zero")


ATTEMPTS += [
    Attempt("a copied kernel", "d = 1", "the copy's facts are its own", "a fact of another kernel", _copied),
    Attempt("a constant of another kernel", "d = d", "d is not known here", "is not known", _stranger),
    Attempt("a fact by hand", "1 <= 0", "only a kernel makes facts", "facts are made by the kernel", lambda: Fact(frozenset(), FALSE)),
    Attempt("a term for a fact", "1 <= 0", "it is assumed by nobody", "a fact of another kernel", lambda: kernel({}).at(FALSE)),  # type: ignore[arg-type]
    Attempt("a sentence that is not there", "1 <= 0", "the page does not hold it", "no sentence is called", _sentences),
    Attempt(
        "a page whose sentence is open",
        "x <= 0",
        "a free variable is not closed",
        "free",
        lambda: Kernel({}, {"it": read("x <= 0", {"x": free("x", Num)})}, {}).sentence("it"),
    ),
    Attempt(
        "a page whose sentence is no proposition",
        "0",
        "a number is no sentence",
        "no proposition",
        lambda: Kernel({}, {"it": read("0", {})}, {}).sentence("it"),
    ),
    Attempt(
        "a page with an unknown name",
        "d <= 0",
        "d is not known",
        "is not known",
        lambda: Kernel({}, {"it": read("d <= 0", {"d": const("d", Num)})}, {}).sentence("it"),
    ),
    Attempt(
        "a letter that stands for another constant",
        "e = 0",
        "e is d",
        _NEW,
        lambda: Kernel({}, {}, {"d": const("e", Num)}).reflexive(const("e", Num)),
    ),
    Attempt(
        "a letter that is a free variable",
        "d = 0",
        "nobody may generalise over it",
        _NEW,
        lambda: Kernel({}, {}, {"d": free("d", Num)}).reflexive(free("d", Num)),
    ),
    Attempt(
        "a variable of the kernel's own",
        "0 <= 0",
        "%1 is a binder's own",
        "the kernel's own variable",
        lambda: kernel({}).reflexive(free("%1", Client)),
    ),
    Attempt(
        "a variable of the induction's own",
        "0 <= 0",
        "%n is the induction's",
        "the kernel's own variable",
        lambda: kernel({}).reflexive(free("%n", Index)),
    ),
    Attempt("a loose variable", "0 <= 0", "it is bound nowhere", "bound nowhere", lambda: kernel({}).reflexive(bound(0, Num))),
    Attempt(
        "an application of the wrong sort",
        "0 <= 0",
        "a function of clients at a draw",
        "is not applied to",
        lambda: kernel({}).reflexive(app(free("f", Client >> Num), free("w", Outcome))),
    ),
    Attempt(
        "a binder of the wrong sort",
        "0 <= 0",
        "a vector is bound as a number",
        "is bound where another sort is meant",
        lambda: kernel({}).reflexive(lam(Num, bound(0, Vec))),
    ),
    Attempt(
        "a relation of the wrong sort",
        "0 <= 0",
        "= between a number and a vector",
        "is not known",
        lambda: kernel({}).assume(const("=", read_sort("Num -> Vec -> Prop"))(free("x", Num), free("u", Vec))),
    ),
    Attempt(
        "for all of what is no proposition",
        "all x: Num. x",
        "a number is not true",
        "is not known",
        lambda: kernel({}).assume(const("all", read_sort("(Num -> Num) -> Prop"))(lam(Num, free("x", Num)))),
    ),
    Attempt("a numeral of vectors", "0 <= 0", "1 is no vector", "is not known", lambda: kernel({}).reflexive(const("1", Vec))),
    Attempt(
        "a numeral with a zero before it", "01 = 1", "it is spelt otherwise", "is not known", lambda: kernel({}).reflexive(const("01", Num))
    ),
    Attempt("a negative numeral", "-1 = 0", "it is no numeral", "is not known", lambda: kernel({}).reflexive(const("-1", Num))),
    Attempt("a false of numbers", "False", "False is a proposition", "is not known", lambda: kernel({}).reflexive(const("False", Num))),
]


def _captured() -> Fact:
    """The reader's own variable, handed in as another: all x: Num. v <= x, where v is it."""
    k = kernel({})
    prop = read("all x: Num. v <= x", {"v": free("?1", Num)})
    if prop is read("all x: Num. x <= x", {}):
        k.arithmetic(read("0 <= 0", {}), [])
        return k.general(k.arithmetic(read("x <= x", {"x": free("x", Num)}), []), free("x", Num))
    raise KernelRefusal("no variable is captured")


ATTEMPTS.append(Attempt("the reader's own variable", "all x: Num. v <= x", "v is not x", "no text spells", _captured))
