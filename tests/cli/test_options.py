import pytest

from pybench.base.errors import ArgumentError, ResultsTableError
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


@pytest.mark.parametrize(
    ("text", "metric"),
    [(None, None), ("AUC", "AUC"), ("exact_match,strict", "exact_match,strict"), ("", ""),
     ("iris=AUC", {"iris": "AUC"}), ("a=b=AUC, wine=loss", {"a=b": "AUC", "wine": "loss"})],
)  # fmt: skip
def test_metrics_of_datasets(text, metric):
    assert options.metric_of(text) == metric


def test_a_dataset_has_one_metric():
    with pytest.raises(ArgumentError, match="each dataset once"):
        options.metric_of("iris=AUC,iris=loss")


def test_reading_with_a_metric_for_each_dataset(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("dataset,a,b\niris,1,2\nwine,2,3\n")
    for metric in ("iris=AUC,wine=neg_loss", "wine=neg_loss, iris=AUC"):
        reading = options.Reading(higher_is_better=True, metric=metric)
        assert reading.read(path).metrics == ("AUC", "neg_loss")
    with pytest.raises(ResultsTableError, match="Did you mean `iris`"):
        options.Reading(higher_is_better=True, metric="irsi=AUC,wine=neg_loss").read(path)
