"""Clients come out of arrays, tables and files alike, one at a time, and what cannot be used is named by file, row and column."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sparse

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.models.problems.minibatch import MinibatchProblem

X = np.arange(24.0).reshape(12, 2) / 10
IDS = np.array(list("abbcacabcabc"))
Y = np.array([0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1])
FRAME = pd.DataFrame({"age": X[:, 0], "income": X[:, 1], "who": IDS, "sick": Y})
COLUMNS: dict[str, Any] = {"client": "who", "target": "sick"}


def as_pairs(ids: Any = IDS) -> dict[str, tuple[Any, Any]]:
    return {str(name): (X[ids == name], Y[ids == name]) for name in np.unique(ids)}


def written(folder: Path, frame: pd.DataFrame, name: str) -> str:
    path = folder / name
    if path.suffix == ".csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_parquet(path)
    return str(path)


def each_client_alone(folder: Path, kind: str) -> str:
    (folder / "clients").mkdir()
    for name, part in FRAME.groupby("who"):
        if kind == "npz":
            np.savez(folder / "clients" / f"{name}.npz", X=part[["age", "income"]], y=part["sick"])
        else:
            written(folder / "clients", part.drop(columns="who"), f"{name}.{kind}")
    return str(folder / "clients")


def saved(folder: Path) -> str:
    np.savez(folder / "all.npz", X=X, y=Y, ids=IDS)
    return str(folder / "all.npz")


SOURCES: dict[str, Any] = {
    "arrays": lambda folder: ((X, Y, IDS), {}),
    "integers": lambda folder: ((X, Y, np.array([ord(name) for name in IDS])), {}),
    "pairs": lambda folder: ([*as_pairs().values()], {}),
    "named pairs": lambda folder: (as_pairs(), {}),
    "a stream": lambda folder: (lambda: ((name, *pair) for name, pair in as_pairs().items()), {}),
    "a DataFrame": lambda folder: (FRAME, COLUMNS),
    "CSV": lambda folder: (written(folder, FRAME, "x.csv"), COLUMNS),
    "CSV, by client": lambda folder: (written(folder, FRAME.sort_values("who", kind="stable"), "x.csv"), COLUMNS),
    "Parquet": lambda folder: (written(folder, FRAME, "x.parquet"), COLUMNS),
    "Parquet, by client": lambda folder: (written(folder, FRAME.sort_values("who", kind="stable"), "x.parquet"), COLUMNS),
    "NPZ": lambda folder: (saved(folder), {}),
    "a folder of CSV": lambda folder: (each_client_alone(folder, "csv"), {"target": "sick"}),
    "a folder of Parquet": lambda folder: (each_client_alone(folder, "parquet"), {"target": "sick"}),
    "a folder of NPZ": lambda folder: (each_client_alone(folder, "npz"), {}),
    "a pattern": lambda folder: (each_client_alone(folder, "csv") + "/*.csv", {"target": "sick"}),
}


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_gives_the_same_clients_again_and_again(name: str, tmp_path: Path) -> None:
    data, options = SOURCES[name](tmp_path)
    clients = sf.read_clients(data, l2=0.1, **options)
    assert (clients.loss, clients.num_clients, clients.num_samples, clients.dim, clients.labels) == ("logistic", 3, 12, 2, (0, 1))
    for _ in range(2):
        for found, (_, (rows, labels)) in zip(clients, as_pairs().items(), strict=True):
            np.testing.assert_allclose(found.features, rows, rtol=1e-15)
            assert found.targets.tolist() == (2 * labels - 1).tolist()
            assert found.weight == 1 / 3


def test_pieces_of_a_table_are_put_together_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = 5000
    frame = pd.DataFrame({"x": np.arange(rows) / 7, "y": np.arange(rows) % 3 / 2, "who": np.arange(rows) // 1700})
    monkeypatch.setattr("symfed.planning.tables._CHUNK", 10)  # 1024 rows at a time, the least
    for name in ("x.csv", "x.parquet"):
        clients = list(sf.read_clients(written(tmp_path, frame, name), client="who", target="y", l2=0))
        assert [client.size for client in clients] == [1700, 1700, 1600]
        np.testing.assert_allclose(np.concatenate([client.features[:, 0] for client in clients]), frame["x"])
    late = frame.astype({"x": object})
    late.loc[4000, "x"] = "many"
    with pytest.raises(InvalidInput, match=r"^x.csv, row 4001, column x = 'many': must be a finite number"):
        sf.read_clients(written(tmp_path, late, "x.csv"), client="who", target="y", l2=0)


def test_the_loss_is_told_from_the_targets() -> None:
    def loss(targets: Any, **options: Any) -> tuple[str, Any]:
        clients = sf.read_clients([(np.ones((len(targets), 1)), targets)], l2=0.1, **options)
        return clients.loss, clients.labels

    assert loss([-1, 1]) == ("logistic", (-1, 1))
    assert loss([True, False]) == ("logistic", (0, 1))
    assert loss(["sick", "well", "well"]) == ("logistic", ("sick", "well"))
    assert loss([3, 1, 2]) == ("softmax", (1, 2, 3))
    assert loss([3, 1, 2], loss="least_squares") == ("least_squares", None)
    assert loss([0.5, 1, 2]) == ("least_squares", None)
    assert loss(list(range(21)))[0] == "least_squares"
    assert loss([0, 1], loss="softmax") == ("softmax", (0, 1))
    guessed, given = sf.read_clients((X, Y, IDS), l2=1), sf.read_clients((X, Y, IDS), l2=1, loss="logistic")
    assert "guessed from the targets" in repr(guessed)
    assert "guessed" not in repr(given)


def test_weights_intercept_and_sparse_features() -> None:
    clients = sf.read_clients((sparse.coo_array(X), Y, np.array(list("aaaaaaaaabbb"))), l2=1, weights="examples", intercept=True, batch=4)
    first, second = clients
    assert (first.weight, second.weight) == (0.75, 0.25)
    assert sparse.issparse(first.features)
    np.testing.assert_array_equal(first.features.toarray(), np.hstack([X[:9], np.ones((9, 1))]))
    assert (clients.dim, clients.batch, clients.num_parameters) == (3, 4, 3)
    with pytest.raises(InvalidInput, match="these have 3 to 9 samples; use weights='uniform'"):
        clients.problem()


@pytest.mark.parametrize(("targets", "kind"), [(X[:, 0], sf.LeastSquaresProblem), (Y, sf.LogisticProblem), (IDS, sf.SoftmaxProblem)])
def test_clients_become_a_problem(targets: Any, kind: type) -> None:
    clients = sf.read_clients((X, targets, IDS), l2=0.1)
    problem = clients.problem()
    assert isinstance(problem, kind)
    assert problem.dim == clients.num_parameters
    several = sf.read_clients((X, targets, IDS), l2=0.1, batch=3).problem()
    assert isinstance(several, MinibatchProblem)
    np.testing.assert_allclose(3 * several.noise_covariance, problem.noise_covariance)


def test_arrays_are_views_where_clients_stand_together() -> None:
    ids = np.sort(IDS)
    assert all(np.shares_memory(client.features, X) for client in sf.read_clients((X, Y, ids), l2=1))


def test_a_hundred_thousand_clients_pass_one_at_a_time(tmp_path: Path) -> None:
    N = 100_000
    frame = pd.DataFrame({"x": np.arange(2.0 * N), "y": np.arange(2.0 * N) / 3, "who": np.repeat(np.arange(N), 2)})
    path = written(tmp_path, frame, "x.parquet")

    def stream() -> Iterator[tuple[Any, Any]]:
        return ((np.full((50, 20), float(c)), np.arange(50) + c / 2) for c in range(10_000))

    tracemalloc.start()
    clients = sf.read_clients(path, client="who", target="y", l2=0)
    # one small number for each client while the file is looked through: a set of as many takes up to 100 bytes each
    assert tracemalloc.get_traced_memory()[1] < 100 * N + 40e6
    tracemalloc.reset_peak()
    assert sum(client.size for client in clients) == 2 * N
    assert tracemalloc.get_traced_memory()[1] < 40e6  # pieces of two million numbers and what is made of them
    tracemalloc.reset_peak()
    several = sf.read_clients(stream, l2=0, loss="least_squares")
    assert (several.num_clients, several.num_samples) == (10_000, 500_000)  # 80 MB, had they been held
    assert tracemalloc.get_traced_memory()[1] < 40e6
    tracemalloc.stop()


def changed(column: str, row: int, value: Any) -> pd.DataFrame:
    frame = FRAME.astype({column: object})
    frame.loc[row, column] = value
    return frame


BAD_TABLES: dict[str, tuple[pd.DataFrame, dict[str, Any], str]] = {
    "text": (changed("age", 4, "old"), {}, r"row {4}, column age = 'old': must be a finite number"),
    "missing": (changed("income", 11, None), {}, r"row {11}, column income = (nan|None): is missing or not a number"),
    "infinite": (changed("income", 0, np.inf), {}, r"row {0}, column income = inf: must be a finite number"),
    "no client": (changed("who", 2, None), {}, r"row {2} = (nan|None): the client of this row is missing"),
    "no target": (changed("sick", 3, None), {}, r"row {3}, column sick = (nan|None): is missing"),
    "third label": (changed("sick", 5, 2), {"loss": "logistic"}, r"row {5}, column sick = 2.0: must be one of 2 labels for logistic"),
    "a fraction": (changed("sick", 5, 0.5), {"loss": "softmax"}, r"row {5}, column sick = 0.5: must be an integer or a word"),
    "words": (changed("sick", 1, "yes"), {"loss": "least_squares"}, r"row {1}, column sick = 'yes': must be a number"),
    "one class": (FRAME.assign(sick=1), {}, r"targets = \[1.0\]: there is one class only; .*for a regression write loss='least_squares'"),
    "no such column": (FRAME.drop(columns="sick"), {}, r"column = 'sick': is no column of .*; the columns are age, income, who"),
    "no such feature": (FRAME, {"features": ["age", "size"]}, "column = 'size': is no column of"),
    "target as feature": (FRAME, {"features": ["age", "sick"]}, "target = 'sick': is among the features"),
}


@pytest.mark.parametrize("where", ["frame", "x.csv"])
@pytest.mark.parametrize("name", BAD_TABLES)
def test_a_bad_table_is_refused_by_row_and_column(name: str, where: str, tmp_path: Path) -> None:
    frame, options, message = BAD_TABLES[name]
    first = 0 if where == "frame" else 1
    for row in range(len(frame)):
        message = message.replace(f"row {{{row}}}", f"row {row + first}" if where == "frame" else f"x.csv, row {row + first}")
    with pytest.raises(InvalidInput, match=message):
        sf.read_clients(frame if where == "frame" else written(tmp_path, frame, where), l2=1, **COLUMNS, **options)


BAD_ARGUMENTS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "a number": (3, {}, "data = 'int': is not understood"),
    "no client": ([], {}, "data = 'list': is not understood"),
    "a triple in a list": ([X, Y, IDS], {}, r"must be a pair .*; arrays with a client for each row are a tuple"),
    "an empty client": ([(X, Y), (X[:0], Y[:0])], {}, "client 1 = 0: is an empty client"),
    "other columns": ([(X, Y), (X[:, :1], Y)], {}, "client 1 = 1: must have 2 columns, as the first client"),
    "targets of another length": ([(X, Y[:3])], {}, r"client 0 = 3: must have one target a sample \(12\)"),
    "ids of another length": ((X, Y, IDS[:3]), {}, "must have one entry a row, not 12, 12 and"),
    "NaN in an array": ((np.where(X == 1.5, np.nan, X), Y, IDS), {}, "^row 7, column 1 = nan: is missing"),
    "NaN in sparse features": ((sparse.csr_array(np.where(X == 1.5, np.nan, X)), Y, IDS), {}, "^row 7, column 1 = nan: must be finite"),
    "a column for arrays": ((X, Y, IDS), {"client": "who"}, "client = 'who': names a column, which only tables and files have"),
    "unknown loss": ((X, Y, IDS), {"loss": "hinge"}, "loss = 'hinge': must be one of least_squares, logistic, softmax"),
    "unknown weights": ((X, Y, IDS), {"weights": "size"}, "weights = 'size': must be one of uniform, examples"),
    "no ridge": ((X, Y, IDS), {"l2": 0}, "l2 = 0: must be positive: logistic is not strongly convex without"),
    "a batch of none": ((X, Y, IDS), {"batch": 0}, "batch = 0: must be a positive integer"),
    "no file": ("nowhere.csv", {"client": "who", "target": "sick"}, "data = 'nowhere.csv': there is no such file"),
    "no client column": (FRAME, {"target": "sick"}, "client = None: must name the column that says whose row it is"),
    "no target column": (
        FRAME,
        {"client": "who"},
        "target = None: must name the column of targets; the columns are age, income, who, sick",
    ),
}


@pytest.mark.parametrize("name", BAD_ARGUMENTS)
def test_bad_arguments_are_named(name: str) -> None:
    data, options, message = BAD_ARGUMENTS[name]
    with pytest.raises(InvalidInput, match=message):
        sf.read_clients(data, **{"l2": 1, **options})


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "ragged.csv").write_text("who,x,sick\na,1,0\na,1,2,3\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "text.parquet").write_text("who")
    (tmp_path / "text.npz").write_text("who")
    for name, message in (("ragged.csv", "Expected 3 fields in line 3, saw 4"), ("empty.csv", "No columns"), ("text.parquet", "Parquet")):
        with pytest.raises(InvalidInput, match=f"{name}.*{message}"):
            sf.read_clients(str(tmp_path / name), l2=1, **COLUMNS)
    with pytest.raises(InvalidInput, match=r"text\.npz.*cannot be read"):
        sf.read_clients(str(tmp_path / "text.npz"), l2=1)
    with pytest.raises(InvalidInput, match=r"no\.npz|is not in all\.npz, which holds X, ids, y"):
        sf.read_clients(saved(tmp_path), l2=1, target="labels")
    folder = Path(each_client_alone(tmp_path, "csv"))
    (folder / "b.csv").write_text("age,sick\n1,0\n")
    with pytest.raises(InvalidInput, match=r"column = 'income': is no column of b\.csv"):
        sf.read_clients(folder, l2=1, target="sick")
    (folder / "b.csv").write_text("age,income,sick\n")
    with pytest.raises(InvalidInput, match=r"b\.csv = 0: is an empty client"):
        sf.read_clients(folder, l2=1, target="sick")


def test_without_pandas_arrays_still_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symfed.planning.tables.find_spec", lambda name: None)
    assert len(sf.read_clients((X, Y, IDS), l2=1)) == 3
    with pytest.raises(InvalidInput, match=r"need pandas; pip install 'symfed\[data\]', or give arrays or NPZ"):
        sf.read_clients(__file__, l2=1, **COLUMNS)


def test_a_stream_that_changes_is_noticed() -> None:
    once = iter([(X, Y)])
    with pytest.raises(InvalidInput, match="had 1 clients when first read; give a function that starts afresh"):
        list(sf.read_clients(lambda: once, l2=1))
    passes = iter([[(X, Y)], [(X, Y + 1)]])
    with pytest.raises(InvalidInput, match=r"client 0, row 1, column target = 2\.0: is an unknown label; the labels are 0, 1"):
        list(sf.read_clients(lambda: next(passes), l2=1))


def test_a_table_without_rows_holds_no_client(tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_text("site,x,y\n")
    with pytest.raises(InvalidInput, match="holds no client"):
        sf.read_clients(tmp_path / "empty.csv", client="site", target="y", l2=1)
