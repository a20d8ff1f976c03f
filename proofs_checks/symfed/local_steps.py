"""How the coefficients of FedAvg's expansion depend on the number of local steps, and what happens when gamma H is held fixed, d = 1."""

import sympy as sp

from proofs_checks.symfed.smoothness import CONVEX
from proofs_checks.symfed.third_order import third_order
from symfed.checks import SymbolicIdentity
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import UniformRemainder
from symfed.checks.identity import as_printed
from symfed.claims import ONE_DIMENSION, Claim, InWords, Lemma, Tier, printed_at
from symfed.core.supposed import remembered
from symfed.core.symbols import C1, NOISE, C, ClientMean, H, N, a, b, g, gamma, q, rho, tau
from symfed.derive.expansion import expand

QUIET = dict.fromkeys(NOISE, sp.S.Zero)
LONG = "symfed-expansion-remainder-long-rounds"


@remembered
def whole(quantity, order):
    """An expansion as derived."""
    return expand("fedavg", quantity, order)


@remembered
def calm(quantity, order):
    """What of an expansion is left when the stochastic gradients are exact."""
    return whole(quantity, order).xreplace(QUIET)


@remembered
def noisy(quantity, order):
    """The rest."""
    return sp.expand(whole(quantity, order) - calm(quantity, order))


@remembered
def long_rounds(part, order, power):
    """The limit of a part of the bias over gamma^power as gamma tends to 0 and gamma H does not, written with gamma H again."""
    expression = part("bias", order) / gamma**power
    # rho is what gamma shrinks by
    shrunk = sp.expand(expression.subs({gamma: gamma * rho, H: H / rho}, simultaneous=True))
    return sp.Add(*[sp.limit(term, rho, 0) for term in sp.Add.make_args(shrunk)])


def limit_of(part, order, power, theorem=LONG):
    """That terms are the limit of a part of the derived bias over gamma^power, and what they leave, uniformly in H."""

    def terms(algorithm, quantity, order):
        return SymbolicIdentity(
            lambda: long_rounds(part, order, power), as_printed, scope="d = 1: the leading power of H at each power of gamma"
        )

    most = {0: (gamma * H) ** 4 + gamma, 1: (gamma * H) ** 2 + sp.sqrt(gamma)}[power]
    return UniformRemainder("fedavg", "bias", order, theorem, terms, most=most, needs=CONVEX.conditions)


def in_the_limit(terms):
    """The bias in powers of tau = gamma H, and what is left: O(tau^4), and O(gamma), which vanishes as gamma tends to 0 and tau does not."""
    return Expansion(terms, (gamma * H) ** 4 + gamma)


def noise_in_the_limit(terms):
    """What noise adds to the bias, over gamma, and what is left: O(tau^2), and O(sqrt(gamma)), which vanishes."""
    return Expansion(terms, (gamma * H) ** 2 + sp.sqrt(gamma))


A, B, Q = ClientMean(a), ClientMean(b), ClientMean(q)
d1 = ClientMean(a * g) / (2 * A)
d2 = (ClientMean(a**2 + b * g) * d1 / 2 - ClientMean(a**2 * g + b * g**2) / 6 - B * d1**2 / 2) / A
d3 = (
    ClientMean(a**2 + b * g) * d2 / 2
    + ClientMean(3 * a * b + q * g) * d1**2 / 4
    - ClientMean(q * g**2 + 4 * a * b * g + a**3) * d1 / 6
    + ClientMean(q * g**3 + 4 * a * b * g**2 + a**3 * g) / 24
    - B * d1 * d2
    - Q * d1**3 / 6
) / A
FLOW = d1 * gamma * H + d2 * (gamma * H) ** 2 + d3 * (gamma * H) ** 3

FLOW_WRONG = {
    "first order alone": in_the_limit(d1 * gamma * H),
    "second order alone": in_the_limit(d1 * gamma * H + d2 * (gamma * H) ** 2),
    "sign turned": in_the_limit(FLOW.subs(gamma, -gamma)),
    "no curvature": in_the_limit(FLOW.subs({B: 0, Q: 0})),
}

