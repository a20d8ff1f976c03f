"""Proof of Theorem 3: letters that stand for nothing where they are printed, and the two displays with those that are meant."""

from dataclasses import replace

from proofs_checks.aistats.equation_8 import after_a_round, contraction, on_distance
from proofs_checks.aistats.proofs.section_b5 import PLACE, SHORT, SMALL, given
from proofs_checks.aistats.proofs.section_b5_bias import MEAN_TEX
from proofs_checks.aistats.theorem_3 import NOISE, UNDER
from proofs_checks.symfed.lsa.single_agent import reads
from symfed.checks import CounterexampleSearch
from symfed.checks.classes import EQUAL_CLIENTS, REGULAR
from symfed.checks.every_dimension import IdentityInEveryDimension, on_equal_tensors
from symfed.claims import EVERYTHING, TYPO, Claim, Class, Domain, Erratum, Tier, printed_at
from symfed.strategies import instances

# ---- Gamma*, with the matrix of a client that is quadratic


def alike(d, N):
    return instances(d, N, noise=False, start=True, homogeneous=True)


#: The shared class, and clients that are not equal.
EQUAL = Class(EQUAL_CLIENTS.says, EQUAL_CLIENTS.contains, lambda d, N: instances(d, N, noise=False, start=True), EQUAL_CLIENTS.implies)


def letters_of_gamma(i):
    """What the definition of Gamma* reads, and what the appendix has by then."""
    return reads([("Gamma*", ["gamma", "A_c", "H"])], given=("gamma", "H", "the Hessian of f at theta*"))


def shortly(d, N):
    """Equal clients with steps as short as Theorem 3 asks for."""
    return alike(d, N).map(lambda i: replace(i, gamma=min(i.gamma, 1 / (9 * i.L * i.H))))


def undefined(what):
    """A check that nothing is read which nothing defines."""
    return CounterexampleSearch(shortly, lambda i: reads([]), scope=what, sizes=((1, 1),), examples=2)


def of_all(p, gamma, H):
    """The H-th power for the Hessian that all clients share."""
    return p.power(p.identity() - gamma * p.hessian, H)


GAMMA_TEX = r"\Gamma^\star=(Id-\gamma %s)^H"
printed_gamma = Claim(
    id="aistats-B5-Gamma",
    kind="definition",
    says="Gamma* is printed with A_c, the matrix of a quadratic client (A5): here clients are equal and need not be quadratic, and have none. The Hessian of f "
    "at theta* is meant.",
    printed=printed_at(f"{PLACE}, first display", GAMMA_TEX % r"\bar A_c"),
    under=given(SMALL, SHORT, REGULAR, NOISE, EQUAL_CLIENTS),
    statement=letters_of_gamma,
    checks=undefined("letters that nothing defines"),
    corrected="symfed-B5-Gamma",
    see=("aistats-B5-Gamma-h", "aistats-A5-quadratic"),
    erratum=Erratum(TYPO, "A_c for the Hessian of f at theta*, which the definition of Gamma^h beside it has"),
    expect=Tier.REFUTED,
)
gamma_of_all = Claim(
    id="symfed-B5-Gamma",
    kind="identity",
    says="Gamma* of (8), what a round multiplies differences by on quadratics, is Gamma^H where clients are equal.",
    printed=printed_at("the definition of Gamma* in Appendix B.5, with f's Hessian", GAMMA_TEX % r"\nabla^2f(\theta^\star)"),
    under=Domain((), (EQUAL,), {str(EQUAL): UNDER.lines[str(EQUAL)]}),
    statement=of_all,
    checks=(
        IdentityInEveryDimension(
            lambda said: said - on_equal_tensors(contraction),
            on_equal_tensors,
            scope="(8) for equal clients, any dimension",
            covers=EVERYTHING,
        ),
        CounterexampleSearch(
            alike,
            after_a_round,
            on_distance,
            scope="exact quadratics with equal clients, rounds run step by step",
            sizes=((1, 1), (1, 2), (2, 2)),
            examples=15,
        ),
    ),
    wrong={"H-1 for H": lambda p, gamma, H: of_all(p, gamma, H - 1), "sign flipped": lambda p, gamma, H: of_all(p, -gamma, H)},
    see=("aistats-eq8-gamma-matrices",),
    expect=Tier.PROVED,
)

# ---- the equation of the mean, whose remainder has the index of its sum


def letters_of_the_mean(i):
    """What the remainder O(gamma^2 h) reads, which stands outside the sum over h, whose letter h is, and what there is."""
    there = ("gamma", "H", "Gamma^h", "the bias", "the second moment", "the third derivative of f at theta*")
    return reads([("remainder", ["gamma", "h"])], given=there)


mean_eq = Claim(
    id="aistats-B5-mean-eq",
    kind="expansion",
    says="The equation of the mean. The h of its remainder is the letter of the sum, and stands for nothing outside it; with H, as in (52), the display is true "
    "and says nothing: symfed-B5-mean-eq-of-order. (Under the sum it would be the gamma^3 H^2 that (52) needs, but the display before (52), without a sum, has h as well.)",
    printed=printed_at(f"{PLACE}, the equation of the mean", MEAN_TEX + r"+O(\gamma^2h)+O(\gamma^{3/2})"),
    under=given(SMALL, SHORT, REGULAR, NOISE, EQUAL_CLIENTS),
    statement=letters_of_the_mean,
    checks=undefined("letters outside the sum that binds them"),
    corrected="symfed-B5-mean-eq-of-order",
    see=("symfed-B5-mean-eq", "aistats-B5-reorganised"),
    erratum=Erratum(TYPO, "h for H in O(gamma^2 h); (52) has H"),
    expect=Tier.REFUTED,
)
reorganised = replace(
    mean_eq,
    id="aistats-B5-reorganised",
    says="The display before (52): h stands for nothing here either. With H it is (52) times Id - Gamma^H, and needs the words that (52) lacks. It does not "
    "follow from the display before it: taken inside, what is left there is to be divided by gamma H. What is true of that display, symfed-B5-mean-eq, is "
    "smaller by just this factor.",
    printed=printed_at(
        f"{PLACE}, the display before (52)",
        r"(Id-\Gamma^{\star,H})(\bar\theta_{sto}-\theta^\star)=-\frac12(Id-\Gamma^{\star,H})\Big\{\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)"
        r"\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)+O(\gamma^2h)+O(\gamma^{3/2})\Big\}",
    ),
    corrected="symfed-B5-eq52",
    see=("aistats-B5-mean-eq", "symfed-B5-mean-eq", "aistats-eq52-bias-vs-variance"),
    erratum=Erratum(TYPO, "h for H in O(gamma^2 h); (52) has H, and lacks the words that are missing here, too"),
)
