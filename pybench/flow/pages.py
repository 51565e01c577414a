"""The report of a study: a folder for each part, drawn once, and one page of all parts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pybench.base.noun import nouns
from pybench.base.options import options
from pybench.base.result import Result
from pybench.base.text import by_reason, counted
from pybench.flow.part_cache import Event, PartCache, digest_of
from pybench.flow.study import ORDER, Study
from pybench.reporting import (
    bootstrap,
    comparison,
    features,
    folder,
    landscape,
    optimal,
    protocol,
    selection,
    single,
    suite,
)
from pybench.reporting.figures import usual_settings
from pybench.reporting.formats import joined
from pybench.reporting.frame import Part, study_page
from pybench.reporting.numbers import document
from pybench.store import atomic
from pybench.store.inside import target

if TYPE_CHECKING:
    from pybench.suite.manifest import Manifest

NUMBERS, TABLE = "study.json", "results.csv"
#: Parts with a page of their own; the others have that of a single result.
_OWN = {"metrics", "comparison", "by_metric", "pareto", "items", "published", "features",
        "landscape", "portfolio", "selection", "protocol", "optimality"}  # fmt: skip
Files = Callable[[], Iterator[tuple[str, bytes]]]


@dataclass(frozen=True)
class Page:
    """A part of the report and the files of its folder, which are drawn on request."""

    name: str  #: of its folder
    part: Part
    files: Files
    inputs: tuple[object, ...]  #: results on which its bytes depend; None if there is none


@usual_settings()
def write_pages(
    study: Study,
    out: Path,
    cache: PartCache,
    on_event: Callable[[Event], object],
    threshold: float | None = None,
    run: Manifest | None = None,
) -> None:
    """Write the report into a folder; pages whose numbers have not changed are reused.

    The threshold is that of representative datasets, in percent; ``run`` is the suite
    whose tasks were run, if any were.
    """
    drawn = []
    for page in pages(study, threshold, run):
        files = _drawn(page, out / page.name, study.versions["pybench"], cache, on_event)
        drawn.append(page.part.beside(files, folder=f"{page.name}/"))
    written = {NUMBERS: document(study.to_dict())}
    if study.table is not None:
        written[TABLE] = study.table.to_frame().to_csv(lineterminator="\n").encode("utf-8")
    html = study_page(drawn, title=study.name, lead=_lead(study), files=tuple(written))
    for name, content in {**written, folder.PAGE: html.encode("utf-8")}.items():
        atomic.write_bytes(out / name, content)


def _drawn(
    page: Page, where: Path, version: str, cache: PartCache, on_event: Callable[[Event], object]
) -> Mapping[str, bytes]:
    """Return the files of a page, its figures with content; draw what is missing."""
    begin, name = time.monotonic(), f"page {page.name}"
    numbers = digest_of([one.to_dict() if isinstance(one, Result) else one for one in page.inputs])
    inputs = {"numbers": numbers, "title": page.part.title, "version of pybench": version}
    inputs["noun"] = options.noun
    known = cache.noted(name) or {}
    names = [Path(one).name for one in known.get("files", "").split("\n")]
    if all(known.get(key) == value for key, value in inputs.items()) and all(
        (where / one).is_file() for one in (folder.PAGE, *names)
    ):
        return {one: _content(where / one) for one in names}
    files = dict(page.files())
    cache.note(name, {})  # if interrupted from here on, the folder mixes two settings
    folder.write_part(where, page.part, files.items())
    cache.note(name, {**inputs, "files": "\n".join(files)})
    on_event(Event(name, "drawn", "", time.monotonic() - begin))
    return files


def _content(path: Path) -> bytes:
    return Path(target(path)).read_bytes() if path.suffix == ".svg" else b""


def pages(
    study: Study, threshold: float | None = None, run: Manifest | None = None
) -> Iterator[Page]:
    """Yield the parts of the report, in order."""
    yield from _single(study, "metrics", "Where do the metrics agree?")
    if (compared := study.comparison) is not None:
        drawn = study.posterior
        part = comparison.part(compared, posterior=drawn)
        yield Page(
            "comparison",
            replace(part, limits=(*study.doubts, *part.limits)),
            lambda: comparison.files(compared, drawn),
            (compared, drawn, study.doubts),
        )
    for number, (metric, one) in enumerate(study.by_metric.items(), 1):
        part = comparison.part(one, title=f"Which {nouns()} differ by {metric}?")
        yield Page(
            f"metric-{number}", replace(part, room=f"metric {number}"), _files_of(one), (one,)
        )
    yield from _single(study, "pareto", f"Which {nouns()} are worth their cost?")
    yield from _single(study, "items", f"Which {nouns()} differ on single items?")
    for number, (title, one) in enumerate(study.published.items(), 1):
        part = replace(comparison.part(one, title=title), room=f"published {number}")
        yield Page(f"published-{number}", part, _files_of(one), (one,))
    yield from _of_series(study, threshold)
    yield from _of_choice(study)
    if (rated := study.optimality) is not None:
        yield Page("optimality", optimal.part(rated), lambda: optimal.files(rated), (rated,))
    for name in ORDER:
        one = getattr(study, name)
        if name not in _OWN and isinstance(one, Result):
            yield Page(name, single.part(one), partial(single.files, one), (one,))
    if run is not None:
        part = suite.part(run, title="On which tasks?")
        yield Page("suite", part, lambda: suite.files(run), (run.hash, run.status))


def _single(study: Study, name: str, title: str) -> Iterator[Page]:
    """Yield the page of a result that looks as it does by itself."""
    if isinstance(one := getattr(study, name), Result):
        yield Page(name, single.part(one, title=title), partial(single.files, one), (one,))


def _files_of(one: object) -> Files:
    return lambda: comparison.files(one)  # type: ignore[arg-type]


def _of_series(study: Study, threshold: float | None) -> Iterator[Page]:
    if study.features is not None:
        shown = features.Landscape(study.features, study.map, study.removed)
        inputs = (study.features, study.map, study.removed)
        yield Page("features", features.part(shown), lambda: features.files(shown), inputs)
    land, found, best = study.landscape, study.portfolio, study.best
    if land is not None:

        def files() -> Iterator[tuple[str, bytes]]:
            yield "coverage.json", document(land.coverage.to_dict())
            yield from landscape.files(land, None, threshold, study.stability)

        # The portfolios are a separate part.
        part = landscape.part(land, threshold=threshold, stability=study.stability)
        yield Page("landscape", part, files, (land, threshold, study.stability))
    if found is not None and best is not None:
        part = bootstrap.part(found, best)
        yield Page("portfolio", part, lambda: bootstrap.files(found, best), (found, best))


def _of_choice(study: Study) -> Iterator[Page]:
    if (record := study.selection) is not None:
        shown = selection.Shown(record, study.selection_map, study.covering)
        inputs = (record, study.selection_map, study.covering)
        yield Page("selection", selection.part(shown), lambda: selection.files(shown), inputs)
    if study.protocol is not None:
        summary = protocol.Told(study.protocol, study.mantel, study.subset, study.fitting)
        parts = (summary.found, summary.mantel, summary.subset, summary.fitting)
        yield Page("protocol", protocol.part(summary), lambda: protocol.files(summary), parts)


def _lead(study: Study) -> str:
    """Return what was studied, and what was left out."""
    sentences = []
    if (table := study.table) is not None:
        better = "higher" if table.higher_is_better else "lower"
        size = counted(table.n_classifiers, "method")
        metric = f"{table.metric or 'score'} ({better} is better)"
        sentences.append(f"{size} on {counted(table.n_datasets, 'dataset')}, {metric}.")
    sentences += study.doubts
    if study.left_out:
        sentences.append(f"Left out: {joined(_why(study.left_out))}.")
    if study.unusable:
        sentences.append(f"No task: {joined(_why(study.unusable))}.")
    return " ".join(sentences)


def _why(reasons: Mapping[str, str]) -> list[str]:
    return [f"{', '.join(names)} ({why})" for why, names in by_reason(reasons).items()]
