"""Which licences let anybody pass data on."""

from __future__ import annotations

import re

_FREE = re.compile(
    r"(public|public domain|publicly available|unlicense|mit|isc|zlib|bsd.*|apache.*|a?gpl.*|lgpl.*"
    r"|cc ?0.*|cc zero.*|creative commons zero.*|pddl.*|odc by.*|odbl.*|open database licen[cs]e.*"
    r"|cdla permissive.*|cdla sharing.*|(cc|creative commons) (by|attribution)( (sa|share ?alike))?"
    r"( [0-9](\.[0-9])?( (international|unported|(?!nc|nd)[a-z]{2}))?)?( licen[cs]e)?)"
)


def allows_sharing(licence: str | None) -> bool:
    """Tell whether a licence lets anybody pass the data on, for any purpose.

    Unknown texts do not, nor do licences that forbid commercial use or changes: whoever may share
    such data says so when exporting.

    Examples
    --------
    >>> allows_sharing("CC BY 4.0"), allows_sharing("CC BY-NC 4.0"), allows_sharing(None)
    (True, False, False)
    """
    if licence is None:
        return False
    plain = re.sub(r"[\s_()-]+", " ", licence.casefold()).strip()
    return _FREE.fullmatch(plain) is not None
