"""One client's round: its displacement, and its new control variate, given the error s at the start.

The displacement u is a random vector whose moments are polynomials in gamma and s. Let P be the operator (P p)(u) = E p(u + Delta) of one
local step. On monomials, P - I is a finite sum,

    (P - I) u^beta = sum over 0 != mu <= beta of binom(beta, mu) M_mu(u, s + u) u^(beta - mu),    M_mu = E[Delta^mu],

and every M_mu carries gamma^|mu| at least. Hence (P - I)^n u^beta carries gamma^max(n, |beta|) at u = 0: with weight 2 for gamma and 1 for
s, P^H = sum_n binom(H, n) (P - I)^n is a finite sum at any truncation, and what it gives is a polynomial in H. Only the values at u = 0
are needed, and they close up: with (P - I) u^beta = sum_nu c[beta, nu](s) u^nu,

    E[n+1, beta] = sum_nu c[beta, nu] E[n, nu],        E[n, beta] = (P - I)^n u^beta at u = 0,

so that u never enters a product. E[n, nu] has weight 2|nu| at least, so c[beta, nu] is wanted up to the rest only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from symfed.derive.expansion.polynomials import (
    Index,
    Poly,
    add_into,
    axes,
    binomial,
    indices_below,
    minus,
    moments_from_cumulants,
    monomial,
    multi_factorial,
    multiply_into,
    plus,
    powers,
    submultisets,
    truncated_product,
    unit_index,
    up_to_degree,
    weight_of,
    without_zeros,
)

#: An entry of derivative m, or of derivative j of cumulant k: (m, coordinates) or (k, j, coordinates) -> coefficient.
Derivative = Callable[[int, Index], Any]
Cumulant = Callable[[int, int, Index], Any]


def gradient_moments(derivative: Derivative, cumulant: Cumulant | None, d: int, order: int, excess: int = 0) -> Mapping[Index, Poly]:
    """E[(gamma g)^nu] at theta* + x for 0 <= |nu| <= order + excess + 1, as polynomials in gamma and x.

    gamma g counts 2 and x counts 1, so derivatives up to 2*order + 1 are read and, of cumulant k, 2*(order + excess) + 2 - 2k derivatives.
    Without `cumulant` the gradient is exact.
    """
    weight, most = 2 * (order + excess) + 2, order + excess + 1
    cumulants: dict[Index, Poly] = {}
    for i in range(d):
        terms = {monomial(1, nu): derivative(sum(nu) + 1, (i, *axes(nu))) / multi_factorial(nu) for nu in up_to_degree(d, 2 * order)}
        cumulants[unit_index(d, i)] = without_zeros(terms)
    if cumulant is not None:
        for alpha in up_to_degree(d, most)[1 + d :]:
            k, inside = sum(alpha), axes(alpha)
            terms = {
                monomial(k, nu): cumulant(k, sum(nu), (*inside, *axes(nu))) / multi_factorial(nu) for nu in up_to_degree(d, weight - 2 * k)
            }
            cumulants[alpha] = without_zeros(terms)
    return {(0,) * d: {0: 1}, **moments_from_cumulants(cumulants, d, most, weight)}


Term = tuple[int, int, int]  # powers of gamma, of u and of g in a coordinate of the rule
StepMoments = dict[Index, dict[Index, Poly]]  # mu -> sigma -> the coefficient of u^sigma in E[Delta^mu], a polynomial in gamma and x


def step_moments(rule: Mapping[Term, Any], gradients: Mapping[Index, Poly], d: int, order: int) -> StepMoments:
    """E[Delta^mu] for 0 < |mu| <= order + 1, from the rule's terms and the moments of gamma g, polynomials in gamma and x = s + u.

    The rule acts coordinate by coordinate.
    """
    weight = 2 * order + 2
    ladder: list[dict[Term, Any]] = [{(0, 0, 0): 1}]
    for _ in range(order + 1):
        ladder.append(_times_rule(ladder[-1], rule, weight))
    out: StepMoments = {}
    for mu in up_to_degree(d, order + 1)[1:]:
        out[mu] = {}
        for (i, sigma, nu), factor in _over_coordinates([ladder[count] for count in mu]).items():
            shift = monomial(i, (0,) * d) - monomial(sum(nu), (0,) * d)  # gamma^i g^nu from (gamma g)^nu
            moved = {key + shift: c for key, c in gradients.get(nu, {}).items() if weight_of(key + shift, d) + 2 * sum(sigma) <= weight}
            add_into(out[mu].setdefault(sigma, {}), moved, factor)
    return out


def _times_rule(p: Mapping[Term, Any], rule: Mapping[Term, Any], weight: int) -> dict[Term, Any]:
    out: dict[Term, Any] = {}
    for (i, a, b), left in p.items():
        moved = {(i + j, a + c, b + e): right for (j, c, e), right in rule.items() if 2 * (i + j + a + c) <= weight}
        add_into(out, moved, left)
    return out


def _over_coordinates(factors: Sequence[Mapping[Term, Any]]) -> dict[tuple[int, Index, Index], Any]:
    """The product of one series for each coordinate: powers of gamma add up, those of u and g stay with their coordinate."""
    out: dict[tuple[int, Index, Index], Any] = {(0, (), ()): 1}
    for factor in factors:
        longer: dict[tuple[int, Index, Index], Any] = {}
        for (i, sigma, nu), left in out.items():
            # different pairs of powers of gamma have one sum: add their products up
            add_into(longer, {(i + j, (*sigma, p), (*nu, q)): right for (j, p, q), right in factor.items()}, left)
        out = longer
    return out


def in_displacement(moments: Mapping[Index, Poly], d: int, weight: int) -> dict[Index, Poly]:
    """sum_sigma u^sigma moments[sigma](s + u) by powers of u, which counts 2."""
    out: dict[Index, Poly] = {}
    for sigma, p in moments.items():
        for key, coefficient in p.items():
            i, exponents = powers(key, d)
            for rho in indices_below(exponents):
                rest = minus(exponents, rho)
                power = plus(sigma, rho)
                if 2 * i + sum(rest) + 2 * sum(power) <= weight:
                    add_into(out.setdefault(power, {}), {monomial(i, rest): coefficient}, binomial(exponents, rho))
    return out


def difference_operator(steps: StepMoments, d: int, order: int) -> dict[Index, dict[Index, Poly]]:
    """c[beta][nu], the coefficient of u^nu in (P - I) u^beta."""
    weight = 2 * order + 2
    shifted = {mu: in_displacement(moments, d, weight) for mu, moments in steps.items()}
    out: dict[Index, dict[Index, Poly]] = {}
    for beta in up_to_degree(d, order + 1)[1:]:
        row: dict[Index, Poly] = {}
        for mu in indices_below(beta):
            rest = minus(beta, mu)
            for rho, p in shifted.get(mu, {}).items():
                nu = plus(rest, rho)
                kept = {key: c for key, c in p.items() if weight_of(key, d) + 2 * sum(nu) <= weight}
                add_into(row.setdefault(nu, {}), kept, binomial(beta, mu))
        out[beta] = {nu: small for nu, p in row.items() if (small := without_zeros(p))}
    return out


def difference_levels(rule: Mapping[Term, Any], gradients: Mapping[Index, Poly], d: int, order: int) -> list[dict[Index, Poly]]:
    """E[n, beta] for n = 1, ..., order + 1, in a list of dicts by beta."""
    c = difference_operator(step_moments(rule, gradients, d, order), d, order)
    levels: list[dict[Index, Poly]] = [{(0,) * d: {0: 1}}]
    for _ in range(order + 1):
        level: dict[Index, Poly] = {}
        for beta, row in c.items():
            total: Poly = {}
            for nu, p in row.items():
                multiply_into(total, p, levels[-1].get(nu, {}), 2 * order + 2, d)
            if total := without_zeros(total):
                level[beta] = total
        levels.append(level)
    return levels[1:]


def moments_after_steps(levels: Sequence[Mapping[Index, Poly]], binomials: Sequence[Any]) -> dict[Index, Poly]:
    """E[u_H^beta] = sum_n binom(H, n) E[n, beta]; binomials[n - 1] is binom(H, n)."""
    out: dict[Index, Poly] = {}
    for level, factor in zip(levels, binomials, strict=True):
        for beta, p in level.items():
            add_into(out.setdefault(beta, {}), p, factor)
    return out


class ClientRound:
    """Joint cumulants of w = u / gamma + delta / rate given the start, as polynomials in gamma and s; w = u / gamma without controls.

    The server moves by gamma times the mean of w, and the next control variate deviates by rate (w - mean w). In w the old delta cancels
    at leading order, so that every delta that is left in the coefficients comes with gamma: this is what makes the hierarchy of moments
    triangular. A moment of degree k is known up to the weight 2*order + 2 - 2k, where its gamma^k in u meets the truncation.
    """

    def __init__(self, displacement: Mapping[Index, Poly], delta: Callable[[Index], Any] | None, d: int, order: int) -> None:
        """`displacement` holds E[u^l]; delta(l) is (delta / rate)^l as a coefficient, None where clients keep no control variates."""
        self._d, self._order = d, order
        self._cumulants: dict[tuple[Index, ...], Poly] = {}
        self._moments: dict[Index, Poly] = {}
        start = (0,) * d
        moved = {**displacement, start: {0: 1 if delta is None else delta(start)}}
        for degrees in up_to_degree(d, order + 1):
            total: Poly = {}
            for rest in indices_below(degrees) if delta else (start,):
                back = {monomial(sum(rest), start): delta(rest) if delta else 1}
                multiply_into(total, moved.get(minus(degrees, rest), {}), back, 2 * order + 2, d, binomial(degrees, rest))
            scale = monomial(sum(degrees), start)
            self._moments[degrees] = {key - scale: c for key, c in without_zeros(total).items()}

    def cumulant(self, degrees: tuple[Index, ...]) -> Poly:
        """The joint cumulant of w^l for the multi-indices l that are listed, in order."""
        if degrees not in self._cumulants:
            first, *others = degrees
            total, weight = dict(self._moment(degrees)), 2 * self._order + 2 - 2 * sum(map(sum, degrees))
            for company, rest, ways in submultisets(others):
                if rest:
                    block = self.cumulant((first, *company))
                    add_into(total, truncated_product(block, self._moment(rest), weight, self._d), -ways)
            self._cumulants[degrees] = without_zeros(total)
        return self._cumulants[degrees]

    def _moment(self, degrees: Sequence[Index]) -> Poly:
        total = (0,) * self._d
        for index in degrees:
            total = plus(total, index)
        return self._moments[total]
