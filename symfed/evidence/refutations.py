"""Refutations as data for `symfed.recheck`: an exact instance, a rational point, a change of units, or the steps of a proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.checks import CounterexampleCheck, CounterexampleSearch, GrowthCheck, SignCheck, SymbolicIdentity
from symfed.checks.every_dimension import IdentityInEveryDimension
from symfed.checks.homogeneity import HomogeneityCheck, ScaleAlike
from symfed.checks.spelt import spelling, spelt_out
from symfed.coq.instances.law import KeptLaw, inline_text
from symfed.coq.instances.numbers import Number, Record, facts, spelt
from symfed.coq.instances.refutation import compare_sides
from symfed.coq.instances.sampled import SampledLaw
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import PER_CLIENT, TABLE, N
from symfed.evidence.growth import growth_part, steps_part
from symfed.evidence.tensors import tensor_refutation
from symfed.evidence.text import relation_text, sign_of, text
from symfed.models.algorithm import ARGUMENTS, Algorithm
from symfed.recheck import Part


def refutation(statement: Any, check: Check, under: Domain, witness: Mapping[str, Any]) -> Part:
    """The part that shows a statement to be false on its witness. Raises InvalidInput where that cannot be said in numbers."""
    if isinstance(check, CounterexampleSearch):
        return _instance_part(statement, check, under, witness)
    if isinstance(check, SymbolicIdentity | SignCheck):
        return _point_part(statement, check, under, witness)
    if isinstance(check, GrowthCheck | CounterexampleCheck):
        return growth_part(statement, check, witness) if isinstance(check, GrowthCheck) else steps_part(check, witness)
    if isinstance(check, IdentityInEveryDimension):
        return tensor_refutation(statement, check, witness)
    if isinstance(check, HomogeneityCheck) and not isinstance(statement, ScaleAlike):
        return _units_part(statement)
    raise InvalidInput("check", check.method, "is not replayed")


def _instance_part(statement: Any, check: CounterexampleSearch, under: Domain, witness: Mapping[str, Any]) -> Part:
    found = compare_sides("witness", statement, check, under, witness)
    stated = [*found.inside, *facts(found.record), *found.claims]
    terms = spelt([side for left, _, right in stated for side in (left, right)])
    said = [_relation_text(terms.terms[2 * k], sign, terms.terms[2 * k + 1]) for k, (_, sign, _) in enumerate(stated)]
    inside, between = len(found.inside), len(stated) - len(found.claims)
    return {
        "kind": "instance",
        "given": {number.text: str(number.value) for number in found.record.given.values()},
        "laws": [_law_part(law) for law in found.record.laws],
        "lets": [list(pair) for pair in terms.lets],
        "inside": said[:inside],
        "compared": list(dict.fromkeys(said[inside:between])),
        "claimed": said[between:],
        **({"undefined": True} if found.undefined else {}),
    }


def _relation_text(left: str, sign: str, right: str) -> str:
    return f"{left} {'!=' if sign == '<>' else sign} {right}"


def _law_part(law: KeptLaw | SampledLaw) -> Part:
    p, keeps = law.problem, law.rule.keeps_memory
    common: Part = {"rule": _rule_texts(law.rule), "name": law.rule.name, "gamma": inline_text(law.gamma), "H": int(law.H)}
    if isinstance(law, SampledLaw):
        size = p.num_clients + 2
        samples = [
            [[inline_text(w), inline_text(A.flat[0]), inline_text(b.flat[0])] for w, A, b in zip(*own, strict=True)]
            for own in zip(p.weights, p.matrices, p.vectors, strict=True)
        ]
        return {"kind": "sampled", **common, "keeps": keeps, "clients": samples, "moments": law.table(size)}
    noise = 0 * p.noise if law.rule.exact_gradient else p.noise
    clients = [
        {"hessian": _texts(A), "optimum": _texts(own), "noise": _texts(C)}
        for A, own, C in zip(p.hessian_matrices, p.optima, noise, strict=True)
    ]
    held, *others = [0] if law.mean_control is None else list(np.asarray(law.mean_control).flat)
    if any(other != held for other in others):
        raise InvalidInput("instance", law.rule.name, "has control variates whose mean has different entries")
    return {
        "kind": "quadratic", **common, "clients": clients, "mean": [one.text for one in law.mean],
        "controls": [[one.text for one in own] for own in law.controls],
        "control_mean": inline_text(held), "moments": [[one.text for one in row] for row in law.moments] if law.asked_for_moments else [],
    }  # fmt: skip


def _texts(array: Any) -> Any:
    return [_texts(one) for one in array] if isinstance(array, np.ndarray) else inline_text(array)


def _rule_texts(rule: Algorithm) -> dict[str, str]:
    """The rule's own lines, run on names."""
    record = Record()

    def ran(role: str, call: Any) -> str:
        letters = {argument: Number(record, flint.fmpq(1), argument) for argument in ARGUMENTS[role]}
        return spelt([call(**letters)]).terms[0]

    return {"local_step": ran("local_step", rule.step)} | (
        {"control_update": ran("control_update", rule.control)} if rule.keeps_memory else {}
    )


def _point_part(statement: Any, check: SymbolicIdentity | SignCheck, under: Domain, witness: Mapping[str, Any]) -> Part:
    if isinstance(check, SignCheck):
        left, right = map(spelt_out, statement)
    else:
        left, right = as_expression(check.reading(spelling(statement))), spelt_out(check.truth())
    clients = [dict(one) for one in witness.get("clients", [])]
    letters = _sorted_symbols(left, right, *under.symbols)
    shared = {s: str(witness.get(s.name, 1)) for s in letters if s not in PER_CLIENT or not clients}
    if clients:
        shared[N] = str(len(clients))
        owned = [s for s in letters if s in PER_CLIENT]
        clients = [{s.name: str(own.get(s.name, 0)) for s in owned} for own in clients]
    if any(not _is_number(value) for value in shared.values()):
        raise InvalidInput("witness", dict(witness), "is no rational point")
    signs = [said for s in letters if (said := sign_of(s))]
    return {
        "kind": "point",
        "given": {s.name: value for s, value in shared.items()},
        "clients": clients,
        "inside": [*signs, *map(relation_text, under.relations)],
        "left": text(left),
        "sign": "=" if isinstance(check, SymbolicIdentity) else "<=",
        "right": text(right),
    }


def _is_number(value: str) -> bool:
    return value.replace("/", "", 1).removeprefix("-").isdecimal()


def _units_part(statement: Any) -> Part:
    left, right = map(spelt_out, statement)
    letters = _sorted_symbols(left, right)
    unknown = [s.name for s in letters if s.name not in TABLE]
    if unknown:
        raise InvalidInput("statement", unknown[0], "has a letter without a unit")
    return {"kind": "units", "weights": {s.name: TABLE[s.name].weight for s in letters}, "left": text(left), "right": text(right)}


def _sorted_symbols(*sides: sp.Expr) -> list[sp.Symbol]:
    return sorted(set().union(*(side.atoms(sp.Symbol) for side in sides)), key=lambda s: str(s.name))
