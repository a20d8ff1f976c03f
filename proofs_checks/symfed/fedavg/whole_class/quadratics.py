"""What quadratic clients do at worst: FedAvg's fixed point among them, exactly; and the contraction of a round, where nothing is worse."""

from dataclasses import replace

import flint
import numpy as np

from proofs_checks.aistats.proposition_2 import corrected
from proofs_checks.symfed.fedavg.whole_class.clients import root
from proofs_checks.symfed.fedavg.whole_class.distance import next_point
from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.whole_class.cases import SMOOTH_CLIENTS, ClientCase, RoundOfClients, rounds
from symfed.checks import Certificate, complete_identity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import L, gamma, mu
from symfed.models.problems import QuadraticProblem
from symfed.strategies import Instance, hard_quadratics, instances

QUADRATIC = Class("every client is quadratic, with curvatures between mu and L")
ONE = flint.fmpq(1)


def lies_within(i, share=1, power=1):
    """|bias|^2 and what it must not exceed, both times 4 (1 - q(mu)) (1 - q(L)) and over what one number is."""
    p = i.problem.jets
    q_mu, r_mu, q_L, r_L = (f(i.gamma, i.H, a) for a in (i.mu, i.L) for f in (q, r))
    zeta = p.mean((p.gradients**2).sum(axis=1))
    bias = corrected(p, i.gamma, i.H)
    return (bias**2).sum() * 4 * (1 - q_mu) * (1 - q_L) ** power, share * (i.gamma * i.H) ** 2 * zeta * (r_L - r_mu) ** 2


def tilted_pairs():
    """Two quadratics in the plane, mirror images with their curvatures tilted so that both ends weigh alike, to within 2^-80."""
    found = []
    for steps, least, step in ((2, ONE / 10, ONE), (3, ONE / 100, ONE), (5, ONE / 20, ONE / 2)):
        rest = [1 - q(step, steps, a) for a in (least, ONE)]
        tangent = root(rest[0] / rest[1])  # of the angle between e and the direction of curvature mu
        half = tangent / (1 + root(1 + tangent**2))
        c, sine = (1 - half**2) / (1 + half**2), 2 * half / (1 + half**2)
        matrices, centres = [], []
        for sign in (1, -1):
            low, high = np.array([[c, sign * sine]], dtype=object), np.array([[-sign * sine, c]], dtype=object)
            matrices.append(least * low.T @ low + high.T @ high)
            inverse = low.T @ low / least + high.T @ high
            centres.append(inverse @ np.array([0 * ONE, sign * ONE], dtype=object))
        found.append(Instance(QuadraticProblem(np.array(matrices), np.array(centres)), step, steps, least, ONE))
    return [*hard_quadratics(), *found]


def quadratics(d, N):
    """Exact quadratics without noise."""
    return instances(d, N, noise=False)


x, X, tau, k, m, e, y, rest, tilt = coordinates("x X tau k m e y R t")  # x = 1 - q(mu), X = 1 - q(L)
BOTH = Domain((x > 0, X >= x))
SPREAD = coordinates("D")[0]  # r(L) - r(mu)


def tangent(x, X, spread):
    """k and m of the parabola (r - nu)^2 = m (2 (1 - q) - k) through both ends."""
    return 2 * x * X / (x + X), spread**2 / (2 * (x + X))


