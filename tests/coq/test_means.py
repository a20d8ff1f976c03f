"""Client means as they are written: nothing is spread before Coq sees it, and what is spread by a script is the same."""

from __future__ import annotations

import pytest
import sympy as sp

from symfed.checks import SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.coq.reals.means import WrittenMean, as_written, at_clients, by_client, evaluated, mean_as_sum, means_in, owned_by_clients
from symfed.coq.reals.refutations import refutation
from symfed.coq.reals.statements import theorem
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import ClientMean, H, L, a, b, g, gamma, mu, scaling, tau, theta


def shift(p, gamma, H):
    """A transcription with a mean of a product of a difference, which is evaluated to less."""
    return gamma * p.mean(p.apply(p.hessians - p.hessian, p.gradients))


CHECK = SymbolicIdentity(lambda: gamma * ClientMean(a * g))
ALONE = SymbolicIdentity(lambda: a - ClientMean(a), as_printed)
CLIENTS = {"clients": [{"a": "1", "g": "1"}, {"a": "1/2", "g": "-1"}], "gamma": "1", "N": "2"}


def test_a_mean_is_printed_as_it_was_typed() -> None:
    told = theorem("shift", shift, CHECK, ANYWHERE)
    assert told.conclusion == "gamma * mean N (fun c => (a c - mean N a) * g c) = gamma * mean N (fun c => a c * g c)"
    assert told.variables == ("N : nat", "a : nat -> R", "g : nat -> R", "gamma : R")
    assert told.conditions == ("(1 <= N)%nat", "(forall c, (c < N)%nat -> 0 < a c)", "mean N g = 0", "0 < gamma")


def test_outside_of_a_mean_a_client_is_one_of_them() -> None:
    told = theorem("its own", a - ClientMean(a), SymbolicIdentity(lambda: 2 * a - ClientMean(2 * a), as_printed), ANYWHERE)
    assert told.conclusion == "a c0 - mean N a = 2 * a c0 - 2 * mean N a"
    assert "(c0 < N)%nat" in told.conditions


def test_what_reads_like_what_was_derived_is_no_theorem() -> None:
    with pytest.raises(InvalidInput, match="nothing is left for a proof"):
        theorem("its own", a - ClientMean(a), ALONE, ANYWHERE)


def test_without_means_a_letter_is_a_number() -> None:
    check = SymbolicIdentity(lambda: 2 * a, as_printed)
    assert theorem("double", lambda: a + a, SymbolicIdentity(check.truth, lambda f: f()), ANYWHERE).conclusion == "a + a = 2 * a"


def test_what_is_computed_away_is_not_exported() -> None:
    with pytest.raises(InvalidInput, match="nothing is left"):
        theorem("nothing", sp.Integer(2), SymbolicIdentity(lambda: sp.Integer(2), as_printed), ANYWHERE)


def test_what_is_written_evaluates_to_what_is_meant() -> None:
    written = as_written(lambda: a - (a - gamma * (g + 0)))
    assert str(written) != str(gamma * g)
    assert evaluated(written) == gamma * g


def test_what_expands_is_read_simplified() -> None:
    assert as_written(lambda: sp.expand((a + g) ** 2).coeff(a, 1)) == 2 * g  # without evaluation, expanding need not end
    assert sp.expand(a * (a + g)) == a**2 + a * g


def test_a_mean_is_spread_into_means_of_products() -> None:
    written, _ = by_client(as_written(lambda: ClientMean((a - ClientMean(a)) * (g + gamma))), sp.S.Zero)
    outer, inner = means_in(written)
    total = sum(factor * (owned if owned == 1 else WrittenMean(owned)) for factor, owned in mean_as_sum(outer))
    clients = [{"a": 1, "g": 3}, {"a": 5, "g": -3}, {"a": 2, "g": 7}]
    assert at_clients(total, clients) == at_clients(outer, clients) != 0
    assert [str(function.func) for function in owned_by_clients(written)] == ["a", "g"]
    assert mean_as_sum(inner) == ((1, inner.args[0]),)


def test_a_refutation_by_clients_has_their_number() -> None:
    told = refutation("shift", lambda p, gamma, H: 2 * shift(p, gamma, H), CHECK, ANYWHERE, CLIENTS)
    assert "printed 2%nat (fun c => match c with 0%nat => 1 | _ => 1 / 2 end)" in told.script[0]
    with pytest.raises(InvalidInput, match="is no point"):
        refutation("shift", shift, CHECK, ANYWHERE, CLIENTS)


def test_a_refutation_lies_where_mu_and_L_allow_it() -> None:
    check = SymbolicIdentity(lambda: a + b, as_printed)
    under = Domain((gamma * L <= 1, sp.Ge(mu * gamma, 0, evaluate=False)))
    told = refutation("sum", 2 * a + b, check, under, {"a": "1", "b": "0", "gamma": "1", "L": "1", "mu": "1"})
    assert told.conditions[-3:] == ("mu <= L", "mu < a", "a < L")
    assert told.script[0].split("printed (")[1] == "2) (1) (0) (1 / 10) (1 / 2)) as point."


def test_counts_that_are_subtracted_are_at_least_so_large() -> None:
    check = SymbolicIdentity(lambda: (1 + gamma) ** H, as_printed)
    told = theorem("one less", (1 + gamma) ** (H - 1) + gamma * (1 + gamma) ** (H - 1), check, ANYWHERE)
    assert "destruct H as [| H]; [lia |]." in told.script


def test_roots_are_of_what_is_not_negative() -> None:
    check = SymbolicIdentity(lambda: 1 - b, as_printed)
    told = theorem("root", sp.Mul(sp.sqrt(1 - b), sp.sqrt(1 - b), evaluate=False), check, ANYWHERE)
    assert told.conditions == ("0 <= 1 - b",)
    assert told.script[-1] == "powers; field [root_1]; nonzero."


def test_the_unit_of_a_term_is_how_it_grows() -> None:
    check = SymbolicIdentity(lambda: theta**2, lambda term: gamma ** scaling(term)[0] * theta ** scaling(term)[1])
    told = theorem("unit", tau**2 / (L * mu), check, ANYWHERE)
    assert told.conclusion == "(tau * k * s) ^ 2 / ((L * k) * (mu * k)) = s ^ 2 * (tau ^ 2 / (L * mu))"
