"""Making a suite: the same input, the same bytes; wrong arguments are refused."""

from __future__ import annotations

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, DatasetError

WHEN = "2026-01-31T12:00:00Z"


@pytest.mark.parametrize(
    ("options", "error", "expected"),
    [
        ({}, ArgumentError, "`target` must name the column to predict"),
        ({"target": "z"}, DatasetError, "expected a column `z`"),
        ({"target": "class", "folds": 1}, ArgumentError, "folds"),
        ({"target": "class", "procedure": "loo"}, ArgumentError, "procedure"),
        ({"target": "class", "procedure": "resamples"}, ArgumentError, "train and a test split"),
        ({"target": "class", "about": {"z": {}}}, ArgumentError, "no dataset of the source: `z`"),
        ({"target": "class", "about": {"old": {"colour": "red"}}}, ArgumentError, "colour"),
        ({"target": "class", "keep": ["z"]}, ArgumentError, "does not have: `z`"),
        ({"target": "class", "alias": "a b"}, ArgumentError, "alias"),
        ({"target": "class", "created": "now"}, ArgumentError, "created"),
    ],
)
def test_wrong_arguments_are_refused(folder, options, error, expected):
    with pytest.raises(error, match=expected):
        pb.Suite.create("toy", folder, **options)


def test_the_same_folder_gives_the_same_bytes(folder, suite):
    twin = pb.Suite.create("toy", folder, target="class", folds=3, created=WHEN)
    assert twin.text() == suite.text()
