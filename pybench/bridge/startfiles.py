"""Start R from its own installation only: no .Rprofile and no .Renviron of any folder."""

from __future__ import annotations

from pybench.base import planted

#: R takes an empty name as "no such file"; R programs started by R inherit it.
NONE = dict.fromkeys(("R_PROFILE", "R_PROFILE_USER", "R_ENVIRON", "R_ENVIRON_USER"), "")


def environment() -> dict[str, str]:
    """Return the environment of an R process that runs and reads nothing of the current folder."""
    return {**planted.environment(), **NONE}
