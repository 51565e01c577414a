"""What the series cover: features, the landscape, and portfolios of it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from pybench.base.errors import ArgumentError
from pybench.flow import sources
from pybench.flow.keep import Rests, digest_of
from pybench.flow.work import NotPossible, Work, r_versions
from pybench.store import atomic


def features(work: Work) -> dict[str, Any]:
    """Compute or read the features of the series, and tell which of them fall out."""
    from pybench.features.embedding import dataset_embedding
    from pybench.features.file import read_features
    from pybench.features.projection import embedding_map
    from pybench.features.report import feature_report

    file = _features_file(work)
    digest = sources.file_sha256(file)

    def make() -> dict[str, Any]:
        table = read_features(file)
        work.features = digest, table
        place = dataset_embedding(table)
        try:
            placed = embedding_map(place)
        except ArgumentError:  # one dataset, or datasets in one place
            placed = None
        # With the embedding kept, a study that goes on need not read the features again.
        kept = {"embedding": place, "representation": table.representation}
        return {"features": feature_report(table), "map": placed, **kept}

    return work.kept.part("features", lambda: {"file": digest, **work.versions}, make)


def _features_file(work: Work) -> Path:
    """Return the file of features: the one given, or one computed from series, chunk by chunk."""
    from pybench.features.extract import extract_features
    from pybench.features.file import write_features
    from pybench.features.representation import versions_of

    data, settings = work.definition.data, work.settings("features")
    if data["features"] is not None:
        given: Path = data["features"]
        return given
    if data["series"] is not None:
        series: Any = data["series"]
        content = sources.file_sha256(series)
    else:
        series = None if work.suite is None else sources.series_of(work.suite, settings["each"])
        if series is None:
            raise NotPossible("it takes time series of one channel")
        content = digest_of([repr(task.dataset) for task in work.suite.tasks])  # type: ignore[union-attr]
    libraries = versions_of(settings["representation"])
    rests = {**work.rests("features"), "series": content, "libraries": digest_of(libraries)}
    place = work.folder / "kept" / f"features-{digest_of(rests)[: sources.SHORT]}.parquet"
    told = place.with_suffix(".sha256")  # Parquet tells no damaged number from a sound one
    if not _holds(place, told):
        table = extract_features(
            series,
            settings["representation"],
            work.definition.jobs,
            cache=work.folder / "kept" / "chunks",
            filter=False,
            progress=work.progress,
        )
        atomic.make_folder(place.parent)
        write_features(table, place)
        atomic.write_text(told, sources.file_sha256(place))
    return place


def _holds(file: Path, told: Path) -> bool:
    """Tell whether a file is there as it was written."""
    try:
        return sources.file_sha256(file) == told.read_text("ascii")
    except (OSError, ValueError):  # not there, or not to be read
        return False


def landscape(work: Work) -> dict[str, Any]:
    """Map what the series cover."""
    from pybench.landscape.map import map_landscape

    file = _features_file(work)
    # Hashed before it is read: content that came between is never kept as what was hashed later.
    digest, known = work.features or (sources.file_sha256(file), None)

    def make() -> dict[str, Any]:
        from pybench.features.file import read_features

        table = read_features(file) if known is None else known
        settings = work.settings("landscape")
        side = settings["side"] or side_for(len(table.dataset))
        regions, rlen = settings["regions"], settings["rlen"]
        return {"landscape": map_landscape(table, side, work.definition.seed, k=regions,
                                           rlen=rlen, workers=1, engine=_one(work))}  # fmt: skip

    def rests() -> Rests:
        settings = {
            k: v for k, v in work.rests("landscape", engine=True).items() if k != "threshold"
        }
        # R trains maps, whoever computes tests.
        return {**settings, **r_versions(), "features": digest}

    try:
        return work.kept.part("landscape", rests, make)
    except ArgumentError as error:  # fewer series than units
        raise NotPossible(str(error)) from error


def side_for(instances: int) -> int:
    """Return the side of a map of about 5 sqrt(n) units (Vesanto and Alhoniemi, 2000).

    From 4 to 50, and no more units than instances where that is possible.
    """
    side = round(math.sqrt(5 * math.sqrt(instances)))
    return max(4, min(50, side, math.isqrt(instances)))


def _one(work: Work) -> str:
    return "python" if work.definition.engine == "auto" else work.engine


def portfolio(work: Work) -> dict[str, Any]:
    """Test all pairs on portfolios that cover the landscape evenly."""
    from pybench.landscape.best import best_by_region
    from pybench.landscape.bootstrap import bootstrap

    if "landscape" not in work.found or work.table is None:
        raise NotPossible("it takes a landscape and scores")
    table, land, settings = work.scores(), work.found["landscape"], work.settings("portfolio")
    said = {"threshold": work.settings("landscape")["threshold"],
            "alpha": work.definition.parts.get("comparison", {}).get("alpha", 0.05)}  # fmt: skip

    def compute(engine: str) -> dict[str, Any]:
        found = bootstrap(
            table, land, tuple(settings["per_region"]), settings["repeats"],
            seed=work.definition.seed, engine=engine, **said,
        )  # fmt: skip
        return {"portfolio": found, "best": best_by_region(table, land, engine=engine, **said)}

    def rests() -> Rests:
        more = {name: str(value) for name, value in said.items()}
        return {**work.rests("portfolio", "landscape", "results", engine=True), **more}

    try:
        return work.kept.part("portfolio", rests, lambda: work.in_languages(compute))
    except ArgumentError as error:
        raise NotPossible(str(error)) from error
