"""The room landscape: features, maps, regions, coverage, representatives, bootstraps."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pybench.certificate import tables
from pybench.certificate.asked import Asked, Questions, engines, in_r, made, numbers, texts, twins
from pybench.features.embedding import dataset_embedding
from pybench.features.projection import embedding_map
from pybench.features.report import feature_report
from pybench.landscape import (
    best,
    bootstrap,
    coverage,
    newcomer,
    quality,
    regions,
    stability,
    thresholds,
)
from pybench.landscape.map import map_landscape
from pybench.landscape.newcomer import nearest_region
from pybench.landscape.scaling import SCALES, scale_features
from pybench.landscape.search import som_search
from pybench.landscape.som import som
from pybench.landscape.variations import landscape_stability
from pybench.table import ResultsTable

ROOM = "landscape"
_SIDES = ((5, 4), (4, 4))


def of_table(t: ResultsTable, table: str, alpha: float) -> Questions:
    """Yield the bootstraps of a table; its datasets are assigned to three regions in turn."""
    dealt = {f"R{i + 1}": list(t.datasets[i::3]) for i in range(min(3, t.n_datasets))}
    more = {**dealt, "none": ["unknown"]}
    several = {50.0: dealt, 90.0: {"R1": dealt["R1"]}}
    few: dict[str, Any] = {"repeats": 10, "alpha": alpha}
    yield engines(ROOM, best.best_by_region, table, t, more, alpha=alpha)
    for omnibus in (True, False):
        said = "omnibus test first" if omnibus else "pairs alone"
        yield engines(
            ROOM, bootstrap.bootstrap, table, t, dealt, (1, 2), settings=said, omnibus=omnibus,
            **few,
        )  # fmt: skip
    yield engines(
        ROOM, thresholds.bootstrap_thresholds, table, t, several, (50, 90), (2,), **few
    )  # fmt: skip


def shipped() -> Questions:
    """Yield questions on the features that ship with the package."""
    yield from _of_features()
    yield from _of_maps()
    yield from _of_regions()


def _features_in_r() -> Any:
    return made("pb_read_features", path=str(tables.path("catch22.csv")))


def _of_features() -> Questions:
    table = tables.SERIES
    yield twins(ROOM, "read_features", table, _table, _table_in_r)
    yield twins(ROOM, "feature_report", table, _report, _report_in_r)
    for by in ("mean+std", "median+min+max"):
        yield twins(
            ROOM, "dataset_embedding", table, partial(_embedding, by),
            partial(_embedding_in_r, by), by,
        )  # fmt: skip
    for scale in ("ranks", "variance"):
        yield twins(
            ROOM, "embedding_map", table, partial(_projected, scale),
            partial(_projected_in_r, scale), scale,
        )  # fmt: skip
    for scale in SCALES:
        yield twins(
            ROOM, "scale_features", table, partial(_scaled, scale), partial(_scaled_in_r, scale),
            scale,
        )  # fmt: skip


def _of_maps() -> Questions:
    """Yield questions on maps: R trains both, so kohonen checks it; the rest is computed twice."""
    table, rows = tables.SERIES, scale_features(tables.series()).values
    grid = {"xdim": 6, "ydim": 5}
    for toroidal in (False, True):
        said = "toroidal" if toroidal else "flat"
        asked = {"toroidal": toroidal, **grid}
        yield engines(
            ROOM, quality.map_quality, table, rows, rows[::6], settings=said, **asked
        )  # fmt: skip
        yield twins(
            ROOM, "som", table, partial(_trained, rows, "exact", toroidal),
            partial(_trained, rows, "kohonen", toroidal), f"{said}, our kernel against kohonen's",
        )  # fmt: skip
    yield twins(ROOM, "som_search", table, _searched, _searched_in_r)
    for reduction in ("pca", "none"):
        yield twins(
            ROOM, "map_landscape", table, partial(_mapped, reduction),
            partial(_mapped_in_r, reduction), reduction,
        )  # fmt: skip
    yield twins(ROOM, "landscape_stability", table, _varied, _varied_in_r)


def _of_regions() -> Questions:
    table, features = tables.SERIES, tables.series()
    rows = scale_features(features).values
    names = features.dataset.tolist()
    yield engines(ROOM, regions.regions, table, rows[::3], settings="chosen number")
    yield engines(ROOM, regions.regions, table, rows[::3], 4, settings="four")
    found = regions.regions(rows, 5, engine="python")
    labels = np.asarray(found.labels)
    counted = coverage.coverage(names, labels, found.k, engine="python")
    yield engines(ROOM, coverage.coverage, table, names, labels, found.k)
    yield engines(ROOM, coverage.redundancy, table, counted)
    for threshold in (50, 90):
        yield engines(
            ROOM, coverage.representatives, table, counted, threshold, settings=f"{threshold}%"
        )
    yield engines(ROOM, newcomer.newcomer, table, counted, [0, 0, 1, found.k - 1])
    maps = np.stack([labels, np.roll(labels, 7), labels // 2], axis=1)
    yield engines(ROOM, stability.region_stability, table, maps, names, {"seed": list("012")}, 50)
    yield _nearest(rows[1::2], rows[::3], labels[::3])


def _nearest(rows: Any, codes: Any, labels: Any) -> Asked:
    def theirs() -> dict[str, Any]:
        found = in_r("pb_nearest_region", X=rows, codes=codes, labels=labels + 1)
        return {"region": numbers(found) - 1}

    return twins(
        ROOM, "nearest_region", tables.SERIES,
        lambda: {"region": nearest_region(rows, codes, labels)}, theirs,
    )  # fmt: skip


def _table() -> dict[str, Any]:
    found = tables.series()
    said = {name: getattr(found, name).tolist() for name in ("dataset", "split", "label")}
    return {"values": found.values, "names": found.names, **said}


def _table_in_r() -> dict[str, Any]:
    found = in_r("pb_read_features", path=str(tables.path("catch22.csv")))
    said = {name: texts(found[name]) for name in ("dataset", "split", "label", "names")}
    return {"values": numbers(found["values"]), **said}


def _report() -> dict[str, Any]:
    found = feature_report(tables.series())
    return {
        "datasets": found.datasets, "missing": found.missing, "constant": found.constant,
        "n_series": found.n_series, "shortest": found.shortest,
    }  # fmt: skip


def _report_in_r() -> dict[str, Any]:
    found = in_r("pb_feature_report", features=_features_in_r())
    fields = ("missing", "constant", "n_series", "shortest")
    return {
        "datasets": texts(found["datasets"]),
        **{field: numbers(found[field]) for field in fields},
    }


def _embedding(by: str) -> dict[str, Any]:
    return _in_units(dataset_embedding(tables.series(), by).to_numpy())


def _in_units(values: Any) -> dict[str, Any]:
    """Scale each feature's largest value to 1: the deviation of a constant is rounding noise."""
    seen = np.nan_to_num(np.abs(tables.series().values), posinf=0.0).max(axis=0)
    aggregates = values.shape[1] // len(seen)
    return {"values": values / np.tile(np.where(seen > 0, seen, 1.0), aggregates)}


