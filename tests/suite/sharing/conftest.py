"""A suite to share: three datasets, of which one may be passed on."""

from __future__ import annotations

import shutil

import pytest
from openml_server import serving
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import pybench as pb

CREATED = "2026-01-01T00:00:00Z"


@pytest.fixture
def suite(tmp_path) -> pb.Suite:
    """Return a saved suite of three datasets: shared freely, not so, and not at all."""
    rows = "".join(f"{i},{i * i % 7},{'ab'[i % 2]}\n" for i in range(20))
    for name in ("free", "bound", "silent"):
        (tmp_path / f"{name}.csv").write_text(f"x,{name},y\n{rows}")
    about = {
        "free": {"licence": "CC BY 4.0", "target": "y"},
        "bound": {"licence": "for members of the club", "target": "y"},
    }
    files = {name: tmp_path / f"{name}.csv" for name in ("free", "bound", "silent")}
    made = pb.Suite.create("three", files, target="y", folds=4, about=about, created=CREATED)
    return made.save(tmp_path / "suite")


def exported(folder):
    """Export a suite of two bundled datasets as OpenML's files."""
    made = pb.Suite.create("Two", ["iris", "wine"], folds=3, repeats=2, alias="two")
    made.write_openml(folder)
    return made


@pytest.fixture
def alone(openml, tmp_path):
    """Return a server of our export alone, and the suite."""
    suite = exported(tmp_path / "served")
    with serving([tmp_path / "served"]) as running:
        openml.config.server = f"{running.url}/api/v1/xml"
        yield running, suite


ESTIMATORS = {
    "Bayes": GaussianNB(),
    "ridge's": make_pipeline(StandardScaler(), RidgeClassifier(alpha=2)),
}


@pytest.fixture(scope="session")
def ran(tmp_path_factory):
    """Return a suite, a folder of runs on it, and both as files of OpenML."""
    folder = tmp_path_factory.mktemp("ran")
    suite = pb.Suite.create("Two", ["iris", "wine"], folds=3, repeats=2).save(folder / "suite")
    pb.run(suite, ESTIMATORS, out=folder / "runs", workers=1)
    suite.write_openml(folder / "openml", runs=folder / "runs")
    return suite, folder


@pytest.fixture
def copy(ran, tmp_path):
    """Return a copy of the runs, and of the files of OpenML, that a test may damage."""
    shutil.copytree(ran[1], tmp_path / "copy")
    return tmp_path / "copy"
