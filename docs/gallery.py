"""Pages of the gallery: one for every formula and every algorithm, written from the objects themselves and from the committed ledger."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pictures

import symfed as sf
import symfed.theorems
from symfed.core.errors import SymfedError
from symfed.core.formula import Formula
from symfed.core.source import sources
from symfed.core.verdict import Tier
from symfed.formulas import all_formulas
from symfed.formulas.kinds import ScalarFormula
from symfed.ledger import discover, load
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import all_algorithms
from symfed.mutants import load as load_mutants
from symfed.report import formula_texts
from symfed.report.badges import BADGES, status_label
from symfed.report.formula_verdict import FormulaVerdict, formula_verdict, links
from symfed.report.search import keys, place_keys
from symfed.theorems import Apply, Theorem

CLAIMS = Path(__file__).resolve().parents[1] / "proofs_checks"
#: The problem of the examples: exact, quadratic, two clients that differ in everything, noise.
PROBLEM = """\
problem = sf.QuadraticProblem(
    hessians=[[[1, 0], [0, 2]], [[3, 1], [1, 2]]],
    optima=[[1, 0], [0, 1]],
    noise=[[1, 0], [0, 1]],
)"""


def pages() -> dict[str, str]:
    """Every page of the gallery, and its pictures, by file name."""
    formulas, rules = all_formulas(), all_algorithms()
    found: dict[str, str] = {}
    for name, formula in formulas.items():
        found |= formula_page(name, formula)
    for name, rule in rules.items():
        found |= algorithm_page(name, rule)
    return found | {"index.md": index(formulas, rules), "theorems.md": theorems_page()}


def index(formulas: Mapping[str, Formula], rules: Mapping[str, Algorithm]) -> str:
    """The first page: what there is, a sentence each."""
    printed = "A name that ends in `_printed` is what a source prints, kept to be compared with."
    return "\n".join(
        [
            "# Gallery",
            "",
            "A page for every formula that can be imported and for every algorithm that is built in: statement, letters, domain, what is "
            "left out, a picture, code to copy, and what became of the claims about it. Every page is written from the object itself and "
            f"from the committed ledger. {printed}",
            "",
            "## Formulas",
            "",
            *(f"- [`{name}`](formula-{name}.md): {cell(formula.says)}{fallen(name)}" for name, formula in formulas.items()),
            "",
            "What is no single expression, such as the best choice within a budget, is a [function](../api/symfed.formulas.md).",
            "",
            "## Algorithms",
            "",
            *(f"- [`{name}`](algorithm-{name}.md): `{rule.text['local_step']}`" for name, rule in rules.items()),
            "",
            toctree("Formulas", (f"formula-{name}" for name in formulas)),
            toctree("Algorithms", (f"algorithm-{name}" for name in rules)),
        ]
    )


def toctree(caption: str, names: Iterable[str]) -> str:
    """The pages below this one, for the menu."""
    return "\n".join(["```{toctree}", ":hidden:", f":caption: {caption}", "", *names, "```", ""])


def formula_page(name: str, formula: Formula) -> dict[str, str]:
    """A formula's page and its picture."""
    picture, seen = drawn(f"formula-{name}.svg", lambda: pictures.of_formula(formula))
    words = f" ({cell(formula.domain.words)})" if formula.domain.words else ""
    parts = [
        f"# {name}",
        f"**Verdict**: {cell(verdict_of(name).sentence)}.",
        cell(formula.says),
        displayed(formula.shown()),
        formula.remark(),
        legend(formula.shown_letters()),
        f"- *Domain*: ${formula.domain.latex()}${words}" if formula.domain.latex() else "",
        f"- *Left out*: {formula.remainder}",
        f"- *Source*: {cell(formula.source) or 'none'}",
        seen,
        "## Use",
        example(name, formula),
        *copies(formula),
        "## Verdicts",
        verdicts(claims_about(formula.source, rf"\bimport .*\b{name}\b", also=stated()[name])),
        mutants(name),
    ]
    return {f"formula-{name}.md": joined(parts)} | picture


