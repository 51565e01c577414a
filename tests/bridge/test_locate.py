"""R is found or the places are named, within a second, and no R is started for it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pybench.base.errors import ExtraMissing, RNotFound, RVersionUnsupported
from pybench.bridge import call, child, library, locate
from pybench.store.folder import user_cache
from tests.bridge.conftest import at_best_within

SECOND = 1.0


@pytest.fixture
def no_r(monkeypatch):
    """Take R away."""
    monkeypatch.delenv("R_HOME", raising=False)
    monkeypatch.setenv("PATH", "")


@pytest.fixture
def home(tmp_path) -> Path:
    """Return the home of something that looks like R 4.2.2."""
    for folder in ("bin", "etc", "library/base"):
        (tmp_path / "R" / folder).mkdir(parents=True)
    program = tmp_path / "R" / "bin" / "R"
    program.write_text(f"#!/bin/sh\nR_HOME_DIR={tmp_path / 'R'}\nexit 1\n")
    program.chmod(0o755)
    description = "Package: base\nVersion: 4.2.2\nTitle: The R Base Package\n"
    (tmp_path / "R" / "library" / "base" / "DESCRIPTION").write_text(description)
    return tmp_path / "R"


def refused_within_a_second() -> str:
    return at_best_within(SECOND, refused)


def refused() -> tuple[float, str]:
    started = time.monotonic()
    with pytest.raises(RNotFound) as caught:
        locate.find_r()
    took = time.monotonic() - started
    assert "apt-get install r-base-dev" in caught.value.hint
    return took, str(caught.value)


def fake(folder: Path, text: str, mode: int = 0o755) -> Path:
    program = folder / "R"
    program.write_text(text)
    program.chmod(mode)
    return program


def test_empty_path(no_r):
    assert "R_HOME is not set, PATH is empty" in refused_within_a_second()


def test_path_without_r(no_r, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert f"{tmp_path}/R (no such file)" in refused_within_a_second()


def test_wrong_home_is_not_passed_over(monkeypatch):
    monkeypatch.setenv("R_HOME", "/no/such/place")
    assert "R_HOME=/no/such/place (no such folder)" in refused_within_a_second()


def test_home_without_r(monkeypatch, tmp_path):
    monkeypatch.setenv("R_HOME", str(tmp_path))
    assert f"no program {tmp_path}/bin/R" in refused_within_a_second()


def test_home_without_library(monkeypatch, home):
    monkeypatch.setenv("R_HOME", str(home))
    (home / "library" / "base" / "DESCRIPTION").unlink()
    assert "no package base" in refused_within_a_second()


def test_relative_places_do_not_count(monkeypatch, home, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("R_HOME", "R")
    assert "R_HOME=R (no absolute path)" in refused_within_a_second()
    monkeypatch.delenv("R_HOME")
    monkeypatch.setenv("PATH", "R/bin::.")
    assert "PATH is empty" in refused_within_a_second()


def test_empty_home_means_no_home(no_r, monkeypatch):
    monkeypatch.setenv("R_HOME", "")
    assert "R_HOME is not set" in refused_within_a_second()


def test_program_that_is_not_executable(no_r, monkeypatch, tmp_path):
    fake(tmp_path, "#!/bin/sh\n", mode=0o644)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert f"{tmp_path}/R (not executable)" in refused_within_a_second()


def test_program_that_hangs(no_r, monkeypatch, tmp_path):
    fake(tmp_path, "#!/bin/sh\nwhile :; do :; done\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "did not answer within" in refused_within_a_second()


def test_program_that_is_something_else(no_r, monkeypatch, tmp_path):
    fake(tmp_path, "#!/bin/sh\necho hello\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(locate, "ANSWER_SECONDS", 60.0)
    assert "named no home" in refused()[1]


def test_program_that_does_not_run(no_r, monkeypatch, tmp_path):
    fake(tmp_path, "#!/no/such/shell\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "does not run" in refused_within_a_second()


def test_a_call_says_the_same(no_r, fresh_child):
    with pytest.raises(RNotFound, match="PATH is empty"):
        call.call("pb_friedman")


def test_library_works_without_r():
    code = "import pybench as pb; t = pb.read_results([[1, 2], [2, 3.]], higher_is_better=True,"
    code += "datasets=['d', 'e'], classifiers=['a', 'b']); print(pb.friedman(t).df)"
    environment = {"PATH": "", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_first_r_on_the_path_is_taken_without_starting_it(no_r, monkeypatch, home, tmp_path):
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{home / 'bin'}")
    assert locate.find_r() == locate.RInstallation(home, "4.2.2")


def test_a_program_that_names_its_home_only_when_asked(no_r, monkeypatch, home, tmp_path):
    (tmp_path / "wrapper").mkdir()
    fake(tmp_path / "wrapper", f"#!/bin/sh\necho 'WARNING: something'\necho {home}\n")
    monkeypatch.setenv("PATH", str(tmp_path / "wrapper"))
    assert locate.find_r().home == home


@pytest.mark.r
def test_what_is_found_is_what_the_child_says(monkeypatch, r, fresh_child, tmp_path):
    monkeypatch.delenv("R_HOME", raising=False)
    for name in ("own", "home/lib", "cwd/lib"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setenv("R_LIBS", f"lib:{tmp_path / 'own'}:.:")
    monkeypatch.setenv("PYBENCH_CACHE", str(user_cache()))  # where the package is compiled
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home" / ".Renviron").write_text(f"R_LIBS_SITE={tmp_path / 'home' / 'lib'}\n")
    monkeypatch.chdir(tmp_path / "cwd")
    private = library.ensure(locate.find_r())
    source = 'c(R.home(), paste(R.version$major, R.version$minor, sep = "."), .libPaths())'
    home, version, *libraries = r(source)
    r = locate.find_r()
    assert r == locate.RInstallation(Path(home), version)
    assert [*map(str, private), *map(str, locate.libraries(r))] == libraries
    assert str(tmp_path / "own") in libraries
    assert locate.package_version("stats", locate.libraries(r)) == version
    assert locate.package_version("no.such.package", locate.libraries(r)) is None


def test_library_folders_follow_the_start_file_of_r_alone(home, monkeypatch, tmp_path):
    for name in ("R_LIBS", "R_LIBS_USER", "R_LIBS_SITE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("site", "user/4.2", "extra"):
        (tmp_path / name).mkdir(parents=True)
    (home / "etc" / "Renviron").write_text(
        f"# R_LIBS=/commented\nR_LIBS_USER=${{R_LIBS_USER:-'{tmp_path}/user/%v'}}\n"
        f"R_LIBS_SITE=${{R_LIBS_SITE:-'{tmp_path}/site'}}\n"
    )
    for file in (home / "etc" / "Renviron.site", tmp_path / ".Renviron"):
        file.write_text(f'R_LIBS_SITE="${{R_LIBS_SITE}}:{tmp_path}/extra"')
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    r = locate.RInstallation(home, "4.2.2")
    found = [str(path.relative_to(tmp_path)) for path in locate.libraries(r)]
    assert found == ["user/4.2", "site", "R/library"]
    monkeypatch.setenv("R_LIBS", "extra:.:")
    assert [str(path.relative_to(tmp_path)) for path in locate.libraries(r)] == found
    monkeypatch.setenv("R_LIBS_USER", str(tmp_path / "extra"))
    assert locate.libraries(r)[0] == tmp_path / "extra"


@pytest.mark.parametrize(
    ("r", "rpy2"),
    [
        ("4.2.2", "3.6.3"),
        ("4.2.2", "3.6.5"),
        ("4.2.0", "3.6.4"),
        ("4.5.0", "3.6.5"),
        ("4.6.2", "3.6.5"),
    ],
)
def test_pairs_in_the_table(r, rpy2):
    assert locate.require_supported(r, rpy2).tested


@pytest.mark.parametrize("r", ["4.3.0", "4.3.3", "4.4.1"])
def test_what_lies_between_tested_versions_is_used_with_a_notice(monkeypatch, caplog, r):
    monkeypatch.delenv("PYBENCH_UNTESTED_R", raising=False)
    pair = locate.require_supported(r, "3.6.5")
    assert not pair.tested
    for _ in range(2):
        child._notice(pair)
    assert caplog.messages == [
        f"R {r} with rpy2-rinterface 3.6.5 is untested; it is used because R 4.2 and R 4.5 are "
        "tested with this rpy2-rinterface. `pybench validate --all` compares the two languages "
        "here."
    ]


@pytest.mark.parametrize(
    ("r", "rpy2", "hint"),
    [
        ("4.2.2", "3.6.6", "rpy2-rinterface>=3.6.3,<3.6.6"),
        ("4.2.2", "3.6.7", "rpy2-rinterface>=3.6.3,<3.6.6"),
        ("4.2.2", "3.5.17", "rpy2-rinterface>=3.6.3,<3.6.6"),
        ("4.4.1", "3.6.7", "rpy2-rinterface>=3.6.3,<3.6.6"),
        ("4.5.0", "3.5.17", "rpy2-rinterface>="),
        ("4.1.3", "3.6.5", "R >= 4.2, < 4.7"),
        ("4.7.0", "3.6.5", "R >= 4.2, < 4.7"),
        ("9.0.0", "3.6.5", "R >= 4.2, < 4.7"),
    ],
)
def test_other_pairs_are_refused(monkeypatch, r, rpy2, hint):
    monkeypatch.delenv("PYBENCH_UNTESTED_R", raising=False)
    with pytest.raises(RVersionUnsupported) as caught:
        locate.require_supported(r, rpy2)
    assert hint in caught.value.hint
    assert caught.value.exit_code == 3
    assert r in str(caught.value)
    assert rpy2 in str(caught.value)


def test_an_unknown_pair_may_be_tried_a_failing_one_not(monkeypatch):
    monkeypatch.setenv("PYBENCH_UNTESTED_R", "1")
    assert "never tested" in locate.require_supported("9.0.0", "3.6.5").evidence
    with pytest.raises(RVersionUnsupported, match="R_getVar"):
        locate.require_supported("4.2.2", "3.6.7")


def test_a_call_with_an_untested_pair_is_refused(monkeypatch, fresh_child, home):
    monkeypatch.setenv("R_HOME", str(home))
    monkeypatch.setattr(locate, "rpy2_version", lambda: "3.6.7")
    with pytest.raises(RVersionUnsupported, match=r"R 4\.2\.2 with rpy2-rinterface 3\.6\.7"):
        call.call("pb_friedman")


def test_missing_rpy2_names_the_extra(monkeypatch):
    def absent(name):
        raise locate.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(locate.metadata, "version", absent)
    with pytest.raises(ExtraMissing, match=r"pybench-stats\[r\]"):
        locate.rpy2_version()


def test_versions_compare_as_numbers():
    assert locate.version_key("3.6.10") > locate.version_key("3.6.9")
