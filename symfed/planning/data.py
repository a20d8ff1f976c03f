"""The clients of a federation as a stream of data that can be read repeatedly, with one client in memory at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse as sparse

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.models.problems import LeastSquaresProblem, LogisticProblem, Problem, SoftmaxProblem
from symfed.planning.entries import Place
from symfed.planning.tables import Raw, Source, source

LOSSES = ("least_squares", "logistic", "softmax")
WEIGHTS = ("uniform", "examples")
_FEW = 20  # up to so many different integers are interpreted as classes
_MOST_CLASSES = 1000


@dataclass(frozen=True)
class Client:
    """One client: features (n_c, d), float64 or scipy CSR; targets (n_c,); weight, its share in the mean of the clients' losses.

    targets: float64 for least squares, -1 and +1 for logistic, class numbers 0 .. K - 1 for softmax (int64 for the last two). The weights
    of all clients sum to one.
    """

    name: str
    features: Any
    targets: Array
    weight: float

    @property
    def size(self) -> int:
        """The number of samples n_c."""
        return len(self.targets)


@dataclass(frozen=True, repr=False)
class Clients:
    """A stream of clients that can be iterated repeatedly: `for client in clients`. Made by `read_clients`.

    loss: "least_squares", (a'x - y)²/2; "logistic", log(1 + exp(-y a'x)); "softmax", cross entropy with K rows of d parameters. Each
    has l2 |x|²/2 added. dim: the number d of columns, the intercept's included. classes: K, None for a loss without classes. labels: the
    targets as they were given, in the order of the classes (for logistic those of -1 and +1). batch: samples that a local step
    averages, drawn with replacement. num_clients, num_samples: counted when the stream was made. guessed: True if the loss was inferred
    from the targets.
    """

    loss: str
    l2: float
    dim: int
    num_clients: int
    num_samples: int
    batch: int = 1
    weights: str = "uniform"
    labels: tuple[Any, ...] | None = None
    intercept: bool = False
    guessed: bool = False
    _source: Source = field(default=lambda: iter(()), compare=False)

    @property
    def classes(self) -> int | None:
        """K, the number of classes of a softmax loss; None for the others."""
        return len(self.labels) if self.loss == "softmax" and self.labels is not None else None

    @property
    def num_parameters(self) -> int:
        """The number of parameters: d, or K d for softmax."""
        return self.dim * (self.classes or 1)

    def problem(self) -> Problem:
        """The clients, loaded into memory, as a LeastSquaresProblem, LogisticProblem or SoftmaxProblem, in minibatches if `batch` > 1.

        For formulas, references and `simulate`. Raises InvalidInput if clients are weighted by their examples and have different
        sizes: problems, like the sources, take the plain mean over clients.
        """
        clients = list(self)
        sizes = {client.size for client in clients}
        if self.weights == "examples" and len(sizes) > 1:
            rule = f"a problem takes the plain mean over clients, and these have {min(sizes)} to {max(sizes)} samples"
            raise InvalidInput("weights", self.weights, rule, "use weights='uniform', or sf.plan, which weighs clients")
        features = [client.features.toarray() if sparse.issparse(client.features) else client.features for client in clients]
        targets = [client.targets for client in clients]
        kinds: dict[str, Any] = {"softmax": partial(SoftmaxProblem, num_classes=self.classes), "logistic": LogisticProblem}
        made: Problem = kinds.get(self.loss, LeastSquaresProblem)(features, targets, l2=self.l2).minibatch(self.batch)
        return made

    def __iter__(self) -> Iterator[Client]:
        """Yield the clients in a fixed order. Raises InvalidInput, naming the place, if the data have changed since the first read."""
        numbers = {} if self.labels is None else {label: k for k, label in enumerate(self.labels)}
        count = 0
        for raw in self._source():
            features = _with_intercept(raw.features) if self.intercept else raw.features
            if features.shape[1] != self.dim:
                raise InvalidInput(raw.place.said, features.shape[1], f"must have {self.dim - self.intercept} columns, as the first client")
            targets = raw.targets if self.labels is None else _encoded_labels(raw, numbers, self.loss == "logistic")
            share = 1 / self.num_clients if self.weights == "uniform" else len(targets) / self.num_samples
            yield Client(raw.name, features, targets, share)
            count += 1
        if count != self.num_clients:
            raise InvalidInput(
                "data", count, f"had {self.num_clients} clients when first read", "give a function that starts afresh each time"
            )

    def __len__(self) -> int:
        return self.num_clients

    def __repr__(self) -> str:
        what = f"{self.loss} loss" + (" (guessed from the targets)" if self.guessed else "")
        classes = "" if self.labels is None else f", {len(self.labels)} classes"
        return (
            f"Clients({self.num_clients} clients, {self.num_samples} samples, {self.dim} columns{classes}, {what}, "
            f"l2 = {self.l2:.4g}, weights = {self.weights!r}, batch = {self.batch})"
        )


def read_clients(
    data: Any,
    *,
    l2: float,
    client: Any = None,
    target: Any = None,
    features: Any = None,
    loss: str | None = None,
    weights: str = "uniform",
    batch: int = 1,
    intercept: bool = False,
) -> Clients:
    """The clients in `data`, read once to count and check them, then streamed: one client is in memory at a time.

    | data                                        | a client is                                                                      |
    |---------------------------------------------|----------------------------------------------------------------------------------|
    | (X, y, ids)                                 | the rows with one id; X (n, d), an array or scipy.sparse                         |
    | [(X_c, y_c), ...] or {name: (X_c, y_c)}     | an entry                                                                         |
    | a pandas DataFrame                          | the rows with one value in column `client`                                       |
    | path of a CSV or Parquet file               | the same; streamed where the rows of a client stand together, else held          |
    | path of an NPZ file                         | the rows of array `features` ("X") with one value in `client` ("ids"); `target` ("y") |
    | a folder, or a pattern such as "data/*.csv" | a file                                                                           |
    | a function without arguments                | what the iterator that it gives yields: (X_c, y_c) or (name, X_c, y_c)           |

    target: the column of targets. features: the columns to use, all others unless given. l2: the ridge; positive, or zero for least
    squares. loss: "least_squares", "logistic" or "softmax"; inferred from the targets unless given: two values mean logistic, words or up
    to 20 different integers softmax, anything else least squares. weights: every client counts the same ("uniform", as in the sources) or
    by its number of samples ("examples"). batch: samples that a local step averages, drawn with replacement. intercept: add a
    column of ones, last (the ridge applies to it too).

    Raises InvalidInput naming file, row and column of an invalid entry, counted from one without the header in CSV and Parquet files,
    from zero in arrays, DataFrames and NPZ.

    >>> read_clients(([[0.0], [1.0], [2.0]], [0, 1, 1], ["a", "a", "b"]), l2=0.1)
    Clients(2 clients, 3 samples, 1 columns, 2 classes, logistic loss (guessed from the targets), l2 = 0.1, weights = 'uniform', batch = 1)
    """
    for argument, value, known in (("loss", loss, (None, *LOSSES)), ("weights", weights, WEIGHTS)):
        if value not in known:
            raise InvalidInput(argument, value, f"must be one of {', '.join(str(name) for name in known if name)}")
    if isinstance(batch, bool) or not isinstance(batch, int | np.integer) or batch < 1:
        raise InvalidInput("batch", batch, "must be a positive integer")
    stream = source(data, client, target, features)
    seen = _FirstPass(loss)
    for raw in stream():
        seen.add(raw)
    told = seen.loss()
    ridge = _checked_l2(l2, told)
    labels = None if told == "least_squares" else seen.labels(told)
    return Clients(
        told, ridge, seen.dim + intercept, seen.clients, seen.samples, int(batch), weights, labels, intercept, loss is None, stream
    )  # fmt: skip


class _FirstPass:
    """The findings of the first pass: sizes, and the different targets as long as they are few."""

    def __init__(self, loss: str | None) -> None:
        self.given, self.clients, self.samples, self.dim = loss, 0, 0, 0
        self.targets: set[Any] = set()
        self.whole = True  # all targets are integers or words
        self.last = Place("")

    def add(self, raw: Raw) -> None:
        n, d = raw.features.shape
        if n == 0:
            raise InvalidInput(raw.place.said, 0, "is an empty client: every client needs at least one sample")
        if len(raw.targets) != n:
            raise InvalidInput(raw.place.said, len(raw.targets), f"must have one target a sample ({n})")
        if self.clients and d != self.dim:
            raise InvalidInput(raw.place.said, d, f"must have {self.dim} columns, as the first client")
        self.clients, self.samples, self.dim, self.last = self.clients + 1, self.samples + n, d, raw.place
        if self.given == "least_squares":
            words = [k for k, x in enumerate(raw.targets) if isinstance(x, str)] if raw.targets.dtype == object else []
            if words:
                raise _label_error(raw, words[0], "must be a number for least squares")
        elif len(self.targets) <= _MOST_CLASSES and self.whole:
            self._note_labels(raw)

    def _note_labels(self, raw: Raw) -> None:
        new = set(raw.targets.tolist()) - self.targets
        self.targets |= new
        odd = {x for x in new if isinstance(x, float) and not x.is_integer()}
        self.whole = not odd
        allowed = 2 if self.given == "logistic" else _MOST_CLASSES
        refused = odd if odd and self.given is not None else new if len(self.targets) > allowed and self.given is not None else None
        if refused:
            row = next(k for k, x in enumerate(raw.targets) if x in refused)
            known = "an integer or a word" if odd else f"one of {allowed} labels"
            before = ", ".join(map(_label_text, sorted(self.targets - new, key=_label_order)))
            earlier = "" if odd or allowed > 2 else f"; before it came {before}; for more classes write loss='softmax'"
            raise _label_error(raw, row, f"must be {known} for {self.given}{earlier}")

    def loss(self) -> str:
        """The loss that was given, or is inferred from the targets."""
        if self.clients == 0:
            raise InvalidInput("data", 0, "holds no client")
        words = any(isinstance(x, str) for x in self.targets)
        if self.given is not None:
            return self.given
        if not words and (not self.whole or len(self.targets) > _FEW):
            return "least_squares"
        if len(self.targets) > _MOST_CLASSES:
            raise InvalidInput("targets", len(self.targets), f"are more than {_MOST_CLASSES} different words", "choose a column of numbers")
        return "logistic" if len(self.targets) <= 2 else "softmax"

    def labels(self, loss: str) -> tuple[Any, ...]:
        labels = sorted(self.targets, key=_label_order)
        if len(labels) < 2:
            remedy = "for a regression write loss='least_squares'" if self.given is None else ""
            raise InvalidInput("targets", labels, f"there is one class only; {loss} needs two", remedy)
        return tuple(int(x) if isinstance(x, float) else x for x in labels)


def _label_order(label: Any) -> tuple[bool, Any]:
    return isinstance(label, str), label


def _label_error(raw: Raw, row: int, rule: str) -> InvalidInput:
    target = raw.targets[row]
    return InvalidInput(raw.place.at(row, raw.place.target), float(target) if isinstance(target, float) else target, rule)


def _label_text(label: Any) -> str:
    return f"{label:g}" if isinstance(label, float) else str(label)


def _encoded_labels(raw: Raw, numbers: dict[Any, int], signs: bool) -> Array:
    """Class numbers, or -1 and +1."""
    try:
        codes = np.array([numbers[label] for label in raw.targets.tolist()], dtype=np.int64)
    except KeyError:
        row = next(k for k, label in enumerate(raw.targets.tolist()) if label not in numbers)
        raise _label_error(raw, row, f"is an unknown label; the labels are {', '.join(map(_label_text, numbers))}") from None
    return 2 * codes - 1 if signs else codes


def _checked_l2(l2: Any, loss: str) -> float:
    try:
        value = float(l2)
    except (TypeError, ValueError):
        raise InvalidInput("l2", l2, "must be a number") from None
    if not (0 <= value < np.inf) or (value == 0 and loss != "least_squares"):
        rule = "must not be negative" if loss == "least_squares" else f"must be positive: {loss} is not strongly convex without"
        raise InvalidInput("l2", l2, rule)
    return value


def _with_intercept(features: Any) -> Any:
    ones = np.ones((features.shape[0], 1))
    return sparse.hstack([features, sparse.csr_array(ones)], format="csr") if sparse.issparse(features) else np.hstack([features, ones])
