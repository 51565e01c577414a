"""Progress of a long run, and the remaining time estimated from the remaining cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from pybench.base import check


@dataclass(frozen=True)
class Progress:
    """Progress of a run.

    Attributes
    ----------
    done, total : int
        Pieces of work: finished, and in total.
    kept : int
        Pieces that existed from an earlier run.
    share : float
        Share of the total cost that is done, from 0 to 1.
    seconds_left : float or None
        Estimate from the remaining cost and the speed so far; None if nothing is known.
    last : str
        The last finished item: the dataset of a chunk, a map; "" before the first.
    pieces : str
        Name of the pieces: "chunks" of features, "maps" of a search.
    """

    done: int
    total: int
    kept: int
    share: float
    seconds_left: float | None
    last: str
    pieces: str = "chunks"

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", {_clock(self.seconds_left)} left"
        last = f" ({self.last})" if self.last else ""
        return f"{self.share:.0%}{left}: {self.done} of {self.total} {self.pieces}{last}"


class Clock:
    """Counts finished pieces of work and notifies the listener.

    Parameters
    ----------
    costs : mapping to float
        Key to expected cost of every piece, in any unit.
    missing : collection
        Keys of the pieces to compute.
    listener : callable, optional
        Called with a `Progress`.
    pieces : str
        As in `Progress`.

    Raises
    ------
    ArgumentError
        If the listener cannot be called.
    """

    def __init__(
        self,
        costs: Mapping[Any, float],
        missing: Collection[Any],
        listener: Callable[[Progress], object] | None,
        pieces: str = "chunks",
    ) -> None:
        if listener is not None:
            check.function("progress", listener)
        self.computed = 0
        self._costs = costs
        self._missing = len(missing)
        self._whole = sum(costs.values())
        self._left = sum(costs[key] for key in missing)
        self._spent = 0.0
        self._begin = time.perf_counter()
        self._listener = listener
        self._pieces = pieces
        self._tell("")

    @property
    def seconds_left(self) -> float | None:
        """Estimate of the time left; None before the first piece is done."""
        if not self._left:
            return 0.0
        if not self._spent:
            return None
        return (time.perf_counter() - self._begin) * self._left / self._spent

    def done(self, key: Any, name: str) -> None:
        """Record a piece that has been computed."""
        self.computed += 1
        self._spent += self._costs[key]
        # Rounding may leave a remainder; after the last piece nothing is left.
        last = self.computed == self._missing
        self._left = 0.0 if last else self._left - self._costs[key]
        self._tell(name)

    def _tell(self, name: str) -> None:
        if self._listener is None:
            return
        total = len(self._costs)
        kept = total - self._missing
        share = 1.0 - self._left / self._whole if self._whole else 1.0
        left = self.seconds_left
        done = kept + self.computed
        self._listener(Progress(done, total, kept, share, left, name, self._pieces))


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
