"""The first order of FedAvg's bias as one would derive it by hand with SymPy: write the round down, expand, compare powers of gamma."""

from __future__ import annotations

from itertools import product

import sympy as sp


def first_order_bias(clients: int, H: int) -> tuple[sp.Expr, list[dict[str, sp.Symbol]]]:
    """The coefficient of gamma in E[theta] - theta*, d = 1, and the symbols g, a, b, C of every client; the g's are to add up to zero.

    Local gradients are taken to second order in the error, with noise of covariance C at the optimum, which is all that matters here.
    """
    gamma, s, first, second = sp.symbols("gamma s first second")
    jets = [{name: sp.Symbol(f"{name}{c}") for name in "gabC"} for c in range(clients)]
    noise = [[sp.Symbol(f"noise{c}_{h}") for h in range(H)] for c in range(clients)]
    after = sp.S.Zero
    for jet, own in zip(jets, noise, strict=True):
        x = s
        for e in own:
            x = sp.expand(x - gamma * (jet["g"] + jet["a"] * x + jet["b"] * x**2 / 2 + e))
        after += x / clients
    jets[-1]["g"], free = -sp.Add(*[jet["g"] for jet in jets[:-1]]), jets[-1]["g"]
    equations = []
    for degree in (1, 2):
        change = sp.expand(sp.expand(after**degree - s**degree).subs(free, jets[-1]["g"]))
        for (c, jet), h in product(enumerate(jets), range(H)):
            e = noise[c][h]
            change = sp.expand(change.coeff(e, 0) + change.coeff(e, 2) * jet["C"])  # what is left out is of higher order
        # E[s] = first gamma, E[s²] = second gamma, and higher moments are of higher order
        means = change.coeff(s, 0) + change.coeff(s, 1) * first * gamma + change.coeff(s, 2) * second * gamma
        equations.append(sp.expand(means).coeff(gamma, 2))
    found = sp.solve(equations, [first, second], dict=True)[0]
    return found[first], jets
