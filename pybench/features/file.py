"""FeatureTable <-> Parquet, Arrow and CSV; the same table gives the same bytes.

The columns are dataset, split, label, id and the features. Parquet and Arrow store everything else
as JSON in the metadata of their schema, under the key ``pybench``. Rows are written in groups of
fixed size, so that a table too large for memory can be written in parts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO

from pybench.base import check, shared
from pybench.base.document import read_json
from pybench.base.errors import ArgumentError, InputError, PybenchError, SeriesError, refusal
from pybench.base.frame import decoded, ipc_table, parquet_table
from pybench.base.path import to_read
from pybench.base.text import shown, shown_names
from pybench.features.delimited import check_text, read_csv, write_csv
from pybench.features.table import FeatureTable
from pybench.seriesset.build import SPLITS
from pybench.seriesset.series import KEYS
from pybench.store import atomic

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Floats = npt.NDArray[np.float64]
    Keys = tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.int64]]

GROUP = 4096  # rows
METADATA = b"pybench"
ABOUT = ("representation", "groups", "removed", "left_out", "versions", "unit")
FORMATS = {
    ".parquet": "parquet", ".pq": "parquet", ".arrow": "arrow", ".feather": "arrow",
    ".ipc": "arrow", ".csv": "csv",
}  # fmt: skip


def write_features(features: FeatureTable, path: str | os.PathLike[str]) -> None:
    """Write a table of features to a file.

    Parameters
    ----------
    features : FeatureTable
        The table to write.
    path : path
        The name of the file ends with .parquet, .pq, .arrow, .feather, .ipc or .csv. An existing
        file is replaced in one step.

    Returns
    -------
    None

    Raises
    ------
    ArgumentError
        If the ending is another, or ``features`` is not a `FeatureTable`.
    EnvironmentProblem
        If the file cannot be written.

    Notes
    -----
    A CSV file contains only the columns; numbers have enough digits to be read back exactly. A
    missing label is written as an empty field, and an empty label as "". Parquet and Arrow files
    contain all fields of the table.

    Examples
    --------
    >>> import pybench as pb
    >>> own = pb.Representation(
    ...     "mean", "series", ("mean",), lambda series: [[x.mean()] for x in series]
    ... )
    >>> toy = pb.series_set([[1, 5], [3, 3]], dataset="toy")
    >>> pb.write_features(pb.extract_features(toy, own), "toy.parquet")
    >>> pb.read_features("toy.parquet").column("mean").tolist()
    [3.0, 3.0]
    """
    check.kind("features", features, FeatureTable, "extract_features(series)")
    keys = (features.dataset, features.split, features.label, features.id)
    about = {name: getattr(features, name) for name in ABOUT}
    write_blocks(path, keys, features.names, [features.values], about)


def write_blocks(
    path: str | os.PathLike[str],
    keys: Keys,
    names: Sequence[str],
    blocks: Iterable[Floats],
    about: Mapping[str, Any],
) -> None:
    """Write rows that come in blocks of any size; the bytes do not depend on the sizes.

    Parameters
    ----------
    path
        As in `write_features`.
    keys : dataset, split, label, id, each (n,)
        Keys of the rows.
    names : sequence of p str
        The columns.
    blocks : iterable of (rows, p) float64
        n rows in all.
    about : mapping
        The other fields of a `FeatureTable`.

    Raises
    ------
    ArgumentError, EnvironmentProblem
        As `write_features`.
    """
    import pyarrow as pa

    write = _WRITERS[format_of(path)]
    fields = [(name, pa.int64() if name == "id" else pa.string()) for name in KEYS]
    text = json.dumps(
        {
            "schema": f"pybench/{FeatureTable.schema}",
            "pybench": shared.version(),
            **{name: _plain(about[name]) for name in ABOUT},
        },
        ensure_ascii=True,
    )
    columns = [*fields, *((name, pa.float64()) for name in names)]
    schema = pa.schema(columns, metadata={METADATA: text.encode("ascii")})
    groups = (_batch(schema, keys, begin, rows) for begin, rows in _grouped(blocks, len(names)))
    with atomic.writing(path) as file:
        write(file, schema, groups)


def read_features(path: str | os.PathLike[str]) -> FeatureTable:
    r"""Read a table of features that `write_features` or the command line wrote.

    Parameters
    ----------
    path : path
        Path of the file; the name ends with .parquet, .pq, .arrow, .feather, .ipc or .csv.

    Returns
    -------
    FeatureTable
        A CSV file contains only dataset, split, label, id and the features. A table from a CSV file
        therefore has the ``.representation`` "", and its ``.groups``, ``.removed``, ``.left_out``
        and ``.versions`` are empty. A missing split is read as "".

    Raises
    ------
    ArgumentError
        If the ending is another.
    SeriesError
        If the file is damaged, is not a table of features, has a split other than "train", "test"
        and "", or has the same series twice.
    InputError
        If it cannot be read at all.

    Examples
    --------
    >>> import pathlib
    >>> import pybench as pb
    >>> _ = pathlib.Path("f.csv").write_text("dataset,split,label,id,mean\ntoy,train,a,0,0.5\n")
    >>> pb.read_features("f.csv").values.tolist()
    [[0.5]]
    """
    kind = format_of(path)
    file = os.fspath(path)
    to_read("path", path)
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError as error:
        found, hint = error.strerror or str(error), "Check the path."
        raise refusal("a file", found, hint, file=file, kind=InputError) from error
    with _typed(f"a table of features ({kind})", file):
        if kind == "csv":
            check_text(data, file)
        table = read_csv(data, file) if kind == "csv" else _READERS[kind](data)
        table.validate(full=True)
        return _table(table, file, lines=kind == "csv" and b'"' not in data)


def format_of(path: str | os.PathLike[str]) -> str:
    """Return "parquet", "arrow" or "csv", by the ending of a path.

    Raises
    ------
    ArgumentError
        If it has another ending.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError(f"`path` must be a path, not {path!r}", expected="a path")
    ending = PurePath(os.fspath(path)).suffix.lower()
    if ending in FORMATS:
        return FORMATS[ending]
    expected = ", ".join(FORMATS)
    raise ArgumentError(
        f"`path` must end with one of {expected}, not {os.fspath(path)!r}",
        expected=expected,
        found=ending,
    )


