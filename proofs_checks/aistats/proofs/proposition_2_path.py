"""Proof of Proposition 2, last part: equation (15), and how far the local iterates from the fixed point are from the optimum."""

import sympy as sp

from proofs_checks.aistats.proofs.proposition_2 import SIZES, bias, local_steps, noiseless
from proofs_checks.aistats.proposition_1 import RATE, SMALL
from proofs_checks.aistats.proposition_2 import AT_START, DEVIATION, FROM_STAR, OPTIMUM, PATH, SPREAD, D_star, one_step
from proofs_checks.aistats.quantities import A1, A2, T_c, theta_det, theta_star
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import gamma, h, lam, zeta1
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import mean_of, triangle
from symfed.theorems.operators import spectral
from symfed.theorems.sequences import bounded_by_induction, linear_combination
from symfed.theorems.vocabulary import Mean, Norm, grad

UNDER = Domain((SMALL,), (A1,), {str(c): "Proposition 2" for c in (SMALL, A1)})
TEX = (
    r"\|T_c^{(\gamma,h+1)}(\bar\theta_{det})-\theta^\star\|=\|T_c^{(\gamma,h)}(\bar\theta_{det})-\gamma\nabla f_c(T_c^{(\gamma,h)}(\bar\theta_{det}))"
    r"-(\theta^\star-\gamma\nabla f_c(\theta^\star))%s\gamma(\nabla f_c(\theta^\star)-\nabla f(\theta^\star))\|"
)

NEXT = FROM_STAR.xreplace({h: h + 1})
#: A local step from the path less one from theta*, and the deviation of the client's gradient at theta* from the mean one.
BOTH_STEP = T_c(h, theta_det) - gamma * grad(T_c(h, theta_det)) - (theta_star - gamma * grad(theta_star))
DEVIATES = grad(theta_star) - Mean(grad(theta_star))


def sides(i, sign):
    """Both sides of the equality in (15), squared, for every client and h = H - 1; `sign` stands before the last term."""
    p, before, after = i.problem.jets, local_steps(i, i.H - 1), local_steps(i, i.H)
    step = before - i.gamma * (p.apply(p.hessians, before) + p.gradients) + i.gamma * p.gradients
    return (after**2).sum(axis=1), ((step + sign * i.gamma * (p.gradients - p.mean(p.gradients))) ** 2).sum(axis=1)


SEARCH = CounterexampleSearch(noiseless, scope="exact quadratics, both sides squared", sizes=SIZES, examples=8)

identity = Claim(
    id="aistats-eq15-identity",
    kind="identity",
    says="The equality before the triangle inequality in (15): the last term has the wrong sign. The inequality does not feel it.",
    printed=printed_at("equation (15), the equality", TEX % "+"),
    statement=lambda i: sides(i, 1),
    under=UNDER,
    checks=SEARCH,
    corrected="symfed-local-step-about-optimum",
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "the sign of the last term; the inequality after it does not feel it", power=2),
)

ABOUT = (
    OPTIMUM,
    *PATH,
    linear_combination("about theta*", NEXT, BOTH_STEP - gamma * DEVIATES, {"local step here": 1, "optimum": -gamma}),
)

about_optimum = Claim(
    id="symfed-local-step-about-optimum",
    kind="identity",
    says="The equality in (15) with a minus sign before the deviation of the client's gradient at theta*.",
    printed=printed_at("equation (15), the equality, with the sign of its last term turned", TEX % "-"),
    statement=sp.Eq(Norm(NEXT), Norm(BOTH_STEP - gamma * DEVIATES), evaluate=False),
    under=UNDER,
    lemmas=crosscheck(
        "quadratics",
        lambda i: sides(i, -1),
        SEARCH,
        wrong={"the printed sign": lambda i: sides(i, 1), "without the last term": lambda i: sides(i, 0)},
    ),
    follows=ABOUT,
    expect=Tier.PROVED,
)