def _embedding_in_r(by: str) -> dict[str, Any]:
    found = in_r("pb_dataset_embedding", features=_features_in_r(), by=by)
    return _in_units(found.to_pandas().select_dtypes("number").to_numpy())


def _projected(scale: str) -> dict[str, Any]:
    found = embedding_map(dataset_embedding(tables.series()), 3, scale)
    return {
        "datasets": found.datasets, "coordinates": found.coordinates, "loadings": found.loadings,
        "variance": found.variance, "features": found.features, "left_out": dict(found.left_out),
    }  # fmt: skip


def _projected_in_r(scale: str) -> dict[str, Any]:
    place = made("pb_dataset_embedding", features=_features_in_r())
    found = in_r("pb_embedding_map", embedding=place, dimensions=3, scale=scale)
    return {
        **{name: texts(found[name]) for name in ("datasets", "features")},
        **{name: numbers(found[name]) for name in ("coordinates", "loadings", "variance")},
        "left_out": found["left_out"] or {},
    }


def _scaled(scale: str) -> dict[str, Any]:
    found = scale_features(tables.series(), scale)
    said = found.scaling
    return {
        "values": found.values, "center": said.center, "spread": said.spread,
        "features": said.features,
    }  # fmt: skip


def _scaled_in_r(scale: str) -> dict[str, Any]:
    found = in_r("pb_scale_features", features=_features_in_r(), scale=scale)
    said = found["scaling"]
    return {
        "values": numbers(found["values"]), "center": numbers(said["center"]),
        "spread": numbers(said["spread"]), "features": texts(said["features"]),
    }  # fmt: skip


