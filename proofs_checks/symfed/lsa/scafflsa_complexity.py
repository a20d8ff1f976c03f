"""What an accuracy costs SCAFFLSA, with every constant."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flint
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.lsa.classes import INDEPENDENT, LAWS_BOUNDED, LAWS_SHRINK, STARTS_BALANCED
from proofs_checks.symfed.lsa.complexity import NOISE, Bounds, from_the_bounds, solve
from symfed.checks import inequality_search
from symfed.checks.communication import CommunicationExponents
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, N, decay, epsilon, gamma, psi0, sigma
from symfed.derive.communication import Bound
from symfed.strategies import Strategy

_BITS = 256  # logarithms of small rationals: a rational multiple of one is no integer but zero


@dataclass(frozen=True)
class RoundCount:
    """What stands between a start psi0 and a squared accuracy: a round multiplies by 1 - decay²/(2 L²); all rational."""

    decay: Any
    L: Any
    psi0: Any
    epsilon: Any

    def rounds(self, ratio: Any) -> int:
        """The smallest integer T >= 2 L²/decay² log(ratio), at least 0."""
        if ratio <= 1:
            return 0
        with flint.ctx.workprec(_BITS):
            whole = (flint.arb(2 * self.L**2 / self.decay**2) * flint.arb(ratio).log()).ceil().unique_fmpz()
            assert whole is not None  # see _BITS
            return int(whole)

    def left(self, rounds: int) -> Any:
        """What stays of psi0."""
        return (1 - self.decay**2 / (2 * self.L**2)) ** rounds * self.psi0

    def parameters(self) -> Mapping[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"decay": self.decay, "L": self.L, "psi0": self.psi0, "epsilon": self.epsilon}

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return {name: str(value) for name, value in self.parameters().items()}


def round_counts(d: int, N: int) -> Strategy:
    """Cases with decay <= L = 1 and accuracies from 1 down to 1/64; d and N are not used."""
    decay = st.sampled_from([flint.fmpq(p, q) for p, q in ((1, 1), (1, 2), (2, 3), (1, 3))])
    start = st.sampled_from([flint.fmpq(k) for k in (1, 2, 4, 100)])
    accuracy = st.sampled_from([flint.fmpq(1, k) for k in (1, 2, 4, 8, 64)])
    return st.builds(RoundCount, decay, st.just(flint.fmpq(1)), start, accuracy)


#: eta sigma²/(N a) <= epsilon² and H <= a/(eta L²), in powers of epsilon
CONDITIONS = (Bound(gamma=1, accuracy=2), Bound(gamma=1, H=1))
ENOUGH = inequality_search(round_counts, scope="psi after so many rounds, exact numbers", sizes=((1, 1),), examples=60)


BOUNDS = Bounds(NOISE, H, decay / (gamma * L**2), gamma * decay * H / 2)


def solved():
    """Step size, local steps and rounds from the bounds on noise, on H and on what is left of the start."""
    return solve(BOUNDS)


def reached(i, power=2):
    """What is left of psi0 after 2 L²/a² log(psi0/epsilon^power) rounds, and epsilon²."""
    return i.left(i.rounds(i.psi0 / i.epsilon**power)), i.epsilon**2


LOGARITHM = sp.log(psi0 / epsilon**2)
STEP = N * decay * epsilon**2 / sigma**2
LOCAL = sigma**2 / (N * L**2 * epsilon**2)
ROUNDS = 2 * L**2 / decay**2 * LOGARITHM
STEPS = 2 * sigma**2 / (N * decay**2 * epsilon**2) * LOGARITHM


complexity = Claim(
    id="symfed-scafflsa-complexity",
    kind="rate",
    says="SCAFFLSA's cost: the error falls to the order of epsilon², at most 20 of it, in a number of rounds that grows with the logarithm of epsilon alone, "
    "which no other choice of eta and H betters in powers of epsilon. H and T are real, not rounded; sigma² is the noise at theta*, L² a bound of E|A_c u|²/|u|²; 2*a² <= L², and N*L²*epsilon² <= sigma², that is H >= 1.",
    printed=printed_at(
        "ARGO slide 'Communication Complexity', with the logarithm of squares",
        r"\eta=\frac{Na\epsilon^2}{\sigma^2},\quad H=\frac{\sigma^2}{N\epsilon^2L^2},\quad T=\frac{2L^2}{a^2}\log\frac{\psi_0}{\epsilon^2},\quad "
        r"HT=\frac{2\sigma^2}{Na^2\epsilon^2}\log\frac{\psi_0}{\epsilon^2}",
    ),
    under=Domain(
        (gamma * decay <= 1, gamma * H * L**2 <= decay, 2 * decay**2 <= L**2, sp.Ge(sigma**2, N * L**2 * epsilon**2)),
        (LAWS_SHRINK, LAWS_BOUNDED, STARTS_BALANCED, INDEPENDENT),
    ),
    lemmas=(
        from_the_bounds("eta", "the noise is at most epsilon²", STEP, lambda: solved().gamma, {"no speed-up": STEP / N}),
        from_the_bounds("H", "the most local steps", LOCAL, lambda: solved().H, {"L for L²": LOCAL * L, "no speed-up": LOCAL * N}),
        from_the_bounds("T", "the start is forgotten", ROUNDS, lambda: solved().T, {"L for L²": ROUNDS / L, "half": ROUNDS / 2}),
        from_the_bounds("steps", "H T, of one client", STEPS, lambda: solved().gradients, {"no speed-up": STEPS * N}),
        Lemma(
            "fewest",
            (2, 2, 0),
            CommunicationExponents(CONDITIONS, best=True),
            {"FedLSA's H": (2, 1, 0), "rounds like 1/epsilon": (2, 1, 1)},
            says="eta, 1/H and 1/T in powers of epsilon: no choice has fewer rounds",
        ),
        crosscheck(
            "enough",
            reached,
            ENOUGH,
            {"the printed logarithm": lambda i: reached(i, power=1)},
            given=Domain((decay <= L,)),
            assumes=Domain(),
        ),
    ),
    follows=(
        InWords("(1 - x)^T <= exp(-x T), so that T rounds leave at most epsilon² of psi0"),
        InWords("symfed-scafflsa-mean-square-error at this eta, H and T: 2 epsilon² of the start and 18 epsilon² of noise"),
    ),
    uses=("symfed-scafflsa-rate", "symfed-scafflsa-mean-square-error"),
    see=("symfed-fedlsa-complexity",),
    expect=Tier.PROVED_GIVEN,
)
