"""What docs/reproduction-optimal.md says is in its tables, and its tables obey the bound."""

from __future__ import annotations

import math
import signal
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from scipy import stats

import pybench as pb
from bench import optimal_page, optimal_study, reproduce_optimal
from pybench.optimal.classifierrun import ClassifierRun, solve
from pybench.optimal.estimators import named

NONE = pd.DataFrame(columns=["setting"])  # no table of LRT observed


@pytest.fixture(scope="module")
def fits():
    return pd.read_csv(optimal_study.FITS)


def test_the_page_is_that_of_its_tables():
    assert reproduce_optimal.PAGE.read_text(encoding="utf-8") == reproduce_optimal.page()


def test_the_table_of_verdicts_is_that_of_its_tables():
    kept = reproduce_optimal.VERDICTS.read_text(encoding="utf-8")
    assert kept == reproduce_optimal.verdicts()


def test_learners_of_a_run_were_scored_on_the_same_paths(fits):
    """Then the lines of the run are the same, however many years lie between the fits."""
    lines = [f"{line}_{what}" for line in ("hidden", "numerical") for what in ("auc", "acc_star")]
    lines += optimal_page.OBSERVED
    spread = fits.groupby(["setting", "run"])[[one for one in lines if one in fits]]
    assert (spread.max() - spread.min()).max().max() <= 1e-6


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
    both = fits.pivot(index=["setting", "run"], columns="classifier", values="auc")
    gain = (
        (both["ResNet, 30 epochs"] - both["ResNet"]).dropna().groupby("setting").agg(["mean", len])
    )
    assert set(gain.index) == set(optimal_study.FIRST)
    assert (gain["len"] == 2).all()
    assert gain["mean"].min() > -0.005


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
    said = optimal_page.judged(pd.DataFrame(rows), NONE).set_index("setting")["verdict"].to_dict()
    assert said == {
        "a-T1": "optimal", "a-T2": "undecided", "c-d8": "suboptimal", "d-d6": "at chance"
    }  # fmt: skip


def test_gaps_to_the_observed_line_by_its_table():
    """By hand: the gap to hidden plus what hidden has more, with both errors."""
    scores = {"acc_star": 0.6, "hidden_acc_star": 0.8, "hidden_auc": 0.9, "numerical_auc": 0.7}
    rows = [
        {"setting": "d-d6", "classifier": "x", "run": run, "fit_seconds": 1.0, "auc": auc, **scores}
        for run, auc in enumerate([0.86, 0.85, 0.87, 0.86, 0.86])
    ]  # fmt: skip
    table = {"setting": ["d-d6"], "paths": [1000], "hidden_less_observed": [0.04]}
    observed = pd.DataFrame({**table, "hidden_less_observed_se": [0.003]})
    (row,) = optimal_page.judged(pd.DataFrame(rows), observed).to_dict("records")
    found = row["gap_observed"]
    assert found.mean == pytest.approx(-0.04 + 0.04, abs=1e-12)
    error = math.hypot(pd.Series([0, 1, -1, 0, 0]).std() / 100 / math.sqrt(5), 0.003)
    assert found.half == pytest.approx(stats.t.ppf(0.975, 4) * error, rel=1e-9)
    assert (row["best"], row["verdict"]) == ("observed", "optimal")


def test_no_verdict_of_the_page_outruns_its_interval(fits):
    """T9: 32 of 35 "optimal" excluded 0, widened intervals hid it; 4 of 8 "at chance" had z > 2."""
    for row in optimal_page.judged(fits, reproduce_optimal.study().observed).to_dict("records"):
        best, auc = row[f"gap_{row['best']}"], row["gap_auc"]
        where = f"{row['learner']} in {row['setting']}"
        inside = max(abs(best.lower), abs(best.upper)) < 0.02
        assert (row["verdict"] == "optimal") == (inside and row["runs"] >= 5), where
        if row["verdict"] == "at chance":
            assert max(abs(auc.lower - 0.5), abs(auc.upper - 0.5)) < 0.02, where
        if row["verdict"] == "suboptimal":
            assert best.upper < -0.02, where
            assert row["best"] == "observed" or row["gap_numerical"].upper < 0, where
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
    judged = optimal_page.judged(rows, NONE).to_dict("records")
    own = found.verdicts[found.verdicts["statistic"] == "auc"]
    own = own.set_index(["setting", "classifier"])
    assert len(judged) == 4
    for row in judged:
        expected = own.loc[row["setting"], row["learner"]]
        assert row["verdict"] == expected["verdict"]
        for line in ("hidden", "observed", "numerical"):
            gap = row[f"gap_{line}"]
            if gap is None:
                assert math.isnan(expected[f"gap_{line}"])
                continue
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