def _trained(rows: Any, kernel: str, toroidal: bool) -> dict[str, Any]:
    found = som(rows, 5, 4, rlen=20, toroidal=toroidal, kernel=kernel, seed=1)
    return {
        "codes": found.codes, "units": found.units, "distances": found.distances,
        "changes": found.changes,
    }  # fmt: skip


def _searched() -> dict[str, Any]:
    found = som_search(tables.series(), _SIDES, (0, 1), rlen=20, workers=1)
    return {
        "table": found.table.to_numpy(dtype=float), "pareto": found.pareto, "chosen": found.chosen,
        "notes": found.notes,
    }  # fmt: skip


def _searched_in_r() -> dict[str, Any]:
    found = in_r(
        "pb_som_search", features=_features_in_r(), sizes=[list(size) for size in _SIDES],
        seeds=[0, 1], rlen=20, workers=1,
    )  # fmt: skip
    return {
        "table": found["table"].to_pandas().to_numpy(dtype=float),
        "pareto": np.atleast_1d(numbers(found["pareto"])) - 1,
        "chosen": found["chosen"] - 1,
        "notes": texts(found["notes"]),
    }


_VARIED: dict[str, Any] = {"seeds": [0, 1], "sizes": [4, 5], "k": 4, "rlen": 20, "workers": 1}


def _varied() -> dict[str, Any]:
    found = landscape_stability(tables.series(), **_VARIED, engine="python")
    return {
        "pairs": found.pairs[["adjusted_rand", "variation"]].to_numpy(),
        "labels": found.labels, "agreement": found.agreement,
        "represents": found.represents.to_numpy(),
    }  # fmt: skip


def _varied_in_r() -> dict[str, Any]:
    found = in_r("pb_landscape_stability", features=_features_in_r(), **_VARIED)
    pairs = found["pairs"].to_pandas()
    return {
        "pairs": pairs[["adjusted_rand", "variation"]].to_numpy(),
        "labels": numbers(found["labels"]) - 1, "agreement": numbers(found["agreement"]),
        "represents": numbers(found["represents"]),
    }  # fmt: skip


def _mapped(reduction: str) -> dict[str, Any]:
    found = map_landscape(tables.series(), reduction=reduction, engine="python")
    return {
        "codes": found.codes, "region": found.region, "regions": found.regions.labels,
        "percent": found.coverage.percent.to_numpy(), "notes": found.notes,
        "representatives": found.representatives().members,
    }  # fmt: skip


def _mapped_in_r(reduction: str) -> dict[str, Any]:
    features = _features_in_r()
    found = in_r("pb_map_landscape", features=features, reduction=reduction)
    land = made("pb_map_landscape", features=features, reduction=reduction)
    members = in_r("pb_representatives", coverage=land)["members"]
    return {
        "codes": numbers(found["codes"]),
        "region": numbers(found["region"]) - 1,
        "regions": numbers(found["regions"]["labels"]) - 1,
        "percent": numbers(found["coverage"]["percent"]),
        "notes": texts(found["notes"]),
        "representatives": [texts(one) for one in texts(members)],
    }
