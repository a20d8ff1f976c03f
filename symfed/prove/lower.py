"""Integrable powers of nonnegative numbers: the root of the mean, and lower powers, by Jensen's inequality."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symfed.kernel.symbols import equal, numeral
from symfed.kernel.terms import Index, Outcome, Term, lam
from symfed.kernel.text import join
from symfed.prove.of_matrices import conjunction_parts
from symfed.prove.pieces import EXPECTATION, function_of
from symfed.tactics.proof import ProductOfFacts, ProofLine
from symfed.theorems.notation import DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words


def moment_root(t: Words, x: Term, sign: ProofLine, n: int, power: Term, high: ProofLine) -> tuple[Term, ProofLine, ProofLine]:
    """s = (E x^n)^(1/n), with the facts 0 <= s and E x^n <= s^n."""
    function, none = function_of(join("^", x, power)), t.proof.use("constants are integrable", numeral(0))
    everywhere = t.proof.general(t.proof.use("powers are not negative", x, power, sign), DRAW)
    below = t.proof.use("E is monotone", lam(Outcome, numeral(0)), function, none, high, everywhere)
    nothing = t.proof.use("E of a constant", numeral(0))
    mean = EXPECTATION(function)
    positive = t.proof.arithmetic(join("<=", numeral(0), mean), ProductOfFacts((below,)), ProductOfFacts((nothing,)))
    root = t.symbol("root")(numeral(n, Index), mean)
    value = t.proof.use("root of an order", numeral(n - 1, Index), mean, positive)
    bound = t.proof.arithmetic(join("<=", mean, join("^", root, power)), ProductOfFacts((value,)))
    return root, t.proof.use("roots of an order", numeral(n, Index), mean), bound


def lower_power(t: Words, x: Term, sign: ProofLine, high: ProofLine, m: int, more: int) -> ProofLine:
    """x^m is integrable where x^(m + more) is."""
    power = join("+", numeral(m, Index), numeral(more, Index))
    high = t.chance.transfer(high, t.proof.arithmetic(equal(join("^", x, numeral(m + more, Index)), join("^", x, power))))
    root, positive, bound = moment_root(t, x, sign, m + more, power, high)
    of = function_of(x), root, numeral(m, Index), numeral(more, Index), t.proof.general(sign, DRAW), positive
    return next(conjunction_parts(t, t.proof.use("lower moments", *of, high, bound)))
