"""Which format a source has."""

from __future__ import annotations

import pandas as pd
import pytest

import pybench as pb
from pybench.items.formats import recognised


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("x.csv", "table"),
        ("x.parquet", "table"),
        ("samples_t.JSONL", "lm-eval"),
        ("x.eval", "inspect"),
        ("x.json", "inspect"),
        (["x.eval", "y.eval"], "inspect"),
        ({"m": ["samples_t.jsonl"]}, "lm-eval"),
        (pd.DataFrame(), "table"),
        (3, "table"),
    ],
)
def test_endings(source, kind):
    assert recognised(source) == kind


def test_folders(tmp_path):
    with pytest.raises(pb.InputError, match="none of their files"):
        recognised(tmp_path)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "log.json").touch()
    assert recognised(tmp_path) == "inspect"
    (tmp_path / "deep" / "samples_x.jsonl").touch()  # beside results_<date>.json
    assert recognised(tmp_path) == "lm-eval"
    (tmp_path / "runs").mkdir()
    assert recognised(tmp_path) == "run"


@pytest.mark.parametrize("source", [[3], [], {}, {3: "x.eval"}])
def test_what_is_no_path(source):
    with pytest.raises(pb.ArgumentError, match="`source` must"):
        pb.read_items(source, "inspect", higher_is_better=True)


def test_a_folder_without_files_of_the_named_format(tmp_path):
    with pytest.raises(pb.InputError, match=r"samples_\*\.jsonl"):
        pb.read_items(tmp_path, "lm-eval", higher_is_better=True)
