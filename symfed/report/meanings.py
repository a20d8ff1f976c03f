"""The meanings of the names that witnesses and conditions have, in words that need no software."""

from __future__ import annotations

from collections.abc import Collection

#: Names of an instance that draws samples.
OF_SAMPLES = {"matrices": "client by client and sample by sample, gradients A theta - b + k theta^3 with A", "vectors": "b", "cubes": "k"}
#: Letters of clients in dimension one.
AT_OPTIMUM = {"g": "gradient", "a": "second derivative", "b": "third", "C": "variance of the noise"}


def legend(names: Collection[str], conditions: str = "") -> str:
    """What the names of a witness stand for where no document says it; "" where all of them speak for themselves.

    >>> legend(["C", "a", "gamma"])
    'of each client at theta*: a second derivative, C variance of the noise'
    """
    told = []
    if "draws" in names:
        own = ", ".join(f"{name} {meaning}" for name, meaning in OF_SAMPLES.items() if name in names and name != "matrices")
        gradients = OF_SAMPLES["matrices"] if "cubes" in names else OF_SAMPLES["matrices"].replace(" + k theta^3", "")
        told.append(f"{gradients} the matrices, {own}; draws: the samples drawn, counted from 0")
    if "a" in names and {"g", "C"} & set(names):
        own = ", ".join(f"{letter} {meaning}" for letter, meaning in AT_OPTIMUM.items() if letter in names)
        told.append(f"of each client at theta*: {own}")
    if any(name.startswith("left over") for name in names):
        told.append(
            "left over: terms of left minus right, with indices; A the mean Hessian, A_c a client's, Dm the m-th derivative at theta*, <> "
            "a mean over clients, x0, x1, ... the variables of functions of A"
        )
    if "decay" in {*names, *conditions.replace("<", " ").replace("*", " ").split()}:
        told.append("decay: a as printed; gamma: eta as printed")
    return "; ".join(told)
