"""The slide 'Communication Complexity': what an accuracy costs SCAFFLSA, each quantity solved from the bound printed beside it."""

import sympy as sp

from proofs_checks.argo import fedlsa_complexity
from proofs_checks.symfed.lsa import fedlsa_complexity as fedlsa
from proofs_checks.symfed.lsa.scafflsa_complexity import ENOUGH, reached, solved
from symfed.checks import HomogeneityCheck, SymbolicIdentity
from symfed.checks.homogeneity import ScaleAlike
from symfed.checks.identity import as_printed
from symfed.claims import LOCAL_SLIP, Claim, Erratum, Lemma, Tier, again, printed_at
from symfed.core.symbols import H, L, N, epsilon, sigma

PLACE = "slide 'Communication Complexity'"
LOCAL = sigma**2 / (N * epsilon**2 * L**2)

step = again(fedlsa_complexity.step, "argo-scafflsa-complexity-eta", printed_at(PLACE, fedlsa_complexity.step.printed.tex))
local = Claim(
    id="argo-scafflsa-complexity-h",
    kind="rate",
    says="The largest H that the condition allows at this step size, for L the largest norm of a client's mean matrix; it is one step at least where N L² epsilon² <= sigma².",
    printed=printed_at(
        PLACE, r"H\le\frac a{\eta\max_c\|\bar A^c\|^2}\quad\rightarrow\quad H=\frac{\sigma_\star^2}{N\epsilon^2\max_c\|\bar A^c\|^2}"
    ),
    lemmas=(
        Lemma(
            "solved",
            LOCAL,
            SymbolicIdentity(lambda: solved().H, as_printed, scope="solved for H, eta as before"),
            {"L for L²": LOCAL * L, "1/N dropped": LOCAL * N, "epsilon for its square": LOCAL * epsilon},
        ),
        Lemma(
            "a number",
            ScaleAlike(H, LOCAL),
            HomogeneityCheck("H when the matrices are rescaled"),
            {"L for L²": ScaleAlike(H, LOCAL * L)},
        ),
    ),
    expect=Tier.PROVED,
)
rounds = Claim(
    id="argo-scafflsa-complexity-t",
    kind="rate",
    says="The rounds that forget the start, rounded up. The logarithm is of psi_0/epsilon, a squared distance over a distance: it leaves epsilon and not "
    "epsilon². What is needed is log(psi_0/epsilon²). (In the instance decay is a.)",
    printed=printed_at(
        PLACE,
        r"\left(1-\frac{\eta aH}2\right)^T\psi_0\le\epsilon^2\quad\rightarrow\quad T=\frac{2\max_c\|\bar A^c\|^2}{a^2}\log\frac{\psi_0}\epsilon",
    ),
    statement=lambda i: reached(i, power=1),
    checks=ENOUGH,
    corrected="symfed-scafflsa-complexity",
    expect=Tier.REFUTED,
)


def power(expression, symbol):
    """Of which power of a symbol an expression is a multiple, if it is one."""
    return sp.simplify(symbol * sp.diff(expression, symbol) / expression)


def theirs():
    return fedlsa.solved().H


def of_power(name, exponent, truth, wrong):
    """A power, by differentiating what was solved for."""
    return Lemma(name, sp.Integer(exponent), SymbolicIdentity(truth, as_printed, scope=name), {"another": sp.Integer(wrong)})


summary = Claim(
    id="argo-scafflsa-complexity-summary",
    kind="rate",
    says="H grows like 1/(N epsilon²) where FedLSA's grows like 1/(N epsilon), and T does not depend on epsilon. It does, by the logarithm printed. (In the instance decay is a.)",
    printed=printed_at(PLACE, r"H\propto1/N\epsilon^2\text{ rather than }1/N\epsilon\text{, and }T\text{ independent on }\epsilon"),
    lemmas=(
        of_power("SCAFFLSA's H, power of epsilon", -2, lambda: power(solved().H, epsilon), -1),
        of_power("SCAFFLSA's H, power of N", -1, lambda: power(solved().H, N), 0),
        of_power("FedLSA's H, power of epsilon", -1, lambda: power(theirs(), epsilon), -2),
        of_power("FedLSA's H, power of N", -1, lambda: power(theirs(), N), 0),
        Lemma(
            "T at half the accuracy, less T",
            sp.S.Zero,
            SymbolicIdentity(lambda: solved().T.subs(epsilon, epsilon / 2) - solved().T, as_printed, scope="solved for T"),
        ),
    ),
    corrected="symfed-scafflsa-complexity",
    missing="a word on the logarithm of epsilon, on which T depends",
    erratum=Erratum(LOCAL_SLIP, "T depends on epsilon by the logarithm in it, and on no power of epsilon"),
    expect=Tier.IMPRECISE,
)
