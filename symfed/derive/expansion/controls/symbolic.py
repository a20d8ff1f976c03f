"""The joint expansion for a problem nobody has named: dimension one, in gamma, H, N, averages over clients and named clients' symbols."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.derive.expansion.averages import Client
from symfed.derive.expansion.controls.averages import LabelledClients
from symfed.derive.expansion.controls.joint import JointMoments
from symfed.derive.expansion.controls.laurent import Laurent
from symfed.derive.expansion.controls.learning import read_learning
from symfed.derive.expansion.controls.round import Fresh
from symfed.derive.expansion.displacement import after, differences
from symfed.derive.expansion.gradients import gradient_moments
from symfed.derive.expansion.quantities import Quantity
from symfed.derive.expansion.rings import FlintRing
from symfed.derive.expansion.symbolic import REMEDY
from symfed.derive.powers import falling_binomial
from symfed.models.algorithm import Algorithm

#: Terms that a moment may have before the derivation gives up.
LARGEST_MOMENT = 100_000
#: Scaffold takes 0.2, 2 and 70 seconds to orders 3, 4 and 5, the last with a gigabyte; the next would take most of an hour.
HIGHEST_ORDER = 5


def symbolic_joint(algorithm: Algorithm, quantity: Quantity, order: int) -> list[sp.Expr]:
    """The coefficients from gamma^first_power to gamma^order, d = 1: bare symbols are those of the first client, primed of the second."""
    clients, joint = joint_moments(algorithm, quantity.engine_order(order))
    factors = tuple((clients.singled_out(label), (power,)) for label, power in enumerate(quantity.controls))
    powers = range(quantity.first_power, order + 1)
    # a weight that singles out a client averages to 1/N of that client's value
    scale = clients.inverse_N ** -len(factors)
    return [clients.expression(joint.moment(n, (quantity.state,), factors) * scale) for n in powers]


def joint_moments(algorithm: Algorithm, order: int) -> tuple[LabelledClients, JointMoments]:
    """The population of averages, and in it the moments for an engine order. Raises InvalidInput for a rule with other fractions."""
    if order > HIGHEST_ORDER:
        raise InvalidInput("order", order, f"{algorithm.name} keeps control variates: symbols go to order {HIGHEST_ORDER}", REMEDY)
    learning = read_learning(algorithm, order)
    rule = learning.rule
    constants = tuple(sorted(set().union(*[c.free_symbols for c in (*rule.constants, rule.steps, 1 / learning.rate)]), key=str))
    polynomials = all(sp.sympify(c).is_polynomial(*constants) for c in (*rule.constants, 1 / learning.rate))
    if not polynomials or any(sp.expand(c).is_Add for c in (rule.slope, 1 / learning.rate)):
        text = "must be polynomial in H and the parameters, and have a slope that is one product of them"
        raise InvalidInput("algorithm", algorithm.name, text, REMEDY)
    client = Client(FlintRing(constants), order, rule.excess)
    number = client.ring.constant
    gradients = gradient_moments(client.derivative, None if algorithm.exact_gradient else client.cumulant, 1, order, rule.excess)
    levels = differences({key: number(c) for key, c in rule.step.items()}, gradients, 1, order)
    displacement = after(levels, [number(falling_binomial(rule.steps, n)) for n in range(1, order + 2)])
    delta = client.ring.generator(0) * number(1 / learning.rate)
    fresh = Fresh(displacement, lambda powers: delta ** powers[0], 1, order)
    clients = LabelledClients(client, constants)

    def solve(matrix: Sequence[Sequence[Laurent]], right: Sequence[Laurent]) -> list[Laurent]:
        ((entry,),), (value,) = matrix, right
        if len(value.terms) > LARGEST_MOMENT:
            raise InvalidInput("order", order, f"{algorithm.name} needs more than {LARGEST_MOMENT} terms in symbols", REMEDY)
        return [value * entry.inverse()]

    server = [clients.number(c) for c in rule.server]
    return clients, JointMoments(clients, fresh, server, clients.number(learning.rate), 1, order, solve)
