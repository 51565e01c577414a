"""The state of a study while it is made: results so far, and the inputs of each part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import shared
from pybench.base.errors import EnvironmentProblem
from pybench.base.text import counted
from pybench.comparison.incomplete import common_counts
from pybench.flow.definition import Definition
from pybench.flow.part_cache import Inputs, PartCache, digest_of

if TYPE_CHECKING:
    import pandas as pd

    from pybench.base.progress import Progress
    from pybench.features.table import FeatureTable
    from pybench.items.table import ItemTable
    from pybench.suite.manifest import Manifest
    from pybench.table import ResultsTable


class NotPossible(Exception):
    """The data do not allow a part; the text gives the reason."""


@dataclass
class StudyState:
    """A study while it is made: its definition, its cache, and the results so far."""

    definition: Definition
    cache: PartCache
    folder: Path
    engine: str
    notice: Callable[[str], object]
    progress: Callable[[Progress], object]
    suite: Manifest | None = None
    table: ResultsTable | None = None
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    datasets: pd.DataFrame | None = None
    features: tuple[str, FeatureTable] | None = None  #: digest of the file, and its content
    found: dict[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    items: ItemTable | None = None
    metrics: dict[str, ResultsTable] = field(default_factory=dict)  #: other than the scores

    def inputs(self, part: str, *others: str, engine: bool = False) -> Inputs:
        """Return the inputs of a part: its settings, other parts, the engine, versions."""
        settings = {
            name: str(value if not callable(value) else "") if not isinstance(value, Mapping)
            else digest_of(value)
            for name, value in self.definition.parts.get(part, {}).items()
        }  # fmt: skip
        found = {**settings, **{f"part {name}": self.cache.digest(name) for name in others}}
        found |= {f"version of {name}": value for name, value in self.versions.items()}
        found["seed"] = str(self.definition.seed)
        if engine and self.engine != "python":
            found |= r_versions()
        return {**found, "engine": self.engine} if engine else found

    def scores(
        self, least: int = 2, *, complete: bool = True, one_metric: bool = False
    ) -> ResultsTable:
        """Return scores that can be ranked, of two methods or more.

        Scores can be missing if they need not be ``complete`` and the file says "pairwise".
        """
        table = self.table
        if table is None or table.n_datasets < least:
            raise NotPossible(f"it requires scores on {least} datasets or more")
        if table.n_classifiers < 2:
            raise NotPossible("it requires scores of 2 methods or more")
        if table.n_missing and not complete and self.definition.data.get("missing") == "pairwise":
            if common_counts(table.scores).min() < least:
                raise NotPossible(f"it requires {least} datasets with scores of both methods")
        elif table.n_missing:
            raise NotPossible(f"{counted(table.n_missing, 'score')} missing")
        if one_metric and table.metrics is not None:
            raise NotPossible(f"it requires one metric, and the datasets have {table.metric}")
        return table

    def settings(self, part: str) -> Mapping[str, Any]:
        """Return the settings of a part."""
        return self.definition.parts[part]

    def in_languages(self, compute: Callable[..., Any]) -> Any:
        """Compute; "auto" uses both languages, or Python alone with a notice if R is missing."""
        if self.engine == "both" and self.definition.engine == "auto":
            try:
                return compute(engine="both")
            except EnvironmentProblem as problem:
                self.notice(f"Python alone computes, unchecked by R: {problem}")
                self.engine = "python"
        return compute(engine=self.engine)


def versions() -> dict[str, str]:
    """Return the versions of all packages that can change a number."""
    import platform

    from pybench.store.fingerprint import version

    names = ("numpy", "scipy", "pandas", "scikit-learn")
    found = {name: version(name) for name in names}
    return {"python": platform.python_version(), "pybench": shared.version(), **found}


def r_versions() -> dict[str, str]:
    """Return the versions of R and its packages, without starting R."""
    from pybench.bridge import library, locate

    try:
        r = locate.find_r()
    except EnvironmentProblem:
        return {"version of R": "none"}
    kohonen = locate.package_version("kohonen", locate.libraries(r))
    return {
        "version of R": r.version,
        "version of kohonen": kohonen or "none",
        "R package pybench": library.key(r),
    }
