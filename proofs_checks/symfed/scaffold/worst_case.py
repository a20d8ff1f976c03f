"""Around Scaffold's worst case on quadratic clients: who attains it, a second proof, longer steps."""

from importlib.resources import files

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold import quantities
from proofs_checks.symfed.scaffold.contraction import (
    ALONG,
    LOSS,
    ROUND,
    SIZES,
    loses,
    of_matrix,
    q,
    q_,
    r,
    r_,
    round_run,
    w,
    worst,
)
from proofs_checks.symfed.scaffold.eigenvalues import eigenvalues
from symfed.checks import Certificate, CounterexampleSearch, SymbolicIdentity, complete_identity, inequality_search
from symfed.checks.contraction_certificate import ContractionCertificate
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import ClientMean, H, L, g, gamma, lam, mu, theta
from symfed.formulas import scaffold_contraction
from symfed.models.problems import QuadraticProblem
from symfed.strategies.control_variates import RoundCase, outsiders, round_cases, rounds_of_any_sum


def apart(e, y, q, r):
    """What equal clients do: e and every y_c by themselves. As in a round, x_c = q e + r y_c, e = mean x_c, y_c = x_c - e."""
    x = q * e + r * y
    return ClientMean(x) + gamma * (x - ClientMean(x))


def rounds_of_any_clients(d, N):
    """Cases with clients of one Hessian, and as many with Hessians of their own; control variates of any sum among them."""
    return st.one_of(rounds_of_any_sum(d, N, homogeneous=True), round_cases(d, N))


SAME_HESSIAN = Class(
    "A_c = A for all clients",
    lambda i: bool((i.problem.hessian_matrices == i.problem.hessian_matrices[0]).all()),
    lambda d, N: round_cases(d, N),
)


def apart_on(i, q=q, r=r):
    """q(A) e, and r(A) y_c for each client."""
    e, y = i.deviations(i.state)
    A = i.problem.hessian_matrices[0]
    return np.vstack([of_matrix(q, i, A) @ e, (of_matrix(r, i, A) @ y.T).T])


def alone(e, y, q, r):
    """Common part and own part by themselves, told apart by gamma."""
    return q * e + gamma * r * y


ONE_HESSIAN = quantities.shared(SAME_HESSIAN)
attained = Claim(
    id="symfed-scaffold-attained",
    kind="identity",
    says="Two or more equal clients attain the worst case: e and every y_c go by themselves, by q(A) and r(A); along an eigenvector of A by q(a) and r(a).",
    printed=printed_at("Scaffold, attainment", r"A_c=A,\ N\ge2:\quad e^+=q(A)e,\quad y_c^+=r(A)y_c"),
    under=ROUND & Domain((), (ONE_HESSIAN,)),
    statement=quantities.ALONE,
    lemmas=(
        Lemma(
            "along an eigenvector of A",
            alone,
            complete_identity(
                lambda: apart(theta, g, q_, r_), lambda f: f(theta, g, q_, r_), scope="any N: y_c a client's number of mean zero"
            ),
            wrong={"q and r exchanged": lambda e, y, q, r: alone(e, y, r, q), "their mean": lambda e, y, q, r: alone(e, y, (q + r) / 2, r)},
        ),
        crosscheck(
            "rounds by the rule",
            apart_on,
            CounterexampleSearch(
                rounds_of_any_clients,
                round_run,
                scope="exact rounds of equal clients",
                sizes=SIZES[1:],
                examples=15,
                extremes=outsiders,
            ),
            wrong={
                "q and r exchanged": lambda i: apart_on(i, q=r, r=q),
                "H-1 for H": lambda i: apart_on(i, q=lambda gamma, H, a: q(gamma, H - 1, a)),
            },
        ),
    ),
    follows=quantities.alone(ONE_HESSIAN),
    see=("symfed-scaffold-round",),
    expect=Tier.PROVED,
)

z_, R_ = coordinates("c R")  # an eigenvalue z = c + i s on a circle |z| = R


def real_part(q, r, c, R):
    """Re (z - q)(conj z - r), which has the sign of Re (z - q)/(z - r)."""
    return R**2 - (q + r) * c + q * r


def ends(q, r, c, R, front=1):
    """`real_part` as a mean of what it is at z = R and at z = -R."""
    return front * (1 + c / R) * (R - q) * (R - r) / 2 + (1 - c / R) * (R + q) * (R + r) / 2


