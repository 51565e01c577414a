"""Worker processes, each with one task, so that the task of a dead or late worker is known.

After a call that came to its end, its idle workers wait for the next call of this process, which
then starts none. They end with this process, or after a minute without a task. A worker serves a
later call only if everything that it was started with is as it was, and the files of modules that
are not installed, which it may have loaded, are unchanged.
"""

from __future__ import annotations

import atexit
import os
import select
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import connection
from typing import Any, Generic, TypeVar

from pybench.base import planted, system
from pybench.base.errors import ArgumentError, EnvironmentProblem, TasksFailed
from pybench.base.text import counted, shown_numbers
from pybench.parallel.setting import Setting, current_folder

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Placed = Generator[tuple[int, Answer], None, None]

ATTEMPTS = 3  # a task that kills its worker this often is given up
NO_START = 70  # exit status of a worker that cannot import what it needs
START_SECONDS = 300.0  # beyond this, the start counts towards the time limit of a task
LOOK_SECONDS = 1.0  # interval for checking on silent workers
EXIT_SECONDS = 5.0  # time from the closing of its channel to the end of a worker
IDLE_SECONDS = 60.0  # a worker without a task ends after this time
_BEGUN = b""
_LENGTH, _PART = 8, 2**20  # bytes of the length of a message; bytes that are read at once
_ALONE = "Use one process: workers=1, n_jobs=1 or --jobs 1."
_UNLIMITED = "Leave out limits of time and memory: they need Linux or macOS."
_SERVE = f"""
import json, sys
sys.path[:] = json.loads(sys.argv[1])
try:
    from pybench.parallel import processes
    import cloudpickle
except BaseException as error:
    sys.stderr.write(f"pybench worker: {{error!r}}\\n")
    sys.exit({NO_START})
processes.serve(int(sys.argv[2]), int(sys.argv[3]))
"""


@dataclass(frozen=True)
class Guard(Generic[Answer]):
    """What to do with tasks that kill their worker or do not end."""

    failed: Callable[[str], Answer]  #: reason -> substitute for the result
    seconds: float | None = None  #: a task that takes longer is ended at once, with its process
    apart: bool = False  #: a separate process for each task, with one worker and with Dask too


class Worker:
    """A process that computes one task at a time, and its present task."""

    def __init__(self, setting: Setting) -> None:
        if not system.passes_files():
            raise _no_worker("this system cannot hand an open file to a new process", _UNLIMITED)
        try:
            ours, theirs = socket.socketpair()
        except OSError as error:  # too many open files
            raise _no_worker(error.strerror or str(error)) from error
        with theirs:
            self.channel = ours
            numbers = [str(theirs.fileno()), str(os.getpid())]
            try:
                self.process = subprocess.Popen(
                    [*setting.program, *numbers],
                    # It ends when this pipe closes; only the parent handles Ctrl-C in the terminal.
                    stdin=subprocess.PIPE, stdout=2, pass_fds=[theirs.fileno()],
                    start_new_session=True, env=setting.environment,
                )  # fmt: skip
            except OSError as error:
                ours.close()
                raise _no_worker(error.strerror or str(error)) from error
        self.setting = setting
        self.place = -1
        self.begun = 0.0

    def give(self, place: int, work: bytes) -> None:
        """Send a task; whether the worker is gone shows when its answer is due."""
        # Until the worker reports that it begins: its start counts only if it takes too long.
        self.place, self.begun = place, time.monotonic() + START_SECONDS
        with suppress(OSError):
            _send(self.channel, work)

    def late(self, seconds: float | None) -> bool:
        """Return whether the present task has exceeded its time."""
        return seconds is not None and time.monotonic() >= self.begun + seconds

    def dead(self) -> bool:
        """Return whether the process has ended."""
        return system.has_ended(self.process)

    def take(self, seconds: float | None = None) -> bytes | None:
        """Return the answer; None if the worker died, or its time ended during the answer."""
        if self.dead():
            self._kill()  # a child of the task may hold the channel open
        try:
            return _received(self.channel, lambda: self.dead() or self.late(seconds))
        except (EOFError, OSError):
            return None

    def end(self) -> int:
        """End the process at once, with what its task had started; return its exit status."""
        self.close()
        self._kill()
        return self.process.wait()

    def close(self) -> None:
        """Close the channels to the process."""
        self.channel.close()
        if self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()

    def _kill(self) -> None:
        if self.process.returncode is None:
            system.end_group(self.process.pid)


