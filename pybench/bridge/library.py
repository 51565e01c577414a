"""Keep the bundled R package compiled in a private R library, per R and state of sources."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pybench.base import path, shared
from pybench.base.errors import EnvironmentProblem, RPackageMissing
from pybench.bridge import startfiles
from pybench.bridge.locate import RInstallation
from pybench.store.folder import user_cache

#: Environment variable: R libraries that already contain the package; nothing is compiled then.
OVERRIDE = "PYBENCH_R_LIBS"

_SOURCES = (
    "DESCRIPTION", "LICENSE", "NAMESPACE", "R/*.R",
    "src/*.c", "src/*.h", "src/Makevars", "inst/shared/*",
)  # fmt: skip
_INSTALL_SECONDS = 600
TOOLS = "Install a C compiler, make and R's headers (Debian, Ubuntu: apt-get install r-base-dev)."


def ensure(r: RInstallation) -> list[Path]:
    """Return the libraries with the R package pybench; compile it if necessary.

    Several processes may do so at once: each compiles into a separate folder, the first to finish
    gives it the final name and the others use that.

    Raises
    ------
    RPackageMissing
        ``PYBENCH_R_LIBS`` is set and none of its folders holds the package.
    EnvironmentProblem
        The package does not compile; the message ends with R's output.
    """
    if text := os.environ.get(OVERRIDE):
        return _override(text)
    library = user_cache().absolute() / key(r)
    if not library.is_dir():
        _install(r, library)
    return [library]


def compiled(r: RInstallation) -> Path | None:
    """Return the library that already contains the package, None if it must be compiled.

    Raises
    ------
    RPackageMissing, EnvironmentProblem
        As `ensure`; nothing is compiled.
    """
    if text := os.environ.get(OVERRIDE):
        return _override(text)[0]
    library = user_cache() / key(r)
    return library if library.is_dir() else None


def key(r: RInstallation) -> str:
    """Return the name of the private library: R's version, and a hash of sources and platform."""
    system = (platform.system(), platform.machine(), *platform.libc_ver())
    state = hashlib.sha256("\n".join((str(r.home), *system)).encode())
    for file, name in sources():
        data = file.read_bytes()
        state.update(f"{name}\n{len(data)}\n".encode() + data)
    return f"R-{r.version}-{state.hexdigest()[:32]}"


def sources() -> Iterator[tuple[Path, str]]:
    """Yield the files of the package and their names in it; never object files."""
    root = shared.r_source()
    for pattern in _SOURCES:
        for file in sorted(root.glob(pattern)):
            yield file, file.relative_to(root).as_posix()


def _override(text: str) -> list[Path]:
    libraries = [Path(part) for part in path.absolute(text)]
    if any((library / "pybench" / "DESCRIPTION").is_file() for library in libraries):
        return libraries
    raise RPackageMissing(
        f"expected the R package pybench in a folder that the environment variable {OVERRIDE} "
        f"names, found none in {text}",
        expected="the R package pybench in a folder named by its absolute path",
        found=text,
        hint=f"Unset {OVERRIDE}, or install the package with R CMD INSTALL in a folder that "
        f"{OVERRIDE} names.",
    )


def _install(r: RInstallation, library: Path) -> None:
    try:
        # Compilers of an ended install may still write there; that must not hide the reason.
        with tempfile.TemporaryDirectory(
            prefix="building-", dir=library.parent, ignore_cleanup_errors=True
        ) as folder:
            source, built = Path(folder, "pybench"), Path(folder, "library")
            _copy_sources(source)
            built.mkdir()
            _run_install(r, source, built)
            _give_name(built, library)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EnvironmentProblem(f"cannot install the R package pybench: {error}") from error


def _give_name(built: Path, library: Path) -> None:
    try:
        built.rename(library)
    except OSError:
        if not library.is_dir():  # else another process was faster, and a library is never empty
            raise


def _copy_sources(target: Path) -> None:
    for file, name in sources():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target / name)


def _run_install(r: RInstallation, source: Path, built: Path) -> None:
    options = ("--no-docs", "--no-test-load", f"--library={built}")
    done = subprocess.run(
        [r.executable, "CMD", "INSTALL", *options, source],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="backslashreplace", timeout=_INSTALL_SECONDS,
        cwd=built, env=startfiles.environment(),
    )  # fmt: skip
    if done.returncode:
        said = "\n".join(done.stdout.splitlines()[-12:])
        raise EnvironmentProblem(
            f"the R package pybench does not compile with R {r.version}:\n{said}\n",
            expected="R CMD INSTALL to succeed",
            found=f"exit code {done.returncode}",
            hint=TOOLS,
        )
