"""Settings: table 2 and figure 8 as the reference has them."""

from __future__ import annotations

import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError

NAMES = """
a-T1 a-T2 a-T4 a-T8 b-T2 b-T4 b-T8 b-T16 c-d1 c-d2 c-d4 c-d8 d-d6 d-d12 d-d24 d-d48
e-L5 e-L10 e-L20 e-L40 f-L10 f-L20 f-L40 f-L80 fig8a-T2 fig8a-T4 fig8a-T8 fig8a-T16
fig8b-s0.8 fig8b-s0.4 fig8b-s0.2 fig8b-s0.1 fig8c-m500 fig8c-m1000 fig8c-m2000 fig8c-m4000
"""


def test_the_36_settings_by_name():
    frame = pb.optimal.settings()
    assert frame["setting"].tolist() == NAMES.split()
    assert frame.index.tolist() == NAMES.split()


def test_they_are_those_of_the_reference(reference):
    for name, row in reference.groupby(level=0).first().iterrows():
        one = pb.optimal.setting(name)
        assert one.process.dimension == row["d"]
        assert one.length == row["L"]
        assert one.end == row["t_L"]
        assert one.substeps == row["substeps"]
        assert one.end / one.length / one.substeps == pytest.approx(row["delta"])
        assert one.scheme == ("milstein" if name.startswith("e-code") else "euler")


def test_sizes_of_figure_8c():
    frame = pb.optimal.settings()
    assert frame.loc["fig8c-m4000", ["paths", "train", "test"]].tolist() == [2500, 4000, 500]
    assert frame.loc["a-T1", ["paths", "train", "test"]].tolist() == [1000, 1500, 500]


def test_what_is_not_listed_can_be_asked_for():
    assert pb.optimal.setting("e-code-L80").late
    assert pb.optimal.setting("f-code-L10").process.dimension == 48
    assert pb.optimal.setting("e-L40-delta0.005").substeps == 5


def test_other_names_are_refused():
    with pytest.raises(ArgumentError, match="setting"):
        pb.optimal.setting("a-T3")


def test_names_of_processes_and_settings():
    assert pb.optimal.process("d-d24").agents == 12
    assert pb.optimal.process("potentials").name == "potentials"
    assert pb.optimal.process("ornstein-uhlenbeck", dimension=3).dimension == 3


def test_sigma_is_a_number_but_where_it_is_the_path_itself():
    frame = pb.optimal.settings()
    by_path = frame.index.str.startswith("e-")
    assert (frame.loc[by_path, "sigma"] == "x").all()
    assert (pd.to_numeric(frame.loc[~by_path, "sigma"]) > 0).all()
