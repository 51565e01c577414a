"""The sentences of a comparison are those of the shared specification."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pybench as pb

EXAMPLES = json.loads(
    (Path(__file__).parents[1] / "golden" / "conclusions.json").read_text(encoding="utf-8")
)["examples"]


def read(example, shared):
    options = {"higher_is_better": example["higher_is_better"]}
    if "shared" in example:
        return pb.read_results(shared() / example["shared"], missing=example["missing"], **options)
    names = {name: example[name] for name in ("datasets", "classifiers")}
    return pb.read_results(example["scores"], **names, **options)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_examples(example, request):
    t = read(example, lambda: request.getfixturevalue("shared"))
    result = pb.compare(t, example["alpha"], convention=example["convention"])
    assert list(result.conclusions) == example["conclusions"]


def sentences(make_table, scores, *arguments, **options):
    return list(pb.compare(make_table(scores), *arguments, **options).conclusions)


def test_the_level_is_that_of_the_call(make_table):
    """k = 2, N = 4, all agree: chi-square = 4 with 1 degree of freedom, p = 0.0455."""
    scores = [[2, 1]] * 4
    assert sentences(make_table, scores, 0.05)[0].startswith("The Friedman test finds that")
    assert sentences(make_table, scores, 0.04)[0].startswith("The Friedman test does not find that")


def test_classifiers_that_share_the_best_rank(make_table):
    found = sentences(make_table, [[3, 2, 1], [2, 3, 1]])
    assert "c1, c2 share the best mean rank (1.50)." in found
    assert "No other classifier is told apart from the best." in found
    found = sentences(make_table, [[3, 2, 1], [2, 3, 1]] * 20)
    assert "Every other classifier differs from the best." in found


def test_every_other_convention_is_named(make_table):
    for convention in ("scmamp", "pmcmr"):
        found = sentences(make_table, [[3, 2, 1]] * 4, convention=convention)
        assert f"follow the convention of {convention}" in found[-1]


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([[9, 12, 1], [9, -2, 1]] * 6, "1 of 3 pairs differs"),
        ([[9, 4, 1], [9, 1, 4]] * 4, "2 of 3 pairs differ"),
    ],
)
def test_one_pair_differs_and_two_differ(make_table, scores, said):
    assert f"Holm's correction {said}." in " ".join(sentences(make_table, scores))
