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
