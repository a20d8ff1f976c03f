"""Names: known ones in another sort, one name in two kernels, letters named like operations, and what only looks like a name."""

import copy
from collections.abc import Callable

from symfed.kernel.facts import Fact, Kernel
from symfed.kernel.page import constants, kernel
from symfed.kernel.symbols import FALSE
from symfed.kernel.terms import Client, Index, KernelRefusal, Num, Outcome, Term, Vec, app, bound, const, free, lam
from symfed.kernel.text import read, read_sort
from tests.kernel.adversary.attempt import Attempt, attempts

_NEW = "is no new name"

# known names in another sort
ATTEMPTS = attempts("""
num of numbers is defined | num is known | is no new name
    1 = 0
    for z: Num
    define num(z) = 0
    at 0: 1
    arithmetic num(1) = 1
    arithmetic it <- 1 #1; -1 #2
mean of draws is defined | mean is known | is no new name
    1 = 0
    for X: Outcome -> Num
    define mean(X) = 0
    at 0: fun w: Outcome. 1
    arithmetic mean(fun w: Outcome. 1) = 1
    arithmetic it <- 1 #1; -1 #2
mean of a number is defined, and looked at | it is defined to be zero, and a number is no function | is no new name
    mean(1) = 1
    for z: Num
    define mean(z) = 0
    arithmetic it
S of numbers is defined | S is known | is no new name
    1 = 0
    for z: Num; n: Index
    define start(n) = n
    define S(z) = start(0)
    at 1: 0
    at 0: 0 * n
    arithmetic it <- 1 #2; 1 #3
inner of maps is defined | inner is known | is no new name
    1 = 0
    for A B: Map
    define inner(A; B) = 1
    at 0: id; id
    reflexive 1
E of clients is defined | E is known | is no new name
    1 = 0
    for f: Client -> Num
    define E(f) = 0
    reflexive 1
id of vectors is defined | id is known | is no new name
    1 = 0
    define id = zero(Vec)
    reflexive 1
False of numbers is defined | False is known | is no new name
    1 = 0
    define False = 0
    reflexive 1
all of functions of numbers is defined | all is known | is no new name
    1 = 0
    for f: Num -> Num
    define all(f) = 0 <= 0
    reflexive 1
some of functions of numbers is chosen from | some is known | is no new name
    1 = 0
    for f: Num -> Num
    define some(f) = 0 <= 0
    reflexive 1
num is a sequence's name | num is known | is no new name
    1 = 0
    for z: Num
    recursion num(z) = 0; fun n: Index. fun a: Num. a
    reflexive 1
mean is a choice's name | mean is known | is no new name
    1 = 0
    sentence a number with it
    at 0: fun b: Num. 0 < b; 1
    arithmetic 0 < 1 <- 1
    by 1: 2
    choose mean 3
zero and Vec are defined, and read as the zero vector | u is any vector | is no new name
    u = zero(Vec)
    letters u: Vec
    for a: Num
    define zero(a) = u
    define Vec = 1
    at 0: Vec
    reflexive zero(Vec)
    rewrite 3 2: fun x: Vec. x = zero(Vec)
""")


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


#: a claim's letter that has the name of an operation, or none: its sort, what would be proved of it, and why it is not so
_LETTERS = {
    "num": ("Num -> Num", "num(own_s) = own_s", "num is any function of numbers"),
    "mean": ("(Outcome -> Num) -> Num", "mean(fun w: Outcome. 1) = 1", "mean is any function"),
    "inner": ("Num -> Num -> Num", "inner(own_s, own_t) = inner(own_t, own_s)", "inner is any function"),
    "E": ("Num -> Num", "own_s = own_s", "E is of the page"),
    "S": ("Num -> Num", "own_s = own_s", "S is of the page"),
    "id": ("Num -> Num", "own_s = own_s", "id is of the page"),
    "zero": ("Num -> Num", "own_s = own_s", "zero is of the page"),
    "norm": ("Num -> Num", "norm(own_s) = own_s", "norm is of the page"),
    "1": ("Num", "1 = 0", "1 is a numeral"),
    "01": ("Num", "own_s = own_s", "01 is no name"),
    "\u0661": ("Num", "own_s = own_s", "it is an Arabic digit, and one for Python"),
    "s = t": ("Prop", "own_s = own_s", "it looks like a relation"),
    "": ("Num", "own_s = own_s", "it has no name"),
}
ATTEMPTS += [
    Attempt(f"a letter {name!r}", said, why, _NEW, lambda name=name, sort=sort, said=said: _letter(name, sort, said))
    for name, (sort, said, why) in _LETTERS.items()
]
ATTEMPTS += [
    Attempt("what one kernel read as a count, another finds as a number", "0 + (1 / 46 + 1 / 46) = 0", "it is 1/23", _NEW, _left_behind),
    Attempt("a letter +", "u + v = v + u", "+ is any function of two vectors", _NEW, lambda: _letter_applied("+")),
    Attempt("a letter *", "u * v = v * u", "* is any function of two vectors", _NEW, lambda: _letter_applied("*")),
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
]
#: what is no term of a kernel: why, and what is said
_NO_TERMS: dict[str, tuple[str, str, Callable[[], Term]]] = {
    "a variable of the kernel's own": ("%1 is a binder's own", "the kernel's own variable", lambda: free("%1", Client)),
    "a variable of the induction's own": ("%n is the induction's", "the kernel's own variable", lambda: free("%n", Index)),
    "a loose variable": ("it is bound nowhere", "bound nowhere", lambda: bound(0, Num)),
    "an application of the wrong sort": (
        "a function of clients at a draw", "is not applied to", lambda: app(free("f", Client >> Num), free("w", Outcome)),
    ),
    "a binder of the wrong sort": (
        "a vector is bound as a number", "is bound where another sort is meant", lambda: lam(Num, bound(0, Vec)),
    ),
    "a numeral of vectors": ("1 is no vector", "is not known", lambda: const("1", Vec)),
    "a numeral with a zero before it": ("it is spelt otherwise", "is not known", lambda: const("01", Num)),
    "a negative numeral": ("it is no numeral", "is not known", lambda: const("-1", Num)),
    "a false of numbers": ("False is a proposition", "is not known", lambda: const("False", Num)),
    "a relation of the wrong sort": (
        "= between a number and a vector", "is not known",
        lambda: const("=", read_sort("Num -> Vec -> Prop"))(free("x", Num), free("u", Vec)),
    ),
    "for all of what is no proposition": (
        "a number is not true", "is not known", lambda: const("all", read_sort("(Num -> Num) -> Prop"))(lam(Num, free("x", Num))),
    ),
}  # fmt: skip
ATTEMPTS += [
    Attempt(name, "0 <= 0", why, refusal, lambda term=term: kernel({}).reflexive(term()))
    for name, (why, refusal, term) in _NO_TERMS.items()
]
#: what a page holds under the name `it`, and cannot: why, and what is said
_NO_SENTENCES = {
    "a page whose sentence is open": ("a free variable is not closed", "free", read("x <= 0", {"x": free("x", Num)})),
    "a page whose sentence is no proposition": ("a number is no sentence", "no proposition", read("0", {})),
    "a page with an unknown name": ("d is not known", "is not known", read("d <= 0", {"d": const("d", Num)})),
}
ATTEMPTS += [
    Attempt(name, "1 <= 0", why, refusal, lambda said=said: Kernel({}, {"it": said}, {}).sentence("it"))
    for name, (why, refusal, said) in _NO_SENTENCES.items()
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
