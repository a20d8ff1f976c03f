"""The exceptions that symfed raises on purpose, with a common base class."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable, Sequence


class SymfedError(Exception):
    """Base of every error that symfed raises on purpose."""


class InvalidInput(SymfedError, ValueError):
    """An argument breaks a rule.

    The message names the argument, the value it had, the rule it breaks and, where there is one, what to write instead.
    """

    def __init__(self, argument: str, value: object, rule: str, instead: str = "") -> None:
        self.argument, self.value, self.rule, self.instead = argument, value, rule, instead
        message = f"{argument} = {_value_text(value)}: {rule}"
        super().__init__(message + (f"; {instead}" if instead else ""))

    def __reduce__(self) -> tuple[type[InvalidInput], tuple[object, ...]]:
        # an exception is pickled by its message alone, which would break a process pool
        return type(self), (self.argument, self.value, self.rule, self.instead)


def _value_text(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python writes out no integer of more than 4300 digits
        text = f"<{type(value).__name__} that holds a number too long to write out>"
    return text if len(text) <= 200 else text[:197] + "..."


class OutsideDomain(InvalidInput):
    """A formula or claim was evaluated at a point outside its domain."""


class UnstableStep(InvalidInput):
    """The step size is so large that the algorithm has no stationary distribution on this problem."""


class LongStep(UserWarning):
    """A step size above 1/L of the worst single sample: allowed, but the theory's bounds do not cover it."""


class RuleError(SymfedError):
    """An update rule does something that some number system cannot do.

    Raised when the rule is defined, not when it is first run, and names the algorithm, the rule and the line.
    """


class MissingExtra(SymfedError, ImportError):
    """Something is asked for that needs packages which are installed with an extra alone."""

    def __init__(self, extra: str, what: str, missing: Sequence[str]) -> None:
        self.extra, self.what, self.missing = extra, what, tuple(missing)
        them = "which is not installed" if len(self.missing) == 1 else "which are not installed"
        super().__init__(f"{what} needs {', '.join(self.missing)}, {them}: pip install 'symfed[{extra}]'")

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[object, ...]]:
        return type(self), (self.extra, self.what, self.missing)


class UnknownName(SymfedError, KeyError):
    """No formula, claim, algorithm or source has this name; the message lists the nearest ones."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NotConverged(SymfedError):
    """An iteration did not reach the requested accuracy; the message says what it did reach."""


class RoadsDisagree(SymfedError):
    """Two of symfed's own methods give different answers to one question: a bug of symfed's, and no verdict on anything else."""

    def __init__(self, question: str, one: str, other: str) -> None:
        self.question, self.one, self.other = question, one, other
        rest = "this is a bug of symfed's, and neither supports nor refutes what was asked; please report it with these numbers"
        super().__init__(f"{question} is {one}, and {other}: {rest}")

    def __reduce__(self) -> tuple[type[RoadsDisagree], tuple[str, str, str]]:
        return type(self), (self.question, self.one, self.other)


class WorkFailed(SymfedError):
    """One of many independent tasks raised an error; `item` is its argument, `error` the exception."""

    def __init__(self, number: int, item: object, error: BaseException) -> None:
        self.number, self.item, self.error = number, item, error
        super().__init__(f"item {number}, {item!r}: {type(error).__name__}: {error}")

    def __reduce__(self) -> tuple[type[WorkFailed], tuple[object, ...]]:
        return type(self), (self.number, self.item, self.error)


def nearest(name: object, known: Iterable[str]) -> list[str]:
    """Up to four known names similar to this one, ignoring case: close spellings first, then names that contain it.

    >>> nearest("Heigt", ["height", "area"]), nearest("area", ["mean_area", "height"]), nearest("mass", ["height", "width"])
    (['height'], ['mean_area'], [])
    """
    typed, names = str(name).lower(), {one.lower(): one for one in sorted(known)}
    alike = difflib.get_close_matches(typed, names, n=4)
    holding = [one for one in names if len(typed) > 2 and typed in one and one not in alike]
    return [names[one] for one in (*alike, *holding)][:4]


def unknown_name(thing: str, name: object, known: Iterable[str], see: str = "") -> UnknownName:
    """The UnknownName for a name that does not exist: it lists the nearest names, else all if they are few, else where to `see` them.

    >>> str(unknown_name("measure", "mass", ["width", "height"]))
    "measure 'mass' is not known; known are height, width"
    """
    names = sorted(known)
    if near := nearest(name, names):
        hint = f"did you mean {', '.join(near)}?"
    elif len(names) <= 20 or not see:
        hint = f"known are {', '.join(names)}" if names else "there are none"
    else:
        hint = f"there are {len(names)}, see {see}"
    return UnknownName(f"{thing} {name!r} is not known; {hint}")


def no_such_name(said: str, name: str, known: Iterable[str]) -> AttributeError | ImportError:
    """The error for a module's `__getattr__` to raise for an unknown name: the message `said`, and the nearest names of the module.

    An ImportError in `from module import name`: Python replaces an AttributeError there by a message of its own, without near names.
    """
    near = nearest(name, known)
    message = said + (f"; did you mean {', '.join(near)}?" if near else "")
    importing = sys._getframe(2).f_code.co_name == "_handle_fromlist"
    return ImportError(message, name=name) if importing else AttributeError(message, name=name)
