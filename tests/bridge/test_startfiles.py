"""R takes an empty name of a start file as "none": no profile runs, no settings are read."""

from __future__ import annotations

import os
import subprocess

import pytest

from pybench.bridge import startfiles

pytestmark = pytest.mark.r
SAID = 'cat(Sys.getenv("PLANTED", "nothing"), getOption("planted", "nothing"))'


@pytest.mark.parametrize("place", ["home", "here"])
@pytest.mark.parametrize("command", [["Rscript"], ["R", "--no-echo", "--no-restore"]])
def test_r_reads_no_start_file(place, command, tmp_path, monkeypatch):
    for name in ("home", "here"):
        (tmp_path / name).mkdir()
    (tmp_path / place / ".Renviron").write_text("PLANTED=variable\n")
    (tmp_path / place / ".Rprofile").write_text("options(planted = 'option')\n")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    said = [
        subprocess.run(
            [*command, "-e", SAID], cwd=tmp_path / "here", env=given,
            capture_output=True, text=True, check=True,
        ).stdout
        for given in (dict(os.environ), startfiles.environment())
    ]  # fmt: skip
    assert said == ["variable option", "nothing nothing"]


@pytest.mark.parametrize("name", startfiles.NONE)
def test_files_that_the_environment_names_are_not_read_either(name, tmp_path, monkeypatch):
    text = {"R_PROFILE": "options(planted = 'option')", "R_ENVIRON": "PLANTED=variable"}
    (tmp_path / "file").write_text(text[name.removesuffix("_USER")] + "\n")
    monkeypatch.setenv(name, str(tmp_path / "file"))
    command = ["Rscript", "-e", SAID]
    plain = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    ours = subprocess.run(
        command, env=startfiles.environment(), capture_output=True, text=True, check=True
    ).stdout
    assert (plain != "nothing nothing", ours) == (True, "nothing nothing")
