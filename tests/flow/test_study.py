import dataclasses
import json

import pandas as pd
import pytest

import pybench as pb
from pybench.flow.fields import PARTS
from pybench.flow.study import ORDER, Study
from pybench.reporting.numbers import document


@pytest.fixture(scope="module")
def table():
    return pb.read_results(
        [[0.1, 1 / 3], [0.2, 0.3], [0.3, 0.5]], higher_is_better=False, datasets=list("xyz"),
        classifiers=["a", "b"], metric="error",
    )  # fmt: skip


@pytest.fixture(scope="module")
def compared(table):
    return pb.compare(table, mcm=False, engine="python")


def study_of(**parts):
    empty = dict.fromkeys(field.name for field in dataclasses.fields(Study))
    none = {
        "name": "Mine",
        "seed": 3,
        "published": {},
        "left_out": {},
        "unusable": {},
        "stand_ins": {},
        "by_metric": {},
        "removed": {},
    }
    return Study(**{**empty, **none, "versions": {"numpy": "2"}, **parts})


def test_what_was_read_and_found_comes_back(tmp_path, table, compared):
    """Numbers to the last bit, names that look like numbers, tables of others by their titles."""
    looks = pd.DataFrame({"log cases": [1 / 7, 2.0, 3.0]}, index=["x", "1", "NaN"])
    titles = {"Theirs & ours: 2006": compared, "2006": compared}
    before = study_of(table=table, datasets=looks, comparison=compared, published=titles)
    (tmp_path / "study.json").write_bytes(document(before.to_dict()))
    after = pb.load_result(tmp_path / "study.json")
    assert type(after) is Study
    assert (after.name, after.seed, after.parts) == ("Mine", 3, ("comparison", "published"))
    assert (after.to_frame().to_numpy() == table.to_frame().to_numpy()).all()
    assert after.table.higher_is_better is False
    assert list(after.datasets.index) == ["x", "1", "NaN"]
    assert (after.datasets.to_numpy() == looks.to_numpy()).all()
    assert list(after.published) == list(titles)
    assert after.published["2006"].to_dict() == compared.to_dict()
    assert after.to_dict() == before.to_dict()
    text = (tmp_path / "study.json").read_text(encoding="utf-8")
    assert json.loads(text)["schema"] == f"pybench/{Study.schema}"


def test_a_study_of_nothing_comes_back(tmp_path):
    before = study_of(left_out={"features": "no series"}, unusable={"d": "one class"})
    (tmp_path / "study.json").write_bytes(document(before.to_dict()))
    after = pb.load_result(tmp_path / "study.json")
    assert after.to_dict() == before.to_dict()
    assert after.parts == ()
    assert str(after).splitlines() == [
        "Study: Mine, seed 3", "  parts: none", "  left out: features (no series)",
        "  no task: d (one class)",
    ]  # fmt: skip
    with pytest.raises(TypeError, match="no scores"):
        after.to_frame()


def test_what_stands_for_fits_is_told_and_a_study_of_earlier_versions_has_none():
    before = study_of(stand_ins={"knn": "a missing score replaces 1 of 3 fits on d"})
    after = pb.load_result(before.to_dict())
    assert after.to_dict() == before.to_dict()
    assert after.doubts == (
        "Some scores of knn are substitutes: a missing score replaces 1 of 3 fits on d.",
    )
    assert f"  {after.doubts[0]}" in str(after).splitlines()
    old = before.to_dict()
    del old["stand_ins"]
    assert pb.load_result(old).stand_ins == {}


def test_the_text_says_what_the_comparison_concludes(table, compared):
    lines = str(study_of(table=table, comparison=compared)).splitlines()
    assert lines[1] == "  2 methods on 3 datasets, error"
    assert lines[2:-1] == [f"  {one}" for one in compared.conclusions]
    assert lines[-1] == "  parts: comparison"


def test_parts_are_fields_that_a_file_can_ask_for(compared):
    """Tables of others have a section of their own in the file."""
    fields = {field.name for field in dataclasses.fields(Study)}
    assert set(ORDER) <= fields
    several = {"published", "by_metric"}
    assert set(ORDER) == {*PARTS, *several}
    for name in ORDER:
        made = {"a": compared} if name in several else compared
        assert study_of(**{name: made}).parts == (name,)
    every = study_of(**{name: {"a": compared} if name in several else compared
                        for name in reversed(ORDER)})  # fmt: skip
    assert every.parts == ORDER
