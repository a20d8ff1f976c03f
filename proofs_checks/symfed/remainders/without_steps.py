"""Theorem 4's second moment and bias with a smaller remainder than is printed: the half power of gamma has no factor H."""

import sympy as sp

from proofs_checks.aistats import table_1, theorem_3, theorem_4
from proofs_checks.aistats.theorem_2 import VARIANCE_WRONG, variance
from proofs_checks.symfed.remainders.bias import BIAS, bias_remainder
from proofs_checks.symfed.remainders.moments import moments
from proofs_checks.symfed.remainders.second_moment import second_moment_remainder
from proofs_checks.symfed.remainders.setting import SMALL
from proofs_checks.symfed.remainders.sums import SIGMA
from symfed.checks.classes import LIPSCHITZ_THIRD, REGULAR
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.checks.proven_remainder import ProvenRemainder
from symfed.claims import Claim, Domain, Tier, printed_at
from symfed.core.symbols import H, gamma

REMAINDER = gamma**2 * H**2 + gamma ** sp.Rational(3, 2)
UNDER = Domain((SMALL,), (REGULAR, theorem_3.NOISE, *theorem_3.DRAWS))

second_moment = Claim(
    id="symfed-fedavg-second-moment-without-steps",
    kind="expansion",
    says="The second moment about theta* is gamma/N A C up to O(gamma^2 H^2 + gamma^(3/2)): the factor H that Theorem 4 prints beside the half "
    "power is not needed, as the stationary mean is within O(gamma H + gamma) of theta*.",
    printed=printed_at(
        "Theorem 4's second moment with a smaller remainder",
        r"\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2+\gamma^{3/2})",
    ),
    statement=Expansion(variance, REMAINDER),
    under=UNDER,
    checks=(
        ProvenRemainder(second_moment_remainder, SIGMA, theorem_3.OF_NOISE, (moments,)),
        IdentityInEveryDimension(expansion_of("fedavg", "second_moment")),
    ),
    wrong=theorem_3.with_remainder(VARIANCE_WRONG, REMAINDER),
    uses=("symfed-fedavg-second-moment-remainder",),
    see=("aistats-thm4-variance",),
    expect=Tier.PROVED_GIVEN,
)
bias = Claim(
    id="symfed-fedavg-bias-without-steps",
    kind="expansion",
    says="The bias is gamma/(2N) b_s + gamma (H-1)/2 b_h up to O(gamma^2 H^2 + gamma^(3/2)), for losses with Lipschitz third derivatives: the "
    "factor H that Theorem 4 prints beside the half power is not needed.",
    printed=printed_at(
        "Theorem 4's bias with a smaller remainder",
        r"\bar\theta_{sto}-\theta^\star=\frac\gamma{2N}b_s+\frac{\gamma(H-1)}2b_h+O(\gamma^2H^2+\gamma^{3/2})",
    ),
    statement=Expansion(theorem_4.printed, REMAINDER),
    under=UNDER & Domain((), (LIPSCHITZ_THIRD,)),
    checks=(
        ProvenRemainder(bias_remainder, BIAS, theorem_3.OF_NOISE, (moments,)),
        IdentityInEveryDimension(expansion_of("fedavg", "bias")),
    ),
    wrong=theorem_3.with_remainder(table_1.WRONG, REMAINDER),
    uses=("symfed-fedavg-bias-remainder",),
    see=("symfed-fedavg-bias",),
    expect=Tier.PROVED_GIVEN,
)
