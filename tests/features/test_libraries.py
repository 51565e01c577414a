"""The list of built-in representations."""

from __future__ import annotations

import importlib

import pytest

from pybench.features.libraries import LIBRARIES, users


@pytest.mark.parametrize("name", LIBRARIES)
def test_each_is_a_function_of_a_module_of_its_name(name):
    assert callable(getattr(importlib.import_module(f"pybench.features.{name}"), name))


def test_users_of_a_library():
    assert users()["numba"] == ["tsfresh", "minirocket"]
    assert set(users()) == {library for libraries in LIBRARIES.values() for library in libraries}