def algorithm_page(name: str, rule: Algorithm) -> dict[str, str]:
    """An algorithm's page and its picture."""
    picture, seen = drawn(f"algorithm-{name}.svg", lambda: pictures.of_algorithm(rule))
    steps = {"local_step": "x", "control_update": "xi", "server_step": "x_next"}
    lines = [f"{steps[role]:<6} <- {text}    # {role.replace('_', ' ')}" for role, text in rule.text.items()]
    told = {
        "`g` is the client's full gradient: no noise.": rule.exact_gradient,
        "It communicates after every step: H is 1.": rule.one_step,
        f"Constants of its own: {', '.join(f'`{one}`' for one in rule.hyper)}.": bool(rule.hyper),
        "A client keeps a control variate `xi` from one round to the next.": rule.keeps_memory,
        "The server takes the mean of the clients.": "server_step" not in rule.text,
    }
    given = f".bind({', '.join(f'{one}=Fraction(1, 2)' for one in rule.hyper)})" if rule.hyper else ""
    named = f'get_algorithm("{name}"){given}' if given else f'"{name}"'
    imports = ["from symfed.models.algorithms import get_algorithm"] if given else []
    count = "" if rule.one_step else ", H=10"
    code = [
        "from fractions import Fraction", "", "import symfed as sf", *imports, "", f"{PROBLEM}", f"rule = {named}",
        f"law = sf.reference.stationary(rule, problem, Fraction(1, 100){count or ', H=1'})  # exact",
        "print(law.bias)",
        f"run = sf.simulate(rule, problem, 0.01, {count[4:] or 1}, rounds=1000, replicas=8, burn_in=200)",
        "print(run.mean, run.mean_error)",
    ]  # fmt: skip
    where, expanded = settled(name)
    if expanded:
        code.append(f'print(sf.expand("{name}", "bias", order=2).latex())')
    parts = [
        f"# {name}",
        "One step of a client, in every coordinate, and what is done between rounds:",
        "```text\n" + "\n".join(lines) + "\n```",
        " ".join(text for text, so in told.items() if so),
        f"- *Source*: {cell(rule.source) or 'none'}",
        seen,
        "## Where it settles",
        *where,
        "## Use",
        "```python\n" + "\n".join(code) + "\n```",
        "## Verdicts",
        verdicts(claims_about(rule.source)),
        counted(name),
    ]
    return {f"algorithm-{name}.md": joined(parts)} | picture


def theorems_page() -> str:
    """The named theorems, room by room: what each says, where it stands, how many claims apply it."""
    parts = [
        "# Named theorems",
        "Lemmas are put together by these and by arithmetic alone; each application is checked, hypothesis by hypothesis. What each "
        "of them says is believed on the word of the book that is named, or because it is plain.",
    ]
    applied = [{step.theorem.name for step in claim.follows if isinstance(step, Apply)} for claim in discover().values()]
    for found in pkgutil.iter_modules(symfed.theorems.__path__):
        room = importlib.import_module(f"symfed.theorems.{found.name}")
        named = [value for value in vars(room).values() if isinstance(value, Theorem)]
        if named:
            used = {one.name: sum(one.name in names for names in applied) for one in named}
            rows = [f"| `{one.name}` | {cell(one.says)} | {cell(one.citation)} | {used[one.name]} |" for one in named]
            parts += [
                f"## {found.name.capitalize()}",
                "\n".join(["| name | says | where it stands | claims |", "|---|---|---|---|", *rows]),
            ]
    return joined(parts)


def joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def cell(text: str) -> str:
    """Plain words as Markdown reads them: signs that would mean something are written out, but in `code` and in formulas ($x$)."""
    parts = re.split(r"(`[^`]+`|\$[^$]+\$)", text)
    return "".join(part if k % 2 else re.sub(r"([\\*_|<>\[\]$])", r"\\\1", part) for k, part in enumerate(parts))


def displayed(tex: str) -> str:
    """A formula on lines of its own."""
    return f"```{{math}}\n{tex}\n```"


def drawn(file: str, draw: Any) -> tuple[dict[str, str], str]:
    """The picture as a file, and how a page shows it; both empty where there is nothing to draw."""
    try:
        svg, seen = draw()
    except pictures.Nothing:
        return {}, ""
    return {file: svg}, f"```{{figure}} {file}\n:alt: {seen}\n\n{seen}\n```"


def legend(letters: Mapping[str, str]) -> str:
    """What the letters of an expression, in TeX, stand for, a line each."""
    rows = [f"| ${letter}$ | {cell(meaning)} |" for letter, meaning in letters.items()]
    return "\n".join(["| letter | stands for |", "|---|---|", *rows]) if rows else ""


def example(name: str, formula: Formula) -> str:
    """Lines that can be pasted."""
    lines = [f"from symfed.formulas import {name}", ""]
    if isinstance(formula, ScalarFormula):
        values = {"gamma": "0.01", "H": "4", "mu": "1", "L": "10", "decay": "1", "N": "10", "sigma": "1", "Delta_het": "1"}
        lines += [f"{name}({', '.join(f'{symbol.name}={values[symbol.name]}' for symbol in formula.variables)})"]
    else:
        lines = ["import symfed as sf", *lines, PROBLEM, f"{name}(problem, gamma=0.01{', H=10' * (len(formula.variables) > 1)})"]
    lines[-1] = f"print({lines[-1]})"
    return "```python\n" + "\n".join(lines) + "\n```"


@cache
def verdict_of(name: str) -> FormulaVerdict:
    """What the committed ledger says of a formula."""
    return formula_verdict(links(name), {row["id"]: row for row in ledger()})


