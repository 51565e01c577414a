"""Which licences allow anybody to redistribute data."""

from __future__ import annotations

import re

_VERSION = r"( (v|version )?[0-9](\.[0-9])?)?"
_LICENCE = r"( licen[cs]e)?"
#: Whole texts, in lower case, with blanks for hyphens and brackets: an unknown rest may be a
#: condition.
_FREE = re.compile(
    "|".join(
        (
            r"public|public domain|unlicense",  # OpenML's Public grants all rights
            rf"(mit|isc|zlib|bsd|pddl){_LICENCE}",
            rf"bsd [0-4] clause( (new|revised|modified|simplified))?{_LICENCE}",
            rf"apache( software)?{_LICENCE},?( (v|version )?2(\.0)?)?",
            rf"(gnu )?[al]?gpl( ?(v|>=|version)? ?[0-9](\.[0-9])?)?\+?( only| or later)?{_LICENCE}",
            rf"(cc ?0|cc zero|creative commons zero){_VERSION}( universal)?"
            rf"( public domain( dedication)?)?{_LICENCE}",
            rf"(pddl|odc by|odbl|open database licen[cs]e|cdla permissive|cdla sharing){_VERSION}",
            r"(cc|creative commons) (by|attribution)( (sa|share ?alike))?"
            r"( [0-9](\.[0-9])?( (international|unported|(?!nc|nd)[a-z]{2}))?)?( licen[cs]e)?",
        )
    )
)


def allows_sharing(licence: str | None) -> bool:
    """Return whether a licence allows anybody to redistribute the data, for any purpose.

    False for unknown texts and for licences that forbid commercial use or changes: users who may
    share such data say so when exporting.

    Examples
    --------
    >>> allows_sharing("CC BY 4.0"), allows_sharing("CC BY-NC 4.0"), allows_sharing(None)
    (True, False, False)
    """
    if licence is None:
        return False
    plain = re.sub(r"[\s_()-]+", " ", licence.casefold()).strip()
    return _FREE.fullmatch(plain) is not None
