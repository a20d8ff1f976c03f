"""Lemma 8: sixth moments of FedAvg's iterates with heterogeneous clients, as the lemma prints them."""

import sympy as sp

from proofs_checks.aistats.proofs.lemma_8_end_path import AT_45, HETEROGENEOUS, two_clients_far_apart
from proofs_checks.aistats.proofs.lemma_8_end_rounds import ORDERS
from proofs_checks.aistats.proofs.lemma_8_end_rounds import orders as with_constants
from proofs_checks.aistats.proofs.lemma_8_end_step import one_step
from proofs_checks.aistats.proofs.lemma_8_terms import SHORT, STEP, exact
from proofs_checks.symfed.remainders.setting import part
from symfed.checks import GrowthCheck
from symfed.claims import RESULT, Claim, Domain, Erratum, Tier, printed_at
from symfed.core.symbols import H, gamma, mu, tau, zeta1
from symfed.theorems import Arithmetic

ROUNDS = Domain((SHORT,), lines={str(SHORT): "Lemma 8"}) & STEP & HETEROGENEOUS
#: What multiplies beta in the lemma.
FLOOR = 6 * gamma**2 * (H - 1) * H * zeta1 / mu**2 + 12 * gamma * tau**2 / mu

moment6 = Claim(
    id="aistats-lem8-moment6",
    kind="rate",
    says="No beta serves: the clients' pull is printed as zeta, without L^2, where its square is meant, so that the two sides have neither one unit of "
    "length nor one of time, and after a round of two clients the left side grows like zeta^2. With L^2 zeta^2 it holds. The exponent H is "
    "Ht in Lemmas 6 and 7: for t >= 1, as it is read here, H says less, and for t = 0 it is false.",
    printed=printed_at(
        "Lemma 8, first display",
        r"\mathbb E^{1/3}\|\theta_t-\theta^\star\|^6\le(1-\gamma\mu/18)^H\,\mathbb E[\|\theta_0-\theta^\star\|^6]^{1/3}"
        r"+6\beta\frac{\gamma^2(H-1)H\zeta_{\star,1}}{\mu^2}+\frac{12\beta\gamma}\mu\tau^2,\ \gamma\le1/(45L),\ \gamma\mu H\le1,\ \beta\text{ universal}",
    ),
    under=ROUNDS,
    statement=FLOOR,
    checks=GrowthCheck(
        lambda: two_clients_far_apart(AT_45),
        "two clients far apart, one round, what multiplies beta",
        at=((gamma, AT_45), (mu, 1), (H, 2), (tau, 0)),
    ),
    corrected="symfed-lem8-moment6",
    see=("aistats-lem8-Eck", "aistats-lem8-third-root", "aistats-lem8-H-iterations"),
    erratum=Erratum(RESULT, "zeta stands for L^2 zeta^2, and H for Ht; the orders of the lemma's second display hold"),
    expect=Tier.REFUTED,
)

ORDERS_TEX = (
    r"\int\|\theta-\theta^\star\|^{2p}\pi=O(\gamma^p+\gamma^{2p}H^{2p}),\ \int\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^{2p}\pi"
    r"=O(\gamma^p+\gamma^{2p}H^{2p}),\ p\in\{2,3\}"
)
orders = Claim(
    id="aistats-lem8-orders",
    kind="expansion",
    says="With constants: of order (gamma + gamma^2 H^2)^p for the iterates, (gamma + gamma^2 (H^2 + h^2))^p for a client's path of any length h. The "
    "first display, from which the source draws them, has to be read with L^2 zeta^2. The mean over samples is read in, as in Lemma 5.",
    printed=printed_at("Lemma 8, second display", ORDERS_TEX),
    under=ROUNDS,
    statement=sp.And(*ORDERS, evaluate=False),
    lemmas=exact(one_step, {"no noise": lambda i: one_step(i, noise=0), "no pull": lambda i: one_step(i, pull=0)}),
    follows=tuple(Arithmetic(f"order {k}", relation, (part(with_constants, relation),)) for k, relation in enumerate(ORDERS, 1)),
    uses=(with_constants.id,),
    see=("aistats-lem8-moment6",),
    expect=Tier.PROVED,
)
