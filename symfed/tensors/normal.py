"""Equality of tensors in every dimension and for every number of clients: the normal form, and its laws.

A network stands for a sum over the coordinates of all its edges, averaged over each of its blocks of clients by itself. Laws:

1. *Names do not matter.* Edges, blocks and the order of nodes may be renamed; derivatives are symmetric in all legs, cumulants in their
   noise legs and in their directions, functions of a symmetric matrix in both ends. (`diagram.canonical_form`.)
2. *Functions of one matrix multiply by their values.* Strands of one matrix that meet are one strand, with one variable; the
   constant function is the identity, without a strand. (Rational functions of matrices that commute, of A x Id x ... to Id x ... x A, add
   and multiply as rational functions do.) Directed strands meet where the column of one is the row of the other.
3. *A Hessian alone in its average is the mean Hessian*, and (1 - gamma A_c)^H alone is the mean of those: the mean is linear, so that a
   function a_0 + a_1 x + a_2 y + ... of a client's Hessian splits into its monomials, and the mean of the identity is the identity.
4. *The mean gradient is zero*: theta* minimises the mean loss.

Nothing else is used: two tensors with one normal form are equal wherever the matrices that are inverted have inverses.
Conversely, two tensors without powers (strands of the mean Hessian on edges, monomials of client Hessians) that have different normal forms
differ for some d and N: `docs/every_dimension.md` has the proof. For others a nonzero difference shows only that these laws do not
suffice.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from symfed.tensors.diagrams.diagram import DERIVATIVE, DIRECTED, NO_BLOCK, Diagram, Node, canonical_readings
from symfed.tensors.ratio import STRANDS as LARGEST
from symfed.tensors.ratio import Ratio
from symfed.tensors.tensor import (
    LEG,
    MARKS,
    MONOMIAL,
    OF_CLIENT,
    OF_MEAN,
    OF_POWERS,
    STRANDS,
    VECTOR,
    FreeTensor,
    Network,
    base_kind,
    is_monomial,
    is_unknown,
    power_of,
    strand_nodes,
)

Normal = dict[Diagram, Ratio]
#: Passes over a form whose client strands are not all monomials; fewer passes simplify less, but correctly.
_PASSES = 2


def normal(tensor: FreeTensor) -> Normal:
    """The normal form: coefficients, none of them zero, of canonical networks."""
    form = _collect_terms(tensor)
    for _ in range(_PASSES):
        if not any(base_kind(node.kind) == OF_CLIENT for diagram in form for node in diagram.nodes):
            break
        # a denominator in two variables of a client may have cancelled in the sum
        form = _collect_terms(_as_tensor(tensor.rank, form))
    return form


def _collect_terms(tensor: FreeTensor) -> Normal:
    out: Normal = {}
    terms = list(apply_laws(tensor))
    # one kind of matrices in all terms: edges without one get the same
    family = OF_MEAN + DIRECTED if any(LEG < node.kind <= DIRECTED for network, _ in terms for node in network) else OF_MEAN
    for network, ratio in terms:
        for key, part in _canonical_terms(_fill_edges(network, family), ratio):
            out[key] = out[key] + part if key in out else part
    return {key: ratio.reduced() for key, ratio in out.items() if ratio}


def is_zero(tensor: FreeTensor) -> bool:
    """Return whether a tensor is zero by these laws. False proves nothing: see `proves_nonzero`."""
    return not normal(tensor)


def rebuilt(tensor: FreeTensor, order: int | None = None) -> FreeTensor:
    """Rebuild a tensor from its normal form, up to gamma^order if given. Raises InvalidInput for a coefficient that is no series."""
    form = normal(tensor)
    return _as_tensor(tensor.rank, form if order is None else {diagram: ratio.cut(order) for diagram, ratio in form.items()})


def _as_tensor(rank: int, form: Normal) -> FreeTensor:
    """A normal form as a tensor again, with monomials of clients' Hessians as strands."""
    terms = []
    for diagram, ratio in form.items():
        nodes, names, count, factor = [], [], 0, Ratio.of(1)
        for node in diagram.nodes:
            if node.kind in STRANDS:
                names.append(count)
                count += 1
            elif is_monomial(node.kind):
                i, j = power_of(node.kind)
                kind = OF_CLIENT + node.kind - base_kind(node.kind)
                node, factor, count = node._replace(kind=kind), factor * Ratio.x(count) ** i * Ratio.y(count) ** j, count + 1
            nodes.append(node)
        terms.append((tuple(nodes), ratio.moved(names) * factor))
    return FreeTensor(rank, terms)


