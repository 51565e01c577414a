import hashlib
import os
import signal

import numpy as np
import pandas as pd
import pytest
from scipy.stats import friedmanchisquare
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import EnvironmentProblem, StudyError, TasksFailed
from pybench.bridge.call import close
from pybench.bridge.locate import Pair
from pybench.store import atomic

PARTS = ["results", "datasets", "features", "comparison", "selection"]
#: Files that tell of this run, not of the study. Chunks of features hold the time they took.
OF_THE_RUN = {"journal", "times.csv", "run.json"}


def whats(events):
    return {part: events[part].what for part in PARTS}


def digests(folder):
    """Return the SHA-256 of each file that is the same whenever the study is."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in OF_THE_RUN and "chunks" not in path.parts
    }


def test_a_study_its_files_and_what_is_reused(small):
    found, events, fits = small.make()
    assert whats(events) == dict.fromkeys(PARTS, "made")
    assert sorted(fits) == ["1"] * 6 + ["None"] * 6
    assert found.parts == ("comparison", "features", "selection")
    whole = pb.load_result(small.out / "study.json")
    assert whole.to_dict() == found.to_dict()
    before = digests(small.out)
    again, events, fits = small.make()
    assert whats(events) == dict.fromkeys(PARTS, "reused")
    assert fits == []
    assert again.to_dict() == found.to_dict()
    assert digests(small.out) == before
    # A page that somebody has removed is drawn again, and nothing else.
    (small.out / "selection" / "index.html").unlink()
    _, events, _ = small.make()
    assert [one.part for one in events.values() if one.what != "reused"] == ["page selection"]
    assert digests(small.out) == before


def test_the_numbers_are_those_of_others(small):
    found, _, _ = small.make()
    table = pd.read_csv(small.out / "results.csv", index_col="dataset")
    pd.testing.assert_frame_equal(table, found.table.to_frame(), check_names=False)
    test = friedmanchisquare(*table.to_numpy().T)
    assert found.comparison.friedman.statistic == pytest.approx(test.statistic, rel=1e-12)
    data = load_iris()
    [splits] = small.out.glob("suites/*/splits/iris.csv")
    rows = pd.read_csv(splits)
    scores = []
    for _, fold in rows.groupby("fold"):
        train, test = (fold[fold["type"] == kind]["rowid"].to_numpy() for kind in ("TRAIN", "TEST"))
        model = GaussianNB().fit(data.data[train], data.target[train])
        scores.append(model.score(data.data[test], data.target[test]))
    assert len(scores) == 3
    assert table.loc["iris", "Bayes"] == pytest.approx(np.mean(scores), rel=1e-12)
    place = found.table.datasets.index("iris"), found.table.classifiers.index("Bayes")
    np.testing.assert_allclose(found.table.by_repeat[place], scores, rtol=1e-12)
    assert found.features.datasets == ("GunPoint",)
    assert found.datasets.loc["iris", "log cases"] == pytest.approx(np.log(150))


@pytest.mark.parametrize(
    ("old", "new", "made", "fits"),
    [
        ("size: 1", "size: 1, metric: euclidean", {"selection"}, []),
        ("stability: false", "stability: false, alpha: 0.1", {"comparison"}, []),
        ("each: 10", "each: 12", {"features"}, []),
        ("max_depth: 1", "max_depth: 2", {"results", "comparison"}, ["2"] * 6),
        ("[iris, GunPoint]", "[iris, wine, GunPoint]",
         {"results", "datasets", "comparison", "features", "selection"},
         ["1", "1", "1", "None", "None", "None"]),
        ("seed: 1", "seed: 2", {"results", "datasets", "comparison", "features", "selection"},
         ["1"] * 6 + ["None"] * 6),
        ("jobs: 1", "jobs: 2", set(), []),
    ],
)  # fmt: skip
def test_only_what_rests_on_a_change_is_made_again(small, old, new, made, fits):
    """Fits of a dataset that was there, by an estimator that was there, are not done again."""
    small.make()
    small.change(old, new)
    _, events, fitted = small.make()
    again = {part for part in PARTS if events[part].what == "made again"}
    # What comes out the same is not told of those that rest on it: they are made again for less.
    assert again <= made
    assert {part for part in made if part not in again} <= {"datasets", "features"}
    assert sorted(fitted) == fits
    for part in again:
        assert events[part].why


def test_a_changed_file_of_data(small):
    folder = small.folder / "data"
    folder.mkdir()
    frame = load_iris(as_frame=True).frame
    for name, step in (("one", 1), ("two", 2)):
        frame.iloc[::step].to_csv(folder / f"{name}.csv", index=False)
    small.change("[iris, GunPoint]", "data, target: target")
    small.change("  features: {representation: summary, each: 10}\n", "")
    _, events, fits = small.make()
    assert len(fits) == 12
    frame.iloc[::3].to_csv(folder / "two.csv", index=False)
    _, events, fits = small.make()
    assert events["results"].what == "made again"
    assert "dataset two" in events["results"].why
    assert "dataset one" not in events["results"].why
    assert len(fits) == 6


def test_another_order_is_that_of_a_new_study_and_fits_nothing(small):
    small.make()
    small.change("[iris, GunPoint]", "[GunPoint, iris]")
    small.change("  Bayes: sklearn.naive_bayes.GaussianNB\n", "")
    small.change("parts:\n", "  Bayes: sklearn.naive_bayes.GaussianNB\nparts:\n")
    found, events, fits = small.make()
    assert fits == []
    assert found.table.classifiers == ("deep", "stump", "Bayes")
    assert found.table.datasets == tuple(found.datasets.index) == ("GunPoint", "iris")
    assert events["results"].why == "list of datasets changed; list of estimators changed"
    small.out = small.folder / "new"
    assert small.make()[0].to_dict() == found.to_dict()


def test_features_of_all_datasets_place_them_in_a_study_that_goes_on_too(small):
    small.change("[iris, GunPoint]", "[ArrowHead, GunPoint, ItalyPowerDemand]")
    found, events, _ = small.make()
    assert events["selection"].what == "made"
    assert found.selection.selection.n_features == 7  # of "summary"; by size and classes it is 6
    again, events, _ = small.make()
    assert whats(events) == dict.fromkeys(PARTS, "reused")
    assert again.to_dict() == found.to_dict()


def killed_after(small, writes):
    """Make the study in a process that is killed at its n-th file; return how it ended."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    left = [writes]
    replace = atomic.os.replace

    def fatal(*paths):
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return replace(*paths)

    atomic.os.replace = fatal
    try:
        small.make()
    except BaseException:
        os._exit(1)
    os._exit(0)


