"""A portfolio of the landscape: regions take turns, each giving one of its datasets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError
from pybench.base.stream import uniforms
from pybench.base.text import clipped, shown
from pybench.selection.pools import Pools, prefixes
from pybench.selection.space import for_r

Ints = NDArray[np.int64]

# Percentage of a dataset's series that must lie in a region for the dataset to represent it.
_THRESHOLD = 90


def landscape(pools: Pools, sizes: Sequence[int]) -> list[Ints]:
    """Draw from each region in turn, the largest first; then from datasets of no region.

    In each round, one dataset is drawn from each region that has datasets left in the pool, so that
    any number of chosen datasets covers the landscape as evenly as possible.
    """
    m = pools.size
    u = uniforms(pools.rules.seed, "landscape selection", pools.first * m, pools.count * m)
    keys = u.reshape(pools.count, m)
    order = np.array([_order(*pair, pools.regions) for pair in zip(pools.rows, keys, strict=True)])
    return prefixes(order, sizes)


def _order(rows: Ints, keys: NDArray[np.float64], regions: tuple[Ints, ...]) -> Ints:
    """Sort by (round, size of region, region): the n-th of a region by key is in round n."""
    turn = np.full(len(rows), len(rows))
    place = np.full(len(rows), len(regions))
    by_size = sorted(range(len(regions)), key=lambda region: (-len(regions[region]), region))
    for position, region in enumerate(by_size):
        inside = np.flatnonzero(np.isin(rows, regions[region]))
        turn[inside[np.argsort(keys[inside], kind="stable")]] = np.arange(len(inside))
        place[inside] = position
    return np.asarray(np.lexsort((keys, place, turn)))


def is_landscape(given: Any) -> bool:
    """Return whether this is a landscape or region mapping, not a table of numbers."""
    return (
        isinstance(given, Mapping)
        or callable(getattr(given, "representatives", None))
        or hasattr(given, "region_names")
    )


def members(given: Any) -> dict[str, list[str]]:
    """Return region -> names of its datasets; no name occurs twice."""
    found = given
    if not isinstance(found, Mapping) and callable(getattr(found, "representatives", None)):
        found = found.representatives(_THRESHOLD)
    if hasattr(found, "region_names") and hasattr(found, "members"):
        found = dict(zip(found.region_names, found.members, strict=True))
    if not isinstance(found, Mapping) or not found:
        raise ArgumentError(
            f"a landscape must be a mapping, region -> names of its datasets, not "
            f"{clipped(repr(given))}",
            expected="a mapping: region -> names",
            found=type(given).__name__,
        )
    regions, home = {}, set[str]()
    for region, names in found.items():
        regions[str(region)] = _texts(str(region), names)
        for name in regions[str(region)]:
            if name in home:
                raise ArgumentError(
                    f"a landscape must contain each dataset only once, but {shown(name)} is also "
                    f"in region {shown(str(region))}",
                    expected="each dataset once",
                    found=f"{name} twice",
                )
            home.add(name)
    return regions


def _texts(region: str, names: object) -> list[str]:
    several = isinstance(names, Iterable) and not isinstance(names, str)
    listed: list[Any] = list(names) if several else [names]  # type: ignore[call-overload]
    if all(isinstance(name, str) for name in listed):
        return listed
    raise ArgumentError(
        f"a landscape must hold names of datasets, not {clipped(repr(names))} for region "
        f"{shown(region)}",
        expected="a mapping: region -> names",
        found=type(names).__name__,
    )


def region_rows(given: Any, datasets: Sequence[str]) -> tuple[Ints, ...]:
    """Return the rows of each region's datasets; other names are left out."""
    row = {name: place for place, name in enumerate(datasets)}
    regions = tuple(
        np.array(sorted(row[name] for name in names if name in row), np.int64)
        for names in members(given).values()
    )
    if not sum(map(len, regions)):
        raise ArgumentError(
            "the landscape has none of the datasets to choose from",
            expected="regions that hold some of the datasets",
            found="none",
        )
    return regions


def in_r(given: Any) -> Any:
    """Return an embedding or a landscape as R takes it."""
    return members(given) if is_landscape(given) else for_r(given)
