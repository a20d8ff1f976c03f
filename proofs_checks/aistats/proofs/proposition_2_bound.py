"""Proof of Proposition 2, second part: how far products differ, and the chain of equation (14)."""

import sympy as sp

from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.fixed_point_remainder import NOT_FAR
from proofs_checks.aistats.proofs.proposition_2 import SIZES
from proofs_checks.aistats.proposition_1 import RATE, SMALL
from proofs_checks.aistats.proposition_2 import AT_START, DEVIATION, OPTIMUM, PATH, SHORT, SPREAD, D_star
from proofs_checks.aistats.quantities import A1, A2, theta_star, x
from proofs_checks.aistats.shrinking import always_zero, bounded_by_start
from symfed.checks import CounterexampleSearch
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, h, lam, mu, t, zeta1
from symfed.core.verdict import Tier
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.norms import triangle
from symfed.theorems.operators import mean_curvature, ordered_curvatures, spectral
from symfed.theorems.sequences import bernoulli, combination, induction, instance
from symfed.theorems.vocabulary import CURVED, Mean, Norm, grad, sequence

UNDER = Domain((SMALL,), (A1,), {str(c): "Proposition 2" for c in (SMALL, A1)})
FIXED_POINT = Domain((SMALL,), (CURVED,), {str(c): "Proposition 1" for c in (SMALL, CURVED)})

# differences of products

Q_c = sequence("Q_later_c", "the product of so many factors Id - gamma times the mean Hessians from a step on, applied to a vector")
Q_mean = sequence(
    "Q_later_avg", "the product of so many factors Id - gamma times their mean over clients from a step on, applied to a vector"
)
Z_c = sequence(
    "Q_swapped_c", "the sum over steps of a client's later factors, gamma times its mean Hessian less the mean, and earlier mean factors"
)
D_later = D_star(t + h)
MEAN_LATER = Mean(D_later)
CENTRE, HALF = (L + mu) / 2, (L - mu) / 2
GAP = D_later * Q_mean(h, t, x) - MEAN_LATER * Q_mean(h, t, x)
DIFFERENCE = Q_mean(h, t, x) - Q_c(h, t, x)


def about_the_centre(name, matrix):
    """|(D - (L + mu)/2) v| <= (L - mu)/2 |v| for v the mean product."""
    return Apply(spectral, name, by=("mu <= L",), matrix=matrix, function=lam - CENTRE, bound=HALF, v=Q_mean(h, t, x))


