"""Results written as JSON and read back."""

from __future__ import annotations

import importlib
import json
import pkgutil

import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import InputError
from pybench.base.result import Result
from pybench.reporting.load import CLASSES
from pybench.reporting.numbers import document
from tests.reporting.makers import MAKERS


def kinds(kind=Result):
    for below in kind.__subclasses__():
        yield below
        yield from kinds(below)


def test_every_result_can_be_read_back():
    for module in pkgutil.walk_packages(pb.__path__, "pybench."):
        if not module.name.endswith(("__main__", ".worker", ".child")):
            importlib.import_module(module.name)
    schemas = {
        kind.schema.partition("/")[0] for kind in kinds() if kind.__module__[:8] == "pybench."
    }
    assert schemas == set(CLASSES)


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_round_trip(name, tmp_path):
    result = MAKERS[name]()
    path = tmp_path / "result.json"
    path.write_bytes(document(result.to_dict()))
    again = pb.load_result(path)
    assert type(again) is type(result)
    assert again.to_dict() == result.to_dict()
    assert str(again) == str(result)
    for field in type(result).__dataclass_fields__:
        ours, theirs = getattr(result, field), getattr(again, field)
        assert type(ours) is type(theirs), field
        if hasattr(ours, "dtype"):
            assert ours.dtype == theirs.dtype, field
        if isinstance(ours, pd.DataFrame):
            pd.testing.assert_frame_equal(
                ours, theirs, check_dtype=False, check_exact=True, check_index_type=False
            )


def test_a_number_keeps_its_last_bit_and_a_name_stays_a_name(make_table):
    result = pb.nemenyi(make_table([[1, 2, 3], [3, 1, 2]], classifiers=["NaN", "Inf", "0"]))
    again = pb.load_result(json.loads(document(result.to_dict())))
    assert (again.pvalues.to_numpy() == result.pvalues.to_numpy()).all()
    assert list(again.mean_ranks.index) == ["NaN", "Inf", "0"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "a JSON document"),
        ("[1]", "a result of pybench"),
        ('{"schema": "other/nemenyi/1"}', "a result of pybench"),
        ('{"schema": "pybench/oracle/1"}', "found `oracle`"),
        ('{"schema": "pybench/nemenyi/999"}', "expected schema nemenyi/2, found nemenyi/999"),
        ('{"schema": "pybench/nemenyi/2"}', "'pvalues'"),
    ],
)
def test_what_is_no_result_is_refused(tmp_path, text, said):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(InputError, match=said) as caught:
        pb.load_result(path)
    assert caught.value.file == str(path)


def test_a_mapping_that_cannot_say_what_it_is_is_refused(make_table):
    told = pb.friedman(make_table([[1.0, 2], [2, 3], [3, 1]])).to_dict()
    with pytest.raises(InputError, match="fields as the schema has them"):
        pb.load_result({**told, "statistic": None})


def test_a_note_that_is_in_no_list_is_refused(make_table):
    told = pb.nemenyi(make_table([[1, 2, 3], [3, 1, 2]])).to_dict()
    assert told["notes"]
    told["notes"][0] += "}"
    with pytest.raises(InputError, match=r"not in notes\.csv"):
        pb.load_result(told)


def test_no_file():
    with pytest.raises(InputError, match="No such file") as caught:
        pb.load_result("nowhere.json")
    assert caught.value.hint == "Check the path."  # no version has to do with it
