"""Control variates on random matrices without symmetry: how much a round shrinks a squared norm at most.

With x_c = theta_end - theta* + y_c, where y_c is the control variate's distance from its value at the optimum in units of length, a round
is x_c = Gamma_c e + r_c y_c plus noise of mean zero, r_c = (1/H) sum over j of (I - Gamma_c^{j+1:H}); then e = mean x_c, y_c = x_c - e.
Assume E|(I - gamma A) u|² <= (1 - gamma decay)|u|² and E|A u|² <= L²|u|² for every client and all u. Then, in mean square, Gamma_c has
norm at most (1 - gamma decay)^(H/2). A step takes I - Gamma into (I - gamma A)(I - Gamma) + gamma A, `difference_step`, so that after n
steps it has norm at most gamma L n; hence r_c has at most their mean, `drift`. Cauchy-Schwarz for every client, `split`, and mean y_c = 0
give `squared_factor` for |e|² + mean |y_c|² = mean |x_c|², which is the slides' psi.
"""

from __future__ import annotations

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, decay, gamma, gram_gg, gram_xg, gram_xx, h
from symfed.derive.linear_rounds import control_steps
from symfed.derive.powers import faulhaber
from symfed.models.algorithm import Algorithm

Sides = tuple[sp.Expr, sp.Expr]


def squared_factor(algorithm: str | Algorithm) -> sp.Expr:
    """What a round multiplies mean |x_c|² by at most. Raises InvalidInput for a rule whose round is not the one above.

    >>> squared_factor("scafflsa").subs(H, 1)
    -decay*gamma + 1
    """
    ran, said = control_steps(algorithm)
    if sp.expand(ran - said) != 0:
        raise InvalidInput("algorithm", str(algorithm), "is not a rule whose control variates are taken off step by step")
    return (1 - gamma * decay) ** H + drift() ** 2


def drift(growth: sp.Expr = gamma * L) -> sp.Expr:
    """The mean over j = 1, ..., H of `growth` times the H - j steps that are left."""
    return sp.factor(faulhaber(growth * h, H) / H)


def difference_step(old: int = 1) -> Sides:
    """I - Gamma after one step more, and what it is made of: the old one, taken through the step, and gamma A."""
    A, G = sp.Dummy("A", commutative=False), sp.Dummy("G", commutative=False)
    return 1 - (1 - gamma * A) * G, (1 - gamma * A) * (old - G) + gamma * A


def split(share: sp.Expr = decay**2 + L**2) -> Sides:
    """(q |e| + r |y|)² against (q² + r²)(|e|² + |y|²); q and r are written decay and L, the norms Gram scalars of a pair (x, g)."""
    return decay**2 * gram_xx + 2 * decay * L * gram_xg + L**2 * gram_gg, share * (gram_xx + gram_gg)


#: q² |y|² - 2 q r |e||y| + r² |e|² is a square.
SPLIT_SQUARE = decay**2 * gram_gg - 2 * decay * L * gram_xg + L**2 * gram_xx


def most_steps() -> sp.Expr:
    """H - 1 may be this for a factor of at most 1 - gamma decay H/2."""
    return 2 * decay / (gamma * (L**2 + 2 * decay**2))
