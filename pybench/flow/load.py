"""Results read back from the JSON files that pybench writes."""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pybench.base import path, shared
from pybench.base.document import read_json
from pybench.base.errors import InputError, refusal
from pybench.base.result import Result, decode
from pybench.base.text import shown
from pybench.flow.earlier import upgraded

#: Schema without its version -> where its class is.
CLASSES = {
    "bayesian-pairs": "comparison.bayesian:BayesianPairs",
    "best-by-region": "landscape.best:BestByRegion",
    "bootstrap": "landscape.bootstrap:Bootstrap",
    "bootstrap-thresholds": "landscape.thresholds:BootstrapThresholds",
    "certificate": "certificate.result:Certificate",
    "comparison": "comparison.summary:Comparison",
    "components": "landscape.components:Components",
    "k-means": "landscape.kmeans:KMeans",
    "contrasts": "comparison.contrasts:Contrasts",
    "core-patterns": "comparison.patterns:CorePatterns",
    "coverage": "landscape.coverage:Coverage",
    "covering": "selection.covering:Covering",
    "critical-difference": "comparison.critical:CriticalDifference",
    "critical-differences": "comparison.benchmarks:CriticalDifferences",
    "effects": "comparison.effects:Effects",
    "eligibility": "features.eligibility:Eligibility",
    "embedding-map": "features.projection:EmbeddingMap",
    "expected-gain": "selection.expected:ExpectedGain",
    "families-out": "selection.families:FamiliesOut",
    "found-representation": "selection.finding:FoundRepresentation",
    "favourable-sets": "comparison.favourable:FavourableSets",
    "feature-report": "features.report:FeatureReport",
    "feature-table": "features.table:FeatureTable",
    "friedman": "comparison.friedman:FriedmanResult",
    "item-comparison": "items.outcome:ItemComparison",
    "item-table": "items.table:ItemTable",
    "items-needed": "items.needed:ItemsNeeded",
    "kendall-w": "comparison.kendall:KendallW",
    "landscape": "landscape.map:Landscape",
    "landscape-stability": "landscape.stability:LandscapeStability",
    "learning-curve": "optimal.learningcurves:LearningCurve",
    "likelihood-ratios": "optimal.benchmark:LikelihoodRatios",
    "mantel": "selection.mantel:MantelTest",
    "map-quality": "landscape.quality:MapQuality",
    "metric-comparison": "comparison.metrics:MetricComparison",
    "missing-policies": "comparison.policies:MissingPolicies",
    "model-place": "selection.newmodel:ModelPlace",
    "multi-comparison": "comparison.matrix:MultiComparison",
    "nemenyi": "comparison.nemenyi:NemenyiResult",
    "newcomer": "landscape.newcomer:Newcomer",
    "next-dataset": "selection.nextdataset:NextDataset",
    "omnibus-test": "comparison.omnibus:OmnibusTest",
    "optimality": "optimal.optimality:Optimality",
    "pairwise-test": "comparison.pairs:PairwiseTest",
    "pareto-front": "comparison.pareto:ParetoFront",
    "paths": "optimal.simulation:Paths",
    "placement": "landscape.place:Placement",
    "posterior": "comparison.posterior:Posterior",
    "power": "comparison.power:Power",
    "published-landscape": "landscape.published:PublishedLandscape",
    "rank-intervals": "comparison.intervals:RankIntervals",
    "rank-preservation": "selection.preservation:RankPreservation",
    "ranking-bounds": "selection.bounds:RankingBounds",
    "redundancy": "landscape.redundancy:Redundancy",
    "regions": "landscape.regions:Regions",
    "representatives": "landscape.representatives:Representatives",
    "results-table": "table:ResultsTable",
    "scale": "selection.scale:ScaleAnalysis",
    "scaled-features": "landscape.scaling:ScaledFeatures",
    "scaling": "landscape.scaling:Scaling",
    "selection": "selection.choose:Selection",
    "selection-record": "selection.provenance:SelectionRecord",
    "som": "landscape.som:Som",
    "som-search": "landscape.search:SomSearch",
    "stability": "comparison.stability:Stability",
    "study": "flow.study:Study",
    "suite-check": "suite.healthcheck:SuiteCheck",
    "subset-quality": "selection.subset:SubsetQuality",
    "swaps": "comparison.swaps:Swaps",
    "sweep": "optimal.sweeps:Sweep",
    "synthetic": "selection.synthetic:Synthetic",
    "synthetic-study": "selection.synthetic_study:SyntheticStudy",
    "trend-test": "comparison.page:TrendTest",
    "validation": "comparison.validation:Validation",
    "within-datasets": "comparison.within:WithinDatasets",
}
_CLAIM = re.compile(rb'"schema"\s*:\s*"pybench/')
_OTHERS = (
    ["bundle"],
    ["published"],
    ["suite"],
    ["suite-run"],
)  #: other files with a schema of pybench


