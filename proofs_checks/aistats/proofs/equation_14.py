"""Proof of Proposition 2: the chain of equation (14)."""

import sympy as sp

from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.fixed_point_remainder import NOT_FAR
from proofs_checks.aistats.proofs.proposition_2_bound import FIXED_POINT, UNDER, noiseless
from proofs_checks.aistats.proposition_1 import RATE, SMALL
from proofs_checks.aistats.proposition_2 import AT_START, DEVIATION, OPTIMUM, PATH, SHORT, SPREAD
from proofs_checks.aistats.quantities import A1, A2, theta_star
from symfed.checks import complete_identity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, mu, zeta1
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.sequences import bernoulli, bounded_by_induction, instance
from symfed.theorems.vocabulary import Mean, Norm, grad

DISTANCE, MEAN_PULL = Norm(AT_START), Mean(SPREAD)
SHARP = sp.Le(DISTANCE, gamma * (H - 1) * L / mu * MEAN_PULL, evaluate=False)
FIRST = sp.Le(DISTANCE, gamma**2 * L * H * (H - 1) / (1 - RATE**H) * MEAN_PULL, evaluate=False)

PULLS = q.MEASURES | {grad(theta_star): lambda i: i.problem.jets.gradients}


def squared_chain(i, factor):
    """In dimension one, where norms are absolute values: the squared distance, and that of factor times the mean of |grad f_c(theta*)|."""
    pulls = [abs(g) for g in i.problem.jets.gradients[:, 0]]
    e = q.MEASURES[q.theta_det](i)[0] - i.problem.optimum[0]
    return e * e, (factor(i) * sum(pulls) / i.N) ** 2


def first_factor(i):
    return i.gamma**2 * i.L * i.H * (i.H - 1) / (1 - (1 - i.gamma * i.mu) ** i.H)


def sharp_factor(i):
    return i.gamma * i.L * (i.H - 1) / i.mu


ONE_DIMENSION = ((1, 2), (1, 3))
CHAIN = inequality_search(noiseless, scope="exact quadratics, d = 1", sizes=ONE_DIMENSION, examples=10)

distance = Claim(
    id="symfed-fedavg-fixed-point-distance",
    kind="inequality",
    says="The fixed point lies within gamma (H-1) L/mu times the mean norm of the clients' gradients at theta* of the optimum; gamma mu H <= 1 is "
    "not needed. Proposition 2's proof has its products give this only times up to e/(e-1).",
    printed=printed_at(
        "equation (14), first and last but one",
        r"\|\bar\theta_{det}-\theta^\star\|\le\frac{\gamma L(H-1)}\mu\frac1N\sum_c\|\nabla f_c(\theta^\star)\|",
    ),
    statement=SHARP,
    under=FIXED_POINT,
    lemmas=crosscheck(
        "quadratics",
        lambda i: squared_chain(i, sharp_factor),
        CHAIN,
        wrong={
            "a hundredth": lambda i: squared_chain(i, lambda i: sharp_factor(i) / 100),
            "H - 2 for H - 1": lambda i: squared_chain(i, lambda i: i.gamma * i.L * (i.H - 2) / i.mu),
        },
    ),
    follows=(OPTIMUM, *PATH, *NOT_FAR),
    uses=("symfed-fedavg-fixed-point",),
    expect=Tier.PROVED,
)

