"""Downloads from a server on this machine."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import hostile_server as odd
import pytest
from hostile_server import hostile
from writers import write_ts

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError, SeriesError
from pybench.read import fetch
from tests.versions import THEIRS

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
        self.told: dict[str, object] = {}  # what the record says instead of the truth
        self.address = ""

    def record(self) -> bytes:
        def entry(name: str, data: bytes) -> dict:
            digest = hashlib.md5(data, usedforsecurity=False).hexdigest()
            link = f"http://{self.address}/files/{name}"
            told = {"size": len(data), "checksum": f"md5:{digest}"}
            return {"key": name, "links": {"self": link}, **told, **self.told}

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
    monkeypatch.setattr(urllib.request, "_opener", opener)  # for aeon
    monkeypatch.setattr(fetch, "RECORD", f"http://{state.address}/api/records/{{}}")
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


@THEIRS
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
    monkeypatch.setattr(fetch, "RECORD", "http://127.0.0.1:1/{}")
    with pytest.raises(EnvironmentProblem, match="Connection refused") as caught:
        pb.fetch_series(NAME, tmp_path)
    assert "Check the network" in caught.value.hint
    assert caught.value.exit_code == 3
    assert left(tmp_path) == []


@pytest.fixture
def worst(monkeypatch):
    """Return a server that may do its worst with parts of the answers."""
    state = Zenodo()

    def data(path):
        if path == f"/api/records/{records[NAME]}":
            return state.record()
        return state.files.get(path.rpartition("/")[2])

    with hostile(data) as server:
        state.address = server.url.removeprefix("http://")
        server.state = state
        monkeypatch.setattr(fetch, "RECORD", f"{server.url}/api/records/{{}}")
        monkeypatch.setattr(fetch, "DOCUMENT_SECONDS", 2.0, raising=False)
        yield server


def refused(folder, **given):
    begin = time.monotonic()
    with pytest.raises(EnvironmentProblem, match="cannot download `GunPoint`") as caught:
        pb.fetch_series(NAME, folder, **given)
    assert time.monotonic() - begin < 30
    assert left(folder) == []
    return caught.value


@pytest.mark.parametrize("part", ["records", "TRAIN.ts", "TEST.ts"])
@pytest.mark.parametrize("how", [odd.silent, odd.dripping_head, odd.dripping, odd.endless])
def test_no_answer_is_waited_for_without_end(part, how, worst, tmp_path):
    worst.odd[part] = how
    found = refused(tmp_path, seconds=2.0)
    assert "within 2 seconds" in found.found or "limit of" in found.found
    assert "seconds=" in found.hint


@pytest.mark.parametrize("part", ["records", "TEST.ts"])
@pytest.mark.parametrize(
    "how",
    [odd.one_bomb, odd.promising_too_much, odd.promising_a_lot, odd.cut_at_its_length,
     odd.half_packed, odd.packed_oddly, odd.no_http, odd.redirecting("file:///etc/passwd")],
)  # fmt: skip
def test_answers_that_are_none(part, how, worst, tmp_path):
    worst.odd[part] = how
    refused(tmp_path)


def test_packed_files_are_taken(worst, tmp_path):
    worst.odd["TEST.ts"] = odd.packed
    assert list(pb.fetch_series(NAME, tmp_path)) == [TOY]


def test_a_file_may_have_so_many_bytes(worst, tmp_path):
    size = max(map(len, worst.state.files.values()))
    assert "above the limit" in refused(tmp_path, most_bytes=size - 1).found
    assert list(pb.fetch_series(NAME, tmp_path, most_bytes=size)) == [TOY]


@pytest.mark.parametrize(
    "told",
    [
        {"checksum": None}, {"checksum": ""}, {"checksum": "crc32:00000000"}, {"checksum": 3},
        {"checksum": "md5:"}, {"checksum": "md5:" + "0" * 32}, {"checksum": "0" * 32},
        {"checksum": "sha256:" + "0" * 64}, {"size": "many"}, {"size": None}, {"size": 10**500},
        {"links": {}}, {"links": None}, {"links": {"self": "file:///etc/passwd"}},
        {"links": {"self": "x" * 10_000}}, {"key": "../../elsewhere"}, {"key": 10**500},
    ],
    ids=lambda told: str(told)[:40],
)  # fmt: skip
def test_a_record_that_says_too_little(told, worst, tmp_path):
    """No checksum, or one of a kind that nobody knows, let any bytes pass."""
    worst.state.told = told
    place = tmp_path / "place"
    place.mkdir()
    refused(place)
    assert left(tmp_path) == ["place"]


def test_sha256_is_known(worst, tmp_path):
    first, second = worst.state.files
    data = worst.state.files[second] = worst.state.files[first]
    worst.state.told = {"checksum": "sha256:" + hashlib.sha256(data).hexdigest()}
    assert len(pb.fetch_series(NAME, tmp_path).read(NAME)) == 2


def test_a_link_in_the_folder_leads_nothing_out_of_it(worst, tmp_path):
    (tmp_path / "victim").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / NAME).symlink_to("../victim")
    with pytest.raises(InputError, match="a link that leads out of that folder"):
        pb.fetch_series(NAME, tmp_path / "out")
    assert left(tmp_path) == ["out", f"out/{NAME}", "victim"]


def test_arguments_are_checked(tmp_path):
    with pytest.raises(ArgumentError, match="no dataset `Gunpoint`"):
        pb.fetch_series(["GunPoint", "Gunpoint"], tmp_path)
    with pytest.raises(ArgumentError, match="at least one"):
        pb.fetch_series([], tmp_path)
    with pytest.raises(ArgumentError, match="`seconds`"):
        pb.fetch_series(NAME, tmp_path, seconds=0)
    with pytest.raises(ArgumentError, match="`most_bytes`"):
        pb.fetch_series(NAME, tmp_path, most_bytes=0)
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentProblem, match="folder"):
        pb.fetch_series(NAME, tmp_path / "file")


def test_the_server_is_http(zenodo):
    """The tests above go through a socket, not through a mock."""
    with urllib.request.urlopen(f"https://zenodo.org/files/{NAME}_TEST.ts") as answer:
        assert isinstance(answer.read(), bytes)
        assert isinstance(answer, io.IOBase)
