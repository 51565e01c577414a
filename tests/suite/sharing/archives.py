"""Zip files as nobody should write them, byte by byte."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from zipfile import ZipFile


@dataclass(frozen=True)
class Member:
    """One member, told truly unless one says otherwise; ``local`` overrides the head in front."""

    name: bytes
    content: bytes
    method: int = 8
    flags: int = 0x800
    mode: int = 0o100644
    extra: bytes = b""
    comment: bytes = b""
    size: int | None = None
    packed_size: int | None = None
    crc: int | None = None
    packed: bytes | None = None
    offset: int | None = None
    local: dict[str, object] = field(default_factory=dict)

    def head(self) -> tuple[int, int, int, bytes]:
        """Return checksum, packed size, size, packed bytes."""
        packed = self.packed
        if packed is None:
            squeeze = zlib.compressobj(6, zlib.DEFLATED, -15)
            packed = squeeze.compress(self.content) + squeeze.flush()
            packed = packed if self.method == 8 else self.content
        crc = zlib.crc32(self.content) if self.crc is None else self.crc
        size = len(self.content) if self.size is None else self.size
        return crc, len(packed) if self.packed_size is None else self.packed_size, size, packed


def archive(members: list[Member], *, count: int | None = None, comment: bytes = b"") -> bytes:
    """Return a zip file of some members."""
    out, directory = b"", b""
    for member in members:
        told = replace(member, **member.local)
        crc, packed_size, size, packed = told.head()
        offset = len(out) if member.offset is None else member.offset
        if member.offset is None:
            lengths = (len(told.name), len(told.extra))
            fields = (20, told.flags, told.method, 0, 33, crc, packed_size, size, *lengths)
            out += b"PK\3\4" + struct.pack("<5H3L2H", *fields) + told.name + told.extra + packed
        crc, packed_size, size, _ = member.head()
        fields = (0x0314, 20, member.flags, member.method, 0, 33, crc, packed_size, size)
        lengths = (len(member.name), len(member.extra), len(member.comment))
        directory += b"PK\1\2" + struct.pack("<6H3L", *fields)
        directory += struct.pack("<5H2L", *lengths, 0, 0, member.mode << 16, offset)
        directory += member.name + member.extra + member.comment
    n = len(members) if count is None else count
    end = struct.pack("<4H2LH", 0, 0, n, n, len(directory), len(out), len(comment))
    return out + directory + b"PK\5\6" + end + comment


def members_of(file: Path) -> list[Member]:
    """Return the members of a zip file."""
    with ZipFile(file) as opened:
        infos = opened.infolist()
        return [
            Member(info.filename.encode(), opened.read(info), method=info.compress_type, flags=0)
            for info in infos
        ]
