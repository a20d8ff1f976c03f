"""FedLSA's bias by what clients' pulls still have to do: the steps from the mean systems to a bound on its norm.

With d_c = theta_c* - theta*, q_c = (Id - eta Abar_c)^H and s_c = Id + ... + (Id - eta Abar_c)^(H-1) the bias is
mean q_c bias - eta mean (H - s_c) Abar_c d_c: the pulls Abar_c d_c cancel in the mean. |q_c v| <= (1 - eta a)^(H/2) |v|, and
|(H - s_c) v| <= eta L H (H-1)/2 |v|, as each of the terms of s_c is late by at most eta L times the steps before it.
"""

from collections.abc import Iterator
from typing import Any

import sympy as sp

from proofs_checks.symfed.lsa.classes import ROUNDS_BOUNDED, ROUNDS_SHRINK
from proofs_checks.symfed.lsa.fedlsa import own, solution, x
from symfed.claims import ProofStep
from symfed.core.symbols import H, L, decay, gamma, h
from symfed.theorems import Apply, Arithmetic, Assumed, Define
from symfed.theorems.norms import jensen, mean_of, triangle
from symfed.theorems.randomness import jensen_in_expectation
from symfed.theorems.sequences import bounded_by_induction, combination, equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import E, Mean, Norm, Quantity, Stated, Vector, sequence

A_cw, b_cw = Vector("A_sample_cw", "the matrix that a client draws"), Vector("b_sample_cw", "the vector that a client draws")
A, b = E(A_cw), E(b_cw)
BIAS = Vector("bias_fedlsa", "what the mean of FedLSA's stationary law exceeds theta* by")
RATE = Quantity("root_of_rate", "the square root of 1 - eta a")
path = sequence("mean_path_c", "a client's path from a point in the mean over its draws, after so many steps")
through = sequence("mean_through_c", "a vector taken through so many mean steps Id - eta Abar_c")
powers = sequence("mean_powers_c", "the sum of so many powers of Id - eta Abar_c, from the first, on a vector")
LIMIT, APART = solution + BIAS, own - solution
PULL, DELTA = A * APART, Mean(Norm(APART))

SHRINK = Stated(
    ROUNDS_SHRINK.says,
    ROUNDS_SHRINK.contains,
    ROUNDS_SHRINK.outside,
    relations=(
        sp.Le(E(Norm(x - gamma * A_cw * x) ** 2), (1 - gamma * decay) * Norm(x) ** 2, evaluate=False),
        sp.Le(gamma * decay, 1, evaluate=False),  # as a square is not negative
    ),
)
BOUNDED = Stated(
    ROUNDS_BOUNDED.says,
    ROUNDS_BOUNDED.contains,
    ROUNDS_BOUNDED.outside,
    relations=(sp.Le(E(Norm(A_cw * x) ** 2), L**2 * Norm(x) ** 2, evaluate=False),),
)
SIZE = sp.Le(Norm(A * x), L * Norm(x), evaluate=False)
SOLVED = Stated(
    "theta_c* solves client c's mean system, and theta* the mean of these",
    relations=(sp.Eq(A * own, b, evaluate=False), sp.Eq(Mean(A) * solution, Mean(b), evaluate=False)),
)
SETTLED = Stated(
    "theta* + bias is the mean of a stationary law, so that a round of mean steps leaves it where it is",
    relations=(sp.Eq(Mean(path(H, LIMIT)), LIMIT, evaluate=False),),
)


def always(name: str, u: Any, v: Any, by: dict[str, Any], first: dict[str, Any], factor: Any = 1 - gamma * A) -> tuple[Apply, ...]:
    """Steps to u = v for every h: `by` and `first` are the facts, each with its factor, that a step more and no step rest on."""
    renewed = (u - v).subs(h, h + 1), sp.expand(factor * (u - v))
    return (
        Apply(combination, f"{name}: renewed", u=renewed[0], v=renewed[1], equations=tuple(by), factors=tuple(by.values())),
        Apply(combination, f"{name}: first", u=u.subs(h, 0), v=v.subs(h, 0), equations=tuple(first), factors=tuple(first.values())),
        Apply(equal_by_induction, name, u=u, v=v, index=h, factor=factor),
    )


