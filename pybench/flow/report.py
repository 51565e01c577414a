"""Combine existing results, of a study or single ones, into one report."""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

from pybench.base.errors import ArgumentError, InputError, PybenchError, refusal
from pybench.base.path import to_read, to_write
from pybench.base.result import Result, hints
from pybench.base.text import shown
from pybench.comparison.posterior import Posterior
from pybench.comparison.summary import Comparison
from pybench.features.projection import EmbeddingMap
from pybench.features.report import feature_report
from pybench.features.table import FeatureTable
from pybench.flow.datasheet import Datasheet, Folders, suite_in, with_sheets
from pybench.flow.load import load_result, result_in
from pybench.flow.pages import Page, pages
from pybench.flow.study import ORDER, Study
from pybench.landscape.best import BestByRegion
from pybench.read.files import file_bytes
from pybench.reporting import folder, single
from pybench.reporting.figures import usual_settings
from pybench.reporting.frame import Part, study_page
from pybench.selection.covering import Covering
from pybench.selection.finding import FoundRepresentation
from pybench.selection.mantel import MantelTest
from pybench.selection.subset import SubsetQuality
from pybench.store import atomic
from pybench.store.inside import inside, target
from pybench.suite.suite import Suite

Source = Result | Suite | str | os.PathLike[str]

#: Results that complete the page of another -> their field, and the field of the other.
_WITH: dict[type[Result], tuple[tuple[str, str], ...]] = {
    Posterior: (("posterior", "comparison"),),
    EmbeddingMap: (("selection_map", "selection"), ("map", "features")),
    BestByRegion: (("best", "portfolio"),),
    Covering: (("covering", "selection"),),
    MantelTest: (("mantel", "protocol"),),
    SubsetQuality: (("subset", "protocol"),),
    FoundRepresentation: (("fitting", "protocol"),),
}
_MAPPINGS = (
    "published", "by_metric", "left_out", "removed", "unusable", "versions", "stand_ins",
)  # fmt: skip
_PAGES = (".html", ".htm")


@cache
def _heads() -> dict[type[Result], str]:
    """Return what has a page of its own -> the field of a study that holds it."""
    fields = {name: get_args(hint)[0] for name, hint in hints(Study).items() if name in ORDER}
    return {kind: name for name, kind in fields.items() if issubclass(kind, Result)}


def report(
    *results: Source,
    path: str | os.PathLike[str] | None = None,
    title: str = "Report",
    runs: Folders = (),
) -> Path:
    """Combine existing results into one self-contained page: a summary first, then the details.

    Parameters
    ----------
    *results : Result, Suite or path
        Any results of pybench, files that contain results as JSON (from ``to_dict`` or `pybench ...
        --out`), or folders of such files; suites, or folders of suites. The page shows them as
        follows:

        * A `Comparison`, `FeatureReport`, `Landscape`, `Bootstrap`, `SelectionRecord`,
          `RankPreservation`, `Optimality` or `Study` is shown as in the report of a study, and in
          the same order.
        * A `Posterior`, `EmbeddingMap`, `BestByRegion`, `Covering`, `MantelTest`, `SubsetQuality`
          or `FoundRepresentation` is added to the earlier result to which it belongs.
        * A `Suite` is shown as a datasheet: its tasks, the rules with their verdicts, the
          distributions of its qualities, licences, what `Suite.check` finds in its data, and its
          runs so far. A `SuiteCheck` of this suite among the results saves computing it.
        * Any other result is shown with its text, figure and table.
    path : path, optional
        If the path ends in ``.html``, only the page is written, to this file. Any other path is a
        folder for the page ``index.html``, with a subfolder of figures, tables and numbers for each
        part. Default: the last of ``results``, which must then be a path.
    title : str
        Heading of the page.
    runs : path or iterable of paths
        Folders of runs to show with the suites among the results; see `Suite.runs`.

    Returns
    -------
    Path
        The path of the page. The page is self-contained, and the same results give the same page.

    Raises
    ------
    ArgumentError
        No results, or none to write them to; runs, but no suite.
    InputError
        A file that holds no result; a link in a folder that leads out of it.
    EnvironmentProblem
        The path cannot be written to.

    Examples
    --------
    >>> import tempfile
    >>> import pybench as pb
    >>> t = pb.read_results([[3, 1, 2], [2, 1, 3], [5, 1, 4]], higher_is_better=True,
    ...     datasets=list("abc"), classifiers=["x", "y", "z"])
    >>> with tempfile.TemporaryDirectory() as place:
    ...     page = pb.report(pb.friedman(t), pb.nemenyi(t), f"{place}/tests.html")
    ...     page.name, page.read_text("utf-8").count("<article")
    ('tests.html', 2)
    """
    given, out = _separated(results, path)
    loaded = [one for source in given for one in _loaded(source)]
    _refuse_own_path(given, out)
    if not loaded:
        raise ArgumentError("expected results, found none", expected="results", found="none")
    alone = out.suffix.lower() in _PAGES
    blaming = _blaming([one for one in given if not isinstance(one, (Result, Suite))])
    with inside(None if alone else out):
        with blaming, usual_settings():
            shown = with_sheets(loaded, runs)
            made = [_written(page, None if alone else out) for page in _numbered(_pages(shown))]
            text = study_page(made, title=title, brand="report")
        file = out if alone else out / folder.PAGE
        atomic.make_folder(file.parent)
        atomic.write_bytes(file, text.encode("utf-8"))
    return file


