"""Appendix B.6: the second moment over a round, its balance and its recursion, with constants."""

import flint
import sympy as sp

from proofs_checks.aistats.proofs.section_b6_end_gradients import P, POWER_c, powers, summed
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.shrinking import RATE, bounded_by_start
from proofs_checks.aistats.stochastic_round import theta_w
from proofs_checks.symfed.remainders.moments import moments
from proofs_checks.symfed.remainders.second_moment import BOUNDED_PARTS, WITH_THIRD, nothing_bent, reached, remainder, rounded_root
from proofs_checks.symfed.remainders.setting import LAW, SMALL, at, exact, known, le, nu, part, pull, size, size_of
from proofs_checks.symfed.remainders.sums import SIGMA, A, A_c, C_c, Lambda, apart, e, grows, moment, moved
from symfed.claims import Claim, Domain, Tier, printed_at
from symfed.core.symbols import H, L, N, gamma, h, lam, mu
from symfed.reference.exact import stationary_exact
from symfed.theorems import Apply, Arithmetic, Define, resting_on
from symfed.theorems.moments import hoelder
from symfed.theorems.norms import jensen, mean_of, triangle, triangle_sum
from symfed.theorems.operators import curvature_at, mean_curvature, ordered_curvatures, spectral
from symfed.theorems.outer import outer_of_product
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination, substitution
from symfed.theorems.vocabulary import E, Mean, Norm, Outer

BALANCE = A * SIGMA + SIGMA * A - gamma / N * Mean(C_c)


def balanced(s):
    """The balance of a round in terms of the second moment itself, gamma H times: from the facts of its remainder's proof."""
    left = H * sp.expand(A * (SIGMA - gamma / N * Lambda) + (SIGMA - gamma / N * Lambda) * A)
    return (
        linear_combination("in full", left, sp.expand(H * BALANCE), {"Lambda/1": -gamma * H / N}),
        Arithmetic(
            "in full, bounded",
            le(H * Norm(BALANCE), 2 * mu * H * remainder(pull, s)),
            {"in full/2": -1} | BOUNDED_PARTS,
        ),
        Arithmetic("developed", le(gamma * H * Norm(BALANCE), 2 * gamma * mu * H * remainder(pull, s)), {"in full, bounded": gamma}),
    )


def on_quadratics(i, share=1):
    """The balance squared and its bound, on quadratics with additive noise, where second moments are solved exactly."""
    p, law = i.problem.jets, stationary_exact("fedavg", i.problem, i.gamma, i.H)
    left = p.hessian @ law.second_moment + law.second_moment @ p.hessian - i.gamma / i.N * p.noise
    bound = nothing_bent(i, share=share)[1]
    return (left**2).sum(), 4 * i.mu**2 * bound


SIZE_AT_H = at(H, size_of(pull, nu))
balance = Claim(
    id="symfed-fedavg-second-moment-balance",
    kind="inequality",
    says="What A Sigma + Sigma A misses gamma/N C by, gamma H times, A the Hessian of f at theta*: 2 gamma mu H times the remainder of the second "
    "moment, all of it below gamma^3 H^3 + gamma^(5/2) H.",
    printed=printed_at(
        "the balance of second moments over a round",
        r"\gamma H\Big\|\nabla^2f(\theta^\star)\bar\Sigma_{sto}+\bar\Sigma_{sto}\nabla^2f(\theta^\star)-\frac\gamma N\mathcal C(\theta^\star)\Big\|"
        r"\le2\gamma\mu H\,R,\ R\text{ the remainder of the second moment}",
    ),
    statement=le(gamma * H * Norm(BALANCE), 2 * gamma * mu * H * remainder(pull, SIZE_AT_H)),
    under=Domain((SMALL,), WITH_THIRD),
    lemmas=exact(on_quadratics, {"a millionth of it, squared": lambda i: on_quadratics(i, share=flint.fmpq(1, 10**12))}),
    follows=reached(moments, pull, nu, size(h), balanced(at(H, size(h))), "developed"),
    uses=("symfed-fedavg-moments",),
    expect=Tier.PROVED_GIVEN,
)


# ---- the round's matrices in place of their first order

MOVED, BEYOND = P - x, P - x + gamma * h * A_c * x
TURNED = Mean(POWER_c(H, e))
REST = TURNED - e + gamma * H * A * e
SHARE = gamma**2 * H * (H - 1) / 2 * L**2
START = at(0, size(h))
RECURSION = SIGMA - E(Outer(TURNED, TURNED)) - gamma**2 * H / N * Mean(C_c)


