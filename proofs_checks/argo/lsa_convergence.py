"""Linear stochastic approximation by one agent: the system, what is assumed of its samples, and how near the iterates come."""

from itertools import product

import sympy as sp
from sympy.core.relational import Relational

from proofs_checks.argo.lsa import ASSUMPTIONS
from proofs_checks.symfed.lsa.classes import INDEPENDENT, SHRINKS_ALONE
from proofs_checks.symfed.lsa.runs import lsa_runs
from proofs_checks.symfed.lsa.single_agent import ONE
from proofs_checks.symfed.lsa.single_agent_convergence import bound, squared_error
from symfed.checks import CounterexampleCheck, inequality_search
from symfed.checks.growth import Counterexample, Step, above, at_least, equal
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, printed_at
from symfed.core.symbols import H, decay, gamma
from symfed.models.markov import MarkovRewardProcess
from symfed.models.problems.td import td_problem


def _times(A: sp.Matrix, B: sp.Matrix, row: int, column: int, value: sp.Expr | int) -> Relational:
    """An entry of A B and its value, the entry spelt out."""
    parts = ((sp.UnevaluatedExpr(sp.sympify(A[row, k])), sp.UnevaluatedExpr(sp.sympify(B[k, column]))) for k in range(A.shape[1]))
    return equal(sp.Add(*(one * other for one, other in parts)), value)


