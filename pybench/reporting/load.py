"""Results read back from the JSON files that pybench writes."""

from __future__ import annotations

import dataclasses
import importlib
import math
import os
import re
import types
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from pybench.base import notes, path, shared
from pybench.base.document import read_json
from pybench.base.errors import InputError, refusal
from pybench.base.result import Result
from pybench.base.text import shown

Kind = TypeVar("Kind")

#: Schema without its version -> where its class is.
CLASSES = {
    "bayesian-pairs": "comparison.bayesian:BayesianPairs",
    "best-by-region": "landscape.best:BestByRegion",
    "bootstrap": "landscape.bootstrap:Bootstrap",
    "bootstrap-thresholds": "landscape.thresholds:BootstrapThresholds",
    "certificate": "certificate.result:Certificate",
    "comparison": "comparison.summary:Comparison",
    "components": "landscape.components:Components",
    "contrasts": "comparison.contrasts:Contrasts",
    "core-patterns": "comparison.patterns:CorePatterns",
    "coverage": "landscape.coverage:Coverage",
    "covering": "selection.covering:Covering",
    "critical-difference": "comparison.critical:CriticalDifference",
    "critical-differences": "comparison.benchmarks:CriticalDifferences",
    "effects": "comparison.effects:Effects",
    "eligibility": "features.eligibility:Eligibility",
    "embedding-map": "features.projection:EmbeddingMap",
    "families-out": "selection.families:FamiliesOut",
    "feature-report": "features.report:FeatureReport",
    "feature-table": "features.table:FeatureTable",
    "friedman": "comparison.friedman:FriedmanResult",
    "kendall-w": "comparison.kendall:KendallW",
    "landscape": "landscape.map:Landscape",
    "likelihood-ratios": "optimal.benchmark:LikelihoodRatios",
    "mantel": "selection.mantel:MantelTest",
    "map-quality": "landscape.quality:MapQuality",
    "multi-comparison": "comparison.matrix:MultiComparison",
    "nemenyi": "comparison.nemenyi:NemenyiResult",
    "newcomer": "landscape.newcomer:Newcomer",
    "omnibus-test": "comparison.omnibus:OmnibusTest",
    "optimality": "optimal.optimality:Optimality",
    "pairwise-test": "comparison.pairs:PairwiseTest",
    "paths": "optimal.simulation:Paths",
    "posterior": "comparison.posterior:Posterior",
    "power": "comparison.power:Power",
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
    "selection-record": "selection.record:SelectionRecord",
    "som": "landscape.som:Som",
    "som-search": "landscape.search:SomSearch",
    "stability": "comparison.stability:Stability",
    "study": "flow.study:Study",
    "suite-check": "suite.ageing:SuiteCheck",
    "subset-quality": "selection.subset:SubsetQuality",
    "swaps": "comparison.swaps:Swaps",
    "sweep": "optimal.design:Sweep",
    "synthetic": "selection.synthetic:Synthetic",
    "synthetic-study": "selection.synthetic:SyntheticStudy",
    "trend-test": "comparison.page:TrendTest",
    "validation": "comparison.validation:Validation",
}
#: Schema of an earlier version -> what adds the fields that it had not got.
EARLIER = {
    "critical-difference/2": "comparison.earlier:critical_difference",
    "multi-comparison/1": "comparison.earlier:multi_comparison",
    "nemenyi/1": "comparison.earlier:nemenyi",
    "optimality/1": "optimal.optimality:from_first",
    "pairwise-test/1": "comparison.earlier:pairwise_test",
    "stability/1": "comparison.earlier:stability",
    "sweep/1": "optimal.design:from_first",
}
_CLAIM = re.compile(rb'"schema"\s*:\s*"pybench/')
_OTHERS = (["bundle"], ["published"], ["suite"], ["suite-run"])  #: what else bears a schema of ours
_NOT_FINITE = {"NaN": math.nan, "Inf": math.inf, "-Inf": -math.inf}


