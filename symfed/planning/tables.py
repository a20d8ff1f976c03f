"""Clients from arrays, tables and files, one in memory at a time: each source is a function that returns a fresh iterator."""

from __future__ import annotations

import glob
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.planning.entries import Place, matrix, targets

#: Numbers of a table in memory at a time if the rows of each client are contiguous.
_CHUNK = 2_000_000
SUFFIXES = (".csv", ".parquet", ".npz")


@dataclass(frozen=True)
class Raw:
    """A client as read: features (n_c, d) float64 or CSR, targets (n_c,) float64 or an object array of labels; without NaN."""

    name: str
    features: Any
    targets: Array
    place: Place


Source = Callable[[], Iterator[Raw]]


def source(data: Any, client: Any, target: Any, features: Any) -> Source:
    """A function that returns a fresh iterator over the clients of `data`. See `read_clients`; raises InvalidInput."""
    if isinstance(data, str | Path):
        return _from_path(str(data), client, target, features)
    if _is_frame(data):
        return _from_frame(data, client, target, features)
    for argument, value in (("client", client), ("target", target), ("features", features)):
        if value is not None:
            raise InvalidInput(argument, value, "names a column, which only tables and files have")
    if callable(data):
        return lambda: _from_items(data())
    if isinstance(data, tuple) and len(data) == 3 and not isinstance(data[0], tuple):
        return _from_arrays(*data, Place(""))
    if isinstance(data, Mapping):
        return lambda: _from_items((name, *pair) for name, pair in data.items())
    if isinstance(data, Sequence) and data:
        return lambda: _from_items(iter(data))
    raise InvalidInput(
        "data",
        type(data).__name__,
        "is not understood",
        "give arrays (X, y, ids), a list of (X_c, y_c), a DataFrame, the path of a file or folder, or a function that gives an iterator",
    )


def _from_items(items: Any) -> Iterator[Raw]:
    for number, item in enumerate(items):
        if not isinstance(item, tuple | list) or len(item) not in (2, 3):
            raise InvalidInput(
                f"client {number}",
                type(item).__name__,
                "must be a pair (features, targets) or (name, features, targets)",
                "arrays with a client for each row are a tuple (X, y, ids)",
            )
        name, X, y = item if len(item) == 3 else (number, *item)
        if not isinstance(name, str | int | np.generic):
            raise InvalidInput(
                f"client {number}", type(name).__name__, "must begin with a name", "pair features with targets: list(zip(Xs, ys))"
            )
        place = Place(f"client {name}")
        yield Raw(str(name), matrix(X, place), targets(y, place), place)


def _from_arrays(X: Any, y: Any, ids: Any, place: Place) -> Source:
    """Clients by the id of each row; views if a client's rows are contiguous, else copies of one client at a time."""
    X, y, ids = matrix(X, place), targets(y, place), np.asarray(ids)
    if ids.ndim != 1 or not len(ids) == len(y) == X.shape[0]:
        rule = f"features, targets and client ids must have one entry a row, not {X.shape[0]}, {len(y)} and {ids.shape}"
        raise InvalidInput(place.said or "data", (X.shape, y.shape, ids.shape), rule)
    _no_missing_ids(ids, place)
    try:
        names, codes, counts = np.unique(ids, return_inverse=True, return_counts=True)
    except TypeError:  # ids of several types have no order
        names, codes, counts = np.unique(ids.astype(str), return_inverse=True, return_counts=True)
    order, ends = np.argsort(codes, kind="stable"), np.cumsum(counts)

    def clients() -> Iterator[Raw]:
        for name, end, count in zip(names, ends, counts, strict=True):
            rows = order[end - count : end]
            together = rows[-1] - rows[0] == count - 1
            chosen = slice(int(rows[0]), int(rows[-1]) + 1) if together else rows
            yield Raw(str(name), X[chosen], y[chosen], place.part(chosen))

    return clients


def _from_frame(frame: Any, client: Any, target: Any, features: Any) -> Source:
    place = Place("", columns=_columns(list(frame.columns), client, target, features, ""), target=target)
    _client_column(client)
    return _from_arrays(*_features_and_targets(frame, place), frame[client].to_numpy(), place)


