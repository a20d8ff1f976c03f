"""Which derivatives FedAvg's expansion needs, and which powers of gamma really occur, d = 1."""

from fractions import Fraction

import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_2, theorem_3, theorem_4
from proofs_checks.aistats.rough import lipschitz_third_derivative
from proofs_checks.symfed.third_order import third_order
from symfed.checks import CounterexampleSearch, GrowthCheck, RemainderOrder, SymbolicIdentity
from symfed.checks.classes import DRAWS, LIPSCHITZ_THIRD, smooth_samples
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import UniformRemainder
from symfed.checks.identity import as_printed
from symfed.checks.readings import fine_bias, fine_second_moment, first_order, first_order_truth, reference_bias, reference_second_moment
from symfed.claims import ONE_DIMENSION, Claim, Domain, InWords, Lemma, Tier, printed_at
from symfed.core.supposed import remembered
from symfed.core.symbols import C1, C2, K3, PER_CLIENT, C, ClientMean, H, L, a, b, cumulant, derivative, g, gamma, mu, q, r
from symfed.decide.signs import is_identically_zero
from symfed.derive.expansion import expansion_terms
from symfed.strategies import jet_cases
from symfed.strategies.standard import heterogeneous_scalars
from symfed.theorems.vocabulary import CURVED, SMOOTH_SAMPLES


@remembered
def occurring(quantity, order):
    """Sum over j of gamma^j times the clients' symbols on which the coefficient of gamma^j depends: those that it notices to be doubled."""
    found = sp.S.Zero
    for j, term in enumerate(expansion_terms("fedavg", quantity, order), start=1):
        inside = set().union(*[mean.args[0].free_symbols & PER_CLIENT for mean in term.atoms(ClientMean)])
        found += gamma**j * sum(s for s in inside if not is_identically_zero(term - doubled(term, s)))
    return found


def doubled(expression, symbol):
    """The expression with one of the clients' symbols twice as large for every client."""
    return expression.replace(ClientMean, lambda inside: ClientMean(inside.subs(symbol, 2 * symbol)))


FIRST_JETS, SECOND_JETS = g + a + b + C, g + a + b + q + r + C + C1 + C2 + K3
THIRD_JETS = SECOND_JETS + derivative(6) + derivative(7) + cumulant(2, 3) + cumulant(2, 4) + cumulant(3, 1) + cumulant(3, 2) + cumulant(4)
JETS = {
    "bias": gamma * FIRST_JETS + gamma**2 * SECOND_JETS + gamma**3 * THIRD_JETS,
    "second moment": gamma * (a + C) + gamma**2 * (SECOND_JETS - r) + gamma**3 * (THIRD_JETS - derivative(7)),
}
NEEDS = "d = 1: symbols on which the derived coefficients depend"


def needs(name, quantity, **also_wrong):
    """On which of the clients' numbers the first three orders of one moment depend."""
    wrong = {
        "no fifth derivative": JETS[name].subs(r, 0),
        "no skewness": JETS[name].subs(K3, 0),
        "a slope of the fourth cumulant": JETS[name] + gamma**3 * cumulant(4, 1),
    }
    distinct = {title: side for title, side in wrong.items() if side != JETS[name]}
    return Lemma(name, JETS[name], SymbolicIdentity(lambda: occurring(quantity, 3), as_printed, scope=NEEDS), distinct | also_wrong)


expansion_needs = Claim(
    id="symfed-fedavg-expansion-needs",
    kind="identity",
    says="The coefficient of gamma^j, j up to 3, depends on all derivatives of the f_c to order 2j+1 (2j in the second moment), on cumulants to j+1.",
    printed=printed_at(
        "what occurs in the first three orders, d = 1",
        r"[\gamma^j](\bar\theta_{sto}-\theta^\star)\text{ depends on }f_c^{(m)},\;m\le2j+1,\text{ and on }\partial^iK_k,\;2\le k\le j+1,\;i\le2j+2-2k,"
        r"\text{ on each of them and on nothing else; }[\gamma^j]\bar\Sigma_{sto}\text{ on the same save }f_c^{(2j+1)},\text{ and at }j=1\text{ on }f_c''\text{ and }K_2=C\text{ alone}",
    ),
    under=third_order.under,
    ranges=ONE_DIMENSION,
    lemmas=(
        needs("bias", "bias"),
        needs(
            "second moment",
            "second_moment",
            **{
                "a derivative more": JETS["second moment"] + gamma**2 * r,
                "third derivative at order gamma": JETS["second moment"] + gamma * b,
            },
        ),
    ),
    uses=("symfed-fedavg-third-order",),
    expect=Tier.PROVED_GIVEN,
)

INTEGER_TEX = r"\bar\theta_{sto}-\theta^\star=\frac\gamma{2N}b_s+\frac{\gamma(H-1)}2b_h+O(\gamma^2H^2),\quad\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2)"


FIVE = smooth_samples("five")
CONVEX = Domain((gamma * L <= 1, gamma * mu * H <= 1), (CURVED, SMOOTH_SAMPLES, FIVE, *DRAWS))
UNIFORM = "symfed-expansion-remainder-uniform"


def on_tensors(algorithm, quantity, order):
    """The check of a transcription in every dimension."""
    return IdentityInEveryDimension(expansion_of(algorithm, quantity, order))


def squared(terms):
    """The terms, up to O(gamma^2 H^2) uniformly in H."""
    return Expansion(terms, gamma**2 * H**2)