def at(where: str, value: Any, *facts: str) -> Iterator[Apply]:
    """Facts about every vector at one of them."""
    return (Apply(instance, f"{fact} at {where}", relation=fact, at={x: value}) for fact in facts)


def at_the_end(name: str, fact: str) -> Apply:
    return Apply(instance, name, relation=fact, at={h: H})


DEFINITIONS: tuple[ProofStep, ...] = (
    Define("start", sp.Eq(path(0, x), x)),
    Define("step", sp.Eq(path(h + 1, x), path(h, x) - gamma * (A * path(h, x) - b))),
    Define("none", sp.Eq(through(0, x), x)),
    Define("one more", sp.Eq(through(h + 1, x), through(h, x) - gamma * A * through(h, x))),
    Define("no power", sp.Eq(powers(0, x), 0 * x)),
    Define("one power more", sp.Eq(powers(h + 1, x), powers(h, x) + through(h, x))),
)
#: bias - mean q_c bias = -eta mean (H - s_c) Abar_c d_c.
BALANCE: tuple[ProofStep, ...] = (
    Assumed("systems", SOLVED),
    Assumed("settled", SETTLED),
    Apply(mean_of, "own systems", relation="systems/1"),
    linear_combination("pulls cancel", Mean(PULL), 0 * x, {"own systems": 1, "systems/2": -1}),
    *at("the difference", x - own, "none", "one more"),
    *always(
        "path",
        path(h, x) - own,
        through(h, x - own),
        {"step": 1, "one more at the difference": -1, "systems/1": -gamma},
        {"start": 1, "none at the difference": -1},
    ),
    *at("the limit", LIMIT, "path"),
    at_the_end("its end", "path at the limit"),
    *at("the limit's difference", LIMIT - own, "none", "one more"),
    *at("the bias", BIAS, "none", "one more"),
    *at("the solution", APART, "none", "one more"),
    *at("the pull", PULL, "none", "one more", "no power", "one power more"),
    *always(
        "linear",
        through(h, LIMIT - own),
        through(h, BIAS) - through(h, APART),
        {"one more at the limit's difference": 1, "one more at the bias": -1, "one more at the solution": 1},
        {"none at the limit's difference": 1, "none at the bias": -1, "none at the solution": 1},
    ),
    at_the_end("its parts", "linear"),
    *always(
        "commute",
        A * through(h, APART),
        through(h, PULL),
        {"one more at the solution": A, "one more at the pull": -1},
        {"none at the solution": A, "none at the pull": -1},
    ),
    *always(
        "sum",
        APART - through(h, APART),
        gamma * powers(h, PULL),
        {"one more at the solution": -1, "one power more at the pull": -gamma, "commute": gamma},
        {"none at the solution": -1, "no power at the pull": -gamma},
        sp.S.One,
    ),
    at_the_end("its sum", "sum"),
    *[Apply(mean_of, f"mean of {fact}", relation=fact) for fact in ("its end", "its parts", "its sum")],
    linear_combination(
        "balance",
        BIAS - Mean(through(H, BIAS)),
        -gamma * Mean(H * PULL - powers(H, PULL)),
        {"settled": -1, "mean of its end": 1, "mean of its parts": 1, "mean of its sum": 1, "pulls cancel/1": gamma * H},
    ),
)
#: |Abar_c v| <= L |v|, where L bounds the samples in mean square.
BY_SAMPLES: tuple[ProofStep, ...] = (
    Assumed("bounded", BOUNDED),
    Apply(jensen_in_expectation, "a mean matrix", v=A_cw * x),
    Arithmetic("size", SIZE, ("a mean matrix", "bounded")),
)
#: |q_c v| <= (1 - eta a)^(H/2) |v| and |(H - s_c) v| <= eta L H (H-1)/2 |v|.
SIZES: tuple[ProofStep, ...] = (
    Assumed("shrink", SHRINK),
    Apply(jensen_in_expectation, "a mean step", v=x - gamma * A_cw * x),
    Define("rate root", sp.Eq(RATE, sp.sqrt(1 - gamma * decay))),
    Arithmetic("root", sp.Le(RATE, 1 - gamma * decay / 2), ("rate root", "shrink/2")),
    Arithmetic("shorter", sp.Le(Norm(x - gamma * A * x), RATE * Norm(x)), ("a mean step", "shrink/1", "shrink/2", "rate root")),
    *[Apply(instance, f"{fact} later", relation=fact, at={x: through(h, x)}) for fact in ("shorter", "size")],
    linear_combination("taken on", through(h + 1, x), through(h, x) - gamma * A * through(h, x), ("one more",)),
    linear_combination("not taken", through(0, x), x, ("none",)),
    Arithmetic("shorter on", sp.Le(Norm(through(h + 1, x)), RATE * Norm(through(h, x))), ("taken on/2", "shorter later")),
    bounded_by_induction("powers", Norm(through(h, x)), h, RATE**h * Norm(x), factor=RATE, by=("not taken/2",)),
    bounded_by_induction("no longer", Norm(through(h, x)), h, Norm(x), factor=RATE, by=("not taken/2", "root")),
    linear_combination("late", x - through(h + 1, x), x - through(h, x) + gamma * A * through(h, x), {"one more": -1}),
    Apply(triangle, "late in two", u=x - through(h, x), v=gamma * A * through(h, x)),
    Arithmetic(
        "later",
        sp.Le(Norm(x - through(h + 1, x)), Norm(x - through(h, x)) + gamma * L * Norm(x)),
        ("late/2", "late in two", "size later", "no longer"),
    ),
    linear_combination("not late", x - through(0, x), 0 * x, {"none": -1}),
    bounded_by_induction(
        "how late", Norm(x - through(h, x)), h, gamma * L * h * Norm(x), increment=gamma * L * Norm(x), by=("not late/2",)
    ),
    linear_combination("added", (h + 1) * x - powers(h + 1, x), h * x - powers(h, x) + x - through(h, x), {"one power more": -1}),
    Apply(triangle, "added in two", u=h * x - powers(h, x), v=x - through(h, x)),
    Arithmetic(
        "one added",
        sp.Le(Norm((h + 1) * x - powers(h + 1, x)), Norm(h * x - powers(h, x)) + gamma * L * h * Norm(x)),
        ("added/2", "added in two", "how late"),
    ),
    linear_combination("none added", powers(0, x), 0 * x, ("no power",)),
    bounded_by_induction(
        "all added",
        Norm(h * x - powers(h, x)),
        h,
        gamma * L * h * (h - 1) / 2 * Norm(x),
        increment=gamma * L * h * Norm(x),
        by=("none added/2",),
    ),
)
#: |bias| <= (1 - eta a)^(H/2) |bias| + eta² L² H (H-1)/2 Delta_het, by a fact called size.
DRIFT: tuple[ProofStep, ...] = (
    *DEFINITIONS,
    *BALANCE,
    *SIZES,
    *at("the pull", PULL, "all added"),
    at_the_end("pulls' delay", "all added at the pull"),
    *at("the solution", APART, "size"),
    Arithmetic(
        "delay",
        sp.Le(Norm(H * PULL - powers(H, PULL)), gamma * L**2 * H * (H - 1) / 2 * Norm(APART)),
        ("pulls' delay", "size at the solution"),
    ),
    Apply(mean_of, "mean delay", relation="delay"),
    Apply(jensen, "delay of the mean", v=H * PULL - powers(H, PULL)),
    *at("the bias", BIAS, "powers"),
    at_the_end("bias taken on", "powers at the bias"),
    Apply(mean_of, "mean taken on", relation="bias taken on"),
    Apply(jensen, "bias of the mean", v=through(H, BIAS)),
    Apply(triangle, "bias in two", u=Mean(through(H, BIAS)), v=BIAS - Mean(through(H, BIAS))),
    Arithmetic(
        "drift",
        sp.Le(Norm(BIAS), RATE**H * Norm(BIAS) + gamma**2 * L**2 * H * (H - 1) / 2 * DELTA),
        ("bias in two", "bias of the mean", "mean taken on", "balance/2", "delay of the mean", "mean delay"),
    ),
    bounded_by_induction("roots", RATE**h, h, (1 - gamma * decay / 2) ** h, factor=RATE, by=("root", "shrink/2")),
    at_the_end("roots at the end", "roots"),
)
