"""How fast a round with control variates forgets its starting point, in the worst case over curvatures in [mu, L]."""

from __future__ import annotations

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, a, gamma, mu
from symfed.derive.memory.lifted import is_mean_of_powers, memory_round
from symfed.models.algorithm import Algorithm

#: Where `contraction` is the worst case for every H. It holds at gamma L <= 1; past it, r stays the larger the larger a is up to
#: gamma a = 3/2 (sharp at H = 3), and (1 - gamma L)^H stays below (1 - gamma mu)^H while gamma (mu + L) <= 2.
STEPS = Domain((sp.Le(mu, L), gamma * L <= sp.Rational(3, 2), gamma * (mu + L) <= 2))


def contraction(algorithm: str | Algorithm) -> sp.Expr:
    """The largest spectral radius of a round on zero-sum control variates, over quadratic clients with spectra in [mu, L], on STEPS.

    It is the largest |q(a)| or |r(a)|: the certificate `scaffold_contraction` proves that none is larger, whatever the number of clients
    and the dimension, and two equal clients attain it. Raises InvalidInput for a rule whose q and r are not those of that proof.

    >>> contraction("scaffold")
    Max(1 - (1 - (-L*gamma + 1)**H)/(H*L*gamma), (-gamma*mu + 1)**H)
    """
    one = memory_round(algorithm)
    if sp.expand(one.step - (1 - gamma * a)) != 0 or not is_mean_of_powers(one, H):
        raise InvalidInput("algorithm", str(algorithm), "is not known to be slowest at the ends of [mu, L]")
    return sp.Max(one.q.subs(a, mu), one.r.subs(a, L))
