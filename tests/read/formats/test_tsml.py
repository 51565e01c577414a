"""Files of tsml-eval: resamples of one estimator, means of several, in both languages."""

from __future__ import annotations

import pytest

import pybench as pb
from pybench.base.errors import InputError
from pybench.bridge.call import call

RESAMPLES = "{head},0,1\nArrowHead,0.5,0.75\nBeef,0.25,0.5\n"
MEANS = "Estimators:,ROCKET,HC2\nArrowHead,0.5,0.75\nBeef,0.25,0.5\n"


def written(path, text):
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("head", ["Resamples:", "folds:"])
def test_resamples_of_estimators_by_the_names_of_their_files(head, tmp_path):
    written(tmp_path / "ROCKET_accuracy.csv", RESAMPLES.format(head=head))
    written(tmp_path / "HC2_accuracy.csv", RESAMPLES.format(head=head).replace("0.25", "0.125"))
    t = pb.read_results(tmp_path, higher_is_better=True, repeats="keep")
    assert (t.metric, t.classifiers) == ("accuracy", ("HC2", "ROCKET"))
    assert t.datasets == ("ArrowHead", "Beef")
    assert t.by_repeat[1].tolist() == [[0.125, 0.5], [0.25, 0.5]]


def test_means_of_several_estimators(tmp_path):
    path = written(tmp_path / "bakeoff_balacc_mean.csv", MEANS)
    t = pb.read_results(path, higher_is_better=True)
    assert (t.metric, t.classifiers) == ("balacc", ("ROCKET", "HC2"))
    assert t.scores.tolist() == [[0.5, 0.75], [0.25, 0.5]]
    assert pb.read_results(path, higher_is_better=True, format="tsml-eval").metric == "balacc"


def test_files_of_other_metrics_are_left_out_if_one_is_asked(tmp_path):
    written(tmp_path / "ROCKET_accuracy.csv", RESAMPLES.format(head="Resamples:"))
    written(tmp_path / "ROCKET_logloss.csv", RESAMPLES.format(head="Resamples:"))
    with pytest.raises(InputError, match="expected one metric, found `accuracy`, `logloss`"):
        pb.read_results(tmp_path, higher_is_better=True, repeats="mean")
    t = pb.read_results(tmp_path, higher_is_better=False, repeats="mean", metric="logloss")
    assert (t.metric, t.classifiers) == ("logloss", ("ROCKET",))
    with pytest.raises(InputError, match="expected the metric `auroc`"):
        pb.read_results(tmp_path, higher_is_better=True, repeats="mean", metric="auroc")


def test_older_files_name_no_metric(tmp_path):
    path = written(tmp_path / "HC2_TESTFOLDS.csv", RESAMPLES.format(head="folds:"))
    t = pb.read_results(path, higher_is_better=True, repeats="mean", metric="accuracy")
    assert (t.metric, t.classifiers) == ("accuracy", ("HC2",))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0.25", "abc"), ("0.25", "inf"), ("0.25", "True"), ("0.25", ""), ("0.25", "0,25"),
        ("0.25", "0x1"), ("0.25", "1e999"), ("Beef", "Be\nef"),
        ("Beef", "ArrowHead"), ("Beef", '"Beef'),
        ("Beef", "Beef\0"), (",0,1", ",0,0"), (",0,1", ",0,1,2"), (",0,1", ",0"),
        (",0,1", ",0,one"), (",0,1", ",-1,1"), ("Resamples:", "Resample"), ("\n", "\r"),
        ("Beef", "Be\xefef\ufeff,"), ("0.25,0.5", "0.25"), ("Resamples:,0,1\n", ""),
    ],
)  # fmt: skip
def test_a_spoilt_file_is_refused(old, new, tmp_path):
    text = RESAMPLES.format(head="Resamples:").replace(old, new, 1)
    path = written(tmp_path / "ROCKET_accuracy.csv", text)
    with pytest.raises(InputError):
        pb.read_results(path, higher_is_better=True, repeats="mean", format="tsml-eval")


@pytest.mark.parametrize("name", ["accuracy_ranks.csv", "accuracy_p_values.csv"])
def test_ranks_and_p_values_are_no_scores(name, tmp_path):
    path = written(tmp_path / name, MEANS)
    with pytest.raises(InputError, match="a file of the format `tsml-eval`, found no `Resamples:`"):
        pb.read_results(path, higher_is_better=True, format="tsml-eval")


def test_resamples_and_means_are_not_mixed(tmp_path):
    written(tmp_path / "ROCKET_accuracy.csv", RESAMPLES.format(head="Resamples:"))
    written(tmp_path / "accuracy_mean.csv", MEANS)
    with pytest.raises(InputError, match="files of resamples, or of means, found both"):
        pb.read_results(tmp_path, higher_is_better=True, repeats="mean")


def test_a_wrong_score_is_named_by_its_file_and_line(tmp_path):
    text = RESAMPLES.format(head="Resamples:").replace("0.25", "abc")
    written(tmp_path / "ROCKET_accuracy.csv", text)
    written(tmp_path / "HC2_accuracy.csv", RESAMPLES.format(head="Resamples:"))
    with pytest.raises(InputError, match=r"found `abc` in .*ROCKET_accuracy\.csv:3"):
        pb.read_results(tmp_path, higher_is_better=True, repeats="mean")


def test_published_files_go_the_same_way(tmp_path):
    path = written(tmp_path / "ROCKET_accuracy.csv", RESAMPLES.format(head="Resamples:"))
    assert pb.import_published(path, tmp_path / "out", origin="a test") == ["ROCKET"]
    frame = pb.suite_results(tmp_path / "out")
    assert frame[["estimator", "folds", "accuracy"]].to_numpy().tolist() == [["ROCKET", 4, 0.5]]


@pytest.mark.r
def test_r_reads_the_same(tmp_path):
    written(tmp_path / "ROCKET_accuracy.csv", RESAMPLES.format(head="Resamples:"))
    written(tmp_path / "HC2_accuracy.csv", RESAMPLES.format(head="folds:").replace("0.5", "0.3"))
    here = pb.read_results(tmp_path, higher_is_better=True, repeats="mean")
    source = f"""
      t <- pybench::pb_read_results("{tmp_path}", TRUE, repeats = "mean")
      list(scores = as.vector(t$scores), names = c(t$datasets, t$classifiers, t$metric))
    """
    there = call("bridge_eval", {"source": source})
    assert there["scores"] is not None
    assert list(there["scores"]) == here.scores.T.ravel().tolist()
    assert list(there["names"]) == [*here.datasets, *here.classifiers, here.metric]
