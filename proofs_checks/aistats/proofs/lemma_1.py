"""Lemma 1: one gradient step of a client contracts, and the two inequalities of its proof."""

import sympy as sp

from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.proposition_1 import RATE, SMALL
from proofs_checks.aistats.quantities import A1, x, y
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import L, gamma, mu
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.randomness import cocoercive_mean, monotone, polarisation
from symfed.theorems.vocabulary import Inner, Norm, grad

UNDER = Domain((SMALL,), (A1,), {str(c): "Lemma 1" for c in (SMALL, A1)})

GAP, PULL = x - y, grad(x) - grad(y)
PRODUCT = Inner(GAP, PULL)
#: The squared distance after a step, and what the proof of Lemma 1 makes of it, line by line.
AFTER = Norm(GAP - gamma * PULL) ** 2
EXPANDED = Norm(GAP) ** 2 + gamma**2 * Norm(PULL) ** 2 - 2 * gamma * PRODUCT
COCOERCED = Norm(GAP) ** 2 - 2 * gamma * (1 - gamma * L / 2) * PRODUCT
CONVEX = Norm(GAP) ** 2 - 2 * gamma * mu * (1 - gamma * L / 2) * Norm(GAP) ** 2
CONTRACTED = sp.Le(AFTER, RATE * Norm(GAP) ** 2, evaluate=False)

#: The printed proof.
STEPS = (
    Apply(ordered_curvatures, "mu <= L"),
    Apply(polarisation, "expanded", u=GAP, v=PULL, factor=gamma),
    Apply(cocoercive_mean, "co-coercive", x=x, y=y),
    Apply(monotone, "strongly convex", x=x, y=y),
    Arithmetic("second line", sp.Le(EXPANDED, COCOERCED, evaluate=False), {"co-coercive": gamma**2}),
    Arithmetic("third line", sp.Le(COCOERCED, CONVEX, evaluate=False), {"strongly convex": 2 * gamma * (1 - gamma * L / 2)}),
    Arithmetic("Lemma 1", CONTRACTED, ("expanded", "second line", "third line", "mu <= L")),
)


def for_each(i, point):
    """A point that all clients share, once for each of them, so that it compares with what is a client's own."""
    return point + 0 * i.problem.optima


def pull(i, at):
    """The gradients of all clients at a point."""
    return i.problem.jets.apply(i.problem.hessian_matrices, at - i.problem.optima)


#: On quadratics: two points, the clients' gradients there, and their inner product.
MEASURES = q.MEASURES | {
    x: lambda i: for_each(i, i.extra["start"]),
    y: lambda i: for_each(i, i.problem.optimum),
    grad(x): lambda i: pull(i, i.extra["start"]),
    grad(y): lambda i: pull(i, i.problem.optimum),
    PRODUCT: lambda i: (pull(i, i.extra["start"]) - pull(i, i.problem.optimum)) @ (i.extra["start"] - i.problem.optimum),
}


def on_quadratics():
    """The search that reads relations between these on exact quadratics."""
    return q.on_quadratics(scope="exact quadratics, one step from two points", examples=6, measures=MEASURES)


lem1_contraction = Claim(
    id="aistats-lem1-contraction",
    kind="inequality",
    says="A gradient step of each client contracts squared distances by 1 - gamma mu.",
    printed=printed_at(
        "Lemma 1", r"\|(\theta-\gamma\nabla f_c(\theta))-(\vartheta-\gamma\nabla f_c(\vartheta))\|^2\le(1-\gamma\mu)\|\theta-\vartheta\|^2"
    ),
    statement=CONTRACTED,
    under=UNDER,
    lemmas=crosscheck(
        "quadratics",
        CONTRACTED,
        on_quadratics(),
        wrong={
            "L for mu": sp.Le(AFTER, (1 - gamma * L) * Norm(GAP) ** 2, evaluate=False),
            "the rate three times": sp.Le(AFTER, RATE**3 * Norm(GAP) ** 2, evaluate=False),
            "ascent": sp.Le(Norm(GAP + gamma * PULL) ** 2, RATE * Norm(GAP) ** 2, evaluate=False),
        },
    ),
    follows=STEPS,
    see=("aistats-lem1-steps", "symfed-local-step-contraction"),
    expect=Tier.PROVED,
)

lem1_steps = Claim(
    id="aistats-lem1-steps",
    kind="inequality",
    says="The three lines of Lemma 1's proof: the square is written out, then co-coercivity and strong convexity; gamma L <= 2 would do.",
    printed=printed_at(
        "proof of Lemma 1",
        r"\|x-\gamma g\|^2=\|x\|^2+\gamma^2\|g\|^2-2\gamma\langle x,g\rangle\le\|x\|^2-2\gamma(1-\gamma L/2)\langle x,g\rangle"
        r"\le\|x\|^2-2\gamma\mu(1-\gamma L/2)\|x\|^2,\quad x=\theta-\vartheta,\ g=\nabla f_c(\theta)-\nabla f_c(\vartheta)",
    ),
    statement=sp.And(
        sp.Eq(AFTER, EXPANDED, evaluate=False),
        sp.Le(EXPANDED, COCOERCED, evaluate=False),
        sp.Le(COCOERCED, CONVEX, evaluate=False),
        evaluate=False,
    ),
    under=UNDER,
    lemmas=(
        crosscheck(
            "quadratics",
            sp.Le(AFTER, CONVEX, evaluate=False),
            on_quadratics(),
            wrong={
                "L for L/2": sp.Le(AFTER, Norm(GAP) ** 2 * (1 - 2 * gamma * L * (1 - gamma * L)), evaluate=False),
                "without L/2": sp.Le(AFTER, Norm(GAP) ** 2 * (1 - 2 * gamma * L), evaluate=False),
            },
        ),
        crosscheck(
            "co-coercivity",
            sp.Le(Norm(PULL) ** 2, L * PRODUCT, evaluate=False),
            on_quadratics(),
            wrong={"mu for L": sp.Le(Norm(PULL) ** 2, mu * PRODUCT, evaluate=False)},
        ),
    ),
    follows=STEPS,
    see=("symfed-cocoercivity",),
    expect=Tier.PROVED,
)
