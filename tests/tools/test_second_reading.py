"""The judge of bench/second_reading.py knows every sentence, and finds a false one false."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

import pybench as pb

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench import second_printed, second_reading
from bench.second_truth import Truth, signed_rank, tail

HOLES = {
    "test": "the signed-rank tests with Holm's correction",
    "Test": "Nemenyi's test",
    "names": "a better than b; c better than d",
    "others": "c, d",
    "best": "a",
    "better": "0.5",
    "worse": "0.25",
    "first": "a",
    "second": "b",
    "found": "chi-square = 3, df = 2, p = 0.22",
    "ties": " with ties like these",
    "reversed": "none",
    "convention": "scmamp",
}


@pytest.mark.parametrize("key", second_reading.TEMPLATES)
def test_every_template_is_known(key):
    own = {"better": "a", "worse": "b"} if key == "two_better" else {}
    own |= {"found": " (critical difference 1.2)"} if key.startswith("pairs_") else {}
    filled = re.sub(
        r"\{(\w+)\}", lambda m: (HOLES | own).get(m[1], "7"), second_reading.TEMPLATES[key]
    )
    found, values = second_reading.parse(filled)
    assert found == key
    assert key in second_reading.JUDGES
    assert all(value == (HOLES | own).get(hole, "7") for hole, value in values.items())
    assert set(second_reading.JUDGES) == set(second_reading.TEMPLATES)


@pytest.mark.parametrize("name", ["2, repeats kept", "4, repeats kept", "7, repeats kept",
                                  "repeats that show nothing"])  # fmt: skip
def test_sentences_on_repeats_are_judged(name):
    t, truth = second_reading.read(dict(second_reading.tables())[name])
    [said] = [one for one in pb.compare(t, rho=truth.rho).conclusions if one.startswith("Within")]
    assert second_reading.judge(truth, said)[1]
    for part in set(re.findall(r"(?:on|for|of|worse on|any of) (\d+)\b", said)):
        other = re.sub(rf"\b{part}\b(?!\.)", str(int(part) + 1), said.replace("0.", "0,"), count=1)
        assert not second_reading.judge(truth, other.replace("0,", "0."))[1], other


@pytest.fixture(scope="module")
def table():
    """Four methods on 15 datasets, apart."""
    ask = dict(second_reading.tables())["separated"]
    t, truth = second_reading.read(ask)
    return pb.compare(t, bayesian=True, stability=True), truth


def test_true_sentences_are_true_and_falsified_ones_false(table):
    found, truth = table
    for sentence in found.conclusions:
        key, right = second_reading.judge(truth, sentence)
        assert right, sentence
        for number in {m for m in re.findall(r"\b\d+\b(?!\.)", sentence) if m != "0"}:
            if key != "stability" and not re.search(rf"[.]{number}\b", sentence):
                other = re.sub(rf"\b{number}\b(?!\.)", str(int(number) + 1), sentence, count=1)
                if "df = " not in other or "df = 3" in other:
                    assert not second_reading.judge(truth, other)[1], other
    swapped = next(one for one in found.conclusions if "best mean rank" in one)
    assert not second_reading.judge(truth, swapped.replace("c0", "c1"))[1]
    assert second_reading.judge(truth, "All is well.") == ("unknown", False)


def test_what_p_is_never_below_is_of_the_size_unless_ties_are_named():
    """The error that the first reading found: 12 datasets can have p = 2 / 2^12."""
    scores = np.array([[0.8, 0.7]] * 3 + [[0.7, 0.7]] * 9)
    truth = Truth(scores, ["a", "b"], True, 0.05, 0.01, 0)
    said = (
        "The signed-rank test cannot show a difference at alpha = 0.05: on 12 datasets{} "
        "the p-value is never below 0.25 (p = 0.25)."
    )
    assert second_reading.judge(truth, said.format(" with ties like these")) == ("two_unable", True)
    assert second_reading.judge(truth, said.format("")) == ("two_unable", False)


def test_lines_of_single_results_are_judged(table):
    found, truth = table
    text = str(found.wilcoxon)
    assert all(r for _, r, _ in second_printed.pairwise(truth, "wilcoxon", text))
    wrong = text.replace("better than", "worse than")
    assert not all(r for _, r, _ in second_printed.pairwise(truth, "wilcoxon", wrong))


def test_the_oracle_by_hand():
    """Five that agree: 2 / 2^5; and the sums of signs of 1, 2, 3: 2 of 8 reach 6."""
    assert signed_rank(np.array([1, 2, 3, 4, 5])) == (1, 0.0625)
    assert tail([1, 2, 3], 6) == 0.25
    truth = Truth([[3, 2, 1]] * 3, ["a", "b", "c"], True, 0.05, 0.01, 0)
    assert truth.rearranged == pytest.approx((1 / 36, 1 / 36))
