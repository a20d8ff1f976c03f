"""The one symbol table. A symbol's identity includes its assumptions, so nothing else in symfed creates symbols.

Every symbol carries a meaning and a scaling weight. Rescaling time turns (A, mu, L, gamma) into (k A, k mu, k L, gamma/k) and
leaves the iterates alone: the weight counts the powers of k. `length` counts the powers of the unit in which theta is measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput

#: jets have symbols for everything that an expansion to this order in gamma needs
HIGHEST_SYMBOLIC_ORDER = 6


@dataclass(frozen=True)
class SymbolInfo:
    """The meaning of one symbol, its scaling weight, its power of length, and its TeX."""

    symbol: sp.Symbol
    meaning: str
    weight: int = 0
    length: int = 0
    per_client: bool = False
    latex: str = ""


TABLE: dict[str, SymbolInfo] = {}


class _JetSymbol(sp.Symbol):  # type: ignore[misc]  # SymPy is untyped
    """A symbol with TeX of its own, not derived from its name; it sorts and behaves like any other symbol."""

    __slots__ = ()

    @classmethod
    def class_key(cls) -> tuple[int, int, str]:
        key: tuple[int, int, str] = sp.Symbol.class_key()
        return key

    def _latex(self, printer: Any) -> str:
        named: str | None = printer._settings.get("symbol_names", {}).get(self)
        return named or TABLE[self.name].latex


def _symbol(
    name: str,
    meaning: str,
    *,
    weight: int = 0,
    length: int = 0,
    per_client: bool = False,
    latex: str = "",
    **assumptions: bool,
) -> sp.Symbol:
    symbol = (_JetSymbol if latex else sp.Symbol)(name, **assumptions)
    TABLE[name] = SymbolInfo(symbol, meaning, weight, length, per_client, latex)
    return symbol


gamma = _symbol("gamma", "step size", weight=-1, positive=True)
H = _symbol("H", "number of local steps in a round", positive=True, integer=True)
N = _symbol("N", "number of clients", positive=True, integer=True)
t = _symbol("t", "number of rounds", nonnegative=True, integer=True)
h = _symbol("h", "index of a local step", nonnegative=True, integer=True)
mu = _symbol("mu", "strong convexity constant", weight=1, positive=True)
L = _symbol("L", "smoothness constant", weight=1, positive=True)
decay = _symbol("decay", "exponential stability: E|(I - gamma A) u|^2 <= (1 - gamma decay)|u|^2", weight=1, latex="a", positive=True)
kappa = _symbol("kappa", "condition number L/mu", positive=True)
rho = _symbol("rho", "strength of a proximal pull to the round's start", weight=1, positive=True)
lam = _symbol("lambda", "a curvature between mu and L", weight=1, positive=True)
tau = _symbol("tau", "noise level at the optimum", weight=1, length=1, nonnegative=True)
tau_uniform = _symbol("tau_uniform", "uniform noise level", weight=1, length=1, nonnegative=True)
zeta1 = _symbol("zeta1", "gradient heterogeneity", weight=1, length=1, nonnegative=True)
zeta2 = _symbol("zeta2", "Hessian heterogeneity", weight=1, nonnegative=True)
epsilon = _symbol("epsilon", "accuracy asked for, of the root of the mean squared error", length=1, positive=True)
sigma = _symbol("sigma", "noise level of linear approximation at theta_c*", weight=1, length=1, latex=r"\sigma_\star", positive=True)
Delta_het = _symbol(
    "Delta_het", "mean distance of the clients' own solutions from theta*", length=1, latex=r"\Delta_{\text{het}}", positive=True
)
psi0 = _symbol("psi0", "squared distance at the start, control variates included", length=2, latex=r"\psi_0", positive=True)
theta = _symbol("theta", "the parameter of a scalar problem", length=1, real=True)

# Gram scalars of a displacement x (of two iterates, or from a reference point) and a gradient difference g, in any dimension.
gram_xx = _symbol("gram_xx", "squared norm of a displacement", length=2, nonnegative=True)
gram_xg = _symbol("gram_xg", "inner product of displacement and gradient difference", weight=1, length=2, real=True)
gram_gg = _symbol("gram_gg", "squared norm of a gradient difference", weight=2, length=2, nonnegative=True)

# One client's jet at theta*, in dimension one. Scaling: a loss has weight 1 and length 2.
g = _symbol("g", "client gradient at theta*", weight=1, length=1, per_client=True, real=True)
a = _symbol("a", "client Hessian at theta*", weight=1, per_client=True, positive=True)
b = _symbol("b", "client third derivative at theta*", weight=1, length=-1, per_client=True, real=True)
q = _symbol("q", "client fourth derivative at theta*", weight=1, length=-2, per_client=True, real=True)
r = _symbol("r", "client fifth derivative at theta*", weight=1, length=-3, per_client=True, real=True)
_DERIVATIVES = [g, a, b, q, r]
for _m in range(6, 2 * HIGHEST_SYMBOLIC_ORDER + 2):
    _says = f"client derivative {_m} at theta*"
    _DERIVATIVES.append(_symbol(f"f{_m}", _says, weight=1, length=2 - _m, per_client=True, latex=f"f^{{({_m})}}", real=True))


def _noise(k: int, j: int) -> sp.Symbol:
    if (k, j) == (2, 0):
        return _symbol("C", "client noise covariance at theta*", weight=2, length=2, per_client=True, nonnegative=True)
    kind = "noise covariance" if k == 2 else f"noise cumulant {k}"
    if j == 0:
        return _symbol(f"K{k}", f"client {kind} at theta*", weight=k, length=k, per_client=True, real=True)
    name = f"C{j}" if k == 2 else f"K{k}_{j}"
    latex = ("C" if k == 2 else f"K_{{{k}}}") + f"^{{({j})}}"
    return _symbol(name, f"derivative {j} of the client {kind} at theta*", weight=k, length=k - j, per_client=True, latex=latex, real=True)


_CUMULANTS = {(k, j): _noise(k, j) for k in range(2, HIGHEST_SYMBOLIC_ORDER + 2) for j in range(2 * HIGHEST_SYMBOLIC_ORDER + 3 - 2 * k)}
NOISE = tuple(_CUMULANTS.values())
C, C1, C2, K3 = (_CUMULANTS[key] for key in ((2, 0), (2, 1), (2, 2), (3, 0)))


def derivative(m: int) -> sp.Symbol:
    """A client's m-th derivative at theta*: g, a, b, q, r, f6, f7, ... Raises InvalidInput beyond the highest symbolic order.

    >>> derivative(3), derivative(6)
    (b, f6)
    """
    if m not in range(1, len(_DERIVATIVES) + 1):
        raise InvalidInput("m", m, f"must be 1 to {len(_DERIVATIVES)}: symbols reach to order {HIGHEST_SYMBOLIC_ORDER} in gamma")
    return _DERIVATIVES[m - 1]


def cumulant(k: int, j: int = 0) -> sp.Symbol:
    """The j-th derivative at theta* of a client's k-th noise cumulant: C, C1, C2, ..., K3, K3_1, ..., K4, ...

    Raises InvalidInput beyond the highest symbolic order.

    >>> cumulant(2), cumulant(2, 3), cumulant(4, 1)
    (C, C3, K4_1)
    """
    if (k, j) not in _CUMULANTS:
        top = HIGHEST_SYMBOLIC_ORDER
        raise InvalidInput("k, j", (k, j), f"must have 2 <= k <= {top + 1} and 0 <= j <= {2 * top + 2} - 2 k: symbols reach to order {top}")
    return _CUMULANTS[k, j]


# One client's derivatives at a general point, D0 the loss itself: there the mean gradient <D1> need not vanish as <g> does at theta*.
_AT_A_POINT = []
for _m in range(HIGHEST_SYMBOLIC_ORDER + 1):
    _tex = f"f_c^{{({_m})}}" if _m > 3 else "{f_c" + "'" * _m + "}"
    _AT_A_POINT.append(
        _symbol(f"D{_m}", f"client derivative {_m} at theta", weight=1, length=2 - _m, per_client=True, latex=_tex, real=True)
    )


def point_derivative(m: int) -> sp.Symbol:
    """A client's m-th derivative at a general point, m = 0 the loss itself, up to the highest symbolic order."""
    return _AT_A_POINT[m]


