"""Train and test rows of a task, as OpenML stores them, and how they are made.

Splits are stored and never computed again from a seed: only the file counts. Its columns are
OpenML's (type, rowid, repeat, fold); the order of rows within a fold is the order in which an
estimator sees them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError, SuiteError, refusal
from pybench.base.stream import mersenne, stream
from pybench.read.decimals import decimals

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Ints = npt.NDArray[np.int64]

HEADER = b"type,rowid,repeat,fold\n"
# The first line that is not a row. (A possessive group of all rows would be shorter, but accepts
# half a row before Python 3.11.5: gh-106052.)
_NO_ROW = re.compile(rb"(?m)^(?!\Z|(?:TRAIN|TEST)(?:,(?:0|[1-9][0-9]{0,8})){3}\n)")


@dataclass(frozen=True, slots=True)
class Fold:
    """One division of the rows."""

    repeat: int
    fold: int
    train: Ints  #: rows, in the order in which an estimator sees them
    test: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Splits:
    r"""All divisions of a task, by repeat and fold, both counted from 0 without gaps.

    Examples
    --------
    >>> splits = Splits.read(b"type,rowid,repeat,fold\nTRAIN,0,0,0\nTEST,1,0,0\n")
    >>> [(one.train.tolist(), one.test.tolist()) for one in splits.folds()]
    [([0], [1])]
    """

    parts: tuple[Fold, ...]

    def folds(self) -> Iterator[Fold]:
        """Yield every fold, repeat by repeat."""
        return iter(self.parts)

    def part(self, repeat: int, fold: int) -> Fold:
        """Return the fold of a repeat."""
        return next(one for one in self.parts if (one.repeat, one.fold) == (repeat, fold))

    def __len__(self) -> int:
        return len(self.parts)

    @property
    def repeats(self) -> int:
        """Number of repeats."""
        return 1 + max(one.repeat for one in self.parts)

    @property
    def n_folds(self) -> int:
        """Number of folds per repeat."""
        return 1 + max(one.fold for one in self.parts)

    def to_frame(self) -> pd.DataFrame:
        """Return the table as stored: columns type, rowid, repeat, fold."""
        import numpy as np
        import pandas as pd

        sizes = [(len(one.train), len(one.test)) for one in self.parts]
        kinds = [np.repeat(["TRAIN", "TEST"], size) for size in sizes]
        lengths = [sum(size) for size in sizes]
        return pd.DataFrame(
            {
                "type": np.concatenate(kinds),
                "rowid": np.concatenate([part for one in self.parts for part in _pair(one)]),
                "repeat": np.repeat([one.repeat for one in self.parts], lengths),
                "fold": np.repeat([one.fold for one in self.parts], lengths),
            }
        )

    def to_bytes(self) -> bytes:
        """Return the bytes of the stored file."""
        lines = [HEADER.decode()]
        for one in self.parts:
            end = f",{one.repeat},{one.fold}\n"
            lines += [f"TRAIN,{row}{end}" for row in one.train.tolist()]
            lines += [f"TEST,{row}{end}" for row in one.test.tolist()]
        return "".join(lines).encode("ascii")

    @classmethod
    def read(cls, data: bytes, file: str | None = None, *, whole: bool = False) -> Splits:
        """Read the bytes of a stored file.

        ``whole`` says that all folds train and test on the same rows, as those of a clustering.

        Raises
        ------
        SuiteError
            If the bytes do not have the form that `to_bytes` writes (the message names the line),
            or if folds are missing, empty, or contain a row twice.
        """
        import numpy as np

        if not data.startswith(HEADER):
            found = repr(data[:40].partition(b"\n")[0].decode("utf-8", "replace"))
            raise _refused("the header type,rowid,repeat,fold", found, file, 1)
        if wrong := _NO_ROW.search(data, len(HEADER)):
            end = wrong.start()
            line = data.count(b"\n", 0, end) + 1
            found = repr(data[end : end + 40].partition(b"\n")[0].decode("utf-8", "replace"))
            raise _refused("TRAIN or TEST and three whole numbers", found, file, line)
        body = data[len(HEADER) :].replace(b"TRAIN", b"0").replace(b"TEST", b"1")
        values = decimals(body.replace(b"\n", b",").removesuffix(b",")) if body else None
        if values is None:
            raise _refused("splits", "a header alone", file, None)
        test, rowid, repeat, fold = values.astype(np.int64).reshape(-1, 4).T
        return cls.of(test == 1, rowid, repeat, fold, file, whole=whole)

    @classmethod
    def of(
        cls,
        test: npt.NDArray[np.bool_],
        rowid: Ints,
        repeat: Ints,
        fold: Ints,
        file: str | None = None,
        *,
        whole: bool = False,
    ) -> Splits:
        """Make checked splits from columns.

        Raises
        ------
        SuiteError
            If folds are missing, empty, or contain a row twice; if ``whole``, if training and test
            rows are not the same.
        """
        import numpy as np

        folds = int(fold.max()) + 1
        key = repeat * folds + fold
        order = np.argsort(key, kind="stable")
        present, begins = np.unique(key[order], return_index=True)
        expected = (int(repeat.max()) + 1) * folds
        if len(present) != expected:
            # Do not list all that are expected: a number in a file may be arbitrarily large.
            absent = int((present != np.arange(len(present))).argmax())
            if present[absent] == absent:
                absent = len(present)
            where = f"no repeat {absent // folds}, fold {absent % folds}"
            raise _refused("every fold of every repeat", where, file, None)
        parts = []
        for place, rows in zip(present.tolist(), np.split(order, begins[1:]), strict=True):
            train, tested = rowid[rows[~test[rows]]], rowid[rows[test[rows]]]
            one = Fold(place // folds, place % folds, train, tested)
            _check_fold(one, file, whole)
            parts.append(one)
        return cls(tuple(parts))

    def check(self, n_rows: int, type: str, file: str | None = None) -> None:
        """Refuse splits that do not match a dataset of ``n_rows`` rows, or their procedure.

        Raises
        ------
        SuiteError
            If a row number is ``n_rows`` or larger; if the test parts of a repeat of a
            cross-validation do not contain every row once; if the procedure is "whole" and a fold
            does not have every row.
        """
        import numpy as np

        highest = max(int(part.max()) for one in self.parts for part in _pair(one))
        if highest >= n_rows:
            raise _refused(f"rows from 0 to {n_rows - 1}", f"row {highest}", file, None)
        if type == "whole" and {len(one.test) for one in self.parts} != {n_rows}:
            raise _refused("every row in every fold", "folds without some", file, None)
        if type != "crossvalidation":
            return
        for repeat in range(self.repeats):
            mine = [one for one in self.parts if one.repeat == repeat]
            tested = np.sort(np.concatenate([one.test for one in mine]))
            whole = [len(one.train) + len(one.test) == n_rows for one in mine]
            if not (np.array_equal(tested, np.arange(n_rows)) and all(whole)):
                found = f"repeat {repeat} with other rows"
                raise _refused("every row in one test part of a repeat", found, file, None)


def _pair(one: Fold) -> tuple[Ints, Ints]:
    return one.train, one.test


def _check_fold(one: Fold, file: str | None, same: bool) -> None:
    import numpy as np

    where = f"repeat {one.repeat}, fold {one.fold}"
    if not (len(one.train) and len(one.test)):
        empty = "no test rows" if len(one.train) else "no train rows"
        raise _refused("train and test rows", f"{empty} in {where}", file, None)
    if same and not np.array_equal(one.train, one.test):
        raise _refused("the same rows to train and to test on", f"others in {where}", file, None)
    parts = (one.train,) if same else _pair(one)
    rows, times = np.unique(np.concatenate(parts), return_counts=True)
    if (times > 1).any():
        found = f"row {rows[times > 1][0]} twice in {where}"
        raise _refused("every row once in a fold", found, file, None)


def _refused(expected: str, found: str, file: str | None, line: int | None) -> InputError:
    hint = "Restore the splits from where the suite came from."
    return refusal(expected, found, hint, file=file, line=line, kind=SuiteError)


def strata(target: Sequence[Any], type: str) -> list[str]:
    """Return for each row what splits keep the shares of: its class, or nothing for numbers.

    With the same stratum for all rows, the functions below draw plain splits: rows of a regression
    are shuffled and divided, as on OpenML, and as aeon resamples them.
    """
    return [""] * len(target) if type == "regression" else list(target)


def cross_validation(
    labels: Sequence[str], *, folds: int, repeats: int, seed: int, name: str
) -> Splits:
    """Divide rows into stratified folds of equal size, as OpenML does.

    Parameters
    ----------
    labels : sequence of n str
    folds, repeats : int
        Each row is in the test part of one fold of each repeat.
    seed : int
    name : str
        Name of the dataset; each dataset of a suite draws different random numbers.

    Returns
    -------
    Splits
        Sizes of folds differ by at most 1, and so do the numbers of rows of each class.

    Raises
    ------
    ArgumentError
        Fewer than 2 folds, or fewer rows than folds.

    Notes
    -----
    Rows are shuffled, stably sorted by class, and dealt to the folds in turn. This is Weka's
    stratification, which OpenML's server uses, but with pybench's random number generators.
    """
    import numpy as np

    check.count("folds", folds, 2)
    check.count("repeats", repeats, 1)
    if len(labels) < folds:
        raise ArgumentError(
            f"`folds` must be at most {len(labels)}, the number of rows of `{name}`, not {folds}",
            expected=f"at most {len(labels)}",
            found=str(folds),
        )
    codes = np.unique(np.asarray(labels, dtype=str), return_inverse=True)[1]
    parts = []
    for repeat in range(repeats):
        order = stream(seed, "suite folds", name, repeat).permutation(len(codes))
        order = order[np.argsort(codes[order], kind="stable")]
        place = np.empty(len(codes), np.int64)
        place[order] = np.arange(len(codes)) % folds
        parts += [
            Fold(repeat, fold, np.flatnonzero(place != fold), np.flatnonzero(place == fold))
            for fold in range(folds)
        ]
    return Splits(tuple(parts))


def holdout(labels: Sequence[str], *, share: float, repeats: int, seed: int, name: str) -> Splits:
    """Hold out a share of the rows, the same share of each class, once per repeat.

    Parameters
    ----------
    labels, repeats, seed, name
        As in `cross_validation`.
    share : float in (0, 1)
        Of a class of m rows, m * share rows are tested, rounded to a whole number (halves up).

    Raises
    ------
    ArgumentError
        If no rows or all rows would be held out.
    """
    import numpy as np

    check.number("share", share, "a number between 0 and 1", 0.0, 1.0)
    check.count("repeats", repeats, 1)
    codes = np.unique(np.asarray(labels, dtype=str), return_inverse=True)[1]
    held = held_out(labels, share)
    if not 0 < held.sum() < len(codes):
        raise ArgumentError(
            f"`share` must leave rows to train and to test on, not {share!r} of {len(codes)} rows",
            expected="rows on both sides",
            found=repr(share),
        )
    parts = []
    for repeat in range(repeats):
        order = stream(seed, "suite holdout", name, repeat).permutation(len(codes))
        test = np.zeros(len(codes), bool)
        for code, count in enumerate(held):
            test[order[codes[order] == code][:count]] = True
        parts.append(Fold(repeat, 0, np.flatnonzero(~test), np.flatnonzero(test)))
    return Splits(tuple(parts))


def whole(n: int, *, repeats: int) -> Splits:
    """Return the splits of a clustering: all n rows are trained and tested on, in their order."""
    import numpy as np

    rows = np.arange(n)
    return Splits(tuple(Fold(repeat, 0, rows, rows) for repeat in range(repeats)))


def held_out(labels: Sequence[str | None], share: float) -> Ints:
    """Return the number of test rows of each class in a holdout, in the order of the classes."""
    import numpy as np

    counts = np.unique(np.asarray(labels, dtype=str), return_counts=True)[1]
    held: Ints = np.floor(counts * share + 0.5).astype(np.int64)
    return held


def resamples(labels: Sequence[str], split: Sequence[str], *, repeats: int, name: str) -> Splits:
    """Return the default split of a dataset of series and its stratified resamples.

    Parameters
    ----------
    labels : sequence of n str
    split : sequence of n {"train", "test"}
        The part of each row in the archive.
    repeats : int
        Repeat 0 is the default split; repeat r > 0 is the resample with seed r.
    name : str
        Name of the dataset, for errors.

    Returns
    -------
    Splits
        One fold per repeat, each with as many training rows of each class as the default split.

    Raises
    ------
    ArgumentError
        If the dataset has no default split.

    Notes
    -----
    The convention of tsml and aeon (``stratified_resample_data_indices``, seeded by the number of
    the resample), so that results are comparable with published ones; row order is the same, too.
    Class by class, in the order of their labels, the rows (train before test) are shuffled by
    NumPy's legacy generator; the first of them are the training rows. If all labels are the same,
    as for a regression (`strata`), this is aeon's ``resample_data_indices``.
    """
    import numpy as np

    check.count("repeats", repeats, 1)
    train = np.asarray(split, dtype=str) == "train"
    if not 0 < train.sum() < len(train):
        raise ArgumentError(
            f"the dataset `{name}` must have a train and a test split",
            expected="both splits",
            found="one",
            hint='Choose another procedure: "crossvalidation".',
        )
    names = np.asarray(labels, dtype=str)
    order = np.concatenate([np.flatnonzero(train), np.flatnonzero(~train)])
    parts = [Fold(0, 0, np.flatnonzero(train), np.flatnonzero(~train))]
    for repeat in range(1, repeats):
        chance = mersenne(repeat)
        kept, left = [], []
        for label in np.unique(names):
            places = np.flatnonzero(names[order] == label)
            chance.shuffle(places)
            size = int(np.sum(train & (names == label)))
            kept.append(order[places[:size]])
            left.append(order[places[size:]])
        parts.append(Fold(repeat, 0, np.concatenate(kept), np.concatenate(left)))
    return Splits(tuple(parts))
