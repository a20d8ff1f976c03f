"""False claims whose author declares too much, or hides what a letter is: none is proved, and each is refused for its reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from proofs_checks.aistats import theorem_1
from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.aistats.proposition_2 import SHORT
from proofs_checks.aistats.quadratic_bias_remainder import bias_remainder
from proofs_checks.aistats.quadratic_mean_path import BIAS
from proofs_checks.aistats.quantities import theta_star
from proofs_checks.aistats.theorem_2 import OF_JETS, variance, where
from proofs_checks.symfed.scaffold import uniform
from symfed.checks import Induction, SignCheck, SymbolicIdentity
from symfed.checks.classes import DRAWS, MEAN_CURVED, QUADRATIC, REGULAR, ZERO_SUM
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH, UniformRemainder
from symfed.checks.identity import on_symbols
from symfed.checks.proven_remainder import InQuantities, ProvenRemainder
from symfed.core.check import Check
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import ANYWHERE, Class, Domain
from symfed.core.scope import EVERYTHING, ONE_DIMENSION
from symfed.core.source import Printed
from symfed.core.symbols import H, L, a, gamma, h, mu, t, zeta1
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.ledger import Claims
from symfed.ledger.judging import judge, settle
from symfed.theorems import Apply, Arithmetic, Assumed, Define
from symfed.theorems.norms import zero_norm
from symfed.theorems.operators import shared_gradient
from symfed.theorems.sequences import combination, instance, squeeze, vanishing_powers
from symfed.theorems.vocabulary import CURVED, SHARED, AnyVector, Mean, Norm, Quantity, Stated, Vector, grad, sequence

x, y, own_c = AnyVector("x"), AnyVector("y"), Vector("planted_vector_c")
bounded, doubled = Quantity("planted_number", "a number that is at most one"), sequence("planted_sequence")
PLAIN = Lemma(
    "plain",
    (gamma * mu, gamma * L),
    (SignCheck(),),
    wrong={"twice": (2 * gamma * mu, gamma * L)},
    given=Domain((sp.Le(mu, L),)),
    assumes=ANYWHERE,
)
MEANS = "symfed-expansion-remainder-quadratic-means"
HETEROGENEITY = theorem_1.printed


def claimed(name: str, **parts: object) -> Claim:
    return Claim(id=f"planted-{name}", printed=Printed("symfed", "a falsehood", "."), says="What is false.", expect=Tier.PROVED, **parts)  # type: ignore[arg-type]


def stepped(name: str, statement: sp.Basic, *steps: object, under: Domain = ANYWHERE) -> Claim:
    return claimed(name, kind="identity", statement=statement, lemmas=(PLAIN,), follows=steps, under=under)


def turned(p, gamma, H):
    """The heterogeneity bias with its first two factors in the other order: the same on a line."""
    return gamma * (H - 1) / 2 * p.mean(p.apply(p.hessians - p.hessian, p.solve(p.hessian, p.gradients)))


def leaves(
    name: str, remainder: sp.Expr, *checks: Check, under: Domain, uses: tuple[str, ...], terms: Any = HETEROGENEITY, fixed: Any = ()
) -> Claim:
    statement = Expansion(terms, remainder, fixed=fixed)
    wrong = {"sign": replace(statement, terms=lambda p, g, n: -terms(p, g, n))}
    return claimed(name, kind="expansion", statement=statement, checks=checks, under=under, uses=uses, wrong=wrong)


def first_order_only(*_: object) -> Check:
    return IdentityInEveryDimension(expansion_of("fedavg", "bias", 1, quadratic=True))


SMALLER = gamma**3 / H**2 * bias_remainder.statement.args[1]
FORGED = replace(bias_remainder, statement=sp.Le(bias_remainder.statement.args[0], SMALLER, evaluate=False))
LIMIT = sp.Limit((t / (t + 1)) ** t, t, sp.oo)

LONG, NO_BIAS = Domain((gamma * mu * H >= 1,)), (sp.Le(zeta1, 0, evaluate=False),)
NAMESAKE = Stated(QUADRATIC.says, relations=NO_BIAS)
ALIKE = sp.Eq(grad(x), Mean(grad(x)), evaluate=False)
MORE = Class(REGULAR.says, implies=(CURVED, SHARED))


def long(name: str, **hypotheses: Domain) -> Claim:
    lemma = Lemma("long", (sp.S.One, gamma * mu * H), (SignCheck(),), wrong={"two": (sp.Integer(2), gamma * mu * H)}, **hypotheses)  # type: ignore[arg-type]
    return claimed(name, kind="inequality", lemmas=(lemma,), under=Domain((gamma * L <= 1,)))


#: Claims, and what is said of each.
FALSE = [
    (
        stepped(
            "diagonal-limit",
            sp.Eq(LIMIT, 0, evaluate=False),
            Apply(vanishing_powers, "pointwise", ratio=h / (h + 1), index=t),
            Apply(instance, "diagonal", relation="pointwise", at={h: t}),
        ),
        "no relation: tends(",
    ),
    (
        stepped(
            "squeezed",
            sp.Eq(sp.Limit(Norm(doubled(t, x)) / (t + 1), t, sp.oo), 0, evaluate=False),
            Define("start", sp.Eq(doubled(0, x), x)),
            Define("step", sp.Eq(doubled(t + 1, x), 2 * doubled(t, x))),
            Apply(squeeze, "limit", u=Norm(doubled(t, x)) / (t + 1), bound=Norm(doubled(t, x)) / (t + 1), index=t),
        ),
        "is a Limit, for which the kernel has no word",
    ),
    (
        stepped(
            "divided-by-zero",
            sp.Eq(x, y, evaluate=False),
            Apply(zero_norm, "zero", v=zeta1 * (x - y)),
            Apply(combination, "equal", u=x, v=y, equations=("zero",), factors=(1 / zeta1,)),
            under=Domain((sp.Le(zeta1, 0, evaluate=False),)),
        ),
        "kernel of sentences does not read it: step 1 of 2, Apply combination equal",
    ),
    (stepped("gradient-defined", sp.Eq(grad(x), 0, evaluate=False), Define("zero", sp.Eq(grad(x), 0))), "grad is no new name"),
    (
        stepped(
            "condition-redefined",
            sp.Le(gamma * L, 0, evaluate=False),
            Define("two", sp.Eq(bounded, 2)),
            Arithmetic("so", sp.Le(gamma * L, 0, evaluate=False), ("two",)),
            under=Domain((sp.Le(bounded, 1, evaluate=False),)),
        ),
        "planted_number is defined by a step and restricted by a condition",
    ),
    (
        stepped("own-factor", sp.Eq(Mean(a * own_c), a * Mean(own_c)), Arithmetic("so", sp.Eq(Mean(a * own_c), a * Mean(own_c)))),
        "kernel of sentences does not read it: step 0 of 1, Arithmetic",
    ),
    (
        claimed(
            "first-check",
            kind="inequality",
            statement=sp.Le(H, 4, evaluate=False),
            lemmas=(
                Lemma(
                    "four",
                    lambda n: sp.Integer(4),
                    (
                        Induction(lambda n: n, sp.S.One, sp.S.One),
                        SymbolicIdentity(lambda: sp.Integer(4), lambda s: s(H), scope="a number", covers=EVERYTHING),
                    ),
                    wrong={"one": lambda n: sp.S.One, "half": lambda n: n / 2},
                ),
            ),
            follows=(Arithmetic("so", sp.Le(H, 4, evaluate=False), ("four",)),),
        ),
        "no fact is called four",
    ),
    (
        claimed(
            "one-dimension",
            kind="expansion",
            statement=turned,
            checks=(SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1), covers=EVERYTHING),),
            wrong={"sign": lambda p, gamma, H: -turned(p, gamma, H)},
        ),
        "proved for d = 1",
    ),
    (
        claimed(
            "one-step",
            kind="expansion",
            statement=lambda p, gamma, H: H * gamma / p.N * p.lyapunov(p.hessian, p.noise),
            under=Domain((), DRAWS),
            checks=(
                SymbolicIdentity(
                    lambda: expand("fedavg", "second_moment", 1).subs(H, 1), lambda s: on_symbols(s).subs(H, 1), covers=EVERYTHING
                ),
            ),
            wrong={"sign": lambda p, gamma, H: -H * gamma / p.N * p.lyapunov(p.hessian, p.noise)},
        ),
        "proved for d = 1",
    ),
    (
        claimed(
            "quadratics-only",
            kind="expansion",
            statement=HETEROGENEITY,
            under=Domain((), DRAWS),
            checks=(IdentityInEveryDimension(expansion_of("fedavg", "bias", quadratic=True), covers=EVERYTHING),),
            wrong=theorem_1.WRONG,
        ),
        "supposes 'quadratic clients'",
    ),
    (
        leaves(
            "order",
            gamma**3,
            RemainderAtFixedH("fedavg", "bias", 2, MEANS, first_order_only, quadratic=True),
            under=Domain((), (MEAN_CURVED, QUADRATIC, *DRAWS)),
            uses=(MEANS,),
            fixed=(H,),
        ),
        "compared with no derivation of this bias to gamma^2",
    ),
    (
        leaves(
            "most",
            gamma**4,
            UniformRemainder("scaffold", "second_moment", 1, uniform.THEOREM, uniform.leading, most=gamma**4, needs=()),
            under=uniform.SHORT & uniform.BENT & Domain((), (ZERO_SUM, *DRAWS)),
            uses=(uniform.THEOREM,),
            terms=variance,
        ),
        "says nothing of this remainder",
    ),
    (
        leaves(
            "forged-bound",
            gamma**5,
            ProvenRemainder(FORGED, BIAS, InQuantities(theta_star)),
            under=where(SMALL, SHORT, classes=OF_JETS),
            uses=(bias_remainder.id,),
        ),
        "is not the claim",
    ),
    (
        claimed(
            "one-dimension-declared",
            kind="expansion",
            statement=turned,
            ranges=ONE_DIMENSION,
            checks=(SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1)),),
            wrong={"sign": lambda p, gamma, H: -turned(p, gamma, H)},
        ),
        "to which nothing that is printed restricts",
    ),
    (
        replace(
            claimed(
                "other-rule",
                kind="expansion",
                statement=HETEROGENEITY,
                checks=(IdentityInEveryDimension(expansion_of("fedavg_deterministic", "bias")),),
                wrong=theorem_1.WRONG,
            ),
            says="Scaffold's first-order bias is FedAvg's heterogeneity bias.",
        ),
        "speaks of scaffold, and is compared with what is derived from fedavg_deterministic",
    ),
    (long("own-hypothesis", given=LONG, assumes=ANYWHERE), "supposed: H*gamma*mu >= 1, by lemma 'long', which no condition says"),
    (long("own-condition", assumes=LONG), "assumes H*gamma*mu >= 1, which is no condition of the claim"),
    (
        claimed(
            "pole",
            kind="inequality",
            under=Domain((gamma * L <= 1,)),
            statement=(sp.S.Zero, gamma * mu / (1 - gamma * L)),
            checks=(SignCheck(),),
            wrong={"below": (sp.S.One, gamma * mu / (1 - gamma * L))},
        ),
        "L*gamma + 1 is not zero, which no condition says",
    ),
    (
        stepped("namesake", NO_BIAS[0], Assumed("none", NAMESAKE), under=Domain((), (QUADRATIC,))),
        "not assumed: quadratic clients",  # the namesake says other relations
    ),
    (
        stepped("namesake-twice", NO_BIAS[0], Assumed("none", NAMESAKE), under=Domain((), (NAMESAKE,))),
        "the class 'quadratic clients' means two things",
    ),
    (
        stepped(
            "implies-more", sp.Eq(grad(x), Mean(grad(x)), evaluate=False), Apply(shared_gradient, "so", point=x), under=Domain((), (MORE,))
        ),
        "every sample loss convex and L-smooth' means two things",
    ),
]


@pytest.mark.parametrize(("claim", "reason"), FALSE, ids=lambda value: value.id if isinstance(value, Claim) else "")
def test_none_is_proved(claim: Claim, reason: str) -> None:
    row = judge(claim, known=Claims())
    assert row.tier is not Tier.PROVED
    assert reason in row.why, row.why


def test_a_remainder_without_a_theorem_is_given_in_words() -> None:
    check = RemainderAtFixedH("fedavg", "bias", 1, "", first_order_only, quadratic=True)
    claim = leaves("no-theorem", gamma**2, check, under=Domain((), (MEAN_CURVED, QUADRATIC, *DRAWS)), uses=(), fixed=(H,))
    assert "by no theorem" in judge(claim).why


def test_a_premise_lends_nothing_beyond_its_conditions() -> None:
    zero, none = sp.Le(zeta1, 0, evaluate=False), sp.Le(gamma * zeta1, 0, evaluate=False)
    lemma = Lemma("it", (gamma * zeta1, sp.S.Zero), (SignCheck(),), wrong={"one": (gamma * zeta1 + gamma, sp.S.Zero)})
    steps = (Arithmetic("so", none, ("it",)),)
    premise = claimed("lender", kind="inequality", statement=none, lemmas=(lemma,), follows=steps, under=Domain((zero,)))
    user = replace(stepped("borrower", none, Arithmetic("so", none, (premise.id,))), uses=(premise.id,))
    claims = {one.id: one for one in (premise, user)}
    first = [judge(one, known=claims) for one in claims.values()]
    lent, borrowed = settle(first, claims)
    assert lent.tier is Tier.PROVED
    assert borrowed.tier is not Tier.PROVED, borrowed.why
