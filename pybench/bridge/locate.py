"""Find R, rpy2 and R packages, and their versions, without loading or starting any of them."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from pybench.base import path, shared
from pybench.base.errors import ExtraMissing, RNotFound, RVersionUnsupported
from pybench.base.extras import installing
from pybench.bridge import startfiles

#: Seconds that a program called R may take to report its home.
ANSWER_SECONDS = 0.7

_INSTALL_R = "Install R (Debian, Ubuntu: apt-get install r-base-dev) or set R_HOME to its home."
_HOME_IN_SCRIPT = re.compile(rb"^R_HOME_DIR=[\"']?([^\"'\s$]+)", re.MULTILINE)
_SETTING = re.compile(r"^\s*(\w+)\s*=\s*(.*?)\s*$", re.MULTILINE)
_REFERENCE = re.compile(r"\$\{(\w+)(?::?-([^{}]*))?\}")


@dataclass(frozen=True)
class RInstallation:
    """An R on this machine."""

    home: Path  #: what ``R RHOME`` prints
    version: str  #: "4.2.2"

    @property
    def executable(self) -> Path:
        """The program R that belongs to this home."""
        return self.home / "bin" / "R"


@dataclass(frozen=True)
class Pair:
    """A combination of R and rpy2 that may be used."""

    evidence: str  #: reason
    tested: bool = True  #: False: between tested versions of R, which warrants a notice


def find_r() -> RInstallation:
    """Find the R that the bridge uses: ``R_HOME`` if set, else the first ``R`` on ``PATH``.

    R is not started if its start script names its home, as it usually does.

    Raises
    ------
    RNotFound
        Within a second; the message names each place and what is wrong with it.
    """
    searched = []
    for place, home in _candidates():
        if isinstance(home, str):
            searched.append(f"{place} ({home})")
        elif isinstance(found := _installation(home), str):
            searched.append(f"{place} ({found})")
        else:
            return found
    places = "; ".join(searched) or "R_HOME is not set, PATH is empty"
    raise RNotFound(
        f"expected R, found none in: {places}", expected="R", found=places, hint=_INSTALL_R
    )


def rpy2_version() -> str:
    """Return the version of rpy2-rinterface.

    Raises
    ------
    ExtraMissing
        It is not installed.
    """
    for name in ("rpy2-rinterface", "rpy2"):  # a single package before rpy2 3.6
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    raise ExtraMissing(
        "calling R requires the Python package `rpy2-rinterface`",
        hint=f"Install it with: {installing('r')}",
    )


def require_supported(r_version: str, rpy2: str) -> Pair:
    """Refuse a pair of R and rpy2 that the table of tested pairs does not support.

    A pair is supported if a row of the table says so, or if the table has no entry and this rpy2
    works with an older and with a newer R. With PYBENCH_UNTESTED_R=1 in the environment, any pair
    without an entry is allowed, so that it can be tested. A pair known to fail is not.

    Raises
    ------
    RVersionUnsupported
        The message names both versions; the hint names a pair that works.
    """
    row = _row(r_version, rpy2)
    if row and row["works"] == "yes":
        return Pair(row["evidence"])
    if row is None and os.environ.get("PYBENCH_UNTESTED_R") == "1":
        return Pair("never tested; allowed by PYBENCH_UNTESTED_R=1")
    if row is None and (neighbours := _neighbours(r_version, rpy2)):
        return Pair(
            f"R {r_version} with rpy2-rinterface {rpy2} is untested; it is used because R "
            f"{neighbours[0]} and R {neighbours[1]} are tested with this rpy2-rinterface",
            tested=False,
        )
    why = row["evidence"] if row else "this pair was never tested"
    at_own_risk = "" if row else " Or set PYBENCH_UNTESTED_R=1, then run: pybench validate."
    raise RVersionUnsupported(
        f"expected a tested pair of R and rpy2-rinterface, found R {r_version} with "
        f"rpy2-rinterface {rpy2}: {why}",
        expected=_wanted(r_version),
        found=f"R {r_version}, rpy2-rinterface {rpy2}",
        hint=f"Install {_wanted(r_version)}.{at_own_risk}",
    )


def package_version(name: str, libraries: list[Path]) -> str | None:
    """Return the version of an R package in the first library that has it, None if none has."""
    for library in libraries:
        if version := _description(library / name / "DESCRIPTION").get("Version"):
            return version
    return None


def libraries(r: RInstallation) -> list[Path]:
    """Return where the R child looks for packages, first to last, as ``.libPaths()`` does.

    The child's own library, which has the R package pybench, comes before these folders and is not
    among them. Folders that a file ``.Renviron`` names, and folders that depend on the current
    folder, are not included.
    """
    settings = _settings(r)
    texts = (settings.get(name) or "" for name in ("R_LIBS", "R_LIBS_USER", "R_LIBS_SITE"))
    named = [_expand(part, r, settings) for text in texts for part in text.split(os.pathsep)]
    places = [place for place in named if place.is_absolute()]
    folders = [folder.resolve() for folder in (*places, r.home / "library") if folder.is_dir()]
    return list(dict.fromkeys(folders))


def version_key(text: str) -> tuple[int, ...]:
    """Convert "3.6.5" to (3, 6, 5), for comparisons."""
    return tuple(int(number) for number in re.findall(r"\d+", text))


def _candidates() -> Iterator[tuple[str, Path | str]]:
    """Yield the places to search: the name, and a home or what is wrong with it."""
    if home := os.environ.get("R_HOME"):
        # Like rpy2: a wrong R_HOME is not ignored without notice.
        absolute = Path(home) if os.path.isabs(home) else "no absolute path"
        yield f"R_HOME={home}", absolute
        return
    for folder in path.absolute(os.environ.get("PATH")):
        program = Path(folder, "R")
        yield str(program), _home_of(program)


def _home_of(program: Path) -> Path | str:
    if not program.is_file():
        return "no such file"
    if not os.access(program, os.X_OK):
        return "not executable"
    try:
        with program.open("rb") as file:
            script = file.read(4096)
    except OSError as error:
        return f"not readable: {error.strerror}"
    if named := _HOME_IN_SCRIPT.search(script):
        home = Path(os.fsdecode(named[1]))
        if home.is_dir():
            return home
    return _ask_home(program)


def _ask_home(program: Path) -> Path | str:
    try:
        answer = subprocess.run(
            [program, "RHOME"], capture_output=True, stdin=subprocess.DEVNULL,
            timeout=ANSWER_SECONDS, text=True, check=True, env=startfiles.environment(),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"did not answer within {ANSWER_SECONDS:g} s"
    except (OSError, subprocess.CalledProcessError) as error:
        return f"does not run: {error}"
    lines = [line for line in answer.stdout.splitlines() if line.startswith("/")]
    return Path(lines[-1]) if lines else "named no home"


def _installation(home: Path) -> RInstallation | str:
    if not home.is_dir():
        return "no such folder"
    if not os.access(home / "bin" / "R", os.X_OK):
        return f"no program {home / 'bin' / 'R'}"
    version = _description(home / "library" / "base" / "DESCRIPTION").get("Version")
    return RInstallation(home, version) if version else "no package base in its library"


def _description(file: Path) -> dict[str, str]:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    return dict(line.split(": ", 1) for line in lines if re.match(r"\w+: ", line))


def _row(r_version: str, rpy2: str) -> dict[str, str] | None:
    for row in shared.rows("tested-r.csv"):
        if _within(r_version, row["r_from"], row["r_before"]) and _within(
            rpy2, row["rpy2_from"], row["rpy2_before"]
        ):
            return row
    return None


def _within(version: str, low: str, high: str) -> bool:
    return version_key(low) <= version_key(version) < version_key(high)


def _neighbours(r_version: str, rpy2: str) -> tuple[str, str] | None:
    """Return the nearest tested R below and above this R that work with this rpy2."""
    r = version_key(r_version)
    good = [row for row in _good() if _within(rpy2, row["rpy2_from"], row["rpy2_before"])]
    below = [row["r_from"] for row in good if version_key(row["r_before"]) <= r]
    above = [row["r_from"] for row in good if version_key(row["r_from"]) > r]
    if not below or not above:
        return None
    return max(below, key=version_key), min(above, key=version_key)


def _wanted(r_version: str) -> str:
    """Return what to install: an rpy2 for this R, or another R."""
    good = _good()
    r = version_key(r_version)
    oldest, newest = good[0]["r_from"], good[-1]["r_before"]
    if not version_key(oldest) <= r < version_key(newest):
        return f"R >= {oldest}, < {newest}"
    row = next(row for row in reversed(good) if version_key(row["r_from"]) <= r)
    return f'"rpy2-rinterface>={row["rpy2_from"]},<{row["rpy2_before"]}"'


def _good() -> list[dict[str, str]]:
    """Return the pairs that work, the oldest R first."""
    good = [row for row in shared.rows("tested-r.csv") if row["works"] == "yes"]
    return sorted(good, key=lambda row: version_key(row["r_from"]))


def _settings(r: RInstallation) -> dict[str, str]:
    """Return the environment set by R's own start file, which the child reads."""
    settings = dict(os.environ)
    try:
        file = r.home / "etc" / "Renviron"
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return settings
    for name, value in _SETTING.findall(text):
        settings[name] = _substitute(value, settings)
    return settings


def _substitute(text: str, settings: dict[str, str]) -> str:
    """Replace ${NAME} and ${NAME-default}, the innermost first."""
    known = _REFERENCE.sub(lambda found: settings.get(found[1]) or found[2] or "", text)
    return re.sub("['\"]", "", known) if known == text else _substitute(known, settings)


def _expand(text: str, r: RInstallation, settings: dict[str, str]) -> Path:
    major_minor = ".".join(r.version.split(".")[:2])
    system = settings.get("R_PLATFORM", platform.machine())
    user = f"~/R/{system}-library/{major_minor}"
    marks = {"%U": user, "%S": f"{r.home}/site-library", "%v": major_minor, "%p": system,
             "%V": r.version, "%o": platform.system(), "%a": platform.machine()}  # fmt: skip
    for mark, value in marks.items():
        text = text.replace(mark, value)
    return Path(text or os.devnull).expanduser()
