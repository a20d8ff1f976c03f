"""The committed proof of the exact worst case is accepted; every part of it, changed, is not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from symfed.certificates import ContractionTheorem, Malformed
from symfed.certificates.__main__ import NOT_PROVED, PROVED, UNREADABLE, main
from symfed.certificates.contraction.theorem import LEMMAS
from symfed.models.algorithms import get_algorithm
from tests.pieces import pieces

FILE = Path(__file__).resolve().parents[3] / "proofs_checks" / "certificates" / "scaffold_contraction.json"
TEXT = FILE.read_text(encoding="utf-8")


def changed(path: str, value: Any) -> ContractionTheorem:
    """The certificate with one entry replaced or, by None, left out; the path is written a|b|0."""
    data = json.loads(TEXT)
    *way, last = [int(key) if key.isdigit() else key for key in path.split("|")]
    place = data
    for key in way:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return ContractionTheorem.from_json(json.dumps(data))


def test_the_committed_proof_is_accepted_in_time() -> None:
    found = ContractionTheorem.from_json(TEXT)
    assert pieces(lambda: found.check().proved) < 10  # it takes one
    assert found.check().proved
    assert ContractionTheorem.from_json(found.to_json()) == found


def test_it_is_about_the_rule_that_is_run() -> None:
    rules, text = json.loads(TEXT)["algorithm"], get_algorithm("scaffold").text
    assert {role: rules[role] for role in text} == dict(text)
    assert rules["server_step"] == "x_mean"  # what an algorithm does that states none


SQUARE = "what is lost is a square, up to 2 e y"
# what must no longer be proved, and words of the reason
TAMPERED = {
    "sign of the gradient": ("algorithm|local_step", "x + gamma*(g + xi)", "gradient step corrected by xi"),
    "sign of the control": ("algorithm|local_step", "x - gamma*(g - xi)", "where the origin is"),
    "the control twice": ("algorithm|local_step", "x - gamma*(g + 2*xi)", "where the origin is"),
    "a pull to the start": ("algorithm|local_step", "x - gamma*(g + xi + x - x_start)", "gradient step corrected by xi"),
    "a step without H": ("algorithm|local_step", "x - gamma*(g + xi)/H", "gradient step corrected by xi"),
    "sign of the update": ("algorithm|control_update", "xi - (x_end - x_next)/(gamma*H)", "does not add"),
    "update without H": ("algorithm|control_update", "xi + (x_end - x_next)/gamma", "does not add"),
    "update from the start": ("algorithm|control_update", "xi + (x_end - x_start)/(gamma*H)", "does not add"),
    "control halved": ("algorithm|control_update", "xi/2 + (x_end - x_next)/(gamma*H)", "where the origin is"),
    "update divides by zero": ("algorithm|control_update", "xi + (x_end - x_next)/(H - H)", "cannot be run"),
    "a lazy server": ("algorithm|server_step", "(x_mean + x_start)/2", "not the mean"),
    "another q": ("claims|q", "P*P", "q is not"),
    "another r": ("claims|r", "1 - (1 - P)/(gamma*a)", "r is not"),
    "r divides by zero": ("claims|r", "1 - (1 - P)/(a - a)", "cannot be evaluated"),
    "longer steps": ("claims|largest_gamma_L", "8/5", "a pair is not negative"),
    "steps up to two": ("claims|largest_gamma_L", "2", "the proof leaves"),
    "shorter steps, which are not the end": ("claims|largest_gamma_L", "7/5", "the proof leaves"),
    "a square left out": (f"proofs|{SQUARE}|0", None, SQUARE),
    "another square": (f"proofs|{SQUARE}|0", ["1", "p", "square alpha*e + beta*y"], SQUARE),
    "an equation left out": (f"proofs|{SQUARE}|3", None, SQUARE),
    "a negative multiplier": (f"proofs|{SQUARE}|0|0", "-1", "is negative"),
    "a factor that is not given": ("proofs|q falls|0|1", "-P", "is not among what is given"),
    "a factor of another lemma": ("proofs|the right half-plane|0|1", "rho - q", "is not among what is given"),
    "half of a lemma": ("proofs|1/p is not negative|0|0", "1/4", "1/p is not negative"),
    "an inequality in an identity": ("proofs|telescoping", [["1", "square s"]], "does not vanish"),
    "another identity": ("proofs|telescoping|0|0", "-s", "telescoping"),
    "no proof": ("proofs|s >= 0: r grows", [], "s >= 0: r grows"),
    "a proof of something else": ("proofs|s < 0: r grows after two", [["1", "v"]], "after two"),
    "a doubled term": ("proofs|so does the next|0|0", "2", "so does the next"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_noticed(name: str) -> None:
    path, value, reason = TAMPERED[name]
    verdict = changed(path, value).check()
    assert not verdict.proved
    assert reason in verdict.reason


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda lemma: lemma.name)
def test_no_term_of_a_proof_is_idle(lemma: Any) -> None:
    terms = json.loads(TEXT)["proofs"][lemma.name]
    for k in range(len(terms)):
        assert not changed(f"proofs|{lemma.name}|{k}", None).check().proved


MALFORMED = {
    "a float": ("claims|largest_gamma_L", 1.5),
    "NaN": ("claims|largest_gamma_L", "nan"),
    "a bound below one": ("claims|largest_gamma_L", "1"),
    "a claim left out": ("claims|r", None),
    "a claim that is unknown": ("claims|rho", "q"),
    "claims as a list": ("claims", ["P"]),
    "a lemma left out": ("proofs|q falls", None),
    "a lemma that is unknown": ("proofs|q rises", []),
    "a proof as text": ("proofs|q falls", "obvious"),
    "a polynomial that may be negative as multiplier": ("proofs|q falls|0", ["1 - s", "P"]),
    "an empty term": ("proofs|q falls|0", []),
    "a number as multiplier": ("proofs|q falls|0|0", 1),
    "a name that is unknown": ("claims|r", "1 - z"),
    "a name in a square": (f"proofs|{SQUARE}|0|2", "square z"),
    "a quotient in a square": (f"proofs|{SQUARE}|0|2", "square 1/(e - e)"),
    "a rule left out": ("algorithm|server_step", None),
    "an import": ("algorithm|local_step", "__import__('os')"),
    "a name that no rule has": ("algorithm|local_step", "x - gamma*(g + eta)"),
    "a missing part": ("claims", None),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(Malformed):
        changed(*MALFORMED[name]).check()


def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    false, broken, other = (tmp_path / name for name in ("false.json", "broken.json", "other.json"))
    false.write_text(changed("claims|largest_gamma_L", "2").to_json())
    broken.write_text(TEXT[:-9])
    other.write_text('{"format": "symfed contraction theorem 2"}')
    assert main([str(FILE)]) == PROVED
    assert "rho = max(q(mu), r(L)) for gamma L <= 3/2" in capsys.readouterr().out
    assert main([str(FILE), str(false)]) == NOT_PROVED
    assert main([str(broken)]) == UNREADABLE
    assert main([str(other)]) == UNREADABLE
    assert "must be one of" in capsys.readouterr().out


def test_it_stands_alone() -> None:
    heavy = "sympy numpy mpmath scipy numba hypothesis symfed.models symfed.core symfed.derive"
    code = f"""
import sys
from symfed.certificates.__main__ import main
assert main([{str(FILE)!r}]) == 0
print([name for name in {heavy!r}.split() if name in sys.modules])
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.splitlines()[-1] == "[]", result.stdout + result.stderr
