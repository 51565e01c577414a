"""A limit on the memory of one job, in a process that runs this job alone."""

from __future__ import annotations

import platform
import re

from pybench.base import check, system
from pybench.base.errors import ArgumentError, EnvironmentProblem

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def size_of(memory: int | str | None) -> int | None:
    """Return a size in bytes: 2_000_000_000, "2G", "512M" (powers of 1024).

    Examples
    --------
    >>> size_of("2G")
    2147483648
    """
    if memory is None:
        return None
    expected = 'bytes, or a string such as "2G"'
    if isinstance(memory, str):
        found = re.fullmatch(r"(\d+(?:\.\d+)?) ?([KMGT]?)i?B?", memory.strip(), re.IGNORECASE)
        if not found:
            raise ArgumentError(
                f"`memory` must be {expected}, not {memory!r}", expected=expected, found=memory
            )
        return int(float(found[1]) * _UNITS[found[2].upper()])
    return check.count("memory", memory)


def require_limits() -> None:
    """Refuse a memory limit if the system does not support one."""
    if not system.limits_memory():
        raise EnvironmentProblem(
            "this system cannot limit the memory of a process",
            expected="Linux",
            found=platform.system() or "an unknown system",
            hint="Leave `memory` out.",
        )
