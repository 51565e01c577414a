"""Qualities that OpenML states: read, kept beside ours, judged by, drawn, and written back."""

from __future__ import annotations

import json

import pytest
from openml_server import serving

import pybench as pb
from pybench.base.errors import SuiteError
from pybench.suite.sharing.openml.qualities import read_qualities, write_qualities

pytestmark = pytest.mark.filterwarnings("ignore")  # openml-python's own, of its plans

HEAD = '<oml:data_qualities xmlns:oml="http://openml.org/openml">'


def document(*pairs: tuple[str, str]) -> bytes:
    rows = (
        f"<oml:quality><oml:name>{name}</oml:name>{value}</oml:quality>" for name, value in pairs
    )
    return f"{HEAD}{''.join(rows)}</oml:data_qualities>".encode()


def test_the_recorded_document_is_read_and_written_back(recorded):
    content = (recorded / "datasets" / "2" / "qualities.xml").read_bytes()
    found = read_qualities(content)
    assert len(found) == 106
    assert (found["DecisionStumpAUC"], found["NumberOfClasses"]) == (0.8652735384332186, 6.0)
    assert read_qualities(write_qualities(found)) == found


def test_values_that_are_missing_or_none():
    content = document(
        ("a", ""), ("b", "<oml:value/>"), ("c", "<oml:value>null</oml:value>"),
        ("d", "<oml:value>NaN</oml:value>"), ("e", "<oml:value>Infinity</oml:value>"),
        ("f", "<oml:value> -2.5E1 </oml:value>"),
    )  # fmt: skip
    found = read_qualities(content)
    assert found == {**dict.fromkeys("abcde"), "f": -25.0}
    assert read_qualities(write_qualities(found)) == found
    with pytest.raises(
        SuiteError, match="expected a number as the value of a quality, found `ten`"
    ):
        read_qualities(document(("a", "<oml:value>ten</oml:value>")))
    with pytest.raises(SuiteError, match="data_qualities"):
        read_qualities(b'<oml:task xmlns:oml="http://openml.org/openml"></oml:task>')


@pytest.fixture
def fetched(recorded, openml, tmp_path):
    """Return a suite of the recorded task 1882, fetched as suite 99."""
    with serving([recorded]) as running:
        openml.config.server = f"{running.url}/api/v1/xml"
        running.studies[99] = {
            "alias": "toy", "name": "A toy", "description": "One task", "status": "active",
            "main_entity_type": "task", "ids": ["1882"],
        }  # fmt: skip
        yield pb.Suite.from_openml(99, cache=tmp_path / "mine")


def test_a_fetched_suite_has_ours_and_theirs(fetched, openml):
    ours, theirs = fetched.qualities["anneal"], fetched.openml_qualities["anneal"]
    assert len(theirs) == 106
    assert theirs == openml.datasets.get_dataset(2, download_qualities=True).qualities
    assert (ours["NumberOfClasses"], theirs["NumberOfClasses"]) == (5.0, 6.0)
    known = fetched.known_qualities()["anneal"]
    assert (known["NumberOfClasses"], known["ClassCount"]) == (5.0, 6.0)


def test_they_are_saved_loaded_and_hashed(fetched, tmp_path):
    saved = fetched.save(tmp_path / "saved")
    loaded = pb.Suite.load(tmp_path / "saved")
    assert loaded.hash == saved.hash
    assert loaded.openml_qualities == fetched.openml_qualities
    assert loaded.new_version().openml_qualities == fetched.openml_qualities
    plain = json.loads((tmp_path / "saved" / "suite.json").read_text())
    plain["openml_qualities"]["anneal"]["DecisionStumpAUC"] = 0.5
    (tmp_path / "saved" / "suite.json").write_text(json.dumps(plain))
    with pytest.raises(SuiteError, match="SHA-256"):
        pb.Suite.load(tmp_path / "saved")


def test_a_suite_without_them_has_no_such_field():
    """So that its hash is the one that it had before the field existed."""
    assert "openml_qualities" not in pb.Suite.create("f", ["iris"]).to_dict()


def test_they_are_written_back_as_they_came(fetched, tmp_path, recorded):
    folder = fetched.write_openml(tmp_path / "openml")
    written = (folder / "datasets" / "2" / "qualities.xml").read_bytes()
    theirs = read_qualities((recorded / "datasets" / "2" / "qualities.xml").read_bytes())
    assert read_qualities(written) == theirs
    again = pb.Suite.read_openml(folder)
    assert again.openml_qualities == fetched.openml_qualities
    assert again.qualities == fetched.qualities


def test_rules_use_them_where_nothing_is_measured_here(fetched):
    rules = {"DecisionStumpAUC": (0.8, 0.9), "NumberOfClasses": (None, 5)}
    made = pb.Suite.create("judged", fetched, constraints=rules)
    assert {(v.rule, v.value, v.verdict) for v in made.candidates} == {
        ("DecisionStumpAUC", 0.8652735384332186, "pass"), ("NumberOfClasses", 5.0, "pass"),
    }  # fmt: skip
    assert made.openml_qualities == fetched.openml_qualities
    assert made.qualities == fetched.qualities


def test_they_are_drawn(fetched):
    assert len(pb.plot.qualities(fetched).axes) == 6  # ours; it failed, as there were none
    figure = pb.plot.qualities(fetched, ["DecisionStumpAUC", "NumberOfClasses"])
    assert [axes.get_xlim()[0] < value < axes.get_xlim()[1] for axes, value in zip(
        figure.axes, (0.8652735384332186, 5.0), strict=True
    )] == [True, True]  # fmt: skip
