"""Names of datasets, tasks and estimators -> names of files that every system can hold."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


def file_stem(name: str) -> str:
    """Return the name itself where any system can hold it, else "_" and its hash.

    Plain is: letters A to Z, digits, ".", "_" and "-", at most 100, beginning with a letter or
    digit, not ending in ".", and no name that Windows keeps for itself.

    Examples
    --------
    >>> file_stem("GunPoint"), file_stem("../etc")
    ('GunPoint', '_f7f9121fdb53d8de')
    """
    if _PLAIN.fullmatch(name) and not name.endswith(".") and not _RESERVED.fullmatch(name):
        return name
    # Names of folders may hold bytes that are no UTF-8.
    return "_" + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def clash(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the first two names that some file system takes for one, or None."""
    seen: dict[str, str] = {}
    for name in names:
        key = unicodedata.normalize("NFC", name).casefold()
        if key in seen:
            return seen[key], name
        seen[key] = name
    return None
