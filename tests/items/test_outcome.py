"""The result of a comparison item by item: text, frame, table, JSON."""

from __future__ import annotations

import dataclasses
import json

import pybench as pb
from tests.items.made import made


def test_a_test_that_cannot_reject_says_so():
    items = pb.ItemTable(tuple("abcd"), ("m", "n"), [[1, 0]] * 3 + [[0, 0]], True)
    result = pb.compare_items(items, test="mcnemar")
    assert result.least_pvalue == 0.25
    assert "no p can be below 0.25: this test cannot reject at 0.05" in str(result)


def test_the_text_names_test_level_and_direction():
    items = pb.ItemTable(
        tuple(map(str, range(60))), ("bad", "good"), [[0.0, 1.0]] * 50 + [[1.0, 0.0]] * 10, True
    )
    text = str(pb.compare_items(items, test="mcnemar", alpha=0.01))
    assert "exact McNemar test, alpha = 0.01, adjustment holm" in text
    assert "good is better than bad: 0.6667" in text
    assert "1 of 1 pair differs significantly (p <= 0.01)" in text
    assert "no proof" not in text
    doubtful = str(pb.compare_items(made(1, clusters=8), rope=0.1))
    assert "clustered paired t-test, CR2, df = " in doubtful
    assert "is not shown to differ from" in doubtful
    assert "this is no proof" in doubtful
    assert "posterior (student), rope 0.1" in doubtful
    assert "sign-flip test of clusters" in str(pb.compare_items(made(1, clusters=8), "sign_flip"))
    many = str(pb.compare_items(made(1, k=12), rope=0))
    assert "and 2 methods more" in many
    assert "and 56 pairs more" in many


def test_hostile_names_stay_on_their_line():
    items = dataclasses.replace(
        made(1, k=2), classifiers=("a\n  b is better", "\x1b[31m"), metric="m\nn"
    )
    assert len(str(pb.compare_items(items)).splitlines()) == len(
        str(pb.compare_items(made(1, k=2))).splitlines()
    )


def test_frame_table_and_json():
    result = pb.compare_items(made(1, clusters=8), rope=0.1)
    frame = result.to_frame()
    assert frame["pvalue"].tolist() == result.pvalues.tolist()
    assert list(frame)[-3:] == ["better", "equal", "worse"]
    assert "better" not in pb.compare_items(made(1)).to_frame()
    table = result.to_table().to_markdown()
    assert "better by test" in table
    assert "clustered paired t-test" in table
    again = pb.load_result(json.loads(json.dumps(result.to_dict())))
    assert again.to_dict() == result.to_dict()
    assert str(again) == str(result)
