"""Proposition 2 and equation (3): the fixed point's distance to the optimum."""

import sympy as sp

from proofs_checks.aistats.theorem_1 import SMALL_STEPS
from symfed.checks import CounterexampleSearch, Induction, Part, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.checks.readings import exact_bias, on_jets
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Tier
from symfed.derive.quadratic import stationary_mean
from symfed.strategies import instances

STEPS = Domain((gamma * L <= 1,))
TEX = (
    r"\bar\theta_{det}^{(\gamma,H)}-\theta^\star=\frac1N\sum_{c=1}^N\sum_{h=1}^H\Upsilon_c^{(\gamma,h)}\nabla f_c(\theta^\star),\quad"
    r"\Upsilon_c^{(\gamma,h)}=(Id-\digamma^\star)^{-1}\digamma_c^{\star,h+1:H}"
)


def products(p, gamma, H, first):
    """Client products over l = first .. H-1 of Id - gamma times the mean Hessian, which on quadratics is the Hessian itself."""
    return p.power(p.identity() - gamma * p.hessians, max(0, H - first))


def printed(p, gamma, H):
    """With equation (3) as printed: the product of step h runs over l = h+1 .. H-1, and the whole round's over l = 1 .. H-1."""
    total = sum(p.mean(p.apply(products(p, gamma, H, h + 1), p.gradients)) for h in range(1, H + 1))
    return p.solve(p.identity() - p.mean(products(p, gamma, H, 1)), total)


def corrected(p, gamma, H, sign=-1):
    """The round's product runs over all H steps, that of step h over l = h .. H-1, and the sum carries the factor -gamma."""
    M = p.identity() - gamma * p.hessians
    return sign * gamma * p.solve(p.identity() - p.mean(p.power(M, H)), p.mean(p.apply(p.geometric(M, H), p.gradients)))


def short_round(p, gamma, H):
    """Wrong: the round's product over H - 1 steps, as equation (3) has it."""
    M = p.identity() - gamma * p.hessians
    return -gamma * p.solve(p.identity() - p.mean(p.power(M, H - 1)), p.mean(p.apply(p.geometric(M, H), p.gradients)))


def several_steps(d, N):
    """Noiseless instances with H >= 2: equation (3) leaves nothing to invert at H = 1."""
    return instances(d, N, steps=(2, 4), noise=False)


prop2_identity = Claim(
    id="aistats-prop2-identity",
    kind="identity",
    says="The bias is a sum of client gradients at the optimum, multiplied by products of local contractions.",
    printed=Printed("aistats", "Proposition 2 with equation (3)", TEX),
    statement=printed,
    under=STEPS,
    uses=("aistats-prop1-stationary",),
    checks=(CounterexampleSearch(several_steps, exact_bias("fedavg_deterministic"), on_jets),),
    corrected="symfed-fedavg-fixed-point-identity",
    expect=Tier.REFUTED,
)

identity = Claim(
    id="symfed-fedavg-fixed-point-identity",
    kind="identity",
    says="Proposition 2 with the factor -gamma that its proof carries, and products that run over the steps that are taken.",
    printed=Printed(
        "symfed",
        "correction of Proposition 2 and equation (3) in both versions",
        r"\bar\theta_{det}-\theta^\star=-\frac\gamma N\sum_c\sum_{h=1}^H(Id-\digamma^\star)^{-1}\digamma_c^{\star,h:H}\nabla f_c(\theta^\star),\quad"
        r"\digamma_c^{\star,h:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\gamma,\ell)}),\ \digamma_c^\star=\digamma_c^{\star,0:H}",
    ),
    statement=corrected,
    under=STEPS,
    checks=(
        SymbolicIdentity(lambda: stationary_mean("fedavg_deterministic"), scope="d = 1 quadratics, symbolic gamma, H, N and client jets"),
        CounterexampleSearch(lambda d, N: instances(d, N, noise=False), exact_bias("fedavg_deterministic"), on_jets),
    ),
    controls={
        "sign flipped": lambda p, gamma, H: corrected(p, gamma, H, sign=1),
        "gamma dropped": lambda p, gamma, H: corrected(p, gamma, H) / gamma,
        "round's product one factor short": short_round,
        "1/N dropped": lambda p, gamma, H: p.N * corrected(p, gamma, H),
    },
    reduction="for general losses replace the Hessian by its mean along the path: the recursion is the same",
    expect=Tier.PROVED,
)


def one_step(d, N):
    """Instances with a single local step."""
    return instances(d, N, steps=(1, 1), noise=False)


eq3 = Claim(
    id="aistats-eq3-products",
    kind="definition",
    says="The matrix products of a round, whose mean is subtracted from the identity and inverted.",
    printed=Printed(
        "aistats",
        "equation (3)",
        r"\digamma_c^{\star,h+1:H}=\prod_{\ell=h+1}^{H-1}(Id-\gamma\bar D_c^{(\gamma,\ell)}),\ "
        r"\digamma^\star=\frac1N\sum_c\digamma_c^\star,\ \digamma_c^\star=\digamma_c^{\star,1:H}",
    ),
    statement=printed,
    under=STEPS,
    checks=(CounterexampleSearch(one_step, exact_bias("fedavg_deterministic"), on_jets, scope="H = 1, exact quadratics"),),
    corrected="symfed-fedavg-fixed-point-identity",
    expect=Tier.REFUTED,
)


