"""What the series cover: features, the landscape, and portfolios of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError
from pybench.flow import sources
from pybench.flow.part_cache import Inputs, digest_of
from pybench.flow.state import NotPossible, StudyState, r_versions
from pybench.landscape.rows import side_for
from pybench.store import atomic

if TYPE_CHECKING:
    from pybench.features.table import FeatureTable
    from pybench.landscape.map import Landscape
    from pybench.landscape.stability import LandscapeStability


def features(state: StudyState) -> dict[str, Any]:
    """Compute or read the features of the series, and report which of them are dropped."""
    from pybench.features.embedding import dataset_embedding
    from pybench.features.file import read_features
    from pybench.features.projection import embedding_map
    from pybench.features.report import feature_report

    file = _features_file(state)
    digest = sources.file_sha256(file)

    def make() -> dict[str, Any]:
        table = read_features(file)
        state.features = digest, table
        embedding = dataset_embedding(table)
        try:
            placed = embedding_map(embedding)
        except ArgumentError:  # one dataset, or identical datasets
            placed = None
        # With the embedding kept, a resumed study need not read the features again.
        more = {"embedding": embedding, "representation": table.representation}
        removed = dict(_numeric(state, table).removed)
        return {"features": feature_report(table), "map": placed, "removed": removed, **more}

    return state.cache.part("features", lambda: {"file": digest, **state.versions}, make)


def _features_file(state: StudyState) -> Path:
    """Return the file of features: the one given, or one computed from series, chunk by chunk."""
    from pybench.features.extract import extract_features
    from pybench.features.file import write_features
    from pybench.features.representation import versions_of

    data, settings = state.definition.data, state.settings("features")
    if data["features"] is not None:
        given: Path = data["features"]
        return given
    if data["series"] is not None:
        series: Any = data["series"]
        content = sources.file_sha256(series)
    else:
        series = None if state.suite is None else sources.series_of(state.suite, settings["each"])
        if series is None:
            raise NotPossible("it requires time series of one channel")
        content = digest_of([repr(task.dataset) for task in state.suite.tasks])  # type: ignore[union-attr]
    libraries = versions_of(settings["representation"])
    inputs = {**state.inputs("features"), "series": content, "libraries": digest_of(libraries)}
    path = state.folder / "kept" / f"features-{digest_of(inputs)[: sources.SHORT]}.parquet"
    checksum = path.with_suffix(".sha256")  # Parquet does not detect a damaged number
    if not _intact(path, checksum):
        table = extract_features(
            series,
            settings["representation"],
            state.definition.jobs,
            cache=state.folder / "kept" / "chunks",
            filter=False,
            progress=state.progress,
        )
        atomic.make_folder(path.parent)
        write_features(table, path)
        atomic.write_text(checksum, sources.file_sha256(path))
    return path


def _numeric(state: StudyState, table: FeatureTable) -> FeatureTable:
    """Return the features of a landscape: numbers that every series has; a given table as it is."""
    from pybench.features.filter import filtered
    from pybench.features.representation import representation

    if state.definition.data["features"] is not None:
        return table
    return filtered(table, representation(state.settings("features")["representation"]).not_numeric)


def _intact(file: Path, checksum: Path) -> bool:
    """Return whether a file exists as it was written."""
    try:
        return sources.file_sha256(file) == checksum.read_text("ascii")
    except (OSError, ValueError):  # missing or not readable
        return False


def landscape(state: StudyState) -> dict[str, Any]:
    """Map what the series cover."""
    from pybench.landscape.map import map_landscape

    file = _features_file(state)
    # Hashed before it is read: a change in between is never kept under a later hash.
    digest, known = state.features or (sources.file_sha256(file), None)

    def table_used() -> FeatureTable:
        from pybench.features.file import read_features

        return _numeric(state, read_features(file) if known is None else known)

    def make() -> dict[str, Any]:
        table = table_used()
        settings = state.settings("landscape")
        side = settings["side"] or side_for(len(table.dataset))
        regions, rlen = settings["regions"], settings["rlen"]
        return {"landscape": map_landscape(table, side, state.definition.seed, k=regions,
                                           rlen=rlen, workers=1, weights=settings["weights"],
                                           reduction=settings["reduction"],
                                           engine=_one(state))}  # fmt: skip

    def inputs() -> Inputs:
        settings = {
            k: v for k, v in state.inputs("landscape", engine=True).items() if k not in _LATER
        }
        # R trains maps with every engine.
        return {**settings, **r_versions(), "features": digest}

    try:
        made = state.cache.part("landscape", inputs, make)
    except ArgumentError as error:  # fewer series than units
        raise NotPossible(str(error)) from error
    if state.settings("landscape")["stability"] is not None:
        try:
            made |= _stability(state, made["landscape"], inputs, table_used)
        except ArgumentError as error:  # such as weights that other maps are not trained with
            state.notice(f"Left out of the landscape: stability; {error}")
    return made


_LATER = ("threshold", "stability", "stability_sizes")  # settings that the map does not rest on


def _stability(
    state: StudyState, land: Landscape, inputs: Callable[[], Inputs], table: Callable[[], Any]
) -> dict[str, Any]:
    """Compare further maps with that of the landscape; finished maps are kept."""
    from pybench.landscape.variations import around

    settings = state.settings("landscape")

    def make() -> dict[str, Any]:
        found = around(
            land, table(), settings["stability"], settings["stability_sizes"],
            side=settings["side"] or side_for(len(land.dataset)), k=settings["regions"],
            rlen=settings["rlen"], threshold=settings["threshold"],
            out=state.folder / "kept" / "maps", workers=state.definition.jobs,
            progress=state.progress, engine=_one(state),
        )  # fmt: skip
        return {"stability": found}

    def asked() -> Inputs:
        return {**inputs(), **{name: str(settings[name]) for name in _LATER}}

    return state.cache.part("stability", asked, make)


def _one(state: StudyState) -> str:
    return "python" if state.definition.engine == "auto" else state.engine


def portfolio(state: StudyState) -> dict[str, Any]:
    """Test all pairs on portfolios that cover the landscape, and the other maps, evenly."""
    if "landscape" not in state.found or state.table is None:
        raise NotPossible("it requires a landscape and scores")
    if (maps := state.found.get("stability")) is not None:
        try:
            return _portfolio(state, maps)
        except ArgumentError as error:  # such as no map with enough representatives
            state.notice(f"Left out of the portfolios: other maps; {error}")
    try:
        return _portfolio(state, None)
    except ArgumentError as error:
        raise NotPossible(str(error)) from error


def _portfolio(state: StudyState, maps: LandscapeStability | None) -> dict[str, Any]:
    from pybench.landscape.best import best_by_region
    from pybench.landscape.bootstrap import bootstrap

    table, land, settings = state.scores(), state.found["landscape"], state.settings("portfolio")
    options = {"threshold": state.settings("landscape")["threshold"],
            "alpha": state.definition.parts.get("comparison", {}).get("alpha", 0.05)}  # fmt: skip

    def compute(engine: str) -> dict[str, Any]:
        found = bootstrap(
            table, land, tuple(settings["per_region"]), settings["repeats"],
            seed=state.definition.seed, stability=maps, engine=engine, **options,
        )  # fmt: skip
        return {"portfolio": found, "best": best_by_region(table, land, engine=engine, **options)}

    def inputs() -> Inputs:
        more = {name: str(value) for name, value in options.items()}
        parts = ["landscape", "results", *(["stability"] if maps is not None else [])]
        return {**state.inputs("portfolio", *parts, engine=True), **more}

    return state.cache.part("portfolio", inputs, lambda: state.in_languages(compute))
