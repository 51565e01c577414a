"""The canonical form: what counts, and what does not."""

from __future__ import annotations

from pybench.suite.hashing import canonical, listed_sha256
from pybench.suite.task import DataFile


def test_the_order_of_keys_and_the_status_do_not_count():
    one = {"b": [1, 2.5], "a": "é", "status": "active", "hash": "x"}
    assert canonical(one) == canonical({"a": "é", "b": [1, 2.5], "status": "deactivated"})
    assert canonical(one) == '{"a":"é","b":[1,2.5]}'.encode()
    assert canonical({**one, "b": [2.5, 1]}) != canonical(one)


def test_two_files_are_hashed_by_their_list():
    one, other = DataFile("data/x_TRAIN.ts", "0" * 64), DataFile("data/x_TEST.ts", "1" * 64)
    assert listed_sha256((one,)) == "0" * 64
    assert listed_sha256((one, other)) != listed_sha256((other, one))
