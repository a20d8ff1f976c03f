"""A field that is given as one thing or as a tuple of things, and read as a tuple."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Several(Generic[T]):
    """A field of a dataclass: `checks=check` is `checks=(check,)`. Without `required`, it is empty where nothing is given.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Proof:
    ...     steps: Several[str] = Several()
    >>> Proof("induction").steps, Proof(("start", "step")).steps, Proof().steps
    (('induction',), ('start', 'step'), ())
    """

    def __init__(self, required: bool = False) -> None:
        self.required = required

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, owner: object | None, kind: type) -> tuple[T, ...]:
        if owner is not None:
            things: tuple[T, ...] = vars(owner)[self.name]
            return things
        if self.required:  # a dataclass takes for the default of a field what its class gives
            raise AttributeError(self.name)
        return ()

    def __set__(self, owner: Any, value: T | tuple[T, ...]) -> None:
        vars(owner)[self.name] = value if isinstance(value, tuple) else (value,)
