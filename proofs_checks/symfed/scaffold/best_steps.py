"""How many local steps are best for Scaffold on quadratic clients: their number, its rate, and what it saves over the printed choice."""

from math import isqrt

import flint
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.contraction import powers, q, r, w
from proofs_checks.symfed.scaffold.printed_bound import SHARE, exponential
from proofs_checks.symfed.scaffold.rates import NUMBERS, ORDER, STEP_SIZE, gap
from proofs_checks.symfed.scaffold.steps import StepCase, step_cases
from symfed.checks import Certificate, CounterexampleSearch, Induction, SymbolicIdentity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.errors import OutsideDomain
from symfed.core.symbols import H, L, gamma, h, kappa, lam, mu
from symfed.derive.spectrum import best_factor, best_steps
from symfed.formulas import optimal_local_steps
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.interpolation import falling
from symfed.theorems.sequences import instance, larger


def first_orders(expression, order=2):
    """Its expansion in epsilon = kappa^(-1/2) through epsilon^order."""
    small = sp.Dummy("epsilon", positive=True)
    found = sp.series(expression.subs(kappa, small**-2), small, 0, order + 1).removeO()
    return sp.expand(found).subs(small, kappa**-sp.S.Half)


def imbalance(steps, share):
    """(1 - gamma mu)^H less 1 - share/(gamma L H), through kappa^-1; steps = gamma L H, and gamma stands for gamma L."""
    return first_orders(sp.exp(steps / gamma * sp.log(1 - gamma / kappa)) - 1 + share / steps)


def where_branches_meet(root):
    """gamma L H at which (1 - gamma mu)^H is 1 - root^2/(gamma L H), and the value of both there; through two orders."""
    return root * sp.sqrt(kappa) + root**2 / 4, 1 - root / sp.sqrt(kappa) + root**2 / (4 * kappa)


def meets(root):
    """The lemmas that say so."""
    share, (steps, rate) = root**2, where_branches_meet(root)
    return (
        Lemma(
            "steps",
            steps,
            SymbolicIdentity(lambda: sp.S.Zero, lambda s: imbalance(s, share), scope="both branches, through kappa^-1"),
            wrong={"leading order alone": root * sp.sqrt(kappa), "second term turned": steps - share / 2, "0.26": steps + share / 100},
        ),
        Lemma(
            "rate",
            rate,
            SymbolicIdentity(lambda: first_orders(1 - share / steps), as_printed, scope="the second branch, through kappa^-1"),
            wrong={"leading order alone": 1 - root / sp.sqrt(kappa), "second term turned": rate - share / (2 * kappa)},
        ),
    )


ANALYTIC = (
    "(1 - gamma mu)^H falls with H and the other branch rises, so that their maximum is least where they meet (an integer next to it); both are "
    "analytic in kappa^(-1/2) at gamma L H of the order of sqrt(kappa), so that their expansions give that of the crossing, with the next power "
    "as remainder (implicit function theorem)"
)


def stated_best(i):
    """The formula's number; undefined where it does not state one."""
    try:
        return optimal_local_steps(i.gamma, i.mu, i.L)
    except OutsideDomain as outside:
        raise ZeroDivisionError(str(outside)) from outside


def best_by_trial(i):
    """The first H with the smallest worst case. Beyond the crossing the second branch only grows."""
    crossing = next(n for n in range(1, 10**4) if r(i.gamma, n, i.L) >= q(i.gamma, n, i.mu))
    return min(range(1, crossing + 1), key=lambda n: (-gap(i, n), n))


def square_ratios(d, N):
    """Cases whose sqrt(L/mu) is an integer."""
    one = flint.fmpq(1)
    return st.builds(
        lambda step, n: StepCase(step / n**2, one, one * n**2), st.sampled_from([one / k for k in (1, 2, 4, 10, 50)]), st.integers(2, 100)
    )


QUARTER = flint.fmpq(1, 4)


def near_the_best(i, second=QUARTER):
    """How far gamma L H is from sqrt(kappa) + 1/4 at the best integer H, and a step more than 1/(2 sqrt(kappa))."""
    root = isqrt(int(i.L / i.mu))
    return abs(i.gamma * i.L * stated_best(i) - root - second), i.gamma * i.L + flint.fmpq(1, 2 * root)