DIFFERENCES = (
    *PATH,
    Apply(instance, "later low", relation="mean Hessian/2", at={h: t + h}),
    Apply(instance, "later high", relation="mean Hessian/3", at={h: t + h}),
    Apply(mean_curvature, "curvature of the mean", matrix=D_later),
    Define("no later factor", sp.Eq(Q_c(0, t, x), x)),
    Define("a later factor", sp.Eq(Q_c(h + 1, t, x), Q_c(h, t, x) - gamma * D_later * Q_c(h, t, x))),
    Define("no later mean factor", sp.Eq(Q_mean(0, t, x), x)),
    Define("a later mean factor", sp.Eq(Q_mean(h + 1, t, x), Q_mean(h, t, x) - gamma * MEAN_LATER * Q_mean(h, t, x))),
    Define("nothing swapped", sp.Eq(Z_c(0, t, x), 0 * x)),
    Define("one more swapped", sp.Eq(Z_c(h + 1, t, x), Z_c(h, t, x) - gamma * D_later * Z_c(h, t, x) + gamma * GAP)),
    *always_zero(
        "telescoping",
        DIFFERENCE - Z_c(h, t, x),
        D_later,
        (("no later mean factor", "no later factor", "nothing swapped"), (1, -1, -1)),
        (("a later mean factor", "a later factor", "one more swapped"), (1, -1, -1)),
    ),
    Apply(combination, "telescoped", u=DIFFERENCE, v=Z_c(h, t, x), equations=("telescoping",), factors=(1,)),
    *bounded_by_start(
        "later mean products", Q_mean(h, t, x), x, MEAN_LATER, (("no later mean factor",), (1,)), (("a later mean factor",), (1,))
    ),
    about_the_centre("own", D_later),
    about_the_centre("mean", MEAN_LATER),
    Apply(
        triangle, "both", u=D_later * Q_mean(h, t, x) - CENTRE * Q_mean(h, t, x), v=CENTRE * Q_mean(h, t, x) - MEAN_LATER * Q_mean(h, t, x)
    ),
    Apply(spectral, "a step shrinks", by=("mu <= L",), matrix=D_later, function=1 - gamma * lam, bound=RATE, v=DIFFERENCE),
    Apply(
        combination,
        "next difference",
        u=DIFFERENCE.xreplace({h: h + 1}),
        v=DIFFERENCE - gamma * D_later * DIFFERENCE + gamma * GAP,
        equations=("a later mean factor", "a later factor"),
        factors=(1, -1),
    ),
    Apply(triangle, "two parts", u=DIFFERENCE - gamma * D_later * DIFFERENCE, v=gamma * GAP),
    Arithmetic("powers", sp.Le(RATE**h, 1, evaluate=False), ("mu <= L",)),
    Arithmetic(
        "mean products stay", sp.Le(Norm(Q_mean(h, t, x)), Norm(x), evaluate=False), ("later mean products", "powers"), (1, Norm(x))
    ),
    Arithmetic(
        "one difference more",
        sp.Le(Norm(DIFFERENCE.xreplace({h: h + 1})), RATE * Norm(DIFFERENCE) + gamma * (L - mu) * Norm(x), evaluate=False),
        ("next difference/2", "two parts", "a step shrinks", "both", "own", "mean", "mean products stay", "mu <= L"),
    ),
    Apply(
        combination,
        "no difference",
        u=DIFFERENCE.xreplace({h: 0}),
        v=0 * x,
        equations=("no later mean factor", "no later factor"),
        factors=(1, -1),
    ),
    Apply(
        induction,
        "differences",
        by=("mu <= L", "no difference/2"),
        u=Norm(DIFFERENCE),
        index=h,
        factor=RATE,
        increment=gamma * (L - mu) * Norm(x),
        bound=gamma * h * (L - mu) * Norm(x),
    ),
)


def noiseless(d, N):
    return instances(d, N, noise=False)


def several_clients(d, N):
    return instances(d, N, noise=False, steps=(2, 4))


def powers(i):
    """On quadratics, where every step has one matrix: Id - gamma A, (N, d, d), the mean one and gamma (A_c - A)."""
    p = i.problem.jets
    return p.identity() - i.gamma * p.hessians, p.identity() - i.gamma * p.hessian, i.gamma * (p.hessians - p.hessian)


def telescoped(i, later_own=True):
    """H factors: mean product less the clients', and the sum in which the client's own factors (or, as printed, mean ones) come later."""
    p, (own, mean, gap) = i.problem.jets, powers(i)
    later = own if later_own else mean
    terms = [p.power(later, i.H - k) @ gap @ p.power(mean, k - 1) for k in range(1, i.H + 1)]
    return p.power(mean, i.H) - p.power(own, i.H), sum(terms)


def norms(i):
    """Squared Frobenius norms of both sides as printed, client by client; in dimension one they are squares of operator norms."""
    left, right = telescoped(i, later_own=False)
    return (left**2).sum(axis=(1, 2)), (right**2).sum(axis=(1, 2))


product_difference = Claim(
    id="symfed-avg-product-difference",
    kind="inequality",
    says="The telescoping sum of the proof of Proposition 2, with the client's own factors after the one in which products differ, and the bound "
    "gamma (L - mu) a factor.",
    printed=Printed(
        "symfed",
        "the difference of products in the proof of Proposition 2",
        r"\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H}=\sum_{\ell=h+1}^H\digamma_c^{\star,\ell+1:H}"
        r"\Big(\gamma\bar D_c-\frac\gamma N\sum_{c'}\bar D_{c'}\Big)\digamma_{avg}^{\star,h+1:\ell-1},\quad\|\cdot\|\le\gamma(H-h)(L-\mu)",
    ),
    statement=sp.And(
        sp.Eq(DIFFERENCE, Z_c(h, t, x), evaluate=False),
        sp.Le(Norm(DIFFERENCE), gamma * h * (L - mu) * Norm(x), evaluate=False),
        evaluate=False,
    ),
    under=FIXED_POINT,
    lemmas=(
        Lemma(
            "quadratics",
            lambda i: telescoped(i),
            (CounterexampleSearch(noiseless, scope="exact quadratics, H factors", sizes=((1, 2), (2, 2), (1, 3)), examples=8),),
            wrong={"mean factors on both sides": lambda i: telescoped(i, later_own=False)},
            crosscheck=True,
        ),
    ),
    follows=DIFFERENCES,
    see=("symfed-telescoping",),
    expect=Tier.PROVED,
)

