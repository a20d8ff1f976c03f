"""Systematic wrong variants of every formula and transcription, shown to every check that judges it: the checks on trial."""

from symfed.mutants.clean import clean_runs
from symfed.mutants.matrix import Result, judge_all, subjects
from symfed.mutants.table import load, save, sound, summary, tabulate

__all__ = ["Result", "clean_runs", "judge_all", "load", "save", "sound", "subjects", "summary", "tabulate"]