def recursive(start):
    """What the recursion's remainder is bounded by; `start` bounds how far the stationary law comes from theta*."""
    return 2 * gamma * mu * H * remainder(pull, SIZE_AT_H) + (gamma**2 * H**2 * L**2 + 2 * SHARE + SHARE**2) * start**2


def turned_start():
    """|Gamma e| <= |e| and |Gamma e - e + gamma H A e| <= gamma^2 L^2 H (H-1)/2 |e|, in the mean square."""
    here = {h: H, x: e}
    return (
        Apply(ordered_curvatures, "mu <= L"),
        Apply(curvature_at, "curvature", point=theta_star),
        Apply(mean_curvature, "mean curvature", matrix=A_c),
        Define("no power", sp.Eq(POWER_c(0, x), x)),
        Define("one power more", sp.Eq(POWER_c(h + 1, x), P - gamma * A_c * P)),
        *powers(x, "anything"),
        *powers(MOVED, "what has moved"),
        *bounded_by_start("powers", P, x, A_c, (("no power",), (1,)), (("one power more",), (1,))),
        Arithmetic("rates", le(RATE**h, 1), ("mu <= L",)),
        Arithmetic("powers stay", le(Norm(P), Norm(x)), {"powers": 1, "rates": Norm(x)}),
        linear_combination("moved: begins", at(0, MOVED), 0 * x, ("no power",)),
        linear_combination(
            "moved: a step", at(h + 1, MOVED), sp.expand(MOVED - gamma * A_c * MOVED - gamma * A_c * x), ("one power more",)
        ),
        Apply(triangle, "moved: two parts", u=sp.expand(MOVED - gamma * A_c * MOVED), v=-gamma * A_c * x),
        Arithmetic(
            "moved: one step",
            le(Norm(at(h + 1, MOVED)), Norm(MOVED) + gamma * L * Norm(x)),
            {"moved: a step/2": 1, "moved: two parts": 1, "what has moved shrinks": 1, "anything turned": gamma},
        ),
        bounded_by_induction("moved", Norm(MOVED), h, gamma * h * L * Norm(x), increment=gamma * L * Norm(x), by=("moved: begins/2",)),
        *summed(
            "beyond",
            BEYOND,
            -gamma * sp.expand(A_c * MOVED),
            ("one power more",),
            ((("no power",), (1,)), (1,)),
            gamma**2 * h * (h - 1) / 2 * L**2 * Norm(x),
            gamma**2 * h * L**2 * Norm(x),
            ("what has moved turned", "moved"),
            (gamma, gamma * L),
        ),
        Apply(instance, "powers of the start", relation="powers stay", at=here),
        Apply(mean_of, "powers in the mean", relation="powers of the start"),
        Apply(jensen, "convexity of powers", v=POWER_c(H, e)),
        Arithmetic("all powers", le(Norm(TURNED), Norm(e)), {"convexity of powers": 1, "powers in the mean": 1}),
        Apply(instance, "beyond at the start", relation="beyond", at=here),
        Apply(mean_of, "beyond in the mean", relation="beyond at the start"),
        Apply(jensen, "convexity beyond", v=BEYOND.xreplace(here)),
        Arithmetic("rest", le(Norm(REST), SHARE * Norm(e)), {"convexity beyond": 1, "beyond in the mean": 1}),
        Apply(spectral, "curved start", by=("mean curvature/1", "mean curvature/2"), matrix=A, function=lam, bound=L, v=e),
    )


