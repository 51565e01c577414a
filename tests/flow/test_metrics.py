"""Several metrics of a study: each compared, where they agree, and the Pareto front."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import StudyError
from pybench.flow import metrics, parts
from pybench.flow.state import NotPossible

TEXT = """\
name: Scores and costs
engine: python
data: {results: acc.csv, higher_is_better: true, metric: accuracy}
metrics:
  seconds: {file: times.csv, higher_is_better: false, score: fit, cost: true}
  accuracy: {file: other.csv, higher_is_better: true}
parts:
  comparison: {alpha: 0.1, bayesian: false, stability: false, mcm: false}
  metrics: {over: all, alpha: 0.2}
  pareto: {cost: seconds, of: ranks, resamples: 50}
"""
NAMES = "abc"


@pytest.fixture
def several(making):
    """Return a function: text of a study -> the study, with its tables beside it."""
    rng = np.random.default_rng(2)
    tables = {name: rng.integers(1, 9, (7, 3)) / 10 for name in ("acc.csv", "other.csv")}
    for file, scores in tables.items():
        rows = [f"d{i},{','.join(map(str, row))}" for i, row in enumerate(scores)]
        (making.folder / file).write_text("\n".join(["dataset,a,b,c", *rows]) + "\n")
    long = [f"d{i},{name},{1 + i + j},{j}" for i in range(7) for j, name in enumerate(NAMES)]
    (making.folder / "times.csv").write_text("\n".join(["dataset,method,fit,x", *long]) + "\n")

    def make(text=TEXT):
        state = making(text=text)
        parts.scores(state)
        return state

    return make


def read(folder, name, **given):
    return pb.read_results(folder / name, **given)


def test_parts_are_those_of_the_functions(several, making):
    state = several()
    found = metrics.metrics(state)
    tables = {
        "accuracy (own)": read(making.folder, "acc.csv", higher_is_better=True),
        "seconds": read(making.folder, "times.csv", higher_is_better=False, score="fit"),
        "accuracy": read(making.folder, "other.csv", higher_is_better=True),
    }
    own = pb.compare_metrics(tables, 0.2, over="all")
    assert found["metrics"].to_dict() == own.to_dict()
    assert list(found["by_metric"]) == ["seconds", "accuracy"]
    for name, one in found["by_metric"].items():
        alone = pb.compare(tables[name], 0.1, mcm=False)
        assert one.conclusions == alone.conclusions
        assert one.table.metric == name
    front = metrics.pareto(state)["pareto"]
    expected = pb.pareto(tables["accuracy (own)"], tables["seconds"], "ranks", resamples=50)
    assert front.shares.to_dict() == expected.shares.to_dict()
    assert front.costs_vary


def test_parts_rest_on_the_tables_and_on_how_they_are_read(several, making):
    for change, what in (
        (None, "made"),
        (None, "reused"),
        (("over: all", "over: each"), "made again"),
        (("score: fit", "score: x"), "made again"),
    ):
        state = several(TEXT if change is None else TEXT.replace(*change))
        metrics.metrics(state)
        assert [one.what for one in making.events if one.part == "metrics"] == [what]


def test_the_cost_is_named_unless_one_is_declared(several):
    expected = "the cost, one of seconds, accuracy"
    assert metrics.pareto(several(TEXT.replace("cost: seconds, ", "")))["pareto"].n_datasets == 7
    with pytest.raises(StudyError, match=f"{expected}, found 'time'"):
        metrics.pareto(several(TEXT.replace("cost: seconds", "cost: time")))
    none = TEXT.replace("cost: seconds, ", "").replace(", cost: true", "")
    with pytest.raises(StudyError, match=f"{expected}, found none"):
        metrics.pareto(several(none))
    assert set(several(none.partition("parts:")[0]).definition.parts) >= {"metrics"}
    assert "pareto" not in several(none.partition("parts:")[0]).definition.parts


def test_without_other_metrics_there_is_no_part(making):
    state = making("  metrics: true\n  pareto: true\n")
    parts.scores(state)
    for make in (metrics.metrics, metrics.pareto):
        with pytest.raises(NotPossible, match="`metrics`"):
            make(state)


def test_a_whole_study(several, making):
    several()
    making.close()
    lines = TEXT.partition("parts:")[0].splitlines()
    kept = [line for line in lines if "other.csv" not in line]
    (making.folder / "study.yaml").write_text("\n".join([*kept, "noun: model"]) + "\n")
    study = pb.study(making.folder / "study.yaml", making.folder / "made")
    assert {"metrics", "by_metric", "pareto"} <= set(study.parts)
    assert "items" not in study.left_out
    page = (making.folder / "made" / "index.html").read_text()
    for title in ("Where do the metrics agree?", "Which models differ by seconds?",
                  "Which models are worth their cost?"):  # fmt: skip
        assert title in page
    again = pb.load_result(making.folder / "made" / "study.json")
    assert again.pareto.verdicts.to_dict() == study.pareto.verdicts.to_dict()


def test_a_metric_needs_its_direction(several):
    with pytest.raises(StudyError, match="`higher_is_better`"):
        several(TEXT.replace("higher_is_better: false, ", ""))
