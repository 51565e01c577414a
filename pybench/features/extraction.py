"""Series -> features: planned, computed anywhere, stored chunk by chunk, and resumable.

The archive is read twice, one dataset at a time: first, every chunk is named by its content and
looked up in the cache; then missing chunks are computed and stored as they finish.
"""

from __future__ import annotations

import io
import json
import logging
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pybench import parallel
from pybench.base import check
from pybench.base.errors import ArgumentError, EnvironmentProblem, SeriesError, TasksFailed, refusal
from pybench.base.progress import Clock, Progress
from pybench.base.text import counted, shown, shown_names
from pybench.features.chunks import (
    Chunk,
    Failure,
    compute,
    cut,
    decode,
    installed,
    is_result,
    work,
)
from pybench.features.filter import Filter, kept
from pybench.features.representation import Representation, representation_of
from pybench.features.table import FeatureTable
from pybench.seriesset.series import KEYS, SeriesSet
from pybench.store.cache import Cache
from pybench.store.folder import user_cache

if TYPE_CHECKING:
    import distributed
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Texts = npt.NDArray[np.object_]

TRIAL_SECONDS = 2.0  # computed here before other processes are considered
WORTH_SECONDS = 5.0  # starting them pays off from here on
MOST_FAILURES = 10  # of chunks, without a success in between

_log = logging.getLogger("pybench")


@dataclass(frozen=True)
class _Planned:
    """One dataset: the keys of its rows, and its chunks."""

    name: str
    keys: tuple[Texts, Texts, Texts, npt.NDArray[np.int64]]
    lengths: tuple[int, int]
    n_series: int
    chunks: list[Chunk]


