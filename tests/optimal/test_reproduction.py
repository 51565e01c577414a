"""What docs/reproduction-optimal.md says is in its tables, and its tables obey the bound."""

from __future__ import annotations

import math

import pandas as pd
import pytest

import pybench as pb
from bench import optimal_page, optimal_study, reproduce_optimal
from pybench.optimal.classifierrun import ClassifierRun, solve
from pybench.optimal.estimators import named


@pytest.fixture(scope="module")
def fits():
    return pd.read_csv(optimal_study.FITS)


def test_the_page_is_that_of_its_tables():
    assert reproduce_optimal.PAGE.read_text(encoding="utf-8") == reproduce_optimal.page()


def test_every_setting_has_its_lines():
    lines = pd.read_csv(reproduce_optimal.LINES)
    assert set(lines["setting"]) == set(pb.optimal.settings().index)


def test_no_classifier_beats_the_hidden_line(fits):
    """Over all that was run: by means over runs, and by single runs of the same test paths."""
    for (setting, learner), part in fits.groupby(["setting", "classifier"]):
        test = pb.optimal.setting(setting).test
        over = (part["auc"] - part["hidden_auc"]).mean()
        error = math.sqrt((part["hidden_error"] ** 2).sum()) / len(part)
        assert over <= 4 * error, f"{learner} in {setting}: {over:.3f}"
        # ACC* is a maximum on the test paths: too high by about as much for both.
        assert (part["acc_star"] - part["hidden_acc_star"]).max() <= 4 * 0.5 / math.sqrt(test)


def test_what_was_run_is_the_plan_from_its_first_run_on(fits):
    """A study in many sittings: no run is left out, none is more than was planned beforehand."""
    assert not fits[optimal_study.SCORES].isna().any(axis=None)
    plan = pd.read_csv(optimal_study.PLAN).set_index(["classifier", "setting"])["runs"]
    assert plan.between(optimal_study.LEAST, optimal_study.MOST).all()
    pilots = ("ROCKET normalised", "ResNet", "ResNet, 30 epochs")
    for (learner, setting), part in fits.groupby(["classifier", "setting"]):
        assert sorted(part["run"]) == list(range(len(part)))
        if learner not in pilots:
            assert len(part) <= plan[learner, setting]


def test_more_epochs_do_not_help(fits):
    """What the page says in words of the means; both were tested on the same paths."""
    means = fits.groupby(["classifier", "setting"])["auc"].mean()
    gain = (means["ResNet, 30 epochs"] - means["ResNet"]).dropna()
    assert set(gain.index) == set(optimal_study.FIRST)
    assert gain.min() > -0.005
    assert gain[["b-T2", "c-d1", "f-L10"]].between(0.015, 0.075).all()


def test_verdicts_of_the_page_are_those_of_the_rule():
    """By hand: far below both lines, at chance, near the best, and that in too few runs."""
    scores = {"auc": 0.7, "hidden_auc": 0.9, "numerical_auc": 0.85}
    scores |= {"auc_se": 0.02, "hidden_error": 0.02, "numerical_error": 0.02}
    rows = [
        {"setting": "c-d8", "classifier": "x", "run": run, "fit_seconds": 1.0, "acc_star": 0.6,
         "hidden_acc_star": 0.8, **scores}
        for run in range(5)
    ]  # fmt: skip
    rows += [{**row, "setting": "d-d6", "auc": 0.51} for row in rows]
    rows += [{**row, "setting": "a-T1", "auc": 0.885} for row in rows[:5]]
    rows += [{**row, "setting": "a-T2", "auc": 0.885} for row in rows[:4]]
    judged = optimal_page._judged(pd.DataFrame(rows))
    said = {row["setting"]: row["verdict"] for row in judged}
    assert said == {
        "a-T1": "optimal", "a-T2": "undecided", "c-d8": "suboptimal", "d-d6": "at chance"
    }  # fmt: skip


def test_no_verdict_of_the_page_outruns_its_interval(fits):
    """T9: 32 of 35 "optimal" excluded 0, widened intervals hid it; 4 of 8 "at chance" had z > 2."""
    for row in optimal_page._judged(fits):
        hidden, where = row["gap_hidden"], f"{row['learner']} in {row['setting']}"
        inside = max(abs(hidden.lower), abs(hidden.upper)) < 0.02
        assert (row["verdict"] == "optimal") == (inside and row["runs"] >= 5), where
        assert row["verdict"] != "at chance"
        if row["verdict"] == "suboptimal":
            assert max(hidden.upper + 0.02, row["gap_numerical"].upper) < 0, where
        assert (row["verdict"] == "undecided") <= (row["runs_needed"] > row["runs"]), where


def test_verdicts_of_the_page_are_those_of_optimality():
    """The same runs, judged from the kept columns and by `pb.optimality` itself."""
    from sklearn.dummy import DummyClassifier
    from sklearn.linear_model import LogisticRegression

    learners = {"constant": DummyClassifier(), "logistic": LogisticRegression(max_iter=300)}
    found = pb.optimality(["a-T1", "d-d6"], learners, runs=2, seed=4)
    tasks = [
        ClassifierRun(pb.optimal.setting(setting), run, learner, make, 4)
        for setting in found.settings
        for run in range(2)
        for learner, make in named(learners).items()
    ]
    rows = pd.DataFrame([optimal_study._row(task, solve(task)) for task in tasks])
    judged = optimal_page._judged(rows[optimal_study.SCORES])
    own = found.verdicts[found.verdicts["statistic"] == "auc"]
    own = own.set_index(["setting", "classifier"])
    assert len(judged) == 4
    for row in judged:
        expected = own.loc[row["setting"], row["learner"]]
        assert row["verdict"] == expected["verdict"]
        for line in ("hidden", "numerical"):
            gap = row[f"gap_{line}"]
            assert (gap.lower, gap.upper) == pytest.approx(
                (expected[f"gap_{line}_lower"], expected[f"gap_{line}_upper"]), rel=1e-12
            )


def test_what_is_kept_is_not_fitted_again(tmp_path, monkeypatch, capsys):
    kept, plan = tmp_path / "fits.csv", tmp_path / "plan.csv"
    monkeypatch.setattr(optimal_study, "FITS", kept)
    monkeypatch.setattr(optimal_study, "PLAN", plan)
    monkeypatch.setattr(optimal_study, "makers", lambda: {"LRT": "LRT numerical"})
    plan.write_text("classifier,setting,runs\nLRT,a-T1,2\nLRT,c-d1,1\n", encoding="utf-8")
    optimal_study.fits(None, 1)
    first = pd.read_csv(kept)
    assert "3 of 3 runs to do" in capsys.readouterr().out
    optimal_study.fits(None, 1)
    assert "0 of 3 runs to do" in capsys.readouterr().out
    plan.write_text("classifier,setting,runs\nLRT,a-T1,2\nLRT,c-d1,2\n", encoding="utf-8")
    optimal_study.fits(None, 1)
    assert "1 of 4 runs to do" in capsys.readouterr().out
    more = pd.read_csv(kept)
    again = more.merge(first[["setting", "run"]])
    assert (len(more), again.equals(first)) == (4, True)
