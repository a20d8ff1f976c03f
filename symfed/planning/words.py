"""A plan as text: sentences, a page for a terminal, a table for a notebook."""

from __future__ import annotations

import html as markup
import math
import textwrap
from typing import TYPE_CHECKING

from symfed.planning.choose import MEASURES
from symfed.planning.methods import METHODS
from symfed.planning.reading import Prediction

if TYPE_CHECKING:
    from symfed.planning.plan import ClientsPlan

#: A sentence with the effects that predictions do not model.
NOT_MODELLED = (
    "Not modelled: clients that take part in some rounds only, samples drawn without replacement (epochs), momentum, step sizes "
    "that change, compression."
)
_HARDLY = 0.9  # of the distance at the start
_ROUNDING = 1e-8  # of the clients' gradients: the remaining mean gradient at the computed optimum
ROUNDING = 1e-12  # smaller errors count as zero
WORTH = 0.9  # of the rounds or of the error: a smaller gain does not justify higher demands on the clients


def number(value: float) -> str:
    """A number as text, with three digits; whole numbers in full."""
    if 1 <= abs(value) < 1e6 and value == round(value):
        return f"{value:.0f}"
    return f"{value:.3g}"


def count(value: float) -> str:
    """A number of rounds or of gradients, as text."""
    return "∞" if math.isinf(value) else number(value)


def interval(plan: ClientsPlan, one: Prediction) -> str:
    """A prediction in the plan's measure, with its interval."""
    middle, low, high = one.measured(plan.goal.measure, plan.study.setting.scale)
    return f"{number(middle)} ({number(low)} to {number(high)})"


def setting_text(one: Prediction) -> str:
    """The setting of a prediction: gamma, H, rounds and estimate."""
    if math.isinf(one.rounds):
        return f"gamma = {number(one.gamma)}, H = {one.H}, for as long as it takes"
    estimate = "the last iterate" if one.last == 1 else f"the mean of the last {one.last:.0f} iterates"
    return f"gamma = {number(one.gamma)}, H = {one.H}, {one.rounds:.0f} rounds, {estimate}"


def plan_sentences(plan: ClientsPlan) -> list[str]:
    """The recommendation, a comment on control variates, and the most different client."""
    method, best = plan.method, plan.recommended
    said = [f"Run {method.words}: {setting_text(best)} ({count(best.gradients)} gradients per client)."]
    size = f", where |theta*| = {number(plan.study.setting.scale)}" if plan.goal.measure == "distance" else ""
    said.append(f"Predicted {MEASURES[plan.goal.measure]}: {interval(plan, best)}{size}.")
    if not plan.reached:
        wanted = number(plan.goal.accuracy or 0)
        said.append(f"No candidate is sure to reach {wanted}: of those that come nearest, this asks least of the clients.")
    said += worth_of_controls(plan)
    about = plan.summary
    if math.sqrt(about.gradient_heterogeneity) > _ROUNDING * (about.L * plan.study.setting.scale + math.sqrt(about.noise)):
        share = f"{100 * about.most_different_share:.0f} %"
        said.append(f"Client {about.most_different} differs most: it makes {share} of the clients' squared gradients at the optimum.")
    if plan.check is not None:
        said.append(f"{str(plan.check).capitalize()}.")
    return said


def worth_of_controls(plan: ClientsPlan) -> list[str]:
    """A sentence on whether control variates are worth it, against the recommended method or, if that has them, the plain one."""
    corrected = next((one for name, one in plan.best.items() if METHODS[name].corrected), None)
    plain = next((one for name, one in plan.best.items() if not METHODS[name].corrected and len(METHODS[name].multiples) == 1), None)
    plain = plain if plan.method.corrected else plan.recommended
    if corrected is None or plain is None:
        return []
    words, other = METHODS[corrected.method].words, METHODS[plain.method].words.split(",")[0]
    goal, scale = plan.goal, plan.study.setting.scale
    ends = [one.measured(goal.measure, scale)[2] for one in (corrected, plain)]
    if goal.accuracy is not None and max(ends) <= goal.accuracy:
        gain = corrected.rounds / plain.rounds
        figures = f"{corrected.rounds:.0f} rounds against {plain.rounds:.0f} with {other}"
    elif goal.accuracy is not None and ends[0] <= goal.accuracy:
        gain, figures = 0.0, f"{corrected.rounds:.0f} rounds, and {other} does not surely get there"
    else:
        gain, figures = (
            (ends[0] + ROUNDING) / (ends[1] + ROUNDING),
            f"{interval(plan, corrected)} against {interval(plan, plain)} with {other}",
        )
    answer = "yes" if gain < WORTH else "no"
    return [f"Is {words} worth it? {answer.capitalize()}: {figures}. It asks that {METHODS[corrected.method].demands}."]


