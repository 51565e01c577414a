"""A reproducible selection: what was chosen, why, from which data, and how."""

from __future__ import annotations

import hashlib
import inspect
import os
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import InputError, refusal
from pybench.base.frame import as_frame
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.selection.choose import Selection, select
from pybench.selection.regional import is_landscape, members
from pybench.selection.space import NOISE, STANDARDIZE, Space, distances, space

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]

_TRACE = "fall of the trace of the inverse information"
_DETERMINANT = "rise of the logarithm of the determinant of the information"
#: Strategy -> meaning of its "gain"; strategies that are not listed have none.
GAINS = {
    "farthest-first": "distance to the nearest chosen before",
    "a-optimal": _TRACE,
    "a-optimal-greedy": _TRACE,
    "d-optimal": _DETERMINANT,
    "d-optimal-greedy": _DETERMINANT,
    "k-medoids": "fall of the sum of distances to the nearest chosen",
    "facility-location": "fall of the sum of distances to the nearest chosen",
    "oracle": "fall of the mean absolute error of mean ranks",
}


@dataclass(frozen=True, slots=True, eq=False)
class SelectionRecord(Result):
    """A selection with its reasons and everything needed to repeat it."""

    selection: Selection  #: what was chosen
    why: pd.DataFrame  #: order, dataset, gain, distance, radius, stands_for, reason
    criterion: str  #: meaning of "gain"; "" if the strategy has none
    settings: Mapping[str, Any]  #: arguments of `select`
    sha256: Mapping[str, str]  #: hashes of the embedding and of each file

    schema: ClassVar[str] = "selection-record/1"

    @property
    def names(self) -> tuple[str, ...]:
        """The datasets chosen, in order."""
        return self.selection.names

    def to_frame(self) -> pd.DataFrame:
        """Return one row per chosen dataset: its gain, and why it was chosen."""
        return self.why.copy()

    def __str__(self) -> str:
        chosen = self.selection
        lines = [
            f"{len(chosen.names)} of {counted(len(chosen.datasets), 'dataset')} by "
            f"{chosen.strategy}, seed {chosen.seed}"
        ]
        width = max(map(len, chosen.names))
        for row in self.why.itertuples():
            lines.append(f"  {row.order:>3}  {row.dataset:{width}}  {row.reason}")
        lines += [f"  sha256 {name}: {value}" for name, value in self.sha256.items()]
        return lined(lines)


def record_selection(
    embedding: Any,
    k: int,
    strategy: Any = "farthest-first",
    metric: str = "cosine",
    seed: int = 0,
    *,
    files: Sequence[str | os.PathLike[str]] = (),
    **settings: Any,
) -> SelectionRecord:
    """Choose datasets as `select` does, and record why each was chosen.

    Parameters
    ----------
    embedding, k, strategy, metric, seed
        As in `select`.
    files : sequence of path
        Files from which the embedding was computed; their hashes are recorded by file name.
    settings
        Further keyword arguments of `select`.

    Returns
    -------
    SelectionRecord
        `pybench select` writes such a record as JSON, which `load_result` reads. The "gain" of a
        dataset is how much the dataset improves the criterion of the strategy, given the datasets
        chosen before it. The gain is NaN for strategies without a criterion. It is also NaN for the
        first dataset, except with A- and D-optimal designs, whose criterion has a value before any
        dataset is chosen.

    Raises
    ------
    ArgumentError, LanguagesDisagree
        For the same reasons as `select`.
    InputError
        A file that cannot be read.

    Notes
    -----
    The hash of the embedding is SHA-256 over the sorted names and the columns that were used, each
    as UTF-8 preceded by its length in bytes (8 bytes, little-endian), and then the numbers as
    float64, little-endian, row by row.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> place = pd.DataFrame({"x": [0, 0.1, 5, 5.2, 9], "y": [1, 0.9, 3, 3.1, 0]}, list("abcde"))
    >>> record = pb.record_selection(place, 3, metric="euclidean")
    >>> record.why[["dataset", "stands_for"]].values.tolist()
    [['e', 1], ['a', 2], ['d', 2]]
    """
    hashes = {Path(file).name: _of_file(file) for file in files}
    embedding = as_frame(embedding)
    chosen = select(embedding, k, strategy, metric, seed, **settings)
    told = {"k": int(k), "strategy": chosen.strategy, "metric": metric, "seed": int(seed),
            **_options(settings)}  # fmt: skip
    where = _where(embedding, told)
    gains = _gains(chosen, where, told["ridge"])
    return SelectionRecord(
        chosen,
        _why(chosen, gains, _repeated(chosen, where)),
        GAINS.get(_family(chosen), ""),
        told,
        {"embedding": _fingerprint(embedding, where), **hashes},
    )


def _family(chosen: Selection) -> str:
    return chosen.strategy.partition("/")[0]


