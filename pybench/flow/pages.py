"""The report of a study: a page and files for each part, drawn once, and the page over them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pybench.base import notes
from pybench.base.text import counted
from pybench.flow.keep import Event, Kept, digest_of
from pybench.flow.study import Study
from pybench.reporting import features, folder, landscape, optimal, overview, protocol, selection
from pybench.reporting import bootstrap as portfolios
from pybench.reporting.formats import joined
from pybench.reporting.numbers import document
from pybench.store import atomic
from pybench.suite.naming import file_stem

NUMBERS, TABLE = "study.json", "results.csv"


@dataclass(frozen=True)
class Page:
    """A part of a study with what writes its folder."""

    name: str  #: of its folder
    question: str
    sentences: tuple[str, ...]
    figure: str  #: the one that says most
    rests: Any  #: what its bytes depend on
    write: Callable[[Path], object]


def write_pages(study: Study, place: Path, kept: Kept, tell: Callable[[Event], object]) -> Path:
    """Write the report into a folder; pages whose numbers have not changed stay as they are.

    Returns
    -------
    Path
        The page over all.
    """
    sections = []
    for page in pages(study):
        begin, where = time.monotonic(), place / page.name
        rests = {"numbers": digest_of(page.rests), "pybench": study.versions["pybench"]}
        name = f"page {page.name}"
        if kept.noted(name) != rests or not (where / folder.PAGE).is_file():
            page.write(where)
            kept.note(name, rests)
            tell(Event(name, "made", "", time.monotonic() - begin))
        drawn = where / f"{page.figure}.svg"
        sections.append(
            overview.Section(
                page.name,
                page.question,
                page.sentences,
                drawn.read_bytes() if drawn.is_file() else None,
                page.sentences[0],
            )
        )
    html = overview.overview_page(
        study.name,
        _lead(study),
        sections,
        version=study.versions["pybench"],
        not_told=tuple(_not_told(study)),
        facts=tuple(_facts(study)),
    )
    files = {NUMBERS: document(study.to_dict())}
    if study.table is not None:
        files[TABLE] = _table(study).encode()
    for name, content in {**files, folder.PAGE: html.encode("utf-8")}.items():
        atomic.write_bytes(place / name, content)
    return place / folder.PAGE


def pages(study: Study) -> Iterator[Page]:
    """Give the pages of a study, in the order of the report."""
    if (compared := study.comparison) is not None:
        rests = [compared.to_dict(), study.posterior and study.posterior.to_dict()]
        write = partial(folder.write, compared, title=None, posterior=study.posterior)
        yield Page("comparison", "Which classifiers differ?", compared.conclusions,
                   "critical-difference", rests, write)  # fmt: skip
    for title, one in study.published.items():
        write = partial(folder.write, one, title=title)
        yield Page(f"published-{file_stem(title)}", title, one.conclusions,
                   "critical-difference", [title, one.to_dict()], write)  # fmt: skip
    yield from _of_series(study)
    yield from _of_choice(study)
    if (rated := study.optimality) is not None:
        write = partial(optimal.write, rated)
        yield Page("optimality", optimal.TITLE, optimal.sentences(rated), "auc", rated.to_dict(),
                   write)  # fmt: skip


def _of_series(study: Study) -> Iterator[Page]:
    if study.features is not None:
        shown = features.Landscape(study.features, study.map, versions=study.versions)
        rests = [study.features.to_dict(), study.map and study.map.to_dict()]
        yield Page("features", features.TITLE, features.sentences(shown), "map", rests,
                   partial(features.write, shown))  # fmt: skip
    if (land := study.landscape) is not None:
        found = study.portfolio
        rests = [land.to_dict(), found and found.to_dict()]
        write = partial(_landscape, study)
        yield Page("landscape", landscape.TITLE, landscape.sentences(land, found), "regions",
                   rests, write)  # fmt: skip
    if study.portfolio is not None and study.best is not None:
        rests = [study.portfolio.to_dict(), study.best.to_dict()]
        write = partial(portfolios.write, study.portfolio, study.best)
        said = portfolios.sentences(study.portfolio)
        yield Page("portfolio", portfolios.TITLE, said, "bootstrap-2", rests, write)


def _of_choice(study: Study) -> Iterator[Page]:
    if (record := study.selection) is not None:
        shown = selection.Shown(record, study.selection_map, study.covering)
        rests = [one and one.to_dict() for one in (record, study.selection_map, study.covering)]
        yield Page("selection", selection.TITLE, selection.sentences(record), "map", rests,
                   partial(selection.write, shown))  # fmt: skip
    if study.protocol is not None:
        told = protocol.Told(study.protocol, study.mantel, study.subset)
        rests = [one and one.to_dict() for one in (told.found, told.mantel, told.subset)]
        yield Page("protocol", protocol.TITLE, protocol.sentences(told), "spearman", rests,
                   partial(protocol.write, told))  # fmt: skip


def _landscape(study: Study, where: Path) -> None:
    assert study.landscape is not None
    content = {"coverage.json": document(study.landscape.coverage.to_dict())}
    folder.make_folder(where)
    for name, data in content.items():
        atomic.write_bytes(where / name, data)
    landscape.write(study.landscape, where, study.portfolio, files=tuple(content))


def _lead(study: Study) -> str:
    if study.table is None:
        return ""
    table = study.table
    better = "higher" if table.higher_is_better else "lower"
    return (
        f"{counted(table.n_classifiers, 'classifier')} on "
        f"{counted(table.n_datasets, 'dataset')}, {table.metric or 'score'} ({better} is better)."
    )


def _not_told(study: Study) -> Iterator[tuple[str, str]]:
    yield from study.left_out.items()
    for name, why in study.unusable.items():
        yield name, f"no task: {why}"
    meaning = notes.texts()
    for key in study.comparison.notes if study.comparison is not None else ():
        yield key, meaning[key]


def _facts(study: Study) -> Iterator[tuple[str, str]]:
    yield "Seed", str(study.seed)
    if study.comparison is not None:
        engines = {"python": "Python", "r": "R", "both": "Python and R, compared"}
        yield "Computed by", engines[study.comparison.engine]
    if study.table is not None:
        yield "Classifiers", joined(list(study.table.classifiers))
    for name, release in study.versions.items():
        yield name, release


def _table(study: Study) -> str:
    assert study.table is not None
    return study.table.to_frame().to_csv(lineterminator="\n")
