"""The paragraph on notation: ordered products of matrices, and the operator A (x) B."""

from proofs_checks.aistats.matrices import MatrixCase, matrix_cases
from symfed.checks import CounterexampleSearch
from symfed.checks.free_algebra import FreeIdentity
from symfed.claims import Claim, Lemma, Tier, crosscheck, printed_at

SIZES = ((1, 2), (2, 2), (2, 3), (3, 3))


def product(i: MatrixCase):
    """M_k ... M_1 applied to a vector."""
    total = i.matrices[0]
    for M in i.matrices[1:]:
        total = M @ total
    return total @ i.vector


def one_after_another(i):
    """The vector after M_1, then M_2, ... up to M_k: what running the local steps in order does."""
    x = i.vector
    for M in i.matrices:
        x = M @ x
    return x


def reversed_product(i):
    total = i.matrices[0]
    for M in i.matrices[1:]:
        total = total @ M
    return total @ i.vector


ordered_product = Claim(
    id="aistats-notation-product",
    kind="definition",
    says="A product over l = 1 .. k has the last factor leftmost: it is the map that applies M_1 first and M_k last.",
    printed=printed_at("Section 1, Notation", r"\prod_{\ell=1}^kM_\ell=M_kM_{k-1}\cdots M_1"),
    statement=product,
    checks=CounterexampleSearch(matrix_cases, one_after_another, scope="random exact matrices, d <= 3", sizes=SIZES),
    wrong={
        "M_1 leftmost": reversed_product,
        "one factor short": lambda i: product(MatrixCase(i.matrices[:-1], i.vector)),
        "one factor twice": lambda i: product(MatrixCase([*i.matrices, i.matrices[-1]], i.vector)),
    },
    expect=Tier.DEFINED,
)


def otimes(A, B):
    """A (x) B as printed: the map M -> A M B."""
    return lambda M: A @ M @ B


def composed(i, tensor=otimes):
    """(A (x) B)((C (x) D)(M))."""
    A, B, C, D, M = i.matrices
    return tensor(A, B)(tensor(C, D)(M))


def mixed_product(i):
    """((A C) (x) (D B))(M): the order of the right factors turns round, unlike the usual Kronecker rule (A C) (x) (B D)."""
    A, B, C, D, M = i.matrices
    return otimes(A @ C, D @ B)(M)


def five_matrices(d, N):
    return matrix_cases(d, 5)


tensor = Claim(
    id="aistats-notation-otimes",
    kind="definition",
    says="A (x) B maps M to A M B. Composition then reads (A (x) B)(C (x) D) = AC (x) DB, not the Kronecker rule AC (x) BD.",
    printed=printed_at("Section 1, Notation", r"A\otimes B:\ M\mapsto AMB"),
    lemmas=(
        Lemma(
            "composition",
            lambda A, B, C, D, M: (A * (C * M * D) * B, (A * C) * M * (D * B)),
            FreeIdentity("A B C D M"),
            wrong={
                "the Kronecker rule": lambda A, B, C, D, M: (A * (C * M * D) * B, (A * C) * M * (B * D)),
                "B M A": lambda A, B, C, D, M: (B * (D * M * C) * A, (A * C) * M * (D * B)),
            },
        ),
        crosscheck(
            "matrices",
            composed,
            CounterexampleSearch(five_matrices, mixed_product, scope="random exact matrices, d <= 3", sizes=((1, 1), (2, 1), (3, 1))),
            wrong={
                "A M B' (the Kronecker convention)": lambda i: composed(i, lambda A, B: lambda M: A @ M @ B.T),
                "B M A": lambda i: composed(i, lambda A, B: lambda M: B @ M @ A),
                "A M B twice": lambda i: 2 * composed(i),
            },
        ),
    ),
    expect=Tier.DEFINED,
)
