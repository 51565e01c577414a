"""Estimators from files: paths, pipelines, nested ones, modules of one's own; what is refused."""

from __future__ import annotations

import json
import sys

import pytest
from sklearn.ensemble import BaggingClassifier
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError
from pybench.store.fingerprint import describe, digest, versions_of
from pybench.suite.running.definitions import made, read_estimators

YAML = """
svm: sklearn.svm.SVC
pipe:
  steps:
    - sklearn.preprocessing.StandardScaler
    - {class: sklearn.svm.SVC, parameters: {C: 0.5}}
bag:
  class: sklearn.ensemble.BaggingClassifier
  parameters: {estimator: {class: sklearn.svm.SVC}, n_estimators: 2}
"""
OWN = """
import numpy as np

class Nearest:
    def __init__(self, power=2):
        self.power = power

    def fit(self, X, y):
        self.classes_, codes = np.unique(y.astype(str), return_inverse=True)
        self.centres = np.array([X[codes == c].mean(axis=0) for c in range(len(self.classes_))])
        return self

    def predict(self, X):
        distances = (abs(X[:, None] - self.centres) ** self.power).sum(axis=2)
        return self.classes_[distances.argmin(axis=1)]

def square():
    return Nearest()
"""


@pytest.fixture
def file(tmp_path):
    def write(text, name="estimators.yaml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return write


def test_a_file_of_estimators(file):
    found = {name: made(one, name) for name, one in read_estimators(file(YAML)).items()}
    assert list(found) == ["svm", "pipe", "bag"]
    assert isinstance(found["svm"], SVC)
    assert isinstance(found["pipe"], Pipeline)
    assert found["pipe"][-1].C == 0.5
    assert isinstance(found["bag"], BaggingClassifier)
    assert isinstance(found["bag"].estimator, SVC)
    as_json = file(json.dumps({"svm": {"class": "sklearn.svm.SVC"}}), "e.json")
    assert isinstance(made(read_estimators(as_json)["svm"], "svm"), SVC)


def test_a_definition_and_an_object_are_the_same(file):
    found = read_estimators(file(YAML))
    assert describe(made(found["bag"], "bag")) == describe(BaggingClassifier(SVC(), 2))
    assert digest(describe(SVC(C=1.0))) != digest(describe(SVC(C=2.0)))
    assert digest(describe(SVC(random_state=1))) == digest(describe(SVC(random_state=2)))
    assert list(versions_of(describe(SVC()))) == ["scikit-learn"]


@pytest.fixture
def own_path(monkeypatch):
    """Take back the folders of modules by path, which stay on the path of a process."""
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.mark.usefixtures("own_path")
def test_a_module_of_ones_own_by_path_and_its_change_is_seen(file, flowers, tmp_path):
    file(OWN, "mine_of_test.py")
    path = file(
        "own: {class: mine_of_test.Nearest, file: mine_of_test.py, parameters: {power: 1}}\n"
        "made: {class: mine_of_test.square, file: mine_of_test.py}\n"
    )
    t = pb.run(flowers, read_estimators(path, trust=True), out=tmp_path / "run", workers=2)
    assert (t.scores > 0.5).all()
    about = json.loads((tmp_path / "run" / "run.json").read_text())["estimators"]["own"]
    text = json.dumps(about)
    assert '"power": 1' in text
    assert '"code": "' in text


@pytest.mark.usefixtures("own_path")
def test_two_modules_of_one_name_are_not_taken_for_each_other(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "twin_of_test.py").write_text(f"{OWN}\nWHERE = {folder!r}\n")
    one, other = (
        {"class": "twin_of_test.Nearest", "file": str(tmp_path / folder / "twin_of_test.py")}
        for folder in ("a", "b")
    )
    assert made(one, "one").power == made(one, "again").power == 2
    with pytest.raises(ArgumentError, match=r"b.twin_of_test\.py, found .*a.twin_of_test\.py"):
        made(other, "other")


# Nine to the power of six values in 300 bytes.
LAUGHS = "a0: &a0 x\n" + "".join(f"a{i}: &a{i} [{f'*a{i - 1},' * 9}]\n" for i in range(1, 7))


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "found NoneType"),
        ("- a\n", "found list"),
        ("a: [", "does not read"),
        ("1: sklearn.svm.SVC\n", "found dict"),
        ("a: !!python/object/apply:os.getcwd []\n", "does not read"),
        ("a: x.Y\na: x.Z\n", "`a` twice in line 1"),
        ("a: {class: x.Y, parameters: {p: 1, p: 2}}\n", "`p` twice in line 1"),
        ("a: &a [*a]\n", "more than 20000 values"),
        ("a: " + "[" * 100 + "]" * 100, "more than 40 levels deep|more than 20000"),
        ("a: " + "[" * 5000, "recursion"),
        ("a: \0", "unacceptable character"),
        ("a: !!bool maybe\n", "does not read: 'maybe'"),
        (LAUGHS, "more than 20000 values"),
    ],
)
def test_files_that_are_none(text, match, file):
    with pytest.raises(InputError, match=match) as caught:
        read_estimators(file(text))
    assert caught.value.file.endswith("estimators.yaml")


