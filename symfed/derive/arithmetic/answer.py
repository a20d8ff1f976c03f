"""What is said of a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symfed.derive.sampling import Point


@dataclass(frozen=True)
class Answer:
    """Whether assumptions imply a goal.

    kind: "implied" (`core` names what was used, `method` who says so), "refuted" (`witness` is an exact point, verified by
    substitution, at which all assumptions hold and the goal does not) or "unknown" (`method` says why). `needed` are those of the given
    assumptions that stand in the core: dropping any of them, the solvers no longer find a proof by the others in the core.
    """

    kind: str
    method: str
    core: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    witness: Mapping[str, str] | None = None
    point: Point | None = None
