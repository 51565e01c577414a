"""``pybench demo``: a published table, one computed here, maps of series, the best possible."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from pybench.base.errors import EnvironmentProblem, ExtraMissing
from pybench.cli import landscape as landscapes
from pybench.cli import options, screen
from pybench.cli.compare import as_document, computed, show, written
from pybench.cli.options import OUTPUT

if TYPE_CHECKING:
    import pandas as pd

    from pybench.comparison.summary import Comparison
    from pybench.features.table import FeatureTable
    from pybench.table import ResultsTable

EXAMPLES = "Example: pybench demo --out pybench-demo"
RUN = "Cross-validation"
SERIES_EACH = 15
MEASURED = "scikit-learn"
FEWEST = 10  # datasets from which few are chosen
CHOSEN, TRIALS = 5, 100
STRATEGIES = ("random", "farthest-first/cosine", "facility-location/cosine", "k-means")
MAP_SIDE = 8  # units; 64 of them for 90 series
SETTING, RUNS = "b-T2", 3  # a particle in two kinds of wells

Out = Annotated[Path, Option(help="Folder for all of it.", rich_help_panel=OUTPUT)]
Folds = Annotated[int, Option(help="Parts of a dataset.", rich_help_panel=RUN)]
Times = Annotated[
    int, Option("--repeats", help="How often it is divided anew.", rich_help_panel=RUN)
]
Seed = Annotated[int, Option(help="Of folds and classifiers.", rich_help_panel=RUN)]
Jobs = Annotated[int, Option(help="Processes; results do not depend on it.", rich_help_panel=RUN)]


def demo(
    out: Out = Path("pybench-demo"),
    folds: Folds = 5,
    repeats: Times = 3,
    seed: Seed = 0,
    jobs: Jobs = 2,
    engine: options.Engine = "auto",
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Compare classifiers on real numbers: no network, nothing generated; about a minute.

    First the AUC table of Demšar (2006), 4 variants of C4.5 on 14 datasets. Then accuracies that
    are computed now: eight scikit-learn classifiers, cross-validated with repeats on the real
    datasets that ship inside scikit-learn, aeon and statsmodels. Both with all that pybench has:
    tests, multi-comparison matrix, Bayesian comparison, and how firm the verdicts are. Then: which
    few of these datasets would have kept the ranking? Then six datasets of time series: their
    features, which of these fall out and why, a map of the datasets, and, where R is there, the
    landscape of the series: which regions they cover. At last two classifiers beside the best that
    is possible, which is known for simulated paths.
    """
    silent = quiet or json
    results: dict[str, Any] = {}
    for name, title, table in _tables(out, folds, repeats, seed, jobs, silent):
        comparison = computed(table, engine, quiet=silent, bayesian=True, stability=True)
        paths = written(comparison, out / name, title, quiet=silent)
        results[name] = as_document(comparison, paths)
        if not silent:
            _show(title, comparison, paths)
        if table.n_datasets >= FEWEST and name == MEASURED:
            results["selection"] = selected(table, out / "selection", seed, silent)
    if features := featured(silent):
        results["features"] = mapped(features, out / "features", silent)
        if landscape := surveyed(features, out / "landscape", silent):
            results["landscape"] = landscape
    if rating := rated(out / "optimal", silent):
        results["optimal"] = rating
    if json:
        screen.document(results)


def _show(title: str, comparison: Comparison, paths: tuple[Path, ...]) -> None:
    screen.output().rule(screen.literal(title), align="left")
    show(comparison, paths)
    screen.output().print()


def _tables(
    out: Path, folds: int, repeats: int, seed: int, jobs: int, quiet: bool
) -> Iterator[tuple[str, str, ResultsTable]]:
    """Yield the name, title and results of each part of the demo."""
    yield "demsar2006", "C4.5 and three ways to tune it (Demšar 2006, table 6)", published()
    started = time.monotonic()
    table = measured(out, folds, repeats, seed, jobs, quiet)
    if not quiet:
        seconds = time.monotonic() - started
        screen.notice(f"Computed {out / 'accuracy.csv'} in {seconds:.0f} s")
    yield MEASURED, "Eight scikit-learn classifiers on bundled datasets", table