def _from_path(path: str, client: Any, target: Any, features: Any) -> Source:
    """One file with a client column, or a folder or glob with one file a client."""
    if Path(path).is_dir():
        files = sorted(str(entry) for entry in Path(path).iterdir() if entry.suffix in SUFFIXES)
    elif Path(path).exists():
        if Path(path).suffix == ".npz":
            place, X, y, ids = _npz_arrays(path, features or "X", target or "y", client or "ids")
            return _from_arrays(X, y, ids, place)
        return _from_table(path, client, target, features)
    else:
        files = sorted(found for found in glob.glob(path) if found.endswith(SUFFIXES))
    if not files:
        raise InvalidInput("data", path, f"there is no such file, and no folder or pattern with files {', '.join(SUFFIXES)}")
    if client is not None:
        raise InvalidInput("client", client, "is not needed where every client has a file of its own")
    return lambda: _from_files(files, target, features)


def _from_files(files: Sequence[str], target: Any, features: Any) -> Iterator[Raw]:
    chosen = features
    for path in files:
        if path.endswith(".npz"):
            place, X, y = _npz_arrays(path, features or "X", target or "y")
            yield Raw(Path(path).stem, matrix(X, place), targets(y, place), place)
            continue
        pieces = list(_table_chunks(path, None))
        place = Place(Path(path).name, first=1)
        if not pieces or not sum(map(len, pieces)):
            raise InvalidInput(place.said, 0, "is an empty client: every client needs at least one row")
        frame = pieces[0] if len(pieces) == 1 else _pandas().concat(pieces, ignore_index=True)
        chosen = _columns(list(frame.columns), None, target, chosen, place.said)
        place = replace(place, columns=chosen, target=target)
        yield Raw(Path(path).stem, *_features_and_targets(frame, place), place)


def _from_table(path: str, client: Any, target: Any, features: Any) -> Source:
    """A CSV or Parquet file: streamed if the rows of each client are contiguous, loaded into memory otherwise."""
    _client_column(client)
    name = Path(path).name
    columns = _columns(_header(path), client, target, features, name)
    wanted, place = [client, target, *columns], Place(name, first=1, columns=columns, target=target)
    if _stand_together(path, client, place):
        return lambda: _contiguous_clients(path, wanted, place)
    frame = _pandas().concat(list(_table_chunks(path, wanted)), ignore_index=True)
    return _from_arrays(*_features_and_targets(frame, place), frame[client].to_numpy(), place)


def _stand_together(path: str, client: Any, place: Place) -> bool:
    """True if the rows of each client are contiguous; stores one hash per client."""
    seen: set[int] = set()
    last: int | None = None
    row = 0
    for frame in _table_chunks(path, [client]):
        ids = frame[client].to_numpy()
        _no_missing_ids(ids, Place(place.said, place.first + row))
        row += len(ids)
        for start in _run_starts(ids):
            key = hash(str(ids[start]))
            if key != last and key in seen:
                return False
            seen.add(key)
            last = key
    return True


def _contiguous_clients(path: str, wanted: Sequence[Any], place: Place) -> Iterator[Raw]:
    row, held = 0, None  # the unfinished client of the last chunk
    for frame in _table_chunks(path, wanted):
        whole = replace(place, first=place.first + row)
        X, y = _features_and_targets(frame, whole)
        ids = frame[wanted[0]].to_numpy()
        starts = _run_starts(ids)
        for start, end in zip(starts, [*starts, len(ids)][1:], strict=True):
            rows = slice(int(start), int(end))
            new = Raw(str(ids[start]), X[rows], y[rows], whole.part(rows))
            if held and held.name == new.name:
                joined = np.concatenate([held.targets, new.targets])
                held = Raw(held.name, np.concatenate([held.features, new.features]), joined, held.place)
            else:
                if held:
                    yield held
                held = new
        row += len(ids)
    if held:
        yield held


def _run_starts(ids: Array) -> Array:
    return np.concatenate([[0], np.flatnonzero(ids[1:] != ids[:-1]) + 1]) if len(ids) else np.zeros(0, dtype=int)


def _no_missing_ids(ids: Array, place: Place) -> None:
    if ids.dtype.kind not in "fO":
        return
    missing = np.flatnonzero([x is None or x != x or str(x) == "<NA>" for x in ids])
    if missing.size:
        raise InvalidInput(place.at(missing[0]), ids[missing[0]], "the client of this row is missing")


def _features_and_targets(frame: Any, place: Place) -> tuple[Array, Array]:
    """Features and targets of a piece of a table, from the columns of its place, checked."""
    table = frame[list(place.columns or ())]
    plain = all(isinstance(dtype, np.dtype) and dtype.kind in "biuf" for dtype in table.dtypes)
    return matrix(table.to_numpy(dtype=float if plain else object), place), targets(frame[place.target].to_numpy(), place)


