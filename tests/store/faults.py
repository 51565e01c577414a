"""The n-th call to the system fails: one injector for all tests of disks (rule 6 of the note).

for n in itertools.count(1, step):
    with faults.failing(n, errno.ENOSPC) as met:
        ...            # what writes
    if met.left > 0:   # no fault was left to meet
        break
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

#: The calls that bring bytes to disk, and all that a file written whole goes through.
BYTES = ("write", "fsync", "replace")
EVERY = ("open", "write", "fsync", "close", "chmod", "replace", "stat")


class Faults:
    """Counts calls; the n-th raises an OSError, all others go through."""

    def __init__(self, n: int, code: int) -> None:
        self.n, self.code = n, code
        self.calls = 0

    @property
    def left(self) -> int:
        """How many calls the fault was away from what was done; 0 if it was met."""
        return max(0, self.n - self.calls)

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return the call, with a fault on its way."""

        def step(*arguments: Any, **keywords: Any) -> Any:
            self.calls += 1
            if self.calls == self.n:
                if call.__name__ == "close":
                    call(*arguments)  # as Linux does: the descriptor is gone all the same
                raise OSError(self.code, os.strerror(self.code))
            return call(*arguments, **keywords)

        return step


@contextmanager
def failing(n: int, code: int, steps: tuple[str, ...] = BYTES) -> Iterator[Faults]:
    """Let the n-th of the calls of ``os`` that are named fail, in this process."""
    faults = Faults(n, code)
    wrapped = {step: faults.around(getattr(os, step)) for step in steps}
    with mock.patch.multiple(os, **wrapped):
        yield faults
