"""Hypothesis strategies for problems, jets and step sizes.

Exact by default, and built so that shrinking ends at what a person would write down: H = 1, entries 0 and 1. Strategies for problems
take the dimension and the number of clients first; `any_size` draws those too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.models.problems import QuadraticProblem

Strategy = st.SearchStrategy[Any]


def rationals(low: int = -3, high: int = 3, denominators: tuple[int, ...] = (1, 2, 3)) -> Strategy:
    """Small rationals between two integers, simplest first."""
    return st.builds(
        lambda whole, denominator: flint.fmpq(max(low * denominator, min(high * denominator, whole)), denominator),
        st.integers(low * max(denominators), high * max(denominators)),
        st.sampled_from(denominators),
    )


@st.composite
def positive_matrices(draw: Any, d: int, spread: int = 3) -> Array:
    """Exact symmetric (d, d) matrices, positive definite by diagonal dominance with margin at least 1."""
    A = np.empty((d, d), dtype=object)
    for i in range(d):
        for j in range(i):
            A[i, j] = A[j, i] = draw(rationals(-1, 1, (1, 2)))
    for i in range(d):
        others = sum((abs(A[i, j]) for j in range(d) if j != i), flint.fmpq(0))
        A[i, i] = 1 + others + draw(st.integers(0, spread))
    return A


def gershgorin(A: Array) -> tuple[Any, Any]:
    """Exact bounds (low, high) on the spectrum of a symmetric matrix; they are the spectrum's ends where it is diagonal."""
    d = len(A)
    radii = [sum((abs(A[i, j]) for j in range(d) if j != i), flint.fmpq(0)) for i in range(d)]
    return min(A[i, i] - radii[i] for i in range(d)), max(A[i, i] + radii[i] for i in range(d))


def _spectral_bounds(matrices: Array) -> tuple[Any, Any]:
    """Constants mu and L that every one of the matrices satisfies."""
    bounds = [gershgorin(A) for A in matrices]
    return min(low for low, _ in bounds), max(high for _, high in bounds)


@dataclass(frozen=True)
class Instance:
    """One exact case: a quadratic problem with constants mu and L that it satisfies, a step size and a number of local steps.

    `extra` holds further drawn values by name (a start, a number of rounds, ...).
    """

    problem: QuadraticProblem
    gamma: Any
    H: int
    mu: Any
    L: Any
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def N(self) -> int:
        return self.problem.num_clients

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        scalars = {k: v for k, v in self.extra.items() if not isinstance(v, np.ndarray)}
        return {"gamma": self.gamma, "H": self.H, "N": self.N, "mu": self.mu, "L": self.L, **scalars}

    def describe(self) -> dict[str, str]:
        """Text from which the instance can be written down again."""
        out = {
            "gamma": str(self.gamma),
            "H": str(self.H),
            "hessians": text(self.problem.hessian_matrices),
            "optima": text(self.problem.optima),
        }
        if any(entry != 0 for entry in self.problem.noise.flat):
            out["noise"] = text(self.problem.noise)
        return out | {name: text(value) for name, value in self.extra.items()}

    @classmethod
    def written(cls, description: Mapping[str, str]) -> Instance:
        """The instance that `describe` wrote; keys that it does not know are further values."""
        fields = {"gamma", "H", "hessians", "optima", "noise"}
        A, centres = exact_array(description["hessians"]), exact_array(description["optima"])
        noise = exact_array(description["noise"]) if "noise" in description else None
        extra = {name: exact_array(value) for name, value in description.items() if name not in fields}
        plain = {name: value if value.ndim else _plain(value.item()) for name, value in extra.items()}
        mu, L = _spectral_bounds(A)
        return cls(QuadraticProblem(A, centres, noise), exact_array(description["gamma"]).item(), int(description["H"]), mu, L, plain)


def _plain(value: flint.fmpq) -> Any:
    """An integer as one, so that it can count rounds."""
    return int(value.p) if value.q == 1 else value


def exact_array(written: str) -> Array:
    """The exact array that `text` wrote."""
    quoted = re.sub(r"-?\d+(/\d+)?", lambda number: f'"{number.group()}"', written)

    def parse(node: Any) -> Any:
        return [parse(entry) for entry in node] if isinstance(node, list) else flint.fmpq(*map(int, node.split("/")))

    return np.array(parse(json.loads(quoted)), dtype=object)


def text(value: Any) -> str:
    """A number or an array as plain nested text."""
    if isinstance(value, np.ndarray):
        return "[" + ", ".join(text(entry) for entry in value) + "]" if value.ndim else str(value.item())
    return str(value)


@st.composite
def _quadratic_client(draw: Any, d: int, noise: bool) -> tuple[Array, Array, Array]:
    centre = np.array([draw(rationals(-2, 2, (1, 2))) for _ in range(d)], dtype=object)
    return draw(positive_matrices(d)), centre, draw(covariances(d, noise))


