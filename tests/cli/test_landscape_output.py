"""What the command prints: the datasets of each region, with their shares of maps if known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.cli.landscape_output import as_document, show_landscape

FEATURES = Path(__file__).parents[2] / "r" / "inst" / "extdata" / "catch22.csv"


@pytest.fixture(scope="module")
def land():
    return pb.map_landscape(pb.read_features(FEATURES), reduction="pca", k=3)


@pytest.fixture
def stable(land):
    """Return what two maps agree on: that of the landscape, and one that joins two regions."""
    maps = np.stack([land.region, np.minimum(land.region, 1)], axis=1)
    return pb.region_stability(maps, land.dataset.tolist())


def test_shares_are_printed_where_they_are_known(land, stable, capsys):
    page = (Path("out", "index.html"), Path("out", "coverage.json"))
    show_landscape(land, page, 90.0)
    alone = capsys.readouterr().out
    assert "  R1: ACSF1, ItalyPowerDemand\n" in alone
    assert "those of one landscape" in alone
    show_landscape(land, page, 90.0, stable)
    said = capsys.readouterr().out
    assert "  R1: ACSF1 (2 of 2 maps), ItalyPowerDemand (2 of 2 maps)\n" in said
    assert "Over pairs of 2 maps, the adjusted Rand index of their regions is " in said
    assert "those of one landscape" not in said
    assert "Page: out/index.html\nAlso written: 1 file, among them coverage.json" in said


def test_the_document_has_the_stability(land, stable):
    assert as_document(land, (), 90.0, 1.0)["result"]["stability"] is None
    result = as_document(land, (), 90.0, 1.25, stable)["result"]
    assert result["stability"] is stable
    assert result["representatives"].shares is not None
    assert result["seconds"] == 1.2
