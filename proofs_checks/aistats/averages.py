"""The average of FedAvg's iterates with samples tends in mean square to the stationary mean, for general losses and any start."""

from types import SimpleNamespace

import sympy as sp

from proofs_checks.aistats.quantities import x, y
from symfed.core.symbols import H, t
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.norms import squared_triangle
from symfed.theorems.randomness import expectation_of, fresh_round, mean_ergodic
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination, squeeze
from symfed.theorems.vocabulary import E, Norm, Vector, sequence


def two_runs(run, tag=""):
    """The steps to E|X_t - Y_t|² <= q^t E|X_0 - Y_0|² for rounds from a start and from the stationary distribution, for a `sampled` run."""
    n, q, T_w, theta_w = run.n, run.rate**H, run.T_w, run.theta_w
    R_w = sequence(f"R{tag}_w", "what a round does to a point, every round with draws of its own")
    X_w = sequence(f"X{tag}_w", "the iterate after so many rounds with samples")
    Y_w = sequence(f"Y{tag}_w", "the same rounds from the stationary distribution")
    gap = X_w(t) - Y_w(t)
    after = gap.xreplace({t: t + 1})
    start = E(Norm(gap.xreplace({t: sp.S.Zero})) ** 2)
    steps = (
        Apply(fresh_round, n("a round each"), by=("mu <= L",), mapping=T_w, copy=R_w, factor=q, x=x, y=y, u=X_w(t), v=Y_w(t)),
        Define(n("X starts"), sp.Eq(X_w(0), Vector("theta_start", "where FedAvg-D starts"))),
        Define(n("X steps"), sp.Eq(X_w(t + 1), R_w(t, X_w(t)))),
        Define(n("Y starts"), sp.Eq(Y_w(0), theta_w)),
        Define(n("Y steps"), sp.Eq(Y_w(t + 1), R_w(t, Y_w(t)))),
        # both runs forget where they started
        linear_combination(n("two runs"), after, R_w(t, X_w(t)) - R_w(t, Y_w(t)), {n("X steps"): 1, n("Y steps"): -1}),
        Arithmetic(
            n("their square"), sp.Eq(Norm(after) ** 2, Norm(R_w(t, X_w(t)) - R_w(t, Y_w(t))) ** 2, evaluate=False), (n("two runs/2"),)
        ),
        Apply(expectation_of, n("their mean square"), relation=n("their square")),
        bounded_by_induction(
            n("runs"),
            E(Norm(gap) ** 2),
            t,
            run.rate ** (H * t) * start,
            factor=q,
            by=("mu <= L", n("a round each/1"), n("their mean square")),
        ),
    )
    return SimpleNamespace(steps=steps, R_w=R_w, X_w=X_w, Y_w=Y_w, gap=gap, start=start)


def averaged(run, tag=""):
    """The steps to the limit of E|average of the first t iterates - stationary mean|², for a `sampled` run of that tag."""
    n, q, T_w, theta_w, two = run.n, run.rate**H, run.T_w, run.theta_w, two_runs(run, tag)
    X_w, Y_w, R_w, gap, start = two.X_w, two.Y_w, two.R_w, two.gap, two.start
    sum_X = sequence(f"sumX{tag}_w", "the sum of the first so many iterates")
    sum_Y = sequence(f"sumY{tag}_w", "the sum of the first so many iterates from the stationary distribution")
    sums = sum_X(t) - sum_Y(t)
    sums_after = sums.xreplace({t: t + 1})
    error, stationary_error = E(Norm(sum_X(t) / t - run.theta_sto) ** 2), E(Norm(sum_Y(t) / t - E(theta_w)) ** 2)
    average = sum_X(t + 1) / (t + 1)
    forgotten = 2 * (t + 1) / t**2 * start / (1 - q)
    steps = (
        *two.steps,
        # their sums do not grow apart either
        Define(n("sum of none"), sp.Eq(sum_X(0), 0)),
        Define(n("sum"), sp.Eq(sum_X(t + 1), sum_X(t) + X_w(t))),
        Define(n("stationary sum of none"), sp.Eq(sum_Y(0), 0)),
        Define(n("stationary sum"), sp.Eq(sum_Y(t + 1), sum_Y(t) + Y_w(t))),
        linear_combination(
            n("nothing between sums"), sums.xreplace({t: sp.S.Zero}), 0 * x, {n("sum of none"): 1, n("stationary sum of none"): -1}
        ),
        linear_combination(n("between sums"), sums_after, sums + gap, {n("sum"): 1, n("stationary sum"): -1}),
        Apply(squared_triangle, n("one more"), u=sums, v=gap, weight=1 / (t + 1)),
        Arithmetic(
            n("one more after"),
            sp.Le(Norm(sums_after) ** 2, (t + 2) / (t + 1) * Norm(sums) ** 2 + (t + 2) * Norm(gap) ** 2),
            (n("between sums/2"), n("one more")),
        ),
        Apply(expectation_of, n("one more in the mean"), relation=n("one more after")),
        Arithmetic(n("none at first"), sp.Le(Norm(sums.xreplace({t: sp.S.Zero})) ** 2, 0, evaluate=False), (n("nothing between sums/2"),)),
        Apply(expectation_of, n("none at first in the mean"), relation=n("none at first")),
        Arithmetic(n("contraction"), sp.Lt(q, 1, evaluate=False), ("mu <= L",)),
        bounded_by_induction(
            n("sums"),
            E(Norm(sums) ** 2),
            t,
            (t + 1) * (1 - run.rate ** (H * t)) / (1 - q) * start,
            factor=(t + 2) / (t + 1),
            increment=(t + 2) * run.rate ** (H * t) * start,
            by=("mu <= L", n("contraction"), n("one more in the mean"), n("runs"), n("none at first in the mean")),
        ),
        # the stationary average tends to the mean, and ours to it
        Apply(mean_ergodic, n("ergodic"), by=("mu <= L",), mapping=T_w, copy=R_w, factor=q, x=x, y=y, law=theta_w, chain=Y_w, total=sum_Y),
        Apply(squared_triangle, n("two errors"), u=sums_after / (t + 1), v=sum_Y(t + 1) / (t + 1) - E(theta_w)),
        linear_combination(n("error"), average - run.theta_sto, average - E(theta_w), {n("stationary mean"): -1}),
        Arithmetic(
            n("two parts of the error"),
            sp.Le(
                Norm(average - run.theta_sto) ** 2,
                2 * Norm(sums_after) ** 2 / (t + 1) ** 2 + 2 * Norm(sum_Y(t + 1) / (t + 1) - E(theta_w)) ** 2,
            ),
            (n("error/2"), n("two errors")),
        ),
        Apply(expectation_of, n("the error in the mean"), relation=n("two parts of the error")),
        Apply(instance, n("sums later"), relation=n("sums"), at={t: t + 1}),
        Arithmetic(
            n("forgotten"), sp.Le(E(Norm(sums_after) ** 2), (t + 2) / (1 - q) * start), ("mu <= L", n("sums later"), n("contraction"))
        ),
        Arithmetic(
            n("in all"),
            sp.Le(error, forgotten + 2 * stationary_error, evaluate=False).xreplace({t: t + 1}),
            {n("forgotten"): 2 / (t + 1) ** 2, n("the error in the mean"): 1},
        ),
        Apply(
            squeeze,
            n("average"),
            u=error,
            bound=forgotten + 2 * stationary_error,
            index=t,
            vanishing=(stationary_error,),
            by=(n("in all"),),
        ),
    )
    return SimpleNamespace(steps=steps, sum=sum_X, error=error)
