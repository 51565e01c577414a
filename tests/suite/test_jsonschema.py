"""JSON from outside: what is not of the schema is refused, with its place."""

from __future__ import annotations

import pytest

import pybench as pb
from pybench.base.errors import SuiteError
from pybench.suite.jsonschema import schema, validate


@pytest.mark.parametrize(
    "text", ["", "{", '{"a": 1, "a": 2}', "[NaN]", "\xff", "[" * 100_000, "[]", "null"]
)
def test_what_is_no_manifest_is_refused(text, tmp_path):
    (tmp_path / "suite.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(SuiteError):
        pb.Suite.load(tmp_path)


def test_the_schema_is_json_schema_and_says_the_same(suite):
    jsonschema = pytest.importorskip("jsonschema")
    plain = {**suite.to_dict(), "hash": suite.hash}
    jsonschema.Draft202012Validator.check_schema(schema("suite-1"))
    jsonschema.validate(plain, schema("suite-1"))


def test_errors_of_the_schema_say_where(suite):
    plain = {**suite.to_dict(), "hash": suite.hash}
    plain["tasks"][1]["procedure"]["folds"] = "three"
    with pytest.raises(SuiteError, match="expected integer, found") as caught:
        validate(plain, "suite-1")
    assert caught.value.column == "tasks[1].procedure.folds"
