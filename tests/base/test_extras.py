"""Optional packages."""

from __future__ import annotations

import pytest

from pybench.base.errors import ExtraMissing
from pybench.base.extras import require


def test_a_package_that_is_there_is_returned():
    assert require("json.decoder", "all", "a test").JSONDecoder


def test_a_missing_package_names_the_extra():
    with pytest.raises(ExtraMissing) as e:
        require("no_such_package.inner", "series", "reading series")
    expected = "reading series needs the Python package `no_such_package`. "
    assert str(e.value) == expected + 'Install it with: pip install "pybench-stats[series]"'
    assert e.value.exit_code == 3


def test_a_package_that_is_there_but_not_whole_says_what_it_lacks(tmp_path, monkeypatch):
    (tmp_path / "half_a_package.py").write_text("import no_such_package")
    monkeypatch.syspath_prepend(tmp_path)
    for module, lacks in (
        ("half_a_package", "No module named 'no_such_package'"),
        ("json.no_such_module", "No module named 'json.no_such_module'"),
    ):
        with pytest.raises(ExtraMissing) as e:
            require(module, "series", "reading series")
        assert f"which does not import here: {lacks}. Install it with" in str(e.value)
