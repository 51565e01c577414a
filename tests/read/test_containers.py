"""Series in memory: what aeon and sktime call a collection, with its labels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, SeriesError

CUBE = np.arange(12.0).reshape(2, 2, 3)
LABELS = ["a", "b"]
CHANNELS = ("channel_1", "channel_2")


def read(source, **options):
    return pb.read_series(source, **{"dataset": "d", "label": LABELS, **options})


def nested(cases, names=("x", "y")):
    return pd.DataFrame({n: [pd.Series(case[c]) for case in cases] for c, n in enumerate(names)})


def stacked(cases, names=("x", "y")):
    frames = {i: pd.DataFrame(dict(zip(names, case, strict=True))) for i, case in enumerate(cases)}
    return pd.concat(frames, names=["instance", "time"])


def test_arrays():
    expected = pb.series_set(CUBE, dataset="d", label=LABELS, channels=CHANNELS)
    assert read(CUBE) == expected
    assert read(np.asfortranarray(CUBE)) == expected
    assert read(list(CUBE)) == expected
    flat = pb.series_set(CUBE[:, 0], dataset="d", label=LABELS)
    assert read(CUBE[:, 0]) == read(CUBE[:, :1]) == read(list(CUBE[:, 0])) == flat
    assert read(CUBE.astype(np.int32)) == expected
    assert read(CUBE, split="test").split.tolist() == ["test", "test"]
    assert read(CUBE, label=None).label.tolist() == [None, None]
    assert read(CUBE, label=np.array([1, 2])).label.tolist() == ["1", "2"]


def test_lists_may_be_ragged():
    cases = [CUBE[0], CUBE[1][:, :2]]
    found = read(cases)
    assert found.lengths.tolist() == [3, 2]
    assert read(np.array([*cases, None], object)[:2]) == found


def test_frames():
    cases = [CUBE[0], CUBE[1][:, :2]]
    expected = pb.series_set(cases, dataset="d", label=LABELS, channels=("x", "y"))
    assert read(nested(cases)) == expected
    assert read(stacked(cases)) == expected
    assert read(pd.DataFrame(CUBE[:, 0])) == pb.series_set(CUBE[:, 0], dataset="d", label=LABELS)
    one = pb.series_set(CUBE[:, 0], dataset="d", label=LABELS)
    assert read(nested(CUBE[:, :1], ("dim_0",))) == one


def test_frames_of_tsfresh_are_long():
    rows = [(i, t, *CUBE[i, :, t]) for i in range(2) for t in range(3)]
    frame = pd.DataFrame(rows, columns=["id", "time", "x", "y"])
    assert read(frame) == read(stacked(CUBE))
    one = pb.series_set(CUBE[:, 0], dataset="d", label=LABELS)
    assert read(frame.drop(columns="y")) == one
    with pytest.raises(SeriesError, match="times that rise"):
        read(frame[::-1])
    with pytest.raises(SeriesError, match="`kind`"):
        read(frame.assign(kind="x"))


@pytest.mark.parametrize("name", ["id", "label", "Class", "target", "time", "split"])
def test_no_other_column_passes_for_a_point_in_time(name):
    with pytest.raises(SeriesError, match=f"columns of values alone, found `{name}`"):
        read(pd.DataFrame({name: [1, 2], "0": [1.0, 2.0]}))


def test_the_end_of_a_row_of_a_frame_is_as_that_of_an_array():
    frame = pd.DataFrame([[1.0, 2.0], [3.0, np.nan]])
    with pytest.raises(SeriesError, match="trailing_nan"):
        read(frame)
    assert read(frame, trailing_nan="padding").lengths.tolist() == [2, 1]
    assert read(frame, trailing_nan="missing").lengths.tolist() == [2, 2]


def test_pairs_of_series_and_labels():
    expected = read(CUBE)
    y = np.array(LABELS)
    assert read((CUBE, y), label=None) == read((list(CUBE), LABELS), label=None) == expected
    assert read((nested(CUBE), pd.Series(y)), label=None) == read(nested(CUBE))
    for other in ((CUBE[0, 0], CUBE[1, 0]), ([1, 2], [3, 4]), (CUBE, y, {})):
        with pytest.raises(ArgumentError, match="not tuple"):
            read(other, label=None)
    with pytest.raises(ArgumentError, match="not tuple"):
        read((CUBE, y))


@pytest.mark.parametrize("series", [CUBE, CUBE[:, 0], list(CUBE), nested(CUBE), stacked(CUBE)])
def test_a_pair_has_a_label_for_every_series(series):
    for labels in (["a"], ["a"] * 5):
        says = f"one label per series, found {len(labels)} for 2"
        with pytest.raises(SeriesError, match=says):
            read((series, labels), label=None)


def test_a_set_stays_as_it_is():
    s = pb.series_set(CUBE, dataset=["a", "b"], split="test", channels=CHANNELS)[[1]]
    assert pb.read_series(s) == pb.read_series(s, dataset="b", split="test") == s
    three = pb.series_set([[1], [2], [3]], dataset="d")[1:]
    assert pb.read_series(three).id.tolist() == [1, 2]


@pytest.mark.parametrize("dataset", [3, "", ["d"]])
def test_a_dataset_has_a_name(dataset):
    with pytest.raises(ArgumentError, match="`dataset` must be a name"):
        read(CUBE, dataset=dataset)


def test_integers_that_a_double_does_not_hold_are_refused():
    for value in (2**53 + 1, -(2**53) - 1):
        with pytest.raises(SeriesError, match=str(value)):
            read(np.array([[1, 2], [3, value]]))
    assert read(np.array([[1, 2], [3, -(2**53)]])).flat()[-1] == -(2.0**53)


def test_tables_bring_their_labels():
    table = pb.series_set(CUBE, dataset="d", label=LABELS, channels=CHANNELS).to_arrow()
    expected = read(CUBE)
    assert pb.read_series(table) == pb.read_series(expected) == expected
    assert pb.read_series(table.drop_columns("dataset"), dataset="d") == expected
    frame = pd.DataFrame({"label": LABELS, "series": [[1.0], [2.0, 3.0]]})
    assert pb.read_series(frame, dataset="d").lengths.tolist() == [1, 2]
    with pytest.raises(ArgumentError, match="`label`"):
        read(table)


def test_polars():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"label": LABELS, "series": [[1.0], [2.0, 3.0]]})
    assert pb.read_series(frame, dataset="d").lengths.tolist() == [1, 2]


def test_nan_at_the_end_of_an_array_must_be_explained():
    padded = CUBE.copy()
    padded[1, :, 2] = np.nan
    with pytest.raises(SeriesError, match=r"in row 2.*trailing_nan"):
        read(padded)
    assert read(padded, trailing_nan="padding").lengths.tolist() == [3, 2]
    assert read(padded, trailing_nan="missing").lengths.tolist() == [3, 3]
    assert read([np.array([1.0, np.nan]), np.ones(3)]).lengths.tolist() == [2, 3]  # no rectangle


TIMES = pd.Series([1.0, 2.0], index=[1, 0])
BAD = {
    "no name": (CUBE, {"dataset": None}, ArgumentError, "`dataset`"),
    "number": (3, {}, ArgumentError, "int"),
    "none": (None, {}, ArgumentError, "NoneType"),
    "one dimension": (CUBE[0, 0], {"label": None}, SeriesError, "shape (3,)"),
    "four dimensions": (CUBE[None], {"label": None}, SeriesError, "shape (1, 2, 2, 3)"),
    "no series": (CUBE[:0], {"label": None}, SeriesError, "shape (0, 2, 3)"),
    "empty list": ([], {}, SeriesError, "none"),
    "texts": (np.array([["a"], ["b"]]), {}, SeriesError, "<U1"),
    "booleans": (CUBE > 3, {}, SeriesError, "bool"),
    "complex": (CUBE * 1j, {}, SeriesError, "complex128"),
    "list of texts": (["a", "b"], {}, SeriesError, "<U1"),
    "list of frames": ([pd.DataFrame(CUBE[0])] * 2, {}, SeriesError, "in sktime and a channel in"),
    "other channels": ([CUBE[0], CUBE[1][:1]], {}, SeriesError, "in series 1"),
    "infinite": (np.where(CUBE == 5, np.inf, CUBE), {}, SeriesError, "`inf` in series 0"),
    "one label less": (CUBE, {"label": ["a"]}, SeriesError, "1 for 2"),
    "labels as doubles": (CUBE, {"label": [1.0, 2.0]}, SeriesError, "float in row 0"),
    "empty frame": (pd.DataFrame(), {}, SeriesError, "an empty frame"),
    "nested of other things": (pd.DataFrame({"x": ["a", 1]}, dtype=object), {}, SeriesError, "str"),
    "ragged channels": (
        pd.DataFrame({"x": [pd.Series([1.0])] * 2, "y": [pd.Series([1.0, 2.0])] * 2}),
        {},
        SeriesError,
        "lengths 1 and 2 in row 0",
    ),
    "times that fall": (pd.DataFrame({"x": [TIMES, TIMES]}), {}, SeriesError, "times that rise"),
    "unsorted index": (stacked(CUBE).iloc[[0, 3, 1]], {}, SeriesError, "two places"),
    "times that fall in an index": (stacked(CUBE).iloc[[1, 0, 3]], {}, SeriesError, "times"),
    "three levels": (pd.concat({0: stacked(CUBE)}), {}, SeriesError, "3 levels"),
}


@pytest.mark.parametrize("name", BAD)
def test_refused(name):
    source, options, kind, says = BAD[name]
    with pytest.raises(kind) as caught:
        read(source, **options)
    assert says in str(caught.value)


def test_what_aeons_loaders_return():
    loaders = pytest.importorskip("aeon.datasets")
    values, labels = loaders.load_basic_motions("train")
    found = pb.read_series(values, dataset="BasicMotions", split="train", label=labels)
    assert np.array_equal(found.to_numpy(), values)
    assert found.label.tolist() == labels.tolist()
    ragged, labels = loaders.load_japanese_vowels("train")
    found = pb.read_series(ragged, dataset="d", split="train", label=labels)
    assert all(np.array_equal(x, y) for x, y in zip(found, ragged, strict=True))


@pytest.mark.parametrize("kind", ["numpy3D", "np-list", "pd-multiindex"])
def test_every_container_of_aeon_gives_the_same(kind):
    conversion = pytest.importorskip("aeon.utils.conversion")
    source = conversion.convert_collection(CUBE, kind)
    assert np.array_equal(read(source).to_numpy(), CUBE)


def test_a_list_of_frames_means_two_things():
    """A row is a channel in aeon, a point in time in sktime's documentation of df-list."""
    conversion = pytest.importorskip("aeon.utils.conversion")
    assert conversion.convert_collection(CUBE, "df-list")[0].shape == (2, 3)
