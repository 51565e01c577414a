"""A map of rows that lie in many files: each process reads the parts that it works on.

What a part gives lies in a file of the folder `out`: ``moments-PART`` (for the scaling),
``sums-EPOCH-PART``, ``units-PART`` (where its rows were nearest the last time) and ``placed-PART``.
So an interrupted training goes on with the first part that is missing.
"""

from __future__ import annotations

import hashlib
import io
import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench import parallel
from pybench.base import check, shared
from pybench.base.errors import ArgumentError, EnvironmentProblem
from pybench.base.progress import Clock, Progress
from pybench.base.stream import stream
from pybench.base.text import counted
from pybench.bridge.call import call
from pybench.landscape.maps import Settings
from pybench.landscape.parts import LARGEST, Part, Parts, find_parts
from pybench.landscape.quality import UnitGrid
from pybench.landscape.scaling import Scaling, refuse_unusable, unusable
from pybench.landscape.search import settings_of
from pybench.landscape.som import MapGrid, Som
from pybench.store import atomic

if TYPE_CHECKING:
    import distributed

Doubles = NDArray[np.float64]
Task = tuple[int, Part]  # a part and its place


@dataclass(frozen=True)
class Work:
    """What the tasks of a map share: a folder of arrays, and how rows are scaled."""

    folder: str
    features: tuple[str, ...]
    center: Doubles | float = 0.0
    spread: Doubles | float = 1.0

    def rows(self, part: Part) -> Doubles:
        """Return the scaled rows of a part."""
        values = part.read(self.features)
        values -= self.center
        values /= self.spread
        return values

    def load(self, name: str) -> NDArray[Any] | None:
        """Return a stored array; None if there is none."""
        try:
            return np.load(self._path(name), allow_pickle=False)  # type: ignore[no-any-return]
        except (OSError, ValueError, EOFError):
            return None

    def store(self, name: str, values: NDArray[Any]) -> None:
        """Store an array in one step."""
        data = io.BytesIO()
        np.save(data, values, allow_pickle=False)
        atomic.write_bytes(self._path(name), data.getvalue(), durable=False)

    def remove(self, name: str) -> None:
        """Remove a stored array."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return Path(self.folder, f"{name}.npy")


def partitioned_som(
    source: Any,
    xdim: int,
    ydim: int,
    *,
    out: str | os.PathLike[str],
    topology: str = "hexagonal",
    toroidal: bool = False,
    rlen: int = 20,
    radius: float | tuple[float, float] | None = None,
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    progress: Callable[[Progress], object] | None = None,
    seed: int,
) -> Som:
    r"""Train a self-organising map in batches, of rows that no machine has to hold.

    The rows lie in Parquet files. Each process reads the part of them that it works on, at most
    65,536 rows at a time; only paths, sums and units travel, and they do so through files in `out`.
    The map is that of ``som(kernel="batch", mode="batch", start="random")`` from the same initial
    codes, but for the order of additions.

    Parameters
    ----------
    source : path or sequence of paths
        Parquet files, such as those of `write_features`, or folders of them. All have the same
        columns: numbers, and ``dataset``, ``split``, ``label`` and ``id`` or none of these.
    xdim, ydim : int
        As in `som`.
    out : path
        Folder of what is finished, so that training can be interrupted and resumed. On a cluster,
        all machines need access to it, and to the files of `source`, under the same paths.
    topology, toroidal, radius
        As in `som`.
    rlen : int
        Number of epochs, >= 1. In each of them all rows are read once.
    workers, cluster, progress
        As in `som_search`. Progress is counted in parts of the rows.
    seed : int
        The initial codes are rows drawn without replacement from the stream of this seed.

    Returns
    -------
    Som
        Features are scaled to mean 0 and variance 1 (divisor n - 1): ``center`` and ``scale``. A
        feature that never varies, or has a value that is missing, infinite or beyond 1e100, is left
        out. ``units`` and ``distances`` are those of all rows, in the order of the files.

    Raises
    ------
    ArgumentError
        An argument out of its range, no usable feature, or more units than rows.
    InputError
        A file that cannot be read, or has other columns than the first one.
    EnvironmentProblem, TasksFailed, RNotFound, RPackageMissing
        For the same reasons as `som_search`.

    Notes
    -----
    In each epoch, let :math:`S_w` be the sum of the rows whose nearest unit is w, and :math:`n_w`
    their number. The code of unit u becomes the sum of :math:`S_w` over the sum of :math:`n_w`,
    both over all units w within the radius of u. The sums of parts are added in the order of the
    parts, so that the result does not depend on the number of workers or machines.

    Examples
    --------
    >>> import pybench as pb
    >>> map = pb.partitioned_som("features", 50, 50, out="map", seed=0)  # doctest: +SKIP
    >>> pb.regions(map.codes)  # doctest: +SKIP
    """
    return train(
        find_parts(source), xdim, ydim, out, topology, toroidal, rlen, radius, workers, cluster,
        progress, seed,
    )[0]  # fmt: skip


def train(
    parts: Parts,
    xdim: int,
    ydim: int,
    out: str | os.PathLike[str],
    topology: str,
    toroidal: bool,
    rlen: int,
    radius: float | tuple[float, float] | None,
    workers: int | None,
    cluster: str | distributed.Client | None,
    progress: Callable[[Progress], object] | None,
    seed: int,
) -> tuple[Som, Scaling]:
    """Train a map as `partitioned_som`; return also how features were scaled."""
    settings = settings_of(None, rlen, (0.05, 0.01), radius, topology, toroidal, "random", "batch")
    grid = UnitGrid(check.count("xdim", xdim), check.count("ydim", ydim), topology)
    _require_rows(xdim * ydim, parts.rows)
    folder = Path(out, _key(parts, grid, settings, check.seed(seed)))
    atomic.make_folder(folder)
    rounds = _Rounds(parts.parts, rlen + 2, workers, cluster, progress)
    work = Work(str(folder), parts.features)
    scaling = _scaling(parts, rounds.run(work, "moments", _store_moments))
    work = replace(work, features=scaling.features, center=scaling.center, spread=scaling.spread)
    around = call("bridge_surroundings", {**asdict(grid), "toroidal": toroidal})
    apart = np.asarray(around["apart"]["values"])
    first, last = settings.radius or around["radius"]
    codes, changes = _first_codes(work, parts, len(apart), seed), []
    for epoch in range(rlen):
        work.store(f"codes-{epoch}", codes)
        added = np.zeros((len(codes) + 1, codes.shape[1] + 1))
        for one in rounds.run(work, f"sums-{epoch}", partial(_store_sums, epoch)):
            added += one
        reach = max(first - (first - last) * epoch / rlen, 1e-8)
        codes = _means(codes, added[:-1], apart <= reach)
        changes.append(math.sqrt(added[-1, 0] / codes.shape[1]) / parts.rows)
        rounds.forget(work, f"sums-{epoch}")
    work.store(f"codes-{rlen}", codes)
    placed = rounds.run(work, "placed", partial(_store_placed, rlen))
    units, distances, far = _joined(placed, parts, grid, (False, toroidal))
    error, variance = distances.mean(), codes.shape[1] * (1 - 1 / parts.rows)
    trained = Som(
        codes=codes,
        units=units,
        distances=distances,
        changes=np.array(changes),
        quantization_error=float(error),
        root_quantization_error=float(np.sqrt(distances).mean()),
        topographic_error=far[0] if len(codes) > 1 else math.nan,
        topographic_error_torus=far[1] if len(codes) > 1 else math.nan,
        explained_variance=float(100 - 100 * error / variance),
        grid=MapGrid(
            xdim, ydim, topology, "bubble", toroidal, np.asarray(around["coordinates"]["values"])
        ),
        rlen=rlen,
        alpha=settings.alpha,
        radius=(first, last),
        mode=settings.mode,
        start=settings.start,
        preset=None,
        kernel=settings.kernel,
        seed=seed,
        center=scaling.center,
        scale=scaling.spread,
        constant=(),
        features=scaling.features,
    )
    return trained, scaling


class _Rounds:
    """Calls a function for all parts, and reads what it stored for each of them."""

    def __init__(
        self,
        parts: Sequence[Part],
        rounds: int,
        workers: int | None,
        cluster: str | distributed.Client | None,
        progress: Callable[[Progress], object] | None,
    ) -> None:
        self._parts, self._workers, self._cluster = parts, workers, cluster
        keys = [(step, place) for step in range(rounds) for place in range(len(parts))]
        self._clock = Clock(dict.fromkeys(keys, 1.0), keys, progress, "parts")
        self._round = 0

    def run(
        self, work: Work, name: str, function: Callable[[Work, str, Task], None]
    ) -> Iterator[NDArray[Any]]:
        """Yield the array of each part, in their order."""
        tasks = ((i, p) for i, p in enumerate(self._parts) if work.load(f"{name}-{i}") is None)
        done = parallel.completed(
            partial(function, work, name), tasks, workers=self._workers, cluster=self._cluster
        )
        with closing(done) as answers:
            for number, _ in enumerate(answers):
                self._clock.done((self._round, number), name)
        self._round += 1
        for place in range(len(self._parts)):
            found = work.load(f"{name}-{place}")
            if found is None:
                raise EnvironmentProblem(
                    f"expected {name}-{place}.npy in the folder of the map, found none",
                    file=work.folder, expected="a file of a worker", found="none",
                    hint="Give `out`, a folder that all machines of the cluster see under the same "
                    "path.",
                )  # fmt: skip
            yield found

    def forget(self, work: Work, name: str) -> None:
        """Remove what was stored."""
        for place in range(len(self._parts)):
            work.remove(f"{name}-{place}")


def _store_moments(work: Work, name: str, task: Task) -> None:
    """Of each feature: rows without a usable value, smallest, largest, mean, squares from it."""
    place, part = task
    values = part.read(work.features)
    bad = ~(np.abs(values) <= LARGEST)
    values[bad] = 0.0
    mean = values.mean(axis=0)
    squares = ((values - mean) ** 2).sum(axis=0)
    found = [bad.sum(axis=0), values.min(axis=0), values.max(axis=0), mean, squares]
    work.store(f"{name}-{place}", np.array(found))


def _scaling(parts: Parts, found: Iterator[Doubles]) -> Scaling:
    """Join the moments of parts (Chan, Golub and LeVeque, 1983)."""
    width = len(parts.features)
    bad, low, high = np.zeros(width), np.full(width, np.inf), np.full(width, -np.inf)
    mean, squares, rows = np.zeros(width), np.zeros(width), 0
    for part, (own_bad, own_low, own_high, own_mean, own_squares) in zip(
        parts.parts, found, strict=True
    ):
        bad, low, high = bad + own_bad, np.minimum(low, own_low), np.maximum(high, own_high)
        total, gap = rows + part.rows, own_mean - mean
        mean = mean + gap * part.rows / total
        squares = squares + own_squares + gap**2 * (rows * part.rows / total)
        rows = total
    reasons = [
        unusable(int(bad[j]), float(low[j]), float(high[j]), "z", f"{LARGEST:g}")
        for j in range(width)
    ]
    left_out = {name: why for name, why in zip(parts.features, reasons, strict=True) if why}
    kept = np.array([not why for why in reasons])
    refuse_unusable(left_out, not kept.any())
    return Scaling(
        features=tuple(np.array(parts.features, dtype=object)[kept]),
        center=mean[kept],
        spread=np.sqrt(squares[kept] / (rows - 1)),
        left_out=left_out,
        scale="z",
        n_rows=rows,
        named=True,
    )


def _first_codes(work: Work, parts: Parts, units: int, seed: int) -> Doubles:
    """Draw rows without replacement."""
    drawn = stream(seed, "partitioned_som").choice(parts.rows, units, replace=False)
    codes = np.empty((units, len(work.features)))
    for part in parts.parts:
        here = (drawn >= part.first) & (drawn < part.first + part.rows)
        if here.any():
            codes[here] = work.rows(part)[drawn[here] - part.first]
    return codes


def _store_sums(epoch: int, work: Work, name: str, task: Task) -> None:
    """By unit: the sum of the rows nearest to it, and their number; last, the squared distances."""
    place, part = task
    codes, likely = work.load(f"codes-{epoch}"), work.load(f"units-{place}")
    found = call("bridge_partial", {"rows": work.rows(part), "codes": codes, "likely": likely})
    sums = np.column_stack([np.asarray(found["sums"]["values"]).T, found["counts"]])
    change = np.zeros((1, sums.shape[1]))
    change[0, 0] = found["change"]
    work.store(f"units-{place}", np.asarray(found["units"], np.int32))
    work.store(f"{name}-{place}", np.vstack([sums, change]))


def _means(codes: Doubles, added: Doubles, near: NDArray[np.bool_]) -> Doubles:
    """Return the mean of the rows near each unit; a unit without such rows keeps its code."""
    moved = codes.copy()
    for unit, others in enumerate(near):
        total = added[others & (added[:, -1] > 0)].sum(axis=0)
        if total[-1] > 0:
            moved[unit] = total[:-1] / total[-1]
    return moved


def _store_placed(rlen: int, work: Work, name: str, task: Task) -> None:
    """Of each row: its nearest unit and the next one, from 0, and its squared distance."""
    place, part = task
    found = call("bridge_placed", {"rows": work.rows(part), "codes": work.load(f"codes-{rlen}")})
    units, second = (np.asarray(found[side]) - 1 for side in ("units", "second"))
    work.store(f"{name}-{place}", np.array([units, second, found["distances"]]))


def _joined(
    placed: Iterator[Doubles], parts: Parts, grid: UnitGrid, toruses: Sequence[bool]
) -> tuple[NDArray[np.int64], Doubles, list[float]]:
    """Return units and squared distances of all rows, and the topographic errors.

    Part by part: the answer is all that is held of rows, 16 bytes each.
    """
    units, distances = np.empty(parts.rows, np.int64), np.empty(parts.rows)
    far = [0] * len(toruses)
    for part, found in zip(parts.parts, placed, strict=True):
        here, (nearest, second) = slice(part.first, part.first + part.rows), found[:2].astype(int)
        units[here], distances[here] = nearest, found[2]
        for i, torus in enumerate(toruses):
            far[i] += int((grid.distances(nearest, second, torus).round(3) != 1).sum())
    return units, distances, [count / parts.rows for count in far]


def _key(parts: Parts, grid: UnitGrid, settings: Settings, seed: int) -> str:
    """Return the name of a map's folder: a hash of its files, by size and time, and settings."""
    files = [
        (name, os.stat(name).st_size, os.stat(name).st_mtime_ns)
        for name in dict.fromkeys(part.file for part in parts.parts)
    ]
    made_of = repr((shared.version(), files, asdict(grid), asdict(settings), seed))
    return hashlib.sha256(made_of.encode()).hexdigest()[:32]


def _require_rows(units: int, rows: int) -> None:
    if units > rows:
        raise ArgumentError(
            f"expected at most as many units as rows, found {units} units on "
            f"{counted(rows, 'row')}",
            expected=f"at most {counted(rows, 'unit')}", found=str(units),
            hint="Take a smaller map.",
        )  # fmt: skip
