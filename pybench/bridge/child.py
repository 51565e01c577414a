"""An R child of this process: start it, call it, time it out, replace it."""

from __future__ import annotations

import logging
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pybench.base import path, system
from pybench.base.errors import (
    BridgeError,
    EnvironmentProblem,
    RCrashed,
    RPackageMissing,
    RTimeout,
    RVersionUnsupported,
)
from pybench.bridge import library, locate, startfiles
from pybench.bridge.protocol import Block, Channel, Message
from pybench.bridge.transcript import Transcript
from pybench.store.folder import user_cache

_LOG = logging.getLogger("pybench")
_START_SECONDS = 60.0
_PATIENCE_SECONDS = 2.0
_PIPEFULS = 2
_FILES = 256  # files that a process must be allowed to open: with few, R ends itself

Event = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """The child's answer, and R's output meanwhile."""

    message: Message
    output: str


class Child:
    """One running R, owned by the process that started it.

    Raises
    ------
    RNotFound, ExtraMissing, RVersionUnsupported, RPackageMissing, EnvironmentProblem
        R is not usable, or does not start.
    """

    def __init__(self) -> None:
        if not system.passes_files():
            raise EnvironmentProblem(
                "calling R requires Linux or macOS", hint='Use engine="python".'
            )
        r = locate.find_r()
        _notice(locate.require_supported(r.version, locate.rpy2_version()))
        libraries = library.ensure(r)
        try:
            self._start(r, libraries)
        except OSError as error:  # too many open files, no space for the scratch folder
            raise _does_not_start(str(error)) from error
        try:
            self._wait_for_start()
        except BaseException:
            self.kill()
            raise

    def _start(self, r: locate.RInstallation, libraries: list[Path]) -> None:
        ours, theirs = socket.socketpair()
        folder = user_cache("exchange").absolute()
        self.channel = Channel(ours, folder)
        self._scratch = tempfile.mkdtemp(prefix="pybench-r-")
        with theirs:
            # Not multiprocessing: it fails in scripts without a main guard and in daemons.
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pybench.bridge.worker",
                 str(theirs.fileno()), str(os.getpid()), str(folder),
                 os.pathsep.join(map(str, libraries))],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                bufsize=0, pass_fds=[theirs.fileno()], start_new_session=True,
                env=_environment(r, libraries, self._scratch), cwd=self._scratch,
            )  # fmt: skip
        os.set_blocking(self._output.fileno(), False)

    def ask(
        self,
        header: dict[str, Any],
        blocks: Sequence[Block],
        deadline: float | None,
        on_event: Callable[[Event], object] | None,
    ) -> Reply:
        """Send a question and wait for the answer; the child must be killed if this raises."""
        until = None if deadline is None else time.monotonic() + deadline
        self._drain(Transcript())  # discard output of processes left by R since the last answer
        transcript = Transcript()
        with self._typed_errors(header["function"], deadline, transcript):
            self.channel.send(header, blocks, until=until)
        while True:
            with self._typed_errors(header["function"], deadline, transcript):
                message = self._next(transcript, until)
            if message.header["kind"] != "progress":
                return Reply(message, transcript.text())
            if on_event is not None:
                on_event(message.header["event"])

    def is_alive(self) -> bool:
        """Return whether the process is still running."""
        return self.process.poll() is None

    def kill(self) -> None:
        """End the child and the processes it started at once, and clean up."""
        self._end_group()
        self.channel.close()
        self._output.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def forget(self) -> None:
        """Drop the child in a forked process: it belongs to the parent."""
        self.process.returncode = 0  # or Popen would wait for a process that is not its own
        self.channel.close()
        self._output.close()

    @property
    def _output(self) -> Any:
        return self.process.stdout

    def _end_group(self) -> int:
        system.end_group(self.process.pid)
        return self.process.wait()

    def _wait_for_start(self) -> None:
        transcript = Transcript()
        try:
            with self._typed_errors("R's own start", _START_SECONDS, transcript):
                started = self._next(transcript, time.monotonic() + _START_SECONDS).header
        except BridgeError as error:
            raise _does_not_start(error.message) from error
        if started["kind"] == "failed":
            raise _not_started(started["stage"], started["message"], transcript.tail())

    @contextmanager
    def _typed_errors(
        self, what: str, deadline: float | None, transcript: Transcript
    ) -> Iterator[None]:
        """Convert errors of the connection into pybench errors."""
        try:
            yield
        except TimeoutError:
            raise _timed_out(what, deadline) from None
        except (EOFError, ConnectionError):
            raise self._crashed(transcript) from None
        except OSError as error:
            raise _not_written(error) from error

    def _next(self, transcript: Transcript, until: float | None) -> Message:
        """Wait for a message; read R's output meanwhile, or R would wait for a reader."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            selector.register(self.channel.socket, selectors.EVENT_READ)
            while True:
                left = None if until is None else max(0.0, until - time.monotonic())
                ready = {key.fileobj for key, _ in selector.select(left)}
                if self.channel.socket in ready:
                    self._drain(transcript)
                    return self.channel.receive(until=until)
                if self._output in ready and not self._read_output(transcript):
                    selector.unregister(self._output)
                if left == 0:
                    raise TimeoutError

    def _drain(self, transcript: Transcript) -> None:
        """Read what is in the pipe, but no more: a process left by R may go on writing."""
        for _ in range(_PIPEFULS):
            if not self._read_output(transcript):
                return

    def _read_output(self, transcript: Transcript) -> bool:
        """Read a piece if there is one; return whether more may come."""
        data: bytes | None = self._output.read(1 << 16)
        transcript.add(data or b"")
        return data != b""

    def _crashed(self, transcript: Transcript) -> RCrashed:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE_SECONDS)
        code = self._end_group()
        self._drain(transcript)
        how = _how_it_ended(code)
        said = transcript.tail()
        return RCrashed(
            f"R ended before it answered: {how}"
            + (f". Its last output:\n{said}\n" if said else ""),
            expected="an answer",
            found=how,
            hint="The next call starts a new R.",
        )


@cache
def _notice(pair: locate.Pair) -> None:
    """Warn once that a pair of R and rpy2 is untested."""
    if not pair.tested:
        _LOG.warning("%s. `pybench validate --all` compares the two languages here.", pair.evidence)


def _how_it_ended(code: int) -> str:
    if code < 0:
        known = {number.value: number.name for number in signal.Signals}
        return f"killed by {known.get(-code, f'signal {-code}')}"
    return f"it exited with code {code}, as after quit()"


def _timed_out(what: str, deadline: float | None) -> RTimeout:
    return RTimeout(
        f"expected an answer from {what} within {deadline:g} s, found none; R was ended",
        expected=f"an answer within {deadline:g} s",
        found="none",
        hint="Give a longer `deadline`; the next call starts a new R.",
    )


def _not_written(error: OSError) -> EnvironmentProblem:
    return EnvironmentProblem(
        f"cannot hand the arguments to R: {error}",
        found=error.strerror,
        hint="Large tables are passed through a file: set PYBENCH_CACHE to a folder with free "
        "space.",
    )


def _does_not_start(why: str) -> EnvironmentProblem:
    files = system.open_files()
    hint = 'Start R by itself to see its message: R --vanilla. Meanwhile engine="python" computes.'
    if files < _FILES:
        hint = f"This process may open {files:g} files only: allow more with ulimit -n {_FILES}."
    return EnvironmentProblem(
        f"R does not start: {why}", expected="R to start", found=why, hint=hint
    )


def _not_started(stage: str, message: str, said: str) -> Exception:
    if stage == "start":
        return _does_not_start(said or message)
    if stage == "import":
        return RVersionUnsupported(
            f"rpy2 does not load with this R: {message}",
            found=message,
            hint="`pybench doctor` names a pair of versions that works.",
        )
    if os.environ.get(library.OVERRIDE):
        hint = f"Unset {library.OVERRIDE}, which names the folder where it is searched."
    else:
        hint = "Set PYBENCH_CACHE to another folder: the package is compiled anew there."
    return RPackageMissing(
        f"the bundled R package does not load: {message}", found=message, hint=hint
    )


def _environment(r: locate.RInstallation, libraries: list[Path], scratch: str) -> dict[str, str]:
    """Return the child's environment: the same R for any locale, zone and options of the parent."""
    kept = {
        name: value
        for name, value in startfiles.environment().items()
        if not name.startswith("LC_") and name != "PYTHONWARNINGS"
    }
    first = {
        "LD_LIBRARY_PATH": [r.home / "lib"],
        "PATH": [r.home / "bin"],
        "PYTHONPATH": _package_root(),
        "R_LIBS": libraries,
    }
    joined = {
        name: os.pathsep.join([*map(str, folders), *path.absolute(kept.get(name))])
        for name, folders in first.items()
    }
    fixed = {
        "R_HOME": str(r.home), "TMPDIR": scratch, "TZ": "UTC",
        "LANG": "C.UTF-8", "LC_CTYPE": "C.UTF-8", "LC_COLLATE": "C", "LANGUAGE": "en",
        "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1",
    }  # fmt: skip
    return {**kept, **joined, **fixed}


