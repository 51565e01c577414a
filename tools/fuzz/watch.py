"""What one mutant may cost: two seconds of processor, 256 MB and four times its size."""

from __future__ import annotations

import faulthandler
import hashlib
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

from formats import FORMATS

LIMIT_S = 2.0
HANG_S = 60  # of the clock: what waits without working
MOST_BYTES = 256 << 20
ROOM = 4 << 30  # of addresses: a blow-up must cost the process, not the machine


class Watch:
    """Takes mutants of one format, and raises what is not as promised; the mutant is kept."""

    def __init__(self, name: str, kept: Path) -> None:
        self.name, self.kept = name, kept
        self.format = FORMATS[name]
        self.taken = self.refused = 0
        self._folder = Path(tempfile.mkdtemp(prefix="pybench-fuzz-", dir=_memory()))

    def warm(self, seeds: list[bytes]) -> None:
        """Read the seeds: libraries load, and what they need is not the mutants'."""
        for data in seeds:
            self.format.take(data, self._folder)
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (_addresses() + ROOM, hard))
        self._peak = _peak()

    def take(self, data: bytes) -> None:
        """Read one mutant."""
        faulthandler.dump_traceback_later(HANG_S, exit=True)
        # Written before: a process that dies cannot keep what killed it.
        last = self.kept / f"{self.name}-last"
        last.write_bytes(data)
        start = time.process_time()
        try:
            taken = self.format.take(data, self._folder)
            spent = time.process_time() - start
            if spent > LIMIT_S:
                raise AssertionError(f"{spent:.1f} s for {len(data)} bytes")
            if _peak() - self._peak > MOST_BYTES + 4 * len(data):
                grown = (_peak() - self._peak) >> 20
                raise AssertionError(f"{grown} MB for {len(data)} bytes")
        except BaseException:
            digest = hashlib.sha256(data).hexdigest()[:12]
            shutil.copyfile(last, self.kept / f"{self.name}-{digest}")
            sys.stderr.write(f"kept as {self.name}-{digest}: {data[:200]!r}\n")
            raise
        faulthandler.cancel_dump_traceback_later()
        self.taken += taken
        self.refused += not taken

    def close(self) -> None:
        """Say what became of the mutants; leave nothing."""
        shutil.rmtree(self._folder)
        (self.kept / f"{self.name}-last").unlink(missing_ok=True)
        sys.stdout.write(f"{self.taken} taken, {self.refused} refused\n")


def _peak() -> int:
    # Not ru_maxrss: a process inherits that of the one that started it.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split(maxsplit=1)[0]) << 10


def _addresses() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
