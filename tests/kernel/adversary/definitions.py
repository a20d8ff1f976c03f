"""New names and equations: choices, definitions, sequences and rewritings that say more than is known."""

from tests.kernel.adversary.attempt import Attempt, attempts

_NUMBERS = {"s": "Num", "t": "Num"}

ATTEMPTS = attempts(
    """
a choice from a condition keeps it | no number is so small | is no closed sentence
    all b: Num. d < b -> False
    assume some a: Num. all b: Num. a <= b
    choose d 0
a choice from an open fact | d is larger than one a | is no closed sentence
    all a: Num. a < d
    for a: Num
    sentence a number with it
    at 0: fun c: Num. a < c; a + 1
    arithmetic a < a + 1 <- 1
    by 1: 2
    choose d 3
    general 4: a
a choice that forgets what it depends on | d(a) is larger than a | another statement
    all a: Num. a < d(0)
    for a: Num
    sentence a number with it
    at 0: fun c: Num. a < c; a + 1
    arithmetic a < a + 1 <- 1
    by 1: 2
    general 3: a
    choose d 4
a choice of a number's name | the number is chosen, not zero | is no new name
    0 < 0
    sentence a number with it
    at 0: fun b: Num. 0 < b; 1
    arithmetic 0 < 1 <- 1
    by 1: 2
    choose 0 3
a choice of a letter's name | s may be negative | is no new name
    0 < s
    sentence a number with it
    at 0: fun b: Num. 0 < b; 1
    arithmetic 0 < 1 <- 1
    by 1: 2
    choose s 3
a choice made twice by one name | two choices | is no new name
    d = d + 1
    sentence a number with it
    at 0: fun b: Num. b = 1; 1
    reflexive 1
    by 1: 2
    choose d 3
    at 0: fun b: Num. b = 2; 2
    reflexive 2
    by 5: 6
    choose d 7
a choice of what is for all | it is no existence | nothing is shown to exist
    0 <= d
    sentence roots
    choose d 0
a choice under an implication, without it | the implication's condition is false | another statement
    d < d
    assume 0 < 0
    sentence a number with it
    at 1: fun b: Num. b < b; 0
    by 2: 0
    discharge 3: 0 < 0
    choose d 4
a choice from either | the other may hold | nothing is shown to exist
    0 < d
    sentence the first
    at 0: some b: Num. 0 < b; False
    choose d 1
a definition in a circle | no number is its next | is not known
    d = d + 1
    define d = d + 1
definitions in a circle | d and e of each other | is not known
    d = e + 1
    define d = e + 1
    define e = d
a name defined twice | two values | is no new name
    0 = 1
    define d = 0
    define d = 1
a name defined twice, with and without a parameter | two values | is no new name
    d = 0
    for a: Num
    define d(a) = 0
    define d = 1
a definition that hides a parameter | d would be every number | and does not show it
    all a: Num. d = a
    for a: Num
    define d = a
a definition that hides one of two | d would be every number | and does not show it
    all a b: Num. d(a) = b
    for a b: Num
    define d(a) = b
a definition whose parameter is a letter | it would be of the letter alone | parameters are free variables, each once
    all a: Num. d(a) = a
    define d(s) = s
a definition whose parameter is a numeral | d(0) alone is said | parameters are free variables, each once
    all a: Num. d(a) = 0
    define d(0) = 0
a definition whose parameter is a sum | d(a + 1) | parameters are free variables, each once
    all a: Num. d(a) = a
    for a: Num
    define d(a + 1) = a
a definition whose parameter stands twice | d(a, a) alone is said | parameters are free variables, each once
    all a b: Num. d(a, b) = a
    for a: Num
    define d(a; a) = a
a definition of a page's class | not every field is linear | is no new name
    all g: Vec -> Vec. Quadratic(g)
    for g: Vec -> Vec
    define Quadratic(g) = 0 <= 0
a definition of a client's gradient | the gradient is given | is no new name
    all x: Vec. grad(x) = zero(Vec)
    letters grad: Vec -> Vec
    for x: Vec
    define grad(x) = zero(Vec)
a definition of a letter that a condition bounds | s is at most one | is no new name
    s = 2
    given s <= 1
    define s = 2
a sequence of its own next | x(n + 1) = x(n + 1) + 1 | is not known
    0 = 1
    recursion x = 0; fun n: Index. fun a: Num. x(n + 1) + 1
a sequence that hides its start | x would start everywhere | and does not show it
    all a: Num. x(0) = a
    for a: Num
    recursion x = a; fun n: Index. fun b: Num. b
a sequence that hides its step | x would go everywhere | and does not show it
    all a: Num. x(1) = a
    for a: Num
    recursion x = 0; fun n: Index. fun b: Num. a
a sequence of a step that is no function of both | sorts | makes no sequence of
    x(1) = 0
    recursion x = 0; fun n: Index. 0
a sequence of a step of another sort | sorts | makes no sequence of
    x(1) = 0
    recursion x = 0; fun n: Index. fun u: Vec. u
a sequence by a known name | s is a letter | is no new name
    s(0) = 1
    recursion s = 0; fun n: Index. fun a: Num. a
a sequence's parameter stands twice | x(a, a, 0) alone is said | parameters are free variables, each once
    all a b: Num. x(a, b, 0) = a
    for a: Num
    recursion x(a; a) = a; fun n: Index. fun b: Num. b
a sequence and a definition of one name | two values | is no new name
    x = 0
    recursion x = 0; fun n: Index. fun a: Num. a + 1
    define x = 0
a start for every index | x(1) is one | another statement
    all n: Index. x(n) = 0
    recursion x = 0; fun n: Index. fun a: Num. a + 1
    general 0
a sequence's step read at its start | the step is of the next | is not said of every Num
    x(0) = x(0) + 1
    recursion x = 0; fun n: Index. fun a: Num. a + 1
    at 1: 0
an equation's condition is lost | s need not be t | a condition is left
    s + 1 = t + 1
    assume s = t
    reflexive s + 1
    rewrite 1 0: fun r: Num. s + 1 = r + 1
an equation from right to left | it is known of t | is not what
    s <= 0
    given s = t
    given t <= 0
    rewrite 1 0: fun r: Num. r <= 0
a relation as an equation | t is more | no equation
    t <= 0
    given s <= t
    given s <= 0
    rewrite 1 0: fun r: Num. r <= 0
a rewriting of another fact | it is known that s is at most 3 | is not what
    t <= 5
    given s = t
    given s <= 3
    rewrite 1 0: fun r: Num. r <= 5
a rewriting in a function of another sort | sorts | is not what the equation is put into
    t <= 5
    given s = t
    given s <= 3
    rewrite 1 0: fun r: Vec. s <= 3
a rewriting in what is no proposition | sorts | is not what the equation is put into
    t <= 5
    given s = t
    given s <= 3
    rewrite 1 0: fun r: Num. r
an equation that is an existence | some number is | no equation
    s = t
    given some r: Num. r = t
    reflexive s
    rewrite 1 0: fun r: Num. s = r
an equation with a witness for one function | f depends on both | is not what the equation is put into
    all a b: Num. a = b
    letters f: Client -> Num
    given all c d: Client. f(c) = f(c)
    reflexive f
    rewrite 1 0: fun r: Client -> Num. r = f
""",
    _NUMBERS,
)
#: names that mean something already or are none, and what they are defined to be
_NO_NEW_NAMES = {
    "s": "1", "0": "1", "False": "0 <= 0", "id": "zero(Map)", "->": "fun p: Prop. fun q: Prop. q",
    "<=": "fun a: Num. fun b: Num. 0 <= 0", "=": "fun a: Num. fun b: Num. 0 <= 0", "all": "fun P: Num -> Prop. 0 <= 0",
    "some": "fun P: Num -> Prop. 0 <= 0", "S": "fun n: Index. n", "num": "fun n: Index. 0", "E": "fun X: Outcome -> Num. 0",
    "0 = 1": "0 <= 0", "and": "fun p: Prop. fun q: Prop. 0 <= 0", "or": "fun p: Prop. fun q: Prop. 0 <= 0",
    **dict.fromkeys((
        "1", "01", "norm", "zero", "+", "mean", "fun", "#0", "?1", "", "1" * 201, "1" * 5000, "\u0661", "\u00b2", "d\u0661", "\uff11",
        "d ", " d", "d\n", "-1", "1/2", "Vec", "\u03b3", "/=", "d(1)",
    ), "0"),
}  # fmt: skip
ATTEMPTS += [
    Attempt(f"a definition of {name}", "0 = 1", "the name is known", "is no new name", [["define", name, [], value]], letters=_NUMBERS)
    for name, value in _NO_NEW_NAMES.items()
]
