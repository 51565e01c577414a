"""JSON from outside gives a value or a ValueError."""

from __future__ import annotations

import pytest

from pybench.base.document import read_json


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        b"[" * 2000,
        b"\xff",
        "",
        "1" * 5000,
        "NaN]",
        '"\x01"',
        "'a'",
    ],
    ids=lambda text: repr(text[:5]),
)
def test_bad_json_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"."):
        read_json(text)


def test_hooks_are_asked():
    def refuse(text):
        raise ValueError(text)

    assert read_json('{"a": 1, "a": 2}', pairs=list) == [("a", 1), ("a", 2)]
    with pytest.raises(ValueError, match="Infinity"):
        read_json("[Infinity]", constant=refuse)