def unvisited_state() -> Counterexample:
    """TD(0) with a table of three values: after two updates one row of the product is still one of the identity."""
    walk = MarkovRewardProcess([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [0, 0, 0], sp.Rational(1, 2))
    factors = [sp.eye(3) - gamma * sp.Matrix(3, 3, [sp.Rational(str(v)) for v in A.flat]) for A in td_problem(walk).matrices[0]]
    products = [(A, B, A * B) for A, B in product(factors, repeat=2)]
    left = [(A, B, next((s for s in range(3) if AB.row(s) == sp.eye(3).row(s)), 0)) for A, B, AB in products]

    return Counterexample(
        {
            "problem": "TD(0), one feature for each of the three states of a circular walk, discount 1/2",
            "update": "A(Z) = e_s (e_s - e_s'/2)', s uniform: I - eta A(Z) changes row s alone",
            "k - l": "1, two factors",
        },
        (
            Step("the walk's problem has three samples, one for each state", equal(sp.Integer(len(factors)), 3)),
            Step(
                "in every product of two factors some row is a row of Id, for every eta",
                tuple(_times(A, B, s, j, int(s == j)) for A, B, s in left for j in range(3)),
            ),
            Step("a matrix with a row of norm one has norm >= 1, so the printed mean is >= 1", by="the definition of the norm of a matrix"),
            Step("the printed bound asks for 1 <= (1 - eta a)^1, which no a > 0 allows", above(1, 1 - gamma * decay)),
        ),
    )


def nilpotent_step() -> Counterexample:
    """A matrix with (Id - A)² = 0 and |Id - A| = 1."""
    M, u = sp.eye(2) - sp.Matrix([[1, -1], [0, 1]]), sp.Matrix([0, 1])
    Gram, square = (
        tuple(_times(A, M, i, j, value[i][j]) for i in (0, 1) for j in (0, 1))
        for A, value in ((M.T, ((0, 0), (0, 1))), (M, ((0, 0), (0, 0))))
    )
    return Counterexample(
        {"problem": "A(Z) = [[1, -1], [0, 1]] for every Z, eta = 1, so that Id - eta A = [[0, 1], [0, 0]]", "u": "(0, 1), t' = t"},
        (
            Step("Id - A has norm 1: its Gram matrix is diag(0, 1)", Gram),
            Step("and its square is 0", square),
            Step(
                "so the printed stability holds for every 0 < a <= 1: 1 <= (1 - a)^0, and 0 <= (1 - a)^(k - l) beyond",
                (equal(sp.Pow(1 - decay, 0, evaluate=False), 1), at_least((1 - decay) ** H, 0)),
                Domain((decay <= 1,)),
            ),
            Step("but |Gamma_{t:t} u|² = 1", (_times(M, u, 0, 0, 1), _times(M, u, 1, 0, 0), _times((M * u).T, M * u, 0, 0, 1))),
            Step("1 is larger than (1 - a)|u|² for every a > 0", (equal((u.T * u)[0], 1), above(1, 1 - decay))),
        ),
    )


VECTORS = r"\mathbb E\|\Gamma_{t:t'}u\|^2\le(1-\eta a)^{t'-t+1}\|u\|^2"
STABILITY_TEX = r"\mathbb E\Big[\Big\|\prod_{t=\ell}^k(\mathrm{Id}-\eta A(Z_t))\Big\|^2\Big]\le(1-\eta a)^{k-\ell}\text{ for some }a>0"

stability = Claim(
    id="argo-exp-stability",
    kind="assumption",
    says="The mean squared norm of a product of matrices shrinks at each factor after the first. With the norm of a matrix, TD with a table of "
    "three values is excluded for every a and eta: some state is still unvisited after two updates.",
    printed=printed_at(ASSUMPTIONS, STABILITY_TEX),
    statement="E|product of k - l + 1 factors|² <= (1 - eta a)^(k - l), the norm being that of a matrix, for TD(0) and some a > 0",
    checks=CounterexampleCheck(unvisited_state, "TD(0) with three states"),
    corrected="symfed-exponential-stability",
    expect=Tier.REFUTED,
    erratum=Erratum(
        LOCAL_SLIP,
        "the norm of a product of matrices, and an exponent one too small; the slides use the product applied to a vector, as it should be",
    ),
)
contraction = Claim(
    id="argo-lsa-gamma-contraction",
    kind="inequality",
    says="Products applied to a vector shrink at every factor. This is not what the stability assumption says, whose first factor is free.",
    printed=printed_at("slide 'Context, analysis of TD (III)'", r"\text{Using }" + VECTORS + r"\text{ to bound each term}"),
    statement="E|Gamma_{t:t'} u|² <= (1 - eta a)^(t' - t + 1) |u|² whenever the printed stability holds with this a",
    checks=CounterexampleCheck(nilpotent_step, "one factor, constant A"),
    corrected="symfed-exponential-stability",
    missing="exponent k - l + 1 in the assumption, for which the norm of a vector is enough",
    expect=Tier.IMPRECISE,
    erratum=Erratum(LOCAL_SLIP, "it does not follow from the assumption as printed, and does from the mended one"),
)
squares = Claim(
    id="argo-lsa-not-least-squares",
    kind="statistical",
    says="Least squares on the mean system, in place of LSA, are inefficient. (The loss is printed at theta*, where it is zero; meant is any theta.)",
    printed=printed_at(
        "slide 'Linear Stochastic Approximation', Note",
        r"\text{It is inefficient to cast it as a minimization problem with loss }\|\bar A\theta_\star-\bar b\|^2",
    ),
    reason="the slide does not say how efficiency is measured; that one sample gives a biased gradient of that loss, and that for a symmetric mean matrix the "
    "condition number is squared, is symfed-lsa-least-squares",
    see=("symfed-lsa-least-squares",),
    expect=Tier.NOT_CHECKED,
)
#: The slides' own reading of exponential stability, for vectors.
LINES = {str(SHRINKS_ALONE): "slide 'Context, analysis of TD (III)'", str(INDEPENDENT): f"{ASSUMPTIONS}: Oracle"}
error = Claim(
    id="argo-lsa-mse",
    kind="inequality",
    says="The start is forgotten and the noise adds eta sigma²/a, added up with constants 1. The first step's noise and its matrix are one draw, so the two "
    "parts of the error are correlated, and a far start breaks the bound, the noise read with its sign mended, A(Z) theta* - b(Z). With "
    "the correlation, constants 2 are enough (symfed-lsa-mse).",
    printed=printed_at(
        "slide 'Context, analysis of TD (III)'",
        r"\mathbb E[\|\theta_T-\theta_\star\|^2]\le(1-\eta a)^T\|\theta_0-\theta_\star\|^2+\frac{\eta\sigma_\star^2}a",
    ),
    statement=lambda i: (squared_error(i), bound(i, 1)),
    under=Domain((), (SHRINKS_ALONE, INDEPENDENT), LINES),
    checks=inequality_search(lsa_runs, scope="mean over all draws, exact second moments", sizes=ONE, examples=150),
    corrected="symfed-lsa-mse-uncorrelated",
    missing="E[A(Z)' eps(Z)] = 0 (additive noise, say), or twice the right side (symfed-lsa-mse)",
    see=("argo-noise-def", "symfed-lsa-mse"),
    expect=Tier.IMPRECISE,
)
