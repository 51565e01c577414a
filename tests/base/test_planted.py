"""Numba is not told by a file of the current folder; the environment names no current folder."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pybench.base import path, planted

pytest.importorskip("numba")
CODE = """
import numba
numba.njit(lambda x: x + 1)(1)  # compiling reads the file again
print(numba.config.CACHE_DIR, bool(numba.config.HTML), int(numba.config.OPT))
"""


@pytest.mark.parametrize(
    ("first", "found"),
    [
        ("", "elsewhere True 1"),
        ("from pybench.base import planted; planted.avoid_numba_settings()", " False 3"),
    ],
)
def test_numba_is_not_told_by_the_current_folder(first, found, tmp_path):
    text = "cache_dir: elsewhere\ndump_html: page.html\nopt: '1'\n"
    (tmp_path / ".numba_config.yaml").write_text(text)
    given = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    given["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"{first}\n{CODE}"], cwd=tmp_path, env=given,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == f"{found}\n"
    assert (tmp_path / "page.html").exists() is not bool(first)


def test_settings_of_the_users_own_environment_hold(monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/mine")
    assert planted.environment()["NUMBA_CACHE_DIR"] == "/mine"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert planted.environment()["NUMBA_CACHE_DIR"] == ""


def test_a_path_without_other_folders_is_the_systems(monkeypatch):
    monkeypatch.setenv("PATH", ".::bin")
    assert path.programs() == os.defpath
    assert planted.environment()["PATH"] == os.defpath
    monkeypatch.setenv("PATH", "~/bin:.:/usr/bin:")
    assert path.programs() == "~/bin:/usr/bin"
