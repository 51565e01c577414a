"""A folder of datasets, read one at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError, SeriesError, refusal
from pybench.base.path import to_read
from pybench.base.text import counted, look_alikes, shown, shown_names
from pybench.read.rectangle import check_trailing_nan
from pybench.read.splits import FORMATS, format_of, read_files, split_name

if TYPE_CHECKING:
    from pybench.seriesset.series import SeriesSet

WHOLE = ("parquet", "arrow")  # formats that hold both splits in one file


@dataclass(frozen=True, eq=False, repr=False)
class Archive:
    """Datasets in a folder, read one by one, as `open_archive` and `fetch_series` return them.

    Iteration over an archive yields one `SeriesSet` per dataset, in the order of ``datasets``.

    Attributes
    ----------
    folder : str
        The folder of the files.
    files : dict of str to dict of str to str
        For each dataset, the path of each split ("train", "test"; "" for both in one file).
    ignored : tuple of str
        Names of files and folders in the folder that are not datasets.
    trailing_nan : {"refuse", "padding", "missing"}
        See `read_series`.
    """

    folder: str
    files: Mapping[str, Mapping[str, str]]
    ignored: tuple[str, ...] = ()
    trailing_nan: str = "refuse"

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the datasets: sorted, or in the order in which they were requested."""
        return tuple(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def __iter__(self) -> Iterator[SeriesSet]:
        return (self.read(name) for name in self.files)

    def read(self, name: str, split: str | None = None) -> SeriesSet:
        """Read one dataset.

        Raises
        ------
        ArgumentError
            If the archive has no such dataset.
        SeriesError
            At the first defect of its files, with line and column.
        """
        self._check([name])
        return read_files(name, self.files[name], split, self.trailing_nan)

    def select(self, datasets: str | list[str] | tuple[str, ...]) -> Archive:
        """Return an archive of the given datasets, in the given order."""
        datasets = [datasets] if isinstance(datasets, str) else datasets
        self._check(datasets)
        files = {name: self.files[name] for name in datasets}
        return Archive(self.folder, files, self.ignored, self.trailing_nan)

    def __repr__(self) -> str:
        return f"<Archive: {counted(len(self), 'dataset')} in {self.folder}>"

    def _check(self, names: list[str] | tuple[str, ...]) -> None:
        if unknown := [str(name) for name in names if name not in self.files]:
            raise ArgumentError(
                f"the archive has no dataset {shown_names(unknown)}",
                expected=shown_names(self.datasets, 20),
                found=shown_names(unknown),
            )


def open_archive(
    folder: str | os.PathLike[str], *, format: str = "auto", trailing_nan: str = "refuse"
) -> Archive:
    r"""Open a folder of datasets without reading them.

    The files of a dataset X can have one of three forms:

    * two files ``X/X_TRAIN.tsv`` and ``X/X_TEST.tsv``, as in the UCR archive; instead of .tsv, the
      ending can be .ts, .txt, .csv or .arff,
    * two such files in the folder itself, without a folder X,
    * one file ``X.parquet``, ``X.arrow``, ``X.feather`` or ``X.ipc`` with a column ``split``.

    Parameters
    ----------
    folder : path
        A folder of datasets, or of one dataset.
    format : {"auto", "ts", "ucr", "arff", "parquet", "arrow"}
        Format of the files. With "auto", a dataset that exists in several formats raises an error.
    trailing_nan : {"refuse", "padding", "missing"}
        What NaN at the end of a series means in a rectangular format; see `read_series`.

    Returns
    -------
    Archive
        ``.datasets`` contains the names of the datasets, and ``.read(name)`` reads one dataset.
        Iteration yields one `SeriesSet` at a time.

    Raises
    ------
    SeriesError
        If there is no dataset in the folder, one occurs twice, or two names look alike.
    InputError
        If there is no such folder.

    Examples
    --------
    >>> import pathlib
    >>> import pybench as pb
    >>> for split in ("TRAIN", "TEST"):
    ...     _ = pathlib.Path(f"Toy_{split}.tsv").write_text("a\t1\t2\nb\t3\t4\n")
    >>> archive = pb.open_archive(".")
    >>> archive.datasets
    ('Toy',)
    >>> archive.read("Toy")
    <SeriesSet: 4 series of 1 dataset, length 2>
    """
    check.choice("format", format, FORMATS)
    check_trailing_nan(trailing_nan)
    to_read("folder", folder)
    place = os.fspath(folder)
    found: dict[str, dict[str, list[str]]] = {}
    ignored = []
    items = _listed(place)
    own = {entry[:2] for entry in _dataset_files(Path(place).resolve(), format)}
    for item in items:
        inside = _dataset_files(item, format) if item.is_dir() else _flat(item, format)
        inside = [entry for entry in inside if not own or entry[:2] in own]
        if not inside:
            ignored.append(item.name)
        for name, split, path in inside:
            found.setdefault(name, {}).setdefault(split, []).append(path)
    files = {name: _once(name, found[name], place) for name in sorted(found)}
    if not files:
        hint = "A dataset X is X/X_TRAIN.tsv with X/X_TEST.tsv, or X.parquet."
        other = shown_names(ignored) if ignored else "an empty folder"
        raise refusal("a folder of datasets", other, hint, file=place, kind=SeriesError)
    if pair := look_alikes(files):
        clash = f"{shown(pair[0])} and {shown(pair[1])}"
        hint = "Rename one of them."
        expected = "names that differ visibly"
        raise refusal(expected, clash, hint, file=place, kind=SeriesError)
    return Archive(place, files, tuple(ignored), trailing_nan)


def _listed(folder: str) -> list[Path]:
    try:
        return sorted(item for item in Path(folder).iterdir() if not item.name.startswith("."))
    except OSError as error:
        found, hint = error.strerror or str(error), "Check the path."
        raise refusal("a folder", found, hint, file=folder, kind=InputError) from error


def _dataset_files(folder: Path, format: str) -> list[tuple[str, str, str]]:
    """Return (dataset, split, path) of the files in a dataset's own folder."""
    files = [entry for item in _listed(str(folder)) for entry in _flat(item, format)]
    return [entry for entry in files if entry[0] == folder.name]


def _flat(item: Path, format: str) -> list[tuple[str, str, str]]:
    """Return (dataset, split, path) of a file if it belongs to a dataset."""
    kind = format_of(item.name)
    name, split = split_name(item)
    if kind is None or format not in ("auto", kind) or not (split or kind in WHOLE):
        return []
    return [(name, split, str(item))]


def _once(name: str, splits: dict[str, list[str]], folder: str) -> dict[str, str]:
    """Return split to path; refuse a dataset that occurs twice."""
    paths = [path for split in splits.values() for path in split]
    both_ways = "" in splits and len(splits) > 1
    if both_ways or any(len(split) > 1 for split in splits.values()):
        found = f"{shown(name)} in " + ", ".join(os.path.relpath(path, folder) for path in paths)
        hint = "Remove the copies, or say which `format` to read."
        raise refusal("every dataset once", found, hint, file=folder, kind=SeriesError)
    return {split: splits[split][0] for split in ("train", "test", "") if split in splits}
