"""Results written as JSON and read back."""

from __future__ import annotations

import dataclasses
import importlib
import json
import pkgutil

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import InputError
from pybench.base.result import Result
from pybench.flow.load import CLASSES
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
    require_same(again, result, name)


def require_same(again, result, where):
    """Require equality to the bit, with the types, dtypes, shapes and labels."""
    assert type(again) is type(result), where
    if dataclasses.is_dataclass(result):
        for field in dataclasses.fields(result):
            name = field.name
            require_same(getattr(again, name), getattr(result, name), f"{where}.{name}")
    elif isinstance(result, pd.DataFrame):
        pd.testing.assert_frame_equal(again, result, check_exact=True, obj=where)
    elif isinstance(result, pd.Series):
        pd.testing.assert_series_equal(again, result, check_exact=True, obj=where)
    elif isinstance(result, np.ndarray):
        assert (again.dtype, again.shape) == (result.dtype, result.shape), where
        np.testing.assert_array_equal(again, result, where)
    elif isinstance(result, dict):
        assert list(again) == list(result), where
        for key, item in result.items():
            require_same(again[key], item, f"{where}[{key}]")
    elif isinstance(result, tuple):
        assert len(again) == len(result), where
        for place, (ours, theirs) in enumerate(zip(again, result, strict=True)):
            require_same(ours, theirs, f"{where}[{place}]")
    else:
        assert again == result or (again != again and result != result), where


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
        ('{"schema": "pybench/nemenyi/2"}', "`NemenyiResult.[a-z_]*`: expected a value"),
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
        pb.load_result({**told, "method": "guess", "notes": ["no-note"]})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pvalue": None}, "`FriedmanResult.pvalue`: expected a number, found nothing"),
        ({"pvalue": "small"}, "`FriedmanResult.pvalue`: expected a number, found `small`"),
        ({"n_datasets": 3.5}, "`FriedmanResult.n_datasets`: expected a whole number, found `3.5`"),
        ({"n_datasets": True}, "expected a whole number, found `True`"),
        ({"method": 1}, "`FriedmanResult.method`: expected a string, found `1`"),
        ({"df": 2}, "`FriedmanResult.df`: expected a list, found `2`"),
        ({"df": [1, "x"]}, r"`FriedmanResult.df\[1\]`: expected a number, found `x`"),
        ({"mean_ranks": [1, 2]}, "`FriedmanResult.mean_ranks`: expected an object with names"),
    ],
)
def test_a_field_of_another_type_is_named(make_table, change, said):
    told = pb.friedman(make_table([[1.0, 2], [2, 3], [3, 1]])).to_dict()
    with pytest.raises(InputError, match=said):
        pb.load_result({**told, **change})


def test_a_field_within_fields_is_named(make_table):
    told = pb.compare(make_table([[1.0, 2, 3], [2, 3, 1], [3, 1, 2]])).to_dict()
    told["nemenyi"]["pvalues"]["values"][0] = [1.0]
    with pytest.raises(InputError, match=r"`Comparison\.nemenyi\.pvalues`: expected 3 rows of 3"):
        pb.load_result(told)


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
