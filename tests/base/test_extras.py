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
    assert str(e.value) == expected + 'Install it with: pip install "pybench[series]"'
    assert e.value.exit_code == 3