def _primed(symbol: sp.Symbol) -> sp.Symbol:
    info, tex = TABLE[symbol.name], f"{{{sp.latex(symbol)}}}'"
    return _symbol(f"{symbol.name}_other", f"{info.meaning}, of another client", weight=info.weight, length=info.length, latex=tex,
                   **symbol.assumptions0)  # fmt: skip


_OTHER = {symbol: _primed(symbol) for symbol in (*_DERIVATIVES, *NOISE)}


def of_other(symbol: sp.Symbol) -> sp.Symbol:
    """The symbol of a second client, in a product of two clients' control variates: a constant to every average over clients.

    Raises InvalidInput for what is no client's derivative or noise cumulant at theta*.

    >>> of_other(C), ClientMean(a * of_other(a))
    (C_other, a_other*ClientMean(a))
    """
    if symbol not in _OTHER:
        raise InvalidInput("symbol", symbol, "must be a client's derivative or noise cumulant at theta*")
    return _OTHER[symbol]


PER_CLIENT = frozenset(info.symbol for info in TABLE.values() if info.per_client)
_BY_SYMBOL = {info.symbol: info for info in TABLE.values()}


class ClientMean(sp.Function):  # type: ignore[misc]  # SymPy is untyped
    """The average over clients, <x> = (1/N) sum_c x_c, of an expression in one client's symbols.

    Linear, the identity on expressions without clients' symbols, and <g> = 0 because theta* minimises the mean loss.

    >>> ClientMean(3*gamma*a + g)
    3*gamma*ClientMean(a)
    >>> ClientMean((a - ClientMean(a))*ClientMean(b))
    0
    """

    nargs = 1

    @classmethod
    def eval(cls, x: sp.Expr) -> sp.Expr | None:
        if not (x.free_symbols & PER_CLIENT):
            return x
        if x == g:
            return sp.S.Zero
        x_expanded = sp.expand(x)
        if x_expanded.is_Add:
            return sp.Add(*[cls(term) for term in x_expanded.args])
        outside, inside = x_expanded.as_independent(*PER_CLIENT, as_Add=False)
        if outside != 1:
            return outside * cls(inside)
        if x_expanded != x:
            return cls(x_expanded)
        return None

    @property
    def free_symbols(self) -> set[sp.Basic]:
        # the average binds the clients' symbols, so that a mean inside a mean is a constant
        inside: set[sp.Basic] = self.args[0].free_symbols
        return inside - PER_CLIENT

    def _eval_derivative(self, variable: sp.Symbol) -> sp.Expr:
        # a sum over clients is differentiated term by term; SymPy would apply the chain rule to the average
        return ClientMean(self.args[0].diff(variable)) if variable not in PER_CLIENT else sp.S.Zero

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[0].is_positive else None

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.args[0].is_nonnegative else None

    def _eval_is_real(self) -> bool | None:
        known: bool | None = self.args[0].is_real
        return known

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        body = printer._settings.get("symbol_names", {}).get(self)
        if body is None:
            body = rf"\left\langle {printer._print(self.args[0])} \right\rangle"
        elif exp is not None and not body.startswith(r"\left("):
            body = rf"\left({body}\right)"
        return str(body) if exp is None else f"{body}^{{{exp}}}"


