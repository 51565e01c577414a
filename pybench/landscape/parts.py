"""Rows that lie in many Parquet files, read a part at a time by the process that needs them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import path as paths
from pybench.base.errors import ArgumentError, InputError
from pybench.base.text import counted, shown_names

if TYPE_CHECKING:
    import pyarrow.parquet as pq

Doubles = NDArray[np.float64]

ENDING = ".parquet"
KEYS = ("dataset", "split", "label", "id")  # of a table of features: they are not features
LARGEST = 1e100  # sums of squares of larger values could overflow
MOST = 65_536  # rows of a part


@dataclass(frozen=True)
class Part:
    """Consecutive row groups of one file."""

    file: str
    groups: tuple[int, ...]  #: of the file, from 0
    first: int  #: number of rows of all parts before
    rows: int

    def read(self, features: tuple[str, ...]) -> Doubles:
        """Return the values of the features, (rows, features), column after column in memory."""
        with opened(self.file) as file:
            table = file.read_row_groups(self.groups, list(features), use_threads=False)
        values = np.empty(table.shape, order="F")
        for place, name in enumerate(features):
            values[:, place] = table.column(name).to_numpy()
        return values

    def datasets(self) -> NDArray[np.object_]:
        """Return the dataset of each row."""
        with opened(self.file) as file:
            table = file.read_row_groups(self.groups, [KEYS[0]], use_threads=False)
        return np.asarray(table.column(0).to_pandas().to_numpy(dtype=object))


@dataclass(frozen=True)
class Parts:
    """All parts, and the columns that they share."""

    parts: tuple[Part, ...]
    features: tuple[str, ...]  #: names of the numeric columns
    named: bool  #: whether there is a column "dataset"

    @property
    def rows(self) -> int:
        """Number of rows of all parts."""
        return sum(part.rows for part in self.parts)


def find_parts(source: Any, rows: int = MOST) -> Parts:
    """Return the parts of Parquet files, of at most this many rows unless a row group has more.

    Parameters
    ----------
    source : path or sequence of paths
        Files, or folders that stand for their Parquet files in the order of their names.

    Raises
    ------
    ArgumentError, InputError
        No files, files that cannot be read, or columns that differ.
    """
    files = _files(source)
    parts: list[Part] = []
    columns: tuple[str, ...] | None = None
    done = 0
    for name in files:
        with opened(name) as file:
            found = tuple(file.schema_arrow.names)
            if columns is None:
                columns, features = found, _features(file, name)
            elif found != columns:
                raise InputError(
                    f"expected the columns of {files[0]}, found other ones",
                    file=name, expected=shown_names(columns), found=shown_names(found),
                    hint="Give files of one table.",
                )  # fmt: skip
            sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        for groups in _together(sizes, rows):
            size = sum(sizes[group] for group in groups)
            parts.append(Part(name, groups, done, size))
            done += size
    assert columns is not None
    return Parts(tuple(parts), features, KEYS[0] in columns)


def opened(name: str) -> pq.ParquetFile:
    """Return an open Parquet file.

    Raises
    ------
    InputError
        There is no such file, or it is no Parquet file.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.ParquetFile(name, memory_map=True)
    except (OSError, pa.ArrowInvalid) as error:
        gone = isinstance(error, FileNotFoundError)
        found = "no such file" if gone else str(error).splitlines()[0]
        raise InputError(
            f"expected a Parquet file, found: {found}", file=name, expected="a Parquet file",
            found=found,
        ) from error  # fmt: skip


def _files(source: Any) -> list[str]:
    listed = [source] if isinstance(source, str | os.PathLike) else list(source)
    files: list[str] = []
    for given in listed:
        place = paths.to_read("source", given).absolute()
        files += map(str, sorted(place.glob(f"*{ENDING}")) if place.is_dir() else [Path(place)])
    if not files:
        raise ArgumentError(
            "`source` must name Parquet files, found none",
            expected="Parquet files, or a folder of them", found="none",
        )  # fmt: skip
    return files


def _features(file: pq.ParquetFile, name: str) -> tuple[str, ...]:
    """Return the columns that are features; all of them are numbers."""
    import pyarrow.types as kinds

    schema = file.schema_arrow
    found = [field for field in schema if field.name not in KEYS]
    texts = [f.name for f in found if not (kinds.is_floating(f.type) or kinds.is_integer(f.type))]
    if found and not texts:
        return tuple(field.name for field in found)
    wrong = f"{counted(len(texts), 'column')} of something else: {shown_names(texts)}"
    raise InputError(
        f"expected columns of numbers beside {', '.join(KEYS)}, found "
        + (wrong if texts else "none"),
        file=name, expected="columns of numbers", found=wrong if texts else "none",
    )  # fmt: skip


def _together(sizes: list[int], most: int) -> Iterable[tuple[int, ...]]:
    """Yield consecutive row groups of at most this many rows together."""
    groups: list[int] = []
    for group, size in enumerate(sizes):
        if groups and sum(sizes[one] for one in groups) + size > most:
            yield tuple(groups)
            groups = []
        if size:
            groups.append(group)
    if groups:
        yield tuple(groups)