def load_result(source: str | os.PathLike[str] | Mapping[str, Any]) -> Result:
    """Read a result that was written as JSON.

    Parameters
    ----------
    source : path or mapping
        A file ``results.json``, or any JSON file with the output of a result's ``to_dict()``; or
        this output itself.

    Returns
    -------
    Result
        An object of the class that the schema of the file names, with the same numbers to the last
        bit. If a column of a data frame has both whole numbers and fractions, all its numbers are
        floats.

    Raises
    ------
    InputError
        Not JSON, not a result of pybench, or an unknown schema.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[3, 1], [2, 1]], higher_is_better=True, datasets=["a", "b"],
    ...     classifiers=["x", "y"])
    >>> pb.load_result(pb.friedman(t).to_dict()).pvalue == pb.friedman(t).pvalue
    True
    """
    if isinstance(source, Mapping):
        return _loaded(source, None)
    file = path.to_read("source", source)
    return _loaded(_document(_content(file), str(file)), str(file))


def result_in(data: bytes, file: str) -> Result | None:
    """Return the result in a file; None if the file claims to be something else.

    Raises
    ------
    InputError
        It claims to be a result of pybench, but is not one or is damaged.
    """
    if not _CLAIM.search(data):
        return None
    value = _document(data, file)
    schema = str(value.get("schema")) if isinstance(value, Mapping) else ""
    return None if schema.split("/")[1:2] in _OTHERS else _loaded(value, file)


def _loaded(value: Any, file: str | None) -> Result:
    try:
        found = _result(value, file)
        str(found)  # fails if the fields do not belong together
        return found
    except InputError as error:
        if error.file is None:
            error.file, error.hint = file, _hint()
        raise
    except Exception as error:  # of pandas or the classes, for any content of the file
        raise _refused(f"fields as the schema has them ({error})", "another", file) from error


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        expected, found = "a file that can be read", error.strerror or "none"
        raise refusal(
            expected, found, "Check the path.", file=str(file), kind=InputError
        ) from error


def _document(data: bytes, file: str) -> Any:
    try:
        return read_json(data)
    except ValueError as error:
        hint = "Check that it was written and copied completely."
        expected, found = "a JSON document", f"none ({error})"
        raise refusal(expected, found, hint, file=file, kind=InputError) from error


def _result(value: Any, file: str | None) -> Result:
    value = upgraded(value)
    found = value.get("schema") if isinstance(value, Mapping) else None
    if not isinstance(found, str) or found.count("/") != 2 or not found.startswith("pybench/"):
        raise _refused('a result of pybench, with a "schema"', shown(str(found)), file)
    _, name, version = found.split("/")
    if name not in CLASSES:
        raise _refused(f"one of the {len(CLASSES)} kinds of results", shown(name), file)
    wanted: type[Result] = _found(CLASSES[name])
    if wanted.schema != f"{name}/{version}":
        raise _refused(f"schema {wanted.schema}", f"{name}/{version}", file)
    return decode(wanted, value)


def _found(file: str) -> Any:
    module, _, name = file.partition(":")
    return getattr(importlib.import_module(f"pybench.{module}"), name)


def _refused(expected: str, found: str, file: str | None) -> InputError:
    return refusal(
        expected,
        found,
        _hint(),
        file=file,
        kind=InputError,
    )


def _hint() -> str:
    return f"This is pybench {shared.version()}; the file says which version wrote it."
