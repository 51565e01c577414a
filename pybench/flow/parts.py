"""The parts of a study: what each rests on, and how it is made of those before it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import shared
from pybench.base.errors import ArgumentError, EnvironmentProblem
from pybench.flow import looks, sources
from pybench.flow.definition import Definition
from pybench.flow.keep import Kept, Rests, digest_of

if TYPE_CHECKING:
    import pandas as pd

    from pybench.base.progress import Progress
    from pybench.features.table import FeatureTable
    from pybench.suite.manifest import Manifest
    from pybench.table import ResultsTable

FEW = 10  # datasets below which a bootstrap or a protocol says little
TARGETS = {"spearman": 0.9, "mae": 1.5}  # what counts as keeping the ranking, as the command has
MOST = 300  # datasets of a Mantel test, which compares all pairs many times


class NotPossible(Exception):
    """The data do not allow a part; the text says why."""


@dataclass
class Work:
    """A study while it is made: its definition, what is kept, and what was found so far."""

    definition: Definition
    kept: Kept
    folder: Path
    engine: str
    tell: Callable[[str], object]
    progress: Callable[[Progress], object]
    suite: Manifest | None = None
    table: ResultsTable | None = None
    datasets: pd.DataFrame | None = None
    features: FeatureTable | None = None
    found: dict[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)

    def rests(self, part: str, *others: str, engine: bool = False) -> Rests:
        """Return what a part rests on: its settings, other parts, the engine, versions."""
        settings = {
            name: str(value if not callable(value) else "") if not isinstance(value, Mapping)
            else digest_of(value)
            for name, value in self.definition.parts.get(part, {}).items()
        }  # fmt: skip
        found = {**settings, **{f"part {name}": self.kept.digest(name) for name in others}}
        found |= {f"version of {name}": value for name, value in self.versions.items()}
        found["seed"] = str(self.definition.seed)
        return {**found, "engine": self.engine} if engine else found

    def settings(self, part: str) -> Mapping[str, Any]:
        """Return the settings of a part."""
        return self.definition.parts[part]

    def in_languages(self, compute: Callable[..., Any]) -> Any:
        """Compute in both languages where that was left open and R is there, else in Python."""
        if self.engine == "both" and self.definition.engine == "auto":
            try:
                return compute(engine="both")
            except EnvironmentProblem as problem:
                self.tell(f"Python alone computes, unchecked by R: {problem}")
                self.engine = "python"
        return compute(engine=self.engine)


def scores(work: Work) -> None:
    """Make or read the table of scores, and what the datasets look like."""
    definition, data = work.definition, work.definition.data
    if definition.source == "results":
        said = {name: data[name] for name in ("higher_is_better", "metric", "missing")}

        def rests() -> Rests:
            texts = {name: str(value) for name, value in said.items()}
            return {"results": sources.file_sha256(data["results"]), **texts, **work.versions}

        def read() -> dict[str, Any]:
            table = sources.read_table(
                data["results"], data["higher_is_better"], data["metric"], data["missing"]
            )
            return {"table": table}

        work.table = work.kept.part("results", rests, read)["table"]
        return
    work.suite = suite = sources.open_suite(definition, work.folder)
    runs = sources.Runs(definition, suite, work.folder)
    made = work.kept.part("results", runs.rests, lambda: {"table": runs.table(work.progress)})
    work.table = made["table"]
    tasks = {f"dataset {task.name}": digest_of(repr(task.dataset)) for task in suite.tasks}
    made = work.kept.part(
        "datasets", lambda: {**tasks, **work.versions}, lambda: {"looks": looks.looks(suite)}
    )
    work.datasets = made["looks"]


def comparison(work: Work) -> dict[str, Any]:
    """Compare the classifiers."""
    from pybench.comparison.summary import compare

    assert work.table is not None
    settings = {**work.settings("comparison"), "seed": work.definition.seed}
    return compared(work, "comparison", partial(compare, work.table, **settings), ("results",))


def compared(
    work: Work, name: str, compute: Callable[..., Any], others: tuple[str, ...], **more: str
) -> dict[str, Any]:
    """Return a comparison and the posterior of the best two, where Bayes was asked for."""

    def make() -> dict[str, Any]:
        found = work.in_languages(compute)
        return {"comparison": found, "posterior": best_two(found)}

    def rests() -> Rests:
        return {**work.rests("comparison", *others, engine=True), **more}

    return work.kept.part(name, rests, make)


def best_two(comparison: Any) -> Any:
    """Draw from the posterior of the two with the best mean ranks, where Bayes was asked for."""
    from pybench.comparison.posterior import posterior

    test = comparison.bayesian
    if test is None:
        return None
    first, second = comparison.critical_difference.classifiers[:2]
    # These are the draws behind the probabilities, on which both languages have agreed.
    engine = "r" if comparison.engine == "r" else "python"
    names = ("test", "rope", "samples", "prior", "seed")
    said = {name: getattr(test, name) for name in names}
    return posterior(comparison.table, first, second, engine=engine, **said)


def published(work: Work) -> dict[str, Any]:
    """Compare the classifiers of each published table."""
    from pybench.comparison.summary import compare
    from pybench.flow.form import PARTS

    usual = {name: one.default for name, one in PARTS["comparison"].items()}
    settings = work.definition.parts.get("comparison", usual)
    found = {}
    for title, said in work.definition.published.items():
        table = sources.read_table(said["file"], said["higher_is_better"], said["metric"], "error")
        compute = partial(compare, table, **settings, seed=work.definition.seed)
        digest = {"table": sources.file_sha256(said["file"]), "title": title,
                  "reading": digest_of([said["higher_is_better"], said["metric"]])}  # fmt: skip
        made = compared(work, f"published {title}", compute, (), **digest)
        found[title] = made["comparison"]
    return {"published": found}


def features(work: Work) -> dict[str, Any]:
    """Compute or read the features of the series, and tell which of them fall out."""
    from pybench.features.embedding import dataset_embedding
    from pybench.features.file import read_features
    from pybench.features.projection import embedding_map
    from pybench.features.report import feature_report

    file = _features_file(work)

    def make() -> dict[str, Any]:
        work.features = table = read_features(file)
        place = dataset_embedding(table)
        try:
            placed = embedding_map(place)
        except ArgumentError:  # one dataset, or datasets in one place
            placed = None
        # With the embedding kept, a study that goes on need not read the features again.
        kept = {"embedding": place, "representation": table.representation}
        return {"features": feature_report(table), "map": placed, **kept}

    digest = sources.file_sha256(file)
    return work.kept.part("features", lambda: {"file": digest, **work.versions}, make)


def _features_file(work: Work) -> Path:
    """Return the file of features: the one given, or one computed from series, chunk by chunk."""
    from pybench.features.extract import extract_features
    from pybench.features.file import write_features

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
    rests = {**work.rests("features"), "series": content}
    place = work.folder / "kept" / f"features-{digest_of(rests)[: sources.SHORT]}.parquet"
    if not place.is_file():
        table = extract_features(
            series,
            settings["representation"],
            1 if work.definition.jobs == 1 else None,
            cache=work.folder / "kept" / "chunks",
            filter=False,
            progress=work.progress,
        )
        place.parent.mkdir(parents=True, exist_ok=True)
        write_features(table, place)
    return place


def landscape(work: Work) -> dict[str, Any]:
    """Map what the series cover."""
    from pybench.landscape.map import map_landscape

    file = _features_file(work)

    def make() -> dict[str, Any]:
        from pybench.features.file import read_features

        table = work.features if work.features is not None else read_features(file)
        settings = work.settings("landscape")
        side = settings["side"] or side_for(len(table.dataset))
        regions, rlen = settings["regions"], settings["rlen"]
        return {"landscape": map_landscape(table, side, work.definition.seed, k=regions,
                                           rlen=rlen, workers=1, engine=_one(work))}  # fmt: skip

    def rests() -> Rests:
        settings = {
            k: v for k, v in work.rests("landscape", engine=True).items() if k != "threshold"
        }
        return {**settings, "features": sources.file_sha256(file)}

    return work.kept.part("landscape", rests, make)


def side_for(instances: int) -> int:
    """Return the side of a map of about 5 sqrt(n) units (Vesanto and Alhoniemi, 2000)."""
    return max(4, min(50, round(math.sqrt(5 * math.sqrt(instances)))))


def _one(work: Work) -> str:
    return "python" if work.definition.engine == "auto" else work.engine


def portfolio(work: Work) -> dict[str, Any]:
    """Test all pairs on portfolios that cover the landscape evenly."""
    from pybench.landscape.best import best_by_region
    from pybench.landscape.bootstrap import bootstrap

    if "landscape" not in work.found or work.table is None:
        raise NotPossible("it takes a landscape and scores")
    table, land, settings = work.table, work.found["landscape"], work.settings("portfolio")
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


def places(work: Work) -> dict[str, pd.DataFrame]:
    """Return what datasets look like: by features, if all have them, and by size and classes."""
    found: dict[str, pd.DataFrame] = {}
    if "embedding" in work.found:
        frame = work.found["embedding"].dropna(axis="columns")
        names = work.table.datasets if work.table is not None else tuple(frame.index)
        if set(names) <= set(frame.index):
            found[work.found["representation"]] = frame.loc[list(names)]
    if work.datasets is not None:
        found[looks.NAME] = work.datasets
    if not found:
        raise NotPossible("it takes a suite, or features of every dataset")
    return found


def selection(work: Work) -> dict[str, Any]:
    """Choose datasets that stand for all."""
    from pybench.features.projection import embedding_map
    from pybench.selection.covering import covering
    from pybench.selection.record import record_selection

    place, settings = next(iter(places(work).values())), work.settings("selection")
    if settings["size"] >= len(place):
        raise NotPossible(f"it takes more datasets than the {settings['size']} to choose")

    def make() -> dict[str, Any]:
        record = record_selection(
            place, settings["size"], settings["strategy"], settings["metric"], work.definition.seed
        )
        covered = None
        if record.selection.strategy.startswith("farthest-first"):
            covered = covering(place, record.selection.metric)
        try:
            placed = embedding_map(place)
        except ArgumentError:
            placed = None
        return {"selection": record, "selection_map": placed, "covering": covered}

    return work.kept.part("selection", lambda: _placed_rests(work, "selection"), make)


def _placed_rests(work: Work, part: str, *others: str) -> Rests:
    named = {
        f"datasets by {name}": digest_of(frame.to_csv()) for name, frame in places(work).items()
    }
    return {**work.rests(part, *others), **named}


def protocol(work: Work) -> dict[str, Any]:
    """Tell how many datasets keep the ranking, chosen how, and whether those chosen do."""
    from pybench.selection.mantel import mantel
    from pybench.selection.protocol import rank_preservation
    from pybench.selection.ranking import METRICS
    from pybench.selection.subset import subset_quality

    if work.table is None or work.table.n_datasets < FEW:
        raise NotPossible(f"it takes scores on {FEW} datasets or more")
    table, where, settings = work.table, places(work), work.settings("protocol")
    where = {name: frame.loc[list(table.datasets)] for name, frame in where.items()}
    chosen = work.found.get("selection")
    most = int(table.n_datasets * 0.8)

    def make() -> dict[str, Any]:
        sizes = settings["sizes"] or range(2, min(20, most - 3) + 1)
        found = rank_preservation(
            table, where, settings["strategies"], [k for k in sizes if k <= most],
            settings["trials"], metrics=[one for one in METRICS if one != "mrr_reversed"],
            targets=TARGETS, seed=work.definition.seed, workers=1,
        )  # fmt: skip
        seed = work.definition.seed
        test = mantel(table, where, seed=seed) if table.n_datasets <= MOST else None
        quality = None if chosen is None else subset_quality(table, chosen.names, seed=seed)
        return {"protocol": found, "mantel": test, "subset": quality}

    others = ("results",) if chosen is None else ("results", "selection")
    return work.kept.part("protocol", lambda: _placed_rests(work, "protocol", *others), make)


def optimality(work: Work) -> dict[str, Any]:
    """Set classifiers beside the likelihood ratio of simulated diffusions."""
    from pybench.optimal.optimality import optimality as measured

    settings = work.settings("optimality")
    rests = work.rests("optimality")
    place = work.folder / "kept" / "optimality" / digest_of(rests)[: sources.SHORT]

    def make() -> dict[str, Any]:
        found = measured(
            settings["settings"], learners(settings["estimators"]), runs=settings["runs"],
            seed=work.definition.seed, out=place, workers=1,
        )  # fmt: skip
        return {"optimality": found}

    return work.kept.part("optimality", lambda: rests, make)


def learners(definitions: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the estimators that are set beside the best; two usual ones if none are given."""
    from pybench.suite.running.definitions import made

    usual: dict[str, Any] = {
        "random forest": {
            "class": "sklearn.ensemble.RandomForestClassifier",
            "parameters": {"n_estimators": 50, "max_features": 5},
        },
        "logistic regression": {
            "class": "sklearn.linear_model.LogisticRegression",
            "parameters": {"max_iter": 1000},
        },
    }
    return {name: made(one, name) for name, one in (definitions or usual).items()}


#: In the order in which they are made: one rests on those before it alone.
MAKERS: Mapping[str, Callable[[Work], dict[str, Any]]] = {
    "features": features,
    "landscape": landscape,
    "comparison": comparison,
    "portfolio": portfolio,
    "selection": selection,
    "protocol": protocol,
    "optimality": optimality,
}


def versions() -> dict[str, str]:
    """Return the versions of what can change a number."""
    import platform

    from pybench.suite.running.identity import version

    names = ("numpy", "scipy", "pandas", "scikit-learn")
    found = {name: version(name) for name in names}
    return {"python": platform.python_version(), "pybench": shared.version(), **found}