best = Claim(
    id="symfed-scaffold-optimal-steps",
    kind="expansion",
    says="max(q(mu), r(L)), Scaffold's worst case, is least at gamma L H = sqrt(kappa) + 1/4 local steps, to two orders, where it is "
    "1 - kappa^(-1/2) + kappa^(-1)/4, H being a real number; kappa = L/mu tends to infinity, gamma L in (0, 1] is held fixed.",
    printed=printed_at(
        "Scaffold, the best number of local steps",
        r"\gamma LH_{\mathrm{opt}}=\sqrt\kappa+\tfrac14+O(\kappa^{-1/2}),\quad\rho_{\mathrm{opt}}=1-\kappa^{-1/2}+\tfrac14\kappa^{-1}"
        r"+O(\kappa^{-3/2}),\quad\kappa=L/\mu",
    ),
    lemmas=(
        *meets(sp.S.One),
        Lemma(
            "steps of exact cases",
            near_the_best,
            inequality_search(
                square_ratios, scope="the best integer, gamma L <= 1, L/mu a square up to 10^4", sizes=((1, 1),), examples=40
            ),
            wrong={"5/4 for 1/4": lambda i: near_the_best(i, flint.fmpq(5, 4)), "no 1/4": lambda i: near_the_best(i, flint.fmpq(-3, 4))},
        ),
        crosscheck(
            "steps, from the rule",
            where_branches_meet(sp.S.One)[0],
            SymbolicIdentity(lambda: gamma * L * best_steps("scaffold"), as_printed, scope="solved order by order from the rule"),
        ),
        crosscheck(
            "rate, from the rule",
            where_branches_meet(sp.S.One)[1],
            SymbolicIdentity(lambda: best_factor("scaffold"), as_printed, scope="solved order by order from the rule"),
        ),
    ),
    follows=(
        InWords("the term (1 - gamma L)^H that r(L) has besides is at most exp(-gamma L H), below every power of kappa"),
        InWords(ANALYTIC),
    ),
    see=("symfed-scaffold-contraction", "symfed-scaffold-attained", "symfed-scaffold-optimal-integer"),
    expect=Tier.SUPPORTED,
)
root = coordinates("root")[0]
balance = Claim(
    id="symfed-scaffold-printed-balance",
    kind="expansion",
    says="What balancing the slides' two branches gives: no factor 2 under the root. Their bound is best at gamma L H = sqrt((1-1/e) kappa) "
    "+ (1-1/e)/4, H being a real number (for whole ones the minimum is larger by up to the order of mu/L); in the lemmas root stands for sqrt(1 - 1/e); "
    "kappa = L/mu tends to infinity, gamma L in (0, 1] is held fixed.",
    printed=printed_at(
        "Scaffold, the best number of local steps",
        r"H=\sqrt{\frac{1-1/e}{\gamma^2L\mu}}+\frac{1-1/e}{4\gamma L}+O(\kappa^{-1/2}),\quad"
        r"\min_{H\in(0,\infty)}\rho_{\gamma,H}=1-\sqrt{\frac{(1-1/e)\mu}L}+\frac{1-1/e}4\frac\mu L+O(\kappa^{-3/2}),\quad\kappa=L/\mu\to\infty",
    ),
    lemmas=meets(root),
    follows=InWords(ANALYTIC),
    expect=Tier.SUPPORTED,
)


#: q falls with H; r rises: H (H + 1) (r(H + 1) - r(H)) is the sum of the first H powers less H times the next, which is the smallest.
FALLS = Lemma(
    "q(mu) falls with H",
    (exponential(H + 1), exponential(H)),
    Certificate(((gamma * mu, exponential(H)),), scope="powers of 1 - gamma mu >= 0"),
    wrong={"rises": (exponential(H), exponential(H + 1)), "by two steps": (exponential(H), exponential(H + 2))},
    given=ORDER,
)
RISES = (
    Lemma(
        "H (H + 1) (r(H + 1) - r(H))",
        H * (H + 1) * (r(gamma, H + 1, lam) - r(gamma, H, lam)),
        SymbolicIdentity(lambda: powers(H) - H * w**H, as_printed, scope="the first H powers less H times the next; any curvature"),
        wrong={
            "turned": H * (H + 1) * (r(gamma, H, lam) - r(gamma, H + 1, lam)),
            "a step more": H * (H + 1) * (r(gamma, H + 2, lam) - r(gamma, H, lam)),
        },
    ),
    Lemma(
        "H times the next power is at most the sum of the first H",
        lambda n: -n * w**n,
        Induction(lambda n: -powers(n), sp.S.One, -(w**H), scope="any curvature"),
        wrong={"a power more": lambda n: -(n + 1) * w**n, "the first for the next": lambda n: -n},
        given=Domain((sp.Le(lam, L),)),
    ),
)


