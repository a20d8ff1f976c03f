"""Around Scaffold's worst case on quadratic clients: who attains it, a second proof, longer steps, and what happens off the zero-sum subspace."""

from importlib.resources import files

import numpy as np
import sympy as sp

from proofs_checks.symfed.scaffold.contraction import SIZES, ZERO_SUM, excess, of_matrix, q, q_, r, r_, round_run, w, worst
from symfed.checks import Certificate, CounterexampleSearch, Part, SymbolicIdentity
from symfed.checks.contraction_certificate import ContractionCertificate
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.identity import as_printed
from symfed.checks.instances.controlled_rounds import by_rule, eigenvalues, round_cases
from symfed.checks.instances.coordinates import coordinates
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import ClientMean, H, L, a, b, g, gamma, lam, mu, theta
from symfed.core.verdict import Tier
from symfed.formulas import scaffold_contraction
from symfed.models.algorithms import get_algorithm


def rule_at_rest(theta, A, b, sign=-1, step="scaffold"):
    """A local step from theta* of the client (A, b), whose control variate is minus its gradient there."""
    gradient = A * theta - b
    return get_algorithm(step).step(x=theta, g=gradient, xi=sign * gradient, x_start=theta, gamma=gamma, H=H), theta


def control_at_rest(theta, A, b, sign=-1):
    """The control variate after a round in which nobody moved."""
    xi = sign * (A * theta - b)
    return get_algorithm("scaffold").control(xi, theta, theta, theta, gamma, H), -(A * theta - b)


rests = Claim(
    id="symfed-scaffold-rests",
    kind="identity",
    says="Scaffold rests at theta* with xi_c = -grad f_c(theta*), for every gamma and H; where it contracts, that is its limit from every "
    "start whose control variates have mean zero.",
    printed=Printed("symfed", "where Scaffold rests", r"\theta_*=\arg\min f,\quad\xi_*^c=-\nabla f_c(\theta_*)=b_c-A_c\theta_*"),
    statement={"local step": rule_at_rest, "control variate": control_at_rest},
    under=Domain((), ZERO_SUM),
    uses=("symfed-scaffold-contraction",),
    checks=(
        Part("local step", FreeIdentity("theta A b", scope="matrices of any size that do not commute")),
        Part("control variate", FreeIdentity("theta A b", scope="matrices of any size that do not commute")),
    ),
    controls={
        "the gradient itself": {
            "local step": lambda *x: rule_at_rest(*x, sign=1),
            "control variate": lambda *x: control_at_rest(*x, sign=1),
        },
        "half of it": {
            "local step": lambda *x: rule_at_rest(*x, sign=-sp.S.Half),
            "control variate": lambda *x: control_at_rest(*x, sign=-sp.S.Half),
        },
    },
    reduction="clients that do not move end at their mean, theta*; the minimiser makes the gradients' mean zero, so that xi_* has mean zero",
    expect=Tier.PROVED,
)


def mean_control(i):
    """The control variates' mean after a round."""
    return by_rule("scaffold", i)[1:].sum(axis=0) / i.N


def any_controls(d, N):
    return round_cases(d, N, zero_sum=False)


def mean_by_rule():
    """The same for any number of clients: each has a control variate b and ends its steps at a."""
    return ClientMean(get_algorithm("scaffold").control(b, a, theta, ClientMean(a), gamma, H))


def step_on(gradient, control):
    """A local step, from theta."""
    return get_algorithm("scaffold").step(x=theta, g=gradient, xi=control, x_start=theta, gamma=gamma, H=H)


#: The mean after a round; a gradient and a control variate that make the same step, here moved by theta; the mean before a round.
KEPT = {"mean": ClientMean(b), "shift": (g + theta, b - theta), "rounds": lambda i: i.controls.sum(axis=0) / i.N}
conserved = Claim(
    id="symfed-scaffold-conserved-mean",
    kind="identity",
    says="The mean of the control variates never changes. Where it is not zero Scaffold converges all the same, to the minimiser of "
    "f + <mean xi, theta>: the round has the eigenvalue 1, once for each dimension.",
    printed=Printed(
        "symfed",
        "Scaffold off the zero-sum subspace",
        r"\bar\xi_{t+1}=\bar\xi_t,\quad\theta_t\to\arg\min_\theta f(\theta)+\langle\bar\xi_0,\theta\rangle",
    ),
    statement=KEPT,
    uses=("symfed-scaffold-rests", "symfed-scaffold-contraction"),
    checks=(
        Part("mean", SymbolicIdentity(mean_by_rule, as_printed, scope="any N: control variates and ends of the clients' steps symbolic")),
        Part("shift", SymbolicIdentity(lambda: step_on(g, b), lambda pair: step_on(*pair), scope="gradient and control variate symbolic")),
        Part(
            "rounds",
            CounterexampleSearch(any_controls, mean_control, scope="exact rounds from any control variates", sizes=SIZES, examples=8),
        ),
    ),
    controls={
        "zero": {"mean": sp.S.Zero, "shift": (g + theta, b), "rounds": lambda i: 0 * i.start},
        "twice": {"mean": 2 * ClientMean(b), "shift": (g + theta, b + theta), "rounds": lambda i: 2 * KEPT["rounds"](i)},
        "the first client's": {"mean": b, "shift": (g, b - theta), "rounds": lambda i: i.controls[0]},
    },
    reduction="so Scaffold on f_c + <mean xi, theta> and xi_c - mean xi takes the same steps, and there the mean is zero",
    expect=Tier.PROVED,
)


