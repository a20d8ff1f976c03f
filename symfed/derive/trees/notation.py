"""A tree as a reader meets it: in TeX and in plain text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symfed.derive.trees.tree import INNER, OUTER, Tree


@dataclass(frozen=True)
class Notation:
    """The marks of one medium. `nabla(m)` is the m-th derivative's operator, `client` what marks a client's own loss."""

    nabla: Callable[[int], str]
    client: str
    mean: str
    apply: str
    square: str


TEX = Notation(
    nabla=lambda m: "" if m == 0 else r"\nabla " if m == 1 else rf"\nabla^{{{m}}} ",
    client="f_c",
    mean=r"\left\langle {} \right\rangle",
    apply=r"{}\left[{}\right]",
    square=r"\left|{}\right|^2",
)
TEXT = Notation(
    nabla=lambda m: "" if m == 0 else "∇" if m == 1 else "∇" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(m)),
    client="f_c",
    mean="<{}>",
    apply="{}[{}]",
    square="|{}|²",
)


def write(tree: Tree, notation: Notation = TEXT, is_loss: bool = False) -> str:
    """The tree's field, or with `is_loss` the number whose gradient is the sum over its rootings.

    f is the clients' mean loss. Every pair of angle brackets averages over a client c of its own.

    >>> write(((((), ()),), ())), write(((((), ()),), ()), is_loss=True), write(((), (((), ()), ((), ()))))
    ('<∇²f_c ∇f_c>', '<|∇f_c|²>', '∇³f[∇f, ∇f]')
    """

    def block(root: Tree, open_slots: int) -> str:
        alone = not root[INNER]
        text = local(root, open_slots, "f" if alone else notation.client)
        return text if alone else notation.mean.format(text)

    def local(node: Tree, open_slots: int, loss: str) -> str:
        arguments = [local(child, 1, notation.client) for child in node[INNER]] + [block(child, 1) for child in node[OUTER]]
        order = len(arguments) + open_slots
        operator = notation.nabla(order) + loss
        if not arguments:
            return operator
        if len(arguments) > 1:
            return notation.apply.format(operator, ", ".join(arguments))
        if order == 1:
            return notation.square.format(operator) if arguments[0] == operator else f"{operator} · {arguments[0]}"
        return f"{operator} {arguments[0]}"

    return block(tree, 0 if is_loss else 1)