class Extraction:
    """The features of series: planned, computed once, then read as often as needed.

    Parameters
    ----------
    series, representation, cache
        As in `extract_features`.

    Attributes
    ----------
    made_by : Representation
        The representation.
    datasets : list of _Planned
        The work to do.
    left_out : dict of str to str
        Dataset to the reason why it was left out before.
    """

    def __init__(
        self,
        series: Any,
        representation: str | Representation,
        cache: bool | str | os.PathLike[str],
    ) -> None:
        self._series = _opened(series)
        self.left_out: Mapping[str, str] = dict(getattr(self._series, "left_out", {}))
        self._results: dict[str, bytes] = {}
        self.made_by: Representation
        self.datasets: list[_Planned] = []
        self._plan(representation)
        self._cache = _cache(cache, self.made_by)
        self._missing = {
            chunk.key for one in self.datasets for chunk in one.chunks if not self._has(chunk)
        }

    def compute(
        self,
        n_jobs: int | None = None,
        cluster: str | distributed.Client | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> None:
        """Compute missing chunks; arguments and errors as in `extract_features`."""
        workers = _workers(n_jobs)
        clock = Clock(self._costs(), self._missing, progress)
        sent: list[tuple[str, str, int]] = []
        failures: list[tuple[str, Failure]] = []
        versions = installed(tuple(self.made_by.versions))
        function = partial(compute, self.made_by, versions=versions)

        def sound(place: int, result: object) -> bool:
            return is_result(result, sent[place][2], len(self.made_by.names))

        results = _run(function, self._tasks(sent), clock, workers, cluster, sound)
        with closing(results), _named(sent):
            for place, result in results:
                dataset, key, _ = sent[place]
                if isinstance(result, Failure):
                    failures.append((dataset, result))
                    if len(failures) >= MOST_FAILURES and not clock.computed:
                        break
                    continue
                self._keep(key, result)
                clock.done(key, dataset)
        if failures:
            raise _failed(failures)

    def table(self, *, filter: bool) -> FeatureTable:
        """Return the features of all rows."""
        import numpy as np

        removed, places, names = self.columns(filter=filter)
        keys = self.keys()
        values = np.empty((len(keys[0]), len(names)))
        begin = 0
        for _, block in self.blocks():
            values[begin : begin + len(block)] = block[:, places]
            begin += len(block)
        return FeatureTable(*keys, values=values, names=names, **self.about(names, removed))

    def tables(self) -> Iterator[FeatureTable]:
        """Yield the features of each dataset, unfiltered."""
        import numpy as np

        places, names = kept(self.made_by.names, ())
        about = self.about(names, {})
        for one in self.datasets:
            values = np.concatenate([decode(self._result(chunk))[0] for chunk in one.chunks])
            yield FeatureTable(*one.keys, values=values[:, places], names=names, **about)

    def columns(self, *, filter: bool) -> tuple[dict[str, str], list[int], tuple[str, ...]]:
        """Return column -> reason of removed columns; places and names of kept ones."""
        removed = {}
        if filter:
            seen = Filter(self.made_by.names, self.made_by.not_numeric, self.made_by.unit)
            for dataset, block in self.blocks():
                seen.see(dataset, block)
            removed = seen.removed()
        return removed, *kept(self.made_by.names, removed)

    def keys(self) -> tuple[Texts, Texts, Texts, npt.NDArray[np.int64]]:
        """Return dataset, split, label and id of all rows."""
        import numpy as np

        columns = zip(*(one.keys for one in self.datasets), strict=True)
        dataset, split, label, places = map(np.concatenate, columns)
        return dataset, split, label, places

    def blocks(self) -> Iterator[tuple[str, Floats]]:
        """Yield dataset and (rows, columns) features of each chunk."""
        for one in self.datasets:
            for chunk in one.chunks:
                yield one.name, decode(self._result(chunk))[0]

    def about(self, names: tuple[str, ...], removed: Mapping[str, str]) -> dict[str, Any]:
        """Return the fields of a `FeatureTable` that do not depend on rows or columns."""
        groups = self.made_by.groups
        return {
            "representation": self.made_by.name,
            "groups": {name: groups[name] for name in names if name in groups},
            "removed": dict(sorted(removed.items())),
            "left_out": self.left_out,
            "versions": dict(self.made_by.versions),
            "unit": self.made_by.unit,
        }

    def times(self) -> Iterator[dict[str, Any]]:
        """Yield the size of each dataset and the time that its chunks took, in seconds."""
        for one in self.datasets:
            seconds = sum(decode(self._result(chunk))[1] for chunk in one.chunks)
            low, high = one.lengths
            yield {
                "dataset": one.name, "series": one.n_series, "length_min": low,
                "length_max": high, "seconds": round(seconds, 3),
            }  # fmt: skip

    def _plan(self, wanted: str | Representation) -> None:
        channels: tuple[str, ...] | None = None
        for series in _datasets(self._series):
            if channels is None:
                channels = series.channels
                self.made_by = _usable(representation_of(wanted, channels))
            if series.channels != channels:
                found = f"{shown_names(channels)} and {shown_names(series.channels)}"
                hint = "Compute the features of datasets with different channels in separate calls."
                raise refusal(
                    "the same channels", found, hint, file=series.source, kind=SeriesError
                )
            self.datasets.append(_planned(series, self.made_by))
        if channels is None:
            found = f"none (left out: {shown_names(tuple(self.left_out))})" if self.left_out else ""
            raise refusal(
                "at least one series", found or "none", "Give more series.", kind=SeriesError
            )

    def _tasks(self, sent: list[tuple[str, str, int]]) -> Iterator[SeriesSet]:
        """Yield missing chunks, with one dataset in memory at a time, and record them."""
        wanted = [one for one in self.datasets if any(c.key in self._missing for c in one.chunks)]
        missing = set(self._missing)
        for one, series in zip(wanted, _read(self._series, wanted), strict=True):
            if cut(series, self.made_by) != one.chunks:
                found, hint = f"{shown(one.name)} changed while it was read", "Run it again."
                raise refusal(
                    "files that do not change meanwhile",
                    found,
                    hint,
                    file=series.source,
                    kind=SeriesError,
                )
            for chunk in one.chunks:
                if chunk.key in missing:
                    missing.remove(chunk.key)  # the same series may occur twice
                    rows = chunk.end - chunk.begin if self.made_by.unit == "series" else 1
                    sent.append((one.name, chunk.key, rows))
                    yield work(series, chunk, self.made_by)

    def _costs(self) -> dict[str, float]:
        return {chunk.key: chunk.cost for one in self.datasets for chunk in one.chunks}

    def _has(self, chunk: Chunk) -> bool:
        data = None if self._cache is None else self._cache.get(chunk.key)
        return data is not None

    def _keep(self, key: str, result: bytes) -> None:
        if self._cache is None:
            self._results[key] = result
        else:
            self._cache.put(key, result)

    def _result(self, chunk: Chunk) -> bytes:
        if self._cache is None:
            return self._results[chunk.key]
        data = self._cache.get(chunk.key)
        if data is not None:
            return data
        raise EnvironmentProblem(
            "a stored result is missing or damaged",
            file=str(self._cache.path(chunk.key)),
            expected="a cache that is not cleared during the computation",
            hint="Run the extraction again: only missing results are computed.",
        )


def _opened(series: Any) -> Any:
    """Return a set of series, or an object that gives one dataset after the other."""
    if isinstance(series, (str, os.PathLike)):
        from pybench.read.archive import open_archive
        from pybench.read.series import read_series

        return open_archive(series) if os.path.isdir(series) else read_series(series)
    gives = hasattr(series, "__iter__") and hasattr(series, "read")  # an open file has both too
    if isinstance(series, SeriesSet) or (gives and not isinstance(series, io.IOBase)):
        return series
    raise ArgumentError(
        f"`series` must be a SeriesSet, an Archive, an Eligibility or a path, "
        f"not {type(series).__name__}",
        expected="series",
        found=type(series).__name__,
        hint="Read or make a SeriesSet with pybench.read_series or pybench.series_set.",
    )


def _datasets(series: Any) -> Iterable[SeriesSet]:
    return (
        one
        for one in (series.by_dataset() if isinstance(series, SeriesSet) else series)
        if len(one)
    )


def _read(series: Any, wanted: list[_Planned]) -> Iterator[SeriesSet]:
    """Yield some datasets without reading the others."""
    for one in wanted:
        if isinstance(series, SeriesSet):
            yield series.select([one.name])
        else:
            yield series.read(one.name)


def _planned(series: SeriesSet, made_by: Representation) -> _Planned:
    import numpy as np

    keys = series.dataset, series.split, series.label, series.id
    if made_by.unit == "dataset":
        name, split, label = (np.array([x], object) for x in (series.datasets[0], "", None))
        keys = name, split, label, np.zeros(1, np.int64)
    lengths = int(series.lengths.min()), int(series.lengths.max())
    chunks = cut(series, made_by)
    return _Planned(series.datasets[0], keys, lengths, len(series), chunks)


def _usable(made_by: Representation) -> Representation:
    """Refuse columns that a table cannot hold."""
    names = made_by.names
    check.choice("unit", made_by.unit, ("series", "dataset"))
    try:
        json.dumps([dict(made_by.settings), dict(made_by.versions)], sort_keys=True)
    except (TypeError, ValueError) as error:
        raise ArgumentError(
            f"`settings` of representation {made_by.name!r} must be values that JSON can hold: "
            f"{error}",
            expected="strings, numbers, lists and dicts",
            found=str(error),
        ) from error
    if names and len(set(names)) == len(names) and not set(names) & set(KEYS):
        return made_by
    raise ArgumentError(
        f"representation {made_by.name!r} must have columns with different names, none of them "
        f"{' or '.join(KEYS)}",
        expected="different names",
        found=shown_names(names),
    )


def _cache(cache: bool | str | os.PathLike[str], made_by: Representation) -> Cache | None:
    if not isinstance(cache, (bool, str, os.PathLike)):
        raise ArgumentError(
            f"`cache` must be True, False or a folder, not {cache!r}",
            expected="True, False or a folder",
            found=repr(cache),
        )
    if cache is False:
        return None
    if not (made_by.versions or made_by.settings.get("version")):
        _log.info("representation %r names no versions: its results are not cached", made_by.name)
        return None
    kept_in = Cache(user_cache("features") if cache is True else cache)
    kept_in.sweep()
    return kept_in


def _workers(n_jobs: int | None) -> int | None:
    if n_jobs is None:
        return None
    if isinstance(n_jobs, int) and not isinstance(n_jobs, bool) and n_jobs == -1:
        return parallel.cores()
    return check.count("n_jobs", n_jobs)


def _run(
    function: Callable[[SeriesSet], bytes | Failure],
    tasks: Iterator[SeriesSet],
    clock: Clock,
    workers: int | None,
    cluster: str | distributed.Client | None,
    sound: Callable[[int, object], bool],
) -> Generator[tuple[int, bytes | Failure], None, None]:
    """Yield (place, result) as they finish; without ``workers``, start here to judge the time."""
    begin = time.perf_counter()

    def is_short(_: float) -> bool:
        """Return whether the rest is expected to be done before other processes pay."""
        spent = time.perf_counter() - begin
        return spent <= TRIAL_SECONDS or (clock.seconds_left or 0) <= WORTH_SECONDS

    here = is_short if workers is None and cluster is None else None
    return parallel.completed(
        function, tasks, workers=workers, cluster=cluster, sound=sound, here=here
    )


@contextmanager
def _named(sent: list[tuple[str, str, int]]) -> Iterator[None]:
    """Name the datasets of chunks that ended their workers."""
    try:
        yield
    except TasksFailed as error:
        datasets = tuple(dict.fromkeys(sent[place][0] for place in error.tasks))
        raise TasksFailed(
            f"{error.message}; they are chunks of {shown_names(datasets)}",
            expected=error.expected,
            found=error.found,
            hint=error.hint,
        ) from error


def _failed(failures: list[tuple[str, Failure]]) -> TasksFailed:
    datasets = tuple(dict.fromkeys(dataset for dataset, _ in failures))
    first = failures[0][1]
    error = TasksFailed(
        f"{counted(len(failures), 'chunk')} of {shown_names(datasets)} failed, the first with "
        f"{first.reason}",
        expected="a representation that takes every series",
        found=first.reason,
        hint="All that was computed is kept; leave the datasets out, or fix the representation.",
    )
    error.add_note(first.details)
    return error
