"""A run: what a classifier is given, and that it depends on nothing else."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.optimal import scores
from pybench.optimal.classifierrun import ClassifierRun, digest, drawn, solve


def test_an_estimator_is_copied_seeded_and_given_rows_or_series():
    seen = []

    class Series:
        series = True

        def __init__(self, random_state=0):
            self.random_state = random_state

        def get_params(self, deep=True):
            return {"random_state": self.random_state}

        def set_params(self, random_state):
            self.random_state = random_state
            return self

        def fit(self, X, y):
            seen.append((X.shape, self.random_state, y.mean()))

        def predict_proba(self, X):
            return np.column_stack([1 - X[:, 0, -1], X[:, 0, -1]])

    pb.optimality("c-d2", {"own": lambda setting: Series()}, runs=2)
    shapes, states, shares = zip(*seen, strict=True)
    assert shapes == ((1500, 3, 21),) * 2  # two coordinates and the time, not scrambled
    assert len(set(states)) == 2
    assert shares == (0.5, 0.5)


def test_the_answer_of_a_task_does_not_depend_on_others():
    one = pb.optimal.setting("a-T1")
    tasks = [ClassifierRun(one, 5, "x", lambda s: DummyClassifier(), 0) for _ in range(2)]
    assert tasks[0].key == tasks[1].key
    assert solve(tasks[0])["scores"] == solve(tasks[1])["scores"]


def test_lines_are_the_ratios_of_the_test_paths():
    one = pb.optimal.setting("c-d2")
    data = drawn(one, 0, 3)
    lines = data.lines
    assert list(lines) == ["lrt_hidden", "lrt_numerical", "lrt_exact_chain"]
    each = (one.train + one.test) // 2
    made = pb.optimal.likelihood_ratios(one, paths=each, seed=data.seed).ratios
    test = np.arange(2 * each) % each >= one.train // 2
    for name, values in lines.items():
        assert values == pytest.approx(made[name][test], rel=1e-10, abs=1e-10)


def test_error_of_a_difference_on_the_same_paths():
    """DeLong's double sums; 0 for a score beside itself, whatever its scale."""
    rng = np.random.default_rng(0)
    label, first = np.repeat([0, 1], [30, 40]), rng.normal(size=70)
    second = first + rng.normal(size=70)
    assert scores.paired_error(label, first, np.exp(first)) == pytest.approx(0, abs=1e-12)
    kernels = [(np.sign(s[label == 1][:, None] - s[label == 0]) + 1) / 2 for s in (first, second)]
    apart = kernels[0] - kernels[1]
    expected = apart.mean(1).var(ddof=1) / 40 + apart.mean(0).var(ddof=1) / 30
    assert scores.paired_error(label, first, second) == pytest.approx(np.sqrt(expected), rel=1e-12)


def test_scores_of_training_paths_show_overfitting():
    """A tree without limits knows its training paths by heart; the ratio learns nothing."""
    one = pb.optimal.own_setting("few", pb.optimal.process("c-d1"), [0, 1, 2], train=200)
    known = {"tree": DecisionTreeClassifier(random_state=0), "LRT": "LRT numerical"}
    found = pb.optimality(one, known, runs=5, seed=1)
    runs = found.runs.groupby("classifier")[["auc", "train_auc", "train_acc_star"]].mean()
    assert runs.loc["tree", "train_auc"] == runs.loc["tree", "train_acc_star"] == 1
    assert runs.loc["tree", "auc"] < 0.7
    assert runs.loc["LRT", "train_auc"] == pytest.approx(runs.loc["LRT", "auc"], abs=0.05)
    rows = found.to_frame().set_index(["classifier", "statistic"])
    assert rows["train"]["tree", "auc"] == 1
    assert rows["train"]["LRT", "acc_star"] == pytest.approx(runs.loc["LRT", "train_acc_star"])
    assert "(1.000 on training paths); LRT hidden" in str(found)
    again = pb.load_result(found.to_dict())
    assert again.runs["train_auc"].tolist() == found.runs["train_auc"].tolist()


def test_as_many_training_paths_are_scored_as_there_are_test_paths():
    """Predicting takes nearly all of the time of some classifiers."""
    scored = []

    class Counts(GaussianNB):
        def predict_proba(self, X):
            scored.append(len(X))
            return super().predict_proba(X)

    one = pb.optimal.own_setting("few", pb.optimal.process("c-d1"), [0, 1], train=90, test=40)
    task = ClassifierRun(one, 0, "counts", lambda setting: Counts(), 0)
    assert "train" in solve(task)
    assert "train" not in solve(replace(task, overfits=False))
    assert scored == [40, 40, 40]
    assert task.key == replace(task, overfits=False).key != replace(task, size=40).key


def test_files_and_fits_without_scores_of_training_paths_are_read(tmp_path):
    """Files and finished fits of earlier versions have none."""
    one = pb.optimality("a-T1", "LRT numerical", runs=5, out=tmp_path)
    for path in tmp_path.iterdir():
        answer = json.loads(path.read_text())
        del answer["train"], answer["sha256"]
        path.write_text(json.dumps({**answer, "sha256": digest(answer)}))
    done = []
    kept = pb.optimality("a-T1", "LRT numerical", runs=5, out=tmp_path, progress=done.append)
    assert done[-1].kept == 5
    assert kept.runs["train_auc"].isna().all()
    assert "training" not in str(kept)
    assert kept.runs["auc"].tolist() == one.runs["auc"].tolist()
    earlier = one.to_dict()
    for name in ("runs", "verdicts"):
        frame = earlier[name]
        left = [i for i, column in enumerate(frame["columns"]) if "train" not in column]
        assert len(left) < len(frame["columns"])
        earlier[name] = {
            **frame,
            "columns": [frame["columns"][i] for i in left],
            "values": [[row[i] for i in left] for row in frame["values"]],
        }
    read = pb.load_result(earlier)
    assert "training" not in str(read)
    assert read.judged(0.1).verdicts["verdict"].tolist() == ["optimal"] * 2