def _written(page: Page, out: Path | None) -> Part:
    """Return a part with its figures; write its folder if there is an output folder."""
    files = dict(page.files())
    if out is None:
        return replace(page.part.beside(files), files=())
    folder.write_part(out / page.name, page.part, files.items())
    return page.part.beside(files, folder=f"{page.name}/")


@contextmanager
def _blaming(files: Sequence[Any]) -> Iterator[None]:
    """Blame a damaged file if a result cannot be shown: results in memory may be from files too."""
    try:
        yield
    except (PybenchError, OSError, MemoryError):
        raise
    except Exception as error:  # of pandas, Matplotlib or a template, for any content of a file
        raise refusal(
            "results whose fields fit together",
            "fields that do not",
            "The file may be damaged, or was changed: write it again. If the results do not come "
            f"from a file, please report this problem and its cause: {error}",
            file=os.fspath(files[0]) if len(files) == 1 else None,
            kind=InputError,
        ) from error


def _separated(
    results: tuple[Source, ...], path: str | os.PathLike[str] | None
) -> tuple[tuple[Source, ...], Path]:
    """Return the results and the output path: by default the last of them."""
    if path is not None:
        return results, to_write("path", path)
    if not results or isinstance(results[-1], (Result, Suite)):
        raise ArgumentError(
            "expected a path to write to after the results, found none",
            expected='a path, such as "report.html" or "report"',
            found="none",
            hint='For example: pybench.report(result, "report.html").',
        )
    return results[:-1], to_write("path", _path(results[-1]))


def _refuse_own_path(given: Iterable[Source], out: Path) -> None:
    """Refuse to write a report over its own input, which it would replace."""
    own = os.path.realpath(out)
    for source in given:
        if isinstance(source, (str, os.PathLike)) and os.path.realpath(source) == own:
            raise ArgumentError(
                f"a report cannot be written over its own input, {shown(str(out))}",
                expected="another path",
                found=str(out),
                hint="Choose another path.",
            )


def _path(source: Any) -> str:
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    raise ArgumentError(
        f"expected a result of pybench or the path of its file, found {type(source).__name__}",
        expected="a result or a path",
        found=type(source).__name__,
    )


def _loaded(source: Source) -> Iterator[Result | Suite]:
    """Yield the results of a source: one in memory or in a file, or those in a folder."""
    if isinstance(source, FeatureTable):
        yield feature_report(source)
    elif isinstance(source, (Result, Suite)):
        yield source
    elif (suite := suite_in(out := to_read("results", _path(source)))) is not None:
        yield suite
    elif out.is_dir():
        yield from _of_folder(out)
    else:
        yield from _loaded(load_result(out))