flow = Claim(
    id="symfed-fedavg-long-rounds-bias",
    kind="limit",
    says="When gamma tends to 0 and gamma H = tau does not, the bias tends to that of clients which follow their gradient flows for time tau: neither noise nor N is in it.",
    printed=printed_at(
        "third order, long rounds, bias, d = 1",
        r"\lim_{\gamma\to0,\;\gamma H=\tau}\bar\theta_{sto}-\theta^\star=d_1\tau+d_2\tau^2+d_3\tau^3+O(\tau^4),\quad "
        r"\big\langle\varphi^c_\tau(\theta^\star+d_1\tau+d_2\tau^2+d_3\tau^3)-\theta^\star\big\rangle=d_1\tau+d_2\tau^2+d_3\tau^3+O(\tau^5),\quad "
        r"\dot\varphi^c_t=-f_c'(\varphi^c_t),\quad d_1=\frac{\langle ag\rangle}{2\langle a\rangle},\quad "
        r"d_2=\frac1{\langle a\rangle}\Big(\tfrac12\langle a^2+bg\rangle d_1-\tfrac16\langle a^2g+bg^2\rangle-\tfrac12\langle b\rangle d_1^2\Big),\quad "
        r"d_3=\frac1{\langle a\rangle}\Big(\tfrac12\langle a^2+bg\rangle d_2+\tfrac14\langle3ab+qg\rangle d_1^2-\tfrac16\langle qg^2+4abg+a^3\rangle d_1"
        r"+\tfrac1{24}\langle qg^3+4abg^2+a^3g\rangle-\langle b\rangle d_1d_2-\tfrac16\langle q\rangle d_1^3\Big)",
    ),
    statement=in_the_limit(FLOW),
    under=CONVEX,
    uses=(LONG,),
    see=("symfed-fedavg-third-order",),
    checks=limit_of(whole, 3, 0),
    ranges=ONE_DIMENSION,
    wrong=FLOW_WRONG,
    expect=Tier.PROVED_GIVEN,
)

v1 = ClientMean(C) / (2 * N * A)
s1 = -B * v1 / (2 * A)
w = (
    2 * A * d1 * s1
    + ClientMean(a**2 + b * g) * v1
    + A**2 * v1
    - 3 * B * d1 * v1
    + (ClientMean(C1) * d1 - ClientMean(a * C + C1 * g / 2)) / N
) / (2 * A)
s2 = (ClientMean(a**2 + b * g) * s1 / 2 + ClientMean(3 * a * b + q * g) * v1 / 4 - ClientMean(b * C) / 4 - B * w / 2 - Q * d1 * v1 / 2) / A

ADDED = s1 + s2 * gamma * H
ADDED_WRONG = {
    "first order alone": noise_in_the_limit(s1),
    "1/N dropped": noise_in_the_limit(ADDED.subs(N, 1)),
    "noise of constant covariance": noise_in_the_limit(ADDED.subs({ClientMean(C1): 0, ClientMean(C1 * g): 0})),
    "drift of noise inside a round left out": noise_in_the_limit(ADDED.subs(ClientMean(b * C), 0)),
}

noise = Claim(
    id="symfed-fedavg-long-rounds-noise",
    kind="limit",
    says="What noise adds to the bias is gamma times a function of gamma H: at gamma^2 it grows like H, not like H^2.",
    printed=printed_at(
        "second order, long rounds, noise, d = 1",
        r"\lim_{\gamma\to0,\;\gamma H=\tau}\gamma^{-1}\big(\bar\theta_{sto}-\bar\theta_{det}\big)=s_1+s_2\tau+O(\tau^2),\quad "
        r"v_1=\frac{\langle C\rangle}{2N\langle a\rangle},\quad s_1=-\frac{\langle b\rangle v_1}{2\langle a\rangle},\quad "
        r"w=\frac1{2\langle a\rangle}\Big(2\langle a\rangle d_1s_1+\langle a^2+bg\rangle v_1+\langle a\rangle^2v_1-3\langle b\rangle d_1v_1"
        r"+\tfrac1N\big(\langle C'\rangle d_1-\langle aC+\tfrac12C'g\rangle\big)\Big),\quad "
        r"s_2=\frac1{\langle a\rangle}\Big(\tfrac12\langle a^2+bg\rangle s_1+\tfrac14\langle3ab+qg\rangle v_1-\tfrac14\langle bC\rangle-\tfrac12\langle b\rangle w-\tfrac12\langle q\rangle d_1v_1\Big)",
    ),
    statement=noise_in_the_limit(ADDED),
    under=CONVEX,
    uses=(LONG,),
    see=("symfed-fedavg-second-order-bias",),
    checks=limit_of(noisy, 2, 1),
    ranges=ONE_DIMENSION,
    wrong=ADDED_WRONG,
    expect=Tier.PROVED_GIVEN,
)

