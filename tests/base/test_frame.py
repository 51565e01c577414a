"""Tables of every library come in as one kind of frame, and functions take them all."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import pybench as pb
from pybench.base.errors import InputError
from pybench.base.frame import as_frame, by_dataset, decoded

polars = pytest.importorskip("polars")

N = 12
NAMES = [f"d{i:02d}" for i in range(N)]
VALUES = np.random.default_rng(0).normal(size=(N, 3))
FRAME = pd.DataFrame(VALUES, index=pd.Index(NAMES, name="dataset"), columns=list("uvw"))
COLUMNS = FRAME.reset_index().to_dict("list")
FAMILIES = {"dataset": NAMES, "family": ["a", "b"] * (N // 2)}
TABLE = pb.read_results(
    np.random.default_rng(1).normal(size=(N, 4)), higher_is_better=True, datasets=NAMES,
    classifiers=list("abcd"),
)  # fmt: skip


class Stream:
    """What has a stream that can be read once, and nothing else."""

    def __init__(self, table):
        self.reader = pa.table(table).to_reader()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.reader.__arrow_c_stream__(requested_schema)


class Own:
    """What says how it becomes a frame of pandas."""

    def __init__(self, columns):
        self.columns = columns

    def to_pandas(self):
        return pd.DataFrame(self.columns)


def categories(columns):
    kind = polars.Enum(sorted(set(columns["dataset"])))
    return polars.DataFrame(columns).with_columns(polars.col("dataset").cast(kind))


def dictionary(columns):
    table = pa.table(columns)
    return table.set_column(0, "dataset", table["dataset"].dictionary_encode())


MAKERS = {
    "pandas": pd.DataFrame,
    "polars": polars.DataFrame,
    "categories": categories,
    "pyarrow": pa.table,
    "dictionary": dictionary,
    "reader": lambda columns: pa.table(columns).to_reader(),
    "stream": lambda columns: Stream(pa.table(columns)),
    "own": Own,
}
PYTHON = {"engine": "python"}
TAKERS = {
    "select": lambda e: pb.select(e, 3, **PYTHON).names,
    "record_selection": lambda e: pb.record_selection(e, 3, **PYTHON).names,
    "rank_preservation": lambda e: pb.rank_preservation(
        TABLE, {"x": e}, sizes=[2, 3], trials=3, **PYTHON
    ).to_frame(),
    "covering": lambda e: pb.covering(e, **PYTHON).table,
    "mantel": lambda e: pb.mantel(TABLE, {"x": e}, permutations=9, **PYTHON).to_frame(),
    "ranking_bounds": lambda e: pb.ranking_bounds(TABLE, e, sizes=[2], **PYTHON).to_frame(),
    "embedding_map": lambda e: pb.embedding_map(e).to_frame(),
    "metadata_embedding": pb.metadata_embedding,
    "scale_features": lambda e: pb.scale_features(e).to_frame(),
}


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("taker", TAKERS)
def test_tables_of_all_libraries_are_one(maker, taker):
    found, expected = TAKERS[taker](MAKERS[maker](COLUMNS)), TAKERS[taker](FRAME)
    if isinstance(expected, pd.DataFrame):
        pd.testing.assert_frame_equal(found, expected, check_index_type=False)
    else:
        assert found == expected


@pytest.mark.r
@pytest.mark.parametrize("maker", ["categories", "reader"])
def test_both_languages_have_the_same_table(maker):
    assert pb.select(MAKERS[maker](COLUMNS), 3, engine="both").names == TAKERS["select"](FRAME)


@pytest.mark.parametrize("maker", MAKERS)
def test_families_come_in_a_table(maker):
    def ask(families):
        return pb.leave_one_family_out(
            TABLE, {"x": FRAME}, families, sizes=(2,), trials=2, **PYTHON
        ).families

    assert ask(MAKERS[maker](FAMILIES)) == ("a", "b")
    with pytest.raises(pb.ArgumentError, match="`families` must be a mapping"):
        ask(MAKERS[maker]({**FAMILIES, "other": NAMES}))


@pytest.mark.parametrize("maker", ["pandas", "polars", "pyarrow", "reader", "stream", "own"])
def test_matrices_come_in_a_table(maker):
    codes = MAKERS[maker](dict(zip("uvw", VALUES.T, strict=True)))
    found, expected = (pb.regions(x, k=3, engine="python") for x in (codes, VALUES))
    assert found.labels.tolist() == expected.labels.tolist()


@pytest.mark.parametrize("maker", MAKERS)
def test_qualities_of_datasets_come_in_a_table(maker):
    columns = {"dataset": NAMES, "NumberOfInstances": [float(i) for i in range(N)]}
    suite = pb.Suite.create(
        "s", MAKERS[maker](columns), target="c", constraints={"NumberOfInstances": (9, None)}
    )
    assert suite.task_names == tuple(NAMES[9:])
    assert suite.provenance["source"] == "table of qualities"


def test_what_is_no_table_stays():
    for value in (VALUES, [[1, 2]], "a", None, 3, TABLE, {"a": 1}):
        assert as_frame(value) is value
        assert by_dataset(value) is value
    assert as_frame(FRAME) is by_dataset(FRAME) is FRAME
    for column in (polars.Series([1, 2]), pa.chunked_array([[1, 2]]), pd.Series([1, 2])):
        assert not isinstance(as_frame(column), pd.DataFrame)
        with pytest.raises(pb.ArgumentError, match="`embedding` must be a table"):
            pb.select(column, 1)
        with pytest.raises(pb.ArgumentError, match="`features` must be a table"):
            pb.scale_features(column)


def test_codes_give_way_to_values():
    texts = pa.array(["x", None, "y", "x"])
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        codes = pa.array([0, None, 1, 0], pa.uint32())
        encoded = pa.DictionaryArray.from_arrays(codes, pa.array(["x", "y"]).cast(kind))
        assert decoded(pa.chunked_array([encoded, encoded])).to_pylist() == 2 * texts.to_pylist()
        assert decoded(pa.chunked_array([], encoded.type)).to_pylist() == []
    assert decoded(pa.chunked_array([texts])).type == pa.string()


def test_a_damaged_table_is_refused():
    offsets = pa.py_buffer(np.array([0, 1], np.int32))
    not_utf8 = pa.Array.from_buffers(pa.string(), 1, [None, offsets, pa.py_buffer(b"\xff")])
    with pytest.raises(InputError, match="expected a table"):
        as_frame(pa.table({"a": not_utf8}))
