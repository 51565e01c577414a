"""Write files atomically: a reader sees the old bytes or the new ones; all writes use this.

The bytes go to a temporary file in the same folder, reach the disk (fsync), and take the final name
in one step (rename); then the folder reaches the disk too. A writer of many small files, whose
readers verify them by hash, may sync them together (`sync`): if the process is killed, each file is
still whole or absent, and only a power cut loses data that were not on disk. Links are followed
where `store.inside` allows it.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from pybench.base import system
from pybench.base.errors import EnvironmentProblem
from pybench.store import inside

PREFIX, SUFFIX = ".pybench-", ".tmp"
DAY = 24 * 60 * 60.0
SYNCED_AT_ONCE = 8  # files


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write ``text`` as UTF-8, with line ends unchanged; see `write_bytes`."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | os.PathLike[str], data: bytes, *, durable: bool = True) -> None:
    """Replace the content of a file in one step.

    Parameters
    ----------
    path : str or path-like
        A link is followed, but not out of the folder that a call writes into (`store.inside`). A
        device or pipe is written to directly.
    data : bytes
        The new content.
    durable : bool
        False: a later `sync` brings it to disk.

    Raises
    ------
    EnvironmentProblem
        If a step fails (disk full, no permission, no such folder). The previous file of that name
        is then still whole; only if the very last step failed, the new content is there.
    InputError
        If a link leads the path out of the folder that is written into (`store.inside`).
    """
    target = inside.target(path)
    try:
        mode = _mode(target)
        if mode is None or stat.S_ISREG(mode):
            with _replacing(target, mode, durable) as temporary:
                _write(temporary, data, os.O_WRONLY | os.O_CREAT | os.O_EXCL, durable)
        else:
            _write(target, data, os.O_WRONLY)
    except OSError as error:
        raise _unwritten(path, error) from error


def sync(paths: Iterable[str | os.PathLike[str]]) -> None:
    """Sync files (not links) that were written with ``durable=False``, and their folders.

    Raises
    ------
    EnvironmentProblem
        If one cannot be synced; files that no longer exist are ignored.
    """
    from concurrent.futures import ThreadPoolExecutor

    files = list(paths)
    # A disk syncs several files together in little more time than one of them.
    with ThreadPoolExecutor(SYNCED_AT_ONCE) as pool:
        for _ in pool.map(_sync_file, files):
            pass
    for folder in sorted({os.path.dirname(path) for path in files}):
        try:
            with suppress(FileNotFoundError):
                _sync_folder(folder)
        except OSError as error:
            raise _unwritten(folder, error) from error


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a binary file to write in pieces; it gets its name if the block succeeds.

    For content too large for `write_bytes`. If the block or a step fails, the previous file of that
    name is still whole. Files left beside it by killed writers are removed.

    Raises
    ------
    EnvironmentProblem
        As in `write_bytes`; also if ``path`` is a device or pipe, which cannot be replaced.
    """
    target = inside.target(path)
    try:
        mode = _mode(target)
        if not (mode is None or stat.S_ISREG(mode)):
            raise OSError(errno.EINVAL, "not a regular file")
        sweep(os.path.dirname(target))
        with _replacing(target, mode) as temporary, open(temporary, "xb") as file:
            yield file
            file.flush()
            _sync(file.fileno())
    except OSError as error:
        raise _unwritten(path, error) from error


