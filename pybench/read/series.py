"""Any source of labelled time series -> SeriesSet."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError, refusal
from pybench.base.path import to_read
from pybench.base.text import shown, shown_names
from pybench.read.archive import Archive, open_archive
from pybench.read.rectangle import check_trailing_nan
from pybench.read.splits import (
    ENDINGS,
    FORMATS,
    format_of,
    read_file,
    read_files,
    sibling,
    split_name,
)

if TYPE_CHECKING:
    from pybench.seriesset.series import SeriesSet


def read_series(
    source: Any,
    *,
    format: str = "auto",
    dataset: str | None = None,
    split: str | None = None,
    label: Any = None,
    trailing_nan: str = "refuse",
) -> SeriesSet:
    r"""Read labelled time series.

    Nothing is guessed, padded or renamed: invalid input raises an error that names the file, the
    line and the column. Labels are kept byte for byte.

    Parameters
    ----------
    source : path, Archive, data frame, Arrow table or stream, array or list of arrays
        A file that ends in .ts, .tsv, .txt, .csv, .arff, .parquet, .pq, .arrow, .feather or .ipc.
        Files .tsv, .txt and .csv have the form of the UCR archive: one series per row, with its
        label in the first field. ``X_TRAIN.ts`` and ``X_TEST.ts`` contain one split each; the path
        ``X`` reads both. A folder contains one dataset or many (see `open_archive`).

        Data in memory can be

        * an Arrow table or a data frame with one column of lists per channel and, optionally, the
          columns ``label``, ``split`` and ``dataset``,
        * a container of aeon or sktime: an array (n, channels, length) or (n, length), a list of
          arrays (channels, length), a data frame of nested series, or a data frame with an index of
          (instance, time),
        * a data frame with one row per series and one column per point in time, * a long data frame
          as for tsfresh, with columns ``id`` and ``time`` and one column per channel.

        A container X and its labels y can be given as a pair, (X, y).
    format : {"auto", "ts", "ucr", "arff", "parquet", "arrow"}
        Format of a file. "auto": the ending of the file name decides.
    dataset : str, optional
        The dataset to read, if the source names its datasets (a folder of datasets, or a table with
        a column ``dataset``). Otherwise, the name to give to the dataset: required for data in
        memory; for a file, by default the name of the file.
    split : {"train", "test"}, optional
        The split to read. If the source has no splits, all series get this split.
    label : sequence of n str or int, optional
        Class labels of series in memory.
    trailing_nan : {"refuse", "padding", "missing"}
        In a rectangular format (UCR text, ARFF, an array), NaN at the end of a row means either
        that the series is shorter ("padding") or that its end was not measured ("missing"). The
        file does not say which, so by default ("refuse") such a row raises an error. In the 97
        datasets of the UCR archive that pybench was tested with, such NaN are always padding.

    Returns
    -------
    SeriesSet
        One row per series, in the order of the table or container. The series of a folder or an
        Archive are in the order of its datasets, train before test.

    Raises
    ------
    SeriesError
        At the first error in the data.
    InputError
        If a file cannot be read.
    ArgumentError
        If the source is none of the above, or ``dataset`` is needed.

    Examples
    --------
    >>> import pathlib
    >>> import pybench as pb
    >>> _ = pathlib.Path("Toy_TRAIN.tsv").write_text("a\t1\t2\nb\t3\t4\n")
    >>> _ = pathlib.Path("Toy_TEST.tsv").write_text("a\t5\t6\n")
    >>> s = pb.read_series("Toy")
    >>> s.split.tolist()
    ['train', 'train', 'test']
    >>> s.values(0).tolist()
    [[1.0, 2.0]]
    """
    check.choice("format", format, FORMATS)
    check_trailing_nan(trailing_nan)
    if split is not None:
        check.choice("split", split, ("train", "test"))
    if dataset is not None and not (isinstance(dataset, str) and dataset):
        raise ArgumentError(
            f"`dataset` must be a name, not {dataset!r}", expected="a name", found=repr(dataset)
        )
    if isinstance(source, Archive):
        return _archive(source, dataset, split)
    if isinstance(source, (str, os.PathLike)):
        if label is not None:
            raise ArgumentError(
                "`label` can be given with series in memory only; a file holds its own labels"
            )
        return _path(to_read("source", source), format, dataset, split, trailing_nan)
    from pybench.read.containers import read_container

    return read_container(source, dataset, split, label, trailing_nan)


def _path(
    path: Path, format: str, dataset: str | None, split: str | None, trailing_nan: str
) -> SeriesSet:
    if path.is_dir():
        archive = open_archive(path, format=format, trailing_nan=trailing_nan)
        return _archive(archive, dataset, split)
    kind = format_of(path.name) if format == "auto" else format
    by_stem = False
    if kind is None:
        if pair := _stem(path):
            path, kind, by_stem = pair, format_of(pair.name), True
        elif path.exists():
            endings = ", ".join(ENDINGS)
            raise ArgumentError(
                f"`source` must end in one of {endings}, not {shown(path.name)}",
                expected=endings,
                found=path.name,
                hint="Give the format of the file as `format`.",
            )
    name, here = split_name(path)
    if not here or not path.exists():
        series = read_file(str(path), dataset or name, split or "", trailing_nan, kind)
        return series.select(None if dataset is None else [dataset], split)
    files = {here: str(path)}
    if by_stem and (other := sibling(path)).exists():
        files["test"] = str(other)
    elif not by_stem:
        split = split or here  # a named file means that file is wanted
    return read_files(dataset or name, files, split, trailing_nan, kind)


def _stem(path: Path) -> Path | None:
    """Return X_TRAIN.ending of a common part X, if there is exactly one."""
    found = sorted(
        item
        for item in path.parent.glob("*_TRAIN.*")
        if item.stem == f"{path.name}_TRAIN" and format_of(item.name)
    )
    if len(found) > 1:
        names = shown_names([item.name for item in found])
        hint = "Name the file."
        raise refusal("one file of the train split", names, hint, file=str(path), kind=InputError)
    return found[0] if found else None


def _archive(archive: Archive, dataset: str | None, split: str | None) -> SeriesSet:
    from pybench.seriesset.build import joined

    names = archive.datasets if dataset is None else (dataset,)
    sets = [archive.read(name, split) for name in names]
    return sets[0] if len(sets) == 1 else joined(sets, archive.folder)
