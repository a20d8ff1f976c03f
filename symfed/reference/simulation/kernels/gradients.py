"""Gradients as source text for a kernel, and the numbers that the source reads.

Affine gradients A_c (x - m_c) - b_c, with Gaussian noise or without, are quadratics and the client means of linear problems; the gradient
of sample z of a linear problem is A(z) x - b(z), of temporal-difference learning (v' x - r) u, of ridge regression
(a_z' x - y_z) a_z + l2 x, of logistic regression sigmoid(a_z' x) a_z + l2 x with rows a_z = -y_z times the features.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import indent

import numpy as np

from symfed.models.arrays import Array, to_float
from symfed.models.jets import SampleJets
from symfed.models.problems import LeastSquaresProblem, LogisticProblem, QuadraticProblem
from symfed.models.problems.linear import LinearProblem
from symfed.models.problems.minibatch import MinibatchProblem
from symfed.models.problems.problem import Problem
from symfed.models.problems.td import TDProblem
from symfed.reference.simulation.generators import Alias, alias_tables, covariance_roots


@dataclass(frozen=True)
class Chain:
    """The gradient of one of the chains that share a step's draw, as source text.

    score: source run once a step before the rule. value: an expression for the gradient in coordinate i of lane l, j = i*W + l.
    Both see the variables of `Gradient.draw`, `{x}` (the chain's state, at [j]), `{p}` (a number for each lane) and `{g}` (like the state).
    Chains run in order, and their buffers are called x0, g0, p0, x1, ...: a later chain can read those of an earlier one.
    """

    score: str
    value: str


@dataclass(frozen=True)
class Gradient:
    """A problem's stochastic or full gradient as source text, with its numbers.

    draw: source run once a step; it sees `state` (of the lanes' generators), `first` and `count` (the client's first sample, and the number
    of its samples), `table`, `limits`, `others` (see `Alias`), and fills `a`, rows of W numbers, for all chains to read; `row` is
    scratch space for 3 W integers.
    width: numbers in the table for one sample. rows: rows of `a`. constants: names that the source reads, with their values.
    The literals D and W, dimension and lanes, and WIDTH, are known to the source.
    """

    draw: str
    chains: tuple[Chain, ...]
    table: Array
    tables: Alias
    width: int
    rows: int
    constants: Mapping[str, float] = field(default_factory=dict)


NORMALS = """
for i in range(0, WIDTH // D - 2 - D, 2):
    for l in range(W):
        one = next_bits(state, l, W)
        a[i * W + l], a[(i + 1) * W + l] = normal_pair(one, next_bits(state, l, W))
"""
# four columns at a time: a quarter of the traffic with {g}
AFFINE = """
columns, entry = WIDTH // D - 2, np.int64(first) * WIDTH
for i in range(D):
    middle, shift = table[entry + columns * D + i], table[entry + columns * D + D + i]
    for l in range(W):
        a[(columns - D + i) * W + l] = {x}[i * W + l] - middle
        {g}[i * W + l] = -shift
for i in range(D):
    m = entry + columns * i
    for k in range(0, columns - columns % 4, 4):
        m0, m1, m2, m3 = table[m + k], table[m + k + 1], table[m + k + 2], table[m + k + 3]
        for l in range(W):
            r = k * W + l
            {g}[i * W + l] += m0 * a[r] + m1 * a[r + W] + m2 * a[r + 2 * W] + m3 * a[r + 3 * W]
    for k in range(columns - columns % 4, columns):
        m0 = table[m + k]
        for l in range(W):
            {g}[i * W + l] += m0 * a[k * W + l]
"""


def quadratic_gradient(problem: QuadraticProblem, full: bool) -> Gradient:
    A, middles, noise = (to_float(part) for part in (problem.hessian_matrices, problem.optima, problem.noise))
    return _affine(A, middles, np.zeros_like(middles), None if full or not noise.any() else covariance_roots(noise))


def _affine(A: Array, middles: Array, shifts: Array, roots: Array | None) -> Gradient:
    N, d = middles.shape
    # normal numbers are drawn in pairs: for odd d one of them is multiplied by a column of zeros
    noise = np.zeros((N, d, 0)) if roots is None else np.concatenate([roots, np.zeros((N, d, d % 2))], axis=2)
    matrix = np.concatenate([noise, A], axis=2)
    table = np.concatenate([part.reshape(N, -1) for part in (matrix, middles, shifts)], axis=1)
    one_each = alias_tables([[1.0]] * N)
    return Gradient(NORMALS, (Chain(AFFINE, "{g}[j]"),), table.ravel(), one_each, table.shape[1], matrix.shape[2])


# stores in row[l] the offset of the drawn sample in the table;
# one loop for each kind of memory access: in a single one the choice would be a branch, mispredicted half of the time
CHOOSE = """
for l in range(W):
    row[l] = scaled(next_bits(state, l, W), count)
for l in range(W):
    z = first + (row[l] >> S32)
    row[W + l], row[2 * W + l] = limits[z], others[z]
for l in range(W):
    z = row[l] >> S32 if (row[l] & LOW) < row[W + l] else row[2 * W + l]
    row[l] = (first + z) * np.uint64(WIDTH)
"""
COPY_ROW = """
for l in range(W):
    entry = row[l]
    for i in range(WIDTH):
        a[i * W + l] = table[entry + np.uint64(i)]
"""
LINEAR = """
for i in range(D):
    for l in range(W):
        {g}[i * W + l] = -a[(D * D + i) * W + l]
    for k in range(D):
        for l in range(W):
            {g}[i * W + l] += a[(D * i + k) * W + l] * {x}[k * W + l]
"""


def linear_gradient(problem: LinearProblem) -> Gradient:
    A, b = (np.concatenate([to_float(part) for part in parts]) for parts in (problem.matrices, problem.vectors))
    table = np.concatenate([A.reshape(len(A), -1), b], axis=1)
    width = table.shape[1]
    return Gradient(CHOOSE + COPY_ROW, (Chain(LINEAR, "{g}[j]"),), table.ravel(), alias_tables(problem.weights), width, width)


def inner_products(out: str, start: str, row: str = "i") -> str:
    """Code that adds to `start`, in every lane, the product of a row of `a` with the point."""
    place = "i * W + l" if row == "i" else f"({row}) * W + l"
    return f"""
for l in range(W):
    {out}[l] = {start}
for i in range(D):
    for l in range(W):
        {out}[l] += a[{place}] * {{x}}[i * W + l]
"""


# rows of `a`: u, v, r. One loop for each table, otherwise the copies of a lane wait for each other
COPY_FACTORS = """
for l in range(W):
    entry = row[l]
    row[l], row[W + l] = np.uint64(table[entry]), np.uint64(table[entry + np.uint64(1)])
    a[2 * D * W + l] = table[entry + np.uint64(2)]
for l in range(W):
    u = row[l]
    for i in range(D):
        a[i * W + l] = table[u + np.uint64(i)]
for l in range(W):
    v = row[W + l]
    for i in range(D):
        a[(D + i) * W + l] = table[v + np.uint64(i)]
"""
DIFFERENCE = inner_products("{p}", "-a[2 * D * W + l]", row="D + i")


def td_gradient(problem: TDProblem) -> Gradient:
    """The gradient of a TDProblem: a sample is the offsets of its u and v, and r; rows shared by samples or clients are stored once."""
    d = problem.dim
    left, right, r = (np.concatenate([to_float(p) for p in parts]) for parts in (problem.left, problem.right, problem.sample_rewards))
    rows, places = np.unique(np.concatenate([left, right]), axis=0, return_inverse=True)
    u, v = 3 * len(r) + d * places.reshape(2, -1)
    table = np.concatenate([np.stack([u, v, r], axis=1).ravel(), rows.ravel()])
    return Gradient(CHOOSE + COPY_FACTORS, (Chain(DIFFERENCE, "{p}[l] * a[j]"),), table, alias_tables(problem.weights), 3, 2 * d + 1)


# the rows are copied lane by lane first: the loops below then read memory in order and are vectorised
CHOOSE_AND_COPY = f"""
for l in range(W):
    row[l] = (first + (scaled(next_bits(state, l, W), count) >> S32)) * np.uint64(WIDTH)
{COPY_ROW.lstrip()}"""
LOGISTIC = f"""{inner_products("{p}", "0.0")}for l in range(W):
    {{p}}[l] = sigmoid({{p}}[l])
"""
LOGISTIC_MEAN = """
for j in range(D * W):
    {g}[j] = 0.0
for z in range(np.int64(count)):
    entry = (np.int64(first) + z) * WIDTH
    for l in range(W):
        {p}[l] = 0.0
    for i in range(D):
        coefficient = table[entry + i]
        for l in range(W):
            {p}[l] += coefficient * {x}[i * W + l]
    for l in range(W):
        {p}[l] = sigmoid({p}[l])
    for i in range(D):
        coefficient = table[entry + i]
        for l in range(W):
            {g}[i * W + l] += coefficient * {p}[l]
share = 1.0 / np.float64(count)
"""


RESIDUAL = inner_products("{p}", "-a[D * W + l]")


def least_squares_gradient(problem: LeastSquaresProblem) -> Gradient:
    """The gradient of a LeastSquaresProblem: a sample is its row and its target."""
    rows, targets, _ = problem.table
    table = np.concatenate([rows, targets[:, None]], axis=1)
    width, chain = problem.dim + 1, Chain(RESIDUAL, "{p}[l] * a[j] + c_l2 * {x}[j]")
    return Gradient(CHOOSE_AND_COPY, (chain,), table.ravel(), alias_tables(problem.weights), width, width, {"l2": float(problem.l2)})


def logistic_gradient(problem: LogisticProblem, full: bool) -> Gradient:
    rows = [-y[:, None] * to_float(f) for f, y in zip(problem.features, problem.labels, strict=True)]
    if full:
        draw, chain = "", Chain(LOGISTIC_MEAN, "share * {g}[j] + c_l2 * {x}[j]")
    else:
        draw, chain = CHOOSE_AND_COPY, Chain(LOGISTIC, "{p}[l] * a[j] + c_l2 * {x}[j]")
    d = problem.dim
    return Gradient(draw, (chain,), np.concatenate(rows).ravel(), alias_tables(problem.weights), d, d, {"l2": float(problem.l2)})


# rows D .. D + 3 of `a`: slope, curvature, half the third derivative, a' theta*. TANGENT stores a' e1 in its {g}, which BEND reads.
TANGENT = f"""{inner_products("{g}", "-a[(D + 3) * W + l]")}for l in range(W):
    {{p}}[l] = a[D * W + l] + a[(D + 1) * W + l] * {{g}}[l]
"""
BEND = f"""{inner_products("{p}", "-a[(D + 3) * W + l]")}for l in range(W):
    {{p}}[l] = a[D * W + l] + a[(D + 1) * W + l] * {{p}}[l] + a[(D + 2) * W + l] * g1[l] * g1[l]
"""


def with_tangents(gradient: Gradient, jets: SampleJets, counts: Sequence[int], chains: int) -> Gradient:
    """The gradient of one chain, {p} a + l2 x on rows a of D numbers, as the first of `chains` that share its draws."""
    d = len(jets.optimum)
    middles = jets.directions @ jets.optimum
    parts = [jets.directions, *(part[..., None] for part in (jets.slopes, jets.curvatures, jets.thirds / 2, middles))]
    table: Array = np.concatenate([row[:n] for row, n in zip(np.concatenate(parts, axis=2), counts, strict=True)])
    (main,) = gradient.chains
    beside = (Chain(TANGENT, main.value), Chain(BEND, main.value))
    return replace(gradient, chains=(main, *beside[: chains - 1]), table=table.ravel(), width=d + 4, rows=d + 4)


# rows AVERAGED .. AVERAGED + D - 1 of `a` accumulate the gradients of a batch
BATCH = """
for j in range(D * W):
    a[AVERAGED * W + j] = 0.0
for drawn in range(np.int64(c_batch)):
{sample}
    for i in range(D):
        for l in range(W):
            j = i * W + l
            a[AVERAGED * W + j] += {value}
"""


def averaged(gradient: Gradient, dim: int, batch: int) -> Gradient:
    """The gradient of one chain as a mean over `batch` draws."""
    (main,), at = gradient.chains, str(gradient.rows)
    sample = indent((gradient.draw + main.score).strip("\n"), "    ")
    score = BATCH.replace("{sample}", sample).replace("{value}", main.value).replace("AVERAGED", at)
    chain = Chain(score, f"a[{at} * W + j] / c_batch")
    return replace(gradient, draw="", chains=(chain,), rows=gradient.rows + dim, constants={**gradient.constants, "batch": float(batch)})


def gradient_of(problem: Problem, full: bool, chains: int = 1) -> Gradient | None:
    """The stochastic gradient of a problem, or its clients' full gradients; None for a kind of problem without a kernel.

    chains: the number that run on the same draws, theta's own included; more than one is for stochastic gradients only.
    """
    if isinstance(problem, MinibatchProblem):
        alone = gradient_of(problem.problem, full)
        return alone if alone is None or full else averaged(alone, problem.dim, problem.batch)
    if isinstance(problem, LogisticProblem):
        alone = logistic_gradient(problem, full)
        return alone if chains == 1 else with_tangents(alone, problem.sample_jets, [len(f) for f in problem.features], chains)
    if isinstance(problem, QuadraticProblem):
        return quadratic_gradient(problem, full)
    if full and isinstance(problem, LinearProblem):
        b = to_float(problem.mean_vectors)
        return _affine(to_float(problem.mean_matrices), np.zeros_like(b), b, None)
    if isinstance(problem, LeastSquaresProblem):
        return least_squares_gradient(problem)
    if isinstance(problem, TDProblem):
        return td_gradient(problem)
    return linear_gradient(problem) if isinstance(problem, LinearProblem) else None
