"""Run README's two commands on bare systems, and keep what came out in bench/platforms.csv.

    python tools/platforms.py                   all of PLATFORMS: hours
    python tools/platforms.py trixie newest     some of them

Each system is bootstrapped from Debian's archive alone, with Python, git and make: what else the
two commands need, they have to bring. Needs root and debootstrap. The mirror, the proxy and the
settings of pip are those of this machine; mounts are private to this process and end with it.
The commit is the head of this checkout. A row is kept as its platform ends.
"""

from __future__ import annotations

import csv
import datetime
import json
import math
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "bench" / "platforms.csv"
SYSTEMS = Path(os.environ.get("PYBENCH_PLATFORMS", "/var/tmp/pybench-platforms"))
SHARED = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared"))
HOME = Path("root/pybench")  # of the checkout, in the system
KEPT_VARIABLES = re.compile(r"(PIP_\w+|SSL_CERT\w*|REQUESTS_CA\w*|CURL_CA\w*|\w+_proxy)$", re.I)
KEPT_FILES = ("etc/resolv.conf", "etc/hosts", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt")
COUNTS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", re.MULTILINE)
#: R's readers of Arrow, which nothing needs: their tests run where Debian has them.
READERS = (
    "apt-cache pkgnames r-cran- | grep -xE 'r-cran-(nano)?arrow' | xargs -r apt-get install -qy"
)
VERSIONS = ("numpy", "scipy", "pandas", "pyarrow", "rpy2-rinterface")


@dataclass(frozen=True)
class Platform:
    """A release of Debian, and the versions of Python packages that pip may take."""

    release: str
    constraints: str = ""  #: a file instead of constraints.txt


PLATFORMS = {
    "bookworm": Platform("bookworm"),
    "trixie": Platform("trixie"),
    "sid": Platform("sid"),
    "lowest": Platform("bookworm", "constraints-lowest.txt"),
    "newest": Platform("sid", "/dev/null"),
}


def bootstrap(release: str) -> Path:
    """Return the folder of a bare system, made if it is not there."""
    system = SYSTEMS / release
    if not (system / "usr").is_dir():
        say(f"bootstrapping {release} (minutes)")
        SYSTEMS.mkdir(parents=True, exist_ok=True)
        packages = "--include=ca-certificates,git,make,python3"
        run(["debootstrap", "--variant=minbase", packages, release, str(system), mirror()])
    for name in (*KEPT_FILES, *(f"etc/apt/apt.conf.d/{one}" for one in proxies())):
        if Path("/", name).exists():
            shutil.copy(Path("/", name), system / name)
    # A machine whose clock is ahead of a mirror's snapshot would refuse its index.
    (system / "etc/apt/apt.conf.d/99valid").write_text('Acquire::Check-Valid-Until "false";\n')
    return system


def mirror() -> str:
    """Return the first address of Debian's archive that this machine's apt is set to."""
    sources = (*sorted(Path("/etc/apt/sources.list.d").glob("*")), Path("/etc/apt/sources.list"))
    for file in sources:
        lines = file.read_text(encoding="utf-8") if file.exists() else ""
        if found := re.search(r"(?m)^(?:URIs:|deb(?: \[[^\]]*\])?)\s+(\S+)", lines):
            return found[1]
    raise SystemExit("apt names no archive: see /etc/apt/sources.list")


def proxies() -> list[str]:
    """Return the files of apt's settings that name a proxy."""
    return [file.name for file in Path("/etc/apt/apt.conf.d").glob("*proxy*")]


def inside(system: Path, script: str, log: Path | None = None, **variables: str) -> int:
    """Run a script in the checkout inside a system; return its exit status."""
    kept = {name: text for name, text in os.environ.items() if KEPT_VARIABLES.match(name)}
    plain = {"HOME": "/root", "LANG": "C.UTF-8", "TERM": "dumb", "PATH": os.defpath}
    plain["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    settings = [f"{name}={text}" for name, text in (plain | kept | variables).items()]
    command = ["chroot", str(system), "/usr/bin/env", "-i", *settings, "bash", "-c"]
    with open(log or os.devnull, "wb") as file:
        done = subprocess.run(
            [*command, f"cd /{HOME} && {script}"], stdout=file, stderr=subprocess.STDOUT
        )
    return done.returncode


def answer(system: Path, script: str) -> str:
    """Return the last line that a script prints inside a system."""
    log = SYSTEMS / "answer.log"
    inside(system, script, log)
    return (log.read_text(errors="replace").strip().splitlines() or [""])[-1]


def mount(system: Path) -> None:
    """Mount in a system what programs expect, and the reference data, for reading only."""
    for name in ("proc", "sys", "dev"):
        run(["mount", "--rbind", f"/{name}", str(system / name)])
    if SHARED.is_dir():
        place = system / HOME.parent / "shared"
        place.mkdir(parents=True, exist_ok=True)
        run(["mount", "--bind", str(SHARED), str(place)])
        run(["mount", "-o", "remount,ro,bind", str(place)])


def tried(name: str, platform: Platform) -> dict[str, object]:
    """Run both commands on a platform; return its row of the table."""
    system = bootstrap(platform.release)
    mount(system)
    shutil.rmtree(system / HOME, ignore_errors=True)
    run(["git", "clone", "--quiet", str(ROOT), str(system / HOME)])
    settings = {"PYBENCH_CONSTRAINTS": platform.constraints} if platform.constraints else {}
    row: dict[str, object] = {"platform": name, "system": f"Debian {platform.release}"}
    commit = head()
    start = time.monotonic()
    row["demo"] = "ok" if not inside(
        system, "make demo", SYSTEMS / f"{name}.demo.log", **settings
    ) else "failed"  # fmt: skip
    row["demo_s"] = round(time.monotonic() - start)
    inside(system, READERS)
    start, log = time.monotonic(), SYSTEMS / f"{name}.test.log"
    # The static checks and those of R's package do not depend on packages of Python.
    tests = ".venv/bin/python tools/verify.py tests" if platform.constraints else "make test"
    status = inside(system, tests, log, **settings)
    counts = COUNTS.findall(log.read_text(errors="replace"))
    row |= zip(("passed", "failed", "skipped"), counts[-1] if counts else ("", "", ""), strict=True)
    row["tests"] = "ok" if status == 0 else "failed"
    row["tests_s"] = round(time.monotonic() - start)
    row["python"] = answer(system, "python3 -c 'import platform; print(platform.python_version())'")
    row["r"] = answer(system, "Rscript --vanilla -e 'cat(format(getRversion()))'")
    for package in VERSIONS:
        code = f"from importlib.metadata import version; print(version('{package}'))"
        row[package] = answer(system, f'.venv/bin/python -c "{code}"')
    study = system / HOME / "out" / "demo" / "study.json"
    if study.exists():
        shutil.copy(study, SYSTEMS / f"{name}.study.json")
    row |= compared(name)
    row |= {"date": datetime.date.today().isoformat(), "commit": commit}
    return row


def leaves(value: object, place: str = "") -> Iterator[tuple[str, object]]:
    """Yield each number, text, truth value and null of a JSON document with its place.

    Versions of packages and measured seconds are left out: they differ by nature.
    """
    if isinstance(value, dict):
        columns = value.get("columns")
        for key, part in value.items():
            if key == "values" and isinstance(columns, list):
                for at, row in enumerate(part):
                    yield from leaves(dict(zip(columns, row, strict=True)), f"{place}/{at}")
            elif key != "versions" and not key.endswith("_seconds"):
                yield from leaves(part, f"{place}/{key}")
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from leaves(part, f"{place}/{at}")
    else:
        yield place, value


def compared(name: str, first: str = "bookworm") -> dict[str, object]:
    """Compare the demo's study of a platform with that of the first one, value by value."""
    files = [SYSTEMS / f"{one}.study.json" for one in (first, name)]
    if not all(file.exists() for file in files):
        return {"values": "", "differ": "", "largest_difference": ""}
    ours, theirs = (dict(leaves(json.loads(file.read_text()))) for file in files)
    differ, largest = 0, 0.0
    for place in ours.keys() | theirs.keys():
        a, b = ours.get(place), theirs.get(place)
        if a == b and type(a) is type(b):
            continue
        differ += 1
        if isinstance(a, float) and isinstance(b, float):
            largest = max(largest, abs(a - b) / max(abs(a), abs(b)))
        else:
            say(f"{name}{place}: {a!r} became {b!r}")
            largest = math.inf
    return {"values": len(theirs), "differ": differ, "largest_difference": f"{largest:.2g}"}


def keep(row: dict[str, object]) -> None:
    """Write the row of a platform into the table."""
    rows = {}
    if TABLE.exists():
        with TABLE.open(newline="", encoding="utf-8") as file:
            rows = {one["platform"]: one for one in csv.DictReader(file)}
    rows[str(row["platform"])] = row
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, list(row), lineterminator="\n")
        table.writeheader()
        table.writerows(rows[name] for name in PLATFORMS if name in rows)


def head() -> str:
    """Return the short hash of the head of this checkout."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--short=7", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def run(command: list[str]) -> None:
    """Run a command that must succeed."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def say(text: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"platforms: {text}\n")
    sys.stdout.flush()


def main(names: list[str]) -> int:
    """Try the named platforms, or all; return 1 if a command failed on one."""
    if unknown := set(names) - set(PLATFORMS):
        sys.exit(f"no platform {', '.join(sorted(unknown))}; there are {', '.join(PLATFORMS)}")
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        sys.exit("needs root and debootstrap (apt-get install debootstrap)")
    if "PYBENCH_OWN_MOUNTS" not in os.environ:
        os.environ["PYBENCH_OWN_MOUNTS"] = "1"
        own = ["unshare", "--mount", "--propagation", "slave", sys.executable, *sys.argv]
        os.execvp(own[0], own)
    bad = 0
    for name in names or PLATFORMS:
        row = tried(name, PLATFORMS[name])
        keep(row)
        say(", ".join(f"{key} {text}" for key, text in row.items()))
        bad |= row["demo"] != "ok" or row["tests"] != "ok"
    return int(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