def fallen(name: str) -> str:
    """The verdict of a formula that does not hold as it is printed, "" of others."""
    verdict = verdict_of(name)
    return f" **Verdict**: {cell(verdict.sentence)}." if verdict.falls else ""


def copies(formula: Any) -> list[str]:
    """The formula as LaTeX and as code with its verdict in a comment, folded away."""
    verdict = verdict_of(formula.name)
    texts = {"LaTeX": ("latex", formula.equation())}
    for title, language in (("Python", "python"), ("C", "c"), ("Julia", "julia")):
        try:
            texts[title] = (language, formula.code(language))
        except SymfedError:
            continue  # a matrix expression has no code of one function
    return [folded(title, f"```{lexer}\n{verdict.as_comment(text.strip(), lexer)}\n```") for title, (lexer, text) in texts.items()]


def folded(title: str, text: str) -> str:
    """A part of a page that is shown when its title is touched."""
    return f"<details><summary>{title}</summary>\n\n{text}\n\n</details>"


def settled(rule: str) -> tuple[list[str], bool]:
    """The first order of where an algorithm settles and how far it spreads; or why there is none, and False."""
    try:
        return [displayed(sf.expand(rule, quantity, order=1, dim=2).shown()) for quantity in ("bias", "second_moment")], True
    except SymfedError as refusal:
        return [f"It is not expanded: {cell(str(refusal))}. Exact laws and simulation are there."], False


@cache
def ledger() -> tuple[dict[str, Any], ...]:
    return tuple(load())


@cache
def claim_files() -> dict[str, set[str]]:
    """The text of every file of claims, and the ids that it names."""
    texts = (path.read_text(encoding="utf-8") for path in CLAIMS.rglob("*.py"))
    known = {row["id"] for row in ledger()}
    return {text: known & set(re.findall(r"\"([a-z0-9-]+)\"", text)) for text in texts}


def words(place: str) -> set[str]:
    """The words of a place that tell it from others."""
    return set(re.findall(r"[a-z0-9]+", place.lower())) - {"slide", "slides", "s", "on", "of", "the"}


def claims_about(source: str, *patterns: str, also: Iterable[str] = ()) -> list[dict[str, Any]]:
    """The claims at the places that a source line names, those that correct them, and those in whose file one of the patterns is found."""
    wanted = set(also)
    for part in source.split("; "):
        cited = [key for key in sources() if key != "symfed" and re.search(rf"\b{key}\b", part)]
        place = part.rsplit(cited[-1], 1)[-1].lstrip(" ,").split(", ")[0] if cited else ""
        numbered, said = place_keys(place), words(place)
        for row in ledger():
            stands = row["page"].get("place", "")
            near = numbered & keys("", stands) if numbered else said and said <= words(stands)
            if row["source"] in cited and near:
                wanted |= {row["id"], row["corrected"] or row["id"]}
    for text, ids in claim_files().items():
        if any(re.search(pattern, text) for pattern in patterns):
            wanted |= ids
    return [row for row in ledger() if row["id"] in wanted]


@cache
def stated() -> dict[str, list[str]]:
    """The claims that state the very expression of a formula, by the formula's name."""
    return {formula["name"]: formula["claims"] for formula in formula_texts.load()}


def claim_link(claim: str) -> str:
    """An id that leads to the claim's own page in the report, which `build.py` puts beside the site."""
    return f'<a class="claim" href="../report/claims/{claim}.html"><code class="literal">{claim}</code></a>'


def verdicts(rows: list[dict[str, Any]]) -> str:
    """A table of claims and what became of them."""
    if not rows:
        return "No claim of a source is about it alone."
    shown = [row for row in rows if not row["restates"]]
    lines = [f"| {claim_link(row['id'])} | {cell(row['page']['says'])} | {status_label(row['verdict'], row['tier'])} |" for row in shown]
    return "\n".join(["| claim | says | verdict |", "|---|---|---|", *lines, "", "A claim's own page has witness, lemmas and conditions."])


def counted(rule: str) -> str:
    """How many claims are decided by running a rule, and how they came out."""
    found = Counter(Tier(row["verdict"]) for row in claims_about("", rf"\"{rule}\"") if not row["restates"])
    told = ", ".join(f"{BADGES[tier].symbol} {count} {BADGES[tier].word}" for tier, count in sorted(found.items()))
    return f"Claims in whose files the rule is run: {told}." if told else ""


@cache
def _shown() -> Mapping[str, Any]:
    return load_mutants()


def mutants(name: str) -> str:
    """What became of wrong variants of the formula."""
    found = _shown()["subjects"].get(name)
    if not found:
        return ""
    noticed = "every one was noticed" if found["killed"] == found["variants"] else f"{found['killed']} were noticed"
    return f"{found['variants']} wrong variants were made of it, one change each: {noticed} by {', '.join(found['checks'])}."
