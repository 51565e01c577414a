"""Members of a zip archive, also if Zstandard packs them, as in logs of Inspect AI."""

from __future__ import annotations

import os
import struct
import zipfile
import zlib

from pybench.read.arrow import unpacked_zstd

LARGEST = 1 << 28  #: bytes of a member, unpacked
_ZSTD = 93
_HEAD = struct.Struct("<4s22x2H")  # of a member: signature, ..., lengths of name and extra field
#: What `member` raises for an archive that is damaged; KeyError for a member that is not in it.
DAMAGED = (
    zipfile.BadZipFile, zlib.error, OSError, RuntimeError, NotImplementedError, EOFError, ValueError
)  # fmt: skip


def member(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the content of a file inside a zip archive; its check sum has been compared."""
    told = archive.getinfo(name)
    if told.file_size > LARGEST:
        raise zipfile.BadZipFile(f"one that unpacks to more than {LARGEST >> 20} MiB")
    if told.compress_type != _ZSTD or archive.fp is None:
        return archive.read(name)
    archive.fp.seek(told.header_offset)
    head = archive.fp.read(_HEAD.size)
    if len(head) < _HEAD.size or head[:4] != b"PK\3\4":
        raise zipfile.BadZipFile("no header of a member")
    names, extra = _HEAD.unpack(head)[-2:]
    archive.fp.seek(names + extra, os.SEEK_CUR)
    data = unpacked_zstd(archive.fp.read(told.compress_size), told.file_size)
    if zlib.crc32(data) != told.CRC:
        raise zipfile.BadZipFile("another checksum")
    return data