def apart(e, y, q, r):
    """What equal clients do: e and every y_c by themselves. As in a round, x_c = q e + r y_c, e = mean x_c, y_c = x_c - e."""
    x = q * e + r * y
    return ClientMean(x) + gamma * (x - ClientMean(x))


def equal_clients(d, N):
    return round_cases(d, N, homogeneous=True)


def apart_on(i, q=q, r=r):
    """q(A) e, and r(A) y_c for each client."""
    e, y = i.deviations(i.state)
    A = i.problem.hessian_matrices[0]
    return np.vstack([of_matrix(q, i, A) @ e, (of_matrix(r, i, A) @ y.T).T])


ALONE = {"one curvature": lambda e, y, q, r: q * e + gamma * r * y, "rounds": apart_on}
attained = Claim(
    id="symfed-scaffold-attained",
    kind="identity",
    says="Two or more equal clients attain the worst case: e and every y_c go by themselves, so that a round has the eigenvalues q(a) and r(a), "
    "a an eigenvalue of A; r(a) occurs N - 1 times.",
    printed=Printed("symfed", "Scaffold, attainment", r"A_c=A,\ N\ge2:\quad e^+=q(A)e,\quad y_c^+=r(A)y_c"),
    statement=ALONE,
    under=Domain((), ZERO_SUM),
    uses=("symfed-scaffold-round",),
    checks=(
        Part(
            "one curvature",
            SymbolicIdentity(
                lambda: apart(theta, g, q_, r_), lambda f: f(theta, g, q_, r_), scope="any N: y_c a client's number of mean zero"
            ),
        ),
        Part("rounds", CounterexampleSearch(equal_clients, round_run, scope="exact rounds of equal clients", sizes=SIZES[1:], examples=15)),
    ),
    controls={
        "q and r exchanged": {
            "one curvature": lambda e, y, q, r: r * e + gamma * q * y,
            "rounds": lambda i: apart_on(i, q=r, r=q),
        },
        "H-1 for H": {
            "one curvature": lambda e, y, q, r: (q + r) * e / 2 + gamma * r * y,
            "rounds": lambda i: apart_on(i, q=lambda gamma, H, a: q(gamma, H - 1, a)),
        },
    },
    reduction="A with eigenvalues mu and L has both q(mu) and r(L)",
    expect=Tier.PROVED,
)

z_, R_ = coordinates("c R")  # an eigenvalue z = c + i s on a circle |z| = R


def real_part(q, r, c, R):
    """Re (z - q)(conj z - r), which has the sign of Re (z - q)/(z - r)."""
    return R**2 - (q + r) * c + q * r


ENDS = Certificate(
    (
        (sp.S.Half, (1 + z_ / R_) * (R_ - q_) * (R_ - r_)),
        (sp.S.Half, (1 - z_ / R_) * (R_ + q_) * (R_ + r_)),
    ),
    scope="|c| <= R, |q| < R, |r| < R",
)
resolvent = Claim(
    id="symfed-scaffold-resolvent",
    kind="inequality",
    says="A second proof for the spectral radius: outside |z| <= rho, (z - q)/(z - r) has a positive real part, so the mean over clients of "
    "(z - q(A_c))(z - r(A_c))^(-1) is invertible, and z is no eigenvalue.",
    printed=Printed(
        "symfed",
        "Scaffold, resolvent",
        r"|z|=R>\rho:\quad\mathrm{Re}\,(z-q)(\bar z-r)=\tfrac12\big(1+\tfrac cR\big)(R-q)(R-r)+\tfrac12\big(1-\tfrac cR\big)(R+q)(R+r)>0,\ c=\mathrm{Re}\,z",
    ),
    statement=(sp.S.Zero, real_part(q_, r_, z_, R_)),
    under=Domain((), ZERO_SUM),
    uses=("symfed-scaffold-round",),
    checks=(ENDS,),
    controls={
        "product for quotient": (sp.S.Zero, real_part(q_, -r_, z_, R_)),
        "larger": (R_, real_part(q_, r_, z_, R_)),
        "imaginary part": (sp.S.Zero, (q_ + r_) * z_ - q_ * r_),
    },
    reduction="e = K(z)^(-1) times 0 for an eigenvector, K the mean; a matrix whose symmetric part is positive is invertible",
    expect=Tier.PROVED,
)

