"""Linear speed-up of SCAFFLSA on random matrices without symmetry: what a single noise of a single client does to theta.

As in `mean_square`, a round is x_c = Gamma_c e + r_c y_c + n_c, then e = mean x_c and y_c = x_c - e; in mean square Gamma_c and r_c have
norms of at most q = (1 - gamma decay)^(H/2) and p = `drift`, and a round without noise has at most k, k² = q² + p². The noises n_c have
mean zero and are independent of one another and of all later rounds: their effects add up in second moments, and one can be followed alone.

A noise n of one client leaves e = n/N, that client's y = n - n/N, and y = -n/N elsewhere. Let v be what that client would keep of it by
itself: v = n at first, then r_c v every round, of root mean square p^t |n|. Take v/N out of e and v out of the client's y, and put v/N
into every y. The rest starts at zero; a round takes it through the same matrices and adds (Gamma - r) v/N at every client, `pushed`. Its
root mean square u obeys u <= k u + (q + p) p^t |n|/N, so that that of e in round t is at most |n|/N times the coefficient of z^t in
`response`. It has none that exceeds that of (1 + p z)/((1 - k z)(1 - p z)), as q <= k; and their squares sum to a mean over the circle,
at most ((1 + p)/(1 - p))²/(1 - k²).

A round's noise has E|n_c|² <= gamma sigma_c² (1 - q²)/decay, the steps' noises passing through what is left of the round: `error_bound`.
"""

from __future__ import annotations

import sympy as sp

from symfed.core.symbols import H, N, decay, gamma, sigma
from symfed.derive.memory.mean_square import drift

Sides = tuple[sp.Expr, sp.Expr]
q, p, k, z = (sp.Dummy(name, nonnegative=True) for name in "qpkz")


def error_bound() -> sp.Expr:
    """A bound on E|theta - theta*|² in stationarity, and on what noise adds to it in any round; sigma² is the clients' mean at theta*.

    >>> error_bound().subs(H, 1)
    gamma*sigma**2/(N*decay)
    """
    left = (1 - gamma * decay) ** H
    return gamma * sigma**2 / (N * decay) * excess(drift(), (1 - left) / (1 - left - drift() ** 2))


def excess(keeps: sp.Expr, shrinks: sp.Expr) -> sp.Expr:
    """How much more than gamma sigma²/(N decay) that is: ((1 + p)/(1 - p))² (1 - q²)/(1 - k²)."""
    return ((1 + keeps) / (1 - keeps)) ** 2 * shrinks


def pushed(own: int, push: int = 1) -> Sides:
    """A client's x less what is taken out of the client that was hit (own = 1), beside the round of the rest and its push.

    What stays in every client's x is v/N again after the round: the mean of the parts taken out.
    """
    Gamma, r, e, y, v = (sp.Dummy(name, commutative=False) for name in ("Gamma", "r", "e", "y", "v"))
    x = Gamma * (e + v / N) + r * (y + own * v - v / N)
    return x - own * r * v, Gamma * e + r * y + push * (Gamma - r) * v / N


def response() -> sp.Expr:
    """Of e, in powers of z: of v/N, and of the rest, pushed by it."""
    return 1 / (1 - p * z) + z * (q + p) / ((1 - k * z) * (1 - p * z))


def as_one_fraction(first: sp.Expr = q + p - k) -> sp.Expr:
    """`response`; its first coefficient is at most p."""
    return (1 + first * z) / ((1 - k * z) * (1 - p * z))
