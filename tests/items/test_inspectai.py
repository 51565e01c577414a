"""Logs of inspect_ai in both of its forms: values, scorers, what is refused."""

from __future__ import annotations

import json
import zipfile

import pytest

import pybench as pb
from tests.read.format_files import zstandard


def sample(name, epoch, value, **more):
    """Return a sample with the fields of inspect_ai 0.3 that matter."""
    scores = value if isinstance(value, dict) else {"match": {"value": value, "answer": "2"}}
    return {"id": name, "epoch": epoch, "input": "1 + 1", "target": "2", "scores": scores} | more


def header(model="org/one", status="success", task="sums"):
    return {"version": 2, "status": status, "eval": {"task": task, "model": model}}


@pytest.fixture
def log(tmp_path):
    def of(samples, name="log.json", **head):
        file = tmp_path / name
        if name.endswith(".json"):
            file.write_text(json.dumps(header(**head) | {"samples": samples}), encoding="utf-8")
            return file
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("_journal/start.json", "{}")
            for one in samples:
                archive.writestr(f"samples/{one['id']}_epoch_{one['epoch']}.json", json.dumps(one))
            archive.writestr("header.json", json.dumps(header(**head)))
        return file

    return of


def read(source, **options):
    return pb.read_items(source, higher_is_better=True, **options)


ANSWERS = [sample("q1", 1, "C"), sample("q1", 2, "I"), sample("q2", 1, "P"), sample("q2", 2, "N")]


@pytest.mark.parametrize("name", ["log.json", "log.eval"])
def test_both_forms(log, name):
    items = read(log(ANSWERS, name))
    assert items.items == ("q1", "q2")
    assert items.by_run.tolist() == [[[1, 0]], [[0.5, 0]]]
    assert (items.classifiers, items.datasets) == (("org/one",), ("sums", "sums"))
    assert (items.metric, items.format) == ("match", "inspect")


def test_archives_packed_by_zstandard(log):
    file = log(ANSWERS, "log.eval")
    plain = read(file).to_dict()
    assert zipfile.ZipFile(zstandard(file)).infolist()[0].compress_type == 93
    assert read(file).to_dict() == plain
    data = bytearray(file.read_bytes())
    place = data.index(b"samples/q2") + 40
    data[place] ^= 1
    file.write_bytes(data)
    with pytest.raises(pb.InputError, match="a damaged one"):
        read(file)


def test_a_folder_and_a_mapping(log, tmp_path):
    log(ANSWERS, "one.eval")
    log(ANSWERS, "two.json", model="org/two")
    assert set(read(tmp_path).classifiers) == {"org/one", "org/two"}
    named = {"x": tmp_path / "one.eval", "y": [tmp_path / "two.json"]}
    assert read(named).classifiers == ("x", "y")


@pytest.mark.parametrize(
    ("value", "score"),
    [("C", 1), ("yes", 1), ("True", 1), ("no", 0), (0.25, 0.25), (True, 1), ("0.75", 0.75), (3, 3)],
)
def test_values(log, value, score):
    assert read(log([sample("q", 1, value)])).scores.tolist() == [[score]]


def test_a_scorer_is_chosen(log):
    scores = {"match": {"value": "C"}, "f1": {"value": {"f1": 0.5, "recall": 0.25}}}
    file = log([sample("q", 1, scores)])
    with pytest.raises(pb.InputError, match=r"one scorer.*`match`, `f1/f1`, `f1/recall`"):
        read(file)
    assert read(file, metric="f1/recall").scores.tolist() == [[0.25]]
    with pytest.raises(pb.InputError, match="the scorer `x`"):
        read(file, metric="x")


HOSTILE = {
    "not finished": ([sample("q", 1, "C")], {"status": "started"}, "status `success`"),
    "no sample": ([], {}, "at least one sample"),
    "a sample with an error": ([sample("q", 1, "C", error={"message": "x"})], {}, "an error"),
    "no score": ([{"id": "q", "epoch": 1}], {}, "one scorer.*none"),
    "no id": ([{"epoch": 1, "scores": {}}], {}, "id and epoch"),
    "text": ([sample("q", 1, "good")], {}, "a number, found `good`"),
    "NaN": ([sample("q", 1, float("nan"))], {}, "a number"),
    "a list": ([sample("q", 1, [1, 0])], {}, "a number"),
    "twice": ([sample("q", 1, "C"), sample("q", 1, "C")], {}, "every score once"),
    "an epoch missing": ([*ANSWERS[:3]], {}, "1 missing"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_logs(log, case):
    samples, head, message = HOSTILE[case]
    with pytest.raises(pb.InputError, match=message) as caught:
        read(log(samples, **head))
    assert "log.json" in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "a JSON document"),
        (b"[]", "a JSON object"),
        (b"{}", '"eval" with a task'),
        (b'{"eval": {"task": "t", "model": "m"}, "status": "success", "samples": 3}', "a list"),
        (b"PK\3\4 and no more", "a zip archive"),
    ],
)
def test_other_files(tmp_path, content, message):
    file = tmp_path / "x.eval"
    file.write_bytes(content)
    with pytest.raises(pb.InputError, match=message):
        read(file)


def test_an_archive_without_a_header(tmp_path):
    with zipfile.ZipFile(tmp_path / "x.eval", "w") as archive:
        archive.writestr("other.txt", "x")
    with pytest.raises(pb.InputError, match=r"header\.json"):
        read(tmp_path / "x.eval")
