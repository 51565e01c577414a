"""The doctor: what is there, what is missing, how to mend it, and whether R really starts."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from pybench.base import shared
from pybench.bridge import library, locate
from pybench.bridge.children import children
from pybench.cli import doctor as module
from pybench.cli.doctor import ABSENT, BAD, OK, Check, doctor, healthy


def found(subject: str) -> Check:
    return next(check for check in doctor() if check.subject == subject)


def test_core_packages_are_those_that_are_required():
    metadata = pytest.importorskip("tomllib").loads(
        (shared.r_source().parent / "pyproject.toml").read_text(encoding="utf-8")
    )
    required = [re.split("[=>]", item)[0] for item in metadata["project"]["dependencies"]]
    assert list(module._CORE) == required
    extras = metadata["project"]["optional-dependencies"]
    for name, (extra, _) in module._EXTRAS.items():
        assert name in [re.split("[=>]", item)[0] for item in extras[extra]]


@pytest.mark.r
def test_here_everything_is_in_order():
    assert found("R").found.startswith("4.")
    assert found("R with rpy2").status == OK
    assert found("bundled R package").status == OK
    assert found("R in use").status == OK
    assert healthy(doctor())


def test_without_r_the_rest_is_healthy(monkeypatch):
    monkeypatch.delenv("R_HOME", raising=False)
    monkeypatch.setenv("PATH", "")
    check = found("R")
    assert (check.status, check.found) == (ABSENT, "R_HOME is not set, PATH is empty")
    assert "apt-get" in check.remedy
    assert healthy(doctor())


@pytest.mark.r
def test_untested_pair_is_bad_and_named(monkeypatch):
    monkeypatch.delenv("PYBENCH_UNTESTED_R", raising=False)
    monkeypatch.setattr(locate, "rpy2_version", lambda: "3.5.17")
    check = found("R with rpy2")
    assert check.status == BAD
    assert 'Install "rpy2-rinterface>=3.6.3,<' in check.remedy
    assert not healthy(doctor())


@pytest.mark.r
def test_missing_compiler_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path))
    monkeypatch.delenv(library.OVERRIDE, raising=False)
    monkeypatch.setattr(
        children, "start", lambda: None
    )  # where no R runs yet, it would compile now
    assert found("bundled R package").found == "compiles on first use"
    monkeypatch.setattr("shutil.which", lambda _: None)
    check = found("bundled R package")
    assert (check.status, check.remedy) == (ABSENT, library.TOOLS)


@pytest.mark.r
def test_empty_own_library_is_bad(monkeypatch, tmp_path):
    monkeypatch.setenv(library.OVERRIDE, str(tmp_path))
    assert found("bundled R package").status == BAD


@pytest.mark.r
def test_a_package_that_does_not_load_is_bad(monkeypatch, tmp_path):
    children.close()
    (tmp_path / "pybench").mkdir()
    (tmp_path / "pybench" / "DESCRIPTION").write_text("Package: pybench\n")
    monkeypatch.setenv(library.OVERRIDE, str(tmp_path))
    assert found("bundled R package").status == OK
    check = found("R in use")
    assert check.status == BAD
    assert "does not load" in check.found
    assert check.remedy
    assert not healthy(doctor())


def test_missing_package_names_the_extra(monkeypatch):
    real = locate.metadata.version

    def version(name):
        if name in ("polars", "numpy"):
            raise locate.metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(module.metadata, "version", version)
    assert found("polars").remedy == 'pip install "pybench-stats[polars]"'
    assert found("numpy").status == ABSENT
    assert not healthy(doctor())


@pytest.mark.parametrize(
    ("name", "lists", "line"),
    [
        ("pybench", "RECORD", "pybench.py,sha256=0,1"),  # as PyPI's 0.0.1 installs it
        ("benchmarks", "RECORD", "pybench/__init__.py,sha256=0,1"),
        ("benchmarks", "top_level.txt", "pybench"),
    ],
)
def test_another_distribution_with_a_pybench_is_bad_and_named(
    monkeypatch, tmp_path, name, lists, line
):
    monkeypatch.syspath_prepend(str(tmp_path))
    about = tmp_path / f"{name}-0.0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.0.1\n")
    assert found("pybench").status == OK
    (about / lists).write_text(f"another.py,sha256=0,1\n{line}\n")
    check = found("pybench")
    assert check.status == BAD
    assert f"{name} 0.0.1" in check.found
    assert check.remedy.startswith(f"pip uninstall {name};")
    assert not healthy(doctor())


def test_it_says_which_pybench_runs():
    assert found("pybench").found.endswith(str(shared.r_source().parent / "pybench"))


CODE = """
import sys
from pybench.cli.doctor import doctor_command
from pybench.cli.options import Json
from typer import Exit
try:
    doctor_command(output=Json(AS_JSON))
except Exit as end:
    code = end.exit_code
assert not {name for name in sys.modules if name.startswith(("rpy2", "_rinterface"))}
assert "numpy" not in sys.modules
sys.exit(code)
"""


def run(as_json: bool) -> subprocess.CompletedProcess[str]:
    code = CODE.replace("AS_JSON", str(as_json))
    environment = {**os.environ, "COLUMNS": "200"}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )


@pytest.mark.r
def test_no_package_is_loaded_and_json_holds_every_check():
    document = json.loads(run(True).stdout)
    assert document["ok"] is True
    assert [check["subject"] for check in document["checks"]] == [c.subject for c in doctor()]


@pytest.mark.r
def test_text_names_every_check_and_every_remedy():
    text = run(False).stdout
    for check in doctor():
        assert check.subject in text
        assert (check.remedy or "") in text


def test_every_extra_of_a_user_is_looked_at():
    metadata = pytest.importorskip("tomllib").loads(
        (shared.r_source().parent / "pyproject.toml").read_text(encoding="utf-8")
    )
    extras = metadata["project"]["optional-dependencies"]
    extras = {name: extras[name] for name in extras if name not in ("all", "dev", "nightly")}
    listed = {re.split("[=><]", item)[0] for items in extras.values() for item in items}
    assert listed == {*module._EXTRAS, "rpy2-rinterface"}


def test_a_path_is_whole_on_a_narrow_terminal(monkeypatch, capsys):
    path = "/a/path/" + "x" * 100
    monkeypatch.setenv("COLUMNS", "40")
    module.screen.output().print(module._grid([Check("thing", OK, path, "")]))
    said = "".join(capsys.readouterr().out.split()).replace("ok", "", 1).replace("thing", "", 1)
    assert said == path
