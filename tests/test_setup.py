"""tools/setup.sh: what it says to people without root; the continuous-integration script."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.skipif(not shutil.which("apt-get"), reason="Debian's package tools")


def setup(tmp_path: Path, **programs: str) -> subprocess.CompletedProcess[str]:
    """Run the set-up with some programs replaced by one line of shell."""
    for name, line in programs.items():
        stand_in = tmp_path / name.replace("_", "-")
        stand_in.write_text(f"#!/bin/sh\n{line}\n")
        stand_in.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = [str(ROOT / "tools" / "setup.sh")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


def test_without_root_it_prints_the_command_and_stops(tmp_path):
    done = setup(tmp_path, id="echo 1000", dpkg_query="exit 1")
    assert done.returncode == 3
    assert re.search(
        r"(?m)^  sudo apt-get update && sudo apt-get install .*\br-base-core\b", done.stderr
    )


def test_an_r_that_is_too_old_is_named(tmp_path):
    done = setup(tmp_path, dpkg_query="echo installed", Rscript="exit 1")
    assert done.returncode == 3
    assert "R is older than 4.2" in done.stderr


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
