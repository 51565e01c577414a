"""Regions of the landscape: codes of a map joined by average linkage on cosine distances."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import clipped, counted, lined
from pybench.bridge import engine as engines
from pybench.landscape.linkage import (
    average_linkage,
    contested,
    cosine_distances,
    cut,
    gap,
    numbered,
    silhouette,
)
from pybench.landscape.weighting import WEIGHTS

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

LARGEST = 20  # default candidates: 2 to 20
_DIGITS = 9  # differences below rounding noise must not decide
_TIED = 1e-10  # merges nearer than this have one height: a cut between them is not unique


@dataclass(frozen=True, slots=True, eq=False)
class Regions(Result):
    """A partition of the units of a map, and the measures of every candidate."""

    labels: NDArray[
        np.int64
    ]  #: (units,) region of each unit, 0-based, numbered by their first unit
    k: int  #: number of regions
    sizes: tuple[int, ...]  #: (k,) units of each region
    candidates: (
        pd.DataFrame
    )  #: one row per candidate: k, silhouette, purity, fragmentation, split, gap
    heights: NDArray[
        np.float64
    ]  #: (units that count - 1,) cosine distance of each merge, ascending
    chosen_by: str  #: "user", or "silhouette" (times purity where datasets are given)
    n_units: int  #: units of the map
    n_left_out: int  #: units of weight 0, which took their nearest neighbour's region
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "regions/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per candidate."""
        return self.candidates.copy()

    def __str__(self) -> str:
        lines = [
            f"{self.k} regions of {self.n_units} units (average linkage, cosine distance), "
            f"chosen by {self.chosen_by}; engine {self.engine}",
            "  units per region: " + ", ".join(map(str, self.sizes)),
            f"  {'k':>4}  silhouette  purity  fragmentation  split",
        ]
        for k, width, purity, fragmentation, split, _ in self.candidates.to_numpy(float).tolist():
            mark = "*" if k == self.k else " "
            many = "NA" if math.isnan(split) else f"{split:.0f}"
            lines.append(
                f"{mark} {k:>4.0f}  {_figure(width, 10)}  {_figure(purity, 6)}"
                f"  {_figure(fragmentation, 13)}  {many:>5}"
            )
        return lined([*lines, *notes.lines(self.notes)])


def _figure(value: float, width: int) -> str:
    return ("NA" if math.isnan(value) else f"{value:.4f}").rjust(width)


def regions(
    codes: ArrayLike,
    k: int | None = None,
    candidates: Iterable[int] | None = None,
    weights: ArrayLike | None = None,
    dataset: Sequence[str] | None = None,
    units: ArrayLike | None = None,
    purity: str = "instance",
    *,
    engine: str | None = None,
) -> Regions:
    r"""Join the units of a map into regions.

    The codes are joined by average linkage on their cosine distances. The resulting tree is cut
    into each candidate number of regions, and measures of each cut are computed.

    Parameters
    ----------
    codes : array_like, shape (units, features)
        Codes of the map, one row per unit, at least 3 rows. No row may consist of zeros only, since
        cosine distances need a direction.
    k : int, optional
        Number of regions: at least 2, and less than the number of units of positive weight. By
        default, the number is chosen, see the Notes.
    candidates : iterable of int, optional
        Candidate numbers of regions. By default, all possible numbers from 2 to 20.
    weights : array_like of int, shape (units,), optional
        How often each unit counts, for example its number of rows; at least 3 weights must be
        positive. By default, every unit counts once, even a unit without rows, as in the paper that
        `map_landscape` follows. A unit of weight w counts as w equal units in the linkage and in
        the silhouette. A unit of weight 0 is left out of both; its region is that of the nearest
        unit (by cosine distance) that has a positive weight.
    dataset : sequence of str, shape (rows,), optional
        The dataset of each row, for purity and fragmentation; requires `units`.
    units : array_like of int, shape (rows,), optional
        The unit of each row, 0-based.
    purity : {"instance", "dataset"}
        What counts alike in the purity, see the Notes.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``.

    Returns
    -------
    Regions

    Raises
    ------
    ArgumentError
        Codes that are not finite numbers or consist of zeros only; an argument out of its range.
    LanguagesDisagree
        With ``engine="both"``.

    Notes
    -----
    The *silhouette* is the mean over units of :math:`(b - a) / \max(a, b)`. Here a is the mean
    cosine distance of a unit to the other units of its region. For each other region, the mean
    cosine distance of the unit to the units of that region is computed; b is the smallest of these
    means. A unit that is alone in its region counts as 0.

    With :math:`c_{dr}` the number of rows of dataset d in region r, :math:`n_d` the number of rows
    of dataset d and n the number of all rows, the other measures are:

    - *purity* :math:`= \sum_d \max_r c_{dr} / n`: the share of rows that lie in the region with the
      most rows of their dataset. The paper says "purity, i.e. minimizing instances from the same
      dataset belonging to different clusters". The usual purity counts the rows of the most common
      dataset in each region; it would grow with the number of regions. With ``purity="dataset"``,
      each dataset counts alike: :math:`\mathrm{mean}_d \max_r c_{dr} / n_d`.
    - *fragmentation* :math:`= \mathrm{mean}_d (1 - \sum_r (c_{dr}/n_d)^2)`: the probability that
      two rows of a dataset, drawn with replacement, lie in different regions, averaged over
      datasets.
    - *split*: the number of datasets that lie in more than one region.
    - *gap*: the distance between the two regions that would be joined next, minus the distance
      between the two that were joined last; 0 if the cut is not unique.

    The number of regions is chosen among the local maxima of the silhouette, that is, candidates
    whose silhouette is not below that of the next smaller or the next larger candidate. The largest
    candidate does not count as a local maximum, since the silhouette may rise further beyond it.
    Among the local maxima, the candidate with the largest product of silhouette and purity is
    chosen, or, if `dataset` is not given, the one with the largest silhouette. Of candidates that
    are equal to 9 decimals, the smallest is chosen. If there are no local maxima, the choice is
    among all candidates.

    Examples
    --------
    >>> import pybench as pb
    >>> codes = [[1, 0], [1, 0.1], [0.1, 1], [0, 1], [-1, 0], [-1, 0.1]]
    >>> pb.regions(codes).labels.tolist()
    [0, 0, 1, 1, 2, 2]
    """
    values = _check_codes(codes)
    times = _check_weights(weights, len(values))
    wanted, fixed = _check_candidates(candidates, k, int((times > 0).sum()))
    names, where = _check_rows(dataset, units, len(values))
    check.choice("purity", purity, WEIGHTS)
    options = {
        "k": fixed, "candidates": wanted, "weights": times, "dataset": names, "purity": purity
    }  # fmt: skip
    return engines.answer(
        "regions",
        {"codes": values, **options, "units": None if where is None else where + 1},
        engine=engine,
        kind=Regions,
        python=lambda: _regions(
            values, times, wanted, fixed, _counts(names, where, len(values)), purity
        ),
        places=("labels",),
    )