@pytest.fixture
def study(tmp_path, monkeypatch):
    """Return a function that plans a study of two learners, in a folder of its own."""
    made = {"one": "LRT numerical", "two": "LRT numerical"}
    monkeypatch.setattr(optimal_study, "FITS", tmp_path / "fits.csv")
    monkeypatch.setattr(optimal_study, "PLAN", tmp_path / "plan.csv")
    monkeypatch.setattr(optimal_study, "makers", lambda: made)
    monkeypatch.setattr(optimal_study, "CHEAP", ("one",))
    monkeypatch.setattr(optimal_study, "COSTLY", ("two",))

    def plan(*rows):
        text = "".join(f"{','.join(map(str, row))}\n" for row in rows)
        optimal_study.PLAN.write_text(f"classifier,setting,runs\n{text}", encoding="utf-8")

    return plan


def test_run_0_of_all_settings_comes_first(study):
    """A study that is half done has as many runs of each setting."""
    study(("one", "a-T1", 2), ("two", "a-T1", 2), ("one", "c-d1", 2))
    todo = [
        (t.run, t.classifier, t.setting.name)
        for tasks in optimal_study.missing(None)
        for t in tasks
    ]
    first = [(0, "one", "a-T1"), (0, "one", "c-d1"), (0, "two", "a-T1")]
    assert todo == first + [(1, *rest) for _, *rest in first]


def test_fits_of_a_run_share_its_paths_and_give_the_same(study, monkeypatch):
    monkeypatch.setattr(optimal_study, "CHEAP", ("one", "two"))
    monkeypatch.setattr(optimal_study, "COSTLY", ())
    study(("one", "a-T1", 1), ("two", "a-T1", 1), ("two", "c-d1", 1))
    todo = optimal_study.missing(None)
    assert [len(tasks) for tasks in todo] == [2, 1]
    for tasks in todo:
        for task, answer in zip(tasks, optimal_study.solved(tasks), strict=True):
            alone = solve(task)
            assert answer["cpu_seconds"] > 0
            for part in ("scores", "paired", "train", "test"):
                assert answer[part] == alone[part]


def test_after_its_minutes_no_run_is_begun(study, capsys):
    study(("one", "a-T1", 2))
    optimal_study.fits(None, 1, minutes=0)
    assert "0 of 2 fits" in capsys.readouterr().out
    assert not optimal_study.FITS.exists()


@pytest.mark.parametrize(
    ("name", "after"), [("HOURS", []), ("COSTLY_HOURS", [("one", 1), ("one", 2)])]
)
def test_after_its_hours_no_run_is_begun(study, monkeypatch, name, after):
    """When those of costly learners are used up, the others go on."""
    study(("one", "a-T1", 1), ("two", "a-T1", 1))
    optimal_study.fits(None, 1)
    monkeypatch.setattr(optimal_study, name, 0)
    study(("one", "a-T1", 3), ("two", "a-T1", 3))
    optimal_study.fits(None, 1)
    kept = pd.read_csv(optimal_study.FITS)
    assert sorted(zip(kept.classifier, kept.run, strict=True)) == [("one", 0), *after, ("two", 0)]
    assert (kept.cpu_seconds > 0).all()


PROGRAM = """
import sys, time
from pathlib import Path
from bench import optimal_study
from sklearn.dummy import DummyClassifier

class Slow(DummyClassifier):
    def fit(self, X, y):
        time.sleep(300)

optimal_study.FITS, optimal_study.PLAN = Path(sys.argv[1]), Path(sys.argv[2])
optimal_study.EVERY_S = 0
optimal_study.makers = lambda: {"quick": DummyClassifier(), "slow": Slow()}
optimal_study.endable()
optimal_study.fits(None, int(sys.argv[3]))
"""


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_study_and_its_rows_are_kept(tmp_path, workers, number):
    kept, plan = tmp_path / "fits.csv", tmp_path / "plan.csv"
    plan.write_text("classifier,setting,runs\nquick,a-T1,1\nslow,c-d1,1\n", encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, str(kept), str(plan), str(workers)]
    root = Path(optimal_study.__file__).parent.parent
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        for line in process.stdout:
            if "1 of 2 fits" in line:
                process.send_signal(number)
                break
        said = process.stdout.read()
    assert process.returncode == 0
    assert "what was finished is kept" in said
    assert pd.read_csv(kept)["classifier"].tolist() == ["quick"]