def _package_root() -> list[Path]:
    """Return the folder of pybench, unless Python searches it anyway."""
    root = Path(__file__).resolve().parents[2]
    return [] if root.name in ("site-packages", "dist-packages") else [root]


class Keeper:
    """Holds a child: started on first use, replaced when it dies."""

    def __init__(self) -> None:
        self._turn = threading.RLock()
        self._asking = False
        self._child: Child | None = None

    def ask(
        self,
        header: dict[str, Any],
        blocks: Sequence[Block],
        deadline: float | None = None,
        on_event: Callable[[Event], object] | None = None,
    ) -> Reply:
        """Call R; calls from other threads wait for their turn.

        Parameters
        ----------
        header, blocks
            The request, see `protocol`.
        deadline : float, optional
            Seconds that R may take, not counting the wait for a turn and the start of R.
        on_event : callable, optional
            Called with each progress event.

        Raises
        ------
        RTimeout, RCrashed, BridgeError
            And the errors of starting a child.
        """
        with self._turn:
            if self._asking:
                raise BridgeError(
                    "R cannot be called from within `progress`: R is still busy with the call "
                    "that reports this progress"
                )
            self._asking = True
            try:
                return self._living_child().ask(header, blocks, deadline, on_event)
            except BaseException:  # Ctrl-C too: R cannot be interrupted, only ended
                self._drop()
                raise
            finally:
                self._asking = False

    def start(self) -> None:
        """Start a child if none runs; raise the errors of starting it."""
        with self._turn:
            if not self._asking:
                self._living_child()

    def close(self) -> None:
        """End the child, if there is one, after its current call."""
        with self._turn:
            self._drop()

    def close_at_exit(self) -> None:
        """End the child, even if another thread is still waiting for its answer."""
        self._drop()

    def start_anew_after_fork(self) -> None:
        """In a forked process, leave the child to the process that started it."""
        child, self._child = self._child, None
        self._turn, self._asking = threading.RLock(), False  # another thread may have held it
        if child is not None:
            child.forget()

    def _living_child(self) -> Child:
        if self._child is not None and not self._child.is_alive():
            self._drop()
        if self._child is None:
            self._child = Child()
        return self._child

    def _drop(self) -> None:
        if self._child is not None:
            child, self._child = self._child, None
            child.kill()
