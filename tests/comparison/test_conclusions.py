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
