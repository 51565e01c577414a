"""A task of a suite -> the rows and the target that estimators see; hashes are checked."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base.errors import DatasetError, SeriesError, SuiteError, refusal
from pybench.base.extras import require
from pybench.base.text import shown
from pybench.read.splits import split_name
from pybench.read.tabular import DataTable, Variable, read_table
from pybench.suite import bundled, targets
from pybench.suite.hashing import changed
from pybench.suite.manifest import Manifest
from pybench.suite.splits import Splits
from pybench.suite.task import DataFile, Dataset, Task

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from pybench.seriesset.series import SeriesSet

    Texts = npt.NDArray[np.object_]
    Values = npt.NDArray[np.object_ | np.float64]

#: Formats of tables, and of series.
TABLES = ("csv", "arff", "parquet", "arrow")
SERIES = ("ts", "arff", "ucr", "parquet", "arrow")


@dataclass(frozen=True, slots=True, eq=False)
class TaskData:
    """Rows and target of a task.

    Attributes
    ----------
    X : pandas.DataFrame or SeriesSet
        n rows. A frame has float64 columns (missing: NaN), categories and strings (missing: None).
    y : (n,) array of str or float64
        The class of each row, byte for byte as in the file; in a regression its number.
    classes : tuple of str
        The classes that occur, sorted; () in a regression.
    split : (n,) array of str, or None
        For series: "train" or "test", as in the archive.
    """

    X: pd.DataFrame | SeriesSet
    y: Values
    classes: tuple[str, ...]
    split: Texts | None = None


def load_data(suite: Manifest, task: Task | str) -> TaskData:
    """Read the data of a task.

    Parameters
    ----------
    suite : Suite
    task : Task or str

    Returns
    -------
    TaskData

    Raises
    ------
    SuiteError
        If the data do not match the hashes of the suite, or it has no data.
    DatasetError, SeriesError
        If a file is malformed or a row has no class or number.
    ExtraMissing
        If the package that ships a bundled dataset is not installed.
    """
    found = suite.task(task) if isinstance(task, str) else task
    if found.kind == "series":
        return of_series(load_series(suite, found.dataset), found.dataset, found.type)
    return of_table(load_table(suite, found.dataset), found.target, found.dataset, found.type)


def load_splits(suite: Manifest, task: Task | str) -> Splits:
    """Read the stored splits of a task.

    Raises
    ------
    SuiteError
        If they do not match the hash of the suite, or it has none.
    """
    found = suite.task(task) if isinstance(task, str) else task
    if found.splits is None:
        hint = "Get the suite with its splits, or import them from OpenML."
        raise refusal(f"splits of the task {shown(found.name)}", "none", hint, kind=SuiteError)
    data = suite.read(DataFile(found.splits, found.splits_sha256))
    told = found.procedure
    splits = Splits.read(data, found.splits, whole=told.type == "whole")
    if (splits.repeats, splits.n_folds) != (told.repeats, told.folds):
        raise refusal(
            f"{told.repeats} x {told.folds} folds of the task {shown(found.name)}",
            f"{splits.repeats} x {splits.n_folds}",
            "Restore the suite from where it came from.",
            file=found.splits,
            kind=SuiteError,
        )
    return splits


def load_table(suite: Manifest, dataset: Dataset) -> DataTable:
    """Read a tabular dataset of a suite, including the target."""
    if dataset.source == "bundled":
        table = bundled_table(dataset.name)
        _check_content(dataset, table_sha256(table))
        return table
    file = _only_file(dataset, TABLES)
    data, where = suite.read(file), suite.where(file)
    return read_table(data, format=dataset.format, file=where, nominal=dataset.nominal)


def load_series(suite: Manifest, dataset: Dataset) -> SeriesSet:
    """Read a dataset of series of a suite, with train rows before test rows."""
    from pybench.seriesset.build import joined

    if dataset.source == "bundled":
        series = bundled_series(dataset.name)
        _check_content(dataset, series_sha256(series))
        return series
    if not dataset.files or dataset.format not in SERIES:
        _only_file(dataset, SERIES)
    parts = [
        series_of(suite.read(file), dataset.name, dataset.format, suite.where(file))
        for file in dataset.files
    ]
    return parts[0] if len(parts) == 1 else joined(parts, dataset.name)


def of_table(
    table: DataTable, target: str, dataset: Dataset, type: str = "classification"
) -> TaskData:
    """Return features and target of a table."""
    file = table.file or dataset.name
    y, classes = targets.of_column(table.variable(target), type, dataset, file)
    for name in dataset.ignore:
        table.variable(name)  # raises if the table has no such column
    features = [name for name in table.names if name != target and name not in dataset.ignore]
    if not features:
        hint = "Check the target and the columns to ignore."
        raise refusal(
            "columns besides the target", "none", hint, file=table.file, kind=DatasetError
        )
    return TaskData(table.to_frame(features), y, classes)


def of_series(series: SeriesSet, dataset: Dataset, type: str = "classification") -> TaskData:
    """Return series and their target."""
    y, classes = targets.of_labels(list(series.label), type, dataset, series.datasets[0])
    return TaskData(series, y, classes, series.split if all(series.split) else None)


def declares_numbers(data: bytes, file: str) -> bool:
    """Return whether the header of a .ts file says that each series ends with a number to predict.

    A header that cannot be read says nothing: reading the whole file names its defect.
    """
    from pybench.read.lines import checked_text
    from pybench.read.ts_header import read_header

    try:
        return read_header(checked_text(data, file), file).targets
    except SeriesError:
        return False


def series_of(data: bytes, name: str, format: str, file: str) -> SeriesSet:
    """Return the series in the bytes of one file; X_TRAIN and X_TEST are one split each."""
    split = split_name(Path(file))[1]
    if format == "ts":
        from pybench.read.ts import read_ts

        return read_ts(data, dataset=name, split=split, file=file)
    if format == "arff":
        from pybench.read.arff import read_arff

        return read_arff(data, dataset=name, split=split, file=file)
    if format == "ucr":
        from pybench.read.ucr import read_ucr

        return read_ucr(data, dataset=name, split=split, file=file, trailing_nan="padding")
    from pybench.read.lists import read_ipc, read_parquet

    reader = read_parquet if format == "parquet" else read_ipc
    return reader(data, dataset=name, split=split, file=file)


# Datasets that ship with packages.


def bundled_kind(name: str) -> str:
    """Return "series" for the datasets of aeon, else "tabular"."""
    return "series" if bundled.package_of(name) == "aeon" else "tabular"


def bundled_table(name: str) -> DataTable:
    """Return a bundled dataset as a table: numeric columns x1, x2, ... and nominal "class"."""
    _check_ships(name, bundled.names())
    found = bundled.load(name)
    columns = [
        Variable(f"x{place + 1}", "numeric", found.features[:, place])
        for place in range(found.features.shape[1])
    ]
    labels = [found.classes[code] for code in found.labels]
    target = Variable("class", "nominal", labels, found.classes)
    return DataTable((*columns, target), found.n_cases, file=name)


def bundled_series(name: str) -> SeriesSet:
    """Return a dataset of series that ships with aeon, with both splits."""
    from pybench.read.series import read_series
    from pybench.seriesset.build import joined

    _check_ships(name, [one for one in bundled.names() if bundled_kind(one) == "series"])
    require("aeon", "series", f"The dataset {name}")
    halves = ("TRAIN", "TEST")
    return joined([read_series(bundled.in_aeon(name, half)) for half in halves], name)


def bundled_version(name: str) -> str:
    """Return the package that ships a dataset, and its version: "scikit-learn 1.9.1"."""
    from importlib.metadata import version

    package = bundled.package_of(name)
    return f"{package} {version(package)}"


def content_sha256(name: str) -> str:
    """Return the hash of the values of a bundled dataset, independent of how they are stored."""
    if bundled_kind(name) == "series":
        return series_sha256(bundled_series(name))
    return table_sha256(bundled_table(name))


def table_sha256(table: DataTable) -> str:
    """Return the hash of a table: the name, type, levels and values of each variable."""
    import numpy as np

    digest = hashlib.sha256(b"pybench table 1\n")
    for variable in table.variables:
        _add(digest, variable.name, variable.type, *variable.levels)
        if variable.type == "numeric":
            digest.update(np.asarray(variable.values, "<f8").tobytes())
        else:
            _add(digest, *("\0" if text is None else text for text in variable.values))
    return digest.hexdigest()


def series_sha256(series: SeriesSet) -> str:
    """Return the hash of a set of series: labels, splits, lengths, channel names and values."""
    import numpy as np

    digest = hashlib.sha256(b"pybench series 1\n")
    _add(digest, *series.channels, *series.split)
    _add(digest, *("\0" if label is None else label for label in series.label))
    digest.update(np.asarray(series.lengths, "<i8").tobytes())
    for channel in range(len(series.channels)):
        values = series.flat(channel)[series.offsets[0] : series.offsets[-1]]
        digest.update(np.asarray(values, "<f8").tobytes())
    return digest.hexdigest()


def _add(digest: Any, *texts: str) -> None:
    digest.update(struct.pack("<q", len(texts)))
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(struct.pack("<q", len(data)) + data)


def _check_ships(name: str, known: Sequence[str]) -> None:
    """Refuse an unknown name in a manifest, which is not trusted, before it is used in a path."""
    if name not in known:
        hint = "Update pybench, or restore the suite from where it came from."
        raise refusal(f"one of {', '.join(known)}", shown(name), hint, kind=SuiteError)


def _check_content(dataset: Dataset, found: str) -> None:
    if found != dataset.sha256:
        where = f"{dataset.name} of {bundled_version(dataset.name)}"
        if bundled_version(dataset.name) == dataset.version:
            raise changed(where, dataset.sha256, found)
        hint = f"The suite was made with {dataset.version}: install that."
        raise refusal(f"SHA-256 {dataset.sha256}", found, hint, file=where, kind=SuiteError)


def _only_file(dataset: Dataset, formats: Sequence[str]) -> DataFile:
    if dataset.files and dataset.format not in formats:
        expected = f"data of {shown(dataset.name)} in one of the formats {', '.join(formats)}"
        hint = "Restore the suite from where it came from."
        raise refusal(expected, dataset.format, hint, kind=SuiteError)
    if len(dataset.files) == 1:
        return dataset.files[0]
    hint = "The suite knows it by name only: get the data, for instance from OpenML."
    raise refusal(f"data of {shown(dataset.name)}", "none", hint, kind=SuiteError)
