"""Records -> the arrays of a results table: repeats, missing scores, means."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pybench.base.errors import InputError
from pybench.base.text import shown, shown_names
from pybench.read.grid import text_of
from pybench.read.layout import Records
from pybench.read.numbers import number_or_none
from pybench.table import refuse_look_alikes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Integers = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Tabulated:
    """Input of `results_table`: names, (N, k) means, (N, k, R) scores, datasets left out.

    ``n_available``, (N, k), counts the repeats of each mean if some have fewer, else None.
    """

    datasets: list[str]
    scores: Floats
    by_repeat: Floats
    dropped: list[str]
    n_available: Integers | None


@dataclass(frozen=True, slots=True)
class Cells:
    """Every score with its coordinates: five arrays of equal length, one entry per score."""

    dataset: Integers
    classifier: Integers
    repeat: Integers
    row: Integers
    score: Floats
    shape: tuple[int, int, int]

    def present(self) -> npt.NDArray[np.bool_]:
        """Return which scores are not missing."""
        present: npt.NDArray[np.bool_] = self.score == self.score
        return present


def tabulate(records: Records, repeats: str, missing: str) -> Tabulated:
    """Arrange records as datasets x methods x repeats.

    Parameters
    ----------
    records : Records
        Interpreted rows.
    repeats : {"error", "mean", "keep", "available"}
        Whether one dataset (wide) or pair (long) may have several rows.
    missing : {"error", "drop", "keep"}
        What to do with datasets with a missing score.

    Raises
    ------
    ResultsTableError
        If a resample occurs twice, repeats or missing scores are not allowed, names look the same,
        or no dataset is left.
    """
    groups = _rows_by(_keys(records))
    _refuse_same_resample(records)
    if repeats == "error":
        _refuse_repeats(records, groups)
    datasets = list(dict.fromkeys(records.datasets))
    refuse_look_alikes(datasets, records.grid.file)
    refuse_look_alikes(records.classifiers, records.grid.file)
    cells = _cells(records, datasets, _repeat_numbers(records, groups, repeats))
    needed = 1 if repeats == "available" else cells.shape[2]
    stays = _staying(records, cells, datasets, missing, needed)
    cube = _cube(cells, stays)
    there = (cube == cube).sum(axis=2)
    unequal = repeats == "available" and bool((there < cube.shape[2]).any())
    kept = [name for name, here in zip(datasets, stays, strict=True) if here]
    dropped = [name for name, here in zip(datasets, stays, strict=True) if not here]
    means = _means(cube, kept, records, needed)
    return Tabulated(kept, means, cube, dropped, there if unequal else None)


# ---- repeats ------------------------------------------------------------------------------------


def _keys(records: Records) -> Sequence[Hashable]:
    """Return the key of repeats: the dataset of a row (wide), or dataset and method (long)."""
    if records.row_classifiers is None:
        return records.datasets
    return list(zip(records.datasets, records.row_classifiers, strict=True))


def _rows_by(keys: Iterable[Hashable]) -> dict[Any, list[int]]:
    """Return the rows of every key, keys in order of first appearance."""
    groups: dict[Hashable, list[int]] = {}
    for row, key in enumerate(keys):
        groups.setdefault(key, []).append(row)
    return groups


def _refuse_same_resample(records: Records) -> None:
    if records.resamples is None:
        return
    labelled = zip(_keys(records), records.resamples, strict=True)
    for (key, resample), rows in _rows_by(labelled).items():
        if len(rows) > 1:
            what = f"dataset {shown(key)}" if isinstance(key, str) else _pair(key, ", ")
            grid = records.grid
            found = f"{what}, resample {shown(resample)} on {grid.places(rows)}"
            hint = "Remove or rename one of the rows."
            raise grid.refusal("every resample once", found, hint, line=grid.line(rows[1]))


def _refuse_repeats(records: Records, groups: dict[Any, list[int]]) -> None:
    repeated = {key: rows for key, rows in groups.items() if len(rows) > 1}
    if not repeated:
        return
    grid = records.grid
    items = [f"{_key(key)} ({grid.places(rows)})" for key, rows in list(repeated.items())[:5]]
    found = "several for " + ", ".join(items)
    if len(repeated) > len(items):
        found += f" and {len(repeated) - len(items)} more"
    expected = "one row per dataset"
    expected += "" if records.row_classifiers is None else " and method"
    hint = _told_apart(records, next(iter(repeated.values())))
    hint = hint or 'Use repeats="mean" to average them, or repeats="keep" to keep them too.'
    raise grid.refusal(expected, found, hint, line=grid.line(next(iter(repeated.values()))[1]))


def _told_apart(records: Records, rows: list[int]) -> str | None:
    """Suggest a choice if a column without a role, such as a metric, distinguishes the rows.

    Columns that differ in most rows, such as times, do not count.
    """
    if records.row_classifiers is None or records.resamples is not None:
        return None
    for column in records.grid.columns:
        values = [text_of(value) for value in column.values]
        here = list(dict.fromkeys(values[row] or "" for row in rows)) if values else []
        if column.name in records.score_columns or len(here) < 2:
            continue
        if 2 * len(set(values)) <= len(values):
            return (
                f"They differ in column {shown(column.name)} ({shown_names(here)}): keep the rows "
                f"of one metric, or, if it numbers repeats, name it as `resample`."
            )
    return None


def _key(key: str | tuple[str, str]) -> str:
    return shown(key) if isinstance(key, str) else " and ".join(map(shown, key))


def _pair(pair: tuple[str, str], joint: str = " and ") -> str:
    return f"dataset {shown(pair[0])}{joint}method {shown(pair[1])}"


def _repeat_numbers(records: Records, groups: dict[Any, list[int]], repeats: str) -> list[int]:
    """Return the repeat, from 0, to which each row belongs."""
    if repeats == "error":
        return [0] * records.grid.n_rows
    if records.resamples is not None:
        order = {label: number for number, label in enumerate(_ordered(records.resamples))}
        return [order[label] for label in records.resamples]
    numbers = [0] * records.grid.n_rows
    for rows in groups.values():
        for number, row in enumerate(rows):
            numbers[row] = number
    return numbers


def _ordered(labels: Iterable[str]) -> list[str]:
    """Return the distinct labels, by size if all are numbers, else by first appearance."""
    different = list(dict.fromkeys(labels))
    sizes = {label: number_or_none(label) for label in different}
    if None in sizes.values():
        return different
    return sorted(different, key=lambda label: sizes[label] or 0.0)


# ---- missing scores -----------------------------------------------------------------------------


def _cells(records: Records, datasets: list[str], repeats: list[int]) -> Cells:
    import numpy as np

    rows, width = records.scores.shape
    position = {name: i for i, name in enumerate(datasets)}
    if records.row_classifiers is None:
        classifier = np.tile(np.arange(width), rows)
    else:
        column = {name: j for j, name in enumerate(records.classifiers)}
        classifier = np.array([column[name] for name in records.row_classifiers], dtype=np.intp)
    return Cells(
        dataset=np.repeat([position[name] for name in records.datasets], width),
        classifier=classifier,
        repeat=np.repeat(repeats, width),
        row=np.repeat(np.arange(rows), width),
        score=records.scores.reshape(-1),
        shape=(len(datasets), len(records.classifiers), max(repeats) + 1),
    )


def _staying(
    records: Records, cells: Cells, datasets: list[str], missing: str, needed: int
) -> npt.NDArray[np.bool_]:
    """Return which datasets are kept, without allocating memory for absent scores.

    A score needs ``needed`` repeats: all of them, or one.
    """
    import numpy as np

    n_datasets, n_classifiers, n_repeats = cells.shape
    if missing == "keep":
        return np.ones(n_datasets, dtype=bool)
    present = cells.present()
    dataset, place = cells.dataset[present], cells.classifier[present]
    if needed < n_repeats:
        dataset, _ = np.divmod(np.unique(dataset * n_classifiers + place), n_classifiers)
    counts = np.bincount(dataset, minlength=n_datasets)
    complete: npt.NDArray[np.bool_] = counts == n_classifiers * needed
    if missing == "error" and not complete.all():
        absent = n_datasets * n_classifiers * needed - int(counts.sum())
        first = int(complete.argmin())
        raise _first_missing(records, cells, datasets, first, absent, needed)
    if not complete.any():
        hint = "Fill in the missing scores, or leave out a method."
        raise records.grid.refusal("at least one dataset without missing scores", "none", hint)
    return complete


def _first_missing(
    records: Records, cells: Cells, datasets: list[str], dataset: int, absent: int, needed: int
) -> InputError:
    """Name the first missing score of a dataset, and its place if a row contains it."""
    here = cells.dataset == dataset
    coordinates = zip(cells.classifier[here].tolist(), cells.repeat[here].tolist(), strict=True)
    rows = dict(zip(coordinates, cells.row[here].tolist(), strict=True))
    present = cells.present()[here].tolist()
    there = {place for place, is_there in zip(rows, present, strict=True) if is_there}
    _, n_classifiers, n_repeats = cells.shape
    found_of = Counter(j for j, _ in there)
    every = ((j, r) for j in range(n_classifiers) for r in range(n_repeats))
    first = next(at for at in every if at not in there and found_of[at[0]] < needed)
    pair = _pair((datasets[dataset], records.classifiers[first[0]]))
    found = f"{absent} missing, the first for {pair}"
    hint = 'Use missing="drop" to leave out the datasets with missing scores.'
    if first not in rows:
        return records.grid.refusal("every score", found, hint)
    columns = records.score_columns
    column = columns[0] if len(columns) == 1 else columns[first[0]]
    line = records.grid.line(rows[first])
    return records.grid.refusal("every score", found, hint, line=line, column=column)


# ---- arrays -------------------------------------------------------------------------------------


def _cube(cells: Cells, stays: npt.NDArray[np.bool_]) -> Floats:
    """Return the scores of the kept datasets as (N, k, R), NaN where one is missing."""
    import numpy as np

    _, n_classifiers, n_repeats = cells.shape
    kept = stays[cells.dataset]
    position = np.cumsum(stays) - 1
    cube = np.full((int(stays.sum()), n_classifiers, n_repeats), math.nan)
    index = position[cells.dataset[kept]], cells.classifier[kept], cells.repeat[kept]
    cube[index] = cells.score[kept]
    return cube


def _means(
    cube: Floats, datasets: list[str], records: Records, needed: int | None = None
) -> Floats:
    """Return the mean over repeats: the exact sum, rounded once, divided by their number.

    NaN if fewer than ``needed`` exist; by default all of them are needed.
    """
    import numpy as np

    if cube.shape[2] == 1:
        return cube[:, :, 0]
    is_there = cube == cube
    counts = is_there.sum(axis=2)
    counts[counts < (needed or cube.shape[2])] = 0
    there = np.where(is_there, cube, 0.0)
    sums, sure = _sums(there)
    for i, j in zip(*(~sure & (counts > 0)).nonzero(), strict=True):
        try:
            sums[i, j] = math.fsum(there[i, j].tolist())
        except OverflowError:
            pair = _pair((datasets[i], records.classifiers[j]))
            expected = "a mean within the range of doubles"
            found = f"an overflow for {pair}"
            raise records.grid.refusal(expected, found, "Rescale the scores.") from None
    means: Floats = np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)
    return means


def _sums(cube: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return the sums over the last axis, and which of them are the exact sum rounded once.

    The rounding error of a sum of two doubles is itself a double (Knuth's TwoSum). If adding up
    these errors is exact, the exact sum is that of two doubles.
    """
    import numpy as np

    total, lost, rest = (np.zeros(cube.shape[:2]) for _ in range(3))
    with np.errstate(over="ignore", invalid="ignore"):  # Inf and NaN: not certain to be exact
        for part in np.moveaxis(cube, 2, 0):
            total, error = _two_sum(total, part)
            lost, error = _two_sum(lost, error)
            rest += np.abs(error)
        sums = total + lost
    return sums + 0.0, (rest == 0.0) & np.isfinite(sums)


def _two_sum(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """Return the rounded sum, and its exact rounding error."""
    total = one + other
    virtual = total - one
    return total, (one - (total - virtual)) + (other - virtual)
