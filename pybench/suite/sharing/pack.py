"""Files -> an archive: the same files give the same bytes, whoever packs them and when."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from typing import BinaryIO

from pybench.base.errors import ArgumentError
from pybench.suite.sharing.members import MOST_BYTES, MOST_MEMBERS, MOST_RATIO, check_names

_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest in a zip; the time of a file is not content
_MODE = 0o100644 << 16
_LEVEL = 6
_UNIX = 3


def write_archive(stream: BinaryIO, contents: Mapping[str, bytes], file: str) -> None:
    """Write a zip of files, in the given order.

    Names are checked as on unpacking, and files that deflate too well are stored, so that every
    archive can be unpacked. (Another version of zlib may deflate to other bytes: the hashes in a
    bundle are those of the files.)

    Raises
    ------
    SuiteError
        If a name does not mean the same file on every system.
    ArgumentError
        If there are too many files or bytes for one bundle.
    """
    check_names(list(contents), file)
    total = sum(map(len, contents.values()))
    if len(contents) > MOST_MEMBERS or total > MOST_BYTES:
        found = f"{len(contents)} files of {total} bytes"
        raise ArgumentError(
            f"a bundle holds at most {MOST_MEMBERS} files of {MOST_BYTES} bytes, not {found}",
            expected=f"at most {MOST_MEMBERS} files and {MOST_BYTES} bytes",
            found=found,
            hint="Leave runs or data out.",
        )
    with zipfile.ZipFile(stream, "w", allowZip64=False) as archive:
        for name, content in contents.items():
            info = zipfile.ZipInfo(name, _DAY)
            info.external_attr, info.create_system = _MODE, _UNIX
            info.compress_type = _method(content)
            archive.writestr(info, content, compresslevel=_LEVEL)


def _method(content: bytes) -> int:
    packed = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    size = len(packed.compress(content)) + len(packed.flush())
    worth = size < len(content) < size * MOST_RATIO // 2
    return zipfile.ZIP_DEFLATED if worth else zipfile.ZIP_STORED
