"""Portfolios: the same number of datasets from every region, drawn alike in Python and R."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.stream import draw as draw
from pybench.base.text import clipped, shown, shown_names
from pybench.landscape.coverage import Coverage, coverage_in_r
from pybench.landscape.representatives import sample_bounds

Ints = NDArray[np.int64]

_MAPPING = "a mapping from each region to the names of its datasets"


@dataclass(frozen=True, slots=True)
class Regions:
    """Regions that portfolios are drawn from."""

    drawn: dict[str, tuple[str, ...]]  #: region -> its representatives in the table, by name
    skipped: tuple[str, ...]  #: regions with too few of them
    unscored: tuple[str, ...]  #: representatives without scores in the table, by name


def portfolios(
    regions: Mapping[str, Sequence[str]], size: int, repeats: int, seed: int
) -> NDArray[np.object_]:
    """Draw ``size`` datasets from each region; draws do not depend on other regions.

    Returns
    -------
    (repeats, size * len(regions)) str
        Regions in their order, ``size`` columns each.
    """
    parts = []
    for region, members in regions.items():
        places = draw(len(members), size, repeats, seed, f"portfolio of {size} from {region}")
        parts.append(np.array(members, dtype=object)[places])
    return np.concatenate(parts, axis=1)


def representatives(landscape: Any, threshold: float) -> dict[str, tuple[str, ...]]:
    """Return region -> names, from a mapping or an object with ``representatives(threshold)``.

    Names are sorted, so that draws do not depend on the order of the datasets of a region.
    """
    found = members(landscape, threshold)
    _require_one_region_each(found)
    return found


def landscape_in_r(landscape: Any, found: Mapping[str, Any]) -> Any:
    """Return the landscape as R takes it: a coverage, or the representatives found."""
    spread = getattr(landscape, "coverage", landscape)
    return coverage_in_r(spread) if isinstance(spread, Coverage) else found


def members(landscape: Any, threshold: float) -> dict[str, tuple[str, ...]]:
    """Return region -> names, sorted; a dataset may represent several regions."""
    found = landscape
    if not isinstance(landscape, Mapping) and callable(getattr(landscape, "representatives", None)):
        found = landscape.representatives(threshold)
    if hasattr(found, "region_names") and hasattr(found, "members"):  # a Representatives
        found = dict(zip(found.region_names, found.members, strict=True))
    if not isinstance(found, Mapping) or not found:
        raise ArgumentError(
            f"`landscape` must be {_MAPPING}, not {clipped(repr(landscape))}",
            expected=_MAPPING,
            found=type(landscape).__name__,
            hint="You can also give an object whose method representatives(threshold) returns "
            "such a mapping.",
        )
    listed = {str(region): _names(str(region), names) for region, names in found.items()}
    if "" in listed:
        raise ArgumentError("`landscape` has a region without a name", expected="names")
    for region, names in listed.items():
        _require_one_region_each({region: names})
    if len(listed) < len(found):
        raise ArgumentError(
            "`landscape` has two regions with the same name",
            expected="names that differ as strings",
        )
    return listed


def _names(region: str, names: object) -> tuple[str, ...]:
    listed: list[Any] = [None]
    if isinstance(names, Iterable) and not isinstance(names, str):
        listed = list(names)
    if not all(isinstance(name, str) for name in listed):
        raise ArgumentError(
            f"`landscape` must hold names of datasets, not {clipped(repr(names))} for region "
            f"{shown(region)}",
            expected=_MAPPING,
            found=type(names).__name__,
        )
    return tuple(sorted(listed))


def _require_one_region_each(regions: Mapping[str, Sequence[str]]) -> None:
    home: dict[str, str] = {}
    for region, names in regions.items():
        for name in names:
            if name in home:
                raise ArgumentError(
                    f"`landscape` has dataset {shown(name)} twice, in region {shown(home[name])} "
                    f"and in region {shown(region)}",
                    expected="each dataset once",
                    found=f"{name} twice",
                    hint="A portfolio would count this dataset twice: raise the threshold above "
                    "50, or list the dataset in one region only.",
                )
            home[name] = region


def usable(
    regions: Mapping[str, Sequence[str]], datasets: Iterable[str], needed: int, small: str
) -> Regions:
    """Keep the representatives that have scores, and the regions with enough of them.

    Parameters
    ----------
    regions : mapping
        Region -> names, as `representatives` gives them.
    datasets : iterable of str
        Those of the table.
    needed : int
        Most datasets that a portfolio takes from one region.
    small : {"skip", "refuse"}
        What to do with a region with fewer than ``needed``.
    """
    known = set(datasets)
    scored = {region: tuple(n for n in names if n in known) for region, names in regions.items()}
    unscored = sorted(n for names in regions.values() for n in names if n not in known)
    skipped = tuple(region for region, names in scored.items() if len(names) < needed)
    drawn = {region: names for region, names in scored.items() if region not in skipped}
    if not drawn or (skipped and small == "refuse"):
        sizes = {region: len(scored[region]) for region in skipped}
        most = sample_bounds(map(len, scored.values()))[1]
        raise ArgumentError(
            f"`per_region` needs {needed} datasets per region, but these regions have fewer "
            "datasets with scores: "
            f"{shown_names(skipped)}",
            expected=f"regions of at least {needed} representatives",
            found=", ".join(f"{clipped(region)}: {size}" for region, size in sizes.items()),
            hint=_remedy(most),
        )
    return Regions(drawn, skipped, tuple(unscored))


def _remedy(most: int) -> str:
    if not most:
        return (
            "No region has datasets with scores: lower the threshold, or use the names of the "
            "table."
        )
    return (
        f"Ask for at most {most}, which every region that has datasets can give; or lower the "
        'threshold, or leave such regions out with small="skip".'
    )


def check_per_region(value: object) -> tuple[int, ...]:
    """Return the numbers of datasets per region, ascending and each once."""
    listed = list(value) if isinstance(value, Iterable) else [value]
    if not listed or isinstance(value, str):
        raise ArgumentError(
            f"`per_region` must be whole numbers >= 1, not {value!r}",
            expected="whole numbers >= 1",
            found=repr(value),
        )
    return tuple(sorted({check.count("per_region", size, 1) for size in listed}))
