"""Search for the map: train many sizes and seeds, compare errors, choose one."""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench import parallel
from pybench.base import check, notes
from pybench.base.errors import ArgumentError, EnvironmentProblem
from pybench.base.progress import Clock, Progress
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.landscape import maps
from pybench.landscape.maps import MapTask, Settings
from pybench.landscape.scaling import ScaledFeatures, Scaling, scale_features
from pybench.landscape.som import KERNELS, Som
from pybench.landscape.weighting import ALIKE, row_weights, weights_of
from pybench.store.cache import Cache
from pybench.store.folder import user_cache
from pybench.store.inside import target

if TYPE_CHECKING:
    import distributed
    import pandas as pd

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]
Sizes = Iterable[int | tuple[int, int]]

_RADIUS = (2.65, -2.65)
_FIGURES = ("quantization_error", "topographic_error", "explained_variance")
_SHOWN = 12  # maps


@dataclass(frozen=True, slots=True, eq=False)
class SomSearch(Result):
    """The maps that were tried, and the one that is chosen."""

    table: pd.DataFrame  #: one row per map: size, seed, errors, if on the front, if chosen
    pareto: tuple[int, ...]  #: rows of `table` on the Pareto front, 0-based
    chosen: int  #: the chosen row of `table`, 0-based
    som: Som  #: the chosen map; `som.features` are the columns that were used
    scaling: Scaling  #: how features were scaled, and which were left out
    preset: str | None  #: "paper", "kohonen" or None
    n_rows: int  #: number of rows that every map was trained on
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    weights: str = "instance"  #: what counted alike in training: "instance" or "dataset"

    schema: ClassVar[str] = "som-search/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per map."""
        return self.table.copy()

    def __str__(self) -> str:
        t = self.table
        size = f"{t.xdim[self.chosen]} x {t.ydim[self.chosen]}"
        lines = [
            f"{counted(len(t), 'map')} of {counted(self.n_rows, 'row')} and "
            f"{counted(len(self.scaling.features), 'feature')}; chosen: {size}, seed "
            f"{t.seed[self.chosen]}" + ALIKE[self.weights],
            "        size  seed  quantization error  topographic error  explained variance",
        ]
        shown = t if len(t) <= _SHOWN else t[t.pareto | t.chosen]
        for row in shown.itertuples():
            mark = "*" if row.chosen else "+" if row.pareto else " "
            lines.append(
                f"{mark} {f'{row.xdim} x {row.ydim}':>10}  {row.seed:>4}  "
                f"{row.quantization_error:>18.6g}  {row.topographic_error:>17.4f}  "
                f"{row.explained_variance:>17.2f}%"
            )
        if len(shown) < len(t):
            lines.append(
                f"  {counted(len(t) - len(shown), 'map')} not on the Pareto front: not shown"
            )
        lines.append("  + on the Pareto front of both errors, * chosen: most explained variance")
        return lined([*lines, *notes.lines(self.notes)])