def published() -> ResultsTable:
    """Read the bundled table of Demšar (2006)."""
    from pybench.read.results import read_results

    with as_file(files("pybench") / "data" / "demsar2006.csv") as path:
        return read_results(path, higher_is_better=True, metric="AUC")


def measured(
    out: Path, folds: int, repeats: int, seed: int, jobs: int, quiet: bool
) -> ResultsTable:
    """Cross-validate, write the accuracies, and read them as any table of results."""
    from pybench.read.results import read_results
    from pybench.suite import bundled, classifiers
    from pybench.suite.crossval import cross_validate

    if absent := sorted(set(bundled.names()) - set(bundled.available())):
        screen.notice(
            f'Not installed, so left out: {", ".join(absent)} (pip install "pybench[all]")'
        )
    names, learners = bundled.available(), classifiers.fast()
    if not quiet:
        size = f"{len(learners)} classifiers on {len(names)} datasets"
        screen.notice(f"Cross-validating {size}, {repeats} times {folds} folds")
    with screen.progress("Cross-validating", quiet=quiet) as move:
        table = cross_validate(
            [bundled.load(name) for name in names],
            learners,
            folds=folds,
            repeats=repeats,
            seed=seed,
            n_jobs=jobs,
            progress=move,
        )
    path = out / "accuracy.csv"
    _write(table, path)
    return read_results(path, higher_is_better=True, metric="accuracy", repeats="keep")


def selected(table: ResultsTable, folder: Path, seed: int, quiet: bool) -> dict[str, Any]:
    """Choose few of the bundled datasets, and tell how many would keep the ranking."""
    from pybench.cli import protocol, select
    from pybench.reporting import protocol as protocols
    from pybench.reporting import selection as selections
    from pybench.selection.covering import covering
    from pybench.selection.record import record_selection

    place = described(table.datasets)
    record = record_selection(place, CHOSEN, seed=seed)
    shown = selections.Shown(record, select.mapped(place), covering(place))
    files = selections.write(shown, folder / "chosen")
    settings = {"sizes": range(2, FEWEST - 1), "trials": TRIALS, "seed": seed, "workers": 1,
                "standardize": "all", "missing": "error", "confidence": 0.95, "engine": None,
                "targets": {"spearman": 0.9, "mae": 1.5}}  # fmt: skip
    told = protocol.judged(
        table, {"size and classes": place}, list(STRATEGIES), record.names, settings
    )
    paths = protocols.write(told, folder / "protocol")
    if not quiet:
        screen.output().rule("Which few datasets keep the ranking?", align="left")
        select.show_selection(record, files)
        protocol.show_protocol(told, paths)
    return {"names": list(record.names), "sentences": list(protocols.sentences(told))}


def described(names: Sequence[str]) -> pd.DataFrame:
    """Return what bundled datasets look like: cases, features, classes and their balance."""
    import numpy as np
    import pandas as pd

    from pybench.suite import bundled

    rows = {}
    for name in names:
        data = bundled.load(name)
        share = np.bincount(data.labels) / data.n_cases
        rows[name] = {
            "log cases": np.log(data.n_cases),
            "log features": np.log(data.features.shape[1]),
            "log classes": np.log(len(data.classes)),
            "log cases per feature": np.log(data.n_cases / data.features.shape[1]),
            "largest class": share.max(),
            "entropy of classes": -(share * np.log(share)).sum() / np.log(len(share)),
        }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    return frame.rename_axis("dataset")


