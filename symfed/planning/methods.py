"""The methods that a plan compares: the runs of each for a step size and a number of local steps, and its demands on clients."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlannedMethod:
    """Runs of one algorithm side by side, whose weighted sum is the estimate.

    multiples: of gamma, for each run; weights: in the sum. shared: True if the runs draw the same samples. corrected: True if control
    variates cancel the clients' drift. demands: the cost beyond gradients and rounds, a sentence.
    """

    name: str
    algorithm: str
    words: str
    demands: str
    multiples: tuple[int, ...] = (1,)
    weights: tuple[int, ...] = (1,)
    shared: bool = True
    corrected: bool = False


FEDAVG = PlannedMethod("fedavg", "fedavg", "FedAvg", "nothing further")
EXTRAPOLATED = PlannedMethod(
    "fedavg+rr",
    "fedavg",
    "FedAvg with Richardson-Romberg extrapolation, 2 theta(gamma) - theta(2 gamma)",
    "two models side by side on the same samples: twice the gradients and twice the numbers sent in a round",
    multiples=(1, 2),
    weights=(2, -1),
)
APART = PlannedMethod(
    "fedavg+rr-apart",
    "fedavg",
    "FedAvg with Richardson-Romberg extrapolation of two runs that share no samples",
    "two models are trained one after the other: twice the gradients and twice the numbers sent in a round",
    multiples=(1, 2),
    weights=(2, -1),
    shared=False,
)
SCAFFOLD = PlannedMethod(
    "scaffold",
    "scaffold",
    "Scaffold",
    "every client keeps a control variate of the model's size between rounds and must take part in each; nothing more is sent",
    corrected=True,
)
METHODS = {method.name: method for method in (FEDAVG, EXTRAPOLATED, SCAFFOLD, APART)}
DEFAULTS = (FEDAVG.name, EXTRAPOLATED.name, SCAFFOLD.name)  # the methods compared by default
