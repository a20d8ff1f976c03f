"""An algorithm's traced rule as the source of one assignment."""

from __future__ import annotations

import ast
from collections.abc import Iterable


def rule_source(text: str) -> str:
    """The traced formula with floats for integers, and every name prefixed by `v_`: no hyper-parameter can meet a kernel's own name.

    Raises ValueError for anything but + - * / on names and integers: what is traced holds nothing else.

    >>> rule_source("x - gamma*(g + 2*xi)")
    'v_x - v_gamma * (v_g + 2.0 * v_xi)'
    """
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if not isinstance(node, _ARITHMETIC) or (isinstance(node, ast.Constant) and type(node.value) is not int):
            raise ValueError(f"a traced rule holds {ast.dump(node)}: {text}")
    return ast.unparse(_Prefixed().visit(tree))


def names_in(texts: Iterable[str]) -> set[str]:
    """The names that traced formulas read."""
    return {node.id for text in texts for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}


_ARITHMETIC = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.USub, ast.UAdd, ast.Name, ast.Load, ast.Constant,
)  # fmt: skip


class _Prefixed(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(f"v_{node.id}", node.ctx)

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant(float(str(node.value)))
