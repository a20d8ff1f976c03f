"""Equations (61) and (62): Proposition 4 at step sizes 2 gamma and gamma."""

from dataclasses import replace

from proofs_checks.aistats import proposition_4, theorem_5
from symfed.checks import CounterexampleSearch, Part, SignCheck
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, gram_xx, mu, tau, tau_uniform, zeta1
from symfed.core.verdict import Tier


def prop4(step):
    """Proposition 4's psi_0 and floor at some step size."""
    transient = 24 * H**2 * step**2 * L**2 * zeta1**2 / mu**2 + 32 * step / mu * tau**2
    return 4 * gram_xx + transient, 4 * step / mu * tau_uniform**2


def both(factor, step, braces, floor):
    """`factor` times Proposition 4 at some step size against printed braces and a printed floor."""
    psi, rest = prop4(step)
    return {"braces": (factor * psi, braces), "floor": (factor * rest, floor)}


def braces(start, heterogeneity, noise):
    return start * gram_xx + heterogeneity * H**2 * gamma**2 * L**2 * zeta1**2 / mu**2 + noise * gamma / mu * tau**2


FLOOR = gamma / mu * tau_uniform**2
EQ61_TEX = (
    r"\mathbb E\|\theta_t^{(2\gamma)}-\bar\theta_{sto}^{(2\gamma,H)}\|^2\le(1-2\gamma\mu)^{Ht}\Big\{4\|\theta_0-\theta^\star\|^2"
    r"+\frac{%d H^2\gamma^2L^2\zeta_{\star,1}^2}{\mu^2}+\frac{%d\gamma}\mu\tau^2\Big\}+\frac{8\gamma}\mu\tilde\tau^2"
)
DOUBLED_PROP4 = Domain((16 * gamma * L <= 1, 2 * gamma * mu * H <= 1, mu <= L))

eq61 = Claim(
    id="aistats-eq61-prop4-2gamma",
    kind="inequality",
    says="Proposition 4 at step size 2 gamma gives the braces 4, 24, 32 and the floor 8 (it gives 4, 96, 64 and 8).",
    printed=Printed("aistats", "equation (61)", r"\text{By Proposition 4: }" + EQ61_TEX % (24, 32)),
    statement=both(1, 2 * gamma, braces(4, 24, 32), 8 * FLOOR),
    under=theorem_5.STEPS,
    uses=("aistats-prop4-neighborhood",),
    checks=(Part("braces", SignCheck("what Proposition 4 gives against what is printed")), Part("floor", SignCheck())),
    corrected="symfed-eq61",
    expect=Tier.REFUTED,
)


def distance_at_twice_the_step(i, **constants):
    """Proposition 4's two sides, run exactly, at 2 gamma."""
    return proposition_4.distance(replace(i, gamma=2 * i.gamma), **constants)


def half_the_steps(d, N):
    """Instances of Proposition 4 with half of their step size, so that the double is theirs."""
    return proposition_4.small_steps(d, N).map(lambda i: replace(i, gamma=i.gamma / 2))


corrected_eq61 = Claim(
    id="symfed-eq61",
    kind="inequality",
    says="Equation (61) with the constants that Proposition 4 gives at 2 gamma: 4, 96, 64 and 8.",
    printed=Printed("symfed", "equation (61), corrected", EQ61_TEX % (96, 64)),
    statement=both(1, 2 * gamma, braces(4, 96, 64), 8 * FLOOR) | {"runs": distance_at_twice_the_step},
    under=DOUBLED_PROP4,
    uses=("aistats-prop4-neighborhood",),
    checks=(
        Part("braces", SignCheck("Proposition 4 at 2 gamma")),
        Part("floor", SignCheck("Proposition 4 at 2 gamma")),
        Part(
            "runs",
            CounterexampleSearch(half_the_steps, relation="<=", scope="random exact quadratics, moments run round by round", examples=20),
        ),
    ),
    controls={
        "as printed, and a rate of six steps a step": both(1, 2 * gamma, braces(4, 24, 32), 7 * FLOOR)
        | {"runs": lambda i: distance_at_twice_the_step(i, rate=6)},
        "95 for 96, half the floor": both(1, 2 * gamma, braces(4, 95, 64), 4 * FLOOR)
        | {"runs": lambda i: distance_at_twice_the_step(i, noise=i.mu / i.mu / 8)},
    },
    reduction="a substitution in Proposition 4, which is itself supported by exact instances",
    expect=Tier.PROVED,
)


def printed_eq61(i, start=4, noise=32, floor=8):
    """(61) as an inequality: the left side exactly, the right side with the printed constants; additive noise, so tau~ = tau."""
    p, t = i.problem.jets, i.extra["t"]
    left, _ = distance_at_twice_the_step(i)
    zeta, level = p.mean((p.gradients**2).sum(axis=1)), max(C.trace() for C in p.noise_covariance)
    psi = start * ((i.extra["start"] - i.problem.optimum) ** 2).sum() + 24 * (i.H * i.gamma * i.L / i.mu) ** 2 * zeta
    return left, (1 - 2 * i.gamma * i.mu) ** (i.H * t) * (psi + noise * i.gamma / i.mu * level) + floor * i.gamma / i.mu * level


inequality_eq61 = Claim(
    id="symfed-eq61-as-printed-on-quadratics",
    kind="inequality",
    says="Equation (61) with the printed constants, smaller than Proposition 4's, is not contradicted by exact quadratics.",
    printed=Printed("symfed", "equation (61) taken by itself", EQ61_TEX % (24, 32)),
    statement=printed_eq61,
    under=DOUBLED_PROP4,
    checks=(CounterexampleSearch(half_the_steps, relation="<=", scope="random exact quadratics, moments run round by round", examples=20),),
    controls={
        "noise constants 0 and 1/8": lambda i: printed_eq61(i, noise=0, floor=i.mu / i.mu / 8),
        "start constant 1/4, no noise": lambda i: printed_eq61(i, start=i.mu / i.mu / 4, noise=0, floor=0),
    },
    reduction="checked where moments are exact (quadratics with additive noise); no proof for general losses",
    expect=Tier.SUPPORTED,
)

eq62 = Claim(
    id="aistats-eq62-prop4-gamma",
    kind="inequality",
    says="Four times Proposition 4 at gamma: braces 16, 96, 128, and a floor of 16, for which 32 is printed; that is more than enough.",
    printed=Printed(
        "aistats",
        "equation (62)",
        r"\mathbb E\|2\theta_t^{(\gamma)}-2\bar\theta_{sto}^{(\gamma,H)}\|^2\le(1-\gamma\mu)^{Ht}\Big\{16\|\theta_0-\theta^\star\|^2"
        r"+\frac{96H^2\gamma^2L^2\zeta_{\star,1}^2}{\mu^2}+\frac{128\gamma}\mu\tau^2\Big\}+\frac{32\gamma}\mu\tilde\tau^2",
    ),
    statement=both(4, gamma, braces(16, 96, 128), 32 * FLOOR),
    under=theorem_5.STEPS,
    uses=("aistats-prop4-neighborhood",),
    checks=(Part("braces", SignCheck("four times Proposition 4")), Part("floor", SignCheck("four times Proposition 4"))),
    controls={
        "not four times": both(4, gamma, braces(4, 24, 32), 4 * FLOOR),
        "95 for 96, floor 15": both(4, gamma, braces(16, 95, 128), 15 * FLOOR),
        "127 for 128, floor 8": both(4, gamma, braces(16, 96, 127), 8 * FLOOR),
    },
    reduction="a substitution in Proposition 4, which is itself supported by exact instances",
    expect=Tier.PROVED,
)
