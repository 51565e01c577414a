"""Unpack an archive into a folder: bytes are counted on the way; complete or not at all."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from pybench.base.text import shown
from pybench.store import atomic
from pybench.suite.sharing.members import MOST_RATIO, refuse

_PIECE = 1 << 16
_LOCAL_HEAD = 30  # bytes before the name and the content, as `checked_members` has checked
_FLOOR = 1 << 12  # packed bytes that the ratio counts at least: it says little for the first few


def member_bytes(stream: BinaryIO, info: zipfile.ZipInfo, file: str, most: int) -> bytes:
    """Return the content of a small member.

    Raises
    ------
    SuiteError
        If it is larger than ``most`` bytes, or damaged.
    """
    if info.file_size > most:
        raise refuse(f"at most {most} bytes", f"{shown(info.filename)}: {info.file_size}", file)
    return b"".join(pieces(stream, info, file))


def pieces(stream: BinaryIO, info: zipfile.ZipInfo, file: str) -> Iterator[bytes]:
    """Yield the content of a member piece by piece, never more than was announced.

    Raises
    ------
    SuiteError
        The content is damaged, longer or shorter than announced, or has another checksum.
    """
    produced = checksum = 0
    for piece in _unpacked(stream, info, file):
        produced += len(piece)
        if produced > info.file_size:
            raise _damaged(info, f"more than {info.file_size} bytes", file)
        checksum = zlib.crc32(piece, checksum)
        yield piece
    if produced != info.file_size or checksum != info.CRC:
        raise _damaged(info, f"{produced} bytes with another checksum", file)


def write_members(
    stream: BinaryIO,
    infos: Mapping[str, zipfile.ZipInfo],
    hashes: Mapping[str, str],
    folder: Path,
    file: str,
) -> None:
    """Write members below a folder; each must have the SHA-256 that was announced.

    Raises
    ------
    SuiteError
        If a content is damaged or has another hash.
    """
    for name, expected in hashes.items():
        digest = hashlib.sha256()
        place = folder.joinpath(*name.split("/"))
        place.parent.mkdir(parents=True, exist_ok=True)
        with atomic.writing(place) as out:
            for piece in pieces(stream, infos[name], file):
                digest.update(piece)
                out.write(piece)
        check_hash(name, digest.hexdigest(), expected, file)


def check_hash(name: str, found: str, expected: str, file: str) -> None:
    """Refuse a file whose content does not have the announced hash."""
    if found != expected:
        raise refuse(f"{shown(name)} with the SHA-256 {expected}", found, file)


def _unpacked(stream: BinaryIO, info: zipfile.ZipInfo, file: str) -> Iterator[bytes]:
    packed = _packed(stream, info, file)
    if info.compress_type == zipfile.ZIP_STORED:
        yield from packed
        return
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    read = made = 0
    try:
        for piece in packed:
            read += len(piece)
            while piece and not inflate.eof:
                made += len(out := inflate.decompress(piece, _PIECE))
                if made > MOST_RATIO * max(read, _FLOOR):
                    raise _damaged(info, f"{made} bytes of {read}", file)
                yield out
                piece = inflate.unconsumed_tail
        rest = inflate.flush()
    except zlib.error as error:
        raise _damaged(info, str(error), file) from error
    if not inflate.eof or inflate.unused_data:
        raise _damaged(info, "data that end early or go on", file)
    yield rest


def _packed(stream: BinaryIO, info: zipfile.ZipInfo, file: str) -> Iterator[bytes]:
    at = info.header_offset + _LOCAL_HEAD + len(info.filename.encode("utf-8"))
    left = info.compress_size
    while left:
        stream.seek(at)  # the caller may have read elsewhere in the meantime
        piece = stream.read(min(left, _PIECE))
        if not piece:
            raise _damaged(info, "the end of the file", file)
        at, left = at + len(piece), left - len(piece)
        yield piece


def _damaged(info: zipfile.ZipInfo, found: str, file: str) -> Exception:
    hint = "Check that the file was copied completely."
    return refuse(f"{shown(info.filename)} as it was packed", found, file, hint)