def _of_folder(out: Path) -> Iterator[Result | Suite]:
    whole = out / "study.json"  # of a study, whose other files repeat it
    files = [whole] if whole.is_file() else sorted(out.glob("*.json"))
    with inside(out):  # links must not lead out of a stranger's folder
        for file in files:
            target(file)
    held = (result_in(file_bytes(str(file)), str(file)) for file in files)
    found = [one for result in held if result is not None for one in _loaded(result)]
    if not found:
        raise InputError(
            "expected files of results, found none",
            file=str(out),
            expected="a .json file that pybench wrote",
            found=f"none in {shown(out.name)}",
            hint="Give files of results, or write some first: pybench compare ... --out FOLDER.",
        )
    dicts = [one.to_dict() for one in found]
    made = [inner.to_dict() for one in found for inner in _held(one)]
    # What another result holds would appear twice.
    found = [one for one, whole in zip(found, dicts, strict=True) if whole not in made]
    yield from sorted(found, key=lambda one: type(one) in _WITH)  # after what they complete


def _held(whole: Result | Suite) -> Iterator[Result]:
    """Yield the results that are fields of a result."""
    values = (getattr(whole, one.name) for one in dataclasses.fields(whole))  # type: ignore[arg-type]
    return (value for value in values if isinstance(value, Result))


@dataclass(slots=True)
class _Group:
    """Results that fit into one study."""

    fields: dict[str, Result] = field(default_factory=dict)

    def takes(self, one: Result) -> bool:
        """Put a result where it belongs, if that is free."""
        if (head := _heads().get(type(one))) is not None and head not in self.fields:
            self.fields[head] = one
            return True
        for name, head in _WITH.get(type(one), ()):
            if head in self.fields and name not in self.fields:
                self.fields[name] = one
                return True
        return False

    def pages(self) -> Iterator[Page]:
        """Yield the pages of these; a result without its other half gets its own page."""
        lonely = [] if "best" in self.fields else [self.fields.pop("portfolio", None)]
        empty: dict[str, Any] = dict.fromkeys(one.name for one in dataclasses.fields(Study))
        about = {"name": "", "seed": 0, **{name: {} for name in _MAPPINGS}}
        yield from pages(Study(**{**empty, **about, **self.fields}))
        yield from (_by_itself(one) for one in lonely if one is not None)


def _pages(results: Iterable[Result | Datasheet]) -> Iterator[Page]:
    """Yield the pages of results: one for those that belong together, else one each."""
    group = _Group()
    for one in results:
        if isinstance(one, Result) and group.takes(one):
            continue
        yield from group.pages()
        group = _Group()
        if isinstance(one, Datasheet):
            yield one.page()
        elif isinstance(one, Study):
            yield from pages(one)
        elif not group.takes(one):
            yield _by_itself(one)
    yield from group.pages()


def _by_itself(one: Result) -> Page:
    return Page(single.name_of(one), single.part(one), lambda: single.files(one), (one,))


def _metric(page: Page) -> str | None:
    """Return the metric of the table of a comparison, if it is named."""
    found = [one.table.metric for one in page.inputs if isinstance(one, Comparison)]
    return found[0] if found else None


def _numbered(made: Iterable[Page]) -> Iterator[Page]:
    """Yield pages with unique names, anchors and titles."""
    listed = list(made)
    metrics = [_metric(page) for page in listed]
    same = Counter((page.part.title, metric) for page, metric in zip(listed, metrics, strict=True))
    titles = Counter(page.part.title for page in listed)
    seen: Counter[str] = Counter()
    for page, metric in zip(listed, metrics, strict=True):
        part = page.part
        if metric and titles[part.title] > same[part.title, metric]:
            part = replace(part, title=f"{part.title} ({metric})")
        seen.update({page.name, part.room, part.title})
        number = max(seen[page.name], seen[part.room])
        if seen[part.title] > 1:
            part = replace(part, title=f"{part.title} ({seen[part.title]})")
        if number > 1:
            part = replace(part, room=f"{part.room} {number}")
            page = replace(page, name=f"{page.name}-{number}")
        yield replace(page, part=part)