m_ = coordinates("m")[0]  # by how much R exceeds |q| and |r|
OUTSIDE = Domain((R_ > 0, -R_ <= z_, z_ <= R_, m_ >= 0, m_ <= R_ - q_, m_ <= R_ + q_, m_ <= R_ - r_, m_ <= R_ + r_))
resolvent = Claim(
    id="symfed-scaffold-resolvent",
    kind="inequality",
    says="A second proof for the spectral radius: outside |z| <= rho, (z - q)/(z - r) has a positive real part, so the mean over clients of "
    "(z - q(A_c))(z - r(A_c))^(-1) is invertible, and z is no eigenvalue.",
    printed=printed_at(
        "Scaffold, resolvent",
        r"|z|=R>\rho:\quad\mathrm{Re}\,(z-q)(\bar z-r)=\tfrac12\big(1+\tfrac cR\big)(R-q)(R-r)+\tfrac12\big(1-\tfrac cR\big)(R+q)(R+r)"
        r"\ge(R-\rho)^2>0,\ c=\mathrm{Re}\,z",
    ),
    under=ROUND,
    lemmas=(
        Lemma(
            "the real part",
            ends(q_, r_, z_, R_),
            SymbolicIdentity(lambda: real_part(q_, r_, z_, R_), as_printed, scope="real and imaginary part of z symbolic"),
            wrong={
                "a half left out": ends(q_, r_, z_, R_, front=2),
                "product for quotient": ends(q_, -r_, z_, R_),
            },
        ),
        Lemma(
            "it is at least (R - rho)^2",
            (m_**2, ends(q_, r_, z_, R_)),
            Certificate(
                (
                    ((1 + z_ / R_) / 2, (R_ - q_) * (R_ - r_) - m_**2),
                    ((1 - z_ / R_) / 2, (R_ + q_) * (R_ + r_) - m_**2),
                ),
                scope="|c| <= R; m = R - rho at most R - |q| and R - |r|",
            ),
            wrong={"twice that": (2 * m_**2, ends(q_, r_, z_, R_)), "product for quotient": (m_**2, ends(q_, -r_, -z_, R_) - r_)},
            given=OUTSIDE,
        ),
    ),
    follows=InWords(
        "an eigenvector to z has y_c = -(z - r(A_c))^(-1) (z - q(A_c)) e, whose mean over clients is zero; along A_c's eigenvectors these "
        "matrices are the numbers above, so that their mean has a positive Hermitian part and e = 0, hence every y_c"
    ),
    uses=("symfed-scaffold-round",),
    see=("symfed-scaffold-contraction",),
    expect=Tier.PROVED_GIVEN,
)


def by_eigenvalues(i):
    return worst(i, eigenvalues(i))


def loses_by_eigenvalues(i):
    """Sign of V^+ - rho^2 V with rho the largest factor of the clients' eigenvalues, and what it must not exceed."""
    return loses(i, by_eigenvalues)


def long_steps(d, N):
    return round_cases(d, N, long=True)


def any_steps(d, N):
    """Steps beyond 1/L among them, and control variates of any sum."""
    return st.one_of(long_steps(d, N), rounds_of_any_sum(d, N))


def stays_below(i):
    """rho of the clients' eigenvalues against one."""
    return by_eigenvalues(i), 1


beyond = Claim(
    id="symfed-scaffold-step-sizes",
    kind="inequality",
    says="Scaffold contracts for every H and all clients with spectra in [mu, L] if and only if gamma L < 2, and V still loses rho^2, rho the "
    "largest |q| or |r| of the clients' eigenvalues.",
    printed=printed_at("Scaffold, the step sizes that converge", r"0<\gamma a<2\iff|1-\gamma a|<1;\quad\text{then }|q(a)|<1,\ 0\le r(a)<1"),
    under=ROUND & Domain((gamma * L < 2,)),
    statement=loses_by_eigenvalues,
    lemmas=(
        LOSS,
        Lemma(
            "1 - (1 - gamma a)^2",
            gamma * lam * (2 - gamma * lam),
            SymbolicIdentity(lambda: 1 - w**2, as_printed, scope="it has the sign of 2 - gamma a"),
            wrong={"3 for 2": gamma * lam * (3 - gamma * lam), "one power": gamma * lam * (1 - gamma * lam)},
        ),
        crosscheck(
            "rounds by the rule",
            loses_by_eigenvalues,
            inequality_search(any_steps, scope="exact rounds, gamma L < 2", sizes=SIZES, examples=15, extremes=outsiders),
            wrong={
                "0.95 rho^2": lambda i: loses(i, by_eigenvalues, share=flint.fmpq(19, 20)),
                "the smallest curvature alone": lambda i: loses(i, lambda i: worst(i, (i.mu,))),
            },
        ),
        crosscheck(
            "rho < 1, by the rule",
            stays_below,
            inequality_search(any_steps, scope="factors of exact cases, gamma L < 2", sizes=SIZES, examples=15),
            wrong={"0.9": lambda i: (by_eigenvalues(i), flint.fmpq(9, 10))},
        ),
    ),
    follows=(
        ALONG,
        InWords(
            "where |1 - gamma a| < 1 its power q is below one in size, and r = 1 - (1 - q)/(gamma a H) is 1 less a mean of powers, of size one at most "
            "and positive, as 1 - q and gamma a are"
        ),
        InWords("equal clients with a curvature of 2/gamma or more have the eigenvalue q with |q| >= 1 (symfed-scaffold-attained)"),
    ),
    uses=("symfed-scaffold-round",),
    see=("symfed-scaffold-attained",),
    expect=Tier.PROVED_GIVEN,
)


