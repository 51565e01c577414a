"""Fetch files from OpenML's server, within limits, into a cache with openml-python's layout.

Complete files that match the server's description are added to the cache one by one; existing files
are never replaced or removed.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from urllib.parse import quote, urlencode

from pybench.read.download import (
    DOCUMENT_BYTES,
    DOCUMENT_SECONDS,
    Checksum,
    NoAnswer,
    allow,
    answer,
)
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.suite.sharing.openml.arff import read_splits
from pybench.suite.sharing.openml.documents import (
    DataDocument,
    EstimationProcedure,
    StudyDocument,
    TaskDocument,
)
from pybench.suite.sharing.openml.files import Files
from pybench.suite.sharing.openml.xml import parse

_NONE = 412  # the HTTP status that the server sends if it has nothing
_SPLITS = 16  # splits, which are held in memory, may have 1 / _SPLITS of the bytes for data


class Server:
    """The server of openml-python's configuration, with limits, and the cache for its files."""

    def __init__(self, openml: ModuleType, files: Files, seconds: float, most: int) -> None:
        self._address, self._key = openml.config.server.rstrip("/"), openml.config.apikey
        self._files, self._limits = files, (seconds, most)

    def study(self, suite: int | str) -> StudyDocument:
        """Fetch a suite."""
        study = StudyDocument.read(self._document(f"study/{quote(str(suite), safe='')}"), "study")
        if study.id is None or study.id < 0:
            raise NoAnswer("a suite without an id")
        if study.status != "in_preparation":  # a suite that may still change is never cached
            _keep(self._files.study(study.id), study.to_xml())
        return study

    def task(self, number: int) -> None:
        """Fetch what is missing in the cache of a task and its data."""
        path, splits = self._files.task(number), self._files.splits(number)
        if not (path.is_file() and splits.is_file()):
            content = self._document(f"task/{number}")
            document = TaskDocument.read(content, f"task {number}")
            data = self._splits(document)  # it has no checksum, so it must be readable
            read_splits(data, f"splits of the task {number}")
            _keep(splits, data)
            _keep(path, content)
        task = TaskDocument.read(file_bytes(str(path)), str(path))
        self.dataset(task.data_id)

    def dataset(self, number: int) -> None:
        """Fetch what is missing in the cache of a dataset, and of what the server states of it."""
        place = self._files.description(number)
        if not (place.is_file() and self._files.data(number).is_file()):
            self._dataset(number, place)

    def procedures(self) -> list[EstimationProcedure]:
        """Return the estimation procedures that new tasks of the server can have."""
        return EstimationProcedure.read_all(self._document("estimationprocedure/list"))

    def _splits(self, task: TaskDocument) -> bytes:
        allow(task.splits_url, self._address)
        seconds, most = self._limits
        most = max(most // _SPLITS, 1)
        return b"".join(answer(task.splits_url, seconds=seconds, most=most, ends=True))

    def _dataset(self, number: int, place: Path) -> None:
        """Fetch a dataset; its description, which marks it as complete, is kept last."""
        held = place.is_file()
        content = file_bytes(str(place)) if held else self._document(f"data/{number}")
        document = DataDocument.read(content, f"description of the dataset {number}")
        path = self._files.data(number)
        if not path.exists():
            atomic.make_folder(path.parent)
            checksum = Checksum("md5", document.md5 or "", f"dataset {number}")
            allow(document.url, "http:")  # the checksum came from the server itself
            with atomic.writing(path) as file:
                seconds, most = self._limits
                for piece in answer(document.url, seconds=seconds, most=most):
                    checksum.add(piece)
                    file.write(piece)
                if not checksum.right():
                    raise NoAnswer(f"another checksum of the dataset {number}")
        for kind in ("features", "qualities"):
            if not (place.parent / f"{kind}.xml").exists():
                self._about(kind, number, place.parent / f"{kind}.xml")
        _keep(place, content)

    def _about(self, kind: str, number: int, path: Path) -> None:
        """Keep features or qualities of a dataset, if the server has any."""
        try:
            content = self._document(f"data/{kind}/{number}")
        except NoAnswer as error:
            if error.status == _NONE:
                return
            raise
        parse(content, f"data_{kind}", f"{kind} of the dataset {number}")
        _keep(path, content)

    def _document(self, what: str) -> bytes:
        asked = f"{self._address}/{what}"
        asked += f"?{urlencode({'api_key': self._key})}" if self._key else ""
        return b"".join(answer(asked, seconds=DOCUMENT_SECONDS, most=DOCUMENT_BYTES, ends=True))


def _keep(path: Path, content: bytes) -> None:
    if not path.exists():
        atomic.make_folder(path.parent)
        atomic.write_bytes(path, content)
