"""The terms of the equations of mean and second moment that moments bound, from claimed bounds alone, in numbers that are rounded up."""

from __future__ import annotations

from flint import arb

from symfed.certificates.balls import bound
from symfed.certificates.radius.balls import norm, root
from symfed.certificates.radius.data import Known
from symfed.certificates.radius.grid import BoundTable
from symfed.certificates.radius.moments import CheckedMoments, RoundBounds
from symfed.certificates.radius.order_one import OrderOne


class Leftover(OrderOne):
    """The right-hand sides for claimed moments; V >= |V| in the Frobenius norm."""

    def __init__(self, known: Known, now: RoundBounds, moments: CheckedMoments, V: arb) -> None:
        self.H, self.count, self.linear, self.V = now.H, len(known.clients), known.linear, V
        self.g, self.gap, self.pull, self.drift = now.gamma, now.gap, now.pull, BoundTable(now.drifts)
        self.third_mean, self.fourth_mean, self.all_noise4 = known.third_mean, known.fourth_mean, moments.all_noise4
        self.e, self.d = moments.start, {k: BoundTable(moments.steps[k]) for k in (2, 4, 6) if k in moments.steps}
        self.nu4, columns = BoundTable(moments.noise4), now.H + 1
        self.steps = BoundTable.of_steps([arb(h) for h in range(columns)], self.count)
        own = {name: [getattr(c, name)[2] for c in known.clients] for name in ("sigma", "ell")}
        self.of = {f"{name}2": BoundTable.of_clients(map(bound, values), columns) for name, values in own.items()}
        for name in ("tau", "stiff", "bent_noise", "kappa", "kappa5", "third", "fourth"):
            self.of[name] = BoundTable.of_clients([bound(getattr(c, name)) for c in known.clients], columns)
        self.of["C"] = BoundTable.of_clients([norm(c.C) for c in known.clients], columns)
        self.sums_of_moments()

    def up(self, value: arb) -> arb:
        return bound(value)

    def root(self, value: arb, k: int = 2) -> arb:
        return root(value, k)
