"""Subsets and coarser targets are found by equal rows, and chance does not look like them."""

from __future__ import annotations

from pybench.suite.overlap import Rows, binarised, subset_of

KEYS = [bytes([i]) for i in range(40)]
FIVE = [str(i % 5) for i in range(40)]
TWO = ["low" if i % 5 < 2 else "high" for i in range(40)]


def rows(name, keys=KEYS, target=FIVE, numbers=None, width=3):
    return Rows(name, keys, target, numbers, width)


def test_a_subset_is_one_of_a_larger_dataset_with_the_same_targets():
    part = rows("part", KEYS[5:25], FIVE[5:25])
    assert subset_of(part, [rows("other", KEYS[30:], FIVE[30:]), rows("whole")]) == (
        True, "all of its 20 rows are, with their targets, among the 40 rows of `whole`",
    )  # fmt: skip
    assert subset_of(rows("whole"), [part])[0] is None
    assert subset_of(rows("copy"), [rows("whole")]) == (
        None, "40 of its 40 rows are, with their targets, rows of `whole` as well",
    )  # fmt: skip
    assert subset_of(rows("torn", KEYS[5:25], TWO[5:25]), [rows("whole")]) == (
        None, "none of its 20 rows is, with its target, in the data of 1 other candidate",
    )  # fmt: skip


def test_rows_of_another_width_are_never_equal():
    assert subset_of(rows("part", KEYS[:9], FIVE[:9], width=4), [rows("whole")])[0] is None


def test_a_target_merged_from_classes_is_found():
    two = rows("two", target=TWO)
    assert binarised(two, [rows("five")]) == (
        True, "its rows are, without the target, rows of `five`, whose 5 classes it merges into two"
    )  # fmt: skip
    torn = ["low", *["high" if text == "low" else "low" for text in TWO[1:3]], *TWO[3:]]
    assert binarised(rows("torn", target=torn), [rows("five")])[0] is None
    assert binarised(rows("five"), [two]) == (False, "its target has 5 different values")


def test_a_target_cut_from_numbers_is_found():
    numbers = [float(i * i) for i in range(40)]
    fine = rows("fine", target=[str(x) for x in numbers], numbers=numbers)
    cut = rows("cut", target=["P" if x < 500 else "N" for x in numbers])
    assert binarised(cut, [fine])[1].endswith("`fine`, whose target it cuts between 484 and 529")
    odd = rows("odd", target=["P" if i % 2 else "N" for i in range(40)])
    assert binarised(odd, [fine])[0] is None


def test_a_row_number_determines_nothing():
    """Each row has its own class there, so that any two classes follow from them."""
    own = rows("own", target=[f"r{i}" for i in range(40)])
    assert binarised(rows("two", target=TWO), [own])[0] is None


def test_what_few_rows_show_by_chance_is_not_shown():
    few = rows("few", KEYS[:4], ["a", "a", "b", "b"])
    fine = rows("fine", KEYS[:4], ["1", "2", "3", "4"], [1.0, 2.0, 3.0, 4.0])
    assert binarised(few, [fine])[0] is None


def test_rows_that_occur_twice_are_not_matched():
    twice = rows("two", KEYS * 2, TWO * 2)
    assert binarised(twice, [rows("five", KEYS * 2, FIVE * 2)])[0] is None
    assert binarised(rows("two", target=TWO), [rows("part", KEYS[:30], FIVE[:30])])[0] is None
