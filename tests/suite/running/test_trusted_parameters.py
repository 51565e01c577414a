"""What stands in parameters needs trust as what a definition names does, wherever it stands."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pybench.base.errors import ArgumentError, NotTrusted
from pybench.suite.running import definitions, trust
from pybench.suite.running.definitions import made, read_estimators
from pybench.suite.running.plan import _contender


@pytest.fixture
def file(tmp_path):
    """Return a function: text -> the file of estimators that holds it."""

    def write(text):
        (tmp_path / "e.yaml").write_text(text, encoding="utf-8")
        return tmp_path / "e.yaml"

    return write


PICKLES = {
    "a cache of joblib": ("sklearn.pipeline.Pipeline", "memory: cache"),
    "files that the data name": (
        "sklearn.feature_extraction.text.CountVectorizer", "input: filename"),
    "an alias of a file, of lightgbm": ("sklearn.svm.SVC", "fs: planted"),
    "a snapshot": ("sklearn.svm.SVC", "save_snapshot: true"),
    "beside steps": ("sklearn.pipeline.Pipeline", "memory: cache, steps: []"),
    "deeper": (
        "sklearn.ensemble.BaggingClassifier",
        "estimator: {class: sklearn.pipeline.Pipeline, parameters: {memory: ./cache}}",
    ),
    "a path": ("sklearn.svm.SVC", "kernel: ../model.pkl"),
    "code": ("sklearn.svm.SVC", "kernel: 'lambda: open(1)'"),
    "a dotted path": ("sklearn.svm.SVC", "kernel: os.system"),
    "by a set of parameters": (
        "sklearn.model_selection.GridSearchCV",
        "estimator: {class: sklearn.svm.SVC}, param_grid: {memory: [cache]}",
    ),
    "bytes": ("sklearn.svm.SVC", "kernel: !!binary aGVsbG8="),
    "where models are written": (
        "aeon.classification.deep_learning.FCNClassifier", "file_path: home"),
}  # fmt: skip


@pytest.mark.parametrize("which", PICKLES)
def test_texts_of_parameters_that_may_name_files_or_code_need_trust(which, file):
    path, parameters = PICKLES[which]
    given_file = file(f"a: {{class: {path}, parameters: {{{parameters}}}}}")
    with pytest.raises(NotTrusted, match="`a`") as caught:
        read_estimators(given_file)
    asked = "memory" if "memory" in parameters else parameters.partition(":")[0]
    assert f"the parameter {asked} of" in str(caught.value)
    assert list(read_estimators(given_file, trust=True)) == ["a"]


@pytest.mark.parametrize(
    "steps", ["[[a, {class: pandas.read_pickle}]]", "[{class: pandas.read_pickle}]"]
)
@pytest.mark.parametrize("name", ["steps", "estimators", "transformers"])
def test_what_a_parameter_holds_is_looked_at_whatever_the_parameter_is_called(name, steps, file):
    text = f"a: {{class: sklearn.pipeline.Pipeline, parameters: {{{name}: {steps}}}}}"
    with pytest.raises(NotTrusted, match=r"pandas\.read_pickle"):
        read_estimators(file(text))


VALUES = st.recursive(
    st.sampled_from(["p.A", "p.B", "q.C", "a/file", 1, None]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["class", "parameters", "steps", "estimator", "preparation", "memory"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(VALUES)
@example({"class": "p.A", "parameters": {"steps": [["a", {"class": "p.B"}]]}})
def test_nothing_is_imported_that_was_not_looked_at(definition):
    """Whatever the form of a definition: the two walks through it must not differ."""
    imported, taken = set(), []

    def imported_as(path, file, name):
        imported.add(path)
        return lambda **given: taken.append(repr(given))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definitions, "_imported", imported_as)
        patch.setattr(definitions, "_refuse_call", lambda *_: None)
        with suppress(ArgumentError, AttributeError, TypeError):
            contender = _contender("a", definition)
            made(contender.definition, "a")
    named = list(trust._named(definition))
    assert imported <= {path for path, _, _ in named}
    if "a/file" in "".join(taken):
        assert "a/file" in {text for _, _, found in named for _, text in trust._texts_of(found)}


@pytest.mark.parametrize(
    ("given_too", "writes"), [({}, False), ({"allow_writing_files": True}, True)]
)
def test_catboost_writes_no_files_beside_unless_it_is_told_to(given_too, writes, monkeypatch):
    """By itself it writes into ./catboost_info, which may be a link."""

    class Told:
        def __init__(self, **parameters):
            self.parameters = parameters

        fit = predict = None

    Told.__module__ = "catboost.core"
    monkeypatch.setattr(definitions, "_imported", lambda *_: Told)
    found = made({"class": "catboost.CatBoostClassifier", "parameters": given_too}, "a")
    assert found.parameters == {"allow_writing_files": writes}
