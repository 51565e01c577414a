"""A suite to share: three datasets, of which one may be passed on."""

from __future__ import annotations

import pytest

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
