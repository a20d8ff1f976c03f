"""The slide 'Communication Complexity': what an accuracy costs SCAFFLSA, each quantity solved from the bound printed beside it."""

from dataclasses import replace

import sympy as sp

from proofs_checks.argo import fedlsa_complexity
from proofs_checks.symfed.lsa.scafflsa_complexity import ENOUGH, reached, solved
from symfed.checks import HomogeneityCheck, Part, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, N, epsilon, sigma
from symfed.core.verdict import Tier
from symfed.derive.complexity import fedlsa_bounds, solve

PLACE = "slide 'Communication Complexity'"
BOUNDS = Domain((), "decay = a, L = max |Abar_c|; the accuracy is asked of each bound by itself")
LOCAL = sigma**2 / (N * epsilon**2 * L**2)

step = replace(
    fedlsa_complexity.step,
    id="argo-scafflsa-complexity-eta",
    printed=Printed("argo", PLACE, fedlsa_complexity.step.printed.tex),
    reduction="the bound is the one the slides print before; sigma_* must be the noise at theta* (symfed-scafflsa-mean-square-error)",
)
local = Claim(
    id="argo-scafflsa-complexity-h",
    kind="rate",
    says="The largest H that the condition allows at this step size.",
    printed=Printed(
        "argo",
        PLACE,
        r"H\le\frac a{\eta\max_c\|\bar A^c\|^2}\quad\rightarrow\quad H=\frac{\sigma_\star^2}{N\epsilon^2\max_c\|\bar A^c\|^2}",
    ),
    statement={"solved": LOCAL, "a number": (H, LOCAL)},
    under=BOUNDS & Domain((), "N L² epsilon² <= sigma², so that there is a step; rounded down"),
    checks=(
        Part("solved", SymbolicIdentity(lambda: solved().H, as_printed, scope="solved for H, eta as before")),
        Part("a number", HomogeneityCheck("H when the matrices are rescaled")),
    ),
    controls={
        "no L²": {"solved": LOCAL * L**2, "a number": (H, LOCAL * L**2)},
        "1/N dropped; L for L²": {"solved": LOCAL * N, "a number": (H, LOCAL * L)},
        "epsilon for its square": {"solved": LOCAL * epsilon, "a number": (H, LOCAL / L)},
    },
    expect=Tier.PROVED,
)
rounds = Claim(
    id="argo-scafflsa-complexity-t",
    kind="rate",
    says="The rounds that forget the start. The logarithm is of psi_0/epsilon, a squared distance over a distance: it leaves epsilon and not epsilon².",
    printed=Printed(
        "argo",
        PLACE,
        r"\left(1-\frac{\eta aH}2\right)^T\psi_0\le\epsilon^2\quad\rightarrow\quad T=\frac{2\max_c\|\bar A^c\|^2}{a^2}\log\frac{\psi_0}\epsilon",
    ),
    statement=lambda i: reached(i, power=1),
    under=BOUNDS & Domain((), "T rounded up"),
    checks=(ENOUGH,),
    corrected="symfed-scafflsa-complexity",
    missing="a square: log(psi_0/epsilon²)",
    expect=Tier.IMPRECISE,
)


def powers_of_accuracy():
    """H epsilon² N of SCAFFLSA over H epsilon N of FedLSA, differentiated by epsilon: zero if both are free of it."""
    ours, theirs = solved().H * epsilon**2 * N, solve(fedlsa_bounds()).H * epsilon * N
    return sum((sp.Abs(sp.diff(value, symbol)) for value in (ours, theirs) for symbol in (epsilon, N)), sp.S.Zero)


summary = Claim(
    id="argo-scafflsa-complexity-summary",
    kind="rate",
    says="H grows like 1/(N epsilon²) where FedLSA's grows like 1/(N epsilon), and T does not depend on epsilon. It does, by the logarithm printed.",
    printed=Printed("argo", PLACE, r"H\propto1/N\epsilon^2\text{ rather than }1/N\epsilon\text{, and }T\text{ independent on }\epsilon"),
    statement={"H": sp.S.Zero, "T": sp.S.Zero},
    under=BOUNDS,
    checks=(
        Part("H", SymbolicIdentity(powers_of_accuracy, as_printed, scope="what is left of epsilon and N")),
        Part("T", SymbolicIdentity(lambda: solved().T.subs(epsilon, epsilon / 2) - solved().T, as_printed, scope="T at half the accuracy")),
    ),
    corrected="symfed-scafflsa-complexity",
    missing="up to a logarithm of epsilon; and H is a number of steps only while N epsilon² max |Abar_c|² <= sigma²",
    expect=Tier.IMPRECISE,
)
