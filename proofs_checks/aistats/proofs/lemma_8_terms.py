"""Lemma 8's proof, what its displays speak of: one local step with clients that are pulled apart, and the printed a, b and c.

As in Lemma 7's proof, what the source conditions on is a local iterate x that may be any; the recentred one is V = x + gamma h grad f_c(theta*).
"""

from dataclasses import replace

import flint
import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_step import A3
from proofs_checks.aistats.proofs.lemma_7_step import (
    A1,
    CHANGE,
    EPS,
    GAP,
    SHIFT,
    WHOLE,
    Read,
    V,
    mean,
    two_clients,
)
from proofs_checks.aistats.proofs.lemma_7_step import extremes as pulled
from proofs_checks.aistats.quantities import theta_star
from symfed.checks import inequality_search
from symfed.claims import Domain, crosscheck
from symfed.core.symbols import H, L, gamma, h, mu
from symfed.strategies.sampled import sampled_runs
from symfed.theorems.vocabulary import FRESH, Inner, Norm, grad, sample_grad

PLACE = "Appendix B.2, proof of Lemma 8"
KS = range(2, 7)
LINES = {str(A1): "Lemma 8 (A1)", str(A3): "Lemma 8 (A3 with its last sentence)", str(FRESH): "Algorithm 1"}
CLASSES = Domain((), (A1, A3, FRESH), LINES)
SMALL = sp.Le(45 * gamma * L, 1)
SHORT = sp.Le(gamma * mu * H, 1)
STEP = Domain((SMALL,), lines={str(SMALL): "Lemma 8"}) & CLASSES

#: |V - theta*|, and the norms of the three parts of grad F(x) - grad f_c(theta*): at V, on the way from V to x, at theta*.
near, p, s, m = Norm(GAP), Norm(CHANGE), Norm(SHIFT), Norm(EPS)
SLOPE = 1 + gamma * mu / 6
#: The gradient at V, centred as b has it, and in the mean over the sample.
AT_V, PUSH = sample_grad(h, V) - grad(theta_star), Inner(GAP, grad(V) - grad(theta_star))
#: The printed a^2, b and c^2.
A2, B, C2 = SLOPE * near**2, Inner(GAP, AT_V), 2 * p**2 + 10 / (gamma * mu) * s**2 + 4 * m**2
a, c = sp.sqrt(SLOPE) * near, sp.sqrt(C2)
AFTER = Norm(GAP - gamma * WHOLE)

# instances: the first of two clients in dimension one, two samples, in its step number two (h = 1), as for Lemma 7


def small_runs(d, N):
    """Runs with gamma L at most 1/45."""
    return sampled_runs(d, N, cubic=False).map(lambda i: replace(i, gamma=i.gamma / 45))


def extremes():
    """Lemma 7's, with steps that are as short; noise that is nothing where V is; large curvature; far from theta* with little noise."""
    shorter = tuple(replace(i, gamma=min(i.gamma, 1 / (45 * i.L))) for i in pulled())
    return (
        *shorter,
        two_clients((3, 1, 3, 1), (3, -3, 1, -1), 3, (1, 135)),
        two_clients((90,) * 4, (90, 90, -90, -90), 0, (1, 4050)),
        two_clients((1,) * 4, (1, 1, -1, -1), flint.fmpq(-1, 45), (1, 45)),
    )


SEARCH = inequality_search(
    small_runs,
    scope="exact least squares in dimension one, the step's two samples spelt out",
    sizes=((1, 2),),
    examples=15,
    extremes=extremes,
)
EQUAL = replace(SEARCH, relation="==")


def exact(reading, wrong, search=SEARCH):
    """A bound where both sides are solved exactly, beside a proof, which does not rest on it."""
    return crosscheck("instances", reading, search, wrong=wrong)


class Terms(Read):
    """The printed a^2, b and c^2 on an instance, the last two for each sample; norms, and the mean push."""

    def __init__(self, i):
        super().__init__(i)
        self.a2 = (1 + i.gamma * i.mu / 6) * self.gap**2
        self.at_v = [change + eps for change, eps in zip(self.change, self.noise, strict=True)]
        self.b = [self.gap * v for v in self.at_v]
        parts = zip(self.change, self.shift, self.noise, strict=True)
        self.c2 = [2 * u**2 + 10 / (i.gamma * i.mu) * v**2 + 4 * w**2 for u, v, w in parts]
        self.push = self.gap * mean(self.change)
