"""Means within means: two clients are not one, however a function of them is written."""

from tests.kernel.adversary.attempt import attempts

_LETTERS = {
    "a": "Client -> Num", "b": "Client -> Num", "W": "Client -> Client -> Num", "Y": "Client -> Client -> Vec",
    "K": "Client -> Client -> Map",
}  # fmt: skip

ATTEMPTS = attempts(
    """
two means of one function of two clients, of numbers | two clients are not one | does not add up
    mean(fun c: Client. mean(fun d: Client. W(c, d))) = mean(fun c: Client. W(c, c))
    arithmetic it
two means of one function of two clients, of vectors | two clients are not one | does not add up
    mean(fun c: Client. mean(fun d: Client. Y(c, d))) = mean(fun c: Client. Y(c, c))
    arithmetic it
two means of one function of two clients, of maps | two clients are not one | does not add up
    mean(fun c: Client. mean(fun d: Client. K(c, d))) = mean(fun c: Client. K(c, c))
    arithmetic it
the mean of a product is the product of means | a and b may go together | does not add up
    mean(a) * mean(b) = mean(fun c: Client. a(c) * b(c))
    for c d: Client
    define both(c; d) = a(c) * b(d)
    arithmetic mean(fun c: Client. mean(fun d: Client. both(c, d))) = mean(fun c: Client. both(c, c))
    rewrite 1 0: fun p: Client -> Client -> Num. mean(fun c: Client. mean(fun d: Client. p(c, d))) = mean(fun c: Client. p(c, c))
    arithmetic it <- 1 #2
the square of a client's number is a mean's | a differs from client to client | does not add up
    mean(fun c: Client. a(c) ^ 2) <= mean(a) ^ 2
    for c d: Client
    define both(c; d) = a(c) * a(d)
    arithmetic mean(fun c: Client. mean(fun d: Client. both(c, d))) = mean(fun c: Client. both(c, c))
    rewrite 1 0: fun p: Client -> Client -> Num. mean(fun c: Client. mean(fun d: Client. p(c, d))) = mean(fun c: Client. p(c, c))
    arithmetic it <- 1 #2
three means, the innermost of one function | two clients are not one | does not add up
    mean(fun c: Client. mean(fun d: Client. mean(fun e: Client. T(c, d, e)))) = mean(fun c: Client. mean(fun d: Client. T(c, d, d)))
    letters T: Client -> Client -> Client -> Num
    arithmetic it
a function of functions, within a mean | two clients are not one | does not add up
    mean(fun c: Client. mean(fun d: Client. F(fun r: Num. r + a(c), c, d))) = mean(fun c: Client. F(fun r: Num. r + a(c), c, c))
    letters F: (Num -> Num) -> Client -> Client -> Num
    arithmetic it
a sum of a function of two clients | two clients are not one | does not add up
    mean(fun c: Client. mean(fun d: Client. W(c, d) + 1)) = mean(fun c: Client. W(c, c)) + 1
    arithmetic it
a client's vector times a mean | two clients are not one | does not add up
    mean(fun c: Client. inner(mean(Y(c)), u)) = mean(fun c: Client. inner(Y(c, c), u))
    letters u: Vec
    arithmetic it
""",
    _LETTERS,
)
