"""The protocol of representations beyond series: built-in, registered, and what it refuses."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.features import representation as known
from pybench.features.described import BUILT_IN


def words():
    return pb.Representation(
        "words", "dataset", ("words", "letters"),
        lambda text: np.array([[len(text.split()), len(text)]]),
    )  # fmt: skip


@pytest.fixture
def registered():
    pb.register_representation("words", words)
    yield "words"
    del known._registered["words"]


def test_texts_are_the_text_embedding():
    texts = {"a": "short news", "b": "long reviews", "c": "news in French"}
    found = pb.embed_datasets(texts, "text", dimensions=2)
    pd.testing.assert_frame_equal(found, pb.text_embedding(texts, dimensions=2))


def test_your_own_by_name_or_object(registered):
    texts = {"a": "one two", "b": "three"}
    found = pb.embed_datasets(texts, registered)
    assert found.to_dict("index") == {
        "a": {"words": 2, "letters": 7}, "b": {"words": 1, "letters": 5}
    }  # fmt: skip
    assert found.index.name == "dataset"
    pd.testing.assert_frame_equal(found, pb.embed_datasets(texts, words()))


def test_rows_choose_datasets(registered):
    found = pb.embed_datasets({"a": "one two", "b": "three", "c": "four five six"}, registered)
    assert len(pb.select(found, 2).names) == 2


@pytest.mark.parametrize(
    ("data", "representation", "message"),
    [
        ({}, "text", "`data` is empty"),
        ([1], "text", "`data` must be a mapping"),
        ({"a": 1}, "other", '`representation` must be one of "interactions", "tabular", "text"'),
        ({"a": 1}, pb.Representation("one", "series", ("x",), len), "describes single series"),
        ({"a": 1}, pb.Representation("one", "dataset", ("x",), lambda _: [1.0]), "must return one"),
    ],
)
def test_refusals(data, representation, message):
    with pytest.raises(ArgumentError, match=message):
        pb.embed_datasets(data, representation)


def test_an_error_names_the_dataset():
    with pytest.raises(ArgumentError) as caught:
        pb.embed_datasets({"first": pd.DataFrame({"x": [1]})}, "interactions")
    assert caught.value.__notes__ == ["dataset: `first`"]


def test_every_representation_is_one_of_datasets():
    for name, make in BUILT_IN.items():
        made = make()
        assert (made.name, made.unit in ("dataset", "collection")) == (name, True)