def _regions(
    values: Doubles,
    times: Ints,
    wanted: list[int],
    fixed: int | None,
    counts: Doubles | None,
    purity: str,
) -> Regions:
    import pandas as pd

    members = np.flatnonzero(times)
    distances = cosine_distances(values)
    inner, inner_times = distances[np.ix_(members, members)], times[members]
    merges, heights = average_linkage(inner, inner_times)
    nearest = _stand_ins(distances, members)
    cuts = {c: cut(merges, len(members), c) for c in wanted}
    labels = {c: numbered(part[nearest]) for c, part in cuts.items()}
    rows = [
        {
            "k": c,
            "silhouette": silhouette(inner, cuts[c], inner_times),
            **_spread(counts, labels[c], purity),
            "gap": gap(heights, c),
        }
        for c in wanted
    ]
    table = pd.DataFrame(rows)
    chosen = fixed if fixed is not None else _choose(table)
    tied = bool((table.loc[table["k"] == chosen, "gap"] <= _TIED).all())
    tied = tied or contested(inner, inner_times, merges, chosen)
    for array in (labels[chosen], heights):
        array.flags.writeable = False
    return Regions(
        labels=labels[chosen],
        k=chosen,
        sizes=tuple(int(n) for n in np.bincount(labels[chosen])),
        candidates=table,
        heights=heights,
        chosen_by="silhouette" if fixed is None else "user",
        n_units=len(values),
        n_left_out=len(values) - len(members),
        notes=notes.holding({"tied-cut": tied}),
        engine="python",
    )


def _stand_ins(distances: Doubles, members: Ints) -> Ints:
    """Return a weighted unit for each unit: itself or, at weight 0, the nearest one."""
    nearest: Ints = distances[:, members].argmin(axis=1)
    nearest[members] = np.arange(len(members))
    return nearest


def _spread(counts: Doubles | None, labels: Ints, purity: str) -> dict[str, float]:
    if counts is None:
        return dict.fromkeys(("purity", "fragmentation", "split"), math.nan)
    inside = counts @ (labels[:, None] == np.arange(labels.max() + 1))
    total = inside.sum(axis=1, keepdims=True)
    alike = purity == "instance" or bool((total == total[0]).all())
    pure = inside.max(axis=1).sum() / total.sum() if alike else (inside / total).max(axis=1).mean()
    return {
        "purity": float(pure),
        "fragmentation": float((1.0 - ((inside / total) ** 2).sum(axis=1)).mean()),
        "split": float(((inside > 0).sum(axis=1) > 1).sum()),
    }