@pytest.mark.slow
def test_killed_again_and_again_the_bytes_are_the_same(small, record_property):
    """Killed before its 3rd file, its 6th from there, ... through every step and every page."""
    small.make()
    undisturbed = digests(small.out)
    assert len(undisturbed) > 60
    small.out.rename(small.folder / "undisturbed")
    ends = []
    for writes in (3, 6, 9, 12, 3, 15, 20, 25, 2, 30, 30, 40, 50, 50):
        ends.append(killed_after(small, writes))
        if not ends[-1]:
            break
    record_property("kills", len(ends) - 1)
    assert set(ends[:-1]) == {signal.SIGKILL}
    assert ends[-1] == 0
    assert len(ends) >= 6
    assert digests(small.out) == undisturbed


def test_what_the_data_do_not_allow(small):
    """Asked for by name it is refused at its line; asked for not, it is left out with a reason."""
    small.change("selection: {size: 1}", "selection: {size: 2}")
    with pytest.raises(StudyError, match="more datasets than the 2 to choose") as caught:
        small.make()
    assert (caught.value.field, caught.value.line) == ("parts.selection", 14)
    found, events, _ = small.make(lenient=True)
    assert events["selection"].what == "left out"
    assert found.selection is None
    assert list(found.left_out) == ["selection"]
    assert "Left out: selection" in (small.out / "index.html").read_text()


def test_failures_of_fits_are_named_and_the_rest_is_kept(small):
    small.change("max_depth: 1", "max_depth: -1")
    with pytest.raises(TasksFailed, match="6 jobs failed: stump"):
        small.make()
    small.change("max_depth: -1", "max_depth: 1")
    _, _, fits = small.make()
    assert sorted(fits) == ["1"] * 6


