"""Maps of the same features with other seeds, sizes, starts and so on, compared."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.options import engine_or_default
from pybench.base.progress import Progress
from pybench.landscape import maps
from pybench.landscape.components import components
from pybench.landscape.kmeans import Doubles, Ints, kmeans_codes
from pybench.landscape.map import Landscape, require_codes, with_datasets
from pybench.landscape.regions import regions as join
from pybench.landscape.rows import side_for
from pybench.landscape.scaling import ScaledFeatures, scale_features
from pybench.landscape.search import Sizes, settings_of, tasks_of, trained
from pybench.landscape.stability import LandscapeStability, region_stability

if TYPE_CHECKING:
    import distributed

_REDUCTIONS = ("som", "k-means")
_BASE = "features"  # the representation of `features`, if the table does not name it


def landscape_stability(
    features: Any,
    seeds: Iterable[int] | int = range(5),
    sizes: Sizes | int | None = None,
    starts: Iterable[str] | str = ("pca.sample", "random"),
    representations: Mapping[str, Any] | None = None,
    *,
    reductions: Iterable[str] | str = ("som",),
    crossed: bool = False,
    threshold: float = 90,
    dataset: Sequence[str] | None = None,
    k: int | None = None,
    candidates: Iterable[int] | None = None,
    variance: float = 0.9,
    preset: str | None = "paper",
    rlen: int = 100,
    alpha: tuple[float, float] = (0.05, 0.01),
    radius: float | tuple[float, float] | None = None,
    topology: str = "hexagonal",
    toroidal: bool = False,
    scale: bool | str = True,
    out: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    progress: Callable[[Progress], object] | None = None,
    engine: str | None = None,
) -> LandscapeStability:
    """Train several maps of the same instances, and compare their regions.

    The first of the `seeds`, `sizes`, `starts` and `reductions` and the table `features` give the
    base map. Each
    further value gives a map that differs from the base map in this value alone. The regions of
    each map are found as in `map_landscape`, and compared as in `region_stability`.

    Parameters
    ----------
    features : FeatureTable, ScaledFeatures, frame, Arrow table or array_like, shape (n, p)
        Rows are instances of the datasets named by the table or by `dataset`.
    seeds, sizes : as in `som_search`
        By default, the sizes are n x n units, with about 5 sqrt(rows) units (a rule of thumb of
        Vesanto and Alhoniemi, 2000), and a tenth narrower and wider.
    starts : str or iterable of {"pca.sample", "random"}
        Initial codes of the maps, as in `som`.
    representations : mapping from str to table, optional
        Other features of the same instances, in the same order of rows.
    reductions : str or iterable of {"som", "k-means"}
        "k-means": codes by k-means instead of a map, as in `map_landscape`, as many as the map has
        units. They have no start: maps with other starts than the first one are left out.
    crossed : bool
        True: a map for each combination of values, instead of the base map and its variations.
    threshold : float in (0, 100]
        As in `region_stability`.
    dataset, k, candidates, variance : as in `map_landscape`
        If `k` is not given, each map has its own number of regions.
    preset, rlen, alpha, radius, topology, toroidal, scale, out, workers, cluster, progress
        As in `som_search`. Progress is reported for each representation and start anew.
    engine : {"python", "r", "both"}, optional
        Which language computes regions and compares them; default ``pybench.options.engine``. Maps
        are always trained in R.

    Returns
    -------
    LandscapeStability
        ``maps`` has the columns representation, size, start, seed and reduction. ``notes`` has the
        caveats of the regions of all maps.

    Raises
    ------
    ArgumentError
        An argument out of its range, an unusable table, values that give a single map, or
        representations of other instances.
    EnvironmentProblem, TasksFailed, RNotFound, RPackageMissing
        For the same reasons as `som_search`.
    LanguagesDisagree
        With ``engine="both"``.

    Notes
    -----
    Every map counts alike. If most maps differ in their seed alone, the shares in the result mostly
    say what another seed changes.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> rows = np.random.default_rng(0).normal(size=(60, 3)) + np.repeat(np.eye(3) * 9, 20, axis=0)
    >>> names = ["a"] * 20 + ["b"] * 20 + ["c"] * 20
    >>> found = pb.landscape_stability(  # doctest: +SKIP
    ...     rows, (1, 2), (4, 5), dataset=names, k=3, rlen=20, workers=1
    ... )
    >>> found.represents  # doctest: +SKIP
    """
    engine = engine_or_default(engine)
    tables = _tables(features, representations, scale, dataset)
    first = next(iter(tables.values()))
    rows = len(first.values)
    tasks = tasks_of(_default_sizes(rows) if sizes is None else sizes, seeds, rows)
    shared = {
        start: settings_of(preset, rlen, alpha, radius, topology, toroidal, start)
        for start in _listed("starts", starts)
    }
    values = (
        list(tables),
        list(dict.fromkeys((task.xdim, task.ydim) for task in tasks)),
        list(shared),
        list(dict.fromkeys(task.seed for task in tasks)),
        [check.choice("reductions", one, _REDUCTIONS) for one in _listed("reductions", reductions)],
    )
    chosen = list(_combined(values, check.flag("crossed", crossed)))
    if len(chosen) < 2:
        expected = "values that give at least 2 maps"
        raise ArgumentError(
            "`seeds`, `sizes`, `starts`, `representations` and `reductions` must be "
            f"{expected}, not 1",
            expected=expected,
            found="1 map",
        )
    assert first.dataset is not None
    names = first.dataset.tolist()
    found, doubts = {}, set()
    for xdim, ydim in values[1]:
        require_codes(xdim, ydim)
    for (table, start, reduction), group in _grouped(chosen):
        wanted = [maps.MapTask(*one[1], one[3]) for one in group]
        made: Iterator[tuple[Doubles, Ints]]
        if reduction == "som":
            rows_of = tables[table].values
            kept = trained(rows_of, shared[start], wanted, out, workers, cluster, progress)
            made = ((som.codes, som.units) for som in map(maps.decode, map(kept, wanted)))
        else:
            made = _by_kmeans(tables[table], variance, wanted, shared[start].rlen)
        for one, (codes, units) in zip(group, made, strict=True):
            parts = join(codes, k, candidates, dataset=names, units=units, engine=engine)
            found[one] = np.asarray(parts.labels)[units]
            doubts |= set(parts.notes)
    settings = {
        "representation": [one[0] for one in chosen],
        "size": [f"{x} x {y}" for _, (x, y), *_ in chosen],
        "start": [one[2] for one in chosen],
        "seed": [str(one[3]) for one in chosen],
        "reduction": [one[4] for one in chosen],
    }
    columns = np.stack([found[one] for one in chosen], axis=1)
    result = region_stability(columns, names, settings, threshold, engine=engine)
    return replace(result, notes=notes.ordered({*result.notes, *doubts}))


def around(
    found: Landscape,
    features: Any,
    seeds: int,
    sizes: Sizes | None = None,
    *,
    side: int | tuple[int, int] | None = None,
    **settings: Any,
) -> LandscapeStability:
    """Compare maps like that of a landscape: with further seeds, other sizes and the other start.

    Parameters
    ----------
    found : Landscape
        By a map or by k-means; each instance counts alike.
    features : FeatureTable, frame, Arrow table or array_like
        Those of the landscape.
    seeds : int
        Number of seeds, from that of the landscape on.
    sizes : iterable of int or of tuple, optional
        Further sizes. Default: a tenth narrower and wider.
    side : int or tuple of int, optional
        Size of a map with as many units as k-means has codes.
    settings
        Others as in `landscape_stability`.
    """
    made = found.som or found.kmeans
    check_around(found.reduction, found.weights, "exact" if found.som is None else found.som.kernel)
    assert made is not None
    starts = ["pca.sample", "random"]
    own: int | tuple[int, int] | None = side
    if found.som is not None:
        own = found.som.grid.xdim, found.som.grid.ydim
        starts.sort(key=lambda start: start != made.start)  # type: ignore[union-attr]
    assert own is not None
    x, y = own if isinstance(own, tuple) else (own, own)
    return landscape_stability(
        features,
        range(made.seed, made.seed + check.count("seeds", seeds)),
        [(x, y), *(_near(x, y, len(found.units)) if sizes is None else sizes)],
        starts,
        reductions=found.reduction,
        **settings,
    )


def check_around(reduction: str, weights: str, kernel: str) -> None:
    """Refuse a landscape whose map `landscape_stability` does not train in the same way."""
    allowed = {
        "reduction": (reduction, _REDUCTIONS),
        "weights": (weights, ("instance",)),
        "kernel": (kernel, ("auto", "exact", "kohonen")),
    }
    for name, (found, known) in allowed.items():
        if found not in known:
            expected = f"{name} {' or '.join(known)}"
            raise ArgumentError(
                f"the stability of a landscape requires {expected}, not {found}",
                expected=expected,
                found=found,
            )


Choice = tuple[str, tuple[int, int], str, int, str]


def _listed(name: str, values: Iterable[str] | str) -> list[str]:
    return list(
        dict.fromkeys([values] if isinstance(values, str) else check.listed(name, values, name))
    )


def _by_kmeans(
    ready: ScaledFeatures, variance: float, tasks: list[maps.MapTask], most: int
) -> Iterator[tuple[Doubles, Ints]]:
    """Yield codes, as many as a map has units, and the code of each row."""
    parts = components(ready.values, ready.scaling.features, variance)
    scores = parts.scores(ready.values)
    for task in tasks:
        yield kmeans_codes(scores, [task], most, None, parts)[1:]


def _combined(
    values: tuple[list[str], list[tuple[int, int]], list[str], list[int], list[str]], crossed: bool
) -> Iterator[Choice]:
    """Yield the maps: all combinations, or the first of all and what differs in one value."""
    base = next(itertools.product(*values))
    for one in itertools.product(*values):
        differ = sum(value != first for value, first in zip(one, base, strict=True))
        if (crossed or differ < 2) and (one[4] == "som" or one[2] == base[2]):
            yield one


def _grouped(chosen: list[Choice]) -> Iterator[tuple[tuple[str, str, str], list[Choice]]]:
    """Yield the maps that share rows and settings, which are trained together."""
    for key in dict.fromkeys((one[0], one[2], one[4]) for one in chosen):
        yield key, [one for one in chosen if (one[0], one[2], one[4]) == key]


def _default_sizes(rows: int) -> list[int]:
    side = side_for(rows)
    tenth = max(1, round(side / 10))
    return [side, side - tenth, min(side + tenth, max(side, math.isqrt(rows)))]


def _near(x: int, y: int, rows: int) -> list[tuple[int, int]]:
    """Return the sizes a tenth narrower and wider, if the rows allow them."""
    a, b = (max(1, round(side / 10)) for side in (x, y))
    near = [(max(2, x - a), max(2, y - b)), (x + a, y + b)]
    return [(width, height) for width, height in near if width * height <= rows]


def _tables(
    features: Any,
    representations: Mapping[str, Any] | None,
    scale: bool | str,
    dataset: Sequence[str] | None,
) -> dict[str, ScaledFeatures]:
    """Return the scaled rows of each representation, all of the same instances."""
    base = str(getattr(features, "representation", "") or _BASE)
    given = check.mapping("representations", representations or {}, "a mapping to tables")
    if base in given:
        raise ArgumentError(
            f"`representations` must not have {base!r}, the representation of `features`",
            expected="other representations",
            found=base,
        )
    tables = {base: with_datasets(scale_features(features, scale, dataset=dataset), dataset)}
    names = tables[base].dataset
    keys = _ids(features)
    for name, table in given.items():
        other = _ids(table)
        ready = scale_features(table, scale, dataset=dataset)
        same = ready.dataset is None or np.array_equal(ready.dataset, names)  # type: ignore[arg-type]
        same = same and len(ready.values) == len(tables[base].values)
        if not same or (keys is not None and other is not None and keys != other):
            expected = "the instances of `features`, in the same order"
            raise ArgumentError(
                f"the table {name!r} in `representations` must have {expected}",
                expected=expected,
                found="other instances",
            )
        tables[str(name)] = replace(ready, dataset=names)
    return tables


def _ids(table: Any) -> list[tuple[Any, ...]] | None:
    """Return the splits and ids of the instances, if a table has them."""
    if not (hasattr(table, "split") and hasattr(table, "id")):
        return None
    return list(zip(list(table.split), list(table.id), strict=True))
