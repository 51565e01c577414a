"""Studies of regressions and of several measures: the shape of the demo, other types of task."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import NotTrusted, StudyError

STUDY = """\
name: Houses
engine: python
jobs: 1
data: {datasets: houses, target: price, type: regression, folds: 3,
       created: "2026-01-01T00:00:00Z"}
estimators:
  ridge:
    steps:
      - sklearn.preprocessing.StandardScaler
      - class: sklearn.linear_model.Ridge
        parameters: {alpha: 0.5}
  mean: sklearn.dummy.DummyRegressor
  tree: {class: sklearn.tree.DecisionTreeRegressor, parameters: {max_depth: 3}}
run: {measure: r2, measures: [mae, neg_mean_squared_error], fallback: mean}
parts:
  comparison: {bayesian: false, stability: false, mcm: false}
  metrics: true
  selection: {size: 2}
"""


@pytest.fixture
def houses(tmp_path, monkeypatch):
    """A folder with a study of four regressions."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "houses").mkdir()
    for place in range(4):
        rng = np.random.default_rng(place)
        x = rng.normal(size=(40 + 5 * place, 2))
        y = x[:, 0] + rng.normal(size=len(x)) / 2
        rows = "".join(f"{a:.3f},{b:.3f},{c:.4f}\n" for (a, b), c in zip(x, y, strict=True))
        (tmp_path / "houses" / f"h{place}.csv").write_text("rooms,age,price\n" + rows)
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path


def change(folder, old, new):
    text = (folder / "study.yaml").read_text()
    assert old in text
    (folder / "study.yaml").write_text(text.replace(old, new))


def test_a_study_of_regressions_by_several_measures(houses):
    found = pb.study(houses / "study.yaml", houses / "out")
    assert (found.table.metric, found.table.higher_is_better) == ("r2", True)
    assert found.table.classifiers == ("ridge", "mean", "tree")
    assert list(found.by_metric) == ["mae", "neg_mean_squared_error"]
    assert [*found.datasets.columns][-2:] == ["kurtosis of the target", "different targets"]
    page = (houses / "out" / "index.html").read_text()
    assert "largest class" not in page
    events = []
    from pybench.flow.engine import study

    study(houses / "study.yaml", houses / "out", told=events.append)
    assert {one.what for one in events} == {"reused"}
    change(houses, "[mae, neg_mean_squared_error]", "[rmse]")
    before = {file: file.stat().st_mtime_ns for file in (houses / "out").rglob("evaluation-*")}
    again = pb.study(houses / "study.yaml", houses / "out")
    assert list(again.by_metric) == ["rmse"]
    assert {file: file.stat().st_mtime_ns for file in before} == before  # nothing is fitted again


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("measure: r2", "measure: accuracy", "run.measure"),
        ("[mae, neg_mean_squared_error]", "[mae, neg_log_loss]", "run.measures"),
        ("type: regression", "type: survival", "data.type"),
        ("sklearn.dummy.DummyRegressor", "sklearn.dummy.DummyClassifier", "estimators.mean"),
    ],
)
def test_what_does_not_fit_the_type_is_refused_at_its_line(old, new, key, houses):
    change(houses, old, new)
    with pytest.raises(StudyError) as refused:
        pb.study(houses / "study.yaml", houses / "out")
    line = next(i for i, text in enumerate(STUDY.splitlines(), 1) if old in text)
    assert refused.value.line == line
    assert key.rpartition(".")[2] in str(refused.value)


def test_a_function_of_ones_own_needs_trust(houses):
    (houses / "measure_of_houses.py").write_text(
        "def bias(y_true, y_pred):\n    return float(abs(y_pred - y_true).max())\n"
        "bias.higher_is_better = False\n"
    )
    change(houses, "measure: r2", "measure: measure_of_houses:bias")
    import sys

    sys.path.insert(0, str(houses))
    try:
        with pytest.raises(NotTrusted, match=r"measure_of_houses\.bias"):
            pb.study(houses / "study.yaml", houses / "out")
        found = pb.study(houses / "study.yaml", houses / "out", trust=True)
    finally:
        sys.path.remove(str(houses))
        sys.modules.pop("measure_of_houses", None)
    assert (found.table.metric, found.table.higher_is_better) == ("measure_of_houses:bias", False)