@contextmanager
def making_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Make an empty folder to fill; it gets its name if the block succeeds, else it is removed.

    A folder of that name may exist if it is empty. Files left beside it by killed writers are
    removed.

    Raises
    ------
    EnvironmentProblem
        If a step fails. A previous folder of that name then still exists.
    """
    target = inside.target(path)
    parent = os.path.dirname(target)
    temporary = os.path.join(parent, f"{PREFIX}{os.getpid()}-{secrets.token_hex(8)}{SUFFIX}")
    try:
        os.makedirs(parent, exist_ok=True)
        sweep(parent)
        os.mkdir(temporary)
        try:
            yield Path(temporary)
            system.rename_folder(temporary, target)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
        _sync_folder(parent)
    except OSError as error:
        raise _unwritten(path, error) from error


def move_into(source: str | os.PathLike[str], folder: str | os.PathLike[str], last: str) -> None:
    """Move every file below a folder to the same place in another, the file ``last`` at the end.

    If interrupted, the next or a concurrent call resumes it; the source is removed when all is
    done.

    Raises
    ------
    EnvironmentProblem
        If a step fails; the rest is still in the source.
    """
    files = [path for path in Path(source).rglob("*") if path.is_file()]
    files.sort(key=lambda path: (path.relative_to(source).as_posix() == last, path))
    try:
        for path in files:
            inside.target(path)
            target = Path(inside.target(Path(folder) / path.relative_to(source)))
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.replace(path, target)
            except FileNotFoundError:
                if path.exists():
                    raise
                continue  # another process, resuming the same source, was first
            _sync_folder(os.fspath(target.parent))
        shutil.rmtree(source, ignore_errors=True)
    except OSError as error:
        raise _unwritten(folder, error) from error


def make_folder(path: str | os.PathLike[str]) -> None:
    """Make a folder and its parents if they do not exist.

    Raises
    ------
    EnvironmentProblem
        If it cannot be made.
    InputError
        If a link leads out of the folder that is written into (`store.inside`).
    """
    target = inside.target(path)
    try:
        os.makedirs(target, exist_ok=True)
    except OSError as error:
        raise EnvironmentProblem(
            f"cannot make the folder: {error.strerror}",
            file=os.fspath(path),
            expected="a folder that can be written to",
            found=str(error.strerror),
            hint="Give another folder, by `out` (on the command line, by --out).",
        ) from error


def require_writable(path: str | os.PathLike[str]) -> None:
    """Refuse, before long work, a file that could not be written afterwards.

    Raises
    ------
    EnvironmentProblem
        Its folder does not exist or is not writable, or the file is a folder.
    """
    folder = os.path.dirname(os.path.realpath(path))
    number = 0
    if not os.path.isdir(folder):
        number = errno.ENOENT
    elif not os.access(folder, os.W_OK | os.X_OK):
        number = errno.EACCES
    elif os.path.isdir(path):
        number = errno.EISDIR
    if number:
        raise _unwritten(path, OSError(number, os.strerror(number)))


def remove(path: str | os.PathLike[str]) -> None:
    """Remove a file if it exists.

    Raises
    ------
    EnvironmentProblem
        If it cannot be removed.
    """
    inside.target(path)
    try:
        with suppress(FileNotFoundError):
            os.unlink(path)
    except OSError as error:
        raise _unwritten(path, error) from error


def sweep(folder: str | os.PathLike[str], age: float = DAY) -> int:
    """Remove temporary files and folders left in ``folder`` by killed writers; return how many.

    A file or folder younger than ``age`` seconds may belong to a running writer, and is kept. An
    ``age`` of 0 means that the caller knows that there is no other writer. Otherwise, a file or
    folder whose writer is still running is kept, too.
    """
    removed, folder = 0, inside.target(folder)
    for leftover in Path(folder).glob(f"{PREFIX}*{SUFFIX}"):
        with suppress(OSError):
            if leftover.stat().st_mtime <= time.time() - age and not (age and _alive(leftover)):
                shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink()
                removed += 1
    return removed


def _alive(leftover: Path) -> bool:
    """Return whether another process of this machine has the number at the start of a name.

    This process and 1 do not count: in a container each call may have the same number.
    """
    number = leftover.name.removeprefix(PREFIX).partition("-")[0]
    if not number.isdecimal() or int(number) in (0, 1, os.getpid()):
        return False
    return system.is_running(int(number))


def _mode(target: str) -> int | None:
    try:
        return os.stat(target).st_mode
    except FileNotFoundError:
        return None


@contextmanager
def _replacing(target: str, mode: int | None, durable: bool = True) -> Iterator[str]:
    """Yield a temporary name; the content written there takes the name ``target``."""
    folder = os.path.dirname(target)
    temporary = os.path.join(folder, f"{PREFIX}{os.getpid()}-{secrets.token_hex(8)}{SUFFIX}")
    try:
        yield temporary
        if mode is not None:
            os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    if durable:
        _sync_folder(folder)


def _unwritten(path: str | os.PathLike[str], error: OSError) -> EnvironmentProblem:
    reason = error.strerror or str(error)
    return EnvironmentProblem(
        f"cannot write the file: {reason}",
        file=os.fspath(path),
        expected="a file that can be written",
        found=reason,
        hint="Check the folder, its permissions and the free space; no file was left half written.",
    )


def _write(path: str, data: bytes, flags: int, durable: bool = True) -> None:
    descriptor = system.open_file(path, flags)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        if durable:
            _sync(descriptor)
    finally:
        os.close(descriptor)


def _sync(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Pipes, devices and folders of some file systems cannot be synced.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise


def _sync_file(path: str | os.PathLike[str]) -> None:
    try:
        with suppress(FileNotFoundError):
            # Some systems cannot sync what is open for reading only.
            descriptor = system.open_file(path, os.O_RDWR)
            try:
                _sync(descriptor)
            finally:
                os.close(descriptor)
    except OSError as error:
        raise _unwritten(path, error) from error


def _sync_folder(folder: str) -> None:
    descriptor = system.open_folder(folder)
    if descriptor is not None:
        try:
            _sync(descriptor)
        finally:
            os.close(descriptor)