quadratic_distance = Claim(
    id="symfed-fedavg-quadratic-distance",
    kind="inequality",
    says="How far from theta* FedAvg with exact gradients comes to rest among quadratic clients, for every H, N and d: two clients in the plane, mirror images "
    "of each other, attain it; on the line clients of the two end curvatures in the right proportions come as near as one likes.",
    printed=printed_at(
        "FedAvg on quadratics, the fixed point's distance",
        r"|\bar\theta_{det}-\theta_\star|\le\gamma H\zeta\frac{r(L)-r(\mu)}{2\sqrt{(1-q(\mu))(1-q(L))}},\quad q(a)=(1-\gamma a)^H,\ r(a)=1-\frac{1-q(a)}{\gamma aH},\ "
        r"\zeta^2=\tfrac1N\sum_c|\nabla f_c(\theta_\star)|^2",
    ),
    under=Domain((gamma * L <= 1,), (QUADRATIC,)),
    statement=lies_within,
    lemmas=(
        standalone_lemma(
            "one direction",
            (2 * rest * e * y * m, m**2 * y**2 + rest**2 * e**2 + (m * k - rest**2) * e**2),
            Certificate(((1, (m * y - rest * e) ** 2), (e**2, m * k - rest**2)), scope="k for 2 (1 - q) - k, R for r - nu"),
            wrong={"twice": (4 * rest * e * y * m, m**2 * y**2 + rest**2 * e**2 + (m * k - rest**2) * e**2)},
            given=Domain((m * k >= rest**2,)),
        ),
        standalone_lemma(
            "above nu",
            ((tau * (x + X) - x) ** 2, x**2 + tau * (X**2 - x**2)),
            Certificate(((tau * (1 - tau), (x + X) ** 2),), scope="r at most on the chord, a share tau of it from mu"),
            wrong={"half of it": ((tau * (x + X) - x) ** 2, (x**2 + tau * (X**2 - x**2)) / 2)},
            given=Domain((tau >= 0, tau <= 1)),
        ),
        standalone_lemma(
            "below nu",
            (x**2, x**2 + tau * (X**2 - x**2)),
            Certificate(((tau * (X + x), X - x),), scope="r at least r(mu)"),
            wrong={"half of it": (x**2, (x**2 + tau * (X**2 - x**2)) / 2)},
            given=BOTH & Domain((tau >= 0,)),
        ),
        Lemma(
            "both are the parabola's",
            lambda x, X: SPREAD**2 / (x + X) ** 2 * (x**2 + tau * (X**2 - x**2)),
            complete_identity(
                lambda: tangent(x, X, SPREAD)[1] * (2 * (x + tau * (X - x)) - tangent(x, X, SPREAD)[0]),
                lambda f: f(x, X),
                scope="m (2 (1 - q) - k); r - nu is D (tau (x + X) - x)/(x + X) on the chord and -D x/(x + X) at r(mu)",
            ),
            wrong={"ends exchanged": lambda x, X: SPREAD**2 / (x + X) ** 2 * (X**2 + tau * (x**2 - X**2))},
        ),
        Lemma(
            "the distance",
            SPREAD**2 / (4 * x * X),
            complete_identity(lambda: tangent(x, X, SPREAD)[1] / tangent(x, X, SPREAD)[0], as_printed, scope="m/k"),
            wrong={"without 4": SPREAD**2 / (x * X)},
        ),
        crosscheck(
            "exact quadratics",
            lies_within,
            inequality_search(
                quadratics,
                scope="exact quadratics, many clients, tilted pairs",
                sizes=((1, 1), (1, 2), (2, 2), (2, 3)),
                examples=20,
                extremes=tilted_pairs,
            ),
            wrong={
                "0.999 of it": lambda i: lies_within(i, share=type(i.gamma)(999) / 1000),
                "(1 - q(L))^2": lambda i: (lies_within(i, power=2)[0] * 100, lies_within(i)[1]),
            },
        ),
    ),
    follows=(
        InWords(
            "a client of Hessian A_c ends at q(A_c) e + r(A_c) y_c less y_c, y_c = gamma H grad f_c(theta*) of mean zero; at rest e is the mean of q(A_c) e + r(A_c) y_c: "
            "so 0 = mean of 2 <e, (1 - q(A_c)) e> - 2 <e, (r(A_c) - nu) y_c>, which is at least k |e|^2 - m mean |y_c|^2 by each A_c's eigenvectors"
        ),
        InWords(
            "1 - r = (1/H) sum_j q^(j/H) over j < H is concave in q, so that r lies below its chord over 1 - q; and r grows with it (symfed-scaffold-factors)"
        ),
        InWords(
            "attained: A_1 with the eigenvector of mu at the angle phi from e, tan^2 phi = (1 - q(mu))/(1 - q(L)), y_1 at right angles to e; and the mirror image across e"
        ),
    ),
    uses=("symfed-scaffold-factors",),
    see=("aistats-prop2-bound", "symfed-fedavg-whole-class-distance"),
    expect=Tier.PROVED_GIVEN,
)


