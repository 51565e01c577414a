"""OpenML's server: suites, tasks and datasets are fetched on request, datasets are listed.

openml-python gives the locations of server and cache, and lists datasets. It waits for an answer
without limit, holds all of it in memory, and removes what it has cached of a task when a download
fails. So pybench fetches files itself, within limits. Complete files that match the server's
description are added to the shared cache one by one; existing files are never replaced or removed.
The cache has openml-python's layout, so each finds what the other has fetched; none of its pickles
are read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TypedDict, TypeVar, Unpack

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError, refusal
from pybench.base.extras import require
from pybench.base.text import shown
from pybench.read.download import FILE_BYTES, FILE_SECONDS, limits
from pybench.read.files import file_bytes
from pybench.store.inside import inside
from pybench.suite.manifest import Manifest
from pybench.suite.sharing.openml.datasets import Fetched, read_datasets
from pybench.suite.sharing.openml.documents import StudyDocument
from pybench.suite.sharing.openml.files import Files, cache_folder
from pybench.suite.sharing.openml.problems import as_problem
from pybench.suite.sharing.openml.server import Server
from pybench.suite.sharing.openml.suitefiles import read_openml

_LONGEST = 100  # characters of an alias, of which OpenML accepts 32

S = TypeVar("S", bound=Manifest)


class Where(TypedDict, total=False):
    """Where files come from, and the limits for each."""

    cache: str | os.PathLike[str] | None  #: root of a cache of openml-python, by default its own
    offline: bool  #: use the cache only; what is not in it is an error
    seconds: float  #: for each file of data or splits
    most_bytes: int  #: for each file of data; a sixteenth of it for a file of splits


class _Source:
    """OpenML's files: those of a cache and, unless offline, those of the server."""

    def __init__(
        self,
        cache: str | os.PathLike[str] | None = None,
        offline: bool = False,
        seconds: float = FILE_SECONDS,
        most_bytes: int = FILE_BYTES,
    ) -> None:
        openml = require("openml", "openml", "suites of OpenML")
        limit = limits(seconds, most_bytes)
        self.files = Files(cache_folder(openml, cache))
        self._server = None if offline else Server(openml, self.files, *limit)

    def study(self, suite: int | str) -> StudyDocument:
        """Return a suite."""
        if study := _cached_study(self.files, suite):
            return study
        if self._server is None:
            hint = "Fetch it once with offline=False."
            expected, place = f"the suite {shown(str(suite))} in the cache", str(self.files.folder)
            raise refusal(expected, "none", hint, file=place, kind=InputError)
        with inside(self.files.folder), as_problem(f"fetch the suite {shown(str(suite))}"):
            return self._server.study(suite)

    def fetch(self, kind: str, numbers: Iterable[int]) -> None:
        """Fetch what is missing in the cache of tasks or datasets."""
        if self._server is None:
            return
        get = {"task": self._server.task, "dataset": self._server.dataset}[kind]
        for number in numbers:
            with inside(self.files.folder), as_problem(f"fetch the {kind} {number}"):
                get(number)


def fetch_suite(kind: type[S], suite: int | str, **where: Unpack[Where]) -> S:
    """Make a suite from a suite on OpenML, with its tasks, splits and data.

    Parameters
    ----------
    kind : type
        The class of the suite.
    suite : int or str
        Id or alias: 99, "OpenML-CC18".
    **where
        See `Where`.

    Raises
    ------
    ArgumentError
        If ``suite`` is not a valid id or alias.
    ExtraMissing
        If openml-python is not installed.
    EnvironmentProblem
        If the server cannot be reached, refuses, takes too long or sends too much, or if a dataset
        has no checksum or does not match its checksum.
    InputError
        If something is not in the cache while offline.
    SuiteError, DatasetError
        If something is malformed, or of a kind that is not supported.
    """
    _check_named(suite)
    source = _Source(**where)
    study = source.study(suite)
    source.fetch("task", study.tasks or ())
    return read_openml(kind, source.files.folder, study, ids_are_remote=True)


def fetch_tasks(
    kind: type[S], tasks: Iterable[int], *, name: str, created: str, **where: Unpack[Where]
) -> S:
    """Make a suite from tasks on OpenML; parameters and errors are those of `fetch_suite`.

    Parameters
    ----------
    tasks : iterable of int
        Ids.
    name, created : str
        Name of the suite, and its time.
    """
    numbers = _ids("tasks", tasks)
    source = _Source(**where)
    source.fetch("task", numbers)
    study = StudyDocument(
        None, None, "task", None, name, "", creation_date=created.removesuffix("Z"), tasks=numbers
    )
    return read_openml(kind, source.files.folder, study, ids_are_remote=True)


def fetch_datasets(
    datasets: Iterable[int] | Mapping[int, str | None], **where: Unpack[Where]
) -> list[Fetched]:
    """Fetch datasets from OpenML; errors are those of `fetch_suite` and `read_datasets`.

    Parameters
    ----------
    datasets : iterable of int, or mapping
        Ids; a mapping gives the columns to predict, None for the default target.
    """
    numbers = _ids("datasets", datasets)
    given = datasets if isinstance(datasets, Mapping) else {}
    source = _Source(**where)
    source.fetch("dataset", numbers)
    return read_datasets(source.files, {number: given.get(number) for number in numbers})


def _ids(name: str, asked: object) -> tuple[int, ...]:
    """Return ids, each once, in order."""
    found = tuple(check.count(name, one) for one in check.listed(name, asked, "ids on OpenML"))
    if not found:
        raise ArgumentError(
            f"`{name}` must be at least one id on OpenML", expected="ids", found="none"
        )
    return tuple(dict.fromkeys(found))


def _check_named(suite: int | str) -> None:
    """Refuse an id or alias that cannot be requested, such as a number of 500 digits."""
    named = isinstance(suite, str) and 0 < len(suite) <= _LONGEST
    if not (named or (isinstance(suite, int) and 0 < suite < 2**63)):
        kind = f"a string of {len(suite)} characters" if isinstance(suite, str) else "another"
        raise ArgumentError(
            f"`suite` must be the id or the alias of a suite of OpenML, not {kind}",
            expected=f"a number below 2^63, or a string of at most {_LONGEST} characters",
            found=kind,
        )


def _cached_study(files: Files, suite: int | str) -> StudyDocument | None:
    for path in sorted((files.folder / "studies").glob("*/study.xml")):
        study = StudyDocument.read(file_bytes(str(path)), str(path))
        if suite in (study.id, study.alias) or str(suite) == str(study.id):
            return study
    return None
