"""Main Result: the contraction of Scaffold, its norm and its factor; and what is concluded from it."""

from dataclasses import replace

import sympy as sp

from proofs_checks.flta import setup
from proofs_checks.symfed.scaffold import contraction as exact
from proofs_checks.symfed.scaffold import printed_bound as bound
from proofs_checks.symfed.scaffold.contraction import CURVATURE, SIZES, STEPS, ZERO_SUM, w
from proofs_checks.symfed.scaffold.printed_bound import algebraic, exponential
from proofs_checks.symfed.scaffold.worst_case import rests
from symfed.checks import Certificate, CounterexampleSearch, ExhibitCheck, Induction, Part
from symfed.checks.instances.controlled_rounds import by_rule, round_cases
from symfed.checks.instances.scaffold.conserved import conserved_mean
from symfed.checks.instances.scaffold.steps import one_less_inverse_e
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Tier

PLACE = "Main Result"
INEQUALITY_TEX = r"\mathbb E[\|X_{t+1}-X_*\|_\Lambda^2]\le\rho_{\gamma,H}\,\mathbb E[\|X_t-X_*\|_\Lambda^2]"
RHO_TEX = r"\rho_{\gamma,H}=\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-1/e}{\gamma LH}\Big\}"
LAMBDA = "Lambda: the mean over clients of p(A_c) on e + gamma H (xi_c - xi_*^c), p as in symfed-scaffold-contraction"

state = replace(
    rests,
    id="flta-state-definition",
    says="The state is the point and all control variates; X_* is the state of the optimum, where a round rests.",
    printed=Printed("flta", PLACE, r"X_t=(\theta_t,\xi_t^1,\dots,\xi_t^N)\text{ and }X_*=(\theta_*,\xi_*^1,\dots,\xi_*^N)"),
    kind="definition",
    uses=("flta-scaffold-algo", "symfed-scaffold-rests"),
    reduction="the slides leave xi_* to their remark on the gradient at the optimum; minus that gradient is where the printed update rests",
)


def plain_norm(i):
    """|X_1 - X_*|^2 and what it must not exceed, in the unweighted norm; an upper end of the printed factor."""
    share, _ = one_less_inverse_e()
    rho = max((1 - i.gamma * i.mu) ** i.H, 1 - share / (i.gamma * i.L * i.H))
    rest = setup.at_rest(i)
    after, before = (((state - rest) ** 2).sum() for state in (by_rule("scaffold", i), i.state))
    return after, rho * before


