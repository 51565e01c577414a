"""Which licences let anybody pass data on."""

from __future__ import annotations

import re

_VERSION = r"( (v|version )?[0-9](\.[0-9])?)?"
_LICENCE = r"( licen[cs]e)?"
#: Whole texts, lower case, with blanks for hyphens and brackets: a tail unheard of is a condition.
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
