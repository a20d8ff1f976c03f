"""What of the convergence of linear stochastic approximation holds, with which constants."""

import flint
import sympy as sp

from proofs_checks.symfed.lsa.classes import INDEPENDENT, SHRINKS_ALONE
from proofs_checks.symfed.lsa.runs import independent_noise, lsa_runs
from proofs_checks.symfed.lsa.single_agent import ONE, optimum
from symfed.checks import CounterexampleSearch, Induction, SignCheck, inequality_search
from symfed.checks.free_algebra import FreeIdentity
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import decay, gamma, kappa, psi0, sigma, t
from symfed.strategies.sampled import by_rule
from symfed.theorems import Apply, Arithmetic, Assumed, Define
from symfed.theorems.randomness import expectation_of, fresh_round
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import AnyVector, E, Norm, Stated, Vector, sequence

B = gamma * decay
STABLE = Domain((B <= 1,), (SHRINKS_ALONE, INDEPENDENT))
MEANS = "mean over all draws, exact second moments"


def square(x):
    return (x**2).sum()


def shrunk(i, factors=None, scale=1):
    """E|Gamma_{1:T} u|² and (1 - eta a)^factors |u|²."""
    u = i.start
    left = i.expected(lambda run: square(by_rule("lsa", run.without_vectors().starting(u))))
    return left, (1 - scale * i.gamma * i.rate) ** (len(i.draws) if factors is None else factors(len(i.draws))) * square(u)


before, bound_before = coordinates("before bound")
one, other = AnyVector("x"), AnyVector("y")
factor_w = sequence("lsa_factor_w", "the factor Id - eta A(Z) of a draw, applied to a vector")
drawn_w = sequence("lsa_factor_drawn_w", "the factor of a draw, by its number, applied to a vector")
product_w = sequence("lsa_product_w", "so many drawn factors, the first one first, applied to a vector")
GAP_w = product_w(t, one) - product_w(t, other)
AFTER_w, DRAWN_w = GAP_w.subs(t, t + 1), drawn_w(t, product_w(t, one)) - drawn_w(t, product_w(t, other))
#: What `SHRINKS_ALONE` says of a vector u - v, to which a factor is applied as to u and to v.
SHRINKING = Stated(
    SHRINKS_ALONE.says,
    SHRINKS_ALONE.contains,
    SHRINKS_ALONE.outside,
    relations=(sp.Le(E(Norm(factor_w(one) - factor_w(other)) ** 2), (1 - B) * Norm(one - other) ** 2, evaluate=False),),
)
stability = Claim(
    id="symfed-exponential-stability",
    kind="inequality",
    says="Products of independent factors of one law, applied to a vector, shrink at every factor if one does; no norm of matrices is needed. In the proof the vector is "
    "written u - v: as a factor is linear, it takes u and v apart.",
    printed=printed_at(
        "ARGO, exponential stability with the norm of a vector",
        r"\mathbb E\|(\mathrm{Id}-\eta A(Z))u\|^2\le(1-\eta a)\|u\|^2\ \forall u\ \Rightarrow\ "
        r"\mathbb E\|\Gamma_{t:t'}u\|^2\le(1-\eta a)^{t'-t+1}\|u\|^2",
    ),
    statement=sp.Le(E(Norm(GAP_w) ** 2), (1 - B) ** t * Norm(one - other) ** 2, evaluate=False),
    under=Domain((B <= 1,), (SHRINKING, INDEPENDENT)),
    lemmas=(
        Lemma(
            "one factor more",
            ((1 - B) * before, (1 - B) * bound_before),
            SignCheck("the mean square before the factor, and its bound"),
            {"twice the rate": ((1 - B) * before, (1 - 2 * B) * bound_before)},
            given=Domain((before <= bound_before,)),
        ),
        crosscheck(
            "runs",
            shrunk,
            inequality_search(lsa_runs, scope=MEANS, sizes=ONE, examples=60),
            {"one factor more": lambda i: shrunk(i, lambda T: T + 1), "twice the rate": lambda i: shrunk(i, scale=2)},
        ),
    ),
    follows=(
        Assumed("one factor", SHRINKING),
        Apply(
            fresh_round,
            "a factor of its own",
            mapping=factor_w,
            copy=drawn_w,
            factor=1 - B,
            x=one,
            y=other,
            u=product_w(t, one),
            v=product_w(t, other),
        ),
        Define("no factor", sp.Eq(product_w(0, one), one)),
        Define("factor", sp.Eq(product_w(t + 1, one), drawn_w(t, product_w(t, one)))),
        Apply(instance, "no factor of v", relation="no factor", at={one: other}),
        Apply(instance, "factor of v", relation="factor", at={one: other}),
        linear_combination("after one more", AFTER_w, DRAWN_w, {"factor": 1, "factor of v": -1}),
        Arithmetic("its square", sp.Eq(Norm(AFTER_w) ** 2, Norm(DRAWN_w) ** 2, evaluate=False), ("after one more/2",)),
        Apply(expectation_of, "its mean square", relation="its square"),
        Arithmetic("shrinks", sp.Le(E(Norm(AFTER_w) ** 2), (1 - B) * E(Norm(GAP_w) ** 2)), ("its mean square", "a factor of its own/1")),
        linear_combination("at first", GAP_w.subs(t, 0), one - other, {"no factor": 1, "no factor of v": -1}),
        Arithmetic("square at first", sp.Eq(Norm(GAP_w.subs(t, 0)) ** 2, Norm(one - other) ** 2, evaluate=False), ("at first/2",)),
        Apply(expectation_of, "mean square at first", relation="square at first"),
        bounded_by_induction(
            "factors", E(Norm(GAP_w) ** 2), t, (1 - B) ** t * Norm(one - other) ** 2, factor=1 - B, by=("mean square at first",)
        ),
    ),
    see=("argo-gamma-def",),
    expect=Tier.PROVED_GIVEN,
)