long_rounds_leave = Claim(
    id=LONG,
    kind="expansion",
    says="Where gamma tends to 0 and gamma H = tau does not, FedAvg's bias is that of gradient flows for time tau up to O(gamma), which is smooth in tau; over "
    "gamma, what noise adds is a smooth function of tau up to O(sqrt(gamma)).",
    printed=printed_at(
        "long rounds: what is left, d = 1",
        r"\bar\theta_{sto}-\theta^\star=d(\gamma H)+O(\gamma),\quad\bar\theta_{sto}-\bar\theta_{det}=\gamma s(\gamma H)+O(\gamma^{3/2}),\quad"
        r" d(\tau)=d_1\tau+d_2\tau^2+d_3\tau^3+O(\tau^4),\quad s(\tau)=s_1+s_2\tau+O(\tau^2)\qquad(\gamma\mu H\le1)",
    ),
    under=CONVEX,
    ranges=ONE_DIMENSION,
    lemmas=(
        Lemma("flow", in_the_limit(FLOW), limit_of(whole, 3, 0, ""), FLOW_WRONG),
        Lemma("noise", noise_in_the_limit(ADDED), limit_of(noisy, 2, 1, ""), ADDED_WRONG),
    ),
    follows=(
        InWords(
            "with F the mean of the flows of time tau, E[e+ | e] = F(e) + O(gamma tau), E|e - d|^2 = O(gamma) about its fixed point d(tau), and F - Id is "
            "tau times a function with bounded second derivatives, so that E e = d + O(gamma); (F(e) - e)/tau is smooth in (tau, e), with -f''(theta*) for its "
            "slope at (0, 0), and the implicit function theorem makes d smooth, with the coefficients of the formal fixed point"
        ),
        InWords(
            "about the fixed point without noise the balances of mean and second moment are, divided by tau and up to third moments, which are "
            "O(gamma^(3/2)), linear equations of size gamma whose coefficients are smooth in tau, with f''(theta*) and twice that on the diagonal at tau = 0"
        ),
    ),
    expect=Tier.PROVED_GIVEN,
)


@remembered
def powers(quantity):
    """Sum over j of gamma^j (H^i + tau H^k + N^-m), i, k, m the highest powers without noise, with noise, and in 1/N; 0 where none."""
    total = sp.S.Zero
    for j, (quiet, loud) in enumerate(zip(*(by_order(part(quantity, 3)) for part in (calm, noisy)), strict=True), start=1):
        inverse = -min(term.as_coeff_exponent(N)[1] for term in sp.Add.make_args(sp.expand(quiet + loud)))
        total += gamma**j * (highest(quiet) + tau * highest(loud) + N**-inverse)
    return total


def by_order(expression):
    """Coefficients of gamma, gamma^2, gamma^3."""
    return [sp.expand(expression).coeff(gamma, j) for j in (1, 2, 3)]


def highest(expression):
    """The highest power of H, or 0 for nothing."""
    return H ** max(term.as_coeff_exponent(H)[1] for term in sp.Add.make_args(expression)) if expression != 0 else sp.S.Zero


HIGHEST = "d = 1: highest powers in the derived expansion"
POWERS = {
    "bias": gamma * (H + tau + 1 / N) + gamma**2 * (H**2 + tau * H + N**-2) + gamma**3 * (H**3 + tau * H**2 + N**-3),
    "second moment": gamma * (tau + 1 / N) + gamma**2 * (H**2 + tau * H + N**-2) + gamma**3 * (H**3 + tau * H**2 + N**-3),
}


def degrees(name, quantity):
    """Which powers occur in the first three orders of one moment."""
    sides = POWERS[name]
    return Lemma(
        name,
        sides,
        SymbolicIdentity(lambda: powers(quantity), as_printed, scope=HIGHEST),
        {
            "noise as fast as heterogeneity": sides.subs(tau, tau * H),
            "one power of 1/N": sides.xreplace({N**-2: 1 / N, N**-3: 1 / N}),
            "one power of H more": sides.subs(gamma, gamma * H),
        },
    )


powers_of_H_and_N = Claim(
    id="symfed-fedavg-powers-of-H-and-N",
    kind="identity",
    says="The coefficient of gamma^j is a polynomial in H and 1/N: of degree j in H without noise, j - 1 with it, j in 1/N; j up to 3.",
    printed=printed_at(
        "third order, powers of H and N, d = 1",
        r"[\gamma^j]\,(\bar\theta_{sto}-\theta^\star)\in\mathrm{span}\{H^i,\;i\le j\}+\mathrm{span}\{\tau\,H^iN^{-m},\;i\le j-1,\;m\le j\},"
        r"\quad\text{the same for }\bar\Sigma_{sto},\text{ whose coefficient of }\gamma\text{ has no }H;\text{ all these powers occur}",
    ),
    under=third_order.under,
    ranges=ONE_DIMENSION,
    lemmas=(degrees("bias", "bias"), degrees("second moment", "second_moment")),
    uses=("symfed-fedavg-third-order",),
    expect=Tier.PROVED_GIVEN,
)
