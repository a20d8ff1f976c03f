"""Where quadratics are not the worst for FedAvg's fixed point: mirror images in the plane and kinks on the line, exactly at rest."""

from dataclasses import replace

import flint
from hypothesis import strategies as st

from proofs_checks.symfed.fedavg.whole_class.clients import WedgeClient, mirrored
from proofs_checks.symfed.fedavg.whole_class.distance import next_point, spread
from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.whole_class.cases import ADD_UP, SMOOTH_CLIENTS, ClientCase, RoundOfClients
from symfed.checks import inequality_search
from symfed.claims import Claim, Class, Domain, Tier, printed_at
from symfed.core.symbols import L, gamma, mu
from symfed.strategies import Strategy

ONE = flint.fmpq(1)
AT_REST = Class(
    "a round of FedAvg leaves the point where it is", lambda i: all(a == b for a, b in zip(next_point(i), i.first.e, strict=True))
)


def at_rest(case: WedgeClient) -> RoundOfClients:
    """The client and its mirror image with the y, at right angles to e = (1, 0), for which a round leaves e where it is.

    <e, u_H + y> is piecewise linear in the length of y: two lengths close to `case.y` tell which.
    """
    near = case.y[1]
    ends = [replace(case, y=(case.y[0], length)).after()[0] for length in (near, near * 1001 / 1000)]
    length = near + (1 - ends[0]) * near / 1000 / (ends[1] - ends[0])
    return mirrored(replace(case, y=(case.y[0], length)))


def wedge_of(step, H, least, most, rays, length):
    """A wedge whose rays have these slopes, and a first guess of y."""
    zero = 0 * ONE
    return WedgeClient(step, least, most, H, (ONE, zero), (zero, -length), (), ONE, tuple((ONE, slope) for slope in rays))


def resting() -> list[RoundOfClients]:
    """Mirror images at gamma L = 1 (H = 2) and at gamma L = 1/2 (H = 3), and two clients on the line, one with a kink (gamma L = 1/2, H = 2)."""
    tenth, half, zero = ONE / 10, ONE / 2, 0 * ONE
    pairs = [
        at_rest(wedge_of(ONE, 2, tenth, ONE, (ONE * 23 / 100, ONE * 12 / 25), ONE * 7 / 4)),
        at_rest(wedge_of(ONE, 3, tenth, half, (ONE * 9 / 50, ONE * 3 / 5), ONE * 14 / 5)),
    ]
    flat = ClientCase(ONE, tenth, half, 2, (ONE,), (-ONE,), (), ONE)
    bent = replace(flat, pieces=((half - tenth, (-ONE,), zero),))
    # with y and -y: 81/100 - y/20 and (1 - L)(9/10 - y/2) + y/2 have the mean 1 where y = 93/20 (H = 2: r(mu) = 1/20, and y/4 after the kink)
    length = (2 - ONE * 81 / 100 - ONE * 9 / 20) / (ONE / 4 - ONE / 20)
    return [*pairs, RoundOfClients((replace(bent, y=(length,)), replace(flat, y=(-length,))))]


def rests(d: int, N: int) -> Strategy:
    """Those of dimension d, on the plane or on the line; two clients: `N` is not read."""
    return st.sampled_from([i for i in resting() if len(i.first.e) == d])


def no_farther(i, share=1):
    """|theta - theta*|^2 at rest and what quadratics have at most, both times 4 (1 - q(mu)) (1 - q(L))."""
    c = i.first
    q_mu, r_mu, q_L, r_L = (f(c.gamma, c.H, a) for a in (c.mu, c.L) for f in (q, r))
    return sum(x**2 for x in c.e) * 4 * (1 - q_mu) * (1 - q_L), share * c.H**2 * spread(i) * (r_L - r_mu) ** 2


quadratics_are_worst = Claim(
    id="symfed-fedavg-quadratics-worst",
    kind="inequality",
    says="Among all smooth, strongly convex clients none leave FedAvg's fixed point farther from theta* than quadratics do. False from H = 2 on: mirror images "
    "in the plane whose curvature changes across a wedge are worse, and for gamma L < 1 already one client with a kink on the line.",
    printed=printed_at(
        "FedAvg beyond quadratics, what is false",
        r"|\bar\theta_{det}-\theta_\star|\le\gamma H\zeta\frac{r(L)-r(\mu)}{2\sqrt{(1-q(\mu))(1-q(L))}}",
    ),
    under=Domain((gamma * L <= 1, mu < L), (SMOOTH_CLIENTS, ADD_UP, AT_REST)),
    statement=no_farther,
    checks=inequality_search(rests, scope="exact clients at rest", sizes=((1, 2), (2, 2)), examples=5, extremes=resting),
    corrected="symfed-fedavg-whole-class-distance",
    see=("symfed-fedavg-quadratic-distance",),
    expect=Tier.REFUTED,
)