chain1 = Claim(
    id="aistats-eq14-chain1",
    kind="inequality",
    says="The first inequality of (14), which is the display before it with its sums over k and h worked out: true, and weaker than the second's "
    "right side. gamma mu H <= 1 is not needed.",
    printed=printed_at(
        "equation (14), first inequality",
        r"\|\bar\theta_{det}-\theta^\star\|\le\frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\frac1N\sum_c\|\nabla f_c(\theta^\star)\|",
    ),
    statement=FIRST,
    under=UNDER,
    lemmas=crosscheck(
        "quadratics",
        lambda i: squared_chain(i, first_factor),
        CHAIN,
        wrong={
            "a hundredth": lambda i: squared_chain(i, lambda i: first_factor(i) / 100),
            "H - 2 for H - 1": lambda i: squared_chain(i, lambda i: i.gamma**2 * i.L * i.H * (i.H - 2)),
        },
    ),
    follows=(
        Apply(ordered_curvatures, "mu <= L"),
        Apply(bernoulli, "Bernoulli", by=("mu <= L",), x=-gamma * mu, n=H),
        Arithmetic("less than one", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
        Arithmetic("factor", sp.Le(1 / mu, gamma * H / (1 - RATE**H), evaluate=False), ("Bernoulli", "less than one")),
        Arithmetic("first inequality", FIRST, {"symfed-fedavg-fixed-point-distance": 1, "factor": gamma * (H - 1) * L * MEAN_PULL}),
    ),
    uses=("symfed-fedavg-fixed-point-distance",),
    see=("aistats-prop2-2gammaHL",),
    expect=Tier.PROVED,
)

FACTORS = (gamma**2 * L * H * (H - 1) / (1 - (1 - gamma * mu) ** H), gamma * L * (H - 1) / mu)
SHORT_ROUNDS = Domain((SMALL, SHORT, mu <= L), (), {str(c): "Proposition 2" for c in (SMALL, SHORT)} | {str(mu <= L): "A1"})


def factors(i, times=1):
    """In dimension one, squared: both sides, the mean of |grad f_c(theta*)| included."""
    pull = sum(abs(g) for g in i.problem.jets.gradients[:, 0]) / i.N
    return (first_factor(i) * pull) ** 2, (times * sharp_factor(i) * pull) ** 2


chain2 = Claim(
    id="aistats-eq14-chain2",
    kind="inequality",
    says="The second inequality of (14) is turned round: by Bernoulli 1 - (1 - gamma mu)^H <= gamma mu H, so that for H >= 2 the left side is the larger.",
    printed=printed_at(
        "equation (14), second inequality",
        r"\frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\frac1N\sum_c\|\nabla f_c(\theta^\star)\|\le\frac{\gamma L(H-1)}\mu\frac1N\sum_c"
        r"\|\nabla f_c(\theta^\star)\|\quad(\gamma\mu H\le1)",
    ),
    statement=factors,
    under=SHORT_ROUNDS,
    checks=CHAIN,
    corrected="symfed-eq14-second-step",
    see=("aistats-prop2-bound", "symfed-fedavg-fixed-point-distance"),
    expect=Tier.REFUTED,
    erratum=Erratum(
        LOCAL_SLIP,
        "the second inequality is turned round, and true with a factor 2; the bound of Proposition 2 stands, by another proof",
        power=2,
    ),
)

SECOND_ORDER = 1 - h * gamma * mu + (h * gamma * mu) ** 2 / 2
TWICE = sp.Le(FACTORS[0], 2 * FACTORS[1], evaluate=False)
second_step = Claim(
    id="symfed-eq14-second-step",
    kind="inequality",
    says="The second inequality of (14) with a factor 2; what is needed at gamma mu H = 1 tends to e/(e-1) = 1.58... as H grows. Proposition 2's "
    "constant C_1 stands all the same, by a proof that does not pass through products.",
    printed=printed_at(
        "equation (14), second inequality, corrected",
        r"\frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\le\frac{2\gamma L(H-1)}\mu\quad(\gamma\mu H\le1)",
    ),
    statement=TWICE,
    under=SHORT_ROUNDS,
    lemmas=(
        crosscheck("numbers", lambda i: factors(i, times=2), CHAIN, wrong={"6/5 for 2": lambda i: factors(i, times=6 * i.mu / i.mu / 5)}),
        crosscheck(
            "long rounds",
            sp.E / (sp.E - 1),
            complete_identity(lambda: sp.limit(1 / (1 - (1 - 1 / H) ** H), H, sp.oo), as_printed, scope="gamma mu H = 1, H to infinity"),
            wrong={"one, as printed": sp.S.One, "two": 2 * sp.S.One},
            says="what the left side is of the printed right side",
        ),
    ),
    follows=(
        Arithmetic("at first", sp.Le(RATE**sp.S.Zero, 1, evaluate=False), ()),
        bounded_by_induction("second order", RATE**h, h, SECOND_ORDER, factor=RATE),
        Apply(instance, "after H steps", relation="second order", at={h: H}),
        Arithmetic("half", sp.Ge(1 - RATE**H, gamma * mu * H / 2, evaluate=False), ("after H steps",)),
        Arithmetic("factor", sp.Le(gamma * H / (1 - RATE**H), 2 / mu, evaluate=False), ("half",)),
        Arithmetic("twice", TWICE, {"factor": gamma * L * (H - 1)}),
    ),
    see=("symfed-power-bound",),
    expect=Tier.PROVED,
)

chain3 = Claim(
    id="aistats-eq14-chain3",
    kind="inequality",
    says="The clients' gradients at theta*, whose mean is zero, have a mean norm of at most zeta_1, which bounds their mean square.",
    printed=printed_at("equation (14), third inequality", r"\frac1N\sum_c\|\nabla f_c(\theta^\star)\|\le\zeta_{\star,1}"),
    statement=sp.Le(MEAN_PULL, zeta1, evaluate=False),
    under=Domain((), (A1, A2), {str(c): "Proposition 2" for c in (A1, A2)}),
    lemmas=crosscheck(
        "quadratics",
        lambda i: pulls(i),
        inequality_search(noiseless, scope="exact quadratics, d = 1, squared", sizes=ONE_DIMENSION, examples=10),
        wrong={"half of it": lambda i: (4 * pulls(i)[0], pulls(i)[1])},
    ),
    follows=(OPTIMUM, *DEVIATION),
    expect=Tier.PROVED,
)


def pulls(i):
    """In dimension one the squares of the mean norm of the gradients at theta* and of zeta_1."""
    g = i.problem.jets.gradients[:, 0]
    return (sum(abs(one) for one in g) / i.N) ** 2, (g**2).sum() / i.N