def featured(quiet: bool) -> FeatureTable | None:
    """Compute features of bundled series; None, with a notice, where they are not installed."""
    from pybench.features.extract import extract_features
    from pybench.suite import bundled

    try:
        series = bundled.few_series(SERIES_EACH)
    except ExtraMissing as error:
        screen.notice(f"No features: {error}")
        return None
    if not quiet:
        screen.notice(f"Features of {len(series)} series by tsfresh; the first time it compiles")
    # In one process: more of them would each compile, for what takes seconds once it is compiled.
    return extract_features(series, "tsfresh", 1, cache=False, filter=False)


def mapped(features: FeatureTable, folder: Path, quiet: bool) -> dict[str, Any]:
    """Write features, what falls out of them, and a map of the datasets."""
    from pybench.features.embedding import dataset_embedding
    from pybench.features.file import write_features
    from pybench.features.projection import embedding_map
    from pybench.features.report import feature_report
    from pybench.reporting.features import Landscape, write
    from pybench.reporting.folder import make_folder

    report, placed = feature_report(features), embedding_map(dataset_embedding(features))
    make_folder(folder)
    write_features(features, folder / "features.csv")
    shown = Landscape(report, placed, versions=features.versions)
    page, *_ = write(shown, folder, files=("features.csv",))
    if not quiet:
        screen.output().rule("Six datasets of time series", align="left")
        screen.output().print(screen.literal(f"{report}\n\n{placed}"), soft_wrap=True)
        screen.output().print(screen.literal(f"Page: {page}", "green"), soft_wrap=True)
    return {"page": str(page), "report": report.by_dataset(), "map": placed.to_frame()}


def surveyed(features: FeatureTable, folder: Path, quiet: bool) -> dict[str, Any]:
    """Map the landscape of the series and write it; nothing, with a notice, where R is not."""
    from pybench.landscape.map import map_landscape
    from pybench.reporting.folder import make_folder

    started = time.monotonic()
    try:
        with screen.working("Training a map", quiet=quiet):
            found = map_landscape(features, MAP_SIDE, workers=1)
    except EnvironmentProblem as problem:
        screen.notice(f"No landscape: {problem}")
        return {}
    threshold = landscapes.THRESHOLD
    make_folder(folder)
    paths = landscapes.written(found, features, folder, threshold, None)
    if not quiet:
        screen.output().rule("Their landscape", align="left")
        landscapes.show_landscape(found, paths, threshold)
    return landscapes.as_document(found, paths, threshold, time.monotonic() - started)


def rated(folder: Path, quiet: bool) -> dict[str, Any]:
    """Set two classifiers beside the likelihood ratio, and write how far they are from it."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression

    from pybench.optimal.optimality import optimality
    from pybench.reporting.optimal import sentences, write

    learners = {
        "random forest": RandomForestClassifier(50, max_features=5),
        "logistic regression": LogisticRegression(max_iter=1000),
    }
    with screen.working("Classifiers beside the best that is possible", quiet=quiet):
        found = optimality(SETTING, learners, runs=RUNS)
        page, *_ = write(found, folder)
    if not quiet:
        screen.output().rule("How far from the best", align="left")
        screen.output().print(screen.literal("\n".join(sentences(found))), soft_wrap=True)
        screen.output().print(screen.literal(f"Page: {page}", "green"), soft_wrap=True)
    return {"page": str(page), "verdicts": found.verdicts}


def _write(table: ResultsTable, path: Path) -> None:
    """Write one row a repeat, with all digits."""
    from pybench.reporting.folder import make_folder
    from pybench.reporting.tables import Table
    from pybench.store import atomic

    assert table.by_repeat is not None
    rows = (
        (dataset, classifier, repeat, score)
        for dataset, scores_of in zip(table.datasets, table.by_repeat.tolist(), strict=True)
        for classifier, scores in zip(table.classifiers, scores_of, strict=True)
        for repeat, score in enumerate(scores, 1)
    )
    header = ("dataset", "classifier", "resample", "accuracy")
    make_folder(path.parent)
    long = Table("accuracy", "Accuracy of every repeat", header, ("", "", "d", ".4f"), tuple(rows))
    atomic.write_text(path, long.to_csv())
