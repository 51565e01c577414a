"""``pybench features``: an archive of series -> a table of features, resumable."""

from __future__ import annotations

import csv
import io
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from pybench.base.errors import ArgumentError
from pybench.base.text import counted
from pybench.cli import options, screen
from pybench.features.libraries import LIBRARIES
from pybench.store import atomic

if TYPE_CHECKING:
    import pandas as pd

    from pybench.base.progress import Progress
    from pybench.features.extraction import Extraction
    from pybench.features.projection import EmbeddingMap

EXAMPLES = "Example: pybench features UCRArchive_2018 --out features.parquet"

Archive = Annotated[
    Path,
    Argument(
        metavar="ARCHIVE",
        help="Folder of time series datasets (for each dataset X: X/X_TRAIN.ts and X/X_TEST.ts, "
        "X.parquet, ...), or the file or folder of one dataset.",
        show_default=False,
    ),
]
Out = Annotated[
    Path,
    Option(
        help="File to write the table of features to: .parquet, .arrow, .feather or .csv.",
        rich_help_panel=options.OUTPUT,
        show_default=False,
    ),
]
RepresentationName = Annotated[
    str,
    Option(
        "--representation",
        help=f"Set of features to compute: {', '.join(LIBRARIES)}. Settings follow in brackets: "
        "'minirocket(biases=noise)'.",
    ),
]
Everything = Annotated[
    bool,
    Option(
        "--all",
        help="Also use datasets whose series have unequal lengths, missing values or too few "
        "points. Without this option, they are left out and listed with the reason.",
    ),
]
TrailingNan = Annotated[
    str,
    Option(
        metavar="refuse|padding|missing",
        help="Meaning of NaN at the end of a series in a .tsv, .txt, .csv or .arff file. padding: "
        "the series ends before these NaN, as in the UCR archive; missing: these values are "
        "missing; refuse: stop with an error.",
    ),
]
NoFilter = Annotated[
    bool,
    Option(
        "--no-filter",
        help="Keep features that are not numeric or that cannot be computed for some series. "
        "Without this option, they are dropped.",
    ),
]
Jobs = Annotated[
    int | None,
    Option(
        help="Number of processes; -1: one per core. Default: depends on the amount of work.",
        rich_help_panel=options.WORK,
        show_default=False,
    ),
]
CacheFolder = Annotated[
    Path | None,
    Option(
        "--cache",
        help="Folder that keeps finished work, from which an interrupted run resumes. Default: the "
        "user's cache folder.",
        rich_help_panel=options.WORK,
        show_default=False,
    ),
]
Times = Annotated[
    Path | None,
    Option(
        help="CSV file to write the computing time of each dataset to, in seconds.",
        rich_help_panel=options.OUTPUT,
        show_default=False,
    ),
]

Report = Annotated[
    Path | None,
    Option(
        metavar="FOLDER",
        help="Folder to write a page to. The page shows a map of the datasets, which features were "
        "dropped, and why.",
        rich_help_panel=options.OUTPUT,
        show_default=False,
    ),
]


def features(
    archive: Archive,
    out: Out,
    representation: RepresentationName = "tsfresh",
    everything: Everything = False,
    trailing_nan: TrailingNan = "refuse",
    no_filter: NoFilter = False,
    jobs: Jobs = None,
    cluster: options.Cluster = None,
    cache: CacheFolder = None,
    times: Times = None,
    report: Report = None,
    *,
    output: options.Output,
) -> None:
    """Compute the features of every series of an archive.

    Only one dataset is in memory at a time. You can interrupt the computation. The same command
    resumes it and writes the same table, byte for byte.
    """
    from pybench.features.extraction import Extraction
    from pybench.features.file import format_of

    format_of(out)  # refused now, not after an hour
    for path in filter(None, (out, times)):
        atomic.require_writable(path)
    if report is not None:
        atomic.make_folder(report)
    silent = output.silent
    begin = time.monotonic()
    with screen.working("Reading the archive", quiet=silent):
        source = _source(archive, everything, trailing_nan)
        run = Extraction(source, representation, True if cache is None else cache)
    if not silent:
        for name, reason in run.left_out.items():
            screen.notice(f"left out: {name}: {reason}")
    with screen.share("Features", quiet=silent) as move:

        def show(progress: Progress) -> None:
            move(progress.share, str(progress))

        run.compute(jobs, cluster, show)
    with screen.working("Writing", quiet=silent):
        removed, names = _write(run, out, filtered=not no_filter)
        if times is not None:
            _write_times(run, times)
    page = None if report is None else _page(run, removed, report, silent)
    summary = _summary(run, out, names, removed, time.monotonic() - begin)
    if page is not None:
        summary["page"] = os.fspath(page)
    if output.json:
        screen.document({"result": summary})
    elif not output.quiet:
        _show(summary)