def recursion_steps():
    """From the balance to the recursion with the round's own matrices."""
    names = {"size is": 2, "paths": 5}
    three = [E(Outer(REST, TURNED)), E(Outer(TURNED, REST)), E(Outer(REST, REST))]
    curved = E(Outer(A * e, A * e))
    parts = (gamma * H * BALANCE, -(gamma**2) * H**2 * curved, -three[0], -three[1], three[2])
    before = tuple(
        Arithmetic(f"{name} before", moment(e, 2, START), {"start squared": 1}) for name in ("all", "the rest", "the curved start")
    )
    steps = (
        *[step for step in LAW if isinstance(step, Define)],
        Apply(instance, "there: start", relation="sampled: start", at={x: theta_w}),
        *grows(size(h)),
        Apply(hoelder, "start squared", vectors=(e, e), sizes=(START, START), power=4),
        *turned_start(),
        *before,
        *moved("all", TURNED, START, "all powers", sp.S.One),
        *moved("the rest", REST, START, "rest", SHARE),
        *moved("the curved start", sp.expand(A * e), START, "curved start", L),
        *apart("rest and all", REST, TURNED, SHARE * START, START, 2),
        *apart("all and rest", TURNED, REST, START, SHARE * START, 2),
        *apart("rest and rest", REST, REST, SHARE * START, SHARE * START, 2),
        *apart("curved twice", A * e, A * e, L * START, L * START, 2),
        Apply(outer_of_product, "curved", by=("mean curvature/1",), matrix=A, u=e, v=e),
        Apply(expectation_of, "curved before", relation="curved/1"),
        Apply(expectation_of, "curved behind", relation="curved/2"),
        linear_combination("five parts", RECURSION, sp.Add(*parts), {"curved before": gamma * H, "curved behind": gamma * H}),
        Apply(triangle_sum, "their norms", vectors=parts),
        Arithmetic(
            "recursion",
            le(Norm(RECURSION), recursive(START)),
            {
                "five parts/2": 1,
                "their norms": 1,
                balance.id: 1,
                "curved twice": gamma**2 * H**2,
                "rest and all": 1,
                "all and rest": 1,
                "rest and rest": 1,
            },
        ),
        Apply(instance, "size at the start", relation="size is", at={h: sp.S.Zero}),
        Apply(substitution, "spelt out", relation="recursion", equation="size at the start"),
    )
    return resting_on(steps, {name: part(moments, known(pull, nu, size(h))[k]) for name, k in names.items()})


def left_on_quadratics(i):
    """Sigma less Gamma Sigma Gamma and gamma^2 H/N C, on quadratics with additive noise."""
    p, law = i.problem.jets, stationary_exact("fedavg", i.problem, i.gamma, i.H)
    G = p.mean(p.power(p.identity() - i.gamma * p.hessians, i.H))
    return law.second_moment - G @ law.second_moment @ G - i.gamma**2 * i.H / i.N * p.noise


def right_on_quadratics(i):
    """The bound there; roots are rounded up."""
    loudest, longest = max(C.trace() for C in i.problem.noise), max((g**2).sum() for g in i.problem.jets.gradients)
    step, loud, long, first = (rounded_root(q) for q in (i.gamma * i.L, loudest, longest, nothing_bent(i)[1]))
    start = 4 * step * (loud + 2 * i.L / i.mu * long) / i.mu + i.gamma * i.H * i.L / i.mu * long
    rest = (i.gamma * i.L) ** 2 * i.H * (i.H - 1) / 2
    return 2 * i.gamma * i.mu * i.H * first + ((i.gamma * i.L * i.H) ** 2 + 2 * rest + rest**2) * start**2


def recursion_on_quadratics(i, share=1):
    """Both sides, squared, with a share of the right."""
    return (left_on_quadratics(i) ** 2).sum(), share * right_on_quadratics(i) ** 2


recursion_bound = Claim(
    id="symfed-fedavg-second-moment-recursion",
    kind="inequality",
    says="What Sigma misses Gamma Sigma Gamma + gamma^2 H/N C by, Gamma the mean of the clients' (Id - gamma A_c)^H: the balance's remainder, and "
    "what Gamma has beyond Id - gamma H A. All of it is below gamma^3 H^3 + gamma^(5/2) H. s_0 bounds how far the stationary law comes from theta*.",
    printed=printed_at(
        "the recursion of second moments over a round",
        r"\Big\|\bar\Sigma_{sto}-\Gamma^{\star,H}\bar\Sigma_{sto}\Gamma^{\star,H}-\frac{\gamma^2H}N\mathcal C(\theta^\star)\Big\|\le2\gamma\mu HR+"
        r"(\gamma^2H^2L^2+2\rho+\rho^2)s_0^2,\ \rho=\gamma^2L^2\tfrac{H(H-1)}2",
    ),
    statement=le(Norm(RECURSION), recursive(at(0, size_of(pull, nu)))),
    under=Domain((SMALL,), WITH_THIRD),
    lemmas=exact(
        recursion_on_quadratics,
        {"a millionth of it, squared": lambda i: recursion_on_quadratics(i, share=flint.fmpq(1, 10**12))},
    ),
    follows=recursion_steps(),
    uses=("symfed-fedavg-moments", balance.id),
    expect=Tier.PROVED_GIVEN,
)