def load_result(source: str | os.PathLike[str] | Mapping[str, Any]) -> Result:
    """Read a result that was written as JSON.

    Parameters
    ----------
    source : path or mapping
        A ``results.json`` or any file that holds what a result's ``to_dict`` returns; or that
        mapping itself.

    Returns
    -------
    Result
        Of the class that the file's schema names, with the same numbers to the last bit. Frames
        of whole numbers and fractions hold fractions.

    Raises
    ------
    InputError
        No JSON, no result of pybench, or one of a schema that this version does not know.

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
    place = path.to_read("source", source)
    return _loaded(_document(_content(place), str(place)), str(place))


def result_in(data: bytes, file: str) -> Result | None:
    """Return the result that a file holds, None where it claims to be another thing.

    Raises
    ------
    InputError
        What claims to be a result of pybench is none, or damaged.
    """
    if not _CLAIM.search(data):
        return None
    value = _document(data, file)
    schema = str(value.get("schema")) if isinstance(value, Mapping) else ""
    return None if schema.split("/")[1:2] in _OTHERS else _loaded(value, file)


def _loaded(value: Any, file: str | None) -> Result:
    try:
        found = typing.cast("Result", _result(value, file))
        str(found)  # fields that do not belong together cannot say what they are
        return found
    except InputError:
        raise
    except Exception as error:  # of pandas and of the classes, whatever the file makes of them
        raise _refused(f"fields as the schema has them ({error})", "another", file) from error


def _content(place: Path) -> bytes:
    try:
        return place.read_bytes()
    except OSError as error:
        expected, found = "a file that can be read", error.strerror or "none"
        raise refusal(
            expected, found, "Check the path.", file=str(place), kind=InputError
        ) from error


def _document(data: bytes, file: str) -> Any:
    try:
        return read_json(data)
    except ValueError as error:
        hint = "Check that it was written and copied completely."
        expected, found = "a JSON document", f"none ({error})"
        raise refusal(expected, found, hint, file=file, kind=InputError) from error


def _result(value: Any, file: str | None) -> Any:
    found = value.get("schema") if isinstance(value, Mapping) else None
    if not isinstance(found, str) or found.count("/") != 2 or not found.startswith("pybench/"):
        raise _refused('a result of pybench, with a "schema"', shown(str(found)), file)
    _, name, version = found.split("/")
    if name not in CLASSES:
        raise _refused(f"one of the {len(CLASSES)} kinds of results", shown(name), file)
    wanted: type[Result] = _found(CLASSES[name])
    if earlier := EARLIER.get(f"{name}/{version}"):
        value = _found(earlier)(value)
    elif wanted.schema != f"{name}/{version}":
        raise _refused(f"schema {wanted.schema}", f"{name}/{version}", file)
    return _fields(wanted, value)


def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(f"pybench.{module}"), name)


def _refused(expected: str, found: str, file: str | None) -> InputError:
    return refusal(
        expected,
        found,
        f"This is pybench {shared.version()}; the file says which version wrote it.",
        file=file,
        kind=InputError,
    )


def _fields(kind: type[Kind], value: Mapping[str, Any]) -> Kind:
    hints = typing.get_type_hints(kind, localns=_names())
    fields = [field for field in dataclasses.fields(kind) if field.init]  # type: ignore[arg-type]
    # A field that files of an earlier version have not got has a default.
    named = [field.name for field in fields if field.name in value or not _has_default(field)]
    revived = {name: _revived(value[name], hints[name]) for name in named}
    if "note_details" in value:
        revived["notes"] = notes.told(revived["notes"], value["note_details"])
    for name, rows in getattr(kind, "row_names", {}).items():
        if revived[name] is not None:
            revived[name].index.name = rows
    found = kind(**revived)
    if "notes" in named:
        notes.ordered(found.notes)  # type: ignore[attr-defined]  # one that is not in the list
    return found


def _has_default(field: dataclasses.Field[Any]) -> bool:
    nothing = dataclasses.MISSING
    return field.default is not nothing or field.default_factory is not nothing


def _names() -> dict[str, Any]:
    """Return what the annotations of results name without importing it."""
    import pandas as pd

    from pybench.table import ResultsTable

    floats, texts = NDArray[np.float64], NDArray[np.object_]
    return {
        "pd": pd, "npt": np.typing, "np": np, "ResultsTable": ResultsTable, "Floats": floats,
        "Integers": NDArray[np.int64], "Texts": texts, "Mapping": Mapping,
    }  # fmt: skip


def _revived(value: Any, hint: Any) -> Any:
    """Turn what JSON can hold back into what an annotation says."""
    import pandas as pd

    origin, inner = get_origin(hint), get_args(hint)
    if value is None:
        return None
    if origin in (types.UnionType, typing.Union):
        return _revived(value, _which(value, [one for one in inner if one is not type(None)]))
    if origin is np.ndarray:
        return _array(value, get_args(inner[1])[0])
    if origin is tuple:
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        return tuple(_revived(item, one) for item, one in zip(value, kinds, strict=True))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {_key(name, inner[0]): _revived(item, inner[1]) for name, item in value.items()}
    if hint is pd.DataFrame:
        return frame_of(value)
    if hint is pd.Series:
        return pd.Series([_number(item) for item in value.values()], index=list(value))
    if dataclasses.is_dataclass(hint):
        kind = typing.cast("type[Any]", hint)
        return _result(value, None) if "schema" in value else _fields(kind, value)
    return float(_number(value)) if hint is float else value


def _which(value: Any, kinds: list[Any]) -> Any:
    if len(kinds) > 1 and isinstance(value, str) and value not in _NOT_FINITE:
        return str
    return kinds[0]


def _key(name: str, kind: Callable[[str], Any]) -> Any:
    return kind(name) if kind in (int, float) else name


def _number(value: Any) -> Any:
    return _NOT_FINITE.get(value, value) if isinstance(value, str) else value


def _array(value: Any, kind: type[np.generic]) -> Any:
    if issubclass(kind, np.object_):
        array = np.empty(len(value), dtype=object)
        array[:] = value
    else:
        array = np.array(_numbers(value), dtype=kind)
    array.flags.writeable = False
    return array


def _numbers(value: Any) -> Any:
    if isinstance(value, list):
        plain = set(map(type, value)) <= {float, int, bool}
        return value if plain else [_numbers(item) for item in value]
    return _number(value)


def frame_of(value: Mapping[str, Any]) -> Any:
    """Return the frame that a result wrote as rows, columns and values."""
    import pandas as pd

    rows, columns = value["rows"], value["columns"]
    cells = list(zip(*value["values"], strict=True)) if rows else [()] * len(columns)
    frame = pd.DataFrame({place: _column(cell) for place, cell in enumerate(cells)}, index=rows)
    frame.columns = pd.Index(columns)
    return frame


def _column(cells: tuple[Any, ...]) -> list[Any]:
    """Return numbers where all are; a name may be "NaN", so one other text keeps them texts."""
    numbers = [_number(cell) for cell in cells]
    return list(cells) if any(isinstance(number, str) for number in numbers) else numbers