def _plain(value: Any) -> Any:
    return value if isinstance(value, str) else dict(value)


def _grouped(blocks: Iterable[Floats], width: int) -> Iterator[tuple[int, Floats]]:
    """Yield (first row, rows) in groups of fixed size; at least one, to write the schema."""
    import numpy as np

    begin, size = 0, 0
    waiting: list[Floats] = []
    for block in blocks:
        while len(block):
            piece, block = block[: GROUP - size], block[GROUP - size :]
            waiting.append(piece)
            size += len(piece)
            if size == GROUP:
                yield begin, np.concatenate(waiting)
                begin, size, waiting = begin + GROUP, 0, []
    if waiting or not begin:
        yield begin, np.concatenate([np.empty((0, width)), *waiting])


def _batch(schema: pa.Schema, keys: Keys, begin: int, values: Floats) -> pa.RecordBatch:
    import numpy as np
    import pyarrow as pa

    rows = slice(begin, begin + len(values))
    own = [
        pa.array(key[rows], kind) for key, kind in zip(keys, schema.types[: len(KEYS)], strict=True)
    ]
    columns = np.ascontiguousarray(values.T)
    return pa.RecordBatch.from_arrays([*own, *map(pa.array, columns)], schema=schema)


def _write_parquet(file: BinaryIO, schema: pa.Schema, groups: Iterator[pa.RecordBatch]) -> None:
    import pyarrow.parquet as pq

    options: dict[str, Any] = {"compression": "zstd", "write_statistics": False}
    with pq.ParquetWriter(file, schema, use_dictionary=list(KEYS[:3]), **options) as writer:
        for group in groups:
            writer.write_batch(group, row_group_size=GROUP)


def _write_arrow(file: BinaryIO, schema: pa.Schema, groups: Iterator[pa.RecordBatch]) -> None:
    import pyarrow as pa

    with pa.ipc.new_file(file, schema) as writer:
        for group in groups:
            writer.write_batch(group)


def _table(table: pa.Table, file: str, *, lines: bool) -> FeatureTable:
    """Return the table of features from an Arrow table; ``lines`` if each row is one line."""
    import numpy as np
    import pyarrow as pa

    names = table.column_names
    if tuple(names[: len(KEYS)]) != KEYS or len(set(names)) < len(names):
        found, hint = f"columns {shown_names(names)}", "Write the file with pybench.write_features."
        expected = f"the columns {shown_names(KEYS)}, then features of different names"
        raise refusal(expected, found, hint, file=file, kind=SeriesError)
    texts = [_texts(table, name, file) for name in KEYS[:3]]
    places = table.column("id")
    if places.null_count or not pa.types.is_integer(places.type):
        raise _bad("whole numbers", places, file, "id")
    features = names[len(KEYS) :]
    values = np.empty((table.num_rows, len(features)))
    for place, name in enumerate(features):
        column = table.column(name)
        if not (pa.types.is_floating(column.type) or pa.types.is_integer(column.type)):
            raise _bad("numbers", column, file, name)
        values[:, place] = column.cast(pa.float64()).to_numpy()
    dataset, split, label = texts
    _check_rows(list(zip(dataset, split, places.to_pylist(), strict=True)), file, lines)
    about = _about(table.schema.metadata or {}, file) or _guessed(dataset, split, label)
    return FeatureTable(
        dataset=dataset,
        split=split,
        label=label,
        id=places.cast(pa.int64()).to_numpy().copy(),
        values=values,
        names=tuple(features),
        **about,
    )