def apply_laws(tensor: FreeTensor, monomials: bool = True) -> Iterator[tuple[Network, Ratio]]:
    """Apply the laws of single networks to all terms; without `monomials`, functions of a client's Hessian that is not alone stay whole."""
    waiting = list(tensor.terms)
    while waiting:
        network, ratio = waiting.pop()
        network = _drop_marks(network)
        if not ratio or _holds_mean_gradient(network):
            continue
        simpler = _merge_strands(network, ratio) or _without_constant(network, ratio)
        if simpler is not None:
            waiting.append(simpler)
            continue
        parts = _split_strands(network, ratio, monomials)
        if parts is None:
            yield network, ratio
        else:
            waiting += parts


def _drop_marks(network: Network) -> Network:
    """Law 1: drop marks of blocks without a tensor."""
    owned = {node.block for node in network if node.kind not in MARKS}
    return tuple(node for node in network if node.kind not in MARKS or node.block in owned)


def _holds_mean_gradient(network: Network) -> bool:
    """Law 4: return whether a gradient is alone in its average."""
    sizes: dict[int, int] = {}
    for node in network:
        sizes[node.block] = sizes.get(node.block, 0) + 1
    return any(node.kind == DERIVATIVE and len(node.legs) == 1 and sizes[node.block] == 1 for node in network)


def _merge_strands(network: Network, ratio: Ratio) -> tuple[Network, Ratio] | None:
    """Law 2: merge two strands of one matrix that meet; None where there are none."""
    strands = strand_nodes(network)
    for (i, one), (k, other) in combinations(enumerate(strands), 2):
        if (one.kind, one.block) == (other.kind, other.block) and (ends := _joined_ends(one, other)):
            names = [n if n < k else (i if n == k else n - 1) for n in range(len(strands))]
            nodes = [one._replace(legs=ends) if node is one else node for node in network if node is not other]
            return tuple(nodes), ratio.moved(names)
    return None


def _joined_ends(one: Node, other: Node) -> tuple[int, int] | None:
    """The outer ends of two joined strands; None where they do not meet, or a row meets a row."""
    for i, j in ((1, 0), (0, 1), (0, 0), (1, 1)):
        if one.legs[i] == other.legs[j] and (i != j or one.kind > DIRECTED):
            ends = one.legs[1 - i], other.legs[1 - j]
            return ends if i else ends[::-1]
    return None


def _drop_strand(network: Network, ratio: Ratio, strand: int) -> tuple[Network, Ratio]:
    """Remove a strand that is the identity."""
    node = strand_nodes(network)[strand]
    keep, gone = node.legs
    nodes = [n._replace(legs=tuple(keep if x == gone else x for x in n.legs)) for n in network if n is not node]
    names = [k if k < strand else k - 1 for k in range(LARGEST)]
    return tuple(nodes), ratio.moved(names)


def _without_constant(network: Network, ratio: Ratio) -> tuple[Network, Ratio] | None:
    """Law 2: remove a strand on which nothing depends; a closed loop is a trace, and stays."""
    strands = strand_nodes(network)
    if not strands:
        return None
    short = ratio.reduced()
    used = short.strands()
    idle = [k for k, node in enumerate(strands) if k not in used and node.legs[0] != node.legs[1]]
    return _drop_strand(network, short, idle[0]) if idle else None


