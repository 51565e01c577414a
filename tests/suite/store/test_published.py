"""Published results stand beside ours, marked; files of tsml-eval are read strictly."""

from __future__ import annotations

import json
import lzma

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError
from tests.conftest import GOLDEN

duckdb = pytest.importorskip("duckdb")


def test_published_scores_stand_beside_ours_and_are_marked(runs, tmp_path):
    (tmp_path / "t.csv").write_text("dataset,Theirs,More\niris,0.97,0.9\nwine,,0.8\n")
    pb.import_published(tmp_path / "t.csv", tmp_path / "theirs", origin="a paper")
    found = pb.suite_results(
        [runs / "one", tmp_path / "theirs"],
        "select task, origin, source, status, max(accuracy) as best from evaluations "
        "join runs using (run, estimator) where task = 'iris' group by all order by origin",
    )
    last = found.iloc[0]
    assert (last.origin, last.source, last.status, last.best) == (
        "published", "a paper", "published", 0.97,
    )  # fmt: skip
    with pytest.raises(ArgumentError, match="holds results already"):
        pb.import_published(tmp_path / "t.csv", tmp_path / "theirs", origin="a paper")
    with pytest.raises(SuiteError, match=r"run\.json"):
        pb.run(runs / "suite", {"b": GaussianNB()}, out=tmp_path / "theirs", workers=1)


TSML = """Coffee,Rocket,TEST,0,MILLISECONDS,seed
{"parameters": 1, "x": 2}
0.75,10,20,-1,-1,2
1,1,,0.25,0.75
0,0,,1.0,0.0,,12
1,0,,0.5,0.5
0,0,,0.9,0.1
"""


def test_folders_of_tsml_eval(tmp_path):
    for name in ("Rocket", "DTW"):
        folder = tmp_path / "all" / name / "Predictions" / "Coffee"
        folder.mkdir(parents=True)
        (folder / "testResample3.csv").write_text(TSML)
    assert pb.import_published(tmp_path / "all", tmp_path / "out", origin="x") == ["DTW", "Rocket"]
    found = pb.suite_results(tmp_path / "out", "select * from evaluations order by estimator")
    assert found.repeat.tolist() == [3, 3]
    assert found.accuracy.tolist() == [0.75, 0.75]
    assert found.nll[0] == pytest.approx(-np.log([0.75, 1.0, 0.5, 0.9]).mean())
    said = pb.suite_results(
        tmp_path / "out", "select prediction from predictions where run = 'out'"
    )
    assert said.prediction.tolist()[:4] == ["1", "0", "0", "0"]


def test_the_same_resample_twice_is_refused(tmp_path):
    for name in ("2023", "2024"):
        folder = tmp_path / "all" / name / "Rocket" / "Predictions" / "Coffee"
        folder.mkdir(parents=True)
        (folder / "testResample3.csv").write_text(TSML)
    with pytest.raises(SuiteError, match=r"Rocket on Coffee, repeat 3.*2023.*results again"):
        pb.import_published(tmp_path / "all", tmp_path / "out", origin="x")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "harm",
    [
        ("1,1,,0.25", "1,1,,0.75"),
        ("0.75,10,20,-1,-1,2", "0.75,10"),
        ("1,0,,", "1,7,,"),
        ("0.9", "x"),
        ("0.9,0.1", "nan,nan"),
    ],
)
def test_files_of_tsml_eval_that_are_none(harm, tmp_path):
    folder = tmp_path / "Rocket" / "Predictions" / "Coffee"
    folder.mkdir(parents=True)
    (folder / "testResample0.csv").write_text(TSML.replace(*harm))
    with pytest.raises(SuiteError, match=r"testResample0\.csv"):
        pb.import_published(tmp_path, tmp_path / "out", origin="x")
    assert not (tmp_path / "out").exists()
    assert not list(tmp_path.glob(".pybench-*"))


def test_a_real_published_table(tmp_path):
    packed = GOLDEN / "published" / "bakeoff-redux-default.csv.xz"
    source = tmp_path / "published.csv"
    source.write_bytes(lzma.decompress(packed.read_bytes()))
    names = pb.import_published(source, tmp_path / "out", origin="bake off redux")
    found = pb.suite_results(
        tmp_path / "out",
        "select estimator, count(*) n, avg(accuracy) a from evaluations group by 1",
    )
    table = pb.read_results(source, higher_is_better=True, missing="keep")
    assert set(found.estimator) == set(names) == set(table.classifiers)
    assert found.n.sum() == table.scores.size - table.n_missing
    means = dict(zip(table.classifiers, np.nanmean(table.scores, axis=0), strict=True))
    for row in found.itertuples():
        assert row.a == pytest.approx(means[row.estimator], rel=1e-12)


def test_run_json_of_published_results_says_so(tmp_path):
    (tmp_path / "t.csv").write_text("dataset,A\nx,0.5\n")
    pb.import_published(tmp_path / "t.csv", tmp_path / "out", origin="somewhere")
    about = json.loads((tmp_path / "out" / "run.json").read_text())
    assert (about["schema"], about["suite"], about["source"]) == (
        "pybench/published/1", None, "somewhere",
    )  # fmt: skip