def _source(archive: Path, everything: bool, trailing_nan: str) -> Any:
    from pybench.features.eligibility import eligible
    from pybench.read.archive import open_archive
    from pybench.read.series import read_series

    opened = (open_archive if archive.is_dir() else read_series)(archive, trailing_nan=trailing_nan)
    return opened if everything else eligible(opened)


def _write(run: Extraction, out: Path, *, filtered: bool) -> tuple[dict[str, str], tuple[str, ...]]:
    """Write the table from the cache, never whole in memory."""
    from pybench.features.file import write_blocks

    removed, indices, names = run.columns(filter=filtered)
    blocks = (block[:, indices] for _, block in run.blocks())
    write_blocks(out, run.keys(), names, blocks, run.about(names, removed))
    return removed, names


def _write_times(run: Extraction, path: Path) -> None:
    text = io.StringIO()
    rows = list(run.times())
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    atomic.write_text(path, text.getvalue())


def _page(run: Extraction, removed: Mapping[str, str], folder: Path, quiet: bool) -> Path:
    """Write the page on all features, one dataset in memory at a time."""
    import pandas as pd

    from pybench.features.embedding import dataset_embedding
    from pybench.features.report import feature_report, joined
    from pybench.reporting.features import Landscape, write

    with screen.working("Drawing and writing", quiet=quiet):
        parts = [(feature_report(one), dataset_embedding(one)) for one in run.tables()]
        shown = Landscape(
            joined(report for report, _ in parts),
            map_of(pd.concat([row for _, row in parts])),
            removed,
            run.left_out,
            run.made_by.versions,
        )
        return write(shown, folder)[0]


def map_of(embedding: pd.DataFrame) -> EmbeddingMap | None:
    """Return the map of datasets; None if too few of them differ."""
    from pybench.features.projection import embedding_map

    try:
        return embedding_map(embedding)
    except ArgumentError:
        return None


def _summary(
    run: Extraction, out: Path, names: tuple[str, ...], removed: dict[str, str], seconds: float
) -> dict[str, Any]:
    return {
        "file": os.fspath(out),
        "representation": run.made_by.name,
        "versions": dict(run.made_by.versions),
        "n_datasets": len(run.datasets),
        "n_series": sum(one.n_series for one in run.datasets),
        "n_features": len(names),
        "removed": removed,
        "left_out": dict(run.left_out),
        "seconds": round(seconds, 1),
    }


def _show(summary: dict[str, Any]) -> None:
    rows = f"{summary['n_series']} series of {counted(summary['n_datasets'], 'dataset')}"
    lines = [f"{counted(summary['n_features'], summary['representation'] + ' feature')} of {rows}"]
    reasons = tuple(summary["removed"].values())
    for reason in dict.fromkeys(reasons):
        lines.append(f"removed: {counted(reasons.count(reason), 'feature')}, {reason}")
    lines.append(f"written: {summary['file']}")
    if "page" in summary:
        lines.append(f"page: {summary['page']}")
    screen.output().print(screen.literal("\n".join(lines)), soft_wrap=True)
