"""A suite to share: three datasets, of which one may be passed on."""

from __future__ import annotations

import logging
import shutil
import warnings

import pytest
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


@pytest.fixture
def openml(tmp_path, monkeypatch):
    """Return openml-python, whose configuration and cache are the test's."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = pytest.importorskip("openml", reason="the extra openml is not installed")
    logging.getLogger("openml").setLevel(logging.ERROR)
    before = (module.config.server, module.config.apikey, module.config._root_cache_directory)
    module.config.apikey = "0" * 32
    module.config.set_root_cache_directory(tmp_path / "openml")
    module.config.set_retry_policy("human", n_retries=1)
    yield module
    module.config.server, module.config.apikey, cache = before
    module.config.set_root_cache_directory(cache)


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
