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


def test_reading(tmp_path):
    path = tmp_path / "error.csv"
    path.write_text("dataset\ta\tb\nd1\t1\t2\nd2\t2\t3\n")
    reading = options.Reading(lower_is_better=True, delimiter="tab", metric="error")
    table = reading.read(path)
    assert (table.higher_is_better, table.metric, table.n_datasets) == (False, "error", 2)
    assert options.Direction(lower_is_better=True).read(path).scores.tolist() == [[1, 2], [2, 3]]
    with pytest.raises(ArgumentError, match="found neither"):
        options.Reading().read(path)


@pytest.mark.parametrize(("json", "quiet"), [(False, False), (True, False), (False, True)])
def test_silent(json, quiet):
    assert options.Output(json=json, quiet=quiet).silent == (json or quiet)