def in_processes(
    function: Callable[[Task], Answer],
    tasks: Iterable[Task],
    workers: int,
    guard: Guard[Answer] | None = None,
    first: int = 0,
) -> Placed[Answer]:
    """Compute in worker processes; ``first`` is the place of the first task."""
    coder = _coder()
    coming = ((place, _coded(coder, function, task)) for place, task in enumerate(tasks, first))
    again: deque[tuple[int, bytes]] = deque()
    deaths: dict[int, list[int]] = {}
    busy: dict[Any, tuple[Worker, bytes]] = {}
    idle: list[Worker] = []
    seconds = None if guard is None else guard.seconds
    setting = Setting.present(_SERVE)
    try:
        while True:
            while len(busy) < workers and (work := _next(again, coming)):
                worker = _idle(idle) or _kept(setting) or Worker(setting)
                busy[worker.channel] = worker, work[1]
                worker.give(*work)
            if not busy:
                break
            for channel in _ready(busy, seconds):
                worker, code = busy.pop(channel)
                if guard is not None and not _has_more(channel, 0.0) and not worker.dead():
                    worker.end()
                    yield worker.place, guard.failed(f"took longer than {seconds:g} s")
                elif (answer := worker.take(seconds)) == _BEGUN:
                    worker.begun = time.monotonic()
                    busy[channel] = worker, code
                elif answer is not None:
                    idle.append(worker)
                    yield worker.place, _result(answer)
                elif guard is not None and worker.late(seconds):
                    worker.end()
                    yield worker.place, guard.failed(f"took longer than {seconds:g} s")
                else:
                    died = deaths.setdefault(worker.place, [])
                    died.append(_collected(worker))
                    if len(died) < ATTEMPTS:
                        again.append((worker.place, code))
                    elif guard is not None:
                        yield worker.place, guard.failed(ended(deaths.pop(worker.place)))
        _keep(idle, setting)
    finally:
        for worker in [*idle, *(one for one, _ in busy.values())]:
            worker.end()
    report({place: status for place, status in deaths.items() if len(status) == ATTEMPTS})


def _idle(workers: list[Worker]) -> Worker | None:
    """Return an idle worker; those that died meanwhile had no task."""
    while True:
        try:
            worker = workers.pop()  # threads share the list of those that are kept
        except IndexError:
            return None
        if not worker.dead():
            return worker
        worker.end()


def _keep(workers: list[Worker], setting: Setting) -> None:
    """Let workers wait for the next call; their tasks may have loaded modules meanwhile."""
    if workers:
        setting = replace(setting, files={**Setting.present(_SERVE).files, **setting.files})
    while workers:
        workers[-1].setting = setting
        _KEPT.append(workers.pop())


def _kept(setting: Setting) -> Worker | None:
    """Return a worker of an earlier call with the same setting, and end those with another one."""
    while worker := _idle(_KEPT):
        if worker.setting.allows(setting):
            return worker
        worker.end()
    return None


def has_kept() -> bool:
    """Return whether idle workers of an earlier call wait for the next one."""
    return any(not worker.dead() for worker in list(_KEPT))


def end_kept() -> None:
    """End the workers that wait for the next call."""
    while worker := _idle(_KEPT):
        worker.end()


def _leave_kept() -> None:
    """In a forked process, leave the workers to the process that started them."""
    while _KEPT:
        worker = _KEPT.pop()
        worker.process.returncode = 0  # it is no child of this process
        worker.close()


_KEPT: list[Worker] = []
atexit.register(end_kept)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_kept)


def _ready(busy: dict[Any, tuple[Worker, bytes]], seconds: float | None) -> list[Any]:
    """Return the channels of workers that have answered, died or are late."""
    while True:
        patience = LOOK_SECONDS
        if seconds is not None:
            first = min(worker.begun for worker, _ in busy.values()) + seconds
            patience = min(patience, max(0.0, first - time.monotonic()))
        ready = connection.wait(list(busy), patience)
        # A worker may be dead and its channel open: processes of its task hold it too.
        others = [(c, worker) for c, (worker, _) in busy.items() if c not in ready]
        over = [c for c, worker in others if worker.late(seconds) or worker.dead()]
        if ready or over:
            return [*ready, *over]


def _coded(coder: Any, function: Callable[[Task], Answer], task: Task) -> bytes:
    try:
        return bytes(coder.dumps((function, task)))
    except Exception as error:
        raise ArgumentError(
            f"the function or a task cannot be sent to another process: {error}",
            expected="objects that pickle can serialise",
            found=type(error).__name__,
            hint="Use one process: workers=1 or n_jobs=1.",
        ) from error


def _next(
    again: deque[tuple[int, bytes]], coming: Iterator[tuple[int, bytes]]
) -> tuple[int, bytes] | None:
    return again.popleft() if again else next(coming, None)


def _collected(worker: Worker) -> int:
    """Return how a worker that closed its channel ended."""
    end = time.monotonic() + EXIT_SECONDS
    while not worker.dead() and time.monotonic() < end:
        time.sleep(0.001)
    status = worker.end()
    if status == NO_START:
        raise _no_worker("see its message above")
    return status


