"""Downloads, through aeon's own loader, from a server on this machine."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from writers import write_ts

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, SeriesError

records = pytest.importorskip("aeon.datasets.tsc_datasets").tsc_zenodo
NAME = "GunPoint"
TOY = pb.series_set([[1, 2], [3, 4]], dataset=NAME, split=["train", "test"], label=["a", "b"])


class Zenodo:
    """What the server answers: files of one record, and what is wrong with them."""

    def __init__(self) -> None:
        self.files = {
            f"{NAME}_{split.upper()}.ts": write_ts(TOY.select(split=split))
            for split in ("train", "test")
        }
        self.asked: list[str] = []
        self.cut = 0  # bytes that the answer lacks
        self.altered = False  # bytes that are others than the record says
        self.address = ""

    def record(self) -> bytes:
        def entry(name: str, data: bytes) -> dict:
            digest = hashlib.md5(data, usedforsecurity=False).hexdigest()
            link = f"https://zenodo.org/files/{name}"
            told = {"size": len(data), "checksum": f"md5:{digest}"}
            return {"key": name, "links": {"self": link}, **told}

        return json.dumps({"files": [entry(*file) for file in self.files.items()]}).encode()


@pytest.fixture
def zenodo(monkeypatch):
    """Serve a record on this machine, and send there whatever is asked of zenodo.org."""
    state = Zenodo()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            state.asked.append(self.path)
            name = self.path.rpartition("/")[2]
            if self.path == f"/api/records/{records[NAME]}":
                return self.answer(state.record(), 0)
            data = state.files.get(name)
            if data is None:
                return self.send_error(404)
            return self.answer(data.replace(b"1", b"7") if state.altered else data, state.cut)

        def answer(self, data: bytes, cut: int):
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) - cut])

        def log_message(self, *_):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    state.address = f"127.0.0.1:{server.server_port}"

    class ToThisMachine(urllib.request.HTTPSHandler):
        def https_open(self, request):
            assert request.host == "zenodo.org"
            url = f"http://{state.address}{request.selector}"
            return urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url)

    opener = urllib.request.build_opener(ToThisMachine, urllib.request.ProxyHandler({}))
    monkeypatch.setattr(urllib.request, "_opener", opener)
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


def left(folder):
    """Return the names of all files and folders below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_a_dataset_comes_once(zenodo, tmp_path):
    archive = pb.fetch_series(NAME, tmp_path)
    assert list(archive) == [TOY]
    asked = len(zenodo.asked)
    assert asked >= 3
    assert pb.fetch_series([NAME, NAME], tmp_path).datasets == (NAME,)
    assert len(zenodo.asked) == asked
    assert left(tmp_path) == [NAME, f"{NAME}/{NAME}_TEST.ts", f"{NAME}/{NAME}_TRAIN.ts"]


def test_the_users_cache(zenodo, tmp_path, monkeypatch):
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path))
    assert pb.fetch_series(NAME).folder == str(tmp_path / "series")


def test_variants_of_aeon_are_left_alone(zenodo, tmp_path):
    zenodo.files[f"{NAME}_eq_TRAIN.ts"] = b"something else"
    assert list(pb.fetch_series(NAME, tmp_path)) == [TOY]


@pytest.mark.parametrize("line", [False, True])
def test_an_answer_that_breaks_off_is_not_kept(zenodo, tmp_path, line):
    """Even where it breaks off between two lines, so that what came can be read."""
    for split, label in (("TRAIN", b"a"), ("TEST", b"b")):
        zenodo.files[f"{NAME}_{split}.ts"] += b"5,6:" + label + b"\n"
    zenodo.cut = len(b"5,6:a\n") if line else 3
    with pytest.raises(EnvironmentProblem, match="bytes of"):
        pb.fetch_series(NAME, tmp_path)
    assert left(tmp_path) == []
    zenodo.cut = 0
    assert len(pb.fetch_series(NAME, tmp_path).read(NAME)) == 4


def test_aeon_takes_what_broke_off_for_whole(zenodo, tmp_path):
    """A third of the training series is lost, without a word, for ever."""
    from aeon.datasets import load_classification

    for name in zenodo.files:
        zenodo.files[name] += b"5,6:b\n7,8:b\n"
    zenodo.cut = len(b"7,8:b\n")
    values, _ = load_classification(NAME, split="train", extract_path=str(tmp_path))
    assert len(values) == 2
    zenodo.cut = 0
    values, _ = load_classification(NAME, split="train", extract_path=str(tmp_path))
    assert len(values) == 2


def test_other_bytes_than_the_record_says(zenodo, tmp_path):
    zenodo.altered = True
    with pytest.raises(EnvironmentProblem, match="another checksum"):
        pb.fetch_series(NAME, tmp_path)
    assert left(tmp_path) == []


def test_what_cannot_be_read_is_not_kept(zenodo, tmp_path):
    zenodo.files[f"{NAME}_TEST.ts"] += b"5,6,7:c\n"
    with pytest.raises((EnvironmentProblem, SeriesError)):
        pb.fetch_series(NAME, tmp_path)
    assert left(tmp_path) == []


def test_a_half_that_was_there_is_replaced(zenodo, tmp_path):
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / f"{NAME}_TRAIN.ts").write_text("torn")
    assert list(pb.fetch_series(NAME, tmp_path)) == [TOY]


def test_a_split_that_the_record_lacks(zenodo, tmp_path):
    del zenodo.files[f"{NAME}_TEST.ts"]
    with pytest.raises(EnvironmentProblem, match="cannot download `GunPoint`") as caught:
        pb.fetch_series(NAME, tmp_path)
    assert "open_archive" in caught.value.hint
    assert left(tmp_path) == []


def test_no_network(tmp_path, monkeypatch):
    class Nowhere(urllib.request.HTTPSHandler):
        def https_open(self, request):
            raise urllib.error.URLError(OSError(101, "Network is unreachable"))

    monkeypatch.setattr(urllib.request, "_opener", urllib.request.build_opener(Nowhere))
    with pytest.raises(EnvironmentProblem, match="Network is unreachable") as caught:
        pb.fetch_series(NAME, tmp_path)
    assert "Check the network" in caught.value.hint
    assert caught.value.exit_code == 3
    assert left(tmp_path) == []


def test_arguments_are_checked(tmp_path):
    with pytest.raises(ArgumentError, match="no dataset `Gunpoint`"):
        pb.fetch_series(["GunPoint", "Gunpoint"], tmp_path)
    with pytest.raises(ArgumentError, match="at least one"):
        pb.fetch_series([], tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentProblem, match="folder"):
        pb.fetch_series(NAME, tmp_path / "file")


def test_the_server_is_http(zenodo):
    """The tests above go through a socket, not through a mock."""
    with urllib.request.urlopen(f"https://zenodo.org/files/{NAME}_TEST.ts") as answer:
        assert isinstance(answer.read(), bytes)
        assert isinstance(answer, io.IOBase)
