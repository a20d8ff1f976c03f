"""How large FedLSA's bias can be, with the constants that the slides' number of local steps leaves out."""

import sympy as sp

from symfed.checks import Certificate, CounterexampleSearch, Induction, Part, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.checks.instances.lsa.controls import bias_and_bound, controlled_linear_rounds
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, decay, gamma
from symfed.core.verdict import Tier
from symfed.derive import drift_bound as argument

B = gamma * decay
SEARCH = {"relation": "<=", "scope": "exact problems", "sizes": ((1, 2), (2, 2)), "examples": 20}

bound = Claim(
    id="symfed-fedlsa-drift-bound",
    kind="inequality",
    says="FedLSA's bias has norm at most 2 eta (H-1) L² Delta_het/a while eta a H <= 2; the parts of a proof.",
    printed=Printed(
        "symfed",
        "the bound behind the number of local steps on the slide 'heterogeneity requires lots of communications'",
        r"\|\theta_\infty^{\text{bias}}\|\le\frac{\eta^2H(H-1)L^2\Delta_{\text{het}}}{2\,(1-(1-\eta a)^{H/2})}\le"
        r"\frac{2\eta(H-1)L^2}{a}\,\Delta_{\text{het}}\quad(\eta aH\le2)",
    ),
    statement={
        "pull": argument.pull()[0],
        "root": argument.root(),
        "power": lambda H: 1 - H * B / 2 + H * (H - 1) / 2 * (B / 2) ** 2,
        "margin": argument.margin(),
        "problems": bias_and_bound,
    },
    under=Domain((gamma * decay <= 1, gamma * decay * H <= 2), "|(I - eta A_c) u|² <= (1 - eta a)|u|² and |A_c u| <= L|u| for all c and u"),
    uses=("symfed-scafflsa-contraction",),
    checks=(
        Part("pull", SymbolicIdentity(lambda: argument.pull()[1], as_printed, scope="one client: polynomials in one matrix")),
        Part("root", SignCheck()),
        Part("power", Induction(lambda H: (1 - B / 2) ** H, 1 - B / 2)),
        Part("margin", Certificate(argument.margin_terms(), scope="one condition on H")),
        Part("problems", CounterexampleSearch(controlled_linear_rounds, **SEARCH)),
    ),
    controls={
        "every constant wrong": {
            "pull": argument.pull(H + 1)[1],
            "root": argument.root(sp.S.One),
            "power": lambda H: 1 - H * B / 2,
            "margin": argument.margin(sp.Rational(2, 3)),
            "problems": lambda i: bias_and_bound(i, constant=sp.Rational(1, 40)),
        },
    },
    reduction="|r_c| <= eta L (H-1)/2 is part of symfed-scafflsa-contraction; `symfed.derive.drift_bound` puts the parts together by the triangle inequality",
    expect=Tier.PROVED,
)
