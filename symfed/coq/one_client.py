"""A certificate of what one client does in a round, as a theorem of Coq about vectors of any dimension."""

from __future__ import annotations

from flint import fmpq, fmpq_mat

from symfed.certificates.certificate import NotProved
from symfed.certificates.one_client.inequality import OneClientInequality, read_multipliers
from symfed.certificates.one_client.interpolation import ClientPath, Point
from symfed.certificates.statement import number
from symfed.coq.theorem import CoqTheorem


def one_client_theorem(title: str, certificate: OneClientInequality) -> CoqTheorem:
    """For e, y and gradients with d coordinates: from the interpolation inequalities that the certificate counts, in gamma = 1, its bound.

    What is left of the bound is written as squares, so that in each coordinate there is an identity. Raises NotProved for a certificate
    that proves nothing, Malformed for one that cannot be read.
    """
    if not (found := certificate.check()).proved:
        raise NotProved(found.reason)
    gamma = number(certificate.gamma)
    path = ClientPath(certificate.H, gamma * number(certificate.mu), gamma * number(certificate.L))
    ee, yy, ey = (number(certificate.bound[name]) for name in ("ee", "yy", "ey"))
    counted = {pair: value for pair, value in read_multipliers(certificate.multipliers, path).items() if value != 0}
    gaps = {pair: _gap(path, *pair) for pair in counted}
    end = f"({_position(path, path.H)} + y k) ^ 2"
    parts = [
        (ee, "e k ^ 2"),
        (yy, "y k ^ 2"),
        (2 * ey, "(e k * y k)"),
        (fmpq(-1), end),
        *((counted[pair], gap) for pair, gap in gaps.items()),
    ]
    left = path.spare(ee, yy, ey) + sum((value * path.gap(*pair) for pair, value in counted.items()), fmpq_mat(path.H + 2, path.H + 2))
    vectors = ["e", "y", *(f"g{h}" for h in range(path.H))]
    combined = " + ".join(f"{_number(share)} * {_total(text)}" for share, text in parts)
    return CoqTheorem(
        name=title,
        says=certificate.says(),
        variables=("d : nat", f"{' '.join(vectors)} : nat -> R", f"{' '.join(f'f{h}' for h in range(path.H))} : R"),
        conditions=tuple(f"{_total(gap)} <= {_value(i)} - {_value(j)}" for (i, j), gap in gaps.items()),
        conclusion=f"{_total(end)} <= {' + '.join(f'{_number(share)} * {_total(text)}' for share, text in parts[:3])}",
        script=(
            f"intros d {' '.join(vectors)} {' '.join(f'f{h}' for h in range(path.H))} {' '.join(f'given_{k}' for k in range(len(gaps)))}.",
            f"assert (squares : 0 <= {_total(_squares(left, vectors))}).",
            "{ apply total_nonnegative; intros; repeat apply Rplus_le_le_0_compat; (apply Rmult_le_pos; [lra | apply pow2_ge_0]). }",
            f"assert (identity : {_total(_squares(left, vectors))} = {combined}).",
            "{ rewrite <- !total_times, <- !total_plus. apply total_equal. intros. field. }",
            "lra.",
        ),
        requires=("Prelude", "Means"),
    )


def _total(text: str) -> str:
    """The sum over coordinates."""
    return f"total d (fun k => {text})"


def _number(value: fmpq) -> str:
    return f"({value.p} / {value.q})" if value.q != 1 else f"({value.p})"


def _value(node: Point) -> str:
    return "0" if isinstance(node, str) else f"f{node}"


def _gradient(node: Point) -> str:
    return "0" if isinstance(node, str) else f"g{node} k"


def _position(path: ClientPath, node: Point) -> str:
    """u_h in one coordinate, as the steps make it."""
    if isinstance(node, str):
        return "0"
    return "(e k" + "".join(f" - g{h} k - y k / {path.H}" for h in range(node)) + ")"


def _gap(path: ClientPath, i: Point, j: Point) -> str:
    """What interpolation asks of f_i - f_j, in one coordinate."""
    x, g = f"({_position(path, i)} - {_position(path, j)})", f"({_gradient(i)} - {_gradient(j)})"
    mu, L = _number(path.mu), _number(path.L)
    curved = f"{g} ^ 2 / {L} + {mu} * {x} ^ 2 - 2 * ({mu} / {L}) * ({g} * {x})"
    return f"({_gradient(j)} * {x} + ({curved}) / (2 * (1 - {mu} / {L})))"


def _squares(matrix: fmpq_mat, vectors: list[str]) -> str:
    """A semidefinite form as a sum of squares with positive weights, by elimination."""
    rows, squares = [list(row) for row in matrix.table()], []
    for k, row in enumerate(rows):
        if row[k] == 0:
            continue
        shares = [entry / row[k] for entry in row[k:]]
        squares.append(
            f"{_number(row[k])} * ({' + '.join(f'{_number(s)} * {v} k' for s, v in zip(shares, vectors[k:], strict=True) if s != 0)}) ^ 2"
        )
        for later in range(k + 1, len(rows)):
            factor = rows[later][k] / row[k]
            rows[later] = [entry - factor * above for entry, above in zip(rows[later], row, strict=True)]
    return " + ".join(squares) if squares else "0"