def of_first_order(quantity, terms):
    """That a first order leaves O(gamma^2 H^2)."""
    return Lemma(
        quantity.replace("_", " "),
        squared(terms),
        UniformRemainder("fedavg", quantity, 1, terms=on_tensors, needs=CONVEX.conditions),
        {
            "factor 2": squared(lambda p, gamma, H: 2 * terms(p, gamma, H)),
            "sign turned": squared(lambda p, gamma, H: -terms(p, gamma, H)),
            "1/N twice": squared(lambda p, gamma, H: terms(p, gamma, H) / p.N),
        },
    )


uniform = Claim(
    id="symfed-expansion-remainder-uniform",
    kind="expansion",
    says="FedAvg's first orders leave O(gamma^2 H^2), uniformly for gamma L <= 1 and gamma mu H <= 1, in every dimension.",
    printed=printed_at(
        "first orders, uniformly in H: what they leave",
        r"\bar\theta_{sto}-\theta^\star=\gamma c_1+O(\gamma^2H^2),\quad\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2)\quad(\gamma\mu H\le1)",
    ),
    under=CONVEX,
    lemmas=(of_first_order("bias", theorem_4.printed), of_first_order("second_moment", theorem_2.variance)),
    follows=InWords(
        "moments of e and of the steps are at most K (sqrt(gamma) + gamma H) by convexity, third moments at most K (gamma^2 H + gamma^3 H^3) by an equation of "
        "their own, and so is what the equations of mean and second moment leave, divided by gamma H; of the linear part's solutions gamma c_1 and gamma/N A C "
        "leave at most K gamma^2 H^2 (the corollary in docs/enclosures.md)"
    ),
    expect=Tier.PROVED_GIVEN,
)
LONG = "quadrature, non-quadratic clients, d = 2"


def whole_powers(name, quantity, terms, reference, long_rounds, rough, **also_wrong):
    """That the first order of one moment leaves O(gamma^2 H^2): its power of gamma at fixed H, and that of H where rounds get long."""

    def off(changed):
        return Expansion(changed, gamma**2 * H**2)

    return Lemma(
        name,
        off(terms),
        (
            RemainderOrder(heterogeneous_scalars, reference, rounds=(), scope="quadrature to 50 digits, d = 1", without=((FIVE, rough),)),
            RemainderOrder(theorem_4.plane, long_rounds, steps=(2,), first=Fraction(1, 32), halvings=3, scope=LONG),
            CounterexampleSearch(jet_cases, first_order_truth("fedavg", quantity), first_order, scope="exact jets, d <= 3", examples=12),
            UniformRemainder("fedavg", quantity, 1, UNIFORM, on_tensors, needs=CONVEX.conditions),
        ),
        {
            "factor 2": off(lambda p, gamma, H: 2 * terms(p, gamma, H)),
            "sign turned": off(lambda p, gamma, H: -terms(p, gamma, H)),
            "1/N twice": off(lambda p, gamma, H: terms(p, gamma, H) / p.N),
            "O(gamma^2 H)": Expansion(terms, gamma**2 * H),
        }
        | {title: off(changed) for title, changed in also_wrong.items()},
    )


integer_powers = Claim(
    id="symfed-fedavg-integer-powers",
    kind="expansion",
    says="Theorem 4 leaves O(gamma^2), not gamma^(3/2), in both moments when sample losses have bounded fifth derivatives and their gradients all moments: only integer powers occur.",
    printed=printed_at("Theorem 4 with the remainder that occurs", INTEGER_TEX + theorem_4.LETTERS_TEX),
    under=Domain(theorem_4.STEPS.relations, (CURVED, SMOOTH_SAMPLES, FIVE, *DRAWS)),
    uses=(UNIFORM,),
    lemmas=(
        whole_powers(
            "bias",
            "bias",
            theorem_4.printed,
            fine_bias("fedavg"),
            reference_bias("fedavg"),
            theorem_3.ROUGH,
            **{"heterogeneity without b_h": theorem_3.printed, "noise left out": theorem_1.printed},
        ),
        whole_powers(
            "second moment",
            "second_moment",
            theorem_2.variance,
            fine_second_moment("fedavg"),
            reference_second_moment("fedavg"),
            theorem_2.KINK,
        ),
    ),
    see=("symfed-fedavg-bias", "aistats-thm4-variance", "symfed-fedavg-second-order-bias", "symfed-fedavg-second-order-second-moment"),
    expect=Tier.PROVED_GIVEN,
)

lipschitz_third_derivative_power = Claim(
    id="symfed-fedavg-lipschitz-third-derivative",
    kind="limit",
    says="Under Lipschitz third derivatives alone Theorem 4's gamma^(3/2) is the best power: an instance attains it.",
    printed=printed_at(
        "Theorem 4's remainder under the least smoothness that allows it",
        r"\limsup_{\gamma\to0}\gamma^{-3/2}\Big|\bar\theta_{sto}-\theta^\star-\frac\gamma{2N}b_s-\frac{\gamma(H-1)}2b_h\Big|>0\text{ on an instance}",
    ),
    statement=gamma ** sp.Rational(3, 2),
    under=Domain((), (LIPSCHITZ_THIRD,)),
    see=("symfed-fedavg-bias",),
    checks=GrowthCheck(lipschitz_third_derivative, "third derivative with a kink at theta*; N = H = 1", attains=True),
    wrong={"gamma^2": gamma**2, "gamma^(7/4)": gamma ** sp.Rational(7, 4), "gamma^(5/4)": gamma ** sp.Rational(5, 4)},
    expect=Tier.SUPPORTED,
)
