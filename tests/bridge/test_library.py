"""The bundled R package is compiled once per R and state of sources, also in a race."""

from __future__ import annotations

import multiprocessing
import shutil
import subprocess
from pathlib import Path

import pytest

from pybench.base import shared
from pybench.base.errors import EnvironmentProblem, RPackageMissing
from pybench.bridge import library, locate

SMALL = {
    "DESCRIPTION": "Package: pybench\nVersion: 0.0.1\nTitle: Small\nDescription: Small.\n"
    "License: file LICENSE\nAuthor: A\nMaintainer: A <a@example.org>\n",
    "LICENSE": "none\n",
    "NAMESPACE": "export(pb_one)\n",
    "R/one.R": "pb_one <- function() 1\n",
}


@pytest.fixture
def sources(tmp_path, monkeypatch) -> Path:
    """Return the folder of a small package that stands for the bundled one."""
    folder = tmp_path / "sources"
    for name, text in SMALL.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    monkeypatch.setattr(shared, "r_source", lambda: folder)
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv(library.OVERRIDE, raising=False)
    return folder


@pytest.fixture
def r() -> locate.RInstallation:
    """Return the R of this machine."""
    return locate.find_r()


@pytest.mark.r
def test_package_is_installed_once(sources, r, monkeypatch):
    assert library.compiled(r) is None
    (found,) = library.ensure(r)
    assert (found / "pybench" / "DESCRIPTION").is_file()
    assert library.compiled(r) == found
    assert list(found.parent.iterdir()) == [found]
    monkeypatch.setattr(library, "_install", lambda *_: pytest.fail("installed twice"))
    assert library.ensure(r) == [found]


@pytest.mark.r
def test_changed_sources_are_another_library(sources, r):
    before = library.key(r)
    (sources / "R" / "one.R").write_text("pb_one <- function() 2\n")
    assert library.key(r) != before
    assert library.key(r).startswith(f"R-{r.version}-")


def test_every_part_of_the_key_counts(sources):
    home = Path("/usr/lib/R")
    keys = {library.key(locate.RInstallation(home, version)) for version in ("4.2.2", "4.2.3")}
    keys.add(library.key(locate.RInstallation(Path("/opt/R"), "4.2.2")))
    (sources / "R" / "one.R").rename(sources / "R" / "two.R")
    keys.add(library.key(locate.RInstallation(home, "4.2.2")))
    assert len(keys) == 4


def test_object_files_are_no_sources(sources):
    (sources / "src").mkdir()
    for name in ("a.c", "a.h", "a.o", "pybench.so", "Makevars"):
        (sources / "src" / name).write_text("")
    names = {name for _, name in library.sources()}
    assert names == {*SMALL, "src/a.c", "src/a.h", "src/Makevars"}


def ensure_in_a_race(barrier, answers, folder):
    shared.r_source = lambda: folder
    barrier.wait()
    answers.put(library.ensure(locate.find_r()))


@pytest.mark.r
def test_racing_processes_end_with_one_library(sources, r):
    context = multiprocessing.get_context("fork")
    barrier, answers = context.Barrier(3), context.Queue()
    racers = [
        context.Process(target=ensure_in_a_race, args=(barrier, answers, sources)) for _ in range(3)
    ]
    for racer in racers:
        racer.start()
    found = [answers.get(timeout=60) for _ in racers]
    for racer in racers:
        racer.join()
    assert found == [[library.compiled(r)]] * 3
    assert list(found[0][0].parent.iterdir()) == found[0]


@pytest.mark.r
def test_package_that_does_not_install_is_typed_and_leaves_nothing(
    sources, r, tmp_path, monkeypatch
):
    monkeypatch.setenv("LANGUAGE", "en")  # R tells in the user's language what it found
    (sources / "R" / "one.R").write_text("pb_one <- function( {\n")
    with pytest.raises(EnvironmentProblem, match="does not compile") as caught:
        library.ensure(r)
    assert "unexpected" in str(caught.value)
    assert caught.value.hint == library.TOOLS
    assert list((tmp_path / "cache").iterdir()) == []


def test_cache_that_cannot_be_written_to(sources, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(EnvironmentProblem, match="PYBENCH_CACHE"):
        library.ensure(locate.RInstallation(Path("/usr/lib/R"), "4.2.2"))


def test_library_of_the_users_own(sources, monkeypatch, tmp_path):
    own = tmp_path / "own"
    (own / "pybench").mkdir(parents=True)
    monkeypatch.setenv(library.OVERRIDE, str(own))
    r = locate.RInstallation(Path("/usr/lib/R"), "4.2.2")
    with pytest.raises(RPackageMissing, match="PYBENCH_R_LIBS"):
        library.ensure(r)
    (own / "pybench" / "DESCRIPTION").write_text("Package: pybench\n")
    assert library.ensure(r) == [own]
    assert library.compiled(r) == own
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(library.OVERRIDE, "own")
    with pytest.raises(RPackageMissing, match="PYBENCH_R_LIBS"):
        library.ensure(r)


@pytest.mark.r
def test_bundled_sources_are_complete(tmp_path, r):
    """What the private library is made of is enough to install the package, and all of its R."""
    names = {name for _, name in library.sources()}
    root = shared.r_source()
    assert {f"R/{path.name}" for path in (root / "R").iterdir()} <= names
    assert not [name for name in names if name.endswith((".o", ".so"))]
    assert "inst/shared/tolerances.csv" in names


@pytest.mark.r
def test_child_takes_the_package_from_the_private_library(fresh_child):
    from pybench.bridge.call import call

    r = locate.find_r()
    source = {"source": 'dirname(getNamespaceInfo("pybench", "path"))'}
    found = call("bridge_eval", source)
    assert [Path(found)] == library.ensure(r)


@pytest.mark.r
def test_old_object_files_do_no_harm(sources, r):
    (sources / "src").mkdir()
    (sources / "src" / "one.c").write_text("int pb_one_c(void) { return 1; }\n")
    (sources / "src" / "one.o").write_text("rubbish")
    assert shutil.which("cc"), "the set-up installs a compiler"
    (found,) = library.ensure(r)
    source = f'library(pybench, lib.loc = "{found}"); pb_one()'
    command = [r.executable.with_name("Rscript"), "-e", source]
    assert "[1] 1" in subprocess.run(command, capture_output=True, text=True, check=True).stdout