def plan_notes(plan: ClientsPlan) -> list[str]:
    """The caveats of a plan."""
    about, said = plan.summary, []
    if plan.goal.measure == "relative" and plan.goal.accuracy is not None:
        said.append(f"Asked for: an error of {plan.goal.accuracy:g} of |theta*| = {number(plan.study.setting.scale)}.")
    worst = about.L_sample
    if worst is not None and plan.recommended.gamma * max(plan.method.multiples) * worst > 1:
        said.append(
            f"The step size is above 1/L = {number(1 / worst)} of the worst sample, at any point; along the data at the optimum a local "
            f"step contracts in mean square up to {number(about.step_limit)}, and the plan stays below half of that."
        )
    clients = plan.federation.clients
    if clients is not None:
        said.append(f"Loss: {clients.loss}, l2 = {number(clients.l2)}, batches of {clients.batch}, client weights {clients.weights}.")
    if plan.recommended.error > _HARDLY * about.start_distance:
        said.append(
            f"Runs hardly leave their start, at distance {number(about.start_distance)} of the optimum: the budget is too small, or "
            "columns are on different scales. Standardise them, with means and deviations that all clients share."
        )
    longest = max(one.H for one in plan.grid)
    if plan.goal.gradients is None and plan.recommended.H == longest > 1:
        said.append(f"H = {longest} is the largest that was tried: gradients cost nothing here; give a budget of them, or local_steps.")
    if plan.recommended.exact:
        said.append(
            "Least squares: mean and second moment of the recommended runs are those of their recursion, without error but for rounding."
        )
    else:
        said.append("Errors in brackets are the size of the last correction that was made, carried in full; they are no proven bounds.")
    if plan.proven is not None:
        said.append(str(plan.proven))
    return [*said, NOT_MODELLED]


def plan_page(plan: ClientsPlan) -> str:
    """The whole plan for a terminal."""
    about = plan.summary
    sizes = f"{about.num_clients} clients, " + (f"{about.num_samples} samples, " if about.num_samples else "")
    worst = "" if about.L_sample is None else f", worst sample {number(about.L_sample)}"
    spread = math.sqrt(about.gradient_heterogeneity)
    lines = [
        f"{sizes}{len(about.optimum)} parameters; |theta*| = {number(plan.study.setting.scale)}",
        f"curvature: mu = {number(about.mu)}, L = {number(about.L)} (mean Hessian); largest client {number(about.L_client)}{worst}",
        f"heterogeneity: gradients {number(spread)} (root mean square), {number(about.largest_gradient)} at most; "
        f"Hessians {number(math.sqrt(about.hessian_heterogeneity))} (relative)",
        f"noise of a local step: {number(about.noise)} (trace of its covariance)",
        "",
    ]
    head = ("", "method", "gamma", "H", "rounds", "estimate", "gradients", "error", "at least", "at most", "bias", "start", "spread")
    rows: list[tuple[str, ...]] = [head]
    for name, one in plan.best.items():
        middle, low, high = one.measured(plan.goal.measure, plan.study.setting.scale)
        estimate = "last" if one.last == 1 else f"mean of {one.last:.0f}"
        numbers = (middle, low, high, one.bias, one.left, one.spread)
        budget = (count(one.rounds), estimate, count(one.gradients))
        rows.append(("*" if one is plan.recommended else "", name, number(one.gamma), str(one.H), *budget, *map(number, numbers)))
    widths = [max(len(row[k]) for row in rows) for k in range(len(head))]
    lines += [
        "  ".join(cell.ljust(w) if k < 2 else cell.rjust(w) for k, (cell, w) in enumerate(zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]
    legend = f"error: {MEASURES[plan.goal.measure]}; as distances, bias: of where runs settle, start: what is left of it, spread: of runs."
    said = [legend, "", *plan_sentences(plan), "", *(f"- {note}" for note in plan.notes)]
    wrapped = [textwrap.fill(one, 120, subsequent_indent="  " if one.startswith("- ") else "") for one in said]
    return "\n".join([*lines, "", *wrapped])


def plan_html(plan: ClientsPlan) -> str:
    """The recommendation and a small table, for a notebook."""
    body = "".join(
        f"<tr><td>{'<b>' if one is plan.recommended else ''}{markup.escape(METHODS[name].words)}</td><td>{number(one.gamma)}</td>"
        f"<td>{one.H}</td><td>{count(one.rounds)}</td><td>{markup.escape(interval(plan, one))}</td></tr>"
        for name, one in plan.best.items()
    )
    head = "".join(f"<th>{name}</th>" for name in ("method", "γ", "H", "rounds", "predicted error"))
    said = "".join(f"<p>{markup.escape(sentence)}</p>" for sentence in plan_sentences(plan))
    return f"<div>{said}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
