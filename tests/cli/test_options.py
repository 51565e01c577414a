import pytest

from pybench.base.errors import ArgumentError
from pybench.cli import options


def test_direction():
    assert options.direction(True, False)
    assert not options.direction(False, True)


@pytest.mark.parametrize(("given", "found"), [(True, "both"), (False, "neither")])
def test_direction_is_never_guessed(given, found):
    with pytest.raises(ArgumentError, match=f"found {found}"):
        options.direction(given, given)


@pytest.mark.parametrize(
    ("text", "delimiter"), [(None, None), (",", ","), ("tab", "\t"), ("\\t", "\t"), ("\t", "\t")]
)
def test_delimiter(text, delimiter):
    assert options.delimiter_of(text) == delimiter


@pytest.mark.parametrize(("text", "value"), [("0", 0.0), ("1e-9", 1e-9), ("auto", "auto")])
def test_tie_tolerance(text, value):
    assert options.tie_tolerance(text) == value