def on_file():
    return (files("proofs_checks") / "certificates" / "scaffold_contraction.json").read_text()


def inner_curvature():
    """Two equal clients with the curvatures 3/2 and 7/4, gamma = 1 and H = 3: r is larger at 3/2."""
    A = np.array([[flint.fmpq(3, 2), 0], [0, flint.fmpq(7, 4)]], dtype=object) + flint.fmpq(0)
    zero = np.array([[flint.fmpq(0)] * 2] * 2, dtype=object)
    y = np.array([[flint.fmpq(1)] * 2, [flint.fmpq(-1)] * 2], dtype=object)
    return RoundCase(QuadraticProblem(np.stack([A, A]), zero), flint.fmpq(1), 3, flint.fmpq(1, 4), flint.fmpq(7, 4), zero[0], y)


def longest_steps(d, N):
    """The last one among them."""
    return st.one_of(any_steps(d, N), st.just(inner_curvature())) if (d, N) == (2, 2) else any_steps(d, N)


THEOREM = {"q": "P", "r": "1 - (1 - P)/(gamma*a*H)", "largest_gamma_L": "3/2"}  # P = (1 - gamma a)^H
ENDS_OF_SPECTRUM = sp.Max(q(gamma, H, mu), r(gamma, H, L))
worst_case = Claim(
    id="symfed-scaffold-worst-case",
    kind="inequality",
    says="The worst case of a round is rho = max(q(mu), r(L)), not for gamma L <= 1 only but up to gamma L = 3/2, if gamma (mu + L) <= 2: "
    "a bound for all clients that equal clients attain, proved by a certificate that needs no computer algebra to be read.",
    printed=printed_at(
        "Scaffold on quadratics, exact worst case, certificate",
        r"\gamma L\le\tfrac32,\ \gamma(\mu+L)\le2:\quad\rho=\max\Big\{(1-\gamma\mu)^H,\ 1-\frac{1-(1-\gamma L)^H}{\gamma LH}\Big\}",
    ),
    under=ROUND & Domain((2 * gamma * L <= 3, gamma * (mu + L) <= 2)),
    statement=loses,
    lemmas=(
        Lemma(
            "the theorem's lemmas",
            THEOREM,
            ContractionCertificate("scaffold", on_file),
            wrong={
                "q and r exchanged": THEOREM | {"q": THEOREM["r"], "r": THEOREM["q"]},
                "H-1 for H": THEOREM | {"r": "1 - (1 - P)/(gamma*a*(H - 1))"},
                "up to gamma L = 8/5": THEOREM | {"largest_gamma_L": "8/5"},
            },
        ),
        Lemma(
            "the formula scaffold_contraction",
            ENDS_OF_SPECTRUM,
            SymbolicIdentity(lambda: scaffold_contraction.expr, as_printed, scope="the formula that is imported"),
            wrong={"mu and L exchanged": sp.Max(r(gamma, H, mu), q(gamma, H, L)), "H-1 for H": sp.Max(q(gamma, H - 1, mu), r(gamma, H, L))},
        ),
        crosscheck(
            "rounds by the rule",
            loses,
            inequality_search(longest_steps, scope="exact rounds, gamma L <= 3/2", sizes=SIZES, examples=15, extremes=outsiders),
            wrong={"0.95 rho^2": lambda i: loses(i, share=flint.fmpq(19, 20))},
        ),
    ),
    follows=(
        ALONG,
        InWords(
            "a curvature decides in a client's own eigenbasis, and powers by induction, as the checker of the certificate explains at its head"
        ),
    ),
    see=("symfed-scaffold-round", "symfed-scaffold-attained"),
    expect=Tier.PROVED_GIVEN,
)
