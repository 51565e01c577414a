"""Results on disk by the hash of their inputs; an entry is used only if its checksum matches.

An entry is a file: a head that identifies it, the length and the SHA-256 of key and content, then
the content. A torn, damaged or misplaced entry counts as absent and is replaced by the next `put`.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
from contextlib import suppress
from pathlib import Path

from pybench.base.errors import ArgumentError
from pybench.store import atomic
from pybench.store.inside import inside, target

MAGIC = b"pybench-cache/1\n"
LENGTH_BYTES, DIGEST_BYTES = 8, 32
HEAD = len(MAGIC) + LENGTH_BYTES + DIGEST_BYTES

_log = logging.getLogger("pybench")


class Cache:
    """A folder of results, each under a key; any number of processes may share it.

    Parameters
    ----------
    folder : str or path-like
        Made when the first result is stored.

    Examples
    --------
    >>> import tempfile
    >>> cache = Cache(tempfile.mkdtemp())
    >>> key = "0" * 64
    >>> cache.put(key, b"result")
    >>> cache.get(key)
    b'result'
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)

    def path(self, key: str) -> Path:
        """Return the path of the result of a key, whether or not it exists.

        Raises
        ------
        ArgumentError
            If the key is not a SHA-256 in hexadecimal; nothing else may become a file name.
        """
        if not re.fullmatch(r"[0-9a-f]{64}", key):
            raise ArgumentError(
                f"`key` must be 64 hexadecimal digits, not {key!r}",
                expected="64 hexadecimal digits",
                found=key,
            )
        return self.folder / key[:2] / key[2:]

    def get(self, key: str) -> bytes | None:
        """Return the result of a key, or None if there is no valid one."""
        path = self.path(key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            _log.warning("cannot read %s (%s): computing it again", path, error.strerror)
            return None
        content = data[HEAD:]
        if data[:HEAD] == _head(key, content):
            return content
        _log.warning("damaged entry %s: computing it again", path)
        return None

    def put(self, key: str, content: bytes) -> None:
        """Store the result of a key, whole or not at all.

        Raises
        ------
        EnvironmentProblem
            If it cannot be written.
        InputError
            If a link leads out of the folder.
        """
        path = self.path(key)
        with inside(self.folder):
            target(path)
            with suppress(OSError):  # the writer reports the error and the file
                path.parent.mkdir(parents=True, exist_ok=True)
            atomic.write_bytes(path, _head(key, content) + content)

    def sweep(self, age: float = atomic.DAY) -> int:
        """Remove files of writers killed ``age`` seconds ago or earlier; return how many.

        Results are kept: only the user knows which are still needed.
        """
        with inside(self.folder):
            return sum(atomic.sweep(folder, age) for folder in self.folder.glob("[0-9a-f][0-9a-f]"))


def _head(key: str, content: bytes) -> bytes:
    # The key is hashed too: an entry renamed or copied to another key is invalid.
    digest = hashlib.sha256(key.encode("ascii") + content).digest()
    return MAGIC + len(content).to_bytes(LENGTH_BYTES, "big") + digest