def next_step(i, best=stated_best):
    """The worst case one local step nearer to the best number of them, and where it stands."""
    target = best(i)
    step = (target > i.H) - (target < i.H)
    nearer, here = (1 - gap(i, H) for H in (i.H + step, i.H))
    return nearer, here


def r_at(n):
    """r(L) with n local steps."""
    return r(gamma, n, L)


def le(left, right):
    return sp.Le(left, right, evaluate=False)


SHORT = (1 - gamma * L) ** h * (1 + h * gamma * L)


def worst_at(n):
    """rho with n local steps."""
    return sp.Max(exponential(n), r_at(n))


integer = Claim(
    id="symfed-scaffold-optimal-integer",
    kind="identity",
    says="optimal_local_steps is the number of local steps that minimises max(q(mu), r(L)), for every gamma, mu and L, not in the limit only.",
    printed=printed_at(
        "Scaffold, the best number of local steps, exactly", r"\arg\min_{H\in\{1,2,\dots\}}\rho(\gamma,H,\mu,L)\quad(\gamma L\le1)"
    ),
    under=STEP_SIZE & ORDER,
    statement=stated_best,
    lemmas=(
        FALLS,
        crosscheck(
            "cases",
            stated_best,
            CounterexampleSearch(step_cases, best_by_trial, scope=NUMBERS + ", every H tried", sizes=((1, 1),), examples=100),
            wrong={
                "one more": lambda i: stated_best(i) + 1,
                "H for gamma H": lambda i: optimal_local_steps(1 / i.L, i.mu, i.L),
                "mu for L": lambda i: optimal_local_steps(i.gamma, i.mu, i.mu),
            },
        ),
    ),
    follows=InWords(
        "optimal_local_steps takes the first H at which r(L) is not below q(mu), or the one before if it is no worse: up to there the larger is "
        "q(mu), which falls, and from there on r(L), which rises (both as in symfed-scaffold-faster-up-to-best)"
    ),
    see=("symfed-scaffold-contraction", "symfed-scaffold-faster-up-to-best"),
    expect=Tier.PROVED_GIVEN,
)