def squared_error(i):
    """E|theta_T - theta*|²."""
    return i.expected(lambda run: square(by_rule("lsa", run) - optimum(run)))


def parts(i, later=0):
    """(1 - eta a)^T |theta_0 - theta*|² and eta sigma²/a."""
    start = (1 - i.gamma * i.rate) ** (len(i.draws) + later) * square(i.start - optimum(i))
    return start, i.gamma * i.variance(0, optimum(i)) / i.rate


def bound(i, constant, **variant):
    return constant * sum(parts(i, **variant))


def by_minkowski(i, later=0, share=1):
    """excess² <= 4 start noise wherever the error exceeds start + noise: that is, error <= (sqrt(start) + sqrt(noise))²."""
    start, noise = parts(i, later)
    excess = squared_error(i) - start - share * noise
    return max(excess, 0 * excess) ** 2, 4 * start * share * noise


def all_noises(steps):
    """eta² times the sum of (1 - eta a)^k over k < steps."""
    return gamma / decay * (1 - (1 - B) ** steps)


ALONE = inequality_search(lsa_runs, scope=MEANS, sizes=ONE, examples=60)
x, y = coordinates("start noise")
error = Claim(
    id="symfed-lsa-mse",
    kind="inequality",
    says="The root mean squared error is at most (1 - eta a)^(T/2) |theta_0 - theta*| + sigma (eta/a)^(1/2): a factor 2 on both squares.",
    printed=printed_at(
        "ARGO 'analysis of TD (III)', with the cross term",
        r"\mathbb E\|\theta_T-\theta_\star\|^2\le\Big((1-\eta a)^{T/2}\|\theta_0-\theta_\star\|+\sigma_\star\sqrt{\eta/a}\Big)^2"
        r"\le2(1-\eta a)^T\|\theta_0-\theta_\star\|^2+\frac{2\eta\sigma_\star^2}a",
    ),
    statement=by_minkowski,
    under=STABLE,
    lemmas=(
        Lemma(
            "noises",
            lambda T: gamma / decay,
            Induction(all_noises, 1 - B, gamma**2, scope="all T >= 1"),
            {"a little less": lambda T: sp.Rational(19, 20) * gamma / decay},
            says="eta² sum_k (1 - eta a)^k <= eta/a",
        ),
        Lemma(
            "squares",
            ((x + y) ** 2, 2 * x**2 + 2 * y**2),
            SignCheck("two numbers"),
            {"a little less than 2": ((x + y) ** 2, sp.Rational(19, 10) * (x**2 + y**2))},
        ),
        crosscheck(
            "runs",
            by_minkowski,
            ALONE,
            {
                "one step more": lambda i: by_minkowski(i, later=1),
                "a quarter of the noise": lambda i: by_minkowski(i, share=flint.fmpq(1, 4)),
            },
        ),
        crosscheck(
            "runs, squares",
            lambda i: (squared_error(i), bound(i, 2)),
            ALONE,
            {
                "half the constant": lambda i: (squared_error(i), bound(i, 1)),
                "three steps more": lambda i: (squared_error(i), bound(i, 2, later=3)),
            },
        ),
    ),
    follows=(
        InWords(
            "in the expansion of symfed-lsa-unrolled a noise has mean zero and is independent of all other factors, so that products of two "
            "different noises vanish in the mean; by symfed-exponential-stability and `noises` the sum has at most eta sigma²/a"
        ),
        InWords("Minkowski's inequality for the start's part and the noises'"),
    ),
    uses=("symfed-lsa-unrolled", "symfed-exponential-stability", "symfed-lsa-noise"),
    expect=Tier.PROVED_GIVEN,
)


