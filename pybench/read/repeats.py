"""Records -> the arrays of a results table: repeats, missing scores, means."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybench.base.errors import InputError
from pybench.base.names import refuse_look_alikes
from pybench.base.text import shown, shown_names
from pybench.read.grid import text_of
from pybench.read.layout import Records
from pybench.read.numbers import number_or_none

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
class Places:
    """Where the scores of each row belong: codes of datasets and repeats, and the shape.

    In the long form a row has one score, of the method ``classifier``; in the wide form it has one
    of each method, and ``classifier`` is None.
    """

    dataset: Integers
    classifier: Integers | None
    repeat: Integers
    shape: tuple[int, int, int]


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
    keys = _keys(records)
    _refuse_same_resample(records, keys)
    if repeats == "error":
        _refuse_repeats(records, keys)
    datasets = records.datasets.labels
    refuse_look_alikes(datasets, records.grid.file)
    refuse_look_alikes(records.classifiers, records.grid.file)
    places = _places(records, _repeat_numbers(records, keys, repeats))
    needed = 1 if repeats == "available" else places.shape[2]
    stays = _staying(records, places, missing, needed)
    cube = _cube(records.scores, places, stays)
    unequal = None
    if repeats == "available":
        there = (cube == cube).sum(axis=2)
        unequal = there if (there < cube.shape[2]).any() else None
    kept = [name for name, here in zip(datasets, stays, strict=True) if here]
    dropped = [name for name, here in zip(datasets, stays, strict=True) if not here]
    return Tabulated(kept, _means(cube, kept, records, needed), cube, dropped, unequal)


# ---- repeats ------------------------------------------------------------------------------------


def _keys(records: Records) -> Integers:
    """Return the key of repeats of each row: its dataset (wide), or dataset and method (long)."""
    if records.row_classifiers is None:
        return records.datasets.codes
    return records.datasets.codes * len(records.classifiers) + records.row_classifiers.codes


class _Groups:
    """The rows of every key, in order."""

    def __init__(self, keys: Integers) -> None:
        import numpy as np

        self.order = np.argsort(keys, kind="stable")
        ordered = keys[self.order]
        self.starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
        self.sizes = np.diff(np.r_[self.starts, len(keys)])

    def repeated(self) -> Integers:
        """Return the groups of several rows, in order of their first rows."""
        import numpy as np

        several = np.flatnonzero(self.sizes > 1)
        found: Integers = several[np.argsort(self.order[self.starts[several]])]
        return found

    def rows(self, group: int) -> list[int]:
        """Return the rows of a group."""
        start = self.starts[group]
        return [int(row) for row in self.order[start : start + self.sizes[group]]]

    def numbers(self) -> Integers:
        """Return for each row how many rows of its key precede it."""
        import numpy as np

        numbers = np.empty(len(self.order), np.intp)
        numbers[self.order] = np.arange(len(numbers)) - np.repeat(self.starts, self.sizes)
        return numbers


def _refuse_same_resample(records: Records, keys: Integers) -> None:
    if records.resamples is None:
        return
    labelled = _distinct(keys) * len(records.resamples.labels) + records.resamples.codes
    groups = _Groups(labelled)
    repeated = groups.repeated()
    if len(repeated):
        rows = groups.rows(repeated[0])
        key = _names(records, rows[0])
        what = f"dataset {shown(key)}" if isinstance(key, str) else _pair(key, ", ")
        grid = records.grid
        resample = shown(records.resamples[rows[0]])
        found = f"{what}, resample {resample} on {grid.places(rows)}"
        hint = "Remove or rename one of the rows."
        raise grid.refusal("every resample once", found, hint, line=grid.line(rows[1]))


def _distinct(keys: Integers) -> Integers:
    """Return the keys numbered without gaps, so that products of them are not too large."""
    import numpy as np

    numbers: Integers = np.unique(keys, return_inverse=True)[1]
    return numbers


def _names(records: Records, row: int) -> str | tuple[str, str]:
    """Return the dataset of a row (wide), or its dataset and method (long)."""
    dataset = records.datasets[row]
    return dataset if records.row_classifiers is None else (dataset, records.row_classifiers[row])


def _refuse_repeats(records: Records, keys: Integers) -> None:
    groups = _Groups(keys)
    repeated = groups.repeated()
    if not len(repeated):
        return
    grid = records.grid
    first = [groups.rows(group) for group in repeated[:5]]
    items = [f"{_key(_names(records, rows[0]))} ({grid.places(rows)})" for rows in first]
    found = "several for " + ", ".join(items)
    if len(repeated) > len(items):
        found += f" and {len(repeated) - len(items)} more"
    expected = "one row per dataset"
    expected += "" if records.row_classifiers is None else " and method"
    hint = _told_apart(records, first[0])
    hint = hint or 'Use repeats="mean" to average them, or repeats="keep" to keep them too.'
    raise grid.refusal(expected, found, hint, line=grid.line(first[0][1]))


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


def _repeat_numbers(records: Records, keys: Integers, repeats: str) -> Integers:
    """Return the repeat, from 0, to which each row belongs."""
    import numpy as np

    if repeats == "error":
        return np.zeros(len(keys), np.intp)
    if records.resamples is None:
        return _Groups(keys).numbers()
    labels = records.resamples.labels
    order = {label: number for number, label in enumerate(_ordered(labels))}
    return np.array([order[label] for label in labels], np.intp)[records.resamples.codes]


def _ordered(labels: list[str]) -> list[str]:
    """Return distinct labels by size if all are numbers, or lists of them; else as they are."""
    sizes = {label: [number_or_none(part) for part in label.split(", ")] for label in labels}
    if any(None in parts for parts in sizes.values()):
        return labels
    return sorted(labels, key=lambda label: [part or 0.0 for part in sizes[label]])


# ---- missing scores -----------------------------------------------------------------------------


def _places(records: Records, repeat: Integers) -> Places:
    classifier = None if records.row_classifiers is None else records.row_classifiers.codes
    shape = len(records.datasets.labels), len(records.classifiers), int(repeat.max()) + 1
    return Places(records.datasets.codes, classifier, repeat, shape)


def _staying(records: Records, places: Places, missing: str, needed: int) -> npt.NDArray[np.bool_]:
    """Return which datasets are kept, without allocating memory for absent scores.

    A score needs ``needed`` repeats: all of them, or one.
    """
    import numpy as np

    n_datasets, n_classifiers, n_repeats = places.shape
    if missing == "keep":
        return np.ones(n_datasets, dtype=bool)
    present = records.scores == records.scores
    if needed < n_repeats:
        rows, columns = present.nonzero()
        column = columns if places.classifier is None else places.classifier[rows]
        dataset, _ = np.divmod(
            np.unique(places.dataset[rows] * n_classifiers + column), n_classifiers
        )
        counts = np.bincount(dataset, minlength=n_datasets)
    else:
        found = np.bincount(places.dataset, present.sum(axis=1), n_datasets)
        counts = found.astype(np.intp)
    complete: npt.NDArray[np.bool_] = counts == n_classifiers * needed
    if missing == "error" and not complete.all():
        absent = n_datasets * n_classifiers * needed - int(counts.sum())
        raise _first_missing(records, places, int(complete.argmin()), absent, needed)
    if not complete.any():
        hint = "Fill in the missing scores, or leave out a method."
        raise records.grid.refusal("at least one dataset without missing scores", "none", hint)
    return complete


def _first_missing(
    records: Records, places: Places, dataset: int, absent: int, needed: int
) -> InputError:
    """Name the first missing score of a dataset, and its place if a row contains it."""
    _, n_classifiers, n_repeats = places.shape
    rows: dict[tuple[int, int], int] = {}
    there = set()
    for row in (places.dataset == dataset).nonzero()[0].tolist():
        own = range(n_classifiers) if places.classifier is None else [int(places.classifier[row])]
        for j, score in zip(own, records.scores[row].tolist(), strict=True):
            rows[at := (j, int(places.repeat[row]))] = row
            if score == score:
                there.add(at)
    found_of = Counter(j for j, _ in there)
    every = ((j, r) for j in range(n_classifiers) for r in range(n_repeats))
    first = next(at for at in every if at not in there and found_of[at[0]] < needed)
    pair = _pair((records.datasets.labels[dataset], records.classifiers[first[0]]))
    found = f"{absent} missing, the first for {pair}"
    hint = 'Use missing="drop" to leave out the datasets with missing scores.'
    if first not in rows:
        return records.grid.refusal("every score", found, hint)
    columns = records.score_columns
    column = columns[0] if len(columns) == 1 else columns[first[0]]
    line = records.grid.line(rows[first])
    return records.grid.refusal("every score", found, hint, line=line, column=column)


# ---- arrays -------------------------------------------------------------------------------------


def _cube(scores: Floats, places: Places, stays: npt.NDArray[np.bool_]) -> Floats:
    """Return the scores of the kept datasets as (N, k, R), NaN where one is missing."""
    import numpy as np

    _, n_classifiers, n_repeats = places.shape
    if places.classifier is None and len(scores) == len(stays):  # one row per dataset
        return (scores if stays.all() else scores[stays])[:, :, None]
    kept = stays[places.dataset]
    dataset, repeat = (np.cumsum(stays) - 1)[places.dataset[kept]], places.repeat[kept]
    cube = np.full((int(stays.sum()), n_classifiers, n_repeats), math.nan)
    if places.classifier is None:
        cube[dataset, :, repeat] = scores[kept]
    else:
        cube[dataset, places.classifier[kept], repeat] = scores[kept, 0]
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
