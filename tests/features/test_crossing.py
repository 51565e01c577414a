"""A table of features from Python to R by CSV: every bit of a number, every byte of a text."""

from __future__ import annotations

import json
import subprocess

import numpy as np
import pytest

import pybench as pb

LABELS = ["01", "NA", "1.0", "1", "", None, " x", "a,b", 'say "hi"', "é日本", "TRUE", "two\nlines"]
NAMES = ("value__quantile__q_0.1", 'f_agg_"mean"', "a b", "1", "NA", "if", "x,y")


@pytest.mark.r
def test_r_reads_what_python_wrote(tmp_path):
    rng = np.random.default_rng(0)
    n = len(LABELS)
    values = rng.integers(0, 2**64, (n, len(NAMES)), dtype=np.uint64).view(np.float64).copy()
    values[0, :4] = [np.nan, np.inf, -np.inf, -0.0]
    values[1, :4] = [5e-324, 1.7976931348623157e308, 0.1 + 0.2, 2.0**53 + 2]
    texts = [
        np.array(x, object) for x in (["d", "NA", "e f"] * 4, ["train", "test", ""] * 4, LABELS)
    ]
    table = pb.FeatureTable(*texts, np.arange(n), values, NAMES, "mine")
    pb.write_features(table, tmp_path / "f.csv")
    code = """
    t <- pybench::pb_read_features("f.csv")
    bits <- writeBin(as.vector(t$values), "values.bin")
    texts <- t[c("dataset", "split", "label", "id", "names", "ids")]
    jsonlite::write_json(texts, "texts.json", na = "null", digits = NA)
    """
    command = ["Rscript", "--vanilla", "-e", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = np.fromfile(tmp_path / "values.bin").reshape(values.shape, order="F")
    same = (found.view(np.uint64) == values.view(np.uint64)) | (np.isnan(found) & np.isnan(values))
    assert same.all()
    said = json.loads((tmp_path / "texts.json").read_text(encoding="utf-8"))
    for name in ("dataset", "split", "label", "id", "names", "ids"):
        assert said[name] == list(getattr(table, name)), name