def _split_strands(network: Network, ratio: Ratio, monomials: bool) -> list[tuple[Network, Ratio]] | None:
    """Law 3 and linearity: split off constants of strands, then a client's strand into its monomials."""
    for k, node in enumerate(strand_nodes(network)):
        alone = sum(other.block == node.block for other in network) == 1
        if base_kind(node.kind) == OF_CLIENT and (alone or monomials):
            parts = ratio.powers(k) or {}
            if (0, 0) in parts and len(parts) > 1 and node.legs[0] != node.legs[1]:
                return [_drop_strand(network, parts[0, 0], k), (network, ratio - parts[0, 0])]
            if alone and parts.keys() & {(1, 0), (0, 1)}:
                return [_of_mean(network, node, k, key, part) for key, part in parts.items()]
        elif node.legs[0] != node.legs[1]:
            apart = _between_two_of_one(network, node) or (node.kind <= DIRECTED and _is_turned(node, _edge_ends(network)))
            constant = ratio.at(k, 0) if base_kind(node.kind) == OF_POWERS else ratio.at(k, 1) if apart else None
            if constant is not None and constant:
                return [_drop_strand(network, constant, k), (network, ratio - constant)]
    for k, node in enumerate(strand_nodes(network)):
        wanted = base_kind(node.kind) == OF_CLIENT and (monomials or sum(other.block == node.block for other in network) == 1)
        if wanted and (found := ratio.powers(k)) is not None:
            return [_monomial_node(network, node, k, key, part) for key, part in found.items()]
    return None


def _of_mean(network: Network, node: Node, k: int, key: tuple[int, int], part: Ratio) -> tuple[Network, Ratio]:
    """Law 3: the mean of a monomial of a client's Hessian that is alone in its average."""
    if key not in ((1, 0), (0, 1)):
        return network, part * Ratio.x(k) ** key[0] * Ratio.y(k) ** key[1]
    family = OF_MEAN if key == (1, 0) else OF_POWERS
    return _exchange_node(network, node, Node(family + node.kind - OF_CLIENT, node.legs)), part * Ratio.x(k)


def _monomial_node(network: Network, node: Node, k: int, key: tuple[int, int], part: Ratio) -> tuple[Network, Ratio]:
    """A monomial of a client's Hessian as a node, with its variables removed from the coefficient."""
    names = [n if n < k else n - 1 for n in range(LARGEST)]
    kind = MONOMIAL - 1000 * key[0] - key[1] + node.kind - OF_CLIENT
    return _exchange_node(network, node, node._replace(kind=kind)), part.moved(names)


def _between_two_of_one(network: Network, node: Node) -> bool:
    """Return whether a strand of the mean Hessian is between two strands of one other matrix, which its constant part would merge."""
    ends = [(other.kind, other.block) for other in network for x in other.legs if x in node.legs and other is not node]
    return len(ends) == 2 and ends[0] == ends[1] and base_kind(ends[0][0]) in (OF_CLIENT, OF_POWERS)


_Ends = dict[int, list[tuple[Node, bool]]]


def _edge_ends(network: Network) -> _Ends:
    """For every edge its two nodes, and whether it is an input there: a column, or a direction.

    Without a transpose every edge has one end of each kind: an open leg is the opposite of the other end, and of two open legs the one
    with the lower number is the input.
    """
    ends: _Ends = {}
    for node in network:
        for place, edge in enumerate(node.legs):
            ends.setdefault(edge, []).append((node, place >= node.group))
    for both in ends.values():
        (one, first), (two, second) = both
        if one.kind <= LEG:
            first = one.kind > two.kind if two.kind <= LEG else not second
        both[:] = (one, first), (two, not first if two.kind <= LEG else second)
    return ends


def _is_turned(node: Node, ends: _Ends) -> bool:
    """Return whether a directed strand is transposed relative to a network without transposes."""
    legs = [[other.kind for other, _ in ends[edge] if other.kind <= LEG] for edge in node.legs]
    if all(legs):
        return legs[0] < legs[1]
    return any(first == second for (_, first), (_, second) in (ends[edge] for edge in node.legs))


def _exchange_node(network: Network, old: Node, new: Node) -> Network:
    return tuple(new if node is old else node for node in network)