def _no_worker(why: str, hint: str = _ALONE) -> EnvironmentProblem:
    return EnvironmentProblem(f"a worker process cannot start: {why}", hint=hint)


def report(lost: dict[int, list[int]]) -> None:
    """Raise an error that names the tasks given up, if there are any."""
    if not lost:
        return
    ends = ended([status for statuses in lost.values() for status in statuses])
    error = TasksFailed(
        f"{counted(len(lost), 'task')} {ends}: number {shown_numbers(sorted(lost))}",
        expected="workers that live",
        found=ends.partition("(")[2].rstrip(")"),
        hint="Signal 9 mostly means too little memory: use fewer workers. The other tasks are "
        "done.",
    )
    error.tasks = tuple(sorted(lost))
    raise error


def ended(ends: list[int]) -> str:
    """Return how the workers of a task that was given up ended, in words."""
    causes = sorted(f"signal {-end}" if end < 0 else f"exit {end}" for end in set(ends))
    return f"ended the worker process {ATTEMPTS} times ({', '.join(causes)})"


def _send(channel: socket.socket, message: bytes) -> None:
    """Send a message: its length, then its content."""
    channel.sendall(len(message).to_bytes(_LENGTH, "big"))
    channel.sendall(message)


def _received(channel: socket.socket, is_over: Callable[[], bool]) -> bytes:
    """Return a message; raise EOFError if its writer is gone, or is silent and ``is_over``."""
    size = int.from_bytes(_read(channel, _LENGTH, is_over), "big")
    return bytes(_read(channel, size, is_over))


def _read(channel: socket.socket, size: int, is_over: Callable[[], bool]) -> bytearray:
    found = bytearray()
    while len(found) < size:
        if _has_more(channel, LOOK_SECONDS):
            part = channel.recv(min(size - len(found), _PART))
            if not part:
                raise EOFError
            found += part
        elif is_over():
            raise EOFError
    return found


def _has_more(channel: socket.socket, seconds: float) -> bool:
    """Wait for more of a message, or its end; return whether it came."""
    return bool(connection.wait([channel], seconds))


def serve(descriptor: int, parent: int) -> None:
    """Compute tasks until the parent is gone; the program of a worker process."""
    planted.avoid_numba_settings()
    os.set_inheritable(descriptor, False)  # not for a task's processes
    coder = _coder()
    channel = socket.socket(fileno=descriptor)
    os.register_at_fork(after_in_child=channel.close)  # nor its forks
    worker, folder = os.getpid(), current_folder()
    # A process, since no thread here runs while a task in C holds Python's lock.
    if os.fork() == 0:
        _end_with(parent, worker)
    while _has_more(channel, IDLE_SECONDS):
        try:
            work = _received(channel, lambda: False)
        except (EOFError, OSError):
            break
        with suppress(OSError):
            os.chdir(folder)  # an earlier task may have left it
        answer = _answered(coder, work, channel)
        with suppress(OSError, ValueError):  # this process will be killed, so flush its output
            sys.stdout.flush()
        _send(channel, answer)
    os._exit(0)


def _answered(coder: Any, work: bytes, channel: socket.socket) -> bytes:
    def call() -> Any:
        function, task = coder.loads(work)  # imports what they need
        _send(channel, _BEGUN)
        return function(task)

    return answered(call)


def answered(call: Callable[[], Any]) -> bytes:
    """Return (result, None) or (None, error) of a call, coded for `opened`."""
    coder = _coder()
    try:
        return bytes(coder.dumps((call(), None)))
    except BaseException as error:
        import traceback

        error.add_note("in a worker process:\n" + "".join(traceback.format_exception(error)))
        try:
            coder.loads(coded := coder.dumps((None, error)))
            return bytes(coded)
        except Exception:  # an error that cannot be sent, or not rebuilt
            stand_in = RuntimeError(f"{type(error).__name__}: {error}")
            stand_in.add_note(error.__notes__[-1])
            return bytes(coder.dumps((None, stand_in)))


def opened(answer: bytes) -> tuple[Any, BaseException | None]:
    """Return what `answered` coded; this runs code that its writer chooses."""
    result, error = _coder().loads(answer)
    return result, error


def _result(answer: bytes) -> Any:
    result, error = opened(answer)
    if error is not None:
        raise error
    return result


def _end_with(parent: int, worker: int) -> None:
    """End a worker when its parent closes standard input or dies, even during a task."""
    while os.getppid() == worker and system.is_running(parent):
        readable, _, _ = select.select([0], [], [], LOOK_SECONDS)
        if readable and not os.read(0, 1):
            break
    if os.getpgrp() == worker:
        system.end_group(0)  # what its task had started, and this process
    os._exit(0)


def _coder() -> Any:
    """Return the converter of functions and tasks into bytes for workers, never for a file.

    It sends functions of a script or notebook by value, since workers could not import them.
    """
    import cloudpickle

    return cloudpickle
