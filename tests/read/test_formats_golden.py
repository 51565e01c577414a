"""A file of each format, made by hand from its documentation, with what comes out of it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from pybench.base.errors import InputError
from pybench.read.formats import registry
from pybench.read.results import read_results
from tests.read.format_files import TABLES
from tests.read.test_formats_in_r import hostile_tables

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "formats"
TOOLS = ("lm-eval", "inspect-ai", "mteb", "crfm-helm", "sktime", "fev", "bencheval",
         "every-eval-ever")  # fmt: skip
CASES = json.loads((GOLDEN / "index.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['source']} {case['metric']}")
def test_what_comes_out(case):
    source = GOLDEN / case["source"]
    t = read_results(source, **case["arguments"])
    assert list(t.datasets) == case["datasets"]
    assert list(t.classifiers) == case["classifiers"]
    assert np.array_equal(t.scores, case["scores"])
    assert (t.metric, t.higher_is_better) == (case["metric"], case["higher_is_better"])
    assert t.source == f"{source} ({case['format']})"


def test_every_format_has_a_case():
    assert {case["format"] for case in CASES} == {one.name for one in registry.BUILT_IN}


def test_files_that_the_tools_wrote_were_read_with_equal_scores():
    """`python -m bench.formats` measured it; sktime's scores are of the order of 1000."""
    found = pd.read_csv(ROOT / "bench" / "formats.csv")
    assert (found["difference"] <= 1e-12).all()
    both = found.groupby("reader")["package"].agg(set)
    assert both["read_results"] == both["pb_read_results"] >= both["read_items"]
    assert both["read_results"] == set(TOOLS)


@pytest.mark.parametrize("name", TABLES)
def test_twenty_hostile_tables_of_each_format_are_refused(name, tmp_path):
    """For documents, tests/read/formats/test_language.py counts them."""
    refused = set()
    for path, arguments in hostile_tables(tmp_path, name):
        try:
            t = read_results(path, **arguments)
        except InputError:
            refused.add(path.read_bytes())
        else:
            assert np.isfinite(t.scores).all()
    assert len(refused) >= 20