def correlation(i, centred=True, transposed=True):
    """E[(A(Z) - Abar)' eps(Z)]; without `centred`, of A(Z) itself, which is the mean gradient of |A(Z) theta - b(Z)|²/2 at theta*."""
    total = 0 * i.start
    for z in i.samples:
        A = i.matrices[0, z] - i.problem.mean_matrices[0] if centred else i.matrices[0, z]
        total = total + (A.T if transposed else A) @ i.gradient(0, z, optimum(i))
    return total / len(i.samples)


UNCORRELATED = Class("E[A(Z)' eps(Z)] = 0", lambda i: not correlation(i, centred=False).any(), lsa_runs)


def error_after(steps):
    """What one step's E|e|² -> (1 - eta a) E|e|² + eta² sigma² makes of |theta_0 - theta*|² = psi0."""
    return (1 - B) ** steps * psi0 + sigma**2 * all_noises(steps)


def without_correlation(i):
    """E|theta_T - theta*|² and its bound with the constant one."""
    return squared_error(i), bound(i, 1)


uncorrelated = Claim(
    id="symfed-lsa-mse-uncorrelated",
    kind="inequality",
    says="Where A(Z)' eps(Z) has mean zero, the printed bound holds as it stands.",
    printed=printed_at(
        "ARGO 'analysis of TD (III)', without correlation",
        r"\mathbb E[A(Z)^\top\varepsilon(Z)]=0\ \Rightarrow\ "
        r"\mathbb E\|\theta_T-\theta_\star\|^2\le(1-\eta a)^T\|\theta_0-\theta_\star\|^2+\frac{\eta\sigma_\star^2}a",
    ),
    statement=without_correlation,
    under=Domain((B <= 1,), (SHRINKS_ALONE, INDEPENDENT, UNCORRELATED)),
    lemmas=(
        Lemma(
            "steps",
            lambda T: (1 - B) ** T * psi0 + gamma * sigma**2 / decay,
            Induction(error_after, 1 - B, gamma**2 * sigma**2, scope="all T >= 1"),
            {
                "a little less noise": lambda T: (1 - B) ** T * psi0 + sp.Rational(19, 20) * gamma * sigma**2 / decay,
                "one step more": lambda T: (1 - B) ** (T + 1) * psi0 + gamma * sigma**2 / decay,
            },
        ),
        crosscheck(
            "runs",
            without_correlation,
            inequality_search(independent_noise, scope=MEANS + ", b(Z) independent of A(Z), theta* = 0", sizes=ONE),
            {
                "a little less": lambda i: (squared_error(i), flint.fmpq(19, 20) * bound(i, 1)),
                "one step more": lambda i: (squared_error(i), bound(i, 1, later=1)),
            },
        ),
    ),
    follows=InWords(
        "a step takes e to (Id - eta A) e - eta eps by symfed-lsa-one-step; its mean square has the cross term 2 eta² E[e' A' eps], which vanishes "
        "because e is independent of Z: E|e|² becomes at most (1 - eta a) E|e|² + eta² sigma²"
    ),
    uses=("symfed-lsa-one-step",),
    expect=Tier.PROVED_GIVEN,
)


