"""Binders: capture, generalising over what is no free variable, and what holds of one value said of all."""

from tests.kernel.adversary.attempt import attempts

_LETTERS = {
    "a": "Client -> Num", "b": "Client -> Num", "x": "Client -> Vec", "A": "Client -> Map", "t": "Num", "X": "Outcome -> Num",
    "Y": "Outcome -> Num", "V": "Outcome -> Vec",
}  # fmt: skip

ATTEMPTS = attempts(
    """
an instance is captured | no number is less than itself | another statement
    (all a: Num. some b: Num. a < b) -> some b: Num. b < b
    for b: Num
    assume all a: Num. some b: Num. a < b
    at 0: b
    discharge 1: all a: Num. some b: Num. a < b
a witness is captured | no number is less than itself | another statement
    all b: Num. some b1: Num. b1 < b1
    for b: Num
    sentence a number with it
    at 0: fun c: Num. b < c; b + 1
    arithmetic b < b + 1 <- 1
    by 1: 2
    general 3: b
the order of quantifiers | there is no largest number | another statement
    some b: Num. all a: Num. a < b
    for a: Num
    sentence a number with it
    at 0: fun c: Num. a < c; a + 1
    arithmetic a < a + 1 <- 1
    by 1: 2
    general 3: a
a witness for what depends on it | there is no largest number | is not
    some b: Num. all a: Num. a < b
    for a: Num
    sentence a number with it
    at 0: fun c: Num. all a: Num. a < c; a + 1
    arithmetic a < a + 1 <- 1
    general 2: a
    by 1: 3
general over a letter | 2 is not at most 1 | gamma
    all a: Num. a <= 1
    letters gamma: Num
    given gamma <= 1
    general 0: gamma
general over a letter of no condition | it is true, of another letter | gamma
    all a: Num. a = a -> a <= a + 0
    letters gamma: Num
    arithmetic gamma <= gamma
    general 0: gamma
general over a numeral | -1 is negative | 1
    all a: Num. 0 <= a
    arithmetic 0 <= 1 <- 1
    general 0: 1
general over a symbol of the page | a function may be negative | sqrt
    all f: Num -> Num, a: Num. 0 <= f(a)
    sentence roots
    general 0: sqrt
general over a defined name | 2 is not 1 | one
    all a: Num. a = 1
    define one = 1
    general 0: one
general over a sum | 4 is not at most 3 | a + b
    all a: Num. a <= 3
    for a b: Num
    given a + b <= 3
    general 0: a + b
general over a variable of a hypothesis | 2 is not at most 1 | hypothes
    all a: Num. a <= 1
    for a: Num
    assume a <= 1
    general 0: a
general over a variable within a hypothesis | the mean of 1 is 1 | hypothes
    all f: Client -> Num. mean(f) = 0
    for f: Client -> Num
    assume all c: Client. f(c) = 0
    assume mean(f) = 0
    general 1: f
general over the variable that another hypothesis names | 1 is not at most 0 | hypothes
    all a b: Num. a <= b
    for a b: Num
    given a <= b
    general 0: b
general over one variable twice | 1 is not at most 0 | another statement
    all a b: Num. a <= b
    for a: Num
    arithmetic a <= a
    general 0: a; a
a predicate with the witness inside | squares are not negative | another statement
    some x: Vec. inner(x, x) < 0
    for x: Vec
    sentence a vector with it
    at 0: fun y: Vec. inner(x, x) < 0 -> inner(y, y) < 0; x
    assume inner(x, x) < 0
    discharge 2: inner(x, x) < 0
    by 1: 3
an instance of the wrong sort | a vector for a number | is not said of every Vec
    all n: Index. num(n) <= 0 - 1 -> False
    for x: Vec
    sentence roots
    at 0: x
an instance too many | no quantifier is left | is not said of every Num
    0 <= 0
    sentence roots
    at 0: 1; 1
an instance of an existence | some number is not each | is not said of every Num
    0 < 0
    sentence a number with it
    at 0: fun b: Num. 0 < b; 1
    arithmetic 0 < 1 <- 1
    by 1: 2
    at 3: 0
"""
) + attempts(
    """
one client's number as all clients' | another client has another number | is not
    a(d) = 1
    for c d: Client
    given a(c) = 1
    reflexive a(d)
    rewrite 1 0: fun r: Num. a(d) = r
an equation at one client under a mean | it is known of one client | is not
    mean(fun d: Client. a(d)) = mean(fun d: Client. 1)
    for c: Client
    given a(c) = 1
    reflexive mean(a)
    rewrite 1 0: fun r: Num. mean(a) = mean(fun c: Client. r)
a rewriting that is captured by a mean | the mean of one is one | another statement
    mean(fun c: Client. b(c) * a(c)) = mean(fun c: Client. b(c) * a(c)) * mean(fun c: Client. 1) -> False
    for c: Client
    given t = b(c)
    reflexive mean(fun c: Client. t * a(c))
    rewrite 1 0: fun r: Num. mean(fun c: Client. t * a(c)) = mean(fun c: Client. r * a(c))
a letter's value is put under a mean with the client's name | t is one client's number, b(c) each client's | another statement
    mean(fun c: Client. t * a(c)) = mean(fun c: Client. b(c) * a(c))
    for c: Client
    given t = b(c)
    reflexive mean(fun c: Client. t * a(c))
    rewrite 1 0: fun r: Num. mean(fun c: Client. t * a(c)) = mean(fun c: Client. r * a(c))
a conditional equation under a mean | a and b differ where the condition fails | no equation
    mean(a) = mean(b)
    given all c: Client. 0 <= a(c) -> a(c) = b(c)
    reflexive mean(a)
    rewrite 1 0: fun f: Client -> Num. mean(a) = mean(f)
a condition on the bound variable, met by a free one | a and b differ where the condition fails | hypothes
    mean(a) = mean(b)
    for c: Client
    given all c: Client. 0 <= a(c) -> a(c) = b(c)
    at 0: c
    assume 0 <= a(c)
    by 1: 2
    general 3: c
    reflexive mean(a)
    rewrite 5 4: fun f: Client -> Num. mean(a) = mean(f)
an equation of values at one place for functions | f and g agree at one number alone | is not
    all l: Num. f(l) = g(l)
    letters f g: Num -> Num; u: Num
    given f(u) = g(u)
    reflexive f
    rewrite 1 0: fun h: Num -> Num. f = h
the mean is pulled through its own variable | a differs from client to client | does not add up
    mean(fun c: Client. a(c) * b(c)) = a(c) * mean(b)
    for c: Client
    arithmetic it
the expectation is pulled through its own variable | X is random | does not add up
    E(fun w: Outcome. X(w) * Y(w)) = X(w) * E(Y)
    for w: Outcome
    arithmetic it
a constant is what depends on the draw | X is random | another statement
    all w: Outcome. E(X) = X(w)
    for w: Outcome
    sentence E of a constant
    at 0: X(w)
    general 1: w
a vector that depends on the draw is constant | V is random | another statement
    all w: Outcome. E(V) = V(w)
    for w: Outcome
    sentence E of a constant vector
    at 0: V(w)
    general 1: w
what is not drawn is what is drawn | V is any random vector | another statement
    all h: Index. before(G, h, V)
    letters G: Client -> Index -> Outcome -> Vec -> Vec
    for w: Outcome; h: Index
    sentence before: what is not drawn
    at 0: G; h; V(w)
    general 1: h
a map that differs from client to client in one inner product | a mean of products is no product of means | does not add up
    inner(u, mean(fun c: Client. A(c) * x(c))) = inner(u, mean(A) * mean(x))
    letters u: Vec
    arithmetic it
E for a function of clients | a is no random number | is not said of
    E(a) = 0
    reflexive E(a)
a mean of draws | X is no number of each client | is not said of
    mean(X) = 0
    reflexive mean(X)
""",
    _LETTERS,
)
