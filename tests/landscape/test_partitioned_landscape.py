"""The landscape of rows in many files: that of the map, its regions and the rows in them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from tests.landscape.test_partitioned import FEATURES, written

ROWS = np.random.default_rng(3).normal(size=(400, 4))


@pytest.mark.r
def test_the_landscape_counts_the_rows_of_each_dataset_in_the_regions_of_the_map(tmp_path):
    source, out = written(tmp_path / "rows", ROWS), tmp_path / "out"
    land = pb.partitioned_landscape(source, 5, 4, out=out, k=3, rlen=4, seed=2, workers=1)
    som = pb.partitioned_som(source, 5, 4, out=out, rlen=4, seed=2, workers=1)
    names = [name for file in sorted(source.iterdir()) for name in pd.read_parquet(file).dataset]
    joined = pb.regions(som.codes, 3, dataset=names, units=som.units)
    assert land.dataset.tolist() == names
    assert land.regions.to_dict() == joined.to_dict()
    counted = pb.coverage(names, joined.labels[som.units], 3)
    assert land.coverage.to_dict() == counted.to_dict()
    assert land.scaling.left_out == {"never": "never varies"}
    frame = pd.concat(map(pd.read_parquet, sorted(source.iterdir())))
    assert land.nearest_region(frame).tolist() == land.region.tolist()


def test_a_landscape_needs_datasets_and_three_units(tmp_path):
    folder = tmp_path / "rows"
    folder.mkdir()
    pd.DataFrame(ROWS, columns=list(FEATURES)).to_parquet(folder / "rows.parquet")
    with pytest.raises(ArgumentError, match="expected a column dataset, found none"):
        pb.partitioned_landscape(folder, 5, 4, out=tmp_path / "out", seed=0)
    with pytest.raises(ArgumentError, match="`xdim` and `ydim` must give maps of 3 units"):
        pb.partitioned_landscape(folder, 2, 1, out=tmp_path / "out", seed=0)
    assert not (tmp_path / "out").exists()