def is_count(symbol: sp.Symbol) -> bool:
    """True if a symbol is a natural number; all others are reals."""
    return bool(symbol.is_integer and symbol.is_nonnegative)


def users_own(name: str, **assumptions: bool) -> sp.Symbol:
    """A symbol for a user's own name with only these assumptions: a parameter of a rule, or the variable of a loss given as text."""
    return sp.Symbol(name, **assumptions)


def scaling(expression: sp.Expr) -> tuple[int, int]:
    """(weight, length) of a homogeneous expression. Raises ValueError if its terms differ."""
    weight, length = _scaling_weights(expression)
    if not (weight.is_Integer and length.is_Integer):
        raise ValueError(f"{expression}: a quantity with a unit raised to a power that is no integer")
    return int(weight), int(length)


def _scaling_weights(expression: sp.Expr) -> tuple[sp.Rational, sp.Rational]:
    if isinstance(expression, ClientMean):
        return _scaling_weights(expression.args[0])
    if expression.is_number:
        return sp.S.Zero, sp.S.Zero
    if expression.is_Symbol:
        if expression not in _BY_SYMBOL:
            raise ValueError(f"{expression} is not in the symbol table")
        info = _BY_SYMBOL[expression]
        return sp.Integer(info.weight), sp.Integer(info.length)
    if expression.is_Add:
        kinds = {_scaling_weights(term) for term in expression.args if term != 0}
        if len(kinds) != 1:
            raise ValueError(f"terms of {expression} scale differently: {sorted(kinds)}")
        return kinds.pop()
    if expression.is_Mul:
        parts = [_scaling_weights(factor) for factor in expression.args]
        return sp.Add(*[p[0] for p in parts]), sp.Add(*[p[1] for p in parts])
    if expression.is_Pow:
        base = _scaling_weights(expression.base)
        if base == (0, 0):
            return sp.S.Zero, sp.S.Zero
        if not expression.exp.is_Rational:
            raise ValueError(f"{expression}: a quantity with a unit raised to {expression.exp}")
        return base[0] * expression.exp, base[1] * expression.exp
    if expression.is_Function:
        kinds = {_scaling_weights(part) for part in expression.args}
        if len(kinds) == 1 and (kinds == {(0, 0)} or isinstance(expression, (sp.Max, sp.Min, sp.Abs))):
            return kinds.pop()
        raise ValueError(f"cannot weigh {expression}, a function of quantities with units")
    raise ValueError(f"cannot weigh {expression}")


#: Parameters of a problem and an algorithm. Other symbols (a curvature, a coordinate) are bound in the statement that names them.
PARAMETERS = frozenset({gamma, H, N, t, mu, L, decay, kappa, tau, epsilon})