def _options(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the further arguments of `select`, defaults included."""
    known = inspect.signature(select).parameters.values()
    defaults = {one.name: one.default for one in known if one.kind is one.KEYWORD_ONLY}
    return {name: value for name, value in {**defaults, **settings}.items() if value is not None}


def _where(embedding: Any, told: Mapping[str, Any]) -> Space | None:
    """Return the space used by the strategy; None for landscapes."""
    if is_landscape(embedding):
        return None
    scaled = STANDARDIZE[0] if told["standardize"] else STANDARDIZE[-1]
    return space(embedding, scaled, told["missing"])


def _gains(chosen: Selection, where: Space | None, ridge: float) -> Doubles:
    """Return the gain of each dataset, in the order of choice."""
    k = len(chosen.names)
    kind = _family(chosen)
    if where is None or kind not in GAINS:
        return np.full(k, np.nan)
    if kind == "farthest-first":
        return np.where(np.isfinite(chosen.distances), chosen.distances, np.nan)
    rows = [where.datasets.index(name) for name in chosen.names]
    if GAINS[kind] in (_TRACE, _DETERMINANT):
        values = _information(where.gram[np.ix_(rows, rows)], ridge, kind)
        return np.diff(values, prepend=0.0)
    if kind == "oracle":
        errors = np.array(
            [
                np.abs(where.values[rows[:t]].mean(axis=0) - where.values.mean(axis=0)).mean()
                for t in range(1, k + 1)
            ]
        )
    else:
        apart = distances(where.gram, chosen.metric)
        errors = np.array([apart[:, rows[:t]].min(axis=1).sum() for t in range(1, k + 1)])
    return np.concatenate([[np.nan], -np.diff(errors)])


def _information(grams: Doubles, ridge: float, kind: str) -> Doubles:
    """Return the criterion of the first 1, 2, ... rows, 0 for none; larger is better."""
    values = []
    for t in range(1, len(grams) + 1):
        inner = grams[:t, :t] + ridge * np.eye(t)
        if GAINS[kind] == _DETERMINANT:
            values.append(np.linalg.slogdet(inner)[1] - t * np.log(ridge))
        else:
            values.append(t / ridge - np.trace(np.linalg.inv(inner)))
    return np.array(values)


def _repeated(chosen: Selection, where: Space | None) -> list[bool]:
    """Return which datasets equal one chosen before, up to the noise that k-means allows."""
    if where is None:
        return [False] * len(chosen.names)
    rows = [where.datasets.index(name) for name in chosen.names]
    squares = distances(where.gram, "euclidean")[np.ix_(rows, rows)] ** 2
    noise = NOISE * np.diagonal(where.gram).max()
    return [bool((squares[at, :at] <= noise).any()) for at in range(len(rows))]


def _why(chosen: Selection, gains: Doubles, repeated: Sequence[bool]) -> pd.DataFrame:
    import pandas as pd

    stands = [chosen.nearest.count(name) for name in chosen.names]
    reasons = [
        f"{_reason(chosen, at, float(gain), again)}; represents {counted(count, 'dataset')}"
        for at, (gain, again, count) in enumerate(zip(gains, repeated, stands, strict=True))
    ]
    return pd.DataFrame(
        {
            "order": np.arange(1, len(gains) + 1),
            "dataset": chosen.names,
            "gain": gains,
            "distance": chosen.distances,
            "radius": chosen.radius,
            "stands_for": stands,
            "reason": reasons,
        }
    )


def _reason(chosen: Selection, at: int, gain: float, again: bool) -> str:
    """Return why one dataset was chosen, as text."""
    kind = _family(chosen)
    if kind == "farthest-first":
        if at == 0:
            start = "mean" if chosen.start == "mean" else "others, on average"
            return f"farthest from the {start}"
        return f"farthest from those before: {gain:.4g} from the nearest"
    if kind == "k-means":
        if again:
            return (
                "equal to one chosen before: the table has fewer different datasets than were "
                "asked for"
            )
        return "nearest to the centre of its cluster"
    if GAINS.get(kind) in (_TRACE, _DETERMINANT):
        what = "inverse information" if GAINS[kind] == _TRACE else "log determinant"
        how = "largest gain of those left" if "greedy" in kind else "part of the best design found"
        return f"{how}: {gain:.4g} of the {what}"
    if kind in ("k-medoids", "facility-location"):
        if at == 0 and kind == "k-medoids":  # a swap may have replaced the dataset nearest to all
            return "first of the best set found"
        if at == 0:
            return "nearest to all others together"
        return f"brings the sum of distances down by {gain:.4g}"
    if kind == "oracle":
        if at == 0:
            return "ranks the models most like all datasets together"
        return f"brings the error of mean ranks down by {gain:.4g}"
    known = {"random": "drawn at random", "landscape": "drawn from the region whose turn it was"}
    return known.get(kind, f"chosen by {chosen.strategy}")


def _fingerprint(embedding: Any, where: Space | None) -> str:
    digest = hashlib.sha256()
    if where is None:
        for region, names in sorted(members(embedding).items()):
            _add(digest, [region, *sorted(names)])
    else:
        _add(digest, where.datasets)
        _add(digest, where.columns)
        digest.update(np.ascontiguousarray(where.values, "<f8").tobytes())
    return digest.hexdigest()


def _add(digest: Any, texts: Sequence[str]) -> None:
    for text in texts:
        data = str(text).encode("utf-8", "surrogatepass")
        digest.update(struct.pack("<q", len(data)) + data)


def _of_file(file: str | os.PathLike[str]) -> str:
    try:
        with open(file, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise refusal(
            "a file that can be read",
            error.strerror or "none",
            "Give only files from which the embedding was computed.",
            file=os.fspath(file),
            kind=InputError,
        ) from error
