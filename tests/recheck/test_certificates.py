"""Certificates, identities, inductions and proofs: true ones are accepted, and each of them altered is refused."""

from __future__ import annotations

import copy

import pytest
import sympy as sp

from symfed.checks import Induction, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.core.domain import Domain
from symfed.core.symbols import PER_CLIENT, TABLE, ClientMean, H, L, N, a, g, gamma, mu
from symfed.evidence.inequalities import certificate
from symfed.evidence.lemmas import lemma_part
from symfed.recheck import KINDS, MalformedPart, NotDefined, Part
from symfed.recheck.expressions import parsed
from symfed.recheck.facts import KnownFacts
from symfed.recheck.ratios import _OWNED, LetterSigns

UNDER = {"order": mu <= L, "step": gamma * L <= 1}
LE = {"evaluate": False}


def wrong(part: Part) -> str:
    """What the checker says of a part, a malformed one included."""
    try:
        return KINDS[part["kind"]](part)
    except (MalformedPart, NotDefined, KeyError) as error:
        return str(error) or type(error).__name__


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("(1 - g*m)^(2*H - 1)", "((1 - g*m)^H)^2/(1 - m*g)", True),
        ("(x^2 - 1)/(x - 1)", "x + 1", True),
        ("sqrt(x)^2", "x", False),  # of which nothing is said where x may be negative
        ("x^(3/2)", "sqrt(x)^3", True),
        ("x^(H*N)*x^H", "x^(H*(N + 1))", True),
        ("2^(H + 1)", "2*2^H", True),
        ("f(x + x)", "f(2*x)", True),
        ("f(x)", "f(y)", False),
        ("x^H", "x^N", False),
    ],
)
def test_one_normal_form(left: str, right: str, same: bool) -> None:
    letters = LetterSigns([parsed(left), parsed(right)])
    assert (letters(parsed(left)) == letters(parsed(right))) is same


def test_a_square_that_may_vanish_tells_nothing_of_its_factor() -> None:
    x2y, y = parsed("x^2*y"), parsed("y")
    for kind, told in ((">=", False), (">", True)):
        known = KnownFacts({}, [x2y, y])
        known.learn("fact", known.letters(x2y), kind)
        assert known.sign(known.letters(y)) is told
    known = KnownFacts({"x": ">= 0"}, [parsed("x*y"), y])
    known.learn("fact", known.letters(parsed("x*y")), ">=")
    assert not known.sign(known.letters(y))


GOALS = {
    "a product": sp.Le(gamma * mu, 1, **LE),
    "a power": sp.Le((1 - gamma * mu) ** H, 1, **LE),
    "bernoulli": sp.Le(1 - H * gamma * mu, (1 - gamma * mu) ** H, **LE),
    "a root": sp.Le(sp.sqrt(mu), sp.sqrt(L), **LE),
    "a quotient": sp.Le(1 / L, 1 / mu, **LE),
}


@pytest.mark.parametrize("name", GOALS)
def test_a_goal_has_a_certificate_and_no_other_goal_has_it(name: str) -> None:
    part = certificate(GOALS[name], UNDER)
    assert wrong(part) == ""
    left, right = part["goal"].split(" <= ")
    for goal in (
        f"{left} <= ({right})/2",
        f"{left} < {right} - gamma",
        f"2*({left}) <= {right}",
        f"({left})^2 <= {right}",
        f"{right} <= {left}",
    ):
        assert wrong({**part, "goal": goal})
    assert wrong({**part, "given": {}})
    assert wrong({**part, "given": {key: text.replace("<=", ">=") for key, text in part["given"].items()}})


def test_altered_multipliers_signs_and_rules_are_refused() -> None:
    part = certificate(GOALS["bernoulli"], UNDER)
    for alter in (
        lambda p: p["proof"]["terms"][0].__setitem__(0, "2"),
        lambda p: p["proof"]["terms"][0].__setitem__(0, "-1"),
        lambda p: p["proof"]["factor"][0].__setitem__(0, "0"),
        lambda p: p["proof"]["factor"][0].__setitem__(0, "-1"),
        lambda p: p["proof"]["terms"].clear(),
        lambda p: p["known"][-1].__setitem__("rule", "pow_at_most_one"),
        lambda p: p["known"][-1].__setitem__("exponent", "H + 1"),
        lambda p: p["known"][-1].__setitem__("exponent", "1/2"),
        lambda p: p["known"][-1].__setitem__("base", "gamma - 2"),
        lambda p: p["known"].clear(),
        lambda p: p["signs"].__setitem__("H", "> 0"),
        lambda p: p["signs"].__setitem__("gamma", "< 0"),
        lambda p: p["signs"].pop("gamma"),
        lambda p: p["put"].append(["gamma", "mu", "order"]),
        lambda p: p["put"].append(["gamma", "L^2", "root"]),
        lambda p: p["put"].append(["gamma", "gamma^2", "root"]),
    ):
        changed = copy.deepcopy(part)
        alter(changed)
        assert wrong(changed), changed


def test_no_equation_replaces_a_letter() -> None:
    x, y = sp.symbols("x y", positive=True)
    part = certificate(sp.Le(x, 2 * y, **LE), {"same": sp.Eq(x, y, **LE)})
    assert wrong(part) == ""
    assert part["put"] == []
    assert "no power" in wrong({**part, "put": [["x", "y", "same"]]})
    assert wrong({**part, "given": {"same": "y <= x"}})


def test_identities_and_means() -> None:
    printed = ClientMean((a - ClientMean(a)) * g) / N
    part = lemma_part(printed, SymbolicIdentity(lambda: ClientMean(a * g) / N, reading=as_printed), Domain())
    assert wrong(part) == ""
    # as a person would write it: the checker spreads means itself, and knows that gradients vanish in the mean
    assert wrong({**part, "left": "ClientMean((a - ClientMean(a))*(g + 1))/N"}) == ""
    for other in ("ClientMean(a)*ClientMean(g)/N", "ClientMean(a*g)", "ClientMean(a*g^2)/N", "2*ClientMean(a*g)/N"):
        assert wrong({**part, "left": other})
    assert wrong({**part, "left": "a*ClientMean(g)/N"})


def test_what_clients_own_is_what_the_table_says() -> None:
    assert [s.name for s in PER_CLIENT if not _OWNED.fullmatch(s.name)] == []
    assert [name for name, info in TABLE.items() if _OWNED.fullmatch(name) and not info.per_client] == []


def test_words_do_not_commute() -> None:
    part = {"kind": "words", "matrices": ["A", "B"], "left": "(A + gamma*B)^2", "right": "A^2 + gamma*A*B + gamma*B*A + gamma^2*B^2"}
    assert wrong(part) == ""
    assert wrong({**part, "right": "A^2 + 2*gamma*A*B + gamma^2*B^2"})
    assert wrong({**part, "left": "A^gamma"})
    assert wrong({**part, "left": "A/B"})


def made_induction() -> Part:
    check = Induction(lambda n: 1 - (1 - gamma * mu) ** n, 1 - gamma * mu, gamma * mu)
    return lemma_part(lambda n: n * gamma * mu, check, Domain((gamma * L <= 1, mu <= L)))


def test_inductions() -> None:
    part = made_induction()
    assert wrong(part) == ""
    for key, text in {
        "bound": "H*gamma*mu/2",
        "sequence": "1 - (1 - gamma*mu)^(H + 1)",
        "factor": "1 - gamma*L",
        "increment": "gamma*L",
    }.items():
        assert wrong({**part, key: text})
    assert wrong({**part, "given": {}})