def som_search(
    features: Any,
    sizes: Sizes | int = range(25, 51),
    seeds: Iterable[int] | int = (0,),
    *,
    preset: str | None = "paper",
    rlen: int = 100,
    alpha: tuple[float, float] = (0.05, 0.01),
    radius: float | tuple[float, float] | None = None,
    topology: str = "hexagonal",
    toroidal: bool = False,
    start: str | None = None,
    scale: bool | str = True,
    out: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    progress: Callable[[Progress], object] | None = None,
    weights: str = "instance",
    kernel: str = "auto",
) -> SomSearch:
    r"""Train maps of several sizes and seeds, and choose one by quantization and topographic error.

    Both quantization error and topographic error (see `map_quality`) should be small. A map is on
    the Pareto front if no other map is at least as good in both errors and better in one; maps with
    equal errors are either all on the front or all off it. Of the maps on the front, the one with
    the most explained variance is chosen, as in sections 3.2 and 4.2 of the paper that
    `map_landscape` follows. If maps tie, the one with the fewest units is chosen, then the first in
    the table.

    Parameters
    ----------
    features : FeatureTable, ScaledFeatures, frame, Arrow table or array_like, shape (n, p)
        Rows are instances. Features are scaled by `scale`; unusable columns are left out and
        listed.
    sizes : iterable of int or of (int, int)
        Sizes of maps: a number n for n x n units, a pair for width and height. Each map must have
        at least 2 units, and not more units than `features` has rows.
    seeds : int or iterable of int
        Seeds for R's set.seed(); each size is trained with each seed.
    preset : {"paper", "kohonen"}, optional
        Values of `radius` and `start` if these arguments are not given. "paper": radius from 2.65
        to -2.65, as in the paper that `map_landscape` follows, and the start "pca.sample", which we
        infer since the paper does not state it. "kohonen" or None: the default radius of the R
        package kohonen, and the start "random".
    rlen, alpha, radius, topology, toroidal, start
        As in `som`.
    scale : bool or {"z", "robust", "none"}
        As in `scale_features`. The paper that `map_landscape` follows does not state the scaling;
        we infer "z", that is, scaling to variance 1.
    out : str or path-like, optional
        Folder in which each finished map is stored under the hash of its inputs, so that the search
        can be interrupted and resumed. On a cluster, all machines need access to this folder.
    workers : int, optional
        Number of processes, each with its own R session; None: one per core. The results do not
        depend on this number.
    cluster : str or distributed.Client, optional
        A Dask cluster: the address of its scheduler, or a client.
    progress : callable, optional
        Called with a `Progress` at the start and after each map.
    weights : {"instance", "dataset"}
        "instance": each row counts alike. "dataset": each dataset counts alike in the scaling (see
        `scale_features`), in training and in the errors (see `som`): a row has the weight 1 /
        (number of rows of its dataset). `features` must then name the datasets. If all datasets
        have equally many rows, the result is that of "instance", to the last bit.
    kernel : {"auto", "exact", "warm", "batch", "kohonen"}
        As in `som`; "batch" trains with ``mode="batch"``.

    Returns
    -------
    SomSearch
        ``table`` has one row per map, with the columns xdim, ydim, seed, quantization_error,
        topographic_error, explained_variance (percent), pareto (whether the map is on the Pareto
        front) and chosen (whether it is the chosen map).

    Raises
    ------
    ArgumentError
        An argument out of its range, or an unusable table.
    EnvironmentProblem
        The folder cannot be written to, or the cluster cannot be reached.
    TasksFailed
        The training of some maps ended its worker process three times; with `out`, the other maps
        are kept.
    RNotFound, RPackageMissing
        For the same reasons as `som`.

    Notes
    -----
    Explained variance is 100 (1 - quantization error / variance of the rows). So the map with the
    smallest quantization error has the most explained variance, and it is always on the front. The
    rule therefore chooses this map. It is usually the largest map; if it is, the result has the
    note "largest-map".

    The largest maps are trained first. All workers read the rows from one file.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> rows = np.random.default_rng(0).normal(size=(60, 4))
    >>> found = pb.som_search(rows, (3, 4), (1, 2), rlen=10, workers=1)  # doctest: +SKIP
    >>> found.table[["xdim", "seed", "pareto", "chosen"]]  # doctest: +SKIP
    """
    ready = scale_features(features, scale, weights=weights)
    times = row_weights(weights_of(weights), ready.dataset)
    tasks = tasks_of(sizes, seeds, len(ready.values))
    settings = settings_of(preset, rlen, alpha, radius, topology, toroidal, start, kernel)
    kept = trained(ready.values, settings, tasks, out, workers, cluster, progress, times)
    abouts = [maps.about(kept(task)) for task in tasks]
    figures = np.array([[one[name] for name in _FIGURES] for one in abouts])
    front = pareto_front(figures[:, 0], figures[:, 1])
    units = np.array([task.units for task in tasks])
    chosen = best_explained(front, figures[:, 2], units)
    return SomSearch(
        table=_table(tasks, figures, front, chosen),
        pareto=tuple(np.nonzero(front)[0].tolist()),
        chosen=chosen,
        som=labelled(maps.decode(kept(tasks[chosen])), ready, preset),
        scaling=ready.scaling,
        preset=preset,
        n_rows=len(ready.values),
        notes=notes.holding({"largest-map": len(tasks) > 1 and units[chosen] == max(units)}),
        weights=weights,
    )


