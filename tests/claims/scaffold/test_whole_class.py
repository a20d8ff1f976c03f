"""What is claimed of Scaffold's rounds beyond quadratics for any number of local steps, held against the sharper factor."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, log

import numpy as np
import pytest

from symfed.formulas import scaffold_contraction_of_the_class, scaffold_contraction_printed

MU = np.geomspace(1e-5, 0.999, 400)
STEPS = [2, 3, 4, 7, 20, 100, 1000]
#: The factor is a dozen operations on numbers below one, with r known to eps/(gamma mu H): 1e-11 at the least mu.
NEAR = 1e-9


def sharp(H: int) -> np.ndarray:
    """The squared factor at gamma L = 1 over MU."""
    return np.asarray(scaffold_contraction_of_the_class(1.0, H, MU, 1.0)) ** 2


@pytest.mark.parametrize("H", STEPS)
def test_any_steps_is_above_the_sharp_factor_and_close_to_it(H: int) -> None:
    bound = np.maximum((1 - MU) ** (2 * H), (H - 1) / (H + 1))
    assert (sharp(H) <= bound * (1 + NEAR)).all()
    assert (bound <= sharp(H) / (1 - 1 / H**2) * (1 + NEAR)).all()  # (H-1)/(H+1) over (1 - 1/H)^2
    proxskip = (1 - np.minimum(MU, 1 / H**2)) ** H
    assert (bound <= proxskip * (1 + NEAR)).all()
    at_half = np.maximum((1 - MU / 2) ** (2 * H), (H - 1) / (H + 1))
    assert (at_half <= scaffold_contraction_printed(0.5, H, MU, 1.0) * (1 + NEAR)).all()
    within = MU * H * (H + 1) <= 8
    assert (bound <= (1 - MU / 4) ** H * (1 + NEAR))[within].all()


def test_the_slides_rate_ends_near_its_condition() -> None:
    """With gamma mu H (H+1) = 18 in place of 8 the factor is above the slide's."""
    H = 100
    mu = 18 / H / (H + 1)
    assert scaffold_contraction_of_the_class(1.0, H, mu, 1.0) ** 2 > (1 - mu / 4) ** H


@pytest.mark.parametrize("kappa", [4, 10, 100, 9999, 10**6])
def test_rounds_to_an_accuracy(kappa: int) -> None:
    H, accuracy = isqrt(kappa), 1e-6
    needed = log(accuracy) / log(scaffold_contraction_of_the_class(Fraction(1), H, Fraction(1, kappa), 1) ** 2)
    enough = kappa / (2 * H) * log(1 / accuracy)
    assert needed <= enough <= (kappa**0.5 / 2 + 1) * log(1 / accuracy)
    assert needed >= (kappa**0.5 - 1) / 2 * log(1 / accuracy)