telescoping = Claim(
    id="aistats-prop2-telescoping-norm",
    kind="identity",
    says="Mean factors stand on both sides of the one in which products differ: true for one factor only. Lemma 9 has the client's on one side. "
    "Steps are counted as in Theorem 1's proof, as only there the sum's range fits; H - h >= 2 factors are needed.",
    printed=Printed(
        "aistats",
        "proof of Proposition 2, after equation (13)",
        r"\|\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H}\|=\Big\|\sum_{\ell=h+1}^H\digamma_{avg}^{\star,h+1:\ell-1}"
        r"\Big(\gamma\bar D_c-\frac\gamma N\sum_{c'}\bar D_{c'}\Big)\digamma_{avg}^{\star,\ell+1:H}\Big\|",
    ),
    statement=norms,
    under=UNDER,
    checks=(CounterexampleSearch(several_clients, scope="exact quadratics, H factors, d = 1", sizes=((1, 1), (1, 2)), examples=8),),
    corrected="symfed-avg-product-difference",
    see=("aistats-lem9-telescoping",),
    expect=Tier.REFUTED,
)


def bounded(i, share=2):
    """Squared: the products' difference over H factors applied to ones, and the bound 2 gamma H L."""
    left, _ = telescoped(i)
    one = 1 + 0 * i.problem.optimum
    return ((left @ one) ** 2).sum(axis=1), (share * i.gamma * i.H * i.L) ** 2 * (one**2).sum() + 0 * left[:, 0, 0]


bound = Claim(
    id="aistats-prop2-2gammaHL",
    kind="inequality",
    says="The products differ by at most 2 gamma L a factor, for any vector, from any step on; gamma (L - mu) would do. It does not need the identity "
    "from which it is drawn, which is false.",
    printed=Printed(
        "aistats",
        "proof of Proposition 2, before equation (14)",
        r"\|\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H}\|\le2\gamma(H-h)L",
    ),
    statement=sp.Le(Norm(DIFFERENCE), 2 * gamma * h * L * Norm(x), evaluate=False),
    under=UNDER,
    lemmas=(
        Lemma(
            "quadratics",
            bounded,
            (CounterexampleSearch(noiseless, relation="<=", scope="exact quadratics, H factors", sizes=SIZES, examples=8),),
            wrong={
                "a tenth of it": lambda i: bounded(i, share=i.mu / i.mu / 10),
                "no factor differs": lambda i: (bounded(i)[0], 0 * bounded(i)[1]),
            },
            crosscheck=True,
        ),
    ),
    follows=(
        Arithmetic(
            "2 L",
            sp.Le(Norm(DIFFERENCE), 2 * gamma * h * L * Norm(x), evaluate=False),
            ("symfed-avg-product-difference/2",),
        ),
    ),
    uses=("symfed-avg-product-difference",),
    see=("aistats-prop2-telescoping-norm",),
    expect=Tier.PROVED,
)

# equation (14)

DISTANCE, MEAN_PULL = Norm(AT_START), Mean(SPREAD)
SHARP = sp.Le(DISTANCE, gamma * (H - 1) * L / mu * MEAN_PULL, evaluate=False)
FIRST = sp.Le(DISTANCE, gamma**2 * L * H * (H - 1) / (1 - RATE**H) * MEAN_PULL, evaluate=False)

PULLS = q.MEASURES | {grad(theta_star): lambda i: i.problem.jets.gradients}


def squared_chain(i, factor):
    """In dimension one, where norms are absolute values: the squared distance, and that of factor times the mean of |grad f_c(theta*)|."""
    pulls = [abs(g) for g in i.problem.jets.gradients[:, 0]]
    e = q.MEASURES[q.theta_det](i)[0] - i.problem.optimum[0]
    return e * e, (factor(i) * sum(pulls) / i.N) ** 2