def closer(i, power=2, share=1, ends=("mu", "L")):
    """|theta_1^+ - theta_2^+|^2 from theta_2 - theta_1 = y_1 + (1, .., 1), and what it must not exceed."""
    apart = tuple(v + 1 for v in i.first.y)
    other = RoundOfClients(tuple(replace(c, e=tuple(a + b for a, b in zip(c.e, apart, strict=True))) for c in i.clients))
    after = next_point(other) - next_point(i)
    factor = max(abs(1 - i.first.gamma * getattr(i.first, end)) for end in ends)
    return after @ after, share * factor ** (power * i.first.H) * sum(v**2 for v in apart)


def steep_or_flat():
    """One quadratic on the line, of curvature mu = 1/10 or L: (curvature, L, H) with steps of length 1."""
    least = ONE / 10
    cases = [(least, ONE, H) for H in (1, 2, 3)] + [(L, L, H) for L in (2 * ONE, 5 * ONE / 2) for H in (1, 2, 3)]
    flat = [ClientCase(ONE, least, most, H, (ONE,), (0 * ONE,), ((a - least, (ONE,), ONE * -1000),), ONE) for a, most, H in cases]
    return [RoundOfClients((case,)) for case in flat]


g, d = coordinates("g d")
CURVED = Domain(((g - mu * d) * (L * d - g) >= 0, d * (g - mu * d) >= 0, d * (L * d - g) >= 0))

contraction = Claim(
    id="symfed-fedavg-class-contraction",
    kind="inequality",
    says="What a round of FedAvg with exact gradients multiplies the distance of two points by, for every step, H, N and d: over all smooth, strongly convex "
    "clients nothing is worse than equal quadratics of curvature mu or L. For gamma <= 2/(L + mu) that is (1 - gamma mu)^H.",
    printed=printed_at(
        "FedAvg beyond quadratics, contraction", r"|\theta_1^+-\theta_2^+|\le\max\{|1-\gamma\mu|,|1-\gamma L|\}^H|\theta_1-\theta_2|"
    ),
    under=Domain((), (SMOOTH_CLIENTS,)),
    statement=closer,
    lemmas=(
        Lemma(
            "a short step",
            ((d - gamma * g) ** 2, (1 - gamma * mu) ** 2 * d**2),
            Certificate(((gamma**2, (g - mu * d) * (L * d - g)), (gamma * (2 - gamma * (L + mu)), d * (g - mu * d)))),
            wrong={"(1 - gamma mu)^4": ((d - gamma * g) ** 2, (1 - gamma * mu) ** 4 * d**2)},
            given=CURVED & Domain((gamma * (L + mu) <= 2,)),
        ),
        Lemma(
            "a long step",
            ((d - gamma * g) ** 2, (1 - gamma * L) ** 2 * d**2),
            Certificate(((gamma**2, (g - mu * d) * (L * d - g)), (gamma * (gamma * (L + mu) - 2), d * (L * d - g)))),
            wrong={"(1 - gamma mu)^2": ((d - gamma * g) ** 2, (1 - gamma * mu) ** 2 * d**2)},
            given=CURVED & Domain((gamma * (L + mu) >= 2,)),
        ),
        crosscheck(
            "exact rounds",
            closer,
            inequality_search(
                rounds, scope="piecewise linear gradients, d <= 2", sizes=((1, 1), (1, 2), (2, 2)), examples=20, extremes=steep_or_flat
            ),
            wrong={
                "0.99 of it": lambda i: closer(i, share=type(i.first.gamma)(99) / 100),
                "another H steps": lambda i: closer(i, power=4),
                "mu alone": lambda i: closer(i, ends=("mu",)),
                "L alone": lambda i: closer(i, ends=("L",)),
            },
        ),
    ),
    follows=(
        InWords(
            "<g - mu d, L d - g> >= 0 for differences d of points and g of gradients of an L-smooth, mu-strongly convex function (Nesterov 2004, theorem 2.1.12): "
            "every local step contracts, H of them do H times, and a mean of contractions is one"
        ),
        InWords("equal clients a/2 |x|^2 multiply by (1 - gamma a)^H, a = mu or L"),
    ),
    expect=Tier.PROVED_GIVEN,
)