def triangle_sides(i, share=1):
    """In dimension one, where norms are absolute values: both ends of (15), squared, for every client and h = H - 1."""
    p, before, after = i.problem.jets, local_steps(i, i.H - 1), local_steps(i, i.H)
    step = before - i.gamma * (p.apply(p.hessians, before) + p.gradients) + i.gamma * p.gradients
    return (after**2)[:, 0], (abs(step) + share * i.gamma * abs(p.gradients))[:, 0] ** 2


IN_ONE = ((1, 1), (1, 2), (1, 3))
eq15_triangle = Claim(
    id="aistats-eq15-triangle",
    kind="inequality",
    says="The inequality (15): true, by the triangle inequality from the equality with its right sign.",
    printed=printed_at(
        "equation (15)",
        r"\|T_c^{(\gamma,h+1)}(\bar\theta_{det})-\theta^\star\|\le\|T_c^{(\gamma,h)}(\bar\theta_{det})-\gamma\nabla f_c(T_c^{(\gamma,h)}"
        r"(\bar\theta_{det}))-(\theta^\star-\gamma\nabla f_c(\theta^\star))\|+\gamma\|\nabla f_c(\theta^\star)-\nabla f(\theta^\star)\|",
    ),
    statement=sp.Le(Norm(NEXT), Norm(BOTH_STEP) + gamma * Norm(DEVIATES), evaluate=False),
    under=UNDER,
    lemmas=crosscheck(
        "quadratics",
        lambda i: triangle_sides(i),
        inequality_search(noiseless, scope="exact quadratics, d = 1, squared", sizes=IN_ONE, examples=8),
        wrong={
            "without the last term": lambda i: triangle_sides(i, share=0),
            "half of it": lambda i: triangle_sides(i, share=i.mu / i.mu / 2),
        },
    ),
    follows=(
        *ABOUT,
        Apply(triangle, "triangle", u=BOTH_STEP, v=-gamma * DEVIATES),
        Arithmetic(
            "(15)",
            sp.Le(Norm(NEXT), Norm(BOTH_STEP) + gamma * Norm(DEVIATES), evaluate=False),
            ("about theta*/2", "triangle"),
        ),
    ),
    see=("aistats-eq15-identity",),
    expect=Tier.PROVED,
)


def one_local_step(i, clients=1):
    """With H = 1, where theta_det = theta*, squared: how far each client's step goes, and gamma H zeta_1, zeta_1 as A2 defines it."""
    g = i.problem.jets.gradients
    return (local_steps(i, 1) ** 2).sum(axis=1), clients * i.gamma**2 * (g**2).sum() / i.N + 0 * g[:, 0]


local_iterates = Claim(
    id="aistats-prop2-local-iterates",
    kind="inequality",
    says="Local iterates from the fixed point: each step adds at most gamma |grad f_c(theta*)|. The first inequality is right; the second puts zeta_1, which "
    "bounds a mean over clients, for one client's gradient, and fails for one of three. O(gamma H) stands, with a constant of the problem.",
    printed=printed_at(
        "proof of Proposition 2, last display",
        r"\|T_c^{(\gamma,h+1)}(\bar\theta_{det})-\theta^\star\|\le\|T_c^{(\gamma,h)}(\bar\theta_{det})-\theta^\star\|"
        r"+\gamma\|\nabla f_c(\theta^\star)-\nabla f(\theta^\star)\|\le\|\bar\theta_{det}-\theta^\star\|+\gamma H\zeta_{\star,1}=O(\gamma H)",
    ),
    statement=lambda i: one_local_step(i),
    under=Domain((SMALL,), (A1, A2), {str(c): "Proposition 2" for c in (SMALL, A1, A2)}),
    checks=inequality_search(one_step, scope="H = 1, exact quadratics, squared", sizes=IN_ONE, examples=8),
    corrected="symfed-local-iterates",
    missing="in the mean over clients; for one client |grad f_c(theta*)|, or sqrt(N) zeta_1, in place of zeta_1",
    expect=Tier.IMPRECISE,
    erratum=Erratum(
        LOCAL_SLIP, "zeta_{*,1} bounds a mean over clients, not one client's gradient; O(gamma H), which is used, stands", power=2
    ),
)