def first_factor(i, power=1):
    return i.gamma**2 * i.L * i.H * (i.H - 1) / (1 - (1 - i.gamma * i.mu) ** (power * i.H))


def sharp_factor(i):
    return i.gamma * i.L * (i.H - 1) / i.mu


ONE_DIMENSION = ((1, 2), (1, 3))
CHAIN = CounterexampleSearch(noiseless, relation="<=", scope="exact quadratics, d = 1", sizes=ONE_DIMENSION, examples=10)

distance = Claim(
    id="symfed-fedavg-fixed-point-distance",
    kind="inequality",
    says="The fixed point lies within gamma (H-1) L/mu times the mean norm of the clients' gradients at theta* of the optimum; gamma mu H <= 1 is "
    "not needed. Proposition 2's proof has its products give this only times up to e/(e-1).",
    printed=Printed(
        "symfed",
        "equation (14), first and last but one",
        r"\|\bar\theta_{det}-\theta^\star\|\le\frac{\gamma L(H-1)}\mu\frac1N\sum_c\|\nabla f_c(\theta^\star)\|",
    ),
    statement=SHARP,
    under=FIXED_POINT,
    lemmas=(
        Lemma(
            "quadratics",
            lambda i: squared_chain(i, sharp_factor),
            (CHAIN,),
            wrong={
                "a hundredth": lambda i: squared_chain(i, lambda i: sharp_factor(i) / 100),
                "H - 2 for H - 1": lambda i: squared_chain(i, lambda i: i.gamma * i.L * (i.H - 2) / i.mu),
            },
            crosscheck=True,
        ),
    ),
    follows=(OPTIMUM, *PATH, *NOT_FAR),
    uses=("symfed-fedavg-fixed-point",),
    expect=Tier.PROVED,
)