faster = Claim(
    id="symfed-scaffold-faster-up-to-best",
    kind="inequality",
    says="More local steps never slow rho = max(q(mu), r(L)), the worst case, down as long as still more of them are better, and never speed it up "
    "once fewer were better: rho(H+1) <= max(rho(H), rho(H+1+h)), and rho(H+h) <= max(rho(H), rho(H+h+1)), for every H and h. At H_best, where rho "
    "is smallest, put for H+1+h or for H, the maximum is the other one.",
    printed=printed_at(
        "Scaffold, the best number of local steps, and on either side of it",
        r"\rho(H+1)\le\rho(H)\text{ if }H<H_{\mathrm{best}},\quad\rho(H+1)\ge\rho(H)\text{ if }H\ge H_{\mathrm{best}}\qquad(\gamma L\le1)",
    ),
    under=STEP_SIZE & ORDER,
    statement=sp.And(
        sp.Le(worst_at(H + 1), sp.Max(worst_at(H), worst_at(H + 1 + h)), evaluate=False),
        sp.Le(worst_at(H + h), sp.Max(worst_at(H), worst_at(H + h + 1)), evaluate=False),
    ),
    lemmas=(
        FALLS,
        crosscheck(
            "cases",
            next_step,
            inequality_search(step_cases, scope=NUMBERS, sizes=((1, 1),), examples=100),
            wrong={
                "away from it": lambda i: next_step(i)[::-1],
                "three more for the best": lambda i: next_step(i, lambda i: stated_best(i) + 3),
            },
        ),
    ),
    follows=(
        Arithmetic("q falls", le(exponential(H + h + 1), exponential(H + h))),
        Apply(falling, "q fell", u=exponential(H + h), index=h, at=sp.S.Zero, last=h),
        # r(n+1) - r(n) is 1 - (1 - x)^n (1 + n x), which falls to 1 from n = 0 on, over x n (n + 1), x = gamma L
        Arithmetic("short of one", le(SHORT.xreplace({h: h + 1}), SHORT)),
        Apply(falling, "at most one", u=SHORT, index=h, at=sp.S.Zero, last=h),
        Arithmetic("never above one", le(SHORT, 1), ("at most one",)),
        Apply(instance, "at most one on", relation="never above one", at={h: H + h}),
        Arithmetic("r rises", le(-r_at(H + h + 1), -r_at(H + h)), {"at most one on": 1 / (gamma * L * (H + h) * (H + h + 1))}),
        Apply(instance, "r rises on", relation="r rises", at={h: h + 1}),
        Apply(falling, "r rose", u=-r_at(H + h + 1), index=h, at=sp.S.Zero, last=h),
        Arithmetic("r(H+1) is less", le(r_at(H + 1), r_at(H + h + 1)), ("r rose",)),
        *(
            Apply(
                larger,
                name,
                by=by,
                pairs=((exponential(more), exponential(H)), (r_at(more), r_at(H + h + 1))),
                among=(r_at(H), exponential(H + h + 1)),
            )
            for name, by, more in (
                ("up to the best", ("q(mu) falls with H", "r(H+1) is less"), H + 1),
                ("from the best on", ("q fell", "r rises"), H + h),
            )
        ),
    ),
    see=("symfed-scaffold-contraction", "symfed-scaffold-optimal-integer"),
    expect=Tier.PROVED,
)


def gained(steps, share=1):
    """The leading power of kappa^(-1/2) in 1 - max of both branches, at gamma L H = steps * sqrt(kappa)."""
    return sp.Min(steps, share / steps)


saved = Claim(
    id="symfed-scaffold-rounds-saved",
    kind="limit",
    says="Rounds at the exact best H over those the printed bound promises: 0.795 at the bound's own best H, 0.562 at the printed H_gamma; "
    "whoever runs the printed H_gamma needs 1.124 times the best number of rounds. kappa = L/mu tends to infinity, gamma L in (0, 1] is held fixed.",
    printed=printed_at(
        "Scaffold, rounds saved",
        r"\lim_{\kappa\to\infty}\frac{\log\rho_{\gamma,H}}{\log\rho_{\mathrm{opt}}}=\sqrt{1-1/e}\text{ at best, }\sqrt{\tfrac{1-1/e}2}\text{ at }H_\gamma;"
        r"\quad\lim\frac{\log\rho_{\mathrm{opt}}}{\log\rho(H_\gamma)}=\sqrt{2(1-1/e)}",
    ),
    lemmas=tuple(
        Lemma(name, limit, SymbolicIdentity(leading, as_printed, scope="gaps to leading order"), wrong={"turned over": 1 / limit, **wrong})
        for name, limit, leading, wrong in (
            (
                "of their best H",
                sp.sqrt(SHARE),
                lambda: gained(sp.sqrt(SHARE), SHARE) / gained(sp.S.One),
                {"1/e for 1 - 1/e": sp.exp(-sp.S.Half)},
            ),
            (
                "of their H",
                sp.sqrt(SHARE / 2),
                lambda: gained(sp.sqrt(2 * SHARE), SHARE) / gained(sp.S.One),
                {"no factor 2": sp.sqrt(SHARE)},
            ),
            (
                "really lost by their H",
                sp.sqrt(2 * SHARE),
                lambda: gained(sp.S.One) / gained(sp.sqrt(2 * SHARE)),
                {"no factor 2": sp.sqrt(SHARE)},
            ),
        )
    ),
    follows=InWords("log rho is minus the gap to leading order, and the number of rounds is inverse to it"),
    uses=("symfed-scaffold-optimal-steps", "symfed-scaffold-printed-balance"),
    expect=Tier.SUPPORTED,
)
