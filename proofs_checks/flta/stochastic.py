"""Extension to Stochastic Setting: the stationary law, its equation, and what is said of its variance."""

from dataclasses import replace

import flint
import numpy as np

from proofs_checks.flta.contraction import INEQUALITY_TEX, PLACE, STEP_SIZE
from proofs_checks.symfed.scaffold.noise import noisy
from proofs_checks.symfed.scaffold.rest import SIZE_FREE
from proofs_checks.symfed.scaffold.speedup import IN_EIGENBASIS, NOISY_QUADRATICS, OF_EIGENVALUE, equal, homogeneous, own_share
from proofs_checks.symfed.scaffold.state import joined_covariance, one_round_on, round_noise
from proofs_checks.symfed.scaffold.state import unique as one_for_each_sum
from symfed.checks import CounterexampleSearch, complete_identity, inequality_search
from symfed.checks.classes import EQUAL_HESSIANS, ZERO_SUM
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import H, N, gamma
from symfed.models.algorithms import get_algorithm

SLIDE = "Extension to Stochastic Setting"
NOISE = Domain((), (NOISY_QUADRATICS,), lines={str(NOISY_QUADRATICS): "Extension to Stochastic Setting: Scaffold with noise"})
STEPS = STEP_SIZE & NOISE
HOMOGENEOUS = STEPS & Domain((), (EQUAL_HESSIANS,), lines={str(EQUAL_HESSIANS): "Result on variance: for homogeneous quadratics"})

unique = replace(
    one_for_each_sum,
    id="flta-stationary-unique",
    says="With noise Scaffold has one stationary law for each mean of the control variates, which no round changes, and tends to it: how they start the slides "
    "leave open.",
    printed=printed_at(SLIDE, r"\text{SCAFFOLD with noise converges to a unique stationary distribution.}"),
    under=STEPS,
    lemmas=tuple(replace(lemma, given=Domain((), (ZERO_SUM,))) if lemma.crosscheck else lemma for lemma in one_for_each_sum.lemmas),
    see=(one_for_each_sum.id,),
)


def equation(i, noise=1):
    return one_round_on(i, joined_covariance(i), noise)


def local_steps(A, b, x, y, xi, eta, n, own=1, sign=1):
    """Between two clients' next points on the same draw, as the rule has them, and by the difference of their states."""
    step = get_algorithm("scaffold").step
    one, other = (step(x=z, g=A * z - b + k * n, xi=control, x_start=z, gamma=gamma, H=H) for z, control, k in ((x, xi, 1), (y, eta, own)))
    return one - other, (x - y) - gamma * A * (x - y) - sign * gamma * (xi - eta)


def control_updates(xi, eta, end, other, mean, another, share=1):
    """Between two next control variates, as the rule has them, and by the differences of control variates, ends and their means."""
    update = get_algorithm("scaffold").control
    moved = update(xi, end, end, mean, gamma, H) - update(eta, other, other, another, gamma, H)
    return moved, (xi - eta) + share / (gamma * H) * ((end - other) - (mean - another))


def squared_round(M, X, W, Xt, Mt, Wt, cross=1):
    """(M X + W)(M X + W)' and its four terms; a letter with a t is the transpose."""
    return (M * X + W) * (Xt * Mt + Wt), M * X * Xt * Mt + cross * (M * X * Wt + W * Xt * Mt) + W * Wt


