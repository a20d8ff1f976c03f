"""Each theorem applied rightly, with a hypothesis missing, and to a wrong conclusion, as the kernel of sentences reads it."""

import importlib
import inspect
import pkgutil

import pytest

import symfed.theorems
from symfed.core.errors import InvalidInput
from symfed.prove.named import NoProof
from symfed.theorems import Apply, Theorem
from symfed.theorems.relations import same_relation
from tests.theorems.reading import concluded, reading, stopped

ROOMS = [importlib.import_module(f"symfed.theorems.{found.name}") for found in pkgutil.iter_modules(symfed.theorems.__path__)]
ROOM = {v.name: v for room in ROOMS for v in vars(room).values() if isinstance(v, Theorem)}
CASES = {
    name: case
    for kind in ("conditional", "interpolation", "laws", "moments", "norms", "outer", "sequences")
    for name, case in importlib.import_module(f"tests.theorems.cases_of_{kind}").CASES.items()
}


#: The cases that the kernel of sentences does not read to their conclusions, or not without a further hypothesis, by what it says of them.
NOT_READ = {
    "no relation": "falling",
    "is not built by the steps": "at_drawn_point fresh_noise fresh_gradient independent_clients fresh_covariance",
    "of a step's draw": "fresh_product",
    "integrable(": "noise_at",
    "by no step before": "at_drawn_start kept_by_rounds mean_ergodic",
    "is not known to be": "minkowski_mean minkowski_moment kept_by_round",
    "is no value of a chain": "fresh_round",
    "draws of other steps": "at_random_start",
    "a product of several vectors": "hoelder",
    "between a Vec and a Num": "stationary_drift",
    "q_ ^ (H_less_1 + 1) < 1": "vanishing_powers",
    "symmetric(": "outer_of_product lyapunov lyapunov_coercive lyapunov_bounded spectral coercive mean_curvature solvable",
    "before(": """nearest_mean transposed norm_of_expectation fresh_outer same_second_moment same_mean outer_of_expectation
        contraction_in_w2""",
}
#: Theorems that need nothing.
FREE = """triangle jensen_sum operator_norm jensen_in_expectation polarisation sum_with inner_adds norm_of_expectation outer_norm schwarz
    transposed triangle_sum"""


def steps_of(name, known, **changed):
    case = CASES[name]
    by = tuple(fact for fact in case.by if fact in known or fact not in case.known)
    return *case.built, Apply(ROOM[name], "conclusion", by=by, **(case.arguments | changed))


def test_every_theorem_is_tried() -> None:
    assert set(CASES) == set(ROOM)


@pytest.mark.parametrize("name", CASES)
def test_it_concludes_what_it_says(name) -> None:
    case = CASES[name]
    found = concluded(ROOM[name], case.arguments, case.known)
    assert any(same_relation(case.concludes, fact) for fact in found)
    assert not any(same_relation(case.wrong, fact) for fact in found)


@pytest.mark.parametrize("name", ["jensen_sum", "hoelder"])
def test_a_step_is_told_with_its_whole_sentence(name) -> None:
    told = Apply(ROOM[name], "a step", **CASES[name].arguments).describe()
    assert ROOM[name].says.rstrip(".") in told


@pytest.mark.parametrize("name", CASES)
def test_the_kernel_reads_it(name) -> None:
    case = CASES[name]
    why = stopped(case.concludes, *steps_of(name, case.known), known=case.known, under=case.under)
    expected = [said for said, names in NOT_READ.items() if name in names.split()]
    assert not expected or why, f"{name} is read now: take it out of NOT_READ"
    assert len(expected) <= 1
    assert all(said in why for said in expected)
    assert expected or not why, f"{name} is read no longer: {why}"


@pytest.mark.parametrize("name", CASES)
def test_nothing_wrong_is_read(name) -> None:
    case = CASES[name]
    with pytest.raises((NoProof, InvalidInput)):
        reading(case.wrong, *steps_of(name, case.known), known=case.known, under=case.under)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.lacking])
def test_a_missing_hypothesis_is_missed(name) -> None:
    """With other arguments their own conclusion is asked for, and no hypothesis stays open that the case does not have anyway."""
    case = CASES[name]
    known, under, *others = case.lacking
    changed = others[0] if others else {}
    place = next(k for k, fact in enumerate(concluded(ROOM[name], case.arguments, case.known)) if same_relation(case.concludes, fact))
    goal = concluded(ROOM[name], case.arguments | changed, known)[place] if changed else case.concludes
    assert stopped(goal, *steps_of(name, known, **changed), known=known, under=under)


@pytest.mark.parametrize("name", ROOM)
def test_it_is_short_and_cited(name) -> None:
    theorem = ROOM[name]
    assert theorem.citation
    assert theorem.says
    assert "\n " not in theorem.says  # Python 3.13 strips the indentation of docstrings, older ones keep it
    assert len(inspect.getsource(theorem.apply).splitlines()) <= 13  # decorator, signature and sentence included


@pytest.mark.parametrize("room", ROOMS)
def test_theorems_that_need_nothing_are_few(room) -> None:
    free = [v.name for v in vars(room).values() if isinstance(v, Theorem) and CASES[v.name].lacking is None]
    assert set(free) <= set(FREE.split())
