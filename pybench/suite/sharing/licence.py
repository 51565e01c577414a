"""Which licences allow anybody to redistribute data."""

from __future__ import annotations

import re
from functools import cache

from pybench.base import shared


@cache
def _free() -> re.Pattern[str]:
    """Return what matches a whole text, in lower case, with blanks for hyphens and brackets.

    An unknown rest may be a condition. R reads the same patterns.
    """
    return re.compile("|".join(row["pattern"] for row in shared.rows("licences.csv")))


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
    return _free().fullmatch(plain) is not None
