"""On quadratics: how large each part of the second moment's equation is, a bound for each of the nine that are left."""

from proofs_checks.aistats.quadratic_second_moment import CHANGES, GAP, SIZE, TURNS, A_e, C_c, Q, R
from proofs_checks.aistats.quadratic_spread import GRADIENT2, NOISE2, NOISES, TURN, at, e_0, le
from proofs_checks.aistats.second_order_path import A
from symfed.core.symbols import H, L, N, gamma, h, lam, mu
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.moments import norm_of_expectation
from symfed.theorems.norms import jensen, mean_of
from symfed.theorems.operators import spectral
from symfed.theorems.outer import outer_norm, transposed
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import instance
from symfed.theorems.vocabulary import E, Mean, Norm, Outer


def product(name, u, v, squares, by, multipliers):
    """|E u v'| <= E of squares, which bound |u| |v| by the facts `by`."""
    return (
        Apply(norm_of_expectation, f"{name}: mean", v=Outer(u, v)),
        Apply(outer_norm, f"{name}: size", u=u, v=v),
        Arithmetic(f"{name}: squares", le(Norm(u) * Norm(v), squares), by, multipliers),
        Arithmetic(f"{name}: at most", le(Norm(Outer(u, v)), squares), {f"{name}: size": 1, f"{name}: squares": 1}),
        Apply(expectation_of, f"{name}: at most in the mean", relation=f"{name}: at most"),
    )


def in_the_mean(name, fact, total):
    """The mean square of a client's sum over H steps bounds that of the mean over clients."""
    return (
        Apply(instance, f"{name} at H", relation=fact, at={h: H}),
        Apply(mean_of, f"{name} at H in the mean", relation=f"{name} at H"),
        Apply(jensen, f"{name}, convexity", v=at(H, total), power=2),
        Apply(expectation_of, f"{name}, convexity in the mean", relation=f"{name}, convexity"),
    )


_E, _RR, _QQ = Norm(e_0) ** 2, Norm(R) ** 2, Norm(Q) ** 2
_TURNED = gamma**4 * L**2 * H**4 * GRADIENT2
_SIGHT = gamma * L * H
#: How large each part is.
PARTS = (
    *in_the_mean("R", "turns", TURN),
    Arithmetic("R squared", le(E(_RR), _TURNED), ("R at H in the mean", "R, convexity in the mean")),
    *in_the_mean("Q", "noises", NOISES),
    Arithmetic("Q squared in the mean", le(E(_QQ), 2 * H**2 * NOISE2), ("Q at H in the mean", "Q, convexity in the mean")),
    Apply(spectral, "A e", by=("mu <= L",), matrix=A, function=lam, bound=L, v=e_0),
    *product("A e and A e", A_e, A_e, L**2 * _E, ("A e",), (Norm(A_e) + L * Norm(e_0),)),
    Arithmetic("R times A e", le(Norm(R) * Norm(A_e), L * Norm(R) * Norm(e_0)), {"A e": Norm(R)}),
    Arithmetic("R less e", le(0, (_SIGHT * Norm(e_0) - Norm(R)) ** 2)),
    *product("R and A e", R, A_e, (_SIGHT * L * _E + _RR / (gamma * H)) / 2, ("R times A e", "R less e"), (1, 1 / (2 * gamma * H))),
    Arithmetic("R less Q", le(0, (gamma * _SIGHT * Norm(Q) - Norm(R)) ** 2)),
    *product("Q and R", Q, R, (gamma * _SIGHT * _QQ + _RR / (gamma * _SIGHT)) / 2, ("R less Q",), (1 / (2 * gamma * _SIGHT),)),
    *product("R and R", R, R, _RR, (), ()),
    Apply(transposed, "R and A e transposed", u=R, v=A_e),
    Apply(transposed, "Q and R transposed", u=Q, v=R),
    Arithmetic("first part", le(Norm(E(Outer(Q, Q)) - H / N * Mean(C_c)), CHANGES / N), {"Q squared/2": 1, "changes, convexity": 1 / N}),
    Arithmetic("second part", le(Norm(E(Outer(A_e, A_e))), L**2 * SIZE), ("A e and A e: mean", "A e and A e: at most in the mean")),
    Arithmetic(
        "third part",
        le(Norm(E(Outer(R, e_0))), TURNS),
        {"R with e/2": 1, "turned with e, convexity": 1, "turned with e at H in the mean": 1},
    ),
    Arithmetic(
        "fifth part",
        le(Norm(E(Outer(R, A_e))), (_SIGHT * L * SIZE + _TURNED / (gamma * H)) / 2),
        {"R and A e: mean": 1, "R and A e: at most in the mean": 1, "R squared": 1 / (2 * gamma * H)},
    ),
    Arithmetic(
        "seventh part",
        le(Norm(E(Outer(Q, R))), (2 * gamma * _SIGHT * H**2 * NOISE2 + _TURNED / (gamma * _SIGHT)) / 2),
        {
            "Q and R: mean": 1,
            "Q and R: at most in the mean": 1,
            "Q squared in the mean": gamma * _SIGHT / 2,
            "R squared": 1 / (2 * gamma * _SIGHT),
        },
    ),
    Arithmetic("ninth part", le(Norm(E(Outer(R, R))), _TURNED), ("R and R: mean", "R and R: at most in the mean", "R squared")),
    Arithmetic(
        "nine norms",
        le(
            2 * mu * gamma * H * Norm(GAP),
            gamma**2 * Norm(E(Outer(Q, Q)) - H / N * Mean(C_c))
            + gamma**2 * H**2 * Norm(E(Outer(A_e, A_e)))
            + 2 * Norm(E(Outer(R, e_0)))
            + 2 * gamma * H * Norm(E(Outer(R, A_e)))
            + 2 * gamma * Norm(E(Outer(Q, R)))
            + Norm(E(Outer(R, R))),
        ),
        {
            "inverted": gamma * H,
            "what is left/2": 1,
            "nine parts": 1,
            "R with e transposed": -1,
            "R and A e transposed": -gamma * H,
            "Q and R transposed": -gamma,
        },
    ),
)
