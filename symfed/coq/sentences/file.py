"""A proof of the kernel as one file for Coq: its page, its definitions, a lemma for each rule, and the theorem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from symfed.coq.sentences import sums
from symfed.coq.sentences.equations import Equations
from symfed.coq.sentences.recorded import DEFINING, RuleApplied
from symfed.coq.sentences.spelling import binders_of, element, sort_text, spelt_whole, variable
from symfed.kernel.facts import Fact
from symfed.kernel.page import SENTENCES, SYMBOLS, sentences
from symfed.kernel.symbols import IMPLIES, known, quantified, sides
from symfed.kernel.terms import KernelRefusal, Sort, Term, free, lam, normal, variables

#: Files by hand that a file rests on: the embedding, and the sentences of the page that are proved in it.
PRELUDE: Final = ("Sentences", "Page")


def prelude_path(name: str) -> Path:
    """Where a file of the prelude lies."""
    return Path(__file__).with_name(f"{name}.v")


def sentence_name(name: str) -> str:
    """A sentence of the page as an identifier."""
    return "s_" + re.sub(r"\W+", "_", name)


@cache
def proved() -> frozenset[str]:
    """The sentences, as identifiers, that Page.v proves."""
    text = prelude_path(PRELUDE[-1]).read_text(encoding="utf-8")
    return frozenset(f"s_{name}" for name in re.findall(r"^Lemma proved_(\w+)", text, re.MULTILINE))


def sentence_line(name: str) -> str:
    """A sentence of the page with its citation, as the kernel has it: an axiom, or a lemma where it is proved."""
    cited, own, said = re.sub(r'[*()"]', " ", f"{name}: {SENTENCES[name][1]}"), sentence_name(name), spelt_whole(sentences()[name])
    if own in proved():
        return f"(* {cited} *)\nLemma {own} : {said}.\nProof. exact proved_{own[2:]}. Qed."
    return f"(* {cited} *)\nAxiom {own} : {said}."


class SentenceFile:
    """The lines of one file, from the rules that led to a fact."""

    def __init__(self, last: Fact, applied: Sequence[RuleApplied]) -> None:
        self.last, self.applied = last, applied
        self.equations = Equations()
        self.makers = {id(fact): (one, place) for one in applied for place, fact in enumerate(one.made)}
        self.names: dict[int, str] = {}
        self.hypotheses: dict[Term, str] = {}
        self.defined = {one.said[0] for one in applied if one.rule in DEFINING}
        self.body: list[str] = []

    def text(self) -> str:
        """The whole file."""
        for one in self.applied:
            for place, fact in enumerate(one.made):
                if one.rule not in ("assume", "sentence"):
                    self._write_lemma(one, place, fact)
        used = {s.said[0] for s in self.applied if s.rule == "sentence"}
        spoken = {leaf for one in self.applied for fact in one.made for t in (fact.prop, *fact.hypotheses) for leaf in t.leaves}
        spoken |= {leaf for one in self.applied for term in one.each(Term) for leaf in term.leaves}
        spoken |= {leaf for name in used for leaf in sentences()[name].leaves}
        new = sorted(leaf.one for leaf in spoken if leaf.kind == "const" and not known(leaf) and leaf.one not in self.defined)
        sorts = {leaf.one: leaf.sort for leaf in spoken if leaf.kind == "const"}
        head = [f"From Symfed Require Import {PRELUDE[-1]}.", "", "(* symbols of the page, and letters of the claim *)"]
        head += [f"Parameter c_{name} : {sort_text(sorts[name])}." for name in sorted(new, key=lambda name: name not in SYMBOLS)]
        head += ["", "(* sentences of the page *)"]
        head += map(sentence_line, sorted(used))
        return "\n".join([*head, "", "(* the proof *)", *self.body, "", *self._theorem()]) + "\n"

    def _theorem(self) -> Iterator[str]:
        yield statement(self.last)
        for place, prop in enumerate(_premises(self.last)):
            self.hypotheses[prop] = f"h{place}"
        yield f"Proof. exact {self._shown(self.last)}. Qed."
        yield "Print Assumptions the_claim."

    # facts where they are used

    def _hypothesis(self, prop: Term) -> str:
        return self.hypotheses.setdefault(prop, f"h{len(self.hypotheses)}")

    def _shown(self, fact: Fact) -> str:
        one, _ = self.makers[id(fact)]
        if one.rule == "assume":
            return self._hypothesis(fact.prop)
        if one.rule == "sentence":
            return sentence_name(one.said[0])
        arguments = [variable(v) for v in _free_variables(fact)] + [self._hypothesis(p) for p in _premises(fact)]
        name = self.names[id(fact)]
        return f"({name} {' '.join(arguments)})" if arguments else name

    def _write_lemma(self, one: RuleApplied, place: int, fact: Fact) -> None:
        proof = getattr(self, f"_{one.rule}")(one, place)
        self.body += self.equations.lines
        self.equations.lines.clear()
        name = self.names[id(fact)] = f"f{len(self.names)}"
        own = set(_free_variables(fact))
        used = {v for term in one.each(Term) for v in variables(term)} | {v for f in one.each(Fact) for v in _free_variables(f)}
        spare = sorted(used - own, key=variable)
        filled = "".join(f"pose ({variable(v)} := {element(v.sort)} : {sort_text(v.sort)}). " for v in spare)
        self.body.append(f"{_sequent(f'Lemma {name}', fact, map(self._hypothesis, _premises(fact)))}\nProof. {filled}{proof} Qed.")

    # rules

    def _at(self, one: RuleApplied, _: int) -> str:
        fact, *terms = one.said
        return f"exact ({self._shown(fact)} {' '.join(spelt_whole(normal(t)) for t in terms)})."

    def _by(self, one: RuleApplied, _: int) -> str:
        return f"exact ({' '.join(self._shown(fact) for fact in one.said)})."

    def _general(self, one: RuleApplied, _: int) -> str:
        fact, *names = one.said
        return f"exact (fun {binders_of(names)} => {self._shown(fact)})." if names else f"exact {self._shown(fact)}."

    def _discharge(self, one: RuleApplied, _: int) -> str:
        fact, *props = one.said
        binders = " ".join(f"({self._hypothesis(normal(p))} : {spelt_whole(normal(p))})" for p in props)
        return f"exact (fun {binders} => {self._shown(fact)})."

    def _reflexive(self, one: RuleApplied, _: int) -> str:
        return "reflexivity."

    def _rewrite(self, one: RuleApplied, _: int) -> str:
        fact, equation, where = one.said
        prop, names, proof = equation.prop, list[Term](), self._shown(equation)
        while (function := quantified(prop)) is not None and function.kind == "lam":
            names.append(free(f"%x{len(names)}", function.one))
            prop = normal(function(names[-1]))
        for name in names:
            proof = f"({proof} {variable(name)})"
        for name in reversed(names):
            proof = f"(functional_extensionality _ _ (fun {binders_of([name])} => {proof}))"
        return f"exact (eq_ind _ {spelt_whole(normal(where))} {self._shown(fact)} _ {proof})."

    def _arithmetic(self, one: RuleApplied, _: int) -> str:
        goal, parts = one.said
        return sums.script(self.equations, normal(goal), parts, self._shown)

    def _induction(self, one: RuleApplied, _: int) -> str:
        statement_, start, step = one.said
        return f"exact (nat_ind {spelt_whole(normal(statement_))} {self._shown(start)} {self._shown(step)})."

    def _define(self, one: RuleApplied, _: int) -> str:
        name, parameters, value = one.said
        sort = sort_text(value.sort)
        self.body.append(f"Definition c_{name} {binders_of(parameters)} : {sort} := {spelt_whole(normal(value))}.")
        return "intros; reflexivity."

    def _recursion(self, one: RuleApplied, place: int) -> str:
        name, parameters, start, step = one.said
        if place == 0:
            sort = sort_text(start.sort)
            value = f"nat_rect (fun _ => {sort}) {spelt_whole(normal(start))} {spelt_whole(normal(step))} n"
            self.body.append(f"Definition c_{name} {binders_of(parameters)} (n : nat) : {sort} := {value}.")
        return "intros; reflexivity."

    def _choose(self, one: RuleApplied, _: int) -> str:
        name, exists = one.said
        prop, parameters, every = exists.prop, list[Term](), list[str]()
        proof = self._shown(exists)
        binders = []
        while True:
            if (function := quantified(prop)) is not None and function.kind == "lam":
                parameters.append(free(f"%{len(parameters)}", function.one))
                prop = normal(function(parameters[-1]))
                binders.append(binders_of(parameters[-1:]))
                every.append(variable(parameters[-1]))
            elif (parts := sides(prop, IMPLIES)) is not None:
                binders.append(f"(q{len(every)} : {spelt_whole(parts[0])})")
                every.append(f"q{len(every)}")
                prop = parts[1]
            else:
                break
        function = quantified(prop, "some")
        if function is None or function.sort.source is None:
            raise KernelRefusal(f"nothing is shown to exist: {prop}")
        sort: Sort = function.sort.source
        inhabited = f"(inhabits ({element(sort)} : {sort_text(sort)}))"
        self.body.append(
            f"Definition c_{name} {binders_of(parameters)} : {sort_text(sort)} := epsilon {inhabited} {spelt_whole(_as_lambda(function))}."
        )
        shown = f"(epsilon_spec {inhabited} _ ({' '.join([proof, *every])}))"
        return f"exact (fun {' '.join(binders)} => {shown})." if binders else f"exact {shown}."


def _as_lambda(function: Term) -> Term:
    return function if function.kind == "lam" or function.sort.source is None else lam(function.sort.source, function)


def _free_variables(fact: Fact) -> list[Term]:
    return sorted(variables(fact.prop).union(*map(variables, fact.hypotheses)), key=variable)


def _premises(fact: Fact) -> list[Term]:
    return sorted(fact.hypotheses, key=str)


def statement(fact: Fact) -> str:
    """A fact as the statement of a theorem: its free variables, its hypotheses as premises, and its conclusion."""
    return _sequent("Theorem the_claim", fact, (f"h{k}" for k, _ in enumerate(fact.hypotheses)))


def _sequent(head: str, fact: Fact, names: Iterable[str]) -> str:
    """A fact after a command of Coq, with names for its hypotheses."""
    premises = (f"({name} : {spelt_whole(prop)})" for name, prop in zip(names, _premises(fact), strict=True))
    binders = " ".join(filter(None, (binders_of(_free_variables(fact)), *premises)))
    return f"{head} {binders} : {spelt_whole(fact.prop)}."


def file_of(last: Fact, applied: Sequence[RuleApplied]) -> str:
    """The text of the file. Raises KernelRefusal for what cannot be written in Coq."""
    return SentenceFile(last, applied).text()
