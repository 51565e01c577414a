"""Names of datasets, tasks and estimators -> file names that are valid on every system."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from pybench.suite.jsonschema import fits, schema

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


def file_stem(name: str) -> str:
    """Return the name itself if it is valid on every system, else "_" and its hash.

    Valid names have letters A to Z, digits, ".", "_" and "-", at most 100; they begin with a letter
    or digit, do not end in ".", and are not reserved by Windows.

    Examples
    --------
    >>> file_stem("GunPoint"), file_stem("../etc")
    ('GunPoint', '_f7f9121fdb53d8de')
    """
    if _PLAIN.fullmatch(name) and not name.endswith(".") and not _RESERVED.fullmatch(name):
        return name
    # Names of folders may contain bytes that are not UTF-8.
    return "_" + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def is_name(text: str) -> bool:
    r"""Return whether tables and messages can hold a name: see the schema of suites.

    Examples
    --------
    >>> is_name("+attention"), is_name("=cmd|' /C calc'!A0"), is_name("a\n  signed by b")
    (True, False, False)
    """
    return fits(schema("suite-1")["$defs"]["name"]["pattern"], text)


def clash(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the first two names that some file systems do not distinguish, or None."""
    seen: dict[str, str] = {}
    for name in names:
        key = unicodedata.normalize("NFC", name).casefold()
        if key in seen:
            return seen[key], name
        seen[key] = name
    return None
