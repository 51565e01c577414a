"""Files of one dataset -> SeriesSet: their format, their split, and both splits combined."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pybench.base.errors import SeriesError, refusal
from pybench.base.text import shown, shown_names
from pybench.read.files import file_bytes
from pybench.read.numbers import number_or_none

if TYPE_CHECKING:
    from pybench.seriesset.series import SeriesSet

FORMATS = ("auto", "ts", "ucr", "arff", "parquet", "arrow")
ENDINGS = {
    ".ts": "ts",
    ".tsv": "ucr",
    ".txt": "ucr",
    ".csv": "ucr",
    ".arff": "arff",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}
SPLIT_OF = {"_TRAIN": "train", "_TEST": "test"}


def format_of(name: str) -> str | None:
    """Return the format of a file by the ending of its name."""
    return ENDINGS.get(os.path.splitext(name)[1].lower())


def split_name(path: Path) -> tuple[str, str]:
    """Return dataset and split of X_TRAIN.ts and X_TEST.ts; the stem and "" of any other name."""
    for ending, split in SPLIT_OF.items():
        if path.stem.endswith(ending) and path.stem != ending:
            return path.stem.removesuffix(ending), split
    return path.stem, ""


def sibling(path: Path) -> Path:
    """Return X_TEST.ts of X_TRAIN.ts."""
    return path.with_name(f"{split_name(path)[0]}_TEST{path.suffix}")


def read_files(
    name: str,
    files: Mapping[str, str],
    split: str | None,
    trailing_nan: str,
    format: str | None = None,
) -> SeriesSet:
    """Read the files of one dataset.

    Parameters
    ----------
    name : str
        The dataset.
    files : mapping
        Split to path; "" for a file that holds both.
    split : {"train", "test"}, optional
        Read only this one.
    trailing_nan, format : str
        As in `read_series`; the format by the ending of the name if there is none.

    Raises
    ------
    SeriesError
        At the first error, also if a split is missing and the other was not requested alone.
    """
    from pybench.seriesset.build import joined

    if "" in files:
        whole = _named(read_file(files[""], name, "", trailing_nan, format), name, files[""])
        return whole if split is None else _only(whole, split, files[""])
    if split is None and (absent := {"train", "test"} - set(files)):
        there, path = next(iter(files.items()))
        found = f"no {absent.pop()} split beside it"
        hint = f'Put both files into the folder, or read one alone: split="{there}".'
        raise refusal("both splits", found, hint, file=path, kind=SeriesError)
    if split is not None and split not in files:
        path = next(iter(files.values()))
        found, hint = f"none of {shown(name)}", "Check the files."
        raise refusal(f"a {split} split", found, hint, file=path, kind=SeriesError)
    wanted = {s: p for s, p in files.items() if split in (None, s)}
    sets = [
        _named(read_file(path, name, s, trailing_nan, format), name, path)
        for s, path in wanted.items()
    ]
    if len(sets) == 1:
        return sets[0]
    paths = list(wanted.values())
    if (format or format_of(paths[0])) == "ucr":  # the other formats declare their classes
        _refuse_two_spellings([*sets[0].label, *sets[1].label], paths[1])
    return joined(sets, str(Path(paths[0]).with_name(name)))


def read_file(
    path: str, dataset: str, split: str, trailing_nan: str, format: str | None = None
) -> SeriesSet:
    """Read one file, with its format by the ending of its name if not given."""
    data = file_bytes(path)
    kind = format or format_of(path)
    if kind == "parquet":
        from pybench.read.lists import read_parquet

        return read_parquet(data, dataset=dataset, split=split, file=path)
    if kind == "arrow":
        from pybench.read.lists import read_ipc

        return read_ipc(data, dataset=dataset, split=split, file=path)
    if kind == "ts":
        from pybench.read.ts import read_ts

        return read_ts(data, dataset=dataset, split=split, file=path)
    if kind == "arff":
        from pybench.read.arff import read_arff

        return read_arff(data, dataset=dataset, split=split, file=path, trailing_nan=trailing_nan)
    from pybench.read.ucr import read_ucr

    return read_ucr(data, dataset=dataset, split=split, file=path, trailing_nan=trailing_nan)


def _named(series: SeriesSet, name: str, path: str) -> SeriesSet:
    """Refuse a file that names another dataset."""
    if series.datasets != (name,):
        found = shown_names(series.datasets)
        hint = "Rename the file or the dataset in it."
        raise refusal(f"the dataset {shown(name)}", found, hint, file=path, kind=SeriesError)
    return series


def _only(series: SeriesSet, split: str, path: str) -> SeriesSet:
    if split in series.split:
        return series.select(split=split)
    found = shown_names([s or "no split" for s in dict.fromkeys(series.split)])
    raise refusal(f"a {split} split", found, "Check the file.", file=path, kind=SeriesError)


def _refuse_two_spellings(labels: list[str | None], path: str) -> None:
    """Refuse one class under two spellings: 1 in one file and 1.0000e+00 in the other."""
    spelling: dict[float, str] = {}
    for label in dict.fromkeys(labels):
        number = None if label is None else number_or_none(label)
        if number is None or label is None:
            continue
        other = spelling.setdefault(number, label)
        if other != label:
            found = f"{shown(other)} and {shown(label)}"
            hint = "Write the labels of both splits alike."
            raise refusal("one name per class", found, hint, file=path, kind=SeriesError)
