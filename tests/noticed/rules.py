"""Rules of the algorithms with a sign, a step or a mean changed: claims that are judged by running them say something else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from symfed.models.algorithms import get_algorithm
from tests.noticed.change import Change, claims, elsewhere, verified


def run_otherwise(algorithm: str, role: str, rule: Callable[..., Any], name: str) -> str:
    """What is said of a claim where a rule is another one, for all that hold the algorithm."""
    held = get_algorithm(algorithm)
    vars(held).pop("fingerprint", None)
    vars(held).update(vars(replace(held, **{role: rule})))
    return verified(name)


def said(algorithm: str, role: str, rule: Callable[..., Any], name: str) -> str:
    claims()[name]  # its module is imported once, and not in each copy of this process
    return elsewhere(partial(run_otherwise, algorithm, role, rule, name))


LOST, UNLIKE = "was PROVED, now", "was DEFINED, now REFUTED"
#: The algorithm and the role of a rule, another rule, what is wrong with it, the claim that is asked, and what is said of that.
RULES: list[tuple[str, Callable[..., Any], str, str, str]] = [
    ("fedavg_deterministic local_step", lambda x, g, gamma: x + gamma * g, "up the gradient", "argo-fedavg-algo", UNLIKE),
    ("fedavg local_step", lambda x, g, gamma: x - gamma * g / 2, "half a step", "argo-quadratic-bias-same", LOST),
    ("fedavg server_step", lambda x_mean, x_start: x_mean / 2, "a server that shrinks", "argo-quadratic-bias-same", LOST),
    ("lsa local_step", lambda x, g, gamma: x - gamma * (g + x), "a pull to zero", "argo-fedlsa-local-systems", UNLIKE),
    ("fedlsa local_step", lambda x, g, gamma: x - 2 * gamma * g, "two steps in one", "symfed-fedlsa-algo", "was SUPPORTED, now REFUTED"),
    ("scaffold local_step", lambda x, g, xi, gamma: x - gamma * (g - xi), "the control's sign", "flta-scaffold-algo", UNLIKE),
    ("scaffold control_update", lambda xi, x_end, x_next, gamma: xi + (x_end - x_next) / gamma, "no H", "iccopt-scaffold-algo", UNLIKE),
    (
        "scaffold control_update",
        lambda xi, x_end, x_start, gamma, H: xi + (x_end - x_start) / (gamma * H),
        "the start for the mean",
        "iccopt-scaffold-algo",
        UNLIKE,
    ),
    (
        "scafflsa control_update",
        lambda xi, x_end, x_next, gamma, H: xi - (x_next - x_end) / (gamma * H),
        "the printed sign",
        "symfed-scafflsa-algorithm",
        LOST,
    ),
    ("scafflsa local_step", lambda x, g, xi, gamma: x - gamma * g, "no control", "symfed-scafflsa-settles", LOST),
]
CHANGES = [
    Change("rule", f"{of.split()[0]}: {what}, asked of {name}", "verify", reason, partial(said, *of.split(), rule, name))
    for of, rule, what, name, reason in RULES
]
UNCHANGED = [
    partial(verified, name) for name in ("argo-fedavg-algo", "iccopt-scaffold-algo", "symfed-scafflsa-settles", "argo-quadratic-bias-same")
]