def _columns(known: Sequence[Any], client: Any, target: Any, features: Any, said: str) -> list[Any]:
    """The feature columns: the given ones, or all that are neither client nor target. Raises InvalidInput for a missing one."""
    if target is None:
        raise InvalidInput("target", None, f"must name the column of targets; the columns are {', '.join(map(str, known))}")
    said = said or "the table"
    twice = [column for k, column in enumerate(known) if column in known[:k]]
    if twice:
        raise InvalidInput("column", twice[0], f"stands twice in {said}", "rename one of them")
    given = [features] if isinstance(features, str) else features
    chosen = [column for column in known if column not in (client, target)] if given is None else list(given)
    for column in ([] if client is None else [client]) + [target, *chosen]:
        if column not in known:
            raise InvalidInput("column", column, f"is no column of {said}; the columns are {', '.join(map(str, known))}")
    if target in chosen or target == client:
        raise InvalidInput("target", target, "is among the features, or the client column too")
    if not chosen:
        raise InvalidInput("features", chosen, "must name at least one column")
    return chosen


def _client_column(client: Any) -> None:
    if client is None:
        raise InvalidInput("client", None, "must name the column that says whose row it is", "or give a folder with one file a client")


def _npz_arrays(path: str, *names: Any) -> tuple[Any, ...]:
    """The place of an NPZ file, and its arrays of these names."""
    place = Place(Path(path).name)
    try:
        with np.load(path, allow_pickle=False) as file:
            held = {name: file[name] for name in file.files}
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        remedy = "save names as text: np.savez(..., ids=ids.astype('U'))" if "allow_pickle" in str(error) else ""
        raise InvalidInput("data", path, f"cannot be read: {error}", remedy) from None
    for name in names:
        if not isinstance(name, str) or name not in held:
            raise InvalidInput("array", name, f"is not in {place.said}, which holds {', '.join(sorted(held))}")
    return place, *(held[name] for name in names)


def _header(path: str) -> list[Any]:
    if path.endswith(".parquet"):
        # the row numbers that pandas adds are no feature
        return [name for name in _parquet_file(path).schema_arrow.names if not name.startswith("__index_level_")]
    with _csv_errors(path):
        return list(_pandas().read_csv(path, nrows=0).columns)


def _table_chunks(path: str, columns: Sequence[Any] | None) -> Iterator[Any]:
    """Yield the given columns of a table in chunks."""
    rows = max(1024, _CHUNK // len(columns or _header(path)))
    if path.endswith(".parquet"):
        for batch in _parquet_file(path).iter_batches(batch_size=rows, columns=list(columns or _header(path))):
            yield batch.to_pandas(ignore_metadata=True)
        return
    # with selected columns pandas ignores rows that are too long: only the column of clients, read first, is read like this
    chosen = columns if columns is not None and len(columns) == 1 else None
    with _csv_errors(path), _pandas().read_csv(path, usecols=chosen, chunksize=rows) as pieces:
        for piece in pieces:
            if not isinstance(piece.index, _pandas().RangeIndex):
                raise InvalidInput("data", path, "has rows with more entries than the first line names columns")
            yield piece


@contextmanager
def _csv_errors(path: str) -> Iterator[None]:
    """Convert pandas' errors for a file that is no CSV to InvalidInput."""
    errors = _pandas().errors
    try:
        yield
    except (errors.ParserError, errors.EmptyDataError, UnicodeDecodeError, OSError) as error:
        raise InvalidInput("data", path, f"cannot be read as CSV: {str(error).strip()}") from None


def _parquet_file(path: str) -> Any:
    _pandas()
    if find_spec("pyarrow") is None:
        raise InvalidInput("data", path, "Parquet files need pyarrow", "pip install 'symfed[data]'")
    import pyarrow
    import pyarrow.parquet

    try:
        return pyarrow.parquet.ParquetFile(path)
    except (pyarrow.ArrowInvalid, OSError) as error:
        raise InvalidInput("data", path, f"cannot be read as Parquet: {error}") from None


def _pandas() -> Any:
    if find_spec("pandas") is None:
        raise InvalidInput(
            "data", "a table", "CSV, Parquet and DataFrames need pandas", "pip install 'symfed[data]', or give arrays or NPZ"
        )
    import pandas

    return pandas


def _is_frame(data: Any) -> bool:
    return type(data).__module__.split(".")[0] == "pandas" and hasattr(data, "columns")