def pareto_front(first: Doubles, second: Doubles) -> Bools:
    """Return which points no other beats: at least as small in both, smaller in one.

    Equal points are on the front together.
    """
    beaten = (
        (first[:, None] >= first)
        & (second[:, None] >= second)
        & ((first[:, None] > first) | (second[:, None] > second))
    ).any(axis=1)
    return np.asarray(~beaten)


def best_explained(front: Bools, explained: Doubles, units: NDArray[Any]) -> int:
    """Return the place on the front with most explained variance, then fewest units, then first."""
    places = np.nonzero(front)[0]
    return int(min(places, key=lambda i: (-explained[i], units[i], i)))


def tasks_of(sizes: Sizes | int, seeds: Iterable[int] | int, rows: int) -> list[MapTask]:
    """Return the maps by size, then by seed; each once."""
    listed = [_size(size) for size in _listed("sizes", sizes)]
    drawn = [check.seed(seed) for seed in _listed("seeds", seeds)]
    if any(abs(seed) >= 2**31 for seed in drawn):
        expected = "whole numbers below 2^31, for R's set.seed()"
        raise ArgumentError(f"`seeds` must be {expected}", expected=expected, found=str(max(drawn)))
    most = max(x * y for x, y in listed)
    if most > rows:
        side = max(2, round((5 * rows**0.5) ** 0.5))
        raise ArgumentError(
            f"`sizes` must give maps of at most {rows} units, the number of rows, not {most}",
            expected=f"at most {counted(rows, 'unit')}",
            found=str(most),
            hint=f"A rule of thumb (5 sqrt(rows) units) gives {side} x {side}.",
        )
    return [MapTask(*size, seed) for size in dict.fromkeys(listed) for seed in dict.fromkeys(drawn)]


def settings_of(
    preset: str | None,
    rlen: int,
    alpha: tuple[float, float],
    radius: float | tuple[float, float] | None,
    topology: str,
    toroidal: bool,
    start: str | None = None,
    kernel: str = "auto",
) -> Settings:
    """Return the settings that all maps share, checked."""
    if preset is not None:
        check.choice("preset", preset, ("paper", "kohonen"))
    paper = preset == "paper"
    if radius is None and paper:
        radius = _RADIUS
    if start is None:
        start = "pca.sample" if paper else "random"
    return Settings(
        rlen=check.count("rlen", rlen),
        alpha=_pair("alpha", alpha),
        radius=None if radius is None else _pair("radius", radius),
        topology=check.choice("topology", topology, ("hexagonal", "rectangular")),
        toroidal=check.flag("toroidal", toroidal),
        start=check.choice("start", start, ("random", "pca.sample")),
        kernel=check.choice("kernel", kernel, KERNELS),
    )


def trained(
    rows: Doubles,
    settings: Settings,
    tasks: list[MapTask],
    out: str | os.PathLike[str] | None,
    workers: int | None,
    cluster: str | distributed.Client | None,
    progress: Callable[[Progress], object] | None,
    weights: Doubles | None = None,
) -> Callable[[MapTask], bytes]:
    """Train the maps that are not stored yet; return a function that gives each map's bytes."""
    if workers is not None:
        workers = check.count("workers", workers)
    digest = maps.digest_of(rows)
    names = {task: maps.key(digest, settings, task, weights) for task in tasks}
    store = _Kept(out)
    missing = [task for task in tasks if store.get(names[task]) is None]
    missing.sort(key=lambda task: -task.units)  # largest first: no long wait at the end
    costs = {names[task]: float(task.units) for task in tasks}
    clock = Clock(costs, [names[task] for task in missing], progress, "maps")
    if missing:
        with maps.shared_rows(rows, store.folder) as shared:
            function = partial(maps.train, settings, shared, weights)
            if cluster is None:
                workers = min(workers or parallel.cores(), len(missing))
            done = parallel.completed(
                function, missing, workers=workers, cluster=cluster,
                sound=lambda place, data: maps.is_map(data, missing[place], len(rows)),
            )  # fmt: skip
            with contextlib.closing(done) as answers:
                for place, data in answers:
                    store.put(names[missing[place]], data)
                    os.utime(shared.path)  # recent files are not swept
                    clock.done(names[missing[place]], str(missing[place]))
    return lambda task: store.require(names[task])