norm = Claim(
    id="flta-lambda-norm",
    kind="definition",
    says="One round contracts the squared norm of the state; Lambda is left undefined, and with the plain norm it is false.",
    printed=Printed("flta", PLACE, INEQUALITY_TEX),
    statement=plain_norm,
    under=STEPS,
    checks=(CounterexampleSearch(round_cases, relation="<=", scope="exact rounds, unweighted norm of the state", sizes=SIZES),),
    corrected="symfed-scaffold-main-contraction",
    missing=LAMBDA,
    expect=Tier.IMPRECISE,
)
main = Claim(
    id="flta-main-contraction",
    kind="inequality",
    says="For mu I <= A_c <= L I, gamma <= 1/L and every H the state contracts by rho. The updates as printed may start from any control "
    "variates, and then it does not; no norm helps.",
    printed=Printed(
        "flta",
        PLACE,
        r"\mu I\preccurlyeq A_c\preccurlyeq LI,\ \gamma\le1/L,\ H>0:\quad" + INEQUALITY_TEX + r",\quad " + RHO_TEX + r"<1",
    ),
    statement="every round brings the state nearer to X_* by the factor rho < 1, in some norm",
    under=Domain((gamma * L <= 1,)),
    uses=("flta-state-definition", "flta-rho-formula", "flta-rho-less-than-one"),
    checks=(ExhibitCheck(conserved_mean, "the mean of the control variates is conserved"),),
    corrected="symfed-scaffold-main-contraction",
    missing=f"{ZERO_SUM} (xi_0 = 0, say); {LAMBDA}",
    expect=Tier.IMPRECISE,
)
formula = Claim(
    id="flta-rho-formula",
    kind="inequality",
    says="rho is at least every |q| and |r|, hence at least the exact factor; also for gamma L H < 1, where its second branch alone is not.",
    printed=Printed("flta", PLACE, RHO_TEX),
    statement=bound.BOUND,
    under=CURVATURE,
    uses=("symfed-scaffold-contraction", "symfed-scaffold-regimes"),
    checks=bound.REGIMES,
    controls={
        "1 for 1 - 1/e": bound.BOUND | {"r, gamma a H > 1": (bound.r_at, algebraic(c=1))},
        "mu for L": bound.BOUND | {"r, gamma a H > 1": (bound.r_at, algebraic(steepest=mu))},
        "L for mu": bound.BOUND | {"q": lambda h: (1 - gamma * L) ** h},
        "H+1 for H": bound.BOUND | {"q": lambda h: exponential(h + 1)},
        "the second branch everywhere": bound.BOUND | {"r, gamma a H <= 1": (bound.r_at, algebraic())},
    },
    reduction=bound.main.reduction,
    expect=Tier.PROVED,
)
BELOW_ONE = {"exponential": lambda h: 1 - gamma * mu, "algebraic": (algebraic(), sp.S.One)}
below_one = Claim(
    id="flta-rho-less-than-one",
    kind="inequality",
    says="rho < 1: its first branch is at most 1 - gamma mu, and its second is 1 less a positive number.",
    printed=Printed("flta", PLACE, RHO_TEX + r"<1"),
    statement=BELOW_ONE,
    under=STEPS,
    checks=(
        Part("exponential", Induction(lambda n: exponential(n), 1 - gamma * mu, scope="all H >= 1")),
        Part("algebraic", Certificate(((1 / (gamma * L * H), 1 - sp.exp(-1)),), scope="1 - 1/e > 0")),
    ),
    controls={
        "a sign": {"exponential": lambda h: (1 - gamma * mu) / 2, "algebraic": (2 - algebraic(), sp.S.One)},
        "below 1/2": {"exponential": lambda h: sp.S.Half, "algebraic": (algebraic(), sp.S.Half)},
    },
    reduction="gamma mu > 0, as A_c is positive definite",
    expect=Tier.PROVED,
)
idea = Claim(
    id="flta-spectral-proof-idea",
    kind="identity",
    says="An analysis of one eigenvalue at a time is enough: each client's part of what V loses splits along the eigenvectors of its own A_c, "
    "although the A_c do not commute.",
    printed=Printed(
        "flta",
        "Main Result, proof idea",
        r"A_c=U_cD_cU_c^\top;\ \text{decompose the dynamics along eigen-directions of }A_c;\ \text{this [leads to a] per-eigenvalue analysis}",
    ),
    statement=exact.LOSS["loss"],
    under=STEPS,
    uses=("symfed-scaffold-contraction",),
    checks=(exact.contraction.checks[0].check,),
    controls={
        "rho^3 for rho^2": lambda *x: exact.what_is_lost(*x, power=3),
        "multiplier 1": lambda *x: exact.what_is_lost(*x, multiplier=1),
        "one weight for all eigenvalues": lambda *x: exact.what_is_lost(*x, weight=lambda q, r, rho: 1 / rho**2),
    },
    reduction="clients meet in <e, y_c> alone, whose mean is zero, and its multiplier 1 is a number, not a matrix of any client's basis",
    expect=Tier.PROVED,
)
CONVERGES = {name: exact.FACTORS[name] for name in ("q below 1 - gamma lambda", "r below 1 - 1/H")}
converges = Claim(
    id="flta-convergent-all-h",
    kind="limit",
    says="Scaffold converges for every H: both factors stay below one. Its limit is X_* if the control variates start with mean zero.",
    printed=Printed("flta", "Main Result, last line", r"\Rightarrow\text{ Scaffold remains convergent for all }H!"),
    statement=CONVERGES,
    under=CURVATURE,
    uses=("symfed-scaffold-contraction", "symfed-scaffold-conserved-mean"),
    checks=tuple(check for check in exact.factors.checks if check.name in CONVERGES),
    controls={
        "twice as fast": {"q below 1 - gamma lambda": lambda h: w**2, "r below 1 - 1/H": lambda h: sp.Integer(-2)},
        "the sign": {"q below 1 - gamma lambda": lambda h: -w, "r below 1 - 1/H": lambda h: -h},
    },
    reduction="q <= 1 - gamma mu and r <= 1 - 1/H are below one; V contracts by the square of the largest of them",
    expect=Tier.PROVED,
)
contribution = replace(
    converges,
    id="flta-any-h-contribution",
    printed=Printed(
        "flta",
        "Goal of This Work",
        r"\text{We establish convergence for any number of local steps by decomposing dynamics along the eigenspaces of the Hessian}",
    ),
    uses=("flta-convergent-all-h", "flta-spectral-proof-idea"),
)
numerics = replace(
    converges,
    id="flta-numerics-converges",
    printed=Printed("flta", "Numerical Results, first item", r"\text{SCAFFOLD converges for all }H\text{ if }\gamma\le1/L"),
    uses=("flta-convergent-all-h",),
)
conclusion = replace(
    converges,
    id="flta-conclusion-any-h",
    printed=Printed(
        "flta",
        "Discussion and Perspectives",
        r"\text{New spectral framework explains convergence of SCAFFOLD for any number of local steps}",
    ),
    uses=("flta-convergent-all-h", "flta-spectral-proof-idea"),
)