def _choose(table: pd.DataFrame) -> int:
    figures = np.round(table["silhouette"].to_numpy(), _DIGITS)
    purity = table["purity"].fillna(1.0).to_numpy()
    before = np.concatenate([[-np.inf], figures[:-1]])
    after = np.concatenate([figures[1:], [np.inf]])
    peaks = (figures >= before) & (figures >= after)
    score = np.round(figures * purity, _DIGITS)
    score = np.where(peaks, score, -np.inf) if peaks.any() else score
    return int(table["k"].iloc[int(score.argmax())])


def _check_codes(codes: ArrayLike) -> Doubles:
    values = check.matrix("codes", codes)
    expected = "at least 3 codes, one per row, of finite numbers that are not all 0"
    if len(values) < 3 or not values.shape[1]:
        raise ArgumentError(
            f"`codes` must be {expected}, not a {len(values)} x {values.shape[1]} matrix",
            expected=expected,
            found=f"{len(values)} x {values.shape[1]}",
        )
    flat = np.flatnonzero(~values.any(axis=1))
    if flat.size:
        raise ArgumentError(
            f"`codes` must be {expected}; it has {counted(flat.size, 'row')} of zeros",
            expected=expected,
            found=f"zeros in row {flat[0] + 1}",
            hint="The cosine distance needs a direction, and such a code has none.",
        )
    return values


def _check_weights(weights: ArrayLike | None, n: int) -> Ints:
    if weights is None:
        return np.ones(n, dtype=np.int64)
    times = np.asarray(weights)
    if times.shape == (n,) and times.dtype.kind in "iuf" and np.isfinite(times).all():
        whole = times.astype(np.int64)
        if (whole == times).all() and (whole >= 0).all() and (whole > 0).sum() >= 3:
            return whole
    expected = f"{n} whole numbers >= 0, at least three of them above 0"
    found = clipped(repr(weights))
    raise ArgumentError(
        f"`weights` must be {expected}, not {found}", expected=expected, found=found
    )


def _check_candidates(
    candidates: Iterable[int] | None, k: int | None, n: int
) -> tuple[list[int], int | None]:
    most = n - 1  # beyond this, each region is one unit
    listed = range(2, min(LARGEST, most) + 1) if candidates is None else candidates
    wanted = {_number_of_regions("candidates", c, most) for c in listed}
    fixed = None if k is None else _number_of_regions("k", k, most)
    wanted |= set() if fixed is None else {fixed}
    if not wanted:
        raise ArgumentError("`candidates` must not be empty", expected="numbers", found="none")
    return sorted(wanted), fixed


def _number_of_regions(name: str, value: object, most: int) -> int:
    expected = f"a whole number from 2 to {most}"
    found = check.number(name, value, expected, 1.0, most + 1.0)
    if found.is_integer():
        return int(found)
    raise ArgumentError(
        f"`{name}` must be {expected}, not {value!r}", expected=expected, found=repr(value)
    )


def _check_rows(
    dataset: Sequence[str] | None, units: ArrayLike | None, n_units: int
) -> tuple[list[str] | None, Ints | None]:
    if dataset is None and units is None:
        return None, None
    if dataset is None or units is None:
        raise ArgumentError(
            "`dataset` and `units` must be given together", expected="both", found="one of them"
        )
    names = check.names("dataset", dataset, "the name of a dataset for each row")
    return names, check.places("units", units, n_units, len(names))


def _counts(dataset: list[str] | None, units: Ints | None, n_units: int) -> Doubles | None:
    if dataset is None or units is None:
        return None
    table: Doubles = dataset_counts(dataset, units, n_units)[1].astype(np.float64)
    return table


def dataset_counts(dataset: Sequence[str], place: Ints, n_places: int) -> tuple[list[str], Ints]:
    """Return the datasets by first occurrence, and the number of rows of each in each place."""
    order = {name: i for i, name in enumerate(dict.fromkeys(dataset))}
    cells = np.array([order[name] for name in dataset]) * n_places + place
    counts = np.bincount(cells, minlength=len(order) * n_places)
    return list(order), counts.reshape(-1, n_places)


def percentages(counts: Ints) -> Doubles:
    """Return counts in percent of their row."""
    return np.asarray(100.0 * counts / counts.sum(axis=1, keepdims=True))


def enough(counts: Ints, threshold: float) -> NDArray[np.bool_]:
    """Return in which places at least `threshold` percent of the instances of a row lie."""
    # In counts: 9 of 10 instances are 90 percent, whatever the rounding of a division. A threshold
    # and its product with n are rounded, each by half an ulp at most: 309 of 375 are 82.4 percent.
    least = threshold * counts.sum(axis=1, keepdims=True) * (1 - 4 * np.finfo(float).eps)
    reached: NDArray[np.bool_] = 100.0 * counts >= least
    return reached