class _Kept:
    """Finished maps: in a folder, or in memory if none is given."""

    def __init__(self, out: str | os.PathLike[str] | None) -> None:
        self._cache = None if out is None else Cache(out)
        self._here: dict[str, bytes] = {}
        self.folder = Path(user_cache("maps") if out is None else out)
        if out is not None:
            folder = target(self.folder)
            try:
                os.makedirs(folder, exist_ok=True)
            except OSError as error:
                raise EnvironmentProblem(
                    f"cannot make the folder `out`: {error.strerror}",
                    file=os.fspath(out),
                    expected="a folder that can be written to",
                    found=str(error.strerror),
                    hint="Give another folder as `out`.",
                ) from error

    def get(self, key: str) -> bytes | None:
        return self._here.get(key) if self._cache is None else self._cache.get(key)

    def put(self, key: str, data: bytes) -> None:
        if self._cache is None:
            self._here[key] = data
        else:
            self._cache.put(key, data)

    def require(self, key: str) -> bytes:
        data = self.get(key)
        if data is not None:
            return data
        raise EnvironmentProblem(
            "a stored map is missing or damaged",
            file=str(self.folder),
            expected="a folder that is not cleared during the search",
            hint="Run the search again: only missing maps are trained.",
        )


def labelled(found: Som, ready: ScaledFeatures, preset: str | None) -> Som:
    """Return a map that knows its features and, if possible, how to scale rows."""
    scaling = ready.scaling
    z = scaling.scale == "z"
    return dataclasses.replace(
        found,
        features=scaling.features,
        preset=preset,
        center=scaling.center if z else None,
        scale=scaling.spread if z else None,
    )


def _table(tasks: list[MapTask], figures: Doubles, front: Bools, chosen: int) -> pd.DataFrame:
    import pandas as pd

    columns: Mapping[str, Any] = {
        "xdim": [task.xdim for task in tasks],
        "ydim": [task.ydim for task in tasks],
        "seed": [task.seed for task in tasks],
        **{name: figures[:, i] for i, name in enumerate(_FIGURES)},
        "pareto": front,
        "chosen": np.arange(len(tasks)) == chosen,
    }
    return pd.DataFrame(columns)


def _listed(name: str, values: Any) -> Iterator[Any]:
    listed = list(values) if isinstance(values, Iterable) else [values]
    if not listed or isinstance(values, (str, bytes)):
        expected = "a number or several numbers"
        raise ArgumentError(
            f"`{name}` must be {expected}, not {values!r}", expected=expected, found=repr(values)
        )
    return iter(listed)


def _size(size: Any) -> tuple[int, int]:
    pair = tuple(size) if isinstance(size, Iterable) and not isinstance(size, str) else (size, size)
    if len(pair) == 2:
        x, y = check.count("sizes", pair[0]), check.count("sizes", pair[1])
        if x * y > 1:
            return x, y
    expected = "numbers n (n x n units) or pairs of width and height, of 2 units or more"
    raise ArgumentError(
        f"`sizes` must be {expected}, not {size!r}", expected=expected, found=repr(size)
    )


def _pair(name: str, value: Any) -> tuple[float, float]:
    listed = list(value) if isinstance(value, Iterable) else [value, 0.0]
    numbers = [check.number(name, one, "two finite numbers", -np.inf, np.inf) for one in listed]
    if len(numbers) == 2 and not isinstance(value, str):
        return numbers[0], numbers[1]
    raise ArgumentError(
        f"`{name}` must be two finite numbers, not {value!r}",
        expected="two finite numbers",
        found=repr(value),
    )
