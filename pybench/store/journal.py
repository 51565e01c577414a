"""An append-only log of a run; a killed process may leave a torn last line.

A line is the CRC-32 of an event and the event in JSON. Lines that fail the check are ignored; the
next writer begins on a new line. Only one process at a time may write, by a lock of the system that
ends with the process, however that ends.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from pybench.base import system
from pybench.base.document import read_json
from pybench.base.errors import EnvironmentProblem
from pybench.store import inside
from pybench.store.lock import hold

SYNC_SECONDS = 1.0  # a power cut loses at most the record of this much work, not the work


class Journal:
    """A file of events, held for writing by this process alone until it is closed.

    Parameters
    ----------
    path : str or path-like
        Made if it does not exist; its folder must exist.

    Raises
    ------
    EnvironmentProblem
        It cannot be written, or another live process holds it.
    InputError
        A link leads out of the folder that is written into.

    Examples
    --------
    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/journal"
    >>> with Journal(path) as journal:
    ...     journal.append({"done": "iris"})
    >>> list(events(path))
    [{'done': 'iris'}]
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._synced = time.monotonic()
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
            path = inside.target(self.path)  # no longer a link
            self._descriptor = system.open_file(path, flags, follow=False)
        except OSError as error:
            raise self._unwritten(error) from error
        try:
            hold(self._descriptor, self.path, "a journal that a running process holds")
            self._begin_line()
        except BaseException as error:
            os.close(self._descriptor)
            if isinstance(error, OSError):  # a file system without locks, a full disk
                raise self._unwritten(error) from error
            raise

    def append(self, event: dict[str, Any]) -> None:
        """Write one event; it survives the end of this process at once, of the system soon.

        Raises
        ------
        EnvironmentProblem
            If it cannot be written: the disk is full.
        """
        text = json.dumps(event, ensure_ascii=True, separators=(",", ":"))
        rest = memoryview(f"{zlib.crc32(text.encode()):08x} {text}\n".encode())
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
            if time.monotonic() - self._synced > SYNC_SECONDS:
                self._sync()
        except OSError as error:
            raise self._unwritten(error) from error

    def close(self) -> None:
        """Sync everything to disk and release the lock."""
        try:
            self._sync()
        except OSError as error:
            raise self._unwritten(error) from error
        finally:
            os.close(self._descriptor)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _sync(self) -> None:
        os.fsync(self._descriptor)
        self._synced = time.monotonic()

    def _begin_line(self) -> None:
        if os.fstat(self._descriptor).st_size:
            os.lseek(self._descriptor, -1, os.SEEK_END)  # what is written goes to the end anyway
            if os.read(self._descriptor, 1) != b"\n":
                os.write(self._descriptor, b"\n")

    def _unwritten(self, error: OSError) -> EnvironmentProblem:
        reason = error.strerror or str(error)
        return EnvironmentProblem(
            f"cannot write the journal: {reason}",
            file=os.fspath(self.path),
            expected="a file that can be written",
            found=reason,
            hint="Check the folder, its permissions and the free space; what is done is kept.",
        )


def events(path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    """Yield the events of a journal in order; torn and damaged lines are skipped."""
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        return
    for line in data.split(b"\n"):
        check, _, text = line.partition(b" ")
        if text and check == b"%08x" % zlib.crc32(text):
            try:
                event = read_json(text)
            except ValueError:  # not written by pybench, whatever its checksum
                continue
            yield event
