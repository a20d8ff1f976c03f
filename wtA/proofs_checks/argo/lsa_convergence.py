"""Linear stochastic approximation by one agent: the system, what is assumed of its samples, and how near the iterates come."""

from proofs_checks.argo import unstable_products
from proofs_checks.argo.lsa import ASSUMPTIONS
from proofs_checks.symfed.lsa.classes import INDEPENDENT, SHRINKS_ALONE
from proofs_checks.symfed.lsa.runs import lsa_runs
from proofs_checks.symfed.lsa.single_agent import ONE
from proofs_checks.symfed.lsa.single_agent_convergence import bound, squared_error
from symfed.checks import CounterexampleSearch, ExhibitCheck
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.verdict import Tier

VECTORS = r"\mathbb E\|\Gamma_{t:t'}u\|^2\le(1-\eta a)^{t'-t+1}\|u\|^2"
STABILITY_TEX = r"\mathbb E\Big[\Big\|\prod_{t=\ell}^k(\mathrm{Id}-\eta A(Z_t))\Big\|^2\Big]\le(1-\eta a)^{k-\ell}\text{ for some }a>0"

stability = Claim(
    id="argo-exp-stability",
    kind="assumption",
    says="The mean squared norm of a product of matrices shrinks at each factor after the first. With the norm of a matrix, TD with a table of "
    "three values is excluded for every a and eta: some state is still unvisited after two updates.",
    printed=Printed("argo", ASSUMPTIONS, STABILITY_TEX),
    statement="E|product of k - l + 1 factors|² <= (1 - eta a)^(k - l), the norm being that of a matrix, for TD(0) and some a > 0",
    checks=(ExhibitCheck(unstable_products.unvisited_state, "TD(0) with three states"),),
    corrected="symfed-exponential-stability",
    missing="the norm of the product applied to a vector, E|Gamma u|² <= (1 - eta a)^(k - l + 1) |u|², which is what the slides then use",
    expect=Tier.IMPRECISE,
)
contraction = Claim(
    id="argo-lsa-gamma-contraction",
    kind="inequality",
    says="Products applied to a vector shrink at every factor. This is not what the stability assumption says, whose first factor is free.",
    printed=Printed("argo", "slide 'Context, analysis of TD (III)'", r"\text{Using }" + VECTORS + r"\text{ to bound each term}"),
    statement="E|Gamma_{t:t'} u|² <= (1 - eta a)^(t' - t + 1) |u|² whenever the printed stability holds with this a",
    checks=(ExhibitCheck(unstable_products.nilpotent_step, "one factor, constant A"),),
    corrected="symfed-exponential-stability",
    missing="exponent k - l + 1 in the assumption, and the norm of a vector",
    expect=Tier.IMPRECISE,
)
squares = Claim(
    id="argo-lsa-not-least-squares",
    kind="rate",
    says="Minimising |Abar theta - bbar|² instead is inefficient. Not where Abar is known and nearly a rotation: there it takes one step.",
    printed=Printed(
        "argo",
        "slide 'Linear Stochastic Approximation', Note",
        r"\text{It is inefficient to cast it as a minimization problem with loss }\|\bar A\theta_\star-\bar b\|^2",
    ),
    statement="for every system, LSA at its best step size needs no more steps than gradient descent on |Abar theta - bbar|²",
    checks=(ExhibitCheck(unstable_products.rotation, "an exact system, no noise"),),
    corrected="symfed-lsa-least-squares",
    missing="that A(Z) is drawn (one sample gives a biased gradient of that loss), or that Abar is symmetric (the condition number is squared)",
    expect=Tier.IMPRECISE,
)
#: The slides' own reading of exponential stability, for vectors.
LINES = {str(SHRINKS_ALONE): "slide 'Context, analysis of TD (III)'", str(INDEPENDENT): f"{ASSUMPTIONS}: Oracle"}
error = Claim(
    id="argo-lsa-mse",
    kind="inequality",
    says="The start is forgotten and the noise adds eta sigma²/a, added up with constants 1. The first step's noise and its matrix are one draw, so the two "
    "parts of the error are correlated, and a far start breaks the bound, the noise read with its sign mended, A(Z) theta* - b(Z). Without that "
    "condition the constants are 2 (symfed-lsa-mse).",
    printed=Printed(
        "argo",
        "slide 'Context, analysis of TD (III)'",
        r"\mathbb E[\|\theta_T-\theta_\star\|^2]\le(1-\eta a)^T\|\theta_0-\theta_\star\|^2+\frac{\eta\sigma_\star^2}a",
    ),
    statement=lambda i: (squared_error(i), bound(i, 1)),
    under=Domain((), (SHRINKS_ALONE, INDEPENDENT), LINES),
    checks=(CounterexampleSearch(lsa_runs, relation="<=", scope="mean over all draws, exact second moments", sizes=ONE, examples=150),),
    corrected="symfed-lsa-mse-uncorrelated",
    missing="E[A(Z)' eps(Z)] = 0 (additive noise, say), and the noise's sign (argo-noise-def)",
    see=("symfed-lsa-mse",),
    expect=Tier.IMPRECISE,
)