chain1 = Claim(
    id="aistats-eq14-chain1",
    kind="inequality",
    says="The first inequality of (14): true, and weaker than the second's right side. gamma mu H <= 1 is not needed.",
    printed=Printed(
        "aistats",
        "equation (14), first inequality",
        r"\|\bar\theta_{det}-\theta^\star\|\le\frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\frac1N\sum_c\|\nabla f_c(\theta^\star)\|",
    ),
    statement=FIRST,
    under=UNDER,
    lemmas=(
        Lemma(
            "quadratics",
            lambda i: squared_chain(i, first_factor),
            (CHAIN,),
            wrong={
                "a hundredth": lambda i: squared_chain(i, lambda i: first_factor(i) / 100),
                "H - 2 for H - 1": lambda i: squared_chain(i, lambda i: i.gamma**2 * i.L * i.H * (i.H - 2)),
            },
            crosscheck=True,
        ),
    ),
    follows=(
        Apply(ordered_curvatures, "mu <= L"),
        Apply(bernoulli, "Bernoulli", by=("mu <= L",), x=-gamma * mu, n=H),
        Arithmetic("less than one", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
        Arithmetic("factor", sp.Le(1 / mu, gamma * H / (1 - RATE**H), evaluate=False), ("Bernoulli", "less than one")),
        Arithmetic(
            "first inequality",
            FIRST,
            ("symfed-fedavg-fixed-point-distance", "factor"),
            (1, gamma * (H - 1) * L * MEAN_PULL),
        ),
    ),
    uses=("symfed-fedavg-fixed-point-distance",),
    see=("aistats-prop2-2gammaHL",),
    expect=Tier.PROVED,
)

FACTORS = (gamma**2 * L * H * (H - 1) / (1 - (1 - gamma * mu) ** H), gamma * L * (H - 1) / mu)
SHORT_ROUNDS = Domain((SMALL, SHORT, mu <= L), (), {str(c): "Proposition 2" for c in (SMALL, SHORT)} | {str(mu <= L): "A1"})


def factors(i, times=1):
    return first_factor(i), times * sharp_factor(i)


chain2 = Claim(
    id="aistats-eq14-chain2",
    kind="inequality",
    says="The second inequality of (14) is turned round: by Bernoulli 1 - (1 - gamma mu)^H <= gamma mu H, so that for H >= 2 the left side is the larger.",
    printed=Printed(
        "aistats",
        "equation (14), second inequality",
        r"\frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\frac1N\sum_c\|\nabla f_c(\theta^\star)\|\le\frac{\gamma L(H-1)}\mu\frac1N\sum_c"
        r"\|\nabla f_c(\theta^\star)\|\quad(\gamma\mu H\le1)",
    ),
    statement=factors,
    under=SHORT_ROUNDS,
    checks=(
        CounterexampleSearch(noiseless, relation="<=", scope="step sizes and curvatures of exact quadratics", sizes=SIZES, examples=10),
    ),
    corrected="symfed-eq14-second-step",
    see=("aistats-prop2-bound", "symfed-fedavg-fixed-point-distance"),
    expect=Tier.REFUTED,
)

SECOND_ORDER = 1 - h * gamma * mu + (h * gamma * mu) ** 2 / 2
TWICE = sp.Le(FACTORS[0], 2 * FACTORS[1], evaluate=False)
second_step = Claim(
    id="symfed-eq14-second-step",
    kind="inequality",
    says="The second inequality of (14) with a factor 2; the best for all H is e/(e-1) = 1.58..., its limit at gamma mu H = 1. Proposition 2's "
    "constant C_1 stands all the same, by a proof that does not pass through products.",
    printed=Printed(
        "symfed",
        "equation (14), second inequality, corrected",
        r"\frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\le\frac{2\gamma L(H-1)}\mu\quad(\gamma\mu H\le1)",
    ),
    statement=TWICE,
    under=SHORT_ROUNDS,
    lemmas=(
        Lemma(
            "numbers",
            lambda i: factors(i, times=2),
            (
                CounterexampleSearch(
                    noiseless, relation="<=", scope="step sizes and curvatures of exact quadratics", sizes=SIZES, examples=10
                ),
            ),
            wrong={"6/5 for 2": lambda i: factors(i, times=6 * i.mu / i.mu / 5)},
            crosscheck=True,
        ),
    ),
    follows=(
        Arithmetic("at first", sp.Le(RATE**sp.S.Zero, 1, evaluate=False), ()),
        Apply(induction, "second order", u=RATE**h, index=h, factor=RATE, bound=SECOND_ORDER),
        Apply(instance, "after H steps", relation="second order", at={h: H}),
        Arithmetic("half", sp.Ge(1 - RATE**H, gamma * mu * H / 2, evaluate=False), ("after H steps",)),
        Arithmetic("factor", sp.Le(gamma * H / (1 - RATE**H), 2 / mu, evaluate=False), ("half",)),
        Arithmetic("twice", TWICE, ("factor",), (gamma * L * (H - 1),)),
    ),
    see=("symfed-power-bound",),
    expect=Tier.PROVED,
)

chain3 = Claim(
    id="aistats-eq14-chain3",
    kind="inequality",
    says="The clients' gradients at theta*, whose mean is zero, have a mean norm of at most zeta_1, which bounds their mean square.",
    printed=Printed("aistats", "equation (14), third inequality", r"\frac1N\sum_c\|\nabla f_c(\theta^\star)\|\le\zeta_{\star,1}"),
    statement=sp.Le(MEAN_PULL, zeta1, evaluate=False),
    under=Domain((), (A1, A2), {str(c): "Proposition 2" for c in (A1, A2)}),
    lemmas=(
        Lemma(
            "quadratics",
            lambda i: pulls(i),
            (CounterexampleSearch(noiseless, relation="<=", scope="exact quadratics, d = 1, squared", sizes=ONE_DIMENSION, examples=10),),
            wrong={"half of it": lambda i: (4 * pulls(i)[0], pulls(i)[1])},
            crosscheck=True,
        ),
    ),
    follows=(OPTIMUM, *DEVIATION),
    expect=Tier.PROVED,
)


def pulls(i):
    """In dimension one the squares of the mean norm of the gradients at theta* and of zeta_1."""
    g = i.problem.jets.gradients[:, 0]
    return (sum(abs(one) for one in g) / i.N) ** 2, (g**2).sum() / i.N
