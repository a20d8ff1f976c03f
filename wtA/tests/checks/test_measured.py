"""A relation between norms and letters on exact instances."""

import pytest
import sympy as sp

from symfed.checks import CounterexampleSearch
from symfed.checks.measured import measured
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, gamma, mu, zeta1
from symfed.strategies import draw, instances
from symfed.theorems.vocabulary import Mean, Norm, Vector

star, own = Vector("an optimum"), Vector("the gradients_c")
VALUES = {
    star: lambda i: i.problem.optimum,
    own: lambda i: i.problem.jets.gradients,
    zeta1**2: lambda i: (i.problem.jets.gradients**2).sum() / i.N,
}
READING = measured(VALUES)


def le(left, right):
    return sp.Le(left, right, evaluate=False)


@pytest.fixture(scope="module")
def instance():
    return draw(instances(2, 3), 4)[-1]


def test_squares_are_compared_as_they_are(instance) -> None:
    left, right = READING(le(mu**2 * Norm(star) ** 2, gamma * (H - 1) * Mean(Norm(own) ** 2)), instance)
    p = instance.problem
    assert left == instance.mu**2 * (p.optimum**2).sum()
    assert right == instance.gamma * (instance.H - 1) * (p.jets.gradients**2).sum() / 3


def test_norms_are_compared_by_their_squares(instance) -> None:
    left, right = READING(le(mu * Norm(star), -L * zeta1), instance)
    assert left == instance.mu**2 * (instance.problem.optimum**2).sum()
    assert right == -(instance.L**2) * (instance.problem.jets.gradients**2).sum() / 3


def test_symbolic_exponents(instance) -> None:
    left, right = READING((sp.S.One, (1 - gamma * mu) ** H), instance)
    assert (left, right) == (1, (1 - instance.gamma * instance.mu) ** instance.H)


def test_equations_and_conjunctions(instance) -> None:
    both = sp.And(sp.Eq(Mean(own), star, evaluate=False), le(gamma, 1), evaluate=False)
    left, right = READING(both, instance)
    assert len(left) == len(right) == 2 * 2 + 1  # two entries, both ways, and the inequality


@pytest.mark.parametrize("relation", [le(Norm(star) + 1, L), le(Norm(Vector("unknown")) ** 2, L), le(sp.Symbol("z"), L), lambda i: i])
def test_what_it_cannot_read(instance, relation) -> None:
    with pytest.raises(InvalidInput):
        READING(relation, instance)


def test_a_search_refutes_by_it() -> None:
    search = CounterexampleSearch(lambda d, N: instances(d, N, start=True), reading=READING, relation="<=")
    true = le(Norm(Mean(own)) ** 2, Mean(Norm(own) ** 2))
    false = le(Mean(Norm(own) ** 2), Norm(Mean(own)) ** 2)
    assert search.examine(true, Domain()).holds
    assert search.examine(false, Domain()).fails
