"""Flows and setups: as many as there are algorithms, and settings of them."""

from __future__ import annotations

import json

import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline
from sklearn.tree import DecisionTreeClassifier

from pybench.base.errors import SuiteError
from pybench.store.fingerprint import describe, digest, versions_of
from pybench.suite.running.preparation import prepared
from pybench.suite.sharing.openml.flows import Flow, flow_of, setup_string, setup_xml

GROUND = {"pybench": "0.1.0", "python": "3.11.7"}


def entry(estimator, preparation="none"):
    """Describe an estimator as run.json does."""
    found = {"tabular": describe(estimator)}
    return {
        "folder": "x", "preparation": preparation, "pipeline": found,
        "sha256": digest(found), "versions": versions_of(found),
    }  # fmt: skip


def test_nested_parameters_have_the_names_of_scikit_learn():
    model = Pipeline(
        [
            ("skip", "passthrough"),
            ("fit", CalibratedClassifierCV(DecisionTreeClassifier(max_depth=2))),
        ]
    )
    flow, settings = flow_of(entry(model), GROUND)
    told = dict(settings)
    assert told["fit__estimator__max_depth"] == "2"
    assert told["skip"] == '"passthrough"'
    drawn = {name for name in model.get_params() if name.endswith("random_state")}
    parts = {"steps", "fit", "fit__estimator"}  # they are in the name of the flow
    assert {*told, *drawn, *parts} == {*model.get_params(), "preparation"}
    assert flow.parameters == tuple(told)
    assert flow.name == (
        "pybench.sklearn.pipeline.Pipeline(fit=sklearn.calibration.CalibratedClassifierCV("
        "estimator=sklearn.tree._classes.DecisionTreeClassifier))"
    )


def test_other_settings_are_another_setup_of_the_same_flow():
    one, two = (flow_of(entry(GaussianNB(var_smoothing=v)), GROUND) for v in (1e-9, 1e-8))
    assert one[0] == two[0]
    assert one[1] != two[1]
    scaled = flow_of(entry(Pipeline([("a", GaussianNB())]), "scale"), GROUND)
    assert scaled[0] == one[0]  # the preparation is a setting
    assert dict(scaled[1])["preparation"] == '"scale"'


class Majority:
    """Not scikit-learn's, so no pipeline of scikit-learn takes it."""

    def fit(self, rows, labels):
        self.classes_ = labels.unique()
        return self

    def predict(self, rows):
        return [self.classes_[0]] * len(rows)


def test_a_prepared_estimator_that_is_not_scikit_learns_has_a_flow_of_its_own():
    whole = prepared(Majority(), "tabular", "scale", "own")
    flow, settings = flow_of(entry(whole, "scale"), GROUND)
    assert flow.name.endswith(".Majority")
    assert settings == (("preparation", '"scale"'),)


class Own(DecisionTreeClassifier):
    """Code that no package brings."""


def test_code_of_ones_own_is_part_of_the_version():
    told = entry(Own())
    flow, _ = flow_of(told, GROUND)
    assert f"code=={told['sha256'][:12]}" in flow.external_version
    assert "code==" not in flow_of(entry(DecisionTreeClassifier()), GROUND)[0].external_version


def test_a_flow_is_none_that_openml_python_would_make_again():
    flow, _ = flow_of(entry(GaussianNB()), GROUND)
    assert "sklearn==" not in flow.external_version
    assert "sklearn" not in flow.dependencies
    assert flow.external_version.startswith("pybench==0.1.0,scikit-learn==")
    assert "python==3.11.7" in flow.dependencies


def test_a_name_longer_than_the_server_takes():
    told = entry(Pipeline([("a", GaussianNB())]))
    deep = {"class": "x" * 2000, "parameters": {}}
    flow, _ = flow_of({**told, "pipeline": {"tabular": deep}}, GROUND)
    assert len(flow.name) == 1024
    assert f"code=={told['sha256'][:12]}" in flow.external_version


def test_a_learner_of_r():
    learner = {
        "folder": "m",
        "language": "R",
        "code": "function(train, test) 1",
        "sha256": "ab" * 32,
    }
    flow, settings = flow_of({**learner, "versions": {"R": "4.2.2"}}, GROUND)
    assert flow.name == "pybench.R.function"
    assert flow.external_version == "R==4.2.2,pybench==0.1.0,code==abababababab"
    assert json.loads(dict(settings)["code"]) == "function(train, test) 1"


def test_documents_round_trip():
    flow, settings = flow_of(entry(GaussianNB()), GROUND)
    assert Flow.read(flow.to_xml()) == flow
    assert b"<oml:value>1e-09</oml:value>" in setup_xml(3, flow, settings)
    assert setup_string("Bayes", settings).startswith('Bayes: preparation="none", priors=null')
    with pytest.raises(SuiteError, match="oml:flow"):
        Flow.read(setup_xml(3, flow, settings))
