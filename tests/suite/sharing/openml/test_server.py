"""OpenML's server at its worst: in time, of a size, whole and checked, or an error of ours."""

from __future__ import annotations

import re
import time

import hostile_server as odd
import pytest
from hostile_server import hostile
from openml_server import Server

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError
from pybench.suite.sharing.openml import server as asked
from pybench.suite.sharing.openml.files import cache_folder
from pybench.suite.sharing.openml.online import fetch_suite

pytestmark = pytest.mark.filterwarnings("ignore")  # openml-python's own, of its plans

TASK = 1882


@pytest.fixture
def worst(recorded, openml, monkeypatch):
    """Return a server of the recorded files that may do its worst with parts of the answers."""
    good = Server([recorded])
    good.server_close()
    study = {
        "alias": "toy", "name": "A toy", "description": "One task", "status": "active",
        "main_entity_type": "task", "ids": [str(TASK)],
    }  # fmt: skip
    good.studies[99] = study

    def data(path):
        code, found = good.answer(path.partition("?")[0])
        text = found.replace(good.url.encode(), running.url.encode())
        return running.change(path, text) if code == 200 else None

    with hostile(data) as running:
        running.change = lambda path, found: found
        running.study = study
        openml.config.server = f"{running.url}/api/v1/xml"
        monkeypatch.setattr(asked, "DOCUMENT_SECONDS", 2.0, raising=False)
        yield running


def refused(cache, kind=EnvironmentProblem, **given):
    begin = time.monotonic()
    with pytest.raises(kind) as caught:
        fetch_suite(pb.Suite, 99, cache=cache, **given)
    assert time.monotonic() - begin < 30
    return caught.value


PARTS = ("study/99", "tasks/1882/datasplits", "datasets/2/dataset", "data/qualities/2")
ALL_PARTS = ("study/99", "task/1882", "tasks/1882/datasplits", "data/2", "datasets/2/dataset",
         "data/features/2", "data/qualities/2")  # fmt: skip
SLOW = (odd.silent, odd.dripping_head, odd.dripping)
NONE = (
    odd.endless, odd.one_bomb, odd.promising_too_much, odd.promising_a_lot, odd.cut_at_its_length,
    odd.half_packed, odd.packed_oddly, odd.no_http, odd.redirecting("file:///etc/passwd"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("how", "part"),
    [*((one, PARTS[2]) for one in SLOW), *((odd.dripping, one) for one in ALL_PARTS)],
)
def test_no_answer_is_waited_for_without_end(part, how, worst, tmp_path):
    worst.odd[part] = how
    found = refused(tmp_path / "mine", seconds=2.0)
    assert "no whole answer within 2 seconds" in found.message
    assert "seconds=" in found.hint


@pytest.mark.parametrize(
    ("how", "part"),
    [*((one, PARTS[2]) for one in NONE)]
    + [
        (one, part) for one in (odd.one_bomb, odd.half_packed) for part in PARTS if part != PARTS[2]
    ],
)
def test_answers_that_are_none_leave_nothing(part, how, worst, tmp_path):
    worst.odd[part] = how
    refused(tmp_path / "mine", (EnvironmentProblem, InputError), most_bytes=2**24)
    kept = [path for path in (tmp_path / "mine").rglob("*") if path.is_file()]
    assert not [path for path in kept if path.name.endswith(".tmp")]
    name = part.rpartition("/")[2] if "datas" in part else part.split("/")[1]
    assert not [path for path in kept if path.stem == name]
    worst.odd.clear()
    assert fetch_suite(pb.Suite, 99, cache=tmp_path / "mine").task_names == ("anneal",)


@pytest.mark.parametrize(
    "md5", [b"", b"<oml:md5_checksum>crc</oml:md5_checksum>",
            b"<oml:md5_checksum>" + b"0" * 32 + b"</oml:md5_checksum>"],
)  # fmt: skip
def test_a_dataset_without_its_checksum_is_not_taken(md5, worst, tmp_path):
    told = re.compile(rb"<oml:md5_checksum>.*?</oml:md5_checksum>")
    worst.change = lambda path, found: told.sub(md5, found)
    found = refused(tmp_path / "mine")
    assert "checksum" in found.message
    assert not list((tmp_path / "mine").rglob("dataset.arff*"))
    assert not list((tmp_path / "mine").rglob("description.xml"))


def test_limits_of_size_are_the_users(worst, tmp_path):
    found = refused(tmp_path / "mine", most_bytes=10_000)
    assert "limit of" in found.message
    assert "most_bytes=" in found.hint
    with pytest.raises(ArgumentError, match="most_bytes"):
        fetch_suite(pb.Suite, 99, cache=tmp_path / "mine", most_bytes=0)


@pytest.mark.parametrize("number", [10**500, 10**6000, -1, 0, 2**63], ids=int.bit_length)
def test_ids_that_no_server_has(number, worst, tmp_path):
    with pytest.raises(ArgumentError, match="`suite` must be"):
        fetch_suite(pb.Suite, number, cache=tmp_path / "mine")
    with pytest.raises(ArgumentError, match="`suite` must be"):
        fetch_suite(pb.Suite, "9" * 5000, cache=tmp_path / "mine", offline=True)
    assert worst.asked == []


@pytest.mark.parametrize("kind", ["study", "task", "data"])
def test_documents_with_ids_of_500_digits(kind, worst, tmp_path):
    """They became names of files, which ended in an OSError."""
    pattern = rb"(<oml:(?:id|task_id|data_set_id)>)\d+(?=<)"
    worst.change = lambda path, found: (
        re.sub(pattern, rb"\g<1>" + b"9" * 500, found) if f"/{kind}/" in path else found
    )
    found = refused(tmp_path / "mine", (EnvironmentProblem, InputError))
    assert "9" * 100 not in str(found)


def test_a_cache_with_links_leads_nothing_out_of_it(worst, openml, tmp_path):
    place = cache_folder(openml, tmp_path / "mine")
    place.mkdir(parents=True)
    (tmp_path / "victim").mkdir()
    (place / "datasets").symlink_to(tmp_path / "victim")
    assert "a link that leads out" in refused(tmp_path / "mine", InputError).message
    assert list((tmp_path / "victim").iterdir()) == []
