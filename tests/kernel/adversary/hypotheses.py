"""Rules of logic: hypotheses that are lost, implications that ask for another thing, inductions."""

from tests.kernel.adversary.attempt import Attempt, attempts

_NUMBERS = {"s": "Num", "t": "Num"}

ATTEMPTS = attempts(
    """
a condition that nobody gave | s may be more | a condition is left
    s <= t
    assume s <= t
a condition is False | s may be more | a condition is left
    s <= t
    sentence absurd
    at 0: s <= t
    assume False
    by 1: 2
another condition is discharged | it is true, but of the other condition | a condition is left
    s <= t -> s <= t + 1
    assume s <= t + 1
    discharge 0: s <= t
a condition that looks alike is discharged | it says it of the other way round | a condition is left
    t <= s + 0 -> s <= t
    assume s <= t
    discharge 0: t <= s + 0
a conclusion is discharged | the hypothesis is always true | a condition is left
    (s <= t -> s <= t) -> s <= t
    assume s <= t
    discharge 0: s <= t -> s <= t
what is discharged is no proposition | s is a number | no proposition
    s = s
    reflexive s
    discharge 0: s
what is assumed is no proposition | s is a number | no proposition
    s = s
    assume s
an implication from its conclusion | s may be more | asks for
    s <= t
    assume s <= t -> s <= t + 1
    arithmetic s <= s + 1 <- 1
    by 0: 1
an implication read backwards | s may be equal | asks for
    s < t
    sentence less is at most
    at 0: s; t
    given s <= t
    by 1: 2
an implication without a hypothesis | s may be negative | another statement
    sqrt(s) * sqrt(s) = s
    sentence root
    at 0: s
    by 1
a hypothesis too many | s may be more | asks for
    s <= t
    assume s <= t
    by 0: 0
the hypotheses in another order | s may be less | asks for
    s = t
    sentence between equal
    at 0: s; t
    given s <= t
    by 1: 0
one hypothesis for two | s may be less | asks for
    s = t
    sentence between equal
    at 0: s; t
    given s <= t
    by 1: 2; 2
one case of two | the other case is left | asks for
    s <= t
    sentence cases
    at 0: s <= t; t < s; s <= t
    sentence one is at most the other
    at 2: s; t
    assume s <= t
    discharge 4: s <= t
    by 1: 5; 5; 3
a case keeps its condition | the other case is left | a condition is left
    s <= t
    sentence cases
    at 0: s <= t; t < s; s <= t
    sentence one is at most the other
    at 2: s; t
    assume s <= t
    discharge 4: s <= t
    assume s <= t
    discharge 6: t < s
    by 1: 5; 7; 3
one is at most the other, the first way | 1 is not at most 0 | asks for
    all a b: Num. a <= b
    for a b: Num
    sentence the first of both
    at 0: a <= b; b < a
    sentence one is at most the other
    at 2: a; b
    by 1: 3
    general 4: a; b
a sentence that is not on the page | it is on no page | no sentence is called
    1 <= 0
    sentence one is at most zero
a class's clause without the class | g is any field | another statement
    all x y: Vec. 0 <= inner(x - y, g(x) - g(y))
    letters g: Vec -> Vec
    sentence smooth: monotone
    at 0: g; 1
    by 1
a class's clause under the class of another | h is smooth, not g | asks for
    all x y: Vec. 0 <= inner(x - y, g(x) - g(y))
    letters g h: Vec -> Vec
    sentence smooth: monotone
    at 0: g; 1
    given Smooth(h, 1)
    by 1: 2
curvatures above zero that may be below | m may be negative | asks for
    Smooth(g, l)
    letters g: Vec -> Vec; m l: Num
    sentence curved: smooth
    at 0: g; m; l
    given Curved(g, m, l)
    arithmetic 0 <= 0
    by 1: 2; 3
an induction that starts at one | 0 is less than 1 | start and step are not those of
    all n: Index. 1 <= num(n)
    for n: Index
    arithmetic 1 <= num(1)
    assume 1 <= num(n)
    arithmetic 1 <= num(S(n)) <- 1 #1; 1
    discharge 2: 1 <= num(n)
    general 3: n
    induction 0 4: fun n: Index. 1 <= num(n)
an induction by steps of two | n may be odd | start and step are not those of
    all n: Index. (0 - 1) ^ n = 1
    for n: Index
    arithmetic (0 - 1) ^ 0 = 1
    assume (0 - 1) ^ n = 1
    arithmetic (0 - 1) ^ S(S(n)) = 1 <- 1 #1
    discharge 2: (0 - 1) ^ n = 1
    general 3: n
    induction 0 4: fun n: Index. (0 - 1) ^ n = 1
an induction whose step is standing still | 4 is more | start and step are not those of
    all n: Index. num(n) <= 3
    for n: Index
    arithmetic num(0) <= 3 <- 3
    assume num(n) <= 3
    discharge 1: num(n) <= 3
    general 2: n
    induction 0 3: fun n: Index. num(n) <= 3
an induction whose step has a condition on its variable | 4 is more | a hypothesis speaks of
    all n: Index. num(n) <= 3
    for n: Index
    arithmetic num(0) <= 3 <- 3
    assume num(n) <= 2
    arithmetic num(S(n)) <= 3 <- 1 #1
    discharge 2: num(n) <= 3
    general 3: n
    induction 0 4: fun n: Index. num(n) <= 3
an induction whose step is at one letter | 4 is more | start and step are not those of
    all n: Index. num(n) <= 3
    letters H: Index
    arithmetic num(0) <= 3 <- 3
    given num(S(H)) <= 3
    discharge 1: num(H) <= 3
    induction 0 2: fun n: Index. num(n) <= 3
an induction whose step is only assumed | 4 is more | a condition is left
    all n: Index. num(n) <= 3
    arithmetic num(0) <= 3 <- 3
    assume all n: Index. num(n) <= 3 -> num(S(n)) <= 3
    induction 0 1: fun n: Index. num(n) <= 3
an induction whose start is only assumed | 0 is less than 1 | a condition is left
    all n: Index. 1 <= num(n)
    for n: Index
    assume 1 <= num(0)
    assume 1 <= num(n)
    arithmetic 1 <= num(S(n)) <- 1 #1; 1
    discharge 2: 1 <= num(n)
    general 3: n
    induction 0 4: fun n: Index. 1 <= num(n)
an induction over numbers | -1 is negative | is said of no count
    all a: Num. 0 <= a
    for a: Num
    arithmetic 0 <= 0
    assume 0 <= a
    arithmetic 0 <= a + 1 <- 1 #1; 1
    discharge 2: 0 <= a
    general 3: a
    induction 0 4: fun a: Num. 0 <= a
an induction whose statement holds the step's variable | n may be one and m zero | start and step are not those of
    all n m: Index. num(n) <= num(m)
    for n m: Index
    sentence counts
    at 0: m
    assume num(n) <= num(m)
    discharge 2: num(n) <= num(n)
    general 1: m
    induction 1 4: fun n: Index. num(n) <= num(m)
an induction with a hypothesis that is stronger | 4 is more | start and step are not those of
    all n: Index. num(n) <= 3
    for n: Index
    arithmetic num(0) <= 3 <- 3
    assume num(n) + 1 <= 3
    arithmetic num(S(n)) <= 3 <- 1 #1
    discharge 2: num(n) + 1 <= 3
    general 3: n
    induction 0 4: fun n: Index. num(n) <= 3
an induction for a vector's sake | a vector may be another | is said of no count
    all x: Vec. x = zero(Vec)
    reflexive zero(Vec)
    reflexive zero(Vec)
    induction 0 1: fun x: Vec. x = zero(Vec)
""",
    _NUMBERS,
)
ATTEMPTS.append(
    Attempt("a sentence by a name like it", "0 <= s", "a root", "no sentence is called", [["sentence", "roots "]], letters=_NUMBERS)
)
