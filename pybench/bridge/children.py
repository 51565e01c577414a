"""The R children of this process: one, or as many as may be asked at once."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pybench.bridge.child import Event, Keeper, Reply
from pybench.bridge.protocol import Block


class Children:
    """Lends a child to each thread that asks; with all of them lent, threads wait."""

    def __init__(self) -> None:
        self._keepers = [Keeper()]
        self._lend_none()

    def _lend_none(self) -> None:
        self._change = threading.Condition()
        self._lent: dict[int, Keeper] = {}  # by thread

    def allow(self, children: int) -> None:
        """Let this many threads ask at once, if it is more than before: each has its own R."""
        with self._change:
            self._keepers += [Keeper() for _ in range(children - len(self._keepers))]
            self._change.notify_all()

    def ask(
        self,
        header: dict[str, Any],
        blocks: Sequence[Block],
        deadline: float | None = None,
        on_event: Callable[[Event], object] | None = None,
    ) -> Reply:
        """Call R, see `Keeper.ask`; wait while all children are lent to other threads."""
        with self._lend() as keeper:
            return keeper.ask(header, blocks, deadline, on_event)

    def start(self) -> None:
        """Start a child if none runs; raise the errors of starting it."""
        self._keepers[0].start()

    def close(self) -> None:
        """End all children after their current calls."""
        for keeper in self._keepers:
            keeper.close()

    def close_at_exit(self) -> None:
        """End all children, even if threads are still waiting for their answers."""
        for keeper in self._keepers:
            keeper.close_at_exit()

    def start_anew_after_fork(self) -> None:
        """In a forked process, leave the children to the process that started them."""
        self._lend_none()  # another thread may have held the lock
        for keeper in self._keepers:
            keeper.start_anew_after_fork()

    @contextmanager
    def _lend(self) -> Iterator[Keeper]:
        me = threading.get_ident()
        if me in self._lent:  # within `progress`: the keeper refuses
            yield self._lent[me]
            return
        with self._change:
            self._change.wait_for(lambda: len(self._lent) < len(self._keepers))
            lent = list(self._lent.values())
            self._lent[me] = keeper = next(one for one in self._keepers if one not in lent)
        try:
            yield keeper
        finally:
            with self._change:
                self._lent.pop(me, None)  # a fork has none
                self._change.notify()


children = Children()
atexit.register(children.close_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=children.start_anew_after_fork)
