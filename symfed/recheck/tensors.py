"""Identities between tensors of every dimension, for every number of clients: two sums of networks are one sum, by five laws.

A term is a coefficient and tensors whose legs are named: a name that two of them share is summed over, and the names in `legs` stay free.

    ["-gamma/(2*N*x1*(x2 + x3))", "A:1 i a", "D3 a b c @1", "A:2 b d", "A:3 c e", "C2 d e @2"]

`@1` is an average over clients, of all tensors that bear it; `@own` and `@other` are one client and another one. A:k, Ac:k and P:k are
functions of the mean Hessian A, of that client's Hessian A_c, and of P, the mean of all (1 - gamma A_c)^H. Which function stands in the
coefficient, where xk is the matrix and yk is (1 - gamma xk)^H, and a fraction of symbols of several strands is an operator: 1/(x2 + x3) is
the inverse of X -> A X + X A'. D1, D3, ... are derivatives of a client's loss at theta*, C2, C3', ... cumulants of its noise, a prime for
each derivative; b is a client's vector, I the identity. Matrices are symmetric,
unless the part says that they are not: then the first leg is the row.

The laws: (1) names mean nothing, and what is symmetric may be turned (`networks`); (2) functions of one matrix multiply by their values,
where a column meets a row, and the constant function is the identity; (3) the mean is linear: alone in its average A_c is A, and its
power is P; (4) the mean gradient is zero; (5) x, y, gamma, H and N are independent symbols. Each is used as an equality only, so that sums
of which nothing is left are equal for all dimensions, numbers of clients and H, wherever what is inverted has an inverse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import flint

from symfed.recheck.expressions import MalformedPart, NotDefined, number, parsed, rational
from symfed.recheck.networks import MARKS, STRANDS, Ends, NetworkGraph, TensorFactor, TensorFactors, ends_of, enters_at, factor, without
from symfed.recheck.ratios import PolynomialRatio, names_in

#: Strands of one network, those among them that are put on its edges.
_MOST_STRANDS = 32
#: The largest number of networks read: committed identities have some dozens.
_MOST_NETWORKS = 5_000
#: How often a sum is simplified again: a denominator that kept symbols of one client together may have gone when terms were added.
_PASSES = 3
#: Where a function is split into a constant and the rest: any numbers will do that are no pole of a coefficient.
_SPLIT = flint.fmpq(3, 7), flint.fmpq(5, 11)
_LETTER = re.compile(r"([xy])([1-9]\d*)")
_LARGEST = 100


class Network(NamedTuple):
    """A coefficient and its tensors."""

    times: PolynomialRatio
    tensors: TensorFactors


def tensors(part: Mapping[str, Any]) -> str:
    """Check left = right for all dimensions, numbers of clients and H: return "" if the laws reduce left - right to 0, else the error."""
    if part["matrices"] not in ("symmetric", "any"):
        raise MalformedPart(f"{part['matrices']!r:.40} says nothing of matrices")
    sides = [read(part[side], part["legs"]) for side in ("left", "right")]
    laws = Laws([coefficient for side in sides for coefficient, _ in side], part["matrices"] == "symmetric")
    left, right = ([laws.network(coefficient, tensors) for coefficient, tensors in side] for side in sides)
    over = laws.left(left + [Network(times * -1, tensors) for times, tensors in right])
    return f"{len(over)} network{'s' * (len(over) != 1)} of the difference {'are' if len(over) > 1 else 'is'} left" if over else ""


def read(terms: Sequence[Sequence[str]], legs: Sequence[str]) -> list[tuple[str, TensorFactors]]:
    """Terms as coefficients and tensors, strands by their numbers. Raises MalformedPart for what is no network."""
    found = []
    for coefficient, *factors in terms:
        edges: dict[str, int] = {}
        tensors: TensorFactors = ()
        numbers = []
        for kind, strand, names, client in map(factor, factors):
            tensors = (*tensors, TensorFactor(kind, tuple(edges.setdefault(name, len(edges)) for name in names), client, strand - 1))
            numbers += [strand] * (kind in STRANDS)
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            raise MalformedPart("has strands that are not numbered one by one")
        tensors += tuple(TensorFactor(str(k), (edges.setdefault(name, len(edges)),)) for k, name in enumerate(legs, 1))
        ends_of(tensors)
        while (place := next((k for k, tensor in enumerate(tensors) if tensor.kind == "I"), None)) is not None:
            tensors = without(tensors, place)
        used = [int(match[2]) for name in names_in(parsed(coefficient)) if (match := _LETTER.fullmatch(name))]
        if max(used, default=0) > len(numbers):
            raise MalformedPart("has a letter of no strand")
        found.append((coefficient, tensors))
    return found


class Laws:
    """The symbols of some coefficients, whether matrices are symmetric, and the laws that rewrite networks."""

    def __init__(self, coefficients: Sequence[str], symmetric: bool) -> None:
        self.symmetric = symmetric
        named = set[str]().union(*(names_in(parsed(text)) for text in coefficients))
        scalars = sorted(name for name in named if not _LETTER.fullmatch(name))
        names = [*scalars, *(f"{letter}{k}" for letter in "xy" for k in range(1, _MOST_STRANDS + 1))]
        self._context = flint.fmpq_mpoly_ctx.get(tuple(names), "degrevlex")
        self._letters, self._first = self._context.gens(), len(scalars)
        one = self._context.constant(1)
        self._one, self._of = PolynomialRatio(one, one), dict(zip(names, (PolynomialRatio(x, one) for x in self._letters), strict=True))

    def network(self, coefficient: str, tensors: TensorFactors) -> Network:
        """A term as it is read. Raises MalformedPart for a coefficient that is no rational function of gamma, H, N and strands' symbols."""
        return Network(self._one * number(parsed(coefficient), self._of), tensors)

    def left(self, networks: Sequence[Network]) -> list[Network]:
        """The networks that remain of a sum when the laws have been applied: none only if it is zero."""
        over = list(networks)
        for _ in range(_PASSES):
            over = [network for network in self._sum_isomorphic(self._apply_laws(over)) if network.times != 0]
            if not over:
                break
        return over

    def _sum_isomorphic(self, networks: Iterator[Network]) -> Iterator[Network]:
        """Law 1: networks that are one network are added, and the sum is averaged over the ways in which it is itself."""
        found: dict[Any, list[tuple[NetworkGraph, Network]]] = {}
        for network in networks:
            graph = NetworkGraph(network.tensors, self.symmetric)
            alike = found.setdefault(graph.look, [])
            for k, (model, total) in enumerate(alike):
                if (names := next(graph.onto(model), None)) is not None:
                    alike[k] = model, total._replace(times=total.times + self._rename_strands(network.times, names))
                    break
            else:
                alike.append((graph, network))
        for model, total in (one for alike in found.values() for one in alike):
            turned = [self._rename_strands(total.times, names) for names in model.onto(model)] if total.times != 0 else []
            yield total._replace(times=sum(turned, self._one * 0) * flint.fmpq(1, max(len(turned), 1)))

    def _apply_laws(self, networks: Sequence[Network]) -> Iterator[Network]:
        """Networks to which laws 2 to 4 do not apply any more, a strand of A on every edge that can have one."""
        waiting, done = list(networks), 0
        while waiting:
            network, done = waiting.pop(), done + 1
            if done > _MOST_NETWORKS:
                raise MalformedPart("has too many terms")
            if network.times == 0 or _has_mean_gradient(network.tensors):
                continue
            ends = ends_of(network.tensors)
            new = self._merge_strands(network, ends) or self._without_constants(network, ends) or self._average_strands(network)
            if new:
                waiting += new
            else:
                yield self._fill_edges(network, ends)

    def _merge_strands(self, network: Network, ends: Ends) -> list[Network]:
        """Law 2: two strands of one matrix that meet are one, with the symbols of one."""
        for one, other in ends.values():
            if not self._multiply_here(network.tensors, one, other):
                continue
            (a, i), (b, j) = (other, one) if one[1] < other[1] else (one, other)  # a's column at b's row, where there are such
            first, second = network.tensors[a], network.tensors[b]
            whole = first._replace(legs=(first.legs[1 - i], second.legs[1 - j]))
            kept = tuple(whole if k == a else tensor for k, tensor in enumerate(network.tensors) if k != b)
            return [Network(self._rename_strands(network.times, {second.letter: first.letter}), kept)]
        return []

    def _multiply_here(self, tensors: TensorFactors, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return whether two functions of one matrix meet at these ends, so that they multiply."""
        a, b = tensors[one[0]], tensors[other[0]]
        same = a is not b and a.is_strand and (a.kind, a.client) == (b.kind, b.client)
        return same and one[0] != other[0] and (self.symmetric or one[1] != other[1])

    def _without_constants(self, network: Network, ends: Ends) -> list[Network]:
        """Law 2: a strand's constant function is the identity, so that A_c A_c is in one way what it is, and so is A'."""
        times, tensors = network
        for place, tensor in enumerate(tensors):
            if not tensor.is_strand or tensor.is_loop:
                continue
            if tensor.kind == "Ac":
                constant = self._strand_coefficients(times, tensor.letter).get((0, 0), self._one * 0)
            elif tensor.kind == "P" or self._stands_apart(tensors, place, ends) or not self._contains_strand(times, tensor.letter):
                constant = self._substitute(times, dict(zip(self._places(tensor.letter), _SPLIT, strict=True)))
            else:
                continue
            if constant != 0:
                return [Network(constant, without(tensors, place)), Network(times - constant, tensors)]
        return []

    def _stands_apart(self, tensors: TensorFactors, place: int, ends: Ends) -> bool:
        """Return whether a strand of A has one other matrix at both ends, or is where its transpose would be if nothing is transposed."""
        row, column = (next(end for end in ends[edge] if end[0] != place) for edge in tensors[place].legs)
        if row[0] == column[0] and tensors[row[0]].is_strand:
            return True
        if self._multiply_here(tensors, row, column):
            return True
        return not self.symmetric and (enters_at(tensors, row, column), enters_at(tensors, column, row)) != (True, False)

    def _average_strands(self, network: Network) -> list[Network]:
        """Law 3: alone in its average, A_c is A and (1 - gamma A_c)^H is P; in a trace the identity is A's, too."""
        times, tensors = network
        for place, tensor in enumerate(tensors):
            if tensor.kind != "Ac" or tensor.client in MARKS or sum(t.client == tensor.client for t in tensors) > 1:
                continue
            found, parts, x = list[Network](), self._strand_coefficients(times, tensor.letter), self._of[f"x{tensor.letter + 1}"]
            y = self._of[f"y{tensor.letter + 1}"]
            for key, kind, of_client, of_mean in (((0, 0), "A", self._one, self._one), ((1, 0), "A", x, x), ((0, 1), "P", y, x)):
                if key in parts:
                    mean = tensor._replace(kind=kind, client="")
                    found.append(Network(parts[key] * of_mean, (*tensors[:place], mean, *tensors[place + 1 :])))
                    times = times - parts[key] * of_client
            if found:
                return [*found, Network(times, tensors)]
        return []

    def _fill_edges(self, network: Network, ends: Ends) -> Network:
        """With a strand of A on every edge without one, as it points if nothing is transposed, and none on an edge that cannot say."""
        filled, used = list(network.tensors), {tensor.letter for tensor in network.tensors}
        free = [k for k in range(_MOST_STRANDS) if k not in used]
        for fresh, (edge, (one, other)) in enumerate(ends.items(), start=max(ends, default=0) + 1):
            first, second = enters_at(network.tensors, one, other), enters_at(network.tensors, other, one)
            has_one = "A" in (filled[one[0]].kind, filled[other[0]].kind) or filled[one[0]].is_loop
            if has_one or (first == second and not self.symmetric):
                continue
            if not free:
                raise MalformedPart("has too many strands")
            place, leg = other
            legs = filled[place].legs
            filled[place] = filled[place]._replace(legs=(*legs[:leg], fresh, *legs[leg + 1 :]))
            filled.append(TensorFactor("A", (edge, fresh) if first else (fresh, edge), "", free.pop(0)))
        return network._replace(tensors=tuple(filled))

    def _places(self, strand: int) -> tuple[int, int]:
        """The places of a strand's x and y among the symbols."""
        return self._first + strand, self._first + _MOST_STRANDS + strand

    def _contains_strand(self, times: PolynomialRatio, strand: int) -> bool:
        degrees = times.above.degrees(), times.below.degrees()
        return any(of[place] for of in degrees for place in self._places(strand))

    def _substitute(self, times: PolynomialRatio, new: Mapping[int, Any]) -> PolynomialRatio:
        """A coefficient with other values for the symbols at some places. Raises NotDefined at a pole."""
        moved = list(self._letters)
        for place, put in new.items():
            moved[place] = self._context.constant(put) if isinstance(put, flint.fmpq) else put
        return PolynomialRatio(times.above.compose(*moved, ctx=self._context), times.below.compose(*moved, ctx=self._context))

    def _rename_strands(self, times: PolynomialRatio, names: Mapping[int, int]) -> PolynomialRatio:
        moved = {old: new for old, new in names.items() if old != new and self._contains_strand(times, old)}
        return self._substitute(times, {a: self._letters[b] for one in moved.items() for a, b in zip(*map(self._places, one), strict=True)})

    def _strand_coefficients(self, times: PolynomialRatio, strand: int) -> dict[tuple[int, int], PolynomialRatio]:
        """The coefficients of a strand's x^i y^j; none where a denominator holds its symbols otherwise than as a factor."""
        places = self._places(strand)
        below = {(at[places[0]], at[places[1]]) for at in times.below.to_dict()}
        if len(below) != 1:
            return {}
        ((i, j),) = below
        found: dict[tuple[int, int], dict[Any, Any]] = {}
        for at, c in times.above.to_dict().items():
            rest = tuple(0 if k in places else e for k, e in enumerate(at))
            found.setdefault((at[places[0]] - i, at[places[1]] - j), {})[rest] = c
        rests = {tuple(0 if k in places else e for k, e in enumerate(at)): c for at, c in times.below.to_dict().items()}
        return {key: PolynomialRatio(self._context.from_dict(part), self._context.from_dict(rests)) for key, part in found.items()}


def _has_mean_gradient(tensors: TensorFactors) -> bool:
    """Law 4: a gradient alone in its average."""
    alone = [t.client for t in tensors if t.kind == "D1" and t.client not in MARKS]
    return any(sum(t.client == client for t in tensors) == 1 for client in alone)


def unequal_tensors(part: Mapping[str, Any]) -> str:
    """Check an instance in dimension one with left != right: return "" if both have values there, which differ; else the error.

    `clients` have numbers for A, D1, D3, C2, ...: each A is positive, gamma A below one, C2 positive, and the mean of D1 is zero.
    """
    given = {name: rational(text) for name, text in part["given"].items()}
    clients = [{name: rational(text) for name, text in own.items()} for own in part["clients"]]
    gamma, H = given["gamma"], given["H"]
    if H.q != 1 or not 1 <= H <= _LARGEST or len(clients) < 2:
        raise MalformedPart("has no number of local steps, or no two clients")
    if gamma <= 0 or any(own["A"] <= 0 or gamma * own["A"] >= 1 or own.get("C2", gamma) <= 0 for own in clients):
        return "lies outside the class: a curvature, a variance or a step size"
    if sum((own.get("D1", flint.fmpq(0)) for own in clients), flint.fmpq(0)) != 0:
        return "has gradients that do not vanish in the mean"
    letters = {**given, "N": flint.fmpq(len(clients))}
    try:
        left, right = (
            sum((_at(coefficient, tensors, letters, clients) for coefficient, tensors in read(part[side], part["legs"])), flint.fmpq(0))
            for side in ("left", "right")
        )
    except NotDefined:
        return "has no value there"
    return f"holds there: {left} = {right}" if left == right else ""


def _at(
    coefficient: str, tensors: TensorFactors, letters: Mapping[str, flint.fmpq], clients: Sequence[Mapping[str, flint.fmpq]]
) -> flint.fmpq:
    """The value of a term in dimension one: a number for each tensor, averaged over the clients of each average by itself."""
    N, steps = len(clients), int(letters["H"].p)
    mean = sum((own["A"] for own in clients), flint.fmpq(0)) / N
    powers = [(1 - letters["gamma"] * own["A"]) ** steps for own in clients]
    averages = sorted({tensor.client for tensor in tensors} - {"", *MARKS})
    total = flint.fmpq(0)
    for chosen in product(range(N), repeat=len(averages)):
        who = dict(zip(averages, chosen, strict=True)) | dict(zip(MARKS, (0, 1), strict=True))
        here, whole = dict(letters), flint.fmpq(1)
        for tensor in tensors:
            if tensor.is_strand:
                x = mean if tensor.kind == "A" else clients[who[tensor.client]]["A"] if tensor.client else sum(powers, flint.fmpq(0)) / N
                here[f"x{tensor.letter + 1}"], here[f"y{tensor.letter + 1}"] = x, (1 - letters["gamma"] * x) ** steps
            elif tensor.client:
                whole *= clients[who[tensor.client]][tensor.kind]
            elif not tensor.kind.isdecimal():
                raise MalformedPart(f"{tensor.kind} has no value")
        total += whole * number(parsed(coefficient), here)
    return total / N ** len(averages)
