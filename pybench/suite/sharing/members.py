"""What an archive claims to hold: every claim is checked before a byte is unpacked.

Bad archives are refused, not repaired: zipfile would rewrite a name that leads out of the folder,
take the last of two members with the same name, and load a directory of millions of entries.
"""

from __future__ import annotations

import re
import stat
import struct
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from pybench.base.errors import InputError, SuiteError, refusal
from pybench.base.text import shown

MOST_MEMBERS = 10_000
MOST_BYTES = 2 << 30  # of all members, unpacked
MOST_RATIO = 100  # unpacked to packed bytes, of each member
MOST_DIRECTORY = 16 << 20  # bytes of the central directory
LONGEST_NAME, LONGEST_PATH, DEEPEST = 200, 1000, 16

_END = struct.Struct("<4s4H2LH")  # the record at the end of a zip: APPNOTE.TXT 4.3.16
_LOCAL = struct.Struct("<4s5H3L2H")  # the header of a member: 4.3.7
_ENCRYPTED, _UTF8 = 0x1, 0x800
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
_RESERVED = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\..*)?", re.IGNORECASE
)
_HINT = "Do not unpack this file; ask its sender for another."


def refuse(expected: str, found: str, file: str, hint: str = _HINT) -> InputError:
    """Return the error that refuses an archive."""
    return refusal(expected, found, hint, file=file, kind=SuiteError)


def checked_members(stream: BinaryIO, file: str) -> list[zipfile.ZipInfo]:
    """Check an archive and return its members, in their order in the file.

    Raises
    ------
    SuiteError
        The file is not a complete zip; it has too many members or too many bytes; a name could lead
        out of a folder or means another file on another system; a member is a link, a device, a
        folder or encrypted; two members have the same name or share bytes.
    """
    start, told = _check_end(stream, file)
    try:
        with zipfile.ZipFile(stream) as archive:
            infos = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, struct.error) as error:
        raise refuse("a zip file", str(error) or "another", file) from error
    if len(infos) != told:  # zipfile reads all bytes of the directory, whatever is announced
        raise refuse(f"a directory of {told} files", f"{len(infos)}", file)
    for info in infos:
        _check_member(info, file)
    check_names([info.filename for info in infos], file)
    if (total := sum(info.file_size for info in infos)) > MOST_BYTES:
        raise refuse(f"at most {MOST_BYTES} bytes", f"{total}", file)
    infos.sort(key=lambda info: info.header_offset)
    _check_places(stream, infos, start, file)
    return infos


def check_names(names: Sequence[str], file: str) -> None:
    """Refuse names that do not mean one and the same file on every system."""
    for name in names:
        if problem := _problem_of(name):
            raise refuse("names of files below one folder", f"{shown(name)}: {problem}", file)
    if len(set(names)) != len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise refuse("every file once", f"{shown(twice)} twice", file)
    seen: dict[str, str] = {}
    for path in {path for name in names for path in _prefixes(name)}:
        other = seen.setdefault(_key(path), path)
        if other != path:
            both = " and ".join(sorted((shown(other), shown(path))))
            raise refuse("names that no system takes for one", both, file)
    folders = {path for name in names for path in _prefixes(name)[:-1]}
    if both_ways := sorted(folders.intersection(names)):
        raise refuse("a file or a folder", f"{shown(both_ways[0])} as both", file)


def _problem_of(name: str) -> str | None:
    parts = name.split("/")
    problems = {
        "no name": name == "",
        "an absolute path": name.startswith("/"),
        "a folder": name.endswith("/"),
        "it leads out of the folder": ".." in parts,
        "an empty part or a dot": "" in parts or "." in parts,
        "characters that not every system allows": _FORBIDDEN.search(name) is not None,
        "characters that nobody sees": not name.isprintable(),
        "a part that ends in a dot or blank": any(part.endswith((".", " ")) for part in parts),
        "Windows keeps this name": any(_RESERVED.fullmatch(part) for part in parts),
        "too long": len(name) > LONGEST_PATH or any(len(p) > LONGEST_NAME for p in parts),
        "too deep": len(parts) > DEEPEST,
    }
    return next((problem for problem, holds in problems.items() if holds), None)


def _prefixes(name: str) -> list[str]:
    parts = name.split("/")
    return ["/".join(parts[: i + 1]) for i in range(len(parts))]


def _key(path: str) -> str:
    """Return a path as file systems that fold case and normal forms may see it."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())


def _check_end(stream: BinaryIO, file: str) -> tuple[int, int]:
    """Check the record at the end; return the start of the directory and the number of files."""
    size = stream.seek(0, 2)
    stream.seek(max(0, size - _END.size))
    record = stream.read(_END.size)
    if len(record) < _END.size or not record.startswith(b"PK\5\6"):
        hint = "Check that the file is a bundle and was copied completely."
        raise refuse("a complete zip file without a comment", "another file", file, hint)
    _, disk, first, here, members, length, start, _ = _END.unpack(record)
    if disk or first or here != members or members > MOST_MEMBERS or length > MOST_DIRECTORY:
        raise refuse(f"at most {MOST_MEMBERS} files in one zip", f"{members}", file)
    if start + length != size - _END.size:
        raise refuse("only a zip archive in the file", "additional bytes", file)
    return int(start), int(members)


def _check_member(info: zipfile.ZipInfo, file: str) -> None:
    name = shown(info.orig_filename)
    if info.orig_filename != info.filename:
        raise refuse("plain names", f"{name} with a NUL or a backslash", file)
    if not info.filename.isascii() and not info.flag_bits & _UTF8:
        raise refuse("names in UTF-8", name, file)
    if info.flag_bits & _ENCRYPTED:
        raise refuse("files that are not encrypted", name, file)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise refuse("stored or deflated files", f"{name} packed otherwise", file)
    if info.extra or info.comment:
        raise refuse("files without extra fields", name, file)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG) or info.filename.endswith("/"):
        raise refuse("plain files", f"{name}: a link, a device or a folder", file)
    if info.compress_type == zipfile.ZIP_STORED and info.file_size != info.compress_size:
        raise refuse("a stored file of the size in its header", f"another size of {name}", file)
    if info.file_size > MOST_RATIO * max(info.compress_size, 1):
        found = f"{name}: {info.file_size} of {info.compress_size}"
        raise refuse(f"at most {MOST_RATIO} bytes unpacked of one packed", found, file)


def _check_places(stream: BinaryIO, infos: Iterable[zipfile.ZipInfo], end: int, file: str) -> None:
    """Check that members follow each other from the first byte on, as the directory says."""
    at = 0
    for info in infos:
        name = shown(info.filename)
        stream.seek(info.header_offset)
        head = stream.read(_LOCAL.size)
        if info.header_offset != at or len(head) < _LOCAL.size or head[:4] != b"PK\3\4":
            raise refuse("members that follow each other", f"{name} elsewhere", file)
        _, _, flags, method, _, _, _, packed, whole, n_name, n_extra = _LOCAL.unpack(head)
        told = (flags, method, packed, whole, n_extra, stream.read(n_name))
        sizes = (info.compress_size, info.file_size, 0)
        if told != (info.flag_bits, info.compress_type, *sizes, info.filename.encode("utf-8")):
            expected = "the same header before a file and in the zip directory"
            raise refuse(expected, f"another header before {name}", file)
        at += _LOCAL.size + n_name + info.compress_size
    if at != end:
        raise refuse("members and nothing else", f"{end - at} further bytes", file)