def _clients(draw: Any, client: Strategy, N: int, homogeneous: bool) -> tuple[Array, ...]:
    """Stacks over N clients of what each client draws."""
    drawn = [draw(client)] * N if homogeneous else [draw(client) for _ in range(N)]
    return tuple(np.stack(parts) for parts in zip(*drawn, strict=True))


def any_size(strategy: Callable[[int, int], Strategy], dims: tuple[int, int] = (1, 3), clients: tuple[int, int] = (1, 3)) -> Strategy:
    """The strategy `strategy(d, N)` with d and N drawn from inclusive ranges."""
    return st.tuples(st.integers(*dims), st.integers(*clients)).flatmap(lambda size: strategy(*size))


@st.composite
def quadratic_problems(draw: Any, d: int, N: int, noise: bool = True, homogeneous: bool = False) -> QuadraticProblem:
    """Exact quadratic problems; `homogeneous` gives every client the same Hessian, optimum and noise."""
    return QuadraticProblem(*_clients(draw, _quadratic_client(d, noise), N, homogeneous))


@st.composite
def covariances(draw: Any, d: int, nonzero: bool = True) -> Array:
    """Exact positive semi-definite (d, d) matrices B B' from a small B; zero if `nonzero` is false."""
    B = np.array([[draw(rationals(-2, 2, (1,))) if nonzero else flint.fmpq(0) for _ in range(d)] for _ in range(d)], dtype=object)
    return B.reshape(d, d) @ B.reshape(d, d).T


@st.composite
def instances(
    draw: Any,
    d: int,
    N: int,
    steps: tuple[int, int] = (1, 4),
    noise: bool = True,
    homogeneous: bool = False,
    extra: dict[str, Strategy] | None = None,
    start: bool = False,
    shared: str = "",
) -> Instance:
    """Quadratic instances with gamma = f/L, f in (0, 1]; `start` adds a starting point, `extra` further values.

    shared: "hessians" or "optima" gives all clients the first one's.
    """
    problem = draw(quadratic_problems(d, N, noise, homogeneous))
    if shared:
        parts = {"hessians": problem.hessian_matrices, "optima": problem.optima, "noise": problem.noise}
        parts[shared] = np.repeat(parts[shared][:1], N, axis=0)
        problem = QuadraticProblem(**parts)
    mu, L = _spectral_bounds(problem.hessian_matrices)
    gamma = draw(st.sampled_from([flint.fmpq(1, k) for k in (1, 2, 3, 4, 8, 16)])) / L
    more = {name: draw(strategy) for name, strategy in (extra or {}).items()}
    if start:
        more["start"] = np.array([draw(rationals(-3, 3, (1, 2))) for _ in range(problem.dim)], dtype=object)
    return Instance(problem, gamma, draw(st.integers(*steps)), mu, L, more)


@st.composite
def jets(draw: Any, d: int, N: int, homogeneous: bool = False) -> Jets:
    """Exact jets of smooth strongly convex clients up to third order, with noise; client gradients sum to zero.

    Third derivatives are symmetric tensors; noise covariances are positive semi-definite.
    """
    G, A, T, C = _clients(draw, _smooth_client(d), N, homogeneous)
    return Jets(gradients=G - G.sum(axis=0) / len(G), hessians=A, third_derivatives=T, noise_covariance=C)


@dataclass(frozen=True)
class JetCase:
    """Exact jets and a number of local steps: an instance of a statement about the first order in gamma."""

    jets: Jets
    H: int

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        names = ("gradients", "hessians", "third_derivatives", "noise_covariance")
        return {"H": str(self.H)} | {name: text(getattr(self.jets, name)) for name in names}

    @classmethod
    def written(cls, description: Mapping[str, str]) -> JetCase:
        """The case that `describe` wrote."""
        names = ("gradients", "hessians", "third_derivatives", "noise_covariance")
        return cls(Jets(*[exact_array(description[name]) for name in names]), int(description["H"]))


def jet_cases(d: int, N: int, homogeneous: bool = False, max_steps: int = 4) -> Strategy:
    """Exact jets with H between 1 and `max_steps`."""
    return st.builds(JetCase, jets(d, N, homogeneous), st.integers(1, max_steps))


@st.composite
def _smooth_client(draw: Any, d: int) -> tuple[Array, Array, Array, Array]:
    gradient = np.array([draw(rationals(-2, 2, (1,))) for _ in range(d)], dtype=object)
    return gradient, draw(positive_matrices(d)), draw(symmetric_tensors(d)), draw(covariances(d))


@st.composite
def symmetric_tensors(draw: Any, d: int) -> Array:
    """Exact symmetric (d, d, d) tensors."""
    T = np.empty((d, d, d), dtype=object)
    for i in range(d):
        for j in range(i + 1):
            for k in range(j + 1):
                value = draw(rationals(-4, 4, (1,)))
                for a, b, c in {(i, j, k), (i, k, j), (j, i, k), (j, k, i), (k, i, j), (k, j, i)}:
                    T[a, b, c] = value
    return T
