"""Stored splits: OpenML's stratification and aeon's resamples, laws, damage."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.base.errors import ArgumentError, SuiteError
from pybench.read.tabular import read_table
from pybench.suite.splits import Splits, cross_validation, holdout, resamples

HEAD = b"type,rowid,repeat,fold\n"


def labels(sizes, seed=0):
    found = np.repeat([f"c{i}" for i in range(len(sizes))], sizes)
    return np.random.default_rng(seed).permutation(found).tolist()


def spread(y, splits):
    """Return for each class the largest difference between folds in its number of test rows."""
    y = np.asarray(y)
    counts = [[np.sum(y[f.test] == c) for f in splits.folds()] for c in np.unique(y)]
    return [max(row) - min(row) for row in counts]


@pytest.mark.parametrize("sizes", [(7, 5), (50, 50, 50), (3, 1, 30), (10, 11, 12, 13)])
@pytest.mark.parametrize("folds", [2, 5, 10])
def test_folds_part_the_rows_evenly_and_every_class_too(sizes, folds):
    y = labels(sizes)
    splits = cross_validation(y, folds=folds, repeats=2, seed=3, name="toy")
    assert len(splits) == 2 * folds
    splits.check(len(y), "crossvalidation")
    lengths = [len(one.test) for one in splits.folds()]
    assert max(lengths) - min(lengths) <= 1
    for repeat in range(2):
        mine = Splits(tuple(one for one in splits.folds() if one.repeat == repeat))
        assert max(spread(y, mine)) <= 1


def test_openml_own_splits_keep_the_same_law(recorded):
    text = (recorded / "tasks" / "1882" / "datasplits.arff").read_text()
    rows = text.partition("@data\n")[2].split()
    splits = Splits.read(HEAD + "".join(f"{row}\n" for row in rows).encode())
    data = (recorded / "datasets" / "2" / "dataset.arff").read_bytes()
    y = read_table(data, format="arff").variable("class").texts()
    splits.check(len(y), "crossvalidation")
    assert (splits.repeats, splits.n_folds) == (10, 10)
    first = Splits(splits.parts[:10])
    assert max(spread(y, first)) <= 1


def test_folds_depend_on_seed_repeat_and_name_alone():
    y = labels((20, 20))

    def made(seed=0, name="a", repeats=1):
        return cross_validation(y, folds=5, repeats=repeats, seed=seed, name=name).to_bytes()

    assert made() == made()
    assert len({made(), made(seed=1), made(name="b")}) == 3
    two = Splits.read(made(repeats=2))
    assert Splits(two.parts[:5]).to_bytes() == made()
    assert not np.array_equal(two.parts[0].test, two.parts[5].test)


def test_every_row_is_as_likely_in_every_fold():
    y = labels((6, 9))
    hits = np.zeros((15, 5))
    for seed in range(600):
        for one in cross_validation(y, folds=5, repeats=1, seed=seed, name="law").folds():
            hits[one.test, one.fold] += 1
    # The 6 rows of one class fill folds 0 to 4 and 0 again, the 9 of the other 1 to 4, 0 to 4.
    parts = {"c0": np.array([2, 1, 1, 1, 1]) / 6, "c1": np.array([1, 2, 2, 2, 2]) / 9}
    for row, label in enumerate(y):
        expected, spread = 600 * parts[label], np.sqrt(600 * parts[label] * (1 - parts[label]))
        assert (np.abs(hits[row] - expected) < 5 * spread).all()


def test_a_holdout_tests_a_share_of_each_class():
    y = np.array(labels((30, 10)))
    for one in holdout(y.tolist(), share=0.3, repeats=3, seed=0, name="toy").folds():
        assert [np.sum(y[one.test] == c) for c in ("c0", "c1")] == [9, 3]
        assert sorted([*one.train, *one.test]) == list(range(40))
    with pytest.raises(ArgumentError, match="rows to train and to test"):
        holdout(["a", "b"], share=0.01, repeats=1, seed=0, name="toy")


@pytest.mark.parametrize("seed", range(4))
def test_resamples_are_those_of_aeon_row_for_row(seed):
    aeon = pytest.importorskip("aeon.benchmarking.resampling")
    rng = np.random.default_rng(seed)
    train, test = ["10", "9", "a", "b"] * 5, [*"ab", "9", "10", *rng.choice(["9", "a"], 17)]
    y, split = [*train, *test], ["train"] * len(train) + ["test"] * len(test)
    ours = resamples(y, split, repeats=5, name="toy")
    for one in list(ours.folds())[1:]:
        theirs = aeon.stratified_resample_data_indices(
            np.array(train), np.array(test), random_state=one.repeat
        )
        assert one.train.tolist() == theirs[0].tolist()
        assert one.test.tolist() == theirs[1].tolist()
    assert ours.parts[0].train.tolist() == list(range(len(train)))


def test_resamples_need_both_splits():
    with pytest.raises(ArgumentError, match="train and a test split"):
        resamples(["a", "b"], ["train", "train"], repeats=2, name="toy")


def test_bytes_and_back_keep_the_order_of_rows():
    y = labels((8, 8))
    splits = resamples(y, ["train"] * 10 + ["test"] * 6, repeats=3, name="toy")
    again = Splits.read(splits.to_bytes())
    assert again.to_bytes() == splits.to_bytes()
    frame = splits.to_frame()
    assert list(frame.columns) == ["type", "rowid", "repeat", "fold"]
    assert frame.to_csv(index=False, lineterminator="\n").encode() == splits.to_bytes()


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (b"TRAIN,0,0,0\nTEST,1,0", "line|TEST,1,0"),
        (b"train,0,0,0\nTEST,1,0,0\n", "train,0,0,0"),
        (b"TRAIN,-1,0,0\nTEST,1,0,0\n", "TRAIN,-1"),
        (b"TRAIN,01,0,0\nTEST,1,0,0\n", "TRAIN,01"),
        (b"TRAIN,0,0,0\nTEST,0,0,0\n", "row 0 twice in repeat 0, fold 0"),
        (b"TRAIN,0,0,0\nTRAIN,1,0,0\n", "no test rows in repeat 0, fold 0"),
        (b"TRAIN,0,0,0\nTEST,1,0,0\nTRAIN,0,2,0\nTEST,1,2,0\n", "no repeat 1, fold 0"),
        (b"TRAIN,0,0,0\nTEST,1,0,0\nTRAIN,0,1,1\nTEST,1,1,1\n", "no repeat 0, fold 1"),
        (b"", "a header alone"),
    ],
)
def test_damaged_splits_are_refused(body, found):
    with pytest.raises(SuiteError, match=found) as caught:
        Splits.read(HEAD + body, "x.csv")
    assert caught.value.file == "x.csv"
    assert caught.value.hint


def test_the_line_of_the_first_defect_is_named():
    with pytest.raises(SuiteError) as caught:
        Splits.read(HEAD + b"TRAIN,0,0,0\nTEST,1,0,0\nTEST,2,0,x\n")
    assert caught.value.line == 4


def test_splits_that_do_not_fit_the_data_are_refused():
    splits = cross_validation(labels((5, 5)), folds=2, repeats=1, seed=0, name="toy")
    with pytest.raises(SuiteError, match="rows from 0 to 8, found row 9"):
        splits.check(9, "crossvalidation")
    with pytest.raises(SuiteError, match="repeat 0 with other rows"):
        splits.check(11, "crossvalidation")
    splits.check(11, "holdout")
    with pytest.raises(ArgumentError, match="at most 3, the number of rows"):
        cross_validation(["a", "b", "a"], folds=4, repeats=1, seed=0, name="toy")


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (b"TRAIN,0,0,0\nTEST,1,0,999999999\n", "no repeat 0, fold 1"),
        (b"TRAIN,0,0,1\nTEST,1,999999999,999999999\n", "no repeat 0, fold 0"),
        (b"TRAIN,0,0,0\nTEST,1,0,0\nTRAIN,0,999999999,0\nTEST,1,999999999,0\n", "repeat 1,"),
    ],
)
def test_a_large_number_costs_no_memory(body, found):
    with pytest.raises(SuiteError, match=found):
        Splits.read(HEAD + body)
