"""Certificates, records of searches and witnesses, changed: checks read them, and recheck those that are files of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from proofs_checks.symfed.scaffold.whole_class import two_runs
from symfed import ledger
from symfed.checks import counterexample
from symfed.core.verdict import Tier
from symfed.ledger.judging import judge, settle
from tests.noticed.change import Change, claims, committed, elsewhere
from tests.noticed.files import Alteration, altered, put, told

CERTIFICATE, RUNS, BENT = "certificates/scaffold_contraction", "searches/scaffold_two_runs", "searches/scaffold_nonlinear"
#: A claim that rests on each.
CLAIMS = {CERTIFICATE: "symfed-scaffold-worst-case", RUNS: "symfed-scaffold-two-runs-apart", BENT: "flta-conjecture-nonlinear"}
WITNESS = "aistats-lem9-telescoping"


@cache
def held(name: str) -> Any:
    """What a committed file holds."""
    return json.loads(Path(str(files("proofs_checks"))).joinpath(f"{name}.json").read_text(encoding="utf-8"))


def judged(name: str, *changes: Alteration) -> str:
    """What the judgement says of the claim that rests on a file, after changes of the file; of others the committed tiers count."""
    claim, text, read = claims()[CLAIMS[name]], json.dumps(altered(held(name), *changes)), Path.read_text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "read_text", lambda path, *how, **more: text if path.stem == Path(name).name else read(path, *how, **more))
        rows = settle([judge(claim)], claims(), {other: Tier(row["tier"]) for other, row in committed().items()})
    told = [f"{row.id}: {row.why}" for row in rows if row.tier in (Tier.ERROR, Tier.UNDECIDED)]
    return "\n".join([*(change.describe() for change in ledger.compare(rows, list(committed().values()), partial=True)), *told])


def anew(name: str, *changes: Alteration) -> str:
    """Of a file that was not read before."""
    counterexample._pool.cache_clear()
    two_runs.found.cache_clear()
    return judged(name, *changes)


def said(name: str, *changes: Alteration) -> str:
    claims()[CLAIMS[name]]
    return elsewhere(partial(anew, name, *changes))


def checked(*changes: Alteration) -> str:
    """What `symfed recheck FILE` says of the certificate."""
    with TemporaryDirectory() as where:
        path = Path(where) / "certificate.json"
        path.write_text(json.dumps(altered(held(CERTIFICATE), *changes)), encoding="utf-8")
        return told("recheck", str(path))


def put_back(*changes: Alteration) -> str:
    """What `symfed recheck --witnesses` says of a claim whose committed witness is changed."""
    row = altered(committed()[WITNESS], *changes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("symfed.ledger.load", lambda: [row])
        patch.setattr(import_module("symfed.ledger.replay"), "load", lambda: [row])
        return told("recheck", "--witnesses", WITNESS)


def change(kind: str, reader: str, where: str, reason: str, said: Callable[..., str], *given: Any) -> Change:
    return Change(kind, where, reader, reason, partial(said, *given))


PROOF = "what is lost is a square, up to 2 e y"
CHANGES = [
    change("certificate", "recheck", "a rule", "not proved", checked, put("algorithm", "local_step", "x - gamma*(g - xi)")),
    change("certificate", "recheck", "what it claims", "not proved", checked, put("claims", "largest_gamma_L", "8/5")),
    change("certificate", "recheck", "a multiplier", "not proved", checked, put("proofs", "telescoping", 0, 0, "2*s")),
    change("certificate", "recheck", "a lemma is left out", "exit 2", checked, lambda data: data["proofs"].pop(PROOF)),
    change("certificate", "recheck", "another format", "exit 2", checked, put("format", "symfed contraction theorem 2")),
    change("certificate", "verify", "a multiplier", "the proof does not fit", said, CERTIFICATE, put("proofs", "telescoping", 0, 0, "2*s")),
    change("certificate", "verify", "a proof is empty", "the proof does not fit", said, CERTIFICATE, put("proofs", PROOF, [])),
    change("search", "verify", "a number of found runs", "lemmas was", said, RUNS, put(1, "along", 0, 0, lambda number: number + 1)),
    change("search", "verify", "found runs are left out", "now ERROR", said, RUNS, lambda data: data.pop()),
    change("search", "verify", "a larger mu", "now ERROR", said, RUNS, put(1, "mu", [1, 2])),
    change("search", "verify", "how many were tried", "on 5900 instances", said, BENT, put("instances", 5900)),
    change("search", "verify", "the largest ratio", "the record says 0.8", said, BENT, put("extremes", 0, "ratio", 0.8)),
    change("search", "verify", "the clients of the largest ratio", "the record says", said, BENT, put("extremes", 0, "fraction", 1)),
    change(
        "witness",
        "recheck",
        "a matrix",
        "no check of this claim refutes it with this witness",
        put_back,
        put("witness", "matrices", 0, 0, 0, "1"),
    ),
    change(
        "witness",
        "recheck",
        "a side",
        "no check of this claim refutes it with this witness",
        put_back,
        put("witness", lambda old: {**old, "left": [["7"]]}),
    ),
    change(
        "witness",
        "recheck",
        "a matrix is left out",
        "no check of this claim refutes it with this witness",
        put_back,
        lambda row: row["witness"]["matrices"].pop(),
    ),
]
UNCHANGED = [*(partial(said, name) for name in CLAIMS), checked, put_back]
