"""Proposition 5 of the preprint and its proof, printed as Proposition 6 of the published version: with minus for the bias's first order."""

from proofs_checks.aistats import theorem_1
from proofs_checks.aistats.proofs import proposition_6, proposition_6_optima, proposition_6_recursion, proposition_6_variance
from proofs_checks.hal import differing, judged_again, printed_again
from proofs_checks.hal.conditions import REGULAR
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.claims import RESULT, Domain, Erratum, Tier

#: The published conditions, with the preprint's A1 and its number of A4.
_PUBLISHED = proposition_6.bias.under
_, *_OTHERS = _PUBLISHED.classes
UNDER = Domain(
    _PUBLISHED.relations,
    (REGULAR, *_OTHERS),
    {str(REGULAR): "Proposition 5"}
    | {name: line.replace("n 6", "n 5") + " (A4)" * name.startswith("A5") for name, line in _PUBLISHED.lines.items() if name[:2] != "A1"},
)
PROOF = "proof of Proposition 5, the variance"

condition = differing(
    printed_again(proposition_6.condition, "hal-prop5-condition", "Proposition 5"),
    says=proposition_6.condition.says.replace("Proposition 6", "Proposition 5"),
    see=("hal-thm3-condition",),
)
bias = differing(
    judged_again(proposition_6.bias, "hal-prop5-bias", "Proposition 5", UNDER),
    tex=r"\bar\theta_{sto}^{(\gamma,H)}-\theta^\star=-\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_{c=1}^N"
    r"(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)+O(\gamma^2H^2)",
    says="On quadratics the bias is printed as minus gamma (H-1)/2 b_h up to O(gamma^2 H^2): the sign is wrong, against the preprint's Theorem 2. The published "
    "version prints plus, and keeps the proof that ends with minus.",
    statement=Expansion(lambda p, gamma, H: -theorem_1.printed(p, gamma, H), theorem_1.REMAINDER),
    checks=IdentityInEveryDimension(expansion_of("fedavg", "bias", quadratic=True)),
    wrong={},
    lemmas=(),
    follows=(),
    uses=(),
    see=("hal-thm2-expansion", "hal-prop5-proof-bias", "aistats-prop6-leading"),
    corrected=proposition_6.bias.id,
    erratum=Erratum(RESULT, "The sign is plus, as in Theorem 2 and in the published version."),
    expect=Tier.REFUTED,
)
covariance = differing(
    printed_again(proposition_6_variance.variance, "hal-prop5-covariance", "Proposition 5, second line"),
    see=("hal-thm2-covariance", "aistats-prop6-variance-final"),
)
proof_bias = differing(
    judged_again(proposition_6.leading, "hal-prop5-proof-bias", "proof of Proposition 5, the bias", UNDER),
    tex=",\\ ".join(claim.printed.tex for claim in (proposition_6.expansion, proposition_6.inverse, proposition_6.leading)),
    says="The expansions and what they give, as the published version prints them. H-h-1 stands for H-h factors, the inverse is (gamma H A)^-1 up to a matrix that is bounded "
    "and not up to O(gamma H), and the sign is wrong from the first display on: here the statement has it, too.",
    see=("hal-prop5-bias", proposition_6.expansion.id, proposition_6.inverse.id, proposition_6.leading.id),
    erratum=Erratum(
        RESULT,
        "H-h-1 stands for H-h, before A the number of factors is lacking, and the inverse leaves O(1). The last line is Proposition 5, whose sign is "
        "to be turned; the remainder stands.",
    ),
)
a_round = printed_again(
    proposition_6_recursion.a_round,
    "hal-prop5-proof-round",
    f"{PROOF}, first display",
    says=proposition_6_recursion.a_round.says.replace("(49)", "(27)"),
    see=("hal-eq27",),
)
proof_noise = printed_again(proposition_6_recursion.recursion, "hal-prop5-proof-noise", PROOF, see=("aistats-prop6-variance-onestep",))
cross = printed_again(proposition_6_optima.cross, "hal-prop5-proof-cross-term", f"{PROOF}, Proposition 4 used")
one_step = differing(
    printed_again(proposition_6_variance.one_step, "hal-prop5-proof-variance-onestep", f"{PROOF}, Lemma 7 used"),
    see=("hal-prop5-proof-noise", "hal-prop5-proof-cross-term", "hal-thm2-covariance"),
)
final = differing(
    printed_again(proposition_6_variance.final, "hal-prop5-proof-variance-final", "proof of Proposition 5, last display"),
    see=("hal-prop5-proof-variance-onestep", "hal-prop5-covariance"),
)