lyapunov = Claim(
    id="flta-lyapunov",
    kind="identity",
    says="The stationary covariance of the whole state solves a discrete Lyapunov equation (whose solution is not unique: A has the "
    "eigenvalue 1, d times). B is the covariance of what the draws of one round add to the state.",
    printed=printed_at(SLIDE, r"\Sigma_X=A_{\gamma,H}\Sigma_XA_{\gamma,H}^\top+B_{\gamma,H}"),
    under=STEPS,
    statement=equation,
    see=("flta-state-definition", "flta-stationary-unique"),
    lemmas=(
        Lemma(
            "a local step of two states",
            local_steps,
            FreeIdentity("A b x y xi eta n", scope=SIZE_FREE),
            wrong={
                "draws of their own": lambda *letters: local_steps(*letters, own=2),
                "gradient minus control variate": lambda *letters: local_steps(*letters, sign=-1),
            },
        ),
        Lemma(
            "a control variate of two states",
            control_updates,
            FreeIdentity("xi eta end other mean another", scope=SIZE_FREE),
            wrong={"per step, not per round": lambda *letters: control_updates(*letters, share=H)},
        ),
        Lemma(
            "the square of a round",
            squared_round,
            FreeIdentity("M X W X' M' W'", scope=SIZE_FREE),
            wrong={
                "M on one side": lambda M, X, W, Xt, Mt, Wt: (squared_round(M, X, W, Xt, Mt, Wt)[0], squared_round(M, X, W, Xt, 1, Wt)[1]),
                "no cross terms": lambda *letters: squared_round(*letters, cross=0),
            },
        ),
        crosscheck(
            "laws",
            equation,
            CounterexampleSearch(noisy, joined_covariance, scope="exact laws of theta and all control variates", examples=8),
            wrong={
                "0.95 of the noise": lambda i: equation(i, flint.fmpq(19, 20)),
                "noise left out": lambda i: equation(i, 0),
                "no round": lambda i: joined_covariance(i) + round_noise(i),
            },
        ),
    ),
    follows=(
        InWords(
            "by the first two lemmas what a round makes of two states on the same draws differs by one matrix times their difference, so that a round is "
            "M X + W with a W of the round's draws alone; about X_*, where a noiseless round rests, W has mean zero, as additive noise has"
        ),
        InWords(
            "W is drawn anew, so that the mean of the cross terms is zero, and under the stationary law the mean of both sides is the covariance of X"
        ),
    ),
    expect=Tier.PROVED_GIVEN,
)


def from_the_optimum(i):
    """E|theta_1 - theta*|^2 from X_*, and rho times zero."""
    d = i.problem.dim
    return np.trace(round_noise(i)[:d, :d]), 0 * i.gamma


contraction = Claim(
    id="flta-main-contraction-stochastic",
    kind="inequality",
    says="Said to hold with noise too. At X_t = X_* the right side is zero and the left is not, in any norm.",
    printed=printed_at(PLACE + ', with "our results also cover stochastic case"', INEQUALITY_TEX),
    under=STEPS,
    statement=from_the_optimum,
    checks=inequality_search(noisy, scope="one round from X_*, exact second moment of theta"),
    corrected="symfed-scaffold-two-chains",
    missing="X_* stands for a second chain that sees the same noise (or the noise of a round is added on the right)",
    expect=Tier.IMPRECISE,
)

variance = replace(
    equal,
    id="flta-variance-homogeneous",
    kind="inequality",
    says="With equal Hessians the variance is at most gamma sigma^2/(N mu (2 - gamma mu)), for every H: the constant 1/mu is what the sign hides, sigma^2 being "
    "read as the trace of the clients' mean noise covariance.",
    printed=printed_at(SLIDE, r"\text{for homogeneous quadratics, }\mathrm{tr}(\Sigma_\theta)\lesssim\frac{\gamma\sigma^2}N"),
    under=HOMOGENEOUS,
    see=(equal.id,),
)

SPEEDUP = Lemma(
    "N times the variance along an eigenvector",
    N * own_share,
    complete_identity(lambda: N * homogeneous(1), as_printed, scope="an eigenvalue of A; symbolic gamma, a, H, N"),
    wrong={"1/N^2": own_share, "no speed-up": N**2 * own_share, "growing with H": N * H * own_share},
)
speedup = Claim(
    id="flta-linear-speedup-homogeneous",
    kind="rate",
    says="With equal Hessians N times the variance does not depend on N, the mean of the clients' noise covariances being held fixed.",
    printed=printed_at(SLIDE, r"\Rightarrow\text{Linear speed-up with number of clients }N."),
    under=HOMOGENEOUS,
    lemmas=(OF_EIGENVALUE, SPEEDUP),
    follows=IN_EIGENBASIS,
    uses=("symfed-scaffold-homogeneous-variance",),
    expect=Tier.PROVED_GIVEN,
)

conclusion = Claim(
    id="flta-conclusion-speedup",
    kind="rate",
    says="Acceleration over one local step a round, up to the best number of local steps, and linear speed-up of the variance with equal Hessians, which the acceleration does not need.",
    printed=printed_at("Discussion and Perspectives", r"\text{Establishes acceleration (and speed-up in homogeneous cases).}"),
    under=STEPS,
    lemmas=tuple(replace(lemma, given=Domain((), (EQUAL_HESSIANS,))) for lemma in (OF_EIGENVALUE, SPEEDUP)),
    follows=IN_EIGENBASIS,
    uses=("flta-linear-speedup-homogeneous", "symfed-scaffold-faster-up-to-best"),
    expect=Tier.PROVED_GIVEN,
)
