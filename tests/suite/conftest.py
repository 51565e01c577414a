"""Datasets of which the tests make suites."""

from __future__ import annotations

import logging
import tarfile
import warnings
from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.read.tabular import DataTable, Variable

ARFF = "@relation t\n@attribute n numeric\n@attribute c {p,q}\n@data\n"
OPENML = Path(__file__).resolve().parents[1] / "golden" / "openml"
WHEN = "2026-01-31T12:00:00Z"


@pytest.fixture(scope="session")
def recorded(tmp_path_factory) -> Path:
    """Return the folder of what the server of OpenML answered."""
    folder = tmp_path_factory.mktemp("recorded")
    # File by file: extractall() takes no filter in Python 3.11.2, and 3.13 warns without one.
    with tarfile.open(OPENML / "recorded.tar.xz") as archive:
        for member in filter(tarfile.TarInfo.isfile, archive):
            path = folder / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.extractfile(member).read())
    return folder


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


@pytest.fixture
def folder(tmp_path):
    """A folder of four small datasets, one a pair of splits in a folder of its own."""
    source = tmp_path / "source"
    (source / "Waves").mkdir(parents=True)
    rng = np.random.default_rng(0)
    rows = "".join(f"{x:.3f},{k}\n" for x, k in zip(rng.normal(size=30), "ab" * 15, strict=True))
    (source / "plain.csv").write_text("x,class\n" + rows)
    (source / "old.arff").write_text(ARFF.replace("c {", "class {") + "1,p\n2,q\n" * 10)
    (source / "odd names é.csv").write_text("x,class\n" + "1,a\n2,b\n" * 10)
    for half in ("TRAIN", "TEST"):
        lines = "".join(f"{k}\t{k}\t{x}\n" for k, x in zip("1212", "1357", strict=True))
        (source / "Waves" / f"Waves_{half}.tsv").write_text(lines)
    (source / "README.md").write_text("not a dataset")
    return source


@pytest.fixture
def suite(folder):
    return pb.Suite.create("toy", folder, target="class", folds=3, created=WHEN)


def table_of(**columns):
    variables = tuple(
        Variable(name, "numeric", np.asarray(v, float)) if name != "c" else nominal_named(name, v)
        for name, v in columns.items()
    )
    return DataTable(variables, len(columns["c"]))


def nominal_named(name, values):
    return Variable(name, "nominal", values, tuple(sorted(set(values))))


def write(folder, name, table):
    table.to_frame().to_csv(folder / f"{name}.csv", index=False)


@pytest.fixture
def pool(tmp_path):
    """Datasets that fail one rule each, and one that fails none."""
    rng = np.random.default_rng(0)
    folder = tmp_path / "pool"
    folder.mkdir()
    hard = rng.normal(size=600)
    coin = rng.permutation(np.repeat(["p", "q"], 300))
    write(folder, "good", table_of(x=hard, c=list(coin)))
    write(folder, "small", table_of(x=hard[:400], c=list(coin[:400])))
    rare = np.where(np.arange(600) < 19, "p", "q")
    write(folder, "rare", table_of(x=hard, c=list(rng.permutation(rare))))
    write(folder, "single", table_of(x=hard, c=list(np.where(hard > 0, "p", "q"))))
    a, b = rng.integers(0, 2, 600), rng.integers(0, 2, 600)
    write(folder, "xor", table_of(x=a, z=b, c=list(np.where(a ^ b, "p", "q"))))
    # Every row twice, so that a tree that has seen one knows the other, wherever it falls.
    (folder / "thin.arff").write_text(
        "@relation t\n@attribute x numeric\n@attribute c {p,q}\n@data\n"
        + "".join(f"{{0 {x:.4f}, 1 {k}}}\n" for x, k in zip(hard, coin, strict=True))
    )
    return folder