def test_a_table_of_results_is_a_study_too(tmp_path):
    file = tmp_path / "study.yaml"
    file.write_text(
        "name: C4.5\nengine: python\n"
        "data: {results: 'pybench:demsar2006.csv', higher_is_better: true, metric: AUC}\n"
        "parts: {comparison: {bayesian: false, stability: false, mcm: false}}\n"
    )
    found = pb.study(file, tmp_path / "out")
    # JMLR 7, page 15, where "voting" was ranked apart.
    assert found.comparison.scores["mean_rank"].round(3).to_dict() == {
        "C4.5": 3.143, "C4.5+m": 2.0, "C4.5+cf": 2.929, "C4.5+m+cf": 1.929,
    }  # fmt: skip


def test_progress_goes_from_nothing_to_all(small):
    seen = []
    small.make(progress=seen.append)
    whole = [one for one in seen if one.pieces == "parts"]
    assert (whole[0].done, whole[-1].share) == (0, 1.0)
    assert [one.share for one in whole] == sorted(one.share for one in whole)


FRAGILE = """
import os
from sklearn.tree import DecisionTreeClassifier

class Fragile(DecisionTreeClassifier):
    def fit(self, X, y):
        with open(os.environ["COUNTED"], "a") as file:
            file.write("fit\\n")
        if os.path.getsize(os.environ["COUNTED"]) < 5:
            raise MemoryError
        return super().fit(X, y)
"""


def test_what_stands_in_for_a_failure_does_not_outlive_the_limits_that_it_failed_by(small):
    (small.folder / "fragile.py").write_text(FRAGILE)
    small.file.write_text(
        "name: n\nengine: python\njobs: 1\nrun: {fallback: majority, retries: 0}\n"
        "data: {datasets: [wine], folds: 2}\nparts: {}\n"
        "estimators: {fragile: {class: fragile.Fragile, file: fragile.py}}\n"
    )
    first, _, _ = small.make()
    small.change("retries: 0", "retries: 1")
    found, events, fits = small.make()
    assert (events["results"].what, events["results"].why) == (
        "made again", "retries was 0, is 1",
    )  # fmt: skip
    assert fits == ["fit", "fit"]  # of the fold that failed alone
    assert found.table.scores[0, 0] > first.table.scores[0, 0] + 0.1


def test_scores_that_cannot_be_ranked_leave_a_report(small):
    """Of one method: refused at its line where a comparison is asked for, else left out."""
    small.file.write_text(
        "name: n\nengine: python\njobs: 1\ndata: {datasets: [iris, wine], folds: 2}\n"
        "estimators: {Bayes: sklearn.naive_bayes.GaussianNB}\n"
        "parts: {comparison: true, selection: {size: 1}}\n"
    )
    with pytest.raises(StudyError, match="2 methods or more") as caught:
        small.make()
    assert (caught.value.field, caught.value.line) == ("parts.comparison", 6)
    found, _, _ = small.make(lenient=True)
    assert found.left_out == {"comparison": "it requires scores of 2 methods or more"}
    assert found.selection is not None
    assert (small.out / "index.html").is_file()


def test_published_tables_without_r_are_left_out_where_that_is_allowed(small, monkeypatch):
    close()  # an R that runs already is not looked for
    monkeypatch.setenv("R_HOME", str(small.folder))
    monkeypatch.setenv("PATH", str(small.folder))
    small.file.write_text(
        "name: n\nengine: both\n"
        "data: {results: 'pybench:demsar2006.csv', higher_is_better: true}\n"
        "published: {Theirs: {file: 'pybench:demsar2006.csv', higher_is_better: true}}\n"
        "parts: {}\n"
    )
    with pytest.raises(EnvironmentProblem):
        small.make()
    found, _, _ = small.make(lenient=True)
    assert list(found.left_out) == ["published"]


def test_an_r_without_the_package_computes_nothing_and_all_is_reused(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBENCH_R_LIBS", str(tmp_path))
    monkeypatch.setattr("pybench.bridge.locate.require_supported", lambda *_: Pair("here"))
    file, told = tmp_path / "study.yaml", []
    file.write_text(
        "name: n\n"
        "data: {results: 'pybench:demsar2006.csv', higher_is_better: true}\n"
        "parts: {comparison: {bayesian: false, stability: false, mcm: false}}\n"
    )
    for _ in range(2):
        told.clear()
        pb.study(file, tmp_path / "out", told=told.append)
    assert {event.what for event in told} == {"reused"}
