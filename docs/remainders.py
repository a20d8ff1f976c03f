"""The page of remainders: every O(...) that a source prints as gamma tends to zero, from the committed ledger."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from gallery import cell, claim_link, joined, ledger

from symfed.report.badges import status_label

#: O(...) of powers of a step size and H, with brackets at most one deep; sizes of brackets do not matter.
_ORDER = re.compile(r"O\(((?:[^()]|\([^()]*\))*)\)")
_POWERS = re.compile(r"(\\(gamma|eta)|H|\^|[0-9{}/+,. ])+")


def printed_orders(tex: str) -> list[str]:
    """What stands in each O(...) of a formula, where it is a sum of powers of the step size and of H.

    >>> printed_orders(r"x=O(\\gamma^2H^2+\\gamma^{3/2}H),\\ T=O(1/N)")
    ['\\\\gamma^2H^2+\\\\gamma^{3/2}H']
    """
    found = _ORDER.findall(re.sub(r"\\(?:[bB]ig|left|right)", "", tex))
    return list(dict.fromkeys(order for order in found if _POWERS.fullmatch(order) and "\\" in order))


def page() -> str:
    """A row for every printed remainder: where, the verdict, what the source leaves out, what holds, and with which constant."""
    rows = {row["id"]: row for row in ledger()}
    lines = []
    for row in rows.values():
        orders = printed_orders(row["page"].get("printed", "")) if row["source"] != "symfed" else []
        if orders:
            lines.append(
                f"| {claim_link(row['id'])}<br>{cell(row['source'])}, {cell(row['page'].get('place', ''))} "
                f"| {', '.join(f'$O({order})$' for order in orders)} | {status_label(row['verdict'], row['tier'])} "
                f"| {cell(row['missing'] or '')} | {_holds(row, rows)} |"
            )
    return joined(
        [
            "# Printed remainders",
            "Every $O(\\ldots)$ in the step size that a source prints; [how such a row is proved](../proofs_and_remainders.md). "
            "*Missing* is what the source does not say and the statement needs. *Holds* is the statement that stands where the printed one "
            "does not, and the bound with a constant that carries it, where there is one.",
            "\n".join(["| printed | remainder | verdict | missing | holds, with its constant |", "|---|---|---|---|---|", *lines]),
        ]
    )


def _holds(row: dict[str, Any], rows: dict[str, dict[str, Any]]) -> str:
    """The corrected statement, its verdict, and every bound with a constant that the one which stands rests on."""
    stands = rows[row["corrected"]] if row["corrected"] else row
    corrected = f"{claim_link(stands['id'])}: {status_label(stands['verdict'], stands['tier'])}" if stands is not row else ""
    bounds = [f"{claim_link(one['id'])}: {cell(one['page']['says'])}" for one in _bounds(stands, rows)]
    return "<br>".join(filter(None, [corrected, *bounds]))


def _bounds(row: dict[str, Any], rows: dict[str, dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """The inequalities of ours among what a row uses."""
    return (rows[name] for name in row["uses"] if rows[name]["source"] == "symfed" and rows[name]["kind"] == "inequality")