def _check_rows(rows: list[tuple[str, str, int]], file: str, lines: bool) -> None:
    """Refuse an unknown split, and a repeated series, which would count twice."""
    seen: dict[tuple[str, str, int], int] = {}
    expected, hint = 'a split "train", "test" or ""', "Rename it."
    for row, (_, split, _) in enumerate(rows):
        if split not in (*SPLITS, ""):
            line, found = row + 2 if lines else None, shown(split)
            raise refusal(
                expected, found, hint, file=file, line=line, column="split", kind=SeriesError
            )
    for row, key in enumerate(rows):
        if (first := seen.setdefault(key, row)) != row:
            name = shown("/".join(str(part) for part in key if part != ""))
            found, line = f"{name} in rows {first + 1} and {row + 1}", row + 2 if lines else None
            raise refusal(
                "every series once",
                found,
                "Remove one of the rows.",
                file=file,
                line=line,
                kind=SeriesError,
            )


def _texts(table: pa.Table, name: str, file: str) -> npt.NDArray[np.object_]:
    import numpy as np
    import pyarrow as pa

    column = decoded(table.column(name))
    kinds = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    optional = name in ("split", "label")
    empty = optional and pa.types.is_null(column.type)
    if not empty and not any(kind(column.type) for kind in kinds):
        raise _bad("strings", column, file, name)
    if column.null_count and not optional:
        raise refusal(
            "a string in every row",
            "a row without a string",
            "Give every row a string.",
            file=file,
            column=name,
            kind=SeriesError,
        )
    texts = column.to_pylist()
    if name == "split":
        texts = [text or "" for text in texts]
    return np.array(texts, dtype=object)


def _bad(expected: str, column: pa.ChunkedArray, file: str, name: str) -> InputError:
    found = "missing ones" if column.null_count else f"{column.type}"
    hint = "Write the file with pybench.write_features."
    return refusal(expected, found, hint, file=file, column=name, kind=SeriesError)


def _about(metadata: Mapping[bytes, bytes], file: str) -> dict[str, Any]:
    """Return the other fields of a table from the metadata of a schema; {} without metadata."""
    if METADATA not in metadata:
        return {}
    found = read_json(metadata[METADATA])
    schema = found.get("schema")
    if schema != f"pybench/{FeatureTable.schema}":
        raise refusal(
            f"schema `pybench/{FeatureTable.schema}`",
            shown(str(schema)),
            "Read the file with the version of pybench that wrote it, or with a later one.",
            file=file,
            kind=SeriesError,
        )
    if absent := [name for name in ABOUT if name not in found]:
        expected = "metadata that describe the whole table"
        hint = "Write the file with pybench.write_features."
        told = f"no {shown_names(absent)} in the metadata"
        raise refusal(expected, told, hint, file=file, kind=SeriesError)
    return {name: found[name] for name in ABOUT}


def _guessed(*texts: npt.NDArray[np.object_]) -> dict[str, Any]:
    """Guess the kind of rows if the file has only keys."""
    dataset, split, label = texts
    whole = not any(split) and all(one is None for one in label)
    alike = whole and len(set(dataset)) == len(dataset)
    return {"representation": "", "unit": "dataset" if alike else "series"}


@contextmanager
def _typed(expected: str, file: str) -> Iterator[None]:
    """Turn any error in a file into a pybench error."""
    try:
        yield
    except PybenchError:
        raise
    except Exception as error:
        found = shown(str(error).partition("\n")[0] or type(error).__name__)
        hint = "The file may be damaged: write it again."
        raise refusal(expected, found, hint, file=file, kind=SeriesError) from error


_WRITERS: dict[str, Callable[[BinaryIO, pa.Schema, Iterator[pa.RecordBatch]], None]] = {
    "parquet": _write_parquet,
    "arrow": _write_arrow,
    "csv": write_csv,
}
_READERS: dict[str, Callable[[bytes], pa.Table]] = {
    "parquet": parquet_table,
    "arrow": ipc_table,
}
