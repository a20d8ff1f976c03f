"""The theorem on remainders asks for a strongly convex mean loss alone: a client that is concave at theta*, against its law."""

import itertools

import numpy as np
import pytest
import sympy as sp
from numpy.polynomial import chebyshev

from symfed.core.symbols import theta
from symfed.derive.expansion import coefficients
from symfed.models.jets import Jets, parts_for_order

STEPS, NODES, REACH = 3, 60, 1.5


def softplus(scale):
    return sp.log(1 + sp.exp(scale * theta))


#: Sample gradients of two clients; the first has f'' = -1/2 near theta*, their mean 1.03.
GRADIENTS = tuple(
    tuple(sp.diff(loss, theta) for loss in client)
    for client in (
        (theta**2 / 4 - softplus(2) + theta, theta**2 / 4 - softplus(2) + 5 * theta / 6),
        (3 * theta**2 / 2 + 2 * softplus(-sp.S.Half), theta**2 + theta / 2),
    )
)


def optimum():
    return sp.nsolve(sum(sum(client) / 2 for client in GRADIENTS), 0, prec=30)


def jets(at):
    """Derivatives and noise cumulants of both clients, to second order."""
    derivatives, cumulants = parts_for_order(2)

    def column(expressions, axes):
        return np.array([float(e.subs(theta, at)) for e in expressions]).reshape((2,) + (1,) * axes)

    def cumulant(k):
        return [sum((g - sum(client) / 2) ** k for g in client) / 2 for client in GRADIENTS]

    means = [column([sp.diff(sum(client) / 2, theta, m) for client in GRADIENTS], m + 1) for m in range(derivatives)]
    means[0] -= means[0].mean()
    noise = []
    for k, highest in enumerate(cumulants, start=2):
        noise.append([column([sp.diff(e, theta, j) for e in cumulant(k)], k + j) for j in range(highest + 1)])
    return Jets(tuple(means), tuple(map(tuple, noise)))


def moments(at, gamma):
    """E e and E e^2 in the stationary law: a round's operator on Chebyshev polynomials over an interval that rounds do not leave."""
    nodes = np.cos(np.pi * (np.arange(NODES) + 0.5) / NODES)
    values = np.linalg.inv(chebyshev.chebvander(nodes, NODES - 1))
    ends = []
    for client in GRADIENTS:
        samples, own = [sp.lambdify(theta, g, "numpy") for g in client], []
        for drawn in itertools.product(samples, repeat=STEPS):
            x = at + REACH * nodes
            for gradient in drawn:
                x = x - gamma * gradient(x)
            own.append(x)
        ends.append(own)
    means = [((one + other) / 2 - at) / REACH for one, other in itertools.product(*ends)]
    assert max(abs(end).max() for end in means) <= 1
    operator = sum(chebyshev.chebvander(end, NODES - 1) @ values for end in means) / len(means)
    sizes, vectors = np.linalg.eig(operator.T)
    law = np.real(vectors[:, np.argmin(abs(sizes - 1))])
    return [law @ (REACH * nodes) ** k / law.sum() for k in (1, 2)]


@pytest.mark.parametrize(("k", "quantity"), [(0, "bias"), (1, "second_moment")])
def test_second_orders_leave_cubes_though_one_client_is_concave(k, quantity):
    theta_star = optimum()
    curvatures = [float(sp.diff(sum(client) / 2, theta).subs(theta, theta_star)) for client in GRADIENTS]
    assert curvatures[0] < -0.4
    assert sum(curvatures) / 2 > 1
    first, second = (float(c.ravel()[0]) for c in coefficients("fedavg", jets(theta_star), quantity, 2, STEPS))
    left = [moments(float(theta_star), gamma)[k] - first * gamma - second * gamma**2 for gamma in (0.02, 0.01, 0.005, 0.0025)]
    slopes = [np.log2(one / other) for one, other in itertools.pairwise(left)]
    # slopes are 3 + a gamma + b gamma^2, a and b some units: 3 up to 2 b gamma^2 at gamma = 1/200; the law is right to 1e-13, 3e-9 is left
    assert 2 * slopes[-1] - slopes[-2] == pytest.approx(3, abs=1e-3)
