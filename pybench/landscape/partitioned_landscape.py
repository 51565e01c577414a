"""The landscape of rows that lie in many files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.options import engine_or_default
from pybench.base.progress import Progress
from pybench.landscape.map import Landscape, described, require_codes
from pybench.landscape.partitioned import train
from pybench.landscape.parts import KEYS, Parts, find_parts

if TYPE_CHECKING:
    import distributed


def partitioned_landscape(
    source: Any,
    xdim: int,
    ydim: int,
    *,
    out: str | os.PathLike[str],
    k: int | None = None,
    candidates: Iterable[int] | None = None,
    topology: str = "hexagonal",
    toroidal: bool = False,
    rlen: int = 20,
    radius: float | tuple[float, float] | None = None,
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    progress: Callable[[Progress], object] | None = None,
    engine: str | None = None,
    seed: int,
) -> Landscape:
    """Map the landscape of a benchmark whose rows no machine has to hold.

    The map is that of `partitioned_som`; its units are joined into regions, and the rows of each
    dataset are counted in each region, as by `map_landscape`.

    Parameters
    ----------
    source, xdim, ydim, out, topology, toroidal, rlen, radius, workers, cluster, progress, seed
        As in `partitioned_som`. The files have a column ``dataset``, and the map has 3 units or
        more.
    k, candidates, engine
        As in `map_landscape`.

    Returns
    -------
    Landscape
        With ``dataset``, ``units`` and ``region`` of all rows, in the order of the files: 24 bytes
        per row. ``search`` is None.

    Raises
    ------
    ArgumentError
        As `partitioned_som`; or files without a column ``dataset``.
    InputError, EnvironmentProblem, TasksFailed, RNotFound, RPackageMissing
        For the same reasons as `partitioned_som`.
    LanguagesDisagree
        With ``engine="both"``.

    Examples
    --------
    >>> import pybench as pb
    >>> land = pb.partitioned_landscape("features", 50, 50, out="map", seed=0)  # doctest: +SKIP
    >>> land.representatives()  # doctest: +SKIP
    """
    engine = engine_or_default(engine)
    require_codes(check.count("xdim", xdim), check.count("ydim", ydim), "`xdim` and `ydim`")
    parts = find_parts(source)
    _require_datasets(parts)
    som, scaling = train(
        parts, xdim, ydim, out, topology, toroidal, rlen, radius, workers, cluster, progress, seed
    )
    dataset = np.concatenate([part.datasets() for part in parts.parts])
    return described(
        "som", scaling, dataset, None, som, None, som.codes, som.units, k, candidates, "instance",
        engine,
    )  # fmt: skip


def _require_datasets(parts: Parts) -> None:
    if not parts.named:
        raise ArgumentError(
            f"`source` must name the dataset of each row: expected a column {KEYS[0]}, found none",
            expected=f"a column {KEYS[0]}", found="none",
            hint="Write the features by `write_features`, or add the column to the files.",
        )  # fmt: skip
