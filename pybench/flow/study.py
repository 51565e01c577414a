"""A study as one value: every part that was made, and why others were left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from pybench.base.result import Result
from pybench.base.text import by_reason, counted, lined
from pybench.comparison.metrics import MetricComparison
from pybench.comparison.pareto import ParetoFront
from pybench.comparison.posterior import Posterior
from pybench.comparison.summary import Comparison
from pybench.features.projection import EmbeddingMap
from pybench.features.report import FeatureReport
from pybench.items.outcome import ItemComparison
from pybench.landscape.best import BestByRegion
from pybench.landscape.bootstrap import Bootstrap
from pybench.landscape.map import Landscape
from pybench.landscape.stability import LandscapeStability
from pybench.optimal.optimality import Optimality
from pybench.selection.covering import Covering
from pybench.selection.finding import FoundRepresentation
from pybench.selection.mantel import MantelTest
from pybench.selection.preservation import RankPreservation
from pybench.selection.provenance import SelectionRecord
from pybench.selection.subset import SubsetQuality
from pybench.table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, eq=False)
class Study(Result):
    """Datasets, runs, and all results. Made by `pybench.study`."""

    name: str
    seed: int
    table: ResultsTable | None  #: scores, run or read
    datasets: pd.DataFrame | None  #: of a suite: metafeatures, input of the selection
    comparison: Comparison | None  #: which methods differ
    posterior: Posterior | None  #: of the two with the best mean ranks
    published: Mapping[str, Comparison]  #: published tables, by title
    features: FeatureReport | None  #: which features are dropped
    map: EmbeddingMap | None  #: of the datasets by their features
    landscape: Landscape | None  #: what the series cover
    portfolio: Bootstrap | None  #: whether the results hold on other portfolios
    best: BestByRegion | None  #: the best method per region
    selection: SelectionRecord | None  #: the representative datasets
    selection_map: EmbeddingMap | None  #: of the datasets that were chosen from
    covering: Covering | None  #: how near the chosen ones are to all others
    protocol: RankPreservation | None  #: how many datasets preserve the ranking
    mantel: MantelTest | None  #: whether similar datasets rank methods alike
    subset: SubsetQuality | None  #: whether the chosen ones do
    optimality: Optimality | None  #: the gap to the optimal method
    left_out: Mapping[str, str]  #: part, or another step -> why it was not made
    unusable: Mapping[str, str]  #: dataset -> why it is not a task
    versions: Mapping[str, str]  #: of all packages that can change a number
    #: method -> substitutes for its failed fits, where, and why
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    metrics: MetricComparison | None = None  #: where several metrics agree
    by_metric: Mapping[str, Comparison] = field(default_factory=dict)  #: other metrics, by name
    pareto: ParetoFront | None = None  #: scores against a cost
    items: ItemComparison | None = None  #: which methods differ on single items
    #: feature -> why the landscape does not use it; nothing for a given table of features
    removed: Mapping[str, str] = field(default_factory=dict)
    stability: LandscapeStability | None = None  #: whether other maps find the same regions
    fitting: FoundRepresentation | None = None  #: the representation that fits best, or none

    schema: ClassVar[str] = "study/1"
    row_names: ClassVar[Mapping[str, str]] = {"datasets": "dataset"}

    @property
    def parts(self) -> tuple[str, ...]:
        """What was made, in the order of a report."""
        return tuple(name for name in ORDER if getattr(self, name))

    @property
    def doubts(self) -> tuple[str, ...]:
        """Caveats: scores that are not of the methods themselves, one sentence each."""
        items = self.stand_ins.items()
        return tuple(f"Some scores of {name} are substitutes: {text}." for name, text in items)

    def to_frame(self) -> pd.DataFrame:
        """Return the table of scores, one row per dataset.

        Raises
        ------
        TypeError
            If the study has no scores.
        """
        if self.table is None:
            raise TypeError("the study has no scores")
        return self.table.to_frame()

    def __str__(self) -> str:
        lines = [f"Study: {self.name}, seed {self.seed}"]
        if self.table is not None:
            size = counted(self.table.n_classifiers, "method")
            metric = self.table.metric or "score"
            lines.append(f"  {size} on {counted(self.table.n_datasets, 'dataset')}, {metric}")
        lines += [f"  {sentence}" for sentence in self.doubts]
        if self.comparison is not None:
            lines += [f"  {sentence}" for sentence in self.comparison.told()]
        lines.append(f"  parts: {', '.join(self.parts) or 'none'}")
        reasons = by_reason(self.left_out)
        lines += [f"  left out: {', '.join(parts)} ({why})" for why, parts in reasons.items()]
        lines += [f"  no task: {name} ({why})" for name, why in self.unusable.items()]
        return lined(lines)


#: Parts in the order of a report.
ORDER = (
    "metrics", "comparison", "by_metric", "pareto", "items", "published", "features", "landscape",
    "portfolio", "selection", "protocol", "optimality",
)  # fmt: skip