def squared_bound(i, constant=1, power=2):
    """|bias|^2 mu^2 against constant (gamma (H-1))^power L^2 zeta_1^2."""
    p, bias = i.problem.jets, exact_bias("fedavg_deterministic")(i)
    zeta1 = p.mean((p.gradients**2).sum(axis=1))
    return (bias**2).sum() * i.mu**2, constant * (i.gamma * (i.H - 1)) ** power * i.L**2 * zeta1


power_bound = Claim(
    id="symfed-power-bound",
    kind="inequality",
    says="For 0 <= gamma mu <= 1 and all H: (1 - gamma mu)^H <= 1 - H gamma mu + H (H-1)/2 (gamma mu)^2.",
    printed=Printed(
        "symfed",
        "the step from 1 - (1 - gamma mu)^H to gamma mu H / 2 in the proof of Proposition 2",
        r"(1-\gamma\mu)^H\le1-H\gamma\mu+\tfrac{H(H-1)}2(\gamma\mu)^2",
    ),
    statement=lambda H: 1 - H * gamma * mu + H * (H - 1) / 2 * (gamma * mu) ** 2,
    under=Domain((gamma * mu <= 1,)),
    checks=(Induction(lambda H: (1 - gamma * mu) ** H, 1 - gamma * mu),),
    controls={
        "no second-order term": lambda H: 1 - H * gamma * mu,
        "half the second-order term": lambda H: 1 - H * gamma * mu + H * (H - 1) / 4 * (gamma * mu) ** 2,
        "sign of the second-order term": lambda H: 1 - H * gamma * mu - H * (H - 1) / 2 * (gamma * mu) ** 2,
    },
    expect=Tier.PROVED,
)


def scalar_bound(constant=1, short=0):
    """gamma^2 L (H(H-1)/2) against gamma (H-1) (L/mu) times the lower bound of 1 - (1-gamma mu)^H, both without zeta_1 and over gamma L.

    The left side bounds the drift: the product of k contractions lies within gamma L k of the identity, and the k sum to H(H-1)/2.
    """
    lowest = H * gamma * mu - H * (H - 1) / 2 * (gamma * mu) ** 2
    return gamma * mu * H * (H - 1) / 2, constant * (H - 1 - short) * lowest


BOUND_REDUCTION = (
    "mean Hessians have spectrum in [mu, L], so the product of k local contractions is within gamma L k of the identity and the round's "
    "product has norm at most (1 - gamma mu)^H; client gradients at theta* sum to zero and have mean norm at most zeta_1"
)

prop2_bound = Claim(
    id="aistats-prop2-bound",
    kind="inequality",
    says="The fixed point lies within gamma (H-1) L zeta_1 / mu of the optimum.",
    printed=Printed(
        "aistats",
        "Proposition 2, second display",
        r"\|\bar\theta_{det}-\theta^\star\|\le\gamma(H-1)C_1,\ C_1=L\zeta_{\star,1}/\mu\quad(\gamma\mu H\le1)",
    ),
    statement={"scalars": scalar_bound(), "bias": squared_bound},
    under=SMALL_STEPS,
    uses=("symfed-fedavg-fixed-point-identity", "symfed-power-bound"),
    checks=(
        Part("scalars", SignCheck("all gamma, mu, H with gamma mu H <= 1")),
        Part(
            "bias",
            CounterexampleSearch(
                lambda d, N: instances(d, N, noise=False), relation="<=", scope="random exact quadratics, both sides squared", examples=40
            ),
        ),
    ),
    controls={
        "a small constant": {"scalars": scalar_bound(sp.Rational(1, 4)), "bias": lambda i: squared_bound(i, constant=i.mu / i.mu / 1024)},
        "a smaller right side": {"scalars": scalar_bound(short=1), "bias": lambda i: squared_bound(i, power=4)},
    },
    reduction=BOUND_REDUCTION,
    expect=Tier.PROVED,
)

prop2_vanish = Claim(
    id="aistats-prop2-H1-vanish",
    kind="identity",
    says="With one local step there is no bias.",
    printed=Printed("aistats", "remark after Proposition 2", r"H=1\ \Rightarrow\ \bar\theta_{det}=\theta^\star"),
    statement=0,
    under=STEPS,
    checks=(
        SymbolicIdentity(lambda: stationary_mean("fedavg_deterministic").subs(H, 1).doit(), as_printed, scope="d = 1 quadratics, H = 1"),
        CounterexampleSearch(
            one_step,
            lambda i: 0 * i.problem.optimum,
            lambda s, i: exact_bias("fedavg_deterministic")(i) + s,
            scope="H = 1, exact quadratics",
        ),
    ),
    controls={"a bias of gamma": gamma, "a bias of one": 1},
    reduction="for general losses H = 1 is gradient descent, whose fixed points are the zeros of the gradient",
    expect=Tier.PROVED,
)