def _fill_edges(network: Network, family: int) -> Network:
    """Add a strand of the mean Hessian to every edge that has none and can have one, so that the form of a network is unique."""
    ends = _edge_ends(network)
    fresh, nodes, more = 1 + max(ends, default=-1), list(network), []
    for edge, ((one, first), (two, second)) in ends.items():
        if family in (one.kind, two.kind) or (first == second and family <= DIRECTED):
            continue
        place = next(k for k, node in enumerate(nodes) if edge in node.legs)
        legs = list(nodes[place].legs)
        legs[legs.index(edge)] = fresh
        nodes[place] = nodes[place]._replace(legs=tuple(legs))
        more.append(Node(family, (fresh, edge) if first else (edge, fresh)))
        fresh += 1
    return (*nodes, *more)


def _canonical_terms(network: Network, ratio: Ratio) -> Iterator[tuple[Diagram, Ratio]]:
    """Law 1: the canonical network, its coefficient averaged over the symmetries of the network."""
    least, orders = canonical_readings(Diagram(network))
    places = [k for k, node in enumerate(network) if node.kind in STRANDS]
    total = Ratio.of(0)
    for ranks in orders:
        names = [sorted(ranks[k] for k in places).index(ranks[k]) for k in places]
        total = total + ratio.moved(names)
    yield least, total / len(orders)


def proves_nonzero(form: Normal) -> bool:
    """Return whether a nonzero normal form proves that the tensor is not zero for some d and N, see `docs/every_dimension.md`."""
    kinds = {node.kind for diagram in form for node in diagram.nodes if node.kind > LEG}
    plain = all(base_kind(kind) > OF_CLIENT or _is_power(kind) for kind in kinds) and not any(map(_holds_transpose, form))
    return plain and all(not r.holds_powers() and all(r.at(k, 1) is not None for k in r.strands()) for r in form.values())


def _is_power(kind: int) -> bool:
    """Return whether a kind of nodes is a positive power of a client's Hessian."""
    i, j = power_of(kind)
    return is_monomial(kind) and i > 0 and j == 0


def _holds_transpose(diagram: Diagram) -> bool:
    """Return whether a network of directed matrices cannot be written without a transpose."""
    if not any(LEG < node.kind <= DIRECTED for node in diagram.nodes):
        return False
    ends = _edge_ends(diagram.nodes)
    turned = any(node.kind in STRANDS and _is_turned(node, ends) for node in diagram.nodes)
    return turned or any(first == second for (_, first), (_, second) in ends.values())


_LETTERS = "ijklmnopqrstuvwabcdefgh"


def term_text(diagram: Diagram, ratio: Ratio) -> str:
    """A term as text: tensors with their edges as indices, averages over clients in angle brackets."""
    names = {
        edge: _LETTERS[k] if k < len(_LETTERS) else f"e{k}" for k, edge in enumerate(sorted({x for n in diagram.nodes for x in n.legs}))
    }
    blocks: dict[int, list[str]] = {}
    for node in diagram.nodes:
        if node.kind not in MARKS and node.kind > LEG:
            index = "".join(names[x] for x in node.legs)
            blocks.setdefault(node.block, []).append(f"{_node_name(node)}[{index}]")
    owned = {node.block for node in diagram.nodes if node.kind in MARKS}
    legs = sorted((LEG - node.kind, names[node.legs[0]]) for node in diagram.nodes if node.kind <= LEG)
    inside = [" ".join(found) if b in owned or b == NO_BLOCK else f"<{' '.join(found)}>" for b, found in sorted(blocks.items())]
    return f"[{''.join(name for _, name in legs)}] ({ratio}) {' '.join(inside)}"


def _node_name(node: Node) -> str:
    if node.kind in STRANDS:
        return {OF_MEAN: "A", OF_CLIENT: "A_c", OF_POWERS: "P"}[base_kind(node.kind)]
    if node.kind == VECTOR:
        return "b"
    if node.kind > DERIVATIVE:
        return f"C{node.kind}" + "'" * (len(node.legs) - node.kind)
    if node.kind == DERIVATIVE:
        return f"D{len(node.legs)}"
    if is_unknown(node.kind):
        return "inverse"
    i, j = power_of(node.kind)
    return f"A_c^{i}" + (f" G_c^{j}" if j else "")
