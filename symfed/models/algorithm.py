"""One statement of a federated algorithm, for every reading of it."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from symfed.core.errors import InvalidInput
from symfed.models.tracing import ARGUMENTS, trace

Rule = Callable[..., Any]


@dataclass(frozen=True)
class Algorithm:
    """An algorithm as pure scalar rules, applied to every coordinate, that run on any number type.

    `local_step(x, g, xi, x_start, gamma, H, ...)` is one step of a client, `g` a stochastic gradient at `x`; `control_update` renews
    a client's control variate; `server_step(x_mean, x_start, gamma, H)` is the server's (default: the mean). Each names only the
    parameters it needs. `hyper` names further constants; `bind` gives them values. `exact_gradient`: `g` is the client's full
    gradient. `one_step`: the algorithm communicates after every step, so H must be 1.

    Raises RuleError when a rule does what some number system cannot.

    >>> Algorithm("sgd", local_step=lambda x, g, gamma: x - gamma*g).text["local_step"]
    'x - gamma*g'
    """

    name: str
    local_step: Rule
    control_update: Rule | None = None
    server_step: Rule | None = None
    hyper: tuple[str, ...] = ()
    exact_gradient: bool = False
    one_step: bool = False
    source: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    text: Mapping[str, str] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        rules = {"local_step": self.local_step, "control_update": self.control_update, "server_step": self.server_step}
        texts = {role: trace(self.name, role, rule, self.hyper) for role, rule in rules.items() if rule is not None}
        object.__setattr__(self, "text", texts)

    @property
    def fingerprint(self) -> str:
        """Changes when the rules do, and only then."""
        flags = f"exact_gradient={self.exact_gradient} one_step={self.one_step}"
        values = " ".join(f"{k}={v}" for k, v in sorted(self.values.items()))
        body = "\n".join([*(f"{k}: {v}" for k, v in sorted(self.text.items())), flags, values])
        return hashlib.sha256(body.encode()).hexdigest()[:16]

    def __reduce__(self) -> tuple[Callable[..., Algorithm], tuple[dict[str, Any]]]:
        # by the traced texts: a rule typed into a notebook is in no module that another process could import
        rules = {role: (tuple(inspect.signature(getattr(self, role)).parameters), text) for role, text in self.text.items()}
        others = {item.name: getattr(self, item.name) for item in fields(self) if item.init and item.name not in ARGUMENTS}
        return _rebuilt, ({**others, **rules},)

    def bind(self, **values: Any) -> Algorithm:
        """The same algorithm with values for some of its `hyper` parameters."""
        for name, value in values.items():
            if name not in self.hyper:
                raise InvalidInput(name, value, f"{self.name} has the parameters {self.hyper or 'none'}")
        return replace(self, values={**self.values, **values})

    def reads(self, role: str, name: str) -> bool:
        """Whether a rule depends on a parameter."""
        rule = getattr(self, role)
        return rule is not None and name in inspect.signature(rule).parameters

    @property
    def keeps_memory(self) -> bool:
        """Whether clients keep a control variate from one round to the next."""
        return self.control_update is not None or self.reads("local_step", "xi")

    def step(self, **numbers: Any) -> Any:
        """One local step on numbers of any type; takes all names of `local_step` and passes on what the rule reads."""
        return self._call(self.local_step, numbers)

    def server(self, x_mean: Any, x_start: Any, gamma: Any, H: Any) -> Any:
        """The server's step; the mean itself unless the algorithm says otherwise."""
        if self.server_step is None:
            return x_mean
        return self._call(self.server_step, {"x_mean": x_mean, "x_start": x_start, "gamma": gamma, "H": H})

    def control(self, xi: Any, x_end: Any, x_start: Any, x_next: Any, gamma: Any, H: Any) -> Any:
        """The client's next control variate; unchanged unless the algorithm says otherwise."""
        if self.control_update is None:
            return xi
        return self._call(self.control_update, {"xi": xi, "x_end": x_end, "x_start": x_start, "x_next": x_next, "gamma": gamma, "H": H})

    def _call(self, rule: Rule, numbers: Mapping[str, Any]) -> Any:
        known = {**self.values, **numbers}
        names = inspect.signature(rule).parameters
        missing = [n for n in names if n not in known]
        if missing:
            raise InvalidInput(missing[0], None, f"{self.name} needs a value for it", f"write {self.name}.bind({missing[0]}=...)")
        return rule(*[known[n] for n in names])

    def check_local_steps(self, H: Any) -> None:
        """Raise InvalidInput unless H is a positive integer that the algorithm can run."""
        try:
            whole = not isinstance(H, bool) and int(H) == H
        except (TypeError, ValueError, OverflowError):  # not a number, NaN, infinity
            whole = False
        if not whole or H < 1:
            raise InvalidInput("H", H, "must be a positive integer")
        if self.one_step and H != 1:
            raise InvalidInput("H", H, f"{self.name} communicates after every step: H must be 1", "use fedavg for H > 1")


def _rebuilt(parts: dict[str, Any]) -> Algorithm:
    """An algorithm from what `__reduce__` wrote: each rule as its parameters and its text."""
    rules = {role: eval(f"lambda {', '.join(parts[role][0])}: {parts[role][1]}") for role in ARGUMENTS if role in parts}
    return Algorithm(**{**parts, **rules})