@pytest.mark.parametrize(
    ("depth", "match"),
    [
        (30, None),
        (60, "more than 20000 values"),
        (900, "more than 20000 values"),
        (100_000, "does not read"),
    ],
)
@pytest.mark.parametrize("key", ["a", "parameters"])
def test_json_too_deep_is_refused(depth, match, key, tmp_path):
    path = tmp_path / "e.json"
    head = '{"a":{"class":"x.Y","parameters":'
    path.write_text(head + f'{{"{key}":' * depth + "1" + "}" * (depth + 2))
    if match is None:
        assert list(read_estimators(path)) == ["a"]
    else:
        with pytest.raises(InputError, match=match):
            read_estimators(path)


def test_an_anchor_that_is_used_twice_is_fine(file):
    text = "a: {class: x.Y, parameters: &p {C: 1}}\nb: {class: x.Z, parameters: *p}\n"
    assert read_estimators(file(text))["b"]["parameters"] == {"C": 1}


def test_a_file_that_is_not_there(tmp_path, file):
    with pytest.raises(InputError, match="cannot be read"):
        read_estimators(tmp_path / "none.yaml")
    with pytest.raises(EnvironmentProblem, match="does not exist"):
        read_estimators(file("a: {class: x.Y, file: none.py}"))


@pytest.mark.parametrize(
    ("definition", "match"),
    [
        ({}, "both or neither"),
        ({"class": "a.B", "steps": []}, "both or neither"),
        ({"class": "sklearn.svm.SVC", "parameter": {}}, "`parameter`"),
        ({"class": "sklearn.svm.SVC", "parameters": {"c": 1}}, "TypeError"),
        ({"class": "sklearn.svm.SVC", "parameters": [1]}, "by name"),
        ({"class": "sklearn.svm"}, "callable|class"),
        ({"steps": []}, "a list of steps"),
        ("os.nothing", "nothing"),
    ],
)
def test_definitions_that_cannot_be(definition, match):
    with pytest.raises(ArgumentError, match=match) as caught:
        made(definition, "mine")
    assert "`mine`" in str(caught.value)


def test_what_cannot_be_described_is_refused():
    with pytest.raises(ArgumentError, match="cannot be described"):
        describe(SVC(kernel=iter([])))


@pytest.mark.parametrize("name", ["e.json", "e.JSON", "e.yaml"])
def test_a_name_that_is_there_twice_is_refused_in_every_form(name, tmp_path):
    text = '{"a": {"class": "sklearn.svm.SVC"}, "a": {"class": "sklearn.svm.NuSVC"}}'
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match="`a` twice"):
        read_estimators(tmp_path / name)
    (tmp_path / name).write_text('{"a": {"class": "sklearn.svm.SVC", "class": "x.y"}}')
    with pytest.raises(InputError, match="`class` twice"):
        read_estimators(tmp_path / name)


def test_a_byte_order_mark_is_no_part_of_a_name(tmp_path):
    for name, text in (("e.json", '{"a": "x.y"}'), ("e.yaml", "a: x.y")):
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
        assert read_estimators(tmp_path / name) == {"a": "x.y"}


def test_why_a_file_cannot_be_read(tmp_path):
    for path, why in (
        (tmp_path / "none.yaml", "read: none of that name"),
        (tmp_path, "read: a folder"),
    ):
        with pytest.raises(InputError, match=why) as caught:
            read_estimators(path)
        assert "Errno" not in str(caught.value)