def split_draw(share=1):
    """A' eps, by the mean M of A."""
    return lambda A, M, eps: (A * eps, (A - M) * eps + share * M * eps)


GAIN = (kappa - 1) / (kappa + 1)
A_w, turned_w, b_w = Vector("lsa_A_w", "A(Z)"), Vector("lsa_A_turned_w", "A(Z)'"), Vector("lsa_b_w", "b(Z)")
solution = Vector("theta_lsa", "the solution of the mean system")
SOLVES = Stated("theta* solves the mean system", relations=(sp.Eq(E(A_w) * solution, E(b_w), evaluate=False),))
NOISE_w = A_w * solution - b_w
COVARIANCE = sp.Eq(E(turned_w * NOISE_w), E((turned_w - E(turned_w)) * NOISE_w), evaluate=False)
least_squares = Claim(
    id="symfed-lsa-least-squares",
    kind="rate",
    says="The gradient of |A(Z) theta - b(Z)|²/2 does not vanish in the mean at theta*, but is the covariance of A(Z) and eps(Z): two "
    "independent samples a step are needed. And for symmetric Abar of condition number kappa the condition number is squared: gradient steps "
    "on a quadratic shrink by (kappa - 1)/(kappa + 1) at best.",
    printed=printed_at(
        "ARGO, note on least squares, with its reasons",
        r"\mathbb E[A(Z)^\top(A(Z)\theta_\star-b(Z))]=\mathbb E[(A(Z)-\bar A)^\top\varepsilon(Z)];\quad "
        r"\frac{\kappa-1}{\kappa+1}\le\frac{\kappa^2-1}{\kappa^2+1}",
    ),
    under=Domain((kappa >= 1,), (SOLVES,)),
    statement=sp.And(COVARIANCE, sp.Le(GAIN, GAIN.subs(kappa, kappa**2), evaluate=False)),
    lemmas=(
        Lemma(
            "one draw",
            split_draw(),
            FreeIdentity("A' M' eps", "all sizes"),
            {"the mean added twice": split_draw(2)},
            says="A' eps is (A - M)' eps and M' eps, M = Abar",
        ),
        crosscheck(
            "one sample",
            correlation,
            CounterexampleSearch(lsa_runs, lambda i: correlation(i, centred=False), scope="mean of A(Z)'(A(Z) theta* - b(Z))", sizes=ONE),
            {"not transposed": lambda i: correlation(i, transposed=False), "no bias": lambda i: 0 * i.start},
        ),
        Lemma(
            "symmetric",
            (GAIN, GAIN.subs(kappa, kappa**2)),
            SignCheck("best factor of a step: LSA's against gradient descent's on the squares"),
            {"square root": (GAIN, GAIN.subs(kappa, sp.sqrt(kappa))), "the other way": (GAIN.subs(kappa, kappa**2), GAIN)},
        ),
    ),
    follows=(
        Assumed("mean system", SOLVES),
        linear_combination("covariance", COVARIANCE.lhs, COVARIANCE.rhs, {"mean system": E(turned_w)}),
    ),
    expect=Tier.PROVED,
)
