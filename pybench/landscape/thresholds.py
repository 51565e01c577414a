"""How much the bootstrap depends on the threshold for representatives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted, lined, without_controls
from pybench.bridge import engine as engines
from pybench.landscape.bootstrap import Bootstrap, bootstrap
from pybench.landscape.portfolios import check_per_region, landscape_in_r, members

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

_MAPPING = (
    "a mapping from thresholds to mappings from regions to names, "
    "or an object with a method representatives(threshold)"
)


@dataclass(frozen=True, slots=True, eq=False)
class BootstrapThresholds(Result):
    """One bootstrap per threshold, side by side."""

    bootstraps: Mapping[float, Bootstrap]  #: by threshold, ascending
    refused: Mapping[float, str]  #: thresholds without a bootstrap, and why
    notes: tuple[str, ...]  #: caveats of any of them, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "bootstrap-thresholds/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per threshold and n: regions, datasets, verdicts, changing pairs."""
        import pandas as pd

        rows = [
            {
                "threshold": threshold,
                "per_region": n,
                "regions": len(result.representatives),
                "datasets": sum(map(len, result.representatives.values())),
                "smallest": min(map(len, result.representatives.values())),
                "different": int(result.verdicts[n].to_numpy().sum()) // 2,
                "changing": len(result.changing),
                "other_thresholds": self._elsewhere(threshold, n),
            }
            for threshold, result in self.bootstraps.items()
            for n in result.per_region
        ]
        return pd.DataFrame(rows)

    def _elsewhere(self, threshold: float, n: int) -> int:
        """Count the pairs for which some other threshold gives another verdict."""
        own = self.bootstraps[threshold].verdicts[n].to_numpy()
        others = [result.verdicts[n].to_numpy() for result in self.bootstraps.values()]
        return int(np.any([own != other for other in others], axis=0).sum()) // 2

    def __str__(self) -> str:
        first = next(iter(self.bootstraps.values()))
        after = "Friedman, then Nemenyi where it rejects" if first.omnibus else "Nemenyi alone"
        pairs = counted(first.n_classifiers * (first.n_classifiers - 1) // 2, "pair")
        lines = [
            f"Bootstrap by threshold of representatives at alpha = {first.alpha:g} ({after}): "
            f"of {pairs}, the numbers that differ on at least half of the portfolios, and whose "
            "verdict depends on the size or the threshold",
            "  threshold  per region  regions  datasets  smallest  differ  by size  by threshold",
        ]
        lines += [
            f"  {row.threshold:>7g} %  {row.per_region:>10}  {row.regions:>7}  {row.datasets:>8}  "
            f"{row.smallest:>8}  {row.different:>6}  {row.changing:>7}  {row.other_thresholds:>12}"
            for row in self.to_frame().itertuples()
        ]
        lines += [
            without_controls(f"  none at {threshold:g} %: {reason}")
            for threshold, reason in self.refused.items()
        ]
        return lined(lines + notes.lines(self.notes))


def bootstrap_thresholds(
    t: ResultsTable,
    landscape: Any,
    thresholds: float | Iterable[float] = (50, 80, 90, 100),
    per_region: int | Iterable[int] = (2, 3, 4),
    repeats: int = 30,
    seed: int = 0,
    *,
    alpha: float = 0.05,
    omnibus: bool = True,
    small: str = "skip",
    engine: str | None = None,
) -> BootstrapThresholds:
    """Repeat `bootstrap` for several thresholds, which decide which datasets represent a region.

    Parameters
    ----------
    t : ResultsTable
    landscape : object or mapping
        An object with a method ``representatives(threshold)``, as in `bootstrap`; or a mapping that
        has, for each threshold, a mapping from regions to the names of their representatives.
    thresholds : float or iterable of float in (0, 100]
        At each threshold, a dataset represents a region if at least this percentage of its
        instances lies in the region.
    per_region, repeats, seed, alpha, omnibus, small
        As in `bootstrap`. Thresholds at which all regions have the same representatives give the
        same portfolios.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``.

    Returns
    -------
    BootstrapThresholds
        A threshold for which `bootstrap` raises an error, for example because no region has enough
        representatives, is listed in ``refused`` with the reason.

    Raises
    ------
    ResultsTableError
        For the same reasons as `bootstrap`.
    ArgumentError
        For the same reasons as `bootstrap`, if they apply at every threshold, or if a mapping lacks
        a threshold.
    LanguagesDisagree
        With ``engine="both"``.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[3, 2, 1]] * 10 + [[1, 2, 3]] * 10, higher_is_better=True,
    ...     datasets=list("abcdefghijklmnopqrst"), classifiers=["x", "y", "z"])
    >>> at = {50: {"one": list("abcdefghij"), "two": list("klmno")}, 90: {"one": list("abcdefg")}}
    >>> pb.bootstrap_thresholds(t, at, (50, 90), 5).to_frame()["datasets"].tolist()
    [15, 7]
    """
    listed = list(thresholds) if isinstance(thresholds, Iterable) else [thresholds]
    percents = sorted({check.percent("threshold", value) for value in listed})
    if not percents:
        raise ArgumentError(
            "`thresholds` must be numbers above 0 and at most 100, found none",
            expected="numbers above 0 and at most 100",
            found="none",
        )
    at = {percent: _at(landscape, percent) for percent in percents}
    options = {"repeats": repeats, "seed": seed, "alpha": alpha, "omnibus": omnibus, "small": small}
    sizes = check_per_region(per_region)
    return engines.answer(
        "bootstrap_thresholds",
        {
            "t": t,
            "landscape": _in_r(landscape, at),
            "thresholds": percents,
            "per_region": list(sizes),
            **options,
        },
        engine=engine,
        kind=BootstrapThresholds,
        python=lambda: _bootstraps(t, at, sizes, options),
    )


def _bootstraps(
    t: ResultsTable, at: Mapping[float, Any], sizes: tuple[int, ...], options: Mapping[str, Any]
) -> BootstrapThresholds:
    bootstraps: dict[float, Bootstrap] = {}
    refused: dict[float, ArgumentError] = {}
    for threshold, regions in at.items():
        one = {**options, "threshold": threshold, "engine": "python"}
        try:
            bootstraps[threshold] = bootstrap(t, regions, sizes, **one)
        except ArgumentError as error:
            refused[threshold] = error
    if not bootstraps:
        raise next(iter(refused.values()))
    found = {note for result in bootstraps.values() for note in result.notes}
    reasons = {threshold: str(error) for threshold, error in refused.items()}
    return BootstrapThresholds(bootstraps, reasons, notes.ordered(found), "python")


def _in_r(landscape: Any, at: Mapping[float, Any]) -> Any:
    """Return the input for R: a coverage, or threshold -> region -> names."""
    found = {f"{threshold:g}": members(regions, threshold) for threshold, regions in at.items()}
    return landscape_in_r(landscape, found)


def _at(landscape: Any, threshold: float) -> Any:
    """Return the input of `bootstrap` for one threshold."""
    if callable(getattr(landscape, "representatives", None)):
        return landscape
    if isinstance(landscape, Mapping) and threshold in landscape:
        return landscape[threshold]
    raise ArgumentError(
        f"`landscape` has no regions at the threshold {threshold:g} %; it must be {_MAPPING}",
        expected=_MAPPING,
        found=type(landscape).__name__,
        hint="If it maps regions to names, without thresholds, use `bootstrap` instead.",
    )