BEYOND = {"shrinks": w**2 + gamma * lam * (2 - gamma * lam), "rounds": lambda i: excess(i, by_eigenvalues)}


def by_eigenvalues(i):
    return worst(i, eigenvalues(i))


def long_steps(d, N):
    return round_cases(d, N, long=True)


beyond = Claim(
    id="symfed-scaffold-step-sizes",
    kind="inequality",
    says="Scaffold contracts for every H and all clients with spectra in [mu, L] if and only if gamma L < 2, and V still loses rho^2, rho the "
    "largest |q| or |r| of the clients' eigenvalues; beyond gamma L = 3/2 the largest r may lie inside [mu, L].",
    printed=Printed(
        "symfed", "Scaffold, the step sizes that converge", r"0<\gamma a<2\iff|1-\gamma a|<1;\quad\text{then }|q(a)|<1,\ 0\le r(a)<1"
    ),
    statement=BEYOND,
    under=Domain((), f"gamma L < 2; {ZERO_SUM}"),
    uses=("symfed-scaffold-contraction", "symfed-scaffold-attained"),
    checks=(
        Part("shrinks", SymbolicIdentity(lambda: sp.S.One, as_printed, scope="1 - (1 - gamma a)^2 has the sign of 2 - gamma a")),
        Part("rounds", CounterexampleSearch(long_steps, relation="<=", scope="exact rounds, 1 < gamma L < 2", sizes=SIZES, examples=15)),
    ),
    controls={
        "the ends of [1, L] alone": {
            "shrinks": w + gamma * lam * (2 - gamma * lam),
            "rounds": lambda i: excess(i, lambda i: worst(i, (i.mu,))),
        },
        "rho^3 for rho^2": {"shrinks": w**2 + gamma * lam * (3 - gamma * lam), "rounds": lambda i: excess(i, by_eigenvalues, power=3)},
    },
    reduction="r = 1 - mean of (1 - gamma a)^h, h < H, a positive mean at most 1; equal clients with an eigenvalue 2/gamma or more have |q| >= 1",
    expect=Tier.PROVED,
)


def on_file():
    return (files("proofs_checks") / "certificates" / "scaffold_contraction.json").read_text()


THEOREM = {"q": "P", "r": "1 - (1 - P)/(gamma*a*H)", "largest_gamma_L": "3/2"}  # P = (1 - gamma a)^H
ENDS_OF_SPECTRUM = sp.Max(q(gamma, H, mu), r(gamma, H, L))
worst_case = Claim(
    id="symfed-scaffold-worst-case",
    kind="inequality",
    says="The worst case of a round is rho = max(q(mu), r(L)), not for gamma L <= 1 only but up to gamma L = 3/2, if gamma (mu + L) <= 2: "
    "a bound for all clients that equal clients attain, proved by a certificate that needs no computer algebra to be read.",
    printed=Printed(
        "symfed",
        "Scaffold on quadratics, exact worst case, certificate",
        r"\gamma L\le\tfrac32,\ \gamma(\mu+L)\le2:\quad\rho=\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-(1-\gamma L)^H}{\gamma LH}\Big\}",
    ),
    statement={"theorem": THEOREM, "formula": ENDS_OF_SPECTRUM},
    under=Domain((sp.Le(mu, L), 2 * gamma * L <= 3, gamma * (mu + L) <= 2), ZERO_SUM),
    uses=("symfed-scaffold-round",),
    checks=(
        Part("theorem", ContractionCertificate("scaffold", on_file)),
        Part("formula", SymbolicIdentity(lambda: scaffold_contraction.expr, as_printed, scope="the formula scaffold_contraction")),
    ),
    controls={
        "q and r exchanged": {
            "theorem": THEOREM | {"q": THEOREM["r"], "r": THEOREM["q"]},
            "formula": sp.Max(r(gamma, H, mu), q(gamma, H, L)),
        },
        "H-1 for H": {
            "theorem": THEOREM | {"r": "1 - (1 - P)/(gamma*a*(H - 1))"},
            "formula": sp.Max(q(gamma, H - 1, mu), r(gamma, H, L)),
        },
        "up to gamma L = 7/4": {"theorem": THEOREM | {"largest_gamma_L": "7/4"}, "formula": sp.Max(q(gamma, H, mu), r(gamma, H, mu))},
    },
    expect=Tier.PROVED,
)
