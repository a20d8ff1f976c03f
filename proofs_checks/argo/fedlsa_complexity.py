"""What an accuracy costs FedLSA: step size, local steps and rounds, each solved from the bound printed beside it."""

import sympy as sp

from proofs_checks.symfed.lsa.fedlsa_complexity import solved
from symfed.checks import GrowthCheck, HomogeneityCheck, SymbolicIdentity
from symfed.checks.growth import LowerBound, Step, at_least, equal
from symfed.checks.identity import as_printed
from symfed.claims import RESULT, Claim, Domain, Erratum, Lemma, Tier, printed_at
from symfed.core.symbols import Delta_het, H, N, decay, epsilon, gamma, psi0, sigma, t

STEP = N * decay * epsilon**2 / sigma**2
_PRINTED_LOCAL_STEPS = sigma**2 / (N * epsilon * Delta_het)


def logarithm_of_the_root() -> LowerBound:
    """What the slides' eta, H and T leave of the start: T takes the logarithm of a distance where squares are asked for."""
    x, rounds = gamma, Delta_het / (decay**2 * epsilon) * -sp.log(epsilon)
    return LowerBound(
        instance={
            "quantity": "(1 - eta a)^(H T) |theta_0 - theta*|²/epsilon², the printed bound over what it is asked to stay below",
            "constants": "eta, H and T as printed, eta a <= 1/3, |theta_0 - theta*| = 1",
        },
        bound=1 / sp.sqrt(epsilon),
        variable=epsilon,
        towards=sp.S.Zero,
        steps=(
            Step("eta a H T = log(1/epsilon)", equal(STEP * decay * _PRINTED_LOCAL_STEPS * rounds, -sp.log(epsilon))),
            Step("log(1 - x) >= -x/(1 - x) for 0 <= x < 1", equal(1 / (1 - x) - 1, x / (1 - x)), by="log y <= y - 1"),
            Step(
                "and x/(1 - x) <= 3 x/2 for x <= 1/3",
                (equal(sp.Rational(3, 2) * x - x / (1 - x), x * (1 - 3 * x) / (2 * (1 - x))), at_least(x * (1 - 3 * x) / (2 * (1 - x)), 0)),
                Domain((3 * x <= 1,)),
            ),
            Step(
                "so (1 - eta a)^(H T) >= epsilon^(3/2), which over epsilon² is epsilon^(-1/2)",
                equal(sp.Mul(epsilon ** sp.Rational(3, 2), epsilon**-2, evaluate=False), 1 / sp.sqrt(epsilon)),
            ),
        ),
    )


PLACE = "slide 'Problem: heterogeneity requires lots of communications'"
ROUNDS = Delta_het / (decay**2 * epsilon) * sp.log(sp.sqrt(psi0) / epsilon)

step = Claim(
    id="argo-fedlsa-complexity-eta",
    kind="rate",
    says="The largest step size for which eta*sigma²/(N*a) is at most epsilon²: linear speed-up, as long as it is a stable step size. The accuracy is asked "
    "of each bound by itself, and sigma_* must be the noise that symfed-fedlsa-variance or symfed-scafflsa-mean-square-error names.",
    printed=printed_at(PLACE, r"\frac{\eta\sigma_\star^2}{Na}\le\epsilon^2\quad\rightarrow\quad\eta=\frac{Na\epsilon^2}{\sigma_\star^2}"),
    statement=STEP,
    checks=SymbolicIdentity(lambda: solved().gamma, as_printed, scope="solved for eta"),
    wrong={"no speed-up": STEP / N, "sigma": STEP * sigma, "epsilon": STEP / epsilon, "a below": STEP / decay**2},
    expect=Tier.PROVED,
)
local = Claim(
    id="argo-fedlsa-complexity-h",
    kind="rate",
    says="The largest H that keeps the bias below epsilon. The printed one has the unit of a squared matrix, where H is a number.",
    printed=printed_at(
        PLACE, r"\|\theta_T^{\mathrm{bias}}\|^2\le\epsilon^2\quad\rightarrow\quad H=\frac{\sigma_\star^2}{N\epsilon\Delta_{\mathrm{het}}}"
    ),
    statement=(H, sigma**2 / (N * epsilon * Delta_het)),
    checks=HomogeneityCheck("H against sigma²/(N epsilon Delta_het) when the matrices are rescaled"),
    corrected="symfed-fedlsa-complexity",
    missing="a bound L on the clients' matrices: H = sigma²/(2 N L² epsilon Delta_het), the printed one for L = 1 up to the factor 2",
    expect=Tier.IMPRECISE,
)
rounds = Claim(
    id="argo-fedlsa-complexity-t",
    kind="rate",
    says="The rounds that forget the start. The logarithm is of distances where their squares are asked for, half of what is needed even with the printed "
    "eta and H; and T is no number. With H as mended 4 L² Delta_het/(a² epsilon) log(|theta_0 - theta_inf|/epsilon) are enough.",
    printed=printed_at(
        PLACE,
        r"(1-\eta a)^{HT}\|\theta_0-\theta_\star\|^2\le\epsilon^2\quad\rightarrow\quad "
        r"T=\frac{\Delta_{\mathrm{het}}}{a^2\epsilon}\log\frac{\|\theta_0-\theta_\star\|}\epsilon",
    ),
    lemmas=(
        Lemma("enough", sp.S.One, GrowthCheck(logarithm_of_the_root, "what is left of the start, over epsilon²")),
        Lemma("units", (t, ROUNDS), HomogeneityCheck("T when the matrices are rescaled")),
    ),
    corrected="symfed-fedlsa-complexity",
    expect=Tier.REFUTED,
    erratum=Erratum(
        RESULT,
        "the logarithm of a distance, where its square is bounded, gives half of the rounds that are needed; and L^2 is lacking, as in H",
    ),
)
