"""The texts of formulas that the report shows are those that symfed derives today."""

from __future__ import annotations

from symfed.formulas import all_formulas
from symfed.ledger import load
from symfed.report import formula_texts


def test_the_kept_texts_are_those_that_would_be_derived_now() -> None:
    assert formula_texts.path().read_text(encoding="utf-8") == formula_texts.text(), "python -m symfed.report.formula_texts"


def test_every_formula_is_there_and_its_claims_are_in_the_ledger() -> None:
    kept = {formula["name"]: formula for formula in formula_texts.load()}
    assert kept.keys() == all_formulas().keys()
    ids = {row["id"] for row in load()}
    for name, formula in kept.items():
        assert set(formula["claims"]) <= ids
        assert set(formula["texts"]) == {"LaTeX", "Python", "C", "Julia"}
        assert f"def {name}(" in formula["texts"]["Python"]
    assert "aistats-thm4-bias" in kept["fedavg_bias"]["claims"]
    assert "aistats-thm4-bias" not in kept["fedavg_bias_heterogeneity"]["claims"]
    assert "symfed-scaffold-worst-case" in kept["scaffold_contraction"]["claims"]
