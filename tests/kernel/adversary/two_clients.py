"""Means within means: two clients are not one, however a function of them is written."""

from tests.kernel.adversary.attempt import Attempt

_PAIRS = {
    "a": "Client -> Num",
    "b": "Client -> Num",
    "W": "Client -> Client -> Num",
    "Y": "Client -> Client -> Vec",
    "K": "Client -> Client -> Map",
}

# a client's function that only hands its client on, within a mean
ATTEMPTS = [
    Attempt(
        f"two means of one function of two clients, of {sort}",
        f"mean(fun c: Client. mean(fun d: Client. {f}(c, d))) = mean(fun c: Client. {f}(c, c))",
        "two clients are not one",
        "does not add up",
        [["arithmetic", f"mean(fun c: Client. mean(fun d: Client. {f}(c, d))) = mean(fun c: Client. {f}(c, c))", []]],
        letters=_PAIRS,
    )
    for f, sort in (("W", "numbers"), ("Y", "vectors"), ("K", "maps"))
]
ATTEMPTS += [
    Attempt(
        "the mean of a product is the product of means",
        "mean(a) * mean(b) = mean(fun c: Client. a(c) * b(c))",
        "a and b may go together",
        "does not add up",
        [
            ["define", "both", ["c", "d"], "a(c) * b(d)"],
            ["arithmetic", "mean(fun c: Client. mean(fun d: Client. both(c, d))) = mean(fun c: Client. both(c, c))", []],
            [
                "rewrite",
                1,
                0,
                "fun p: Client -> Client -> Num. mean(fun c: Client. mean(fun d: Client. p(c, d))) = mean(fun c: Client. p(c, c))",
            ],
            ["arithmetic", "mean(a) * mean(b) = mean(fun c: Client. a(c) * b(c))", [["1", [2]]]],
        ],
        letters=_PAIRS,
        variables={"c": "Client", "d": "Client"},
    ),
    Attempt(
        "the square of a client's number is a mean's",
        "mean(fun c: Client. a(c) ^ 2) <= mean(a) ^ 2",
        "a differs from client to client",
        "does not add up",
        [
            ["define", "both", ["c", "d"], "a(c) * a(d)"],
            ["arithmetic", "mean(fun c: Client. mean(fun d: Client. both(c, d))) = mean(fun c: Client. both(c, c))", []],
            [
                "rewrite",
                1,
                0,
                "fun p: Client -> Client -> Num. mean(fun c: Client. mean(fun d: Client. p(c, d))) = mean(fun c: Client. p(c, c))",
            ],
            ["arithmetic", "mean(fun c: Client. a(c) ^ 2) <= mean(a) ^ 2", [["1", [2]]]],
        ],
        letters=_PAIRS,
        variables={"c": "Client", "d": "Client"},
    ),
]
_NESTED = {
    "three means, the innermost of one function": (
        "mean(fun c: Client. mean(fun d: Client. mean(fun e: Client. T(c, d, e)))) = mean(fun c: Client. mean(fun d: Client. T(c, d, d)))"
    ),
    "a function of functions, within a mean": (
        "mean(fun c: Client. mean(fun d: Client. F(fun r: Num. r + a(c), c, d))) = mean(fun c: Client. F(fun r: Num. r + a(c), c, c))"
    ),
    "a sum of a function of two clients": "mean(fun c: Client. mean(fun d: Client. W(c, d) + 1)) = mean(fun c: Client. W(c, c)) + 1",
    "a client's vector times a mean": "mean(fun c: Client. inner(mean(Y(c)), u)) = mean(fun c: Client. inner(Y(c, c), u))",
}
_MORE = {"T": "Client -> Client -> Client -> Num", "F": "(Num -> Num) -> Client -> Client -> Num", "u": "Vec"}
ATTEMPTS += [
    Attempt(name, statement, "two clients are not one", "does not add up", [["arithmetic", statement, []]], letters={**_PAIRS, **_MORE})
    for name, statement in _NESTED.items()
]
