"""Wrong variants of a transcription `f(p, gamma, H)` in any dimension: the transcription is unchanged, one operation on jets is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.core import symbols
from symfed.derive.symbolic_jets import SymbolicJets
from symfed.models.arrays import solve
from symfed.mutants.subject import Variant

#: The interface of jets: fields of the clients, and operations on them.
FIELDS = ("gradients", "hessians", "third_derivatives", "noise_covariance", "N")
OPERATIONS = ("mean", "identity", "product", "power", "apply", "solve", "solve_each", "geometric", "outer", "lyapunov", "contract")

SYMMETRIC_HESSIANS = "Hessians, their means and their powers are symmetric"
SYMMETRIC_MOMENT = "second moments and noise covariances are symmetric"
SYMMETRIC_THIRD = "third derivatives are symmetric in all three indices"
SAME_FOR_ALL = "changes every client's factor by the same amount, beside another whose client mean is zero"
MEAN_ALONE = "of the Hessians only the mean enters"
N_CANCELS = "the number of clients cancels"


@dataclass(frozen=True)
class Slip:
    """One way to get a field or an operation wrong: `wrong(right, value)` or `wrong(right, *arguments)`, `right` being sound jets."""

    name: str
    kind: str
    wrong: Callable[..., Any]
    needs_arrays: bool = False
    harmless: str = ""


def _transposed(A: Any) -> Any:
    return A.swapaxes(-1, -2) if isinstance(A, np.ndarray) else A


def _first_for_all(stack: Any) -> Any:
    return np.stack([stack[0]] * len(stack))


def _mean_for_all(right: Any, stack: Any) -> Any:
    return np.stack([right.mean(stack)] * len(stack)) if isinstance(stack, np.ndarray) else right.mean(stack)


def _entrywise_power(right: Any, A: Any, n: Any) -> Any:
    return A ** int(n) if isinstance(A, np.ndarray) else right.power(A, n)


def _one_sided(right: Any, A: Any, C: Any) -> Any:
    return (solve(A, C) if isinstance(A, np.ndarray) else right.product(right.power(A, -1), C)) / 2


def _diagonal(right: Any, T: Any, S: Any) -> Any:
    return np.einsum("...ijj,...jj->...i", T, S) if isinstance(T, np.ndarray) else right.contract(T, S)


SLIPS = (
    Slip("gradients", "sign", lambda p, g: -g, harmless="gradients enter in pairs"),
    Slip("hessians", "Hessian heterogeneity dropped", _mean_for_all, harmless=MEAN_ALONE),
    Slip("hessians", "transposed", lambda p, A: _transposed(A), harmless=SYMMETRIC_HESSIANS),
    Slip("hessians", "clients mixed up", lambda p, A: np.roll(A, 1, axis=0), True, MEAN_ALONE),
    Slip("third_derivatives", "sign", lambda p, T: -T),
    Slip("third_derivatives", "client 1 for the mean", lambda p, T: _first_for_all(T), True),
    Slip("noise_covariance", "client 1 for the mean", lambda p, C: _first_for_all(C), True),
    Slip("noise_covariance", "transposed", lambda p, C: _transposed(C), harmless=SYMMETRIC_MOMENT),
    Slip("noise_covariance", "clients mixed up", lambda p, C: np.roll(C, 1, axis=0), True, "the mean does not see the order of clients"),
    Slip("N", "1/N dropped", lambda p, N: N**0, harmless=N_CANCELS),
    Slip("N", "1/N added", lambda p, N: N * N, harmless=N_CANCELS),
    Slip("N", "N off by one", lambda p, N: N + 1, harmless=N_CANCELS),
    Slip("mean", "1/N dropped", lambda p, x: p.N * p.mean(x), harmless=SAME_FOR_ALL),
    Slip("mean", "client 1 for the mean", lambda p, x: x[0], True, SAME_FOR_ALL),
    Slip("identity", "factor 2", lambda p: 2 * p.identity()),
    Slip("product", "transposed", lambda p, A, B: p.product(B, A), harmless="both factors are the same matrix"),
    Slip("power", "H off by one", lambda p, A, n: p.power(A, n + 1)),
    Slip("power", "entry by entry", _entrywise_power),
    Slip("apply", "transposed", lambda p, A, v: p.apply(_transposed(A), v), harmless=SYMMETRIC_HESSIANS),
    Slip("apply", "inverse for matrix", lambda p, A, v: p.solve_each(A, v) if np.ndim(A) == 3 else p.solve(A, v)),
    Slip("solve", "inverse dropped", lambda p, A, v: v),
    Slip("solve", "matrix for inverse", lambda p, A, v: p.apply(A, v)),
    Slip("solve", "transposed", lambda p, A, v: p.solve(_transposed(A), v), harmless=SYMMETRIC_HESSIANS),
    Slip("solve_each", "inverse dropped", lambda p, A, v: v),
    Slip("solve_each", "matrix for inverse", lambda p, A, v: p.apply(A, v)),
    Slip("geometric", "H off by one", lambda p, A, n: p.geometric(A, n + 1)),
    Slip(
        "outer", "transposed", lambda p, u, v: p.outer(v, u), harmless="both factors are the same vector, or a symmetric tensor reads them"
    ),
    Slip("lyapunov", "inverse dropped", lambda p, A, C: C),
    Slip("lyapunov", "one-sided", _one_sided),
    Slip("lyapunov", "transposed", lambda p, A, C: _transposed(p.lyapunov(A, C)), harmless=SYMMETRIC_MOMENT),
    Slip("contract", "wrong indices", lambda p, T, S: p.contract_wrong(T, S)),
    Slip("contract", "diagonal only", _diagonal, True),
    Slip("contract", "transposed", lambda p, T, S: p.contract(_transposed(T), S), harmless=SYMMETRIC_THIRD),
)

#: Changes to the result of one call of an operation.
ON_RESULTS: dict[str, Callable[[Any, Any], Any]] = {
    "sign": lambda p, x: -x,
    "factor 2": lambda p, x: 2 * x,
    "factor 1.01": lambda p, x: x * 101 / 100,
    "1/N added": lambda p, x: x / p.N,
}

#: Changes to the transcription as a whole.
Statement = Callable[[Any, Any, Any], Any]
ON_THE_WHOLE: dict[str, Callable[[Statement], Statement]] = {
    "sign": lambda f: lambda p, gamma, H: -f(p, gamma, H),
    "factor 2": lambda f: lambda p, gamma, H: 2 * f(p, gamma, H),
    "factor 1.01": lambda f: lambda p, gamma, H: f(p, gamma, H) * 101 / 100,
    "one gamma more": lambda f: lambda p, gamma, H: f(p, gamma, H) * gamma,
    "one gamma less": lambda f: lambda p, gamma, H: f(p, gamma, H) / gamma,
    "gamma halved": lambda f: lambda p, gamma, H: f(p, gamma / 2, H),
    "H off by one": lambda f: lambda p, gamma, H: f(p, gamma, H + 1),
    "1/N added": lambda f: lambda p, gamma, H: f(p, gamma, H) / p.N,
    "1/N dropped": lambda f: lambda p, gamma, H: f(p, gamma, H) * p.N,
    "a factor H": lambda f: lambda p, gamma, H: f(p, gamma, H) * H,
}


_NOT_READ = {"H off by one": "the statement does not read H", "gamma halved": "the statement does not read gamma"}


def _replaced(right: Any, name: str, member: Any) -> Any:
    """Jets that are `right` but for one member; what is derived from it (a mean Hessian, say) errs with it."""
    kind = type(right)
    out: Any = object.__new__(type(f"Wrong{kind.__name__}", (kind,), {name: member}))
    vars(out).update(vars(right))
    return out


def with_slip(right: Any, name: str, wrong: Callable[..., Any], call: int | None) -> Any:
    """Jets whose field `name`, or whose operation `name` in its `call`-th call (None: in every call), is `wrong`."""
    if name in FIELDS:
        return _replaced(right, name, property(lambda self: wrong(right, getattr(right, name))))
    done = Counter[str]()

    def operation(self: Any, *arguments: Any) -> Any:
        done[name] += 1
        return wrong(right, *arguments) if call in (None, done[name]) else getattr(right, name)(*arguments)

    return _replaced(right, name, operation)


def calls_of(statement: Statement) -> Counter[str]:
    """The number of times that a transcription asks for each field and operation."""
    right, seen = SymbolicJets(), Counter[str]()

    class Recorder(SymbolicJets):
        def __getattribute__(self, name: str) -> Any:
            if name in FIELDS or name in OPERATIONS:
                seen[name] += 1
            return object.__getattribute__(self, name)

    statement(Recorder(**vars(right)), symbols.gamma, symbols.H)
    return seen


def _with_slips(statement: Statement, name: str, wrong: Callable[..., Any], call: int | None) -> Statement:
    return lambda p, gamma, H: statement(with_slip(p, name, wrong, call), gamma, H)


def _times(name: str, change: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda right, *arguments: change(right, getattr(right, name)(*arguments))


def wrong_transcriptions(statement: Statement) -> Iterator[Variant]:
    """Every variant that touches something the transcription asks for; an operation errs in one of its calls at a time."""
    for kind, whole in ON_THE_WHOLE.items():
        yield Variant(kind, "the whole", whole(statement), harmless=_NOT_READ.get(kind, ""))
    seen = calls_of(statement)
    for slip in SLIPS:
        calls: list[int | None] = [None] if slip.name in FIELDS else list(range(1, seen[slip.name] + 1))
        for call in calls if seen[slip.name] else []:
            where = slip.name if call is None else f"{slip.name}, call {call}"
            yield Variant(slip.kind, where, _with_slips(statement, slip.name, slip.wrong, call), slip.needs_arrays, slip.harmless)
    for name in OPERATIONS:
        for call in range(1, seen[name] + 1):
            for kind, change in ON_RESULTS.items():
                harmless = SAME_FOR_ALL if name == "mean" else ""
                yield Variant(kind, f"{name}, call {call}", _with_slips(statement, name, _times(name, change), call), harmless=harmless)
