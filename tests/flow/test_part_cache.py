import json

import pytest

import pybench as pb
from pybench.base.errors import EnvironmentProblem
from pybench.flow.part_cache import PartCache, changed, read, written


@pytest.fixture
def table():
    return pb.read_results(
        [[0.1, 1 / 3], [0.2, 0.3], [0.3, 0.5]], higher_is_better=True, datasets=list("xyz"),
        classifiers=["a", "b"],
    )  # fmt: skip


def told(folder, inputs, make, name="part"):
    """Return the results of one part in a folder, and what was said of it."""
    events = []
    cache = PartCache(folder, events.append)
    try:
        return cache.part(name, lambda: inputs, make), events[0]
    finally:
        cache.close()


def never():
    raise AssertionError("made again")


def test_results_and_frames_come_back_to_the_last_bit(table):
    found = read(written({"f": pb.friedman(table), "scores": table.to_frame(), "none": None}))
    assert found["f"].to_dict() == pb.friedman(table).to_dict()
    assert found["scores"].equals(table.to_frame().rename_axis(None))
    assert found["none"] is None


def test_a_part_is_made_once_and_the_reason_is_told(tmp_path, table):
    make = {"f": pb.friedman(table)}
    first, event = told(tmp_path, {"size": "2"}, lambda: make)
    assert (event.what, event.why) == ("made", "")
    again, event = told(tmp_path, {"size": "2"}, never)
    assert (event.what, event.why) == ("reused", "nothing it depends on has changed")
    assert again["f"].to_dict() == first["f"].to_dict()
    _, event = told(tmp_path, {"size": "3"}, lambda: make)
    assert (event.what, event.why) == ("made again", "size was 2, is 3")
    _, event = told(tmp_path, {"size": "2"}, never)
    assert (event.what, event.why) == ("reused", "made so before")


def test_two_parts_with_equal_grounds_are_two(tmp_path):
    told(tmp_path, {"size": "2"}, lambda: {"x": 1}, "one")
    found, _ = told(tmp_path, {"size": "2"}, lambda: {"x": 2}, "other")
    assert found == {"x": 2}


def test_a_damaged_part_is_made_again(tmp_path):
    told(tmp_path, {"size": "2"}, lambda: {"x": 1})
    [file] = [path for path in (tmp_path / "kept").rglob("*") if path.is_file()]
    data = bytearray(file.read_bytes())
    data[-3] ^= 1
    file.write_bytes(data)
    found, event = told(tmp_path, {"size": "2"}, lambda: {"x": 1})
    assert (found, event.what, event.why) == ({"x": 1}, "made again", "its file was lost")


@pytest.mark.parametrize("content", ["", "[]", "{", '{"part": 3}'])
def test_a_damaged_list_of_steps_loses_reasons_alone(tmp_path, content):
    told(tmp_path, {"size": "2"}, lambda: {"x": 1})
    (tmp_path / "steps.json").write_text(content)
    found, event = told(tmp_path, {"size": "2"}, never)
    assert (found, event.what) == ({"x": 1}, "reused")
    assert json.loads((tmp_path / "steps.json").read_text()) == {"part": {"size": "2"}}


def test_what_a_part_turned_out_to_rest_on_counts(tmp_path):
    """R was thought to be there, and was not: the answer is Python's, and is kept as that."""
    engine = ["both"]

    def make():
        engine[0] = "python"
        return {"x": 1}

    events = []
    cache = PartCache(tmp_path, events.append)
    cache.part("part", lambda: {"engine": engine[0]}, make)
    engine[0] = "both"
    cache.part("part", lambda: {"engine": engine[0]}, make)
    cache.close()
    assert [event.what for event in events] == ["made", "made again"]


def test_one_study_at_a_time(tmp_path):
    cache = PartCache(tmp_path, print)
    with pytest.raises(EnvironmentProblem, match="another run is at work"):
        PartCache(tmp_path, print)
    cache.close()
    PartCache(tmp_path, print).close()


def test_what_has_changed_is_named():
    assert changed({"a": "1", "b": "x" * 64}, {"a": "2", "b": "y" * 64, "c": "1"}) == (
        "a was 1, is 2; b changed; c changed"
    )


def test_what_changes_while_a_part_is_made_is_not_what_it_was_made_of(tmp_path):
    inputs = {"file": "old"}

    def make():
        inputs["file"] = "new"
        return {"x": "of the old"}

    cache = PartCache(tmp_path, print)
    cache.part("part", lambda: dict(inputs), make)
    assert cache.noted("part") == {"file": "old"}
    assert (
        cache.part("part", lambda: dict(inputs), lambda: {"x": "of the new"})["x"] == "of the new"
    )
    cache.close()


def test_texts_that_are_no_unicode_are_kept(tmp_path):
    """A folder whose name is no UTF-8 stands in the source of a table."""
    found, _ = told(tmp_path, {"source": "a\udcff"}, lambda: {"x": "b\udcff"})
    assert found == {"x": "b\udcff"}
    assert told(tmp_path, {"source": "a\udcff"}, never)[0] == found


def test_the_reason_is_not_a_lost_file_where_r_cannot_be_used(tmp_path):
    engine, events = ["both"], []

    def make():
        engine[0] = "python"
        return {"x": 1}

    cache = PartCache(tmp_path, events.append)
    for _ in range(2):
        engine[0] = "both"
        cache.part("part", lambda: {"engine": engine[0]}, make)
    cache.close()
    assert events[1].why == "engine was python, is both"


@pytest.mark.parametrize("grounds", [{"size": 2}, {"size": None}, [["size", [1]]]])
def test_steps_of_other_kinds_are_told_as_they_are(tmp_path, grounds):
    told(tmp_path, {"size": "2"}, lambda: {"x": 1})
    (tmp_path / "steps.json").write_text(json.dumps({"part": grounds}))
    _, event = told(tmp_path, {"size": "3"}, lambda: {"x": 2})
    assert event.what == "made again"
    assert event.why.endswith(", is 3")
