"""Which derivatives FedAvg's expansion needs, and which powers of gamma really occur, d = 1."""

from functools import cache

import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_2, theorem_3, theorem_4
from symfed.checks import GrowthCheck, Part, RemainderOrder, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.checks.instances.cases import heterogeneous_scalars
from symfed.checks.instances.lipschitz import lipschitz_third_derivative
from symfed.checks.readings import fine_bias, fine_second_moment
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import C1, C2, K3, PER_CLIENT, C, ClientMean, a, b, cumulant, derivative, g, gamma, q, r
from symfed.core.verdict import Tier
from symfed.derive.expansion import expansion_terms
from symfed.derive.normal_form import is_identically_zero


@cache
def occurring(quantity, order):
    """Sum over j of gamma^j times the clients' symbols on which the coefficient of gamma^j depends: those that it notices to be doubled."""
    found = sp.S.Zero
    for j, term in enumerate(expansion_terms("fedavg", quantity, order), start=1):
        inside = set().union(*[mean.args[0].free_symbols & PER_CLIENT for mean in term.atoms(ClientMean)])
        found += gamma**j * sum(s for s in inside if not is_identically_zero(term - doubled(term, s)))
    return found


def doubled(expression, symbol):
    """The expression with one of the clients' symbols twice as large for every client."""
    return expression.replace(ClientMean, lambda inside: ClientMean(inside.subs(symbol, 2 * symbol)))


FIRST_JETS, SECOND_JETS = g + a + b + C, g + a + b + q + r + C + C1 + C2 + K3
THIRD_JETS = SECOND_JETS + derivative(6) + derivative(7) + cumulant(2, 3) + cumulant(2, 4) + cumulant(3, 1) + cumulant(3, 2) + cumulant(4)
JETS = {
    "bias": gamma * FIRST_JETS + gamma**2 * SECOND_JETS + gamma**3 * THIRD_JETS,
    "second moment": gamma * (a + C) + gamma**2 * (SECOND_JETS - r) + gamma**3 * (THIRD_JETS - derivative(7)),
}
NEEDS = "d = 1: symbols on which the derived coefficients depend"

jets = Claim(
    id="symfed-fedavg-expansion-needs",
    kind="identity",
    says="The coefficient of gamma^j, j up to 3, depends on all derivatives of the f_c to order 2j+1 (2j in the second moment), on cumulants to j+1.",
    printed=Printed(
        "symfed",
        "what occurs in the first three orders",
        r"[\gamma^j](\bar\theta_{sto}-\theta^\star)\text{ depends on }f_c^{(m)},\;m\le2j+1,\text{ and on }\partial^iK_k,\;2\le k\le j+1,\;i\le2j+2-2k,"
        r"\text{ on each of them and on nothing else; }[\gamma^j]\bar\Sigma_{sto}\text{ on the same save }f_c^{(2j+1)},\text{ and at }j=1\text{ on }f_c''\text{ and }K_2=C\text{ alone}",
    ),
    statement=JETS,
    uses=("symfed-fedavg-second-order-bias", "symfed-fedavg-second-order-second-moment"),
    checks=(
        Part("bias", SymbolicIdentity(lambda: occurring("bias", 3), as_printed, scope=NEEDS)),
        Part("second moment", SymbolicIdentity(lambda: occurring("second_moment", 3), as_printed, scope=NEEDS)),
    ),
    controls={
        "no fifth derivative": {name: needs.subs(r, 0) for name, needs in JETS.items()},
        "a derivative more in the second moment": {**JETS, "second moment": JETS["second moment"] + gamma**2 * r},
        "no skewness": {name: needs.subs(K3, 0) for name, needs in JETS.items()},
        "third derivative at order gamma in the second moment": {**JETS, "second moment": JETS["second moment"] + gamma * b},
        "a slope of the fourth cumulant": {name: needs + gamma**3 * cumulant(4, 1) for name, needs in JETS.items()},
    },
    expect=Tier.PROVED,
)

INTEGER_TEX = r"\bar\theta_{sto}-\theta^\star=\frac\gamma{2N}b_s+\frac{\gamma(H-1)}2b_h+O(\gamma^2H^2),\quad\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2)"
FIRST = {"bias": theorem_4.printed, "second moment": theorem_2.variance}

integer_powers = Claim(
    id="symfed-fedavg-integer-powers",
    kind="expansion",
    says="Theorem 4 leaves O(gamma^2), not gamma^(3/2), in both moments when sample losses have bounded fifth derivatives: only integer powers occur.",
    printed=Printed("symfed", "Theorem 4 with the remainder that occurs", INTEGER_TEX),
    statement=FIRST,
    under=Domain(theorem_4.STEPS.relations, "sample losses with bounded derivatives to order five"),
    uses=("symfed-fedavg-bias", "aistats-thm4-variance", "symfed-fedavg-second-order-bias", "symfed-fedavg-second-order-second-moment"),
    checks=(
        Part("bias", RemainderOrder(heterogeneous_scalars, fine_bias("fedavg"), 2, scope="quadrature to 50 digits, d = 1")),
        Part(
            "second moment", RemainderOrder(heterogeneous_scalars, fine_second_moment("fedavg"), 2, scope="quadrature to 50 digits, d = 1")
        ),
    ),
    controls={
        "factor 2": {name: lambda p, gamma, H, f=f: 2 * f(p, gamma, H) for name, f in FIRST.items()},
        "sign turned": {name: lambda p, gamma, H, f=f: -f(p, gamma, H) for name, f in FIRST.items()},
        "1/N twice": {name: lambda p, gamma, H, f=f: f(p, gamma, H) / p.N for name, f in FIRST.items()},
        "heterogeneity without b_h": {**FIRST, "bias": theorem_3.printed},
        "noise left out": {"bias": theorem_1.printed, "second moment": lambda p, gamma, H: 0 * theorem_2.variance(p, gamma, H)},
    },
    reduction="a step moves moments by integer powers of gamma, so those at odd powers of its root solve the same triangular system with right side zero",
    expect=Tier.SUPPORTED,
)

best_power = Claim(
    id="symfed-fedavg-lipschitz-third-derivative",
    kind="limit",
    says="Under Lipschitz third derivatives alone Theorem 4's gamma^(3/2) is the best power: an instance attains it.",
    printed=Printed(
        "symfed",
        "Theorem 4's remainder under the least smoothness that allows it",
        r"\limsup_{\gamma\to0}\gamma^{-3/2}\Big|\bar\theta_{sto}-\theta^\star-\frac\gamma{2N}b_s-\frac{\gamma(H-1)}2b_h\Big|>0\text{ on an instance}",
    ),
    statement=gamma ** sp.Rational(3, 2),
    under=Domain((), "every f_c has Lipschitz third derivatives near theta*"),
    uses=("symfed-fedavg-bias",),
    checks=(GrowthCheck(lipschitz_third_derivative, "third derivative with a kink at theta*; N = H = 1"),),
    controls={"gamma^2": gamma**2, "gamma^(7/4)": gamma ** sp.Rational(7, 4)},
    expect=Tier.SUPPORTED,
)
