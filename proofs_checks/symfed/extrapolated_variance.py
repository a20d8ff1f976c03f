"""What extrapolation costs in variance: the question that the remark after Theorem 6 leaves open, for quadratic clients."""

from fractions import Fraction

from proofs_checks.aistats.estimators import JointVariance, total
from proofs_checks.symfed.two_runs import of_total_variance
from symfed.checks import RemainderOrder
from symfed.checks.classes import MEAN_CURVED, QUADRATIC_ADDITIVE
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, printed_at
from symfed.core.symbols import H, gamma
from symfed.strategies.standard import heterogeneous_quadratics

CLIENTS = Domain((), (MEAN_CURVED, QUADRATIC_ADDITIVE))
SMALL = Fraction(1, 2**12)  # exact solves are as good at any step size: a hundredth of the leading term stands out
SCOPE = "exact variances of both runs together, d <= 3"


def of_iterates(factor):
    """`factor` times gamma/(2N) A^-1 C, whose trace is FedAvg's own total variance, gamma/N tr(A C), to first order."""
    return lambda p, gamma, H: factor * gamma * p.solve(p.hessian, p.noise) / (2 * p.N)


def of_averages(factor):
    """`factor` times A^-2 C/(N H), whose trace is T times the variance of an average of T of FedAvg's own iterates, as gamma tends to 0."""
    return lambda p, gamma, H: factor * p.solve(p.hessian, p.solve(p.hessian, p.noise)) / (p.N * H)


def iterates(p, gamma, H):
    return of_iterates(6)(p, gamma, H)


def iterates_shared(p, gamma, H):
    return of_iterates(2)(p, gamma, H) / 3


def averages(p, gamma, H):
    return of_averages(5)(p, gamma, H)


def averages_shared(p, gamma, H):
    return of_averages(1)(p, gamma, H)


def leaving(shared, averaged):
    """The checks of a variance of both runs together: of iterates or of long averages, on the same samples or not."""

    def terms(algorithm, quantity, order):
        return of_total_variance(shared, averaged)

    return (
        RemainderAtFixedH("fedavg", "second_moment", 0 if averaged else 1, terms=terms, quadratic=True),
        RemainderOrder(heterogeneous_quadratics, JointVariance(shared, averaged), reading=total, first=SMALL, scope=SCOPE),
    )


def proved(*, shared, averaged, statement, wrong):
    """A claim's proof: its statement as a lemma, and why the remainder is what it is."""
    return {
        "statement": statement,
        "lemmas": (Lemma("statement", statement, leaving(shared, averaged), wrong),),
        "follows": (InWords(AVERAGED if averaged else SETTLED),),
        "expect": Tier.PROVED_GIVEN,
    }


CLOSED = (
    "P_i is polynomial in gamma, Q_ij is gamma^2 times a polynomial, and {0} is invertible at gamma = 0, so that the covariance is analytic there "
    "and its first term is that of the leading terms of P_i and Q_ij"
)
SETTLED = "covariances of the two runs solve X_ij = P_i X_ij P_j + Q_ij; " + CLOSED.format("X -> (X - P_i X P_j)/gamma")
AVERAGED = "T times covariances of averages tend to (1 - P_i)^-1 Q_ij (1 - P_j)^-1; " + CLOSED.format("(1 - P_i)/gamma")


def up_to(remainder):
    """Transcriptions with this remainder, at fixed H."""
    return lambda terms: Expansion(terms, remainder, fixed=(H,))


to_second, to_first = up_to(gamma**2), up_to(gamma)

rr_iterate_variance = Claim(
    id="symfed-rr-iterate-variance",
    kind="expansion",
    says="With independent runs an extrapolated iterate has six times FedAvg's variance, to first order in gamma.",
    printed=printed_at(
        "what Theorem 5's iterates cost",
        r"\mathrm{tr}\,\mathrm{Cov}(\vartheta)=6\cdot\frac\gamma{2N}\,\mathrm{tr}\,\bar A^{-1}\mathcal C+O(\gamma^2)",
    ),
    under=CLIENTS,
    **proved(
        shared=False,
        averaged=False,
        statement=to_second(iterates),
        wrong={
            "four times": to_second(of_iterates(4)),
            "five times, as for averages": to_second(of_iterates(5)),
            "1/N dropped": to_second(lambda p, gamma, H: p.N * iterates(p, gamma, H)),
            "times H": to_second(lambda p, gamma, H: H * iterates(p, gamma, H)),
            "with the same noise": to_second(iterates_shared),
        },
    ),
)
rr_iterate_variance_shared = Claim(
    id="symfed-rr-iterate-variance-shared",
    kind="expansion",
    says="When both runs see the same samples, an extrapolated iterate has two thirds of FedAvg's variance.",
    printed=printed_at(
        "Theorem 5's iterates on the same samples",
        r"\mathrm{tr}\,\mathrm{Cov}(\vartheta)=\frac23\cdot\frac\gamma{2N}\,\mathrm{tr}\,\bar A^{-1}\mathcal C+O(\gamma^2)",
    ),
    under=CLIENTS,
    **proved(
        shared=True,
        averaged=False,
        statement=to_second(iterates_shared),
        wrong={
            "FedAvg's own": to_second(of_iterates(1)),
            "half": to_second(lambda p, gamma, H: of_iterates(1)(p, gamma, H) / 2),
            "1/N dropped": to_second(lambda p, gamma, H: p.N * iterates_shared(p, gamma, H)),
            "independent runs": to_second(iterates),
        },
    ),
)
rr_average_variance = Claim(
    id="symfed-rr-average-variance",
    kind="expansion",
    says="T times the variance of the averaged estimator tends to five times that of averaged FedAvg if the runs are independent.",
    printed=printed_at(
        "the rate in Theorem 6",
        r"\lim_{T\to\infty}T\,\mathrm{tr}\,\mathrm{Cov}(\bar\vartheta_T)=\frac5{NH}\,\mathrm{tr}\,\bar A^{-1}\mathcal C\bar A^{-1}+O(\gamma)",
    ),
    under=CLIENTS,
    **proved(
        shared=False,
        averaged=True,
        statement=to_first(averages),
        wrong={
            "six times, as for iterates": to_first(of_averages(6)),
            "four times": to_first(of_averages(4)),
            "1/H dropped": to_first(lambda p, gamma, H: H * averages(p, gamma, H)),
            "the same noise": to_first(averages_shared),
        },
    ),
)
rr_average_variance_shared = Claim(
    id="symfed-rr-average-variance-shared",
    kind="expansion",
    says="On the same samples the averaged estimator has the variance of averaged FedAvg: the bias is reduced for nothing.",
    printed=printed_at(
        "the rate in Theorem 6, on the same samples",
        r"\lim_{T\to\infty}T\,\mathrm{tr}\,\mathrm{Cov}(\bar\vartheta_T)=\frac1{NH}\,\mathrm{tr}\,\bar A^{-1}\mathcal C\bar A^{-1}+O(\gamma)",
    ),
    under=CLIENTS,
    **proved(
        shared=True,
        averaged=True,
        statement=to_first(averages_shared),
        wrong={
            "independent runs": to_first(averages),
            "two thirds, as for iterates": to_first(lambda p, gamma, H: 2 * averages_shared(p, gamma, H) / 3),
            "1/H dropped": to_first(lambda p, gamma, H: H * averages_shared(p, gamma, H)),
        },
    ),
)
