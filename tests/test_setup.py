"""tools/setup.sh: what it says to people without root; the continuous-integration script."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

needs_apt = pytest.mark.skipif(not shutil.which("apt-get"), reason="Debian's package tools")


def setup(tmp_path: Path, **programs: str) -> subprocess.CompletedProcess[str]:
    """Run the set-up with some programs replaced by one line of shell."""
    for name, line in programs.items():
        stand_in = tmp_path / name.replace("_", "-")
        stand_in.write_text(f"#!/bin/sh\n{line}\n")
        stand_in.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = [str(ROOT / "tools" / "setup.sh")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


@needs_apt
def test_without_root_it_prints_the_command_and_stops(tmp_path):
    done = setup(tmp_path, id="echo 1000", dpkg_query="exit 1")
    assert done.returncode == 3
    assert re.search(
        r"(?m)^  sudo apt-get update && sudo apt-get install .*\br-base-core\b", done.stderr
    )


@needs_apt
def test_an_r_that_is_too_old_is_named(tmp_path):
    done = setup(tmp_path, dpkg_query="echo installed", Rscript="exit 1")
    assert done.returncode == 3
    assert "R is older than 4.2" in done.stderr


@needs_apt
def test_a_python_that_is_too_old_is_named(tmp_path):
    older = {f"python3.{minor}": "exit 1" for minor in (11, 12, 13, 14)}
    done = setup(tmp_path, dpkg_query="echo installed", Rscript="exit 0", python3="exit 1", **older)
    assert done.returncode == 3
    assert "Python 3.11 or newer is missing" in done.stderr
    assert "python3-venv" in done.stderr


OF_ROOT = {"id": "echo 0", "dpkg_query": "exit 1", "Rscript": "exit 1"}  # R stops it after apt-get


def test_the_words_of_other_programs_are_not_shown(tmp_path):
    noise = "echo Unpacking r-base; echo debconf: no dialog >&2"
    done = setup(tmp_path, apt_get=noise, **OF_ROOT)
    assert "R is older than 4.2" in done.stderr
    assert "installing Debian packages: r-base-core" in done.stdout
    assert "Unpacking" not in done.stdout + done.stderr
    assert "debconf" not in done.stdout + done.stderr


def test_a_long_step_says_where_it_is(tmp_path):
    step = "echo Unpacking r-base; exec /bin/sleep 0.6"
    done = setup(tmp_path, apt_get=step, sleep="exec /bin/sleep 0.2", **OF_ROOT)
    assert re.search(r"(?m)^set-up:   \d s Unpacking r-base$", done.stdout)


def test_what_fails_is_shown(tmp_path):
    done = setup(tmp_path, apt_get="echo E: no such host >&2; exit 100", **OF_ROOT)
    assert done.returncode == 3
    assert "E: no such host" in done.stderr
    assert "apt-get does not install them" in done.stderr


#: All that the set-up runs, beside bash: each is in POSIX, but for mktemp, which macOS has too.
TOOLS = ("bash", "dirname", "find", "cksum", "sort", "head", "cat", "grep", "mkdir", "mktemp", "rm",
         "sleep", "tail", "tr", "cut")  # fmt: skip
STAND_INS = {
    "python3": """case "$*" in
  -V*) echo Python 3.13.0 ;;
  *--no-index*) exit 1 ;;
  "-m venv --clear .venv")
    mkdir -p .venv/bin && cp "$0" .venv/bin/python && echo "$PWD/.venv/" >.venv/bin/pip ;;
esac""",
    "R": """case "$1 $2" in
  "CMD build") : >pybench_0.tar.gz ;;
  "CMD INSTALL") mkdir -p .rlib/pybench ;;
  *) echo R version 4.5.0 ;;
esac""",
    "Rscript": ":",
}


@pytest.fixture
def mac(tmp_path):
    """Return a function that runs the set-up of a small checkout where only POSIX tools are."""
    for name in TOOLS:
        (tmp_path / "bin" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "bin" / name).symlink_to(shutil.which(name))
    (tmp_path / "bin" / "cp").symlink_to(shutil.which("cp"))  # for a stand-in
    for name, lines in STAND_INS.items():
        (tmp_path / "bin" / name).write_text(f"#!{shutil.which('bash')}\n{lines}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    here = tmp_path / "a checkout"
    for name in ("r/R/a b.R", "pybench/optimal/kernels/a.py"):
        (here / name).parent.mkdir(parents=True)
        (here / name).write_text("1")
    for name in ("pyproject.toml", "constraints.txt", "r/DESCRIPTION"):
        (here / name).write_text("Version: 1\n")
    (here / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "setup.sh", here / "tools")

    def run() -> str:
        done = subprocess.run(
            [here / "tools" / "setup.sh"],
            env={"PATH": str(tmp_path / "bin"), "POSIXLY_CORRECT": "1"},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    run.here = here
    return run


def test_with_the_tools_of_macos_it_sets_up_once_and_again_after_a_change(mac):
    first = mac()
    assert "no apt-get here" in first
    assert "installing the R package" in first
    assert "compiling the kernels" in first
    again = mac()
    assert "Python environment .venv is up to date" in again
    assert "R package in .rlib is up to date" in again
    assert "compiling" not in again
    (mac.here / "r" / "R" / "a b.R").write_text("2")
    (mac.here / "pybench" / "optimal" / "kernels" / "a.py").write_text("2")
    changed = mac()
    assert "installing the R package" in changed
    assert "compiling the kernels" in changed
    (mac.here / "constraints.txt").write_text("numpy==3\n")
    assert "installing pybench with its extras" in mac()


def test_the_makefile_is_for_the_make_of_macos():
    """GNU make 3.81, BSD's sed and no shell but sh."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    later = r"\.SHELLFLAGS|\.ONESHELL|::=|!=|\$\(file |\bundefine\b|\bsed\b|\breadlink\b|\bxargs\b"
    assert re.findall(later, text) == []
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    targets = re.search(r"(?m)^\.PHONY: (.*)$", text)[1].split()
    assert re.findall(r"(?m)^  make ([a-z-]+) +\S", done.stdout) == targets
