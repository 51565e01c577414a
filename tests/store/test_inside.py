"""Which paths are bound to a folder, and by whom; commands: tests/cli/test_planted_links.py."""

from __future__ import annotations

import os
import threading

import pytest

from pybench.base.errors import EnvironmentProblem, InputError
from pybench.store import atomic
from pybench.store.inside import inside, target
from pybench.store.journal import Journal
from pybench.store.lock import Lock

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")


@pytest.fixture
def out(tmp_path):
    """Return a folder with links out of it, in a folder with what they lead to."""
    (tmp_path / "out").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "victim").write_bytes(b"mine")
    (tmp_path / "out" / "file").symlink_to("../victim")
    (tmp_path / "out" / "folder").symlink_to("../other")
    (tmp_path / "out" / "none").symlink_to("../new")
    return tmp_path / "out"


def test_every_way_of_writing_is_bound(out):
    ways = [
        lambda path: atomic.write_bytes(path, b"theirs"),
        lambda path: atomic.write_text(path, "theirs"),
        lambda path: atomic.writing(path).__enter__(),
        lambda path: atomic.making_folder(path).__enter__(),
        lambda path: atomic.make_folder(path),
        lambda path: atomic.remove(path),
        lambda path: atomic.sweep(path),
        lambda path: Journal(path),
        lambda path: Lock(path),
    ]
    for way in ways:
        for name in ("file", "folder/x", "folder/x/y", "none"):
            with (
                inside(out),
                pytest.raises(InputError, match="a link that leads out of that folder") as found,
            ):
                way(out / name)
            assert found.value.file == str(out / name.partition("/")[0])
    assert sorted(path.name for path in out.parent.iterdir()) == ["other", "out", "victim"]
    assert (out.parent / "victim").read_bytes() == b"mine"
    assert list((out.parent / "other").iterdir()) == []


@pytest.mark.parametrize("write", [lambda path: atomic.write_bytes(path, b"x"), Journal, Lock])
def test_a_pipe_is_not_waited_for(out, write):
    os.mkfifo(out / "pipe")
    with inside(out), pytest.raises(InputError, match="found a pipe") as caught:
        write(out / "pipe")
    assert caught.value.file == str(out / "pipe")


def test_outside_a_call_nothing_is_bound(out):
    with inside(None):
        atomic.write_bytes(out / "file", b"new")
    with inside(out / "elsewhere"):
        atomic.write_bytes(out / "folder" / "x", b"new")
    with inside(out):
        pass
    assert target(out / "file") == str(out.parent / "victim")
    assert (out.parent / "victim").read_bytes() == b"new"


def test_the_outermost_of_two_bounds_holds(out):
    with inside(out):
        with inside(out / "folder"), pytest.raises(InputError):
            target(out / "folder" / "x")
        with inside(out):
            assert target(out / "plain") == str(out / "plain")
        with pytest.raises(InputError):
            target(out / "file")


def test_threads_are_bound_with_their_call(out):
    found = []

    def work():
        try:
            target(out / "file")
        except InputError as error:
            found.append(error)

    with inside(out):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert len(found) == 1


def test_a_folder_whose_name_begins_alike_is_another(out):
    (out.parent / "outer").mkdir()
    (out.parent / "outer" / "file").symlink_to("../victim")
    with inside(out):
        assert target(out.parent / "outer" / "file") == str(out.parent / "victim")
        (out / "near").symlink_to("../outer")
        with pytest.raises(InputError):
            target(out / "near" / "x")


def test_a_loop_of_links_is_an_error_of_ours(out):
    (out / "loop").symlink_to("loop")
    with inside(out), pytest.raises((InputError, EnvironmentProblem)):
        atomic.write_bytes(out / "loop", b"x")