ADDED = sp.Le(Norm(NEXT), Norm(FROM_STAR) + gamma * SPREAD, evaluate=False)
REACHED = sp.Le(Norm(FROM_STAR), Norm(AT_START) + gamma * h * SPREAD, evaluate=False)
IN_THE_MEAN = sp.Le(Mean(Norm(FROM_STAR)), Norm(AT_START) + gamma * h * zeta1, evaluate=False)

mended = Claim(
    id="symfed-local-iterates",
    kind="inequality",
    says="After h local steps from the fixed point a client is at most gamma h |grad f_c(theta*)| farther from theta*; in the mean over clients "
    "gamma h zeta_1.",
    printed=printed_at(
        "the last display of Proposition 2's proof, in the mean over clients",
        r"\|T_c^{(\gamma,h)}(\bar\theta_{det})-\theta^\star\|\le\|\bar\theta_{det}-\theta^\star\|+\gamma h\|\nabla f_c(\theta^\star)\|,\quad"
        r"\frac1N\sum_c\|T_c^{(\gamma,h)}(\bar\theta_{det})-\theta^\star\|\le\|\bar\theta_{det}-\theta^\star\|+\gamma h\zeta_{\star,1}",
    ),
    statement=sp.And(ADDED, REACHED, IN_THE_MEAN, evaluate=False),
    under=Domain((SMALL,), (A1, A2), {str(c): "Proposition 2" for c in (SMALL, A1, A2)}),
    lemmas=(
        crosscheck(
            "one step",
            lambda i: one_local_step(i, clients=i.N),
            inequality_search(one_step, scope="H = 1, exact quadratics, squared", sizes=IN_ONE, examples=8),
            wrong={"zeta_1 for sqrt(N) zeta_1": lambda i: one_local_step(i)},
            says="for one client, with the square root of N times zeta_1",
        ),
        crosscheck(
            "several steps",
            lambda i: several_steps(i),
            inequality_search(noiseless, scope="exact quadratics, d = 1, squared", sizes=IN_ONE, examples=8),
            wrong={
                "gamma (h-1)": lambda i: several_steps(i, steps=i.H - 1),
                "without the gradient": lambda i: several_steps(i, steps=0),
            },
        ),
    ),
    follows=(
        OPTIMUM,
        *PATH,
        Apply(spectral, "a step shrinks", by=("mu <= L",), matrix=D_star(h), function=1 - gamma * lam, bound=RATE, v=FROM_STAR),
        linear_combination(
            "step",
            NEXT,
            FROM_STAR - gamma * D_star(h) * FROM_STAR - gamma * grad(theta_star),
            {"local step here": 1, "mean Hessian/1": -gamma},
        ),
        Apply(triangle, "two parts", u=FROM_STAR - gamma * D_star(h) * FROM_STAR, v=-gamma * grad(theta_star)),
        Arithmetic("first inequality", ADDED, ("step/2", "two parts", "a step shrinks")),
        linear_combination("at the start", T_c(0, theta_det) - theta_star, AT_START, ("start here",)),
        bounded_by_induction(
            "steps", Norm(FROM_STAR), h, Norm(AT_START) + gamma * h * SPREAD, increment=gamma * SPREAD, by=("at the start/2",)
        ),
        Apply(mean_of, "mean of steps", relation="steps"),
        *DEVIATION,
        Arithmetic("in the mean", IN_THE_MEAN, {"mean of steps": 1, "heterogeneity": gamma * h}),
    ),
    expect=Tier.PROVED,
)


def several_steps(i, steps=None):
    """In dimension one, squared: the distance of each client after H steps, and |theta_det - theta*| + gamma H |grad f_c(theta*)|."""
    g, path = abs(i.problem.jets.gradients[:, 0]), local_steps(i, i.H)[:, 0]
    return path**2, (abs(bias(i)[0]) + i.gamma * (i.H if steps is None else steps) * g) ** 2
