from pathlib import Path

import pandas as pd
import pytest

import pybench as pb
from pybench.flow.metafeatures import metafeatures


def test_the_bundled_table_of_looks_is_computed_again():
    data = Path(pb.__file__).parent / "data"
    shipped = pd.read_csv(data / "datasets15.csv", index_col="dataset")
    suite = pb.Suite.create("all", list(shipped.index), procedure="holdout")
    pd.testing.assert_frame_equal(metafeatures(suite).round(4), shipped)


def test_a_table_with_missing_values_and_names(tmp_path):
    """Four rows of three columns, classes 3 to 1."""
    (tmp_path / "t.csv").write_text("a,b,c,class\n1,x,,p\n2,y,3,p\n3,x,4,q\n?,y,5,p\n")
    suite = pb.Suite.create("t", tmp_path, target="class", procedure="holdout", share=0.5)
    row = metafeatures(suite).loc["t"]
    assert row["log features"] == pytest.approx(1.0986, abs=1e-4)
    assert row["largest class"] == 0.75
    assert row["entropy of classes"] == pytest.approx(0.8113, abs=1e-4)
