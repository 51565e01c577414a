"""Headers of ARFF files of series."""

from __future__ import annotations

import pytest

from pybench.base.errors import SeriesError
from pybench.read.arff_header import read_header
from pybench.read.arff_text import Token


def header(text: str):
    return read_header(text.encode().split(b"\n"), "f")


def test_points_and_class():
    found = header("% c\n@RELATION r\n@attribute a real\n@attribute 'b c' {x, 'y z'}\n@data\n1,x")
    assert [point.name for point in found.points] == ["a"]
    assert found.attributes[found.place].name == "b c"
    assert list(found.attributes[1].levels) == ["x", "y z"]
    assert found.length == 5
    assert found.defaults == [Token("0", False), Token("x", True)]
    assert not found.relational


def test_relational():
    found = header(
        "@relation r\n@attribute c {x}\n@attribute 'm n' relational\n@attribute a real\n"
        "@attribute b real\n@end 'm n'\n@data"
    )
    assert [point.name for point in found.points] == ["a", "b"]
    assert found.relational
    assert found.place == 0
    assert found.defaults[1] is None


def test_an_error_has_its_line():
    with pytest.raises(SeriesError, match="f:3"):
        header("@relation r\n\n@attribut a real\n")


def test_names_of_levels_are_counted_in_linear_time():
    levels = ",".join(f"l{i}" for i in range(100_000))
    found = header(f"@relation r\n@attribute a real\n@attribute c {{{levels}}}\n@data")
    assert len(found.attributes[1].levels) == 100_000
