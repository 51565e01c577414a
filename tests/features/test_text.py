"""Descriptions and their vectors: the template, TF-IDF by hand, encoders, refusals."""

from __future__ import annotations

import csv
import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

import pybench as pb

TEXTS = {
    "ArguAna": "Task family: retrieval. Domain: debate. Special properties: long queries.",
    "SciFact": "Task family: retrieval. Domain: science. Labels or relevance: binary.",
    "Banking77": "Task family: classification. Domain: banking. Labels or relevance: 77 classes.",
    "Emotion": "Task family: classification. Domain: tweets. Special properties: noisy text.",
    "STS12": "Task family: similarity. Input format: pair of texts.",
}


def tfidf_by_hand(texts):
    """Smooth idf, raw counts, rows of length 1."""
    counts = [Counter(re.findall(r"\b\w\w+\b", text.lower())) for text in texts]
    words = sorted(set().union(*counts))
    df = {word: sum(word in count for count in counts) for word in words}
    idf = {word: np.log((1 + len(texts)) / (1 + df[word])) + 1 for word in words}
    rows = np.array([[count[word] * idf[word] for word in words] for count in counts])
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_the_template_has_the_fields_of_the_paper_in_order():
    fields = ("task", "input_format", "objective", "granularity", "languages", "domain", "labels")
    described = pb.describe_dataset(**{f: f.upper() for f in fields}, properties=["a", "b"])
    assert described == (
        "Task family: TASK. Input format: INPUT_FORMAT. Objective: OBJECTIVE. "
        "Text granularity: GRANULARITY. Languages: LANGUAGES. Domain: DOMAIN. "
        "Labels or relevance: LABELS. Special properties: a, b."
    )


def test_fields_left_out_leave_no_trace_and_full_stops_are_not_doubled():
    assert pb.describe_dataset(domain="  law \n texts. ") == "Domain: law texts."
    assert pb.describe_dataset(languages=["English", "", "Thai"]) == "Languages: English, Thai."


@pytest.mark.parametrize("maker", [np.array, pd.Series, iter])
def test_texts_come_in_any_list(maker):
    assert pb.describe_dataset(languages=maker(["English", "Thai"])) == "Languages: English, Thai."


@pytest.mark.parametrize("fields", [{}, {"task": " "}, {"properties": []}])
def test_an_empty_description_is_refused(fields):
    with pytest.raises(pb.ArgumentError, match="at least one field"):
        pb.describe_dataset(**fields)


@pytest.mark.parametrize("value", [3, None, ["a", 3]])
def test_fields_are_texts(value):
    with pytest.raises(pb.ArgumentError, match="`labels` must be a string or a list of strings"):
        pb.describe_dataset(labels=value)


def test_angles_are_those_of_tfidf_by_hand():
    found = pb.text_embedding(TEXTS)
    expected = tfidf_by_hand(list(TEXTS.values()))
    np.testing.assert_allclose(found @ found.T, expected @ expected.T, atol=1e-12)
    assert found.index.tolist() == list(TEXTS)
    assert found.index.name == "dataset"
    assert found.columns.tolist() == [f"text{i}" for i in range(1, 6)]


def test_reduced_vectors_are_scikit_learns_but_for_signs():
    weights = TfidfVectorizer().fit_transform(TEXTS.values())
    theirs = TruncatedSVD(3, algorithm="arpack", random_state=0).fit_transform(weights)
    theirs = theirs / np.linalg.norm(theirs, axis=1, keepdims=True)
    found = pb.text_embedding(TEXTS, dimensions=3)
    np.testing.assert_allclose(abs(found), abs(theirs), atol=1e-10)


def test_rows_follow_the_order_of_the_datasets():
    found = pb.text_embedding(TEXTS)
    backwards = pb.text_embedding(dict(reversed(TEXTS.items())))
    np.testing.assert_allclose(backwards.loc[found.index], found, atol=1e-10)


def test_a_series_is_as_good_as_a_mapping():
    pd.testing.assert_frame_equal(pb.text_embedding(pd.Series(TEXTS)), pb.text_embedding(TEXTS))


def test_an_encoder_plugs_in():
    seen = []

    def encoder(texts):
        seen.extend(texts)
        return [[3.0 * len(text), 4.0 * len(text), 0] for text in texts]

    found = pb.text_embedding(TEXTS, encoder)
    assert seen == list(TEXTS.values())
    np.testing.assert_allclose(found, np.tile([0.6, 0.8, 0], (5, 1)), rtol=1e-15)
    reduced = pb.text_embedding(TEXTS, encoder, dimensions=2)
    np.testing.assert_allclose(reduced, np.tile([1.0, 0], (5, 1)), atol=1e-12)


def test_a_zero_vector_stays():
    found = pb.text_embedding({"a": "x", "b": "y"}, lambda texts: [[0, 0], [0, 2]])
    assert found.to_numpy().tolist() == [[0, 0], [0, 1]]
    assert not pb.text_embedding({"a": "news", "b": "?"}).loc["b"].any()


def test_the_encoders_array_is_left_alone():
    rows = np.full((2, 2), 7.0)
    pb.text_embedding({"a": "x", "b": "y"}, lambda texts: rows)
    assert (rows == 7).all()


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ([1.0, 2.0], r"must return 2 rows of numbers, one per text, not \(2,\)"),
        ([[1.0]], "must return 2 rows"),
        ([[], []], "must return 2 rows"),
        ([[1.0], [np.nan]], "finite numbers"),
    ],
)
def test_bad_encoders_are_refused(answer, says):
    with pytest.raises(pb.ArgumentError, match=says):
        pb.text_embedding({"a": "x", "b": "y"}, lambda texts: answer)


@pytest.mark.parametrize(
    ("descriptions", "says"),
    [
        ({}, "must not be empty"),
        (["a text"], "must be a mapping of dataset to text, not list"),
        ({"a": "fine", "b": " "}, "not ' ' for `b`"),
        ({"a": None}, "not None for `a`"),
        (pd.Series(["x", "y"], index=["a", "a"]), "every dataset once, not `a` several times"),
        ({"a": "?", "b": "!"}, "words of two letters or more"),
    ],
)
def test_bad_descriptions_are_refused(descriptions, says):
    with pytest.raises(pb.ArgumentError, match=says):
        pb.text_embedding(descriptions)


def test_tasks_of_mteb_lie_with_their_kind(shared):
    with (shared / "data" / "results" / "mteb_2023_task_types.csv").open() as file:
        types = {row["dataset"]: row["task_type"] for row in csv.DictReader(file)}
    texts = {name: pb.describe_dataset(task=kind) for name, kind in types.items()}
    found = pb.text_embedding(texts)
    assert len(found) == 56
    assert found.shape[1] == len(set(types.values()))  # as many directions as kinds of task
    cosines = found @ found.T
    same = np.equal.outer(list(types.values()), list(types.values()))
    assert (cosines.to_numpy()[same] > 1 - 1e-12).all()
    assert (cosines.to_numpy()[~same] < 0.9).all()
