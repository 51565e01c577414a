"""A run of tests that is ended before its summary has named what failed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys

import pytest

from tests.conftest import ROOT

NAMED = re.compile("FAILED")


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_failures_are_named_before_the_end(tmp_path, workers):
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "__init__.py").touch()
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (folder / "test_one.py").write_text(
        "import time\ndef test_red():\n    assert False\ndef test_long():\n    time.sleep(600)\n",
        encoding="utf-8",
    )
    plain = ["-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    command = [sys.executable, "-m", "pytest", *plain, *workers, "tests"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None
        said = next(filter(NAMED.match, running.stdout), "nothing")
        os.killpg(running.pid, signal.SIGKILL)
    assert said == "FAILED tests/test_one.py::test_red (call)\n"
