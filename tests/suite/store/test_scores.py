"""Tables and columns of further measures from a stored run, without a fit."""

from __future__ import annotations

import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError

MEASURES = ["accuracy", "nll", "neg_log_loss", "roc_auc_ovr", "f1_micro"]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return the folder of a finished run."""
    folder = tmp_path_factory.mktemp("run")
    suite = pb.Suite.create("flowers", ["iris", "wine"], folds=3)
    pb.run(suite, {"tree": DecisionTreeClassifier(), "Bayes": GaussianNB()}, out=folder, workers=1)
    return folder


def test_one_run_gives_a_table_by_each_measure(run):
    found = pb.run_tables(run, MEASURES)
    assert list(found) == MEASURES
    assert {name: one.metric for name, one in found.items()} == {name: name for name in MEASURES}
    assert [one.higher_is_better for one in found.values()] == [True, False, True, True, True]
    assert found["accuracy"].classifiers == ("Bayes", "tree")
    stored = pb.read_results(run / "results.csv", higher_is_better=True)
    assert found["accuracy"].scores[:, ::-1].tolist() == stored.scores.tolist()
    assert found["f1_micro"].scores == pytest.approx(found["accuracy"].scores, rel=1e-12)
    assert found["neg_log_loss"].scores == pytest.approx(-found["nll"].scores, rel=1e-9)


def test_wrong_arguments_are_refused(run, tmp_path):
    with pytest.raises(ArgumentError, match=r"`measure` .* for a classification"):
        pb.run_tables(run, "rmse")
    with pytest.raises(ArgumentError, match="estimators"):
        pb.run_tables(run, "accuracy", estimators=["forest"])
    with pytest.raises(ArgumentError, match="missing"):
        pb.run_tables(run, "accuracy", missing="drop")
    with pytest.raises(SuiteError):
        pb.run_tables(tmp_path, "accuracy")


def test_changed_predictions_are_not_scored(run, tmp_path):
    import shutil

    copy = shutil.copytree(run, tmp_path / "copy")
    path = copy / "runs" / "tree" / "iris" / "predictions-0-0.csv"
    path.write_text(path.read_text().replace(",0,", ",1,", 1))
    with pytest.raises(SuiteError, match="SHA-256"):
        pb.run_tables(copy, "f1_micro")
    (copy / "suite.json").write_text((copy / "suite.json").read_text().replace("iris", "irid"))
    with pytest.raises(SuiteError):
        pb.run_tables(copy, "accuracy")


def test_sql_has_columns_of_further_measures(run):
    pytest.importorskip("duckdb")
    query = "select avg(neg_log_loss) + avg(nll) as zero, count(roc_auc_ovr) as n from evaluations"
    found = pb.suite_results(run, query, measures=["neg_log_loss", "roc_auc_ovr"])
    assert found.zero[0] == pytest.approx(0.0, abs=1e-9)
    assert found.n[0] == 12
    overview = pb.suite_results(run, measures=["neg_log_loss", "accuracy"])
    assert [*overview.columns[-3:]] == ["accuracy", "nll", "neg_log_loss"]
    assert [*pb.suite_results(run).columns[-2:]] == ["accuracy", "nll"]
    with pytest.raises(ArgumentError, match="`measure`"):
        pb.suite_results(run, measures=["rmse"])


def test_sql_over_a_regression_and_a_classification(run, tmp_path):
    pytest.importorskip("duckdb")
    (tmp_path / "line.csv").write_text("x,y\n" + "".join(f"{i},{i / 4}\n" for i in range(30)))
    suite = pb.Suite.create(
        "s", {"line": tmp_path / "line.csv"}, target="y", type="regression", folds=3
    )
    out = tmp_path / "numbers"
    pb.run(suite, {"ridge": "sklearn.linear_model.Ridge"}, out=out, workers=1)
    found = pb.suite_results([run, out]).set_index("estimator")
    assert [*found.columns[-4:]] == ["accuracy", "nll", "r2", "rmse"]
    assert found.loc["ridge", "r2"] > 0.9
    assert found.loc["ridge", ["accuracy", "nll"]].isna().all()
    kinds = pb.suite_results([run, out], "select distinct type from tasks order by all")
    assert kinds.type.tolist() == ["classification", "regression"]
    texts = pb.suite_results(out, "select avg(cast(correct as double)) as mean from predictions")
    assert texts["mean"][0] == pytest.approx(sum(i / 4 for i in range(30)) / 30)
